//! Both engines from end to end, on small programs.

use super::Tracer;
use crate::analysis::Analysis;
use crate::engine::tests::{
    analysed, assert_proved as assert_safe, checked, is_stopped, main_with, read, tells_of_unmodelled_code,
};
use crate::engine::{EngineKind, EngineOptions, tests};
use crate::report::Statistics;
use crate::verdict::Verdict;

fn run_with(engine: EngineKind, text: &str) -> Analysis {
    // The paper's algorithm, without facts from elsewhere.
    analysed(engine, EngineOptions { tracer_summaries: false, ..EngineOptions::default() }, &read(text))
}

fn run(text: &str) -> Analysis {
    run_with(EngineKind::Tracer, text)
}

fn count(analysis: &Analysis, name: &str) -> u64 {
    tests::count(&analysis.statistics, name)
}

fn main(edges: &str) -> String {
    main_with("local x: i32; local y: i32; local n: i32; local p: i32; local lock: i32;", edges)
}

/// Figure 1 (a).
fn count_up() -> String {
    main(
        "a -> b: havoc n input \"f\"; b -> h: x = 0; h -> i: assume x < n; i -> h: x = x + 1;
         h -> e: assume !(x < n); e -> bad: assume x < 0; e -> z: assume !(x < 0);",
    )
}

/// Figure 1 (b): x is new, y is old.
fn lock() -> String {
    main(
        "a -> b: havoc y input \"f\"; b -> b2: assume y < 1000; b2 -> c: lock = 0; c -> h: x = y + 1;
         h -> i: assume x != y; i -> j: lock = 1; j -> k: y = x; k -> l: havoc p input \"f\";
         l -> h: assume p == 0; l -> m: assume p != 0; m -> o: lock = 0; o -> h: x = x + 1;
         h -> e: assume x == y; e -> bad: assume lock == 0; e -> z: assume lock != 0;",
    )
}

/// Figure 1 (d).
fn many_iterations() -> String {
    main(
        "a -> b: havoc y input \"f\"; b -> c: assume y >= 0; c -> h: x = 0; h -> i: assume x < 10000;
         i -> j: y = y + 1; j -> h: x = x + 1; h -> e: assume !(x < 10000);
         e -> bad: assume y + x < 10000; e -> z: assume !(y + x < 10000);",
    )
}

/// A chain of n branches of which none matters; then the error, which x = 0 excludes.
fn diamonds(n: usize) -> String {
    let mut edges = String::from("a -> d0: x = 0; ");
    for i in 0..n {
        let next = i + 1;
        edges += &format!(
            "d{i} -> e{i}: havoc p input \"f\"; e{i} -> f{i}: assume p > 0; f{i} -> d{next}: y = y + p;
             e{i} -> d{next}: assume !(p > 0); "
        );
    }
    edges += &format!("d{n} -> bad: assume x + y < y; d{n} -> z: assume !(x + y < y);");
    main(&edges)
}

#[test]
fn a_bound_that_the_loop_preserves_is_kept() {
    assert_safe(&run(&count_up()));
    assert_safe(&run_with(EngineKind::IterDeep, &count_up()));
}

#[test]
fn the_lock_takes_one_restart_and_a_disjunctive_invariant() {
    let analysis = run(&lock());
    assert_safe(&analysis);
    assert_eq!(count(&analysis, "restarts"), 1);
    assert!(count(&analysis, "states") < 60);
    let Verdict::Safe(proof) = &analysis.verdict else { panic!() };
    let invariants: Vec<_> = proof.invariants.values().collect();
    assert!(invariants.iter().any(|i| i.disjuncts().len() == 2), "{invariants:?}");
}

#[test]
fn deepening_does_not_prove_the_lock() {
    is_stopped(EngineKind::IterDeep, &lock());
}

#[test]
fn many_iterations_are_not_unrolled() {
    let analysis = run(&many_iterations());
    assert_safe(&analysis);
    assert!(count(&analysis, "states") < 40, "{:?}", analysis.statistics.counts);
}

#[test]
fn irrelevant_branches_cost_linearly_many_states() {
    let states = |n: usize| {
        let analysis = run(&diamonds(n));
        assert_safe(&analysis);
        count(&analysis, "states")
    };
    let (ten, twenty, most) = (states(10), states(20), states(200));
    assert!(twenty - ten <= 60 && most - twenty == 18 * (twenty - ten), "{ten} {twenty} {most}");
}

/// With interpolants that speak of control from the beginning.
fn run_with_control(text: &str) -> (Verdict, Statistics) {
    checked(&Tracer { plain_restarts: 0, ..Tracer::TRACER }, text)
}

/// A protocol: x is its state, from 1 to n; lock counts to 3 in the states 1, 2 and n. The message 7 leads on, and from the state n to
/// the state `again`. The error is a lock of 3 in the state before the last one.
fn protocol(n: usize, again: usize) -> String {
    let before = n - 1;
    let mut edges = format!(
        "a -> b: x = 1; b -> h: lock = 0; h -> i: havoc p input \"f\"; i -> bad: assume x == {before} && lock == 3;
         i -> j: assume !(x == {before} && lock == 3); j -> z: assume x > {n}; j -> z: assume x < 1; "
    );
    for state in 1..=n {
        let next = if state == n { again } else { state + 1 };
        edges += &format!(
            "j -> s{state}: assume x == {state}; s{state} -> w{state}: assume p == 7; w{state} -> h: x = {next}; "
        );
        let counted = [(1, 0), (2, 1), (n, 2)].into_iter().find(|(at, _)| *at == state);
        edges += &match counted {
            Some((_, count)) => format!(
                "s{state} -> t{state}: assume p != 7; t{state} -> v{state}: assume lock == {count}; v{state} -> h: lock = {};
                 t{state} -> h: assume lock != {count}; ",
                count + 1
            ),
            None => format!("s{state} -> h: assume p != 7; "),
        };
    }
    main(&edges)
}

#[test]
fn states_of_protocols_are_told_apart_without_unrolling() {
    for n in [5, 10] {
        let (verdict, statistics) = run_with_control(&protocol(n, n));
        assert!(matches!(verdict, Verdict::Safe(_)), "{verdict:?}");
        // One header that keeps clauses, which come from violations of each other.
        let count = |name: &str| tests::count(&statistics, name);
        assert!(count("violations refuted") > 0, "{:?}", statistics.counts);
        assert!(count("restarts") <= 4 * n as u64, "{:?}", statistics.counts);
        assert!(count("states") <= 40 * (n * n) as u64, "{:?}", statistics.counts);
    }
}

#[test]
fn an_error_in_a_protocol_is_found() {
    let (verdict, _) = run_with_control(&protocol(4, 1));
    assert!(matches!(verdict, Verdict::Unsafe(_)), "{verdict:?}");
    assert!(matches!(run(&protocol(4, 1)).verdict, Verdict::Unsafe(_)));
}

#[test]
fn nested_loops_close() {
    // The inner loop counts y up to n, the outer one x; both stay non-negative.
    assert_safe(&run(&main(
        "a -> b: havoc n input \"f\"; b -> c: x = 0; c -> h: y = 0; h -> i: assume x < n; i -> g: y = 0;
         g -> j: assume y < n; j -> g: y = y + 1; g -> k: assume !(y < n); k -> h: x = x + 1;
         h -> e: assume !(x < n); e -> bad: assume x + y < 0; e -> z: assume !(x + y < 0);",
    )));
}

#[test]
fn errors_behind_loops_are_found() {
    let analysis = run(&main(
        "a -> h: x = 0; h -> i: assume x < 12; i -> j: havoc p input \"f\"; j -> h: x = x + 1;
         h -> e: assume !(x < 12); e -> bad: assume p == 17;",
    ));
    let Verdict::Unsafe(execution) = &analysis.verdict else { panic!("{:?}", analysis.verdict) };
    assert_eq!((execution.inputs.len(), execution.inputs.last().map(|i| i.value)), (12, Some(17)));
    // Each restart tells a header something new: the bound is reached.
    assert!(count(&analysis, "restarts") > 0);
}

#[test]
fn overflows_are_excluded_where_an_error_needs_one() {
    for engine in [EngineKind::Tracer, EngineKind::IterDeep] {
        let analysis = run_with(
            engine,
            &main(
                "a -> b: havoc x input \"f\"; b -> c: y = x + x; c -> d: assume x == 1073741824;
                 d -> bad: assume y > 0; d -> z: assume y <= 0;",
            ),
        );
        assert_safe(&analysis);
    }
}

#[test]
fn reached_code_that_is_not_modelled_makes_the_verdict_unknown() {
    tells_of_unmodelled_code(|text| run(text).verdict);
}
