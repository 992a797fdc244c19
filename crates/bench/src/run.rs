//! `bench run`: makes or continues a campaign.

use std::fs::{File, OpenOptions};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use clap::Args;
use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};

use crate::campaign::{Campaign, Configuration, Folder, Tool};
use crate::contain::cgroup::Base;
use crate::dispatch::{Setting, Where};
use crate::leaf::LimitOptions;
use crate::progress::Progress;
use crate::record::{Category, Limits, Record};
use crate::task::{plain, read_suite};
use crate::{Console, Outcome, sheet};

/// Run engines over a suite, each run a process within limits.
///
/// Results are in the folder as they come. Interrupt the campaign at any time, or lose the machine: the same command continues
/// where it was, and no run is made twice. Exit status: 0 all runs are made, 1 some verdict is wrong, 2 interrupted, 3 bad usage.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub struct Options {
    /// Task definitions (.yml), set files (.set), C files, and folders of these. Without any, the campaign in the folder goes on.
    #[arg(value_name = "SUITE")]
    suite: Vec<PathBuf>,

    /// Engines to run, by name, separated by commas; the checker's default if there are no configurations either.
    #[arg(long, value_name = "LIST", value_delimiter = ',')]
    engines: Vec<String>,

    /// A configuration: a name and options of `landfall check`. Can be given several times.
    #[arg(long = "config", value_name = "NAME=OPTIONS", value_parser = Configuration::parse)]
    configurations: Vec<Configuration>,

    /// Only tasks with this property, by the name of its file without .prp.
    #[arg(long, value_name = "NAME")]
    property: Option<String>,

    #[command(flatten)]
    limits: LimitOptions,

    /// How many runs at the same time; on a Dask cluster its workers decide.
    #[arg(long, value_name = "N", default_value_t = 1)]
    jobs: usize,

    /// The folder of the campaign.
    #[arg(long, value_name = "DIR")]
    out: PathBuf,

    /// Run this command instead of landfall: `--data-model MODEL FILE` is appended, and its exit status is the verdict
    /// (0 safe, 1 unsafe, 2 unknown). Configurations then add options to it.
    #[arg(long, value_name = "COMMAND")]
    tool: Option<String>,

    #[command(flatten)]
    place: Place,
}

/// Where and how runs are made.
#[derive(Args, Clone, Debug, Default)]
pub struct Place {
    /// Where to make the runs: here, slurm (job arrays), or dask://HOST:PORT (the scheduler of a Dask cluster). Folder, tasks
    /// and checker must be at the same place on all machines.
    #[arg(long, value_name = "PLACE", default_value = "here", value_parser = Where::parse)]
    pub on: Where,

    /// The Python that has Dask (`distributed`).
    #[arg(long, value_name = "PROGRAM", default_value = "python3")]
    pub python: String,

    /// A further option of sbatch, e.g. --sbatch=--partition=short. Can be given several times.
    #[arg(long, value_name = "OPTION", allow_hyphen_values = true)]
    pub sbatch: Vec<String>,

    /// Do not use control groups even where that is permitted.
    #[arg(long)]
    pub no_cgroup: bool,
}

/// A campaign to make or to continue.
#[derive(Clone, Debug)]
pub struct Request {
    /// Empty: the plan in the folder.
    pub suite: Vec<PathBuf>,
    pub configurations: Vec<Configuration>,
    /// Only tasks with this property.
    pub property: Option<String>,
    pub limits: Limits,
    pub jobs: usize,
    pub out: PathBuf,
    /// Another checker than landfall.
    pub tool: Option<String>,
    pub place: Place,
}

const EXAMPLES: &str = "\
Examples:
  landfall bench run tasks/ --engines gps,ufo,tracer --limit 60 --memory 4000 --jobs 2 --out results
  landfall bench run tasks/ --config 'guard=--engine gps -X star=guard' --out results
  landfall bench run --out results                 continue after an interruption
  landfall bench run tasks/ --on dask://head:8786 --out /shared/results
  landfall bench run tasks/ --on slurm --jobs 200 --sbatch=--partition=short --out /shared/results
  landfall bench run tasks/ --tool './other-checker --fast' --out other";

pub fn command(options: &Options, console: &mut Console<'_>) -> Result<Outcome, String> {
    let engine = |name: &String| match &options.tool {
        None => Configuration::engine(name),
        Some(_) => Configuration { name: plain(name), arguments: Vec::new() },
    };
    let mut configurations: Vec<Configuration> = options.engines.iter().map(engine).collect();
    configurations.extend(options.configurations.iter().cloned());
    if configurations.is_empty() {
        configurations.push(Configuration { name: "default".to_string(), arguments: Vec::new() });
    }
    let request = Request {
        suite: options.suite.clone(),
        configurations,
        property: options.property.clone(),
        limits: options.limits.limits()?,
        jobs: options.jobs,
        out: options.out.clone(),
        tool: options.tool.clone(),
        place: options.place.clone(),
    };
    start(&request, console)
}

/// Makes the runs of a campaign that have no record yet.
pub fn start(request: &Request, console: &mut Console<'_>) -> Result<Outcome, String> {
    let folder = Folder::new(&request.out);
    let _lock = folder.lock()?;
    let campaign = plan(request, &folder)?;
    folder.write(&campaign)?;
    perform(&campaign, &folder, request, console)
}

/// The plan that is asked for, together with what is in the folder.
fn plan(request: &Request, folder: &Folder) -> Result<Campaign, String> {
    if request.suite.is_empty() {
        return folder.read();
    }
    let tasks = read_suite(&request.suite, request.property.as_deref())?;
    if tasks.is_empty() {
        return Err("there are no tasks in the suite".to_string());
    }
    let mut names: Vec<&str> = request.configurations.iter().map(|configuration| configuration.name.as_str()).collect();
    names.sort_unstable();
    if let Some(pair) = names.windows(2).find(|pair| pair[0] == pair[1]) {
        return Err(format!("two configurations have the name {}", pair[0]));
    }
    let tool = request.tool.as_deref().map_or_else(Tool::own, Tool::other)?;
    let new = Campaign::new(tool, request.limits, request.configurations.clone(), tasks);
    if folder.has_plan() { folder.read()?.extended(new) } else { Ok(new) }
}

fn perform(
    campaign: &Campaign,
    folder: &Folder,
    request: &Request,
    console: &mut Console<'_>,
) -> Result<Outcome, String> {
    let stopped = listen()?;
    let base = if request.place.no_cgroup { None } else { Base::find() };
    let records = folder.records(campaign)?;
    let mut open: Vec<String> = campaign.runs().map(|run| run.name()).collect();
    let total = open.len();
    open.retain(|run| !folder.record(run).exists());
    let mut progress = Progress::new(console.messages, console.interactive, total);
    records.iter().for_each(|record| progress.already(record));
    if !records.is_empty() {
        progress.message(&format!("{} of {total} runs were made before", records.len()));
    }
    sheet::write(folder, campaign, &records)?;
    let mut sheet = append_to(folder)?;
    let setting = Setting {
        folder,
        limits: campaign.limits,
        jobs: request.jobs,
        cores: campaign.limits.cores,
        base: base.as_ref(),
        python: &request.place.python,
        sbatch: &request.place.sbatch,
    };
    let mut arrived = |record: Record| {
        sheet::append(&mut sheet, &record)?;
        progress.done(&record);
        Ok(())
    };
    let stop = || stopped.load(Ordering::Relaxed);
    let lost = request.place.on.dispatch(open, &setting, &stop, &mut arrived)?;
    progress.finish();
    for (run, why) in &lost {
        progress.message(&format!("no record of {run}: {why}"));
    }
    finish(campaign, folder, total, console)
}

fn append_to(folder: &Folder) -> Result<File, String> {
    let path = folder.path.join(sheet::NAME);
    OpenOptions::new().append(true).open(&path).map_err(|e| format!("cannot write {}: {e}", path.display()))
}

/// The results in order, and the outcome.
fn finish(campaign: &Campaign, folder: &Folder, total: usize, console: &mut Console<'_>) -> Result<Outcome, String> {
    let records = folder.records(campaign)?;
    sheet::write(folder, campaign, &records)?;
    let wrong = records.iter().filter(|record| record.category() == Category::Wrong).count();
    let by_clock = records.iter().filter(|record| record.reason.as_deref() == Some("wall")).count();
    if by_clock > 0 {
        let hint = "the machine was busy or they were idle; fewer --jobs may help";
        crate::say(
            console.messages,
            &format!("{by_clock} runs timed out by the clock before their processor time was used: {hint}\n"),
        );
    }
    let made = records.len();
    if made == total {
        // Nobody waits for a run any more. If they stay, they do no harm.
        let _ = std::fs::remove_dir_all(folder.path.join("locks"));
    }
    crate::say(
        console.out,
        &format!("{made} of {total} runs, {wrong} wrong; results are in {}\n", folder.path.display()),
    );
    Ok(match (made < total, wrong > 0) {
        (true, _) => Outcome::Incomplete,
        (false, true) => Outcome::Worse,
        (false, false) => Outcome::Done,
    })
}

/// A flag that is set when the process is asked to stop; asked again, it stops at once.
fn listen() -> Result<Arc<AtomicBool>, String> {
    let stopped = Arc::new(AtomicBool::new(false));
    for signal in [SIGINT, SIGTERM, SIGHUP] {
        signal_hook::flag::register_conditional_shutdown(signal, 2, stopped.clone())
            .and_then(|_| signal_hook::flag::register(signal, stopped.clone()))
            .map_err(|e| format!("cannot listen to signals: {e}"))?;
    }
    Ok(stopped)
}
