//! The `landfall` command: arguments, files, printing, exit status. All the work is done by the library.

mod artifacts;
mod auto;
mod bench;
mod check;
mod compare;
mod config;
mod documents;
mod evidence;
mod exit;
mod explain;
mod features;
mod harness;
mod instrumented;
mod ledger;
mod library;
mod output;
mod program;
mod progress;
mod project;
mod property;
mod resources;
mod run;
mod show;
mod supervise;
mod task;
mod validate;
mod witness;

use std::ffi::OsString;

use clap::{Args, CommandFactory, Parser, Subcommand};

use crate::exit::{Status, leave};

/// A software model checker for C: proofs and counterexamples that are checked.
///
/// Landfall looks for an execution of a C program that fails an assertion or calls an error function such as reach_error().
/// It finds such an execution, with the inputs that lead there, or proves that there is none.
#[derive(Parser)]
#[command(name = "landfall", version, after_help = EXIT_STATUS, max_term_width = 110)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

const EXIT_STATUS: &str = "\
Exit status:
  0  proved (cfa, features: written, run: ended without an error, validate: confirmed, bench: done)
  1  violated (run: the error was reached, validate: refuted)
  2  unknown (run: undefined behaviour, unsupported code, not enough inputs or time)
  3  bad usage, or input that cannot be read
  4  internal error of landfall: please report it
Of several files, the worst decides: 4, 3, 1, 2, 0 in this order.";

#[derive(Subcommand)]
enum Command {
    Check(Box<check::Options>),
    Compare(compare::Options),
    Explain(explain::Options),
    Cfa(show::Options),
    Run(run::Options),
    Features(features::Options),
    Library(library::Options),
    Validate(validate::Options),
    Bench(bench::Options),
    Cc(CompilerOptions),
    Completions(documents::CompletionOptions),
    Man(documents::ManOptions),
}

/// Compile, and record how: `make CC='landfall cc'` writes a compilation database for `check -p`.
///
/// All arguments go to the compiler that LANDFALL_CC names, else cc, whose output and exit status are those of this command. The
/// compile command is added to the database LANDFALL_DB (a .json file or a folder), else to the compile_commands.json of this folder or
/// the next one above that has one, else to a new one here.
#[derive(Args)]
#[command(disable_help_flag = true)]
struct CompilerOptions {
    /// What the compiler is called with.
    #[arg(value_name = "ARGUMENT", trailing_var_arg = true, allow_hyphen_values = true)]
    arguments: Vec<OsString>,
}

/// Whether this is a call of the compiler, whose arguments are not ours to read.
fn compile() -> Option<Status> {
    let mut words = std::env::args_os();
    if let Some(name) = project::record::called_as_compiler(&words.next()?) {
        return Some(project::record::compile(Some(&name), words.collect()));
    }
    (words.next()? == "cc").then(|| project::record::compile(None, words.collect()))
}

fn main() {
    if let Some(status) = compile() {
        leave(status);
    }
    install_panic_hook();
    let status = std::panic::catch_unwind(|| match parse_arguments().command {
        Command::Check(options) => check::command(*options),
        Command::Compare(options) => compare::command(options),
        Command::Explain(options) => explain::command(options),
        Command::Cfa(options) => show::command(options),
        Command::Run(options) => run::command(options),
        Command::Features(options) => features::command(options),
        Command::Library(options) => library::command(options),
        Command::Validate(options) => validate::command(options),
        Command::Bench(options) => bench::command(options),
        Command::Cc(options) => project::record::compile(None, options.arguments),
        Command::Completions(options) => documents::completions(options, Arguments::command()),
        Command::Man(options) => documents::manual(options, Arguments::command()),
    });
    leave(status.unwrap_or(Status::Internal));
}

/// Clap ends bad usage with status 2, which means unknown here.
fn parse_arguments() -> Arguments {
    let words = std::env::args_os().collect();
    let words = config::extended(&Arguments::command(), words).unwrap_or_else(|message| {
        output::tell(&message);
        leave(Status::BadInput)
    });
    Arguments::try_parse_from(words).unwrap_or_else(|error| {
        // The message goes to stderr, or to stdout for --help and --version; there is nothing to do when that fails.
        let _ = error.print();
        leave(if error.use_stderr() { Status::BadInput } else { Status::Proved })
    })
}

/// A panic is a defect of landfall, and its message says so.
fn install_panic_hook() {
    std::panic::set_hook(Box::new(|panic| {
        let payload = panic.payload();
        let text = payload.downcast_ref::<String>().map(String::as_str).or(payload.downcast_ref::<&str>().copied());
        let what = text.unwrap_or("a panic without a message");
        let place = panic.location().map_or(String::new(), |at| format!(" ({}:{})", at.file(), at.line()));
        let version = env!("CARGO_PKG_VERSION");
        output::tell(&format!(
            "landfall: internal error: {what}{place}\n\
             This is a defect of landfall {version}, not of your program. Please report it, with this message, the command \
             line and, if you can, the file."
        ));
    }));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_arguments_are_declared_consistently() {
        Arguments::command().debug_assert();
    }
}
