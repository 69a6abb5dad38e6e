//! The protocols of the language: what operators and built-in functions do with any value.
//!
//! Each operation first handles the exact built-in kinds that are common, then looks up the special method in the class
//! (cached), which for built-in types is a native of their method table.

mod binary;
mod compare;
mod item;
mod iter;
mod spread;
mod text;
mod unpack;

pub use binary::BinOp;
pub use compare::CmpOp;
pub(crate) use compare::compare_strings;
pub(crate) use iter::seq_iter;
pub use iter::{list_iter_next, range_iter_next, tuple_iter_next};
pub use spread::Spread;
pub use unpack::Items;

use crate::error::{Exc, Raised, Res};
use crate::names::Dunder;
use crate::object::{Kind, shape_id};
use crate::rt::Rt;
use crate::value::{Owned, Value};

impl Rt {
    /// The truth of a value.
    ///
    /// # Errors
    /// What `__bool__` or `__len__` raises.
    #[inline]
    pub fn truth(&self, v: Value) -> Result<bool, Raised> {
        if v.is_true() {
            return Ok(true);
        }
        if v.is_false() || v.is_none() {
            return Ok(false);
        }
        if let Some(i) = v.as_small_int() {
            return Ok(i != 0);
        }
        self.truth_slowly(v)
    }

    /// The truth of a float or an exact container, which runs no code and cannot fail.
    #[inline]
    pub fn truth_at_once(&self, v: Value) -> Option<bool> {
        Some(match v.shape() {
            shape_id::STR => !crate::string::text(v).is_empty(),
            shape_id::LIST => crate::list::list(v).len.get() != 0,
            shape_id::TUPLE => !crate::tuple::tuple_items(v).is_empty(),
            shape_id::DICT => self.dict_len(v) != 0,
            shape_id::SET | shape_id::FROZENSET => self.set_len(v) != 0,
            _ if v.is_word_float() => v.word_float_unchecked() != 0.0,
            _ => return None,
        })
    }

    fn truth_slowly(&self, v: Value) -> Result<bool, Raised> {
        if let Some(truth) = self.truth_at_once(v) {
            return Ok(truth);
        }
        if let Some(f) = self.special(v, Dunder::Bool) {
            let result = self.call_special(f, v, &[])?;
            return match (result.is_true(), result.is_false()) {
                (true, _) => Ok(true),
                (_, true) => Ok(false),
                _ => Err(self.type_error(format!("__bool__ should return bool, returned {}", self.type_name(*result)))),
            };
        }
        if self.special(v, Dunder::Len).is_some() {
            return Ok(self.len(v)? != 0);
        }
        Ok(true)
    }

    /// `len(v)`.
    ///
    /// # Errors
    /// TypeError if it has none; what `__len__` raises.
    pub fn len(&self, v: Value) -> Result<usize, Raised> {
        match v.shape() {
            shape_id::STR => return Ok(crate::string::text(v).len()),
            shape_id::LIST => return Ok(crate::list::list(v).len.get()),
            shape_id::TUPLE => return Ok(crate::tuple::tuple_items(v).len()),
            shape_id::DICT => return Ok(self.dict_len(v)),
            shape_id::SET | shape_id::FROZENSET => return Ok(self.set_len(v)),
            _ => {}
        }
        if v.has_shape(shape_id::RANGE) {
            return crate::types::range::range_len(self, v);
        }
        let Some(f) = self.special(v, Dunder::Len) else {
            return Err(self.type_error(format!("object of type '{}' has no len()", self.type_name(v))));
        };
        let n = self.call_special(f, v, &[])?;
        match self.index_opt(*n)? {
            Some(n) => {
                let n = n
                    .as_small_int()
                    .ok_or_else(|| self.overflow_error("cannot fit 'int' into an index-sized integer"))?;
                usize::try_from(n).map_err(|_| self.value_error("__len__() should return >= 0"))
            }
            None => {
                Err(self.type_error(format!("'{}' object cannot be interpreted as an integer", self.type_name(*n))))
            }
        }
    }

    /// `hash(v)`.
    ///
    /// # Errors
    /// TypeError if it is unhashable; what `__hash__` raises.
    pub fn hash(&self, v: Value) -> Result<i64, Raised> {
        if let Some(i) = v.as_small_int() {
            return Ok(crate::types::int::hash_i64(i));
        }
        if v.has_shape(shape_id::STR) {
            return Ok(self.hash_str(v));
        }
        if v.is_word_float() {
            // Never NaN, which is no word.
            return Ok(crate::types::float::hash_f64(v.word_float_unchecked()).unwrap_or(0));
        }
        if let Some(items) = v.has_shape(shape_id::TUPLE).then(|| crate::tuple::tuple_items(v)) {
            return crate::types::tuple::hash_items(self, items);
        }
        if v.has_shape(shape_id::FROZENSET) {
            return Ok(self.hash_frozenset(v));
        }
        let f = self.special(v, Dunder::Hash).filter(|f| !f.is_none());
        let Some(f) = f else {
            return Err(self.type_error(format!("unhashable type: '{}'", self.type_name(v))));
        };
        if Some(f) == self.types.object_hash.get().some() {
            return Ok(self.identity_hash(v));
        }
        let h = self.call_special(f, v, &[])?;
        match h.as_small_int() {
            Some(-1) => Ok(-2),
            // A native hash is any 64-bit number, which may be a big integer here.
            Some(h) => Ok(h),
            None => match self.as_int(*h) {
                Some(big) => Ok(crate::types::int::wrap_hash(&big)),
                None => Err(self.type_error("__hash__ method should return an integer")),
            },
        }
    }

    /// The hash of an object by identity.
    pub fn identity_hash(&self, v: Value) -> i64 {
        (v.bits() >> 4) as i64
    }

    /// A hash as an int value.
    ///
    /// # Errors
    /// MemoryError.
    pub fn hash_value(&self, h: i64) -> Res {
        self.int(h)
    }

    /// `v` as an exact int through `__index__`, or `None` if it has none.
    ///
    /// # Errors
    /// What `__index__` raises.
    pub fn index_opt(&self, v: Value) -> Result<Option<Owned>, Raised> {
        if v.is_small_int() || v.has_shape(shape_id::INT) {
            return Ok(Some(v.own()));
        }
        if self.is_int(v) {
            return self.plain_int(v).map(Some);
        }
        let Some(f) = self.special(v, Dunder::Index) else { return Ok(None) };
        let i = self.call_special(f, v, &[])?;
        if i.is_small_int() || i.has_shape(shape_id::INT) {
            return Ok(Some(i));
        }
        if self.is_int(*i) {
            self.warn_of_subclass("__index__", &self.type_name(*i), "int");
            return self.plain_int(*i).map(Some);
        }
        Err(self.type_error(format!("__index__ returned non-int (type {})", self.type_name(*i))))
    }

    /// The value of a bool or an instance of a subclass of int, as an exact int.
    fn plain_int(&self, v: Value) -> Res {
        match self.as_int(v) {
            Some(i) => self.int_big(i.into_owned()),
            None => Ok(v.own()),
        }
    }

    /// `v` as an integer through `__index__`.
    ///
    /// # Errors
    /// TypeError "'X' object cannot be interpreted as an integer".
    pub fn index(&self, v: Value) -> Res {
        match self.index_opt(v)? {
            Some(i) => Ok(i),
            None => Err(self.type_error(format!("'{}' object cannot be interpreted as an integer", self.type_name(v)))),
        }
    }

    /// `v` as an index-sized integer; big ones are an error of class `too_big`.
    ///
    /// # Errors
    /// TypeError; `too_big` "cannot fit 'X' into an index-sized integer".
    pub fn index_i64(&self, v: Value, too_big: Exc) -> Result<i64, Raised> {
        if let Some(i) = v.as_small_int() {
            return Ok(i);
        }
        let i = self.index(v)?;
        self.as_i64(*i).ok_or_else(|| {
            self.raise(too_big, format!("cannot fit '{}' into an index-sized integer", self.type_name(v)))
        })
    }

    /// `v` as an index-sized integer, for a count or size argument.
    ///
    /// # Errors
    /// TypeError; OverflowError "Python int too large to convert to C ssize_t".
    pub fn index_ssize(&self, v: Value) -> Result<i64, Raised> {
        if let Some(i) = v.as_small_int() {
            return Ok(i);
        }
        let i = self.index(v)?;
        self.as_i64(*i).ok_or_else(|| self.overflow_error("Python int too large to convert to C ssize_t"))
    }

    /// `v` as a 32-bit integer.
    ///
    /// # Errors
    /// TypeError; OverflowError "Python int too large to convert to C int".
    pub fn index_c_int(&self, v: Value) -> Result<i32, Raised> {
        let i = self.index(v)?;
        let i = self.as_i64(*i).and_then(|i| i32::try_from(i).ok());
        i.ok_or_else(|| self.overflow_error("Python int too large to convert to C int"))
    }

    /// `v` as an index-sized integer, for an argument that is no index (CPython's `Py_ssize_t` parameters).
    ///
    /// # Errors
    /// TypeError; OverflowError "Python int too large to convert to C ssize_t".
    pub fn ssize_argument(&self, v: Value) -> Result<i64, Raised> {
        if let Some(i) = v.as_small_int() {
            return Ok(i);
        }
        let i = self.index(v)?;
        self.as_i64(*i).ok_or_else(|| self.overflow_error("Python int too large to convert to C ssize_t"))
    }

    /// `v` as an index-sized integer, big ones clamped to the ends of the range (for slices).
    ///
    /// # Errors
    /// TypeError.
    pub fn index_clamped(&self, v: Value) -> Result<i64, Raised> {
        if let Some(i) = v.as_small_int() {
            return Ok(i);
        }
        let i = self.index(v)?;
        Ok(match i.as_small_int() {
            Some(i) => i,
            None if self.int_is_negative(*i) => crate::value::SMALL_MIN,
            None => crate::value::SMALL_MAX,
        })
    }

    /// `isinstance(v, class)` with `__instancecheck__` and tuples of classes.
    ///
    /// # Errors
    /// TypeError; what user code raises.
    pub fn isinstance(&self, v: Value, class: Value) -> Result<bool, Raised> {
        if self.class_of(v) == class {
            return Ok(true);
        }
        self.class_test(class, v, Dunder::InstanceCheck, |rt, class| rt.isinstance_builtin(v, class))
    }

    /// `type.__instancecheck__`: the MRO, and `__class__` if it says something else.
    ///
    /// # Errors
    /// TypeError if `class` is no class; what user code raises.
    pub fn isinstance_builtin(&self, v: Value, class: Value) -> Result<bool, Raised> {
        if !self.is_type(class) {
            self.check_class(class, "isinstance() arg 2 must be a type, a tuple of types, or a union")?;
            let claimed = self.getattr_opt(v, self.names.__class__)?;
            return claimed.map_or(Ok(false), |c| self.is_abstract_subclass(*c, class));
        }
        if self.is_instance_of(v, class) {
            return Ok(true);
        }
        if !matches!(self.kind_of(v), Kind::Instance) {
            return Ok(false);
        }
        match self.getattr_opt(v, self.names.__class__)? {
            Some(c) if self.is_type(*c) => Ok(self.is_subclass(*c, class)),
            _ => Ok(false),
        }
    }

    /// `issubclass(sub, class)` with `__subclasscheck__` and tuples of classes.
    ///
    /// # Errors
    /// TypeError; what user code raises.
    pub fn issubclass(&self, sub: Value, class: Value) -> Result<bool, Raised> {
        self.class_test(class, sub, Dunder::SubclassCheck, |rt, class| rt.issubclass_builtin(sub, class))
    }

    /// `type.__subclasscheck__`: the MRO.
    ///
    /// # Errors
    /// TypeError if either is no class.
    pub fn issubclass_builtin(&self, sub: Value, class: Value) -> Result<bool, Raised> {
        if self.is_type(sub) && self.is_type(class) {
            return Ok(self.is_subclass(sub, class));
        }
        self.check_class(sub, "issubclass() arg 1 must be a class")?;
        self.check_class(class, "issubclass() arg 2 must be a class, a tuple of classes, or a union")?;
        self.is_abstract_subclass(sub, class)
    }

    /// `__bases__` of something that may be no class but acts like one; `None` if it is no tuple.
    fn abstract_bases(&self, class: Value) -> Result<Option<Owned>, Raised> {
        Ok(self.getattr_opt(class, self.names.__bases__)?.filter(|b| self.is_tuple(**b)))
    }

    fn check_class(&self, class: Value, message: &str) -> Result<(), Raised> {
        if self.is_type(class) || self.abstract_bases(class)?.is_some() {
            Ok(())
        } else {
            Err(self.type_error(message))
        }
    }

    /// Whether `class` is found along the `__bases__` of `sub`.
    fn is_abstract_subclass(&self, sub: Value, class: Value) -> Result<bool, Raised> {
        self.enter_native()?;
        if sub == class {
            return Ok(true);
        }
        let Some(bases) = self.abstract_bases(sub)? else { return Ok(false) };
        for base in crate::tuple::tuple_items(*bases) {
            if self.is_abstract_subclass(*base, class)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    fn class_test(
        &self,
        class: Value,
        arg: Value,
        hook: Dunder,
        builtin: impl Fn(&Rt, Value) -> Result<bool, Raised> + Copy,
    ) -> Result<bool, Raised> {
        if self.class_of(class) == self.kind_type(Kind::Type) {
            return builtin(self, class);
        }
        if let Some(classes) = self.as_tuple(class) {
            self.enter_native()?;
            for c in classes {
                let hit =
                    if hook == Dunder::InstanceCheck { self.isinstance(arg, *c) } else { self.issubclass(arg, *c) };
                if hit? {
                    return Ok(true);
                }
            }
            return Ok(false);
        }
        match self.special(class, hook).filter(|h| self.as_native(*h).is_none() || !self.is_type(class)) {
            Some(check) => {
                let result = self.call_special(check, class, &[arg])?;
                self.truth(*result)
            }
            None => builtin(self, class),
        }
    }
}
