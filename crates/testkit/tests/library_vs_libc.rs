//! Models of library functions against the machine's C library, on a few hundred random calls in each data model.

use landfall::cfa::DataModel;
use landfall_testkit::library_diff;

fn compare(model: DataModel, count: u64) {
    let directory = tempfile::tempdir().expect("a temporary directory");
    match library_diff::compare(1, count, model, directory.path()) {
        Some(differences) => assert!(differences.is_empty(), "{:#?}", differences),
        None => println!("skipped: gcc cannot make {model:?} programs here"),
    }
}

#[test]
fn lp64_calls_agree() {
    compare(DataModel::Lp64, 600);
}

#[test]
fn ilp32_calls_agree() {
    compare(DataModel::Ilp32, 600);
}
