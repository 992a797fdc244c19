//! What a campaign ran on, and when.

use std::time::{SystemTime, UNIX_EPOCH};

use serde::{Deserialize, Serialize};

#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Machine {
    pub host: String,
    pub system: String,
    pub processor: String,
    /// Cores that this process may use.
    pub cores: usize,
    pub memory_bytes: u64,
}

impl Machine {
    /// This machine.
    pub fn here() -> Machine {
        let line = |file: &str, key: &str| {
            let text = std::fs::read_to_string(file).ok()?;
            let line = text.lines().find(|line| line.starts_with(key))?;
            line.split_once(':').map(|(_, value)| value.trim().to_string())
        };
        let memory = line("/proc/meminfo", "MemTotal").and_then(|text| text.split(' ').next()?.parse::<u64>().ok());
        let release = std::fs::read_to_string("/proc/sys/kernel/osrelease").unwrap_or_default();
        Machine {
            host: host(),
            system: format!("{} {} {}", std::env::consts::OS, release.trim(), std::env::consts::ARCH),
            processor: line("/proc/cpuinfo", "model name").unwrap_or_else(|| "unknown".to_string()),
            cores: usable_cores().len(),
            memory_bytes: memory.unwrap_or(0) << 10,
        }
    }
}

pub fn host() -> String {
    let name = std::fs::read_to_string("/proc/sys/kernel/hostname").unwrap_or_default();
    if name.trim().is_empty() { "unknown".to_string() } else { name.trim().to_string() }
}

/// The numbers of the cores that this process may use.
pub fn usable_cores() -> Vec<usize> {
    // SAFETY: all zeros is the empty set; sched_getaffinity writes to the set it is given, CPU_ISSET reads inside it.
    unsafe {
        let mut set: libc::cpu_set_t = std::mem::zeroed();
        if libc::sched_getaffinity(0, size_of::<libc::cpu_set_t>(), &mut set) != 0 {
            return vec![0];
        }
        (0..libc::CPU_SETSIZE as usize).filter(|cpu| libc::CPU_ISSET(*cpu, &set)).collect()
    }
}

/// The time now as ISO 8601, UTC.
pub fn now() -> String {
    iso(seconds_now())
}

pub fn seconds_now() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_secs())
}

/// Seconds since 1970 as ISO 8601, UTC.
pub fn iso(seconds: u64) -> String {
    let (days, rest) = (seconds / 86_400, seconds % 86_400);
    let (year, month, day) = date(days);
    format!("{year:04}-{month:02}-{day:02}T{:02}:{:02}:{:02}Z", rest / 3600, rest / 60 % 60, rest % 60)
}

/// The date of a day counted from 1970-01-01 (Gregorian; years begin in March, so that the leap day is last).
fn date(days: u64) -> (u64, u64, u64) {
    let days = days + 719_468;
    let (era, day_of_era) = (days / 146_097, days % 146_097);
    let year_of_era = (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let month_from_march = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * month_from_march + 2) / 5 + 1;
    let month = if month_from_march < 10 { month_from_march + 3 } else { month_from_march - 9 };
    (year_of_era + era * 400 + u64::from(month <= 2), month, day)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates() {
        assert_eq!(iso(0), "1970-01-01T00:00:00Z");
        assert_eq!(iso(951_782_400 + 3661), "2000-02-29T01:01:01Z");
        assert_eq!(iso(1_767_225_599), "2025-12-31T23:59:59Z");
    }

    #[test]
    fn there_is_a_machine() {
        let machine = Machine::here();
        assert!(machine.cores > 0 && machine.memory_bytes > 1 << 20, "{machine:?}");
    }
}
