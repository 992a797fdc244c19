//! Operations on ranges of numbers.

use super::Range;
use super::eval::all_of;
use crate::cfa::{BinaryOp, INDEX, IntType};

fn gcd(a: i128, b: i128) -> i128 {
    if b == 0 { a.unsigned_abs().try_into().unwrap_or(1) } else { gcd(b, a % b) }
}

/// The multiples that sums of numbers of two ranges are.
fn common_step(a: Range, b: Range) -> i128 {
    let of = |r: Range| if r.low == r.high { r.low } else { r.step };
    gcd(of(a), of(b)).max(1)
}

/// The numbers of a range times a factor.
fn scaled(range: Range, factor: i128) -> Option<Range> {
    let (a, b) = (range.low.checked_mul(factor)?, range.high.checked_mul(factor)?);
    let step = range.step.checked_mul(factor).map_or(1, |step| step.abs().max(1));
    Some(Range { low: a.min(b), high: a.max(b), step, nonzero: false })
}

/// A distance; one that is none of the type of distances leads to no address.
pub(super) fn clipped(range: Range) -> Range {
    let all = all_of(INDEX);
    Range { low: range.low.max(all.low).min(all.high), high: range.high.min(all.high).max(all.low), ..range }
}

/// What an operation gives for numbers of two ranges, without bounds; any number of the type, if nothing else is known.
pub(super) fn computed(op: BinaryOp, ty: IntType, a: Range, b: Range) -> Range {
    let all = all_of(ty);
    let plain = |low: Option<i128>, high: Option<i128>, step: i128| match (low, high) {
        (Some(low), Some(high)) => Some(Range { low, high, step, nonzero: false }),
        _ => None,
    };
    let result = match op {
        BinaryOp::Add => plain(a.low.checked_add(b.low), a.high.checked_add(b.high), common_step(a, b)),
        BinaryOp::Sub => plain(a.low.checked_sub(b.high), a.high.checked_sub(b.low), common_step(a, b)),
        BinaryOp::Mul if b.low == b.high => scaled(a, b.low),
        BinaryOp::Mul if a.low == a.high => scaled(b, a.low),
        BinaryOp::Rem if b.low == b.high && b.low > 0 && a.low >= 0 => plain(Some(0), Some(a.high.min(b.low - 1)), 1),
        BinaryOp::Div if b.low == b.high && b.low > 0 => plain(Some(a.low / b.low), Some(a.high / b.low), 1),
        BinaryOp::BitAnd if b.low == b.high && b.low >= 0 => plain(Some(0), Some(b.low), 1),
        BinaryOp::BitAnd if a.low == a.high && a.low >= 0 => plain(Some(0), Some(a.low), 1),
        _ => None,
    };
    result.unwrap_or(all)
}
