//! Attributes of objects of many shapes.

use super::helpers;
use crate::interp::{attrs, call};
use runtime::{Args, Owned, Value};

helpers! {
    /// `a.name`.
    LoadAttr fn load(r, name: Value, a: Value) -> Owned {
        match attrs::find(r.rt, r.lookups(), a, name) {
            attrs::Found::Value(value) => Ok(value),
            attrs::Found::Getter(getter) => call::call_function(r.rt, getter, &Args::positional_only(&[a])),
            attrs::Found::Nothing => attrs::load_and_remember(r.rt, r.lookups(), a, name),
        }
    }

    /// A function and the receiver, or an attribute and nothing.
    LoadMethod fn load_method(r, name: Value, a: Value) -> Owned {
        match attrs::method_and_remember(r.rt, r.lookups(), a, name) {
            Ok((function, receiver)) => {
                r.second(receiver.then(|| a.own()));
                Ok(function)
            }
            Err(raised) => {
                r.second(None);
                Err(raised)
            }
        }
    }
}
