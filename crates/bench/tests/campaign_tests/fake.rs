//! The checker that is made up. The first word of its program says what it does; it answers in landfall's JSON.

use std::process::Command;
use std::time::{Duration, Instant};

pub fn check(words: &[String]) {
    let file = words.last().expect("the program is the last word");
    let text = std::fs::read_to_string(file).expect("the program is there");
    // Comment lines at the start say what is expected.
    let program = text.lines().find(|line| !line.starts_with("//")).unwrap_or_default();
    let (action, rest) = program.split_once(' ').unwrap_or((program, ""));
    // An option that makes it fail where the name has a certain part, so that two configurations differ.
    let fails =
        words.iter().skip_while(|word| *word != "--fail").nth(1).is_some_and(|part| file.contains(part.as_str()));
    assert!(!fails, "told to fail");
    match action {
        "safe" | "unsafe" | "lie" => {}
        "slow" => burn(Duration::from_millis(rest.parse().expect("milliseconds"))),
        "allocate" => allocate(),
        // A child that leaves the session and would outlive everything.
        "fork" => spawn_daemons(rest),
        "burn-in-children" => burn_in_children(),
        "stubborn" => ignore_and_sleep(),
        "crash" => std::process::abort(),
        "burn" => burn(Duration::from_secs(3600)),
        other => panic!("no such action: {other}"),
    }
    let is_safe = text.contains("// verdict: safe") != (action == "lie");
    let answer = if is_safe { "safe" } else { "unsafe" };
    println!(r#"{{"results":[{{"verdict":{{"answer":"{answer}"}},"counts":{{"queries":7}}}}]}}"#);
}

/// Uses processor time, not time of the clock.
fn burn(time: Duration) {
    let used = || std::fs::read_to_string("/proc/self/schedstat").ok()?.split(' ').next()?.parse::<u64>().ok();
    let start = Instant::now();
    let before = used().unwrap_or(0);
    while used().map_or(start.elapsed(), |now| Duration::from_nanos(now - before)) < time {
        std::hint::black_box((0..20_000u64).fold(0, |sum: u64, n| sum.wrapping_mul(31) ^ n));
    }
}

fn allocate() {
    let mut blocks = Vec::new();
    loop {
        blocks.push(std::hint::black_box(vec![1u8; 4 << 20]));
    }
}

fn spawn_daemons(marker: &str) {
    for _ in 0..10 {
        let script = format!("(setsid sleep {marker} >/dev/null 2>&1 &)");
        Command::new("sh").args(["-c", &script]).status().expect("there is a shell");
    }
    // A pause, so that they are there when this process ends.
    std::thread::sleep(Duration::from_millis(100));
}

fn burn_in_children() {
    let children: Vec<_> = (0..2)
        .map(|_| Command::new("sh").args(["-c", "while :; do :; done"]).spawn().expect("there is a shell"))
        .collect();
    for mut child in children {
        child.wait().expect("it is a child");
    }
}

fn ignore_and_sleep() {
    // SAFETY: sets the disposition of a signal to a constant.
    unsafe { libc::signal(libc::SIGTERM, libc::SIG_IGN) };
    loop {
        std::thread::sleep(Duration::from_secs(1));
    }
}
