//! Constant expressions, evaluated exactly as gcc folds them: signed operations wrap.
//!
//! Values are kept as `i128`; those of `unsigned __int128` as their bit pattern, which is what [`IntType::wrap`] makes of them.

use crate::cfa::IntType;
use crate::front::hir::*;
use crate::front::literal::FloatValue;
use crate::front::types::*;

#[derive(Clone, Copy, Debug)]
enum Value {
    Int(i128),
    Float(f64),
}

/// The result of an operation on values of type `ty`, wrapped, and whether the exact result was outside the type. `None` for a
/// division by zero or a shift by an amount that is negative or too large.
pub fn arithmetic(op: ArithmeticOp, a: i128, b: i128, ty: IntType) -> Option<(i128, bool)> {
    let bits = i128::from(ty.bits);
    let wide_unsigned = !ty.signed && ty.bits == 128;
    let exact = match op {
        ArithmeticOp::Add => (a.wrapping_add(b), a.checked_add(b).is_none()),
        ArithmeticOp::Sub => (a.wrapping_sub(b), a.checked_sub(b).is_none()),
        ArithmeticOp::Mul => (a.wrapping_mul(b), a.checked_mul(b).is_none()),
        ArithmeticOp::Div | ArithmeticOp::Rem if b == 0 => return None,
        ArithmeticOp::Div if wide_unsigned => (((a as u128) / (b as u128)) as i128, false),
        ArithmeticOp::Rem if wide_unsigned => (((a as u128) % (b as u128)) as i128, false),
        ArithmeticOp::Div => (a.wrapping_div(b), a.checked_div(b).is_none()),
        ArithmeticOp::Rem => {
            // The remainder of minimum and −1 is zero, but C leaves it undefined with the quotient.
            let overflows = ty.signed && b == -1 && a == ty.min();
            (a.wrapping_rem(b), overflows)
        }
        ArithmeticOp::BitAnd => (a & b, false),
        ArithmeticOp::BitOr => (a | b, false),
        ArithmeticOp::BitXor => (a ^ b, false),
        ArithmeticOp::Shl | ArithmeticOp::Shr if b < 0 || b >= bits => return None,
        // gcc shifts bits out and calls nothing undefined.
        ArithmeticOp::Shl => return Some((ty.wrap(a << b), false)),
        ArithmeticOp::Shr if wide_unsigned => (((a as u128) >> b) as i128, false),
        ArithmeticOp::Shr => (a >> b, false),
    };
    let wrapped = ty.wrap(exact.0);
    Some((wrapped, exact.1 || wrapped != exact.0))
}

/// A comparison of values of type `ty`.
pub fn compare(op: CompareOp, a: i128, b: i128, ty: IntType) -> bool {
    let order = if !ty.signed && ty.bits == 128 { (a as u128).cmp(&(b as u128)) } else { a.cmp(&b) };
    match op {
        CompareOp::Eq => order.is_eq(),
        CompareOp::Ne => order.is_ne(),
        CompareOp::Lt => order.is_lt(),
        CompareOp::Le => order.is_le(),
        CompareOp::Gt => order.is_gt(),
        CompareOp::Ge => order.is_ge(),
    }
}

impl Unit {
    /// The value of an integer constant expression (also of a constant address); `None` if it is not constant.
    pub fn constant(&self, e: ExprId) -> Option<i128> {
        match self.value(e)? {
            Value::Int(value) => Some(value),
            Value::Float(_) => None,
        }
    }

    /// Whether the expression is a constant number, also one that is no integer.
    pub fn is_number(&self, e: ExprId) -> bool {
        self.value(e).is_some()
    }

    /// The value of a constant number.
    pub fn number(&self, e: ExprId) -> Option<f64> {
        Some(match self.value(e)? {
            Value::Int(value) => value as f64,
            Value::Float(value) => value,
        })
    }

    /// Whether the expression is the constant zero, which converts to a null pointer.
    pub fn is_null_constant(&self, e: ExprId) -> bool {
        let node = &self[e];
        match &node.kind {
            ExprKind::Convert(inner) => {
                let is_void_pointer = self.types.pointee(node.ty).is_some_and(|to| self.types.is_void(to));
                (is_void_pointer || self.types.is_integer(node.ty)) && self.constant(*inner) == Some(0)
            }
            _ => self.types.is_integer(node.ty) && self.constant(e) == Some(0),
        }
    }

    fn value(&self, e: ExprId) -> Option<Value> {
        stacker::maybe_grow(64 * 1024, 1024 * 1024, || self.value_inner(e))
    }

    fn value_inner(&self, e: ExprId) -> Option<Value> {
        let node = &self[e];
        match &node.kind {
            ExprKind::Int(value) => Some(Value::Int(*value)),
            ExprKind::Float(digits) => {
                let value = FloatValue::new(digits);
                let is_float =
                    matches!(self.types.kind(node.ty), TypeKind::Float(FloatKind::Float | FloatKind::Float32));
                Some(Value::Float(if is_float { f64::from(value.to_f32()) } else { value.to_f64() }))
            }
            ExprKind::Convert(inner) => self.converted(self.value(*inner)?, node.ty),
            ExprKind::Negate(inner) => match self.value(*inner)? {
                Value::Int(value) => Some(Value::Int(self.types.int_type(node.ty)?.wrap(value.wrapping_neg()))),
                Value::Float(value) => Some(Value::Float(-value)),
            },
            ExprKind::BitNot(inner) => {
                let Value::Int(value) = self.value(*inner)? else { return None };
                Some(Value::Int(self.types.int_type(node.ty)?.wrap(!value)))
            }
            ExprKind::Not(inner) => Some(Value::Int(i128::from(!self.value(*inner)?.is_true()))),
            ExprKind::Arithmetic(op, a, b) => self.arithmetic_value(*op, *a, *b, node.ty),
            ExprKind::Compare(op, a, b) => self.compare_value(*op, *a, *b),
            ExprKind::LogicalAnd(a, b) => {
                let holds = self.value(*a)?.is_true() && self.value(*b)?.is_true();
                Some(Value::Int(i128::from(holds)))
            }
            ExprKind::LogicalOr(a, b) => {
                let holds = self.value(*a)?.is_true() || self.value(*b)?.is_true();
                Some(Value::Int(i128::from(holds)))
            }
            ExprKind::Conditional { condition, then, otherwise } => {
                self.value(if self.value(*condition)?.is_true() { *then } else { *otherwise })
            }
            ExprKind::Elvis { condition, otherwise } => {
                let value = self.value(*condition)?;
                if value.is_true() { self.converted(value, node.ty) } else { self.value(*otherwise) }
            }
            ExprKind::AddressOf(place) | ExprKind::Decay(place) => self.address(*place).map(Value::Int),
            ExprKind::PointerAdd { pointer, index, negative } => {
                let (Value::Int(base), Value::Int(index)) = (self.value(*pointer)?, self.value(*index)?) else {
                    return None;
                };
                let size = i128::from(self.types.size_of(self.types.pointee(node.ty)?)?);
                let distance = index.wrapping_mul(size);
                Some(Value::Int(if *negative { base.wrapping_sub(distance) } else { base.wrapping_add(distance) }))
            }
            _ => None,
        }
    }

    /// The constant address of an lvalue such as `((struct s *)0)->member`.
    fn address(&self, place: ExprId) -> Option<i128> {
        match &self[place].kind {
            ExprKind::Deref(pointer) => self.constant(*pointer),
            ExprKind::Member(base, field) if self.types.is_behind_variable(self[*base].ty, field.index) => None,
            ExprKind::Member(base, field) => Some(self.address(*base)? + i128::from(field.bit_offset / 8)),
            _ => None,
        }
    }

    fn converted(&self, value: Value, to: Ty) -> Option<Value> {
        match (value, self.types.kind(to)) {
            (value, TypeKind::Int(IntKind::Bool)) => Some(Value::Int(i128::from(value.is_true()))),
            (Value::Int(value), TypeKind::Int(_) | TypeKind::Enum(_)) => {
                Some(Value::Int(self.types.int_type(to)?.wrap(value)))
            }
            (Value::Int(value), TypeKind::Pointer(_)) => {
                let bits = (self.types.pointer_bytes() * 8) as u8;
                Some(Value::Int(IntType::new(bits, false).wrap(value)))
            }
            (Value::Float(value), TypeKind::Int(_) | TypeKind::Enum(_)) => {
                let ty = self.types.int_type(to)?;
                let truncated = value as i128;
                ty.contains(truncated).then_some(Value::Int(truncated))
            }
            (Value::Int(value), TypeKind::Float(kind)) => Some(Value::Float(round(value as f64, *kind))),
            (Value::Float(value), TypeKind::Float(kind)) => Some(Value::Float(round(value, *kind))),
            _ => None,
        }
    }

    fn arithmetic_value(&self, op: ArithmeticOp, a: ExprId, b: ExprId, ty: Ty) -> Option<Value> {
        match (self.value(a)?, self.value(b)?) {
            (Value::Int(x), Value::Int(y)) => {
                arithmetic(op, x, y, self.types.int_type(ty)?).map(|(value, _)| Value::Int(value))
            }
            (Value::Float(x), Value::Float(y)) => Some(Value::Float(match op {
                ArithmeticOp::Add => x + y,
                ArithmeticOp::Sub => x - y,
                ArithmeticOp::Mul => x * y,
                ArithmeticOp::Div => x / y,
                _ => return None,
            })),
            _ => None,
        }
    }

    fn compare_value(&self, op: CompareOp, a: ExprId, b: ExprId) -> Option<Value> {
        let holds = match (self.value(a)?, self.value(b)?) {
            (Value::Int(x), Value::Int(y)) => {
                let ty = self.types.int_type(self[a].ty).unwrap_or(IntType::new(64, false));
                compare(op, x, y, ty)
            }
            (Value::Float(x), Value::Float(y)) => match op {
                CompareOp::Eq => x == y,
                CompareOp::Ne => x != y,
                CompareOp::Lt => x < y,
                CompareOp::Le => x <= y,
                CompareOp::Gt => x > y,
                CompareOp::Ge => x >= y,
            },
            _ => return None,
        };
        Some(Value::Int(i128::from(holds)))
    }
}

impl Value {
    fn is_true(self) -> bool {
        match self {
            Value::Int(value) => value != 0,
            Value::Float(value) => value != 0.0,
        }
    }
}

fn round(value: f64, kind: FloatKind) -> f64 {
    match kind {
        FloatKind::Float | FloatKind::Float32 => f64::from(value as f32),
        _ => value,
    }
}
