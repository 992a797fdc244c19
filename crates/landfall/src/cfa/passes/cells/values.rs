//! Which indices are equal up to a constant: linear forms over what variables hold where loops begin or where ways meet.
//!
//! A guess that makes ghost cells fit together; nothing depends on its being right.

use crate::limits::limits;
use std::collections::BTreeMap;

use super::super::super::expr::{BinaryOp, Expr, UnaryOp};
use super::super::super::graph::Loops;
use super::super::super::program::*;

/// The value of a variable at a location, taken as a symbol.
pub(super) type Symbol = (LocId, VarId);

/// Symbols times factors, none of them zero, plus a constant.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Linear {
    pub terms: BTreeMap<Symbol, i128>,
    pub constant: i128,
}

impl Linear {
    /// A value that is like no other but itself.
    pub fn unknown(loc: LocId, var: VarId) -> Linear {
        Linear { terms: BTreeMap::from([((loc, var), 1)]), constant: 0 }
    }

    pub fn plus(mut self, other: &Linear, factor: i128) -> Option<Linear> {
        for (symbol, count) in &other.terms {
            let sum = self.terms.entry(*symbol).or_insert(0);
            *sum = sum.checked_add(count.checked_mul(factor)?)?;
        }
        self.terms.retain(|_, count| *count != 0);
        self.constant = self.constant.checked_add(other.constant.checked_mul(factor)?)?;
        Some(self)
    }

    /// A part, if nothing is left over.
    fn divided(mut self, divisor: i128) -> Option<Linear> {
        for number in self.terms.values_mut().chain([&mut self.constant]) {
            let quotient = number.checked_div(divisor)?;
            if quotient * divisor != *number {
                return None;
            }
            *number = quotient;
        }
        Some(self)
    }

    /// What is to be added to `other` to have `self`, if that is a constant.
    pub fn minus(&self, other: &Linear) -> Option<i128> {
        let difference = self.clone().plus(other, -1)?;
        difference.terms.is_empty().then_some(difference.constant)
    }
}

pub(super) struct Values<'p> {
    program: &'p Program,
    loops: &'p Loops,
    known: BTreeMap<Symbol, Linear>,
}

impl<'p> Values<'p> {
    pub fn new(program: &'p Program, loops: &'p Loops) -> Self {
        Values { program, loops, known: BTreeMap::new() }
    }

    /// An expression evaluated at a location; none if it is not linear.
    pub fn of(&mut self, loc: LocId, e: &Expr) -> Option<Linear> {
        self.expr(loc, e, limits().cells.steps_back)
    }

    fn expr(&mut self, loc: LocId, e: &Expr, steps: usize) -> Option<Linear> {
        match e {
            Expr::Int(value, _) => Some(Linear { constant: *value, ..Linear::default() }),
            Expr::Var(var) => Some(self.var(loc, *var, steps)),
            // Indices that wrap are none of interest.
            Expr::Cast(_, a) => self.expr(loc, a, steps),
            Expr::Unary(UnaryOp::Neg, a) => Linear::default().plus(&self.expr(loc, a, steps)?, -1),
            Expr::Binary(op, a, b) => {
                let (a, b) = (self.expr(loc, a, steps)?, self.expr(loc, b, steps)?);
                match op {
                    BinaryOp::Add => a.plus(&b, 1),
                    BinaryOp::Sub => a.plus(&b, -1),
                    BinaryOp::Mul if a.terms.is_empty() => Linear::default().plus(&b, a.constant),
                    BinaryOp::Mul if b.terms.is_empty() => Linear::default().plus(&a, b.constant),
                    // An address less that of the object, in units of its elements.
                    BinaryOp::Div if b.terms.is_empty() => a.divided(b.constant),
                    _ => None,
                }
            }
            _ => None,
        }
    }

    fn var(&mut self, loc: LocId, var: VarId, steps: usize) -> Linear {
        let symbol = Linear::unknown(loc, var);
        if let Some(known) = self.known.get(&(loc, var)) {
            return known.clone();
        }
        if steps == 0 || self.loops.is_head(loc) || self.program.locs[loc].incoming.is_empty() {
            return symbol;
        }
        let program = self.program;
        let mut ways = program.incoming(loc).map(|(_, edge)| edge);
        let first = ways.next().and_then(|edge| self.behind(edge, var, steps - 1));
        let same = ways.all(|edge| self.behind(edge, var, steps - 1) == first);
        let value = first.filter(|_| same).unwrap_or(symbol);
        self.known.insert((loc, var), value.clone());
        value
    }

    /// A variable behind an edge; none if the edge gives it a value that is not linear.
    fn behind(&mut self, edge: &Edge, var: VarId, steps: usize) -> Option<Linear> {
        match &edge.op {
            op if op.target() != Some(var) => Some(self.var(edge.src, var, steps)),
            Op::Assign(_, e) => self.expr(edge.src, e, steps),
            _ => None,
        }
    }
}
