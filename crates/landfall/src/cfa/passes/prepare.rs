//! The standard sequence of passes between the front end and an engine.

use std::sync::Arc;

use super::super::program::Program;
use super::*;

#[derive(Clone, Copy, Debug)]
pub struct PrepareOptions {
    /// Whether calls of procedures that are not recursive are inlined, and up to which size.
    pub inline: Option<InlineOptions>,
    pub constants: bool,
    pub slice: bool,
}

impl Default for PrepareOptions {
    fn default() -> Self {
        PrepareOptions { inline: Some(InlineOptions::default()), constants: true, slice: true }
    }
}

impl PrepareOptions {
    /// Every edge stays: dead code alone is removed, and nothing is merged.
    pub const MINIMAL: PrepareOptions = PrepareOptions { inline: None, constants: false, slice: false };
}

/// A program that is ready for an engine.
#[derive(Clone, Debug)]
pub struct Prepared {
    pub program: Arc<Program>,
    /// From `program` back to the program as the front end made it.
    pub mapping: Mapping,
}

/// Applies the passes that the options ask for. If slicing is among them the result has more executions than `program`:
/// counterexamples must be replayed on it.
pub fn prepare(program: &Program, options: &PrepareOptions) -> Prepared {
    let mut passed = remove_dead(program);
    if options.constants {
        passed = passed.then(propagate_constants);
    }
    if let Some(limit) = &options.inline {
        passed = passed.then(|p| inline(p, limit));
    }
    passed = passed.then(flatten_memory);
    if options.constants {
        passed = passed.then(propagate_constants);
    }
    passed = passed.then(remove_dead);
    if options.slice {
        passed = passed.then(slice).then(remove_dead).then(contract_skips);
    }
    Prepared { program: Arc::new(passed.program), mapping: passed.mapping }
}
