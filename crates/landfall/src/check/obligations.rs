//! What must be proved so that a set of invariants is a proof: the classical conditions of Floyd and Hoare, one for each way
//! from a cut point to the next, to an error, to an unsupported edge, to a call or to the end of a procedure.
//!
//! Plain on purpose: cut points are found by one depth-first search, ways between them are joined in topological order.

use std::collections::{BTreeMap, BTreeSet};

use crate::cfa::{EdgeId, LocId, Op, ProcId, Program};
use crate::encode::{Encoder, Transition};
use crate::verdict::{Contract, Proof};

/// What has to hold at the end of a way.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Goal {
    /// The invariant of the location.
    Invariant(LocId),
    /// Nobody comes here: the error location, or the source of the unsupported edge.
    Error(LocId),
    Unsupported(EdgeId),
    /// What the callee requires. The way ends with its parameters set.
    Requires(EdgeId, ProcId),
    /// What the procedure ensures at its exit.
    Ensures(ProcId),
}

/// All ways from the cut point `from` to one goal.
pub(super) struct Obligation {
    pub proc: ProcId,
    pub from: LocId,
    pub goal: Goal,
    pub way: Transition,
    /// The invariant of a procedure's entry is to be established from what holds when it is called.
    pub initial: bool,
}

/// The obligations of every procedure that the program can call, in order.
pub(super) fn obligations(encoder: &Encoder<'_>, proof: &Proof) -> Vec<Obligation> {
    let program = encoder.program();
    let mut all = Vec::new();
    for proc in called(program) {
        let cuts = cut_points(program, proc, &proof.invariants.keys().copied().collect());
        let entry = program.procs[proc].entry;
        // The invariant of the entry holds initially; nothing happens on the way.
        let identity = Transition::identity(encoder.symbols());
        all.push(Obligation { proc, from: entry, goal: Goal::Invariant(entry), way: identity, initial: true });
        for &cut in &cuts {
            all.extend(from_cut(encoder, proc, cut, &cuts, &proof.contracts));
        }
    }
    all
}

/// The procedures that the program can call, the entry first.
fn called(program: &Program) -> Vec<ProcId> {
    let mut found = vec![program.entry];
    let mut next = 0;
    while let Some(&proc) = found.get(next) {
        next += 1;
        for edge in program.edges.values().filter(|e| program.locs[e.src].proc == Some(proc)) {
            if let Op::Call { callee, .. } = &edge.op
                && !found.contains(callee)
            {
                found.push(*callee);
            }
        }
    }
    found
}

/// The entry, the reached locations that are `wanted`, and what else is needed so that each cycle has a cut point: the locations
/// that an edge leads back to in a depth-first search that passes none of the former.
fn cut_points(program: &Program, proc: ProcId, wanted: &BTreeSet<LocId>) -> BTreeSet<LocId> {
    let entry = program.procs[proc].entry;
    let mut cuts = BTreeSet::from([entry]);
    let mut seen = BTreeSet::from([entry]);
    let mut roots = vec![entry];
    while let Some(root) = roots.pop() {
        let mut open = BTreeSet::from([root]);
        let mut stack = vec![(root, 0)];
        while let Some((loc, next)) = stack.pop() {
            let Some(edge) = program.locs[loc].outgoing.get(next) else {
                open.remove(&loc);
                continue;
            };
            stack.push((loc, next + 1));
            let target = program.edges[*edge].dst;
            if wanted.contains(&target) {
                cuts.insert(target);
                if seen.insert(target) {
                    roots.push(target);
                }
            } else if open.contains(&target) {
                cuts.insert(target);
            } else if seen.insert(target) {
                open.insert(target);
                stack.push((target, 0));
            }
        }
    }
    cuts
}

/// The locations that `cut` reaches without passing another cut point, each after its predecessors among them.
fn region(program: &Program, cut: LocId, cuts: &BTreeSet<LocId>) -> Vec<LocId> {
    let mut order = Vec::new();
    let mut seen = BTreeSet::from([cut]);
    let mut stack = vec![(cut, 0)];
    while let Some((loc, next)) = stack.pop() {
        let Some(edge) = program.locs[loc].outgoing.get(next) else {
            order.push(loc);
            continue;
        };
        stack.push((loc, next + 1));
        let target = program.edges[*edge].dst;
        if !cuts.contains(&target) && seen.insert(target) {
            stack.push((target, 0));
        }
    }
    order.reverse();
    order
}

fn from_cut(
    encoder: &Encoder<'_>,
    proc: ProcId,
    cut: LocId,
    cuts: &BTreeSet<LocId>,
    contracts: &BTreeMap<ProcId, Contract>,
) -> Vec<Obligation> {
    let program = encoder.program();
    let mut ways: BTreeMap<LocId, Vec<Transition>> = BTreeMap::new();
    let mut goals: BTreeMap<Goal, Vec<Transition>> = BTreeMap::new();
    for loc in region(program, cut, cuts) {
        let here = match loc {
            _ if loc == cut => Transition::identity(encoder.symbols()),
            _ => Transition::choose(encoder.symbols(), &ways.remove(&loc).unwrap_or_default()),
        };
        if program.locs[loc].error.is_some() {
            goals.entry(Goal::Error(loc)).or_default().push(here.clone());
        }
        if loc == program.procs[proc].exit {
            goals.entry(Goal::Ensures(proc)).or_default().push(here.clone());
        }
        for (id, edge) in program.outgoing(loc) {
            let step = match &edge.op {
                Op::Unsupported(_) => {
                    // Nothing is known about what comes after; that nobody comes here is proved instead.
                    goals.entry(Goal::Unsupported(id)).or_default().push(here.clone());
                    continue;
                }
                Op::Call { callee, .. } => {
                    let arguments = entering(encoder, id);
                    goals.entry(Goal::Requires(id, *callee)).or_default().push(here.compose(&arguments));
                    encoder.call(id, contracts.get(callee).map(|c| c.ensures))
                }
                _ => encoder.edge(id),
            };
            let there = here.compose(&step);
            if cuts.contains(&edge.dst) {
                goals.entry(Goal::Invariant(edge.dst)).or_default().push(there);
            } else {
                ways.entry(edge.dst).or_default().push(there);
            }
        }
    }
    let joined = |(goal, ways): (Goal, Vec<Transition>)| Obligation {
        proc,
        from: cut,
        goal,
        way: Transition::choose(encoder.symbols(), &ways),
        initial: false,
    };
    goals.into_iter().map(joined).collect()
}

/// The arguments of a call, as a transition that sets the callee's parameters.
fn entering(encoder: &Encoder<'_>, edge: EdgeId) -> Transition {
    let entered = encoder.enter(edge);
    Transition::new(encoder.symbols(), entered.guard, entered.arguments, entered.locals)
}
