//! What always holds at the heads of loops: domains of facts, and one service that runs them.
//!
//! A [`Domain`] is told what those before it have found, so that its facts are inductive together with these. To add one takes a module
//! here and its name in [`DOMAINS`].

mod intervals;
mod polyhedra;
mod polynomials;
#[cfg(test)]
mod toy;

use std::collections::BTreeSet;
use std::sync::Arc;

use landfall_smt::Term;

use crate::cfa::graph::{CallGraph, Liveness, Loops};
use crate::cfa::{LocId, VarId};
use crate::encode::{CutGraph, Encoder, KnownRanges, Ranges, Symbols, Transition};
use crate::engine::{Context, Task};
use crate::report::Event;
use crate::solving::Solving;
use crate::verdict::Reason;

/// What holds at each node of a graph whenever an execution comes there, if anything is found.
pub type Known = Result<Option<Vec<Term>>, Reason>;

/// A source of facts.
pub trait Domain: Sync {
    /// What users see of it while it works and in statistics.
    fn name(&self) -> &'static str;

    /// Whether it is only asked when the cheaper ones did not suffice.
    fn is_last_resort(&self) -> bool {
        false
    }

    /// What holds at each node of the plain graph, if `known` does.
    fn facts(&self, ground: &Ground<'_>, known: Option<&[Term]>, cx: &mut Context<'_>) -> Known;
}

/// The domains, in the order in which they are asked.
pub const DOMAINS: &[&dyn Domain] = &[
    &intervals::Intervals,
    &polyhedra::Polyhedra,
    &polynomials::Polynomials,
    #[cfg(test)]
    &toy::Toy,
];

/// What always holds at some locations, and the symbols that it is said with.
pub type Facts = (Arc<Symbols>, Vec<(LocId, Term)>);

/// What always holds at the cut points of a flat program, as far as the domains find out that are no last resort. It is found
/// out once for each program.
pub fn always(task: &Task, cx: &mut Context<'_>) -> Result<Facts, Reason> {
    if let Some((_, facts)) = cx.facts.iter().find(|(program, _)| Arc::ptr_eq(program, &task.program)) {
        return Ok(facts.clone());
    }
    let found = cx.solve(|cx, solving| find(task, cx, solving))?;
    cx.facts.push((task.program.clone(), found.clone()));
    Ok(found)
}

fn find(task: &Task, cx: &mut Context<'_>, solving: &Solving) -> Result<Facts, Reason> {
    let loops = Loops::new(&task.program);
    let intervals = KnownRanges::new(&task.program, &loops);
    let encoder = Encoder::new(&task.program).with_ranges(Ranges::All).with_intervals(&intervals);
    let ground = Ground { encoder: &encoder, loops: &loops, intervals: &intervals, gas: None, solving };
    let found = ground.known(cx, |domain| !domain.is_last_resort())?;
    let (graph, _) = ground.plain_graph();
    let at = graph.locs.iter().zip(found.into_iter().flatten());
    Ok((encoder.symbols().clone(), at.filter_map(|(loc, fact)| Some(((*loc)?, fact))).collect()))
}

/// A flat program with what facts are computed from.
pub struct Ground<'a> {
    pub encoder: &'a Encoder<'a>,
    pub loops: &'a Loops,
    pub intervals: &'a KnownRanges<'a>,
    /// A counter that was put into the program, about which nothing is wanted.
    pub gas: Option<VarId>,
    pub solving: &'a Solving,
}

impl Ground<'_> {
    /// The graph for summaries, with the ranges that intervals give assumed. They do without the ranges of signed operations: more
    /// executions, simpler formulas. Of a variable that is not read any more nothing is assumed: the graph does not keep its
    /// value.
    pub fn plain_graph(&self) -> (CutGraph, Vec<Term>) {
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
    pub fn wanted(&self, graph: &CutGraph) -> impl Fn(usize) -> BTreeSet<VarId> + use<> {
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

    /// What domains find out one after the other, by node of the plain graph.
    pub fn known(&self, cx: &mut Context<'_>, wanted: impl Fn(&dyn Domain) -> bool) -> Known {
        let mut known: Option<Vec<Term>> = None;
        for domain in DOMAINS.iter().filter(|domain| wanted(**domain)) {
            cx.emit(Event::Phase(domain.name()));
            let started = std::time::Instant::now();
            let found = domain.facts(self, known.as_deref(), cx);
            cx.statistics.time(domain.name(), started.elapsed());
            let Some(found) = found? else { continue };
            known = Some(match known {
                Some(known) => known.iter().zip(&found).map(|(a, b)| Term::and(&[*a, *b])).collect(),
                None => found,
            });
        }
        Ok(known)
    }
}

/// The edges of a graph: from, to, what they do.
pub fn transitions(graph: &CutGraph) -> Vec<(usize, usize, Transition)> {
    let edges = graph.outgoing.iter().flatten().map(|&e| &graph.edges[e]);
    edges.map(|edge| (edge.source, edge.target, edge.block.transition.clone())).collect()
}
