//! Folding of expressions: constants put in, everything computed that can be, with exactly the meaning it had.
//!
//! An expression that may be undefined stays undefined where it was: an operand is dropped only if it is *total*, that is,
//! defined in every state. An expression that is undefined in every state is reported as [`Undefined`].

use super::arith;
use super::expr::{BinaryOp, Expr, IntType, UnaryOp};
use super::float::{self, FloatOp};
use super::memory::MemoryExpr;
use super::program::{Overflow, Program, VarId};

/// The expression is undefined whatever the state: no execution gets past it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Undefined;

type Folded = Result<Expr, Undefined>;

/// Folds the expressions of one program.
pub struct Folder<'a> {
    pub program: &'a Program,
    /// The constants that are put in for variables.
    pub value_of: &'a dyn Fn(VarId) -> Option<i128>,
}

impl Folder<'_> {
    fn ty(&self, expr: &Expr) -> IntType {
        expr.ty(self.program).scalar()
    }

    fn overflow(&self) -> Overflow {
        self.program.semantics.overflow
    }

    pub fn fold(&self, expr: &Expr) -> Folded {
        match expr {
            Expr::Int(..) => Ok(expr.clone()),
            Expr::Var(v) => {
                let ty = self.program.vars[*v].ty.scalar();
                Ok((self.value_of)(*v).map_or_else(|| expr.clone(), |value| Expr::Int(value, ty)))
            }
            Expr::Unary(op, e) => self.unary(*op, self.fold(e)?),
            Expr::Binary(op, a, b) => self.binary(*op, self.fold(a)?, self.fold(b)?),
            Expr::Cast(ty, e) => Ok(self.cast(*ty, self.fold(e)?)),
            Expr::And(a, b) => self.connective(a, b, true),
            Expr::Or(a, b) => self.connective(a, b, false),
            Expr::Ite(c, a, b) => self.choice(c, a, b),
            Expr::Select(v, index) => Ok(Expr::Select(*v, Box::new(self.fold(index)?))),
            Expr::Float(op, operands) => self.float(*op, operands),
            Expr::Memory(op, operands) => {
                let operands = operands.iter().map(|e| self.fold(e)).collect::<Result<_, Undefined>>()?;
                Ok(Expr::Memory(*op, operands))
            }
        }
    }

    fn float(&self, op: FloatOp, operands: &[Expr]) -> Folded {
        let operands = operands.iter().map(|e| self.fold(e)).collect::<Result<Vec<Expr>, Undefined>>()?;
        let values: Option<Vec<i128>> = operands.iter().map(constant).collect();
        match values {
            Some(values) => {
                let from = self.ty(&operands[0]);
                Ok(Expr::Int(float::apply(op, &values, from).ok_or(Undefined)?, op.result()))
            }
            None => Ok(Expr::Float(op, operands)),
        }
    }

    /// Whether evaluation is defined in every state.
    pub fn is_total(&self, expr: &Expr) -> bool {
        self.is_operation_total(expr) && expr.operands().all(|operand| self.is_total(operand))
    }

    /// Whether an operation is defined for all values of its operands.
    pub fn is_operation_total(&self, expr: &Expr) -> bool {
        let wraps = |ty: IntType| !ty.signed || self.overflow() == Overflow::Wrap;
        match expr {
            Expr::Unary(op, e) => *op != UnaryOp::Neg || wraps(self.ty(e)),
            Expr::Binary(op, a, b) => match op {
                BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul => wraps(self.ty(a)),
                BinaryOp::Div | BinaryOp::Rem => {
                    let signed = self.ty(a).signed;
                    matches!(**b, Expr::Int(d, _) if d != 0 && !(signed && d == -1))
                }
                BinaryOp::Shl | BinaryOp::Shr => {
                    matches!(**b, Expr::Int(amount, _) if (0..self.ty(a).bits as i128).contains(&amount))
                }
                _ => true,
            },
            Expr::Float(op, _) => !matches!(op, FloatOp::ToInt(..)),
            Expr::Memory(op, _) => !matches!(op, MemoryExpr::Offset(_) | MemoryExpr::Load(_) | MemoryExpr::Distance),
            Expr::Int(..) | Expr::Var(_) | Expr::Cast(..) | Expr::Select(..) => true,
            Expr::And(..) | Expr::Or(..) | Expr::Ite(..) => true,
        }
    }

    fn unary(&self, op: UnaryOp, operand: Expr) -> Folded {
        if let Expr::Int(value, ty) = operand {
            let value = arith::unary(op, ty, value, self.overflow()).ok_or(Undefined)?;
            return Ok(Expr::Int(value, ty));
        }
        Ok(match (op, operand) {
            (UnaryOp::Not, e) => e.negated(),
            (UnaryOp::BitNot, Expr::Unary(UnaryOp::BitNot, e)) => *e,
            (op, e) => Expr::unary(op, e),
        })
    }

    fn binary(&self, op: BinaryOp, left: Expr, right: Expr) -> Folded {
        if let (&Expr::Int(a, ty), &Expr::Int(b, right_ty)) = (&left, &right) {
            let value = arith::binary(op, ty, a, right_ty, b, self.overflow()).ok_or(Undefined)?;
            return Ok(Expr::Int(value, if op.is_comparison() { IntType::BOOL } else { ty }));
        }
        if op.is_comparison() {
            return Ok(self.comparison(op, left, right));
        }
        use BinaryOp::*;
        let ty = self.ty(&left);
        let zero = Expr::Int(0, ty);
        // 1 is not a value of a signed type of one bit, so there it is never found.
        let (left_is, right_is) = (constant(&left), constant(&right));
        if op.is_shift() && right_is.is_some_and(|amount| !(0..ty.bits as i128).contains(&amount))
            || matches!(op, Div | Rem) && right_is == Some(0)
        {
            return Err(Undefined);
        }
        Ok(match op {
            Add | Sub | BitOr | BitXor | Shl | Shr if right_is == Some(0) => left,
            Add | BitOr | BitXor if left_is == Some(0) => right,
            Mul | Div if right_is == Some(1) => left,
            Mul if left_is == Some(1) => right,
            Mul | BitAnd if right_is == Some(0) && self.is_total(&left) => zero,
            Mul | BitAnd if left_is == Some(0) && self.is_total(&right) => zero,
            Sub | BitXor if left == right && self.is_total(&left) => zero,
            BitAnd | BitOr if left == right => left,
            _ => Expr::binary(op, left, right),
        })
    }

    fn comparison(&self, op: BinaryOp, left: Expr, right: Expr) -> Expr {
        if left == right && self.is_total(&left) {
            let holds = matches!(op, BinaryOp::Eq | BinaryOp::Le);
            return if holds { Expr::TRUE } else { Expr::FALSE };
        }
        if matches!(op, BinaryOp::Eq | BinaryOp::Ne) {
            let equal = op == BinaryOp::Eq;
            if let Some(result) = constant(&right).and_then(|value| self.truth_test(&left, value, equal)) {
                return result;
            }
            if let Some(result) = constant(&left).and_then(|value| self.truth_test(&right, value, equal)) {
                return result;
            }
        }
        Expr::binary(op, left, right)
    }

    /// What `expr == value` (or `!=`) says of the truth value that `expr` is the number of, as in C's `(a < b) != 0`.
    fn truth_test(&self, expr: &Expr, value: i128, equal: bool) -> Option<Expr> {
        let truth = match expr {
            Expr::Cast(ty, inner) if self.ty(inner) == IntType::BOOL && ty.contains(1) => (**inner).clone(),
            Expr::Ite(c, a, b) if constant(a) == Some(1) && constant(b) == Some(0) => (**c).clone(),
            Expr::Ite(c, a, b) if constant(a) == Some(0) && constant(b) == Some(1) => (**c).clone().negated(),
            _ if self.ty(expr) == IntType::BOOL => expr.clone(),
            _ => return None,
        };
        match value {
            0 | 1 => Some(if (value == 1) == equal { truth } else { truth.negated() }),
            _ if self.is_total(&truth) => Some(if equal { Expr::FALSE } else { Expr::TRUE }),
            _ => None,
        }
    }

    fn cast(&self, to: IntType, operand: Expr) -> Expr {
        match operand {
            Expr::Int(value, _) => Expr::Int(to.wrap(value), to),
            Expr::Cast(through, inner) => {
                let from = self.ty(&inner);
                // The inner conversion is idle if it keeps the value, or every bit that the outer one keeps.
                if holds_all(through, from) || to.bits <= through.bits {
                    self.cast(to, *inner)
                } else {
                    Expr::cast(to, Expr::Cast(through, inner))
                }
            }
            operand if self.ty(&operand) == to => operand,
            operand => Expr::cast(to, operand),
        }
    }

    /// `a && b` if `and`, else `a || b`.
    fn connective(&self, a: &Expr, b: &Expr, and: bool) -> Folded {
        let a = self.fold(a)?;
        let decided = if and { Expr::FALSE } else { Expr::TRUE };
        let neutral = if and { Expr::TRUE } else { Expr::FALSE };
        if a == decided {
            return Ok(decided);
        }
        if a == neutral {
            return self.fold(b);
        }
        // An undefined right operand matters only where it is evaluated: it stays.
        let b = self.fold(b).unwrap_or_else(|Undefined| b.clone());
        Ok(if b == neutral || a == b {
            a
        } else if b == decided && self.is_total(&a) {
            decided
        } else if and {
            Expr::And(Box::new(a), Box::new(b))
        } else {
            Expr::Or(Box::new(a), Box::new(b))
        })
    }

    fn choice(&self, c: &Expr, a: &Expr, b: &Expr) -> Folded {
        let c = self.fold(c)?;
        if let Some(value) = constant(&c) {
            return self.fold(if value != 0 { a } else { b });
        }
        let (first, second) = (self.fold(a), self.fold(b));
        if first.is_err() && second.is_err() {
            return Err(Undefined);
        }
        let (a, b) = (first.unwrap_or_else(|Undefined| a.clone()), second.unwrap_or_else(|Undefined| b.clone()));
        Ok(if a == b && self.is_total(&c) {
            a
        } else if a == Expr::TRUE && b == Expr::FALSE {
            c
        } else if a == Expr::FALSE && b == Expr::TRUE {
            c.negated()
        } else {
            Expr::Ite(Box::new(c), Box::new(a), Box::new(b))
        })
    }
}

fn constant(expr: &Expr) -> Option<i128> {
    match expr {
        Expr::Int(value, _) => Some(*value),
        _ => None,
    }
}

/// Whether `ty` has every value of `other`.
pub(super) fn holds_all(ty: IntType, other: IntType) -> bool {
    if ty.signed == other.signed { ty.bits >= other.bits } else { ty.signed && ty.bits > other.bits }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cfa::{Op, read_program};

    /// Folds an assigned expression over a few variables, with `k` known to be 3.
    fn folded(text: &str) -> String {
        let program = read_program(&format!(
            "global b: bool; global x: i32; global k: i32; global u: u32; global c: i8; global w: i64;
             proc main() entry l0 exit l1 {{ l0 -> l1: {text}; }}"
        ));
        let program = program.unwrap_or_else(|e| panic!("{e}"));
        let Op::Assign(_, expr) = &program.edges.values().next().expect("one edge").op else { panic!("{text}") };
        let value_of = |v: VarId| (&*program.vars[v].name == "k").then_some(3);
        let folder = Folder { program: &program, value_of: &value_of };
        folder.fold(expr).map_or("undefined".to_string(), |e| program.show_expr(&e).to_string())
    }

    #[test]
    fn constants_are_computed() {
        assert_eq!(folded("x = k * 4 - 1"), "11");
        assert_eq!(folded("x = x + (k - 3)"), "x");
        assert_eq!(folded("b = 2 < k && b"), "b");
        assert_eq!(folded("u = u32(k) - 4"), "4294967295");
        assert_eq!(folded("x = b ? x : x"), "x");
    }

    #[test]
    fn undefined_operations_stay() {
        assert_eq!(folded("x = 1 / (k - 3)"), "undefined");
        assert_eq!(folded("x = 2147483647 + k"), "undefined");
        assert_eq!(folded("x = x / 0"), "undefined");
        assert_eq!(folded("x = (x + 1) * 0"), "(x + 1) * 0");
        assert_eq!(folded("u = (u + 1) * 0"), "0");
        assert_eq!(folded("b = x / k == 1 && false"), "false");
        assert_eq!(folded("b = k / x == 1 && false"), "3 / x == 1 && false");
        assert_eq!(folded("b = b && 1 / (k - 3) == 1"), "b && 1 / (k - 3) == 1");
        assert_eq!(folded("x = x << k << 40"), "undefined");
    }

    #[test]
    fn truth_values_shed_their_numbers() {
        assert_eq!(folded("b = i32(x < k) != 0"), "x < 3");
        assert_eq!(folded("b = i32(x < k) == 0"), "3 <= x");
        assert_eq!(folded("b = (b ? 1 : 0) == 1"), "b");
        assert_eq!(folded("b = i32(b) == 7"), "false");
        assert_eq!(folded("b = b == false"), "!b");
    }

    #[test]
    fn casts_collapse() {
        assert_eq!(folded("c = i8(i64(x))"), "i8(x)");
        assert_eq!(folded("w = i64(i32(c))"), "i64(c)");
        assert_eq!(folded("w = i64(u32(x))"), "i64(u32(x))");
        assert_eq!(folded("c = i8(i32(c))"), "c");
        assert_eq!(folded("x = i32(u32(x))"), "x");
    }
}
