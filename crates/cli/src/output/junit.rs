//! JUnit XML, which every system for continuous integration reads: a test case for each file. A violation is a failure, an unknown
//! verdict is skipped, with its reason.

use std::fmt::Write;

use super::human::last_line;
use super::result::{FileResult, Verdict};

pub fn render(results: &[FileResult]) -> String {
    let count = |wanted: fn(&Verdict) -> bool| results.iter().filter(|result| wanted(&result.verdict)).count();
    let failures = count(|verdict| matches!(verdict, Verdict::Unsafe(_)));
    let errors = count(|verdict| matches!(verdict, Verdict::Error(_)));
    let skipped = count(|verdict| matches!(verdict, Verdict::Unknown(_)));
    let time: f64 = results.iter().map(|result| result.resources.wall_seconds).sum();
    let totals = format!(
        "name=\"landfall\" tests=\"{}\" failures=\"{failures}\" errors=\"{errors}\" skipped=\"{skipped}\" time=\"{time:.3}\"",
        results.len()
    );
    let mut out =
        format!("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites {totals}>\n  <testsuite {totals}>\n");
    results.iter().for_each(|result| case(&mut out, result));
    out.push_str("  </testsuite>\n</testsuites>\n");
    out
}

/// Writing to a string cannot fail.
fn case(out: &mut String, result: &FileResult) {
    let (name, class) = (escape(&result.file), escape(&format!("landfall.{}", result.property)));
    let time = result.resources.wall_seconds;
    let _ = writeln!(out, "    <testcase name=\"{name}\" classname=\"{class}\" time=\"{time:.3}\">");
    match &result.verdict {
        Verdict::Safe(_) => {}
        Verdict::Unsafe(violation) => {
            let place = violation.location.as_ref().map_or(String::new(), |at| format!("{at}: "));
            let inputs: Vec<&str> = violation.inputs.iter().map(|input| input.value.as_str()).collect();
            let message = escape(&violation.message);
            let text = escape(&format!("{place}{}\ninputs: {}", violation.message, inputs.join(",")));
            let _ = writeln!(
                out,
                "      <failure type=\"{}\" message=\"{message}\">{text}</failure>",
                escape(&last_line(result))
            );
        }
        Verdict::Unknown(unknown) => {
            let _ = writeln!(out, "      <skipped message=\"{}\"/>", escape(&format!("unknown: {}", unknown.message)));
        }
        Verdict::Error(error) => {
            let _ = writeln!(out, "      <error message=\"{}\"/>", escape(&error.message));
        }
    }
    let mut ledger: Vec<String> = vec![last_line(result)];
    ledger.extend(result.assumptions.iter().map(|assumption| format!("assumed: {}", assumption.text)));
    if let Verdict::Safe(proof) = &result.verdict {
        ledger.extend(proof.remarks.iter().map(|remark| format!("remark: {remark}")));
    }
    if let Verdict::Unknown(unknown) = &result.verdict {
        ledger.extend(unknown.known.iter().map(|known| format!("known: {known}")));
    }
    let _ = writeln!(out, "      <system-out>{}</system-out>\n    </testcase>", escape(&ledger.join("\n")));
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
