//! The corpus on every engine: no wrong verdict, and the verdict that a program demands of an engine.

mod support;

use std::sync::Arc;
use std::time::Duration;

use landfall::budget::Budget;
use landfall::engine::EngineKind;
use landfall::front::load;
use landfall::report::Silent;
use landfall::verdict::Verdict;
use landfall::{Settings, analyse};
use support::{corpus, header};

#[test]
fn every_engine_agrees_with_what_programs_say() {
    let mut wrong = Vec::new();
    for path in corpus() {
        let header = header(&path);
        let Ok(loaded) = load(&[&path], &header.options) else { panic!("{} is refused", path.display()) };
        let program = Arc::new(loaded.program);
        for &engine in EngineKind::ALL {
            let demanded = header.fields.get(engine.name()).map(String::as_str);
            // Where nothing is demanded a wrong answer would come soon, if it came.
            let limit = Duration::from_secs(if demanded.is_some() { 60 } else { 1 });
            let settings = Settings { engine, ..Settings::default() };
            let analysis = analyse(&program, &settings, &Budget::with_timeout(limit), &mut Silent);
            let found = match &analysis.verdict {
                Verdict::Safe(_) => "safe",
                Verdict::Unsafe(_) => "unsafe",
                Verdict::Unknown(_) => "unknown",
            };
            let expected = if header.safe { "safe" } else { "unsafe" };
            if (found != "unknown" && found != expected) || demanded.is_some_and(|d| d != found) {
                wrong.push(format!("{} with {engine}: {:?}", path.display(), analysis.verdict));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
