//! Terms, solving, projection and interpolation. Knows nothing of C.
//!
//! - [`Term`]: hash-consed, simplifying terms over Booleans, integers, bit-vectors, floats and arrays.
//! - [`Context`] and [`Solver`]: incremental solving with Z3, with models, cores, limits and statistics.
//! - [`BitSolver`]: the same for bit-vectors and floats alone, with circuits and CaDiCaL.
//! - [`project`]: existential projection, with the direction of the approximation in the type.
//! - [`interpolate`]: sequence interpolants.
//! - [`Assignment`] and [`Value`]: evaluation without a solver.
//! - [`linear`]: exact linear arithmetic, independent of terms and solver.

#![deny(unsafe_code)]
// A library does not print, and does not depend on the order of hash tables, so that runs can be repeated.
#![deny(clippy::print_stdout, clippy::print_stderr, clippy::iter_over_hash_type)]

mod bits;
pub mod cube;
pub mod eval;
pub mod interpolate;
pub mod limits;
pub mod linear;
mod print;
pub mod project;
mod solver;
mod sort;
mod symbol;
pub mod term;
mod value;
#[allow(unsafe_code)]
mod z3;

pub use bits::{BitSolver, Clauses, clauses};
pub use eval::Evaluator;
pub use limits::Limits;
pub use print::script::Script;
pub use solver::{Config, Context, Core, Meter, Model, Outcome, QueryStats, Solver, Statistics};
pub use sort::Sort;
pub use symbol::Symbol;
pub use term::{BvOp, FloatOp, Kind, Linear, Rounding, Term};
pub use value::{ArrayValue, Assignment, Value};
pub use z3::{Interrupt, limit_memory, z3_version};

/// Unbounded integers; values of up to two machine words need no allocation.
pub type Int = dashu_int::IBig;
