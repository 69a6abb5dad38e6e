//! Which locals are surely bound: checks of those are dropped.
//!
//! A forward analysis over basic blocks with one bit for each register that is checked. An exception may
//! happen before any covered instruction, so a handler starts with what was bound before all of them.

use super::emit::{HandlerId, Ins};
use crate::bytecode::{Field, Op};

/// Beyond this many words of state the checks stay.
const MAX_WORDS: usize = 8 << 20;

type Bits = Vec<u64>;

struct Analysis<'i> {
    ins: &'i [Ins],
    live: &'i [bool],
    handler_at: &'i [u32],
    /// Bit of each checked register.
    bit_of: Vec<Option<u32>>,
    /// The block each instruction begins, if any.
    block_at: Vec<Option<u32>>,
    /// State at the start of each block; none until it is reached.
    entry: Vec<Option<Bits>>,
}

/// Marks as dead the checks of registers that are bound for sure; the first `nparams` are on entry.
pub(super) fn drop_needless_checks(ins: &[Ins], live: &mut [bool], handler_at: &[u32], nparams: u16) {
    let mut bit_of = Vec::new();
    let mut nbits = 0_u32;
    for (i, _) in ins.iter().zip(&*live).filter(|(i, live)| **live && i.insn.op == Op::CheckBound) {
        let reg = usize::from(i.insn.a);
        if bit_of.len() <= reg {
            bit_of.resize(reg + 1, None);
        }
        if bit_of[reg].is_none() {
            bit_of[reg] = Some(nbits);
            nbits += 1;
        }
    }
    if nbits == 0 {
        return;
    }
    let words = nbits.div_ceil(64) as usize;
    let (block_at, starts) = blocks(ins, live, handler_at);
    if words * starts.len() > MAX_WORDS {
        return;
    }
    let mut first = vec![0; words];
    for bit in bit_of.iter().take(usize::from(nparams)).flatten() {
        set(&mut first, *bit);
    }
    let mut entry = vec![None; starts.len()];
    entry[0] = Some(first);
    let mut analysis = Analysis { ins, live, handler_at, bit_of, block_at, entry };
    let mut work = vec![0_u32];
    while let Some(block) = work.pop() {
        analysis.walk(starts[block as usize], block, &mut work, None);
    }
    let mut needless = Vec::new();
    for (block, &start) in starts.iter().enumerate() {
        if analysis.entry[block].is_some() {
            analysis.walk(start, block as u32, &mut work, Some(&mut needless));
        }
    }
    for at in needless {
        live[at] = false;
    }
}

/// The block that begins at each instruction, and where each block begins.
fn blocks(ins: &[Ins], live: &[bool], handler_at: &[u32]) -> (Vec<Option<u32>>, Vec<u32>) {
    let mut leader = vec![false; ins.len() + 1];
    leader[0] = true;
    for (at, i) in ins.iter().enumerate().filter(|(at, _)| live[*at]) {
        if i.insn.op.has_target() {
            leader[i.insn.d as usize] = true;
            leader[at + 1] = true;
        }
        if let Some(HandlerId(h)) = i.handler {
            leader[handler_at[h as usize] as usize] = true;
        }
    }
    let mut block_at = vec![None; ins.len()];
    let mut starts = Vec::new();
    for at in 0..ins.len() {
        if leader[at] {
            block_at[at] = Some(starts.len() as u32);
            starts.push(at as u32);
        }
    }
    (block_at, starts)
}

impl Analysis<'_> {
    /// Follows a block from `start`: passes its effect on, or collects the needless checks in it.
    fn walk(&mut self, start: u32, block: u32, work: &mut Vec<u32>, mut needless: Option<&mut Vec<usize>>) {
        let mut state = self.entry[block as usize].clone().expect("a reached block");
        let mut covered: Option<(u32, Bits)> = None;
        let passing = needless.is_none();
        let mut at = start as usize;
        loop {
            if at > start as usize
                && let Some(next) = self.block_at[at]
            {
                if passing {
                    self.pass(next, &state, work);
                }
                break;
            }
            let i = &self.ins[at];
            if !self.live[at] {
                at += 1;
                if at == self.ins.len() {
                    break;
                }
                continue;
            }
            if passing {
                self.note_handler(i, &state, &mut covered, work);
            }
            let insn = i.insn;
            if insn.op.has_target() && passing {
                let target = self.block_at[insn.d as usize].expect("a target begins a block");
                self.pass(target, &state, work);
            }
            if insn.op == Op::CheckBound
                && let Some(found) = needless.as_deref_mut()
                && self.bit(insn.a).is_some_and(|bit| get(&state, bit))
            {
                found.push(at);
            }
            self.apply(i, &mut state, &mut covered);
            if insn.op.ends_flow() {
                break;
            }
            at += 1;
        }
        if passing && let Some((handler, state)) = covered {
            self.pass(handler, &state, work);
        }
    }

    fn bit(&self, reg: u16) -> Option<u32> {
        self.bit_of.get(usize::from(reg)).copied().flatten()
    }

    /// An exception here would reach the handler with `state`.
    fn note_handler(&mut self, i: &Ins, state: &Bits, covered: &mut Option<(u32, Bits)>, work: &mut Vec<u32>) {
        let handler = i
            .handler
            .map(|HandlerId(h)| self.block_at[self.handler_at[h as usize] as usize].expect("a handler begins a block"));
        match (&*covered, handler) {
            (Some((current, _)), Some(handler)) if *current == handler => {}
            _ => {
                if let Some((old, bits)) = covered.take() {
                    self.pass(old, &bits, work);
                }
                *covered = handler.map(|handler| (handler, state.clone()));
            }
        }
    }

    fn apply(&self, i: &Ins, state: &mut Bits, covered: &mut Option<(u32, Bits)>) {
        let insn = i.insn;
        let writes = insn.op == Op::CheckBound || insn.op.fields().first() == Some(&Field::Dst);
        if writes && let Some(bit) = self.bit(insn.a) {
            set(state, bit);
        }
        if matches!(insn.op, Op::Clear | Op::DelFast)
            && let Some(bit) = self.bit(insn.a)
        {
            clear(state, bit);
            if let Some((_, bits)) = covered {
                clear(bits, bit);
            }
        }
    }

    /// Merges `state` into the entry of `block`.
    fn pass(&mut self, block: u32, state: &Bits, work: &mut Vec<u32>) {
        match &mut self.entry[block as usize] {
            Some(entry) => {
                let mut changed = false;
                for (old, new) in entry.iter_mut().zip(state) {
                    changed |= *old & !new != 0;
                    *old &= new;
                }
                if changed {
                    work.push(block);
                }
            }
            none => {
                *none = Some(state.clone());
                work.push(block);
            }
        }
    }
}

fn set(bits: &mut Bits, bit: u32) {
    bits[bit as usize / 64] |= 1 << (bit % 64);
}

fn clear(bits: &mut Bits, bit: u32) {
    bits[bit as usize / 64] &= !(1 << (bit % 64));
}

fn get(bits: &Bits, bit: u32) -> bool {
    bits[bit as usize / 64] >> (bit % 64) & 1 == 1
}
