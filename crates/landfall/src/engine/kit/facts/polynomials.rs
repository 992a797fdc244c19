//! Facts that linear arithmetic cannot say: polynomial equalities, guessed from tests with small inputs (see `summary::polynomial`).

use std::collections::BTreeSet;

use landfall_smt::{Sort, Term};

use super::{Domain, Ground, Known, transitions};
use crate::cfa::{Program, VarId};
use crate::encode::CutGraph;
use crate::engine::Context;
use crate::exec::{HavocRequest, Limits, Machine, Outcome};
use crate::limits::limits;
use crate::summary::polynomial::{guess, inductive};

/// Enough for every test that is run here.
const MUCH_GAS: i128 = 1_000_000;

pub struct Polynomials;

impl Domain for Polynomials {
    fn name(&self) -> &'static str {
        "polynomials"
    }

    fn is_last_resort(&self) -> bool {
        true
    }

    fn facts(&self, ground: &Ground<'_>, known: Option<&[Term]>, cx: &mut Context<'_>) -> Known {
        let (mut graph, _) = ground.plain_graph();
        let guesses = ground.guesses(&graph);
        if guesses.iter().all(Vec::is_empty) {
            return Ok(None);
        }
        let known = known.map_or_else(|| vec![Term::tt(); graph.locs.len()], <[Term]>::to_vec);
        graph.assume(&known);
        let found = inductive(ground.solving, &cx.budget, &transitions(&graph), &known, guesses)?;
        cx.statistics.add("polynomials", found.iter().map(|f| f.len() as u64).sum());
        Ok(Some(found.iter().map(|found| Term::and(found)).collect()))
    }
}

impl Ground<'_> {
    /// By node: equalities that hold in all states that tests had there.
    fn guesses(&self, graph: &CutGraph) -> Vec<Vec<Term>> {
        let symbols = self.encoder.symbols();
        let wanted = self.wanted(graph);
        let variables: Vec<Vec<VarId>> = (0..graph.locs.len())
            .map(|node| wanted(node).into_iter().filter(|&v| symbols.state(v).sort() == Sort::Int).collect())
            .collect();
        let states = self.states(graph, &variables);
        let guesses = states.iter().zip(&variables).map(|(states, variables)| {
            let terms: Vec<Term> = variables.iter().map(|&v| symbols.state(v)).collect();
            guess(&terms, states)
        });
        guesses.collect()
    }

    /// By node: values of its variables that tests had there.
    fn states(&self, graph: &CutGraph, variables: &[Vec<VarId>]) -> Vec<Vec<Vec<i128>>> {
        let program: &Program = self.encoder.program();
        let machine = Machine::stopping_at(program, &|loc| graph.node_at(loc).is_some());
        let mut seen: Vec<BTreeSet<Vec<i128>>> = vec![BTreeSet::new(); graph.locs.len()];
        for test in 0..limits().polynomial.tests {
            let mut numbers = Numbers::new(test);
            let mut host = |request: &HavocRequest<'_>| match self.gas.is_some() && request.var == self.gas {
                true => Some(MUCH_GAS),
                false => Some(numbers.next()),
            };
            let mut state = machine.initial();
            let mut new = vec![0; graph.locs.len()];
            let mut left = limits().polynomial.steps;
            loop {
                let run = machine.run(&mut state, &mut host, &Limits::steps(left));
                left = left.saturating_sub(run.steps.max(1));
                let Outcome::Stopped(loc) = run.outcome else { break };
                let Some(node) = graph.node_at(loc).filter(|_| left > 0) else { break };
                // The first node is where executions begin: nothing is guessed there.
                if node != CutGraph::ENTRY
                    && new[node] < limits().polynomial.states_of_a_test
                    && seen[node].len() < limits().polynomial.states
                {
                    let values = variables[node].iter().map(|&v| machine.value(&state, v)).collect();
                    new[node] += usize::from(seen[node].insert(values));
                }
            }
        }
        seen.into_iter().map(|states| states.into_iter().collect()).collect()
    }
}

/// Small numbers that look random, the same for the same test; tests have different ranges.
struct Numbers {
    low: i128,
    count: i128,
    state: u64,
}

impl Numbers {
    fn new(test: u64) -> Numbers {
        const RANGES: [(i128, i128); 4] = [(0, 10), (-6, 6), (0, 60), (1, 25)];
        let (low, high) = RANGES[(test % 4) as usize];
        Numbers { low, count: high - low + 1, state: test }
    }

    /// A step of a linear congruential generator (Knuth's constants), seen through its better digits.
    fn next(&mut self) -> i128 {
        self.state = self.state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        self.low + i128::from(self.state >> 33) % self.count
    }
}
