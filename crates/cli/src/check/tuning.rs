//! The options that vary single engines, for comparisons.

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args, ValueEnum};
use landfall::engine::EngineOptions;
use landfall::summary::StarKind;

#[derive(Args)]
#[command(next_help_heading = "Engines, for comparisons")]
pub struct TuningOptions {
    /// How much of a loop its summary keeps (gps, gps-lite, gps-nogas, cra).
    #[arg(long, value_name = "STAR", default_value = StarKind::Full.name(), value_parser = star_parser())]
    star: StarKind,

    /// Whether tests cross loops that only count in one step (gps and its variants).
    #[arg(long, value_name = "SWITCH", default_value = "on")]
    accelerate: Switch,
}

impl TuningOptions {
    pub fn options(&self) -> EngineOptions {
        EngineOptions { star: self.star, accelerate: self.accelerate.is_on() }
    }
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

/// The kinds of loop summaries by name; the library owns the list.
fn star_parser() -> impl TypedValueParser<Value = StarKind> {
    PossibleValuesParser::new(StarKind::ALL.iter().map(|star| star.name())).try_map(|name| name.parse::<StarKind>())
}
