//! What executions from a heap come to, up to the next heads of loops.

use std::collections::{BTreeMap, BTreeSet};

use super::{Heap, Unfollowed};
use crate::budget::Budget;
use crate::cfa::graph::{CallGraph, Liveness, Loops};
use crate::cfa::memory::KEPT_AT_END;
use crate::cfa::passes::Mapping;
use crate::cfa::{EdgeId, LocId, Op, Program, VarId, VarKind};
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
    /// For each edge where the program ends with memory that something may point to: the variables that do.
    keepers: BTreeMap<EdgeId, BTreeSet<VarId>>,
    /// Variables that are kept although nothing reads them: they may point to memory that lives at the end.
    kept: BTreeSet<VarId>,
    seen: BTreeSet<(LocId, Heap)>,
    steps: usize,
    most: usize,
}

impl<'p> Graph<'p> {
    /// Of at most so many steps. `mapping` says which inlined calls an edge is in.
    pub fn new(program: &'p Program, mapping: &Mapping, most: usize) -> Graph<'p> {
        let liveness = Liveness::new(program, &CallGraph::new(program));
        let keepers = keepers(program, mapping, &liveness);
        let globals = program.vars.iter().filter(|(_, var)| var.kind == VarKind::Global).map(|(var, _)| var);
        let kept = if keepers.is_empty() { BTreeSet::new() } else { globals.collect() };
        let loops = Loops::new(program);
        Graph { program, loops, liveness, keepers, kept, seen: BTreeSet::new(), steps: 0, most }
    }

    pub fn tidied(&self, loc: LocId, heap: Heap) -> Heap {
        let live = self.liveness.at(loc).iter().chain(&self.kept).copied();
        heap.tidied(self.program, &live.collect())
    }

    /// Whether an edge of which it is not known what it does is none to care about: the program ends, and everything allocated can
    /// still be reached.
    fn is_kept(&self, edge: EdgeId, heap: &Heap) -> bool {
        self.keepers.get(&edge).is_some_and(|vars| heap.is_reached_from(vars))
    }

    pub fn steps(&self) -> usize {
        self.steps
    }
}

/// For each edge where a program ends with memory that lives, the variables that may point to some then: those of the whole program,
/// and those of calls that have not returned. Of the latter, those are known to be that are read from a place on in which the
/// way to the end was only to be chosen.
fn keepers(program: &Program, mapping: &Mapping, liveness: &Liveness) -> BTreeMap<EdgeId, BTreeSet<VarId>> {
    let ends =
        program.edges.iter().filter(|(_, edge)| matches!(&edge.op, Op::Unsupported(what) if **what == *KEPT_AT_END));
    let globals = program.vars.iter().filter(|(_, var)| var.kind == VarKind::Global).map(|(var, _)| var);
    let globals: BTreeSet<VarId> = globals.collect();
    let of = |end: EdgeId| {
        let mut vars = globals.clone();
        let mut inner = mapping.calls_around(end);
        let mut at = program.edges[end].src;
        while let [before] = program.locs[at].incoming[..] {
            let edge = &program.edges[before];
            let calls = mapping.calls_around(before);
            if !inner.starts_with(&calls) || !matches!(edge.op, Op::Assume(_) | Op::Skip | Op::Assign(..)) {
                break;
            }
            inner = calls;
            at = edge.src;
            vars.extend(liveness.at(at));
        }
        vars
    };
    ends.map(|(end, _)| (end, of(end))).collect()
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
                if graph.is_kept(id, &heap) {
                    continue;
                }
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
