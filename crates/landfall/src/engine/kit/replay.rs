//! From a model of a path to an execution of the program.

use landfall_smt::{Assignment, Model, Value};

use crate::budget::Budget;
use crate::cfa::{EdgeId, Op, Program, VarId};
use crate::check::ReplayFailure;
use crate::encode::{EncodedBlock, Encoder, Transition, input_values};
use crate::engine::Task;
use crate::verdict::{Reason, Verdict};

/// How a search with one encoding ended.
pub enum Found {
    Verdict(Verdict),
    /// A path to an error is spurious: the encoding has more executions than the program. What to say if there is no better one.
    Spurious(Reason),
}

impl Found {
    /// The way from a model to an execution ended like this.
    pub fn spurious(how: &str) -> Found {
        Found::Spurious(Reason::ExecutionNotReplayed(format!("a path to an error was found, but {how}").into()))
    }

    /// The verdict, for a search that has no better encoding.
    pub fn decided(self) -> Result<Verdict, Reason> {
        match self {
            Found::Verdict(verdict) => Ok(verdict),
            Found::Spurious(reason) => Err(reason),
        }
    }
}

/// What havoc edges read, in order, with the values as the program has them; what a model leaves open is zero.
pub fn reads<V: Into<Option<Value>>>(
    program: &Program,
    values: impl IntoIterator<Item = (EdgeId, V)>,
) -> Vec<(EdgeId, i128)> {
    let typed = values.into_iter().filter_map(|(edge, value)| {
        let Op::Havoc(var, _) = &program.edges[edge].op else { return None };
        let read = input_values(value.into().as_ref(), program.vars[*var].ty);
        Some(read.into_iter().map(move |value| (edge, value)))
    });
    typed.flatten().collect()
}

/// What a block reads on the path that a model takes through it, if there is one: with the values of the state before it, and its
/// locals as those of the instance of its transition that the model is of.
pub fn block_reads(
    encoder: &Encoder<'_>,
    block: &EncodedBlock,
    before: impl IntoIterator<Item = (VarId, Value)>,
    instance: &Transition,
    model: &Model,
) -> Option<Vec<(EdgeId, i128)>> {
    let state = before.into_iter().map(|(var, value)| (encoder.symbols().state(var), value));
    let locals = block.transition.locals.iter().zip(&instance.locals);
    let locals = locals.filter_map(|(original, local)| Some((original.symbol, model.value(local.symbol)?)));
    let values: Assignment = state.chain(locals).collect();
    let path = block.path(encoder, &values)?;
    Some(reads(encoder.program(), block.inputs(&path, &values)))
}

/// Runs the program with what a path to an error reads.
pub fn replayed(task: &Task, reads: &[(EdgeId, i128)], budget: &Budget) -> Result<Found, Reason> {
    match task.replay(reads, budget) {
        Ok(execution) => Ok(Found::Verdict(Verdict::Unsafe(execution))),
        Err(ReplayFailure::Stopped(reason)) => Err(reason),
        Err(ReplayFailure::Ended(doubt)) => Ok(Found::Spurious(Reason::ExecutionNotReplayed(doubt))),
    }
}

/// The reason if one of the edges at which a path ends is not modelled.
pub fn unsupported<'e>(program: &Program, ends: impl IntoIterator<Item = &'e EdgeId>) -> Option<Reason> {
    ends.into_iter().find_map(|edge| match &program.edges[*edge].op {
        Op::Unsupported(what) => {
            let span = program.edges[*edge].span;
            Some(Reason::Unsupported { what: what.to_string(), span, rest_explored: false })
        }
        _ => None,
    })
}

/// The reason that a path leads to code that is not modelled, over one of these edges.
pub fn not_modelled<'e>(program: &Program, ends: impl IntoIterator<Item = &'e EdgeId>) -> Reason {
    let unnamed =
        || Reason::Unsupported { what: "an edge that is not modelled".into(), span: None, rest_explored: false };
    unsupported(program, ends).unwrap_or_else(unnamed)
}
