//! Polyhedra by definition: canonical forms, hulls and shadows against independent methods on random instances.

use super::*;
use crate::linear::random::Random;
use crate::linear::simplex::{Feasibility, solve};

fn random_constraint(random: &mut Random, dimensions: usize) -> Constraint {
    let width = 1 + random.below(dimensions.min(3));
    let term = LinearTerm::new((0..width).map(|_| (random.below(dimensions), Integer::from(random.range(-2, 2)))));
    let relation = if random.below(6) == 0 { Relation::Equal } else { Relation::LessOrEqual };
    Constraint::new(term, relation, random.range(-3, 5))
}

fn random_polyhedron(random: &mut Random, dimensions: usize) -> (Vec<Constraint>, Polyhedron) {
    let count = random.below(dimensions + 4);
    let constraints: Vec<Constraint> = (0..count).map(|_| random_constraint(random, dimensions)).collect();
    let polyhedron = Polyhedron::new(dimensions, &constraints);
    (constraints, polyhedron)
}

fn random_point(random: &mut Random, dimensions: usize) -> Vec<Rational> {
    let half = Integer::from(2);
    (0..dimensions).map(|_| Rational::new(&Integer::from(random.range(-10, 10)), &half)).collect()
}

/// `constraints ⊨ goal` by refuting the negation.
fn entailed(dimensions: usize, constraints: &[Constraint], goal: &Constraint) -> bool {
    let negation = Constraint::new(goal.term.negated(), Relation::Less, -&goal.bound);
    let opposite = Constraint::new(goal.term.clone(), Relation::Less, goal.bound.clone());
    let refuted = |extra: Constraint| {
        let system: Vec<Constraint> = constraints.iter().cloned().chain([extra]).collect();
        matches!(solve(dimensions, &system), Feasibility::Infeasible(_))
    };
    refuted(negation) && (goal.relation != Relation::Equal || refuted(opposite))
}

#[test]
fn canonical_form_is_equivalent_and_irredundant() {
    let mut random = Random::new(20);
    let mut empties = 0;
    for _ in 0..1_500 {
        let dimensions = 1 + random.below(4);
        let (constraints, polyhedron) = random_polyhedron(&mut random, dimensions);
        let feasible = matches!(solve(dimensions, &constraints), Feasibility::Feasible(_));
        assert_eq!(feasible, !polyhedron.is_empty(), "{constraints:?}");
        empties += usize::from(!feasible);
        if !feasible {
            continue;
        }
        let minimal = polyhedron.constraints();
        assert!(minimal.iter().all(|goal| entailed(dimensions, &constraints, goal)), "{constraints:?} {minimal:?}");
        assert!(constraints.iter().all(|goal| entailed(dimensions, &minimal, goal)), "{constraints:?} {minimal:?}");
        for position in 0..minimal.len() {
            let mut others = minimal.clone();
            let dropped = others.remove(position);
            assert!(!entailed(dimensions, &others, &dropped), "{dropped} is redundant in {polyhedron}");
        }
        // Canonical: the order and scale of the input do not matter.
        let mut scaled: Vec<Constraint> = constraints;
        scaled.reverse();
        for constraint in &mut scaled {
            let factor = Integer::from(random.range(1, 3));
            *constraint =
                Constraint::new(constraint.term.scaled(&factor), constraint.relation, &constraint.bound * &factor);
        }
        assert_eq!(Polyhedron::new(dimensions, &scaled), polyhedron);
    }
    assert!(empties > 100, "{empties}");
}

#[test]
fn generators_describe_the_same_set() {
    let mut random = Random::new(21);
    for _ in 0..1_000 {
        let dimensions = 1 + random.below(4);
        let (_, polyhedron) = random_polyhedron(&mut random, dimensions);
        let generators = polyhedron.generators();
        assert!(generators.points().all(|point| polyhedron.contains(&point)));
        let cone = polyhedron.recession_cone();
        let rational = |vector: &[Integer]| vector.iter().map(Rational::from).collect::<Vec<_>>();
        assert!(generators.rays().chain(generators.lines()).all(|ray| cone.contains(&rational(ray))));
        assert_eq!(Polyhedron::from_generators(dimensions, &generators), polyhedron);
    }
}

/// Balas: x = y + z with y in λ·P and z in (1 - λ)·Q, everything but x projected out.
fn lifted_hull(dimensions: usize, left: &Polyhedron, right: &Polyhedron) -> Polyhedron {
    let total = 2 * dimensions + 1;
    let lambda = 2 * dimensions;
    let mut constraints = vec![
        Constraint::at_least(LinearTerm::variable(lambda), 0),
        Constraint::at_most(LinearTerm::variable(lambda), 1),
    ];
    let scaled_bound = |bound: &Integer| LinearTerm::new([(lambda, -bound)]);
    for constraint in left.constraints() {
        let y = constraint.term.renamed(|dimension| dimensions + dimension);
        constraints.push(Constraint::new(y.plus(&scaled_bound(&constraint.bound)), constraint.relation, 0));
    }
    for constraint in right.constraints() {
        // z = x - y, bound·(1 - λ)
        let y = constraint.term.renamed(|dimension| dimensions + dimension).negated();
        let term = constraint.term.plus(&y).plus(&scaled_bound(&-&constraint.bound));
        constraints.push(Constraint::new(term, constraint.relation, constraint.bound.clone()));
    }
    Polyhedron::new(total, &constraints).project_onto(&(0..dimensions).collect::<Vec<_>>())
}

#[test]
fn hulls_agree_with_lifting() {
    let mut random = Random::new(22);
    let mut compared = 0;
    for _ in 0..500 {
        let dimensions = 1 + random.below(3);
        let (_, left) = random_polyhedron(&mut random, dimensions);
        let (_, right) = random_polyhedron(&mut random, dimensions);
        let hull = left.join(&right);
        assert_eq!(hull, right.join(&left));
        assert!(hull.includes(&left) && hull.includes(&right));
        if !left.is_empty() && !right.is_empty() {
            compared += 1;
            assert_eq!(hull, lifted_hull(dimensions, &left, &right), "{left} {right}");
        }
    }
    assert!(compared > 100);
}

#[test]
fn hulls_in_more_dimensions_agree_with_generators() {
    let mut random = Random::new(23);
    for _ in 0..300 {
        let dimensions = 4 + random.below(4);
        let (common, _) = random_polyhedron(&mut random, dimensions);
        let (first, second) = (random_constraint(&mut random, dimensions), random_constraint(&mut random, dimensions));
        let base = Polyhedron::new(dimensions, &common);
        let (left, right) = (base.with([&first]), base.with([&second]));
        let (a, b) = (left.generators(), right.generators());
        let union = Generators::new(
            a.lines().chain(b.lines()).map(<[Integer]>::to_vec),
            a.rays().chain(b.rays()).map(<[Integer]>::to_vec),
            a.points().chain(b.points()),
        );
        let hull = left.join(&right);
        assert_eq!(hull, Polyhedron::from_generators(dimensions, &union), "{left} {right}");
        let (weak, exact) = left.join_within(&right, 1);
        assert!(weak.includes(&hull) && (!exact || weak == hull), "{left} {right} {weak}");
    }
}

#[test]
fn shadows_agree_with_generators() {
    let mut random = Random::new(24);
    for _ in 0..700 {
        let dimensions = 2 + random.below(4);
        let (_, polyhedron) = random_polyhedron(&mut random, dimensions);
        let mut kept: Vec<Dimension> = (0..dimensions).filter(|_| random.below(2) == 0).collect();
        if random.below(2) == 0 {
            kept.reverse();
        }
        let generators = polyhedron.generators();
        let pick = |vector: &[Integer]| kept.iter().map(|at| vector[*at].clone()).collect::<Row>();
        let shadow = Generators::new(
            generators.lines().map(pick),
            generators.rays().map(pick),
            generators.points().map(|point| kept.iter().map(|at| point[*at].clone()).collect()),
        );
        let projected = polyhedron.project_onto(&kept);
        assert_eq!(projected, Polyhedron::from_generators(kept.len(), &shadow), "{polyhedron} on {kept:?}");
        let free: Vec<Dimension> = (0..dimensions).filter(|at| !kept.contains(at)).collect();
        assert_eq!(polyhedron.forget(&free), projected.embedded(dimensions, &kept));
    }
}

#[test]
fn meets_and_membership() {
    let mut random = Random::new(25);
    for _ in 0..500 {
        let dimensions = 1 + random.below(3);
        let (a, left) = random_polyhedron(&mut random, dimensions);
        let (b, right) = random_polyhedron(&mut random, dimensions);
        let both = left.meet(&right);
        assert_eq!(both, left.with(&b));
        assert!(left.includes(&both) && right.includes(&both));
        for _ in 0..10 {
            let point = random_point(&mut random, dimensions);
            let inside = a.iter().chain(&b).all(|constraint| constraint.holds_at(&point));
            assert_eq!(both.contains(&point), inside);
        }
        if let Some(sample) = both.sample() {
            assert!(left.contains(&sample) && right.contains(&sample));
        }
    }
}

#[test]
fn strict_constraints_close_or_contradict() {
    let x = LinearTerm::variable(0);
    let below = Constraint::new(x.clone(), Relation::Less, 3);
    let closed = Polyhedron::new(1, [&below]);
    assert_eq!(closed, Polyhedron::new(1, [&Constraint::at_most(x.clone(), 3)]));
    assert!(Polyhedron::new(1, [&below, &Constraint::at_least(x, 3)]).is_empty());
}

#[test]
fn images_of_differences() {
    // x' = x + y, 1 <= y <= 3: the difference x' - x lies between 1 and 3.
    let (x, y, next) = (0, 1, 2);
    let update = LinearTerm::new([(next, Integer::ONE), (x, Integer::MINUS_ONE), (y, Integer::MINUS_ONE)]);
    let body = [
        Constraint::equal(update, 0),
        Constraint::at_least(LinearTerm::variable(y), 1),
        Constraint::at_most(LinearTerm::variable(y), 3),
    ];
    let difference = LinearTerm::new([(next, Integer::ONE), (x, Integer::MINUS_ONE)]);
    let image = Polyhedron::new(3, &body).image(&[(difference, Integer::ZERO)]);
    let variable = LinearTerm::variable(0);
    let expected = [Constraint::at_least(variable.clone(), 1), Constraint::at_most(variable, 3)];
    assert_eq!(image, Polyhedron::new(1, &expected));
}

#[test]
fn widening_covers_and_stabilises() {
    let mut random = Random::new(26);
    for _ in 0..100 {
        let mut current = random_polyhedron(&mut random, 2).1;
        let mut changes = 0;
        for _ in 0..30 {
            let next = current.join(&random_polyhedron(&mut random, 2).1);
            let widened = current.widen(&next);
            assert!(widened.includes(&next), "{current} {next} {widened}");
            changes += usize::from(widened != current);
            current = widened;
        }
        assert!(changes <= 12, "{changes}");
    }
    let interval = |low: i64, high: i64| {
        let x = LinearTerm::variable(0);
        Polyhedron::new(1, &[Constraint::at_least(x.clone(), low), Constraint::at_most(x, high)])
    };
    let widened = interval(0, 1).widen(&interval(0, 2));
    assert_eq!(widened, Polyhedron::new(1, [&Constraint::at_least(LinearTerm::variable(0), 0)]));
}

#[test]
fn the_shadow_of_a_sparse_system_is_the_projection_of_its_polyhedron() {
    let mut random = Random::new(77);
    let mut bounded = 0;
    for _ in 0..800 {
        let dimensions = 3 + random.below(5);
        let kept = 1 + random.below(2);
        let (constraints, whole) = random_polyhedron(&mut random, dimensions);
        if whole.is_empty() {
            continue;
        }
        let expected = whole.project_onto(&(0..kept).collect::<Vec<_>>());
        bounded += usize::from(!expected.is_universe());
        assert_eq!(Polyhedron::shadow(kept, constraints.clone()), expected, "{constraints:?}");
    }
    assert!(bounded > 50, "{bounded}");
}
