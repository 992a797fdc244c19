//! The abstract reachability graph and the weak topological order that it is unrolled by.
//!
//! A node has its own symbol for every variable that is live at its location, so that the formula of an edge relates the symbols
//! of its two ends and formulas of different edges never clash. Nodes and edges are only ever added. A node's state is that of its last
//! visit; a covered one has its edges all the same.

use landfall_smt::{Sort, Term, Value};
use rustc_hash::FxHashMap;

use crate::arg::{Arg, NodeId};
use crate::cfa::graph::{CallGraph, Liveness, Loops};
use crate::cfa::{Op, VarId};
use crate::encode::{CutGraph, CutId, Encoder, Symbols, Transition};

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

/// The paper's (V, E, ν, τ, ψ).
pub(super) type Graph = Arg<CutId, Visited, Taken>;
pub(super) type Edge = crate::arg::Edge<Taken>;

#[derive(Debug)]
pub(super) struct Visited {
    /// Whether control passes here, in the graph condition.
    pub control: Term,
    /// The label that the last refinement gave.
    pub refined: Option<Term>,
    /// The label has to be computed again from those of the parents.
    pub marked: bool,
    /// The round in which the node was visited last.
    pub round: usize,
}

impl Visited {
    pub fn new() -> Visited {
        Visited { control: Term::fresh("at", Sort::Bool), refined: None, marked: true, round: 0 }
    }
}

#[derive(Debug)]
pub(super) struct Taken {
    /// Whether control takes the edge, in the graph condition.
    pub literal: Term,
    /// The edge's transition with the locals of this instance, in the order of the original's.
    pub transition: Transition,
    /// What it does, over the symbols of its two ends and the locals.
    pub formula: Term,
}

impl Program<'_> {
    /// An edge between two nodes along one of the cut-point graph.
    pub fn connect(&self, arg: &mut Graph, source: NodeId, target: NodeId, cut: usize) {
        let transition = self.cuts.edges[cut].block.transition.renamed();
        let before = self.instances(source, arg[source].at);
        let mut parts = vec![transition.guard.substitute(&before)];
        for &var in &self.live[arg[target].at] {
            let after = self.symbols().at(var, target as u32);
            parts.push(after.eq(transition.value(var).substitute(&before)));
        }
        let (literal, formula) = (Term::fresh("take", Sort::Bool), Term::and(&parts));
        arg.connect(source, target, cut, Taken { literal, transition, formula });
    }

    /// What state symbols are at a node: its own symbols, and any constant where the value makes no difference.
    fn instances(&self, node: NodeId, at: CutId) -> FxHashMap<Term, Term> {
        let mut instances = self.without_dead(at);
        instances
            .extend(self.live[at].iter().map(|&var| (self.symbols().state(var), self.symbols().at(var, node as u32))));
        instances
    }

    /// The node's own symbols.
    pub fn symbols_of(&self, node: NodeId, at: CutId) -> Vec<Term> {
        self.live[at].iter().map(|&var| self.symbols().at(var, node as u32)).collect()
    }

    /// A formula over the node's symbols as one over state symbols.
    pub fn to_state(&self, node: NodeId, at: CutId, formula: Term) -> Term {
        let own = self.symbols_of(node, at).into_iter();
        formula.substitute(&own.zip(self.live[at].iter().map(|&var| self.symbols().state(var))).collect())
    }

    /// A formula over state symbols at a node, without the conjuncts that speak of variables whose value makes no difference there.
    pub fn at_node(&self, node: NodeId, at: CutId, formula: Term) -> Term {
        let live = &self.live[at];
        let is_live = |part: &Term| self.symbols().vars_in(*part).iter().all(|var| live.binary_search(var).is_ok());
        let parts: Vec<Term> = formula.conjuncts().into_iter().filter(is_live).collect();
        Term::and(&parts).substitute(&self.instances(node, at))
    }
}
