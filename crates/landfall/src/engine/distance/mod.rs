//! How far a state is from an error, and searches that go to the nearest state first (Lee, Kim, Kim, Ryu and Baik, *Directed
//! Model Checking for Fast Abstract Reachability Analysis*, IEEE Access 2021, section IV; TOUR). `docs/engines/tour.md` puts its steps
//! beside these functions.
//!
//! Two distances are annotated to every location, backwards by shortest paths, callees before their callers: `exit-dist`, to the
//! exit of its procedure, and `abs-dist`, to an error inside the procedure or below. A call costs what the shortest way through
//! its callee costs. At run time a state knows the state that called its procedure, `call(s)`, and its distance is the smaller of
//! `exit-dist + dist(call(s))` (`rel-dist`) and `abs-dist`. What an edge weighs is the [`Metric`].
//!
//! For those who search: [`Distances::nested`] for a state with its chain of calls, [`Frontier`] for the states that wait.
//!
//! The paper's algorithms ignore the edges that return from functions, so that a call's own weight is open there; here the call
//! and return operations weigh what the metric says. Code that is not modelled is a target too.

pub mod features;
mod frontier;
pub mod select;
#[cfg(test)]
mod tests;

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use cranelift_entity::SecondaryMap;

use crate::cfa::graph::{CallGraph, Loops};
use crate::cfa::{EdgeId, LocId, Op, Program};
use crate::named::named;
pub use frontier::{Frontier, Rank, Search};
pub use select::MetricChoice;

/// A number of edges, weighed; [`UNREACHABLE`] if there is no way.
pub type Distance = u64;

pub const UNREACHABLE: Distance = Distance::MAX;

named! {
    /// What counts as one step (section IV-B-1).
    #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
    pub enum Metric: "metric" {
        /// Every statement.
        Statements: "st",
        /// Conditions: the number of basic blocks.
        BasicBlocks: "bb",
        /// Conditions of loops.
        LoopHeads: "lh",
        /// Conditions of loops, entries of functions and returns from them.
        LoopsAndFunctions: "lf",
    }
}

impl Metric {
    /// The weight of an edge; of a call, without what happens in the callee.
    fn weight(self, program: &Program, loops: &Loops, id: EdgeId) -> Distance {
        let edge = &program.edges[id];
        let is_condition = matches!(edge.op, Op::Assume(_)) && program.locs[edge.src].outgoing.len() > 1;
        let counts = match self {
            Metric::Statements => true,
            Metric::BasicBlocks => is_condition,
            Metric::LoopHeads => is_condition && decides_loop(program, loops, edge.src),
            Metric::LoopsAndFunctions => {
                let is_entry = program.procs[program.proc_of(edge.src)].entry == edge.src;
                is_entry || is_condition && decides_loop(program, loops, edge.src)
            }
        };
        Distance::from(counts)
    }

    /// The weight of returning from a call.
    fn weight_of_return(self) -> Distance {
        Distance::from(matches!(self, Metric::Statements | Metric::LoopsAndFunctions))
    }
}

/// Whether a branching location is a condition of a loop: its head, or a place where it may be left.
pub(crate) fn decides_loop(program: &Program, loops: &Loops, loc: LocId) -> bool {
    let Some(inside) = loops.innermost(loc) else { return false };
    let leaves = |dst: LocId| !loops.innermost(dst).is_some_and(|l| loops.contains(inside, l));
    loops.is_head(loc) || program.outgoing(loc).any(|(_, e)| leaves(e.dst))
}

/// The annotation of one program by one metric.
#[derive(Clone, Debug)]
pub struct Distances {
    exit: SecondaryMap<LocId, Distance>,
    error: SecondaryMap<LocId, Distance>,
}

impl Distances {
    pub fn new(program: &Program, loops: &Loops, metric: Metric) -> Distances {
        let calls = CallGraph::new(program);
        let annotation = Annotation { program, loops, metric, calls: &calls };
        let exit = annotation.exit();
        let error = annotation.error(&exit);
        Distances { exit, error }
    }

    /// `exit-dist`: from a location to the exit of its procedure.
    pub fn exit_dist(&self, loc: LocId) -> Distance {
        self.exit[loc]
    }

    /// `abs-dist`: from a location to an error, without leaving its procedure by its exit.
    pub fn abs_dist(&self, loc: LocId) -> Distance {
        self.error[loc]
    }

    /// `dist(s)` for a state at `loc` whose procedure was called by a state with the distance `caller` (equation 1); without a
    /// caller that is [`UNREACHABLE`] (equation 2).
    pub fn dist(&self, loc: LocId, caller: Distance) -> Distance {
        self.exit[loc].saturating_add(caller).min(self.error[loc])
    }

    /// `dist(s)` for a state at `loc` inside these calls, the outermost first.
    pub fn nested(&self, program: &Program, calls: impl IntoIterator<Item = EdgeId>, loc: LocId) -> Distance {
        let called = |outer, call: EdgeId| self.dist(program.edges[call].src, outer);
        self.dist(loc, calls.into_iter().fold(UNREACHABLE, called))
    }
}

struct Annotation<'p> {
    program: &'p Program,
    loops: &'p Loops,
    metric: Metric,
    calls: &'p CallGraph,
}

type Map = SecondaryMap<LocId, Distance>;

/// Locations in the order of their distances.
type Queue = BinaryHeap<Reverse<(Distance, LocId)>>;

impl Annotation<'_> {
    /// Shortest paths to the exits of all procedures at once (Knuth's generalisation of Dijkstra's algorithm): a call is as
    /// far as the location behind it and the way through its callee together, known when both are.
    fn exit(&self) -> Map {
        let exits = self.program.procs.values().map(|p| Reverse((0, p.exit))).collect();
        let called = |call: EdgeId, _, found: &Map| self.through(call, found[self.program.edges[call].dst], found);
        self.shortest(exits, |edge, behind, found| self.through(edge, behind, found), called)
    }

    /// Shortest paths backwards from locations in a queue: `through` gives the distance from before an edge by that from behind it,
    /// `called` that from before a call by that from the entry of its callee.
    fn shortest(
        &self,
        mut queue: Queue,
        through: impl Fn(EdgeId, Distance, &Map) -> Distance,
        called: impl Fn(EdgeId, Distance, &Map) -> Distance,
    ) -> Map {
        let mut found = Map::with_default(UNREACHABLE);
        while let Some(Reverse((distance, loc))) = queue.pop() {
            if found[loc] != UNREACHABLE || distance == UNREACHABLE {
                continue;
            }
            found[loc] = distance;
            for (id, edge) in self.program.incoming(loc) {
                queue.push(Reverse((through(id, distance, &found), edge.src)));
            }
            let proc = self.program.proc_of(loc);
            if self.program.procs[proc].entry == loc {
                for &call in self.calls.callers(proc) {
                    queue.push(Reverse((called(call, distance, &found), self.program.edges[call].src)));
                }
            }
        }
        found
    }

    /// The distance from before an edge, if it is `behind` from behind it.
    fn through(&self, id: EdgeId, behind: Distance, exit: &Map) -> Distance {
        let weight = self.metric.weight(self.program, self.loops, id);
        let inside = match self.program.edges[id].op {
            Op::Call { callee, .. } => {
                exit[self.program.procs[callee].entry].saturating_add(self.metric.weight_of_return())
            }
            _ => 0,
        };
        behind.saturating_add(weight).saturating_add(inside)
    }

    /// Shortest paths to the errors and the unsupported edges.
    fn error(&self, exit: &Map) -> Map {
        let mut errors: Queue = self.program.errors().map(|(loc, _)| Reverse((0, loc))).collect();
        let unsupported = self.program.edges.values().filter(|e| matches!(e.op, Op::Unsupported(_)));
        errors.extend(unsupported.map(|e| Reverse((0, e.src))));
        let called = |call, distance: Distance, _: &Map| {
            distance.saturating_add(self.metric.weight(self.program, self.loops, call))
        };
        self.shortest(errors, |edge, behind, _| self.through(edge, behind, exit), called)
    }
}
