//! The fixed point, along the weak topological order.

use crate::limits::limits;
use cranelift_entity::{PrimaryMap, SecondaryMap};

use super::super::expr::Expr;
use super::super::graph::{CallGraph, ComponentId, Loops};
use super::super::program::*;
use super::super::varmap::VarMap;
use super::eval::Evaluator;
use super::refine::{assume, join, smaller_than_type};
use super::{Interval, Intervals, Ranges};

pub(super) fn solve(program: &Program, loops: &Loops) -> Intervals {
    let mut solver = Solver {
        program,
        loops,
        modified: CallGraph::new(program).modified_globals(program),
        at: SecondaryMap::with_capacity(program.locs.len()),
        visits: SecondaryMap::new(),
        thresholds: SecondaryMap::new(),
    };
    for proc in program.procs.keys() {
        solver.ascend(loops.order(proc));
        for _ in 0..2 {
            solver.descend(loops.order(proc));
        }
    }
    Intervals { at: solver.at }
}

struct Solver<'a> {
    program: &'a Program,
    loops: &'a Loops,
    modified: PrimaryMap<ProcId, Vec<VarId>>,
    at: SecondaryMap<LocId, Option<Ranges>>,
    visits: SecondaryMap<LocId, u32>,
    thresholds: SecondaryMap<ComponentId, Option<Vec<i128>>>,
}

impl Solver<'_> {
    /// Goes through the order; at the end of a loop, back to its head until that is stable.
    fn ascend(&mut self, order: &[LocId]) {
        let mut open: Vec<ComponentId> = Vec::new();
        let mut place = 0;
        loop {
            if let Some(&component) = open.last()
                && self.loops.component(component).end == place
            {
                if self.grow_head(component) {
                    place = self.loops.component(component).start + 1;
                } else {
                    open.pop();
                }
                continue;
            }
            let Some(&loc) = order.get(place) else { return };
            place += 1;
            if self.loops.is_head(loc) {
                let component = self.loops.innermost(loc).expect("a head is in its loop");
                self.grow_head(component);
                open.push(component);
            } else {
                self.at[loc] = self.arriving(loc);
            }
        }
    }

    fn descend(&mut self, order: &[LocId]) {
        for &loc in order {
            self.at[loc] = self.arriving(loc);
        }
    }

    /// What comes in along all edges.
    fn arriving(&self, loc: LocId) -> Option<Ranges> {
        let entry = self.program.procs[self.program.proc_of(loc)].entry;
        let mut all = (loc == entry).then(|| VarMap::new(self.program.vars.len()));
        for (_, edge) in self.program.incoming(loc) {
            let Some(before) = &self.at[edge.src] else { continue };
            let Some(after) = self.step(edge, before.clone()) else { continue };
            match &mut all {
                Some(all) => join(self.program, all, &after),
                None => all = Some(after),
            }
        }
        all
    }

    /// Joins what comes in to a head, widening it if this goes on; whether it grew.
    fn grow_head(&mut self, component: ComponentId) -> bool {
        let head = self.loops.component(component).head;
        // A head also sees the variables of the loops around it grow, so that these share their thresholds.
        let outermost = self.outermost(component);
        let Some(arriving) = self.arriving(head) else { return false };
        let Some(mut ranges) = self.at[head].clone() else {
            self.at[head] = Some(arriving);
            return true;
        };
        let visit = self.visits[head];
        if visit >= limits().intervals.delay && self.thresholds[outermost].is_none() {
            self.thresholds[outermost] = Some(self.constants_of(outermost));
        }
        let program = self.program;
        let thresholds = match &self.thresholds[outermost] {
            Some(constants)
                if (limits().intervals.delay..limits().intervals.delay + limits().intervals.patience)
                    .contains(&visit) =>
            {
                constants.as_slice()
            }
            _ => &[],
        };
        let grew = ranges.meet_with(&arriving, &mut |v, old, new| {
            let joined = old.join(*new);
            let range =
                if visit < limits().intervals.delay { joined } else { widen(program, v, *old, joined, thresholds) };
            smaller_than_type(program, v, range)
        });
        if grew {
            self.visits[head] = visit + 1;
            self.at[head] = Some(ranges);
        }
        grew
    }

    fn outermost(&self, mut component: ComponentId) -> ComponentId {
        while let Some(parent) = self.loops.component(component).parent {
            component = parent;
        }
        component
    }

    /// The constants of the loop's conditions and their neighbours, ascending.
    fn constants_of(&self, component: ComponentId) -> Vec<i128> {
        let mut constants = Vec::new();
        for &loc in self.loops.body(component) {
            for (_, edge) in self.program.outgoing(loc) {
                if let Op::Assume(condition) = &edge.op {
                    collect_constants(condition, &mut constants);
                }
            }
        }
        constants.sort_unstable_by_key(|c| (c.unsigned_abs(), *c));
        constants.dedup();
        constants.truncate(limits().intervals.thresholds);
        let mut all: Vec<i128> =
            constants.iter().flat_map(|c| [c.saturating_sub(1), *c, c.saturating_add(1)]).chain([0]).collect();
        all.sort_unstable();
        all.dedup();
        all
    }

    /// The ranges behind an edge; `None` if nothing passes it.
    fn step(&self, edge: &Edge, mut ranges: Ranges) -> Option<Ranges> {
        let program = self.program;
        match &edge.op {
            Op::Skip => {}
            Op::Store(_, index, value) => {
                let evaluator = Evaluator { program, ranges: &ranges };
                index.iter().chain([value]).try_for_each(|e| evaluator.eval(e).map(|_| ())).ok()?;
            }
            Op::Unsupported(_) => return None,
            Op::Assume(condition) => {
                if !assume(program, &mut ranges, condition, true) {
                    return None;
                }
            }
            Op::Assign(v, e) => {
                let range = Evaluator { program, ranges: &ranges }.eval(e).ok()?;
                ranges.set(*v, smaller_than_type(program, *v, range));
            }
            Op::Havoc(v, _) => ranges.set(*v, None),
            Op::Memory(op) => op.target().into_iter().for_each(|v| ranges.set(v, None)),
            Op::Call { callee, result, .. } => {
                for &global in &self.modified[*callee] {
                    ranges.set(global, None);
                }
                if let Some(result) = result {
                    ranges.set(*result, None);
                }
            }
        }
        Some(ranges)
    }
}

/// Moves an end that grew to the next threshold, or to the end of the type.
fn widen(program: &Program, var: VarId, old: Interval, joined: Interval, thresholds: &[i128]) -> Interval {
    let ty = program.vars[var].ty.scalar();
    let all = Interval::of_type(ty);
    let lo = if joined.lo < old.lo {
        let below = thresholds.partition_point(|&t| t <= joined.lo);
        below.checked_sub(1).map_or(all.lo, |i| thresholds[i].max(all.lo))
    } else {
        old.lo
    };
    let hi = if joined.hi > old.hi {
        let above = thresholds.partition_point(|&t| t < joined.hi);
        thresholds.get(above).map_or(all.hi, |t| (*t).min(all.hi))
    } else {
        old.hi
    };
    Interval { lo, hi }
}

fn collect_constants(expr: &Expr, constants: &mut Vec<i128>) {
    match expr {
        Expr::Int(value, _) => constants.push(*value),
        Expr::Var(_) => {}
        Expr::Unary(_, e) | Expr::Cast(_, e) | Expr::Select(_, e) => collect_constants(e, constants),
        // Patterns are no numbers to compare with, and addresses none that are known.
        Expr::Float(..) | Expr::Memory(..) => {}
        Expr::Binary(_, a, b) | Expr::And(a, b) | Expr::Or(a, b) => {
            collect_constants(a, constants);
            collect_constants(b, constants);
        }
        Expr::Ite(c, a, b) => {
            for e in [c, a, b] {
                collect_constants(e, constants);
            }
        }
    }
}
