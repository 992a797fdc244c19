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
use crate::limits::limits;
use crate::report::Event;
use crate::verdict::Reason;

/// A candidate, the part that was added last, and how many extensions are left.
struct Candidate {
    last: Term,
    whole: Term,
    left: usize,
}

/// What came of extending a candidate.
enum Grown {
    /// One is an invariant, and was learned.
    Invariant,
    /// The parts by which it can be extended; none makes it an invariant.
    Parts(Vec<Term>),
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
        match self.grow(&Extension { place, of: Term::ff(), errors }, initial, Term::ff(), &mut seen)? {
            Grown::Invariant => return Ok(true),
            Grown::Parts(parts) => {
                workbag.extend(parts.into_iter().map(|last| Candidate { last, whole: last, left: kappa }));
            }
        }
        while let Some(candidate) = workbag.pop_front() {
            if candidate.left == 0 || seen.len() >= self.candidate_limit() {
                continue;
            }
            let extension = Extension { place, of: candidate.whole, errors };
            for path in 0..self.loops[place].paths.len() {
                let Some(before) = self.one_iteration_before(place, path, &candidate) else { continue };
                let system = self.system;
                if !system.is_unsat("candidate", Term::and(&[before, errors]))?
                    || system.implies("candidate", before, candidate.whole)?
                {
                    continue;
                }
                match self.grow(&extension, before, candidate.last, &mut seen)? {
                    Grown::Invariant => return Ok(true),
                    Grown::Parts(parts) => workbag.extend(parts.into_iter().map(|last| Candidate {
                        last,
                        whole: Term::or(&[last, candidate.whole]),
                        left: candidate.left - 1,
                    })),
                }
            }
        }
        Ok(false)
    }

    /// Extends a candidate by over-approximations of `part`, and tries whether one is an invariant, as soon as it is there.
    fn grow(
        &mut self,
        extension: &Extension,
        part: Term,
        last: Term,
        seen: &mut BTreeSet<Term>,
    ) -> Result<Grown, Reason> {
        let place = extension.place;
        let mut parts = Vec::new();
        let Some(plan) = self.plan(extension, part, last)? else { return Ok(Grown::Parts(parts)) };
        let behind_loops = {
            let graph = &self.system.graph;
            graph.entering(place).iter().any(|&step| graph.places[graph.steps[step].source].is_loop)
        };
        for &relation in &plan.relations {
            if seen.len() >= self.candidate_limit() {
                break;
            }
            let last = self.overapproximate(extension, &plan.clauses, relation)?;
            let whole = Term::or(&[last, extension.of]);
            if !seen.insert(whole) {
                continue;
            }
            if !behind_loops && self.try_candidate(place, whole)? {
                return Ok(Grown::Invariant);
            }
            parts.push(last);
        }
        let parts = self.without_implied(parts)?;
        // Where loops come before this one a try is costly: only what no other candidate covers is tried.
        for last in parts.iter().filter(|_| behind_loops) {
            if self.try_candidate(place, Term::or(&[*last, extension.of]))? {
                return Ok(Grown::Invariant);
            }
        }
        Ok(Grown::Parts(parts))
    }

    /// Learns the candidate if it is an invariant; else it is kept for later attempts.
    fn try_candidate(&mut self, place: PlaceId, candidate: Term) -> Result<bool, Reason> {
        self.cx.statistics.add("candidates", 1);
        self.cx.emit(Event::Note(format!("candidate at loop {place}: {candidate}")));
        if self.is_invariant(place, candidate)? {
            self.learn(place, candidate);
            return Ok(true);
        }
        let stored = &mut self.loops[place].candidates;
        if !stored.contains(&candidate) {
            stored.push(candidate);
        }
        Ok(false)
    }

    /// Folding inside of folding gets less.
    fn candidate_limit(&self) -> usize {
        self.effort.candidates / (1 + 2 * self.depth)
    }

    /// In place of the first optimisation of section 4.4, which unwinds the loop once before it is folded: the negated error states are the
    /// first candidate. They are an invariant where no iteration leads into the error states from outside of them.
    fn excludes_itself(&mut self, place: PlaceId, errors: Term) -> Result<bool, Reason> {
        let outside = errors.not();
        let extension = Extension { place, of: Term::ff(), errors };
        if self.is_inductive(&extension, outside)? && self.is_invariant(place, outside)? {
            self.learn(place, outside);
            return Ok(true);
        }
        Ok(false)
    }

    /// The second optimisation of section 4.4: invariants are used in later searches.
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
            self.depth += 1;
            let answer = self.bself(step.source, broken, true, &mut ErrorPaths::default());
            self.depth -= 1;
            if answer? != Answer::Correct {
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
        for &candidate in known.candidates.iter().rev().take(limits().folding.recycled) {
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
