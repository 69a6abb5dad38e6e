//! Arguments on their way into machine code.

use super::{exits, words};
use crate::jit::CompiledFunction;
use crate::lower::ArgPassing;
use crate::natives::word_of;
use hir::Type;
use runtime::{Owned, Rt, Value};
use smallvec::SmallVec;

/// Arguments where machine code expects them. A language passes them by [`Host::call`](super::Host::call) or a typed call.
#[derive(Debug)]
pub struct Words<'f> {
    pub(super) function: &'f CompiledFunction,
    pub(super) ints: [u64; 7],
    pub(super) floats: [f64; 8],
    pub(super) window: SmallVec<[u64; 8]>,
    next: (usize, usize),
}

impl Words<'_> {
    pub(crate) fn new(function: &CompiledFunction) -> Words<'_> {
        Words { function, ints: [0; 7], floats: [0.0; 8], window: SmallVec::new(), next: (0, 0) }
    }

    fn in_memory(&self) -> bool {
        self.function.passing() == ArgPassing::Window
    }

    /// Passes a word. What does not fit registers is nothing that a compiled function reads.
    pub(crate) fn int(&mut self, word: u64) {
        if self.in_memory() {
            self.window.push(word);
        } else if let Some(place) = self.ints[..6].get_mut(self.next.0) {
            *place = word;
            self.next.0 += 1;
        }
    }

    /// Passes a machine float.
    pub(crate) fn float(&mut self, value: f64) {
        let read = self.function.float_args().get(self.next.0 + self.next.1);
        if self.in_memory() || read == Some(&false) {
            // In memory, or an argument that is never read, which stands where an integer would.
            self.int(value.to_bits());
        } else if let Some(place) = self.floats.get_mut(self.next.1) {
            *place = value;
            self.next.1 += 1;
        }
    }

    /// Passes a value for a parameter of this type, if it is one.
    pub(super) fn push_value(&mut self, rt: &Rt, ty: Type, value: Value) -> bool {
        if ty == Type::TOP {
            self.int(word_of(value));
        } else if ty.is_subtype(Type::C_DOUBLE) {
            let Some(value) = rt.as_float(value) else { return false };
            self.float(value);
        } else if ty.is_subtype(Type::C_INT64) {
            let Some(value) = rt.as_i64(value).filter(|_| rt.is_int(value)) else { return false };
            self.int(value as u64);
        } else if ty.is_subtype(Type::C_BOOL) {
            let Some(value) = words::truth(value) else { return false };
            self.int(u64::from(value));
        } else {
            if !words::is_of(rt, value, ty) {
                return false;
            }
            self.int(word_of(value));
        }
        true
    }

    /// Releases what the function was to take over and has not taken.
    pub(super) fn release_taken(&mut self) {
        let mut int = 0;
        for (index, param) in self.function.signature().params.iter().enumerate() {
            let word = match self.function.passing() {
                ArgPassing::Window => self.window.get_mut(index),
                ArgPassing::Registers if param.ty.is_subtype(Type::C_DOUBLE) => None,
                ArgPassing::Registers => {
                    int += 1;
                    self.ints.get_mut(int - 1)
                }
            };
            if let (Some(word), true) = (word, param.taken) {
                drop(Owned::from_raw_option(exits::value_of(std::mem::take(word))));
            }
        }
    }
}
