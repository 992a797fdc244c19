//! Leaves as processes of this machine, a few at a time.
//!
//! A leaf is told to end when this process dies, even by SIGKILL, and then ends its run.

use std::os::unix::process::CommandExt;
use std::process::{Child, Command, Stdio};
use std::sync::Mutex;
use std::sync::mpsc::{Sender, channel};
use std::time::Duration;

use super::{Setting, Stop};
use crate::machine::usable_cores;
use crate::record::Record;

/// How often a leaf that ended without a record is started again.
const RETRIES: usize = 1;

/// What a worker tells.
enum News {
    Record(Box<Record>),
    /// A run without a record, and why.
    Lost(String, String),
}

/// Makes the runs. `arrived` gets every record; runs that could not be made are returned with the reason.
pub fn dispatch(
    runs: Vec<String>,
    setting: &Setting<'_>,
    stop: Stop<'_>,
    arrived: &mut dyn FnMut(Record) -> Result<(), String>,
) -> Result<Vec<(String, String)>, String> {
    let slots = slots(setting)?;
    let queue = Mutex::new(runs.into_iter());
    let mut lost = Vec::new();
    std::thread::scope(|scope| {
        let (sender, receiver) = channel();
        for cpus in &slots {
            let (sender, queue) = (sender.clone(), &queue);
            scope.spawn(move || work(queue, setting, cpus, stop, &sender));
        }
        drop(sender);
        for news in receiver {
            match news {
                News::Record(record) => arrived(*record)?,
                News::Lost(run, why) => lost.push((run, why)),
            }
        }
        Ok(lost)
    })
}

/// The cores of each worker; empty lists if cores are not shared out.
fn slots(setting: &Setting<'_>) -> Result<Vec<Vec<usize>>, String> {
    let jobs = setting.jobs.max(1);
    if setting.cores == 0 {
        return Ok(vec![Vec::new(); jobs]);
    }
    let usable = usable_cores();
    if jobs * setting.cores > usable.len() {
        let (cores, have) = (setting.cores, usable.len());
        return Err(format!("{jobs} jobs with {cores} cores each need more than the {have} cores there are"));
    }
    Ok(usable.chunks(setting.cores).take(jobs).map(<[usize]>::to_vec).collect())
}

fn work(
    queue: &Mutex<std::vec::IntoIter<String>>,
    setting: &Setting<'_>,
    cpus: &[usize],
    stop: Stop<'_>,
    news: &Sender<News>,
) {
    while !stop() {
        let Some(run) = queue.lock().ok().and_then(|mut queue| queue.next()) else { return };
        let mut why = String::new();
        let mut made = None;
        for _ in 0..=RETRIES {
            match run_leaf(&run, setting, cpus, stop) {
                Ok(Some(record)) => made = Some(record),
                Ok(None) => return,
                Err(problem) => why = problem,
            }
            if made.is_some() {
                break;
            }
        }
        let told = match made {
            Some(record) => news.send(News::Record(Box::new(record))),
            None => news.send(News::Lost(run, why)),
        };
        if told.is_err() {
            return;
        }
    }
}

/// None: stopped.
fn run_leaf(run: &str, setting: &Setting<'_>, cpus: &[usize], stop: Stop<'_>) -> Result<Option<Record>, String> {
    let mut command = leaf(run, setting, cpus)?;
    let mut child = command.spawn().map_err(|e| format!("cannot start a run: {e}"))?;
    let mut asked = false;
    let status = loop {
        if let Some(status) = child.try_wait().map_err(|e| e.to_string())? {
            break status;
        }
        if stop() && !asked {
            ask_to_stop(&child);
            asked = true;
        }
        std::thread::sleep(Duration::from_millis(5));
    };
    if let Some(base) = setting.base.filter(|_| !status.success()) {
        base.sweep(child.id());
    }
    let path = setting.folder.record(run);
    if path.exists() {
        return Record::read(&path).map(Some);
    }
    if stop() {
        return Ok(None);
    }
    let mut words = String::new();
    if let Some(stream) = &mut child.stderr {
        // Without its words the status has to do.
        let _ = std::io::Read::read_to_string(stream, &mut words);
    }
    Err(format!("{status}: {}", words.trim()))
}

fn ask_to_stop(child: &Child) {
    // SAFETY: sends a signal to a child that was not waited for yet; takes no pointers.
    unsafe { libc::kill(child.id() as libc::pid_t, libc::SIGTERM) };
}

fn leaf(run: &str, setting: &Setting<'_>, cpus: &[usize]) -> Result<Command, String> {
    let executable = std::env::current_exe().map_err(|e| format!("cannot find the own executable: {e}"))?;
    let mut command = Command::new(executable);
    command.args(["bench", "run-one", "--run", run, "--campaign"]).arg(&setting.folder.path);
    if !cpus.is_empty() {
        let list: Vec<String> = cpus.iter().map(usize::to_string).collect();
        command.args(["--cpus", &list.join(",")]);
    }
    match setting.base {
        Some(base) => command.arg("--cgroup").arg(base.folder()),
        None => command.arg("--no-cgroup"),
    };
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::piped());
    let parent = std::process::id() as libc::pid_t;
    let before_exec = move || {
        // SAFETY: prctl, getppid and _exit may be called after fork and take no pointers.
        unsafe {
            libc::prctl(libc::PR_SET_PDEATHSIG, libc::SIGTERM);
            if libc::getppid() != parent {
                libc::_exit(125);
            }
        }
        Ok(())
    };
    // SAFETY: the closure only makes calls that are allowed between fork and exec.
    unsafe { command.pre_exec(before_exec) };
    Ok(command)
}
