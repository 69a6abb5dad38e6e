//! Functions of the host that machine code calls, with their contracts.
//!
//! From a Rust function with parameters and a result of these types the contract follows, and nothing has to be promised:
//!
//! | Rust | HIR |
//! | --- | --- |
//! | [`Value`] parameter | `Object`, borrowed: alive during the call |
//! | [`Option<Value>`] parameter | `OptObject`, borrowed |
//! | [`Owned`] parameter | `Object`, stolen, also if the function fails |
//! | [`i64`], [`f64`], [`bool`] | `CInt64`, `CDouble`, `CBool` |
//! | [`Owned`] result | `Object`, a new reference |
//! | `()` result | `None` |
//! | `Result<T, Raised>` result | as `T` |
//!
//! Such a native may raise, allocate, run anything and write all memory. It may always raise: a panic in it is caught and becomes a
//! SystemError. A call whose result is an object shows failure in its result, to be tested (`CheckExc`), or leaves by an exit of its own; one
//! whose result is a machine value must have an exit.
//!
//! A function with any other contract is [added by hand](Natives::add_by_hand), which is `unsafe`.

use crate::context::Context;
use crate::host::Host;
use hir::{BuildError, FunctionBuilder, NativeId, NativeSig, Steal, Type};
use runtime::{Owned, Raised, Value};
use std::collections::BTreeMap;

/// A parameter that a Rust native may have.
pub trait NativeArg: Sized + sealed::Sealed {
    /// How machine code passes it.
    #[doc(hidden)]
    type Word: Copy;
    /// Its HIR type.
    const TY: Type;
    /// Whether its reference is taken over.
    const STEAL: Steal = Steal::Never;
    #[doc(hidden)]
    fn from_word(word: Self::Word) -> Self;
}

/// A result that a Rust native may have.
pub trait NativeResult: Sized + sealed::Sealed {
    /// How machine code gets it.
    #[doc(hidden)]
    type Word: Default;
    /// Its HIR type.
    const TY: Type;
    #[doc(hidden)]
    fn into_word(self) -> Result<Self::Word, Raised>;
}

mod sealed {
    use runtime::{Owned, Raised, Value};

    pub trait Sealed {}
    impl Sealed for Value {}
    impl Sealed for Option<Value> {}
    impl Sealed for Owned {}
    impl Sealed for i64 {}
    impl Sealed for f64 {}
    impl Sealed for bool {}
    impl Sealed for () {}
    impl<T: Sealed> Sealed for Result<T, Raised> {}
}

impl NativeArg for Value {
    type Word = Value;
    const TY: Type = Type::OBJECT;
    fn from_word(word: Value) -> Value {
        word
    }
}

impl NativeArg for Option<Value> {
    type Word = Value;
    const TY: Type = Type::OPT_OBJECT;
    fn from_word(word: Value) -> Option<Value> {
        word.some()
    }
}

impl NativeArg for Owned {
    type Word = Value;
    const TY: Type = Type::OBJECT;
    const STEAL: Steal = Steal::Always;
    fn from_word(word: Value) -> Owned {
        Owned::from_raw(word)
    }
}

impl NativeArg for i64 {
    type Word = i64;
    const TY: Type = Type::C_INT64;
    fn from_word(word: i64) -> i64 {
        word
    }
}

impl NativeArg for f64 {
    type Word = f64;
    const TY: Type = Type::C_DOUBLE;
    fn from_word(word: f64) -> f64 {
        word
    }
}

impl NativeArg for bool {
    type Word = u64;
    const TY: Type = Type::C_BOOL;
    fn from_word(word: u64) -> bool {
        word & 1 != 0
    }
}

impl NativeResult for Owned {
    type Word = u64;
    const TY: Type = Type::OBJECT;
    fn into_word(self) -> Result<u64, Raised> {
        Ok(word_of(self.into_raw()))
    }
}

impl NativeResult for i64 {
    type Word = i64;
    const TY: Type = Type::C_INT64;
    fn into_word(self) -> Result<i64, Raised> {
        Ok(self)
    }
}

impl NativeResult for f64 {
    type Word = f64;
    const TY: Type = Type::C_DOUBLE;
    fn into_word(self) -> Result<f64, Raised> {
        Ok(self)
    }
}

impl NativeResult for bool {
    type Word = u64;
    const TY: Type = Type::C_BOOL;
    fn into_word(self) -> Result<u64, Raised> {
        Ok(u64::from(self))
    }
}

impl NativeResult for () {
    type Word = u64;
    const TY: Type = Type::NONE_TYPE;
    fn into_word(self) -> Result<u64, Raised> {
        Ok(word_of(Value::none()))
    }
}

impl<T: NativeResult> NativeResult for Result<T, Raised> {
    type Word = T::Word;
    const TY: Type = T::TY;
    fn into_word(self) -> Result<T::Word, Raised> {
        self?.into_word()
    }
}

/// The word of a value, as machine code has it.
pub(crate) fn word_of(value: Value) -> u64 {
    value.as_ptr().expose_provenance() as u64
}

/// A Rust function that can be a native: a function item or a closure that captures nothing, with the host and up to five parameters.
pub trait NativeFn<Args, R>: sealed_fn::Sealed<Args, R> {
    #[doc(hidden)]
    fn describe(name: &str) -> (NativeSig, *const u8);
}

mod sealed_fn {
    pub trait Sealed<Args, R> {}
}

/// The function of a type that has one value only.
///
/// # Safety
/// A value of the type was made, and never dropped.
unsafe fn conjure<'a, F>() -> &'a F {
    const { assert!(size_of::<F>() == 0, "a native captures nothing") };
    // SAFETY: a type without size needs no memory, and the caller says that the value exists.
    unsafe { std::ptr::NonNull::<F>::dangling().as_ref() }
}

macro_rules! native_fn {
    ($($arg:ident $word:ident),*) => {
        impl<F, R, $($arg),*> sealed_fn::Sealed<($($arg,)*), R> for F where F: Fn(&Host $(, $arg)*) -> R + 'static {}

        impl<F, R, $($arg),*> NativeFn<($($arg,)*), R> for F
        where
            F: Fn(&Host $(, $arg)*) -> R + 'static,
            R: NativeResult,
            $($arg: NativeArg),*
        {
            fn describe(name: &str) -> (NativeSig, *const u8) {
                extern "C" fn call<F, R, $($arg),*>(context: *mut Context $(, $word: $arg::Word)*) -> R::Word
                where
                    F: Fn(&Host $(, $arg)*) -> R + 'static,
                    R: NativeResult,
                    $($arg: NativeArg),*
                {
                    crate::host::run_native(context, |host| {
                        // SAFETY: the registration forgot a value of the type.
                        let function = unsafe { conjure::<F>() };
                        function(host $(, $arg::from_word($word))*).into_word()
                    })
                }
                let params: &[(Type, Steal)] = &[$(($arg::TY, $arg::STEAL)),*];
                let types: Vec<Type> = params.iter().map(|&(ty, _)| ty).collect();
                let mut signature = NativeSig::new(name, &types, Some(R::TY));
                for (index, &(_, steal)) in params.iter().enumerate() {
                    signature = signature.steal(index, steal);
                }
                (signature, call::<F, R, $($arg),*> as *const u8)
            }
        }
    };
}

native_fn!();
native_fn!(A a);
native_fn!(A a, B b);
native_fn!(A a, B b, C c);
native_fn!(A a, B b, C c, D d);
native_fn!(A a, B b, C c, D d, E e);

/// A host's natives, by name.
///
/// ```
/// use jit::{Host, Natives};
/// use runtime::{Owned, Raised, Value};
///
/// let mut natives = Natives::new();
/// natives.add("scale", |_: &Host, x: f64, by: i64| x * by as f64);
/// natives.add("length", |host: &Host, v: Value| host.rt().len(v).map(|len| len as i64));
/// natives.add("keep", |host: &Host, v: Owned| -> Result<Owned, Raised> { host.rt().list_from_owned(vec![v]) });
/// assert_eq!(natives.signature("scale").map(|signature| signature.params.len()), Some(2));
/// ```
#[derive(Clone, Debug, Default)]
pub struct Natives {
    by_name: BTreeMap<Box<str>, (NativeSig, *const u8)>,
}

impl Natives {
    /// None yet.
    pub fn new() -> Natives {
        Natives::default()
    }

    /// Adds a Rust function, whose contract follows from its type. One of the same name is replaced. A function that captures something is
    /// refused when it is compiled.
    pub fn add<Args, R, F: NativeFn<Args, R>>(&mut self, name: &str, function: F) {
        // From here on the value exists for good.
        std::mem::forget(function);
        self.by_name.insert(name.into(), F::describe(name));
    }

    /// Adds a function with a contract that is stated by hand.
    ///
    /// # Safety
    /// `address` is an `extern "C"` function that gets the context, then the parameters of the signature (machine floats as `double`, all
    /// others as 64-bit words), gives the signature's result likewise, never unwinds, and does no more than the contract says (see
    /// [`NativeSig`]). If it fails it leaves an exception pending in the runtime and, unless its result is an object, sets
    /// [`Context::pending`], which it clears if it succeeds.
    pub unsafe fn add_by_hand(&mut self, signature: NativeSig, address: *const u8) {
        self.by_name.insert(signature.name.clone(), (signature, address));
    }

    /// The signature of a native.
    pub fn signature(&self, name: &str) -> Option<&NativeSig> {
        self.by_name.get(name).map(|(signature, _)| signature)
    }

    /// The address of a native.
    pub fn address(&self, name: &str) -> Option<*const u8> {
        self.by_name.get(name).map(|&(_, address)| address)
    }

    /// Declares a native in a function that is being built; nothing if there is none of this name.
    ///
    /// # Errors
    /// The function has one of this name already.
    pub fn declare(&self, b: &mut FunctionBuilder, name: &str) -> Result<Option<NativeId>, BuildError> {
        self.signature(name).map(|signature| b.declare_native(signature.clone())).transpose()
    }
}
