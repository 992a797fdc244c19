//! Results go to BenchExec and come back.

use std::process::Command;

use super::reported::campaign;
use super::world::{World, bench, must, text};

fn export(world: &World) -> Vec<String> {
    let out = world.path("out");
    must(&bench(&["export", text(&out)]).output().expect("it runs")).lines().map(str::to_string).collect()
}

/// What runs `table-generator`: the environment says where it is if it is not in the path.
fn table_generator() -> Option<Command> {
    let name = std::env::var("TABLE_GENERATOR").unwrap_or_else(|_| "table-generator".to_string());
    let works = Command::new(&name).arg("--version").output().is_ok_and(|output| output.status.success());
    works.then(|| Command::new(name))
}

pub fn benchexec_makes_tables_of_exports() {
    let Some(mut generator) = table_generator() else {
        eprintln!(
            "skipped: install BenchExec (PyPI: benchexec) or say in TABLE_GENERATOR where its table-generator is"
        );
        return;
    };
    let world = World::new();
    campaign(&world);
    let (files, tables) = (export(&world), world.path("tables"));
    assert_eq!(files.len(), 2);
    let arguments = ["--no-diff", "-f", "csv", "-f", "html", "-o", text(&tables), "-n", "both"];
    must(&generator.args(arguments).args(&files).output().expect("it runs"));
    let sheet = std::fs::read_to_string(tables.join("both.table.csv")).expect("was written");
    // Three lines of headings, then a line a task with status and times of both engines.
    let lines: Vec<&str> = sheet.lines().skip(3).collect();
    assert_eq!(lines.len(), 11, "{sheet}");
    assert_eq!(sheet.matches("false(unreach-call)").count(), 10, "{sheet}");
    assert_eq!(sheet.matches("TIMEOUT").count(), 2, "{sheet}");
    assert!(tables.join("both.table.html").exists());
}

pub fn exports_are_read_back() {
    let world = World::new();
    campaign(&world);
    let (files, out) = (export(&world), world.path("out"));
    // The same verdicts and times as the campaign itself.
    let both =
        must(&bench(&["compare", "--exact", text(&out.join("results.csv")), text(&out)]).output().expect("it runs"));
    assert!(both.starts_with("22 runs in common\n"), "{both}");
    let one = must(&bench(&["report"]).args(&files).output().expect("it runs"));
    let own = must(&bench(&["report", text(&out)]).output().expect("it runs"));
    let summary = |text: &str| {
        let start = text.find("Summary\n").expect("there is one");
        text[start..]
            .lines()
            .skip(1)
            .take(3)
            .map(|line| line.split_whitespace().take(11).collect::<Vec<_>>().join(" "))
            .collect::<Vec<_>>()
    };
    assert_eq!(summary(&one), summary(&own));
}
