//! `bench export`: a campaign in the form of BenchExec's results.

use std::path::PathBuf;

use clap::Args;

use crate::campaign::Folder;
use crate::results::benchexec;
use crate::{Console, Outcome, say};

/// Write a campaign as BenchExec's result files, one an engine, for its table-generator and other readers.
///
/// The opposite direction needs no command: report and compare read BenchExec's .xml and .xml.bz2, and score sheets (.csv).
#[derive(Args, Debug)]
pub struct Options {
    /// The folder of the campaign.
    #[arg(value_name = "DIR")]
    campaign: PathBuf,

    /// Where to write the files. [default: the folder benchexec in the campaign's]
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
}

pub fn command(options: &Options, console: &mut Console<'_>) -> Result<Outcome, String> {
    let target = options.out.clone().unwrap_or_else(|| options.campaign.join("benchexec"));
    let files = benchexec::write(&Folder::new(&options.campaign), &target)?;
    for file in files {
        say(console.out, &format!("{}\n", file.display()));
    }
    Ok(Outcome::Done)
}
