//! The numbers behind the tables: counts, times, who solves what.

use std::collections::{BTreeMap, BTreeSet};

use crate::record::{Category, Status};
use crate::results::{Results, Row};
use crate::table::{Cell, Table};

/// Counts over some runs of one engine.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Summary {
    pub tasks: usize,
    pub solved: usize,
    pub safe: usize,
    pub bugs: usize,
    pub wrong: usize,
    pub unknown: usize,
    pub timeout: usize,
    pub memory: usize,
    pub error: usize,
    /// Processor seconds of the runs that solved their task.
    pub solved_seconds: f64,
    pub total_seconds: f64,
    /// Of the runs that solved their task.
    pub median_seconds: f64,
    /// Seconds, with twice the limit for a task that was not solved.
    pub par2: Option<f64>,
    /// Points of the competition: 2 for a proof, 1 for a bug, -32 and -16 for a wrong one.
    pub score: i64,
}

impl Summary {
    pub fn of<'a>(rows: impl IntoIterator<Item = &'a Row>, limit: Option<f64>) -> Summary {
        let mut summary = Summary::default();
        let mut times = Vec::new();
        let mut unsolved = 0;
        for row in rows {
            summary.tasks += 1;
            summary.total_seconds += row.cpu;
            summary.count(row);
            if row.solved() {
                times.push(row.cpu);
            } else {
                unsolved += 1;
            }
        }
        times.sort_by(f64::total_cmp);
        // An empty sum is -0.
        summary.solved_seconds = times.iter().sum::<f64>() + 0.0;
        summary.median_seconds = median(&times);
        summary.par2 = limit.map(|limit| summary.solved_seconds + 2.0 * limit * f64::from(unsolved));
        summary
    }

    fn count(&mut self, row: &Row) {
        match (row.category(), row.status) {
            (Category::Wrong, status) => {
                self.wrong += 1;
                self.score -= if status == Status::True { 32 } else { 16 };
            }
            (_, Status::True) => {
                (self.solved, self.safe) = (self.solved + 1, self.safe + 1);
                self.score += 2;
            }
            (_, Status::False) => {
                (self.solved, self.bugs) = (self.solved + 1, self.bugs + 1);
                self.score += 1;
            }
            (_, Status::Unknown) => self.unknown += 1,
            (_, Status::Timeout) => self.timeout += 1,
            (_, Status::Memory) => self.memory += 1,
            (_, Status::Error) => self.error += 1,
        }
    }
}

/// The middle of sorted times; 0 of none.
fn median(times: &[f64]) -> f64 {
    match times.len() {
        0 => 0.0,
        n if n % 2 == 1 => times[n / 2],
        n => f64::midpoint(times[n / 2 - 1], times[n / 2]),
    }
}

const SUMMARY_COLUMNS: [&str; 13] = [
    "tasks", "solved", "safe", "unsafe", "wrong", "unknown", "timeout", "memory", "error", "solved s", "median s",
    "PAR2 s", "score",
];

const SUMMARY_NOTE: &str = "Solved: with a verdict that is not known to be wrong. Times are processor seconds; PAR2 counts twice the \
                            limit for a task that is not solved. Score: 2 a proof, 1 a bug, -32 a wrong proof, -16 a false alarm.";

fn summary_cells(summary: &Summary) -> Vec<Cell> {
    let wrong = Cell::from(summary.wrong);
    vec![
        Cell::from(summary.tasks),
        Cell::from(summary.solved),
        Cell::from(summary.safe),
        Cell::from(summary.bugs),
        if summary.wrong > 0 { wrong.class("bad") } else { wrong },
        Cell::from(summary.unknown),
        Cell::from(summary.timeout),
        Cell::from(summary.memory),
        Cell::from(summary.error),
        Cell::seconds(summary.solved_seconds),
        Cell::seconds(summary.median_seconds),
        summary.par2.map_or(Cell::from("-"), Cell::seconds),
        Cell::from(summary.score),
    ]
}

/// One line an engine.
pub fn summary(results: &Results) -> Table {
    let columns: Vec<&str> = ["engine"].into_iter().chain(SUMMARY_COLUMNS).collect();
    let mut table = Table::new("summary", "Summary", &columns, 1);
    table.note = SUMMARY_NOTE.to_string();
    for engine in &results.engines {
        let mut line = vec![Cell::from(engine)];
        line.extend(summary_cells(&Summary::of(results.of_engine(engine), results.limit)));
        table.rows.push(line);
    }
    table
}

/// One line an engine and set. None if there is only one set.
pub fn by_set(results: &Results) -> Option<Table> {
    let sets = results.sets();
    if sets.len() < 2 {
        return None;
    }
    let columns: Vec<&str> = ["set", "engine"].into_iter().chain(SUMMARY_COLUMNS).collect();
    let mut table = Table::new("sets", "By set", &columns, 2);
    for set in sets {
        for engine in &results.engines {
            let rows: Vec<&Row> = results.of_engine(engine).filter(|row| row.set == set).collect();
            if !rows.is_empty() {
                let mut line = vec![Cell::from(set), Cell::from(engine)];
                line.extend(summary_cells(&Summary::of(rows, results.limit)));
                table.rows.push(line);
            }
        }
    }
    Some(table)
}

/// What kept engines from a verdict.
pub fn failures(results: &Results) -> Option<Table> {
    let kinds: BTreeSet<String> = results.rows.iter().filter_map(Row::failure).collect();
    if kinds.is_empty() {
        return None;
    }
    let columns: Vec<&str> = ["engine"].into_iter().chain(kinds.iter().map(String::as_str)).collect();
    let mut table = Table::new("failures", "Failures by kind", &columns, 1);
    for engine in &results.engines {
        let mut count: BTreeMap<String, usize> = BTreeMap::new();
        results.of_engine(engine).filter_map(Row::failure).for_each(|kind| *count.entry(kind).or_default() += 1);
        let numbers = kinds.iter().map(|kind| Cell::from(count.get(kind).copied().unwrap_or(0)));
        table.rows.push([Cell::from(engine)].into_iter().chain(numbers).collect());
    }
    Some(table)
}

/// Two engines on the tasks that both were run on.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Pair {
    pub only_first: usize,
    pub only_second: usize,
    pub both: usize,
    /// Times on the tasks that both solve.
    pub first_seconds: f64,
    pub second_seconds: f64,
    /// The geometric mean of second over first, over tasks that both solve. None without such tasks.
    pub ratio: Option<f64>,
}

/// Below this, times are noise: ratios count them as this much.
pub const NOISE: f64 = 0.01;

impl Pair {
    pub fn of<'a>(pairs: impl IntoIterator<Item = (&'a Row, &'a Row)>) -> Pair {
        let mut pair = Pair::default();
        let mut logarithms = 0.0;
        for (first, second) in pairs {
            match (first.solved(), second.solved()) {
                (true, false) => pair.only_first += 1,
                (false, true) => pair.only_second += 1,
                (false, false) => {}
                (true, true) => {
                    pair.both += 1;
                    pair.first_seconds += first.cpu;
                    pair.second_seconds += second.cpu;
                    logarithms += (second.cpu.max(NOISE) / first.cpu.max(NOISE)).ln();
                }
            }
        }
        pair.ratio = (pair.both > 0).then(|| (logarithms / pair.both as f64).exp());
        pair
    }

    /// Two engines of the same results, by number.
    pub fn between(results: &Results, first: usize, second: usize) -> Pair {
        let tasks = results.by_task();
        Pair::of(tasks.iter().filter_map(|(_, rows)| rows[first].zip(rows[second])))
    }
}

/// Every engine against the first: what its differences cost or gain.
pub fn ablations(results: &Results) -> Option<Table> {
    let (base, others) = results.engines.split_first()?;
    if others.is_empty() {
        return None;
    }
    let title = format!("Ablations: the others against {base}");
    let only_base = format!("only {base}");
    let columns = ["engine", &only_base, "only it", "both", "base s", "its s", "ratio"];
    let mut table = Table::new("ablations", &title, &columns, 1);
    table.note = format!(
        "Tasks that only one of the two solves; times on the tasks that both solve. Ratio: geometric mean of its time over {base}'s."
    );
    for (index, engine) in others.iter().enumerate() {
        let pair = Pair::between(results, 0, index + 1);
        table.rows.push(vec![
            Cell::from(engine),
            Cell::from(pair.only_first),
            Cell::from(pair.only_second),
            Cell::from(pair.both),
            Cell::seconds(pair.first_seconds),
            Cell::seconds(pair.second_seconds),
            pair.ratio.map_or(Cell::from("-"), Cell::seconds),
        ]);
    }
    Some(table)
}

/// How many tasks the row's engine solves and the column's does not.
pub fn cross_comparison(results: &Results) -> Option<Table> {
    if results.engines.len() < 2 {
        return None;
    }
    let columns: Vec<&str> =
        ["solves, and the other does not"].into_iter().chain(results.engines.iter().map(String::as_str)).collect();
    let mut table = Table::new("cross", "Cross-comparison", &columns, 1);
    let tasks = results.by_task();
    for (first, engine) in results.engines.iter().enumerate() {
        let mut line = vec![Cell::from(engine)];
        for second in 0..results.engines.len() {
            let pairs = tasks.iter().filter_map(|(_, rows)| rows[first].zip(rows[second]));
            let count = pairs.filter(|(one, other)| one.solved() && !other.solved()).count();
            line.push(if first == second { Cell::from("-") } else { Cell::from(count) });
        }
        table.rows.push(line);
    }
    Some(table)
}

/// Which engines solve a group of tasks together, and how many tasks that are; the largest groups first.
pub fn groups(results: &Results) -> Vec<(Vec<bool>, usize)> {
    let mut count: BTreeMap<Vec<bool>, usize> = BTreeMap::new();
    for (_, rows) in results.by_task() {
        let solved: Vec<bool> = rows.iter().map(|row| row.is_some_and(Row::solved)).collect();
        *count.entry(solved).or_default() += 1;
    }
    let mut groups: Vec<(Vec<bool>, usize)> = count.into_iter().collect();
    groups.sort_by(|a, b| b.1.cmp(&a.1).then_with(|| b.0.cmp(&a.0)));
    groups
}

/// Directed searches by their distance metric. None if no configuration chooses one.
pub fn metrics(results: &Results) -> Option<Table> {
    let option = |engine: &String, name: &str| {
        let words = results.options.get(engine)?;
        let at = words.iter().position(|word| word == name)?;
        words.get(at + 1).cloned()
    };
    let columns: Vec<&str> = ["metric", "engine", "configuration"].into_iter().chain(SUMMARY_COLUMNS).collect();
    let mut table = Table::new("metrics", "Distance metrics", &columns, 3);
    for configuration in &results.engines {
        let Some(metric) = option(configuration, "--metric") else { continue };
        let engine = option(configuration, "--engine").unwrap_or_else(|| "default".to_string());
        let mut line = vec![Cell::from(metric), Cell::from(engine), Cell::from(configuration)];
        line.extend(summary_cells(&Summary::of(results.of_engine(configuration), results.limit)));
        table.rows.push(line);
    }
    (!table.rows.is_empty()).then_some(table)
}

/// Every task with every engine's answer and time. `link` gives what a run's cell links to.
pub fn tasks(results: &Results, link: &dyn Fn(&Row) -> Option<String>) -> Table {
    let columns: Vec<&str> =
        ["set", "task", "expected"].into_iter().chain(results.engines.iter().map(String::as_str)).collect();
    let mut table = Table::new("tasks", "Tasks", &columns, 3);
    for ((set, task), rows) in results.by_task() {
        let expected = rows.iter().flatten().find_map(|row| row.expected);
        let expected = expected.map_or("", |safe| if safe { "true" } else { "false" });
        let mut line = vec![Cell::from(set), Cell::from(task), Cell::from(expected)];
        line.extend(rows.iter().map(|row| row.map_or(Cell::from("-"), |row| run_cell(row, link))));
        table.rows.push(line);
    }
    table
}

fn run_cell(row: &Row, link: &dyn Fn(&Row) -> Option<String>) -> Cell {
    let kind = match (row.status, &row.reason) {
        (Status::Unknown | Status::Error, Some(reason)) => format!("{}({reason})", row.status.name()),
        (status, _) => status.name().to_string(),
    };
    let class = match row.category() {
        Category::Correct | Category::Unjudged => "good",
        Category::Wrong => "bad",
        Category::Unsolved => "open",
    };
    Cell { text: format!("{kind} {:.2}", row.cpu), link: link(row), class: Some(class) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::results::examples::results;

    #[test]
    fn counts() {
        let results = results();
        let summary = Summary::of(results.of_engine("a"), results.limit);
        assert_eq!((summary.tasks, summary.solved, summary.safe, summary.bugs), (4, 2, 1, 1));
        assert_eq!((summary.wrong, summary.timeout, summary.score), (1, 1, 2 + 1 - 32));
        assert_eq!((summary.solved_seconds, summary.median_seconds, summary.par2), (3.0, 1.5, Some(43.0)));
    }

    #[test]
    fn pairs_count_tasks_that_one_solves_alone() {
        let pair = Pair::between(&results(), 0, 1);
        assert_eq!((pair.only_first, pair.only_second, pair.both), (1, 2, 1));
        assert_eq!(pair.ratio.map(|ratio| (ratio * 1000.0).round()), Some(500.0));
        let table = cross_comparison(&results()).expect("two engines");
        let texts: Vec<Vec<&str>> =
            table.rows.iter().map(|row| row.iter().map(|cell| cell.text.as_str()).collect()).collect();
        assert_eq!(texts, [["a", "-", "1"], ["b", "2", "-"]]);
    }

    #[test]
    fn groups_partition_the_tasks() {
        assert_eq!(groups(&results()), [(vec![false, true], 2), (vec![true, true], 1), (vec![true, false], 1)]);
    }

    #[test]
    fn failures_are_counted_by_kind() {
        let table = failures(&results()).expect("there are some");
        assert_eq!(table.columns, ["engine", "error", "timeout"]);
        assert_eq!(table.rows[0].iter().map(|cell| cell.text.as_str()).collect::<Vec<_>>(), ["a", "0", "1"]);
    }

    #[test]
    fn metrics_come_from_the_options() {
        let mut results = results();
        assert!(metrics(&results).is_none());
        let words = "--engine bam --metric lf".split(' ').map(str::to_string).collect();
        results.options.insert("b".to_string(), words);
        let table = metrics(&results).expect("one has a metric");
        assert_eq!((table.rows.len(), table.rows[0][0].text.as_str(), table.rows[0][4].text.as_str()), (1, "lf", "3"));
    }
}
