//! `translate` and `maketrans`.

use super::{arg_type, this};
use crate::error::{Exc, Raised, Res};
use crate::native::Args;
use crate::object::shape_id;
use crate::rt::Rt;
use crate::string::{StrBuf, Text, text};
use crate::value::{Owned, Value};

/// What an ASCII character becomes, remembered for the length of one call.
#[derive(Clone, Copy)]
enum Cached {
    Unknown,
    Point(u8),
    Deleted,
}

pub(super) fn translate(rt: &Rt, args: &Args<'_>) -> Res {
    let table = args.get(1);
    let t = this(args);
    let mut cache = [Cached::Unknown; 128];
    // A table of the program's own is asked again as often as CPython asks it: what it says of ASCII text is remembered until
    // it first says anything but one ASCII character or none.
    let plain = table.has_shape(shape_id::DICT);
    let mut remember = plain || matches!(t, Text::Ascii(_));
    let mut out = StrBuf::with_capacity(if matches!(t, Text::Ascii(_)) { t.len() } else { 0 });
    let mut at = 0;
    while at < t.len() {
        if let (Text::Ascii(s), true) = (t, remember) {
            at += translate_known(&s.as_bytes()[at..], &cache, &mut out);
            if at == t.len() {
                break;
            }
        }
        let c = t.at(at);
        at += 1;
        match cache.get(c as usize).copied().filter(|_| remember) {
            Some(Cached::Point(p)) => out.push(p.into()),
            Some(Cached::Deleted) => {}
            Some(Cached::Unknown) | None => {
                let learnt = translate_one(rt, table, c, &mut out)?;
                if let Some(place) = cache.get_mut(c as usize) {
                    *place = learnt;
                }
                remember &= plain || !matches!(learnt, Cached::Unknown);
            }
        }
    }
    out.finish(rt)
}

/// Translates the characters at the beginning that are known; says how many.
fn translate_known(s: &[u8], cache: &[Cached; 128], out: &mut StrBuf) -> usize {
    let known = s.iter().map_while(|b| match cache[usize::from(*b)] {
        Cached::Unknown => None,
        Cached::Deleted => Some(None),
        Cached::Point(p) => Some(Some(p)),
    });
    let mut n = 0;
    out.extend_ascii(known.inspect(|_| n += 1).flatten());
    n
}

/// Looks one character up and appends what it becomes.
fn translate_one(rt: &Rt, table: Value, c: u32, out: &mut StrBuf) -> Result<Cached, Raised> {
    let key = Value::int(c.into());
    let found = if table.has_shape(shape_id::DICT) {
        rt.dict_get(table, key)?
    } else {
        match rt.getitem(table, key) {
            Ok(v) => Some(v),
            Err(raised) => rt.swallow(raised, Exc::LookupError).map(|()| None)?,
        }
    };
    let Some(found) = found else {
        out.push(c);
        return Ok(point(c));
    };
    if found.is_none() {
        return Ok(Cached::Deleted);
    }
    if let Some(t) = rt.as_text(*found) {
        out.check_room(rt, t.len())?;
        out.push_text(t);
        return Ok(if t.len() == 1 { point(t.at(0)) } else { Cached::Unknown });
    }
    if !rt.is_int(*found) {
        return Err(rt.type_error("character mapping must return integer, None or str"));
    }
    match rt.as_i64(*found).and_then(|i| u32::try_from(i).ok()).filter(|c| *c < 0x11_0000) {
        Some(c) => {
            out.push(c);
            Ok(point(c))
        }
        None => Err(rt.value_error("character mapping must be in range(0x110000)")),
    }
}

fn point(c: u32) -> Cached {
    if c < 128 { Cached::Point(c as u8) } else { Cached::Unknown }
}

pub(super) fn maketrans(rt: &Rt, args: &Args<'_>) -> Res {
    let table = rt.new_dict()?;
    let Some(y) = args.opt(1) else {
        let x = args.get(0);
        if !x.has_shape(shape_id::DICT) {
            return Err(rt.type_error("if you give only one argument to maketrans it must be a dict"));
        }
        return from_dict(rt, x, table);
    };
    let text_arg = |i: usize, v: Value| {
        rt.as_text(v)
            .ok_or_else(|| rt.type_error(format!("maketrans() argument {i} must be str, not {}", arg_type(rt, v))))
    };
    let to = text_arg(2, y)?;
    let deleted = args.opt(2).map(|z| text_arg(3, z)).transpose()?;
    let Some(from) = rt.as_text(args.get(0)) else {
        return Err(rt.type_error("first maketrans argument must be a string if there is a second argument"));
    };
    if from.len() != to.len() {
        return Err(rt.value_error("the first two maketrans arguments must have equal length"));
    }
    for (a, b) in from.points().zip(to.points()) {
        rt.dict_set(*table, Value::int(a.into()), Value::int(b.into()).own())?;
    }
    for c in deleted.iter().flat_map(|t| t.points()) {
        rt.dict_set(*table, Value::int(c.into()), Value::none().own())?;
    }
    Ok(table)
}

/// A table with the entries of `x`, keys of one character turned into integers.
fn from_dict(rt: &Rt, x: Value, table: Owned) -> Res {
    let mut at = 0;
    while let Some((key, value)) = rt.dict_entry(x, &mut at) {
        let (key, value) = (key.own(), value.own());
        if rt.is_str(*key) {
            let t = text(*key);
            if t.len() != 1 {
                return Err(rt.value_error("string keys in translatetable must be of length 1"));
            }
            rt.dict_set(*table, Value::int(t.at(0).into()), value)?;
        } else if rt.is_int(*key) {
            rt.dict_set(*table, *key, value)?;
        } else {
            return Err(rt.type_error("keys in translate table mustbe strings or integers"));
        }
    }
    Ok(table)
}
