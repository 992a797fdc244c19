//! The main procedure of loop folding: Algorithm 3.
//!
//! Where the paper's listing returns *correct* as soon as one loop was folded, this one goes on with what waits in the queue:
//! other paths may still lead to the goal. Preconditions that earlier ones subsume are not followed.

use std::collections::{BTreeSet, VecDeque};

use landfall_smt::{Outcome, Term};

use super::super::Context;
use super::Finding;
use super::bse::{ErrorPaths, close, extended, show, steps};
use super::graph::{PlaceId, Relation};
use super::octagons::Beyond;
use super::overapproximate::Refuter;
use super::system::System;
use crate::arg::{Node, NodeId};
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
    Incorrect(NodeId),
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
    show(&paths, system, search.cx);
    match answer? {
        Answer::Correct => Ok(Finding::Correct(search.facts(&paths))),
        Answer::Incorrect(path) => Ok(Finding::Witness(steps(&paths, path))),
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
        let mut queue = VecDeque::from([(paths.add(place, formula, 0), BTreeSet::new())]);
        while let Some((path, mut visited)) = queue.pop_front() {
            let Node { at: place, label: precondition, data: length, .. } = paths[path];
            match system.check("feasible", Term::and(&[precondition, self.loops[place].invariant()]))? {
                Outcome::Unsat(_) => {
                    close(paths, path, NodeState::DeadEnd);
                    continue;
                }
                Outcome::Unknown(why) if place == system.graph.init && !infoldloop => return Err(Reason::Solver(why)),
                Outcome::Sat(_) | Outcome::Unknown(_) if place == system.graph.init => {
                    paths[path].state = NodeState::Error;
                    return Ok(Answer::Incorrect(path));
                }
                Outcome::Sat(_) | Outcome::Unknown(_) => {}
            }
            if !infoldloop {
                self.cx.statistics.add("error paths", 1);
                self.cx.statistics.max("k", length as u64);
            }
            paths[path].state = NodeState::Expanded;
            if self.is_subsumed(paths, path)? {
                close(paths, path, NodeState::Covered(None));
                continue;
            }
            if system.is_loop(place) {
                if self.fold_loop(place, precondition, &visited)? {
                    self.cx.statistics.add("loops folded", 1);
                    close(paths, path, NodeState::DeadEnd);
                    continue;
                }
                if infoldloop {
                    return Ok(Answer::Unknown);
                }
                visited.insert(place);
            }
            for &step in &system.graph.incoming[place] {
                queue.push_back((extended(paths, path, step, system), visited.clone()));
            }
        }
        Ok(Answer::Correct)
    }

    /// Whether the states of a path are among those of one that was followed before.
    fn is_subsumed(&self, paths: &ErrorPaths, path: NodeId) -> Result<bool, Reason> {
        let is_closed = |formula: &Term| !formula.any_var(|v| !self.system.graph.is_state(v));
        let earlier = paths.at(paths[path].at).iter().take_while(|&&other| other < path);
        let earlier: Vec<Term> = earlier.map(|&other| paths[other].label).filter(is_closed).collect();
        if earlier.is_empty() {
            return Ok(false);
        }
        self.system.implies("subsumed", paths[path].label, Term::or(&earlier))
    }

    /// The invariants, and what holds outside of the preconditions that were followed.
    fn facts(&self, paths: &ErrorPaths) -> Vec<(PlaceId, Term)> {
        let mut facts = Vec::new();
        for (place, known) in self.loops.iter().enumerate() {
            facts.extend(known.invariants.iter().map(|invariant| (place, *invariant)));
        }
        let followed = paths.nodes().iter().filter(|p| p.data > 0 && !p.label.is_false());
        facts.extend(followed.map(|p| (p.at, self.system.excluded(p.label))));
        facts
    }
}
