//! A folder with programs for the checker that is made up, and the laboratory as a process.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use landfall_bench::record::Record;
use tempfile::TempDir;

pub struct World {
    folder: TempDir,
}

impl World {
    pub fn new() -> World {
        World { folder: tempfile::tempdir().expect("a folder") }
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// A program that is safe or not, and what the checker does with it.
    pub fn program(&self, name: &str, safe: bool, action: &str) -> PathBuf {
        let path = self.path("suite").join(name);
        std::fs::create_dir_all(path.parent().expect("it is in a folder")).expect("is writable");
        let verdict = if safe { "safe" } else { "unsafe" };
        std::fs::write(&path, format!("// verdict: {verdict}\n{action}\n")).expect("is writable");
        path
    }
}

pub fn bench(words: &[&str]) -> Command {
    let mut command = Command::new(std::env::current_exe().expect("this executable"));
    command.arg("bench").args(words);
    command
}

pub fn text(path: &Path) -> &str {
    path.to_str().expect("folders of tests have plain names")
}

pub fn must(output: &Output) -> String {
    let (out, err) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(output.status.success(), "{}\n{out}\n{err}", output.status);
    out.into_owned()
}

/// One run of a program; with and without control groups.
pub fn run_one(program: &Path, limits: &[&str], cgroup: bool) -> Record {
    let mut command = bench(&["run-one", text(program), "--engine", "gps"]);
    command.args(limits);
    if !cgroup {
        command.arg("--no-cgroup");
    }
    let out = must(&command.output().expect("it runs"));
    serde_json::from_str(&out).unwrap_or_else(|e| panic!("{e}: {out}"))
}

/// Processes whose command line has this word.
pub fn processes_with(word: &str) -> usize {
    let entries = std::fs::read_dir("/proc").expect("there is a /proc").flatten();
    let has_word = |entry: &std::fs::DirEntry| {
        let line = std::fs::read(entry.path().join("cmdline")).unwrap_or_default();
        line.split(|byte| *byte == 0).any(|found| found == word.as_bytes())
    };
    entries.filter(has_word).count()
}
