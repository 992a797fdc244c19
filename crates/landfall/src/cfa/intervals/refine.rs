//! What a condition says about ranges.

use super::super::expr::{BinaryOp, Expr, UnaryOp};
use super::super::program::*;
use super::eval::{Evaluator, exact_range, is_pattern};
use super::{Interval, Ranges};

/// Restricts `ranges` to states in which `condition` has the truth value `holds`; `false` if there are none.
pub(super) fn assume(program: &Program, ranges: &mut Ranges, condition: &Expr, holds: bool) -> bool {
    let Ok(range) = (Evaluator { program, ranges }).eval(condition) else { return false };
    if !range.contains(holds as i128) {
        return false;
    }
    match condition {
        Expr::Unary(UnaryOp::Not, e) => assume(program, ranges, e, !holds),
        Expr::And(a, b) | Expr::Or(a, b) if matches!(condition, Expr::And(..)) == holds => {
            // The first may say more once the second is known: `x < y && y < 10`. Once more is enough, twice would cost.
            assume(program, ranges, a, holds) && assume(program, ranges, b, holds) && again(program, ranges, a, holds)
        }
        Expr::And(a, b) | Expr::Or(a, b) => {
            // Either the first operand decides, or it does not and the second does.
            let mut second = ranges.clone();
            let first_possible = assume(program, ranges, a, holds);
            let second_possible = assume(program, &mut second, a, !holds) && assume(program, &mut second, b, holds);
            match (first_possible, second_possible) {
                (true, true) => join(program, ranges, &second),
                (false, true) => *ranges = second,
                (true, false) => {}
                (false, false) => return false,
            }
            true
        }
        Expr::Binary(op, a, b) if op.is_comparison() => match (op, holds) {
            (BinaryOp::Lt, true) => less(program, ranges, a, b, 1),
            (BinaryOp::Le, true) => less(program, ranges, a, b, 0),
            (BinaryOp::Lt, false) => less(program, ranges, b, a, 0),
            (BinaryOp::Le, false) => less(program, ranges, b, a, 1),
            (BinaryOp::Eq, true) | (BinaryOp::Ne, false) => equal(program, ranges, a, b),
            _ => different(program, ranges, a, b) && different(program, ranges, b, a),
        },
        other => restrict(program, ranges, other, Interval::point(holds as i128)),
    }
}

/// As [`assume`], for a condition that was assumed before: connectives, whose parts would be assumed many times, are left.
fn again(program: &Program, ranges: &mut Ranges, condition: &Expr, holds: bool) -> bool {
    matches!(condition, Expr::And(..) | Expr::Or(..)) || assume(program, ranges, condition, holds)
}

/// Widens `ranges` to hold in the states of `other` too.
pub(super) fn join(program: &Program, ranges: &mut Ranges, other: &Ranges) {
    ranges.meet_with(other, &mut |v, a, b| smaller_than_type(program, v, a.join(*b)));
}

/// The range, unless it is that of the variable's type.
pub(super) fn smaller_than_type(program: &Program, var: VarId, range: Interval) -> Option<Interval> {
    let ty = program.vars[var].ty.scalar();
    (range != Interval::of_type(ty)).then_some(range)
}

/// `a + gap <= b`.
fn less(program: &Program, ranges: &mut Ranges, a: &Expr, b: &Expr, gap: i128) -> bool {
    let Some((left, right)) = operands(program, ranges, a, b) else { return true };
    let Some(most) = right.hi.checked_sub(gap) else { return false };
    let Some(least) = left.lo.checked_add(gap) else { return false };
    restrict(program, ranges, a, Interval { lo: i128::MIN, hi: most })
        && restrict(program, ranges, b, Interval { lo: least, hi: i128::MAX })
}

fn equal(program: &Program, ranges: &mut Ranges, a: &Expr, b: &Expr) -> bool {
    let Some((left, right)) = operands(program, ranges, a, b) else { return true };
    let Some(both) = left.meet(right) else { return false };
    restrict(program, ranges, a, both) && restrict(program, ranges, b, both)
}

/// Takes the only value of `b`, if it has one, from an end of `a`.
fn different(program: &Program, ranges: &mut Ranges, a: &Expr, b: &Expr) -> bool {
    let Some((left, right)) = operands(program, ranges, a, b) else { return true };
    if !right.is_point() || left.is_point() {
        return left != right || !right.is_point();
    }
    let value = right.lo;
    let trimmed = Interval {
        lo: if left.lo == value { value + 1 } else { left.lo },
        hi: if left.hi == value { value - 1 } else { left.hi },
    };
    trimmed == left || restrict(program, ranges, a, trimmed)
}

/// The ranges of two compared operands, unless nothing can be said of them.
fn operands(program: &Program, ranges: &Ranges, a: &Expr, b: &Expr) -> Option<(Interval, Interval)> {
    let evaluator = Evaluator { program, ranges };
    let (left, right) = (evaluator.eval(a).ok()?, evaluator.eval(b).ok()?);
    (!is_pattern(evaluator.ty(a))).then_some((left, right))
}

/// Restricts the variables of `expr` to states in which its value lies in `wanted`, as far as that is easily said; `false` if
/// there are none.
fn restrict(program: &Program, ranges: &mut Ranges, expr: &Expr, wanted: Interval) -> bool {
    let evaluator = Evaluator { program, ranges };
    let Ok(now) = evaluator.eval(expr) else { return false };
    let Some(wanted) = now.meet(wanted) else { return false };
    if wanted == now {
        return true;
    }
    match expr {
        Expr::Var(v) => {
            ranges.set(*v, Some(wanted));
            true
        }
        Expr::Cast(ty, inner) => {
            // Only a conversion that changes no value can be undone.
            let Ok(before) = evaluator.eval(inner) else { return false };
            let keeps =
                !is_pattern(*ty) && !is_pattern(evaluator.ty(inner)) && before.is_within(Interval::of_type(*ty));
            !keeps || restrict(program, ranges, inner, wanted)
        }
        Expr::Binary(op @ (BinaryOp::Add | BinaryOp::Sub), a, b) => {
            let (Ok(left), Ok(right)) = (evaluator.eval(a), evaluator.eval(b)) else { return false };
            let fits = exact_range(*op, left, right).is_some_and(|r| r.is_within(Interval::of_type(evaluator.ty(a))));
            if is_pattern(evaluator.ty(a)) || !(fits || evaluator.stops_at_overflow(evaluator.ty(a))) {
                return true;
            }
            // a = wanted ∓ b, and b = wanted − a or a − wanted.
            let inverse = if *op == BinaryOp::Add { BinaryOp::Sub } else { BinaryOp::Add };
            let first = exact_range(inverse, wanted, right);
            let second = if *op == BinaryOp::Add {
                exact_range(BinaryOp::Sub, wanted, left)
            } else {
                exact_range(BinaryOp::Sub, left, wanted)
            };
            first.is_none_or(|r| restrict(program, ranges, a, r))
                && second.is_none_or(|r| restrict(program, ranges, b, r))
        }
        _ => true,
    }
}
