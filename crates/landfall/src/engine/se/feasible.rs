//! Decides conditions of paths with one incremental solver: what two paths share stays asserted between queries.

use std::rc::Rc;

use landfall_smt::{Assignment, Outcome, Solver, Term};

use super::path::{Condition, Introduced, SymbolicPath};
use crate::engine::kit::trail::Trail;
use crate::solving::Solving;

/// The answer to "can this be satisfied?".
#[derive(Debug)]
pub enum Feasible {
    Yes(Rc<Assignment>),
    No,
    Unknown(String),
}

pub struct PathSolver {
    solver: Solver,
    /// The conditions asserted, one scope each.
    asserted: Vec<Trail<Condition>>,
}

impl PathSolver {
    pub fn new(solving: &Solving) -> Self {
        PathSolver { solver: solving.solver("paths"), asserted: Vec::new() }
    }

    /// Whether the condition of `path` can be satisfied, together with `more`.
    pub fn check(&mut self, path: &SymbolicPath, more: &[Term]) -> Feasible {
        self.switch_to(&path.condition);
        let outcome = self.solver.scope(|solver| {
            more.iter().for_each(|term| solver.assert(*term));
            solver.check()
        });
        match outcome {
            Outcome::Sat(model) => Feasible::Yes(Rc::new(model.assignment(&symbols(&path.symbols)))),
            Outcome::Unsat(_) => Feasible::No,
            Outcome::Unknown(why) => Feasible::Unknown(why),
        }
    }

    fn switch_to(&mut self, condition: &Trail<Condition>) {
        let mut missing: Vec<&Trail<Condition>> = Vec::new();
        let mut kept = 0;
        for prefix in condition.prefixes() {
            // A prefix of n conditions is the n-th scope, if it is asserted at all.
            if self.asserted.get(prefix.len() - 1).is_some_and(|a| a.is_same(prefix)) {
                kept = prefix.len();
                break;
            }
            missing.push(prefix);
        }
        self.solver.pop(self.asserted.len() - kept);
        self.asserted.truncate(kept);
        for prefix in missing.into_iter().rev() {
            self.solver.push();
            if let Some(last) = prefix.last() {
                self.solver.assert(last.holds);
            }
            self.asserted.push(prefix.clone());
        }
    }
}

pub fn symbols(introduced: &Trail<Introduced>) -> Vec<Term> {
    introduced.items().into_iter().map(|i| i.symbol).collect()
}
