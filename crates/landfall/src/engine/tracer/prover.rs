//! Questions about states, asked of one incremental solver: what two states share stays asserted between questions.

use landfall_smt::{Assignment, Outcome, Solver, Term};

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
        let mut holds: Vec<bool> = vec![true; goals.len()];
        loop {
            let open: Vec<usize> = (0..goals.len()).filter(|&i| holds[i] && !goals[i].is_true()).collect();
            let goal = Term::and(&open.iter().map(|&i| goals[i]).collect::<Vec<_>>());
            if goal.is_true() {
                return holds;
            }
            match self.refute(goal.not()) {
                Outcome::Unsat(_) => return holds,
                Outcome::Sat(model) => {
                    let failing: Vec<usize> = open.iter().copied().filter(|&i| !model.holds(goals[i])).collect();
                    if failing.is_empty() {
                        open.iter().for_each(|&i| holds[i] = false);
                        return holds;
                    }
                    failing.into_iter().for_each(|i| holds[i] = false);
                }
                Outcome::Unknown(_) => {
                    for i in open {
                        holds[i] = self.refute(goals[i].not()).is_unsat();
                    }
                    return holds;
                }
            }
        }
    }

    fn refute(&mut self, formula: Term) -> Outcome {
        self.solver.scope(|solver| {
            solver.assert(formula);
            solver.check()
        })
    }
}
