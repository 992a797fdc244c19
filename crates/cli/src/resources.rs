//! What this process has used so far: processor time and memory. And what the system allows it.

use std::time::Duration;

/// Processor time of this process and of its children that have ended (the preprocessor).
pub fn cpu_time() -> Duration {
    usage(libc::RUSAGE_SELF).map_or(Duration::ZERO, |u| spent(&u))
        + usage(libc::RUSAGE_CHILDREN).map_or(Duration::ZERO, |u| spent(&u))
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
    // SAFETY: all zeros is a valid `rlimit`, and getrlimit only writes to the one it is given.
    let limit = unsafe {
        let mut limit: libc::rlimit = std::mem::zeroed();
        if libc::getrlimit(libc::RLIMIT_AS, &mut limit) != 0 {
            return None;
        }
        limit.rlim_cur
    };
    (limit != libc::RLIM_INFINITY).then_some(limit)
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
