//! How a value of any type is put together from the parts of an object.
//!
//! An access that names one part is that part. An access that does not (through a union, or byte by byte) is composed: bits are
//! numbered from the least significant one, as on x86.

use super::super::super::expr::{BinaryOp, Expr, IntType};
pub(super) use super::super::super::shape::{Part, Shape};

impl Shape {
    /// The value of type `ty` that lies in `bits` bits from `bit` on, where the parts have the given values.
    pub fn read(&self, values: &[Expr], bit: u64, bits: u32, ty: IntType) -> Option<Expr> {
        let range = self.covering(bit, bits)?;
        if let [cell] = self.parts[range.clone()]
            && cell.bit == bit
            && cell.bits == bits
        {
            return Some(convert(values[range.start].clone(), cell.ty, ty));
        }
        let room = IntType::new(u8::try_from(bits).ok().filter(|bits| *bits <= 128)?, false);
        let mut sum: Option<Expr> = None;
        for index in range {
            let cell = self.parts[index];
            let whole = IntType::new(cell.bits as u8, false);
            let value = wrap(values[index].clone(), cell.ty, whole);
            let term = if cell.bit >= bit {
                let shift = (cell.bit - bit) as u32;
                if shift >= bits {
                    continue;
                }
                times(wrap(value, whole, room), room, shift)
            } else {
                let shift = Expr::Int(i128::from(bit - cell.bit), whole);
                wrap(Expr::binary(BinaryOp::Shr, value, shift), whole, room)
            };
            sum = Some(match sum {
                Some(sum) => Expr::binary(BinaryOp::Add, sum, term),
                None => term,
            });
        }
        let value = sum?;
        Some(if ty == IntType::BOOL && bits > 1 {
            Expr::binary(BinaryOp::Ne, value, Expr::Int(0, room))
        } else {
            wrap(value, room, ty)
        })
    }

    /// The new values of the parts that change when `value` of type `ty` goes into `bits` bits from `bit` on.
    pub fn write(&self, values: &[Expr], bit: u64, bits: u32, value: &Expr, ty: IntType) -> Option<Vec<(usize, Expr)>> {
        let range = self.covering(bit, bits)?;
        if let [cell] = self.parts[range.clone()]
            && cell.bit == bit
            && cell.bits == bits
        {
            return Some(vec![(range.start, convert(value.clone(), ty, cell.ty))]);
        }
        let room = IntType::new(u8::try_from(bits).ok().filter(|bits| *bits <= 128)?, false);
        let value = wrap(value.clone(), ty, room);
        let mut changes = Vec::new();
        for index in range {
            let cell = self.parts[index];
            let whole = IntType::new(cell.bits as u8, false);
            let old = wrap(values[index].clone(), cell.ty, whole);
            let (cell_end, end) = (cell.bit + u64::from(cell.bits), bit + u64::from(bits));
            let (from, to) = (cell.bit.max(bit), cell_end.min(end));
            let piece = IntType::new((to - from) as u8, false);
            let new = if from > bit {
                let shift = Expr::Int(i128::from(from - bit), room);
                Expr::binary(BinaryOp::Shr, value.clone(), shift)
            } else {
                value.clone()
            };
            let new = wrap(wrap(new, room, piece), piece, whole);
            let shift = (from - cell.bit) as u32;
            let updated = if piece.bits == whole.bits {
                new
            } else {
                let before = Expr::binary(BinaryOp::Shr, old.clone(), Expr::Int(i128::from(shift), whole));
                let before = wrap(wrap(before, whole, piece), piece, whole);
                let rest = Expr::binary(BinaryOp::Sub, old, times(before, whole, shift));
                Expr::binary(BinaryOp::Add, rest, times(new, whole, shift))
            };
            changes.push((index, convert(updated, whole, cell.ty)));
        }
        Some(changes)
    }
}

/// `value << shift`, modulo 2^bits.
fn times(value: Expr, ty: IntType, shift: u32) -> Expr {
    if shift == 0 {
        return value;
    }
    Expr::binary(BinaryOp::Mul, value, Expr::Int(ty.wrap(1i128 << shift), ty))
}

/// Conversion between integer types; a number becomes a `_Bool` by comparison with zero.
pub(super) fn convert(value: Expr, from: IntType, to: IntType) -> Expr {
    if from == to {
        return value;
    }
    match value {
        Expr::Int(number, _) if to == IntType::BOOL => Expr::Int(i128::from(number != 0), to),
        Expr::Int(number, _) => Expr::Int(to.wrap(number), to),
        value if to == IntType::BOOL => Expr::binary(BinaryOp::Ne, value, Expr::Int(0, from)),
        value => Expr::cast(to, value),
    }
}

/// Conversion modulo 2^bits, also to one bit.
fn wrap(value: Expr, from: IntType, to: IntType) -> Expr {
    match value {
        value if from == to => value,
        Expr::Int(number, _) => Expr::Int(to.wrap(number), to),
        value => Expr::cast(to, value),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shape(cells: &[(u64, u32)]) -> Shape {
        let cell = |&(bit, bits): &(u64, u32)| Part { bit, bits, ty: IntType::new(bits as u8, bit % 16 == 0) };
        Shape { parts: cells.iter().map(cell).collect(), paths: vec!["".into(); cells.len()] }
    }

    /// The value of an expression over constants.
    fn eval(e: &Expr) -> (i128, IntType) {
        match e {
            Expr::Int(value, ty) => (*value, *ty),
            Expr::Cast(to, inner) => (to.wrap(eval(inner).0), *to),
            Expr::Binary(op, a, b) => {
                let ((x, ty), (y, _)) = (eval(a), eval(b));
                let value = match op {
                    BinaryOp::Add => x.wrapping_add(y),
                    BinaryOp::Sub => x.wrapping_sub(y),
                    BinaryOp::Mul => x.wrapping_mul(y),
                    BinaryOp::Shr => x >> y,
                    other => panic!("{other:?}"),
                };
                (ty.wrap(value), ty)
            }
            other => panic!("{other:?}"),
        }
    }

    /// The bits of all cells as one number.
    fn memory(shape: &Shape, values: &[Expr]) -> u64 {
        let bits = |(cell, value): (&Part, &Expr)| {
            let raw = IntType::new(cell.bits as u8, false).wrap(eval(value).0) as u64;
            raw << cell.bit
        };
        shape.parts.iter().zip(values).map(bits).fold(0, |a, b| a | b)
    }

    #[test]
    fn any_bits_can_be_read_and_written() {
        for shape in
            [shape(&[(0, 8), (8, 8), (16, 16), (32, 3), (35, 5), (40, 24)]), shape(&[(0, 32), (32, 31), (63, 1)])]
        {
            let start = 0x9abc_def0_1357_8642u64;
            let constant = |cell: &Part| Expr::Int(cell.ty.wrap((start >> cell.bit) as i128), cell.ty);
            let values: Vec<Expr> = shape.parts.iter().map(constant).collect();
            assert_eq!(memory(&shape, &values), start);
            for (bit, bits) in [(0, 8), (0, 64), (5, 1), (7, 2), (8, 32), (30, 12), (33, 1), (62, 2), (16, 16)] {
                let mask = if bits == 64 { u64::MAX } else { (1 << bits) - 1 };
                let ty = IntType::new(bits as u8, true);
                let read = shape.read(&values, bit, bits, ty).expect("covered");
                assert_eq!(eval(&read).0, ty.wrap(((start >> bit) & mask) as i128), "{bit} {bits}");
                let new = Expr::Int(ty.wrap(0x55_5555_5555), ty);
                let mut after = values.clone();
                for (index, value) in shape.write(&values, bit, bits, &new, ty).expect("covered") {
                    after[index] = value;
                }
                let expected = (start & !(mask << bit)) | ((ty.wrap(0x55_5555_5555) as u64 & mask) << bit);
                assert_eq!(memory(&shape, &after), expected, "{bit} {bits}");
            }
        }
    }

    #[test]
    fn what_is_not_covered_is_not_read() {
        let gap = shape(&[(0, 8), (16, 8)]);
        assert!(
            gap.read(
                &[Expr::Int(0, IntType::new(8, true)), Expr::Int(0, IntType::new(8, true))],
                0,
                16,
                IntType::new(16, false)
            )
            .is_none()
        );
        assert!(gap.covering(0, 8).is_some() && gap.covering(8, 8).is_none() && gap.covering(16, 16).is_none());
    }
}
