//! The result of one file for people: the verdict first, then its evidence, then what was assumed.
//!
//! The last line is for programs: `true`, `false(PROPERTY)`, `unknown(REASON)` or `error`.

use std::fmt::Write;

use serde::{Deserialize, Serialize};

use super::checks;
use super::result::{
    CheckStatus, FileResult, Input, InputSource, Invariant, Numbers, Proof, ReplayOutcome, Step, Unknown, Verdict,
    Violation,
};
use super::style::{FAINT, HEADING, PROVED, UNKNOWN, VIOLATED, styled};
use crate::property::is_identifier;

/// Source text that goes with a result; it is looked up where the sources are.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Excerpts {
    /// The failing or unsupported place, as an annotated snippet.
    pub place: Option<String>,
    /// For each invariant the line of its loop.
    pub loops: Vec<String>,
}

/// What is shown only if asked for.
#[derive(Clone, Copy, Debug, Default)]
pub struct Extras {
    pub stats: bool,
    /// Why these engines.
    pub choice: bool,
}

/// `rerun` are the options of the program, for the command that runs a counterexample again.
pub fn render(result: &FileResult, excerpts: &Excerpts, rerun: &[String], extras: Extras) -> String {
    let mut out = String::new();
    headline(&mut out, result);
    match &result.verdict {
        _ if !result.checks.is_empty() => checks::render(&mut out, result, rerun),
        Verdict::Safe(proof) => render_proof(&mut out, result, proof, excerpts),
        Verdict::Unsafe(violation) => render_violation(&mut out, result, violation, excerpts, rerun),
        Verdict::Unknown(unknown) => render_unknown(&mut out, unknown, excerpts),
        Verdict::Error(_) => {}
    }
    let assumptions: Vec<&str> = result.assumptions.iter().map(|a| a.text.as_str()).collect();
    list(&mut out, "assumed:", &assumptions);
    if let Some(choice) = result.choice.as_ref().filter(|_| extras.choice) {
        let words = crate::auto::explain(choice);
        list(&mut out, "choice of engines:", &words.iter().map(String::as_str).collect::<Vec<_>>());
    }
    if extras.stats {
        statistics(&mut out, result);
    }
    line(&mut out, &format!("\n{}", last_line(result)));
    out
}

/// Writing to a string cannot fail.
fn line(out: &mut String, text: &str) {
    out.push_str(text);
    out.push('\n');
}

fn headline(out: &mut String, result: &FileResult) {
    let (style, word, rest) = match &result.verdict {
        Verdict::Safe(proof) if proof.vacuous => (PROVED, "PROVED (vacuous: nothing in it could fail)", String::new()),
        Verdict::Safe(proof) if !proof.remarks.is_empty() => {
            (PROVED, "PROVED (perhaps vacuous: see the remark)", "no execution reaches an error".to_string())
        }
        Verdict::Safe(_) => (PROVED, "PROVED", "no execution reaches an error".to_string()),
        Verdict::Unsafe(_) if !result.checks.is_empty() => {
            (VIOLATED, "VIOLATED", checks::how_many(&result.checks, CheckStatus::Violated))
        }
        Verdict::Unknown(_) if !result.checks.is_empty() => {
            (UNKNOWN, "UNKNOWN", checks::how_many(&result.checks, CheckStatus::Unknown))
        }
        Verdict::Unsafe(violation) => (VIOLATED, "VIOLATED", violation.message.clone()),
        Verdict::Unknown(unknown) => (UNKNOWN, "UNKNOWN", unknown.message.clone()),
        // The message is on stderr already.
        Verdict::Error(_) => (VIOLATED, "ERROR", String::new()),
    };
    let separator = if rest.is_empty() { "" } else { ", " };
    line(out, &format!("{}: {}{separator}{rest}", result.file, styled(style, word)));
}

fn render_proof(out: &mut String, result: &FileResult, proof: &Proof, excerpts: &Excerpts) {
    if proof.vacuous {
        line(out, "\nThe program has neither an assertion nor a call of an error function.");
        return;
    }
    let how = match &proof.certificate {
        None => "the proof was not re-checked (--no-certify)".to_string(),
        Some(certificate) if certificate.obligations == 0 => {
            "run again: no arbitrary value decides where it goes, so that one execution tells all".to_string()
        }
        Some(certificate) => {
            let numbers = match certificate.numbers {
                Numbers::Mathematical => "mathematical integers",
                Numbers::Machine => "machine integers",
            };
            format!("re-proved by a fresh solver: {} obligations over {numbers}", certificate.obligations)
        }
    };
    let by = result.decided_by.as_ref().map_or(String::new(), |engine| format!("found by {engine}, "));
    line(out, &format!("\n{} {by}{how}", styled(HEADING, "proof:")));
    for remark in &proof.remarks {
        line(out, &format!("{} {remark}", styled(UNKNOWN, "remark:")));
    }
    if !proof.invariants.is_empty() {
        line(out, &format!("\n{}", styled(HEADING, "loop invariants:")));
    }
    for (index, invariant) in proof.invariants.iter().enumerate() {
        render_invariant(out, invariant, excerpts.loops.get(index).map_or("", String::as_str));
    }
    if !proof.contracts.is_empty() {
        line(out, &format!("\n{}", styled(HEADING, "contracts:")));
    }
    for contract in &proof.contracts {
        line(out, &format!("  {}", styled(FAINT, &format!("{}, {}", contract.location, contract.function))));
        contract.requires.iter().for_each(|condition| line(out, &format!("      requires {}", shortened(condition))));
        contract.ensures.iter().for_each(|condition| line(out, &format!("      ensures {}", shortened(condition))));
    }
}

fn render_invariant(out: &mut String, invariant: &Invariant, source: &str) {
    let source = if source.is_empty() { String::new() } else { format!(": {source}") };
    let place = format!("{}, in {}", invariant.location, invariant.function);
    line(out, &format!("  {}{source}", styled(FAINT, &place)));
    line(out, &format!("      {}", shortened(&invariant.condition)));
}

fn shortened(condition: &str) -> String {
    match condition.char_indices().nth(LONGEST_INVARIANT) {
        None => condition.to_string(),
        Some((end, _)) => format!("{} ... (--format json has it all)", &condition[..end]),
    }
}

/// Most characters of an invariant that are shown.
const LONGEST_INVARIANT: usize = 600;

fn render_violation(
    out: &mut String,
    result: &FileResult,
    violation: &Violation,
    excerpts: &Excerpts,
    rerun: &[String],
) {
    if let Some(place) = &excerpts.place {
        line(out, &format!("\n{place}"));
    }
    if violation.inputs.is_empty() {
        line(out, &format!("\nIt needs no input; replayed in {} steps.", violation.steps));
    } else {
        let heading = styled(HEADING, "inputs that lead there:");
        line(out, &format!("\n{heading} (in the order they are read; replayed in {} steps)", violation.steps));
        inputs_table(out, &violation.inputs);
    }
    let mut command = vec!["landfall run".to_string()];
    command.extend(rerun.iter().cloned());
    command.push(shell_word(&result.file));
    if !violation.inputs.is_empty() {
        let values: Vec<&str> = violation.inputs.iter().map(|i| i.value.as_str()).collect();
        command.push(format!("--inputs={}", values.join(",")));
    }
    // A command line is limited; a long list of inputs is of no use on it anyway.
    if violation.inputs.len() <= 200 {
        line(out, &format!("run it again: {}", command.join(" ")));
    }
    if let Some(replay) = &violation.replay {
        line(out, &format!("{} {}", styled(HEADING, "replayed:"), replay.message));
    }
    why(out, violation);
    story(out, &violation.trace);
}

/// Uninitialised variables that are zero get rows of their own if there are at most so many.
const FEW_DULL: usize = 3;
/// Most inputs that the table shows from the start and from the end.
const SHOWN_INPUTS: usize = 20;

fn inputs_table(out: &mut String, inputs: &[Input]) {
    // Of uninitialised variables, zero is what nothing depends on most of the time.
    let dull = |input: &Input| input.source == InputSource::Uninitialised && input.value == "0";
    let left_out = Some(inputs.iter().filter(|input| dull(input)).count()).filter(|count| *count > FEW_DULL);
    let rows: Vec<[String; 4]> = inputs
        .iter()
        .enumerate()
        .filter(|(_, input)| left_out.is_none() || !dull(input))
        .map(|(index, input)| {
            let place = input.location.as_ref().map_or(String::new(), ToString::to_string);
            [(index + 1).to_string(), input.value.clone(), source_of(input), place]
        })
        .collect();
    let width = |column: usize| rows.iter().map(|row| row[column].len()).max().unwrap_or(0);
    let widths = [width(0), width(1), width(2)];
    let hidden = rows.len().saturating_sub(2 * SHOWN_INPUTS);
    for (index, [number, value, source, place]) in rows.iter().enumerate() {
        if hidden > 0 && index == SHOWN_INPUTS {
            line(out, &format!("  ... {hidden} more; --format json has them all"));
        }
        if hidden == 0 || index < SHOWN_INPUTS || index >= SHOWN_INPUTS + hidden {
            let row = format!(
                "  {number:>w0$}  {value:>w1$}  {source:<w2$}  {place}",
                w0 = widths[0],
                w1 = widths[1],
                w2 = widths[2]
            );
            line(out, row.trim_end());
        }
    }
    if let Some(count) = left_out {
        line(out, &format!("  and 0 in {count} uninitialised variables"));
    }
}

/// Steps of a counterexample that are shown at its beginning and at its end.
const FIRST_STEPS: usize = 12;
const LAST_STEPS: usize = 24;

/// Where the values come from that the error is about.
fn why(out: &mut String, violation: &Violation) {
    let lines = violation.why();
    if !lines.is_empty() {
        line(out, &format!("\n{} {}", styled(HEADING, "why:"), lines.join(", ")));
    }
}

/// Most steps that are shown of those that the error depends on: the last ones, which are the nearest.
const RELEVANT: usize = 16;

/// The way to the error: lines with the values that change there. Of a long one first what the error depends on.
fn story(out: &mut String, trace: &[Step]) {
    if trace.is_empty() {
        return;
    }
    let relevant: Vec<&Step> = trace.iter().filter(|step| step.relevant).collect();
    if trace.len() > RELEVANT && !relevant.is_empty() && relevant.len() * 2 < trace.len() {
        line(out, &format!("\n{}", styled(HEADING, "what it depends on:")));
        let hidden = relevant.len().saturating_sub(RELEVANT);
        if hidden > 0 {
            line(out, &format!("  ... {hidden} steps before; --format json has them"));
        }
        steps(out, &relevant[hidden..], 0..0);
    }
    line(out, &format!("\n{}", styled(HEADING, "the way there:")));
    let hidden = trace.len().saturating_sub(FIRST_STEPS + LAST_STEPS);
    steps(out, &trace.iter().collect::<Vec<_>>(), FIRST_STEPS..FIRST_STEPS + hidden);
}

/// Steps with their values, but for those that are hidden.
fn steps(out: &mut String, steps: &[&Step], hidden: std::ops::Range<usize>) {
    let width = steps.iter().map(|step| step.location.line).max().unwrap_or(0).to_string().len();
    let mut file = "";
    for (index, step) in steps.iter().enumerate() {
        if !hidden.is_empty() && index == hidden.start {
            line(out, &format!("  ... {} more steps; --format json has them", hidden.len()));
        }
        if hidden.contains(&index) {
            continue;
        }
        if step.location.file != file {
            file = &step.location.file;
            line(out, &format!("  {}", styled(FAINT, file)));
        }
        let words = step.words();
        let words = if words.is_empty() { words } else { format!("    {}", styled(FAINT, &format!("// {words}"))) };
        line(out, &format!("  {:>width$} | {}{words}", step.location.line, step.source));
    }
}

/// The verdict of one file of a batch in a line.
pub fn brief(result: &FileResult) -> String {
    let mut out = String::new();
    headline(&mut out, result);
    let seconds = result.resources.wall_seconds;
    format!("{} {}\n", out.trim_end(), styled(FAINT, &format!("({seconds:.2} s)")))
}

/// The end of a batch.
pub fn summary(results: &[FileResult]) -> String {
    let count = |wanted: fn(&Verdict) -> bool| results.iter().filter(|result| wanted(&result.verdict)).count();
    format!(
        "\n{}{} files: {} proved, {} violated, {} unknown, {} errors\n",
        replayed(results),
        results.len(),
        count(|verdict| matches!(verdict, Verdict::Safe(_))),
        count(|verdict| matches!(verdict, Verdict::Unsafe(_))),
        count(|verdict| matches!(verdict, Verdict::Unknown(_))),
        count(|verdict| matches!(verdict, Verdict::Error(_))),
    )
}

/// With `--replay`: how many violations the C compiler confirms, and which it does not.
fn replayed(results: &[FileResult]) -> String {
    let replays = || {
        results.iter().filter_map(|result| match &result.verdict {
            Verdict::Unsafe(violation) => Some((result, violation.replay.as_ref()?)),
            _ => None,
        })
    };
    let failed = || replays().filter(|(_, replay)| replay.outcome != ReplayOutcome::Reproduced);
    match replays().count() {
        0 => String::new(),
        all => {
            let listed: String = failed().map(|(r, replay)| format!("  {}: {}\n", r.file, replay.message)).collect();
            format!(
                "replayed: {} of {all} violations reach the error when compiled and run\n{listed}",
                all - failed().count()
            )
        }
    }
}

fn source_of(input: &Input) -> String {
    let function = input.function.as_deref().unwrap_or("?");
    match input.source {
        InputSource::Input => format!("{function}()"),
        InputSource::Extern if is_identifier(function) => format!("{function}(), which has no body"),
        InputSource::Extern => function.to_string(),
        InputSource::Object => format!("`{function}`, which is defined elsewhere"),
        InputSource::Volatile => format!("a read of the volatile `{function}`"),
        InputSource::Unspecified => format!("`{function}`, as C leaves open"),
        InputSource::Approximation => format!("{function}, which is not modelled exactly"),
        InputSource::Uninitialised => "an uninitialised variable".to_string(),
        InputSource::Argument => "a parameter of the entry function".to_string(),
    }
}

fn render_unknown(out: &mut String, unknown: &Unknown, excerpts: &Excerpts) {
    if let Some(place) = &excerpts.place {
        line(out, &format!("\n{place}"));
    }
    if let Some(candidate) = &unknown.candidate {
        line(out, &format!("\n{}", styled(HEADING, "inputs that may lead there:")));
        inputs_table(out, &candidate.inputs);
        story(out, &candidate.trace);
    }
    let known: Vec<&str> = unknown.known.iter().map(String::as_str).collect();
    list(out, "known so far:", &known);
}

fn list(out: &mut String, heading: &str, items: &[&str]) {
    if items.is_empty() {
        return;
    }
    line(out, &format!("\n{}", styled(HEADING, heading)));
    for item in items {
        line(out, &format!("  - {item}"));
    }
}

fn statistics(out: &mut String, result: &FileResult) {
    line(out, &format!("\n{}", styled(HEADING, "statistics:")));
    for (name, count) in &result.counts {
        let _ = writeln!(out, "  {count:>12}  {name}");
    }
    for (name, seconds) in &result.seconds {
        let _ = writeln!(out, "  {seconds:>10.3} s  {name}");
    }
    let resources = &result.resources;
    let _ = writeln!(out, "  {:>10.3} s  processor time", resources.cpu_seconds);
    let _ = writeln!(out, "  {:>10.3} s  elapsed", resources.wall_seconds);
    let _ = writeln!(out, "  {:>9} MB  peak memory", resources.peak_memory_bytes >> 20);
}

/// The verdict for programs that read the human output.
pub fn last_line(result: &FileResult) -> String {
    match &result.verdict {
        Verdict::Safe(_) => "true".to_string(),
        Verdict::Unsafe(violation) => format!("false({})", violation.property),
        Verdict::Unknown(unknown) => format!("unknown({})", unknown.reason.name()),
        Verdict::Error(_) => "error".to_string(),
    }
}

/// The text as one word of a POSIX shell.
pub fn shell_word(text: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_./,:=+@%".contains(c);
    if !text.is_empty() && text.chars().all(plain) {
        text.to_string()
    } else {
        format!("'{}'", text.replace('\'', r"'\''"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_quoted_for_the_shell() {
        assert_eq!(shell_word("a/b-c.c"), "a/b-c.c");
        assert_eq!(shell_word("my file.c"), "'my file.c'");
        assert_eq!(shell_word("it's"), r"'it'\''s'");
    }

    #[test]
    fn long_tables_are_cut_in_the_middle() {
        let input = |n: usize| Input {
            value: n.to_string(),
            source: InputSource::Input,
            function: Some("f".into()),
            location: None,
            end: None,
        };
        let inputs: Vec<Input> = (0..100).map(input).collect();
        let mut out = String::new();
        inputs_table(&mut out, &inputs);
        assert_eq!(out.lines().count(), 41);
        assert!(out.contains("... 60 more"));
        assert!(out.ends_with("100  99  f()\n"), "{out}");
    }

    #[test]
    fn zeros_of_uninitialised_variables_are_counted() {
        let input =
            |source, value: &str| Input { value: value.into(), source, function: None, location: None, end: None };
        let mut inputs = vec![input(InputSource::Input, "0"), input(InputSource::Uninitialised, "7")];
        inputs.extend((0..5).map(|_| input(InputSource::Uninitialised, "0")));
        let mut out = String::new();
        inputs_table(&mut out, &inputs);
        assert_eq!(out.lines().count(), 3, "{out}");
        assert!(out.ends_with("  and 0 in 5 uninitialised variables\n"), "{out}");
    }
}
