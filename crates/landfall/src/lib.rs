//! The library of landfall, a software model checker for C.
//!
//! C source → [`cfa::Program`] → an engine → [`verdict::Verdict`] with evidence → check → report.

pub mod analysis;
pub mod arg;
pub mod budget;
pub mod burst;
pub mod cfa;
pub mod check;
pub mod checks;
pub mod encode;
pub mod engine;
pub mod exec;
pub mod front;
pub mod knowledge;
pub mod limits;
pub mod predicates;
pub mod report;
pub mod solving;
pub mod summary;
pub mod verdict;

pub use analysis::{Analysis, Settings, analyse};
