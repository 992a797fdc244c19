//! `landfall cfa`: the control-flow automaton that is analysed.

use std::collections::BTreeMap;
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::{Args, ValueEnum};
use landfall::analysis::prepare;
use landfall::cfa::draw::{write_dot, write_svg};
use landfall::cfa::passes::{self, PrepareOptions};
use landfall::cfa::{Op, Program};

use crate::exit::Status;
use crate::output::{print, tell};
use crate::program::{Loaded, ProgramOptions};

/// Show the control-flow automaton of a program: what is analysed.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct Options {
    /// A C file, or an SV-COMP task definition (.yml) that names one.
    #[arg(value_name = "FILE", required_unless_present_any = ["database", "harness"])]
    file: Option<PathBuf>,

    /// How to write it.
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    format: Format,

    /// How far the program is on its way to engines.
    #[arg(long, value_name = "STAGE", default_value = "lowered")]
    stage: Stage,

    /// The same as --stage regions.
    #[arg(long, conflicts_with = "stage")]
    prepared: bool,

    /// Every function that has a body, also where the entry function does not reach it; there need be no entry function.
    #[arg(long, conflicts_with_all = ["stage", "prepared"])]
    every_function: bool,

    /// Write to this file, which must not exist yet, instead of stdout.
    #[arg(short, long, value_name = "OUT")]
    output: Option<PathBuf>,

    #[command(flatten)]
    program: ProgramOptions,
}

const EXAMPLES: &str = "\
Examples:
  landfall cfa program.c
  landfall cfa library.c --every-function --format summary
  landfall cfa program.c --format svg -o program.svg
  landfall cfa program.c --stage regions --format dot | dot -Tpdf > program.pdf";

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum Stage {
    /// As the front end makes it: memory as C has it.
    Lowered,
    /// Without memory: objects whose accesses are all known are variables, the others are regions. Nothing is inlined or left out.
    Promoted,
    /// As engines get it: calls inlined, without memory, simplified, sliced to the property.
    Regions,
    /// As engines over integers get it: a few cells of regions, at arbitrary indices.
    Cells,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum Format {
    /// The text form, which reads back to the same automaton.
    Text,
    /// For Graphviz.
    Dot,
    /// A picture.
    Svg,
    /// How large it is, and what of it is not modelled, also of memory once that is taken away.
    Summary,
}

pub fn command(mut options: Options) -> Status {
    options.program.every_function = options.every_function;
    let written = options
        .program
        .job(options.file.as_deref())
        .and_then(|job| crate::program::load(&job, &options.program))
        .and_then(|loaded| write(&options, &loaded));
    match written {
        Ok(()) => Status::Proved,
        Err(message) => {
            tell(&message);
            Status::BadInput
        }
    }
}

/// The reasons for unsupported edges, with how often each occurs.
fn unsupported(program: &Program) -> BTreeMap<&str, usize> {
    let mut reasons = BTreeMap::new();
    for edge in program.edges.values() {
        if let Op::Unsupported(what) = &edge.op {
            *reasons.entry(&**what).or_default() += 1;
        }
    }
    reasons
}

fn list(out: &mut String, title: &str, reasons: BTreeMap<&str, usize>) {
    out.push_str(&format!("{title}: {}\n", reasons.values().sum::<usize>()));
    let mut list: Vec<(&str, usize)> = reasons.into_iter().collect();
    list.sort_by_key(|(what, count)| (std::cmp::Reverse(*count), *what));
    for (what, count) in list {
        out.push_str(&format!("  {count} x {what}\n"));
    }
}

/// Sizes, functions without a body, and what is not supported in `program` and, where memory is taken away, in what engines get of
/// `lowered`.
fn summary(program: &Program, lowered: Option<&Arc<Program>>) -> String {
    let regions = program.vars.values().filter(|var| var.ty.is_array()).count();
    let mut out = format!(
        "procedures {}, locations {}, edges {}, variables {} ({regions} of them regions)\n",
        program.procs.len(),
        program.locs.len(),
        program.edges.len(),
        program.vars.len()
    );
    if !program.objects.is_empty() {
        out.push_str(&format!("objects {}\n", program.objects.len()));
    }
    if !program.externs.is_empty() {
        out.push_str(&format!("functions without a body: {}\n", program.externs.join(", ")));
    }
    list(&mut out, "unsupported edges", unsupported(program));
    let Some(lowered) = lowered else { return out };
    // Calls are inlined there, so numbers do not compare; what the front end does not support has reasons of its own.
    let (known, prepared) = (unsupported(lowered), prepare(lowered).derived.program);
    let mut of_memory = unsupported(&prepared);
    of_memory.retain(|what, _| !known.contains_key(what));
    list(&mut out, "unsupported edges of memory, for engines", of_memory);
    out
}

fn write(options: &Options, loaded: &Loaded) -> Result<(), String> {
    let lowered = &loaded.program;
    let program = match options.stage {
        Stage::Lowered if !options.prepared => lowered.clone(),
        Stage::Promoted => passes::prepare(lowered, &PrepareOptions::MINIMAL).program,
        Stage::Lowered | Stage::Regions => prepare(lowered).derived.program,
        Stage::Cells => prepare(lowered).without_arrays().derived.program,
    };
    let text = match options.format {
        Format::Text => program.to_string(),
        Format::Dot => write_dot(&program),
        Format::Svg => write_svg(&program),
        Format::Summary => summary(&program, Some(lowered).filter(|_| !options.every_function)),
    };
    match &options.output {
        None => print(&text, Status::Proved),
        Some(path) => write_new(path, &text)?,
    }
    Ok(())
}

/// Files of the user are never overwritten.
fn write_new(path: &Path, text: &str) -> Result<(), String> {
    let shown = path.display();
    let file = std::fs::OpenOptions::new().write(true).create_new(true).open(path);
    file.and_then(|mut file| file.write_all(text.as_bytes())).map_err(|error| match error.kind() {
        ErrorKind::AlreadyExists => format!("error: {shown} exists already; choose another name or remove it first"),
        _ => format!("error: cannot write {shown}: {error}"),
    })
}
