//! Connectives, equality, `ite`, and the operators that work on several sorts.

use super::{BvOp, FloatOp, Kind, Term};
use crate::{Int, Sort};

#[allow(clippy::should_implement_trait)] // inherent versions take anything that converts into a term
impl Term {
    /// The constant of that truth value.
    pub fn bool(value: bool) -> Term {
        if value { Term::tt() } else { Term::ff() }
    }

    /// `true`
    pub fn tt() -> Term {
        Term::make(Kind::True, Sort::Bool)
    }

    /// `false`
    pub fn ff() -> Term {
        Term::make(Kind::False, Sort::Bool)
    }

    /// Whether this is the constant `true`.
    pub fn is_true(self) -> bool {
        matches!(self.kind(), Kind::True)
    }

    /// Whether this is the constant `false`.
    pub fn is_false(self) -> bool {
        matches!(self.kind(), Kind::False)
    }

    /// A Boolean variable.
    pub fn bool_var(name: &str) -> Term {
        Term::var(name, Sort::Bool)
    }

    /// The negation, pushed into comparisons; remembered, so that asking again is free.
    pub fn not(self) -> Term {
        debug_assert_eq!(self.sort(), Sort::Bool, "negation of {self}");
        if let Some(known) = self.0.negation.get() {
            return *known;
        }
        let result = match self.kind() {
            Kind::True => Term::ff(),
            Kind::False => Term::tt(),
            Kind::Not(inner) => *inner,
            // not (t <= 0) is -t + 1 <= 0
            Kind::Le(t) => Term::int(1).int_add_scaled(*t, &Int::NEG_ONE).le_zero(),
            Kind::Bv(BvOp::Ult, args) => args[1].ule(args[0]),
            Kind::Bv(BvOp::Ule, args) => args[1].ult(args[0]),
            Kind::Bv(BvOp::Slt, args) => args[1].sle(args[0]),
            Kind::Bv(BvOp::Sle, args) => args[1].slt(args[0]),
            Kind::Forall(vars, body) => Term::make(Kind::Exists(vars.clone(), body.not()), Sort::Bool),
            Kind::Exists(vars, body) => Term::make(Kind::Forall(vars.clone(), body.not()), Sort::Bool),
            _ => Term::make(Kind::Not(self), Sort::Bool),
        };
        // Another thread may have been first; both computed the same term.
        let _ = self.0.negation.set(result);
        let _ = result.0.negation.set(self);
        result
    }

    /// The negation; the same as [`Term::not`].
    pub fn negate(self) -> Term {
        self.not()
    }

    /// Conjunction of any number of terms.
    pub fn and(members: &[Term]) -> Term {
        junction(members, true)
    }

    /// Disjunction of any number of terms.
    pub fn or(members: &[Term]) -> Term {
        junction(members, false)
    }

    /// `self` implies `other`.
    pub fn implies(self, other: Term) -> Term {
        Term::or(&[self.not(), other])
    }

    /// Exclusive or.
    pub fn xor_bool(self, other: Term) -> Term {
        self.eq(other).not()
    }

    /// `if condition then yes else no`
    pub fn ite(condition: Term, yes: impl Into<Term>, no: impl Into<Term>) -> Term {
        let (yes, no) = (yes.into(), no.into());
        debug_assert_eq!(yes.sort(), no.sort(), "branches {yes} and {no}");
        match condition.kind() {
            Kind::True => return yes,
            Kind::False => return no,
            _ if yes == no => return yes,
            Kind::Not(inner) => return Term::ite(*inner, no, yes),
            _ => {}
        }
        if yes.sort() == Sort::Bool {
            return ite_bool(condition, yes, no);
        }
        // A branch that asks the same condition again is resolved.
        let yes = match yes.kind() {
            Kind::Ite(inner, same, _) if *inner == condition => *same,
            _ => yes,
        };
        let no = match no.kind() {
            Kind::Ite(inner, _, same) if *inner == condition => *same,
            _ => no,
        };
        if yes == no {
            return yes;
        }
        // What both branches add to is taken out.
        match super::bitvec::common_base(yes, no) {
            Some((base, [x, y])) => base.bv(BvOp::Add, Term::make(Kind::Ite(condition, x, y), yes.sort())),
            None => Term::make(Kind::Ite(condition, yes, no), yes.sort()),
        }
    }

    /// Equality of two terms of the same sort (bitwise for arrays, SMT-LIB's `=` for floats: see [`Term::fp_eq`]).
    pub fn eq(self, other: impl Into<Term>) -> Term {
        let other = other.into();
        debug_assert_eq!(self.sort(), other.sort(), "{self} = {other}");
        if self == other {
            return Term::tt();
        }
        match self.sort() {
            Sort::Int => self.int_add_scaled(other, &Int::NEG_ONE).eq_zero(),
            Sort::Bool => iff(self, other),
            _ if self.is_constant() && other.is_constant() => Term::ff(),
            Sort::BitVec(_) => bits_equal(self, other),
            _ => {
                let (a, b) = if self < other { (self, other) } else { (other, self) };
                Term::make(Kind::Eq(a, b), Sort::Bool)
            }
        }
    }

    /// Disequality.
    pub fn ne(self, other: impl Into<Term>) -> Term {
        self.eq(other).not()
    }

    /// `self <= other`, over integers or floats.
    pub fn le(self, other: impl Into<Term>) -> Term {
        let other = other.into();
        match self.sort() {
            Sort::Float(..) => self.fp(FloatOp::Le, &[other]),
            _ => self.int_add_scaled(other, &Int::NEG_ONE).le_zero(),
        }
    }

    /// `self < other`, over integers or floats.
    pub fn lt(self, other: impl Into<Term>) -> Term {
        let other = other.into();
        match self.sort() {
            Sort::Float(..) => self.fp(FloatOp::Lt, &[other]),
            _ => self.int_add_scaled(other, &Int::NEG_ONE).int_add_scaled(Term::int(1), &Int::ONE).le_zero(),
        }
    }

    /// `self >= other`, over integers or floats.
    pub fn ge(self, other: impl Into<Term>) -> Term {
        other.into().le(self)
    }

    /// `self > other`, over integers or floats.
    pub fn gt(self, other: impl Into<Term>) -> Term {
        other.into().lt(self)
    }

    /// The sum, over integers, bit-vectors or floats.
    pub fn add(self, other: impl Into<Term>) -> Term {
        let other = other.into();
        match self.sort() {
            Sort::BitVec(_) => self.bv(BvOp::Add, other),
            Sort::Float(..) => self.fp(FloatOp::Add, &[other]),
            _ => self.int_add_scaled(other, &Int::ONE),
        }
    }

    /// The difference, over integers, bit-vectors or floats.
    pub fn sub(self, other: impl Into<Term>) -> Term {
        let other = other.into();
        match self.sort() {
            Sort::BitVec(_) => self.bv(BvOp::Sub, other),
            Sort::Float(..) => self.fp(FloatOp::Sub, &[other]),
            _ => self.int_add_scaled(other, &Int::NEG_ONE),
        }
    }

    /// The product, over integers, bit-vectors or floats.
    pub fn mul(self, other: impl Into<Term>) -> Term {
        let other = other.into();
        match self.sort() {
            Sort::BitVec(_) => self.bv(BvOp::Mul, other),
            Sort::Float(..) => self.fp(FloatOp::Mul, &[other]),
            _ => self.int_mul(other),
        }
    }

    /// The additive inverse, over integers, bit-vectors or floats.
    pub fn neg(self) -> Term {
        match self.sort() {
            Sort::BitVec(_) => self.bv_unary(BvOp::Neg),
            Sort::Float(..) => self.fp(FloatOp::Neg, &[]),
            _ => self.scale(-1),
        }
    }

    /// The members of a conjunction; a single term is its own conjunct, `true` has none.
    pub fn conjuncts(self) -> Vec<Term> {
        match self.kind() {
            Kind::And(members) => members.to_vec(),
            Kind::True => Vec::new(),
            _ => vec![self],
        }
    }

    /// The members of a disjunction; a single term is its own disjunct, `false` has none.
    pub fn disjuncts(self) -> Vec<Term> {
        match self.kind() {
            Kind::Or(members) => members.to_vec(),
            Kind::False => Vec::new(),
            _ => vec![self],
        }
    }
}

fn junction(members: &[Term], conjunction: bool) -> Term {
    let unit = Term::bool(conjunction);
    let zero = Term::bool(!conjunction);
    let mut flat = Vec::with_capacity(members.len());
    for &member in members {
        debug_assert_eq!(member.sort(), Sort::Bool, "member {member}");
        match member.kind() {
            Kind::And(inner) if conjunction => flat.extend_from_slice(inner),
            Kind::Or(inner) if !conjunction => flat.extend_from_slice(inner),
            _ if member == unit => {}
            _ if member == zero => return zero,
            _ => flat.push(member),
        }
    }
    flat.sort_unstable();
    flat.dedup();
    // Every member's negation is looked up; negations are remembered, so this costs a node an atom at most once.
    if flat.len() > 1 && flat.iter().any(|member| flat.binary_search(&member.not()).is_ok()) {
        return zero;
    }
    absorb(&mut flat, conjunction);
    match flat.as_slice() {
        [] => unit,
        [only] => *only,
        _ if conjunction => Term::make(Kind::And(flat.into()), Sort::Bool),
        _ => Term::make(Kind::Or(flat.into()), Sort::Bool),
    }
}

/// `a && (a || b)` is `a`, and dually.
fn absorb(flat: &mut Vec<Term>, conjunction: bool) {
    let inner = |member: Term| match member.kind() {
        Kind::Or(list) if conjunction => Some(list),
        Kind::And(list) if !conjunction => Some(list),
        _ => None,
    };
    let absorbed = |member: Term| inner(member).is_some_and(|list| list.iter().any(|t| flat.binary_search(t).is_ok()));
    if flat.iter().any(|member| absorbed(*member)) {
        let kept = flat.iter().copied().filter(|member| !absorbed(*member)).collect();
        *flat = kept;
    }
}

/// Choices among constants are compared with a constant up to this depth.
const MOST_CHOICES: usize = 8;

/// Whether a choice among constants is the given one; `None` if there is something else among them.
fn choice_equals(choice: Term, constant: Term, depth: usize) -> Option<Term> {
    match choice.kind() {
        Kind::BitVec(_) => Some(Term::bool(choice == constant)),
        Kind::Ite(condition, yes, no) if depth > 0 => {
            let yes = choice_equals(*yes, constant, depth - 1)?;
            Some(Term::ite(*condition, yes, choice_equals(*no, constant, depth - 1)?))
        }
        _ => None,
    }
}

/// Equality of bit-vectors that are not both constants.
fn bits_equal(left: Term, right: Term) -> Term {
    let ((a, x), (b, y)) = (super::bitvec::offset(left), super::bitvec::offset(right));
    if a == b {
        return Term::bool(x == y);
    }
    for (choice, constant) in [(left, right), (right, left)] {
        if let Some(truth) = constant.as_bv().and_then(|_| choice_equals(choice, constant, MOST_CHOICES)) {
            return truth;
        }
    }
    for (extended, constant) in [(left, right), (right, left)] {
        let (Kind::Bv(BvOp::ZeroExt(_), inner), Some(value)) = (extended.kind(), constant.as_bv()) else { continue };
        let width = inner[0].width();
        return if value >> width == 0 { Term::eq(inner[0], Term::bv_const(value, width)) } else { Term::ff() };
    }
    if super::reorder::same_value(left, right) {
        return Term::tt();
    }
    let (a, b) = if left < right { (left, right) } else { (right, left) };
    Term::make(Kind::Eq(a, b), Sort::Bool)
}

fn ite_bool(condition: Term, yes: Term, no: Term) -> Term {
    match (yes.as_bool(), no.as_bool()) {
        (Some(true), _) => Term::or(&[condition, no]),
        (Some(false), _) => Term::and(&[condition.not(), no]),
        (_, Some(true)) => Term::or(&[condition.not(), yes]),
        (_, Some(false)) => Term::and(&[condition, yes]),
        _ if yes == no.not() => condition.eq(yes),
        _ => Term::and(&[Term::or(&[condition.not(), yes]), Term::or(&[condition, no])]),
    }
}

fn iff(left: Term, right: Term) -> Term {
    match (left.kind(), right.kind()) {
        (Kind::True, _) => right,
        (_, Kind::True) => left,
        (Kind::False, _) => right.not(),
        (_, Kind::False) => left.not(),
        (Kind::Not(inner), _) if *inner != right => iff(*inner, right).not(),
        (_, Kind::Not(inner)) if *inner != left => iff(left, *inner).not(),
        _ if left == right => Term::tt(),
        _ if left == right.not() => Term::ff(),
        _ => {
            let (a, b) = if left < right { (left, right) } else { (right, left) };
            Term::make(Kind::Eq(a, b), Sort::Bool)
        }
    }
}

// There is no `From<bool>`: on a `&Term`, `a.eq(b)` is the comparison of pointers, and its answer must not pass for a term.

impl From<i32> for Term {
    fn from(value: i32) -> Term {
        Term::int(value)
    }
}

impl From<i64> for Term {
    fn from(value: i64) -> Term {
        Term::int(value)
    }
}

impl From<i128> for Term {
    fn from(value: i128) -> Term {
        Term::int(value)
    }
}

impl From<Int> for Term {
    fn from(value: Int) -> Term {
        Term::int(value)
    }
}

impl From<&Int> for Term {
    fn from(value: &Int) -> Term {
        Term::int(value.clone())
    }
}

impl<T: Into<Term>> std::ops::Add<T> for Term {
    type Output = Term;
    fn add(self, other: T) -> Term {
        Term::add(self, other)
    }
}

impl<T: Into<Term>> std::ops::Sub<T> for Term {
    type Output = Term;
    fn sub(self, other: T) -> Term {
        Term::sub(self, other)
    }
}

impl<T: Into<Term>> std::ops::Mul<T> for Term {
    type Output = Term;
    fn mul(self, other: T) -> Term {
        Term::mul(self, other)
    }
}

impl std::ops::Neg for Term {
    type Output = Term;
    fn neg(self) -> Term {
        Term::neg(self)
    }
}

impl std::ops::Not for Term {
    type Output = Term;
    fn not(self) -> Term {
        Term::not(self)
    }
}

impl std::ops::BitAnd for Term {
    type Output = Term;
    /// Conjunction of Booleans, bitwise and of bit-vectors.
    fn bitand(self, other: Term) -> Term {
        if self.sort() == Sort::Bool { Term::and(&[self, other]) } else { self.bv(BvOp::And, other) }
    }
}

impl std::ops::BitOr for Term {
    type Output = Term;
    /// Disjunction of Booleans, bitwise or of bit-vectors.
    fn bitor(self, other: Term) -> Term {
        if self.sort() == Sort::Bool { Term::or(&[self, other]) } else { self.bv(BvOp::Or, other) }
    }
}
