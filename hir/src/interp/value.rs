//! Values of the abstract machine, and the deterministic random numbers that choose them.

/// An object of the abstract heap, by its index. Indices are never reused in one run, so a reference to a freed
/// object never comes to mean another one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct ObjectId(pub u32);

/// What an SSA value or a place of memory holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Value {
    /// The SSA value has not been computed in this run.
    Unset,
    /// The empty word.
    Null,
    /// The end of an iteration.
    Done,
    /// A small integer.
    Int(i64),
    /// A float in the word, by its bits.
    Float(u64),
    /// A machine integer.
    CInt(i64),
    /// A machine float, by its bits.
    CDouble(u64),
    /// A machine truth value.
    CBool(bool),
    /// A machine address. Nothing can be done with it but copying.
    CPtr(u64),
    /// A reference to an object.
    Object(ObjectId),
}

impl Value {
    /// The object it refers to.
    pub fn object(self) -> Option<ObjectId> {
        match self {
            Value::Object(id) => Some(id),
            _ => None,
        }
    }

    /// Whether there is no value: the empty word or the end of an iteration.
    pub(super) fn is_missing(self) -> bool {
        matches!(self, Value::Null | Value::Done)
    }
}

/// A random number determined by two others.
///
/// Every choice of a run is `mix` of the seed, the number of the event and what is chosen for. There is no generator with a state, so
/// a choice never depends on how many others were made before it: freeing an object, or a load less, moves nothing.
/// The function is the output step of SplitMix64 (Steele, Lea, Flood 2014).
pub(super) fn mix(a: u64, b: u64) -> u64 {
    let mut x = a.wrapping_add(0x9e37_79b9_7f4a_7c15) ^ b.wrapping_mul(0xd134_2543_de82_ef95).rotate_left(29);
    x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    x ^ (x >> 31)
}

/// What a random number is drawn for: one stream for each.
#[derive(Clone, Copy, Debug)]
#[repr(u64)]
pub(super) enum Draw {
    Fail = 1,
    Guard,
    Style,
    Exists,
    Fresh,
    Atom,
    Word,
    Life,
    Shape,
    Len,
    Alias,
    Destructor,
    Root,
    Answer,
    Exception,
    Argument,
    Content,
}

/// The random number of a stream.
pub(super) fn draw(key: u64, what: Draw, index: u64) -> u64 {
    mix(key, ((what as u64) << 32) ^ index)
}
