//! A counterexample as a program: a harness that feeds the inputs, to be compiled together with the source; a Test-Comp test suite; and
//! running it all with a C compiler.
//!
//! The harness defines whatever the program leaves open, weakly, so that definitions of the program's own win. That the error was
//! reached it learns from its own definition of the error function, or, where the program has one, from the compiler's hook at the
//! entry of functions. It then prints a line and ends with status 1.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use landfall::cfa::{ErrorKind, HavocKind, Op, Type};
use landfall::front::{ERROR_FUNCTION, Never, OLD_ERROR_FUNCTION, Property};
use sha2::{Digest, Sha256};

use crate::evidence::is_explained;
use crate::instrumented::{START, instrument, starts_elsewhere};
use crate::output::human::shell_word;
use crate::output::junit::escape;
use crate::output::result::{FileResult, Input, InputSource, Replay, ReplayOutcome, Verdict, Violation};
use crate::program::{Compiled, Loaded, ProgramOptions};
use crate::property::{is_identifier, specification_violated};
use crate::witness::write::{hex, iso_8601};

/// What the harness prints when the error is reached.
const REACHED: &str = "landfall: the error is reached";

/// The harness in C for a violation.
pub fn source(loaded: &Loaded, violation: &Violation) -> String {
    let mut out = String::from(
        "/* Written by landfall: feeds the program the inputs that lead to its error. Compile it together with the program. */\n\
         #include <sys/syscall.h>\n\nextern long syscall(long number, ...);\nextern void _Exit(int status);\n\n#define QUIET __attribute__((no_instrument_function))\n\
         #define WEAK __attribute__((weak)) QUIET\n\n",
    );
    let fed: Vec<&Input> = violation.inputs.iter().filter(|input| is_fed(input)).collect();
    let _ = writeln!(out, "static const unsigned long long landfall_values[] = {{");
    for input in &fed {
        let bits = input.value.parse::<i128>().unwrap_or(0) as u64;
        let function = input.function.as_deref().unwrap_or("?");
        let _ = writeln!(out, "    {bits:#x}ULL, /* {} from {function} */", input.value);
    }
    let functions = functions(loaded);
    // The program's output comes first, unless an input takes the place of the function for it.
    let flush = if functions.contains_key("fflush") { "" } else { "    fflush((void *)0);\n" };
    let _ = writeln!(
        out,
        "    0\n}};\nstatic const unsigned long landfall_count = {};\nstatic unsigned long landfall_next;\n\n\
         static QUIET unsigned long long landfall_value(void)\n{{\n    \
         return landfall_next < landfall_count ? landfall_values[landfall_next++] : 0;\n}}\n\n\
         extern int fflush();\nstatic QUIET void landfall_reached(void)\n{{\n    \
         static const char line[] = \"{REACHED}\\n\";\n{flush}    syscall(SYS_write, 1, line, sizeof line - 1);\n    \
         _Exit(1);\n}}\n",
        fed.len()
    );
    for (name, ty) in functions {
        let _ = writeln!(out, "{}", definition(&name, ty));
    }
    out.push_str(&errors(loaded));
    if let Some(instrumented) = instrument(loaded, violation) {
        let _ = write!(out, "\n{}", instrumented.functions);
    }
    if starts_elsewhere(loaded) {
        let _ = write!(out, "\n#undef main\nint {START}(void);\nQUIET int main(void) {{ return {START}(); }}\n");
    }
    out
}

/// Whether the harness can give the value: what no call returns, it cannot.
fn is_fed(input: &Input) -> bool {
    // Inline assembly is no function.
    let is_function = input.function.as_deref().is_some_and(is_identifier);
    is_function && matches!(input.source, InputSource::Input | InputSource::Extern)
}

/// The functions that give values, with the types they give.
fn functions(loaded: &Loaded) -> BTreeMap<String, Type> {
    let program = &loaded.program;
    let given = program.edges.values().filter_map(|edge| match &edge.op {
        Op::Havoc(var, HavocKind::Input(name) | HavocKind::Extern(name)) => {
            Some((name.to_string(), program.vars[*var].ty))
        }
        _ => None,
    });
    given.filter(|(name, _)| is_identifier(name)).collect()
}

fn definition(name: &str, ty: Type) -> String {
    let float = match name.rsplit('_').next() {
        Some("float") => Some(("float", "unsigned int")),
        Some("double") => Some(("double", "unsigned long long")),
        _ => None,
    };
    if let Some((ty, bits)) = float {
        return format!(
            "WEAK {ty} {name}()\n{{\n    union {{ {bits} bits; {ty} value; }} u;\n    u.bits = ({bits})landfall_value();\n    \
             return u.value;\n}}\n"
        );
    }
    let (bits, signed) = ty.as_int().map_or((64, false), |int| (int.bits, int.signed));
    let base = match bits {
        1 => "_Bool",
        2..=8 => "char",
        9..=16 => "short",
        17..=32 => "int",
        _ => "long long",
    };
    let sign = match (bits, signed) {
        (1, _) => "",
        (_, true) => "signed ",
        (_, false) => "unsigned ",
    };
    format!("WEAK {sign}{base} {name}()\n{{\n    return ({sign}{base})landfall_value();\n}}\n")
}

/// The error functions, and the usual ones that end an execution.
fn errors(loaded: &Loaded) -> String {
    let (names, assertions): (Vec<String>, bool) = match &loaded.property {
        Property::Assertions => (vec![ERROR_FUNCTION.into(), OLD_ERROR_FUNCTION.into()], true),
        Property::Never(list) => {
            let calls = list.iter().filter_map(|never| match never {
                Never::Call(name) => Some(name.clone()),
                _ => None,
            });
            (calls.collect(), false)
        }
    };
    let mut out = String::new();
    for name in &names {
        let _ = writeln!(out, "WEAK void {name}() {{ landfall_reached(); }}");
    }
    // The old name of the function counts where a program does not define it. Where neither is an error, a call ends the execution.
    let counts = names.iter().any(|name| name == ERROR_FUNCTION);
    for name in [ERROR_FUNCTION, OLD_ERROR_FUNCTION].into_iter().filter(|name| !names.iter().any(|known| known == name))
    {
        let ends = if counts { "landfall_reached();" } else { "_Exit(0);" };
        let _ = writeln!(out, "WEAK void {name}() {{ {ends} }}");
    }
    let failed = if assertions { "landfall_reached();" } else { "_Exit(0);" };
    let _ = writeln!(
        out,
        "QUIET void __assert_fail(const char *a, const char *f, unsigned int l, const char *w)\n{{\n    \
         (void)a; (void)f; (void)l; (void)w;\n    {failed}\n}}\n\
         WEAK void assert(int condition) {{ if (!condition) {{ {failed} }} }}\n\
         WEAK void __VERIFIER_assume(int condition) {{ if (!condition) _Exit(0); }}\n\
         WEAK void __VERIFIER_atomic_begin(void) {{}}\nWEAK void __VERIFIER_atomic_end(void) {{}}\n"
    );
    let tests: Vec<String> = names.iter().map(|name| format!("function == (void *){name}")).collect();
    let test = if tests.is_empty() { "0".to_string() } else { tests.join(" || ") };
    let _ = writeln!(
        out,
        "QUIET void __cyg_profile_func_enter(void *function, void *caller)\n{{\n    (void)caller;\n    \
         if ({test}) landfall_reached();\n}}\n\
         QUIET void __cyg_profile_func_exit(void *function, void *caller) {{ (void)function; (void)caller; }}"
    );
    out
}

/// The name that the instrumented source has in the folder of the harness. The preprocessor looks for headers beside the original.
fn instrumented_name(loaded: &Loaded) -> String {
    let extension = loaded.source.extension().map_or("c".into(), |extension| extension.to_string_lossy().into_owned());
    format!("program.{extension}")
}

/// What finds undefined behaviour in a compiled program.
const SANITIZERS: [&str; 2] = ["-fsanitize=address,undefined", "-fno-sanitize-recover=all"];

/// Whether the error with this message is one that only the compiler's sanitizers notice.
fn is_for_sanitizers(loaded: &Loaded, message: &str) -> bool {
    let plain = [ErrorKind::ReachError, ErrorKind::AssertionFailure, ErrorKind::Label];
    loaded.program.errors().any(|(_, error)| is_explained(message, &error.message) && !plain.contains(&error.kind))
}

/// The calls of the C compiler, for `source`, which is the program's own or a instrumented one, and the error with this message: one for
/// each further unit, and one for the program.
fn compilations(
    loaded: &Loaded,
    options: &ProgramOptions,
    message: &str,
    source: &Path,
    folder: &Path,
    out: &Path,
) -> Vec<Vec<String>> {
    let width = match loaded.program.semantics.data_model {
        landfall::cfa::DataModel::Ilp32 => "-m32",
        landfall::cfa::DataModel::Lp64 => "-m64",
    };
    let mut words: Vec<String> =
        ["-w", "-g", "-O0", "-fno-builtin", "-finstrument-functions", width].iter().map(ToString::to_string).collect();
    if is_for_sanitizers(loaded, message) {
        words.extend(SANITIZERS.map(String::from));
    }
    if starts_elsewhere(loaded) {
        words.push("-Dmain=landfall_own_main".into());
    }
    let is_own = |unit: &&Compiled| unit.file == loaded.source;
    let others: Vec<&Compiled> = loaded.units.iter().filter(|unit| !is_own(unit)).collect();
    if !others.is_empty() {
        // What is not needed may need what is not there.
        words.extend(["-ffunction-sections", "-fdata-sections", "-Wl,--gc-sections"].map(String::from));
    }
    let mut given = Vec::new();
    options.include.iter().for_each(|folder| given.extend(["-I".into(), folder.display().to_string()]));
    options.define.iter().for_each(|name| given.extend(["-D".into(), name.clone()]));
    let mut calls = Vec::new();
    let mut objects = Vec::new();
    for (number, unit) in others.into_iter().enumerate() {
        let object = folder.join(format!("unit-{}.o", number + 1)).display().to_string();
        let last = ["-c".into(), unit.file.display().to_string(), "-o".into(), object.clone()];
        calls.push([&words[..], &unit.flags, &given, &last].concat());
        objects.push(object);
    }
    words.extend(loaded.units.iter().find(is_own).into_iter().flat_map(|unit| unit.flags.clone()));
    words.extend(given);
    if source != loaded.source {
        let beside = loaded.source.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        words.extend(["-I".into(), beside.display().to_string()]);
    }
    words.extend([source.display().to_string(), folder.join("harness.c").display().to_string()]);
    words.extend(objects);
    words.extend(["-o".into(), out.display().to_string()]);
    calls.push(words);
    calls
}

/// The command that compiles and runs the harness in `folder`, for a shell.
pub fn command_line(loaded: &Loaded, options: &ProgramOptions, message: &str, source: &Path, folder: &Path) -> String {
    let out = folder.join("reproduce");
    let mut line = String::new();
    for call in compilations(loaded, options, message, source, folder, &out) {
        let words: Vec<String> = call.iter().map(|word| shell_word(word)).collect();
        let _ = write!(line, "cc {} && ", words.join(" "));
    }
    let run = if out.is_absolute() { out } else { Path::new(".").join(out) };
    line + &shell_word(&run.display().to_string())
}

/// The files of `--tests`: name and text.
pub fn files(
    loaded: &Loaded,
    options: &ProgramOptions,
    result: &FileResult,
    violation: &Violation,
    folder: &Path,
) -> Vec<(PathBuf, String)> {
    let instrumented =
        instrument(loaded, violation).map(|instrumented| (folder.join(instrumented_name(loaded)), instrumented.text));
    let source_file = instrumented.as_ref().map_or(&loaded.source, |(path, _)| path);
    let script = format!(
        "#!/bin/sh\n# Written by landfall: compiles the program with its harness and runs it.\n{}\n",
        command_line(loaded, options, &violation.message, source_file, folder)
    );
    let own = vec![
        (folder.join("harness.c"), source(loaded, violation)),
        (folder.join("reproduce.sh"), script),
        (folder.join("metadata.xml"), metadata(loaded, result)),
        (folder.join("testcase-1.xml"), testcase(violation)),
    ];
    own.into_iter().chain(instrumented).collect()
}

fn specification_of(loaded: &Loaded, result: &FileResult) -> String {
    let violated = if let Verdict::Unsafe(violation) = &result.verdict { violation.property.as_str() } else { "" };
    specification_violated(&loaded.property, &loaded.entry, violated)
}

fn metadata(loaded: &Loaded, result: &FileResult) -> String {
    let architecture = if result.data_model == "ILP32" { "32bit" } else { "64bit" };
    let entries = [
        ("sourcecodelang", "C".to_string()),
        ("producer", format!("landfall {}", env!("CARGO_PKG_VERSION"))),
        ("specification", specification_of(loaded, result)),
        ("programfile", loaded.source.display().to_string()),
        ("programhash", hex(&Sha256::digest(&loaded.text))),
        ("entryfunction", loaded.entry.clone()),
        ("architecture", architecture.to_string()),
        ("creationtime", iso_8601(std::time::SystemTime::now())),
    ];
    let lines: String = entries.iter().map(|(name, text)| format!("  <{name}>{}</{name}>\n", escape(text))).collect();
    format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"no\"?>\n\
         <!DOCTYPE test-metadata PUBLIC \"+//IDN sosy-lab.org//DTD test-format test-metadata 1.1//EN\" \
         \"https://sosy-lab.org/test-format/test-metadata-1.1.dtd\">\n<test-metadata>\n{lines}</test-metadata>\n"
    )
}

fn testcase(violation: &Violation) -> String {
    let inputs: String = violation
        .inputs
        .iter()
        .filter(|input| is_fed(input))
        .map(|input| format!("  <input>{}</input>\n", escape(&input.value)))
        .collect();
    format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"no\"?>\n\
         <!DOCTYPE testcase PUBLIC \"+//IDN sosy-lab.org//DTD test-format testcase 1.1//EN\" \
         \"https://sosy-lab.org/test-format/testcase-1.1.dtd\">\n\
         <!-- written by landfall -->\n<testcase coversError=\"true\">\n{inputs}</testcase>\n"
    )
}

/// How long the compiled program may run.
const PATIENCE: Duration = Duration::from_secs(20);

/// Compiles the program with its harness and runs it.
pub fn replay(loaded: &Loaded, options: &ProgramOptions, violation: &Violation) -> Replay {
    let folder = std::env::temp_dir().join(format!("landfall-replay-{}", std::process::id()));
    let outcome = compile_and_run(loaded, options, violation, &folder);
    // What stays in a temporary folder does no harm.
    let _ = std::fs::remove_dir_all(&folder);
    outcome
}

fn compile_and_run(loaded: &Loaded, options: &ProgramOptions, violation: &Violation, folder: &Path) -> Replay {
    let not_run = |message: String| Replay { outcome: ReplayOutcome::NotRun, message };
    if loaded.program.objects.values().any(|object| &*object.name == "$outside") {
        return not_run(
            "not possible, because the program gets pointers from outside, which a harness cannot make".into(),
        );
    }
    let (harness, out) = (folder.join("harness.c"), folder.join("reproduce"));
    let instrumented = instrument(loaded, violation);
    let program = instrumented.as_ref().map_or(loaded.source.clone(), |_| folder.join(instrumented_name(loaded)));
    let written =
        std::fs::create_dir_all(folder).and_then(|()| std::fs::write(&harness, source(loaded, violation))).and_then(
            |()| instrumented.as_ref().map_or(Ok(()), |instrumented| std::fs::write(&program, &instrumented.text)),
        );
    if let Err(error) = written {
        return not_run(format!("the harness cannot be written: {error}"));
    }
    for words in compilations(loaded, options, &violation.message, &program, folder, &out) {
        match Command::new("cc").args(words).stdin(Stdio::null()).output() {
            Err(error) => return not_run(format!("there is no C compiler cc: {error}")),
            Ok(output) if !output.status.success() => {
                let text = String::from_utf8_lossy(&output.stderr);
                return not_run(format!("it does not compile: {}", text.lines().next().unwrap_or("no message")));
            }
            Ok(_) => {}
        }
    }
    match run(&out) {
        Err(message) => not_run(message),
        Ok(text) if text.contains(REACHED) => {
            let sets_values = violation.inputs.iter().any(|input| input.source == InputSource::Uninitialised);
            let how = if sets_values { " (uninitialised variables were given their values)" } else { "" };
            let message = format!("compiled with cc and run, it reaches the error{how}");
            Replay { outcome: ReplayOutcome::Reproduced, message }
        }
        Ok(text) if is_for_sanitizers(loaded, &violation.message) && complaint(&text).is_some() => {
            let found = complaint(&text).unwrap_or_default();
            let message = format!("compiled with cc and its sanitizers and run, it fails: {found}");
            Replay { outcome: ReplayOutcome::Reproduced, message }
        }
        Ok(_) => {
            let complete = instrumented.as_ref().is_some_and(|instrumented| !instrumented.incomplete);
            let given = |input: &Input| match input.source {
                InputSource::Input | InputSource::Extern => is_fed(input),
                InputSource::Uninitialised => complete,
                InputSource::Argument => starts_elsewhere(loaded),
                InputSource::Object | InputSource::Volatile | InputSource::Unspecified | InputSource::Approximation => {
                    false
                }
            };
            let why = match violation.inputs.iter().all(given) {
                true => "",
                false => {
                    "; it reads what a harness cannot set: uninitialised variables or memory, arguments or inline assembly"
                }
            };
            let message = format!("compiled with cc and run, it does not reach the error{why}");
            Replay { outcome: ReplayOutcome::NotReproduced, message }
        }
    }
}

/// What a sanitizer found in a run, if it found something.
fn complaint(text: &str) -> Option<&str> {
    let line = text.lines().find(|line| line.contains("runtime error: ") || line.contains("Sanitizer: "))?;
    let at = ["runtime error: ", "Sanitizer: "].iter().find_map(|mark| Some(line.find(mark)? + mark.len()));
    at.map(|at| &line[at..])
}

/// What the program prints, to stdout and stderr.
fn run(program: &Path) -> Result<String, String> {
    let mut child = Command::new("sh")
        .args(["-c", "exec \"$0\" 2>&1"])
        .arg(program)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .spawn()
        .map_err(|error| format!("it cannot be run: {error}"))?;
    let Some(mut stdout) = child.stdout.take() else { return Err("it cannot be run".into()) };
    let reader = std::thread::spawn(move || {
        let mut text = Vec::new();
        // Whatever was printed before a failure counts.
        let _ = std::io::Read::read_to_end(&mut stdout, &mut text);
        String::from_utf8_lossy(&text).into_owned()
    });
    let start = Instant::now();
    while child.try_wait().map_err(|error| error.to_string())?.is_none() {
        if start.elapsed() > PATIENCE {
            // It may have ended by now.
            let _ = child.kill();
            let _ = child.wait();
            return Err(format!("it was stopped after {} seconds", PATIENCE.as_secs()));
        }
        std::thread::sleep(Duration::from_millis(2));
    }
    Ok(reader.join().unwrap_or_default())
}
