//! Runs that misbehave are contained and measured.

use landfall_bench::record::Status;

use super::world::{World, bench, must, processes_with, run_one, text};

/// Both ways of containing a run: with control groups (where they can be had) and without.
const WAYS: [bool; 2] = [true, false];

pub fn answers_are_recorded() {
    let world = World::new();
    let program = world.program("a.c", false, "slow 200");
    for cgroup in WAYS {
        let record = run_one(&program, &["--limit", "20"], cgroup);
        assert_eq!((record.status, record.expected, record.run.as_str()), (Status::False, Some(false), "gps/suite/a"));
        let cpu = record.measured.cpu_seconds;
        assert!((0.2..2.0).contains(&cpu), "{cpu}");
        assert!(record.measured.wall_seconds > 0.19);
        assert_eq!(record.statistics.get("queries"), Some(&7.0));
        assert_eq!(record.measured.left_behind, 0);
        assert_eq!(record.tool, "fake 1.0");
    }
}

pub fn endless_allocation_is_contained() {
    let world = World::new();
    let program = world.program("a.c", true, "allocate");
    for cgroup in WAYS {
        let record = run_one(&program, &["--limit", "60", "--memory", "200"], cgroup);
        assert_eq!((record.status, record.reason.as_deref()), (Status::Memory, Some("memory")), "{record:?}");
        let peak = record.measured.memory_bytes;
        assert!((150_000_000..1_000_000_000).contains(&peak), "{peak}");
    }
}

pub fn children_are_contained() {
    for cgroup in WAYS {
        let world = World::new();
        let marker = format!("98765{}.{}", std::process::id(), u8::from(cgroup));
        let program = world.program("a.c", true, &format!("fork {marker}"));
        let record = run_one(&program, &["--limit", "20"], cgroup);
        assert_eq!(record.status, Status::True, "{record:?}");
        assert_eq!(record.measured.left_behind, 10);
        assert_eq!(processes_with(&marker), 0, "nothing outlives its run");
    }
}

pub fn time_of_children_counts() {
    let world = World::new();
    let program = world.program("a.c", true, "burn-in-children");
    for cgroup in WAYS {
        let record = run_one(&program, &["--limit", "0.6", "--wall", "60"], cgroup);
        assert_eq!((record.status, record.reason.as_deref()), (Status::Timeout, Some("cpu")), "{record:?}");
        assert!((0.6..4.0).contains(&record.measured.cpu_seconds), "{record:?}");
    }
}

pub fn who_ignores_sigterm_is_contained() {
    let world = World::new();
    let program = world.program("a.c", true, "stubborn");
    for cgroup in WAYS {
        let record = run_one(&program, &["--limit", "5", "--wall", "0.3"], cgroup);
        assert_eq!((record.status, record.reason.as_deref()), (Status::Timeout, Some("wall")), "{record:?}");
        assert_eq!(record.measured.exit_status, None);
        assert_eq!(processes_with(text(&program)), 0);
    }
}

pub fn a_crash_is_an_error() {
    let world = World::new();
    let record = run_one(&world.program("a.c", true, "crash"), &["--limit", "5"], true);
    assert_eq!((record.status, record.reason.as_deref()), (Status::Error, Some("signal 6")));
    let record = run_one(&world.program("b.c", true, "nonsense"), &["--limit", "5"], true);
    assert_eq!((record.status, record.reason.as_deref()), (Status::Error, Some("status 101")));
    assert!(record.message.expect("there were words").contains("no such action"));
}

pub fn a_record_is_made_once() {
    let world = World::new();
    let (program, out) = (world.program("a.c", true, "safe"), world.path("record.json"));
    let run = || must(&bench(&["run-one", text(&program), "--print", "--out", text(&out)]).output().expect("it runs"));
    let first = run();
    // Would be another verdict now, if it ran.
    world.program("a.c", false, "unsafe");
    assert_eq!(first, run());
}
