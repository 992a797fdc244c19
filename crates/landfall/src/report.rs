//! What an analysis tells while it runs and afterwards: events and statistics as plain data. Nothing here prints.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use landfall_smt::Term;

use crate::cfa::{LocId, Program};
use crate::knowledge::Knowledge;

/// Something that happened in a search. Engines emit these; the command shows them with `--trace`, counts them for progress.
#[derive(Clone, Debug)]
pub enum Event {
    /// A phase of the work begins, e.g. "summaries".
    Phase(&'static str),
    /// A path reached a location (tests, symbolic paths).
    Visit { loc: LocId, depth: usize },
    /// A path or node cannot lead to the error.
    DeadEnd { loc: LocId, depth: usize },
    /// A node is covered by another one.
    Covered { loc: LocId, by: usize },
    /// A round of refinement, with the number of labels it changed.
    Refined { labels: usize },
    /// The program that places of the following events are places of.
    Program(Arc<Program>),
    /// What the engine has built so far: a tree, or a graph with one of the ways to each node. Only if [`Sink::draws`]; at the end
    /// of a search, so the last one counts.
    Tree(Arc<Vec<TreeNode>>),
    /// Something that other engines can use was found out; only if [`crate::engine::Shared::wanted`].
    Learned(Arc<Knowledge>),
    /// There is an answer, whose evidence is checked from here on; only if [`crate::engine::Shared::wanted`].
    Claimed,
    /// No error is reached as long as no loop is repeated more often than this.
    Within { iterations: u32 },
    /// Anything else worth a line, for people.
    Note(String),
}

/// A node of an engine's tree.
#[derive(Clone, Debug)]
pub struct TreeNode {
    pub loc: LocId,
    /// An earlier node of the list.
    pub parent: Option<usize>,
    /// What is known of the states here.
    pub label: Option<Term>,
    pub state: NodeState,
}

/// What became of a node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NodeState {
    /// Nobody has looked behind it.
    Open,
    Expanded,
    /// No error can be reached from here.
    DeadEnd,
    /// Its states are among those of others; of a node of the list, if one is known.
    Covered(Option<usize>),
    Error,
}

/// Nodes of a tree that are reported at most; nobody looks at more.
pub const MOST_NODES: usize = 2000;

/// Counters and timers by name; names sort the output, so it is the same in each run.
#[derive(Clone, Debug, Default)]
pub struct Statistics {
    pub counts: BTreeMap<&'static str, u64>,
    pub times: BTreeMap<&'static str, Duration>,
}

impl Statistics {
    pub fn add(&mut self, name: &'static str, n: u64) {
        *self.counts.entry(name).or_default() += n;
    }

    /// Keeps the largest value seen.
    pub fn max(&mut self, name: &'static str, n: u64) {
        let slot = self.counts.entry(name).or_default();
        *slot = (*slot).max(n);
    }

    pub fn time(&mut self, name: &'static str, d: Duration) {
        *self.times.entry(name).or_default() += d;
    }
}

/// Where events go.
pub trait Sink {
    fn event(&mut self, event: &Event);

    /// Whether trees are wanted; they cost something.
    fn draws(&self) -> bool {
        false
    }
}

/// For those who do not listen.
#[derive(Debug, Default)]
pub struct Silent;

impl Sink for Silent {
    fn event(&mut self, _: &Event) {}
}
