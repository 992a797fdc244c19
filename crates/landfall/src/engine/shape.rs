//! Proofs about lists of any length: heaps as graphs in which segments stand for chains of nodes (`crate::shape`).
//!
//! Abstract interpretation of the program with its objects, calls inlined: at each head of a loop there is a set of heaps. What comes there
//! is folded; if none of the set has all its states it is added, and followed on. Heaps that differ in numbers only are joined when
//! there are some of one form, so that counters come to an end. If no error is met the sets are the proof, which `check` checks by
//! steps of the same kind and without folding or joining anything.
//!
//! It finds no errors: who meets one of the graph's states knows of no execution. So it is quick to give up.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::sync::Arc;

use super::{Context, Engine, Task};
use crate::budget::Budget;
use crate::cfa::passes::{Derived, InlineOptions, Pass};
use crate::cfa::{LocId, Program};
use crate::limits::limits;
use crate::shape::{Found, Graph, Heap, Shapes, entails, explore, joined};
use crate::verdict::{Proof, Reason, Verdict};

#[derive(Clone, Copy, Debug, Default)]
pub struct Shape;

impl Engine for Shape {
    fn run(&self, task: &Task, cx: &mut Context<'_>) -> Verdict {
        let passes =
            [Pass::RemoveDead, Pass::PropagateConstants, Pass::Inline(InlineOptions::default()), Pass::RemoveDead];
        let derived = Derived::by(&passes, &task.original);
        let program = derived.program.clone();
        if !program.is_flat() {
            return Verdict::Unknown(Reason::Incomplete("recursive calls are left after inlining".into()));
        }
        if !program.has_memory() {
            return Verdict::Unknown(Reason::Incomplete("the program has no memory".into()));
        }
        let mut search = Search::new(&program);
        let result = search.run(&cx.budget);
        cx.statistics.add("steps of heaps", search.graph.steps() as u64);
        cx.statistics.add("heaps at heads", search.shapes.values().map(|heaps| heaps.len() as u64).sum());
        match result {
            Ok(()) => Verdict::Safe(Proof::by_shapes(&derived, Arc::new(search.shapes))),
            Err(found) => Verdict::Unknown(reason(&program, found)),
        }
    }
}

fn reason(program: &Program, found: Found) -> Reason {
    let line = |loc: LocId| {
        let error = program.locs[loc].error.as_ref();
        error.map_or_else(|| "code that is not modelled".to_string(), |error| error.message.to_string())
    };
    match found {
        Found::Stopped(reason) => reason,
        Found::Error(loc) => Reason::Incomplete(format!("the shapes of the heap do not exclude: {}", line(loc))),
        Found::Unfollowed(_, what) => Reason::Incomplete(format!("shapes do not follow {}", what.0)),
        Found::TooMany => Reason::Incomplete("there are too many shapes of the heap".into()),
    }
}

struct Search<'p> {
    graph: Graph<'p>,
    shapes: Shapes,
    /// Bounds of ranges.
    marks: Vec<i128>,
}

impl<'p> Search<'p> {
    fn new(program: &'p Program) -> Search<'p> {
        let graph = Graph::new(program, limits().shape.steps);
        Search { graph, shapes: BTreeMap::new(), marks: marks(program) }
    }

    fn run(&mut self, budget: &Budget) -> Result<(), Found> {
        let program = self.graph.program;
        let entry = program.procs[program.entry].entry;
        let mut open = VecDeque::from([(entry, Heap::start(program))]);
        while let Some((loc, heap)) = open.pop_back() {
            for (head, heap) in explore(&mut self.graph, loc, heap, budget)? {
                if let Some(new) = self.add(head, heap)? {
                    open.push_back((head, new));
                }
            }
        }
        Ok(())
    }

    /// Adds a heap to those of a head, or one that holds of more states; nothing if they are known.
    fn add(&mut self, head: LocId, heap: Heap) -> Result<Option<Heap>, Found> {
        let heap = self.graph.tidied(head, heap.folded(&self.marks));
        let known = self.shapes.entry(head).or_default();
        if known.iter().any(|other| entails(&heap, other)) {
            return Ok(None);
        }
        if known.len() >= limits().shape.heaps {
            return Err(Found::TooMany);
        }
        let alike: Vec<Heap> = known.iter().filter_map(|other| joined(other, &heap, &self.marks)).collect();
        let new = match alike.last() {
            Some(join) if alike.len() >= limits().shape.alike => self.graph.tidied(head, join.clone()),
            _ => heap,
        };
        self.shapes.entry(head).or_default().push(new.clone());
        Ok(Some(new))
    }
}

/// The constants of a program and their neighbours, and what bounds the types.
fn marks(program: &Program) -> Vec<i128> {
    let mut found = BTreeSet::from([-1, 0, 1]);
    for bits in [7, 8, 15, 16, 31, 32, 63, 64] {
        found.extend([(1i128 << bits) - 1, -(1i128 << bits)]);
    }
    for edge in program.edges.values() {
        edge.op.for_each_expr(&mut |expr| {
            expr.for_each_constant(&mut |n| {
                if n.unsigned_abs() < 1 << 62 {
                    found.extend([n - 1, n, n + 1]);
                }
            });
        });
    }
    found.into_iter().collect()
}
