//! The engines: one module each, all behind one trait. Engines do not import each other.

pub mod backward;
pub mod bmc;
pub mod distance;
mod fuzz;
mod ghost_cells;
mod gps;
mod houdini;
mod kit;
pub mod lazy;
mod lemma_assuming;
mod lemma_sharing;
mod quantified;
mod registry;
pub mod se;
pub mod sequence;
mod shape;
#[cfg(test)]
mod tests;
#[cfg(test)]
mod toy;
pub mod tracer;
pub mod ufo;
mod variants;
mod without_bits;

pub(crate) use lemma_sharing::tell_of_invariants;
pub use registry::EngineKind;
pub use variants::{EngineOptions, VARIANTS, Variant};

use std::sync::{Arc, Mutex, PoisonError};

use crate::budget::Budget;
use crate::cfa::passes::{Anchor, Derived, Errors, Fact, Pass};
use crate::cfa::{EdgeId, Program};
use crate::check::{ReplayFailure, replay};
use crate::knowledge::Knowledge;
use crate::limits::limits;
use crate::report::{Event, Sink, Statistics, TreeNode};
use crate::solving::Solving;
use crate::verdict::{Execution, Reason, Verdict};

/// What is to be decided: can an execution of `program` reach one of its error locations?
#[derive(Clone, Debug)]
pub struct Task {
    /// As the front end made it; executions are replayed on it.
    pub original: Arc<Program>,
    /// What the passes that every engine gets made of it (dead code, constants, slicing, inlining where there is no recursion).
    pub derived: Derived,
    /// Inputs of `original` that were thought to lead to an error and do not: worth varying (see [`crate::burst`]).
    pub misses: Arc<Mutex<Vec<Vec<i128>>>>,
}

impl std::ops::Deref for Task {
    type Target = Derived;

    fn deref(&self) -> &Derived {
        &self.derived
    }
}

impl Task {
    /// The task with a program without regions of memory, of whose contents it knows some cells: it has more executions.
    pub fn without_arrays(&self) -> Task {
        self.with_ghosts(Vec::new(), Errors::Kept, Anchor::Reads)
    }

    /// The same with cursors; none if the program has no use for them.
    fn with_cursors(&self) -> Option<Task> {
        let derived = self.derived.then(Pass::Cursors);
        let of_use = derived.program.edges.len() > self.program.edges.len();
        of_use.then(|| Task { derived, ..self.clone() }.without_arrays())
    }

    /// The same with facts about what is read.
    fn with_ghosts(&self, facts: Vec<Fact>, errors: Errors, anchor: Anchor) -> Task {
        let simpler = [Pass::RemoveDead, Pass::Slice, Pass::RemoveDead, Pass::ContractSkips];
        let ghostly = self.derived.then(Pass::GhostCells { facts, errors, anchor });
        Task { derived: simpler.into_iter().fold(ghostly, |made, pass| made.then(pass)), ..self.clone() }
    }

    /// The task with a program in which the results of operations on bits and floating-point numbers are arbitrary.
    fn without_bits(&self) -> Task {
        let simpler = [Pass::ForgetBits, Pass::Slice, Pass::RemoveDead, Pass::ContractSkips];
        Task { derived: simpler.into_iter().fold(self.derived.clone(), |made, pass| made.then(pass)), ..self.clone() }
    }

    /// Runs the original program with the values that an execution of `program` read: its havoc edges in order, with the value
    /// of each. The execution if that reaches an error, else how it ended.
    pub fn replay(&self, values: &[(EdgeId, i128)], budget: &Budget) -> Result<Execution, ReplayFailure> {
        let mut missed = |inputs| {
            let mut misses = self.misses.lock().unwrap_or_else(PoisonError::into_inner);
            if misses.len() < limits().sharing.misses {
                misses.push(inputs);
            }
        };
        replay(&self.original, &self.mapping, values, budget, &mut missed)
    }
}

/// What an engine works with: its share of time and memory, and a place for what it has to tell.
pub struct Context<'a> {
    pub budget: Budget,
    pub statistics: Statistics,
    pub sink: &'a mut dyn Sink,
    pub solver: landfall_smt::Config,
    pub shared: Shared,
    /// What is known to hold always, by program.
    facts: Vec<(Arc<Program>, kit::facts::Facts)>,
}

/// What passes between engines that work on one task.
#[derive(Clone, Debug, Default)]
pub struct Shared {
    /// What others have told.
    pub known: Vec<Knowledge>,
    /// Whether somebody wants to be told ([`Event::Learned`]).
    pub wanted: bool,
}

impl<'a> Context<'a> {
    pub fn new(budget: Budget, sink: &'a mut dyn Sink, solver: landfall_smt::Config, shared: Shared) -> Self {
        Context { budget, statistics: Statistics::default(), sink, solver, shared, facts: Vec::new() }
    }
}

impl Context<'_> {
    pub fn emit(&mut self, event: Event) {
        self.sink.event(&event);
    }

    /// Shows a tree or graph, if somebody wants to see it.
    pub fn show(&mut self, drawn: Option<Vec<TreeNode>>) {
        drawn.into_iter().for_each(|nodes| self.emit(Event::Tree(Arc::new(nodes))));
    }

    /// Does a part of the work within a budget of its own.
    pub fn within<R>(&mut self, part: Budget, work: impl FnOnce(&mut Self) -> R) -> R {
        let whole = std::mem::replace(&mut self.budget, part);
        let result = work(self);
        self.budget = whole;
        result
    }

    /// A solver context, interrupted when the budget ends.
    pub fn solving(&self) -> Solving {
        Solving::new(&self.solver, &self.budget)
    }

    /// Does a part of the work that is given up when its effort is used up or a share of the user's time that is left; nobody else
    /// works on it.
    fn trial<R>(&mut self, effort: u64, share: u32, work: impl FnOnce(&mut Self) -> R) -> R {
        let wanted = std::mem::replace(&mut self.shared.wanted, false);
        let result = self.within(self.budget.trial(effort, share), work);
        self.shared.wanted = wanted;
        result
    }

    /// Does work with a solver context of its own, whose queries are counted.
    fn solve<R>(&mut self, work: impl FnOnce(&mut Self, &Solving) -> R) -> R {
        let solving = self.solving();
        let result = work(self, &solving);
        self.count_queries(&solving);
        result
    }

    /// Adds the queries of a solver context to the statistics.
    fn count_queries(&mut self, solving: &Solving) {
        for (purpose, queries) in &solving.statistics().by_purpose {
            self.statistics.add("queries", queries.queries());
            self.statistics.add("queries undecided", queries.unknown);
            self.statistics.time(purpose, queries.time);
        }
    }
}

/// A way to decide tasks. `run` must poll the budget and never claims more than its evidence shows.
pub trait Engine {
    fn run(&self, task: &Task, cx: &mut Context<'_>) -> Verdict;
}

/// Runs an engine that knows no calls, with a solver context of its own whose queries are counted.
fn decide_flat<'c>(
    task: &Task,
    cx: &mut Context<'c>,
    decide: impl FnOnce(&mut Context<'c>, &Solving) -> Result<Verdict, Reason>,
) -> Verdict {
    if !task.program.is_flat() {
        return Verdict::Unknown(Reason::Incomplete("recursive calls are left after inlining".into()));
    }
    cx.solve(decide).unwrap_or_else(Verdict::Unknown)
}

/// Who decides: one engine, or several that are chosen by the program.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum EngineChoice {
    #[default]
    Auto,
    One(EngineKind),
}

impl EngineChoice {
    pub const AUTO: &'static str = "auto";

    pub const fn name(self) -> &'static str {
        match self {
            EngineChoice::Auto => EngineChoice::AUTO,
            EngineChoice::One(engine) => engine.name(),
        }
    }
}

impl From<EngineKind> for EngineChoice {
    fn from(engine: EngineKind) -> EngineChoice {
        EngineChoice::One(engine)
    }
}

impl std::str::FromStr for EngineChoice {
    type Err = String;

    fn from_str(name: &str) -> Result<EngineChoice, String> {
        if name == EngineChoice::AUTO { Ok(EngineChoice::Auto) } else { name.parse().map(EngineChoice::One) }
    }
}
