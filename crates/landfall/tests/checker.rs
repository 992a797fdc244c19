//! The library's front door, and that a run can be repeated.

use std::process::Command;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use landfall::engine::{EngineChoice, EngineKind};
use landfall::report::{Event, Sink};
use landfall::verdict::Reason;
use landfall::{Analysis, Checker, Verdict};

const HEAD: &str = "int input(void); void reach_error(void);\n";

/// Programs with different needs, and whether they are safe.
const PROGRAMS: [(&str, bool); 5] = [
    (
        "int main(void) { int n = input(), i = 0, k = 0; if (n < 0) return 0; while (i < n) { i++; k++; } if (k != n) reach_error(); }",
        true,
    ),
    (
        "int main(void) { int s = 0, t = 0; while (s != 9) { int c = input(); if (s == 0 && c == 4) s = 3; else if (s == 3 && c > 70) \
         { s = 0; t++; } if (t == 4) reach_error(); } return 0; }",
        false,
    ),
    (
        "static int a[5000]; int main(void) { for (int i = 0; i < 5000; i++) a[i] = 2 * i; int j = input(); \
         if (j >= 0 && j < 5000 && a[j] != 2 * j) reach_error(); return 0; }",
        true,
    ),
    (
        "unsigned f(unsigned n) { return n == 0 ? 0 : 1 + f(n - 1); } int main(void) { if (f(3) != 3) reach_error(); }",
        true,
    ),
    ("int main(void) { unsigned x = input(), y = x ^ 0x5a5a; if ((y ^ x) != 0x5a5a) reach_error(); return 0; }", true),
];

fn decide(engine: EngineChoice, body: &str) -> Analysis {
    let checker = Checker::text("t.c", format!("{HEAD}{body}")).engine(engine).timeout(Duration::from_secs(600));
    checker.check().expect("the text is C")
}

fn is(analysis: &Analysis, safe: bool) -> bool {
    matches!((&analysis.verdict, safe), (Verdict::Safe(_), true) | (Verdict::Unsafe(_), false))
}

#[test]
fn auto_decides_what_its_engines_decide() {
    for (body, safe) in PROGRAMS {
        let analysis = decide(EngineChoice::Auto, body);
        assert!(is(&analysis, safe), "{body}: {:?}", analysis.verdict);
        assert_eq!(analysis.certified.is_some(), safe);
    }
}

/// Summaries prove it at once; the engines that come before them do not come to an end.
const RECURSIVE: &str = "int f(int n) { return n <= 0 ? 0 : 1 + f(n - 1); } \
    int main(void) { int n = input(); if (n >= 0 && n < 100000 && f(n) != n) reach_error(); return 0; }";

#[test]
fn an_engine_that_does_not_end_has_its_turn_and_others_theirs() {
    let mut names = Names::default();
    let text = format!("{HEAD}{RECURSIVE}");
    let analysis = Checker::text("t.c", text).events(&mut names).check().expect("the text is C");
    assert!(is(&analysis, true), "{:?}", analysis.verdict);
    let begun: Vec<&String> = names.0.iter().filter(|note| note.ends_with(" begins")).collect();
    assert_eq!(begun, ["se begins", "bam begins", "gps begins"]);
    assert_eq!(analysis.decided_by, Some(EngineKind::Gps));
}

#[derive(Default)]
struct Names(Vec<String>);

impl Sink for Names {
    fn event(&mut self, event: &Event) {
        if let Event::Note(note) = event {
            self.0.push(note.clone());
        }
    }
}

#[test]
fn a_timeout_ends_the_search() {
    let endless =
        "int main(void) { unsigned x = 0; while (input()) x = x * x + 3; if (x == 12345) reach_error(); return 0; }";
    let checker = Checker::text("t.c", format!("{HEAD}{endless}")).timeout(Duration::from_millis(300));
    let analysis = checker.engine(EngineKind::Se).check().expect("the text is C");
    assert!(matches!(analysis.verdict, Verdict::Unknown(Reason::Timeout)), "{:?}", analysis.verdict);
}

/// What an engine answers and counts, as a line.
fn told(engine: EngineChoice, body: &str) -> String {
    let analysis = decide(engine, body);
    let answer = match &analysis.verdict {
        Verdict::Safe(proof) => format!("{:?} {:?}", proof.invariants, proof.iterations),
        Verdict::Unsafe(execution) => format!("{:?} in {} steps", execution.inputs, execution.steps),
        Verdict::Unknown(reason) => reason.to_string(),
    };
    format!("run: {} {answer} {:?}", engine.name(), analysis.statistics.counts)
}

/// No test, but what [`a_run_can_be_repeated_beside_a_busy_loop`] runs in processes of their own.
#[test]
#[ignore = "a part of another test"]
fn sample() {
    let engines = [EngineKind::Gps, EngineKind::Ufo, EngineKind::Tracer, EngineKind::Bself];
    let all = engines.into_iter().map(EngineChoice::from).chain([EngineChoice::Auto]);
    let mut runs: Vec<(EngineChoice, &str)> =
        all.flat_map(|engine| PROGRAMS[..3].iter().map(move |(body, _)| (engine, *body))).collect();
    // Turns that end because the effort is used up.
    runs.extend([(EngineChoice::Auto, RECURSIVE), (EngineKind::SeBself.into(), PROGRAMS[0].0)]);
    runs.into_iter().for_each(|(engine, body)| println!("{}", told(engine, body)));
}

/// The runs of the sample, in a new process.
fn sampled() -> Vec<String> {
    let mut command = Command::new(std::env::current_exe().expect("the test has a file"));
    let output = command.args(["--ignored", "--exact", "sample", "--nocapture"]).output().expect("it can be started");
    let text = String::from_utf8(output.stdout).expect("it writes text");
    text.lines().filter_map(|line| line.split_once("run: ")).map(|(_, run)| run.to_string()).collect()
}

/// The same input and options give the same answer and the same statistics, on a busy machine as well.
#[test]
fn a_run_can_be_repeated_beside_a_busy_loop() {
    let alone = sampled();
    assert_eq!(alone.len(), 17, "{alone:?}");
    let over = AtomicBool::new(false);
    let beside = std::thread::scope(|threads| {
        for _ in 0..3 {
            threads.spawn(|| {
                while !over.load(Ordering::Relaxed) {
                    std::hint::spin_loop();
                }
            });
        }
        let beside = sampled();
        over.store(true, Ordering::Relaxed);
        beside
    });
    for (alone, beside) in alone.iter().zip(&beside) {
        assert_eq!(alone, beside);
    }
    assert_eq!(alone.len(), beside.len());
}
