//! DOT output.

use std::fmt::Write;

use super::super::graph::{Loops, Members};
use super::super::program::*;
use super::{label, role};

/// The program in the language of Graphviz.
pub fn write_dot(program: &Program) -> String {
    let (loops, members) = (Loops::new(program), Members::new(program));
    let mut out = String::from("digraph program {\n");
    out.push_str("  node [shape=circle, style=filled, fontname=\"monospace\", fontsize=10];\n");
    out.push_str("  edge [fontname=\"monospace\", fontsize=10];\n");
    // Writing to a string does not fail.
    let _ = (|| {
        for (id, proc) in program.procs.iter() {
            writeln!(out, "  subgraph cluster_{id} {{\n    label=\"{}\";", escape(&proc.name))?;
            for &loc in &members.locs[id] {
                let fill = role(program, &loops, loc).fill();
                let error = program.locs[loc].error.as_ref();
                let tip = error.map_or(String::new(), |e| format!(", tooltip=\"{}\"", escape(&e.message)));
                writeln!(out, "    {loc} [label=\"{loc}\", fillcolor=\"{fill}\"{tip}];")?;
            }
            for &edge in &members.edges[id] {
                let Edge { src, dst, op, .. } = &program.edges[edge];
                writeln!(out, "    {src} -> {dst} [label=\"{}\"];", escape(&label(program, op)).replace("->", "→"))?;
            }
            writeln!(out, "  }}")?;
        }
        std::fmt::Result::Ok(())
    })();
    out.push_str("}\n");
    out
}

fn escape(text: &str) -> String {
    text.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', " ")
}
