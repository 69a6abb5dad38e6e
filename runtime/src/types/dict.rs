//! Methods of dict. Views and iterators are in `dict_views`.

use super::dict_views::{self, What};
use crate::dict::{DictObj, OnDuplicate, dict};
use crate::error::{Exc, Raised, Res};
use crate::names::Dunder;
use crate::native::{Args, NativeDef, none};
use crate::object::{Kind, shape_id};
use crate::rt::Rt;
use crate::string::Text;
use crate::value::{Owned, Value};

/// Methods.
pub const METHODS: &[NativeDef] = &[
    NativeDef::new("__new__", "(*args, **kwargs)", new),
    NativeDef::new("__init__", "(self, /, *args, **kwargs)", |rt, args| update_common(rt, args, "dict")),
    NativeDef::new("__repr__", "(self, /)", |rt, args| rt.dict_repr(args.get(0))),
    NativeDef::new("__len__", "(self, /)", |rt, args| rt.int(rt.dict_len(args.get(0)) as i64)),
    NativeDef::new("__getitem__", "(self, key, /)", getitem),
    NativeDef::new("__setitem__", "(self, key, value, /)", |rt, args| {
        rt.dict_set(args.get(0), args.get(1), args.get(2).own())?;
        none()
    }),
    NativeDef::new("__delitem__", "(self, key, /)", |rt, args| {
        rt.dict_delitem(args.get(0), args.get(1))?;
        none()
    }),
    NativeDef::new("__contains__", "(self, key, /)", |rt, args| boolean(rt.dict_contains(args.get(0), args.get(1))?)),
    NativeDef::new("__iter__", "(self, /)", |rt, args| dict_views::new_iter(rt, args.get(0), What::Keys, false)),
    NativeDef::new("__reversed__", "(self, /)", |rt, args| dict_views::new_iter(rt, args.get(0), What::Keys, true)),
    NativeDef::new("__eq__", "(self, value, /)", |rt, args| equal(rt, args, true)),
    NativeDef::new("__ne__", "(self, value, /)", |rt, args| equal(rt, args, false)),
    NativeDef::new("__or__", "(self, value, /)", |rt, args| merged(rt, args.get(0), args.get(1))),
    NativeDef::new("__ror__", "(self, value, /)", |rt, args| merged(rt, args.get(1), args.get(0))),
    NativeDef::new("__ior__", "(self, value, /)", |rt, args| {
        rt.dict_update(args.get(0), args.get(1))?;
        Ok(args.get(0).own())
    }),
    NativeDef::new("get", "(self, key, default=None, /)", |rt, args| {
        let found = rt.dict_get(args.get(0), args.get(1))?;
        Ok(found.unwrap_or_else(|| args.opt(2).unwrap_or(Value::none()).own()))
    }),
    NativeDef::new("setdefault", "(self, key, default=None, /)", |rt, args| {
        rt.dict_set_default(args.get(0), args.get(1), args.opt(2).unwrap_or(Value::none()))
    }),
    NativeDef::new("pop", "(self, key, default=None, /)", pop),
    NativeDef::new("popitem", "(self, /)", popitem),
    NativeDef::new("keys", "(self, /)", |rt, args| dict_views::new_view(rt, args.get(0), What::Keys)),
    NativeDef::new("values", "(self, /)", |rt, args| dict_views::new_view(rt, args.get(0), What::Values)),
    NativeDef::new("items", "(self, /)", |rt, args| dict_views::new_view(rt, args.get(0), What::Items)),
    NativeDef::new("update", "(self, /, *args, **kwargs)", |rt, args| update_common(rt, args, "update")),
    NativeDef::new("clear", "(self, /)", |rt, args| {
        rt.dict_clear(args.get(0));
        none()
    }),
    NativeDef::new("copy", "(self, /)", |rt, args| rt.dict_copy(args.get(0))),
    NativeDef::new("fromkeys", "(cls, iterable, value=None, /)", fromkeys),
    super::generic_alias::CLASS_GETITEM,
];

/// Items handled between two polls.
const POLL_EVERY: usize = 1 << 12;

fn boolean(b: bool) -> Res {
    Ok(Value::bool(b).own())
}

fn new(rt: &Rt, args: &Args<'_>) -> Res {
    let class = super::class_to_make(rt, args, Kind::Dict)?;
    rt.alloc_instance_with(class, DictObj::empty)
}

/// `__init__` and `update`.
fn update_common(rt: &Rt, args: &Args<'_>, name: &str) -> Res {
    let d = args.get(0);
    if args.len() > 2 {
        return Err(rt.type_error(format!("{name} expected at most 1 argument, got {}", args.len() - 1)));
    }
    if let Some(from) = args.opt(1) {
        rt.dict_update(d, from)?;
    }
    for (key, value) in args.keywords() {
        rt.dict_set(d, key, value.own())?;
    }
    none()
}

fn getitem(rt: &Rt, args: &Args<'_>) -> Res {
    let (d, key) = (args.get(0), args.get(1));
    if let Some(value) = rt.dict_get(d, key)? {
        return Ok(value);
    }
    if !d.has_shape(shape_id::DICT)
        && let Some(missing) = rt.special(d, Dunder::Missing)
    {
        return rt.call_special(missing, d, &[key]);
    }
    Err(rt.key_error(key))
}

fn equal(rt: &Rt, args: &Args<'_>, wanted: bool) -> Res {
    let (a, b) = (args.get(0), args.get(1));
    if !rt.is_dict(b) {
        return Ok(Value::not_implemented().own());
    }
    boolean(rt.dict_equal(a, b)? == wanted)
}

/// `a | b`.
fn merged(rt: &Rt, a: Value, b: Value) -> Res {
    if !rt.is_dict(a) || !rt.is_dict(b) {
        return Ok(Value::not_implemented().own());
    }
    let new = rt.dict_copy(a)?;
    rt.dict_update(*new, b)?;
    Ok(new)
}

fn pop(rt: &Rt, args: &Args<'_>) -> Res {
    let (d, key) = (args.get(0), args.get(1));
    match rt.dict_remove(d, key)? {
        Some((_, value)) => Ok(value),
        None => match args.opt(2) {
            Some(default) => Ok(default.own()),
            None => Err(rt.key_error(key)),
        },
    }
}

fn popitem(rt: &Rt, args: &Args<'_>) -> Res {
    if rt.dict_len(args.get(0)) == 0 {
        return Err(rt.raise(Exc::KeyError, "popitem(): dictionary is empty"));
    }
    // The pair first: without memory for it the entry must stay.
    let pair = rt.alloc_tuple(2)?;
    let (key, value) = match rt.dict_pop_last(args.get(0)) {
        Some(entry) => entry,
        None => return Err(rt.raise(Exc::KeyError, "popitem(): dictionary is empty")),
    };
    crate::tuple::tuple_set(*pair, 0, key.into_raw());
    crate::tuple::tuple_set(*pair, 1, value.into_raw());
    Ok(pair)
}

fn fromkeys(rt: &Rt, args: &Args<'_>) -> Res {
    let (class, iterable, value) = (args.get(0), args.get(1), args.opt(2).unwrap_or(Value::none()));
    let new = rt.call(class, &[])?;
    let exact = new.has_shape(shape_id::DICT);
    let expected = match iterable.shape() {
        shape_id::DICT => rt.dict_len(iterable),
        shape_id::SET | shape_id::FROZENSET => rt.set_len(iterable),
        _ => 0,
    };
    if exact && expected > 5 {
        rt.dict_reserve(dict(*new), expected)?;
    }
    let it = rt.iter(iterable)?;
    let mut left = POLL_EVERY;
    while let Some(key) = rt.next(*it)? {
        if exact {
            rt.dict_set(*new, *key, value.own())?;
        } else {
            rt.setitem(*new, *key, value)?;
        }
        rt.poll_now_and_then(&mut left)?;
    }
    Ok(new)
}

impl Rt {
    /// Every few thousand calls, polls.
    ///
    /// # Errors
    /// What [`Rt::poll`] raises.
    #[inline]
    pub(crate) fn poll_now_and_then(&self, left: &mut usize) -> Result<(), Raised> {
        match left.checked_sub(1) {
            Some(n) => *left = n,
            None => {
                *left = POLL_EVERY;
                self.poll()?;
            }
        }
        Ok(())
    }

    /// `del d[key]` of a dict, without looking at its class.
    ///
    /// # Errors
    /// KeyError; what hashing and comparing raise.
    pub fn dict_delitem(&self, d: Value, key: Value) -> Result<(), Raised> {
        match self.dict_remove(d, key)? {
            Some((key, value)) => {
                drop(key);
                drop(value);
                Ok(())
            }
            None => Err(self.key_error(key)),
        }
    }

    /// Whether two dicts have equal entries.
    ///
    /// # Errors
    /// What comparing raises.
    pub fn dict_equal(&self, a: Value, b: Value) -> Result<bool, Raised> {
        if self.dict_len(a) != self.dict_len(b) {
            return Ok(false);
        }
        let (mut i, mut left) = (0, POLL_EVERY);
        while let Some((key, value, hash)) = self.dict_entry_hashed(a, &mut i) {
            let (key, value) = (key.own(), value.own());
            match self.dict_get_hashed(b, *key, hash)? {
                Some(other) if self.eq(*value, *other)? => {}
                _ => return Ok(false),
            }
            self.poll_now_and_then(&mut left)?;
        }
        Ok(true)
    }

    /// `repr` of a dict's entries.
    ///
    /// # Errors
    /// What `repr` of a key or value raises; MemoryError.
    pub fn dict_repr(&self, d: Value) -> Res {
        if self.dict_len(d) == 0 {
            return self.str("{}");
        }
        if !self.repr_enter(d) {
            return self.str("{...}");
        }
        let pieces = self.dict_repr_pieces(d);
        self.repr_leave(d);
        let list = pieces?;
        // SAFETY: the list is this function's own.
        let pieces = unsafe { crate::list::list(*list).items() };
        if !self.heap_allows(pieces.len() * 2 * size_of::<Text<'_>>()) {
            return Err(self.memory_error());
        }
        let mut texts = Vec::with_capacity(pieces.len() * 2 + 1);
        for (n, piece) in pieces.iter().enumerate() {
            texts.push(Text::Ascii(match n {
                0 => "{",
                n if n % 2 == 1 => ": ",
                _ => ", ",
            }));
            texts.push(crate::string::text(*piece));
        }
        texts.push(Text::Ascii("}"));
        self.str_join(&texts)
    }

    /// A list of the representations of keys and values in turn.
    fn dict_repr_pieces(&self, d: Value) -> Res {
        let pieces = self.new_list(self.dict_len(d) * 2)?;
        let (mut i, mut left) = (0, POLL_EVERY);
        while let Some((key, value)) = self.dict_entry(d, &mut i) {
            let (key, value) = (key.own(), value.own());
            self.list_push(*pieces, self.repr(*key)?)?;
            self.list_push(*pieces, self.repr(*value)?)?;
            self.poll_now_and_then(&mut left)?;
        }
        Ok(pieces)
    }

    /// `dict.update(d, from)`: from a mapping or an iterable of pairs.
    ///
    /// # Errors
    /// TypeError or ValueError for what is no pair; what user code raises.
    pub fn dict_update(&self, d: Value, from: Value) -> Result<(), Raised> {
        if from.has_shape(shape_id::DICT) {
            return self.dict_merge(d, from, OnDuplicate::Replace);
        }
        match self.getattr_opt(from, self.names.keys)? {
            Some(_) => self.dict_merge_mapping(d, from, OnDuplicate::Replace),
            None => self.dict_merge_pairs(d, from),
        }
    }

    /// Merges any object with `keys` and `__getitem__` into dict `d`.
    ///
    /// # Errors
    /// AttributeError if it has no `keys`; as [`Rt::dict_merge`]; what user code raises.
    pub fn dict_merge_mapping(&self, d: Value, from: Value, duplicate: OnDuplicate) -> Result<(), Raised> {
        if self.is_dict(from)
            && self.special(from, Dunder::Iter) == self.type_special(self.kind_type(Kind::Dict), Dunder::Iter)
        {
            return self.dict_merge(d, from, duplicate);
        }
        let keys = self.call_method(from, self.names.keys, &[])?;
        let it = self.iter(*keys).map_err(|raised| {
            if !self.raised_is(Exc::TypeError) {
                return raised;
            }
            drop(self.take_raised(raised));
            let (owner, given) = (self.type_name(from), self.type_name(*keys));
            self.type_error(format!("{owner}.keys() returned a non-iterable (type {given})"))
        })?;
        for key in self.collect_vec(*it)? {
            if duplicate != OnDuplicate::Replace && self.dict_contains(d, *key)? {
                match duplicate {
                    OnDuplicate::Raise => return Err(self.key_error(*key)),
                    OnDuplicate::Keep | OnDuplicate::Replace => continue,
                }
            }
            let value = self.getitem(from, *key)?;
            self.dict_set(d, *key, value)?;
        }
        Ok(())
    }

    fn dict_merge_pairs(&self, d: Value, pairs: Value) -> Result<(), Raised> {
        let it = self.iter(pairs)?;
        let (mut n, mut left) = (0, POLL_EVERY);
        while let Some(item) = self.next(*it)? {
            let (key, value) = match self.as_tuple(*item) {
                Some([key, value]) => (key.own(), value.own()),
                _ => self.update_pair(*item, n)?,
            };
            self.dict_set(d, *key, value)?;
            n += 1;
            self.poll_now_and_then(&mut left)?;
        }
        Ok(())
    }

    /// Element `n` of an update sequence as a pair.
    fn update_pair(&self, item: Value, n: usize) -> Result<(Owned, Owned), Raised> {
        let items = self.items_of_update_pair(item).map_err(|raised| {
            if !self.raised_is(Exc::TypeError) {
                return raised;
            }
            let note = format!("Cannot convert dictionary update sequence element #{n} to a sequence");
            self.add_note(raised, &note)
        })?;
        let len = items.len();
        match <[Owned; 2]>::try_from(items) {
            Ok([key, value]) => Ok((key, value)),
            Err(_) => {
                Err(self
                    .value_error(format!("dictionary update sequence element #{n} has length {len}; 2 is required")))
            }
        }
    }

    fn items_of_update_pair(&self, item: Value) -> Result<Vec<Owned>, Raised> {
        if let Some(items) = self.as_tuple(item) {
            return Ok(items.iter().map(|v| v.own()).collect());
        }
        if self.is_list(item) {
            return Ok(self.list_snapshot(item));
        }
        let it = self.iter(item).map_err(|raised| {
            if !self.raised_is(Exc::TypeError) {
                return raised;
            }
            drop(self.take_raised(raised));
            self.type_error("object is not iterable")
        })?;
        self.collect_vec(*it)
    }

    /// Adds a note to the pending exception.
    pub(crate) fn add_note(&self, raised: Raised, note: &str) -> Raised {
        let exc = self.take_raised(raised);
        let added = self.str(note).and_then(|text| match self.instance_get(*exc, self.names.__notes__) {
            Some(notes) if self.is_list(notes) => self.list_push(notes, text),
            _ => {
                let notes = self.list_from(&[*text])?;
                self.instance_set(*exc, self.names.__notes__, notes).map(drop)
            }
        });
        match added {
            Ok(()) => self.reraise_object(exc),
            Err(raised) => raised,
        }
    }
}
