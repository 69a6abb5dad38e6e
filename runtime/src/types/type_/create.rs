//! `type.__new__`: making a class from a name, bases and a namespace.

use super::layout::{self, Plan};
use crate::class::flag;
use crate::error::{Raised, Res};
use crate::names::Dunder;
use crate::native::{Args, GetSetDef};
use crate::object::{CellObj, GetSetObj, Kind, WrapperObj, shape_id};
use crate::rt::Rt;
use crate::tuple::tuple_items;
use crate::value::{Owned, Slot, Value};

/// `__dict__` of instances whose class added it.
pub(crate) const INSTANCE_DICT: GetSetDef = GetSetDef {
    name: "__dict__",
    get: crate::instance::get_instance_dict,
    set: Some(crate::instance::set_instance_dict),
};

/// `__weakref__` of instances whose class added it.
const INSTANCE_WEAKREF: GetSetDef = GetSetDef { name: "__weakref__", get: get_weakref, set: None };

fn get_weakref(rt: &Rt, v: Value) -> Res {
    Ok(rt.weakrefs_of(v).into_iter().next().unwrap_or_else(|| Value::none().own()))
}

pub(super) fn new(rt: &Rt, args: &Args<'_>) -> Res {
    let meta = args.get(0);
    let given = args.len() - 1;
    if given != 3 {
        return Err(rt.type_error(format!("type.__new__() takes exactly 3 arguments ({given} given)")));
    }
    let (name, bases, ns) = (args.get(1), args.get(2), args.get(3));
    let expect = |ok: bool, i: usize, what: &str| {
        if ok {
            return Ok(());
        }
        let got = rt.type_name(args.get(i));
        Err(rt.type_error(format!("type.__new__() argument {i} must be {what}, not {got}")))
    };
    expect(rt.is_str(name), 1, "str")?;
    expect(rt.is_tuple(bases), 2, "tuple")?;
    expect(rt.is_dict(ns), 3, "dict")?;
    let winner = calculate_metaclass_of_types(rt, meta, tuple_items(bases))?;
    if winner != meta
        && let Some(new) = rt.overridden_in_meta(winner, Dunder::New)
    {
        let new = rt.bind(*new.own(), Value::EMPTY, winner)?;
        let mut values = args.all().to_vec();
        values[0] = winner;
        return rt.call_args(*new, &Args::with_keywords(&values, args.names()));
    }
    let keywords: Vec<(Value, Value)> = args.keywords().collect();
    rt.new_class(winner, name, bases, ns, &keywords)
}

/// As [`Rt::calculate_metaclass`], and refuses bases that only stand for others.
fn calculate_metaclass_of_types(rt: &Rt, meta: Value, bases: &[Value]) -> Result<Value, Raised> {
    for base in bases {
        if !rt.is_type(*base) && rt.getattr_opt(*base, rt.names.__mro_entries__)?.is_some() {
            return Err(rt.type_error("type() doesn't support MRO entry resolution; use types.new_class()"));
        }
    }
    rt.calculate_metaclass(meta, bases)
}

impl Rt {
    /// Makes a class with exact metaclass `meta`, the second half of `type.__new__`: `ns` is a dict, which is copied.
    ///
    /// # Errors
    /// TypeError or ValueError if it cannot be made; what `__set_name__` and `__init_subclass__` raise.
    pub fn new_class(&self, meta: Value, name: Value, bases: Value, ns: Value, keywords: &[(Value, Value)]) -> Res {
        let text = self.str_lossy(name).into_owned();
        if text.contains('\0') {
            return Err(self.value_error("type name must not contain null characters"));
        }
        let bases = if tuple_items(bases).is_empty() {
            self.tuple_from(&[self.kind_type(Kind::Instance)])?
        } else {
            bases.own()
        };
        let dict = self.dict_copy(ns)?;
        let plan = layout::plan(self, &text, tuple_items(*bases), *dict)?;
        let qualname = take_qualname(self, *dict, name)?;
        add_module(self, *dict)?;
        let cell = take_cell(self, *dict)?;
        wrap_implicit(self, *dict)?;
        let statics = static_attributes(self, *dict)?;
        let class = self.make_class(meta, name, qualname, bases, dict, plan, statics)?;
        if let Some(cell) = cell {
            // SAFETY: `take_cell` has checked the kind.
            unsafe { cell.layout::<CellObj>() }.contents.set(class.clone());
        }
        call_set_name(self, *class)?;
        self.call_init_subclass(*class, keywords)?;
        Ok(class)
    }

    #[allow(clippy::too_many_arguments)]
    fn make_class(
        &self,
        meta: Value,
        name: Value,
        qualname: Owned,
        bases: Owned,
        dict: Owned,
        plan: Plan,
        statics: Vec<Owned>,
    ) -> Res {
        let custom_mro = self.type_lookup(meta, self.names.mro).filter(|m| self.as_native(*m).is_none()).is_some();
        let order = if custom_mro { Vec::new() } else { self.checked_order(tuple_items(*bases))? };
        let name = self.intern_value(name)?;
        let kind = self.type_data(plan.base).kind;
        let class = self.alloc_type(meta, kind, plan.flags, name, qualname, bases, &order, dict)?;
        if custom_mro {
            // Until the hook has run, the class stands on its primary base.
            self.set_mro(*class, &[&[*class], tuple_items(self.type_data(plan.base).mro.get())].concat())?;
        }
        let (adds_dict, adds_weak) = (plan.adds_dict, plan.adds_weak);
        plan.apply(self, *class, statics)?;
        if adds_dict && !matches!(kind, Kind::Type | Kind::Module) {
            self.add_getset(*class, &INSTANCE_DICT)?;
        }
        if adds_weak {
            self.add_getset(*class, &INSTANCE_WEAKREF)?;
        }
        let dict = self.type_data(*class).dict.get();
        if self.dict_get_str(dict, self.names.__doc__).is_none() {
            self.dict_set_str(dict, self.names.__doc__, Value::none().own())?;
        }
        if self.dict_get_str(dict, self.names.__eq__).is_some()
            && self.dict_get_str(dict, self.names.__hash__).is_none()
        {
            self.dict_set_str(dict, self.names.__hash__, Value::none().own())?;
        }
        if custom_mro {
            self.run_mro_hook(*class)?;
        }
        self.refresh_flags(*class);
        Ok(class)
    }

    /// The order of a class with direct bases `bases`, without itself; duplicates are refused first.
    fn checked_order(&self, bases: &[Value]) -> Result<Vec<Value>, Raised> {
        for (i, base) in bases.iter().enumerate() {
            if bases[..i].contains(base) {
                return Err(self.type_error(format!("duplicate base class {}", self.class_name(*base))));
            }
        }
        self.c3_merge(bases)
    }

    fn add_getset(&self, class: Value, def: &'static GetSetDef) -> Result<(), Raised> {
        let name = self.intern_immortal(def.name)?;
        let dict = self.type_data(class).dict.get();
        if self.dict_get_str(dict, name).is_some() {
            return Ok(());
        }
        let getset = self.alloc_fixed(
            shape_id::GETSET,
            GetSetObj { head: Rt::fresh_header(shape_id::GETSET), owner: Slot::new(class.own()), def },
        )?;
        self.dict_set_str(dict, name, getset)
    }

    /// Puts an order that begins with the class itself in place.
    pub(crate) fn set_mro(&self, class: Value, order: &[Value]) -> Result<(), Raised> {
        debug_assert_eq!(order.first(), Some(&class));
        let new = self.tuple_from(order)?;
        self.epochs.classes_change();
        self.type_data(class).mro.set(new);
        Ok(())
    }

    /// Asks the metaclass's `mro` for the class's order.
    fn run_mro_hook(&self, class: Value) -> Result<(), Raised> {
        let given = self.call_method(class, self.names.mro, &[])?;
        let order = self.collect_vec(*given)?;
        let solid = self.solid_base(class);
        for c in &order {
            if !self.is_type(**c) {
                return Err(self.type_error(format!("mro() returned a non-class ('{}')", self.type_name(**c))));
            }
            if !self.is_subclass(solid, self.solid_base(**c)) {
                return Err(
                    self.type_error(format!("mro() returned base with unsuitable layout ('{}')", self.class_name(**c)))
                );
            }
        }
        if order.first().map(|c| **c) != Some(class) {
            return Err(self.type_error("mro() must return an order that begins with the class itself"));
        }
        let order: Vec<Value> = order.iter().map(|c| **c).collect();
        self.set_mro(class, &order)
    }

    /// Calls `super(class, class).__init_subclass__(**keywords)`.
    ///
    /// # Errors
    /// What it raises.
    fn call_init_subclass(&self, class: Value, keywords: &[(Value, Value)]) -> Result<(), Raised> {
        let name = self.names.__init_subclass__;
        let Some(hook) = self.super_lookup(class, class, name) else {
            return Ok(());
        };
        if keywords.is_empty() && self.as_native(*hook).is_some_and(|n| n.owner.get() == self.kind_type(Kind::Instance))
        {
            return Ok(());
        }
        let hook = self.bind(*hook, Value::EMPTY, class)?;
        let (names, values): (Vec<Value>, Vec<Value>) = keywords.iter().copied().unzip();
        self.call_args(*hook, &Args::with_keywords(&values, &names)).map(drop)
    }
}

fn take_qualname(rt: &Rt, dict: Value, name: Value) -> Res {
    match rt.dict_remove_str(dict, rt.names.__qualname__) {
        None => Ok(name.own()),
        Some(q) if rt.is_str(*q) => Ok(q),
        Some(q) => Err(rt.type_error(format!("type __qualname__ must be a str, not {}", rt.type_name(*q)))),
    }
}

/// `__module__` is the module whose code asks for the class.
fn add_module(rt: &Rt, dict: Value) -> Result<(), Raised> {
    if rt.dict_get_str(dict, rt.names.__module__).is_some() {
        return Ok(());
    }
    let globals = rt.entry_if_set().and_then(|e| (e.current_globals)(rt).some());
    if let Some(name) = globals.and_then(|g| rt.dict_get_str(g, rt.names.__name__)) {
        rt.dict_set_str(dict, rt.names.__module__, name.own())?;
    }
    Ok(())
}

/// The cell that `__class__` and `super` of the methods look into.
fn take_cell(rt: &Rt, dict: Value) -> Result<Option<Owned>, Raised> {
    match rt.dict_remove_str(dict, rt.names.__classcell__) {
        Some(cell) if rt.kind_of(*cell) != Kind::Cell => {
            let got = rt.repr_text(rt.class_of(*cell))?;
            Err(rt.type_error(format!("__classcell__ must be a nonlocal cell, not {got}")))
        }
        cell => Ok(cell),
    }
}

/// `__new__` is a static method, `__init_subclass__` and `__class_getitem__` are class methods, without being declared so.
fn wrap_implicit(rt: &Rt, dict: Value) -> Result<(), Raised> {
    let names = &rt.names;
    let implicit = [
        (names.__new__, shape_id::STATICMETHOD),
        (names.__init_subclass__, shape_id::CLASSMETHOD),
        (names.__class_getitem__, shape_id::CLASSMETHOD),
    ];
    for (name, shape) in implicit {
        if let Some(f) = rt.dict_get_str(dict, name).filter(|f| rt.kind_of(*f) == Kind::Function) {
            let wrapper =
                rt.alloc_fixed(shape, WrapperObj { head: Rt::fresh_header(shape), func: Slot::new(f.own()) })?;
            rt.dict_set_str(dict, name, wrapper)?;
        }
    }
    Ok(())
}

/// Names that the methods set on `self`, sorted: `__static_attributes__`, or what the functions' code says.
fn static_attributes(rt: &Rt, dict: Value) -> Result<Vec<Owned>, Raised> {
    if let Some(declared) = rt.dict_get_str(dict, rt.names.__static_attributes__) {
        let mut names = Vec::new();
        for name in rt.as_tuple(declared).unwrap_or(&[]) {
            if rt.is_str(*name) {
                names.push(rt.intern_value(*name)?);
            }
        }
        return Ok(names);
    }
    let Some(entry) = rt.entry_if_set() else { return Ok(Vec::new()) };
    let mut texts: Vec<String> = Vec::new();
    let mut at = 0;
    while let Some((_, v)) = rt.dict_entry(dict, &mut at) {
        for f in functions_of(rt, v).into_iter().flatten() {
            (entry.self_attrs)(rt, f, &mut |name| texts.push(name.to_owned()));
        }
    }
    texts.sort();
    texts.dedup();
    texts.iter().map(|t| rt.intern(t)).collect()
}

/// The functions behind a class attribute.
fn functions_of(rt: &Rt, v: Value) -> [Option<Value>; 3] {
    let function = |f: Value| f.some().filter(|f| rt.kind_of(*f) == Kind::Function);
    match rt.kind_of(v) {
        Kind::Function => [Some(v), None, None],
        Kind::Property => {
            // SAFETY: the kind says the layout.
            let p = unsafe { v.layout::<crate::object::PropertyObj>() };
            [function(p.get.get()), function(p.set.get()), function(p.del.get())]
        }
        Kind::ClassMethod | Kind::StaticMethod => {
            // SAFETY: the kind says the layout.
            [function(unsafe { v.layout::<WrapperObj>() }.func.get()), None, None]
        }
        _ => [None, None, None],
    }
}

/// Calls `__set_name__` of everything in the namespace.
fn call_set_name(rt: &Rt, class: Value) -> Result<(), Raised> {
    let dict = rt.type_data(class).dict.get();
    let mut members = Vec::new();
    let mut at = 0;
    while let Some((key, v)) = rt.dict_entry(dict, &mut at) {
        if rt.special(v, Dunder::SetName).is_some() {
            members.push((key.own(), v.own()));
        }
    }
    for (key, v) in members {
        let Some(hook) = rt.special(*v, Dunder::SetName) else { continue };
        if let Err(raised) = rt.call_special(hook, *v, &[class, *key]) {
            let key = rt.repr_text(*key)?;
            let note = format!(
                "Error calling __set_name__ on '{}' instance {key} in '{}'",
                rt.type_name(*v),
                rt.class_name(class)
            );
            return Err(rt.add_note_to_raised(raised, &note));
        }
    }
    Ok(())
}

/// Whether a class was made by a class statement.
pub(super) fn is_heap(rt: &Rt, class: Value) -> bool {
    rt.type_data(class).flags.get() & flag::HEAP != 0
}
