//! From C source to a program.

pub mod source;
