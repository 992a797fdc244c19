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
mod nonlinear;
mod recursion;
mod search;

use std::collections::BTreeSet;
use std::sync::Arc;

use landfall_smt::{Sort, Term};

use super::distance::{MetricChoice, Search as Order};
use super::{Context, Engine, Task};
use crate::cfa::graph::{CallGraph, Liveness, Loops};
use crate::cfa::passes::add_gas;
use crate::cfa::{LocId, VarId};
use crate::encode::{CutGraph, Encoder, KnownRanges, Ranges, Symbols, Transition};
use crate::report::Event;
use crate::solving::Solving;
use crate::summary::{
    Condition, Flow, StarKind, Stars, Summaries, forward_invariants, polyhedral_invariants, summarise,
};
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
        let solving = cx.solving();
        let verdict = match task.program.is_flat() {
            true => self.decide(task, cx, &solving),
            false => self.decide_recursive(task, cx, &solving),
        };
        let verdict = verdict.unwrap_or_else(Verdict::Unknown);
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
        let gas = gassed.as_ref().map(|g| g.gas);
        let guide = Guide { gps: *self, encoder: &encoder, loops: &loops, intervals: &intervals, gas, solving };
        if !self.summaries {
            return guide.search(task, cx, None, Round::Last);
        }
        let first = guide.search(task, cx, None, Round::First);
        if !matches!(first, Err(Reason::Incomplete(_))) {
            return first;
        }
        cx.emit(Event::Phase("polyhedra"));
        let started = std::time::Instant::now();
        let found = guide.polyhedra(cx);
        cx.statistics.time("polyhedra", started.elapsed());
        let facts = guide.with_polynomials(cx, found?)?;
        let second = guide.search(task, cx, facts.as_deref(), Round::Informed);
        if !matches!(second, Err(Reason::Incomplete(_) | Reason::Solver(_))) {
            return second;
        }
        guide.search(task, cx, None, Round::Last)
    }
}

/// What always holds at some locations, and the symbols that it is said with.
pub(super) type Facts = (Arc<Symbols>, Vec<(LocId, Term)>);

impl Gps {
    /// What always holds at the cut points of a flat program, without gas and summaries: intervals and polyhedra, inductive
    /// together.
    pub(super) fn facts(task: &Task, cx: &Context<'_>, solving: &Solving) -> Result<Facts, Reason> {
        let loops = Loops::new(&task.program);
        let intervals = KnownRanges::new(&task.program, &loops);
        let encoder = Encoder::new(&task.program).with_ranges(Ranges::All).with_intervals(&intervals);
        let guide =
            Guide { gps: Gps::GPS, encoder: &encoder, loops: &loops, intervals: &intervals, gas: None, solving };
        let (graph, ranges) = guide.plain_graph();
        let found = guide.polyhedra(cx)?.unwrap_or_else(|| vec![Term::tt(); ranges.len()]);
        let both = ranges.iter().zip(&found).map(|(a, b)| Term::and(&[*a, *b]));
        let facts = graph.locs.iter().zip(both).filter_map(|(loc, fact)| Some(((*loc)?, fact)));
        Ok((encoder.symbols().clone(), facts.collect()))
    }
}

/// The searches of one program, each begun anew.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Round {
    /// Cheap: up to some size of the tree, and if it is finished, with the proof that is at hand.
    First,
    /// With polyhedra, polynomials and facts by phases of loops, that the proof may need.
    Informed,
    /// Without these, which make summaries finer but harder to reason with, and with all that can be done for a proof.
    Last,
}

/// A program with what is needed to summarise it.
struct Guide<'a> {
    gps: Gps,
    encoder: &'a Encoder<'a>,
    loops: &'a Loops,
    intervals: &'a KnownRanges<'a>,
    gas: Option<VarId>,
    solving: &'a Solving,
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
        let (summaries, facts) = self.summaries(cx, known, round == Round::Informed)?;
        let mut graph = CutGraph::new(self.encoder, self.loops);
        graph.assume(&facts);
        cx.statistics.time("summaries", started.elapsed());
        Search::new(self.gps, task, self.encoder, &graph, facts, summaries, self.gas, self.solving, cx).run(round)
    }

    /// The graph for summaries, with the ranges that intervals give assumed. They do without the ranges of signed operations: more
    /// executions, simpler formulas. Of a variable that is not read any more nothing is assumed: the graph does not keep its
    /// value.
    fn plain_graph(&self) -> (CutGraph, Vec<Term>) {
        let mut graph = CutGraph::new(&self.encoder.clone().with_ranges(Ranges::None), self.loops);
        let (symbols, liveness) = (self.encoder.symbols(), self.liveness());
        let at = |loc: &Option<LocId>| {
            let is_live = |loc: LocId, var: VarId| liveness.at(loc).binary_search(&var).is_ok();
            loc.map_or(Term::tt(), |loc| self.intervals.assumptions(symbols, loc, |var| is_live(loc, var)))
        };
        let known: Vec<Term> = graph.locs.iter().map(at).collect();
        graph.assume(&known);
        (graph, known)
    }

    fn liveness(&self) -> Liveness {
        let program = self.encoder.program();
        Liveness::new(program, &CallGraph::new(program))
    }

    /// The variables that are read later, but for gas.
    fn wanted(&self, graph: &CutGraph) -> impl Fn(usize) -> BTreeSet<VarId> + use<> {
        let liveness = self.liveness();
        let live: Vec<BTreeSet<VarId>> = graph
            .locs
            .iter()
            .map(|loc| {
                let live = loc.map_or(&[][..], |loc| liveness.at(loc)).iter().copied();
                live.filter(|&v| Some(v) != self.gas).collect()
            })
            .collect();
        move |node| live[node].clone()
    }

    fn polyhedra(&self, cx: &Context<'_>) -> Result<Option<Vec<Term>>, Reason> {
        let (graph, _) = self.plain_graph();
        let wanted = self.wanted(&graph);
        let symbols = self.encoder.symbols();
        let variables: Vec<Vec<VarId>> = (0..graph.locs.len())
            .map(|node| wanted(node).into_iter().filter(|&v| symbols.state(v).sort() == Sort::Int).collect())
            .collect();
        let states = variables.iter().map(|vars| vars.iter().map(|&v| symbols.state(v)).collect()).collect();
        let flow = CutFlow { edges: transitions(&graph), variables, states };
        let order: Vec<usize> = (0..graph.locs.len()).collect();
        let conditions: Vec<Term> = flow.edges.iter().map(|(_, _, t)| t.guard).collect();
        polyhedral_invariants(self.solving, &cx.budget, &flow, &order, CutGraph::ENTRY, &conditions)
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

/// The graph as polyhedra flow through it.
struct CutFlow {
    edges: Vec<(usize, usize, Transition)>,
    /// By node.
    variables: Vec<Vec<VarId>>,
    states: Vec<Vec<Term>>,
}

impl Flow for CutFlow {
    fn dimensions(&self, node: usize) -> &[Term] {
        &self.states[node]
    }

    fn incoming(&self, node: usize) -> Vec<usize> {
        (0..self.edges.len()).filter(|&e| self.edges[e].1 == node).collect()
    }

    fn needs(&self, edge: usize) -> Vec<usize> {
        vec![self.edges[edge].0]
    }

    fn effect(&self, edge: usize, known: &[Term]) -> (Term, Vec<Term>) {
        let (_, target, transition) = &self.edges[edge];
        let values = self.variables[*target].iter().map(|&v| transition.value(v)).collect();
        (Term::and(&[known[0], transition.guard]), values)
    }

    fn widens(&self, _: usize) -> bool {
        true
    }
}

/// The edges of a graph: from, to, what they do.
fn transitions(graph: &CutGraph) -> Vec<(usize, usize, Transition)> {
    let edges = graph.outgoing.iter().flatten().map(|&e| &graph.edges[e]);
    edges.map(|edge| (edge.source, edge.target, edge.block.transition.clone())).collect()
}
