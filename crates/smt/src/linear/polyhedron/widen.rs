//! The standard widening (Halbwachs 1979).

use super::Polyhedron;
use crate::linear::constraint::{Constraint, Relation};

impl Polyhedron {
    /// `self ∇ other`, for `other ⊇ self`: the constraints of `self` that `other` satisfies, and those of `other` that can replace one of `self`.
    /// A chain of widenings is finite.
    pub fn widen(&self, other: &Polyhedron) -> Polyhedron {
        if self.is_empty() || other.is_empty() {
            return if self.is_empty() { other.clone() } else { self.clone() };
        }
        let mine = halves(&self.constraints());
        let mut simplex = other.simplex();
        let mut kept: Vec<Constraint> = mine.iter().filter(|constraint| simplex.entails(constraint)).cloned().collect();
        for candidate in halves(&other.constraints()) {
            if !mine.contains(&candidate) && replaces_one(self.dimensions, &mine, &candidate) {
                kept.push(candidate);
            }
        }
        Polyhedron::new(self.dimensions, &kept)
    }
}

/// Equalities as two inequalities.
fn halves(constraints: &[Constraint]) -> Vec<Constraint> {
    let mut result = Vec::with_capacity(constraints.len());
    for constraint in constraints {
        result.push(Constraint::at_most(constraint.term.clone(), constraint.bound.clone()));
        if constraint.relation == Relation::Equal {
            result.push(Constraint::at_least(constraint.term.clone(), constraint.bound.clone()));
        }
    }
    result
}

/// Is there a constraint among `mine` that `candidate` can stand in for without changing the set? The candidate holds on it.
fn replaces_one(dimensions: usize, mine: &[Constraint], candidate: &Constraint) -> bool {
    (0..mine.len()).any(|dropped| {
        let others = mine.iter().enumerate().filter(|(at, _)| *at != dropped).map(|(_, constraint)| constraint);
        Polyhedron::new(dimensions, others.chain([candidate])).entails(&mine[dropped])
    })
}
