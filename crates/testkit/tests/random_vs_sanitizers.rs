//! Landfall, as a process, against the sanitizers of gcc on a few random programs about memory. Many more:
//! `cargo run --release -p landfall-testkit -- sanitize --count 1000`

use std::path::PathBuf;
use std::process::Command;

use landfall_testkit::memory_c::{MemoryProgram, Scope};
use landfall_testkit::sanitize::checker::{Answer, Checker, Question};
use landfall_testkit::sanitize::judge::{Facts, Judge, Kind, Look};
use landfall_testkit::sanitize::{Campaign, judged, wrong};

/// The command that belongs to this build; it is no dependency that cargo would make before these tests.
fn landfall() -> Option<PathBuf> {
    let this = std::env::current_exe().ok()?;
    let folder = this.parent()?.parent()?;
    let mut build = Command::new(std::env::var_os("CARGO")?);
    build.args(["build", "--quiet", "-p", "landfall-cli", "--bin", "landfall"]);
    if folder.ends_with("release") {
        build.arg("--release");
    }
    let made = build.status().ok()?.success();
    let binary = folder.join("landfall");
    (made && binary.exists()).then_some(binary)
}

#[test]
fn verdicts_agree_with_sanitizers_or_are_unknown() {
    let directory = tempfile::tempdir().expect("a temporary directory");
    if let Err(why) = Judge::new(directory.path()) {
        println!("skipped: {why}");
        return;
    }
    let Some(binary) = landfall() else {
        println!("skipped: the command `landfall` cannot be built here");
        return;
    };
    let campaign = Campaign {
        seed: 1,
        count: 25,
        jobs: 2,
        engine: None,
        // The rest is not modelled yet (SOUNDNESS.md).
        scope: Scope::NONE,
        checker: Checker { binary, timeout: 1, with: Vec::new() },
        keep: None,
    };
    let summary = campaign.run(directory.path(), &|_| {}).expect("programs are judged");
    assert!(summary.differences.is_empty(), "{:#?}", summary.differences);
    assert!(summary.undecided.is_empty(), "{:#?}", summary.undecided);
    assert!(summary.failing > 3 && summary.reporting > 3 && summary.clean > 3, "{summary:?}");
    assert!(summary.proved > 0 && summary.violated > 3, "{summary:?}");
}

#[test]
fn wrong_answers_are_noticed() {
    let facts = |kinds: &[Kind]| Facts { ends: kinds.iter().copied().collect(), lines: Vec::new() };
    let ask = |only_assertions| Question { engine: "auto".to_owned(), only_assertions };
    let violated = |property: &str| Answer::Violated(property.to_owned());
    let report = facts(&[Kind::Memory]);
    // Behind a report there is nothing, and where only assertions are asked for, it is none of landfall's business.
    assert_eq!(wrong(&Answer::Proved, &ask(true), &report), None);
    assert!(wrong(&Answer::Proved, &ask(false), &report).is_some());
    assert!(wrong(&violated("unreach-call"), &ask(true), &report).is_some());
    assert!(wrong(&violated("no-overflow"), &ask(false), &report).is_some());
    assert_eq!(wrong(&violated("valid-deref"), &ask(false), &report), None);
    assert!(wrong(&Answer::Proved, &ask(true), &facts(&[Kind::Assertion])).is_some());
    assert_eq!(wrong(&Answer::Unknown("timeout".to_owned()), &ask(true), &facts(&[Kind::Assertion])), None);
    assert!(wrong(&Answer::Broken("exit status: 4".to_owned()), &ask(true), &facts(&[])).is_some());
}

#[test]
fn programs_with_assertions_do_what_their_probes_say() {
    let directory = tempfile::tempdir().expect("a temporary directory");
    let Ok(judge) = Judge::new(directory.path()) else {
        println!("skipped: no compiler with sanitizers");
        return;
    };
    for seed in 1..=8 {
        let judged = judged(seed, Scope::ALL, &judge).expect("programs are judged");
        let runs = judge.runs_of_text(&judged.text, &judged.program, Look::Everything, "again").expect("it compiles");
        assert_eq!(runs[0].len(), judged.program.combinations());
        assert_eq!(Facts::of(&runs[0]).ends, judged.facts.ends, "seed {seed}\n{}", judged.text);
    }
}

#[test]
fn a_seed_has_one_program() {
    for seed in 1..20 {
        assert_eq!(MemoryProgram::new(seed, Scope::ALL).text, MemoryProgram::new(seed, Scope::ALL).text);
    }
}
