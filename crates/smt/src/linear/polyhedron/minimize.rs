//! Canonical form of a system of rows: contradictions, implied equalities and redundant inequalities found by simplex.

use std::collections::BTreeMap;

use super::{Shape, constraint_of};
use crate::linear::constraint::{LinearTerm, Relation};
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
        match interior(dimensions, &inequalities) {
            Interior::Nonempty(mut simplex) => {
                let inequalities = irredundant(&mut simplex, inequalities);
                return Some(Shape { equalities, inequalities });
            }
            Interior::Equalities(implied) => absorb(&mut equalities, implied),
            Interior::Infeasible => return None,
        };
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

/// What the strict versions of some inequalities say.
enum Interior {
    /// All of them have a common solution; the simplex is at one.
    Nonempty(Simplex),
    /// These inequalities hold with equality everywhere.
    Equalities(Vec<Row>),
    Infeasible,
}

/// Looks for a point inside. If there is none, a certificate adds some inequalities up to `0 < 0` (or worse): each of those then is an equality.
fn interior(dimensions: usize, inequalities: &[Row]) -> Interior {
    let mut simplex = Simplex::new(dimensions);
    let mut outcome = Ok(());
    for (reason, row) in inequalities.iter().enumerate() {
        outcome = outcome.and_then(|()| simplex.assert(&constraint_of(row, Relation::Less), reason));
    }
    let Err(certificate) = outcome.and_then(|()| simplex.check()) else { return Interior::Nonempty(simplex) };
    let mut sum = Rational::ZERO;
    for (position, weight) in &certificate.multipliers {
        sum.add_product(weight, &Rational::from(&inequalities[*position][0]));
    }
    match sum.is_negative() {
        true => Interior::Infeasible,
        false => {
            Interior::Equalities(certificate.multipliers.iter().map(|(at, _)| inequalities[*at].clone()).collect())
        }
    }
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

/// Drops redundant rows of a consistent system. Leaves it alone if it has implied equalities: those are for the caller to find.
pub(super) fn without_redundancy(dimensions: usize, inequalities: Vec<Row>) -> Vec<Row> {
    match interior(dimensions, &inequalities) {
        Interior::Nonempty(mut simplex) => irredundant(&mut simplex, inequalities),
        _ => inequalities,
    }
}

/// Greatest constant `c` with `term >= c` on the system, if bounded.
pub(super) fn infimum(simplex: &mut Simplex, term: &LinearTerm) -> Option<Rational> {
    match simplex.minimize(term) {
        Ok(Optimum::Bounded { value, .. }) => Some(value),
        _ => None,
    }
}
