//! `landfall validate`: is a witness right about its program?
//!
//! The witness's own claims are put into the program (`witness::instrument`), and `landfall check` decides about the result, in a
//! process of its own. A violation that names all its inputs is simply executed.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

use clap::Args;
use landfall::cfa::{EdgeId, HavocKind};
use landfall::exec::{HavocRequest, Limits, Machine, Outcome};
use landfall::front::{ERROR_FUNCTION, Never, OLD_ERROR_FUNCTION};
use serde::Serialize;

use crate::exit::Status;
use crate::output::result::{Document, Verdict};
use crate::output::style::{PROVED, UNKNOWN, VIOLATED, styled};
use crate::output::{print, tell};
use crate::program::{self, CheckName, DataModelName, Loaded, ProgramOptions};
use crate::property::{PropertyFile, specification};
use crate::task::Job;
use crate::witness::format::{Invariant, WaypointKind};
use crate::witness::instrument::{self, ERROR};
use crate::witness::read::{self, Claim, Problem, Segment, Witness, returned};

/// Decide whether a witness is right about its program.
///
/// Witnesses of SV-COMP, format 2.0, of any tool: a violation is confirmed if some execution follows it to its target, a proof if
/// its invariants hold and the program is correct. The last line of the output is `confirmed`, `refuted` or `unknown`.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct Options {
    /// A C file, or an SV-COMP task definition (.yml) that names one.
    #[arg(value_name = "PROGRAM")]
    file: PathBuf,

    /// The witness, in YAML.
    #[arg(value_name = "WITNESS.yml")]
    witness: PathBuf,

    /// Give up after this many seconds.
    #[arg(long, value_name = "SECONDS", value_parser = crate::check::parse_seconds)]
    timeout: Option<Duration>,

    /// Write a JSON object instead of words: `answer` and `message`.
    #[arg(long)]
    json: bool,

    #[command(flatten)]
    program: ProgramOptions,
}

const EXAMPLES: &str = "\
Examples:
  landfall check program.c --witness witness.yml; landfall validate program.c witness.yml
  landfall validate --property unreach-call.prp program.c others-witness.yml";

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
enum Answer {
    Confirmed,
    Refuted,
    Unknown,
}

/// What came out, and why.
#[derive(Debug, Serialize)]
struct Judgement {
    answer: Answer,
    message: String,
}

impl Judgement {
    fn new(answer: Answer, message: impl Into<String>) -> Judgement {
        Judgement { answer, message: message.into() }
    }
}

pub fn command(options: Options) -> Status {
    let judgement = match judge(&options) {
        Ok(judgement) => judgement,
        Err(message) => {
            tell(&message);
            return Status::BadInput;
        }
    };
    let (style, word, status) = match judgement.answer {
        Answer::Confirmed => (PROVED, "confirmed", Status::Proved),
        Answer::Refuted => (VIOLATED, "refuted", Status::Violated),
        Answer::Unknown => (UNKNOWN, "unknown", Status::Unknown),
    };
    let text = if options.json {
        serde_json::to_string_pretty(&judgement).expect("plain data is always JSON") + "\n"
    } else {
        let witness = options.witness.display();
        let loud = styled(style, &word.to_uppercase());
        format!("{witness}: {loud}, {}\n\n{word}\n", judgement.message)
    };
    print(&text, status);
    status
}

/// The judgement, or what is wrong with the input.
fn judge(options: &Options) -> Result<Judgement, String> {
    let job = Job::from_operand(&options.file)?;
    let read_file =
        |path: &Path| std::fs::read(path).map_err(|e| format!("error: cannot read {}: {e}", path.display()));
    let source = read_file(&job.source)?;
    let text = read_file(&options.witness)?;
    let wanted = match &options.program.property {
        Some(path) => Some(PropertyFile::read(path)?),
        None => job.property.clone(),
    };
    let outcome = read::read(&text, &job.source, &source).and_then(|witness| {
        let validation = Validation { options, job: &job, source: &source, wanted: wanted.as_ref(), witness: &witness };
        validation.run()
    });
    match outcome {
        Ok(judgement) => judgement,
        Err(Problem::Invalid(why)) => Ok(Judgement::new(Answer::Refuted, format!("it is invalid: {why}"))),
        Err(Problem::Unsupported(what)) => Ok(Judgement::new(Answer::Unknown, format!("not supported: {what}"))),
    }
}

struct Validation<'a> {
    options: &'a Options,
    job: &'a Job,
    source: &'a [u8],
    /// The property that was asked for, if any.
    wanted: Option<&'a PropertyFile>,
    witness: &'a Witness,
}

impl Validation<'_> {
    fn run(&self) -> Result<Result<Judgement, String>, Problem> {
        if self.wanted.is_some_and(|wanted| *wanted != self.witness.property) {
            return read::invalid("it is about another property");
        }
        let model = match self.witness.data_model.as_str() {
            "ILP32" => DataModelName::Ilp32,
            _ => DataModelName::Lp64,
        };
        let asked = self.options.program.data_model(Some(self.job));
        let fixed = self.options.program.data_model.is_some() || self.job.data_model.is_some();
        if fixed && asked != model.into() {
            return read::invalid("it is about another data model");
        }
        let mut program = ProgramOptions { data_model: Some(model), ..self.options.program.clone() };
        // A witness speaks of its property, not of what a check looks for by default.
        if program.checks.is_empty() {
            program.checks.push(CheckName::Assert);
        }
        let loaded = match program::load(self.job, &program) {
            Ok(loaded) => loaded,
            Err(message) => return Ok(Err(message)),
        };
        match &self.witness.claim {
            Claim::Violation(segments) => self.violation(segments, &loaded, &program),
            Claim::Correctness(invariants) => self.correctness(invariants, &program),
        }
    }

    /// The property if it is a particular one. Otherwise the usual errors of C programs count, as for `landfall check`.
    fn named_property(&self) -> Option<&PropertyFile> {
        let usual = [Never::Call(ERROR_FUNCTION.into())];
        self.wanted.or(Some(&self.witness.property).filter(|property| property.never != usual))
    }

    /// The functions whose call is the error.
    fn errors(&self, loaded: &Loaded) -> Vec<&str> {
        let called = format!("`{OLD_ERROR_FUNCTION}` is called");
        let is_old = loaded.program.errors().any(|(_, error)| *error.message == *called);
        let named = self.witness.property.never.iter().filter_map(|never| match never {
            Never::Call(function) => Some(function.as_str()),
            _ => None,
        });
        let usual = ["assert", ERROR_FUNCTION, OLD_ERROR_FUNCTION];
        let usual = usual.into_iter().filter(|_| self.named_property().is_none());
        named.chain(usual).chain(is_old.then_some(OLD_ERROR_FUNCTION)).collect()
    }

    fn violation(
        &self,
        segments: &[Segment],
        loaded: &Loaded,
        program: &ProgramOptions,
    ) -> Result<Result<Judgement, String>, Problem> {
        let name = self.job.source.display().to_string();
        let text = instrument::violation(self.source, &name, segments, &self.errors(loaded))?;
        if executes(segments, loaded) {
            return Ok(Ok(Judgement::new(Answer::Confirmed, "the execution with its inputs arrives at its target")));
        }
        let property = format!("CHECK( init({}()), LTL(G ! call({ERROR}())) )\n", loaded.entry);
        Ok(self.check(&text, Some(&property), program).map(|verdict| match verdict {
            Verdict::Unsafe(_) => Judgement::new(Answer::Confirmed, "an execution follows it to its target"),
            Verdict::Safe(_) => Judgement::new(Answer::Refuted, "no execution follows it to its target"),
            other => undecided(other),
        }))
    }

    fn correctness(
        &self,
        invariants: &[Invariant],
        program: &ProgramOptions,
    ) -> Result<Result<Judgement, String>, Problem> {
        let name = self.job.source.display().to_string();
        let given = self.named_property().map(|wanted| {
            let mut never = wanted.never.clone();
            never.push(Never::Call(ERROR.into()));
            specification(&landfall::front::Property::Never(never), &wanted.entry)
        });
        // Without a property the usual errors count, of which this is one.
        let error = if given.is_some() { ERROR } else { OLD_ERROR_FUNCTION };
        let text = instrument::correctness(self.source, &name, invariants, error)?;
        Ok(self.check(&text, given.as_deref(), program).map(|verdict| match verdict {
            Verdict::Safe(_) => Judgement::new(Answer::Confirmed, "its invariants hold, and the program is correct"),
            Verdict::Unsafe(violation) => {
                let place = violation.location.map_or(String::new(), |at| format!(" at line {}", at.line));
                let what = match violation.property.as_str() {
                    "unreach-call" => "an invariant or the property does not hold",
                    _ => "an invariant is undefined",
                };
                Judgement::new(Answer::Refuted, format!("{what}{place}: {}", violation.message))
            }
            other => undecided(other),
        }))
    }

    /// Runs `landfall check` on a text.
    fn check(&self, text: &[u8], property: Option<&str>, program: &ProgramOptions) -> Result<Verdict, String> {
        let folder = Folder::new()?;
        let file = folder.write("witness.c", text)?;
        let property = property.map(|text| folder.write("witness.prp", text.as_bytes())).transpose()?;
        let options = ProgramOptions { property, ..program.clone() };
        let mut command = Command::new(std::env::current_exe().map_err(|e| format!("error: {e}"))?);
        command.args(["check", "--format", "json"]).args(options.as_arguments());
        if let Some(folder) = self.job.source.parent().filter(|folder| !folder.as_os_str().is_empty()) {
            command.arg("-I").arg(folder);
        }
        if let Some(limit) = self.options.timeout {
            command.arg("--timeout").arg(limit.as_secs_f64().to_string());
        }
        let output = command.arg(&file).stdin(Stdio::null()).output().map_err(|e| format!("error: {e}"))?;
        let document: Option<Document> = serde_json::from_slice(&output.stdout).ok();
        let result = document.and_then(|document| document.results.into_iter().next());
        result.map(|result| result.verdict).ok_or_else(|| "error: the check gave no result".to_string())
    }
}

/// For verdicts that decide nothing.
fn undecided(verdict: Verdict) -> Judgement {
    match verdict {
        Verdict::Error(error) if error.internal => Judgement::new(Answer::Unknown, error.message),
        // The program itself was read before, so what cannot be read is the witness's.
        Verdict::Error(error) => {
            let why = format!("it is invalid: an expression of it is no C at its place: {}", error.message);
            Judgement::new(Answer::Refuted, why)
        }
        Verdict::Unknown(unknown) => Judgement::new(Answer::Unknown, unknown.message),
        Verdict::Safe(_) | Verdict::Unsafe(_) => Judgement::new(Answer::Unknown, "nothing is decided"),
    }
}

/// Whether the program, given what the calls return according to the witness, calls the error at the target.
fn executes(segments: &[Segment], loaded: &Loaded) -> bool {
    let Some((target, before)) = segments.split_last() else { return false };
    let mut given = Vec::new();
    for segment in before {
        let exact = segment.avoid.is_empty() && segment.follow.kind == WaypointKind::FunctionReturn;
        let constraint = segment.follow.constraint.as_ref().map_or("", |constraint| constraint.value.as_str());
        match returned(constraint) {
            Ok(("==", constant)) if exact => match constant.parse::<i128>() {
                Ok(value) => given.push((segment.follow.location.line, value)),
                Err(_) => return false,
            },
            _ => return false,
        }
    }
    let program = &loaded.program;
    let line_of = |edge: EdgeId| program.edges[edge].span.map_or(0, |span| loaded.place(span).1);
    let mut used = 0;
    let mut approximated = false;
    let mut host = |request: &HavocRequest<'_>| {
        approximated |= request.kind.as_approximation().is_some();
        let from_call = matches!(request.kind, HavocKind::Input(_) | HavocKind::Extern(_));
        match given.get(used).filter(|(line, _)| from_call && *line == line_of(request.edge)) {
            Some((_, value)) => {
                used += 1;
                (request.ty.wrap(*value) == *value).then_some(*value)
            }
            None => Some(0),
        }
    };
    let machine = Machine::new(program);
    let mut state = machine.initial();
    let run = machine.run(&mut state, &mut host, &Limits::steps(MOST_STEPS));
    let Outcome::Error(loc) = run.outcome else { return false };
    if approximated {
        return false;
    }
    let place = program.locs[loc].error.as_ref().and_then(|error| error.span).map(|span| loaded.place(span).1);
    used == given.len() && target.avoid.is_empty() && place == Some(target.follow.location.line)
}

/// Executions that are longer are left to the search.
const MOST_STEPS: u64 = 1 << 32;

/// A temporary folder that is removed in the end.
struct Folder {
    path: PathBuf,
}

impl Folder {
    fn new() -> Result<Folder, String> {
        let path = std::env::temp_dir().join(format!("landfall-validate-{}", std::process::id()));
        std::fs::create_dir_all(&path).map_err(|e| format!("error: cannot make {}: {e}", path.display()))?;
        Ok(Folder { path })
    }

    fn write(&self, name: &str, text: &[u8]) -> Result<PathBuf, String> {
        let path = self.path.join(name);
        std::fs::write(&path, text).map_err(|e| format!("error: cannot write {}: {e}", path.display()))?;
        Ok(path)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        // What stays in a temporary folder does no harm.
        let _ = std::fs::remove_dir_all(&self.path);
    }
}
