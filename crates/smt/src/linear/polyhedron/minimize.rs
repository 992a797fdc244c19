//! Canonical form of a system of rows: contradictions, implied equalities and redundant inequalities found by simplex.

use std::collections::BTreeMap;

use super::{Shape, constraint_of};
use crate::linear::constraint::{Constraint, LinearTerm, Relation};
use crate::linear::integer::Integer;
use crate::linear::matrix::{Echelon, Row, content, is_zero, make_primitive};
use crate::linear::rational::Rational;
use crate::linear::simplex::{Optimum, Simplex};

/// The canonical form of a conjunction, `None` if it is contradictory.
pub(super) fn canonical(dimensions: usize, mut equalities: Echelon, mut inequalities: Vec<Row>) -> Option<Shape> {
    loop {
        let (rows, found) = strongest(&equalities, inequalities)?;
        inequalities = rows;
        if absorb(&mut equalities, found) {
            continue;
        }
        let mut simplex = feasible(dimensions, &inequalities)?;
        let implied = implied_equalities(&mut simplex, &inequalities);
        if !absorb(&mut equalities, implied) {
            let inequalities = irredundant(&mut simplex, inequalities);
            return Some(Shape { equalities, inequalities });
        }
    }
}

/// Adds equalities; true if that changed anything.
fn absorb(equalities: &mut Echelon, found: Vec<Row>) -> bool {
    let mut changed = false;
    for row in found {
        changed |= equalities.insert(row);
    }
    changed
}

/// Reduces the rows modulo the equalities and keeps the strongest of parallel ones. Also returns the equalities that opposite
/// rows make; `None` on a visible contradiction. The result is sorted.
pub(super) fn strongest(equalities: &Echelon, rows: Vec<Row>) -> Option<(Vec<Row>, Vec<Row>)> {
    if equalities.pivots.first() == Some(&0) {
        return None;
    }
    let mut best: BTreeMap<Row, Rational> = BTreeMap::new();
    for mut row in rows {
        equalities.reduce(&mut row);
        if is_zero(&row[1..]) {
            if row[0].is_negative() {
                return None;
            }
            continue;
        }
        let scale = content(&row[1..]);
        let constant = Rational::new(&row[0], &scale);
        row[0] = Integer::ZERO;
        make_primitive(&mut row);
        match best.entry(row) {
            std::collections::btree_map::Entry::Vacant(slot) => {
                slot.insert(constant);
            }
            std::collections::btree_map::Entry::Occupied(mut slot) => {
                if constant < *slot.get() {
                    slot.insert(constant);
                }
            }
        }
    }
    let mut found = Vec::new();
    for (direction, constant) in &best {
        let opposite: Row = direction.iter().map(|entry| -entry).collect();
        if opposite < *direction {
            continue;
        }
        if let Some(other) = best.get(&opposite) {
            match (constant + other).signum() {
                -1 => return None,
                0 => found.push(with_constant(direction, constant)),
                _ => {}
            }
        }
    }
    let mut result: Vec<Row> = best.iter().map(|(direction, constant)| with_constant(direction, constant)).collect();
    result.sort();
    Some((result, found))
}

fn with_constant(direction: &Row, constant: &Rational) -> Row {
    let denominator = constant.denominator();
    let mut row: Row = match denominator.is_one() {
        true => direction.clone(),
        false => direction.iter().map(|entry| entry * &denominator).collect(),
    };
    row[0] = constant.numerator();
    row
}

/// A feasible simplex over the inequalities, by position.
fn feasible(dimensions: usize, inequalities: &[Row]) -> Option<Simplex> {
    let mut simplex = Simplex::new(dimensions);
    for (reason, row) in inequalities.iter().enumerate() {
        simplex.assert(&constraint_of(row, Relation::LessOrEqual), reason).ok()?;
    }
    simplex.check().ok()?;
    Some(simplex)
}

/// Inequalities that no solution satisfies strictly. Every point met on the way clears those it satisfies strictly.
fn implied_equalities(simplex: &mut Simplex, inequalities: &[Row]) -> Vec<Row> {
    let mut candidates: Vec<(usize, Constraint)> =
        inequalities.iter().map(|row| constraint_of(row, Relation::LessOrEqual)).enumerate().collect();
    let clear = |candidates: &mut Vec<(usize, Constraint)>, simplex: &Simplex| {
        let point = simplex.model();
        candidates.retain(|(_, constraint)| constraint.term.evaluate(&point) == Rational::from(&constraint.bound));
    };
    clear(&mut candidates, simplex);
    let mut implied = Vec::new();
    while let Some((position, constraint)) = candidates.pop() {
        let opposite = Constraint::at_least(constraint.term.clone(), constraint.bound.clone());
        if simplex.entails(&opposite) {
            implied.push(inequalities[position].clone());
        } else {
            clear(&mut candidates, simplex);
        }
    }
    implied
}

/// Drops every inequality that the remaining ones imply. Equalities must have been taken out.
pub(super) fn irredundant(simplex: &mut Simplex, inequalities: Vec<Row>) -> Vec<Row> {
    let mut uses = occurrences(&inequalities);
    let mut kept = Vec::with_capacity(inequalities.len());
    for row in inequalities {
        // The only row that stops some variable in one direction is needed.
        let needed =
            row[1..].iter().enumerate().any(|(at, a)| !a.is_zero() && uses[at][usize::from(a.is_positive())] == 1);
        if !needed && simplex.drop_if_redundant(&constraint_of(&row, Relation::LessOrEqual)) {
            for (at, a) in row[1..].iter().enumerate().filter(|(_, a)| !a.is_zero()) {
                uses[at][usize::from(a.is_positive())] -= 1;
            }
        } else {
            kept.push(row);
        }
    }
    kept
}

/// How often each variable occurs with negative and with positive coefficient.
fn occurrences(rows: &[Row]) -> Vec<[usize; 2]> {
    let mut uses = vec![[0, 0]; rows.first().map_or(0, |row| row.len() - 1)];
    for row in rows {
        for (at, a) in row[1..].iter().enumerate().filter(|(_, a)| !a.is_zero()) {
            uses[at][usize::from(a.is_positive())] += 1;
        }
    }
    uses
}

/// A simplex over sorted, equality-free rows known to be consistent, with redundant ones dropped.
pub(super) fn without_redundancy(dimensions: usize, inequalities: Vec<Row>) -> Vec<Row> {
    match feasible(dimensions, &inequalities) {
        Some(mut simplex) => irredundant(&mut simplex, inequalities),
        None => inequalities,
    }
}

/// Greatest constant `c` with `term >= c` on the system, if bounded.
pub(super) fn infimum(simplex: &mut Simplex, term: &LinearTerm) -> Option<Rational> {
    match simplex.minimize(term) {
        Ok(Optimum::Bounded { value, .. }) => Some(value),
        _ => None,
    }
}
