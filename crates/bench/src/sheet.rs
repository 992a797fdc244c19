//! The results of a campaign as a sheet: `results.csv`, and `results.json` with everything.
//!
//! The first columns are those of plain score sheets (`set,task,expected,verdict,cpu_s,mem_mb`), so that either is read by the
//! other's readers.

use std::fs::File;
use std::io::Write;

use serde::Serialize;

use crate::campaign::{Campaign, Folder};
use crate::record::{Record, write_whole};

pub const NAME: &str = "results.csv";

const HEADER: [&str; 16] = [
    "set", "task", "expected", "verdict", "cpu_s", "mem_mb", "engine", "category", "reason", "wall_s", "property",
    "exit", "host", "started", "method", "version",
];

fn fields(record: &Record) -> [String; 16] {
    let measured = &record.measured;
    let exit = match (measured.exit_status, measured.signal) {
        (Some(status), _) => status.to_string(),
        (None, Some(signal)) => format!("signal {signal}"),
        (None, None) => String::new(),
    };
    [
        record.set.clone(),
        record.task.clone(),
        record.expected.map_or(String::new(), |expected| expected.to_string()),
        record.status.name().to_string(),
        format!("{:.3}", measured.cpu_seconds),
        format!("{}", measured.memory_bytes.div_ceil(1_000_000)),
        record.configuration.clone(),
        record.category().name().to_string(),
        record.reason.clone().unwrap_or_default(),
        format!("{:.3}", measured.wall_seconds),
        record.property.clone(),
        exit,
        record.host.clone(),
        record.started.clone(),
        measured.method.clone(),
        record.tool.clone(),
    ]
}

fn lines(records: &[Record], with_header: bool) -> Result<Vec<u8>, String> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    if with_header {
        writer.write_record(HEADER).map_err(|e| e.to_string())?;
    }
    for record in records {
        writer.write_record(fields(record)).map_err(|e| e.to_string())?;
    }
    writer.into_inner().map_err(|e| e.to_string())
}

/// All results with what they were made with, for programs.
#[derive(Serialize)]
struct Document<'a> {
    campaign: &'a Campaign,
    records: &'a [Record],
}

/// Writes both files anew, in the plan's order.
pub fn write(folder: &Folder, campaign: &Campaign, records: &[Record]) -> Result<(), String> {
    write_whole(&folder.path.join(NAME), &lines(records, true)?)?;
    let mut document = serde_json::to_vec(&Document { campaign, records }).map_err(|e| e.to_string())?;
    document.push(b'\n');
    write_whole(&folder.path.join("results.json"), &document)
}

/// Adds one line, in one piece.
pub fn append(file: &mut File, record: &Record) -> Result<(), String> {
    let line = lines(std::slice::from_ref(record), false)?;
    file.write_all(&line).map_err(|e| format!("cannot write {NAME}: {e}"))
}
