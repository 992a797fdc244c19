//! Times of passes and analyses on a large program: `cargo bench -p landfall --bench cfa`.

use std::time::Instant;

use landfall::cfa::graph::{CallGraph, Liveness, Loops};
use landfall::cfa::intervals::Intervals;
use landfall::cfa::passes::*;
use landfall::cfa::{Program, read_program, verify};

/// `procs` procedures of some sixty edges each, with loops, called twice each from the entry.
fn large(procs: usize) -> String {
    let mut text = String::from("entry main; global g: i32; global h: u32;\n");
    for p in 0..procs {
        text +=
            &format!("proc f{p}(n: i32) -> r entry in{p} exit out{p} {{\n local r: i32; local i: i32; local k: i32;\n");
        text += &format!("in{p} -> a{p}_0: r = 0; a{p}_0 -> h{p}_0: i = 0;\n");
        for b in 0..8 {
            let next = if b == 7 { format!("end{p}") } else { format!("h{p}_{}", b + 1) };
            text += &format!(
                "h{p}_{b} -> b{p}_{b}: assume i < n; h{p}_{b} -> {next}: assume n <= i;
                 b{p}_{b} -> c{p}_{b}: havoc k input \"nondet\"; c{p}_{b} -> d{p}_{b}: assume k < {b};
                 c{p}_{b} -> e{p}_{b}: assume {b} <= k; d{p}_{b} -> e{p}_{b}: r = r + k;
                 e{p}_{b} -> h{p}_{b}: i = i + 1;\n"
            );
        }
        text +=
            &format!("end{p} -> g{p}: g = g + r; g{p} -> bad{p}: assume r == {p}; g{p} -> out{p}: assume r != {p};\n");
        text += &format!("loc bad{p} error assertion \"r\"; }}\n");
    }
    text += "proc main() entry m0 exit stop { local x: i32; local y: i32;\n m0 -> m1: g = 0; m1 -> c0: x = 3;\n";
    for c in 0..2 * procs {
        text += &format!("c{c} -> c{}: y = call f{}(x + {c});\n", c + 1, c / 2);
    }
    text + &format!("c{} -> stop: skip; }}\n", 2 * procs)
}

fn timed<T>(what: &str, run: impl FnOnce() -> T) -> T {
    let start = Instant::now();
    let result = run();
    println!("{what:<24} {:>8.1} ms", start.elapsed().as_secs_f64() * 1000.0);
    result
}

fn size(program: &Program) -> String {
    format!("{} edges, {} variables", program.edges.len(), program.vars.len())
}

fn main() {
    let text = large(430);
    let program = timed("read", || read_program(&text)).unwrap_or_else(|e| panic!("{e}"));
    println!("{}", size(&program));
    timed("write", || program.to_string().len());
    let _ = timed("verify", || verify(&program));
    let flat = timed("inline", || inline(&program, &InlineOptions::default())).program;
    println!("{}", size(&flat));
    timed("constants", || propagate_constants(&flat));
    timed("dead", || remove_dead(&flat));
    timed("slice", || slice(&flat));
    timed("contract", || contract_skips(&flat));
    let loops = timed("weak topological order", || Loops::new(&flat));
    let calls = CallGraph::new(&flat);
    timed("liveness", || Liveness::new(&flat, &calls));
    timed("intervals", || Intervals::new(&flat, &loops));
    timed("blocks", || BlockGraph::new(&flat, &loops, BlockOptions::default()));
    let prepared = timed("prepare, all of it", || prepare(&program, &PrepareOptions::default()));
    println!("{}", size(&prepared.program));
}
