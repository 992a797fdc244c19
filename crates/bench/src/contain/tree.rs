//! The tree of processes below this one, read from `/proc`.

use std::fs;

/// A process as it was when looked at.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Process {
    pub pid: libc::pid_t,
    /// It has ended but was not waited for yet.
    pub ended: bool,
    /// Processor seconds, those of its children that it has waited for included.
    pub cpu: f64,
    /// Resident bytes.
    pub resident: u64,
}

/// All processes below `root`, which itself is not among them.
pub fn below(root: libc::pid_t) -> Vec<Process> {
    let mut found = Vec::new();
    let mut open = children(root);
    while let Some(pid) = open.pop() {
        if let Some(process) = look(pid) {
            found.push(process);
            open.extend(children(pid));
        }
    }
    found
}

fn children(pid: libc::pid_t) -> Vec<libc::pid_t> {
    let Ok(threads) = fs::read_dir(format!("/proc/{pid}/task")) else { return Vec::new() };
    let lists = threads.filter_map(|thread| fs::read_to_string(thread.ok()?.path().join("children")).ok());
    lists.flat_map(|list| list.split_whitespace().filter_map(|pid| pid.parse().ok()).collect::<Vec<_>>()).collect()
}

fn look(pid: libc::pid_t) -> Option<Process> {
    let stat = fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
    // SAFETY: sysconf only reads constants of the system.
    let (ticks, page) = unsafe { (libc::sysconf(libc::_SC_CLK_TCK), libc::sysconf(libc::_SC_PAGESIZE)) };
    parse_stat(&stat, ticks as f64, page as u64).map(|(ended, cpu, resident)| Process { pid, ended, cpu, resident })
}

/// State, processor seconds and resident bytes. The name in parentheses may hold anything, so fields count from its end.
fn parse_stat(stat: &str, ticks_per_second: f64, page: u64) -> Option<(bool, f64, u64)> {
    let (_, rest) = stat.rsplit_once(')')?;
    let fields: Vec<&str> = rest.split_whitespace().collect();
    let ended = matches!(*fields.first()?, "Z" | "X");
    let ticks: f64 = fields.get(11..15)?.iter().filter_map(|field| field.parse::<f64>().ok()).sum();
    let resident: u64 = fields.get(21)?.parse().ok()?;
    Some((ended, ticks / ticks_per_second, resident * page))
}

/// Processor seconds of the processes together.
pub fn cpu(processes: &[Process]) -> f64 {
    processes.iter().map(|process| process.cpu).sum()
}

/// Resident bytes of the processes together. Pages that several of them share are counted once where that matters: when the
/// plain sum is beyond the limit.
pub fn memory(processes: &[Process], limit: u64) -> u64 {
    let plain: u64 = processes.iter().map(|process| process.resident).sum();
    if plain <= limit || processes.len() < 2 {
        return plain;
    }
    processes.iter().map(|process| proportional(process.pid).unwrap_or(process.resident)).sum()
}

/// A process' share of the memory it uses.
fn proportional(pid: libc::pid_t) -> Option<u64> {
    let text = fs::read_to_string(format!("/proc/{pid}/smaps_rollup")).ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix("Pss:"))?;
    line.trim().strip_suffix("kB")?.trim().parse::<u64>().ok().map(|kilobytes| kilobytes << 10)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_with_parentheses_does_not_confuse() {
        let stat = "12 (a) b) c) Z 1 12 12 0 -1 0 0 0 0 0 150 50 20 30 20 0 1 0 100 4096 7 18446744073709551615 0 0";
        assert_eq!(parse_stat(stat, 100.0, 4096), Some((true, 2.5, 7 * 4096)));
        assert_eq!(parse_stat("12 (short) R 1", 100.0, 4096), None);
    }

    #[test]
    fn children_are_found() {
        let own = std::process::id() as libc::pid_t;
        let mut child = std::process::Command::new("sleep").arg("60").spawn().expect("sleep is everywhere");
        let pid = child.id() as libc::pid_t;
        let found = below(own);
        child.kill().expect("it runs");
        child.wait().expect("it is ours");
        assert!(found.iter().any(|process| process.pid == pid), "{found:?}");
    }
}
