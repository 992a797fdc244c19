use super::*;
use crate::cfa::read_program;

/// The known ranges at a location, as text.
fn at(text: &str, loc: u32) -> String {
    let program = read_program(text).unwrap_or_else(|e| panic!("{e}"));
    let intervals = Intervals::new(&program, &Loops::new(&program));
    let loc = LocId::from_u32(loc);
    if !intervals.is_reachable(loc) {
        return "unreachable".to_string();
    }
    let known = intervals.known(loc).into_iter().map(|(v, i)| format!("{} {}..{}", program.vars[v].name, i.lo, i.hi));
    known.collect::<Vec<_>>().join(", ")
}

const LOOP: &str = "proc main() entry l0 exit l1 { local i: i32; local n: u8; local s: i32;
    l0 -> l2: i = 0;
    l2 -> l3: assume i < 100; l3 -> l4: s = s + 1; l4 -> l2: i = i + 1;
    l2 -> l5: assume !(i < 100);
    l5 -> l6: assume i != 100; loc l6 error label \"E\"; l5 -> l1: assume i == 100; }";

#[test]
fn loops_are_bounded_by_their_conditions() {
    assert_eq!(at(LOOP, 2), "i 0..100");
    assert_eq!(at(LOOP, 3), "i 0..99");
    assert_eq!(at(LOOP, 5), "i 100..100");
    assert_eq!(at(LOOP, 6), "unreachable");
}

#[test]
fn nested_loops_keep_their_bounds() {
    let text = "proc main() entry l0 exit l1 { local i: i32; local j: i32;
        l0 -> l2: i = 0; l2 -> l3: assume i < 10; l3 -> l4: j = i;
        l4 -> l5: assume j < 20; l5 -> l4: j = j + 3; l4 -> l6: assume 20 <= j; l6 -> l2: i = i + 1;
        l2 -> l1: assume 10 <= i; }";
    assert_eq!(at(text, 4), "i 0..9, j 0..22");
    assert_eq!(at(text, 1), "i 10..10");
}

#[test]
fn conditions_relate_both_sides() {
    let text = "proc main() entry l0 exit l1 { local x: i32; local y: i32; local z: i32; local b: bool;
        l0 -> l2: assume 0 <= x && x < 50; l2 -> l3: assume x < y && y < 10;
        l3 -> l4: assume i64(x + 3) == 7; l4 -> l5: z = x * y - 1;
        l5 -> l6: assume b || x == 4; l6 -> l1: assume !(b && y < 7); }";
    assert_eq!(at(text, 3), "x 0..8, y 1..9");
    assert_eq!(at(text, 5), "x 4..4, y 1..9, z 3..35");
    assert_eq!(at(text, 1), "x 4..4, y 1..9, z 3..35");
}

#[test]
fn wrapping_and_overflow() {
    let text = "proc main() entry l0 exit l1 { local u: u8; local s: i8; local t: i8; local w: u8; local v: u8;
        l0 -> l2: assume 250 <= u; l2 -> l3: w = u + 10; l3 -> l4: v = u + 1;
        l4 -> l5: assume 120 <= s; l5 -> l6: t = s + 5; l6 -> l1: s = i8(u); }";
    // 250..255 plus 10 wraps as a whole; plus 1 only in part. A signed sum that overflows ends the execution.
    assert_eq!(at(text, 6), "u 250..255, s 120..127, t 125..127, w 4..9");
    assert_eq!(at(text, 1), "u 250..255, s -6..-1, t 125..127, w 4..9");
    let wrapping = format!("semantics lp64 wrap; {text}");
    assert_eq!(at(&wrapping, 6), "u 250..255, s 120..127, w 4..9");
}

#[test]
fn calls_forget_what_they_change() {
    let text = "entry main; global g: i32; global h: i32;
        proc main() entry l0 exit l1 { l0 -> l2: g = 1; l2 -> l3: h = 2; l3 -> l4: call f(5); l4 -> l1: skip; }
        proc f(a: i32) entry l5 exit l6 { l5 -> l6: g = g + a; l5 -> l6: call f(a); }";
    assert_eq!(at(text, 4), "h 2..2");
    assert_eq!(at(text, 5), "");
}

#[test]
fn division_and_bits() {
    let text = "proc main() entry l0 exit l1 { local x: i32; local q: i32; local r: i32; local m: i32; local k: i32; local z: i32;
        l0 -> l2: assume -7 <= x && x <= 9; l2 -> l3: q = x / 2; l3 -> l4: r = x % 4; l4 -> l5: m = x & 15;
        l5 -> l6: k = m << 2; l6 -> l7: z = k >> 1; l7 -> l8: q = 1 / (m - m); l7 -> l1: q = x / (x - x); }";
    assert_eq!(at(text, 7), "x -7..9, q -3..4, r -3..3, m 0..15, k 0..60, z 0..30");
    let zero = "proc main() entry l0 exit l1 { local x: i32; l0 -> l2: x = 0; l2 -> l1: x = 1 / x; }";
    assert_eq!(at(zero, 1), "unreachable");
}
