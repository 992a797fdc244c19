//! Floating-point operations over bit-vectors: exact, by the solver's floating-point numbers.
//!
//! The result of an operation is a fresh pattern of which the solver's number is the result: so that every pattern of a NaN is
//! possible, which C leaves open. (Over mathematical integers the result is any pattern.)
//!
//! The solver's extended format has no explicit integer bit: it is taken out of a pattern and put back in. Patterns that x86 calls
//! invalid are none that programs can make by arithmetic; they are excluded.

use landfall_smt::{FloatOp as SolverOp, Rounding, Sort, Term};

use super::bitvector::BitVectorEncoder;
use super::transition::{Local, Origin};
use crate::cfa::{Expr, FloatFormat, FloatOp, IntType, Integral, float};

fn sort_of(format: FloatFormat) -> Sort {
    match format {
        FloatFormat::Single => Sort::F32,
        FloatFormat::Double => Sort::F64,
        FloatFormat::Extended => Sort::F80,
    }
}

/// The solver's number of a pattern.
fn number_of(format: FloatFormat, bits: Term) -> Term {
    let ieee = match format {
        FloatFormat::Single | FloatFormat::Double => bits,
        FloatFormat::Extended => bits.extract(79, 64).bv_concat(bits.extract(62, 0)),
    };
    ieee.bits_to_float(sort_of(format))
}

/// That the explicit integer bit is set just where the exponent is not zero.
fn is_valid(format: FloatFormat, bits: Term) -> Term {
    if format != FloatFormat::Extended {
        return Term::tt();
    }
    let integer = bits.extract(63, 63).eq(Term::bv_const(1, 1));
    integer.eq(bits.extract(78, 64).eq(Term::bv_const(0, 15)).not())
}

impl BitVectorEncoder<'_> {
    fn operand_number(&mut self, format: FloatFormat, operand: &Expr) -> Term {
        let bits = self.bits(operand);
        let valid = is_valid(format, bits);
        self.require(valid);
        number_of(format, bits)
    }

    /// A pattern of the number.
    fn pattern(&mut self, format: FloatFormat, number: Term) -> Term {
        let bits = Term::fresh("float", Sort::BitVec(u32::from(format.bits())));
        self.locals.push(Local { symbol: bits, origin: Origin::Wrap });
        self.guards.push(Term::and(&[is_valid(format, bits), number_of(format, bits).eq(number)]));
        bits
    }

    /// An operation with a number or an integer as its result.
    pub(super) fn float(&mut self, op: FloatOp, operands: &[Expr]) -> Term {
        let arithmetic = |this: &mut Self, format: FloatFormat, solver: SolverOp| {
            let a = this.operand_number(format, &operands[0]);
            let b: Vec<Term> = operands[1..].iter().map(|e| this.operand_number(format, e)).collect();
            let result = a.fp(solver, &b);
            this.pattern(format, result)
        };
        match op {
            FloatOp::Add(f) => arithmetic(self, f, SolverOp::Add),
            FloatOp::Sub(f) => arithmetic(self, f, SolverOp::Sub),
            FloatOp::Mul(f) => arithmetic(self, f, SolverOp::Mul),
            FloatOp::Div(f) => arithmetic(self, f, SolverOp::Div),
            FloatOp::Sqrt(f) => arithmetic(self, f, SolverOp::Sqrt),
            FloatOp::Integral(f, how) => arithmetic(self, f, SolverOp::RoundToIntegral(rounding(how))),
            // The sign alone changes, of a NaN as well.
            FloatOp::Neg(f) => self.bits(&operands[0]).bv_xor(sign_bit(f)),
            FloatOp::Abs(f) => self.bits(&operands[0]).bv_and(sign_bit(f).bv_not()),
            FloatOp::FromInt(f) => {
                let signed = self.type_of(&operands[0]).signed;
                let value = self.bits(&operands[0]);
                let sort = sort_of(f);
                let number = if signed { value.signed_to_float(sort) } else { value.unsigned_to_float(sort) };
                self.pattern(f, number)
            }
            FloatOp::Convert(from, to) if from == to => self.bits(&operands[0]),
            FloatOp::Convert(from, to) => {
                let number = self.operand_number(from, &operands[0]).float_to_float(sort_of(to));
                self.pattern(to, number)
            }
            FloatOp::ToInt(f, ty) => self.to_integer(f, ty, &operands[0]),
            FloatOp::Eq(_) | FloatOp::Lt(_) | FloatOp::Le(_) | FloatOp::IsNan(_) => {
                unreachable!("comparisons are truth values")
            }
        }
    }

    /// Towards zero, where the type holds the result.
    fn to_integer(&mut self, format: FloatFormat, ty: IntType, operand: &Expr) -> Term {
        let number = self.operand_number(format, operand);
        let constant = |literal: String| {
            let bits = float::parse(format, &literal).expect("a literal of our own");
            number_of(format, Term::bv_const(bits as u128, u32::from(format.bits())))
        };
        let magnitude = ty.bits - u8::from(ty.signed);
        let below = constant(format!("0x1p{magnitude}"));
        let fits_above = number.fp(SolverOp::Lt, &[below]);
        // What is cut off may lie between the least value and the one below it, if the format has numbers there.
        let fits_below = if !ty.signed {
            constant("-1".to_string()).fp(SolverOp::Lt, &[number])
        } else if precision(format) > u32::from(ty.bits) {
            constant(format!("{}", ty.min() - 1)).fp(SolverOp::Lt, &[number])
        } else {
            constant(format!("-0x1p{magnitude}")).fp(SolverOp::Le, &[number])
        };
        self.require(Term::and(&[fits_above, fits_below]));
        let width = u32::from(ty.bits);
        if ty.signed { number.float_to_signed(width) } else { number.float_to_unsigned(width) }
    }

    /// A truth value.
    pub(super) fn float_comparison(&mut self, op: FloatOp, operands: &[Expr]) -> Term {
        let mut number = |f: FloatFormat, i: usize| self.operand_number(f, &operands[i]);
        match op {
            FloatOp::Eq(f) => number(f, 0).fp(SolverOp::Eq, &[number(f, 1)]),
            FloatOp::Lt(f) => number(f, 0).fp(SolverOp::Lt, &[number(f, 1)]),
            FloatOp::Le(f) => number(f, 0).fp(SolverOp::Le, &[number(f, 1)]),
            FloatOp::IsNan(f) => number(f, 0).fp(SolverOp::IsNan, &[]),
            other => unreachable!("{other} is no truth value"),
        }
    }
}

/// The bits of a significand.
fn precision(format: FloatFormat) -> u32 {
    match format {
        FloatFormat::Single => 24,
        FloatFormat::Double => 53,
        FloatFormat::Extended => 64,
    }
}

fn rounding(how: Integral) -> Rounding {
    match how {
        Integral::Floor => Rounding::TowardNegative,
        Integral::Ceil => Rounding::TowardPositive,
        Integral::Truncate => Rounding::TowardZero,
        Integral::Round => Rounding::NearestAway,
        Integral::Nearest => Rounding::NearestEven,
    }
}

fn sign_bit(format: FloatFormat) -> Term {
    let width = u32::from(format.bits());
    Term::bv_const(1 << (width - 1), width)
}
