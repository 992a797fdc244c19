//! The program before and after, executed with the same inputs: both end alike. (But for a pointer to a local that is declared once
//! more: the interpreter gives it the same address again.)

use super::super::{InlineOptions, inline};
use super::flatten_memory;
use crate::cfa::{DataModel, HavocKind, Program};
use crate::exec::{HavocRequest, Limits, Machine, Outcome};
use crate::front::{Checks, FrontOptions, load_text};

/// How a run ends, without the numbers of locations: the message of the error, or that there is none.
fn end(program: &Program, inputs: &[i128]) -> String {
    let machine = Machine::new(program);
    let mut state = machine.initial();
    let mut given = inputs.iter();
    let mut host = |request: &HavocRequest<'_>| match request.kind {
        HavocKind::Input(_) => Some(request.ty.wrap(given.next().copied().unwrap_or(0))),
        _ => Some(0),
    };
    match machine.run(&mut state, &mut host, &Limits::steps(1_000_000)).outcome {
        Outcome::Error(loc) => program.locs[loc].error.as_ref().expect("it is an error").message.to_string(),
        Outcome::Unsupported { .. } => "unsupported".to_string(),
        Outcome::Exited | Outcome::Stuck(_) => "no error".to_string(),
        other => format!("{other:?}"),
    }
}

/// Runs a program for inputs 0 to 9 before and after memory is taken away; gives how it ends for each.
fn ends(text: &str) -> Vec<String> {
    let mut all = Vec::new();
    for model in [DataModel::Lp64, DataModel::Ilp32] {
        let mut options = FrontOptions::new(model);
        options.checks = Checks::UNDEFINED;
        let loaded = load_text("test.c", text, &options).expect("the program is C");
        let inlined = inline(&loaded.program, &InlineOptions::default());
        let flat = flatten_memory(&inlined.program);
        assert!(!flat.program.has_memory());
        all = (0..10)
            .map(|input| {
                let (before, after) = (end(&loaded.program, &[input]), end(&flat.program, &[input]));
                // What has no meaning in the result is not supported there; nothing else may differ.
                assert!(before == after || after == "unsupported", "input {input}, {model:?}: {before}, {after}");
                before
            })
            .collect();
    }
    all
}

fn errors(text: &str) -> usize {
    ends(text).iter().filter(|end| *end != "no error").count()
}

const INPUT: &str =
    "extern int __VERIFIER_nondet_int(void); void *malloc(unsigned long); void *calloc(unsigned long, unsigned long);
    void free(void *); void *memcpy(void *, const void *, unsigned long); void *memset(void *, int, unsigned long);
    void assert(int);\n";

fn with_input(body: &str) -> String {
    format!("{INPUT}{body}")
}

#[test]
fn pointers_to_one_of_several_objects() {
    let text = "int main(void) { int n = __VERIFIER_nondet_int(), a = 1, b = 2, *p = n > 4 ? &a : &b; *p += n;
        assert(a + b == 3 + n && a >= 1); assert(*p != 9); return 0; }";
    assert_eq!(errors(&with_input(text)), 1);
}

#[test]
fn indices_into_arrays_of_structures() {
    let text = "struct s { char c; int v[3]; } g[4]; int main(void) { int n = __VERIFIER_nondet_int(); struct s *p = g + n % 4;
        p->v[n % 3] = n; p->c = 7; assert(g[n % 4].v[n % 3] == n); g[n].c = 1; return 0; }";
    assert_eq!(errors(&with_input(text)), 6);
}

#[test]
fn lists_of_any_length() {
    let text =
        "struct n { struct n *next; int v; }; int main(void) { struct n *h = 0; int n = __VERIFIER_nondet_int(), s = 0;
        for (int i = 0; i < n; i++) { struct n *x = malloc(sizeof *x); x->next = h; x->v = i; h = x; }
        while (h) { struct n *t = h->next; s += h->v; free(h); h = t; }
        assert(s == n * (n - 1) / 2); if (n == 7) free(h), h = malloc(4), free(h), free(h); return 0; }";
    assert_eq!(errors(&with_input(text)), 1);
}

#[test]
fn bytes_unions_and_copies() {
    let text = "union u { unsigned w; unsigned char b[4]; struct { unsigned lo : 12, hi : 20; } f; };
        int main(void) { int n = __VERIFIER_nondet_int(); union u x, y; x.w = 0x01020304u + n; memcpy(&y, &x, n < 4 ? n : 4);
        if (n >= 4) assert(y.b[0] == (unsigned char)(4 + n) && y.f.hi == x.w >> 12);
        char a[10]; memset(a, n, n + 1); assert(a[n] == n); memcpy(&y, &x, n); return 0; }";
    assert_eq!(errors(&with_input(text)), 5);
}

#[test]
fn locals_after_their_life() {
    let text = "static int *f(int n) { static int s; int t = n; return n > 6 ? &t : &s; }
        int main(void) { int n = __VERIFIER_nondet_int(), b = 1, *p = &b; for (int i = 0; i < 2; i++) { int a[2] = { i, n };
        if (n == 3) p = a; } assert(*p); return *f(n); }";
    assert_eq!(errors(&with_input(text)), 4);
}

#[test]
fn recursion_with_addresses_of_locals() {
    let text = "static int f(int n, int *out) { int x = n; if (n <= 0) return 0; int r = f(n - 1, &x); *out += 1; return r + x; }
        int main(void) { int n = __VERIFIER_nondet_int(), o = 0, r = f(n, &o); assert(n == 0 || o == 1);
        assert(r == n * (n + 1) / 2 + (n > 1 ? n - 1 : 0)); return 0; }";
    assert_eq!(errors(&with_input(text)), 0);
}
