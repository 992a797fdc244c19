//! Existential projection: formulas without certain variables, and which way they approximate.
//!
//! The direction is in the type, so that an over-approximation cannot be taken for an under-approximation:
//!
//! - [`over`] relaxes: equalities are substituted, bounds combined (Fourier–Motzkin), what is too costly dropped. It needs no
//!   solver and says when the result happens to be exact.
//! - [`exact`] splits cases where that makes the result exact, within a budget. It needs no solver either.
//! - [`under`] follows one model (Loos–Weispfenning with Cooper's divisibility): a cube true in the model that implies the
//!   projection.
//! - [`enumerate`] joins such cubes with the help of a solver until nothing is missing, or the budget ends.
//!
//! Integer elimination is exact with the integer quotient: `L <= a·x` and `b·x <= U` have a solution iff `L <= a·(U div b)`.
//! Variables of other sorts are eliminated by a defining equality, Booleans by cases; else the atoms that mention them are dropped.

mod cube;
mod formula;
mod implicant;

pub use implicant::implicant;

use crate::Term;
use crate::solver::{Context, Outcome};
use crate::value::Assignment;

/// Equivalent to the projection.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Exact(pub Term);

/// Implies the projection.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct UnderApprox(pub Term);

/// Implied by the projection.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct OverApprox(pub Term);

/// A projection that may have been relaxed.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Relaxed {
    /// Nothing was lost.
    Exact(Exact),
    /// Something was dropped or relaxed.
    Over(OverApprox),
}

impl Relaxed {
    /// An over-approximation in either case.
    pub fn over(self) -> OverApprox {
        match self {
            Relaxed::Exact(Exact(term)) => OverApprox(term),
            Relaxed::Over(over) => over,
        }
    }

    /// The exact projection, if it is one.
    pub fn exact(self) -> Option<Exact> {
        match self {
            Relaxed::Exact(exact) => Some(exact),
            Relaxed::Over(_) => None,
        }
    }
}

/// A projection from models.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Enumerated {
    /// No model is missing.
    Exact(Exact),
    /// The budget ended, or a query was not decided.
    Under(UnderApprox),
}

/// `exists vars. formula`, relaxed where exactness has a price.
pub fn over(formula: Term, vars: &[Term]) -> Relaxed {
    formula::project(formula, vars, formula::Effort::Cheap)
}

/// `exists vars. formula` with case splits and quotients; `None` where the budget does not suffice.
pub fn exact(formula: Term, vars: &[Term]) -> Option<Exact> {
    formula::project(formula, vars, formula::Effort::Thorough).exact()
}

/// A cube that implies `exists vars. formula` and is true under the assignment; `None` unless the assignment gives all free
/// variables values that make the formula true.
pub fn under(formula: Term, vars: &[Term], model: &Assignment) -> Option<UnderApprox> {
    let literals = implicant(formula, model)?;
    let projected = cube::project_by_model(literals, vars, model)?;
    let result = Term::and(&projected);
    debug_assert_eq!(result.holds(model), Some(true), "projection of {formula} is not true in its model");
    Some(UnderApprox(result))
}

/// Joins model-based projections until they cover `exists vars. formula`; at most `limit` cubes.
pub fn enumerate(context: &Context, formula: Term, vars: &[Term], limit: usize) -> Enumerated {
    let mut solver = context.solver("project");
    solver.assert(formula);
    let free = formula.free_vars();
    let mut cubes: Vec<Term> = Vec::new();
    for _ in 0..=limit {
        let model = match solver.check() {
            Outcome::Unsat(_) => return Enumerated::Exact(Exact(Term::or(&cubes))),
            Outcome::Sat(model) if cubes.len() < limit => model.assignment(&free),
            _ => break,
        };
        let Some(UnderApprox(cube)) = under(formula, vars, &model) else { break };
        cubes.push(cube);
        solver.assert(cube.not());
    }
    Enumerated::Under(UnderApprox(Term::or(&cubes)))
}

#[cfg(test)]
mod tests;
