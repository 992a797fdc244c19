//! Types, constants and diagnostics, through the whole front end.

use crate::cfa::DataModel;
use crate::front::{FrontOptions, load_text};

fn errors(text: &str, model: DataModel) -> Vec<(String, Option<String>)> {
    match load_text("t.c", text, &FrontOptions::new(model)) {
        Ok(_) => Vec::new(),
        Err(error) => error.diagnostics.into_iter().filter(|d| d.is_error()).map(|d| (d.message, d.help)).collect(),
    }
}

/// Each condition is a static assertion, so that the type checker itself decides.
fn holds(model: DataModel, declarations: &str, conditions: &[&str]) {
    let asserts: String = conditions.iter().map(|c| format!("_Static_assert({c}, \"\");\n")).collect();
    let text = format!("{declarations}\n{asserts}\nint main(void) {{ return 0; }}\n");
    assert_eq!(errors(&text, model), [], "{text}");
}

fn first_error(text: &str) -> String {
    errors(text, DataModel::Lp64).into_iter().next().map(|(message, _)| message).unwrap_or_default()
}

#[test]
fn sizes_of_basic_types() {
    holds(
        DataModel::Lp64,
        "",
        &[
            "sizeof(_Bool) == 1 && sizeof(short) == 2 && sizeof(int) == 4 && sizeof(long) == 8",
            "sizeof(void *) == 8 && sizeof(long double) == 16 && sizeof(__int128) == 16",
            "sizeof(float) == 4 && sizeof(double) == 8 && sizeof(_Complex double) == 16",
            "sizeof(__builtin_va_list) == 24",
            "sizeof(int (*)(void)) == 8 && sizeof(int[2][3]) == 24 && sizeof(\"abc\") == 4 && sizeof L\"ab\" == 12",
        ],
    );
    holds(
        DataModel::Ilp32,
        "",
        &["sizeof(long) == 4 && sizeof(void *) == 4 && sizeof(long double) == 12", "sizeof(__builtin_va_list) == 4"],
    );
}

#[test]
fn record_layout() {
    let declarations = "struct s { char c; long long l; short h; };
        struct b { unsigned a : 3, b : 5; unsigned c : 25; char d; };
        struct z { char c : 4; int : 0; char d : 4; };
        union u { char c[5]; int i; };
        struct __attribute__((packed)) p { char c; int i; int b : 3; };
        struct f { int n; char tail[]; };
        struct o { struct { int x; union { char y; long z; }; }; int w; };
        struct __attribute__((aligned(16))) g { char c; };";
    holds(
        DataModel::Lp64,
        declarations,
        &[
            "sizeof(struct s) == 24 && __builtin_offsetof(struct s, h) == 16 && _Alignof(struct s) == 8",
            "sizeof(struct b) == 8 && __builtin_offsetof(struct b, d) == 8 - 0 || sizeof(struct b) == 12",
            "sizeof(struct z) == 5",
            "sizeof(union u) == 8 && _Alignof(union u) == 4",
            "sizeof(struct p) == 6 && sizeof(struct f) == 4 && sizeof(struct g) == 16",
            "sizeof(struct o) == 24 && __builtin_offsetof(struct o, z) == 8 && __builtin_offsetof(struct o, w) == 16",
        ],
    );
    holds(
        DataModel::Ilp32,
        declarations,
        &["sizeof(struct s) == 16 && __builtin_offsetof(struct s, l) == 4 && _Alignof(struct s) == 4"],
    );
}

#[test]
fn literal_and_common_types() {
    let is = |ty: &str, e: &str| format!("_Generic(({e}), {ty}: 1, default: 0)");
    let cases = [
        ("int", "2147483647"),
        ("long", "2147483648"),
        ("unsigned", "0x80000000"),
        ("long", "0x100000000"),
        ("unsigned long", "18446744073709551615u"),
        ("unsigned long", "0xffffffffffffffff"),
        ("int", "'a'"),
        ("int", "(char)1 + (short)1"),
        ("int", "(unsigned short)1 << 1u"),
        ("unsigned", "1 + 1u"),
        ("long", "1L + 1u"),
        ("unsigned long long", "1UL + 1LL"),
        ("unsigned long long", "1UL + 1ULL"),
        ("double", "1 + 1.0f + 1.0"),
        ("float", "1.0f * 2"),
        ("unsigned long", "sizeof 1"),
        ("long", "(char *)1 - (char *)0"),
        ("int", "1 < 2u"),
        ("int", "!1L"),
        ("char *", "1 ? (char *)1 : (void *)0"),
    ];
    let conditions: Vec<String> = cases.iter().map(|(ty, e)| is(ty, e)).collect();
    holds(DataModel::Lp64, "", &conditions.iter().map(String::as_str).collect::<Vec<_>>());
    let narrow = [
        ("long long", "2147483648"),
        ("long long", "1u + 1LL"),
        ("unsigned long", "1L + 1u"),
        ("unsigned", "sizeof 1"),
    ];
    let conditions: Vec<String> = narrow.iter().map(|(ty, e)| is(ty, e)).collect();
    holds(DataModel::Ilp32, "", &conditions.iter().map(String::as_str).collect::<Vec<_>>());
}

#[test]
fn constant_expressions_wrap_as_gcc_folds() {
    holds(
        DataModel::Lp64,
        "struct s { int a; int b[4]; };
         enum e { A = 3, B, C = -1, D };
         int squares[] = { 1, 4, [5] = 36, 49 }; char text[] = \"hello\"; int nested[][2] = { 1, 2, 3, { 4 }, };",
        &[
            "2147483647 + 1 == -2147483647 - 1",
            "-7 / 2 == -3 && -7 % 2 == -1 && 7 >> 1 == 3 && -8 >> 1 == -4",
            "(unsigned char)300 == 44 && (signed char)200 == -56 && (_Bool)256 == 1",
            "-1 > 0u && !(-1L > 0u) && -1 < 0x80000000L",
            "(1 ? 2 : 1 / 0) == 2 && (0 && 1 / 0) == 0",
            "B == 4 && D == 0 && (enum e)5 > 0",
            "(int)2.75 == 2 && (int)-2.75 == -2 && 0.5 < 1",
            "(unsigned long)&((struct s *)0)->b[2] == 12",
            "sizeof squares == 28 && sizeof text == 6 && sizeof nested == 16",
            "(unsigned __int128)-1 / 2 > 0",
        ],
    );
}

#[test]
fn undeclared_names_get_a_suggestion() {
    let found = errors("int main(void) { int counter = 0; return countr; }", DataModel::Lp64);
    assert_eq!(found, [("`countr` is not declared".to_string(), Some("did you mean `counter`?".to_string()))]);
}

#[test]
fn what_gcc_rejects_is_reported() {
    let cases = [
        ("int f(void) { return 1; }", "there is no function `main` to start in"),
        ("int x; char x; int main(void) { return 0; }", "conflicting types for `x`: `char` here, `int` before"),
        ("int f(int a); int f(char a); int main(void) { return 0; }", "conflicting types for `f`"),
        ("int main(void) { return 0; } int main(void) { return 1; }", "redefinition of `main`"),
        ("int x = 1; int x = 2; int main(void) { return 0; }", "redefinition of `x`"),
        ("int main(void) { goto nowhere; }", "label `nowhere` is used but not defined"),
        ("int main(void) { a: a: return 0; }", "label `a` is defined twice"),
        ("int main(void) { break; }", "`break` outside of a loop or `switch`"),
        ("int main(void) { switch (1) { case 1: case 1: return 0; } }", "duplicate `case` value"),
        ("int main(void) { const int x = 1; x = 2; return 0; }", "`x` is `const` and cannot be assigned to"),
        ("int main(void) { 1 = 2; return 0; }", "this cannot be assigned to"),
        ("int f(int a) { return a; } int main(void) { return f(); }", "too few arguments: 0 given, 1 expected"),
        ("int g(void); int x = g(); int main(void) { return 0; }", "the initialiser of `x` is not constant"),
        ("struct s { int a; }; int main(void) { struct s v; return v.b; }", "`struct s` has no member `b`"),
        ("struct s { int a; }; int main(void) { struct s v; return v + 1; }", "this operator does not apply to"),
        ("int main(void) { int x; return *x; }", "`int` is no pointer"),
        ("int main(void) { struct u v; return 0; }", "`v` has incomplete type `struct u`"),
        ("int main(void) { int x = 1, x = 2; return x; }", "redeclaration of `x`"),
        ("_Static_assert(1 > 2, \"order\"); int main(void) { return 0; }", "static assertion failed: order"),
        (
            "int main(void) { int n = 3; switch (1) { case n: return 0; } }",
            "a `case` label must be an integer constant",
        ),
    ];
    for (text, message) in cases {
        let found = first_error(text);
        assert!(found.starts_with(message), "{text}\n  gives: {found}");
    }
}

#[test]
fn what_gcc_accepts_is_accepted() {
    let text = "extern int printf(const char *, ...);
        typedef struct list { struct list *next; int value; } list;
        static inline int id(int x) { return x; }
        int (*table[2])(int) = { id, &id };
        f(a, b) char a; { return a + b; }
        void *p = 0; int q = (int)sizeof(list); char *s = \"text\";
        union u { int i; float f; } v = { .f = 1.5f };
        list l = { .value = 3, .next = &l };
        int a[3] = { [1] = 2 }, *end = a + 3;
        enum later; enum later { ONE = 1 };
        int main(int argc, char **argv) {
            list copy = l; int n = argc, vla[n];
            void (*h)(void) = (void (*)(void))id;
            __auto_type w = 1.5; p = &copy; p = p + 1;
            for (list *i = &l; i; i = i->next) printf(\"%d\", i->value);
            return copy.value + table[0](2) + (argv ? *argv[0] : 'x') + ({ int k = 2; k; }) + sizeof vla;
        }";
    assert_eq!(errors(text, DataModel::Lp64), []);
}

#[test]
fn deep_expressions_need_no_deep_stack() {
    let sum = vec!["x"; 20_000].join(" + ");
    let text = format!("int main(void) {{ int x = 0; return {sum}; }}");
    assert_eq!(errors(&text, DataModel::Lp64), []);
    let chain = "x = ".repeat(5_000);
    let text =
        format!("int main(void) {{ int x; {chain} 1; if ({}) return 1; return x; }}", vec!["x"; 5_000].join(" && "));
    assert_eq!(errors(&text, DataModel::Lp64), []);
}

#[test]
fn harmless_attributes_can_be_searched() {
    assert!(super::attributes::HARMLESS.is_sorted());
}
