//! Simplex by definition: models satisfy, certificates refute, optima agree with models and with entailment.

use super::*;
use crate::linear::random::Random;

fn random_constraint(random: &mut Random, dimensions: usize, spread: i64) -> Constraint {
    let width = 1 + random.below(3);
    let term = LinearTerm::new((0..width).map(|_| (random.below(dimensions), Integer::from(random.range(-4, 4)))));
    let relation = match random.below(6) {
        0 => Relation::Equal,
        1 => Relation::Less,
        _ => Relation::LessOrEqual,
    };
    Constraint::new(term, relation, random.range(-spread, spread))
}

#[test]
fn answers_carry_their_proof() {
    let mut random = Random::new(3);
    let (mut feasible, mut infeasible) = (0, 0);
    for round in 0..4_000 {
        let dimensions = 1 + random.below(6);
        let count = 1 + random.below(12);
        let spread = if round % 2 == 0 { 3 } else { 12 };
        let constraints: Vec<_> = (0..count).map(|_| random_constraint(&mut random, dimensions, spread)).collect();
        match solve(dimensions, &constraints) {
            Feasibility::Feasible(point) => {
                feasible += 1;
                assert!(constraints.iter().all(|constraint| constraint.holds_at(&point)), "{constraints:?} {point:?}");
            }
            Feasibility::Infeasible(certificate) => {
                infeasible += 1;
                assert!(certificate.refutes(&constraints), "{constraints:?} {certificate:?}");
            }
        }
    }
    assert!(feasible > 500 && infeasible > 500, "{feasible} {infeasible}");
}

#[test]
fn scopes_restore_the_bounds() {
    let mut random = Random::new(4);
    for _ in 0..300 {
        let mut simplex = Simplex::new(4);
        let mut scopes: Vec<Vec<Constraint>> = vec![Vec::new()];
        for _ in 0..40 {
            match random.below(4) {
                0 => {
                    simplex.push();
                    scopes.push(Vec::new());
                }
                1 if scopes.len() > 1 => {
                    simplex.pop();
                    scopes.pop();
                }
                _ => {
                    let constraint = random_constraint(&mut random, 4, 8);
                    simplex.push();
                    let outcome = simplex.assert(&constraint, 0).and_then(|()| simplex.check());
                    let mut all: Vec<Constraint> = scopes.iter().flatten().cloned().collect();
                    all.push(constraint.clone());
                    assert_eq!(outcome.is_ok(), matches!(solve(4, &all), Feasibility::Feasible(_)));
                    simplex.pop();
                    if outcome.is_ok() {
                        simplex.assert(&constraint, 0).expect("just found consistent");
                        scopes.last_mut().expect("never empty").push(constraint);
                    }
                }
            }
        }
    }
}

#[test]
fn optima_are_tight() {
    let mut random = Random::new(5);
    let (mut bounded, mut open) = (0, 0);
    for _ in 0..2_000 {
        let constraints: Vec<_> = (0..8).map(|_| random_constraint(&mut random, 3, 10)).collect();
        let term = random_constraint(&mut random, 3, 1).term;
        let mut simplex = Simplex::new(3);
        if constraints.iter().enumerate().any(|(reason, constraint)| simplex.assert(constraint, reason).is_err()) {
            continue;
        }
        let Ok(optimum) = simplex.maximize(&term) else {
            continue;
        };
        // `term >= threshold` must be feasible exactly up to the optimum.
        let feasible_beyond = |threshold: &Rational, relation: Relation| {
            let mut extended = constraints.clone();
            let scaled = term.scaled(&-threshold.denominator());
            extended.push(Constraint::new(scaled, relation, -threshold.numerator()));
            matches!(solve(3, &extended), Feasibility::Feasible(_))
        };
        match optimum {
            Optimum::Unbounded => assert!(feasible_beyond(&Rational::from(1_000_000), Relation::LessOrEqual)),
            Optimum::Bounded { value, attained } => {
                bounded += 1;
                open += usize::from(!attained);
                assert!(!feasible_beyond(&value, Relation::Less));
                assert_eq!(feasible_beyond(&value, Relation::LessOrEqual), attained);
                let close = &value - &Rational::new(&Integer::ONE, &Integer::from(1_000_000));
                assert!(feasible_beyond(&close, Relation::LessOrEqual));
            }
        }
    }
    assert!(bounded > 150 && open > 20, "{bounded} {open}");
}

#[test]
fn entailment_is_infeasible_negation() {
    let mut random = Random::new(6);
    let mut entailed = 0;
    for _ in 0..2_000 {
        let constraints: Vec<_> = (0..6).map(|_| random_constraint(&mut random, 3, 6)).collect();
        let goal = random_constraint(&mut random, 3, 12);
        let mut simplex = Simplex::new(3);
        if constraints.iter().enumerate().any(|(reason, constraint)| simplex.assert(constraint, reason).is_err()) {
            continue;
        }
        let negations = match goal.relation {
            Relation::LessOrEqual => vec![(goal.term.negated(), Relation::Less, -&goal.bound)],
            Relation::Less => vec![(goal.term.negated(), Relation::LessOrEqual, -&goal.bound)],
            Relation::Equal => vec![
                (goal.term.negated(), Relation::Less, -&goal.bound),
                (goal.term.clone(), Relation::Less, goal.bound.clone()),
            ],
        };
        let expected = negations.into_iter().all(|(term, relation, bound)| {
            let mut extended = constraints.clone();
            extended.push(Constraint::new(term, relation, bound));
            matches!(solve(3, &extended), Feasibility::Infeasible(_))
        });
        entailed += usize::from(expected);
        assert_eq!(simplex.entails(&goal), expected, "{constraints:?} |= {goal:?}");
    }
    assert!(entailed > 200);
}
