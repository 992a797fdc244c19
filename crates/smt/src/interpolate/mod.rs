//! Sequence interpolation: why a path is infeasible, said at each of its cuts.
//!
//! Given formulas `A_1 … A_n` that are unsatisfiable together, an interpolation sequence is `I_1 … I_{n-1}` such that `A_1` implies
//! `I_1`, each `I_k && A_{k+1}` implies `I_{k+1}`, and `I_{n-1} && A_n` is unsatisfiable; `I_k` speaks only of variables that occur both
//! in `A_1 … A_k` and in `A_{k+1} … A_n`.
//!
//! - [`Farkas`]: prefix sums of a simplex certificate; the fastest, for paths whose linear atoms refute them over the rationals.
//! - [`Newton`]: strongest postconditions or weakest preconditions over the conjuncts of an unsat core, dead variables projected away.
//! - [`Blocking`]: cubes of states that lead to the end are excluded one by one; for steps with many ways through them.
//! - [`Horn`]: one query to Spacer for the whole sequence; also for graphs of cuts, see [`horn::System`]. Slow, but general.
//! - [`Chain`]: the first of several that succeeds.
//!
//! Debug builds check each result by the definition.

mod blocking;
mod farkas;
pub mod horn;
mod newton;

pub use blocking::{Blocking, weaken};
pub use farkas::Farkas;
pub use horn::Horn;
pub use newton::{Direction, Newton};

use crate::solver::Context;
use crate::term::Term;
use rustc_hash::FxHashMap;

/// A way to find interpolation sequences.
pub trait Interpolator {
    /// For statistics and messages.
    fn name(&self) -> &'static str;

    /// The cuts between the steps (one fewer than steps); `None` where this way does not lead to a result, or the steps are
    /// satisfiable together.
    fn sequence(&self, context: &Context, steps: &[Term]) -> Option<Vec<Term>>;
}

/// Tries several interpolators in turn.
pub struct Chain {
    members: Vec<Box<dyn Interpolator>>,
}

impl Chain {
    pub fn new(members: Vec<Box<dyn Interpolator>>) -> Chain {
        Chain { members }
    }

    /// Weakest preconditions first: they speak of what the end of the path needs, not of how the path came there.
    pub fn backward() -> Chain {
        Chain::new(vec![
            Box::new(Newton { direction: Direction::Backward }),
            Box::new(Farkas),
            Box::new(Newton { direction: Direction::Forward }),
            Box::new(Horn),
        ])
    }

    /// One more that is tried before the others.
    pub fn after(mut self, first: impl Interpolator + 'static) -> Chain {
        self.members.insert(0, Box::new(first));
        self
    }
}

impl Default for Chain {
    /// From the fastest to the most general.
    fn default() -> Chain {
        Chain::new(vec![
            Box::new(Farkas),
            Box::new(Newton { direction: Direction::Backward }),
            Box::new(Newton { direction: Direction::Forward }),
            Box::new(Horn),
        ])
    }
}

impl Interpolator for Chain {
    fn name(&self) -> &'static str {
        "chain"
    }

    fn sequence(&self, context: &Context, steps: &[Term]) -> Option<Vec<Term>> {
        self.members.iter().find_map(|member| member.sequence(context, steps))
    }
}

/// Whether the cuts are an interpolation sequence of the steps; `None` when a query was not decided.
pub fn check(context: &Context, steps: &[Term], cuts: &[Term]) -> Option<bool> {
    if cuts.len() + 1 != steps.len() {
        return Some(false);
    }
    let scopes = shared_variables(steps);
    for (cut, shared) in cuts.iter().zip(&scopes) {
        if cut.any_var(|var| shared.binary_search(&var).is_err()) {
            return Some(false);
        }
    }
    let truth = Term::tt();
    let falsity = Term::ff();
    for (k, step) in steps.iter().enumerate() {
        let before = if k == 0 { truth } else { cuts[k - 1] };
        let after = cuts.get(k).copied().unwrap_or(falsity);
        if !context.implies("check interpolants", Term::and(&[before, *step]), after)? {
            return Some(false);
        }
    }
    Some(true)
}

/// For each cut the variables that occur on both sides, in the order of creation.
pub fn shared_variables(steps: &[Term]) -> Vec<Vec<Term>> {
    let vars: Vec<Vec<Term>> = steps.iter().map(|step| step.free_vars()).collect();
    let mut first: FxHashMap<Term, usize> = FxHashMap::default();
    let mut last: FxHashMap<Term, usize> = FxHashMap::default();
    for (k, step) in vars.iter().enumerate() {
        for var in step {
            first.entry(*var).or_insert(k);
            last.insert(*var, k);
        }
    }
    let mut shared = vec![Vec::new(); steps.len().saturating_sub(1)];
    #[allow(clippy::iter_over_hash_type, reason = "sorted afterwards")]
    for (var, from) in &first {
        for cut in &mut shared[*from..last[var]] {
            cut.push(*var);
        }
    }
    shared.iter_mut().for_each(|cut| cut.sort_unstable());
    shared
}

/// Debug builds refuse a wrong sequence loudly.
fn checked(context: &Context, name: &str, steps: &[Term], cuts: Vec<Term>) -> Vec<Term> {
    debug_assert_ne!(check(context, steps, &cuts), Some(false), "{name} gives a wrong sequence {cuts:?} for {steps:?}");
    cuts
}

#[cfg(test)]
mod tests;
