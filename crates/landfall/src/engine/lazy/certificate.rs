//! Evidence for safe programs: location invariants and contracts from the block abstractions.
//!
//! A procedure requires one of its blocks' entry states. At each of its points, for each of its blocks: if the entry state was
//! that of the block, the state is one of the block's there. The same at the exit is what it ensures. Conjunctions of
//! implications, because the entry states of blocks may overlap and then both are known.

use std::collections::BTreeMap;

use landfall_smt::Term;
use rustc_hash::FxHashMap;

use super::super::kit::certificate::at_points;
use super::super::kit::points::as_ensures;
use super::blocks::{BlockId, Blocks};
use super::explore::Explorer;
use crate::cfa::ProcId;
use crate::predicates::PointId;
use crate::verdict::{Contract, Proof};

impl Explorer<'_, '_> {
    /// What the blocks that are called say together.
    pub fn proof(&self) -> Proof {
        let program = self.graph.program();
        // A procedure without blocks is never called: it requires what nothing fulfils.
        let mut by_proc: BTreeMap<ProcId, Vec<BlockId>> =
            self.graph.entry_of.keys().map(|proc| (*proc, Vec::new())).collect();
        for block in self.blocks.reachable() {
            by_proc.entry(self.blocks.blocks[block].proc).or_default().push(block);
        }
        let contract = |proc: ProcId| {
            let blocks = &by_proc[&proc];
            let ensured = |&block: &BlockId| {
                let known = self.graph.point_of(program.procs[proc].exit).map(|exit| self.labels(block, exit));
                let ensured = known.iter().flatten().map(|known| as_ensures(self.graph, proc, *known));
                self.blocks.blocks[block].entry.implies(Term::or(&ensured.collect::<Vec<_>>()))
            };
            let ensures: Vec<Term> = blocks.iter().map(ensured).collect();
            Contract { requires: self.required(blocks), ensures: Term::and(&ensures) }
        };
        let invariant = |point: PointId| {
            let blocks = &by_proc[&self.graph.points[point].proc];
            let cases = blocks.iter().map(|&block| self.invariant(block, point));
            Term::and(&cases.chain([self.remembered(self.required(blocks))]).collect::<Vec<_>>())
        };
        at_points(self.task, self.graph, invariant, contract)
    }

    /// One of the entry states of some blocks.
    fn required(&self, blocks: &[BlockId]) -> Term {
        Term::or(&blocks.iter().map(|&block| self.blocks.blocks[block].entry).collect::<Vec<_>>())
    }

    fn labels(&self, block: BlockId, point: usize) -> Vec<Term> {
        self.blocks.live_at(block, point).map(|id| self.blocks.trees[id].label).collect()
    }

    /// What holds at a point for executions that belong to a block.
    fn invariant(&self, block: BlockId, point: usize) -> Term {
        let states = Term::or(&self.labels(block, point));
        if block == Blocks::FIRST {
            return states;
        }
        self.remembered(self.blocks.blocks[block].entry).implies(states)
    }

    /// A term over the entry state, said later.
    fn remembered(&self, term: Term) -> Term {
        let symbols = self.graph.encoder.symbols();
        let remembered: FxHashMap<Term, Term> =
            symbols.vars_in(term).into_iter().map(|v| (symbols.state(v), symbols.entry(v))).collect();
        term.substitute(&remembered)
    }
}
