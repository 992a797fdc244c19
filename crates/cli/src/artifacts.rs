//! Files that a check writes besides its output: witnesses, tests, reports. Files that landfall has not written are never
//! overwritten.

use std::path::{Path, PathBuf};
use std::time::SystemTime;

use clap::Args;

use crate::check::Report;
use crate::harness;
use crate::output::human::shell_word;
use crate::output::result::{FileResult, Verdict};
use crate::output::{annotate, html, tell};
use crate::program::{Loaded, ProgramOptions};
use crate::property;
use crate::witness;
use crate::witness::write::About;

#[derive(Args)]
#[command(next_help_heading = "Files to write")]
pub struct ArtifactOptions {
    /// An SV-COMP witness (format 2.0) of the proof or the violation.
    #[arg(long, value_name = "OUT.yml")]
    witness: Option<PathBuf>,

    /// A violation as a harness in C with its script, and a Test-Comp suite.
    #[arg(long, value_name = "DIR")]
    tests: Option<PathBuf>,

    /// Compile a violation with `cc`, run it, and tell what happens.
    #[arg(long)]
    replay: bool,

    /// The source with proved loop invariants and contracts as ACSL comments.
    #[arg(long, value_name = "OUT.c")]
    annotate: Option<PathBuf>,

    /// A page with verdict, evidence, source, automaton and search.
    #[arg(long, value_name = "OUT.html")]
    html: Option<PathBuf>,
}

impl ArtifactOptions {
    /// Whether somebody will look at how the search went.
    pub fn wants_picture(&self) -> bool {
        self.html.is_some()
    }

    /// These files are about one program, and about C.
    pub fn check(&self, files: usize) -> Result<(), String> {
        let asked = self.witness.is_some() || self.tests.is_some() || self.annotate.is_some() || self.html.is_some();
        match asked && files > 1 {
            true => {
                Err("witnesses, tests, annotations and reports are about one file, but several are to be checked"
                    .into())
            }
            false => Ok(()),
        }
    }
}

/// Replays and writes what was asked for; the error is a message for people.
pub fn write(options: &ArtifactOptions, program: &ProgramOptions, report: &mut Report) -> Result<(), String> {
    let (result, Some(loaded)) = (&mut report.result, &report.loaded) else { return Ok(()) };
    if let Verdict::Unsafe(violation) = &mut result.verdict
        && options.replay
    {
        violation.replay = Some(harness::replay(loaded, program, violation));
    }
    for violation in result.checks.iter_mut().filter_map(|check| check.violation.as_mut()).filter(|_| options.replay) {
        violation.replay = Some(harness::replay(loaded, program, violation));
    }
    if let Some(path) = &options.witness
        && let Some(text) = witness::write::write(result, &about(loaded, result), SystemTime::now())
    {
        write_file(path, &text)?;
    }
    if let (Some(folder), Verdict::Unsafe(violation)) = (&options.tests, &result.verdict) {
        std::fs::create_dir_all(folder).map_err(|e| format!("cannot make the folder {}: {e}", folder.display()))?;
        for (path, text) in harness::files(loaded, program, result, violation, folder) {
            write_file(&path, &text)?;
        }
        tell(&format!("reproduce it: sh {}", shell_word(&folder.join("reproduce.sh").display().to_string())));
    }
    if let (Some(path), Verdict::Safe(proof)) = (&options.annotate, &result.verdict) {
        write_file(path, &annotate::render(&String::from_utf8_lossy(&loaded.text), proof))?;
    }
    if let Some(path) = &options.html {
        let words: Vec<String> = std::env::args().map(|word| shell_word(&word)).collect();
        write_file(path, &html::render(result, report.picture.as_ref(), loaded, &words.join(" ")))?;
    }
    Ok(())
}

fn about(loaded: &Loaded, result: &FileResult) -> About {
    About {
        file: loaded.source.display().to_string(),
        source: loaded.text.to_vec(),
        specification: match &result.verdict {
            Verdict::Unsafe(violation) => {
                property::specification_violated(&loaded.property, &loaded.entry, &violation.property)
            }
            _ => property::specification(&loaded.property, &loaded.entry),
        },
    }
}

/// Every file that landfall writes says so.
const MARK: &str = "landfall";

/// Writes a file, unless there is one that somebody else has written.
pub fn write_file(path: &Path, text: &str) -> Result<(), String> {
    let shown = path.display();
    let foreign = |there: &[u8]| !there.is_empty() && !String::from_utf8_lossy(there).contains(MARK);
    if std::fs::read(path).is_ok_and(|there| foreign(&there)) {
        return Err(format!("{shown} exists and was not written by landfall; it is left as it is"));
    }
    std::fs::write(path, text).map_err(|e| format!("cannot write {shown}: {e}"))
}
