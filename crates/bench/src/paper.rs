//! `bench paper`: the tables of the papers that the engines come from, with the published numbers beside ours.
//!
//! The published numbers are data (`data/*.json`), each with its citation. A value of ours is computed from the same description: a
//! row and a column of a table together say which runs are meant and what is counted.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use serde::Deserialize;

use crate::campaign::{Configuration, Folder};
use crate::results::{Results, Row};
use crate::run::{self, Place, Request};
use crate::statistics::Summary;
use crate::table::{Cell, Table};
use crate::{Console, Outcome, leaf, record, report, say};

/// A paper's tables, with its published numbers beside ours.
///
/// With a suite, its campaign is run first: the paper's configurations, and the paper's limits unless others are given.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub struct Options {
    /// Which paper.
    #[arg(value_name = "PAPER")]
    paper: Paper,

    /// The folder of the campaign.
    #[arg(value_name = "DIR")]
    campaign: PathBuf,

    /// Run the paper's configurations on these tasks first, or go on with that: definitions, set files, C files, folders.
    #[arg(value_name = "SUITE")]
    suite: Vec<PathBuf>,

    /// Processor seconds of each run. [default: the paper's]
    #[arg(long, value_name = "SECONDS")]
    limit: Option<f64>,

    /// Memory of each run in megabytes. [default: the paper's]
    #[arg(long, value_name = "MB")]
    memory: Option<u64>,

    /// How many runs at the same time.
    #[arg(long, value_name = "N", default_value_t = 1)]
    jobs: usize,

    #[command(flatten)]
    place: Place,
}

const EXAMPLES: &str = "\
Examples:
  landfall bench paper gps results tasks/gps-*       run the campaign and print the tables
  landfall bench paper gps results                   the tables of a campaign that was run before
  landfall bench paper ufo results tasks/ufo-* --limit 20 --jobs 4";

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Paper {
    /// Summary-guided search (OOPSLA 2025).
    Gps,
    /// Under- and over-approximations (TACAS 2012).
    Ufo,
    /// Unbounded symbolic execution (RV 2011).
    Tracer,
    /// Backward symbolic execution with loop folding (SAS 2021).
    Bself,
    /// Directed model checking (IEEE Access 2021).
    Tour,
}

impl Paper {
    fn name(self) -> &'static str {
        match self {
            Paper::Gps => "gps",
            Paper::Ufo => "ufo",
            Paper::Tracer => "tracer",
            Paper::Bself => "bself",
            Paper::Tour => "tour",
        }
    }

    pub const ALL: [Paper; 5] = [Paper::Gps, Paper::Ufo, Paper::Tracer, Paper::Bself, Paper::Tour];

    /// The configurations of the checker that its tables need.
    pub fn configurations(self) -> Result<Vec<Configuration>, String> {
        self.published().map(|published| published.configurations)
    }

    fn published(self) -> Result<Published, String> {
        let text = match self {
            Paper::Gps => include_str!("../data/gps.json"),
            Paper::Ufo => include_str!("../data/ufo.json"),
            Paper::Tracer => include_str!("../data/tracer.json"),
            Paper::Bself => include_str!("../data/bself.json"),
            Paper::Tour => include_str!("../data/tour.json"),
        };
        serde_json::from_str(text).map_err(|e| format!("the published numbers of {} cannot be read: {e}", self.name()))
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Published {
    citation: String,
    /// What the paper's experiments ran on.
    setting: String,
    cpu_seconds: f64,
    memory_mb: u64,
    configurations: Vec<Configuration>,
    note: String,
    tables: Vec<PublishedTable>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PublishedTable {
    title: String,
    /// Names of the columns of labels.
    labels: Vec<String>,
    columns: Vec<PublishedColumn>,
    rows: Vec<PublishedRow>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PublishedColumn {
    label: String,
    quantity: Quantity,
    /// For cross-comparisons: the configuration that does not solve the task.
    against: Option<String>,
}

/// Which runs a line is about. What is not given does not restrict.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PublishedRow {
    label: Vec<String>,
    /// Our configuration for the paper's tool; none for tools that are not ours.
    configuration: Option<String>,
    /// Patterns of names of sets.
    #[serde(default)]
    sets: Vec<String>,
    expected: Option<bool>,
    /// A program by name.
    program: Option<String>,
    /// Only tasks that this configuration does not solve.
    unsolved_by: Option<String>,
    values: Vec<Option<f64>>,
}

/// What is counted.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(try_from = "String")]
enum Quantity {
    Tasks,
    Solved,
    Safe,
    Unsafe,
    Wrong,
    Unknown,
    Timeout,
    Memory,
    /// Failures other than of time.
    Others,
    TotalSeconds,
    /// Of the runs that solved their task.
    SolvedSeconds,
    /// Tasks solved here and not by the configuration of the column.
    Only,
    /// A counter of the checker, of runs that solved their task.
    Statistic(String),
}

impl TryFrom<String> for Quantity {
    type Error = String;

    fn try_from(name: String) -> Result<Quantity, String> {
        Ok(match name.as_str() {
            "tasks" => Quantity::Tasks,
            "solved" => Quantity::Solved,
            "safe" => Quantity::Safe,
            "unsafe" => Quantity::Unsafe,
            "wrong" => Quantity::Wrong,
            "unknown" => Quantity::Unknown,
            "timeout" => Quantity::Timeout,
            "memory" => Quantity::Memory,
            "others" => Quantity::Others,
            "total_seconds" => Quantity::TotalSeconds,
            "solved_seconds" => Quantity::SolvedSeconds,
            "only" => Quantity::Only,
            _ => match name.strip_prefix("statistic:") {
                Some(statistic) => Quantity::Statistic(statistic.to_string()),
                None => return Err(format!("no such quantity: {name}")),
            },
        })
    }
}

pub fn command(options: &Options, console: &mut Console<'_>) -> Result<Outcome, String> {
    let published = options.paper.published()?;
    let mut outcome = Outcome::Done;
    if !options.suite.is_empty() {
        outcome = run::start(&request(options, &published)?, console)?;
    }
    let results = Results::of_campaign(&Folder::new(&options.campaign))?;
    let tables: Vec<Table> = published.tables.iter().map(|table| side_by_side(table, &results)).collect();
    let facts: Vec<(String, String)> =
        [("paper", &published.citation), ("its setting", &published.setting), ("note", &published.note)]
            .into_iter()
            .map(|(name, value)| (name.to_string(), value.clone()))
            .chain(results.facts)
            .collect();
    let mut text: String = facts.iter().map(|(name, value)| format!("{name}: {value}\n")).collect();
    text += &tables.iter().map(|table| format!("\n{}", table.to_text())).collect::<String>();
    let target = options.campaign.join(format!("paper-{}.html", options.paper.name()));
    record::write_whole(&target, report::page::tables_page(&published.citation, &facts, &tables).as_bytes())?;
    say(console.out, &format!("{text}\npage: {}\n", target.display()));
    Ok(outcome)
}

fn request(options: &Options, published: &Published) -> Result<Request, String> {
    let limits = leaf::LimitOptions {
        limit: options.limit.unwrap_or(published.cpu_seconds),
        memory: options.memory.unwrap_or(published.memory_mb),
        wall: None,
        cores: 0,
    };
    Ok(Request {
        suite: options.suite.clone(),
        configurations: published.configurations.clone(),
        property: None,
        limits: limits.limits()?,
        jobs: options.jobs,
        out: options.campaign.clone(),
        tool: None,
        place: options.place.clone(),
    })
}

/// Every published column followed by ours.
fn side_by_side(published: &PublishedTable, results: &Results) -> Table {
    let mut columns: Vec<String> = published.labels.clone();
    for column in &published.columns {
        columns.extend([column.label.clone(), "ours".to_string()]);
    }
    let names: Vec<&str> = columns.iter().map(String::as_str).collect();
    let mut table = Table::new("paper", &published.title, &names, published.labels.len());
    for row in &published.rows {
        let mut line: Vec<Cell> = row.label.iter().map(Cell::from).collect();
        for (column, value) in published.columns.iter().zip(&row.values) {
            line.push(Cell::from(shown(*value)));
            line.push(Cell::from(shown(our_value(row, column, results))).class("ours"));
        }
        table.rows.push(line);
    }
    table
}

fn shown(value: Option<f64>) -> String {
    match value {
        None => "-".to_string(),
        Some(value) if value.fract() == 0.0 => format!("{value:.0}"),
        Some(value) => format!("{value:.2}"),
    }
}

/// None: there are no such runs of ours.
fn our_value(line: &PublishedRow, column: &PublishedColumn, results: &Results) -> Option<f64> {
    let engine = line.configuration.as_ref()?;
    let rows: Vec<&Row> = results.of_engine(engine).filter(|row| is_meant(row, line, results)).collect();
    if rows.is_empty() {
        return None;
    }
    let summary = Summary::of(rows.iter().copied(), results.limit);
    let count = |count: usize| Some(count as f64);
    match &column.quantity {
        Quantity::Tasks => count(summary.tasks),
        Quantity::Solved => count(summary.solved),
        Quantity::Safe => count(summary.safe),
        Quantity::Unsafe => count(summary.bugs),
        Quantity::Wrong => count(summary.wrong),
        Quantity::Unknown => count(summary.unknown),
        Quantity::Timeout => count(summary.timeout),
        Quantity::Memory => count(summary.memory),
        Quantity::Others => count(summary.tasks - summary.solved - summary.timeout),
        Quantity::TotalSeconds => Some(summary.total_seconds),
        Quantity::SolvedSeconds => (summary.solved > 0).then_some(summary.solved_seconds),
        Quantity::Only => {
            let other = column.against.as_deref()?;
            if other == engine || !results.engines.iter().any(|engine| engine == other) {
                return None;
            }
            count(rows.iter().filter(|row| row.solved() && !is_solved_by(row, other, results)).count())
        }
        Quantity::Statistic(name) => {
            let solved = rows.iter().filter(|row| row.solved());
            let values: Vec<f64> = solved.filter_map(|row| row.statistics.get(name).copied()).collect();
            // A counter that never counted is not among the statistics, and the sum of no numbers is -0.
            (summary.solved > 0).then(|| values.iter().sum::<f64>() + 0.0)
        }
    }
}

fn is_meant(row: &Row, line: &PublishedRow, results: &Results) -> bool {
    let matches = |pattern: &String| glob::Pattern::new(pattern).is_ok_and(|pattern| pattern.matches(&row.set));
    (line.sets.is_empty() || line.sets.iter().any(matches))
        && line.expected.is_none_or(|expected| row.expected == Some(expected))
        && line.program.as_ref().is_none_or(|program| has_name(&row.task, program))
        && line.unsolved_by.as_ref().is_none_or(|engine| !is_solved_by(row, engine, results))
}

fn is_solved_by(row: &Row, engine: &str, results: &Results) -> bool {
    results.of_engine(engine).any(|other| other.key() == row.key() && other.solved())
}

/// The task's name has the words of the program's, one after the other and not cut in the middle.
fn has_name(task: &str, program: &str) -> bool {
    let words = |text: &str| -> Vec<String> {
        let parts = text.split(|c: char| !c.is_ascii_alphanumeric()).filter(|part| !part.is_empty());
        parts.map(str::to_lowercase).collect()
    };
    let (task, program) = (words(task), words(program));
    task.windows(program.len().max(1)).any(|window| window == program)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::results::examples::results;

    #[test]
    fn the_published_numbers_are_complete() {
        for paper in Paper::ALL {
            let published = paper.published().expect("is readable");
            let known = |name: &String| published.configurations.iter().any(|c| c.name == *name);
            for table in &published.tables {
                for row in &table.rows {
                    assert_eq!(row.values.len(), table.columns.len(), "{} {:?}", table.title, row.label);
                    assert_eq!(row.label.len(), table.labels.len(), "{} {:?}", table.title, row.label);
                    assert!(row.configuration.iter().chain(&row.unsolved_by).all(known), "{:?}", row.label);
                }
            }
        }
    }

    #[test]
    fn totals_of_the_published_tables_add_up() {
        let published = Paper::Gps.published().expect("is readable");
        for table in published.tables.iter().filter(|table| table.columns.len() == 3 && table.labels.len() == 2) {
            let sum = |tool: &str, column: usize| -> (f64, f64) {
                let of_tool = |row: &&PublishedRow| row.label[1] == tool;
                let value = |suite: &str| {
                    let row = table.rows.iter().filter(of_tool).find(|row| row.label[0].starts_with(suite));
                    row.and_then(|row| row.values[column]).expect("every tool has every suite")
                };
                (value("Suite 1 (") + value("Suite 2") + value("Suite 3"), value("Total"))
            };
            for tool in table.rows.iter().map(|row| row.label[1].as_str()) {
                let ((tasks, all), (correct, all_correct)) = (sum(tool, 0), sum(tool, 1));
                assert_eq!((tasks, correct), (all, all_correct), "{tool}");
            }
        }
    }

    #[test]
    fn our_numbers_stand_beside() {
        let table: PublishedTable = serde_json::from_str(
            r#"{"title":"T","labels":["tool"],"columns":[{"label":"tasks","quantity":"tasks"},{"label":"unsafe","quantity":"unsafe"},
                {"label":"B","quantity":"only","against":"b"}],
                "rows":[{"label":["A"],"configuration":"a","expected":false,"values":[7,3,null]},
                        {"label":["C"],"values":[7,2,1.5]}]}"#,
        )
        .expect("is a table");
        let lines = side_by_side(&table, &results());
        let texts: Vec<Vec<&str>> =
            lines.rows.iter().map(|row| row.iter().map(|cell| cell.text.as_str()).collect()).collect();
        assert_eq!(texts, [["A", "7", "2", "3", "1", "-", "0"], ["C", "7", "-", "2", "-", "1.50", "-"]]);
    }

    #[test]
    fn names_match_by_words() {
        assert!(has_name("Suite-ring.03_safe", "ring 03"));
        assert!(!has_name("Suite-ring.035", "ring 03"));
        assert!(!has_name("ring_1_03", "ring 03"));
    }
}
