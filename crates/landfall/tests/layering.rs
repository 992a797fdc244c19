//! The modules of the library depend on each other in one direction only.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

/// What everything above the automaton may name by `crate::`.
const SHARED: &[&str] =
    &["cfa", "front", "budget", "report", "verdict", "solving", "encode", "exec", "limits", "shape", "named"];

/// Which modules each module may name by `crate::`, besides itself.
fn allowed() -> BTreeMap<&'static str, Vec<&'static str>> {
    let shared = |more: &[&'static str]| [SHARED, more].concat();
    BTreeMap::from([
        // The automaton's spans are those of the front end; nothing else of it is known there.
        ("cfa", vec!["front", "limits"]),
        ("limits", vec![]),
        ("named", vec![]),
        ("front", vec!["cfa"]),
        ("report", vec!["cfa", "knowledge"]),
        ("knowledge", vec!["cfa", "encode"]),
        ("verdict", vec!["cfa", "front", "shape"]),
        ("budget", vec!["verdict"]),
        ("solving", vec!["budget"]),
        ("encode", vec!["cfa", "front", "limits"]),
        ("exec", vec!["cfa", "front"]),
        ("shape", vec!["cfa", "budget", "verdict"]),
        ("summary", shared(&[])),
        ("arg", shared(&["summary"])),
        ("predicates", shared(&[])),
        ("check", shared(&[])),
        ("checks", vec!["cfa", "front", "budget"]),
        ("burst", shared(&["check"])),
        ("engine", shared(&["summary", "arg", "check", "predicates", "knowledge", "burst"])),
        ("analysis", shared(&["check", "engine", "burst"])),
        ("portfolio", shared(&["engine", "burst", "knowledge", "analysis"])),
        ("checker", shared(&["engine", "portfolio", "analysis"])),
        ("lib", shared(&["check", "engine", "analysis"])),
    ])
}

/// Every file of the library with the module it belongs to and its text without tests that follow the code.
fn files(folder: &Path, module: Option<&str>, found: &mut Vec<(String, String, String)>) {
    let mut entries: Vec<_> = fs::read_dir(folder).expect("the sources are readable").flatten().collect();
    entries.sort_by_key(|e| e.path());
    for entry in entries {
        let path = entry.path();
        let stem = path.file_stem().and_then(|s| s.to_str()).unwrap_or_default().to_string();
        let module = module.map_or(stem.clone(), str::to_string);
        if path.is_dir() {
            files(&path, Some(&module), found);
        } else if path.extension().is_some_and(|e| e == "rs") {
            let text = fs::read_to_string(&path).expect("the sources are readable");
            let is_test = stem == "tests" || stem == "against_exec" || path.iter().any(|part| part == "tests");
            let code = if is_test { "" } else { text.split("#[cfg(test)]\nmod tests {").next().unwrap_or_default() };
            found.push((module, path.display().to_string(), code.to_string()));
        }
    }
}

/// The modules that a text names after `crate::`, groups included.
fn named(code: &str) -> Vec<String> {
    let mut names = Vec::new();
    for line in code.lines().filter(|l| !l.trim_start().starts_with("//")) {
        for part in line.split("crate::").skip(1) {
            let inside = part.strip_prefix('{').map_or(part, |group| group.split('}').next().unwrap_or(group));
            let grouped = part.starts_with('{');
            for name in inside.split(',').take(if grouped { usize::MAX } else { 1 }) {
                let name: String = name.trim().chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
                names.push(name);
            }
        }
    }
    names
}

fn sources() -> Vec<(String, String, String)> {
    let mut found = Vec::new();
    files(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src"), None, &mut found);
    found
}

#[test]
fn modules_depend_in_one_direction() {
    let allowed = allowed();
    let sources = sources();
    let modules: Vec<&String> = sources.iter().map(|(module, ..)| module).collect();
    let listed = allowed.iter().flat_map(|(module, rule)| rule.iter().chain([module]));
    let mut wrong: Vec<String> = listed
        .filter(|name| !modules.iter().any(|module| module == *name))
        .map(|name| format!("tests/layering.rs lists `{name}`, which does not exist"))
        .collect();
    for (module, path, code) in &sources {
        let Some(rule) = allowed.get(module.as_str()) else {
            wrong.push(format!("{path}: module `{module}` has no rule in tests/layering.rs"));
            continue;
        };
        for name in named(code) {
            let is_module = modules.contains(&&name);
            if is_module && name != *module && !rule.contains(&name.as_str()) {
                wrong.push(format!("{path}: `{module}` must not use `crate::{name}`"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Modules of `engine` that are papers; the others serve them. What lists or names them all may know them.
const ENGINES: &[&str] = &["backward", "bmc", "gps", "lazy", "se", "tracer", "ufo"];
const REGISTRY: &[&str] = &["mod", "variants"];

/// The modules of `engine` that a text names, by `crate::engine::` or by `super::`, groups included; `depth` is how many `super::`
/// lead from it to `engine`.
fn siblings(code: &str, depth: usize) -> Vec<String> {
    let up = "super::".repeat(depth);
    let mut found = Vec::new();
    for line in code.lines().filter(|line| !line.trim_start().starts_with("//")) {
        let line = line.replace(&up, "crate::engine::");
        for part in line.split("crate::engine::").skip(1) {
            let inside = part.strip_prefix('{').map_or(part, |group| group.rsplit_once('}').map_or(group, |(g, _)| g));
            for name in inside.split(',').take(if part.starts_with('{') { usize::MAX } else { 1 }) {
                found.push(name.trim().chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect());
            }
        }
    }
    found
}

#[test]
fn engines_do_not_know_each_other() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/engine");
    let mut found = Vec::new();
    files(&folder, None, &mut found);
    let mut wrong = Vec::new();
    for (module, path, code) in found.iter().filter(|(module, ..)| !REGISTRY.contains(&module.as_str())) {
        let inside = Path::new(path).strip_prefix(&folder).expect("it is in the folder");
        let is_root = inside.file_stem().is_some_and(|stem| stem == "mod");
        let depth = inside.components().count() - usize::from(is_root);
        for name in siblings(code, depth) {
            if name != *module && ENGINES.contains(&name.as_str()) {
                wrong.push(format!("{path}: `{module}` must not use the engine `{name}`"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    let modules: Vec<&str> = found.iter().map(|(module, ..)| module.as_str()).collect();
    assert!(
        ENGINES.iter().chain(REGISTRY).all(|name| modules.contains(name)),
        "a module that does not exist is listed"
    );
}

/// A paper's loop is on one screen.
#[test]
fn functions_of_engines_are_short() {
    let mut found = Vec::new();
    files(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src/engine"), None, &mut found);
    let mut long = Vec::new();
    for (_, path, code) in &found {
        let lines: Vec<&str> = code.lines().collect();
        for (start, line) in lines.iter().enumerate() {
            let words = line.trim_start();
            let indent = &line[..line.len() - words.len()];
            let begins =
                words.starts_with("fn ") || words.starts_with("pub fn ") || words.starts_with("pub(super) fn ");
            let end = format!("{indent}}}");
            let length = lines[start..].iter().position(|line| *line == end).map_or(0, |length| length + 1);
            if begins && length > 60 {
                long.push(format!("{path}:{}: {length} lines", start + 1));
            }
        }
    }
    assert!(long.is_empty(), "{}", long.join("\n"));
}

#[test]
fn the_scan_sees_what_it_should() {
    assert_eq!(named("use crate::engine::Task;"), ["engine"]);
    assert_eq!(named("use crate::{cfa, check::certify};"), ["cfa", "check"]);
    assert!(named("// use crate::engine::Task;").is_empty());
    assert!(sources().iter().any(|(module, ..)| module == "check"));
    assert_eq!(siblings("use super::super::lazy::graph::Graph;", 2), ["lazy"]);
    assert_eq!(siblings("use super::{gps, se::Path};", 1), ["gps", "se"]);
    assert_eq!(siblings("    crate::engine::ufo::run()", 1), ["ufo"]);
    assert_eq!(siblings("use super::graph::Graph;", 2), [""; 0]);
}
