//! Terms, solving, projection and interpolation. Knows nothing of C.
//!
//! - [`Term`]: hash-consed, simplifying terms over Booleans, integers, bit-vectors, floats and arrays.
//! - [`Assignment`] and [`Value`]: evaluation without a solver.
//! - [`linear`]: exact linear arithmetic, independent of terms and solver.

pub mod eval;
pub mod linear;
mod print;
mod sort;
mod symbol;
pub mod term;
mod value;

pub use eval::Evaluator;
pub use print::script::Script;
pub use sort::Sort;
pub use symbol::Symbol;
pub use term::{BvOp, FloatOp, Kind, Linear, Rounding, Term};
pub use value::{ArrayValue, Assignment, Value};

/// Unbounded integers; values of up to two machine words need no allocation.
pub type Int = dashu_int::IBig;
