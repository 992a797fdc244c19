//! The regression campaign (`tests/regression`): the laboratory's own commands run it and compare it with the expectation.
//!
//! Verdicts must be the same exactly. Times only count as ratios, with the machine's speed taken out, and only tell of an engine
//! that became ten times slower than the others.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use landfall::engine::distance::select::Tree;
use landfall_bench::paper::Paper;

fn landfall(words: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_landfall")).arg("bench").args(words).output().expect("landfall starts")
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/regression")
}

#[test]
fn the_campaign_is_as_expected() {
    let out = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("regression-{}", std::process::id()));
    let set = folder().join("regression.set");
    let words = [
        "run",
        "--engines",
        "gps,ufo,bself,tracer,se,impact",
        "--limit",
        "30",
        "--memory",
        "2000",
        "--jobs",
        "2",
        "--out",
    ];
    let (out_text, set) = (out.to_str().expect("a plain path"), set.to_str().expect("a plain path").to_string());
    let made = landfall(&[&words[..], &[out_text, &set]].concat());
    assert!(
        made.status.success(),
        "{}{}",
        String::from_utf8_lossy(&made.stdout),
        String::from_utf8_lossy(&made.stderr)
    );
    let expectation = folder().join("expectation.csv");
    let ways = ["compare", "--exact", "--relative", "--threshold", "10", "--noise", "2"];
    let compared = landfall(&[&ways[..], &[expectation.to_str().expect("a plain path"), out_text]].concat());
    let shown = String::from_utf8_lossy(&compared.stdout);
    assert!(compared.status.success(), "{shown}{}", String::from_utf8_lossy(&compared.stderr));
    assert!(shown.starts_with("198 runs in common\n"), "{shown}");
    std::fs::remove_dir_all(&out).expect("it was made here");
}

/// The laboratory knows the checker's options by name only, so here they meet.
#[test]
fn the_configurations_of_the_papers_exist() {
    let program = folder().join("../corpus/absolute_value.c");
    for paper in Paper::ALL {
        for configuration in paper.configurations().expect("is part of the laboratory") {
            let mut check = Command::new(env!("CARGO_BIN_EXE_landfall"));
            check.arg("check").args(&configuration.arguments).args(["--jobs", "1", "--timeout", "60"]).arg(&program);
            let output = check.output().expect("landfall starts");
            let (name, messages) = (&configuration.name, String::from_utf8_lossy(&output.stderr));
            assert!(matches!(output.status.code(), Some(0..=2)), "{paper:?} {name}: {messages}");
        }
    }
}

/// The laboratory writes the tree that the checker reads.
#[test]
fn a_learned_tree_is_read_by_the_checker() {
    let out = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("learn-{}", std::process::id()));
    let programs = out.join("programs");
    std::fs::create_dir_all(&programs).expect("a temporary folder can be made");
    let mut sheet = "set,task,expected,verdict,cpu_s,mem_mb,engine\n".to_string();
    for number in 0..24 {
        let statements = "if (x > 0) x--;".repeat(number);
        let text = format!("int main(void) {{ int x = 9; {statements} return x; }}\n");
        std::fs::write(programs.join(format!("p{number}.c")), text).expect("a temporary file can be written");
        for metric in ["st", "bb", "lh", "lf"] {
            let seconds = if metric == if number < 12 { "bb" } else { "lf" } { 1 } else { 50 };
            sheet += &format!("programs,p{number},true,true,{seconds},10,bam-{metric}\n");
        }
    }
    let path = out.join("sheet.csv");
    std::fs::write(&path, sheet).expect("a temporary file can be written");
    let (path, programs) = (path.to_str().expect("a plain path"), programs.to_str().expect("a plain path"));
    let learned = landfall(&["learn-metric", path, "--tasks", programs]);
    let text = String::from_utf8_lossy(&learned.stdout);
    assert!(learned.status.success(), "{text}{}", String::from_utf8_lossy(&learned.stderr));
    assert!(text.contains("this tree: the best metric for 24, 24.0 s"), "{text}");
    let tree: Tree = text.parse().unwrap_or_else(|e| panic!("{e}: {text}"));
    assert!(matches!(tree, Tree::Split { .. }) && text.ends_with(&tree.to_string()), "{text}");
    std::fs::remove_dir_all(&out).expect("it was made here");
}
