//! Object headers, the kinds of objects, and how each kind is laid out.
//!
//! Every object starts with a [`Header`]: a reference count whose top bit means immortal, and a shape id. The shape
//! fixes the type and the layout kind. Layout structs here are `repr(C)`: machine code reads their fields.

use crate::native::NativeDef;
use crate::value::{Slot, Value};
use std::cell::Cell;

/// What every object starts with.
#[repr(C)]
pub struct Header {
    /// Number of references. With the top bit set the object is immortal: never counted, never freed.
    pub refcount: Cell<u32>,
    /// Shape id; 0 marks a free block.
    pub shape: Cell<u32>,
}

/// A reference count that means immortal.
pub const IMMORTAL: u32 = 1 << 31;

macro_rules! kinds {
    ($( $(#[doc = $doc:literal])+ $kind:ident = $num:literal, $shape:ident, $name:literal; )+) => {
        /// How an object's memory is laid out. The exact built-in type of each kind has the shape id equal to its number.
        #[repr(u8)]
        #[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, PartialOrd, Ord)]
        pub enum Kind { $( $(#[doc = $doc])+ $kind = $num, )+ }

        impl Kind {
            /// Every kind, in order of number.
            pub const ALL: &'static [Kind] = &[$(Kind::$kind),+];
            /// Name of the kind's built-in type.
            pub fn type_name(self) -> &'static str {
                match self { $(Kind::$kind => $name,)+ }
            }
        }

        /// Shape ids of the built-in types' exact instances: the same in every engine.
        pub mod shape_id {
            $( #[doc = concat!("Exact instances of `", $name, "`.")] pub const $shape: u32 = $num; )+
            /// Native methods unbound in their class (`method_descriptor`).
            pub const METHOD_DESCRIPTOR: u32 = 200;
            /// Native special methods unbound in their class (`wrapper_descriptor`).
            pub const WRAPPER_DESCRIPTOR: u32 = 201;
            /// Native class methods unbound in their class (`classmethod_descriptor`).
            pub const CLASSMETHOD_DESCRIPTOR: u32 = 202;
            /// Native special methods bound to a receiver (`method-wrapper`).
            pub const METHOD_WRAPPER: u32 = 203;
            /// The first id that is given out at run time.
            pub const FIRST_DYNAMIC: u32 = 256;
        }
    };
}

kinds! {
    /// A free block.
    Free = 0, FREE, "<free>";
    /// `None`.
    None = 1, NONE, "NoneType";
    /// `True` and `False`.
    Bool = 2, BOOL, "bool";
    /// `...`.
    Ellipsis = 3, ELLIPSIS, "ellipsis";
    /// `NotImplemented`.
    NotImplemented = 4, NOT_IMPLEMENTED, "NotImplementedType";
    /// A heap integer: a big one, or an instance of a subclass of int.
    Int = 5, INT, "int";
    /// A heap float.
    Float = 6, FLOAT, "float";
    /// Text.
    Str = 7, STR, "str";
    /// Immutable bytes.
    Bytes = 8, BYTES, "bytes";
    /// Mutable bytes.
    ByteArray = 9, BYTEARRAY, "bytearray";
    /// List.
    List = 10, LIST, "list";
    /// Tuple.
    Tuple = 11, TUPLE, "tuple";
    /// Dict.
    Dict = 12, DICT, "dict";
    /// Set.
    Set = 13, SET, "set";
    /// Frozen set.
    FrozenSet = 14, FROZENSET, "frozenset";
    /// Range.
    Range = 15, RANGE, "range";
    /// Slice.
    Slice = 16, SLICE, "slice";
    /// A function of the hosted language.
    Function = 17, FUNCTION, "function";
    /// A native function or method.
    Native = 18, NATIVE, "builtin_function_or_method";
    /// A function bound to a receiver.
    BoundMethod = 19, BOUND_METHOD, "method";
    /// A variable shared by closures.
    Cell = 20, CELL, "cell";
    /// Compiled code; its meaning belongs to the layer above.
    Code = 21, CODE, "code";
    /// A class.
    Type = 22, TYPE, "type";
    /// A module.
    Module = 23, MODULE, "module";
    /// An exception.
    Exception = 24, EXCEPTION, "BaseException";
    /// A traceback entry.
    Traceback = 25, TRACEBACK, "traceback";
    /// A frame kept by a traceback.
    Frame = 26, FRAME, "frame";
    /// A generator.
    Generator = 27, GENERATOR, "generator";
    /// `property`.
    Property = 28, PROPERTY, "property";
    /// `classmethod`.
    ClassMethod = 29, CLASSMETHOD, "classmethod";
    /// `staticmethod`.
    StaticMethod = 30, STATICMETHOD, "staticmethod";
    /// `super`.
    Super = 31, SUPER, "super";
    /// A weak reference.
    WeakRef = 32, WEAKREF, "weakref.ReferenceType";
    /// A plain instance: attributes only.
    Instance = 33, INSTANCE, "object";
    /// A native object that lives behind a [`crate::boxed::NativeObject`] implementation.
    Boxed = 34, BOXED, "<native>";
    /// List iterator.
    ListIter = 35, LIST_ITER, "list_iterator";
    /// Tuple iterator.
    TupleIter = 36, TUPLE_ITER, "tuple_iterator";
    /// Iterator of a range of small integers.
    RangeIter = 37, RANGE_ITER, "range_iterator";
    /// Iterator of a dict: keys, values or items.
    DictIter = 38, DICT_ITER, "dict_keyiterator";
    /// Dict view: keys, values or items.
    DictView = 39, DICT_VIEW, "dict_keys";
    /// Read-only view of a mapping (`cls.__dict__`).
    MappingProxy = 40, MAPPING_PROXY, "mappingproxy";
    /// Descriptor of a `__slots__` member.
    Member = 41, MEMBER, "member_descriptor";
    /// Descriptor implemented by native getter and setter.
    GetSet = 42, GETSET, "getset_descriptor";
    /// String iterator; over text that is not all ASCII its class is another one ([`crate::types::Types::wide_str_iter`]).
    StrIter = 43, STR_ITER, "str_ascii_iterator";
    /// Set iterator.
    SetIter = 44, SET_ITER, "set_iterator";
}

/// Attribute storage of an instance: after the part of its kind comes `overflow`, then the in-object slots.
///
/// In a shape without a dictionary the overflow word is empty or points to a raw buffer of slots; in dictionary mode
/// ([`crate::shape::Shape::dict_mode`]) it is a reference to the attribute dictionary.
#[repr(C)]
pub struct AttrPart {
    /// Overflow buffer, attribute dictionary, or empty.
    pub overflow: Cell<Value>,
}

/// `Kind::Int`.
#[repr(C)]
pub struct IntObj {
    /// Header.
    pub head: Header,
    /// The value; small ones only in instances of subclasses.
    pub value: dashu_int::IBig,
}

/// `Kind::Float`.
#[repr(C)]
pub struct FloatObj {
    /// Header.
    pub head: Header,
    /// The value.
    pub value: f64,
}

/// `Kind::Str`: the text follows the struct, one byte a character if `ascii`, else one `u32` code point.
#[repr(C)]
pub struct StrObj {
    /// Header.
    pub head: Header,
    /// Cached hash; 0 means not computed.
    pub hash: Cell<i64>,
    /// Length in characters; the top bit marks text that is not all ASCII.
    pub len_and_form: Cell<u64>,
}

/// `Kind::Bytes`: the bytes follow.
#[repr(C)]
pub struct BytesObj {
    /// Header.
    pub head: Header,
    /// Cached hash; 0 means not computed.
    pub hash: Cell<i64>,
    /// Length.
    pub len: usize,
}

/// `Kind::ByteArray`.
#[repr(C)]
pub struct ByteArrayObj {
    /// Header.
    pub head: Header,
    /// Contents.
    pub data: std::cell::RefCell<Vec<u8>>,
}

/// `Kind::List`.
#[repr(C)]
pub struct ListObj {
    /// Header.
    pub head: Header,
    /// Number of items.
    pub len: Cell<usize>,
    /// Number of items the buffer has room for.
    pub cap: Cell<usize>,
    /// The buffer of owned items (raw heap memory), or null.
    pub items: Cell<*mut Value>,
}

/// `Kind::Tuple`: the owned items follow.
#[repr(C)]
pub struct TupleObj {
    /// Header.
    pub head: Header,
    /// Number of items.
    pub len: usize,
}

/// `Kind::Range` with bounds that may be big integers.
#[repr(C)]
pub struct RangeObj {
    /// Header.
    pub head: Header,
    /// First value.
    pub start: Slot,
    /// End, exclusive.
    pub stop: Slot,
    /// Step, not zero.
    pub step: Slot,
    /// Length.
    pub len: Slot,
}

/// `Kind::RangeIter`: small integers only.
#[repr(C)]
pub struct RangeIterObj {
    /// Header.
    pub head: Header,
    /// Next value.
    pub next: Cell<i64>,
    /// Step.
    pub step: i64,
    /// How many values are left.
    pub left: Cell<u64>,
}

/// `Kind::Slice`.
#[repr(C)]
pub struct SliceObj {
    /// Header.
    pub head: Header,
    /// Start or None.
    pub start: Slot,
    /// Stop or None.
    pub stop: Slot,
    /// Step or None.
    pub step: Slot,
}

/// `Kind::ListIter`, `Kind::TupleIter`, `Kind::StrIter`.
#[repr(C)]
pub struct SeqIterObj {
    /// Header.
    pub head: Header,
    /// The sequence; empty once exhausted.
    pub seq: Slot,
    /// Index of the next item.
    pub index: Cell<usize>,
}

/// `Kind::Function`.
#[repr(C)]
pub struct FunctionObj {
    /// Header.
    pub head: Header,
    /// The code object.
    pub code: Slot,
    /// The module's dictionary.
    pub globals: Slot,
    /// Tuple of defaults, or empty.
    pub defaults: Slot,
    /// Dict of keyword-only defaults, or empty.
    pub kwdefaults: Slot,
    /// Tuple of cells, or empty.
    pub closure: Slot,
    /// `__name__`.
    pub name: Slot,
    /// `__qualname__`.
    pub qualname: Slot,
    /// `__doc__`, or empty for None.
    pub doc: Slot,
    /// `__module__`, or empty for None.
    pub module: Slot,
    /// `__annotate__` function, or empty.
    pub annotate: Slot,
    /// `__annotations__` once computed, or empty.
    pub annotations: Slot,
    /// `__dict__` of extra attributes, or empty.
    pub dict: Slot,
    /// Changes when code, defaults or keyword defaults are replaced.
    pub version: Cell<u32>,
    /// What the host knows of the code.
    pub binding: Cell<Binding>,
}

/// What a host knows of the code of a function, for machine code.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct Binding {
    /// Number of the code in its engine: no other code ever has it.
    pub number: u32,
    /// How many arguments it takes by position, if it takes no others; [`Binding::NO_ARITY`] otherwise, and where there is no machine code.
    pub arity: u32,
    /// Where the address of machine code that can be called for it stands, as long as the code lives; null where there is none.
    pub entry: *const (),
}

impl Binding {
    /// The arity of what takes arguments in other ways.
    pub const NO_ARITY: u32 = u32::MAX;
}

/// `Kind::Native`: a native function, unbound method, or bound native method.
#[repr(C)]
pub struct NativeObj {
    /// Header.
    pub head: Header,
    /// What it does.
    pub def: &'static NativeDef,
    /// The class it is a method of, or the module's name, or empty.
    pub owner: Slot,
    /// The receiver of a bound method, or empty.
    pub receiver: Slot,
    /// Which sort it is.
    pub sort: NativeSort,
}

/// What a native function object is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NativeSort {
    /// A module's function.
    Function,
    /// A method in a class, its receiver checked to be an instance of the owner.
    Method,
    /// A special method in a class (`__add__`), printed as a slot wrapper.
    Slot,
    /// A class method: bound to the class it is looked up on.
    ClassMethod,
    /// A static method.
    Static,
    /// `__new__`: static, its first argument checked to be a class that derives from the owner.
    New,
    /// A method bound to a receiver.
    Bound,
    /// A special method bound to a receiver.
    BoundSlot,
}

impl NativeSort {
    /// Shape id of natives of this sort, which fixes their class.
    pub fn shape(self) -> u32 {
        match self {
            NativeSort::Function | NativeSort::Static | NativeSort::New | NativeSort::Bound => shape_id::NATIVE,
            NativeSort::Method => shape_id::METHOD_DESCRIPTOR,
            NativeSort::Slot => shape_id::WRAPPER_DESCRIPTOR,
            NativeSort::ClassMethod => shape_id::CLASSMETHOD_DESCRIPTOR,
            NativeSort::BoundSlot => shape_id::METHOD_WRAPPER,
        }
    }
}

/// `Kind::BoundMethod`.
#[repr(C)]
pub struct BoundMethodObj {
    /// Header.
    pub head: Header,
    /// The function.
    pub func: Slot,
    /// The receiver.
    pub receiver: Slot,
}

/// `Kind::Cell`.
#[repr(C)]
pub struct CellObj {
    /// Header.
    pub head: Header,
    /// Contents, or empty.
    pub contents: Slot,
}

/// `Kind::Code`: belongs to the layer above, which frees it through [`crate::entry::Entry::drop_code`].
#[repr(C)]
pub struct CodeObj {
    /// Header.
    pub head: Header,
    /// The layer above's data.
    pub data: Cell<*mut ()>,
}

/// `Kind::Module`.
#[repr(C)]
pub struct ModuleObj {
    /// Header.
    pub head: Header,
    /// Its dictionary.
    pub dict: Slot,
    /// Its name (also in the dictionary).
    pub name: Slot,
}

/// `Kind::Exception`.
#[repr(C)]
pub struct ExceptionObj {
    /// Header.
    pub head: Header,
    /// `args`, a tuple.
    pub args: Slot,
    /// `__traceback__`, or empty.
    pub traceback: Slot,
    /// `__cause__`, or empty.
    pub cause: Slot,
    /// `__context__`, or empty.
    pub context: Slot,
    /// Main extra of the class: StopIteration's value, SystemExit's code, NameError's and AttributeError's name; the
    /// fields of a class that has more than two, as a private list.
    pub extra: Slot,
    /// Second extra: AttributeError's object, the exceptions of a group.
    pub extra2: Slot,
    /// `__suppress_context__`.
    pub suppress_context: Cell<bool>,
}

/// `Kind::Traceback`.
#[repr(C)]
pub struct TracebackObj {
    /// Header.
    pub head: Header,
    /// The next entry, towards where the exception was raised, or empty.
    pub next: Slot,
    /// The frame.
    pub frame: Slot,
    /// Index of the instruction that was executing.
    pub pc: Cell<u32>,
    /// Line of that instruction.
    pub line: Cell<u32>,
}

/// `Kind::Frame`: made when a traceback or a program asks for one. While the activation runs, `live` points to its
/// registers; when it ends, the locals move into `locals`.
#[repr(C)]
pub struct FrameObj {
    /// Header.
    pub head: Header,
    /// The code object.
    pub code: Slot,
    /// The globals.
    pub globals: Slot,
    /// The calling frame, if it was asked for, or empty.
    pub back: Slot,
    /// The running activation's registers, or null once it has ended.
    pub live: Cell<*mut Value>,
    /// Number of locals in `locals`.
    pub nlocals: Cell<usize>,
    /// The activation's locals after it ended: a raw buffer of owned values, or null.
    pub locals: Cell<*mut Value>,
    /// Current line, kept when the activation ends.
    pub line: Cell<u32>,
}

/// `Kind::Generator`.
#[repr(C)]
pub struct GeneratorObj {
    /// Header.
    pub head: Header,
    /// The function's code.
    pub code: Slot,
    /// `__name__`.
    pub name: Slot,
    /// `__qualname__`.
    pub qualname: Slot,
    /// The function it runs (keeps globals and closure alive), or empty once finished.
    pub func: Slot,
    /// The registers (raw heap memory, owned), or null once finished.
    pub regs: Cell<*mut Value>,
    /// Number of registers.
    pub nregs: Cell<u32>,
    /// Where to resume.
    pub pc: Cell<u32>,
    /// State.
    pub state: Cell<GenState>,
    /// The frame object, if a traceback or program asked for it, or empty.
    pub frame: Slot,
    /// The exception the generator is handling while suspended, or empty.
    pub handled: Slot,
}

/// State of a generator.
#[repr(u8)]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum GenState {
    /// Not started.
    Created,
    /// At a yield.
    Suspended,
    /// Running.
    Running,
    /// Finished or closed.
    Finished,
}

/// `Kind::Property`.
#[repr(C)]
pub struct PropertyObj {
    /// Header.
    pub head: Header,
    /// Getter or empty.
    pub get: Slot,
    /// Setter or empty.
    pub set: Slot,
    /// Deleter or empty.
    pub del: Slot,
    /// Docstring or empty.
    pub doc: Slot,
    /// Name given by `__set_name__`, or empty.
    pub name: Slot,
}

/// `Kind::ClassMethod`, `Kind::StaticMethod`.
#[repr(C)]
pub struct WrapperObj {
    /// Header.
    pub head: Header,
    /// The wrapped callable.
    pub func: Slot,
}

/// `Kind::Super`.
#[repr(C)]
pub struct SuperObj {
    /// Header.
    pub head: Header,
    /// The class after which the search starts.
    pub class: Slot,
    /// The receiver, or empty if unbound.
    pub receiver: Slot,
    /// The class whose MRO is searched, or empty if unbound.
    pub receiver_class: Slot,
}

/// `Kind::WeakRef`.
#[repr(C)]
pub struct WeakRefObj {
    /// Header.
    pub head: Header,
    /// The referent, not counted; empty once dead.
    pub referent: Cell<Value>,
    /// Callback or empty.
    pub callback: Slot,
    /// Cached hash of the referent; `None` until asked.
    pub hash: Cell<Option<i64>>,
}

/// `Kind::Member`: one name of `__slots__`.
#[repr(C)]
pub struct MemberObj {
    /// Header.
    pub head: Header,
    /// The name.
    pub name: Slot,
    /// The class that declares it.
    pub owner: Slot,
    /// Its slot, the same in all instances of the class and its subclasses.
    pub index: usize,
}

/// `Kind::GetSet`.
#[repr(C)]
pub struct GetSetObj {
    /// Header.
    pub head: Header,
    /// The class that declares it.
    pub owner: Slot,
    /// What it does.
    pub def: &'static crate::native::GetSetDef,
}

/// `Kind::MappingProxy`.
#[repr(C)]
pub struct MappingProxyObj {
    /// Header.
    pub head: Header,
    /// The mapping.
    pub mapping: Slot,
}

impl Value {
    /// The object behind a reference as layout `T`.
    ///
    /// # Safety
    /// The object's kind must be one whose layout is `T`, and the reference must be used only while the object lives.
    #[inline(always)]
    pub(crate) unsafe fn layout<'a, T>(self) -> &'a T {
        debug_assert!(self.is_ptr());
        // SAFETY: the caller vouches for kind and life; fields that change are cells.
        unsafe { &*self.as_ptr().cast::<T>() }
    }
}
