//! `landfall check`: decides the property of each file and prints the verdicts.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{Args, ValueEnum};
use landfall::Settings;
use landfall::budget::Budget;
use landfall::engine::{EngineKind, EngineOptions};
use landfall::summary::StarKind;

use crate::exit::Status;
use crate::output::human::{self, Excerpts};
use crate::output::result::{self, FileResult, Resources};
use crate::output::{json, print, tell};
use crate::program::{self, ProgramOptions, data_model_name};
use crate::progress::{Heartbeat, Listener, Progress};
use crate::supervise::{Limits, Outcome, Signals, supervise};
use crate::task::Job;
use crate::{evidence, ledger, resources};

/// Decide whether an execution of a program can reach an error.
///
/// An error is a failing assertion or a call of reach_error() or __VERIFIER_error(), or what --property says. The verdict
/// comes with its evidence: inputs that lead to the error, or invariants that exclude it. The last line of the output is
/// `true`, `false(PROPERTY)`, `unknown(REASON)` or `error`.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct Options {
    /// C files, or SV-COMP task definitions (.yml) that name them; each is checked on its own.
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,

    /// How to search for the answer.
    #[arg(long, value_name = "ENGINE", default_value = EngineKind::DEFAULT.name(), value_parser = engine_parser())]
    engine: EngineKind,

    /// How much of a loop its summary keeps (gps, gps-lite, gps-nogas, cra); less is for comparisons.
    #[arg(long, value_name = "STAR", default_value = StarKind::Full.name(), value_parser = star_parser())]
    star: StarKind,

    /// Give up on a file after this many seconds, of the clock or of processor time.
    #[arg(long, value_name = "SECONDS", value_parser = parse_seconds)]
    timeout: Option<Duration>,

    /// Give up when the process needs this many megabytes.
    #[arg(long, value_name = "MB")]
    memory: Option<u64>,

    /// Do not re-check the proof: a verdict then rests on the engine alone.
    #[arg(long)]
    no_certify: bool,

    #[command(flatten)]
    program: ProgramOptions,

    #[command(flatten)]
    output: OutputOptions,
}

#[derive(Args)]
#[command(next_help_heading = "Output")]
struct OutputOptions {
    /// For people, or for programs: docs/json.md describes the JSON.
    #[arg(long, value_name = "FORMAT", default_value = "human")]
    format: Format,

    /// Print counters, times and memory with each verdict.
    #[arg(long)]
    stats: bool,

    /// Tell on stderr what the engine does, as it happens.
    #[arg(long)]
    trace: bool,

    /// Write every query to the solver as an SMT-LIB file into this folder.
    #[arg(long, value_name = "DIR")]
    dump_smt: Option<PathBuf>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum Format {
    Human,
    Json,
}

const EXAMPLES: &str = "\
Examples:
  landfall check program.c
  landfall check --timeout 60 --data-model ILP32 program.c
  landfall check --property unreach-call.prp --format json program.c
  landfall check task.yml";

/// The engines by name; the library owns the list.
fn engine_parser() -> impl TypedValueParser<Value = EngineKind> {
    let values = EngineKind::ALL.iter().map(|engine| PossibleValue::new(engine.name()).help(engine.summary()));
    PossibleValuesParser::new(values).try_map(|name| name.parse::<EngineKind>())
}

/// The kinds of loop summaries by name; the library owns the list.
fn star_parser() -> impl TypedValueParser<Value = StarKind> {
    PossibleValuesParser::new(StarKind::ALL.iter().map(|star| star.name())).try_map(|name| name.parse::<StarKind>())
}

/// A positive number of seconds, possibly with a fraction.
pub fn parse_seconds(text: &str) -> Result<Duration, String> {
    let seconds: f64 = text.parse().map_err(|_| "expected a number of seconds, for example 60 or 0.5".to_string())?;
    match Duration::try_from_secs_f64(seconds) {
        Ok(duration) if !duration.is_zero() => Ok(duration),
        _ => Err("the number of seconds must be positive".to_string()),
    }
}

/// What is printed for one file.
struct Report {
    result: FileResult,
    excerpts: Excerpts,
}

pub fn command(options: Options) -> Status {
    let Ok(signals) = Signals::install() else { return Status::Internal };
    let options = Arc::new(options);
    let mut worst = Status::Proved;
    let mut results = Vec::new();
    for (index, file) in options.files.iter().enumerate() {
        if index > 0 && signals.stopped() {
            tell(&format!("landfall: interrupted; {} files were not checked", options.files.len() - index));
            worst = worst.max(Status::Unknown);
            break;
        }
        let report = check_file(&options, file, &signals);
        let status = status_of(&report.result.verdict);
        worst = worst.max(status);
        match options.output.format {
            Format::Human => {
                let separator = if index > 0 { "\n" } else { "" };
                let rerun = options.program.as_words();
                let text = human::render(&report.result, &report.excerpts, &rerun, options.output.stats);
                print(&format!("{separator}{text}"), status);
            }
            Format::Json => results.push(report.result),
        }
    }
    if options.output.format == Format::Json {
        print(&json::render(results), worst);
    }
    worst
}

fn status_of(verdict: &result::Verdict) -> Status {
    match verdict {
        result::Verdict::Safe(_) => Status::Proved,
        result::Verdict::Unsafe(_) => Status::Violated,
        result::Verdict::Unknown(_) => Status::Unknown,
        result::Verdict::Error(error) if error.internal => Status::Internal,
        result::Verdict::Error(_) => Status::BadInput,
    }
}

/// Checks one file from its name to its result; whatever goes wrong becomes part of the result.
fn check_file(options: &Arc<Options>, file: &std::path::Path, signals: &Signals) -> Report {
    let clock = Instant::now();
    let cpu = resources::cpu_time();
    let mut report = supervised(options, file, signals);
    report.result.resources = Resources {
        wall_seconds: clock.elapsed().as_secs_f64(),
        cpu_seconds: resources::cpu_time().saturating_sub(cpu).as_secs_f64(),
        peak_memory_bytes: resources::peak_resident(),
    };
    report
}

fn supervised(options: &Arc<Options>, file: &std::path::Path, signals: &Signals) -> Report {
    let name = file.display().to_string();
    let job = match Job::from_operand(file) {
        Ok(job) => job,
        Err(message) => return failed(options, &name, message),
    };
    let budget = options.timeout.map_or_else(Budget::unlimited, Budget::with_timeout);
    let progress = Progress::default();
    let mut heartbeat = Heartbeat::new(progress.clone(), !options.output.trace);
    let limits =
        Limits { time: options.timeout, memory: options.memory.map(|megabytes| megabytes.saturating_mul(1 << 20)) };
    let work = {
        let (options, budget, progress) = (options.clone(), budget.clone(), progress.clone());
        move || analyse(&options, &job, &budget, &progress)
    };
    let outcome = supervise(limits, signals, &budget, &mut |elapsed| heartbeat.tick(elapsed), work);
    heartbeat.end();
    match outcome {
        Outcome::Done(report) => report,
        Outcome::Abandoned(reason) => {
            let (verdict, excerpts) = evidence::unknown(None, &reason, &progress);
            let result = FileResult { assumptions: progress.assumptions(), ..blank(options, &name, verdict) };
            Report { result, excerpts }
        }
        Outcome::Panicked => {
            let message = "internal error; the message is on stderr".to_string();
            let verdict = result::Verdict::Error(result::InputError { internal: true, message });
            Report { result: blank(options, &name, verdict), excerpts: Excerpts::default() }
        }
    }
}

/// Loads and analyses one program. Runs on the thread of the work.
fn analyse(options: &Options, job: &Job, budget: &Budget, progress: &Progress) -> Report {
    progress.phase("reading the program");
    let loaded = match program::load(job, &options.program) {
        Ok(loaded) => loaded,
        Err(message) => return failed(options, &job.name, message),
    };
    let assumptions = ledger::assumptions(&loaded.program, options.program.trusts_externs());
    progress.assume(assumptions.clone());
    let trace = options.output.trace.then(|| (loaded.program.clone(), loaded.sources.clone()));
    let mut listener = Listener::new(progress.clone(), trace);
    let mut settings = Settings {
        engine: options.engine,
        options: EngineOptions { star: options.star },
        certify: !options.no_certify,
        ..Settings::default()
    };
    settings.solver.dump_smt = options.output.dump_smt.clone();
    let analysis = landfall::analyse(&loaded.program, &settings, budget, &mut listener);
    let (verdict, excerpts) = evidence::convert(&loaded, &analysis.verdict, analysis.certified.as_ref(), progress);
    let result = FileResult {
        property: loaded.property_name().into(),
        data_model: data_model_name(loaded.program.semantics.data_model).into(),
        assumptions,
        counts: analysis.statistics.counts.iter().map(|(name, n)| (name.to_string(), *n)).collect(),
        seconds: analysis.statistics.times.iter().map(|(name, t)| (name.to_string(), t.as_secs_f64())).collect(),
        ..blank(options, &job.name, verdict)
    };
    Report { result, excerpts }
}

/// The report for input that cannot be analysed. The message goes to stderr in full; the result has its first line.
fn failed(options: &Options, name: &str, message: String) -> Report {
    tell(&message);
    let plain = anstream::adapter::strip_str(&message).to_string();
    let first = plain.lines().next().unwrap_or_default();
    let message = first.strip_prefix("error: ").unwrap_or(first).to_string();
    let verdict = result::Verdict::Error(result::InputError { internal: false, message });
    Report { result: blank(options, name, verdict), excerpts: Excerpts::default() }
}

/// A result with nothing but its verdict.
fn blank(options: &Options, name: &str, verdict: result::Verdict) -> FileResult {
    FileResult {
        file: name.to_string(),
        property: "unreach-call".into(),
        engine: options.engine.name().into(),
        data_model: data_model_name(options.program.data_model(None)).into(),
        verdict,
        assumptions: Vec::new(),
        counts: Default::default(),
        seconds: Default::default(),
        resources: Resources::default(),
    }
}
