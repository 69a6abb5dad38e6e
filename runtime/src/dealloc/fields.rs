//! Where objects of a fixed layout keep their references.

use crate::class::TypeObj;
use crate::object::*;
use crate::value::{Slot, Value};
use std::mem::offset_of;

/// Offsets of the reference fields of a fixed-layout kind, in the order they are released.
#[inline]
pub(super) fn fixed_slots(kind: Kind) -> &'static [usize] {
    macro_rules! offsets {
        ($t:ty: $($f:ident)*) => { &[$(offset_of!($t, $f)),*] };
    }
    match kind {
        Kind::Range => offsets!(RangeObj: start stop step len),
        Kind::Slice => offsets!(SliceObj: step start stop),
        Kind::Function => {
            offsets!(FunctionObj: globals module name qualname code annotate annotations doc dict closure defaults kwdefaults)
        }
        Kind::Native => offsets!(NativeObj: receiver owner),
        Kind::BoundMethod => offsets!(BoundMethodObj: func receiver),
        Kind::Cell => offsets!(CellObj: contents),
        Kind::Module => offsets!(ModuleObj: dict name),
        Kind::Exception => offsets!(ExceptionObj: extra2 extra args traceback cause context),
        Kind::Traceback => offsets!(TracebackObj: next frame),
        Kind::Frame => offsets!(FrameObj: code globals back),
        Kind::Generator => offsets!(GeneratorObj: func code name qualname frame handled),
        Kind::Property => offsets!(PropertyObj: get set del doc name),
        Kind::ClassMethod | Kind::StaticMethod => offsets!(WrapperObj: func),
        Kind::Super => offsets!(SuperObj: class receiver receiver_class),
        Kind::WeakRef => offsets!(WeakRefObj: callback),
        Kind::Type => offsets!(TypeObj: dict bases mro name qualname),
        Kind::Member => offsets!(MemberObj: name owner),
        Kind::GetSet => offsets!(GetSetObj: owner),
        Kind::MappingProxy => offsets!(MappingProxyObj: mapping),
        Kind::ListIter | Kind::TupleIter | Kind::StrIter => offsets!(SeqIterObj: seq),
        Kind::DictIter => offsets!(crate::types::dict_views::DictIterObj: dict),
        Kind::DictView => offsets!(crate::types::dict_views::DictViewObj: dict),
        Kind::SetIter => offsets!(crate::types::set::SetIterObj: set),
        Kind::Free
        | Kind::None
        | Kind::Bool
        | Kind::Ellipsis
        | Kind::NotImplemented
        | Kind::Int
        | Kind::Float
        | Kind::Str
        | Kind::Bytes
        | Kind::ByteArray
        | Kind::List
        | Kind::Tuple
        | Kind::Dict
        | Kind::Set
        | Kind::FrozenSet
        | Kind::Code
        | Kind::Instance
        | Kind::Boxed
        | Kind::RangeIter => &[],
    }
}

/// Offsets of the reference fields of a fixed-layout kind, in the order the collector visits them.
pub(super) fn visited_slots(kind: Kind) -> &'static [usize] {
    macro_rules! offsets {
        ($t:ty: $($f:ident)*) => { &[$(offset_of!($t, $f)),*] };
    }
    match kind {
        Kind::Function => {
            offsets!(FunctionObj: code globals module defaults kwdefaults doc name dict closure annotations annotate qualname)
        }
        other => fixed_slots(other),
    }
}

pub(super) fn fixed_slot<'a>(v: Value, offset: usize) -> &'a Slot {
    // SAFETY: offsets come from `fixed_slots` of the object's own kind.
    unsafe { &*v.as_ptr().cast::<u8>().add(offset).cast::<Slot>() }
}
