//! Backward symbolic execution: Algorithm 1, with preconditions computed step by step.

use std::collections::VecDeque;
use std::sync::Arc;

use landfall_smt::{Outcome, Term};

use super::Finding;
use super::graph::PlaceId;
use super::system::System;
use crate::engine::Context;
use crate::report::{Event, MOST_NODES, NodeState, Statistics, TreeNode};
use crate::verdict::Reason;

/// An error path by its precondition. Paths share their suffixes.
#[derive(Clone, Debug)]
pub(super) struct ErrorPath {
    pub place: PlaceId,
    pub precondition: Term,
    /// The first step, and the path that follows it.
    pub first: Option<(usize, usize)>,
    pub length: usize,
    /// What has become of it, to be shown.
    pub fate: NodeState,
}

impl ErrorPath {
    /// One that begins and ends at a place.
    pub fn new(place: PlaceId, precondition: Term) -> ErrorPath {
        ErrorPath { place, precondition, first: None, length: 0, fate: NodeState::Open }
    }

    /// No execution takes it, or others stand for it.
    pub fn closed_as(&mut self, fate: NodeState) {
        self.precondition = Term::ff();
        self.fate = fate;
    }
}

/// The error paths found so far: the tree that grows from the goal.
#[derive(Clone, Debug, Default)]
pub(super) struct ErrorPaths(pub Vec<ErrorPath>);

impl ErrorPaths {
    pub fn push(&mut self, path: ErrorPath) -> usize {
        self.0.push(path);
        self.0.len() - 1
    }

    /// The steps of a path, in order.
    pub fn steps(&self, mut path: usize) -> Vec<usize> {
        let mut steps = Vec::new();
        while let Some((step, rest)) = self.0[path].first {
            steps.push(step);
            path = rest;
        }
        steps
    }

    /// Shows the tree to whoever wants to see it. It grows from the error; a label says from which states the error is reached.
    pub fn show(&self, system: &System<'_>, cx: &mut Context<'_>) {
        if !cx.sink.draws() {
            return;
        }
        let label = |path: &ErrorPath| Some(path.precondition).filter(|p| system.is_about_program(path.place, *p));
        let nodes = self.0.iter().take(MOST_NODES).map(|path| TreeNode {
            loc: system.location(path.place),
            parent: path.first.map(|(_, rest)| rest),
            label: label(path).filter(|precondition| !precondition.is_false()),
            state: path.fate,
        });
        let nodes = Arc::new(nodes.collect());
        cx.emit(Event::Tree(nodes));
    }
}

/// Searches shortest paths first. On a correct program: the preconditions of all feasible error paths.
pub(super) fn bse(system: &System<'_>, cx: &mut Context<'_>) -> Result<Finding, Reason> {
    let mut paths = ErrorPaths::default();
    let finding = search(system, &mut cx.statistics, &mut paths);
    paths.show(system, cx);
    finding
}

fn search(system: &System<'_>, statistics: &mut Statistics, paths: &mut ErrorPaths) -> Result<Finding, Reason> {
    let graph = &system.graph;
    let goal = ErrorPath::new(graph.goal, Term::tt());
    let mut workbag = VecDeque::from([paths.push(goal)]);
    let mut preconditions = Vec::new();
    statistics.max("k", 1);
    while let Some(path) = workbag.pop_front() {
        let ErrorPath { place, precondition, length, .. } = paths.0[path].clone();
        match system.check("feasible", precondition)? {
            Outcome::Unsat(_) => {
                paths.0[path].fate = NodeState::DeadEnd;
                continue;
            }
            Outcome::Sat(_) if place == graph.init => {
                statistics.max("k", length as u64);
                paths.0[path].fate = NodeState::Error;
                return Ok(Finding::Witness(paths.steps(path)));
            }
            Outcome::Unknown(why) if place == graph.init => return Err(Reason::Solver(why)),
            Outcome::Sat(_) | Outcome::Unknown(_) => {}
        }
        paths.0[path].fate = NodeState::Expanded;
        statistics.max("k", length as u64);
        statistics.add("error paths", 1);
        if length > 0 {
            preconditions.push((place, precondition));
        }
        for &step in &graph.incoming[place] {
            let precondition = system.precondition(&graph.steps[step].relation, precondition);
            let longer = ErrorPath {
                first: Some((step, path)),
                length: length + 1,
                ..ErrorPath::new(graph.steps[step].source, precondition)
            };
            workbag.push_back(paths.push(longer));
        }
    }
    let excluded = preconditions.into_iter().map(|(place, formula)| (place, system.excluded(formula)));
    Ok(Finding::Correct(excluded.collect()))
}
