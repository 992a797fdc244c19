//! `Refine` (section 5): one query for all paths of the graph to the goal.
//!
//! The graph condition says: control is at the root; where it is at a node it takes one of its edges; where it takes an edge it
//! is at the target, and the edge's formula holds. It grows with the graph in one solver. Nodes that were not visited in this
//! round are excluded by assumptions.
//!
//! Beyond the paper, the labels of this round are part of the query: every execution of the graph satisfies them, and what the
//! abstraction knows already the solver need not find out again.

use std::collections::{BTreeMap, BTreeSet};

use landfall_smt::{Assignment, Model, Outcome, Solver, Sort, Term, Value};

use super::super::kit::{Found, reads, replayed, unsupported};
use super::Search;
use super::graph::{Arg, ArgEdgeId, Node, NodeId};
use crate::cfa::EdgeId;
use crate::solving::Solving;
use crate::verdict::Reason;

/// What refinement has to say.
pub(super) enum Refined {
    Found(Found),
    /// New labels for all nodes on ways to the goal.
    Labels(BTreeMap<NodeId, Term>),
}

/// The solver that holds the graph condition.
pub(super) struct GraphCondition {
    solver: Solver,
}

impl GraphCondition {
    pub fn new(solving: &Solving) -> GraphCondition {
        GraphCondition { solver: solving.solver("graph condition") }
    }

    /// Control is at the root.
    pub fn enter(&mut self, root: &Node) {
        self.solver.assert(root.control);
    }

    /// A node was expanded.
    pub fn extend(&mut self, arg: &Arg, node: NodeId, outgoing: &[ArgEdgeId]) {
        let taken: Vec<Term> = outgoing.iter().map(|&e| arg.edges[e].taken).collect();
        self.solver.assert(arg.nodes[node].control.implies(Term::or(&taken)));
        for &edge in outgoing {
            let edge = &arg.edges[edge];
            let target = arg.nodes[edge.target].control;
            self.solver.assert(edge.taken.implies(target));
            for conjunct in edge.formula.conjuncts() {
                self.solver.assert(edge.taken.implies(conjunct));
            }
        }
    }
}

impl Search<'_, '_> {
    /// Asserts what the nodes' labels say wherever control passes them, if the literal that is returned holds.
    fn assert_labels(&mut self) -> Term {
        let active = Term::fresh("labels", Sort::Bool);
        for (id, node) in self.arg.nodes.iter().enumerate().filter(|(_, node)| node.visited == self.round) {
            let label = self.arg.at_node(self.program, id, node.label);
            if node.at != self.program.cuts.goal() && !label.is_true() {
                self.condition.solver.assert(Term::and(&[active, node.control]).implies(label));
            }
        }
        active
    }

    pub(super) fn refine(&mut self) -> Result<Refined, Reason> {
        let mut assumptions = vec![self.assert_labels()];
        let mut unsupported = Vec::new();
        for edge in self.arg.edges.iter().filter(|e| self.arg.nodes[e.source].visited == self.round) {
            let target = &self.arg.nodes[edge.target];
            if target.visited != self.round {
                assumptions.push(target.control.not());
            } else if self.program.unsupported[edge.cut] {
                unsupported.push(edge.taken.not());
            }
        }
        // Errors first: what is not modelled matters only where there is none.
        let errors_only = [&assumptions[..], &unsupported].concat();
        let mut outcome = self.condition.solver.check_assuming(&errors_only);
        if outcome.is_unsat() && !unsupported.is_empty() {
            outcome = self.condition.solver.check_assuming(&assumptions);
        }
        match outcome {
            Outcome::Sat(model) => self.follow(&model).map(Refined::Found),
            Outcome::Unsat(_) => self.labels().map(Refined::Labels),
            Outcome::Unknown(why) => {
                self.cx.budget.poll()?;
                Err(Reason::Solver(format!("whether the graph has a path to an error ({why})")))
            }
        }
    }

    /// The path that a model takes, replayed.
    fn follow(&mut self, model: &Model) -> Result<Found, Reason> {
        let mut inputs: Vec<(EdgeId, i128)> = Vec::new();
        let mut node = Arg::ROOT;
        while self.arg.nodes[node].at != self.program.cuts.goal() {
            let outgoing = self.arg.nodes[node].outgoing.iter().flatten();
            let taken = outgoing.copied().find(|&e| model.holds(self.arg.edges[e].taken));
            let Some(edge) = taken else {
                return Err(Reason::Solver("a model of the graph condition has no path".into()));
            };
            if self.program.unsupported[self.arg.edges[edge].cut] {
                return Err(self.unsupported(edge));
            }
            let Some(read) = self.inputs_on(edge, model) else {
                return Ok(Found::spurious("a block has no path"));
            };
            inputs.extend(read);
            node = self.arg.edges[edge].target;
        }
        replayed(self.task, &inputs, &self.cx.budget)
    }

    /// The values that the havoc edges on an edge's path read.
    fn inputs_on(&self, edge: ArgEdgeId, model: &Model) -> Option<Vec<(EdgeId, i128)>> {
        let edge = &self.arg.edges[edge];
        let block = &self.program.cuts.edges[edge.cut].block;
        let symbols = self.program.symbols();
        let live = &self.program.live[self.arg.nodes[edge.source].at];
        let mut values = Assignment::new();
        for var in symbols.vars() {
            // As in the edge's formula, variables that are not live have a fixed value.
            let own = live.binary_search(&var).is_ok().then(|| symbols.at(var, edge.source as u32));
            let value = own.and_then(|own| model.value(own));
            let state = symbols.state(var);
            values.insert(state, value.unwrap_or_else(|| Value::default_of(state.sort())));
        }
        for (original, instance) in block.transition.locals.iter().zip(&edge.transition.locals) {
            if let Some(value) = model.value(instance.symbol) {
                values.insert(original.symbol, value);
            }
        }
        let path = block.path(self.program.encoder, &values)?;
        Some(reads(self.program.encoder.program(), block.inputs(&path, &values)))
    }

    fn unsupported(&self, edge: ArgEdgeId) -> Reason {
        let ends = &self.program.cuts.edges[self.arg.edges[edge].cut].block.ends;
        let unnamed =
            || Reason::Unsupported { what: "an edge that is not modelled".into(), span: None, rest_explored: false };
        unsupported(self.program.encoder.program(), ends).unwrap_or_else(unnamed)
    }

    /// The edges between visited nodes that lie on ways to the goal, in the order in which they were made.
    pub(super) fn edges_to_goal(&self) -> Vec<ArgEdgeId> {
        let mut reaches: BTreeSet<NodeId> = BTreeSet::new();
        let visited = |node: NodeId| self.arg.nodes[node].visited == self.round;
        let mut work: Vec<NodeId> = (0..self.arg.nodes.len())
            .filter(|&n| visited(n) && self.arg.nodes[n].at == self.program.cuts.goal())
            .collect();
        while let Some(node) = work.pop() {
            if reaches.insert(node) {
                let parents = self.arg.nodes[node].incoming.iter().map(|&e| self.arg.edges[e].source);
                work.extend(parents.filter(|&parent| visited(parent)));
            }
        }
        let between = |e: &ArgEdgeId| {
            let edge = &self.arg.edges[*e];
            visited(edge.source) && visited(edge.target) && reaches.contains(&edge.target)
        };
        (0..self.arg.edges.len()).filter(between).collect()
    }
}
