//! Instructions that are never in the fast path: building and unpacking, formatting, cells, `with`.

use crate::bytecode::{Insn, USE_A, USE_B, USE_C};
use crate::interp::code::Code;
use crate::interp::run::Regs;
use runtime::dict::OnDuplicate;
use runtime::object::{CellObj, shape_id};
use runtime::{Exc, Owned, Raised, Rt, Slot, Value};

/// Layout of a cell.
#[inline(always)]
pub(crate) fn cell<'a>(v: Value) -> &'a CellObj {
    debug_assert!(v.has_shape(shape_id::CELL));
    // SAFETY: registers marked as cells hold cells.
    unsafe { &*v.as_ptr().cast::<CellObj>() }
}

/// Wraps what register `a` holds in a cell.
pub(crate) fn make_cell(rt: &Rt, regs: Regs, a: u16) -> Result<(), Raised> {
    let contents = Owned::from_raw_option(regs.take(a));
    let object = CellObj { head: Rt::fresh_header(shape_id::CELL), contents: Slot::from_option(contents) };
    regs.set(a, rt.alloc_fixed(shape_id::CELL, object)?);
    Ok(())
}

/// UnboundLocalError for `CheckBound`.
#[cold]
pub(crate) fn unbound(rt: &Rt, code: *const Code, i: Insn) -> Raised {
    // SAFETY: the code is running.
    let name = unsafe { (&(*code).names)[i.c as usize] };
    unbound_name(rt, name)
}

fn unbound_name(rt: &Rt, name: Value) -> Raised {
    let name = rt.str_lossy(name);
    rt.raise(
        Exc::UnboundLocalError,
        format!("cannot access local variable '{name}' where it is not associated with a value"),
    )
}

/// UnboundLocalError for local `a`.
#[cold]
pub(crate) fn unbound_local(rt: &Rt, code: *const Code, a: u16) -> Raised {
    // SAFETY: the code is running.
    let name = unsafe { (&(*code).local_names)[a as usize] };
    unbound_name(rt, name)
}

/// The error for an empty cell.
#[cold]
pub(crate) fn unbound_cell(rt: &Rt, code: *const Code, register: u16, name: u16) -> Raised {
    // SAFETY: the code is running.
    let code = unsafe { &*code };
    let name = code.names[name as usize];
    if (register as usize) < code.nlocals && register as usize >= code.nlocals - code.nfree {
        return unbound_free(rt, name);
    }
    unbound_name(rt, name)
}

/// NameError for free variable `name`.
#[cold]
pub(crate) fn unbound_free(rt: &Rt, name: Value) -> Raised {
    let text = rt.str_lossy(name);
    let message =
        format!("cannot access free variable '{text}' where it is not associated with a value in enclosing scope");
    rt.name_error(&message, name)
}

/// Releases `n` registers from `base`, in order.
fn clear_all(regs: Regs, base: u16, n: usize) {
    (0..n).for_each(|k| regs.clear(base + k as u16));
}

/// Releases `n` registers from `base` after an instruction: in order, or, when it failed, from the last, as unwinding does.
fn clear_operands(regs: Regs, base: u16, n: usize, failed: bool) {
    if failed {
        (0..n).rev().for_each(|k| regs.clear(base + k as u16));
    } else {
        clear_all(regs, base, n);
    }
}

/// `a = (b, …)`.
pub(crate) fn build_tuple(rt: &Rt, regs: Regs, i: Insn) -> Result<(), Raised> {
    let n = i.c as usize;
    // SAFETY: nothing writes the registers while the tuple is made.
    let t = match rt.tuple_from(unsafe { regs.slice(i.b, n) }) {
        Ok(t) => t,
        Err(raised) => {
            clear_all(regs, i.b, n);
            return Err(raised);
        }
    };
    // The tuple has its own references now: these are never the last.
    clear_all(regs, i.b, n);
    regs.set(i.a, t);
    Ok(())
}

/// `a = [b, …]`.
pub(crate) fn build_list(rt: &Rt, regs: Regs, i: Insn) -> Result<(), Raised> {
    let n = i.c as usize;
    // SAFETY: nothing writes the registers while the list is made.
    let l = rt.list_from(unsafe { regs.slice(i.b, n) });
    clear_all(regs, i.b, n);
    regs.set(i.a, l?);
    Ok(())
}

/// `a = {b, …}`.
pub(crate) fn build_set(rt: &Rt, regs: Regs, i: Insn) -> Result<(), Raised> {
    let n = i.c as usize;
    let make = || -> Result<Owned, Raised> {
        let set = rt.new_set()?;
        for k in 0..n {
            rt.set_add(*set, regs.get(i.b + k as u16))?;
        }
        Ok(set)
    };
    let result = make();
    clear_operands(regs, i.b, n, result.is_err());
    regs.set(i.a, result?);
    Ok(())
}

/// `a = {b: b+1, …}`.
pub(crate) fn build_dict(rt: &Rt, regs: Regs, i: Insn) -> Result<(), Raised> {
    let n = i.c as usize;
    let make = || -> Result<Owned, Raised> {
        let dict = rt.dict_with_capacity(n)?;
        for k in 0..n {
            let at = i.b + 2 * k as u16;
            rt.dict_set(*dict, regs.get(at), regs.get(at + 1).own())?;
        }
        Ok(dict)
    };
    let result = make();
    clear_operands(regs, i.b, 2 * n, result.is_err());
    regs.set(i.a, result?);
    Ok(())
}

/// `a` = the strings from `b` joined.
pub(crate) fn build_string(rt: &Rt, regs: Regs, i: Insn) -> Result<(), Raised> {
    let n = i.c as usize;
    // SAFETY: nothing writes the registers while the string is made.
    let values = unsafe { regs.slice(i.b, n) };
    let pieces: smallvec::SmallVec<[_; 16]> = values.iter().filter_map(|v| rt.as_text(*v)).collect();
    let result = rt.str_join(&pieces);
    clear_all(regs, i.b, n);
    regs.set(i.a, result?);
    Ok(())
}

/// `a = slice(b, b+1[, b+2])`.
pub(crate) fn build_slice(rt: &Rt, regs: Regs, i: Insn) -> Result<(), Raised> {
    let step = if i.c == 3 { regs.get(i.b + 2) } else { Value::none() };
    let result = rt.new_slice(regs.get(i.b), regs.get(i.b + 1), step);
    clear_all(regs, i.b, i.c as usize);
    regs.set(i.a, result?);
    Ok(())
}

/// Adds `b` to set `a`.
pub(crate) fn set_add(rt: &Rt, regs: Regs, i: Insn) -> Result<(), Raised> {
    let result = rt.set_add(regs.get(i.a), regs.get(i.b));
    regs.consume(i.b, i.n & USE_B != 0);
    result.map(|_| ())
}

/// `a[b] = c` in a dict display or comprehension.
pub(crate) fn dict_set(rt: &Rt, regs: Regs, i: Insn) -> Result<(), Raised> {
    let result = rt.dict_set(regs.get(i.a), regs.get(i.b), regs.get(i.c).own());
    regs.consume(i.b, i.n & USE_B != 0);
    regs.consume(i.c, i.n & USE_C != 0);
    result
}

/// `[*b]`.
pub(crate) fn list_extend(rt: &Rt, regs: Regs, i: Insn) -> Result<(), Raised> {
    let v = regs.get(i.b);
    let result = if rt.is_list(v) || rt.is_tuple(v) || has_iter(rt, v) {
        rt.list_extend(regs.get(i.a), v)
    } else {
        Err(rt.type_error(format!("Value after * must be an iterable, not {}", rt.type_name(v))))
    };
    regs.consume(i.b, i.n & USE_B != 0);
    result
}

/// Whether `iter(v)` is worth trying: what has neither method gets another message.
pub(crate) fn has_iter(rt: &Rt, v: Value) -> bool {
    use runtime::names::Dunder;
    rt.special(v, Dunder::Iter).is_some() || rt.special(v, Dunder::GetItem).is_some()
}

/// `{*b}`.
pub(crate) fn set_update(rt: &Rt, regs: Regs, i: Insn) -> Result<(), Raised> {
    let result = rt.set_update(regs.get(i.a), regs.get(i.b));
    regs.consume(i.b, i.n & USE_B != 0);
    result
}

/// `{**b}`.
pub(crate) fn dict_update(rt: &Rt, regs: Regs, i: Insn) -> Result<(), Raised> {
    let v = regs.get(i.b);
    let result = rt.dict_merge_mapping(regs.get(i.a), v, OnDuplicate::Replace).map_err(|raised| {
        if !rt.raised_is(Exc::AttributeError) {
            return raised;
        }
        rt.forget(raised);
        rt.type_error(format!("'{}' object is not a mapping", rt.type_name(v)))
    });
    regs.consume(i.b, i.n & USE_B != 0);
    result
}

/// The name of a callable for argument errors: `qualname()` with its module unless that is `builtins` or `__main__`… as CPython's
/// `_PyObject_FunctionStr`.
pub(crate) fn function_name(rt: &Rt, f: Value) -> String {
    let qualname = match rt.getattr_opt(f, rt.names.__qualname__) {
        Ok(Some(q)) if rt.is_str(*q) => rt.str_lossy(*q).into_owned(),
        Ok(_) => return rt.str_text(f).unwrap_or_default(),
        Err(raised) => {
            drop(rt.take_raised(raised));
            return rt.type_name(f);
        }
    };
    match rt.getattr_opt(f, rt.names.__module__) {
        Ok(Some(m)) if rt.is_str(*m) && *rt.str_lossy(*m) != *"builtins" => {
            format!("{}.{qualname}()", rt.str_lossy(*m))
        }
        Ok(_) => format!("{qualname}()"),
        Err(raised) => {
            drop(rt.take_raised(raised));
            format!("{qualname}()")
        }
    }
}

/// `f(**b)`: merges `b` into the keyword dict `a`.
pub(crate) fn dict_merge(rt: &Rt, regs: Regs, i: Insn) -> Result<(), Raised> {
    let result = merge_keywords(rt, regs.get(i.a), regs.get(i.b), regs.get(i.c));
    regs.consume(i.b, i.n & USE_B != 0);
    result
}

fn merge_keywords(rt: &Rt, into: Value, from: Value, callable: Value) -> Result<(), Raised> {
    let Err(raised) = rt.dict_merge_mapping(into, from, OnDuplicate::Raise) else { return Ok(()) };
    if rt.raised_is(Exc::AttributeError) {
        rt.forget(raised);
        let (name, given) = (function_name(rt, callable), rt.type_name(from));
        return Err(rt.type_error(format!("{name} argument after ** must be a mapping, not {given}")));
    }
    if !rt.raised_is(Exc::KeyError) {
        return Err(raised);
    }
    let exc = rt.take_raised(raised);
    let args = rt.exception_data(*exc).args.own();
    match args.as_ref().and_then(|a| rt.as_tuple(**a)) {
        Some([key]) => {
            let (name, key) = (function_name(rt, callable), rt.str_text(*key)?);
            Err(rt.type_error(format!("{name} got multiple values for keyword argument '{key}'")))
        }
        _ => Err(rt.reraise_object(exc)),
    }
}

/// `a = tuple(b)`.
pub(crate) fn list_to_tuple(rt: &Rt, regs: Regs, i: Insn) -> Result<(), Raised> {
    let items = rt.list_snapshot(regs.get(i.b));
    regs.consume(i.b, i.n & USE_B != 0);
    let t = rt.tuple_from_owned(items)?;
    regs.set(i.a, t);
    Ok(())
}

/// `a = iter(b)`.
pub(crate) fn get_iter(rt: &Rt, regs: Regs, i: Insn) -> Result<(), Raised> {
    let result = rt.iter(regs.get(i.b));
    regs.consume(i.b, i.n & USE_B != 0);
    regs.set(i.a, result?);
    Ok(())
}

/// Unpacks `b` into `c` registers from `a`.
pub(crate) fn unpack(rt: &Rt, regs: Regs, i: Insn) -> Result<(), Raised> {
    let n = i.c as usize;
    let v = regs.get(i.b);
    if n == 2
        && v.has_shape(shape_id::TUPLE)
        && let Some(&[x, y]) = rt.as_tuple(v)
    {
        let (x, y) = (x.own(), y.own());
        let old = if i.n & USE_B != 0 { Owned::from_raw_option(regs.take(i.b)) } else { None };
        regs.set(i.a, x);
        regs.set(i.a + 1, y);
        drop(old);
        return Ok(());
    }
    let exact = v.has_shape(shape_id::TUPLE) || v.has_shape(shape_id::LIST);
    let items = if exact { unpack_exact(rt, v, n) } else { unpack_iterable(rt, v, n) };
    let items = match items {
        Ok(items) => items,
        Err(raised) => {
            regs.consume(i.b, i.n & USE_B != 0);
            return Err(raised);
        }
    };
    let old = if i.n & USE_B != 0 { Owned::from_raw_option(regs.take(i.b)) } else { None };
    for (k, item) in items.into_iter().enumerate() {
        regs.set(i.a + k as u16, item);
    }
    drop(old);
    Ok(())
}

type Items = smallvec::SmallVec<[Owned; 4]>;

fn unpack_exact(rt: &Rt, v: Value, n: usize) -> Result<Items, Raised> {
    let len = rt.len(v)?;
    if len != n {
        return Err(count_error(rt, n, len));
    }
    Ok(match rt.as_tuple(v) {
        Some(items) => items.iter().map(|v| v.own()).collect(),
        None => rt.list_snapshot(v).into_iter().collect(),
    })
}

fn count_error(rt: &Rt, n: usize, got: usize) -> Raised {
    rt.value_error(if got > n {
        format!("too many values to unpack (expected {n}, got {got})")
    } else {
        format!("not enough values to unpack (expected {n}, got {got})")
    })
}

fn iter_to_unpack(rt: &Rt, v: Value) -> Result<Owned, Raised> {
    if !has_iter(rt, v) {
        return Err(rt.type_error(format!("cannot unpack non-iterable {} object", rt.type_name(v))));
    }
    rt.iter(v)
}

fn unpack_iterable(rt: &Rt, v: Value, n: usize) -> Result<Items, Raised> {
    let it = iter_to_unpack(rt, v)?;
    let mut items = Items::new();
    match take_exactly(rt, v, *it, n, &mut items) {
        Ok(()) => Ok(items),
        Err(raised) => {
            release_backwards(items);
            Err(raised)
        }
    }
}

/// What a failed unpacking has taken is released from the last.
fn release_backwards(items: impl IntoIterator<Item = Owned, IntoIter: DoubleEndedIterator>) {
    items.into_iter().rev().for_each(drop);
}

/// Puts the `n` items of iterator `it` over `v` into `items`.
fn take_exactly(rt: &Rt, v: Value, it: Value, n: usize, items: &mut Items) -> Result<(), Raised> {
    while items.len() < n {
        match rt.next(it)? {
            Some(item) => items.push(item),
            None => return Err(count_error(rt, n, items.len())),
        }
    }
    if rt.next(it)?.is_some() {
        let known = rt.is_dict(v) || rt.is_list(v) || rt.is_tuple(v);
        if known {
            return Err(count_error(rt, n, rt.len(v)?));
        }
        return Err(rt.value_error(format!("too many values to unpack (expected {n})")));
    }
    Ok(())
}

/// Unpacks `b` with a starred target.
pub(crate) fn unpack_ex(rt: &Rt, regs: Regs, i: Insn) -> Result<(), Raised> {
    let v = regs.get(i.b);
    let result = unpack_starred(rt, v, i.c as usize, i.d as usize);
    let items = match result {
        Ok(items) => items,
        Err(raised) => {
            regs.consume(i.b, i.n & USE_B != 0);
            return Err(raised);
        }
    };
    let old = if i.n & USE_B != 0 { Owned::from_raw_option(regs.take(i.b)) } else { None };
    for (k, item) in items.into_iter().enumerate() {
        regs.set(i.a + k as u16, item);
    }
    drop(old);
    Ok(())
}

/// Puts the items of iterator `it` into `items`, at least `least` of them.
fn take_at_least(rt: &Rt, it: Value, least: usize, items: &mut Vec<Owned>) -> Result<(), Raised> {
    while let Some(item) = rt.next(it)? {
        items.push(item);
        if items.len().is_multiple_of(4096) {
            rt.poll()?;
        }
    }
    if items.len() < least {
        let got = items.len();
        return Err(rt.value_error(format!("not enough values to unpack (expected at least {least}, got {got})")));
    }
    Ok(())
}

fn unpack_starred(rt: &Rt, v: Value, before: usize, after: usize) -> Result<Vec<Owned>, Raised> {
    let it = iter_to_unpack(rt, v)?;
    let mut items = Vec::new();
    if let Err(raised) = take_at_least(rt, *it, before + after, &mut items) {
        release_backwards(items);
        return Err(raised);
    }
    let tail = items.split_off(items.len() - after);
    let middle = items.split_off(before);
    items.push(rt.list_from_owned(middle)?);
    items.extend(tail);
    Ok(items)
}

/// `a = str(b)`, `repr(b)` or `ascii(b)`.
pub(crate) fn convert(rt: &Rt, regs: Regs, i: Insn) -> Result<(), Raised> {
    let v = regs.get(i.b);
    let result = match i.n >> 6 {
        1 => rt.to_str(v),
        2 => rt.repr(v),
        _ => rt.ascii(v),
    };
    regs.consume(i.b, i.n & USE_B != 0);
    regs.set(i.a, result?);
    Ok(())
}

/// `a = format(b, "")`.
pub(crate) fn format_simple(rt: &Rt, regs: Regs, i: Insn) -> Result<(), Raised> {
    let result = rt.format(regs.get(i.b), rt.empty_str);
    regs.consume(i.b, i.n & USE_B != 0);
    regs.set(i.a, result?);
    Ok(())
}

/// `a = format(b, c)`.
pub(crate) fn format(rt: &Rt, regs: Regs, i: Insn) -> Result<(), Raised> {
    let result = rt.format(regs.get(i.b), regs.get(i.c));
    regs.consume(i.b, i.n & USE_B != 0);
    regs.consume(i.c, i.n & USE_C != 0);
    regs.set(i.a, result?);
    Ok(())
}

/// Looks up special method `name` for `with`.
fn with_method(rt: &Rt, v: Value, name: Value, missing: &str) -> Result<Owned, Raised> {
    let class = rt.class_of(v);
    match rt.type_lookup(class, name) {
        Some(f) => rt.bind(f, v, class),
        None => Err(rt.type_error(format!(
            "'{}' object does not support the context manager protocol (missed {missing} method)",
            rt.full_type_name(v)
        ))),
    }
}

/// Enters a context manager.
pub(crate) fn with_enter(rt: &Rt, regs: Regs, i: Insn) -> Result<(), Raised> {
    let v = regs.own(i.b, i.n & USE_B != 0);
    let exit = with_method(rt, *v, rt.names.__exit__, "__exit__")?;
    let enter = with_method(rt, *v, rt.names.__enter__, "__enter__")?;
    drop(v);
    let entered = rt.call(*enter, &[])?;
    drop(enter);
    regs.set(i.a, exit);
    regs.set(i.a + 1, entered);
    Ok(())
}

/// Leaves a context manager normally.
pub(crate) fn with_exit(rt: &Rt, regs: Regs, i: Insn) -> Result<(), Raised> {
    let none = Value::none();
    let result = rt.call(regs.get(i.b), &[none, none, none]);
    regs.consume(i.b, i.n & USE_B != 0);
    regs.set(i.a, result?);
    Ok(())
}

/// Leaves a context manager with exception `c`.
pub(crate) fn with_exit_exc(rt: &Rt, regs: Regs, i: Insn) -> Result<(), Raised> {
    let exc = regs.get(i.c).own();
    let traceback = rt.exception_data(*exc).traceback.own().unwrap_or(Value::none().own());
    let result = rt.call(regs.get(i.b), &[rt.class_of(*exc), *exc, *traceback])?;
    regs.set(i.a, result);
    debug_assert_eq!(i.n & (USE_A | USE_B | USE_C), 0);
    Ok(())
}
