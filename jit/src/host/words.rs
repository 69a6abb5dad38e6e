//! Words for HIR's constants and types.

use super::Host;
use crate::helpers::types::type_of;
use crate::lower::Resolver;
use crate::natives::word_of;
use hir::{Constant, Opcode, Spec, Type};
use runtime::{Exc, Owned, Raised, Rt, Value};

/// A host as its functions see it when they are compiled.
pub(super) struct Words<'h>(pub &'h Host);

impl Words<'_> {
    /// Keeps an object as long as the host.
    fn pin(&self, object: Result<Owned, Raised>) -> Option<Value> {
        let rt = &self.0.rt;
        let object = object.map_err(|raised| rt.forget(raised)).ok()?;
        let value = *object;
        self.0.pins.borrow_mut().push(object);
        Some(value)
    }

    fn make(&self, constant: &Constant) -> Option<Value> {
        let rt = &self.0.rt;
        match constant {
            Constant::None => Some(Value::none()),
            Constant::True => Some(Value::bool(true)),
            Constant::False => Some(Value::bool(false)),
            Constant::Ellipsis => Some(Value::ellipsis()),
            Constant::NotImplemented => Some(Value::not_implemented()),
            Constant::Float(bits) => self.pin(rt.float(f64::from_bits(*bits))),
            Constant::Str(text) => self.pin(rt.intern(text)),
            Constant::Names(names) => {
                let names: Result<Vec<Owned>, Raised> = names.iter().map(|name| rt.intern(name)).collect();
                self.pin(names.and_then(|names| rt.tuple_from_owned(names)))
            }
            Constant::Entry { index, ty } => {
                let entry = self.0.entries.borrow().get(*index as usize).map(Owned::value)?;
                is_of(rt, entry, *ty).then_some(entry)
            }
            // Words that lowering makes itself, and a table that a host does not have.
            Constant::Nullptr
            | Constant::Int(_)
            | Constant::CInt(_)
            | Constant::CDouble(_)
            | Constant::CBool(_)
            | Constant::Object { .. } => None,
        }
    }
}

impl Resolver for Words<'_> {
    fn constant(&self, constant: &Constant) -> Option<u64> {
        if let Some(&word) = self.0.constants.borrow().get(constant) {
            return Some(word);
        }
        let word = word_of(self.make(constant)?);
        self.0.constants.borrow_mut().insert(constant.clone(), word);
        Some(word)
    }

    fn name(&self, name: &str) -> Option<u64> {
        self.constant(&Constant::Str(name.into()))
    }

    fn native(&self, name: &str) -> Option<*const u8> {
        self.0.natives.address(name)
    }

    fn has_helper(&self, op: Opcode) -> bool {
        // SAFETY: the context is the host's; nobody holds a reference into it.
        unsafe { !(*self.0.context.get()).helpers[op as usize].is_null() }
    }

    fn slot_offset(&self, shape: u32, slot: u32) -> Option<i32> {
        self.0.rt.slot_offset(shape, slot as usize).and_then(|offset| i32::try_from(offset).ok())
    }
}

/// Whether a value is of a type. Not of one that is refined to a constant, which only its function knows.
pub(super) fn is_of(rt: &Rt, value: Value, ty: Type) -> bool {
    let refined = match ty.spec() {
        Spec::None => true,
        Spec::Shape(shape) => value.is_ptr() && value.has_shape(shape),
        Spec::Len(len) => rt.as_tuple(value).is_some_and(|items| items.len() == len as usize),
        Spec::Value(_) => false,
    };
    refined && type_of(rt, value).is_subtype(ty.with_spec(Spec::None))
}

/// What `True` and `False` hold.
pub(super) fn truth(value: Value) -> Option<bool> {
    [false, true].into_iter().find(|&truth| value == Value::bool(truth))
}

/// The value for the result of a function that gives this type.
pub(super) fn value(rt: &Rt, ty: Type, bits: u64) -> Result<Owned, Raised> {
    if ty.is_subtype(Type::C_INT64) {
        rt.int(bits as i64)
    } else if ty.is_subtype(Type::C_DOUBLE) {
        rt.float(f64::from_bits(bits))
    } else if ty.is_subtype(Type::C_BOOL) {
        Ok(Value::bool(bits & 1 != 0).own())
    } else {
        match super::exits::value_of(bits) {
            value if ty.is_subtype(Type::OPT_OBJECT) || !ty.is_machine() && value != Value::ITER_DONE => {
                Ok(Owned::from_raw(value))
            }
            _ => Err(rt.raise(Exc::SystemError, "the function's result is no value of the language")),
        }
    }
}

/// The first of several errors.
pub(super) fn first<E: ToString>(errors: &[E]) -> String {
    errors.first().map(ToString::to_string).unwrap_or_default()
}
