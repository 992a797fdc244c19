//! Programs about library functions and built-ins, `tests/library`: each has a verdict, which the C compiler's program confirms.
//!
//! The comment lines at the start of a program say what is expected:
//!
//! ```text
//! // verdict: safe | unsafe
//! // options: ...          (further options of `landfall check`)
//! // decides: no           (`unknown` is allowed)
//! // stdin: text           (what the compiled program reads)
//! // env: NAME=VALUE       (and its environment)
//! // gcc: no               (the compiled program does not show it)
//! ```
//!
//! Compiling takes longer than checking: one program of `SHARE` is compiled, all with `LANDFALL_LIBRARY=all` in the environment.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use libtest_mimic::{Arguments, Failed, Trial};

const SHARE: usize = 6;

#[derive(Clone, Debug)]
struct Program {
    path: PathBuf,
    safe: bool,
    headers: Vec<(String, String)>,
}

impl Program {
    fn read(path: &Path) -> Result<Program, String> {
        let text = std::fs::read_to_string(path).map_err(|error| error.to_string())?;
        let lines = text.lines().map_while(|line| line.strip_prefix("// "));
        let headers: Vec<(String, String)> =
            lines.filter_map(|line| line.split_once(": ")).map(|(k, v)| (k.into(), v.into())).collect();
        let known = ["verdict", "options", "decides", "stdin", "env", "gcc"];
        if let Some((key, _)) = headers.iter().find(|(key, _)| !known.contains(&&key[..])) {
            return Err(format!("unknown key `{key}`"));
        }
        let mut program = Program { path: path.to_path_buf(), safe: true, headers };
        program.safe = match program.header("verdict") {
            Some("safe") => true,
            Some("unsafe") => false,
            other => return Err(format!("no such verdict: {other:?}")),
        };
        Ok(program)
    }

    fn header(&self, key: &str) -> Option<&str> {
        self.headers.iter().find(|(known, _)| known == key).map(|(_, value)| &value[..])
    }

    fn check(&self) -> Result<(), Failed> {
        let options = self.header("options").unwrap_or_default().split_whitespace();
        let mut command = Command::new(env!("CARGO_BIN_EXE_landfall"));
        command.args(["check", "--engine", "se", "--timeout", "30"]).args(options).arg(&self.path);
        let output = command.output().map_err(|error| error.to_string())?;
        let expected = if self.safe { 0 } else { 1 };
        match output.status.code() {
            Some(code) if code == expected => Ok(()),
            Some(2) if self.header("decides") == Some("no") => Ok(()),
            _ => Err(String::from_utf8_lossy(&output.stdout).into_owned().into()),
        }
    }

    /// The compiled program, with sanitizers, must agree.
    fn confirm(&self) -> Result<(), Failed> {
        let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
        let program = folder.path().join("program");
        let mut gcc = Command::new("gcc");
        gcc.args(["-w", "-O0", "-fno-builtin", "-fsanitize=address,undefined", "-fno-sanitize-recover=all", "-o"]);
        let compiled = gcc.arg(&program).arg(&self.path).arg("-lm").output();
        let Some(compiled) = compiled.ok().filter(|output| output.status.success()) else {
            println!("skipped: gcc has no sanitizers here");
            return Ok(());
        };
        drop(compiled);
        let mut command = Command::new(&program);
        command.env("ASAN_OPTIONS", "detect_leaks=0:allocator_may_return_null=1:strict_string_checks=1");
        command.envs(self.header("env").and_then(|pair| pair.split_once('=')));
        command.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null());
        let mut child = command.spawn().map_err(|error| error.to_string())?;
        if let Some(mut stdin) = child.stdin.take() {
            let text = self.header("stdin").unwrap_or_default().replace("\\n", "\n");
            // It need not read everything.
            let _ = stdin.write_all(text.as_bytes());
        }
        let status = child.wait().map_err(|error| error.to_string())?;
        if status.success() == self.safe { Ok(()) } else { Err(format!("the compiled program: {status}").into()) }
    }
}

fn main() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/library");
    let mut paths: Vec<PathBuf> = std::fs::read_dir(folder)
        .expect("tests/library exists")
        .map(|entry| entry.expect("it can be read").path())
        .collect();
    paths.sort();
    let all = std::env::var("LANDFALL_LIBRARY").is_ok_and(|value| value == "all");
    let mut trials = Vec::new();
    for (index, path) in paths.iter().enumerate() {
        let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let program = match Program::read(path) {
            Ok(program) => program,
            Err(message) => {
                trials.push(Trial::test(name, move || Err(message.into())));
                continue;
            }
        };
        if program.header("gcc") != Some("no") && (all || index % SHARE == 0) {
            let program = program.clone();
            trials.push(Trial::test(format!("{name} by gcc"), move || program.confirm()));
        }
        trials.push(Trial::test(name, move || program.check()));
    }
    libtest_mimic::run(&Arguments::from_args(), trials).exit();
}
