//! Affine integer lattices: the domain of linear equalities and congruences (Granger 1991), grown point by point.
//!
//! A lattice is a base point and a basis of differences in Hermite normal form, the base reduced modulo the basis; so equal
//! lattices are equal data. Equalities and congruences are read off the dual basis.

use std::fmt;

use super::constraint::{Constraint, LinearTerm};
use super::integer::Integer;
use super::matrix::{Hermite, Row, dot, kernel, subtract_multiple};
use super::rational::Rational;

/// `term ≡ residue (mod modulus)`, with a modulus of at least two, residue and coefficients reduced.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Congruence {
    pub term: LinearTerm,
    pub residue: Integer,
    pub modulus: Integer,
}

impl fmt::Display for Congruence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} = {} (mod {})", self.term, self.residue, self.modulus)
    }
}

/// A set `base + ℤ·b₁ + … + ℤ·bᵣ` of integer points, possibly empty.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Lattice {
    dimensions: usize,
    base: Option<Row>,
    basis: Hermite,
}

impl Lattice {
    pub fn empty(dimensions: usize) -> Lattice {
        Lattice { dimensions, base: None, basis: Hermite::default() }
    }

    /// All integer points.
    pub fn universe(dimensions: usize) -> Lattice {
        let unit = |axis: usize| (0..dimensions).map(|at| Integer::from(i64::from(at == axis))).collect();
        let basis = Hermite::new((0..dimensions).map(unit));
        Lattice { dimensions, base: Some(vec![Integer::ZERO; dimensions]), basis }
    }

    /// The integer solutions of the equalities among some constraints (inequalities with variables are ignored) and of congruences.
    pub fn solutions(dimensions: usize, constraints: &[Constraint], congruences: &[Congruence]) -> Lattice {
        let mut lattice = Lattice::universe(dimensions);
        for constraint in constraints.iter().filter(|constraint| constraint.restricts_affinely()) {
            lattice = lattice.restricted(&constraint.term, &constraint.bound, &Integer::ZERO);
        }
        for congruence in congruences {
            lattice = lattice.restricted(&congruence.term, &congruence.residue, &congruence.modulus);
        }
        lattice
    }

    pub fn dimensions(&self) -> usize {
        self.dimensions
    }

    pub fn is_empty(&self) -> bool {
        self.base.is_none()
    }

    /// Number of independent directions.
    pub fn rank(&self) -> usize {
        self.basis.rank()
    }

    /// Grows to the smallest lattice that also contains the point; false if it did already.
    pub fn add_point(&mut self, point: &[Integer]) -> bool {
        match &self.base {
            None => {
                self.base = Some(point.to_vec());
                true
            }
            Some(base) => self.add_direction(difference(point, base)),
        }
    }

    fn add_direction(&mut self, direction: Row) -> bool {
        let grown = self.basis.insert(direction);
        if grown {
            self.reduce_base();
        }
        grown
    }

    fn reduce_base(&mut self) {
        let Some(base) = &mut self.base else { return };
        for (row, pivot) in self.basis.rows.iter().zip(&self.basis.pivots) {
            let quotient = base[*pivot].div_floor(&row[*pivot]);
            subtract_multiple(base, &quotient, row);
        }
    }

    /// The smallest lattice around both.
    pub fn join(&self, other: &Lattice) -> Lattice {
        let Some(base) = &other.base else { return self.clone() };
        if self.is_empty() {
            return other.clone();
        }
        let mut joined = self.clone();
        joined.add_point(base);
        other.basis.rows.iter().for_each(|row| {
            joined.add_direction(row.clone());
        });
        joined
    }

    /// Intersection.
    pub fn meet(&self, other: &Lattice) -> Lattice {
        let mut result = self.clone();
        for equality in other.equalities() {
            result = result.restricted(&equality.term, &equality.bound, &Integer::ZERO);
        }
        for congruence in other.congruences() {
            result = result.restricted(&congruence.term, &congruence.residue, &congruence.modulus);
        }
        result
    }

    pub fn contains(&self, point: &[Integer]) -> bool {
        self.base.as_ref().is_some_and(|base| self.basis.contains(&difference(point, base)))
    }

    pub fn includes(&self, other: &Lattice) -> bool {
        other.base.as_ref().is_none_or(|base| self.contains(base))
            && other.basis.rows.iter().all(|row| self.basis.contains(row))
    }

    /// The points with `term ≡ bound (mod modulus)`; modulus zero means equality.
    fn restricted(&self, term: &LinearTerm, bound: &Integer, modulus: &Integer) -> Lattice {
        let Some(base) = &self.base else { return self.clone() };
        let mut normal = vec![Integer::ZERO; self.dimensions];
        term.entries().iter().for_each(|(dimension, c)| normal[*dimension] = c.clone());
        let missing = bound - &dot(&normal, base);
        let (step, mut basis) = split_by_value(&self.basis.rows, &normal);
        let height = step.as_ref().map_or(Integer::ZERO, |step| dot(&normal, step));
        // steps·height + multiple·modulus = missing
        let (divisor, inverse, _) = height.extended_gcd(modulus);
        if divisor.is_zero() {
            return if missing.is_zero() { self.clone() } else { Lattice::empty(self.dimensions) };
        }
        let (quotient, remainder) = missing.div_rem_floor(&divisor);
        if !remainder.is_zero() {
            return Lattice::empty(self.dimensions);
        }
        let mut base = base.clone();
        if let Some(step) = step {
            subtract_multiple(&mut base, &-(&inverse * &quotient), &step);
            let period = modulus.div_exact(&divisor);
            basis.push(step.iter().map(|entry| entry * &period).collect());
        }
        let mut lattice = Lattice { dimensions: self.dimensions, base: Some(base), basis: Hermite::new(basis) };
        lattice.reduce_base();
        lattice
    }

    /// Independent equalities that hold; a contradiction if empty.
    pub fn equalities(&self) -> Vec<Constraint> {
        let Some(base) = &self.base else { return vec![Constraint::falsum()] };
        let rows = kernel(self.basis.rows.iter().cloned(), self.dimensions);
        rows.into_iter()
            .map(|row| {
                let bound = dot(&row, base);
                Constraint::equal(LinearTerm::new(row.into_iter().enumerate()), bound).normalized()
            })
            .collect()
    }

    /// The congruences that, together with the equalities, describe the lattice.
    ///
    /// A point is `base + k·B`; in the pivot columns `B` is triangular, so each kᵢ is a rational form of the point, and has to be an integer.
    pub fn congruences(&self) -> Vec<Congruence> {
        let Some(base) = &self.base else { return Vec::new() };
        let rank = self.basis.rank();
        let mut forms: Vec<Vec<Rational>> = Vec::with_capacity(rank);
        for (index, pivot) in self.basis.pivots.iter().enumerate() {
            let mut form = vec![Rational::ZERO; rank];
            form[index] = Rational::ONE;
            for (earlier, row) in forms.iter().zip(&self.basis.rows) {
                let factor = -Rational::from(&row[*pivot]);
                form.iter_mut().zip(earlier).for_each(|(entry, other)| entry.add_product(&factor, other));
            }
            let scale = Rational::from(&self.basis.rows[index][*pivot]).recip();
            form.iter_mut().for_each(|entry| *entry = &*entry * &scale);
            forms.push(form);
        }
        forms.iter().filter_map(|form| self.integrality(form, base)).collect()
    }

    /// `form·(x - base)` over the pivot columns is an integer, as a congruence; `None` if that is always so.
    fn integrality(&self, form: &[Rational], base: &Row) -> Option<Congruence> {
        let modulus = form.iter().fold(Integer::ONE, |lcm, entry| lcm.lcm(&entry.denominator()));
        if modulus.is_one() {
            return None;
        }
        let scale = Rational::from(&modulus);
        let mut normal = vec![Integer::ZERO; self.dimensions];
        for (entry, pivot) in form.iter().zip(&self.basis.pivots) {
            normal[*pivot] = (entry * &scale).numerator().rem_floor(&modulus);
        }
        let residue = dot(&normal, base).rem_floor(&modulus);
        Some(Congruence { term: LinearTerm::new(normal.into_iter().enumerate()), residue, modulus })
    }
}

fn difference(left: &[Integer], right: &[Integer]) -> Row {
    left.iter().zip(right).map(|(a, b)| a - b).collect()
}

/// Another basis of the same lattice in which at most one vector, the first result, has a nonzero product with the normal.
fn split_by_value(basis: &[Row], normal: &[Integer]) -> (Option<Row>, Vec<Row>) {
    let mut step: Option<Row> = None;
    let mut flat = Vec::with_capacity(basis.len());
    for row in basis {
        let value = dot(row, normal);
        if value.is_zero() {
            flat.push(row.clone());
            continue;
        }
        let Some(current) = step.take() else {
            step = Some(row.clone());
            continue;
        };
        let height = dot(&current, normal);
        let (divisor, s, t) = height.extended_gcd(&value);
        let (a, b) = (height.div_exact(&divisor), -value.div_exact(&divisor));
        flat.push(current.iter().zip(row).map(|(x, y)| Integer::combine(&b, x, &a, y)).collect());
        step = Some(current.iter().zip(row).map(|(x, y)| Integer::combine(&s, x, &t, y)).collect());
    }
    (step, flat)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::linear::random::Random;

    const SIDE: i64 = 5;

    fn cube(dimensions: usize) -> Vec<Row> {
        let mut points: Vec<Row> = vec![Vec::new()];
        for _ in 0..dimensions {
            let extend = |point: &Row| {
                (-SIDE..=SIDE).map(|x| [point.as_slice(), &[Integer::from(x)]].concat()).collect::<Vec<_>>()
            };
            points = points.iter().flat_map(extend).collect();
        }
        points
    }

    fn value(term: &LinearTerm, point: &Row) -> Integer {
        term.entries().iter().fold(Integer::ZERO, |sum, (at, c)| &sum + &(c * &point[*at]))
    }

    fn satisfies(lattice: &Lattice, point: &Row) -> bool {
        lattice
            .equalities()
            .iter()
            .all(|equality| value(&equality.term, point) == equality.bound && !equality.term.is_zero())
            && lattice.congruences().iter().all(|congruence| {
                (&value(&congruence.term, point) - &congruence.residue).rem_floor(&congruence.modulus).is_zero()
            })
    }

    fn random_lattice(random: &mut Random, dimensions: usize) -> Lattice {
        let mut lattice = Lattice::empty(dimensions);
        for _ in 0..random.below(5) {
            let point: Row = (0..dimensions).map(|_| Integer::from(random.range(-4, 4))).collect();
            assert_eq!(lattice.contains(&point), !lattice.add_point(&point));
        }
        lattice
    }

    #[test]
    fn equalities_and_congruences_describe_the_lattice() {
        let mut random = Random::new(40);
        for _ in 0..150 {
            let dimensions = 1 + random.below(3);
            let lattice = random_lattice(&mut random, dimensions);
            for point in cube(dimensions) {
                assert_eq!(lattice.contains(&point), satisfies(&lattice, &point), "{lattice:?} {point:?}");
            }
            assert_eq!(Lattice::solutions(dimensions, &lattice.equalities(), &lattice.congruences()), lattice);
        }
    }

    #[test]
    fn joins_and_meets() {
        let mut random = Random::new(41);
        for _ in 0..150 {
            let dimensions = 1 + random.below(2);
            let (left, right) = (random_lattice(&mut random, dimensions), random_lattice(&mut random, dimensions));
            let (join, meet) = (left.join(&right), left.meet(&right));
            assert_eq!(join, right.join(&left));
            assert!(join.includes(&left) && join.includes(&right) && left.includes(&meet) && right.includes(&meet));
            for point in cube(dimensions) {
                assert_eq!(meet.contains(&point), left.contains(&point) && right.contains(&point));
            }
        }
    }

    #[test]
    fn order_of_points_does_not_matter() {
        let mut random = Random::new(42);
        for _ in 0..200 {
            let mut points: Vec<Row> =
                (0..4).map(|_| (0..3).map(|_| Integer::from(random.range(-9, 9))).collect()).collect();
            let build = |points: &[Row]| {
                let mut lattice = Lattice::empty(3);
                points.iter().for_each(|point| {
                    lattice.add_point(point);
                });
                lattice
            };
            let forward = build(&points);
            points.reverse();
            assert_eq!(forward, build(&points));
        }
    }

    #[test]
    fn parity_of_a_counter() {
        let mut lattice = Lattice::empty(2);
        for point in [[0, 1], [2, 4], [6, 10]] {
            lattice.add_point(&point.map(Integer::from));
        }
        let shown: Vec<String> = lattice.congruences().iter().map(Congruence::to_string).collect();
        assert_eq!(shown, ["x0 = 0 (mod 2)"]);
        assert_eq!(lattice.equalities()[0].to_string(), "3*x0 - 2*x1 = -2");
    }
}
