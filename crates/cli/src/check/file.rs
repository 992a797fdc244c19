//! One file from its name to its result.

use std::path::Path;
use std::sync::Arc;
use std::time::Instant;

use landfall::Checker;
use landfall::budget::Budget;
use landfall::burst::plainer;
use landfall::checks::Question;
use landfall::engine::EngineKind;
use landfall::verdict::Verdict::Unsafe;

use super::{EngineChoice, Options, every};
use crate::auto::{self, Means};
use crate::output::human::Excerpts;
use crate::output::picture::Picture;
use crate::output::result::{self, FileResult, Resources};
use crate::output::tell;
use crate::program::{self, Loaded, data_model_name};
use crate::progress::{Heartbeat, Listener, Progress};
use crate::supervise::{Limits, Outcome, Signals, supervise};
use crate::task::Job;
use crate::{evidence, ledger, resources};

/// What is printed for one file.
pub struct Report {
    pub result: FileResult,
    pub excerpts: Excerpts,
    /// What there is to look at of the search, if somebody wants to.
    pub picture: Option<Picture>,
    /// The program, if it could be read.
    pub loaded: Option<Loaded>,
}

/// Checks one file from its name to its result; whatever goes wrong becomes part of the result. `position` is the file's number,
/// from 0, and how many there are.
pub fn check_file(
    options: &Arc<Options>,
    engine: EngineChoice,
    file: &Path,
    position: (usize, usize),
    signals: &Signals,
) -> Report {
    let clock = Instant::now();
    let cpu = resources::cpu_time();
    let mut report = supervised(options, engine, file, position, signals);
    report.result.resources = Resources {
        wall_seconds: clock.elapsed().as_secs_f64(),
        cpu_seconds: resources::cpu_time().saturating_sub(cpu).as_secs_f64(),
        peak_memory_bytes: resources::peak_resident(),
    };
    report
}

fn supervised(
    options: &Arc<Options>,
    engine: EngineChoice,
    file: &Path,
    position: (usize, usize),
    signals: &Signals,
) -> Report {
    let name = file.display().to_string();
    let job = match Job::from_operand(file) {
        Ok(job) => job,
        Err(message) => return failed(options, &name, message),
    };
    let limits = limits(options, engine);
    let budget = limits.time.map_or_else(Budget::unlimited, Budget::with_timeout);
    let progress = Progress::default();
    let mut heartbeat =
        Heartbeat::new(progress.clone(), !options.output.trace && options.worker.member().is_none(), position);
    let work = {
        let (options, budget, progress) = (options.clone(), budget.clone(), progress.clone());
        let file = file.to_path_buf();
        move || {
            let work = Work { options: &options, file: &file, job: &job, budget: &budget, progress: &progress };
            options.limits.in_force().within(|| work.analyse(engine))
        }
    };
    let outcome = supervise(limits, signals, &budget, &mut |elapsed| heartbeat.tick(elapsed), work);
    heartbeat.end();
    match outcome {
        Outcome::Done(report) => report,
        Outcome::Abandoned(reason) => {
            let (verdict, excerpts) = evidence::unknown(None, &reason, &progress);
            let result = FileResult { assumptions: progress.assumptions(), ..blank(options, &name, verdict) };
            Report { result, excerpts, picture: None, loaded: None }
        }
        Outcome::Panicked => {
            let message = "internal error; the message is on stderr".to_string();
            let verdict = result::Verdict::Error(result::InputError { internal: true, message });
            Report {
                result: blank(options, &name, verdict),
                excerpts: Excerpts::default(),
                picture: None,
                loaded: None,
            }
        }
    }
}

/// What this process may use. The limits of a worker are kept by its supervisor.
fn limits(options: &Options, engine: EngineChoice) -> Limits {
    if options.worker.work().is_some() {
        return Limits::default();
    }
    let cores = if engine == EngineChoice::Auto { options.jobs() } else { 1 };
    Limits { time: options.timeout, cores, memory: options.memory() }
}

/// What is asked about a program.
#[derive(Clone, Copy, Default)]
pub(super) struct Asked<'a> {
    /// About its checks, if not the program as it is.
    pub question: Option<&'a Question>,
    /// Executions are wanted rather than proofs.
    pub hunts: bool,
}

/// What the thread of the work works on.
#[derive(Clone, Copy)]
pub(super) struct Work<'a> {
    pub options: &'a Options,
    /// As named on the command line.
    pub file: &'a Path,
    pub job: &'a Job,
    pub budget: &'a Budget,
    pub progress: &'a Progress,
}

impl Work<'_> {
    /// Loads and analyses one program.
    fn analyse(&self, engine: EngineChoice) -> Report {
        self.progress.phase("reading the program");
        let loaded = match program::load(self.job, &self.options.program) {
            Ok(loaded) => loaded,
            Err(message) => return failed(self.options, &self.job.name, message),
        };
        let question = self.options.worker.question();
        let loaded = question.map_or_else(|| loaded.clone(), |question| loaded.asking(question));
        let assumptions = ledger::assumptions(&loaded, &self.options.program);
        self.progress.assume(assumptions.clone());
        let undecided = result::Verdict::Error(result::InputError { internal: true, message: "no engine ran".into() });
        let blank = FileResult {
            property: loaded.property_name().into(),
            data_model: data_model_name(loaded.program.semantics.data_model).into(),
            assumptions,
            ..blank(self.options, &self.job.name, undecided)
        };
        let each = self.options.every.wanted() && self.options.worker.work().is_none() && !loaded.listed.is_empty();
        match each {
            true => every::check(*self, engine, &loaded, &blank),
            false => self.decide(engine, &loaded, Asked::default(), blank),
        }
    }

    /// One answer for a program, which may be one that asks a question.
    pub fn decide(&self, engine: EngineChoice, loaded: &Loaded, asked: Asked<'_>, blank: FileResult) -> Report {
        match engine {
            EngineChoice::Auto => self.race(loaded, asked, blank),
            EngineChoice::One(engine) => self.search(loaded, engine, blank),
        }
    }

    /// Several engines, each in a process of its own.
    fn race(&self, loaded: &Loaded, asked: Asked<'_>, blank: FileResult) -> Report {
        let means = Means {
            question: asked.question.cloned(),
            hunts: asked.hunts,
            jobs: self.options.jobs(),
            memory: self.options.memory(),
        };
        let found = auto::analyse(self.file, loaded, means, self.budget, self.progress, blank);
        Report { result: found.result, excerpts: found.excerpts, picture: found.picture, loaded: Some(loaded.clone()) }
    }

    /// One engine, in this process.
    fn search(&self, loaded: &Loaded, engine: EngineKind, blank: FileResult) -> Report {
        let output = &self.options.output;
        let draws = self.options.artifacts.wants_picture();
        let mut listener = Listener::new(self.progress.clone(), loaded, output.trace, draws);
        // Workers number their queries alike; each gets a folder of its own.
        let worker = self.options.worker.work().is_some();
        let folder =
            output.dump_smt.as_ref().map(|folder| if worker { folder.join(engine.name()) } else { folder.clone() });
        let checker = Checker::program(loaded.program.clone())
            .engine(engine)
            .options(self.options.tuning.options(loaded))
            .certify(!self.options.no_certify)
            .reduce(true)
            .shared(self.options.worker.shared(self.options.tuning.shares()))
            .dump_smt(folder)
            .budget(self.budget.clone())
            .events(&mut listener);
        let analysis = checker.check().expect("a program that was read before");
        let certified = analysis.certified.as_ref();
        let found = match analysis.verdict {
            Unsafe(execution) => Unsafe(plainer(&loaded.program, &execution, self.budget).unwrap_or(execution)),
            verdict => verdict,
        };
        let (verdict, excerpts) = evidence::convert(loaded, &found, certified, self.progress);
        let result = FileResult {
            verdict,
            counts: analysis.statistics.counts.iter().map(|(name, n)| (name.to_string(), *n)).collect(),
            seconds: analysis.statistics.times.iter().map(|(name, t)| (name.to_string(), t.as_secs_f64())).collect(),
            ..blank
        };
        Report { result, excerpts, picture: listener.into_picture(), loaded: Some(loaded.clone()) }
    }
}

/// The report for input that cannot be analysed. The message goes to stderr in full; the result has its first line.
fn failed(options: &Options, name: &str, message: String) -> Report {
    tell(&message);
    let plain = anstream::adapter::strip_str(&message).to_string();
    let first = plain.lines().next().unwrap_or_default();
    let message = first.strip_prefix("error: ").unwrap_or(first).to_string();
    let verdict = result::Verdict::Error(result::InputError { internal: false, message });
    Report { result: blank(options, name, verdict), excerpts: Excerpts::default(), picture: None, loaded: None }
}

/// The report for a file whose process ended without an answer.
pub fn lost(options: &Options, file: &Path, how: &str) -> Report {
    let name = file.display().to_string();
    tell(&format!("{name}: the process that checked it failed ({how}); please report it"));
    let message = format!("the process that checked it failed: {how}");
    let verdict = result::Verdict::Error(result::InputError { internal: true, message });
    Report { result: blank(options, &name, verdict), excerpts: Excerpts::default(), picture: None, loaded: None }
}

/// A result with nothing but its verdict.
fn blank(options: &Options, name: &str, verdict: result::Verdict) -> FileResult {
    FileResult {
        file: name.to_string(),
        property: "unreach-call".into(),
        engine: options.engine.name().into(),
        decided_by: None,
        data_model: data_model_name(options.program.data_model(None)).into(),
        verdict,
        checks: Vec::new(),
        proof: None,
        coverage: None,
        assumptions: Vec::new(),
        counts: Default::default(),
        seconds: Default::default(),
        choice: None,
        resources: Resources::default(),
    }
}
