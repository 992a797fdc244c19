//! The five engines from end to end, on small programs.

use super::{Labelling, Ufo};
use crate::engine::tests::{checked, count, inputs_of, main_with};
use crate::verdict::{Reason, Verdict};

const ALL: [(&str, Ufo); 5] =
    [("ufo", Ufo::CARTESIAN), ("ufo-u", Ufo::TRUE), ("ufo-b", Ufo::BOOLEAN), ("cp", Ufo::CP), ("bp", Ufo::BP)];

/// The checked verdict of an engine, and how many rounds it took.
fn run(ufo: Ufo, text: &str) -> (Verdict, u64) {
    let (verdict, statistics) = checked(&ufo, text);
    (verdict, count(&statistics, "iterations"))
}

fn main(edges: &str) -> String {
    main_with("local x: i32; local y: i32; local i: i32; local u: u32;", edges)
}

fn assert_safe(edges: &str) {
    for (name, ufo) in ALL {
        let (verdict, _) = run(ufo, &main(edges));
        assert!(matches!(verdict, Verdict::Safe(_)), "{name}: {verdict:?}");
    }
}

fn inputs(ufo: Ufo, edges: &str) -> Vec<i128> {
    inputs_of(run(ufo, &main(edges)).0)
}

/// The paper's example (Figure 1).
const FOO: &str = "a -> b: havoc y input \"f\"; b -> c: i = 0; c -> h: x = 0;
    h -> l: assume i < y; l -> m: assume i <= 2; m -> n: x = 0; l -> k: assume i > 2; k -> n: x = i;
    n -> h: i = i + 1; h -> e: assume i >= y; e -> bad: assume x < 0; e -> z: assume x >= 0;";

#[test]
fn a_loop_needs_an_invariant() {
    assert_safe(
        "a -> b: x = 0; b -> h: y = 0; h -> i: havoc u input \"f\"; i -> j: assume u == 0:u32; j -> k: x = x + 1;
         k -> h: y = y + 2; i -> e: assume u != 0:u32; e -> bad: assume y != 2 * x; e -> z: assume y == 2 * x;",
    );
}

#[test]
fn nested_loops_are_unrolled_inside_out() {
    assert_safe(
        "a -> o: x = 0; o -> p: assume x < 10; p -> i: y = x; i -> j: assume y < 20; j -> i: y = y + 1;
         i -> k: assume y >= 20; k -> bad: assume y < x; k -> o: x = x + 1; o -> z: assume x >= 10;",
    );
}

#[test]
fn two_loops_follow_each_other() {
    assert_safe(
        "a -> h: x = 1; h -> i: havoc y input \"f\"; i -> h: assume y > 0; i -> g: assume y <= 0;
         g -> k: havoc y input \"f\"; k -> g: assume y > 0; k -> e: assume y <= 0; e -> bad: assume x != 1; e -> z: skip;",
    );
}

#[test]
fn the_example_of_the_paper_takes_few_rounds() {
    for (name, ufo) in ALL {
        let (verdict, rounds) = run(ufo, &main(FOO));
        assert!(matches!(verdict, Verdict::Safe(_)), "{name}: {verdict:?}");
        assert!(rounds <= 6, "{name} takes {rounds} rounds");
    }
}

#[test]
fn inputs_of_several_blocks_are_recovered() {
    let edges = "a -> b: havoc x input \"f\"; b -> h: y = 0; h -> i: havoc u input \"g\"; i -> h: assume u == 7:u32;
         i -> j: assume u == 9:u32; j -> k: y = y + 1; k -> h: assume y < 3; k -> e: assume y >= 3; e -> bad: assume x == 42;";
    for (_, ufo) in ALL {
        let found = inputs(ufo, edges);
        assert_eq!(found[0], 42);
        assert_eq!(found[1..].iter().filter(|&&v| v == 9).count(), 3);
    }
}

#[test]
fn a_counterexample_must_not_overflow() {
    // Over unbounded integers the error is reached with x = 2^30; the program's sum overflows there.
    assert_safe(
        "a -> b: havoc x input \"f\"; b -> h: y = x + x; h -> h: assume y < 0; h -> d: assume x == 1073741824;
         d -> bad: assume y > 0; d -> z: assume y <= 0;",
    );
}

#[test]
fn code_that_is_not_modelled_matters_only_where_no_error_is_found() {
    let text = |bound: i32, error: &str| {
        format!(
            "a -> b: havoc x input \"f\"; b -> c: assume x < 5; c -> d: assume x > {bound}; d -> z: unsupported \"asm\";
             b -> bad: assume {error};"
        )
    };
    for (name, ufo) in ALL {
        let (verdict, _) = run(ufo, &main(&text(2, "x != x")));
        assert!(matches!(verdict, Verdict::Unknown(Reason::Unsupported { .. })), "{name}: {verdict:?}");
        assert_eq!(inputs(ufo, &text(2, "x == 17")), [17]);
    }
    assert_safe(&text(9, "x != x"));
}

#[test]
fn an_entry_may_be_a_loop_head() {
    assert_safe(
        "a -> b: havoc x input \"f\"; b -> a: assume x > 0; b -> c: assume x < 0; c -> bad: assume x == 2; c -> z: skip;",
    );
}

#[test]
fn labels_may_come_from_sequences() {
    let ufo = Ufo { labelling: Labelling::Sequence, ..Ufo::CARTESIAN };
    for edges in [
        FOO,
        "a -> h: x = 0; h -> i: assume x < 50; i -> h: x = x + 2; h -> bad: assume x == 0 - 1; h -> z: assume x >= 50;",
        "a -> o: x = 0; o -> p: assume x < 10; p -> i: y = x; i -> j: assume y < 20; j -> i: y = y + 1;
         i -> k: assume y >= 20; k -> bad: assume y < x; k -> o: x = x + 1; o -> z: assume x >= 10;",
    ] {
        let (verdict, _) = run(ufo, &main(edges));
        assert!(!matches!(verdict, Verdict::Unsafe(_) | Verdict::Unknown(Reason::ProofNotCertified(_))), "{verdict:?}");
    }
}
