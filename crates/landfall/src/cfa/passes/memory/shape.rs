//! How an object is divided into scalar parts, and how a value of any type is put together from them.
//!
//! A division is a list of *parts* that covers every bit, one a scalar or bit-field of the object's view, and bytes in between. An
//! access that names one part is that part. An access that does not (through a union, or byte by byte) is composed: bits are
//! numbered from the least significant one, as on x86.

use std::sync::Arc;

use super::super::super::expr::{BinaryOp, Expr, IntType};
use super::super::super::memory::{Field, View};

/// One scalar part: `bits` is the room it takes, `ty` what it holds (one bit for `_Bool`).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Part {
    pub bit: u64,
    pub bits: u32,
    pub ty: IntType,
}

/// The parts of an object, in the order of their places, without overlap.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Shape {
    pub parts: Vec<Part>,
    /// How people name each part: `.x[2]`.
    pub paths: Vec<Arc<str>>,
}

const BYTE: IntType = IntType::new(8, false);

impl Shape {
    /// The parts of an object of so many bytes; `None` if there are more than `most`.
    pub fn of(view: &View, size: u64, most: usize) -> Option<Shape> {
        let mut shape = Shape { parts: Vec::new(), paths: Vec::new() };
        (shape.add(view, 0, "", most) && shape.close(size * 8, most)).then_some(shape)
    }

    fn part(&mut self, bit: u64, bits: u32, ty: IntType, path: &str, most: usize) -> bool {
        self.parts.push(Part { bit, bits, ty });
        self.paths.push(path.into());
        self.parts.len() <= most
    }

    /// Adds the parts of a view; `false` if there are too many.
    fn add(&mut self, view: &View, bit: u64, path: &str, most: usize) -> bool {
        match view {
            View::Scalar(scalar) => self.part(bit, scalar.room(), scalar.ty, path, most),
            View::Array { of, step, count } => {
                *count <= most as u64
                    && (0..*count).all(|i| self.add(of, bit + i * step * 8, &format!("{path}[{i}]"), most))
            }
            View::Record { fields, union: false } => fields.iter().all(|field| self.field(field, bit, path, most)),
            View::Record { fields, union: true } => {
                // The largest member; bytes if it leaves bits open that another one may have.
                let Some(largest) = fields.iter().rev().max_by_key(|field| field_bits(field)) else { return true };
                let mut part = Shape { parts: Vec::new(), paths: Vec::new() };
                if !part.field(largest, bit, path, most) {
                    return false;
                }
                let covered: u64 = part.parts.iter().map(|part| u64::from(part.bits)).sum();
                if covered == field_bits(largest) || fields.len() == 1 {
                    self.parts.extend(part.parts);
                    self.paths.extend(part.paths);
                }
                self.parts.len() <= most
            }
            View::Bytes => true,
        }
    }

    fn field(&mut self, field: &Field, bit: u64, path: &str, most: usize) -> bool {
        let path = if field.name.is_empty() { path.to_string() } else { format!("{path}.{}", field.name) };
        match (field.width, &*field.view) {
            (Some(width), View::Scalar(scalar)) => {
                let ty =
                    if scalar.ty == IntType::BOOL { scalar.ty } else { IntType::new(width as u8, scalar.ty.signed) };
                width == 0 || self.part(bit + field.bit, width, ty, &path, most)
            }
            _ => self.add(&field.view, bit + field.bit, &path, most),
        }
    }

    /// Fills what no part covers with bytes, up to the end.
    fn close(&mut self, end: u64, most: usize) -> bool {
        let mut all =
            Shape { parts: Vec::with_capacity(self.parts.len()), paths: Vec::with_capacity(self.parts.len()) };
        let mut next = 0;
        for (part, path) in std::mem::take(&mut self.parts).into_iter().zip(std::mem::take(&mut self.paths)) {
            if part.bit < next || part.bit + u64::from(part.bits) > end {
                continue;
            }
            if !all.gap(next, part.bit, most) {
                return false;
            }
            next = part.bit + u64::from(part.bits);
            all.parts.push(part);
            all.paths.push(path);
        }
        let fits = all.gap(next, end, most);
        *self = all;
        fits
    }

    fn gap(&mut self, mut from: u64, to: u64, most: usize) -> bool {
        while from < to {
            let end = (from / 8 * 8 + 8).min(to);
            let bits = (end - from) as u32;
            if !self.part(from, bits, IntType::new(bits as u8, false), &format!(".byte{}", from / 8), most) {
                return false;
            }
            from = end;
        }
        true
    }

    /// So many bytes.
    pub fn bytes(size: u64) -> Shape {
        let part = |i: u64| Part { bit: i * 8, bits: 8, ty: BYTE };
        let path = |i: u64| if size == 1 { "".into() } else { format!(".byte{i}").into() };
        Shape { parts: (0..size).map(part).collect(), paths: (0..size).map(path).collect() }
    }

    /// The cells that the range of bits touches, as a range of indices, if together they cover all of it.
    pub fn covering(&self, bit: u64, bits: u32) -> Option<std::ops::Range<usize>> {
        let end = bit + u64::from(bits);
        let first = self.parts.partition_point(|cell| cell.bit + u64::from(cell.bits) <= bit);
        let mut next = bit;
        let mut last = first;
        while next < end {
            let cell = self.parts.get(last).filter(|cell| cell.bit <= next)?;
            next = cell.bit + u64::from(cell.bits);
            last += 1;
        }
        Some(first..last)
    }

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

fn field_bits(field: &Field) -> u64 {
    match field.width {
        Some(width) => u64::from(width),
        None => field.view.size() * 8,
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
