//! Questions about states, asked of one incremental solver: what two states share stays asserted between questions.

use landfall_smt::{Assignment, Model, Outcome, Solver, Term};

use crate::engine::kit::sift::{drop_others, implied};
use crate::solving::Solving;

pub struct Prover {
    solver: Solver,
    /// The conjuncts asserted, one scope each.
    asserted: Vec<Term>,
}

/// The answer to "can this be satisfied?".
pub enum Feasible {
    Yes(Assignment),
    No,
    Unknown,
}

impl Prover {
    pub fn new(solving: &Solving) -> Prover {
        Prover { solver: solving.solver("states"), asserted: Vec::new() }
    }

    fn switch_to(&mut self, context: &[Term]) {
        let common = self.asserted.iter().zip(context).take_while(|(a, b)| a == b).count();
        self.solver.pop(self.asserted.len() - common);
        self.asserted.truncate(common);
        for &term in &context[common..] {
            self.solver.push();
            self.solver.assert(term);
            self.asserted.push(term);
        }
    }

    /// Whether the context can be satisfied.
    pub fn feasible(&mut self, context: &[Term]) -> Feasible {
        self.switch_to(context);
        match self.solver.check() {
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
        self.switch_to(context);
        self.refute(goal.not()).is_unsat()
    }

    /// Which of the goals the context implies. Models sort out several at once.
    pub fn implied(&mut self, context: &[Term], goals: &[Term]) -> Vec<bool> {
        self.switch_to(context);
        let drop_refuted = |left: &mut Vec<usize>, model: &Model| drop_others(left, |&i| model.holds(goals[i]));
        implied(goals, |negated| Ok(self.refute(negated)), drop_refuted).unwrap_or_else(|_| vec![false; goals.len()])
    }

    fn refute(&mut self, formula: Term) -> Outcome {
        self.solver.scope(|solver| {
            solver.assert(formula);
            solver.check()
        })
    }
}
