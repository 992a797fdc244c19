//! Limits and signals: the process stops, says why and what it knows, and ends with the status for unknown.

use std::io::{BufRead, BufReader, Read};
use std::path::PathBuf;
use std::process::{Command, Stdio};

fn landfall(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_landfall"));
    command.args(arguments).stdin(Stdio::null());
    command
}

/// A program that symbolic execution never finishes with.
fn endless() -> String {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../examples/endless.c");
    path.display().to_string()
}

fn output(arguments: &[&str]) -> (Option<i32>, String) {
    let output = landfall(arguments).arg(endless()).output().expect("landfall starts");
    (output.status.code(), String::from_utf8_lossy(&output.stdout).into_owned())
}

#[test]
fn a_time_limit_is_kept_and_what_is_known_is_told() {
    let (status, text) = output(&["check", "--engine", "se", "--timeout", "0.5"]);
    assert_eq!(status, Some(2), "{text}");
    assert!(text.contains("UNKNOWN, out of time") && text.contains("known so far"), "{text}");
    assert!(text.ends_with("\nunknown(timeout)\n"), "{text}");
}

#[test]
fn a_memory_limit_is_kept() {
    let (status, text) = output(&["check", "--engine", "se", "--memory", "16"]);
    assert_eq!(status, Some(2), "{text}");
    assert!(text.ends_with("\nunknown(memory)\n"), "{text}");
}

/// Starts an endless check, waits until it works, sends the signal, and gives the status and stdout.
fn signalled(signal: &str) -> (Option<i32>, String) {
    let mut child = landfall(&["check", "--engine", "se", "--trace", &endless()])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("landfall starts");
    // The trace shows that the search runs. It is read to its end, so that the pipe never fills up.
    let mut trace = BufReader::new(child.stderr.take().expect("stderr is piped"));
    let mut line = String::new();
    while !line.contains("searching") {
        line.clear();
        let read = trace.read_line(&mut line).expect("the trace is text");
        assert!(read > 0, "landfall ended before the search began");
    }
    let reader = std::thread::spawn(move || std::io::copy(&mut trace, &mut std::io::sink()));
    let sent = Command::new("kill").args(["-s", signal, &child.id().to_string()]).status();
    assert!(sent.is_ok_and(|status| status.success()));
    let mut text = String::new();
    child.stdout.take().expect("stdout is piped").read_to_string(&mut text).expect("the output is text");
    let status = child.wait().expect("landfall ends");
    reader.join().expect("the reader ends").expect("the trace can be read");
    (status.code(), text)
}

#[test]
fn ctrl_c_and_termination_tell_what_is_known() {
    for signal in ["INT", "TERM"] {
        let (status, text) = signalled(signal);
        assert_eq!(status, Some(2), "{signal}: {text}");
        assert!(text.ends_with("\nunknown(interrupted)\n"), "{signal}: {text}");
    }
}

#[test]
fn the_systems_limit_of_processor_time_counts_as_time() {
    let (status, text) = signalled("XCPU");
    assert_eq!(status, Some(2), "{text}");
    assert!(text.ends_with("\nunknown(timeout)\n"), "{text}");
}

#[test]
fn a_reader_that_goes_away_is_no_error() {
    let mut child =
        landfall(&["cfa", &endless()]).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("starts");
    drop(child.stdout.take());
    let output = child.wait_with_output().expect("landfall ends");
    assert_eq!(output.status.code(), Some(0));
    assert!(output.stderr.is_empty(), "{}", String::from_utf8_lossy(&output.stderr));
}
