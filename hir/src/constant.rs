//! Constants. They are uniqued: two constants of a function are equal exactly if their ids are.

use crate::ty::{Spec, Type};
use crate::{ConstId, Function};

/// A constant. Nothing in it is an address: what is no plain data is an index into a table of the code's owner.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Constant {
    /// The empty word.
    Nullptr,
    /// `None`.
    None,
    /// `True`.
    True,
    /// `False`.
    False,
    /// `Ellipsis`.
    Ellipsis,
    /// `NotImplemented`.
    NotImplemented,
    /// A small integer: 63 bits ([`Constant::int`] checks).
    Int(i64),
    /// A float, by its bits. It may need an object; the code's owner keeps it then.
    Float(u64),
    /// A string, which the code's owner keeps.
    Str(Box<str>),
    /// Names of keyword arguments, a tuple of strings that the code's owner keeps.
    Names(Box<[Box<str>]>),
    /// Entry of the code's constant table: any object, kept by the code's owner.
    Entry {
        /// Index into the table.
        index: u32,
        /// What it is.
        ty: Type,
    },
    /// Entry of the engine's table of objects that code was specialised to (classes, functions); kept alive by the code.
    Object {
        /// Index into the table.
        index: u32,
        /// What it is.
        ty: Type,
    },
    /// A machine integer.
    CInt(i64),
    /// A machine float, by its bits.
    CDouble(u64),
    /// A machine truth value.
    CBool(bool),
}

impl Constant {
    /// Smallest and largest integer that is a word.
    pub const SMALL_INTS: std::ops::RangeInclusive<i64> = -(1 << 62)..=(1 << 62) - 1;

    /// A small integer, or nothing if it does not fit 63 bits.
    pub fn int(value: i64) -> Option<Constant> {
        Constant::SMALL_INTS.contains(&value).then_some(Constant::Int(value))
    }

    /// Whether a float is kept in the word: zero, or an exponent in the middle half of the range, but for the smallest such number, whose
    /// word is that of zero.
    pub fn is_word_float(value: f64) -> bool {
        const SMALLEST: u64 = 0x300 << 52;
        const BEYOND: u64 = 0x500 << 52;
        value == 0.0 || (SMALLEST + 1..BEYOND).contains(&value.abs().to_bits())
    }

    /// The type of the constant `id`, which is this.
    pub(crate) fn ty(&self, id: ConstId) -> Type {
        match self {
            Constant::Nullptr => Type::NULLPTR,
            Constant::None => Type::NONE_TYPE.immortal().with_spec(Spec::Value(id)),
            Constant::True | Constant::False => Type::BOOL.immortal().with_spec(Spec::Value(id)),
            Constant::Ellipsis => Type::ELLIPSIS_TYPE.immortal().with_spec(Spec::Value(id)),
            Constant::NotImplemented => Type::NOT_IMPLEMENTED_TYPE.immortal().with_spec(Spec::Value(id)),
            Constant::Int(_) => Type::SMALL_INT.with_spec(Spec::Value(id)),
            Constant::Float(bits) if Constant::is_word_float(f64::from_bits(*bits)) => {
                Type::WORD_FLOAT.with_spec(Spec::Value(id))
            }
            Constant::Float(_) => Type::HEAP_FLOAT.with_spec(Spec::Value(id)),
            Constant::Str(_) => Type::STR_EXACT.with_spec(Spec::Value(id)),
            Constant::Names(_) => Type::TUPLE_EXACT.with_spec(Spec::Value(id)),
            Constant::Entry { ty, .. } | Constant::Object { ty, .. } => ty.with_spec(Spec::Value(id)),
            Constant::CInt(_) => Type::C_INT64.with_spec(Spec::Value(id)),
            Constant::CDouble(_) => Type::C_DOUBLE.with_spec(Spec::Value(id)),
            Constant::CBool(_) => Type::C_BOOL.with_spec(Spec::Value(id)),
        }
    }
}

impl Function {
    /// The type of a constant, the known value included.
    pub fn constant_type(&self, id: ConstId) -> Type {
        self.constant(id).ty(id)
    }
}
