//! C source to program: reading and preprocessing files, parsing, type checking, lowering, diagnostics.

pub mod ast;
pub mod diagnostic;
pub mod hir;
pub mod layout;
pub mod lexer;
pub mod library;
pub mod literal;
mod load;
pub mod lower;
pub mod parser;
pub mod preprocess;
pub mod property;
pub mod sema;
pub mod source;
pub mod symbol;
pub mod types;

pub use load::{FrontOptions, LoadError, Loaded, load, load_text};
pub use lower::ExternPolicy;
pub use property::{Never, Property};
