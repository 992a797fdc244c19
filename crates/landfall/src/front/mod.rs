//! C source to program: reading and preprocessing files, parsing, type checking, lowering, diagnostics.
//!
//! [`preprocess::load`] reads a file into a [`source::SourceMap`], [`parser::parse`] turns it into an [`ast::Ast`] with
//! [`diagnostic::Diagnostic`]s; [`mod@print`] turns a tree into text again.

pub mod ast;
mod builtins;
pub mod catalogue;
mod compatible;
pub mod diagnostic;
pub mod emit;
mod fixed_strings;
mod format;
mod graph;
pub mod hir;
pub mod index;
pub mod layout;
pub mod lexer;
mod libc;
pub mod library;
mod link;
pub mod literal;
mod load;
mod models;
mod needed;
pub mod parser;
pub mod preprocess;
pub mod print;
pub mod project;
pub mod property;
mod prune;
mod reach;
mod scan;
mod sections;
pub mod sema;
mod signatures;
pub mod similar;
pub mod source;
pub mod symbol;
pub mod types;

pub use emit::ExternPolicy;
pub use load::{FrontOptions, LoadError, Loaded, Source, load, load_sources, load_text};
pub use property::{Checks, ERROR_FUNCTION, Never, OLD_ERROR_FUNCTION, Property};

/// Free stack below which [`grow_stack`] allocates a new piece, and the piece's size.
const STACK_RED_ZONE: usize = 128 * 1024;
const STACK_PIECE: usize = 2 * 1024 * 1024;

/// Runs a step of a recursion over a syntax tree, on a new piece of stack when little is left: trees may be deep.
pub fn grow_stack<T>(step: impl FnOnce() -> T) -> T {
    stacker::maybe_grow(STACK_RED_ZONE, STACK_PIECE, step)
}
