//! Sheets of results (CSV): ours, and score sheets with the columns `set,task,expected,verdict,cpu_s,mem_mb`.

use std::collections::BTreeMap;
use std::path::Path;

use super::{Results, Row};
use crate::record::Status;

/// The columns are found by name. Without a column `engine`, the file's name is the engine.
pub fn read(path: &Path) -> Result<Results, String> {
    let shown = path.display();
    let problem = |e: csv::Error| format!("{shown}: {e}");
    let mut reader = csv::Reader::from_path(path).map_err(problem)?;
    let header = reader.headers().map_err(problem)?.clone();
    let column = |name: &str| header.iter().position(|found| found == name);
    let needed = |name: &str| column(name).ok_or_else(|| format!("{shown}: there is no column `{name}`"));
    let (task, verdict, cpu) = (needed("task")?, needed("verdict")?, needed("cpu_s")?);
    let [set, expected, memory, engine, reason, wall, property] =
        ["set", "expected", "mem_mb", "engine", "reason", "wall_s", "property"].map(column);
    let stem = path.file_stem().map_or_else(String::new, |stem| stem.to_string_lossy().into_owned());
    let mut results = Results { facts: vec![("sheet".to_string(), shown.to_string())], ..Results::default() };
    for (number, line) in reader.records().enumerate() {
        let line = line.map_err(problem)?;
        let text = |column: Option<usize>| column.and_then(|column| line.get(column)).filter(|text| !text.is_empty());
        let number_in = |column: Option<usize>| text(column).and_then(|text| text.parse::<f64>().ok());
        let cpu = number_in(Some(cpu)).ok_or_else(|| format!("{shown}: line {} has no time", number + 2))?;
        let word = text(Some(verdict)).unwrap_or("error");
        let status = Status::parse(word);
        results.push(Row {
            engine: text(engine).unwrap_or(&stem).to_string(),
            set: text(set).unwrap_or("tasks").to_string(),
            task: text(Some(task)).unwrap_or_default().to_string(),
            property: text(property).unwrap_or("unreach-call").to_string(),
            expected: text(expected).and_then(|text| text.parse().ok()),
            status: status.unwrap_or(Status::Error),
            reason: text(reason).or(status.is_none().then_some(word)).map(str::to_string),
            cpu,
            wall: number_in(wall),
            memory_mb: number_in(memory),
            statistics: BTreeMap::new(),
            output: None,
        });
    }
    Ok(results)
}

impl Results {
    /// Adds a row, and its engine if that is new.
    pub(super) fn push(&mut self, row: Row) {
        if !self.engines.contains(&row.engine) {
            self.engines.push(row.engine.clone());
        }
        self.rows.push(row);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn score_sheets_are_read() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("other.csv");
        std::fs::write(
            &path,
            "set,task,expected,verdict,cpu_s,mem_mb\na,x,true,timeout,9.3,163\na,y,false,false,0.2,7\n",
        )
        .expect("is writable");
        let results = read(&path).expect("is a sheet");
        assert_eq!(results.engines, ["other"]);
        assert_eq!((results.rows[0].status, results.rows[0].expected), (Status::Timeout, Some(true)));
        assert!(results.rows[1].solved());
    }

    #[test]
    fn a_sheet_without_verdicts_is_none() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("x.csv");
        std::fs::write(&path, "task,cpu_s\na,1\n").expect("is writable");
        assert!(read(&path).expect_err("lacks a column").contains("verdict"));
    }
}
