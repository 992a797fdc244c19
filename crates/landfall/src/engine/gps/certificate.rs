//! From a complete tree to invariants.
//!
//! At each loop head the invariant is the disjunction of the labels of its uncovered nodes. Dead ends were never expanded: their
//! label excludes the summary of the paths to an error, so they are replaced by the summary's negation, which every edge
//! preserves as far as the summary is closed under it. The negation is universal over the summary's locals (a trap if they are
//! eliminated existentially); they are eliminated exactly where that is possible. The task's program knows nothing of
//! gas: a label holds for some amount, a dead end must be one for every amount.

use std::collections::BTreeMap;

use landfall_smt::Term;
use landfall_smt::project::{self, Enumerated};

use super::super::kit::certificate::at_cuts;
use super::super::lemma_sharing;
use super::Round;
use super::search::Search;
use crate::check::{check_proof, weaken};
use crate::encode::{CutGraph, CutId};
use crate::limits::limits;
use crate::verdict::{Proof, Reason, Verdict};

impl Search<'_, '_> {
    /// The proof that the finished tree is: from what always holds, if that suffices; else with labels, after unfolding the dead
    /// ends; dead ends that are left by their negated summaries. What always holds need not be inductive: then the inductive
    /// part of it is used.
    pub fn certificate(&mut self) -> Result<Verdict, Reason> {
        let started = std::time::Instant::now();
        let verdict = self.find_certificate();
        self.cx.statistics.time("certificate", started.elapsed());
        verdict
    }

    fn find_certificate(&mut self) -> Result<Verdict, Reason> {
        let plain = self.proof(|_, _| Term::tt());
        if self.suffices(&plain) {
            return Ok(Verdict::Safe(plain));
        }
        let inductive = weaken(&plain, &self.cx.solver, &self.cx.budget)?;
        if self.suffices(&inductive) {
            return Ok(Verdict::Safe(inductive));
        }
        for (cut, fact) in self.facts.iter_mut().enumerate() {
            if let Some(kept) = self.graph.locs[cut].and_then(|loc| inductive.invariants.get(&loc)) {
                *fact = *kept;
            }
        }
        self.tell_of(&inductive);
        // What follows takes longer than to begin anew with more facts.
        if self.round == Round::First {
            return Err(Reason::Incomplete("what always holds is no proof yet".into()));
        }
        // Negated summaries next, as far as they are free of quantifiers: they carry the phases of loops.
        let negated = self.proof(Self::invariant);
        if !negated.invariants.values().any(|t| t.has_quantifiers()) && self.suffices(&negated) {
            return Ok(Verdict::Safe(negated));
        }
        for limit in [limits().gps.unfolded, limits().gps.unfolded_again] {
            if let Some(verdict) = self.unfold_dead_ends(limit)? {
                return Ok(verdict);
            }
            let labels = self.proof(Self::invariant);
            if self.suffices(&labels) {
                return Ok(Verdict::Safe(labels));
            }
        }
        match self.round {
            // Not accepted for the reason that the check gives.
            Round::Last => Ok(Verdict::Safe(self.proof(Self::invariant))),
            _ => Err(Reason::Incomplete("the finished tree is no proof".into())),
        }
    }

    /// In the middle of a search that takes long: tells other engines what is known.
    pub fn tell(&mut self) {
        let known = self.proof(|_, _| Term::tt());
        let budget = self.cx.budget.counted(limits().sharing.certifying);
        match weaken(&known, &self.cx.solver, &budget) {
            Ok(inductive) => self.tell_of(&inductive),
            Err(_) => self.has_told = true,
        }
    }

    /// Tells other engines what always holds, and which states are dead ends by their summaries; once.
    fn tell_of(&mut self, inductive: &Proof) {
        if std::mem::replace(&mut self.has_told, true) || !self.cx.shared.wanted {
            return;
        }
        let mut dead = BTreeMap::new();
        for cut in (0..self.graph.goal()).filter(|&cut| cut != CutGraph::ENTRY) {
            let (Some(loc), Some(condition)) = (self.graph.locs[cut], &self.summaries.conditions[cut]) else {
                continue;
            };
            let mut locals: Vec<Term> = condition.locals.iter().map(|local| local.symbol).collect();
            locals.extend(self.gas.map(|gas| self.encoder.symbols().state(gas)));
            if let Some(exact) = project::exact(condition.formula, &locals) {
                dead.insert(loc, exact.0.not());
            }
        }
        lemma_sharing::tell(inductive, &dead, self.cx);
    }

    fn suffices(&self, proof: &Proof) -> bool {
        let budget = self.cx.budget.counted(limits().gps.proof);
        check_proof(proof, &self.cx.solver, &budget).is_ok()
    }

    /// What always holds, and `invariant`, at each loop head.
    fn proof(&self, invariant: impl Fn(&Self, CutId) -> Term) -> Proof {
        at_cuts(self.task, self.graph, |cut| {
            let holds = || Term::and(&[invariant(self, cut), self.without_gas(self.facts[cut])]);
            (cut != CutGraph::ENTRY).then(holds)
        })
    }

    fn invariant(&self, cut: CutId) -> Term {
        let stands = |n: &&usize| self.tree.is_active(**n) && !self.tree[**n].data.pruned;
        let standing = self.tree.at(cut).iter().filter(stands);
        let mut labels: Vec<Term> = standing.map(|&n| self.without_gas(self.tree[n].label)).collect();
        let dead = match &self.summaries.conditions[cut] {
            None => Term::tt(),
            // Dead ends elsewhere lead here as well, though the tree does not show it.
            Some(_) if !self.has_dead_ends() => Term::ff(),
            Some(condition) => {
                // Whatever the gas: a state is dead if no amount leads to the error.
                let mut locals: Vec<Term> = condition.locals.iter().map(|l| l.symbol).collect();
                locals.extend(self.gas.map(|gas| self.encoder.symbols().state(gas)));
                self.closed(condition.formula, &locals).not()
            }
        };
        labels.push(dead);
        Term::or(&labels)
    }

    /// Whether dead ends are left that were not unfolded.
    fn has_dead_ends(&self) -> bool {
        self.tree.nodes().iter().enumerate().any(|(n, node)| {
            let open = node.at != self.graph.goal() && self.summaries.conditions[node.at].is_some();
            node.data.pruned && open && self.tree.is_active(n)
        })
    }

    /// `exists locals. formula`, without the quantifier where that is exact.
    fn closed(&self, formula: Term, locals: &[Term]) -> Term {
        if let Some(exact) = project::exact(formula, locals) {
            return exact.0;
        }
        match project::enumerate(self.solving, formula, locals, limits().gps.cubes) {
            Enumerated::Exact(exact) => exact.0,
            Enumerated::Under(_) => Term::exists(locals, formula),
        }
    }

    fn without_gas(&self, label: Term) -> Term {
        let Some(gas) = self.gas.map(|gas| self.encoder.symbols().state(gas)) else { return label };
        let (with, without): (Vec<Term>, Vec<Term>) = label.conjuncts().into_iter().partition(|c| c.contains(gas));
        let with = if with.is_empty() { Term::tt() } else { self.closed(Term::and(&with), &[gas]) };
        Term::and(&[with, Term::and(&without)])
    }
}
