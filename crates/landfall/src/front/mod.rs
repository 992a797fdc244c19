//! C source to program: reading and preprocessing files, parsing, diagnostics.

pub mod ast;
pub mod diagnostic;
pub mod lexer;
pub mod literal;
pub mod parser;
pub mod preprocess;
pub mod source;
pub mod symbol;
