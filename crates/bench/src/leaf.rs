//! `bench run-one`: one task, one configuration, within limits; one record.
//!
//! The leaf can be called any number of times for the same run: a record that exists is not made again. When it is asked to stop
//! (or its parent dies, where the parent arranged for that), it ends what it started and leaves no record.

use std::collections::BTreeMap;
use std::fs::File;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use clap::Args;

use crate::campaign::{Campaign, Configuration, Folder, Protocol, Run, Tool};
use crate::contain::cgroup::Base;
use crate::contain::{Ending, contain};
use crate::record::{Limits, Measured, Record, SCHEMA_VERSION, Status};
use crate::task::{plain, read_suite};
use crate::{Console, Outcome, machine, say};

/// A run that times out with less of its processor time than this was kept from it.
const MOSTLY: f64 = 0.9;

/// Make one run of a campaign, or one run by itself, and write its record.
///
/// This is what a cluster calls: the limits are kept here, whatever runs it. A record that exists is not made again.
#[derive(Args, Debug)]
pub struct Options {
    /// The task, for a run without a campaign: a definition (.yml) or a C file.
    #[arg(value_name = "TASK", required_unless_present = "campaign", conflicts_with = "campaign")]
    task: Option<PathBuf>,

    /// The folder of the campaign that the run belongs to.
    #[arg(long, value_name = "DIR", requires = "run")]
    campaign: Option<PathBuf>,

    /// The run's name: CONFIGURATION/SET/TASK.
    #[arg(long, value_name = "NAME", requires = "campaign")]
    run: Option<String>,

    /// Which engine, for a run without a campaign; the checker's default otherwise.
    #[arg(long, value_name = "ENGINE", conflicts_with = "campaign")]
    engine: Option<String>,

    #[command(flatten)]
    limits: LimitOptions,

    /// The cores to use, by number, e.g. 0,1; all by default.
    #[arg(long, value_name = "LIST", value_delimiter = ',')]
    cpus: Vec<usize>,

    /// A control group below which this process may make groups; found by itself by default.
    #[arg(long, value_name = "DIR", hide = true)]
    cgroup: Option<PathBuf>,

    /// Do not use control groups even where that is permitted.
    #[arg(long)]
    no_cgroup: bool,

    /// Stop when the process that started this one ends.
    #[arg(long)]
    die_with_parent: bool,

    /// Run this command instead of landfall: `--data-model MODEL FILE` is appended, and its exit status is the verdict.
    #[arg(long, value_name = "COMMAND", conflicts_with = "campaign")]
    tool: Option<String>,

    /// Print the record too.
    #[arg(long)]
    print: bool,

    /// Where to write the record of a run without a campaign; only printed by default.
    #[arg(long, value_name = "FILE", conflicts_with = "campaign")]
    out: Option<PathBuf>,
}

/// Limits of each run.
#[derive(Args, Clone, Debug)]
pub struct LimitOptions {
    /// Processor seconds of each run, those of its children included.
    #[arg(long, value_name = "SECONDS", default_value_t = 60.0)]
    pub limit: f64,

    /// Memory of each run in megabytes (millions of bytes), its children's included.
    #[arg(long, value_name = "MB", default_value_t = 4000)]
    pub memory: u64,

    /// Seconds of the clock of each run. [default: twice the processor seconds, and ten more]
    #[arg(long, value_name = "SECONDS")]
    pub wall: Option<f64>,

    /// Cores of its own for each run; 0 lets the system share them out.
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub cores: usize,
}

impl LimitOptions {
    pub fn limits(&self) -> Result<Limits, String> {
        let wall_seconds = self.wall.unwrap_or(self.limit * 2.0 + 10.0);
        let positive = |seconds: f64| seconds > 0.0 && seconds < 1e7;
        if !positive(self.limit) || !positive(wall_seconds) || !(10..100_000_000).contains(&self.memory) {
            return Err("limits must be positive: seconds, and at least 10 MB".to_string());
        }
        Ok(Limits { cpu_seconds: self.limit, wall_seconds, memory_mb: self.memory, cores: self.cores })
    }
}

pub fn command(options: &Options, console: &mut Console<'_>) -> Result<Outcome, String> {
    if options.die_with_parent {
        die_with_parent();
    }
    let base = match (&options.cgroup, options.no_cgroup) {
        (_, true) => None,
        (Some(folder), _) => Some(Base::given(folder)),
        (None, _) => Base::find(),
    };
    let (record, print) = match (&options.campaign, &options.run) {
        (Some(folder), Some(name)) => {
            let folder = Folder::new(folder);
            let record = run_of_campaign(&folder, name, &options.cpus, base.as_ref())?;
            (record, options.print)
        }
        _ => (single_run(options, base.as_ref())?, options.print || options.out.is_none()),
    };
    let Some(record) = record else { return Ok(Outcome::Incomplete) };
    if print {
        let text = serde_json::to_string(&record).map_err(|e| e.to_string())?;
        say(console.out, &format!("{text}\n"));
    }
    Ok(Outcome::Done)
}

/// The parent's end is a request to stop, which the run's containment understands; before that it simply ends this process.
fn die_with_parent() {
    // SAFETY: sets an attribute of this process; takes no pointers.
    unsafe { libc::prctl(libc::PR_SET_PDEATHSIG, libc::SIGTERM) };
}

/// The run's record, made now unless it exists. None: asked to stop.
fn run_of_campaign(folder: &Folder, name: &str, cpus: &[usize], base: Option<&Base>) -> Result<Option<Record>, String> {
    let path = folder.record(name);
    if path.exists() {
        return Record::read(&path).map(Some);
    }
    // A run that another leaf is making (of a dispatcher that is gone) is waited for.
    let _lock = folder.lock_run(name)?;
    if path.exists() {
        return Record::read(&path).map(Some);
    }
    let campaign = folder.read()?;
    let run = campaign.run(name).ok_or_else(|| format!("the campaign has no run {name}"))?;
    let record = perform(&campaign, run, folder, cpus, base)?;
    if let Some(record) = &record {
        record.write(&path)?;
    }
    Ok(record)
}

fn single_run(options: &Options, base: Option<&Base>) -> Result<Option<Record>, String> {
    if let Some(path) = options.out.as_ref().filter(|path| path.exists()) {
        return Record::read(path).map(Some);
    }
    let tasks = read_suite(options.task.as_slice(), None)?;
    if tasks.len() != 1 {
        return Err(format!("one task is needed, and there are {}", tasks.len()));
    }
    let tool = options.tool.as_deref().map_or_else(Tool::own, Tool::other)?;
    let configuration = match (&options.engine, tool.protocol) {
        (Some(engine), Protocol::Landfall) => Configuration::engine(engine),
        (name, _) => {
            let name = plain(name.as_deref().unwrap_or("default"));
            Configuration { name, arguments: Vec::new() }
        }
    };
    let campaign = Campaign::new(tool, options.limits.limits()?, vec![configuration], tasks);
    let scratch = std::env::temp_dir().join(format!("landfall-run-{}", std::process::id()));
    let run = campaign.runs().next().ok_or("no run")?;
    let record = perform(&campaign, run, &Folder::new(&scratch), &options.cpus, base);
    // What could not be removed is in the folder for temporary files.
    let _ = std::fs::remove_dir_all(&scratch);
    let record = record?;
    if let (Some(record), Some(path)) = (&record, &options.out) {
        record.write(path)?;
    }
    Ok(record)
}

fn perform(
    campaign: &Campaign,
    run: Run<'_>,
    folder: &Folder,
    cpus: &[usize],
    base: Option<&Base>,
) -> Result<Option<Record>, String> {
    let name = run.name();
    let (out, err) = (folder.output(&name, "out"), folder.output(&name, "err"));
    let words = command_line(campaign, run);
    let mut command = Command::new(&words[0]);
    command.args(&words[1..]).stdin(Stdio::null()).stdout(create(&out)?).stderr(create(&err)?);
    let started = machine::now();
    let measured = match contain(&mut command, &campaign.limits, cpus, base)? {
        Ending::Measured(measured) => measured,
        Ending::Interrupted => return Ok(None),
    };
    let output = std::fs::read(&out).unwrap_or_default();
    let mut answer = match campaign.tool.protocol {
        Protocol::Landfall => Answer::of_json(&output).unwrap_or_else(|| Answer::of_crash(&measured, &err)),
        Protocol::Status => Answer::of_exit_status(&measured, &err),
    };
    answer.judge_limits(&measured, &campaign.limits);
    Ok(Some(Record {
        schema_version: SCHEMA_VERSION,
        run: name,
        configuration: run.configuration.name.clone(),
        set: run.task.set.clone(),
        task: run.task.name.clone(),
        property: run.task.property_name(),
        expected: run.task.expected,
        status: answer.status,
        reason: answer.reason,
        message: answer.message,
        limits: campaign.limits,
        measured,
        tool: campaign.tool.version.clone(),
        tool_sha256: campaign.tool.sha256.clone(),
        command: words,
        host: machine::host(),
        started,
        statistics: answer.statistics,
    }))
}

fn create(path: &Path) -> Result<File, String> {
    let problem = |e: std::io::Error| format!("cannot write {}: {e}", path.display());
    std::fs::create_dir_all(path.parent().unwrap_or(Path::new("."))).map_err(problem)?;
    File::create(path).map_err(problem)
}

/// The whole command line of a run.
fn command_line(campaign: &Campaign, run: Run<'_>) -> Vec<String> {
    let mut words = campaign.tool.command.clone();
    words.extend(run.configuration.arguments.iter().cloned());
    let mut add = |option: &str, value: String| words.extend([option.to_string(), value]);
    if campaign.tool.protocol == Protocol::Landfall {
        add("--format", "json".to_string());
        add("--timeout", campaign.limits.cpu_seconds.to_string());
        add("--memory", campaign.limits.memory_mb.to_string());
        // Processor time is what is limited, so engines side by side are worth it only on cores of their own.
        if !run.configuration.arguments.iter().any(|word| word.starts_with("--jobs")) {
            add("--jobs", campaign.limits.cores.max(1).to_string());
        }
        if let Some(property) = &run.task.property {
            add("--property", property.display().to_string());
        }
    }
    if let Some(model) = &run.task.data_model {
        add("--data-model", model.clone());
    }
    words.extend(run.task.options.iter().cloned());
    words.push(run.task.source.display().to_string());
    words
}

/// What a checker said.
#[derive(Clone, PartialEq, Debug)]
struct Answer {
    status: Status,
    reason: Option<String>,
    message: Option<String>,
    statistics: BTreeMap<String, f64>,
}

impl Answer {
    fn new(status: Status, reason: Option<String>, message: Option<String>) -> Answer {
        Answer { status, reason, message, statistics: BTreeMap::new() }
    }

    /// From the document that `landfall check --format json` writes.
    fn of_json(output: &[u8]) -> Option<Answer> {
        let document: serde_json::Value = serde_json::from_slice(output).ok()?;
        let result = document.get("results")?.get(0)?;
        let verdict = result.get("verdict")?;
        let text = |key: &str| verdict.get(key).and_then(|value| value.as_str()).map(str::to_string);
        let reason = text("reason");
        let status = match (text("answer")?.as_str(), reason.as_deref()) {
            ("safe", _) => Status::True,
            ("unsafe", _) => Status::False,
            ("unknown", Some("timeout")) => Status::Timeout,
            ("unknown", Some("memory")) => Status::Memory,
            ("unknown", _) => Status::Unknown,
            _ => Status::Error,
        };
        let internal = verdict.get("internal").and_then(serde_json::Value::as_bool).unwrap_or(false);
        let kind = if internal { "internal" } else { "input" };
        let reason = if status == Status::Error { Some(kind.to_string()) } else { reason };
        let mut answer = Answer::new(status, reason, text("message"));
        for group in ["counts", "seconds"] {
            let entries = result.get(group).and_then(|group| group.as_object()).into_iter().flatten();
            let prefix = if group == "seconds" { "seconds." } else { "" };
            let numbers = entries.filter_map(|(key, value)| Some((format!("{prefix}{key}"), value.as_f64()?)));
            answer.statistics.extend(numbers);
        }
        Some(answer)
    }

    fn of_exit_status(measured: &Measured, errors: &Path) -> Answer {
        match measured.exit_status {
            Some(0) => Answer::new(Status::True, None, None),
            Some(1) => Answer::new(Status::False, None, None),
            Some(2) => Answer::new(Status::Unknown, Some("unknown".to_string()), None),
            _ => Answer::of_crash(measured, errors),
        }
    }

    fn of_crash(measured: &Measured, errors: &Path) -> Answer {
        let kind = match (measured.exit_status, measured.signal) {
            (Some(status), _) => format!("status {status}"),
            (None, Some(signal)) => format!("signal {signal}"),
            (None, None) => "ended from outside".to_string(),
        };
        let text = std::fs::read(errors).unwrap_or_default();
        let last = String::from_utf8_lossy(&text[text.len().saturating_sub(2000)..]).trim().to_string();
        Answer::new(Status::Error, Some(kind), (!last.is_empty()).then_some(last))
    }

    /// A limit that was exceeded decides, whatever was said: an answer that comes late is none.
    fn judge_limits(&mut self, measured: &Measured, limits: &Limits) {
        let (status, reason) = match measured.stopped_by.as_deref() {
            Some("memory") => (Status::Memory, "memory"),
            Some("wall") => (Status::Timeout, "wall"),
            Some(_) => (Status::Timeout, "cpu"),
            None if measured.cpu_seconds > limits.cpu_seconds => (Status::Timeout, "cpu"),
            // The checker gave up by the clock: the machine did not give it the time.
            None if self.status == Status::Timeout && measured.cpu_seconds < MOSTLY * limits.cpu_seconds => {
                (Status::Timeout, "wall")
            }
            None => return,
        };
        self.status = status;
        self.reason = Some(reason.to_string());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_are_read_from_json() {
        let text = br#"{"results":[{"verdict":{"answer":"unknown","reason":"unsupported","message":"float"},
                       "counts":{"queries":3},"seconds":{"solver":0.5}}]}"#;
        let answer = Answer::of_json(text).expect("is a document");
        assert_eq!((answer.status, answer.reason.as_deref()), (Status::Unknown, Some("unsupported")));
        assert_eq!(answer.statistics.get("seconds.solver"), Some(&0.5));
        let error = br#"{"results":[{"verdict":{"answer":"error","internal":true,"message":"x"}}]}"#;
        assert_eq!(Answer::of_json(error).expect("is a document").reason.as_deref(), Some("internal"));
        assert!(Answer::of_json(b"{\"results\":[]}").is_none());
        assert!(Answer::of_json(b"safe").is_none());
    }

    #[test]
    fn a_late_answer_is_none() {
        let limits = Limits { cpu_seconds: 1.0, wall_seconds: 2.0, memory_mb: 100, cores: 0 };
        let mut answer = Answer::new(Status::True, None, None);
        answer.judge_limits(&Measured { cpu_seconds: 0.9, ..Measured::default() }, &limits);
        assert_eq!(answer.status, Status::True);
        answer.judge_limits(&Measured { cpu_seconds: 1.1, ..Measured::default() }, &limits);
        assert_eq!((answer.status, answer.reason.as_deref()), (Status::Timeout, Some("cpu")));
    }

    #[test]
    fn a_time_out_by_the_clock_is_told() {
        let limits = Limits { cpu_seconds: 10.0, wall_seconds: 30.0, memory_mb: 100, cores: 0 };
        let mut answer = Answer::new(Status::Timeout, Some("timeout".to_string()), None);
        answer.judge_limits(&Measured { cpu_seconds: 9.8, ..Measured::default() }, &limits);
        assert_eq!(answer.reason.as_deref(), Some("timeout"));
        answer.judge_limits(&Measured { cpu_seconds: 5.0, ..Measured::default() }, &limits);
        assert_eq!(answer.reason.as_deref(), Some("wall"));
    }
}
