//! Expressions over bit-vectors: exact in every respect, signed overflow excluded where it is undefined.

use landfall_smt::Term;

use super::transition::Local;
use super::{Evaluated, Symbols};
use crate::cfa::{BinaryOp, Expr, IntType, Overflow, Program, UnaryOp, VarId};

/// Where the values of variables come from, as bit-vectors.
pub trait Values {
    fn var(&mut self, var: VarId) -> Term;
    /// The cell of a region at an index.
    fn cell(&mut self, region: VarId, index: Term) -> Term;
}

/// The symbols of a state.
pub(super) struct StateSymbols<'a>(pub &'a Symbols);

impl Values for StateSymbols<'_> {
    fn var(&mut self, var: VarId) -> Term {
        self.0.state(var)
    }

    fn cell(&mut self, region: VarId, index: Term) -> Term {
        self.0.state(region).select(index)
    }
}

/// Encodes the expressions of one edge; collects the conditions under which they are defined.
pub(super) struct BitVectorEncoder<'a> {
    program: &'a Program,
    values: &'a mut dyn Values,
    pub guards: Vec<Term>,
    /// Patterns of floating-point results.
    pub locals: Vec<Local>,
    /// What holds where the expression at hand is evaluated.
    context: Vec<Term>,
}

impl<'a> BitVectorEncoder<'a> {
    pub fn new(program: &'a Program, values: &'a mut dyn Values) -> Self {
        BitVectorEncoder { program, values, guards: Vec::new(), locals: Vec::new(), context: Vec::new() }
    }

    pub fn finish(self) -> Evaluated {
        Evaluated { guards: self.guards, ranges: Vec::new(), locals: self.locals }
    }

    pub(super) fn type_of(&self, expr: &Expr) -> IntType {
        expr.ty(self.program).as_int().expect("the integer encoding is asked for integers only")
    }

    pub(super) fn require(&mut self, fact: Term) {
        let mut clause: Vec<Term> = self.context.iter().map(|c| c.not()).collect();
        clause.push(fact);
        self.guards.push(Term::or(&clause));
    }

    fn under<R>(&mut self, condition: Term, encode: impl FnOnce(&mut Self) -> R) -> R {
        self.context.push(condition);
        let result = encode(self);
        self.context.pop();
        result
    }

    /// The value of an integer expression, as a bit-vector of its type's width.
    pub fn bits(&mut self, expr: &Expr) -> Term {
        match expr {
            Expr::Int(value, ty) => constant(*value, *ty),
            Expr::Var(var) => self.values.var(*var),
            Expr::Unary(UnaryOp::Not, _) | Expr::And(..) | Expr::Or(..) => self.truth_as_bits(expr),
            Expr::Unary(op, operand) => {
                let ty = self.type_of(operand);
                let value = self.bits(operand);
                if *op == UnaryOp::BitNot {
                    return value.bv_not();
                }
                if self.overflow_is_undefined(ty) {
                    self.require(value.eq(constant(ty.min(), ty)).not());
                }
                value.neg()
            }
            Expr::Binary(op, ..) if op.is_comparison() => self.truth_as_bits(expr),
            Expr::Binary(op, left, right) => self.operation(*op, left, right),
            Expr::Cast(to, operand) => {
                let from = self.type_of(operand);
                let value = self.bits(operand);
                resize(value, from.signed, u32::from(to.bits))
            }
            Expr::Ite(condition, yes, no) => {
                let condition = self.truth(condition);
                let yes = self.under(condition, |this| this.bits(yes));
                let no = self.under(condition.not(), |this| this.bits(no));
                Term::ite(condition, yes, no)
            }
            Expr::Select(region, index) => {
                let index = self.bits(index);
                self.values.cell(*region, index)
            }
            Expr::Float(op, _) if op.result() == IntType::BOOL => self.truth_as_bits(expr),
            Expr::Float(op, operands) => self.float(*op, operands),
            Expr::Memory(..) => unreachable!("programs for engines have no memory"),
        }
    }

    fn truth_as_bits(&mut self, expr: &Expr) -> Term {
        let truth = self.truth(expr);
        Term::ite(truth, Term::bv_const(1, 1), Term::bv_const(0, 1))
    }

    /// The value of a truth value (type `BOOL`).
    pub fn truth(&mut self, expr: &Expr) -> Term {
        match expr {
            Expr::Int(value, _) => Term::bool(*value != 0),
            Expr::Unary(UnaryOp::Not, operand) => self.truth(operand).not(),
            Expr::And(left, right) => {
                let left = self.truth(left);
                let right = self.under(left, |this| this.truth(right));
                Term::and(&[left, right])
            }
            Expr::Or(left, right) => {
                let left = self.truth(left);
                let right = self.under(left.not(), |this| this.truth(right));
                Term::or(&[left, right])
            }
            Expr::Ite(condition, yes, no) => {
                let condition = self.truth(condition);
                let yes = self.under(condition, |this| this.truth(yes));
                let no = self.under(condition.not(), |this| this.truth(no));
                Term::ite(condition, yes, no)
            }
            Expr::Binary(op, left, right) if op.is_comparison() => self.comparison(*op, left, right),
            Expr::Float(op, operands) if op.result() == IntType::BOOL => self.float_comparison(*op, operands),
            _ => self.bits(expr).eq(Term::bv_const(1, 1)),
        }
    }

    fn comparison(&mut self, op: BinaryOp, left: &Expr, right: &Expr) -> Term {
        let signed = self.type_of(left).signed;
        let (a, b) = (self.bits(left), self.bits(right));
        match op {
            BinaryOp::Eq => a.eq(b),
            BinaryOp::Ne => a.eq(b).not(),
            BinaryOp::Lt if signed => a.slt(b),
            BinaryOp::Lt => a.ult(b),
            _ if signed => a.sle(b),
            _ => a.ule(b),
        }
    }

    fn operation(&mut self, op: BinaryOp, left: &Expr, right: &Expr) -> Term {
        let ty = self.type_of(left);
        let amount_type = self.type_of(right);
        let (a, b) = (self.bits(left), self.bits(right));
        match op {
            BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul => self.arithmetic(op, a, b, ty),
            BinaryOp::Div | BinaryOp::Rem => self.division(op, a, b, ty),
            BinaryOp::Shl | BinaryOp::Shr => self.shift(op, a, b, ty, amount_type),
            BinaryOp::BitAnd => a.bv_and(b),
            BinaryOp::BitOr => a.bv_or(b),
            BinaryOp::BitXor => a.bv_xor(b),
            BinaryOp::Eq | BinaryOp::Ne | BinaryOp::Lt | BinaryOp::Le => unreachable!("comparisons are truth values"),
        }
    }

    fn overflow_is_undefined(&self, ty: IntType) -> bool {
        ty.signed && self.program.semantics.overflow == Overflow::Undefined
    }

    fn arithmetic(&mut self, op: BinaryOp, a: Term, b: Term, ty: IntType) -> Term {
        let result = match op {
            BinaryOp::Add => a.add(b),
            BinaryOp::Sub => a.sub(b),
            _ => a.mul(b),
        };
        if self.overflow_is_undefined(ty) {
            let fits = match op {
                // The sign of the result differs from that of both operands,
                BinaryOp::Add => sign(a.bv_xor(result).bv_and(b.bv_xor(result))).not(),
                // or from the first one's, where the operands' signs differ.
                BinaryOp::Sub => sign(a.bv_xor(b).bv_and(a.bv_xor(result))).not(),
                _ => product_fits(a, b, result, ty),
            };
            self.require(fits);
        }
        result
    }

    fn division(&mut self, op: BinaryOp, a: Term, b: Term, ty: IntType) -> Term {
        self.require(b.eq(constant(0, ty)).not());
        if ty.signed {
            let overflow = Term::and(&[a.eq(constant(ty.min(), ty)), b.eq(constant(-1, ty))]);
            self.require(overflow.not());
        }
        match (op, ty.signed) {
            (BinaryOp::Div, true) => a.sdiv(b),
            (BinaryOp::Div, false) => a.udiv(b),
            (_, true) => a.srem(b),
            (_, false) => a.urem(b),
        }
    }

    fn shift(&mut self, op: BinaryOp, a: Term, amount: Term, ty: IntType, amount_type: IntType) -> Term {
        let width = u128::from(ty.bits);
        // A type that cannot hold the width has no amount that is too large.
        let holds_width = amount_type.bits >= 8 || width < 1 << (amount_type.bits - u8::from(amount_type.signed));
        if holds_width {
            self.require(amount.ult(Term::bv_const(width, u32::from(amount_type.bits))));
        } else if amount_type.signed {
            self.require(sign(amount).not());
        }
        let amount = resize(amount, false, u32::from(ty.bits));
        match (op, ty.signed) {
            (BinaryOp::Shl, _) => a.bv_shl(amount),
            (_, true) => a.bv_ashr(amount),
            (_, false) => a.bv_lshr(amount),
        }
    }
}

/// A constant of the program.
pub(super) fn constant(value: i128, ty: IntType) -> Term {
    Term::bv_const(value as u128, u32::from(ty.bits))
}

fn sign(value: Term) -> Term {
    value.slt(Term::bv_const(0, value.width()))
}

/// Conversion to another width.
fn resize(value: Term, signed: bool, to: u32) -> Term {
    let from = value.width();
    if to < from {
        value.extract(to - 1, 0)
    } else if signed {
        value.sign_ext(to - from)
    } else {
        value.zero_ext(to - from)
    }
}

/// The product of two signed numbers is what 2·bits hold of it; where that is too wide, division must undo it.
fn product_fits(a: Term, b: Term, product: Term, ty: IntType) -> Term {
    let width = u32::from(ty.bits);
    if width <= 64 {
        return a.sign_ext(width).mul(b.sign_ext(width)).eq(product.sign_ext(width));
    }
    let zero = Term::bv_const(0, width);
    let minimum_negated = Term::and(&[a.eq(constant(-1, ty)), b.eq(constant(ty.min(), ty))]);
    let other_negated = Term::and(&[b.eq(constant(-1, ty)), a.eq(constant(ty.min(), ty))]);
    let undone = product.sdiv(b).eq(a);
    Term::or(&[b.eq(zero), Term::and(&[undone, minimum_negated.not(), other_negated.not()])])
}
