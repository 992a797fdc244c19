//! The hidden side of `landfall check`: one engine on one file, with the result as a message for the supervisor that started
//! this process (see `auto`).

use std::io::{BufRead, Read};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{self, Receiver};
use std::sync::{Arc, Mutex, PoisonError};

use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use landfall::checks::Question;
use landfall::engine::{EngineKind, Shared};
use landfall::knowledge::Knowledge;

use super::file::{Report, check_file};
use super::{EngineChoice, Options};
use crate::artifacts;
use crate::auto::{Line, Message, read_known};
use crate::exit::{Status, leave};
use crate::output::{print, tell};
use crate::resources;
use crate::supervise::Signals;

#[derive(Args)]
pub struct WorkerOptions {
    /// Work with this engine for a supervisor.
    #[arg(long, hide = true, requires = "worker_file", value_parser = engine_parser())]
    worker: Option<EngineKind>,

    /// Work on this file.
    #[arg(long, hide = true, requires = "worker")]
    worker_file: Option<PathBuf>,

    /// Answer this about the checks of the program.
    #[arg(long, hide = true, requires = "worker")]
    question: Option<Question>,

    /// Check one file of a batch, of which so many are checked side by side.
    #[arg(long, hide = true, requires = "member_file", value_parser = clap::value_parser!(u32).range(1..))]
    member: Option<u32>,

    /// Check this file of the batch.
    #[arg(long, hide = true, requires = "member")]
    member_file: Option<PathBuf>,

    /// Misbehave, to test what happens then: abort, kill, hang, garbage, memory, or starve, which
    /// leaves the solver no memory.
    #[cfg(debug_assertions)]
    #[arg(long, hide = true, value_name = "ENGINE=FAULT")]
    worker_fault: Vec<String>,

    /// What the supervisor has told.
    #[arg(skip)]
    known: Mutex<Vec<Knowledge>>,
}

fn engine_parser() -> impl TypedValueParser<Value = EngineKind> {
    PossibleValuesParser::new(EngineKind::ALL.iter().map(|engine| engine.name())).try_map(|name| name.parse())
}

impl WorkerOptions {
    /// The engine and the file, if this process is a worker.
    pub fn work(&self) -> Option<(EngineKind, &Path)> {
        Some((self.worker?, self.worker_file.as_deref()?))
    }

    /// What passes between this engine and others, if they are to share; only workers have others.
    pub fn shared(&self, shares: bool) -> Shared {
        let known = self.known.lock().unwrap_or_else(PoisonError::into_inner).clone();
        Shared { known, wanted: shares && self.work().is_some() }
    }

    /// What is asked about the checks of the program, if not all of them at once.
    pub fn question(&self) -> Option<&Question> {
        self.question.as_ref()
    }

    /// The file, if this process checks one of a batch.
    pub fn member(&self) -> Option<&Path> {
        self.member_file.as_deref()
    }

    /// Whether another process waits for what is printed here.
    pub fn serves(&self) -> bool {
        self.work().is_some() || self.member().is_some()
    }

    /// How many files are checked side by side.
    pub fn siblings(&self) -> u32 {
        self.member.unwrap_or(1).max(1)
    }
}

/// Checks the file and writes the message. The status does not matter: the message has it all.
pub fn serve(options: &Arc<Options>, engine: EngineKind, file: &Path, signals: &Signals) -> Status {
    let told = end_with_the_supervisor();
    be_the_first_to_go();
    #[cfg(debug_assertions)]
    misbehave(&options.worker, engine);
    // A supervisor that is gone has nothing to tell.
    let line = told.recv().unwrap_or_default();
    *options.worker.known.lock().unwrap_or_else(PoisonError::into_inner) = read_known(&line);
    answer(check_file(options, EngineChoice::One(engine), file, (0, 1), signals))
}

/// Writes the message.
fn answer(report: Report) -> Status {
    let message = Message { result: report.result, excerpts: report.excerpts, picture: report.picture };
    print(&Line::Result(Box::new(message)).write(), Status::Proved);
    Status::Proved
}

/// Checks one file of a batch with the engine that was asked for, and writes the message.
pub fn serve_batch(options: &Arc<Options>, file: &Path, signals: &Signals) -> Status {
    // Nobody tells it anything.
    drop(end_with_the_supervisor());
    let mut report = check_file(options, options.engine, file, (0, 1), signals);
    if let Err(message) = artifacts::write(&options.artifacts, &options.program, &mut report) {
        tell(&format!("error: {message}"));
    }
    answer(report)
}

/// Standard input is a pipe that the supervisor holds: when it ends, nobody wants the answer any more. A process that is paused does
/// not notice, so the system is asked as well. Gives the first line, once the supervisor has written one.
fn end_with_the_supervisor() -> Receiver<String> {
    resources::end_with_parent();
    let (sender, receiver) = mpsc::channel();
    std::thread::spawn(move || {
        let mut line = String::new();
        // Whether it ends or fails, it is over.
        let _ = std::io::stdin().lock().read_line(&mut line);
        // Not everybody wants to know.
        let _ = sender.send(line);
        let _ = std::io::stdin().lock().read_to_end(&mut Vec::new());
        leave(Status::Unknown);
    });
    receiver
}

/// When the system runs out of memory, it should take a worker rather than the supervisor. Only Linux can be told.
fn be_the_first_to_go() {
    // Where this is not possible the largest process is taken, which is a worker as well.
    let _ = std::fs::write("/proc/self/oom_score_adj", "500");
}

#[cfg(debug_assertions)]
fn misbehave(options: &WorkerOptions, engine: EngineKind) {
    for fault in &options.worker_fault {
        match fault.strip_prefix(engine.name()) {
            Some("=abort") => std::process::abort(),
            Some("=kill") => resources::signal_group(std::process::id(), libc::SIGKILL),
            Some("=starve") => resources::limit_address_space(36 << 20),
            Some("=hang") => loop {
                std::hint::spin_loop();
            },
            Some("=garbage") => {
                print("{\"result\": 1", Status::Proved);
                std::process::exit(0);
            }
            Some("=memory") => drop(std::hint::black_box(vec![1u8; 1 << 40])),
            _ => {}
        }
    }
}
