//! Small programs with several defects each: all of them are found in one run, and nothing else is called violated.
//!
//! `// BUG kind: inputs; kind: inputs` stands where a check of the kind fails, with inputs that lead there. With `LANDFALL_DEFECTS=all`
//! gcc's sanitizers confirm them, and programs that say `// slow` in their second line run as well.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use libtest_mimic::{Arguments, Failed, Trial};
use serde_json::Value;

/// A line and the kind of the check that fails there.
type Place = (u64, String);

fn main() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/defects");
    let all = std::env::var("LANDFALL_DEFECTS").is_ok_and(|value| value == "all");
    let mut files: Vec<PathBuf> = std::fs::read_dir(&folder)
        .expect("the folder of the programs")
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "c"))
        .collect();
    files.sort();
    let mut trials = Vec::new();
    for file in files {
        let text = std::fs::read_to_string(&file).expect("a program");
        if !all && text.lines().nth(1) == Some("// slow") {
            continue;
        }
        let name = file.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default();
        let (planted, inputs) = (file.clone(), planted(&text));
        trials.push(Trial::test(format!("{name}-found"), {
            let expected = inputs.clone();
            move || found(&planted, &expected)
        }));
        if all {
            trials.push(Trial::test(format!("{name}-confirmed"), move || confirmed(&file, &inputs)));
        }
    }
    libtest_mimic::run(&Arguments::from_args(), trials).exit();
}

/// The defects that a program's comments name, with inputs.
fn planted(text: &str) -> BTreeMap<Place, String> {
    let mut planted = BTreeMap::new();
    for (number, line) in text.lines().enumerate() {
        let Some((_, bugs)) = line.split_once("// BUG ") else { continue };
        for bug in bugs.split(';') {
            let (kind, inputs) = bug.split_once(':').expect("a kind and inputs");
            planted.insert((number as u64 + 1, kind.trim().to_string()), inputs.trim().to_string());
        }
    }
    planted
}

/// One run finds exactly these.
fn found(file: &Path, planted: &BTreeMap<Place, String>) -> Result<(), Failed> {
    let mut command = Command::new(env!("CARGO_BIN_EXE_landfall"));
    command.args(["check", "--every-check", "--format", "json", "--timeout", "200"]).arg(file).stdin(Stdio::null());
    let output = command.output().map_err(|error| error.to_string())?;
    let document: Value = serde_json::from_slice(&output.stdout).map_err(|error| error.to_string())?;
    let mut violated: BTreeSet<Place> = BTreeSet::new();
    for check in document["results"][0]["checks"].as_array().into_iter().flatten() {
        if check["status"] == "violated" {
            let line = check["violation"]["location"]["line"].as_u64().unwrap_or_default();
            violated.insert((line, check["kind"].as_str().unwrap_or_default().to_string()));
        }
    }
    let expected: BTreeSet<Place> = planted.keys().cloned().collect();
    match violated == expected {
        true => Ok(()),
        false => Err(format!("found {violated:?}, and not {expected:?}").into()),
    }
}

/// Input functions for gcc: values from the environment, then zeros.
const INPUTS: &str = "\
#include <stdlib.h>
static long long next(void)
{
    static char *at;
    if (!at)
        at = getenv(\"INPUTS\");
    long long value = strtoll(at, &at, 10);
    if (*at == ',')
        at++;
    return value;
}
int __VERIFIER_nondet_int(void) { return next(); }
unsigned __VERIFIER_nondet_uint(void) { return next(); }
short __VERIFIER_nondet_short(void) { return next(); }
char __VERIFIER_nondet_char(void) { return next(); }
unsigned char __VERIFIER_nondet_uchar(void) { return next(); }
";

/// Compiled with sanitizers, the program fails where its comments say.
fn confirmed(file: &Path, planted: &BTreeMap<Place, String>) -> Result<(), Failed> {
    let name = file.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default();
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("defects-{name}-{}", std::process::id()));
    std::fs::create_dir_all(&folder).map_err(|error| error.to_string())?;
    let (inputs, program) = (folder.join("inputs.c"), folder.join("program"));
    std::fs::write(&inputs, INPUTS).map_err(|error| error.to_string())?;
    let flags = ["-g", "-w", "-std=gnu11", "-fsanitize=address,undefined", "-fno-sanitize-recover=all", "-o"];
    let compiled = Command::new("gcc").args(flags).arg(&program).arg(file).arg(&inputs).status();
    if !compiled.is_ok_and(|status| status.success()) {
        return Err("gcc does not compile it".into());
    }
    for ((line, kind), inputs) in planted {
        let mut run = Command::new(&program);
        run.env("INPUTS", inputs).env("ASAN_OPTIONS", "detect_leaks=0").stdin(Stdio::null());
        let text = run.output().map_err(|error| error.to_string())?.stderr;
        let text = String::from_utf8_lossy(&text);
        // The first place in the program. Of a call through a null pointer nothing but the signal is told.
        let place = text.split_once(&format!("{name}.c:")).map(|(_, rest)| rest.split(':').next().unwrap_or_default());
        let place = place.map(|at| at.split_whitespace().next().unwrap_or_default().to_string());
        if place != Some(line.to_string()) && !(place.is_none() && text.contains("DEADLYSIGNAL")) {
            return Err(format!("line {line}, {kind}, inputs {inputs}: {text}").into());
        }
    }
    std::fs::remove_dir_all(&folder).map_err(|error| error.to_string())?;
    Ok(())
}
