use super::*;
use crate::{FloatOp, Int, Value};

fn context() -> Context {
    Context::new(Config::default())
}

fn x() -> Term {
    Term::int_var("solver_x")
}

fn y() -> Term {
    Term::int_var("solver_y")
}

#[test]
fn models_satisfy_the_query() {
    let formula = Term::and(&[(x() + y()).eq(17), x().gt(y()), y().modulo(3).eq(1), x().ge(0), y().ge(0)]);
    let model = context().check("test", formula).model().expect("satisfiable");
    assert!(model.holds(formula));
    assert_eq!(formula.holds(&model.assignment(&formula.free_vars())), Some(true));
}

#[test]
fn cores_name_the_assumptions_that_matter() {
    let mut solver = context().solver("test");
    solver.assert(x().le(y()));
    let assumptions = [x().ge(5), Term::int_var("solver_z").eq(1), y().le(4)];
    let Outcome::Unsat(core) = solver.check_assuming(&assumptions) else { panic!("satisfiable") };
    assert_eq!(solver.minimize(&core).terms, vec![assumptions[0], assumptions[2]]);
    assert_eq!(solver.check_assuming(&assumptions[..2]).is_sat(), Some(true));
}

#[test]
fn scopes_end_with_their_assertions_and_assumption_literals() {
    let mut solver = context().solver("test");
    solver.assert(x().ge(0));
    let inside = solver.scope(|solver| {
        solver.assert(x().le(10));
        assert!(solver.check_assuming(&[x().ge(11)]).is_unsat());
        solver.assert(x().lt(0));
        solver.check().is_unsat()
    });
    assert!(inside);
    assert_eq!(solver.assertions(), &[x().ge(0)]);
    // The literal for this assumption was defined in the closed scope and must be defined anew.
    let model = solver.check_assuming(&[x().ge(11)]).model().expect("satisfiable");
    assert!(model.int(x()).expect("an integer") >= Int::from(11));
    assert!(solver.check_assuming(&[x().lt(0)]).is_unsat());
}

#[test]
fn exhausted_limits_are_unknown() {
    let mut solver = context().solver("hard");
    solver.set_resource_limit(20_000);
    let (a, b, c) = (Term::int_var("fermat_a"), Term::int_var("fermat_b"), Term::int_var("fermat_c"));
    solver.assert((a * a * a + b * b * b).eq(c * c * c));
    solver.assert(Term::and(&[a.ge(1), b.ge(1), c.ge(1)]));
    let outcome = solver.check();
    assert!(matches!(&outcome, Outcome::Unknown(reason) if !reason.is_empty()), "{outcome:?}");
    let statistics = solver.context().statistics();
    assert_eq!(statistics.by_purpose["hard"].unknown, 1);
    assert_eq!(statistics.total().queries(), 1);
}

/// What is left on a meter after a hard query with so much effort, and whether an easy one is decided afterwards.
fn metered(units: u64) -> (u64, Option<bool>) {
    let meter = Arc::new(Meter::new(units, None));
    let context = Context::new(Config { meter: Some(meter.clone()), ..Config::default() });
    let (a, b, c) = (Term::int_var("metered_a"), Term::int_var("metered_b"), Term::int_var("metered_c"));
    let hard = Term::and(&[(a * a * a + b * b * b).eq(c * c * c), a.ge(1), b.ge(1), c.ge(1)]);
    assert!(context.check("hard", hard).is_sat().is_none());
    (meter.left(), context.check("easy", x().ge(y())).is_sat())
}

#[test]
fn a_meter_ends_queries_when_the_effort_is_used_up() {
    assert_eq!(metered(20_000), (0, None));
    let meter = Arc::new(Meter::new(20_000, None));
    let context = Context::new(Config { meter: Some(meter.clone()), ..Config::default() });
    assert_eq!(context.check("easy", x().ge(y())).is_sat(), Some(true));
    assert!((1..20_000).contains(&meter.left()), "{}", meter.left());
}

#[test]
fn another_thread_can_interrupt() {
    let context = Context::new(Config { resource_limit: 0, ..Config::default() });
    let interrupt = context.interrupt().expect("a context");
    let (a, b, c) = (Term::int_var("fermat_a"), Term::int_var("fermat_b"), Term::int_var("fermat_c"));
    let mut solver = context.solver("endless");
    solver.assert((a * a * a + b * b * b).eq(c * c * c));
    solver.assert(Term::and(&[a.ge(1), b.ge(1), c.ge(1)]));
    let finished = std::sync::atomic::AtomicBool::new(false);
    std::thread::scope(|threads| {
        threads.spawn(|| {
            while !finished.load(std::sync::atomic::Ordering::SeqCst) {
                interrupt.stop();
                std::thread::yield_now();
            }
        });
        assert_eq!(solver.check().is_sat(), None);
        finished.store(true, std::sync::atomic::Ordering::SeqCst);
    });
    assert!(matches!(solver.check(), Outcome::Unknown(reason) if reason == "interrupted"));
}

#[test]
fn a_context_after_another_knows_nothing_of_it() {
    for _ in 0..3 {
        let context = context();
        let mut solver = context.solver("test");
        assert_eq!(solver.check().is_sat(), Some(true), "no assertion is left");
        solver.assert(Term::and(&[x().ge(1), x().le(2)]));
        assert_eq!(solver.check_assuming(&[x().ge(3)]).is_sat(), Some(false));
        assert_eq!(context.statistics().total().queries(), 2);
    }
}

#[test]
fn an_interrupted_context_is_not_used_again() {
    let first = context();
    first.interrupt().expect("a context").stop();
    assert_eq!(first.check("test", x().ge(1)).is_sat(), None);
    assert_eq!(context().check("test", x().ge(1)).is_sat(), Some(true));
}

#[test]
fn values_of_all_sorts_come_back() {
    let sort = Sort::array(Sort::Int, Sort::BitVec(16));
    let array = Term::var("solver_array", sort);
    let float = Term::var("solver_float", Sort::F64);
    let bits = |v: u128| Term::bv_const(v, 16);
    let formula = Term::and(&[
        array.select(x()).eq(bits(7)),
        array.select(x() + 1).eq(bits(9)),
        float.fp(FloatOp::Mul, &[Term::f64_const(2.0)]).fp_eq(Term::f64_const(3.0)),
        x().eq(Term::int(Int::ONE << 100)),
        array.select(x() + 2).bv_to_int().ge(40000),
    ]);
    let model = context().check("test", formula).model().expect("satisfiable");
    let assignment = model.assignment(&formula.free_vars());
    assert_eq!(assignment.len(), 3);
    assert_eq!(formula.holds(&assignment), Some(true));
    assert_eq!(assignment.get(float).and_then(Value::as_bits), Some(u128::from(1.5f64.to_bits())));
}

#[test]
fn simplification_comes_back_as_a_term() {
    let context = context();
    let (p, q) = (Term::bool_var("solver_p"), Term::bool_var("solver_q"));
    let term = Term::or(&[Term::and(&[p, q]), Term::and(&[p, q.not()]), x().eq(y())]);
    assert_eq!(context.implies("test", context.simplify(term), term), Some(true));
    assert_eq!(context.implies("test", term, context.simplify(term)), Some(true));
}

#[test]
fn dumped_queries_stand_alone() {
    let folder = std::env::temp_dir().join(format!("landfall-smt-dump-{}", std::process::id()));
    let context = Context::new(Config { dump_smt: Some(folder.clone()), ..Config::default() });
    let mut solver = context.solver("dump test");
    solver.assert(x().le(3));
    assert!(solver.check_assuming(&[x().ge(4)]).is_unsat());
    let text = std::fs::read_to_string(folder.join("000001-dump-test.smt2")).expect("a file");
    assert!(text.contains("(declare-const solver_x Int)"), "{text}");
    assert!(text.contains("(assert (<= solver_x 3))"), "{text}");
    assert!(text.ends_with("(check-sat)\n"), "{text}");
    std::fs::remove_dir_all(folder).expect("the folder is ours");
}
