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
        match interior(dimensions, &inequalities) {
            Interior::Nonempty(inside) => {
                let inequalities = irredundant(dimensions, inequalities, &inside);
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
    /// All of them have a common solution.
    Nonempty(Vec<Rational>),
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
    let Err(certificate) = outcome.and_then(|()| simplex.check()) else {
        return Interior::Nonempty(simplex.model());
    };
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

/// Drops every inequality that the others imply, given a point strictly inside all of them (Clarkson, "More output-sensitive geometric
/// algorithms", FOCS 1994): a candidate is tested against the inequalities known to be needed only. A point that escapes it is sought in
/// the line of sight from inside, and the first inequality on that line is needed.
fn irredundant(dimensions: usize, inequalities: Vec<Row>, inside: &[Rational]) -> Vec<Row> {
    let constraints: Vec<Constraint> =
        inequalities.iter().map(|row| constraint_of(row, Relation::LessOrEqual)).collect();
    let room: Vec<Rational> = constraints
        .iter()
        .map(|constraint| &Rational::from(&constraint.bound) - &constraint.term.evaluate(inside))
        .collect();
    let mut needed = only_stops(&inequalities);
    let mut doubtful = Vec::new();
    let mut simplex = Simplex::new(dimensions);
    let consistent = "inequalities with a common interior point do not contradict";
    for (at, constraint) in constraints.iter().enumerate().filter(|(at, _)| needed[*at]) {
        simplex.assert(constraint, at).expect(consistent);
    }
    for candidate in 0..constraints.len() {
        while !needed[candidate]
            && let Some(outside) = simplex.escape(&constraints[candidate])
        {
            let (hit, alone) = first_hit(&constraints, &room, inside, &outside);
            if !alone {
                doubtful.push(hit);
            }
            needed[hit] = true;
            simplex.assert(&constraints[hit], hit).expect(consistent);
        }
    }
    for at in doubtful {
        simplex.check().expect(consistent);
        needed[at] = !simplex.drop_if_redundant(&constraints[at]);
    }
    let mut keep = needed.into_iter();
    inequalities.into_iter().filter(|_| keep.next() == Some(true)).collect()
}

/// The inequality that a walk from inside to a point outside violates first, and whether it is the only one at that place.
fn first_hit(
    constraints: &[Constraint],
    room: &[Rational],
    inside: &[Rational],
    outside: &[Rational],
) -> (usize, bool) {
    let direction: Vec<Rational> = outside.iter().zip(inside).map(|(to, from)| to - from).collect();
    let mut best: Option<(Rational, usize, bool)> = None;
    for (at, constraint) in constraints.iter().enumerate() {
        let speed = constraint.term.evaluate(&direction);
        if !speed.is_positive() {
            continue;
        }
        let time = &room[at] / &speed;
        best = match best {
            Some((first, hit, _)) if time == first => Some((first, hit, false)),
            Some(earlier) if time > earlier.0 => Some(earlier),
            _ => Some((time, at, true)),
        };
    }
    let (_, hit, alone) = best.expect("the walk leaves the polyhedron");
    (hit, alone)
}

/// Inequalities that alone stop some variable in one direction: they are needed.
fn only_stops(inequalities: &[Row]) -> Vec<bool> {
    let uses = occurrences(inequalities);
    let alone = |row: &Row| {
        row[1..].iter().enumerate().any(|(at, a)| !a.is_zero() && uses[at][usize::from(a.is_positive())] == 1)
    };
    inequalities.iter().map(alone).collect()
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
        Interior::Nonempty(inside) => irredundant(dimensions, inequalities, &inside),
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
