//! BenchExec's result files (`result-3.0`): read, and written so that its `table-generator` makes tables of our campaigns.

use std::collections::BTreeMap;
use std::io::Read;
use std::path::Path;

use quick_xml::Writer;
use quick_xml::events::{BytesDecl, BytesEnd, BytesStart, BytesText, Event};

use super::{Results, Row};
use crate::campaign::{Campaign, Configuration, Folder};
use crate::record::{Category, Record, Status};

type Attributes = BTreeMap<String, String>;

pub fn read(path: &Path) -> Result<Results, String> {
    let shown = path.display();
    let mut bytes = std::fs::read(path).map_err(|e| format!("cannot read {shown}: {e}"))?;
    if bytes.starts_with(b"BZh") {
        let mut plain = Vec::new();
        bzip2::read::MultiBzDecoder::new(bytes.as_slice())
            .read_to_end(&mut plain)
            .map_err(|e| format!("{shown}: {e}"))?;
        bytes = plain;
    }
    let mut results = parse(&String::from_utf8_lossy(&bytes)).map_err(|e| format!("{shown}: {e}"))?;
    results.facts.insert(0, ("BenchExec".to_string(), shown.to_string()));
    Ok(results)
}

fn parse(text: &str) -> Result<Results, String> {
    let mut reader = quick_xml::Reader::from_str(text);
    let mut results = Results::default();
    let mut engine = None;
    let mut run: Option<(Attributes, Attributes)> = None;
    loop {
        match reader.read_event().map_err(|e| e.to_string())? {
            Event::Start(tag) | Event::Empty(tag) => match tag.name().as_ref() {
                "result" => {
                    let attributes = attributes(&tag)?;
                    engine = Some(head(&attributes, &mut results));
                }
                "run" => run = Some((attributes(&tag)?, Attributes::new())),
                "column" => {
                    let column = attributes(&tag)?;
                    if let (Some((_, columns)), Some(title), Some(value)) =
                        (&mut run, column.get("title"), column.get("value"))
                    {
                        columns.insert(title.clone(), value.clone());
                    }
                }
                _ => {}
            },
            Event::End(tag) if tag.name().as_ref() == "run" => {
                if let (Some((attributes, columns)), Some(engine)) = (run.take(), &engine) {
                    results.push(row(engine, &attributes, &columns));
                }
            }
            Event::Eof => break,
            _ => {}
        }
    }
    if engine.is_none() {
        return Err("this is no result of BenchExec".to_string());
    }
    Ok(results)
}

fn attributes(tag: &BytesStart<'_>) -> Result<Attributes, String> {
    let mut all = Attributes::new();
    for attribute in tag.attributes() {
        let attribute = attribute.map_err(|e| e.to_string())?;
        let key = attribute.key.as_ref().to_string();
        let value = attribute.normalized_value(quick_xml::XmlVersion::Explicit1_0).map_err(|e| e.to_string())?;
        all.insert(key, value.into_owned());
    }
    Ok(all)
}

/// The engine's name: that of the run definition without its block of tasks, or else the tool's.
fn head(attributes: &Attributes, results: &mut Results) -> String {
    let text = |key: &str| attributes.get(key).map(String::as_str).filter(|text| !text.is_empty());
    let tool = text("tool").unwrap_or("tool");
    let name = text("name").or(text("displayName")).unwrap_or(tool);
    let engine = match text("block").and_then(|block| name.strip_suffix(block)) {
        None => name,
        Some("") => tool,
        Some(rest) => rest.strip_suffix('.').unwrap_or(name),
    };
    let engine = engine.to_string();
    results.limit = text("timelimit").and_then(quantity);
    let version = text("version").unwrap_or("");
    results.facts.push(("checker".to_string(), format!("{tool} {version}").trim().to_string()));
    if let Some(options) = text("options") {
        results.options.insert(engine.clone(), options.split_whitespace().map(str::to_string).collect());
    }
    engine
}

fn row(engine: &str, attributes: &Attributes, columns: &Attributes) -> Row {
    let name = attributes.get("name").map_or("", String::as_str);
    let path = Path::new(name);
    let part = |part: Option<&std::ffi::OsStr>| part.map(|part| part.to_string_lossy().into_owned());
    let word = columns.get("status").map_or("", String::as_str);
    let (status, reason) = status_of(word);
    let expected = attributes.get("expectedVerdict").and_then(|text| verdict_of(text));
    let by_category = match (columns.get("category").map(String::as_str), status.verdict()) {
        (Some("correct"), verdict) => verdict,
        (Some("wrong"), Some(verdict)) => Some(!verdict),
        _ => None,
    };
    let number = |key: &str| columns.get(key).and_then(|text| quantity(text));
    Row {
        engine: engine.to_string(),
        set: part(path.parent().and_then(Path::file_name)).unwrap_or_else(|| "tasks".to_string()),
        task: part(path.file_stem()).unwrap_or_default(),
        property: attributes.get("properties").cloned().unwrap_or_default(),
        expected: expected.or(by_category),
        status,
        reason,
        cpu: number("cputime").unwrap_or(0.0),
        wall: number("walltime"),
        memory_mb: number("memory").map(|bytes| bytes / 1e6),
        statistics: BTreeMap::new(),
        output: None,
    }
}

fn verdict_of(text: &str) -> Option<bool> {
    match text {
        "true" => Some(true),
        _ if text == "false" || text.starts_with("false(") => Some(false),
        _ => None,
    }
}

fn status_of(text: &str) -> (Status, Option<String>) {
    let upper = text.to_uppercase();
    match verdict_of(text) {
        Some(true) => (Status::True, None),
        Some(false) => (Status::False, None),
        None if upper.starts_with("TIMEOUT") => (Status::Timeout, None),
        None if upper.starts_with("OUT OF MEMORY") => (Status::Memory, None),
        None if upper.starts_with("UNKNOWN") => {
            let reason = text.split_once(['(', ':']).map_or("unknown", |(_, rest)| rest.trim_end_matches(')').trim());
            (Status::Unknown, Some(reason.to_string()))
        }
        None => (Status::Error, Some(text.to_string())),
    }
}

/// The number at the start of a quantity such as `12.5s` or `1000B`.
fn quantity(text: &str) -> Option<f64> {
    let end = text.find(|c: char| !(c.is_ascii_digit() || ".eE+-".contains(c))).unwrap_or(text.len());
    text[..end].parse().ok()
}

/// Writes `NAME.ENGINE.results.xml` for each configuration of a campaign; returns the files.
pub fn write(folder: &Folder, target: &Path) -> Result<Vec<std::path::PathBuf>, String> {
    let campaign = folder.read()?;
    let records = folder.records(&campaign)?;
    let name = target.file_name().map_or_else(|| "landfall".to_string(), |name| name.to_string_lossy().into_owned());
    let mut files = Vec::new();
    for configuration in &campaign.configurations {
        let own: Vec<&Record> = records.iter().filter(|record| record.configuration == configuration.name).collect();
        let log = |record: &Record| log_of(folder, target, &record.run);
        let text = document(&campaign, configuration, &own, &name, &log).map_err(|e| e.to_string())?;
        let file = target.join(format!("{}.results.xml", configuration.name));
        crate::record::write_whole(&file, &text)?;
        files.push(file);
    }
    Ok(files)
}

/// What a run printed, relative to the folder of the result files if that is inside the campaign's.
fn log_of(folder: &Folder, target: &Path, run: &str) -> String {
    let output = folder.output(run, "out");
    let inside = std::path::absolute(target).is_ok_and(|target| target.parent() == Some(folder.path.as_path()));
    let relative = output.strip_prefix(&folder.path).ok().filter(|_| inside).map(|path| Path::new("..").join(path));
    relative.unwrap_or(output).display().to_string()
}

const DOCTYPE: &str = "result PUBLIC \"+//IDN sosy-lab.org//DTD BenchExec result 3.0//EN\" \
                       \"https://www.sosy-lab.org/benchexec/result-3.0.dtd\"";

fn document(
    campaign: &Campaign,
    configuration: &Configuration,
    records: &[&Record],
    name: &str,
    log: &dyn Fn(&Record) -> String,
) -> std::io::Result<Vec<u8>> {
    let mut writer = Writer::new_with_indent(Vec::new(), b' ', 2);
    writer.write_event(Event::Decl(BytesDecl::new("1.0", Some("UTF-8"), None)))?;
    writer.write_event(Event::DocType(BytesText::from_escaped(DOCTYPE)))?;
    writer.get_mut().push(b'\n');
    let (limits, machine) = (&campaign.limits, &campaign.machine);
    let (tool, version) = campaign.tool.version.split_once(' ').unwrap_or((&campaign.tool.version, ""));
    let mut root = BytesStart::new("result");
    for (key, value) in [
        ("tool", tool.to_string()),
        ("version", version.to_string()),
        ("benchmarkname", name.to_string()),
        ("name", configuration.name.clone()),
        ("starttime", campaign.created.replace('Z', "+00:00")),
        ("date", campaign.created.replace('T', " ").replace('Z', " UTC")),
        ("timelimit", format!("{}s", limits.cpu_seconds)),
        ("memlimit", format!("{}B", limits.memory_mb * 1_000_000)),
        ("cpuCores", if limits.cores > 0 { limits.cores.to_string() } else { machine.cores.to_string() }),
        ("options", configuration.arguments.join(" ")),
        ("generator", "landfall bench".to_string()),
    ] {
        root.push_attribute((key, value.as_str()));
    }
    writer.write_event(Event::Start(root))?;
    columns(&mut writer)?;
    system(&mut writer, campaign)?;
    for record in records {
        run(&mut writer, campaign, record, &log(record))?;
    }
    writer.write_event(Event::End(BytesEnd::new("result")))?;
    let mut bytes = writer.into_inner();
    bytes.push(b'\n');
    Ok(bytes)
}

fn empty(writer: &mut Writer<Vec<u8>>, name: &str, attributes: &[(&str, &str)]) -> std::io::Result<()> {
    let mut tag = BytesStart::new(name);
    attributes.iter().for_each(|attribute| tag.push_attribute(*attribute));
    writer.write_event(Event::Empty(tag))
}

fn columns(writer: &mut Writer<Vec<u8>>) -> std::io::Result<()> {
    writer.write_event(Event::Start(BytesStart::new("columns")))?;
    for title in ["status", "cputime", "walltime", "memory"] {
        empty(writer, "column", &[("title", title)])?;
    }
    writer.write_event(Event::End(BytesEnd::new("columns")))
}

fn system(writer: &mut Writer<Vec<u8>>, campaign: &Campaign) -> std::io::Result<()> {
    let machine = &campaign.machine;
    let mut tag = BytesStart::new("systeminfo");
    tag.push_attribute(("hostname", machine.host.as_str()));
    writer.write_event(Event::Start(tag))?;
    empty(writer, "os", &[("name", &machine.system)])?;
    // Frequency 0 and no turbo boost: not known.
    let cores = machine.cores.to_string();
    empty(writer, "cpu", &[("cores", &cores), ("model", &machine.processor), ("frequency", "0Hz")])?;
    empty(writer, "ram", &[("size", &format!("{}B", machine.memory_bytes))])?;
    empty(writer, "environment", &[])?;
    writer.write_event(Event::End(BytesEnd::new("systeminfo")))
}

fn run(writer: &mut Writer<Vec<u8>>, campaign: &Campaign, record: &Record, log: &str) -> std::io::Result<()> {
    let task = campaign.tasks.iter().find(|task| (&task.set, &task.name) == (&record.set, &record.task));
    let path = |path: &Path| path.display().to_string();
    let mut tag = BytesStart::new("run");
    // The set and the task as a path, so that results of another checker on the same tasks match by folder and file name.
    let ending = task.and_then(|task| task.definition.extension()).map_or("yml".into(), |e| e.to_string_lossy());
    tag.push_attribute(("name", format!("{}/{}.{ending}", record.set, record.task).as_str()));
    if let Some(task) = task {
        tag.push_attribute(("files", format!("[{}]", path(&task.source)).as_str()));
        if let Some(property) = &task.property {
            tag.push_attribute(("propertyFile", path(property).as_str()));
        }
    }
    tag.push_attribute(("properties", record.property.as_str()));
    tag.push_attribute(("logfile", log));
    if let Some(expected) = record.expected {
        tag.push_attribute(("expectedVerdict", if expected { "true" } else { "false" }));
    }
    writer.write_event(Event::Start(tag))?;
    let measured = &record.measured;
    let values = [
        ("status", status_text(record), false),
        ("cputime", format!("{:.6}s", measured.cpu_seconds), false),
        ("walltime", format!("{:.6}s", measured.wall_seconds), false),
        ("memory", format!("{}B", measured.memory_bytes), false),
        ("category", category_text(record).to_string(), true),
        ("host", record.host.clone(), true),
    ];
    for (title, value, hidden) in &values {
        let mut attributes = vec![("title", *title), ("value", value.as_str())];
        if *hidden {
            attributes.push(("hidden", "true"));
        }
        empty(writer, "column", &attributes)?;
    }
    writer.write_event(Event::End(BytesEnd::new("run")))
}

fn status_text(record: &Record) -> String {
    match (record.status, record.reason.as_deref()) {
        (Status::True, _) => "true".to_string(),
        (Status::False, _) => format!("false({})", record.property),
        (Status::Unknown, _) => "unknown".to_string(),
        (Status::Timeout, _) => "TIMEOUT".to_string(),
        (Status::Memory, _) => "OUT OF MEMORY".to_string(),
        (Status::Error, reason) => format!("ERROR ({})", reason.unwrap_or("unknown")),
    }
}

/// BenchExec's own categories.
fn category_text(record: &Record) -> &'static str {
    match (record.category(), record.status) {
        (Category::Correct, _) => "correct",
        (Category::Wrong, _) => "wrong",
        (Category::Unjudged, _) => "missing",
        (Category::Unsolved, Status::Unknown) => "unknown",
        (Category::Unsolved, _) => "error",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const DOCUMENT: &str = r#"<?xml version="1.0"?>
<!DOCTYPE result PUBLIC "+//IDN sosy-lab.org//DTD BenchExec result 3.0//EN" "https://www.sosy-lab.org/benchexec/result-3.0.dtd">
<result tool="Other" version="2.1" name="fast.loops" block="loops" timelimit="900s" options="-x &lt;1&gt;">
  <columns><column title="status"/></columns>
  <run name="../c/loops/a.yml" expectedVerdict="false(unreach-call)" properties="unreach-call">
    <column title="status" value="false(unreach-call)"/><column title="cputime" value="12.5s"/><column title="memory" value="2000000B"/>
  </run>
  <run name="../c/loops/b.yml"><column title="status" value="true"/><column title="category" value="wrong" hidden="true"/></run>
  <run name="../c/loops/c.yml"><column title="status" value="OUT OF MEMORY (JAVA)"/></run>
  <run name="../c/loops/d.yml"><column title="status" value="EXCEPTION (x)"/></run>
</result>"#;

    #[test]
    fn results_of_benchexec_are_read() {
        let results = parse(DOCUMENT).expect("is a result");
        assert_eq!((results.engines.as_slice(), results.limit), (["fast".to_string()].as_slice(), Some(900.0)));
        assert_eq!(results.options["fast"], ["-x", "<1>"]);
        let row = &results.rows[0];
        assert_eq!((row.set.as_str(), row.task.as_str(), row.expected), ("loops", "a", Some(false)));
        assert_eq!((row.cpu, row.memory_mb, row.solved()), (12.5, Some(2.0), true));
        assert_eq!(results.rows[1].category(), Category::Wrong);
        assert_eq!(results.rows[2].status, Status::Memory);
        assert_eq!(results.rows[3].reason.as_deref(), Some("EXCEPTION (x)"));
    }

    #[test]
    fn compressed_results_are_read() {
        use std::io::Write;
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("x.xml.bz2");
        let mut encoder = bzip2::write::BzEncoder::new(Vec::new(), bzip2::Compression::fast());
        encoder.write_all(DOCUMENT.as_bytes()).expect("goes to memory");
        std::fs::write(&path, encoder.finish().expect("goes to memory")).expect("is writable");
        assert_eq!(read(&path).expect("is a result").rows.len(), 4);
    }

    #[test]
    fn something_else_is_no_result() {
        assert!(parse("<a/>").is_err());
        assert!(parse("<result><run").is_err());
    }
}
