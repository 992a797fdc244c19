//! Evaluation of terms under an [`Assignment`], without a solver.

use crate::term::{BvOp, FloatOp, Kind, Linear, Rounding, Term};
use crate::value::{ArrayValue, Assignment, Value};
use crate::{Int, Sort};
use dashu_base::{DivEuclid, RemEuclid};
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;

impl Term {
    /// The value under an assignment; `None` when it depends on something unassigned, on a division by zero, on a quantifier, or
    /// on arithmetic in a float format other than single and double precision.
    pub fn eval(self, assignment: &Assignment) -> Option<Value> {
        Value::of_constant(self).or_else(|| Evaluator::new(assignment).value(self))
    }

    /// The truth value of a Boolean term under an assignment.
    pub fn holds(self, assignment: &Assignment) -> Option<bool> {
        self.eval(assignment)?.as_bool()
    }
}

/// Evaluates many terms under one assignment; subterms that they share are evaluated once.
pub struct Evaluator<'a> {
    assignment: &'a Assignment,
    /// Whether variables without a value count as zero, false, or an array of these.
    total: bool,
    done: Done,
}

impl<'a> Evaluator<'a> {
    pub fn new(assignment: &'a Assignment) -> Evaluator<'a> {
        Evaluator { assignment, total: false, done: Done::default() }
    }

    /// One for which variables without a value have the default value of their sort.
    pub fn total(assignment: &'a Assignment) -> Evaluator<'a> {
        Evaluator { total: true, ..Evaluator::new(assignment) }
    }

    /// As [`Term::eval`].
    pub fn value(&mut self, root: Term) -> Option<Value> {
        let done = &mut self.done;
        let mut stack = vec![(root, false)];
        while let Some((term, expanded)) = stack.pop() {
            if done.contains_key(&term) {
                continue;
            }
            if let Some(value) = self.assignment.get(term).cloned().or_else(|| Value::of_constant(term)) {
                done.insert(term, Some(value));
            } else if self.total && term.is_var() {
                done.insert(term, Some(Value::default_of(term.sort())));
            } else if expanded {
                let value = step(term, done);
                done.insert(term, value);
            } else if matches!(term.kind(), Kind::Forall(..) | Kind::Exists(..)) {
                done.insert(term, None);
            } else {
                stack.push((term, true));
                term.kind().for_each_child(|child| {
                    if !done.contains_key(&child) {
                        stack.push((child, false));
                    }
                });
            }
        }
        done.get(&root).cloned().flatten()
    }

    /// As [`Term::holds`].
    pub fn holds(&mut self, term: Term) -> Option<bool> {
        self.value(term)?.as_bool()
    }
}

type Done = FxHashMap<Term, Option<Value>>;

/// One node, given the values of its arguments.
fn step(term: Term, done: &Done) -> Option<Value> {
    let get = |t: &Term| done.get(t).and_then(|value| value.as_ref());
    let int = |t: &Term| get(t).and_then(Value::as_int);
    match term.kind() {
        Kind::Not(a) => get(a)?.as_bool().map(|value| Value::Bool(!value)),
        Kind::And(list) => junction(list, done, false),
        Kind::Or(list) => junction(list, done, true),
        Kind::Eq(a, b) => Some(Value::Bool(get(a)? == get(b)?)),
        Kind::Ite(condition, yes, no) => get(if get(condition)?.as_bool()? { yes } else { no }).cloned(),
        Kind::Le(a) => Some(Value::Bool(*int(a)? <= Int::ZERO)),
        Kind::EqZero(a) => Some(Value::Bool(int(a)?.is_zero())),
        Kind::Sum(linear) => sum(linear, done).map(Value::Int),
        Kind::Mul(list) => list.iter().try_fold(Int::ONE, |product, t| Some(product * int(t)?)).map(Value::Int),
        Kind::Div(a, b) => {
            let (a, b) = (int(a)?, int(b)?);
            (!b.is_zero()).then(|| Value::Int(a.div_euclid(b)))
        }
        Kind::Mod(a, b) => {
            let (a, b) = (int(a)?, int(b)?);
            (!b.is_zero()).then(|| Value::Int(Int::from(a.rem_euclid(b))))
        }
        Kind::BvToInt(a) => Some(Value::Int(Int::from(get(a)?.as_bits()?))),
        Kind::IntToBv(a) => Value::of_constant(Term::int(int(a)?.clone()).int_to_bv(term.width())),
        Kind::Select(a, i) => match get(a)? {
            Value::Array(array) => Some(array.get(get(i)?).clone()),
            _ => None,
        },
        Kind::Store(a, i, v) => {
            let Value::Array(mut array) = get(a)?.clone() else {
                return None;
            };
            array.set(get(i)?.clone(), get(v)?.clone());
            Some(Value::Array(array))
        }
        Kind::ConstArray(v) => {
            let Sort::Array((index, _)) = term.sort() else {
                return None;
            };
            Some(Value::Array(Box::new(ArrayValue {
                index: *index,
                default: get(v)?.clone(),
                entries: BTreeMap::new(),
            })))
        }
        Kind::Bv(op, list) => bit_vector(*op, list, term, done),
        Kind::Fp(op, list) => {
            let arguments = list.iter().map(|t| get(t).map(Value::to_term)).collect::<Option<Vec<_>>>()?;
            Value::of_constant(float_constant(*op, &arguments, term.sort())?)
        }
        _ => None,
    }
}

/// A member with the absorbing value decides, even where others have no value.
fn junction(list: &[Term], done: &Done, absorbing: bool) -> Option<Value> {
    let mut unknown = false;
    for member in list {
        match done.get(member).and_then(|value| value.as_ref()).and_then(Value::as_bool) {
            Some(value) if value == absorbing => return Some(Value::Bool(absorbing)),
            Some(_) => {}
            None => unknown = true,
        }
    }
    (!unknown).then_some(Value::Bool(!absorbing))
}

fn sum(linear: &Linear, done: &Done) -> Option<Int> {
    let mut total = linear.constant.clone();
    for (term, coefficient) in &linear.terms {
        total += coefficient * done.get(term)?.as_ref()?.as_int()?;
    }
    Some(total)
}

fn bit_vector(op: BvOp, list: &[Term], term: Term, done: &Done) -> Option<Value> {
    let bits = |t: &Term| done.get(t).and_then(|value| value.as_ref()).and_then(Value::as_bits);
    let second = list.get(1).copied();
    let b = match second {
        Some(t) => bits(&t)?,
        None => 0,
    };
    let result = op.apply(list[0].width(), second.map_or(0, |t| t.width()), bits(&list[0])?, b);
    Some(match term.sort() {
        Sort::BitVec(width) => Value::BitVec { bits: result, width },
        _ => Value::Bool(result != 0),
    })
}

/// A native float of either precision. Every operation is done in its own precision.
#[derive(Copy, Clone)]
enum Native {
    Single(f32),
    Double(f64),
}

fn native(term: Term) -> Option<Native> {
    match (term.kind(), term.sort()) {
        (Kind::Float(bits), Sort::F32) => Some(Native::Single(f32::from_bits(*bits as u32))),
        (Kind::Float(bits), Sort::F64) => Some(Native::Double(f64::from_bits(*bits as u64))),
        _ => None,
    }
}

/// The constant an operation on constants yields, where native arithmetic gives it exactly as SMT-LIB defines it.
pub(crate) fn float_constant(op: FloatOp, arguments: &[Term], sort: Sort) -> Option<Term> {
    let first = arguments[0];
    match op {
        FloatOp::FromBits => return Some(Term::float_bits(first.as_bv()?, sort)),
        FloatOp::ToBits => {
            let Kind::Float(bits) = first.kind() else { return None };
            return Some(Term::bv_const(*bits, first.sort().bits()?));
        }
        FloatOp::FromSigned => {
            let value = crate::term::signed(first.as_bv()?, first.width());
            return from_integer(sort, value as f32, value as f64);
        }
        FloatOp::FromUnsigned => {
            let value = first.as_bv()?;
            return from_integer(sort, value as f32, value as f64);
        }
        _ => {}
    }
    let a = native(first)?;
    let b = match arguments.get(1) {
        Some(second) => Some(native(*second)?),
        None => None,
    };
    if let Some(truth) = predicate(op, a, b) {
        return Some(Term::bool(truth));
    }
    match op {
        FloatOp::FromFloat => from_integer(sort, narrow(a), widen(a)),
        FloatOp::ToSigned | FloatOp::ToUnsigned => to_integer(op, widen(a), sort),
        _ => match (a, b) {
            (Native::Single(x), None) => unary_single(op, x).map(Term::f32_const),
            (Native::Double(x), None) => unary_double(op, x).map(Term::f64_const),
            (Native::Single(x), Some(Native::Single(y))) => arithmetic(op, x, y).map(Term::f32_const),
            (Native::Double(x), Some(Native::Double(y))) => arithmetic(op, x, y).map(Term::f64_const),
            _ => None,
        },
    }
}

fn from_integer(sort: Sort, single: f32, double: f64) -> Option<Term> {
    match sort {
        Sort::F32 => Some(Term::f32_const(single)),
        Sort::F64 => Some(Term::f64_const(double)),
        _ => None,
    }
}

fn widen(value: Native) -> f64 {
    match value {
        Native::Single(x) => f64::from(x),
        Native::Double(x) => x,
    }
}

fn narrow(value: Native) -> f32 {
    match value {
        Native::Single(x) => x,
        Native::Double(x) => x as f32,
    }
}

fn predicate(op: FloatOp, a: Native, b: Option<Native>) -> Option<bool> {
    // Widening is exact and keeps order, signs and classes.
    let (x, y) = (widen(a), b.map_or(0.0, widen));
    Some(match op {
        FloatOp::Eq => x == y,
        FloatOp::Lt => x < y,
        FloatOp::Le => x <= y,
        FloatOp::IsNan => x.is_nan(),
        FloatOp::IsInf => x.is_infinite(),
        FloatOp::IsZero => x == 0.0,
        FloatOp::IsNegative => x.is_sign_negative() && !x.is_nan(),
        _ => return None,
    })
}

/// Truncation to an integer; `None` where SMT-LIB leaves the result open.
fn to_integer(op: FloatOp, value: f64, sort: Sort) -> Option<Term> {
    let Sort::BitVec(width) = sort else {
        return None;
    };
    if !value.is_finite() || width > 64 {
        return None;
    }
    let whole = value.trunc();
    let power = |exponent: u32| f64::powi(2.0, exponent as i32);
    let (low, high) = match op {
        FloatOp::ToSigned => (-power(width - 1), power(width - 1)),
        _ => (0.0, power(width)),
    };
    (low <= whole && whole < high).then(|| Term::bv_const(whole as i128 as u128, width))
}

fn unary_single(op: FloatOp, x: f32) -> Option<f32> {
    Some(match op {
        FloatOp::Neg => -x,
        FloatOp::Abs => x.abs(),
        FloatOp::Sqrt => x.sqrt(),
        FloatOp::RoundToIntegral(rounding) => round(rounding, f64::from(x)) as f32,
        _ => return None,
    })
}

fn unary_double(op: FloatOp, x: f64) -> Option<f64> {
    Some(match op {
        FloatOp::Neg => -x,
        FloatOp::Abs => x.abs(),
        FloatOp::Sqrt => x.sqrt(),
        FloatOp::RoundToIntegral(rounding) => round(rounding, x),
        _ => return None,
    })
}

fn round(rounding: Rounding, x: f64) -> f64 {
    match rounding {
        Rounding::NearestEven => x.round_ties_even(),
        Rounding::NearestAway => x.round(),
        Rounding::TowardPositive => x.ceil(),
        Rounding::TowardNegative => x.floor(),
        Rounding::TowardZero => x.trunc(),
    }
}

fn arithmetic<F>(op: FloatOp, x: F, y: F) -> Option<F>
where
    F: std::ops::Add<Output = F> + std::ops::Sub<Output = F> + std::ops::Mul<Output = F> + std::ops::Div<Output = F>,
{
    Some(match op {
        FloatOp::Add => x + y,
        FloatOp::Sub => x - y,
        FloatOp::Mul => x * y,
        FloatOp::Div => x / y,
        _ => return None,
    })
}
