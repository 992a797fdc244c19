//! Path summaries: formulas that over-approximate all paths between two locations (paper `gps`, section 6).
//!
//! [`summarise`] gives every node of a graph the condition that every state must satisfy from which the target can be reached.
//! `elimination` turns the graph into compositions, choices and stars; `star` closes loops; `abstraction` finds the convex
//! hulls and lattices that loops are closed with. `forward`, `polyhedra` and `polynomial` find what always holds.

pub mod abstraction;
pub mod elimination;
pub mod forward;
pub mod polyhedra;
pub mod polynomial;
pub mod star;
#[cfg(test)]
mod tests;

use std::sync::Arc;

use landfall_smt::Term;

use crate::encode::{Local, Symbols, Transition};
use crate::verdict::Reason;
use elimination::{Algebra, single_target};
pub use forward::forward_invariants;
pub use polyhedra::{Flow, polyhedral_invariants};
pub use star::{StarKind, Stars};

/// A condition on states: some values of the locals satisfy the formula.
#[derive(Clone, Debug)]
pub struct Condition {
    pub formula: Term,
    pub locals: Vec<Local>,
}

impl Condition {
    pub fn of(formula: Term) -> Condition {
        Condition { formula, locals: Vec::new() }
    }
}

/// What is known of the paths from each node to one target.
#[derive(Clone, Debug)]
pub struct Summaries {
    /// By node: necessary for the target to be reachable; `None` where no path leads there.
    pub conditions: Vec<Option<Condition>>,
    /// By node: zero or more rounds through the loop of which it is the head.
    pub stars: Vec<Option<Transition>>,
}

/// Summarises all paths to `target`. `order` and `edges` as in [`single_target`].
pub fn summarise(
    stars: &Stars<'_>,
    symbols: &Arc<Symbols>,
    order: &[usize],
    edges: impl IntoIterator<Item = (usize, usize, Transition)>,
    target: usize,
) -> Result<Summaries, Reason> {
    let mut algebra = TransitionAlgebra { stars, symbols: symbols.clone() };
    let solution = single_target(&mut algebra, order, edges, target)?;
    Ok(Summaries { conditions: solution.conditions, stars: solution.stars })
}

/// Transitions as the weights of paths.
struct TransitionAlgebra<'a> {
    stars: &'a Stars<'a>,
    symbols: Arc<Symbols>,
}

impl Algebra for TransitionAlgebra<'_> {
    type Weight = Transition;
    type Condition = Condition;
    type Stop = Reason;

    fn compose(&mut self, first: &Transition, then: &Transition) -> Result<Transition, Reason> {
        self.stars.budget.poll()?;
        Ok(first.compose(then))
    }

    fn choose(&mut self, a: &Transition, b: &Transition) -> Result<Transition, Reason> {
        Ok(Transition::choose(&self.symbols, &[a.clone(), b.clone()]))
    }

    fn star(&mut self, _: usize, body: &Transition) -> Result<Transition, Reason> {
        self.stars.star(body)
    }

    fn before(&mut self, weight: &Transition, after: &Condition) -> Result<Condition, Reason> {
        self.stars.budget.poll()?;
        let shared = weight.locals.iter().any(|l| after.locals.contains(l));
        let weight = if shared { &weight.renamed() } else { weight };
        let mut locals = weight.locals.clone();
        locals.extend_from_slice(&after.locals);
        Ok(Condition { formula: weight.pre(after.formula), locals })
    }

    fn either(&mut self, a: &Condition, b: &Condition) -> Result<Condition, Reason> {
        // Existential quantifiers distribute over disjunction, so common locals need no renaming.
        let mut locals = a.locals.clone();
        locals.extend(b.locals.iter().filter(|l| !a.locals.contains(l)));
        Ok(Condition { formula: Term::or(&[a.formula, b.formula]), locals })
    }

    fn arrived(&mut self) -> Condition {
        Condition::of(Term::tt())
    }
}
