//! The standard sequence of passes between the front end and an engine.

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

/// Applies the passes that the options ask for. If slicing is among them the result has more executions than `program`:
/// counterexamples must be replayed on it.
pub fn prepare(program: &Program, options: &PrepareOptions) -> Derived {
    let mut passes = vec![Pass::RemoveDead];
    if options.constants {
        passes.push(Pass::PropagateConstants);
    }
    passes.extend(options.inline.map(Pass::Inline));
    passes.push(Pass::FlattenMemory);
    if options.constants {
        passes.push(Pass::PropagateConstants);
    }
    passes.push(Pass::RemoveDead);
    if options.slice {
        passes.extend([Pass::Slice, Pass::RemoveDead, Pass::ContractSkips]);
    }
    Derived::by(&passes, program)
}
