//! The built-in types: each file has one type's (or family's) methods as a table of natives; this one makes the class objects.

pub mod boolean;
pub mod builtin_iterators;
pub mod bytearray;
pub mod bytes;
pub mod class_functions;
pub mod code;
pub mod codecs;
pub mod descriptor;
pub mod dict;
#[cfg(test)]
mod dict_tests;
pub mod dict_views;
pub mod exception;
pub mod float;
pub mod function;
pub mod generator;
pub mod generic_alias;
pub mod int;
pub mod iterators;
pub mod list;
pub mod mapping_proxy;
pub mod module;
pub mod number_functions;
pub mod object;
pub mod property;
pub mod range;
pub mod sequence;
pub mod sequence_functions;
pub mod set;
pub mod singletons;
pub mod slice;
pub mod str;
pub(crate) mod strand;
pub mod super_;
pub mod tuple;
pub mod type_;
pub mod union;
pub mod weakref;
pub mod wrapper;

use crate::boxed::NativeObject;
use crate::class::flag;
use crate::error::{Exc, Raised, Res};
use crate::native::{GetSetDef, NativeDef};
use crate::object::{GetSetObj, Kind, NativeSort, shape_id};
use crate::rt::{Rt, make_immortal};
use crate::shape::Layout;
use crate::value::{Owned, Slot, Value};

/// Natives and types that the runtime compares with.
#[derive(Default)]
pub struct Types {
    /// Classes of the views and iterators of dicts that are no kind of their own.
    pub(crate) dict: dict_views::DictTypes,
    /// The class of iterators over strings that are not all ASCII.
    pub wide_str_iter: Fixed,
    /// `object.__new__`.
    pub object_new: Fixed,
    /// `object.__init__`.
    pub object_init: Fixed,
    /// `object.__hash__`.
    pub object_hash: Fixed,
    /// `object.__eq__`.
    pub object_eq: Fixed,
    /// `object.__ne__`.
    pub object_ne: Fixed,
    /// `type.__call__`.
    pub type_call: Fixed,
}

/// A place filled once while the built-in types are made.
pub struct Fixed(std::cell::Cell<Value>);

impl Default for Fixed {
    fn default() -> Self {
        Fixed(std::cell::Cell::new(Value::EMPTY))
    }
}

impl Fixed {
    /// The value (the empty word before it is filled).
    #[inline(always)]
    pub fn get(&self) -> Value {
        self.0.get()
    }
}

/// What a built-in type is made from.
struct Spec {
    kind: Kind,
    base: Kind,
    flags: u32,
    methods: &'static [NativeDef],
    getsets: &'static [GetSetDef],
}

const fn spec(kind: Kind, flags: u32, methods: &'static [NativeDef], getsets: &'static [GetSetDef]) -> Spec {
    Spec { kind, base: Kind::Instance, flags, methods, getsets }
}

/// Every kind with a class of its own, `object` and `type` excepted.
const SPECS: &[Spec] = &[
    spec(Kind::None, 0, singletons::NONE, &[]),
    spec(Kind::Int, flag::BASE, int::METHODS, int::GETSETS),
    Spec { kind: Kind::Bool, base: Kind::Int, flags: 0, methods: boolean::METHODS, getsets: &[] },
    spec(Kind::Ellipsis, 0, singletons::ELLIPSIS, &[]),
    spec(Kind::NotImplemented, 0, singletons::NOT_IMPLEMENTED, &[]),
    spec(Kind::Float, flag::BASE, float::METHODS, float::GETSETS),
    spec(Kind::Str, flag::BASE, str::METHODS, &[]),
    spec(Kind::Bytes, flag::BASE, bytes::METHODS, &[]),
    spec(Kind::ByteArray, flag::BASE, bytearray::METHODS, &[]),
    spec(Kind::List, flag::BASE, list::METHODS, &[]),
    spec(Kind::Tuple, flag::BASE, tuple::METHODS, &[]),
    spec(Kind::Dict, flag::BASE, dict::METHODS, &[]),
    spec(Kind::Set, flag::BASE | flag::WEAK, set::SET_METHODS, &[]),
    spec(Kind::FrozenSet, flag::BASE | flag::WEAK, set::FROZENSET_METHODS, &[]),
    spec(Kind::Range, 0, range::METHODS, range::GETSETS),
    spec(Kind::Slice, 0, slice::METHODS, slice::GETSETS),
    spec(Kind::Function, 0, function::METHODS, function::GETSETS),
    spec(Kind::Native, 0, function::NATIVE_METHODS, function::NATIVE_GETSETS),
    spec(Kind::BoundMethod, 0, function::BOUND_METHODS, function::BOUND_GETSETS),
    spec(Kind::Cell, 0, function::CELL_METHODS, function::CELL_GETSETS),
    spec(Kind::Code, 0, code::METHODS, code::GETSETS),
    spec(Kind::Module, flag::BASE | flag::WEAK, module::METHODS, module::GETSETS),
    spec(Kind::Exception, flag::BASE | flag::HAS_DICT | flag::WEAK, exception::METHODS, exception::GETSETS),
    spec(Kind::Traceback, 0, exception::TRACEBACK_METHODS, exception::TRACEBACK_GETSETS),
    spec(Kind::Frame, 0, exception::FRAME_METHODS, exception::FRAME_GETSETS),
    spec(Kind::Generator, 0, generator::METHODS, generator::GETSETS),
    spec(Kind::Property, flag::BASE, property::PROPERTY_METHODS, property::PROPERTY_GETSETS),
    spec(Kind::ClassMethod, flag::BASE, wrapper::CLASSMETHOD_METHODS, wrapper::WRAPPER_GETSETS),
    spec(Kind::StaticMethod, flag::BASE, wrapper::STATICMETHOD_METHODS, wrapper::WRAPPER_GETSETS),
    spec(Kind::Super, flag::BASE, super_::METHODS, super_::GETSETS),
    spec(Kind::WeakRef, flag::BASE, weakref::METHODS, weakref::GETSETS),
    spec(Kind::ListIter, 0, iterators::SEQ_METHODS, &[]),
    spec(Kind::TupleIter, 0, iterators::SEQ_METHODS, &[]),
    spec(Kind::StrIter, 0, iterators::SEQ_METHODS, &[]),
    spec(Kind::RangeIter, 0, iterators::RANGE_METHODS, &[]),
    spec(Kind::DictIter, 0, dict_views::ITER_METHODS, &[]),
    spec(Kind::DictView, 0, dict_views::VIEW_METHODS, dict_views::VIEW_GETSETS),
    spec(Kind::SetIter, 0, set::ITER_METHODS, &[]),
    spec(Kind::MappingProxy, 0, dict_views::PROXY_METHODS, &[]),
    spec(Kind::Member, 0, descriptor::MEMBER_METHODS, descriptor::MEMBER_GETSETS),
    spec(Kind::GetSet, 0, descriptor::GETSET_METHODS, descriptor::GETSET_GETSETS),
];

/// The classes of natives by sort, other than that of functions and bound methods.
const NATIVE_SORTS: &[(&str, NativeSort)] = &[
    ("method_descriptor", NativeSort::Method),
    ("wrapper_descriptor", NativeSort::Slot),
    ("classmethod_descriptor", NativeSort::ClassMethod),
    ("method-wrapper", NativeSort::BoundSlot),
];

/// Makes every built-in class.
pub(crate) fn install(rt: &Rt) -> Result<(), Raised> {
    // `object` and `type` know each other: make both bare, then fill them.
    let object = bare_type(rt, Kind::Instance, flag::BASE, &[])?;
    let type_ = bare_type(rt, Kind::Type, flag::BASE | flag::METACLASS, &[object])?;
    // Classes made before `type` existed have its shape already.
    fill_type(rt, object, object::METHODS, object::GETSETS)?;
    rt.dict_set_str(
        rt.type_data(object).dict.get(),
        rt.names.__doc__,
        rt.str("The class that every other class derives from.")?,
    )?;
    fill_type(rt, type_, type_::METHODS, type_::GETSETS)?;
    for s in SPECS {
        let class = bare_type(rt, s.kind, s.flags, &[rt.kind_type(s.base)])?;
        fill_type(rt, class, s.methods, s.getsets)?;
    }
    for (name, sort) in NATIVE_SORTS {
        let class = new_type_object(rt, name, Kind::Native, 0, &[object])?;
        rt.type_data(class).root_shape.set(sort.shape());
        rt.shapes.get(sort.shape()).class.set(class);
        fill_type(rt, class, function::NATIVE_METHODS, function::NATIVE_GETSETS)?;
        if *sort == NativeSort::BoundSlot {
            fill_type(rt, class, &[], function::BOUND_NATIVE_GETSETS)?;
        } else {
            fill_type(rt, class, function::DESCRIPTOR_METHODS, function::DESCRIPTOR_GETSETS)?;
        }
    }
    fill_type(rt, rt.kind_type(Kind::Native), &[], function::BOUND_NATIVE_GETSETS)?;
    let fixed =
        |place: &Fixed, class: Value, name: Value| place.0.set(rt.type_lookup(class, name).unwrap_or(Value::EMPTY));
    fixed(&rt.types.object_new, object, rt.names.__new__);
    fixed(&rt.types.object_init, object, rt.names.__init__);
    fixed(&rt.types.object_hash, object, rt.names.__hash__);
    fixed(&rt.types.object_eq, object, rt.names.__eq__);
    fixed(&rt.types.object_ne, object, rt.names.__ne__);
    fixed(&rt.types.type_call, type_, rt.names.__call__);
    dict_views::install(rt)?;
    let wide_str_iter = new_type(rt, "str_iterator", Kind::StrIter, 0, &[object])?;
    fill_type(rt, wide_str_iter, iterators::SEQ_METHODS, &[])?;
    rt.types.wide_str_iter.0.set(wide_str_iter);
    install_exceptions(rt)?;
    let memory_error = rt.new_exception(rt.exc_class(Exc::MemoryError), &[])?;
    make_immortal(*memory_error);
    rt.memory_error.set(memory_error);
    rt.making_memory_error.set(false);
    Ok(())
}

/// Exceptions with fields of their own: no class can derive from two of them.
const OWN_FIELDS: &[Exc] = &[
    Exc::OSError,
    Exc::SyntaxError,
    Exc::UnicodeDecodeError,
    Exc::UnicodeEncodeError,
    Exc::UnicodeTranslateError,
    Exc::StopIteration,
    Exc::SystemExit,
    Exc::ImportError,
    Exc::NameError,
    Exc::AttributeError,
    Exc::BaseExceptionGroup,
];

fn install_exceptions(rt: &Rt) -> Result<(), Raised> {
    for e in Exc::ALL {
        let class = match e.parent() {
            None => rt.kind_type(Kind::Exception),
            Some(parent) => {
                let flags = flag::BASE | flag::HAS_DICT | flag::WEAK;
                let (methods, getsets) = exception::specific(*e);
                let bases = [rt.exc_class(parent), rt.exc_class(Exc::Exception)];
                let bases = if *e == Exc::ExceptionGroup { &bases[..] } else { &bases[..1] };
                let class = new_type(rt, e.name(), Kind::Exception, flags, bases)?;
                fill_type(rt, class, methods, getsets)?;
                if OWN_FIELDS.contains(e) {
                    rt.type_data(class).solid.set(class);
                }
                class
            }
        };
        rt.exc_types[*e as usize].set(class);
    }
    Ok(())
}

/// The class of a kind's exact instances, without methods, immortal.
fn bare_type(rt: &Rt, kind: Kind, flags: u32, bases: &[Value]) -> Result<Value, Raised> {
    let class = new_type_object(rt, kind.type_name(), kind, flags, bases)?;
    rt.type_data(class).root_shape.set(kind as u32);
    rt.shapes.get(kind as u32).class.set(class);
    rt.kind_types[kind as usize].set(class);
    Ok(class)
}

/// A further class of layout `kind`, with a root shape of its own, immortal.
fn new_type(rt: &Rt, name: &str, kind: Kind, flags: u32, bases: &[Value]) -> Result<Value, Raised> {
    let class = new_type_object(rt, name, kind, flags, bases)?;
    let open = flags & flag::HAS_DICT != 0;
    let layout = Layout {
        kind,
        fixed: Vec::new(),
        fixed_release: Vec::new(),
        open,
        inline_cap: 0,
        keys: Vec::new(),
        ordered: false,
    };
    rt.type_data(class).root_shape.set(rt.shapes.new_root(class, layout));
    Ok(class)
}

fn new_type_object(rt: &Rt, name: &str, kind: Kind, flags: u32, bases: &[Value]) -> Result<Value, Raised> {
    let (module, short) = name.rsplit_once('.').unwrap_or(("builtins", name));
    let text = rt.intern_immortal(short)?;
    let mro = rt.c3_merge(bases)?;
    let dict = rt.new_dict()?;
    if module != "builtins" {
        let module = rt.intern_immortal(module)?;
        rt.dict_set_str(*dict, rt.names.__module__, module.own())?;
    }
    let bases = rt.tuple_from(bases)?;
    let class = rt.alloc_type(Value::EMPTY, kind, flags, text.own(), text.own(), bases, &mro, dict)?;
    let class = class.into_raw();
    make_immortal(class);
    Ok(class)
}

/// Adds methods and computed attributes.
fn fill_type(
    rt: &Rt,
    class: Value,
    methods: &'static [NativeDef],
    getsets: &'static [GetSetDef],
) -> Result<(), Raised> {
    let dict = rt.type_data(class).dict.get();
    for def in methods {
        let native = rt.new_native(def, sort_of(def), Some(class), None)?;
        let name = rt.intern_immortal(def.name)?;
        rt.dict_set_str(dict, name, native)?;
    }
    for def in getsets {
        let getset = rt.alloc_fixed(
            shape_id::GETSET,
            GetSetObj { head: Rt::fresh_header(shape_id::GETSET), owner: Slot::new(class.own()), def },
        )?;
        let name = rt.intern_immortal(def.name)?;
        rt.dict_set_str(dict, name, getset)?;
    }
    // A class with `__eq__` but no `__hash__` is unhashable.
    if rt.dict_get_str(dict, rt.names.__eq__).is_some() && rt.dict_get_str(dict, rt.names.__hash__).is_none() {
        rt.dict_set_str(dict, rt.names.__hash__, Value::none().own())?;
    }
    rt.epochs.classes_change();
    Ok(())
}

/// The class that a built-in `__new__` of kind `kind` is asked to make an instance of.
///
/// # Errors
/// TypeError if there is none, or it is no class derived from the kind's type.
pub(crate) fn class_to_make(rt: &Rt, args: &crate::native::Args<'_>, kind: Kind) -> Result<Value, Raised> {
    let name = kind.type_name();
    let Some(&class) = args.positional().first() else {
        return Err(rt.type_error(format!("{name}.__new__(): not enough arguments")));
    };
    if !rt.is_type(class) {
        let given = rt.type_name(class);
        return Err(rt.type_error(format!("{name}.__new__(X): X is not a type object ({given})")));
    }
    if !rt.is_subclass(class, rt.kind_type(kind)) {
        let given = rt.class_name(class);
        return Err(rt.type_error(format!("{name}.__new__({given}): {given} is not a subtype of {name}")));
    }
    Ok(class)
}

/// Special names that are ordinary methods in CPython, not slots of the type.
const NOT_SLOTS: &[&str] = &[
    "__format__",
    "__bytes__",
    "__length_hint__",
    "__dir__",
    "__reversed__",
    "__missing__",
    "__enter__",
    "__exit__",
    "__round__",
    "__trunc__",
    "__floor__",
    "__ceil__",
    "__instancecheck__",
    "__subclasscheck__",
    "__set_name__",
];

/// What sort of native a method table's entry makes, by its name and first parameter.
fn sort_of(def: &NativeDef) -> NativeSort {
    let first = def.signature.trim_start_matches('(');
    let is_slot = || crate::names::Dunder::ALL.iter().any(|d| d.name() == def.name) && !NOT_SLOTS.contains(&def.name);
    if def.name == "__new__" {
        NativeSort::New
    } else if first.starts_with("self") {
        if is_slot() { NativeSort::Slot } else { NativeSort::Method }
    } else if first.starts_with("cls") {
        NativeSort::ClassMethod
    } else {
        NativeSort::Static
    }
}

/// The class of native objects of type `T`.
pub(crate) fn new_boxed_type<T: NativeObject>(rt: &Rt) -> Res {
    let optional = |on: bool, bit: u32| if on { bit } else { 0 };
    let flags = flag::WEAK | optional(T::BASE, flag::BASE) | optional(T::DICT, flag::HAS_DICT);
    let class = new_type(rt, T::NAME, Kind::Boxed, flags, &[rt.kind_type(Kind::Instance)])?;
    if T::ITERATOR {
        fill_type(rt, class, iterators::BOXED_ITERATOR_METHODS, &[])?;
    }
    fill_type(rt, class, T::METHODS, T::GETSETS)?;
    if T::DICT {
        fill_type(rt, class, &[], &[type_::INSTANCE_DICT])?;
    }
    Ok(Owned::from_raw(class))
}

/// The class of a struct sequence: a tuple with named items (`fields`) and some attributes more (`hidden`).
pub(crate) fn new_struct_type(
    rt: &Rt,
    name: &str,
    methods: &'static [NativeDef],
    fields: &'static [GetSetDef],
    hidden: &'static [GetSetDef],
) -> Result<Value, Raised> {
    let class = new_type_object(rt, name, Kind::Tuple, 0, &[rt.kind_type(Kind::Tuple)])?;
    let fixed = hidden.iter().map(|h| rt.intern(h.name)).collect::<Result<Vec<_>, _>>()?;
    let count = fixed.len() as u16;
    rt.type_data(class).root_shape.set(rt.shapes.new_root(
        class,
        Layout {
            kind: Kind::Tuple,
            fixed,
            fixed_release: (0..count).collect(),
            open: false,
            inline_cap: count,
            keys: Vec::new(),
            ordered: false,
        },
    ));
    fill_type(rt, class, methods, fields)?;
    fill_type(rt, class, &[], hidden)?;
    Ok(class)
}
