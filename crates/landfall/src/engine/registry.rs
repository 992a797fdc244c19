//! The engines by name: one row each, with what the help says of it and how it is made.

use super::distance::Search;
use super::{Engine, EngineOptions};
use super::{
    backward, bmc, fuzz, ghost_cells, gps, houdini, lazy, lemma_assuming, se, sequence, shape, tracer, ufo,
    without_bits,
};
use crate::named::named;

/// Makes of each row a kind of engine.
macro_rules! engines {
    ($($(#[$attribute:meta])* $kind:ident: $name:literal, $summary:literal, |$options:pat_param| $make:expr;)*) => {
        /// The engines by the names that users know.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        pub enum EngineKind {
            $($(#[$attribute])* $kind,)*
        }

        impl EngineKind {
            pub const ALL: &'static [EngineKind] = &[$($(#[$attribute])* EngineKind::$kind,)*];

            pub const fn name(self) -> &'static str {
                match self {
                    $($(#[$attribute])* EngineKind::$kind => $name,)*
                }
            }

            /// One line for the help text.
            pub const fn summary(self) -> &'static str {
                match self {
                    $($(#[$attribute])* EngineKind::$kind => $summary,)*
                }
            }

            /// The engine alone, without what all get.
            fn plain(self, options: &EngineOptions) -> Box<dyn Engine> {
                match self {
                    $($(#[$attribute])* EngineKind::$kind => {
                        let $options = options;
                        Box::new($make)
                    })*
                }
            }
        }
    };
}

engines! {
    Gps: "gps",
        "search guided by path summaries: tests towards the error, proofs from dead ends",
        |options| gps::Gps::GPS.with(options);
    GpsLite: "gps-lite",
        "gps without refinement: tests and dead ends only",
        |options| gps::Gps::LITE.with(options);
    GpsNoGas: "gps-nogas",
        "gps without gas: tests are not bounded by summaries",
        |options| gps::Gps::NO_GAS.with(options);
    GpsNoSummaries: "gps-nosum",
        "gps without summaries and gas",
        |options| gps::Gps::NO_SUMMARIES.with(options);
    Cra: "cra",
        "the summary of the whole program alone: proves, never refutes",
        |options| gps::Gps::CRA.with(options);
    Impact: "impact",
        "lazy abstraction with interpolants, one path at a time",
        |options| gps::Gps::IMPACT.searching(options);
    Se: "se",
        "forward symbolic execution: finds errors, proves programs whose paths all end",
        |options| se::SymbolicExecution::with(options);
    Bmc: "bmc",
        "the unrolled program as one formula over bits: finds errors, proves where loops end",
        |options| bmc::BoundedModelChecking::with(options);
    Houdini: "houdini",
        "bounds by the program's constants that are inductive over bits: proves, never refutes",
        |_| houdini::Houdini;
    Ufo: "ufo",
        "reachability graph refined for all paths at once, with Cartesian predicate abstraction",
        |options| ufo::Ufo::CARTESIAN.with(options);
    UfoTrue: "ufo-u",
        "ufo without abstraction: labels from refinement only",
        |options| ufo::Ufo::TRUE.with(options);
    UfoBoolean: "ufo-b",
        "ufo with Boolean predicate abstraction",
        |options| ufo::Ufo::BOOLEAN.with(options);
    Cp: "cp",
        "Cartesian predicate abstraction; refinement contributes predicates only",
        |options| ufo::Ufo::CP.with(options);
    Bp: "bp",
        "Boolean predicate abstraction; refinement contributes predicates only",
        |options| ufo::Ufo::BP.with(options);
    Bse: "bse",
        "backward symbolic execution: from the error by weakest preconditions",
        |_| backward::Backward::Bse;
    KInduction: "kind",
        "k-induction on the iterations of loops",
        |_| backward::Backward::KInduction;
    Bself: "bself",
        "backward symbolic execution with loop folding: finds disjunctive invariants",
        |options| backward::Backward::Folding(options.folding);
    SeBself: "se+bself",
        "se and bself in turns, with half the time each",
        |options| sequence::Sequence::of(&[EngineKind::Se, EngineKind::Bself], options);
    Tracer: "tracer",
        "symbolic execution with interpolants; loops closed by abstraction or unrolled",
        |options| tracer::Tracer::TRACER.with(options);
    IterDeep: "iterdeep",
        "symbolic execution with interpolants; loops unrolled to growing depth",
        |options| tracer::Tracer::ITERDEEP.with(options);
    La: "la",
        "lazy abstraction: predicates and values, refined where paths are infeasible",
        |options| lazy::Lazy::LA.with(options);
    Bam: "bam",
        "la with a cache of block abstractions; proves recursive procedures by contracts",
        |options| lazy::Lazy::BAM.with(options);
    Fuzz: "fuzz",
        "tests guided by coverage: finds errors, proves nothing",
        |_| fuzz::Fuzz;
    Shape: "shape",
        "heaps as graphs with list segments: proves programs with lists of any length",
        |_| shape::Shape;
    #[cfg(test)]
    Toy: "toy",
        "proves programs without errors: shows what it takes to add an engine",
        |_| super::toy::Toy;
}

impl EngineKind {
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
            EngineKind::Se | EngineKind::Impact | EngineKind::La | EngineKind::Bam => Search::ALL,
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
        let mut engine = self.plain(options);
        if matches!(self, EngineKind::Shape | EngineKind::Fuzz) {
            return engine;
        }
        // Integers are what is told, which an engine over bits does not know. A sequence passes what is known on to its members; `bam` makes a program of its own; a proof of `bmc` has no
        // invariants that what is known could be added to.
        if !matches!(self, EngineKind::SeBself | EngineKind::Bam | EngineKind::Bmc | EngineKind::Houdini) {
            engine = Box::new(lemma_assuming::LemmaAssuming { engine, finds: finds_lemmas });
        }
        if self.tracks_arrays() || self == EngineKind::Houdini {
            return engine;
        }
        Box::new(without_bits::WithoutBitsFirst(Box::new(ghost_cells::WithGhostCells(engine))))
    }
}

named!(impl EngineKind: "engine");
