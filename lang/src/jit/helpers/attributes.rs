//! Attributes of objects of many shapes.

use super::helpers;
use runtime::{Owned, Value};

helpers! {
    /// `a.name`.
    LoadAttr fn load(r, name: Value, a: Value) -> Owned {
        r.lookups().load(r.rt, a, name)
    }

    /// `a.name = b`.
    StoreAttr fn store(r, name: Value, a: Value, b: Value) -> () {
        r.lookups().store(r.rt, a, name, b)
    }

    /// A function and the receiver, or an attribute and nothing.
    LoadMethod fn load_method(r, name: Value, a: Value) -> Owned {
        match r.lookups().method(r.rt, a, name) {
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
