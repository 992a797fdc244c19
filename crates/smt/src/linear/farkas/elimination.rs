//! Feasibility of systems with many equalities: elimination first, then simplex over the inequalities that matter.
//!
//! Equalities become *pivots*, each defining one variable. Along a path most of them assign a variable not seen before; these are kept as
//! they are, so building the system costs no more than reading it. Inequalities are rewritten over the remaining variables and
//! handed to the simplex only when the current model violates them; most guards of a path never are. Multipliers of the equalities
//! are recovered from those of the inequalities in the end.

use crate::linear::constraint::{Constraint, Dimension, LinearTerm, Relation};
use crate::linear::integer::Integer;
use crate::linear::rational::Rational;
use crate::linear::simplex::{Certificate, Feasibility, Simplex};

/// Like [`crate::linear::simplex::solve`], but much faster on systems with many equalities and variables.
pub fn solve_by_elimination(rows: &[&Constraint]) -> Feasibility {
    let last = rows.iter().filter_map(|row| row.term.entries().last()).map(|entry| entry.0 + 1);
    let mut elimination = Elimination::new(last.max().unwrap_or(0));
    for (number, row) in rows.iter().enumerate() {
        if row.relation == Relation::Equal
            && let Err(contradiction) = elimination.add(number, row)
        {
            return Feasibility::Infeasible(elimination.complete(vec![contradiction], rows));
        }
    }
    elimination.solve_inequalities(rows)
}

/// `variable + Σ entries = bound`, which is `scale · (row − Σ subtracted pivots)`.
struct Pivot {
    variable: Dimension,
    entries: Vec<(Dimension, Rational)>,
    bound: Rational,
    row: usize,
    scale: Rational,
    subtracted: Vec<(PivotName, Rational)>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum PivotName {
    Assigned(usize),
    Solved(usize),
}

/// The equalities so far, and a row being rewritten.
///
/// Assigned pivots define a variable that no earlier equality mentions, in terms of anything. Solved pivots are rewritten until they
/// mention no pivot variable of their time. So eliminating the assigned ones from the last to the first, then the solved ones from
/// the first to the last, never brings a variable back.
struct Elimination {
    assigned: Vec<Pivot>,
    solved: Vec<Pivot>,
    name_of: Vec<Option<PivotName>>,
    seen: Vec<bool>,
    /// The row in work: coefficient of each variable, the variables that may have one, the bound.
    work: Vec<Rational>,
    touched: Vec<Dimension>,
    work_bound: Rational,
}

impl Elimination {
    fn new(dimensions: usize) -> Elimination {
        Elimination {
            assigned: Vec::new(),
            solved: Vec::new(),
            name_of: vec![None; dimensions],
            seen: vec![false; dimensions],
            work: vec![Rational::ZERO; dimensions],
            touched: Vec::new(),
            work_bound: Rational::ZERO,
        }
    }

    fn load(&mut self, row: &Constraint, weight: &Rational) {
        for (dimension, coefficient) in row.term.entries() {
            self.work[*dimension].add_product(weight, &Rational::from(coefficient));
            self.touched.push(*dimension);
        }
        self.work_bound.add_product(weight, &Rational::from(&row.bound));
    }

    /// Removes all pivot variables from the row in work and says how much of each pivot was subtracted.
    fn eliminate(&mut self) -> Vec<(PivotName, Rational)> {
        let mut subtracted = Vec::new();
        let assigned = self.touched.iter().filter_map(|dimension| match self.name_of[*dimension] {
            Some(PivotName::Assigned(index)) => Some(index + 1),
            _ => None,
        });
        let names = (0..assigned.max().unwrap_or(0)).rev().map(PivotName::Assigned);
        for name in names.chain((0..self.solved.len()).map(PivotName::Solved)) {
            let pivot = match name {
                PivotName::Assigned(index) => &self.assigned[index],
                PivotName::Solved(index) => &self.solved[index],
            };
            if self.work[pivot.variable].is_zero() {
                continue;
            }
            let coefficient = std::mem::take(&mut self.work[pivot.variable]);
            let negated = -&coefficient;
            for (dimension, entry) in &pivot.entries {
                self.work[*dimension].add_product(&negated, entry);
                self.touched.push(*dimension);
            }
            self.work_bound.add_product(&negated, &pivot.bound);
            subtracted.push((name, coefficient));
        }
        subtracted
    }

    /// Takes the row out of work.
    fn unload(&mut self) -> (Vec<(Dimension, Rational)>, Rational) {
        self.touched.sort_unstable();
        self.touched.dedup();
        let mut entries = Vec::with_capacity(self.touched.len());
        for dimension in self.touched.drain(..) {
            let coefficient = std::mem::take(&mut self.work[dimension]);
            if !coefficient.is_zero() {
                entries.push((dimension, coefficient));
            }
        }
        (entries, std::mem::take(&mut self.work_bound))
    }

    /// Adds an equality; on a contradiction with earlier ones returns its weight.
    fn add(&mut self, number: usize, row: &Constraint) -> Result<(), (usize, Rational)> {
        // Preferably the newest variable: along a path that is the one being assigned.
        let entries = row.term.entries();
        let fresh = entries.iter().rposition(|(dimension, _)| !self.seen[*dimension]);
        entries.iter().for_each(|(dimension, _)| self.seen[*dimension] = true);
        if let Some(position) = fresh {
            let entries = entries.iter().map(|(dimension, c)| (*dimension, Rational::from(c))).collect();
            let name = PivotName::Assigned(self.assigned.len());
            let pivot = self.pivot(name, entries, position, Rational::from(&row.bound), number, Vec::new());
            self.assigned.push(pivot);
            return Ok(());
        }
        self.load(row, &Rational::ONE);
        let subtracted = self.eliminate();
        let (entries, bound) = self.unload();
        if entries.is_empty() {
            let sign = if bound.is_positive() { Rational::MINUS_ONE } else { Rational::ONE };
            return if bound.is_zero() { Ok(()) } else { Err((number, sign)) };
        }
        let name = PivotName::Solved(self.solved.len());
        let position = entries.len() - 1;
        let pivot = self.pivot(name, entries, position, bound, number, subtracted);
        self.solved.push(pivot);
        Ok(())
    }

    fn pivot(
        &mut self,
        name: PivotName,
        mut entries: Vec<(Dimension, Rational)>,
        position: usize,
        bound: Rational,
        row: usize,
        subtracted: Vec<(PivotName, Rational)>,
    ) -> Pivot {
        let (variable, coefficient) = entries.remove(position);
        let scale = coefficient.recip();
        if !scale.is_one() {
            entries.iter_mut().for_each(|entry| entry.1 = &entry.1 * &scale);
        }
        self.name_of[variable] = Some(name);
        Pivot { variable, entries, bound: &bound * &scale, row, scale, subtracted }
    }

    /// Decides the inequalities modulo the equalities, adding them to the simplex as models violate them.
    fn solve_inequalities(&mut self, rows: &[&Constraint]) -> Feasibility {
        let free: Vec<Dimension> = (0..self.name_of.len()).filter(|at| self.name_of[*at].is_none()).collect();
        let mut simplex = Simplex::new(free.len());
        let mut pending: Vec<usize> = (0..rows.len()).filter(|at| rows[*at].relation != Relation::Equal).collect();
        // Bounds of free variables cost nothing; constant rows are decided by the first model.
        let mut violated: Vec<usize> = pending.iter().copied().filter(|at| self.is_free_bound(rows[*at])).collect();
        let mut scales = vec![Rational::ONE; rows.len()];
        loop {
            for number in violated {
                let (constraint, scale) = self.rewritten(rows[number], &free);
                scales[number] = scale;
                if let Err(certificate) = simplex.assert(&constraint, number) {
                    return Feasibility::Infeasible(self.recover(certificate, &scales, rows));
                }
            }
            if let Err(certificate) = simplex.check() {
                return Feasibility::Infeasible(self.recover(certificate, &scales, rows));
            }
            let point = self.extended(&free, &simplex.model());
            (violated, pending) = pending.into_iter().partition(|number| !rows[*number].holds_at(&point));
            if violated.is_empty() {
                return Feasibility::Feasible(point);
            }
        }
    }

    fn is_free_bound(&self, row: &Constraint) -> bool {
        matches!(row.term.entries(), [(dimension, _)] if self.name_of[*dimension].is_none())
    }

    /// A row over the free variables, by position, and the positive factor that made it integral.
    fn rewritten(&mut self, row: &Constraint, free: &[Dimension]) -> (Constraint, Rational) {
        self.load(row, &Rational::ONE);
        self.eliminate();
        let (mut entries, bound) = self.unload();
        for entry in &mut entries {
            entry.0 = free.partition_point(|dimension| *dimension < entry.0);
        }
        integral(entries, row.relation, bound)
    }

    /// The values of all variables from those of the free ones.
    fn extended(&self, free: &[Dimension], model: &[Rational]) -> Vec<Rational> {
        let mut point = vec![Rational::ZERO; self.name_of.len()];
        for (dimension, value) in free.iter().zip(model) {
            point[*dimension] = value.clone();
        }
        for pivot in self.solved.iter().rev().chain(&self.assigned) {
            let mut value = pivot.bound.clone();
            for (dimension, coefficient) in &pivot.entries {
                value.add_product(&-coefficient, &point[*dimension]);
            }
            point[pivot.variable] = value;
        }
        point
    }

    fn recover(&mut self, certificate: Certificate, scales: &[Rational], rows: &[&Constraint]) -> Certificate {
        let weights = certificate.multipliers.into_iter().map(|(number, weight)| (number, &weight * &scales[number]));
        self.complete(weights.collect(), rows)
    }

    /// Adds the weights of the equalities that cancel the pivot variables left in a weighted sum of rows.
    fn complete(&mut self, mut weights: Vec<(usize, Rational)>, rows: &[&Constraint]) -> Certificate {
        for (number, weight) in &weights {
            self.load(rows[*number], weight);
        }
        let mut assigned = vec![Rational::ZERO; self.assigned.len()];
        let mut solved = vec![Rational::ZERO; self.solved.len()];
        for (name, coefficient) in self.eliminate() {
            match name {
                PivotName::Assigned(index) => assigned[index] -= &coefficient,
                PivotName::Solved(index) => solved[index] -= &coefficient,
            }
        }
        self.unload();
        // From weights of pivots to weights of rows; a solved pivot involves earlier pivots.
        for index in (0..self.solved.len()).rev() {
            let pivot = &self.solved[index];
            let weight = &solved[index] * &pivot.scale;
            if weight.is_zero() {
                continue;
            }
            for (name, coefficient) in &pivot.subtracted {
                let amount = -(&weight * coefficient);
                match name {
                    PivotName::Assigned(earlier) => assigned[*earlier] += &amount,
                    PivotName::Solved(earlier) => solved[*earlier] += &amount,
                }
            }
            weights.push((pivot.row, weight));
        }
        let equalities = self.assigned.iter().zip(&assigned).filter(|(_, weight)| !weight.is_zero());
        weights.extend(equalities.map(|(pivot, weight)| (pivot.row, weight * &pivot.scale)));
        Certificate::new(weights)
    }
}

/// The row as a constraint with integer coefficients, and the positive factor it was multiplied by.
fn integral(entries: Vec<(usize, Rational)>, relation: Relation, bound: Rational) -> (Constraint, Rational) {
    let mut scale: Integer = bound.denominator();
    for (_, coefficient) in &entries {
        if !coefficient.is_integer() {
            scale = scale.lcm(&coefficient.denominator());
        }
    }
    let factor = Rational::from(&scale);
    let whole = |value: &Rational| if scale.is_one() { value.numerator() } else { (value * &factor).numerator() };
    let term = LinearTerm::new(entries.iter().map(|(dimension, c)| (*dimension, whole(c))));
    (Constraint::new(term, relation, whole(&bound)), factor)
}
