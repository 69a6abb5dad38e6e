//! `__build_class__`: everything a class statement does around running its body.

use crate::error::{Exc, Raised, Res};
use crate::native::Args;
use crate::object::{CellObj, Kind};
use crate::rt::Rt;
use crate::tuple::tuple_items;
use crate::value::{Owned, Value};

impl Rt {
    /// Makes a class as `class NAME(*bases, **keywords)` does. `body` runs the class body in the namespace it is given and
    /// gives the cell of `__class__`, or None.
    ///
    /// # Errors
    /// TypeError; what the body, the metaclass and the hooks raise.
    pub fn build_class(
        &self,
        body: impl FnOnce(Value) -> Res,
        name: Value,
        bases: &[Value],
        keywords: &[(Value, Value)],
    ) -> Res {
        let given = self.tuple_from(bases)?;
        let bases = self.resolve_bases(&given)?;
        let mut meta = None;
        let mut rest: Vec<(Value, Value)> = Vec::with_capacity(keywords.len());
        for (key, value) in keywords {
            if *self.str_lossy(*key) == *"metaclass" {
                meta = Some(*value);
            } else {
                rest.push((*key, *value));
            }
        }
        let items = tuple_items(*bases);
        let meta = meta.unwrap_or_else(|| match items.first() {
            Some(base) => self.class_of(*base),
            None => self.kind_type(Kind::Type),
        });
        let meta = if self.is_type(meta) { self.calculate_metaclass(meta, items)? } else { meta }.own();
        let ns = self.prepare_namespace(*meta, name, *bases, &rest)?;
        let cell = body(*ns)?;
        if *bases != *given {
            self.setitem(*ns, self.names.__orig_bases__, *given)?;
        }
        let (names, mut values): (Vec<Value>, Vec<Value>) = rest.iter().copied().unzip();
        values.splice(0..0, [name, *bases, *ns]);
        let class = self.call_args(*meta, &Args::with_keywords(&values, &names))?;
        self.check_class_cell(*class, *cell, name)?;
        Ok(class)
    }

    /// Replaces bases that are no classes by what their `__mro_entries__` gives.
    fn resolve_bases(&self, bases: &Owned) -> Res {
        let items = tuple_items(**bases);
        if items.iter().all(|b| self.is_type(*b)) {
            return Ok(bases.clone());
        }
        let mut resolved: Vec<Owned> = Vec::with_capacity(items.len());
        let mut changed = false;
        for base in items {
            let entries = if self.is_type(*base) { None } else { self.getattr_opt(*base, self.names.__mro_entries__)? };
            let Some(entries) = entries else {
                resolved.push(base.own());
                continue;
            };
            let replacement = self.call(*entries, &[**bases])?;
            let Some(new) = self.as_tuple(*replacement) else {
                return Err(self.type_error("__mro_entries__ must return a tuple"));
            };
            changed = true;
            resolved.extend(new.iter().map(|v| v.own()));
        }
        if changed { self.tuple_from_owned(resolved) } else { Ok(bases.clone()) }
    }

    fn prepare_namespace(&self, meta: Value, name: Value, bases: Value, keywords: &[(Value, Value)]) -> Res {
        if meta == self.kind_type(Kind::Type) {
            return self.new_dict();
        }
        let Some(prepare) = self.getattr_opt(meta, self.names.__prepare__)? else { return self.new_dict() };
        let (names, mut values): (Vec<Value>, Vec<Value>) = keywords.iter().copied().unzip();
        values.splice(0..0, [name, bases]);
        let ns = self.call_args(*prepare, &Args::with_keywords(&values, &names))?;
        let mapping = self.is_dict(*ns) || self.special(*ns, crate::names::Dunder::GetItem).is_some();
        if !mapping {
            let who = if self.is_type(meta) { self.class_name(meta) } else { "<metaclass>".into() };
            let got = self.type_name(*ns);
            return Err(self.type_error(format!("{who}.__prepare__() must return a mapping, not {got}")));
        }
        Ok(ns)
    }

    /// The cell of `__class__` must hold the class now, or its methods could not use `super()`.
    fn check_class_cell(&self, class: Value, cell: Value, name: Value) -> Result<(), Raised> {
        if !self.is_type(class) || self.kind_of(cell) != Kind::Cell {
            return Ok(());
        }
        // SAFETY: the kind was just checked.
        let held = unsafe { cell.layout::<CellObj>() }.contents.own();
        match held {
            Some(held) if *held == class => Ok(()),
            Some(held) => {
                let (held, name, class) = (self.repr_text(*held)?, self.repr_text(name)?, self.repr_text(class)?);
                Err(self.type_error(format!("__class__ set to {held} defining {name} as {class}")))
            }
            None => {
                let (name, class) = (self.repr_text(name)?, self.repr_text(class)?);
                Err(self.raise(
                    Exc::RuntimeError,
                    format!(
                        "__class__ not set defining {name} as {class}. Was __classcell__ propagated to type.__new__?"
                    ),
                ))
            }
        }
    }
}
