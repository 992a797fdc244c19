//! Theorems 1 and 2 of the paper on backward symbolic execution: it and k-induction give the same verdicts with the same k.

use std::sync::Arc;
use std::time::Duration;

use landfall::budget::Budget;
use landfall::engine::EngineKind;
use landfall::report::Silent;
use landfall::verdict::Verdict;
use landfall::{Settings, analyse};
use landfall_testkit::engines::load_small;

/// The verdict, if there is one, with k.
fn decide(seed: u64, engine: EngineKind) -> Option<(bool, u64)> {
    let program = Arc::new(load_small(seed).expect("generated programs load"));
    let solver = landfall_smt::Config { resource_limit: 400_000, ..Default::default() };
    let settings = Settings { solver, ..Settings::of(engine) };
    let analysis = analyse(&program, &settings, &Budget::with_timeout(Duration::from_millis(500)), &mut Silent);
    let k = analysis.statistics.counts.get("k").copied().unwrap_or_default();
    match analysis.verdict {
        Verdict::Safe(_) => Some((true, k)),
        Verdict::Unsafe(_) => Some((false, k)),
        Verdict::Unknown(_) => None,
    }
}

#[test]
fn backward_execution_and_k_induction_are_equivalent() {
    let (mut compared, mut deep) = (0, 0);
    for seed in 5000..5080 {
        let (backward, induction) = (decide(seed, EngineKind::Bse), decide(seed, EngineKind::KInduction));
        // One of them may need more than the time it gets.
        if let (Some(backward), Some(induction)) = (backward, induction) {
            assert_eq!(backward, induction, "seed {seed}");
            compared += 1;
            deep += usize::from(backward.1 > 2);
        }
    }
    assert!(compared > 20 && deep > 0, "{compared} compared, {deep} of them deep");
}
