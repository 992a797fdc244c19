//! Witnesses: ours have the form that the format asks for, our validator confirms them, and broken ones are refuted.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

const BUG: &str = "\
extern int __VERIFIER_nondet_int(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void abort(void);
extern void reach_error(void);
int main(void) {
    int x = __VERIFIER_nondet_int();
    unsigned char c = __VERIFIER_nondet_uchar();
    int n = 0;
    if (x < -1000) return 0;
    while (n < 3) {
        n = n + 1;
    }
    if (x + c == 1234) {
        reach_error();
    }
    return 0;
}
";

const PROOF: &str = "\
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
    unsigned int i = 0;
    unsigned int j = 0;
    while (__VERIFIER_nondet_int()) {
        i = i + 2;
        j = j + 2;
    }
    for (int k = 0; k < 5; k++) {
        j++;
        i++;
    }
    if (i != j) reach_error();
    return 0;
}
";

/// A program with a witness of ours, in a folder of its own.
struct Case {
    program: PathBuf,
    witness: String,
}

impl Case {
    fn new(name: &str, text: &str) -> Case {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("witness-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&folder).expect("a temporary folder can be made");
        let program = folder.join("program.c");
        std::fs::write(&program, text).expect("a temporary file can be written");
        let out = folder.join("witness.yml");
        let status = landfall()
            .args(["check", "--check", "assert"])
            .arg("--witness")
            .arg(&out)
            .arg(&program)
            .output()
            .expect("it starts")
            .status;
        assert!(matches!(status.code(), Some(0 | 1)), "{status}");
        let witness = std::fs::read_to_string(&out).expect("there is a witness");
        Case { program, witness }
    }

    /// The last line for this text of a witness.
    fn validate(&self, witness: &str) -> String {
        let path = self.program.with_file_name("other.yml");
        std::fs::write(&path, witness).expect("a temporary file can be written");
        let output =
            landfall().args(["validate", "--timeout", "60"]).arg(&self.program).arg(&path).output().expect("starts");
        let text = String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr);
        let last = String::from_utf8_lossy(&output.stdout).lines().last().unwrap_or_default().to_string();
        let expected = match last.as_str() {
            "confirmed" => Some(0),
            "refuted" => Some(1),
            "unknown" => Some(2),
            _ => None,
        };
        assert_eq!(output.status.code(), expected, "{text}");
        last
    }

    /// Replaces a part of the witness, which must be there.
    fn with(&self, old: &str, new: &str) -> String {
        assert!(self.witness.contains(old), "`{old}` is not in\n{}", self.witness);
        self.witness.replacen(old, new, 1)
    }

    fn is_refuted(&self, old: &str, new: &str) {
        assert_eq!(self.validate(&self.with(old, new)), "refuted", "`{old}` replaced by `{new}`");
    }
}

impl Drop for Case {
    fn drop(&mut self) {
        // What stays in a temporary folder does no harm.
        let _ = std::fs::remove_dir_all(self.program.parent().unwrap_or(Path::new(".")));
    }
}

fn landfall() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_landfall"));
    command.stdin(Stdio::null());
    command
}

fn has_the_form(witness: &str) {
    let schema: serde_json::Value = serde_json::from_str(include_str!("schemas/witness-2.0.json")).expect("a schema");
    let instance: serde_json::Value = serde_saphyr::from_str(witness).expect("YAML");
    let validator = jsonschema::validator_for(&schema).expect("a schema");
    let problems: Vec<String> = validator.iter_errors(&instance).map(|error| error.to_string()).collect();
    assert!(problems.is_empty(), "{problems:?}\n{witness}");
}

#[test]
fn our_witnesses_have_the_form_and_are_confirmed() {
    let bug = Case::new("bug", BUG);
    has_the_form(&bug.witness);
    assert_eq!(bug.validate(&bug.witness), "confirmed");
    let proof = Case::new("proof", PROOF);
    has_the_form(&proof.witness);
    assert!(proof.witness.contains("loop_invariant"), "{}", proof.witness);
    assert_eq!(proof.validate(&proof.witness), "confirmed");
}

#[test]
fn broken_violation_witnesses_are_refuted() {
    let case = Case::new("broken-violation", BUG);
    let target = "line: 14\n          column: 9";
    for (old, new) in [
        // What it says is not what happens.
        ("\\result == ", "\\result == 1000000"),
        ("\\result == ", "\\result != "),
        ("\\result == ", "\\result < -2000 + "),
        ("line: 14", "line: 9"),
        (target, "line: 15\n          column: 5"),
        (target, "line: 11\n          column: 9"),
        ("line: 7", "line: 11"),
        // What it says has not the form.
        ("format_version: \"2.0\"", "format_version: \"9.0\""),
        ("language: C", "language: Java"),
        ("data_model: LP64", "data_model: LP65"),
        ("LTL(G ! call(reach_error()))", "LTL(G ! call(other_error()))"),
        ("LTL(G ! call(reach_error()))", "LTL(nonsense)"),
        ("type: target", "type: somewhere"),
        ("type: target", "type: function_enter"),
        ("type: function_return", "type: target"),
        ("action: follow", "action: avoid"),
        ("line: 14", "line: 1400"),
        ("column: 9", "column: 900"),
        ("entry_type: violation_sequence", "entry_type: invariant_set"),
        ("file_name: ", "file_name: other-"),
        ("uuid: ", "uuid: x"),
    ] {
        if new.contains("other-") {
            let name = case.program.file_name().expect("a file").to_string_lossy().into_owned();
            let wrong = case.witness.replace(&format!("/{name}\n"), "/other.c\n");
            assert_eq!(case.validate(&wrong), "refuted", "another file");
        } else {
            case.is_refuted(old, new);
        }
    }
    let hash = case.witness.split_once("program.c: ").and_then(|(_, rest)| rest.lines().next()).expect("a hash");
    case.is_refuted(hash, &"0".repeat(64));
}

#[test]
fn broken_correctness_witnesses_are_refuted() {
    let case = Case::new("broken-proof", PROOF);
    let value = case.witness.lines().find_map(|line| line.trim().strip_prefix("value: ")).expect("a value").to_string();
    for wrong in ["i == j + 1", "i < 10", "k == 0", "i ==", "undeclared > 0", "0"] {
        case.is_refuted(&format!("value: {value}"), &format!("value: \"{wrong}\""));
    }
    case.is_refuted("line: 6", "line: 7");
}

/// Witnesses as other tools write them: waypoints of other types, without columns.
#[test]
fn other_waypoints_are_followed() {
    let case = Case::new("other", BUG);
    let head = case.witness.split_once("  content:").expect("content").0.to_string();
    let waypoint = |kind: &str, action: &str, line: u32, constraint: &str| {
        let constraint = if constraint.is_empty() { String::new() } else { format!(", constraint: {{{constraint}}}") };
        format!(
            "    - waypoint: {{type: {kind}, action: {action}, location: {{file_name: program.c, line: {line}}}{constraint}}}\n"
        )
    };
    let segment = |waypoints: &[String]| format!("  - segment:\n{}", waypoints.concat());
    let target = segment(&[waypoint("target", "follow", 14, "")]);
    let assume = |text: &str| waypoint("assumption", "follow", 9, &format!("value: \"{text}\", format: c_expression"));
    let branch = |line: u32, value: &str| waypoint("branching", "follow", line, &format!("value: \"{value}\""));
    let avoid = |text: &str| waypoint("assumption", "avoid", 9, &format!("value: \"{text}\", format: c_expression"));
    let witness = |parts: &[String]| format!("{head}  content:\n{}", parts.concat());
    let check = |parts: &[String], expected: &str| {
        let text = witness(parts);
        assert_eq!(case.validate(&text), expected, "{text}");
    };
    check(&[segment(&[assume("x > 1200")]), target.clone()], "confirmed");
    check(&[segment(&[assume("x > 1300")]), target.clone()], "refuted");
    check(&[segment(&[branch(9, "false")]), segment(&[branch(10, "true")]), target.clone()], "confirmed");
    check(&[segment(&[branch(9, "true")]), target.clone()], "refuted");
    check(&[segment(&[avoid("c > 10"), assume("x >= 0")]), target.clone()], "confirmed");
    check(&[segment(&[avoid("c < 256"), assume("x >= 0")]), target.clone()], "refuted");
    let enter = waypoint("function_enter", "follow", 6, "");
    check(&[segment(&[enter]), target], "confirmed");
}

/// `__VERIFIER_error` is the old name of `reach_error`, also for the property that names the new one.
#[test]
fn a_violation_by_the_old_name_of_the_error_function_is_confirmed() {
    let text = BUG.replace("reach_error", "__VERIFIER_error");
    let case = Case::new("old-name", &text);
    let (property, witness) = (case.program.with_file_name("p.prp"), case.program.with_file_name("old.yml"));
    let formula = "CHECK( init(main()), LTL(G ! call(reach_error())) )\n";
    std::fs::write(&property, formula).expect("a temporary file can be written");
    let run = |arguments: &[&Path]| {
        let output = landfall().args(arguments).output().expect("it starts");
        String::from_utf8_lossy(&output.stdout).lines().last().unwrap_or_default().to_string()
    };
    let option = |name: &'static str| Path::new(name);
    let found = run(&[option("check"), option("--property"), &property, option("--witness"), &witness, &case.program]);
    assert_eq!(found, "false(unreach-call)");
    assert_eq!(run(&[option("validate"), option("--property"), &property, &case.program, &witness]), "confirmed");
}
