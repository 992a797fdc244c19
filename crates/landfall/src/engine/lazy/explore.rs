//! The search: takes the node that is next, and derives its successors in its own tree and in those of its callers.

use landfall_smt::{Kind, Solver, Term};
use rustc_hash::FxHashMap;

use super::super::kit::Found;
use super::super::kit::points::as_ensures;
use super::super::kit::points::{Action, Graph, Target};
use super::Lazy;
use super::blocks::{BlockId, Blocks};
use super::values::Tracked;
use crate::arg::NodeId;
use crate::cfa::graph::Loops;
use crate::cfa::{EdgeId, Op, ProcId, Program, VarId};
use crate::encode::Transition;
use crate::engine::distance::{Distance, Distances, Frontier, Rank, UNREACHABLE};
use crate::engine::{Context, Task};
use crate::predicates::{PointId, Post, PostKind, StepId};
use crate::report::{Event, NodeState, TreeNode};
use crate::solving::Solving;
use crate::verdict::{Reason, Verdict};

/// A node from which a goal can be reached by a step, as far as the abstraction knows.
#[derive(Clone, Copy, Debug)]
pub struct Goal {
    pub node: NodeId,
    pub step: usize,
}

pub struct Explorer<'s, 'c> {
    pub lazy: &'s Lazy,
    pub task: &'s Task,
    pub graph: &'s Graph<'s>,
    pub solving: &'s Solving,
    pub cx: &'s mut Context<'c>,
    pub post: Post<'s>,
    pub tracked: Tracked,
    pub blocks: Blocks,
    frontier: Frontier<NodeId>,
    distances: Distances,
    covering: Solver,
    /// Steps back from calls, by the step of the call and what is known at the callee's exit.
    returns: FxHashMap<(usize, Term), StepId>,
    /// What they do, by the first call that passes and receives the same.
    returning: FxHashMap<(EdgeId, Term), Transition>,
    same_call: FxHashMap<EdgeId, EdgeId>,
    /// Whether one label is implied by another, as far as it was asked.
    implied: FxHashMap<(Term, Term), bool>,
    /// The globals that a procedure reads or changes, itself or below.
    pub globals: Vec<Vec<VarId>>,
    pub refinements: u64,
}

impl<'s, 'c> Explorer<'s, 'c> {
    pub fn new(
        lazy: &'s Lazy,
        task: &'s Task,
        graph: &'s Graph<'s>,
        loops: &Loops,
        solving: &'s Solving,
        cx: &'s mut Context<'c>,
    ) -> Self {
        let program = graph.program();
        // One more point than there are, without predicates, for the goals.
        let mut post = Post::new(PostKind::Cartesian, graph.points.len() + 1, solving);
        for step in &graph.steps {
            let target = match (&step.action, step.target) {
                (Action::Call { callee, .. }, _) => graph.entry_of[callee],
                (_, Target::Point(point)) => point,
                (_, Target::Error | Target::Unsupported) => graph.points.len(),
            };
            post.add_step(target, &step.transition);
        }
        let (read, modified) = (graph.calls.read_globals(program), &graph.modified);
        let globals = program.procs.keys().map(|proc| {
            let mut all = [read[proc].as_slice(), modified[proc].as_slice()].concat();
            all.sort_unstable();
            all.dedup();
            all
        });
        Explorer {
            lazy,
            task,
            graph,
            solving,
            post,
            tracked: Tracked::new(lazy.domain, graph),
            blocks: Blocks::default(),
            frontier: Frontier::new(lazy.search),
            distances: Distances::new(program, loops, lazy.metric.resolve(&task.original)),
            covering: solving.solver("cover"),
            returns: FxHashMap::default(),
            returning: FxHashMap::default(),
            same_call: same_calls(program),
            implied: FxHashMap::default(),
            globals: globals.collect(),
            refinements: 0,
            cx,
        }
    }

    /// Explores and refines until the task is decided.
    pub fn run(&mut self) -> Result<Found, Reason> {
        let first = self.enter(self.graph.program().entry, Term::tt(), UNREACHABLE.into());
        debug_assert_eq!(first, Blocks::FIRST);
        while let Some(goal) = self.explore()? {
            self.refinements += 1;
            self.cx.statistics.add("refinements", 1);
            match self.refine(goal) {
                Ok(Some(found)) => return Ok(found),
                Ok(None) => {}
                Err(reason @ (Reason::Incomplete(_) | Reason::Solver(_))) => {
                    let proof = self.ask_horn_at_last()?.ok_or(reason)?;
                    return Ok(Found::Verdict(Verdict::Safe(proof)));
                }
                Err(reason) => return Err(reason),
            }
            if let Some(proof) = self.ask_horn()? {
                return Ok(Found::Verdict(Verdict::Safe(proof)));
            }
        }
        Ok(Found::Verdict(Verdict::Safe(self.proof())))
    }

    /// The trees, that of a procedure below the first node that calls it.
    pub fn drawn(&self) -> Vec<TreeNode> {
        let trees = &self.blocks.trees;
        trees.drawn(|id, parent| {
            let caller = self.blocks.of(id).callers.first().map(|(caller, _)| *caller).filter(|caller| *caller < id);
            trees[id].shown(self.graph.points[trees[id].at.1].loc, parent.or(caller), trees[id].label.is_false())
        })
    }

    /// Expands nodes until one reaches a goal, or none is left.
    fn explore(&mut self) -> Result<Option<Goal>, Reason> {
        while let Some(id) = self.frontier.pop() {
            self.cx.budget.poll()?;
            let (block, point) = self.blocks.trees[id].at;
            if self.blocks.trees[id].state != NodeState::Open || self.blocks.call_chain(block).is_none() {
                continue;
            }
            if self.is_covered(id) {
                continue;
            }
            self.cx.statistics.add("states", 1);
            let depth = self.blocks.trees[id].data.length as usize;
            self.cx.emit(Event::Visit { loc: self.graph.points[point].loc, depth });
            if let Some(goal) = self.expand(id) {
                self.wait(vec![id]);
                return Ok(Some(goal));
            }
        }
        Ok(None)
    }

    /// Puts nodes into the line.
    pub fn wait(&mut self, nodes: Vec<NodeId>) {
        let (blocks, graph, distances) = (&self.blocks, self.graph, &self.distances);
        self.frontier.extend(nodes, |id| {
            let node = &blocks.trees[*id];
            let distance = distances.dist(graph.points[node.at.1].loc, blocks.of(*id).call_distance);
            Rank { distance, length: node.data.length }
        });
    }

    /// The distance from a point in a block.
    pub fn distance_at(&self, point: PointId, block: BlockId) -> Distance {
        self.distances.dist(self.graph.points[point].loc, self.blocks.blocks[block].call_distance)
    }

    /// Whether a node's states are among those of another node of its tree; it then rests.
    fn is_covered(&mut self, id: NodeId) -> bool {
        let (label, (block, point)) = (self.blocks.trees[id].label, self.blocks.trees[id].at);
        let others: Vec<NodeId> = self.blocks.live_at(block, point).filter(|&other| other != id).collect();
        let Some(by) = others.into_iter().find(|&other| self.implies(label, self.blocks.trees[other].label)) else {
            return false;
        };
        self.blocks.trees.cover(id, by);
        self.cx.emit(Event::Covered { loc: self.graph.points[point].loc, by });
        true
    }

    fn implies(&mut self, label: Term, other: Term) -> bool {
        if label != other && differ(label, other) {
            return false;
        }
        let covering = &mut self.covering;
        let ask = || covering.check_assuming(&[label, other.not()]).is_unsat();
        label == other || *self.implied.entry((label, other)).or_insert_with(ask)
    }

    /// Derives all successors of a node; the goal if one can be reached, and then nothing is derived.
    fn expand(&mut self, id: NodeId) -> Option<Goal> {
        let (label, (block, point)) = (self.blocks.trees[id].label, self.blocks.trees[id].at);
        let steps = &self.graph.points[point].steps;
        for &step in steps {
            let is_goal = !matches!(self.graph.steps[step].target, Target::Point(_));
            if is_goal && !self.post.image(step, label).is_false() {
                return Some(Goal { node: id, step });
            }
        }
        self.blocks.trees[id].state = NodeState::Expanded;
        let mut successors = Vec::new();
        for &step in steps {
            let data = &self.graph.steps[step];
            let Target::Point(target) = data.target else { continue };
            match data.action {
                Action::Block(_) | Action::Nothing => {
                    for label in self.tracked.images(&mut self.post, step, target, label) {
                        successors.push(self.blocks.derive(id, step, None, target, label));
                    }
                }
                Action::Call { callee, .. } => successors.extend(self.call(id, step, callee)),
            }
        }
        if self.graph.is_exit(point) {
            for (caller, step) in self.blocks.blocks[block].callers.clone() {
                successors.extend(self.come_back(caller, step, id));
            }
        }
        self.watch(&successors);
        self.wait(successors);
        None
    }

    /// Enters the callee's block, and comes back from the exits it has; the nodes that wait because of that.
    fn call(&mut self, id: NodeId, step: usize, callee: ProcId) -> Vec<NodeId> {
        let (at, label) = (self.blocks.trees[id].at, self.blocks.trees[id].label);
        let caller = Rank { distance: self.distance_at(at.1, at.0), length: self.blocks.trees[id].data.length };
        let entry = self.graph.entry_of[&callee];
        let mut successors = Vec::new();
        for state in self.tracked.images(&mut self.post, step, entry, label) {
            let block = match self.blocks.find(callee, state) {
                Some(block) => {
                    self.cx.statistics.add("cache hits", 1);
                    successors.extend(self.blocks.waiting(block));
                    block
                }
                None => self.enter(callee, state, caller),
            };
            self.blocks.call(id, step, block, caller.distance);
            let exit = self.exit_of(callee);
            let exits: Vec<NodeId> = exit.map_or_else(Vec::new, |exit| self.blocks.live_at(block, exit).collect());
            for exit in exits {
                if self.blocks.trees[exit].state == NodeState::Expanded {
                    successors.extend(self.come_back(id, step, exit));
                }
            }
        }
        successors
    }

    fn exit_of(&self, proc: ProcId) -> Option<usize> {
        self.graph.point_of(self.graph.program().procs[proc].exit)
    }

    /// A new block for an entry state.
    fn enter(&mut self, proc: ProcId, state: Term, caller: Rank) -> BlockId {
        self.cx.statistics.add("blocks", 1);
        let symbols = self.graph.encoder.symbols();
        let mut label = vec![state];
        if proc != self.graph.program().entry {
            let known = self.graph.program().procs[proc].params.iter().chain(&self.globals[index(proc)]);
            label.extend(known.map(|&v| symbols.entry(v).eq(symbols.state(v))));
        }
        let block = self.blocks.create((proc, state), self.graph.entry_of[&proc], Term::and(&label), caller);
        self.tracked.entered(proc, self.graph);
        self.wait(vec![self.blocks.blocks[block].root]);
        block
    }

    /// The caller's state after the callee has come to an exit.
    fn come_back(&mut self, caller: NodeId, step: usize, exit: NodeId) -> Vec<NodeId> {
        let Action::Call { edge, callee } = self.graph.steps[step].action else { return Vec::new() };
        let Target::Point(target) = self.graph.steps[step].target else { return Vec::new() };
        let known = self.blocks.trees[exit].label;
        let back = match self.returns.get(&(step, known)) {
            Some(&back) => back,
            None => {
                let back = self.return_step(edge, callee, known, target);
                self.returns.insert((step, known), back);
                back
            }
        };
        let label = self.blocks.trees[caller].label;
        let images = self.tracked.images(&mut self.post, back, target, label);
        images.into_iter().map(|label| self.blocks.derive(caller, step, Some(exit), target, label)).collect()
    }

    /// A call as a transition of its caller, known by what holds at the callee's exit.
    fn return_step(&mut self, edge: EdgeId, callee: ProcId, known: Term, target: usize) -> StepId {
        let same = self.same_call[&edge];
        let transition = self.returning.entry((same, known)).or_insert_with(|| {
            let ensures = as_ensures(self.graph, callee, known);
            self.graph.typed(&self.graph.encoder.call(same, Some(ensures)))
        });
        self.post.add_step(target, transition)
    }

    /// Gives up explicit values where they would unfold for ever.
    fn watch(&mut self, successors: &[NodeId]) {
        for &id in successors {
            let (block, point) = self.blocks.trees[id].at;
            let count = self.blocks.live_at(block, point).count();
            self.tracked.give_up_if_many(point, count);
        }
    }
}

/// Whether two labels give a variable different values: a quick answer where values unfold.
fn differ(label: Term, other: Term) -> bool {
    let others = other.conjuncts();
    label.conjuncts().into_iter().filter_map(|c| Some((c, fixed_variable(c)?))).any(|(fact, var)| {
        let rival = |other: &Term| *other != fact && fixed_variable(*other) == Some(var);
        others.iter().any(rival)
    })
}

/// The variable to which an atom gives one value.
fn fixed_variable(atom: Term) -> Option<Term> {
    let Kind::EqZero(term) = atom.kind() else { return None };
    match term.kind() {
        Kind::Var(_) => Some(*term),
        Kind::Sum(sum) => match sum.terms.as_slice() {
            [(var, _)] if matches!(var.kind(), Kind::Var(_)) => Some(*var),
            _ => None,
        },
        _ => None,
    }
}

/// For each call the first one of the same callee with the same arguments and the same place for the result.
fn same_calls(program: &Program) -> FxHashMap<EdgeId, EdgeId> {
    let mut first: Vec<EdgeId> = Vec::new();
    let mut same = FxHashMap::default();
    for (id, edge) in program.edges.iter().filter(|(_, edge)| matches!(edge.op, Op::Call { .. })) {
        let known = first.iter().copied().find(|&other| program.edges[other].op == edge.op);
        same.insert(id, known.unwrap_or(id));
        if known.is_none() {
            first.push(id);
        }
    }
    same
}

pub(super) fn index(proc: ProcId) -> usize {
    use cranelift_entity::EntityRef;
    proc.index()
}
