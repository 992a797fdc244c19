//! Floating-point numbers: values are bit patterns, operations on them are explicit.

use super::*;
use crate::cfa::float;
use crate::cfa::{FloatFormat, FloatOp};
use crate::front::library::Math;
use crate::front::literal::FloatValue;

impl Lowering<'_> {
    /// The format of a floating type, if it is modelled.
    pub(super) fn float_format(&self, ty: Ty) -> Option<FloatFormat> {
        match self.unit.types.kind(ty) {
            TypeKind::Float(kind) => format_of(*kind),
            _ => None,
        }
    }
}

/// The format of a kind of floating type; `None` if it is not modelled.
pub(super) fn format_of(kind: FloatKind) -> Option<FloatFormat> {
    match kind {
        FloatKind::Float | FloatKind::Float32 => Some(FloatFormat::Single),
        FloatKind::Double | FloatKind::Float64 | FloatKind::Float32x => Some(FloatFormat::Double),
        FloatKind::LongDouble | FloatKind::Float64x => Some(FloatFormat::Extended),
        FloatKind::Float16
        | FloatKind::Float128
        | FloatKind::Decimal32
        | FloatKind::Decimal64
        | FloatKind::Decimal128 => None,
    }
}

impl Frame<'_, '_> {
    pub(super) fn format(&self, ty: Ty) -> Option<FloatFormat> {
        self.lowering.float_format(ty)
    }

    /// An operation, computed at once if its operands are constants.
    pub(super) fn float(&self, op: FloatOp, operands: Vec<Expr>) -> Expr {
        let constants: Option<Vec<i128>> = operands
            .iter()
            .map(|operand| match operand {
                Expr::Int(value, _) => Some(*value),
                _ => None,
            })
            .collect();
        let from = self.type_of(&operands[0]);
        match constants.and_then(|values| float::apply(op, &values, from)) {
            Some(value) => Expr::Int(value, op.result()),
            None => Expr::Float(op, operands),
        }
    }

    /// A constant of the source.
    pub(super) fn float_constant(&self, format: FloatFormat, digits: &str) -> Expr {
        let pattern = float::parse(format, digits).unwrap_or_else(|| {
            let wide = i128::from(FloatValue::new(digits).to_f64().to_bits());
            float::apply(FloatOp::Convert(FloatFormat::Double, format), &[wide], FloatFormat::Double.pattern())
                .unwrap_or(0)
        });
        Expr::Int(pattern, format.pattern())
    }

    /// The conversion of a value between scalar types of C.
    pub(super) fn convert(&self, value: Expr, from: Ty, to: Ty) -> Expr {
        if self.unit.types.is_bool(to) {
            return self.nonzero(value, from);
        }
        match (self.format(from), self.format(to)) {
            (None, None) => self.cast(value, self.int_type(to)),
            (Some(from), Some(to)) if from == to => value,
            (Some(from), Some(to)) => self.float(FloatOp::Convert(from, to), vec![value]),
            (None, Some(to)) => self.float(FloatOp::FromInt(to), vec![value]),
            (Some(from), None) => self.float(FloatOp::ToInt(from, self.int_type(to)), vec![value]),
        }
    }

    /// Whether a value of a scalar type is not zero.
    pub(super) fn nonzero(&self, value: Expr, ty: Ty) -> Expr {
        match self.format(ty) {
            Some(format) => {
                let zero = Expr::Int(0, format.pattern());
                self.float(FloatOp::Eq(format), vec![value, zero]).negated()
            }
            None => self.is_nonzero(value),
        }
    }

    pub(super) fn float_arithmetic(&self, op: ArithmeticOp, format: FloatFormat, a: Expr, b: Expr) -> Option<Expr> {
        let op = match op {
            ArithmeticOp::Add => FloatOp::Add(format),
            ArithmeticOp::Sub => FloatOp::Sub(format),
            ArithmeticOp::Mul => FloatOp::Mul(format),
            ArithmeticOp::Div => FloatOp::Div(format),
            _ => return None,
        };
        Some(self.float(op, vec![a, b]))
    }

    pub(super) fn float_comparison(&self, op: CompareOp, format: FloatFormat, a: Expr, b: Expr) -> Expr {
        match op {
            CompareOp::Eq => self.float(FloatOp::Eq(format), vec![a, b]),
            CompareOp::Ne => self.float(FloatOp::Eq(format), vec![a, b]).negated(),
            CompareOp::Lt => self.float(FloatOp::Lt(format), vec![a, b]),
            CompareOp::Le => self.float(FloatOp::Le(format), vec![a, b]),
            CompareOp::Gt => self.float(FloatOp::Lt(format), vec![b, a]),
            CompareOp::Ge => self.float(FloatOp::Le(format), vec![b, a]),
        }
    }

    /// A function of the mathematical library.
    pub(super) fn math(&mut self, e: ExprId, math: Math, arguments: &[ExprId]) -> Option<Expr> {
        let unit = self.unit;
        let (result, span) = (unit[e].ty, unit[e].span);
        let Some(first) = arguments.first() else {
            for argument in arguments {
                self.discard(*argument);
            }
            let format = self.format(result)?;
            return Some(self.special(math, format));
        };
        if matches!(math, Math::Infinity | Math::Nan) {
            self.discard(*first);
            let format = self.format(result)?;
            return Some(self.special(math, format));
        }
        // Predicates are of the type of their argument, as it was before a prototype widened it; the others compute in that of their
        // result.
        let first = if math.is_predicate() { self.narrow(*first) } else { *first };
        let of = if math.is_predicate() { unit[first].ty } else { result };
        let Some(format) = self.format(of) else {
            self.note_unsupported("a mathematical function of another type", span);
            return Some(self.unknown(e));
        };
        let mut values = Vec::with_capacity(arguments.len());
        for argument in [&first].into_iter().chain(&arguments[1..]) {
            let value = self.value(*argument);
            let value = self.convert(value, unit[*argument].ty, of);
            values.push(if self.is_stable(&value) { value } else { self.spill(value, span) });
        }
        let a = values[0].clone();
        let zero = Expr::Int(0, format.pattern());
        let infinity = self.special(Math::Infinity, format);
        let unary = |op: FloatOp| self.float(op, vec![a.clone()]);
        let absolute = self.float(FloatOp::Abs(format), vec![a.clone()]);
        let is_infinite = self.float(FloatOp::Eq(format), vec![absolute.clone(), infinity.clone()]);
        let is_nan = self.float(FloatOp::IsNan(format), vec![a.clone()]);
        let sign = self.comparison(CompareOp::Ge, a.clone(), Expr::Int(1 << (format.bits() - 1), format.pattern()));
        let value = match math {
            Math::Absolute => absolute,
            Math::Root => unary(FloatOp::Sqrt(format)),
            Math::Integral(how) => unary(FloatOp::Integral(format, how)),
            Math::IsNan => is_nan,
            Math::IsInfinite => is_infinite,
            Math::IsFinite => Expr::And(Box::new(is_nan.negated()), Box::new(is_infinite.negated())),
            Math::SignBit => sign,
            Math::Minimum | Math::Maximum => {
                let b = values.get(1)?.clone();
                let op = FloatOp::Lt(format);
                let less = match math {
                    Math::Minimum => self.float(op, vec![a.clone(), b.clone()]),
                    _ => self.float(op, vec![b.clone(), a.clone()]),
                };
                // A NaN is the other operand's.
                let b_is_nan = self.float(FloatOp::IsNan(format), vec![b.clone()]);
                let first = Expr::Or(Box::new(less), Box::new(b_is_nan));
                Expr::Ite(Box::new(first), Box::new(a), Box::new(b))
            }
            Math::CopySign => {
                let b = values.get(1)?.clone();
                let top = Expr::Int(1 << (format.bits() - 1), format.pattern());
                let negative = self.comparison(CompareOp::Ge, b, top);
                let negated = self.float(FloatOp::Neg(format), vec![absolute.clone()]);
                Expr::Ite(Box::new(negative), Box::new(negated), Box::new(absolute))
            }
            Math::Infinity | Math::Nan => zero,
        };
        let value = if math.is_predicate() { self.cast(value, self.int_type(result)) } else { value };
        Some(value)
    }

    /// A floating-point number without a conversion to a wider format.
    fn narrow(&self, e: ExprId) -> ExprId {
        let ExprKind::Convert(inner) = self.unit[e].kind else { return e };
        let bits = |e: ExprId| self.format(self.unit[e].ty).map(FloatFormat::bits);
        if bits(inner).is_some() && bits(inner) <= bits(e) { self.narrow(inner) } else { e }
    }

    fn special(&self, math: Math, format: FloatFormat) -> Expr {
        self.float_constant(format, if math == Math::Nan { "nan" } else { "inf" })
    }
}
