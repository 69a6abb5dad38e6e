//! Struct sequences: tuples whose items have names too (`time.struct_time`, `sys.float_info`).

use crate::error::{Raised, Res};
use crate::native::{Args, GetSetDef, NativeDef};
use crate::object::TupleObj;
use crate::rt::Rt;
use crate::string::Text;
use crate::tuple::{tuple_items, tuple_set};
use crate::value::{Owned, Value};
use std::any::TypeId;

/// A type of struct sequences. Made by `struct_sequence!`.
pub trait StructSequence: 'static {
    /// Name of the type with its module.
    const NAME: &'static str;
    /// The named items, in order.
    const FIELDS: &'static [GetSetDef];
    /// Further attributes, which are no items.
    const HIDDEN: &'static [GetSetDef];
}

/// Declares a type of struct sequences: its name, its items with their places, and attributes that are no items.
#[macro_export]
macro_rules! struct_sequence {
    ($(#[$doc:meta])* $type:ident $name:literal [$($field:literal $at:literal),+] [$($hidden:literal $place:literal),*]) => {
        $(#[$doc])*
        pub(crate) struct $type;

        impl $crate::struct_sequence::StructSequence for $type {
            const NAME: &'static str = $name;
            const FIELDS: &'static [$crate::native::GetSetDef] = &[$(
                $crate::native::GetSetDef { name: $field, get: $crate::struct_sequence::item::<$at>, set: None }
            ),+];
            const HIDDEN: &'static [$crate::native::GetSetDef] = &[$(
                $crate::native::GetSetDef { name: $hidden, get: $crate::struct_sequence::hidden::<$place>, set: None }
            ),*];
        }
    };
}

/// Getter of item `I`.
///
/// # Errors
/// None; the type is that of getters.
pub fn item<const I: usize>(_: &Rt, v: Value) -> Res {
    Ok(tuple_items(v).get(I).copied().unwrap_or(Value::none()).own())
}

/// Getter of attribute `I` that is no item.
///
/// # Errors
/// None; the type is that of getters.
pub fn hidden<const I: usize>(rt: &Rt, v: Value) -> Res {
    Ok(rt.instance_slot(v, I).some().unwrap_or(Value::none()).own())
}

const METHODS: &[NativeDef] =
    &[NativeDef::new("__new__", "(cls, /, sequence, dict=None)", new), NativeDef::new("__repr__", "(self, /)", repr)];

impl Rt {
    /// The class of struct sequences `T`, made at its first use.
    ///
    /// # Errors
    /// MemoryError.
    pub fn struct_type<T: StructSequence>(&self) -> Result<Value, Raised> {
        if let Some(class) = self.native_types.borrow().get(&TypeId::of::<T>()) {
            return Ok(**class);
        }
        let class = crate::types::new_struct_type(self, T::NAME, METHODS, T::FIELDS, T::HIDDEN)?;
        let dict = self.type_data(class).dict.get();
        let names = T::FIELDS.iter().map(|f| self.intern(f.name)).collect::<Result<Vec<_>, _>>()?;
        let (visible, all) = (T::FIELDS.len(), T::FIELDS.len() + T::HIDDEN.len());
        let constants = [("n_sequence_fields", visible), ("n_fields", all), ("n_unnamed_fields", 0)];
        for (name, value) in constants {
            self.dict_set_str(dict, self.intern_immortal(name)?, Value::int(value as i64).own())?;
        }
        self.dict_set_str(dict, self.intern_immortal("__match_args__")?, self.tuple_from_owned(names)?)?;
        self.native_types.borrow_mut().insert(TypeId::of::<T>(), class.own());
        Ok(class)
    }

    /// A struct sequence with the given items, and values for attributes that are no items.
    ///
    /// # Errors
    /// MemoryError.
    pub fn new_struct<T: StructSequence>(&self, items: &[Owned], hidden: Vec<Owned>) -> Res {
        let class = self.struct_type::<T>()?;
        let items: Vec<Value> = items.iter().map(|v| **v).collect();
        make(self, class, &items, hidden)
    }
}

fn make(rt: &Rt, class: Value, items: &[Value], hidden: Vec<Owned>) -> Res {
    let p = rt.alloc_instance_sized(class, size_of::<TupleObj>() + items.len() * 8)?;
    let t = Owned::from_raw(Value::from_ptr(p.as_ptr()));
    // SAFETY: the block has room for the struct and the items.
    unsafe { (&raw mut (*p.cast::<TupleObj>().as_ptr()).len).write(items.len()) };
    for (i, item) in items.iter().enumerate() {
        item.incref();
        tuple_set(*t, i, *item);
    }
    for (i, v) in hidden.into_iter().enumerate() {
        rt.instance_set_slot(*t, i, v);
    }
    Ok(t)
}

/// An attribute of the class that counts its fields.
fn count(rt: &Rt, class: Value, name: &str) -> Result<usize, Raised> {
    let count = rt.type_lookup(class, rt.intern_immortal(name)?);
    Ok(count.and_then(Value::as_small_int).unwrap_or(0) as usize)
}

fn new(rt: &Rt, args: &Args<'_>) -> Res {
    let (class, sequence) = (args.get(0), args.get(1));
    let (visible, all) = (count(rt, class, "n_sequence_fields")?, count(rt, class, "n_fields")?);
    let items = match rt.collect_vec(sequence) {
        Ok(items) => items,
        Err(raised) => {
            rt.swallow(raised, crate::error::Exc::TypeError)?;
            return Err(rt.type_error("constructor requires a sequence"));
        }
    };
    let given = items.len();
    if given < visible || given > all {
        let name = rt.class_name(class);
        let bound = match (visible == all, given < visible) {
            (true, _) => format!("a {visible}"),
            (_, true) => format!("an at least {visible}"),
            _ => format!("an at most {all}"),
        };
        return Err(rt.type_error(format!("{name}() takes {bound}-sequence ({given}-sequence given)")));
    }
    let values: Vec<Value> = items.iter().take(visible).map(|v| **v).collect();
    make(rt, class, &values, items[visible..].to_vec())
}

fn repr(rt: &Rt, args: &Args<'_>) -> Res {
    let v = args.get(0);
    let class = rt.class_of(v);
    let names = rt.type_lookup(class, rt.intern_immortal("__match_args__")?);
    let names = names.map_or(&[][..], tuple_items);
    let mut texts = vec![rt.str(&format!("{}(", rt.class_name(class)))?];
    for (i, (name, value)) in names.iter().zip(tuple_items(v)).enumerate() {
        if i > 0 {
            texts.push(rt.str(", ")?);
        }
        texts.push(name.own());
        texts.push(rt.str("=")?);
        texts.push(rt.repr(*value)?);
    }
    texts.push(rt.str(")")?);
    let pieces: Vec<Text<'_>> = texts.iter().map(|t| crate::string::text(**t)).collect();
    rt.str_join(&pieces)
}
