//! The result of checking one file as plain data. Both the human and the JSON output are made from it.
//!
//! These types are the JSON schema, version [`SCHEMA_VERSION`]: a test keeps `docs/json-schema.json` in step. Adding a field
//! keeps the version; renaming, removing or changing the meaning of one raises it.

use std::collections::BTreeMap;
use std::path::Path;

use serde::{Deserialize, Serialize};

/// Of the JSON output.
pub const SCHEMA_VERSION: u32 = 2;

/// The document that `landfall check --format json` writes.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), serde(deny_unknown_fields))]
pub struct Document {
    /// Version of this schema.
    pub schema_version: u32,
    pub tool: Tool,
    /// One for each file, in the order of the command line.
    pub results: Vec<FileResult>,
}

impl Document {
    /// Reads a document that was written before.
    pub fn read(path: &Path) -> Result<Document, String> {
        let shown = path.display();
        let text = std::fs::read_to_string(path).map_err(|e| format!("cannot read {shown}: {e}"))?;
        let document: Document =
            serde_json::from_str(&text).map_err(|e| format!("{shown} is no result of landfall check: {e}"))?;
        match document.schema_version {
            SCHEMA_VERSION => Ok(document),
            other => Err(format!("{shown} is of version {other} of the format; this landfall reads {SCHEMA_VERSION}")),
        }
    }
}

#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), serde(deny_unknown_fields))]
pub struct Tool {
    /// Always `landfall`.
    pub name: String,
    pub version: String,
}

/// What came out for one file.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), serde(deny_unknown_fields))]
pub struct FileResult {
    /// As named on the command line.
    pub file: String,
    /// The property in the words of SV-COMP, e.g. `unreach-call`.
    pub property: String,
    /// The engine that was asked.
    pub engine: String,
    /// For the engine `auto`: whose answer it is, if there is one.
    pub decided_by: Option<String>,
    /// `ILP32` or `LP64`.
    pub data_model: String,
    /// The answer with its evidence. With `--every-check`: a violation if a check is violated, else why one is unknown, else
    /// the proof of all.
    pub verdict: Verdict,
    /// With `--every-check`: everything that could go wrong, in the order of the source; else empty.
    #[serde(default)]
    pub checks: Vec<Check>,
    /// With `--every-check`: what the proofs of its checks say together, whether or not others are violated; else null.
    #[serde(default)]
    pub proof: Option<Proof>,
    /// With `--every-check`: which lines and branches of the program executions have come to; else null.
    #[serde(default)]
    pub coverage: Option<Coverage>,
    /// What the verdict takes for granted.
    pub assumptions: Vec<Assumption>,
    /// Counters of the analysis.
    pub counts: BTreeMap<String, u64>,
    /// Seconds spent by part of the analysis.
    pub seconds: BTreeMap<String, f64>,
    /// For the engine `auto`: which engines it chose and why.
    pub choice: Option<Choice>,
    /// What the process used for this file.
    pub resources: Resources,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), serde(deny_unknown_fields))]
#[serde(tag = "answer", rename_all = "lowercase")]
pub enum Verdict {
    /// No execution violates the property.
    Safe(Proof),
    /// Some execution violates the property.
    Unsafe(Violation),
    /// Neither is known.
    Unknown(Unknown),
    /// The file could not be analysed.
    Error(InputError),
}

/// Something that could go wrong at one place of the source.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), serde(deny_unknown_fields))]
pub struct Check {
    /// `function.kind.number`: it stays when lines move.
    pub name: String,
    pub function: String,
    /// `assertion`, `reach_error`, `label`, `overflow`, `division`, `shift`, `access`, `free`, `leak`, `lost` or `unset`.
    pub kind: String,
    /// Counts the checks of this kind in the function, from 1.
    pub number: u32,
    /// What is wrong if it fails.
    pub message: String,
    pub location: Option<Location>,
    /// The line of the source.
    pub source: String,
    pub status: CheckStatus,
    /// The engine that decided it.
    pub decided_by: Option<String>,
    /// If it is violated: an execution that fails it.
    pub violation: Option<Violation>,
    /// If it is unknown: why.
    pub unknown: Option<Unknown>,
    /// With `--baseline`: it had this status before.
    #[serde(default)]
    pub known_before: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum CheckStatus {
    /// Some execution fails it.
    Violated,
    /// Neither is known.
    Unknown,
    /// No execution fails it.
    Proved,
    /// No execution comes to it.
    Unreachable,
}

impl CheckStatus {
    pub const ALL: [CheckStatus; 4] =
        [CheckStatus::Proved, CheckStatus::Violated, CheckStatus::Unknown, CheckStatus::Unreachable];

    pub fn name(self) -> &'static str {
        match self {
            CheckStatus::Violated => "violated",
            CheckStatus::Unknown => "unknown",
            CheckStatus::Proved => "proved",
            CheckStatus::Unreachable => "unreachable",
        }
    }
}

/// What random tests and the counterexamples have come to, and what proofs say. Lines are of the file named on the command line.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), serde(deny_unknown_fields))]
pub struct Coverage {
    /// Lines with code that the entry function may reach.
    pub lines: Vec<u32>,
    /// Those that some execution came to.
    pub reached: Vec<u32>,
    /// Those with checks of which all are proved, or proved to be out of reach.
    pub proved: Vec<u32>,
    /// Conditions that decide where control goes: one for each line, with the number of ways and how many were taken.
    pub branches: Vec<Branches>,
}

/// The branches of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), serde(deny_unknown_fields))]
pub struct Branches {
    pub line: u32,
    pub ways: u32,
    pub taken: u32,
}

/// Evidence that no execution violates the property.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Proof {
    /// How the invariants were proved again, independently of the engine that found them; null if they were not.
    pub certificate: Option<Certificate>,
    /// What holds whenever control is at the head of a loop.
    pub invariants: Vec<Invariant>,
    /// What functions that call themselves require and ensure.
    pub contracts: Vec<Contract>,
    /// The program has neither an assertion nor a call of an error function, so there was nothing to prove.
    pub vacuous: bool,
    /// Signs that the proof says less than it seems to: assertions that nobody reached, assumptions that seem to contradict.
    pub remarks: Vec<String>,
}

#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), serde(deny_unknown_fields))]
pub struct Certificate {
    pub numbers: Numbers,
    /// How many proof obligations were proved.
    pub obligations: u64,
}

/// What numbers are in a certificate. Both give a proof for the program as it runs: unbounded integers only add executions.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum Numbers {
    /// Signed arithmetic as if integers had no bounds.
    Mathematical,
    /// All values in the range of their types.
    Machine,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), serde(deny_unknown_fields))]
pub struct Invariant {
    /// The loop.
    pub location: Location,
    /// The function that contains it.
    pub function: String,
    /// A condition in C syntax, over mathematical integers.
    pub condition: String,
    /// What of it C can say at this place, as an expression that no conversion and no overflow changes; null if nothing.
    pub c_expression: Option<String>,
}

/// The contract of a function. Conditions are in C syntax, over mathematical integers; `\old(x)` is the value of a global when the
/// function was called, `\result` what it returns.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), serde(deny_unknown_fields))]
pub struct Contract {
    /// The function's name where it is defined.
    pub location: Location,
    pub function: String,
    /// What holds at each of its calls; null if that is nothing in particular.
    pub requires: Option<String>,
    /// What holds when it returns; null if that is nothing in particular.
    pub ensures: Option<String>,
    /// Both as ACSL; null if something in it has no name in C.
    pub acsl: Option<String>,
}

/// An execution that violates the property. It was executed step by step and arrives at the error.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Violation {
    /// What is violated, in the words of SV-COMP: `unreach-call`, `valid-deref`, `no-overflow`, ...
    #[serde(default)]
    pub property: String,
    /// The name of the check that fails: function, kind and number.
    #[serde(default)]
    pub check: String,
    /// What is wrong, e.g. "assertion `x > 0` fails".
    pub message: String,
    /// Where.
    pub location: Option<Location>,
    /// The values that the program reads, in that order. `landfall run --inputs` takes them.
    pub inputs: Vec<Input>,
    /// Number of steps of the control-flow automaton from the start to the error.
    pub steps: u64,
    /// The way there for people: lines with the values that change, loops folded, of a long one the beginning and the end.
    pub trace: Vec<Step>,
    /// What came of compiling and running it, if that was asked for.
    pub replay: Option<Replay>,
}

impl Violation {
    /// The values that steps leave behind and that are in scope there, each with the place of the last change.
    pub fn values(steps: &[Step]) -> BTreeMap<&str, (&str, &Location)> {
        let mut known: BTreeMap<(&str, u64), (&str, &Location)> = BTreeMap::new();
        for step in steps {
            // Functions that have returned have no variables any more.
            known.retain(|(_, depth), _| *depth <= step.depth);
            for change in &step.changes {
                known.insert((change.name.as_str(), change.depth), (change.value.as_str(), &step.location));
            }
            for range in step.fold.iter().flat_map(|fold| &fold.ranges) {
                known.insert((range.name.as_str(), range.depth), (range.to.as_str(), &step.location));
            }
        }
        let here = steps.last().map_or(0, |step| step.depth);
        known.retain(|(_, depth), _| *depth == 0 || *depth == here);
        // A local hides a global of its name.
        known.into_iter().map(|((name, _), value)| (name, value)).collect()
    }

    /// Where the values come from that the error is about: of each variable that its line or its message names.
    pub fn why(&self) -> Vec<String> {
        let known = Violation::values(&self.trace);
        let at = self.location.as_ref();
        let same_line =
            |step: &&Step| at.is_some_and(|at| at.file == step.location.file && at.line == step.location.line);
        let line = self.trace.iter().rev().find(same_line).map_or("", |step| step.source.as_str());
        let is_letter = |c: char| c.is_ascii_alphanumeric() || c == '_';
        // Of several variables on the line, those that the error depends on.
        let sets = |step: &&Step, name: &str| {
            let folded = step.fold.iter().flat_map(|fold| &fold.ranges).any(|range| range.name == name);
            folded || step.changes.iter().any(|change| change.name == name)
        };
        let sliced = self.trace.iter().any(|step| step.relevant);
        let matters = |name: &str| !sliced || self.trace.iter().filter(|step| step.relevant).any(|s| sets(&s, name));
        let mut told: Vec<&str> = Vec::new();
        let mut why = Vec::new();
        for name in line.split(|c| !is_letter(c)).chain(self.message.split(|c| !is_letter(c))) {
            if let Some((value, since)) = known.get(name).filter(|_| !told.contains(&name) && matters(name)) {
                told.push(name);
                if at.is_none_or(|at| (&at.file, at.line) != (&since.file, since.line)) {
                    why.push(format!("`{name}` is {value} since line {}", since.line));
                }
            }
        }
        why
    }
}

/// A line that the execution passes, or a loop that it runs through many times.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), serde(deny_unknown_fields))]
pub struct Step {
    pub location: Location,
    /// The line of the source.
    pub source: String,
    /// How many functions are being executed.
    pub depth: u64,
    /// The values that the line changes.
    pub changes: Vec<Change>,
    /// For a loop: its iterations taken together.
    pub fold: Option<Fold>,
    /// The error depends on values that this step sets, or on a branch about them.
    #[serde(default)]
    pub relevant: bool,
}

impl Step {
    /// What happens, in words; empty if nothing changes.
    pub fn words(&self) -> String {
        match &self.fold {
            Some(fold) => {
                let ranges = fold
                    .ranges
                    .iter()
                    .map(|range| format!(", {} goes from {} to {}", range.name, range.from, range.to));
                format!("the loop runs {} times{}", fold.times, ranges.collect::<String>())
            }
            None => {
                let values: Vec<String> = self.changes.iter().map(|c| format!("{} = {}", c.name, c.value)).collect();
                values.join(", ")
            }
        }
    }
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), serde(deny_unknown_fields))]
pub struct Change {
    pub name: String,
    pub value: String,
    /// How many functions are being executed in the one whose variable it is; 0 for globals and memory.
    #[serde(default)]
    pub depth: u64,
}

/// The complete iterations of a loop.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), serde(deny_unknown_fields))]
pub struct Fold {
    pub times: u64,
    pub ranges: Vec<Range>,
}

/// A variable's value before and after.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), serde(deny_unknown_fields))]
pub struct Range {
    pub name: String,
    pub from: String,
    pub to: String,
    /// How many functions are being executed in the one whose variable it is; 0 for globals and memory.
    #[serde(default)]
    pub depth: u64,
}

/// The counterexample, compiled by a C compiler and run.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), serde(deny_unknown_fields))]
pub struct Replay {
    pub outcome: ReplayOutcome,
    /// The same in words.
    pub message: String,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum ReplayOutcome {
    /// It reaches the error.
    Reproduced,
    /// It does not.
    NotReproduced,
    /// It could not be compiled or run.
    NotRun,
}

/// A value that nothing in the program determines.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), serde(deny_unknown_fields))]
pub struct Input {
    /// Decimal digits: a string, since not every reader of JSON keeps 64-bit integers exact.
    pub value: String,
    pub source: InputSource,
    /// The function that gave it, for an input or an extern.
    pub function: Option<String>,
    pub location: Option<Location>,
    /// The last character of what is at `location`: for a call, its closing parenthesis.
    pub end: Option<Location>,
}

/// Where an arbitrary value comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum InputSource {
    /// An input function such as `__VERIFIER_nondet_int`.
    Input,
    /// A variable without an initial value.
    Uninitialised,
    /// A function without a body.
    Extern,
    /// An object that is defined elsewhere.
    Object,
    /// A read of a volatile object.
    Volatile,
    /// A choice that C leaves open.
    Unspecified,
    /// Something that is not modelled exactly.
    Approximation,
    /// A parameter of the entry function.
    Argument,
}

/// Why there is no answer, and what is known all the same.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Unknown {
    pub reason: ReasonKind,
    /// The reason in words.
    pub message: String,
    /// The code that the reason speaks of, if any.
    pub location: Option<Location>,
    /// What the search found out so far.
    pub known: Vec<String>,
    /// No violation as long as no loop is repeated more often than this; null if nobody unrolled the loops so far.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub within: Option<u32>,
    /// Nobody can know more: all executions but those that come to code that is not supported were followed to their ends.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub rest_explored: bool,
    /// An execution that may be a violation: it depends on something that is not modelled exactly.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub candidate: Option<Box<Violation>>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum ReasonKind {
    /// The time limit.
    Timeout,
    /// The memory limit.
    Memory,
    /// Ctrl-C or another request to stop.
    Interrupted,
    /// Code that is not modelled may be reached.
    Unsupported,
    /// An error depends on something that is not modelled exactly.
    Approximated,
    /// The solver gave up.
    Solver,
    /// There is no error as long as no loop is repeated more often than the bound; a loop may be.
    Bounded,
    /// The engine cannot go on.
    Incomplete,
    /// A proof was found but could not be certified.
    Uncertified,
    /// An execution was found but could not be reproduced.
    Unreproduced,
}

impl ReasonKind {
    /// As in the last line of the human output and in JSON.
    pub fn name(self) -> &'static str {
        match self {
            ReasonKind::Timeout => "timeout",
            ReasonKind::Memory => "memory",
            ReasonKind::Interrupted => "interrupted",
            ReasonKind::Unsupported => "unsupported",
            ReasonKind::Solver => "solver",
            ReasonKind::Bounded => "bounded",
            ReasonKind::Incomplete => "incomplete",
            ReasonKind::Uncertified => "uncertified",
            ReasonKind::Approximated => "approximated",
            ReasonKind::Unreproduced => "unreproduced",
        }
    }
}

#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct InputError {
    /// Landfall itself failed, rather than the input.
    pub internal: bool,
    pub message: String,
}

/// Which engines were run, and why.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), serde(deny_unknown_fields))]
pub struct Choice {
    /// What the program looks like, in words.
    pub features: String,
    /// The row of the table of choices that was used.
    pub rule: String,
    /// The reason that the table gives.
    pub because: String,
    /// The engines in the order of the row.
    pub engines: Vec<Turn>,
}

/// What came of one engine.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), serde(deny_unknown_fields))]
pub struct Turn {
    pub engine: String,
    pub cpu_seconds: f64,
    /// How it ended, in words.
    pub end: String,
    /// How often it told the others something: what always holds, or what an error needs.
    pub told: u64,
    /// How much of that it was told by others when it started.
    pub was_told: u64,
}

/// Something that was taken for granted.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), serde(deny_unknown_fields))]
pub struct Assumption {
    /// A stable name: see `docs/json.md`.
    pub id: String,
    /// The same in words.
    pub text: String,
}

/// A place in a source file; lines and columns count from 1.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), serde(deny_unknown_fields))]
pub struct Location {
    pub file: String,
    pub line: u32,
    pub column: u32,
}

impl std::fmt::Display for Location {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}:{}:{}", self.file, self.line, self.column)
    }
}

#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), serde(deny_unknown_fields))]
pub struct Resources {
    pub wall_seconds: f64,
    pub cpu_seconds: f64,
    /// Largest resident memory of the process so far.
    pub peak_memory_bytes: u64,
}
