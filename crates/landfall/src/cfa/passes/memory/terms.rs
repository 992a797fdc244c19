//! Expressions, folded where that is evident.

use super::super::super::expr::{BinaryOp, Expr, INDEX, IntType};
use super::address::Linear;

pub(super) fn convert(e: Expr, from: IntType, to: IntType) -> Expr {
    match e {
        e if from == to => e,
        Expr::Int(value, _) => Expr::Int(to.wrap(value), to),
        e => Expr::cast(to, e),
    }
}

pub(super) fn and(a: Expr, b: Expr) -> Expr {
    match (a, b) {
        (Expr::FALSE, _) | (_, Expr::FALSE) => Expr::FALSE,
        (Expr::TRUE, e) | (e, Expr::TRUE) => e,
        (a, b) => Expr::And(Box::new(a), Box::new(b)),
    }
}

pub(super) fn or(a: Expr, b: Expr) -> Expr {
    match (a, b) {
        (Expr::TRUE, _) | (_, Expr::TRUE) => Expr::TRUE,
        (Expr::FALSE, e) | (e, Expr::FALSE) => e,
        (a, b) => Expr::Or(Box::new(a), Box::new(b)),
    }
}

pub(super) fn ite(condition: Expr, a: Expr, b: Expr) -> Expr {
    match condition {
        Expr::TRUE => a,
        Expr::FALSE => b,
        _ if a == b => a,
        condition => Expr::Ite(Box::new(condition), Box::new(a), Box::new(b)),
    }
}

fn compare(op: BinaryOp, a: Expr, b: Expr, holds: impl Fn(i128, i128) -> bool) -> Expr {
    match (&a, &b) {
        (Expr::Int(x, _), Expr::Int(y, _)) => Expr::Int(i128::from(holds(*x, *y)), IntType::BOOL),
        _ => {
            // With a constant on one side, everything constant moves there, and a common factor goes.
            if let (_, Expr::Int(limit, INDEX)) = (&a, &b) {
                let (sum, factor, limit) = lone(&a, *limit);
                return match (op, limit % factor) {
                    (BinaryOp::Eq, 0) | (BinaryOp::Le, _) => bounded(op, sum, limit.div_euclid(factor)),
                    (BinaryOp::Lt, _) => bounded(BinaryOp::Le, sum, (limit - 1).div_euclid(factor)),
                    _ => Expr::FALSE,
                };
            }
            if let (Expr::Int(limit, INDEX), _) = (&a, &b) {
                let (sum, factor, limit) = lone(&b, *limit);
                let up = |limit: i128| -(-limit).div_euclid(factor);
                return match (op, limit % factor) {
                    (BinaryOp::Eq, 0) => bounded(op, sum, limit / factor),
                    (BinaryOp::Le, _) => Expr::binary(op, Expr::Int(up(limit), INDEX), sum),
                    (BinaryOp::Lt, _) => Expr::binary(BinaryOp::Le, Expr::Int(up(limit + 1), INDEX), sum),
                    _ => Expr::FALSE,
                };
            }
            Expr::binary(op, a, b)
        }
    }
}

fn bounded(op: BinaryOp, sum: Expr, limit: i128) -> Expr {
    Expr::binary(op, sum, Expr::Int(limit, INDEX))
}

/// A sum without its constant, divided by what all terms are multiples of; that factor; and what the constant leaves of a limit.
fn lone(e: &Expr, limit: i128) -> (Expr, i128, i128) {
    let sum = Linear::of(e).gathered();
    let factor = i128::from(sum.stride().max(1));
    (Linear { constant: 0, terms: sum.terms }.divided(factor), factor, limit - sum.constant)
}

pub(super) fn eq(a: Expr, b: Expr) -> Expr {
    compare(BinaryOp::Eq, a, b, |x, y| x == y)
}

pub(super) fn le(a: Expr, b: Expr) -> Expr {
    compare(BinaryOp::Le, a, b, |x, y| x <= y)
}

pub(super) fn lt(a: Expr, b: Expr) -> Expr {
    compare(BinaryOp::Lt, a, b, |x, y| x < y)
}

/// The difference of two numbers of type `INDEX`.
pub(super) fn sub(a: Expr, b: Expr) -> Expr {
    let mut sum = Linear::of(&a);
    let other = Linear::of(&b);
    sum.constant -= other.constant;
    let mut terms = sum.terms;
    terms.extend(other.terms.into_iter().map(|(term, factor)| (term, -factor)));
    Linear { constant: sum.constant, terms }.gathered().divided(1)
}

pub(super) fn add(a: Expr, b: Expr) -> Expr {
    let mut sum = Linear::of(&a);
    let other = Linear::of(&b);
    sum.constant += other.constant;
    sum.terms.extend(other.terms);
    sum.gathered().divided(1)
}
