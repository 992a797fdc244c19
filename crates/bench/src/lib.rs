//! The laboratory: runs the `landfall` command over many programs and makes tables, plots and comparisons of the results.
//!
//! A *campaign* is a plan (tasks × configurations, with limits) in a folder. Its *leaf*, `bench run-one`, makes one run of the
//! plan under limits that are enforced and measured, and writes one record. *Dispatchers* decide where leaves run: here, on a
//! Dask cluster or as Slurm jobs. A record that exists is never made again, so any dispatcher can be killed and started anew.
//!
//! The crate knows the checker only by its command line and its JSON. It does not print: the caller gives a [`Console`].

pub mod campaign;
pub mod compare;
pub mod contain;
pub mod dispatch;
pub mod export;
pub mod leaf;
pub mod learn;
pub mod machine;
pub mod paper;
pub mod progress;
pub mod record;
pub mod report;
pub mod results;
pub mod run;
pub mod sheet;
pub mod statistics;
pub mod table;
pub mod task;

use std::io::Write;

use clap::{Args, Subcommand};

/// Run engines over many programs, and compare what they do.
///
/// A campaign lives in a folder. Interrupt it at any time: the same command continues where it was.
#[derive(Args, Debug)]
pub struct Options {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand, Debug)]
enum Command {
    Run(run::Options),
    RunOne(leaf::Options),
    Report(report::Options),
    Compare(compare::Options),
    Paper(paper::Options),
    Export(export::Options),
    LearnMetric(learn::Options),
}

/// Where words for people and results go.
pub struct Console<'a> {
    /// Results.
    pub out: &'a mut dyn Write,
    /// Messages and progress.
    pub messages: &'a mut (dyn Write + Send),
    /// Messages go to a terminal, on which a line can be overwritten.
    pub interactive: bool,
}

/// How a command of the laboratory ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// It did what it was asked to.
    Done,
    /// A comparison found something worse than allowed, or a campaign a wrong verdict.
    Worse,
    /// Interrupted: not all runs were made.
    Incomplete,
    /// Bad usage or unreadable input; the message says which.
    BadInput(String),
}

/// Runs a command of the laboratory.
pub fn command(options: Options, console: &mut Console<'_>) -> Outcome {
    let result = match options.command {
        Command::Run(options) => run::command(&options, console),
        Command::RunOne(options) => leaf::command(&options, console),
        Command::Report(options) => report::command(&options, console),
        Command::Compare(options) => compare::command(&options, console),
        Command::Paper(options) => paper::command(&options, console),
        Command::Export(options) => export::command(&options, console),
        Command::LearnMetric(options) => learn::command(&options, console),
    };
    result.unwrap_or_else(Outcome::BadInput)
}

/// Writes to a stream of the console; a reader that went away is no error of the campaign.
pub(crate) fn say(stream: &mut dyn Write, text: &str) {
    let _ = stream.write_all(text.as_bytes());
    let _ = stream.flush();
}
