//! Dataflow over the bytecode's graph: which registers may hold a value, which may be empty, and which locals are read later.

use super::cfg::{Body, Graph, Node};
use super::effects::{self, Holds};
use super::shown::Shown;
use crate::bytecode::{CodeKind, CodeProto, Op, VARIABLE};
use hir::analysis::Cfg;

/// A row of bits for each node.
#[derive(Clone, Debug)]
pub(super) struct Rows {
    words: usize,
    bits: Vec<u64>,
}

impl Rows {
    fn new(rows: usize, bits: usize) -> Rows {
        let words = bits.div_ceil(64);
        Rows { words, bits: vec![0; rows * words] }
    }

    fn row(&self, row: usize) -> &[u64] {
        &self.bits[row * self.words..][..self.words]
    }

    /// Whether the bit is set.
    pub(super) fn has(&self, row: usize, bit: u16) -> bool {
        get(self.row(row), bit)
    }

    /// Adds bits to a row; whether that changed it.
    fn add(&mut self, row: usize, more: &[u64]) -> bool {
        let mut changed = false;
        for (word, more) in self.bits[row * self.words..][..self.words].iter_mut().zip(more) {
            changed |= more & !*word != 0;
            *word |= more;
        }
        changed
    }
}

fn get(row: &[u64], bit: u16) -> bool {
    row.get(usize::from(bit) / 64).is_some_and(|word| word >> (bit % 64) & 1 != 0)
}

fn put(row: &mut [u64], bit: u16, value: bool) {
    let Some(word) = row.get_mut(usize::from(bit) / 64) else { return };
    let mask = 1 << (bit % 64);
    if value { *word |= mask } else { *word &= !mask }
}

/// Which registers may hold a value, and which may be empty, where a node begins.
#[derive(Debug)]
pub(super) struct Presence {
    pub full: Rows,
    pub empty: Rows,
    /// The temporaries that are a comprehension's variables: they are used as locals are.
    pub variable: Rows,
}

/// The registers in which arguments arrive: parameters, a namespace, free variables.
pub(super) fn is_argument(code: &CodeProto, reg: u16) -> bool {
    usize::from(reg) < parameters(code) || is_free(code, reg)
}

/// Whether a register holds the cell of a free variable.
pub(super) fn is_free(code: &CodeProto, reg: u16) -> bool {
    let free = code.local_names.len() - usize::from(code.nfree).min(code.local_names.len());
    (free..code.local_names.len()).contains(&usize::from(reg))
}

/// How many registers from 0 are parameters; the namespace of a class body or `exec` counts as one.
pub(super) fn parameters(code: &CodeProto) -> usize {
    let count = usize::from(code.arg_count) + usize::from(code.kwonly_count);
    let count = count + usize::from(code.varargs) + usize::from(code.varkw);
    match code.kind {
        CodeKind::Class | CodeKind::Exec => count.max(1),
        CodeKind::Module | CodeKind::Function | CodeKind::Generator => count,
    }
    .min(code.local_names.len())
}

/// What a node does to registers, in order.
pub(super) fn for_each_change(code: &CodeProto, graph: &Graph, node: usize, mut f: impl FnMut(u16, Holds)) {
    match graph.nodes[node] {
        Node::Entry { .. } => {
            (0..code.nregs).zip(&graph.arrivals).for_each(|(reg, &holds)| f(reg, holds));
        }
        Node::Body(body) => {
            for pc in body.start..body.end {
                let insn = &code.code[pc as usize];
                effects::for_each_taken(insn, |reg| f(reg, Holds::Nothing));
                if !(pc + 1 == body.end && writes_elsewhere(graph, body)) {
                    effects::for_each_write(insn, &mut f);
                }
            }
        }
        Node::Written { pc, .. } => effects::for_each_write(&code.code[pc as usize], f),
        Node::Raised { depth, .. } => {
            f(depth, Holds::Value);
            (depth + 1..code.nregs).for_each(|reg| f(reg, Holds::Nothing));
        }
        Node::Exhausted { pc, .. } => f(code.code[pc as usize].b, Holds::Nothing),
        Node::Taken { .. } => {}
    }
}

/// Whether the last instruction's writes are in another node.
fn writes_elsewhere(graph: &Graph, body: Body) -> bool {
    body.next.is_some_and(|next| matches!(graph.nodes[next], Node::Written { .. }))
}

impl Presence {
    /// What a register holds where a node begins.
    pub(super) fn holds(&self, node: usize, reg: u16) -> Holds {
        match (self.full.has(node, reg), self.empty.has(node, reg)) {
            (false, _) => Holds::Nothing,
            (true, false) => Holds::Value,
            (true, true) => Holds::Either,
        }
    }

    /// Follows the changes to a fixed point. `variables` are a comprehension's at the entry.
    pub(super) fn compute(code: &CodeProto, graph: &Graph, cfg: &Cfg<usize>, variables: &[u16]) -> Presence {
        let rows = || Rows::new(graph.nodes.len(), usize::from(code.nregs));
        let mut presence = Presence { full: rows(), empty: rows(), variable: rows() };
        let mut entry = vec![0; presence.variable.words];
        variables.iter().for_each(|&reg| put(&mut entry, reg, true));
        presence.variable.add(0, &entry);
        let mut changed = true;
        while changed {
            changed = false;
            for &node in cfg.rpo() {
                let (mut full, mut empty) = (presence.full.row(node).to_vec(), presence.empty.row(node).to_vec());
                let mut variable = presence.variable.row(node).to_vec();
                for_each_change(code, graph, node, |reg, holds| {
                    put(&mut full, reg, holds != Holds::Nothing);
                    put(&mut empty, reg, holds != Holds::Value);
                });
                if let Node::Body(body) = graph.nodes[node] {
                    for insn in &code.code[body.start as usize..body.end as usize] {
                        match insn.op {
                            Op::Clear => put(&mut variable, insn.a, insn.n & VARIABLE != 0),
                            Op::MakeCell => put(&mut variable, insn.a, false),
                            _ => {}
                        }
                    }
                }
                for &next in cfg.successors(node) {
                    changed |= presence.full.add(next, &full);
                    changed |= presence.empty.add(next, &empty);
                    changed |= presence.variable.add(next, &variable);
                }
            }
        }
        presence
    }
}

/// Which registers are read later, by the bytecode or for the message of an exception, where a node begins. Releases do not count as
/// reads: it is of interest for locals and variables.
#[derive(Debug)]
pub(super) struct Liveness {
    /// The locals that messages may show.
    pub shown: Shown,
    live: Rows,
    locals: usize,
}

impl Liveness {
    /// Follows the reads backwards to a fixed point.
    pub(super) fn compute(code: &CodeProto, graph: &Graph, cfg: &Cfg<usize>) -> Liveness {
        let locals = code.local_names.len();
        let live = Rows::new(graph.nodes.len(), usize::from(code.nregs));
        let mut liveness = Liveness { shown: Shown::new(code), live, locals };
        let mut changed = true;
        while changed {
            changed = false;
            for &node in cfg.rpo().iter().rev() {
                let mut live = liveness.live_out(cfg, node);
                liveness.scan(code, graph, node, &mut live, |_, _| {});
                changed |= liveness.live.add(node, &live);
            }
        }
        liveness
    }

    /// Whether `reg` is read later, where `node` begins.
    pub(super) fn is_live(&self, node: usize, reg: u16) -> bool {
        self.live.has(node, reg)
    }

    fn live_out(&self, cfg: &Cfg<usize>, node: usize) -> Vec<u64> {
        let mut live = vec![0; self.live.words];
        for &next in cfg.successors(node) {
            live.iter_mut().zip(self.live.row(next)).for_each(|(word, more)| *word |= more);
        }
        live
    }

    /// Goes backwards through a node; `dead` gets the locals that an instruction is the last to touch.
    fn scan(&self, code: &CodeProto, graph: &Graph, node: usize, live: &mut [u64], mut dead: impl FnMut(u32, u16)) {
        let kill = |live: &mut [u64], pc: u32| {
            effects::for_each_write(&code.code[pc as usize], |reg, _| put(live, reg, false));
        };
        match graph.nodes[node] {
            Node::Body(body) => {
                for pc in (body.start..body.end).rev() {
                    let insn = &code.code[pc as usize];
                    let mut touch = |reg: u16| {
                        if usize::from(reg) < self.locals && !get(live, reg) {
                            dead(pc, reg);
                        }
                    };
                    effects::for_each_read(insn, &mut touch);
                    self.shown.for_each(insn, &mut touch);
                    if !(pc + 1 == body.end && writes_elsewhere(graph, body)) {
                        effects::for_each_write(insn, |reg, _| touch(reg));
                        kill(live, pc);
                    }
                    effects::for_each_read(insn, |reg| put(live, reg, true));
                    self.shown.for_each(insn, |reg| put(live, reg, true));
                }
            }
            Node::Written { pc, .. } => kill(live, pc),
            Node::Entry { .. } | Node::Raised { .. } | Node::Exhausted { .. } | Node::Taken { .. } => {}
        }
    }

    /// The locals that die in a node, with the instruction that touches each last, in the order of the instructions.
    pub(super) fn deaths(&self, code: &CodeProto, graph: &Graph, cfg: &Cfg<usize>, node: usize) -> Vec<(u32, u16)> {
        let mut deaths = Vec::new();
        let mut live = self.live_out(cfg, node);
        self.scan(code, graph, node, &mut live, |pc, reg| deaths.push((pc, reg)));
        deaths.reverse();
        deaths
    }
}
