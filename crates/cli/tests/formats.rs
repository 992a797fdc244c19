//! What other tools and people get besides the words: SARIF, JUnit, tests that reproduce a failure under the C compiler, annotated
//! sources, the report as a page. And batches.

use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

const BUG: &str = "\
extern int __VERIFIER_nondet_int(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
void reach_error(void) { }
int main(void) {
    int x = __VERIFIER_nondet_int();
    unsigned char c = __VERIFIER_nondet_uchar();
    for (int i = 0; i < 50; i++) { if (x > 1000000) x--; }
    if (x == -7 && c == 200) reach_error();
    return 0;
}
";

const PROOF: &str = "\
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
    unsigned int i = 0, j = 0;
    while (__VERIFIER_nondet_int()) { i++; j++; }
    if (i != j) reach_error();
    return 0;
}
";

/// A folder with the two programs, removed in the end.
struct Folder {
    path: PathBuf,
}

impl Folder {
    fn new(name: &str) -> Folder {
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("formats-{name}-{}", std::process::id()));
        std::fs::create_dir_all(path.join("programs")).expect("a temporary folder can be made");
        let folder = Folder { path };
        folder.write("programs/bug.c", BUG);
        folder.write("programs/proof.c", PROOF);
        folder
    }

    fn write(&self, name: &str, text: &str) {
        std::fs::write(self.path.join(name), text).expect("a temporary file can be written");
    }

    fn read(&self, name: &str) -> String {
        std::fs::read_to_string(self.path.join(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
    }

    fn landfall(&self, arguments: &[&str]) -> Output {
        let mut command = Command::new(env!("CARGO_BIN_EXE_landfall"));
        command.args(arguments).current_dir(&self.path).env("NO_COLOR", "1").stdin(Stdio::null());
        command.output().expect("landfall starts")
    }

    fn stdout(&self, arguments: &[&str]) -> String {
        String::from_utf8_lossy(&self.landfall(arguments).stdout).into_owned()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        // What stays in a temporary folder does no harm.
        let _ = std::fs::remove_dir_all(&self.path);
    }
}

#[test]
fn sarif_has_the_form_that_code_scanning_asks_for() {
    let folder = Folder::new("sarif");
    let text = folder.stdout(&["check", "--format", "sarif", "--keep-going", "programs", "nowhere.c"]);
    let document: serde_json::Value = serde_json::from_str(&text).expect("JSON");
    let schema = serde_json::from_str(include_str!("schemas/sarif-2.1.0-subset.json")).expect("a schema");
    let validator = jsonschema::validator_for(&schema).expect("a schema");
    let problems: Vec<String> = validator.iter_errors(&document).map(|error| error.to_string()).collect();
    assert!(problems.is_empty(), "{problems:?}\n{text}");
    let run = &document["runs"][0];
    assert_eq!(run["results"].as_array().map(Vec::len), Some(1));
    let place = &run["results"][0]["locations"][0]["physicalLocation"];
    assert_eq!(place["artifactLocation"]["uri"], "programs/bug.c");
    assert_eq!(place["region"]["startLine"], 8);
    assert_eq!(run["properties"]["verdicts"].as_array().map(Vec::len), Some(3));
    assert_eq!(run["invocations"][0]["toolExecutionNotifications"].as_array().map(Vec::len), Some(1));
}

#[test]
fn junit_counts_what_happened() {
    let folder = Folder::new("junit");
    let text = folder.stdout(&["check", "--format", "junit", "programs"]);
    assert!(text.contains("tests=\"2\" failures=\"1\" errors=\"0\" skipped=\"0\""), "{text}");
    assert_eq!(text.matches("<testcase ").count(), text.matches("</testcase>").count());
    assert!(text.contains("<failure type=\"false(unreach-call)\""), "{text}");
}

#[test]
fn a_batch_is_a_line_each_and_a_summary() {
    let folder = Folder::new("batch");
    for jobs in ["1", "2"] {
        let output = folder.landfall(&["check", "--jobs", jobs, "--replay", "programs"]);
        let text = String::from_utf8_lossy(&output.stdout);
        assert_eq!(output.status.code(), Some(1), "{text}");
        let mut lines: Vec<&str> = text.lines().take(2).collect();
        if jobs != "1" {
            // As soon as they are there; only one job means an order.
            lines.sort_unstable();
        }
        assert!(lines[0].starts_with("programs/bug.c: VIOLATED, "), "{text}");
        assert!(lines[1].starts_with("programs/proof.c: PROVED, "), "{text}");
        assert!(text.contains("\nreplayed: 1 of 1 violations reach the error when compiled and run\n"), "{text}");
        assert_eq!(text.lines().last(), Some("2 files: 1 proved, 1 violated, 0 unknown, 0 errors"));
    }
}

/// Documents do not depend on who was first, and a broken file does not take the others with it.
#[test]
fn files_side_by_side_give_the_document_of_files_one_by_one() {
    let folder = Folder::new("jobs");
    folder.write("programs/broken.c", "int main(void) {");
    let verdicts = |jobs: &str| {
        let text = folder.stdout(&["check", "--jobs", jobs, "--keep-going", "--format", "json", "programs"]);
        let document: serde_json::Value = serde_json::from_str(&text).expect("JSON");
        let results = document["results"].as_array().expect("results").clone();
        let of = |result: &serde_json::Value| (result["file"].clone(), result["verdict"]["answer"].clone());
        results.iter().map(of).collect::<Vec<_>>()
    };
    let one_by_one = verdicts("1");
    assert_eq!(
        one_by_one.iter().map(|(_, answer)| answer.as_str()).collect::<Vec<_>>(),
        [Some("error"), Some("unsafe"), Some("safe")]
    );
    assert_eq!(one_by_one, verdicts("3"));
}

#[test]
fn a_file_that_cannot_be_read_ends_a_batch_unless_told_otherwise() {
    let folder = Folder::new("going");
    let stopped = folder.stdout(&["check", "--jobs", "1", "nowhere.c", "programs"]);
    assert!(stopped.contains("1 files: 0 proved"), "{stopped}");
    let output = folder.landfall(&["check", "--keep-going", "nowhere.c", "programs"]);
    assert_eq!(output.status.code(), Some(3));
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(text.contains("3 files: 1 proved, 1 violated, 0 unknown, 1 errors"), "{text}");
}

#[test]
fn a_violation_is_reproduced_by_the_c_compiler() {
    let folder = Folder::new("tests");
    let text = folder.stdout(&["check", "--replay", "--tests", "out", "programs/bug.c"]);
    assert!(text.contains("replayed: compiled with cc and run, it reaches the error"), "{text}");
    let status = Command::new("sh").arg("out/reproduce.sh").current_dir(&folder.path).output().expect("sh").status;
    assert_eq!(status.code(), Some(1));
    let test = folder.read("out/testcase-1.xml");
    assert!(test.contains("<input>-7</input>\n  <input>200</input>"), "{test}");
    assert!(folder.read("out/metadata.xml").contains("<entryfunction>main</entryfunction>"));
}

/// Values of uninitialised variables are written into a copy of the source.
#[test]
fn uninitialised_variables_are_given_their_values() {
    let folder = Folder::new("uninitialised");
    folder.write(
        "programs/junk.c",
        "extern void reach_error(void);\nint twice(void) { int a, b ; return a - b; }\nint main(void) {\n    struct { int p, q[2]; } s;\n    int x;\n    s.p = 1;\n    \
         if (x == 77 && twice() == 5 && twice() == -3) reach_error();\n    return 0;\n}\n",
    );
    let text = folder.stdout(&["check", "--check", "assert", "--replay", "--tests", "out", "programs/junk.c"]);
    assert!(text.contains("it reaches the error (uninitialised variables were given their values)"), "{text}");
    let status = Command::new("sh").arg("out/reproduce.sh").current_dir(&folder.path).output().expect("sh").status;
    assert_eq!(status.code(), Some(1));
}

/// The entry need not be `main`, and what only sanitizers notice is compiled with them.
#[test]
fn other_entries_and_undefined_behaviour_are_reproduced() {
    let folder = Folder::new("entry");
    folder.write(
        "programs/entry.c",
        "#include <assert.h>\nint table[4];\nint main(void) { return 0; }\nstatic int look(unsigned char at, int add) {\n    \
         assert(at != 3 || add != -9);\n    return table[at] + add;\n}\n",
    );
    let text = folder.stdout(&["check", "--entry", "look", "--check", "assert", "--replay", "programs/entry.c"]);
    assert!(text.contains("replayed: compiled with cc and run, it reaches the error"), "{text}");
    let check = [
        "check",
        "--entry",
        "look",
        "--check",
        "memory",
        "-D",
        "NDEBUG",
        "--replay",
        "--tests",
        "out",
        "programs/entry.c",
    ];
    let text = folder.stdout(&check);
    assert!(text.contains("replayed: compiled with cc and its sanitizers and run, it fails: "), "{text}");
    let script = Command::new("sh").arg("out/reproduce.sh").current_dir(&folder.path).output().expect("sh");
    assert!(!script.status.success());
}

#[test]
fn loops_are_folded_in_the_way_there() {
    let folder = Folder::new("story");
    let text = folder.stdout(&["check", "programs/bug.c"]);
    assert!(text.contains("the loop runs 50 times, i goes from 0 to 50"), "{text}");
}

#[test]
fn annotated_sources_are_accepted_by_the_c_compiler() {
    let folder = Folder::new("annotate");
    folder.stdout(&["check", "--annotate", "annotated.c", "programs/proof.c"]);
    let text = folder.read("annotated.c");
    assert!(text.contains("/*@ loop invariant i == j; */\n    while"), "{text}");
    let status = Command::new("cc").args(["-fsyntax-only", "annotated.c"]).current_dir(&folder.path).status();
    assert!(status.is_ok_and(|status| status.success()));
}

#[test]
fn contracts_are_shown_at_their_functions() {
    let folder = Folder::new("contracts");
    folder.write(
        "programs/sum.c",
        "extern int __VERIFIER_nondet_int(void);\nextern void reach_error(void);\n\nint\nsum(int n)\n{\n    if (n <= 0)\n        \
         return 0;\n    return n + sum(n - 1);\n}\n\nint main(void)\n{\n    int n = __VERIFIER_nondet_int();\n    if (sum(n) < n)\n        \
         reach_error();\n    return 0;\n}\n",
    );
    let text = folder.stdout(&["check", "--check", "assert", "--annotate", "annotated.c", "programs/sum.c"]);
    assert!(text.contains("programs/sum.c:5:1, sum\n      ensures "), "{text}");
    let annotated = folder.read("annotated.c");
    assert!(annotated.contains("\n\n/*@ ensures ") && annotated.contains("; */\nint\nsum(int n)"), "{annotated}");
    assert!(annotated.contains("\\result"), "{annotated}");
    let status = Command::new("cc").args(["-fsyntax-only", "annotated.c"]).current_dir(&folder.path).status();
    assert!(status.is_ok_and(|status| status.success()));
}

#[test]
fn shells_and_man_are_served() {
    let folder = Folder::new("documents");
    for shell in ["bash", "zsh", "fish"] {
        assert!(folder.stdout(&["completions", shell]).contains("explain-choice"), "{shell}");
    }
    assert_eq!(folder.landfall(&["man", "pages"]).status.code(), Some(0));
    let page = folder.read("pages/landfall-check.1");
    assert!(page.contains("explain") && !page.contains("worker"), "{page}");
    assert!(folder.read("pages/landfall.1").contains("validate"));
}

#[test]
fn files_of_others_are_not_overwritten() {
    let folder = Folder::new("overwrite");
    folder.write("mine.txt", "my notes\n");
    let output = folder.landfall(&["check", "--html", "mine.txt", "programs/proof.c"]);
    assert_eq!(output.status.code(), Some(3));
    assert_eq!(folder.read("mine.txt"), "my notes\n");
}

/// The page names no other place, and its data are whole.
#[test]
fn the_page_is_self_contained() {
    let folder = Folder::new("html");
    for program in ["programs/bug.c", "programs/proof.c"] {
        folder.stdout(&["check", "--html", "page.html", program]);
        let page = folder.read("page.html");
        for reference in ["src=\"http", "href=\"http", "url(http", "@import", "fetch("] {
            assert!(!page.contains(reference), "{reference}");
        }
        let data = page.split_once("id=\"data\">").and_then(|(_, rest)| rest.split_once("</script>")).expect("data").0;
        let data: serde_json::Value = serde_json::from_str(data).expect("JSON");
        assert_eq!(data["result"]["file"], program);
        assert!(page.contains("<svg") && data["edges"].as_object().is_some_and(|edges| !edges.is_empty()));
    }
}
