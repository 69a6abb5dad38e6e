//! An exception with those it is chained to, and the members of groups: read from the objects first, then laid out.

use super::entry::{Place, write_entry};
use super::lines::Lines;
use super::{message, places};
use runtime::{Exc, Owned, Rt, Value};
use std::collections::HashSet;
use std::fmt::Write;

/// So many entries of one line in a row are shown.
const REPEATED: usize = 3;
/// Groups nested more deeply are not shown.
const MAX_GROUP_DEPTH: usize = 10;
/// So many exceptions of a group are shown.
const MAX_GROUP_WIDTH: usize = 15;

const CAUSE: &str = "\nThe above exception was the direct cause of the following exception:\n\n";
const CONTEXT: &str = "\nDuring handling of the above exception, another exception occurred:\n\n";

/// What is shown of one exception. Others are named by their index.
struct Node {
    places: Vec<Place>,
    lines: Vec<String>,
    suppress_context: bool,
    cause: Option<usize>,
    context: Option<usize>,
    members: Option<Vec<usize>>,
}

/// All exceptions to show; the first is the one that was not caught.
pub(super) struct Chain {
    nodes: Vec<Node>,
}

impl Chain {
    /// Reads `exc` and what it is chained to. Each exception is shown once.
    pub(super) fn read(rt: &Rt, exc: Value) -> Chain {
        let mut chain = Chain { nodes: Vec::new() };
        let mut seen: HashSet<u64> = HashSet::new();
        // Keeps every exception alive, so that no other gets its address.
        let mut queue: Vec<(usize, Owned)> = vec![(chain.add(rt, exc, &mut seen), exc.own())];
        let mut alive: Vec<Owned> = Vec::new();
        while let Some((index, exc)) = queue.pop() {
            let data = rt.exception_data(*exc);
            let mut links = [None, None];
            for (link, other) in links.iter_mut().zip([data.cause.own(), data.context.own()]) {
                if let Some(other) = other.filter(|o| !seen.contains(&o.bits())) {
                    let at = chain.add(rt, *other, &mut seen);
                    *link = Some(at);
                    queue.push((at, other));
                }
            }
            [chain.nodes[index].cause, chain.nodes[index].context] = links;
            if rt.is_instance_of(*exc, rt.exc_class(Exc::BaseExceptionGroup)) {
                let members = data.extra2.own();
                let mut indices = Vec::new();
                for member in members.as_ref().and_then(|m| rt.as_tuple(**m)).unwrap_or(&[]) {
                    let at = chain.add(rt, *member, &mut seen);
                    indices.push(at);
                    queue.push((at, member.own()));
                }
                chain.nodes[index].members = Some(indices);
            }
            alive.push(exc);
        }
        chain
    }

    fn add(&mut self, rt: &Rt, exc: Value, seen: &mut HashSet<u64>) -> usize {
        seen.insert(exc.bits());
        let data = rt.exception_data(exc);
        let traceback = data.traceback.own();
        let traceback = traceback.as_ref().map_or(Value::EMPTY, |t| **t);
        let places = places(rt, traceback);
        let lines = message::lines(rt, exc, traceback);
        let suppress_context = data.suppress_context.get();
        self.nodes.push(Node { places, lines, suppress_context, cause: None, context: None, members: None });
        self.nodes.len() - 1
    }

    /// The whole text.
    pub(super) fn text(&self) -> String {
        let mut writer = Writer { out: String::new(), depth: 0, need_close: false, lines: Lines::default() };
        self.write(0, &mut writer);
        writer.out
    }

    fn write(&self, first: usize, w: &mut Writer) {
        let mut order = Vec::new();
        let mut at = Some(first);
        while let Some(index) = at {
            let node = &self.nodes[index];
            let (heading, next) = match (node.cause, node.context) {
                (Some(cause), _) => (CAUSE, Some(cause)),
                (None, Some(context)) if !node.suppress_context => (CONTEXT, Some(context)),
                _ => ("", None),
            };
            order.push((heading, node));
            at = next;
        }
        for (heading, node) in order.into_iter().rev() {
            w.emit(heading, '|');
            match &node.members {
                None => {
                    w.entries(node, "Traceback (most recent call last):\n", '|');
                    w.message(node);
                }
                Some(_) if w.depth > MAX_GROUP_DEPTH => {
                    w.emit(&format!("... (max_group_depth is {MAX_GROUP_DEPTH})\n"), '|');
                }
                Some(members) => self.write_group(node, members, w),
            }
        }
    }

    fn write_group(&self, node: &Node, members: &[usize], w: &mut Writer) {
        let top = w.depth == 0;
        if top {
            w.depth = 1;
        }
        w.entries(node, "Exception Group Traceback (most recent call last):\n", if top { '+' } else { '|' });
        w.message(node);
        let shown = members.len().min(MAX_GROUP_WIDTH + 1);
        w.need_close = false;
        for i in 0..shown {
            // An inner group that ends here closes the frame for all.
            w.need_close |= i == shown - 1;
            let cut = i >= MAX_GROUP_WIDTH;
            let title = if cut { "...".to_owned() } else { (i + 1).to_string() };
            let corner = if i == 0 { "+-" } else { "  " };
            let indent = w.indent();
            let _ = writeln!(w.out, "{indent}{corner}+---------------- {title} ----------------");
            w.depth += 1;
            if cut {
                let rest = members.len() - MAX_GROUP_WIDTH;
                let plural = if rest > 1 { "s" } else { "" };
                w.emit(&format!("and {rest} more exception{plural}\n"), '|');
            } else {
                self.write(members[i], w);
            }
            if i == shown - 1 && w.need_close {
                let indent = w.indent();
                let _ = writeln!(w.out, "{indent}+------------------------------------");
                w.need_close = false;
            }
            w.depth -= 1;
        }
        if top {
            w.depth = 0;
        }
    }
}

/// Text in the making: indented, with a margin, inside groups.
struct Writer {
    out: String,
    depth: usize,
    need_close: bool,
    lines: Lines,
}

impl Writer {
    fn indent(&self) -> String {
        " ".repeat(2 * self.depth)
    }

    /// Writes lines of text.
    fn emit(&mut self, text: &str, margin: char) {
        if self.depth == 0 {
            self.out.push_str(text);
            return;
        }
        let indent = self.indent();
        for line in text.split_inclusive('\n') {
            let _ = write!(self.out, "{indent}{margin} {line}");
        }
    }

    fn entries(&mut self, node: &Node, heading: &str, margin: char) {
        if node.places.is_empty() {
            return;
        }
        self.emit(heading, margin);
        let mut text = String::new();
        let lines = &mut self.lines;
        write_places(&node.places, &mut text, |out, place| write_entry(out, place, lines));
        self.emit(&text, '|');
    }

    fn message(&mut self, node: &Node) {
        for line in &node.lines {
            self.emit(&format!("{line}\n"), '|');
        }
    }
}

/// Writes entries, the first of many equal ones in a row only.
pub(super) fn write_places(places: &[Place], out: &mut String, mut write: impl FnMut(&mut String, &Place)) {
    let same = |a: &Place, b: &Place| a.line == b.line && a.name == b.name && a.filename == b.filename;
    for run in places.chunk_by(same) {
        for place in run.iter().take(REPEATED) {
            write(out, place);
        }
        let rest = run.len().saturating_sub(REPEATED);
        if rest > 0 {
            let plural = if rest > 1 { "s" } else { "" };
            let _ = writeln!(out, "  [Previous line repeated {rest} more time{plural}]");
        }
    }
}
