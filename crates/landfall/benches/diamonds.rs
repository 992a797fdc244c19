//! A chain of n branches, so 2ⁿ paths, between two loops: does one query for all paths pay?
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

fn main() {
    for engine in ["ufo", "ufo-u"] {
        let engine: EngineKind = engine.parse().expect("an engine of that name exists");
        for branches in [5, 10, 20, 40] {
            let program = Arc::new(read_program(&chain(branches)).expect("the chain is a program"));
            let settings = Settings { engine, ..Settings::default() };
            let budget = Budget::with_timeout(Duration::from_secs(60));
            let started = Instant::now();
            let verdict = analyse(&program, &settings, &budget, &mut Silent).verdict;
            let outcome = match verdict {
                Verdict::Safe(_) => "proved".to_string(),
                Verdict::Unsafe(_) => "refuted".to_string(),
                Verdict::Unknown(reason) => reason.to_string(),
            };
            println!("{engine}: {branches} branches, {:.3} s, {outcome}", started.elapsed().as_secs_f64());
        }
    }
}
