//! Existential elimination of dimensions: equalities by substitution, the rest by Fourier–Motzkin with redundant rows removed by
//! simplex whenever a step made the system grow.

use super::{Polyhedron, Shape, minimize};
use crate::linear::constraint::Dimension;
use crate::linear::integer::Integer;
use crate::linear::matrix::{Echelon, Row, combine, eliminate};

impl Polyhedron {
    /// The same set with some dimensions made free.
    pub fn forget(&self, dimensions: &[Dimension]) -> Polyhedron {
        let Some(shape) = &self.shape else { return self.clone() };
        let mut system = System { equalities: shape.equalities.rows.clone(), inequalities: shape.inequalities.clone() };
        let mut pending: Vec<Dimension> = dimensions.to_vec();
        pending.sort_unstable();
        pending.dedup();
        pending.retain(|dimension| !system.substitute(dimension + 1));
        while let Some(position) = system.cheapest(&pending) {
            let dimension = pending.swap_remove(position);
            if system.fourier_motzkin(self.dimensions, dimension + 1) {
                pending.retain(|dimension| !system.substitute(dimension + 1));
            }
        }
        Polyhedron::from_rows(self.dimensions, system.equalities, system.inequalities)
    }

    /// The shadow on some dimensions; `kept[i]` becomes dimension `i`.
    pub fn project_onto(&self, kept: &[Dimension]) -> Polyhedron {
        let others: Vec<Dimension> = (0..self.dimensions).filter(|dimension| !kept.contains(dimension)).collect();
        let Some(shape) = &self.forget(&others).shape else { return Polyhedron::empty(kept.len()) };
        let narrow = |row: &Row| -> Row {
            std::iter::once(row[0].clone()).chain(kept.iter().map(|dimension| row[dimension + 1].clone())).collect()
        };
        if kept.is_sorted() {
            // Order is kept, so the canonical form is too; only pivots get new numbers.
            let pivots = shape.equalities.pivots.iter().map(|pivot| 1 + kept.partition_point(|name| name + 1 < *pivot));
            let equalities =
                Echelon { pivots: pivots.collect(), rows: shape.equalities.rows.iter().map(narrow).collect() };
            let inequalities = shape.inequalities.iter().map(narrow).collect();
            return Polyhedron::from_shape(kept.len(), Some(Shape { equalities, inequalities }));
        }
        let equalities = shape.equalities.rows.iter().map(narrow).collect();
        Polyhedron::from_rows(kept.len(), equalities, shape.inequalities.iter().map(narrow).collect())
    }
}

struct System {
    equalities: Vec<Row>,
    inequalities: Vec<Row>,
}

impl System {
    /// Eliminates a column with an equality, if one mentions it.
    fn substitute(&mut self, column: usize) -> bool {
        let mentions = self.equalities.iter().enumerate().filter(|(_, row)| !row[column].is_zero());
        let Some((chosen, _)) = mentions.min_by_key(|(_, row)| row[column].abs()) else { return false };
        let pivot = self.equalities.swap_remove(chosen);
        for row in self.equalities.iter_mut().chain(&mut self.inequalities) {
            eliminate(row, &pivot, column);
        }
        true
    }

    fn counts(&self, column: usize) -> (usize, usize) {
        let lower = self.inequalities.iter().filter(|row| row[column].is_positive()).count();
        (lower, self.inequalities.iter().filter(|row| row[column].is_negative()).count())
    }

    /// The pending dimension whose elimination adds the fewest rows.
    fn cheapest(&self, pending: &[Dimension]) -> Option<usize> {
        let growth = |dimension: &Dimension| {
            let (lower, upper) = self.counts(dimension + 1);
            (lower * upper) as i64 - (lower + upper) as i64
        };
        (0..pending.len()).min_by_key(|position| (growth(&pending[*position]), pending[*position]))
    }

    /// Eliminates a column by adding up all pairs of rows that bound it from below and above; true if that brought up equalities.
    fn fourier_motzkin(&mut self, dimensions: usize, column: usize) -> bool {
        let before = self.inequalities.len();
        let (mentioning, mut rows): (Vec<Row>, Vec<Row>) =
            std::mem::take(&mut self.inequalities).into_iter().partition(|row| !row[column].is_zero());
        let (lower, upper): (Vec<&Row>, Vec<&Row>) = mentioning.iter().partition(|row| row[column].is_positive());
        for low in &lower {
            for high in &upper {
                let common = low[column].gcd(&high[column]);
                let (a, b): (Integer, Integer) = ((-&high[column]).div_exact(&common), low[column].div_exact(&common));
                rows.push(combine(&a, low, &b, high));
            }
        }
        if rows.len() <= before {
            self.inequalities = rows;
            return false;
        }
        let shape = minimize::canonical(dimensions, Echelon::default(), rows);
        let Shape { equalities, inequalities } = shape.expect("the shadow of a nonempty polyhedron is not empty");
        self.inequalities = inequalities;
        let found = equalities.rank() > 0;
        self.equalities.extend(equalities.rows);
        found
    }
}
