//! What a worker and its supervisor tell each other: lines of JSON.
//!
//! The supervisor writes one line to the worker's standard input, what other engines have found out so far, and leaves it open. The
//! worker writes to its standard output a [`Line`] for each thing that it finds out and that others can use, and at the end its
//! result.

use landfall::knowledge::Knowledge;
use serde::{Deserialize, Serialize};

use crate::output::human::Excerpts;
use crate::output::picture::Picture;
use crate::output::result::FileResult;

/// The result of one engine on one file.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Message {
    pub result: FileResult,
    pub excerpts: Excerpts,
    /// If somebody wants to see it.
    pub picture: Option<Picture>,
}

/// What a worker writes.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub enum Line {
    Learned(Knowledge),
    /// It has an answer, whose evidence it checks.
    Checks,
    Result(Box<Message>),
}

impl Line {
    /// The line with its end.
    pub fn write(&self) -> String {
        serde_json::to_string(self).expect("plain data with string keys is always JSON") + "\n"
    }

    /// The line if `text` is a whole one.
    pub fn read(text: &[u8]) -> Option<Line> {
        serde_json::from_slice(text).ok()
    }
}

/// The line that a worker is started with.
pub fn write_known(known: &[Knowledge]) -> String {
    serde_json::to_string(known).expect("plain data with string keys is always JSON") + "\n"
}

/// What the line says; nothing if it is broken.
pub fn read_known(line: &str) -> Vec<Knowledge> {
    serde_json::from_str(line).unwrap_or_default()
}
