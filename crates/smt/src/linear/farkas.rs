//! Sequence interpolants of a conjunctive path from one Farkas certificate.
//!
//! The input is a sequence of groups of constraints A₁ … Aₙ. If their conjunction has no rational solution, a certificate weighs the
//! rows so that everything cancels; the weighted sum of the rows of A₁ … Aᵢ is then an interpolant at cut i, and consecutive cuts
//! are inductive by construction (McMillan, "An Interpolating Theorem Prover", TCS 2005). Equalities, which make up most of a path, are
//! eliminated first, so that the simplex sees only what remains of the inequalities; their multipliers are recovered afterwards.
//!
//! For integer variables pass [`Constraint::tightened`] rows, and tighten the cuts: both keep cuts inductive over the integers.

use std::collections::BTreeMap;

use super::constraint::{Constraint, Dimension, LinearTerm, Relation};
use super::integer::Integer;
use super::rational::Rational;
use super::simplex::{Certificate, Feasibility, Simplex};

/// Why a path is infeasible, and what that says at each of its cuts.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Refutation {
    /// Multipliers of the rows, numbered through all groups in order.
    pub certificate: Certificate,
    /// One constraint for each cut between consecutive groups (one fewer than groups), in variables that occur on both sides of the cut.
    /// Trivial ones are [`Constraint::verum`] and [`Constraint::falsum`].
    pub cuts: Vec<Constraint>,
}

/// Interpolants for the cuts between consecutive groups, or `None` if the groups together have a rational solution.
pub fn refute<G: AsRef<[Constraint]>>(groups: &[G]) -> Option<Refutation> {
    let rows: Vec<&Constraint> = groups.iter().flat_map(|group| group.as_ref()).collect();
    match solve_by_elimination(&rows) {
        Feasibility::Feasible(_) => None,
        Feasibility::Infeasible(certificate) => {
            let cuts = prefix_sums(groups, &certificate);
            Some(Refutation { certificate, cuts })
        }
    }
}

/// Like [`super::simplex::solve`], but eliminates equalities first: much faster on systems with many equalities and variables.
pub fn solve_by_elimination(rows: &[&Constraint]) -> Feasibility {
    let dimensions =
        rows.iter().filter_map(|row| row.term.entries().last()).map(|entry| entry.0 + 1).max().unwrap_or(0);
    let mut elimination = Elimination::new(dimensions);
    for (number, row) in rows.iter().enumerate() {
        if row.relation == Relation::Equal
            && let Err(certificate) = elimination.add(number, row)
        {
            return Feasibility::Infeasible(certificate.complete(&elimination, rows));
        }
    }
    elimination.solve_inequalities(rows)
}

/// An equality solved for a variable: `variable + Σ entries = bound`, as a combination of input rows and earlier pivots.
struct Pivot {
    variable: Dimension,
    entries: Vec<(Dimension, Rational)>,
    bound: Rational,
    /// The input row, and the factor that made the variable's coefficient one.
    row: usize,
    scale: Rational,
    /// Earlier pivots subtracted from the row before scaling.
    subtracted: Vec<(usize, Rational)>,
}

/// Weights of some input rows, before those of the eliminated equalities are added.
struct Partial(Vec<(usize, Rational)>);

/// Equalities in triangular form: a pivot's entries mention no variable of an earlier pivot.
struct Elimination {
    pivots: Vec<Pivot>,
    pivot_of: Vec<Option<usize>>,
}

/// A row during elimination, with what was subtracted from it.
struct Reduced {
    entries: Vec<(Dimension, Rational)>,
    bound: Rational,
    subtracted: Vec<(usize, Rational)>,
}

impl Elimination {
    fn new(dimensions: usize) -> Elimination {
        Elimination { pivots: Vec::new(), pivot_of: vec![None; dimensions] }
    }

    /// Replaces all pivot variables of a row, earliest pivot first.
    fn reduce(&self, row: &Constraint) -> Reduced {
        let entries = row.term.entries().iter().map(|(dimension, c)| (*dimension, Rational::from(c))).collect();
        let mut reduced = Reduced { entries, bound: Rational::from(&row.bound), subtracted: Vec::new() };
        loop {
            let pivots = reduced.entries.iter().enumerate();
            let earliest = pivots.filter_map(|(at, entry)| Some((self.pivot_of[entry.0]?, at))).min();
            let Some((order, at)) = earliest else {
                return reduced;
            };
            let (_, coefficient) = reduced.entries.remove(at);
            let pivot = &self.pivots[order];
            let negated = -&coefficient;
            reduced.entries = add_sorted(&reduced.entries, &negated, &pivot.entries);
            reduced.bound.add_product(&negated, &pivot.bound);
            reduced.subtracted.push((order, coefficient));
        }
    }

    /// Adds an equality; fails if it contradicts those already there.
    fn add(&mut self, number: usize, row: &Constraint) -> Result<(), Partial> {
        let Reduced { mut entries, bound, subtracted } = self.reduce(row);
        // The newest variable: along a path that is the one being assigned, so that pivots refer to the past only.
        let Some((variable, coefficient)) = entries.pop() else {
            let sign = if bound.is_positive() { Rational::MINUS_ONE } else { Rational::ONE };
            return if bound.is_zero() { Ok(()) } else { Err(Partial(vec![(number, sign)])) };
        };
        let scale = coefficient.recip();
        if !scale.is_one() {
            for entry in &mut entries {
                entry.1 = &entry.1 * &scale;
            }
        }
        self.pivot_of[variable] = Some(self.pivots.len());
        self.pivots.push(Pivot { variable, entries, bound: &bound * &scale, row: number, scale, subtracted });
        Ok(())
    }

    /// Decides the inequalities modulo the equalities.
    fn solve_inequalities(&self, rows: &[&Constraint]) -> Feasibility {
        let mut compact: BTreeMap<Dimension, usize> = BTreeMap::new();
        let mut reduced = Vec::new();
        for (number, row) in rows.iter().enumerate() {
            if row.relation == Relation::Equal {
                continue;
            }
            let Reduced { entries, bound, .. } = self.reduce(row);
            for (dimension, _) in &entries {
                let fresh = compact.len();
                compact.entry(*dimension).or_insert(fresh);
            }
            let term = entries.into_iter().map(|(dimension, c)| (compact[&dimension], c)).collect();
            reduced.push((number, integral(term, row.relation, bound)));
        }
        let mut simplex = Simplex::new(compact.len());
        let mut outcome = Ok(());
        for (position, (_, (constraint, _))) in reduced.iter().enumerate() {
            outcome = simplex.assert(constraint, position);
            if outcome.is_err() {
                break;
            }
        }
        match outcome.and_then(|()| simplex.check()) {
            Ok(()) => Feasibility::Feasible(self.extend_model(&compact, &simplex.model())),
            Err(certificate) => {
                let weights = certificate.multipliers.into_iter().map(|(position, weight)| {
                    let (number, (_, scale)) = &reduced[position];
                    (*number, &weight * scale)
                });
                Feasibility::Infeasible(Partial(weights.collect()).complete(self, rows))
            }
        }
    }

    /// A point of the full space from one of the remaining variables.
    fn extend_model(&self, compact: &BTreeMap<Dimension, usize>, model: &[Rational]) -> Vec<Rational> {
        let mut point = vec![Rational::ZERO; self.pivot_of.len()];
        for (dimension, position) in compact {
            point[*dimension] = model[*position].clone();
        }
        for pivot in self.pivots.iter().rev() {
            let mut value = pivot.bound.clone();
            for (dimension, coefficient) in &pivot.entries {
                value.add_product(&-coefficient, &point[*dimension]);
            }
            point[pivot.variable] = value;
        }
        point
    }
}

impl Partial {
    /// Adds the weights of the equalities that cancel the pivot variables left in the weighted sum.
    fn complete(self, elimination: &Elimination, rows: &[&Constraint]) -> Certificate {
        let Elimination { pivots, pivot_of } = elimination;
        let mut residue = vec![Rational::ZERO; pivots.len()];
        for (number, weight) in &self.0 {
            for (dimension, coefficient) in rows[*number].term.entries() {
                if let Some(order) = pivot_of[*dimension] {
                    residue[order].add_product(weight, &Rational::from(coefficient));
                }
            }
        }
        for order in 0..pivots.len() {
            if residue[order].is_zero() {
                continue;
            }
            let negated = -&residue[order];
            for (dimension, coefficient) in &pivots[order].entries {
                if let Some(later) = pivot_of[*dimension] {
                    residue[later].add_product(&negated, coefficient);
                }
            }
        }
        // From weights of pivots to weights of rows: a pivot is scale · (row − Σ earlier pivots).
        let mut weights = self.0;
        for order in (0..pivots.len()).rev() {
            let scaled = -(&residue[order] * &pivots[order].scale);
            if scaled.is_zero() {
                continue;
            }
            for (earlier, coefficient) in &pivots[order].subtracted {
                residue[*earlier].add_product(&scaled, coefficient);
            }
            weights.push((pivots[order].row, scaled));
        }
        Certificate::new(weights)
    }
}

/// `target + factor · source`, both sorted.
fn add_sorted(
    target: &[(Dimension, Rational)],
    factor: &Rational,
    source: &[(Dimension, Rational)],
) -> Vec<(Dimension, Rational)> {
    let mut result = Vec::with_capacity(target.len() + source.len());
    let mut left = target.iter().peekable();
    for (dimension, coefficient) in source {
        while let Some(entry) = left.next_if(|entry| entry.0 < *dimension) {
            result.push(entry.clone());
        }
        let mut sum = left.next_if(|entry| entry.0 == *dimension).map_or(Rational::ZERO, |entry| entry.1.clone());
        sum.add_product(factor, coefficient);
        if !sum.is_zero() {
            result.push((*dimension, sum));
        }
    }
    result.extend(left.cloned());
    result
}

/// The row as a constraint with integer coefficients, and the positive factor it was multiplied by.
fn integral(entries: Vec<(usize, Rational)>, relation: Relation, bound: Rational) -> (Constraint, Rational) {
    let mut scale = bound.denominator();
    for (_, coefficient) in &entries {
        if !coefficient.is_integer() {
            scale = scale.lcm(&coefficient.denominator());
        }
    }
    let factor = Rational::from(&scale);
    let whole = |value: &Rational| {
        if scale.is_one() { value.numerator() } else { (value * &factor).numerator() }
    };
    let term = LinearTerm::new(entries.iter().map(|(dimension, c)| (*dimension, whole(c))));
    (Constraint::new(term, relation, whole(&bound)), factor)
}

/// The weighted sums of the first i groups, for every inner cut i.
fn prefix_sums<G: AsRef<[Constraint]>>(groups: &[G], certificate: &Certificate) -> Vec<Constraint> {
    let denominator =
        certificate.multipliers.iter().fold(Integer::ONE, |lcm, (_, weight)| lcm.lcm(&weight.denominator()));
    let mut weights = certificate.multipliers.iter().peekable();
    let (mut sums, mut bound, mut strict): (BTreeMap<Dimension, Integer>, _, _) =
        (BTreeMap::new(), Integer::ZERO, false);
    let mut cuts: Vec<Constraint> = Vec::with_capacity(groups.len());
    let mut number = 0;
    for group in &groups[..groups.len().saturating_sub(1)] {
        let mut changed = cuts.is_empty();
        for row in group.as_ref() {
            if let Some((_, weight)) = weights.next_if(|(weighted, _)| *weighted == number) {
                let factor = &weight.numerator() * &denominator.div_exact(&weight.denominator());
                for (dimension, coefficient) in row.term.entries() {
                    add_to_entry(&mut sums, *dimension, &factor, coefficient);
                }
                bound += &(&factor * &row.bound);
                strict |= row.relation == Relation::Less;
                changed = true;
            }
            number += 1;
        }
        match cuts.last() {
            Some(previous) if !changed => cuts.push(previous.clone()),
            _ => cuts.push(cut(&sums, &bound, strict)),
        }
    }
    cuts
}

fn add_to_entry(
    sums: &mut BTreeMap<Dimension, Integer>,
    dimension: Dimension,
    factor: &Integer,
    coefficient: &Integer,
) {
    let sum = sums.entry(dimension).or_default();
    *sum += &(factor * coefficient);
    if sum.is_zero() {
        sums.remove(&dimension);
    }
}

fn cut(sums: &BTreeMap<Dimension, Integer>, bound: &Integer, strict: bool) -> Constraint {
    let relation = if strict { Relation::Less } else { Relation::LessOrEqual };
    let term = LinearTerm::new(sums.iter().map(|(dimension, c)| (*dimension, c.clone())));
    let sum = Constraint::new(term, relation, bound.clone());
    match sum.constant_truth() {
        Some(true) => Constraint::verum(),
        Some(false) => Constraint::falsum(),
        None => sum.normalized(),
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::linear::random::Random;
    use crate::linear::simplex::solve;

    fn variables(groups: &[Vec<Constraint>]) -> BTreeSet<Dimension> {
        groups.iter().flatten().flat_map(|row| row.term.entries()).map(|entry| entry.0).collect()
    }

    fn implies(dimensions: usize, premises: &[&Constraint], goal: &Constraint) -> bool {
        let mut simplex = Simplex::new(dimensions);
        premises.iter().enumerate().any(|(reason, premise)| simplex.assert(premise, reason).is_err())
            || simplex.entails(goal)
    }

    /// Interpolation by definition: inductive from true to false, and in the shared vocabulary.
    fn check_cuts(dimensions: usize, groups: &[Vec<Constraint>], refutation: &Refutation) {
        let rows: Vec<Constraint> = groups.iter().flatten().cloned().collect();
        assert!(refutation.certificate.refutes(&rows), "{groups:?}");
        let mut labels = vec![Constraint::verum()];
        labels.extend(refutation.cuts.iter().cloned());
        labels.push(Constraint::falsum());
        assert_eq!(labels.len(), groups.len() + 1);
        for (position, group) in groups.iter().enumerate() {
            let premises: Vec<&Constraint> = group.iter().chain([&labels[position]]).collect();
            assert!(implies(dimensions, &premises, &labels[position + 1]), "{groups:?} {labels:?} at {position}");
            let (before, after) = (variables(&groups[..position]), variables(&groups[position..]));
            let allowed: BTreeSet<_> = before.intersection(&after).collect();
            assert!(labels[position].term.entries().iter().all(|entry| allowed.contains(&entry.0)));
        }
    }

    #[test]
    fn random_groups() {
        let mut random = Random::new(7);
        let mut refuted = 0;
        for _ in 0..3_000 {
            let dimensions = 2 + random.below(5);
            let groups: Vec<Vec<Constraint>> = (0..1 + random.below(5))
                .map(|_| (0..random.below(5)).map(|_| random_row(&mut random, dimensions)).collect())
                .collect();
            let rows: Vec<Constraint> = groups.iter().flatten().cloned().collect();
            match refute(&groups) {
                Some(refutation) => {
                    refuted += 1;
                    check_cuts(dimensions, &groups, &refutation);
                }
                None => assert!(matches!(solve(dimensions, &rows), Feasibility::Feasible(_))),
            }
            let borrowed: Vec<&Constraint> = rows.iter().collect();
            if let Feasibility::Feasible(mut point) = solve_by_elimination(&borrowed) {
                point.resize(dimensions, Rational::ZERO);
                assert!(rows.iter().all(|row| row.holds_at(&point)));
            }
        }
        assert!(refuted > 500, "{refuted}");
    }

    fn random_row(random: &mut Random, dimensions: usize) -> Constraint {
        let width = 1 + random.below(3);
        let term = LinearTerm::new((0..width).map(|_| (random.below(dimensions), Integer::from(random.range(-3, 3)))));
        let relation = [Relation::Equal, Relation::Less, Relation::LessOrEqual][random.below(3)];
        Constraint::new(term, relation, random.range(-6, 6))
    }

    /// `x = 0; y = 0; repeat { assume x < 1000; x++; y++ }; assume x != y` in static single assignment form.
    #[test]
    fn counting_path() {
        let (x, y) = (|step: usize| 2 * step, |step: usize| 2 * step + 1);
        let difference = |a: usize, b: usize| LinearTerm::new([(a, Integer::ONE), (b, Integer::MINUS_ONE)]);
        let steps = 20;
        let mut groups = vec![vec![
            Constraint::equal(LinearTerm::variable(x(0)), 0),
            Constraint::equal(LinearTerm::variable(y(0)), 0),
        ]];
        for step in 0..steps {
            groups.push(vec![
                Constraint::new(LinearTerm::variable(x(step)), Relation::Less, 1000),
                Constraint::equal(difference(x(step + 1), x(step)), 1),
                Constraint::equal(difference(y(step + 1), y(step)), 1),
            ]);
        }
        groups.push(vec![Constraint::new(difference(x(steps), y(steps)), Relation::Less, 0)]);
        let refutation = refute(&groups).expect("x and y stay equal");
        check_cuts(2 * steps + 2, &groups, &refutation);
        let expected = (0..=steps).map(|step| Constraint::at_most(difference(y(step), x(step)), 0));
        assert_eq!(refutation.cuts, expected.collect::<Vec<_>>());
    }
}
