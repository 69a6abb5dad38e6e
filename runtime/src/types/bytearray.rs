//! Methods of bytearray that change it; those it shares with bytes are in `types::bytes`.

use super::bytes::new::{collect, contents};
use super::bytes::{byte_value, with_common_methods};
use crate::bytes::bytearray_data;
use crate::error::{Exc, Raised, Res};
use crate::native::{Args, NativeDef, none};
use crate::rt::Rt;
use crate::slicing::SliceRange;
use crate::types::sequence::{Key, place, repeat_count, subscript};
use crate::value::Value;

/// Methods.
pub const METHODS: &[NativeDef] = with_common_methods![
    NativeDef::new("__new__", "(cls, *args, **kwargs)", new),
    NativeDef::new("__init__", "(self, source=b'', encoding='utf-8', errors='strict')", init),
    NativeDef::new("__delitem__", "(self, key, /)", delitem),
    NativeDef::new("__iadd__", "(self, value, /)", iadd),
    NativeDef::new("__imul__", "(self, value, /)", imul),
    NativeDef::new("__setitem__", "(self, key, value, /)", setitem),
    NativeDef::new("append", "(self, item, /)", append),
    NativeDef::new("clear", "(self, /)", clear),
    NativeDef::new("copy", "(self, /)", copy),
    NativeDef::new("extend", "(self, iterable_of_ints, /)", extend),
    NativeDef::new("insert", "(self, index, item, /)", insert),
    NativeDef::new("pop", "(self, index=-1, /)", pop),
    NativeDef::new("remove", "(self, value, /)", remove),
    NativeDef::new("resize", "(self, size, /)", resize),
    NativeDef::new("reverse", "(self, /)", reverse),
];

fn new(rt: &Rt, args: &Args<'_>) -> Res {
    rt.bytearray_of_class(args.get(0), Vec::new())
}

fn init(rt: &Rt, args: &Args<'_>) -> Res {
    let data = contents(rt, args, "bytearray")?;
    bytearray_data(args.get(0)).replace(data);
    none()
}

/// Appends bytes, which are a copy or another object's.
fn push_all(rt: &Rt, v: Value, more: &[u8]) -> Result<(), Raised> {
    let mut data = bytearray_data(v).borrow_mut();
    rt.reserve_bytes(&mut data, more.len())?;
    data.extend_from_slice(more);
    Ok(())
}

/// The contents of a bytes-like object, copied if it is `v` itself, which is about to change.
fn push_buffer(rt: &Rt, v: Value, source: Value) -> Result<Option<()>, Raised> {
    let Some(more) = rt.as_buffer(source) else { return Ok(None) };
    if source == v {
        let copy = more.to_vec();
        drop(more);
        return push_all(rt, v, &copy).map(Some);
    }
    push_all(rt, v, &more).map(Some)
}

fn iadd(rt: &Rt, args: &Args<'_>) -> Res {
    let (v, other) = (args.get(0), args.get(1));
    if v == other && !bytearray_data(v).borrow().is_empty() {
        // Its own contents are in use while it would have to grow.
        return Err(rt.raise(Exc::BufferError, "Existing exports of data: object cannot be re-sized"));
    }
    match push_buffer(rt, v, other)? {
        Some(()) => Ok(v.own()),
        None => Err(rt.type_error(format!("can't concat {} to {}", rt.type_name(other), rt.type_name(v)))),
    }
}

fn imul(rt: &Rt, args: &Args<'_>) -> Res {
    let v = args.get(0);
    let n = repeat_count(rt, args.get(1))?;
    let mut data = bytearray_data(v).borrow_mut();
    if n == 0 {
        data.clear();
    } else {
        let len = data.len();
        rt.reserve_bytes(&mut data, len.saturating_mul(n - 1))?;
        for _ in 1..n {
            data.extend_from_within(..len);
        }
    }
    drop(data);
    Ok(v.own())
}

fn append(rt: &Rt, args: &Args<'_>) -> Res {
    let byte = byte_value(rt, args.get(1))?;
    push_all(rt, args.get(0), &[byte])?;
    none()
}

fn extend(rt: &Rt, args: &Args<'_>) -> Res {
    let (v, source) = (args.get(0), args.get(1));
    if push_buffer(rt, v, source)?.is_some() {
        return none();
    }
    let it = match rt.iter(source) {
        Ok(it) => it,
        Err(raised) => {
            rt.swallow(raised, Exc::TypeError)?;
            return Err(rt.type_error(format!("can't extend bytearray with {}", rt.type_name(source))));
        }
    };
    let more = collect(rt, *it, "byte").map_err(|raised| {
        // Text is a likely mistake, and deserves a message of its own.
        if rt.is_str(source) && rt.raised_is(Exc::TypeError) {
            drop(rt.take_raised(raised));
            return rt.type_error("expected iterable of integers; got: 'str'");
        }
        raised
    })?;
    push_all(rt, v, &more)?;
    none()
}

fn insert(rt: &Rt, args: &Args<'_>) -> Res {
    let index = rt.index_ssize(args.get(1))?;
    let byte = byte_value(rt, args.get(2))?;
    let mut data = bytearray_data(args.get(0)).borrow_mut();
    let len = data.len() as i64;
    let at = if index < 0 { (index + len).max(0) } else { index.min(len) };
    rt.reserve_bytes(&mut data, 1)?;
    data.insert(at as usize, byte);
    none()
}

fn pop(rt: &Rt, args: &Args<'_>) -> Res {
    let index = args.opt(1).map_or(Ok(-1), |v| rt.index_ssize(v))?;
    let mut data = bytearray_data(args.get(0)).borrow_mut();
    if data.is_empty() {
        return Err(rt.index_error("pop from empty bytearray"));
    }
    match place(index, data.len()) {
        Some(at) => Ok(Value::int(i64::from(data.remove(at))).own()),
        None => Err(rt.index_error("pop index out of range")),
    }
}

fn remove(rt: &Rt, args: &Args<'_>) -> Res {
    let byte = byte_value(rt, args.get(1))?;
    let mut data = bytearray_data(args.get(0)).borrow_mut();
    match memchr::memchr(byte, &data) {
        Some(at) => {
            data.remove(at);
            none()
        }
        None => Err(rt.value_error("value not found in bytearray")),
    }
}

fn reverse(_: &Rt, args: &Args<'_>) -> Res {
    bytearray_data(args.get(0)).borrow_mut().reverse();
    none()
}

fn clear(_: &Rt, args: &Args<'_>) -> Res {
    bytearray_data(args.get(0)).take();
    none()
}

fn copy(rt: &Rt, args: &Args<'_>) -> Res {
    let mut data = rt.byte_buffer(bytearray_data(args.get(0)).borrow().len())?;
    data.extend_from_slice(&bytearray_data(args.get(0)).borrow());
    rt.bytearray(data)
}

fn resize(rt: &Rt, args: &Args<'_>) -> Res {
    let size = rt.index_ssize(args.get(1))?;
    let Ok(len) = usize::try_from(size) else {
        return Err(rt.value_error(format!("Can only resize to positive sizes, got {size}")));
    };
    let mut data = bytearray_data(args.get(0)).borrow_mut();
    let extra = len.saturating_sub(data.len());
    rt.reserve_bytes(&mut data, extra)?;
    data.resize(len, 0);
    none()
}

fn out_of_range(rt: &Rt) -> Raised {
    rt.index_error("bytearray index out of range")
}

fn setitem(rt: &Rt, args: &Args<'_>) -> Res {
    let (v, key, value) = (args.get(0), args.get(1), args.get(2));
    let i = match subscript(rt, key, "bytearray")? {
        Key::Index(i) => i,
        Key::Slice => {
            let bounds = rt.unpack_slice(key)?;
            let new = assigned(rt, value)?;
            let len = bytearray_data(v).borrow().len();
            return set_slice(rt, v, bounds.over(len), &new);
        }
    };
    let byte = byte_value(rt, value)?;
    let mut data = bytearray_data(v).borrow_mut();
    match place(i, data.len()) {
        Some(at) => {
            data[at] = byte;
            none()
        }
        None => Err(out_of_range(rt)),
    }
}

/// The bytes that are assigned to a slice.
fn assigned(rt: &Rt, value: Value) -> Result<Vec<u8>, Raised> {
    if let Some(data) = rt.as_buffer(value) {
        return Ok(data.to_vec());
    }
    if rt.is_str(value) || rt.is_int(value) {
        return Err(rt.type_error("can assign only bytes, buffers, or iterables of ints in range(0, 256)"));
    }
    contents(rt, &Args::positional_only(&[value, value]), "bytearray")
}

fn set_slice(rt: &Rt, v: Value, range: SliceRange, new: &[u8]) -> Res {
    let mut data = bytearray_data(v).borrow_mut();
    if let Some(r) = range.contiguous() {
        let extra = new.len().saturating_sub(r.len());
        rt.reserve_bytes(&mut data, extra)?;
        data.splice(r, new.iter().copied());
        return none();
    }
    if new.is_empty() {
        delete_slice(&mut data, range);
        return none();
    }
    if new.len() != range.len {
        return Err(rt.value_error(format!(
            "attempt to assign bytes of size {} to extended slice of size {}",
            new.len(),
            range.len
        )));
    }
    range.indices().zip(new).for_each(|(i, b)| data[i] = *b);
    none()
}

fn delete_slice(data: &mut Vec<u8>, range: SliceRange) {
    if let Some(r) = range.contiguous() {
        data.drain(r);
        return;
    }
    // From low to high, whichever way the slice goes.
    let (step, len) = (range.step.unsigned_abs() as usize, range.len);
    let Some(last) = range.indices().last() else { return };
    let (low, high) = (range.start.min(last), range.start.max(last));
    let mut at = 0;
    data.retain(|_| {
        let i = at;
        at += 1;
        !(len > 0 && (low..=high).contains(&i) && (i - low).is_multiple_of(step))
    });
}

fn delitem(rt: &Rt, args: &Args<'_>) -> Res {
    let (v, key) = (args.get(0), args.get(1));
    let i = match subscript(rt, key, "bytearray")? {
        Key::Index(i) => i,
        Key::Slice => {
            let bounds = rt.unpack_slice(key)?;
            let mut data = bytearray_data(v).borrow_mut();
            let range = bounds.over(data.len());
            delete_slice(&mut data, range);
            return none();
        }
    };
    let mut data = bytearray_data(v).borrow_mut();
    match place(i, data.len()) {
        Some(at) => {
            data.remove(at);
            none()
        }
        None => Err(out_of_range(rt)),
    }
}
