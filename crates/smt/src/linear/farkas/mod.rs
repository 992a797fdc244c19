//! Sequence interpolants of a conjunctive path from one Farkas certificate.
//!
//! The input is a sequence of groups of constraints A₁ … Aₙ. If their conjunction has no rational solution, a certificate weighs the
//! rows so that everything cancels; the weighted sum of the rows of A₁ … Aᵢ is then an interpolant at cut i, and consecutive cuts
//! are inductive by construction (McMillan, "An Interpolating Theorem Prover", TCS 2005). The certificate comes from
//! [`solve_by_elimination`], which is made for paths: mostly equalities, many variables, few rows that matter.
//!
//! For integer variables pass [`Constraint::tightened`] rows, and tighten the cuts: both keep cuts inductive over the integers.

mod elimination;

use std::collections::BTreeMap;

use super::constraint::{Constraint, Dimension, LinearTerm, Relation};
use super::integer::Integer;
use super::simplex::{Certificate, Feasibility};
pub use elimination::solve_by_elimination;

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
    use crate::linear::rational::Rational;
    use crate::linear::simplex::{Simplex, solve};

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
