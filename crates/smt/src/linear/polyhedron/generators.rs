//! The generators of a polyhedron: lines, rays and points, from the double description of its homogeneous cone.

use super::{Polyhedron, Shape, minimize};
use crate::linear::cone::{Cone, TooManyRays};
use crate::linear::integer::Integer;
use crate::linear::matrix::{Echelon, Row, is_zero};
use crate::linear::rational::Rational;

/// Minimal generators. The polyhedron is the sum of the convex hull of the points, the cone of the rays and the span of the lines.
#[derive(Clone, Debug, Default)]
pub struct Generators {
    /// Homogeneous: coordinate 0 is zero for rays and lines, the common denominator for points.
    lines: Vec<Row>,
    rays: Vec<Row>,
    points: Vec<Row>,
}

impl Generators {
    /// From arbitrary, possibly redundant generators.
    pub fn new(
        lines: impl IntoIterator<Item = Row>,
        rays: impl IntoIterator<Item = Row>,
        points: impl IntoIterator<Item = Vec<Rational>>,
    ) -> Generators {
        let direction = |vector: Row| std::iter::once(Integer::ZERO).chain(vector).collect();
        let homogeneous = |point: Vec<Rational>| {
            let denominator = point.iter().fold(Integer::ONE, |lcm, x| lcm.lcm(&x.denominator()));
            let scale = Rational::from(&denominator);
            let scaled = point.iter().map(|x| (x * &scale).numerator());
            std::iter::once(denominator.clone()).chain(scaled).collect()
        };
        Generators {
            lines: lines.into_iter().map(direction).collect(),
            rays: rays.into_iter().map(direction).collect(),
            points: points.into_iter().map(homogeneous).collect(),
        }
    }

    pub(super) fn compute(dimensions: usize, shape: Option<&Shape>, limit: usize) -> Result<Generators, TooManyRays> {
        let Some(shape) = shape else { return Ok(Generators::default()) };
        let cone = homogeneous_cone(dimensions, &shape.equalities.rows, &shape.inequalities, limit)?;
        let (rays, points) = cone.rays.into_iter().map(|ray| ray.vector).partition(|vector| vector[0].is_zero());
        Ok(Generators { lines: cone.lines, rays, points })
    }

    /// A basis of the directions that are unbounded both ways.
    pub fn lines(&self) -> impl Iterator<Item = &[Integer]> {
        self.lines.iter().map(|line| &line[1..])
    }

    /// Extreme directions that are unbounded one way (modulo lines).
    pub fn rays(&self) -> impl Iterator<Item = &[Integer]> {
        self.rays.iter().map(|ray| &ray[1..])
    }

    /// Extreme points (modulo lines).
    pub fn points(&self) -> impl Iterator<Item = Vec<Rational>> {
        self.points.iter().map(|point| point[1..].iter().map(|x| Rational::new(x, &point[0])).collect())
    }
}

impl Polyhedron {
    /// The polyhedron with the given generators; empty if there is no point among them.
    pub fn from_generators(dimensions: usize, generators: &Generators) -> Polyhedron {
        if generators.points.is_empty() {
            return Polyhedron::empty(dimensions);
        }
        let rays = generators.rays.iter().chain(&generators.points);
        let cone =
            Cone::cut_by(dimensions + 1, &generators.lines, rays, usize::MAX).expect("there is no limit to exceed");
        let equalities = Echelon::new(cone.lines);
        let rows = cone.rays.into_iter().map(|ray| ray.vector).filter(|row| !is_zero(&row[1..])).collect();
        let shape = minimize::strongest(&equalities, rows).map(|(inequalities, _)| Shape { equalities, inequalities });
        Polyhedron::from_shape(dimensions, shape)
    }
}

/// The generators of `{(x₀, x) : rows hold, x₀ >= 0}`; the inequality numbered 0 is `x₀ >= 0`.
pub(super) fn homogeneous_cone(
    dimensions: usize,
    equalities: &[Row],
    inequalities: &[Row],
    limit: usize,
) -> Result<Cone, TooManyRays> {
    let positivity = positivity(dimensions);
    Cone::cut_by(dimensions + 1, equalities, std::iter::once(&positivity).chain(inequalities), limit)
}

/// The row of `x₀ >= 0`.
pub(super) fn positivity(dimensions: usize) -> Row {
    let mut row = vec![Integer::ZERO; dimensions + 1];
    row[0] = Integer::ONE;
    row
}
