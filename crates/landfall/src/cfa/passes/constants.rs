//! Conditional constant propagation and folding.
//!
//! After M. Wegman and F. Zadeck, *Constant propagation with conditional branches* (1991): constants and reachability are found
//! together, from the optimistic assumption that nothing is reached; the constants of a location are a persistent map, so that
//! neighbouring locations share theirs. A condition `x == 3` makes `x` a constant behind it. Procedures other than the entry
//! start from what is constant at all their calls; a call forgets the globals that its callee may change. Where a loop has been gone
//! around a few times, nothing that it writes is taken for constant at its head: constants that depend on each other could
//! otherwise fall one after the other, one in each round.
//!
//! Exact: an edge is dropped only if no execution passes it, because its condition is false or its expression undefined there.

use std::collections::BTreeSet;

use cranelift_entity::{EntitySet, PrimaryMap, SecondaryMap};

use super::super::expr::{BinaryOp, Expr, UnaryOp};
use super::super::fold::{Folder, Undefined};
use super::super::graph::{CallGraph, Loops};
use super::super::memory::MemoryOp;
use super::super::program::*;
use super::super::varmap::VarMap;
use super::Passed;
use super::draft::{Draft, DraftEdge};
use crate::limits::limits;

type Constants = VarMap<i128>;

/// Replaces what is constant, folds every expression and drops what cannot be executed.
pub fn propagate_constants(program: &Program) -> Passed {
    let analysis = Analysis::run(program);
    let mut draft = Draft::new(program);
    for (id, op) in analysis.folded.into_iter() {
        if let Some(op) = op {
            draft.edges.push(DraftEdge::with_op(id, &program.edges[id], op));
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
        Ok(Op::Assign(v, Expr::Var(w))) if v == w => Some(Op::Skip),
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
    /// The constants of each location that is reached and at which ways meet.
    at: SecondaryMap<LocId, Option<Constants>>,
    /// What is left of each edge with the constants known when it was last looked at; `None` if no execution passes it.
    folded: PrimaryMap<EdgeId, Option<Op>>,
    /// Locations to look at again, by their place in the weak topological order of their procedure: loops before what follows them.
    work: BTreeSet<(u32, LocId)>,
    rank: SecondaryMap<LocId, u32>,
    /// Where procedures begin.
    entries: EntitySet<LocId>,
    loops: Loops,
    /// How often the constants at the head of a loop have changed.
    changes: SecondaryMap<LocId, u32>,
}

impl<'p> Analysis<'p> {
    fn run(program: &'p Program) -> Self {
        let mut rank = SecondaryMap::with_capacity(program.locs.len());
        let loops = Loops::new(program);
        for proc in program.procs.keys() {
            for (i, &loc) in loops.order(proc).iter().enumerate() {
                rank[loc] = i as u32;
            }
        }
        let mut entries = EntitySet::with_capacity(program.locs.len());
        entries.extend(program.procs.values().map(|proc| proc.entry));
        let modified = CallGraph::new(program).modified_globals(program);
        let mut analysis = Analysis {
            program,
            modified,
            at: SecondaryMap::new(),
            folded: program.edges.keys().map(|_| None).collect(),
            work: BTreeSet::new(),
            rank,
            entries,
            loops,
            changes: SecondaryMap::new(),
        };
        analysis.flow_to(program.procs[program.entry].entry, &VarMap::new(program.vars.len()));
        while let Some((_, loc)) = analysis.work.pop_first() {
            let constants = analysis.at[loc].clone().expect("a location on the list was reached");
            analysis.walk(loc, constants);
        }
        analysis
    }

    /// Looks at everything from a location on up to where ways meet. What is constant in between is not kept.
    fn walk(&mut self, from: LocId, constants: Constants) {
        let program = self.program;
        let mut ways = vec![(from, constants)];
        while let Some((loc, constants)) = ways.pop() {
            let outgoing = &program.locs[loc].outgoing;
            let Some((&last, others)) = outgoing.split_last() else { continue };
            for &id in others {
                ways.extend(self.edge(id, constants.clone()));
            }
            // The last one is the only one that has the map to itself.
            ways.extend(self.edge(last, constants));
        }
    }

    /// Brings constants to where ways meet, or a procedure begins.
    fn flow_to(&mut self, loc: LocId, constants: &Constants) {
        let changed = match &mut self.at[loc] {
            Some(known) => known.meet_with(constants, &mut |_, _, _| None),
            unreached => {
                *unreached = Some(constants.clone());
                self.work.insert((self.rank[loc], loc));
                return;
            }
        };
        if changed {
            self.changed(loc);
        }
    }

    fn changed(&mut self, loc: LocId) {
        if self.loops.is_head(loc) {
            self.changes[loc] += 1;
            if self.changes[loc] == limits().constants.rounds {
                self.forget_written(loc);
            }
        }
        self.work.insert((self.rank[loc], loc));
    }

    /// Forgets at the head of a loop what the loop writes.
    fn forget_written(&mut self, head: LocId) {
        let (Some(component), Some(constants)) = (self.loops.innermost(head), &mut self.at[head]) else { return };
        let mut forget = |var: VarId| constants.set(var, None);
        for &loc in self.loops.body(component) {
            for (_, edge) in self.program.outgoing(loc) {
                edge.op.target().into_iter().for_each(&mut forget);
                if let Op::Call { callee, .. } = edge.op {
                    self.modified[callee].iter().copied().for_each(&mut forget);
                }
            }
        }
    }

    /// Brings constants over an edge. Gives back what is constant behind it if no other way leads there.
    fn edge(&mut self, id: EdgeId, mut constants: Constants) -> Option<(LocId, Constants)> {
        let edge = &self.program.edges[id];
        let op = fold_op(self.program, &constants, &edge.op);
        match &op {
            None => {
                self.folded[id] = None;
                return None;
            }
            Some(Op::Unsupported(_)) => {
                self.folded[id] = op;
                return None;
            }
            Some(Op::Skip | Op::Store(..)) => {}
            Some(Op::Assume(condition)) => assume(condition, true, &mut constants),
            Some(Op::Assign(v, Expr::Int(value, _))) => constants.set(*v, Some(*value)),
            Some(Op::Assign(v, _) | Op::Havoc(v, _)) => constants.set(*v, None),
            Some(Op::Memory(op)) => op.target().into_iter().for_each(|v| constants.set(v, None)),
            Some(Op::Call { callee, args, result }) => {
                self.enter(*callee, args, &constants);
                for &global in &self.modified[*callee] {
                    constants.set(global, None);
                }
                if let Some(result) = result {
                    constants.set(*result, None);
                }
            }
        }
        self.folded[id] = op;
        if self.program.locs[edge.dst].incoming.len() == 1 && !self.entries.contains(edge.dst) {
            return Some((edge.dst, constants));
        }
        self.flow_to(edge.dst, &constants);
        None
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
        self.flow_to(proc.entry, &inside);
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
                l4 -> l5: call f(3, h); l5 -> l6: h = h; l6 -> l1: g = g + 1; }
             proc f(a: i32, b: i32) entry l7 exit l8 { l7 -> l8: g = a + b + h; }",
        );
        let folded = edges(&propagate_constants(&program).program);
        assert!(folded.contains(&"l7 -> l8: g = 3 + b + 2".to_string()), "{folded:?}");
        assert!(folded.contains(&"l5 -> l6: h = 2".to_string()));
        assert!(folded.contains(&"l6 -> l1: g = g + 1".to_string()));
    }
}
