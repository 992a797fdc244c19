//! What always holds at the heads of loops: intervals, and polyhedra that are inductive beside them.

use std::collections::BTreeSet;
use std::sync::Arc;

use landfall_smt::{Sort, Term};

use crate::budget::Budget;
use crate::cfa::graph::{CallGraph, Liveness, Loops};
use crate::cfa::{LocId, VarId};
use crate::encode::{CutGraph, Encoder, KnownRanges, Ranges, Symbols, Transition};
use crate::engine::Task;
use crate::solving::Solving;
use crate::summary::{Flow, polyhedral_invariants};
use crate::verdict::Reason;

/// What always holds at some locations, and the symbols that it is said with.
pub type Facts = (Arc<Symbols>, Vec<(LocId, Term)>);

/// What always holds at the cut points of a flat program: intervals and polyhedra, inductive together.
pub fn always(task: &Task, budget: &Budget, solving: &Solving) -> Result<Facts, Reason> {
    let loops = Loops::new(&task.program);
    let intervals = KnownRanges::new(&task.program, &loops);
    let encoder = Encoder::new(&task.program).with_ranges(Ranges::All).with_intervals(&intervals);
    let ground = Ground { encoder: &encoder, loops: &loops, intervals: &intervals, gas: None, solving };
    let (graph, ranges) = ground.plain_graph();
    let found = ground.polyhedra(budget)?.unwrap_or_else(|| vec![Term::tt(); ranges.len()]);
    let both = ranges.iter().zip(&found).map(|(a, b)| Term::and(&[*a, *b]));
    let facts = graph.locs.iter().zip(both).filter_map(|(loc, fact)| Some(((*loc)?, fact)));
    Ok((encoder.symbols().clone(), facts.collect()))
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

    /// Inductive polyhedra, by node; none if they cannot be computed.
    pub fn polyhedra(&self, budget: &Budget) -> Result<Option<Vec<Term>>, Reason> {
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
        polyhedral_invariants(self.solving, budget, &flow, &order, CutGraph::ENTRY, &conditions)
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
pub fn transitions(graph: &CutGraph) -> Vec<(usize, usize, Transition)> {
    let edges = graph.outgoing.iter().flatten().map(|&e| &graph.edges[e]);
    edges.map(|edge| (edge.source, edge.target, edge.block.transition.clone())).collect()
}
