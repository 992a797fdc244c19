//! `--every-check`: a program with thirty checks of which all statuses are known, in all formats, and what is made of results of before.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use serde_json::Value;

const PROGRAM: &str = "crates/cli/tests/cmd/output.in/thirty.c";

/// The checks that fail; nobody comes to two more, and two hang on assembly.
const VIOLATED: [&str; 6] =
    ["first.free.2", "flag.shift.1", "look.access.1", "main.assertion.2", "mean.overflow.1", "share.division.1"];
const UNKNOWN: [&str; 2] = ["tuned.assertion.1", "tuned.assertion.2"];
const UNREACHABLE: [&str; 2] = ["main.assertion.4", "main.division.1"];

fn landfall(arguments: &[&str]) -> Output {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut command = Command::new(env!("CARGO_BIN_EXE_landfall"));
    command.args(arguments).current_dir(root).env("NO_COLOR", "1").stdin(Stdio::null());
    command.output().expect("landfall starts")
}

fn every_check(arguments: &[&str]) -> (String, Option<i32>) {
    let output = landfall(&[&["check", "--every-check", "--timeout", "100"], arguments].concat());
    (String::from_utf8_lossy(&output.stdout).into_owned(), output.status.code())
}

fn json(text: &str) -> Value {
    serde_json::from_str(text).unwrap_or_else(|error| panic!("{error}: {text}"))
}

fn temporary(name: &str) -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("every-{}-{name}", std::process::id()))
}

fn names(checks: &Value, status: &str) -> Vec<String> {
    let mut names: Vec<String> = checks
        .as_array()
        .into_iter()
        .flatten()
        .filter(|check| check["status"] == status)
        .map(|check| check["name"].as_str().unwrap_or_default().to_string())
        .collect();
    names.sort();
    names
}

#[test]
fn all_statuses_are_right() {
    let (text, status) = every_check(&["--format", "json", "--replay", PROGRAM]);
    let document = json(&text);
    let schema = json(include_str!("../../../docs/json-schema.json"));
    let validator = jsonschema::validator_for(&schema).expect("a schema");
    let problems: Vec<String> = validator.iter_errors(&document).map(|error| error.to_string()).collect();
    assert!(problems.is_empty(), "{problems:?}");
    assert_eq!((status, &document["schema_version"]), (Some(1), &Value::from(2)));
    let checks = &document["results"][0]["checks"];
    assert_eq!(checks.as_array().map(Vec::len), Some(30));
    assert_eq!(names(checks, "violated"), VIOLATED);
    assert_eq!(names(checks, "unreachable"), UNREACHABLE);
    assert_eq!(names(checks, "unknown"), UNKNOWN);
    for check in checks.as_array().into_iter().flatten().filter(|check| check["status"] == "violated") {
        assert_eq!(check["violation"]["check"], check["name"]);
        assert_eq!(check["violation"]["replay"]["outcome"], "reproduced", "{check}");
    }
}

/// The schema of OASIS is no part of the sources; `scripts/setup-tests.sh` fetches it.
fn problems_by_the_official_schema(document: &Value) -> Vec<String> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../target/schemas/sarif-schema-2.1.0.json");
    let Ok(text) = std::fs::read_to_string(&path) else {
        eprintln!("skipped: {} is missing, run scripts/setup-tests.sh", path.display());
        return Vec::new();
    };
    let mut schema = json(&text);
    // The pattern of languages has a bracket too many, which validators refuse.
    for part in ["run", "toolComponent"] {
        let language = schema.pointer_mut(&format!("/definitions/{part}/properties/language"));
        language.and_then(Value::as_object_mut).map(|language| language.remove("pattern"));
    }
    let validator = jsonschema::validator_for(&schema).expect("a schema");
    validator.iter_errors(document).map(|error| error.to_string()).collect()
}

#[test]
fn documents_have_an_entry_for_each() {
    let (text, _) = every_check(&["--format", "sarif", PROGRAM]);
    let document = json(&text);
    let schema = json(include_str!("schemas/sarif-2.1.0-subset.json"));
    let validator = jsonschema::validator_for(&schema).expect("a schema");
    let problems: Vec<String> = validator.iter_errors(&document).map(|error| error.to_string()).collect();
    assert!(problems.is_empty(), "{problems:?}\n{text}");
    assert_eq!(problems_by_the_official_schema(&document), Vec::<String>::new());
    let results = document["runs"][0]["results"].as_array().cloned().unwrap_or_default();
    let of_kind = |kind: &str| {
        let wanted = results.iter().filter(|result| result["kind"] == kind);
        let mut names: Vec<String> =
            wanted.filter_map(|result| result["properties"]["check"].as_str().map(str::to_string)).collect();
        names.sort();
        names
    };
    assert_eq!((results.len(), of_kind("pass").len()), (30, 20));
    assert_eq!(of_kind("fail"), VIOLATED);
    assert_eq!(of_kind("open"), UNKNOWN);
    assert_eq!(of_kind("notApplicable"), UNREACHABLE);
    let failing = results.iter().filter(|result| result["kind"] == "fail");
    let rules: BTreeMap<&str, &str> =
        failing.clone().filter_map(|r| Some((r["properties"]["check"].as_str()?, r["ruleId"].as_str()?))).collect();
    assert!(failing.into_iter().all(|result| result["codeFlows"].as_array().is_some_and(|flows| !flows.is_empty())));
    assert_eq!(rules["flag.shift.1"], "valid-shift");
    let (text, _) = every_check(&["--format", "junit", PROGRAM]);
    assert!(text.contains("tests=\"30\" failures=\"6\" errors=\"0\" skipped=\"2\""), "{text}");
    assert!(text.contains("<testcase name=\"share.division.1\""), "{text}");
}

#[test]
fn fingerprints_survive_moved_lines() {
    let moved = temporary("moved.c");
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let source = std::fs::read_to_string(root.join(PROGRAM)).expect("the program");
    std::fs::write(&moved, format!("\n\n// Two lines more.\n{source}")).expect("a temporary file");
    let prints = |file: &str| {
        let document = json(&every_check(&["--format", "sarif", file]).0);
        let results = document["runs"][0]["results"].as_array().cloned().unwrap_or_default();
        results.iter().map(|result| result["partialFingerprints"].to_string()).collect::<Vec<_>>()
    };
    assert_eq!(prints(PROGRAM), prints(&moved.display().to_string()));
}

/// What was there before is not reported again; what is new is.
#[test]
fn a_baseline_leaves_what_is_new() {
    let (name, old, new) = (temporary("baseline.c"), temporary("old.json"), temporary("new.json"));
    let file = name.display().to_string();
    let program = |check: &str| {
        format!(
            "extern int in(void);\nint main(void) {{\n    int x = in();\n    {check}\n    return 10 / (x & 1);\n}}\n"
        )
    };
    std::fs::write(&name, program("")).expect("a temporary file");
    std::fs::write(&old, every_check(&["--format", "json", &file]).0).expect("a temporary file");
    let baseline = ["--baseline", &old.display().to_string(), &file];
    let (text, status) = every_check(&baseline);
    assert!(text.contains("1 of these as in the baseline") && !text.contains("landfall run"), "{text}");
    assert_eq!(status, Some(0));
    std::fs::write(&name, program("\n    x = 1 << (x & 63);")).expect("a temporary file");
    let (text, status) = every_check(&baseline);
    assert!(text.contains("[main.shift.1]") && !text.contains("[main.division.1]"), "{text}");
    assert_eq!(status, Some(1));
    std::fs::write(&new, every_check(&["--format", "json", &file]).0).expect("a temporary file");
    let output = landfall(&["compare", &old.display().to_string(), &new.display().to_string()]);
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(text.contains("new -> violated: ") && text.contains("[main.shift.1]"), "{text}");
    assert_eq!(output.status.code(), Some(1));
}

/// What cannot be decided is said of the checks that it concerns, and need not fail.
#[test]
fn what_is_unknown_has_its_reason() {
    let name = temporary("unknown.c");
    let file = name.display().to_string();
    std::fs::write(
        &name,
        "#include <assert.h>\nextern int in(void);\nint main(void) {\n    int x = in() & 7;\n    assert(x < 8);\n    \
         assert(x != 3);\n    __asm__ volatile(\"nop\" : \"+r\"(x));\n    assert(x < 8);\n    return 0;\n}\n",
    )
    .expect("a temporary file");
    let (text, status) = every_check(&[&file]);
    assert!(text.contains("[main.assertion.2]") && text.contains("unknown: "), "{text}");
    assert!(text.contains("3 checks: 1 proved, 1 violated, 1 unknown"), "{text}");
    assert_eq!(status, Some(1));
    let (_, status) = every_check(&["--fail-on", "new", &file]);
    assert_eq!(status, Some(1));
    let (_, status) = every_check(&["--fail-on", "unknown", &file]);
    assert_eq!(status, Some(2));
}

/// A search with a bound says how far it came.
#[test]
fn bounded_answers_are_statuses() {
    let name = temporary("bounded.c");
    let file = name.display().to_string();
    std::fs::write(
        &name,
        "#include <assert.h>\nextern int in(void);\nint main(void) {\n    unsigned n = 0;\n    while (in())\n        n += 2;\n    \
         assert(n != 7);\n    return 0;\n}\n",
    )
    .expect("a temporary file");
    let (text, status) = every_check(&["--engine", "bmc", "--bound", "8", &file]);
    assert!(
        text.contains("unknown: no violation within 8 iterations of the loop at ") && text.contains(".c:5"),
        "{text}"
    );
    assert_eq!(status, Some(2));
    let document = json(&every_check(&["--engine", "bmc", "--bound", "8", "--format", "json", &file]).0);
    assert_eq!(document["results"][0]["checks"][0]["unknown"]["within"], 8);
}
