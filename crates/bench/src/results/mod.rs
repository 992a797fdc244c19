//! Results from anywhere, in one form: campaigns of ours, score sheets (CSV), and BenchExec's result files.

pub mod benchexec;
mod sheets;

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use crate::campaign::Folder;
use crate::record::{Category, Record, Status};

/// One run, as tables see it.
#[derive(Clone, PartialEq, Debug)]
pub struct Row {
    pub engine: String,
    pub set: String,
    pub task: String,
    pub property: String,
    pub expected: Option<bool>,
    pub status: Status,
    /// Why there is no verdict, as a kind that can be counted.
    pub reason: Option<String>,
    pub cpu: f64,
    pub wall: Option<f64>,
    pub memory_mb: Option<f64>,
    /// The checker's counters.
    pub statistics: BTreeMap<String, f64>,
    /// What the checker printed, and its own report, if they are kept.
    pub output: Option<PathBuf>,
}

impl Row {
    pub fn category(&self) -> Category {
        Category::of(self.status, self.expected)
    }

    /// A verdict that is right, as far as that is known.
    pub fn solved(&self) -> bool {
        matches!(self.category(), Category::Correct | Category::Unjudged)
    }

    /// The task across engines.
    pub fn key(&self) -> (&str, &str) {
        (&self.set, &self.task)
    }

    /// The kind of failure, for counting.
    pub fn failure(&self) -> Option<String> {
        match (self.status, &self.reason) {
            (Status::True | Status::False, _) => None,
            (Status::Unknown | Status::Error, Some(reason)) => Some(reason.clone()),
            (Status::Timeout, Some(reason)) if reason == "wall" => Some("timeout (clock)".to_string()),
            (status, _) => Some(status.name().to_string()),
        }
    }
}

/// A task (set and name) with the row of each engine, in the engines' order.
pub type TaskRows<'a> = ((&'a str, &'a str), Vec<Option<&'a Row>>);

/// Results of one or several engines.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Results {
    /// In the order in which they are shown.
    pub engines: Vec<String>,
    pub rows: Vec<Row>,
    /// The options of each engine, where known.
    pub options: BTreeMap<String, Vec<String>>,
    /// Processor seconds a run.
    pub limit: Option<f64>,
    /// What the results were made with: name and value.
    pub facts: Vec<(String, String)>,
}

impl Results {
    /// Results by path: a campaign's folder, a `.csv` sheet, or BenchExec's `.xml` or `.xml.bz2`.
    pub fn read(path: &Path) -> Result<Results, String> {
        let name = path.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned());
        if path.is_dir() {
            return Results::of_campaign(&Folder::new(path));
        }
        match name.as_str() {
            name if name.ends_with(".csv") => sheets::read(path),
            name if name.ends_with(".xml") || name.ends_with(".xml.bz2") => benchexec::read(path),
            _ => Err(format!("{}: neither a campaign's folder nor .csv, .xml or .xml.bz2", path.display())),
        }
    }

    /// Several results side by side. Results of one engine on different tasks are put together; on the same tasks, engines of the same
    /// name are told apart by where they come from.
    pub fn read_all(paths: &[PathBuf]) -> Result<Results, String> {
        let mut all = Results::default();
        for path in paths {
            let mut next = Results::read(path)?;
            for engine in next.engines.clone() {
                if all.has_common_task(&next, &engine) {
                    let stem = path.file_stem().map_or_else(String::new, |stem| stem.to_string_lossy().into_owned());
                    next.rename(&engine, &format!("{engine}@{stem}"));
                }
            }
            all.add(next)?;
        }
        Ok(all)
    }

    fn add(&mut self, other: Results) -> Result<(), String> {
        if let Some(engine) = other.engines.iter().find(|engine| self.has_common_task(&other, engine)) {
            return Err(format!("the results of {engine} are given twice"));
        }
        let new: Vec<String> = other.engines.into_iter().filter(|engine| !self.engines.contains(engine)).collect();
        self.engines.extend(new);
        self.rows.extend(other.rows);
        self.options.extend(other.options);
        self.limit = match (self.limit, other.limit) {
            (Some(a), Some(b)) => Some(a.max(b)),
            (a, b) => a.or(b),
        };
        self.facts.extend(other.facts);
        Ok(())
    }

    fn has_common_task(&self, other: &Results, engine: &str) -> bool {
        let own: BTreeSet<(&str, &str)> = self.of_engine(engine).map(Row::key).collect();
        other.of_engine(engine).any(|row| own.contains(&row.key()))
    }

    fn rename(&mut self, engine: &str, name: &str) {
        self.engines.iter_mut().filter(|known| *known == engine).for_each(|known| *known = name.to_string());
        self.rows.iter_mut().filter(|row| row.engine == engine).for_each(|row| row.engine = name.to_string());
        if let Some(options) = self.options.remove(engine) {
            self.options.insert(name.to_string(), options);
        }
    }

    pub fn of_campaign(folder: &Folder) -> Result<Results, String> {
        let campaign = folder.read()?;
        let records = folder.records(&campaign)?;
        let limits = campaign.limits;
        let machine = &campaign.machine;
        let total = campaign.runs().count();
        let mut facts = vec![
            ("checker".to_string(), format!("{} ({})", campaign.tool.version, &short(&campaign.tool.sha256))),
            (
                "limits".to_string(),
                format!("{} s of processor time, {} MB", limits.cpu_seconds, limits.memory_mb)
                    + &if limits.cores > 0 { format!(", {} cores", limits.cores) } else { String::new() },
            ),
            (
                "machine".to_string(),
                format!(
                    "{}: {}, {} cores, {} GB, {}",
                    machine.host,
                    machine.processor,
                    machine.cores,
                    machine.memory_bytes / 1_000_000_000,
                    machine.system
                ),
            ),
            ("started".to_string(), campaign.created.clone()),
        ];
        if records.len() < total {
            facts.push(("incomplete".to_string(), format!("{} of {total} runs are made", records.len())));
        }
        Ok(Results {
            engines: campaign.configurations.iter().map(|configuration| configuration.name.clone()).collect(),
            rows: records.into_iter().map(|record| row_of(record, folder)).collect(),
            options: campaign.configurations.into_iter().map(|c| (c.name, c.arguments)).collect(),
            limit: Some(limits.cpu_seconds),
            facts,
        })
    }

    pub fn of_engine<'a>(&'a self, engine: &'a str) -> impl Iterator<Item = &'a Row> {
        self.rows.iter().filter(move |row| row.engine == engine)
    }

    /// The sets in the order in which they first appear.
    pub fn sets(&self) -> Vec<&str> {
        let mut sets: Vec<&str> = Vec::new();
        for row in &self.rows {
            if !sets.contains(&row.set.as_str()) {
                sets.push(&row.set);
            }
        }
        sets
    }

    /// The row of each task for each engine, in the order of the tasks' first appearance.
    pub fn by_task(&self) -> Vec<TaskRows<'_>> {
        let mut index: BTreeMap<(&str, &str), usize> = BTreeMap::new();
        let mut tasks: Vec<TaskRows<'_>> = Vec::new();
        for row in &self.rows {
            let at = *index.entry(row.key()).or_insert_with(|| {
                tasks.push((row.key(), vec![None; self.engines.len()]));
                tasks.len() - 1
            });
            if let Some(engine) = self.engines.iter().position(|engine| *engine == row.engine) {
                tasks[at].1[engine] = Some(row);
            }
        }
        tasks
    }
}

fn short(hash: &str) -> &str {
    hash.get(..12).unwrap_or(hash)
}

fn row_of(record: Record, folder: &Folder) -> Row {
    let output = folder.output(&record.run, "out");
    Row {
        engine: record.configuration,
        set: record.set,
        task: record.task,
        property: record.property,
        expected: record.expected,
        status: record.status,
        reason: record.reason,
        cpu: record.measured.cpu_seconds,
        wall: Some(record.measured.wall_seconds),
        memory_mb: Some(record.measured.memory_bytes as f64 / 1e6),
        statistics: record.statistics,
        output: output.exists().then_some(output),
    }
}

#[cfg(test)]
pub mod examples {
    use super::*;

    /// A row with what most tests look at.
    pub fn row(engine: &str, task: &str, expected: bool, status: Status, cpu: f64) -> Row {
        Row {
            engine: engine.to_string(),
            set: "s".to_string(),
            task: task.to_string(),
            property: "unreach-call".to_string(),
            expected: Some(expected),
            status,
            reason: None,
            cpu,
            wall: None,
            memory_mb: None,
            statistics: BTreeMap::new(),
            output: None,
        }
    }

    /// Engine `a` solves t1, t2 and is wrong on t4; engine `b` solves t2, t3 and t4.
    pub fn results() -> Results {
        let rows = vec![
            row("a", "t1", true, Status::True, 1.0),
            row("a", "t2", false, Status::False, 2.0),
            row("a", "t3", true, Status::Timeout, 10.0),
            row("a", "t4", false, Status::True, 4.0),
            row("b", "t1", true, Status::Error, 0.5),
            row("b", "t2", false, Status::False, 1.0),
            row("b", "t3", true, Status::True, 3.0),
            row("b", "t4", false, Status::False, 4.0),
        ];
        let engines = vec!["a".to_string(), "b".to_string()];
        Results { engines, rows, limit: Some(10.0), ..Results::default() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_found_by_task() {
        let results = examples::results();
        let tasks = results.by_task();
        assert_eq!(tasks.len(), 4);
        assert_eq!(tasks[2].0, ("s", "t3"));
        assert_eq!(
            tasks[2].1.iter().map(|row| row.map(|row| row.solved())).collect::<Vec<_>>(),
            [Some(false), Some(true)]
        );
    }

    #[test]
    fn engines_of_the_same_name_are_kept_apart() {
        let folder = tempfile::tempdir().expect("a folder");
        let sheet = "set,task,expected,verdict,cpu_s,mem_mb,engine\ns,t,true,true,1.5,10,gps\n";
        let paths: Vec<PathBuf> = ["old.csv", "new.csv"].iter().map(|name| folder.path().join(name)).collect();
        paths.iter().for_each(|path| std::fs::write(path, sheet).expect("is writable"));
        let results = Results::read_all(&paths).expect("is readable");
        assert_eq!(results.engines, ["gps", "gps@new"]);
        assert_eq!(results.rows[1].engine, "gps@new");
    }

    #[test]
    fn results_of_an_engine_on_other_tasks_belong_together() {
        let folder = tempfile::tempdir().expect("a folder");
        let sheet =
            |task: &str| format!("set,task,expected,verdict,cpu_s,mem_mb,engine\ns,{task},true,true,1.5,10,gps\n");
        let paths: Vec<PathBuf> = ["one", "two"].iter().map(|name| folder.path().join(format!("{name}.csv"))).collect();
        paths.iter().zip(["t", "u"]).for_each(|(path, task)| std::fs::write(path, sheet(task)).expect("is writable"));
        let results = Results::read_all(&paths).expect("is readable");
        assert_eq!((results.engines.as_slice(), results.rows.len()), (["gps".to_string()].as_slice(), 2));
    }
}
