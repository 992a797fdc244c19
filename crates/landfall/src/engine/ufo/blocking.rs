//! Labels by blocking: the graph's labels are strengthened backwards from the goal, one cube of bad states at a time.
//!
//! A state from which an edge leads to the goal, generalised to a cube by projection along the model, is an obligation at the edge's
//! source. If a state of a parent leads into the cube, it becomes an obligation at the parent first. If none does, the part
//! of the cube that the solver needed for saying so is excluded from the node's label. As the graph has no cycles and no path to
//! the goal this ends. All edges of the same block share one solver; the labels of nodes are switched on by assumptions.

use landfall_smt::interpolate::weaken;
use landfall_smt::project::{self, UnderApprox};
use landfall_smt::{Outcome, Solver, Sort, Term};
use rustc_hash::FxHashMap;

use super::Search;
use super::graph::{Graph, Program};
use crate::arg::{ArgEdgeId, NodeId};
use crate::cfa::VarId;
use crate::cfa::graph::enumerated;
use crate::encode::CutId;
use crate::limits::limits;
use crate::solving::Solving;
use crate::verdict::Reason;

/// The solvers of blocking, kept from one refinement to the next.
pub(super) struct Blocking {
    blocks: Vec<Block>,
    /// The symbols of variables that are only ever copied: their equalities are not split into bounds.
    enumerated: Vec<Term>,
}

/// An edge of the cut-point graph.
struct Block {
    solver: Option<Solver>,
    guard: Term,
    locals: Vec<Term>,
    /// By state symbol, the value after the block.
    updates: FxHashMap<Term, Term>,
}

impl Blocking {
    pub fn new(program: &Program<'_>) -> Blocking {
        let blocks = (0..program.cuts.edges.len()).map(|edge| Block::new(program, edge)).collect();
        let enumerated = enumerated(program.encoder.program());
        let symbols = program.symbols();
        let enumerated = symbols.vars().filter(|&var| enumerated.contains(var)).map(|var| symbols.state(var)).collect();
        Blocking { blocks, enumerated }
    }
}

impl Block {
    fn new(program: &Program<'_>, edge: usize) -> Block {
        let cut = &program.cuts.edges[edge];
        let transition = &cut.block.transition;
        let before = program.without_dead(cut.source);
        let value = |var: VarId| transition.value(var).substitute(&before);
        let updates = program.live[cut.target].iter().map(|&var| (program.symbols().state(var), value(var))).collect();
        let guard = transition.guard.substitute(&before);
        Block { solver: None, guard, locals: transition.local_symbols(), updates }
    }

    fn solver(&mut self, solving: &Solving) -> &mut Solver {
        let guard = self.guard;
        self.solver.get_or_insert_with(|| {
            let mut solver = solving.solver("blocking");
            solver.assert(guard);
            solver
        })
    }
}

/// One refinement.
struct Run<'r> {
    blocking: &'r mut Blocking,
    arg: &'r Graph,
    solving: &'r Solving,
    /// By node: the edges of this refinement that lead to it.
    incoming: FxHashMap<NodeId, Vec<ArgEdgeId>>,
    /// By node: the literal that switches its label on, and the facts that were found.
    active: FxHashMap<NodeId, Term>,
    found: FxHashMap<NodeId, Vec<Term>>,
    /// By cut point: the blocks that leave it.
    leaving: &'r [Vec<usize>],
    queries: usize,
}

/// What an edge has to say about a cube at its target.
enum Way {
    /// A cube at the source from which the target's cube is reached.
    From(Vec<Term>),
    /// The literals that exclude it.
    Excluded(Vec<Term>),
    Undecided,
}

impl Search<'_, '_> {
    /// What has to be added to the labels of `nodes` so that the goal's is false; `None` if that was too hard.
    pub(super) fn block(&mut self, nodes: &[NodeId], edges: &[ArgEdgeId]) -> Result<Option<Vec<Term>>, Reason> {
        let blocking = self.blocking.get_or_insert_with(|| Blocking::new(self.program));
        let mut incoming: FxHashMap<NodeId, Vec<ArgEdgeId>> = FxHashMap::default();
        for &edge in edges {
            incoming.entry(self.arg.edge(edge).target).or_default().push(edge);
        }
        let mut run = Run {
            blocking,
            arg: &self.arg,
            solving: self.solving,
            incoming,
            active: FxHashMap::default(),
            found: FxHashMap::default(),
            leaving: &self.program.cuts.outgoing,
            queries: 0,
        };
        for &node in nodes {
            run.active.insert(node, Term::fresh("label", Sort::Bool));
            run.assert(node, self.arg[node].label);
        }
        let goal = self.program.cuts.goal();
        let ends = edges.iter().copied().filter(|&e| self.arg[self.arg.edge(e).target].at == goal);
        for edge in ends.collect::<Vec<_>>() {
            loop {
                self.cx.budget.poll()?;
                match run.way(edge, &[]) {
                    Way::Excluded(_) => break,
                    Way::Undecided => return Ok(None),
                    Way::From(cube) => {
                        let source = self.arg.edge(edge).source;
                        if !run.exclude(source, cube, &mut || self.cx.budget.poll())? {
                            return Ok(None);
                        }
                    }
                }
            }
        }
        let facts = nodes.iter().map(|node| Term::and(run.found.get(node).map_or(&[][..], |facts| facts)));
        let facts = facts.collect();
        self.cx.statistics.add("blocking queries", run.queries as u64);
        Ok(Some(facts))
    }
}

impl Run<'_> {
    /// Adds a fact to a node's label.
    fn assert(&mut self, node: NodeId, fact: Term) {
        let Some(&active) = self.active.get(&node) else { return };
        let at: CutId = self.arg[node].at;
        for &block in &self.leaving[at] {
            self.blocking.blocks[block].solver(self.solving).assert(active.implies(fact));
        }
    }

    /// Excludes a cube at a node, and before that whatever leads into it. False if the solver gave up, or a path was found.
    fn exclude(
        &mut self,
        node: NodeId,
        cube: Vec<Term>,
        poll: &mut dyn FnMut() -> Result<(), Reason>,
    ) -> Result<bool, Reason> {
        let mut obligations = vec![(node, cube)];
        while let Some((node, cube)) = obligations.last().cloned() {
            poll()?;
            if node == Graph::ROOT || self.queries > limits().ufo.blocking_queries {
                return Ok(false);
            }
            let mut needed: Vec<Term> = Vec::new();
            let mut before = None;
            for edge in self.incoming.get(&node).cloned().unwrap_or_default() {
                match self.way(edge, &cube) {
                    Way::Excluded(literals) => join(&mut needed, literals),
                    Way::Undecided => return Ok(false),
                    Way::From(cube) => {
                        before = Some((self.arg.edge(edge).source, cube));
                        break;
                    }
                }
            }
            if let Some(obligation) = before {
                obligations.push(obligation);
                continue;
            }
            obligations.pop();
            needed.sort_by_key(|literal| cube.iter().position(|l| l == literal));
            let kept = self.generalise(node, needed);
            let fact = Term::and(&kept).not();
            self.assert(node, fact);
            self.found.entry(node).or_default().push(fact);
        }
        Ok(true)
    }

    /// Weakens a cube that no edge leads into.
    fn generalise(&mut self, node: NodeId, cube: Vec<Term>) -> Vec<Term> {
        let enumerated = self.blocking.enumerated.clone();
        let may_be_split = |literal: Term| !literal.any_var(|var| enumerated.contains(&var));
        weaken(cube, may_be_split, |cube| self.excluded(node, cube))
    }

    /// The literals that exclude a cube on every edge to a node, or `None`.
    fn excluded(&mut self, node: NodeId, cube: &[Term]) -> Option<Vec<Term>> {
        let mut needed = Vec::new();
        for edge in self.incoming.get(&node).cloned().unwrap_or_default() {
            match self.way_or_core(edge, cube, false) {
                Way::Excluded(literals) => join(&mut needed, literals),
                Way::From(_) | Way::Undecided => return None,
            }
        }
        Some(needed)
    }

    fn way(&mut self, edge: ArgEdgeId, cube: &[Term]) -> Way {
        self.way_or_core(edge, cube, true)
    }

    /// Whether the edge leads from the label of its source into the cube. The cube of states from which it does is empty unless
    /// it is asked for.
    fn way_or_core(&mut self, edge: ArgEdgeId, cube: &[Term], with_cube: bool) -> Way {
        self.queries += 1;
        let edge = self.arg.edge(edge);
        let block = &mut self.blocking.blocks[edge.step];
        let pulled: Vec<Term> = cube.iter().map(|literal| literal.substitute(&block.updates)).collect();
        let mut assumptions: Vec<Term> = self.active.get(&edge.source).copied().into_iter().collect();
        assumptions.extend(pulled.iter().filter(|literal| !literal.is_true()));
        match block.solver(self.solving).check_assuming(&assumptions) {
            Outcome::Unsat(core) => {
                let literals = cube.iter().zip(&pulled).filter(|(_, pulled)| core.terms.contains(pulled));
                Way::Excluded(literals.map(|(literal, _)| *literal).collect())
            }
            Outcome::Sat(_) if !with_cube => Way::From(Vec::new()),
            Outcome::Sat(model) => {
                let formula = Term::and(&[block.guard, Term::and(&pulled)]);
                let values = model.assignment(&formula.free_vars());
                match project::under(formula, &block.locals, &values) {
                    Some(UnderApprox(cube)) => Way::From(cube.conjuncts()),
                    None => Way::Undecided,
                }
            }
            Outcome::Unknown(_) => Way::Undecided,
        }
    }
}

fn join(all: &mut Vec<Term>, more: Vec<Term>) {
    for literal in more {
        if !all.contains(&literal) {
            all.push(literal);
        }
    }
}
