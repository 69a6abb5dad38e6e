//! The type lattice.
//!
//! A [`Type`] says which values a value may be: a set of *atoms*, each a disjoint set of values, and two refinements.
//!
//! - **Atoms**: the kinds of objects (for the built-in types that may be subclassed, the exact type and its subclasses are
//!   two atoms), the two kinds of words that are values but no objects (small integers, in-word floats), the empty word
//!   `Nullptr`, the end of an iteration, and the machine kinds.
//! - **Life**: whether the objects among them may be mortal, may be immortal, or both. Words that are no objects have no life.
//! - **Refinement** ([`Spec`]): one known value, a shape, or a length.
//!
//! `Bottom` has no atoms. [`join`](Type::join), [`meet`](Type::meet) and [`is_subtype`](Type::is_subtype) are those of the lattice of sets of values,
//! except that a join drops refinements which differ.
//!
//! # Text
//!
//! `[Mortal|Immortal][Opt]Name{|Name}[spec]`: `OptObject`, `ImmortalNoneType`, `SmallInt[5]`, `TupleExact[len 3]`, `Instance[shape 57]`,
//! `StrExact|NoneType`. `Opt` is `Nullptr|`.

use crate::entity::ConstId;

macro_rules! atoms {
    ($( $(#[doc = $doc:literal])+ $name:ident = $bit:literal $text:literal; )+) => {
        impl Type {
            $( $(#[doc = $doc])+ pub const $name: Type = Type::of(1 << $bit); )+
        }
        /// Every atom with its text, in bit order.
        pub const ATOMS: &[(Type, &str)] = &[$((Type::$name, $text)),+];
    };
}

macro_rules! unions {
    ($( $(#[doc = $doc:literal])+ $name:ident $text:literal = $($part:ident)|+; )+) => {
        impl Type {
            $( $(#[doc = $doc])+ pub const $name: Type = Type::of($(Type::$part.atoms)|+); )+
        }
        /// Every named union with its text; larger ones after those they contain.
        pub const UNIONS: &[(Type, &str)] = &[$((Type::$name, $text)),+];
    };
}

/// A refinement to one value or one form of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Spec {
    /// No more is known than the atoms say.
    None,
    /// The value is this constant.
    Value(ConstId),
    /// The object has this shape. A fact about memory where the object's shape can change: it holds until something
    /// writes [`Memory::SHAPES`](crate::Memory::SHAPES).
    Shape(u32),
    /// A tuple with this many items.
    Len(u32),
}

/// A set of values. See the [module](self).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Type {
    atoms: u64,
    life: u8,
    spec: Spec,
}

const MORTAL: u8 = 1;
const IMMORTAL: u8 = 2;

atoms! {
    /// A machine integer of 64 bits.
    C_INT64 = 0 "CInt64";
    /// A machine float of 64 bits.
    C_DOUBLE = 1 "CDouble";
    /// A machine truth value.
    C_BOOL = 2 "CBool";
    /// A machine address.
    C_PTR = 3 "CPtr";
    /// The empty word: no value.
    NULLPTR = 4 "Nullptr";
    /// What an iterator gives when it is exhausted.
    ITER_DONE = 5 "IterDone";
    /// An integer in the word.
    SMALL_INT = 6 "SmallInt";
    /// A float in the word.
    WORD_FLOAT = 7 "WordFloat";
    /// An integer of the exact type that is an object.
    BIG_INT = 8 "BigInt";
    /// A float of the exact type that is an object.
    HEAP_FLOAT = 9 "HeapFloat";
    /// An instance of a proper subclass of `int` other than `bool`.
    INT_SUB = 10 "IntSub";
    /// An instance of a proper subclass of `float`.
    FLOAT_SUB = 11 "FloatSub";
    /// `True` and `False`.
    BOOL = 12 "Bool";
    /// `None`.
    NONE_TYPE = 13 "NoneType";
    /// `Ellipsis`.
    ELLIPSIS_TYPE = 14 "EllipsisType";
    /// `NotImplemented`.
    NOT_IMPLEMENTED_TYPE = 15 "NotImplementedType";
    /// A `str` of the exact type.
    STR_EXACT = 16 "StrExact";
    /// An instance of a proper subclass of `str`.
    STR_SUB = 17 "StrSub";
    /// A `bytes` of the exact type.
    BYTES_EXACT = 18 "BytesExact";
    /// An instance of a proper subclass of `bytes`.
    BYTES_SUB = 19 "BytesSub";
    /// A `tuple` of the exact type.
    TUPLE_EXACT = 20 "TupleExact";
    /// An instance of a proper subclass of `tuple`.
    TUPLE_SUB = 21 "TupleSub";
    /// A `list` of the exact type.
    LIST_EXACT = 22 "ListExact";
    /// An instance of a proper subclass of `list`.
    LIST_SUB = 23 "ListSub";
    /// A `dict` of the exact type.
    DICT_EXACT = 24 "DictExact";
    /// An instance of a proper subclass of `dict`.
    DICT_SUB = 25 "DictSub";
    /// A `set` of the exact type.
    SET_EXACT = 26 "SetExact";
    /// An instance of a proper subclass of `set`.
    SET_SUB = 27 "SetSub";
    /// A `frozenset` of the exact type.
    FROZEN_SET_EXACT = 28 "FrozenSetExact";
    /// An instance of a proper subclass of `frozenset`.
    FROZEN_SET_SUB = 29 "FrozenSetSub";
    /// A `range`.
    RANGE = 30 "Range";
    /// A `slice`.
    SLICE = 31 "Slice";
    /// A variable shared by functions.
    CELL = 32 "Cell";
    /// A function of the hosted language.
    FUNCTION = 33 "Function";
    /// A function of the host.
    NATIVE_FUNCTION = 34 "NativeFunction";
    /// A method bound to its receiver.
    METHOD = 35 "Method";
    /// A class.
    CLASS = 36 "Class";
    /// A module.
    MODULE = 37 "Module";
    /// A code object.
    CODE = 38 "Code";
    /// A suspended generator.
    GENERATOR = 39 "Generator";
    /// A built-in iterator.
    ITERATOR = 40 "Iterator";
    /// An instance of `BaseException` or a subclass.
    EXCEPTION = 41 "Exception";
    /// An instance of a class that derives from no built-in type but `object`.
    INSTANCE = 42 "Instance";
    /// Any object not named above.
    OTHER = 43 "Other";
}

unions! {
    /// An integer of the exact type.
    INT_EXACT "IntExact" = SMALL_INT | BIG_INT;
    /// A float of the exact type.
    FLOAT_EXACT "FloatExact" = WORD_FLOAT | HEAP_FLOAT;
    /// A `str` or an instance of a subclass.
    STR "Str" = STR_EXACT | STR_SUB;
    /// A `bytes` or an instance of a subclass.
    BYTES "Bytes" = BYTES_EXACT | BYTES_SUB;
    /// A `tuple` or an instance of a subclass.
    TUPLE "Tuple" = TUPLE_EXACT | TUPLE_SUB;
    /// A `list` or an instance of a subclass.
    LIST "List" = LIST_EXACT | LIST_SUB;
    /// A `dict` or an instance of a subclass.
    DICT "Dict" = DICT_EXACT | DICT_SUB;
    /// A `set` or an instance of a subclass.
    SET "Set" = SET_EXACT | SET_SUB;
    /// A `frozenset` or an instance of a subclass.
    FROZEN_SET "FrozenSet" = FROZEN_SET_EXACT | FROZEN_SET_SUB;
    /// A `float` or an instance of a subclass.
    FLOAT "Float" = WORD_FLOAT | HEAP_FLOAT | FLOAT_SUB;
    /// An `int` or an instance of a subclass, `bool` among them.
    INT "Int" = SMALL_INT | BIG_INT | INT_SUB | BOOL;
    /// A value of the hosted language that is no number in the word: a reference to an object.
    REFERENCE "Reference" = BIG_INT | HEAP_FLOAT | INT_SUB | FLOAT_SUB | BOOL | NONE_TYPE | ELLIPSIS_TYPE
        | NOT_IMPLEMENTED_TYPE | STR_EXACT | STR_SUB | BYTES_EXACT | BYTES_SUB | TUPLE_EXACT | TUPLE_SUB | LIST_EXACT | LIST_SUB
        | DICT_EXACT | DICT_SUB | SET_EXACT | SET_SUB | FROZEN_SET_EXACT | FROZEN_SET_SUB | RANGE | SLICE | CELL | FUNCTION
        | NATIVE_FUNCTION | METHOD | CLASS | MODULE | CODE | GENERATOR | ITERATOR | EXCEPTION | INSTANCE | OTHER;
    /// Any value of the hosted language.
    OBJECT "Object" = SMALL_INT | WORD_FLOAT | BIG_INT | HEAP_FLOAT | INT_SUB | FLOAT_SUB | BOOL | NONE_TYPE | ELLIPSIS_TYPE
        | NOT_IMPLEMENTED_TYPE | STR_EXACT | STR_SUB | BYTES_EXACT | BYTES_SUB | TUPLE_EXACT | TUPLE_SUB | LIST_EXACT | LIST_SUB
        | DICT_EXACT | DICT_SUB | SET_EXACT | SET_SUB | FROZEN_SET_EXACT | FROZEN_SET_SUB | RANGE | SLICE | CELL | FUNCTION
        | NATIVE_FUNCTION | METHOD | CLASS | MODULE | CODE | GENERATOR | ITERATOR | EXCEPTION | INSTANCE | OTHER;
}

/// Words and machine kinds: everything that is not a reference to an object.
const NOT_OBJECTS: u64 = (1 << 8) - 1;
/// The machine kinds.
const MACHINE: u64 = 0b1111;

impl Type {
    /// No value at all.
    pub const BOTTOM: Type = Type { atoms: 0, life: 0, spec: Spec::None };
    /// An object or nothing.
    pub const OPT_OBJECT: Type = Type::OBJECT.or_null();
    /// What `next` gives: an object, nothing (an exception is pending), or the end.
    pub const ITER_RESULT: Type = Type::of(Type::OPT_OBJECT.atoms | Type::ITER_DONE.atoms);
    /// Everything.
    pub const TOP: Type = Type::of((1 << 44) - 1);

    const fn of(atoms: u64) -> Type {
        Type { atoms, life: Self::full_life(atoms), spec: Spec::None }
    }

    const fn full_life(atoms: u64) -> u8 {
        if atoms & !NOT_OBJECTS != 0 { MORTAL | IMMORTAL } else { 0 }
    }

    /// This type or `Nullptr`.
    pub const fn or_null(self) -> Type {
        let spec = if let Spec::Value(_) = self.spec { Spec::None } else { self.spec };
        Type { atoms: self.atoms | Type::NULLPTR.atoms, life: self.life, spec }
    }

    /// This type without `Nullptr`.
    pub fn without_null(self) -> Type {
        self.without(Type::NULLPTR)
    }

    /// This type without the atoms of `other`.
    pub fn without(self, other: Type) -> Type {
        Type { atoms: self.atoms & !other.atoms, ..self }.canonical()
    }

    /// The union of the atoms, for types without refinements.
    pub const fn union(self, other: Type) -> Type {
        let atoms = self.atoms | other.atoms;
        Type { atoms, life: (self.life | other.life) & Self::full_life(atoms), spec: Spec::None }
    }

    /// As [`immortal`](Self::immortal), for types that are objects.
    pub(crate) const fn only_immortal(self) -> Type {
        Type { life: IMMORTAL, ..self }
    }

    /// The immortal ones among these values.
    pub fn immortal(self) -> Type {
        Type { life: self.life & IMMORTAL, ..self }.canonical()
    }

    /// The mortal ones among these values.
    pub fn mortal(self) -> Type {
        Type { life: self.life & MORTAL, ..self }.canonical()
    }

    /// This type with a refinement.
    pub fn with_spec(self, spec: Spec) -> Type {
        Type { spec, ..self }.canonical()
    }

    /// The refinement.
    pub fn spec(self) -> Spec {
        self.spec
    }

    /// The constant that every value of this type is, if it is one.
    pub fn known_value(self) -> Option<ConstId> {
        match self.spec {
            Spec::Value(constant) => Some(constant),
            _ => None,
        }
    }

    fn canonical(self) -> Type {
        let life = self.life & Self::full_life(self.atoms);
        // Objects that are neither mortal nor immortal do not exist.
        let atoms = if life == 0 { self.atoms & NOT_OBJECTS } else { self.atoms };
        // Shapes and lengths are those of objects: the empty word alone has none.
        let no_form =
            atoms == 0 || (atoms == Type::NULLPTR.atoms && matches!(self.spec, Spec::Shape(_) | Spec::Len(_)));
        Type { atoms, life, spec: if no_form { Spec::None } else { self.spec } }
    }

    /// The smallest type of the lattice that contains both. Different refinements are dropped.
    pub fn join(self, other: Type) -> Type {
        if self.atoms == 0 {
            return other;
        }
        if other.atoms == 0 {
            return self;
        }
        let spec = if self.spec == other.spec { self.spec } else { self.join_spec(other) };
        Type { atoms: self.atoms | other.atoms, life: self.life | other.life, spec }
    }

    /// A shape or length survives a join with the empty word.
    fn join_spec(self, other: Type) -> Spec {
        match (self.spec, other.spec) {
            (Spec::Shape(_) | Spec::Len(_), _) if other.atoms == Type::NULLPTR.atoms => self.spec,
            (_, Spec::Shape(_) | Spec::Len(_)) if self.atoms == Type::NULLPTR.atoms => other.spec,
            _ => Spec::None,
        }
    }

    /// The values that are in both. Two different refinements have nothing in common, except
    /// for forms that a value may have together, of which this type's stays.
    pub fn meet(self, other: Type) -> Type {
        let spec = match (self.spec, other.spec) {
            (a, Spec::None) => a,
            (Spec::None, b) => b,
            (a, b) if a == b => a,
            (Spec::Value(_), Spec::Shape(_) | Spec::Len(_)) => self.spec,
            (Spec::Shape(_) | Spec::Len(_), Spec::Value(_)) => other.spec,
            (Spec::Shape(_), Spec::Len(_)) | (Spec::Len(_), Spec::Shape(_)) => self.spec,
            // At most the empty word, which has no shape or length, is in both.
            _ => return Type::of(self.atoms & other.atoms & Type::NULLPTR.atoms),
        };
        Type { atoms: self.atoms & other.atoms, life: self.life & other.life, spec }.canonical()
    }

    /// Whether every value of this type is one of `other`. A known value's shape or length is not looked up.
    pub fn is_subtype(self, other: Type) -> bool {
        self.atoms & !other.atoms == 0
            && self.life & !other.life == 0
            && match other.spec {
                Spec::None => true,
                // The empty word has neither.
                Spec::Shape(_) | Spec::Len(_) if self.atoms == Type::NULLPTR.atoms => true,
                spec => spec == self.spec || self.atoms == 0,
            }
    }

    /// Whether the two have a value in common.
    pub fn intersects(self, other: Type) -> bool {
        self.meet(other).atoms != 0
    }

    /// Whether no value has this type.
    pub fn is_bottom(self) -> bool {
        self.atoms == 0
    }

    /// Whether a value may be an object with a count: a mortal object, as far as is known.
    pub fn is_counted(self) -> bool {
        self.life & MORTAL != 0
    }

    /// Whether a value may be an object, counted or not.
    pub fn may_be_object(self) -> bool {
        self.atoms & !NOT_OBJECTS != 0
    }

    /// Whether a value may be the empty word or the end of an iteration, so that a release must test it.
    pub fn may_be_missing(self) -> bool {
        self.atoms & (Type::NULLPTR.atoms | Type::ITER_DONE.atoms) != 0
    }

    /// Whether a value may be the empty word.
    pub fn may_be_null(self) -> bool {
        self.atoms & Type::NULLPTR.atoms != 0
    }

    /// Whether values are machine integers, floats, truth values or addresses.
    pub fn is_machine(self) -> bool {
        self.atoms != 0 && self.atoms & !MACHINE == 0
    }

    /// Whether some values are machine kinds and some are not: no type of a value may be that.
    pub fn mixes_machine(self) -> bool {
        let machine = self.atoms & MACHINE;
        machine != 0 && (self.atoms != machine || !machine.is_power_of_two())
    }

    /// Whether the objects may be mortal and may be immortal, so far as this type says.
    pub fn life(self) -> (bool, bool) {
        (self.life & MORTAL != 0, self.life & IMMORTAL != 0)
    }

    /// The atoms as bits, in the order of [`ATOMS`].
    pub const fn atom_bits(self) -> u64 {
        self.atoms
    }

    /// Whether the release of such a value, if it is the last, can run code of the program: not for
    /// strings, numbers, ranges and functions of the host. Containers may hold anything.
    pub fn release_may_run_code(self) -> bool {
        const LEAVES: u64 = Type::BIG_INT.atoms
            | Type::HEAP_FLOAT.atoms
            | Type::BOOL.atoms
            | Type::NONE_TYPE.atoms
            | Type::ELLIPSIS_TYPE.atoms
            | Type::NOT_IMPLEMENTED_TYPE.atoms
            | Type::STR_EXACT.atoms
            | Type::BYTES_EXACT.atoms
            | Type::CODE.atoms
            | Type::RANGE.atoms
            | NOT_OBJECTS;
        self.is_counted() && self.atoms & !LEAVES != 0
    }
}
