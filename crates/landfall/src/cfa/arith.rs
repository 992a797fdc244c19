//! The meaning of one operation on constants, for folding. `None`: undefined.
//!
//! Values are as [`IntType`] keeps them: in the range of their type, unsigned 128-bit values as their bit pattern. The interpreter
//! has its own arithmetic; tests hold the two against each other.

use super::expr::{BinaryOp, IntType, UnaryOp};
use super::program::Overflow;

pub fn unary(op: UnaryOp, ty: IntType, value: i128, overflow: Overflow) -> Option<i128> {
    match op {
        UnaryOp::Neg => binary(BinaryOp::Sub, ty, 0, ty, value, overflow),
        UnaryOp::BitNot => Some(ty.wrap(!value)),
        UnaryOp::Not => Some(1 - value),
    }
}

/// `right_ty` is the type of the right operand, which differs from `ty` only for shifts.
pub fn binary(
    op: BinaryOp,
    ty: IntType,
    left: i128,
    right_ty: IntType,
    right: i128,
    overflow: Overflow,
) -> Option<i128> {
    let undefined_overflow = ty.signed && overflow == Overflow::Undefined;
    let arithmetic = |checked: Option<i128>, wrapped: i128| {
        if undefined_overflow { checked.filter(|&v| ty.contains(v)) } else { Some(ty.wrap(wrapped)) }
    };
    let truth = |b: bool| Some(b as i128);
    match op {
        BinaryOp::Add => arithmetic(left.checked_add(right), left.wrapping_add(right)),
        BinaryOp::Sub => arithmetic(left.checked_sub(right), left.wrapping_sub(right)),
        BinaryOp::Mul => arithmetic(left.checked_mul(right), left.wrapping_mul(right)),
        BinaryOp::Div | BinaryOp::Rem => divide(op, ty, left, right),
        BinaryOp::BitAnd => Some(left & right),
        BinaryOp::BitOr => Some(left | right),
        BinaryOp::BitXor => Some(left ^ right),
        BinaryOp::Shl | BinaryOp::Shr => {
            // A negative pattern of unsigned type is a huge amount, so that both cases are out of range.
            let amount = u32::try_from(right).ok().filter(|&a| a < ty.bits as u32)?;
            debug_assert!(right_ty.contains(right));
            Some(match op {
                BinaryOp::Shl => ty.wrap(left << amount),
                _ if ty.signed => left >> amount,
                _ => (left as u128 >> amount) as i128,
            })
        }
        BinaryOp::Eq => truth(left == right),
        BinaryOp::Ne => truth(left != right),
        BinaryOp::Lt => truth(less(ty, left, right)),
        BinaryOp::Le => truth(!less(ty, right, left)),
    }
}

fn less(ty: IntType, left: i128, right: i128) -> bool {
    if ty.signed { left < right } else { (left as u128) < right as u128 }
}

/// Minimum / −1 does not fit its type and is undefined even where overflow wraps, as in the machine.
fn divide(op: BinaryOp, ty: IntType, left: i128, right: i128) -> Option<i128> {
    if right == 0 || (ty.signed && left == ty.min() && right == -1) {
        return None;
    }
    Some(match (op, ty.signed) {
        (BinaryOp::Div, true) => left / right,
        (BinaryOp::Div, false) => (left as u128 / right as u128) as i128,
        (_, true) => left % right,
        (_, false) => (left as u128 % right as u128) as i128,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const I8: IntType = IntType::new(8, true);
    const U8: IntType = IntType::new(8, false);
    const U128: IntType = IntType::new(128, false);

    fn at(op: BinaryOp, ty: IntType, a: i128, b: i128, overflow: Overflow) -> Option<i128> {
        binary(op, ty, a, ty, b, overflow)
    }

    #[test]
    fn overflow_is_undefined_or_wraps() {
        use BinaryOp::{Add, Div, Mul};
        assert_eq!(at(Add, I8, 127, 1, Overflow::Undefined), None);
        assert_eq!(at(Add, I8, 127, 1, Overflow::Wrap), Some(-128));
        assert_eq!(at(Add, U8, 255, 1, Overflow::Undefined), Some(0));
        assert_eq!(at(Mul, I8, 16, 16, Overflow::Wrap), Some(0));
        assert_eq!(at(Div, I8, -128, -1, Overflow::Wrap), None);
        assert_eq!(unary(UnaryOp::Neg, I8, -128, Overflow::Undefined), None);
        assert_eq!(unary(UnaryOp::Neg, U8, 1, Overflow::Undefined), Some(255));
    }

    #[test]
    fn wide_unsigned_values_are_patterns() {
        use BinaryOp::{Div, Lt, Shr};
        assert_eq!(at(Lt, U128, 1, -1, Overflow::Undefined), Some(1));
        assert_eq!(at(Div, U128, -1, 2, Overflow::Undefined), Some(i128::MAX));
        assert_eq!(at(Shr, U128, -1, 127, Overflow::Undefined), Some(1));
        assert_eq!(at(Shr, U128, 5, -1, Overflow::Undefined), None);
    }
}
