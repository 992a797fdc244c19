//! The main loop (Figure 5) and its helpers `TryCover` and `Refine` (Figure 6).

use landfall_smt::interpolate::{Chain, Interpolator};
use landfall_smt::{Outcome, Term};

use super::super::distance::{Distance, Distances, Frontier, Search as Order, UNREACHABLE};
use super::super::kit::incremental::Incremental;
use super::super::{Context, Task};
use super::{Gps, Round};
use crate::arg::{Arg, NodeId};
use crate::cfa::graph::Loops;
use crate::cfa::{LocId, VarId};
use crate::encode::{CutGraph, CutId, Encoder, Symbols, Transition, Versions};
use crate::exec::Machine;
use crate::limits::limits;
use crate::report::{Event, NodeState, TreeNode};
use crate::solving::Solving;
use crate::summary::Summaries;
use crate::verdict::{Reason, Verdict};

/// The paper's Λ: paths by the formulas of their edges.
pub(super) type Tree = Arg<CutId, Reached, Taken>;

/// The end of a path.
#[derive(Default)]
pub(super) struct Reached {
    pub depth: usize,
    /// The instances of variables that are current here.
    pub versions: Versions,
    /// The label excludes that the goal can be reached from here.
    pub pruned: bool,
}

/// What an edge does.
pub(super) struct Taken {
    /// Over the instances of the path.
    pub formula: Term,
    /// With the locals of this instance, in the order of the original's.
    pub transition: Transition,
}

pub(super) struct Search<'s, 'c> {
    pub gps: Gps,
    pub task: &'s Task,
    pub encoder: &'s Encoder<'s>,
    pub graph: &'s CutGraph,
    /// What always holds, by node.
    pub facts: Vec<Term>,
    pub summaries: Summaries,
    pub gas: Option<VarId>,
    pub solving: &'s Solving,
    pub cx: &'s mut Context<'c>,
    pub tree: Tree,
    /// Stops at the nodes of the graph.
    pub machine: Machine<'s>,
    /// Does not stop.
    pub bulk: Machine<'s>,
    queue: Frontier<NodeId>,
    /// By node of the graph, for directed searches; else empty.
    distances: Vec<Distance>,
    queued: Vec<bool>,
    /// Holds the formulas of a path.
    path_solver: Incremental<NodeId>,
    interpolator: Chain,
    /// Dead ends are expanded while the tree is smaller than this.
    unfold_until: usize,
    pub round: Round,
    /// Other engines know what was known before the search.
    pub has_told: bool,
}

/// How far the nodes of the graph are from an error, if the search asks for it.
fn distances(gps: Gps, task: &Task, encoder: &Encoder<'_>, graph: &CutGraph) -> Vec<Distance> {
    if gps.search != Order::Directed {
        return Vec::new();
    }
    let program = encoder.program();
    let distances = Distances::new(program, &Loops::new(program), gps.metric.resolve(&task.original));
    graph.locs.iter().map(|loc| loc.map_or(0, |loc| distances.abs_dist(loc))).collect()
}

/// The result of `Check` for a leaf.
enum Checked {
    Test(landfall_smt::Model),
    DeadEnd,
    Undecided,
}

impl<'s, 'c> Search<'s, 'c> {
    #[allow(clippy::too_many_arguments)]
    pub fn new(
        gps: Gps,
        task: &'s Task,
        encoder: &'s Encoder<'s>,
        graph: &'s CutGraph,
        facts: Vec<Term>,
        summaries: Summaries,
        gas: Option<VarId>,
        solving: &'s Solving,
        cx: &'s mut Context<'c>,
    ) -> Self {
        let stops = |loc: LocId| graph.node_at(loc).is_some();
        let mut tree = Tree::default();
        tree.add(CutGraph::ENTRY, Term::tt(), Reached::default());
        Search {
            gps,
            task,
            encoder,
            graph,
            facts,
            summaries,
            gas,
            solving,
            cx,
            tree,
            machine: Machine::stopping_at(encoder.program(), &stops),
            bulk: Machine::new(encoder.program()).accelerate(gps.accelerate),
            queue: Frontier::new(gps.search),
            distances: distances(gps, task, encoder, graph),
            queued: Vec::new(),
            path_solver: Incremental::new(solving.solver("test")),
            interpolator: Chain::backward(),
            unfold_until: 0,
            round: Round::Last,
            has_told: false,
        }
    }

    /// Searches until the tree is finished. Where another round may follow it is given up as incomplete if the tree gives no proof.
    pub fn run(mut self, round: Round) -> Result<Verdict, Reason> {
        self.round = round;
        self.cx.emit(Event::Phase("search"));
        self.enqueue(Tree::ROOT);
        let result = self.search();
        self.cx.statistics.add("tree nodes", self.tree.nodes().len() as u64);
        let verdict = match result {
            Ok(Some(verdict)) => Ok(verdict),
            Ok(None) => self.certificate(),
            Err(reason) => {
                let note = format!("{} tree nodes, {} open leaves", self.tree.nodes().len(), self.queue.len());
                self.cx.emit(Event::Note(note));
                Err(reason)
            }
        };
        let drawn = self.cx.sink.draws().then(|| self.drawn());
        self.cx.show(drawn);
        verdict
    }

    fn drawn(&self) -> Vec<TreeNode> {
        self.tree.drawn(|id, parent| self.tree[id].shown(self.loc_of(id), parent, self.tree[id].data.pruned))
    }

    /// Goes on with dead ends expanded as if their summaries were not known, for evidence: their children, which should be dead
    /// ends too, are labelled by their interpolants and covered like other leaves. Interpolants of dead ends generalise over all
    /// continuations, so few rounds do. At most `limit` nodes are added; dead ends that are left stay what they are.
    pub fn unfold_dead_ends(&mut self, limit: usize) -> Result<Option<Verdict>, Reason> {
        self.unfold_until = self.tree.nodes().len() + limit;
        for id in (0..self.tree.nodes().len()).filter(|&n| self.tree[n].data.pruned).collect::<Vec<_>>() {
            self.enqueue(id);
        }
        self.search()
    }

    /// Whether labels are kept: not in the search of variants that do not refine, but always for evidence.
    fn labels(&self) -> bool {
        self.gps.refine || self.unfold_until > 0
    }

    /// Whether a dead end is to be expanded all the same.
    fn unfolds(&self, id: NodeId) -> bool {
        let at = self.tree[id].at;
        self.tree.nodes().len() < self.unfold_until
            && at != self.graph.goal()
            && self.summaries.conditions[at].is_some()
    }

    pub fn expand_and_enqueue(&mut self, id: NodeId) {
        self.tree[id].data.pruned = false;
        self.expand(id);
        self.tree.children(id).into_iter().for_each(|child| self.enqueue(child));
    }

    /// `None` when every leaf is covered or a dead end.
    fn search(&mut self) -> Result<Option<Verdict>, Reason> {
        while let Some(id) = self.queue.pop() {
            self.queued[id] = false;
            self.cx.budget.poll()?;
            if self.tree.nodes().len() > limits().gps.sharing_nodes && self.cx.shared.wanted && !self.has_told {
                self.tell();
            }
            if self.round == Round::First && self.tree.nodes().len() > limits().gps.first_round {
                return Err(Reason::Incomplete("the tree became too large".into()));
            }
            let node = &self.tree[id];
            let is_pruned = node.data.pruned;
            if node.state == NodeState::Expanded || !self.tree.is_active(id) || (is_pruned && !self.unfolds(id)) {
                continue;
            }
            if self.summaries.conditions[node.at].is_none() {
                self.tree[id].data.pruned = true;
                continue;
            }
            if self.labels() && self.try_cover(id)? {
                self.cx.statistics.add("covered", 1);
                continue;
            }
            let waits = !self.gps.tests && self.tree[id].at != self.graph.goal();
            if is_pruned || waits {
                self.expand_and_enqueue(id);
                continue;
            }
            match self.check(id) {
                Checked::DeadEnd => self.arrive_at_dead_end(id)?,
                Checked::Test(_) | Checked::Undecided if self.gps.summary_only && self.unfold_until == 0 => {
                    let why = "the summary of the whole program does not exclude the error";
                    return Err(Reason::Incomplete(why.into()));
                }
                Checked::Test(model) => {
                    self.cx.statistics.add("tests", 1);
                    if let Some(verdict) = self.explore(id, &model)? {
                        return Ok(Some(verdict));
                    }
                }
                Checked::Undecided => {
                    if self.tree[id].at == self.graph.goal() {
                        return Err(Reason::Solver("whether a path to an error is feasible".into()));
                    }
                    self.cx.statistics.add("undecided", 1);
                    self.expand_and_enqueue(id);
                }
            }
        }
        Ok(None)
    }

    fn arrive_at_dead_end(&mut self, id: NodeId) -> Result<(), Reason> {
        self.cx.statistics.add("dead ends", 1);
        let (loc, depth) = (self.loc_of(id), self.tree[id].data.depth);
        self.cx.emit(Event::DeadEnd { loc, depth });
        self.dead_end(id)?;
        if self.unfolds(id) {
            self.enqueue(id);
        }
        Ok(())
    }

    pub fn enqueue(&mut self, id: NodeId) {
        if self.queued.len() <= id {
            self.queued.resize(self.tree.nodes().len().max(id + 1), false);
        }
        if !self.queued[id] {
            self.queued[id] = true;
            let (tree, distances) = (&self.tree, &self.distances);
            self.queue.push(id, |&id| distances.get(tree[id].at).copied().unwrap_or(UNREACHABLE));
        }
    }

    /// Gives a leaf its children, one an outgoing edge.
    pub fn expand(&mut self, id: NodeId) {
        let depth = self.tree[id].data.depth + 1;
        for &step in &self.graph.outgoing[self.tree[id].at] {
            let edge = &self.graph.edges[step];
            let transition = edge.block.transition.renamed();
            let mut versions = self.tree[id].data.versions.clone();
            let formula = versions.step(&transition);
            let child = self.tree.add(edge.target, Term::tt(), Reached { depth, versions, pruned: false });
            self.tree.connect(id, child, step, Taken { formula, transition });
        }
        self.tree[id].state = NodeState::Expanded;
    }

    pub fn symbols(&self) -> &'s Symbols {
        self.encoder.symbols()
    }

    pub fn loc_of(&self, id: NodeId) -> LocId {
        let program = self.encoder.program();
        self.graph.locs[self.tree[id].at].unwrap_or(program.procs[program.entry].exit)
    }

    /// The summary of the paths from a node to an error, over the instances that are current there.
    fn condition(&self, id: NodeId) -> Term {
        let node = &self.tree[id];
        match &self.summaries.conditions[node.at] {
            Some(condition) => node.data.versions.instantiate(self.symbols(), condition.formula),
            None => Term::ff(),
        }
    }

    /// Is there a state that the path reaches and from which, by the summary, an error can be reached?
    fn check(&mut self, id: NodeId) -> Checked {
        let way = self.tree.way_down(None, id);
        let path: Vec<(NodeId, Term)> = way.iter().map(|edge| (edge.target, edge.data.formula)).collect();
        let condition = self.condition(id);
        let outcome = self.path_solver.switch_to(&path).scope(|solver| {
            solver.assert(condition);
            solver.check()
        });
        match outcome {
            Outcome::Sat(model) => Checked::Test(model),
            Outcome::Unsat(_) => Checked::DeadEnd,
            Outcome::Unknown(_) => Checked::Undecided,
        }
    }

    /// Labels the path with interpolants that show the dead end.
    fn dead_end(&mut self, id: NodeId) -> Result<(), Reason> {
        if self.labels() {
            let (path, mut steps) = self.path(None, id);
            steps.push(self.condition(id));
            match self.interpolator.sequence(self.solving, &steps) {
                Some(cuts) => self.refine(&path, &cuts)?,
                None => self.cx.statistics.add("interpolation failed", 1),
            }
        }
        self.tree[id].data.pruned = true;
        Ok(())
    }

    /// The nodes from below `above` down to a node, and what the edges to them do.
    fn path(&self, above: Option<NodeId>, id: NodeId) -> (Vec<NodeId>, Vec<Term>) {
        self.tree.way_down(above, id).iter().map(|edge| (edge.target, edge.data.formula)).unzip()
    }

    /// Strengthens the labels of `path` by `cuts` (over instances), and takes covers back that no longer hold.
    fn refine(&mut self, path: &[NodeId], cuts: &[Term]) -> Result<(), Reason> {
        let mut changed = 0;
        for (&id, &cut) in path.iter().zip(cuts) {
            let fact = self.tree[id].data.versions.to_state(self.symbols(), cut);
            for conjunct in fact.conjuncts() {
                changed += usize::from(self.strengthen(id, conjunct)?);
            }
        }
        self.cx.emit(Event::Refined { labels: changed });
        Ok(())
    }

    fn strengthen(&mut self, id: NodeId, fact: Term) -> Result<bool, Reason> {
        let label = self.tree[id].label;
        if fact.is_true() || label.conjuncts().contains(&fact) {
            return Ok(false);
        }
        if self.solving.implies("label", label, fact) == Some(true) {
            return Ok(false);
        }
        self.tree[id].label = Term::and(&[label, fact]);
        for covered in self.tree[id].covers.clone() {
            let holds = self.solving.implies("cover", self.tree[covered].label, fact) == Some(true);
            if !holds {
                self.tree.uncover(covered);
                self.cx.statistics.add("uncovered", 1);
                let open = self.tree.open_below(covered).into_iter().filter(|&leaf| !self.tree[leaf].data.pruned);
                open.collect::<Vec<_>>().into_iter().for_each(|leaf| self.enqueue(leaf));
            }
        }
        Ok(true)
    }

    /// Covers the leaf by a node whose label it implies, or by an ancestor whose label the path from it preserves.
    fn try_cover(&mut self, id: NodeId) -> Result<bool, Reason> {
        let (at, label) = (self.tree[id].at, self.tree[id].label);
        let others: Vec<NodeId> = self.tree.at(at).iter().copied().take_while(|&o| o < id).collect();
        for &other in others.iter().rev().take(limits().gps.others) {
            let target = self.tree[other].label;
            let trivial = label.is_true() && !target.is_true();
            if trivial || !self.tree.is_active(other) {
                continue;
            }
            if self.solving.implies("cover", label, target) == Some(true) {
                self.tree.cover(id, other);
                self.cx.emit(Event::Covered { loc: self.loc_of(id), by: other });
                return Ok(true);
            }
        }
        let ancestors = self.tree.way_up(id).map(|edge| edge.source).filter(|&node| self.tree[node].at == at);
        for ancestor in ancestors.take(limits().gps.ancestors).collect::<Vec<_>>() {
            self.cx.budget.poll()?;
            if self.force_cover(id, ancestor)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    fn force_cover(&mut self, id: NodeId, ancestor: NodeId) -> Result<bool, Reason> {
        let symbols = self.symbols();
        let invariant = self.tree[ancestor].label;
        let (path, between) = self.path(Some(ancestor), id);
        let mut steps = vec![self.tree[ancestor].data.versions.instantiate(symbols, invariant)];
        steps.extend(between);
        steps.push(self.tree[id].data.versions.instantiate(symbols, invariant).not());
        if !self.solving.check("force cover", Term::and(&steps)).is_unsat() {
            return Ok(false);
        }
        let Some(cuts) = self.interpolator.sequence(self.solving, &steps) else { return Ok(false) };
        // The first cut is behind the ancestor's own label; the last one is the leaf's, and implies the invariant.
        self.refine(&path, &cuts[1..])?;
        for conjunct in invariant.conjuncts() {
            self.strengthen(id, conjunct)?;
        }
        // Refining may have strengthened the ancestor, if it lies on the path of one of its own covers.
        if self.solving.implies("cover", self.tree[id].label, self.tree[ancestor].label) != Some(true)
            || !self.tree.is_active(ancestor)
        {
            return Ok(false);
        }
        self.tree.cover(id, ancestor);
        self.cx.emit(Event::Covered { loc: self.loc_of(id), by: ancestor });
        Ok(true)
    }
}
