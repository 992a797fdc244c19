//! Leaves on a Dask cluster: scheduler and workers are the user's, over TCP.
//!
//! A small Python program (`dask.py`, part of this crate) submits the runs with the user's own `distributed` and tells when they are
//! over. The campaign's folder, the tasks and the checker must be at the same place on every machine. A run whose worker is lost is
//! given to another one; the record decides what was done, so nothing is lost or counted twice.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use serde::Deserialize;

use super::{Setting, Stop};
use crate::record::Record;

const PROGRAM: &str = include_str!("dask.py");

/// What the program tells about a run.
#[derive(Deserialize)]
struct News {
    run: String,
    record: Option<Record>,
    error: Option<String>,
}

/// Makes the runs. `arrived` gets every record; runs that could not be made are returned with the reason.
pub fn dispatch(
    address: &str,
    runs: Vec<String>,
    setting: &Setting<'_>,
    stop: Stop<'_>,
    arrived: &mut dyn FnMut(Record) -> Result<(), String>,
) -> Result<Vec<(String, String)>, String> {
    if runs.is_empty() {
        return Ok(Vec::new());
    }
    let mut child = start(address, setting)?;
    let names = child.stdin.take().ok_or("no way to talk to the dispatcher")?;
    give(names, &runs).map_err(|e| format!("cannot talk to the dispatcher: {e}"))?;
    let (lines, mut words) = (child.stdout.take(), child.stderr.take());
    let ended = AtomicBool::new(false);
    let lost = std::thread::scope(|scope| {
        let (child, ended) = (&mut child, &ended);
        let watcher = scope.spawn(move || end_when_stopped(child, stop, ended));
        let complaints = scope.spawn(move || {
            let mut text = String::new();
            // Without its words the dispatcher's status has to do.
            let _ = words.as_mut().map(|words| words.read_to_string(&mut text));
            text
        });
        let result = listen(lines, runs.len(), setting, arrived);
        ended.store(true, Ordering::Relaxed);
        let succeeded = watcher.join().unwrap_or(false);
        let complaints = complaints.join().unwrap_or_default();
        if !succeeded && !stop() {
            return Err(format!("the dispatcher for Dask failed: {}", last_lines(&complaints)));
        }
        result
    })?;
    Ok(lost)
}

fn start(address: &str, setting: &Setting<'_>) -> Result<Child, String> {
    let leaf = std::env::current_exe().map_err(|e| format!("cannot find the own executable: {e}"))?;
    let mut command = Command::new(setting.python);
    command.args(["-c", PROGRAM, address]).arg(leaf).args(["bench", "run-one", "--die-with-parent", "--print"]);
    if setting.base.is_none() {
        command.arg("--no-cgroup");
    }
    command.arg("--campaign").arg(&setting.folder.path);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command.spawn().map_err(|e| format!("cannot start {}, which talks to Dask: {e}", setting.python))
}

fn give(mut names: impl Write, runs: &[String]) -> std::io::Result<()> {
    for run in runs {
        writeln!(names, "{run}")?;
    }
    names.flush()
}

/// Waits for the program and ends it when the campaign is to stop. True if it ended well.
fn end_when_stopped(child: &mut Child, stop: Stop<'_>, ended: &AtomicBool) -> bool {
    loop {
        match child.try_wait() {
            Ok(Some(status)) => return status.success(),
            Err(_) => return false,
            Ok(None) => {}
        }
        if stop() && !ended.load(Ordering::Relaxed) {
            // It is gone already if that fails; the next look finds out.
            let _ = child.kill();
        }
        std::thread::sleep(Duration::from_millis(20));
    }
}

fn listen(
    lines: Option<impl Read>,
    count: usize,
    setting: &Setting<'_>,
    arrived: &mut dyn FnMut(Record) -> Result<(), String>,
) -> Result<Vec<(String, String)>, String> {
    let mut lost = Vec::new();
    let lines = BufReader::new(lines.ok_or("no way to hear the dispatcher")?);
    for line in lines.lines().take(count) {
        let line = line.map_err(|e| format!("the dispatcher cannot be heard: {e}"))?;
        let news: News = serde_json::from_str(&line).map_err(|e| format!("the dispatcher says `{line}`: {e}"))?;
        match news.record {
            Some(record) => {
                let path = setting.folder.record(&news.run);
                // Written by the leaf, unless its file system is another one than ours.
                if !path.exists() {
                    record.write(&path)?;
                }
                arrived(record)?;
            }
            None => lost.push((news.run, news.error.unwrap_or_default())),
        }
    }
    Ok(lost)
}

fn last_lines(text: &str) -> String {
    let lines: Vec<&str> = text.trim().lines().collect();
    lines[lines.len().saturating_sub(6)..].join("\n")
}
