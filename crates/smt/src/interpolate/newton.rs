//! Newton-style interpolants: an unsat core picks the conjuncts that matter, everything else is forgotten, and strongest
//! postconditions (or weakest preconditions) with dead variables projected away are the cuts (Dietsch et al., "Craig vs. Newton in
//! software model checking", FSE 2017).
//!
//! The backward direction is the forward one on the reversed path with negated cuts. Over-approximating projections keep every
//! implication but the last, so where one was not exact the last is asked of the solver.

use super::{Interpolator, checked};
use crate::limits::limits;
use crate::project::{self, Exact, OverApprox, Relaxed};
use crate::solver::{Context, Outcome};
use crate::term::Term;
use rustc_hash::{FxHashMap, FxHashSet};

/// Which way the path is walked.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Direction {
    /// Strongest postconditions.
    Forward,
    /// Weakest preconditions.
    Backward,
}

/// Cuts by postconditions or preconditions over an unsat core.
pub struct Newton {
    pub direction: Direction,
}

impl Interpolator for Newton {
    fn name(&self) -> &'static str {
        match self.direction {
            Direction::Forward => "newton-sp",
            Direction::Backward => "newton-wp",
        }
    }

    fn sequence(&self, context: &Context, steps: &[Term]) -> Option<Vec<Term>> {
        let mut relevant = relevant_conjuncts(context, steps)?;
        if self.direction == Direction::Backward {
            relevant.reverse();
        }
        let mut cuts = walk(context, &relevant, project::over).or_else(|| walk(context, &relevant, thorough))?;
        if self.direction == Direction::Backward {
            cuts.reverse();
            cuts.iter_mut().for_each(|cut| *cut = cut.not());
        }
        Some(checked(context, self.name(), steps, cuts))
    }
}

/// Exact where the budget allows, else relaxed.
fn thorough(formula: Term, vars: &[Term]) -> Relaxed {
    match project::exact(formula, vars) {
        Some(exact) => Relaxed::Exact(exact),
        None => project::over(formula, vars),
    }
}

/// The steps reduced to conjuncts that are unsatisfiable together; `None` unless the steps are.
fn relevant_conjuncts(context: &Context, steps: &[Term]) -> Option<Vec<Term>> {
    let conjuncts: Vec<Vec<Term>> = steps.iter().map(|step| step.conjuncts()).collect();
    let mut assumptions: Vec<Term> = conjuncts.iter().flatten().copied().collect();
    if let Some(falsity) = assumptions.iter().find(|t| t.is_false()) {
        assumptions = vec![*falsity];
    }
    let mut solver = context.solver("newton");
    let Outcome::Unsat(core) = solver.check_assuming(&assumptions) else { return None };
    let core: FxHashSet<Term> = core.terms.into_iter().collect();
    let keep = |list: Vec<Term>| Term::and(&list.into_iter().filter(|t| core.contains(t)).collect::<Vec<_>>());
    Some(conjuncts.into_iter().map(keep).collect())
}

/// Strongest postconditions along the steps, over the variables that still matter.
fn walk(context: &Context, steps: &[Term], project: impl Fn(Term, &[Term]) -> Relaxed) -> Option<Vec<Term>> {
    let mut last: FxHashMap<Term, usize> = FxHashMap::default();
    for (k, step) in steps.iter().enumerate() {
        for var in step.free_vars() {
            last.insert(var, k);
        }
    }
    let (final_step, others) = steps.split_last()?;
    let mut exact = true;
    let mut state = Term::tt();
    let mut cuts = Vec::with_capacity(others.len());
    for (k, step) in others.iter().enumerate() {
        let joined = Term::and(&[state, *step]);
        let dead: Vec<Term> =
            joined.free_vars().into_iter().filter(|var| last.get(var).is_none_or(|at| *at <= k)).collect();
        state = match project(joined, &dead) {
            Relaxed::Exact(Exact(term)) => term,
            Relaxed::Over(OverApprox(term)) => {
                exact = false;
                term
            }
        };
        if state.size() > limits().interpolation.size {
            return None;
        }
        cuts.push(state);
    }
    let refuted = exact || context.implies("newton", Term::and(&[state, *final_step]), Term::ff()) == Some(true);
    refuted.then_some(cuts)
}
