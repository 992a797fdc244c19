//! Small C programs and the automata that they become, with memory as C has it.

use crate::cfa::text::{WriteOptions, write_program};
use crate::cfa::{DataModel, Program};
use crate::front::{Checks, FrontOptions, load_text};

fn options() -> FrontOptions {
    FrontOptions::new(DataModel::Lp64)
}

fn checked() -> FrontOptions {
    FrontOptions { checks: Checks { memory: true, ..Checks::default() }, ..options() }
}

fn program(text: &str, options: &FrontOptions) -> Program {
    match load_text("t.c", text, options) {
        Ok(loaded) => loaded.program,
        Err(error) => panic!("{text}\n{:?}", error.diagnostics),
    }
}

/// The edges of a procedure, without indices of edges, variables and objects.
fn edges(text: &str, proc: &str, options: &FrontOptions) -> Vec<String> {
    let written = write_program(&program(text, options), WriteOptions { spans: false });
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

/// The edges of a function `f` in front of which the declarations stand.
fn f(declarations: &str, function: &str) -> Vec<String> {
    edges(
        &format!("{declarations} {function} int main(void) {{ return 0; }}"),
        "f",
        &FrontOptions { entry: "f".into(), ..options() },
    )
}

fn f_checked(declarations: &str, function: &str) -> Vec<String> {
    edges(
        &format!("{declarations} {function} int main(void) {{ return 0; }}"),
        "f",
        &FrontOptions { entry: "f".into(), ..checked() },
    )
}

#[test]
fn parts_of_objects_are_read_without_guard() {
    assert_eq!(
        f(
            "struct s { int x; struct { char c; short b[4]; } t[3]; } g;",
            "int f(void) { g.t[1].b[2] = 3; return g.x + g.t[2].c; }"
        ),
        ["write.i16(offset(&g, 20)) = 3", "$result = load.i32(&g) + i32(load.i8(offset(&g, 24)))"]
    );
}

#[test]
fn addressed_scalars_live_in_their_scope() {
    assert_eq!(
        f(
            "void use(const int *); int g;",
            "void f(void) { while (g) { int x; int *p = &x; if (g == 2) break; g = *p; } }"
        ),
        [
            "skip",
            "assume g != 0",
            "assume g == 0",
            "enter x",
            "forget(&x, 4) uninitialised",
            "p = &x",
            "assume g == 2",
            "assume g != 2",
            "leave x",
            "assume readable(p, 4)",
            "$tmp = load.i32(p)",
            "g = $tmp",
            "leave x"
        ]
    );
}

#[test]
fn jumps_leave_and_enter_scopes() {
    let found =
        f("int g, *p;", "void f(void) { if (g) goto in; { int x = 1; p = &x; in: g = x; if (g) goto out; } out: ; }");
    let is_entered = |pair: &[String]| pair == ["enter x", "forget(&x, 4) uninitialised"];
    assert!(found.windows(2).any(is_entered), "{found:?}");
    assert_eq!(found.iter().filter(|edge| *edge == "leave x").count(), 2, "{found:?}");
}

#[test]
fn indices_are_guarded() {
    let declarations = "int a[5]; int m[3][4]; int i, j;";
    assert_eq!(
        f(declarations, "int f(void) { return a[i]; }")[..2],
        ["assume 0 <= i && i < 5", "$tmp = load.i32(offset(&a, i64(i) * 4))"]
    );
    assert_eq!(f(declarations, "int f(void) { return m[i][j]; }")[0], "assume 0 <= i && i < 3 && (0 <= j && j < 4)");
}

#[test]
fn errors_say_what_was_accessed() {
    let text = "int g[2]; int main(void) { int *p = g; int i; g[i] = p[1]; return g[2]; }";
    let program = program(text, &checked());
    let messages: Vec<&str> = program.errors().map(|(_, error)| &*error.message).collect();
    assert_eq!(messages, ["invalid read of `p[1]`", "invalid write to `g[i]`", "invalid read of `g[2]`"]);
}

#[test]
fn pointers_are_checked_for_place_and_alignment() {
    assert_eq!(
        f_checked("struct s { int n; int v[4]; } *p; int i;", "int f(void) { return p->v[i]; }")[0],
        "assume 0 <= i && i < 4 && readable(offset(p, i64(i) * 4 + 4), 4) && p % 4 == 0"
    );
    assert_eq!(
        f_checked("struct s { char n; char v[]; } *p; int i;", "int f(void) { return p->v[i]; }")[0],
        "assume readable(offset(p, i64(i) + 1), 1)"
    );
}

#[test]
fn pointers_are_compared_as_addresses() {
    assert_eq!(
        f("int *p, *q;", "long f(void) { if (p < q) return p - q; return p == q + 1; }"),
        [
            "assume u64(p) < u64(q)",
            "assume u64(q) <= u64(p)",
            "$result = (p - q) / 4",
            "$result = i64(i32(p == offset(q, 4)))"
        ]
    );
}

#[test]
fn records_are_passed_and_returned_by_address() {
    let text = "struct s { int x, y; }; struct s id(struct s a) { return a; }
        struct s g; int f(void) { struct s *p = &g; *p = id(*p); return id(*p).y; } int main(void) { return 0; }";
    let options = FrontOptions { entry: "f".into(), ..options() };
    assert_eq!(edges(text, "id", &options), ["enter a", "copy(&a, a, 8)", "copy($result, &a, 8)", "leave a"]);
    assert_eq!(
        edges(text, "f", &options)[1..8],
        [
            "assume readable(p, 8)",
            "enter $argument",
            "copy(&$argument, p, 8)",
            "enter $id",
            "call id(&$id, &$argument)",
            "assume writable(p, 8)",
            "copy(p, &$id, 8)"
        ]
    );
}

#[test]
fn static_objects_have_images_and_addresses_are_written() {
    let text = "struct s { char c; int *p; unsigned a : 3, b : 5; double d; }; int x[4];
        struct s g = { 'A', &x[1], 5, 2, 1.0 }; const char *t[] = { \"hi\" };
        int main(void) { return g.c + *t[0]; }";
    let program = program(text, &options());
    let object = program.objects.values().find(|object| &*object.name == "g").expect("it is mentioned");
    let image = object.image.as_ref().expect("it is not zero");
    assert_eq!((image[0], image[16], image.len()), (65, 5 | 2 << 3, 32));
    assert_eq!(image[24..], 1.0f64.to_le_bytes());
    assert_eq!(
        edges(text, "$start", &options())[..2],
        ["write.i64(offset(&g, 8)) = offset(&x, 4) initial", "write.i64(&t) = &`\"hi\"` initial"]
    );
}

#[test]
fn automatic_aggregates_are_set() {
    assert_eq!(
        f("", "void f(int n) { int a[3] = { n }; char s[5] = \"ab\"; struct { char c; int i; } t = { 1, 2 }; }")[..9],
        [
            "enter a",
            "fill(&a, 0, 12)",
            "write.i32(&a) = n",
            "enter s",
            "copy(&s, &`\"ab\"`, 3)",
            "fill(offset(&s, 3), 0, 2)",
            "enter t",
            "write.i8(&t) = 1",
            "write.i32(offset(&t, 4)) = 2"
        ]
    );
}

#[test]
fn memory_is_taken_and_given_back() {
    let declarations = "typedef unsigned long size_t; void *malloc(size_t); void free(void *); void *memcpy(void *, const void *, size_t);";
    assert_eq!(
        f(declarations, "void f(void) { int *p = malloc(8); p[1] = 2; free(p); }"),
        [
            "$allocated = alloc(8) heap of array 2 step 4 of i32",
            "forget($allocated, 8) uninitialised",
            "p = $allocated",
            "assume writable(offset(p, 4), 4)",
            "write.i32(offset(p, 4)) = 2",
            "assume freeable(p)",
            "free(p)"
        ]
    );
    let found = f(declarations, "char g[9]; void f(size_t n) { char a[9]; char *p = g; memcpy(a, p, n); }");
    assert_eq!(
        found[3..5],
        ["assume 0 <= i64(n) && writable(&a, i64(n)) && readable(p, i64(n))", "copy(&a, p, i64(n))"]
    );
}

#[test]
fn arrays_of_variable_length_are_on_the_stack() {
    let found = f("", "int f(unsigned n) { int a[n]; a[0] = 1; return a[n - 1]; }");
    assert!(found.iter().any(|edge| edge.starts_with("a = alloc($tmp) stack")), "{found:?}");
    assert_eq!(found.last().map(String::as_str), Some("free(a)"));
}

#[test]
fn products_of_indices_are_no_overflow_of_the_source() {
    let checks = Checks { overflow: true, ..Checks::default() };
    let text = "int *p; long i; int main(void) { return p[i + 1]; }";
    let program = program(text, &FrontOptions { checks, ..options() });
    let messages: Vec<&str> = program.errors().map(|(_, error)| &*error.message).collect();
    assert_eq!(messages, ["`i + 1` overflows"]);
}

#[test]
fn what_unknown_functions_may_write_becomes_arbitrary() {
    let text = "void a(const char *); void b(int *); int g; int main(void) { a(\"x\"); b(&g); return g; }";
    let found = edges(text, "main", &options());
    let forgotten = found.iter().filter(|edge| edge.starts_with("forget(&g, 4)")).count();
    assert!(forgotten > 0, "{found:?}");
}

/// Whether a function that is entered has an unsupported edge for which the text speaks.
fn unsupported(declarations: &str, function: &str, text: &str) -> bool {
    f(declarations, function).iter().any(|edge| edge.contains("unsupported") && edge.contains(text))
}

#[test]
fn what_a_function_without_a_body_is_given_becomes_arbitrary() {
    let found = f("void fill(int *);", "int f(void) { int x = 1; fill(&x); return x; }");
    assert!(found.iter().any(|edge| edge.contains("fill")), "{found:#?}");
    assert!(!unsupported("void fill(int *);", "int f(void) { int x = 1; fill(&x); return x; }", ""));
    let heap = "int f(void) { int *p = malloc(4); if (p) fill(p); return 0; }";
    assert!(unsupported("void *malloc(unsigned long); void fill(int *);", heap, "allocated memory"));
}

#[test]
fn pointers_from_outside_are_no_errors() {
    assert!(unsupported("int *give(void);", "int f(void) { return *give(); }", "from outside"));
    assert!(unsupported("void run(void (*)(void)); void g(void) {}", "void f(void) { run(g); }", "may call it"));
}

#[test]
fn volatile_reads_are_inputs() {
    let found = f("volatile int v;", "int f(void) { return v - v; }");
    assert_eq!(found.iter().filter(|edge| edge.contains("havoc")).count(), 2, "{found:#?}");
}
