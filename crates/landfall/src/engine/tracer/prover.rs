//! Questions about states, asked of one incremental solver: what two states share stays asserted between questions.

use landfall_smt::{Assignment, Model, Outcome, Solver, Term};

use crate::engine::kit::incremental::Incremental;
use crate::engine::kit::sift::{drop_others, implied};
use crate::solving::Solving;

pub struct Prover(Incremental<Term>);

/// The answer to "can this be satisfied?".
pub enum Feasible {
    Yes(Assignment),
    No,
    Unknown,
}

impl Prover {
    pub fn new(solving: &Solving) -> Prover {
        Prover(Incremental::new(solving.solver("states")))
    }

    fn switch_to(&mut self, context: &[Term]) -> &mut Solver {
        self.0.switch_to(&context.iter().map(|&term| (term, term)).collect::<Vec<_>>())
    }

    /// Whether the context can be satisfied.
    pub fn feasible(&mut self, context: &[Term]) -> Feasible {
        match self.switch_to(context).check() {
            Outcome::Sat(model) => Feasible::Yes(model.assignment(&Term::free_vars_of(context))),
            Outcome::Unsat(_) => Feasible::No,
            Outcome::Unknown(_) => Feasible::Unknown,
        }
    }

    /// Whether the context implies all goals.
    pub fn implies_all(&mut self, context: &[Term], goals: &[Term]) -> bool {
        let goal = Term::and(goals);
        if goal.is_true() {
            return true;
        }
        refute(self.switch_to(context), goal.not()).is_unsat()
    }

    /// Which of the goals the context implies. Models sort out several at once.
    pub fn implied(&mut self, context: &[Term], goals: &[Term]) -> Vec<bool> {
        let solver = self.switch_to(context);
        let drop_refuted = |left: &mut Vec<usize>, model: &Model| drop_others(left, |&i| model.holds(goals[i]));
        implied(goals, |negated| Ok(refute(solver, negated)), drop_refuted).unwrap_or_else(|_| vec![false; goals.len()])
    }
}

fn refute(solver: &mut Solver, formula: Term) -> Outcome {
    solver.scope(|solver| {
        solver.assert(formula);
        solver.check()
    })
}
