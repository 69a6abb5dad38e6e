//! Typed calls: a compiled function as a Rust function type, checked once.

use crate::host::{Host, Words};
use crate::jit::CompiledFunction;
use crate::natives::word_of;
use crate::signature::SignatureError;
use hir::Type;
use runtime::{Exc, Owned, Raised, Value};
use std::marker::PhantomData;

/// A type of an argument of a typed call.
pub trait Argument: sealed::Sealed {
    #[doc(hidden)]
    const TY: Type;
    #[doc(hidden)]
    const NAME: &'static str;
    #[doc(hidden)]
    const TAKEN: bool = false;
    #[doc(hidden)]
    fn pass(self, words: &mut Words<'_>);
    #[doc(hidden)]
    fn is_missing(&self) -> bool {
        false
    }
}

/// A type of the result of a typed call.
pub trait Output: Sized + sealed::Sealed {
    #[doc(hidden)]
    const TY: Type;
    #[doc(hidden)]
    const NAME: &'static str;
    #[doc(hidden)]
    fn from_bits(bits: u64) -> Self;
}

mod sealed {
    pub trait Sealed {}
    impl Sealed for i64 {}
    impl Sealed for f64 {}
    impl Sealed for bool {}
    impl Sealed for runtime::Value {}
    impl Sealed for runtime::Owned {}
}

impl Argument for i64 {
    const TY: Type = Type::C_INT64;
    const NAME: &'static str = "i64";
    fn pass(self, words: &mut Words<'_>) {
        words.int(self as u64);
    }
}

impl Argument for f64 {
    const TY: Type = Type::C_DOUBLE;
    const NAME: &'static str = "f64";
    fn pass(self, words: &mut Words<'_>) {
        words.float(self);
    }
}

impl Argument for bool {
    const TY: Type = Type::C_BOOL;
    const NAME: &'static str = "bool";
    fn pass(self, words: &mut Words<'_>) {
        words.int(u64::from(self));
    }
}

impl Argument for Value {
    const TY: Type = Type::OBJECT;
    const NAME: &'static str = "Value";
    fn pass(self, words: &mut Words<'_>) {
        words.int(word_of(self));
    }
    fn is_missing(&self) -> bool {
        self.is_empty()
    }
}

impl Argument for Owned {
    const TY: Type = Type::OBJECT;
    const NAME: &'static str = "Owned";
    const TAKEN: bool = true;
    fn pass(self, words: &mut Words<'_>) {
        words.int(word_of(self.into_raw()));
    }
}

impl Output for i64 {
    const TY: Type = Type::C_INT64;
    const NAME: &'static str = "i64";
    fn from_bits(bits: u64) -> i64 {
        bits as i64
    }
}

impl Output for f64 {
    const TY: Type = Type::C_DOUBLE;
    const NAME: &'static str = "f64";
    fn from_bits(bits: u64) -> f64 {
        f64::from_bits(bits)
    }
}

impl Output for bool {
    const TY: Type = Type::C_BOOL;
    const NAME: &'static str = "bool";
    fn from_bits(bits: u64) -> bool {
        bits & 1 != 0
    }
}

impl Output for Owned {
    /// An empty word is an exception.
    const TY: Type = Type::OPT_OBJECT;
    const NAME: &'static str = "Owned";
    fn from_bits(bits: u64) -> Owned {
        Owned::from_raw(crate::host::value_of(bits))
    }
}

/// A Rust function type of up to eight arguments of [`i64`], [`f64`], [`bool`], [`Value`] (borrowed) and [`Owned`] (taken over), which gives one
/// of [`i64`], [`f64`], [`bool`] and [`Owned`].
pub trait FnSignature {
    /// The arguments, as a tuple.
    type Args;
    /// The result.
    type Output: Output;
    #[doc(hidden)]
    const PARAMS: &'static [(Type, &'static str, bool)];
    #[doc(hidden)]
    fn pass(args: Self::Args, words: &mut Words<'_>) -> Result<(), usize>;
}

macro_rules! signatures {
    ($($arg:ident $name:ident $index:tt),*) => {
        impl<R: Output, $($arg: Argument),*> FnSignature for fn($($arg),*) -> R {
            type Args = ($($arg,)*);
            type Output = R;
            const PARAMS: &'static [(Type, &'static str, bool)] = &[$(($arg::TY, $arg::NAME, $arg::TAKEN)),*];
            #[allow(unused_variables)]
            fn pass(args: Self::Args, words: &mut Words<'_>) -> Result<(), usize> {
                $( if args.$index.is_missing() { return Err($index); } )*
                let ($($name,)*) = args;
                $( $name.pass(words); )*
                Ok(())
            }
        }
    };
}

signatures!();
signatures!(A a 0);
signatures!(A a 0, B b 1);
signatures!(A a 0, B b 1, C c 2);
signatures!(A a 0, B b 1, C c 2, D d 3);
signatures!(A a 0, B b 1, C c 2, D d 3, E e 4);
signatures!(A a 0, B b 1, C c 2, D d 3, E e 4, F f 5);
signatures!(A a 0, B b 1, C c 2, D d 3, E e 4, F f 5, G g 6);
signatures!(A a 0, B b 1, C c 2, D d 3, E e 4, F f 5, G g 6, H h 7);

/// A compiled function with a Rust signature that was found to be its own.
#[derive(Clone, Debug)]
pub struct TypedFunction<F> {
    function: CompiledFunction,
    signature: PhantomData<F>,
}

impl CompiledFunction {
    /// The function as one of this Rust type.
    ///
    /// ```
    /// use jit::{Config, Host, Natives};
    ///
    /// let host = Host::new(Config::default(), Natives::new())?;
    /// let func = hir::text::parse_one(
    ///     "fun add {\n  bb 0 {\n    v0:CDouble = LoadArg<0>\n    v1:CDouble = LoadArg<1>\n    v2:CDouble = DoubleBinary<add> v0 v1\n    Return v2\n  }\n}\n",
    /// )?;
    /// let add = host.compile(&func)?.typed::<fn(f64, f64) -> f64>()?;
    /// assert_eq!(add.call(&host, (1.5, 2.0)).expect("no exception"), 3.5);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`SignatureError`] says what does not agree.
    pub fn typed<F: FnSignature>(&self) -> Result<TypedFunction<F>, SignatureError> {
        let function = || self.name().into();
        let signature = self.signature();
        if signature.params.len() > F::PARAMS.len() {
            let (reads, given) = (signature.params.len(), F::PARAMS.len());
            return Err(SignatureError::Count { function: function(), reads, given });
        }
        for (index, &(ty, name, taken)) in F::PARAMS.iter().enumerate() {
            // What the function never reads may be anything but a reference that nobody would release.
            let param = signature.params.get(index);
            if param.is_some_and(|param| !ty.is_subtype(param.ty)) {
                return Err(SignatureError::Param { function: function(), index, found: name });
            }
            let takes = param.is_some_and(|param| param.taken);
            if takes != taken {
                return Err(SignatureError::Ownership { function: function(), index, taken: takes });
            }
        }
        if !signature.result.is_subtype(F::Output::TY) {
            return Err(SignatureError::Result { function: function(), expected: F::Output::NAME });
        }
        Ok(TypedFunction { function: self.clone(), signature: PhantomData })
    }
}

impl<F: FnSignature> TypedFunction<F> {
    /// Calls it, in the host that compiled it.
    ///
    /// # Errors
    /// What it raises; RecursionError at the end of the stack; a SystemError for the empty word as an argument, or in another host.
    pub fn call(&self, host: &Host, args: F::Args) -> Result<F::Output, Raised> {
        host.check_owner(&self.function)?;
        let mut words = Words::new(&self.function);
        F::pass(args, &mut words).map_err(|index| {
            host.rt().raise(Exc::SystemError, format!("argument {index} of {} has no value", self.function.name()))
        })?;
        host.enter(&mut words).map(F::Output::from_bits)
    }

    /// The function, without its signature.
    pub fn function(&self) -> &CompiledFunction {
        &self.function
    }
}
