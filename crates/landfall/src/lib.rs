//! The library of landfall, a software model checker for C.
//!
//! C source → [`cfa::Program`] → an engine → [`verdict::Verdict`] with evidence → check → report.

pub mod budget;
pub mod cfa;
pub mod encode;
pub mod exec;
pub mod front;
pub mod report;
pub mod summary;
pub mod verdict;
