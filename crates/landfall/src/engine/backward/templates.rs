//! Invariants from templates, found forwards before the search: simple inequalities that hold initially and are preserved
//! together (the largest such set, by dropping what models refute). They are invariants like those of folded loops.
//!
//! The templates are `0 <= x`, `x <= y`, and the comparisons that guard steps, as they are and weaker by one.

use landfall_smt::{Kind, Model, Term};

use super::super::kit::sift::{drop_others, sift};
use super::bself::Bself;
use super::graph::PlaceId;
use crate::cfa::graph::{CallGraph, Liveness};
use crate::limits::limits;
use crate::verdict::Reason;

impl Bself<'_, '_> {
    /// Gives each loop the templates that hold there.
    pub fn learn_from_templates(&mut self) -> Result<(), Reason> {
        let graph = &self.system.graph;
        let program = self.system.encoder.program();
        let liveness = Liveness::new(program, &CallGraph::new(program));
        let places = 0..graph.places.len();
        let mut facts: Vec<Vec<Term>> = places.map(|place| self.templates(&liveness, place)).collect();
        let mut waiting: Vec<usize> = (0..graph.steps.len()).collect();
        while let Some(step) = waiting.pop() {
            let target = graph.steps[step].target;
            if self.drop_refuted(step, &mut facts)? {
                let again = graph.steps.iter().enumerate().filter(|(_, s)| s.source == target).map(|(other, _)| other);
                for other in again {
                    if !waiting.contains(&other) {
                        waiting.push(other);
                    }
                }
            }
        }
        for (place, facts) in facts.into_iter().enumerate() {
            let needed = self.without_redundant(facts)?;
            self.cx.statistics.add("template invariants", needed.len() as u64);
            self.loops[place].invariants = needed;
        }
        Ok(())
    }

    fn templates(&self, liveness: &Liveness, place: PlaceId) -> Vec<Term> {
        let here = &self.system.graph.places[place];
        if !here.is_loop {
            return Vec::new();
        }
        let variables: Vec<Term> =
            self.variables(place, Term::tt()).into_iter().take(limits().templates.variables).collect();
        let mut atoms: Vec<Term> = variables.iter().map(|x| (*x).ge(0)).collect();
        for x in &variables {
            atoms.extend(variables.iter().filter(|y| x != *y).map(|y| (*x).le(*y)));
        }
        let guards: Vec<Term> = self.loops[place].paths.iter().map(|path| path.guard).collect();
        let mut compared = Vec::new();
        for atom in Term::or(&guards).atoms() {
            let is_about_states = !atom.any_var(|v| !self.system.graph.is_state(v) || Some(v) == here.counter);
            if let (Kind::Le(sum), true) = (atom.kind(), is_about_states) {
                // The guard or its negation, weaker by one: what holds at the end of an iteration as well.
                compared.extend([sum.sub(1).le_zero(), sum.neg().le_zero()]);
            }
        }
        atoms.extend(compared.into_iter().take(limits().templates.guards));
        atoms.sort_unstable();
        atoms.dedup();
        let mut templates = Vec::new();
        for (number, &head) in here.heads.iter().enumerate() {
            let elsewhere = here.counter.map_or(Term::ff(), |counter| counter.ne(number as i64));
            let meant = atoms.iter().filter(|atom| self.system.is_live(liveness, head, **atom));
            templates.extend(meant.map(|atom| Term::or(&[elsewhere, *atom])));
        }
        templates
    }

    /// Drops the facts that do not hold after a step; whether there were any.
    fn drop_refuted(&self, step: usize, facts: &mut [Vec<Term>]) -> Result<bool, Reason> {
        let system = self.system;
        let step = &system.graph.steps[step];
        let relation = &step.relation;
        let after = |fact: &Term| fact.substitute(&relation.updates);
        let left: Vec<(Term, Term)> = facts[step.target].iter().map(|fact| (*fact, after(fact))).collect();
        let count = left.len();
        let premise = Term::and(&[relation.guard, Term::and(&facts[step.source])]);
        let ask = |negated| system.check("templates", Term::and(&[premise, negated]));
        let drop_refuted =
            |left: &mut Vec<(Term, Term)>, model: &Model| drop_others(left, |(_, after)| model.holds(*after));
        let sifted = sift(left, limits().templates.models, |(_, after)| *after, ask, drop_refuted)?;
        let left = if sifted.holds { sifted.left } else { Vec::new() };
        facts[step.target] = left.into_iter().map(|(fact, _)| fact).collect();
        Ok(facts[step.target].len() < count)
    }

    /// The facts that the others do not imply.
    fn without_redundant(&self, mut facts: Vec<Term>) -> Result<Vec<Term>, Reason> {
        let mut position = 0;
        while position < facts.len() {
            let fact = facts.remove(position);
            if !self.system.implies("templates", Term::and(&facts), fact)? {
                facts.insert(position, fact);
                position += 1;
            }
        }
        Ok(facts)
    }
}
