//! Timings of the exact linear arithmetic: `cargo bench -p landfall-smt --bench linear [FILTER]`.
//!
//! Each line is the median of several batches; sizes are those of loop summaries and of error paths.

use std::hint::black_box;
use std::time::{Duration, Instant};

use landfall_smt::linear::simplex::solve;
use landfall_smt::linear::{Constraint, Integer, Lattice, LinearTerm, Polyhedron, Rational, Relation, farkas};

/// Splitmix64: reproducible inputs.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    fn range(&mut self, low: i64, high: i64) -> i64 {
        low + (self.next() % (high - low + 1) as u64) as i64
    }
}

fn measure<T>(name: &str, mut run: impl FnMut() -> T) {
    if std::env::args().skip(1).any(|filter| !filter.starts_with('-') && !name.contains(&filter)) {
        return;
    }
    let start = Instant::now();
    black_box(run());
    let batch = (Duration::from_millis(20).as_nanos() / start.elapsed().as_nanos().max(1)).clamp(1, 1_000_000) as u32;
    let mut times: Vec<Duration> = (0..9)
        .map(|_| {
            let start = Instant::now();
            (0..batch).for_each(|_| {
                black_box(run());
            });
            start.elapsed() / batch
        })
        .collect();
    times.sort();
    println!("{name:<44} {:>12.3?}", times[times.len() / 2]);
}

fn difference(a: usize, b: usize) -> LinearTerm {
    LinearTerm::new([(a, Integer::ONE), (b, Integer::MINUS_ONE)])
}

/// Sparse constraints as programs have them, all satisfied by a hidden point.
fn feasible_system(random: &mut Random, dimensions: usize, count: usize) -> Vec<Constraint> {
    let point: Vec<i64> = (0..dimensions).map(|_| random.range(-20, 20)).collect();
    let row = |random: &mut Random| {
        let width = random.range(1, 3);
        let entries: Vec<(usize, i64)> =
            (0..width).map(|_| (random.range(0, dimensions as i64 - 1) as usize, random.range(-2, 2))).collect();
        let value: i64 = entries.iter().map(|(at, c)| c * point[*at]).sum();
        let term = LinearTerm::new(entries.iter().map(|(at, c)| (*at, Integer::from(*c))));
        Constraint::at_most(term, value + random.range(0, 10))
    };
    (0..count).map(|_| row(random)).collect()
}

/// `x = 0; y = 0; { assume x < n; x += d (input 1..=3); y += d } × steps; assume y < x`.
fn path(steps: usize, inputs: bool) -> Vec<Vec<Constraint>> {
    let (x, y, d) = (|step: usize| 3 * step, |step: usize| 3 * step + 1, |step: usize| 3 * step + 2);
    let start = |variable: usize| Constraint::equal(LinearTerm::variable(variable), 0);
    let mut groups = vec![vec![start(x(0)), start(y(0))]];
    for step in 0..steps {
        let guard = Constraint::new(LinearTerm::variable(x(step)), Relation::Less, 1_000_000);
        let mut group = vec![guard];
        for variable in [x(step), y(step)] {
            let change = difference(variable + 3, variable);
            group.push(match inputs {
                false => Constraint::equal(change, 1),
                true => Constraint::equal(change.plus(&LinearTerm::variable(d(step)).negated()), 0),
            });
        }
        if inputs {
            group.push(Constraint::at_least(LinearTerm::variable(d(step)), 1));
            group.push(Constraint::at_most(LinearTerm::variable(d(step)), 3));
        }
        groups.push(group);
    }
    groups.push(vec![Constraint::new(difference(y(steps), x(steps)), Relation::Less, 0)]);
    groups
}

/// Every input adds at least one, so the counter must have reached the number of steps: the certificate uses all of them.
fn long_certificate(steps: usize) -> Vec<Vec<Constraint>> {
    let mut groups = path(steps, true);
    let last = groups.len() - 1;
    groups[last] = vec![Constraint::at_most(LinearTerm::variable(3 * steps), steps as i64 - 1)];
    groups
}

fn numbers() {
    let mut random = Random(1);
    let small: Vec<Rational> = (0..1000).map(|_| Rational::from(random.range(-99, 99))).collect();
    let mut fraction = || Rational::new(&random.range(-99, 99).into(), &random.range(1, 12).into());
    let fractions: Vec<Rational> = (0..1000).map(|_| fraction()).collect();
    let mut random = Random(2);
    let mut big = || &Rational::from(random.next() as i64 | 1 << 62) * &Rational::from(random.next() as i64 | 1 << 62);
    let bigs: Vec<Rational> = (0..1000).map(|_| big()).collect();
    for (name, values) in [("integral", &small), ("fractional", &fractions), ("big", &bigs)] {
        measure(&format!("number/1000 {name} a += b * c"), || {
            let mut total = Rational::ZERO;
            for pair in values.chunks(2) {
                let mut sum = pair[0].clone();
                sum.add_product(&pair[1], &values[0]);
                total = sum;
            }
            for pair in values.chunks(2) {
                let mut sum = pair[1].clone();
                sum.add_product(&pair[0], &values[1]);
                total = sum;
            }
            total
        });
    }
}

fn systems() {
    for (dimensions, count) in [(5, 10), (10, 30), (20, 60), (30, 200)] {
        let mut random = Random(3);
        let system = feasible_system(&mut random, dimensions, count);
        measure(&format!("simplex/feasible {dimensions}x{count}"), || solve(dimensions, &system));
        let mut contradictory = system.clone();
        contradictory.push(Constraint::at_most(difference(0, 1), -1000));
        contradictory.push(Constraint::at_most(LinearTerm::variable(1), 20));
        contradictory.push(Constraint::at_least(LinearTerm::variable(0), -20));
        measure(&format!("simplex/infeasible {dimensions}x{count}"), || solve(dimensions, &contradictory));
        measure(&format!("polyhedron/canonical {dimensions}x{count}"), || Polyhedron::new(dimensions, &system));
    }
}

fn hulls() {
    for (dimensions, count) in [(3, 6), (6, 10), (8, 12), (10, 16), (20, 20), (30, 20)] {
        let mut random = Random(4);
        let operands: Vec<Polyhedron> =
            (0..2).map(|_| Polyhedron::new(dimensions, &feasible_system(&mut random, dimensions, count))).collect();
        let exact = operands[0].join_within(&operands[1], 600).1;
        let mark = if exact { "" } else { " (weak)" };
        measure(&format!("hull/random {dimensions}x{count}{mark}"), || operands[0].join(&operands[1]));
    }
    for variables in [4, 8, 15] {
        let (left, right) = branches(variables);
        measure(&format!("hull/two branches of a body, {variables} variables"), || left.join(&right));
        let pre: Vec<usize> = (0..variables).collect();
        measure(&format!("projection/domain of a body, {variables} variables"), || {
            left.join(&right).project_onto(&pre)
        });
    }
}

/// A loop body over pre-state `0..n` and post-state `n..2n` with two branches that differ in two updates; inputs have ranges.
fn branches(variables: usize) -> (Polyhedron, Polyhedron) {
    let branch = |first: i64, second: i64, low: i64| {
        let mut constraints = Vec::new();
        for variable in 0..variables {
            let change = match variable {
                0 => first,
                1 => second,
                _ => 0,
            };
            constraints.push(Constraint::equal(difference(variables + variable, variable), change));
            constraints.push(Constraint::at_least(LinearTerm::variable(variable), 0));
        }
        constraints.push(Constraint::at_most(difference(0, 1), low));
        constraints.push(Constraint::at_most(LinearTerm::variable(2), 100));
        Polyhedron::new(2 * variables, &constraints)
    };
    (branch(1, 0, 5), branch(1, 2, 7))
}

fn projections() {
    for (dimensions, count, eliminated) in [(6, 10, 3), (10, 16, 5), (20, 20, 10), (30, 30, 15)] {
        let mut random = Random(5);
        let polyhedron = Polyhedron::new(dimensions, &feasible_system(&mut random, dimensions, count));
        let kept: Vec<usize> = (eliminated..dimensions).collect();
        measure(&format!("projection/random {dimensions}x{count} minus {eliminated}"), || {
            polyhedron.project_onto(&kept)
        });
    }
}

fn paths() {
    for steps in [10, 100, 1000] {
        let plain = path(steps, false);
        measure(&format!("farkas/counting {steps}"), || farkas::refute(&plain).expect("infeasible"));
        let inputs = path(steps, true);
        measure(&format!("farkas/inputs {steps}"), || farkas::refute(&inputs).expect("infeasible"));
        let long = long_certificate(steps);
        measure(&format!("farkas/inputs, all steps needed {steps}"), || farkas::refute(&long).expect("infeasible"));
    }
}

fn lattices() {
    let mut random = Random(6);
    let points: Vec<Vec<Integer>> =
        (0..20).map(|_| (0..8).map(|at| Integer::from(random.range(-50, 50) * (1 + at % 3))).collect()).collect();
    measure("lattice/20 points in 8 dimensions", || {
        let mut lattice = Lattice::empty(8);
        points.iter().for_each(|point| {
            lattice.add_point(point);
        });
        lattice.congruences()
    });
}

fn main() {
    numbers();
    systems();
    hulls();
    projections();
    paths();
    lattices();
}
