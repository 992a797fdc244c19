//! Compiles what is asked of memory and done to it.

use super::code::{Effect, Inst};
use super::compile::Compiler;
use super::state::Cell;
use crate::cfa::memory::Cell as MemoryCell;
use crate::cfa::{BinaryOp, EdgeId, Expr, MemoryExpr, MemoryOp, Overflow, UnaryOp};

impl Compiler<'_> {
    /// Emits code for a question; as for expressions, only an answer that is defined is written.
    pub fn question(&mut self, question: MemoryExpr, operands: &[Expr], target: Option<Cell>) -> Cell {
        if let MemoryExpr::Address(object, ty) = question {
            return self.moved(self.addresses[object], ty, target);
        }
        let mark = self.next_temp;
        if let (MemoryExpr::Offset(_), Some((count, size))) = (question, self.elements(operands)) {
            let (a, b) = (self.expr(&operands[0], None), self.expr(count, None));
            self.next_temp = mark;
            let dst = self.target(target, question.result());
            self.emit(Inst::Element { size, dst, a, b });
            return dst;
        }
        // A question without operands looks at none.
        let a = operands.first().map_or(0, |e| self.expr(e, None));
        let b = operands.get(1).map_or(a, |e| self.expr(e, None));
        self.next_temp = mark;
        let dst = self.target(target, question.result());
        let inst = match question {
            MemoryExpr::Readable => Inst::Readable { dst, at: a, size: b },
            MemoryExpr::Writable => Inst::Writable { dst, at: a, size: b },
            MemoryExpr::Offset(_) => Inst::Offset { dst, a, b },
            MemoryExpr::Load(cell) if let Some(size) = whole_bytes(cell) => {
                Inst::LoadBytes { size, ty: cell.ty, dst, at: a }
            }
            _ => {
                let known = self.questions.iter().position(|known| *known == question);
                let place = known.unwrap_or_else(|| {
                    self.questions.push(question);
                    self.questions.len() - 1
                });
                Inst::Ask { question: place as u32, dst, a, b }
            }
        };
        self.emit(inst);
        dst
    }

    /// If the second operand of `Offset` is a product with a small constant and may not wrap: the other factor and the constant.
    fn elements<'e>(&self, operands: &'e [Expr]) -> Option<(&'e Expr, u16)> {
        match operands.get(1)? {
            Expr::Binary(BinaryOp::Mul, a, b) if self.overflow == Overflow::Undefined => match (&**a, &**b) {
                (Expr::Int(size, _), count) | (count, Expr::Int(size, _)) => Some((count, u16::try_from(*size).ok()?)),
                _ => None,
            },
            _ => None,
        }
    }

    /// If a condition asks whether memory may be read or written, or not: code for the operands, and a branch.
    pub fn guard(&mut self, condition: &Expr, steps: u16) -> Option<Inst> {
        let (question, wanted) = match condition {
            Expr::Unary(UnaryOp::Not, question) => (&**question, false),
            question => (question, true),
        };
        let Expr::Memory(kind @ (MemoryExpr::Readable | MemoryExpr::Writable), operands) = question else {
            return None;
        };
        let (at, size) = (self.expr(&operands[0], None), self.expr(&operands[1], None));
        Some(match kind {
            MemoryExpr::Readable => Inst::BranchReadable { wanted, steps, at, size, target: 0 },
            _ => Inst::BranchWritable { wanted, steps, at, size, target: 0 },
        })
    }

    /// The effect of an edge on memory.
    pub fn memory(&mut self, edge: EdgeId, op: &MemoryOp) {
        let effect = match op {
            MemoryOp::Write { at, cell, value, initial } => {
                let (at, value) = (self.expr(at, None), self.expr(value, None));
                if let Some(size) = whole_bytes(*cell).filter(|_| !initial) {
                    self.emit(Inst::StoreBytes { size, at, a: value });
                    return;
                }
                Effect::Write { at, cell: *cell, value, initial: *initial }
            }
            MemoryOp::Copy { to, from, size } => {
                let (to, from) = (self.expr(to, None), self.expr(from, None));
                Effect::Copy { to, from, size: self.expr(size, None) }
            }
            MemoryOp::Fill { at, value, size } => {
                let (at, value) = (self.expr(at, None), self.expr(value, None));
                Effect::Fill { at, value, size: self.expr(size, None) }
            }
            // The host is slower than the plain evaluation of operands, which happens there.
            MemoryOp::Havoc { .. } => {
                self.emit(Inst::Havoc { edge });
                return;
            }
            MemoryOp::Alloc { to, size, zero, storage, .. } => {
                let (to, _) = self.layout.place[*to];
                Effect::Alloc { to, size: self.expr(size, None), zero: *zero, storage: *storage }
            }
            MemoryOp::Free { at } => Effect::Free { at: self.expr(at, None) },
            MemoryOp::Enter(object) => Effect::Enter { at: self.addresses[*object] },
            MemoryOp::Leave(object) => Effect::Leave { at: self.addresses[*object] },
        };
        let place = self.effects.len() as u32;
        self.effects.push(effect);
        self.emit(Inst::Effect { effect: place });
    }
}

/// The number of bytes of a cell for which there are instructions.
fn whole_bytes(cell: MemoryCell) -> Option<u8> {
    match cell.bits {
        8 | 16 | 32 | 64 if cell.bit == 0 => Some((cell.bits / 8) as u8),
        _ => None,
    }
}
