//! The concrete interpreter: exact semantics, fast; what it says about an execution is what the program means.
//!
//! A [`Machine`] compiles a program once. [`Machine::run`] executes a [`State`] until something happens that only the caller can
//! decide: see [`Outcome`]. Values of havoc edges come from a [`Host`]. Everything stops in a consistent state, at the source of
//! the edge that could not be taken, so that the caller may act (for instance [`Machine::step`] with a value of its choice)
//! and go on.
//!
//! Beside the compiled form there is a plain one ([`Machine::eval`], [`Machine::enabled`], [`Machine::step`]) that walks
//! expressions and edges as they stand in the program; tests hold the two against each other.
//!
//! Where a state has several enabled edges the first is taken, unless the host chooses; edges behind it are not looked at. Guards
//! are tried in order, and one that is undefined ends the execution there.
//! A variable or a byte of memory that is read before it was written is zero: programs from C havoc what C leaves arbitrary.
//!
//! Memory is bytes (`objects`); programs without it pay nothing for it.

mod accelerate;
mod arith;
mod code;
mod compile;
mod compile_expr;
mod compile_memory;
mod contents;
mod effect;
mod machine;
mod memory;
#[cfg(test)]
mod memory_tests;
mod objects;
mod operate;
mod path;
mod plain;
mod state;
#[cfg(test)]
mod tests;

pub use arith::{UndefinedKind, binary, float, unary};
pub use machine::Machine;
pub use memory::Memory;
pub use objects::{MAX_OBJECT_SIZE, ObjectInfo, ObjectOrigin};
pub use path::{Path, PathEdges};
pub use state::State;

use crate::cfa::{EdgeId, HavocKind, IntType, LocId, VarId};

/// Why an execution stopped.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// An error location is reached.
    Error(LocId),
    /// The entry procedure has returned.
    Exited,
    /// No edge passes: the execution ended silently here.
    Stuck(LocId),
    /// The edge has no defined effect in this state.
    Undefined { edge: EdgeId, kind: UndefinedKind },
    /// The edge is not modelled, or needs more memory than there is here.
    Unsupported { edge: EdgeId },
    /// The host gave no value for this havoc edge.
    NeedsInput { edge: EdgeId },
    /// The host wants to choose, but gave no choice.
    NeedsChoice { loc: LocId },
    /// The limit of steps is reached; running on continues the execution.
    StepLimit,
    /// The call was not made because too many others have not returned, or their objects leave no addresses.
    StackLimit { edge: EdgeId },
    /// A location of [`Machine::stopping_at`] is reached; running on continues behind it.
    Stopped(LocId),
}

/// How a run ended, and how many edges it took.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Run {
    pub outcome: Outcome,
    pub steps: u64,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limits {
    /// The run stops at the first opportunity after this many edges; straight-line code is not interrupted.
    pub steps: u64,
    /// Calls that have not returned.
    pub depth: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Limits { steps: u64::MAX, depth: 100_000 }
    }
}

impl Limits {
    pub fn steps(steps: u64) -> Self {
        Limits { steps, ..Limits::default() }
    }
}

/// A havoc edge that is about to be executed.
#[derive(Clone, Copy, Debug)]
pub struct HavocRequest<'p> {
    pub edge: EdgeId,
    /// The variable that becomes arbitrary; `None` if it is memory.
    pub var: Option<VarId>,
    pub ty: IntType,
    pub kind: &'p HavocKind,
    /// It is asked for all cells of a region, or for much memory: the value of most, a count, and pairs of place and value.
    pub is_whole: bool,
    /// How many values the edge was given before: regions and memory ask for several.
    pub number: usize,
}

/// Decides what the program leaves open. A closure from requests to values is a host that does not choose edges.
pub trait Host {
    /// The value for a havoc edge, converted to its type as C converts; `None` stops the run before the edge.
    fn input(&mut self, request: &HavocRequest<'_>) -> Option<i128>;

    /// Whether [`Host::choose`] is to be asked; otherwise the first enabled edge is taken.
    fn chooses(&self) -> bool {
        false
    }

    /// Which of several enabled edges to take, as an index into `enabled`; `None` stops the run.
    fn choose(&mut self, _loc: LocId, _enabled: &[EdgeId]) -> Option<usize> {
        Some(0)
    }
}

impl<F: FnMut(&HavocRequest<'_>) -> Option<i128>> Host for F {
    fn input(&mut self, request: &HavocRequest<'_>) -> Option<i128> {
        self(request)
    }
}

/// Gives no inputs and leaves choices to the caller: runs what is deterministic.
#[derive(Clone, Copy, Debug, Default)]
pub struct Deterministic;

impl Host for Deterministic {
    fn input(&mut self, _: &HavocRequest<'_>) -> Option<i128> {
        None
    }

    fn chooses(&self) -> bool {
        true
    }

    fn choose(&mut self, _: LocId, _: &[EdgeId]) -> Option<usize> {
        None
    }
}

/// Gives the values of a list in order.
#[derive(Clone, Copy, Debug)]
pub struct Inputs<'a> {
    values: &'a [i128],
    used: usize,
}

impl<'a> Inputs<'a> {
    pub fn new(values: &'a [i128]) -> Self {
        Inputs { values, used: 0 }
    }

    /// How many values were read.
    pub fn used(&self) -> usize {
        self.used
    }
}

impl Host for Inputs<'_> {
    fn input(&mut self, _: &HavocRequest<'_>) -> Option<i128> {
        let value = *self.values.get(self.used)?;
        self.used += 1;
        Some(value)
    }
}
