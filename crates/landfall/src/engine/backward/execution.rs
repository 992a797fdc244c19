//! From an error path to an execution of the program, and back from places to locations for a proof.

use landfall_smt::{Outcome, Term};

use super::super::kit::certificate::flat;
use super::super::kit::{Found, block_reads, replayed, unsupported};
use super::super::{Context, Task};
use super::graph::PlaceId;
use super::system::System;
use crate::encode::Versions;
use crate::verdict::{Reason, Verdict};

/// Runs the program along a path from the beginning to the goal.
pub(super) fn replay(system: &System<'_>, path: &[usize], task: &Task, cx: &Context<'_>) -> Result<Found, Reason> {
    let symbols = system.encoder.symbols();
    let program = system.encoder.program();
    let cuts: Vec<usize> = path.iter().filter_map(|&step| system.graph.steps[step].cut).collect();
    if let Some(&last) = cuts.last() {
        unsupported(program, &system.cuts.edges[last].block.ends).map_or(Ok(()), Err)?;
    }
    let mut versions = Versions::default();
    let mut taken = Vec::new();
    let mut formula = Vec::new();
    for &cut in &cuts {
        let transition = system.cuts.edges[cut].block.transition.renamed();
        let before = versions.clone();
        formula.push(versions.step(&transition));
        taken.push((cut, before, transition));
    }
    let model = match system.check("execution", Term::and(&formula))? {
        Outcome::Sat(model) => model,
        Outcome::Unsat(_) => return Ok(Found::spurious("it is not feasible")),
        Outcome::Unknown(why) => return Err(Reason::Solver(why)),
    };
    let mut inputs = Vec::new();
    for (cut, before, transition) in &taken {
        let block = &system.cuts.edges[*cut].block;
        let read = block_reads(system.encoder, block, before.values(symbols, &model), transition, &model);
        inputs.extend(read.into_iter().flatten());
    }
    replayed(task, &inputs, &cx.budget)
}

/// The proof that facts about places make.
pub(super) fn proof(system: &System<'_>, facts: &[(PlaceId, Term)], task: &Task) -> Verdict {
    let mut invariants = Vec::new();
    for (id, place) in system.graph.places.iter().enumerate() {
        for (number, &head) in place.heads.iter().enumerate() {
            let Some(loc) = system.cuts.locs[head] else { continue };
            let here = facts.iter().filter(|(p, _)| *p == id).map(|(_, fact)| system.graph.at_head(id, number, *fact));
            let invariant = Term::and(&here.collect::<Vec<_>>());
            if place.is_loop || !invariant.is_true() {
                invariants.push((loc, invariant));
            }
        }
    }
    Verdict::Safe(flat(task, invariants))
}
