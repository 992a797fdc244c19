//! Dominators and postdominators.
//!
//! K. Cooper, T. Harvey, K. Kennedy, *A simple, fast dominance algorithm* (2001), on dense numbers in reverse post-order.

use cranelift_entity::packed_option::PackedOption;
use cranelift_entity::{EntitySet, PrimaryMap, SecondaryMap};

use super::super::program::*;
use super::{CallGraph, Loops, Members};

/// The immediate dominator of each location that its procedure's entry reaches; none for the entry.
#[derive(Clone, Debug)]
pub struct ControlTree {
    parent: SecondaryMap<LocId, PackedOption<LocId>>,
}

impl ControlTree {
    /// The dominator trees of all procedures.
    pub fn dominators(program: &Program) -> ControlTree {
        let mut parent = SecondaryMap::new();
        let mut number: SecondaryMap<LocId, u32> = SecondaryMap::with_default(u32::MAX);
        for order in super::reverse_post_orders(program).values() {
            for (i, &loc) in order.iter().enumerate() {
                number[loc] = i as u32;
            }
            let predecessors = |i: u32, visit: &mut dyn FnMut(u32)| {
                for (_, edge) in program.incoming(order[i as usize]) {
                    if number[edge.src] != u32::MAX {
                        visit(number[edge.src]);
                    }
                }
            };
            let tree = immediate_dominators(order.len(), &predecessors);
            for (i, &loc) in order.iter().enumerate().skip(1) {
                parent[loc] = order[tree[i] as usize].into();
            }
        }
        ControlTree { parent }
    }

    pub fn immediate(&self, loc: LocId) -> Option<LocId> {
        self.parent[loc].expand()
    }

    /// Whether `above` is `loc` or dominates it.
    pub fn dominates(&self, above: LocId, mut loc: LocId) -> bool {
        loop {
            if above == loc {
                return true;
            }
            match self.immediate(loc) {
                Some(parent) => loc = parent,
                None => return false,
            }
        }
    }
}

/// The immediate postdominator of each location: the first location that every way from it to the end must pass. None when
/// there is no such location (ways to different ends, or none to any).
///
/// Ends are exits, errors, locations without outgoing edges, and the sources of unsupported edges and of calls that may not
/// return, from which execution may go on or not; and heads of loops, since an execution may stay in a loop for ever. Locations
/// from which no end can be reached have no postdominator.
pub fn postdominators(program: &Program, members: &Members, calls: &CallGraph, loops: &Loops) -> ControlTree {
    let may_not_return = may_not_return(program, calls);
    let ends_here = |loc: LocId| {
        let outgoing = &program.locs[loc].outgoing;
        outgoing.is_empty()
            || loops.is_head(loc)
            || outgoing.iter().any(|&e| match &program.edges[e].op {
                Op::Unsupported(_) => true,
                Op::Call { callee, .. } => may_not_return[*callee],
                _ => false,
            })
    };
    let mut parent = SecondaryMap::new();
    let mut number: SecondaryMap<LocId, u32> = SecondaryMap::with_default(u32::MAX);
    let mut visited = EntitySet::new();
    for locs in members.locs.values() {
        let order = backward_order(program, locs, &ends_here, &mut visited);
        // The virtual end is number 0.
        for (i, &loc) in order.iter().enumerate() {
            number[loc] = i as u32 + 1;
        }
        let predecessors = |i: u32, visit: &mut dyn FnMut(u32)| {
            let Some(i) = i.checked_sub(1) else { return };
            let loc = order[i as usize];
            if ends_here(loc) {
                visit(0);
            }
            for (_, edge) in program.outgoing(loc) {
                if number[edge.dst] != u32::MAX {
                    visit(number[edge.dst]);
                }
            }
        };
        let tree = immediate_dominators(order.len() + 1, &predecessors);
        for (i, &loc) in order.iter().enumerate() {
            let above = tree[i + 1];
            if above != 0 && above != u32::MAX {
                parent[loc] = order[above as usize - 1].into();
            }
        }
    }
    ControlTree { parent }
}

/// Procedures whose calls may have no continuation: they may end the execution or reach an error.
///
/// That loops and recursions may be endless and operations undefined is disregarded, as slicing does.
fn may_not_return(program: &Program, calls: &CallGraph) -> PrimaryMap<ProcId, bool> {
    let mut result: PrimaryMap<ProcId, bool> = program.procs.keys().map(|_| false).collect();
    for (id, loc) in program.locs.iter() {
        let proc = program.proc_of(id);
        let stops = loc.outgoing.is_empty() && id != program.procs[proc].exit;
        let unsupported = program.outgoing(id).any(|(_, e)| matches!(e.op, Op::Unsupported(_)));
        result[proc] |= stops || unsupported || may_block(program, id);
    }
    for component in calls.bottom_up() {
        let any = component.iter().any(|&p| result[p] || calls.callees(p).iter().any(|&(_, c)| result[c]));
        for &proc in component {
            result[proc] = any;
        }
    }
    result
}

/// Whether the conditions of the edges that leave `loc` may all be false.
pub fn may_block(program: &Program, loc: LocId) -> bool {
    let outgoing = &program.locs[loc].outgoing;
    let condition = |e: EdgeId| match &program.edges[e].op {
        Op::Assume(condition) => Some(condition),
        _ => None,
    };
    match outgoing.as_slice() {
        [] => false,
        &[one, other] => match (condition(one), condition(other)) {
            (Some(a), Some(b)) => !a.is_negation_of(b),
            _ => false,
        },
        many => many.iter().all(|&e| condition(e).is_some()),
    }
}

/// The locations from which an end can be reached, in reverse post-order of the reversed graph.
fn backward_order(
    program: &Program,
    locs: &[LocId],
    ends_here: &dyn Fn(LocId) -> bool,
    visited: &mut EntitySet<LocId>,
) -> Vec<LocId> {
    let mut order = Vec::new();
    for &end in locs.iter().filter(|&&l| ends_here(l)) {
        if !visited.insert(end) {
            continue;
        }
        let mut stack = vec![(end, 0usize)];
        while let Some((loc, next)) = stack.last_mut() {
            match program.locs[*loc].incoming.get(*next) {
                Some(&edge) => {
                    *next += 1;
                    let src = program.edges[edge].src;
                    if visited.insert(src) {
                        stack.push((src, 0));
                    }
                }
                None => {
                    order.push(*loc);
                    stack.pop();
                }
            }
        }
    }
    order.reverse();
    order
}

/// Calls its second argument for each predecessor of a node.
type Predecessors<'a> = dyn Fn(u32, &mut dyn FnMut(u32)) + 'a;

/// The immediate dominators of the nodes `0..count`, numbered in reverse post-order from the root 0.
fn immediate_dominators(count: usize, predecessors: &Predecessors) -> Vec<u32> {
    let mut tree = vec![u32::MAX; count];
    if count == 0 {
        return tree;
    }
    tree[0] = 0;
    let mut changed = true;
    while changed {
        changed = false;
        for node in 1..count as u32 {
            let mut above = u32::MAX;
            predecessors(node, &mut |p| {
                if tree[p as usize] != u32::MAX {
                    above = if above == u32::MAX { p } else { common_ancestor(&tree, above, p) };
                }
            });
            if tree[node as usize] != above {
                tree[node as usize] = above;
                changed = true;
            }
        }
    }
    tree
}

fn common_ancestor(tree: &[u32], mut a: u32, mut b: u32) -> u32 {
    while a != b {
        while a > b {
            a = tree[a as usize];
        }
        while b > a {
            b = tree[b as usize];
        }
    }
    a
}
