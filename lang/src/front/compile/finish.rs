//! From a body's emitted instructions to its final code: jumps are threaded, unreachable code and needless
//! checks go, plain locals are numbered in order of first use, sites are numbered, handlers are tabled.

use super::emit::{HandlerId, Ins};
use super::{R, Unit, bound};
use crate::bytecode::{CodeProto, Field, Handler, IF_TRUE, Insn, Op, USE_B};
use crate::front::scope::{Reporter, Scopes};
use ruff_text_size::TextRange;

/// How many unconditional jumps in a row are followed.
const MAX_HOPS: usize = 64;

/// Lays out the code of `unit`.
pub(super) fn finish(mut unit: Unit<'_>, scopes: &Scopes, report: &Reporter<'_>) -> R<CodeProto> {
    let mut ins = std::mem::take(&mut unit.code.ins);
    mark_back_edges(&mut ins, &unit.code.labels);
    move_cold(&mut ins, &mut unit.code.labels, &unit.code.cold);
    let handler_at: Vec<u32> = unit.code.handlers.iter().map(|h| unit.code.labels[h.label.0 as usize]).collect();
    for i in &mut ins {
        if i.insn.op.has_target() {
            i.insn.d = unit.code.labels[i.insn.d as usize];
        }
    }
    invert_over_jumps(&mut ins, &unit.code.labels, &handler_at);
    thread(&mut ins);
    let mut live = reachable(&ins, &handler_at);
    bound::drop_needless_checks(&ins, &mut live, &handler_at, unit.nparams);
    drop_jumps_to_next(&ins, &mut live);
    let start = compact(&mut ins, &live);
    permute_locals(&mut unit, &mut ins);
    unpack_into_locals(&mut unit, &mut ins);
    let nsites = number_sites(&mut ins);
    let handlers = handler_rows(&unit, &ins, &handler_at, &start);
    let nested_limit = ins.len() < u32::MAX as usize && unit.code.consts.len() < u32::MAX as usize;
    if !nested_limit {
        return Err(report.error(TextRange::default(), "program is too large"));
    }
    let proto = proto(unit, scopes, report, ins, nsites, handlers);
    debug_assert_eq!(
        crate::front::validate::validate_body(&proto),
        Ok(()),
        "{}",
        crate::front::dump::dump(&proto, None)
    );
    Ok(proto)
}

fn proto(
    unit: Unit<'_>,
    scopes: &Scopes,
    report: &Reporter<'_>,
    ins: Vec<Ins>,
    nsites: u32,
    handlers: Vec<Handler>,
) -> CodeProto {
    let text = |sym: &_| Box::from(scopes.names.text(*sym));
    let counts = unit.counts;
    CodeProto {
        name: unit.name,
        qualname: unit.qualname,
        kind: unit.kind,
        filename: report.filename.clone(),
        first_line: unit.first_line,
        doc: unit.doc,
        posonly_count: counts.posonly,
        arg_count: counts.args,
        kwonly_count: counts.kwonly,
        varargs: counts.varargs,
        varkw: counts.varkw,
        local_names: unit.locals.iter().map(text).collect(),
        nfree: unit.nfree,
        is_cell: unit.is_cell.into(),
        nregs: unit.max_top,
        names: unit.code.names.into(),
        consts: unit.code.consts.into(),
        code: ins.iter().map(|i| i.insn).collect(),
        positions: ins.iter().map(|i| i.pos).collect(),
        handlers: handlers.into(),
        nsites,
        self_attrs: unit.self_attrs.iter().map(text).collect(),
    }
}

/// A conditional jump on the truth of something.
fn is_conditional(op: Op) -> bool {
    op.has_target() && !matches!(op, Op::Jump | Op::JumpBack | Op::ForIter)
}

/// Jumps to an earlier place of the source are the back edges of loops.
fn mark_back_edges(ins: &mut [Ins], labels: &[u32]) {
    for (at, Ins { insn, .. }) in ins.iter_mut().enumerate() {
        if insn.op == Op::Jump && labels[insn.d as usize] as usize <= at {
            insn.op = Op::JumpBack;
        }
    }
}

/// Moves the instructions of handlers behind all others.
fn move_cold(ins: &mut Vec<Ins>, labels: &mut [u32], cold: &[std::ops::Range<u32>]) {
    if cold.is_empty() {
        return;
    }
    let mut is_cold = vec![false; ins.len()];
    for range in cold {
        is_cold[range.start as usize..range.end as usize].fill(true);
    }
    let hot = is_cold.iter().filter(|c| !**c).count() as u32;
    let (mut next_hot, mut next_cold) = (0, hot);
    let mut place = Vec::with_capacity(ins.len() + 1);
    for &cold in &is_cold {
        let next = if cold { &mut next_cold } else { &mut next_hot };
        place.push(*next);
        *next += 1;
    }
    place.push(ins.len() as u32);
    let (mut first, mut last) = (Vec::with_capacity(ins.len()), Vec::new());
    for (i, cold) in ins.drain(..).zip(is_cold) {
        if cold { last.push(i) } else { first.push(i) }
    }
    first.append(&mut last);
    *ins = first;
    for label in labels {
        if let Some(&moved) = place.get(*label as usize) {
            *label = moved;
        }
    }
}

/// A conditional jump over an unconditional one becomes the opposite jump.
fn invert_over_jumps(ins: &mut [Ins], labels: &[u32], handler_at: &[u32]) {
    let mut entered = vec![false; ins.len() + 1];
    for &at in labels.iter().chain(handler_at) {
        if let Some(flag) = entered.get_mut(at as usize) {
            *flag = true;
        }
    }
    for at in 0..ins.len().saturating_sub(2) {
        let over = is_conditional(ins[at].insn.op)
            && matches!(ins[at + 1].insn.op, Op::Jump | Op::JumpBack)
            && ins[at].insn.d as usize == at + 2
            && !entered[at + 1];
        if over {
            let target = ins[at + 1].insn.d;
            ins[at].insn.n ^= IF_TRUE;
            ins[at].insn.d = target;
            ins[at + 1].insn = Insn { d: at as u32 + 2, ..Insn::new(Op::Jump, 0, 0, 0) };
        }
    }
}

/// Jumps to unconditional jumps go where those go; a jump to the return of a constant is that return.
fn thread(ins: &mut [Ins]) {
    for at in 0..ins.len() {
        if !ins[at].insn.op.has_target() {
            continue;
        }
        let mut target = ins[at].insn.d;
        for _ in 0..MAX_HOPS {
            let next = ins[target as usize].insn;
            // A loop's back edge polls, which the end of an inner loop does not.
            let follow = next.op == Op::Jump || (next.op == Op::JumpBack && ins[at].insn.op != Op::ForIter);
            if !follow || next.d == target || target as usize == at {
                break;
            }
            target = next.d;
            if next.op == Op::JumpBack && ins[at].insn.op == Op::Jump {
                ins[at].insn.op = Op::JumpBack;
            }
        }
        ins[at].insn.d = target;
        let there = ins[target as usize].insn;
        if matches!(ins[at].insn.op, Op::Jump | Op::JumpBack) && there.op == Op::ReturnConst {
            ins[at].insn = there;
        }
    }
}

fn reachable(ins: &[Ins], handler_at: &[u32]) -> Vec<bool> {
    let mut live = vec![false; ins.len()];
    let mut work = vec![0_u32];
    while let Some(at) = work.pop() {
        let mut at = at as usize;
        while !std::mem::replace(&mut live[at], true) {
            let i = &ins[at];
            if let Some(HandlerId(h)) = i.handler {
                work.push(handler_at[h as usize]);
            }
            if i.insn.op.has_target() {
                work.push(i.insn.d);
            }
            if i.insn.op.ends_flow() {
                break;
            }
            at += 1;
        }
    }
    live
}

fn drop_jumps_to_next(ins: &[Ins], live: &mut [bool]) {
    let mut next_live = ins.len();
    for at in (0..ins.len()).rev() {
        if !live[at] {
            continue;
        }
        let target = ins[at].insn.d as usize;
        let to_next = ins[at].insn.op == Op::Jump
            && target > at
            && (target == next_live || (target < next_live && !live[target..next_live].contains(&true)));
        if to_next {
            live[at] = false;
        } else {
            next_live = at;
        }
    }
}

/// Keeps the live instructions; gives the new index of each old one (of the next live one for a dead one).
fn compact(ins: &mut Vec<Ins>, live: &[bool]) -> Vec<u32> {
    let mut start = Vec::with_capacity(live.len() + 1);
    let mut count = 0;
    for &keep in live {
        start.push(count);
        count += u32::from(keep);
    }
    start.push(count);
    let mut at = 0;
    ins.retain(|_| {
        at += 1;
        live[at - 1]
    });
    for i in ins.iter_mut() {
        if i.insn.op.has_target() {
            i.insn.d = start[i.insn.d as usize];
        }
    }
    start
}

/// Numbers the plain locals in order of first use, as CPython does: it is the order they die in.
fn permute_locals(unit: &mut Unit<'_>, ins: &mut [Ins]) {
    let plain = unit.plain.clone();
    let mut order = std::mem::take(&mut unit.touched);
    order.extend(plain.clone().filter(|&reg| !unit.is_touched[usize::from(reg)]));
    if order.iter().copied().eq(plain.clone()) {
        return;
    }
    let mut to: Vec<u16> = plain.clone().collect();
    for (new, &old) in plain.clone().zip(&order) {
        to[usize::from(old - plain.start)] = new;
    }
    let map = |reg: u16| if plain.contains(&reg) { to[usize::from(reg - plain.start)] } else { reg };
    for Ins { insn, .. } in ins {
        for field in insn.op.fields() {
            match field {
                Field::Dst | Field::A | Field::DstBase => insn.a = map(insn.a),
                Field::B | Field::Base => insn.b = map(insn.b),
                Field::C => insn.c = map(insn.c),
                Field::Cell
                | Field::Count
                | Field::Imm
                | Field::Name
                | Field::Const
                | Field::Target
                | Field::Number
                | Field::Small
                | Field::Site
                | Field::Feedback => {}
            }
        }
    }
    let names: Vec<_> = order.iter().map(|&old| unit.locals[usize::from(old)]).collect();
    unit.locals[usize::from(plain.start)..usize::from(plain.end)].copy_from_slice(&names);
}

/// `Unpack` into temporaries that are moved at once into consecutive locals writes the locals itself.
fn unpack_into_locals(unit: &mut Unit<'_>, ins: &mut Vec<Ins>) {
    let first_temp = unit.locals.len() as u16;
    let mut drop = vec![false; ins.len()];
    let mut entered = vec![false; ins.len() + 1];
    for i in ins.iter().filter(|i| i.insn.op.has_target()) {
        entered[i.insn.d as usize] = true;
    }
    let mut any = false;
    for at in 0..ins.len() {
        let Insn { op: Op::Unpack, a: base, b: from, c: count, .. } = ins[at].insn else { continue };
        let moves = ins.get(at + 1..at + 1 + usize::from(count)).unwrap_or(&[]);
        let Some(&Ins { insn: Insn { a: local, .. }, .. }) = moves.first() else { continue };
        let consecutive = (0..count).zip(moves).all(|(k, m)| {
            m.insn.op == Op::Move
                && m.insn.n == USE_B
                && m.insn.b == base + k
                && m.insn.a == local + k
                && m.insn.a < first_temp
        });
        let jumped_into = (0..usize::from(count)).any(|k| entered[at + 1 + k]);
        let aliased = (local..local + count).contains(&from);
        if consecutive && !jumped_into && !aliased && count > 0 && base >= first_temp {
            ins[at].insn.a = local;
            drop[at + 1..at + 1 + usize::from(count)].fill(true);
            any = true;
        }
    }
    if any {
        let live: Vec<bool> = drop.iter().map(|d| !d).collect();
        unit.dropped_after = compact(ins, &live);
    }
}

fn number_sites(ins: &mut [Ins]) -> u32 {
    let mut count = 0;
    for Ins { insn, .. } in ins {
        if insn.op.fields().contains(&Field::Site) {
            insn.e = count;
            count += 1;
        }
    }
    count
}

/// One row for each run of instructions with the same handler.
fn handler_rows(unit: &Unit<'_>, ins: &[Ins], handler_at: &[u32], start: &[u32]) -> Vec<Handler> {
    let mut rows: Vec<Handler> = Vec::new();
    for (at, i) in ins.iter().enumerate() {
        let Some(HandlerId(h)) = i.handler else { continue };
        let mut target = start[handler_at[h as usize] as usize];
        if let Some(&moved) = unit.dropped_after.get(target as usize) {
            target = moved;
        }
        let depth = unit.code.handlers[h as usize].depth;
        let at = at as u32;
        match rows.last_mut() {
            Some(row) if row.end == at && row.target == target && row.depth == depth => row.end = at + 1,
            _ => rows.push(Handler { start: at, end: at + 1, target, depth }),
        }
    }
    rows
}
