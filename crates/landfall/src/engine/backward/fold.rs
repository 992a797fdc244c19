//! Loop folding: Algorithm 4, and the initial candidates of section 4.2.
//!
//! A *candidate* at a loop is a formula that is inductive (relative to what was proved before) and disjoint from the error
//! states. Candidates may speak of the values that the next iteration reads; any values may follow, so they hold for all.

use std::collections::{BTreeSet, VecDeque};

use landfall_smt::Term;

use super::bse::ErrorPaths;
use super::bself::{Answer, Bself};
use super::graph::PlaceId;
use super::overapproximate::Extension;
use crate::report::Event;
use crate::verdict::Reason;

/// Candidates of earlier attempts that are looked at, the latest first.
const MAX_RECYCLED: usize = 24;

/// A candidate, the part that was added last, and how many extensions are left.
struct Candidate {
    last: Term,
    whole: Term,
    left: usize,
}

impl Bself<'_, '_> {
    /// Looks for an invariant of the loop that excludes the error states; if there is one it is learned.
    pub fn fold_loop(&mut self, place: PlaceId, errors: Term, visited: &BTreeSet<PlaceId>) -> Result<bool, Reason> {
        // Error states with locals cannot be negated.
        let Some(errors) = self.system.closed(errors, false) else { return Ok(false) };
        self.cx.emit(Event::Note(format!("fold loop {place} against {errors}")));
        if self.excludes_itself(place, errors)? {
            return Ok(true);
        }
        let Some(initial) = self.initial_invariant_candidate(place, errors, visited)? else { return Ok(false) };
        if initial.is_false() || self.system.is_unsat("candidate", initial)? {
            return Ok(false);
        }
        let kappa = self.effort.kappa.unwrap_or((2 * self.loops[place].paths.len()).saturating_sub(1));
        let mut seen = BTreeSet::new();
        let mut workbag = VecDeque::new();
        for last in self.overapproximate(&Extension { place, of: Term::ff(), errors }, initial, Term::ff())? {
            self.add(place, Candidate { last, whole: last, left: kappa }, &mut seen, &mut workbag);
        }
        while let Some(candidate) = workbag.pop_front() {
            self.cx.statistics.add("candidates", 1);
            self.cx.emit(Event::Note(format!("candidate at loop {place}: {}", candidate.whole)));
            if self.is_invariant(place, candidate.whole)? {
                self.learn(place, candidate.whole);
                return Ok(true);
            }
            if candidate.left == 0 || seen.len() >= self.effort.candidates {
                continue;
            }
            for path in 0..self.loops[place].paths.len() {
                let Some(before) = self.one_iteration_before(place, path, &candidate) else { continue };
                let system = self.system;
                if system.is_unsat("candidate", before)?
                    || !system.is_unsat("candidate", Term::and(&[before, errors]))?
                    || system.implies("candidate", before, candidate.whole)?
                {
                    continue;
                }
                let extension = Extension { place, of: candidate.whole, errors };
                for last in self.overapproximate(&extension, before, candidate.last)? {
                    let whole = Term::or(&[last, candidate.whole]);
                    self.add(place, Candidate { last, whole, left: candidate.left - 1 }, &mut seen, &mut workbag);
                }
            }
        }
        Ok(false)
    }

    fn add(
        &mut self,
        place: PlaceId,
        candidate: Candidate,
        seen: &mut BTreeSet<Term>,
        workbag: &mut VecDeque<Candidate>,
    ) {
        if seen.insert(candidate.whole) {
            let stored = &mut self.loops[place].candidates;
            if !stored.contains(&candidate.whole) {
                stored.push(candidate.whole);
            }
            workbag.push_back(candidate);
        }
    }

    /// The first optimisation of section 4.4: error states that cannot be reached from outside of them by an iteration.
    fn excludes_itself(&mut self, place: PlaceId, errors: Term) -> Result<bool, Reason> {
        let outside = errors.not();
        let extension = Extension { place, of: Term::ff(), errors };
        if self.is_inductive(&extension, outside)? && self.is_invariant(place, outside)? {
            self.learn(place, outside);
            return Ok(true);
        }
        Ok(false)
    }

    /// The second optimisation: invariants are used in later searches.
    fn learn(&mut self, place: PlaceId, candidate: Term) {
        let invariant = self.system.excluded(candidate.not());
        let known = &mut self.loops[place];
        if !known.invariants.contains(&invariant) {
            known.refuter.assume(invariant);
            known.invariants.push(invariant);
            self.cx.emit(Event::Note(format!("invariant of loop {place}: {invariant}")));
        }
    }

    /// A candidate holds whenever it holds where the loop is entered.
    fn is_invariant(&mut self, place: PlaceId, candidate: Term) -> Result<bool, Reason> {
        let system = self.system;
        for step in system.graph.entering(place) {
            let step = &system.graph.steps[step];
            let broken = system.precondition(&step.relation, candidate.not());
            if self.bself(step.source, broken, true, &mut ErrorPaths::default())? != Answer::Correct {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// The states from which the path leads into the last part of the candidate, whatever is read afterwards.
    fn one_iteration_before(&self, place: PlaceId, path: usize, candidate: &Candidate) -> Option<Term> {
        let system = self.system;
        let path = &self.loops[place].paths[path];
        let reads = candidate.last.any_var(|v| system.graph.is_input(v));
        if !reads {
            return system.closed(system.pre(path, candidate.last), true);
        }
        let elsewhere = system.closed(system.pre(path, candidate.whole.not()), true)?;
        let taken = system.closed(path.guard, true)?;
        Some(Term::and(&[taken, elsewhere.not()]))
    }

    /// Section 4.2: ψ₁ at the first attempt on a path, then ψ₂, then ψ₃.
    fn initial_invariant_candidate(
        &mut self,
        place: PlaceId,
        errors: Term,
        visited: &BTreeSet<PlaceId>,
    ) -> Result<Option<Term>, Reason> {
        let known = &self.loops[place];
        let Some(stays) = known.stays else { return Ok(None) };
        // ψₑ: no iteration follows, and no error.
        let leaving = Term::and(&[errors.not(), stays.not()]);
        let mut disjoint = Vec::new();
        for &candidate in known.candidates.iter().rev().take(MAX_RECYCLED) {
            if self.system.is_unsat("candidate", Term::and(&[candidate, errors]))? {
                disjoint.push(candidate);
            }
        }
        let mut subsuming = Vec::new();
        for &candidate in &disjoint {
            if self.system.implies("candidate", leaving, candidate)? {
                subsuming.push(candidate);
            }
        }
        if !visited.contains(&place) {
            subsuming.push(leaving);
            return Ok(Some(Term::or(&subsuming)));
        }
        Ok(Some(Term::or(if subsuming.is_empty() { &disjoint } else { &subsuming })))
    }
}
