//! `bench learn-metric`: learns from results which distance metric suits which program (section IV-B-2 of Lee, Kim, Kim, Ryu and
//! Baik, IEEE Access 2021).
//!
//! A program is labelled with the metric that solved it with the least processor time; programs for which the choice makes little
//! difference are left out. The features of a program come from `landfall features`, and the tree is written in the form that the
//! checker reads (`metric.tree`).

pub mod cart;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use clap::Args;
use serde::Deserialize;

use crate::campaign::Folder;
use crate::record::{Status, write_whole};
use crate::results::{Results, Row};
use crate::task::{Task, read_suite};
use crate::{Console, Outcome, say, sheet};
use cart::{Sample, Settings, Tree};

/// The metrics of directed search, by their names on the command line.
pub const METRICS: [&str; 4] = ["st", "bb", "lh", "lf"];

/// How many parts cross-validation makes.
const FOLDS: usize = 10;

/// Learn from results which metric suits which program, as a decision tree for --metric auto.
///
/// The results are those of directed searches with each of the four metrics, as `bench paper tour` makes them. Metrics are told
/// apart by the option --metric of configurations or, without options, by a word of their names (bam-st, bam-bb, bam-lh, bam-lf).
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub struct Options {
    /// The folder of a campaign or its results.csv; another sheet (.csv) or BenchExec's .xml needs --tasks.
    #[arg(value_name = "RESULTS")]
    results: PathBuf,

    /// Where the programs are, if the results do not say: task definitions, set files, C files, folders. Can be given several times.
    #[arg(long, value_name = "SUITE")]
    tasks: Vec<PathBuf>,

    /// Leave out programs whose processor times with the metrics differ by less than this many seconds. The default is the paper's,
    /// for a limit of 900 seconds.
    #[arg(long, value_name = "SECONDS", default_value_t = 40.0)]
    difference: f64,

    /// Fewer programs than these are not divided further; a leaf has at least a third of these.
    #[arg(long, value_name = "N", default_value_t = 20)]
    min_split: usize,

    /// The depth of the tree.
    #[arg(long, value_name = "N", default_value_t = 30)]
    depth: usize,

    /// What a condition must save for each leaf that it adds, as a part of the programs that are wrong without any condition.
    #[arg(long, value_name = "PART", default_value_t = 0.01)]
    complexity: f64,

    /// Where to write the tree; printed by default.
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

const EXAMPLES: &str = "\
Examples:
  landfall bench paper tour results tasks/
  landfall bench learn-metric results/results.csv --out metric.tree
  landfall bench learn-metric short/results.csv --difference 0.5
  landfall bench learn-metric sheet.csv --tasks tasks/";

pub fn command(options: &Options, console: &mut Console<'_>) -> Result<Outcome, String> {
    let (results, tasks) = read(options)?;
    let executable = std::env::current_exe().map_err(|e| format!("cannot find the own executable: {e}"))?;
    let mut features = |task: &Task| features_of(&executable, task);
    let history = History::of(&results, &tasks, options.difference, &mut features)?;
    for why in &history.without_features {
        say(console.messages, &format!("left out: {why}\n"));
    }
    let settings = Settings { min_split: options.min_split, max_depth: options.depth, complexity: options.complexity };
    let text = history.learn(&settings, options.difference);
    match &options.out {
        None => say(console.out, &text),
        Some(path) => write_whole(path, text.as_bytes())?,
    }
    Ok(Outcome::Done)
}

/// The results and the tasks that they are of.
fn read(options: &Options) -> Result<(Results, Vec<Task>), String> {
    let path = &options.results;
    let is_sheet_of_campaign = path.file_name().is_some_and(|name| name == sheet::NAME);
    let folder = Folder::new(if is_sheet_of_campaign { path.parent().unwrap_or(Path::new("")) } else { path });
    if folder.has_plan() {
        let results = Results::of_campaign(&folder)?;
        return Ok((results, folder.read()?.tasks));
    }
    let results = Results::read(path)?;
    if options.tasks.is_empty() {
        return Err(format!("{} does not say where its programs are: name them with --tasks", path.display()));
    }
    Ok((results, read_suite(&options.tasks, None)?))
}

type Features = BTreeMap<String, f64>;

/// What `landfall features` says.
fn features_of(executable: &Path, task: &Task) -> Result<Features, String> {
    #[derive(Deserialize)]
    struct Answer {
        features: Features,
    }
    let mut command = std::process::Command::new(executable);
    command.args(["features", "--format", "json"]);
    if let Some(property) = &task.property {
        command.arg("--property").arg(property);
    }
    if let Some(model) = &task.data_model {
        command.arg("--data-model").arg(model);
    }
    let output = command.args(&task.options).arg(&task.source).output();
    let output = output.map_err(|e| format!("cannot run {}: {e}", executable.display()))?;
    let answer = serde_json::from_slice::<Answer>(&output.stdout);
    let errors = || String::from_utf8_lossy(&output.stderr).trim().to_string();
    answer
        .map(|answer| answer.features)
        .map_err(|e| format!("no features of {}: {e} {}", task.source.display(), errors()))
}

/// One program of the history.
struct Case {
    sample: Sample,
    /// Processor seconds with each metric.
    seconds: [f64; 4],
}

/// What was learned from, and what was not.
#[derive(Default)]
struct History {
    names: Vec<String>,
    cases: Vec<Case>,
    /// Programs with results of all metrics, however they ended.
    programs: usize,
    /// Why programs that would count have no features.
    without_features: Vec<String>,
}

impl History {
    fn of(
        results: &Results,
        tasks: &[Task],
        difference: f64,
        features: &mut dyn FnMut(&Task) -> Result<Features, String>,
    ) -> Result<History, String> {
        let groups = groups(results)?;
        let tasks: BTreeMap<(&str, &str), &Task> = tasks.iter().map(|task| ((&*task.set, &*task.name), task)).collect();
        let mut history = History::default();
        for ((set, name, _), rows) in groups {
            let [Some(st), Some(bb), Some(lh), Some(lf)] = rows else { continue };
            history.programs += 1;
            let Some((class, seconds)) = label([st, bb, lh, lf], difference) else { continue };
            let task = tasks.get(&(set, name));
            let task = task.ok_or_else(|| format!("the program of {set}/{name} is not among the tasks"))?;
            let found = match features(task) {
                Ok(found) => found,
                Err(why) => {
                    history.without_features.push(why);
                    continue;
                }
            };
            let (names, values): (Vec<String>, Vec<f64>) = found.into_iter().unzip();
            if !history.names.is_empty() && history.names != names {
                return Err(format!("{set}/{name} has other features than the programs before"));
            }
            history.names = names;
            history.cases.push(Case { sample: Sample { features: values, class }, seconds });
        }
        match (history.cases.is_empty(), history.without_features.first()) {
            (false, _) => Ok(history),
            (true, Some(why)) => Err(why.clone()),
            (true, None) => Err(format!(
                "of {} programs with results of all metrics, none is solved with times that differ by {difference} s \
                 (--difference)",
                history.programs
            )),
        }
    }

    fn samples(&self) -> Vec<&Sample> {
        self.cases.iter().map(|case| &case.sample).collect()
    }

    /// The tree as a file, with what it was learned from as comments.
    fn learn(&self, settings: &Settings, difference: f64) -> String {
        let tree = Tree::learn(&self.samples(), METRICS.len(), settings);
        let own: Vec<usize> = self.cases.iter().map(|case| tree.classify(&case.sample.features)).collect();
        let mut lines = vec![
            "The metric of `--metric auto`: conditions, with children indented below them, or the name of a metric."
                .to_string(),
            format!(
                "Learned from {} of {} programs: those solved whose processor times differ by at least {difference} s.",
                self.cases.len(),
                self.programs
            ),
            format!(
                "Settings: splits of at least {} programs, leaves of at least {}, depth {}, complexity {}.",
                settings.min_split,
                settings.min_leaf(),
                settings.max_depth,
                settings.complexity
            ),
        ];
        for (metric, name) in METRICS.iter().enumerate() {
            lines.push(self.score(&format!("{name} for all"), &vec![metric; self.cases.len()]));
        }
        lines.push(self.score("this tree", &own));
        lines.push(self.score(&format!("trees of {FOLDS}-fold cross-validation"), &self.cross_validated(settings)));
        let comments: String = lines.iter().map(|line| format!("# {line}\n")).collect();
        comments + &tree.to_text(&self.names, &METRICS)
    }

    /// How good a choice of metrics is.
    fn score(&self, what: &str, choice: &[usize]) -> String {
        let chosen = || self.cases.iter().zip(choice);
        let best = chosen().filter(|(case, metric)| case.sample.class == **metric).count();
        let seconds: f64 = chosen().map(|(case, metric)| case.seconds[*metric]).sum();
        format!("{what}: the best metric for {best}, {seconds:.1} s")
    }

    /// What trees choose for programs that they were not learned from.
    fn cross_validated(&self, settings: &Settings) -> Vec<usize> {
        let samples = self.samples();
        let fold = |fold: usize| {
            let others = samples.iter().enumerate().filter(|(index, _)| index % FOLDS != fold);
            Tree::learn(&others.map(|(_, sample)| *sample).collect::<Vec<_>>(), METRICS.len(), settings)
        };
        let trees: Vec<Tree> = (0..FOLDS).map(fold).collect();
        samples.iter().enumerate().map(|(index, sample)| trees[index % FOLDS].classify(&sample.features)).collect()
    }
}

/// The rows of a program for the four metrics, by set, task, and configuration without the metric.
type Groups<'a> = BTreeMap<(&'a str, &'a str, String), [Option<&'a Row>; 4]>;

fn groups(results: &Results) -> Result<Groups<'_>, String> {
    let metrics: BTreeMap<&str, (usize, String)> =
        results.engines.iter().filter_map(|engine| Some((engine.as_str(), metric_of(results, engine)?))).collect();
    let is_missing = |metric: &usize| metrics.values().all(|(found, _)| found != metric);
    let missing: Vec<&str> = (0..METRICS.len()).filter(is_missing).map(|metric| METRICS[metric]).collect();
    if !missing.is_empty() {
        return Err(format!(
            "no configuration has the metric {}: there must be one for each of {}, such as bam-st=--engine bam --search directed \
             --metric st",
            missing.join(", "),
            METRICS.join(", ")
        ));
    }
    let mut groups = Groups::new();
    for row in &results.rows {
        if let Some((metric, rest)) = metrics.get(row.engine.as_str()) {
            groups.entry((&row.set, &row.task, rest.clone())).or_default()[*metric] = Some(row);
        }
    }
    Ok(groups)
}

/// The metric of a configuration, and what it is apart from that.
fn metric_of(results: &Results, engine: &str) -> Option<(usize, String)> {
    let index = |word: &str| METRICS.iter().position(|metric| *metric == word);
    if let Some(words) = results.options.get(engine) {
        let words: Vec<&str> = words.iter().flat_map(|word| word.splitn(2, '=')).collect();
        let at = words.iter().position(|word| *word == "--metric")? + 1;
        let rest = words.iter().enumerate().filter(|(position, _)| *position != at).map(|(_, word)| *word);
        return Some((index(words.get(at)?)?, rest.collect::<Vec<_>>().join(" ")));
    }
    let words: Vec<&str> = engine.split(|c: char| !c.is_alphanumeric()).collect();
    let at = words.iter().rposition(|word| index(word).is_some())?;
    let rest = words.iter().enumerate().filter(|(position, _)| *position != at).map(|(_, word)| *word);
    Some((index(words[at])?, rest.collect::<Vec<_>>().join(" ")))
}

/// The metric with the least time among those that solve the program, and all times; none if the program says nothing.
fn label(rows: [&Row; 4], difference: f64) -> Option<(usize, [f64; 4])> {
    let seconds = rows.map(|row| row.cpu);
    let solved = (0..rows.len()).filter(|metric| rows[*metric].solved());
    let best = solved.min_by(|a, b| seconds[*a].total_cmp(&seconds[*b]))?;
    let most = seconds.iter().copied().fold(0.0, f64::max);
    let least = seconds[best];
    // A run that the clock ended might have been better, unless it had already used more.
    let is_open = |row: &Row| row.status == Status::Timeout && row.cpu < least;
    (most - least >= difference && !rows.into_iter().any(is_open)).then_some((best, seconds))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::results::examples::row;

    const SETTINGS: Settings = Settings { min_split: 20, max_depth: 30, complexity: 0.01 };

    fn task(name: &str) -> Task {
        Task {
            set: "s".to_string(),
            name: name.to_string(),
            definition: format!("{name}.c").into(),
            source: format!("{name}.c").into(),
            property: None,
            expected: Some(true),
            data_model: None,
            options: Vec::new(),
        }
    }

    /// The number that the task's name is: its feature.
    fn numbered(task: &Task) -> Result<Features, String> {
        let number = task.name.parse().map_err(|_| format!("{} is no number", task.name))?;
        Ok(Features::from([("FUNCS".to_string(), number), ("LOOPS".to_string(), 1.0)]))
    }

    /// Programs with 0 to 29 functions: `bb` is the best below 12, then `lf`. A sheet without options.
    fn synthetic() -> (Results, Vec<Task>) {
        let mut results =
            Results { engines: METRICS.iter().map(|metric| format!("bam-{metric}")).collect(), ..Results::default() };
        for number in 0..30 {
            for (metric, engine) in results.engines.iter().enumerate() {
                let cpu = if METRICS[metric] == if number < 12 { "bb" } else { "lf" } { 10.0 } else { 60.0 };
                results.rows.push(row(engine, &number.to_string(), true, Status::True, cpu));
            }
        }
        (results, (0..30).map(|number| task(&number.to_string())).collect())
    }

    fn history(results: &Results, tasks: &[Task]) -> Result<History, String> {
        History::of(results, tasks, 40.0, &mut numbered)
    }

    #[test]
    fn the_tree_of_a_synthetic_table_is_learned() {
        let (results, tasks) = synthetic();
        let history = history(&results, &tasks).expect("there are differences");
        let text = history.learn(&SETTINGS, 40.0);
        let (comments, tree): (Vec<&str>, Vec<&str>) = text.lines().partition(|line| line.starts_with('#'));
        assert_eq!(tree, ["FUNCS < 12", "  bb", "else", "  lf"]);
        assert!(comments.iter().any(|line| line.contains("30 of 30 programs")), "{text}");
        assert!(comments.contains(&"# lf for all: the best metric for 18, 900.0 s"), "{text}");
        assert!(comments.contains(&"# this tree: the best metric for 30, 300.0 s"), "{text}");
    }

    #[test]
    fn the_best_metric_solves_the_program() {
        let rows = |statuses: [(Status, f64); 4]| statuses.map(|(status, cpu)| row("x", "t", true, status, cpu));
        let label_of = |statuses| {
            let rows = rows(statuses);
            label([&rows[0], &rows[1], &rows[2], &rows[3]], 40.0).map(|(metric, _)| METRICS[metric])
        };
        use Status::{False, Timeout, True, Unknown};
        assert_eq!(label_of([(Timeout, 900.0), (Unknown, 1.0), (True, 30.0), (True, 20.0)]), Some("lf"));
        assert_eq!(label_of([(Timeout, 900.0), (False, 1.0), (True, 30.0), (Unknown, 1.0)]), Some("lh"), "not wrong");
        assert_eq!(label_of([(True, 50.0), (True, 20.0), (True, 30.0), (True, 40.0)]), None, "too near");
        assert_eq!(label_of([(Timeout, 900.0), (Timeout, 900.0), (Unknown, 5.0), (Timeout, 900.0)]), None, "unsolved");
        let by_clock = [(Timeout, 10.0), (Timeout, 900.0), (True, 30.0), (True, 90.0)];
        assert_eq!(label_of(by_clock), None, "the first might have needed less than the third");
    }

    #[test]
    fn metrics_are_told_apart_by_options_and_names() {
        let mut results = Results::default();
        assert_eq!(metric_of(&results, "bam-lh"), Some((2, "bam".to_string())));
        assert_eq!(metric_of(&results, "LA.T.st"), Some((0, "LA T".to_string())));
        assert_eq!(metric_of(&results, "best"), None);
        for (name, words) in [("a", "--engine bam --metric lf"), ("b", "--metric=auto"), ("bam-st", "--engine bam")] {
            results.options.insert(name.to_string(), words.split(' ').map(str::to_string).collect());
        }
        assert_eq!(metric_of(&results, "a"), Some((3, "--engine bam --metric".to_string())));
        assert_eq!((metric_of(&results, "b"), metric_of(&results, "bam-st")), (None, None));
    }

    #[test]
    fn what_is_missing_is_said() {
        let (results, tasks) = synthetic();
        let error = |results: &Results, tasks: &[Task]| history(results, tasks).err().expect("something is missing");
        let mut fewer = results.clone();
        fewer.engines.retain(|engine| !engine.ends_with("lh"));
        assert!(error(&fewer, &tasks).starts_with("no configuration has the metric lh"));
        assert!(error(&results, &tasks[..3]).contains("is not among the tasks"));
        let mut equal = results.clone();
        equal.rows.iter_mut().for_each(|row| row.cpu = 1.0);
        assert!(error(&equal, &tasks).contains("--difference"));
        let mut refuse = |_: &Task| Err("no features".to_string());
        assert_eq!(History::of(&results, &tasks, 40.0, &mut refuse).err().as_deref(), Some("no features"));
    }

    #[test]
    fn sheets_need_columns_and_tasks() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("sheet.csv");
        let read_sheet = |text: &str| {
            std::fs::write(&path, text).expect("is writable");
            let options = Options {
                results: path.clone(),
                tasks: Vec::new(),
                difference: 40.0,
                min_split: 20,
                depth: 30,
                complexity: 0.01,
                out: None,
            };
            read(&options).expect_err("something is missing")
        };
        assert!(read_sheet("set,task,expected,verdict\na,b,true,true\n").contains("no column `cpu_s`"));
        assert!(read_sheet("task,verdict,cpu_s,engine\nb,true,1,bam-st\n").contains("--tasks"));
    }
}
