//! Dense integer vectors and matrices: fraction-free elimination, kernels, Hermite normal form, solving.
//!
//! Rows are kept primitive (divided by their common divisor) where only their direction matters, so numbers stay small.

use super::integer::Integer;
use super::rational::Rational;

/// A dense vector.
pub type Row = Vec<Integer>;

/// Scalar product.
#[inline]
pub fn dot(left: &[Integer], right: &[Integer]) -> Integer {
    let mut wide: i128 = 0;
    for (a, b) in left.iter().zip(right) {
        let sum = match (a.to_i64(), b.to_i64()) {
            (Some(a), Some(b)) => wide.checked_add(a as i128 * b as i128),
            _ => None,
        };
        match sum {
            Some(sum) => wide = sum,
            None => return dot_big(left, right),
        }
    }
    Integer::from_i128(wide)
}

#[cold]
fn dot_big(left: &[Integer], right: &[Integer]) -> Integer {
    left.iter().zip(right).fold(Integer::ZERO, |sum, (a, b)| &sum + &(a * b))
}

pub fn is_zero(row: &[Integer]) -> bool {
    row.iter().all(Integer::is_zero)
}

/// Greatest common divisor of all entries.
pub fn content(row: &[Integer]) -> Integer {
    let mut divisor = Integer::ZERO;
    for entry in row {
        if entry.is_zero() {
            continue;
        }
        divisor = divisor.gcd(entry);
        if divisor.is_one() {
            break;
        }
    }
    divisor
}

/// Divides a row by its content.
pub fn make_primitive(row: &mut [Integer]) {
    let divisor = content(row);
    if divisor.is_zero() || divisor.is_one() {
        return;
    }
    for entry in row {
        *entry = entry.div_exact(&divisor);
    }
}

pub fn negate(row: &mut [Integer]) {
    for entry in row {
        *entry = -&*entry;
    }
}

/// `a·x + b·y`, made primitive.
pub fn combine(a: &Integer, x: &[Integer], b: &Integer, y: &[Integer]) -> Row {
    let mut row: Row = x.iter().zip(y).map(|(x, y)| Integer::combine(a, x, b, y)).collect();
    make_primitive(&mut row);
    row
}

/// Adds a multiple of `pivot_row` to a positive multiple of `row` so that `row[column]` becomes zero.
///
/// The factor of `row` is positive, so the row may stand for an inequality; `pivot_row` for an equality.
pub fn eliminate(row: &mut Row, pivot_row: &[Integer], column: usize) {
    if row[column].is_zero() {
        return;
    }
    let common = row[column].gcd(&pivot_row[column]);
    let mut factor = pivot_row[column].div_exact(&common);
    let mut other = -row[column].div_exact(&common);
    if factor.is_negative() {
        factor = -factor;
        other = -other;
    }
    *row = combine(&factor, row, &other, pivot_row);
}

/// A basis in reduced echelon form of the space spanned by some rows, with a chosen order of columns.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Echelon {
    /// Primitive rows with positive pivots; a pivot column is zero in all other rows. Sorted by pivot.
    pub rows: Vec<Row>,
    pub pivots: Vec<usize>,
}

impl Echelon {
    pub fn new(rows: impl IntoIterator<Item = Row>) -> Echelon {
        let mut echelon = Echelon::default();
        for row in rows {
            echelon.insert(row);
        }
        echelon
    }

    pub fn rank(&self) -> usize {
        self.rows.len()
    }

    /// Removes the pivot columns from a row; its direction modulo the space is kept.
    pub fn reduce(&self, row: &mut Row) {
        for (basis, pivot) in self.rows.iter().zip(&self.pivots) {
            eliminate(row, basis, *pivot);
        }
    }

    pub fn contains(&self, row: &[Integer]) -> bool {
        let mut row = row.to_vec();
        self.reduce(&mut row);
        is_zero(&row)
    }

    /// Adds a row to the space; false if it was in it already. The pivot is the last nonzero column, so that column 0
    /// (the constant of a homogeneous row) is a pivot only of a contradiction.
    pub fn insert(&mut self, mut row: Row) -> bool {
        self.reduce(&mut row);
        let Some(pivot) = row.iter().rposition(|entry| !entry.is_zero()) else { return false };
        make_primitive(&mut row);
        if row[pivot].is_negative() {
            negate(&mut row);
        }
        for basis in &mut self.rows {
            eliminate(basis, &row, pivot);
        }
        let position = self.pivots.partition_point(|known| *known < pivot);
        self.rows.insert(position, row);
        self.pivots.insert(position, pivot);
        true
    }
}

/// A basis of the vectors orthogonal to all rows.
pub fn kernel(rows: impl IntoIterator<Item = Row>, columns: usize) -> Vec<Row> {
    let echelon = Echelon::new(rows);
    let free = (0..columns).filter(|column| !echelon.pivots.contains(column));
    free.map(|column| {
        // One at the free column; each pivot row then determines its pivot. Scale by the pivots' common multiple.
        let scale = echelon.rows.iter().zip(&echelon.pivots).filter(|(row, _)| !row[column].is_zero());
        let scale = scale.fold(Integer::ONE, |lcm, (row, pivot)| lcm.lcm(&row[*pivot]));
        let mut vector = vec![Integer::ZERO; columns];
        for (row, pivot) in echelon.rows.iter().zip(&echelon.pivots) {
            if !row[column].is_zero() {
                vector[*pivot] = -(&row[column] * &scale).div_exact(&row[*pivot]);
            }
        }
        vector[column] = scale;
        make_primitive(&mut vector);
        vector
    })
    .collect()
}

/// Some solution of `rows · x = bounds`, if there is one.
pub fn solve(rows: &[Row], bounds: &[Integer], columns: usize) -> Option<Vec<Rational>> {
    // Column 0 carries the negated bound, so a contradiction is a row with its only entry there.
    let augmented = rows.iter().zip(bounds).map(|(row, bound)| {
        let mut extended = vec![-bound];
        extended.extend(row.iter().cloned());
        extended
    });
    let echelon = Echelon::new(augmented);
    if echelon.pivots.first() == Some(&0) {
        return None;
    }
    let mut point = vec![Rational::ZERO; columns];
    for (row, pivot) in echelon.rows.iter().zip(&echelon.pivots) {
        point[pivot - 1] = -Rational::new(&row[0], &row[*pivot]);
    }
    Some(point)
}

/// A basis of an integer lattice in Hermite normal form, built row by row.
///
/// Rows are in echelon form by their first nonzero column, pivots are positive, and entries above a pivot are reduced modulo it;
/// so equal lattices have equal bases.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Hermite {
    pub rows: Vec<Row>,
    pub pivots: Vec<usize>,
}

impl Hermite {
    pub fn new(rows: impl IntoIterator<Item = Row>) -> Hermite {
        let mut hermite = Hermite::default();
        for row in rows {
            hermite.insert(row);
        }
        hermite
    }

    pub fn rank(&self) -> usize {
        self.rows.len()
    }

    /// Is the vector an integer combination of the basis?
    pub fn contains(&self, vector: &[Integer]) -> bool {
        let mut rest = vector.to_vec();
        for (row, pivot) in self.rows.iter().zip(&self.pivots) {
            let (quotient, remainder) = rest[*pivot].div_rem_floor(&row[*pivot]);
            if !remainder.is_zero() {
                return false;
            }
            subtract_multiple(&mut rest, &quotient, row);
        }
        is_zero(&rest)
    }

    /// Adds a generator; false if it was in the lattice already.
    pub fn insert(&mut self, mut vector: Row) -> bool {
        if self.contains(&vector) {
            return false;
        }
        let mut index = 0;
        while let Some(column) = vector.iter().position(|entry| !entry.is_zero()) {
            index += self.pivots[index..].partition_point(|pivot| *pivot < column);
            if self.pivots.get(index) != Some(&column) {
                if vector[column].is_negative() {
                    negate(&mut vector);
                }
                self.rows.insert(index, vector);
                self.pivots.insert(index, column);
                break;
            }
            vector = merge_pivots(&mut self.rows[index], vector, column);
        }
        self.reduce_above();
        true
    }

    fn reduce_above(&mut self) {
        for index in 0..self.rows.len() {
            let (above, below) = self.rows.split_at_mut(index);
            let (row, pivot) = (&below[0], self.pivots[index]);
            for upper in above {
                let quotient = upper[pivot].div_floor(&row[pivot]);
                subtract_multiple(upper, &quotient, row);
            }
        }
    }
}

/// Replaces a basis row by one whose pivot is the gcd of both pivots; returns the rest, zero in that column.
fn merge_pivots(row: &mut Row, vector: Row, column: usize) -> Row {
    let (divisor, s, t) = row[column].extended_gcd(&vector[column]);
    let (a, b) = (row[column].div_exact(&divisor), vector[column].div_exact(&divisor));
    let mixed = row.iter().zip(&vector).map(|(x, y)| Integer::combine(&s, x, &t, y)).collect();
    let negated = -&b;
    let rest = row.iter().zip(&vector).map(|(x, y)| Integer::combine(&a, y, &negated, x)).collect();
    *row = mixed;
    rest
}

pub(crate) fn subtract_multiple(target: &mut [Integer], factor: &Integer, source: &[Integer]) {
    if factor.is_zero() {
        return;
    }
    for (entry, other) in target.iter_mut().zip(source) {
        *entry -= &(factor * other);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::linear::random::Random;

    fn random_rows(random: &mut Random, count: usize, columns: usize) -> Vec<Row> {
        (0..count).map(|_| (0..columns).map(|_| Integer::from(random.range(-3, 3))).collect()).collect()
    }

    #[test]
    fn kernels_are_orthogonal_and_large_enough() {
        let mut random = Random::new(8);
        for _ in 0..500 {
            let columns = 1 + random.below(6);
            let count = random.below(7);
            let rows = random_rows(&mut random, count, columns);
            let basis = kernel(rows.clone(), columns);
            assert!(basis.iter().all(|vector| rows.iter().all(|row| dot(row, vector).is_zero())));
            assert_eq!(Echelon::new(basis.clone()).rank(), basis.len());
            assert_eq!(Echelon::new(rows).rank() + basis.len(), columns);
        }
    }

    #[test]
    fn solutions_satisfy() {
        let mut random = Random::new(9);
        let (mut solved, mut unsolvable) = (0, 0);
        for _ in 0..500 {
            let (count, columns) = (1 + random.below(5), 1 + random.below(5));
            let rows = random_rows(&mut random, count, columns);
            let bounds: Row = (0..count).map(|_| Integer::from(random.range(-3, 3))).collect();
            let augmented =
                rows.iter().zip(&bounds).map(|(row, bound)| [row.as_slice(), std::slice::from_ref(bound)].concat());
            let consistent = Echelon::new(augmented).rank() == Echelon::new(rows.clone()).rank();
            match solve(&rows, &bounds, columns) {
                Some(point) => {
                    solved += 1;
                    for (row, bound) in rows.iter().zip(&bounds) {
                        let mut sum = Rational::ZERO;
                        row.iter().zip(&point).for_each(|(c, x)| sum.add_product(&Rational::from(c), x));
                        assert_eq!(sum, Rational::from(bound));
                    }
                    assert!(consistent);
                }
                None => {
                    unsolvable += 1;
                    assert!(!consistent);
                }
            }
        }
        assert!(solved > 100 && unsolvable > 100);
    }

    /// Membership against enumeration of all small combinations, and independence of the order of generators.
    #[test]
    fn hermite_form_is_canonical() {
        let mut random = Random::new(10);
        for _ in 0..200 {
            let generators = random_rows(&mut random, 2, 2);
            let hermite = Hermite::new(generators.clone());
            let shuffled = Hermite::new([combine_raw(&generators[0], &generators[1]), generators[1].clone()]);
            assert_eq!(hermite, shuffled);
            let mut members = std::collections::BTreeSet::new();
            for (i, j) in (-40..=40).flat_map(|i| (-40..=40).map(move |j| (i, j))) {
                members.insert(combination(i, &generators[0], j, &generators[1]));
            }
            for (x, y) in (-3..=3).flat_map(|x| (-3..=3).map(move |y| (x, y))) {
                let vector = vec![Integer::from(x), Integer::from(y)];
                assert_eq!(hermite.contains(&vector), members.contains(&vector), "{generators:?} {vector:?}");
            }
        }
    }

    fn combination(i: i64, left: &Row, j: i64, right: &Row) -> Row {
        let (i, j) = (Integer::from(i), Integer::from(j));
        left.iter().zip(right).map(|(x, y)| Integer::combine(&i, x, &j, y)).collect()
    }

    fn combine_raw(left: &Row, right: &Row) -> Row {
        combination(1, left, 1, right)
    }
}
