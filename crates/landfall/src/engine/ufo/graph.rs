//! The abstract reachability graph and the weak topological order that it is unrolled by.
//!
//! A node has its own symbol for every variable that is live at its location, so that the formula of an edge relates the symbols
//! of its two ends and formulas of different edges never clash. Nodes and edges are only ever added.

use landfall_smt::{Sort, Term, Value};
use rustc_hash::FxHashMap;

use crate::cfa::graph::{CallGraph, Liveness, Loops};
use crate::cfa::{Op, VarId};
use crate::encode::{CutGraph, CutId, Encoder, Symbols, Transition};

pub(super) type NodeId = usize;
pub(super) type ArgEdgeId = usize;

/// What a program is unrolled from: its encoded cut points, their nesting and the variables that matter at each.
pub(super) struct Program<'s> {
    pub encoder: &'s Encoder<'s>,
    pub cuts: CutGraph,
    /// By cut point, the variables that are live there.
    pub live: Vec<Vec<VarId>>,
    /// The outermost loops in weak topological order.
    pub outermost: Vec<CutId>,
    /// By loop head, the heads of the loops directly inside, in order.
    pub inside: Vec<Vec<CutId>>,
    pub is_head: Vec<bool>,
    /// By edge of the cut-point graph: whether it leads to code that is not modelled.
    pub unsupported: Vec<bool>,
}

impl<'s> Program<'s> {
    pub fn new(encoder: &'s Encoder<'s>) -> Program<'s> {
        let program = encoder.program();
        let loops = Loops::new(program);
        let cuts = CutGraph::new(encoder, &loops);
        let liveness = Liveness::new(program, &CallGraph::new(program));
        let live = cuts.locs.iter().map(|loc| loc.map_or_else(Vec::new, |loc| liveness.at(loc).to_vec())).collect();
        let count = cuts.locs.len();
        let (mut outermost, mut inside, mut is_head) = (Vec::new(), vec![Vec::new(); count], vec![false; count]);
        for (_, component) in loops.components() {
            let Some(head) = cuts.node_at(component.head) else { continue };
            is_head[head] = true;
            let around = component.parent.and_then(|parent| cuts.node_at(loops.component(parent).head));
            around.map_or(&mut outermost, |around| &mut inside[around]).push(head);
        }
        let is_unsupported = |&e| matches!(program.edges[e].op, Op::Unsupported(_));
        let unsupported = cuts.edges.iter().map(|edge| edge.block.ends.iter().any(is_unsupported)).collect();
        Program { encoder, cuts, live, outermost, inside, is_head, unsupported }
    }

    pub fn symbols(&self) -> &Symbols {
        self.encoder.symbols()
    }

    /// Any constant for each variable whose value at a cut point makes no difference, by state symbol.
    pub fn without_dead(&self, at: CutId) -> FxHashMap<Term, Term> {
        let dead = self.symbols().vars().filter(|var| self.live[at].binary_search(var).is_err());
        let state = dead.map(|var| self.symbols().state(var));
        state.map(|symbol| (symbol, Value::default_of(symbol.sort()).to_term())).collect()
    }

    /// The heads of a loop and of all loops inside it.
    pub fn heads_within(&self, head: CutId) -> Vec<CutId> {
        let mut heads = vec![head];
        let mut next = 0;
        while let Some(&head) = heads.get(next) {
            heads.extend(&self.inside[head]);
            next += 1;
        }
        heads
    }
}

#[derive(Debug)]
pub(super) struct Node {
    pub at: CutId,
    /// Whether control passes here, in the graph condition.
    pub control: Term,
    /// The label: all states that reach the node, and perhaps more.
    pub label: Term,
    /// The label that the last refinement gave.
    pub refined: Option<Term>,
    /// The label has to be computed again from those of the parents.
    pub marked: bool,
    /// The round in which the node was visited last.
    pub visited: usize,
    pub covered: bool,
    pub incoming: Vec<ArgEdgeId>,
    /// `None` before the node is expanded.
    pub outgoing: Option<Vec<ArgEdgeId>>,
}

#[derive(Debug)]
pub(super) struct ArgEdge {
    pub source: NodeId,
    pub target: NodeId,
    /// The edge of the cut-point graph.
    pub cut: usize,
    /// Whether control takes the edge, in the graph condition.
    pub taken: Term,
    /// Its transition with the locals of this instance, in the order of the original's.
    pub transition: Transition,
    /// What it does, over the symbols of its two ends and the locals.
    pub formula: Term,
}

/// See the module.
#[derive(Debug, Default)]
pub(super) struct Arg {
    pub nodes: Vec<Node>,
    pub edges: Vec<ArgEdge>,
}

impl Arg {
    pub const ROOT: NodeId = 0;

    pub fn add_node(&mut self, at: CutId) -> NodeId {
        let id = self.nodes.len();
        self.nodes.push(Node {
            at,
            control: Term::fresh("at", Sort::Bool),
            label: Term::tt(),
            refined: None,
            marked: true,
            visited: 0,
            covered: false,
            incoming: Vec::new(),
            outgoing: None,
        });
        id
    }

    pub fn add_edge(&mut self, program: &Program<'_>, source: NodeId, target: NodeId, cut: usize) -> ArgEdgeId {
        let transition = program.cuts.edges[cut].block.transition.renamed();
        let before = self.instances(program, source);
        let mut parts = vec![transition.guard.substitute(&before)];
        for &var in &program.live[self.nodes[target].at] {
            let after = program.symbols().at(var, target as u32);
            parts.push(after.eq(transition.value(var).substitute(&before)));
        }
        let id = self.edges.len();
        let (taken, formula) = (Term::fresh("take", Sort::Bool), Term::and(&parts));
        self.edges.push(ArgEdge { source, target, cut, taken, transition, formula });
        self.nodes[target].incoming.push(id);
        id
    }

    /// What state symbols are at a node: its own symbols, and any constant where the value makes no difference.
    fn instances(&self, program: &Program<'_>, node: NodeId) -> FxHashMap<Term, Term> {
        let symbols = program.symbols();
        let mut instances = program.without_dead(self.nodes[node].at);
        let live = &program.live[self.nodes[node].at];
        instances.extend(live.iter().map(|&var| (symbols.state(var), symbols.at(var, node as u32))));
        instances
    }

    /// The node's own symbols.
    pub fn symbols_of(&self, program: &Program<'_>, node: NodeId) -> Vec<Term> {
        program.live[self.nodes[node].at].iter().map(|&var| program.symbols().at(var, node as u32)).collect()
    }

    /// A formula over the node's symbols as one over state symbols.
    pub fn to_state(&self, program: &Program<'_>, node: NodeId, formula: Term) -> Term {
        let symbols = program.symbols();
        let live = &program.live[self.nodes[node].at];
        formula.substitute(&live.iter().map(|&var| (symbols.at(var, node as u32), symbols.state(var))).collect())
    }

    /// A formula over state symbols at a node, without the conjuncts that speak of variables whose value makes no difference there.
    pub fn at_node(&self, program: &Program<'_>, node: NodeId, formula: Term) -> Term {
        let live = &program.live[self.nodes[node].at];
        let is_live = |part: &Term| program.symbols().vars_in(*part).iter().all(|var| live.binary_search(var).is_ok());
        let parts: Vec<Term> = formula.conjuncts().into_iter().filter(is_live).collect();
        Term::and(&parts).substitute(&self.instances(program, node))
    }

    pub fn children(&self, node: NodeId) -> impl Iterator<Item = NodeId> + '_ {
        self.nodes[node].outgoing.iter().flatten().map(|&e| self.edges[e].target)
    }
}
