//! How an object is divided into scalar parts: a list that covers every bit, one part a scalar or bit-field of the object's view,
//! and bytes in between.

use std::sync::Arc;

use super::expr::IntType;
use super::memory::{Cell, Field, View};

/// One scalar part: `bits` is the room it takes, `ty` what it holds (one bit for `_Bool`).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Part {
    pub bit: u64,
    pub bits: u32,
    pub ty: IntType,
}

/// The parts of an object, in the order of their places, without overlap.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Shape {
    pub parts: Vec<Part>,
    /// How people name each part: `.x[2]`.
    pub paths: Vec<Arc<str>>,
}

const BYTE: IntType = IntType::new(8, false);

impl Part {
    /// How far it is from the start in bytes, and the cell there.
    pub fn cell(self) -> (u64, Cell) {
        (self.bit / 8, Cell { bit: (self.bit % 8) as u32, bits: self.bits, ty: self.ty })
    }
}

impl Shape {
    /// The parts of memory of so many bytes that is made of a view, once or again and again; `None` if there are more than `most`.
    pub fn repeated(view: &View, size: u64, most: usize) -> Option<Shape> {
        let mut element = view;
        while let View::Array { of, .. } = element {
            element = of;
        }
        let step = match view {
            View::Array { step, .. } if element.size() == 0 => *step,
            _ => element.size(),
        };
        if size == view.size() || step == 0 {
            return Shape::of(view, size, most);
        }
        let mut shape = Shape { parts: Vec::new(), paths: Vec::new() };
        let count = size / step;
        let fits =
            count <= most as u64 && (0..count).all(|i| shape.add(element, i * step * 8, &format!("[{i}]"), most));
        (fits && shape.close(size * 8, most)).then_some(shape)
    }

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
}

fn field_bits(field: &Field) -> u64 {
    match field.width {
        Some(width) => u64::from(width),
        None => field.view.size() * 8,
    }
}
