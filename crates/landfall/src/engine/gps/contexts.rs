//! Calls told apart by the values of their arguments.
//!
//! Where a recursive procedure can be called with a few values of a parameter that it branches on only, each value is a context
//! with polyhedra of its own: `grow(2, n)` may be linear in `n`, though `grow(m, n)` is not, and calls with a depth that goes down
//! do not depend on each other in a cycle. The proof is about the procedures themselves: what holds is a disjunction over the
//! contexts.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use landfall_smt::linear::simplex::Optimum;
use landfall_smt::linear::{Integer, LinearTerm, Polyhedron};
use landfall_smt::{Sort, Term};

use super::super::kit::points::{Action, Graph, Target};
use crate::budget::Budget;
use crate::cfa::{ProcId, VarId};
use crate::encode::Transition;
use crate::limits::limits;
use crate::solving::Solving;
use crate::summary::abstraction::{Effort, hull};
use crate::verdict::Reason;

/// Parameters with the values that they have at entry.
pub(super) type Fixed = Vec<(VarId, Integer)>;

/// A procedure with the values of some of its parameters.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct ValueContext {
    pub proc: ProcId,
    pub fixed: Fixed,
}

impl ValueContext {
    /// That the parameters have these values, of terms for their values.
    pub fn condition(&self, value: impl Fn(VarId) -> Term) -> Term {
        let each = self.fixed.iter().map(|(var, fixed)| value(*var).eq(Term::int(fixed.to_big())));
        Term::and(&each.collect::<Vec<_>>())
    }
}

/// The contexts of a program, callers before callees where they do not call each other; the first is that of the whole program.
pub(super) struct Contexts {
    pub all: Vec<ValueContext>,
    /// By context and the step that calls: contexts.
    pub callees: BTreeMap<(usize, usize), Vec<usize>>,
}

impl Contexts {
    /// One context for each procedure.
    pub fn of_procedures(graph: &Graph<'_>) -> Contexts {
        let program = graph.program();
        let mut all = vec![ValueContext { proc: program.entry, fixed: Fixed::new() }];
        let others = program.procs.keys().filter(|&p| p != program.entry);
        all.extend(others.map(|proc| ValueContext { proc, fixed: Fixed::new() }));
        let mut callees = BTreeMap::new();
        for (caller, context) in all.iter().enumerate() {
            for (step, callee) in calls_in(graph, context.proc) {
                let callee = all.iter().position(|c| c.proc == callee).expect("every procedure has a context");
                callees.insert((caller, step), vec![callee]);
            }
        }
        Contexts { all, callees }
    }

    /// By the values that arguments have where `known` (by point) holds; `None` if there is nothing to tell apart, or too much.
    pub fn by_values(
        graph: &Graph<'_>,
        known: &[Term],
        solving: &Solving,
        budget: &Budget,
    ) -> Result<Option<Contexts>, Reason> {
        let mut search = Discovery { graph, known, solving, budget, open: BTreeSet::new() };
        for _ in 0..limits().contexts.attempts {
            match search.contexts()? {
                Found::All(contexts) => {
                    let tells_apart = contexts.all.iter().any(|c| !c.fixed.is_empty());
                    return Ok(tells_apart.then_some(contexts));
                }
                Found::TooMany => return Ok(None),
                Found::Opened => {}
            }
        }
        Ok(None)
    }
}

/// The steps of a procedure that call.
fn calls_in<'g>(graph: &'g Graph<'_>, proc: ProcId) -> impl Iterator<Item = (usize, ProcId)> + 'g {
    graph.steps.iter().enumerate().filter_map(move |(index, step)| match (&step.action, step.target) {
        (Action::Call { callee, .. }, Target::Point(_)) if graph.points[step.source].proc == proc => {
            Some((index, *callee))
        }
        _ => None,
    })
}

enum Found {
    All(Contexts),
    TooMany,
    /// A parameter has too many values: begin again without it.
    Opened,
}

struct Discovery<'a> {
    graph: &'a Graph<'a>,
    known: &'a [Term],
    solving: &'a Solving,
    budget: &'a Budget,
    /// Parameters that are not told apart, given the values of those before.
    open: BTreeSet<(ProcId, Fixed, VarId)>,
}

impl Discovery<'_> {
    fn contexts(&mut self) -> Result<Found, Reason> {
        let first = ValueContext { proc: self.graph.program().entry, fixed: Fixed::new() };
        let mut calls: BTreeMap<ValueContext, Vec<(usize, Vec<ValueContext>)>> = BTreeMap::new();
        let mut work = vec![first.clone()];
        while let Some(context) = work.pop() {
            if calls.contains_key(&context) {
                continue;
            }
            if calls.len() >= limits().contexts.contexts {
                return Ok(Found::TooMany);
            }
            let mut leads = Vec::new();
            for (step, callee) in calls_in(self.graph, context.proc) {
                let Some(entered) = self.entered(&context, step, callee)? else { return Ok(Found::Opened) };
                work.extend(entered.iter().cloned());
                leads.push((step, entered));
            }
            calls.insert(context, leads);
        }
        Ok(Found::All(ordered(&first, &calls)))
    }

    /// The contexts that a call enters; nothing if it has opened a parameter.
    fn entered(
        &mut self,
        context: &ValueContext,
        step: usize,
        callee: ProcId,
    ) -> Result<Option<Vec<ValueContext>>, Reason> {
        let names = self.graph.encoder.symbols();
        let step = &self.graph.steps[step];
        let within = context.condition(|v| names.entry(v));
        let formula = Term::and(&[self.known[step.source], within, step.transition.guard]);
        let params = self.told_apart(callee);
        let mut found = Vec::new();
        let mut opened = false;
        self.spread(callee, &params, &step.transition, formula, Fixed::new(), &mut found, &mut opened)?;
        Ok((!opened).then(|| found.into_iter().map(|fixed| ValueContext { proc: callee, fixed }).collect()))
    }

    #[expect(clippy::too_many_arguments, reason = "a recursive step")]
    fn spread(
        &mut self,
        proc: ProcId,
        params: &[VarId],
        transition: &Transition,
        formula: Term,
        fixed: Fixed,
        found: &mut Vec<Fixed>,
        opened: &mut bool,
    ) -> Result<(), Reason> {
        let Some((&var, rest)) = params.split_first() else {
            found.push(fixed);
            return Ok(());
        };
        let key = (proc, fixed.clone(), var);
        if self.open.contains(&key) {
            return self.spread(proc, rest, transition, formula, fixed, found, opened);
        }
        let value = transition.value(var);
        let Some(values) = self.values(formula, value)? else {
            self.open.insert(key);
            *opened = true;
            return Ok(());
        };
        for number in values {
            let mut fixed = fixed.clone();
            let is_here = value.eq(Term::int(number));
            fixed.push((var, Integer::from(number)));
            self.spread(proc, rest, transition, Term::and(&[formula, is_here]), fixed, found, opened)?;
        }
        Ok(())
    }

    /// The values that a term may have, if they are few.
    fn values(&self, formula: Term, value: Term) -> Result<Option<Range<i64>>, Reason> {
        let effort = Effort { cubes: limits().polyhedra.cubes, kept: 1 };
        let Some(shape) = hull(self.solving, self.budget, formula, &[value], effort)? else { return Ok(None) };
        if shape.hull.is_empty() {
            return Ok(Some(0..0));
        }
        let Some((low, high)) = bounds(&shape.hull) else { return Ok(None) };
        let few = high.checked_sub(low).is_some_and(|n| n < limits().contexts.values);
        Ok(few.then_some(low..high + 1))
    }

    /// The parameters that a recursive procedure branches on.
    fn told_apart(&self, proc: ProcId) -> Vec<VarId> {
        let names = self.graph.encoder.symbols();
        if !self.graph.calls.is_recursive(proc) {
            return Vec::new();
        }
        let steps = self.graph.steps.iter().filter(|s| self.graph.points[s.source].proc == proc);
        let asked: BTreeSet<Term> = steps
            .filter(|s| matches!(s.action, Action::Block(_)))
            .flat_map(|s| s.transition.guard.subterms(Term::is_atom))
            .flat_map(|atom| atom.free_vars())
            .collect();
        let params = self.graph.program().procs[proc].params.iter().copied();
        params.filter(|&v| names.state(v).sort() == Sort::Int && asked.contains(&names.state(v))).collect()
    }
}

/// The least and the greatest value of the one dimension.
fn bounds(values: &Polyhedron) -> Option<(i64, i64)> {
    let value = LinearTerm::variable(0);
    let whole = |optimum: Option<Optimum>| match optimum {
        Some(Optimum::Bounded { value, .. }) if value.is_integer() => value.numerator().to_i64(),
        _ => None,
    };
    Some((whole(values.minimum(&value))?, whole(values.maximum(&value))?))
}

/// Callers before callees where there is no cycle.
fn ordered(first: &ValueContext, calls: &BTreeMap<ValueContext, Vec<(usize, Vec<ValueContext>)>>) -> Contexts {
    let mut seen = BTreeSet::from([first]);
    let mut finished = Vec::new();
    let mut stack = vec![(first, successors(calls, first))];
    while let Some((context, open)) = stack.last_mut() {
        match open.pop() {
            Some(next) if seen.insert(next) => {
                let after = successors(calls, next);
                stack.push((next, after));
            }
            Some(_) => {}
            None => {
                finished.push(*context);
                stack.pop();
            }
        }
    }
    finished.reverse();
    let place: BTreeMap<&ValueContext, usize> = finished.iter().enumerate().map(|(i, c)| (*c, i)).collect();
    let mut callees = BTreeMap::new();
    for (index, context) in finished.iter().enumerate() {
        for (step, entered) in &calls[*context] {
            callees.insert((index, *step), entered.iter().map(|c| place[c]).collect());
        }
    }
    Contexts { all: finished.into_iter().cloned().collect(), callees }
}

fn successors<'c>(
    calls: &'c BTreeMap<ValueContext, Vec<(usize, Vec<ValueContext>)>>,
    context: &ValueContext,
) -> Vec<&'c ValueContext> {
    calls[context].iter().flat_map(|(_, entered)| entered).collect()
}
