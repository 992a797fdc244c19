//! Conditional constant propagation and folding.
//!
//! After M. Wegman and F. Zadeck, *Constant propagation with conditional branches* (1991): constants and reachability are found
//! together, from the optimistic assumption that nothing is reached; the constants of a location are a persistent map, so that
//! neighbouring locations share theirs. A condition `x == 3` makes `x` a constant behind it. Procedures other than the entry
//! start from what is constant at all their calls; a call forgets the globals that its callee may change.
//!
//! Exact: an edge is dropped only if no execution passes it, because its condition is false or its expression undefined there.

use std::collections::BTreeSet;

use cranelift_entity::{PrimaryMap, SecondaryMap};

use super::super::expr::{BinaryOp, Expr, UnaryOp};
use super::super::fold::{Folder, Undefined};
use super::super::graph::{CallGraph, reverse_post_orders};
use super::super::memory::MemoryOp;
use super::super::program::*;
use super::super::varmap::VarMap;
use super::Passed;
use super::draft::{Draft, DraftEdge};

type Constants = VarMap<i128>;

/// Replaces what is constant, folds every expression and drops what cannot be executed.
pub fn propagate_constants(program: &Program) -> Passed {
    let analysis = Analysis::run(program);
    let mut draft = Draft::new(program);
    for (id, edge) in program.edges.iter() {
        let Some(constants) = &analysis.at[edge.src] else { continue };
        if let Some(op) = fold_op(program, constants, &edge.op) {
            draft.edges.push(DraftEdge::with_op(id, edge, op));
        }
    }
    draft.finish("constant propagation")
}

/// The operation with constants put in; `None` if no execution passes it.
fn fold_op(program: &Program, constants: &Constants, op: &Op) -> Option<Op> {
    let value_of = |v: VarId| constants.get(v).copied();
    let folder = Folder { program, value_of: &value_of };
    let fold = |e: &Expr| folder.fold(e);
    let folded = match op {
        Op::Assume(e) => fold(e).map(Op::Assume),
        Op::Assign(v, e) => fold(e).map(|e| Op::Assign(*v, e)),
        Op::Store(v, index, value) => {
            let index = index.as_ref().map(fold).transpose();
            index.and_then(|index| fold(value).map(|value| Op::Store(*v, index, value)))
        }
        Op::Call { callee, args, result } => args
            .iter()
            .map(fold)
            .collect::<Result<_, Undefined>>()
            .map(|args| Op::Call { callee: *callee, args, result: *result }),
        Op::Memory(op) => fold_memory(op, &fold).map(Op::Memory),
        Op::Skip | Op::Havoc(..) | Op::Unsupported(_) => Ok(op.clone()),
    };
    match folded {
        Err(Undefined) => None,
        Ok(Op::Assume(e)) if e == Expr::FALSE => None,
        Ok(Op::Assume(e)) if e == Expr::TRUE => Some(Op::Skip),
        Ok(op) => Some(op),
    }
}

/// The operation with its expressions folded.
fn fold_memory(op: &MemoryOp, fold: &dyn Fn(&Expr) -> Result<Expr, Undefined>) -> Result<MemoryOp, Undefined> {
    let mut undefined = Ok(());
    op.for_each_expr(&mut |e| undefined = undefined.and(fold(e).map(|_| ())));
    undefined?;
    Ok(op.map(&|v| v, &|o| o, &|e| fold(e).unwrap_or_else(|Undefined| e.clone())))
}

struct Analysis<'p> {
    program: &'p Program,
    modified: PrimaryMap<ProcId, Vec<VarId>>,
    /// The constants of each location that is reached.
    at: SecondaryMap<LocId, Option<Constants>>,
    /// Locations to look at again, by their place in the order of their procedure.
    work: BTreeSet<(u32, LocId)>,
    rank: SecondaryMap<LocId, u32>,
}

impl<'p> Analysis<'p> {
    fn run(program: &'p Program) -> Self {
        let mut rank = SecondaryMap::with_capacity(program.locs.len());
        for order in reverse_post_orders(program).values() {
            for (i, &loc) in order.iter().enumerate() {
                rank[loc] = i as u32;
            }
        }
        let modified = CallGraph::new(program).modified_globals(program);
        let mut analysis = Analysis { program, modified, at: SecondaryMap::new(), work: BTreeSet::new(), rank };
        analysis.flow_to(program.procs[program.entry].entry, VarMap::new(program.vars.len()));
        while let Some((_, loc)) = analysis.work.pop_first() {
            for (_, edge) in program.outgoing(loc) {
                let constants = analysis.at[loc].clone().expect("a location on the list was reached");
                analysis.edge(edge, constants);
            }
        }
        analysis
    }

    fn flow_to(&mut self, loc: LocId, constants: Constants) {
        let changed = match &mut self.at[loc] {
            Some(known) => known.meet_with(&constants, &mut |_, a, b| (a == b).then_some(*a)),
            unreached => {
                *unreached = Some(constants);
                true
            }
        };
        if changed {
            self.work.insert((self.rank[loc], loc));
        }
    }

    fn edge(&mut self, edge: &Edge, mut constants: Constants) {
        let Some(op) = fold_op(self.program, &constants, &edge.op) else { return };
        match op {
            Op::Unsupported(_) => return,
            Op::Skip | Op::Store(..) => {}
            Op::Assume(condition) => assume(&condition, true, &mut constants),
            Op::Assign(v, Expr::Int(value, _)) => constants.set(v, Some(value)),
            Op::Assign(v, _) | Op::Havoc(v, _) => constants.set(v, None),
            Op::Memory(op) => op.target().into_iter().for_each(|v| constants.set(v, None)),
            Op::Call { callee, args, result } => {
                self.enter(callee, &args, &constants);
                for &global in &self.modified[callee] {
                    constants.set(global, None);
                }
                if let Some(result) = result {
                    constants.set(result, None);
                }
            }
        }
        self.flow_to(edge.dst, constants);
    }

    fn enter(&mut self, callee: ProcId, args: &[Expr], constants: &Constants) {
        let mut inside = VarMap::new(self.program.vars.len());
        constants.for_each(&mut |v, &value| {
            if self.program.vars[v].owner.is_none() {
                inside.set(v, Some(value));
            }
        });
        let proc = &self.program.procs[callee];
        for (&param, arg) in proc.params.iter().zip(args) {
            if let Expr::Int(value, _) = arg {
                inside.set(param, Some(*value));
            }
        }
        self.flow_to(proc.entry, inside);
    }
}

/// Adds the constants that hold where `condition` has the truth value `holds`.
fn assume(condition: &Expr, holds: bool, constants: &mut Constants) {
    match condition {
        Expr::Var(v) => constants.set(*v, Some(holds as i128)),
        Expr::Unary(UnaryOp::Not, e) => assume(e, !holds, constants),
        Expr::And(a, b) if holds => {
            assume(a, true, constants);
            assume(b, true, constants);
        }
        Expr::Or(a, b) if !holds => {
            assume(a, false, constants);
            assume(b, false, constants);
        }
        Expr::Binary(op, a, b) if *op == (if holds { BinaryOp::Eq } else { BinaryOp::Ne }) => match (&**a, &**b) {
            (Expr::Var(v), Expr::Int(value, _)) | (Expr::Int(value, _), Expr::Var(v)) => {
                constants.set(*v, Some(*value));
            }
            _ => {}
        },
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::{edges, read};
    use super::*;

    #[test]
    fn conditions_decide_what_is_reached() {
        let program = read(
            "proc main() entry l0 exit l1 { local x: i32; local y: i32; local b: bool;
                l0 -> l2: x = 1;
                l2 -> l3: assume x < 3; l2 -> l4: assume 3 <= x;
                l3 -> l5: y = x + 1; l4 -> l5: y = 7;
                l5 -> l6: assume y == 2; l5 -> l7: assume y != 2;
                l6 -> l8: havoc x input \"n\"; l8 -> l9: assume x == 5; l9 -> l10: y = x * y;
                l10 -> l1: assume b; l10 -> l11: assume !b; l11 -> l1: y = b ? 1 : 0; }",
        );
        assert_eq!(
            edges(&propagate_constants(&program).program),
            [
                "l0 -> l2: x = 1",
                "l2 -> l3: skip",
                "l3 -> l4: y = 2",
                "l4 -> l5: skip",
                "l5 -> l6: havoc x input \"n\"",
                "l6 -> l7: assume x == 5",
                "l7 -> l8: y = 10",
                "l8 -> l1: assume b",
                "l8 -> l9: assume !b",
                "l9 -> l1: y = 0",
            ]
        );
    }

    #[test]
    fn loops_are_met_optimistically() {
        let program = read(
            "proc main() entry l0 exit l1 { local x: i32; local n: i32;
                l0 -> l2: x = 1;
                l2 -> l3: assume n < 10; l3 -> l4: assume x == 1; l4 -> l2: n = n + x; l3 -> l2: x = 2;
                l2 -> l1: assume 10 <= n; }",
        );
        let folded = edges(&propagate_constants(&program).program);
        // The nondeterministic edge that sets `x` to 2 makes it no constant.
        assert!(folded.contains(&"l4 -> l2: n = n + 1".to_string()), "{folded:?}");
        assert!(folded.contains(&"l3 -> l4: assume x == 1".to_string()));
    }

    #[test]
    fn undefined_edges_end_the_execution() {
        let program = read(
            "proc main() entry l0 exit l1 { local x: i32; local y: i32;
                l0 -> l2: x = 0; l2 -> l3: y = 1 / x; l3 -> l4: skip; loc l4 error label \"E\"; l2 -> l1: skip; }",
        );
        let passed = propagate_constants(&program).program;
        assert_eq!(edges(&passed), ["l0 -> l2: x = 0", "l2 -> l1: skip"]);
        assert_eq!(passed.errors().count(), 0);
    }

    #[test]
    fn constants_go_into_procedures() {
        let program = read(
            "entry main; global g: i32; global h: i32;
             proc main() entry l0 exit l1 { l0 -> l2: g = 1; l2 -> l3: h = 2; l3 -> l4: call f(3, g);
                l4 -> l5: call f(3, h); l5 -> l6: h = h; l6 -> l1: g = g; }
             proc f(a: i32, b: i32) entry l7 exit l8 { l7 -> l8: g = a + b + h; }",
        );
        let folded = edges(&propagate_constants(&program).program);
        assert!(folded.contains(&"l7 -> l8: g = 3 + b + 2".to_string()), "{folded:?}");
        assert!(folded.contains(&"l5 -> l6: h = 2".to_string()));
        assert!(folded.contains(&"l6 -> l1: g = g".to_string()));
    }
}
