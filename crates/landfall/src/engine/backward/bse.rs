//! Backward symbolic execution: Algorithm 1, with preconditions computed step by step.

use std::collections::VecDeque;

use landfall_smt::{Outcome, Term};

use super::Finding;
use super::graph::PlaceId;
use super::system::System;
use crate::report::Statistics;
use crate::verdict::Reason;

/// An error path by its precondition. Paths share their suffixes.
#[derive(Clone, Debug)]
pub(super) struct ErrorPath {
    pub place: PlaceId,
    pub precondition: Term,
    /// The first step, and the path that follows it.
    pub first: Option<(usize, usize)>,
    pub length: usize,
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
}

/// Searches shortest paths first. On a correct program: the preconditions of all feasible error paths.
pub(super) fn bse(system: &System<'_>, statistics: &mut Statistics) -> Result<Finding, Reason> {
    let graph = &system.graph;
    let mut paths = ErrorPaths::default();
    let goal = ErrorPath { place: graph.goal, precondition: Term::tt(), first: None, length: 0 };
    let mut workbag = VecDeque::from([paths.push(goal)]);
    let mut preconditions = Vec::new();
    statistics.max("k", 1);
    while let Some(path) = workbag.pop_front() {
        let ErrorPath { place, precondition, length, .. } = paths.0[path].clone();
        match system.check("feasible", precondition)? {
            Outcome::Unsat(_) => continue,
            Outcome::Sat(_) if place == graph.init => {
                statistics.max("k", length as u64);
                return Ok(Finding::Witness(paths.steps(path)));
            }
            Outcome::Unknown(why) if place == graph.init => return Err(Reason::Solver(why)),
            Outcome::Sat(_) | Outcome::Unknown(_) => {}
        }
        statistics.max("k", length as u64);
        statistics.add("error paths", 1);
        if length > 0 {
            preconditions.push((place, precondition));
        }
        for &step in &graph.incoming[place] {
            let precondition = system.precondition(&graph.steps[step].relation, precondition);
            let longer = ErrorPath {
                place: graph.steps[step].source,
                precondition,
                first: Some((step, path)),
                length: length + 1,
            };
            workbag.push_back(paths.push(longer));
        }
    }
    let excluded = preconditions.into_iter().map(|(place, formula)| (place, system.excluded(formula)));
    Ok(Finding::Correct(excluded.collect()))
}
