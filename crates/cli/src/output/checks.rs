//! The checks of one program for people: violations first, then what is unknown, by reason, then what nobody comes to, then counts.

use std::collections::BTreeMap;

use super::human::shell_word;
use super::result::{Check, CheckStatus, FileResult, ReasonKind, Unknown, Violation};
use super::style::{FAINT, HEADING, UNKNOWN, VIOLATED, styled};

/// Most inputs that are shown of a violation.
const SHOWN_INPUTS: usize = 20;
/// Most checks that are shown below one reason.
const SHOWN_CHECKS: usize = 20;

/// `rerun` are the options of the program, for the command that runs a counterexample again.
pub fn render(out: &mut String, result: &FileResult, rerun: &[String]) {
    let new = |status: CheckStatus| {
        let wanted = move |check: &&Check| check.status == status && !check.known_before;
        result.checks.iter().filter(wanted).collect::<Vec<_>>()
    };
    let violated = new(CheckStatus::Violated);
    if !violated.is_empty() {
        *out += &format!("\n{}\n", styled(VIOLATED, "violated:"));
    }
    for check in violated {
        *out += &row(check, &check.message);
        if let Some(violation) = &check.violation {
            *out += &format!("      {}\n", inputs(result, violation, rerun));
        }
    }
    let mut reasons: BTreeMap<String, Vec<&Check>> = BTreeMap::new();
    for check in new(CheckStatus::Unknown) {
        let reason = check.unknown.as_ref().map(reason).unwrap_or_default();
        reasons.entry(reason).or_default().push(check);
    }
    for (reason, checks) in reasons {
        *out += &format!("\n{} {reason}\n", styled(UNKNOWN, "unknown:"));
        listed(out, &checks);
    }
    let dead = new(CheckStatus::Unreachable);
    if !dead.is_empty() {
        *out += &format!("\n{} no execution comes to it\n", styled(HEADING, "unreachable:"));
        listed(out, &dead);
    }
    *out += &format!("\n{}\n", counts(&result.checks));
}

/// Why something is unknown, in words that do not name the check.
fn reason(unknown: &Unknown) -> String {
    if let (Some(_), Some((_, why))) = (&unknown.candidate, unknown.message.rsplit_once("; ")) {
        return format!("perhaps violated; {why}");
    }
    match (unknown.within, unknown.reason) {
        (None, _) => unknown.message.clone(),
        // The message says it, with the place of a loop that may go on.
        (Some(_), ReasonKind::Bounded) => unknown.message.replacen("no error", "no violation", 1),
        (Some(1), _) => format!("no violation within one iteration of each loop, then {}", unknown.message),
        (Some(bound), _) => format!("no violation within {bound} iterations of each loop, then {}", unknown.message),
    }
}

fn listed(out: &mut String, checks: &[&Check]) {
    for check in checks.iter().take(SHOWN_CHECKS) {
        // The message says what would be wrong, but perhaps nothing is.
        *out += &row(check, if check.source.is_empty() { &check.message } else { &check.source });
    }
    if checks.len() > SHOWN_CHECKS {
        *out += &format!("  ... {} more; --format json has them all\n", checks.len() - SHOWN_CHECKS);
    }
}

fn row(check: &Check, words: &str) -> String {
    let place = check.location.as_ref().map_or(String::new(), |at| format!("{}:{}: ", at.file, at.line));
    format!("  {place}{words}  {}\n", styled(FAINT, &format!("[{}]", check.name)))
}

/// What leads to a violation, as the command that repeats it where that is short.
fn inputs(result: &FileResult, violation: &Violation, rerun: &[String]) -> String {
    let replayed = violation.replay.as_ref().map_or(String::new(), |replay| format!(" ({})", replay.message));
    let mut words = vec!["landfall run".to_string()];
    words.extend(rerun.iter().cloned());
    words.push(shell_word(&result.file));
    let values: Vec<&str> = violation.inputs.iter().map(|input| input.value.as_str()).collect();
    if values.len() > SHOWN_INPUTS {
        let shown = values[..SHOWN_INPUTS].join(", ");
        return format!("inputs: {shown}, ... ({} in all; --format json has them){replayed}", values.len());
    }
    if !values.is_empty() {
        words.push(format!("--inputs={}", values.join(",")));
    }
    words.join(" ") + &replayed
}

/// `6 of 31 checks`.
pub fn how_many(checks: &[Check], status: CheckStatus) -> String {
    let count = checks.iter().filter(|check| check.status == status).count();
    format!("{count} of {} check{}", checks.len(), if checks.len() == 1 { "" } else { "s" })
}

/// `31 checks: 24 proved, 6 violated, 1 unknown`.
pub fn counts(checks: &[Check]) -> String {
    let count = |status: CheckStatus| checks.iter().filter(|check| check.status == status).count();
    let mut words: Vec<String> = CheckStatus::ALL
        .into_iter()
        .filter(|status| count(*status) > 0 || *status == CheckStatus::Proved)
        .map(|status| format!("{} {}", count(status), status.name()))
        .collect();
    let bad = |check: &&Check| matches!(check.status, CheckStatus::Violated | CheckStatus::Unknown);
    let before = checks.iter().filter(bad).filter(|check| check.known_before).count();
    if before > 0 {
        words.push(format!("{before} of these as in the baseline"));
    }
    format!("{} check{}: {}", checks.len(), if checks.len() == 1 { "" } else { "s" }, words.join(", "))
}
