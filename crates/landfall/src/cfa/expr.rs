//! Expressions of a program: pure, typed, with the exact meaning of C after all conversions were made explicit.
//!
//! An expression may be *undefined* for some states: signed overflow (when the program's semantics says so), division by
//! zero, a shift by a negative or too large amount. Evaluation is strict and left to right, except that `And`, `Or` and
//! `Ite` evaluate only the operands that C evaluates; an operand that is not evaluated cannot make the whole undefined.

use super::float::FloatOp;
use super::memory::{MemoryExpr, ObjId};
use super::program::{Program, VarId};

/// An integer type: `bits` from 1 to 128. `_Bool` and truth values are one bit, unsigned.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct IntType {
    pub bits: u8,
    pub signed: bool,
}

impl IntType {
    pub const BOOL: IntType = IntType { bits: 1, signed: false };

    pub const fn new(bits: u8, signed: bool) -> Self {
        IntType { bits, signed }
    }

    /// The smallest value. (128-bit values are kept as `i128`; for unsigned 128-bit the bit pattern is stored.)
    pub const fn min(self) -> i128 {
        if !self.signed {
            0
        } else if self.bits >= 128 {
            i128::MIN
        } else {
            -(1i128 << (self.bits - 1))
        }
    }

    /// The largest value; for unsigned 128-bit, whose largest value no `i128` holds, this is the pattern of all ones (−1).
    pub const fn max(self) -> i128 {
        match (self.signed, self.bits) {
            (true, 128) => i128::MAX,
            (false, 128) => -1,
            (true, b) => (1i128 << (b - 1)) - 1,
            (false, 127) => i128::MAX,
            (false, b) => (1i128 << b) - 1,
        }
    }

    /// The value of this type that is congruent to `value` modulo 2^bits: gcc's conversion.
    pub const fn wrap(self, value: i128) -> i128 {
        if self.bits >= 128 {
            return value;
        }
        let shift = 128 - self.bits as u32;
        if self.signed { (value << shift) >> shift } else { (((value as u128) << shift) >> shift) as i128 }
    }

    pub const fn contains(self, value: i128) -> bool {
        self.wrap(value) == value
    }
}

/// `bool`, or `i` or `u` and the number of bits.
impl std::fmt::Display for IntType {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match (*self == IntType::BOOL, self.signed) {
            (true, _) => write!(f, "bool"),
            (_, true) => write!(f, "i{}", self.bits),
            (_, false) => write!(f, "u{}", self.bits),
        }
    }
}

/// The type of a variable or an expression.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Type {
    Int(IntType),
    /// A region of memory: a total map from numbers to cells that hold integers. Only globals have such a type; it is no
    /// type of expressions.
    Array(IntType),
}

/// The type of indices into regions.
pub const INDEX: IntType = IntType::new(64, true);

impl Type {
    pub const BOOL: Type = Type::Int(IntType::BOOL);

    pub const fn int(bits: u8, signed: bool) -> Type {
        Type::Int(IntType { bits, signed })
    }

    pub const fn as_int(self) -> Option<IntType> {
        match self {
            Type::Int(t) => Some(t),
            Type::Array(_) => None,
        }
    }

    /// What a value of the type holds: itself if it is a number, its cells if it is a region.
    pub const fn scalar(self) -> IntType {
        match self {
            Type::Int(t) | Type::Array(t) => t,
        }
    }

    pub const fn is_array(self) -> bool {
        matches!(self, Type::Array(_))
    }
}

impl std::fmt::Display for Type {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Type::Int(ty) => ty.fmt(f),
            Type::Array(ty) => write!(f, "{ty}[]"),
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum UnaryOp {
    /// Arithmetic negation: on a signed type undefined at its minimum, on an unsigned one modulo 2^bits.
    Neg,
    /// Bitwise complement.
    BitNot,
    /// Logical negation of a truth value (type `BOOL`).
    Not,
}

/// Both operands have one type, which is also the type of the result of an arithmetic or bit operation; for shifts the right
/// operand may have any integer type and the result has the left operand's. Comparisons give `BOOL`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum BinaryOp {
    Add,
    Sub,
    Mul,
    /// Truncates towards zero; undefined for a zero divisor and for minimum / −1.
    Div,
    /// Has the dividend's sign; undefined where `Div` is.
    Rem,
    BitAnd,
    BitOr,
    BitXor,
    /// Left shift. Undefined for amounts below zero or from `bits` on, never for a value: like gcc, bits are shifted out.
    Shl,
    /// Right shift, arithmetic on signed types. Undefined for amounts below zero or from `bits` on.
    Shr,
    Eq,
    Ne,
    Lt,
    Le,
}

impl BinaryOp {
    pub const fn is_comparison(self) -> bool {
        matches!(self, BinaryOp::Eq | BinaryOp::Ne | BinaryOp::Lt | BinaryOp::Le)
    }

    /// How C writes it.
    pub const fn symbol(self) -> &'static str {
        match self {
            BinaryOp::Add => "+",
            BinaryOp::Sub => "-",
            BinaryOp::Mul => "*",
            BinaryOp::Div => "/",
            BinaryOp::Rem => "%",
            BinaryOp::BitAnd => "&",
            BinaryOp::BitOr => "|",
            BinaryOp::BitXor => "^",
            BinaryOp::Shl => "<<",
            BinaryOp::Shr => ">>",
            BinaryOp::Eq => "==",
            BinaryOp::Ne => "!=",
            BinaryOp::Lt => "<",
            BinaryOp::Le => "<=",
        }
    }

    pub const fn is_shift(self) -> bool {
        matches!(self, BinaryOp::Shl | BinaryOp::Shr)
    }
}

#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Expr {
    /// A constant; the value lies in the range of the type.
    Int(i128, IntType),
    Var(VarId),
    Unary(UnaryOp, Box<Expr>),
    Binary(BinaryOp, Box<Expr>, Box<Expr>),
    /// Conversion between integer types, modulo 2^bits. (Conversion *to* `_Bool` is a comparison with zero, not a cast.)
    Cast(IntType, Box<Expr>),
    /// `a && b` on truth values; `b` is evaluated only if `a` holds.
    And(Box<Expr>, Box<Expr>),
    /// `a || b` on truth values; `b` is evaluated only if `a` does not hold.
    Or(Box<Expr>, Box<Expr>),
    /// `c ? a : b`; both branches have one type, only the chosen one is evaluated.
    Ite(Box<Expr>, Box<Expr>, Box<Expr>),
    /// The cell of a region at an index of type [`INDEX`]; defined for all.
    Select(VarId, Box<Expr>),
    /// An operation on the bit patterns of floating-point numbers.
    Float(FloatOp, Vec<Expr>),
    /// What is asked of memory; not in programs for engines.
    Memory(MemoryExpr, Vec<Expr>),
}

impl Expr {
    pub const TRUE: Expr = Expr::Int(1, IntType::BOOL);
    pub const FALSE: Expr = Expr::Int(0, IntType::BOOL);

    pub fn binary(op: BinaryOp, left: Expr, right: Expr) -> Expr {
        Expr::Binary(op, Box::new(left), Box::new(right))
    }

    pub fn unary(op: UnaryOp, operand: Expr) -> Expr {
        Expr::Unary(op, Box::new(operand))
    }

    pub fn cast(to: IntType, operand: Expr) -> Expr {
        Expr::Cast(to, Box::new(operand))
    }

    /// The logical negation of a truth value, pushed through what is easily negated.
    pub fn negated(self) -> Expr {
        match self {
            Expr::Int(v, t) if t == IntType::BOOL => Expr::Int(1 - v, t),
            Expr::Unary(UnaryOp::Not, e) => *e,
            Expr::Binary(BinaryOp::Eq, a, b) => Expr::Binary(BinaryOp::Ne, a, b),
            Expr::Binary(BinaryOp::Ne, a, b) => Expr::Binary(BinaryOp::Eq, a, b),
            Expr::Binary(BinaryOp::Lt, a, b) => Expr::Binary(BinaryOp::Le, b, a),
            Expr::Binary(BinaryOp::Le, a, b) => Expr::Binary(BinaryOp::Lt, b, a),
            other => Expr::unary(UnaryOp::Not, other),
        }
    }

    /// Whether the two truth values are evidently opposite; `false` when it is not evident.
    pub fn is_negation_of(&self, other: &Expr) -> bool {
        use BinaryOp::{Eq, Le, Lt, Ne};
        match (self, other) {
            (Expr::Unary(UnaryOp::Not, a), b) if **a == *b => true,
            (a, Expr::Unary(UnaryOp::Not, b)) if *a == **b => true,
            (Expr::Int(a, _), Expr::Int(b, _)) => a != b,
            (Expr::Binary(f, a, b), Expr::Binary(g, c, d)) => match (f, g) {
                (Eq, Ne) | (Ne, Eq) => a == c && b == d,
                (Lt, Le) | (Le, Lt) => a == d && b == c,
                _ => false,
            },
            _ => false,
        }
    }

    /// The type of this expression in `program`. Cheap: it looks at one path down the tree.
    pub fn ty(&self, program: &Program) -> Type {
        self.ty_with(&|v| program.vars[v].ty)
    }

    /// As [`Expr::ty`], where only the types of variables are at hand.
    pub fn ty_with(&self, var_type: &dyn Fn(VarId) -> Type) -> Type {
        match self {
            Expr::Int(_, t) | Expr::Cast(t, _) => Type::Int(*t),
            Expr::Var(v) => var_type(*v),
            Expr::Unary(UnaryOp::Not, _) | Expr::And(..) | Expr::Or(..) => Type::BOOL,
            Expr::Unary(_, e) => e.ty_with(var_type),
            Expr::Binary(op, a, _) => {
                if op.is_comparison() {
                    Type::BOOL
                } else {
                    a.ty_with(var_type)
                }
            }
            Expr::Ite(_, a, _) => a.ty_with(var_type),
            Expr::Select(v, _) => Type::Int(var_type(*v).scalar()),
            Expr::Float(op, _) => Type::Int(op.result()),
            Expr::Memory(op, _) => Type::Int(op.result()),
        }
    }

    /// Replaces each variable `v` by `rename(v)`, which must have its type.
    pub fn rename_vars(&mut self, rename: &dyn Fn(VarId) -> VarId) {
        match self {
            Expr::Int(..) => {}
            Expr::Var(v) => *v = rename(*v),
            Expr::Unary(_, e) | Expr::Cast(_, e) => e.rename_vars(rename),
            Expr::Binary(_, a, b) | Expr::And(a, b) | Expr::Or(a, b) => {
                a.rename_vars(rename);
                b.rename_vars(rename);
            }
            Expr::Ite(c, a, b) => {
                c.rename_vars(rename);
                a.rename_vars(rename);
                b.rename_vars(rename);
            }
            Expr::Select(v, index) => {
                *v = rename(*v);
                index.rename_vars(rename);
            }
            Expr::Float(_, operands) | Expr::Memory(_, operands) => {
                operands.iter_mut().for_each(|e| e.rename_vars(rename));
            }
        }
    }

    /// Whether a floating-point operation occurs.
    pub fn has_float(&self) -> bool {
        self.any(&|e| matches!(e, Expr::Float(..)))
    }

    /// Whether `is` holds of the expression or one in it.
    pub fn any(&self, is: &dyn Fn(&Expr) -> bool) -> bool {
        is(self)
            || match self {
                Expr::Int(..) | Expr::Var(_) => false,
                Expr::Unary(_, e) | Expr::Cast(_, e) | Expr::Select(_, e) => e.any(is),
                Expr::Binary(_, a, b) | Expr::And(a, b) | Expr::Or(a, b) => a.any(is) || b.any(is),
                Expr::Ite(c, a, b) => c.any(is) || a.any(is) || b.any(is),
                Expr::Float(_, operands) | Expr::Memory(_, operands) => operands.iter().any(|e| e.any(is)),
            }
    }

    /// What an operation is applied to.
    pub fn operands(&self) -> impl Iterator<Item = &Expr> {
        let (few, many): ([Option<&Expr>; 3], &[Expr]) = match self {
            Expr::Int(..) | Expr::Var(_) => ([None; 3], &[]),
            Expr::Unary(_, e) | Expr::Cast(_, e) | Expr::Select(_, e) => ([Some(&**e), None, None], &[]),
            Expr::Binary(_, a, b) | Expr::And(a, b) | Expr::Or(a, b) => ([Some(&**a), Some(&**b), None], &[]),
            Expr::Ite(c, a, b) => ([Some(&**c), Some(&**a), Some(&**b)], &[]),
            Expr::Float(_, operands) | Expr::Memory(_, operands) => ([None; 3], operands),
        };
        few.into_iter().flatten().chain(many)
    }

    /// Calls `f` for each variable that occurs, in order of occurrence, with repetitions.
    pub fn for_each_var(&self, f: &mut dyn FnMut(VarId)) {
        match self {
            Expr::Int(..) => {}
            Expr::Var(v) => f(*v),
            Expr::Unary(_, e) | Expr::Cast(_, e) => e.for_each_var(f),
            Expr::Binary(_, a, b) | Expr::And(a, b) | Expr::Or(a, b) => {
                a.for_each_var(f);
                b.for_each_var(f);
            }
            Expr::Ite(c, a, b) => {
                c.for_each_var(f);
                a.for_each_var(f);
                b.for_each_var(f);
            }
            Expr::Select(v, index) => {
                f(*v);
                index.for_each_var(f);
            }
            Expr::Float(_, operands) | Expr::Memory(_, operands) => operands.iter().for_each(|e| e.for_each_var(f)),
        }
    }

    /// Calls `f` for each constant that occurs, with repetitions.
    pub fn for_each_constant(&self, f: &mut dyn FnMut(i128)) {
        match self {
            Expr::Int(value, _) => f(*value),
            Expr::Var(_) => {}
            Expr::Unary(_, e) | Expr::Cast(_, e) | Expr::Select(_, e) => e.for_each_constant(f),
            Expr::Binary(_, a, b) | Expr::And(a, b) | Expr::Or(a, b) => {
                a.for_each_constant(f);
                b.for_each_constant(f);
            }
            Expr::Ite(c, a, b) => [c, a, b].into_iter().for_each(|e| e.for_each_constant(f)),
            Expr::Float(_, operands) | Expr::Memory(_, operands) => {
                operands.iter().for_each(|e| e.for_each_constant(f));
            }
        }
    }

    /// Calls `f` for each question that is asked of memory, with its operands, innermost first.
    pub fn for_each_memory(&self, f: &mut dyn FnMut(MemoryExpr, &[Expr])) {
        match self {
            Expr::Int(..) | Expr::Var(_) => {}
            Expr::Unary(_, e) | Expr::Cast(_, e) | Expr::Select(_, e) => e.for_each_memory(f),
            Expr::Binary(_, a, b) | Expr::And(a, b) | Expr::Or(a, b) => {
                a.for_each_memory(f);
                b.for_each_memory(f);
            }
            Expr::Ite(c, a, b) => [c, a, b].into_iter().for_each(|e| e.for_each_memory(f)),
            Expr::Float(_, operands) => operands.iter().for_each(|e| e.for_each_memory(f)),
            Expr::Memory(op, operands) => {
                operands.iter().for_each(|e| e.for_each_memory(f));
                f(*op, operands);
            }
        }
    }

    /// Whether anything is asked of memory.
    pub fn has_memory(&self) -> bool {
        let mut found = false;
        self.for_each_memory(&mut |_, _| found = true);
        found
    }

    /// Replaces each object by `rename(object)`.
    pub fn rename_objects(&mut self, rename: &dyn Fn(ObjId) -> ObjId) {
        match self {
            Expr::Int(..) | Expr::Var(_) => {}
            Expr::Unary(_, e) | Expr::Cast(_, e) | Expr::Select(_, e) => e.rename_objects(rename),
            Expr::Binary(_, a, b) | Expr::And(a, b) | Expr::Or(a, b) => {
                a.rename_objects(rename);
                b.rename_objects(rename);
            }
            Expr::Ite(c, a, b) => [c, a, b].into_iter().for_each(|e| e.rename_objects(rename)),
            Expr::Float(_, operands) => operands.iter_mut().for_each(|e| e.rename_objects(rename)),
            Expr::Memory(op, operands) => {
                if let MemoryExpr::Address(object, _) = op {
                    *object = rename(*object);
                }
                operands.iter_mut().for_each(|e| e.rename_objects(rename));
            }
        }
    }
}
