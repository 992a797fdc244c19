//! What engines tell each other, as far as `check` certifies it ([`Event::Learned`]). Only where somebody listens ([`Shared::wanted`]).
//!
//! [`Shared::wanted`]: super::Shared::wanted

use std::collections::BTreeMap;
use std::sync::Arc;

use landfall_smt::Term;

use super::Context;
use crate::cfa::LocId;
use crate::cfa::graph::Loops;
use crate::check::{check_dead, weaken};
use crate::encode::{Numbers, Symbols};
use crate::knowledge::Knowledge;
use crate::limits::limits;
use crate::report::Event;
use crate::verdict::Proof;

/// Tells others what of some invariants is inductive by itself: `check` finds that out.
pub(crate) fn tell_of_invariants(proof: &Proof, cx: &mut Context<'_>) {
    if !cx.shared.wanted || !proof.program.is_flat() || proof.shapes.is_some() {
        return;
    }
    let budget = cx.budget.counted(limits().sharing.certifying);
    if let Ok(inductive) = weaken(proof, &cx.solver, &budget) {
        tell(&inductive, &BTreeMap::new(), cx);
    }
}

/// Tells others what holds at the heads of loops, by invariants that are inductive, and which states there lead to no error, if
/// `check` certifies that. The dead states are those that are in the set and satisfy what holds.
pub(super) fn tell(inductive: &Proof, dead: &BTreeMap<LocId, Term>, cx: &mut Context<'_>) {
    if !cx.shared.wanted || !inductive.program.is_flat() {
        return;
    }
    let started = std::time::Instant::now();
    let symbols = Symbols::new(&inductive.program, Numbers::Mathematical);
    let loops = Loops::new(&inductive.program);
    let mut knowledge = Knowledge::new(&inductive.program);
    for (loc, fact) in inductive.invariants.iter().filter(|(loc, _)| loops.is_head(**loc)) {
        knowledge.add_fact(&symbols, *loc, *fact);
    }
    let fact = |loc: &LocId| inductive.invariants.get(loc).copied().unwrap_or_else(Term::tt);
    let sets = dead.iter().map(|(loc, dead)| (*loc, Term::and(&[*dead, fact(loc)]))).collect();
    let sets = Proof { invariants: sets, ..inductive.clone() };
    if !dead.is_empty() && check_dead(&sets, &cx.solver, &cx.budget.counted(limits().sharing.certifying)).is_ok() {
        dead.iter().for_each(|(loc, dead)| knowledge.add_need(&symbols, *loc, dead.not()));
    }
    cx.statistics.time("lemma sharing", started.elapsed());
    if !knowledge.is_empty() {
        cx.emit(Event::Learned(Arc::new(knowledge)));
    }
}
