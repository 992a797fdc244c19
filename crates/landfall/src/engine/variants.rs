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
    set: fn(&mut EngineOptions, &str) -> Result<(), String>,
}

/// All variants.
pub const VARIANTS: &[Variant] = &[
    Variant {
        name: "star",
        values: "full|translation|guard|trivial",
        compares: "how much of a loop its summary keeps (gps, gps-lite, gps-nogas, cra)",
        set: |options, value| put(&mut options.star, value.parse()),
    },
    Variant {
        name: "accelerate",
        values: "on|off",
        compares: "whether tests cross loops that only count in one step (gps and its variants)",
        set: |options, value| put(&mut options.accelerate, switch(value)),
    },
    Variant {
        name: "ufo-labels",
        values: "blocking|horn|sequence",
        compares: "where the labels of a refinement come from (ufo and its variants)",
        set: |options, value| put(&mut options.ufo_labels, value.parse()),
    },
    Variant {
        name: "ufo-summaries",
        values: "on|off",
        compares: "whether the engine is told what always holds at loop heads, in programs that are not large (ufo and its variants)",
        set: |options, value| put(&mut options.ufo_summaries, switch(value)),
    },
    Variant {
        name: "tracer-summaries",
        values: "on|off",
        compares: "the same for tracer",
        set: |options, value| put(&mut options.tracer_summaries, switch(value)),
    },
    Variant {
        name: "bself-summaries",
        values: "on|off",
        compares: "the same for bself",
        set: |options, value| put(&mut options.bself_summaries, switch(value)),
    },
    Variant {
        name: "kappa",
        values: "auto|N",
        compares: "how often a candidate invariant is extended; auto is twice the paths through the loop, less one (bself)",
        set: |options, value| {
            let number = || value.parse().map(Some).map_err(|_| "no number".to_string());
            put(&mut options.folding.kappa, if value == "auto" { Ok(None) } else { number() })
        },
    },
    Variant {
        name: "bself-templates",
        values: "on|off",
        compares: "whether simple invariants of fixed shapes are looked for first, beyond the paper (bself)",
        set: |options, value| put(&mut options.folding.templates, switch(value)),
    },
    Variant {
        name: "bself-octagons",
        values: "on|off",
        compares: "whether bounds of sums and differences of two variables are looked for, beyond the paper (bself)",
        set: |options, value| put(&mut options.folding.beyond.octagons, switch(value)),
    },
    Variant {
        name: "bself-congruences",
        values: "on|off",
        compares: "whether remainders are looked for, beyond the paper (bself)",
        set: |options, value| put(&mut options.folding.beyond.congruences, switch(value)),
    },
    Variant {
        name: "share",
        values: "on|off",
        compares: "whether engines tell each other what they have found out (auto)",
        set: |options, value| put(&mut options.share, switch(value)),
    },
    Variant {
        name: "domain",
        values: "auto|predicates|values|product",
        compares: "of what abstract states consist; auto is what the engine prefers (la, bam)",
        set: |options, value| {
            put(&mut options.domain, if value == "auto" { Ok(None) } else { value.parse().map(Some) })
        },
    },
    Variant {
        name: "bam-blocks",
        values: "functions|loops|both",
        compares: "of what abstractions are kept: of procedures that are called more than once, of loops, or of both (bam)",
        set: |options, value| put(&mut options.bam_blocks, value.parse()),
    },
    Variant {
        name: "probe",
        values: "on|off",
        compares: "whether a directed search looks a few steps further when it came near an error (la, bam)",
        set: |options, value| put(&mut options.probe, switch(value)),
    },
];

impl EngineOptions {
    /// Chooses a variant by name; the error says which there are.
    pub fn set(&mut self, name: &str, value: &str) -> Result<(), String> {
        match VARIANTS.iter().find(|variant| variant.name == name) {
            Some(variant) => (variant.set)(self, value)
                .map_err(|_| format!("{name} is one of {}, not `{value}`", variant.values.replace('|', ", "))),
            None => {
                let names: Vec<&str> = VARIANTS.iter().map(|variant| variant.name).collect();
                Err(format!("there is no variant `{name}`; there are {}", names.join(", ")))
            }
        }
    }
}

fn put<T>(place: &mut T, value: Result<T, String>) -> Result<(), String> {
    *place = value?;
    Ok(())
}

fn switch(value: &str) -> Result<bool, String> {
    match value {
        "on" => Ok(true),
        "off" => Ok(false),
        _ => Err("neither on nor off".to_string()),
    }
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
