//! Measures what users wait for, against stated goals and against a baseline of the same run: see `docs/performance.md`.

use std::fmt::Write;
use std::hint::black_box;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use landfall::cfa::{DataModel, Program};
use landfall::exec::{Inputs, Limits, Machine};
use landfall::front::FrontOptions;

fn main() {
    let folder = std::env::temp_dir().join(format!("landfall-goals-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a temporary folder can be made");
    start_up(&folder);
    front_end(&folder);
    interpreter(&folder);
    // Left-over files in the temporary folder do no harm.
    let _ = std::fs::remove_dir_all(&folder);
}

/// The shortest of several runs.
fn best(times: usize, mut work: impl FnMut()) -> Duration {
    let mut measure = || {
        let clock = Instant::now();
        work();
        clock.elapsed()
    };
    (0..times).map(|_| measure()).min().unwrap_or_default()
}

fn line(what: &str, value: String, met: bool, baseline: &str) {
    let mark = if met { "meets its goal" } else { "MISSES ITS GOAL" };
    println!("{what:48} {value:>20}  {mark}; {baseline}");
}

fn write(folder: &Path, name: &str, text: &str) -> PathBuf {
    let path = folder.join(name);
    std::fs::write(&path, text).expect("a temporary file can be written");
    path
}

fn landfall(arguments: &[&str]) -> String {
    let mut command = Command::new(env!("CARGO_BIN_EXE_landfall"));
    let output = command.args(arguments).stdin(Stdio::null()).output().expect("landfall starts");
    String::from_utf8_lossy(&output.stdout).into_owned()
}

fn start_up(folder: &Path) {
    let text = "extern int __VERIFIER_nondet_int(void);\nextern void reach_error(void);\n\
                int main(void) { int x = __VERIFIER_nondet_int(); if (x > 5 && x < 5) reach_error(); return 0; }\n";
    let path = write(folder, "three.c", text).display().to_string();
    let nothing = best(20, || drop(black_box(landfall(&["--version"]))));
    let mut output = String::new();
    let verdict = best(20, || output = landfall(&["check", "--format", "json", &path]));
    let ratio = verdict.as_secs_f64() / nothing.as_secs_f64();
    assert!(output.contains("\"safe\""), "{output}");
    let milliseconds = verdict.as_secs_f64() * 1000.0;
    let baseline = format!("{ratio:.1} times printing the version");
    line("verdict on three lines", format!("{milliseconds:.1} ms"), milliseconds <= 40.0, &baseline);
    let memory = output.lines().find_map(|l| l.trim().strip_prefix("\"peak_memory_bytes\": ")?.parse::<u64>().ok());
    let megabytes = memory.map_or(f64::NAN, |bytes| bytes as f64 / f64::from(1 << 20));
    line("resident memory there", format!("{megabytes:.1} MB"), megabytes <= 60.0, "goal 60 MB");
}

/// Functions with the usual statements, ten lines each.
fn many_lines(lines: usize) -> String {
    let mut text = String::from("extern int __VERIFIER_nondet_int(void);\nextern void reach_error(void);\n");
    for n in 0..lines / 10 {
        let _ = writeln!(
            text,
            "static unsigned int step{n}(int a, unsigned int b)\n{{\n  int i = 0;\n  while (i < a && b != {n}u) {{\n    \
             b = (b << 1) ^ (unsigned int)(i * {n});\n    if (b % 7 == 3) i += 2; else i++;\n  }}\n  \
             switch (a & 3) {{ case 0: b++; break; case 1: b--; default: b ^= 5; }}\n  return b;\n}}"
        );
    }
    text.push_str("int main(void)\n{\n  unsigned int x = 0;\n");
    for n in 0..lines / 10 {
        let _ = writeln!(text, "  x += step{n}(__VERIFIER_nondet_int(), x);");
    }
    text.push_str("  if (x == 12345) reach_error();\n  return 0;\n}\n");
    text
}

fn front_end(folder: &Path) {
    let text = many_lines(9_000);
    let count = text.lines().count();
    let path = write(folder, "many.c", &text);
    let ours = best(5, || drop(black_box(load(&path))));
    let compiler = best(3, || {
        let status = Command::new("cc").arg("-fsyntax-only").arg("-w").arg(&path).status();
        assert!(status.is_ok_and(|s| s.success()), "cc accepts the file");
    });
    let seconds = ours.as_secs_f64() * 10_000.0 / count as f64;
    let baseline = format!("{:.2} times cc -fsyntax-only", ours.as_secs_f64() / compiler.as_secs_f64());
    line("10,000 lines of C to a program", format!("{:.1} ms", seconds * 1000.0), seconds <= 0.5, &baseline);
}

fn interpreter(folder: &Path) {
    const ROUNDS: u64 = 10_000_000;
    let text =
        format!("int main(void) {{ unsigned int i = 0, s = 0; while (i < {ROUNDS}u) {{ s += i; i++; }} return s; }}\n");
    let program = load(&write(folder, "count.c", &text));
    let machine = Machine::new(&program);
    let mut steps = 0;
    let ours = best(3, || {
        let mut state = machine.initial();
        steps = machine.run(&mut state, &mut Inputs::new(&[]), &Limits::default()).steps;
    });
    let native = best(3, || {
        let (mut i, mut s) = (0u32, 0u32);
        while black_box(i) < ROUNDS as u32 {
            s = black_box(s.wrapping_add(i));
            i = black_box(i + 1);
        }
        black_box(s);
    });
    let rate = steps as f64 / ours.as_secs_f64() / 1e6;
    let baseline = format!("{:.1} times the time of a native loop", ours.as_secs_f64() / native.as_secs_f64());
    line("interpreter on a counting loop", format!("{rate:.0} M edges/s"), rate >= 20.0, &baseline);
}

fn load(path: &Path) -> Program {
    let options = FrontOptions::new(DataModel::Lp64);
    match landfall::front::load(&[path], &options) {
        Ok(loaded) => loaded.program,
        Err(error) => panic!("the front end rejects the file: {:?}", error.diagnostics),
    }
}
