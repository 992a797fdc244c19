//! What directed search and the cache of block abstractions are worth. `cargo bench -p landfall --bench directed`.
//!
//! 1. Many chains of calls, one of which holds an error that is easy to reach: abstract states explored until it is found, depth
//!    first and directed. An error behind all chains, which is never reached, keeps every chain relevant.
//! 2. A large procedure that is called n times, with `bam` and with `la`, which inlines it: times against one call.
//! 3. The same in different states: each of the five values that the last call may have left is an entry state of its own.

use std::sync::Arc;
use std::time::{Duration, Instant};

use landfall::budget::Budget;
use landfall::cfa::DataModel;
use landfall::engine::distance::Search;
use landfall::engine::{EngineKind, EngineOptions};
use landfall::front::{FrontOptions, load_text};
use landfall::report::Silent;
use landfall::verdict::Verdict;
use landfall::{Settings, analyse};

const HEADER: &str = "extern int __VERIFIER_nondet_int(void);\nextern void reach_error(void);\n";

/// `chains` chains of `depth` calls, each with a loop a call; the one in the middle ends half-way, with the error.
fn call_tree(chains: usize, depth: usize) -> String {
    let mut text = format!("{HEADER}int g, steps;\n");
    for chain in 0..chains {
        let holds_error = chain == chains / 2;
        let length = if holds_error { depth / 2 } else { depth };
        for level in (0..length).rev() {
            let next = match level + 1 {
                next if next < length => format!("t{chain}_{next}();"),
                _ if holds_error => "if (steps >= 0) reach_error();".to_string(),
                _ => "g = 1;".to_string(),
            };
            let counting = "int n = __VERIFIER_nondet_int(); while (n > 0) { n--; g = 2; }";
            text.push_str(&format!("void t{chain}_{level}(void) {{ {counting} {next} }}\n"));
        }
    }
    let branch = |chain: usize| format!("if (c == {chain}) t{chain}_0(); else ");
    let branches: String = (0..chains).map(branch).collect();
    format!(
        "{text}int main(void) {{ g = 1; steps = 0; int c = __VERIFIER_nondet_int();\n{branches} g = 3;\n\
         if (g < 1 || g > 3) reach_error(); return 0; }}"
    )
}

/// A procedure with a loop over many branches, called `calls` times in a row: each time as if in the same state, as it sets
/// what it reads, or with what the last call left.
fn calls_of_a_large_procedure(calls: usize, same: bool) -> String {
    let reset = if same { "mode = 0;" } else { "" };
    let branch = |i: usize| {
        format!("if (__VERIFIER_nondet_int()) mode = {}; else if (mode > {}) mode = {};\n", i % 5, i % 3, i % 4)
    };
    let body: String = (0..100).map(branch).collect();
    format!(
        "{HEADER}int state, mode;\n\
         void work(void) {{ if (state != 1) reach_error(); state = 2; {reset} int n = __VERIFIER_nondet_int();\n\
         while (n > 0) {{ {body} if (mode < 0 || mode > 4) reach_error(); n--; }} state = 1; }}\n\
         int main(void) {{ state = 1; mode = 0; {} return 0; }}",
        "work();\n".repeat(calls)
    )
}

/// Seconds, abstract states and the verdict.
fn run(source: &str, engine: EngineKind, search: Search) -> (f64, u64, &'static str) {
    let options = FrontOptions::new(DataModel::Lp64);
    let program = load_text("generated.c", source, &options).unwrap_or_else(|_| panic!("{source}")).program;
    let options = EngineOptions { search: Some(search), ..EngineOptions::default() };
    let settings = Settings { options, ..Settings::of(engine) };
    let budget = Budget::with_timeout(Duration::from_secs(60));
    let started = Instant::now();
    let analysis = analyse(&Arc::new(program), &settings, &budget, &mut Silent);
    let verdict = match analysis.verdict {
        Verdict::Safe(_) => "proved",
        Verdict::Unsafe(_) => "violated",
        Verdict::Unknown(_) => "unknown",
    };
    let states = analysis.statistics.counts.get("states").copied().unwrap_or(0);
    (started.elapsed().as_secs_f64(), states, verdict)
}

fn main() {
    println!("a deep call tree with one error: abstract states until it is found");
    for (chains, depth) in [(4, 4), (8, 8), (16, 8)] {
        let source = call_tree(chains, depth);
        for engine in [EngineKind::La, EngineKind::Bam] {
            for &search in Search::ALL {
                let (time, states, verdict) = run(&source, engine, search);
                println!(
                    "{chains:>3} x {depth:<3} {:4} {:9} {states:>6} states  {:>8.1} ms  {verdict}",
                    engine.name(),
                    search.name(),
                    time * 1e3
                );
            }
        }
    }
    for same in [true, false] {
        println!("calls of a large procedure, in {}", if same { "the same state" } else { "different states" });
        for engine in [EngineKind::Bam, EngineKind::La] {
            let mut first = None;
            for calls in [1, 10, 50] {
                let (time, states, verdict) = run(&calls_of_a_large_procedure(calls, same), engine, Search::Directed);
                let base = *first.get_or_insert(time);
                println!(
                    "{calls:>3} calls {:4} {states:>6} states  {:>8.1} ms  {:>6.1} x  {verdict}",
                    engine.name(),
                    time * 1e3,
                    time / base
                );
            }
        }
    }
}
