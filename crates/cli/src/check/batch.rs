//! Several files in one call: one after the other, or several at a time.
//!
//! With one job the files are checked in this process, in order. With more, each file has a process of its own (this command with the
//! hidden option `--member`), so that files share nothing and one that takes its process down costs only its own result. Results
//! for people are printed as soon as they are there; documents have them in the order of the command line.

use std::io::Read;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::sync::mpsc::{self, Sender};
use std::time::{Duration, Instant};

use super::every::Baseline;
use super::file::{Report, check_file, lost};
use super::{Format, Options, status_of};
use crate::artifacts;
use crate::auto::{Line, own_options, own_program};
use crate::exit::Status;
use crate::output::human::{self, Extras};
use crate::output::jsonl::Event;
use crate::output::result::FileResult;
use crate::output::{json, junit, print, sarif, tell};
use crate::progress::BatchBar;
use crate::resources;
use crate::supervise::Signals;

/// How often signals are looked at while files are being checked.
const TICK: Duration = Duration::from_millis(50);

/// The files of one command.
pub struct Batch<'a> {
    options: &'a Arc<Options>,
    signals: &'a Signals,
    files: &'a [PathBuf],
    worst: Status,
    /// By file.
    results: Vec<Option<FileResult>>,
    printed: usize,
    /// Something could not be read, and no more files are begun.
    broken: bool,
    baseline: Baseline,
}

impl<'a> Batch<'a> {
    pub fn new(options: &'a Arc<Options>, signals: &'a Signals, files: &'a [PathBuf], baseline: Baseline) -> Batch<'a> {
        let results = files.iter().map(|_| None).collect();
        Batch { options, signals, files, worst: Status::Proved, results, printed: 0, broken: false, baseline }
    }

    pub fn run(mut self) -> Status {
        let at_a_time = (self.options.jobs() as usize).min(self.files.len());
        if at_a_time > 1 {
            self.side_by_side(at_a_time)
        } else {
            self.one_by_one()
        }
        let left = self.results.iter().filter(|result| result.is_none()).count();
        if left > 0 && self.signals.stopped() {
            tell(&format!("landfall: interrupted; {left} files were not checked"));
            self.worst = self.worst.max(Status::Unknown);
        } else if left > 0 {
            tell(&format!("landfall: {left} files were not checked (--keep-going)"));
        }
        let results: Vec<FileResult> = self.results.into_iter().flatten().collect();
        match self.options.output.format {
            Format::Human if self.files.len() > 1 => print(&human::summary(&results), self.worst),
            Format::Human | Format::Jsonl => {}
            Format::Json => print(&json::render(results), self.worst),
            Format::Sarif => print(&sarif::render(&results), self.worst),
            Format::Junit => print(&junit::render(&results), self.worst),
        }
        self.worst
    }

    /// Whether no further file is to be begun.
    fn ends(&self) -> bool {
        self.signals.stopped() || (self.broken && !self.options.keep_going)
    }

    fn one_by_one(&mut self) {
        for (index, file) in self.files.iter().enumerate() {
            if index > 0 && self.ends() {
                break;
            }
            let position = (index, self.files.len());
            let mut report = check_file(self.options, self.options.engine, file, position, self.signals);
            self.write_artifacts(&mut report);
            self.note(index, report);
        }
    }

    fn write_artifacts(&mut self, report: &mut Report) {
        let (artifacts, program) = (&self.options.artifacts, &self.options.program);
        if let Err(message) = artifacts::write(artifacts, program, report) {
            tell(&format!("error: {message}"));
            self.worst = self.worst.max(Status::BadInput);
        }
    }

    fn side_by_side(&mut self, at_a_time: usize) {
        let mut bar = BatchBar::new(self.files.len(), !self.options.output.trace);
        let (sender, receiver) = mpsc::channel();
        let mut members: Vec<Member> = Vec::new();
        let mut next = 0;
        let mut asked_to_stop = false;
        loop {
            while members.len() < at_a_time && next < self.files.len() && !(next > 0 && self.ends()) {
                match Member::start(next, &self.files[next], at_a_time, sender.clone()) {
                    Ok(member) => members.push(member),
                    Err(error) => self.note(next, lost(self.options, &self.files[next], &error.to_string())),
                }
                next += 1;
            }
            if members.is_empty() {
                return bar.end();
            }
            if self.signals.stopped() && !asked_to_stop {
                asked_to_stop = true;
                members.iter().for_each(Member::ask_to_stop);
            }
            if let Ok((index, output)) = receiver.recv_timeout(TICK) {
                let position = members.iter().position(|member| member.index == index);
                let Some(member) = position.map(|position| members.swap_remove(position)) else { continue };
                bar.end();
                let report = member.report(self.options, &self.files[index], &output);
                self.note(index, report);
            }
            bar.tick(next - members.len(), members.len());
        }
    }

    /// A result is there.
    fn note(&mut self, index: usize, mut report: Report) {
        self.baseline.mark(&mut report.result);
        let status = status_of(self.options, &report.result);
        self.worst = self.worst.max(status);
        self.broken |= matches!(status, Status::BadInput | Status::Internal);
        match self.options.output.format {
            Format::Human => self.print(&report, status),
            Format::Jsonl => Event::Result { result: &report.result }.print(),
            Format::Json | Format::Sarif | Format::Junit => {}
        }
        self.results[index] = Some(report.result);
    }

    /// The whole report; in a batch a line, unless the whole was asked for.
    fn print(&mut self, report: &Report, status: Status) {
        let output = &self.options.output;
        self.printed += 1;
        if self.files.len() > 1 && !output.long {
            return print(&human::brief(&report.result), status);
        }
        let separator = if self.printed > 1 { "\n" } else { "" };
        let extras = Extras { stats: output.stats, choice: output.explain_choice };
        let text = human::render(&report.result, &report.excerpts, &self.options.program.as_words(), extras);
        print(&format!("{separator}{text}"), status);
    }
}

/// A file that is being checked by a process of its own. What it says on stderr is for people and goes there.
struct Member {
    index: usize,
    child: Child,
}

impl Member {
    fn start(index: usize, file: &Path, at_a_time: usize, ended: Sender<(usize, Vec<u8>)>) -> std::io::Result<Member> {
        let mut command = Command::new(own_program()?);
        command.arg("check").arg("--member").arg(at_a_time.to_string()).arg("--member-file").arg(file);
        command.args(own_options()).stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child = command.process_group(0).spawn()?;
        let stdout = child.stdout.take();
        std::thread::spawn(move || {
            let mut output = Vec::new();
            // Whatever was read before a failure is judged by whoever parses it.
            let _ = stdout.map(|mut stdout| stdout.read_to_end(&mut output));
            // The receiver is gone when the batch is over.
            let _ = ended.send((index, output));
        });
        Ok(Member { index, child })
    }

    /// Asks it to tell what it knows, and to end.
    fn ask_to_stop(&self) {
        resources::signal_group(self.child.id(), libc::SIGTERM);
    }

    /// What came of it, once its output has ended.
    fn report(mut self, options: &Options, file: &Path, output: &[u8]) -> Report {
        let status = self.reap();
        match Line::read(output) {
            Some(Line::Result(message)) => {
                Report { result: message.result, excerpts: message.excerpts, picture: None, loaded: None }
            }
            _ => lost(options, file, &status),
        }
    }

    /// How it ended, in words. One that closed its output and goes on is ended.
    fn reap(&mut self) -> String {
        let patience = Instant::now();
        while patience.elapsed() < Duration::from_millis(500) {
            match self.child.try_wait() {
                Ok(Some(status)) => return status.to_string(),
                Ok(None) => std::thread::sleep(Duration::from_millis(1)),
                Err(error) => return error.to_string(),
            }
        }
        resources::signal_group(self.child.id(), libc::SIGKILL);
        self.child.wait().map_or_else(|error| error.to_string(), |status| status.to_string())
    }
}
