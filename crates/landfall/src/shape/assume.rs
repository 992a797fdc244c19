//! What conditions tell of a heap.

use super::eval::{Result, truth_compared};
use super::{Heap, Object, Range, Symbol, Value};
use crate::cfa::{BinaryOp, Expr, Program, UnaryOp};

impl Heap {
    /// The heaps of those states in which a condition holds, or does not.
    pub(super) fn assume(mut self, program: &Program, condition: &Expr, holds: bool) -> Result<Vec<Heap>> {
        match condition {
            Expr::Unary(UnaryOp::Not, inner) => self.assume(program, inner, !holds),
            Expr::Or(left, right) if self.are_apart(program, left, right)? => {
                Ok(if holds { vec![self] } else { Vec::new() })
            }
            Expr::And(left, right) if holds => self.both(program, left, right, true),
            Expr::Or(left, right) if !holds => self.both(program, left, right, false),
            Expr::And(left, right) | Expr::Or(left, right) => {
                // Either the left operand decides, or it does not and the right one does.
                let mut found = self.clone().assume(program, left, holds)?;
                for heap in self.assume(program, left, !holds)? {
                    found.extend(heap.assume(program, right, holds)?);
                }
                Ok(found)
            }
            Expr::Ite(choice, yes, no) => {
                let mut found = Vec::new();
                for (chosen, branch) in [(true, yes), (false, no)] {
                    for heap in self.clone().assume(program, choice, chosen)? {
                        found.extend(heap.assume(program, branch, holds)?);
                    }
                }
                Ok(found)
            }
            Expr::Binary(op, left, right) if op.is_comparison() => {
                if let Some((truth, equal)) = truth_compared(program, *op, left, right) {
                    return self.assume(program, truth, equal == holds);
                }
                let ty = left.ty(program).scalar();
                let (left, right) = (self.eval(program, left)?, self.eval(program, right)?);
                match self.compare(ty, *op, left, right)? {
                    Some(known) => Ok(if known == holds { vec![self] } else { Vec::new() }),
                    None if ty.bits >= 127 => Ok(vec![self]),
                    None => Ok(self.told(*op, left, right, holds).into_iter().collect()),
                }
            }
            _ => match self.eval(program, condition)? {
                Value::Int(n) => Ok(if (n != 0) == holds { vec![self] } else { Vec::new() }),
                value @ Value::Symbol(_) => {
                    Ok(self.told(BinaryOp::Ne, value, Value::Int(0), holds).into_iter().collect())
                }
                _ => Ok(vec![self]),
            },
        }
    }

    /// Whether two comparisons say that one of two places ends before the other begins, and they are in different blocks.
    fn are_apart(&mut self, program: &Program, left: &Expr, right: &Expr) -> Result<bool> {
        let (Expr::Binary(BinaryOp::Le, a_end, b), Expr::Binary(BinaryOp::Le, b_end, a)) = (left, right) else {
            return Ok(false);
        };
        let mut objects = Vec::new();
        for expr in [a_end, a, b_end, b] {
            let value = self.eval(program, expr)?;
            let object = value.object().filter(|object| self.block(*object).is_some() && self.is_inside(value));
            objects.push(object);
        }
        Ok(match objects[..] {
            [Some(a_end), Some(a), Some(b_end), Some(b)] => a_end == a && b_end == b && a != b,
            _ => false,
        })
    }

    fn both(self, program: &Program, left: &Expr, right: &Expr, hold: bool) -> Result<Vec<Heap>> {
        let mut found = Vec::new();
        for heap in self.assume(program, left, hold)? {
            found.extend(heap.assume(program, right, hold)?);
        }
        Ok(found)
    }

    /// The heap with what a comparison tells of symbols; `None` if it cannot be.
    fn told(mut self, op: BinaryOp, left: Value, right: Value, holds: bool) -> Option<Heap> {
        let (op, left, right) = match (op, holds) {
            (BinaryOp::Ne, false) | (BinaryOp::Eq, true) => (BinaryOp::Eq, left, right),
            (BinaryOp::Ne, true) | (BinaryOp::Eq, false) => (BinaryOp::Ne, left, right),
            (BinaryOp::Lt, false) => (BinaryOp::Le, right, left),
            (BinaryOp::Le, false) => (BinaryOp::Lt, right, left),
            (op, _) => (op, left, right),
        };
        let (a, b) = (self.bounds(left), self.bounds(right));
        match op {
            BinaryOp::Eq => {
                self.narrow(left, |r| Range { low: r.low.max(b.low), high: r.high.min(b.high), ..r })?;
                self.narrow(right, |r| Range { low: r.low.max(a.low), high: r.high.min(a.high), ..r })?;
                match (left, right) {
                    (Value::Symbol(x), Value::Symbol(y)) => {
                        let (x_range, y_range) = (self.range(left), self.range(right));
                        let nonzero = x_range.nonzero || y_range.nonzero;
                        self.symbols.insert(y, Range { nonzero, step: x_range.step.max(y_range.step), ..y_range });
                        self.replace(x, right);
                    }
                    (Value::Symbol(x), other) | (other, Value::Symbol(x)) => self.replace(x, other),
                    _ => {}
                }
            }
            BinaryOp::Ne => {
                let without = |r: Range, n: Range| match n.low == n.high {
                    true if n.low == r.low => Range { low: r.low.saturating_add(1), ..r },
                    true if n.low == r.high => Range { high: r.high.saturating_sub(1), ..r },
                    true if n.low == 0 => Range { nonzero: true, ..r },
                    _ => r,
                };
                self.narrow(left, |r| without(r, b))?;
                self.narrow(right, |r| without(r, a))?;
            }
            BinaryOp::Lt => {
                self.narrow(left, |r| Range { high: r.high.min(b.high.saturating_sub(1)), ..r })?;
                self.narrow(right, |r| Range { low: r.low.max(a.low.saturating_add(1)), ..r })?;
            }
            _ => {
                self.narrow(left, |r| Range { high: r.high.min(b.high), ..r })?;
                self.narrow(right, |r| Range { low: r.low.max(a.low), ..r })?;
            }
        }
        Some(self)
    }

    /// Gives a symbol another range; `None` if no number is left.
    fn narrow(&mut self, value: Value, to: impl FnOnce(Range) -> Range) -> Option<()> {
        let Value::Symbol(symbol) = value else { return Some(()) };
        let range = to(self.range(value));
        if range.low > range.high || (range.nonzero && range.low == 0 && range.high == 0) {
            return None;
        }
        self.symbols.insert(symbol, range);
        if range.low == range.high {
            self.replace(symbol, Value::Int(range.low));
        }
        Some(())
    }

    /// Puts a value in the place of a symbol that it is equal to.
    fn replace(&mut self, symbol: Symbol, by: Value) {
        let moves = |value: Value| matches!(value, Value::Moving { by, .. } if by == symbol);
        let mut in_place = true;
        self.for_all_mut(&mut |value| in_place &= !moves(*value));
        // An address is no distance and no size.
        if !in_place && !matches!(by, Value::Symbol(_))
            || by.object().is_some() && self.sizes().any(|v| v == Value::Symbol(symbol))
        {
            return;
        }
        self.for_all_mut(&mut |value| match value {
            Value::Symbol(is) if *is == symbol => *value = by,
            Value::Moving { by: is, .. } if *is == symbol => {
                if let Value::Symbol(other) = by {
                    *is = other;
                }
            }
            _ => {}
        });
    }

    fn sizes(&self) -> impl Iterator<Item = Value> + '_ {
        self.objects.values().filter_map(|object| match object {
            Object::Block(block) => Some(block.size),
            Object::Segment(_) => None,
        })
    }
}
