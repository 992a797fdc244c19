//! Decides conditions of paths with one incremental solver: what two paths share stays asserted between queries.

use std::rc::Rc;

use landfall_smt::{Assignment, Outcome, Solver, Term};

use super::path::{Condition, Introduced, SymbolicPath};
use crate::engine::kit::incremental::Incremental;
use crate::engine::kit::trail::Trail;
use crate::solving::Solving;

/// The answer to "can this be satisfied?".
#[derive(Debug)]
pub enum Feasible {
    Yes(Rc<Assignment>),
    No,
    Unknown(String),
}

/// Holds the conditions of a path, known by the lists that end with them.
pub struct PathSolver(Incremental<Trail<Condition>>);

impl PathSolver {
    pub fn new(solving: &Solving) -> Self {
        PathSolver(Incremental::new(solving.solver("paths")))
    }

    /// Whether the condition of `path` can be satisfied, together with `more`.
    pub fn check(&mut self, path: &SymbolicPath, more: &[Term]) -> Feasible {
        let outcome = self.switch_to(&path.condition).scope(|solver| {
            more.iter().for_each(|term| solver.assert(*term));
            solver.check()
        });
        match outcome {
            Outcome::Sat(model) => Feasible::Yes(Rc::new(model.assignment(&symbols(&path.symbols)))),
            Outcome::Unsat(_) => Feasible::No,
            Outcome::Unknown(why) => Feasible::Unknown(why),
        }
    }

    fn switch_to(&mut self, condition: &Trail<Condition>) -> &mut Solver {
        // A prefix of n conditions is the n-th scope, if it is asserted at all.
        let is_asserted = |prefix: &&Trail<Condition>| self.0.asserted().get(prefix.len() - 1) == Some(*prefix);
        let kept = condition.prefixes().find(is_asserted).map_or(0, Trail::len);
        let mut missing: Vec<&Trail<Condition>> = condition.prefixes().take(condition.len() - kept).collect();
        missing.reverse();
        let conditions = missing.into_iter().filter_map(|prefix| Some((prefix.clone(), prefix.last()?.holds)));
        self.0.keep(kept, conditions)
    }
}

pub fn symbols(introduced: &Trail<Introduced>) -> Vec<Term> {
    introduced.items().into_iter().map(|i| i.symbol).collect()
}
