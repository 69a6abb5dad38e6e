//! Instructions that are never in the fast path: building and unpacking, formatting, cells, `with`.

use crate::bytecode::{Insn, USE_A, USE_B, USE_C};
use crate::interp::code::Code;
use crate::interp::run::Regs;
use runtime::object::{CellObj, shape_id};
use runtime::{Exc, Owned, Raised, Rt, Value};

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
    regs.set(a, rt.new_cell(contents)?);
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
    let result = rt.list_extend_display(regs.get(i.a), regs.get(i.b));
    regs.consume(i.b, i.n & USE_B != 0);
    result
}

/// `{*b}`.
pub(crate) fn set_update(rt: &Rt, regs: Regs, i: Insn) -> Result<(), Raised> {
    let result = rt.set_update(regs.get(i.a), regs.get(i.b));
    regs.consume(i.b, i.n & USE_B != 0);
    result
}

/// `{**b}`.
pub(crate) fn dict_update(rt: &Rt, regs: Regs, i: Insn) -> Result<(), Raised> {
    let result = rt.dict_update_display(regs.get(i.a), regs.get(i.b));
    regs.consume(i.b, i.n & USE_B != 0);
    result
}

/// `f(**b)`: merges `b` into the keyword dict `a`.
pub(crate) fn dict_merge(rt: &Rt, regs: Regs, i: Insn) -> Result<(), Raised> {
    let result = rt.merge_keywords(regs.get(i.a), regs.get(i.b), regs.get(i.c));
    regs.consume(i.b, i.n & USE_B != 0);
    result
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
    let items = match rt.unpack(v, n) {
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

/// Unpacks `b` with a starred target.
pub(crate) fn unpack_ex(rt: &Rt, regs: Regs, i: Insn) -> Result<(), Raised> {
    let items = match rt.unpack_starred(regs.get(i.b), i.c as usize, i.d as usize) {
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

/// Enters a context manager.
pub(crate) fn with_enter(rt: &Rt, regs: Regs, i: Insn) -> Result<(), Raised> {
    let v = regs.own(i.b, i.n & USE_B != 0);
    let exit = rt.with_method(*v, rt.names.__exit__)?;
    let enter = rt.with_method(*v, rt.names.__enter__)?;
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
    let result = rt.with_exit_exception(regs.get(i.b), regs.get(i.c))?;
    regs.set(i.a, result);
    debug_assert_eq!(i.n & (USE_A | USE_B | USE_C), 0);
    Ok(())
}
