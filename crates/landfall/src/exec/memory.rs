//! The contents of a region of memory: one value for most cells, and those that differ.

use std::collections::BTreeMap;

use crate::cfa::shape::Shape;
use crate::cfa::{INDEX, IntType};

/// A total map from indices to values. Two are equal if they have the same cells.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Memory {
    default: i128,
    cells: BTreeMap<i64, i128>,
}

/// Cells that the inputs of a region name at most; what they say beyond is not read.
const MAX_NAMED: i128 = 4096;

impl Memory {
    /// All cells have this value.
    pub fn filled(value: i128) -> Memory {
        Memory { default: value, cells: BTreeMap::new() }
    }

    pub fn get(&self, index: i64) -> i128 {
        self.cells.get(&index).copied().unwrap_or(self.default)
    }

    /// The value of most cells.
    pub fn most(&self) -> i128 {
        self.default
    }

    /// The cells that differ from most, in order.
    pub fn named(&self) -> impl Iterator<Item = (i64, i128)> + '_ {
        self.cells.iter().map(|(&index, &value)| (index, value))
    }

    pub fn set(&mut self, index: i64, value: i128) {
        if value == self.default {
            self.cells.remove(&index);
        } else {
            self.cells.insert(index, value);
        }
    }

    /// Reads contents from a list of inputs: the value of most cells, a count, and so many pairs of index and value. `next`
    /// gives a value of the type it is asked for; `None` if it has none.
    pub fn from_inputs(cell: IntType, mut next: impl FnMut(IntType) -> Option<i128>) -> Option<Memory> {
        let mut memory = Memory::filled(cell.wrap(next(cell)?));
        let count = next(INDEX)?;
        for _ in 0..count.clamp(0, MAX_NAMED) {
            let index = INDEX.wrap(next(INDEX)?) as i64;
            memory.set(index, cell.wrap(next(cell)?));
        }
        Some(memory)
    }

    /// Reads the bytes of memory from a list of inputs: one value a part, or as [`Memory::from_inputs`] where there are many.
    pub fn bytes_from_inputs(shape: Option<&Shape>, mut next: impl FnMut(IntType) -> Option<i128>) -> Option<Memory> {
        let Some(shape) = shape else { return Memory::from_inputs(IntType::new(8, false), next) };
        let mut memory = Memory::filled(0);
        for part in &shape.parts {
            let value = part.ty.wrap(next(part.ty)?);
            for i in 0..u64::from(part.bits.min(part.ty.bits.into())) {
                let at = part.bit + i;
                let byte = memory.get((at / 8) as i64);
                memory.set((at / 8) as i64, byte | (value >> i & 1) << (at % 8));
            }
        }
        Some(memory)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_if_the_cells_are() {
        let mut a = Memory::filled(0);
        a.set(3, 7);
        a.set(-1, 2);
        a.set(3, 0);
        let mut b = Memory::default();
        assert_ne!(a, b);
        b.set(-1, 2);
        assert_eq!(a, b);
        assert_eq!((a.get(-1), a.get(3)), (2, 0));
    }

    #[test]
    fn contents_from_inputs() {
        let inputs = [5, 2, 0, 300, 9, -1];
        let mut list = inputs.iter().copied();
        let memory = Memory::from_inputs(IntType::new(8, false), |_| list.next()).expect("enough inputs");
        assert_eq!((memory.get(0), memory.get(9), memory.get(1)), (44, 255, 5));
        assert_eq!(Memory::from_inputs(INDEX, |_| None), None);
    }
}
