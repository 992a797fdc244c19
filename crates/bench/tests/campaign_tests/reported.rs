//! The report's tables against a recount from the sheet, and in a browser.

use std::collections::BTreeMap;
use std::path::Path;
use std::process::Command;

use super::world::{World, bench, must, text};

/// A campaign in which everything happens: proofs, bugs, wrong verdicts, crashes, time-outs.
pub fn campaign(world: &World) {
    for number in 0..4 {
        world.program(&format!("first/safe{number}.c"), true, "slow 10");
        world.program(&format!("second/bug{number}.c"), false, "safe");
    }
    world.program("first/wrong.c", true, "lie");
    world.program("second/crash.c", true, "crash");
    world.program("second/slow.c", false, "burn");
    let (suite, out) = (world.path("suite"), world.path("out"));
    let words =
        ["run", text(&suite), "--config", "one=--engine a", "--config", "two=--engine b --fail safe1 --metric lf"];
    let output = bench(&words).args(["--limit", "0.3", "--jobs", "2", "--out"]).arg(&out).output().expect("it runs");
    assert_eq!(output.status.code(), Some(1), "there is a wrong verdict: {}", String::from_utf8_lossy(&output.stderr));
}

/// Lines of a table of the page, each as the texts of its cells.
fn table(page: &str, id: &str) -> Vec<Vec<String>> {
    let start = page.find(&format!("<table id=\"{id}\">")).unwrap_or_else(|| panic!("no table {id}"));
    let body = &page[start..start + page[start..].find("</table>").expect("tables end")];
    let cells = |line: &str| line.split("<td").skip(1).map(plain_text).collect::<Vec<_>>();
    body.split("<tr>").skip(2).map(cells).collect()
}

/// The text of a cell without its tags.
fn plain_text(cell: &str) -> String {
    let mut inside = true;
    let mut text = String::new();
    for c in cell.chars() {
        match c {
            '<' => inside = true,
            '>' => inside = false,
            _ if !inside => text.push(c),
            _ => {}
        }
    }
    text.trim().to_string()
}

/// Counts from the sheet alone: for each engine tasks, safe, unsafe, wrong and each kind of verdict.
fn recount(sheet: &str) -> BTreeMap<String, BTreeMap<&'static str, usize>> {
    let mut counts: BTreeMap<String, BTreeMap<&'static str, usize>> = BTreeMap::new();
    for line in sheet.lines().skip(1) {
        let fields: Vec<&str> = line.split(',').collect();
        let (expected, verdict, engine) = (fields[2], fields[3], fields[6]);
        let of_engine = counts.entry(engine.to_string()).or_default();
        let mut add = |what| *of_engine.entry(what).or_default() += 1;
        add("tasks");
        match (verdict, expected) {
            ("true", "true") => add("safe"),
            ("false", "false") => add("unsafe"),
            ("true" | "false", _) => add("wrong"),
            ("timeout", _) => add("timeout"),
            ("error", _) => add("error"),
            ("memory", _) => add("memory"),
            _ => add("unknown"),
        }
    }
    counts
}

fn report(world: &World) -> (String, String) {
    let out = world.path("out");
    let shown = must(&bench(&["report", text(&out)]).output().expect("it runs"));
    (shown, std::fs::read_to_string(out.join("report.html")).expect("was written"))
}

pub fn tables_equal_a_recount() {
    let world = World::new();
    campaign(&world);
    let (shown, page) = report(&world);
    let sheet = std::fs::read_to_string(world.path("out/results.csv")).expect("was written");
    let counts = recount(&sheet);
    let summary = table(&page, "summary");
    assert_eq!(summary.len(), 2);
    for line in &summary {
        let count = |what: &str| counts[&line[0]].get(what).copied().unwrap_or(0).to_string();
        let solved = counts[&line[0]].get("safe").unwrap_or(&0) + counts[&line[0]].get("unsafe").unwrap_or(&0);
        let names = ["tasks", "", "safe", "unsafe", "wrong", "unknown", "timeout", "memory", "error"];
        for (column, name) in names.iter().enumerate() {
            let expected = if name.is_empty() { solved.to_string() } else { count(name) };
            assert_eq!(line[column + 1], expected, "{name} of {}", line[0]);
        }
    }
    assert_eq!(counts["one"]["wrong"], 1);
    assert_eq!((counts["two"]["error"], counts["one"]["timeout"]), (2, 1));
    // One solves what two cannot; the sets add up to the whole; every run is among the tasks.
    assert_eq!(table(&page, "cross"), [["one", "-", "1"], ["two", "0", "-"]]);
    let sets = table(&page, "sets");
    let of_sets: usize = sets.iter().map(|line| line[2].parse::<usize>().expect("a number")).sum();
    assert_eq!((of_sets, table(&page, "tasks").len() * 2), (sheet.lines().count() - 1, sheet.lines().count() - 1));
    assert_eq!(table(&page, "metrics")[0][..3], ["lf", "b", "two"]);
    assert!(shown.contains("Cross-comparison") && shown.contains("Failures by kind"), "{shown}");
    assert!(!page.contains("src=\"http") && !page.contains("href=\"http"), "the page needs nothing else");
    links_lead_somewhere(&page, &world.path("out"));
}

fn links_lead_somewhere(page: &str, folder: &Path) {
    let links: Vec<&str> = page.split("href=\"").skip(1).filter_map(|rest| rest.split('"').next()).collect();
    assert_eq!(links.len(), 22, "one for every run");
    assert!(links.iter().all(|link| link.ends_with(".html") && folder.join(link).exists()), "{links:?}");
    let one = std::fs::read_to_string(folder.join(links[0])).expect("exists");
    assert!(one.contains("<h1>one/first/safe0</h1>") && one.contains("--engine a --format json"), "{one}");
}

/// A browser of the Chromium family, if one is installed.
fn browser() -> Option<&'static str> {
    let names = ["chromium", "chromium-browser", "google-chrome"];
    names
        .into_iter()
        .find(|name| Command::new(name).arg("--version").output().is_ok_and(|output| output.status.success()))
}

pub fn a_browser_shows_the_page() {
    let Some(browser) = browser() else {
        eprintln!("skipped: install chromium to see the report in a browser");
        return;
    };
    let world = World::new();
    campaign(&world);
    let (_, page) = report(&world);
    let profile = world.path("profile");
    let output = Command::new(browser)
        .args(["--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--virtual-time-budget=2000"])
        .arg(format!("--user-data-dir={}", profile.display()))
        .arg("--dump-dom")
        .arg(format!("file://{}", world.path("out/report.html").display()))
        .output()
        .expect("the browser starts");
    let seen = String::from_utf8_lossy(&output.stdout);
    for id in ["summary", "sets", "failures", "ablations", "cross", "tasks"] {
        assert_eq!(table(&seen, id), table(&page, id), "{id} as the browser has it");
    }
    assert!(seen.matches("<svg").count() >= 3);
}

pub fn comparisons_have_an_exit_status() {
    let world = World::new();
    let sheet = |name: &str, lines: &str| {
        let path = world.path(name);
        std::fs::write(&path, format!("set,task,expected,verdict,cpu_s,mem_mb\n{lines}")).expect("is writable");
        path
    };
    let old = sheet("old.csv", "s,a,true,true,1.0,10\ns,b,true,timeout,60,10\n");
    let new = sheet("new.csv", "s,a,true,timeout,60,10\ns,b,true,true,5,10\n");
    let compare = |from: &Path, to: &Path| bench(&["compare", text(from), text(to)]).output().expect("it runs");
    assert_eq!(compare(&old, &old).status.code(), Some(0));
    let output = compare(&old, &new);
    assert_eq!(output.status.code(), Some(1), "one is lost");
    let shown = String::from_utf8_lossy(&output.stdout);
    assert!(shown.contains("lost: 1\n  new s/a: timeout in 60.00 s, before true in 1.00 s\n"), "{shown}");
    assert!(shown.contains("gained: 1\n"), "{shown}");
    assert_eq!(compare(&old, &world.path("nothing.csv")).status.code(), Some(3));
}

pub fn a_paper_runs_its_campaign() {
    let world = World::new();
    world.program("first-loops/a.c", true, "safe");
    world.program("the-locks/b.c", false, "safe");
    let (suite, out) = (world.path("suite"), world.path("out"));
    let words = ["paper", "gps", text(&out), text(&suite), "--limit", "5", "--memory", "500", "--jobs", "2"];
    let shown = must(&bench(&words).output().expect("it runs"));
    let line = |start: &str| -> Vec<String> {
        let line =
            shown.lines().find(|line| line.starts_with(start)).unwrap_or_else(|| panic!("no line {start}: {shown}"));
        line[start.len()..].split_whitespace().map(str::to_string).collect()
    };
    assert_eq!(line("Suite 1, safe            GPS ")[..4], ["191", "1", "180", "1"]);
    assert_eq!(line("Suite 3 (lock and key)   CRA ")[..4], ["58", "1", "0", "1"]);
    assert_eq!(line("Suite 1 (SV-COMP)        VeriAbs ")[..4], ["230", "-", "201", "-"]);
    // The tables again, without a run.
    let again = must(&bench(&["paper", "gps", text(&out)]).output().expect("it runs"));
    assert!(shown.ends_with(&again), "{again}");
    assert!(out.join("paper-gps.html").exists());
}
