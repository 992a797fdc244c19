//! What a C compiler's program does: compiles many random programs at once and runs each on several streams of inputs.
//!
//! The compiler checks for overflow, division and shift amounts at run time and traps; the trap is reported as undefined. Each run
//! is a process of its own, forked before anything happened, so that all start from the same globals.

use std::fmt::Write as _;
use std::path::Path;
use std::process::Command;

use landfall::cfa::DataModel;

use crate::inputs::InputStream;
use crate::random_c::{CProgram, INPUTS};

/// How one run ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum GccOutcome {
    /// The program came to its end with this digest.
    Digest(u64),
    Undefined,
    /// The run was stopped after a while.
    TimeOut,
}

/// Who compiles.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Compiler {
    Gcc,
    /// Looks for undefined behaviour before it folds anything, so that it sees what gcc has optimised away by then.
    Clang,
}

impl Compiler {
    fn command(self) -> Command {
        let (name, trap) = match self {
            Compiler::Gcc => ("gcc", "-fsanitize-undefined-trap-on-error"),
            Compiler::Clang => ("clang", "-fsanitize-trap=all"),
        };
        let mut command = Command::new(name);
        command.args(["-O0", "-w", "-std=gnu11", trap]);
        command.arg("-fsanitize=signed-integer-overflow,integer-divide-by-zero,shift-exponent");
        command
    }
}

/// How gcc reports that it crashed.
pub const CRASH: &str = "internal compiler error";

const HARNESS: &str = r#"
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
static char line[64];
static void tell(const char *s) { if (write(1, s, strlen(s)) < 0) _exit(3); }
static void trapped(int signal) { (void)signal; tell("U\n"); _exit(0); }
static void late(int signal) { (void)signal; tell("T\n"); _exit(0); }
int main(void) {
    for (unsigned p = 0; p < sizeof programs / sizeof *programs; p++)
        for (unsigned r = 0; r < RUNS; r++) {
            pid_t child = fork();
            if (child < 0) return 2;
            if (child > 0) {
                waitpid(child, 0, 0);
                continue;
            }
            signal(SIGILL, trapped);
            signal(SIGFPE, trapped);
            signal(SIGTRAP, trapped);
            signal(SIGALRM, late);
            alarm(10);
            input_state = programs[p].seed + r;
            programs[p].entry();
            snprintf(line, sizeof line, "%llu\n", *programs[p].digest);
            tell(line);
            _exit(0);
        }
    return 0;
}
"#;

/// Runs programs, each with its seed for inputs, `runs` times with streams of neighbouring seeds. `Err` says what did not work.
pub fn run(
    compiler: Compiler,
    programs: &[(CProgram, u64)],
    runs: usize,
    model: DataModel,
    directory: &Path,
) -> Result<Vec<Vec<GccOutcome>>, String> {
    let source = directory.join("programs.c");
    let binary = directory.join("programs");
    std::fs::write(&source, file(programs, runs)).map_err(|e| format!("{}: {e}", source.display()))?;
    let mut command = compiler.command();
    command.arg(flag(model));
    let compiled = command.arg("-o").arg(&binary).arg(&source).output().map_err(|e| format!("{compiler:?}: {e}"))?;
    if !compiled.status.success() {
        return Err(format!(
            "{compiler:?} rejects {}:\n{}",
            source.display(),
            String::from_utf8_lossy(&compiled.stderr)
        ));
    }
    let output = Command::new(&binary).output().map_err(|e| format!("{}: {e}", binary.display()))?;
    let text = String::from_utf8_lossy(&output.stdout);
    let mut outcomes = text.lines().map(outcome);
    let mut all = Vec::new();
    for _ in programs {
        let these: Vec<GccOutcome> = outcomes.by_ref().take(runs).collect::<Option<_>>().ok_or("unreadable output")?;
        all.push(these);
    }
    if all.iter().any(|these| these.len() != runs) {
        return Err(format!("{}: a run gave no answer", binary.display()));
    }
    Ok(all)
}

fn flag(model: DataModel) -> &'static str {
    match model {
        DataModel::Ilp32 => "-m32",
        DataModel::Lp64 => "-m64",
    }
}

/// Whether programs for this data model can be compiled and run here.
pub fn works(compiler: Compiler, model: DataModel, directory: &Path) -> bool {
    run(compiler, &[], 0, model, directory).is_ok()
}

fn outcome(line: &str) -> Option<GccOutcome> {
    match line {
        "U" => Some(GccOutcome::Undefined),
        "T" => Some(GccOutcome::TimeOut),
        digest => digest.parse().ok().map(GccOutcome::Digest),
    }
}

/// One C file with all programs and the code that runs them.
fn file(programs: &[(CProgram, u64)], runs: usize) -> String {
    let mut file = InputStream::IN_C.to_owned();
    for (name, ty) in INPUTS {
        let value = if ty == "_Bool" { "next_input() & 1" } else { "next_input()" };
        let _ = writeln!(file, "static {ty} {name}(void) {{ return ({ty})({value}); }}");
    }
    for (program, _) in programs {
        file.push_str(&program.text);
    }
    let _ = writeln!(file, "#define RUNS {runs}u");
    file.push_str("static const struct { void (*entry)(void); unsigned long long *digest, seed; } programs[] = {\n");
    for (program, seed) in programs {
        let _ = writeln!(file, "    {{ {p}entry, &{p}digest, {seed}ull }},", p = program.prefix);
    }
    file.push_str("};\n");
    file.push_str(HARNESS);
    file
}
