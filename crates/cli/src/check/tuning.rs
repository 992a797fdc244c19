//! The options that vary single engines, for comparisons.

use std::path::Path;

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{Args, ValueEnum};
use landfall::cfa::graph::Loops;
use landfall::engine::backward::{Effort, Further};
use landfall::engine::distance::{Metric, MetricChoice, Search};
use landfall::engine::lazy::{BlockKind, Domain};
use landfall::engine::ufo::Labelling;
use landfall::engine::{EngineKind, EngineOptions};
use landfall::front::source::Span;
use landfall::summary::StarKind;

use crate::output::tell;
use crate::program::Loaded;

#[derive(Args)]
#[command(next_help_heading = "Engines, for comparisons")]
pub struct TuningOptions {
    /// How much of a loop its summary keeps (gps, gps-lite, gps-nogas, cra).
    #[arg(long, value_name = "STAR", default_value = StarKind::Full.name(), value_parser = star_parser())]
    star: StarKind,

    /// Whether tests cross loops that only count in one step (gps and its variants).
    #[arg(long, value_name = "SWITCH", default_value = "on")]
    accelerate: Switch,

    /// In which order states are explored (la, bam, se, impact; tracer and iterdeep without bfs).
    #[arg(long, value_name = "ORDER", value_parser = search_parser())]
    search: Option<Search>,

    /// How often loops are repeated at most (bmc). [default: as often as time allows]
    #[arg(long, value_name = "N")]
    bound: Option<u32>,

    /// The same for the loop at a line of a file, e.g. `parse.c:12=100`; may be given several times.
    #[arg(long, value_name = "FILE:LINE=N", value_parser = loop_bound)]
    bound_loop: Vec<LoopBound>,

    /// What counts as a step on the way to an error, for --search directed; `auto` chooses by features of the program.
    #[arg(long, value_name = "METRIC", default_value = "auto", value_parser = metric_parser())]
    metric: MetricChoice,

    /// Where the labels of a refinement come from (ufo and its variants).
    #[arg(long, value_name = "LABELS", default_value = Labelling::Blocking.name(), value_parser = labels_parser())]
    ufo_labels: Labelling,

    /// Whether ufo and its variants are told what always holds at the heads of loops, in programs that are not large.
    #[arg(long, value_name = "SWITCH", default_value = "on")]
    ufo_summaries: Switch,

    /// The same for tracer.
    #[arg(long, value_name = "SWITCH", default_value = "on")]
    tracer_summaries: Switch,

    /// The same for bself.
    #[arg(long, value_name = "SWITCH", default_value = "on")]
    bself_summaries: Switch,

    /// How often bself extends a candidate for an invariant. [default: twice the ways through the loop, less one]
    #[arg(long, value_name = "N")]
    kappa: Option<usize>,

    /// Whether bself looks for simple invariants of fixed shapes first, beyond its paper.
    #[arg(long, value_name = "SWITCH", default_value = "on")]
    bself_templates: Switch,

    /// Whether bself looks for bounds of sums and differences of two variables, beyond its paper.
    #[arg(long, value_name = "SWITCH", default_value = "on")]
    bself_octagons: Switch,

    /// The same for remainders.
    #[arg(long, value_name = "SWITCH", default_value = "on")]
    bself_congruences: Switch,

    /// Whether the engines of `auto` tell each other what they have found out.
    #[arg(long, value_name = "SWITCH", default_value = "on")]
    share: Switch,

    /// Of what abstract states consist (la, bam).
    #[arg(long, value_name = "DOMAIN", value_parser = domain_parser())]
    domain: Option<Domain>,

    /// What is a block whose abstraction is kept (bam): procedures that are called more than once, the loops of the program
    /// when all that is not recursive is inlined, or both.
    #[arg(long, value_name = "BLOCKS", default_value = BlockKind::Functions.name(), value_parser = blocks_parser())]
    bam_blocks: BlockKind,

    /// Whether directed search looks a few steps further when it came near an error (la, bam).
    #[arg(long, value_name = "SWITCH", default_value = "on")]
    probe: Switch,
}

impl TuningOptions {
    /// The options for engines that check `loaded`.
    pub fn options(&self, loaded: &Loaded) -> EngineOptions {
        EngineOptions {
            star: self.star,
            accelerate: self.accelerate.is_on(),
            search: self.search,
            metric: self.metric,
            bound: self.bound,
            loop_bounds: self.loop_bounds(loaded),
            domain: self.domain,
            bam_blocks: self.bam_blocks,
            probe: self.probe.is_on(),
            ufo_labels: self.ufo_labels,
            ufo_summaries: self.ufo_summaries.is_on(),
            tracer_summaries: self.tracer_summaries.is_on(),
            bself_summaries: self.bself_summaries.is_on(),
            folding: Effort {
                kappa: self.kappa,
                templates: self.bself_templates.is_on(),
                further: Further { octagons: self.bself_octagons.is_on(), congruences: self.bself_congruences.is_on() },
                ..Effort::default()
            },
        }
    }

    /// The loops that have bounds of their own, by what their heads are in the source.
    fn loop_bounds(&self, loaded: &Loaded) -> &'static [(Span, u32)] {
        if self.bound_loop.is_empty() {
            return &[];
        }
        let program = &loaded.program;
        let heads: Vec<Span> = Loops::new(program).heads().filter_map(|head| program.locs[head].span).collect();
        let mut bounds = Vec::new();
        for wanted in &self.bound_loop {
            let before = bounds.len();
            bounds.extend(heads.iter().filter(|span| wanted.is_at(loaded, **span)).map(|span| (*span, wanted.bound)));
            if bounds.len() == before {
                tell(&format!("warning: there is no loop at {}:{}", wanted.file, wanted.line));
            }
        }
        // Options are plain data that many keep a copy of; these few bytes stay for as long as the process.
        bounds.leak()
    }

    pub fn shares(&self) -> bool {
        self.share.is_on()
    }

    /// Whether the engine can do what is asked for; a message if not.
    pub fn suits(&self, engine: EngineKind) -> Result<(), String> {
        match self.search {
            Some(search) if !engine.searches().contains(&search) => {
                Err(format!("error: the engine {engine} cannot search {search}"))
            }
            _ => Ok(()),
        }
    }
}

/// How often one loop is repeated.
#[derive(Clone, PartialEq, Eq, Debug)]
struct LoopBound {
    file: String,
    line: u32,
    bound: u32,
}

impl LoopBound {
    fn is_at(&self, loaded: &Loaded, span: Span) -> bool {
        let (file, line, _) = loaded.place(span);
        line == self.line && Path::new(&file).ends_with(&self.file)
    }
}

fn loop_bound(text: &str) -> Result<LoopBound, String> {
    let parts = text.rsplit_once('=').and_then(|(place, bound)| Some((place.rsplit_once(':')?, bound)));
    let parsed = parts.and_then(|((file, line), bound)| {
        Some(LoopBound { file: file.to_string(), line: line.parse().ok()?, bound: bound.parse().ok()? })
    });
    parsed.ok_or_else(|| "expected FILE:LINE=N".to_string())
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum Switch {
    On,
    Off,
}

impl Switch {
    fn is_on(self) -> bool {
        self == Switch::On
    }
}

/// The orders of search by name; the library owns the list.
fn search_parser() -> impl TypedValueParser<Value = Search> {
    let values = Search::ALL.iter().map(|search| PossibleValue::new(search.name()).help(search.summary()));
    PossibleValuesParser::new(values).try_map(|name| name.parse::<Search>())
}

/// The metrics by name; the library owns the list.
fn metric_parser() -> impl TypedValueParser<Value = MetricChoice> {
    let values = Metric::ALL.iter().map(|metric| PossibleValue::new(metric.name()).help(metric.summary()));
    let auto = PossibleValue::new("auto").help("what suits the program, by its features");
    PossibleValuesParser::new(values.chain([auto])).try_map(|name| name.parse::<MetricChoice>())
}

/// The domains by name; the library owns the list.
fn domain_parser() -> impl TypedValueParser<Value = Domain> {
    PossibleValuesParser::new(Domain::ALL.iter().map(|domain| domain.name())).try_map(|name| name.parse::<Domain>())
}

/// The ways to labels by name; the library owns the list.
fn labels_parser() -> impl TypedValueParser<Value = Labelling> {
    let values = Labelling::ALL.iter().map(|labels| PossibleValue::new(labels.name()).help(labels.summary()));
    PossibleValuesParser::new(values).try_map(|name| name.parse::<Labelling>())
}

/// The kinds of blocks by name; the library owns the list.
fn blocks_parser() -> impl TypedValueParser<Value = BlockKind> {
    PossibleValuesParser::new(BlockKind::ALL.iter().map(|kind| kind.name())).try_map(|name| name.parse::<BlockKind>())
}

/// The kinds of loop summaries by name; the library owns the list.
fn star_parser() -> impl TypedValueParser<Value = StarKind> {
    PossibleValuesParser::new(StarKind::ALL.iter().map(|star| star.name())).try_map(|name| name.parse::<StarKind>())
}
