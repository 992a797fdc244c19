//! Small C programs and the automata that they become.

use crate::cfa::text::{WriteOptions, write_program};
use crate::cfa::{DataModel, Op, Program};
use crate::front::{ExternPolicy, FrontOptions, Never, Property, load_text};

fn options() -> FrontOptions {
    FrontOptions::new(DataModel::Lp64)
}

fn program(text: &str, options: &FrontOptions) -> Program {
    match load_text("t.c", text, options) {
        Ok(loaded) => loaded.program,
        Err(error) => panic!("{text}\n{:?}", error.diagnostics),
    }
}

/// The edges of a procedure, without indices of edges and variables.
fn edges(text: &str, proc: &str) -> Vec<String> {
    let program = program(text, &options());
    let written = write_program(&program, WriteOptions { spans: false });
    let start = written.find(&format!("proc {proc}(")).expect("the procedure exists");
    let body = &written[start..];
    let body = &body[..body.find("\n}").expect("procedures end")];
    let lines = body.lines().filter_map(|line| line.trim().strip_prefix('e').and_then(|line| line.split_once(": ")));
    lines.map(|(_, rest)| strip_indices(rest.trim_end_matches(';'))).collect()
}

fn strip_indices(text: &str) -> String {
    let mut out = String::new();
    let mut rest = text.chars().peekable();
    while let Some(c) = rest.next() {
        if c == '#' {
            while rest.next_if(char::is_ascii_digit).is_some() {}
        } else {
            out.push(c);
        }
    }
    out.split_once(": ").map_or(out.clone(), |(_, op)| op.to_string())
}

fn main_edges(body: &str) -> Vec<String> {
    edges(&format!("int g; int f(int); int main(void) {{ {body} }}"), "main")
}

#[test]
fn conversions_are_explicit() {
    assert_eq!(
        main_edges("char c = g; unsigned u = c; _Bool b = g; c += 1; return 0;"),
        ["c = i8(g)", "u = u32(c)", "b = g != 0", "c = i8(i32(c) + 1)", "$result = 0"]
    );
}

#[test]
fn comparisons_are_truth_values_and_become_integers() {
    assert_eq!(main_edges("g = g < 3; if (!(g == 2)) g = 1; return 0;")[..2], ["g = i32(g < 3)", "assume g != 2"]);
}

#[test]
fn pure_short_circuit_stays_an_expression() {
    assert_eq!(
        main_edges("if (g > 1 && g < 5) g = 0; return 0;")[..2],
        ["assume 1 < g && g < 5", "assume !(1 < g && g < 5)"]
    );
}

#[test]
fn short_circuit_with_effects_becomes_control_flow() {
    assert_eq!(
        main_edges("if (g && g++) g = 7; return 0;"),
        [
            "assume g != 0",
            "assume g == 0",
            "$tmp = g",
            "g = g + 1",
            "assume $tmp != 0",
            "assume $tmp == 0",
            "g = 7",
            "$result = 0"
        ]
    );
}

#[test]
fn operands_that_conflict_are_evaluated_in_either_order() {
    let text = "int g; int f(void) { g = 5; return 1; } int main(void) { int x = g + f(); return x; }";
    let edges = edges(text, "main");
    assert_eq!(edges.iter().filter(|edge| *edge == "$f = call f()").count(), 2);
    assert!(edges.contains(&"havoc $order unspecified \"the order of evaluation\"".to_string()));
}

#[test]
fn operands_are_read_before_later_effects() {
    let text = "int f(void) { return 1; } int main(void) { int y = 2; int x = y + f(); return x; }";
    assert_eq!(edges(text, "main"), ["y = 2", "$tmp = y", "$f = call f()", "x = $tmp + $f", "$result = x"]);
}

#[test]
fn undefined_operations_are_not_folded() {
    assert_eq!(
        main_edges("g = 2147483647 + 1; g = 1 / 0; g = 3 + 4; return 0;")[..3],
        ["g = 2147483647 + 1", "g = 1 / 0", "g = 7"]
    );
}

#[test]
fn calls_of_unknown_functions_are_noted() {
    let loaded = program("int f(int); extern int v; int main(void) { return f(1) + v; }", &options());
    let names: Vec<&str> = loaded.externs.iter().map(|name| &**name).collect();
    assert_eq!(names, ["f"]);
    let strict = FrontOptions { externs: ExternPolicy::Unknown, ..options() };
    let strict = program("int f(int); int main(void) { return f(1); }", &strict);
    assert_eq!(unsupported(&strict), ["a call of `f`, which has no body"]);
}

fn unsupported(program: &Program) -> Vec<String> {
    let reason = |op: &Op| match op {
        Op::Unsupported(reason) => Some(reason.to_string()),
        _ => None,
    };
    program.edges.values().filter_map(|edge| reason(&edge.op)).collect()
}

#[test]
fn switch_covers_every_value_once() {
    let found = main_edges("switch (g) { case 1: g = 0; case 2 ... 4: break; default: g = 9; } return 0;");
    assert_eq!(found[..3], ["assume g == 1", "assume 2 <= g && g <= 4", "assume !(1 <= g && g <= 4)"]);
}

#[test]
fn loops_are_marked_at_their_keyword() {
    let text = "int main(void) { for (int i = 0; i < 3; i++) while (1) { do i++; while (i < 2); break; } return 0; }";
    let loaded = load_text("t.c", text, &options()).expect("valid");
    let mut words: Vec<String> = Vec::new();
    for loc in loaded.program.locs.values().filter(|loc| loc.is_loop) {
        words.push(loaded.sources.snippet(loc.span.expect("loops have spans")).into_owned());
    }
    words.sort();
    assert_eq!(words, ["do", "for", "while"]);
}

#[test]
fn jumps_into_scopes_leave_variables_arbitrary() {
    let found = main_edges("if (g) goto in; { int x = 1; in: g = x; } return 0;");
    assert!(found.contains(&"havoc x uninitialised".to_string()), "{found:?}");
    let found = main_edges("{ int x = 1; again: if (g++ < x) goto again; } return 0;");
    assert!(!found.iter().any(|edge| edge.starts_with("havoc")), "{found:?}");
}

#[test]
fn properties_decide_what_is_an_error() {
    let text = "void reach_error(void) {} void stop(void); void assert(int);
        int main(void) { int x; assert(x > 1); if (x == 5) reach_error(); if (x == 6) stop(); if (x == 7) { ERROR: ; } return 0; }";
    let messages = |property: Property| -> Vec<String> {
        let program = program(text, &FrontOptions { property, ..options() });
        program.errors().map(|(_, error)| error.message.to_string()).collect()
    };
    assert_eq!(messages(Property::Assertions), ["assertion `x > 1` fails", "`reach_error` is called"]);
    assert_eq!(messages(Property::unreach_call()), ["`reach_error` is called"]);
    assert_eq!(messages(Property::Never(vec![Never::Call("stop".into())])), ["`stop` is called"]);
    assert_eq!(messages(Property::Never(vec![Never::Label("ERROR".into())])), ["the label `ERROR` is reached"]);
}

#[test]
fn entry_function_is_chosen_or_reported() {
    let text = "int a; int first(int n) { return n; } int second(void) { return a; }";
    let chosen = program(text, &FrontOptions { entry: "first".into(), ..options() });
    assert_eq!(chosen.procs.len(), 2);
    let error = load_text("t.c", text, &options()).expect_err("no main");
    assert_eq!(error.diagnostics[0].help.as_deref(), Some("choose one with `--entry`; defined are `first`, `second`"));
}

#[test]
fn endless_loops_and_dead_code_are_kept_and_dropped() {
    let found = main_edges("for (;;) ; g = 1; return 0;");
    assert_eq!(found, ["skip", "skip"]);
    let found = main_edges("return 0; g = 1; unused: g = 2;");
    assert_eq!(found, ["$result = 0"]);
}

#[test]
fn the_address_of_a_missing_weak_function_is_unsupported() {
    let text = "extern int f(int) __attribute__((weak)); int main(void) { if (f) return f(1); return 0; }";
    assert!(program(text, &options()).edges.values().any(|edge| matches!(edge.op, Op::Unsupported(_))));
}

#[test]
fn every_function_is_lowered_without_an_entry() {
    let every = FrontOptions { every_function: true, ..options() };
    let made = program("int f(int x) { return x; } static int g(void) { return f(1); }", &every);
    let names: Vec<&str> = made.procs.values().map(|proc| &*proc.name).collect();
    assert_eq!(names, ["$start", "f", "g"]);
}
