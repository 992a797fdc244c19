//! Passes: a program in, a simpler program out, and a [`Mapping`] that leads from the new one back to the old.
//!
//! Every pass keeps the property: if no execution of its result reaches an error or an unsupported edge, none of its input
//! does. Most are exact; those that may *add* executions (slicing, forgetting regions) say so, and a counterexample found in their result counts
//! only once it was replayed on the original program (see [`Mapping::replay`]).

mod assume;
mod blocks;
mod cells;
mod chain;
mod constants;
mod contract;
mod dead;
mod draft;
mod forget;
mod gas;
mod inline;
mod instrument;
mod mapping;
mod memory;
mod outline;
mod prepare;
mod slice;
mod uninitialised;

pub use assume::assume_at;
pub use blocks::{Block, BlockGraph, BlockId, BlockOptions, Node, NodeId, NodeKind};
pub use cells::{
    Anchor, Errors, Fact, GHOST_INDEX, GhostCell, add_cursors, candidate_facts, cursors, ghost_cells, ghost_cells_with,
    ghosts, has_anchors,
};
pub use chain::{Derived, Pass};
pub use constants::propagate_constants;
pub use contract::contract_skips;
pub use dead::remove_dead;
use dead::remove_dead_from;
pub use forget::{forget_arrays, forget_bits, has_bits};
pub use gas::{Gassed, add_gas};
pub use inline::{InlineOptions, TOO_DEEP, inline};
pub use instrument::{ArithmeticChecks, instrument, instrument_each};
pub use mapping::{Extent, Filler, FrameId, HavocPart, Mapping, Replay};
pub use memory::flatten_memory;
pub use outline::outline_loops;
pub use prepare::{PrepareOptions, prepare};
pub use slice::slice;
pub use uninitialised::check_uninitialised;

use super::program::Program;

/// What a pass gives back.
#[derive(Clone, Debug)]
pub struct Passed {
    pub program: Program,
    /// From `program` back to the input of the pass.
    pub mapping: Mapping,
}

impl Passed {
    /// The program itself, untouched.
    pub fn unchanged(program: Program) -> Passed {
        let mapping = Mapping::identity(&program);
        Passed { program, mapping }
    }

    /// Applies another pass; the mapping then leads back to where this one's did.
    pub fn then(self, pass: impl FnOnce(&Program) -> Passed) -> Passed {
        let next = pass(&self.program);
        Passed { mapping: next.mapping.after(&self.mapping), program: next.program }
    }
}

#[cfg(test)]
mod tests;
