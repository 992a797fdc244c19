//! How the cost of `gps` grows with the program: a loop whose error is n rounds deep, n loops in a row, a machine with n states.
//! Prints times and their ratio to the smallest instance of the same run. `cargo bench -p landfall --bench gps`.

use std::sync::Arc;
use std::time::{Duration, Instant};

use landfall::budget::Budget;
use landfall::cfa::DataModel;
use landfall::engine::EngineKind;
use landfall::front::{FrontOptions, load_text};
use landfall::report::Silent;
use landfall::verdict::Verdict;
use landfall::{Settings, analyse};

const HEADER: &str = "extern int __VERIFIER_nondet_int(void);\nextern void reach_error(void);\n";

fn lock_and_key(rounds: u64) -> String {
    format!(
        "{HEADER}int main(void) {{ int n = __VERIFIER_nondet_int(), i = 0, m = 0;
        while (i < n) {{ m++; i++; }} if (m >= {rounds}) reach_error(); return 0; }}"
    )
}

fn loops_in_a_row(count: u64) -> String {
    let loops: String = (0..count).map(|i| format!("int c{i} = 0; while (c{i} < n) {{ c{i}++; x++; }}\n")).collect();
    format!(
        "{HEADER}int main(void) {{ int n = __VERIFIER_nondet_int(), x = 0; if (n < 0 || n > 1000) return 0;
        {loops} if (x != {count} * n) reach_error(); return 0; }}"
    )
}

fn state_machine(states: u64) -> String {
    let steps: String = (0..states).map(|i| format!("if (c == {} && s == {i}) s = {};\n", 60 + i, i + 1)).collect();
    format!(
        "{HEADER}int main(void) {{ int s = 0; while (1) {{ int c = __VERIFIER_nondet_int();
        {steps} if (s == {states}) reach_error(); }} }}"
    )
}

fn seconds(source: &str) -> (f64, &'static str) {
    let options = FrontOptions::new(DataModel::Lp64);
    let program = load_text("generated.c", source, &options).unwrap_or_else(|_| panic!("{source}")).program;
    let settings = Settings::of(EngineKind::Gps);
    let budget = Budget::with_timeout(Duration::from_secs(60));
    let started = Instant::now();
    let analysis = analyse(&Arc::new(program), &settings, &budget, &mut Silent);
    let verdict = match analysis.verdict {
        Verdict::Safe(_) => "proved",
        Verdict::Unsafe(_) => "violated",
        Verdict::Unknown(_) => "unknown",
    };
    (started.elapsed().as_secs_f64(), verdict)
}

fn main() {
    type Family = (&'static str, fn(u64) -> String, &'static [u64]);
    let families: [Family; 3] = [
        ("rounds", lock_and_key, &[1_000, 10_000, 100_000, 1_000_000]),
        ("loops in a row", loops_in_a_row, &[1, 2, 4, 8]),
        ("states", state_machine, &[2, 4, 8, 16]),
    ];
    for (name, generate, sizes) in families {
        let mut first = None;
        for &size in sizes {
            let (time, verdict) = seconds(&generate(size));
            let base = *first.get_or_insert(time);
            println!("{name:16} {size:>9}  {:>8.1} ms  {:>6.1} x  {verdict}", time * 1e3, time / base);
        }
    }
}
