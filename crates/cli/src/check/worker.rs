//! The hidden side of `landfall check`: one engine on one file, with the result as a message for the supervisor that started
//! this process (see `auto`).

use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use landfall::engine::EngineKind;

use super::file::check_file;
use super::{EngineChoice, Options};
use crate::auto::Message;
use crate::exit::{Status, leave};
use crate::output::print;
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

    /// Misbehave, to test what happens then: ENGINE=abort, ENGINE=hang, ENGINE=garbage or ENGINE=memory.
    #[cfg(debug_assertions)]
    #[arg(long, hide = true, value_name = "ENGINE=FAULT")]
    worker_fault: Vec<String>,
}

fn engine_parser() -> impl TypedValueParser<Value = EngineKind> {
    PossibleValuesParser::new(EngineKind::ALL.iter().map(|engine| engine.name())).try_map(|name| name.parse())
}

impl WorkerOptions {
    /// The engine and the file, if this process is a worker.
    pub fn work(&self) -> Option<(EngineKind, &Path)> {
        Some((self.worker?, self.worker_file.as_deref()?))
    }
}

/// Checks the file and writes the message. The status does not matter: the message has it all.
pub fn serve(options: &Arc<Options>, engine: EngineKind, file: &Path, signals: &Signals) -> Status {
    end_with_the_supervisor();
    be_the_first_to_go();
    #[cfg(debug_assertions)]
    misbehave(&options.worker, engine);
    let report = check_file(options, EngineChoice::One(engine), file, (0, 1), signals);
    let message = Message { result: report.result, excerpts: report.excerpts };
    print(&message.write(), Status::Proved);
    Status::Proved
}

/// Standard input is a pipe that the supervisor holds: when it ends, nobody wants the answer any more. A process that is paused does
/// not notice, so the system is asked as well.
fn end_with_the_supervisor() {
    resources::end_with_parent();
    std::thread::spawn(|| {
        // Whether it ends or fails, it is over.
        let _ = std::io::stdin().lock().read_to_end(&mut Vec::new());
        leave(Status::Unknown);
    });
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
            Some("=hang") => loop {
                std::hint::spin_loop();
            },
            Some("=garbage") => print("{\"result\": 1", Status::Proved),
            Some("=memory") => drop(std::hint::black_box(vec![1u8; 1 << 40])),
            _ => {}
        }
    }
}
