//! `landfall compare`: what has changed between two results with every check, for reviews.

use std::collections::BTreeMap;
use std::path::PathBuf;

use clap::Args;

use crate::exit::Status;
use crate::output::result::{Check, CheckStatus, Document};
use crate::output::{print, tell};

/// Show which checks have another status in a newer result.
///
/// Both files are written by `landfall check --every-check --format json`. Checks are told apart by their names, which stay when
/// lines move. The exit status is 1 if a check is violated that was not, else 2 if one is unknown that was not, else 0.
#[derive(Args)]
pub struct Options {
    #[arg(value_name = "OLD.json")]
    old: PathBuf,

    #[arg(value_name = "NEW.json")]
    new: PathBuf,
}

/// By file and name.
type Checks<'a> = BTreeMap<(&'a str, &'a str), &'a Check>;

pub fn command(options: Options) -> Status {
    match (Document::read(&options.old), Document::read(&options.new)) {
        (Ok(old), Ok(new)) => {
            let (text, status) = compare(&by_name(&old), &by_name(&new));
            print(&text, status);
            status
        }
        (Err(message), _) | (_, Err(message)) => {
            tell(&format!("error: {message}"));
            Status::BadInput
        }
    }
}

fn by_name(document: &Document) -> Checks<'_> {
    let results = document.results.iter();
    let checks = results.flat_map(|result| result.checks.iter().map(|check| (result.file.as_str(), check)));
    checks.map(|(file, check)| ((file, check.name.as_str()), check)).collect()
}

/// What has changed, a line each, and how bad it is.
fn compare(old: &Checks<'_>, new: &Checks<'_>) -> (String, Status) {
    let mut out = String::new();
    let mut worst = Status::Proved;
    for (key, check) in new {
        let before = old.get(key).map(|check| check.status);
        if before == Some(check.status) {
            continue;
        }
        let severity = match check.status {
            CheckStatus::Violated => Status::Violated,
            CheckStatus::Unknown => Status::Unknown,
            CheckStatus::Proved | CheckStatus::Unreachable => Status::Proved,
        };
        // A new check that holds is nothing to look at.
        if before.is_none() && severity == Status::Proved {
            continue;
        }
        worst = worst.max(severity);
        let before = before.map_or("new", CheckStatus::name);
        out += &format!("{before} -> {}: {}\n", check.status.name(), described(key.0, check));
    }
    let bad = |check: &Check| matches!(check.status, CheckStatus::Violated | CheckStatus::Unknown);
    for (key, check) in old.iter().filter(|(key, check)| bad(check) && !new.contains_key(*key)) {
        out += &format!("{} -> gone: {}\n", check.status.name(), described(key.0, check));
    }
    out += &format!("{} checks before, {} now\n", old.len(), new.len());
    (out, worst)
}

fn described(file: &str, check: &Check) -> String {
    let line = check.location.as_ref().map_or(String::new(), |at| format!(":{}", at.line));
    format!("{file}{line}: {} [{}]", check.message, check.name)
}
