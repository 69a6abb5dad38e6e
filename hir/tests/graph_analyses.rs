//! Dominators, frontiers and loops against their definitions, on random graphs of every kind: irreducible ones, nodes that cannot be
//! reached, self loops, parallel edges.

mod common;

use common::Rng;
use hir::analysis::{Cfg, DomTree, Frontiers, Loops};
use std::collections::BTreeSet;

type Succs = Vec<Vec<usize>>;

fn random_graph(rng: &mut Rng) -> Succs {
    let nodes = 1 + rng.below(12);
    let mut graph: Succs = vec![Vec::new(); nodes];
    for _ in 0..rng.below(nodes * 3) {
        // Mostly forward edges, so that some graphs are nearly reducible.
        let (from, to) = (rng.below(nodes), rng.below(nodes));
        let (from, to) = if rng.below(3) > 0 { (from.min(to), from.max(to)) } else { (from, to) };
        graph[from].push(to);
    }
    graph
}

/// What can be reached from the entry without passing `without`.
fn reach(graph: &Succs, without: Option<usize>) -> BTreeSet<usize> {
    let mut seen = BTreeSet::new();
    let mut stack = vec![0];
    while let Some(node) = stack.pop() {
        if Some(node) != without && seen.insert(node) {
            stack.extend(&graph[node]);
        }
    }
    seen
}

/// By definition: `a` dominates `b` if `b` cannot be reached when `a` is taken away.
fn dominators(graph: &Succs) -> Vec<BTreeSet<usize>> {
    let reachable = reach(graph, None);
    let reach_without: Vec<_> = (0..graph.len()).map(|a| reach(graph, Some(a))).collect();
    (0..graph.len())
        .map(|b| (0..graph.len()).filter(|&a| reachable.contains(&b) && !reach_without[a].contains(&b)).collect())
        .collect()
}

/// The dominators as the largest solution of their equations, by iteration over sets.
fn dominators_by_iteration(graph: &Succs) -> Vec<BTreeSet<usize>> {
    let reachable = reach(graph, None);
    let mut dom: Vec<BTreeSet<usize>> = vec![reachable.clone(); graph.len()];
    dom[0] = BTreeSet::from([0]);
    loop {
        let before = dom.clone();
        for &b in reachable.iter().filter(|&&b| b != 0) {
            let preds = (0..graph.len()).filter(|p| reachable.contains(p) && graph[*p].contains(&b));
            let met = preds.map(|p| dom[p].clone()).reduce(|x, y| &x & &y).unwrap_or_default();
            dom[b] = &met | &BTreeSet::from([b]);
        }
        if dom == before {
            break;
        }
    }
    (0..graph.len()).map(|b| if reachable.contains(&b) { dom[b].clone() } else { BTreeSet::new() }).collect()
}

fn check_dominators(graph: &Succs, tree: &DomTree<usize>, dom: &[BTreeSet<usize>]) {
    for b in 0..graph.len() {
        for a in 0..graph.len() {
            assert_eq!(tree.dominates(a, b), a == b || dom[b].contains(&a), "{a} dominates {b} in {graph:?}");
            assert_eq!(tree.strictly_dominates(a, b), a != b && dom[b].contains(&a));
        }
        // The immediate dominator is the strict dominator that all others dominate.
        let idom = dom[b].iter().copied().find(|&a| a != b && dom[a].len() + 1 == dom[b].len());
        assert_eq!(tree.idom(b), idom, "idom of {b} in {graph:?}");
        let children: BTreeSet<usize> = tree.children(b).iter().copied().collect();
        let expected: BTreeSet<usize> = (0..graph.len()).filter(|&c| tree.idom(c) == Some(b)).collect();
        assert_eq!(children, expected);
    }
    let preorder = tree.preorder();
    assert_eq!(preorder.iter().copied().collect::<BTreeSet<_>>(), reach(graph, None));
    for (at, &node) in preorder.iter().enumerate() {
        let subtree = (0..graph.len()).filter(|&b| dom[b].contains(&node)).count();
        assert!(preorder[at..at + subtree].iter().all(|&b| tree.dominates(node, b)));
    }
}

fn check_frontiers(graph: &Succs, frontiers: &Frontiers<usize>, dom: &[BTreeSet<usize>]) {
    for x in 0..graph.len() {
        let expected: Vec<usize> = (0..graph.len())
            .filter(|&y| {
                let strictly = x != y && dom[y].contains(&x);
                !strictly && (0..graph.len()).any(|p| graph[p].contains(&y) && dom[p].contains(&x))
            })
            .collect();
        assert_eq!(frontiers.of(x), expected, "frontier of {x} in {graph:?}");
    }
}

/// The natural loop of `header` by definition: what reaches one of its latches without passing it.
fn natural_loop(graph: &Succs, dom: &[BTreeSet<usize>], header: usize) -> Option<BTreeSet<usize>> {
    let latches: Vec<usize> =
        (0..graph.len()).filter(|&l| graph[l].contains(&header) && dom[l].contains(&header)).collect();
    if latches.is_empty() {
        return None;
    }
    let mut body = BTreeSet::from([header]);
    loop {
        let more: Vec<usize> = (0..graph.len())
            .filter(|&n| !dom[n].is_empty() && !body.contains(&n))
            .filter(|&n| latches.contains(&n) || graph[n].iter().any(|s| *s != header && body.contains(s)))
            .collect();
        if more.is_empty() {
            return Some(body);
        }
        body.extend(more);
    }
}

fn check_loops(graph: &Succs, cfg: &Cfg<usize>, loops: &Loops<usize>, dom: &[BTreeSet<usize>]) {
    let bodies: Vec<Option<BTreeSet<usize>>> = (0..graph.len()).map(|h| natural_loop(graph, dom, h)).collect();
    assert_eq!(loops.all().len(), bodies.iter().flatten().count(), "loops of {graph:?}");
    for (index, l) in loops.all().iter().enumerate() {
        let body = bodies[l.header].clone().unwrap_or_default();
        assert_eq!(loops.members(index).iter().copied().collect::<BTreeSet<_>>(), body, "{l:?} of {graph:?}");
        assert_eq!(loops.members(index)[0], l.header);
        assert_eq!(loops.members(index).len(), body.len());
        let around: Vec<usize> =
            (0..graph.len()).filter(|&h| bodies[h].as_ref().is_some_and(|b| b.contains(&l.header))).collect();
        assert_eq!(l.depth as usize, around.len(), "depth of {l:?} in {graph:?}");
        let parent =
            around.iter().copied().filter(|&h| h != l.header).min_by_key(|&h| bodies[h].as_ref().map(|b| b.len()));
        assert_eq!(l.parent.map(|p| loops.all()[p].header), parent, "parent of {l:?} in {graph:?}");
        assert!(l.parent.is_none_or(|p| p < index));
    }
    for node in 0..graph.len() {
        let depth = bodies.iter().flatten().filter(|body| body.contains(&node)).count();
        assert_eq!(loops.depth(node) as usize, depth);
        for (index, l) in loops.all().iter().enumerate() {
            assert_eq!(loops.contains(index, node), bodies[l.header].as_ref().is_some_and(|b| b.contains(&node)));
        }
    }
    check_reducible(graph, cfg, loops, dom);
}

/// A graph is reducible if it has no cycle once its natural back edges are taken away.
fn check_reducible(graph: &Succs, cfg: &Cfg<usize>, loops: &Loops<usize>, dom: &[BTreeSet<usize>]) {
    let forward: Succs = graph
        .iter()
        .enumerate()
        .map(|(from, to)| to.iter().copied().filter(|t| !dom[from].is_empty() && !dom[from].contains(t)).collect())
        .collect();
    let mut left: BTreeSet<usize> = reach(graph, None);
    while let Some(&free) = left.iter().find(|&&n| !left.iter().any(|&p| forward[p].contains(&n))) {
        left.remove(&free);
    }
    assert_eq!(loops.irreducible_edges().is_empty(), left.is_empty(), "{graph:?}");
    for &(from, to) in loops.irreducible_edges() {
        assert!(graph[from].contains(&to) && !dom[from].contains(&to) && cfg.rpo_index(to) <= cfg.rpo_index(from));
    }
}

fn check_cfg(graph: &Succs, cfg: &Cfg<usize>) {
    let reachable = reach(graph, None);
    assert_eq!(cfg.rpo().iter().copied().collect::<BTreeSet<_>>(), reachable);
    assert_eq!(cfg.rpo().len(), reachable.len());
    assert_eq!(cfg.rpo()[0], 0);
    for node in 0..graph.len() {
        assert_eq!(cfg.is_reachable(node), reachable.contains(&node));
        assert_eq!(cfg.rpo_index(node).map(|index| cfg.rpo()[index]), reachable.get(&node).copied());
        let preds: Vec<usize> =
            (0..graph.len()).flat_map(|p| graph[p].iter().filter(|s| **s == node).map(move |_| p)).collect();
        assert_eq!(cfg.predecessors(node), preds);
        assert_eq!(cfg.successors(node), graph[node]);
    }
}

#[test]
fn analyses_of_random_graphs_agree_with_the_definitions() {
    let mut rng = Rng::new(1);
    let (mut irreducible, mut unreachable, mut nested) = (0, 0, 0);
    for _ in 0..4000 {
        let graph = random_graph(&mut rng);
        let cfg = Cfg::compute(graph.as_slice());
        check_cfg(&graph, &cfg);
        let dom = dominators(&graph);
        assert_eq!(dom, dominators_by_iteration(&graph), "the two naive ways differ: {graph:?}");
        let tree = DomTree::compute(&cfg);
        check_dominators(&graph, &tree, &dom);
        check_frontiers(&graph, &Frontiers::compute(&cfg, &tree), &dom);
        let loops = Loops::compute(&cfg, &tree);
        check_loops(&graph, &cfg, &loops, &dom);
        irreducible += usize::from(!loops.irreducible_edges().is_empty());
        unreachable += usize::from(cfg.rpo().len() < graph.len());
        nested += usize::from(loops.all().iter().any(|l| l.depth > 1));
    }
    // The graphs are as mixed as is claimed.
    assert!(irreducible > 100 && unreachable > 100 && nested > 100, "{irreducible} {unreachable} {nested}");
}

#[test]
fn an_irreducible_cycle_is_reported_and_is_no_loop() {
    let graph = vec![vec![1, 2], vec![2], vec![1]];
    let cfg = Cfg::compute(graph.as_slice());
    let loops = Loops::compute(&cfg, &DomTree::compute(&cfg));
    assert!(loops.all().is_empty());
    assert_eq!(loops.irreducible_edges().len(), 1);
}

/// A ladder: two sides, each rung going on to the next on both sides. Immediate dominators are all the top, and a walk up the tree
/// for each node would be quadratic if it went by rungs.
fn ladder(rungs: usize) -> Succs {
    let mut graph = vec![vec![1, 2]];
    for i in 0..rungs {
        let (left, right) = (1 + 2 * i, 2 + 2 * i);
        let next = if i + 1 < rungs { vec![left + 2, right + 2] } else { vec![] };
        graph.push(next.clone());
        graph.push(next);
        assert_eq!(graph.len(), right + 1);
    }
    graph
}

/// A line of `n` nodes in which every node may also go back to any of some earlier ones: deep nests of loops.
fn nest(n: usize) -> Succs {
    (0..n)
        .map(|i| if i + 1 < n { vec![i + 1] } else { vec![] })
        .enumerate()
        .map(|(i, mut s)| {
            if i >= n / 2 {
                s.push(n - 1 - i);
            }
            s
        })
        .collect()
}

#[test]
fn deep_graphs_need_neither_stack_nor_quadratic_time() {
    let n = 100_000;
    let line: Succs = (0..n).map(|i| if i + 1 < n { vec![i + 1] } else { vec![] }).collect();
    let cfg = Cfg::compute(line.as_slice());
    let tree = DomTree::compute(&cfg);
    assert_eq!(tree.idom(n - 1), Some(n - 2));
    assert!(tree.dominates(1, n - 1) && !tree.dominates(n - 1, 1));
    assert!(Frontiers::compute(&cfg, &tree).of(n / 2).is_empty());

    let rungs = ladder(n / 2);
    let cfg = Cfg::compute(rungs.as_slice());
    let tree = DomTree::compute(&cfg);
    assert!((1..rungs.len()).all(|node| tree.idom(node) == Some(0)));

    let nest = nest(n);
    let cfg = Cfg::compute(nest.as_slice());
    let loops = Loops::compute(&cfg, &DomTree::compute(&cfg));
    assert_eq!(loops.all().len(), n / 2);
    assert_eq!(loops.depth(n / 2), (n / 2) as u32);
    assert_eq!(loops.members(0).len(), n);
}
