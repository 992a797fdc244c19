//! Assumptions behind locations: what holds there anyway, said to those who come by.
//!
//! All locations, edges and variables of the input keep their numbers; new ones come after them.

use super::super::builder::ProgramBuilder;
use super::super::expr::Expr;
use super::super::program::*;

/// The program in which each execution that leaves one of the locations satisfies the condition there.
pub fn assume_at(program: &Program, conditions: &[(LocId, Expr)]) -> Program {
    let mut b = ProgramBuilder::new(program.semantics);
    b.copy_declarations(program);
    let mut behind = cranelift_entity::SecondaryMap::new();
    for (loc, _) in conditions {
        let proc = program.locs[*loc].proc.unwrap_or(program.entry);
        behind[*loc] = Some(b.loc(proc, program.locs[*loc].span));
    }
    for edge in program.edges.values() {
        let src: Option<LocId> = behind[edge.src];
        b.edge(src.unwrap_or(edge.src), edge.dst, edge.op.clone(), edge.span);
    }
    for (loc, condition) in conditions {
        let target = behind[*loc].expect("made above");
        b.edge(*loc, target, Op::Assume(condition.clone()), program.locs[*loc].span);
    }
    b.finish(program.entry)
}
