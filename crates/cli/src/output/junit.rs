//! JUnit XML, which every system for continuous integration reads: a test case for each file or, where every check was asked about, for
//! each check. A violation is a failure; what is unknown is skipped, with its reason.

use std::fmt::Write;

use super::human::last_line;
use super::result::{Check, CheckStatus, FileResult, Unknown, Verdict, Violation};

pub fn render(results: &[FileResult]) -> String {
    let cases: Vec<Case> = results.iter().flat_map(cases).collect();
    let count = |wanted: fn(&Outcome) -> bool| cases.iter().filter(|case| wanted(&case.outcome)).count();
    let failures = count(|outcome| matches!(outcome, Outcome::Failure { .. }));
    let errors = count(|outcome| matches!(outcome, Outcome::Error(_)));
    let skipped = count(|outcome| matches!(outcome, Outcome::Skipped(_)));
    let time: f64 = results.iter().map(|result| result.resources.wall_seconds).sum();
    let totals = format!(
        "name=\"landfall\" tests=\"{}\" failures=\"{failures}\" errors=\"{errors}\" skipped=\"{skipped}\" time=\"{time:.3}\"",
        cases.len()
    );
    let mut out =
        format!("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites {totals}>\n  <testsuite {totals}>\n");
    cases.iter().for_each(|case| case.write(&mut out));
    out.push_str("  </testsuite>\n</testsuites>\n");
    out
}

struct Case {
    name: String,
    class: String,
    time: f64,
    outcome: Outcome,
    /// Lines of its output.
    words: Vec<String>,
}

enum Outcome {
    Passed,
    Failure { kind: String, message: String, text: String },
    Skipped(String),
    Error(String),
}

fn cases(result: &FileResult) -> Vec<Case> {
    if result.checks.is_empty() {
        return vec![of_file(result)];
    }
    // Checks are decided together: each has its share of the time.
    let time = result.resources.wall_seconds / result.checks.len() as f64;
    result.checks.iter().map(|check| of_check(result, check, time)).collect()
}

fn of_check(result: &FileResult, check: &Check, time: f64) -> Case {
    let outcome = match (check.status, &check.violation, &check.unknown) {
        (CheckStatus::Violated, Some(violation), _) => failure(&format!("false({})", violation.property), violation),
        (CheckStatus::Unknown, _, Some(unknown)) => skipped(unknown),
        _ => Outcome::Passed,
    };
    let place = check.location.as_ref().map_or(String::new(), |at| format!("{at}: "));
    let words = vec![format!("{place}{}", check.source), check.status.name().to_string()];
    Case { name: check.name.clone(), class: result.file.clone(), time, outcome, words }
}

fn of_file(result: &FileResult) -> Case {
    let outcome = match &result.verdict {
        Verdict::Safe(_) => Outcome::Passed,
        Verdict::Unsafe(violation) => failure(&last_line(result), violation),
        Verdict::Unknown(unknown) => skipped(unknown),
        Verdict::Error(error) => Outcome::Error(error.message.clone()),
    };
    let mut words: Vec<String> = vec![last_line(result)];
    words.extend(result.assumptions.iter().map(|assumption| format!("assumed: {}", assumption.text)));
    if let Verdict::Safe(proof) = &result.verdict {
        words.extend(proof.remarks.iter().map(|remark| format!("remark: {remark}")));
    }
    if let Verdict::Unknown(unknown) = &result.verdict {
        words.extend(unknown.known.iter().map(|known| format!("known: {known}")));
    }
    let class = format!("landfall.{}", result.property);
    Case { name: result.file.clone(), class, time: result.resources.wall_seconds, outcome, words }
}

fn failure(kind: &str, violation: &Violation) -> Outcome {
    let place = violation.location.as_ref().map_or(String::new(), |at| format!("{at}: "));
    let inputs: Vec<&str> = violation.inputs.iter().map(|input| input.value.as_str()).collect();
    let text = format!("{place}{}\ninputs: {}", violation.message, inputs.join(","));
    Outcome::Failure { kind: kind.into(), message: violation.message.clone(), text }
}

fn skipped(unknown: &Unknown) -> Outcome {
    Outcome::Skipped(format!("unknown: {}", unknown.message))
}

impl Case {
    /// Writing to a string cannot fail.
    fn write(&self, out: &mut String) {
        let (name, class, time) = (escape(&self.name), escape(&self.class), self.time);
        let _ = writeln!(out, "    <testcase name=\"{name}\" classname=\"{class}\" time=\"{time:.3}\">");
        let _ = match &self.outcome {
            Outcome::Passed => Ok(()),
            Outcome::Failure { kind, message, text } => {
                let (kind, message, text) = (escape(kind), escape(message), escape(text));
                writeln!(out, "      <failure type=\"{kind}\" message=\"{message}\">{text}</failure>")
            }
            Outcome::Skipped(why) => writeln!(out, "      <skipped message=\"{}\"/>", escape(why)),
            Outcome::Error(why) => writeln!(out, "      <error message=\"{}\"/>", escape(why)),
        };
        let _ = writeln!(out, "      <system-out>{}</system-out>\n    </testcase>", escape(&self.words.join("\n")));
    }
}

/// Text for an element or an attribute. Characters that XML cannot have are replaced.
pub fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\n' | '\t' => out.push(c),
            c if c.is_control() || c == '\u{fffe}' || c == '\u{ffff}' => out.push('\u{fffd}'),
            c => out.push(c),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn markup_is_escaped() {
        assert_eq!(escape("a<b && \"c\"\u{1}"), "a&lt;b &amp;&amp; &quot;c&quot;\u{fffd}");
    }

    #[test]
    fn nothing_checked_is_an_empty_suite() {
        assert!(render(&[]).contains("tests=\"0\""));
    }
}
