//! `--limits FILE` and `--show-limits`: the table of the library's limits, read and printed.

use std::path::PathBuf;

use clap::Args;
use landfall::limits::AllLimits;

#[derive(Args)]
pub struct LimitOptions {
    /// Change limits of the search: a file with lines `name = value`.
    #[arg(long, value_name = "FILE", help_heading = "Engines")]
    limits: Option<PathBuf>,

    /// Print the limits, and check nothing.
    #[arg(long, help_heading = "Engines")]
    show_limits: bool,

    /// What the file said.
    #[arg(skip)]
    read: AllLimits,
}

impl LimitOptions {
    /// Reads the file, if there is one.
    pub fn read(&mut self) -> Result<(), String> {
        let Some(file) = &self.limits else { return Ok(()) };
        let named = |message: String| format!("{}: {message}", file.display());
        let text = std::fs::read_to_string(file).map_err(|error| named(error.to_string()))?;
        let all = "`landfall check --show-limits` lists them all";
        self.read.read(&text).map_err(|message| format!("{}, {message}\nhelp: {all}", file.display()))
    }

    /// The limits in force.
    pub fn in_force(&self) -> &AllLimits {
        &self.read
    }

    /// The table, if that is what is wanted: a file that `--limits` reads.
    pub fn table(&self) -> Option<String> {
        self.show_limits.then(|| {
            let mut table = String::from(
                "# What is cut off when it gets too large. Effort is counted in the solver's resource units.\n",
            );
            let mut group = String::new();
            for limit in self.read.list() {
                let (own, field) = limit.name.rsplit_once('.').unwrap_or(("", &limit.name));
                if own != group {
                    table += &format!("\n[{own}]\n");
                    group = own.to_string();
                }
                let changed =
                    if limit.value == limit.default { String::new() } else { format!(" (default: {})", limit.default) };
                table += &format!("{:<36} # {}{changed}\n", format!("{field} = {}", limit.value), limit.meaning);
            }
            table
        })
    }
}
