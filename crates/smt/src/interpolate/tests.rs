use super::*;
use crate::Config;
use proptest::prelude::*;

fn members() -> Vec<Box<dyn Interpolator>> {
    vec![
        Box::new(Farkas),
        Box::new(Newton { direction: Direction::Forward }),
        Box::new(Newton { direction: Direction::Backward }),
        Box::new(Blocking),
        Box::new(Horn),
    ]
}

fn var(name: usize, version: usize) -> Term {
    Term::int_var(&format!("itp_{name}@{version}"))
}

/// `x` counts from 0 in steps of one, `y` is copied along; in the end `x` exceeds the number of steps.
fn counting(steps: usize) -> Vec<Term> {
    let mut path = vec![var(0, 0).eq(0)];
    for k in 0..steps {
        path.push(Term::and(&[var(0, k + 1).eq(var(0, k) + 1), var(1, k + 1).eq(var(1, k)), var(1, k).le(100)]));
    }
    path.push(var(0, steps).gt(steps as i64));
    path
}

#[test]
fn every_interpolator_refutes_a_counting_path() {
    let context = Context::new(Config::default());
    let path = counting(6);
    for member in members() {
        let cuts = member.sequence(&context, &path).unwrap_or_else(|| panic!("{} finds nothing", member.name()));
        assert_eq!(check(&context, &path, &cuts), Some(true), "{}: {cuts:?}", member.name());
    }
}

#[test]
fn feasible_paths_have_no_interpolants() {
    let context = Context::new(Config::default());
    let mut path = counting(3);
    path.pop();
    path.push(var(0, 3).ge(3));
    for member in members() {
        assert_eq!(member.sequence(&context, &path), None, "{}", member.name());
    }
}

#[test]
fn integrality_is_left_to_the_general_ones() {
    let context = Context::new(Config::default());
    let (x, y) = (var(0, 0), var(1, 0));
    let path = [
        x.eq(y.scale(2)),
        Term::and(&[x.ge(Term::int_var("itp_z").scale(2) + 1), x.le(Term::int_var("itp_z").scale(2) + 1)]),
    ];
    assert_eq!(Farkas.sequence(&context, &path), None);
    let cuts = Chain::default().sequence(&context, &path).expect("a general interpolator succeeds");
    assert_eq!(check(&context, &path, &cuts), Some(true), "{cuts:?}");
}

#[test]
fn the_checker_rejects_wrong_sequences() {
    let context = Context::new(Config::default());
    let path = counting(2);
    let right = Farkas.sequence(&context, &path).expect("linear");
    for k in 0..right.len() {
        for wrong in [Term::tt(), Term::ff(), var(5, 5).le(0)] {
            let mut cuts = right.clone();
            cuts[k] = wrong;
            assert_eq!(check(&context, &path, &cuts), Some(false), "cut {k} replaced by {wrong}");
        }
    }
}

#[test]
fn graphs_of_cuts_are_solved_at_once() {
    // Two branches set x to 1 or 2, they join, and x <= 0 is the error.
    let context = Context::new(Config::default());
    let (x, y, z) = (Term::int_var("itp_gx"), Term::int_var("itp_gy"), Term::int_var("itp_gz"));
    let mut system = horn::System::default();
    let (left, right, join) = (system.node(&[x]), system.node(&[y]), system.node(&[z]));
    system.edge(None, x.eq(1), Some(left));
    system.edge(None, y.eq(2), Some(right));
    system.edge(Some(left), z.eq(x), Some(join));
    system.edge(Some(right), z.eq(y), Some(join));
    system.edge(Some(join), z.le(0), None);
    let solution = system.solve(&context).expect("solvable");
    assert!(system.is_solved_by(&context, &solution));
    assert!(!system.is_solved_by(&context, &[solution[0], solution[1], Term::tt()]));
    system.edge(None, z.eq(0), Some(join));
    assert_eq!(system.solve(&context), None);
}

/// A random step on three variables: an assignment, a guard, or a choice between two.
fn step() -> impl Strategy<Value = (u8, usize, Vec<i64>, i64, i64)> {
    (0u8..5, 0usize..3, prop::collection::vec(-2i64..=2, 3), -4i64..=4, -4i64..=4)
}

/// Puts random steps into single-assignment form.
fn path_of(steps: &[(u8, usize, Vec<i64>, i64, i64)]) -> Vec<Term> {
    let mut version = [0usize; 3];
    let mut path = Vec::new();
    for (kind, target, coefficients, constant, other) in steps {
        let now = |i: usize| var(i, version[i]);
        let parts: Vec<Term> = coefficients.iter().enumerate().map(|(i, c)| now(i).scale(*c)).collect();
        let value = Term::sum(&parts) + *constant;
        path.push(match kind {
            0 | 1 => {
                let next = var(*target, version[*target] + 1);
                let assigned = if *kind == 0 { next.eq(value) } else { next.eq(now(*target) + *constant) };
                version[*target] += 1;
                assigned
            }
            2 => value.le_zero(),
            3 => value.eq_zero(),
            _ => Term::or(&[value.le_zero(), now(*target).eq(*other)]),
        });
    }
    path
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 120, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn sequences_of_random_paths_are_correct(steps in prop::collection::vec(step(), 2..10)) {
        let context = Context::new(Config { resource_limit: 500_000, ..Config::default() });
        let path = path_of(&steps);
        let infeasible = context.check("test", Term::and(&path)).is_unsat();
        for member in members() {
            if let Some(cuts) = member.sequence(&context, &path) {
                prop_assert!(infeasible, "{} refutes a feasible path", member.name());
                let right = check(&context, &path, &cuts);
                prop_assert_ne!(right, Some(false), "{}: {:?} for {:?}", member.name(), cuts, path);
            }
        }
    }
}

/// f(n) = n <= 0 ? 0 : f(n - 1) + f(n - 1) + 1 is never negative: the clause of the second case has f twice in its body.
#[test]
fn clauses_may_have_several_predicates_in_their_body() {
    let context = Context::new(Config::default());
    let (n, r, s, t) = (var(0, 0), var(1, 0), var(1, 1), var(1, 2));
    let mut system = horn::System::default();
    let f = system.node(&[n, r]);
    system.clause(Vec::new(), Term::and(&[n.le(0), r.eq(0)]), Some((f, vec![n, r])));
    let body = vec![(f, vec![n - 1, s]), (f, vec![n - 1, t])];
    system.clause(body, Term::and(&[n.gt(0), r.eq(s + t + 1)]), Some((f, vec![n, r])));
    system.clause(vec![(f, vec![n, r])], r.lt(0), None);
    let solution = system.solve(&context).expect("a solution");
    assert!(system.is_solved_by(&context, &solution));
    // Results that are not negative are no solution once one is asked to be positive.
    system.clause(vec![(f, vec![n, r])], r.lt(1), None);
    assert!(system.solve(&context).is_none());
    assert!(!system.is_solved_by(&context, &solution));
}
