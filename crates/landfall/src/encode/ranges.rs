//! The interval analysis as the encoder and proofs use it.

use landfall_smt::Term;

use super::integer::{constant_value, within_type};
use super::{IntervalOracle, Symbols};
use crate::cfa::graph::Loops;
use crate::cfa::intervals::{Interval, Intervals};
use crate::cfa::{EdgeId, LocId, Program, Type, VarId};

/// The ranges of a program's variables at its locations.
pub struct KnownRanges<'p> {
    program: &'p Program,
    intervals: Intervals,
}

impl<'p> KnownRanges<'p> {
    pub fn new(program: &'p Program, loops: &Loops) -> KnownRanges<'p> {
        KnownRanges { program, intervals: Intervals::new(program, loops) }
    }

    fn at(&self, loc: LocId, var: VarId) -> Option<Interval> {
        let ty = self.program.vars[var].ty.as_int()?;
        (ty.bits < 128 && self.intervals.is_reachable(loc)).then(|| self.intervals.range(self.program, loc, var))
    }

    /// The ranges at a location as a formula, with those of unsigned types: the encoding of wraps relies on them, and
    /// mathematical integers do not have them by themselves.
    pub fn assumptions(&self, symbols: &Symbols, loc: LocId, wanted: impl Fn(VarId) -> bool) -> Term {
        let mut facts = vec![self.facts(symbols, loc, &wanted)];
        for var in symbols.vars().filter(|&v| wanted(v)) {
            let Type::Int(ty) = self.program.vars[var].ty else { continue };
            if !ty.signed {
                facts.push(within_type(symbols.state(var), ty));
            }
        }
        Term::and(&facts)
    }

    /// The ranges at a location as a formula over state symbols, of the variables that `wanted` selects.
    /// Ends that are just those of the type are left out.
    pub fn facts(&self, symbols: &Symbols, loc: LocId, wanted: impl Fn(VarId) -> bool) -> Term {
        let mut facts = Vec::new();
        for var in symbols.vars().filter(|&v| wanted(v)) {
            let (Some(range), Type::Int(ty)) = (self.at(loc, var), self.program.vars[var].ty) else { continue };
            let symbol = symbols.state(var);
            if range.lo > ty.min() {
                facts.push(symbol.ge(Term::int(constant_value(range.lo, ty))));
            }
            if range.hi < ty.max() {
                facts.push(symbol.le(Term::int(constant_value(range.hi, ty))));
            }
        }
        Term::and(&facts)
    }
}

impl IntervalOracle for KnownRanges<'_> {
    fn range(&self, edge: EdgeId, var: VarId) -> Option<(i128, i128)> {
        self.at(self.program.edges[edge].src, var).map(|range| (range.lo, range.hi))
    }
}
