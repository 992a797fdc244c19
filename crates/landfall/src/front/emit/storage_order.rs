//! Numbers whose most significant byte comes first (`scalar_storage_order`): each access is one of single bytes, or parts of them.

use super::*;

/// Some bits of a number, in one byte.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Piece {
    /// How many bytes behind the address.
    byte: u64,
    cell: Cell,
    /// How many bits of the number are less significant.
    below: u32,
}

/// A number that begins so many bits behind an address, counted from the most significant bit of each byte.
fn pieces(cell: Cell) -> Vec<Piece> {
    let end = cell.bit + cell.bits;
    let mut pieces = Vec::new();
    let mut from = cell.bit;
    while from < end {
        let byte = from / 8;
        let to = end.min(8 * (byte + 1));
        let bits = to - from;
        let part = Cell { bit: 8 * (byte + 1) - to, bits, ty: IntType::new(bits as u8, false) };
        pieces.push(Piece { byte: u64::from(byte), cell: part, below: end - to });
        from = to;
    }
    pieces
}

/// Puts a number into an image, its most significant byte first. The bit counts as in [`pieces`].
pub(super) fn set_reversed(image: &mut [u8], bit: u64, cell: Cell, value: i128) {
    let cell = Cell { bit: (bit % 8) as u32, ..cell };
    for piece in pieces(cell) {
        let at = (bit / 8 + piece.byte) * 8 + u64::from(piece.cell.bit);
        super::initial::set_bits(image, at, piece.cell.bits, value >> piece.below);
    }
}

impl Frame<'_, '_> {
    pub(super) fn read_reversed(&mut self, at: &Expr, cell: Cell, span: Span) -> Expr {
        let whole = IntType::new(cell.bits as u8, false);
        let mut sum = None;
        for piece in pieces(cell) {
            let address = self.offset(at.clone(), Expr::Int(i128::from(piece.byte), INDEX));
            let part = Expr::Memory(MemoryExpr::Load(piece.cell), vec![address]);
            let part = self.cast(part, whole);
            let part = match piece.below {
                0 => part,
                below => self.arithmetic(ArithmeticOp::Mul, part, Expr::Int(1 << below, whole), whole),
            };
            sum = Some(match sum {
                None => part,
                Some(sum) => self.arithmetic(ArithmeticOp::Add, sum, part, whole),
            });
        }
        let sum = self.spill(sum.unwrap_or(Expr::Int(0, whole)), span);
        self.cast(sum, cell.ty)
    }

    pub(super) fn write_reversed(&mut self, at: &Expr, cell: Cell, value: Expr, initial: bool, span: Span) {
        let whole = IntType::new(cell.bits as u8, false);
        let value = self.cast(value, whole);
        let value = self.steady(value, span);
        for piece in pieces(cell) {
            let part = match piece.below {
                0 => value.clone(),
                below => {
                    let below = Expr::Int(i128::from(below), whole);
                    self.arithmetic(ArithmeticOp::Shr, value.clone(), below, whole)
                }
            };
            let part = self.cast(part, piece.cell.ty);
            let at = self.offset(at.clone(), Expr::Int(i128::from(piece.byte), INDEX));
            self.memory(MemoryOp::Write { at, cell: piece.cell, value: part, initial }, span);
        }
    }
}
