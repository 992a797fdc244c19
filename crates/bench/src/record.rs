//! The record of one run: what was run, what came out, what it took. One JSON file a run.
//!
//! A record appears under its name at once and whole (written beside and renamed), so that a run either has a record or has none.

use std::collections::BTreeMap;
use std::io::Write;
use std::path::Path;

use serde::{Deserialize, Serialize};

pub const SCHEMA_VERSION: u32 = 1;

/// How a run ended, as tables count it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Status {
    /// Proved safe.
    True,
    /// Found unsafe.
    False,
    Unknown,
    Timeout,
    Memory,
    Error,
}

impl Status {
    pub const ALL: [Status; 6] =
        [Status::True, Status::False, Status::Unknown, Status::Timeout, Status::Memory, Status::Error];

    pub fn name(self) -> &'static str {
        match self {
            Status::True => "true",
            Status::False => "false",
            Status::Unknown => "unknown",
            Status::Timeout => "timeout",
            Status::Memory => "memory",
            Status::Error => "error",
        }
    }

    pub fn parse(text: &str) -> Option<Status> {
        Status::ALL.into_iter().find(|status| status.name() == text)
    }

    /// The verdict, if the run came to one: `true` for safe.
    pub fn verdict(self) -> Option<bool> {
        match self {
            Status::True => Some(true),
            Status::False => Some(false),
            _ => None,
        }
    }
}

/// A run's status against what was expected.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Category {
    Correct,
    Wrong,
    /// No verdict.
    Unsolved,
    /// A verdict, but nothing is known to compare it with.
    Unjudged,
}

impl Category {
    pub fn of(status: Status, expected: Option<bool>) -> Category {
        match (status.verdict(), expected) {
            (None, _) => Category::Unsolved,
            (Some(_), None) => Category::Unjudged,
            (Some(verdict), Some(expected)) if verdict == expected => Category::Correct,
            _ => Category::Wrong,
        }
    }

    pub fn name(self) -> &'static str {
        match self {
            Category::Correct => "correct",
            Category::Wrong => "wrong",
            Category::Unsolved => "unsolved",
            Category::Unjudged => "unjudged",
        }
    }
}

/// The limits of a run.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct Limits {
    pub cpu_seconds: f64,
    pub wall_seconds: f64,
    /// Millions of bytes, as BenchExec counts.
    pub memory_mb: u64,
    /// Cores of its own for each run; 0 leaves that to the system.
    pub cores: usize,
}

/// What a run took, and how that was found out.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Measured {
    pub cpu_seconds: f64,
    pub wall_seconds: f64,
    pub memory_bytes: u64,
    /// `cgroup` or `rusage`; `cgroup+polling` where the group has no memory controller.
    pub method: String,
    /// The exit status, if the process ended by itself.
    pub exit_status: Option<i32>,
    /// The signal that ended it.
    pub signal: Option<i32>,
    /// Which limit ended it: `cpu`, `wall` or `memory`.
    pub stopped_by: Option<String>,
    /// Processes that were still there when the run was over and had to be ended.
    pub left_behind: usize,
}

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Record {
    pub schema_version: u32,
    /// `CONFIGURATION/SET/TASK`.
    pub run: String,
    pub configuration: String,
    pub set: String,
    pub task: String,
    pub property: String,
    pub expected: Option<bool>,
    pub status: Status,
    /// Why there is no verdict: a kind that can be counted, such as `unsupported` or `signal 11`.
    pub reason: Option<String>,
    /// The same in words.
    pub message: Option<String>,
    pub limits: Limits,
    pub measured: Measured,
    /// Name and version of the checker, and the hash of its executable.
    pub tool: String,
    pub tool_sha256: String,
    pub command: Vec<String>,
    pub host: String,
    /// ISO 8601, UTC.
    pub started: String,
    /// Counters and times that the checker gave.
    #[serde(default)]
    pub statistics: BTreeMap<String, f64>,
}

impl Record {
    pub fn category(&self) -> Category {
        Category::of(self.status, self.expected)
    }

    pub fn read(path: &Path) -> Result<Record, String> {
        let bytes = std::fs::read(path).map_err(|e| format!("cannot read {}: {e}", path.display()))?;
        serde_json::from_slice(&bytes).map_err(|e| format!("{} is no record of a run: {e}", path.display()))
    }

    /// Writes the record; afterwards it is there for good, even if the machine goes down.
    pub fn write(&self, path: &Path) -> Result<(), String> {
        let mut text = serde_json::to_vec_pretty(self).map_err(|e| e.to_string())?;
        text.push(b'\n');
        write_whole(path, &text)
    }
}

/// Writes a file so that it is seen whole or not at all. Makes its folder if need be.
pub fn write_whole(path: &Path, bytes: &[u8]) -> Result<(), String> {
    let problem = |e: std::io::Error| format!("cannot write {}: {e}", path.display());
    let folder = path.parent().unwrap_or(Path::new("."));
    std::fs::create_dir_all(folder).map_err(problem)?;
    let name = path.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned());
    let beside = folder.join(format!(".{name}.{}.new", std::process::id()));
    let mut file = std::fs::File::create(&beside).map_err(problem)?;
    file.write_all(bytes).and_then(|()| file.sync_all()).map_err(problem)?;
    std::fs::rename(&beside, path).map_err(problem)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn categories() {
        assert_eq!(Category::of(Status::True, Some(true)), Category::Correct);
        assert_eq!(Category::of(Status::True, Some(false)), Category::Wrong);
        assert_eq!(Category::of(Status::Timeout, Some(false)), Category::Unsolved);
        assert_eq!(Category::of(Status::False, None), Category::Unjudged);
    }

    #[test]
    fn statuses_have_names_that_are_read_back() {
        for status in Status::ALL {
            assert_eq!(Status::parse(status.name()), Some(status));
            assert_eq!(serde_json::to_string(&status).expect("is plain"), format!("\"{}\"", status.name()));
        }
    }

    #[test]
    fn files_appear_whole_and_leave_nothing_beside() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("a/b.json");
        write_whole(&path, b"one").expect("is writable");
        write_whole(&path, b"two").expect("is writable");
        assert_eq!(std::fs::read(&path).expect("is there"), b"two");
        assert_eq!(std::fs::read_dir(folder.path().join("a")).expect("is there").count(), 1);
    }
}
