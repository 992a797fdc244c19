//! `landfall check`: decides the property of each file and prints the verdicts.

mod batch;
mod every;
mod file;
mod limits;
mod operands;
mod tuning;
mod worker;

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args, ValueEnum};
use landfall::engine::{EngineChoice, EngineKind};

use crate::artifacts::ArtifactOptions;
use crate::exit::Status;
use crate::output::{print, result, tell};
use crate::program::{self, ProgramOptions};
use crate::project::record;
use crate::supervise::Signals;
use batch::Batch;
pub use file::Report;

/// Decide whether an execution of a program can reach an error: a failing assertion, a call of reach_error(), undefined
/// behaviour, or what --property says. The verdict comes with its evidence.
#[derive(Args)]
#[command(after_help = after_help())]
pub struct Options {
    /// C files, together one program; or SV-COMP tasks (.yml) and folders of programs.
    #[arg(value_name = "FILE", required_unless_present_any = ["database", "harness", "make", "show_limits"])]
    files: Vec<PathBuf>,

    /// Run this build, and check what it compiles (as with -p).
    #[arg(long, value_name = "COMMAND", conflicts_with = "database")]
    make: Option<String>,

    /// Check each C file as a program of its own.
    #[arg(long)]
    separately: bool,

    /// How to search for the answer; see below.
    #[arg(long, value_name = "ENGINE", default_value = EngineChoice::AUTO, value_parser = engine_parser(), hide_possible_values = true)]
    engine: EngineChoice,

    /// Engines or files that run at a time [default: all cores]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    jobs: Option<u32>,

    /// Give up on a file after this many seconds.
    #[arg(long, value_name = "SECONDS", value_parser = parse_seconds)]
    timeout: Option<Duration>,

    /// Give up when this many megabytes are needed.
    #[arg(long, value_name = "MB")]
    memory: Option<u64>,

    /// Of several files, check the others when one cannot be read.
    #[arg(long)]
    keep_going: bool,

    /// Do not re-check the proof: a verdict then rests on the engine alone.
    #[arg(long)]
    no_certify: bool,

    #[command(flatten)]
    every: every::EveryOptions,

    #[command(flatten)]
    program: ProgramOptions,

    #[command(flatten)]
    tuning: tuning::TuningOptions,

    #[command(flatten)]
    limits: limits::LimitOptions,

    #[command(flatten)]
    output: OutputOptions,

    #[command(flatten)]
    artifacts: ArtifactOptions,

    #[command(flatten)]
    worker: worker::WorkerOptions,
}

#[derive(Args)]
#[command(next_help_heading = "Output")]
struct OutputOptions {
    /// For people or programs; docs/json.md describes the JSON.
    #[arg(long, value_name = "FORMAT", default_value = "human")]
    format: Format,

    /// The whole report of each file where there are several.
    #[arg(long)]
    long: bool,

    /// Print counters, times and memory with each verdict.
    #[arg(long)]
    stats: bool,

    /// Print which engines auto chose, why, and what came of each.
    #[arg(long)]
    explain_choice: bool,

    /// Tell on stderr what the engine does, as it happens.
    #[arg(long)]
    trace: bool,

    /// Write every query to the solver into this folder, as SMT-LIB.
    #[arg(long, value_name = "DIR")]
    dump_smt: Option<PathBuf>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum Format {
    Human,
    Json,
    Jsonl,
    Sarif,
    Junit,
}

/// The engines with a line each, and examples.
fn after_help() -> String {
    let auto = "chosen by the program's features, side by side; the first checked answer counts";
    let mut text = format!("Engines:\n  {:<10} {auto}\n", EngineChoice::AUTO);
    for engine in EngineKind::ALL {
        text += &format!("  {:<10} {}\n", engine.name(), engine.summary());
    }
    text + EXAMPLES
}

const EXAMPLES: &str = "
Examples:
  landfall check program.c
  landfall check --timeout 60 --data-model ILP32 program.c
  landfall check -p build --entry parse_header
  landfall check --make 'make -B' --harness test/harness.c";

impl Options {
    /// How many engines run at a time. Files that are checked side by side share them.
    fn jobs(&self) -> u32 {
        let cores = || std::thread::available_parallelism().map_or(1, |cores| u32::try_from(cores.get()).unwrap_or(1));
        (self.jobs.unwrap_or_else(cores) / self.worker.siblings()).max(1)
    }

    /// The limit of memory in bytes; shared likewise.
    fn memory(&self) -> Option<u64> {
        self.memory.map(|megabytes| megabytes.saturating_mul(1 << 20) / u64::from(self.worker.siblings()))
    }
}

/// The engines by name; the library owns the list.
fn engine_parser() -> impl TypedValueParser<Value = EngineChoice> {
    let values = EngineKind::ALL.iter().map(|engine| engine.name());
    PossibleValuesParser::new(std::iter::once(EngineChoice::AUTO).chain(values))
        .try_map(|name| name.parse::<EngineChoice>())
}

/// A positive number of seconds, possibly with a fraction.
pub fn parse_seconds(text: &str) -> Result<Duration, String> {
    let seconds: f64 = text.parse().map_err(|_| "expected a number of seconds, for example 60 or 0.5".to_string())?;
    match Duration::try_from_secs_f64(seconds) {
        Ok(duration) if !duration.is_zero() => Ok(duration),
        _ => Err("the number of seconds must be positive".to_string()),
    }
}

pub fn command(mut options: Options) -> Status {
    if let Err(message) = options.limits.read() {
        tell(&format!("error: {message}"));
        return Status::BadInput;
    }
    if let Some(table) = options.limits.table() {
        print(&table, Status::Proved);
        return Status::Proved;
    }
    // Until there is something to tell, Ctrl-C simply ends it.
    if let Err(message) = prepare_project(&mut options) {
        tell(&message);
        return Status::BadInput;
    }
    let Ok(signals) = Signals::install() else { return Status::Internal };
    if !options.separately && operands::is_one_program(&options.files) {
        options.program.link.extend(options.files.drain(1..));
    }
    let options = Arc::new(options);
    if let Some((engine, file)) = options.worker.work() {
        return worker::serve(&options, engine, file, &signals);
    }
    if let Some(file) = options.worker.member() {
        return worker::serve_batch(&options, file, &signals);
    }
    if let EngineChoice::One(engine) = options.engine
        && let Err(message) = options.tuning.suits(engine)
    {
        tell(&message);
        return Status::BadInput;
    }
    let prepared = operands::expand(&options.files)
        .and_then(|files| options.artifacts.check(files.len()).map(|()| files))
        .and_then(|files| options.every.baseline().map(|baseline| (files, baseline)));
    match prepared {
        Ok((files, baseline)) => Batch::new(&options, &signals, &files, baseline).run(),
        Err(message) => {
            tell(&format!("error: {message}"));
            Status::BadInput
        }
    }
}

/// Runs the build, if there is one to run, and finds the file of the entry function if none is named.
fn prepare_project(options: &mut Options) -> Result<(), String> {
    let serves = options.worker.serves();
    if let Some(command) = &options.make {
        let folder = if serves { PathBuf::from(record::FOLDER) } else { record::make(command)? };
        options.program.project.database = Some(folder);
    }
    if options.files.is_empty() && !serves {
        options.files.push(program::entry_file(&options.program)?);
    }
    Ok(())
}

fn status_of(options: &Options, result: &result::FileResult) -> Status {
    match &result.verdict {
        _ if !result.checks.is_empty() => options.every.status(&result.checks),
        result::Verdict::Safe(_) => Status::Proved,
        result::Verdict::Unsafe(_) => Status::Violated,
        result::Verdict::Unknown(_) => Status::Unknown,
        result::Verdict::Error(error) if error.internal => Status::Internal,
        result::Verdict::Error(_) => Status::BadInput,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use landfall::engine::VARIANTS;

    /// Two screens of fifty lines; details are in the documents.
    #[test]
    fn the_help_is_short() {
        let command = Options::augment_args(clap::Command::new("check").term_width(100));
        let help = command.try_get_matches_from(["check", "--help"]).expect_err("help is no work").to_string();
        assert!(help.lines().count() <= 110, "{} lines", help.lines().count());
        assert!(EngineKind::ALL.iter().all(|engine| help.contains(&format!("\n  {:<10} ", engine.name()))));
    }

    #[test]
    fn the_documents_list_every_variant() {
        let text = include_str!("../../../../docs/engines.md");
        for variant in VARIANTS {
            let row = text.lines().find(|line| line.starts_with(&format!("| `{}` |", variant.name)));
            let row = row.unwrap_or_else(|| panic!("{} is not in docs/engines.md", variant.name));
            let named = |value: &str| value == "N" || row.contains(&format!("`{value}`"));
            assert!(variant.values.split('|').all(named), "{row}");
        }
    }
}
