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
    let calls = CallGraph::new(program);
    let reached = reachable_from_entry(program, &calls);
    let alive = can_reach_obligation(program, &calls);
    let mut draft = Draft::new(program);
    for (id, edge) in program.edges.iter() {
        let target_matters = match edge.op {
            Op::Unsupported(_) => true,
            // The error may lie inside the callee, from which there may be no way back.
            Op::Call { callee, .. } => alive.contains(program.procs[callee].entry),
            _ => reached.contains(edge.dst) && alive.contains(edge.dst),
        };
        if reached.contains(edge.src) && alive.contains(edge.src) && target_matters {
            draft.edges.push(DraftEdge::copy(id, edge));
        }
    }
    draft.finish("removing dead code")
}
