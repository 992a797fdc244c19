//! The HTML page in a real browser: a script clicks through it, and writes what it finds wrong into the title.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

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

/// What every script begins with, and ends with.
const HEAD: &str = r##"<script>
{
const wrong = [];
const expect = (holds, what) => { if (!holds) wrong.push(what); };
const picked = line => document.getElementById("L" + line).classList.contains("picked");
"##;
const TAIL: &str = r##"document.title = wrong.length ? "wrong: " + wrong.join("; ") : "all is well";
}
</script>"##;

/// The page of one verdict.
const OF_A_VERDICT: &str = r##"expect(document.getElementById("word").textContent === "VIOLATED", "the verdict");
expect(picked(8), "the error is selected at first");
const step = document.querySelector("ol.steps li[data-line='5']");
step.click();
expect(picked(5) && !picked(8) && step.classList.contains("picked"), "a click on a step selects its line");
document.getElementById("L6").click();
expect(picked(6), "a click on a line selects it");
document.querySelector("[data-tab=automaton]").click();
expect(document.getElementById("source").hidden && !document.getElementById("automaton").hidden, "the automaton shows");
const edge = document.querySelector("#cfa g.edge[data-line='8']");
expect(edge, "edges know their lines");
if (edge) { edge.dispatchEvent(new MouseEvent("click", { bubbles: true })); expect(picked(8), "a click on an edge selects its line"); }
const before = document.querySelector("#cfa svg").style.transform;
document.getElementById("in").click();
expect(document.querySelector("#cfa svg").style.transform !== before, "zooming");
const search = document.getElementById("search");
search.value = "nondet_uchar"; search.dispatchEvent(new Event("input"));
expect(picked(2), "searching selects the first line");
expect(document.querySelector("#cfa g.found"), "searching marks edges");
document.querySelector("[data-tab=tree]").click();
expect(document.getElementById("automaton").hidden && !document.getElementById("tree").hidden, "the tree shows");
const node = [...document.querySelectorAll("#nodes g[data-line]")].pop();
expect(node, "the tree has nodes that know their lines");
if (node) {
  node.dispatchEvent(new MouseEvent("click", { bubbles: true }));
  expect(picked(Number(node.dataset.line)) && node.classList.contains("chosen"), "a click on a node selects its line");
  expect(/^node \d+, line \d+: .+\n.+/.test(document.getElementById("node").textContent), "a click on a node tells about it");
  search.value = "expanded"; search.dispatchEvent(new Event("input"));
  expect(document.querySelector("#nodes g.found"), "searching marks nodes");
  const still = document.querySelector("#nodes svg").style.transform, automaton = document.querySelector("#cfa svg").style.transform;
  document.getElementById("in").click();
  expect(document.querySelector("#nodes svg").style.transform !== still && document.querySelector("#cfa svg").style.transform === automaton, "zooming the tree alone");
}
document.querySelector("[data-tab=progress]").click();
const line = document.querySelector("#progress polyline[data-kind=visited]");
expect(line && line.getAttribute("points").split(" ").length > 1, "the search over time");
document.querySelector("[data-tab=statistics]").click();
expect(document.getElementById("statistics").textContent.includes("Counters"), "statistics");
"##;

/// The page of every check.
const OF_CHECKS: &str = r##"
const items = status => [...document.querySelectorAll(`#checks li[data-status=${status}]`)];
const shown = () => [...document.querySelectorAll("#checks li")].filter(li => !li.hidden);
const named = name => document.querySelector(`#checks li[data-name="${name}"]`);
const colour = line => getComputedStyle(document.getElementById("L" + line)).backgroundColor;
for (const [status, names] of Object.entries(expected)) {
  const found = items(status).map(li => li.dataset.name).sort();
  expect(JSON.stringify(found) === JSON.stringify(names), `${status}: ${found}`);
}
expect(items("proved").length === 20 && shown().length === 30, "thirty checks, twenty of them proved");
expect(document.getElementById("headline").textContent.includes("20 proved, 6 violated, 2 unknown, 2 unreachable"), "counts");
expect(picked(14), "the first violation is selected at first");
// A line in the colour of its worst check, each another.
named("main.assertion.1").click();
const colours = { violated: colour(19), unknown: colour(76), proved: colour(59), unreachable: colour(93), none: colour(1) };
const tone = c => c.match(/[\d.]+/g).map(Number);
const [r, a, g, u] = [colours.violated, colours.unknown, colours.proved, colours.unreachable].map(tone);
expect(new Set(Object.values(colours)).size === 5, "colours differ: " + JSON.stringify(colours));
expect(r[0] > r[1] && r[0] > r[2], "violated is red"); expect(a[0] > a[2] && a[1] > a[2], "unknown is amber");
expect(g[1] > g[0] && g[1] > g[2], "proved is green"); expect(Math.max(...u.slice(0, 3)) - Math.min(...u.slice(0, 3)) < 12, "unreachable is grey");
// A click on a violation tells its story, and shows its lines in the source.
for (const li of items("violated")) {
  li.click();
  const detail = document.getElementById("detail");
  expect(detail.textContent.startsWith(li.dataset.name + ": violated"), "the detail of " + li.dataset.name);
  const steps = [...detail.querySelectorAll("ol.steps li")];
  expect(steps.length > 0 && steps.some(s => s.classList.contains("relevant")), "steps of " + li.dataset.name);
  expect(document.querySelectorAll("#source .row.ran").length > 0, "lines of " + li.dataset.name);
  const last = steps[steps.length - 1]; last.click();
  expect(picked(Number(last.dataset.line)), "a click on a step selects its line");
}
named("mean.overflow.1").click();
expect(document.getElementById("detail").querySelector("table").textContent.includes("100"), "inputs of the violation");
named("tuned.assertion.1").click();
expect(document.getElementById("detail").textContent.includes("assembly"), "why something is unknown");
// Filters and search.
document.querySelector("[data-filter=proved]").click();
expect(shown().length === 10 && document.querySelector("[data-filter=proved]").getAttribute("aria-pressed") === "false", "proved ones are hidden");
const wanted = document.getElementById("wanted");
wanted.value = "division"; wanted.dispatchEvent(new Event("input"));
expect(shown().map(li => li.dataset.name).sort().join() === "main.division.1,share.division.1", "searching: " + shown().length);
wanted.value = ""; wanted.dispatchEvent(new Event("input"));
document.querySelector("[data-filter=proved]").click();
expect(shown().length === 30, "all are shown again");
// Invariants at their loops, and coverage.
expect(document.getElementById("evidence").textContent.includes("Coverage"), "coverage is told");
const cover = document.getElementById("cover"), missed = document.getElementById("L94");
cover.click();
expect(document.getElementById("source").classList.contains("coverage"), "coverage is shown in the source");
expect(missed.classList.contains("missed") && document.getElementById("L83").classList.contains("reached"), "lines that are reached, and not");
expect(document.getElementById("L84").textContent.includes("nondet_uchar"), "the source");
"##;

/// A folder of its own, removed in the end.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("page-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&path).expect("a temporary folder can be made");
        Folder(path)
    }

    fn page(&self, arguments: &[&str]) -> String {
        let page = self.0.join("page.html");
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
        let mut command = Command::new(env!("CARGO_BIN_EXE_landfall"));
        command.arg("check").args(arguments).arg("--html").arg(&page).current_dir(root).stdin(Stdio::null());
        command.output().expect("landfall starts");
        std::fs::read_to_string(&page).expect("landfall writes the page")
    }

    /// Opens the page with a script at its end; what the script found wrong.
    fn open(&self, page: &str, script: &str) {
        let path = self.0.join("clicked.html");
        std::fs::write(&path, page.replace("</body>", &format!("{HEAD}{script}{TAIL}</body>")))
            .expect("a temporary file");
        let profile = format!("--user-data-dir={}", self.0.join("profile").display());
        let browsers = ["chromium", "chromium-browser", "google-chrome"];
        let started = browsers.iter().find_map(|browser| {
            let mut command = Command::new(browser);
            command.args(FLAGS).arg(&profile).arg(format!("file://{}", path.display()));
            command.stdin(Stdio::null()).output().ok()
        });
        let Some(output) = started else {
            eprintln!("skipped: there is none of the browsers {}; see scripts/setup-tests.sh", browsers.join(", "));
            return;
        };
        let seen = String::from_utf8_lossy(&output.stdout);
        let title =
            seen.split_once("<title>").and_then(|(_, rest)| rest.split_once("</title>")).map(|(title, _)| title);
        assert_eq!(title, Some("all is well"));
    }
}

const FLAGS: [&str; 11] = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-extensions",
    "--virtual-time-budget=5000",
    "--dump-dom",
];

impl Drop for Folder {
    fn drop(&mut self) {
        // What stays in a temporary folder does no harm.
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

#[test]
fn the_page_of_a_verdict_works() {
    let folder = Folder::new("verdict");
    let program = folder.0.join("bug.c");
    std::fs::write(&program, BUG).expect("a temporary file");
    let page = folder.page(&["--engine", "gps", &program.display().to_string()]);
    folder.open(&page, OF_A_VERDICT);
}

#[test]
fn the_page_of_every_check_works() {
    let folder = Folder::new("checks");
    let page = folder.page(&["--every-check", "--timeout", "100", "crates/cli/tests/cmd/output.in/thirty.c"]);
    let expected = "const expected = {
        violated: [\"first.free.2\", \"flag.shift.1\", \"look.access.1\", \"main.assertion.2\", \"mean.overflow.1\", \"share.division.1\"],
        unknown: [\"tuned.assertion.1\", \"tuned.assertion.2\"], unreachable: [\"main.assertion.4\", \"main.division.1\"] };\n";
    folder.open(&page, &format!("{expected}{OF_CHECKS}"));
}
