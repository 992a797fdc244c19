//! Large blocks: a program as a graph of cut points, joined by loop-free regions.
//!
//! The nodes are the entry of every procedure, the exits of all but the entry procedure, both ends of each call, the heads of loops
//! (and, if asked for, locations where ways join), one node for all error locations and one for all unsupported edges. A block leads
//! from one node to another: it is the set of all edges on ways between them that pass no third node and no call, so that a formula
//! for the block describes all these ways at once. Every execution between two nodes is inside exactly one block, or is a call.

use cranelift_entity::packed_option::PackedOption;
use cranelift_entity::{PrimaryMap, SecondaryMap, entity_impl};

use super::super::graph::Loops;
use super::super::program::*;

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NodeId(u32);
entity_impl!(NodeId, "n");

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct BlockId(u32);
entity_impl!(BlockId, "b");

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NodeKind {
    /// A cut point of the program.
    Loc(LocId),
    /// Any error location.
    Error,
    /// Behind any unsupported edge.
    Unsupported,
}

#[derive(Clone, Debug)]
pub struct Node {
    pub kind: NodeKind,
    pub outgoing: Vec<BlockId>,
    pub incoming: Vec<BlockId>,
}

/// All ways from one node to another that pass no third.
#[derive(Clone, Debug)]
pub struct Block {
    pub src: NodeId,
    pub dst: NodeId,
    /// Every edge comes after those that lead to its source.
    pub edges: Vec<EdgeId>,
    /// The location of `src`, then those strictly between, each after its predecessors. The ends of the last edges
    /// (location of `dst`, error locations, targets of unsupported edges) are not listed.
    pub locs: Vec<LocId>,
}

#[derive(Clone, Copy, Debug, Default)]
pub struct BlockOptions {
    /// Whether locations with several incoming edges are cut points too, so that every block is a tree of ways.
    pub cut_joins: bool,
}

#[derive(Clone, Debug)]
pub struct BlockGraph {
    pub nodes: PrimaryMap<NodeId, Node>,
    pub blocks: PrimaryMap<BlockId, Block>,
    /// The node of the program's entry.
    pub entry: NodeId,
    /// The node of all errors, if there are any.
    pub error: Option<NodeId>,
    /// The node behind all unsupported edges, if there are any.
    pub unsupported: Option<NodeId>,
    node_of: SecondaryMap<LocId, PackedOption<NodeId>>,
}

impl BlockGraph {
    pub fn new(program: &Program, loops: &Loops, options: BlockOptions) -> BlockGraph {
        let mut graph = BlockGraph::with_nodes(program, loops, options);
        let mut marks = Marks { round: 0, visited: SecondaryMap::new(), leads: SecondaryMap::new() };
        let sources: Vec<(NodeId, LocId)> = graph.locations().collect();
        for (node, loc) in sources {
            graph.blocks_from(program, node, loc, &mut marks);
        }
        graph
    }

    /// The node that a location belongs to, if it is a cut point or an error.
    pub fn node_of(&self, loc: LocId) -> Option<NodeId> {
        self.node_of[loc].expand()
    }

    /// The nodes that are locations, with these.
    pub fn locations(&self) -> impl Iterator<Item = (NodeId, LocId)> + '_ {
        self.nodes.iter().filter_map(|(id, node)| match node.kind {
            NodeKind::Loc(loc) => Some((id, loc)),
            NodeKind::Error | NodeKind::Unsupported => None,
        })
    }

    fn with_nodes(program: &Program, loops: &Loops, options: BlockOptions) -> BlockGraph {
        let mut nodes: PrimaryMap<NodeId, Node> = PrimaryMap::new();
        let mut node_of: SecondaryMap<LocId, PackedOption<NodeId>> = SecondaryMap::new();
        let mut push = |kind| nodes.push(Node { kind, outgoing: Vec::new(), incoming: Vec::new() });
        let entry_loc = program.procs[program.entry].entry;
        let entry = push(NodeKind::Loc(entry_loc));
        node_of[entry_loc] = entry.into();
        let mut cut = |loc: LocId| {
            if node_of[loc].is_none() {
                node_of[loc] = push(NodeKind::Loc(loc)).into();
            }
        };
        for (id, proc) in program.procs.iter() {
            cut(proc.entry);
            if id != program.entry {
                cut(proc.exit);
            }
        }
        for call in program.edges.values().filter(|edge| matches!(edge.op, Op::Call { .. })) {
            cut(call.src);
            cut(call.dst);
        }
        for (id, loc) in program.locs.iter() {
            let joins = options.cut_joins && loc.incoming.len() > 1 && !loc.outgoing.is_empty();
            if joins || loops.is_head(id) {
                cut(id);
            }
        }
        let mut error = None;
        for (loc, _) in program.errors() {
            node_of[loc] = (*error.get_or_insert_with(|| push(NodeKind::Error))).into();
        }
        let any_unsupported = program.edges.values().any(|e| matches!(e.op, Op::Unsupported(_)));
        let unsupported = any_unsupported.then(|| push(NodeKind::Unsupported));
        BlockGraph { nodes, blocks: PrimaryMap::new(), entry, error, unsupported, node_of }
    }

    /// The node at which an edge ends, or `None` if it ends strictly inside a block.
    fn end_of(&self, edge: &Edge) -> Option<NodeId> {
        match edge.op {
            Op::Unsupported(_) => self.unsupported,
            _ => self.node_of(edge.dst),
        }
    }

    fn blocks_from(&mut self, program: &Program, src: NodeId, start: LocId, marks: &mut Marks) {
        let (locs, mut targets) = self.region(program, start, marks);
        targets.sort_unstable();
        targets.dedup();
        for dst in targets {
            marks.round += 1;
            // Backwards: which locations, and which of their edges, lead to `dst`.
            let leads = |edge: &Edge, marks: &Marks| match self.end_of(edge) {
                _ if matches!(edge.op, Op::Call { .. }) => false,
                Some(node) => node == dst,
                None => marks.leads[edge.dst] == marks.round,
            };
            for &loc in locs.iter().rev() {
                if program.outgoing(loc).any(|(_, e)| leads(e, marks)) {
                    marks.leads[loc] = marks.round;
                }
            }
            let locs: Vec<LocId> = locs.iter().copied().filter(|&l| marks.leads[l] == marks.round).collect();
            let edges = locs.iter().flat_map(|&l| program.outgoing(l));
            let edges = edges.filter(|(_, e)| leads(e, marks)).map(|(id, _)| id).collect();
            let block = self.blocks.push(Block { src, dst, edges, locs });
            self.nodes[src].outgoing.push(block);
            self.nodes[dst].incoming.push(block);
        }
    }

    /// The locations that `start` reaches before any node, itself first, in topological order; and the nodes that end the ways.
    fn region(&self, program: &Program, start: LocId, marks: &mut Marks) -> (Vec<LocId>, Vec<NodeId>) {
        marks.round += 1;
        marks.visited[start] = marks.round;
        let (mut order, mut targets) = (Vec::new(), Vec::new());
        let mut stack = vec![(start, 0usize)];
        while let Some((loc, next)) = stack.last_mut() {
            let Some(&edge) = program.locs[*loc].outgoing.get(*next) else {
                order.push(*loc);
                stack.pop();
                continue;
            };
            *next += 1;
            let edge = &program.edges[edge];
            match self.end_of(edge) {
                _ if matches!(edge.op, Op::Call { .. }) => {}
                Some(node) => targets.push(node),
                None if marks.visited[edge.dst] != marks.round => {
                    marks.visited[edge.dst] = marks.round;
                    stack.push((edge.dst, 0));
                }
                None => {}
            }
        }
        order.reverse();
        (order, targets)
    }
}

/// Marks that need no clearing: one is set if it carries the number of the round.
struct Marks {
    round: u32,
    visited: SecondaryMap<LocId, u32>,
    leads: SecondaryMap<LocId, u32>,
}

#[cfg(test)]
mod tests {
    use super::super::tests::read;
    use super::*;

    const LOOP: &str = "proc main() entry l0 exit l1 { local x: i32; local y: i32;
        l0 -> l2: x = 0;
        l2 -> l3: assume x < 10;
        l3 -> l4: assume y < x; l3 -> l5: assume x <= y;
        l4 -> l6: y = 1; l5 -> l6: y = 2;
        l6 -> l2: x = x + 1;
        l6 -> l9: unsupported \"float\";
        l5 -> l7: assume y == 3; loc l7 error label \"A\";
        l2 -> l8: assume 10 <= x; loc l8 error label \"B\";
        l2 -> l1: skip; }";

    fn shape(graph: &BlockGraph) -> Vec<(NodeKind, NodeKind, usize, usize)> {
        let kind = |n: NodeId| graph.nodes[n].kind;
        graph.blocks.values().map(|b| (kind(b.src), kind(b.dst), b.edges.len(), b.locs.len())).collect()
    }

    #[test]
    fn blocks_join_cut_points() {
        let program = read(LOOP);
        let graph = BlockGraph::new(&program, &Loops::new(&program), BlockOptions::default());
        let at = |i| NodeKind::Loc(LocId::from_u32(i));
        assert_eq!(
            shape(&graph),
            [
                (at(0), at(2), 1, 1),
                (at(2), at(2), 6, 5),
                // Both errors in one block.
                (at(2), NodeKind::Error, 4, 3),
                (at(2), NodeKind::Unsupported, 6, 5),
            ]
        );
        for block in graph.blocks.values() {
            let mut known = vec![block.locs[0]];
            for &e in &block.edges {
                assert!(known.contains(&program.edges[e].src));
                known.push(program.edges[e].dst);
            }
        }
    }

    #[test]
    fn joins_can_be_cut() {
        let program = read(LOOP);
        let graph = BlockGraph::new(&program, &Loops::new(&program), BlockOptions { cut_joins: true });
        assert_eq!(graph.nodes.len(), 5);
        let from_head = graph.blocks.values().filter(|b| graph.nodes[b.src].kind == NodeKind::Loc(LocId::from_u32(2)));
        assert_eq!(from_head.map(|b| b.edges.len()).collect::<Vec<_>>(), [5, 4]);
    }
}
