//! Attributes and methods.

use super::helpers;
use super::outcome::Method;
use runtime::{Owned, Value};

helpers! {
    /// `a.name`.
    LoadAttr fn load(rt, name: Value, a: Value) -> Owned {
        rt.getattr(a, name)
    }

    /// `a.name = b`.
    StoreAttr fn store(rt, name: Value, a: Value, b: Value) -> () {
        rt.setattr(a, name, b)
    }

    /// `del a.name`.
    DelAttr fn delete(rt, name: Value, a: Value) -> () {
        rt.delattr(a, name)
    }

    /// The function and the receiver of a method call, or the attribute alone.
    LoadMethod fn load_method(rt, name: Value, a: Value) -> Method {
        let method = rt.get_method(a, name)?;
        let receiver = method.receiver.then(|| a.own());
        Ok(Method(method.func, receiver))
    }

    /// A special method for `with`.
    LoadSpecial fn load_special(rt, name: Value, a: Value) -> Owned {
        rt.with_method(a, name)
    }
}
