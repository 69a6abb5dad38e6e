//! Native objects: Rust data behind the object header, for the many small built-in types (iterators, `functools.partial`,
//! `deque`, …) that need no layout of their own.
//!
//! A type implements [`NativeObject`]; [`Rt::new_boxed`] makes an object of it. Methods receive the data through a shared
//! reference ([`Rt::boxed`]), since any call of user code may come back to the same object: fields that change are `Cell`s
//! and [`Slot`](crate::value::Slot)s, and no `RefCell` borrow is kept across such a call.

use crate::error::{Raised, Res};
use crate::native::NativeDef;
use crate::object::Header;
use crate::rt::Rt;
use crate::value::{Owned, Value};
use std::any::TypeId;

/// Rust data that lives in an object.
pub trait NativeObject: Sized + 'static {
    /// Name of the type, with its module if that is not `builtins` ("itertools.count").
    const NAME: &'static str;
    /// Methods, special methods included; `__new__` makes the type callable.
    const METHODS: &'static [NativeDef];
    /// Computed attributes.
    const GETSETS: &'static [crate::native::GetSetDef] = &[];
    /// Whether `next` is implemented; then `__iter__` and `__next__` are provided.
    const ITERATOR: bool = false;
    /// Whether the class may be subclassed by scripts.
    const BASE: bool = false;
    /// Whether objects take attributes (`__dict__`).
    const DICT: bool = false;

    /// Visits every owned reference, for the cycle collector.
    fn visit(&self, f: &mut dyn FnMut(Value));

    /// Drops references that may take part in a cycle; the object may still be called afterwards.
    fn clear(&self) {}

    /// The next item of an iterator.
    ///
    /// # Errors
    /// What user code raises.
    fn next(&self, rt: &Rt, this: Value) -> Result<Option<Owned>, Raised> {
        let _ = this;
        Err(rt.type_error("not an iterator"))
    }
}

/// The type-erased functions of a [`NativeObject`] type.
pub(crate) struct VTable {
    pub(crate) size: usize,
    pub(crate) visit: unsafe fn(*const (), &mut dyn FnMut(Value)),
    pub(crate) clear: unsafe fn(*const ()),
    pub(crate) drop: unsafe fn(*mut ()),
    pub(crate) next: unsafe fn(*const (), &Rt, Value) -> Result<Option<Owned>, Raised>,
    pub(crate) iterator: bool,
    pub(crate) type_id: fn() -> TypeId,
}

struct VTableOf<T>(std::marker::PhantomData<T>);

impl<T: NativeObject> VTableOf<T> {
    const TABLE: VTable = VTable {
        size: size_of::<BoxedObj<T>>(),
        // SAFETY: each is called only with a pointer to this type's data.
        visit: |p, f| unsafe { (*p.cast::<T>()).visit(f) },
        // SAFETY: as above.
        clear: |p| unsafe { (*p.cast::<T>()).clear() },
        // SAFETY: as above, once, when the object dies.
        drop: |p| unsafe { p.cast::<T>().drop_in_place() },
        // SAFETY: as above.
        next: |p, rt, this| unsafe { (*p.cast::<T>()).next(rt, this) },
        iterator: T::ITERATOR,
        type_id: TypeId::of::<T>,
    };
}

/// `Kind::Boxed`.
#[repr(C)]
pub(crate) struct BoxedHead {
    pub(crate) head: Header,
    pub(crate) table: &'static VTable,
}

#[repr(C)]
struct BoxedObj<T> {
    boxed: BoxedHead,
    data: T,
}

pub(crate) fn boxed_head<'a>(v: Value) -> &'a BoxedHead {
    // SAFETY: callers have checked the kind.
    unsafe { v.layout() }
}

pub(crate) fn boxed_data(v: Value) -> *mut () {
    // SAFETY: the data follows the head; alignment of data is at most 8, which `new_boxed` asserts.
    unsafe { v.as_ptr().cast::<u8>().add(size_of::<BoxedHead>()).cast() }
}

pub(crate) fn size_of_boxed(v: Value) -> usize {
    boxed_head(v).table.size
}

/// Whether a boxed object is an iterator.
pub(crate) fn is_boxed_iterator(v: Value) -> bool {
    boxed_head(v).table.iterator
}

/// The next item of a boxed iterator.
pub(crate) fn boxed_next(rt: &Rt, v: Value) -> Result<Option<Owned>, Raised> {
    // SAFETY: the table belongs to the object's data; the caller keeps the object alive.
    unsafe { (boxed_head(v).table.next)(boxed_data(v), rt, v) }
}

impl Rt {
    /// The class of native objects of type `T`, made at its first use.
    ///
    /// # Errors
    /// MemoryError.
    pub fn native_type<T: NativeObject>(&self) -> Result<Value, Raised> {
        if let Some(class) = self.native_types.borrow().get(&TypeId::of::<T>()) {
            return Ok(**class);
        }
        let class = crate::types::new_boxed_type::<T>(self)?;
        let v = *class;
        self.native_types.borrow_mut().insert(TypeId::of::<T>(), class);
        Ok(v)
    }

    /// A native object of the type's own class.
    ///
    /// # Errors
    /// MemoryError.
    pub fn new_boxed<T: NativeObject>(&self, data: T) -> Res {
        let class = self.native_type::<T>()?;
        self.new_boxed_of(class, data)
    }

    /// A native object of `class`, which is the type's own class or derives from it (as `cls` of `__new__`).
    ///
    /// # Errors
    /// MemoryError.
    pub fn new_boxed_of<T: NativeObject>(&self, class: Value, data: T) -> Res {
        const { assert!(align_of::<T>() <= 8) };
        self.alloc_instance_with(class, |shape| BoxedObj {
            boxed: BoxedHead { head: Rt::fresh_header(shape), table: &VTableOf::<T>::TABLE },
            data,
        })
    }

    /// The Rust data of a native object, if `v` is one of type `T`. The caller keeps `v` alive.
    pub fn boxed<'a, T: NativeObject>(&self, v: Value) -> Option<&'a T> {
        if self.kind_of_ptr(v) == Some(crate::object::Kind::Boxed)
            && (boxed_head(v).table.type_id)() == TypeId::of::<T>()
        {
            // SAFETY: the type was just checked.
            Some(unsafe { &*boxed_data(v).cast::<T>() })
        } else {
            None
        }
    }

    /// The Rust data of a native's receiver.
    ///
    /// # Errors
    /// TypeError if `v` is something else.
    pub fn expect_boxed<'a, T: NativeObject>(&self, v: Value) -> Result<&'a T, Raised> {
        self.boxed::<T>(v)
            .ok_or_else(|| self.type_error(format!("expected '{}' object, got '{}'", T::NAME, self.type_name(v))))
    }
}
