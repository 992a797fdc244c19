//! UFO: from under- to over-approximation and back (Albarghouthi, Gurfinkel and Chechik, TACAS 2012). `docs/engines/ufo.md` puts the
//! paper's pseudocode beside these functions.
//!
//! 1. `ExpandArg` unrolls the program into an abstract reachability *graph*, inner loops first, until every loop head is
//!    covered by earlier ones. Labels come from the last refinement; a node that has none gets its label from those of its
//!    parents by `Post`, which is the dial: always true (`ufo-u`), Cartesian (`ufo`) or Boolean (`ufo-b`) predicate abstraction.
//! 2. If the label of the goal is false, the labels are a proof.
//! 3. Otherwise `Refine` asks for any path of the graph to the goal, in one query. If there is one it is replayed; if not, every
//!    node on a way to the goal gets a new label at once, and what the labels say become predicates.
//!
//! The extremes `cp` and `bp` take only the predicates from refinement and compute every label by `Post`, unless there is no new
//! predicate: images may be coarser than what the predicates can say, and would not change any more.
//!
//! Deviations from the paper: nodes are loop heads, the entry and the goal only, with large blocks between them; what is not
//! modelled is a goal too; executions are sought among those that meet nothing of that kind first. Integers are unbounded until
//! a replay falls over an overflow; then the search starts anew, with its predicates, on an encoding with ranges. A head is
//! covered by all uncovered heads that the round visited before, those of earlier repetitions of an outer loop included. Labels
//! come from blocking (`blocking`) by default, which adds to the labels there are; the paper's sequences and Horn clauses can be
//! chosen. The labels of a round are part of the query for a path (`refine`).
//!
//! Evidence: inputs for unsafe; for safe, at each loop head the disjunction of the labels of its uncovered nodes.

mod blocking;
mod expand;
mod graph;
mod labels;
mod refine;
#[cfg(test)]
mod tests;

use std::collections::BTreeMap;
use std::time::Instant;

use landfall_smt::Term;

use super::kit::certificate::at_cuts;
use super::kit::{Found, unbounded_first};
use super::{Context, Engine, EngineOptions, Task, decide_flat};
use crate::arg::NodeId;
use crate::encode::CutGraph;
use crate::predicates::Post;
pub use crate::predicates::PostKind;
use crate::report::{Event, TreeNode};
use crate::solving::Solving;
use crate::verdict::{Proof, Reason, Verdict};
use graph::{Graph, Program, Visited};
pub use labels::Labelling;
use refine::{GraphCondition, Refined};

/// UFO and its instances.
#[derive(Clone, Copy, Debug)]
pub struct Ufo {
    pub post: PostKind,
    /// Labels come from refinement where it gives one; without, refinement contributes predicates only.
    pub keep_labels: bool,
    pub labelling: Labelling,
}

impl Ufo {
    pub const CARTESIAN: Ufo = Ufo { post: PostKind::Cartesian, keep_labels: true, labelling: Labelling::Blocking };
    pub const TRUE: Ufo = Ufo { post: PostKind::True, ..Ufo::CARTESIAN };
    pub const BOOLEAN: Ufo = Ufo { post: PostKind::Boolean, ..Ufo::CARTESIAN };
    pub const CP: Ufo = Ufo { keep_labels: false, ..Ufo::CARTESIAN };
    pub const BP: Ufo = Ufo { keep_labels: false, ..Ufo::BOOLEAN };

    pub fn with(self, options: &EngineOptions) -> Ufo {
        Ufo { labelling: options.ufo_labels, ..self }
    }
}

impl Engine for Ufo {
    fn run(&self, task: &Task, cx: &mut Context<'_>) -> Verdict {
        decide_flat(task, cx, |cx, solving| self.decide(task, cx, solving))
    }
}

impl Ufo {
    fn decide(&self, task: &Task, cx: &mut Context<'_>, solving: &Solving) -> Result<Verdict, Reason> {
        let mut predicates = Vec::new();
        unbounded_first(task, cx, |encoder, cx| {
            let program = Program::new(encoder);
            let mut search = Search::new(*self, task, &program, solving, cx);
            search.post.adopt(std::mem::take(&mut predicates));
            let found = search.run();
            let drawn = search.cx.sink.draws().then(|| search.drawn());
            search.cx.show(drawn);
            predicates = search.post.into_predicates();
            found
        })
    }
}

struct Search<'s, 'c> {
    ufo: Ufo,
    task: &'s Task,
    program: &'s Program<'s>,
    solving: &'s Solving,
    cx: &'s mut Context<'c>,
    arg: Graph,
    post: Post<'s>,
    condition: GraphCondition,
    blocking: Option<blocking::Blocking>,
    round: usize,
    /// By cut point, the nodes that wait to be visited (the paper's `FN`).
    future: Vec<Vec<NodeId>>,
    /// By loop head, the uncovered nodes that were visited in this round (the paper's `AH`).
    heads: Vec<Vec<NodeId>>,
}

impl<'s, 'c> Search<'s, 'c> {
    fn new(ufo: Ufo, task: &'s Task, program: &'s Program<'s>, solving: &'s Solving, cx: &'s mut Context<'c>) -> Self {
        let cuts = program.cuts.locs.len();
        let mut post = Post::new(ufo.post, cuts, solving);
        for edge in &program.cuts.edges {
            post.add_step(edge.target, &edge.block.transition);
        }
        Search {
            ufo,
            task,
            program,
            solving,
            cx,
            arg: Graph::default(),
            post,
            condition: GraphCondition::new(solving),
            blocking: None,
            round: 0,
            future: vec![Vec::new(); cuts],
            heads: vec![Vec::new(); cuts],
        }
    }

    /// `UfoMain`.
    fn run(&mut self) -> Result<Found, Reason> {
        let root = self.arg.add(CutGraph::ENTRY, Term::tt(), Visited::new());
        self.condition.enter(self.arg[root].data.control);
        loop {
            self.cx.budget.poll()?;
            self.round += 1;
            self.cx.statistics.add("iterations", 1);
            let goal = self.expand_arg()?;
            if goal.is_none_or(|goal| self.arg[goal].label.is_false()) {
                return Ok(Found::Verdict(Verdict::Safe(self.proof())));
            }
            let started = Instant::now();
            let refined = self.refine();
            self.cx.statistics.time("refine", started.elapsed());
            match refined? {
                Refined::Found(found) => return Ok(found),
                Refined::Labels(labels) => self.relabel(&labels),
            }
        }
    }

    /// Takes over what refinement found out: labels, or predicates alone.
    fn relabel(&mut self, labels: &BTreeMap<NodeId, Term>) {
        (0..self.arg.nodes().len()).for_each(|node| self.arg[node].data.refined = None);
        let predicates: usize = labels.iter().map(|(&node, &label)| self.post.harvest(self.arg[node].at, label)).sum();
        // Without a new predicate the images would be the same again.
        let keep_labels = self.ufo.keep_labels || predicates == 0;
        for (&node, &label) in labels {
            if keep_labels {
                self.arg[node].data.refined = Some(label);
            } else {
                self.arg[node].data.marked = true;
            }
        }
        self.cx.statistics.add("predicates", predicates as u64);
        self.cx.emit(Event::Refined { labels: labels.len() });
    }

    fn drawn(&self) -> Vec<TreeNode> {
        let program = &self.task.program;
        let end = program.procs[program.entry].exit;
        self.arg.drawn(|id, parent| {
            let node = &self.arg[id];
            node.shown(self.program.cuts.locs[node.at].unwrap_or(end), parent, node.label.is_false())
        })
    }

    /// The labels of the uncovered nodes, joined at each loop head.
    fn proof(&self) -> Proof {
        let joined = |cut: usize| {
            let at_cut = self.arg.at(cut).iter().map(|&n| &self.arg[n]);
            let standing = at_cut.filter(|n| n.data.round == self.round && !n.is_covered());
            Term::or(&standing.map(|n| n.label).collect::<Vec<_>>())
        };
        at_cuts(self.task, &self.program.cuts, |cut| self.program.is_head[cut].then(|| joined(cut)))
    }
}
