//! Terms: the one expression language of edges, labels, summaries and certificates.
//!
//! A [`Term`] is a pointer to an immutable, hash-consed node that lives for the whole process: copying is free, structural
//! equality is pointer equality, and terms can be shared between threads. Constructors simplify, so that equal meanings often
//! become equal terms:
//!
//! - integer terms are kept in *linear normal form* ([`Linear`]): a constant plus a sorted list of coefficient and non-linear part;
//! - integer comparisons are `linear <= 0` and `linear = 0`, divided by the gcd, with `<=` tightened to integers;
//! - conjunctions and disjunctions are flat, sorted, free of duplicates and of complementary members;
//! - negation sits on atoms and connectives only where it cannot be pushed into a comparison.
//!
//! There is no reference to a solver in a term. Deep terms are safe: no traversal recurses on the depth of a term.

mod array;
mod bitvec;
mod boolean;
mod choice;
mod float;
mod intern;
mod linear_form;
mod reorder;
mod rewrite;
mod traverse;

pub use bitvec::BvOp;
pub(crate) use bitvec::signed;
pub(crate) use float::canonical_bits;
pub use float::{FloatOp, Rounding};
pub use linear_form::Linear;

use crate::{Int, Sort, Symbol};
use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::OnceLock;

/// A hash-consed term. Ordered by creation.
#[derive(Copy, Clone)]
pub struct Term(&'static Node);

/// One shared node.
pub(crate) struct Node {
    id: u32,
    hash: u64,
    sort: Sort,
    flags: Flags,
    kind: Kind,
    /// Shared by terms that differ in the order of sums and the like.
    fingerprint: u128,
    /// The negation of a Boolean term, once somebody asked for it.
    negation: OnceLock<Term>,
}

/// What occurs below a node.
#[derive(Copy, Clone, Default)]
struct Flags {
    vars: bool,
    apps: bool,
    quantifiers: bool,
    nonlinear: bool,
}

/// A term's outermost constructor and its arguments: the view to match on.
///
/// Constructors of [`Term`] establish the invariants stated here; kinds cannot be turned into terms directly.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Kind {
    /// `true`
    True,
    /// `false`
    False,
    /// An integer constant.
    Int(Int),
    /// A bit-vector constant; bits above the sort's width are zero.
    BitVec(u128),
    /// A floating-point constant by its IEEE bits (NaN has one representation).
    Float(u128),
    /// A variable (a free constant of SMT-LIB), also where it is bound by a quantifier.
    Var(Symbol),
    /// An application of an uninterpreted function or Horn predicate.
    App(Symbol, Box<[Term]>),

    /// Negation; never of a constant, a negation or a comparison `<=`.
    Not(Term),
    /// Conjunction of at least two sorted members, none of them a conjunction.
    And(Box<[Term]>),
    /// Disjunction of at least two sorted members, none of them a disjunction.
    Or(Box<[Term]>),
    /// Equality of two terms of the same sort, not `Int`.
    Eq(Term, Term),
    /// `if .0 then .1 else .2`, not of sort `Bool`.
    Ite(Term, Term, Term),
    /// `.0 <= 0` over the integers; coefficients are coprime.
    Le(Term),
    /// `.0 = 0` over the integers; coefficients are coprime and the first one is positive.
    EqZero(Term),

    /// A linear combination that is neither a constant nor a single term with coefficient one.
    Sum(Linear),
    /// A product of at least two sorted factors; none is a constant, a sum or a product.
    Mul(Box<[Term]>),
    /// Euclidean division as in SMT-LIB.
    Div(Term, Term),
    /// Euclidean remainder as in SMT-LIB.
    Mod(Term, Term),
    /// The unsigned value of a bit-vector.
    BvToInt(Term),
    /// The integer modulo 2ⁿ, as a bit-vector of the node's sort.
    IntToBv(Term),

    /// `.0[.1]`
    Select(Term, Term),
    /// The array `.0` with index `.1` set to `.2`.
    Store(Term, Term, Term),
    /// The array of the node's sort with one value everywhere.
    ConstArray(Term),

    /// A bit-vector operation, or comparison.
    Bv(BvOp, Box<[Term]>),
    /// A floating-point operation, predicate or conversion.
    Fp(FloatOp, Box<[Term]>),

    /// Universal quantification over distinct variables that occur in the body.
    Forall(Box<[Term]>, Term),
    /// Existential quantification over distinct variables that occur in the body.
    Exists(Box<[Term]>, Term),
}

impl Term {
    /// The variable of that name and sort. The same name at another sort is another variable; avoid that.
    pub fn var(name: impl Into<Symbol>, sort: Sort) -> Term {
        Term::make(Kind::Var(name.into()), sort)
    }

    /// A variable that nobody has used so far.
    pub fn fresh(prefix: &str, sort: Sort) -> Term {
        Term::var(Symbol::fresh(prefix), sort)
    }

    /// An application of an uninterpreted function; without arguments it is the variable of that name.
    pub fn app(function: impl Into<Symbol>, arguments: &[Term], sort: Sort) -> Term {
        let function = function.into();
        if arguments.is_empty() {
            return Term::var(function, sort);
        }
        Term::make(Kind::App(function, arguments.into()), sort)
    }

    /// The view to match on.
    pub fn kind(self) -> &'static Kind {
        &self.0.kind
    }

    /// The sort of the term.
    pub fn sort(self) -> Sort {
        self.0.sort
    }

    /// A dense number given at creation.
    pub fn id(self) -> u32 {
        self.0.id
    }

    /// The symbol of a variable.
    pub fn as_var(self) -> Option<Symbol> {
        match self.kind() {
            Kind::Var(symbol) => Some(*symbol),
            _ => None,
        }
    }

    /// Whether the term is a variable.
    pub fn is_var(self) -> bool {
        matches!(self.kind(), Kind::Var(_))
    }

    /// The value of an integer constant.
    pub fn as_int(self) -> Option<&'static Int> {
        match self.kind() {
            Kind::Int(value) => Some(value),
            _ => None,
        }
    }

    /// The value of a truth constant.
    pub fn as_bool(self) -> Option<bool> {
        match self.kind() {
            Kind::True => Some(true),
            Kind::False => Some(false),
            _ => None,
        }
    }

    /// The value of a bit-vector constant.
    pub fn as_bv(self) -> Option<u128> {
        match self.kind() {
            Kind::BitVec(value) => Some(*value),
            _ => None,
        }
    }

    /// Whether the term is a constant of its sort (not an array).
    pub fn is_constant(self) -> bool {
        matches!(self.kind(), Kind::True | Kind::False | Kind::Int(_) | Kind::BitVec(_) | Kind::Float(_))
    }

    /// Whether a variable occurs.
    pub fn has_vars(self) -> bool {
        self.0.flags.vars
    }

    /// Whether an uninterpreted application occurs.
    pub fn has_apps(self) -> bool {
        self.0.flags.apps
    }

    /// Whether a quantifier occurs.
    pub fn has_quantifiers(self) -> bool {
        self.0.flags.quantifiers
    }

    /// Whether a product of non-constants, or a division by a non-constant, occurs.
    pub fn has_nonlinear(self) -> bool {
        self.0.flags.nonlinear
    }

    /// Universal closure over `vars`; those that do not occur are dropped.
    pub fn forall(vars: &[Term], body: Term) -> Term {
        Term::quantified(vars, body, Kind::Forall)
    }

    /// Existential closure over `vars`; those that do not occur are dropped.
    pub fn exists(vars: &[Term], body: Term) -> Term {
        Term::quantified(vars, body, Kind::Exists)
    }

    fn quantified(vars: &[Term], body: Term, kind: impl FnOnce(Box<[Term]>, Term) -> Kind) -> Term {
        let free = body.free_vars();
        let mut bound: Vec<Term> = vars.iter().copied().filter(|v| free.binary_search(v).is_ok()).collect();
        bound.sort_unstable();
        bound.dedup();
        if bound.is_empty() { body } else { Term::make(kind(bound.into(), body), Sort::Bool) }
    }
}

impl PartialEq for Term {
    fn eq(&self, other: &Term) -> bool {
        std::ptr::eq(self.0, other.0)
    }
}

impl Eq for Term {}

impl Hash for Term {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u32(self.0.id);
    }
}

impl PartialOrd for Term {
    fn partial_cmp(&self, other: &Term) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Term {
    fn cmp(&self, other: &Term) -> std::cmp::Ordering {
        self.0.id.cmp(&other.0.id)
    }
}

impl fmt::Debug for Term {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl From<Symbol> for String {
    fn from(symbol: Symbol) -> String {
        symbol.name().to_owned()
    }
}

#[cfg(test)]
mod tests;
