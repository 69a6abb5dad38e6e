//! The instance layout of a new class: its best base, `__slots__`, and room for attributes.

use crate::class::{TypeObj, flag};
use crate::error::{Exc, Raised};
use crate::object::{Kind, MemberObj, shape_id};
use crate::rt::Rt;
use crate::shape::{Layout, Shape};
use crate::string;
use crate::tuple::tuple_items;
use crate::value::{Owned, Slot, Value};

/// Most slots that are predicted for an instance.
const MAX_PREDICTED: usize = 30;

/// What `__slots__` and the bases say of a new class.
pub(super) struct Plan {
    /// The base that the layout continues.
    pub(super) base: Value,
    /// Names of the class's own slots, mangled and sorted.
    slots: Vec<Owned>,
    /// Whether the class adds a `__dict__`.
    pub(super) adds_dict: bool,
    /// Whether the class adds `__weakref__`.
    pub(super) adds_weak: bool,
    /// Flags of the class.
    pub(super) flags: u32,
}

/// Whether instances vary in size in CPython, which forbids nonempty `__slots__` and weak references to subclasses' instances.
fn is_sized(kind: Kind) -> bool {
    matches!(kind, Kind::Int | Kind::Tuple | Kind::Bytes | Kind::Type)
}

/// Whether instances keep all their attributes in a dictionary that belongs to the kind.
fn has_own_dict(kind: Kind) -> bool {
    matches!(kind, Kind::Type | Kind::Module)
}

pub(super) fn plan(rt: &Rt, name: &str, bases: &[Value], ns: Value) -> Result<Plan, Raised> {
    let base = rt.best_base(bases)?;
    let parent = rt.type_data(base);
    let has = |bit: u32| bases.iter().any(|b| rt.type_data(*b).flags.get() & bit != 0);
    let mut may_dict = parent.flags.get() & flag::HAS_DICT == 0 && !has_own_dict(parent.kind);
    let mut may_weak = parent.flags.get() & flag::WEAK == 0 && !is_sized(parent.kind);
    let (mut adds_dict, mut adds_weak) = (may_dict, may_weak);
    let mut slots = Vec::new();
    if let Some(declared) = rt.dict_get_str(ns, rt.names.__slots__) {
        let declared = declared.own();
        let names = if rt.is_str(*declared) { vec![declared] } else { rt.collect_vec(*declared)? };
        if !names.is_empty() && is_sized(parent.kind) {
            return Err(
                rt.type_error(format!("nonempty __slots__ not supported for subtype of '{}'", rt.class_name(base)))
            );
        }
        (adds_dict, adds_weak) = (false, false);
        for item in names {
            check_slot_name(rt, *item)?;
            if *item == rt.names.__dict__ || string::equal(*item, rt.names.__dict__) {
                if !may_dict || adds_dict {
                    return Err(rt.type_error("__dict__ slot disallowed: we already got one"));
                }
                adds_dict = true;
            } else if string::equal(*item, rt.names.__weakref__) {
                if !may_weak || adds_weak {
                    return Err(rt.type_error("__weakref__ slot disallowed: we already got one"));
                }
                adds_weak = true;
            } else {
                slots.push(rt.mangle(name, *item)?);
            }
        }
        may_dict &= !adds_dict;
        may_weak &= !adds_weak;
        check_slot_conflicts(rt, &slots, ns)?;
        slots.sort_by(|a, b| crate::types::str::cmp_text(string::text(**a), string::text(**b)));
        slots.dedup_by(|a, b| **a == **b);
        // Further bases may bring what the first lacks.
        adds_dict |= may_dict && has(flag::HAS_DICT);
        adds_weak |= may_weak && has(flag::WEAK);
    }
    let mut flags = flag::HEAP | flag::BASE;
    let inherited = parent.flags.get() & (flag::HAS_DICT | flag::WEAK);
    flags |= inherited | if adds_dict { flag::HAS_DICT } else { 0 } | if adds_weak { flag::WEAK } else { 0 };
    if parent.kind == Kind::Type {
        flags |= flag::METACLASS;
    }
    Ok(Plan { base, slots, adds_dict, adds_weak, flags })
}

fn check_slot_name(rt: &Rt, item: Value) -> Result<(), Raised> {
    let Some(text) = rt.as_text(item) else {
        return Err(rt.type_error(format!("__slots__ items must be strings, not '{}'", rt.type_name(item))));
    };
    if !crate::text::chars::is_identifier(text.points()) {
        return Err(rt.type_error("__slots__ must be identifiers"));
    }
    Ok(())
}

fn check_slot_conflicts(rt: &Rt, slots: &[Owned], ns: Value) -> Result<(), Raised> {
    for slot in slots {
        if **slot != rt.names.__qualname__ && **slot != rt.names.__classcell__ && rt.dict_get_str(ns, **slot).is_some()
        {
            let text = rt.repr_text(**slot)?;
            return Err(rt.raise(Exc::ValueError, format!("{text} in __slots__ conflicts with class variable")));
        }
    }
    Ok(())
}

impl Plan {
    /// Gives class its root shape and its own slots' descriptors.
    pub(super) fn apply(self, rt: &Rt, class: Value, statics: Vec<Owned>) -> Result<(), Raised> {
        let t = rt.type_data(class);
        let parent = rt.root_shape(self.base);
        let inherited = parent.fixed as usize;
        let first_own = inherited as u16;
        let mut fixed: Vec<Owned> = parent.names[..inherited].iter().map(|n| n.own()).collect();
        // A dying instance releases the slots of the most derived class first.
        let mut fixed_release: Vec<u16> = (first_own..first_own + self.slots.len() as u16).collect();
        match &parent.release {
            Some(order) => fixed_release.extend_from_slice(order),
            None => fixed_release.extend(0..first_own),
        }
        add_members(rt, class, &self.slots, inherited)?;
        let solid = if self.slots.is_empty() { rt.solid_base(self.base) } else { class };
        fixed.extend(self.slots);
        let open = t.flags.get() & flag::HAS_DICT != 0 && !has_own_dict(t.kind);
        let predicted = if open { predicted_names(rt, t, &statics) } else { 0 };
        let cap = (fixed.len() + predicted).min(usize::from(u16::MAX));
        // An odd number of slots would leave the block's last word unused.
        let inline_cap = if open && t.kind == Kind::Instance { (cap + cap % 2) as u16 } else { cap as u16 };
        let ordered = t.kind != Kind::Exception;
        t.base.set(self.base);
        t.solid.set(solid);
        t.root_shape.set(
            rt.shapes.new_root(
                class,
                Layout { kind: t.kind, fixed, fixed_release, open, inline_cap, keys: statics, ordered },
            ),
        );
        Ok(())
    }
}

/// How many attributes an instance is expected to have: those its class and bases are known to set.
fn predicted_names(rt: &Rt, t: &TypeObj, statics: &[Owned]) -> usize {
    let mut names: Vec<Value> = statics.iter().map(|n| **n).collect();
    for base in &tuple_items(t.mro.get())[1..] {
        rt.root_shape(*base).each_key(&mut |k| {
            if names.len() < MAX_PREDICTED && !names.contains(&k) {
                names.push(k);
            }
        });
    }
    names.len().min(MAX_PREDICTED)
}

fn add_members(rt: &Rt, class: Value, slots: &[Owned], first: usize) -> Result<(), Raised> {
    let dict = rt.type_data(class).dict.get();
    for (i, name) in slots.iter().enumerate() {
        let member = rt.alloc_fixed(
            shape_id::MEMBER,
            MemberObj {
                head: Rt::fresh_header(shape_id::MEMBER),
                name: Slot::new(name.clone()),
                owner: Slot::new(class.own()),
                index: first + i,
            },
        )?;
        rt.dict_set_str(dict, **name, member)?;
    }
    Ok(())
}

impl Rt {
    /// The shape of a class's fresh instances.
    pub(crate) fn root_shape(&self, class: Value) -> &Shape {
        self.shapes.get(self.type_data(class).root_shape.get())
    }

    /// The class along the primary bases of `class` that last added to the layout.
    pub(crate) fn solid_base(&self, class: Value) -> Value {
        self.type_data(class).solid.get()
    }

    /// The base whose layout a class with direct bases `bases` continues.
    ///
    /// # Errors
    /// TypeError if a base cannot be one, or if two layouts conflict.
    pub(crate) fn best_base(&self, bases: &[Value]) -> Result<Value, Raised> {
        let mut best: Option<(Value, Value)> = None;
        for base in bases {
            if !self.is_type(*base) {
                return Err(self.type_error("bases must be types"));
            }
            if self.type_data(*base).flags.get() & flag::BASE == 0 {
                let name = self.class_name(*base);
                return Err(self.type_error(format!("type '{name}' is not an acceptable base type")));
            }
            let solid = self.solid_base(*base);
            best = match best {
                None => Some((*base, solid)),
                Some((_, winner)) if self.is_subclass(winner, solid) => best,
                Some((_, winner)) if self.is_subclass(solid, winner) => Some((*base, solid)),
                Some(_) => return Err(self.type_error("multiple bases have instance lay-out conflict")),
            };
        }
        match best {
            Some((base, _)) => Ok(base),
            None => Ok(self.kind_type(Kind::Instance)),
        }
    }

    /// `name` as it is spelt inside class `class_name`: private names get the class's name in front. Interned.
    ///
    /// # Errors
    /// MemoryError.
    pub(crate) fn mangle(&self, class_name: &str, name: Value) -> Result<Owned, Raised> {
        let text = self.str_lossy(name);
        let class = class_name.trim_start_matches('_');
        if !text.starts_with("__") || text.ends_with("__") || text.contains('.') || class.is_empty() {
            return self.intern_value(name);
        }
        self.intern(&format!("_{class}{text}"))
    }
}
