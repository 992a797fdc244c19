//! Chains of n branches, so 2ⁿ paths.
//!
//! - Before a loop, with branches that matter: one query for all paths (`ufo`) beside one path at a time (`impact`).
//! - With branches that do not matter: the states of `tracer` and `iterdeep` grow linearly.
//!
//! `cargo bench -p landfall --bench diamonds`

use std::fmt::Write;
use std::sync::Arc;
use std::time::{Duration, Instant};

use landfall::analysis::{Settings, analyse};
use landfall::budget::Budget;
use landfall::cfa::read_program;
use landfall::engine::EngineKind;
use landfall::report::Silent;
use landfall::verdict::Verdict;

/// Each branch adds one or two to x; afterwards x is at most 2·n. A loop at the end keeps the graph from being one block.
fn chain(branches: usize) -> String {
    let mut text = String::from(
        "proc main() entry a exit z { local x: i32; local c: i32; loc bad error assertion \"bound\"; a -> d0: x = 0;\n",
    );
    for i in 0..branches {
        let next = i + 1;
        writeln!(
            text,
            "d{i} -> e{i}: havoc c input \"f\"; e{i} -> s{i}: assume c > 0; s{i} -> d{next}: x = x + 1;
             e{i} -> t{i}: assume c <= 0; t{i} -> d{next}: x = x + 2;"
        )
        .expect("writing to a string succeeds");
    }
    let bound = 2 * branches;
    write!(
        text,
        "d{branches} -> h: skip; h -> g: havoc c input \"f\"; g -> h: assume c > 0; g -> k: assume c <= 0;
         k -> bad: assume x > {bound}; k -> z: assume x <= {bound}; }} entry main;"
    )
    .expect("writing to a string succeeds");
    text
}

/// No branch matters to the error, which x = 0 excludes: x is changed and changed back, which is more than a slicer sees.
fn irrelevant(branches: usize) -> String {
    let mut text = String::from(
        "proc main() entry a exit z { local x: i32; local p: i32; loc bad error assertion \"zero\"; a -> d0: x = 0;\n",
    );
    for i in 0..branches {
        let next = i + 1;
        writeln!(
            text,
            "d{i} -> e{i}: havoc p input \"f\"; e{i} -> f{i}: assume p > 0; f{i} -> g{i}: x = x + p; g{i} -> d{next}: x = x - p;
             e{i} -> d{next}: assume p <= 0;"
        )
        .expect("writing to a string succeeds");
    }
    write!(text, "d{branches} -> bad: assume x != 0; d{branches} -> z: assume x == 0; }} entry main;")
        .expect("writing to a string succeeds");
    text
}

/// Prints one line; whether the program was decided.
fn measure(engine: &str, branches: usize, text: &str) -> bool {
    let engine: EngineKind = engine.parse().expect("an engine of that name exists");
    let program = Arc::new(read_program(text).expect("the chain is a program"));
    let settings = Settings::of(engine);
    let budget = Budget::with_timeout(Duration::from_secs(60));
    let started = Instant::now();
    let analysis = analyse(&program, &settings, &budget, &mut Silent);
    let outcome = match &analysis.verdict {
        Verdict::Safe(_) => "proved".to_string(),
        Verdict::Unsafe(_) => "refuted".to_string(),
        Verdict::Unknown(reason) => reason.to_string(),
    };
    let states = analysis.statistics.counts.get("states").map(|n| format!(", {n} states")).unwrap_or_default();
    println!("{engine}: {branches} branches, {:.3} s{states}, {outcome}", started.elapsed().as_secs_f64());
    !matches!(analysis.verdict, Verdict::Unknown(_))
}

fn main() {
    for engine in ["ufo", "ufo-u", "impact"] {
        // What is not decided in time is not decided later either.
        let _ = [5, 10, 20, 40].into_iter().all(|branches| measure(engine, branches, &chain(branches)));
    }
    for engine in ["tracer", "iterdeep"] {
        let _ = [25, 50, 100, 200].into_iter().all(|branches| measure(engine, branches, &irrelevant(branches)));
    }
}
