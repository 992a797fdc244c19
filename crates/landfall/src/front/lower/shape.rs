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
            TypeKind::Float(_) => self.cell(bit, size as u32 * 8, IntType::new(size as u8 * 8, false), path),
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
            let value = convert(values[index].clone(), cell.ty, whole);
            let term = if cell.bit >= bit {
                let shift = (cell.bit - bit) as u32;
                if shift >= bits {
                    continue;
                }
                times(convert(value, whole, room), room, shift)
            } else {
                let shift = Expr::Int(i128::from(bit - cell.bit), whole);
                convert(Expr::binary(BinaryOp::Shr, value, shift), whole, room)
            };
            sum = Some(match sum {
                Some(sum) => Expr::binary(BinaryOp::Add, sum, term),
                None => term,
            });
        }
        let value = sum?;
        Some(if ty == IntType::BOOL {
            Expr::binary(BinaryOp::Ne, value, Expr::Int(0, room))
        } else {
            convert(value, room, ty)
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
        let value = convert(value.clone(), ty, room);
        let mut changes = Vec::new();
        for index in range {
            let cell = self.cells[index];
            let whole = IntType::new(cell.bits as u8, false);
            let old = convert(values[index].clone(), cell.ty, whole);
            let (cell_end, end) = (cell.bit + u64::from(cell.bits), bit + u64::from(bits));
            let (from, to) = (cell.bit.max(bit), cell_end.min(end));
            let piece = IntType::new((to - from) as u8, false);
            let new = if from > bit {
                let shift = Expr::Int(i128::from(from - bit), room);
                Expr::binary(BinaryOp::Shr, value.clone(), shift)
            } else {
                value.clone()
            };
            let new = convert(convert(new, room, piece), piece, whole);
            let shift = (from - cell.bit) as u32;
            let updated = if piece.bits == whole.bits {
                new
            } else {
                let before = Expr::binary(BinaryOp::Shr, old.clone(), Expr::Int(i128::from(shift), whole));
                let before = convert(convert(before, whole, piece), piece, whole);
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
