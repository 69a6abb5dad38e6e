//! The control flow graph of bytecode.
//!
//! A node is a run of instructions, or a place on an edge where registers change: the writes of an instruction that may fail, the
//! arrival of an exception, the end of a loop over an iterator. So the registers at the end of a node are the same for each of its successors.

use super::effects::{self, Holds};
use super::flow;
use crate::bytecode::{CodeProto, Handler, Op};

/// A run of instructions.
#[derive(Clone, Copy, Debug)]
pub(super) struct Body {
    /// Its first instruction.
    pub start: u32,
    /// Just past its last instruction.
    pub end: u32,
    /// Where control goes if nothing special happens. A [`Node::Written`] has the last instruction's writes.
    pub next: Option<usize>,
    /// Where the last instruction jumps.
    pub taken: Option<usize>,
    /// Where an exception of the last instruction goes.
    pub raised: Option<usize>,
}

/// A node of the graph.
#[derive(Clone, Copy, Debug)]
pub(super) enum Node {
    /// Where the arguments arrive: the entry.
    Entry { next: usize },
    /// Instructions.
    Body(Body),
    /// The writes of instruction `pc`, which has succeeded.
    Written { pc: u32, next: Option<usize> },
    /// Instruction `pc` has failed: the exception goes to register `depth`.
    Raised { pc: u32, depth: u16, handler: usize },
    /// The iterator of instruction `pc` is exhausted.
    Exhausted { pc: u32, next: usize },
    /// The conditional jump at `pc` is taken: an edge that polls, or that needs a block of its own.
    Taken { pc: u32, next: usize },
}

/// The graph; node 0 is the entry.
#[derive(Debug)]
pub(super) struct Graph {
    pub nodes: Vec<Node>,
    pub successors: Vec<Vec<usize>>,
    /// What each register holds at the entry.
    pub arrivals: Vec<Holds>,
}

const NONE: u32 = u32::MAX;

/// The handler of each instruction.
fn handlers(code: &CodeProto) -> Vec<Option<Handler>> {
    let mut of = vec![None; code.code.len()];
    for handler in &code.handlers {
        for row in of.iter_mut().take(handler.end as usize).skip(handler.start as usize) {
            *row = Some(*handler);
        }
    }
    of
}

/// Which instructions begin a run.
fn leaders(code: &CodeProto, handlers: &[Option<Handler>]) -> Vec<bool> {
    let mut leads = vec![false; code.code.len() + 1];
    leads[0] = true;
    for handler in &code.handlers {
        leads[handler.target as usize] = true;
    }
    for (at, insn) in code.code.iter().enumerate() {
        let target = insn.op.has_target();
        if target {
            leads[insn.d as usize] = true;
        }
        let fails = handlers[at].is_some() && effects::may_raise(insn.op);
        leads[at + 1] |= target || fails || insn.op.ends_flow();
    }
    leads
}

impl Graph {
    /// Builds the graph of validated code.
    pub(super) fn new(code: &CodeProto) -> Graph {
        let handlers = handlers(code);
        let leads = leaders(code, &handlers);
        let hold = |reg| if flow::is_argument(code, reg) { Holds::Value } else { Holds::Nothing };
        let arrivals = (0..code.nregs).map(hold).collect();
        let mut graph = Graph { nodes: vec![Node::Entry { next: 1 }], successors: vec![vec![1]], arrivals };
        let mut body_at = vec![NONE; code.code.len() + 1];
        let mut start = 0;
        for (end, leads) in leads.iter().enumerate().skip(1) {
            if *leads || end == code.code.len() {
                body_at[start] = graph.nodes.len() as u32;
                let body = Body { start: start as u32, end: end as u32, next: None, taken: None, raised: None };
                graph.push(Node::Body(body), Vec::new());
                start = end;
            }
        }
        for node in 1..graph.nodes.len() {
            if let Node::Body(body) = graph.nodes[node] {
                graph.connect(code, node, body, &body_at, handlers[body.end as usize - 1]);
            }
        }
        graph
    }

    /// The run of instructions that begins at `pc`.
    pub(super) fn body_at(&self, pc: u32) -> Option<usize> {
        self.nodes.iter().position(|node| matches!(node, Node::Body(body) if body.start == pc))
    }

    /// Moves the entry to a node, where the registers hold this.
    pub(super) fn enter_at(&mut self, node: usize, arrivals: Vec<Holds>) {
        self.nodes[0] = Node::Entry { next: node };
        self.successors[0] = vec![node];
        self.arrivals = arrivals;
    }

    fn push(&mut self, node: Node, successors: Vec<usize>) -> usize {
        self.nodes.push(node);
        self.successors.push(successors);
        self.nodes.len() - 1
    }

    fn connect(&mut self, code: &CodeProto, node: usize, mut body: Body, body_at: &[u32], handler: Option<Handler>) {
        let pc = body.end - 1;
        let insn = &code.code[pc as usize];
        let at = |pc: u32| body_at.get(pc as usize).filter(|&&n| n != NONE).map(|&n| n as usize);
        let handler = handler.filter(|_| effects::may_raise(insn.op));
        if !insn.op.ends_flow() {
            let splits = insn.op == Op::ForIter || handler.is_some();
            body.next = at(body.end);
            if splits && effects::writes(insn) {
                let next = body.next;
                body.next = Some(self.push(Node::Written { pc, next }, next.into_iter().collect()));
            }
        }
        if insn.op.has_target()
            && let Some(next) = at(insn.d)
        {
            body.taken = Some(match insn.op {
                Op::Jump | Op::JumpBack => next,
                Op::ForIter => self.push(Node::Exhausted { pc, next }, vec![next]),
                _ if insn.d <= pc + 1 => self.push(Node::Taken { pc, next }, vec![next]),
                _ => next,
            });
        }
        if let Some(handler) = handler
            && let Some(target) = at(handler.target)
        {
            body.raised = Some(self.push(Node::Raised { pc, depth: handler.depth, handler: target }, vec![target]));
        }
        self.successors[node] = [body.next, body.taken, body.raised].into_iter().flatten().collect();
        self.nodes[node] = Node::Body(body);
    }
}
