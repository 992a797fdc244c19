use super::*;
use crate::cfa::{Expr, IntType, Op, Program, verify};

fn read(text: &str) -> Program {
    match read_program(text) {
        Ok(program) => program,
        Err(e) => panic!("{e}\n{text}"),
    }
}

fn round_trip(program: &Program) {
    let text = program.to_string();
    assert_eq!(&read(&text), program, "{text}");
}

/// Reads one operation over a few variables and gives it back as text.
fn op(text: &str) -> String {
    let program = read(&format!(
        "global b: bool; global x: i32; global c: i8; global u: u32; global w: u128;
         proc main() entry l0 exit l1 {{ l0 -> l1: {text}; }}"
    ));
    round_trip(&program);
    program.show_op(&program.edges.values().next().expect("one edge").op).to_string()
}

const COUNTER: &str = "\
// A counter that recursion drives.
global n: i32;
entry start;
proc start() entry begin exit end {
    local r: i32 @0:3-4;
    begin -> a: n = 0 @0:10-20;
    a -> b: r = call f(n, 3);
    loc b loop;
    loc bad error assertion \"`r` is \\\"odd\\\"\" @0:5-6;
    b -> b: assume r < 10;
    b -> bad: assume !(r < 10);
    b -> end: havoc r input \"__VERIFIER_nondet_int\";
}
proc f(x: i32, k: u8) -> y entry in exit out {
    temp y: i32;
    in -> out: y = x + i32(k) @1:0-7;
    in -> out: unsupported \"a pointer\";
}
";

#[test]
fn reads_a_program_and_writes_it_back() {
    let program = read(COUNTER);
    assert_eq!(verify(&program), Ok(()));
    assert_eq!((program.procs.len(), program.vars.len(), program.edges.len()), (2, 5, 7));
    assert_eq!(program.errors().count(), 1);
    round_trip(&program);
}

#[test]
fn constants_take_the_type_of_their_context() {
    assert_eq!(op("c = 3 + c"), "c = 3 + c");
    assert_eq!(op("assume 1 < c + 2"), "assume 1 < c + 2");
    assert_eq!(op("x = i32(c) << 2"), "x = i32(c) << 2");
    assert_eq!(op("x = x >> 2:u8"), "x = x >> 2:u8");
    assert_eq!(op("assume 1:u8 == 2"), "assume 1:u8 == 2:u8");
    assert_eq!(op("x = i32(7:i8)"), "x = i32(7:i8)");
    assert_eq!(op("w = -1"), "w = -1");
    assert_eq!(op("b = b && true || 3 <= x"), "b = b && true || 3 <= x");
}

#[test]
fn operators_keep_their_structure() {
    assert_eq!(op("x = x - (x - 1) - 2"), "x = x - (x - 1) - 2");
    assert_eq!(op("x = (x & 3) + 1"), "x = (x & 3) + 1");
    assert_eq!(op("x = -(3) * -3 - -x"), "x = -(3) * -3 - -x");
    assert_eq!(op("x = b ? 1 : b ? x : 2"), "x = b ? 1 : b ? x : 2");
    assert_eq!(op("x = b ? 1 : i32(c)"), "x = b ? 1 : i32(c)");
    assert_eq!(op("x = (b ? x : 2) + 1"), "x = (b ? x : 2) + 1");
    assert_eq!(op("assume x > 3"), "assume 3 < x");
}

#[test]
fn names_that_clash_get_indices() {
    let program = read(
        "proc main() entry l2 exit l0 { local x#1: i32; local x#0: i8; local `call`: bool;
            l2 -> l1: x#1 = 5; l1 -> l0: x#0 = 6; l1 -> l0: assume `call`; }",
    );
    assert_eq!(program.vars.values().map(|v| &*v.name).collect::<Vec<_>>(), ["x", "x", "call"]);
    let numbered = read(
        "proc main() entry l2 exit l0 { local x#1: i32; local x#0: i8; e1: l2 -> l1: x#1 = 5; e0: l1 -> l0: x#0 = 6; }",
    );
    let first = numbered.edges.values().next().expect("two edges");
    assert!(matches!(first.op, Op::Assign(v, Expr::Int(6, t)) if v.as_u32() == 0 && t == IntType::new(8, true)));
    assert_eq!(numbered.procs[numbered.entry].entry.as_u32(), 2);
    round_trip(&program);
    round_trip(&numbered);
}

#[test]
fn errors_say_where() {
    let message = |text: &str| read_program(text).expect_err("a bad text").to_string();
    assert_eq!(message(""), "1:1: a program needs a procedure");
    assert_eq!(message("proc f() entry a exit b {\n  a -> b: y = 1; }"), "2:11: there is no variable `y` here");
    assert_eq!(
        message("proc f() entry a exit b { local x: i8;\n a -> b: x = 300; }"),
        "2:14: 300 is not a value of type i8"
    );
    assert_eq!(
        message("global x: i8; proc f() entry a exit b {\n a -> b: assume x; }"),
        "2:17: this has type i8 where bool is needed"
    );
    assert_eq!(message("proc f( entry"), "1:9: expected a name, found `entry`");
    assert_eq!(message("proc f() entry a exit b { a -> b: skip }"), "1:40: expected `;`, found `}`");
    assert_eq!(message("proc f() entry a exit b { a -> b: call g(); }"), "1:40: there is no procedure `g`");
    assert_eq!(message("§"), "1:1: unexpected character '§'");
    assert!(message("proc f() entry a exit a { }").contains("entry and exit are the same"));
}

#[test]
fn deep_nesting_is_an_error_not_a_crash() {
    let deep = format!("proc f() entry a exit b {{ a -> b: assume {}true; }}", "(".repeat(100_000));
    assert!(read_program(&deep).expect_err("too deep").message.contains("too deeply"));
    let long = format!("proc f() entry a exit b {{ a -> b: assume true{}; }}", " && true".repeat(100_000));
    assert!(read_program(&long).expect_err("too deep").message.contains("too deeply"));
}

#[test]
fn regions_and_floating_point_are_read_back() {
    let program = read(
        "global a: i32[]; global b: u8[]; global c: u8[]; global x: i32; global d: u64;
         proc main() entry l0 exit l1 { local i: i64;
            l0 -> l2: a[] = 0; l2 -> l3: a[i + 1] = a[i] + x; l3 -> l4: havoc b uninitialised; l4 -> l5: b = c;
            l5 -> l6: d = f64.add(d, f64.int(x)); l6 -> l7: x = f64.to.i32(d);
            l7 -> l8: assume f64.lt(d, 3) && b[2] == 7; l8 -> l1: d = f64.from.f32(u32(x)); }",
    );
    assert_eq!(verify(&program), Ok(()));
    assert!(program.has_arrays());
    round_trip(&program);
    for wrong in ["x = a", "a = x", "a[x] = 1", "x = b[0]", "d = f64.add(x, d)"] {
        let text = format!(
            "global a: i32[]; global b: u8[]; global x: i32; global d: u64;
             proc main() entry l0 exit l1 {{ l0 -> l1: {wrong}; }}"
        );
        assert!(read_program(&text).is_err(), "{wrong}");
    }
    assert!(read_program("proc main() entry l0 exit l1 { local a: i32[]; l0 -> l1: a[] = 0; }").is_err());
}
