//! The front door of the library: from a program to a checked verdict.

use std::sync::Arc;
use std::time::Instant;

use crate::budget::Budget;
use crate::cfa::Program;
use crate::cfa::passes::{self, PrepareOptions};
use crate::check::{Certified, certify, reduce};
use crate::engine::{Context, EngineKind, EngineOptions, Task};
use crate::report::{Event, Sink, Statistics};
use crate::verdict::{Reason, Verdict};

/// How to analyse.
#[derive(Clone, Debug)]
pub struct Settings {
    pub engine: EngineKind,
    pub options: EngineOptions,
    /// Re-check proofs. (Executions are always replayed.)
    pub certify: bool,
    /// Leave out of a certified proof what it does not need.
    pub reduce: bool,
    pub solver: landfall_smt::Config,
}

impl Default for Settings {
    fn default() -> Self {
        Settings {
            engine: EngineKind::DEFAULT,
            options: EngineOptions::default(),
            certify: true,
            reduce: false,
            solver: landfall_smt::Config::default(),
        }
    }
}

/// What came out.
#[derive(Clone, Debug)]
pub struct Analysis {
    pub verdict: Verdict,
    /// For a safe verdict: what `check` established; absent if it was not asked.
    pub certified: Option<Certified>,
    pub statistics: Statistics,
}

/// Decides whether an execution of `program` reaches one of its error locations.
pub fn analyse(program: &Arc<Program>, settings: &Settings, budget: &Budget, sink: &mut dyn Sink) -> Analysis {
    let mut cx =
        Context { budget: budget.clone(), statistics: Statistics::default(), sink, solver: settings.solver.clone() };
    cx.emit(Event::Phase("preparing the program"));
    let started = Instant::now();
    let task = prepare(program);
    cx.statistics.time("prepare", started.elapsed());
    let started = Instant::now();
    let mut claimed = search(settings, &task, &mut cx);
    if !task.exact && matches!(claimed, Verdict::Unknown(Reason::ExecutionNotReplayed(_))) {
        // What was sliced away ended the execution that was found, for instance a division by zero.
        cx.emit(Event::Note("an execution of the slice is none of the program; once more without slicing".to_string()));
        let whole = prepare_with(program, &PrepareOptions { slice: false, ..PrepareOptions::default() });
        claimed = search(settings, &whole, &mut cx);
    }
    cx.statistics.time("search", started.elapsed());
    let (verdict, certified) = match claimed {
        Verdict::Unknown(_) => (claimed, None),
        Verdict::Safe(_) if !settings.certify => (claimed, None),
        _ => {
            cx.emit(Event::Phase("checking the evidence"));
            let started = Instant::now();
            let checked = certify(claimed, program, &settings.solver, budget);
            cx.statistics.time("check", started.elapsed());
            match checked {
                (Verdict::Safe(proof), Some(certified)) if settings.reduce => {
                    let found = reduce(&proof, certified, &settings.solver, budget);
                    let (proof, certified) = found.unwrap_or((proof, certified));
                    (Verdict::Safe(proof), Some(certified))
                }
                other => other,
            }
        }
    };
    Analysis { verdict, certified, statistics: cx.statistics }
}

fn search(settings: &Settings, task: &Task, cx: &mut Context<'_>) -> Verdict {
    cx.emit(Event::Phase("searching"));
    settings.engine.engine(&settings.options).run(task, cx)
}

/// Runs the passes that every engine gets.
pub fn prepare(program: &Arc<Program>) -> Task {
    prepare_with(program, &PrepareOptions::default())
}

fn prepare_with(program: &Arc<Program>, options: &PrepareOptions) -> Task {
    let prepared = passes::prepare(program, options);
    Task {
        original: program.clone(),
        program: prepared.program,
        mapping: Arc::new(prepared.mapping),
        exact: !options.slice,
    }
}
