//! From a result to a witness.
//!
//! A violation is the values that the program reads, each as a `function_return` waypoint at the closing parenthesis of its call,
//! and the target. Values that no call returns (uninitialised variables, parameters of the entry function) have no waypoint; who
//! validates has to find them. A proof is its loop invariants, as far as C can say them.

use std::collections::BTreeMap;
use std::time::SystemTime;

use sha2::{Digest, Sha256};

use super::format::{
    Action, Constraint, Entry, EntryType, Invariant, InvariantKind, Item, Location, Metadata, Producer, Step, Task,
    VERSION, Waypoint, WaypointKind,
};
use crate::output::result::{self, FileResult, InputSource, Verdict};

/// What a witness says about its program besides the result.
#[derive(Clone, Debug)]
pub struct About {
    /// The C file.
    pub file: String,
    /// Its bytes.
    pub source: Vec<u8>,
    /// The property, one `CHECK` line each.
    pub specification: String,
}

/// The witness as YAML; `None` if the verdict is neither a proof nor a violation.
pub fn write(result: &FileResult, about: &About, now: SystemTime) -> Option<String> {
    let (entry_type, content) = match &result.verdict {
        Verdict::Unsafe(violation) => (EntryType::ViolationSequence, segments(violation)?),
        Verdict::Safe(proof) => (EntryType::InvariantSet, invariants(proof, about)),
        Verdict::Unknown(_) | Verdict::Error(_) => return None,
    };
    let entry = Entry { entry_type, metadata: metadata(result, about, now), content };
    let time = format!("creation_time: {}", entry.metadata.creation_time);
    let text = serde_saphyr::to_string(&[entry]).expect("plain data is always YAML");
    // Without quotes some readers take it for a date instead of a string.
    let quoted = time.replacen(": ", ": \"", 1) + "\"";
    Some(text.replacen(&time, &quoted, 1))
}

fn metadata(result: &FileResult, about: &About, now: SystemTime) -> Metadata {
    let hash = hex(&Sha256::digest(&about.source));
    let creation_time = iso_8601(now);
    let name = about.file.clone();
    Metadata {
        format_version: VERSION.into(),
        uuid: uuid(&[hash.as_str(), &creation_time, &name, &about.specification, &format!("{:?}", now)]),
        creation_time,
        producer: Producer {
            name: "landfall".into(),
            version: env!("CARGO_PKG_VERSION").into(),
            configuration: Some(format!("engine {}", result.decided_by.as_ref().unwrap_or(&result.engine))),
            command_line: None,
            description: None,
        },
        task: Task {
            input_files: vec![name.clone()],
            input_file_hashes: BTreeMap::from([(name, hash)]),
            specification: about.specification.clone(),
            data_model: result.data_model.clone(),
            language: "C".into(),
        },
    }
}

fn place(location: &result::Location, column: u32) -> Location {
    Location { file_name: location.file.clone(), line: location.line, column: Some(column), function: None }
}

fn segments(violation: &result::Violation) -> Option<Vec<Item>> {
    let target = violation.location.as_ref()?;
    let returned = violation.inputs.iter().filter_map(|input| {
        let end = input.end.as_ref()?;
        matches!(input.source, InputSource::Input | InputSource::Extern).then(|| Waypoint {
            kind: WaypointKind::FunctionReturn,
            action: Action::Follow,
            location: place(end, end.column),
            constraint: Some(Constraint {
                value: format!("\\result == {}", input.value),
                format: Some("acsl_expression".into()),
            }),
        })
    });
    let target = Waypoint {
        kind: WaypointKind::Target,
        action: Action::Follow,
        location: place(target, target.column),
        constraint: None,
    };
    Some(returned.chain([target]).map(|waypoint| Item::Segment(vec![Step { waypoint }])).collect())
}

fn invariants(proof: &result::Proof, about: &About) -> Vec<Item> {
    let sayable = proof.invariants.iter().filter_map(|invariant| {
        let value = invariant.c_expression.clone()?;
        let at = &invariant.location;
        is_loop_keyword(&about.source, at).then(|| {
            Item::Invariant(Invariant {
                kind: InvariantKind::LoopInvariant,
                location: Location { function: Some(invariant.function.clone()), ..place(at, at.column) },
                value,
                format: "c_expression".into(),
            })
        })
    });
    sayable.collect()
}

/// Whether a `while` or `for` stands there. (What an invariant of a `do` loop or of a loop made of jumps means, tools do not
/// agree on.)
fn is_loop_keyword(source: &[u8], at: &result::Location) -> bool {
    let line = source.split(|byte| *byte == b'\n').nth(at.line as usize - 1).unwrap_or_default();
    let text = line.get(at.column as usize - 1..).unwrap_or_default();
    text.starts_with(b"while") || text.starts_with(b"for")
}

pub fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// An identifier in the form of a UUID (version 8: of our own making), from a hash of what it identifies.
fn uuid(parts: &[&str]) -> String {
    let mut digest = Sha256::digest(parts.join("\0").as_bytes());
    digest[6] = digest[6] & 0x0f | 0x80;
    digest[8] = digest[8] & 0x3f | 0x80;
    let text = hex(&digest[..16]);
    format!("{}-{}-{}-{}-{}", &text[..8], &text[8..12], &text[12..16], &text[16..20], &text[20..])
}

/// The time in UTC, to the second.
pub fn iso_8601(time: SystemTime) -> String {
    let seconds = time.duration_since(SystemTime::UNIX_EPOCH).map_or(0, |since| since.as_secs());
    let (year, month, day) = civil(seconds / 86_400);
    let (hour, minute, second) = (seconds / 3600 % 24, seconds / 60 % 60, seconds % 60);
    format!("{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}Z")
}

/// Year, month and day of a day counted from 1970-01-01: years begin in March here, so that leap days come last.
fn civil(days: u64) -> (u64, u64, u64) {
    let shifted = days + 719_468;
    let (era, of_era) = (shifted / 146_097, shifted % 146_097);
    let year = (of_era - of_era / 1460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year + year / 4 - year / 100);
    let month = (5 * of_year + 2) / 153;
    let day = of_year - (153 * month + 2) / 5 + 1;
    let (month, next) = if month < 10 { (month + 3, 0) } else { (month - 9, 1) };
    (era * 400 + year + next, month, day)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[test]
    fn times_are_dates() {
        let at = |seconds: u64| iso_8601(SystemTime::UNIX_EPOCH + Duration::from_secs(seconds));
        assert_eq!(at(0), "1970-01-01T00:00:00Z");
        assert_eq!(at(951_782_400), "2000-02-29T00:00:00Z");
        assert_eq!(at(1_789_423_261), "2026-09-14T22:01:01Z");
    }

    #[test]
    fn identifiers_look_like_uuids() {
        let id = uuid(&["a", "b"]);
        assert_eq!(id.len(), 36);
        assert_eq!(id.as_bytes()[14], b'8');
        assert_ne!(id, uuid(&["a", "c"]));
    }
}
