//! Runs one command within limits of processor time, clock time, memory and cores, measures what it takes, and sees to it that
//! nothing it started outlives it.
//!
//! The calling process must be a leaf of its own, with one thread: it becomes the reaper of all orphans below it
//! (`PR_SET_CHILD_SUBREAPER`), so that every descendant is a child of it in the end, is waited for, and has its processor time
//! counted by the kernel. Where a cgroup (version 2) can be made, the command runs in it: its processor time is then exact even for
//! children that nobody waits for, all processes are ended at once, and with the memory controller the kernel itself keeps
//! the memory limit. Otherwise processor time and memory of the tree of processes are looked at every few milliseconds, and
//! limits of the system (`setrlimit`) stand behind that.

pub mod cgroup;
mod tree;

use std::os::unix::process::CommandExt;
use std::os::unix::process::ExitStatusExt;
use std::process::{Command, ExitStatus};
use std::time::{Duration, Instant};

use crate::record::{Limits, Measured};
use cgroup::{Base, Group};

/// How often limits are looked at.
const TICK: Duration = Duration::from_millis(20);
/// What a command that was asked to stop may still take, to say what it knows.
const GRACE: Duration = Duration::from_millis(1000);
/// Processor time beyond the limit before the command is asked to stop: it is told the limit and normally keeps it itself.
const SLACK: f64 = 0.5;
/// How long to try to end processes that cannot be ended (stuck in the kernel).
const PATIENCE: Duration = Duration::from_secs(20);
/// Bytes that a command may write to a file, its output included.
const LARGEST_FILE: u64 = 256 << 20;

/// How a contained run ended.
#[derive(Debug)]
pub enum Ending {
    Measured(Measured),
    /// The leaf itself was asked to stop; everything it had started is gone.
    Interrupted,
}

/// Runs `command` to its end or to its limits. `cpus` are the cores it may use; none means all.
pub fn contain(command: &mut Command, limits: &Limits, cpus: &[usize], base: Option<&Base>) -> Result<Ending, String> {
    become_reaper()?;
    let signals = Signals::block()?;
    let group = base.and_then(|base| base.group(limits.memory_mb * 1_000_000).ok());
    prepare(command, limits, cpus, group.as_ref());
    let cpu_before = rusage_of_children();
    let start = Instant::now();
    let child = command.spawn().map_err(|e| format!("cannot start {}: {e}", command.get_program().display()))?;
    let main = child.id() as libc::pid_t;
    let mut watch = Watch { limits, group, main, start, cpu_before, peak: 0, status: None, stopped_by: None };
    let interrupted = watch.until_end(&signals);
    let wall_seconds = start.elapsed().as_secs_f64();
    let left_behind = watch.end_all();
    if interrupted {
        return Ok(Ending::Interrupted);
    }
    Ok(Ending::Measured(watch.measured(wall_seconds, left_behind)))
}

fn become_reaper() -> Result<(), String> {
    // SAFETY: sets an attribute of this process; takes no pointers.
    match unsafe { libc::prctl(libc::PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0) } {
        0 => Ok(()),
        _ => Err(format!("cannot become the reaper of orphans: {}", std::io::Error::last_os_error())),
    }
}

/// Signals that are waited for instead of handled.
struct Signals(libc::sigset_t);

impl Signals {
    fn block() -> Result<Signals, String> {
        // SAFETY: the set is initialised by sigemptyset before it is used, and lives on this stack.
        unsafe {
            let mut set: libc::sigset_t = std::mem::zeroed();
            libc::sigemptyset(&mut set);
            for signal in [libc::SIGCHLD, libc::SIGTERM, libc::SIGINT, libc::SIGHUP] {
                libc::sigaddset(&mut set, signal);
            }
            if libc::sigprocmask(libc::SIG_BLOCK, &set, std::ptr::null_mut()) != 0 {
                return Err("cannot block signals".to_string());
            }
            Ok(Signals(set))
        }
    }

    /// The next signal, or none when the time has passed.
    fn wait(&self, time: Duration) -> Option<libc::c_int> {
        let time = libc::timespec { tv_sec: time.as_secs() as libc::time_t, tv_nsec: i64::from(time.subsec_nanos()) };
        // SAFETY: the set is initialised; no information about the signal is asked for.
        let signal = unsafe { libc::sigtimedwait(&self.0, std::ptr::null_mut(), &time) };
        (signal > 0).then_some(signal)
    }
}

/// What the child does to itself between fork and exec. Only calls that are safe there.
fn prepare(command: &mut Command, limits: &Limits, cpus: &[usize], group: Option<&Group>) {
    let entrance = group.map(Group::entrance);
    let parent = std::process::id() as libc::pid_t;
    let seconds = (limits.cpu_seconds + SLACK).ceil() as u64 + 2;
    // Address space is not memory: this only stops what outruns the looking.
    let address_space = limits.memory_mb * 2_000_000 + (2 << 30);
    let cores = core_set(cpus);
    let before_exec = move || {
        // SAFETY: setsid, prctl, getppid, write, setrlimit, sched_setaffinity and sigprocmask may be called after fork; all
        // pointers are to values of this closure.
        unsafe {
            libc::setsid();
            libc::prctl(libc::PR_SET_PDEATHSIG, libc::SIGKILL);
            if libc::getppid() != parent {
                libc::_exit(125);
            }
            if let Some(file) = entrance {
                libc::write(file, c"0".as_ptr().cast(), 1);
            }
            for (which, soft, hard) in [
                (libc::RLIMIT_CPU, seconds, seconds + 1),
                (libc::RLIMIT_AS, address_space, address_space),
                (libc::RLIMIT_CORE, 0, 0),
                (libc::RLIMIT_FSIZE, LARGEST_FILE, LARGEST_FILE),
            ] {
                libc::setrlimit(which, &libc::rlimit { rlim_cur: soft, rlim_max: hard });
            }
            if let Some(cores) = &cores {
                libc::sched_setaffinity(0, size_of::<libc::cpu_set_t>(), cores);
            }
            let mut none: libc::sigset_t = std::mem::zeroed();
            libc::sigemptyset(&mut none);
            libc::sigprocmask(libc::SIG_SETMASK, &none, std::ptr::null_mut());
        }
        Ok(())
    };
    // SAFETY: the closure only makes calls that are allowed between fork and exec, and does not allocate.
    unsafe { command.pre_exec(before_exec) };
}

fn core_set(cpus: &[usize]) -> Option<libc::cpu_set_t> {
    if cpus.is_empty() {
        return None;
    }
    // SAFETY: all zeros is the empty set; CPU_SET writes inside it for numbers below its size.
    unsafe {
        let mut set: libc::cpu_set_t = std::mem::zeroed();
        cpus.iter().filter(|cpu| **cpu < libc::CPU_SETSIZE as usize).for_each(|cpu| libc::CPU_SET(*cpu, &mut set));
        Some(set)
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Stop {
    Cpu,
    Wall,
    Memory,
}

impl Stop {
    fn name(self) -> &'static str {
        match self {
            Stop::Cpu => "cpu",
            Stop::Wall => "wall",
            Stop::Memory => "memory",
        }
    }
}

struct Watch<'a> {
    limits: &'a Limits,
    group: Option<Group>,
    main: libc::pid_t,
    start: Instant,
    cpu_before: f64,
    peak: u64,
    /// How the command itself ended.
    status: Option<ExitStatus>,
    stopped_by: Option<Stop>,
}

impl Watch<'_> {
    /// Waits until the command has ended or must be ended. True if the leaf was told to stop.
    fn until_end(&mut self, signals: &Signals) -> bool {
        let mut asked: Option<Instant> = None;
        loop {
            match signals.wait(TICK) {
                None | Some(libc::SIGCHLD) => {}
                Some(_) => return true,
            }
            self.reap();
            if self.status.is_some() {
                return false;
            }
            match asked {
                Some(since) if since.elapsed() > GRACE => return false,
                Some(_) => {}
                None => {
                    self.stopped_by = self.exceeded();
                    match self.stopped_by {
                        None => {}
                        // What has no memory left cannot be asked anything.
                        Some(Stop::Memory) => return false,
                        Some(Stop::Cpu | Stop::Wall) => {
                            asked = Some(Instant::now());
                            send(self.main, libc::SIGTERM);
                        }
                    }
                }
            }
        }
    }

    fn exceeded(&mut self) -> Option<Stop> {
        let processes = tree::below(std::process::id() as libc::pid_t);
        let limit = self.limits.memory_mb * 1_000_000;
        let memory = match self.group.as_ref().and_then(Group::memory) {
            Some(memory) => memory,
            None => tree::memory(&processes, limit),
        };
        self.peak = self.peak.max(memory);
        if memory > limit || self.group.as_ref().is_some_and(Group::ran_out_of_memory) {
            return Some(Stop::Memory);
        }
        let cpu = match self.group.as_ref().and_then(Group::cpu) {
            Some(cpu) => cpu,
            None => rusage_of_children() - self.cpu_before + tree::cpu(&processes),
        };
        if cpu > self.limits.cpu_seconds + SLACK {
            return Some(Stop::Cpu);
        }
        (self.start.elapsed().as_secs_f64() > self.limits.wall_seconds).then_some(Stop::Wall)
    }

    /// Waits for every child that has ended. False when there are no children left at all.
    fn reap(&mut self) -> bool {
        loop {
            let mut status = 0;
            // SAFETY: waitpid writes to the status that it is given.
            match unsafe { libc::waitpid(-1, &mut status, libc::WNOHANG | libc::__WALL) } {
                0 => return true,
                pid if pid == self.main => self.status = Some(ExitStatus::from_raw(status)),
                pid if pid > 0 => {}
                _ => return std::io::Error::last_os_error().raw_os_error() == Some(libc::EINTR),
            }
        }
    }

    /// Ends every process below this one, and waits for all of them. Says how many there were beside the command itself.
    fn end_all(&mut self) -> usize {
        let own = std::process::id() as libc::pid_t;
        let main = self.main;
        let left_behind = tree::below(own).iter().filter(|p| p.pid != main && !p.ended).count();
        let start = Instant::now();
        while start.elapsed() < PATIENCE {
            if let Some(group) = &self.group {
                group.kill();
            }
            for process in tree::below(own) {
                send(process.pid, libc::SIGKILL);
            }
            if !self.reap() {
                break;
            }
            std::thread::sleep(Duration::from_millis(1));
        }
        left_behind
    }

    fn measured(self, wall_seconds: f64, left_behind: usize) -> Measured {
        let group = self.group.as_ref();
        let reaped = rusage_of_children() - self.cpu_before;
        let cpu_seconds = group.and_then(Group::cpu).unwrap_or(reaped);
        let memory = group.and_then(Group::memory_peak);
        let method = match (group, memory) {
            (None, _) => "rusage",
            (Some(_), None) => "cgroup+polling",
            (Some(_), Some(_)) => "cgroup",
        };
        let out_of_memory = group.is_some_and(Group::ran_out_of_memory);
        Measured {
            cpu_seconds,
            wall_seconds,
            memory_bytes: memory.unwrap_or_else(|| self.peak.max(largest_child())),
            method: method.to_string(),
            exit_status: self.status.and_then(|status| status.code()),
            signal: self.status.and_then(|status| status.signal()),
            stopped_by: self.stopped_by.or(out_of_memory.then_some(Stop::Memory)).map(|stop| stop.name().to_string()),
            left_behind,
        }
    }
}

fn send(pid: libc::pid_t, signal: libc::c_int) {
    // SAFETY: sends a signal to a process below this one; takes no pointers.
    unsafe { libc::kill(pid, signal) };
}

fn children_usage() -> Option<libc::rusage> {
    // SAFETY: all zeros is a valid `rusage`, and getrusage only writes to the one it is given.
    unsafe {
        let mut usage: libc::rusage = std::mem::zeroed();
        (libc::getrusage(libc::RUSAGE_CHILDREN, &mut usage) == 0).then_some(usage)
    }
}

/// Processor seconds of all descendants that have been waited for.
fn rusage_of_children() -> f64 {
    let seconds = |t: libc::timeval| t.tv_sec as f64 + t.tv_usec as f64 / 1e6;
    children_usage().map_or(0.0, |usage| seconds(usage.ru_utime) + seconds(usage.ru_stime))
}

/// The largest resident size of a single descendant, in bytes.
fn largest_child() -> u64 {
    children_usage().map_or(0, |usage| usage.ru_maxrss.max(0) as u64 * 1024)
}
