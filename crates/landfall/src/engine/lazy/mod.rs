//! Lazy abstraction and block-abstraction memoization, searched in the order of choice: the engines `la` and `bam` (Henzinger,
//! Jhala, Majumdar, Sutre, *Lazy abstraction*, POPL 2002; Beyer and Friedberger, *Domain-independent interprocedural program
//! analysis using block-abstraction memoization*, ESEC/FSE 2020; the orders are those of TOUR, see `distance`).
//!
//! 1. States are abstracted at the heads of loops and around calls, by Cartesian predicate abstraction over large blocks
//!    (adjustable-block encoding), beside which variables may have explicit values.
//! 2. Each procedure that is not inlined has a reachability tree for every abstract state at its entry: its block abstraction,
//!    kept in a cache. To enter it, the caller's state is *reduced* to what the callee's predicates say of its parameters and
//!    the globals; to come back, what holds at an exit, relative to the entry, is *expanded* by what the caller knows of its own
//!    variables. Recursive calls find their own block in the cache; a new exit is passed on to all callers, until nothing new
//!    comes: the fixpoint.
//! 3. When a state may reach an error, the path there, through all its calls, is checked. If it is feasible it is replayed. If
//!    not, nested interpolants become predicates, and the subtrees that they concern are explored again, with everything in
//!    other blocks that was derived from them.
//!    Directed search first looks a few steps further, by the program itself (`probe`).
//! 4. When no state is left, the trees are the proof.
//!
//! `la` inlines all that is not recursive, so that it has one tree. `bam` keeps procedures with loops that would be copied, and
//! makes procedures of loops if it is told to.
//!
//! Deviations from the papers: procedures without loops are inlined, as they are part of one large block; states relate to the
//! entry of their procedure, so that a block abstraction is a contract; recursive programs also ask for a solution of their
//! Horn clauses now and then (`horn`), a source of contracts like the others. Integers are unbounded until a replay falls over
//! an overflow; then the search starts anew with ranges.
//!
//! Evidence: inputs for unsafe; for safe, invariants and contracts (`certificate`).

mod blocks;
mod certificate;
mod explore;
mod horn;
mod probe;
mod refine;
#[cfg(test)]
mod tests;
pub(super) mod trace;
mod values;

use super::distance::{MetricChoice, Search};
use super::kit::points::Graph;
use super::kit::unbounded_first;
use super::{Context, Engine, EngineOptions, Task};
use crate::cfa::graph::Loops;
use crate::cfa::passes::{InlineOptions, Pass, PrepareOptions, prepare};
use crate::limits::limits;
use crate::named::named;
use crate::report::Event;
use crate::solving::Solving;
use crate::verdict::{Reason, Verdict};
use explore::Explorer;
pub use values::Domain;

named! {
    /// What becomes a block of `bam`.
    #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
    pub enum BlockKind: "blocks" {
        /// Procedures.
        #[default]
        Functions: "functions",
        /// Loops, as far as [`outline_loops`] makes procedures of them; what is not recursive is inlined before.
        Loops: "loops",
        Both: "both",
    }
}

/// `la` and `bam`.
#[derive(Clone, Copy, Debug)]
pub struct Lazy {
    /// What becomes a block (`bam`), instead of inlining all that is not recursive (`la`).
    pub blocks: Option<BlockKind>,
    pub search: Search,
    pub metric: MetricChoice,
    pub domain: Domain,
    /// Whether directed search looks further when it came near an error (`probe`).
    pub probe: bool,
}

impl Lazy {
    pub const LA: Lazy = Lazy {
        blocks: None,
        search: Search::Directed,
        metric: MetricChoice::Auto,
        domain: Domain::Product,
        probe: true,
    };
    pub const BAM: Lazy = Lazy { blocks: Some(BlockKind::Functions), ..Lazy::LA };

    pub fn with(self, options: &EngineOptions) -> Lazy {
        Lazy {
            blocks: self.blocks.map(|_| options.bam_blocks),
            search: options.search.unwrap_or(self.search),
            domain: options.domain.unwrap_or(self.domain),
            metric: options.metric,
            probe: options.probe,
        }
    }
}

impl Engine for Lazy {
    fn run(&self, task: &Task, cx: &mut Context<'_>) -> Verdict {
        let own = self.blocks.map(|kind| keep_blocks(task, kind));
        let task = own.as_ref().unwrap_or(task);
        cx.emit(Event::Program(task.program.clone()));
        cx.solve(|cx, solving| self.decide(task, cx, solving)).unwrap_or_else(Verdict::Unknown)
    }
}

impl Lazy {
    fn decide(&self, task: &Task, cx: &mut Context<'_>, solving: &Solving) -> Result<Verdict, Reason> {
        let loops = Loops::new(&task.program);
        unbounded_first(task, cx, |encoder, cx| {
            let graph = Graph::new(encoder.clone(), &loops);
            let mut explorer = Explorer::new(self, task, &graph, &loops, solving, cx);
            let found = explorer.run();
            let drawn = explorer.cx.sink.draws().then(|| explorer.drawn());
            explorer.cx.show(drawn);
            found
        })
    }
}

/// The task with a program whose blocks are procedures: those that would make it much larger if they were inlined, or loops.
fn keep_blocks(task: &Task, kind: BlockKind) -> Task {
    let inline = if kind == BlockKind::Loops {
        InlineOptions::default()
    } else {
        let max_edges = (2 * task.original.edges.len()).max(limits().lazy.small_program);
        let max_edges_without_loops = max_edges.max(limits().lazy.program_without_loops);
        InlineOptions { max_edges_without_loops, ..InlineOptions::up_to(max_edges) }
    };
    let options = PrepareOptions { inline: Some(inline), slice: !task.is_exact(), ..PrepareOptions::default() };
    let kept = Task { derived: prepare(&task.original, &options), ..task.clone() };
    let kept = if kept.program.has_arrays() { kept.without_arrays() } else { kept };
    if kind == BlockKind::Functions {
        return kept;
    }
    Task { derived: kept.then(Pass::OutlineLoops), ..kept }
}
