//! One solver for the conditions of many paths: what two of them share stays asserted between questions.

use landfall_smt::{Solver, Term};

pub struct Incremental<K> {
    solver: Solver,
    /// By what the conditions are known that are asserted, one scope each.
    asserted: Vec<K>,
}

impl<K: PartialEq> Incremental<K> {
    pub fn new(solver: Solver) -> Self {
        Incremental { solver, asserted: Vec::new() }
    }

    pub fn asserted(&self) -> &[K] {
        &self.asserted
    }

    /// The solver with these conditions, in their order.
    pub fn switch_to(&mut self, path: &[(K, Term)]) -> &mut Solver
    where
        K: Copy,
    {
        let common = self.asserted.iter().zip(path).take_while(|(a, (b, _))| *a == b).count();
        self.keep(common, path[common..].iter().copied())
    }

    /// The solver with the first conditions that are asserted, and these behind them.
    pub fn keep(&mut self, kept: usize, more: impl IntoIterator<Item = (K, Term)>) -> &mut Solver {
        self.solver.pop(self.asserted.len() - kept);
        self.asserted.truncate(kept);
        for (known_by, condition) in more {
            self.solver.push();
            self.solver.assert(condition);
            self.asserted.push(known_by);
        }
        &mut self.solver
    }
}
