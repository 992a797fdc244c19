//! Path summaries: transition formulas that over-approximate all paths between two locations.

pub mod elimination;
