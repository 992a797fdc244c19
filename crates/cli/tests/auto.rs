//! The engine `auto` when things go wrong: engines that crash, hang or talk nonsense, limits and signals. Whatever happens, the
//! answer of the others is told, and no process is left behind.
//!
//! Faults are built into debug builds only, so these tests do not exist in others.
#![cfg(debug_assertions)]

use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

use landfall::engine::EngineKind;

const LOOP: &str = "extern int __VERIFIER_nondet_int(void);\nextern void reach_error(void);\nint main(void) {\n  \
                    unsigned int i = 0, j = 0;\n  while (__VERIFIER_nondet_int()) { i++; j++; }\n  \
                    if (i != j) reach_error();\n  return 0;\n}\n";

/// A program in a file of its own, so that the processes that work on it can be told from others.
struct Case {
    file: PathBuf,
}

impl Case {
    fn new(name: &str) -> Case {
        let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("auto-{name}-{}.c", std::process::id()));
        std::fs::write(&file, LOOP).expect("a temporary file can be written");
        Case { file }
    }

    fn command(&self, options: &[&str], faults: &[(&str, &str)]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_landfall"));
        command.arg("check").args(options).stdin(Stdio::null());
        for (engine, fault) in faults {
            command.arg(format!("--worker-fault={engine}={fault}"));
        }
        command.arg(&self.file);
        command
    }

    fn run(&self, options: &[&str], faults: &[(&str, &str)]) -> Run {
        Run::of(self.command(options, faults).output().expect("landfall starts"))
    }

    /// A check in which every engine hangs, once the first of them is there.
    fn hanging(&self, options: &[&str]) -> Child {
        let mut command = self.command(options, &everyone("hang"));
        let child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("landfall starts");
        self.wait_until("a worker runs", |workers| workers > 0);
        child
    }

    /// How many processes work on the file for a supervisor.
    fn workers(&self) -> usize {
        let name = self.file.display().to_string();
        let entries = std::fs::read_dir("/proc").into_iter().flatten().filter_map(Result::ok);
        let works = |line: Vec<u8>| {
            let words: Vec<_> = line.split(|byte| *byte == 0).map(String::from_utf8_lossy).collect();
            words.iter().any(|word| word == "--worker") && words.iter().any(|word| **word == *name)
        };
        entries
            .filter_map(|entry| std::fs::read(entry.path().join("cmdline")).ok())
            .filter(|line| works(line.clone()))
            .count()
    }

    fn wait_until(&self, what: &str, wanted: impl Fn(usize) -> bool) {
        let start = Instant::now();
        while !wanted(self.workers()) {
            assert!(start.elapsed() < Duration::from_secs(30), "waited too long until {what}");
            std::thread::sleep(Duration::from_millis(5));
        }
    }
}

impl Drop for Case {
    fn drop(&mut self) {
        // A file that stays does no harm.
        let _ = std::fs::remove_file(&self.file);
    }
}

struct Run {
    status: Option<i32>,
    text: String,
    complaints: String,
}

impl Run {
    fn of(output: Output) -> Run {
        Run {
            status: output.status.code(),
            text: String::from_utf8_lossy(&output.stdout).into_owned(),
            complaints: String::from_utf8_lossy(&output.stderr).into_owned(),
        }
    }

    fn expect(&self, status: i32, last: &str) {
        assert_eq!(self.status, Some(status), "{}\n{}", self.text, self.complaints);
        assert!(self.text.ends_with(&format!("\n{last}\n")), "{}", self.text);
    }
}

fn everyone(fault: &'static str) -> Vec<(&'static str, &'static str)> {
    EngineKind::ALL.iter().map(|engine| (engine.name(), fault)).collect()
}

#[test]
fn an_engine_that_crashes_does_not_take_the_answer_of_the_others() {
    for fault in ["abort", "kill", "garbage", "memory"] {
        let case = Case::new(&format!("crash-{fault}"));
        let run = case.run(&[], &[("gps", fault)]);
        run.expect(0, "true");
        assert!(run.complaints.contains("the engine gps failed"), "{fault}: {}", run.complaints);
        assert!(!run.text.contains("found by gps"), "{}", run.text);
    }
}

/// The solver gets no memory, inside its library: whatever it does then, gives up or takes its process down, others answer.
#[test]
fn a_solver_without_memory_does_not_take_the_answer_of_the_others() {
    for engine in ["gps", "ufo"] {
        let run = Case::new(&format!("starve-{engine}")).run(&["--explain-choice"], &[(engine, "starve")]);
        run.expect(0, "true");
        assert!(!run.text.contains(&format!("found by {engine},")), "{}", run.text);
    }
}

#[test]
fn an_engine_that_hangs_loses_its_turn() {
    let case = Case::new("hang");
    for jobs in ["1", "2"] {
        let run = case.run(&["--jobs", jobs], &[("gps", "hang")]);
        run.expect(0, "true");
        assert_eq!(case.workers(), 0);
    }
}

#[test]
fn when_every_engine_crashes_it_is_an_internal_error() {
    let run = Case::new("all-crash").run(&[], &everyone("abort"));
    run.expect(4, "error");
}

#[test]
fn limits_end_the_whole_family() {
    let case = Case::new("limits");
    let run = case.run(&["--timeout", "0.5", "--explain-choice"], &everyone("hang"));
    run.expect(2, "unknown(timeout)");
    assert!(run.text.contains("choice of engines"), "{}", run.text);
    assert_eq!(case.workers(), 0);
    let run = case.run(&["--memory", "8"], &everyone("hang"));
    run.expect(2, "unknown(memory)");
    assert_eq!(case.workers(), 0);
}

fn send(signal: &str, child: &Child) {
    let sent = Command::new("kill").args(["-s", signal, &child.id().to_string()]).status();
    assert!(sent.is_ok_and(|status| status.success()));
}

#[test]
fn signals_end_the_whole_family() {
    let case = Case::new("signals");
    for signal in ["INT", "TERM"] {
        let child = case.hanging(&[]);
        send(signal, &child);
        Run::of(child.wait_with_output().expect("landfall ends")).expect(2, "unknown(interrupted)");
        assert_eq!(case.workers(), 0);
    }
}

#[test]
fn workers_do_not_outlive_a_supervisor_that_is_killed() {
    let case = Case::new("killed");
    let child = case.hanging(&["--jobs", "1"]);
    // Wait for a second worker: then the first one is paused.
    case.wait_until("a worker is paused", |workers| workers > 1);
    send("KILL", &child);
    child.wait_with_output().expect("landfall ends");
    case.wait_until("no worker is left", |workers| workers == 0);
}

/// Files that are checked side by side have a process each; one whose engines all fail is an error of its own.
#[test]
fn a_file_that_fails_leaves_the_others_of_its_batch_alone() {
    let case = Case::new("batch");
    let other = case.file.with_extension("i");
    std::fs::write(&other, "int main(void) { return 0; }\n").expect("a temporary file can be written");
    let mut command = case.command(&["--jobs", "2", "--keep-going", "--separately"], &[("gps", "abort")]);
    let run = Run::of(command.arg(&other).output().expect("landfall starts"));
    std::fs::remove_file(&other).expect("the file is there");
    assert_eq!(run.status, Some(0), "{}\n{}", run.text, run.complaints);
    assert!(run.text.ends_with("2 files: 2 proved, 0 violated, 0 unknown, 0 errors\n"), "{}", run.text);
    assert_eq!(case.workers(), 0);
}
