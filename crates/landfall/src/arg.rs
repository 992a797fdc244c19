//! Reachability graphs: nodes with a place and a label, the edges by which they were reached, and covering. The one store of engines
//! that keep what they have reached (`tracer` keeps one path, and a table of what it has finished).
//!
//! A graph whose nodes have one edge into them is a tree, with a way up from each node; more edges into a node are joins (`ufo`), or
//! further nodes that it was derived from (`lazy`). What an engine has to know besides is its own: `N` of a node, `E` of an edge.
//!
//! Contracts of those who use it as a proof (McMillan 2006; paper `gps`, definition 3; paper `ufo`, definition 2): the label of a
//! node without edges into it holds of all first states; the states to which an edge leads from the label of its source satisfy the
//! label of its target; a covered node's label implies that of the node that covers it. The graph only keeps the books; whoever
//! strengthens labels and adds covers has proved these.

use std::collections::BTreeMap;
use std::ops::{Index, IndexMut, RangeBounds};

use landfall_smt::Term;

use crate::cfa::LocId;
use crate::report::{MOST_NODES, NodeState, TreeNode};

/// Nodes are numbered as they are added.
pub type NodeId = usize;
pub type ArgEdgeId = usize;

#[derive(Clone, Debug)]
pub struct Node<P, N> {
    /// Where in the program, as the engine numbers its places.
    pub at: P,
    /// All states that reach the node, and perhaps more.
    pub label: Term,
    /// What became of the node. Of those that were removed, [`NodeState::DeadEnd`]: they stand for nothing any more.
    pub state: NodeState,
    pub incoming: Vec<ArgEdgeId>,
    /// In the order in which they were made.
    pub outgoing: Vec<ArgEdgeId>,
    /// The nodes that this one covers.
    pub covers: Vec<NodeId>,
    pub data: N,
}

#[derive(Clone, Debug)]
pub struct Edge<E> {
    pub source: NodeId,
    pub target: NodeId,
    /// The edge of the engine's graph of the program.
    pub step: usize,
    pub data: E,
}

#[derive(Clone, Debug)]
pub struct Arg<P, N, E = ()> {
    nodes: Vec<Node<P, N>>,
    edges: Vec<Edge<E>>,
    by_place: BTreeMap<P, Vec<NodeId>>,
}

impl<P, N, E> Default for Arg<P, N, E> {
    fn default() -> Self {
        Arg { nodes: Vec::new(), edges: Vec::new(), by_place: BTreeMap::new() }
    }
}

impl<P, N, E> Index<NodeId> for Arg<P, N, E> {
    type Output = Node<P, N>;

    fn index(&self, id: NodeId) -> &Node<P, N> {
        &self.nodes[id]
    }
}

impl<P, N, E> IndexMut<NodeId> for Arg<P, N, E> {
    fn index_mut(&mut self, id: NodeId) -> &mut Node<P, N> {
        &mut self.nodes[id]
    }
}

impl<P: Copy + Ord, N, E> Arg<P, N, E> {
    /// The first node.
    pub const ROOT: NodeId = 0;

    /// A node that nothing leads to yet.
    pub fn add(&mut self, at: P, label: Term, data: N) -> NodeId {
        let id = self.nodes.len();
        self.by_place.entry(at).or_default().push(id);
        let (state, incoming, outgoing, covers) = (NodeState::Open, Vec::new(), Vec::new(), Vec::new());
        self.nodes.push(Node { at, label, state, incoming, outgoing, covers, data });
        id
    }

    /// An edge between two nodes.
    pub fn connect(&mut self, source: NodeId, target: NodeId, step: usize, data: E) {
        let id = self.edges.len();
        self.edges.push(Edge { source, target, step, data });
        self.nodes[source].outgoing.push(id);
        self.nodes[target].incoming.push(id);
    }

    pub fn edge(&self, id: ArgEdgeId) -> &Edge<E> {
        &self.edges[id]
    }

    /// All edges, in the order in which they were made.
    pub fn edges(&self) -> &[Edge<E>] {
        &self.edges
    }

    pub fn nodes(&self) -> &[Node<P, N>] {
        &self.nodes
    }

    /// The nodes at a place, oldest first, without those that were removed.
    pub fn at(&self, place: P) -> &[NodeId] {
        self.by_place.get(&place).map_or(&[], Vec::as_slice)
    }

    /// The nodes at some places, oldest first.
    pub fn within(&self, places: impl RangeBounds<P>) -> Vec<NodeId> {
        let mut nodes: Vec<NodeId> = self.by_place.range(places).flat_map(|(_, nodes)| nodes).copied().collect();
        nodes.sort_unstable();
        nodes
    }

    /// The edges out of a node.
    pub fn outgoing(&self, id: NodeId) -> impl Iterator<Item = &Edge<E>> {
        self.nodes[id].outgoing.iter().map(|&edge| &self.edges[edge])
    }

    /// The edges into a node.
    pub fn incoming(&self, id: NodeId) -> impl Iterator<Item = &Edge<E>> {
        self.nodes[id].incoming.iter().map(|&edge| &self.edges[edge])
    }

    /// The nodes behind a node's edges.
    pub fn children(&self, id: NodeId) -> Vec<NodeId> {
        self.outgoing(id).map(|edge| edge.target).collect()
    }

    /// The edge by which a node was reached first.
    pub fn origin(&self, id: NodeId) -> Option<&Edge<E>> {
        self.incoming(id).next()
    }

    /// The edges on the way up from a node by its origin, the origins of its parent and so on.
    pub fn way_up(&self, id: NodeId) -> impl Iterator<Item = &Edge<E>> {
        std::iter::successors(self.origin(id), |edge| self.origin(edge.source))
    }

    /// The edges on the way from `above` (a node without origin if `None`) down to a node.
    pub fn way_down(&self, above: Option<NodeId>, id: NodeId) -> Vec<&Edge<E>> {
        let mut way: Vec<&Edge<E>> = self.way_up(id).take_while(|edge| Some(edge.target) != above).collect();
        way.reverse();
        way
    }

    /// Whether neither a node nor one on its way up is covered.
    pub fn is_active(&self, id: NodeId) -> bool {
        !self[id].is_covered() && self.way_up(id).all(|edge| !self[edge.source].is_covered())
    }

    /// A node that is open rests: its states are among those of another.
    pub fn cover(&mut self, id: NodeId, by: NodeId) {
        self.nodes[id].state = NodeState::Covered(Some(by));
        self.nodes[by].covers.push(id);
    }

    /// Takes a cover back: the node is open again.
    pub fn uncover(&mut self, id: NodeId) {
        if let NodeState::Covered(by) = self.nodes[id].state {
            self.nodes[id].state = NodeState::Open;
            by.iter().for_each(|&by| self.nodes[by].covers.retain(|&covered| covered != id));
        }
    }

    /// The open nodes at a node or below it, where none above them is covered.
    pub fn open_below(&self, id: NodeId) -> Vec<NodeId> {
        let mut open = Vec::new();
        let mut work = vec![id];
        while let Some(id) = work.pop() {
            match self.nodes[id].state {
                NodeState::Open => open.push(id),
                NodeState::Expanded => work.extend(self.children(id).iter().rev()),
                NodeState::Covered(_) | NodeState::DeadEnd | NodeState::Error => {}
            }
        }
        open
    }

    /// Removes all that was derived from a node, which is open then, and what was derived from that. The nodes that were removed,
    /// and those that are open again since they are not covered any more.
    pub fn reopen(&mut self, id: NodeId) -> (Vec<NodeId>, Vec<NodeId>) {
        let (mut removed, mut freed) = (Vec::new(), Vec::new());
        let derived = self.children(id);
        self.nodes[id].outgoing.clear();
        for child in derived {
            self.remove(child, &mut removed, &mut freed);
        }
        if self.nodes[id].state == NodeState::Expanded {
            self.nodes[id].state = NodeState::Open;
            freed.push(id);
        }
        (removed, freed)
    }

    fn remove(&mut self, first: NodeId, removed: &mut Vec<NodeId>, freed: &mut Vec<NodeId>) {
        let mut work = vec![first];
        let mut rid = Vec::new();
        while let Some(id) = work.pop() {
            if self.nodes[id].state == NodeState::DeadEnd {
                continue;
            }
            work.extend(self.children(id));
            let node = &mut self.nodes[id];
            node.state = NodeState::DeadEnd;
            rid.append(&mut node.covers);
            if let Some(at) = self.by_place.get_mut(&node.at) {
                at.retain(|&other| other != id);
            }
            removed.push(id);
        }
        rid.retain(|&id| self.nodes[id].is_covered());
        rid.iter().for_each(|&id| self.nodes[id].state = NodeState::Open);
        freed.append(&mut rid);
    }

    /// The graph to look at: as much of it as anybody looks at, each node as the engine shows it, given the node above it.
    pub fn drawn(&self, show: impl Fn(NodeId, Option<NodeId>) -> TreeNode) -> Vec<TreeNode> {
        let above = |id| self.origin(id).map(|edge| edge.source).filter(|above| *above < id);
        (0..self.nodes.len().min(MOST_NODES)).map(|id| show(id, above(id))).collect()
    }
}

impl<P, N> Node<P, N> {
    pub fn is_covered(&self) -> bool {
        matches!(self.state, NodeState::Covered(_))
    }

    /// The node to look at, below another. One from which no error can be reached is a dead end unless it is covered.
    pub fn shown(&self, loc: LocId, parent: Option<NodeId>, is_dead: bool) -> TreeNode {
        let state = if is_dead && !self.is_covered() { NodeState::DeadEnd } else { self.state };
        TreeNode { loc, parent, label: Some(self.label), state }
    }

    /// Whether it stands for states by itself.
    pub fn is_live(&self) -> bool {
        matches!(self.state, NodeState::Open | NodeState::Expanded)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A root at place 0 with two children at 1, and a child of the first of these at 2.
    fn tree() -> Arg<usize, ()> {
        let mut tree = Arg::default();
        for (at, parent) in [(0, None), (1, Some(0)), (1, Some(0)), (2, Some(1))] {
            let node = tree.add(at, Term::tt(), ());
            if let Some(parent) = parent {
                tree.connect(parent, node, node, ());
                tree[parent].state = NodeState::Expanded;
            }
        }
        tree
    }

    #[test]
    fn ways_lead_up_and_down() {
        let tree = tree();
        let steps = |way: Vec<&Edge<()>>| way.iter().map(|edge| edge.step).collect::<Vec<_>>();
        assert_eq!(steps(tree.way_down(None, 3)), [1, 3]);
        assert_eq!(steps(tree.way_down(Some(1), 3)), [3]);
        assert_eq!(steps(tree.way_up(3).collect()), [3, 1]);
        assert_eq!(tree.open_below(0), [3, 2]);
        assert_eq!(tree.within(1..), [1, 2, 3]);
    }

    #[test]
    fn what_is_below_a_covered_node_is_not_active() {
        let mut tree = tree();
        tree.cover(1, 2);
        assert!(!tree.is_active(3) && tree.is_active(2));
        assert_eq!((tree.open_below(0), &tree[2].covers), (vec![2], &vec![1]));
        tree.uncover(1);
        assert!(tree.is_active(3) && tree[2].covers.is_empty());
    }

    #[test]
    fn what_covers_and_is_removed_covers_no_more() {
        let mut tree = tree();
        tree.cover(2, 3);
        assert_eq!(tree.reopen(1), (vec![3], vec![2, 1]));
        assert_eq!(
            (tree[1].state, tree[2].state, tree[3].state),
            (NodeState::Open, NodeState::Open, NodeState::DeadEnd)
        );
        assert!(tree.at(2).is_empty() && tree.children(1).is_empty());
    }
}
