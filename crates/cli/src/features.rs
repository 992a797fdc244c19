//! `landfall features`: the static features of a program, by which `--metric auto` chooses.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use landfall::engine::distance::MetricChoice;
use landfall::engine::distance::features::{DESCRIPTIONS, Features};
use serde_json::{Map, Value};

use crate::exit::Status;
use crate::output::{print, tell};
use crate::program::{Loaded, ProgramOptions};
use crate::task::Job;

/// Print static features of a program: its size, modularity, data flow and complexity.
///
/// These are the 25 features by which --metric auto selects what a directed search counts.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct Options {
    /// A C file, or an SV-COMP task definition (.yml) that names one.
    #[arg(value_name = "FILE")]
    file: PathBuf,

    /// For people, or for programs.
    #[arg(long, value_name = "FORMAT", default_value = "human")]
    format: Format,

    #[command(flatten)]
    program: ProgramOptions,
}

const EXAMPLES: &str = "\
Examples:
  landfall features program.c
  landfall features --format json program.c";

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum Format {
    Human,
    Json,
}

pub fn command(options: Options) -> Status {
    let loaded = Job::from_operand(&options.file).and_then(|job| crate::program::load(&job, &options.program));
    match loaded {
        Ok(loaded) => {
            print(&render(&loaded, options.format), Status::Proved);
            Status::Proved
        }
        Err(message) => {
            tell(&message);
            Status::BadInput
        }
    }
}

fn render(loaded: &Loaded, format: Format) -> String {
    let features = Features::new(&loaded.program);
    let metric = MetricChoice::Auto.resolve(&loaded.program);
    match format {
        Format::Human => {
            let line = |((name, value), what): ((&str, f64), &str)| format!("{name:<9}{:>9}  {what}\n", shown(value));
            let lines: String = features.iter().zip(DESCRIPTIONS).map(line).collect();
            format!("{lines}metric selected by these: {metric}\n")
        }
        Format::Json => {
            let values: Map<String, Value> = features.iter().map(|(name, value)| (name.into(), value.into())).collect();
            let object = Map::from_iter([("features".into(), values.into()), ("metric".into(), metric.name().into())]);
            format!("{:#}\n", Value::from(object))
        }
    }
}

/// Whole numbers as such, others with two digits.
fn shown(value: f64) -> String {
    if value.fract() == 0.0 { format!("{value}") } else { format!("{value:.2}") }
}
