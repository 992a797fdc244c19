//! From preprocessed C to a program: time and memory for 50,000 lines. `cargo bench -p landfall --bench front`
//!
//! The text is made here, in the style of device drivers that a tool has merged into one file: structures, pointers, switches,
//! arrays and functions that call each other. The same with integers only shows what memory costs.

use std::fmt::Write;
use std::time::Instant;

use landfall::cfa::DataModel;
use landfall::front::{FrontOptions, load_text};

const LINES: usize = 50_000;

fn device(out: &mut String, number: usize, memory: bool) {
    let (device, previous) = (format!("d{number}"), number.saturating_sub(1));
    let state = if memory { format!("{device}_state->mode") } else { format!("{device}_mode") };
    if memory {
        let _ = write!(
            out,
            "struct {device}_s {{\n    int mode;\n    unsigned char buffer[16];\n    struct {device}_s *next;\n    void (*done)(int);\n}};\n\
             static struct {device}_s {device}_object;\nstatic struct {device}_s *{device}_state = &{device}_object;\n"
        );
    } else {
        let _ = writeln!(out, "static int {device}_mode;");
    }
    let _ = writeln!(out, "int {device}_request(int code, int length)\n{{\n    int status = 0;\n    int i;");
    let _ = writeln!(out, "    switch (code) {{");
    for case in 0..8 {
        let _ = write!(
            out,
            "    case {case}:\n        if (length > {case}) {{\n            {state} = code + {case};\n        }} else {{\n            \
             status = -{case};\n        }}\n        break;\n"
        );
    }
    let _ = writeln!(out, "    default:\n        status = 1;\n    }}\n    for (i = 0; i < length; i++) {{");
    if memory {
        let _ = writeln!(out, "        {device}_state->buffer[i & 15] = (unsigned char)(code + i);");
    }
    let _ = writeln!(out, "        status += i;\n    }}");
    if number > 0 {
        let _ = writeln!(out, "    status += d{previous}_request(code, length - 1);");
    }
    let _ = writeln!(out, "    return status;\n}}");
}

fn text(memory: bool) -> String {
    let mut out = String::from("extern int __VERIFIER_nondet_int(void);\nvoid reach_error(void);\n");
    let mut number = 0;
    while out.lines().count() < LINES {
        for _ in 0..50 {
            device(&mut out, number, memory);
            number += 1;
        }
    }
    let last = number - 1;
    let _ = write!(
        out,
        "int main(void)\n{{\n    if (d{last}_request(__VERIFIER_nondet_int(), 3) == 99)\n        reach_error();\n    return 0;\n}}\n"
    );
    out
}

/// The most memory that the process has had, in megabytes, where the system tells.
fn peak_megabytes() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find(|line| line.starts_with("VmHWM:"))?;
    line.split_whitespace().nth(1)?.parse::<u64>().ok().map(|kilobytes| kilobytes / 1024)
}

fn main() {
    let options = FrontOptions::new(DataModel::Lp64);
    for (name, memory) in [("integers only", false), ("structures and pointers", true)] {
        let text = text(memory);
        let started = Instant::now();
        let loaded = load_text("bench.c", &text, &options).unwrap_or_else(|e| panic!("{:?}", e.diagnostics));
        let seconds = started.elapsed().as_secs_f64();
        let (lines, edges) = (text.lines().count(), loaded.program.edges.len());
        let peak = peak_megabytes().map_or(String::new(), |mb| format!(", peak of the process {mb} MB"));
        println!("{name}: {lines} lines to {edges} edges in {seconds:.2} s{peak}");
    }
}
