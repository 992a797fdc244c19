//! The engines: one module each, all behind one trait. Engines do not import each other.

pub mod backward;
pub mod bmc;
pub mod distance;
mod ghost_cells;
pub mod gps;
mod kit;
pub mod lazy;
mod lemma_assuming;
mod lemma_sharing;
mod quantified;
pub mod se;
pub mod sequence;
mod shape;
#[cfg(test)]
mod tests;
pub mod tracer;
pub mod ufo;
mod variants;
mod without_bits;

pub(crate) use lemma_sharing::tell_of_invariants;
pub use variants::{EngineOptions, VARIANTS, Variant};

use std::sync::{Arc, Mutex, PoisonError};

use self::distance::Search;
use crate::budget::Budget;
use crate::cfa::passes::{Anchor, Derived, Errors, Fact, Pass};
use crate::cfa::{EdgeId, Program};
use crate::check::{ReplayFailure, replay};
use crate::knowledge::Knowledge;
use crate::limits::limits;
use crate::report::{Event, Sink, Statistics};
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
}

/// What passes between engines that work on one task.
#[derive(Clone, Debug, Default)]
pub struct Shared {
    /// What others have told.
    pub known: Vec<Knowledge>,
    /// Whether somebody wants to be told ([`Event::Learned`]).
    pub wanted: bool,
}

impl Context<'_> {
    pub fn emit(&mut self, event: Event) {
        self.sink.event(&event);
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

    /// Adds the queries of a solver context to the statistics.
    pub fn count_queries(&mut self, solving: &Solving) {
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
    let solving = cx.solving();
    let verdict = decide(cx, &solving).unwrap_or_else(Verdict::Unknown);
    cx.count_queries(&solving);
    verdict
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

/// The engines by the names that users know.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum EngineKind {
    Gps,
    GpsLite,
    GpsNoGas,
    GpsNoSummaries,
    Cra,
    Impact,
    Se,
    Bmc,
    Ufo,
    UfoTrue,
    UfoBoolean,
    Cp,
    Bp,
    Bse,
    KInduction,
    Bself,
    SeBself,
    Tracer,
    IterDeep,
    La,
    Bam,
    Shape,
}

impl EngineKind {
    pub const ALL: &'static [EngineKind] = &[
        EngineKind::Gps,
        EngineKind::GpsLite,
        EngineKind::GpsNoGas,
        EngineKind::GpsNoSummaries,
        EngineKind::Cra,
        EngineKind::Impact,
        EngineKind::Se,
        EngineKind::Bmc,
        EngineKind::Ufo,
        EngineKind::UfoTrue,
        EngineKind::UfoBoolean,
        EngineKind::Cp,
        EngineKind::Bp,
        EngineKind::Bse,
        EngineKind::KInduction,
        EngineKind::Bself,
        EngineKind::SeBself,
        EngineKind::Tracer,
        EngineKind::IterDeep,
        EngineKind::La,
        EngineKind::Bam,
        EngineKind::Shape,
    ];

    pub const fn name(self) -> &'static str {
        match self {
            EngineKind::Gps => "gps",
            EngineKind::GpsLite => "gps-lite",
            EngineKind::GpsNoGas => "gps-nogas",
            EngineKind::GpsNoSummaries => "gps-nosum",
            EngineKind::Cra => "cra",
            EngineKind::Impact => "impact",
            EngineKind::Se => "se",
            EngineKind::Bmc => "bmc",
            EngineKind::Ufo => "ufo",
            EngineKind::UfoTrue => "ufo-u",
            EngineKind::UfoBoolean => "ufo-b",
            EngineKind::Cp => "cp",
            EngineKind::Bp => "bp",
            EngineKind::Bse => "bse",
            EngineKind::KInduction => "kind",
            EngineKind::Bself => "bself",
            EngineKind::SeBself => "se+bself",
            EngineKind::Tracer => "tracer",
            EngineKind::IterDeep => "iterdeep",
            EngineKind::La => "la",
            EngineKind::Bam => "bam",
            EngineKind::Shape => "shape",
        }
    }

    /// One line for the help text.
    pub const fn summary(self) -> &'static str {
        match self {
            EngineKind::Gps => "search guided by path summaries: tests towards the error, proofs from dead ends",
            EngineKind::GpsLite => "gps without refinement: tests and dead ends only",
            EngineKind::GpsNoGas => "gps without gas: tests are not bounded by summaries",
            EngineKind::GpsNoSummaries => "gps without summaries and gas",
            EngineKind::Impact => "lazy abstraction with interpolants, one path at a time",
            EngineKind::Cra => "the summary of the whole program alone: proves, never refutes",
            EngineKind::Se => "forward symbolic execution: finds errors, proves programs whose paths all end",
            EngineKind::Bmc => "the unrolled program as one formula over bits: finds errors, proves where loops end",
            EngineKind::Ufo => "reachability graph refined for all paths at once, with Cartesian predicate abstraction",
            EngineKind::UfoTrue => "ufo without abstraction: labels from refinement only",
            EngineKind::UfoBoolean => "ufo with Boolean predicate abstraction",
            EngineKind::Cp => "Cartesian predicate abstraction; refinement contributes predicates only",
            EngineKind::Bp => "Boolean predicate abstraction; refinement contributes predicates only",
            EngineKind::Bse => "backward symbolic execution: from the error by weakest preconditions",
            EngineKind::KInduction => "k-induction on the iterations of loops",
            EngineKind::Bself => "backward symbolic execution with loop folding: finds disjunctive invariants",
            EngineKind::SeBself => "se and bself in turns, with half the time each",
            EngineKind::Tracer => "symbolic execution with interpolants; loops closed by abstraction or unrolled",
            EngineKind::IterDeep => "symbolic execution with interpolants; loops unrolled to growing depth",
            EngineKind::La => "lazy abstraction: predicates and values, refined where paths are infeasible",
            EngineKind::Bam => "la with a cache of block abstractions; proves recursive procedures by contracts",
            EngineKind::Shape => "heaps as graphs with list segments: proves programs with lists of any length",
        }
    }

    /// The engine that proves what this one has found to be safe, where no invariant says why: without summaries, which are
    /// no invariants, or by unrolling loops that came to an end on every path.
    pub fn in_other_words(self) -> Option<EngineKind> {
        match self {
            EngineKind::Gps | EngineKind::GpsNoGas => Some(EngineKind::GpsNoSummaries),
            EngineKind::Se => Some(EngineKind::Bmc),
            _ => None,
        }
    }

    /// Whether the engine follows the contents of regions of memory. Others get programs that know a few cells of them.
    pub const fn tracks_arrays(self) -> bool {
        matches!(self, EngineKind::Se | EngineKind::Bmc | EngineKind::SeBself)
    }

    /// The orders of search that the engine can be asked for; those that have none follow their own.
    pub const fn searches(self) -> &'static [Search] {
        match self {
            EngineKind::Se | EngineKind::Impact | EngineKind::La | EngineKind::Bam => &Search::ALL,
            EngineKind::Tracer | EngineKind::IterDeep => &[Search::DepthFirst, Search::Directed],
            _ => &[],
        }
    }

    pub fn engine(self, options: &EngineOptions) -> Box<dyn Engine> {
        let finds_lemmas = match self {
            EngineKind::Ufo | EngineKind::UfoTrue | EngineKind::UfoBoolean | EngineKind::Cp | EngineKind::Bp => {
                options.ufo_summaries
            }
            EngineKind::Tracer => options.tracer_summaries,
            EngineKind::Bself => options.bself_summaries,
            _ => false,
        };
        let mut engine = self.plain_engine(options);
        if self == EngineKind::Shape {
            return engine;
        }
        // A sequence passes what is known on to its members; `bam` makes a program of its own; a proof of `bmc` has no
        // invariants that what is known could be added to.
        if !matches!(self, EngineKind::SeBself | EngineKind::Bam | EngineKind::Bmc) {
            engine = Box::new(lemma_assuming::LemmaAssuming { engine, finds: finds_lemmas });
        }
        if self.tracks_arrays() {
            return engine;
        }
        Box::new(without_bits::WithoutBitsFirst(Box::new(ghost_cells::WithGhostCells(engine))))
    }

    fn plain_engine(self, options: &EngineOptions) -> Box<dyn Engine> {
        let gps = |variant: gps::Gps| -> Box<dyn Engine> {
            Box::new(gps::Gps { star: options.star, accelerate: options.accelerate, ..variant })
        };
        let ufo =
            |variant: ufo::Ufo| -> Box<dyn Engine> { Box::new(ufo::Ufo { labelling: options.ufo_labels, ..variant }) };
        match self {
            EngineKind::Gps => gps(gps::Gps::GPS),
            EngineKind::GpsLite => gps(gps::Gps::LITE),
            EngineKind::GpsNoGas => gps(gps::Gps::NO_GAS),
            EngineKind::GpsNoSummaries => gps(gps::Gps::NO_SUMMARIES),
            EngineKind::Cra => gps(gps::Gps::CRA),
            EngineKind::Impact => gps(gps::Gps {
                search: options.search.unwrap_or(gps::Gps::IMPACT.search),
                metric: options.metric,
                ..gps::Gps::IMPACT
            }),
            EngineKind::Se => {
                let search = options.search.unwrap_or(se::SymbolicExecution::default().search);
                Box::new(se::SymbolicExecution { search, metric: options.metric })
            }
            EngineKind::Bmc => {
                Box::new(bmc::BoundedModelChecking { bound: options.bound, loop_bounds: options.loop_bounds })
            }
            EngineKind::Ufo => ufo(ufo::Ufo::CARTESIAN),
            EngineKind::UfoTrue => ufo(ufo::Ufo::TRUE),
            EngineKind::UfoBoolean => ufo(ufo::Ufo::BOOLEAN),
            EngineKind::Cp => ufo(ufo::Ufo::CP),
            EngineKind::Bp => ufo(ufo::Ufo::BP),
            EngineKind::Bse => Box::new(backward::Backward::Bse),
            EngineKind::KInduction => Box::new(backward::Backward::KInduction),
            EngineKind::Bself => Box::new(backward::Backward::Folding(options.folding)),
            EngineKind::SeBself => {
                Box::new(sequence::Sequence { engines: &[EngineKind::Se, EngineKind::Bself], options: *options })
            }
            EngineKind::Tracer | EngineKind::IterDeep => {
                let directed = options.search == Some(Search::Directed);
                let metric = directed.then_some(options.metric);
                let deepening = self == EngineKind::IterDeep;
                Box::new(tracer::Tracer { deepening, metric, ..tracer::Tracer::TRACER })
            }
            EngineKind::Shape => Box::new(shape::Shape),
            EngineKind::La | EngineKind::Bam => {
                let base = if self == EngineKind::La { lazy::Lazy::LA } else { lazy::Lazy::BAM };
                let search = options.search.unwrap_or(base.search);
                let domain = options.domain.unwrap_or(base.domain);
                let blocks = base.blocks.map(|_| options.bam_blocks);
                Box::new(lazy::Lazy { blocks, search, domain, metric: options.metric, probe: options.probe })
            }
        }
    }
}

impl std::fmt::Display for EngineKind {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name())
    }
}

impl std::str::FromStr for EngineKind {
    type Err = String;

    fn from_str(name: &str) -> Result<Self, String> {
        let known = || EngineKind::ALL.iter().map(|e| e.name()).collect::<Vec<_>>().join(", ");
        let found = EngineKind::ALL.iter().find(|e| e.name() == name).copied();
        found.ok_or_else(|| format!("unknown engine `{name}`; the engines are {}", known()))
    }
}
