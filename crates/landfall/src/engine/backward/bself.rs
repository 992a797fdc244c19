//! The main procedure of loop folding: Algorithm 3.
//!
//! Where the paper's listing returns *correct* as soon as one loop was folded, this one goes on with what waits in the queue:
//! other paths may still lead to the goal. Preconditions that earlier ones subsume are not followed.

use std::collections::{BTreeSet, VecDeque};

use landfall_smt::{Outcome, Term};

use super::super::Context;
use super::Finding;
use super::bse::{ErrorPath, ErrorPaths};
use super::graph::{PlaceId, Relation};
use super::octagons::Beyond;
use super::overapproximate::Refuter;
use super::system::System;
use crate::report::NodeState;
use crate::verdict::Reason;

/// What is known of one loop.
pub(super) struct Loop {
    /// LoopPaths: the ways through the loop, as far as they can be told apart.
    pub paths: Vec<Relation>,
    /// The states (and values read next) from which another iteration follows; none if that needs quantifiers.
    pub stays: Option<Term>,
    /// O_l: the candidates so far.
    pub candidates: Vec<Term>,
    /// What was proved to hold here.
    pub invariants: Vec<Term>,
    /// Transitions of the loop that refuted candidates.
    pub refuter: Refuter,
}

/// κ and other bounds of the effort.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Effort {
    /// How often a candidate is extended; by default 2·|LoopPaths| − 1.
    pub kappa: Option<usize>,
    /// Candidates that one attempt to fold looks at.
    pub candidates: usize,
    /// Whether simple invariants are looked for before the search (not in the paper).
    pub templates: bool,
    /// Relations beyond those of the paper.
    pub beyond: Beyond,
}

impl Default for Effort {
    fn default() -> Self {
        Effort { kappa: None, candidates: 48, templates: true, beyond: Beyond::default() }
    }
}

/// What [`Bself::bself`] answers.
#[derive(PartialEq, Eq, Debug)]
pub(super) enum Answer {
    Correct,
    /// A path from the beginning, by its number.
    Incorrect(usize),
    Unknown,
}

pub(super) struct Bself<'s, 'c> {
    pub system: &'s System<'s>,
    pub loops: Vec<Loop>,
    pub effort: Effort,
    /// How many attempts to fold are going on, one inside the other.
    pub depth: usize,
    pub cx: &'s mut Context<'c>,
}

/// Decides whether the goal can be reached.
pub(super) fn bself<'s>(system: &'s System<'s>, effort: Effort, cx: &'s mut Context<'_>) -> Result<Finding, Reason> {
    let loops = (0..system.graph.places.len()).map(|place| Loop::new(system, place)).collect();
    let mut search = Bself { system, loops, effort, depth: 0, cx };
    if search.effort.templates {
        search.learn_from_templates()?;
    }
    let mut paths = ErrorPaths::default();
    let answer = search.bself(system.graph.goal, Term::tt(), false, &mut paths);
    paths.show(system, search.cx);
    match answer? {
        Answer::Correct => Ok(Finding::Correct(search.facts(&paths))),
        Answer::Incorrect(path) => Ok(Finding::Witness(paths.steps(path))),
        Answer::Unknown => Err(Reason::Incomplete("the search ended without an answer".into())),
    }
}

impl Loop {
    fn new(system: &System<'_>, place: PlaceId) -> Loop {
        let paths = if system.is_loop(place) { system.graph.loop_paths[place].clone() } else { Vec::new() };
        let guards: Option<Vec<Term>> = paths.iter().map(|path| system.closed(path.guard, true)).collect();
        Loop {
            paths,
            stays: guards.map(|guards| Term::or(&guards)),
            candidates: Vec::new(),
            invariants: Vec::new(),
            refuter: Refuter::default(),
        }
    }

    pub fn invariant(&self) -> Term {
        Term::and(&self.invariants)
    }
}

impl Bself<'_, '_> {
    /// Whether a state of `place` that satisfies `formula` can be reached. Inside of folding, one failure to fold ends it.
    pub fn bself(
        &mut self,
        place: PlaceId,
        formula: Term,
        infoldloop: bool,
        paths: &mut ErrorPaths,
    ) -> Result<Answer, Reason> {
        let system = self.system;
        let start = ErrorPath::new(place, formula);
        let mut queue = VecDeque::from([(paths.push(start), BTreeSet::new())]);
        while let Some((path, mut visited)) = queue.pop_front() {
            let ErrorPath { place, precondition, length, .. } = paths.0[path].clone();
            match system.check("feasible", Term::and(&[precondition, self.loops[place].invariant()]))? {
                Outcome::Unsat(_) => {
                    paths.0[path].closed_as(NodeState::DeadEnd);
                    continue;
                }
                Outcome::Unknown(why) if place == system.graph.init && !infoldloop => return Err(Reason::Solver(why)),
                Outcome::Sat(_) | Outcome::Unknown(_) if place == system.graph.init => {
                    paths.0[path].fate = NodeState::Error;
                    return Ok(Answer::Incorrect(path));
                }
                Outcome::Sat(_) | Outcome::Unknown(_) => {}
            }
            if !infoldloop {
                self.cx.statistics.add("error paths", 1);
                self.cx.statistics.max("k", length as u64);
            }
            paths.0[path].fate = NodeState::Expanded;
            if self.is_subsumed(paths, path)? {
                paths.0[path].closed_as(NodeState::Covered(None));
                continue;
            }
            if system.is_loop(place) {
                if self.fold_loop(place, precondition, &visited)? {
                    self.cx.statistics.add("loops folded", 1);
                    paths.0[path].closed_as(NodeState::DeadEnd);
                    continue;
                }
                if infoldloop {
                    return Ok(Answer::Unknown);
                }
                visited.insert(place);
            }
            for &step in &system.graph.incoming[place] {
                let precondition = system.precondition(&system.graph.steps[step].relation, precondition);
                let longer = ErrorPath {
                    first: Some((step, path)),
                    length: length + 1,
                    ..ErrorPath::new(system.graph.steps[step].source, precondition)
                };
                queue.push_back((paths.push(longer), visited.clone()));
            }
        }
        Ok(Answer::Correct)
    }

    /// Whether the states of a path are among those of one that was followed before.
    fn is_subsumed(&self, paths: &ErrorPaths, path: usize) -> Result<bool, Reason> {
        let this = &paths.0[path];
        let is_closed = |formula: Term| !formula.any_var(|v| !self.system.graph.is_state(v));
        let earlier: Vec<Term> = paths.0[..path]
            .iter()
            .filter(|p| p.place == this.place && is_closed(p.precondition))
            .map(|p| p.precondition)
            .collect();
        if earlier.is_empty() {
            return Ok(false);
        }
        self.system.implies("subsumed", this.precondition, Term::or(&earlier))
    }

    /// The invariants, and what holds outside of the preconditions that were followed.
    fn facts(&self, paths: &ErrorPaths) -> Vec<(PlaceId, Term)> {
        let mut facts = Vec::new();
        for (place, known) in self.loops.iter().enumerate() {
            facts.extend(known.invariants.iter().map(|invariant| (place, *invariant)));
        }
        let followed = paths.0.iter().filter(|p| p.length > 0 && !p.precondition.is_false());
        facts.extend(followed.map(|p| (p.place, self.system.excluded(p.precondition))));
        facts
    }
}
