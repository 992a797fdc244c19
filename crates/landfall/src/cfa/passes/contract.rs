//! Contraction of edges that do nothing.
//!
//! A location whose only outgoing edge is `skip` (or assumes *true*) is merged with that edge's target. Entries, whose place is
//! fixed, absorb such a target instead where they are its only predecessor. A target takes over the mark of a loop head
//! from what is merged into it. Exact for reachability: a cycle of such edges, in which an execution would idle forever, becomes
//! an end.

use cranelift_entity::SecondaryMap;

use super::super::expr::Expr;
use super::super::program::*;
use super::Passed;
use super::draft::{Draft, DraftEdge};

fn does_nothing(op: &Op) -> bool {
    matches!(op, Op::Skip) || matches!(op, Op::Assume(e) if *e == Expr::TRUE)
}

/// Merges locations that only skips separate.
pub fn contract_skips(program: &Program) -> Passed {
    let mut target = forward_targets(program);
    absorb_into_entries(program, &mut target);
    let representative = resolve(program, &target);
    let mut draft = Draft::new(program);
    for (loc, &onto) in representative.iter() {
        if onto != loc && program.locs[loc].is_loop && !program.locs[onto].is_loop {
            draft.source_of[onto] = Some(loc);
        }
    }
    for (id, edge) in program.edges.iter() {
        if target[edge.src] == Some(edge.dst) || target[edge.dst] == Some(edge.src) && does_nothing(&edge.op) {
            continue;
        }
        let mut edge = DraftEdge::copy(id, edge);
        edge.src = representative[edge.src];
        edge.dst = representative[edge.dst];
        draft.edges.push(edge);
    }
    draft.finish("contracting skips")
}

/// For each location that can be merged with its only successor, that successor.
fn forward_targets(program: &Program) -> SecondaryMap<LocId, Option<LocId>> {
    let mut target = SecondaryMap::with_capacity(program.locs.len());
    for (id, loc) in program.locs.iter() {
        let &[only] = loc.outgoing.as_slice() else { continue };
        let edge = &program.edges[only];
        let entry = program.procs[program.proc_of(id)].entry;
        if does_nothing(&edge.op) && edge.dst != id && id != entry {
            target[id] = Some(edge.dst);
        }
    }
    target
}

/// The successor of an entry is merged into it if nothing else leads there.
fn absorb_into_entries(program: &Program, target: &mut SecondaryMap<LocId, Option<LocId>>) {
    for proc in program.procs.values() {
        let &[only] = program.locs[proc.entry].outgoing.as_slice() else { continue };
        let edge = &program.edges[only];
        let next = &program.locs[edge.dst];
        let movable = edge.dst != proc.exit && next.error.is_none() && target[edge.dst].is_none();
        if does_nothing(&edge.op) && movable && next.incoming.len() == 1 {
            target[edge.dst] = Some(proc.entry);
        }
    }
}

/// The location that each is merged into in the end; for a cycle of skips, the location at which it is met first.
fn resolve(program: &Program, target: &SecondaryMap<LocId, Option<LocId>>) -> SecondaryMap<LocId, LocId> {
    const UNKNOWN: u8 = 0;
    const ON_PATH: u8 = 1;
    const DONE: u8 = 2;
    let mut state: SecondaryMap<LocId, u8> = SecondaryMap::with_capacity(program.locs.len());
    let mut result = SecondaryMap::with_default(program.procs[program.entry].entry);
    let mut path = Vec::new();
    for start in program.locs.keys() {
        let mut loc = start;
        while state[loc] == UNKNOWN
            && let Some(next) = target[loc]
        {
            state[loc] = ON_PATH;
            path.push(loc);
            loc = next;
        }
        let end = if state[loc] == DONE { result[loc] } else { loc };
        result[loc] = end;
        state[loc] = DONE;
        for member in path.drain(..) {
            result[member] = end;
            state[member] = DONE;
        }
    }
    result
}
