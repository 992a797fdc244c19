//! C source to program: reading and preprocessing files, parsing, diagnostics.

pub mod ast;
pub mod source;
pub mod symbol;
