//! The options that vary single engines.

use std::path::Path;

use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use landfall::cfa::graph::Loops;
use landfall::engine::distance::{Metric, MetricChoice, Search};
use landfall::engine::{EngineKind, EngineOptions};
use landfall::front::source::Span;

use crate::output::tell;
use crate::program::Loaded;

#[derive(Args)]
#[command(next_help_heading = "Engines")]
pub struct TuningOptions {
    /// In which order states are explored (la, bam, se, impact; tracer, iterdeep without bfs).
    #[arg(long, value_name = "ORDER", value_parser = search_parser())]
    search: Option<Search>,

    /// What counts as a step to an error, for --search directed: by features of the program, or one of st, bb, lh, lf.
    #[arg(long, value_name = "METRIC", default_value = "auto", value_parser = metric_parser(), hide_possible_values = true)]
    metric: MetricChoice,

    /// How often loops are repeated at most (bmc).
    #[arg(long, value_name = "N")]
    bound: Option<u32>,

    /// The same for one loop, as in `parse.c:12=100`.
    #[arg(long, value_name = "FILE:LINE=N", value_parser = loop_bound)]
    bound_loop: Vec<LoopBound>,

    /// A variant of an engine, for comparisons: docs/engines.md.
    #[arg(short = 'X', value_name = "NAME=VALUE", value_parser = variant)]
    variants: Vec<(String, String)>,
}

impl TuningOptions {
    /// The options for engines that check `loaded`.
    pub fn options(&self, loaded: &Loaded) -> EngineOptions {
        EngineOptions {
            search: self.search,
            metric: self.metric,
            bound: self.bound,
            loop_bounds: self.loop_bounds(loaded),
            ..self.variant()
        }
    }

    /// What `-X` says.
    fn variant(&self) -> EngineOptions {
        let mut options = EngineOptions::default();
        // The names and values were tried when they were read.
        self.variants.iter().for_each(|(name, value)| _ = options.set(name, value));
        options
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
        self.variant().share
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

/// A variant that there is, with one of its values.
fn variant(text: &str) -> Result<(String, String), String> {
    let (name, value) = text.split_once('=').unwrap_or((text, ""));
    EngineOptions::default().set(name, value).map(|()| (name.to_string(), value.to_string()))
}

/// The orders of search by name; the library owns the list.
fn search_parser() -> impl TypedValueParser<Value = Search> {
    PossibleValuesParser::new(Search::ALL.iter().map(|search| search.name())).try_map(|name| name.parse::<Search>())
}

/// The metrics by name; the library owns the list.
fn metric_parser() -> impl TypedValueParser<Value = MetricChoice> {
    let values = Metric::ALL.iter().map(|metric| metric.name());
    PossibleValuesParser::new(values.chain(["auto"])).try_map(|name| name.parse::<MetricChoice>())
}
