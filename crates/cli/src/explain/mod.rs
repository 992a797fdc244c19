//! `landfall explain`: steps through a counterexample of a result that was kept, in the terminal or with gdb.

mod gdb;
mod walk;

use std::io::{BufRead, IsTerminal, Write};
use std::path::PathBuf;

use clap::Args;

use self::walk::{Command, Walk};
use crate::exit::Status;
use crate::output::result::{Document, Verdict, Violation};
use crate::output::{print, tell};

/// Step through the counterexamples of a result.
///
/// RESULT.json is written by `landfall check --format json`. On a terminal each step is shown with the lines around it and the
/// values that are known there; Enter goes on, `h` tells what else can be done. Otherwise all steps are printed.
#[derive(Args)]
pub struct Options {
    #[arg(value_name = "RESULT.json")]
    result: PathBuf,

    /// Explain the violation of this check (as `--every-check` names it), and no other.
    #[arg(long, value_name = "NAME")]
    check: Option<String>,

    /// Write a script for gdb that stops where the counterexample passes and prints what it says of the values.
    #[arg(long, value_name = "OUT.gdb")]
    gdb: Option<PathBuf>,

    /// Print all steps, also on a terminal.
    #[arg(long)]
    all: bool,
}

pub fn command(options: Options) -> Status {
    match explain(&options) {
        Ok(status) => status,
        Err(message) => {
            tell(&format!("error: {message}"));
            Status::BadInput
        }
    }
}

fn explain(options: &Options) -> Result<Status, String> {
    let document = Document::read(&options.result)?;
    let mut found = violations(&document);
    if found.is_empty() {
        print(&format!("{}: nothing is violated\n", options.result.display()), Status::Proved);
        return Ok(Status::Proved);
    }
    if let Some(name) = &options.check {
        let known: Vec<&str> = found.iter().map(|violation| violation.check.as_str()).collect();
        let known = known.join(", ");
        found.retain(|violation| violation.check == *name);
        if found.is_empty() {
            return Err(format!("no violation of `{name}` in {}; there are: {known}", options.result.display()));
        }
    }
    if let Some(path) = &options.gdb {
        let text: String = found.iter().map(|violation| gdb::script(violation)).collect();
        std::fs::write(path, text).map_err(|error| format!("cannot write {}: {error}", path.display()))?;
        tell(&format!("wrote {}", path.display()));
    }
    let asks = !options.all && std::io::stdin().is_terminal() && std::io::stdout().is_terminal();
    for (number, violation) in found.iter().enumerate() {
        if found.len() > 1 {
            print(&format!("violation {} of {}\n", number + 1, found.len()), Status::Violated);
        }
        let walk = Walk::new(violation);
        if !asks {
            print(&walk.whole(), Status::Violated);
        } else if !step_through(walk) {
            break;
        }
    }
    Ok(Status::Violated)
}

/// All violations of a result, each check once.
fn violations(document: &Document) -> Vec<&Violation> {
    let mut found: Vec<&Violation> = Vec::new();
    for result in &document.results {
        let first = match &result.verdict {
            Verdict::Unsafe(violation) => Some(violation),
            Verdict::Unknown(unknown) => unknown.candidate.as_deref(),
            Verdict::Safe(_) | Verdict::Error(_) => None,
        };
        let of_checks = result.checks.iter().filter_map(|check| check.violation.as_ref());
        let before = found.len();
        for violation in of_checks.chain(first) {
            if !found[before..].iter().any(|known| known.check == violation.check) {
                found.push(violation);
            }
        }
    }
    found
}

/// Asks for commands until the walk is left; whether the next violation is wanted.
fn step_through(mut walk: Walk<'_>) -> bool {
    print(&walk.beginning(), Status::Violated);
    print(&walk.here(), Status::Violated);
    let mut lines = std::io::stdin().lock().lines();
    loop {
        print("(landfall) ", Status::Violated);
        let _ = std::io::stdout().flush();
        let Some(Ok(line)) = lines.next() else { return false };
        match Command::read(&line) {
            Ok(Command::Quit) => return false,
            Ok(Command::Done) => return true,
            Ok(command) => print(&walk.obey(command), Status::Violated),
            Err(message) => print(&message, Status::Violated),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::output::result::{Change, Fold, Location, Range, Step};

    fn at(line: u32) -> Location {
        Location { file: "no-such-file.c".into(), line, column: 5 }
    }

    pub fn violation() -> Violation {
        let change = |name: &str, value: &str| Change { name: name.into(), value: value.into(), depth: 1 };
        let step = |line, source: &str, changes| Step {
            location: at(line),
            source: source.into(),
            depth: 1,
            changes,
            fold: None,
            relevant: false,
        };
        let range = Range { name: "i".into(), from: "0".into(), to: "9".into(), depth: 1 };
        let fold = Some(Fold { times: 9, ranges: vec![range] });
        Violation {
            property: "unreach-call".into(),
            check: "main.assertion.1".into(),
            message: "assertion `i < len` fails".into(),
            location: Some(at(9)),
            inputs: Vec::new(),
            steps: 30,
            trace: vec![
                step(3, "int len = read_length();", vec![change("len", "9")]),
                Step { fold, ..step(5, "while (buffer[i]) {", Vec::new()) },
                step(9, "assert(i < len);", Vec::new()),
            ],
            replay: None,
        }
    }

    #[test]
    fn a_walk_goes_both_ways_and_knows_the_values() {
        let violation = violation();
        let mut walk = Walk::new(&violation);
        assert!(walk.beginning().contains("assertion `i < len` fails"));
        assert!(walk.here().contains("step 1 of 3"));
        let second = walk.obey(Command::Next);
        assert!(second.contains("the loop runs 9 times, i goes from 0 to 9"), "{second}");
        let last = walk.obey(Command::End);
        assert!(last.contains("step 3 of 3") && last.contains("`len` is 9 since line 3"), "{last}");
        assert!(last.contains("`i` is 9 since line 5"), "{last}");
        assert!(walk.obey(Command::Next).contains("the last step"));
        assert!(walk.obey(Command::Values).contains("len = 9"));
        assert!(walk.obey(Command::To(1)).contains("step 1 of 3"));
        assert!(walk.obey(Command::Previous).contains("the first step"));
        assert!(walk.obey(Command::To(7)).contains("there are 3 steps"));
    }

    #[test]
    fn commands_are_read() {
        assert_eq!(Command::read(""), Ok(Command::Next));
        assert_eq!(Command::read(" p "), Ok(Command::Previous));
        assert_eq!(Command::read("12"), Ok(Command::To(12)));
        assert_eq!(Command::read("q"), Ok(Command::Quit));
        assert!(Command::read("frobnicate").is_err());
    }

    #[test]
    fn a_script_stops_at_each_line_once() {
        let script = gdb::script(&violation());
        assert_eq!(script.matches("break no-such-file.c:3\n").count(), 1);
        assert!(script.contains("output len"), "{script}");
        assert!(script.trim_end().ends_with("run"), "{script}");
    }
}
