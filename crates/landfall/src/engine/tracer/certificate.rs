//! From a complete tree to invariants: at each loop head the disjunction of the annotations of its finished states.

use landfall_smt::Term;

use super::super::kit::certificate::{certified, flat, inductive_part};
use super::search::Search;
use crate::cfa::LocId;
use crate::verdict::{Reason, Verdict};

impl Search<'_, '_> {
    /// The proof that the finished tree is.
    pub fn certificate(&mut self) -> Result<Verdict, Reason> {
        let invariant = |loc: LocId| {
            let states: Vec<Term> = self.table.at(loc).iter().map(|e| e.annotation.formula()).collect();
            (loc, Term::or(&states))
        };
        let proof = certified(flat(self.task, self.loops.heads().map(invariant)), self.cx)?;
        proof.map(Verdict::Safe).map_err(|failure| Reason::ProofNotCertified(failure.doubt()))
    }

    /// The interpolants of a bounded tree that happen to be inductive, if they prove the program.
    pub fn inductive_interpolants(&mut self) -> Result<Option<Verdict>, Reason> {
        let candidates = |loc: LocId| {
            let facts: Vec<Term> =
                self.table.at(loc).iter().flat_map(|e| &e.annotation.facts).map(|f| f.formula).collect();
            (loc, Term::and(&facts))
        };
        let proof = inductive_part(&flat(self.task, self.loops.heads().map(candidates)), self.cx)?;
        Ok(proof.map(Verdict::Safe))
    }
}
