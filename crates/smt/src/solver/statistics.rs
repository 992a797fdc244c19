//! Counts and times of queries, by purpose.

use std::collections::BTreeMap;
use std::time::Duration;

/// Queries of one purpose.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct QueryStats {
    pub sat: u64,
    pub unsat: u64,
    pub unknown: u64,
    pub time: Duration,
}

impl QueryStats {
    /// All queries together.
    pub fn queries(&self) -> u64 {
        self.sat + self.unsat + self.unknown
    }

    fn add(&mut self, other: &QueryStats) {
        self.sat += other.sat;
        self.unsat += other.unsat;
        self.unknown += other.unknown;
        self.time += other.time;
    }
}

/// Queries of one context, by purpose.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Statistics {
    pub by_purpose: BTreeMap<&'static str, QueryStats>,
}

impl Statistics {
    pub(super) fn record(&mut self, purpose: &'static str, sat: Option<bool>, time: Duration) {
        let entry = self.by_purpose.entry(purpose).or_default();
        match sat {
            Some(true) => entry.sat += 1,
            Some(false) => entry.unsat += 1,
            None => entry.unknown += 1,
        }
        entry.time += time;
    }

    /// The sum over all purposes.
    pub fn total(&self) -> QueryStats {
        let mut total = QueryStats::default();
        self.by_purpose.values().for_each(|entry| total.add(entry));
        total
    }

    /// Adds the numbers of another context, for a common report.
    pub fn merge(&mut self, other: &Statistics) {
        for (purpose, stats) in &other.by_purpose {
            self.by_purpose.entry(purpose).or_default().add(stats);
        }
    }
}
