//! Block abstractions: for each procedure and abstract state at its entry, a reachability tree of its own (the cache).
//!
//! Every node knows the step and, behind a call, the exit of the callee's tree from which it was derived; a derivation is
//! always older than what it derives. What is removed takes along everything derived from it, in whichever tree.

use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, VecDeque};

use landfall_smt::Term;

use crate::cfa::ProcId;
use crate::engine::distance::{Distance, Rank};
use crate::predicates::PointId;

pub type BlockId = usize;

/// A node of one of the trees.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct NodeId {
    pub block: BlockId,
    pub index: usize,
}

/// From what a node was derived.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Origin {
    pub parent: NodeId,
    /// The step of the graph.
    pub step: usize,
    /// For a call: the exit of the callee's tree.
    pub through: Option<NodeId>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Status {
    Waiting,
    Expanded,
    Covered(NodeId),
    Removed,
}

#[derive(Clone, Debug)]
pub struct Node {
    pub point: PointId,
    /// Over the state, and the entry symbols of the procedure.
    pub label: Term,
    pub origin: Option<Origin>,
    pub status: Status,
    /// Steps on the way to it, of the block and of those that called it.
    pub length: u64,
    pub derived: Vec<NodeId>,
    pub covers: Vec<NodeId>,
    /// The blocks that it calls.
    calls: Vec<BlockId>,
}

/// The abstraction of a procedure for one abstract state at its entry.
#[derive(Clone, Debug)]
pub struct Block {
    pub proc: ProcId,
    /// Over the state symbols of globals and parameters.
    pub entry: Term,
    pub nodes: Vec<Node>,
    /// The nodes at each point.
    pub at: BTreeMap<PointId, Vec<usize>>,
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
    cache: BTreeMap<(ProcId, Term), BlockId>,
}

impl Blocks {
    /// The block of the program's entry procedure.
    pub const FIRST: BlockId = 0;

    pub fn find(&self, proc: ProcId, entry: Term) -> Option<BlockId> {
        self.cache.get(&(proc, entry)).copied()
    }

    /// A block without nodes.
    pub fn create(&mut self, proc: ProcId, entry: Term, caller: Rank) -> BlockId {
        let id = self.blocks.len();
        self.cache.insert((proc, entry), id);
        let (nodes, at, callers) = (Vec::new(), BTreeMap::new(), Vec::new());
        self.blocks.push(Block {
            proc,
            entry,
            nodes,
            at,
            callers,
            call_distance: caller.distance,
            call_length: caller.length,
        });
        id
    }

    pub fn node(&self, id: NodeId) -> &Node {
        &self.blocks[id.block].nodes[id.index]
    }

    pub fn node_mut(&mut self, id: NodeId) -> &mut Node {
        &mut self.blocks[id.block].nodes[id.index]
    }

    /// A new node that waits.
    pub fn add(&mut self, block: BlockId, point: PointId, label: Term, origin: Option<Origin>) -> NodeId {
        let length = match origin {
            None => self.blocks[block].call_length.saturating_add(1),
            Some(origin) => {
                // The way through the callee began where the block was called first, which need not be here.
                let inside = |exit: NodeId| self.node(exit).length - self.blocks[exit.block].call_length;
                self.node(origin.parent).length.saturating_add(origin.through.map_or(0, inside)).saturating_add(1)
            }
        };
        let own = &mut self.blocks[block];
        let id = NodeId { block, index: own.nodes.len() };
        let (derived, covers, calls) = (Vec::new(), Vec::new(), Vec::new());
        own.nodes.push(Node { point, label, origin, status: Status::Waiting, length, derived, covers, calls });
        own.at.entry(point).or_default().push(id.index);
        if let Some(origin) = origin {
            self.node_mut(origin.parent).derived.push(id);
            if let Some(exit) = origin.through {
                self.node_mut(exit).derived.push(id);
            }
        }
        id
    }

    /// A node calls a block by a step.
    pub fn call(&mut self, caller: NodeId, step: usize, block: BlockId, distance: Distance) {
        let called = &mut self.blocks[block];
        called.callers.push((caller, step));
        called.call_distance = called.call_distance.min(distance);
        self.node_mut(caller).calls.push(block);
    }

    /// A node calls nothing any more.
    fn hang_up(&mut self, id: NodeId) {
        for block in std::mem::take(&mut self.node_mut(id).calls) {
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
                if let Entry::Vacant(place) = toward.entry(caller.block) {
                    place.insert(Some((caller, step, current)));
                    line.push_back(caller.block);
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
        let own = &self.blocks[block];
        let indices = own.at.get(&point).map(Vec::as_slice).unwrap_or_default();
        let stands = |i: &usize| matches!(own.nodes[*i].status, Status::Waiting | Status::Expanded);
        indices.iter().copied().filter(stands).map(move |index| NodeId { block, index })
    }

    /// Removes a node and all that was derived from it; the nodes that wait again because of that.
    pub fn remove(&mut self, first: NodeId) -> Vec<NodeId> {
        let mut freed = Vec::new();
        let mut work = vec![first];
        while let Some(id) = work.pop() {
            let node = self.node_mut(id);
            if node.status == Status::Removed {
                continue;
            }
            node.status = Status::Removed;
            work.append(&mut node.derived);
            freed.append(&mut node.covers);
            let point = node.point;
            if let Some(at) = self.blocks[id.block].at.get_mut(&point) {
                at.retain(|&index| index != id.index);
            }
            self.hang_up(id);
        }
        freed.retain(|&id| matches!(self.node(id).status, Status::Covered(_)));
        for &id in &freed {
            self.node_mut(id).status = Status::Waiting;
        }
        freed
    }

    /// Removes all that was derived from a node, which then waits again; with it, the others that do.
    pub fn reopen(&mut self, id: NodeId) -> Vec<NodeId> {
        let mut freed = Vec::new();
        for child in std::mem::take(&mut self.node_mut(id).derived) {
            // A node at an exit keeps what was derived from it in other trees only until it is removed itself.
            freed.extend(self.remove(child));
        }
        self.hang_up(id);
        if self.node(id).status == Status::Expanded {
            self.node_mut(id).status = Status::Waiting;
            freed.push(id);
        }
        freed
    }

    /// The blocks that the first one calls, directly or not, itself included.
    pub fn reachable(&self) -> Vec<BlockId> {
        let mut found = vec![Blocks::FIRST];
        let mut next = 0;
        while let Some(&block) = found.get(next) {
            next += 1;
            for (id, other) in self.blocks.iter().enumerate() {
                let is_called = other.callers.iter().any(|(caller, _)| caller.block == block);
                if is_called && !found.contains(&id) {
                    found.push(id);
                }
            }
        }
        found
    }
}
