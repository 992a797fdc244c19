//! Gas (paper `gps`, section 5.3): a fresh variable that starts with an arbitrary amount and loses one whenever a loop is repeated.
//!
//! Every execution of the result ends, and every finite execution of the input is one of the result for some amount. All
//! locations, edges and variables of the input keep their numbers; new ones come after them.

use super::super::builder::ProgramBuilder;
use super::super::expr::{BinaryOp, Expr, IntType, Type};
use super::super::graph::Loops;
use super::super::program::*;

/// A program with gas.
#[derive(Clone, Debug)]
pub struct Gassed {
    pub program: Program,
    pub gas: VarId,
}

const GAS: IntType = IntType::new(64, true);

/// Adds gas to a flat program.
pub fn add_gas(program: &Program, loops: &Loops) -> Gassed {
    let mut b = ProgramBuilder::new(program.semantics);
    let entry = program.procs[program.entry].entry;
    b.copy_declarations(program);
    let gas = b.var("gas", Type::Int(GAS), VarKind::Temp, None, None);
    // Position of each location in the weak topological order: an edge to a head from behind it repeats a loop.
    let mut position = cranelift_entity::SecondaryMap::new();
    for proc in program.procs.keys() {
        for (index, &loc) in loops.order(proc).iter().enumerate() {
            position[loc] = index + 1;
        }
    }
    // The entry's edges move to a new location, so that the amount is set first.
    let start = b.loc(program.entry, program.locs[entry].span);
    let mut repeats = Vec::new();
    for edge in program.edges.values() {
        let src = if edge.src == entry { start } else { edge.src };
        let dst = if edge.dst == entry { start } else { edge.dst };
        if loops.is_head(edge.dst) && position[edge.src] >= position[edge.dst] {
            let proc = program.locs[edge.src].proc.unwrap_or(program.entry);
            let used = b.loc(proc, edge.span);
            b.edge(src, used, edge.op.clone(), edge.span);
            repeats.push((used, dst, proc, edge.span));
        } else {
            b.edge(src, dst, edge.op.clone(), edge.span);
        }
    }
    for (used, dst, proc, span) in repeats {
        let paid = b.loc(proc, span);
        let left = Expr::binary(BinaryOp::Lt, Expr::Int(0, GAS), Expr::Var(gas));
        b.edge(used, paid, Op::Assume(left), span);
        let less = Expr::binary(BinaryOp::Sub, Expr::Var(gas), Expr::Int(1, GAS));
        b.edge(paid, dst, Op::Assign(gas, less), span);
    }
    let filled = b.loc(program.entry, None);
    b.edge(entry, filled, Op::Havoc(gas, HavocKind::Argument), None);
    let some = Expr::binary(BinaryOp::Le, Expr::Int(0, GAS), Expr::Var(gas));
    b.edge(filled, start, Op::Assume(some), None);
    Gassed { program: b.finish(program.entry), gas }
}
