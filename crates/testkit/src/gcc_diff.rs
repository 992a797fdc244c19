//! The interpreter against gcc on random programs.

use std::path::Path;

use landfall::cfa::{DataModel, HavocKind, Program};
use landfall::exec::{HavocRequest, Host, Limits, Machine, Outcome};
use landfall::front::{FrontOptions, load_text};

use crate::gcc::{self, Compiler, GccOutcome};
use crate::inputs::InputStream;
use crate::random_c::{self, CProgram};

/// Programs in one file for the compiler, whose start costs more than a program.
const BATCH: u64 = 25;

/// What came out of a number of programs.
#[derive(Clone, Debug, Default)]
pub struct Summary {
    pub programs: usize,
    /// Runs with equal digests.
    pub equal: usize,
    /// Runs that both call undefined.
    pub undefined: usize,
    /// Runs that the interpreter calls undefined and gcc does not, which folds some operations before it looks for overflow.
    /// Where clang is at hand it decides; these are the runs that it calls undefined as well.
    pub undefined_for_clang: usize,
    /// The same where clang is not at hand: nobody has decided.
    pub undefined_unseen: usize,
    /// Programs on which the compiler itself crashes.
    pub compiler_crashes: usize,
    pub differences: Vec<Difference>,
}

/// A run on which interpreter and compiler do not agree, or a program that does not load.
#[derive(Clone, Debug)]
pub struct Difference {
    pub seed: u64,
    pub model: DataModel,
    pub what: String,
}

/// Compares `count` programs from `seed` on, each on `runs` streams of inputs. Files go to `directory`.
pub fn compare(
    seed: u64,
    count: u64,
    runs: usize,
    model: DataModel,
    directory: &Path,
    progress: &mut dyn FnMut(&Summary),
) -> Result<Summary, String> {
    let mut summary = Summary::default();
    let clang = gcc::works(Compiler::Clang, model, directory);
    let mut first = seed;
    while first < seed + count {
        let end = (first + BATCH).min(seed + count);
        let programs: Vec<(CProgram, u64)> = (first..end).map(|s| (source(s, model), input_seed(s))).collect();
        let answers = run_batch(&programs, runs, model, directory)?;
        for ((number, (program, inputs)), answers) in (first..end).zip(&programs).zip(&answers) {
            summary.compiler_crashes += usize::from(answers.is_empty());
            let unseen = summary.undefined_unseen;
            let mut compared = compare_one(program, *inputs, model, answers, &mut summary);
            if clang && summary.undefined_unseen > unseen && compared.is_ok() {
                summary.undefined_unseen = unseen;
                let batch = [(program.clone(), *inputs)];
                let second = gcc::run(Compiler::Clang, &batch, runs, model, directory)?.concat();
                compared = confirm(program, *inputs, model, answers, &second, &mut summary);
            }
            if let Err(what) = compared {
                summary.differences.push(Difference { seed: number, model, what });
            }
            summary.programs += 1;
        }
        progress(&summary);
        first = end;
    }
    Ok(summary)
}

/// Runs a batch; when the compiler crashes, one program at a time, with no answers for those that make it crash.
fn run_batch(
    programs: &[(CProgram, u64)],
    runs: usize,
    model: DataModel,
    directory: &Path,
) -> Result<Vec<Vec<GccOutcome>>, String> {
    match gcc::run(Compiler::Gcc, programs, runs, model, directory) {
        Err(message) if message.contains(gcc::CRASH) => match programs {
            [_] => Ok(vec![Vec::new()]),
            _ => {
                let single = |program| run_batch(std::slice::from_ref(program), runs, model, directory);
                Ok(programs.iter().map(single).collect::<Result<Vec<_>, _>>()?.concat())
            }
        },
        other => other,
    }
}

/// The program of a seed for a data model.
pub fn source(seed: u64, model: DataModel) -> CProgram {
    random_c::program(seed, &format!("p{seed}_"), model == DataModel::Lp64)
}

fn input_seed(seed: u64) -> u64 {
    seed.wrapping_mul(1000)
}

/// Has clang decide the runs on which gcc did not see what the interpreter calls undefined.
fn confirm(
    program: &CProgram,
    inputs: u64,
    model: DataModel,
    gcc: &[GccOutcome],
    clang: &[GccOutcome],
    summary: &mut Summary,
) -> Result<(), String> {
    let mut second = Summary::default();
    compare_one(program, inputs, model, clang, &mut second)?;
    if second.undefined_unseen > 0 {
        return Err(format!("only the interpreter calls a run undefined; gcc {gcc:?}, clang {clang:?}"));
    }
    summary.undefined_for_clang += gcc.iter().zip(clang).filter(|(a, b)| a != b).count();
    Ok(())
}

fn compare_one(
    program: &CProgram,
    inputs: u64,
    model: DataModel,
    answers: &[GccOutcome],
    summary: &mut Summary,
) -> Result<(), String> {
    // Nobody else changes what is volatile in these programs.
    let options = FrontOptions { volatile_is_memory: true, ..FrontOptions::new(model) };
    let loaded = load_text("random.c", &program.standalone(), &options).map_err(|error| {
        let messages: Vec<&str> = error.diagnostics.iter().map(|d| &d.message[..]).collect();
        format!("does not load: {}", messages.join("; "))
    })?;
    for (run, answer) in answers.iter().enumerate() {
        let ours = interpret(&loaded.program, &program.digest(), inputs.wrapping_add(run as u64));
        match (&ours, answer) {
            (Ok(a), GccOutcome::Digest(b)) if a == b => summary.equal += 1,
            (Err(Outcome::Undefined { .. }), GccOutcome::Undefined) => summary.undefined += 1,
            (Err(Outcome::Undefined { .. }), GccOutcome::Digest(_)) => summary.undefined_unseen += 1,
            _ => return Err(format!("run {run}: interpreter {ours:?}, gcc {answer:?}")),
        }
    }
    Ok(())
}

/// Gives inputs from a stream; what C leaves uninitialised is zero (the programs do not read it).
struct StreamHost(InputStream);

impl Host for StreamHost {
    fn input(&mut self, request: &HavocRequest<'_>) -> Option<i128> {
        match request.kind {
            HavocKind::Input(_) => Some(request.ty.wrap(i128::from(self.0.value()))),
            _ => Some(0),
        }
    }
}

/// The digest at the end of a run, or how else it ended.
fn interpret(program: &Program, digest: &str, inputs: u64) -> Result<u64, Outcome> {
    let machine = Machine::new(program);
    let mut state = machine.initial();
    let limits = Limits { steps: 50_000_000, depth: 10_000 };
    let run = machine.run(&mut state, &mut StreamHost(InputStream::new(inputs)), &limits);
    match run.outcome {
        Outcome::Exited => {
            let digest = program.vars.iter().find(|(_, v)| v.owner.is_none() && &*v.name == digest);
            let (digest, _) = digest.expect("the program declares its digest");
            Ok(machine.value(&state, digest) as u64)
        }
        other => Err(other),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_wrong_meaning_is_noticed() {
        let directory = tempfile::tempdir().expect("a temporary directory");
        if !gcc::works(Compiler::Gcc, DataModel::Lp64, directory.path()) {
            println!("skipped: there is no gcc here");
            return;
        }
        let programs: Vec<(CProgram, u64)> = (1..=25).map(|s| (source(s, DataModel::Ilp32), s)).collect();
        let answers = gcc::run(Compiler::Gcc, &programs, 2, DataModel::Lp64, directory.path()).expect("gcc works");
        let differs = |model| {
            let mut summary = Summary::default();
            let each = programs.iter().zip(&answers);
            each.filter(|((p, inputs), a)| compare_one(p, *inputs, model, a, &mut summary).is_err()).count()
        };
        assert_eq!(differs(DataModel::Lp64), 0);
        assert!(differs(DataModel::Ilp32) > 5);
    }
}
