//! What an engine answers, with the evidence for it.
//!
//! A verdict is a claim until `check` has re-checked its evidence; only checked verdicts leave the library.

use std::collections::BTreeMap;
use std::sync::Arc;

use landfall_smt::Term;

use crate::cfa::passes::{Derived, Mapping, Pass};
use crate::cfa::{Approximation, EdgeId, HavocKind, LocId, ProcId, Program};
use crate::front::source::Span;
use crate::shape::Shapes;

#[derive(Clone, Debug)]
pub enum Verdict {
    Safe(Proof),
    Unsafe(Execution),
    Unknown(Reason),
}

/// Invariants that are inductive and exclude every error and every unsupported edge, or the number of iterations after which
/// every execution has ended without one.
///
/// `program` is what the invariants speak about: the checked program after the passes the engine asked for. Terms range over the
/// state symbols of `encode` (one a variable). A location that is absent has the invariant *true*; only cut points
/// (loop heads, procedure entries) need one.
#[derive(Clone, Debug)]
pub struct Proof {
    pub program: Arc<Program>,
    /// How the passes made `program`, and the way back: `check` runs them again.
    pub chain: Vec<Pass>,
    pub mapping: Arc<Mapping>,
    pub invariants: BTreeMap<LocId, Term>,
    /// For programs with calls: what each procedure may assume of its caller and does to the state.
    pub contracts: BTreeMap<ProcId, Contract>,
    /// In place of invariants: no loop is repeated more often than said here of its head (without an entry: never), and no
    /// execution that short reaches an error or an unsupported edge.
    pub iterations: Option<BTreeMap<LocId, u32>>,
    /// In place of invariants: heaps at the heads of loops, of a program with its objects.
    pub shapes: Option<Arc<Shapes>>,
    /// In place of invariants: all executions take the same edges, since nothing arbitrary decides where they go, and end without
    /// an error.
    pub is_one_course: bool,
}

impl Proof {
    pub fn inductive(of: &Derived, invariants: BTreeMap<LocId, Term>, contracts: BTreeMap<ProcId, Contract>) -> Proof {
        let Derived { program, mapping, chain } = of.clone();
        Proof { program, chain, mapping, invariants, contracts, iterations: None, shapes: None, is_one_course: false }
    }

    pub fn unrolled(of: &Derived, iterations: BTreeMap<LocId, u32>) -> Proof {
        Proof { iterations: Some(iterations), ..Proof::inductive(of, BTreeMap::new(), BTreeMap::new()) }
    }

    pub fn by_one_course(of: &Derived) -> Proof {
        Proof { is_one_course: true, ..Proof::inductive(of, BTreeMap::new(), BTreeMap::new()) }
    }

    pub fn by_shapes(of: &Derived, shapes: Arc<Shapes>) -> Proof {
        Proof { shapes: Some(shapes), ..Proof::inductive(of, BTreeMap::new(), BTreeMap::new()) }
    }
}

/// A procedure's contract.
///
/// `requires` ranges over the state symbols of the globals and of the procedure's parameters, and means their values at its
/// entry; `ensures` ranges over these, meaning the entry too, and over the primed symbols of the globals and of the result
/// variable at its exit. Invariants inside the procedure may speak of the state now (state symbols) and of the state at
/// entry (`Symbols::entry`). The contract of the program's entry procedure requires nothing.
#[derive(Clone, Debug)]
pub struct Contract {
    pub requires: Term,
    pub ensures: Term,
}

/// One value that the program read and that nothing in the program determines.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Input {
    pub value: i128,
    pub kind: HavocKind,
    pub span: Option<Span>,
}

/// An execution that reaches an error: the arbitrary values in the order in which they are read.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Execution {
    pub inputs: Vec<Input>,
    /// The edges of the original program, as `check` saw them when it replayed the inputs, at most the first million; empty
    /// before that.
    pub path: Vec<EdgeId>,
    /// The number of edges, also of those that `path` does not hold.
    pub steps: u64,
    /// The error location that was reached, set by the replay.
    pub error: Option<LocId>,
}

/// What does not hold of evidence, in words, and the place that they speak of.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Doubt {
    pub what: String,
    pub span: Option<Span>,
}

impl<S: Into<String>> From<S> for Doubt {
    fn from(what: S) -> Doubt {
        Doubt { what: what.into(), span: None }
    }
}

impl std::fmt::Display for Doubt {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.what)
    }
}

/// Why there is no answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Reason {
    Timeout,
    Memory,
    Interrupted,
    /// Code that is not modelled may be reached.
    Unsupported {
        what: String,
        span: Option<Span>,
        /// All executions that do not come there were followed to their ends, exactly: nobody can know more.
        rest_explored: bool,
    },
    /// An execution reaches an error, but the way there depends on something that is not modelled exactly.
    Approximated {
        what: Approximation,
        /// Where it is executed.
        span: Option<Span>,
        execution: Box<Execution>,
    },
    /// The solver gave up on a query that was needed.
    Solver(String),
    /// There is no error as long as no loop is repeated more often than so; one that may be.
    Bounded {
        iterations: u32,
        span: Option<Span>,
    },
    /// The engine has no way to go on, for the reason given.
    Incomplete(String),
    /// An engine said safe, but its invariants could not be re-proved.
    ProofNotCertified(Doubt),
    /// An engine said unsafe, but its inputs did not reproduce the error.
    ExecutionNotReplayed(Doubt),
}

impl Reason {
    /// Whether nobody else can find an answer either.
    pub fn is_final(&self) -> bool {
        matches!(self, Reason::Unsupported { rest_explored: true, .. })
    }
}

impl std::fmt::Display for Reason {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Reason::Timeout => write!(f, "out of time"),
            Reason::Memory => write!(f, "out of memory"),
            Reason::Interrupted => write!(f, "interrupted"),
            Reason::Unsupported { what, .. } => write!(f, "unsupported code may be reached: {what}"),
            Reason::Approximated { what, .. } => write!(f, "an error may be reached, depending on {what}"),
            Reason::Solver(s) => write!(f, "the solver gave up: {s}"),
            Reason::Bounded { iterations: 1, .. } => write!(f, "no error within one iteration of the loop"),
            Reason::Bounded { iterations, .. } => write!(f, "no error within {iterations} iterations of the loop"),
            Reason::Incomplete(s) => write!(f, "{s}"),
            Reason::ProofNotCertified(s) => write!(f, "proof not certified: {s}"),
            Reason::ExecutionNotReplayed(s) => write!(f, "execution not reproduced: {s}"),
        }
    }
}
