//! Landfall as a process.

use std::fs::File;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

/// How landfall is called.
#[derive(Clone, Debug)]
pub struct Checker {
    pub binary: PathBuf,
    pub timeout: u64,
    /// Further options.
    pub with: Vec<String>,
}

/// What it is asked.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Question {
    pub engine: String,
    /// Assertions alone, not undefined behaviour.
    pub only_assertions: bool,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Answer {
    Proved,
    /// The property that is violated.
    Violated(String),
    /// The reason.
    Unknown(String),
    /// Landfall did not do what it promises: a crash, bad usage, no end.
    Broken(String),
}

/// Seconds that landfall may take beyond its own limit, times the load of the machine.
const GRACE: u64 = 20;

impl Checker {
    pub fn arguments(&self, question: &Question) -> Vec<String> {
        let mut arguments: Vec<String> =
            ["check", "--jobs", "1", "--memory", "4000", "--timeout"].map(str::to_owned).into();
        arguments.push(self.timeout.to_string());
        arguments.extend(["--engine".to_owned(), question.engine.clone()]);
        if question.only_assertions {
            arguments.extend(["--check".to_owned(), "assert".to_owned()]);
        }
        arguments.extend(self.with.iter().cloned());
        arguments
    }

    /// The answer, and everything that was printed. `log` is a file for the output.
    pub fn ask(&self, question: &Question, program: &Path, log: &Path) -> Result<(Answer, String), String> {
        let file = || File::create(log).map_err(|e| format!("{}: {e}", log.display()));
        let output = file()?;
        let errors = output.try_clone().map_err(|e| format!("{}: {e}", log.display()))?;
        let mut command = Command::new(&self.binary);
        command.args(self.arguments(question)).arg(program);
        command.stdin(Stdio::null()).stdout(output).stderr(errors);
        let mut child = command.spawn().map_err(|e| format!("{}: {e}", self.binary.display()))?;
        let deadline = Instant::now() + Duration::from_secs(2 * self.timeout + GRACE);
        let status = loop {
            match child.try_wait().map_err(|e| e.to_string())? {
                Some(status) => break Some(status),
                None if Instant::now() > deadline => {
                    // It may have ended in the meantime.
                    let _ = child.kill();
                    let _ = child.wait();
                    break None;
                }
                None => std::thread::sleep(Duration::from_millis(5)),
            }
        };
        let text = std::fs::read(log).map_err(|e| format!("{}: {e}", log.display()))?;
        let text = String::from_utf8_lossy(&text).into_owned();
        Ok((answer(status, &text), text))
    }
}

fn answer(status: Option<ExitStatus>, text: &str) -> Answer {
    let last = text.lines().rfind(|line| !line.trim().is_empty()).unwrap_or("").trim();
    let inside = |head: &str| last.strip_prefix(head).and_then(|rest| rest.strip_suffix(')')).map(str::to_owned);
    let Some(status) = status else { return Answer::Broken("no end".to_owned()) };
    match status.code() {
        Some(0) if last == "true" => Answer::Proved,
        Some(1) if last.starts_with("false") => Answer::Violated(inside("false(").unwrap_or_default()),
        Some(2) => Answer::Unknown(inside("unknown(").unwrap_or_default()),
        _ => Answer::Broken(format!("{status}, last line `{last}`")),
    }
}
