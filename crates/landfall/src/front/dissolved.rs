//! Bodies of library functions where memory is divided into variables: a few functions on strings, and loops over elements for
//! those on bytes, where lowering cannot do it at once: when the number of bytes is computed, or large.

use super::hir::*;
use super::models::{Use, parameters, plain_name};
use super::sections::{Copies, Library};
use super::types::Ty;

/// Bytes that are copied or set without a loop.
const UNROLLED: i128 = 256;

/// Functions of the library that this form of memory can express.
const NAMES: &[&str] = &[
    "strlen", "strnlen", "strcpy", "stpcpy", "strncpy", "strcat", "strncat", "strcmp", "strncmp", "strchr", "strrchr",
    "strstr", "memchr", "memcmp", "isdigit", "isupper", "islower", "isalpha", "isalnum", "isspace", "isxdigit",
    "isprint", "iscntrl", "ispunct", "rand", "random", "toupper", "tolower",
];

/// Functions on elements: the result, parameters and body. `T` stands for the type of elements.
const ELEMENTS: &[(&str, &str, &str)] = &[
    (
        "memcpy",
        "void *",
        "(T *to, const T *from, unsigned long n) { if (n % sizeof(T)) __builtin_copy_of_parts();
         for (unsigned long i = 0; i < n / sizeof(T); i++) to[i] = from[i]; return to; }",
    ),
    (
        "memmove",
        "void *",
        "(T *to, const T *from, unsigned long n) { if (n % sizeof(T)) __builtin_copy_of_parts();
         if (to < from) { for (unsigned long i = 0; i < n / sizeof(T); i++) to[i] = from[i]; }
         else { for (unsigned long i = n / sizeof(T); i > 0; i--) to[i - 1] = from[i - 1]; } return to; }",
    ),
    (
        "memset",
        "void *",
        "(T *to, int value, unsigned long n) { if (n % sizeof(T)) __builtin_copy_of_parts();
         T all = (T)-1 / 255 * (unsigned char)value;
         for (unsigned long i = 0; i < n / sizeof(T); i++) to[i] = all; return to; }",
    ),
    (
        "__VERIFIER_nondet_memory",
        "void ",
        "(T *to, unsigned long n) { if (n % sizeof(T)) __builtin_copy_of_parts();
         for (unsigned long i = 0; i < n / sizeof(T); i++) to[i] = (T)__VERIFIER_nondet_ulonglong(); }",
    ),
];

/// The types of elements by their size.
fn element_type(size: u64) -> Option<&'static str> {
    Some(match size {
        1 => "unsigned char",
        2 => "unsigned short",
        4 => "unsigned int",
        8 => "unsigned long long",
        _ => return None,
    })
}

/// The calls that get a body, and the bodies.
pub(super) fn wanted(unit: &Unit, copies: &mut Copies, is_excepted: &dyn Fn(&str) -> bool) -> Vec<Use> {
    let mut uses = Vec::new();
    for (index, node) in unit.exprs.iter().enumerate() {
        let ExprKind::Call { callee: Callee::Direct(function), arguments } = &node.kind else { continue };
        if unit[*function].body.is_some() || is_excepted(&unit[*function].name) {
            continue;
        }
        let plain = plain_name(&unit[*function].name);
        let number = uses.len().to_string();
        let name = match ELEMENTS.iter().find(|(name, _, _)| *name == plain) {
            Some((_, result, body)) if parameters(body) == arguments.len() => {
                let Some(element) = elements(unit, plain, arguments) else { continue };
                let name = format!("{plain}${number}");
                copies.text.push_str(&format!("static {result}{name}{}\n", replace_word(body, element)));
                Some(name)
            }
            _ if NAMES.contains(&plain) => {
                let library = Library::built_in();
                let section = library.find(plain).filter(|section| parameters(section.text) == arguments.len());
                section.and_then(|_| copies.add(library, plain, &number))
            }
            _ => None,
        };
        uses.extend(name.map(|name| Use { at: ExprId::from_index(index), name }));
    }
    uses
}

/// `T` by itself, replaced.
fn replace_word(text: &str, by: &str) -> String {
    let mut out = String::new();
    let bytes = text.as_bytes();
    for (i, c) in text.char_indices() {
        let part = |i: usize| bytes.get(i).is_some_and(|b| b.is_ascii_alphanumeric() || *b == b'_');
        if c == 'T' && !part(i + 1) && !(i > 0 && part(i - 1)) {
            out.push_str(by);
        } else {
            out.push(c);
        }
    }
    out
}

/// The type of the elements that a call copies or sets, where a loop is needed and possible.
fn elements(unit: &Unit, name: &str, arguments: &[ExprId]) -> Option<&'static str> {
    if name == "__VERIFIER_nondet_memory" {
        return element_type(element_size(unit, arguments[0])?);
    }
    let count = unit.constant(*arguments.get(2)?);
    let size = element_size(unit, arguments[0]);
    if name != "memset" && element_size(unit, arguments[1]) != size {
        return None;
    }
    let size = size?;
    let few = count.is_some_and(|count| count <= UNROLLED * i128::from(size) && count % i128::from(size) == 0);
    let plain = name != "memset" || unit.constant(arguments[1]).is_some_and(|value| matches!(value & 255, 0 | 255));
    if few && plain { None } else { element_type(size) }
}

/// The size of what a pointer points to, before it became a `void *`, if that is a number.
fn element_size(unit: &Unit, mut pointer: ExprId) -> Option<u64> {
    let types = &unit.types;
    while let ExprKind::Convert(inner) = unit[pointer].kind {
        if !types.is_pointer(unit[inner].ty) {
            break;
        }
        pointer = inner;
    }
    let to: Ty = types.pointee(unit[pointer].ty)?;
    if types.is_void(to) {
        return Some(1);
    }
    let mut element = to;
    while let Some((inner, _)) = types.element(element) {
        element = inner;
    }
    let scalar = types.is_integer(element) || types.is_pointer(element) || types.is_float(element);
    if scalar { types.size_of(element) } else { None }
}
