//! Floating-point operations over bit-vectors: exact, by the solver's floating-point numbers.
//!
//! The result of an operation is the pattern of the solver's number, or any pattern of a quiet NaN, which C leaves open. Over
//! mathematical integers the result is any pattern, unless the encoder is to be exact.
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

/// What an operation gives, over the solver's numbers.
pub(super) enum Outcome {
    /// A number, of which a pattern is wanted.
    Number(FloatFormat, Term),
    /// The bits themselves.
    Bits(Term),
    Truth(Term),
}

/// An operation on bit-vectors, and what must hold for it to be defined. `signed` tells of an integer operand.
pub(super) fn apply(op: FloatOp, operands: &[Term], signed: bool) -> (Outcome, Term) {
    let mut valid = Vec::new();
    let mut number = |format: FloatFormat, i: usize| {
        valid.push(is_valid(format, operands[i]));
        number_of(format, operands[i])
    };
    let mut arithmetic = |format: FloatFormat, solver: SolverOp| {
        let a = number(format, 0);
        let b: Vec<Term> = (1..operands.len()).map(|i| number(format, i)).collect();
        a.fp(solver, &b)
    };
    let outcome = match op {
        FloatOp::Add(f) => Outcome::Number(f, arithmetic(f, SolverOp::Add)),
        FloatOp::Sub(f) => Outcome::Number(f, arithmetic(f, SolverOp::Sub)),
        FloatOp::Mul(f) => Outcome::Number(f, arithmetic(f, SolverOp::Mul)),
        FloatOp::Div(f) => Outcome::Number(f, arithmetic(f, SolverOp::Div)),
        FloatOp::Sqrt(f) => Outcome::Number(f, arithmetic(f, SolverOp::Sqrt)),
        FloatOp::Integral(f, how) => Outcome::Number(f, arithmetic(f, SolverOp::RoundToIntegral(rounding(how)))),
        // The sign alone changes, of a NaN as well.
        FloatOp::Neg(f) => Outcome::Bits(operands[0].bv_xor(sign_bit(f))),
        FloatOp::Abs(f) => Outcome::Bits(operands[0].bv_and(sign_bit(f).bv_not())),
        FloatOp::FromInt(f) => {
            let sort = sort_of(f);
            let value = operands[0];
            Outcome::Number(f, if signed { value.signed_to_float(sort) } else { value.unsigned_to_float(sort) })
        }
        FloatOp::Convert(from, to) if from == to => Outcome::Bits(operands[0]),
        FloatOp::Convert(from, to) => Outcome::Number(to, number(from, 0).float_to_float(sort_of(to))),
        FloatOp::ToInt(f, ty) => {
            let (value, fits) = to_integer(f, ty, number(f, 0));
            valid.push(fits);
            Outcome::Bits(value)
        }
        FloatOp::Eq(f) => Outcome::Truth(arithmetic(f, SolverOp::Eq)),
        FloatOp::Lt(f) => Outcome::Truth(arithmetic(f, SolverOp::Lt)),
        FloatOp::Le(f) => Outcome::Truth(arithmetic(f, SolverOp::Le)),
        FloatOp::IsNan(f) => Outcome::Truth(arithmetic(f, SolverOp::IsNan)),
    };
    (outcome, Term::and(&valid))
}

/// The pattern of a number that is no NaN.
fn pattern_of(format: FloatFormat, number: Term) -> Term {
    let ieee = number.float_to_bits();
    match format {
        FloatFormat::Single | FloatFormat::Double => ieee,
        FloatFormat::Extended => {
            let integer =
                Term::ite(ieee.extract(77, 63).eq(Term::bv_const(0, 15)), Term::bv_const(0, 1), Term::bv_const(1, 1));
            ieee.extract(78, 63).bv_concat(integer).bv_concat(ieee.extract(62, 0))
        }
    }
}

/// The bits that all quiet NaNs have in common: operations give no others.
fn quiet_nan(format: FloatFormat) -> Term {
    let bits = u32::from(format.bits());
    let fraction = precision(format) - 1;
    let explicit = u32::from(format == FloatFormat::Extended);
    let exponent = bits - 1 - fraction - explicit;
    let ones = (1u128 << (exponent + explicit + 1)) - 1;
    Term::bv_const(ones << (fraction - 1), bits)
}

/// That the bits are a pattern of the number.
pub(super) fn is_pattern_of(format: FloatFormat, bits: Term, number: Term) -> Term {
    Term::and(&[is_valid(format, bits), number_of(format, bits).eq(number)])
}

/// A number towards zero, and where the type holds it.
fn to_integer(format: FloatFormat, ty: IntType, number: Term) -> (Term, Term) {
    let constant = |literal: String| {
        let bits = float::parse(format, &literal).expect("a literal of our own");
        number_of(format, Term::bv_const(bits as u128, u32::from(format.bits())))
    };
    let magnitude = ty.bits - u8::from(ty.signed);
    let fits_above = number.fp(SolverOp::Lt, &[constant(format!("0x1p{magnitude}"))]);
    // What is cut off may lie between the least value and the one below it, if the format has numbers there.
    let fits_below = if !ty.signed {
        constant("-1".to_string()).fp(SolverOp::Lt, &[number])
    } else if precision(format) > u32::from(ty.bits) {
        constant(format!("{}", ty.min() - 1)).fp(SolverOp::Lt, &[number])
    } else {
        constant(format!("-0x1p{magnitude}")).fp(SolverOp::Le, &[number])
    };
    let width = u32::from(ty.bits);
    let value = if ty.signed { number.float_to_signed(width) } else { number.float_to_unsigned(width) };
    (value, Term::and(&[fits_above, fits_below]))
}

impl BitVectorEncoder<'_> {
    fn apply(&mut self, op: FloatOp, operands: &[Expr]) -> Outcome {
        let signed = self.type_of(&operands[0]).signed;
        let operands: Vec<Term> = operands.iter().map(|e| self.bits(e)).collect();
        let (outcome, defined) = apply(op, &operands, signed);
        self.require(defined);
        outcome
    }

    /// An operation with a number or an integer as its result.
    pub(super) fn float(&mut self, op: FloatOp, operands: &[Expr]) -> Term {
        match self.apply(op, operands) {
            Outcome::Bits(bits) => bits,
            Outcome::Number(format, number) => {
                let is_nan = if op.is_never_nan() { Term::ff() } else { number.is_nan() };
                if is_nan.is_false() {
                    return pattern_of(format, number);
                }
                let payload = Term::fresh("nan", Sort::BitVec(u32::from(format.bits())));
                self.locals.push(Local { symbol: payload, origin: Origin::Wrap });
                Term::ite(is_nan, payload.bv_or(quiet_nan(format)), pattern_of(format, number))
            }
            Outcome::Truth(_) => unreachable!("comparisons are truth values"),
        }
    }

    /// A truth value.
    pub(super) fn float_comparison(&mut self, op: FloatOp, operands: &[Expr]) -> Term {
        match self.apply(op, operands) {
            Outcome::Truth(truth) => truth,
            Outcome::Bits(_) | Outcome::Number(..) => unreachable!("{op} is no truth value"),
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

#[cfg(test)]
mod tests {
    use landfall_smt::{Config, Context};
    use rustc_hash::FxHashMap;

    use super::*;
    use crate::cfa::{DataModel, EdgeId, Op, Overflow, ProgramBuilder, Semantics, Type, VarKind};
    use crate::encode::{Encoder, Numbers};

    /// Numbers where formats differ or operations are at their limits.
    const LITERALS: [&str; 14] =
        ["0", "-0", "1", "-1.5", "0.1", "3", "127.9", "-128.5", "255.99", "1e-45", "16777217", "3e38", "inf", "nan"];

    fn patterns(format: FloatFormat) -> Vec<i128> {
        LITERALS.iter().map(|text| float::parse(format, text).expect("a literal")).collect()
    }

    fn is_nan(format: FloatFormat, pattern: i128) -> bool {
        float::apply(FloatOp::IsNan(format), &[pattern], format.pattern()) == Some(1)
    }

    /// Holds both exact encodings of `op` against the interpreter, for the given operands.
    fn compare(op: FloatOp, operand: IntType, cases: &[Vec<i128>], result: Option<FloatFormat>, solver: &Context) {
        let semantics = Semantics { data_model: DataModel::Lp64, overflow: Overflow::Undefined };
        let mut builder = ProgramBuilder::new(semantics);
        let main = builder.proc("main", None);
        let mut global = |name: &str, ty| builder.var(name, Type::Int(ty), VarKind::Global, None, None);
        let (x, y, z) = (global("x", operand), global("y", operand), global("z", op.result()));
        let (entry, exit) = (builder.proc_ref(main).entry, builder.proc_ref(main).exit);
        let operands = [x, y][..op.arity()].iter().map(|v| Expr::Var(*v)).collect();
        let edge: EdgeId = builder.edge(entry, exit, Op::Assign(z, Expr::Float(op, operands)), None);
        let program = builder.finish(main);
        let encoders =
            [Encoder::with_numbers(&program, Numbers::BitVector), Encoder::new(&program).with_exact_floats()];
        for (encoder, values) in encoders.iter().flat_map(|e| cases.iter().map(move |values| (e, values))) {
            let step = encoder.edge(edge);
            let state: FxHashMap<Term, Term> = [x, y]
                .iter()
                .zip(values)
                .map(|(v, value)| (encoder.symbols().state(*v), encoder.constant(*value, operand)))
                .collect();
            let (guard, post) = (step.guard.substitute(&state), step.value(z).substitute(&state));
            let decide = |t: Term| t.as_bool().or_else(|| solver.check("test", t).is_sat());
            match float::apply(op, values, operand) {
                None => assert_ne!(decide(guard), Some(true), "{op} {values:?} is undefined"),
                Some(expected) => {
                    let same = post.eq(encoder.constant(expected, op.result()));
                    assert_ne!(decide(Term::and(&[guard, same])), Some(false), "{op} {values:?} gives {expected}");
                    if result.is_none_or(|format| !is_nan(format, expected)) {
                        let other = decide(Term::and(&[guard, same.not()]));
                        assert_ne!(other, Some(true), "{op} {values:?} gives only {expected}");
                    }
                }
            }
        }
    }

    #[test]
    fn operations_agree_with_the_interpreter() {
        let solver = Context::new(Config::default());
        for format in FloatFormat::ALL {
            let all = patterns(format);
            let single: Vec<Vec<i128>> = all.iter().map(|a| vec![*a]).collect();
            let pairs: Vec<Vec<i128>> = (0..all.len()).map(|i| vec![all[i], all[(i * 5 + 3) % all.len()]]).collect();
            let pattern = format.pattern();
            for op in [FloatOp::Add(format), FloatOp::Sub(format), FloatOp::Mul(format), FloatOp::Div(format)] {
                compare(op, pattern, &pairs, Some(format), &solver);
            }
            for op in [FloatOp::Eq(format), FloatOp::Lt(format), FloatOp::Le(format)] {
                compare(op, pattern, &pairs, None, &solver);
            }
            for op in [FloatOp::Neg(format), FloatOp::Abs(format), FloatOp::Integral(format, Integral::Floor)] {
                compare(op, pattern, &single, Some(format), &solver);
            }
            for ty in [IntType::new(8, true), IntType::new(8, false), IntType::new(32, true), IntType::new(64, false)] {
                compare(FloatOp::ToInt(format, ty), pattern, &single, None, &solver);
                let numbers: Vec<Vec<i128>> = [ty.min(), ty.max(), 3].iter().map(|n| vec![*n]).collect();
                compare(FloatOp::FromInt(format), ty, &numbers, Some(format), &solver);
            }
            for to in FloatFormat::ALL {
                compare(FloatOp::Convert(format, to), pattern, &single, Some(to), &solver);
            }
        }
    }
}
