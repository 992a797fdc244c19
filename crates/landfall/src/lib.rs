//! The library of landfall, a software model checker for C.
//!
//! C source → [`cfa::Program`] → an engine, or several → [`Verdict`] with evidence → check → report. [`Checker`] is the way in:
//!
//! ```
//! use landfall::{Checker, Verdict};
//!
//! let text = "int input(void);
//!             int main(void) { int sum = 0; for (int i = 0; i < 3; i++) sum += input() & 1; return 6 / (4 - sum); }";
//! let analysis = Checker::text("sum.c", text).check()?;
//! assert!(matches!(analysis.verdict, Verdict::Safe(_)));
//! # Ok::<(), landfall::InputError>(())
//! ```
//!
//! What is public and hidden here is for the command and the tests of the project, and may change at any time.

// A library does not print, and does not depend on the order of hash tables, so that runs can be repeated.
#![deny(clippy::print_stdout, clippy::print_stderr, clippy::iter_over_hash_type)]

#[doc(hidden)]
pub mod analysis;
mod arg;
pub mod budget;
#[doc(hidden)]
pub mod burst;
pub mod cfa;
#[doc(hidden)]
pub mod check;
mod checker;
pub mod checks;
#[doc(hidden)]
pub mod encode;
pub mod engine;
#[doc(hidden)]
pub mod exec;
pub mod front;
#[doc(hidden)]
pub mod knowledge;
pub mod limits;
mod named;
#[doc(hidden)]
pub mod portfolio;
mod predicates;
pub mod report;
#[doc(hidden)]
pub mod shape;
mod solving;
#[doc(hidden)]
pub mod summary;
pub mod verdict;

pub use analysis::Analysis;
#[doc(hidden)]
pub use analysis::{Settings, analyse};
pub use checker::{Checker, InputError};
pub use verdict::Verdict;
