//! Backward symbolic execution: Algorithm 1, with preconditions computed step by step.

use std::collections::VecDeque;

use landfall_smt::{Outcome, Term};

use super::Finding;
use super::graph::PlaceId;
use super::system::System;
use crate::arg::{Arg, Node, NodeId};
use crate::engine::Context;
use crate::report::{NodeState, Statistics, TreeNode};
use crate::verdict::Reason;

/// The error paths found so far: the tree that grows from the goal. The label of a path is its precondition, its data the length.
/// Paths share their suffixes: the edge into one is its first step.
pub(super) type ErrorPaths = Arg<PlaceId, usize>;

/// The path with one more step at its front.
pub(super) fn extended(paths: &mut ErrorPaths, path: NodeId, step: usize, system: &System<'_>) -> NodeId {
    let (source, relation) = (system.graph.steps[step].source, &system.graph.steps[step].relation);
    let precondition = system.precondition(relation, paths[path].label);
    let longer = paths.add(source, precondition, paths[path].data + 1);
    paths.connect(path, longer, step, ());
    longer
}

/// The steps of a path, in order.
pub(super) fn steps(paths: &ErrorPaths, path: NodeId) -> Vec<usize> {
    paths.way_up(path).map(|edge| edge.step).collect()
}

/// No execution takes a path, or others stand for it.
pub(super) fn close(paths: &mut ErrorPaths, path: NodeId, state: NodeState) {
    paths[path].label = Term::ff();
    paths[path].state = state;
}

/// Shows the tree to whoever wants to see it. It grows from the error; a label says from which states the error is reached.
pub(super) fn show(paths: &ErrorPaths, system: &System<'_>, cx: &mut Context<'_>) {
    let drawn = cx.sink.draws().then(|| {
        paths.drawn(|id, parent| {
            let (place, label, state) = (paths[id].at, paths[id].label, paths[id].state);
            let label = (!label.is_false() && system.is_about_program(place, label)).then_some(label);
            TreeNode { loc: system.location(place), parent, label, state }
        })
    });
    cx.show(drawn);
}

/// Searches shortest paths first. On a correct program: the preconditions of all feasible error paths.
pub(super) fn bse(system: &System<'_>, cx: &mut Context<'_>) -> Result<Finding, Reason> {
    let mut paths = ErrorPaths::default();
    let finding = search(system, &mut cx.statistics, &mut paths);
    show(&paths, system, cx);
    finding
}

fn search(system: &System<'_>, statistics: &mut Statistics, paths: &mut ErrorPaths) -> Result<Finding, Reason> {
    let graph = &system.graph;
    let mut workbag = VecDeque::from([paths.add(graph.goal, Term::tt(), 0)]);
    let mut preconditions = Vec::new();
    statistics.max("k", 1);
    while let Some(path) = workbag.pop_front() {
        let Node { at: place, label: precondition, data: length, .. } = paths[path];
        match system.check("feasible", precondition)? {
            Outcome::Unsat(_) => {
                paths[path].state = NodeState::DeadEnd;
                continue;
            }
            Outcome::Sat(_) if place == graph.init => {
                statistics.max("k", length as u64);
                paths[path].state = NodeState::Error;
                return Ok(Finding::Witness(steps(paths, path)));
            }
            Outcome::Unknown(why) if place == graph.init => return Err(Reason::Solver(why)),
            Outcome::Sat(_) | Outcome::Unknown(_) => {}
        }
        paths[path].state = NodeState::Expanded;
        statistics.max("k", length as u64);
        statistics.add("error paths", 1);
        if length > 0 {
            preconditions.push((place, precondition));
        }
        for &step in &graph.incoming[place] {
            workbag.push_back(extended(paths, path, step, system));
        }
    }
    let excluded = preconditions.into_iter().map(|(place, formula)| (place, system.excluded(formula)));
    Ok(Finding::Correct(excluded.collect()))
}
