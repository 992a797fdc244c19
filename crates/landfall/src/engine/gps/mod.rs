//! GPS: search guided by path summaries (Fang, Kincaid and Reps, OOPSLA 2025), with its ablations.
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
//! leaves are also covered by nodes that are not ancestors (the paper's footnote 3).
//!
//! Evidence: inputs for unsafe; for safe, at each loop head the disjunction of labels, dead ends by the negated summary (see
//! `certificate`).

mod certificate;
mod explore;
mod search;

use landfall_smt::Term;

use super::{Context, Engine, Task};
use crate::cfa::graph::Loops;
use crate::cfa::passes::add_gas;
use crate::encode::{CutGraph, Encoder, KnownRanges, Ranges, Transition};
use crate::report::Event;
use crate::solving::Solving;
use crate::summary::{Condition, StarKind, Stars, Summaries, summarise};
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
    pub star: StarKind,
}

impl Gps {
    pub const GPS: Gps = Gps { refine: true, gas: true, summaries: true, summary_only: false, star: StarKind::Full };
    pub const LITE: Gps = Gps { refine: false, ..Gps::GPS };
    pub const NO_GAS: Gps = Gps { gas: false, ..Gps::GPS };
    pub const NO_SUMMARIES: Gps = Gps { gas: false, summaries: false, ..Gps::GPS };
    pub const CRA: Gps = Gps { gas: false, summary_only: true, ..Gps::GPS };
}

impl Engine for Gps {
    fn run(&self, task: &Task, cx: &mut Context<'_>) -> Verdict {
        if !task.program.is_flat() {
            return Verdict::Unknown(Reason::Incomplete("recursive calls are left after inlining".into()));
        }
        let solving = cx.solving();
        let verdict = self.decide(task, cx, &solving).unwrap_or_else(Verdict::Unknown);
        cx.count_queries(&solving);
        verdict
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
        let graph = CutGraph::new(&encoder, &loops);
        cx.emit(Event::Phase("summaries"));
        let started = std::time::Instant::now();
        // Summaries do without the ranges of signed operations: more executions, simpler formulas.
        let unbounded = CutGraph::new(&encoder.clone().with_ranges(Ranges::None), &loops);
        let summaries = self.summaries(&encoder, &unbounded, &intervals, cx, solving)?;
        cx.statistics.time("summaries", started.elapsed());
        let gas = gassed.as_ref().map(|g| g.gas);
        Search::new(*self, task, &encoder, &graph, &intervals, summaries, gas, solving, cx).run()
    }

    fn summaries(
        &self,
        encoder: &Encoder<'_>,
        graph: &CutGraph,
        intervals: &KnownRanges<'_>,
        cx: &Context<'_>,
        solving: &Solving,
    ) -> Result<Summaries, Reason> {
        if !self.summaries {
            let conditions = graph.locs.iter().map(|_| Some(Condition::of(Term::tt()))).collect();
            return Ok(Summaries { conditions, stars: vec![None; graph.locs.len()] });
        }
        let stars = Stars { context: solving, budget: &cx.budget, kind: self.star };
        let symbols = encoder.symbols();
        // Cheap forward invariants make the blocks smaller; only of what a block reads.
        let edges = graph.edges.iter().map(|e| {
            let transition = &e.block.transition;
            let footprint = transition.footprint();
            let known = graph.locs[e.source].map_or(Term::tt(), |loc| {
                intervals.assumptions(symbols, loc, |v| footprint.reads.contains(&v) || footprint.writes.contains(&v))
            });
            (e.source, e.target, Transition::assume(symbols, known).compose(transition))
        });
        summarise(&stars, symbols, &graph.inside_out, edges, graph.goal())
    }
}
