//! Interval analysis: for each location, a range for each variable that holds whenever an execution arrives.
//!
//! Sound for the program's exact meaning: where signed overflow is undefined the result of an operation lies in the range of its
//! type, since no execution goes on otherwise; unsigned results wrap. Loops are solved along the weak topological order, with
//! widening to the constants of the loop's conditions first and then to the type's range, and two descending rounds afterwards.
//! Procedures other than the entry start from arbitrary parameters and globals; a call forgets what its callee may change.

mod eval;
mod refine;
mod solve;

pub use eval::exact_range;

use cranelift_entity::SecondaryMap;

use super::expr::{Expr, IntType};
use super::fold::Undefined;
use super::graph::Loops;
use super::program::*;
use super::varmap::VarMap;

/// A range of values, both ends included; never empty. For values of unsigned 128-bit type it ranges over bit patterns: one
/// with a negative end says nothing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Interval {
    pub lo: i128,
    pub hi: i128,
}

impl Interval {
    pub const fn point(value: i128) -> Interval {
        Interval { lo: value, hi: value }
    }

    pub const TRUTH: Interval = Interval { lo: 0, hi: 1 };

    /// All values of a type.
    pub const fn of_type(ty: IntType) -> Interval {
        if ty.bits == 128 { Interval { lo: i128::MIN, hi: i128::MAX } } else { Interval { lo: ty.min(), hi: ty.max() } }
    }

    pub fn join(self, other: Interval) -> Interval {
        Interval { lo: self.lo.min(other.lo), hi: self.hi.max(other.hi) }
    }

    /// The common values, if there are any.
    pub fn meet(self, other: Interval) -> Option<Interval> {
        let (lo, hi) = (self.lo.max(other.lo), self.hi.min(other.hi));
        (lo <= hi).then_some(Interval { lo, hi })
    }

    pub fn contains(self, value: i128) -> bool {
        self.lo <= value && value <= self.hi
    }

    pub fn is_within(self, other: Interval) -> bool {
        other.lo <= self.lo && self.hi <= other.hi
    }

    pub fn is_point(self) -> bool {
        self.lo == self.hi
    }
}

/// The ranges at one location; a variable that is absent has the range of its type.
pub(super) type Ranges = VarMap<Interval>;

/// The result of the analysis.
#[derive(Clone, Debug)]
pub struct Intervals {
    at: SecondaryMap<LocId, Option<Ranges>>,
}

impl Intervals {
    pub fn new(program: &Program, loops: &Loops) -> Intervals {
        solve::solve(program, loops)
    }

    /// Whether an execution may arrive at `loc`, as far as intervals tell.
    pub fn is_reachable(&self, loc: LocId) -> bool {
        self.at[loc].is_some()
    }

    /// The range of a variable at a location; that of its type if nothing better is known.
    pub fn range(&self, program: &Program, loc: LocId, var: VarId) -> Interval {
        let ty = program.vars[var].ty.scalar();
        self.at[loc].as_ref().and_then(|r| r.get(var).copied()).unwrap_or(Interval::of_type(ty))
    }

    /// The variables whose range at `loc` is smaller than that of their type, in order.
    pub fn known(&self, loc: LocId) -> Vec<(VarId, Interval)> {
        let mut all = Vec::new();
        if let Some(ranges) = &self.at[loc] {
            ranges.for_each(&mut |v, &i| all.push((v, i)));
        }
        all
    }

    /// The range of an expression at a location; `Err` if it is undefined in every state there.
    pub fn eval(&self, program: &Program, loc: LocId, expr: &Expr) -> Result<Interval, Undefined> {
        let none = VarMap::new(program.vars.len());
        eval::Evaluator { program, ranges: self.at[loc].as_ref().unwrap_or(&none) }.eval(expr)
    }
}

#[cfg(test)]
mod tests;
