//! Convex hulls.
//!
//! Equalities that both operands share are taken out first, and so are blocks of dimensions that are independent of the rest and
//! equal in both operands; what remains is usually small. There the constraints of one operand are updated, by the dual double
//! description, with the generators of the other.

use super::generators::{homogeneous_cone, positivity};
use super::{Polyhedron, Shape, constraint_of, minimize};
use crate::limits::limits;
use crate::linear::cone::{Cone, Ray, Saturation, TooManyRays};
use crate::linear::constraint::{Dimension, Relation};
use crate::linear::integer::Integer;
use crate::linear::matrix::{Echelon, Row, dot, is_zero, kernel};
use crate::linear::simplex::Simplex;

/// Rows of one operand over the dimensions that matter, besides the shared equalities.
struct Part {
    equalities: Vec<Row>,
    inequalities: Vec<Row>,
}

impl Polyhedron {
    /// The smallest closed convex polyhedron around both, unless that needs more generators than the limits allow: then a larger one.
    pub fn join(&self, other: &Polyhedron) -> Polyhedron {
        self.join_within(other, limits().polyhedra.rays).0
    }

    /// The hull, and whether it is exact. Beyond `limit` generators the directions of both operands' constraints are kept, each with the
    /// weaker of its two bounds: still a superset of both.
    pub fn join_within(&self, other: &Polyhedron, limit: usize) -> (Polyhedron, bool) {
        let (Some(left), Some(right)) = (&self.shape, &other.shape) else {
            return (if self.is_empty() { other.clone() } else { self.clone() }, true);
        };
        if left == right {
            return (self.clone(), true);
        }
        let shared = shared_equalities(self.dimensions, &left.equalities, &right.equalities);
        let (mut left, mut right) = (Part::new(left, &shared), Part::new(right, &shared));
        let differing = differing_dimensions(self.dimensions, &left, &right);
        let mut inequalities = left.split_off_common(&differing);
        right.split_off_common(&differing);
        let mut exact = true;
        let hull = narrow_hull(&left, &right, &differing, limit).unwrap_or_else(|TooManyRays| {
            exact = false;
            weak_hull(self.dimensions, &left, &right)
        });
        inequalities.extend(hull.into_iter().map(|row| widen_row(&row, &differing, self.dimensions, exact)));
        inequalities.sort();
        let shape = Shape { equalities: shared, inequalities };
        (Polyhedron::from_shape(self.dimensions, Some(shape)), exact)
    }

    /// The hull of any number of polyhedra.
    pub fn join_all<'a>(dimensions: usize, polyhedra: impl IntoIterator<Item = &'a Polyhedron>) -> Polyhedron {
        polyhedra.into_iter().fold(Polyhedron::empty(dimensions), |hull, polyhedron| hull.join(polyhedron))
    }
}

/// The equalities implied by both: rows in both row spaces, that is orthogonal to both kernels.
fn shared_equalities(dimensions: usize, left: &Echelon, right: &Echelon) -> Echelon {
    if left == right {
        return left.clone();
    }
    if left.rank() == 0 || right.rank() == 0 {
        return Echelon::default();
    }
    let mut both = kernel(left.rows.iter().cloned(), dimensions + 1);
    both.extend(kernel(right.rows.iter().cloned(), dimensions + 1));
    Echelon::new(kernel(both, dimensions + 1))
}

impl Part {
    /// Pivots of a subspace are pivots of the space, and reduced rows avoid each other's pivots: the rows with other pivots complete the shared
    /// ones, and no row mentions a shared pivot.
    fn new(shape: &Shape, shared: &Echelon) -> Part {
        let rows = shape.equalities.rows.iter().zip(&shape.equalities.pivots);
        let own = rows.filter(|(_, pivot)| !shared.pivots.contains(pivot)).map(|(row, _)| row.clone());
        Part { equalities: own.collect(), inequalities: shape.inequalities.clone() }
    }

    fn rows(&self) -> impl Iterator<Item = &Row> {
        self.equalities.iter().chain(&self.inequalities)
    }

    /// Removes and returns the inequalities outside the differing dimensions (equalities there are all shared).
    fn split_off_common(&mut self, differing: &[Dimension]) -> Vec<Row> {
        let touches = |row: &Row| differing.iter().any(|dimension| !row[dimension + 1].is_zero());
        let (inside, outside) = std::mem::take(&mut self.inequalities).into_iter().partition(touches);
        self.inequalities = inside;
        outside
    }
}

/// The dimensions of all blocks (connected by rows of either side) in which the two sides have different rows.
fn differing_dimensions(dimensions: usize, left: &Part, right: &Part) -> Vec<Dimension> {
    let mut block: Vec<usize> = (0..dimensions).collect();
    for row in left.rows().chain(right.rows()) {
        let mut support = (0..dimensions).filter(|dimension| !row[dimension + 1].is_zero());
        let Some(first) = support.next() else { continue };
        for dimension in support {
            let (keep, merge) = (block[first], block[dimension]);
            block.iter_mut().filter(|name| **name == merge).for_each(|name| *name = keep);
        }
    }
    let differs = |name: usize| {
        let inside = |row: &&Row| (0..dimensions).any(|at| block[at] == name && !row[at + 1].is_zero());
        !left.equalities.iter().filter(inside).eq(right.equalities.iter().filter(inside))
            || !left.inequalities.iter().filter(inside).eq(right.inequalities.iter().filter(inside))
    };
    let mut verdicts: Vec<Option<bool>> = vec![None; dimensions];
    (0..dimensions).filter(|at| *verdicts[block[*at]].get_or_insert_with(|| differs(block[*at]))).collect()
}

/// A row over `[constant, differing…]` back in the full space; exact hulls are computed there, weak ones in the full space already.
fn widen_row(row: &Row, differing: &[Dimension], dimensions: usize, narrow: bool) -> Row {
    if !narrow {
        return row.clone();
    }
    let mut wide = vec![Integer::ZERO; dimensions + 1];
    wide[0] = row[0].clone();
    for (at, dimension) in differing.iter().enumerate() {
        wide[dimension + 1] = row[at + 1].clone();
    }
    wide
}

fn narrow_rows(rows: &[Row], differing: &[Dimension]) -> Vec<Row> {
    let narrow = |row: &Row| {
        std::iter::once(row[0].clone()).chain(differing.iter().map(|dimension| row[dimension + 1].clone())).collect()
    };
    rows.iter().map(narrow).collect()
}

/// The irredundant inequalities of the hull over the differing dimensions.
fn narrow_hull(left: &Part, right: &Part, differing: &[Dimension], limit: usize) -> Result<Vec<Row>, TooManyRays> {
    let dimensions = differing.len();
    let narrow = |part: &Part| Part {
        equalities: narrow_rows(&part.equalities, differing),
        inequalities: narrow_rows(&part.inequalities, differing),
    };
    let (left, right) = (narrow(left), narrow(right));
    let generators = homogeneous_cone(dimensions, &left.equalities, &left.inequalities, limit)?;
    let added = homogeneous_cone(dimensions, &right.equalities, &right.inequalities, limit)?;
    let mut constraints = dual(dimensions, left, generators, limit);
    for line in &added.lines {
        constraints.add_equality(line)?;
    }
    for ray in &added.rays {
        constraints.add_inequality(&ray.vector)?;
    }
    let rows = constraints.rays.into_iter().map(|ray| ray.vector);
    Ok(rows.filter(|row| !is_zero(&row[1..])).collect())
}

/// The cone of all constraints that hold on an operand: its equalities are the lines, its inequalities (and perhaps `x₀ >= 0`) the extreme rays,
/// and its generators the constraints.
fn dual(dimensions: usize, part: Part, generators: Cone, limit: usize) -> Cone {
    let with_saturation = |row: Row| {
        let mut saturated = Saturation::default();
        for (number, ray) in generators.rays.iter().enumerate() {
            if dot(&row, &ray.vector).is_zero() {
                saturated.insert(number);
            }
        }
        Ray { vector: row, saturated }
    };
    let mut rays: Vec<Ray> = part.inequalities.into_iter().map(with_saturation).collect();
    // Irredundant exactly if no other facet contains everything at infinity.
    let infinity = with_saturation(positivity(dimensions));
    if !rays.iter().any(|facet| infinity.saturated.is_subset(&facet.saturated)) {
        rays.push(infinity);
    }
    Cone::from_parts(dimensions + 1, part.equalities, rays, generators.lines.len(), generators.rays.len(), limit)
}

/// For every direction of a constraint of either side, the weaker of the bounds that hold on the two sides.
fn weak_hull(dimensions: usize, left: &Part, right: &Part) -> Vec<Row> {
    let system = |part: &Part| {
        let mut simplex = Simplex::new(dimensions);
        let equalities = part.equalities.iter().map(|row| constraint_of(row, Relation::Equal));
        let inequalities = part.inequalities.iter().map(|row| constraint_of(row, Relation::LessOrEqual));
        for (reason, constraint) in equalities.chain(inequalities).enumerate() {
            simplex.assert(&constraint, reason).expect("operands of a hull are not empty");
        }
        simplex
    };
    let (mut first, mut second) = (system(left), system(right));
    let mut directions: Vec<Row> = Vec::new();
    for part in [left, right] {
        directions.extend(part.rows().cloned());
        directions.extend(part.equalities.iter().map(|row| row.iter().map(|entry| -entry).collect::<Row>()));
    }
    let mut rows = Vec::new();
    for mut row in directions {
        let term = constraint_of(&row, Relation::LessOrEqual).term.negated();
        let (Some(a), Some(b)) = (minimize::infimum(&mut first, &term), minimize::infimum(&mut second, &term)) else {
            continue;
        };
        let least = a.min(b);
        // term >= p/q as q·term - p >= 0.
        let (numerator, denominator) = (least.numerator(), least.denominator());
        row.iter_mut().for_each(|entry| *entry *= &denominator);
        row[0] = -numerator;
        rows.push(row);
    }
    match minimize::strongest(&Echelon::default(), rows) {
        Some((rows, _)) => minimize::without_redundancy(dimensions, rows),
        None => Vec::new(),
    }
}
