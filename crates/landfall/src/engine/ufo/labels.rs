//! Labels for all nodes on ways to the goal, once the graph has no path to it.
//!
//! - [`Labelling::Horn`]: an unknown predicate for each node and a clause for each edge, solved in one query.
//! - [`Labelling::Blocking`]: see `blocking`. What was found is added to the labels there are. Where that fails, `Horn`.
//! - [`Labelling::Sequence`]: a sequence interpolant of the graph condition in topological order; variables of other nodes and
//!   control variables are eliminated from each cut (`Clean`, equation 3). Where that fails, `Horn`.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Instant;

use landfall_smt::interpolate::horn::{self, System};
use landfall_smt::interpolate::{Chain, Interpolator};
use landfall_smt::project::{self, Enumerated};
use landfall_smt::{Sort, Term};
use rustc_hash::FxHashMap;

use super::Search;
use super::graph::Graph;
use crate::arg::{ArgEdgeId, NodeId};
use crate::limits::limits;
use crate::named::named;
use crate::verdict::Reason;

named! {
    /// Where labels come from.
    #[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
    pub enum Labelling: "labelling" {
        /// Bad states are excluded cube by cube, backwards from the error.
        #[default]
        Blocking: "blocking",
        /// One Horn query over the graph.
        Horn: "horn",
        /// A sequence interpolant, with the variables that are out of scope eliminated.
        Sequence: "sequence",
    }
}

impl Search<'_, '_> {
    /// New labels: false at the goal, preserved by every edge.
    pub(super) fn labels(&mut self) -> Result<BTreeMap<NodeId, Term>, Reason> {
        let edges = self.edges_to_goal();
        let mut nodes: BTreeSet<NodeId> = BTreeSet::new();
        for &edge in &edges {
            nodes.extend([self.arg.edge(edge).source, self.arg.edge(edge).target]);
        }
        let goal = self.program.cuts.goal();
        nodes.retain(|&node| node != Graph::ROOT && self.arg[node].at != goal);
        let nodes: Vec<NodeId> = nodes.into_iter().collect();
        let started = Instant::now();
        let found = self.solution(&nodes, &edges);
        self.cx.statistics.time("interpolation", started.elapsed());
        let mut labels: BTreeMap<NodeId, Term> = BTreeMap::from([(Graph::ROOT, Term::tt())]);
        for (&node, &label) in nodes.iter().zip(&found?) {
            labels.insert(node, label);
        }
        for &edge in &edges {
            let target = self.arg.edge(edge).target;
            if self.arg[target].at == goal {
                labels.insert(target, Term::ff());
            }
        }
        Ok(labels)
    }

    /// Labels of these nodes, over state symbols.
    fn solution(&mut self, nodes: &[NodeId], edges: &[ArgEdgeId]) -> Result<Vec<Term>, Reason> {
        if self.ufo.labelling == Labelling::Blocking {
            if let Some(facts) = self.block(nodes, edges)? {
                let label = |(&node, &fact): (&NodeId, &Term)| Term::and(&[self.arg[node].label, fact]);
                return Ok(nodes.iter().zip(&facts).map(label).collect());
            }
            self.cx.statistics.add("blocking failed", 1);
        }
        let system = self.system(nodes, edges);
        let sequence = match self.ufo.labelling {
            Labelling::Sequence => {
                self.sequence(nodes, edges).filter(|labels| system.is_solved_by(self.solving, labels))
            }
            Labelling::Blocking | Labelling::Horn => None,
        };
        let Some(solution) = sequence.or_else(|| system.solve(self.solving)) else {
            self.cx.budget.poll()?;
            return Err(Reason::Solver("labels for a graph without a path to an error".into()));
        };
        Ok(nodes
            .iter()
            .zip(solution)
            .map(|(&node, label)| self.program.to_state(node, self.arg[node].at, label))
            .collect())
    }

    /// The node's own symbols.
    fn symbols_of(&self, node: NodeId) -> Vec<Term> {
        self.program.symbols_of(node, self.arg[node].at)
    }

    /// The clauses of the graph: the root's predicate is true, the goal's false.
    fn system(&self, nodes: &[NodeId], edges: &[ArgEdgeId]) -> System {
        let mut system = System::default();
        let unknown: FxHashMap<NodeId, horn::Node> =
            nodes.iter().map(|&n| (n, system.node(&self.symbols_of(n)))).collect();
        for &edge in edges {
            let edge = self.arg.edge(edge);
            system.edge(unknown.get(&edge.source).copied(), edge.data.formula, unknown.get(&edge.target).copied());
        }
        system
    }

    /// Labels from a sequence interpolant: one step for each node, in the order of visits.
    fn sequence(&self, nodes: &[NodeId], edges: &[ArgEdgeId]) -> Option<Vec<Term>> {
        let order = self.topological(nodes, edges);
        let mut steps = Vec::new();
        for &node in [Graph::ROOT].iter().chain(&order) {
            let taken = edges.iter().map(|&e| self.arg.edge(e)).filter(|e| e.source == node);
            let ways: Vec<Term> = taken
                .map(|e| {
                    let control = self.arg[e.target].data.control;
                    let is_goal = self.arg[e.target].at == self.program.cuts.goal();
                    Term::and(&[if is_goal { Term::tt() } else { control }, e.data.formula])
                })
                .collect();
            let condition = Term::or(&ways);
            let is_root = node == Graph::ROOT;
            steps.push(if is_root { condition } else { self.arg[node].data.control.implies(condition) });
        }
        let cuts = Chain::default().sequence(self.solving, &steps)?;
        let cleaned: FxHashMap<NodeId, Term> =
            order.iter().zip(cuts).map(|(&node, cut)| Some((node, self.clean(node, cut)?))).collect::<Option<_>>()?;
        nodes.iter().map(|node| cleaned.get(node).copied()).collect()
    }

    /// Each node after all its parents.
    fn topological(&self, nodes: &[NodeId], edges: &[ArgEdgeId]) -> Vec<NodeId> {
        let mut order: Vec<NodeId> = Vec::new();
        let mut left: Vec<NodeId> = nodes.to_vec();
        while !left.is_empty() {
            let waits = |node: NodeId| {
                edges.iter().map(|&e| self.arg.edge(e)).any(|e| e.target == node && left.contains(&e.source))
            };
            let ready: Vec<NodeId> = left.iter().copied().filter(|&n| !waits(n)).collect();
            left.retain(|n| !ready.contains(n));
            order.extend(ready);
        }
        order
    }

    /// `Clean`: the cut where control is at the node, for all values of everything else.
    fn clean(&self, node: NodeId, cut: Term) -> Option<Term> {
        let mut here: FxHashMap<Term, Term> = FxHashMap::default();
        let mut others = Vec::new();
        let own = self.symbols_of(node);
        for var in cut.free_vars() {
            if var == self.arg[node].data.control {
                here.insert(var, Term::tt());
            } else if var.sort() == Sort::Bool {
                // The strongest of the cases: the others say what holds elsewhere.
                here.insert(var, Term::ff());
            } else if !own.contains(&var) {
                others.push(var);
            }
        }
        let open = cut.substitute(&here).not();
        let eliminated = project::exact(open, &others).or_else(|| {
            match project::enumerate(self.solving, open, &others, limits().ufo.cubes) {
                Enumerated::Exact(exact) => Some(exact),
                Enumerated::Under(_) => None,
            }
        });
        eliminated.map(|exact| exact.0.not())
    }
}
