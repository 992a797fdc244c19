//! From a complete tree to invariants: at each loop head the disjunction of the annotations of its finished states.

use std::collections::BTreeMap;

use landfall_smt::Term;

use super::search::Search;
use crate::cfa::LocId;
use crate::check::{Failure, check_proof, weaken};
use crate::verdict::{Proof, Reason, Verdict};

impl Search<'_, '_> {
    /// The proof that the finished tree is.
    pub fn certificate(&mut self) -> Result<Verdict, Reason> {
        let invariant = |loc: LocId| {
            let states: Vec<Term> = self.table.at(loc).iter().map(|e| e.annotation.formula()).collect();
            (loc, Term::or(&states))
        };
        let invariants = self.loops.heads().map(invariant).collect();
        let proof = Proof::inductive(self.task, invariants, BTreeMap::new());
        match check_proof(&proof, &self.cx.solver, &self.cx.budget) {
            Ok(_) => Ok(Verdict::Safe(proof)),
            Err(Failure::Stopped(reason)) => Err(reason),
            Err(failure) => Err(Reason::ProofNotCertified(failure.doubt())),
        }
    }

    /// The interpolants of a bounded tree that happen to be inductive, if they prove the program.
    pub fn inductive_interpolants(&mut self) -> Result<Option<Verdict>, Reason> {
        let candidates = |loc: LocId| {
            let facts: Vec<Term> =
                self.table.at(loc).iter().flat_map(|e| &e.annotation.facts).map(|f| f.formula).collect();
            (loc, Term::and(&facts))
        };
        let invariants = self.loops.heads().map(candidates).collect();
        let proof = Proof::inductive(self.task, invariants, BTreeMap::new());
        let proof = weaken(&proof, &self.cx.solver, &self.cx.budget)?;
        match check_proof(&proof, &self.cx.solver, &self.cx.budget) {
            Ok(_) => Ok(Some(Verdict::Safe(proof))),
            Err(Failure::Stopped(reason)) => Err(reason),
            Err(_) => Ok(None),
        }
    }
}
