//! IEEE floating point of any format. Constants are folded for single and double precision.

use super::{Kind, Term};
use crate::Sort;

/// Rounding modes.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub enum Rounding {
    NearestEven,
    NearestAway,
    TowardPositive,
    TowardNegative,
    TowardZero,
}

/// Operators on floats. Arithmetic and conversions to a float round to the nearest, ties to even (C's default mode).
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub enum FloatOp {
    Add,
    Sub,
    Mul,
    Div,
    /// IEEE remainder.
    Rem,
    Sqrt,
    Neg,
    Abs,
    RoundToIntegral(Rounding),
    /// IEEE equality: +0 equals -0, NaN equals nothing.
    Eq,
    Lt,
    Le,
    IsNan,
    IsInf,
    IsZero,
    IsNegative,
    /// From a signed bit-vector.
    FromSigned,
    /// From an unsigned bit-vector.
    FromUnsigned,
    /// From the IEEE bits.
    FromBits,
    /// To the IEEE bits; those of a NaN are unspecified.
    ToBits,
    /// From another float format.
    FromFloat,
    /// To a signed bit-vector of the node's sort, towards zero; unspecified when out of range.
    ToSigned,
    /// To an unsigned bit-vector of the node's sort, towards zero; unspecified when out of range.
    ToUnsigned,
}

impl FloatOp {
    fn is_predicate(self) -> bool {
        use FloatOp::*;
        matches!(self, Eq | Lt | Le | IsNan | IsInf | IsZero | IsNegative)
    }
}

impl Term {
    /// The float with these IEEE bits (sign, exponent, significand). Every NaN becomes the same constant.
    pub fn float_bits(bits: u128, sort: Sort) -> Term {
        let Sort::Float(exponent, significand) = sort else { panic!("float constant of sort {sort}") };
        Term::make(Kind::Float(canonical_bits(bits, exponent, significand)), sort)
    }

    /// A double-precision constant.
    pub fn f64_const(value: f64) -> Term {
        Term::float_bits(u128::from(value.to_bits()), Sort::F64)
    }

    /// A single-precision constant.
    pub fn f32_const(value: f32) -> Term {
        Term::float_bits(u128::from(value.to_bits()), Sort::F32)
    }

    /// An operation whose result has the sort of `self`, or a predicate.
    pub fn fp(self, op: FloatOp, more: &[Term]) -> Term {
        let sort = if op.is_predicate() { Sort::Bool } else { self.sort() };
        self.fp_to(op, more, sort)
    }

    pub(super) fn fp_to(self, op: FloatOp, more: &[Term], sort: Sort) -> Term {
        let mut arguments: Vec<Term> = std::iter::once(self).chain(more.iter().copied()).collect();
        if matches!(op, FloatOp::Add | FloatOp::Mul | FloatOp::Eq) {
            // There is one NaN, so the order does not matter.
            arguments.sort_unstable();
        }
        let constant = arguments.iter().all(|a| a.is_constant());
        if let Some(folded) = constant.then(|| crate::eval::float_constant(op, &arguments, sort)).flatten() {
            return folded;
        }
        match (op, self.kind()) {
            (FloatOp::Neg, Kind::Fp(FloatOp::Neg, inner)) => inner[0],
            (FloatOp::FromFloat, _) if self.sort() == sort => self,
            (FloatOp::FromBits, Kind::Fp(FloatOp::ToBits, inner)) if inner[0].sort() == sort => inner[0],
            _ => Term::make(Kind::Fp(op, arguments.into()), sort),
        }
    }

    /// The quotient of floats.
    pub fn fp_div(self, other: Term) -> Term {
        self.fp(FloatOp::Div, &[other])
    }

    /// IEEE equality, C's `==`.
    pub fn fp_eq(self, other: Term) -> Term {
        self.fp(FloatOp::Eq, &[other])
    }

    pub fn fp_abs(self) -> Term {
        self.fp(FloatOp::Abs, &[])
    }

    pub fn is_nan(self) -> Term {
        self.fp(FloatOp::IsNan, &[])
    }

    pub fn is_inf(self) -> Term {
        self.fp(FloatOp::IsInf, &[])
    }

    /// A signed bit-vector as a float.
    pub fn signed_to_float(self, sort: Sort) -> Term {
        self.fp_to(FloatOp::FromSigned, &[], sort)
    }

    /// An unsigned bit-vector as a float.
    pub fn unsigned_to_float(self, sort: Sort) -> Term {
        self.fp_to(FloatOp::FromUnsigned, &[], sort)
    }

    /// An integer whose value fits `width` signed bits, as a float.
    pub fn int_to_float(self, width: u32, sort: Sort) -> Term {
        self.int_to_bv(width).signed_to_float(sort)
    }

    /// IEEE bits as a float.
    pub fn bits_to_float(self, sort: Sort) -> Term {
        debug_assert_eq!(Some(self.width()), sort.bits(), "bits of {sort}");
        self.fp_to(FloatOp::FromBits, &[], sort)
    }

    /// The IEEE bits of a float that is no NaN.
    pub fn float_to_bits(self) -> Term {
        let width = self.sort().bits().expect("a float has a width");
        self.fp_to(FloatOp::ToBits, &[], Sort::BitVec(width))
    }

    /// A float in another format.
    pub fn float_to_float(self, sort: Sort) -> Term {
        self.fp_to(FloatOp::FromFloat, &[], sort)
    }

    /// A float cut to a signed bit-vector, as C converts.
    pub fn float_to_signed(self, width: u32) -> Term {
        self.fp_to(FloatOp::ToSigned, &[], Sort::BitVec(width))
    }

    /// A float cut to an unsigned bit-vector, as C converts.
    pub fn float_to_unsigned(self, width: u32) -> Term {
        self.fp_to(FloatOp::ToUnsigned, &[], Sort::BitVec(width))
    }
}

/// Replaces every NaN by the quiet one without payload.
pub(crate) fn canonical_bits(bits: u128, exponent: u32, significand: u32) -> u128 {
    let fraction_bits = significand - 1;
    let fraction = bits & super::bitvec::mask(fraction_bits);
    let exponent_all = super::bitvec::mask(exponent);
    let is_nan = (bits >> fraction_bits) & exponent_all == exponent_all && fraction != 0;
    if is_nan {
        (exponent_all << fraction_bits) | (1 << (fraction_bits - 1))
    } else {
        bits & super::bitvec::mask(exponent + significand)
    }
}
