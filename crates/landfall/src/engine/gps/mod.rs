//! GPS: search guided by path summaries (Fang, Kincaid and Reps, OOPSLA 2025), with its ablations. `docs/engines/gps.md` puts the
//! paper's pseudocode beside these functions.
//!
//! 1. Summarise, for every loop head, all paths from it to an error (`summary`); with gas, so that summaries bound tests.
//! 2. Keep a reachability tree and a queue of its open leaves. For the leaf that waits longest:
//!    - if an ancestor's label is preserved by the path from there, cover it (`TryCover`);
//!    - otherwise ask for a state that the path reaches and from which, by the summary, an error may be reached (`Check`).
//! 3. If there is one it starts a test: `exec` runs it; where the program reads inputs the solver chooses such that, by the
//!    summary, an error may still be reached (`Explore`). The path of the test joins the tree; what it did not take waits.
//! 4. If there is none, the leaf is a dead end, and interpolants strengthen the labels on its path (`Refine`).
//! 5. When no leaf is open the labels are a proof.
//!
//! Deviations: nodes are loop heads only and edges are large blocks, so one edge stands for many paths; a test follows one edge
//! at a choice and leaves the others in the queue; only the first nodes of a long test join the tree, the rest is run in bulk;
//! leaves are also covered by nodes that are not ancestors (the paper's footnote 3). The search is made in up to three rounds with
//! more and more facts ([`Round`]). Programs with recursive procedures have a way of their own (`recursion`).
//!
//! Evidence: inputs for unsafe; for safe, at each loop head the disjunction of labels, dead ends by the negated summary (see
//! `certificate`).

mod certificate;
mod contexts;
mod explore;
mod recursion;
mod search;

use landfall_smt::Term;

use super::distance::{MetricChoice, Search as Order};
use super::kit::facts::{Ground, transitions};
use super::{Context, Engine, EngineOptions, Task};
use crate::cfa::graph::Loops;
use crate::cfa::passes::add_gas;
use crate::encode::{CutGraph, Encoder, KnownRanges, Ranges};
use crate::report::Event;
use crate::solving::Solving;
use crate::summary::{Condition, StarKind, Stars, Summaries, forward_invariants, summarise};
use crate::verdict::{Reason, Verdict};
use search::Search;

/// GPS and its variants (section 7 of the paper).
#[derive(Clone, Copy, Debug)]
pub struct Gps {
    /// Strengthen labels from dead ends, and cover. Without: `gps-lite`.
    pub refine: bool,
    pub gas: bool,
    /// Summaries; without, every condition is *true*.
    pub summaries: bool,
    /// Only the summary of the whole program: `cra`.
    pub summary_only: bool,
    /// Run tests. Without, and without summaries, leaves are expanded until a path is complete: `impact`, lazy abstraction with
    /// interpolants (McMillan, CAV 2006), the paper's baseline.
    pub tests: bool,
    pub star: StarKind,
    /// In which order leaves wait.
    pub search: Order,
    pub metric: MetricChoice,
    /// Cross loops in one step where a test would run through them (see `exec`).
    pub accelerate: bool,
}

impl Gps {
    pub const GPS: Gps = Gps {
        refine: true,
        gas: true,
        summaries: true,
        summary_only: false,
        tests: true,
        star: StarKind::Full,
        search: Order::BreadthFirst,
        metric: MetricChoice::Auto,
        accelerate: true,
    };
    pub const LITE: Gps = Gps { refine: false, ..Gps::GPS };
    pub const NO_GAS: Gps = Gps { gas: false, ..Gps::GPS };
    pub const NO_SUMMARIES: Gps = Gps { gas: false, summaries: false, ..Gps::GPS };
    pub const IMPACT: Gps = Gps { tests: false, ..Gps::NO_SUMMARIES };
    pub const CRA: Gps = Gps { gas: false, summary_only: true, ..Gps::GPS };

    pub fn with(self, options: &EngineOptions) -> Gps {
        Gps { star: options.star, accelerate: options.accelerate, ..self }
    }

    /// The same, searching in the order that is asked for.
    pub fn searching(self, options: &EngineOptions) -> Gps {
        Gps { search: options.search.unwrap_or(self.search), metric: options.metric, ..self.with(options) }
    }
}

impl Engine for Gps {
    fn run(&self, task: &Task, cx: &mut Context<'_>) -> Verdict {
        let decided = cx.solve(|cx, solving| match task.program.is_flat() {
            true => self.decide(task, cx, solving),
            false => self.decide_recursive(task, cx, solving),
        });
        decided.unwrap_or_else(Verdict::Unknown)
    }
}

impl Gps {
    fn decide(&self, task: &Task, cx: &mut Context<'_>, solving: &Solving) -> Result<Verdict, Reason> {
        let loops = Loops::new(&task.program);
        let gassed = self.gas.then(|| add_gas(&task.program, &loops));
        let program = gassed.as_ref().map_or(&*task.program, |g| &g.program);
        let loops = Loops::new(program);
        let intervals = KnownRanges::new(program, &loops);
        let encoder = Encoder::new(program).with_ranges(Ranges::All).with_intervals(&intervals);
        let gas = gassed.as_ref().map(|g| g.gas);
        let ground = Ground { encoder: &encoder, loops: &loops, intervals: &intervals, gas, solving };
        let guide = Guide { gps: *self, ground };
        if !self.summaries {
            return guide.search(task, cx, None, Round::Last);
        }
        let first = guide.search(task, cx, None, Round::First);
        if !matches!(first, Err(Reason::Incomplete(_))) {
            return first;
        }
        let facts = guide.known(cx, |_| true)?;
        let second = guide.search(task, cx, facts.as_deref(), Round::WithFacts);
        if !matches!(second, Err(Reason::Incomplete(_) | Reason::Solver(_))) {
            return second;
        }
        guide.search(task, cx, None, Round::Last)
    }
}

/// The searches of one program, each begun anew.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Round {
    /// Cheap: up to some size of the tree, and if it is finished, with the proof that is at hand.
    First,
    /// With polyhedra, polynomials and facts by phases of loops, that the proof may need.
    WithFacts,
    /// Without these, which make summaries finer but harder to reason with, and with all that can be done for a proof.
    Last,
}

/// A program with what is needed to summarise it.
struct Guide<'a> {
    gps: Gps,
    ground: Ground<'a>,
}

impl<'a> std::ops::Deref for Guide<'a> {
    type Target = Ground<'a>;

    fn deref(&self) -> &Ground<'a> {
        &self.ground
    }
}

impl Guide<'_> {
    /// Summaries, then the search, with what is already known to hold always.
    fn search(
        &self,
        task: &Task,
        cx: &mut Context<'_>,
        known: Option<&[Term]>,
        round: Round,
    ) -> Result<Verdict, Reason> {
        cx.emit(Event::Phase("summaries"));
        let started = std::time::Instant::now();
        let (summaries, facts) = self.summaries(cx, known, round == Round::WithFacts)?;
        let mut graph = CutGraph::new(self.encoder, self.loops);
        graph.assume(&facts);
        cx.statistics.time("summaries", started.elapsed());
        Search::new(self.gps, task, self.encoder, &graph, facts, summaries, self.gas, self.solving, cx).run(round)
    }

    /// Conditions to reach an error, and what always holds, by node.
    fn summaries(
        &self,
        cx: &Context<'_>,
        more: Option<&[Term]>,
        by_phases: bool,
    ) -> Result<(Summaries, Vec<Term>), Reason> {
        let (mut graph, mut known) = self.plain_graph();
        if !self.gps.summaries {
            let conditions = graph.locs.iter().map(|_| Some(Condition::of(Term::tt()))).collect();
            return Ok((Summaries { conditions, stars: vec![None; graph.locs.len()] }, known));
        }
        if let Some(more) = more {
            graph.assume(more);
            known.iter_mut().zip(more).for_each(|(known, more)| *known = Term::and(&[*known, *more]));
        }
        let symbols = self.encoder.symbols();
        let stars = Stars::new(self.solving, &cx.budget, self.gps.star);
        let wanted = self.wanted(&graph);
        let mut order = graph.inside_out.clone();
        order.retain(|&n| n != CutGraph::ENTRY && n != graph.goal());
        order.insert(0, graph.goal());
        order.push(CutGraph::ENTRY);
        let forward = if graph.outgoing.iter().flatten().any(|&e| graph.edges[e].target == CutGraph::ENTRY) {
            vec![Term::tt(); graph.locs.len()]
        } else {
            forward_invariants(&stars, symbols, &order, transitions(&graph), CutGraph::ENTRY, &wanted, by_phases)?
        };
        let facts: Vec<Term> = known.iter().zip(&forward).map(|(k, f)| Term::and(&[*k, *f])).collect();
        graph.assume(&forward);
        let summaries = summarise(&stars, symbols, &graph.inside_out, transitions(&graph), graph.goal())?;
        Ok((summaries, facts))
    }
}
