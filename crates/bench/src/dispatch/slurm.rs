//! Leaves as Slurm job arrays.
//!
//! One element of an array is one run. The campaign's folder, the tasks and the checker must be at the same place on every node.
//! Slurm's own limits stand behind those of the leaf. What has no record when its array is over (a lost node, a job that was ended
//! from outside) is submitted again.

use std::collections::BTreeSet;
use std::process::Command;
use std::time::Duration;

use super::{Setting, Stop};
use crate::record::{Record, write_whole};

/// How often to submit what was lost.
const ROUNDS: usize = 3;
/// How often to look.
const PAUSE: Duration = Duration::from_millis(500);
/// Looks at the folder between two looks at the queue, which the controller has to answer.
const LOOKS: usize = 4;
/// The usual limit of an array's size, if the configuration cannot be asked.
const ARRAY: usize = 1000;

/// Makes the runs. `arrived` gets every record; runs that could not be made are returned with the reason.
pub fn dispatch(
    runs: Vec<String>,
    setting: &Setting<'_>,
    stop: Stop<'_>,
    arrived: &mut dyn FnMut(Record) -> Result<(), String>,
) -> Result<Vec<(String, String)>, String> {
    let size = array_size();
    let mut open = runs;
    for round in 0..ROUNDS {
        for (number, chunk) in open.chunks(size).enumerate() {
            let job = submit(chunk, &format!("{round}-{number}"), setting)?;
            wait(&job, chunk, setting, stop, arrived)?;
            if stop() {
                return Ok(Vec::new());
            }
        }
        open.retain(|run| !setting.folder.record(run).exists());
        if open.is_empty() {
            break;
        }
    }
    let why = |run| (run, format!("Slurm ended it {ROUNDS} times without a record; see the folder slurm"));
    Ok(open.into_iter().map(why).collect())
}

fn call(program: &str, words: &[&str]) -> Result<String, String> {
    let output = Command::new(program).args(words).output().map_err(|e| format!("cannot start {program}: {e}"))?;
    if !output.status.success() {
        return Err(format!("{program}: {}", String::from_utf8_lossy(&output.stderr).trim()));
    }
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}

fn array_size() -> usize {
    let configuration = call("scontrol", &["show", "config"]).unwrap_or_default();
    let line = configuration.lines().find_map(|line| line.strip_prefix("MaxArraySize"));
    let size = line.and_then(|line| line.trim_start_matches([' ', '=']).trim().parse::<usize>().ok());
    // The largest index is one less.
    size.map_or(ARRAY, |size| size.saturating_sub(1).clamp(1, 10_000))
}

/// Submits an array; the result is its number.
fn submit(runs: &[String], name: &str, setting: &Setting<'_>) -> Result<String, String> {
    let folder = setting.folder.path.join("slurm");
    let list = folder.join(format!("{name}.txt"));
    write_whole(&list, (runs.join("\n") + "\n").as_bytes())?;
    let leaf = std::env::current_exe().map_err(|e| format!("cannot find the own executable: {e}"))?;
    let cgroup = if setting.base.is_none() { "--no-cgroup" } else { "" };
    let script = format!(
        "#!/bin/sh\nrun=$(sed -n \"$((SLURM_ARRAY_TASK_ID + 1))p\" {})\n\
         exec {} bench run-one {cgroup} --campaign {} --run \"$run\"\n",
        quoted(&list.to_string_lossy()),
        quoted(&leaf.to_string_lossy()),
        quoted(&setting.folder.path.to_string_lossy())
    );
    let file = folder.join(format!("{name}.sh"));
    write_whole(&file, script.as_bytes())?;
    // The leaf keeps the limits; Slurm's are wider, for what a leaf cannot see.
    let minutes = (setting.limits.wall_seconds / 60.0).ceil() as u64 + 2;
    let memory = setting.limits.memory_mb + setting.limits.memory_mb / 10 + 200;
    let (array, time) = (format!("--array=0-{}%{}", runs.len() - 1, setting.jobs.max(1)), format!("--time={minutes}"));
    let (cores, memory) = (format!("--cpus-per-task={}", setting.cores.max(1)), format!("--mem={memory}M"));
    let log = format!("--output={}", folder.join(format!("{name}-%a.log")).display());
    let mut words = vec!["--parsable", "--requeue", "--job-name=landfall", &array, &time, &cores, &memory, &log];
    words.extend(setting.sbatch.iter().map(String::as_str));
    let file = file.to_string_lossy();
    words.push(&file);
    let answer = call("sbatch", &words)?;
    // With several clusters the cluster's name follows.
    answer.trim().split(';').next().map(str::to_string).ok_or_else(|| "sbatch gave no number".to_string())
}

fn quoted(text: &str) -> String {
    format!("'{}'", text.replace('\'', "'\\''"))
}

/// Hands records over as they appear, until the array is over. When stopped, it is cancelled.
fn wait(
    job: &str,
    runs: &[String],
    setting: &Setting<'_>,
    stop: Stop<'_>,
    arrived: &mut dyn FnMut(Record) -> Result<(), String>,
) -> Result<(), String> {
    let mut open: BTreeSet<&String> = runs.iter().collect();
    let mut looks = 0;
    loop {
        if stop() {
            call("scancel", &[job])?;
            return Ok(());
        }
        // Asked before the folder is looked at: a job that is over has written its record.
        let over = looks % LOOKS == LOOKS - 1 && is_over(job);
        let made: Vec<&String> = open.iter().copied().filter(|run| setting.folder.record(run).exists()).collect();
        for run in made {
            arrived(Record::read(&setting.folder.record(run))?)?;
            open.remove(run);
        }
        if open.is_empty() || over {
            return Ok(());
        }
        looks += 1;
        std::thread::sleep(PAUSE);
    }
}

/// A controller that does not answer for a moment is no reason to give up, and one that has forgotten the job says so.
fn is_over(job: &str) -> bool {
    match call("squeue", &["--noheader", "--jobs", job, "--format=%T"]) {
        Ok(states) => states.trim().is_empty(),
        Err(problem) => problem.contains("Invalid job id"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_quoted_for_the_shell() {
        assert_eq!(quoted("/a b/it's"), "'/a b/it'\\''s'");
    }
}
