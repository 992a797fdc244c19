//! What a program looks like, as far as the choice of engines depends on it. Cheap: one walk over its edges.

use std::collections::{BTreeMap, BTreeSet};

use crate::cfa::graph::{CallGraph, Loops};
use crate::cfa::passes::{PrepareOptions, prepare};
use crate::cfa::{BinaryOp, Expr, Op, Program, UnaryOp, VarId};

/// The features that the rules of `schedule.yml` speak of.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Features {
    /// Some function calls itself, directly or not.
    pub recursive: bool,
    /// It has regions of memory, that is, large arrays or objects whose size is computed.
    pub regions: bool,
    pub locations: usize,
    pub variables: usize,
    pub loops: usize,
    /// The most constants that one variable is compared with for equality: large for state machines.
    pub states: usize,
    /// Places that read an arbitrary value.
    pub inputs: usize,
    /// Edges with an operation on bits of two variables, or on floating-point numbers.
    pub bits: usize,
}

impl Features {
    pub fn of(program: &Program) -> Features {
        let calls = CallGraph::new(program);
        let mut constants: BTreeMap<VarId, BTreeSet<i128>> = BTreeMap::new();
        for edge in program.edges.values() {
            if let Op::Assume(condition) = &edge.op {
                compared(condition, &mut constants);
            }
        }
        Features {
            recursive: program.procs.keys().any(|proc| calls.is_recursive(proc)),
            regions: has_regions(program),
            locations: program.locs.len(),
            variables: program.vars.len(),
            loops: Loops::new(program).heads().count(),
            states: constants.values().map(BTreeSet::len).max().unwrap_or(0),
            inputs: program.edges.values().filter(|edge| matches!(edge.op, Op::Havoc(..))).count(),
            bits: program.edges.values().filter(|edge| works_on_bits(&edge.op)).count(),
        }
    }

    /// For people.
    pub fn describe(&self) -> String {
        let recursion = if self.recursive { "recursion" } else { "no recursion" };
        let regions = if self.regions { "regions of memory" } else { "no regions of memory" };
        format!(
            "{} locations, {} variables, {} loops, {recursion}, {regions}, up to {} states in a variable, {} inputs, {} operations on bits",
            self.locations, self.variables, self.loops, self.states, self.inputs, self.bits
        )
    }
}

/// Whether engines will see regions of memory.
fn has_regions(program: &Program) -> bool {
    let any = |program: &Program| program.vars.values().any(|var| var.ty.is_array());
    any(program) || (program.has_memory() && any(&prepare(program, &PrepareOptions::default()).program))
}

/// Whether an edge does what integers without bounds say little about.
fn works_on_bits(op: &Op) -> bool {
    fn walk(expr: &Expr) -> bool {
        match expr {
            Expr::Int(..) | Expr::Var(_) => false,
            Expr::Unary(op, operand) => *op == UnaryOp::BitNot || walk(operand),
            Expr::Binary(BinaryOp::BitXor, ..) | Expr::Float(..) => true,
            Expr::Binary(BinaryOp::BitAnd | BinaryOp::BitOr | BinaryOp::Shl | BinaryOp::Shr, left, right) => {
                let constant = |e: &Expr| matches!(uncast(e), Expr::Int(..));
                !(constant(left) || constant(right)) || walk(left) || walk(right)
            }
            Expr::Binary(_, left, right) | Expr::And(left, right) | Expr::Or(left, right) => walk(left) || walk(right),
            Expr::Cast(_, operand) | Expr::Select(_, operand) => walk(operand),
            Expr::Ite(condition, yes, no) => walk(condition) || walk(yes) || walk(no),
            Expr::Memory(_, operands) => operands.iter().any(walk),
        }
    }
    let mut found = false;
    op.for_each_expr(&mut |expr| found |= walk(expr));
    found
}

/// Notes which variables are compared with which constants.
fn compared(condition: &Expr, constants: &mut BTreeMap<VarId, BTreeSet<i128>>) {
    match condition {
        Expr::Unary(_, operand) => compared(operand, constants),
        Expr::And(left, right) | Expr::Or(left, right) => {
            compared(left, constants);
            compared(right, constants);
        }
        Expr::Binary(BinaryOp::Eq | BinaryOp::Ne, left, right) => match (uncast(left), uncast(right)) {
            (Expr::Var(var), Expr::Int(value, _)) | (Expr::Int(value, _), Expr::Var(var)) => {
                constants.entry(*var).or_default().insert(*value);
            }
            _ => {}
        },
        _ => {}
    }
}

fn uncast(mut expression: &Expr) -> &Expr {
    while let Expr::Cast(_, operand) = expression {
        expression = operand;
    }
    expression
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cfa::DataModel;
    use crate::front::{FrontOptions, load_text};

    fn features(text: &str) -> Features {
        let loaded = load_text("test.c", text, &FrontOptions::new(DataModel::Lp64)).expect("the program is C");
        Features::of(&loaded.program)
    }

    #[test]
    fn a_state_machine_shows() {
        let found = features(
            "int in(void); int main(void) { int s = 0; while (1) { if (s == 0) s = in(); else if (s == 1) s = 2; \
             else if (s == 2) s = 3; else s = 0; } }",
        );
        assert_eq!((found.states, found.loops, found.recursive), (3, 1, false));
    }

    #[test]
    fn recursion_shows() {
        let found = features("int f(int n) { return n > 0 ? f(n - 1) : 0; } int main(void) { return f(5); }");
        assert!(found.recursive);
    }
}
