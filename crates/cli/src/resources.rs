//! What this process and its workers have used so far: processor time and memory. And what the system allows them.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

/// Nanoseconds of processor time of the workers that are alive; those that have ended the system counts.
static LIVING: AtomicU64 = AtomicU64::new(0);

/// Notes the processor time of the workers that are alive.
pub fn note_living(cpu: Duration) {
    LIVING.store(u64::try_from(cpu.as_nanos()).unwrap_or(u64::MAX), Ordering::Relaxed);
}

/// Processor time of this process and of its children: the preprocessor, the workers.
pub fn cpu_time() -> Duration {
    usage(libc::RUSAGE_SELF).map_or(Duration::ZERO, |u| spent(&u))
        + usage(libc::RUSAGE_CHILDREN).map_or(Duration::ZERO, |u| spent(&u))
        + Duration::from_nanos(LIVING.load(Ordering::Relaxed))
}

/// Asks the system to end this process together with the thread that started it, even while it is paused. Elsewhere than on Linux a
/// paused process is woken, and ended, when its group has lost its parent.
pub fn end_with_parent() {
    #[cfg(target_os = "linux")]
    // SAFETY: this request of prctl takes a number and touches no memory.
    unsafe {
        libc::prctl(libc::PR_SET_PDEATHSIG, libc::SIGKILL);
    }
}

/// What another process uses.
#[derive(Clone, Copy, Debug, Default)]
pub struct ProcessUsage {
    pub cpu: Duration,
    /// Resident memory in bytes.
    pub resident: u64,
}

/// What a child that was not waited for uses; `None` where the system does not say.
pub fn usage_of(process: u32) -> Option<ProcessUsage> {
    let stat = std::fs::read_to_string(format!("/proc/{process}/stat")).ok()?;
    // The second field is the program's name in parentheses, which may contain anything.
    let fields: Vec<&str> = stat.rsplit_once(')')?.1.split_whitespace().collect();
    let number = |index: usize| fields.get(index)?.parse::<u64>().ok();
    // Fields 14, 15 and 24 of the line, of which the first two are cut off.
    let (user, system, pages) = (number(11)?, number(12)?, number(21)?);
    let cpu = Duration::from_millis((user + system) * 1000 / ticks_per_second());
    Some(ProcessUsage { cpu, resident: pages * page_size() })
}

fn ticks_per_second() -> u64 {
    // SAFETY: sysconf has no preconditions.
    u64::try_from(unsafe { libc::sysconf(libc::_SC_CLK_TCK) }).unwrap_or(100).max(1)
}

fn page_size() -> u64 {
    // SAFETY: sysconf has no preconditions.
    u64::try_from(unsafe { libc::sysconf(libc::_SC_PAGESIZE) }).unwrap_or(4096)
}

/// Sends a signal to the process group of a child that was not waited for, so that its number cannot be another's.
pub fn signal_group(leader: u32, signal: libc::c_int) {
    if let Ok(group) = libc::pid_t::try_from(leader) {
        // SAFETY: kill touches no memory. It fails harmlessly if the group is gone.
        unsafe {
            libc::kill(-group, signal);
        }
    }
}

fn spent(usage: &libc::rusage) -> Duration {
    let of = |t: libc::timeval| Duration::new(t.tv_sec.max(0) as u64, t.tv_usec.max(0) as u32 * 1000);
    of(usage.ru_utime) + of(usage.ru_stime)
}

fn usage(who: libc::c_int) -> Option<libc::rusage> {
    // SAFETY: all zeros is a valid `rusage`, and getrusage only writes to the one it is given.
    unsafe {
        let mut usage: libc::rusage = std::mem::zeroed();
        (libc::getrusage(who, &mut usage) == 0).then_some(usage)
    }
}

/// Memory in bytes: what is resident, and the size of the address space where that is known.
#[derive(Clone, Copy, Debug)]
pub struct Memory {
    pub resident: u64,
    pub virtual_size: Option<u64>,
}

pub fn memory() -> Memory {
    from_proc().unwrap_or_else(|| Memory { resident: peak_resident(), virtual_size: None })
}

fn from_proc() -> Option<Memory> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let field = |name: &str| {
        let line = status.lines().find_map(|line| line.strip_prefix(name))?;
        line.trim().strip_suffix("kB")?.trim().parse::<u64>().ok().map(|kilobytes| kilobytes << 10)
    };
    Some(Memory { resident: field("VmRSS:")?, virtual_size: field("VmSize:") })
}

/// The largest resident size so far.
pub fn peak_resident() -> u64 {
    let unit = if cfg!(target_os = "macos") { 1 } else { 1024 };
    usage(libc::RUSAGE_SELF).map_or(0, |u| u.ru_maxrss.max(0) as u64 * unit)
}

/// The limit of the address space (`ulimit -v`), if there is one.
pub fn address_space_limit() -> Option<u64> {
    limit_of(libc::RLIMIT_AS)
}

/// The limit of processor time (`ulimit -t`), if there is one. The system counts it for each process; we count all together.
pub fn cpu_limit() -> Option<Duration> {
    limit_of(libc::RLIMIT_CPU).map(Duration::from_secs)
}

#[cfg(target_os = "linux")]
type Resource = libc::__rlimit_resource_t;
#[cfg(not(target_os = "linux"))]
type Resource = libc::c_int;

fn limit_of(resource: Resource) -> Option<u64> {
    // SAFETY: all zeros is a valid `rlimit`, and getrlimit only writes to the one it is given.
    let limit = unsafe {
        let mut limit: libc::rlimit = std::mem::zeroed();
        if libc::getrlimit(resource, &mut limit) != 0 {
            return None;
        }
        limit.rlim_cur
    };
    (limit != libc::RLIM_INFINITY).then_some(limit)
}

/// From now on this process may take only so many bytes more. For tests of what happens then.
#[cfg(debug_assertions)]
pub fn limit_address_space(more: u64) {
    let taken = memory().virtual_size.unwrap_or(0);
    let limit = libc::rlimit { rlim_cur: (taken + more) as libc::rlim_t, rlim_max: libc::RLIM_INFINITY };
    // SAFETY: setrlimit only reads what it is given. If it fails there is no limit, and the test that wanted one fails.
    unsafe {
        libc::setrlimit(libc::RLIMIT_AS, &limit);
    }
}

/// Waits until nobody else holds the file, and holds it until it is closed.
pub fn lock_file(file: &std::fs::File) -> std::io::Result<()> {
    use std::os::fd::AsRawFd;
    // SAFETY: the descriptor is open as long as the file is borrowed.
    match unsafe { libc::flock(file.as_raw_fd(), libc::LOCK_EX) } {
        0 => Ok(()),
        _ => Err(std::io::Error::last_os_error()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn usage_is_measured() {
        let before = cpu_time();
        let mut x = 1u64;
        while cpu_time() <= before {
            x = std::hint::black_box(x.wrapping_mul(3));
        }
        assert!(memory().resident > 100_000);
        assert!(peak_resident() > 100_000);
    }
}
