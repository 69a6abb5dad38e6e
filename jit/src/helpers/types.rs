//! Which type of the lattice a value is of.

use super::helpers;
use hir::Type;
use runtime::object::Kind;
use runtime::{Rt, Value};

helpers! {
    /// Whether the value is of one of these atoms.
    IsType fn is_type(rt, atoms: u64, value: Value) -> bool {
        Ok(type_of(rt, value).atom_bits() & atoms != 0)
    }
}

/// The smallest type without refinements that a word of the language, the empty word, or the end of an iteration is of.
pub fn type_of(rt: &Rt, value: Value) -> Type {
    if value.is_small_int() {
        Type::SMALL_INT
    } else if value.is_word_float() {
        Type::WORD_FLOAT
    } else if value.is_empty() {
        Type::NULLPTR
    } else if value == Value::ITER_DONE {
        Type::ITER_DONE
    } else {
        let kind = rt.shape_of(value).kind;
        let (exact, sub) = types_of_kind(kind);
        if value.shape() == kind as u32 { exact } else { sub }
    }
}

/// The types of objects of a kind: of those of the built-in class itself, and of those of classes that derive from it.
fn types_of_kind(kind: Kind) -> (Type, Type) {
    let both = |ty| (ty, ty);
    match kind {
        Kind::Int => (Type::BIG_INT, Type::INT_SUB),
        Kind::Float => (Type::HEAP_FLOAT, Type::FLOAT_SUB),
        Kind::Str => (Type::STR_EXACT, Type::STR_SUB),
        Kind::Bytes => (Type::BYTES_EXACT, Type::BYTES_SUB),
        Kind::Tuple => (Type::TUPLE_EXACT, Type::TUPLE_SUB),
        Kind::List => (Type::LIST_EXACT, Type::LIST_SUB),
        Kind::Dict => (Type::DICT_EXACT, Type::DICT_SUB),
        Kind::Set => (Type::SET_EXACT, Type::SET_SUB),
        Kind::FrozenSet => (Type::FROZEN_SET_EXACT, Type::FROZEN_SET_SUB),
        Kind::None => both(Type::NONE_TYPE),
        Kind::Bool => both(Type::BOOL),
        Kind::Ellipsis => both(Type::ELLIPSIS_TYPE),
        Kind::NotImplemented => both(Type::NOT_IMPLEMENTED_TYPE),
        Kind::Range => both(Type::RANGE),
        Kind::Slice => both(Type::SLICE),
        Kind::Cell => both(Type::CELL),
        Kind::Function => both(Type::FUNCTION),
        Kind::Native => both(Type::NATIVE_FUNCTION),
        Kind::BoundMethod => both(Type::METHOD),
        Kind::Type => both(Type::CLASS),
        Kind::Module => both(Type::MODULE),
        Kind::Code => both(Type::CODE),
        Kind::Generator => both(Type::GENERATOR),
        Kind::Exception => both(Type::EXCEPTION),
        Kind::Instance => both(Type::INSTANCE),
        Kind::ListIter | Kind::TupleIter | Kind::RangeIter | Kind::DictIter | Kind::StrIter | Kind::SetIter => {
            both(Type::ITERATOR)
        }
        Kind::Free
        | Kind::ByteArray
        | Kind::Traceback
        | Kind::Frame
        | Kind::Property
        | Kind::ClassMethod
        | Kind::StaticMethod
        | Kind::Super
        | Kind::WeakRef
        | Kind::Boxed
        | Kind::DictView
        | Kind::MappingProxy
        | Kind::Member
        | Kind::GetSet => both(Type::OTHER),
    }
}
