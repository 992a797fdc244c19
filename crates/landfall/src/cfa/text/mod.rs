//! The text form of programs: written for people, read back to the same program.
//!
//! ```text
//! program  ::= item*
//! item     ::= "semantics" ("ilp32" | "lp64") ("undefined" | "wrap") ";"        default: lp64 undefined
//!            | "extern" string ("," string)* ";"                               functions without a body
//!            | "global" name ":" type span? ";"
//!            | "entry" name ";"                                                default: the first procedure
//!            | "proc" name "(" (name ":" type span?),* ")" ("->" name)? "entry" name "exit" name span? "{" member* "}"
//! member   ::= ("local" | "temp") name ":" type span? ";"
//!            | "loc" name "loop"? span? ("error" kind string span?)? ";"       needed for attributes only
//!            | (name ":")? name "->" name ":" op span? ";"                     an edge, perhaps named
//! kind     ::= "reach_error" | "assertion" | "label" | "overflow" | "access" ...    see `ERROR_KINDS`
//! op       ::= "skip" | "assume" expr | name "=" expr | name "[" expr? "]" "=" expr | "unsupported" string
//!            | "havoc" name origin
//!            | (name "=")? "call" name "(" expr,* ")"
//! origin   ::= ("input" | "extern" | "object" | "volatile" | "unspecified") string | "uninitialised" | "argument"
//!            | "approximation" ("library" | "copy" | "assembly") string
//! type     ::= ("bool" | "i" digits | "u" digits) "[]"?                            with brackets: a region of such cells
//! span     ::= "@" file ":" lo "-" hi                                           a byte range of a file of the source map
//! name     ::= identifier or anything in backquotes (escapes as in strings, and "\\`"), then perhaps "#" index
//! ```
//! Objects and what is done to memory are in the grammar of `memory`, how C divides objects in that of `view`.
//! `//` starts a comment. Expressions are C's, with C's precedences; a conversion is written as a call, `i8(x + 1)`. A constant
//! may carry its type, `3:u8`; without one it gets the type that its context asks for: that of the assigned variable, of the
//! parameter, of the other operand; `i32` when nothing asks. `true` and `false` are the constants of type `bool`. `a > b` is
//! read as `b < a`. `a[i]` is a cell of a region, `a[] = 0` sets all of them. Floating-point operations on bit patterns are written
//! as calls, `f64.add(x, y)`, `f64.int(n)`, `f64.to.i32(x)`, `f32.from.f64(x)`.
//!
//! **Order.** Reading must give the same indices, not only the same graph. Entities of a kind are numbered as their names say if
//! the names of *all* of them end in their indices (`x#3` for a variable or procedure, `l3` for a location, `e3` for an
//! edge) and these are 0, 1, 2, …; else in order of first mention. The writer writes indices where that order would differ
//! and where a name alone is ambiguous. `#3` is not part of the name of a variable or procedure.

use super::program::ErrorKind;

mod elaborate;
mod elaborate_memory;
mod lex;
mod memory;
mod read;
mod read_memory;
mod read_view;
mod tree;
mod view;
mod write;

pub use lex::ReadError;
pub use read::read_program;
pub use write::{ExprDisplay, OpDisplay, SourceWords, WriteOptions, write_program};

/// The words for what is wrong at an error location.
const ERROR_KINDS: [(&str, ErrorKind); 11] = [
    ("reach_error", ErrorKind::ReachError),
    ("assertion", ErrorKind::AssertionFailure),
    ("label", ErrorKind::Label),
    ("overflow", ErrorKind::Overflow),
    ("division", ErrorKind::DivisionByZero),
    ("shift", ErrorKind::Shift),
    ("access", ErrorKind::InvalidAccess),
    ("free", ErrorKind::InvalidFree),
    ("leak", ErrorKind::Leak),
    ("lost", ErrorKind::Lost),
    ("unset", ErrorKind::Uninitialised),
];

/// Words that a bare name may not be; such names are written in backquotes.
const KEYWORDS: &[&str] = &[
    "semantics",
    "ilp32",
    "lp64",
    "undefined",
    "wrap",
    "extern",
    "global",
    "entry",
    "exit",
    "proc",
    "local",
    "temp",
    "loc",
    "loop",
    "error",
    "reach_error",
    "assertion",
    "label",
    "skip",
    "assume",
    "unsupported",
    "havoc",
    "input",
    "uninitialised",
    "argument",
    "call",
    "true",
    "false",
    "bool",
];

fn is_identifier(text: &str) -> bool {
    let mut chars = text.chars();
    chars.next().is_some_and(is_identifier_start) && chars.all(is_identifier_part)
}

fn is_identifier_start(c: char) -> bool {
    c.is_ascii_alphabetic() || c == '_' || c == '$' || c == '.'
}

fn is_identifier_part(c: char) -> bool {
    is_identifier_start(c) || c.is_ascii_digit()
}

/// The type that a word names, if it is the name of a type.
pub(super) fn type_named(word: &str) -> Option<super::IntType> {
    if word == "bool" {
        return Some(super::IntType::BOOL);
    }
    let signed = match word.as_bytes().first()? {
        b'i' => true,
        b'u' => false,
        _ => return None,
    };
    let digits = &word[1..];
    if digits.is_empty() || digits.starts_with('0') || !digits.bytes().all(|b| b.is_ascii_digit()) {
        return None;
    }
    let bits: u8 = digits.parse().ok()?;
    (bits <= 128).then_some(super::IntType::new(bits, signed))
}

#[cfg(test)]
mod memory_tests;
#[cfg(test)]
mod tests;
