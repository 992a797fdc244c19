//! The bytes of one object, and which of them were ever set.

use crate::cfa::memory::Cell;

/// Two are equal if they hold the same bytes: no program can ask which were set.
#[derive(Clone, Debug)]
pub(super) struct Contents {
    bytes: Box<[u8]>,
    /// One bit a byte; `None` if all are set.
    set: Option<Box<[u64]>>,
}

impl PartialEq for Contents {
    fn eq(&self, other: &Self) -> bool {
        self.bytes == other.bytes
    }
}

impl Contents {
    /// Zeros that count as set, or do not. Large ones cost nothing until they are touched.
    pub fn zeros(size: usize, set: bool) -> Contents {
        let bits = || vec![0; size.div_ceil(64)].into_boxed_slice();
        Contents { bytes: vec![0; size].into_boxed_slice(), set: (!set).then(bits) }
    }

    /// An image, cut or continued by zeros to a size.
    pub fn of_image(size: usize, image: &[u8]) -> Contents {
        let mut contents = Contents::zeros(size, true);
        let common = size.min(image.len());
        contents.bytes[..common].copy_from_slice(&image[..common]);
        contents
    }

    #[inline(always)]
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// Bytes to be written, which count as set from now on; `None` if they are not all there.
    #[inline(always)]
    pub fn write(&mut self, offset: usize, size: usize) -> Option<&mut [u8]> {
        let bytes = self.bytes.get_mut(offset..offset.checked_add(size)?)?;
        if let Some(set) = &mut self.set {
            mark(set, offset, size);
        }
        Some(bytes)
    }

    /// Bytes count as never set.
    pub fn forget(&mut self, offset: usize, size: usize) {
        let all = self.bytes.len();
        let set = self.set.get_or_insert_with(|| vec![u64::MAX; all.div_ceil(64)].into_boxed_slice());
        for (word, mask) in words(offset, size) {
            set[word] &= !mask;
        }
    }

    pub fn is_set(&self, offset: usize, size: usize) -> bool {
        let Some(set) = &self.set else { return true };
        words(offset, size).all(|(word, mask)| set[word] & mask == mask)
    }

    /// What a copy of these bytes takes over: the bytes, and which are set if not all are.
    pub fn part(&self, offset: usize, size: usize) -> (&[u8], Option<Vec<bool>>) {
        let all = self.is_set(offset, size);
        let each = || (offset..offset + size).map(|i| self.is_set(i, 1)).collect();
        (&self.bytes[offset..offset + size], (!all).then(each))
    }

    /// Moves bytes inside of the object.
    pub fn copy_within(&mut self, from: usize, to: usize, size: usize) {
        let set = self.part(from, size).1;
        self.bytes.copy_within(from..from + size, to);
        self.take_over(to, size, set);
    }

    /// Takes bytes of another object.
    pub fn copy_from(&mut self, other: &Contents, from: usize, to: usize, size: usize) {
        let (bytes, set) = other.part(from, size);
        self.bytes[to..to + size].copy_from_slice(bytes);
        self.take_over(to, size, set);
    }

    fn take_over(&mut self, offset: usize, size: usize, set: Option<Vec<bool>>) {
        if let Some(own) = &mut self.set {
            mark(own, offset, size);
        }
        for (i, _) in set.iter().flatten().enumerate().filter(|(_, set)| !**set) {
            self.forget(offset + i, 1);
        }
    }
}

#[inline(always)]
fn mark(set: &mut [u64], offset: usize, size: usize) {
    let (word, low) = (offset / 64, offset % 64);
    if size < 64 && low + size <= 64 && size > 0 {
        set[word] |= ((1 << size) - 1) << low;
    } else {
        words(offset, size).for_each(|(word, mask)| set[word] |= mask);
    }
}

/// The words of a set that a range has bits in, with these bits.
fn words(offset: usize, size: usize) -> impl Iterator<Item = (usize, u64)> {
    let end = offset + size;
    let below = |bits: usize| if bits == 64 { u64::MAX } else { (1 << bits) - 1 };
    let filled = if size == 0 { 0..0 } else { offset / 64..end.div_ceil(64) };
    filled.map(move |word| {
        let first = word * 64;
        (word, below(end.min(first + 64) - first) & !below(offset.max(first) - first))
    })
}

/// The bits of a cell in the bytes that it touches.
pub(super) fn read_bits(bytes: &[u8], cell: Cell) -> u128 {
    let mut value = 0;
    for (byte, part) in bytes.iter().zip(parts(cell)) {
        value |= u128::from((byte >> part.low) & part.mask) << part.from;
    }
    value
}

/// Sets the bits of a cell in the bytes that it touches; all others stay as they are.
pub(super) fn write_bits(bytes: &mut [u8], cell: Cell, value: u128) {
    for (byte, part) in bytes.iter_mut().zip(parts(cell)) {
        let new = (value >> part.from) as u8 & part.mask;
        *byte = (*byte & !(part.mask << part.low)) | (new << part.low);
    }
}

/// The bits of a cell that lie in one byte.
struct Part {
    /// Of the byte, the lowest.
    low: u32,
    /// As many ones.
    mask: u8,
    /// Of the cell, the lowest.
    from: u32,
}

fn parts(cell: Cell) -> impl Iterator<Item = Part> {
    let first = cell.bit % 8;
    let end = first + cell.bits;
    (0..end.div_ceil(8)).map(move |byte| {
        let (start, low) = (byte * 8, first.max(byte * 8));
        let high = end.min(start + 8);
        Part { low: low - start, mask: ((1u32 << (high - low)) - 1) as u8, from: low - first }
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cfa::IntType;

    fn cell(bit: u32, bits: u32) -> Cell {
        Cell { bit, bits, ty: IntType::new(bits as u8, false) }
    }

    #[test]
    fn bits_are_written_between_others() {
        for bit in 0..20 {
            for bits in [1, 3, 8, 13, 31, 64, 80, 127, 128] {
                let all = if bits == 128 { u128::MAX } else { (1 << bits) - 1 };
                let mut zeros = [0u8; 17];
                write_bits(&mut zeros, cell(bit, bits), u128::MAX);
                assert_eq!(zeros.iter().map(|b| b.count_ones()).sum::<u32>(), bits);
                assert_eq!(read_bits(&zeros, cell(bit, bits)), all);
                let mut ones = [0xffu8; 17];
                write_bits(&mut ones, cell(bit, bits), 0x1234_5678_9abc_def0_1357);
                assert_eq!(ones.iter().map(|b| b.count_zeros()).sum::<u32>(), {
                    bits - (0x1234_5678_9abc_def0_1357 & all).count_ones()
                });
                assert_eq!(read_bits(&ones, cell(bit, bits)), 0x1234_5678_9abc_def0_1357 & all);
            }
        }
    }

    #[test]
    fn what_is_written_is_set_and_copies_keep_what_is_not() {
        let mut a = Contents::zeros(200, false);
        a.write(60, 10).expect("it is there").fill(1);
        assert!(a.is_set(60, 10) && !a.is_set(59, 2) && !a.is_set(69, 2) && a.is_set(7, 0));
        let mut b = Contents::zeros(100, true);
        b.copy_from(&a, 58, 10, 4);
        assert_eq!([9, 10, 11, 12, 13, 14].map(|i| b.is_set(i, 1)), [true, false, false, true, true, true]);
        a.copy_within(60, 62, 10);
        assert!(a.is_set(60, 12) && !a.is_set(72, 1));
        a.write(0, 200).expect("it is there");
        assert!(a.is_set(0, 200));
        a.forget(64, 128);
        assert!(a.is_set(0, 64) && a.is_set(192, 8) && (64..192).all(|i| !a.is_set(i, 1)));
        assert!(a.write(199, 2).is_none() && a.write(usize::MAX, 2).is_none());
    }
}
