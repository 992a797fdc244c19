//! Start-up and small incremental queries: `cargo bench -p landfall-smt --bench solver`. With an argument `start` it only makes a
//! context and asks one question, for timing a process from outside.

use landfall_smt::{Config, Context, Term};
use std::time::Instant;

fn main() {
    let started = Instant::now();
    let context = Context::new(Config::default());
    let x = Term::int_var("x");
    assert_eq!(context.check("first", x.le(3)).is_sat(), Some(true));
    if std::env::args().any(|argument| argument == "start") {
        return;
    }
    println!("context and first query {:>8.3} ms", started.elapsed().as_secs_f64() * 1e3);
    report("queries in scopes", scopes(&context));
    report("queries by assumption", assumptions(&context));
    report("fresh solvers", fresh(&context));
}

fn report(name: &str, (queries, seconds): (usize, f64)) {
    println!("{name:<23} {:>8.1} us a query", seconds * 1e6 / queries as f64);
}

fn vars() -> Vec<Term> {
    (0..10).map(|i| Term::int_var(&format!("v{i}"))).collect()
}

/// A chain of inequalities with a few disjunctions.
fn background() -> Vec<Term> {
    let v = vars();
    let chain = v.windows(2).map(|pair| pair[0].le(pair[1]));
    let choices = v.windows(3).map(|w| Term::or(&[(w[0] + w[1]).le(w[2]), w[2].ge(10)]));
    chain.chain(choices).collect()
}

fn scopes(context: &Context) -> (usize, f64) {
    let v = vars();
    let mut solver = context.solver("scopes");
    background().into_iter().for_each(|term| solver.assert(term));
    let started = Instant::now();
    let queries = 5_000;
    for i in 0..queries as i64 {
        let outcome = solver.scope(|solver| {
            solver.assert(v[(i % 10) as usize].ge(i % 17));
            solver.assert((v[9] - v[0]).le(i % 7));
            solver.check().is_sat()
        });
        assert!(outcome.is_some());
    }
    (queries, started.elapsed().as_secs_f64())
}

fn assumptions(context: &Context) -> (usize, f64) {
    let v = vars();
    let mut solver = context.solver("assumptions");
    background().into_iter().for_each(|term| solver.assert(term));
    let started = Instant::now();
    let queries = 5_000;
    for i in 0..queries as i64 {
        let outcome = solver.check_assuming(&[v[(i % 10) as usize].ge(i % 17), (v[9] - v[0]).le(i % 7)]);
        assert!(outcome.is_sat().is_some());
    }
    (queries, started.elapsed().as_secs_f64())
}

fn fresh(context: &Context) -> (usize, f64) {
    let v = vars();
    let facts = Term::and(&background());
    let started = Instant::now();
    let queries = 500;
    for i in 0..queries as i64 {
        let outcome = context.check("fresh", Term::and(&[facts, v[(i % 10) as usize].ge(i % 17)]));
        assert!(outcome.is_sat().is_some());
    }
    (queries, started.elapsed().as_secs_f64())
}
