//! Integer terms: linear normal form, comparisons, products, Euclidean division.

use super::{Kind, Term};
use crate::{Int, Sort};
use dashu_base::{DivEuclid, Gcd, RemEuclid, Signed, UnsignedAbs};
use std::borrow::Cow;
use std::cmp::Ordering;

/// Products are multiplied out as long as the result has at most this many monomials.
const MAX_DISTRIBUTED: usize = 64;

/// Nested constant `ite`s below a comparison are resolved up to this depth.
const MAX_ITE_DEPTH: usize = 32;

/// `constant + Σ coefficient·term`: sorted by term, no coefficient is zero, no term is a constant or a sum.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Linear {
    /// The constant summand.
    pub constant: Int,
    /// The terms with their coefficients.
    pub terms: Vec<(Term, Int)>,
}

impl Linear {
    /// A constant.
    pub fn constant(value: impl Into<Int>) -> Linear {
        Linear { constant: value.into(), terms: Vec::new() }
    }

    /// Whether no term occurs.
    pub fn is_constant(&self) -> bool {
        self.terms.is_empty()
    }

    /// The coefficient of `term`, zero if it does not occur.
    pub fn coefficient(&self, term: Term) -> Int {
        match self.terms.binary_search_by(|(t, _)| t.cmp(&term)) {
            Ok(position) => self.terms[position].1.clone(),
            Err(_) => Int::ZERO,
        }
    }

    /// `self + factor·other`
    pub fn plus_scaled(&self, other: &Linear, factor: &Int) -> Linear {
        if factor.is_zero() {
            return self.clone();
        }
        let constant = &self.constant + &other.constant * factor;
        let mut terms = Vec::with_capacity(self.terms.len() + other.terms.len());
        let (mut left, mut right) = (self.terms.iter().peekable(), other.terms.iter().peekable());
        loop {
            let order = match (left.peek(), right.peek()) {
                (Some((a, _)), Some((b, _))) => a.cmp(b),
                (Some(_), None) => Ordering::Less,
                (None, Some(_)) => Ordering::Greater,
                (None, None) => break,
            };
            match order {
                Ordering::Less => terms.extend(left.next().cloned()),
                Ordering::Greater => terms.extend(right.next().map(|(t, c)| (*t, c * factor))),
                Ordering::Equal => {
                    if let (Some((t, a)), Some((_, b))) = (left.next(), right.next()) {
                        let sum = a + b * factor;
                        if !sum.is_zero() {
                            terms.push((*t, sum));
                        }
                    }
                }
            }
        }
        Linear { constant, terms }
    }

    /// `factor·self`
    pub fn scaled(&self, factor: &Int) -> Linear {
        if factor.is_zero() {
            return Linear::default();
        }
        let terms = self.terms.iter().map(|(t, c)| (*t, c * factor)).collect();
        Linear { constant: &self.constant * factor, terms }
    }

    /// The same without `term`.
    pub fn without(&self, term: Term) -> Linear {
        let terms = self.terms.iter().filter(|(t, _)| *t != term).cloned().collect();
        Linear { constant: self.constant.clone(), terms }
    }

    /// The greatest common divisor of the coefficients (not of the constant); zero if there are none.
    pub fn content(&self) -> Int {
        let mut gcd = Int::ZERO;
        for (_, coefficient) in &self.terms {
            if coefficient.is_one() || *coefficient == Int::NEG_ONE {
                return Int::ONE;
            }
            gcd = if gcd.is_zero() { Int::from(coefficient.unsigned_abs()) } else { Int::from(gcd.gcd(coefficient)) };
        }
        gcd
    }

    /// The term with this normal form.
    pub fn to_term(self) -> Term {
        Term::from_linear(self)
    }
}

/// Normalises an unsorted sum of monomials.
fn collect(constant: Int, mut monomials: Vec<(Term, Int)>) -> Linear {
    monomials.sort_by_key(|(t, _)| *t);
    let mut terms: Vec<(Term, Int)> = Vec::with_capacity(monomials.len());
    for (term, coefficient) in monomials {
        match terms.last_mut() {
            Some((last, sum)) if *last == term => *sum += coefficient,
            _ => terms.push((term, coefficient)),
        }
    }
    terms.retain(|(_, coefficient)| !coefficient.is_zero());
    Linear { constant, terms }
}

impl Term {
    /// An integer constant.
    pub fn int(value: impl Into<Int>) -> Term {
        Term::make(Kind::Int(value.into()), Sort::Int)
    }

    /// An integer variable.
    pub fn int_var(name: &str) -> Term {
        Term::var(name, Sort::Int)
    }

    /// The term of a linear form.
    pub fn from_linear(mut linear: Linear) -> Term {
        match linear.terms.as_slice() {
            [] => return Term::int(linear.constant),
            [(term, coefficient)] if linear.constant.is_zero() && coefficient.is_one() => {
                return *term;
            }
            _ => {}
        }
        linear.terms.shrink_to_fit();
        Term::make(Kind::Sum(linear), Sort::Int)
    }

    /// The linear form of an integer term.
    pub fn linear(self) -> Cow<'static, Linear> {
        debug_assert_eq!(self.sort(), Sort::Int, "linear form of {self}");
        match self.kind() {
            Kind::Sum(linear) => Cow::Borrowed(linear),
            Kind::Int(value) => Cow::Owned(Linear::constant(value.clone())),
            _ => Cow::Owned(Linear { constant: Int::ZERO, terms: vec![(self, Int::ONE)] }),
        }
    }

    /// The sum of integer terms.
    pub fn sum(summands: &[Term]) -> Term {
        let mut constant = Int::ZERO;
        let mut monomials = Vec::new();
        for summand in summands {
            let linear = summand.linear();
            constant += &linear.constant;
            monomials.extend(linear.terms.iter().cloned());
        }
        Term::from_linear(collect(constant, monomials))
    }

    pub(super) fn int_add_scaled(self, other: Term, factor: &Int) -> Term {
        match (self.kind(), other.kind()) {
            (Kind::Int(a), Kind::Int(b)) => Term::int(a + b * factor),
            (_, Kind::Int(b)) if b.is_zero() => self,
            _ => Term::from_linear(self.linear().plus_scaled(&other.linear(), factor)),
        }
    }

    /// `factor·self` over the integers.
    pub fn scale(self, factor: impl Into<Int>) -> Term {
        let factor = factor.into();
        if factor.is_one() { self } else { Term::from_linear(self.linear().scaled(&factor)) }
    }

    pub(super) fn int_mul(self, other: Term) -> Term {
        match (self.kind(), other.kind()) {
            (Kind::Int(factor), _) => return other.scale(factor.clone()),
            (_, Kind::Int(factor)) => return self.scale(factor.clone()),
            _ => {}
        }
        let (left, right) = (self.linear(), other.linear());
        if (left.terms.len() + 1) * (right.terms.len() + 1) > MAX_DISTRIBUTED {
            return product(self, other);
        }
        let mut monomials = Vec::new();
        for (a, ca) in &left.terms {
            monomials.extend(right.terms.iter().map(|(b, cb)| (product(*a, *b), ca * cb)));
            monomials.push((*a, ca * &right.constant));
        }
        monomials.extend(right.terms.iter().map(|(b, cb)| (*b, cb * &left.constant)));
        Term::from_linear(collect(&left.constant * &right.constant, monomials))
    }

    #[allow(clippy::should_implement_trait)] // takes anything that converts into a term, and is not C's division
    /// Euclidean division: `self = divisor·q + r` with `0 <= r < |divisor|`; uninterpreted when the divisor is zero.
    pub fn div(self, divisor: impl Into<Term>) -> Term {
        let divisor = divisor.into();
        let Some(modulus) = divisor.as_int().filter(|value| !value.is_zero()) else {
            return Term::make(Kind::Div(self, divisor), Sort::Int);
        };
        if modulus.is_negative() {
            return self.div(Term::int(-modulus)).neg();
        }
        if modulus.is_one() {
            return self;
        }
        // (m·a + b) div m = a + (b div m)
        let linear = self.linear();
        let (mut whole, mut rest) = (Linear::default(), Linear::default());
        for (term, coefficient) in &linear.terms {
            if coefficient.rem_euclid(modulus).is_zero() {
                whole.terms.push((*term, coefficient / modulus));
            } else {
                rest.terms.push((*term, coefficient.clone()));
            }
        }
        whole.constant = (&linear.constant).div_euclid(modulus);
        rest.constant = Int::from((&linear.constant).rem_euclid(modulus));
        if rest.terms.is_empty() {
            return Term::from_linear(whole);
        }
        let quotient = Term::make(Kind::Div(Term::from_linear(rest), divisor), Sort::Int);
        Term::from_linear(whole).add(quotient)
    }

    /// Euclidean remainder; uninterpreted when the divisor is zero.
    pub fn modulo(self, divisor: impl Into<Term>) -> Term {
        let divisor = divisor.into();
        let Some(modulus) = divisor.as_int().filter(|value| !value.is_zero()) else {
            return Term::make(Kind::Mod(self, divisor), Sort::Int);
        };
        if modulus.is_negative() {
            return self.modulo(Term::int(-modulus));
        }
        let linear = self.linear();
        let constant = Int::from((&linear.constant).rem_euclid(modulus));
        let mut monomials = Vec::with_capacity(linear.terms.len());
        let mut flattened = false;
        for (term, coefficient) in &linear.terms {
            let coefficient = Int::from(coefficient.rem_euclid(modulus));
            match term.kind() {
                // (a mod k·m) mod m = a mod m
                Kind::Mod(inner, outer)
                    if outer.as_int().is_some_and(|o| !o.is_zero() && o.rem_euclid(modulus).is_zero()) =>
                {
                    flattened = true;
                    monomials.push((*inner, coefficient));
                }
                _ => monomials.push((*term, coefficient)),
            }
        }
        if flattened {
            let parts: Vec<Term> = monomials.into_iter().map(|(t, c)| t.scale(c)).collect();
            return Term::sum(&parts).add(Term::int(constant)).modulo(divisor);
        }
        let reduced = collect(constant, monomials);
        if reduced.is_constant() {
            return Term::int(Int::from(reduced.constant.rem_euclid(modulus)));
        }
        Term::make(Kind::Mod(Term::from_linear(reduced), divisor), Sort::Int)
    }

    /// Division that rounds towards zero, as C's `/`.
    pub fn div_trunc(self, divisor: impl Into<Term>) -> Term {
        let divisor = divisor.into();
        // Euclidean division rounds the quotient so that the remainder is not negative; for a dividend that is not negative
        // it agrees with truncation, and truncation is odd in the dividend.
        Term::ite(self.ge(0), self.div(divisor), self.neg().div(divisor).neg())
    }

    /// The remainder with the sign of the dividend, as C's `%`.
    pub fn rem_trunc(self, divisor: impl Into<Term>) -> Term {
        let divisor = divisor.into();
        Term::ite(self.ge(0), self.modulo(divisor), self.neg().modulo(divisor).neg())
    }

    /// `self` is a multiple of `divisor` (a positive constant).
    pub fn divisible_by(self, divisor: impl Into<Int>) -> Term {
        self.modulo(Term::int(divisor.into())).eq_zero()
    }

    /// `self <= 0`, normalised.
    pub fn le_zero(self) -> Term {
        compare_zero(self, Comparison::Le, 0)
    }

    /// `self = 0`, normalised.
    pub fn eq_zero(self) -> Term {
        compare_zero(self, Comparison::Eq, 0)
    }
}

#[derive(Copy, Clone)]
enum Comparison {
    Le,
    Eq,
}

fn compare_zero(term: Term, comparison: Comparison, depth: usize) -> Term {
    let linear = term.linear();
    if let [(only, coefficient)] = linear.terms.as_slice()
        && let Kind::Ite(condition, yes, no) = only.kind()
        && depth < MAX_ITE_DEPTH
        && (yes.is_constant() || no.is_constant())
    {
        let branch = |value: &Term| {
            let shifted = Term::int(linear.constant.clone()).int_add_scaled(*value, coefficient);
            compare_zero(shifted, comparison, depth + 1)
        };
        let (yes, no) = (branch(yes), branch(no));
        // Only where it removes the ite from the atom, so that nothing grows.
        if yes.is_constant() || no.is_constant() {
            return Term::ite(*condition, yes, no);
        }
    }
    match comparison {
        Comparison::Le => le_zero_linear(&linear),
        Comparison::Eq => eq_zero_linear(&linear),
    }
}

fn le_zero_linear(linear: &Linear) -> Term {
    if linear.is_constant() {
        return Term::bool(linear.constant <= Int::ZERO);
    }
    let content = linear.content();
    let tightened = if content.is_one() {
        linear.clone()
    } else {
        let terms = linear.terms.iter().map(|(t, c)| (*t, c / &content)).collect();
        // Σ c·t <= -k becomes Σ (c/g)·t <= floor(-k/g).
        Linear { constant: -(-&linear.constant).div_euclid(&content), terms }
    };
    Term::make(Kind::Le(Term::from_linear(tightened)), Sort::Bool)
}

fn eq_zero_linear(linear: &Linear) -> Term {
    if linear.is_constant() {
        return Term::bool(linear.constant.is_zero());
    }
    let mut content = linear.content();
    if !(&linear.constant).rem_euclid(&content).is_zero() {
        return Term::ff();
    }
    if linear.terms[0].1.is_negative() {
        content = -content;
    }
    let normal = if content.is_one() {
        linear.clone()
    } else {
        let terms = linear.terms.iter().map(|(t, c)| (*t, c / &content)).collect();
        Linear { constant: &linear.constant / &content, terms }
    };
    Term::make(Kind::EqZero(Term::from_linear(normal)), Sort::Bool)
}

/// The product of two terms that are not constants.
fn product(left: Term, right: Term) -> Term {
    let factors = |term: Term| match term.kind() {
        Kind::Mul(list) => list.to_vec(),
        _ => vec![term],
    };
    let mut all = factors(left);
    all.extend(factors(right));
    all.sort_unstable();
    Term::make(Kind::Mul(all.into()), Sort::Int)
}
