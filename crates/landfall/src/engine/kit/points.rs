//! A program with calls as searches see it: points of abstraction, joined by large blocks and by calls.
//!
//! Points are the entries and exits of procedures, the heads of loops and the two sides of every call. Between two of them lies
//! everything that is free of loops and calls, as one transition. What must not be reached is no point but a step of its own:
//! the errors, and the code that is not modelled.

use std::collections::{BTreeMap, BTreeSet};

use cranelift_entity::PrimaryMap;
use landfall_smt::Term;
use rustc_hash::FxHashMap;

use crate::cfa::graph::{CallGraph, Loops};
use crate::cfa::passes::{Block, BlockGraph, BlockOptions, NodeId, NodeKind};
use crate::cfa::{EdgeId, LocId, Op, ProcId, Program, VarId};
use crate::encode::{EncodedBlock, Encoder, Transition};
use crate::predicates::PointId;

/// A place where states are abstracted.
#[derive(Clone, Debug)]
pub struct Point {
    pub loc: LocId,
    pub proc: ProcId,
    /// The steps that leave it, goals first.
    pub steps: Vec<usize>,
}

/// Where a step leads.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Target {
    /// Errors.
    Error,
    /// Code that is not modelled.
    Unsupported,
    Point(PointId),
}

#[derive(Clone, Debug)]
pub enum Action {
    Block(Box<EncodedBlock>),
    /// With the callee's entry as target, the transition of the step sets the parameters.
    Call {
        edge: EdgeId,
        callee: ProcId,
    },
    /// From the entry of a procedure to the loop that begins there, or from behind a call to the error there.
    Nothing,
}

#[derive(Clone, Debug)]
pub struct Step {
    pub source: PointId,
    pub target: Target,
    pub action: Action,
    /// What the step does, with what the types say of what it reads. Of a call: what it does until the callee is entered.
    pub transition: Transition,
}

pub struct Graph<'p> {
    pub encoder: Encoder<'p>,
    pub points: Vec<Point>,
    pub steps: Vec<Step>,
    pub entry_of: BTreeMap<ProcId, PointId>,
    pub calls: CallGraph,
    /// The globals that each procedure may change, itself or below.
    pub modified: PrimaryMap<ProcId, Vec<VarId>>,
    point_at: BTreeMap<LocId, PointId>,
}

impl<'p> Graph<'p> {
    pub fn new(encoder: Encoder<'p>, loops: &Loops) -> Graph<'p> {
        let program = encoder.program();
        let calls = CallGraph::new(program);
        let modified = calls.modified_globals(program);
        let mut graph = Graph {
            encoder,
            points: Vec::new(),
            steps: Vec::new(),
            entry_of: BTreeMap::new(),
            calls,
            modified,
            point_at: BTreeMap::new(),
        };
        let blocks = BlockGraph::new(program, loops, BlockOptions::default());
        let nodes: BTreeMap<LocId, NodeId> = blocks.locations().map(|(node, loc)| (loc, node)).collect();
        for &loc in nodes.keys() {
            let proc = program.proc_of(loc);
            if program.procs[proc].entry == loc {
                graph.entry_of.insert(proc, graph.points.len());
            }
            graph.point_at.insert(loc, graph.points.len());
            graph.points.push(Point { loc, proc, steps: Vec::new() });
        }
        for (point, &node) in nodes.values().enumerate() {
            graph.leave(point, &blocks, node);
        }
        graph.divide_entries();
        graph
    }

    /// Where a procedure begins with a loop, its entry becomes a point of its own: callers know nothing of the variables there
    /// but the parameters.
    fn divide_entries(&mut self) {
        let program = self.program();
        for (proc, head) in self.entry_of.clone() {
            let loc = self.points[head].loc;
            if proc != program.entry && !program.locs[loc].incoming.is_empty() {
                let source = self.points.len();
                self.points.push(Point { loc, proc, steps: Vec::new() });
                self.entry_of.insert(proc, source);
                let transition = Transition::identity(self.encoder.symbols());
                self.add(Step { source, target: Target::Point(head), action: Action::Nothing, transition });
            }
        }
    }

    pub fn program(&self) -> &'p Program {
        self.encoder.program()
    }

    /// Whether a procedure may call itself.
    pub fn is_recursive(&self) -> bool {
        self.program().procs.keys().any(|proc| self.calls.is_recursive(proc))
    }

    /// The point of a location, if it is one.
    pub fn point_of(&self, loc: LocId) -> Option<PointId> {
        self.point_at.get(&loc).copied()
    }

    /// Whether a point is the exit of its procedure.
    pub fn is_exit(&self, point: PointId) -> bool {
        let point = &self.points[point];
        self.program().procs[point.proc].exit == point.loc
    }

    /// Whether abstract states at a point may speak of a variable's value there. At the entry of a procedure only of what its
    /// callers know, at its exit only of what they learn.
    pub fn may_speak_of(&self, point: PointId, var: VarId) -> bool {
        let data = &self.points[point];
        let (program, proc) = (self.program(), &self.program().procs[data.proc]);
        match program.vars[var].owner {
            None => true,
            Some(owner) if owner != data.proc => false,
            Some(_) if data.proc == program.entry => true,
            Some(_) if self.entry_of[&data.proc] == point => proc.params.contains(&var),
            Some(_) if self.is_exit(point) => proc.result == Some(var),
            Some(_) => true,
        }
    }

    /// Whether abstract states may speak of a variable's value at the entry of its procedure.
    pub fn may_remember(&self, point: PointId, var: VarId) -> bool {
        let data = &self.points[point];
        let is_parameter = self.program().procs[data.proc].params.contains(&var);
        data.proc != self.program().entry && (self.program().vars[var].owner.is_none() || is_parameter)
    }

    /// The points of the same procedure beside calls of the same callees, if a point is beside a call: what matters around one
    /// of these calls is likely to matter around the others.
    pub fn beside_same_calls(&self, point: PointId) -> BTreeSet<PointId> {
        let beside = |step: &Step| match (&step.action, step.target) {
            (Action::Call { callee, .. }, Target::Point(target)) => Some((*callee, [step.source, target])),
            _ => None,
        };
        let calls: Vec<(ProcId, [PointId; 2])> = self.steps.iter().filter_map(beside).collect();
        let callees: BTreeSet<ProcId> =
            calls.iter().filter(|(_, ends)| ends.contains(&point)).map(|(c, _)| *c).collect();
        let same = calls.iter().filter(|(callee, _)| callees.contains(callee)).flat_map(|(_, ends)| *ends);
        same.filter(|&other| other != point && self.points[other].proc == self.points[point].proc).collect()
    }

    /// What the types say of these variables in every execution, as far as the encoding keeps to it.
    pub fn type_facts(&self, vars: impl IntoIterator<Item = VarId>) -> Term {
        let symbols = self.encoder.symbols();
        let facts = vars.into_iter().filter_map(|v| self.encoder.type_fact(v, symbols.state(v)));
        Term::and(&facts.collect::<Vec<_>>())
    }

    /// A transition that assumes what the types say of the variables it reads.
    pub fn typed(&self, transition: &Transition) -> Transition {
        let facts = self.type_facts(transition.footprint().reads);
        Transition::assume(self.encoder.symbols(), facts).compose(transition)
    }

    /// The steps that leave a point.
    fn leave(&mut self, source: PointId, blocks: &BlockGraph, node: NodeId) {
        let program = self.program();
        let from = self.points[source].loc;
        if program.locs[from].error.is_some() {
            // The error is behind a call.
            let transition = Transition::identity(self.encoder.symbols());
            self.add(Step { source, target: Target::Error, action: Action::Nothing, transition });
        }
        let target_of = |block: &Block| match blocks.nodes[block.dst].kind {
            NodeKind::Error => Target::Error,
            NodeKind::Unsupported => Target::Unsupported,
            NodeKind::Loc(loc) => Target::Point(self.point_at[&loc]),
        };
        let leaving = blocks.nodes[node].outgoing.iter().map(|&id| &blocks.blocks[id]);
        let by_target: BTreeMap<Target, &Block> = leaving.map(|block| (target_of(block), block)).collect();
        for (target, block) in by_target {
            let block = self.encoder.large_block(block);
            if !block.transition.is_false() {
                let transition = self.typed(&block.transition);
                self.add(Step { source, target, action: Action::Block(Box::new(block)), transition });
            }
        }
        for (id, edge) in program.outgoing(from) {
            if let Op::Call { callee, .. } = edge.op {
                let target = Target::Point(self.point_at[&edge.dst]);
                let entered = self.encoder.enter(id);
                let symbols = self.encoder.symbols();
                let enter = Transition::new(symbols, entered.guard, entered.arguments, entered.locals);
                let transition = self.typed(&enter);
                self.add(Step { source, target, action: Action::Call { edge: id, callee }, transition });
            }
        }
    }

    fn add(&mut self, step: Step) {
        self.points[step.source].steps.push(self.steps.len());
        self.steps.push(step);
    }
}

/// What is known at the exit of a procedure as what it ensures: over its entry state by state symbols and its exit state by
/// primed ones. What callers cannot know is left out.
pub fn as_ensures(graph: &Graph<'_>, proc: ProcId, known: Term) -> Term {
    let symbols = graph.encoder.symbols();
    let (program, data) = (graph.program(), &graph.program().procs[proc]);
    let mut map = FxHashMap::default();
    for var in symbols.vars() {
        let is_global = program.vars[var].owner.is_none();
        if is_global || data.params.contains(&var) {
            map.insert(symbols.entry(var), symbols.state(var));
        }
        if is_global || data.result == Some(var) {
            map.insert(symbols.state(var), symbols.primed(var));
        }
    }
    let speaks_of_known = |t: &Term| t.free_vars().iter().all(|symbol| map.contains_key(symbol));
    let kept: Vec<Term> = known.conjuncts().into_iter().filter(speaks_of_known).collect();
    Term::and(&kept).substitute(&map)
}
