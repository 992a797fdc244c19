//! The cut-point graph of a flat program, encoded: loop heads and the two ends as nodes, everything loop-free between two of
//! them as one transition (large blocks). What engines search.

use cranelift_entity::SecondaryMap;

use landfall_smt::Term;

use super::Encoder;
use super::block::EncodedBlock;
use super::transition::Transition;
use crate::cfa::LocId;
use crate::cfa::graph::{CallGraph, Liveness, Loops};
use crate::cfa::passes::{BlockGraph, BlockOptions, NodeKind};

/// A node of a [`CutGraph`].
pub type CutId = usize;

/// All loop-free paths from one node to another that meet no third.
#[derive(Clone, Debug)]
pub struct CutEdge {
    pub source: CutId,
    pub target: CutId,
    pub block: EncodedBlock,
}

/// Node 0 is the entry, the last node is the goal: every error, and every place behind an unsupported edge.
#[derive(Clone, Debug)]
pub struct CutGraph {
    /// The location of each node; the goal, which stands for several, has none.
    pub locs: Vec<Option<LocId>>,
    pub edges: Vec<CutEdge>,
    /// By node: its edges, those to the goal first.
    pub outgoing: Vec<Vec<usize>>,
    /// Every node once, inner loops before the heads of outer ones, the goal last: the order for eliminating nodes.
    pub inside_out: Vec<CutId>,
    node_at: SecondaryMap<LocId, Option<u32>>,
}

impl CutGraph {
    pub const ENTRY: CutId = 0;

    /// Of a program without calls. Blocks that no state can pass, as their formula shows without a solver, are left out. A block
    /// does not say what becomes of variables that nobody reads behind it.
    pub fn new(encoder: &Encoder<'_>, loops: &Loops) -> CutGraph {
        let program = encoder.program();
        let blocks = BlockGraph::new(program, loops, BlockOptions::default());
        let entry = program.procs[program.entry].entry;
        let mut locs = vec![Some(entry)];
        locs.extend(loops.order(program.entry).iter().copied().filter(|&l| loops.is_head(l) && l != entry).map(Some));
        let mut node_at = SecondaryMap::new();
        for (index, loc) in locs.iter().enumerate() {
            node_at[loc.expect("only the goal has no location")] = Some(index as u32);
        }
        let goal = locs.len();
        locs.push(None);
        // A weak topological order lists heads outermost first, so its reverse eliminates inner loops first.
        let inside_out = (0..goal).rev().chain([goal]).collect();
        let outgoing = vec![Vec::new(); locs.len()];
        let mut graph = CutGraph { locs, edges: Vec::new(), outgoing, inside_out, node_at };
        let liveness = Liveness::new(program, &CallGraph::new(program));
        for block in blocks.blocks.values() {
            let NodeKind::Loc(from) = blocks.nodes[block.src].kind else { continue };
            let target = match blocks.nodes[block.dst].kind {
                NodeKind::Loc(loc) => graph.node_at(loc),
                NodeKind::Error | NodeKind::Unsupported => Some(goal),
            };
            if let (Some(source), Some(target)) = (graph.node_at(from), target) {
                graph.add(&liveness, source, target, encoder.large_block(block));
            }
        }
        for edges in &mut graph.outgoing {
            edges.sort_by_key(|&e| (graph.edges[e].target != goal, e));
        }
        graph
    }

    /// Assumes `facts` (one a node, over state symbols) wherever a block begins.
    pub fn assume(&mut self, facts: &[Term]) {
        for edge in &mut self.edges {
            let transition = &edge.block.transition;
            edge.block.transition = Transition::assume(transition.symbols(), facts[edge.source]).compose(transition);
        }
        let edges = &self.edges;
        for outgoing in &mut self.outgoing {
            outgoing.retain(|&e| !edges[e].block.transition.is_false());
        }
    }

    pub fn goal(&self) -> CutId {
        self.locs.len() - 1
    }

    /// The node of a location, if it is one.
    pub fn node_at(&self, loc: LocId) -> Option<CutId> {
        self.node_at[loc].map(|index| index as usize)
    }

    /// The edge from one node to another location node.
    pub fn edge_between(&self, source: CutId, target: CutId) -> Option<usize> {
        self.outgoing[source].iter().copied().find(|&e| self.edges[e].target == target)
    }

    fn add(&mut self, liveness: &Liveness, source: CutId, target: CutId, mut block: EncodedBlock) {
        let live = self.locs[target].map_or(&[][..], |loc| liveness.at(loc));
        block.transition.post.retain(|var, _| live.binary_search(var).is_ok());
        if !block.transition.is_false() {
            self.outgoing[source].push(self.edges.len());
            self.edges.push(CutEdge { source, target, block });
        }
    }
}
