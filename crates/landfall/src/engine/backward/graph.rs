//! The program as backward search sees it: loops flattened, everything between them one step.
//!
//! The paper assumes that loops are not nested and flattens those that are, with a program counter. Here the cut-point graph is
//! flattened: each of its strongly connected parts is one *place*, a loop whose counter says at which of its heads the
//! execution is. A formula about a loop ranges over the state symbols and that counter; about one head, it is the formula with
//! the counter fixed.

use std::collections::BTreeMap;

use landfall_smt::{Sort, Term};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::cfa::EdgeId;
use crate::cfa::graph::strong_components;
use crate::encode::{CutGraph, CutId, EncodedBlock, Encoder, Origin, Transition};
use crate::limits::limits;

pub(super) type PlaceId = usize;

/// What a step does: from states and locals that satisfy the guard, symbols become the given terms.
#[derive(Clone, Debug)]
pub(super) struct Relation {
    pub guard: Term,
    pub updates: FxHashMap<Term, Term>,
    /// Existentially quantified; the values that are read are not among them (see [`Graph::is_input`]).
    pub locals: Vec<Term>,
}

impl Relation {
    /// The same with fresh locals.
    pub fn renamed(&self) -> Relation {
        if self.locals.is_empty() {
            return self.clone();
        }
        let map: FxHashMap<Term, Term> =
            self.locals.iter().map(|local| (*local, Term::fresh("local", local.sort()))).collect();
        Relation {
            guard: self.guard.substitute(&map),
            updates: self.updates.iter().map(|(symbol, value)| (*symbol, value.substitute(&map))).collect(),
            locals: self.locals.iter().map(|local| map[local]).collect(),
        }
    }
}

/// All ways between two neighbouring cut points.
#[derive(Clone, Debug)]
pub(super) struct Step {
    pub source: PlaceId,
    pub target: PlaceId,
    /// The edge of the cut-point graph; none for the step from the beginning into an entry that is a loop head.
    pub cut: Option<usize>,
    pub relation: Relation,
}

#[derive(Clone, Debug)]
pub(super) struct Place {
    /// The cut points; their positions are the values of the counter.
    pub heads: Vec<CutId>,
    /// The counter, if there are several heads.
    pub counter: Option<Term>,
    pub is_loop: bool,
}

#[derive(Clone, Debug)]
pub(super) struct Graph {
    pub places: Vec<Place>,
    pub steps: Vec<Step>,
    /// The steps into each place.
    pub incoming: Vec<Vec<usize>>,
    /// LoopPaths by place: the ways of one step that stays in the loop.
    pub loop_paths: Vec<Vec<Relation>>,
    pub init: PlaceId,
    pub goal: PlaceId,
    position: BTreeMap<CutId, (PlaceId, usize)>,
    inputs: BTreeMap<EdgeId, Term>,
    input_symbols: FxHashSet<Term>,
    state_symbols: FxHashSet<Term>,
}

impl Graph {
    pub fn new(encoder: &Encoder<'_>, cuts: &CutGraph) -> Graph {
        let symbols = encoder.symbols();
        let mut graph = Graph {
            places: Vec::new(),
            steps: Vec::new(),
            incoming: Vec::new(),
            loop_paths: Vec::new(),
            init: 0,
            goal: 0,
            position: BTreeMap::new(),
            inputs: BTreeMap::new(),
            input_symbols: FxHashSet::default(),
            state_symbols: symbols.vars().map(|v| symbols.state(v)).collect(),
        };
        for heads in components(cuts) {
            graph.add_place(cuts, heads);
        }
        graph.init = graph.position[&CutGraph::ENTRY].0;
        graph.goal = graph.position[&cuts.goal()].0;
        if graph.places[graph.init].is_loop {
            graph.add_beginning();
        }
        for (index, edge) in cuts.edges.iter().enumerate() {
            let relation = graph.relation(edge.source, edge.target, &edge.block.transition);
            let (source, target) = (graph.position[&edge.source].0, graph.position[&edge.target].0);
            graph.steps.push(Step { source, target, cut: Some(index), relation });
        }
        graph.incoming = vec![Vec::new(); graph.places.len()];
        graph.loop_paths = vec![Vec::new(); graph.places.len()];
        for (index, step) in graph.steps.iter().enumerate() {
            graph.incoming[step.target].push(index);
        }
        for edge in &cuts.edges {
            let (source, target) = (graph.position[&edge.source].0, graph.position[&edge.target].0);
            if source == target {
                for path in paths_through(encoder, &edge.block) {
                    let relation = graph.relation(edge.source, edge.target, &path);
                    graph.loop_paths[source].push(relation);
                }
            }
        }
        graph
    }

    fn add_place(&mut self, cuts: &CutGraph, heads: Vec<CutId>) {
        let id = self.places.len();
        for (number, &head) in heads.iter().enumerate() {
            self.position.insert(head, (id, number));
        }
        let counter = (heads.len() > 1).then(|| Term::int_var(&format!("head#{id}")));
        self.state_symbols.extend(counter);
        let is_loop = heads.len() > 1 || cuts.edge_between(heads[0], heads[0]).is_some();
        self.places.push(Place { heads, counter, is_loop });
    }

    /// A place before an entry that is a loop head.
    fn add_beginning(&mut self) {
        let (target, number) = self.position[&CutGraph::ENTRY];
        self.init = self.places.len();
        self.places.push(Place { heads: Vec::new(), counter: None, is_loop: false });
        let updates = self.places[target].counter.map(|counter| (counter, Term::int(number as i64)));
        let relation = Relation { guard: Term::tt(), updates: updates.into_iter().collect(), locals: Vec::new() };
        self.steps.push(Step { source: self.init, target, cut: None, relation });
    }

    /// A transition between cut points, with counters, and with one symbol for each place where a value is read.
    pub fn relation(&mut self, source: CutId, target: CutId, transition: &Transition) -> Relation {
        let mut names: FxHashMap<Term, Term> = FxHashMap::default();
        let mut locals = Vec::new();
        for local in &transition.locals {
            match local.origin {
                Origin::Input(edge) => names.insert(local.symbol, self.input(edge, local.symbol.sort())),
                _ => {
                    locals.push(local.symbol);
                    None
                }
            };
        }
        let symbols = transition.symbols();
        let mut guard = vec![transition.guard.substitute(&names)];
        let mut updates: FxHashMap<Term, Term> =
            transition.post.iter().map(|(v, term)| (symbols.state(*v), term.substitute(&names))).collect();
        let (source, from) = self.position[&source];
        guard.extend(self.places[source].counter.map(|counter| counter.eq(from as i64)));
        let (target, to) = self.position[&target];
        updates.extend(self.places[target].counter.map(|counter| (counter, Term::int(to as i64))));
        Relation { guard: Term::and(&guard), updates, locals }
    }

    fn input(&mut self, edge: EdgeId, sort: Sort) -> Term {
        let symbol = *self.inputs.entry(edge).or_insert_with(|| Term::var(format!("read#{edge}"), sort));
        self.input_symbols.insert(symbol);
        symbol
    }

    /// The symbol stands for a value that the next step reads. In a formula about states it is arbitrary.
    pub fn is_input(&self, symbol: Term) -> bool {
        self.input_symbols.contains(&symbol)
    }

    /// The symbol is a variable of the program, or a counter.
    pub fn is_state(&self, symbol: Term) -> bool {
        self.state_symbols.contains(&symbol)
    }

    /// All symbols of states and inputs, in the order of their creation.
    pub fn symbols(&self) -> Vec<Term> {
        let mut symbols: Vec<Term> = self.state_symbols.iter().chain(&self.input_symbols).copied().collect();
        symbols.sort_unstable();
        symbols
    }

    /// The steps that stay in a loop.
    pub fn inside(&self, place: PlaceId) -> impl Iterator<Item = &Step> {
        self.incoming[place].iter().map(|&s| &self.steps[s]).filter(move |s| s.source == place)
    }

    /// The steps that enter a place from another.
    pub fn entering(&self, place: PlaceId) -> Vec<usize> {
        self.incoming[place].iter().copied().filter(|&s| self.steps[s].source != place).collect()
    }

    /// A formula about a place as one about one of its cut points.
    pub fn at_head(&self, place: PlaceId, head: usize, formula: Term) -> Term {
        match self.places[place].counter {
            Some(counter) => formula.replace(counter, Term::int(head as i64)),
            None => formula,
        }
    }
}

/// The paths through a block, each as a transition; the whole block if there are too many.
fn paths_through(encoder: &Encoder<'_>, block: &EncodedBlock) -> Vec<Transition> {
    let mut paths = Vec::new();
    let mut open = vec![(block.source, Transition::identity(encoder.symbols()))];
    while let Some((loc, so_far)) = open.pop() {
        for (id, edge) in encoder.program().outgoing(loc) {
            let Some(step) = block.steps.get(&id) else { continue };
            let path = so_far.compose(step);
            if path.is_false() {
                continue;
            }
            if block.ends.contains(&id) {
                paths.push(path);
            } else {
                open.push((edge.dst, path));
            }
        }
        if paths.len() + open.len() > limits().folding.paths {
            return vec![block.transition.clone()];
        }
    }
    paths
}

/// The strongly connected parts, in the order of their first nodes.
fn components(cuts: &CutGraph) -> Vec<Vec<CutId>> {
    let successor = |node: CutId, number: usize| cuts.outgoing[node].get(number).map(|&edge| cuts.edges[edge].target);
    let mut parts = strong_components(cuts.locs.len(), successor);
    parts.sort_unstable();
    parts
}
