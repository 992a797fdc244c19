//! Interpolants by blocking: the states before the last step that it takes to the end are excluded, one cube at a time, and
//! before that whatever leads into them (as in property-directed reachability, along one path).
//!
//! A model of a step and a cube behind it, generalised by projection, is a cube before the step. Where there is none, the part of
//! the cube that the solver needed for saying so is excluded at the cut. No formula grows with the number of ways through
//! a step, so that this is the way for steps that are large blocks of branches.

use super::{Interpolator, checked, shared_variables};
use crate::limits::limits;
use crate::project::{self, UnderApprox};
use crate::solver::{Context, Outcome, Solver};
use crate::term::{Kind, Term};

/// Cuts by excluding cubes.
pub struct Blocking;

impl Interpolator for Blocking {
    fn name(&self) -> &'static str {
        "blocking"
    }

    fn sequence(&self, context: &Context, steps: &[Term]) -> Option<Vec<Term>> {
        let mut path = Path::new(context, steps);
        path.exclude_all()?;
        let cuts = path.facts.iter().map(|facts| Term::and(facts)).collect();
        Some(checked(context, self.name(), steps, cuts))
    }
}

struct Path<'s> {
    steps: &'s [Term],
    /// For each step a solver that knows it and the facts before it.
    solvers: Vec<Solver>,
    /// For each step the variables that mean nothing before it.
    hidden: Vec<Vec<Term>>,
    /// For each cut what holds there.
    facts: Vec<Vec<Term>>,
    queries: usize,
}

/// What a step has to say about a cube behind it.
enum Way {
    /// A cube before it from which the one behind is reached.
    From(Vec<Term>),
    /// The literals that exclude it.
    Excluded(Vec<Term>),
}

impl<'s> Path<'s> {
    fn new(context: &Context, steps: &'s [Term]) -> Self {
        let shared = shared_variables(steps);
        let solver = |step: &Term| {
            let mut solver = context.solver("blocking");
            solver.assert(*step);
            solver
        };
        let mut hidden = vec![Vec::new(); steps.len()];
        for (index, step) in steps.iter().enumerate() {
            // What a cube behind the step speaks of, and the step itself, but for what is known before.
            let mut all = step.free_vars();
            all.extend(shared.get(index).into_iter().flatten());
            all.sort_unstable();
            all.dedup();
            let before: &[Term] = index.checked_sub(1).map_or(&[], |cut| &shared[cut]);
            hidden[index] = all.into_iter().filter(|var| before.binary_search(var).is_err()).collect();
        }
        let facts = vec![Vec::new(); steps.len().saturating_sub(1)];
        Path { steps, solvers: steps.iter().map(solver).collect(), hidden, facts, queries: 0 }
    }

    /// Excludes all that leads to the end; `None` if that is too hard, or there is a way.
    fn exclude_all(&mut self) -> Option<()> {
        let last = self.steps.len().checked_sub(1)?;
        // Cubes to exclude, each behind the step of its number; the last one is everything.
        let mut obligations: Vec<(usize, Vec<Term>)> = vec![(last, Vec::new())];
        while let Some((step, cube)) = obligations.last() {
            let (step, cube) = (*step, cube.clone());
            match self.way(step, &cube)? {
                Way::From(before) => obligations.push((step.checked_sub(1)?, before)),
                Way::Excluded(needed) => {
                    obligations.pop();
                    if step < last {
                        let kept = weaken(needed, |_| true, |cube| self.excluded(step, cube));
                        let fact = Term::and(&kept).not();
                        self.solvers[step + 1].assert(fact);
                        self.facts[step].push(fact);
                    }
                }
            }
        }
        Some(())
    }

    /// The literals that exclude a cube behind a step, or `None`.
    fn excluded(&mut self, step: usize, cube: &[Term]) -> Option<Vec<Term>> {
        self.queries += 1;
        match self.solvers[step].check_assuming(cube) {
            Outcome::Unsat(core) => Some(cube.iter().copied().filter(|literal| core.terms.contains(literal)).collect()),
            Outcome::Sat(_) | Outcome::Unknown(_) => None,
        }
    }

    /// Whether a step leads from what is known before it into a cube.
    fn way(&mut self, step: usize, cube: &[Term]) -> Option<Way> {
        self.queries += 1;
        if self.queries > limits().interpolation.queries {
            return None;
        }
        match self.solvers[step].check_assuming(cube) {
            Outcome::Unsat(core) => {
                let needed = cube.iter().copied().filter(|literal| core.terms.contains(literal));
                Some(Way::Excluded(needed.collect()))
            }
            Outcome::Sat(model) => {
                let formula = Term::and(&[self.steps[step], Term::and(cube)]);
                let values = model.assignment(&formula.free_vars());
                let UnderApprox(before) = project::under(formula, &self.hidden[step], &values)?;
                Some(Way::From(before.conjuncts()))
            }
            Outcome::Unknown(_) => None,
        }
    }
}

/// Weakens a cube that is excluded: leaves out literals, and turns the equalities that may be split into bounds. `excluded`
/// says which literals exclude a cube, if they do.
pub fn weaken(
    mut cube: Vec<Term>,
    may_be_split: impl Fn(Term) -> bool,
    mut excluded: impl FnMut(&[Term]) -> Option<Vec<Term>>,
) -> Vec<Term> {
    let mut position = 0;
    for _ in 0..limits().interpolation.tries {
        if position >= cube.len() {
            break;
        }
        let mut without = cube.clone();
        without.remove(position);
        match excluded(&without) {
            Some(needed) => cube = without.into_iter().filter(|literal| needed.contains(literal)).collect(),
            None => position += 1,
        }
    }
    for position in 0..cube.len() {
        let Kind::EqZero(difference) = *cube[position].kind() else { continue };
        if !may_be_split(cube[position]) {
            continue;
        }
        for bound in [difference.le_zero(), difference.neg().le_zero()] {
            let mut weaker = cube.clone();
            weaker[position] = bound;
            if excluded(&weaker).is_some() {
                cube = weaker;
                break;
            }
        }
    }
    cube
}
