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

use super::search::Search;
use crate::cfa::LocId;
use crate::encode::{CutGraph, CutId};
use crate::verdict::{Proof, Reason, Verdict};

/// Cubes up to which a summary's locals are eliminated one model at a time.
const MAX_CUBES: usize = 60;
/// Nodes by which unfolding dead ends may let the tree grow.
const MAX_UNFOLDED: usize = 400;

impl Search<'_, '_> {
    /// The proof that the finished tree is: from labels alone after unfolding the dead ends, if that comes to an end.
    pub fn certificate(&mut self) -> Result<Verdict, Reason> {
        let started = std::time::Instant::now();
        if let Some(verdict) = self.unfold_dead_ends(MAX_UNFOLDED)? {
            return Ok(verdict);
        }
        let mut invariants: BTreeMap<LocId, Term> = BTreeMap::new();
        for cut in 0..self.graph.goal() {
            let Some(loc) = self.graph.locs[cut] else { continue };
            if cut == CutGraph::ENTRY {
                continue;
            }
            // What the encoding took from the interval analysis is part of the proof.
            let ranges = self.intervals.facts(self.encoder.symbols(), loc, |var| Some(var) != self.gas);
            invariants.insert(loc, Term::and(&[self.invariant(cut), ranges]));
        }
        let proof = Proof { program: self.task.program.clone(), invariants, contracts: BTreeMap::new() };
        self.cx.statistics.time("certificate", started.elapsed());
        Ok(Verdict::Safe(proof))
    }

    fn invariant(&self, cut: CutId) -> Term {
        let active: Vec<usize> = self.tree.at(cut).iter().copied().filter(|&n| self.tree.is_active(n)).collect();
        let mut labels: Vec<Term> = Vec::new();
        for &node in &active {
            if !self.tree.node(node).pruned {
                labels.push(self.without_gas(self.tree.label(node)));
            }
        }
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
        self.tree.ids().any(|n| {
            let node = self.tree.node(n);
            let open = node.at != self.graph.goal() && self.summaries.conditions[node.at].is_some();
            node.pruned && open && self.tree.is_active(n)
        })
    }

    /// `exists locals. formula`, without the quantifier where that is exact.
    fn closed(&self, formula: Term, locals: &[Term]) -> Term {
        if let Some(exact) = project::exact(formula, locals) {
            return exact.0;
        }
        match project::enumerate(self.solving, formula, locals, MAX_CUBES) {
            Enumerated::Exact(exact) => exact.0,
            Enumerated::Under(_) => Term::exists(locals, formula),
        }
    }

    fn without_gas(&self, label: Term) -> Term {
        match self.gas.map(|gas| self.encoder.symbols().state(gas)) {
            Some(gas) if label.contains(gas) => self.closed(label, &[gas]),
            _ => label,
        }
    }
}
