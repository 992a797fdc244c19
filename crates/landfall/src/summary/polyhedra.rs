//! Convex polyhedra that are inductive: abstract interpretation over the graph (Cousot and Halbwachs 1978), with the best abstract
//! effect of an edge found by the solver, widening at loop heads up to the conditions of the program, and narrowing.
//!
//! The graph may be one of procedures, where the effect of a call needs what holds at the callee's exit.
//!
//! Summaries see further, but what they say need not be inductive; this is, by construction.

use std::collections::BTreeSet;

use landfall_smt::linear::{Constraint, Integer, LinearTerm, Polyhedron, Relation};
use landfall_smt::{Context, Kind, Term};
use rustc_hash::FxHashMap;

use super::abstraction::{Effort, hull, polyhedron_term};
use crate::budget::Budget;
use crate::limits::limits;
use crate::verdict::Reason;

/// What is analysed: nodes with the integer terms that matter there, and edges that make the states of one node from those of
/// others.
pub trait Flow {
    /// How many copies of the program the nodes are: the work that is allowed grows with them.
    fn copies(&self) -> usize {
        1
    }
    /// The symbols that a node's polyhedron speaks of.
    fn dimensions(&self, node: usize) -> &[Term];
    /// The edges that lead to a node.
    fn incoming(&self, node: usize) -> Vec<usize>;
    /// The nodes whose states an edge needs.
    fn needs(&self, edge: usize) -> Vec<usize>;
    /// A formula, and the values of the target's dimensions in its models. `known` is what holds at the needed nodes.
    fn effect(&self, edge: usize, known: &[Term]) -> (Term, Vec<Term>);
    /// Whether every cycle through the node may be cut here.
    fn widens(&self, node: usize) -> bool;
}

/// For every node a formula over its dimensions, inductive together; `None` if no fixpoint was found. `order` lists the nodes,
/// loop heads before their bodies; executions begin at `source`; `conditions` are those of the program.
pub fn polyhedral_invariants(
    context: &Context,
    budget: &Budget,
    flow: &dyn Flow,
    order: &[usize],
    source: usize,
    conditions: &[Term],
) -> Result<Option<Vec<Term>>, Reason> {
    let mut analysis = Analysis::new(context, budget, flow, order, source, conditions);
    if !analysis.ascend()? {
        return Ok(None);
    }
    if analysis.has_calls() {
        analysis.restart(source);
        if !analysis.ascend()? {
            return Ok(None);
        }
    }
    Ok(Some(analysis.terms()))
}

/// What an edge made of the polyhedra that it needs.
type Effect = (Vec<Polyhedron>, Polyhedron);

struct Analysis<'a> {
    context: &'a Context,
    budget: &'a Budget,
    flow: &'a dyn Flow,
    /// Without the source.
    order: Vec<usize>,
    /// By node; one with too many dimensions has none.
    dimensions: Vec<&'a [Term]>,
    values: Vec<Polyhedron>,
    /// By node: how often it grew.
    grown: Vec<usize>,
    /// By node: how often it changed, and how often the nodes had that it was last computed from.
    changed: Vec<usize>,
    computed_from: Vec<Vec<usize>>,
    thresholds: Vec<Vec<Constraint>>,
    /// By edge.
    effects: FxHashMap<usize, Effect>,
    computed: usize,
    /// By node: what is known from an analysis before, if there was one.
    before: Option<Vec<Polyhedron>>,
}

impl<'a> Analysis<'a> {
    fn new(
        context: &'a Context,
        budget: &'a Budget,
        flow: &'a dyn Flow,
        order: &[usize],
        source: usize,
        conditions: &[Term],
    ) -> Self {
        let count = order.iter().max().map_or(0, |n| n + 1);
        let dimensions: Vec<&[Term]> = (0..count)
            .map(|node| flow.dimensions(node))
            .map(|all| if all.len() > limits().polyhedra.dimensions { &[][..] } else { all })
            .collect();
        let mut values: Vec<Polyhedron> = dimensions.iter().map(|d| Polyhedron::empty(d.len())).collect();
        values[source] = Polyhedron::universe(dimensions[source].len());
        let thresholds = dimensions.iter().map(|dimensions| thresholds(conditions, dimensions)).collect();
        let order = order.iter().copied().filter(|&n| n != source).collect();
        Analysis {
            context,
            budget,
            flow,
            order,
            dimensions,
            grown: vec![0; values.len()],
            changed: vec![0; values.len()],
            computed_from: vec![Vec::new(); values.len()],
            values,
            thresholds,
            effects: FxHashMap::default(),
            computed: 0,
            before: None,
        }
    }

    /// Up to a fixpoint and down again as far as narrowing leads; whether there is one within the limits.
    fn ascend(&mut self) -> Result<bool, Reason> {
        for _ in 0..limits().polyhedra.rounds * self.flow.copies() {
            if self.computed > limits().polyhedra.effects * self.flow.copies() {
                break;
            }
            if !self.round()? {
                for _ in 0..limits().polyhedra.narrowing_rounds {
                    self.narrow()?;
                }
                return Ok(true);
            }
        }
        Ok(false)
    }

    fn has_calls(&self) -> bool {
        let edges = self.order.iter().flat_map(|&n| self.flow.incoming(n));
        edges.into_iter().any(|edge| self.flow.needs(edge).len() > 1)
    }

    /// Begins again, with what calls do known from before. Arguments that depend on results then arrive at once and need no
    /// widening, which narrowing cannot always undo: `f(n)` that calls `f(n - 1)` keeps whatever bound `n` was given.
    fn restart(&mut self, source: usize) {
        let empty = self.dimensions.iter().map(|d| Polyhedron::empty(d.len())).collect();
        let before = std::mem::replace(&mut self.values, empty);
        self.values[source] = before[source].clone();
        self.before = Some(before);
        self.grown.fill(0);
        self.changed.fill(0);
        self.computed = 0;
    }

    /// One pass over all nodes; whether something grew. A node is widened after it has grown a few times, so that what two
    /// iterations have in common is known before.
    fn round(&mut self) -> Result<bool, Reason> {
        let mut grew = false;
        for node in self.order.clone() {
            if !self.is_stale(node) {
                continue;
            }
            let arriving = self.arriving(node)?;
            let old = &self.values[node];
            if old.includes(&arriving) {
                continue;
            }
            let joined = old.join(&arriving);
            let widen = self.grown[node] > limits().polyhedra.plain_rounds;
            self.grown[node] += 1;
            let new = if widen && self.flow.widens(node) { self.widened(node, old, &joined) } else { joined };
            grew = true;
            self.changed[node] += 1;
            self.values[node] = simple(new);
        }
        Ok(grew)
    }

    /// Whether a node that it is computed from has changed.
    fn is_stale(&mut self, node: usize) -> bool {
        let needs = self.flow.incoming(node).into_iter().flat_map(|edge| self.flow.needs(edge));
        let now: Vec<usize> = needs.map(|n| self.changed[n]).collect();
        let last = std::mem::replace(&mut self.computed_from[node], now);
        last != self.computed_from[node] || self.grown[node] == 0
    }

    /// Widening that keeps the conditions of the program that still hold.
    fn widened(&self, node: usize, old: &Polyhedron, joined: &Polyhedron) -> Polyhedron {
        let held: Vec<&Constraint> = self.thresholds[node].iter().filter(|c| joined.entails(c)).collect();
        old.widen(joined).with(held)
    }

    fn narrow(&mut self) -> Result<(), Reason> {
        for node in self.order.clone() {
            let arriving = self.arriving(node)?;
            if self.values[node].includes(&arriving) {
                self.values[node] = simple(arriving);
            }
        }
        Ok(())
    }

    /// What comes in over all edges.
    fn arriving(&mut self, node: usize) -> Result<Polyhedron, Reason> {
        let mut all = Polyhedron::empty(self.dimensions[node].len());
        for edge in self.flow.incoming(node) {
            if let Some(effect) = self.effect(edge, node)? {
                all = all.join(&effect);
            }
        }
        Ok(all)
    }

    /// `None` if a node that the edge needs is not reached yet.
    fn effect(&mut self, edge: usize, target: usize) -> Result<Option<Polyhedron>, Reason> {
        let needs = self.flow.needs(edge);
        // The first is where the edge begins, others are the ends of what it calls.
        let value = |(place, node): (usize, &usize)| match &self.before {
            Some(before) if place > 0 => before[*node].clone(),
            _ => self.values[*node].clone(),
        };
        let before: Vec<Polyhedron> = needs.iter().enumerate().map(value).collect();
        if before.iter().any(Polyhedron::is_empty) {
            return Ok(None);
        }
        if let Some((known, effect)) = self.effects.get(&edge)
            && *known == before
        {
            return Ok(Some(effect.clone()));
        }
        self.budget.poll()?;
        self.computed += 1;
        let known: Vec<Term> =
            needs.iter().zip(&before).map(|(&n, value)| polyhedron_term(value, self.dimensions[n])).collect();
        let (formula, mut values) = self.flow.effect(edge, &known);
        values.truncate(self.dimensions[target].len());
        let shape = hull(self.context, self.budget, formula, &values, effort())?;
        let effect = shape.map_or_else(|| Polyhedron::universe(values.len()), |shape| shape.hull);
        self.effects.insert(edge, (before, effect.clone()));
        Ok(Some(effect))
    }

    fn terms(&self) -> Vec<Term> {
        let both = |node: usize| match &self.before {
            Some(before) => self.values[node].meet(&before[node]),
            None => self.values[node].clone(),
        };
        self.dimensions.iter().enumerate().map(|(node, d)| polyhedron_term(&both(node), d)).collect()
    }
}

/// Without the facets that chance has made: steep ones move with every iteration and hide those that stay.
fn simple(value: Polyhedron) -> Polyhedron {
    value.simplified(limits().hull.coefficient, limits().polyhedra.constraints)
}

/// The linear atoms of `conditions` that speak of `dimensions` only, and what holds when they do not.
fn thresholds(conditions: &[Term], dimensions: &[Term]) -> Vec<Constraint> {
    let place: FxHashMap<Term, usize> = dimensions.iter().enumerate().map(|(i, s)| (*s, i)).collect();
    let mut found = BTreeSet::new();
    let atoms = conditions.iter().flat_map(|c| c.subterms(Term::is_atom));
    for atom in atoms.flat_map(|a| [a, a.not()]) {
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

/// How much a hull may cost here.
fn effort() -> Effort {
    Effort { cubes: limits().polyhedra.cubes, kept: limits().polyhedra.kept }
}
