//! Operations on cells in canonical form, as instructions make them.

use super::arith::{self, UndefinedKind};
use super::code::Test;
use super::state::{Cell, load, store};
use crate::cfa::{BinaryOp, FloatOp, IntType, Overflow, UnaryOp};

#[inline(always)]
pub(super) fn get(cells: &[i64], cell: Cell) -> i64 {
    cells[cell as usize]
}

#[inline(always)]
pub(super) fn put(cells: &mut [i64], cell: Cell, value: i64) {
    cells[cell as usize] = value;
}

#[inline(always)]
pub(super) fn fits_i32(value: i64) -> Option<i64> {
    (i64::from(value as i32) == value).then_some(value)
}

#[inline(always)]
pub(super) fn low32(value: i64) -> i64 {
    i64::from(value as u32)
}

#[inline(always)]
pub(super) fn holds(test: Test, a: i64, b: i64) -> bool {
    match test {
        Test::Eq => a == b,
        Test::Ne => a != b,
        Test::Lt => a < b,
        Test::Le => a <= b,
        Test::LtU => (a as u64) < (b as u64),
        Test::LeU => (a as u64) <= (b as u64),
    }
}

/// [`IntType::wrap`] on canonical cells, for at most 64 bits.
#[inline(always)]
pub(super) fn wrap(to: IntType, value: i64) -> i64 {
    let shift = 64 - u32::from(to.bits);
    if to.signed { (value << shift) >> shift } else { (((value as u64) << shift) >> shift) as i64 }
}

#[inline(never)]
pub(super) fn binary(
    cells: &mut [i64],
    op: BinaryOp,
    ty: IntType,
    overflow: Overflow,
    dst: Cell,
    a: Cell,
    b: Cell,
) -> Result<(), UndefinedKind> {
    // A shift amount of any type is canonical in one cell; what is out of range there is out of range as `i64`.
    let right = if op.is_shift() { IntType::new(64, true) } else { ty };
    let value = arith::binary(op, ty, overflow, load(cells, a, ty), load(cells, b, right))?;
    store(cells, dst, if op.is_comparison() { IntType::BOOL } else { ty }, value);
    Ok(())
}

#[inline(never)]
pub(super) fn unary(
    cells: &mut [i64],
    op: UnaryOp,
    ty: IntType,
    overflow: Overflow,
    dst: Cell,
    a: Cell,
) -> Result<(), UndefinedKind> {
    let value = arith::unary(op, ty, overflow, load(cells, a, ty))?;
    store(cells, dst, ty, value);
    Ok(())
}

#[inline(never)]
pub(super) fn float(
    cells: &mut [i64],
    (op, from): (FloatOp, IntType),
    dst: Cell,
    a: Cell,
    b: Cell,
) -> Result<(), UndefinedKind> {
    let operands = [load(cells, a, from), load(cells, b, op.operand().unwrap_or(from))];
    let value = arith::float(op, &operands, from)?;
    store(cells, dst, op.result(), value);
    Ok(())
}
