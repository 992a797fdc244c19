//! What there is to look at of a search, for `--html`: the engine's tree, and what happened over time. Plain data.

use serde::{Deserialize, Serialize};

#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Picture {
    /// Empty if the engine builds no tree.
    pub nodes: Vec<Node>,
    /// In the order of time.
    pub samples: Vec<Sample>,
    /// When each phase of the work began, in seconds.
    pub phases: Vec<(f64, String)>,
}

/// A node of the engine's tree.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Node {
    /// An earlier node.
    pub parent: Option<usize>,
    /// The line of the source, where there is one.
    pub line: Option<u32>,
    /// What is known of the states there, in C syntax.
    pub label: Option<String>,
    /// `open`, `expanded`, `dead end`, `covered` or `error`.
    pub state: String,
    /// The node that covers it.
    pub by: Option<usize>,
}

/// Counters at a moment.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub struct Sample {
    pub seconds: f64,
    pub visited: u64,
    pub dead_ends: u64,
    pub covered: u64,
    pub refinements: u64,
}

/// Samples that a chart needs at most.
const MOST_SAMPLES: usize = 400;

impl Picture {
    /// Adds a sample, unless it comes too soon after the last one for the chart to show it.
    pub fn sample(&mut self, sample: Sample) {
        let step = sample.seconds / MOST_SAMPLES as f64;
        if self.samples.last().is_none_or(|last| sample.seconds - last.seconds >= step) {
            self.samples.push(sample);
        }
        if self.samples.len() > 2 * MOST_SAMPLES {
            let mut index = 0;
            self.samples.retain(|_| {
                index += 1;
                index % 2 == 1
            });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_searches_keep_few_samples() {
        let mut picture = Picture::default();
        for moment in 0..100_000u64 {
            let seconds = moment as f64 / 100.0;
            picture.sample(Sample { seconds, visited: moment, dead_ends: 0, covered: 0, refinements: 0 });
        }
        assert!((100..=2 * MOST_SAMPLES).contains(&picture.samples.len()), "{}", picture.samples.len());
        assert!(picture.samples.windows(2).all(|pair| pair[0].seconds < pair[1].seconds));
        assert!(picture.samples.last().is_some_and(|last| last.seconds > 990.0));
    }
}
