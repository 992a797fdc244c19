//! Evidence for safe programs: location invariants and contracts from the block abstractions.
//!
//! A procedure requires one of its blocks' entry states. At each of its points, for each of its blocks: if the entry state was
//! that of the block, the state is one of the block's there. The same at the exit is what it ensures. Conjunctions of
//! implications, because the entry states of blocks may overlap and then both are known.

use std::collections::BTreeMap;

use landfall_smt::Term;
use rustc_hash::FxHashMap;

use super::super::kit::points::as_ensures;
use super::blocks::{BlockId, Blocks};
use super::explore::Explorer;
use crate::cfa::{LocId, ProcId};
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
        let mut parts: BTreeMap<LocId, Vec<Term>> = BTreeMap::new();
        let mut contracts = BTreeMap::new();
        for (&proc, blocks) in &by_proc {
            let at_exit = self.graph.point_of(program.procs[proc].exit);
            let (mut requires, mut ensures) = (Vec::new(), Vec::new());
            for &block in blocks {
                let entry = self.blocks.blocks[block].entry;
                requires.push(entry);
                if let Some(exit) = at_exit {
                    let known: Vec<Term> = self.labels(block, exit);
                    let ensured: Vec<Term> = known.iter().map(|k| as_ensures(self.graph, proc, *k)).collect();
                    ensures.push(entry.implies(Term::or(&ensured)));
                }
            }
            if proc != program.entry {
                contracts.insert(proc, Contract { requires: Term::or(&requires), ensures: Term::and(&ensures) });
            }
            let required = self.remembered(Term::or(&requires));
            for (point, data) in self.graph.points.iter().enumerate().filter(|(_, p)| p.proc == proc) {
                // An entry that was divided from the loop behind it is the same location; the loop's invariant covers it.
                if self.graph.point_of(data.loc) == Some(point) && self.graph.entry_of[&proc] != point {
                    let at_point = parts.entry(data.loc).or_default();
                    at_point.push(required);
                    at_point.extend(blocks.iter().map(|&b| self.invariant(b, point)));
                }
            }
        }
        let invariants = parts.into_iter().map(|(loc, parts)| (loc, Term::and(&parts))).collect();
        Proof::inductive(self.task, invariants, contracts)
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
