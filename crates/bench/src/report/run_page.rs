//! A page for every run of a campaign, beside what it printed: how it was called, what it took, what it found.

use serde_json::Value;

use super::page::tables_page;
use crate::campaign::Folder;
use crate::record::Record;
use crate::table::{Cell, Table};

/// Bytes of the checker's messages that are shown.
const MESSAGES: usize = 4000;

/// Writes the page of every run that has a record.
pub fn write_all(folder: &Folder) -> Result<(), String> {
    let campaign = folder.read()?;
    for record in folder.records(&campaign)? {
        let path = folder.output(&record.run, "html");
        let printed = std::fs::read(folder.output(&record.run, "out")).unwrap_or_default();
        let messages = std::fs::read(folder.output(&record.run, "err")).unwrap_or_default();
        std::fs::create_dir_all(path.parent().unwrap_or(&folder.path))
            .and_then(|()| std::fs::write(&path, page(&record, &printed, &messages)))
            .map_err(|e| format!("cannot write {}: {e}", path.display()))?;
    }
    Ok(())
}

fn page(record: &Record, printed: &[u8], messages: &[u8]) -> String {
    let document: Value = serde_json::from_slice(printed).unwrap_or(Value::Null);
    let verdict = &document["results"][0]["verdict"];
    let mut tables = vec![];
    tables.extend(found(verdict, "inputs", "Inputs that lead to the error", &["value", "source", "function"]));
    tables.extend(found(verdict, "invariants", "Invariants", &["condition", "function"]));
    if !record.statistics.is_empty() {
        let mut table = Table::new("statistics", "Counters and times of the checker", &["name", "value"], 1);
        let line = |(name, value): (&String, &f64)| vec![Cell::from(name), Cell::from(value)];
        table.rows = record.statistics.iter().map(line).collect();
        tables.push(table);
    }
    tables_page(&record.run, &facts(record, messages), &tables)
}

fn facts(record: &Record, messages: &[u8]) -> Vec<(String, String)> {
    let measured = &record.measured;
    let expected = record.expected.map_or("not known", |safe| if safe { "true" } else { "false" });
    let limits = record.limits;
    let mut facts = vec![
        ("verdict", format!("{} ({}), expected {expected}", record.status.name(), record.category().name())),
        ("processor time", format!("{:.3} s of {} s", measured.cpu_seconds, limits.cpu_seconds)),
        ("clock", format!("{:.3} s of {} s", measured.wall_seconds, limits.wall_seconds)),
        ("memory", format!("{:.1} MB of {} MB", measured.memory_bytes as f64 / 1e6, limits.memory_mb)),
        ("measured by", measured.method.clone()),
        ("checker", record.tool.clone()),
        ("command", record.command.join(" ")),
        ("host", format!("{}, {}", record.host, record.started)),
    ];
    if let Some(reason) = &record.reason {
        facts.insert(1, ("reason", reason.clone()));
    }
    if let Some(message) = &record.message {
        facts.insert(1, ("message", message.clone()));
    }
    let text = String::from_utf8_lossy(&messages[messages.len().saturating_sub(MESSAGES)..]).trim().to_string();
    if !text.is_empty() {
        facts.push(("messages", text));
    }
    facts.into_iter().map(|(name, value)| (name.to_string(), value)).collect()
}

/// A list of the verdict as a table: these fields and the place in the source.
fn found(verdict: &Value, key: &str, title: &str, fields: &[&str]) -> Option<Table> {
    let entries = verdict[key].as_array().filter(|entries| !entries.is_empty())?;
    let columns: Vec<&str> = fields.iter().copied().chain(["line"]).collect();
    let mut table = Table::new("evidence", title, &columns, fields.len());
    for entry in entries {
        let text = |value: &Value| value.as_str().map_or_else(|| value.to_string(), str::to_string);
        let mut line: Vec<Cell> = fields.iter().map(|field| Cell::from(text(&entry[*field]))).collect();
        line.push(Cell::from(text(&entry["location"]["line"])));
        table.rows.push(line);
    }
    Some(table)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn evidence_becomes_a_table() {
        let verdict: Value = serde_json::from_str(
            r#"{"inputs":[{"value":"7","source":"input","function":"f<1>","location":{"line":13}}],"invariants":[]}"#,
        )
        .expect("is JSON");
        let table = found(&verdict, "inputs", "Inputs", &["value", "function"]).expect("there are some");
        assert_eq!(table.rows[0].iter().map(|cell| cell.text.as_str()).collect::<Vec<_>>(), ["7", "f<1>", "13"]);
        assert!(found(&verdict, "invariants", "Invariants", &["condition"]).is_none());
        assert!(found(&Value::Null, "inputs", "Inputs", &["value"]).is_none());
    }
}
