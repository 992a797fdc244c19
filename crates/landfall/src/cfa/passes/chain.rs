//! The chain of passes from a program to one that an engine works on.
//!
//! A [`Pass`] holds all that its result depends on, so that a chain can be run again: `check` does, and accepts a proof only if it is
//! about what the chain makes of the program in question.

use std::sync::Arc;

use super::*;

/// One pass. Run again on the same program it gives the same result.
#[derive(Clone, PartialEq, Debug)]
pub enum Pass {
    RemoveDead,
    PropagateConstants,
    Inline(InlineOptions),
    FlattenMemory,
    Slice,
    ContractSkips,
    OutlineLoops,
    ForgetBits,
    Cursors,
    GhostCells {
        facts: Vec<Fact>,
        errors: Errors,
        anchor: Anchor,
    },
    /// No pass: the program was altered for a purpose of an engine's own (assumptions, fewer executions). What is proved of it is not
    /// proved of the program it was made from.
    Altered,
}

impl Pass {
    pub const fn name(&self) -> &'static str {
        match self {
            Pass::RemoveDead => "remove dead code",
            Pass::PropagateConstants => "propagate constants",
            Pass::Inline(_) => "inline calls",
            Pass::FlattenMemory => "memory to variables and regions",
            Pass::Slice => "slice",
            Pass::ContractSkips => "contract edges",
            Pass::OutlineLoops => "loops to procedures",
            Pass::ForgetBits => "forget what operations on bits give",
            Pass::Cursors => "cursors for regions",
            Pass::GhostCells { .. } => "ghost cells for regions",
            Pass::Altered => "altered",
        }
    }

    /// Whether the result has the executions of its input and no others, as far as errors are concerned. Taking memory away counts as
    /// exact, though what vast objects hold is arbitrary then: no other way of preparing the program would know more.
    pub const fn is_exact(&self) -> bool {
        !matches!(self, Pass::Slice | Pass::ForgetBits | Pass::Cursors | Pass::GhostCells { .. })
    }

    /// Whether a program is free of errors if the result is.
    pub const fn keeps_errors(&self) -> bool {
        !matches!(self, Pass::GhostCells { errors: Errors::Dropped, .. } | Pass::Altered)
    }

    fn run(&self, program: &Program) -> Passed {
        match self {
            Pass::RemoveDead => remove_dead(program),
            Pass::PropagateConstants => propagate_constants(program),
            Pass::Inline(options) => inline(program, options),
            Pass::FlattenMemory => flatten_memory(program),
            Pass::Slice => slice(program),
            Pass::ContractSkips => contract_skips(program),
            Pass::OutlineLoops => outline_loops(program),
            Pass::ForgetBits => forget_bits(program),
            Pass::Cursors => add_cursors(program),
            Pass::GhostCells { facts, errors, anchor } => ghost_cells_with(program, facts, *errors, *anchor),
            Pass::Altered => Passed::unchanged(program.clone()),
        }
    }
}

/// A program, the passes that made it, and the way back to what they made it from.
#[derive(Clone, Debug)]
pub struct Derived {
    pub program: Arc<Program>,
    pub mapping: Arc<Mapping>,
    pub chain: Vec<Pass>,
}

impl Derived {
    /// What the passes make of a program, one after the other.
    pub fn by(passes: &[Pass], original: &Program) -> Derived {
        let Some((first, rest)) = passes.split_first() else {
            return Derived::made(Passed::unchanged(original.clone()), Vec::new());
        };
        let begun = Derived::made(first.run(original), vec![first.clone()]);
        rest.iter().fold(begun, |derived, pass| derived.into_next(pass.clone()))
    }

    /// The program after one more pass; the way still leads back to the first.
    pub fn then(&self, pass: Pass) -> Derived {
        let next = pass.run(&self.program);
        let chain = self.chain.iter().cloned().chain([pass]).collect();
        Derived::made(Passed { mapping: next.mapping.after(&self.mapping), program: next.program }, chain)
    }

    /// As [`Derived::then`], where nobody needs the program as it was.
    fn into_next(mut self, pass: Pass) -> Derived {
        let next = match (&pass, Arc::try_unwrap(self.program)) {
            (Pass::RemoveDead, Ok(program)) => remove_dead_from(program),
            (_, Ok(program)) => pass.run(&program),
            (_, Err(program)) => pass.run(&program),
        };
        self.chain.push(pass);
        Derived::made(Passed { mapping: next.mapping.after(&self.mapping), program: next.program }, self.chain)
    }

    /// The program as an engine altered it. Its edges that were in the program keep their numbers.
    pub fn altered(&self, program: Program) -> Derived {
        let chain = self.chain.iter().cloned().chain([Pass::Altered]).collect();
        Derived { program: Arc::new(program), mapping: self.mapping.clone(), chain }
    }

    /// Whether an execution of the program that reaches an error is one of the first program.
    pub fn is_exact(&self) -> bool {
        self.chain.iter().all(Pass::is_exact)
    }

    fn made(passed: Passed, chain: Vec<Pass>) -> Derived {
        Derived { program: Arc::new(passed.program), mapping: Arc::new(passed.mapping), chain }
    }
}
