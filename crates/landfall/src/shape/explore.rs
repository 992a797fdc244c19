//! What executions from a heap come to, up to the next heads of loops.

use std::collections::BTreeSet;

use super::{Heap, Unfollowed};
use crate::budget::Budget;
use crate::cfa::graph::{CallGraph, Liveness, Loops};
use crate::cfa::{EdgeId, LocId, Op, Program};
use crate::verdict::Reason;

/// Why an exploration came to no end.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Found {
    /// An execution may come to an error or to code that is not modelled; its location.
    Error(LocId),
    /// What an edge does is not followed.
    Unfollowed(EdgeId, Unfollowed),
    /// There are more heaps than are looked at.
    TooMany,
    Stopped(Reason),
}

/// Programs as they are explored: one procedure.
pub struct Graph<'p> {
    pub program: &'p Program,
    pub loops: Loops,
    liveness: Liveness,
    seen: BTreeSet<(LocId, Heap)>,
    steps: usize,
    most: usize,
}

impl<'p> Graph<'p> {
    /// Of at most so many steps.
    pub fn new(program: &'p Program, most: usize) -> Graph<'p> {
        let liveness = Liveness::new(program, &CallGraph::new(program));
        Graph { program, loops: Loops::new(program), liveness, seen: BTreeSet::new(), steps: 0, most }
    }

    pub fn tidied(&self, loc: LocId, heap: Heap) -> Heap {
        heap.tidied(self.program, self.liveness.at(loc))
    }

    pub fn steps(&self) -> usize {
        self.steps
    }
}

/// The heaps in which executions that are at a location in a heap come to heads of loops next. What was seen before, at the same place,
/// is not followed again.
pub fn explore(graph: &mut Graph<'_>, at: LocId, heap: Heap, budget: &Budget) -> Result<Vec<(LocId, Heap)>, Found> {
    let mut open = vec![(at, heap)];
    let mut arrived = Vec::new();
    while let Some((loc, heap)) = open.pop() {
        graph.steps += 1;
        if graph.steps > graph.most {
            return Err(Found::TooMany);
        }
        budget.ran(1000);
        budget.poll().map_err(Found::Stopped)?;
        if graph.program.locs[loc].error.is_some() {
            return Err(Found::Error(loc));
        }
        for (id, edge) in graph.program.outgoing(loc) {
            if matches!(edge.op, Op::Unsupported(_)) {
                return Err(Found::Error(loc));
            }
            for next in heap.step(graph.program, &edge.op).map_err(|why| Found::Unfollowed(id, why))? {
                let to = edge.dst;
                if graph.loops.is_head(to) {
                    arrived.push((to, graph.tidied(to, next)));
                } else if graph.program.locs[to].incoming.len() > 1 {
                    let next = graph.tidied(to, next);
                    if graph.seen.insert((to, next.clone())) {
                        open.push((to, next));
                    }
                } else {
                    open.push((to, next));
                }
            }
        }
    }
    Ok(arrived)
}
