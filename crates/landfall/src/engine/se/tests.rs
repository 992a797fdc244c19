//! Symbolic execution from end to end, on small programs.

use crate::analysis::Analysis;
use crate::engine::tests::{analysed, assert_proved, inputs_of, is_stopped, main_with, read, tells_of_unmodelled_code};
use crate::engine::{EngineKind, EngineOptions};
use crate::verdict::Verdict;

fn run(text: &str) -> Analysis {
    analysed(EngineKind::Se, EngineOptions::default(), &read(text))
}

fn assert_safe(text: &str) {
    assert_proved(&run(text));
}

/// The inputs of the violation.
fn inputs(text: &str) -> Vec<i128> {
    let verdict = run(text).verdict;
    assert!(!matches!(&verdict, Verdict::Unsafe(found) if found.error.is_none() || found.path.is_empty()));
    inputs_of(verdict)
}

fn main(edges: &str) -> String {
    main_with("local x: i32; local y: i32; local u: u32; local c: u8;", edges)
}

#[test]
fn inputs_are_solved_for() {
    let found = inputs(&main(
        "a -> b: havoc x input \"f\"; b -> c: havoc y input \"f\"; c -> d: assume x + y == 100;
         d -> e: assume x == 3 * y; e -> bad: skip;",
    ));
    assert_eq!(found, [75, 25]);
}

#[test]
fn a_program_without_paths_to_the_error_is_safe() {
    assert_safe(&main(
        "a -> b: havoc x input \"f\"; b -> c: y = x * 2; c -> bad: assume y == 7; c -> z: assume y != 7;",
    ));
}

#[test]
fn a_counterexample_must_not_overflow() {
    // Over unbounded integers x + 1 < x has no solution either way; 2·x = 2^31 has one that overflows.
    assert_safe(&main(
        "a -> b: havoc x input \"f\"; b -> c: y = x + x; c -> d: assume x == 1073741824; d -> bad: assume y > 0; d -> z: assume y <= 0;",
    ));
}

#[test]
fn unsigned_values_wrap() {
    let found =
        inputs(&main("a -> b: havoc u input \"f\"; b -> c: assume u > 5; c -> d: u = u + 10; d -> bad: assume u < 3;"));
    assert!((4294967286..=4294967288).contains(&found[0]), "{found:?}");
    let found = inputs(&main(
        "a -> b: havoc x input \"f\"; b -> c: c = u8(x); c -> d: assume x > 300; d -> bad: assume c == 7:u8;",
    ));
    assert_eq!(found[0] & 255, 7);
}

#[test]
fn approximated_operations_are_decided_over_bits() {
    let both = |goal: &str| {
        main(&format!(
            "a -> b: havoc x input \"f\"; b -> c: havoc y input \"f\"; c -> d: assume x > 1000; d -> e: assume y > 1000;
             e -> bad: assume (x ^ y) == {goal}; e -> z: skip;"
        ))
    };
    let found = inputs(&both("12345"));
    assert_eq!(found[0] ^ found[1], 12345);
}

#[test]
fn loops_with_a_bound_are_proved() {
    assert_safe(&main(
        "a -> b: x = 0; b -> h: y = 0; h -> i: assume x < 50; i -> j: x = x + 1; j -> h: y = y + 2;
         h -> e: assume x >= 50; e -> bad: assume y != 100; e -> z: assume y == 100;",
    ));
}

#[test]
fn symbolic_states_make_a_certificate() {
    // The number of iterations depends on the input, which stays below 6.
    assert_safe(&main(
        "a -> b: havoc x input \"f\"; b -> c: assume x >= 0; c -> d: assume x < 6; d -> h: y = 0;
         h -> i: assume y < x; i -> h: y = y + 1;
         h -> e: assume y >= x; e -> bad: assume y != x; e -> z: assume y == x;",
    ));
}

#[test]
fn a_deep_error_is_found_beside_an_endless_loop() {
    // One branch never ends; the other counts to 2000 first.
    let found = inputs(&main(
        "a -> b: havoc x input \"f\"; b -> l: assume x == 0; l -> m: y = y + 0; m -> l: skip;
         b -> c: assume x != 0; c -> h: y = 0; h -> i: assume y < 2000; i -> h: y = y + 1; h -> e: assume y >= 2000;
         e -> bad: assume x == 17;",
    ));
    assert_eq!(found, [17]);
}

#[test]
fn recursion_is_followed() {
    let found = inputs(
        "proc main() entry a exit z { local n: i32; local r: i32; loc bad error reach_error \"r\";
           a -> b: havoc n input \"f\"; b -> c: r = call sum(n); c -> bad: assume r == 21; c -> z: assume r != 21; }
         proc sum(k: i32) -> result entry s exit t { local result: i32; local below: i32;
           s -> u: assume k < 1; u -> t: result = 0; s -> v: assume !(k < 1); v -> w: below = call sum(k - 1);
           w -> t: result = k + below; }
         entry main;",
    );
    assert_eq!(found, [6]);
}

#[test]
fn reached_code_that_is_not_modelled_makes_the_verdict_unknown() {
    tells_of_unmodelled_code(|text| run(text).verdict);
}

#[test]
fn the_budget_ends_the_search() {
    let endless = "a -> h: x = 0; h -> i: assume x != 1; i -> h: x = x + 2; h -> bad: assume x == 1;";
    is_stopped(EngineKind::Se, &main(endless));
}
