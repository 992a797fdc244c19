//! Blocks: loop-free parts of a procedure as one transition, and the way back from a model to a path and its inputs.

use std::collections::{BTreeMap, BTreeSet};

use landfall_smt::{Assignment, Term, Value};

use super::Encoder;
use super::transition::{Origin, Transition};
use crate::cfa::passes::Block;
use crate::cfa::{EdgeId, LocId, Op, VarId};

/// A loop-free set of edges between two locations, encoded.
#[derive(Clone, Debug)]
pub struct EncodedBlock {
    pub source: LocId,
    /// The last edges of its paths.
    pub ends: BTreeSet<EdgeId>,
    /// Everything the block does, from its source to its end.
    pub transition: Transition,
    /// The edges one by one; their locals occur in `transition`.
    pub steps: BTreeMap<EdgeId, Transition>,
}

impl Encoder<'_> {
    /// A large block of a program.
    pub fn large_block(&self, block: &Block) -> EncodedBlock {
        let inner: BTreeSet<LocId> = block.locs.iter().copied().skip(1).collect();
        let is_end = |e: &EdgeId| {
            let edge = &self.program.edges[*e];
            matches!(edge.op, Op::Unsupported(_)) || !inner.contains(&edge.dst)
        };
        let edges: BTreeSet<EdgeId> = block.edges.iter().copied().collect();
        self.block(block.locs[0], &edges.iter().copied().filter(is_end).collect(), &edges)
    }

    /// All paths from `source` over `edges` that end with an edge of `ends`. The edges form no cycle, except that an end may lead
    /// back to `source`, for a loop.
    pub fn block(&self, source: LocId, ends: &BTreeSet<EdgeId>, edges: &BTreeSet<EdgeId>) -> EncodedBlock {
        let steps: BTreeMap<EdgeId, Transition> = edges.iter().map(|&e| (e, self.edge(e))).collect();
        let mut reached: BTreeMap<LocId, Vec<Transition>> = BTreeMap::new();
        let mut result = Vec::new();
        for loc in self.order(source, ends, edges) {
            let here = if loc == source {
                Transition::identity(&self.symbols)
            } else {
                Transition::choose(&self.symbols, &reached.remove(&loc).unwrap_or_default())
            };
            for (id, edge) in self.program.outgoing(loc).filter(|(id, _)| edges.contains(id)) {
                let there = here.compose(&steps[&id]);
                if ends.contains(&id) {
                    result.push(there);
                } else {
                    reached.entry(edge.dst).or_default().push(there);
                }
            }
        }
        EncodedBlock { source, ends: ends.clone(), transition: Transition::choose(&self.symbols, &result), steps }
    }

    /// The locations at which edges of a block begin, each after all its predecessors.
    fn order(&self, source: LocId, ends: &BTreeSet<EdgeId>, edges: &BTreeSet<EdgeId>) -> Vec<LocId> {
        let mut order = Vec::new();
        let mut seen = BTreeSet::from([source]);
        let mut stack = vec![(source, 0)];
        while let Some((loc, next)) = stack.pop() {
            match self.program.locs[loc].outgoing.get(next) {
                Some(id) => {
                    stack.push((loc, next + 1));
                    let dst = self.program.edges[*id].dst;
                    if edges.contains(id) && !ends.contains(id) && seen.insert(dst) {
                        stack.push((dst, 0));
                    }
                }
                None => order.push(loc),
            }
        }
        order.reverse();
        order
    }
}

impl EncodedBlock {
    /// The path that a model of the block's guard takes, given values for the state symbols and the locals. Follows the edges
    /// with the model's values; where several are open, the one whose end agrees with the model.
    pub fn path(&self, encoder: &Encoder<'_>, model: &Assignment) -> Option<Vec<EdgeId>> {
        let wanted: BTreeMap<VarId, Value> =
            self.transition.post.iter().map(|(v, t)| Some((*v, t.eval(model)?))).collect::<Option<_>>()?;
        let mut path = Vec::new();
        self.walk(encoder, self.source, model.clone(), &wanted, &mut path).then_some(path)
    }

    fn walk(
        &self,
        encoder: &Encoder<'_>,
        loc: LocId,
        state: Assignment,
        wanted: &BTreeMap<VarId, Value>,
        path: &mut Vec<EdgeId>,
    ) -> bool {
        if path.last().is_some_and(|last| self.ends.contains(last)) {
            return wanted.iter().all(|(v, value)| state.get(encoder.symbols.state(*v)) == Some(value));
        }
        for id in &encoder.program.locs[loc].outgoing {
            let Some(step) = self.steps.get(id) else { continue };
            if step.guard.holds(&state) != Some(true) {
                continue;
            }
            let updates: Option<Vec<(Term, Value)>> =
                step.post.iter().map(|(v, t)| Some((encoder.symbols.state(*v), t.eval(&state)?))).collect();
            let Some(updates) = updates else { continue };
            let mut next = state.clone();
            for (symbol, value) in updates {
                next.insert(symbol, value);
            }
            path.push(*id);
            if self.walk(encoder, encoder.program.edges[*id].dst, next, wanted, path) {
                return true;
            }
            path.pop();
        }
        false
    }

    /// The values that the havoc edges of `path` read in the model, in order.
    pub fn inputs(&self, path: &[EdgeId], model: &Assignment) -> Vec<(EdgeId, Value)> {
        path.iter().flat_map(|id| self.steps.get(id).map(|step| inputs_of(step, model)).unwrap_or_default()).collect()
    }
}

/// The values that the inputs of a transition have in a model; one that the model leaves open is zero, or the nearest value
/// of its type (which contains zero).
pub fn inputs_of(transition: &Transition, model: &Assignment) -> Vec<(EdgeId, Value)> {
    transition
        .locals
        .iter()
        .filter_map(|local| match local.origin {
            Origin::Input(edge) => {
                let value = model.get(local.symbol).cloned();
                Some((edge, value.unwrap_or_else(|| Value::default_of(local.symbol.sort()))))
            }
            _ => None,
        })
        .collect()
}
