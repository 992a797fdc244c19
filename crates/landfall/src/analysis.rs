//! One engine on one program, up to a checked verdict.

use std::sync::{Arc, PoisonError};
use std::time::Instant;

use crate::budget::Budget;
use crate::burst::{Effort, burst};
use crate::cfa::passes::{self, Derived, PrepareOptions};
use crate::cfa::{Expr, Op, Program};
use crate::check::{Certified, Course, certify, only_course, reduce};
use crate::engine::{Context, EngineKind, EngineOptions, Shared, Task, tell_of_invariants};
use crate::limits::AllLimits;
use crate::report::{Event, Sink, Statistics};
use crate::verdict::{Execution, Proof, Reason, Verdict};

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
    /// What is cut off when it gets too large; by default, as on the thread.
    pub limits: AllLimits,
    /// What other engines have found out, and whether they want to be told.
    pub shared: Shared,
}

impl Settings {
    /// The usual settings for an engine.
    pub fn of(engine: EngineKind) -> Settings {
        Settings {
            engine,
            options: EngineOptions::default(),
            certify: true,
            reduce: false,
            solver: landfall_smt::Config::default(),
            limits: AllLimits::in_force(),
            shared: Shared::default(),
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
    /// The engine that gave the answer; none if tests did, or if there is no answer.
    pub decided_by: Option<EngineKind>,
}

/// The answer, checked, where nothing arbitrary decides where executions go: the program is run.
pub fn by_running(program: &Arc<Program>, settings: &Settings, budget: &Budget) -> Option<Analysis> {
    let claimed = settings.limits.within(|| match only_course(program, budget) {
        Ok(Course::Ended) => Some(Verdict::Safe(Proof::by_one_course(&Derived::by(&[], program)))),
        Ok(Course::Error) => Some(Verdict::Unsafe(Execution::default())),
        Err(_) => None,
    })?;
    let (verdict, certified) = settings.limits.within(|| certify(claimed, program, &settings.solver, budget));
    let is_known = !matches!(verdict, Verdict::Unknown(_));
    is_known.then(|| Analysis { verdict, certified, statistics: Statistics::default(), decided_by: None })
}

/// Decides whether an execution of `program` reaches one of its error locations.
pub fn analyse(program: &Arc<Program>, settings: &Settings, budget: &Budget, sink: &mut dyn Sink) -> Analysis {
    settings.limits.within(|| analyse_within(program, settings, budget, sink))
}

fn analyse_within(program: &Arc<Program>, settings: &Settings, budget: &Budget, sink: &mut dyn Sink) -> Analysis {
    let mut cx = Context::new(budget.clone(), sink, settings.solver.clone(), settings.shared.clone());
    cx.emit(Event::Phase("preparing the program"));
    let started = Instant::now();
    let task = prepare(program);
    cx.statistics.time("prepare", started.elapsed());
    let started = Instant::now();
    let mut claimed = search(settings, &task, &mut cx);
    if !task.is_exact() && matches!(claimed, Verdict::Unknown(Reason::ExecutionNotReplayed(_))) {
        // What was sliced away ended the execution that was found, for instance a division by zero.
        cx.emit(Event::Note("an execution of the slice is none of the program; once more without slicing".to_string()));
        let whole = prepare_with(program, &PrepareOptions { slice: false, ..PrepareOptions::default() });
        claimed = search(settings, &whole, &mut cx);
    }
    cx.statistics.time("search", started.elapsed());
    if let Some(execution) = vary_misses(&claimed, &task, budget) {
        cx.emit(Event::Note("a near miss, varied, reaches an error".to_string()));
        claimed = Verdict::Unsafe(execution);
    }
    let (mut verdict, mut certified) = checked(claimed, program, settings, &mut cx);
    if let (Verdict::Unknown(Reason::ProofNotCertified(_)), Some(engine)) = (&verdict, settings.engine.in_other_words())
    {
        cx.emit(Event::Note(format!("the proof is not certified; {} looks for one in other words", engine.name())));
        let claimed = search(&Settings { engine, ..settings.clone() }, &task, &mut cx);
        let again = checked(claimed, program, settings, &mut cx);
        if !matches!(again.0, Verdict::Unknown(_)) {
            (verdict, certified) = again;
        }
    }
    let (verdict, certified) = match (verdict, without_approximations(&task)) {
        (candidate @ Verdict::Unknown(Reason::Approximated { .. }), Some(task)) => {
            cx.emit(Event::Note("an error depends on an approximation; once more without them".to_string()));
            let claimed = search(settings, &task, &mut cx);
            match checked(claimed, program, settings, &mut cx) {
                found @ (Verdict::Unsafe(_), _) => found,
                _ => (candidate, None),
            }
        }
        (verdict, _) => (verdict, certified),
    };
    let decided_by = (!matches!(verdict, Verdict::Unknown(_))).then_some(settings.engine);
    Analysis { verdict, certified, statistics: cx.statistics, decided_by }
}

/// The program without the executions that pass approximations; `None` if there are none. An error of it is real, a proof of it
/// means nothing.
fn without_approximations(task: &Task) -> Option<Task> {
    let mut program = Program::clone(&task.program);
    let mut passed = false;
    for edge in program.edges.values_mut() {
        if matches!(&edge.op, Op::Havoc(_, kind) if kind.as_approximation().is_some()) {
            edge.op = Op::Assume(Expr::FALSE);
            passed = true;
        }
    }
    passed.then(|| Task { derived: task.altered(program), ..task.clone() })
}

/// A claim, once its evidence is checked.
fn checked(
    claimed: Verdict,
    program: &Arc<Program>,
    settings: &Settings,
    cx: &mut Context<'_>,
) -> (Verdict, Option<Certified>) {
    match claimed {
        Verdict::Unknown(_) => (claimed, None),
        Verdict::Safe(_) if !settings.certify => (claimed, None),
        _ => {
            cx.emit(Event::Phase("checking the evidence"));
            if settings.shared.wanted {
                cx.emit(Event::Claimed);
            }
            let started = Instant::now();
            let attempt = Some(&claimed).filter(|_| settings.shared.wanted).cloned();
            let budget = cx.budget.clone();
            let checked = certify(claimed, program, &settings.solver, &budget);
            cx.statistics.time("check", started.elapsed());
            // What is left of a proof that is none may be what another engine lacks.
            if let (Some(Verdict::Safe(proof)), Verdict::Unknown(Reason::ProofNotCertified(_))) = (attempt, &checked.0)
            {
                tell_of_invariants(&proof, cx);
            }
            match checked {
                (Verdict::Safe(proof), Some(certified)) if settings.reduce => {
                    let found = reduce(&proof, certified, &settings.solver, &budget);
                    let (proof, certified) = found.unwrap_or((proof, certified));
                    (Verdict::Safe(proof), Some(certified))
                }
                other => other,
            }
        }
    }
}

fn search(settings: &Settings, task: &Task, cx: &mut Context<'_>) -> Verdict {
    cx.emit(Event::Program(task.program.clone()));
    cx.emit(Event::Phase("searching"));
    settings.engine.engine(&settings.options).run(task, cx)
}

/// What the engine thought to be an error and is none may be next to one.
fn vary_misses(claimed: &Verdict, task: &Task, budget: &Budget) -> Option<Execution> {
    let misses = task.misses.lock().unwrap_or_else(PoisonError::into_inner);
    if !matches!(claimed, Verdict::Unknown(_)) || misses.is_empty() {
        return None;
    }
    burst(&task.original, &misses, Effort::default(), budget)
}

/// Runs the passes that every engine gets.
pub fn prepare(program: &Arc<Program>) -> Task {
    prepare_with(program, &PrepareOptions::default())
}

fn prepare_with(program: &Arc<Program>, options: &PrepareOptions) -> Task {
    Task { original: program.clone(), derived: passes::prepare(program, options), misses: Arc::default() }
}
