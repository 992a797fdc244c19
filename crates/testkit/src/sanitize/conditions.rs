//! What a program asserts, chosen from the values that its runs have shown: tight enough that most wrong models of a program
//! would tell, and in some programs just too tight.

use std::collections::BTreeSet;

use super::judge::{End, Kind, Run};
use crate::memory_c::MemoryProgram;
use crate::random::Random;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Condition {
    /// Both ends are included; an end at a limit of `i64` is none.
    Between(i64, i64),
    Not(i64),
}

impl Condition {
    fn holds(self, value: i64) -> bool {
        match self {
            Condition::Between(low, high) => (low..=high).contains(&value),
            Condition::Not(other) => value != other,
        }
    }

    fn text(self, value: &str) -> String {
        let number = |n: i64| match n {
            i64::MIN => "(-9223372036854775807 - 1)".to_owned(),
            n => n.to_string(),
        };
        match self {
            Condition::Not(n) => format!("{value} != {}", number(n)),
            Condition::Between(low, high) if low == high => format!("{value} == {}", number(low)),
            Condition::Between(i64::MIN, high) => format!("{value} <= {}", number(high)),
            Condition::Between(low, i64::MAX) => format!("{value} >= {}", number(low)),
            Condition::Between(low, high) => format!("{value} >= {} && {value} <= {}", number(low), number(high)),
        }
    }
}

/// The conditions of a program's checks, none where it asserts nothing.
#[derive(Clone, Debug)]
pub struct Conditions(Vec<Option<Condition>>);

impl Conditions {
    pub fn choose(program: &MemoryProgram, runs: &[Run], seed: u64) -> Conditions {
        let mut random = Random::new(seed, 4);
        let mut seen = vec![BTreeSet::new(); program.checks.len()];
        for (number, value) in runs.iter().flat_map(|run| &run.probes) {
            seen[*number].insert(*value);
        }
        let mut conditions: Vec<Option<Condition>> =
            seen.iter().map(|values| (!random.chance(20)).then(|| holding(&mut random, values))).collect();
        let reached: Vec<usize> = (0..seen.len()).filter(|&k| !seen[k].is_empty()).collect();
        if !reached.is_empty() && random.chance(40) {
            let k = random.pick(&reached);
            conditions[k] = Some(failing(&mut random, &seen[k]));
        }
        Conditions(conditions)
    }

    pub fn texts(&self, program: &MemoryProgram) -> Vec<Option<String>> {
        let each = self.0.iter().zip(&program.checks);
        each.map(|(condition, check)| condition.map(|c| c.text(&check.value))).collect()
    }

    /// The run of the program with its assertions, from that of the program with probes.
    pub fn apply(&self, run: &Run) -> Run {
        let fails = |&(number, value): &(usize, i64)| self.0[number].is_some_and(|condition| !condition.holds(value));
        match run.probes.iter().find(|probe| fails(probe)) {
            None => Run { probes: Vec::new(), end: run.end.clone() },
            Some((number, value)) => Run {
                probes: Vec::new(),
                end: End::Stopped(Kind::Assertion, format!("check {number} fails with {value}")),
            },
        }
    }
}

/// Holds of all these values; of none at all anything does, so that it fails if the check is reached after all.
fn holding(random: &mut Random, values: &BTreeSet<i64>) -> Condition {
    let (Some(&low), Some(&high)) = (values.first(), values.last()) else { return Condition::Between(77, 77) };
    match random.below(5) {
        0 => Condition::Between(i64::MIN, high),
        // An unsigned value would be compared as such with a negative number.
        1 if low >= 0 => Condition::Between(low, i64::MAX),
        2 => (low.max(0)..high).find(|n| !values.contains(n)).map_or(Condition::Between(low, high), Condition::Not),
        _ => Condition::Between(low, high),
    }
}

/// Fails of at least one of these values.
fn failing(random: &mut Random, values: &BTreeSet<i64>) -> Condition {
    let all: Vec<i64> = values.iter().copied().collect();
    let (low, high) = (all[0], all[all.len() - 1]);
    match random.below(3) {
        0 if low < high => Condition::Between(low, high - 1),
        1 if low < high => Condition::Between(low + 1, high),
        _ => Condition::Not(random.pick(&all)),
    }
}
