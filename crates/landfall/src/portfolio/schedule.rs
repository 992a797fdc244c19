//! The table that says which engines run, in which order and for how long: `schedule.yml`, read once.

use serde::Deserialize;
use serde::de::{Deserializer, Error};

use super::features::Features;
use crate::engine::EngineKind;

/// One row of the table.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rule {
    #[serde(rename = "rule")]
    pub name: String,
    #[serde(default)]
    pub when: Conditions,
    pub because: String,
    /// Turns that are taken before anything runs side by side.
    #[serde(default)]
    pub alone: Vec<Turn>,
    pub together: Vec<Engine>,
    /// Seconds of processor time of a turn in the first round of those together.
    pub slice: f64,
    /// How many times as long the turns of the first of those together are.
    #[serde(default = "no_favour")]
    pub favour: u32,
}

fn no_favour() -> u32 {
    1
}

/// What a program must be like for a rule; absent conditions hold.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Conditions {
    recursive: Option<bool>,
    regions: Option<bool>,
    #[serde(default)]
    at_least: Bounds,
    #[serde(default)]
    at_most: Bounds,
}

/// Bounds of the features that are numbers.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct Bounds {
    locations: Option<usize>,
    variables: Option<usize>,
    loops: Option<usize>,
    states: Option<usize>,
    inputs: Option<usize>,
    bits: Option<usize>,
}

#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Turn {
    pub engine: Engine,
    pub seconds: f64,
}

/// An engine by its name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Engine(pub EngineKind);

impl<'de> Deserialize<'de> for Engine {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Engine, D::Error> {
        let name = String::deserialize(deserializer)?;
        name.parse().map(Engine).map_err(D::Error::custom)
    }
}

impl Conditions {
    fn hold(&self, features: &Features) -> bool {
        self.recursive.is_none_or(|wanted| wanted == features.recursive)
            && self.regions.is_none_or(|wanted| wanted == features.regions)
            && self.at_least.each(features).all(|(bound, value)| value >= bound)
            && self.at_most.each(features).all(|(bound, value)| value <= bound)
    }
}

impl Bounds {
    /// The bounds that are given, each with the feature's value.
    fn each(&self, features: &Features) -> impl Iterator<Item = (usize, usize)> {
        let pairs = [
            (self.locations, features.locations),
            (self.variables, features.variables),
            (self.loops, features.loops),
            (self.states, features.states),
            (self.inputs, features.inputs),
            (self.bits, features.bits),
        ];
        pairs.into_iter().filter_map(|(bound, value)| Some((bound?, value)))
    }
}

/// The rule for a program with these features. The last rule of the table has no conditions.
pub fn rule_for(features: &Features) -> Rule {
    let found = table().into_iter().find(|rule| rule.when.hold(features));
    found.expect("a test keeps the last rule without conditions")
}

/// The rule for a search whose point is to find executions: engines that follow the program exactly, in turns that double.
pub fn hunters() -> Rule {
    let turn = |engine, seconds| Turn { engine: Engine(engine), seconds };
    Rule {
        name: "hunt".into(),
        when: Conditions::default(),
        because: "nobody could answer for all checks together, so that executions that fail one are looked for".into(),
        alone: vec![turn(EngineKind::Bmc, 1.0), turn(EngineKind::Se, 2.0), turn(EngineKind::Bmc, 2.0)],
        together: vec![Engine(EngineKind::Bmc), Engine(EngineKind::Se)],
        slice: 4.0,
        favour: 1,
    }
}

fn table() -> Vec<Rule> {
    serde_saphyr::from_str(include_str!("schedule.yml")).expect("a test reads the table that is built in")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_is_well_formed() {
        let table = table();
        for rule in &table {
            assert!(!rule.together.is_empty() && rule.slice > 0.0 && rule.favour > 0, "{}", rule.name);
            for (index, engine) in rule.together.iter().enumerate() {
                assert!(!rule.together[..index].contains(engine), "{} names {} twice", rule.name, engine.0);
            }
            for turn in &rule.alone {
                assert!(turn.seconds > 0.0, "{}", rule.name);
                assert!(rule.together.contains(&turn.engine), "{} stops {}", rule.name, turn.engine.0);
            }
        }
    }

    #[test]
    fn every_program_has_a_rule() {
        let last = table().pop().expect("there are rules");
        assert!(last.when.hold(&Features::default()));
        assert!(last.when.hold(&Features { recursive: true, locations: usize::MAX, ..Features::default() }));
    }

    #[test]
    fn the_first_rule_that_holds_decides() {
        let recursive = Features { recursive: true, loops: 3, states: 50, locations: 500, ..Features::default() };
        assert_eq!(rule_for(&recursive).name, "recursion");
        let memory = Features { recursive: false, regions: true, ..recursive };
        assert_eq!(rule_for(&memory).name, "memory");
        let tricks = Features { bits: 1, ..Features::default() };
        assert_eq!(rule_for(&tricks).name, "bits");
        let machine = Features { recursive: false, ..recursive };
        assert_eq!(rule_for(&machine).name, "much control");
        let driver = Features { loops: 1, inputs: 200, locations: 500, ..Features::default() };
        assert_eq!(rule_for(&driver).name, "many inputs");
        let plain = Features { loops: 1, ..Features::default() };
        assert_eq!(rule_for(&plain).name, "loops");
        assert_eq!(rule_for(&Features::default()).name, "straight line");
    }
}
