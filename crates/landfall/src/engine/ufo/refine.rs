//! `Refine` (section 5): one query for all paths of the graph to the goal.
//!
//! The graph condition says: control is at the root; where it is at a node it takes one of its edges; where it takes an edge it
//! is at the target, and the edge's formula holds. It grows with the graph in one solver. Nodes that were not visited in this
//! round are excluded by assumptions.
//!
//! Beyond the paper, the labels of this round are part of the query: every execution of the graph satisfies them, and what the
//! abstraction knows already the solver need not find out again.

use std::collections::{BTreeMap, BTreeSet};

use landfall_smt::{Model, Outcome, Solver, Sort, Term, Value};

use super::super::kit::{Found, block_reads, not_modelled, replayed};
use super::Search;
use super::graph::{Edge, Graph};
use crate::arg::{ArgEdgeId, NodeId};
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
    pub fn enter(&mut self, root: Term) {
        self.solver.assert(root);
    }

    /// A node was expanded.
    pub fn extend(&mut self, arg: &Graph, node: NodeId) {
        let taken: Vec<Term> = arg.outgoing(node).map(|edge| edge.data.literal).collect();
        self.solver.assert(arg[node].data.control.implies(Term::or(&taken)));
        for edge in arg.outgoing(node) {
            let taken = edge.data.literal;
            self.solver.assert(taken.implies(arg[edge.target].data.control));
            for conjunct in edge.data.formula.conjuncts() {
                self.solver.assert(taken.implies(conjunct));
            }
        }
    }
}

impl Search<'_, '_> {
    /// Asserts what the nodes' labels say wherever control passes them, if the literal that is returned holds.
    fn assert_labels(&mut self) -> Term {
        let active = Term::fresh("labels", Sort::Bool);
        for (id, node) in self.arg.nodes().iter().enumerate().filter(|(_, node)| node.data.round == self.round) {
            let label = self.program.at_node(id, node.at, node.label);
            if node.at != self.program.cuts.goal() && !label.is_true() {
                self.condition.solver.assert(Term::and(&[active, node.data.control]).implies(label));
            }
        }
        active
    }

    pub(super) fn refine(&mut self) -> Result<Refined, Reason> {
        let mut assumptions = vec![self.assert_labels()];
        let mut unsupported = Vec::new();
        for edge in self.arg.edges().iter().filter(|edge| self.is_visited(edge.source)) {
            if !self.is_visited(edge.target) {
                assumptions.push(self.arg[edge.target].data.control.not());
            } else if self.program.unsupported[edge.step] {
                unsupported.push(edge.data.literal.not());
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
        let mut node = Graph::ROOT;
        while self.arg[node].at != self.program.cuts.goal() {
            let Some(edge) = self.arg.outgoing(node).find(|edge| model.holds(edge.data.literal)) else {
                return Err(Reason::Solver("a model of the graph condition has no path".into()));
            };
            if self.program.unsupported[edge.step] {
                let ends = &self.program.cuts.edges[edge.step].block.ends;
                return Err(not_modelled(self.program.encoder.program(), ends));
            }
            let Some(read) = self.inputs_on(edge, model) else {
                return Ok(Found::spurious("a block has no path"));
            };
            inputs.extend(read);
            node = edge.target;
        }
        replayed(self.task, &inputs, &self.cx.budget)
    }

    /// The values that the havoc edges on an edge's path read.
    fn inputs_on(&self, edge: &Edge, model: &Model) -> Option<Vec<(EdgeId, i128)>> {
        let block = &self.program.cuts.edges[edge.step].block;
        let symbols = self.program.symbols();
        let live = &self.program.live[self.arg[edge.source].at];
        let before = symbols.vars().map(|var| {
            // As in the edge's formula, variables that are not live have a fixed value.
            let own = live.binary_search(&var).is_ok().then(|| symbols.at(var, edge.source as u32));
            let value = own.and_then(|own| model.value(own));
            (var, value.unwrap_or_else(|| Value::default_of(symbols.state(var).sort())))
        });
        block_reads(self.program.encoder, block, before, &edge.data.transition, model)
    }

    /// Whether a node was visited in this round.
    fn is_visited(&self, node: NodeId) -> bool {
        self.arg[node].data.round == self.round
    }

    /// The edges between visited nodes that lie on ways to the goal, in the order in which they were made.
    pub(super) fn edges_to_goal(&self) -> Vec<ArgEdgeId> {
        let mut reaches: BTreeSet<NodeId> = BTreeSet::new();
        let mut work = self.arg.at(self.program.cuts.goal()).to_vec();
        while let Some(node) = work.pop() {
            if self.is_visited(node) && reaches.insert(node) {
                work.extend(self.arg.incoming(node).map(|edge| edge.source));
            }
        }
        let edges = self.arg.edges().iter().enumerate();
        let between = edges.filter(|(_, edge)| self.is_visited(edge.source) && reaches.contains(&edge.target));
        between.map(|(id, _)| id).collect()
    }
}
