//! Operators: arithmetic with its conversions, pointers, comparison, assignment, `?:` and comma.

use super::*;
use crate::front::ast::{BinaryOp, UnaryOp};

impl<'a> Sema<'a> {
    /// The integer promotions of a value.
    pub(super) fn promote(&mut self, e: ExprId) -> ExprId {
        let promoted = self.unit.types.promote(self.unit[e].ty);
        self.convert(e, promoted)
    }

    fn is_unsupported(&self, e: ExprId) -> bool {
        matches!(self.unit[e].kind, ExprKind::Unsupported(_))
    }

    fn is_vector(&self, e: ExprId) -> bool {
        self.unit.types.is_vector(self.unit[e].ty)
    }

    /// Whether an operation on the value is written out by parts.
    fn has_parts(&self, e: ExprId) -> bool {
        self.is_vector(e) || self.is_complex(e)
    }

    /// Two operands after the usual arithmetic conversions, and their type.
    fn usual(&mut self, a: ExprId, b: ExprId) -> Option<(ExprId, ExprId, Ty)> {
        let (a, b) = (self.promote(a), self.promote(b));
        let common = self.unit.types.common(self.unit[a].ty, self.unit[b].ty)?;
        Some((self.convert(a, common), self.convert(b, common), common))
    }

    pub(super) fn arithmetic_unary(&mut self, op: UnaryOp, operand: ast::ExprId, span: Span) -> ExprId {
        let e = self.rvalue(operand);
        if self.is_unsupported(e) {
            return self.unsupported(span, "an operation on something unsupported");
        }
        if self.is_vector(e) {
            return self.vector_unary(op, e, span);
        }
        if op == UnaryOp::Not {
            let e = self.truth_of_complex(e);
            return match self.unit.types.is_scalar(self.unit[e].ty) {
                true => {
                    let int = self.int();
                    self.unit.add_expr(ExprKind::Not(e), int, span)
                }
                false => self.bad_operand("!", e, span),
            };
        }
        if self.is_complex(e) {
            return self.complex_unary(op, e, span);
        }
        let e = self.promote(e);
        let ty = self.unit[e].ty;
        let valid = match op {
            UnaryOp::BitNot => self.unit.types.is_integer(ty),
            _ => self.unit.types.is_arithmetic(ty),
        };
        if !valid {
            return self.bad_operand(if op == UnaryOp::BitNot { "~" } else { "unary operator" }, e, span);
        }
        match op {
            UnaryOp::Negate => self.unit.add_expr(ExprKind::Negate(e), ty, span),
            UnaryOp::BitNot => self.unit.add_expr(ExprKind::BitNot(e), ty, span),
            _ => e,
        }
    }

    fn bad_operand(&mut self, operator: &str, e: ExprId, span: Span) -> ExprId {
        let message = format!("`{operator}` does not apply to `{}`", self.unit.types.display(self.unit[e].ty));
        self.invalid(span, message)
    }

    fn bad_operands(&mut self, a: ExprId, b: ExprId, span: Span) -> ExprId {
        let (a, b) = (self.unit[a].ty, self.unit[b].ty);
        let message = format!(
            "this operator does not apply to `{}` and `{}`",
            self.unit.types.display(a),
            self.unit.types.display(b)
        );
        self.invalid(span, message)
    }

    pub(super) fn binary(&mut self, op: BinaryOp, left: ast::ExprId, right: ast::ExprId, span: Span) -> ExprId {
        let a = self.rvalue(left);
        let b = self.rvalue(right);
        self.binary_values(op, a, b, span)
    }

    pub(super) fn binary_values(&mut self, op: BinaryOp, a: ExprId, b: ExprId, span: Span) -> ExprId {
        if self.is_unsupported(a) || self.is_unsupported(b) {
            return self.unsupported(span, "an operation on something unsupported");
        }
        if self.is_vector(a) || self.is_vector(b) {
            return self.vector_binary(op, a, b, span);
        }
        let is_logical = matches!(op, BinaryOp::LogicalAnd | BinaryOp::LogicalOr);
        let (a, b) = if is_logical { (self.truth_of_complex(a), self.truth_of_complex(b)) } else { (a, b) };
        if self.is_complex(a) || self.is_complex(b) {
            return self.complex_binary(op, a, b, span);
        }
        match op {
            BinaryOp::LogicalAnd | BinaryOp::LogicalOr => {
                for operand in [a, b] {
                    if !self.unit.types.is_scalar(self.unit[operand].ty) {
                        return self.bad_operand("&&", operand, span);
                    }
                }
                let int = self.int();
                let kind =
                    if op == BinaryOp::LogicalAnd { ExprKind::LogicalAnd(a, b) } else { ExprKind::LogicalOr(a, b) };
                self.unit.add_expr(kind, int, span)
            }
            BinaryOp::Less
            | BinaryOp::LessEqual
            | BinaryOp::Greater
            | BinaryOp::GreaterEqual
            | BinaryOp::Equal
            | BinaryOp::NotEqual => self.comparison(compare_op(op), a, b, span),
            BinaryOp::Add | BinaryOp::Subtract => self.additive(op, a, b, span),
            _ => self.arithmetic(arithmetic_op(op), a, b, span),
        }
    }

    fn arithmetic(&mut self, op: ArithmeticOp, a: ExprId, b: ExprId, span: Span) -> ExprId {
        if let ArithmeticOp::Shl | ArithmeticOp::Shr = op {
            let (a, b) = (self.promote(a), self.promote(b));
            let ty = self.unit[a].ty;
            if !self.unit.types.is_integer(ty) || !self.unit.types.is_integer(self.unit[b].ty) {
                return self.bad_operands(a, b, span);
            }
            return self.unit.add_expr(ExprKind::Arithmetic(op, a, b), ty, span);
        }
        let Some((x, y, common)) = self.usual(a, b) else { return self.bad_operands(a, b, span) };
        let needs_integers =
            !matches!(op, ArithmeticOp::Add | ArithmeticOp::Sub | ArithmeticOp::Mul | ArithmeticOp::Div);
        if needs_integers && !self.unit.types.is_integer(common) {
            return self.bad_operands(a, b, span);
        }
        self.unit.add_expr(ExprKind::Arithmetic(op, x, y), common, span)
    }

    fn additive(&mut self, op: BinaryOp, a: ExprId, b: ExprId, span: Span) -> ExprId {
        let pointers = (self.unit.types.is_pointer(self.unit[a].ty), self.unit.types.is_pointer(self.unit[b].ty));
        match (pointers, op) {
            ((false, false), _) => self.arithmetic(arithmetic_op(op), a, b, span),
            ((true, true), BinaryOp::Subtract) => {
                let kind = self.unit.types.ptrdiff_kind();
                let ty = self.unit.types.int(kind);
                self.unit.add_expr(ExprKind::PointerDifference(a, b), ty, span)
            }
            _ => self.add_pointers(a, b, op == BinaryOp::Subtract, span),
        }
    }

    /// Pointer and integer, in either order unless subtracted.
    pub(super) fn add_pointers(&mut self, a: ExprId, b: ExprId, negative: bool, span: Span) -> ExprId {
        let is_pointer = |e: ExprId| self.unit.types.is_pointer(self.unit[e].ty);
        let (pointer, index) = if is_pointer(a) { (a, b) } else { (b, a) };
        if self.is_unsupported(a) || self.is_unsupported(b) {
            return self.unsupported(span, "an operation on something unsupported");
        }
        let valid = self.unit.types.is_pointer(self.unit[pointer].ty)
            && self.unit.types.is_integer(self.unit[index].ty)
            && !(negative && pointer == b);
        if !valid {
            return self.bad_operands(a, b, span);
        }
        let ty = self.unit[pointer].ty;
        let index = self.promote(index);
        self.unit.add_expr(ExprKind::PointerAdd { pointer, index, negative }, ty, span)
    }

    fn comparison(&mut self, op: CompareOp, a: ExprId, b: ExprId, span: Span) -> ExprId {
        let int = self.int();
        let (ta, tb) = (self.unit[a].ty, self.unit[b].ty);
        let pointers = (self.unit.types.is_pointer(ta), self.unit.types.is_pointer(tb));
        let (a, b) = match pointers {
            (false, false) => match self.usual(a, b) {
                Some((a, b, _)) => (a, b),
                None => return self.bad_operands(a, b, span),
            },
            (true, true) => {
                // Unlike pointers are compared as addresses; the one to `void` gives way.
                let void = self.unit.types.pointee(ta).is_some_and(|to| self.unit.types.is_void(to));
                if void { (self.convert(a, tb), b) } else { (a, self.convert(b, ta)) }
            }
            (true, false) if self.unit.types.is_integer(tb) => (a, self.convert(b, ta)),
            (false, true) if self.unit.types.is_integer(ta) => (self.convert(a, tb), b),
            _ => return self.bad_operands(a, b, span),
        };
        self.unit.add_expr(ExprKind::Compare(op, a, b), int, span)
    }

    // ----------------------------------------------------------------------------------------------------------- assignment

    fn modifiable(&mut self, target: ExprId, span: Span) -> bool {
        let ty = self.unit[target].ty;
        if !self.is_lvalue(target) || self.unit.types.element(ty).is_some() {
            self.error(span, "this cannot be assigned to");
            return false;
        }
        if ty.is_const() {
            let name = match self.unit[target].kind {
                ExprKind::Object(object) => format!("`{}`", self.unit[object].name),
                _ => "this".to_string(),
            };
            self.error(span, format!("{name} is `const` and cannot be assigned to"));
            return false;
        }
        true
    }

    pub(super) fn assignment(
        &mut self,
        operation: Option<BinaryOp>,
        target: ast::ExprId,
        value: ast::ExprId,
        span: Span,
    ) -> ExprId {
        let target = self.expr(target);
        let value = self.rvalue(value);
        if self.is_unsupported(target) || self.is_unsupported(value) && operation.is_some() {
            return self.unsupported(span, "an assignment to something unsupported");
        }
        if !self.modifiable(target, span) {
            return self.unsupported(span, "an invalid assignment");
        }
        let ty = self.unit[target].ty.unqualified();
        let Some(operation) = operation else {
            let value = self.assign_convert(value, ty, "assign to");
            return self.unit.add_expr(ExprKind::Assign { target, value }, ty, span);
        };
        if self.has_parts(target) || self.has_parts(value) {
            return self.assignment_by_parts(operation, target, value, false, span);
        }
        let op = arithmetic_op(operation);
        // The operation is typed as if it were written out; only the converted right operand and the type are kept.
        let current = self.load(target);
        let whole = self.binary_values(operation, current, value, span);
        let (value, computed) = match self.unit[whole].kind {
            ExprKind::Arithmetic(_, _, right) => (right, self.unit[whole].ty),
            ExprKind::PointerAdd { index, .. } if self.unit.types.is_pointer(ty) => (index, ty),
            ExprKind::Unsupported(_) => return whole,
            _ => return self.bad_operands(current, value, span),
        };
        self.unit.add_expr(ExprKind::CompoundAssign { op, target, value, computed }, ty, span)
    }

    /// `target op= value` written out, where `target` is evaluated once; `old` says that its old value is the result.
    fn assignment_by_parts(
        &mut self,
        operation: BinaryOp,
        target: ExprId,
        value: ExprId,
        old: bool,
        span: Span,
    ) -> ExprId {
        let mut code = Vec::new();
        let ty = self.unit[target].ty.unqualified();
        let target = if self.has_effects(target) {
            self.take_address(target);
            let pointer = self.unit.types.pointer(self.unit[target].ty);
            let address = self.unit.add_expr(ExprKind::AddressOf(target), pointer, span);
            match self.kept(address, &mut code) {
                Some(address) => self.deref(address, span),
                None => return self.unsupported(span, "an assignment"),
            }
        } else {
            target
        };
        let mut before = self.load(target);
        if old {
            before = self.kept(before, &mut code).unwrap_or(before);
        }
        let result = self.binary_values(operation, before, value, span);
        let result = self.assign_convert(result, ty, "assign to");
        let assigned = self.unit.add_expr(ExprKind::Assign { target, value: result }, ty, span);
        if !old {
            return self.block_value(code, assigned, span);
        }
        code.push(self.unit.add_stmt(StmtKind::Expr(assigned), span));
        self.block_value(code, before, span)
    }

    pub(super) fn step(&mut self, operand: ast::ExprId, increment: bool, postfix: bool, span: Span) -> ExprId {
        let target = self.expr(operand);
        if self.is_unsupported(target) {
            return self.unsupported(span, "an operation on something unsupported");
        }
        if !self.modifiable(target, span) {
            return self.unsupported(span, "an invalid assignment");
        }
        let ty = self.unit[target].ty.unqualified();
        if self.has_parts(target) {
            let int = self.int();
            let one = self.int_constant(1, int, span);
            let operation = if increment { BinaryOp::Add } else { BinaryOp::Subtract };
            return self.assignment_by_parts(operation, target, one, postfix, span);
        }
        if !self.unit.types.is_scalar(ty) {
            return self.bad_operand(if increment { "++" } else { "--" }, target, span);
        }
        self.unit.add_expr(ExprKind::Step { target, increment, postfix }, ty, span)
    }

    // ------------------------------------------------------------------------------------------------------ choice and comma

    pub(super) fn conditional(
        &mut self,
        condition: ast::ExprId,
        then: Option<ast::ExprId>,
        otherwise: ast::ExprId,
        span: Span,
    ) -> ExprId {
        let condition = self.rvalue(condition);
        let then_value = then.map(|then| self.rvalue(then));
        let otherwise = self.rvalue(otherwise);
        if self.is_vector(condition) || then_value.is_none() && self.is_complex(condition) {
            return self.unsupported(span, "a choice by a vector or a complex number");
        }
        let first = then_value.unwrap_or(condition);
        let condition = self.truth_of_complex(condition);
        let Some(ty) = self.choice_type(first, otherwise) else { return self.bad_operands(first, otherwise, span) };
        let otherwise = self.convert(otherwise, ty);
        let kind = match then_value {
            Some(then) => ExprKind::Conditional { condition, then: self.convert(then, ty), otherwise },
            None => ExprKind::Elvis { condition, otherwise },
        };
        self.unit.add_expr(kind, ty, span)
    }

    /// The type of `c ? a : b`.
    fn choice_type(&mut self, a: ExprId, b: ExprId) -> Option<Ty> {
        let (ta, tb) = (self.unit[a].ty, self.unit[b].ty);
        if self.is_unsupported(a) {
            return Some(tb);
        }
        if self.is_unsupported(b) {
            return Some(ta);
        }
        if let Some(common) = self.unit.types.common(ta, tb) {
            return Some(common);
        }
        if self.unit.types.is_void(ta) || self.unit.types.is_void(tb) {
            return Some(self.unit.types.void());
        }
        match (self.unit.types.pointee(ta), self.unit.types.pointee(tb)) {
            (Some(to_a), Some(to_b)) => {
                let quals = to_a.quals.with(to_b.quals);
                let to = if self.unit.is_null_constant(a) {
                    to_b
                } else if self.unit.is_null_constant(b) || self.unit.types.compatible(to_a, to_b) {
                    to_a
                } else {
                    self.unit.types.void()
                };
                let to = self.unit.types.qualify(to, quals);
                Some(self.unit.types.pointer(to))
            }
            (Some(_), None) => Some(ta),
            (None, Some(_)) => Some(tb),
            (None, None) => self.unit.types.compatible(ta, tb).then_some(ta.unqualified()),
        }
    }

    pub(super) fn comma(&mut self, list: &[ast::ExprId], span: Span) -> ExprId {
        let mut result = None;
        for id in list {
            let e = self.rvalue(*id);
            result = Some(match result {
                None => e,
                Some(before) => {
                    let ty = self.unit[e].ty;
                    self.unit.add_expr(ExprKind::Comma(before, e), ty, span)
                }
            });
        }
        result.unwrap_or_else(|| self.unsupported(span, "an empty expression"))
    }
}

pub(super) fn arithmetic_op(op: BinaryOp) -> ArithmeticOp {
    match op {
        BinaryOp::Add => ArithmeticOp::Add,
        BinaryOp::Subtract => ArithmeticOp::Sub,
        BinaryOp::Multiply => ArithmeticOp::Mul,
        BinaryOp::Divide => ArithmeticOp::Div,
        BinaryOp::Remainder => ArithmeticOp::Rem,
        BinaryOp::BitAnd => ArithmeticOp::BitAnd,
        BinaryOp::BitXor => ArithmeticOp::BitXor,
        BinaryOp::ShiftLeft => ArithmeticOp::Shl,
        BinaryOp::ShiftRight => ArithmeticOp::Shr,
        // Comparisons and logical operators are typed elsewhere and never come here.
        _ => ArithmeticOp::BitOr,
    }
}

fn compare_op(op: BinaryOp) -> CompareOp {
    match op {
        BinaryOp::Less => CompareOp::Lt,
        BinaryOp::LessEqual => CompareOp::Le,
        BinaryOp::Greater => CompareOp::Gt,
        BinaryOp::GreaterEqual => CompareOp::Ge,
        BinaryOp::NotEqual => CompareOp::Ne,
        _ => CompareOp::Eq,
    }
}
