//! Convex polyhedra that are inductive: abstract interpretation over the graph (Cousot and Halbwachs 1978), with the best abstract
//! effect of an edge found by the solver, widening at loop heads up to the conditions of the program, and narrowing.
//!
//! Summaries see further, but what they say need not be inductive; this is, by construction.

use std::collections::BTreeSet;

use landfall_smt::linear::{Constraint, Integer, LinearTerm, Polyhedron, Relation};
use landfall_smt::{Context, Kind, Sort, Term};
use rustc_hash::FxHashMap;

use super::abstraction::{Effort, hull, polyhedron_term};
use crate::budget::Budget;
use crate::cfa::VarId;
use crate::encode::{Symbols, Transition};
use crate::verdict::Reason;

const EFFORT: Effort = Effort { cubes: 24, kept: 1 };
/// Rounds before widening begins.
const PLAIN_ROUNDS: usize = 2;
const MAX_ROUNDS: usize = 30;
const NARROWING_ROUNDS: usize = 2;
/// Variables up to which a node has a polyhedron.
const MAX_VARIABLES: usize = 18;
/// Constraints that a polyhedron may have before it is replaced by *anything*.
const MAX_CONSTRAINTS: usize = 60;

/// The graph to be analysed: `order` lists its nodes, loop heads before their bodies; `source` is where executions begin.
pub struct Places<'a> {
    pub order: &'a [usize],
    pub edges: &'a [(usize, usize, Transition)],
    pub source: usize,
    /// The variables that matter at each node.
    pub wanted: &'a dyn Fn(usize) -> BTreeSet<VarId>,
}

/// For every node a formula over state symbols, inductive together; `None` if no fixpoint was found.
pub fn polyhedral_invariants(
    context: &Context,
    budget: &Budget,
    symbols: &Symbols,
    places: &Places<'_>,
) -> Result<Option<Vec<Term>>, Reason> {
    let mut analysis = Analysis::new(context, budget, symbols, places);
    for round in 0..MAX_ROUNDS {
        if !analysis.round(round >= PLAIN_ROUNDS)? {
            for _ in 0..NARROWING_ROUNDS {
                analysis.narrow()?;
            }
            return Ok(Some(analysis.terms()));
        }
    }
    Ok(None)
}

struct Analysis<'a> {
    context: &'a Context,
    budget: &'a Budget,
    places: &'a Places<'a>,
    /// By node.
    variables: Vec<Vec<VarId>>,
    states: Vec<Vec<Term>>,
    values: Vec<Polyhedron>,
    thresholds: Vec<Vec<Constraint>>,
    /// By edge: what it made of which polyhedron.
    effects: Vec<Option<(Polyhedron, Polyhedron)>>,
}

impl<'a> Analysis<'a> {
    fn new(context: &'a Context, budget: &'a Budget, symbols: &Symbols, places: &'a Places<'a>) -> Self {
        let count = places.order.iter().max().map_or(0, |n| n + 1);
        let variables: Vec<Vec<VarId>> = (0..count)
            .map(|node| {
                let wanted = (places.wanted)(node).into_iter().filter(|&v| symbols.state(v).sort() == Sort::Int);
                let wanted: Vec<VarId> = wanted.collect();
                if wanted.len() > MAX_VARIABLES { Vec::new() } else { wanted }
            })
            .collect();
        let states: Vec<Vec<Term>> =
            variables.iter().map(|vars| vars.iter().map(|&v| symbols.state(v)).collect()).collect();
        let mut values: Vec<Polyhedron> = states.iter().map(|s| Polyhedron::empty(s.len())).collect();
        values[places.source] = Polyhedron::universe(states[places.source].len());
        let atoms: Vec<Term> = places.edges.iter().flat_map(|(_, _, t)| t.guard.subterms(Term::is_atom)).collect();
        let thresholds = states.iter().map(|states| thresholds(&atoms, states)).collect();
        let effects = vec![None; places.edges.len()];
        Analysis { context, budget, places, variables, states, values, thresholds, effects }
    }

    /// One pass over all nodes; whether something grew.
    fn round(&mut self, widen: bool) -> Result<bool, Reason> {
        let mut grew = false;
        for &node in self.places.order.iter().filter(|&&n| n != self.places.source) {
            let arriving = self.arriving(node)?;
            let old = &self.values[node];
            if old.includes(&arriving) {
                continue;
            }
            let joined = old.join(&arriving);
            let new = if widen { self.widened(node, old, &joined) } else { joined };
            grew = true;
            self.values[node] = simple(new);
        }
        Ok(grew)
    }

    /// Widening that keeps the conditions of the program that still hold.
    fn widened(&self, node: usize, old: &Polyhedron, joined: &Polyhedron) -> Polyhedron {
        let held: Vec<&Constraint> = self.thresholds[node].iter().filter(|c| joined.entails(c)).collect();
        old.widen(joined).with(held)
    }

    fn narrow(&mut self) -> Result<(), Reason> {
        for &node in self.places.order.iter().filter(|&&n| n != self.places.source) {
            let arriving = self.arriving(node)?;
            if self.values[node].includes(&arriving) {
                self.values[node] = simple(arriving);
            }
        }
        Ok(())
    }

    /// What comes in over all edges.
    fn arriving(&mut self, node: usize) -> Result<Polyhedron, Reason> {
        let mut all = Polyhedron::empty(self.states[node].len());
        for index in 0..self.places.edges.len() {
            let (source, target, _) = &self.places.edges[index];
            if *target != node || self.values[*source].is_empty() {
                continue;
            }
            let effect = self.effect(index, *source, node)?;
            all = all.join(&effect);
        }
        Ok(all)
    }

    fn effect(&mut self, index: usize, source: usize, target: usize) -> Result<Polyhedron, Reason> {
        let before = &self.values[source];
        if let Some((known, effect)) = &self.effects[index]
            && known == before
        {
            return Ok(effect.clone());
        }
        self.budget.poll()?;
        let transition = &self.places.edges[index].2;
        let formula = Term::and(&[polyhedron_term(before, &self.states[source]), transition.guard]);
        let values: Vec<Term> = self.variables[target].iter().map(|&v| transition.value(v)).collect();
        let shape = hull(self.context, self.budget, formula, &values, EFFORT)?;
        let effect = shape.map_or_else(|| Polyhedron::universe(values.len()), |shape| shape.hull);
        self.effects[index] = Some((before.clone(), effect.clone()));
        Ok(effect)
    }

    fn terms(&self) -> Vec<Term> {
        self.values.iter().zip(&self.states).map(|(value, states)| polyhedron_term(value, states)).collect()
    }
}

fn simple(value: Polyhedron) -> Polyhedron {
    if value.constraints().len() > MAX_CONSTRAINTS { Polyhedron::universe(value.dimensions()) } else { value }
}

/// The linear conditions among `atoms` that speak of `states` only, and what holds when they do not.
fn thresholds(atoms: &[Term], states: &[Term]) -> Vec<Constraint> {
    let place: FxHashMap<Term, usize> = states.iter().enumerate().map(|(i, s)| (*s, i)).collect();
    let mut found = BTreeSet::new();
    for atom in atoms.iter().flat_map(|a| [*a, a.not()]) {
        let (Kind::Le(sum) | Kind::EqZero(sum)) = atom.kind() else { continue };
        let linear = sum.linear();
        let entries: Option<Vec<(usize, Integer)>> = linear
            .terms
            .iter()
            .map(|(part, factor)| Some((*place.get(part)?, Integer::from_big(factor.clone()))))
            .collect();
        let Some(entries) = entries.filter(|e| !e.is_empty()) else { continue };
        let bound = Integer::from_big(-&linear.constant);
        let term = LinearTerm::new(entries);
        match atom.kind() {
            Kind::EqZero(_) => found.insert(Constraint::new(term.negated(), Relation::LessOrEqual, -&bound)),
            // One more than the condition allows is what a loop that counts leaves behind.
            _ => found.insert(Constraint::new(term.clone(), Relation::LessOrEqual, &bound + &Integer::ONE)),
        };
        found.insert(Constraint::new(term, Relation::LessOrEqual, bound));
    }
    found.into_iter().collect()
}
