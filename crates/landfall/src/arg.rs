//! Reachability trees over a cut-point graph: paths with labels and covering (lazy abstraction with interpolants, McMillan 2006;
//! paper `gps`, section 5.1). Used by the engines that unwind programs path by path.
//!
//! Contracts (definition 3 of the paper): the root's label is *true*; the label of a child is implied by its parent's label and
//! the edge between; a covered node's label implies that of the node that covers it. The tree only keeps the books; whoever
//! strengthens labels and adds covers has proved these.

use landfall_smt::Term;
use rustc_hash::FxHashMap;

use crate::encode::{CutGraph, CutId, Symbols, Transition, Versions};

pub type NodeId = usize;

/// The edge by which a node was reached, over the instances of the path.
#[derive(Clone, Debug)]
pub struct Step {
    pub parent: NodeId,
    pub edge: usize,
    pub formula: Term,
    /// The edge's transition, with the locals of this instance (in the order of the original's).
    pub transition: Transition,
}

#[derive(Clone, Debug)]
pub struct Node {
    pub at: CutId,
    pub depth: usize,
    pub step: Option<Step>,
    /// The instances of variables that are current here.
    pub versions: Versions,
    /// A conjunction.
    pub label: Vec<Term>,
    pub covered_by: Option<NodeId>,
    /// The nodes that this one covers.
    pub covers: Vec<NodeId>,
    /// One a graph edge, in the graph's order; empty for leaves.
    pub children: Vec<NodeId>,
    pub expanded: bool,
    /// The label excludes that the goal can be reached from here.
    pub pruned: bool,
}

#[derive(Clone, Debug)]
pub struct Tree {
    nodes: Vec<Node>,
    by_cut: Vec<Vec<NodeId>>,
}

impl Tree {
    pub const ROOT: NodeId = 0;

    pub fn new(graph: &CutGraph) -> Tree {
        let mut tree = Tree { nodes: Vec::new(), by_cut: vec![Vec::new(); graph.locs.len()] };
        tree.push(CutGraph::ENTRY, 0, None, Versions::default());
        tree
    }

    fn push(&mut self, at: CutId, depth: usize, step: Option<Step>, versions: Versions) -> NodeId {
        let id = self.nodes.len();
        self.by_cut[at].push(id);
        self.nodes.push(Node {
            at,
            depth,
            step,
            versions,
            label: Vec::new(),
            covered_by: None,
            covers: Vec::new(),
            children: Vec::new(),
            expanded: false,
            pruned: false,
        });
        id
    }

    pub fn node(&self, id: NodeId) -> &Node {
        &self.nodes[id]
    }

    pub fn node_mut(&mut self, id: NodeId) -> &mut Node {
        &mut self.nodes[id]
    }

    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    pub fn ids(&self) -> std::ops::Range<NodeId> {
        0..self.nodes.len()
    }

    /// The nodes at a place, oldest first.
    pub fn at(&self, cut: CutId) -> &[NodeId] {
        &self.by_cut[cut]
    }

    /// Gives a leaf its children, one an outgoing edge.
    pub fn expand(&mut self, graph: &CutGraph, id: NodeId) {
        assert!(!self.nodes[id].expanded, "a node is expanded once");
        let (at, depth) = (self.nodes[id].at, self.nodes[id].depth + 1);
        for &edge in &graph.outgoing[at] {
            let transition = graph.edges[edge].block.transition.renamed();
            let mut versions = self.nodes[id].versions.clone();
            let formula = versions.step(&transition);
            let step = Step { parent: id, edge, formula, transition };
            let child = self.push(graph.edges[edge].target, depth, Some(step), versions);
            self.nodes[id].children.push(child);
        }
        self.nodes[id].expanded = true;
    }

    /// The child along a graph edge.
    pub fn child(&self, id: NodeId, edge: usize) -> Option<NodeId> {
        self.nodes[id].children.iter().copied().find(|&c| self.nodes[c].step.as_ref().is_some_and(|s| s.edge == edge))
    }

    pub fn parent(&self, id: NodeId) -> Option<NodeId> {
        self.nodes[id].step.as_ref().map(|s| s.parent)
    }

    /// The nodes from below `above` (the root if `None`, then without the root) down to `id`.
    pub fn path(&self, above: Option<NodeId>, id: NodeId) -> Vec<NodeId> {
        let mut path = Vec::new();
        let mut current = id;
        while Some(current) != above {
            let Some(parent) = self.parent(current) else { break };
            path.push(current);
            current = parent;
        }
        path.reverse();
        path
    }

    /// Whether neither the node nor one above it is covered.
    pub fn is_active(&self, id: NodeId) -> bool {
        let mut current = Some(id);
        while let Some(node) = current {
            if self.nodes[node].covered_by.is_some() {
                return false;
            }
            current = self.parent(node);
        }
        true
    }

    pub fn cover(&mut self, id: NodeId, by: NodeId) {
        self.nodes[id].covered_by = Some(by);
        self.nodes[by].covers.push(id);
    }

    /// Takes a cover back.
    pub fn uncover(&mut self, id: NodeId) {
        if let Some(by) = self.nodes[id].covered_by.take() {
            self.nodes[by].covers.retain(|&c| c != id);
        }
    }

    /// The unexpanded nodes in the subtree of `id`, that are neither pruned nor covered.
    pub fn open_leaves(&self, id: NodeId) -> Vec<NodeId> {
        let mut leaves = Vec::new();
        let mut work = vec![id];
        while let Some(node) = work.pop() {
            let data = &self.nodes[node];
            if data.covered_by.is_some() {
                continue;
            }
            if data.expanded {
                work.extend(data.children.iter().rev());
            } else if !data.pruned {
                leaves.push(node);
            }
        }
        leaves
    }

    /// The label as one formula.
    pub fn label(&self, id: NodeId) -> Term {
        Term::and(&self.nodes[id].label)
    }

    /// A formula over instances as they are current at `id`, as one over state symbols. Instances that are not current there
    /// must not occur.
    pub fn to_state(&self, symbols: &Symbols, id: NodeId, formula: Term) -> Term {
        let versions = &self.nodes[id].versions;
        let map: FxHashMap<Term, Term> =
            symbols.vars().map(|v| (versions.symbol(symbols, v), symbols.state(v))).collect();
        formula.substitute(&map)
    }
}
