//! Closed convex polyhedra over the dimensions `0..n`, always in a canonical form.
//!
//! Equalities are in reduced echelon form; inequalities are primitive, reduced modulo the equalities, irredundant, free of
//! implied equalities and sorted. So two polyhedra are equal as sets exactly if they are equal as data. Generators are computed
//! on demand and remembered.
//!
//! Strict constraints are read as the closure they describe (nothing, if they contradict each other).

mod generators;
mod join;
mod minimize;
mod project;
mod shadow;
#[cfg(test)]
mod tests;
mod widen;

use std::fmt;
use std::sync::{Arc, OnceLock};

use super::constraint::{Constraint, Dimension, LinearTerm, Relation};
use super::integer::Integer;
use super::matrix::{Echelon, Row};
use super::rational::Rational;
use super::simplex::{Optimum, Simplex};
pub use generators::Generators;

/// A closed convex polyhedron.
#[derive(Clone)]
pub struct Polyhedron {
    dimensions: usize,
    /// `None`: the empty polyhedron.
    shape: Option<Shape>,
    generators: OnceLock<Arc<Generators>>,
}

/// Rows `[c, a₀, …]` stand for `c + a·x ⋈ 0`: `= 0` or `>= 0`.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Shape {
    pub(crate) equalities: Echelon,
    pub(crate) inequalities: Vec<Row>,
}

impl PartialEq for Polyhedron {
    fn eq(&self, other: &Polyhedron) -> bool {
        self.dimensions == other.dimensions && self.shape == other.shape
    }
}

impl Eq for Polyhedron {}

/// `term <= bound` as `bound - term >= 0`.
fn row_of(dimensions: usize, term: &LinearTerm, bound: &Integer) -> Row {
    let mut row = vec![Integer::ZERO; dimensions + 1];
    row[0] = bound.clone();
    for (dimension, coefficient) in term.entries() {
        row[dimension + 1] = -coefficient;
    }
    row
}

/// The linear part of a row, negated: `c + a·x >= 0` is `-a·x <= c`.
fn constraint_of(row: &[Integer], relation: Relation) -> Constraint {
    let term = LinearTerm::new(row[1..].iter().enumerate().filter(|(_, a)| !a.is_zero()).map(|(at, a)| (at, -a)));
    Constraint::new(term, relation, row[0].clone())
}

impl Polyhedron {
    /// The whole space.
    pub fn universe(dimensions: usize) -> Polyhedron {
        Polyhedron::from_shape(dimensions, Some(Shape::default()))
    }

    pub fn empty(dimensions: usize) -> Polyhedron {
        Polyhedron::from_shape(dimensions, None)
    }

    fn from_shape(dimensions: usize, shape: Option<Shape>) -> Polyhedron {
        Polyhedron { dimensions, shape, generators: OnceLock::new() }
    }

    /// From arbitrary rows.
    fn from_rows(dimensions: usize, equalities: Vec<Row>, inequalities: Vec<Row>) -> Polyhedron {
        Polyhedron::from_shape(dimensions, minimize::canonical(dimensions, Echelon::new(equalities), inequalities))
    }

    /// The solutions of a conjunction of constraints over `0..dimensions`.
    pub fn new<'a>(dimensions: usize, constraints: impl IntoIterator<Item = &'a Constraint>) -> Polyhedron {
        Polyhedron::universe(dimensions).with(constraints)
    }

    /// A single point.
    pub fn point(coordinates: &[Rational]) -> Polyhedron {
        let equalities = coordinates.iter().enumerate().map(|(dimension, value)| {
            let mut row = vec![Integer::ZERO; coordinates.len() + 1];
            row[0] = -value.numerator();
            row[dimension + 1] = value.denominator();
            row
        });
        let shape = Shape { equalities: Echelon::new(equalities), inequalities: Vec::new() };
        Polyhedron::from_shape(coordinates.len(), Some(shape))
    }

    pub fn dimensions(&self) -> usize {
        self.dimensions
    }

    pub fn is_empty(&self) -> bool {
        self.shape.is_none()
    }

    pub fn is_universe(&self) -> bool {
        self.shape.as_ref().is_some_and(|shape| shape.equalities.rank() == 0 && shape.inequalities.is_empty())
    }

    /// Dimension of the affine hull, `None` if empty.
    pub fn affine_dimension(&self) -> Option<usize> {
        self.shape.as_ref().map(|shape| self.dimensions - shape.equalities.rank())
    }

    /// The independent equalities that hold; a contradiction for the empty polyhedron.
    pub fn equalities(&self) -> Vec<Constraint> {
        match &self.shape {
            None => vec![Constraint::falsum()],
            Some(shape) => {
                let rows = shape.equalities.rows.iter();
                rows.map(|row| constraint_of(row, Relation::Equal).normalized()).collect()
            }
        }
    }

    /// The irredundant inequalities, besides the equalities.
    pub fn inequalities(&self) -> Vec<Constraint> {
        let rows = self.shape.iter().flat_map(|shape| &shape.inequalities);
        rows.map(|row| constraint_of(row, Relation::LessOrEqual)).collect()
    }

    /// All constraints: equalities first.
    pub fn constraints(&self) -> Vec<Constraint> {
        let mut constraints = self.equalities();
        constraints.extend(self.inequalities());
        constraints
    }

    /// The part that satisfies some more constraints.
    pub fn with<'a>(&self, constraints: impl IntoIterator<Item = &'a Constraint>) -> Polyhedron {
        let Some(shape) = &self.shape else { return self.clone() };
        let Shape { mut equalities, mut inequalities } = shape.clone();
        let mut strict = Vec::new();
        for constraint in constraints {
            let row = row_of(self.dimensions, &constraint.term, &constraint.bound);
            match constraint.relation {
                Relation::Equal => {
                    equalities.insert(row);
                }
                Relation::LessOrEqual => inequalities.push(row),
                Relation::Less => {
                    strict.push(constraint);
                    inequalities.push(row);
                }
            }
        }
        let closed =
            Polyhedron::from_shape(self.dimensions, minimize::canonical(self.dimensions, equalities, inequalities));
        // The closure touches a strict bound everywhere only if nothing satisfies it.
        let contradicts = |constraint: &&Constraint| {
            closed.entails(&Constraint::at_least(constraint.term.clone(), constraint.bound.clone()))
        };
        if strict.iter().any(contradicts) { Polyhedron::empty(self.dimensions) } else { closed }
    }

    /// A superset with fewer details: without the constraints that have a coefficient larger than `largest`, and of the rest
    /// only as many as allowed, those with few variables first.
    pub fn simplified(&self, largest: i64, most: usize) -> Polyhedron {
        let largest = Integer::from(largest);
        let is_small = |c: &Constraint| c.term.entries().iter().all(|(_, factor)| factor.abs() <= largest);
        let all = self.constraints();
        let mut kept: Vec<&Constraint> = all.iter().filter(|c| is_small(c)).collect();
        kept.sort_by_key(|c| (c.relation != Relation::Equal, c.term.entries().len()));
        kept.truncate(most);
        if self.is_empty() || kept.len() == all.len() {
            return self.clone();
        }
        Polyhedron::new(self.dimensions, kept)
    }

    /// Intersection.
    pub fn meet(&self, other: &Polyhedron) -> Polyhedron {
        match (&self.shape, &other.shape) {
            (Some(left), Some(right)) => {
                let mut equalities = left.equalities.clone();
                right.equalities.rows.iter().for_each(|row| {
                    equalities.insert(row.clone());
                });
                let inequalities = left.inequalities.iter().chain(&right.inequalities).cloned().collect();
                let shape = minimize::canonical(self.dimensions, equalities, inequalities);
                Polyhedron::from_shape(self.dimensions, shape)
            }
            _ => Polyhedron::empty(self.dimensions),
        }
    }

    /// A simplex holding the constraints; contradictory for the empty polyhedron.
    fn simplex(&self) -> Simplex {
        let mut simplex = Simplex::new(self.dimensions);
        let Some(shape) = &self.shape else { return simplex };
        let equalities = shape.equalities.rows.iter().map(|row| constraint_of(row, Relation::Equal));
        let inequalities = shape.inequalities.iter().map(|row| constraint_of(row, Relation::LessOrEqual));
        for (reason, constraint) in equalities.chain(inequalities).enumerate() {
            simplex.assert(&constraint, reason).expect("a nonempty polyhedron has no direct contradictions");
        }
        simplex
    }

    /// Does every point satisfy the constraint?
    pub fn entails(&self, constraint: &Constraint) -> bool {
        self.entails_all([constraint])
    }

    /// Does every point satisfy all the constraints?
    pub fn entails_all<'a>(&self, constraints: impl IntoIterator<Item = &'a Constraint>) -> bool {
        if self.is_empty() {
            return true;
        }
        let mut simplex = self.simplex();
        constraints.into_iter().all(|constraint| simplex.entails(constraint))
    }

    /// Is `other` a subset?
    pub fn includes(&self, other: &Polyhedron) -> bool {
        other.is_empty() || (!self.is_empty() && (self == other || other.entails_all(&self.constraints())))
    }

    pub fn contains(&self, point: &[Rational]) -> bool {
        !self.is_empty() && self.constraints().iter().all(|constraint| constraint.holds_at(point))
    }

    /// Supremum of a term; `None` if empty.
    pub fn maximum(&self, term: &LinearTerm) -> Option<Optimum> {
        if self.is_empty() {
            return None;
        }
        self.simplex().maximize(term).ok()
    }

    /// Infimum of a term; `None` if empty.
    pub fn minimum(&self, term: &LinearTerm) -> Option<Optimum> {
        if self.is_empty() {
            return None;
        }
        self.simplex().minimize(term).ok()
    }

    /// Some point, `None` if empty.
    pub fn sample(&self) -> Option<Vec<Rational>> {
        if self.is_empty() {
            return None;
        }
        let mut simplex = self.simplex();
        simplex.check().ok().map(|()| simplex.model())
    }

    /// The smallest affine space around it.
    pub fn affine_hull(&self) -> Polyhedron {
        let shape = self.shape.as_ref();
        let shape = shape.map(|shape| Shape { equalities: shape.equalities.clone(), inequalities: Vec::new() });
        Polyhedron::from_shape(self.dimensions, shape)
    }

    /// The directions in which it goes on for ever (as a cone with apex at the origin); empty if it is.
    pub fn recession_cone(&self) -> Polyhedron {
        let Some(shape) = &self.shape else { return self.clone() };
        let homogeneous = |row: &Row| {
            let mut row = row.clone();
            row[0] = Integer::ZERO;
            row
        };
        let equalities = shape.equalities.rows.iter().map(homogeneous).collect();
        Polyhedron::from_rows(self.dimensions, equalities, shape.inequalities.iter().map(homogeneous).collect())
    }

    /// Every constraint tightened to its integer points ([`Constraint::tightened`]); between it and the integer hull.
    pub fn tightened(&self) -> Polyhedron {
        let tightened: Vec<Constraint> = self.constraints().iter().map(Constraint::tightened).collect();
        if tightened == self.constraints() {
            return self.clone();
        }
        Polyhedron::new(self.dimensions, &tightened)
    }

    /// The minimal generators; `None` if there are more than `limit` rays and points.
    pub fn generators_within(&self, limit: usize) -> Option<Arc<Generators>> {
        if let Some(known) = self.generators.get() {
            return Some(known.clone());
        }
        let computed = Arc::new(Generators::compute(self.dimensions, self.shape.as_ref(), limit).ok()?);
        Some(self.generators.get_or_init(|| computed).clone())
    }

    /// The minimal generators, however many.
    pub fn generators(&self) -> Arc<Generators> {
        self.generators_within(usize::MAX).expect("there is no limit to exceed")
    }

    /// A copy in a space of `dimensions` dimensions where dimension `i` is called `names[i]`; all others are free.
    pub fn embedded(&self, dimensions: usize, names: &[Dimension]) -> Polyhedron {
        let Some(shape) = &self.shape else { return Polyhedron::empty(dimensions) };
        let rename = |row: &Row| {
            let mut renamed = vec![Integer::ZERO; dimensions + 1];
            renamed[0] = row[0].clone();
            for (at, name) in names.iter().enumerate() {
                renamed[name + 1] = row[at + 1].clone();
            }
            renamed
        };
        let equalities = shape.equalities.rows.iter().map(rename).collect();
        Polyhedron::from_rows(dimensions, equalities, shape.inequalities.iter().map(rename).collect())
    }

    /// The set of values that the affine forms `term + constant` take on it, one dimension for each form.
    pub fn image(&self, forms: &[(LinearTerm, Integer)]) -> Polyhedron {
        let total = forms.len() + self.dimensions;
        let names: Vec<Dimension> = (forms.len()..total).collect();
        let definitions: Vec<Constraint> = forms
            .iter()
            .enumerate()
            .map(|(at, (term, constant))| {
                let shifted = term.renamed(|dimension| names[dimension]).negated();
                Constraint::equal(shifted.plus(&LinearTerm::variable(at)), constant.clone())
            })
            .collect();
        let keep: Vec<Dimension> = (0..forms.len()).collect();
        self.embedded(total, &names).with(&definitions).project_onto(&keep)
    }
}

impl fmt::Display for Polyhedron {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let constraints: Vec<String> = self.constraints().iter().map(Constraint::to_string).collect();
        write!(f, "{{{}}}", constraints.join(", "))
    }
}

impl fmt::Debug for Polyhedron {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
