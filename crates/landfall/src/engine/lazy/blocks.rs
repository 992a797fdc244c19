//! Block abstractions: for each procedure and abstract state at its entry, a reachability tree of its own (the cache).
//!
//! All trees are in one graph. The first edge into a node is the step by which it was derived from its parent; behind a call there is a
//! second one, from the exit of the callee's tree. A derivation is always older than what it derives. What is removed takes along
//! everything derived from it, in whichever tree.

use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, VecDeque};

use landfall_smt::Term;

use crate::arg::{Arg, NodeId};
use crate::cfa::ProcId;
use crate::engine::distance::{Distance, Rank};
use crate::predicates::PointId;
use crate::report::NodeState;

pub type BlockId = usize;

/// The trees: places are points of a block, labels are over the state and the entry symbols of the procedure. Removed nodes stand for
/// nothing.
pub type Trees = Arg<(BlockId, PointId), Reached>;

#[derive(Clone, Debug)]
pub struct Reached {
    /// Steps on the way to the node, of the block and of those that called it.
    pub length: u64,
    /// The blocks that it calls.
    calls: Vec<BlockId>,
}

/// The abstraction of a procedure for one abstract state at its entry.
#[derive(Clone, Debug)]
pub struct Block {
    pub proc: ProcId,
    /// Over the state symbols of globals and parameters.
    pub entry: Term,
    pub root: NodeId,
    /// The nodes from which it is called, with the step of the call.
    pub callers: Vec<(NodeId, usize)>,
    /// The distance of the nearest caller.
    pub call_distance: Distance,
    /// The length of the way to the caller that was first.
    pub call_length: u64,
}

/// All block abstractions, cached by procedure and entry state.
#[derive(Default, Debug)]
pub struct Blocks {
    pub blocks: Vec<Block>,
    pub trees: Trees,
    cache: BTreeMap<(ProcId, Term), BlockId>,
}

impl Reached {
    fn after(length: u64) -> Reached {
        Reached { length: length.saturating_add(1), calls: Vec::new() }
    }
}

impl Blocks {
    /// The block of the program's entry procedure.
    pub const FIRST: BlockId = 0;

    pub fn find(&self, proc: ProcId, entry: Term) -> Option<BlockId> {
        self.cache.get(&(proc, entry)).copied()
    }

    /// A block with the root of its tree.
    pub fn create(&mut self, (proc, entry): (ProcId, Term), point: PointId, label: Term, caller: Rank) -> BlockId {
        let id = self.blocks.len();
        self.cache.insert((proc, entry), id);
        let Rank { distance: call_distance, length: call_length } = caller;
        let root = self.trees.add((id, point), label, Reached::after(call_length));
        self.blocks.push(Block { proc, entry, root, callers: Vec::new(), call_distance, call_length });
        id
    }

    /// The block of a node.
    pub fn of(&self, id: NodeId) -> &Block {
        &self.blocks[self.trees[id].at.0]
    }

    /// The exit of a callee's tree from which a node was derived, if there is one.
    pub fn through(&self, id: NodeId) -> Option<NodeId> {
        self.trees.incoming(id).nth(1).map(|edge| edge.source)
    }

    /// A new node that waits, derived from another by a step; behind a call through an exit of the callee.
    pub fn derive(
        &mut self,
        parent: NodeId,
        step: usize,
        through: Option<NodeId>,
        point: PointId,
        label: Term,
    ) -> NodeId {
        // The way through the callee began where the block was called first, which need not be here.
        let inside = through.map_or(0, |exit| self.trees[exit].data.length - self.of(exit).call_length);
        let reached = Reached::after(self.trees[parent].data.length.saturating_add(inside));
        let id = self.trees.add((self.trees[parent].at.0, point), label, reached);
        for source in [Some(parent), through].into_iter().flatten() {
            self.trees.connect(source, id, step, ());
        }
        id
    }

    /// A node calls a block by a step.
    pub fn call(&mut self, caller: NodeId, step: usize, block: BlockId, distance: Distance) {
        let called = &mut self.blocks[block];
        called.callers.push((caller, step));
        called.call_distance = called.call_distance.min(distance);
        self.trees[caller].data.calls.push(block);
    }

    /// A node calls nothing any more.
    fn hang_up(&mut self, id: NodeId) {
        for block in std::mem::take(&mut self.trees[id].data.calls) {
            self.blocks[block].callers.retain(|(caller, _)| *caller != id);
        }
    }

    /// A shortest chain of calls by which the first block reaches another: the calls from the first block on, each with the
    /// block that it calls; none if there is no such chain.
    pub fn call_chain(&self, block: BlockId) -> Option<Vec<(NodeId, usize, BlockId)>> {
        let mut toward: BTreeMap<BlockId, Option<(NodeId, usize, BlockId)>> = BTreeMap::from([(block, None)]);
        let mut line = VecDeque::from([block]);
        while !toward.contains_key(&Blocks::FIRST) {
            let current = line.pop_front()?;
            for &(caller, step) in &self.blocks[current].callers {
                let block = self.trees[caller].at.0;
                if let Entry::Vacant(place) = toward.entry(block) {
                    place.insert(Some((caller, step, current)));
                    line.push_back(block);
                }
            }
        }
        let mut chain = Vec::new();
        let mut at = Blocks::FIRST;
        while let Some(call) = toward[&at] {
            chain.push(call);
            at = call.2;
        }
        Some(chain)
    }

    /// The nodes of a block at a point that stand for states: neither removed nor covered.
    pub fn live_at(&self, block: BlockId, point: PointId) -> impl Iterator<Item = NodeId> + '_ {
        self.trees.at((block, point)).iter().copied().filter(|&id| self.trees[id].is_live())
    }

    /// The nodes of a block that wait.
    pub fn waiting(&self, block: BlockId) -> Vec<NodeId> {
        let mut nodes = self.trees.within((block, 0)..(block + 1, 0));
        nodes.retain(|&id| self.trees[id].state == NodeState::Open);
        nodes
    }

    /// Removes all that was derived from a node, which then waits again; with it, the others that do. A node at an exit keeps what was
    /// derived from it in other trees only until it is removed itself.
    pub fn reopen(&mut self, id: NodeId) -> Vec<NodeId> {
        let (removed, open) = self.trees.reopen(id);
        removed.into_iter().chain([id]).for_each(|id| self.hang_up(id));
        open
    }

    /// The blocks that the first one calls, directly or not, itself included.
    pub fn reachable(&self) -> Vec<BlockId> {
        let mut found = vec![Blocks::FIRST];
        let mut next = 0;
        while let Some(&block) = found.get(next) {
            next += 1;
            for (id, other) in self.blocks.iter().enumerate() {
                let is_called = other.callers.iter().any(|(caller, _)| self.trees[*caller].at.0 == block);
                if is_called && !found.contains(&id) {
                    found.push(id);
                }
            }
        }
        found
    }
}
