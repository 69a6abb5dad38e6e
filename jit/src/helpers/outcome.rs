//! What helpers give, and the words for it.

use runtime::{Owned, Value};

/// What a helper gives if it does not fail.
pub(super) trait Outcome {
    /// The machine type of the result.
    type Word;
    /// What stands for failure.
    const FAILED: Self::Word;
    /// Whether there is a second result.
    const HAS_SECOND: bool = false;

    /// The second result.
    fn second(&self) -> Option<u64> {
        None
    }

    /// The result.
    fn word(self) -> Self::Word;
}

/// A new reference.
impl Outcome for Owned {
    type Word = Value;
    const FAILED: Value = Value::EMPTY;

    fn word(self) -> Value {
        self.into_raw()
    }
}

/// Done, or a machine truth value.
impl Outcome for bool {
    type Word = u64;
    const FAILED: u64 = 0;

    fn word(self) -> u64 {
        u64::from(self)
    }
}

/// It was done.
impl Outcome for () {
    type Word = u64;
    const FAILED: u64 = 0;

    fn word(self) -> u64 {
        1
    }
}

/// A reference that somebody else keeps, or a word.
pub(super) struct Borrowed(pub Value);

impl Outcome for Borrowed {
    type Word = Value;
    const FAILED: Value = Value::EMPTY;

    fn word(self) -> Value {
        self.0
    }
}

/// `True` or `False`.
pub(super) fn truth(truth: bool) -> Borrowed {
    Borrowed(Value::bool(truth))
}

/// An item, or the end.
impl Outcome for Option<Owned> {
    type Word = Value;
    const FAILED: Value = Value::EMPTY;

    fn word(self) -> Value {
        self.map_or(Value::ITER_DONE, Owned::into_raw)
    }
}

/// A function and perhaps the receiver, which is the second result.
pub(super) struct Method(pub Owned, pub Option<Owned>);

impl Outcome for Method {
    type Word = Value;
    const FAILED: Value = Value::EMPTY;
    const HAS_SECOND: bool = true;

    fn second(&self) -> Option<u64> {
        let receiver = self.1.as_ref().map_or(Value::EMPTY, |receiver| receiver.value());
        Some(receiver.as_ptr().expose_provenance() as u64)
    }

    fn word(self) -> Value {
        // Its word was taken by `second`, and its reference goes along.
        self.1.map(Owned::into_raw);
        self.0.into_raw()
    }
}
