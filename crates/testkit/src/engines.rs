//! Engines against the oracle on random small programs.

use std::sync::Arc;
use std::time::Duration;

use landfall::budget::Budget;
use landfall::cfa::{DataModel, Overflow, Program};
use landfall::check::certify;
use landfall::engine::{Context, Engine};
use landfall::exec::{Inputs, Limits, Machine, Outcome};
use landfall::front::{FrontOptions, load_text};
use landfall::report::Silent;
use landfall::verdict::{Reason, Verdict};

use crate::oracle::{self, Answer};
use crate::small_c;

/// States that the oracle looks at before it gives up.
const STATES: usize = 60_000;

#[derive(Clone, Debug, Default)]
pub struct Tally {
    pub programs: usize,
    pub safe: usize,
    pub unsafe_: usize,
    /// Programs that the oracle does not decide; engines are not asked.
    pub too_big: usize,
    /// Verdicts of the engine that agree, with evidence that was checked.
    pub proved: usize,
    pub refuted: usize,
    pub unknown: usize,
    pub disagreements: Vec<String>,
}

/// The program of a seed; overflow is undefined in some and wraps in others.
pub fn load_small(seed: u64) -> Result<Program, String> {
    let mut options = FrontOptions::new(if seed.is_multiple_of(2) { DataModel::Lp64 } else { DataModel::Ilp32 });
    options.overflow = if seed.is_multiple_of(5) { Overflow::Wrap } else { Overflow::Undefined };
    match load_text("small.c", &small_c::program(seed), &options) {
        Ok(loaded) => Ok(loaded.program),
        Err(error) => {
            let messages: Vec<&str> = error.diagnostics.iter().map(|d| &d.message[..]).collect();
            Err(format!("seed {seed} does not load: {}", messages.join("; ")))
        }
    }
}

/// Holds an engine against the oracle on `count` programs from `seed` on, with this much time for each.
///
/// It must agree or say unknown, and its evidence must check. What it says is judged before and after the check: a wrong
/// claim counts even if the check catches it.
pub fn check_engine(
    engine: &dyn Engine,
    count: u64,
    seed: u64,
    time: Duration,
    progress: &mut dyn FnMut(&Tally),
) -> Tally {
    let mut tally = Tally::default();
    for number in seed..seed + count {
        if let Err(what) = check_one(engine, number, time, &mut tally) {
            tally.disagreements.push(what);
        }
        tally.programs += 1;
        progress(&tally);
    }
    tally
}

fn check_one(engine: &dyn Engine, seed: u64, time: Duration, tally: &mut Tally) -> Result<(), String> {
    let program = Arc::new(load_small(seed)?);
    let safe = match oracle::decide(&program, STATES) {
        Answer::TooBig => {
            tally.too_big += 1;
            return Ok(());
        }
        Answer::Safe => true,
        Answer::Unsafe(inputs) => {
            replay(&program, &inputs).map_err(|e| format!("seed {seed}: the oracle's inputs: {e}"))?;
            false
        }
    };
    if safe {
        tally.safe += 1;
    } else {
        tally.unsafe_ += 1;
    }
    let budget = Budget::with_timeout(time);
    let mut sink = Silent;
    let solver = landfall_smt::Config::default();
    let mut cx = Context::new(budget.clone(), &mut sink, solver.clone(), Default::default());
    let claimed = engine.run(&landfall::analysis::prepare(&program), &mut cx);
    let wrong = match &claimed {
        Verdict::Safe(_) => !safe,
        Verdict::Unsafe(_) => safe,
        Verdict::Unknown(_) => {
            tally.unknown += 1;
            return Ok(());
        }
    };
    if wrong {
        let said = if safe { "unsafe" } else { "safe" };
        return Err(format!("seed {seed}: the engine says {said}, which is wrong"));
    }
    match certify(claimed, &program, &solver, &budget).0 {
        Verdict::Safe(_) => tally.proved += 1,
        Verdict::Unsafe(_) => tally.refuted += 1,
        Verdict::Unknown(reason @ (Reason::ExecutionNotReplayed(_) | Reason::ProofNotCertified(_))) => {
            return Err(format!("seed {seed}: {reason}"));
        }
        Verdict::Unknown(_) => tally.unknown += 1,
    }
    Ok(())
}

/// Checks that inputs lead to an error.
fn replay(program: &Program, inputs: &[i128]) -> Result<(), String> {
    let machine = Machine::new(program);
    let mut state = machine.initial();
    let run = machine.run(&mut state, &mut Inputs::new(inputs), &Limits::default());
    match run.outcome {
        Outcome::Error(_) => Ok(()),
        other => Err(format!("{inputs:?} lead to {other:?}")),
    }
}
