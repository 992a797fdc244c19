//! Invariants for programs whose paths have all been explored: from the states that were seen at loop heads.
//!
//! Tried in this order, each checked before it is used: no invariants at all; bounds and equations that the states have in
//! common, weakened to an inductive subset; the disjunction of the states.

use std::collections::BTreeMap;

use landfall_smt::{Int, Term};
use rustc_hash::FxHashMap;

use super::path::{Condition, Stepper, SymbolicPath};
use super::store::{Store, Value};
use super::trail::Trail;
use crate::cfa::graph::{CallGraph, Liveness};
use crate::cfa::{LocId, Program, VarId};
use crate::check::{Failure, check_proof, weaken};
use crate::encode::constant_value;
use crate::engine::{Context, Task};
use crate::report::Event;
use crate::verdict::{Proof, Reason, Verdict};

/// States kept of one loop head; where there are more, their disjunction would be of no use.
const MOST_STATES: usize = 300;

/// Pairs of variables are compared up to this many variables.
const MOST_VARIABLES: usize = 24;

/// A state at a loop head.
struct Seen {
    store: Store,
    condition: Trail<Condition>,
}

/// What was seen at one loop head.
#[derive(Default)]
struct Head {
    states: Vec<Seen>,
    /// There were more.
    truncated: bool,
    /// Smallest and largest value of each live variable; none if it was not always a number.
    bounds: BTreeMap<VarId, Option<(Int, Int)>>,
}

/// The states seen at loop heads. Only of programs without calls: elsewhere a location does not tell the state.
pub struct Snapshots {
    liveness: Option<Liveness>,
    heads: BTreeMap<LocId, Head>,
}

impl Snapshots {
    pub fn new(program: &Program) -> Self {
        let liveness = program.is_flat().then(|| Liveness::new(program, &CallGraph::new(program)));
        Snapshots { liveness, heads: BTreeMap::new() }
    }

    pub fn record(&mut self, path: &SymbolicPath, stepper: &Stepper<'_>) {
        let Some(liveness) = &self.liveness else { return };
        let head = self.heads.entry(path.loc).or_default();
        if head.states.len() < MOST_STATES {
            head.states.push(Seen { store: path.store.clone(), condition: path.condition.clone() });
        } else {
            head.truncated = true;
        }
        for &var in liveness.at(path.loc) {
            let value = match path.store.get(stepper.program, &stepper.layout, var) {
                Value::Known(value) => Some(constant_value(value, stepper.int_type(var))),
                Value::Unset | Value::Symbolic(_) => None,
            };
            let bounds = head.bounds.entry(var).or_insert_with(|| value.clone().map(|v| (v.clone(), v)));
            *bounds = match (bounds.take(), value) {
                (Some((low, high)), Some(v)) => Some((low.min(v.clone()), high.max(v))),
                _ => None,
            };
        }
    }
}

/// Safe with invariants that check, or unknown.
pub fn verdict(task: &Task, snapshots: &Snapshots, stepper: &Stepper<'_>, cx: &mut Context<'_>) -> Verdict {
    cx.emit(Event::Phase("looking for invariants"));
    let proof = |invariants| Proof { program: task.program.clone(), invariants, contracts: BTreeMap::new() };
    let mut failure = None;
    for attempt in [Attempt::Nothing, Attempt::Common, Attempt::States] {
        let candidate = match attempt {
            Attempt::Nothing => proof(BTreeMap::new()),
            Attempt::Common => match weaken(&proof(common_facts(snapshots, stepper)), &cx.solver, &cx.budget) {
                Ok(weakened) => weakened,
                Err(reason) => return Verdict::Unknown(reason),
            },
            Attempt::States => proof(disjunctions(snapshots, stepper)),
        };
        if attempt != Attempt::Nothing && candidate.invariants.is_empty() {
            continue;
        }
        match check_proof(&candidate, &cx.solver, &cx.budget) {
            Ok(_) => return Verdict::Safe(candidate),
            Err(Failure::Stopped(reason)) => return Verdict::Unknown(reason),
            Err(other) => failure = Some(other),
        }
    }
    let why = failure.map_or_else(String::new, |f| f.to_string());
    Verdict::Unknown(Reason::ProofNotCertified(format!("all paths end without an error, but {why}")))
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Attempt {
    Nothing,
    Common,
    States,
}

/// For each head what its states have in common, as a conjunction.
fn common_facts(snapshots: &Snapshots, stepper: &Stepper<'_>) -> BTreeMap<LocId, Term> {
    let facts = |head: &Head| {
        let mut facts = Vec::new();
        for (var, bounds) in &head.bounds {
            let symbol = stepper.encoder.symbols().state(*var);
            if let Some((low, high)) = bounds {
                facts.push(Term::int(low.clone()).le(symbol));
                facts.push(symbol.le(Term::int(high.clone())));
            }
        }
        let vars: Vec<VarId> = head.bounds.keys().copied().take(MOST_VARIABLES).collect();
        for (i, left) in vars.iter().enumerate() {
            for right in &vars[i + 1..] {
                facts.extend(constant_in_all(head, stepper, *left, *right, -1));
                facts.extend(constant_in_all(head, stepper, *left, *right, 1));
            }
        }
        Term::and(&facts)
    };
    snapshots.heads.iter().map(|(loc, head)| (*loc, facts(head))).filter(|(_, fact)| !fact.is_true()).collect()
}

/// `left + factor·right = c`, if that holds in all states with the same c.
fn constant_in_all(head: &Head, stepper: &Stepper<'_>, left: VarId, right: VarId, factor: i32) -> Option<Term> {
    let mut common: Option<Term> = None;
    for seen in &head.states {
        let value = term_of(seen, stepper, left)?.add(term_of(seen, stepper, right)?.scale(factor));
        value.as_int()?;
        if *common.get_or_insert(value) != value {
            return None;
        }
    }
    let symbols = stepper.encoder.symbols();
    Some(symbols.state(left).add(symbols.state(right).scale(factor)).eq(common?))
}

fn term_of(seen: &Seen, stepper: &Stepper<'_>, var: VarId) -> Option<Term> {
    match seen.store.get(stepper.program, &stepper.layout, var) {
        Value::Known(value) => Some(stepper.encoder.constant(value, stepper.int_type(var))),
        Value::Symbolic(term) => Some(term),
        Value::Unset => None,
    }
}

/// For each head the disjunction of its states.
fn disjunctions(snapshots: &Snapshots, stepper: &Stepper<'_>) -> BTreeMap<LocId, Term> {
    let complete = snapshots.heads.iter().filter(|(_, head)| !head.truncated);
    complete
        .map(|(loc, head)| {
            let states: Vec<Term> = head.states.iter().map(|seen| describe(seen, head, stepper)).collect();
            (*loc, Term::or(&states))
        })
        .collect()
}

/// A state as a formula over the live variables. Inputs that some variable determines are expressed by it; what is said
/// about other inputs is left out, which makes the formula weaker.
fn describe(seen: &Seen, head: &Head, stepper: &Stepper<'_>) -> Term {
    let symbols = stepper.encoder.symbols();
    let mut solved: FxHashMap<Term, Term> = FxHashMap::default();
    let mut facts: Vec<Term> = Vec::new();
    for &var in head.bounds.keys() {
        let Some(term) = term_of(seen, stepper, var) else { continue };
        let term = term.substitute(&solved);
        let state = symbols.state(var);
        match solve_for_input(term, state, &|t| symbols.var_of(t).is_some()) {
            Some((input, value)) => {
                let one = FxHashMap::from_iter([(input, value)]);
                solved.values_mut().for_each(|v| *v = v.substitute(&one));
                solved.insert(input, value);
            }
            None => facts.push(state.eq(term)),
        }
    }
    facts.extend(seen.condition.items().into_iter().flat_map(|c| c.holds.conjuncts()));
    let facts: Vec<Term> = facts
        .into_iter()
        .map(|fact| fact.substitute(&solved))
        .filter(|fact| !fact.any_var(|v| symbols.var_of(v).is_none()))
        .collect();
    Term::and(&facts)
}

/// An input that occurs in `term` with coefficient ±1, and its value where `term` equals `state`.
fn solve_for_input(term: Term, state: Term, is_state: &dyn Fn(Term) -> bool) -> Option<(Term, Term)> {
    let linear = term.linear();
    let (input, coefficient) = linear
        .terms
        .iter()
        .find(|(t, c)| t.is_var() && !is_state(*t) && (*c == Int::ONE || *c == Int::NEG_ONE))
        .cloned()?;
    let rest = linear.without(input).to_term();
    // An input inside a non-linear part is not isolated.
    if rest.contains(input) {
        return None;
    }
    Some((input, state.sub(rest).scale(coefficient)))
}
