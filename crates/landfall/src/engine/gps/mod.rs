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

use std::collections::BTreeSet;

use landfall_smt::Term;

use super::distance::{MetricChoice, Search as Order};
use super::{Context, Engine, Task};
use crate::cfa::graph::{CallGraph, Liveness, Loops};
use crate::cfa::passes::add_gas;
use crate::cfa::{LocId, VarId};
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
        let mut graph = CutGraph::new(&encoder, &loops);
        cx.emit(Event::Phase("summaries"));
        let started = std::time::Instant::now();
        let gas = gassed.as_ref().map(|g| g.gas);
        let (summaries, facts) = self.summaries(&encoder, &loops, &intervals, gas, cx, solving)?;
        graph.assume(&facts);
        cx.statistics.time("summaries", started.elapsed());
        Search::new(*self, task, &encoder, &graph, facts, summaries, gas, solving, cx).run()
    }

    /// Conditions to reach an error, and what always holds, by node.
    fn summaries(
        &self,
        encoder: &Encoder<'_>,
        loops: &Loops,
        intervals: &KnownRanges<'_>,
        gas: Option<VarId>,
        cx: &Context<'_>,
        solving: &Solving,
    ) -> Result<(Summaries, Vec<Term>), Reason> {
        // Summaries do without the ranges of signed operations: more executions, simpler formulas.
        let mut graph = CutGraph::new(&encoder.clone().with_ranges(Ranges::None), loops);
        let symbols = encoder.symbols();
        let ranges = |wanted: &dyn Fn(VarId) -> bool| -> Vec<Term> {
            let at = |loc: &Option<LocId>| loc.map_or(Term::tt(), |loc| intervals.assumptions(symbols, loc, wanted));
            graph.locs.iter().map(at).collect()
        };
        let known = ranges(&|_| true);
        if !self.summaries {
            let conditions = graph.locs.iter().map(|_| Some(Condition::of(Term::tt()))).collect();
            return Ok((Summaries { conditions, stars: vec![None; graph.locs.len()] }, known));
        }
        graph.assume(&known);
        let stars = Stars::new(solving, &cx.budget, self.star);
        let edges = |graph: &CutGraph| -> Vec<_> {
            graph
                .outgoing
                .iter()
                .flatten()
                .map(|&e| {
                    let edge = &graph.edges[e];
                    (edge.source, edge.target, edge.block.transition.clone())
                })
                .collect()
        };
        let liveness = Liveness::new(encoder.program(), &CallGraph::new(encoder.program()));
        let wanted = |node: usize| -> BTreeSet<VarId> {
            let live = graph.locs[node].map(|loc| liveness.at(loc).to_vec()).unwrap_or_default();
            live.into_iter().filter(|&v| Some(v) != gas).collect()
        };
        let mut order = graph.inside_out.clone();
        order.retain(|&n| n != CutGraph::ENTRY && n != graph.goal());
        order.insert(0, graph.goal());
        order.push(CutGraph::ENTRY);
        let forward = if graph.outgoing.iter().flatten().any(|&e| graph.edges[e].target == CutGraph::ENTRY) {
            vec![Term::tt(); graph.locs.len()]
        } else {
            forward_invariants(&stars, symbols, &order, edges(&graph), CutGraph::ENTRY, &wanted)?
        };
        let facts: Vec<Term> = known.iter().zip(&forward).map(|(k, f)| Term::and(&[*k, *f])).collect();
        graph.assume(&forward);
        let summaries = summarise(&stars, symbols, &graph.inside_out, edges(&graph), graph.goal())?;
        Ok((summaries, facts))
    }
}
