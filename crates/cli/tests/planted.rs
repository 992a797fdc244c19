//! Lists, buffers and bit tricks as people write them (`tests/heap`, `tests/bits`), each with a bug that `-DPLANTED` puts in.
//!
//! Without it the program is proved, with it the bug is found. The comment lines at the start of a program say more:
//!
//! ```text
//! // What the program does.
//! // planted: false(valid-deref)        (the verdict about the bug, as the last line of `landfall check` has it)
//! // property: FILE.prp                 (relative to the program)
//! // options: --check memory,leak       (further options of `landfall check`)
//! // slow: safe planted                 (variants that take long: only with `LANDFALL_PLANTED=all`)
//! // open: safe: why                    (a variant that may be left undecided; a wrong verdict never is allowed)
//! ```

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use libtest_mimic::{Arguments, Failed, Trial};

/// Folders, with the seconds that a program of each may take in a release build.
const SUITES: [(&str, u32); 2] = [("heap", 20), ("bits", 60)];

/// How many times slower a build without optimisation may be.
const SLOWER: u32 = if cfg!(debug_assertions) { 10 } else { 1 };

#[derive(Clone, Debug)]
struct Variant {
    program: PathBuf,
    planted: bool,
    options: Vec<String>,
    seconds: u32,
    expected: String,
    open: bool,
}

fn main() {
    let all = std::env::var("LANDFALL_PLANTED").is_ok_and(|value| value == "all");
    let mut trials = Vec::new();
    for (suite, seconds) in SUITES {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests").join(suite);
        let entries = std::fs::read_dir(&folder).expect("the folder of the programs");
        let mut programs: Vec<PathBuf> = entries.map(|entry| entry.expect("an entry").path()).collect();
        programs.retain(|path| path.extension().is_some_and(|extension| extension == "c"));
        programs.sort();
        for program in programs {
            let text = std::fs::read_to_string(&program).expect("a program");
            for word in ["safe", "planted"] {
                if !all && header(&text, "slow").any(|value| value.split(' ').any(|variant| variant == word)) {
                    continue;
                }
                let name = program.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default();
                let variant = variant(&program, &text, word, seconds);
                trials.push(Trial::test(format!("{suite}-{name}-{word}"), move || decided(&variant)));
            }
        }
    }
    libtest_mimic::run(&Arguments::from_args(), trials).exit();
}

/// The values of a key in the comment lines at the start.
fn header<'a>(text: &'a str, key: &'a str) -> impl Iterator<Item = &'a str> {
    let lines = text.lines().map_while(|line| line.strip_prefix("// "));
    lines.filter_map(move |line| line.strip_prefix(key)?.strip_prefix(": "))
}

fn variant(program: &Path, text: &str, word: &str, seconds: u32) -> Variant {
    let planted = word == "planted";
    let mut options: Vec<String> = header(text, "options").flat_map(|value| value.split(' ')).map(Into::into).collect();
    for file in header(text, "property") {
        options.extend(["--property".to_string(), program.with_file_name(file).to_string_lossy().into_owned()]);
    }
    if planted {
        options.push("-DPLANTED".to_string());
    }
    let bug = header(text, "planted").next().expect("what the planted bug is");
    Variant {
        program: program.to_path_buf(),
        planted,
        options,
        seconds: seconds * SLOWER,
        expected: if planted { bug } else { "true" }.to_string(),
        open: header(text, "open").any(|value| value.starts_with(word)),
    }
}

fn decided(variant: &Variant) -> Result<(), Failed> {
    let mut command = Command::new(env!("CARGO_BIN_EXE_landfall"));
    command.args(["check", "--jobs", "1", "--timeout", &variant.seconds.to_string()]).args(&variant.options);
    let output = command.arg(&variant.program).stdin(Stdio::null()).output().map_err(|error| error.to_string())?;
    let text = String::from_utf8_lossy(&output.stdout);
    let verdict = text.trim_end().lines().last().unwrap_or_default();
    let allowed = verdict == variant.expected || variant.open && verdict.starts_with("unknown");
    match allowed {
        true => Ok(()),
        false => {
            let which = if variant.planted { "with its bug" } else { "without its bug" };
            Err(format!("{which} {}, expected {}\n{text}", verdict, variant.expected).into())
        }
    }
}
