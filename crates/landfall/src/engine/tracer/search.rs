//! `UnboundedSymExec` and `Subsumed` (Figures 2 and 3), with the path as an explicit stack.

use std::rc::Rc;
use std::sync::Arc;

use cranelift_entity::{EntityRef, EntitySet, SecondaryMap};
use landfall_smt::{Assignment, Term, Value};
use rustc_hash::FxHashMap;

use super::control::state_variables;
use super::prover::{Feasible, Prover};
use super::state::{Annotation, Fact, Frame, Header, HeaderKey, Label};
use super::table::{Entry, Table};
use crate::cfa::graph::{CallGraph, Liveness, Loops, enumerated};
use crate::cfa::{EdgeId, LocId, Op, VarId};
use crate::encode::{Encoder, Symbols, Transition};
use crate::engine::distance::Distances;
use crate::engine::{Context, Task};
use crate::limits::limits;
use crate::report::{Event, MOST_NODES, NodeState, TreeNode};
use crate::solving::Solving;
use crate::verdict::{Reason, Verdict};

/// How loops end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Loop {
    /// By abstraction of their headers.
    Abstract,
    /// By a bound on the loop heads of one place on a path.
    Bounded(usize),
}

/// How a search ended.
pub enum End {
    /// The tree is complete; some path may have been cut off.
    Complete {
        truncated: bool,
    },
    Decided(Verdict),
    /// An error is feasible only if signed arithmetic overflows: to be asked again with facts that exclude that.
    NeedsRanges,
    /// No restart is left.
    ManyRestarts,
}

/// What became of an edge.
pub enum Taken {
    /// Its target is explored next.
    Entered,
    /// Its target needs no exploration.
    Leaf(Annotation),
    /// Its target has no states.
    Infeasible,
    /// The search goes on at a header.
    Restarted,
    Ended(End),
}

/// An edge, encoded.
#[derive(Clone)]
pub struct EncodedEdge {
    pub transition: Transition,
    reads: Vec<VarId>,
}

/// What a search is about.
#[derive(Clone, Copy)]
pub struct Subject<'s> {
    pub task: &'s Task,
    pub encoder: &'s Encoder<'s>,
    pub loops: &'s Loops,
    pub distances: Option<&'s Distances>,
    pub solving: &'s Solving,
}

pub struct Search<'s, 'c> {
    pub task: &'s Task,
    pub encoder: &'s Encoder<'s>,
    pub solving: &'s Solving,
    pub cx: &'s mut Context<'c>,
    pub loops: &'s Loops,
    distances: Option<&'s Distances>,
    pub liveness: Liveness,
    pub edges: SecondaryMap<EdgeId, EncodedEdge>,
    pub stack: Vec<Frame>,
    pub table: Table,
    pub prover: Prover,
    pub kind: Loop,
    /// The variables that are never computed with.
    pub enumerated: EntitySet<VarId>,
    /// The variables in which the program keeps its state.
    pub state: EntitySet<VarId>,
    /// Whether interpolants speak of control where they can.
    pub control: bool,
    /// Restarts after which the search gives up.
    pub restarts_left: usize,
    /// What headers of a location had to keep, of the kind that others may need.
    pub learned: SecondaryMap<LocId, Vec<Term>>,
    next_key: HeaderKey,
    drawing: Option<Drawing>,
}

/// The tree as far as it is shown.
#[derive(Default)]
struct Drawing {
    nodes: Vec<TreeNode>,
    /// The nodes of the present path, with their places on the stack.
    at: Vec<(usize, usize)>,
}

impl<'s, 'c> Search<'s, 'c> {
    pub fn new(subject: Subject<'s>, cx: &'s mut Context<'c>, kind: Loop) -> Self {
        let Subject { task, encoder, loops, distances, solving } = subject;
        let program = encoder.program();
        let drawing = cx.sink.draws().then(Drawing::default);
        let nothing = EncodedEdge { transition: Transition::identity(encoder.symbols()), reads: Vec::new() };
        let mut edges = SecondaryMap::with_default(nothing);
        for id in program.edges.keys() {
            let transition = encoder.edge(id);
            let reads = transition.footprint().reads.into_iter().collect();
            edges[id] = EncodedEdge { transition, reads };
        }
        Search {
            task,
            encoder,
            solving,
            cx,
            loops,
            distances,
            liveness: Liveness::new(program, &CallGraph::new(program)),
            edges,
            stack: Vec::new(),
            table: Table::default(),
            prover: Prover::new(solving),
            kind,
            drawing,
            enumerated: enumerated(program),
            state: state_variables(program),
            control: false,
            restarts_left: usize::MAX,
            learned: SecondaryMap::new(),
            next_key: 0,
        }
    }

    /// `UnboundedSymExec`: explores depth first until the tree is complete or the task decided.
    pub fn unbounded_sym_exec(&mut self) -> Result<End, Reason> {
        let end = self.explore();
        if let Some(drawing) = self.drawing.take() {
            self.cx.emit(Event::Tree(Arc::new(drawing.nodes)));
        }
        end
    }

    fn explore(&mut self) -> Result<End, Reason> {
        let root = self.root();
        self.draw(root.loc, 0, NodeState::Expanded);
        self.stack.push(root);
        loop {
            self.cx.budget.poll()?;
            let index = self.stack.len() - 1;
            let frame = &mut self.stack[index];
            if let Some(&edge) = frame.edges.get(frame.next) {
                frame.next += 1;
                let target = self.encoder.program().edges[edge].dst;
                match self.take(index, edge)? {
                    Taken::Entered => {
                        let depth = self.stack.len() - 1;
                        let forks = self.stack[depth].edges.len() > 1 || self.loops.is_head(target);
                        if forks {
                            self.draw(target, depth, NodeState::Expanded);
                        }
                    }
                    Taken::Restarted => {}
                    Taken::Leaf(annotation) => {
                        self.draw(target, index + 1, NodeState::Covered(None));
                        self.pull_back(index, edge, annotation);
                    }
                    Taken::Infeasible => {
                        self.draw(target, index + 1, NodeState::DeadEnd);
                        self.stack[index].infeasible.push(edge);
                    }
                    Taken::Ended(end) => {
                        if matches!(end, End::Decided(Verdict::Unsafe(_))) {
                            self.draw(target, index + 1, NodeState::Error);
                        }
                        return Ok(end);
                    }
                }
            } else if let Some((edge, annotation)) = self.backtrack(index)? {
                match edge {
                    Some(edge) => self.pull_back(index - 1, edge, annotation),
                    None => return Ok(End::Complete { truncated: annotation.truncated }),
                }
            }
        }
    }

    /// Adds a node below the last one that the present path has, if somebody wants to see it.
    fn draw(&mut self, loc: LocId, depth: usize, state: NodeState) {
        let Some(drawing) = self.drawing.as_mut().filter(|drawing| drawing.nodes.len() < MOST_NODES) else { return };
        drawing.at.truncate(drawing.at.partition_point(|(other, _)| *other < depth));
        let parent = drawing.at.last().map(|(_, node)| *node);
        drawing.at.push((depth, drawing.nodes.len()));
        drawing.nodes.push(TreeNode { loc, parent, label: None, state });
    }

    fn root(&mut self) -> Frame {
        let program = self.encoder.program();
        let loc = program.procs[program.entry].entry;
        let store = Rc::new(self.symbols().vars().map(|v| self.symbols().state(v)).collect());
        self.cx.statistics.add("states", 1);
        Frame::new(loc, store, self.ordered_edges(loc))
    }

    /// The nearest to an error first, if that is asked for; but edges that stay in the loop come before all others: its headers are abstracted before what follows the loop is explored.
    fn ordered_edges(&self, loc: LocId) -> Vec<EdgeId> {
        let program = self.encoder.program();
        let mut edges = program.locs[loc].outgoing.clone();
        if let Some(distances) = self.distances {
            edges.sort_by_key(|&e| distances.abs_dist(program.edges[e].dst));
        }
        if let Some(inside) = self.loops.innermost(loc) {
            let stays = |dst: LocId| self.loops.innermost(dst).is_some_and(|l| self.loops.contains(inside, l));
            edges.sort_by_key(|&e| !stays(program.edges[e].dst));
        }
        edges
    }

    /// Executes one edge from the state at `index`, the last on the path.
    fn take(&mut self, index: usize, edge: EdgeId) -> Result<Taken, Reason> {
        let program = self.encoder.program();
        if matches!(program.edges[edge].op, Op::Unsupported(_)) {
            return self.goal(edge);
        }
        let Some(frame) = self.step(index, edge)? else {
            self.cx.statistics.add("infeasible", 1);
            return Ok(Taken::Infeasible);
        };
        self.cx.statistics.add("states", 1);
        let loc = frame.loc;
        if program.locs[loc].error.is_some() {
            return self.goal(edge);
        }
        if frame.edges.is_empty() {
            return Ok(Taken::Leaf(Annotation::end()));
        }
        let joins = program.locs[loc].incoming.len() > 1;
        self.stack.push(frame);
        let taken = if self.loops.is_head(loc) {
            self.arrive_at_head(index + 1)?
        } else if joins {
            self.subsumed(index + 1)?.map_or(Taken::Entered, Taken::Leaf)
        } else {
            Taken::Entered
        };
        if let Taken::Leaf(_) = taken {
            self.stack.pop();
        }
        Ok(taken)
    }

    /// The state behind an edge; none if it is infeasible.
    fn step(&mut self, index: usize, edge: EdgeId) -> Result<Option<Frame>, Reason> {
        let frame = &self.stack[index];
        let encoded = &self.edges[edge];
        let transition = encoded.transition.renamed();
        let symbols = self.encoder.symbols();
        let map: FxHashMap<Term, Term> =
            encoded.reads.iter().map(|&v| (symbols.state(v), frame.store[v.index()])).collect();
        let condition = transition.guard.substitute(&map);
        if condition.is_false() {
            return Ok(None);
        }
        let mut store = frame.store.clone();
        if !transition.post.is_empty() {
            let values = Rc::make_mut(&mut store);
            for (var, term) in &transition.post {
                values[var.index()] = term.substitute(&map);
            }
        }
        let loc = self.encoder.program().edges[edge].dst;
        let mut next = Frame {
            edge: Some(edge),
            condition,
            base: frame.base,
            model: frame.model.clone(),
            visits: frame.visits + usize::from(self.loops.is_head(loc)),
            ..Frame::new(loc, store, self.ordered_edges(loc))
        };
        if matches!(self.encoder.program().edges[edge].op, Op::Havoc(..)) {
            // Any value of the type will do, and zero is one.
            if let Some(model) = &mut next.model {
                let zeroes = transition.local_symbols().into_iter().map(|local| (local, Value::int(0)));
                zeroes.for_each(|(local, value)| Rc::<Assignment>::make_mut(model).insert(local, value));
            }
            return Ok(Some(next));
        }
        Ok(self.is_feasible(index, &mut next)?.then_some(next))
    }

    /// Whether a state behind the one at `index` may exist. A model of the path that shows it is kept.
    fn is_feasible(&mut self, index: usize, next: &mut Frame) -> Result<bool, Reason> {
        let condition = next.condition;
        let constants = self.stack[next.base].header.as_ref().map(Header::constants).unwrap_or_default();
        let known = condition.substitute(&constants);
        if known.is_false() {
            return Ok(false);
        }
        let fits = known.is_true() || next.model.as_ref().is_some_and(|model| condition.holds(model) == Some(true));
        if condition.is_true() || fits {
            return Ok(true);
        }
        let mut context = self.context(index);
        context.push(condition);
        match self.prover.feasible(&context) {
            Feasible::Yes(model) => next.model = Some(Rc::new(model)),
            Feasible::No => return Ok(false),
            Feasible::Unknown => {
                self.cx.budget.poll()?;
                next.model = None;
            }
        }
        Ok(true)
    }

    /// The state at `index` is at a loop head: subsumed, closed by an ancestor, cut off by the bound, or a header from now on.
    fn arrive_at_head(&mut self, index: usize) -> Result<Taken, Reason> {
        let loc = self.stack[index].loc;
        self.cx.emit(Event::Visit { loc, depth: index });
        if let Some(annotation) = self.subsumed(index)? {
            return Ok(Taken::Leaf(annotation));
        }
        match self.kind {
            Loop::Bounded(limit) => {
                let before = self.stack[..index].iter().filter(|f| f.loc == loc).count();
                Ok(if before > limit { Taken::Leaf(Annotation::truncated()) } else { Taken::Entered })
            }
            Loop::Abstract => {
                if let Some(annotation) = self.close_cycle(index)? {
                    self.cx.statistics.add("subsumed by ancestors", 1);
                    return Ok(Taken::Leaf(annotation));
                }
                if let Some(taken) = self.spurious_violation(index)? {
                    return Ok(taken);
                }
                self.make_header(index);
                Ok(Taken::Entered)
            }
        }
    }

    /// `Subsumed`: an entry of the table that the state implies. What the entry needs to close cycles may be given up at the
    /// headers of these cycles, unless it is required there.
    fn subsumed(&mut self, index: usize) -> Result<Option<Annotation>, Reason> {
        let (loc, visits) = (self.stack[index].loc, self.stack[index].visits);
        for position in 0..self.table.at(loc).len() {
            self.cx.budget.poll()?;
            let Some(mut annotation) = self.entry(loc, position, visits) else { continue };
            let (safety, closing): (Vec<Fact>, Vec<Fact>) =
                annotation.facts.iter().partition(|f| f.label == Label::Safety);
            if !self.implies(index, &safety) {
                continue;
            }
            if self.implies(index, &closing) {
                self.cx.statistics.add("subsumed by siblings", 1);
                return Ok(Some(annotation));
            }
            let failing = self.not_closing(index, &closing);
            if self.give_up(&failing) {
                self.cx.statistics.add("subsumed by weakening", 1);
                annotation.facts.retain(|f| self.is_alive(f.label));
                return Ok(Some(annotation));
            }
        }
        Ok(None)
    }

    /// What an entry of the table says, as far as it is still wanted; nothing of one that was cut off earlier than after these visits.
    fn entry(&self, loc: LocId, position: usize, visits: usize) -> Option<Annotation> {
        let entry = &self.table.at(loc)[position];
        let is_known = !entry.annotation.truncated || entry.visits <= visits;
        let mut annotation = is_known.then(|| entry.annotation.clone())?;
        annotation.facts.retain(|f| self.is_alive(f.label));
        Some(annotation)
    }

    /// The constraints, by place of their header on the path and index, whose closing facts the state does not imply.
    fn not_closing(&mut self, index: usize, closing: &[Fact]) -> Vec<(usize, usize)> {
        let goals: Vec<Term> = closing.iter().map(|f| f.formula).collect();
        let implied = self.implied_by(index, &goals);
        let failing = closing.iter().zip(implied).filter(|(_, holds)| !holds);
        failing
            .filter_map(|(fact, _)| match fact.label {
                Label::Closing(key, constraint) => Some((self.header_index(key)?, constraint)),
                Label::Safety => None,
            })
            .collect()
    }

    fn implies(&mut self, index: usize, facts: &[Fact]) -> bool {
        let frame = &self.stack[index];
        let goals: Vec<Term> = facts.iter().map(|f| self.in_state(index, f.formula)).collect();
        if goals.iter().any(|g| g.is_false()) {
            return false;
        }
        if let Some(model) = &frame.model
            && goals.iter().any(|g| g.holds(model) == Some(false))
        {
            return false;
        }
        let context = self.context(index);
        self.prover.implies_all(&context, &goals)
    }

    /// Which of the formulas over state symbols the state implies.
    pub fn implied_by(&mut self, index: usize, formulas: &[Term]) -> Vec<bool> {
        let goals: Vec<Term> = formulas.iter().map(|f| self.in_state(index, *f)).collect();
        let model = self.stack[index].model.clone();
        let possible = |g: &Term| !g.is_false() && model.as_ref().is_none_or(|m| g.holds(m) != Some(false));
        let open: Vec<bool> = goals.iter().map(possible).collect();
        let asked: Vec<Term> = goals.iter().zip(&open).filter(|(_, o)| **o).map(|(g, _)| *g).collect();
        let context = self.context(index);
        let mut implied = self.prover.implied(&context, &asked).into_iter();
        open.into_iter().map(|o| o && implied.next().unwrap_or(false)).collect()
    }

    /// The state is finished: closes its header, if it is one, and remembers its annotation. None if it has to be explored
    /// once more.
    fn backtrack(&mut self, index: usize) -> Result<Option<(Option<EdgeId>, Annotation)>, Reason> {
        self.exclude_infeasible(index);
        self.join_branches(index);
        if self.stack[index].header.is_some() && !self.close_header(index)? {
            return Ok(None);
        }
        let frame = self.stack.pop().expect("the state at `index`");
        let mut annotation = frame.annotation;
        annotation.facts.retain(|f| self.is_alive(f.label));
        if self.is_remembered(frame.loc) {
            self.table.insert(frame.loc, Entry { annotation: annotation.clone(), visits: frame.visits });
        }
        Ok(Some((frame.edge, annotation)))
    }

    /// Whether annotations at a location are worth keeping: other paths come here, or it is a branch that a state may exclude.
    fn is_remembered(&self, loc: LocId) -> bool {
        let program = self.encoder.program();
        let branch = |edge: &EdgeId| program.locs[program.edges[*edge].src].outgoing.len() > 1;
        let incoming = &program.locs[loc].incoming;
        incoming.len() > 1 || incoming.iter().any(branch) || self.loops.is_head(loc)
    }

    /// An annotation of the edge's target that the state implies already before the edge is taken.
    pub fn known_behind(&mut self, index: usize, edge: EdgeId) -> Option<Annotation> {
        let (loc, visits) = (self.encoder.program().edges[edge].dst, self.stack[index].visits);
        let transition = self.edges[edge].transition.clone();
        for position in 0..self.table.at(loc).len().min(limits().tracer.known) {
            let Some(annotation) = self.entry(loc, position, visits) else { continue };
            let pulled = |f: &Fact| Fact { formula: transition.pull_back(f.formula), ..*f };
            let pulled: Vec<Fact> = annotation.facts.iter().map(pulled).collect();
            if self.implies(index, &pulled) {
                return Some(annotation);
            }
        }
        None
    }

    /// Notes the size of what was kept.
    pub fn count(&mut self) {
        self.cx.statistics.add("table entries", self.table.len() as u64);
    }

    pub fn symbols(&self) -> &'s Symbols {
        self.encoder.symbols()
    }

    pub fn slot(&self, var: VarId) -> usize {
        var.index()
    }

    pub fn fresh_key(&mut self) -> HeaderKey {
        self.next_key += 1;
        self.next_key
    }

    /// Where on the path a header is.
    pub fn header_index(&self, key: HeaderKey) -> Option<usize> {
        self.stack.iter().position(|f| f.header.as_ref().is_some_and(|h| h.key == key))
    }

    /// Whether what a label stands for is still wanted.
    pub fn is_alive(&self, label: Label) -> bool {
        match label {
            Label::Safety => true,
            Label::Closing(key, constraint) => {
                let header = self.header_index(key).and_then(|h| self.stack[h].header.as_ref());
                header.is_none_or(|h| h.constraints[constraint].kept)
            }
        }
    }

    /// A formula over state symbols, in the state at `index`.
    pub fn in_state(&self, index: usize, formula: Term) -> Term {
        self.in_store(&self.stack[index].store, formula)
    }

    pub fn in_store(&self, store: &[Term], formula: Term) -> Term {
        let symbols = self.symbols();
        let map = symbols.vars_in(formula).into_iter().map(|v| (symbols.state(v), store[v.index()])).collect();
        formula.substitute(&map)
    }

    /// The path condition of the state at `index` since its base, what is kept at the base first.
    pub fn context(&self, index: usize) -> Vec<Term> {
        self.path_condition(self.stack[index].base, index)
    }

    /// The same between two places of the path.
    pub fn path_condition(&self, base: usize, index: usize) -> Vec<Term> {
        let mut context = vec![self.at_base(self.stack[base].header.as_ref(), self.stack[base].loc)];
        let conditions = self.stack[base + 1..=index].iter().map(|f| f.condition);
        context.extend(conditions.filter(|c| !c.is_true()));
        context
    }

    /// What is known at a base.
    pub fn at_base(&self, header: Option<&Header>, loc: LocId) -> Term {
        let mut facts = self.type_facts(loc);
        facts.extend(header.into_iter().flat_map(|h| h.kept().map(|(_, c)| c.formula)));
        Term::and(&facts)
    }

    /// Live variables have values of their types; of signed ones the encoding says so only with ranges.
    pub fn type_facts(&self, loc: LocId) -> Vec<Term> {
        let live = self.liveness.at(loc).iter();
        live.filter_map(|&v| self.encoder.type_fact(v, self.symbols().state(v))).collect()
    }
}
