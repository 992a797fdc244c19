//! Dead code, both ways: what no way from the entry reaches, and what cannot reach an error or an unsupported edge.
//!
//! An execution that arrives where no obligation can be reached any more is of no interest: it ends there. What lies behind an
//! unsupported edge is dead too, since nothing is known of an execution that takes it. Exact for reachability of obligations.

use super::super::graph::{CallGraph, can_reach_obligation, reachable_from_entry};
use super::super::program::*;
use super::Passed;
use super::draft::{Draft, DraftEdge};

/// Removes locations, edges, procedures and variables that no execution to an obligation needs.
pub fn remove_dead(program: &Program) -> Passed {
    let mut draft = Draft::new(program);
    draft.edges.extend(needed(program).into_iter().map(|id| DraftEdge::copy(id, &program.edges[id])));
    draft.finish("removing dead code")
}

/// The same of a program that nobody else needs: operations are not copied.
pub(super) fn remove_dead_from(mut program: Program) -> Passed {
    let needed = needed(&program);
    let take = |id: EdgeId| (id, std::mem::replace(&mut program.edges[id].op, Op::Skip));
    let kept: Vec<(EdgeId, Op)> = needed.into_iter().map(take).collect();
    let mut draft = Draft::new(&program);
    draft.edges.extend(kept.into_iter().map(|(id, op)| DraftEdge::with_op(id, &program.edges[id], op)));
    draft.finish("removing dead code")
}

/// The edges that an execution to an obligation may take.
fn needed(program: &Program) -> Vec<EdgeId> {
    let calls = CallGraph::new(program);
    let reached = reachable_from_entry(program, &calls);
    let alive = can_reach_obligation(program, &calls);
    let mut edges = Vec::with_capacity(program.edges.len());
    for (id, edge) in program.edges.iter() {
        let target_matters = match edge.op {
            Op::Unsupported(_) => true,
            // The error may lie inside the callee, from which there may be no way back.
            Op::Call { callee, .. } => alive.contains(program.procs[callee].entry),
            _ => reached.contains(edge.dst) && alive.contains(edge.dst),
        };
        if reached.contains(edge.src) && alive.contains(edge.src) && target_matters {
            edges.push(id);
        }
    }
    edges
}
