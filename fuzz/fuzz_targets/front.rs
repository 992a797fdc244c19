//! The front end on arbitrary bytes: parsing, checking and lowering must not panic, and what parses must read back after
//! printing.
//!
//! Run with `cargo +nightly fuzz run front -- -max_total_time=180` (needs `cargo install cargo-fuzz`); the sources in
//! `crates/landfall/tests/front` are good seeds: `cargo +nightly fuzz run front crates/landfall/tests/front`.
#![no_main]

use landfall::cfa::DataModel;
use landfall::front::diagnostic::RenderStyle;
use landfall::front::parser::parse;
use landfall::front::print::print;
use landfall::front::source::SourceMap;
use landfall::front::{FrontOptions, load_text};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let mut sources = SourceMap::new();
    let file = sources.add("fuzz.c", bytes.to_vec());
    let parsed = parse(&sources, file);
    for diagnostic in &parsed.diagnostics {
        diagnostic.render(&sources, RenderStyle::Plain);
    }
    let printed = print(&parsed.ast);
    if parsed.diagnostics.is_empty() {
        let mut sources = SourceMap::new();
        let file = sources.add("printed.c", printed.clone().into_bytes());
        let again = parse(&sources, file);
        assert!(again.diagnostics.is_empty(), "{printed}");
        assert_eq!(print(&again.ast), printed);
    }
    // Whether it is a program or an error does not matter here.
    let _ = load_text("fuzz.c", &String::from_utf8_lossy(bytes), &FrontOptions::new(DataModel::Lp64));
});
