//! Drawings of programs: DOT for other tools, SVG that needs none.
//!
//! One drawing shows all procedures side by side. Entries are green, loop heads blue, errors red, targets of unsupported edges
//! yellow. Labels are the operations in the text form.

mod dot;
mod layout;
mod svg;

pub use dot::write_dot;
pub use svg::write_svg;

use super::graph::Loops;
use super::program::*;

/// What a location is shown as.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Role {
    Plain,
    Entry,
    Exit,
    Head,
    Error,
    Unsupported,
}

fn role(program: &Program, loops: &Loops, loc: LocId) -> Role {
    let proc = &program.procs[program.proc_of(loc)];
    if program.locs[loc].error.is_some() {
        Role::Error
    } else if program.incoming(loc).any(|(_, e)| matches!(e.op, Op::Unsupported(_))) {
        Role::Unsupported
    } else if loops.is_head(loc) {
        Role::Head
    } else if loc == proc.entry {
        Role::Entry
    } else if loc == proc.exit {
        Role::Exit
    } else {
        Role::Plain
    }
}

impl Role {
    fn fill(self) -> &'static str {
        match self {
            Role::Plain => "#ffffff",
            Role::Entry => "#c8e6c9",
            Role::Exit => "#e0e0e0",
            Role::Head => "#bbdefb",
            Role::Error => "#ef9a9a",
            Role::Unsupported => "#fff59d",
        }
    }
}

/// The operation as a label of bounded length.
fn label(program: &Program, op: &Op) -> String {
    const MAX: usize = 60;
    let text = program.show_op(op).to_string();
    if text.chars().count() <= MAX { text } else { text.chars().take(MAX - 1).chain(['…']).collect() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cfa::read_program;

    fn program() -> Program {
        let text = "entry main; global x: i32;
            proc main() entry l0 exit l1 { l0 -> l2: x = 0; l2 -> l3: assume x < 3 && x != 1; l3 -> l2: x = x + 1;
                l2 -> l1: assume 3 <= x; l3 -> l4: call f(); loc l4 error label \"a \\\"b\\\" <c>\"; }
            proc f() entry l5 exit l6 { l5 -> l6: unsupported \"asm <volatile>\"; l5 -> l5: skip; }";
        read_program(text).unwrap_or_else(|e| panic!("{e}"))
    }

    #[test]
    fn dot_shows_every_edge() {
        let program = program();
        let dot = write_dot(&program);
        assert_eq!(dot.matches(" -> ").count(), program.edges.len());
        assert!(dot.contains("l2 [label=\"l2\", fillcolor=\"#bbdefb\""));
        assert!(dot.contains("label=\"unsupported \\\"asm <volatile>\\\"\""), "{dot}");
        assert!(dot.contains("cluster_p1"));
    }

    #[test]
    fn svg_is_well_formed_and_complete() {
        let program = program();
        let svg = write_svg(&program);
        assert!(svg.starts_with("<svg ") && svg.ends_with("</svg>\n"));
        assert_eq!(svg.matches("class=\"loc\"").count(), program.locs.len());
        assert_eq!(svg.matches("class=\"edge\"").count(), program.edges.len());
        assert!(svg.contains("asm &lt;volatile&gt;") && !svg.contains("asm <"));
    }

    #[test]
    fn a_long_program_is_drawn() {
        let mut text = String::from("proc main() entry n0 exit end {");
        for i in 0..3000 {
            text += &format!("n{i} -> n{}: skip; n{i} -> n{}: skip;", i + 1, i / 2);
        }
        let program = read_program(&(text + "}")).unwrap_or_else(|e| panic!("{e}"));
        assert_eq!(write_svg(&program).matches("class=\"edge\"").count(), 6000);
    }
}
