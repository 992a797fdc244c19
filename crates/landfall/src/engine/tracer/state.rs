//! Symbolic states, their annotations, and loop headers.
//!
//! A state is a store and the conditions met since its *base*: the nearest loop header above it, or the root. The store maps each
//! variable to a term over the state symbols at the base, so a constraint that is dropped at a header is dropped from every
//! state below it: the paper's propagation of the abstraction (havoc of what the dropped constraints modify) is in the
//! representation.

use std::collections::BTreeSet;
use std::rc::Rc;

use landfall_smt::{Assignment, Int, Kind, Term};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::cfa::{EdgeId, LocId};

/// Names a header while it is on the path.
pub type HeaderKey = u64;

/// What a fact of an annotation is for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Label {
    /// The error is excluded by it.
    Safety,
    /// A path back to the header needs it to re-establish the header's constraint of this index.
    Closing(HeaderKey, usize),
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Fact {
    pub formula: Term,
    pub label: Label,
}

/// The interpolant of a state: a state that satisfies the facts cannot reach the error, provided that the headers it depends on
/// cannot with the constraints they keep.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Annotation {
    pub facts: Vec<Fact>,
    pub depends: BTreeSet<HeaderKey>,
    /// Some path below was cut off by a bound: nothing is known of it.
    pub truncated: bool,
}

impl Annotation {
    /// Of a state from which nothing leads to an error.
    pub fn end() -> Annotation {
        Annotation::default()
    }

    /// Of an infeasible state.
    pub fn infeasible() -> Annotation {
        Annotation { facts: vec![Fact { formula: Term::ff(), label: Label::Safety }], ..Annotation::default() }
    }

    pub fn truncated() -> Annotation {
        Annotation { truncated: true, ..Annotation::default() }
    }

    /// Adds a fact, conjunct by conjunct, unless it is there.
    pub fn require(&mut self, fact: Fact) {
        for formula in fact.formula.conjuncts() {
            let known = |f: &Fact| f.formula == formula && (f.label == fact.label || f.label == Label::Safety);
            if !formula.is_true() && !self.facts.iter().any(known) {
                self.facts.push(Fact { formula, label: fact.label });
            }
        }
    }

    pub fn formula(&self) -> Term {
        Term::and(&self.facts.iter().map(|f| f.formula).collect::<Vec<_>>())
    }
}

/// One constraint of the state at a loop header.
#[derive(Clone, Copy, Debug)]
pub struct Constraint {
    /// Over state symbols.
    pub formula: Term,
    /// Not dropped.
    pub kept: bool,
    /// A refinement needs it: it is never dropped.
    pub required: bool,
}

/// What makes a state a loop header.
#[derive(Clone, Debug)]
pub struct Header {
    pub key: HeaderKey,
    pub constraints: Vec<Constraint>,
    /// The state in which the header was reached, relative to the base before it.
    pub entry_base: usize,
    pub entry_store: Rc<Vec<Term>>,
    /// Constraints were dropped since its subtree was begun.
    pub weakened: bool,
}

impl Header {
    pub fn kept(&self) -> impl Iterator<Item = (usize, &Constraint)> {
        self.constraints.iter().enumerate().filter(|(_, c)| c.kept)
    }

    /// The variables to which the kept constraints leave one value: two bounds that meet.
    pub fn constants(&self) -> FxHashMap<Term, Term> {
        let mut constants = FxHashMap::default();
        let mut bounds: FxHashSet<Term> = FxHashSet::default();
        for (_, constraint) in self.kept() {
            let &Kind::Le(difference) = constraint.formula.kind() else { continue };
            bounds.insert(difference);
            let linear = difference.linear();
            if let [(symbol, factor)] = linear.terms.as_slice()
                && symbol.is_var()
                && bounds.contains(&difference.neg())
            {
                let value = if *factor == Int::ONE { -linear.constant.clone() } else { linear.constant.clone() };
                constants.insert(*symbol, Term::int(value));
            }
        }
        constants
    }
}

/// A state on the path that is being explored.
#[derive(Clone, Debug)]
pub struct Frame {
    pub loc: LocId,
    /// The edge by which it was reached; none for the root.
    pub edge: Option<EdgeId>,
    pub store: Rc<Vec<Term>>,
    /// What the edge added to the path condition, over the symbols of the base before it.
    pub condition: Term,
    /// The index on the path of the state whose symbols the store speaks of.
    pub base: usize,
    /// Satisfies the path condition since the base; absent if there is none at hand.
    pub model: Option<Rc<Assignment>>,
    pub header: Option<Header>,
    /// The edges that leave, and how many of them were taken.
    pub edges: Vec<EdgeId>,
    pub next: usize,
    pub annotation: Annotation,
    /// Facts that are needed behind some of the branches that leave, and the condition of that branch.
    pub branches: Vec<(Fact, Term)>,
    /// How many of the edges taken have an annotation behind them other than that they are infeasible.
    pub open: usize,
    /// The edges that were infeasible.
    pub infeasible: Vec<EdgeId>,
    /// Loop heads on the path up to here.
    pub visits: usize,
}

impl Frame {
    /// A state that was reached without a condition, with nothing explored behind it.
    pub fn new(loc: LocId, store: Rc<Vec<Term>>, edges: Vec<EdgeId>) -> Frame {
        Frame {
            loc,
            edge: None,
            store,
            condition: Term::tt(),
            base: 0,
            model: None,
            header: None,
            edges,
            next: 0,
            annotation: Annotation::default(),
            branches: Vec::new(),
            open: 0,
            infeasible: Vec::new(),
            visits: 0,
        }
    }
}
