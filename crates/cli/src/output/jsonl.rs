//! `--format jsonl`: what happens, a line of JSON each, as it happens.

use serde::Serialize;

use super::print;
use super::result::{CheckStatus, FileResult};
use crate::exit::Status;

/// One line.
#[derive(Serialize)]
#[serde(tag = "event", rename_all = "lowercase")]
pub enum Event<'a> {
    /// A program was read; with `--every-check` it has so many checks.
    Begin { file: &'a str, checks: usize },
    /// A check has a status. The last line about it counts.
    Check { file: &'a str, name: &'a str, status: CheckStatus },
    /// All that is known of a file, as in the document of `--format json`.
    Result { result: &'a FileResult },
}

impl Event<'_> {
    pub fn print(&self) {
        let line = serde_json::to_string(self).expect("plain data with string keys is always JSON");
        print(&format!("{line}\n"), Status::Proved);
    }
}
