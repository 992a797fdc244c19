//! Campaigns on real clusters, started here: Dask's scheduler with three workers, and a Slurm that is already there.

use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use super::resumed::{records_below, wait_for};
use super::world::{World, bench, must, text};

/// The Python with Dask: the environment says which if it is not the usual one.
fn python() -> Option<String> {
    let name = std::env::var("LANDFALL_PYTHON").unwrap_or_else(|_| "python3".to_string());
    let works =
        Command::new(&name).args(["-c", "import distributed"]).output().is_ok_and(|output| output.status.success());
    if !works {
        eprintln!("skipped: install Dask (PyPI: distributed), or say in LANDFALL_PYTHON which Python has it");
    }
    works.then_some(name)
}

/// A cluster of this machine. Its processes end with it.
struct Cluster {
    python: String,
    file: String,
    processes: Vec<Child>,
}

impl Cluster {
    fn start(world: &World, workers: usize) -> Option<Cluster> {
        let file = text(&world.path("scheduler.json")).to_string();
        let mut cluster = Cluster { python: python()?, file, processes: Vec::new() };
        cluster.spawn("distributed.cli.dask_scheduler", &["--host", "127.0.0.1", "--port", "0", "--no-dashboard"]);
        for _ in 0..workers {
            cluster.spawn("distributed.cli.dask_worker", &["--nthreads", "1", "--no-nanny", "--no-dashboard"]);
        }
        Some(cluster)
    }

    fn spawn(&mut self, module: &str, words: &[&str]) {
        let mut command = Command::new(&self.python);
        command.args(["-m", module, "--scheduler-file", &self.file]).args(words);
        let process =
            command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("it starts");
        self.processes.push(process);
    }

    /// `dask://HOST:PORT`, as soon as the scheduler has told it.
    fn address(&self) -> String {
        let start = Instant::now();
        loop {
            let text = std::fs::read_to_string(&self.file).unwrap_or_default();
            let document: Option<serde_json::Value> = serde_json::from_str(&text).ok();
            if let Some(address) = document.as_ref().and_then(|document| document["address"].as_str()) {
                return address.replace("tcp://", "dask://");
            }
            assert!(start.elapsed() < Duration::from_secs(60), "the scheduler does not start");
            std::thread::sleep(Duration::from_millis(20));
        }
    }
}

impl Drop for Cluster {
    fn drop(&mut self) {
        for process in &mut self.processes {
            // Those that were ended in a test are gone already.
            let _ = process.kill();
            let _ = process.wait();
        }
    }
}

fn suite(world: &World, tasks: usize, action: &str) {
    for number in 0..tasks {
        world.program(&format!("t{number}.c"), number % 3 > 0, action);
    }
    world.program("crash.c", true, "crash");
}

/// Set, task, expected verdict, verdict, engine and category of every line, in order.
fn verdicts(sheet: &Path) -> Vec<String> {
    let text = std::fs::read_to_string(sheet).expect("was written");
    let line = |line: &str| {
        let fields: Vec<&str> = line.split(',').collect();
        [&fields[..4], &fields[6..8]].concat().join(",")
    };
    text.lines().skip(1).map(line).collect()
}

fn run(world: &World, out: &str, place: &[&str]) -> Command {
    let (suite, out) = (world.path("suite"), world.path(out));
    let mut command = bench(&["run", text(&suite), "--engines", "one,two", "--limit", "10", "--memory", "500"]);
    command.args(["--jobs", "2", "--out", text(&out)]).args(place);
    command
}

pub fn a_dask_cluster_gives_the_same_verdicts() {
    let world = World::new();
    let Some(cluster) = Cluster::start(&world, 3) else { return };
    suite(&world, 10, "slow 10");
    must(&run(&world, "here", &[]).output().expect("it runs"));
    let address = cluster.address();
    must(&run(&world, "there", &["--on", &address, "--python", &cluster.python]).output().expect("it runs"));
    let there = verdicts(&world.path("there/results.csv"));
    assert_eq!(there.len(), 22);
    assert_eq!(verdicts(&world.path("here/results.csv")), there);
    // A scheduler that is not there is bad input, not a campaign without end.
    let nobody =
        run(&world, "nowhere", &["--on", "dask://127.0.0.1:1", "--python", "/bin/false"]).output().expect("it runs");
    assert_eq!(nobody.status.code(), Some(3));
}

pub fn a_lost_dask_worker_loses_and_doubles_nothing() {
    let world = World::new();
    let Some(mut cluster) = Cluster::start(&world, 3) else { return };
    suite(&world, 15, "slow 100");
    let address = cluster.address();
    let mut campaign = run(&world, "out", &["--on", &address, "--python", &cluster.python])
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("it runs");
    wait_for(&world, 6);
    let worker = &mut cluster.processes[1];
    worker.kill().expect("it runs");
    worker.wait().expect("it is a child");
    assert!(records_below(&world.path("out/records")) < 32, "it was lost in the middle");
    assert_eq!(campaign.wait().expect("it is a child").code(), Some(0));
    assert_eq!(records_below(&world.path("out/records")), 32);
    let mut lines = verdicts(&world.path("out/results.csv"));
    assert_eq!(lines.len(), 32);
    lines.sort();
    lines.dedup();
    assert_eq!(lines.len(), 32, "every run once");
    assert_eq!(lines.iter().filter(|line| line.ends_with(",correct")).count(), 30);
}

fn there_is_slurm() -> bool {
    let answers = Command::new("sinfo").arg("--noheader").output().is_ok_and(|output| output.status.success());
    if !answers {
        eprintln!("skipped: there is no Slurm here; scripts/local-slurm.sh starts one");
    }
    answers
}

pub fn slurm_gives_the_same_verdicts() {
    if !there_is_slurm() {
        return;
    }
    let world = World::new();
    suite(&world, 4, "slow 10");
    must(&run(&world, "here", &[]).output().expect("it runs"));
    must(&run(&world, "there", &["--on", "slurm"]).output().expect("it runs"));
    assert_eq!(verdicts(&world.path("here/results.csv")), verdicts(&world.path("there/results.csv")));
}

pub fn cancelled_slurm_jobs_are_made_again() {
    if !there_is_slurm() {
        return;
    }
    let world = World::new();
    suite(&world, 5, "slow 100");
    let name = format!("landfall-test-{}", std::process::id());
    let mut campaign = run(&world, "out", &["--on", "slurm", &format!("--sbatch=--job-name={name}")])
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("it runs");
    wait_for(&world, 2);
    must(&Command::new("scancel").args(["--name", &name]).output().expect("it runs"));
    assert_eq!(campaign.wait().expect("it is a child").code(), Some(0));
    let lines = verdicts(&world.path("out/results.csv"));
    assert_eq!((lines.len(), records_below(&world.path("out/records"))), (12, 12));
    assert!(world.path("out/slurm/1-0.txt").exists(), "a second round was needed");
}
