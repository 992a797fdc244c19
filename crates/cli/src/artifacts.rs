//! Files that a check writes besides its output: witnesses, tests, reports. Files that landfall has not written are never
//! overwritten.

use std::path::{Path, PathBuf};
use std::time::SystemTime;

use clap::Args;

use crate::output::result::FileResult;
use crate::program::Loaded;
use crate::property;
use crate::witness;
use crate::witness::write::About;

#[derive(Args)]
#[command(next_help_heading = "Files to write")]
pub struct ArtifactOptions {
    /// Write an SV-COMP witness (format 2.0) of the proof or the violation to this file.
    #[arg(long, value_name = "OUT.yml")]
    witness: Option<PathBuf>,
}

impl ArtifactOptions {
    /// These files are about one program.
    pub fn check(&self, files: usize) -> Result<(), String> {
        match self.witness.is_some() && files > 1 {
            true => Err("a witness is about one file, but several are to be checked".to_string()),
            false => Ok(()),
        }
    }
}

/// Writes what was asked for; the error is a message for people.
pub fn write(options: &ArtifactOptions, result: &FileResult, loaded: Option<&Loaded>) -> Result<(), String> {
    let Some(loaded) = loaded else { return Ok(()) };
    if let Some(path) = &options.witness
        && let Some(text) = witness::write::write(result, &about(loaded), SystemTime::now())
    {
        write_file(path, &text)?;
    }
    Ok(())
}

fn about(loaded: &Loaded) -> About {
    About {
        file: loaded.source.display().to_string(),
        source: loaded.text.to_vec(),
        specification: property::specification(&loaded.property, &loaded.entry),
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
