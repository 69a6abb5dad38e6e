//! `*` and `**` in displays and calls.

use crate::dict::OnDuplicate;
use crate::error::{Exc, Raised};
use crate::rt::Rt;
use crate::value::{Owned, Value};

/// The arguments of a spread call: values, those of keywords last, the keywords' names, and what keeps them alive.
pub struct Spread {
    /// The values.
    pub values: Vec<Value>,
    /// Names of the last of them.
    pub names: Vec<Value>,
    /// What keeps both alive.
    pub owned: Vec<Owned>,
}

impl Rt {
    /// `[*v]`: appends the items of `v` to list `list`.
    ///
    /// # Errors
    /// TypeError if `v` is no iterable; what iterating raises.
    pub fn list_extend_display(&self, list: Value, v: Value) -> Result<(), Raised> {
        if self.is_list(v) || self.is_tuple(v) || self.has_iter(v) {
            self.list_extend(list, v)
        } else {
            Err(self.type_error(format!("Value after * must be an iterable, not {}", self.type_name(v))))
        }
    }

    /// `{**v}`: updates dict `dict`.
    ///
    /// # Errors
    /// TypeError if `v` is no mapping; what its methods raise.
    pub fn dict_update_display(&self, dict: Value, v: Value) -> Result<(), Raised> {
        self.dict_merge_mapping(dict, v, OnDuplicate::Replace).map_err(|raised| {
            if !self.raised_is(Exc::AttributeError) {
                return raised;
            }
            self.forget(raised);
            self.type_error(format!("'{}' object is not a mapping", self.type_name(v)))
        })
    }

    /// The name of a callable for argument errors: `qualname()` with its module unless that is `builtins` or `__main__`… as CPython's
    /// `_PyObject_FunctionStr`.
    pub fn callable_name(&self, f: Value) -> String {
        let qualname = match self.getattr_opt(f, self.names.__qualname__) {
            Ok(Some(q)) if self.is_str(*q) => self.str_lossy(*q).into_owned(),
            Ok(_) => return self.str_text(f).unwrap_or_default(),
            Err(raised) => {
                drop(self.take_raised(raised));
                return self.type_name(f);
            }
        };
        match self.getattr_opt(f, self.names.__module__) {
            Ok(Some(m)) if self.is_str(*m) && *self.str_lossy(*m) != *"builtins" => {
                format!("{}.{qualname}()", self.str_lossy(*m))
            }
            Ok(_) => format!("{qualname}()"),
            Err(raised) => {
                drop(self.take_raised(raised));
                format!("{qualname}()")
            }
        }
    }

    /// `callable(**from)`: merges `from` into the keyword dict `into`.
    ///
    /// # Errors
    /// TypeError for a repeated keyword or if `from` is no mapping; what its methods raise.
    pub fn merge_keywords(&self, into: Value, from: Value, callable: Value) -> Result<(), Raised> {
        let Err(raised) = self.dict_merge_mapping(into, from, OnDuplicate::Raise) else { return Ok(()) };
        if self.raised_is(Exc::AttributeError) {
            self.forget(raised);
            let (name, given) = (self.callable_name(callable), self.type_name(from));
            return Err(self.type_error(format!("{name} argument after ** must be a mapping, not {given}")));
        }
        if !self.raised_is(Exc::KeyError) {
            return Err(raised);
        }
        let exc = self.take_raised(raised);
        let args = self.exception_data(*exc).args.own();
        match args.as_ref().and_then(|a| self.as_tuple(**a)) {
            Some([key]) => {
                let (name, key) = (self.callable_name(callable), self.str_text(*key)?);
                Err(self.type_error(format!("{name} got multiple values for keyword argument '{key}'")))
            }
            _ => Err(self.reraise_object(exc)),
        }
    }

    /// The arguments of `f(*positional, **keywords)`; `keywords` is a dict or the empty word.
    ///
    /// # Errors
    /// TypeError if `positional` is no iterable or a keyword no string; what iterating raises.
    pub fn spread(&self, f: Value, positional: Value, keywords: Value) -> Result<Spread, Raised> {
        let positional = match self.as_tuple(positional) {
            Some(_) => positional.own(),
            None => {
                if !self.has_iter(positional) {
                    let (name, given) = (self.callable_name(f), self.type_name(positional));
                    return Err(self.type_error(format!("{name} argument after * must be an iterable, not {given}")));
                }
                let items = self.collect_vec(positional)?;
                self.tuple_from_owned(items)?
            }
        };
        let mut values: Vec<Value> = self.as_tuple(*positional).unwrap_or(&[]).to_vec();
        let mut names = Vec::new();
        let mut owned = vec![positional];
        if let Some(d) = keywords.some() {
            let mut at = 0;
            while let Some((key, value)) = self.dict_entry(d, &mut at) {
                if !self.is_str(key) {
                    return Err(self.type_error("keywords must be strings"));
                }
                names.push(key);
                values.push(value);
                owned.push(key.own());
                owned.push(value.own());
            }
        }
        Ok(Spread { values, names, owned })
    }
}
