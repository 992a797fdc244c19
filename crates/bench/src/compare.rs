//! `bench compare`: what changed between two results.

use std::collections::BTreeMap;
use std::path::PathBuf;

use clap::Args;

use crate::record::Category;
use crate::results::{Results, Row};
use crate::statistics::{NOISE, Pair};
use crate::{Console, Outcome, say};

/// What was gained, lost and became slower between two results.
///
/// Exit status: 0 nothing is worse, 1 a task is lost, a verdict is newly wrong or an engine's time grew beyond the threshold, 3 bad
/// usage.
#[derive(Args, Debug)]
pub struct Options {
    /// The folder of a campaign, a .csv sheet, or BenchExec's .xml or .xml.bz2.
    #[arg(value_name = "OLD")]
    old: PathBuf,

    /// The same, newer.
    #[arg(value_name = "NEW")]
    new: PathBuf,

    /// How much slower is worse: the ratio of an engine's times, new over old, in the geometric mean over the tasks that both
    /// solve. Tasks beyond it are listed.
    #[arg(long, value_name = "RATIO", default_value_t = 1.2)]
    threshold: f64,

    /// Differences of less than this many seconds are noise.
    #[arg(long, value_name = "SECONDS", default_value_t = 0.5)]
    noise: f64,

    /// Every verdict must be the same as before, also where none was reached: for suites with a fixed expectation.
    #[arg(long)]
    exact: bool,

    /// Results of different machines: new times are scaled so that the middle of all ratios is 1.
    #[arg(long)]
    relative: bool,
}

pub fn command(options: &Options, console: &mut Console<'_>) -> Result<Outcome, String> {
    let (old, new) = (Results::read(&options.old)?, Results::read(&options.new)?);
    let comparison = Comparison::of(&old, &new, options)?;
    say(console.out, &comparison.to_text(options));
    Ok(if comparison.is_worse(options) { Outcome::Worse } else { Outcome::Done })
}

/// The differences, as names of runs with what happened.
#[derive(Clone, PartialEq, Debug, Default)]
struct Comparison {
    common: usize,
    only_old: usize,
    only_new: usize,
    gained: Vec<String>,
    lost: Vec<String>,
    wrong: Vec<String>,
    slower: Vec<String>,
    faster: Vec<String>,
    /// Other verdicts or failures than before.
    changed: Vec<String>,
    /// How much slower the new machine is, if that is taken out.
    machine: Option<f64>,
    /// Times of each engine.
    pairs: BTreeMap<String, Pair>,
}

impl Comparison {
    fn of(old: &Results, new: &Results, options: &Options) -> Result<Comparison, String> {
        // Two engines of different names are meant to be compared if there is nothing else.
        let same_engine = old.engines.len() == 1 && new.engines.len() == 1;
        let key = |row: &Row| {
            let engine = if same_engine { String::new() } else { row.engine.clone() };
            (engine, row.set.clone(), row.task.clone())
        };
        let before: BTreeMap<_, &Row> = old.rows.iter().map(|row| (key(row), row)).collect();
        let mut comparison = Comparison::default();
        let mut pairs: Vec<(&Row, Row)> = Vec::new();
        for row in &new.rows {
            match before.get(&key(row)) {
                None => comparison.only_new += 1,
                Some(earlier) => pairs.push((*earlier, row.clone())),
            }
        }
        if options.relative {
            let machine = middle_ratio(&pairs);
            pairs.iter_mut().for_each(|(_, row)| row.cpu /= machine);
            comparison.machine = Some(machine);
        }
        comparison.common = pairs.len();
        comparison.only_old = old.rows.len() - pairs.len();
        if comparison.common == 0 {
            return Err("the two results have no run in common".to_string());
        }
        pairs.iter().for_each(|(earlier, row)| comparison.add(earlier, row, options));
        for engine in &new.engines {
            let own = pairs.iter().filter(|(_, row)| row.engine == *engine).map(|(earlier, row)| (*earlier, row));
            comparison.pairs.insert(engine.clone(), Pair::of(own));
        }
        Ok(comparison)
    }

    fn add(&mut self, old: &Row, new: &Row, options: &Options) {
        let name = format!("{} {}/{}", new.engine, new.set, new.task);
        let was = |row: &Row| format!("{} in {:.2} s", row.failure().unwrap_or(row.status.name().to_string()), row.cpu);
        let story = format!("{name}: {}, before {}", was(new), was(old));
        match (old.solved(), new.solved()) {
            (false, true) => self.gained.push(story.clone()),
            (true, false) => self.lost.push(story.clone()),
            (true, true) if new.cpu > old.cpu * options.threshold && new.cpu - old.cpu > options.noise => {
                self.slower.push(story.clone());
            }
            (true, true) if old.cpu > new.cpu * options.threshold && old.cpu - new.cpu > options.noise => {
                self.faster.push(story.clone());
            }
            _ => {}
        }
        if new.category() == Category::Wrong && old.category() != Category::Wrong {
            self.wrong.push(story.clone());
        }
        if new.status != old.status {
            self.changed.push(story);
        }
    }

    /// Engines whose time grew beyond the threshold, and by more than noise.
    fn slower_engines(&self, options: &Options) -> Vec<&str> {
        let is_slower = |pair: &Pair| {
            pair.ratio.is_some_and(|ratio| ratio > options.threshold)
                && pair.second_seconds - pair.first_seconds > options.noise
        };
        self.pairs.iter().filter(|(_, pair)| is_slower(pair)).map(|(engine, _)| engine.as_str()).collect()
    }

    fn is_worse(&self, options: &Options) -> bool {
        let changed = options.exact && !(self.changed.is_empty() && self.only_old == 0);
        !self.lost.is_empty() || !self.wrong.is_empty() || !self.slower_engines(options).is_empty() || changed
    }

    fn to_text(&self, options: &Options) -> String {
        let mut text = format!("{} runs in common", self.common);
        for (count, name) in [(self.only_old, "old"), (self.only_new, "new")] {
            if count > 0 {
                text += &format!(", {count} only in the {name} results");
            }
        }
        text += "\n";
        let exact = if options.exact { self.changed.as_slice() } else { &[] };
        let lists = [
            ("newly wrong", self.wrong.as_slice()),
            ("lost", &self.lost),
            ("gained", &self.gained),
            ("slower", &self.slower),
            ("faster", &self.faster),
            ("changed", exact),
        ];
        for (what, list) in lists {
            text += &format!("{what}: {}\n", list.len());
            list.iter().for_each(|story| text += &format!("  {story}\n"));
        }
        if let Some(machine) = self.machine {
            text += &format!("new times are divided by {machine:.2}, the middle of all ratios\n");
        }
        let slower = self.slower_engines(options);
        for (engine, pair) in &self.pairs {
            let Some(ratio) = pair.ratio else { continue };
            let (both, old, new) = (pair.both, pair.first_seconds, pair.second_seconds);
            text +=
                &format!("{engine}: {old:.2} s before, {new:.2} s now on the {both} that both solve, ratio {ratio:.2}");
            let beyond = slower.contains(&engine.as_str());
            text += &if beyond { format!(", beyond {}\n", options.threshold) } else { "\n".to_string() };
        }
        text
    }
}

/// The median of new over old times, over runs that both solve; 1 without any.
fn middle_ratio(pairs: &[(&Row, Row)]) -> f64 {
    let both = pairs.iter().filter(|(old, new)| old.solved() && new.solved());
    let mut ratios: Vec<f64> = both.map(|(old, new)| new.cpu.max(NOISE) / old.cpu.max(NOISE)).collect();
    ratios.sort_by(f64::total_cmp);
    ratios.get(ratios.len() / 2).copied().unwrap_or(1.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::Status;
    use crate::results::examples::{results, row};

    fn options(exact: bool) -> Options {
        Options { old: PathBuf::new(), new: PathBuf::new(), threshold: 1.2, noise: 0.5, exact, relative: false }
    }

    fn single(engine: &str, rows: Vec<Row>) -> Results {
        Results { engines: vec![engine.to_string()], rows, ..Results::default() }
    }

    #[test]
    fn the_same_is_not_worse() {
        let comparison = Comparison::of(&results(), &results(), &options(true)).expect("the same runs");
        assert!(!comparison.is_worse(&options(true)), "{comparison:?}");
        assert!(comparison.pairs.values().all(|pair| pair.ratio == Some(1.0)));
    }

    #[test]
    fn losses_wrong_verdicts_and_slowness_are_worse() {
        let old = single("x", vec![row("x", "t", true, Status::True, 2.0), row("x", "u", false, Status::Unknown, 1.0)]);
        let judge = |rows| {
            let comparison = Comparison::of(&old, &single("y", rows), &options(false)).expect("a common task");
            (comparison.is_worse(&options(false)), comparison)
        };
        let (worse, comparison) = judge(vec![row("y", "t", true, Status::Timeout, 2.0)]);
        assert!(worse && comparison.lost.len() == 1 && comparison.only_old == 1);
        let (worse, comparison) = judge(vec![row("y", "u", false, Status::True, 2.0)]);
        assert!(worse && comparison.wrong.len() == 1);
        let (worse, comparison) = judge(vec![row("y", "t", true, Status::True, 3.0)]);
        assert!(worse && comparison.slower.len() == 1);
        let (worse, comparison) = judge(vec![row("y", "u", false, Status::False, 30.0)]);
        assert!(!worse && comparison.gained.len() == 1);
        let (worse, _) = judge(vec![row("y", "t", true, Status::True, 2.3)]);
        assert!(!worse, "less than the noise");
    }

    #[test]
    fn another_machine_is_taken_out() {
        let mut slow = results();
        slow.rows.iter_mut().for_each(|row| row.cpu *= 3.0);
        let relative = Options { relative: true, ..options(true) };
        let comparison = Comparison::of(&results(), &slow, &relative).expect("the same runs");
        assert!(!comparison.is_worse(&relative) && comparison.machine == Some(3.0), "{comparison:?}");
        // One engine alone is slower than the others say the machine is.
        slow.rows.iter_mut().filter(|row| row.engine == "a").for_each(|row| row.cpu *= 10.0);
        let comparison = Comparison::of(&results(), &slow, &relative).expect("the same runs");
        assert_eq!(comparison.slower_engines(&relative), ["a"]);
    }

    #[test]
    fn an_exact_expectation_allows_no_other_verdict() {
        let old = single("x", vec![row("x", "t", true, Status::Unknown, 2.0)]);
        let new = single("x", vec![row("x", "t", true, Status::True, 2.0)]);
        let comparison = Comparison::of(&old, &new, &options(true)).expect("a common task");
        assert!(comparison.is_worse(&options(true)) && !comparison.is_worse(&options(false)));
        let other = single("x", vec![row("x", "v", true, Status::True, 2.0)]);
        assert!(Comparison::of(&old, &other, &options(true)).is_err());
    }
}
