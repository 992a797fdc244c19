//! Checks a proof by shapes: what an execution comes to from the beginning, and from each heap of the proof, is a state of the heaps
//! of the proof again, and no error.
//!
//! Steps are those of `crate::shape`, as the engine's are; that they keep every state, and that what is said to be entailed is, is
//! trusted. How the heaps were found is not.

use super::proof::Failure;
use crate::budget::Budget;
use crate::limits::limits;
use crate::shape::{Found, Graph, Heap, Shapes, entails, explore};
use crate::verdict::Proof;

/// Proves that no execution reaches an error or code that is not modelled; how many heaps were to be entailed.
pub(super) fn check_shapes(proof: &Proof, shapes: &Shapes, budget: &Budget) -> Result<usize, Failure> {
    let program = &*proof.program;
    if !program.is_flat() {
        return Err(Failure::Refuted("a proof by shapes is about a program without calls".into()));
    }
    let mut graph = Graph::new(program, &proof.mapping, limits().shape.steps);
    let entry = program.procs[program.entry].entry;
    let begun = shapes.iter().flat_map(|(head, heaps)| heaps.iter().map(|heap| (*head, heap.clone())));
    let mut count = 0;
    for (loc, heap) in std::iter::once((entry, Heap::start(program))).chain(begun) {
        for (head, arrived) in explore(&mut graph, loc, heap, budget).map_err(failure)? {
            count += 1;
            let known = shapes.get(&head).map_or(&[][..], Vec::as_slice);
            if !known.contains(&arrived) && !known.iter().any(|general| entails(&arrived, general)) {
                return Err(Failure::Refuted("every heap at a head of a loop is among those of the proof".into()));
            }
        }
    }
    Ok(count)
}

fn failure(found: Found) -> Failure {
    match found {
        Found::Error(_) => Failure::Refuted("no heap of the proof leads to an error".into()),
        Found::Unfollowed(..) => Failure::Undecided("every edge is followed".into()),
        Found::TooMany => Failure::Undecided("there are few heaps".into()),
        Found::Stopped(reason) => Failure::Stopped(reason),
    }
}
