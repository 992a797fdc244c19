//! What can be varied in engines: [`EngineOptions`], and by name the variants that exist for comparisons (`-X name=value`).

use super::{backward, distance, lazy, ufo};
use crate::front::source::Span;
use crate::summary::StarKind;

/// What can be varied in engines, for comparisons.
#[derive(Clone, Copy, Debug)]
pub struct EngineOptions {
    /// How loops are summarised.
    pub star: StarKind,
    /// Whether tests cross loops in one step.
    pub accelerate: bool,
    /// In which order states are explored; without, as the engine prefers. See [`super::EngineKind::searches`].
    pub search: Option<distance::Search>,
    /// What the distance to an error is, for directed searches.
    pub metric: distance::MetricChoice,
    /// How often `bmc` lets loops be repeated; without, as often as time allows.
    pub bound: Option<u32>,
    /// The same for single loops, by the span of their heads.
    pub loop_bounds: &'static [(Span, u32)],
    /// Of what the abstract states of `la` and `bam` consist; without, as the engine prefers.
    pub domain: Option<lazy::Domain>,
    /// Of what `bam` keeps abstractions.
    pub bam_blocks: lazy::BlockKind,
    /// Whether directed searches of `la` and `bam` look further when they came near an error.
    pub probe: bool,
    /// Where `ufo` and its variants have labels from.
    pub ufo_labels: ufo::Labelling,
    /// Whether `ufo` and its variants, `tracer`, and `bself` are told what always holds at the heads of loops.
    pub ufo_summaries: bool,
    pub tracer_summaries: bool,
    pub bself_summaries: bool,
    /// How `bself` folds loops.
    pub folding: backward::Effort,
    /// Whether engines that work on one task tell each other what they have found out.
    pub share: bool,
}

impl Default for EngineOptions {
    fn default() -> Self {
        EngineOptions {
            star: StarKind::default(),
            accelerate: true,
            search: None,
            metric: distance::MetricChoice::default(),
            bound: None,
            loop_bounds: &[],
            domain: None,
            bam_blocks: lazy::BlockKind::default(),
            probe: true,
            ufo_labels: ufo::Labelling::default(),
            ufo_summaries: true,
            tracer_summaries: true,
            bself_summaries: true,
            folding: backward::Effort::default(),
            share: true,
        }
    }
}

/// A variant of engines that exists to be compared with what is usual.
#[derive(Clone, Copy, Debug)]
pub struct Variant {
    pub name: &'static str,
    /// The values, the usual one first.
    pub values: &'static str,
    /// What a comparison of the values shows, with the engines that know it.
    pub compares: &'static str,
    set: Set,
}

/// How a variant is chosen.
#[derive(Clone, Copy, Debug)]
enum Set {
    Switch(fn(&mut EngineOptions) -> &mut bool),
    Value(fn(&mut EngineOptions, &str) -> Result<(), String>),
}

/// A part of an engine that can be left out.
const fn switch(name: &'static str, compares: &'static str, place: fn(&mut EngineOptions) -> &mut bool) -> Variant {
    Variant { name, values: "on|off", compares, set: Set::Switch(place) }
}

/// A part of an engine of which there are several.
const fn choice(
    name: &'static str,
    values: &'static str,
    compares: &'static str,
    set: fn(&mut EngineOptions, &str) -> Result<(), String>,
) -> Variant {
    Variant { name, values, compares, set: Set::Value(set) }
}

/// All variants.
pub const VARIANTS: &[Variant] = &[
    choice(
        "star",
        "full|translation|guard|trivial",
        "how much of a loop its summary keeps (gps, gps-lite, gps-nogas, cra)",
        |options, value| put(&mut options.star, value.parse()),
    ),
    switch("accelerate", "whether tests cross loops that only count in one step (gps and its variants)", |options| {
        &mut options.accelerate
    }),
    choice(
        "ufo-labels",
        "blocking|horn|sequence",
        "where the labels of a refinement come from (ufo and its variants)",
        |options, value| put(&mut options.ufo_labels, value.parse()),
    ),
    switch(
        "ufo-summaries",
        "whether ufo is told what always holds at loop heads, in programs that are not large",
        |options| &mut options.ufo_summaries,
    ),
    switch("tracer-summaries", "the same for tracer", |options| &mut options.tracer_summaries),
    switch("bself-summaries", "the same for bself", |options| &mut options.bself_summaries),
    choice(
        "kappa",
        "auto|N",
        "how often a candidate invariant is extended; auto is twice the paths through the loop, less one (bself)",
        |options, value| put(&mut options.folding.kappa, unless_auto(value)),
    ),
    switch(
        "bself-templates",
        "whether invariants of fixed shapes are looked for first, beyond the paper (bself)",
        |options| &mut options.folding.templates,
    ),
    switch(
        "bself-octagons",
        "whether bounds of sums and differences are looked for, beyond the paper (bself)",
        |options| &mut options.folding.beyond.octagons,
    ),
    switch("bself-congruences", "whether remainders are looked for, beyond the paper (bself)", |options| {
        &mut options.folding.beyond.congruences
    }),
    switch("share", "whether engines tell each other what they have found out (auto)", |options| &mut options.share),
    choice(
        "domain",
        "auto|predicates|values|product",
        "of what abstract states consist; auto is what the engine prefers (la, bam)",
        |options, value| put(&mut options.domain, unless_auto(value)),
    ),
    choice(
        "bam-blocks",
        "functions|loops|both",
        "of what abstractions are kept: of procedures that are called more than once, of loops, or of both (bam)",
        |options, value| put(&mut options.bam_blocks, value.parse()),
    ),
    switch("probe", "whether a directed search looks further when it came near an error (la, bam)", |options| {
        &mut options.probe
    }),
];

impl EngineOptions {
    /// Chooses a variant by name; the error says which there are.
    pub fn set(&mut self, name: &str, value: &str) -> Result<(), String> {
        let Some(variant) = VARIANTS.iter().find(|variant| variant.name == name) else {
            let names: Vec<&str> = VARIANTS.iter().map(|variant| variant.name).collect();
            return Err(format!("there is no variant `{name}`; there are {}", names.join(", ")));
        };
        let chosen = match (variant.set, value) {
            (Set::Switch(place), "on") => put(place(self), Ok(true)),
            (Set::Switch(place), "off") => put(place(self), Ok(false)),
            (Set::Switch(_), _) => Err(String::new()),
            (Set::Value(set), value) => set(self, value),
        };
        chosen.map_err(|_| format!("{name} is one of {}, not `{value}`", variant.values.replace('|', ", ")))
    }
}

fn put<T>(place: &mut T, value: Result<T, String>) -> Result<(), String> {
    *place = value?;
    Ok(())
}

/// Nothing for `auto`: the engine chooses.
fn unless_auto<T: std::str::FromStr>(value: &str) -> Result<Option<T>, String> {
    if value == "auto" { Ok(None) } else { value.parse().map(Some).map_err(|_| String::new()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_variant_knows_its_values_and_the_first_is_usual() {
        let usual = format!("{:?}", EngineOptions::default());
        for variant in VARIANTS {
            for (position, value) in variant.values.split('|').enumerate() {
                let mut options = EngineOptions::default();
                let value = if value == "N" { "3" } else { value };
                assert_eq!(options.set(variant.name, value), Ok(()), "{}", variant.name);
                assert_eq!(format!("{options:?}") == usual, position == 0, "{}={value}", variant.name);
            }
            assert!(EngineOptions::default().set(variant.name, "nonsense").is_err(), "{}", variant.name);
        }
        let wrong = EngineOptions::default().set("stars", "full").expect_err("there is none");
        assert!(wrong.contains("`stars`") && wrong.contains("star, accelerate"), "{wrong}");
    }
}
