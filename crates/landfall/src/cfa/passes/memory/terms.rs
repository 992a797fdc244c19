//! Expressions, folded where that is evident.

use super::super::super::expr::{BinaryOp, Expr, IntType};
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
            // A constant on both sides of a sum: move it over.
            if let (Expr::Binary(BinaryOp::Sub, x, by), Expr::Int(limit, ty)) = (&a, &b)
                && let Expr::Int(by, _) = **by
                && ty.contains(limit + by)
            {
                return Expr::binary(op, (**x).clone(), Expr::Int(limit + by, *ty));
            }
            if let (Expr::Int(limit, ty), Expr::Binary(BinaryOp::Sub, x, by)) = (&a, &b)
                && let Expr::Int(by, _) = **by
                && ty.contains(limit + by)
            {
                return Expr::binary(op, Expr::Int(limit + by, *ty), (**x).clone());
            }
            Expr::binary(op, a, b)
        }
    }
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
