//! The emitter: instructions with labels, constants and names of one body, before layout.

use crate::bytecode::{Const, Insn, Op, Pos, Text};
use rustc_hash::FxHashMap;

/// A place in the code, bound or to be bound.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Label(pub u32);

/// An index into [`Code::handlers`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct HandlerId(pub u32);

/// An exception handler: where it begins, and the first temporary to release.
#[derive(Clone, Copy, Debug)]
pub(super) struct HandlerAt {
    pub label: Label,
    pub depth: u16,
}

/// An instruction before layout; a jump's `d` is a label.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ins {
    pub insn: Insn,
    pub pos: Pos,
    pub handler: Option<HandlerId>,
}

const UNBOUND: u32 = u32::MAX;

/// The growing code of one body.
#[derive(Debug, Default)]
pub(super) struct Code {
    pub ins: Vec<Ins>,
    /// The instruction each label stands before.
    pub labels: Vec<u32>,
    pub handlers: Vec<HandlerAt>,
    /// The handler of what is emitted now.
    pub handler: Option<HandlerId>,
    /// The position of what is emitted now.
    pub pos: Pos,
    /// Ranges of handlers' instructions, which layout moves behind the rest.
    pub cold: Vec<std::ops::Range<u32>>,
    cold_depth: u32,
    pub names: Vec<Box<str>>,
    name_index: FxHashMap<Box<str>, u32>,
    pub consts: Vec<Const>,
    const_index: FxHashMap<Vec<u8>, u32>,
}

impl Code {
    /// A label to be bound later.
    pub fn label(&mut self) -> Label {
        self.labels.push(UNBOUND);
        Label(self.labels.len() as u32 - 1)
    }

    /// A label bound here.
    pub fn here(&mut self) -> Label {
        self.labels.push(self.ins.len() as u32);
        Label(self.labels.len() as u32 - 1)
    }

    /// Binds `label` here.
    pub fn bind(&mut self, label: Label) {
        debug_assert_eq!(self.labels[label.0 as usize], UNBOUND, "label bound twice");
        self.labels[label.0 as usize] = self.ins.len() as u32;
    }

    /// Appends an instruction with the current position and handler.
    pub fn push(&mut self, insn: Insn) {
        self.ins.push(Ins { insn, pos: self.pos, handler: self.handler });
    }

    /// Appends an instruction of registers only.
    pub fn op(&mut self, op: Op, n: u8, a: u16, b: u16, c: u16) {
        self.push(Insn { n, ..Insn::new(op, a, b, c) });
    }

    /// Appends an unconditional jump; layout decides whether it goes back.
    pub fn jump(&mut self, target: Label) {
        self.push(Insn { d: target.0, ..Insn::new(Op::Jump, 0, 0, 0) });
    }

    /// What is emitted until `end_cold` only runs after an exception; what comes before does not run into it.
    pub fn begin_cold(&mut self) {
        if self.cold_depth == 0 {
            let here = self.ins.len() as u32;
            self.cold.push(here..here);
        }
        self.cold_depth += 1;
    }

    /// Ends `begin_cold`; what is emitted next is not run into either.
    pub fn end_cold(&mut self) {
        self.cold_depth -= 1;
        if self.cold_depth == 0
            && let Some(range) = self.cold.last_mut()
        {
            range.end = self.ins.len() as u32;
        }
    }

    /// A handler at `label`, releasing from temporary `depth` up.
    pub fn new_handler(&mut self, label: Label, depth: u16) -> HandlerId {
        self.handlers.push(HandlerAt { label, depth });
        HandlerId(self.handlers.len() as u32 - 1)
    }

    /// Index of `name`.
    pub fn name(&mut self, name: &str) -> u32 {
        if let Some(&index) = self.name_index.get(name) {
            return index;
        }
        let index = self.names.len() as u32;
        self.names.push(name.into());
        self.name_index.insert(name.into(), index);
        index
    }

    /// Index of `value`, shared with an equal constant of the same type.
    pub fn constant(&mut self, value: Const) -> u32 {
        let mut key = Vec::new();
        if !constant_key(&value, &mut key) {
            self.consts.push(value);
            return self.consts.len() as u32 - 1;
        }
        if let Some(&index) = self.const_index.get(&key) {
            return index;
        }
        let index = self.consts.len() as u32;
        self.consts.push(value);
        self.const_index.insert(key, index);
        index
    }
}

/// Appends to `key` what tells `value` from different constants; false if it is never shared.
fn constant_key(value: &Const, key: &mut Vec<u8>) -> bool {
    let sized = |key: &mut Vec<u8>, tag: u8, bytes: &[u8]| {
        key.push(tag);
        key.extend_from_slice(&(bytes.len() as u64).to_le_bytes());
        key.extend_from_slice(bytes);
    };
    match value {
        Const::None => key.push(b'N'),
        Const::True => key.push(b'T'),
        Const::False => key.push(b'F'),
        Const::Ellipsis => key.push(b'.'),
        Const::Int(n) => sized(key, b'i', &n.to_le_bytes()),
        Const::BigInt(digits) => sized(key, b'I', digits.as_bytes()),
        Const::Float(x) => sized(key, b'f', &x.to_bits().to_le_bytes()),
        Const::Str(Text::Utf8(text)) => sized(key, b's', text.as_bytes()),
        Const::Str(Text::Points(points)) => {
            let bytes: Vec<u8> = points.iter().flat_map(|p| p.to_le_bytes()).collect();
            sized(key, b'S', &bytes);
        }
        Const::Bytes(bytes) => sized(key, b'b', bytes),
        Const::Tuple(items) | Const::FrozenSet(items) => {
            let tag = if matches!(value, Const::Tuple(_)) { b'(' } else { b'{' };
            sized(key, tag, &(items.len() as u64).to_le_bytes());
            return items.iter().all(|item| constant_key(item, key));
        }
        Const::Code(_) => return false,
    }
    true
}
