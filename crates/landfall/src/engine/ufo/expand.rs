//! `ExpandArg` (Figure 3): unrolls by the recursive iteration strategy and labels the nodes that it visits.

use std::time::Instant;

use landfall_smt::Term;

use super::Search;
use super::graph::{Graph, Visited};
use crate::arg::NodeId;
use crate::encode::CutId;
use crate::report::{Event, NodeState};
use crate::verdict::Reason;

impl Search<'_, '_> {
    /// Unrolls until every loop is covered. The node of the goal, if one was reached; its label is final.
    pub(super) fn expand_arg(&mut self) -> Result<Option<NodeId>, Reason> {
        self.future.iter_mut().for_each(Vec::clear);
        self.heads.iter_mut().for_each(Vec::clear);
        let entry = self.arg[Graph::ROOT].at;
        self.future[entry].push(Graph::ROOT);
        if !self.program.is_head[entry] {
            self.future[entry].clear();
            self.visit(Graph::ROOT)?;
        }
        for head in self.program.outermost.clone() {
            self.iterate(head)?;
        }
        let goal = self.future[self.program.cuts.goal()].first().copied();
        if let Some(goal) = goal {
            self.visit(goal)?;
        }
        Ok(goal)
    }

    /// Unrolls one loop until its head is covered, and before each repetition the loops inside it.
    fn iterate(&mut self, head: CutId) -> Result<(), Reason> {
        while let Some(node) = take_first(&mut self.future[head]) {
            self.cx.budget.poll()?;
            self.visit(node)?;
            if self.is_covered(node) {
                self.arg[node].state = NodeState::Covered(None);
                self.cx.statistics.add("covered", 1);
                self.leave(node, head);
                continue;
            }
            self.heads[head].push(node);
            for inner in self.program.inside[head].clone() {
                self.iterate(inner)?;
            }
        }
        Ok(())
    }

    /// A covered node stands for nothing new: its children inside the loop are not visited. Those outside are, so that
    /// refinement sees one repetition more than the cover needs.
    fn leave(&mut self, node: NodeId, head: CutId) {
        let children = self.arg.children(node);
        for within in self.program.heads_within(head) {
            self.future[within].retain(|waiting| !children.contains(waiting));
        }
        if let Some(loc) = self.program.cuts.locs[head] {
            let by = self.heads[head].last().copied().unwrap_or(node);
            self.cx.emit(Event::Covered { loc, by });
        }
    }

    /// Whether the earlier heads of the loop have every state that the node has.
    fn is_covered(&self, node: NodeId) -> bool {
        let node = &self.arg[node];
        if node.label.is_false() {
            return true;
        }
        let earlier: Vec<Term> = self.heads[node.at].iter().map(|&h| self.arg[h].label).collect();
        if earlier.iter().any(|label| *label == node.label || label.is_true()) {
            return true;
        }
        !earlier.is_empty() && self.solving.implies("cover", node.label, Term::or(&earlier)) == Some(true)
    }

    /// Expands a node and gives it its label: computed if it is marked, else from refinement, else as it was.
    fn visit(&mut self, id: NodeId) -> Result<(), Reason> {
        self.expand_node(id);
        let node = &mut self.arg[id].data;
        // Labels were found without the edges of a node that was not visited.
        let computed = std::mem::take(&mut node.marked) || node.round + 1 != self.round;
        node.round = self.round;
        let refined = node.refined;
        let keeps_children = if computed {
            let started = Instant::now();
            let label = self.label_from_parents(id)?;
            self.cx.statistics.time("post", started.elapsed());
            self.arg[id].label = label;
            // The labels that refinement gave to the children follow from the one that it gave to the node.
            refined.is_some_and(|refined| self.solving.implies("label", label, refined) == Some(true))
        } else if let Some(label) = refined {
            self.arg[id].label = label;
            true
        } else {
            return Ok(());
        };
        for child in self.arg.children(id) {
            let child = &mut self.arg[child].data;
            child.marked |= !keeps_children || child.refined.is_none();
        }
        Ok(())
    }

    /// The disjunction of `Post` over the edges from parents that were visited in this round.
    fn label_from_parents(&mut self, id: NodeId) -> Result<Term, Reason> {
        if id == Graph::ROOT {
            return Ok(Term::tt());
        }
        let mut labels = Vec::new();
        for edge in self.arg.incoming(id) {
            let parent = &self.arg[edge.source];
            if parent.data.round == self.round {
                self.cx.budget.poll()?;
                labels.push(self.post.image(edge.step, parent.label));
            }
        }
        Ok(Term::or(&labels))
    }

    /// Gives the node its children on the first visit; in each round, lets them wait for theirs.
    fn expand_node(&mut self, id: NodeId) {
        let at = self.arg[id].at;
        if self.arg[id].state == NodeState::Open {
            for &cut in &self.program.cuts.outgoing[at] {
                let target = self.future_node(self.program.cuts.edges[cut].target);
                self.program.connect(&mut self.arg, id, target, cut);
            }
            if at != self.program.cuts.goal() {
                self.condition.extend(&self.arg, id);
            }
        }
        self.arg[id].state = NodeState::Expanded;
        for child in self.arg.children(id) {
            let at = self.arg[child].at;
            if !self.future[at].contains(&child) {
                self.future[at].push(child);
            }
        }
    }

    /// `GetFutureNode`: the node that waits at a place, or a new one.
    fn future_node(&mut self, at: CutId) -> NodeId {
        if let Some(&waiting) = self.future[at].last() {
            return waiting;
        }
        let node = self.arg.add(at, Term::tt(), Visited::new());
        self.cx.statistics.add("graph nodes", 1);
        self.future[at].push(node);
        node
    }
}

fn take_first(list: &mut Vec<NodeId>) -> Option<NodeId> {
    (!list.is_empty()).then(|| list.remove(0))
}
