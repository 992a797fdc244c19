//! Tests: `Explore` of Figure 4. Deterministic code is run by `exec`; inputs are chosen by the solver and the summaries.

use cranelift_entity::EntityRef;
use landfall_smt::{Assignment, Model, Outcome, Term, Value};
use rustc_hash::FxHashMap;

use super::super::kit::{block_reads, not_modelled, reads, replayed, unsupported};
use super::search::Search;
use crate::arg::NodeId;
use crate::cfa::EdgeId;
use crate::encode::{CutId, program_value};
use crate::exec::{Inputs, Limits, Outcome as Stop, State};
use crate::limits::limits;
use crate::report::{Event, NodeState};
use crate::verdict::{Reason, Verdict};

/// Edges of the program that run between two looks at the budget.
const SLICE: u64 = 5_000_000;
/// Edges before an input that are run from node to node, where the rest before it was run in bulk.
const TAIL: u64 = 1_000;

/// A value that a havoc edge read.
type Read = (EdgeId, i128);

/// A running test.
struct Test {
    state: State,
    inputs: Vec<Read>,
    /// The tree node at which the test is; `None` once it has left the tree.
    node: Option<NodeId>,
    joined: usize,
    steps: u64,
    choices: usize,
    /// Running in bulk came to an input: step from node to node, until one was chosen.
    bulk_failed: bool,
}

impl Search<'_, '_> {
    /// Runs a test from the state that `model` has at the leaf. `None` if it does not reach the goal.
    pub fn explore(&mut self, leaf: NodeId, model: &Model) -> Result<Option<Verdict>, Reason> {
        let inputs = self.inputs_along(leaf, model);
        if self.tree[leaf].at == self.graph.goal() {
            return self.arrived(leaf, inputs).map(Some);
        }
        let mut test = Test {
            state: self.state_in(leaf, model),
            inputs,
            node: Some(leaf),
            joined: 0,
            steps: 0,
            choices: 0,
            bulk_failed: false,
        };
        let result = self.run_test(&mut test);
        self.cx.statistics.add("steps", test.steps);
        if let Some(node) = test.node.filter(|&n| !self.is_expanded(n)) {
            self.enqueue(node);
        }
        // A test that did not get away from its leaf would be made again: then all edges wait in its place.
        if !self.is_expanded(leaf) {
            self.expand_and_enqueue(leaf);
        }
        result
    }

    fn run_test(&mut self, test: &mut Test) -> Result<Option<Verdict>, Reason> {
        while test.steps < limits().gps.test_edges && test.choices < limits().gps.test_choices {
            self.cx.budget.poll()?;
            let Some(at) = self.graph.node_at(test.state.loc()) else { return Ok(None) };
            if test.node.is_none()
                && let Some(outcome) = self.run_in_bulk(test)?
            {
                return self.finish(test, outcome);
            }
            let before = test.state.clone();
            let mut run = self.machine.advance(&mut test.state, &Limits::steps(SLICE));
            self.count(test, run.steps);
            while run.outcome == Stop::StepLimit && test.steps < limits().gps.test_edges {
                self.cx.budget.poll()?;
                run = self.machine.advance(&mut test.state, &Limits::steps(SLICE));
                self.count(test, run.steps);
            }
            let outcome = match run.outcome {
                Stop::NeedsInput { .. } | Stop::NeedsChoice { .. } => {
                    test.state = before;
                    test.choices += 1;
                    test.bulk_failed = false;
                    match self.choose(test, at) {
                        Some(outcome) => outcome,
                        None => return Ok(None),
                    }
                }
                other => other,
            };
            match outcome {
                Stop::Stopped(loc) => {
                    let target = self.graph.node_at(loc).expect("the machine stops at nodes only");
                    self.follow(test, at, target);
                }
                other => return self.finish(test, other),
            }
        }
        Ok(None)
    }

    fn count(&self, test: &mut Test, steps: u64) {
        test.steps += steps;
        self.cx.budget.ran(steps);
    }

    fn finish(&mut self, test: &mut Test, outcome: Stop) -> Result<Option<Verdict>, Reason> {
        match outcome {
            Stop::Error(_) => self.violation(std::mem::take(&mut test.inputs)).map(Some),
            Stop::Unsupported { edge } => Err(not_modelled(self.encoder.program(), [&edge])),
            _ => Ok(None),
        }
    }

    /// Outside of the tree a test need not stop at loop heads. `None`, with the state at a node before it, if it needs an input.
    fn run_in_bulk(&mut self, test: &mut Test) -> Result<Option<Stop>, Reason> {
        if test.bulk_failed {
            return Ok(None);
        }
        let before = test.state.clone();
        let mut ran = 0;
        loop {
            self.cx.budget.poll()?;
            let run = self.bulk.advance(&mut test.state, &Limits::steps(SLICE));
            self.count(test, run.steps);
            ran += run.steps;
            match run.outcome {
                Stop::NeedsInput { .. } | Stop::NeedsChoice { .. } => {
                    test.state = self.node_before_input(before, ran);
                    test.bulk_failed = true;
                    return Ok(None);
                }
                Stop::StepLimit if test.steps < limits().gps.test_edges => {}
                other => return Ok(Some(other)),
            }
        }
    }

    /// The state at a node shortly before the input that comes after `edges` edges from `start`, or `start`.
    fn node_before_input(&self, start: State, edges: u64) -> State {
        if edges <= TAIL {
            return start;
        }
        let mut state = start.clone();
        let in_bulk = self.bulk.advance(&mut state, &Limits::steps(edges - TAIL));
        let rest = self.machine.advance(&mut state, &Limits::steps(TAIL));
        match (in_bulk.outcome, rest.outcome) {
            (Stop::StepLimit, Stop::Stopped(_)) => state,
            _ => start,
        }
    }

    fn is_expanded(&self, node: NodeId) -> bool {
        self.tree[node].state == NodeState::Expanded
    }

    /// Lets the tree follow a test from one node to the next. What the test does not take waits in the queue.
    fn follow(&mut self, test: &mut Test, at: CutId, target: CutId) {
        let Some(node) = test.node else { return };
        let child = self.graph.edge_between(at, target).and_then(|edge| {
            if !self.is_expanded(node) {
                if test.joined >= limits().gps.joined {
                    return None;
                }
                test.joined += 1;
                self.expand(node);
                let others = self.tree.outgoing(node).filter(|taken| taken.step != edge).map(|taken| taken.target);
                others.collect::<Vec<_>>().into_iter().for_each(|other| self.enqueue(other));
            }
            self.tree.outgoing(node).find(|taken| taken.step == edge).map(|taken| taken.target)
        });
        // A covered child is explored where it is covered; a leaf that did not join the tree waits in the queue.
        test.node = child.filter(|&c| !self.tree[c].is_covered());
        match test.node {
            Some(child) => {
                let depth = self.tree[child].data.depth;
                self.cx.emit(Event::Visit { loc: self.loc_of(child), depth });
            }
            None if !self.is_expanded(node) => self.enqueue(node),
            None => {}
        }
    }

    /// Lets the solver choose the inputs up to the next node, so that by the summary the goal may still be reached; runs that part.
    fn choose(&mut self, test: &mut Test, at: CutId) -> Option<Stop> {
        for &edge in &self.graph.outgoing[at].clone() {
            let Some(assignment) = self.choice_along(&test.state, edge) else { continue };
            let block = &self.graph.edges[edge].block;
            let Some(path) = block.path(self.encoder, &assignment) else { continue };
            let inputs = reads(self.encoder.program(), block.inputs(&path, &assignment));
            let values: Vec<i128> = inputs.iter().map(|(_, value)| *value).collect();
            let mut state = test.state.clone();
            let mut host = Inputs::new(&values);
            let run = self.machine.run(&mut state, &mut host, &Limits::steps(SLICE));
            if matches!(run.outcome, Stop::NeedsInput { .. } | Stop::NeedsChoice { .. }) {
                continue;
            }
            let used = host.used();
            test.steps += run.steps;
            test.inputs.extend(inputs.into_iter().take(used));
            test.state = state;
            return Some(run.outcome);
        }
        None
    }

    /// Values for the locals of an edge from a concrete state, and the state itself, if the edge can be taken towards the goal.
    fn choice_along(&mut self, state: &State, edge: usize) -> Option<Assignment> {
        let cut = &self.graph.edges[edge];
        let condition = self.summaries.conditions[cut.target].as_ref()?;
        let transition = &cut.block.transition;
        let wanted = transition.pre(condition.formula);
        let symbols = self.encoder.symbols();
        let mut values = Assignment::new();
        let mut known: FxHashMap<Term, Term> = FxHashMap::default();
        for var in symbols.vars_in(wanted).into_iter().chain(transition.footprint().reads) {
            let value = Value::int(self.machine.value(state, var));
            known.insert(symbols.state(var), value.to_term());
        }
        for var in symbols.vars() {
            values.insert(symbols.state(var), Value::int(self.machine.value(state, var)));
        }
        let query = wanted.substitute(&known);
        if query.is_false() {
            return None;
        }
        match self.solving.check("choose", query) {
            Outcome::Sat(model) => {
                for local in transition.local_symbols() {
                    if let Some(value) = model.value(local) {
                        values.insert(local, value);
                    }
                }
                Some(values)
            }
            Outcome::Unsat(_) | Outcome::Unknown(_) => None,
        }
    }

    /// The concrete state of a model at a node.
    fn state_in(&self, id: NodeId, model: &Model) -> State {
        let versions = &self.tree[id].data.versions;
        let program = self.encoder.program();
        let mut state = self.machine.state_at(self.loc_of(id));
        for (var, data) in program.vars.iter() {
            let ty = data.ty.scalar();
            let value = model.value(versions.symbol(self.symbols(), var));
            let value = value.and_then(|v| program_value(&v, ty)).unwrap_or(0);
            self.machine.set_value(&mut state, var, ty.wrap(value));
        }
        state
    }

    /// The inputs that a model gives along the path to a node.
    fn inputs_along(&self, id: NodeId, model: &Model) -> Vec<Read> {
        let reads = self.tree.way_down(None, id).into_iter().filter_map(|edge| {
            let before = self.tree[edge.source].data.versions.values(self.symbols(), model);
            let block = &self.graph.edges[edge.step].block;
            block_reads(self.encoder, block, before, &edge.data.transition, model)
        });
        reads.flatten().collect()
    }

    /// The path itself leads to the goal: to an error, or to something that is not modelled.
    fn arrived(&mut self, leaf: NodeId, inputs: Vec<Read>) -> Result<Verdict, Reason> {
        let last = self.tree.origin(leaf).expect("the goal is not the entry");
        match unsupported(self.encoder.program(), &self.graph.edges[last.step].block.ends) {
            Some(reason) => Err(reason),
            None => self.violation(inputs),
        }
    }

    fn violation(&self, mut reads: Vec<Read>) -> Result<Verdict, Reason> {
        // Gas, whose edges come behind those of the task's program, is no input of it.
        let own = self.task.program.edges.len();
        reads.retain(|(edge, _)| edge.index() < own);
        replayed(self.task, &reads, &self.cx.budget)?.decided()
    }
}
