//! TRACER: symbolic execution with interpolation that copes with unbounded loops (paper `tracer`: Jaffar, Navas, Santosa,
//! *Unbounded Symbolic Execution for Program Verification*, RV 2011). `docs/engines/tracer.md` puts the paper's pseudocode beside these
//! functions.
//!
//! The search explores the symbolic execution tree depth first, edge by edge. When a state is finished it is annotated with an
//! interpolant, a condition under which the error cannot be reached from its location, by approximated weakest
//! preconditions of its children's; a later state that implies it is subsumed. A path that comes back to a loop header is closed by
//! dropping those constraints of the header's state that it does not preserve (`NonPathInv`). If an error becomes
//! reachable by that, the header gets an interpolant that it must keep, and its subtree is begun anew (`RefineAndRestart`);
//! paths that do not preserve it are unrolled.
//!
//! Beyond the paper's text, to be sure of the result:
//!
//! - A path that is closed at a header is annotated with the constraints the header keeps, each with the label of its constraint
//!   (the paper annotates it with *true* and conjoins later). Pulled back, they say at each state of the loop what it takes to
//!   re-establish the constraint. Where a state implies the rest of an entry but not these, it is subsumed only if the
//!   constraints can be dropped: the extra condition of the paper's `Subsumed`.
//! - When a header's subtree is complete, its constraints must imply its annotation. If constraints that were dropped meanwhile
//!   are missed, the subtree is explored once more without them. Otherwise an inductive part of the constraints that
//!   suffices is what remains of the header.
//! - Entries of the table know on which open headers they depend; a restart forgets those alone.
//! - Where the program keeps its state in variables and restarts abound, interpolants speak of control: see `control`.
//!
//! Evidence: at each loop head the disjunction of the annotations kept there; for unsafe, inputs from the path without
//! abstraction. Restarts cannot cycle: each gives a header a required constraint that those it kept did not imply.
//!
//! `iterdeep` is the baseline: the same search with loops unrolled to growing depth; the interpolants found are kept if they are
//! inductive.

mod certificate;
mod control;
mod headers;
mod precondition;
mod prover;
mod refine;
mod search;
mod state;
mod table;
#[cfg(test)]
mod tests;

use super::distance::{self, Distances, MetricChoice};
use super::kit::{Found, unbounded_first};
use super::{Context, Engine, EngineOptions, Task, decide_flat};
use crate::cfa::graph::Loops;
use crate::solving::Solving;
use crate::verdict::{Reason, Verdict};
use search::{End, Loop, Search, Subject};

#[derive(Clone, Copy, Debug)]
pub struct Tracer {
    /// Unroll loops to growing depth instead of abstracting their headers.
    pub deepening: bool,
    /// Take the edge first that leads nearest to an error, by this metric.
    pub metric: Option<MetricChoice>,
    /// Restarts after which programs that keep their state in variables are begun once more with interpolants that speak of
    /// control (see `control`).
    pub plain_restarts: usize,
}

impl Tracer {
    pub const TRACER: Tracer = Tracer { deepening: false, metric: None, plain_restarts: 10 };
    pub const ITERDEEP: Tracer = Tracer { deepening: true, ..Tracer::TRACER };

    pub fn with(self, options: &EngineOptions) -> Tracer {
        let directed = options.search == Some(distance::Search::Directed);
        Tracer { metric: directed.then_some(options.metric), ..self }
    }
}

impl Engine for Tracer {
    fn run(&self, task: &Task, cx: &mut Context<'_>) -> Verdict {
        decide_flat(task, cx, |cx, solving| self.decide(task, cx, solving))
    }
}

impl Tracer {
    /// First as if signed arithmetic had no bounds, which keeps formulas small; with its bounds if an error needs an overflow.
    fn decide(&self, task: &Task, cx: &mut Context<'_>, solving: &Solving) -> Result<Verdict, Reason> {
        let loops = Loops::new(&task.program);
        let annotate = |metric: MetricChoice| Distances::new(&task.program, &loops, metric.resolve(&task.original));
        let distances = self.metric.map(annotate);
        unbounded_first(task, cx, |encoder, cx| {
            let subject = Subject { task, encoder, loops: &loops, distances: distances.as_ref(), solving };
            let decided = if self.deepening { deepen(subject, cx)? } else { self.abstracting(subject, cx)? };
            let neither = || Reason::Incomplete("a path to an error is neither feasible nor infeasible".into());
            Ok(decided.map_or_else(|| Found::Spurious(neither()), Found::Verdict))
        })
    }

    /// The paper's algorithm, and if it takes many restarts, with interpolants that speak of control. None if range facts are
    /// needed.
    fn abstracting(&self, subject: Subject<'_>, cx: &mut Context<'_>) -> Result<Option<Verdict>, Reason> {
        let has_state = control::has_state(&subject.task.program);
        for control in [false, true] {
            let mut search = Search::new(subject, cx, Loop::Abstract);
            search.control = control;
            search.restarts_left = if has_state && !control { self.plain_restarts } else { usize::MAX };
            let end = search.unbounded_sym_exec();
            search.count();
            match end? {
                End::Complete { .. } => return search.certificate().map(Some),
                End::Decided(verdict) => return Ok(Some(verdict)),
                End::NeedsRanges => return Ok(None),
                End::ManyRestarts => {}
            }
        }
        unreachable!("without a limit on restarts the search does not end for them")
    }
}

/// `iterdeep`; none if range facts are needed.
fn deepen(subject: Subject<'_>, cx: &mut Context<'_>) -> Result<Option<Verdict>, Reason> {
    for depth in 1.. {
        cx.statistics.max("depth", depth as u64);
        let mut search = Search::new(subject, cx, Loop::Bounded(depth));
        let end = search.unbounded_sym_exec();
        search.count();
        match end? {
            End::Complete { truncated: false } => return search.certificate().map(Some),
            End::Complete { truncated: true } => {
                if let Some(verdict) = search.inductive_interpolants()? {
                    return Ok(Some(verdict));
                }
            }
            End::Decided(verdict) => return Ok(Some(verdict)),
            End::NeedsRanges => return Ok(None),
            End::ManyRestarts => unreachable!("a tree without abstraction is not refined"),
        }
    }
    unreachable!("depths are not exhausted before the budget")
}
