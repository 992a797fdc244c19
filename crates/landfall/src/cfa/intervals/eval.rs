//! Expressions over intervals.

use super::super::expr::{BinaryOp, Expr, IntType, UnaryOp};
use super::super::fold::Undefined;
use super::super::program::*;
use super::{Interval, Ranges};

/// Evaluates expressions in given ranges.
pub(super) struct Evaluator<'a> {
    pub program: &'a Program,
    pub ranges: &'a Ranges,
}

type Range = Result<Interval, Undefined>;

/// Whether `ty` is the unsigned type whose values are patterns.
pub(super) fn is_pattern(ty: IntType) -> bool {
    ty.bits == 128 && !ty.signed
}

/// The range of the mathematical result of `+`, `-` or `*`, before any wrapping; `None` if 128 bits do not hold it, or for
/// another operator.
pub fn exact_range(op: BinaryOp, a: Interval, b: Interval) -> Option<Interval> {
    match op {
        BinaryOp::Add => Some(Interval { lo: a.lo.checked_add(b.lo)?, hi: a.hi.checked_add(b.hi)? }),
        BinaryOp::Sub => Some(Interval { lo: a.lo.checked_sub(b.hi)?, hi: a.hi.checked_sub(b.lo)? }),
        BinaryOp::Mul => {
            let corners =
                [a.lo.checked_mul(b.lo)?, a.lo.checked_mul(b.hi)?, a.hi.checked_mul(b.lo)?, a.hi.checked_mul(b.hi)?];
            Some(hull(&corners))
        }
        _ => None,
    }
}

fn hull(values: &[i128]) -> Interval {
    let lo = values.iter().copied().min().expect("some values");
    let hi = values.iter().copied().max().expect("some values");
    Interval { lo, hi }
}

/// The values of `range` converted to `ty` modulo 2^bits.
fn wrapped(ty: IntType, range: Option<Interval>) -> Interval {
    let all = Interval::of_type(ty);
    let Some(range) = range else { return all };
    if is_pattern(ty) {
        return if range.lo >= 0 { range } else { all };
    }
    if range.is_within(all) {
        return range;
    }
    // One window of 2^bits values: the ends wrap alike.
    let small = range.hi.checked_sub(range.lo).is_some_and(|width| ty.bits == 128 || width < 1 << ty.bits.min(126));
    let (lo, hi) = (ty.wrap(range.lo), ty.wrap(range.hi));
    if small && lo <= hi { Interval { lo, hi } } else { all }
}

impl Evaluator<'_> {
    pub fn ty(&self, expr: &Expr) -> IntType {
        expr.ty(self.program).scalar()
    }

    pub fn var(&self, var: VarId) -> Interval {
        let ty = self.program.vars[var].ty.scalar();
        self.ranges.get(var).copied().unwrap_or(Interval::of_type(ty))
    }

    /// Whether an operation that leaves the range of `ty` ends the execution.
    pub fn stops_at_overflow(&self, ty: IntType) -> bool {
        ty.signed && self.program.semantics.overflow == Overflow::Undefined
    }

    pub fn eval(&self, expr: &Expr) -> Range {
        match expr {
            Expr::Int(value, _) => Ok(Interval::point(*value)),
            Expr::Var(v) => Ok(self.var(*v)),
            Expr::Unary(op, e) => self.unary(*op, e),
            Expr::Binary(op, a, b) => self.binary(*op, a, b),
            Expr::Cast(ty, e) => {
                let range = self.eval(e)?;
                let known = !is_pattern(self.ty(e)) || range.lo >= 0;
                Ok(wrapped(*ty, known.then_some(range)))
            }
            Expr::Select(v, index) => {
                self.eval(index)?;
                Ok(Interval::of_type(self.program.vars[*v].ty.scalar()))
            }
            Expr::Float(op, operands) => {
                operands.iter().try_for_each(|e| self.eval(e).map(|_| ()))?;
                Ok(Interval::of_type(op.result()))
            }
            Expr::Memory(op, operands) => {
                operands.iter().try_for_each(|e| self.eval(e).map(|_| ()))?;
                Ok(Interval::of_type(op.result()))
            }
            Expr::And(a, b) => self.connective(a, b, 0),
            Expr::Or(a, b) => self.connective(a, b, 1),
            Expr::Ite(c, a, b) => match self.eval(c)? {
                Interval { lo: 1, .. } => self.eval(a),
                Interval { hi: 0, .. } => self.eval(b),
                _ => match (self.eval(a), self.eval(b)) {
                    (Ok(a), Ok(b)) => Ok(a.join(b)),
                    (Ok(range), Err(_)) | (Err(_), Ok(range)) => Ok(range),
                    (Err(undefined), Err(_)) => Err(undefined),
                },
            },
        }
    }

    /// `a && b` or `a || b`, which is `decided` if `a` is.
    fn connective(&self, a: &Expr, b: &Expr, decided: i128) -> Range {
        let left = self.eval(a)?;
        if left == Interval::point(decided) {
            return Ok(left);
        }
        if !left.contains(decided) {
            return self.eval(b);
        }
        // Where the right operand is undefined the execution ends; what is left is decided by the left one.
        Ok(self.eval(b).map_or(Interval::point(decided), |right| right.join(Interval::point(decided))))
    }

    fn unary(&self, op: UnaryOp, operand: &Expr) -> Range {
        let (ty, range) = (self.ty(operand), self.eval(operand)?);
        match op {
            UnaryOp::Not => Ok(Interval { lo: 1 - range.hi, hi: 1 - range.lo }),
            UnaryOp::Neg => self.arithmetic(BinaryOp::Sub, ty, Interval::point(0), range),
            // Complement is −1 − x, for unsigned types modulo 2^bits.
            UnaryOp::BitNot if is_pattern(ty) => Ok(Interval::of_type(ty)),
            UnaryOp::BitNot => Ok(wrapped(ty, Some(Interval { lo: -1 - range.hi, hi: -1 - range.lo }))),
        }
    }

    fn binary(&self, op: BinaryOp, left: &Expr, right: &Expr) -> Range {
        let ty = self.ty(left);
        let (a, b) = (self.eval(left)?, self.eval(right)?);
        let all = Interval::of_type(ty);
        let unknown = is_pattern(ty) && (a.lo < 0 || b.lo < 0);
        match op {
            _ if op.is_comparison() => Ok(if unknown { Interval::TRUTH } else { compare(op, a, b) }),
            BinaryOp::Div | BinaryOp::Rem if b == Interval::point(0) => Err(Undefined),
            BinaryOp::Shl | BinaryOp::Shr => {
                let known = !is_pattern(self.ty(right)) || b.lo >= 0;
                let legal = Interval { lo: 0, hi: ty.bits as i128 - 1 };
                let amount = if known { b.meet(legal).ok_or(Undefined)? } else { legal };
                Ok(if is_pattern(ty) && a.lo < 0 { all } else { shift(op, ty, a, amount) })
            }
            _ if unknown => Ok(all),
            BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul => self.arithmetic(op, ty, a, b),
            BinaryOp::Div => divide(a, b).meet(all).ok_or(Undefined),
            BinaryOp::Rem => Ok(remainder(a, b)),
            _ => Ok(bitwise(op, ty, a, b)),
        }
    }

    fn arithmetic(&self, op: BinaryOp, ty: IntType, a: Interval, b: Interval) -> Range {
        let exact = exact_range(op, a, b);
        if !self.stops_at_overflow(ty) {
            return Ok(wrapped(ty, exact));
        }
        let all = Interval::of_type(ty);
        exact.map_or(Ok(all), |range| range.meet(all).ok_or(Undefined))
    }
}

fn compare(op: BinaryOp, a: Interval, b: Interval) -> Interval {
    let (always, never) = match op {
        BinaryOp::Lt => (a.hi < b.lo, a.lo >= b.hi),
        BinaryOp::Le => (a.hi <= b.lo, a.lo > b.hi),
        BinaryOp::Eq => (a.is_point() && a == b, a.meet(b).is_none()),
        _ => (a.meet(b).is_none(), a.is_point() && a == b),
    };
    match (always, never) {
        (true, _) => Interval::point(1),
        (_, true) => Interval::point(0),
        _ => Interval::TRUTH,
    }
}

/// All quotients with a divisor other than zero. `b` is not just zero.
fn divide(a: Interval, b: Interval) -> Interval {
    let negative = b.meet(Interval { lo: i128::MIN, hi: -1 });
    let positive = b.meet(Interval { lo: 1, hi: i128::MAX });
    let mut corners = Vec::with_capacity(8);
    for part in [negative, positive].into_iter().flatten() {
        for divisor in [part.lo, part.hi] {
            // The only quotient that does not fit lies above every value.
            corners.extend([a.lo, a.hi].map(|x| x.checked_div(divisor).unwrap_or(i128::MAX)));
        }
    }
    hull(&corners)
}

/// All remainders: smaller than the divisor, no further from zero than the dividend, and with its sign.
fn remainder(a: Interval, b: Interval) -> Interval {
    let largest = b.lo.unsigned_abs().max(b.hi.unsigned_abs()).saturating_sub(1);
    let largest = i128::try_from(largest).unwrap_or(i128::MAX);
    let smallest_divisor = if b.lo > 0 { b.lo } else { 1 };
    if a.lo >= 0 && a.hi < smallest_divisor {
        return a;
    }
    Interval { lo: a.lo.max(-largest).min(0), hi: a.hi.min(largest).max(0) }
}

fn shift(op: BinaryOp, ty: IntType, a: Interval, amount: Interval) -> Interval {
    let (least, most) = (amount.lo as u32, amount.hi as u32);
    if op == BinaryOp::Shr {
        return hull(&[a.lo >> least, a.lo >> most, a.hi >> least, a.hi >> most]);
    }
    let all = Interval::of_type(ty);
    let power = |amount: u32| if amount < 127 { Some(1i128 << amount) } else { None };
    let factors = power(least).zip(power(most)).map(|(lo, hi)| Interval { lo, hi });
    let exact = factors.and_then(|factors| exact_range(BinaryOp::Mul, a, factors));
    exact.filter(|range| range.is_within(all) && !is_pattern(ty)).unwrap_or(all)
}

fn bitwise(op: BinaryOp, ty: IntType, a: Interval, b: Interval) -> Interval {
    match op {
        BinaryOp::BitAnd if a.lo >= 0 && b.lo >= 0 => Interval { lo: 0, hi: a.hi.min(b.hi) },
        BinaryOp::BitAnd if a.lo >= 0 => Interval { lo: 0, hi: a.hi },
        BinaryOp::BitAnd if b.lo >= 0 => Interval { lo: 0, hi: b.hi },
        BinaryOp::BitOr | BinaryOp::BitXor if a.lo >= 0 && b.lo >= 0 => {
            let bits = 128 - (a.hi | b.hi).leading_zeros();
            let hi = if bits >= 127 { i128::MAX } else { (1i128 << bits) - 1 };
            Interval { lo: if op == BinaryOp::BitOr { a.lo.max(b.lo) } else { 0 }, hi }
        }
        _ => Interval::of_type(ty),
    }
}
