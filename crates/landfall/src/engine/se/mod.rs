//! Forward symbolic execution (King, 1976), the plain relative of all engines here.
//!
//! A path carries the value of every variable, as a number or as a term over the inputs read so far, and the condition under
//! which inputs lead along it. The search:
//!
//! 1. take the path that waits longest, and run it to its next real choice (numbers are computed with, without the solver);
//! 2. at a choice, continue along every edge whose condition can be satisfied together with the path's;
//! 3. at an error, solve the condition for inputs and replay them; if the replay falls over an overflow or an approximated
//!    operation, solve again with range facts, then over bit-vectors; the path is dropped if that shows it infeasible;
//! 4. when no path waits, the program is safe.
//!
//! The queue is first in, first out (unless another order is asked for) and a path runs a bounded number of steps at a time, so the search is fair: every error
//! path is found eventually. Refutation-complete; proves only programs whose paths all end.
//!
//! Evidence: inputs for unsafe. For safe, invariants at loop heads from the states seen there (see `certificate`).

mod calls;
mod certificate;
mod feasible;
mod path;
mod store;
#[cfg(test)]
mod tests;

use std::rc::Rc;
use std::sync::Arc;

use landfall_smt::{Assignment, Term};

use super::distance::{Distances, Frontier, MetricChoice, Search as Order, UNREACHABLE};
use super::kit::reads;
use super::{Context, Engine, EngineOptions, Task};
use crate::cfa::graph::Loops;
use crate::cfa::{EdgeId, LocId, Op, Program};
use crate::encode::{Encoder, Numbers};
use crate::limits::limits;
use crate::report::{Event, MOST_NODES, NodeState, TreeNode};
use crate::solving::Solving;
use crate::verdict::{Execution, Reason, Verdict};
use certificate::Snapshots;
use feasible::{Feasible, PathSolver};
use path::{Step, Stepper, SymbolicPath};

/// Steps between two looks at the budget.
const POLL: u64 = 1_000;

#[derive(Clone, Copy, Debug)]
pub struct SymbolicExecution {
    /// In which order paths wait. Breadth first is fair among them.
    pub search: Order,
    pub metric: MetricChoice,
}

impl Default for SymbolicExecution {
    fn default() -> Self {
        SymbolicExecution { search: Order::BreadthFirst, metric: MetricChoice::Auto }
    }
}

impl SymbolicExecution {
    pub fn with(options: &EngineOptions) -> SymbolicExecution {
        let usual = SymbolicExecution::default();
        SymbolicExecution { search: options.search.unwrap_or(usual.search), metric: options.metric }
    }
}

impl Engine for SymbolicExecution {
    fn run(&self, task: &Task, cx: &mut Context<'_>) -> Verdict {
        let solving = cx.solving();
        let mut search = Search::new(*self, task, cx, &solving);
        let result = search.run();
        if !search.tree.is_empty() {
            let tree = Arc::new(std::mem::take(&mut search.tree));
            search.cx.emit(Event::Tree(tree));
        }
        let verdict = search.conclude(result);
        cx.count_queries(&solving);
        verdict
    }
}

/// Why exploring ended.
enum End {
    /// Every path has ended.
    Exhausted,
    Violated(Execution),
}

struct Search<'t, 'c, 's> {
    task: &'t Task,
    cx: &'c mut Context<'s>,
    solving: &'c Solving,
    stepper: Stepper<'t>,
    solver: PathSolver,
    loops: Loops,
    waiting: Frontier<SymbolicPath>,
    /// For directed searches.
    distances: Option<Distances>,
    snapshots: Snapshots,
    /// An unsupported edge that can be reached.
    unsupported: Option<EdgeId>,
    /// Why a path to an error is neither confirmed nor refuted.
    undecided: Option<Reason>,
    steps: u64,
    paths: u64,
    deepest: u64,
    /// The forks of paths, if somebody wants to see them.
    tree: Vec<TreeNode>,
}

impl<'t, 'c, 's> Search<'t, 'c, 's> {
    fn new(se: SymbolicExecution, task: &'t Task, cx: &'c mut Context<'s>, solving: &'c Solving) -> Self {
        let program: &'t Program = &task.program;
        let loops = Loops::new(program);
        let annotate = || Distances::new(program, &loops, se.metric.resolve(&task.original));
        let distances = (se.search == Order::Directed).then(annotate);
        Search {
            task,
            cx,
            solving,
            stepper: Stepper::new(Encoder::new(program)),
            solver: PathSolver::new(solving),
            loops,
            waiting: Frontier::new(se.search),
            distances,
            snapshots: Snapshots::new(program),
            unsupported: None,
            undecided: None,
            steps: 0,
            paths: 0,
            deepest: 0,
            tree: Vec::new(),
        }
    }

    fn run(&mut self) -> Result<End, Reason> {
        let initial = self.stepper.initial();
        if self.cx.sink.draws() {
            self.tree.push(TreeNode { loc: initial.loc, parent: None, label: None, state: NodeState::Open });
        }
        self.wait(vec![initial]);
        while let Some(path) = self.waiting.pop() {
            self.cx.budget.poll()?;
            if let Some(execution) = self.advance(path)? {
                return Ok(End::Violated(execution));
            }
        }
        Ok(End::Exhausted)
    }

    /// Runs a path until it ends, forks or has used its turn.
    fn advance(&mut self, mut path: SymbolicPath) -> Result<Option<Execution>, Reason> {
        let turn = path.steps + limits().se.quantum;
        loop {
            self.steps += 1;
            if self.steps.is_multiple_of(POLL) {
                self.cx.budget.poll()?;
            }
            if self.stepper.program.locs[path.loc].error.is_some() {
                self.close(path.node, NodeState::Error);
                self.end(&path);
                return self.error(&path);
            }
            if self.loops.is_head(path.loc) {
                self.cx.emit(Event::Visit { loc: path.loc, depth: path.steps as usize });
                self.snapshots.record(&path, &self.stepper);
            }
            let node = path.node;
            let mut successors = self.successors(path)?;
            match successors.len() {
                0 => {
                    self.close(node, NodeState::DeadEnd);
                    return Ok(None);
                }
                1 => path = successors.remove(0),
                _ => {
                    self.close(node, NodeState::Expanded);
                    successors.iter_mut().for_each(|path| path.node = self.branch(node, path.loc));
                    self.wait(successors);
                    return Ok(None);
                }
            }
            if path.steps >= turn {
                self.wait(vec![path]);
                return Ok(None);
            }
        }
    }

    /// A node of its own for a path that comes from a fork, as far as there is room.
    fn branch(&mut self, parent: usize, loc: LocId) -> usize {
        if self.tree.is_empty() || self.tree.len() >= MOST_NODES {
            return parent;
        }
        self.tree.push(TreeNode { loc, parent: Some(parent), label: None, state: NodeState::Open });
        self.tree.len() - 1
    }

    fn close(&mut self, node: usize, state: NodeState) {
        if let Some(node) = self.tree.get_mut(node) {
            node.state = state;
        }
    }

    /// Puts paths into the line. In a directed search the way made counts a little, so that no loop keeps the others waiting.
    fn wait(&mut self, paths: Vec<SymbolicPath>) {
        let (program, distances) = (self.stepper.program, self.distances.as_ref());
        self.waiting.extend(paths, |path| {
            let far = distances.map_or(UNREACHABLE, |d| d.nested(program, path.store.calls(), path.loc));
            far.saturating_add(path.steps / limits().se.steps_per_distance)
        });
    }

    fn end(&mut self, path: &SymbolicPath) {
        self.paths += 1;
        self.deepest = self.deepest.max(path.steps);
    }

    /// The path along every edge that it can take.
    fn successors(&mut self, path: SymbolicPath) -> Result<Vec<SymbolicPath>, Reason> {
        let edges = &self.stepper.program.locs[path.loc].outgoing;
        let mut found = Vec::new();
        if let [only] = edges.as_slice() {
            found.extend(self.take(path, *only)?);
            return Ok(found);
        }
        for &edge in edges {
            let mut candidate = path.clone();
            candidate.choices.push(edge);
            found.extend(self.take(candidate, edge)?);
        }
        if edges.is_empty() {
            self.end(&path);
        }
        Ok(found)
    }

    fn take(&mut self, path: SymbolicPath, edge: EdgeId) -> Result<Option<SymbolicPath>, Reason> {
        let (before, loc, depth) = (path.condition.clone(), path.loc, path.steps);
        match self.stepper.step(path, edge) {
            Step::Passed(next) => {
                let extended: Vec<Term> = next
                    .condition
                    .prefixes()
                    .take_while(|prefix| **prefix != before)
                    .filter_map(|prefix| prefix.last().map(|c| c.holds))
                    .collect();
                self.feasible(next, &extended)
            }
            Step::Ended => {
                self.dead_end(loc, depth);
                Ok(None)
            }
            Step::Unsupported => {
                self.unsupported.get_or_insert(edge);
                Ok(None)
            }
        }
    }

    fn dead_end(&mut self, loc: LocId, depth: u64) {
        self.paths += 1;
        self.deepest = self.deepest.max(depth);
        self.cx.emit(Event::DeadEnd { loc, depth: depth as usize });
    }

    /// The path if its condition can be satisfied, or may be. `added` is what it has got last: where the old model still
    /// fits, nothing needs to be asked.
    fn feasible(&mut self, mut path: SymbolicPath, added: &[Term]) -> Result<Option<SymbolicPath>, Reason> {
        let fits = |model: &Rc<Assignment>| added.iter().all(|t| t.holds(model) == Some(true));
        if added.is_empty() || path.model.as_ref().is_some_and(fits) {
            return Ok(Some(path));
        }
        match self.solver.check(&path, &[]) {
            Feasible::Yes(model) => path.model = Some(model),
            Feasible::No => {
                self.dead_end(path.loc, path.steps);
                return Ok(None);
            }
            Feasible::Unknown(_) => {
                self.cx.budget.poll()?;
                path.model = None;
            }
        }
        Ok(Some(path))
    }

    /// A path has reached an error. The execution if it is one; if it is neither that nor impossible, this is noted.
    fn error(&mut self, path: &SymbolicPath) -> Result<Option<Execution>, Reason> {
        if let Some(execution) = path.model.as_ref().and_then(|model| self.replay(path, model, &self.stepper)) {
            return Ok(Some(execution));
        }
        let ranges: Vec<Term> = path.condition.items().into_iter().map(|c| c.in_range).collect();
        match self.solver.check(path, &ranges) {
            Feasible::Yes(model) => {
                if let Some(execution) = self.replay(path, &model, &self.stepper) {
                    return Ok(Some(execution));
                }
            }
            Feasible::No => return Ok(None),
            Feasible::Unknown(_) => self.cx.budget.poll()?,
        }
        self.error_over_bits(path)
    }

    /// The same path over bit-vectors, which are exact.
    fn error_over_bits(&mut self, path: &SymbolicPath) -> Result<Option<Execution>, Reason> {
        let program: &'t Program = &self.task.program;
        let mut stepper = Stepper::new(Encoder::with_numbers(program, Numbers::BitVector));
        let Some(exact) = follow(&mut stepper, path) else { return Ok(None) };
        let mut solver = PathSolver::new(self.solving);
        match solver.check(&exact, &[]) {
            Feasible::Yes(model) => match self.replay(&exact, &model, &stepper) {
                Some(execution) => return Ok(Some(execution)),
                None => {
                    let reason = Reason::ExecutionNotReplayed("a path to an error could not be replayed".into());
                    if !self.task.is_exact() {
                        return Err(reason);
                    }
                    self.undecided.get_or_insert(reason);
                }
            },
            Feasible::No => {}
            Feasible::Unknown(why) => {
                self.cx.budget.poll()?;
                self.undecided.get_or_insert(Reason::Solver(why));
            }
        }
        Ok(None)
    }

    /// The execution with the inputs of a model, if it reaches an error.
    fn replay(&self, path: &SymbolicPath, model: &Assignment, stepper: &Stepper<'_>) -> Option<Execution> {
        let introduced = path.symbols.items().into_iter();
        let read = introduced.filter_map(|it| Some((it.input?, model.get(it.symbol).cloned())));
        self.task.replay(&reads(stepper.program, read), &self.cx.budget).ok()
    }

    fn conclude(&mut self, result: Result<End, Reason>) -> Verdict {
        let open = self.waiting.len() as u64;
        self.deepest = self.waiting.iter().map(|p| p.steps).fold(self.deepest, u64::max);
        self.cx.statistics.add("paths", self.paths);
        self.cx.statistics.add("paths open", open);
        self.cx.statistics.add("steps", self.steps);
        self.cx.statistics.max("depth", self.deepest);
        let stopped = match result {
            Ok(End::Violated(execution)) => return Verdict::Unsafe(execution),
            Ok(End::Exhausted) => None,
            Err(reason) => Some(reason),
        };
        if let Some(edge) = self.unsupported {
            let edge = &self.stepper.program.edges[edge];
            let what = match &edge.op {
                Op::Unsupported(what) => what.to_string(),
                _ => String::new(),
            };
            let rest_explored = stopped.is_none() && self.undecided.is_none();
            return Verdict::Unknown(Reason::Unsupported { what, span: edge.span, rest_explored });
        }
        if let Some(reason) = stopped {
            let (paths, deepest) = (self.paths, self.deepest);
            let note = format!("{paths} paths explored up to {deepest} steps, {open} still open");
            self.cx.emit(Event::Note(note));
            return Verdict::Unknown(reason);
        }
        match self.undecided.take() {
            Some(reason) => Verdict::Unknown(reason),
            None => certificate::verdict(self.task, &self.snapshots, &self.stepper, self.cx)
                .unwrap_or_else(Verdict::Unknown),
        }
    }
}

/// The same choices in another encoding; none if they are impossible there.
fn follow(stepper: &mut Stepper<'_>, path: &SymbolicPath) -> Option<SymbolicPath> {
    let mut choices = path.choices.items().into_iter().copied();
    let mut current = stepper.initial();
    while current.steps < path.steps {
        let edge = match stepper.program.locs[current.loc].outgoing.as_slice() {
            [only] => *only,
            _ => choices.next()?,
        };
        match stepper.step(current, edge) {
            Step::Passed(next) => current = next,
            Step::Ended | Step::Unsupported => return None,
        }
    }
    Some(current)
}
