//! Attribute storage of instances: slots inside the object, an overflow buffer, or a dictionary.
//!
//! See [`AttrPart`]: it follows the part that the object's kind has, and the in-object slots follow it.

use crate::class::{TypeObj, flag};
use crate::error::{Raised, Res};
use crate::object::*;
use crate::rt::Rt;
use crate::shape::{MAX_SLOTS, Shape};
use crate::value::{Owned, Value};
use std::cell::Cell;
use std::ptr::NonNull;

const _: () = assert!(size_of::<Header>() == 8 && size_of::<AttrPart>() == 8);

/// Offset of a plain instance's first in-object slot.
pub const INSTANCE_SLOTS_OFFSET: usize = size_of::<Header>() + size_of::<AttrPart>();

/// Size of the part of an object that its kind has, where [`AttrPart`] begins.
pub(crate) fn base_size(kind: Kind, v: Value) -> usize {
    let size = match kind {
        Kind::Free | Kind::None | Kind::Bool | Kind::Ellipsis | Kind::NotImplemented | Kind::Instance => {
            size_of::<Header>()
        }
        Kind::Int => size_of::<IntObj>(),
        Kind::Float => size_of::<FloatObj>(),
        Kind::Str => {
            let t = crate::string::text(v);
            size_of::<StrObj>() + t.len() * if matches!(t, crate::string::Text::Wide(_)) { 4 } else { 1 }
        }
        // SAFETY: the kind says the layout.
        Kind::Bytes => size_of::<BytesObj>() + unsafe { v.layout::<BytesObj>() }.len,
        Kind::ByteArray => size_of::<ByteArrayObj>(),
        Kind::List => size_of::<ListObj>(),
        Kind::Tuple => size_of::<TupleObj>() + crate::tuple::tuple_items(v).len() * 8,
        Kind::Dict => size_of::<crate::dict::DictObj>(),
        Kind::Set | Kind::FrozenSet => size_of::<crate::set::SetObj>(),
        Kind::Range => size_of::<RangeObj>(),
        Kind::Slice => size_of::<SliceObj>(),
        Kind::Function => size_of::<FunctionObj>(),
        Kind::Native => size_of::<NativeObj>(),
        Kind::BoundMethod => size_of::<BoundMethodObj>(),
        Kind::Cell => size_of::<CellObj>(),
        Kind::Code => size_of::<CodeObj>(),
        Kind::Type => size_of::<TypeObj>(),
        Kind::Module => size_of::<ModuleObj>(),
        Kind::Exception => size_of::<ExceptionObj>(),
        Kind::Traceback => size_of::<TracebackObj>(),
        Kind::Frame => size_of::<FrameObj>(),
        Kind::Generator => size_of::<GeneratorObj>(),
        Kind::Property => size_of::<PropertyObj>(),
        Kind::ClassMethod | Kind::StaticMethod => size_of::<WrapperObj>(),
        Kind::Super => size_of::<SuperObj>(),
        Kind::WeakRef => size_of::<WeakRefObj>(),
        Kind::Boxed => crate::boxed::size_of_boxed(v),
        Kind::ListIter | Kind::TupleIter | Kind::StrIter => size_of::<SeqIterObj>(),
        Kind::RangeIter => size_of::<RangeIterObj>(),
        Kind::DictIter => size_of::<crate::types::dict_views::DictIterObj>(),
        Kind::DictView => size_of::<crate::types::dict_views::DictViewObj>(),
        Kind::SetIter => size_of::<crate::types::set::SetIterObj>(),
        Kind::MappingProxy => size_of::<MappingProxyObj>(),
        Kind::Member => size_of::<MemberObj>(),
        Kind::GetSet => size_of::<GetSetObj>(),
    };
    size.next_multiple_of(8)
}

/// Where the attribute part of an object begins.
#[inline]
fn attr_ptr(shape: &Shape, v: Value) -> *mut u8 {
    let offset = if shape.kind == Kind::Instance { size_of::<Header>() } else { base_size(shape.kind, v) };
    // SAFETY: objects of a shape with `has_attrs` are allocated with an attribute part after their base.
    unsafe { v.as_ptr().cast::<u8>().add(offset) }
}

/// The attribute part of an object whose shape has one.
fn attr_part<'a>(shape: &Shape, v: Value) -> &'a AttrPart {
    // SAFETY: see `attr_ptr`.
    unsafe { &*attr_ptr(shape, v).cast::<AttrPart>() }
}

/// Slot `i` of an object. The shape has at least `i + 1` names (or the storage was just grown).
fn slot<'a>(shape: &Shape, v: Value, i: usize) -> &'a Cell<Value> {
    let part = attr_ptr(shape, v);
    let cap = shape.inline_cap as usize;
    // SAFETY: in-object slots follow the attribute part; further ones are in the overflow buffer, which is grown
    // before a shape with more names is set.
    unsafe {
        if i < cap {
            &*part.add(size_of::<AttrPart>()).cast::<Cell<Value>>().add(i)
        } else {
            &*(*part.cast::<AttrPart>()).overflow.get().as_ptr().cast::<Cell<Value>>().add(i - cap)
        }
    }
}

/// Bytes of a plain instance that is of its class's root shape.
fn new_instance_size(root: &Shape) -> usize {
    if root.has_attrs { INSTANCE_SLOTS_OFFSET + root.inline_cap as usize * 8 } else { size_of::<Header>() }
}

/// The slots of a plain instance, if all of them are inside the object.
#[inline(always)]
pub(crate) fn inline_slots<'a>(shape: &Shape, v: Value) -> Option<&'a [Cell<Value>]> {
    let len = shape.names.len();
    if shape.dict_mode || len > shape.inline_cap as usize || shape.kind != Kind::Instance {
        return None;
    }
    // SAFETY: the shape says that the object has as many slots behind its attribute part; with none the slice is empty.
    Some(unsafe { std::slice::from_raw_parts(v.as_ptr().cast::<u8>().add(INSTANCE_SLOTS_OFFSET).cast(), len) })
}

/// Places in an overflow buffer that holds `n` slots.
fn overflow_cap(n: usize) -> usize {
    if n == 0 { 0 } else { n.next_power_of_two().max(4) }
}

/// Reads `__dict__` of an instance whose class gives it one.
///
/// # Errors
/// AttributeError if it has none; MemoryError.
pub fn get_instance_dict(rt: &Rt, v: Value) -> Res {
    if rt.kind_of_ptr(v).is_some() && rt.shape_of(v).has_attrs && rt.has_instance_dict(rt.class_of(v)) {
        return rt.instance_dict(v);
    }
    Err(rt.no_attribute(v, rt.names.__dict__))
}

/// Replaces or deletes `__dict__` of an instance whose class gives it one.
///
/// # Errors
/// TypeError if the value is no dict; AttributeError; MemoryError.
pub fn set_instance_dict(rt: &Rt, v: Value, value: Option<Value>) -> Result<(), Raised> {
    let dict = match value {
        None => rt.new_dict()?,
        Some(d) if rt.is_dict(d) => d.own(),
        Some(d) => {
            let got = rt.type_name(d);
            return Err(rt.type_error(format!("__dict__ must be set to a dictionary, not a '{got}'")));
        }
    };
    if rt.kind_of_ptr(v).is_some() && rt.shape_of(v).has_attrs && rt.has_instance_dict(rt.class_of(v)) {
        return rt.set_instance_dict(v, dict);
    }
    Err(rt.no_attribute(v, rt.names.__dict__))
}

impl Rt {
    /// An object of layout `T` for class `class` (which may be empty only while the built-in types are made), with
    /// empty attribute storage. `make` gets the root shape's id.
    ///
    /// # Errors
    /// MemoryError.
    pub(crate) fn alloc_instance_with<T>(&self, class: Value, make: impl FnOnce(u32) -> T) -> Res {
        let (root, heap) = match class.some() {
            Some(c) => {
                let t = self.type_data(c);
                (t.root_shape.get(), t.flags.get() & flag::HEAP != 0)
            }
            None => (shape_id::TYPE, false),
        };
        let shape = self.shapes.get(root);
        let base = size_of::<T>().next_multiple_of(8);
        let extra = if shape.has_attrs { 8 + shape.inline_cap as usize * 8 } else { 0 };
        let Some(p) = self.heap.alloc_object(base + extra) else { return Err(self.memory_error()) };
        // SAFETY: the block has room for `T`, the attribute part and the slots.
        unsafe {
            p.as_ptr().add(base).write_bytes(0, extra);
            p.cast::<T>().write(make(root));
        }
        if heap {
            class.incref();
        }
        Ok(Owned::from_raw(Value::from_ptr(p.as_ptr())))
    }

    /// A plain instance of `class`, whose layout kind is `Instance`.
    ///
    /// # Errors
    /// MemoryError.
    #[inline]
    pub fn new_instance(&self, class: Value) -> Res {
        let t = self.type_data(class);
        let root = t.root_shape.get();
        let shape = self.shapes.get(root);
        let p = self.alloc_zeroed(new_instance_size(shape), root)?;
        if t.flags.get() & flag::HEAP != 0 {
            class.incref();
        }
        Ok(Owned::from_raw(Value::from_ptr(p.as_ptr())))
    }

    /// How many bytes a new instance of the class has whose root shape is `root` ([`Rt::new_instance`]), and whether it holds a reference to its
    /// class; `None` if that is no root of a class with plain instances.
    pub fn new_instance_layout(&self, root: u32) -> Option<(usize, bool)> {
        let shape = self.shapes.get(root);
        let class = shape.class.get().some().filter(|_| shape.kind == Kind::Instance && shape.root == root)?;
        Some((new_instance_size(shape), self.type_data(class).flags.get() & flag::HEAP != 0))
    }

    /// An instance of a class derived from a variable-size built-in (str, bytes, tuple): `base` bytes for the kind's part,
    /// zeroed after the header, then attribute storage.
    ///
    /// # Errors
    /// MemoryError.
    pub(crate) fn alloc_instance_sized(&self, class: Value, base: usize) -> Result<NonNull<u8>, Raised> {
        let t = self.type_data(class);
        let root = t.root_shape.get();
        let shape = self.shapes.get(root);
        let extra = if shape.has_attrs { 8 + shape.inline_cap as usize * 8 } else { 0 };
        let Some(size) = base.checked_next_multiple_of(8).and_then(|b| b.checked_add(extra)) else {
            return Err(self.memory_error());
        };
        let p = self.alloc_zeroed(size, root)?;
        if t.flags.get() & flag::HEAP != 0 {
            class.incref();
        }
        Ok(p)
    }

    /// Attribute `name` (interned) stored on the instance itself, borrowed.
    pub fn instance_get(&self, v: Value, name: Value) -> Option<Value> {
        let shape = self.shape_of(v);
        if !shape.has_attrs {
            return None;
        }
        if let Some(i) = shape.find(name) {
            return slot(shape, v, i).get().some();
        }
        if shape.dict_mode {
            return self.dict_get_str(attr_part(shape, v).overflow.get(), name);
        }
        None
    }

    /// Slot `i` of an instance whose shape has it, borrowed; the empty word if it is unset.
    #[inline]
    pub fn instance_slot(&self, v: Value, i: usize) -> Value {
        slot(self.shape_of(v), v, i).get()
    }

    /// Empties slot `i` of an instance whose shape has it; `None` if it was empty.
    pub fn instance_take_slot(&self, v: Value, i: usize) -> Option<Owned> {
        Owned::from_raw_option(slot(self.shape_of(v), v, i).replace(Value::EMPTY))
    }

    /// Gives an instance the same attributes under class `class`, whose layout is the same. The references to the classes are the caller's.
    ///
    /// # Errors
    /// MemoryError.
    pub(crate) fn reshape(&self, v: Value, class: Value) -> Result<(), Raised> {
        let root = self.type_data(class).root_shape.get();
        let shape = self.shape_of(v);
        let cap = self.shapes.get(root).inline_cap;
        let to = if !shape.dict_mode && (shape.names.len() == shape.fixed as usize || cap == shape.inline_cap) {
            shape.names[shape.fixed as usize..].iter().fold(root, |at, name| self.shapes.with_attr(at, *name))
        } else {
            // The slots after those of `__slots__` may lie elsewhere in the new class's instances.
            drop(self.instance_dict(v)?);
            self.shapes.dict_mode_of(root)
        };
        v.header().shape.set(to);
        Ok(())
    }

    /// Where slot `i` of an object of shape `id` is, in bytes from its start, if that is the same for every such object.
    pub fn slot_offset(&self, id: u32, i: usize) -> Option<u32> {
        let shape = self.shapes.get(id);
        if i >= shape.inline_cap as usize {
            return None;
        }
        let base = match shape.kind {
            Kind::Instance => size_of::<Header>(),
            Kind::Exception => size_of::<ExceptionObj>(),
            Kind::List => size_of::<ListObj>(),
            Kind::Dict => size_of::<crate::dict::DictObj>(),
            _ => return None,
        };
        Some((base.next_multiple_of(8) + size_of::<AttrPart>() + i * 8) as u32)
    }

    /// Appends a value to an instance whose shape is `from`, which goes to shape `to` that has exactly one name more.
    ///
    /// # Errors
    /// MemoryError.
    pub fn instance_append(&self, v: Value, from: u32, to: u32, value: Owned) -> Result<(), Raised> {
        debug_assert_eq!(v.shape(), from);
        self.append_slot(v, self.shapes.get(from), value)?;
        v.header().shape.set(to);
        Ok(())
    }

    /// Stores into slot `i` of an instance whose shape has it, and releases the old value.
    #[inline]
    pub fn instance_set_slot(&self, v: Value, i: usize, value: Owned) {
        slot(self.shape_of(v), v, i).replace(value.into_raw()).decref();
    }

    /// Stores attribute `name` (interned) on the instance itself. `Ok(false)` if it cannot have it; `value` is dropped then.
    ///
    /// # Errors
    /// MemoryError.
    pub fn instance_set(&self, v: Value, name: Value, value: Owned) -> Result<bool, Raised> {
        let id = v.header().shape.get();
        let shape = self.shapes.get(id);
        if let Some(i) = shape.find(name) {
            slot(shape, v, i).replace(value.into_raw()).decref();
            return Ok(true);
        }
        if shape.dict_mode {
            self.dict_set_str(attr_part(shape, v).overflow.get(), name, value)?;
            return Ok(true);
        }
        if !shape.open {
            return Ok(false);
        }
        if shape.names.len() >= MAX_SLOTS {
            let dict = self.instance_dict(v)?;
            self.dict_set_str(*dict, name, value)?;
            return Ok(true);
        }
        self.append_slot(v, shape, value)?;
        v.header().shape.set(self.shapes.with_attr(id, name));
        Ok(true)
    }

    fn append_slot(&self, v: Value, shape: &Shape, value: Owned) -> Result<(), Raised> {
        let i = shape.names.len();
        let cap = shape.inline_cap as usize;
        if i >= cap {
            let (old, new) = (overflow_cap(i - cap), overflow_cap(i - cap + 1));
            if new > old {
                let part = attr_part(shape, v);
                let p = match NonNull::new(part.overflow.get().as_ptr().cast::<u8>()) {
                    // SAFETY: the buffer came from this heap and belongs to this object alone.
                    Some(p) => unsafe { self.heap.realloc_raw(p, old * 8, new * 8) },
                    None => self.heap.alloc_raw(new * 8),
                };
                let Some(p) = p else { return Err(self.memory_error()) };
                part.overflow.set(Value::from_ptr(p.as_ptr()));
            }
            // The place is fresh memory: write it without looking at what was there.
            slot(shape, v, i).set(Value::EMPTY);
        }
        slot(shape, v, i).replace(value.into_raw()).decref();
        Ok(())
    }

    /// Removes attribute `name` (interned) from the instance itself. `Ok(None)` if it is not there.
    ///
    /// # Errors
    /// MemoryError.
    pub fn instance_del(&self, v: Value, name: Value) -> Result<Option<Owned>, Raised> {
        let shape = self.shape_of(v);
        if !shape.has_attrs {
            return Ok(None);
        }
        if !shape.dict_mode && shape.find(name).is_none_or(|i| slot(shape, v, i).get().is_empty()) {
            return Ok(None);
        }
        let dict = self.instance_dict(v)?;
        Ok(self.dict_remove_str(*dict, name))
    }

    /// The instance's `__dict__`; the instance goes to dictionary mode. TypeError-free: callers check that the class has one.
    ///
    /// # Errors
    /// MemoryError.
    pub fn instance_dict(&self, v: Value) -> Res {
        let id = v.header().shape.get();
        let shape = self.shapes.get(id);
        let part = attr_part(shape, v);
        if shape.dict_mode {
            return Ok(part.overflow.get().own());
        }
        let dict = self.new_dict()?;
        for (i, name) in shape.names.iter().enumerate().skip(shape.fixed as usize) {
            if let Some(value) = slot(shape, v, i).get().some() {
                self.dict_set_str(*dict, *name, value.own())?;
            }
        }
        for i in shape.fixed as usize..shape.names.len() {
            slot(shape, v, i).replace(Value::EMPTY).decref();
        }
        self.free_overflow(shape, part);
        if self.shapes.get(shape.root).is_ordered() {
            self.dict_follow_class(*dict, shape.root);
        }
        part.overflow.set(dict.clone().into_raw());
        v.header().shape.set(self.shapes.dict_mode_of(id));
        Ok(dict)
    }

    /// Replaces the instance's `__dict__`.
    ///
    /// # Errors
    /// MemoryError.
    pub fn set_instance_dict(&self, v: Value, dict: Owned) -> Result<(), Raised> {
        drop(self.instance_dict(v)?);
        let part = attr_part(self.shape_of(v), v);
        part.overflow.replace(dict.into_raw()).decref();
        Ok(())
    }

    fn free_overflow(&self, shape: &Shape, part: &AttrPart) {
        if shape.names.len() > shape.inline_cap as usize
            && let Some(p) = NonNull::new(part.overflow.get().as_ptr().cast::<u8>())
        {
            // SAFETY: the buffer came from this heap and belongs to this object alone.
            unsafe { self.heap.free_raw(p) };
        }
        part.overflow.set(Value::EMPTY);
    }

    /// Names of the attributes stored on the instance itself (not those of `__slots__`), in order.
    pub fn instance_names(&self, v: Value) -> Vec<Value> {
        let shape = self.shape_of(v);
        if !shape.has_attrs || shape.dict_mode {
            return Vec::new();
        }
        (shape.fixed as usize..shape.names.len())
            .filter(|&i| !slot(shape, v, i).get().is_empty())
            .map(|i| shape.names[i])
            .collect()
    }

    /// The attribute dictionary if the instance is in dictionary mode.
    pub fn instance_dict_if_any(&self, v: Value) -> Option<Value> {
        let shape = self.shape_of(v);
        if shape.dict_mode { attr_part(shape, v).overflow.get().some() } else { None }
    }

    /// For deallocation: takes out the next owned attribute value, in the class's order; frees the storage at the end.
    pub(crate) fn take_attr(&self, v: Value, cursor: &mut usize) -> Option<Value> {
        let shape = self.shape_of(v);
        if !shape.has_attrs {
            return None;
        }
        while *cursor < shape.names.len() {
            let i = shape.release.as_ref().map_or(*cursor, |order| order[*cursor] as usize);
            let taken = slot(shape, v, i).replace(Value::EMPTY);
            *cursor += 1;
            if !taken.is_empty() {
                return Some(taken);
            }
        }
        if *cursor == shape.names.len() {
            *cursor += 1;
            let part = attr_part(shape, v);
            // The object may live on (the cycle collector clears objects that can still be reached): it is empty now.
            v.header().shape.set(shape.root);
            if shape.dict_mode {
                return part.overflow.replace(Value::EMPTY).some();
            }
            self.free_overflow(shape, part);
        }
        None
    }

    /// Visits the attribute values an object owns.
    pub(crate) fn visit_attrs(&self, v: Value, f: &mut dyn FnMut(Value)) {
        let shape = self.shape_of(v);
        if !shape.has_attrs {
            return;
        }
        for i in 0..shape.names.len() {
            if let Some(value) = slot(shape, v, i).get().some() {
                f(value);
            }
        }
        if shape.dict_mode
            && let Some(dict) = attr_part(shape, v).overflow.get().some()
        {
            f(dict);
        }
    }
}

/// The slot `offset` bytes into an object.
///
/// # Safety
/// `v` is a live object whose shape has a slot there ([`Rt::slot_offset`]).
#[inline(always)]
pub unsafe fn slot_at<'a>(v: Value, offset: u32) -> &'a Cell<Value> {
    // SAFETY: the caller vouches for the place.
    unsafe { &*v.as_ptr().cast::<u8>().add(offset as usize).cast::<Cell<Value>>() }
}
