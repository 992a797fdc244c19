//! The plan of a campaign and its folder.
//!
//! ```text
//! campaign.json                         the plan: checker, configurations, tasks, limits, machine
//! records/CONFIGURATION/SET/TASK.json   one record a run, as soon as it is over: what was done is what is here
//! output/CONFIGURATION/SET/TASK.out     what the checker printed, and .err
//! results.csv, results.json             all records, appended while the campaign runs and put in order at its end
//! ```

use std::fs::File;
use std::io::Read;
use std::os::fd::AsRawFd;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::machine::{self, Machine};
use crate::record::{Limits, Record, SCHEMA_VERSION, write_whole};
use crate::task::{Task, plain};

/// How the checker is called and its answer read.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Protocol {
    /// `landfall check` with JSON.
    Landfall,
    /// Any command: `--data-model MODEL FILE` is appended, and its exit status is the verdict: 0 safe, 1 unsafe, 2 unknown.
    Status,
}

/// The checker.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Tool {
    pub command: Vec<String>,
    pub protocol: Protocol,
    /// What it says about itself.
    pub version: String,
    pub sha256: String,
}

impl Tool {
    /// The landfall that this process is.
    pub fn own() -> Result<Tool, String> {
        let executable = std::env::current_exe().map_err(|e| format!("cannot find the own executable: {e}"))?;
        let command = vec![executable.to_string_lossy().into_owned(), "check".to_string()];
        let version = version_of(&command[..1]);
        Ok(Tool { protocol: Protocol::Landfall, version, sha256: hash(&executable)?, command })
    }

    /// Another command, as a line of words.
    pub fn other(line: &str) -> Result<Tool, String> {
        let command: Vec<String> = line.split_whitespace().map(str::to_string).collect();
        let program = command.first().ok_or("--tool needs a command")?;
        let executable = find_program(program).ok_or_else(|| format!("--tool: no program `{program}`"))?;
        Ok(Tool { protocol: Protocol::Status, version: line.to_string(), sha256: hash(&executable)?, command })
    }
}

fn version_of(command: &[String]) -> String {
    let output = std::process::Command::new(&command[0]).arg("--version").output();
    let text = output.map(|output| String::from_utf8_lossy(&output.stdout).trim().to_string()).unwrap_or_default();
    if text.is_empty() { "unknown".to_string() } else { text }
}

fn find_program(name: &str) -> Option<PathBuf> {
    if name.contains('/') {
        return Path::new(name).is_file().then(|| PathBuf::from(name));
    }
    let path = std::env::var_os("PATH")?;
    std::env::split_paths(&path).map(|folder| folder.join(name)).find(|file| file.is_file())
}

fn hash(file: &Path) -> Result<String, String> {
    let problem = |e| format!("cannot read {}: {e}", file.display());
    let mut reader = File::open(file).map_err(problem)?;
    let mut hasher = Sha256::new();
    let mut buffer = vec![0; 1 << 16];
    loop {
        match reader.read(&mut buffer).map_err(problem)? {
            0 => break,
            count => hasher.update(&buffer[..count]),
        }
    }
    Ok(hasher.finalize().iter().map(|byte| format!("{byte:02x}")).collect())
}

/// The checker with certain options, under a name.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Configuration {
    pub name: String,
    pub arguments: Vec<String>,
}

impl Configuration {
    pub fn engine(name: &str) -> Configuration {
        Configuration { name: plain(name), arguments: vec!["--engine".to_string(), name.to_string()] }
    }

    /// `NAME=ARGUMENTS`, e.g. `bam-lf=--engine bam --search directed --metric lf`.
    pub fn parse(text: &str) -> Result<Configuration, String> {
        let (name, arguments) =
            text.split_once('=').ok_or("expected NAME=ARGUMENTS, for example lite=--engine gps-lite")?;
        let arguments = arguments.split_whitespace().map(str::to_string).collect();
        Ok(Configuration { name: plain(name.trim()), arguments })
    }
}

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Campaign {
    pub schema_version: u32,
    pub created: String,
    pub tool: Tool,
    pub limits: Limits,
    pub configurations: Vec<Configuration>,
    pub tasks: Vec<Task>,
    pub machine: Machine,
}

/// One run of a plan.
#[derive(Clone, Copy, Debug)]
pub struct Run<'a> {
    pub configuration: &'a Configuration,
    pub task: &'a Task,
}

impl Run<'_> {
    /// `CONFIGURATION/SET/TASK`: unique in its campaign, and a relative path.
    pub fn name(&self) -> String {
        format!("{}/{}/{}", self.configuration.name, self.task.set, self.task.name)
    }
}

impl Campaign {
    pub fn new(tool: Tool, limits: Limits, configurations: Vec<Configuration>, tasks: Vec<Task>) -> Campaign {
        let (created, machine) = (machine::now(), Machine::here());
        Campaign { schema_version: SCHEMA_VERSION, created, tool, limits, configurations, tasks, machine }
    }

    /// All runs, task by task, so that an interrupted campaign can still compare configurations.
    pub fn runs(&self) -> impl Iterator<Item = Run<'_>> {
        let of_task = |task| self.configurations.iter().map(move |configuration| Run { configuration, task });
        self.tasks.iter().flat_map(of_task)
    }

    pub fn run(&self, name: &str) -> Option<Run<'_>> {
        self.runs().find(|run| run.name() == name)
    }

    /// The plan with the tasks and configurations of `other` added. They must agree on all else.
    pub fn extended(mut self, other: Campaign) -> Result<Campaign, String> {
        let differ = |what: &str| {
            Err(format!(
                "the campaign in this folder has {what}; choose another folder with --out, or remove the old one"
            ))
        };
        if self.limits != other.limits {
            return differ("other limits");
        }
        if self.tool.sha256 != other.tool.sha256 || self.tool.command != other.tool.command {
            return differ("run another checker");
        }
        for configuration in other.configurations {
            match self.configurations.iter().find(|known| known.name == configuration.name) {
                Some(known) if *known != configuration => return differ("other options for a configuration"),
                Some(_) => {}
                None => self.configurations.push(configuration),
            }
        }
        for task in other.tasks {
            match self.tasks.iter().find(|known| (&known.set, &known.name) == (&task.set, &task.name)) {
                Some(known) if *known != task => return differ("another task of the same name"),
                Some(_) => {}
                None => self.tasks.push(task),
            }
        }
        Ok(self)
    }
}

/// The folder of a campaign.
#[derive(Clone, Debug)]
pub struct Folder {
    pub path: PathBuf,
}

impl Folder {
    pub fn new(path: &Path) -> Folder {
        Folder { path: std::path::absolute(path).unwrap_or_else(|_| path.to_path_buf()) }
    }

    fn plan(&self) -> PathBuf {
        self.path.join("campaign.json")
    }

    pub fn record(&self, run: &str) -> PathBuf {
        self.path.join("records").join(format!("{run}.json"))
    }

    /// Where the checker's output goes; the ending is `out` or `err`.
    pub fn output(&self, run: &str, ending: &str) -> PathBuf {
        self.path.join("output").join(format!("{run}.{ending}"))
    }

    pub fn has_plan(&self) -> bool {
        self.plan().exists()
    }

    pub fn read(&self) -> Result<Campaign, String> {
        let path = self.plan();
        let bytes = std::fs::read(&path).map_err(|e| format!("no campaign in {}: {e}", self.path.display()))?;
        serde_json::from_slice(&bytes).map_err(|e| format!("{} is no campaign: {e}", path.display()))
    }

    pub fn write(&self, campaign: &Campaign) -> Result<(), String> {
        let mut text = serde_json::to_vec_pretty(campaign).map_err(|e| e.to_string())?;
        text.push(b'\n');
        write_whole(&self.plan(), &text)
    }

    /// The records of the plan that exist, in the plan's order.
    pub fn records(&self, campaign: &Campaign) -> Result<Vec<Record>, String> {
        let paths = campaign.runs().map(|run| self.record(&run.name())).filter(|path| path.exists());
        paths.map(|path| Record::read(&path)).collect()
    }

    /// Keeps a second dispatcher out of the folder for as long as the result lives, however this process ends.
    pub fn lock(&self) -> Result<Lock, String> {
        let busy = || format!("another process is running the campaign in {}", self.path.display());
        Lock::take(&self.path.join("lock"), libc::LOCK_EX | libc::LOCK_NB).map_err(|e| e.unwrap_or_else(busy))
    }

    /// Waits until no other leaf is making the run.
    pub fn lock_run(&self, run: &str) -> Result<Lock, String> {
        let path = self.path.join("locks").join(run.replace('/', "+"));
        Lock::take(&path, libc::LOCK_EX).map_err(|e| e.unwrap_or_else(|| format!("cannot lock {}", path.display())))
    }
}

/// Something that no other process works on while this lives.
#[derive(Debug)]
pub struct Lock {
    _file: File,
}

impl Lock {
    /// The error has no words if another process has the lock.
    fn take(path: &Path, how: libc::c_int) -> Result<Lock, Option<String>> {
        let problem = |e: std::io::Error| Some(format!("cannot lock {}: {e}", path.display()));
        std::fs::create_dir_all(path.parent().unwrap_or(Path::new("."))).map_err(problem)?;
        let file = File::create(path).map_err(problem)?;
        // SAFETY: the descriptor belongs to `file`, which is alive.
        match unsafe { libc::flock(file.as_raw_fd(), how) } {
            0 => Ok(Lock { _file: file }),
            _ => Err(None),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn campaign(engines: &[&str]) -> Campaign {
        let limits = Limits { cpu_seconds: 1.0, wall_seconds: 2.0, memory_mb: 100, cores: 0 };
        let tool =
            Tool { command: vec!["x".into()], protocol: Protocol::Status, version: "1".into(), sha256: "0".into() };
        let task = Task {
            set: "s".into(),
            name: "t".into(),
            definition: "t.c".into(),
            source: "t.c".into(),
            property: None,
            expected: Some(true),
            data_model: None,
            options: vec![],
        };
        Campaign::new(tool, limits, engines.iter().map(|name| Configuration::engine(name)).collect(), vec![task])
    }

    #[test]
    fn a_plan_can_grow_but_not_change() {
        let both = campaign(&["gps"]).extended(campaign(&["se+bself", "gps"])).expect("they agree");
        assert_eq!(both.runs().map(|run| run.name()).collect::<Vec<_>>(), ["gps/s/t", "se+bself/s/t"]);
        let mut other = campaign(&["gps"]);
        other.limits.memory_mb = 7;
        assert!(campaign(&["gps"]).extended(other).is_err());
        let mut other = campaign(&["gps"]);
        other.configurations[0].arguments.push("--star".into());
        assert!(campaign(&["gps"]).extended(other).is_err());
    }

    #[test]
    fn plans_are_read_back_and_folders_locked() {
        let folder = tempfile::tempdir().expect("a folder");
        let folder = Folder::new(&folder.path().join("new"));
        let plan = campaign(&["gps"]);
        folder.write(&plan).expect("is writable");
        assert_eq!(folder.read().expect("was written"), plan);
        let lock = folder.lock().expect("nobody else");
        assert!(folder.lock().is_err());
        drop(lock);
        assert!(folder.lock().is_ok());
    }

    #[test]
    fn configurations_are_parsed() {
        let parsed = Configuration::parse("bam lf=--engine bam --metric lf").expect("has a name");
        assert_eq!((parsed.name.as_str(), parsed.arguments.len()), ("bam_lf", 4));
        assert!(Configuration::parse("gps").is_err());
    }
}
