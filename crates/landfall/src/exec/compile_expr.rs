//! Compiles expressions.
//!
//! The last instruction of an expression writes its target, and only if the value is defined: an assignment whose right side is
//! undefined leaves the state as it was.

use super::code::{Inst, Test};
use super::compile::Compiler;
use super::state::{Cell, width};
use crate::cfa::{BinaryOp, Expr, IntType, Overflow, UnaryOp};

impl Compiler<'_> {
    fn type_of(&self, expr: &Expr) -> IntType {
        expr.ty(self.program).scalar()
    }

    /// Emits code for `expr`; returns the cell that then holds the value, which is `target` if one is given.
    pub fn expr(&mut self, expr: &Expr, target: Option<Cell>) -> Cell {
        match expr {
            Expr::Int(value, ty) => {
                let cell = self.constants[&(*value, ty.bits > 64)];
                self.moved(cell, *ty, target)
            }
            Expr::Var(var) => {
                let (cell, ty) = self.layout.place[*var];
                self.moved(cell, ty, target)
            }
            Expr::Unary(op, e) => self.unary(*op, e, target),
            Expr::Binary(op, a, b) => self.binary(*op, a, b, target),
            Expr::Cast(to, e) => self.cast(*to, e, target),
            Expr::And(a, b) => self.lazy(a, b, true, target),
            Expr::Or(a, b) => self.lazy(a, b, false, target),
            Expr::Ite(c, a, b) => self.conditional(c, a, b, target),
            Expr::Select(region, index) => {
                let (region, ty) = self.layout.place[*region];
                let mark = self.next_temp;
                let index = self.expr(index, None);
                self.next_temp = mark;
                let dst = self.target(target, ty);
                self.emit(Inst::Load { ty, dst, region, index });
                dst
            }
            Expr::Float(op, operands) => {
                let from = self.type_of(&operands[0]);
                let mark = self.next_temp;
                let a = self.expr(&operands[0], None);
                let b = operands.get(1).map_or(a, |e| self.expr(e, None));
                self.next_temp = mark;
                let dst = self.target(target, op.result());
                let op = self.float(*op, from);
                self.emit(Inst::Float { op, dst, a, b });
                dst
            }
            Expr::Memory(question, operands) => self.question(*question, operands, target),
        }
    }

    pub fn moved(&mut self, cell: Cell, ty: IntType, target: Option<Cell>) -> Cell {
        match target {
            Some(dst) if dst != cell => {
                self.emit(if ty.bits > 64 { Inst::MoveWide { dst, a: cell } } else { Inst::Move { dst, a: cell } });
                dst
            }
            _ => cell,
        }
    }

    pub fn target(&mut self, target: Option<Cell>, ty: IntType) -> Cell {
        target.unwrap_or_else(|| self.temp(width(ty)))
    }

    fn unary(&mut self, op: UnaryOp, operand: &Expr, target: Option<Cell>) -> Cell {
        let ty = self.type_of(operand);
        let mark = self.next_temp;
        let a = self.expr(operand, None);
        self.next_temp = mark;
        let dst = self.target(target, ty);
        self.emit(if ty.bits > 64 { Inst::UnaryWide { op, ty, dst, a } } else { Inst::Unary { op, ty, dst, a } });
        dst
    }

    fn binary(&mut self, op: BinaryOp, left: &Expr, right: &Expr, target: Option<Cell>) -> Cell {
        let mark = self.next_temp;
        if let Some((test, a, b)) = op.is_comparison().then(|| self.comparison_of(op, left, right)).flatten() {
            self.next_temp = mark;
            let dst = self.target(target, IntType::BOOL);
            self.emit(Inst::Compare { test, dst, a, b });
            return dst;
        }
        let ty = self.type_of(left);
        let a = self.expr(left, None);
        let mut b = self.expr(right, None);
        if op.is_shift() && self.type_of(right).bits > 64 {
            let dst = self.temp(1);
            self.emit(Inst::Amount { dst, a: b });
            b = dst;
        }
        self.next_temp = mark;
        let dst = self.target(target, if op.is_comparison() { IntType::BOOL } else { ty });
        let inst = if ty.bits > 64 {
            Inst::BinaryWide { op, ty, dst, a, b }
        } else {
            fast(op, ty, self.overflow, dst, a, b).unwrap_or(Inst::Binary { op, ty, dst, a, b })
        };
        self.emit(inst);
        dst
    }

    /// If `condition` compares values of one cell each, emits code for both sides.
    pub fn comparison(&mut self, condition: &Expr) -> Option<(Test, Cell, Cell)> {
        match condition {
            Expr::Binary(op, a, b) if op.is_comparison() => self.comparison_of(*op, a, b),
            _ => None,
        }
    }

    fn comparison_of(&mut self, op: BinaryOp, left: &Expr, right: &Expr) -> Option<(Test, Cell, Cell)> {
        let ty = self.type_of(left);
        if ty.bits > 64 {
            return None;
        }
        let by_pattern = ty.bits == 64 && !ty.signed;
        let test = match op {
            BinaryOp::Eq => Test::Eq,
            BinaryOp::Ne => Test::Ne,
            BinaryOp::Lt if by_pattern => Test::LtU,
            BinaryOp::Le if by_pattern => Test::LeU,
            BinaryOp::Lt => Test::Lt,
            BinaryOp::Le => Test::Le,
            _ => return None,
        };
        let a = self.expr(left, None);
        let b = self.expr(right, None);
        Some((test, a, b))
    }

    fn cast(&mut self, to: IntType, operand: &Expr, target: Option<Cell>) -> Cell {
        let from = self.type_of(operand);
        if cell_unchanged(from, to) {
            return self.expr(operand, target);
        }
        let mark = self.next_temp;
        let a = self.expr(operand, None);
        self.next_temp = mark;
        let dst = self.target(target, to);
        self.emit(if to.bits > 64 { Inst::Widen { from, to, dst, a } } else { Inst::Wrap { to, dst, a } });
        dst
    }

    /// `a && b` or `a || b`.
    fn lazy(&mut self, left: &Expr, right: &Expr, and: bool, target: Option<Cell>) -> Cell {
        // The left value may not go to a variable, which the right side may read.
        let value = match target {
            Some(t) if t >= self.first_temp => t,
            _ => self.temp(1),
        };
        let mark = self.next_temp;
        self.expr(left, Some(value));
        let skip =
            self.emit(if and { Inst::Unless { a: value, target: 0 } } else { Inst::When { a: value, target: 0 } });
        self.expr(right, Some(value));
        let here = self.here();
        self.patch(skip, here);
        self.next_temp = mark;
        self.moved(value, IntType::BOOL, target)
    }

    fn conditional(&mut self, condition: &Expr, then: &Expr, otherwise: &Expr, target: Option<Cell>) -> Cell {
        let ty = self.type_of(then);
        let dst = self.target(target, ty);
        let mark = self.next_temp;
        let a = self.expr(condition, None);
        let skip = self.emit(Inst::Unless { a, target: 0 });
        self.next_temp = mark;
        self.expr(then, Some(dst));
        let end = self.emit(Inst::Hop { target: 0 });
        let here = self.here();
        self.patch(skip, here);
        self.next_temp = mark;
        self.expr(otherwise, Some(dst));
        let here = self.here();
        self.patch(end, here);
        self.next_temp = mark;
        dst
    }
}

/// Whether conversion leaves the canonical cell of every value as it is.
fn cell_unchanged(from: IntType, to: IntType) -> bool {
    if from.bits > 64 || to.bits > 64 {
        // Both use all of two cells in the same way only if nothing is cut off or extended anew.
        return from == to || (from.bits == 128 && to.bits == 128);
    }
    let keeps_range = match (from.signed, to.signed) {
        (true, true) | (false, false) => from.bits <= to.bits,
        (false, true) => from.bits < to.bits,
        (true, false) => false,
    };
    keeps_range || to.bits == 64
}

/// The instruction made for this operation and type, if there is one.
fn fast(op: BinaryOp, ty: IntType, overflow: Overflow, dst: Cell, a: Cell, b: Cell) -> Option<Inst> {
    let checked = ty.signed && overflow == Overflow::Undefined;
    let inst = match (op, ty.bits, checked) {
        (BinaryOp::BitAnd, ..) => Inst::And { dst, a, b },
        (BinaryOp::BitOr, ..) => Inst::Or { dst, a, b },
        (BinaryOp::BitXor, ..) => Inst::Xor { dst, a, b },
        (BinaryOp::Add, 32, true) => Inst::AddI32 { dst, a, b },
        (BinaryOp::Sub, 32, true) => Inst::SubI32 { dst, a, b },
        (BinaryOp::Mul, 32, true) => Inst::MulI32 { dst, a, b },
        (BinaryOp::Add, 64, true) => Inst::AddI64 { dst, a, b },
        (BinaryOp::Sub, 64, true) => Inst::SubI64 { dst, a, b },
        (BinaryOp::Mul, 64, true) => Inst::MulI64 { dst, a, b },
        (BinaryOp::Add, 64, false) => Inst::AddWrap { dst, a, b },
        (BinaryOp::Sub, 64, false) => Inst::SubWrap { dst, a, b },
        (BinaryOp::Mul, 64, false) => Inst::MulWrap { dst, a, b },
        (BinaryOp::Add, 32, false) if !ty.signed => Inst::AddU32 { dst, a, b },
        (BinaryOp::Sub, 32, false) if !ty.signed => Inst::SubU32 { dst, a, b },
        (BinaryOp::Mul, 32, false) if !ty.signed => Inst::MulU32 { dst, a, b },
        _ => return None,
    };
    Some(inst)
}
