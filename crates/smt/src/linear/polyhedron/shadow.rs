//! The shadow of a large sparse system on few dimensions, without making the polyhedron of the whole system first.
//!
//! Formulas of programs have hundreds of variables that are defined by equalities or have nothing to do with what is asked.
//! Equalities are substituted row by row, variables that are bounded on one side only are dropped with their rows, and only what
//! is connected to the kept dimensions is left for Fourier–Motzkin.

use std::collections::BTreeSet;

use super::Polyhedron;
use crate::linear::constraint::{Constraint, Dimension, LinearTerm, Relation};

impl Polyhedron {
    /// The shadow on the dimensions `0..kept` of a system that has a solution.
    pub fn shadow(kept: usize, mut constraints: Vec<Constraint>) -> Polyhedron {
        loop {
            substitute_equalities(kept, &mut constraints);
            if !drop_one_sided(kept, &mut constraints) {
                break;
            }
        }
        let constraints = connected(kept, constraints);
        let others: BTreeSet<Dimension> = others(kept, &constraints).collect();
        let others: Vec<Dimension> = others.into_iter().collect();
        let place = |dimension: Dimension| match dimension < kept {
            true => dimension,
            false => kept + others.partition_point(|&other| other < dimension),
        };
        let renamed: Vec<Constraint> =
            constraints.iter().map(|c| Constraint::new(c.term.renamed(place), c.relation, c.bound.clone())).collect();
        let whole = Polyhedron::new(kept + others.len(), &renamed);
        whole.project_onto(&(0..kept).collect::<Vec<_>>())
    }
}

/// The dimensions that are not kept, once for each time they are mentioned.
fn others(kept: usize, constraints: &[Constraint]) -> impl Iterator<Item = Dimension> + '_ {
    let mentioned = constraints.iter().flat_map(|c| c.term.entries().iter().map(|entry| entry.0));
    mentioned.filter(move |&dimension| dimension >= kept)
}

/// Solves equalities for dimensions that are not kept, shortest ones first.
fn substitute_equalities(kept: usize, constraints: &mut Vec<Constraint>) {
    loop {
        let pivots = constraints.iter().enumerate().filter(|(_, c)| {
            c.relation == Relation::Equal && c.term.entries().last().is_some_and(|entry| entry.0 >= kept)
        });
        let Some((chosen, _)) = pivots.min_by_key(|(_, c)| c.term.entries().len()) else { return };
        let pivot = constraints.swap_remove(chosen);
        let entries = pivot.term.entries().iter().filter(|entry| entry.0 >= kept);
        let (dimension, coefficient) =
            entries.min_by_key(|entry| entry.1.abs()).expect("the last entry is not kept").clone();
        for constraint in constraints.iter_mut() {
            let here = constraint.term.coefficient(dimension);
            if here.is_zero() {
                continue;
            }
            // |c|·row − sign(c)·here·pivot: the row's factor is positive, so inequalities stay what they are.
            let common = here.gcd(&coefficient);
            let factor = coefficient.abs().div_exact(&common);
            let mut other = (-&here).div_exact(&common);
            if coefficient.is_negative() {
                other = -&other;
            }
            let term = constraint.term.scaled(&factor).plus(&pivot.term.scaled(&other));
            let bound = &(&constraint.bound * &factor) + &(&pivot.bound * &other);
            *constraint = Constraint::new(term, constraint.relation, bound).normalized();
        }
        constraints.retain(|c| !c.term.is_zero());
    }
}

/// Drops rows with a dimension that only inequalities of one direction mention: it can always be chosen large or small enough.
fn drop_one_sided(kept: usize, constraints: &mut Vec<Constraint>) -> bool {
    let last = others(kept, constraints).max();
    let Some(last) = last else { return false };
    // By dimension: bounded from above, from below.
    let mut sides = vec![(false, false); last + 1];
    for constraint in constraints.iter() {
        for (dimension, coefficient) in constraint.term.entries() {
            let (above, below) = &mut sides[*dimension];
            let equal = constraint.relation == Relation::Equal;
            *above |= equal || coefficient.is_positive();
            *below |= equal || coefficient.is_negative();
        }
    }
    let one_sided = |term: &LinearTerm| {
        term.entries().iter().any(|(dimension, _)| *dimension >= kept && sides[*dimension] != (true, true))
    };
    let before = constraints.len();
    constraints.retain(|c| !one_sided(&c.term));
    constraints.len() < before
}

/// The rows that share dimensions, directly or through others, with the kept ones.
fn connected(kept: usize, constraints: Vec<Constraint>) -> Vec<Constraint> {
    let mut reached: BTreeSet<Dimension> = (0..kept).collect();
    let mut rest = constraints;
    let mut found = Vec::new();
    loop {
        let (now, later): (Vec<_>, Vec<_>) =
            rest.into_iter().partition(|c| c.term.entries().iter().any(|entry| reached.contains(&entry.0)));
        if now.is_empty() {
            return found;
        }
        reached.extend(now.iter().flat_map(|c| c.term.entries().iter().map(|entry| entry.0)));
        found.extend(now);
        rest = later;
    }
}
