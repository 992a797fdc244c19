//! The exact meaning of one operation on values of one type. This is the reference: slow, plain, on `i128` throughout.
//!
//! Values are kept as [`IntType`] keeps them: in the range of their type, unsigned 128-bit values as their bit pattern.

use crate::cfa::{BinaryOp, FloatOp, IntType, Overflow, UnaryOp};

/// Why an execution has no defined continuation.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum UndefinedKind {
    /// The result of a signed operation does not fit its type.
    SignedOverflow,
    DivisionByZero,
    /// A shift by a negative amount, or by at least the number of bits.
    ShiftAmount,
    /// A floating-point number that the integer type it is converted to does not hold.
    FloatConversion,
    /// What is read, written, moved or freed lies in no live object that allows it, or an address is none.
    InvalidAccess,
}

impl std::fmt::Display for UndefinedKind {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            UndefinedKind::SignedOverflow => "signed overflow",
            UndefinedKind::DivisionByZero => "division by zero",
            UndefinedKind::ShiftAmount => "shift amount out of range",
            UndefinedKind::FloatConversion => "conversion of a floating-point number that does not fit",
            UndefinedKind::InvalidAccess => "invalid use of memory",
        })
    }
}

/// Applies a floating-point operation to bit patterns; `from` is the type of the first operand.
pub fn float(op: FloatOp, operands: &[i128], from: IntType) -> Result<i128, UndefinedKind> {
    crate::cfa::float::apply(op, operands, from).ok_or(UndefinedKind::FloatConversion)
}

/// Applies `op` to a value of type `ty`.
pub fn unary(op: UnaryOp, ty: IntType, overflow: Overflow, value: i128) -> Result<i128, UndefinedKind> {
    match op {
        UnaryOp::Neg => fit(ty, overflow, value.checked_neg(), value.wrapping_neg()),
        UnaryOp::BitNot => Ok(ty.wrap(!value)),
        UnaryOp::Not => Ok(1 - value),
    }
}

/// Applies `op` to two values; `ty` is the type of the left one (and of the right one, unless `op` is a shift).
pub fn binary(op: BinaryOp, ty: IntType, overflow: Overflow, a: i128, b: i128) -> Result<i128, UndefinedKind> {
    match op {
        BinaryOp::Add => fit(ty, overflow, a.checked_add(b), a.wrapping_add(b)),
        BinaryOp::Sub => fit(ty, overflow, a.checked_sub(b), a.wrapping_sub(b)),
        BinaryOp::Mul => fit(ty, overflow, a.checked_mul(b), a.wrapping_mul(b)),
        BinaryOp::Div => divide(ty, a, b).map(|(quotient, _)| quotient),
        BinaryOp::Rem => divide(ty, a, b).map(|(_, remainder)| remainder),
        BinaryOp::BitAnd => Ok(a & b),
        BinaryOp::BitOr => Ok(a | b),
        BinaryOp::BitXor => Ok(a ^ b),
        BinaryOp::Shl => Ok(ty.wrap(a << shift_amount(ty, b)?)),
        BinaryOp::Shr => {
            let amount = shift_amount(ty, b)?;
            Ok(if ty.signed { a >> amount } else { ((a as u128) >> amount) as i128 })
        }
        BinaryOp::Eq => Ok((a == b) as i128),
        BinaryOp::Ne => Ok((a != b) as i128),
        BinaryOp::Lt => Ok(less(ty, a, b) as i128),
        BinaryOp::Le => Ok(!less(ty, b, a) as i128),
    }
}

/// The result of an operation whose exact value is `exact` (`None` if not even 128 bits hold it) and `wrapped` modulo 2^128.
fn fit(ty: IntType, overflow: Overflow, exact: Option<i128>, wrapped: i128) -> Result<i128, UndefinedKind> {
    if !ty.signed || overflow == Overflow::Wrap {
        return Ok(ty.wrap(wrapped));
    }
    exact.filter(|&v| ty.contains(v)).ok_or(UndefinedKind::SignedOverflow)
}

fn divide(ty: IntType, a: i128, b: i128) -> Result<(i128, i128), UndefinedKind> {
    if b == 0 {
        return Err(UndefinedKind::DivisionByZero);
    }
    if !ty.signed {
        let (a, b) = (a as u128, b as u128);
        return Ok(((a / b) as i128, (a % b) as i128));
    }
    if b == -1 && a == ty.min() {
        return Err(UndefinedKind::SignedOverflow);
    }
    Ok((a / b, a % b))
}

fn shift_amount(ty: IntType, amount: i128) -> Result<u32, UndefinedKind> {
    if (0..i128::from(ty.bits)).contains(&amount) { Ok(amount as u32) } else { Err(UndefinedKind::ShiftAmount) }
}

fn less(ty: IntType, a: i128, b: i128) -> bool {
    if ty.signed { a < b } else { (a as u128) < (b as u128) }
}

#[cfg(test)]
mod tests {
    use super::*;

    const U: Overflow = Overflow::Undefined;
    const I8: IntType = IntType::new(8, true);
    const U8: IntType = IntType::new(8, false);
    const U64: IntType = IntType::new(64, false);
    const I128: IntType = IntType::new(128, true);
    const U128: IntType = IntType::new(128, false);

    #[test]
    fn signed_overflow_is_undefined_or_wraps() {
        assert_eq!(binary(BinaryOp::Add, I8, U, 127, 1), Err(UndefinedKind::SignedOverflow));
        assert_eq!(binary(BinaryOp::Add, I8, Overflow::Wrap, 127, 1), Ok(-128));
        assert_eq!(unary(UnaryOp::Neg, I8, U, -128), Err(UndefinedKind::SignedOverflow));
        assert_eq!(unary(UnaryOp::Neg, U8, U, 1), Ok(255));
        assert_eq!(binary(BinaryOp::Mul, I128, U, i128::MAX, 2), Err(UndefinedKind::SignedOverflow));
        assert_eq!(binary(BinaryOp::Mul, U64, U, U64.max(), U64.max()), Ok(1));
    }

    #[test]
    fn division_truncates_and_keeps_the_sign_of_the_dividend() {
        assert_eq!(binary(BinaryOp::Div, I8, U, -7, 2), Ok(-3));
        assert_eq!(binary(BinaryOp::Rem, I8, U, -7, 2), Ok(-1));
        assert_eq!(binary(BinaryOp::Div, I8, Overflow::Wrap, -128, -1), Err(UndefinedKind::SignedOverflow));
        assert_eq!(binary(BinaryOp::Rem, U8, U, 7, 0), Err(UndefinedKind::DivisionByZero));
        assert_eq!(binary(BinaryOp::Div, U128, U, -1, 2), Ok(i128::MAX));
    }

    #[test]
    fn shifts_lose_bits_and_mind_only_the_amount() {
        assert_eq!(binary(BinaryOp::Shl, I8, U, 127, 1), Ok(-2));
        assert_eq!(binary(BinaryOp::Shl, I8, U, 1, 8), Err(UndefinedKind::ShiftAmount));
        assert_eq!(binary(BinaryOp::Shr, I8, U, -3, 1), Ok(-2));
        assert_eq!(binary(BinaryOp::Shr, U128, U, -1, 127), Ok(1));
        assert_eq!(binary(BinaryOp::Shr, I8, U, 1, -1), Err(UndefinedKind::ShiftAmount));
    }

    #[test]
    fn unsigned_128_bit_values_compare_by_pattern() {
        assert_eq!(binary(BinaryOp::Lt, U128, U, -1, 0), Ok(0));
        assert_eq!(binary(BinaryOp::Le, U128, U, 0, -1), Ok(1));
        assert_eq!(binary(BinaryOp::Lt, I128, U, -1, 0), Ok(1));
    }
}
