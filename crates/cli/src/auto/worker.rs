//! An engine at work in a process of its own: this very command, started with the hidden option `--worker`.
//!
//! What happens inside (a crash of the solver, running out of memory, a hang) stays inside. The process is a group of its own, so
//! that the terminal's Ctrl-C reaches the supervisor alone; its standard input is a pipe with one line, what others have
//! found out, and whose end tells it that the supervisor is gone.

use std::ffi::OsString;
use std::io::{BufRead, BufReader, Write};
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc::Sender;
use std::time::{Duration, Instant};

use landfall::engine::EngineKind;
use landfall::knowledge::Knowledge;

use super::protocol::{Line, Message, write_known};
use crate::output::tell;
use crate::resources::{self, ProcessUsage};

/// Which worker: the position of its engine in the rule, and how often that was started.
pub type Name = (usize, usize);

/// What a worker tells.
#[derive(Debug)]
pub enum Word {
    /// Others can use this.
    Learned(Name, Knowledge),
    /// It has an answer, whose evidence it checks.
    Checks(Name),
    Ended(Ended),
}

/// A worker's output has ended.
#[derive(Debug)]
pub struct Ended {
    pub engine: Name,
    /// The result, if there is one.
    pub message: Option<Box<Message>>,
    /// The last lines of what it wrote to stderr.
    pub complaints: Vec<String>,
}

/// What a worker does.
#[derive(Clone, Copy, Debug)]
pub struct Task<'a> {
    pub engine: EngineKind,
    pub file: &'a Path,
    /// What is asked about the program's checks, if not the whole program.
    pub question: Option<&'a str>,
}

pub struct Worker {
    child: Child,
    paused: bool,
    /// When the present stretch without a pause began, and the time of those before: for systems that do not tell the processor
    /// time of another process.
    since: Instant,
    before: Duration,
    last: ProcessUsage,
}

/// How many lines of a worker's complaints are kept.
const COMPLAINTS: usize = 20;

impl Worker {
    /// Starts a worker with what is known from others. What it tells goes to `words`.
    pub fn start(who: Name, task: Task<'_>, known: &[Knowledge], words: Sender<Word>) -> std::io::Result<Worker> {
        let mut command = Command::new(own_program()?);
        command.arg("check").arg("--worker").arg(task.engine.name()).arg("--worker-file").arg(task.file);
        task.question.iter().for_each(|question| _ = command.arg("--question").arg(question));
        command.args(own_options()).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.process_group(0).spawn()?;
        let (Some(stdout), Some(stderr)) = (child.stdout.take(), child.stderr.take()) else {
            return Err(std::io::Error::other("the worker has no pipes"));
        };
        if let Some(stdin) = &mut child.stdin {
            // A worker that is gone already does not read it. It fits the pipe (see `Race`), so nobody waits.
            let _ = stdin.write_all(write_known(known).as_bytes());
        }
        let name = task.engine.name();
        std::thread::spawn(move || {
            let complaints = std::thread::spawn(move || listen(name, BufReader::new(stderr)));
            let mut message = None;
            for line in BufReader::new(stdout).split(b'\n').map_while(Result::ok) {
                match Line::read(&line) {
                    Some(Line::Learned(knowledge)) => {
                        // The receiver is gone when the race is over.
                        let _ = words.send(Word::Learned(who, knowledge));
                    }
                    Some(Line::Checks) => _ = words.send(Word::Checks(who)),
                    Some(Line::Result(result)) => message = Some(result),
                    // Nonsense; it is judged by what is missing in the end.
                    None => {}
                }
            }
            let complaints = complaints.join().unwrap_or_default();
            let _ = words.send(Word::Ended(Ended { engine: who, message, complaints }));
        });
        let last = ProcessUsage::default();
        Ok(Worker { child, paused: false, since: Instant::now(), before: Duration::ZERO, last })
    }

    pub fn pause(&mut self) {
        if !self.paused {
            self.paused = true;
            self.before += self.since.elapsed();
            resources::signal_group(self.child.id(), libc::SIGSTOP);
        }
    }

    pub fn resume(&mut self) {
        if self.paused {
            self.paused = false;
            self.since = Instant::now();
            resources::signal_group(self.child.id(), libc::SIGCONT);
        }
    }

    /// Asks it to tell what it knows, and to end.
    pub fn ask_to_stop(&mut self) {
        self.resume();
        resources::signal_group(self.child.id(), libc::SIGTERM);
    }

    /// Ends it at once and cleans up after it.
    pub fn kill(&mut self) -> Option<ExitStatus> {
        resources::signal_group(self.child.id(), libc::SIGKILL);
        self.child.wait().ok()
    }

    /// The status of a worker whose output has ended. One that closed its output and goes on is ended.
    pub fn reap(&mut self) -> Option<ExitStatus> {
        let patience = Instant::now();
        while patience.elapsed() < Duration::from_millis(100) {
            match self.child.try_wait() {
                Ok(Some(status)) => return Some(status),
                Ok(None) => std::thread::sleep(Duration::from_micros(200)),
                Err(_) => break,
            }
        }
        self.kill()
    }

    /// What it has used so far.
    pub fn usage(&mut self) -> ProcessUsage {
        let running = if self.paused { Duration::ZERO } else { self.since.elapsed() };
        let known = resources::usage_of(self.child.id());
        self.last = known.unwrap_or(ProcessUsage { cpu: self.before + running, resident: self.last.resident });
        self.last
    }

    pub fn is_paused(&self) -> bool {
        self.paused
    }
}

/// This program. On Linux by a name that stays valid when the file is replaced while we run.
pub fn own_program() -> std::io::Result<std::path::PathBuf> {
    let link = Path::new("/proc/self/exe");
    if link.exists() { Ok(link.to_path_buf()) } else { std::env::current_exe() }
}

/// The options this command was given, without its name and the subcommand's.
pub fn own_options() -> impl Iterator<Item = OsString> {
    std::env::args_os().skip(2)
}

/// Reads a worker's stderr: trace lines are passed on, of the rest the last lines are kept.
fn listen(engine: &str, stderr: impl BufRead) -> Vec<String> {
    let mut complaints: Vec<String> = Vec::new();
    for line in stderr.split(b'\n').map_while(Result::ok) {
        let line = String::from_utf8_lossy(&line).into_owned();
        match line.strip_prefix("trace: ") {
            Some(event) => tell(&format!("trace: {engine}: {event}")),
            None => {
                complaints.push(line);
                if complaints.len() > COMPLAINTS {
                    complaints.remove(0);
                }
            }
        }
    }
    complaints
}

/// What a worker that has ended leaves: its message, or why there is none.
pub fn outcome(ended: Ended, status: Option<ExitStatus>) -> Result<Box<Message>, String> {
    if let Some(message) = ended.message {
        return Ok(message);
    }
    let how = match status {
        Some(status) => match (status.signal(), status.code()) {
            (Some(signal), _) => format!("killed by signal {signal}"),
            (None, Some(code)) => format!("ended with status {code} and no answer"),
            (None, None) => "ended without an answer".to_string(),
        },
        None => "ended without an answer".to_string(),
    };
    let complaint = ended.complaints.iter().find(|line| line.contains("internal error"));
    Err(complaint.map_or(how.clone(), |line| format!("{how}: {line}")))
}
