//! What an analysis tells while it runs and afterwards: events and statistics as plain data. Nothing here prints.

use std::collections::BTreeMap;
use std::time::Duration;

use crate::cfa::LocId;

/// Something that happened in a search. Engines emit these; the command shows them with `--trace`, counts them for progress.
#[derive(Clone, Debug)]
pub enum Event {
    /// A phase of the work begins, e.g. "summaries".
    Phase(&'static str),
    /// A path reached a location (tests, symbolic paths).
    Visit { loc: LocId, depth: usize },
    /// A path or node cannot lead to the error.
    DeadEnd { loc: LocId, depth: usize },
    /// A node is covered by another one.
    Covered { loc: LocId, by: usize },
    /// A round of refinement, with the number of labels it changed.
    Refined { labels: usize },
    /// Anything else worth a line, for people.
    Note(String),
}

/// Counters and timers by name; names sort the output, so it is the same in each run.
#[derive(Clone, Debug, Default)]
pub struct Statistics {
    pub counts: BTreeMap<&'static str, u64>,
    pub times: BTreeMap<&'static str, Duration>,
}

impl Statistics {
    pub fn add(&mut self, name: &'static str, n: u64) {
        *self.counts.entry(name).or_default() += n;
    }

    /// Keeps the largest value seen.
    pub fn max(&mut self, name: &'static str, n: u64) {
        let slot = self.counts.entry(name).or_default();
        *slot = (*slot).max(n);
    }

    pub fn time(&mut self, name: &'static str, d: Duration) {
        *self.times.entry(name).or_default() += d;
    }
}

/// Where events go.
pub trait Sink {
    fn event(&mut self, event: &Event);
}

/// For those who do not listen.
#[derive(Debug, Default)]
pub struct Silent;

impl Sink for Silent {
    fn event(&mut self, _: &Event) {}
}
