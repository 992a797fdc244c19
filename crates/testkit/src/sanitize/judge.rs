//! What a compiler's sanitizers say of a program, on every combination of its inputs.

use std::collections::BTreeSet;
use std::fmt;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::memory_c::MemoryProgram;

/// What a sanitizer has seen.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Kind {
    Memory,
    Free,
    Overflow,
    /// A shift to the left of a negative value, or whose result does not fit: undefined, but gcc knows a result.
    ShiftedValue,
    /// A shift by an amount that is out of range.
    ShiftAmount,
    Division,
    /// An assertion, seen by nobody but the program.
    Assertion,
    /// Something that programs must not do.
    Other,
}

impl Kind {
    /// From a line of a report.
    fn of(line: &str) -> Option<Kind> {
        let has = |text: &str| line.contains(text);
        if has("ERROR: AddressSanitizer") {
            return Some(match () {
                () if has("attempting free") || has("attempting double-free") => Kind::Free,
                () => Kind::Memory,
            });
        }
        let (_, message) = line.split_once("runtime error: ")?;
        let has = |text: &str| message.contains(text);
        Some(match () {
            () if has("signed integer overflow") || has("negation of") => Kind::Overflow,
            () if has("division by zero") => Kind::Division,
            () if has("division of") => Kind::Overflow,
            () if has("shift exponent") => Kind::ShiftAmount,
            () if has("left shift of") => Kind::ShiftedValue,
            () if ["out of bounds", "pointer", "misaligned", "insufficient space"].into_iter().any(has) => Kind::Memory,
            () => Kind::Other,
        })
    }

    /// Whether landfall may call it so.
    pub fn is_property(self, property: &str) -> bool {
        match self {
            Kind::Memory | Kind::Free => matches!(property, "valid-deref" | "valid-free"),
            Kind::Overflow => property == "no-overflow",
            Kind::ShiftedValue => matches!(property, "no-overflow" | "valid-shift"),
            Kind::ShiftAmount => property == "valid-shift",
            Kind::Division => property == "no-division-by-zero",
            Kind::Assertion => property == "unreach-call",
            Kind::Other => false,
        }
    }
}

/// How a run ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum End {
    Completed,
    /// A report, or a failing assertion; the line that says so.
    Stopped(Kind, String),
}

/// One run: the checks that it passed, with their values, and its end.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Run {
    pub probes: Vec<(usize, i64)>,
    pub end: End,
}

/// What is looked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Look {
    /// All that is undefined.
    Everything,
    /// All but [`Kind::ShiftedValue`], which ends no execution when landfall is asked for assertions alone.
    NotShiftedValues,
}

/// Who compiles and looks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Compiler {
    Gcc,
    Clang,
}

impl Compiler {
    fn command(self, look: Look) -> Command {
        let mut command = Command::new(match self {
            Compiler::Gcc => "gcc",
            Compiler::Clang => "clang",
        });
        command.args(["-O0", "-g", "-w", "-std=gnu11", "-fno-builtin", "-fsanitize=address,undefined"]);
        command.arg(match self {
            Compiler::Gcc => "-fsanitize=bounds-strict,float-cast-overflow",
            Compiler::Clang => "-fsanitize=float-cast-overflow",
        });
        command.args(["-fno-sanitize-recover=all", "-Dmain=program_main"]);
        if look == Look::NotShiftedValues {
            command.arg("-fno-sanitize=shift-base");
        }
        command
    }
}

/// A folder in which programs are compiled and run.
pub struct Judge {
    directory: PathBuf,
    pub compilers: Vec<Compiler>,
}

/// In place of the assertions, programs tell the values that they look at.
const PROBES: &str = "extern void probe(int, long long);\n#define CHECK(k, e) probe(k, e)\n";

const ASAN_OPTIONS: &str = "detect_leaks=0:detect_stack_use_after_return=1:symbolize=0:allocator_may_return_null=1";

impl Judge {
    /// With the compilers that have sanitizers here; `Err` if none has.
    pub fn new(directory: &Path) -> Result<Judge, String> {
        let harness = directory.join("harness.c");
        std::fs::write(&harness, include_str!("harness.c")).map_err(|e| format!("{}: {e}", harness.display()))?;
        let object = directory.join("harness.o");
        run(Command::new("gcc").args(["-O1", "-w", "-c", "-o"]).arg(&object).arg(&harness))?;
        let mut judge = Judge { directory: directory.to_owned(), compilers: Vec::new() };
        for compiler in [Compiler::Gcc, Compiler::Clang] {
            if judge.runs_of(compiler, Look::Everything, "int main(void) { return 0; }", (0, 1), "try").is_ok() {
                judge.compilers.push(compiler);
            }
        }
        if judge.compilers.is_empty() { Err("no compiler with sanitizers".to_owned()) } else { Ok(judge) }
    }

    /// The runs of a program whose checks are probes, for each combination of inputs, by each compiler in turn. `name` is that
    /// of files that nobody else uses at the time.
    pub fn runs(&self, program: &MemoryProgram, look: Look, name: &str) -> Result<Vec<Vec<Run>>, String> {
        self.runs_of_text(&format!("{PROBES}{}", program.text), program, look, name)
    }

    /// The same of a program with its assertions.
    pub fn runs_of_text(
        &self,
        text: &str,
        program: &MemoryProgram,
        look: Look,
        name: &str,
    ) -> Result<Vec<Vec<Run>>, String> {
        let run = |&compiler| self.runs_of(compiler, look, text, (program.inputs, program.bits), name);
        self.compilers.iter().map(run).collect()
    }

    fn runs_of(
        &self,
        compiler: Compiler,
        look: Look,
        text: &str,
        (inputs, bits): (u32, u32),
        name: &str,
    ) -> Result<Vec<Run>, String> {
        let source = self.directory.join(format!("{name}.c"));
        let binary = self.directory.join(name);
        std::fs::write(&source, text).map_err(|e| format!("{}: {e}", source.display()))?;
        run(compiler.command(look).arg("-o").arg(&binary).arg(&source).arg(self.directory.join("harness.o")))?;
        let mut command = Command::new(&binary);
        command.args([inputs.to_string(), bits.to_string()]);
        command.env("ASAN_OPTIONS", ASAN_OPTIONS).env("UBSAN_OPTIONS", "print_stacktrace=0");
        let output = run(&mut command)?;
        for file in [&source, &binary] {
            // A file that stays behind is in nobody's way.
            let _ = std::fs::remove_file(file);
        }
        let runs: Vec<Run> = output.split("@run\n").skip(1).map(read_run).collect::<Result<_, _>>()?;
        let expected = 1 << (inputs * bits);
        if runs.len() == expected { Ok(runs) } else { Err(format!("{} of {expected} runs", runs.len())) }
    }
}

/// What a command writes; `Err` with its complaints if it fails.
fn run(command: &mut Command) -> Result<String, String> {
    let output = command.output().map_err(|e| format!("{command:?}: {e}"))?;
    if output.status.success() {
        return Ok(String::from_utf8_lossy(&output.stdout).into_owned());
    }
    Err(format!("{command:?}: {}\n{}", output.status, String::from_utf8_lossy(&output.stderr)))
}

/// Reads what one run has written: probes as `@number value`, reports, and how it ended.
fn read_run(text: &str) -> Result<Run, String> {
    let mut probes = Vec::new();
    for line in text.lines() {
        let stopped = |kind| End::Stopped(kind, line.to_owned());
        let end = match line.strip_prefix('@') {
            Some("ended") => Some(End::Completed),
            Some("failed") => Some(stopped(Kind::Assertion)),
            Some(note) => match note.split_once(' ').map(|(n, v)| (n.parse(), v.parse())) {
                Some((Ok(number), Ok(value))) => {
                    probes.push((number, value));
                    None
                }
                _ => return Err(format!("a run says: {note}")),
            },
            None if line.contains("Assertion `") => Some(stopped(Kind::Assertion)),
            None => Kind::of(line).map(stopped),
        };
        match end {
            Some(End::Stopped(Kind::Other, line)) => return Err(format!("a report that is not expected: {line}")),
            Some(end) => return Ok(Run { probes, end }),
            None => {}
        }
    }
    Err(format!("a run did not end: {text}"))
}

/// What the runs of a program come to.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Facts {
    /// What happens in some run, at its end.
    pub ends: BTreeSet<Kind>,
    /// A line of a report for each of them.
    pub lines: Vec<String>,
}

impl Facts {
    pub fn of(runs: &[Run]) -> Facts {
        let mut facts = Facts::default();
        for run in runs {
            if let End::Stopped(kind, line) = &run.end
                && facts.ends.insert(*kind)
            {
                facts.lines.push(line.clone());
            }
        }
        facts
    }

    pub fn assertion_fails(&self) -> bool {
        self.ends.contains(&Kind::Assertion)
    }
}

impl fmt::Display for Facts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.ends.is_empty() {
            return f.write_str("nothing happens");
        }
        let names: Vec<String> = self.ends.iter().map(|kind| format!("{kind:?}")).collect();
        f.write_str(&names.join(", "))
    }
}
