//! `__builtin_add_overflow` and its relatives: the exact result of an operation, stored as far as it fits.

use super::*;

/// One of the functions: the operation, and where the types come from.
struct Overflow {
    op: ArithmeticOp,
    /// The type of all operands, if the name tells it.
    fixed: Option<IntKind>,
    /// The last argument tells a type and takes no result.
    predicate: bool,
}

impl Overflow {
    fn named(name: &str) -> Option<Overflow> {
        let rest = name.strip_prefix("__builtin_")?;
        let (rest, predicate) = match rest.strip_suffix("_overflow_p") {
            Some(rest) => (rest, true),
            None => (rest.strip_suffix("_overflow")?, false),
        };
        let op = |text: &str| match text {
            "add" => Some(ArithmeticOp::Add),
            "sub" => Some(ArithmeticOp::Sub),
            "mul" => Some(ArithmeticOp::Mul),
            _ => None,
        };
        if let Some(op) = op(rest) {
            return Some(Overflow { op, fixed: None, predicate });
        }
        let (signed, rest) = match rest.strip_prefix('s') {
            Some(rest) => (true, rest),
            None => (false, rest.strip_prefix('u')?),
        };
        let (op, suffix) = (op(rest.get(..3)?)?, rest.get(3..)?);
        let kind = match suffix {
            "" => IntKind::Int,
            "l" => IntKind::Long,
            "ll" => IntKind::LongLong,
            _ => return None,
        };
        Some(Overflow { op, fixed: Some(if signed { kind } else { kind.to_unsigned() }), predicate: false })
    }

    /// A type that holds the result of every operation on values of two types.
    fn exact_type(&self, a: IntKind, b: IntKind, model: crate::cfa::DataModel) -> Option<IntKind> {
        let (x, y) = (a.int_type(model), b.int_type(model));
        if self.op == ArithmeticOp::Mul && !x.signed && !y.signed {
            let bits = x.bits + y.bits;
            return (bits <= 128).then_some(IntKind::Bits { bits: bits.max(33), signed: false });
        }
        // As signed numbers an unsigned one needs a bit more.
        let (m, n) = (x.bits + u8::from(!x.signed), y.bits + u8::from(!y.signed));
        let bits =
            if self.op == ArithmeticOp::Mul { m + n - u8::from(m != x.bits || n != y.bits) } else { m.max(n) + 1 };
        (bits <= 128).then_some(IntKind::Bits { bits: bits.max(33), signed: true })
    }
}

impl Sema<'_> {
    pub(super) fn overflow_builtin(&mut self, name: &str, arguments: &[ast::ExprId], span: Span) -> Option<ExprId> {
        let function = Overflow::named(name)?;
        let [a, b, last] = arguments else { return None };
        let mut values = [self.rvalue(*a), self.rvalue(*b)];
        let last = self.rvalue(*last);
        if let Some(kind) = function.fixed {
            let ty = self.unit.types.int(kind);
            values = values.map(|value| self.assign_convert(value, ty, "pass as"));
        }
        let last_type = self.unit[last].ty;
        let target = if function.predicate { Some(last_type) } else { self.unit.types.pointee(last_type) };
        let kinds = values.map(|value| self.unit.types.int_kind(self.unit[value].ty));
        let target = target.filter(|ty| self.unit.types.is_integer(*ty));
        let ([Some(x), Some(y)], Some(target)) = (kinds, target) else {
            return Some(
                self.invalid(span, format!("the arguments of `{name}` must be integers, and a pointer to one")),
            );
        };
        let Some(exact) = function.exact_type(x, y, self.unit.types.model) else {
            return Some(self.unsupported(span, format!("`{name}` on numbers of 128 bits")));
        };
        let exact = self.unit.types.int(exact);
        let values = values.map(|value| self.convert(value, exact));
        Some(self.overflow_check(&function, values, last, target, span))
    }

    fn overflow_check(
        &mut self,
        function: &Overflow,
        values: [ExprId; 2],
        last: ExprId,
        target: Ty,
        span: Span,
    ) -> ExprId {
        let exact = self.unit[values[0]].ty;
        let operation = |sema: &mut Self, [a, b]: [ExprId; 2]| {
            sema.unit.add_expr(ExprKind::Arithmetic(function.op, a, b), exact, span)
        };
        let constant = operation(self, values);
        if function.predicate && self.unit.constant(constant).is_some() && !self.runs_code(last) {
            return self.outside(constant, target, span);
        }
        let mut code = Vec::new();
        // These have values: their types are integers or pointers.
        let mut keep = |sema: &mut Self, value: ExprId| sema.kept(value, &mut code).unwrap_or(value);
        let values = values.map(|value| keep(self, value));
        let last = keep(self, last);
        let result = operation(self, values);
        let result = keep(self, result);
        if !function.predicate {
            let target = self.deref(last, span);
            let ty = self.unit[target].ty.unqualified();
            let value = self.convert(result, ty);
            let store = self.unit.add_expr(ExprKind::Assign { target, value }, ty, span);
            code.push(self.unit.add_stmt(StmtKind::Expr(store), span));
        }
        let outside = self.outside(result, target, span);
        self.block_value(code, outside, span)
    }

    /// Whether a value is outside of a type.
    fn outside(&mut self, value: ExprId, target: Ty, span: Span) -> ExprId {
        let int = self.int();
        let bool = self.unit.types.int(IntKind::Bool);
        let exact = self.unit[value].ty;
        let types = &self.unit.types;
        let (Some(range), Some(all)) = (types.int_type(target), types.int_type(exact)) else { return value };
        let mut result = self.int_constant(0, int, span);
        // Bounds beyond those of the exact type cannot be passed. (Those of 128 bits unsigned are no numbers here.)
        let low = (all.signed && all.min() < range.min()).then_some((CompareOp::Lt, range.min()));
        let whole = !range.signed && range.bits == 128;
        let above = if !all.signed && all.bits == 128 { !whole } else { !whole && all.max() > range.max() };
        for (op, bound) in low.into_iter().chain(above.then_some((CompareOp::Gt, range.max()))) {
            let bound = self.int_constant(bound, exact, span);
            let test = self.unit.add_expr(ExprKind::Compare(op, value, bound), int, span);
            result = self.unit.add_expr(ExprKind::LogicalOr(result, test), int, span);
        }
        self.convert(result, bool)
    }
}
