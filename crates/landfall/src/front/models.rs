//! Models of library functions, written in C.
//!
//! A program that calls `strlen` and the like without defining them gets bodies for them. Each call has a copy of its own, so that
//! what one call is given is not mixed up with what another is given; copies are inlined like any small function. Functions that
//! set bytes get a model where lowering cannot do it at once: when the number of bytes is computed, or large.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::diagnostic::Diagnostic;
use super::hir::*;
use super::parser;
use super::sema::{self, Linkage};
use super::source::SourceMap;

/// Functions by name: the result, the name's place, parameters and body.
const MODELS: &[(&str, &str, &str)] = &[
    ("strlen", "unsigned long", "(const char *s) { unsigned long n = 0; while (s[n]) n++; return n; }"),
    (
        "strnlen",
        "unsigned long",
        "(const char *s, unsigned long m) { unsigned long n = 0; while (n < m && s[n]) n++; return n; }",
    ),
    (
        "strcpy",
        "char *",
        "(char *to, const char *from) { unsigned long i = 0; while ((to[i] = from[i]) != 0) i++; return to; }",
    ),
    (
        "stpcpy",
        "char *",
        "(char *to, const char *from) { unsigned long i = 0; while ((to[i] = from[i]) != 0) i++; return to + i; }",
    ),
    (
        "strncpy",
        "char *",
        "(char *to, const char *from, unsigned long n) { unsigned long i = 0; for (; i < n && from[i]; i++) to[i] = from[i];
         for (; i < n; i++) to[i] = 0; return to; }",
    ),
    (
        "strcat",
        "char *",
        "(char *to, const char *from) { unsigned long n = 0, i = 0; while (to[n]) n++;
         while ((to[n + i] = from[i]) != 0) i++; return to; }",
    ),
    (
        "strncat",
        "char *",
        "(char *to, const char *from, unsigned long m) { unsigned long n = 0, i = 0; while (to[n]) n++;
         for (; i < m && from[i]; i++) to[n + i] = from[i]; to[n + i] = 0; return to; }",
    ),
    (
        "strcmp",
        "int",
        "(const char *a, const char *b) { unsigned long i = 0; while (a[i] && a[i] == b[i]) i++;
         unsigned char x = a[i], y = b[i]; return x > y ? __builtin_any_positive(\"strcmp\") : x < y ? -__builtin_any_positive(\"strcmp\") : 0; }",
    ),
    (
        "strncmp",
        "int",
        "(const char *a, const char *b, unsigned long n) { unsigned long i = 0; while (i < n && a[i] && a[i] == b[i]) i++;
         if (i == n) return 0; unsigned char x = a[i], y = b[i]; return x > y ? __builtin_any_positive(\"strncmp\") : x < y ? -__builtin_any_positive(\"strncmp\") : 0; }",
    ),
    (
        "strchr",
        "char *",
        "(const char *s, int c) { unsigned long i = 0; while (s[i] && s[i] != (char)c) i++;
         return s[i] == (char)c ? (char *)(s + i) : (char *)0; }",
    ),
    (
        "strrchr",
        "char *",
        "(const char *s, int c) { const char *found = 0; unsigned long i = 0;
         for (;; i++) { if (s[i] == (char)c) found = s + i; if (!s[i]) return (char *)found; } }",
    ),
    (
        "strstr",
        "char *",
        "(const char *s, const char *what) { unsigned long i = 0;
         for (;; i++) { unsigned long j = 0; while (what[j] && s[i + j] == what[j]) j++;
         if (!what[j]) return (char *)(s + i); if (!s[i]) return (char *)0; } }",
    ),
    (
        "memchr",
        "void *",
        "(const unsigned char *s, int c, unsigned long n) { unsigned long i = 0; while (i < n && s[i] != (unsigned char)c) i++;
         return i < n ? (void *)(s + i) : (void *)0; }",
    ),
    (
        "memcmp",
        "int",
        "(const unsigned char *a, const unsigned char *b, unsigned long n) { unsigned long i = 0;
         while (i < n && a[i] == b[i]) i++; return i == n ? 0 : a[i] < b[i] ? -__builtin_any_positive(\"memcmp\") : __builtin_any_positive(\"memcmp\"); }",
    ),
    ("isdigit", "int", "(int c) { return (c >= '0' && c <= '9') ? __builtin_any_nonzero(\"isdigit\") : 0; }"),
    ("isupper", "int", "(int c) { return (c >= 'A' && c <= 'Z') ? __builtin_any_nonzero(\"isupper\") : 0; }"),
    ("islower", "int", "(int c) { return (c >= 'a' && c <= 'z') ? __builtin_any_nonzero(\"islower\") : 0; }"),
    ("isalpha", "int", "(int c) { return ((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z')) ? __builtin_any_nonzero(\"isalpha\") : 0; }"),
    (
        "isalnum",
        "int",
        "(int c) { return ((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9')) ? __builtin_any_nonzero(\"isalnum\") : 0; }",
    ),
    ("isspace", "int", "(int c) { return (c == ' ' || (c >= 9 && c <= 13)) ? __builtin_any_nonzero(\"isspace\") : 0; }"),
    (
        "isxdigit",
        "int",
        "(int c) { return ((c >= '0' && c <= '9') || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F')) ? __builtin_any_nonzero(\"isxdigit\") : 0; }",
    ),
    ("isprint", "int", "(int c) { return (c >= 32 && c <= 126) ? __builtin_any_nonzero(\"isprint\") : 0; }"),
    ("iscntrl", "int", "(int c) { return ((c >= 0 && c < 32) || c == 127) ? __builtin_any_nonzero(\"iscntrl\") : 0; }"),
    (
        "ispunct",
        "int",
        "(int c) { return (c > 32 && c <= 126 && !((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z')
         || (c >= '0' && c <= '9'))) ? __builtin_any_nonzero(\"ispunct\") : 0; }",
    ),
    ("rand", "int", "(void) { int r = __builtin_any_positive(\"rand\"); return r - 1; }"),
    ("random", "long", "(void) { int r = __builtin_any_positive(\"random\"); return r - 1; }"),
    ("toupper", "int", "(int c) { return c >= 'a' && c <= 'z' ? c - 32 : c; }"),
    ("tolower", "int", "(int c) { return c >= 'A' && c <= 'Z' ? c + 32 : c; }"),
];

/// A call that gets a body, and the text of the body.
struct Copy {
    call: ExprId,
    name: String,
    text: String,
}

/// Gives the program's calls of modelled functions their bodies.
pub(super) fn add(unit: &mut Unit, sources: &mut SourceMap, linkage: &mut Linkage, diagnostics: &mut Vec<Diagnostic>) {
    let copies = wanted(unit);
    if copies.is_empty() {
        return;
    }
    let text: Vec<&str> = copies.iter().map(|copy| copy.text.as_str()).collect();
    let file = sources.add("<library>", text.join("\n").into_bytes());
    let parsed = parser::parse(sources, file);
    debug_assert!(!parsed.has_errors(), "{:?}", parsed.diagnostics);
    let before = unit.functions.len();
    sema::analyze(&parsed.ast, sources, unit, linkage, diagnostics);
    let made: BTreeMap<Arc<str>, FunctionId> = (before..unit.functions.len())
        .map(FunctionId::from_index)
        .map(|function| (unit[function].name.clone(), function))
        .collect();
    for copy in copies {
        let body = made.get(copy.name.as_str()).copied();
        if let (Some(body), ExprKind::Call { callee, .. }) = (body, &mut unit.exprs[copy.call.index()].kind) {
            *callee = Callee::Direct(body);
        }
    }
}

fn wanted(unit: &Unit) -> Vec<Copy> {
    let mut copies = Vec::new();
    for (index, node) in unit.exprs.iter().enumerate() {
        let ExprKind::Call { callee: Callee::Direct(function), arguments } = &node.kind else { continue };
        let function = &unit[*function];
        if function.body.is_some() {
            continue;
        }
        let plain = function.name.strip_prefix("__builtin_").unwrap_or(&function.name);
        let Some((_, result, body)) = MODELS.iter().find(|(name, _, _)| *name == plain) else { continue };
        let list = body.split(')').next().unwrap_or_default();
        let parameters = if list == "(void" { 0 } else { list.split(',').count() };
        if arguments.len() != parameters {
            continue;
        }
        // `$` is no part of the names that people write.
        let name = format!("{plain}${}", copies.len());
        copies.push(Copy {
            call: ExprId::from_index(index),
            text: format!("static {result}{name}{body}", result = spaced(result)),
            name,
        });
    }
    copies
}

fn spaced(result: &str) -> String {
    if result.ends_with('*') { result.to_string() } else { format!("{result} ") }
}
