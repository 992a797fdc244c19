//! The two engines from end to end, in each order and domain, on small programs.

use super::{BlockKind, Domain, Lazy};
use crate::engine::distance::Search;
use crate::engine::tests::{checked, count};
use crate::report::Statistics;
use crate::verdict::{Reason, Verdict};

fn run(lazy: Lazy, text: &str) -> (Verdict, Statistics) {
    checked(&lazy, text)
}

/// `bam` with loops as blocks.
fn with_loops() -> [Lazy; 2] {
    [BlockKind::Loops, BlockKind::Both].map(|kind| Lazy { blocks: Some(kind), ..Lazy::BAM })
}

fn all() -> Vec<Lazy> {
    let engines = [Lazy::LA, Lazy::BAM].into_iter();
    let searched = engines.flat_map(|lazy| Search::ALL.iter().map(move |&search| Lazy { search, ..lazy }));
    let all = searched.chain(with_loops());
    all.flat_map(|lazy| [Domain::Predicates, Domain::Product].map(|domain| Lazy { domain, ..lazy })).collect()
}

fn assert_safe(text: &str) {
    for lazy in all() {
        let (verdict, _) = run(lazy, text);
        assert!(matches!(verdict, Verdict::Safe(_)), "{lazy:?}: {verdict:?}");
    }
}

fn assert_unsafe(text: &str) {
    for lazy in all() {
        let (verdict, _) = run(lazy, text);
        assert!(matches!(verdict, Verdict::Unsafe(_)), "{lazy:?}: {verdict:?}");
    }
}

#[test]
fn a_loop_needs_predicates() {
    assert_safe(
        "proc main() entry a exit z { local x: i32; local y: i32; local n: i32; loc bad error assertion \"x == y\";
           a -> b: x = 0; b -> c: y = 0; c -> h: havoc n input \"f\";
           h -> i: assume x < n; i -> j: x = x + 1; j -> h: y = y + 1;
           h -> e: assume !(x < n); e -> bad: assume x != y; e -> z: assume x == y; }",
    );
}

#[test]
fn inputs_lead_to_an_error_behind_a_loop() {
    assert_unsafe(
        "proc main() entry a exit z { local x: i32; local n: i32; loc bad error assertion \"n != 3\";
           a -> b: x = 0; b -> h: havoc n input \"f\"; h -> i: assume x < n; i -> h: x = x + 1;
           h -> e: assume !(x < n); e -> bad: assume x == 3; e -> z: assume x != 3; }",
    );
}

/// An error in a later round of a loop that passes through states one by one.
const MACHINE: &str = "
    proc main() entry a exit z { local s: i32; local go: i32; loc bad error assertion \"s != 5\";
      a -> h: s = 0; h -> g: havoc go input \"f\"; g -> z: assume go == 0; g -> w: assume go != 0;
      w -> x1: assume s == 0; x1 -> h: s = 1; w -> x2: assume s == 1; x2 -> h: s = 2; w -> x3: assume s == 2; x3 -> h: s = 3;
      w -> x4: assume s == 3; x4 -> h: s = 5; w -> bad: assume s == 5; }";

#[test]
fn directed_search_looks_further_near_an_error() {
    for lazy in [Lazy::LA, Lazy::BAM] {
        let (verdict, statistics) = run(lazy, MACHINE);
        assert!(matches!(verdict, Verdict::Unsafe(_)), "{verdict:?}");
        assert_eq!((count(&statistics, "refinements"), count(&statistics, "errors found by probing")), (1, 1));
        let others = [Lazy { probe: false, ..lazy }, Lazy { search: Search::DepthFirst, ..lazy }];
        for other in others {
            let (verdict, statistics) = run(other, MACHINE);
            assert!(matches!(verdict, Verdict::Unsafe(_)), "{verdict:?}");
            assert!(count(&statistics, "refinements") > 1);
            assert_eq!(count(&statistics, "errors found by probing"), 0);
        }
    }
}

/// The sum of 0 to n, recursively, as in the tests of `check`.
const SUM: &str = "
    proc sum(k: i32) -> result entry s exit t {
      local result: i32; local below: i32;
      s -> u: assume k < 1; u -> t: result = 0;
      s -> v: assume !(k < 1); v -> w: below = call sum(k - 1); w -> t: result = k + below;
    }
    entry main;";

#[test]
fn a_recursive_procedure_gets_a_contract() {
    let main = "proc main() entry a exit z { local n: i32; local r: i32; loc bad error assertion \"r >= n\";
      a -> b: havoc n input \"f\"; b -> c: r = call sum(n); c -> bad: assume r < n; c -> z: assume !(r < n); }";
    for lazy in all() {
        match run(lazy, &format!("{main}{SUM}")).0 {
            Verdict::Safe(proof) => assert_eq!(proof.contracts.len(), 1, "{lazy:?}"),
            other => panic!("{lazy:?}: {other:?}"),
        }
    }
}

#[test]
fn values_run_through_recursive_calls() {
    let main = |sum: u32| {
        format!(
            "proc main() entry a exit z {{ local r: i32; loc bad error assertion \"the sum\";
               a -> c: r = call sum(20); c -> bad: assume r != {sum}; c -> z: assume r == {sum}; }}{SUM}"
        )
    };
    for lazy in [Lazy::LA, Lazy::BAM] {
        assert!(matches!(run(lazy, &main(210)).0, Verdict::Safe(_)));
        assert!(matches!(run(lazy, &main(211)).0, Verdict::Unsafe(_)));
    }
}

/// Found through a call that has not come back, behind one that has.
#[test]
fn errors_in_callees_are_found() {
    assert_unsafe(
        "global g: i32;
         proc main() entry a exit z { local n: i32; a -> b: g = 0; b -> c: havoc n input \"f\"; c -> d: call add(n); d -> z: call add(1); }
         proc add(k: i32) entry s exit t { loc bad error assertion \"g < 5\";
           s -> u: assume k > 0; u -> v: g = g + 1; v -> bad: assume g > 4; v -> w: assume !(g > 4); w -> t: call add(k - 1);
           s -> t: assume !(k > 0); }
         entry main;",
    );
}

/// The error is in a procedure that is never called, behind a loop of it.
#[test]
fn procedures_that_are_never_called_need_no_invariants() {
    assert_safe(
        "proc main() entry a exit z { local n: i32; a -> b: n = 3; b -> c: assume n > 5; c -> z: call f(n); b -> z: assume !(n > 5); }
         proc f(k: i32) entry s exit t { loc bad error assertion \"called\";
           s -> h: skip; h -> h: havoc k input \"f\"; h -> bad: assume k < 0; h -> u: assume k > 0; u -> t: call f(k - 1); }
         entry main;",
    );
}

/// An error directly behind a call.
#[test]
fn a_call_may_end_in_an_error() {
    let text = |bound: i32| {
        format!(
            "proc main() entry a exit z {{ a -> z: call f(4); }}
             proc f(n: i32) entry s exit t {{ loc bad error assertion \"returned\";
               s -> t: assume n < {bound}; s -> u: assume !(n < {bound}); u -> bad: call f(n - 1); }}
             entry main;"
        )
    };
    assert_unsafe(&text(3));
    assert_safe(&text(5));
}

#[test]
fn overflow_is_no_counterexample() {
    // Only the sum that overflows is below its summand.
    assert_safe(
        "proc main() entry a exit z { local x: i32; local y: i32; loc bad error assertion \"grows\";
           a -> b: havoc x input \"f\"; b -> c: assume x > 0; c -> d: y = x + 1; d -> bad: assume y < x; d -> z: assume x <= y; }",
    );
}

#[test]
fn code_that_is_not_modelled_is_told() {
    for lazy in [Lazy::LA, Lazy::BAM] {
        let (verdict, _) = run(
            lazy,
            "proc main() entry a exit z { local x: i32; a -> b: havoc x input \"f\"; b -> c: assume x > 3; c -> z: unsupported \"goto *p\"; }",
        );
        assert!(matches!(verdict, Verdict::Unknown(Reason::Unsupported { .. })), "{verdict:?}");
    }
}

#[test]
fn values_alone_decide_what_values_decide() {
    let lazy = Lazy { domain: Domain::Values, ..Lazy::LA };
    let machine = "proc main() entry a exit z { local s: i32; local n: i32; loc bad error assertion \"order\";
        a -> h: s = 0;
        h -> b: assume s == 0; b -> h: s = 1; h -> c: assume s == 1; c -> h: s = 2;
        h -> d: assume s == 2; d -> h: s = 0; h -> bad: assume s > 2; }";
    assert!(matches!(run(lazy, machine).0, Verdict::Safe(_)));
    let relation = "proc main() entry a exit z { local x: i32; local y: i32; loc bad error assertion \"equal\";
        a -> b: havoc x input \"f\"; b -> h: y = x; h -> h: skip; h -> bad: assume x != y; }";
    assert!(matches!(run(lazy, relation).0, Verdict::Unknown(Reason::Incomplete(_))));
}

/// An inner loop that is a block of its own is explored once for all rounds of the outer one that reach it in the same state.
#[test]
fn loops_become_blocks() {
    let text = |bound: i32| {
        format!(
            "proc main() entry a exit z {{ local i: i32; local j: i32; local s: i32; local n: i32; loc bad error assertion \"s\";
               a -> a1: havoc n input \"f\"; a1 -> b: i = 0; b -> h: s = 0;
               h -> g: assume i < n; g -> c: i = i + 1; c -> k: j = 0; k -> l: assume j < 3; l -> m: j = j + 1; m -> o: assume !(s > {bound}); o -> k: s = j;
               m -> bad: assume s > {bound}; k -> h: assume !(j < 3); h -> z: assume !(i < n); }}"
        )
    };
    for lazy in with_loops() {
        let (verdict, statistics) = run(lazy, &text(3));
        assert!(matches!(verdict, Verdict::Safe(_)), "{lazy:?}: {verdict:?}");
        assert!(statistics.counts["blocks"] >= 3 && statistics.counts["cache hits"] >= 1, "{:?}", statistics.counts);
        let (verdict, _) = run(lazy, &text(0));
        assert!(matches!(verdict, Verdict::Unsafe(_)), "{lazy:?}: {verdict:?}");
    }
}

/// A large procedure is explored once, however often it is called.
#[test]
fn blocks_are_explored_once() {
    let body: String = (0..200).map(|i| format!("b{i} -> b{}: x = x + 1;\n", i + 1)).collect();
    let text = |calls: usize| {
        let calling: String = (0..calls).map(|i| format!("c{i} -> c{}: call work();\n", i + 1)).collect();
        format!(
            "global g: i32;
             proc main() entry a exit z {{ loc bad error assertion \"g\"; a -> c0: g = 1; {calling} c{calls} -> bad: assume g != 1; c{calls} -> z: skip; }}
             proc work() entry s exit t {{ local x: i32; s -> h: x = 0; h -> b0: assume x < 900; {body} b200 -> h: g = 1; h -> t: assume !(x < 900); }}
             entry main;"
        )
    };
    let lazy = Lazy { domain: Domain::Predicates, ..Lazy::BAM };
    let count = |calls| {
        let (verdict, statistics) = run(lazy, &text(calls));
        assert!(matches!(verdict, Verdict::Safe(_)), "{verdict:?}");
        (statistics.counts["blocks"], statistics.counts["states"], statistics.counts["queries"])
    };
    let ((few_blocks, few, few_queries), (many_blocks, many, many_queries)) = (count(16), count(40));
    assert_eq!(few_blocks, many_blocks);
    // What was asked about one call is known about the others, which costs a call little more than its covering.
    assert!(many_queries <= few_queries + 24 * 6, "{few_queries} queries for 16 calls, {many_queries} for 40");
    // A call costs its own states, in each round of refinement, and not those of the procedure.
    assert!(many <= few + 24 * 20, "{few} states for 16 calls, {many} for 40");
}
