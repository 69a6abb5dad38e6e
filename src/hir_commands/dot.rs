//! The blocks of a function as a graph in the language of Graphviz.

use hir::analysis::{Cfg, DomTree};
use hir::text::display_inst;
use hir::{BlockId, Entity, Function};
use std::fmt::Write;

/// Each block with its instructions, edges between them, and dashed edges from each block to those that it immediately dominates.
pub fn dot(func: &Function) -> String {
    let cfg = Cfg::compute(func);
    let dominators = DomTree::compute(&cfg);
    let mut text = format!("digraph {} {{\n  node [shape=box, fontname=monospace];\n", quoted(func.name()));
    for block in func.blocks() {
        text += &node(func, block, cfg.is_reachable(block));
    }
    for block in func.blocks() {
        for (index, &target) in func.successors(block).iter().enumerate() {
            let label = if func.successors(block).len() > 1 { format!(" [label={index}]") } else { String::new() };
            edge(&mut text, block, target, &label);
        }
    }
    for block in func.blocks() {
        for &child in dominators.children(block) {
            edge(&mut text, block, child, " [style=dashed, arrowhead=none, constraint=false]");
        }
    }
    text + "}\n"
}

fn edge(text: &mut String, from: BlockId, to: BlockId, attributes: &str) {
    // Writing to a string cannot fail.
    let _ = writeln!(text, "  bb{} -> bb{}{attributes};", from.index(), to.index());
}

fn node(func: &Function, block: BlockId, reachable: bool) -> String {
    let mut label = format!("{block}\\l");
    for inst in func.insts(block) {
        label += &escaped(&display_inst(func, inst).to_string());
        label += "\\l";
    }
    let style = if reachable { "" } else { ", style=dotted" };
    format!("  bb{} [label=\"{label}\"{style}];\n", block.index())
}

fn quoted(text: &str) -> String {
    format!("\"{}\"", escaped(text))
}

fn escaped(text: &str) -> String {
    text.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n")
}
