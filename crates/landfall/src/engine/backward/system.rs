//! Preconditions and questions about them: what the algorithms of this engine ask of `encode` and the solver.

use landfall_smt::project::{self, Enumerated};
use landfall_smt::{Model, Outcome, Term};
use rustc_hash::FxHashMap;

use super::graph::{Graph, PlaceId, Relation};
use crate::budget::Budget;
use crate::cfa::LocId;
use crate::cfa::graph::Liveness;
use crate::encode::{CutGraph, CutId, Encoder};
use crate::limits::limits;
use crate::solving::Solving;
use crate::verdict::Reason;

/// A program and its flattened graph, with a solver.
///
/// Formulas about places range over state symbols and counters; all other symbols in them are existentially quantified.
pub(super) struct System<'s> {
    pub encoder: &'s Encoder<'s>,
    pub cuts: &'s CutGraph,
    pub graph: Graph,
    pub solving: &'s Solving,
    pub budget: Budget,
}

impl<'s> System<'s> {
    pub fn new(encoder: &'s Encoder<'s>, cuts: &'s CutGraph, solving: &'s Solving, budget: Budget) -> Self {
        System { encoder, cuts, graph: Graph::new(encoder, cuts), solving, budget }
    }

    /// Variables have values of their types (signed ones only if ranges are encoded), counters those of heads.
    fn facts(&self, formula: Term) -> Term {
        let symbols = self.encoder.symbols();
        let mut facts = Vec::new();
        for symbol in formula.free_vars() {
            if let Some(var) = symbols.var_of(symbol) {
                facts.extend(self.encoder.type_fact(var, symbol));
            } else if let Some(place) = self.graph.places.iter().find(|p| p.counter == Some(symbol)) {
                facts.push(Term::and(&[symbol.ge(0), symbol.lt(place.heads.len() as i64)]));
            }
        }
        Term::and(&facts)
    }

    /// Polls the budget, then asks.
    pub fn check(&self, purpose: &'static str, formula: Term) -> Result<Outcome, Reason> {
        self.budget.poll()?;
        if formula.is_false() {
            return Ok(Outcome::Unsat(landfall_smt::Core::default()));
        }
        let outcome = self.solving.check(purpose, Term::and(&[formula, self.facts(formula)]));
        if matches!(outcome, Outcome::Unknown(_)) {
            self.budget.poll()?;
        }
        Ok(outcome)
    }

    /// Certainly unsatisfiable.
    pub fn is_unsat(&self, purpose: &'static str, formula: Term) -> Result<bool, Reason> {
        Ok(self.check(purpose, formula)?.is_unsat())
    }

    /// Certainly implied.
    pub fn implies(&self, purpose: &'static str, premise: Term, conclusion: Term) -> Result<bool, Reason> {
        self.is_unsat(purpose, Term::and(&[premise, conclusion.not()]))
    }

    pub fn model(&self, purpose: &'static str, formula: Term) -> Result<Option<Model>, Reason> {
        Ok(self.check(purpose, formula)?.model())
    }

    /// The weakest precondition: the states from which the step may lead to `target`, for some values of what it reads (those
    /// keep their symbols) and of other locals (fresh ones).
    pub fn pre(&self, relation: &Relation, target: Term) -> Term {
        let target = self.with_arbitrary_inputs(target);
        let relation = relation.renamed();
        Term::and(&[relation.guard, target.substitute(&relation.updates)])
    }

    /// A formula about states whose inputs, if it has any, are existentially quantified by fresh symbols.
    pub fn with_arbitrary_inputs(&self, formula: Term) -> Term {
        let inputs = formula.free_vars().into_iter().filter(|v| self.graph.is_input(*v));
        let map: FxHashMap<Term, Term> = inputs.map(|v| (v, Term::fresh("read", v.sort()))).collect();
        if map.is_empty() { formula } else { formula.substitute(&map) }
    }

    fn quantified(&self, formula: Term, keep_inputs: bool) -> Vec<Term> {
        let is_kept = |v: &Term| self.graph.is_state(*v) || (keep_inputs && self.graph.is_input(*v));
        formula.free_vars().into_iter().filter(|v| !is_kept(v)).collect()
    }

    /// The precondition of a step as a formula about states, without locals where that is cheap and exact.
    pub fn precondition(&self, relation: &Relation, target: Term) -> Term {
        let formula = self.pre(relation, target);
        let locals = self.quantified(formula, false);
        if locals.is_empty() {
            return formula;
        }
        match projected(formula, &locals) {
            Some(exact) if exact.size() <= limits().folding.growth * formula.size() => exact,
            _ => self.with_arbitrary_inputs(formula),
        }
    }

    /// Without locals (and inputs, unless they are kept), if that can be done exactly.
    pub fn closed(&self, formula: Term, keep_inputs: bool) -> Option<Term> {
        let locals = self.quantified(formula, keep_inputs);
        if locals.is_empty() {
            return Some(formula);
        }
        if let Some(exact) = projected(formula, &locals) {
            return Some(exact);
        }
        match project::enumerate(self.solving, formula, &locals, limits().folding.cubes) {
            Enumerated::Exact(exact) => Some(exact.0),
            Enumerated::Under(_) => None,
        }
    }

    /// No state satisfies the formula: the negation, with quantifiers where they cannot be avoided.
    pub fn excluded(&self, formula: Term) -> Term {
        match self.closed(formula, false) {
            Some(closed) => closed.not(),
            None => Term::exists(&self.quantified(formula, false), formula).not(),
        }
    }

    pub fn is_loop(&self, place: PlaceId) -> bool {
        self.graph.places[place].is_loop
    }

    /// Whether all that a formula speaks of is read after a head of a place. The graph does not keep the values of other
    /// variables, so that nothing may be said of them there.
    pub fn is_live(&self, liveness: &Liveness, head: CutId, formula: Term) -> bool {
        let Some(loc) = self.cuts.locs[head] else { return false };
        let symbols = self.encoder.symbols();
        !formula.any_var(|v| symbols.var_of(v).is_some_and(|var| liveness.at(loc).binary_search(&var).is_err()))
    }

    /// Where a place is in the program: the first of its heads, or the error.
    pub fn location(&self, place: PlaceId) -> LocId {
        let program = self.encoder.program();
        let head = self.graph.places[place].heads.first().and_then(|&head| self.cuts.locs[head]);
        let error = || program.errors().next().map(|(loc, _)| loc);
        head.or_else(error).unwrap_or(program.procs[program.entry].entry)
    }

    /// Whether a formula at a place speaks of the program's variables alone.
    pub fn is_about_program(&self, place: PlaceId, formula: Term) -> bool {
        let counter = self.graph.places[place].counter;
        !formula.any_var(|v| !self.graph.is_state(v) || Some(v) == counter)
    }
}

/// `exists locals. formula`, where that is exact at little cost.
fn projected(formula: Term, locals: &[Term]) -> Option<Term> {
    if let Some(exact) = project::over(formula, locals).exact() {
        return Some(exact.0);
    }
    let is_small = formula.size() <= limits().folding.split_size && locals.len() <= limits().folding.split_locals;
    if is_small { project::exact(formula, locals).map(|exact| exact.0) } else { None }
}
