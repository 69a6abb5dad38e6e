//! What an observer of a run sees, and how the run ends.
//!
//! Two versions of a function that mean the same have equal traces under the same seed. Objects are numbered in the order in
//! which they are first seen.

use super::heap::Kind;
use super::machine::Machine;
use super::value::Value;
use crate::{Exit, Opcode, Type};
use std::fmt;

/// A value as an observer sees it. Machine values look like the words they stand for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Seen {
    /// The empty word.
    Nothing,
    /// The end of an iteration.
    Done,
    /// An integer.
    Int(i64),
    /// A float, by its bits.
    Float(u64),
    /// A machine address.
    Pointer(u64),
    /// `True` or `False`.
    Bool(bool),
    /// `None`.
    None,
    /// `Ellipsis`.
    Ellipsis,
    /// `NotImplemented`.
    NotImplemented,
    /// The object of this number.
    Object(u32),
}

/// Prints `#3` for the third object, and words as the language writes them.
impl fmt::Display for Seen {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Seen::Nothing => f.write_str("-"),
            Seen::Done => f.write_str("end"),
            Seen::Int(value) => write!(f, "{value}"),
            Seen::Float(bits) => write!(f, "{:?}", f64::from_bits(bits)),
            Seen::Pointer(bits) => write!(f, "{bits:#x}"),
            Seen::Bool(true) => f.write_str("True"),
            Seen::Bool(false) => f.write_str("False"),
            Seen::None => f.write_str("None"),
            Seen::Ellipsis => f.write_str("Ellipsis"),
            Seen::NotImplemented => f.write_str("NotImplemented"),
            Seen::Object(number) => write!(f, "#{number}"),
        }
    }
}

/// An instruction that others can observe: one that runs code of the program, or a call of the host.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Event {
    /// What it is.
    pub op: Opcode,
    /// Whether it failed.
    pub failed: bool,
    first: u32,
    len: u32,
}

/// The observable events of a run in their order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Trace {
    events: Vec<Event>,
    operands: Vec<Seen>,
}

impl Trace {
    /// The events with their operands.
    pub fn events(&self) -> impl ExactSizeIterator<Item = (Event, &[Seen])> {
        self.events.iter().map(|event| {
            let first = event.first as usize;
            (*event, self.operands.get(first..first + event.len as usize).unwrap_or_default())
        })
    }

    pub(super) fn begin(&mut self, op: Opcode, failed: bool) {
        self.events.push(Event { op, failed, first: self.operands.len() as u32, len: 0 });
    }

    pub(super) fn operand(&mut self, seen: Seen) {
        self.operands.push(seen);
        if let Some(event) = self.events.last_mut() {
            event.len += 1;
        }
    }
}

/// One event on a line: `Call #1 5 -`, with `!` at the end if it failed.
impl fmt::Display for Trace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (event, operands) in self.events() {
            write!(f, "{}", event.op)?;
            operands.iter().try_for_each(|operand| write!(f, " {operand}"))?;
            f.write_str(if event.failed { " !\n" } else { "\n" })?;
        }
        Ok(())
    }
}

/// A frame that an exit rebuilt.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SeenFrame {
    /// The code.
    pub code: Box<str>,
    /// Where it goes on.
    pub pc: u32,
    /// The registers.
    pub slots: Vec<Seen>,
}

/// How a run ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum End {
    /// The function returned.
    Return(Seen),
    /// It left by an exit.
    Exit {
        /// Whether a guard failed or an exception is pending.
        kind: Exit,
        /// The frames, the innermost first.
        frames: Vec<SeenFrame>,
    },
    /// It had no more fuel. Nothing is known of what it would have released.
    OutOfFuel,
}

/// What a run without a trap gave.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// How it ended.
    pub end: End,
    /// What could be observed until then.
    pub trace: Trace,
}

impl Machine<'_> {
    /// How an observer sees a value.
    pub(super) fn see(&mut self, value: Value) -> Seen {
        match value {
            Value::Unset | Value::Null => Seen::Nothing,
            Value::Done => Seen::Done,
            Value::Int(value) | Value::CInt(value) => Seen::Int(value),
            Value::Float(bits) | Value::CDouble(bits) => Seen::Float(bits),
            Value::CPtr(bits) => Seen::Pointer(bits),
            Value::CBool(value) => Seen::Bool(value),
            Value::Object(id) => {
                let object = self.heap.object(id);
                match object.kind {
                    kind if kind == Kind::of(Type::BOOL) => Seen::Bool(object.number != 0),
                    kind if kind == Kind::of(Type::NONE_TYPE) => Seen::None,
                    kind if kind == Kind::of(Type::ELLIPSIS_TYPE) => Seen::Ellipsis,
                    kind if kind == Kind::of(Type::NOT_IMPLEMENTED_TYPE) => Seen::NotImplemented,
                    _ => Seen::Object(self.heap.see(id)),
                }
            }
        }
    }
}
