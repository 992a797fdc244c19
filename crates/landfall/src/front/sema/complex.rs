//! Complex numbers: each operation becomes operations on real and imaginary parts, with the rules of gcc.
//!
//! A value is a record of two parts ([`Types::record_of`]). What is made from parts is a compound literal, so that parts of constants
//! are found again without code. Products and quotients of two complex numbers are as gcc's library computes them.

use super::*;
use crate::front::ast::BinaryOp;

/// A number in parts; a real one has no imaginary part.
#[derive(Clone, Copy)]
struct Parts {
    re: ExprId,
    im: Option<ExprId>,
}

impl Sema<'_> {
    /// The type of the parts.
    pub(super) fn complex_part(&self, ty: Ty) -> Option<Ty> {
        match *self.unit.types.kind(ty) {
            TypeKind::Complex(part) => Some(part),
            _ => None,
        }
    }

    pub(super) fn is_complex(&self, e: ExprId) -> bool {
        self.complex_part(self.unit[e].ty).is_some()
    }

    /// A number from parts of one type.
    pub(super) fn complex_of(&mut self, re: ExprId, im: ExprId, span: Span) -> ExprId {
        let part = self.unit[re].ty.unqualified();
        let ty = self.unit.types.intern(TypeKind::Complex(part));
        let bits = self.unit.types.size_of(part).unwrap_or(0) * 8;
        let entry = |bit_offset, value| InitEntry { bit_offset, width: None, ty: part, value };
        self.literal_of(vec![entry(0, re), entry(bits, im)], ty, span)
    }

    /// A value from its parts.
    pub(super) fn literal_of(&mut self, entries: Vec<InitEntry>, ty: Ty, span: Span) -> ExprId {
        let object = self.hidden_object("<value>", ty, span);
        self.unit.objects[object.index()].initializer = Some(Init::Aggregate(entries));
        let literal = self.unit.add_expr(ExprKind::CompoundLiteral(object), ty, span);
        self.unit.add_expr(ExprKind::Load(literal), ty, span)
    }

    /// An imaginary constant.
    pub(super) fn imaginary(&mut self, value: ExprId, span: Span) -> ExprId {
        let ty = self.unit[value].ty;
        let zero = self.zero_of(ty, span);
        self.complex_of(zero, value, span)
    }

    fn zero_of(&mut self, ty: Ty, span: Span) -> ExprId {
        let int = self.int();
        let zero = self.int_constant(0, int, span);
        self.convert(zero, ty)
    }

    /// The parts of a value made from constants.
    fn constant_parts(&self, e: ExprId) -> Option<Parts> {
        let ExprKind::Load(place) = self.unit[e].kind else { return None };
        let ExprKind::CompoundLiteral(object) = self.unit[place].kind else { return None };
        let Some(Init::Aggregate(entries)) = &self.unit[object].initializer else { return None };
        let [re, im] = &entries[..] else { return None };
        let constant = self.unit.is_number(re.value) && self.unit.is_number(im.value);
        constant.then_some(Parts { re: re.value, im: Some(im.value) })
    }

    fn part_of(&mut self, place: ExprId, part: Ty, imaginary: bool) -> ExprId {
        let span = self.unit[place].span;
        let bits = if imaginary { self.unit.types.size_of(part).unwrap_or(0) * 8 } else { 0 };
        let field = FieldRef { index: u32::from(imaginary), bit_offset: bits, width: None };
        let part = self.unit.types.qualify(part, self.unit[place].ty.quals);
        self.unit.add_expr(ExprKind::Member(place, field), part, span)
    }

    /// The parts of a number, which is evaluated once.
    fn parts(&mut self, e: ExprId, code: &mut Vec<StmtId>) -> Option<Parts> {
        let Some(part) = self.complex_part(self.unit[e].ty) else {
            let re = if self.unit.is_number(e) { e } else { self.kept(e, code)? };
            return Some(Parts { re, im: None });
        };
        if let Some(parts) = self.constant_parts(e) {
            return Some(parts);
        }
        let kept = self.kept(e, code)?;
        let ExprKind::Load(place) = self.unit[kept].kind else { return None };
        let [re, im] = [false, true].map(|imaginary| {
            let member = self.part_of(place, part, imaginary);
            self.load(member)
        });
        Some(Parts { re, im: Some(im) })
    }

    /// `__real__ e` and `__imag__ e`; an lvalue if the operand is one.
    pub(super) fn complex_member(&mut self, e: ExprId, imaginary: bool, span: Span) -> ExprId {
        let ty = self.unit[e].ty;
        if matches!(self.unit[e].kind, ExprKind::Unsupported(_)) {
            return e;
        }
        match self.complex_part(ty) {
            Some(part) => self.part_of(e, part, imaginary),
            None if !self.unit.types.is_arithmetic(ty) => self.invalid(span, "a part of what is no number"),
            None if imaginary => {
                let (value, zero) = (self.load(e), self.zero_of(ty.unqualified(), span));
                self.unit.add_expr(ExprKind::Comma(value, zero), ty.unqualified(), span)
            }
            None => e,
        }
    }

    /// Conversion from or to a complex type.
    pub(super) fn convert_complex(&mut self, e: ExprId, to: Ty) -> ExprId {
        let span = self.unit[e].span;
        let mut code = Vec::new();
        let value = match self.complex_part(to) {
            Some(part) if self.unit.types.is_arithmetic(self.unit[e].ty) => match self.parts(e, &mut code) {
                Some(Parts { re, im }) => {
                    let re = self.convert(re, part);
                    let im = match im {
                        Some(im) => self.convert(im, part),
                        None => self.zero_of(part, span),
                    };
                    self.complex_of(re, im, span)
                }
                None => self.unsupported(span, "a complex number"),
            },
            Some(_) => self.unsupported(span, "a complex number"),
            None if self.unit.types.is_bool(to) => {
                let truth = self.truth_of_complex(e);
                return self.convert(truth, to);
            }
            None => match self.parts(e, &mut code) {
                Some(parts) if self.unit.types.is_arithmetic(to) => self.convert(parts.re, to),
                _ => self.unsupported(span, "a complex number"),
            },
        };
        self.block_value(code, value, span)
    }

    /// A value as a condition: of a complex number, whether a part is not zero.
    pub(super) fn truth_of_complex(&mut self, e: ExprId) -> ExprId {
        if !self.is_complex(e) {
            return e;
        }
        let span = self.unit[e].span;
        let int = self.int();
        let zero = self.int_constant(0, int, span);
        self.binary_values(BinaryOp::NotEqual, e, zero, span)
    }

    /// `-z` and `~z`, the conjugate.
    pub(super) fn complex_unary(&mut self, op: ast::UnaryOp, e: ExprId, span: Span) -> ExprId {
        let mut code = Vec::new();
        let Some(Parts { re, im: Some(im) }) = self.parts(e, &mut code) else {
            return self.unsupported(span, "an operation on complex numbers");
        };
        let re = if op == ast::UnaryOp::Negate { self.negated(re, span) } else { re };
        let im = if op == ast::UnaryOp::Plus { im } else { self.negated(im, span) };
        let value = self.complex_of(re, im, span);
        self.block_value(code, value, span)
    }

    fn negated(&mut self, e: ExprId, span: Span) -> ExprId {
        let ty = self.unit[e].ty;
        self.unit.add_expr(ExprKind::Negate(e), ty, span)
    }

    /// An operation with at least one complex operand.
    pub(super) fn complex_binary(&mut self, op: BinaryOp, a: ExprId, b: ExprId, span: Span) -> ExprId {
        let common = self.unit.types.common(self.unit[a].ty, self.unit[b].ty);
        let Some(part) = common.and_then(|common| self.complex_part(common)) else {
            return self.invalid(span, "this operator does not apply to complex numbers");
        };
        let mut code = Vec::new();
        let (Some(a), Some(b)) = (self.parts(a, &mut code), self.parts(b, &mut code)) else {
            return self.unsupported(span, "an operation on complex numbers");
        };
        let (a, b) = (self.parts_as(a, part), self.parts_as(b, part));
        let value = match op {
            BinaryOp::Equal | BinaryOp::NotEqual => Some(self.complex_equality(op, a, b, part, span)),
            BinaryOp::Add | BinaryOp::Subtract => self.complex_sum(op, a, b, span),
            BinaryOp::Multiply => self.complex_product(a, b, part, &mut code, span),
            BinaryOp::Divide => self.complex_quotient(a, b, part, span),
            _ => return self.invalid(span, "this operator does not apply to complex numbers"),
        };
        let value = value.unwrap_or_else(|| self.unsupported(span, "an operation on complex numbers"));
        self.block_value(code, value, span)
    }

    fn parts_as(&mut self, parts: Parts, ty: Ty) -> Parts {
        Parts { re: self.convert(parts.re, ty), im: parts.im.map(|im| self.convert(im, ty)) }
    }

    fn complex_equality(&mut self, op: BinaryOp, a: Parts, b: Parts, part: Ty, span: Span) -> ExprId {
        let zero = self.zero_of(part, span);
        let re = self.binary_values(op, a.re, b.re, span);
        let im = self.binary_values(op, a.im.unwrap_or(zero), b.im.unwrap_or(zero), span);
        let both = if op == BinaryOp::Equal { BinaryOp::LogicalAnd } else { BinaryOp::LogicalOr };
        self.binary_values(both, re, im, span)
    }

    fn complex_sum(&mut self, op: BinaryOp, a: Parts, b: Parts, span: Span) -> Option<ExprId> {
        let re = self.binary_values(op, a.re, b.re, span);
        let im = match (a.im, b.im) {
            (Some(x), Some(y)) => self.binary_values(op, x, y, span),
            (Some(x), None) => x,
            (None, Some(y)) if op == BinaryOp::Subtract => self.negated(y, span),
            (None, y) => y?,
        };
        Some(self.complex_of(re, im, span))
    }

    /// A product. That of two complex numbers is computed plainly, and once more by gcc's library if no part of it is a number.
    fn complex_product(&mut self, a: Parts, b: Parts, part: Ty, code: &mut Vec<StmtId>, span: Span) -> Option<ExprId> {
        let mul = |sema: &mut Self, x, y| sema.binary_values(BinaryOp::Multiply, x, y, span);
        let (x, y) = match (a.im, b.im) {
            (Some(x), Some(y)) => (x, y),
            (im, other) => {
                let (real, of) = if im.is_some() { (b.re, a) } else { (a.re, b) };
                let im = im.or(other)?;
                let (re, im) = (mul(self, of.re, real), mul(self, im, real));
                return Some(self.complex_of(re, im, span));
            }
        };
        let constant = [a.re, x, b.re, y].map(|e| self.unit.is_number(e));
        if constant == [true; 4] && ![a.re, x, b.re, y].into_iter().all(|e| self.is_short_number(e)) {
            // gcc rounds such a product once.
            return Some(self.unsupported(span, "a product of complex constants"));
        }
        let (ac, bd) = (mul(self, a.re, b.re), mul(self, x, y));
        let re = self.binary_values(BinaryOp::Subtract, ac, bd, span);
        let (ad, bc) = (mul(self, a.re, y), mul(self, x, b.re));
        let im = self.binary_values(BinaryOp::Add, ad, bc, span);
        if self.unit.types.is_integer(part) || constant == [true; 4] {
            return Some(self.complex_of(re, im, span));
        }
        let (re, im) = (self.kept(re, code)?, self.kept(im, code)?);
        let no_number = |sema: &mut Self, e| sema.binary_values(BinaryOp::NotEqual, e, e, span);
        let (left, right) = (no_number(self, re), no_number(self, im));
        let neither = self.binary_values(BinaryOp::LogicalAnd, left, right, span);
        let plain = self.complex_of(re, im, span);
        let again = self.complex_function("mul", part, vec![a.re, x, b.re, y], span)?;
        let ty = self.unit[plain].ty;
        let choice = ExprKind::Conditional { condition: neither, then: again, otherwise: plain };
        Some(self.unit.add_expr(choice, ty, span))
    }

    fn complex_quotient(&mut self, a: Parts, b: Parts, part: Ty, span: Span) -> Option<ExprId> {
        let Some(y) = b.im else {
            let div = |sema: &mut Self, x| sema.binary_values(BinaryOp::Divide, x, b.re, span);
            let (re, im) = (div(self, a.re), div(self, a.im?));
            return Some(self.complex_of(re, im, span));
        };
        let x = match a.im {
            Some(x) => x,
            None => self.zero_of(part, span),
        };
        let arguments = vec![a.re, x, b.re, y];
        // gcc rounds a quotient of constants once.
        let constant = arguments.iter().all(|e| self.unit.is_number(*e));
        if constant { None } else { self.complex_function("div", part, arguments, span) }
    }

    /// A call of gcc's own function for products or quotients.
    fn complex_function(&mut self, plain: &str, part: Ty, arguments: Vec<ExprId>, span: Span) -> Option<ExprId> {
        let mode = match self.unit.types.kind(part) {
            TypeKind::Float(FloatKind::Float) => "s",
            TypeKind::Float(FloatKind::Double) => "d",
            TypeKind::Float(FloatKind::LongDouble) => "x",
            _ => return None,
        };
        let name: Arc<str> = format!("__{plain}{mode}c3").into();
        let result = self.unit.types.intern(TypeKind::Complex(part));
        let id = match self.linkage.names.get(&name) {
            Some(Linked::Function(known)) => *known,
            _ => {
                let signature = FunctionType { result, params: vec![part; 4], variadic: false, prototyped: true };
                let ty = self.unit.types.function(signature);
                self.new_function(name, ty, span, false)
            }
        };
        let call = ExprKind::Call { callee: Callee::Direct(id), arguments };
        Some(self.unit.add_expr(call, result, span))
    }

    /// A constant whose products and sums with others of the kind are exact in every format.
    fn is_short_number(&self, e: ExprId) -> bool {
        self.unit.number(e).is_some_and(|value| (value * 16.0).fract() == 0.0 && value.abs() < 64.0)
    }
}
