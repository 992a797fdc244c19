//! k-induction: Algorithm 2. A step leads from one loop head to the next, so k counts iterations of loops, as users know it.
//!
//! Paths are made feasible or not by executing them forwards, each from scratch; `bse` computes preconditions backwards. That
//! both give the same answers (section 3.3) is a test of both.

use landfall_smt::{Outcome, Term};
use rustc_hash::FxHashMap;

use super::Finding;
use super::system::System;
use crate::report::Statistics;
use crate::verdict::Reason;

/// The steps of a path, in order.
type Path = Vec<usize>;

/// Base case and induction step for k = 1, 2, ...
pub(super) fn kind(system: &System<'_>, statistics: &mut Statistics) -> Result<Finding, Reason> {
    let graph = &system.graph;
    let mut initial: Vec<Path> = vec![Vec::new()];
    // The induction step for k asks for error paths of length k + 1; those of length k are at hand.
    let (mut feasible, mut all) = (extended_backwards(system, &[Vec::new()])?, Vec::new());
    for k in 1.. {
        statistics.max("k", k);
        initial = extended_forwards(system, &initial)?;
        if let Some(path) = initial.iter().find(|p| graph.steps[p[p.len() - 1]].target == graph.goal) {
            return match system.check("base case", path_condition(system, path))? {
                Outcome::Unknown(why) => Err(Reason::Solver(why)),
                _ => Ok(Finding::Witness(path.clone())),
            };
        }
        let longer = extended_backwards(system, &feasible)?;
        all.append(&mut feasible);
        if longer.is_empty() {
            break;
        }
        feasible = longer;
    }
    // An error path of length i starts where a k-inductive invariant does not hold: the states outside of all of them
    // are closed under steps, as an ordinary inductive invariant must be.
    let excluded = |path: &Path| (graph.steps[path[0]].source, system.excluded(path_condition(system, path)));
    statistics.add("error paths", all.len() as u64);
    Ok(Finding::Correct(all.iter().map(excluded).collect()))
}

/// The initial paths of one step more that are feasible, as far as the solver knows.
fn extended_forwards(system: &System<'_>, paths: &[Path]) -> Result<Vec<Path>, Reason> {
    let graph = &system.graph;
    let mut longer = Vec::new();
    for path in paths {
        let end = path.last().map_or(graph.init, |&step| graph.steps[step].target);
        for (step, _) in graph.steps.iter().enumerate().filter(|(_, s)| s.source == end) {
            let extended = [&path[..], &[step]].concat();
            if !system.is_unsat("base case", path_condition(system, &extended))? {
                longer.push(extended);
            }
        }
    }
    Ok(longer)
}

/// The error paths of one step more that are feasible, as far as the solver knows.
fn extended_backwards(system: &System<'_>, paths: &[Path]) -> Result<Vec<Path>, Reason> {
    let graph = &system.graph;
    let mut longer = Vec::new();
    for path in paths {
        let start = path.first().map_or(graph.goal, |&step| graph.steps[step].source);
        for &step in &graph.incoming[start] {
            let extended = [&[step], &path[..]].concat();
            if !system.is_unsat("induction step", path_condition(system, &extended))? {
                longer.push(extended);
            }
        }
    }
    Ok(longer)
}

/// The states from which a path is feasible, by executing it symbolically.
fn path_condition(system: &System<'_>, path: &[usize]) -> Term {
    let mut memory: FxHashMap<Term, Term> = FxHashMap::default();
    let mut conditions = Vec::new();
    for &step in path {
        let relation = system.graph.steps[step].relation.renamed();
        let read: Vec<Term> = relation.updates.values().copied().chain([relation.guard]).collect();
        let mut now = memory.clone();
        for input in Term::free_vars_of(&read).into_iter().filter(|v| system.graph.is_input(*v)) {
            now.insert(input, Term::fresh("read", input.sort()));
        }
        conditions.push(relation.guard.substitute(&now));
        #[allow(clippy::iter_over_hash_type, reason = "each goes to a place of its own")]
        for (symbol, value) in &relation.updates {
            memory.insert(*symbol, value.substitute(&now));
        }
    }
    Term::and(&conditions)
}
