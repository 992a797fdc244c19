//! Whether an execution that reaches an error depends on approximations.
//!
//! Values are followed along the path: what is computed from an approximation is *tainted*. The path depends on it if a tainted
//! value decides a branch (then everything behind the branch does), or if an operation on one may be undefined. A region of memory
//! is tainted as a whole.

use super::marks::Marks;
use crate::cfa::fold::Folder;
use crate::cfa::{Approximation, EdgeId, Expr, MemoryExpr, MemoryOp, Op, Program};
use crate::front::source::Span;
use crate::verdict::Execution;

/// The approximation, and its place, on which an execution depends that reaches an error; `None` if the error is real. Of an
/// execution of which only the beginning is recorded, any approximation counts.
pub fn candidate(program: &Program, execution: &Execution) -> Option<(Approximation, Option<Span>)> {
    let mut passed = execution.inputs.iter().filter_map(|input| Some((input.kind.as_approximation()?, input.span)));
    let (first, span) = passed.next()?;
    if execution.steps > execution.path.len() as u64 {
        return Some((first.clone(), span));
    }
    let edge = &program.edges[approximation_needed(program, execution.path.iter().copied())?];
    match &edge.op {
        Op::Havoc(_, kind) | Op::Memory(MemoryOp::Havoc { kind, .. }) => {
            kind.as_approximation().map(|what| (what.clone(), edge.span))
        }
        _ => None,
    }
}

/// The first approximation on which a path depends: the edge that made it.
pub fn approximation_needed(program: &Program, mut path: impl Iterator<Item = EdgeId>) -> Option<EdgeId> {
    let mut taint = Taint { program, origin: Marks::new(program), memory: None };
    path.find_map(|edge| taint.step(edge))
}

struct Taint<'p> {
    program: &'p Program,
    /// The tainted variables, each with the approximation that it comes from.
    origin: Marks<'p, EdgeId>,
    /// What was stored in memory came from here.
    memory: Option<EdgeId>,
}

impl Taint<'_> {
    fn of(&self, expr: &Expr) -> Option<EdgeId> {
        let mut found = self.origin.first_of(expr);
        expr.for_each_memory(&mut |op, _| {
            if matches!(op, MemoryExpr::Load(_)) {
                found = found.or(self.memory);
            }
        });
        found
    }

    /// Follows one edge; what the execution depends on if it does.
    fn step(&mut self, edge: EdgeId) -> Option<EdgeId> {
        let program = self.program;
        let data = &program.edges[edge];
        let mut decided = None;
        data.op.for_each_expr(&mut |expr| {
            let partial = matches!(data.op, Op::Assume(_)) || !Folder { program, value_of: &|_| None }.is_total(expr);
            decided = decided.or_else(|| self.of(expr).filter(|_| partial));
        });
        match &data.op {
            Op::Havoc(var, kind) => self.origin.set(*var, kind.as_approximation().map(|_| edge)),
            Op::Assign(var, value) => {
                let origin = self.of(value);
                self.origin.set(*var, origin);
            }
            Op::Store(region, index, value) => {
                let origin = self.of(value).or_else(|| index.as_ref().and_then(|index| self.of(index)));
                if index.is_none() || origin.is_some() {
                    self.origin.set(*region, origin);
                }
            }
            Op::Call { callee, args, .. } => {
                let given = args.iter().map(|arg| self.of(arg)).collect();
                self.origin.call(edge, *callee, given);
            }
            Op::Memory(op) => {
                // Memory is one: what was once stored in it may be anywhere.
                op.for_each_expr(&mut |e| self.memory = self.memory.or_else(|| self.of(e)));
                if let MemoryOp::Havoc { kind, .. } = op {
                    self.memory = self.memory.or(kind.as_approximation().map(|_| edge));
                }
                op.target().into_iter().for_each(|var| self.origin.set(var, None));
            }
            Op::Skip | Op::Assume(_) | Op::Unsupported(_) => {}
        }
        self.origin.arrive(edge);
        decided
    }
}
