//! Whether an execution that reaches an error depends on approximations.
//!
//! Values are followed along the path: what is computed from an approximation is *tainted*. The path depends on it if a tainted
//! value decides a branch (then everything behind the branch does), or if an operation on one may be undefined. A region of memory
//! is tainted as a whole.

use std::collections::BTreeMap;

use crate::cfa::fold::Folder;
use crate::cfa::{Approximation, EdgeId, Expr, LocId, MemoryExpr, MemoryOp, Op, Program, VarId};
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
    let mut taint = Taint { program, origin: BTreeMap::new(), frames: Vec::new(), memory: None };
    path.find_map(|edge| taint.step(edge))
}

struct Taint<'p> {
    program: &'p Program,
    /// The tainted variables, each with the approximation that it comes from.
    origin: BTreeMap<VarId, EdgeId>,
    /// For each open call the edge, and what of the callee's variables was tainted in an older frame.
    frames: Vec<(EdgeId, Vec<(VarId, EdgeId)>)>,
    /// What was stored in memory came from here.
    memory: Option<EdgeId>,
}

impl Taint<'_> {
    fn of(&self, expr: &Expr) -> Option<EdgeId> {
        let mut found = None;
        expr.for_each_var(&mut |var| found = found.or_else(|| self.origin.get(&var).copied()));
        expr.for_each_memory(&mut |op, _| {
            if matches!(op, MemoryExpr::Load(_)) {
                found = found.or(self.memory);
            }
        });
        found
    }

    fn set(&mut self, var: VarId, origin: Option<EdgeId>) {
        match origin {
            Some(origin) => _ = self.origin.insert(var, origin),
            None => _ = self.origin.remove(&var),
        }
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
            Op::Havoc(var, kind) => self.set(*var, kind.as_approximation().map(|_| edge)),
            Op::Assign(var, value) => {
                let origin = self.of(value);
                self.set(*var, origin);
            }
            Op::Store(region, index, value) => {
                let origin = self.of(value).or_else(|| index.as_ref().and_then(|index| self.of(index)));
                if index.is_none() || origin.is_some() {
                    self.set(*region, origin);
                }
            }
            Op::Call { callee, args, .. } => {
                let given: Vec<Option<EdgeId>> = args.iter().map(|arg| self.of(arg)).collect();
                let older = self.origin.iter().filter(|(var, _)| program.vars[**var].owner == Some(*callee));
                let older: Vec<(VarId, EdgeId)> = older.map(|(var, origin)| (*var, *origin)).collect();
                older.iter().for_each(|(var, _)| _ = self.origin.remove(var));
                for (param, origin) in program.procs[*callee].params.iter().zip(given) {
                    self.set(*param, origin);
                }
                self.frames.push((edge, older));
            }
            Op::Memory(op) => {
                // Memory is one: what was once stored in it may be anywhere.
                op.for_each_expr(&mut |e| self.memory = self.memory.or_else(|| self.of(e)));
                if let MemoryOp::Havoc { kind, .. } = op {
                    self.memory = self.memory.or(kind.as_approximation().map(|_| edge));
                }
                op.target().into_iter().for_each(|var| self.set(var, None));
            }
            Op::Skip | Op::Assume(_) | Op::Unsupported(_) => {}
        }
        let arrived = match &data.op {
            Op::Call { callee, .. } => program.procs[*callee].entry,
            _ => data.dst,
        };
        self.leave(arrived);
        decided
    }

    /// Returns from the procedures whose exit is reached.
    fn leave(&mut self, mut at: LocId) {
        let program = self.program;
        while let Some(proc) = program.locs[at].proc
            && program.procs[proc].exit == at
            && let Some((call, older)) = self.frames.pop()
        {
            let value = program.procs[proc].result.and_then(|result| self.origin.get(&result).copied());
            self.origin.retain(|var, _| program.vars[*var].owner != Some(proc));
            self.origin.extend(older);
            if let Op::Call { result: Some(result), .. } = &program.edges[call].op {
                self.set(*result, value);
            }
            at = program.edges[call].dst;
        }
    }
}
