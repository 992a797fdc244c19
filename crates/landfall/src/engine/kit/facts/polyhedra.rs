//! Convex polyhedra over the variables that are read later, inductive beside intervals.

use landfall_smt::{Sort, Term};

use super::{Domain, Ground, Known, transitions};
use crate::cfa::VarId;
use crate::encode::{CutGraph, Transition};
use crate::engine::Context;
use crate::summary::{Flow, polyhedral_invariants};

pub struct Polyhedra;

impl Domain for Polyhedra {
    fn name(&self) -> &'static str {
        "polyhedra"
    }

    fn facts(&self, ground: &Ground<'_>, _: Option<&[Term]>, cx: &mut Context<'_>) -> Known {
        let (graph, _) = ground.plain_graph();
        let wanted = ground.wanted(&graph);
        let symbols = ground.encoder.symbols();
        let variables: Vec<Vec<VarId>> = (0..graph.locs.len())
            .map(|node| wanted(node).into_iter().filter(|&v| symbols.state(v).sort() == Sort::Int).collect())
            .collect();
        let states = variables.iter().map(|vars| vars.iter().map(|&v| symbols.state(v)).collect()).collect();
        let flow = CutFlow { edges: transitions(&graph), variables, states };
        let order: Vec<usize> = (0..graph.locs.len()).collect();
        let conditions: Vec<Term> = flow.edges.iter().map(|(_, _, t)| t.guard).collect();
        polyhedral_invariants(ground.solving, &cx.budget, &flow, &order, CutGraph::ENTRY, &conditions)
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
