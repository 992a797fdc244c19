//! The interpreter against gcc on a few hundred random programs, in both data models. Many more:
//! `cargo run --release -p landfall-testkit -- gcc-diff --count 10000`

use landfall::cfa::DataModel;
use landfall_testkit::gcc::{self, Compiler};
use landfall_testkit::gcc_diff;

fn compare(model: DataModel, count: u64) {
    let directory = tempfile::tempdir().expect("a temporary directory");
    if !gcc::works(Compiler::Gcc, model, directory.path()) {
        println!("skipped: gcc cannot make {model:?} programs here; scripts/setup-tests.sh installs what it needs");
        return;
    }
    let summary = gcc_diff::compare(1, count, 4, model, directory.path(), &mut |_| {}).expect("gcc works");
    assert!(summary.differences.is_empty(), "{:#?}", summary.differences);
    // The comparison says little if most runs end early.
    assert!(summary.equal > summary.undefined + summary.undefined_unseen, "{summary:?}");
    assert!(summary.undefined > 0, "{summary:?}");
}

#[test]
fn lp64_programs_agree() {
    compare(DataModel::Lp64, 150);
}

#[test]
fn ilp32_programs_agree() {
    compare(DataModel::Ilp32, 150);
}
