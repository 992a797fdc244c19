//! What the shape of a program says: orders, dominators, loops, calls, reachability, liveness.
//!
//! Everything here is computed for the whole program at once, in time near its size, and iteratively: the depth of a program
//! is no limit. Nothing looks at the meaning of an operation, except that a call goes through its callee.

mod calls;
mod dominators;
mod liveness;
mod reach;
mod strong;
mod wto;

pub use calls::CallGraph;
pub use dominators::{ControlTree, may_block, postdominators};
pub use liveness::{Liveness, live_writes};
pub use reach::{can_reach_obligation, reachable_from_entry};
pub use strong::strong_components;
pub use wto::{Component, ComponentId, Loops};

use cranelift_entity::{EntitySet, PrimaryMap};

use super::Expr;
use super::memory::ObjId;
use super::program::*;

/// The locations, edges, variables and objects of each procedure, in order.
#[derive(Clone, Debug)]
pub struct Members {
    pub locs: PrimaryMap<ProcId, Vec<LocId>>,
    pub edges: PrimaryMap<ProcId, Vec<EdgeId>>,
    pub vars: PrimaryMap<ProcId, Vec<VarId>>,
    pub objects: PrimaryMap<ProcId, Vec<ObjId>>,
}

impl Members {
    pub fn new(program: &Program) -> Members {
        let mut members = Members {
            locs: PrimaryMap::new(),
            edges: PrimaryMap::new(),
            vars: PrimaryMap::new(),
            objects: PrimaryMap::new(),
        };
        for _ in program.procs.keys() {
            members.locs.push(Vec::new());
            members.edges.push(Vec::new());
            members.vars.push(Vec::new());
            members.objects.push(Vec::new());
        }
        for (id, loc) in program.locs.iter() {
            members.locs[owner(loc)].push(id);
        }
        for (id, edge) in program.edges.iter() {
            members.edges[program.proc_of(edge.src)].push(id);
        }
        for (id, var) in program.vars.iter() {
            if let Some(proc) = var.owner {
                members.vars[proc].push(id);
            }
        }
        for (id, object) in program.objects.iter() {
            if let Some(proc) = object.owner {
                members.objects[proc].push(id);
            }
        }
        members
    }
}

/// Variables that no arithmetic is done for: they get constants, inputs and values of other variables only. States of protocols
/// and flags are like that; what matters of them is which value they have, not how large it is.
pub fn enumerated(program: &Program) -> EntitySet<VarId> {
    let mut enumerated: EntitySet<VarId> = EntitySet::new();
    program.vars.keys().for_each(|var| {
        enumerated.insert(var);
    });
    for edge in program.edges.values() {
        if let Op::Assign(var, value) = &edge.op
            && !matches!(value, Expr::Int(..) | Expr::Var(..))
        {
            enumerated.remove(*var);
        }
    }
    enumerated
}

fn owner(loc: &Loc) -> ProcId {
    loc.proc.expect("a verified location has a procedure")
}

impl Program {
    /// The procedure of a location.
    pub fn proc_of(&self, loc: LocId) -> ProcId {
        owner(&self.locs[loc])
    }
}

/// The locations that `proc`'s entry reaches inside it, each before its successors except along back edges.
pub fn reverse_post_order(program: &Program, proc: ProcId) -> Vec<LocId> {
    let mut order = Vec::new();
    post_order_into(program, proc, &mut EntitySet::new(), &mut order);
    order.reverse();
    order
}

/// [`reverse_post_order`] of every procedure.
pub fn reverse_post_orders(program: &Program) -> PrimaryMap<ProcId, Vec<LocId>> {
    let mut visited = EntitySet::new();
    let orders = program.procs.keys().map(|proc| {
        let mut order = Vec::new();
        post_order_into(program, proc, &mut visited, &mut order);
        order.reverse();
        order
    });
    orders.collect()
}

fn post_order_into(program: &Program, proc: ProcId, visited: &mut EntitySet<LocId>, order: &mut Vec<LocId>) {
    let entry = program.procs[proc].entry;
    visited.insert(entry);
    // Each frame: a location and how many of its outgoing edges were followed.
    let mut stack = vec![(entry, 0usize)];
    while let Some((loc, next)) = stack.last_mut() {
        match program.locs[*loc].outgoing.get(*next) {
            Some(&edge) => {
                *next += 1;
                let dst = program.edges[edge].dst;
                if visited.insert(dst) {
                    stack.push((dst, 0));
                }
            }
            None => {
                order.push(*loc);
                stack.pop();
            }
        }
    }
}

/// The locations that cut every cycle and every way through: procedure entries and exits, heads of loops, errors, and targets of
/// unsupported edges. In ascending order.
pub fn cut_points(program: &Program, loops: &Loops) -> Vec<LocId> {
    let mut cuts: Vec<LocId> = loops.heads().collect();
    cuts.extend(program.procs.values().flat_map(|p| [p.entry, p.exit]));
    cuts.extend(program.errors().map(|(l, _)| l));
    cuts.extend(program.edges.values().filter(|e| matches!(e.op, Op::Unsupported(_))).map(|e| e.dst));
    cuts.sort_unstable();
    cuts.dedup();
    cuts
}

#[cfg(test)]
mod tests;
