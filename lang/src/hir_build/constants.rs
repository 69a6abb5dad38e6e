//! Constants of the bytecode as constants of HIR.

use super::emit::Build;
use crate::bytecode::{Const, Text};
use hir::{Constant, Type, ValueId};

impl Build<'_> {
    /// Constant `index` of the code.
    pub(super) fn code_constant(&mut self, index: u32) -> ValueId {
        let constant = constant(&self.code.consts[index as usize], index);
        self.constant(constant)
    }

    /// The names of a call's keyword arguments: constant `index` of the code.
    pub(super) fn keyword_names(&mut self, index: u32) -> hir::Imm {
        let names = match &self.code.consts[index as usize] {
            Const::Tuple(items) => items.iter().map(text).collect::<Option<Vec<_>>>(),
            _ => None,
        };
        let constant = match names {
            Some(names) => Constant::Names(names.into()),
            None => Constant::Entry { index, ty: Type::TUPLE_EXACT },
        };
        hir::Imm::Const(self.func.intern_constant(constant))
    }
}

fn text(constant: &Const) -> Option<Box<str>> {
    match constant {
        Const::Str(Text::Utf8(text)) => Some(text.clone()),
        _ => None,
    }
}

fn constant(constant: &Const, index: u32) -> Constant {
    let entry = |ty| Constant::Entry { index, ty };
    match constant {
        Const::None => Constant::None,
        Const::True => Constant::True,
        Const::False => Constant::False,
        Const::Ellipsis => Constant::Ellipsis,
        Const::Int(value) => Constant::int(*value).unwrap_or_else(|| entry(Type::BIG_INT)),
        Const::BigInt(_) => entry(Type::BIG_INT),
        Const::Float(value) => Constant::Float(value.to_bits()),
        Const::Str(Text::Utf8(text)) => Constant::Str(text.clone()),
        Const::Str(Text::Points(_)) => entry(Type::STR_EXACT),
        Const::Bytes(_) => entry(Type::BYTES_EXACT),
        Const::Tuple(_) => entry(Type::TUPLE_EXACT),
        Const::FrozenSet(_) => entry(Type::FROZEN_SET_EXACT),
        Const::Code(_) => entry(Type::CODE),
    }
}
