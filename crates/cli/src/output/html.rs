//! `--html`: one self-contained page with the verdict, its evidence, the source, the automaton and the search. The page is a template whose script
//! draws what it finds in a block of JSON.

use std::collections::{BTreeMap, BTreeSet};

use landfall::cfa::draw::write_svg;
use serde::Serialize;

use super::picture::Picture;
use super::result::{FileResult, Verdict};
use crate::program::Loaded;

const TEMPLATE: &str = include_str!("report.html");
/// Larger automata make the page slow and are left out.
const MOST_EDGES: usize = 5000;

#[derive(Serialize)]
struct Data<'a> {
    result: &'a FileResult,
    lines: Vec<String>,
    /// Lines that the counterexample executes.
    executed: BTreeSet<u32>,
    /// The line of each edge of the automaton.
    edges: BTreeMap<String, u32>,
    command: String,
    /// For each violation by its check, where the values come from that it is about.
    why: BTreeMap<String, Vec<String>>,
    /// How the search went.
    picture: Option<&'a Picture>,
}

/// The page; `command` is the command line that led to it.
pub fn render(result: &FileResult, picture: Option<&Picture>, loaded: &Loaded, command: &str) -> String {
    let program = &loaded.program;
    let drawn = program.edges.len() <= MOST_EDGES;
    let main_file = loaded.source.display().to_string();
    let edges = program.edges.iter().filter(|_| drawn).filter_map(|(id, edge)| {
        let at = loaded.sources.locate(edge.span?);
        (at.file == main_file).then(|| (id.to_string(), at.line))
    });
    let executed = match &result.verdict {
        Verdict::Unsafe(violation) => violation.trace.iter().map(|step| step.location.line).collect(),
        _ => BTreeSet::new(),
    };
    let of_verdict = match &result.verdict {
        Verdict::Unsafe(violation) => Some(violation),
        _ => None,
    };
    let violations = result.checks.iter().filter_map(|check| check.violation.as_ref()).chain(of_verdict);
    let data = Data {
        why: violations.map(|violation| (violation.check.clone(), violation.why())).collect(),
        result,
        lines: String::from_utf8_lossy(&loaded.text).lines().map(str::to_string).collect(),
        executed,
        edges: edges.collect(),
        command: command.to_string(),
        picture,
    };
    let json = serde_json::to_string(&data).expect("plain data with string keys is always JSON");
    let automaton =
        if drawn { write_svg(program) } else { "<p>The automaton is too large to be drawn here.</p>".to_string() };
    // In a script nothing may look like its end.
    TEMPLATE.replace("/*SVG*/", &automaton).replace("/*DATA*/", &json.replace("</", "<\\/").replace("<!--", "<\\!--"))
}
