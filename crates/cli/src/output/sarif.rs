//! SARIF 2.1.0, as GitHub's code scanning takes it: a result for each violation, its story as a code flow, or for each check whatever its
//! status where they were asked about one by one. What is unknown or could not be analysed is a notification of the run; every verdict
//! with its ledger is among the properties of the run.

use serde::Serialize;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

use super::result::{Check, CheckStatus, FileResult, Location, Step, Verdict, Violation};
use crate::evidence;
use crate::witness::write::hex;

/// Steps of a code flow; GitHub shows a thousand.
const MOST_STEPS: usize = 1000;

pub fn render(results: &[FileResult]) -> String {
    let document = json!({
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [run(results)],
    });
    serde_json::to_string_pretty(&document).expect("plain data with string keys is always JSON") + "\n"
}

fn run(results: &[FileResult]) -> Value {
    let found: Vec<Value> = results.iter().flat_map(alerts).collect();
    let complete = results.iter().all(|result| !matches!(result.verdict, Verdict::Error(_)));
    json!({
        "tool": { "driver": driver() },
        "columnKind": "unicodeCodePoints",
        "results": found,
        "invocations": [{
            "executionSuccessful": complete,
            "toolExecutionNotifications": results.iter().flat_map(notifications).collect::<Vec<_>>(),
        }],
        "properties": { "verdicts": results.iter().map(Ledger::of).collect::<Vec<_>>() },
    })
}

/// What can be wrong, by the name of the property.
const RULES: [(&str, &str, &str); 11] = [
    (
        "unreach-call",
        "An assertion fails or an error function is called",
        "Some execution, with the inputs given, arrives here.",
    ),
    ("unreach-label", "An error label is reached", "Some execution, with the inputs given, arrives at this label."),
    ("no-overflow", "A signed operation overflows", "The result of a signed operation does not fit its type."),
    ("no-division-by-zero", "A divisor is zero", "Some execution, with the inputs given, divides by zero."),
    ("valid-shift", "A shift is undefined", "The amount is out of range, or a negative value is shifted to the left."),
    ("valid-deref", "An access outside of objects", "Memory is accessed that is no object, or no longer."),
    ("valid-free", "Something is freed that is no allocated memory", "It was never allocated, or was freed before."),
    ("valid-memcleanup", "Memory is not freed", "Allocated memory is not freed when the program ends."),
    ("valid-memtrack", "Memory is lost", "Allocated memory is not freed, and nothing points to it any more."),
    ("no-uninitialised-use", "A value is used that was never set", "Some execution, with the inputs given, uses it."),
    ("violation", "The property is violated", "Some execution, with the inputs given, violates the property."),
];

fn driver() -> Value {
    let rules = RULES.iter().map(|(id, short, full)| {
        json!({
            "id": id,
            "shortDescription": { "text": short },
            "fullDescription": { "text": full },
            "help": { "text": format!("{full} The inputs are in the message; `landfall run FILE --inputs=...` repeats the execution.") },
            "defaultConfiguration": { "level": "error" },
        })
    });
    json!({
        "name": "landfall",
        "version": env!("CARGO_PKG_VERSION"),
        "semanticVersion": env!("CARGO_PKG_VERSION"),
        "rules": rules.collect::<Vec<_>>(),
    })
}

fn rule_of(property: &str) -> usize {
    RULES.iter().position(|(id, ..)| *id == property).unwrap_or(RULES.len() - 1)
}

/// One for each check; if they were not asked about one by one, one for the first violation that was found.
fn alerts(result: &FileResult) -> Vec<Value> {
    match &result.verdict {
        _ if !result.checks.is_empty() => result.checks.iter().map(|check| of_check(result, check)).collect(),
        Verdict::Unsafe(violation) => vec![alert(result, violation)],
        _ => Vec::new(),
    }
}

/// A check with its status as its kind: only what is violated fails. The fingerprint is the check's name, so that it survives moved
/// lines.
fn of_check(result: &FileResult, check: &Check) -> Value {
    let open = check.unknown.as_ref();
    let mut found = match (&check.violation, open.and_then(|unknown| unknown.candidate.as_deref())) {
        (Some(violation), _) | (None, Some(violation)) => alert(result, violation),
        (None, None) => quiet(result, check),
    };
    let by = check.decided_by.as_ref().map_or(String::new(), |engine| format!(" by {engine}"));
    let (kind, text) = match check.status {
        CheckStatus::Violated => ("fail", None),
        CheckStatus::Unknown => ("open", Some(open.map_or("unknown", |unknown| &unknown.message).to_string())),
        CheckStatus::Proved => ("pass", Some(format!("proved{by}"))),
        CheckStatus::Unreachable => ("notApplicable", Some(format!("no execution comes to it, proved{by}"))),
    };
    found["kind"] = json!(kind);
    if let Some(text) = text {
        found["level"] = json!("none");
        found["message"] = json!({ "text": text });
    }
    let fingerprint = Sha256::digest(format!("{}\0{}\0{}", check.function, check.kind, check.number));
    found["partialFingerprints"] = json!({ "landfall/check/v1": &hex(&fingerprint)[..16] });
    found["properties"] = json!({ "check": check.name, "status": check.status.name() });
    if let Some(place) = found["locations"].get_mut(0) {
        place["logicalLocations"] = json!([{ "name": check.function, "kind": "function" }]);
    }
    if check.known_before {
        found["baselineState"] = json!("unchanged");
    }
    found
}

/// A check without an execution to show.
fn quiet(result: &FileResult, check: &Check) -> Value {
    let index = rule_of(evidence::property_of(&check.kind));
    let nowhere = Location { file: result.file.clone(), line: 1, column: 1 };
    let place = check.location.as_ref().unwrap_or(&nowhere);
    json!({
        "ruleId": RULES[index].0,
        "ruleIndex": index,
        "locations": [{ "physicalLocation": physical(place) }],
    })
}

fn alert(result: &FileResult, violation: &Violation) -> Value {
    let index = rule_of(&violation.property);
    let inputs: Vec<&str> = violation.inputs.iter().map(|input| input.value.as_str()).take(20).collect();
    let with = match violation.inputs.len() {
        0 => " on every execution that comes here".to_string(),
        n if n > inputs.len() => format!(" with the inputs {}, ... ({n} in all)", inputs.join(", ")),
        _ => format!(" with the inputs {}", inputs.join(", ")),
    };
    let nowhere = Location { file: result.file.clone(), line: 1, column: 1 };
    let place = violation.location.as_ref().unwrap_or(&nowhere);
    let line = violation.trace.last().map_or("", |step| step.source.as_str());
    let fingerprint = Sha256::digest(format!("{}\0{}\0{line}\0{}", RULES[index].0, place.file, violation.message));
    json!({
        "ruleId": RULES[index].0,
        "ruleIndex": index,
        "level": "error",
        "message": { "text": format!("{}{with}", violation.message) },
        "locations": [{ "physicalLocation": physical(place) }],
        "partialFingerprints": { "landfall/v1": &hex(&fingerprint)[..16] },
        "codeFlows": [{ "threadFlows": [{ "locations": flow(violation, place) }] }],
    })
}

fn flow(violation: &Violation, place: &Location) -> Vec<Value> {
    let skipped = violation.trace.len().saturating_sub(MOST_STEPS - 1);
    let steps = violation.trace.iter().skip(skipped).map(|step| {
        json!({
            "location": { "physicalLocation": physical(&step.location), "message": { "text": words(step) } },
            "nestingLevel": step.depth,
        })
    });
    let end = json!({ "location": { "physicalLocation": physical(place), "message": { "text": violation.message } } });
    steps.chain([end]).collect()
}

fn words(step: &Step) -> String {
    let words = step.words();
    if words.is_empty() { step.source.clone() } else { words }
}

fn physical(location: &Location) -> Value {
    json!({
        "artifactLocation": { "uri": uri(&location.file) },
        "region": { "startLine": location.line, "startColumn": location.column },
    })
}

/// A path as a URI: relative ones stay relative, so that they are taken relative to the repository.
fn uri(path: &str) -> String {
    let path = path.strip_prefix("./").unwrap_or(path);
    let mut uri = String::from(if path.starts_with('/') { "file://" } else { "" });
    for byte in path.bytes() {
        if byte.is_ascii_alphanumeric() || b"-._~/".contains(&byte) {
            uri.push(byte as char);
        } else {
            uri.push_str(&format!("%{byte:02X}"));
        }
    }
    uri
}

fn notifications(result: &FileResult) -> Vec<Value> {
    let told = |level: &str, text: String| json!({ "level": level, "message": { "text": text } });
    let of_check = |check: &Check| {
        let unknown = check.unknown.as_ref()?;
        Some(told("warning", format!("{}: {} is unknown, {}", result.file, check.name, unknown.message)))
    };
    let (level, text) = match &result.verdict {
        _ if !result.checks.is_empty() => return result.checks.iter().filter_map(of_check).collect(),
        Verdict::Unknown(unknown) => ("warning", format!("{}: unknown, {}", result.file, unknown.message)),
        Verdict::Error(error) => ("error", format!("{}: {}", result.file, error.message)),
        Verdict::Safe(_) | Verdict::Unsafe(_) => return Vec::new(),
    };
    vec![told(level, text)]
}

/// A verdict with what it takes for granted.
#[derive(Serialize)]
struct Ledger {
    file: String,
    verdict: String,
    assumptions: Vec<String>,
    known: Vec<String>,
}

impl Ledger {
    fn of(result: &FileResult) -> Ledger {
        let known = match &result.verdict {
            Verdict::Unknown(unknown) => unknown.known.clone(),
            Verdict::Safe(proof) => proof.remarks.clone(),
            Verdict::Unsafe(_) | Verdict::Error(_) => Vec::new(),
        };
        Ledger {
            file: result.file.clone(),
            verdict: super::human::last_line(result),
            assumptions: result.assumptions.iter().map(|assumption| assumption.text.clone()).collect(),
            known,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_become_uris() {
        assert_eq!(uri("src/a b.c"), "src/a%20b.c");
        assert_eq!(uri("./x.c"), "x.c");
        assert_eq!(uri("/tmp/x.c"), "file:///tmp/x.c");
    }
}
