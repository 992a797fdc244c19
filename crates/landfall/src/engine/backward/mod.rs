//! Backward symbolic execution (`bse`), k-induction (`kind`) and backward symbolic execution with loop folding (`bself`):
//! Chalupa and Strejček, *Backward Symbolic Execution with Loop Folding*, SAS 2021. `docs/engines/bself.md` puts the paper's
//! pseudocode beside these functions.
//!
//! The search goes from the error backwards by weakest preconditions (`bse`: Algorithm 1). k-induction on paths does the same
//! work (`kind`: Algorithm 2; section 3.3). Both unwind loops; `bself` (Algorithms 3 and 4) folds them: it looks for inductive
//! invariants that exclude the error states at a loop.
//!
//! Deviations: steps are large blocks, so that a path is one of loop heads; nested loops are flattened in the graph and not in
//! the program (`graph`); values that are read inside loops are part of the states of candidates, where any value may follow; before
//! the search, and beside the paper's relations, `templates` and `octagons` look for more.
//!
//! Numbers are mathematical integers. Where an execution that was found is none of the program, the search begins again with
//! the ranges of signed arithmetic.
//!
//! Evidence: for safe, what holds outside of all preconditions that were found, and the invariants of folded loops.

mod bse;
mod bself;
mod clauses;
mod execution;
mod fold;
mod graph;
mod kind;
mod octagons;
mod overapproximate;
mod relations;
mod system;
mod templates;
#[cfg(test)]
mod tests;

pub use bself::Effort;
use landfall_smt::Term;
pub use octagons::Beyond;

use super::kit::{Found, unbounded_first};
use super::{Context, Engine, Task, decide_flat};
use crate::cfa::graph::Loops;
use crate::encode::CutGraph;
use crate::solving::Solving;
use crate::verdict::{Reason, Verdict};
use graph::PlaceId;
use system::System;

/// One of the methods of this module.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Backward {
    /// Backward symbolic execution.
    Bse,
    /// k-induction.
    KInduction,
    /// Backward symbolic execution with loop folding.
    Folding(Effort),
}

/// What a search found out.
enum Finding {
    /// The goal cannot be reached: facts about places that together are inductive.
    Correct(Vec<(PlaceId, Term)>),
    /// A feasible path from the beginning to the goal.
    Witness(Vec<usize>),
}

impl Engine for Backward {
    fn run(&self, task: &Task, cx: &mut Context<'_>) -> Verdict {
        decide_flat(task, cx, |cx, solving| self.decide(task, cx, solving))
    }
}

impl Backward {
    fn decide(&self, task: &Task, cx: &mut Context<'_>, solving: &Solving) -> Result<Verdict, Reason> {
        unbounded_first(task, cx, |encoder, cx| {
            let cuts = CutGraph::new(encoder, &Loops::new(&task.program));
            let system = System::new(encoder, &cuts, solving, cx.budget.clone());
            match self.search(&system, cx)? {
                Finding::Correct(facts) => Ok(Found::Verdict(execution::proof(&system, &facts, task))),
                Finding::Witness(path) => execution::replay(&system, &path, task, cx),
            }
        })
    }

    fn search(&self, system: &System<'_>, cx: &mut Context<'_>) -> Result<Finding, Reason> {
        match self {
            Backward::Bse => bse::bse(system, cx),
            Backward::KInduction => kind::kind(system, &mut cx.statistics),
            Backward::Folding(effort) => bself::bself(system, *effort, cx),
        }
    }
}
