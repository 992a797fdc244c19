//! Takes memory away: objects become variables, or regions that maps from numbers to cells.
//!
//! - `points_to`: which memory a pointer may point into.
//! - `plan`: where each object goes.
//! - `shape`, `address`, `access`, `parts`, `elements`: what reading and writing at an address means there.
//! - `rewrite`: the new program, with `branches`, `copies` and `lifetimes`.
//!
//! Exact, but for two things. The numbers that addresses are differ from those of the interpreter, and a program must not depend on
//! them. *Vast* objects, which are larger than the room that one of many has, are not followed: what they hold, and what is asked
//! about them, may be anything. So executions are added, and counterexamples must be replayed; none is lost. What has no meaning in the
//! result becomes an edge that is not supported.

mod access;
mod address;
mod branches;
mod copies;
mod elements;
mod lifetimes;
mod parts;
mod plan;
mod points_to;
mod rewrite;
mod shape;
mod terms;
#[cfg(test)]
mod tests;

use super::super::program::Program;
use super::Passed;

/// The program without memory.
pub fn flatten_memory(program: &Program) -> Passed {
    if program.has_memory() { rewrite::rewrite(program) } else { Passed::unchanged(program.clone()) }
}
