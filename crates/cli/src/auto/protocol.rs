//! What a worker tells its supervisor: one JSON document on its standard output.

use serde::{Deserialize, Serialize};

use crate::output::human::Excerpts;
use crate::output::result::FileResult;

/// The result of one engine on one file.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Message {
    pub result: FileResult,
    pub excerpts: Excerpts,
}

impl Message {
    pub fn write(&self) -> String {
        serde_json::to_string(self).expect("plain data with string keys is always JSON")
    }

    /// The message if `output` is a whole one.
    pub fn read(output: &[u8]) -> Option<Message> {
        serde_json::from_slice(output).ok()
    }
}
