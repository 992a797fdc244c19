//! Leaves out of a proof what it does not need, so that people have less to read.
//!
//! From the obligations that exclude the errors backwards: an unsat core says which conjuncts of the invariant at the start of a
//! way were used, and each of these has to be established in turn. What is never used is dropped. The result is a claim like any
//! other: [`reduce`] gives it only after [`check_proof`] has passed it.
//!
//! A proof with contracts is reduced by trial: each conjunct in turn, of contracts first, is left out for good if the rest is
//! still a proof.

use std::collections::{BTreeMap, BTreeSet};

use landfall_smt::{Outcome, Solver, Sort, Term};

use super::obligations::{Goal, Obligation, obligations};
use super::proof::{Certified, Checker, Failure, Meaning, check_proof, terms_of};
use crate::budget::Budget;
use crate::cfa::{LocId, ProcId};
use crate::encode::{Encoder, Ranges};
use crate::limits::limits;
use crate::solving::Solving;
use crate::verdict::Proof;

/// A proof with fewer conjuncts, certified again; `None` if none was found. `certified` is what is known of `proof`.
pub fn reduce(
    proof: &Proof,
    certified: Certified,
    config: &landfall_smt::Config,
    budget: &Budget,
) -> Option<(Proof, Certified)> {
    let before = count(proof);
    let uses_bits = || terms_of(proof).iter().any(|term| term.any_var(|v| matches!(v.sort(), Sort::BitVec(_))));
    if before > limits().reduce.conjuncts || uses_bits() {
        return None;
    }
    if !proof.contracts.is_empty() {
        return reduce_contracts(proof, certified, config, budget);
    }
    if before == 0 {
        return None;
    }
    let config = &landfall_smt::Config { resource_limit: limits().reduce.query, ..config.clone() };
    let solving = Solving::new(config, budget);
    let encoder = match certified.meaning {
        Meaning::MathematicalIntegers => Encoder::new(&proof.program),
        Meaning::MachineIntegers => Encoder::new(&proof.program).with_ranges(Ranges::All),
    };
    let checker = Checker::new(proof, &encoder, certified.meaning, &solving, budget);
    let obligations = obligations(&encoder, proof);
    let needed = Needs { checker: &checker, obligations: &obligations, needed: BTreeMap::new() }.all()?;
    let keep = |loc: &LocId| Term::and(&needed.get(loc).into_iter().flatten().copied().collect::<Vec<_>>());
    let invariants = proof.invariants.keys().map(|loc| (*loc, keep(loc))).collect();
    let reduced = Proof { invariants, ..proof.clone() };
    if count(&reduced) >= before {
        return None;
    }
    let certified = check_proof(&reduced, config, budget).ok()?;
    Some((reduced, certified))
}

fn count(proof: &Proof) -> usize {
    proof.invariants.values().map(|invariant| invariant.conjuncts().len()).sum()
}

/// A term of a proof with contracts.
#[derive(Clone, Copy)]
enum Part {
    Requires(ProcId),
    Ensures(ProcId),
    Invariant(LocId),
}

impl Part {
    fn of(self, proof: &mut Proof) -> Option<&mut Term> {
        match self {
            Part::Requires(proc) => proof.contracts.get_mut(&proc).map(|contract| &mut contract.requires),
            Part::Ensures(proc) => proof.contracts.get_mut(&proc).map(|contract| &mut contract.ensures),
            Part::Invariant(loc) => proof.invariants.get_mut(&loc),
        }
    }
}

fn reduce_contracts(
    proof: &Proof,
    certified: Certified,
    config: &landfall_smt::Config,
    budget: &Budget,
) -> Option<(Proof, Certified)> {
    let procs = || proof.contracts.keys().copied();
    let parts: Vec<Part> = procs()
        .map(Part::Ensures)
        .chain(procs().map(Part::Requires))
        .chain(proof.invariants.keys().copied().map(Part::Invariant))
        .collect();
    let within = budget.counted(limits().reduce.trials);
    let solving = Solving::new(config, &within);
    let ranges = if certified.meaning == Meaning::MachineIntegers { Ranges::All } else { Ranges::None };
    let encoder = Encoder::new(&proof.program).with_ranges(ranges);
    let mut reduced = proof.clone();
    for part in parts {
        let all = part.of(&mut reduced).map(|term| term.conjuncts()).unwrap_or_default();
        for conjunct in all {
            let mut trial = reduced.clone();
            let term = part.of(&mut trial)?;
            let rest: Vec<Term> = term.conjuncts().into_iter().filter(|kept| *kept != conjunct).collect();
            *term = Term::and(&rest);
            match Checker::new(&trial, &encoder, certified.meaning, &solving, &within).all() {
                Ok(_) => reduced = trial,
                Err(Failure::Stopped(_)) => return check_proof(&reduced, config, budget).ok().map(|c| (reduced, c)),
                Err(_) => {}
            }
        }
    }
    check_proof(&reduced, config, budget).ok().map(|certified| (reduced, certified))
}

struct Needs<'a> {
    checker: &'a Checker<'a>,
    obligations: &'a [Obligation],
    needed: BTreeMap<LocId, BTreeSet<Term>>,
}

impl Needs<'_> {
    /// The conjuncts that are used; `None` if an obligation cannot be proved conjunct by conjunct.
    fn all(mut self) -> Option<BTreeMap<LocId, BTreeSet<Term>>> {
        let mut solver = self.checker.solving.solver("reduce");
        let mut waiting: Vec<(LocId, Term)> = Vec::new();
        // Without contracts nothing is to be shown at calls and exits.
        for obligation in self.obligations.iter().filter(|o| matches!(o.goal, Goal::Error(_) | Goal::Unsupported(_))) {
            waiting.extend(self.used(&mut solver, obligation, Term::ff())?);
        }
        while let Some((loc, conjunct)) = waiting.pop() {
            for obligation in self.obligations.iter().filter(|o| o.goal == Goal::Invariant(loc)) {
                waiting.extend(self.used(&mut solver, obligation, conjunct)?);
            }
        }
        Some(self.needed)
    }

    /// What the obligation uses to establish `goal` and was not known to be used.
    fn used(&mut self, solver: &mut Solver, obligation: &Obligation, goal: Term) -> Option<Vec<(LocId, Term)>> {
        self.checker.budget.poll().ok()?;
        let known = self.facts(obligation);
        let assumed = if obligation.initial { Vec::new() } else { self.checker.invariant(obligation.from).conjuncts() };
        let question = Term::and(&[known, obligation.way.guard, obligation.way.pull_back(goal).not()]);
        if question.is_false() {
            return Some(Vec::new());
        }
        let core = solver.scope(|solver| {
            solver.assert(question);
            solver.assert(self.checker.type_facts(Term::and(&[question, Term::and(&assumed)])));
            match solver.check_assuming(&assumed) {
                Outcome::Unsat(core) => Some(solver.minimize(&core)),
                _ => None,
            }
        });
        let needed = self.needed.entry(obligation.from).or_default();
        let new = core?.terms.into_iter().filter(|conjunct| needed.insert(*conjunct));
        Some(new.map(|conjunct| (obligation.from, conjunct)).collect())
    }

    /// What holds at the start of the way besides the invariant there.
    fn facts(&self, obligation: &Obligation) -> Term {
        let program = self.checker.program();
        let entry = program.procs[obligation.proc].entry;
        let begins = obligation.from == entry && (obligation.initial || program.locs[entry].incoming.is_empty());
        if begins { self.checker.initially(obligation) } else { Term::tt() }
    }
}
