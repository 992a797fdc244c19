//! Affine spaces: the domain of linear equalities (Karr 1976), grown point by point.
//!
//! A space is kept as the span of its points in homogeneous coordinates `(d, d·x)`, in reduced echelon form; so joining is
//! inserting, and equal spaces are equal data. Equalities are the kernel, computed when asked for.

use super::constraint::{Constraint, Dimension, LinearTerm};
use super::integer::Integer;
use super::matrix::{Echelon, Row, kernel};
use super::rational::Rational;

/// An affine subspace of ℚⁿ, possibly empty.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AffineSpace {
    dimensions: usize,
    /// Homogeneous points and directions; nonempty spaces contain one with a nonzero first coordinate.
    span: Echelon,
}

impl AffineSpace {
    pub fn empty(dimensions: usize) -> AffineSpace {
        AffineSpace { dimensions, span: Echelon::default() }
    }

    pub fn universe(dimensions: usize) -> AffineSpace {
        AffineSpace::solutions(dimensions, &[])
    }

    /// The solutions of the equalities among some constraints; inequalities with variables are ignored.
    pub fn solutions(dimensions: usize, constraints: &[Constraint]) -> AffineSpace {
        let equalities = constraints.iter().filter(|constraint| constraint.restricts_affinely());
        let rows = equalities.map(|constraint| {
            let mut row = vec![Integer::ZERO; dimensions + 1];
            row[0] = -&constraint.bound;
            constraint.term.entries().iter().for_each(|(at, c)| row[at + 1] = c.clone());
            row
        });
        AffineSpace::from_span(dimensions, kernel(rows, dimensions + 1))
    }

    fn from_span(dimensions: usize, vectors: Vec<Row>) -> AffineSpace {
        if vectors.iter().all(|vector| vector[0].is_zero()) {
            return AffineSpace::empty(dimensions);
        }
        AffineSpace { dimensions, span: Echelon::new(vectors) }
    }

    pub fn dimensions(&self) -> usize {
        self.dimensions
    }

    pub fn is_empty(&self) -> bool {
        self.span.rank() == 0
    }

    /// Dimension as a space, `None` if empty.
    pub fn rank(&self) -> Option<usize> {
        self.span.rank().checked_sub(1)
    }

    /// Grows to the smallest space that also contains the point; false if it did already.
    pub fn add_point(&mut self, point: &[Rational]) -> bool {
        let denominator = point.iter().fold(Integer::ONE, |lcm, x| lcm.lcm(&x.denominator()));
        let scale = Rational::from(&denominator);
        let scaled = point.iter().map(|x| (x * &scale).numerator());
        self.span.insert(std::iter::once(denominator.clone()).chain(scaled).collect())
    }

    /// [`AffineSpace::add_point`] for integer points.
    pub fn add_integer_point(&mut self, point: &[Integer]) -> bool {
        self.span.insert(std::iter::once(Integer::ONE).chain(point.iter().cloned()).collect())
    }

    /// The smallest affine space around both.
    pub fn join(&self, other: &AffineSpace) -> AffineSpace {
        let mut joined = self.clone();
        other.span.rows.iter().for_each(|row| {
            joined.span.insert(row.clone());
        });
        joined
    }

    /// Intersection.
    pub fn meet(&self, other: &AffineSpace) -> AffineSpace {
        if self.is_empty() || other.is_empty() {
            return AffineSpace::empty(self.dimensions);
        }
        let mut equalities = self.equalities();
        equalities.extend(other.equalities());
        AffineSpace::solutions(self.dimensions, &equalities)
    }

    pub fn includes(&self, other: &AffineSpace) -> bool {
        other.span.rows.iter().all(|row| self.span.contains(row))
    }

    pub fn contains(&self, point: &[Rational]) -> bool {
        let mut single = AffineSpace::empty(self.dimensions);
        single.add_point(point);
        self.includes(&single)
    }

    /// Independent equalities that describe the space; a contradiction if it is empty.
    pub fn equalities(&self) -> Vec<Constraint> {
        if self.is_empty() {
            return vec![Constraint::falsum()];
        }
        let rows = kernel(self.span.rows.iter().cloned(), self.dimensions + 1);
        rows.iter()
            .map(|row| {
                let term = LinearTerm::new(row[1..].iter().cloned().enumerate());
                Constraint::equal(term, -&row[0]).normalized()
            })
            .collect()
    }

    /// The shadow on some dimensions; `kept[i]` becomes dimension `i`.
    pub fn project_onto(&self, kept: &[Dimension]) -> AffineSpace {
        let pick = |row: &Row| -> Row {
            std::iter::once(row[0].clone()).chain(kept.iter().map(|dimension| row[dimension + 1].clone())).collect()
        };
        AffineSpace { dimensions: kept.len(), span: Echelon::new(self.span.rows.iter().map(pick)) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::linear::polyhedron::Polyhedron;
    use crate::linear::random::Random;

    fn random_point(random: &mut Random, dimensions: usize) -> Vec<Rational> {
        (0..dimensions).map(|_| Rational::new(&random.range(-2, 2).into(), &random.range(1, 2).into())).collect()
    }

    #[test]
    fn grows_like_the_affine_hull_of_polyhedra() {
        let mut random = Random::new(30);
        for _ in 0..300 {
            let dimensions = 1 + random.below(4);
            let mut space = AffineSpace::empty(dimensions);
            let mut hull = Polyhedron::empty(dimensions);
            for _ in 0..random.below(5) {
                let point = random_point(&mut random, dimensions);
                assert_eq!(space.contains(&point), !space.add_point(&point));
                hull = hull.join(&Polyhedron::point(&point));
                assert_eq!(Polyhedron::new(dimensions, &space.equalities()), hull.affine_hull());
            }
            assert_eq!(AffineSpace::solutions(dimensions, &space.equalities()), space);
        }
    }

    #[test]
    fn joins_and_meets() {
        let mut random = Random::new(31);
        for _ in 0..300 {
            let dimensions = 1 + random.below(3);
            let mut spaces = [AffineSpace::empty(dimensions), AffineSpace::empty(dimensions)];
            for space in &mut spaces {
                (0..random.below(4)).for_each(|_| {
                    space.add_point(&random_point(&mut random, dimensions));
                });
            }
            let [left, right] = spaces;
            let (join, meet) = (left.join(&right), left.meet(&right));
            assert!(join.includes(&left) && join.includes(&right) && left.includes(&meet) && right.includes(&meet));
            assert_eq!(join, right.join(&left));
            for _ in 0..10 {
                let point = random_point(&mut random, dimensions);
                assert_eq!(meet.contains(&point), left.contains(&point) && right.contains(&point));
            }
        }
    }
}
