//! Reads a witness and checks it by itself and against the file it speaks of, before anything is executed or proved.

use std::path::Path;

use landfall::front::Never;
use sha2::{Digest, Sha256};

use super::expression;
use super::format::{Action, Entry, EntryType, Invariant, Item, Location, Metadata, Waypoint, WaypointKind};
use super::write::hex;
use crate::property::PropertyFile;

/// A witness whose form is right.
#[derive(Clone, Debug)]
pub struct Witness {
    pub claim: Claim,
    pub data_model: String,
    pub property: PropertyFile,
}

#[derive(Clone, Debug)]
pub enum Claim {
    /// An execution passes these segments and ends at the target, which is the last one's.
    Violation(Vec<Segment>),
    /// The program is correct, and these hold.
    Correctness(Vec<Invariant>),
}

#[derive(Clone, Debug)]
pub struct Segment {
    pub avoid: Vec<Waypoint>,
    pub follow: Waypoint,
}

/// Why a witness is not examined further.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Problem {
    /// It is wrong, whatever the program does.
    Invalid(String),
    /// It may be right, but it uses what is not handled here.
    Unsupported(String),
}

pub fn invalid<T>(why: impl Into<String>) -> Result<T, Problem> {
    Err(Problem::Invalid(why.into()))
}

/// Reads the text of a witness for the program in `file` with the bytes `source`.
pub fn read(text: &[u8], file: &Path, source: &[u8]) -> Result<Witness, Problem> {
    let entries: Vec<Entry> = serde_saphyr::from_slice(text).map_err(|error| {
        let first = error.to_string().lines().next().unwrap_or_default().to_string();
        Problem::Invalid(format!("it does not have the format of a witness: {first}"))
    })?;
    let Some(first) = entries.first() else { return invalid("it has no entries") };
    for entry in &entries {
        metadata(&entry.metadata, source)?;
        if entry.metadata.format_version != first.metadata.format_version {
            return invalid("its entries have different format versions");
        }
        if entry.metadata.task != first.metadata.task {
            return invalid("its entries speak of different tasks");
        }
        if entry.entry_type != first.entry_type {
            return invalid("it claims both a violation and correctness");
        }
    }
    let claim = match first.entry_type {
        EntryType::ViolationSequence if entries.len() > 1 => return invalid("it has several violation sequences"),
        EntryType::ViolationSequence => Claim::Violation(segments(&first.content)?),
        EntryType::InvariantSet => Claim::Correctness(invariants(&entries)?),
    };
    let places: Vec<&Location> = match &claim {
        Claim::Violation(segments) => segments
            .iter()
            .flat_map(|segment| segment.avoid.iter().chain([&segment.follow]))
            .map(|waypoint| &waypoint.location)
            .collect(),
        Claim::Correctness(invariants) => invariants.iter().map(|invariant| &invariant.location).collect(),
    };
    places.iter().try_for_each(|place| location(place, file, source))?;
    let program = String::from_utf8_lossy(source);
    expressions(&claim).iter().try_for_each(|text| expression::check(text, &program))?;
    let task = &first.metadata.task;
    Ok(Witness { claim, data_model: task.data_model.clone(), property: specification(&task.specification)? })
}

/// The C expressions of a claim.
fn expressions(claim: &Claim) -> Vec<&str> {
    match claim {
        Claim::Violation(segments) => segments
            .iter()
            .flat_map(|segment| segment.avoid.iter().chain([&segment.follow]))
            .filter(|waypoint| waypoint.kind == WaypointKind::Assumption)
            .filter_map(|waypoint| waypoint.constraint.as_ref().map(|constraint| constraint.value.as_str()))
            .collect(),
        Claim::Correctness(invariants) => invariants.iter().map(|invariant| invariant.value.as_str()).collect(),
    }
}

fn metadata(metadata: &Metadata, source: &[u8]) -> Result<(), Problem> {
    let version = metadata.format_version.as_str();
    if !matches!(version, "2.0" | "2.1") {
        return invalid(format!("its format version is {version}; 2.0 and 2.1 are read"));
    }
    let task = &metadata.task;
    if task.language != "C" {
        return invalid(format!("its language is {}", task.language));
    }
    if !matches!(task.data_model.as_str(), "ILP32" | "LP64") {
        return invalid(format!("its data model is {}; expected ILP32 or LP64", task.data_model));
    }
    let hash = hex(&Sha256::digest(source));
    if !task.input_file_hashes.values().any(|given| given.eq_ignore_ascii_case(&hash)) {
        return invalid(format!("it is about another file: none of its hashes is the program's, {hash}"));
    }
    let groups: Vec<usize> = metadata.uuid.split('-').map(str::len).collect();
    if groups != [8, 4, 4, 4, 12] || !metadata.uuid.chars().all(|c| c == '-' || c.is_ascii_hexdigit()) {
        return invalid(format!("`{}` is no UUID", metadata.uuid));
    }
    Ok(())
}

/// The property; some tools write the formula alone.
fn specification(text: &str) -> Result<PropertyFile, Problem> {
    let compact: String = text.chars().filter(|c| !c.is_whitespace()).collect();
    let whole =
        if compact.starts_with("CHECK") { text.to_string() } else { format!("CHECK( init(main()), LTL({text}) )") };
    match PropertyFile::parse(&whole) {
        Ok(property) if property.never.iter().all(|never| matches!(never, Never::Call(_))) => Ok(property),
        Ok(_) => Err(Problem::Unsupported("only witnesses about calls that are not reached are validated".into())),
        Err(error) => invalid(format!("its specification: {error}")),
    }
}

fn segments(content: &[Item]) -> Result<Vec<Segment>, Problem> {
    let mut segments = Vec::new();
    for item in content {
        let Item::Segment(steps) = item else { return invalid("an invariant stands in a violation sequence") };
        let mut waypoints: Vec<Waypoint> = steps.iter().map(|step| step.waypoint.clone()).collect();
        let Some(follow) = waypoints.pop() else { return invalid("a segment is empty") };
        if follow.action != Action::Follow || waypoints.iter().any(|waypoint| waypoint.action != Action::Avoid) {
            return invalid("a segment needs any number of waypoints to avoid, and then one to follow");
        }
        segments.push(Segment { avoid: waypoints, follow });
    }
    let all = segments.iter().flat_map(|segment| segment.avoid.iter().chain([&segment.follow]));
    all.clone().try_for_each(constraint)?;
    let targets = all.filter(|waypoint| waypoint.kind == WaypointKind::Target).count();
    match segments.last() {
        Some(last) if last.follow.kind == WaypointKind::Target && targets == 1 => Ok(segments),
        _ => invalid("the last segment, and no other, must end in the target"),
    }
}

/// Whether a waypoint has the constraint that its type asks for.
fn constraint(waypoint: &Waypoint) -> Result<(), Problem> {
    let format = waypoint.constraint.as_ref().and_then(|constraint| constraint.format.as_deref());
    match (waypoint.kind, &waypoint.constraint) {
        (WaypointKind::Target | WaypointKind::FunctionEnter, None) => Ok(()),
        (WaypointKind::Target, Some(_)) => invalid("a target has no constraint"),
        (WaypointKind::FunctionEnter, Some(_)) => invalid("function_enter has no constraint"),
        (_, None) => invalid("a waypoint lacks its constraint"),
        (WaypointKind::Branching, Some(constraint)) => match constraint.value.as_str() {
            "true" | "false" | "default" => Ok(()),
            number if number.parse::<i64>().is_ok() => Ok(()),
            other => invalid(format!("`{other}` is no outcome of a branching")),
        },
        (WaypointKind::Assumption, Some(_)) => match format {
            Some("c_expression") | None => Ok(()),
            Some(other) => Err(Problem::Unsupported(format!("the format {other} of an assumption"))),
        },
        (WaypointKind::FunctionReturn, Some(constraint)) => returned(&constraint.value).map(|_| ()),
    }
}

/// The operator and the constant of `\result == 5`.
pub fn returned(constraint: &str) -> Result<(&str, String), Problem> {
    let text = constraint.trim();
    let rest = text.strip_prefix("\\result").map(str::trim_start);
    let operators = ["==", "!=", "<=", ">=", "<", ">"];
    let split = rest.and_then(|rest| operators.iter().find_map(|op| Some((*op, rest.strip_prefix(op)?.trim()))));
    let Some((operator, constant)) = split else {
        return invalid(format!("`{text}` is not of the form \\result == constant"));
    };
    let digits = constant.trim_start_matches(['-', '+']).trim_end_matches(['u', 'U', 'l', 'L']);
    let number = match digits.strip_prefix("0x") {
        Some(hexadecimal) => u128::from_str_radix(hexadecimal, 16).ok(),
        None => digits.parse::<u128>().ok(),
    };
    match number {
        Some(number) if constant.starts_with('-') => Ok((operator, format!("-{number}"))),
        Some(number) => Ok((operator, number.to_string())),
        None => invalid(format!("`{constant}` is no integer constant")),
    }
}

fn invariants(entries: &[Entry]) -> Result<Vec<Invariant>, Problem> {
    let mut found = Vec::new();
    for item in entries.iter().flat_map(|entry| &entry.content) {
        match item {
            Item::Segment(_) => return invalid("a segment stands in a set of invariants"),
            Item::Invariant(invariant) if invariant.format != "c_expression" => {
                return Err(Problem::Unsupported(format!("the format {} of an invariant", invariant.format)));
            }
            Item::Invariant(invariant) => found.push(invariant.clone()),
        }
    }
    Ok(found)
}

fn location(location: &Location, file: &Path, source: &[u8]) -> Result<(), Problem> {
    let Location { file_name, line, column, .. } = location;
    if Path::new(file_name).file_name() != file.file_name() {
        return invalid(format!("it speaks of {file_name}, which is not the program"));
    }
    let Some(text) = (*line as usize).checked_sub(1).and_then(|n| source.split(|byte| *byte == b'\n').nth(n)) else {
        return invalid(format!("the program has no line {line}"));
    };
    match column {
        Some(column) if *column == 0 || *column as usize > text.len() => {
            invalid(format!("line {line} of the program has no column {column}"))
        }
        _ => Ok(()),
    }
}
