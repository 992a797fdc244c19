//! Bounded model checking from end to end, and unrolled programs against the interpreter.

use landfall_smt::{Assignment, Evaluator, Term, Value};

use super::unroll::{Bounds, Unroller};
use crate::analysis::Analysis;
use crate::budget::Budget;
use crate::engine::tests::{analysed, assert_proved, inputs_of, main_with, read, tells_of_unmodelled_code};
use crate::engine::{EngineKind, EngineOptions};
use crate::exec::{HavocRequest, Limits, Machine, Outcome};
use crate::verdict::{Reason, Verdict};

fn run(text: &str, bound: Option<u32>) -> Analysis {
    analysed(EngineKind::Bmc, EngineOptions { bound, ..EngineOptions::default() }, &read(text))
}

fn assert_safe(text: &str) {
    assert_proved(&run(text, None));
}

fn inputs(text: &str) -> Vec<i128> {
    inputs_of(run(text, None).verdict)
}

fn main(edges: &str) -> String {
    let variables = "local x: i32; local y: i32; local u: u32; local c: u8; local i: i64;";
    format!("global m: u8[]; {}", main_with(variables, edges))
}

#[test]
fn inputs_are_solved_for() {
    let found = inputs(&main(
        "a -> b: havoc x input \"f\"; b -> c: havoc y input \"f\"; c -> d: assume (x ^ y) == 12345;
         d -> e: assume x > 1000; e -> bad: assume x + y == 15417;",
    ));
    assert_eq!((found[0] ^ found[1], found[0] + found[1]), (12345, 15417));
}

#[test]
fn undefined_operations_end_executions() {
    assert_safe(&main(
        "a -> b: havoc x input \"f\"; b -> c: y = x + x; c -> d: assume x == 1073741824; d -> bad: assume y > 0; d -> z: skip;",
    ));
}

#[test]
fn loops_that_end_are_proved() {
    // One that counts, and one whose end depends on an input.
    assert_safe(&main(
        "a -> b: x = 0; b -> h: y = 0; h -> i: assume x < 500; i -> j: x = x + 1; j -> h: y = y + 2;
         h -> e: assume x >= 500; e -> bad: assume y != 1000; e -> z: assume y == 1000;",
    ));
    assert_safe(&main(
        "a -> b: havoc c input \"f\"; b -> h: x = 0; h -> i: assume c != 0:u8; i -> j: c = c >> 1; j -> h: x = x + 1;
         h -> e: assume c == 0:u8; e -> bad: assume x > 8; e -> z: assume x <= 8;",
    ));
}

#[test]
fn proofs_say_how_often_loops_are_really_repeated() {
    // Bounds are doubled, so that the loop is unrolled eight times.
    let analysis = run(
        &main(
            "a -> b: havoc c input \"f\"; b -> k: assume c < 32:u8; k -> h: x = 0; h -> i: assume c != 0:u8; i -> j: c = c >> 1;
             j -> h: x = x + 1; h -> e: assume c == 0:u8; e -> bad: assume x > 5; e -> z: assume x <= 5;",
        ),
        None,
    );
    let Verdict::Safe(proof) = analysis.verdict else { panic!("{:?}", analysis.verdict) };
    let iterations: Vec<u32> = proof.iterations.expect("a proof by unrolling").into_values().collect();
    assert_eq!(iterations, [5]);
}

#[test]
fn loops_that_nothing_reaches_end() {
    // No number is odd and even, so that nothing comes to the loop, in which all is plain.
    assert_safe(&main(
        "a -> b: havoc x input \"f\"; b -> k: assume (x & 1) * (x & 1) == 2; k -> h: y = 0; h -> j: assume y < 1;
         j -> h: skip; h -> bad: assume y >= 1; h -> z: assume y == 7;",
    ));
}

#[test]
fn a_choice_without_conditions_keeps_both_ways() {
    let text = |value: i32| {
        main(&format!(
            "a -> l: skip; a -> r: skip; l -> j: x = 1; r -> j: x = 2; j -> bad: assume x == {value}; j -> z: assume x != {value};"
        ))
    };
    // The interpreter makes only some of the choices, so that not all can be replayed; but there is no proof either.
    for value in [1, 2] {
        let verdict = run(&text(value), None).verdict;
        assert!(!matches!(verdict, Verdict::Safe(_)), "{verdict:?}");
    }
    assert_safe(&text(3));
}

#[test]
fn a_loop_beyond_the_bound_is_no_proof() {
    let text = main(
        "a -> b: havoc u input \"f\"; b -> h: x = 0; h -> i: assume u != 0:u32; i -> j: u = u - 1:u32; j -> h: x = x + 1;
         h -> e: assume u == 0:u32; e -> bad: assume x < 0; e -> z: assume x >= 0;",
    );
    let verdict = run(&text, Some(3)).verdict;
    assert!(matches!(verdict, Verdict::Unknown(Reason::Bounded { iterations: 3, .. })), "{verdict:?}");
}

#[test]
fn cells_are_followed() {
    // What was written last at an unknown index, and what was not overwritten.
    assert_safe(&main(
        "a -> b: m[] = 7:u8; b -> c: havoc c input \"f\"; c -> d: m[i64(c)] = 1:u8; d -> e: m[3:i64] = 2:u8;
         e -> f: assume c != 3:u8; f -> bad: assume m[i64(c)] != 1:u8; f -> bad: assume m[300:i64] != 7:u8; f -> z: skip;",
    ));
    let found = inputs(&main(
        "a -> b: m[] = 7:u8; b -> c: havoc c input \"f\"; c -> d: m[9:i64] = 1:u8; d -> bad: assume m[i64(c)] == 1:u8;",
    ));
    assert_eq!(found, [9]);
    let found = inputs(&main("a -> b: havoc m input \"f\"; b -> bad: assume m[5:i64] == 77:u8;"));
    assert!(!found.is_empty());
}

#[test]
fn reached_code_that_is_not_modelled_makes_the_verdict_unknown() {
    tells_of_unmodelled_code(|text| run(text, None).verdict);
}

/// With each value of its input, an unrolled program reaches the error if and only if the interpreter does.
#[test]
fn unrolling_agrees_with_the_interpreter() {
    let texts = [
        "a -> b: havoc c input \"f\"; b -> h: x = 0; h -> i: assume c != 0:u8; i -> j: c = c & (c - 1:u8); j -> h: x = x + 1;
         h -> e: assume c == 0:u8; e -> bad: assume x == 5; e -> z: assume x != 5;",
        "a -> b: havoc c input \"f\"; b -> k: m[] = 0:u8; k -> h: x = 0; h -> i: assume x < 9;
         i -> t: assume (c & 1:u8) == 1:u8; i -> o: assume (c & 1:u8) != 1:u8; t -> j: m[i64(x)] = c; o -> j: m[i64(c)] = u8(x);
         j -> l: c = c >> 1; l -> h: x = x + 1; h -> e: assume x >= 9; e -> f: i = i64(m[2:i64]);
         f -> bad: assume m[i] > 3:u8; f -> z: assume m[i] <= 3:u8;",
    ];
    for text in texts {
        let program = read(&main(text));
        let unroller = Unroller::new(&program);
        let limits: std::collections::BTreeMap<_, _> = unroller.heads().map(|head| (head, 20)).collect();
        let bounds = Bounds { of_loop: limits.clone(), plain: limits };
        let unrolled = unroller.unroll(&bounds, &Budget::unlimited(), &mut |_| true).expect("no limit");
        for input in 0..=255u8 {
            let machine = Machine::new(&program);
            let mut state = machine.initial();
            let mut host = |_: &HavocRequest<'_>| Some(i128::from(input));
            let ran = machine.run(&mut state, &mut host, &Limits::steps(10_000)).outcome;
            let value = Value::BitVec { bits: u128::from(input), width: 8 };
            let symbols = unrolled.errors.iter().flat_map(|e| e.history.reads(&mut |_| true));
            let assignment: Assignment = symbols.map(|(_, symbol): (_, Term)| (symbol, value.clone())).collect();
            let mut evaluator = Evaluator::total(&assignment);
            let mut holds = |term: Term| evaluator.holds(term) == Some(true);
            let reached = unrolled.errors.iter().any(|error| error.guard.holds(&mut holds));
            assert_eq!(reached, matches!(ran, Outcome::Error(_)), "input {input} of {text}");
        }
    }
}
