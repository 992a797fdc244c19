//! What users see, pinned: each `.trycmd` file holds commands and their output. The README's examples are among them.
//!
//! `TRYCMD=overwrite cargo test -p landfall-cli --test commands` writes the files anew; look at the difference before committing.

#[test]
fn output_is_as_pinned() {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    std::env::set_current_dir(&root).expect("the workspace exists");
    let cases = trycmd::TestCases::new();
    cases.env("NO_COLOR", "1").env("LC_ALL", "C");
    cases.case("crates/cli/tests/cmd/*.trycmd").case("README.md");
}
