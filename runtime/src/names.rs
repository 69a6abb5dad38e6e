//! Names the runtime itself uses, interned once per engine, and the special methods with a cache slot in every class.

use crate::value::Value;

macro_rules! names {
    ($($name:ident)+) => {
        /// Interned names, immortal per engine. The field is called like the name.
        #[allow(missing_docs)]
        pub struct Names { $(pub $name: Value,)+ }

        impl Names {
            /// Interns every name with `intern`.
            pub(crate) fn new(mut intern: impl FnMut(&'static str) -> Value) -> Names {
                Names { $($name: intern(stringify!($name)),)+ }
            }
        }
    };
}

names! {
    __abs__ __abstractmethods__ __add__ __all__ __and__ __annotate__ __annotate_func__ __annotations__ __bases__ __bool__ __build_class__ __builtins__
    __bytes__ __call__ __cause__ __ceil__ __class__ __class_getitem__ __classcell__ __closure__ __code__ __contains__ __context__ __defaults__
    __del__ __delattr__ __delete__ __delitem__ __dict__ __dir__ __divmod__ __doc__ __enter__ __eq__ __exit__
    __file__ __firstlineno__ __float__ __floor__ __floordiv__ __format__ __func__ __ge__ __get__ __getattr__ __getattribute__ __getitem__ __globals__ __gt__ __hash__
    __iadd__ __iand__ __ifloordiv__ __ilshift__ __imatmul__ __imod__ __import__ __imul__ __index__ __init__
    __init_subclass__ __instancecheck__ __int__ __invert__ __ior__ __ipow__ __irshift__ __isabstractmethod__ __isub__ __iter__ __itruediv__
    __ixor__ __kwdefaults__ __le__ __len__ __length_hint__ __lshift__ __lt__ __main__ __matmul__ __missing__ __mod__ __module__ __mro__ __mro_entries__ __mul__ __name__
    __ne__ __neg__ __new__ __next__ __notes__ __or__ __orig_bases__ __package__ __path__ __pos__ __pow__ __prepare__ __qualname__ __radd__ __rand__ __rdivmod__
    __reduce__ __reduce_ex__ __repr__ __reversed__ __rfloordiv__ __rlshift__ __rmatmul__ __rmod__ __rmul__ __ror__ __round__
    __rpow__ __rrshift__ __rshift__ __rsub__ __rtruediv__ __rxor__ __self__ __set__ __set_name__ __setattr__ __setitem__ __slots__ __spec__ __static_attributes__ __str__
    __sub__ __subclasscheck__ __subclasshook__ __suppress_context__ __traceback__ __truediv__ __trunc__ __type_params__ __weakref__ __wrapped__ __xor__
    add append args clear close code copy default end errors extend fget fset fdel file flush fromkeys get insert items key keys mro name obj offset
    filename lineno text msg print_file_and_line path pop remove reverse sep send sort start stdin stdout stderr stop step throw update value values write readline
    encoding iterable strict initial
}

macro_rules! dunders {
    ($($variant:ident $field:ident)+) => {
        /// A special method that every class caches.
        #[repr(u8)]
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        #[allow(missing_docs)]
        pub enum Dunder { $($variant,)+ }

        impl Dunder {
            /// Every one, in order.
            pub const ALL: &'static [Dunder] = &[$(Dunder::$variant),+];
            /// How many there are.
            pub const COUNT: usize = Dunder::ALL.len();
            /// Its name.
            pub fn name(self) -> &'static str {
                match self { $(Dunder::$variant => stringify!($field),)+ }
            }
            /// Its interned name.
            pub fn interned(self, names: &Names) -> Value {
                match self { $(Dunder::$variant => names.$field,)+ }
            }
        }
    };
}

dunders! {
    New __new__ Init __init__ Del __del__ Repr __repr__ Str __str__ Format __format__ Bytes __bytes__ Hash __hash__
    Bool __bool__ Len __len__ LengthHint __length_hint__ Call __call__
    GetAttribute __getattribute__ GetAttr __getattr__ SetAttr __setattr__ DelAttr __delattr__ Dir __dir__
    Get __get__ Set __set__ Delete __delete__ SetName __set_name__
    GetItem __getitem__ SetItem __setitem__ DelItem __delitem__ Missing __missing__ Contains __contains__
    Iter __iter__ Next __next__ Reversed __reversed__ Enter __enter__ Exit __exit__
    Lt __lt__ Le __le__ Eq __eq__ Ne __ne__ Gt __gt__ Ge __ge__
    Add __add__ Radd __radd__ Iadd __iadd__ Sub __sub__ Rsub __rsub__ Isub __isub__ Mul __mul__ Rmul __rmul__ Imul __imul__
    TrueDiv __truediv__ RtrueDiv __rtruediv__ ItrueDiv __itruediv__ FloorDiv __floordiv__ RfloorDiv __rfloordiv__ IfloorDiv __ifloordiv__
    Mod __mod__ Rmod __rmod__ Imod __imod__ DivMod __divmod__ RdivMod __rdivmod__ Pow __pow__ Rpow __rpow__ Ipow __ipow__
    LShift __lshift__ RlShift __rlshift__ IlShift __ilshift__ RShift __rshift__ RrShift __rrshift__ IrShift __irshift__
    And __and__ Rand __rand__ Iand __iand__ Or __or__ Ror __ror__ Ior __ior__ Xor __xor__ Rxor __rxor__ Ixor __ixor__
    MatMul __matmul__ RmatMul __rmatmul__ ImatMul __imatmul__
    Neg __neg__ Pos __pos__ Abs __abs__ Invert __invert__ Int __int__ Float __float__ Index __index__ Round __round__
    Trunc __trunc__ Floor __floor__ Ceil __ceil__
    InstanceCheck __instancecheck__ SubclassCheck __subclasscheck__ ClassGetItem __class_getitem__ InitSubclass __init_subclass__
}
