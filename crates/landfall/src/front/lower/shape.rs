//! How an object is divided into scalar parts, and how a value of any type is put together from them.
//!
//! Every object has a fixed list of *cells*, one a scalar or bit-field of its type, each with its place in bits. An access that
//! names one cell is that cell. An access that does not (through a union, or byte by byte) is composed: bits are numbered from
//! the least significant one, as on x86.

use std::sync::Arc;

use crate::cfa::{BinaryOp, Expr, IntType};
use crate::front::ast::RecordKind;
use crate::front::types::*;

/// One scalar part: `bits` is the room it takes, `ty` what it holds (one bit for `_Bool`).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Cell {
    pub bit: u64,
    pub bits: u32,
    pub ty: IntType,
}

/// The parts of a type, in the order of their places, without overlap.
#[derive(Clone, Debug)]
pub(super) struct Shape {
    pub cells: Vec<Cell>,
    /// How people name each part: `.x[2]`.
    pub paths: Vec<Arc<str>>,
}

/// An object with more parts than this is not modelled.
pub(super) const MAX_CELLS: usize = 2048;

/// The integers that stand for pointers.
pub(super) fn pointer_type(types: &Types) -> IntType {
    IntType::new((types.pointer_bytes() * 8) as u8, true)
}

impl Shape {
    pub fn of(types: &Types, ty: Ty) -> Option<Shape> {
        types.size_of(ty)?;
        let mut shape = Shape { cells: Vec::new(), paths: Vec::new() };
        shape.add(types, ty, 0, "").then_some(shape)
    }

    /// The parts of several elements of a type in a row.
    pub fn repeated(types: &Types, ty: Ty, count: u64) -> Option<Shape> {
        let mut shape = Shape { cells: Vec::new(), paths: Vec::new() };
        let step = types.size_of(ty)?;
        (0..count).all(|i| shape.add(types, ty, i * step * 8, &format!("[{i}]"))).then_some(shape)
    }

    fn cell(&mut self, bit: u64, bits: u32, ty: IntType, path: &str) -> bool {
        self.cells.push(Cell { bit, bits, ty });
        self.paths.push(path.into());
        self.cells.len() <= MAX_CELLS
    }

    /// Adds the parts of a type; `false` if it has none that are modelled, or too many.
    fn add(&mut self, types: &Types, ty: Ty, bit: u64, path: &str) -> bool {
        let size = types.size_of(ty).unwrap_or(0);
        match *types.kind(ty) {
            TypeKind::Int(_) | TypeKind::Enum(_) => {
                types.int_type(ty).is_some_and(|int| self.cell(bit, size as u32 * 8, int, path))
            }
            TypeKind::Pointer(_) => self.cell(bit, size as u32 * 8, pointer_type(types), path),
            TypeKind::Float(kind) => {
                let whole = IntType::new(size as u8 * 8, false);
                let ty = super::float::format_of(kind).map_or(whole, |format| format.pattern());
                self.cell(bit, size as u32 * 8, ty, path)
            }
            TypeKind::Array(element, ArrayLength::Known(count)) => {
                let Some(step) = types.size_of(element) else { return false };
                count <= MAX_CELLS as u64
                    && (0..count).all(|i| self.add(types, element, bit + i * step * 8, &format!("{path}[{i}]")))
            }
            // A flexible member has no part of its own.
            TypeKind::Array(_, ArrayLength::Unknown) => true,
            TypeKind::Record(id) => {
                let record = types.record(id);
                let Some(body) = &record.body else { return false };
                match record.kind {
                    RecordKind::Struct => body.fields.iter().all(|field| self.field(types, field, bit, path)),
                    RecordKind::Union => self.union(types, body, bit, path),
                }
            }
            TypeKind::Void
            | TypeKind::Function(_)
            | TypeKind::Complex(_)
            | TypeKind::Array(..)
            | TypeKind::Vector(..) => false,
        }
    }

    fn field(&mut self, types: &Types, field: &Field, bit: u64, path: &str) -> bool {
        let path = match &field.name {
            Some(name) => format!("{path}.{name}"),
            None => path.to_string(),
        };
        match field.width {
            Some(0) => true,
            Some(width) => {
                let Some(int) = types.int_type(field.ty) else { return false };
                let ty = if int == IntType::BOOL { int } else { IntType::new(width as u8, int.signed) };
                field.name.is_none() || self.cell(bit + field.bit_offset, width, ty, &path)
            }
            None => self.add(types, field.ty, bit + field.bit_offset, &path),
        }
    }

    /// A union has the parts of its largest member, and bytes behind it.
    fn union(&mut self, types: &Types, body: &RecordBody, bit: u64, path: &str) -> bool {
        let size = |field: &Field| types.size_of(field.ty).unwrap_or(0);
        let Some(largest) =
            body.fields.iter().filter(|field| field.width.is_none()).rev().max_by_key(|field| size(field))
        else {
            return body.fields.is_empty() || self.bytes(bit, 0, body.size, path);
        };
        let own = size(largest);
        let mut part = Shape { cells: Vec::new(), paths: Vec::new() };
        let path_of_part = format!("{path}.{}", largest.name.as_deref().unwrap_or(""));
        if !part.add(types, largest.ty, bit, path_of_part.trim_end_matches('.')) {
            return false;
        }
        // Bits of the member that hold nothing may belong to another one.
        let covered: u64 = part.cells.iter().map(|cell| u64::from(cell.bits)).sum();
        if covered != own * 8 && body.fields.len() > 1 {
            return self.bytes(bit, 0, body.size, path);
        }
        self.cells.extend(part.cells);
        self.paths.extend(part.paths);
        self.cells.len() <= MAX_CELLS && self.bytes(bit, own, body.size, path)
    }

    fn bytes(&mut self, bit: u64, from: u64, to: u64, path: &str) -> bool {
        to - from <= MAX_CELLS as u64
            && (from..to).all(|i| self.cell(bit + i * 8, 8, IntType::new(8, false), &format!("{path}.byte{i}")))
    }

    /// The cells that the range of bits touches, as a range of indices, if together they cover all of it.
    pub fn covering(&self, bit: u64, bits: u32) -> Option<std::ops::Range<usize>> {
        let end = bit + u64::from(bits);
        let first = self.cells.partition_point(|cell| cell.bit + u64::from(cell.bits) <= bit);
        let mut next = bit;
        let mut last = first;
        while next < end {
            let cell = self.cells.get(last).filter(|cell| cell.bit <= next)?;
            next = cell.bit + u64::from(cell.bits);
            last += 1;
        }
        Some(first..last)
    }

    /// The value of type `ty` that lies in `bits` bits from `bit` on, where the parts have the given values.
    pub fn read(&self, values: &[Expr], bit: u64, bits: u32, ty: IntType) -> Option<Expr> {
        let range = self.covering(bit, bits)?;
        if let [cell] = self.cells[range.clone()]
            && cell.bit == bit
            && cell.bits == bits
        {
            return Some(convert(values[range.start].clone(), cell.ty, ty));
        }
        let room = IntType::new(u8::try_from(bits).ok().filter(|bits| *bits <= 128)?, false);
        let mut sum: Option<Expr> = None;
        for index in range {
            let cell = self.cells[index];
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
        if let [cell] = self.cells[range.clone()]
            && cell.bit == bit
            && cell.bits == bits
        {
            return Some(vec![(range.start, convert(value.clone(), ty, cell.ty))]);
        }
        let room = IntType::new(u8::try_from(bits).ok().filter(|bits| *bits <= 128)?, false);
        let value = wrap(value.clone(), ty, room);
        let mut changes = Vec::new();
        for index in range {
            let cell = self.cells[index];
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
        let cell = |&(bit, bits): &(u64, u32)| Cell { bit, bits, ty: IntType::new(bits as u8, bit % 16 == 0) };
        Shape { cells: cells.iter().map(cell).collect(), paths: vec!["".into(); cells.len()] }
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
        let bits = |(cell, value): (&Cell, &Expr)| {
            let raw = IntType::new(cell.bits as u8, false).wrap(eval(value).0) as u64;
            raw << cell.bit
        };
        shape.cells.iter().zip(values).map(bits).fold(0, |a, b| a | b)
    }

    #[test]
    fn any_bits_can_be_read_and_written() {
        for shape in
            [shape(&[(0, 8), (8, 8), (16, 16), (32, 3), (35, 5), (40, 24)]), shape(&[(0, 32), (32, 31), (63, 1)])]
        {
            let start = 0x9abc_def0_1357_8642u64;
            let constant = |cell: &Cell| Expr::Int(cell.ty.wrap((start >> cell.bit) as i128), cell.ty);
            let values: Vec<Expr> = shape.cells.iter().map(constant).collect();
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
