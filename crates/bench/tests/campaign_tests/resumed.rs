//! Campaigns that are interrupted end with every run exactly once.

use std::collections::BTreeSet;
use std::path::Path;
use std::process::{Child, Stdio};
use std::time::Duration;

use super::world::{World, bench, must, processes_with, text};

const ENGINES: &str = "one,two,three,four,five,six";
const TASKS: usize = 100;

fn start(world: &World) -> Child {
    let (suite, out) = (world.path("suite"), world.path("out"));
    let words =
        ["run", text(&suite), "--engines", ENGINES, "--limit", "5", "--wall", "3", "--memory", "200", "--jobs", "2"];
    let mut command = bench(&words);
    command.arg("--out").arg(&out).stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("it runs")
}

pub fn records_below(folder: &Path) -> usize {
    let Ok(entries) = std::fs::read_dir(folder) else { return 0 };
    let count = |path: &Path| {
        if path.is_dir() { records_below(path) } else { usize::from(path.extension().is_some_and(|e| e == "json")) }
    };
    entries.flatten().map(|entry| count(&entry.path())).sum()
}

pub fn wait_for(world: &World, records: usize) -> usize {
    loop {
        let now = records_below(&world.path("out/records"));
        if now >= records {
            return now;
        }
        std::thread::sleep(Duration::from_millis(5));
    }
}

/// The dispatcher is gone; the leaves notice and end their runs.
fn wait_until_quiet(world: &World) {
    let out = world.path("out");
    while processes_with(text(&out)) > 0 {
        std::thread::sleep(Duration::from_millis(5));
    }
}

pub fn killed_twice_and_resumed() {
    let world = World::new();
    // Three that misbehave among those that do not.
    let marker = format!("87654{}", std::process::id());
    world.program("allocates.c", true, "allocate");
    world.program("forks.c", true, &format!("fork {marker}"));
    world.program("ignores.c", true, "stubborn");
    for number in 0..TASKS - 3 {
        world.program(&format!("t{number}.c"), number % 3 > 0, "slow 2");
    }
    let total = TASKS * 6;

    let mut first = start(&world);
    wait_for(&world, total / 4);
    first.kill().expect("it runs");
    first.wait().expect("it is a child");
    wait_until_quiet(&world);
    let after_kill = records_below(&world.path("out/records"));
    assert!(after_kill < total, "it was killed in the middle");

    let mut second = start(&world);
    wait_for(&world, total / 2);
    // SAFETY: sends a signal to a child that was not waited for; takes no pointers.
    unsafe { libc::kill(second.id() as libc::pid_t, libc::SIGTERM) };
    assert_eq!(second.wait().expect("it is a child").code(), Some(2), "interrupted");
    wait_until_quiet(&world);
    assert!(records_below(&world.path("out/records")) < total, "it was stopped in the middle");

    let third = start(&world).wait().expect("it is a child");
    assert!(third.success());
    assert_eq!(records_below(&world.path("out/records")), total);
    let sheet = std::fs::read_to_string(world.path("out/results.csv")).expect("is there");
    let runs: BTreeSet<(&str, &str)> = sheet.lines().skip(1).map(columns).collect();
    assert_eq!((sheet.lines().count() - 1, runs.len()), (total, total), "every run exactly once");
    let with = |text: &str| sheet.lines().filter(|line| line.contains(text)).count();
    assert_eq!(
        (with(",correct,"), with("allocates,true,memory,"), with("ignores,true,timeout,")),
        (total - 12, 6, 6),
        "{sheet}"
    );
    assert_eq!((processes_with(&marker), processes_with(text(&world.path("suite/ignores.c")))), (0, 0));
}

/// Task and engine of a line.
fn columns(line: &str) -> (&str, &str) {
    let fields: Vec<&str> = line.split(',').collect();
    (fields[1], fields[6])
}

pub fn a_campaign_keeps_its_plan() {
    let world = World::new();
    world.program("a.c", true, "safe");
    let (suite, out) = (world.path("suite"), world.path("out"));
    let run = |words: &[&str]| bench(&["run", "--out", text(&out)]).args(words).output().expect("it runs");
    must(&run(&[text(&suite), "--engines", "one", "--limit", "5"]));
    must(&run(&[text(&suite), "--engines", "two", "--limit", "5"]));
    assert_eq!(records_below(&world.path("out/records")), 2);
    assert_eq!(run(&[text(&suite), "--engines", "two", "--limit", "6"]).status.code(), Some(3), "other limits");
    world.program("b.c", true, "safe");
    std::fs::remove_file(world.path("out/records/one/suite/a.json")).expect("was made");
    must(&run(&[]));
    assert_eq!(records_below(&world.path("out/records")), 2, "the plan decides, not what the folder has now");
    assert_eq!(run(&[text(&world.path("nothing"))]).status.code(), Some(3));
}
