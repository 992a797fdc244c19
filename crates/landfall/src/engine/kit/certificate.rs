//! From what a search knows to a proof, and what `check` says of it before it is claimed.

use landfall_smt::Term;

use super::points::Graph;
use crate::cfa::passes::Derived;
use crate::cfa::{LocId, ProcId};
use crate::check::{Failure, check_proof, weaken};
use crate::encode::{CutGraph, CutId};
use crate::engine::Context;
use crate::predicates::PointId;
use crate::verdict::{Contract, Proof, Reason};

/// The proof of a program without calls that invariants at locations are.
pub fn flat(of: &Derived, invariants: impl IntoIterator<Item = (LocId, Term)>) -> Proof {
    Proof::inductive(of, invariants.into_iter().collect(), Default::default())
}

/// The same, said at cut points; of those for which there is none nothing is claimed.
pub fn at_cuts(of: &Derived, cuts: &CutGraph, invariant: impl Fn(CutId) -> Option<Term>) -> Proof {
    let at = cuts.locs.iter().enumerate();
    flat(of, at.filter_map(|(cut, loc)| Some(((*loc)?, invariant(cut)?))))
}

/// The proof of a program with calls: what holds at each point but the entries, over the state there and that at the entry of
/// the procedure, and what each procedure that is called requires and ensures.
pub fn at_points(
    of: &Derived,
    graph: &Graph<'_>,
    invariant: impl Fn(PointId) -> Term,
    contract: impl Fn(ProcId) -> Contract,
) -> Proof {
    let is_entry = |point: PointId| graph.entry_of[&graph.points[point].proc] == point;
    let inner = (0..graph.points.len()).filter(|&point| !is_entry(point));
    let called = graph.entry_of.keys().filter(|&&proc| proc != graph.program().entry);
    let invariants = inner.map(|point| (graph.points[point].loc, invariant(point))).collect();
    Proof::inductive(of, invariants, called.map(|&proc| (proc, contract(proc))).collect())
}

/// The proof if `check` passes it, else what is wrong with it.
pub fn certified(proof: Proof, cx: &Context<'_>) -> Result<Result<Proof, Failure>, Reason> {
    match check_proof(&proof, &cx.solver, &cx.budget) {
        Ok(_) => Ok(Ok(proof)),
        Err(Failure::Stopped(reason)) => Err(reason),
        Err(failure) => Ok(Err(failure)),
    }
}

/// The part of a proof's invariants that is inductive (Houdini), if `check` passes it.
pub fn inductive_part(proof: &Proof, cx: &Context<'_>) -> Result<Option<Proof>, Reason> {
    certified(weaken(proof, &cx.solver, &cx.budget)?, cx).map(Result::ok)
}
