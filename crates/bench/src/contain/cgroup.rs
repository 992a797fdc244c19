//! Control groups (version 2), as far as this process may make them.
//!
//! A group can be made below the group that this process is in if its folder is writable: as root, or in a scope that systemd
//! has delegated (`systemd-run --user --scope -p Delegate=yes landfall bench run ...`). Processor time and ending all processes at
//! once work in every group. Memory needs its controller to be handed down, which the kernel allows only from a group without
//! processes; so where only this process is inside, it moves into a group beside the runs.

use std::fs::{self, File, OpenOptions};
use std::os::fd::{AsRawFd, RawFd};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};

/// The group below which the groups of runs are made.
#[derive(Clone, Debug)]
pub struct Base {
    folder: PathBuf,
    /// Its groups have the memory controller.
    has_memory: bool,
}

impl Base {
    /// The base for this process, if it may make groups at all.
    pub fn find() -> Option<Base> {
        let mounts = fs::read_to_string("/proc/self/mountinfo").ok()?;
        let own = fs::read_to_string("/proc/self/cgroup").ok()?;
        Base::at(&folder_of(&mounts, &own)?)
    }

    /// A base that another process has prepared.
    pub fn given(folder: &Path) -> Base {
        Base { folder: folder.to_path_buf(), has_memory: has_word(&folder.join("cgroup.subtree_control"), "memory") }
    }

    fn at(folder: &Path) -> Option<Base> {
        let probe = folder.join(format!("landfall-probe-{}", std::process::id()));
        fs::create_dir(&probe).ok()?;
        let usable = probe.join("cgroup.kill").exists() && probe.join("cpu.stat").exists();
        let _ = fs::remove_dir(&probe);
        if !usable {
            return None;
        }
        if has_word(&folder.join("cgroup.controllers"), "memory") {
            hand_down_memory(folder);
        }
        Some(Base::given(folder))
    }

    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Ends and removes what is left of the groups that a process made which is gone.
    pub fn sweep(&self, process: u32) {
        let prefix = format!("landfall-run-{process}-");
        for entry in fs::read_dir(&self.folder).into_iter().flatten().flatten() {
            if entry.file_name().to_string_lossy().starts_with(&prefix) {
                // A group that is gone already needs nothing.
                let _ = fs::write(entry.path().join("cgroup.kill"), "1");
                let _ = fs::remove_dir(entry.path());
            }
        }
    }

    /// A new group for a run with this limit of memory in bytes.
    pub fn group(&self, memory: u64) -> std::io::Result<Group> {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let number = COUNT.fetch_add(1, Ordering::Relaxed);
        let folder = self.folder.join(format!("landfall-run-{}-{number}", std::process::id()));
        fs::create_dir(&folder)?;
        if self.has_memory {
            fs::write(folder.join("memory.max"), memory.to_string())?;
            // Without swap accounting the file is missing, and there is nothing to limit.
            let _ = fs::write(folder.join("memory.swap.max"), "0");
            let _ = fs::write(folder.join("memory.oom.group"), "1");
        }
        let entrance = OpenOptions::new().write(true).open(folder.join("cgroup.procs"))?;
        Ok(Group { folder, entrance, has_memory: self.has_memory })
    }
}

/// Enables the memory controller for groups below `folder`, moving this process out of the way if it is alone there.
fn hand_down_memory(folder: &Path) {
    let control = folder.join("cgroup.subtree_control");
    if has_word(&control, "memory") || fs::write(&control, "+memory").is_ok() {
        return;
    }
    let own = std::process::id().to_string();
    let alone = fs::read_to_string(folder.join("cgroup.procs")).is_ok_and(|list| list.lines().eq([own.as_str()]));
    let aside = folder.join("landfall-bench");
    if alone && (aside.is_dir() || fs::create_dir(&aside).is_ok()) && fs::write(aside.join("cgroup.procs"), "0").is_ok()
    {
        // If it is refused, memory is looked at instead.
        let _ = fs::write(&control, "+memory");
    }
}

fn has_word(file: &Path, word: &str) -> bool {
    fs::read_to_string(file).is_ok_and(|text| text.split_whitespace().any(|found| found == word))
}

/// Where the group of this process is, from `/proc/self/mountinfo` and `/proc/self/cgroup`.
fn folder_of(mounts: &str, own: &str) -> Option<PathBuf> {
    let mount = mounts.lines().find_map(|line| {
        let (place, kind) = line.split_once(" - ")?;
        kind.starts_with("cgroup2 ").then(|| place.split(' ').nth(4)).flatten()
    })?;
    let group = own.lines().find_map(|line| line.strip_prefix("0::/"))?;
    Some(Path::new(mount).join(group))
}

/// The group of one run. It is removed when dropped; by then its processes are gone.
#[derive(Debug)]
pub struct Group {
    folder: PathBuf,
    entrance: File,
    has_memory: bool,
}

impl Group {
    /// A process that writes `0` here is inside.
    pub fn entrance(&self) -> RawFd {
        self.entrance.as_raw_fd()
    }

    /// Processor seconds of all that is or was inside.
    pub fn cpu(&self) -> Option<f64> {
        self.field("cpu.stat", "usage_usec").map(|microseconds| microseconds as f64 / 1e6)
    }

    /// Bytes in use, if memory is controlled.
    pub fn memory(&self) -> Option<u64> {
        self.number("memory.current")
    }

    pub fn memory_peak(&self) -> Option<u64> {
        self.number("memory.peak")
    }

    pub fn ran_out_of_memory(&self) -> bool {
        self.has_memory && self.field("memory.events", "oom_kill").is_some_and(|count| count > 0)
    }

    /// Ends all that is inside, whatever it forks meanwhile.
    pub fn kill(&self) {
        // Whoever calls this looks afterwards whether anything is left.
        let _ = fs::write(self.folder.join("cgroup.kill"), "1");
    }

    fn number(&self, file: &str) -> Option<u64> {
        if !self.has_memory {
            return None;
        }
        fs::read_to_string(self.folder.join(file)).ok()?.trim().parse().ok()
    }

    fn field(&self, file: &str, name: &str) -> Option<u64> {
        let text = fs::read_to_string(self.folder.join(file)).ok()?;
        text.lines().find_map(|line| line.strip_prefix(name)?.trim().parse().ok())
    }
}

impl Drop for Group {
    fn drop(&mut self) {
        // A process stuck in the kernel keeps the folder; it is empty otherwise.
        let _ = fs::remove_dir(&self.folder);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_group_of_this_process_is_found() {
        let mounts = "30 1 0:1 / /sys rw - sysfs sysfs rw\n\
                      35 30 0:2 / /sys/fs/cgroup rw,nosuid shared:9 - cgroup2 cgroup2 rw,nsdelegate\n";
        let own = "3:cpu:/x\n0::/user.slice/run-1.scope\n";
        assert_eq!(folder_of(mounts, own), Some(PathBuf::from("/sys/fs/cgroup/user.slice/run-1.scope")));
        assert_eq!(folder_of("", own), None);
        assert_eq!(folder_of(mounts, "3:cpu:/x\n"), None);
    }

    /// The kernel's files, as plain ones: what a group with the memory controller looks like.
    #[test]
    fn the_files_of_a_group_are_read() {
        let folder = tempfile::tempdir().expect("a folder");
        let write = |name: &str, text: &str| fs::write(folder.path().join(name), text).expect("is writable");
        write("cgroup.procs", "");
        write("cpu.stat", "usage_usec 2500000\nuser_usec 2000000\n");
        write("memory.current", "4096\n");
        write("memory.peak", "8192\n");
        write("memory.events", "low 0\noom 1\noom_kill 1\noom_group_kill 0\n");
        let entrance = File::create(folder.path().join("cgroup.procs")).expect("is writable");
        let mut group = Group { folder: folder.path().to_path_buf(), entrance, has_memory: true };
        assert_eq!((group.cpu(), group.memory(), group.memory_peak()), (Some(2.5), Some(4096), Some(8192)));
        assert!(group.ran_out_of_memory());
        group.has_memory = false;
        assert_eq!((group.memory(), group.memory_peak(), group.ran_out_of_memory()), (None, None, false));
    }

    #[test]
    fn a_plain_folder_is_no_base() {
        let folder = tempfile::tempdir().expect("a folder");
        assert!(Base::at(folder.path()).is_none());
        assert_eq!(fs::read_dir(folder.path()).expect("is there").count(), 0);
    }
}
