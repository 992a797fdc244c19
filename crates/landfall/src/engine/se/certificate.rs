//! Invariants for programs whose paths have all been explored: from the states that were seen at loop heads.
//!
//! Tried in this order, each checked before it is used: no invariants at all; bounds and equations that the states have in
//! common, weakened to an inductive subset; the disjunction of the states. Procedures that are left (recursive ones) get
//! contracts from the calls that were made.

use std::collections::{BTreeMap, BTreeSet};

use landfall_smt::{Int, Kind, Sort, Term};
use rustc_hash::FxHashMap;

use super::calls::Call;
use super::path::{Condition, Stepper, SymbolicPath};
use super::store::{Store, Value};
use crate::cfa::graph::{CallGraph, Liveness};
use crate::cfa::{LocId, ProcId, Program, VarId};
use crate::check::weaken;
use crate::encode::constant_value;
use crate::engine::kit::certificate::certified;
use crate::engine::kit::trail::Trail;
use crate::engine::{Context, Task};
use crate::limits::limits;
use crate::report::Event;
use crate::verdict::{Contract, Doubt, Proof, Reason, Verdict};

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
        if head.states.len() < limits().se.states {
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

/// Safe with invariants that check.
pub fn verdict(
    task: &Task,
    snapshots: &Snapshots,
    stepper: &Stepper<'_>,
    cx: &mut Context<'_>,
) -> Result<Verdict, Reason> {
    cx.emit(Event::Phase("looking for invariants"));
    let contracts = contracts(stepper);
    let proof = |invariants| Proof::inductive(task, invariants, contracts.clone());
    let mut failure = None;
    for attempt in [Attempt::Nothing, Attempt::Common, Attempt::States] {
        let candidate = match attempt {
            Attempt::Nothing => proof(BTreeMap::new()),
            Attempt::Common => weaken(&proof(common_facts(snapshots, stepper)), &cx.solver, &cx.budget)?,
            Attempt::States => proof(disjunctions(snapshots, stepper)),
        };
        if attempt != Attempt::Nothing && candidate.invariants.is_empty() {
            continue;
        }
        match certified(candidate, cx)? {
            Ok(proof) => return Ok(Verdict::Safe(proof)),
            Err(other) => failure = Some(other),
        }
    }
    let doubt = failure.map_or_else(|| "there is no proof".into(), |failure| failure.doubt());
    let what = format!("all paths end without an error, but {doubt}");
    Err(Reason::ProofNotCertified(Doubt { what, ..doubt }))
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
        let is_number = |v: &VarId| !stepper.program.vars[*v].ty.is_array();
        let vars: Vec<VarId> = head.bounds.keys().copied().filter(is_number).take(limits().se.variables).collect();
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
    term_in(&seen.store, stepper, var)
}

fn term_in(store: &Store, stepper: &Stepper<'_>, var: VarId) -> Option<Term> {
    match store.get(stepper.program, &stepper.layout, var) {
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

/// A state as a formula over the live variables.
fn describe(seen: &Seen, head: &Head, stepper: &Stepper<'_>) -> Term {
    let symbols = stepper.encoder.symbols();
    let state = |var: &VarId| Some((symbols.state(*var), term_of(seen, stepper, *var)?));
    let values: Vec<(Term, Term)> = head.bounds.keys().filter_map(state).collect();
    as_formula(&values, &seen.condition)
}

/// Contracts from the calls that were made, for programs that have calls: a procedure requires one of the states in which it
/// was entered, and ensures one of the pairs of states in which it was entered and left.
fn contracts(stepper: &Stepper<'_>) -> BTreeMap<ProcId, Contract> {
    let calls = &stepper.calls;
    if calls.truncated {
        return BTreeMap::new();
    }
    let none = Vec::new();
    let contract = |(proc, entered): (&ProcId, &Vec<Call>)| {
        let left = calls.left.get(proc).unwrap_or(&none);
        let requires: Vec<Term> = entered.iter().map(|call| describe_call(call, *proc, stepper)).collect();
        let ensures: Vec<Term> = left.iter().map(|call| describe_call(call, *proc, stepper)).collect();
        (*proc, Contract { requires: Term::or(&requires), ensures: Term::or(&ensures) })
    };
    calls.entered.iter().map(contract).collect()
}

/// A call as a formula: over the globals and parameters at its entry and, if it has ended, the primed symbols of the globals
/// and of the result.
fn describe_call(call: &Call, proc: ProcId, stepper: &Stepper<'_>) -> Term {
    let (program, symbols) = (stepper.program, stepper.encoder.symbols());
    let data = &program.procs[proc];
    let globals: Vec<VarId> = program.vars.keys().filter(|v| program.vars[*v].owner.is_none()).collect();
    let at_entry = globals.iter().chain(&data.params);
    let mut values: Vec<(Term, Term)> =
        at_entry.filter_map(|v| Some((symbols.state(*v), term_in(&call.entry, stepper, *v)?))).collect();
    if let Some(exit) = &call.exit {
        let at_exit = globals.iter().chain(&data.result);
        values.extend(at_exit.filter_map(|v| Some((symbols.primed(*v), term_in(exit, stepper, *v)?))));
    }
    as_formula(&values, &call.condition)
}

/// Each symbol has its value, under the condition, which may decide parts of it. Inputs that some symbol determines are expressed
/// by it; what is said about other inputs is left out, which makes the formula weaker.
fn as_formula(values: &[(Term, Term)], condition: &Trail<Condition>) -> Term {
    let known: BTreeSet<Term> = values.iter().map(|(symbol, _)| *symbol).collect();
    let conditions: Vec<Term> = condition.items().into_iter().flat_map(|c| c.holds.conjuncts()).collect();
    let decided = |holds: &Term| match holds.kind() {
        Kind::Not(atom) => (*atom, Term::ff()),
        _ => (*holds, Term::tt()),
    };
    let decided: FxHashMap<Term, Term> = conditions.iter().map(decided).collect();
    let mut solved: FxHashMap<Term, Term> = FxHashMap::default();
    let mut facts: Vec<Term> = Vec::new();
    for (symbol, value) in values {
        let value = if value.is_var() { *value } else { value.substitute(&decided) };
        let value = value.substitute(&solved);
        if matches!(value.sort(), Sort::Array(_)) {
            facts.extend(cells(*symbol, value));
            continue;
        }
        match solve_for_input(value, *symbol, &|t| known.contains(&t)) {
            Some((input, solution)) => {
                let one = FxHashMap::from_iter([(input, solution)]);
                solved.values_mut().for_each(|v| *v = v.substitute(&one));
                solved.insert(input, solution);
            }
            None => facts.push(Term::eq(*symbol, value)),
        }
    }
    facts.extend(conditions);
    let facts: Vec<Term> = facts
        .into_iter()
        .map(|fact| fact.substitute(&solved))
        .filter(|fact| !fact.any_var(|v| !known.contains(&v)))
        .collect();
    Term::and(&facts)
}

/// What a region's contents say of its cells: all if they are known, else those that were stored last, at constant indices.
fn cells(region: Term, contents: Term) -> Vec<Term> {
    let mut facts = Vec::new();
    let mut seen: BTreeSet<Term> = BTreeSet::new();
    let mut below = contents;
    loop {
        match below.kind() {
            Kind::Store(inner, index, value) if index.is_constant() => {
                if seen.insert(*index) {
                    facts.push(region.select(*index).eq(*value));
                }
                below = *inner;
            }
            Kind::ConstArray(_) => return vec![region.eq(contents)],
            _ => return facts,
        }
    }
}

/// An input that occurs in `term` with coefficient ±1, and its value where `term` equals `symbol`.
fn solve_for_input(term: Term, symbol: Term, is_known: &dyn Fn(Term) -> bool) -> Option<(Term, Term)> {
    let linear = term.linear();
    let (input, coefficient) = linear
        .terms
        .iter()
        .find(|(t, c)| t.is_var() && !is_known(*t) && (*c == Int::ONE || *c == Int::NEG_ONE))
        .cloned()?;
    let rest = linear.without(input).to_term();
    // An input inside a non-linear part is not isolated.
    if rest.contains(input) {
        return None;
    }
    Some((input, symbol.sub(rest).scale(coefficient)))
}
