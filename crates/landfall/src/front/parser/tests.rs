//! One test for each construct: what was read shows in how it prints (operands in parentheses).

use crate::front::ast::{
    Add, Derivation, ExprKind, ExternalKind, FunctionBody, Ident, MAX_NESTING, Parameters, StmtKind, Storage,
    TypeSpecifier, UnparsedCause,
};
use crate::front::diagnostic::{RenderStyle, Severity};
use crate::front::parser::{MAX_ERRORS, Parsed, parse};
use crate::front::print::print;
use crate::front::source::SourceMap;

fn parse_text(text: &str) -> Parsed {
    let mut sources = SourceMap::new();
    let file = sources.add("test.c", text.as_bytes().to_vec());
    let parsed = parse(&sources, file);
    for diagnostic in &parsed.diagnostics {
        assert!(diagnostic.help.is_some() && diagnostic.span.is_some(), "no help or place: {diagnostic:?}");
        diagnostic.render(&sources, RenderStyle::Plain);
    }
    parsed
}

fn good(text: &str) -> Parsed {
    let parsed = parse_text(text);
    assert!(parsed.diagnostics.is_empty(), "{text}\n{:#?}", parsed.diagnostics);
    parsed
}

/// The messages about a text.
fn messages(text: &str) -> Vec<String> {
    parse_text(text).diagnostics.into_iter().map(|diagnostic| diagnostic.message).collect()
}

/// How a declaration prints; blanks do not matter.
#[track_caller]
fn declares(text: &str, expected: &str) {
    let words = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    let printed = words(&print(&good(text).ast));
    assert_eq!(printed, expected);
}

/// How an expression prints.
#[track_caller]
fn expression(text: &str, expected: &str) {
    declares(&format!("int v = {text};"), &format!("int v = {expected};"));
}

/// How a statement prints.
#[track_caller]
fn statement(text: &str, expected: &str) {
    declares(&format!("void f(void) {{ {text} }}"), &format!("void f(void) {{ {expected} }}"));
}

#[test]
fn precedence_and_associativity() {
    expression("1 + 2 * 3 - 4", "(1 + (2 * 3)) - 4");
    expression("a - b - c", "(a - b) - c");
    expression(
        "a || b && c | d ^ e & f == g < h << i + j % k",
        "a || (b && (c | (d ^ (e & (f == (g < (h << (i + (j % k)))))))))",
    );
    expression("-a * ~b + !c", "((-a) * (~b)) + (!c)");
    expression("*p++ + *++p", "(*(p++)) + (*(++p))");
    expression("a = b += c", "a = (b += c)");
    expression("a ? b : c ? d : e", "a ? b : (c ? d : e)");
    expression("a ? b ? c : d : e", "a ? (b ? c : d) : e");
    expression("a ?: b ?: c", "a ? : (b ? : c)");
    expression("(a, b)", "(a, b)");
    expression("a ? b, c : d", "a ? (b, c) : d");
    expression("a - -b - - -c", "(a - (-b)) - (-(-c))");
    expression("&a[1].b->c", "&a[1].b->c");
    expression("1 .x + 1[a]", "(1).x + 1[a]");
}

#[test]
fn casts_and_sizes_depend_on_typedefs() {
    declares("typedef int T; int v = (T)-1;", "typedef int T; int v = (T)(-1);");
    expression("(T)-1", "T - 1");
    declares("typedef int T; int v = sizeof(T) * 2;", "typedef int T; int v = (sizeof(T)) * 2;");
    expression("sizeof(x) * 2", "(sizeof(x)) * 2");
    expression("sizeof (int){1}.x", "sizeof(((int){ 1 }).x)");
    expression("sizeof x[1]", "sizeof(x[1])");
    expression("_Alignof(int *)", "_Alignof(int *)");
    expression("(int)(char)x", "(int)((char)x)");
    expression("(struct s){.a = 1}", "(struct s){ .a = 1 }");
}

#[test]
fn typedef_names_can_be_shadowed() {
    statement("typedef int T; { int T = 1; T * T; } T * p;", "typedef int T; { int T = 1; T * T; } T *p;");
    declares("typedef int T; void f(T T) { T++; } T x;", "typedef int T; void f(T T) { T++; } T x;");
    declares("typedef int T; struct s { T T; };", "typedef int T; struct s { T T; };");
    declares("typedef int T; enum { A = sizeof(T) }; T A2;", "typedef int T; enum { A = (sizeof(T)) }; T A2;");
    statement("typedef int T; T: ; goto T;", "typedef int T; T: ; goto T;");
    declares("typedef int T; int f(int (T));", "typedef int T; int f(int (T));");
    statement("typedef int T; for (int T = 0; T; T--) ; T x;", "typedef int T; for (int T = 0; T; T--) { ; } T x;");
}

#[test]
fn c23_names_are_keywords_unless_declared() {
    declares("bool b = true; void *p = nullptr;", "_Bool b = true; void *p = nullptr;");
    declares("typedef int bool; bool b;", "typedef int bool; bool b;");
    declares("enum { false, true }; int x = true;", "enum { false, true }; int x = true;");
    let parsed = good("enum { true }; int x = true;");
    let ExternalKind::Declaration(declaration) = &parsed.ast.items[1].kind else { panic!() };
    let initializer = declaration.declarators[0].initializer.expect("there is one");
    let crate::front::ast::InitializerKind::Expr(value) = parsed.ast[initializer].kind else { panic!() };
    assert!(matches!(parsed.ast[value].kind, ExprKind::Ident(_)));
}

#[test]
fn specifiers_in_any_order() {
    declares("long unsigned int long x;", "unsigned long long x;");
    declares("int const static short y;", "static const short y;");
    declares(
        "char signed c; double long d; _Complex e; float _Complex f;",
        "signed char c; long double d; _Complex double e; _Complex float f;",
    );
    declares("__int128 unsigned i; __uint128_t j;", "unsigned __int128 i; unsigned __int128 j;");
    declares("static x; main() {}", "static x; main() { }");
    declares("_Atomic(int) a; _Atomic int b;", "_Atomic(int) a; _Atomic int b;");
    declares("_Alignas(8) _Alignas(long) _Thread_local int t;", "_Thread_local _Alignas(8) _Alignas(long) int t;");
    declares("typeof(x) y; __typeof__(int) z; __auto_type w = 1;", "typeof(x) y; typeof(int) z; __auto_type w = 1;");
}

#[test]
fn declarators_read_from_the_name_outwards() {
    let parsed = good("int *(*f[3])(void);");
    let ExternalKind::Declaration(declaration) = &parsed.ast.items[0].kind else { panic!() };
    let derivations = &declaration.declarators[0].declarator.derivations;
    assert!(matches!(
        derivations.as_slice(),
        [
            Derivation::Array { .. },
            Derivation::Pointer { .. },
            Derivation::Function(Parameters::Prototype { .. }),
            Derivation::Pointer { .. }
        ]
    ));
    declares("int (*(*g(int))[2])(char);", "int (*(*g(int))[2])(char);");
    declares("char *const *volatile p;", "char **volatile p;".replace("**", "*const *").as_str());
    declares("int f(int (*)(void), int *[], int (*)[3], int());", "int f(int (*)(void), int *[], int (*)[3], int ());");
    declares("int a[static 3], b[const restrict];", "int a[static 3], b[const restrict ];");
    declares("int f(n, a[*]);".replace("n, a", "int a").as_str(), "int f(int a[*]);");
    declares("int (f)(int), (*(g));", "int f(int), *g;");
    declares("int f(...), g(int, ...), h(), i(void);", "int f(...), g(int, ...), h(), i(void);");
    declares("int f(int n; int a[n], int n);", "int f(int a[n], int n);");
    declares("void (__attribute__((cdecl)) *p)(int);", "void (*p)(int);");
}

#[test]
fn records_and_enums() {
    declares(
        "struct s { int a : 3, : 2, b; struct { int c; }; union u *d; };",
        "struct s { int a : 3, : 2, b; struct { int c; }; union u *d; };",
    );
    declares("struct { int last } x;", "struct { int last; } x;");
    declares(
        "struct __attribute__((packed)) s { int a; } __attribute__((aligned(4)));",
        "struct __attribute__((packed, aligned(4))) s { int a; };",
    );
    declares("enum e : unsigned char { A, B = 3, };", "enum e : unsigned char { A, B = 3 };");
    declares(
        "struct s; union v {}; struct t { int n; char rest[]; };",
        "struct s; union v { }; struct t { int n; char rest[]; };",
    );
    declares("struct s { _Static_assert(1, \"m\"); int x; };", "struct s { _Static_assert(1, \"m\"); int x; };");
}

#[test]
fn pack_pragmas_reach_records() {
    let parsed = good(
        "struct a { int x; };\n#pragma pack(push, 2)\nstruct b { int x; };\n#pragma pack(pop)\nstruct c { int x; };",
    );
    let packs: Vec<_> = (parsed.ast.items.iter())
        .map(|item| match &item.kind {
            ExternalKind::Declaration(declaration) => match declaration.specifiers.ty {
                TypeSpecifier::Record(record) => parsed.ast[record].pack,
                _ => panic!("a record"),
            },
            _ => panic!("a declaration"),
        })
        .collect();
    assert_eq!(packs, [None, Some(2), None]);
}

#[test]
fn initialisers() {
    declares("int a[] = {1, [3] = 2, [5 ... 7] = 3, [8] 4,};", "int a[] = { 1, [3] = 2, [5 ... 7] = 3, [8] = 4 };");
    declares("struct s x = {.a.b[1] = {1}, c: 2};", "struct s x = { .a.b[1] = { 1 }, .c = 2 };");
    declares("int x = {}, y = (1, 2);", "int x = { }, y = (1, 2);");
}

#[test]
fn attributes_are_kept() {
    declares(
        "void stop(void) __attribute__((__noreturn__, format(printf, 1, 2)));",
        "void stop(void) __attribute__((noreturn, format(printf, 1, 2)));",
    );
    declares(
        "[[noreturn]] void f(void); [[gnu::aligned(sizeof(int))]] int x;",
        "__attribute__((noreturn)) void f(void); __attribute__((aligned(sizeof(int)))) int x;",
    );
    declares(
        "int x asm(\"y\") __attribute__((used)) = 1, __attribute__((unused)) z;",
        "int x __asm__(\"y\") __attribute__((used)) = 1, z __attribute__((unused));",
    );
    declares("typedef int v4 __attribute__((vector_size(16)));", "typedef int v4 __attribute__((vector_size(16)));");
    declares(
        "void f(int x __attribute__((unused)), const char *);",
        "void f(int x __attribute__((unused)), const char *);",
    );
}

#[test]
fn old_style_definitions() {
    declares("f(a, b) char *b; int a; { return a; }", "f(a, b) char *b; int a; { return a; }");
    let parsed = good("int (*g(x))(int) long x; { return 0; }");
    let ExternalKind::Function(function) = &parsed.ast.items[0].kind else { panic!() };
    assert_eq!(function.parameter_declarations.len(), 1);
    assert!(matches!(function.declarator.derivations[0], Derivation::Function(Parameters::Names(_))));
}

#[test]
fn built_in_forms() {
    expression("__builtin_offsetof(struct s, a.b[2])", "__builtin_offsetof(struct s, a.b[2])");
    expression("__builtin_va_arg(l, int *)", "__builtin_va_arg(l, int *)");
    expression("__builtin_types_compatible_p(int, long[3])", "__builtin_types_compatible_p(int, long [3])");
    expression("__builtin_choose_expr(1, a, b)", "__builtin_choose_expr(1, a, b)");
    expression("_Generic(a, int: 1, default: 2)", "_Generic(a, int: 1, default: 2)");
    expression("__extension__ __extension__ ({ a; })", "({ a; })");
    expression("__real__ z + __imag__ z", "(__real__ z) + (__imag__ z)");
}

#[test]
fn literals() {
    expression("0x1FuLL + 017 + 0b11 + 1'000 + 0", "(((0x1fULL + 017) + 0b11) + 1000) + 0");
    expression("1.5f + 0x1p-3 + 1e3L + 2.0i + 3.0q", "(((1.5F + 0x1p-3) + 1e3L) + 2.0i) + 3.0F128");
    expression(
        "'a' + '\\377' + 'ab' + L'x' + '\\''",
        "((('a' + '\\xff') + '\\x00\\x00\\x61\\x62') + L'\\x78') + '\\x27'",
    );
    expression("\"a\" \"b\\x41\" \"1\"", "\"abA1\"");
    expression("\"a\" L\"\\x1234\" \"5\"", "L\"a\\x1234\" L\"5\"");
    expression("u8\"\\u00e9\"", "u8\"\\303\\251\"");
}

#[test]
fn statements() {
    statement("if (a) if (b) c; else d;", "if (a) { if (b) { c; } else { d; } }");
    statement("if (a) b; else if (c) d; else e;", "if (a) { b; } else if (c) { d; } else { e; }");
    statement("for (;;) { } for (int i = 0; i < 3; i++) a;", "for (;;) { } for (int i = 0; i < 3; i++) { a; }");
    statement("do x--; while (x);", "do { x--; } while (x);");
    statement(
        "switch (x) { case 1: case 2 ... 5: a; break; default: ; }",
        "switch (x) { case 1: case 2 ... 5: a; break; default: ; }",
    );
    statement("goto l; l: goto *&&l;", "goto l; l: goto *(&&l);");
    statement("__label__ a, b; a: b: ;", "__label__ a, b; a: b: ;");
    statement("l: int x = 1; e:", "l: int x = 1; e: ;");
    statement("__attribute__((fallthrough)); [[maybe_unused]] int x;", "; __attribute__((maybe_unused)) int x;");
    statement("return; return 1, 2;", "return; return 1, 2;");
    statement("_Static_assert(1); _Pragma(\"omp\") x;", "_Static_assert(1); x;");
    statement("asm volatile (\"x\" :: \"r\"(a) : \"memory\");", "__asm__ volatile (\"x\" : : \"r\" (a) : \"memory\");");
    statement("asm goto (\"x\" : : : : l); l: ;", "__asm__ goto (\"x\" : : : : l); l: ;");
    statement("asm (\"x\" : [o] \"=r\"(a), \"+m\"(b));", "__asm__ (\"x\" : [o] \"=r\" (a), \"+m\" (b));");
}

#[test]
fn external_odds_and_ends() {
    declares(
        "; asm(\"x\"); _Static_assert(1, \"m\"); struct s; int;",
        "; __asm__ (\"x\"); _Static_assert(1, \"m\"); struct s; int;",
    );
    declares(
        "__extension__ typedef long long L; extern __inline int f(void) { return 0; }",
        "typedef long long L; extern inline int f(void) { return 0; }",
    );
    assert!(good("").ast.items.is_empty());
}

#[test]
fn nested_functions_are_skipped_with_a_warning() {
    let parsed = parse_text("int f(void) { int g(int x) { return x; } return g(1); }");
    assert!(!parsed.has_errors());
    assert_eq!(parsed.diagnostics[0].severity, Severity::Warning);
    let ExternalKind::Function(function) = &parsed.ast.items[0].kind else { panic!() };
    let FunctionBody::Block(block) = function.body else { panic!() };
    let StmtKind::Compound(items) = &parsed.ast[block].kind else { panic!() };
    assert_eq!(items.len(), 2);
    let StmtKind::Unparsed(unparsed) = &parsed.ast[items[0]].kind else { panic!() };
    assert_eq!(unparsed.cause, UnparsedCause::UnsupportedExtension);
}

#[test]
fn syntax_errors_say_what_is_wrong() {
    for (text, message) in [
        ("int main() { return 1 + ; }", "expected an expression, found `;`"),
        ("int main() { x = 1 }", "expected `;` after the expression, found `}`"),
        ("int x\nint y;", "expected `;` after the declaration, found `int`"),
        ("uint32_t x;", "unknown type name `uint32_t`"),
        ("int f(foo x);", "unknown type name `foo`"),
        ("int f(void) { foo x; }", "unknown type name `foo`"),
        ("struct s { foo x; };", "unknown type name `foo`"),
        ("int f(void) { if (1) {", "this block does not end"),
        ("struct s { int a; } int x;", "two types in one declaration"),
        ("long float x;", "these words do not form a type together"),
        ("static extern int x;", "more than one storage class in a declaration"),
        ("}", "expected a declaration, found `}`"),
        ("int f(void) { else ; }", "`else` without an `if` before it"),
        ("int x = 08;", "a number that starts with 0 is octal and has no digits 8 and 9"),
        ("int x = 'a' '';", "expected `;` after the declaration, found `''`"),
        ("typedef int T; int x = T;", "expected an expression, found the type `T`"),
        ("int x = _Generic(1);", "a generic selection needs an association"),
        ("_BitInt(3) x = ;", "`_BitInt` is not supported"),
        ("int a[3;", "expected `]` after the size of the array, found `;`"),
    ] {
        let found = messages(text);
        assert!(found.iter().any(|found| found.ends_with(message)), "{text}: {found:?}");
    }
}

#[test]
fn a_missing_semicolon_is_shown_where_it_belongs() {
    let parsed = parse_text("int x\nint y;\n");
    let span = parsed.diagnostics[0].span.expect("a syntax error has a place");
    assert_eq!((span.lo, span.hi), (5, 5));
    assert_eq!(parsed.ast.items.len(), 2);
    assert!(matches!(parsed.ast.items[1].kind, ExternalKind::Declaration(_)));
}

#[test]
fn parsing_goes_on_behind_errors() {
    let parsed = parse_text("int good1; int 3bad; int good2; int f(void) { a b c; return 0; } int good3; @ int good4;");
    assert!(parsed.has_errors());
    let printed = print(&parsed.ast);
    for name in ["good1", "good2", "good3", "good4", "return 0;"] {
        assert!(printed.contains(name), "{name} is missing in\n{printed}");
    }
    assert_eq!(parsed.diagnostics.len(), 3);
}

#[test]
fn errors_in_system_headers_are_warnings() {
    let parsed = parse_text("# 1 \"/usr/include/odd.h\" 1 3\nint strange strange;\n# 2 \"test.c\" 2\nint good;\n");
    assert!(!parsed.has_errors());
    assert_eq!(parsed.diagnostics.len(), 1);
    let ExternalKind::Unparsed(unparsed) = &parsed.ast.items[0].kind else { panic!() };
    assert_eq!(unparsed.cause, UnparsedCause::SyntaxError);
    assert!(matches!(parsed.ast.items[1].kind, ExternalKind::Declaration(_)));
}

#[test]
fn too_many_errors_end_the_file() {
    let parsed = parse_text(&"int 3;\n".repeat(1000));
    assert_eq!(parsed.diagnostics.len(), MAX_ERRORS + 1);
    let parsed = parse_text(&format!("void f(void) {{ {} }}", "3 3;\n".repeat(1000)));
    assert!(parsed.diagnostics.len() <= MAX_ERRORS + 2);
}

#[test]
fn spans_cover_the_source() {
    let text = "static int x = a + (b * c), y;";
    let parsed = good(text);
    let ExternalKind::Declaration(declaration) = &parsed.ast.items[0].kind else { panic!() };
    let slice = |span: crate::front::source::Span| &text[span.lo as usize..span.hi as usize];
    assert_eq!(slice(declaration.span), text);
    assert_eq!(slice(declaration.specifiers.span), "static int");
    assert_eq!(declaration.specifiers.storage, Storage::Static);
    assert_eq!(slice(declaration.declarators[0].span), "x = a + (b * c)");
    let initializer = declaration.declarators[0].initializer.expect("there is one");
    assert_eq!(slice(parsed.ast[initializer].span), "a + (b * c)");
    let Ident { span, .. } = declaration.declarators[1].declarator.name.expect("it is named");
    assert_eq!(slice(span), "y");
}

#[test]
fn deep_nesting_is_refused_without_overflow() {
    let deep = 100_000;
    for (open, close) in [
        ("(", ")"),
        ("-", ""),
        ("(int)", ""),
        ("f(", ")"),
        ("a[", "]"),
        ("a ? ", ": b"),
        ("({", ";})"),
        ("sizeof ", ""),
        ("(int[", "])1"),
        ("__extension__ ", ""),
        ("_Generic(", ", int: 1)"),
        ("(struct s){", "}"),
    ] {
        let text = format!("int x = {}a{};", open.repeat(deep), close.repeat(deep));
        let parsed = parse_text(&text);
        assert_eq!(parsed.has_errors(), open != "__extension__ ", "{open}");
    }
    for (open, close) in [
        ("{", "}"),
        ("if (x) ", ""),
        ("for (;;) ", ""),
        ("do ", " while (x);"),
        ("switch (x) case 1: ", ""),
        ("if (x) ; else { ", "}"),
    ] {
        let text = format!("void f(void) {{ {}; {} }}", open.repeat(deep), close.repeat(deep));
        assert!(parse_text(&text).has_errors(), "{open}");
    }
    for (open, close) in [
        ("struct {", "} x;"),
        ("int f(", ");"),
        ("int (", ") = 1;"),
        ("int x = {", "};"),
        ("typeof(", ") x;"),
        ("_Atomic(", ") x;"),
        ("_Alignas(", ") x;"),
        ("enum e : ", ""),
        ("__attribute__((x(", "))) int x;"),
        ("[[", "]]"),
        ("struct s { int x : (", "); };"),
    ] {
        let text = format!("{}{}", open.repeat(deep), close.repeat(deep));
        assert!(parse_text(&text).has_errors(), "{open}");
    }
}

#[test]
fn nesting_up_to_the_limit_is_accepted() {
    let levels = MAX_NESTING as usize - 10;
    good(&format!("int x = {}a{};", "(".repeat(levels), ")".repeat(levels)));
    good(&format!("void f(void) {{ {}; {} }}", "{".repeat(levels), "}".repeat(levels)));
}

#[test]
fn long_chains_are_no_nesting() {
    let many = 20_000;
    good(&format!("int x = a{};", " + a".repeat(many)));
    good(&format!("int x = a{};", " && a || b".repeat(many)));
    good(&format!("int x = {} 1;", "a = ".repeat(many)));
    good(&format!("int x = a{};", " ? b : c".repeat(many)));
    good(&format!("int x = a{};", ".b[1]->c".repeat(many)));
    good(&format!("int {}x;", "*".repeat(many)));
    good(&format!("int x{};", "[2]".repeat(many)));
    good(&format!("void f(void) {{ {} x; }}", "case 1: l: ".repeat(many)));
    let parsed = good(&format!("void f(void) {{ {} x; }}", "if (a) b; else ".repeat(many)));
    assert!(print(&parsed.ast).len() > many);
    let sum = good(&format!("int x = a{};", " + a".repeat(many)));
    assert!(print(&sum.ast).len() > many);
}

#[test]
fn nodes_can_be_added() {
    let mut ast = good("int x;").ast;
    let before = ast.node_count();
    let span = ast.items[0].span;
    let id = ast.add(crate::front::ast::Expr { kind: ExprKind::Nullptr, span });
    assert!(matches!(ast[id].kind, ExprKind::Nullptr));
    assert_eq!(ast.node_count(), before + 1);
}
