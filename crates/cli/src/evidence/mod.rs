//! From the library's verdict to plain data for printing: places resolved, values and invariants as text.

mod contracts;
pub mod coverage;
mod invariants;
mod place;
mod scope;
mod slice;
pub mod speak;
mod story;
pub mod text;
pub mod vacuity;

use landfall::cfa::{Approximation, Cause, ErrorKind, HavocKind};
use landfall::check::{Certified, Meaning};
use landfall::front::diagnostic::Diagnostic;
use landfall::front::source::Span;
use landfall::verdict::{Execution, Proof, Reason, Verdict};

use crate::output::human::Excerpts;
use crate::output::result::{self, InputSource, Location, ReasonKind};
use crate::program::Loaded;
use crate::progress::{self, Progress};

/// The verdict and the source text that goes with it. `progress` is what to tell when the verdict is unknown.
pub fn convert(
    loaded: &Loaded,
    verdict: &Verdict,
    certified: Option<&Certified>,
    progress: &Progress,
) -> (result::Verdict, Excerpts) {
    match verdict {
        Verdict::Safe(proof) => safe(loaded, proof, certified),
        Verdict::Unsafe(execution) => {
            let (violation, excerpts) = violation(loaded, execution);
            (result::Verdict::Unsafe(violation), excerpts)
        }
        Verdict::Unknown(Reason::Approximated { what, span, execution }) => {
            candidate(loaded, what, *span, execution, progress)
        }
        Verdict::Unknown(reason) => unknown(Some(loaded), reason, progress),
    }
}

pub fn location(loaded: &Loaded, span: Span) -> Location {
    let (file, line, column) = loaded.place(span);
    Location { file, line, column }
}

fn last_character(loaded: &Loaded, span: Span) -> Location {
    let last = span.hi.max(span.lo + 1) - 1;
    location(loaded, Span::new(span.file, last, last + 1))
}

fn safe(loaded: &Loaded, proof: &Proof, certified: Option<&Certified>) -> (result::Verdict, Excerpts) {
    let mut invariants = Vec::new();
    let mut loops = Vec::new();
    for found in invariants::of(loaded, proof) {
        let location = location(loaded, found.span);
        loops.push(loaded.source_line(found.span));
        invariants.push(result::Invariant {
            location,
            function: found.function,
            condition: found.condition,
            c_expression: found.c_expression,
        });
    }
    let contracts = contracts::of(loaded, proof).into_iter().map(|found| result::Contract {
        location: location(loaded, found.span),
        function: found.function,
        requires: found.requires,
        ensures: found.ensures,
        acsl: found.acsl,
    });
    let proof = result::Proof {
        certificate: certified.map(certificate),
        invariants,
        contracts: contracts.collect(),
        vacuous: loaded.program.errors().next().is_none(),
        remarks: vacuity::remarks(loaded),
    };
    (result::Verdict::Safe(proof), Excerpts { place: None, loops })
}

fn certificate(certified: &Certified) -> result::Certificate {
    let numbers = match certified.meaning {
        Meaning::MathematicalIntegers => result::Numbers::Mathematical,
        Meaning::MachineIntegers => result::Numbers::Machine,
    };
    result::Certificate { numbers, obligations: certified.obligations as u64 }
}

/// A place in the user's files: for one in a model of the library, the call that led there.
fn users_place(loaded: &Loaded, execution: &Execution, span: Span) -> Span {
    let is_users = |span: &Span| loaded.is_users(*span);
    if is_users(&span) {
        return span;
    }
    let spans = execution.path.iter().rev().filter_map(|edge| loaded.program.edges[*edge].span);
    spans.into_iter().find(is_users).unwrap_or(span)
}

fn violation(loaded: &Loaded, execution: &Execution) -> (result::Violation, Excerpts) {
    let error = execution.error.and_then(|loc| loaded.program.locs[loc].error.as_ref());
    let story::Story { steps: trace, reason, read_at } = story::tell(loaded, execution);
    let message = error.map_or("an error is reached", |error| &*error.message);
    let message = &*explained(message, error.map(|error| error.kind), reason);
    let span = error.and_then(|error| error.span).map(|span| users_place(loaded, execution, span));
    let inputs = execution.inputs.iter().enumerate().map(|(number, input)| {
        let (source, function) = match &input.kind {
            HavocKind::Input(name) => (InputSource::Input, Some(name.to_string())),
            HavocKind::Extern(name) => (InputSource::Extern, Some(name.to_string())),
            HavocKind::Uninitialised => (InputSource::Uninitialised, None),
            HavocKind::Object(name) => (InputSource::Object, Some(name.to_string())),
            HavocKind::Volatile(name) => (InputSource::Volatile, Some(name.to_string())),
            HavocKind::Unspecified(name) => (InputSource::Unspecified, Some(name.to_string())),
            HavocKind::Approximation(what) => (InputSource::Approximation, Some(what.what.to_string())),
            HavocKind::Argument => (InputSource::Argument, None),
        };
        let span = input.span.filter(|span| loaded.is_users(*span)).or(read_at.get(number).copied().flatten());
        let end = span.map(|span| last_character(loaded, span));
        let location = span.map(|span| location(loaded, span));
        result::Input { value: input.value.to_string(), source, function, location, end }
    });
    let violation = result::Violation {
        property: property_violated(loaded, error.map(|error| error.kind)).into(),
        check: check_at(loaded, execution).unwrap_or_default(),
        message: message.to_string(),
        location: span.map(|span| location(loaded, span)),
        inputs: inputs.collect(),
        steps: execution.steps,
        trace,
        replay: None,
    };
    let place = span.map(|span| loaded.render(&Diagnostic::error(message).at(span)));
    (violation, Excerpts { place, loops: Vec::new() })
}

/// The message of an error, with the reason that was found for an invalid access.
pub fn explained(message: &str, kind: Option<ErrorKind>, reason: Option<String>) -> String {
    match (kind, reason) {
        (Some(ErrorKind::InvalidAccess | ErrorKind::InvalidFree), Some(reason)) => format!("{message}: {reason}"),
        _ => message.to_string(),
    }
}

/// The name of the check that an execution fails.
fn check_at(loaded: &Loaded, execution: &Execution) -> Option<String> {
    let error = execution.error?;
    let check = loaded.listed.iter().find(|check| check.locs.contains(&error))?;
    Some(check.name())
}

/// Whether a message is that of an error, perhaps with a reason.
pub fn is_explained(message: &str, of: &str) -> bool {
    message.strip_prefix(of).is_some_and(|reason| reason.is_empty() || reason.starts_with(": "))
}

/// The property that an error violates, in the words of SV-COMP where it has some.
pub fn property_violated(loaded: &Loaded, kind: Option<ErrorKind>) -> &'static str {
    match kind {
        Some(ErrorKind::Overflow) => "no-overflow",
        Some(ErrorKind::DivisionByZero) => "no-division-by-zero",
        Some(ErrorKind::Shift) => "valid-shift",
        Some(ErrorKind::InvalidAccess) => "valid-deref",
        Some(ErrorKind::InvalidFree) => "valid-free",
        Some(ErrorKind::Leak) => "valid-memcleanup",
        Some(ErrorKind::Lost) => "valid-memtrack",
        Some(ErrorKind::Uninitialised) => "no-uninitialised-use",
        Some(ErrorKind::Label) => "unreach-label",
        Some(ErrorKind::ReachError | ErrorKind::AssertionFailure) => "unreach-call",
        None => loaded.property_name(),
    }
}

/// The property that a check of this kind is about, by the word of the kind.
pub fn property_of(word: &str) -> &'static str {
    match word {
        "overflow" => "no-overflow",
        "division" => "no-division-by-zero",
        "shift" => "valid-shift",
        "access" => "valid-deref",
        "free" => "valid-free",
        "leak" => "valid-memcleanup",
        "lost" => "valid-memtrack",
        "unset" => "no-uninitialised-use",
        "label" => "unreach-label",
        _ => "unreach-call",
    }
}

/// An execution that may be a violation.
fn candidate(
    loaded: &Loaded,
    what: &Approximation,
    span: Option<Span>,
    execution: &Execution,
    progress: &Progress,
) -> (result::Verdict, Excerpts) {
    let (violation, excerpts) = violation(loaded, execution);
    let message = format!("may be violated: {}; that depends on {what}", violation.message);
    let mut known = vec![match what.cause {
        Cause::Library => format!(
            "to decide it, write a stub of `{0}` in C, link the file that defines it, or declare it an input with --environment {0}",
            what.what
        ),
        Cause::Copy => "to decide it, copy or set the bytes in a loop of your own".to_string(),
        Cause::Assembly => "to decide it, write in C what the assembly does".to_string(),
        Cause::Object => "to decide it, allocate less at once".to_string(),
        Cause::Address => "to decide it, compare with addresses of the program, or with null".to_string(),
    }];
    known.extend(progress.known());
    let unknown = result::Unknown {
        reason: ReasonKind::Approximated,
        message,
        location: span.map(|span| location(loaded, span)),
        known,
        within: None,
        rest_explored: false,
        candidate: Some(Box::new(violation)),
    };
    (result::Verdict::Unknown(unknown), excerpts)
}

/// Why there is no answer. Without the program, nothing can be said about the place.
pub fn unknown(loaded: Option<&Loaded>, reason: &Reason, progress: &Progress) -> (result::Verdict, Excerpts) {
    let (kind, span) = match reason {
        Reason::Timeout => (ReasonKind::Timeout, None),
        Reason::Memory => (ReasonKind::Memory, None),
        Reason::Interrupted => (ReasonKind::Interrupted, None),
        Reason::Unsupported { span, .. } => (ReasonKind::Unsupported, *span),
        Reason::Approximated { span, .. } => (ReasonKind::Approximated, *span),
        Reason::Solver(_) => (ReasonKind::Solver, None),
        Reason::Bounded { span, .. } => (ReasonKind::Bounded, *span),
        Reason::Incomplete(_) => (ReasonKind::Incomplete, None),
        Reason::ProofNotCertified(doubt) => (ReasonKind::Uncertified, doubt.span),
        Reason::ExecutionNotReplayed(doubt) => (ReasonKind::Unreproduced, doubt.span),
    };
    let stopped = matches!(reason, Reason::Timeout | Reason::Memory | Reason::Interrupted);
    let known = if stopped { progress.known_when_stopped() } else { progress.known() };
    let mut message = reason.to_string();
    let known_place = loaded.zip(span);
    if let (Reason::Bounded { .. }, Some((loaded, span))) = (reason, known_place) {
        let (file, line, _) = loaded.place(span);
        message = format!("{message} at {file}:{line}");
    }
    let place = known_place.map(|(loaded, span)| loaded.render(&Diagnostic::warning(message.clone()).at(span)));
    let location = known_place.map(|(loaded, span)| location(loaded, span));
    let within = match reason {
        Reason::Bounded { iterations, .. } => Some(*iterations),
        _ => progress.within(),
    };
    let mut known = known;
    if let (Reason::Bounded { .. }, Some(iterations)) = (reason, progress.within()) {
        // The message says so already.
        known.retain(|sentence| *sentence != progress::words_within(iterations));
    }
    let unknown = result::Unknown {
        reason: kind,
        message,
        location,
        known,
        within,
        rest_explored: reason.is_final(),
        candidate: None,
    };
    (result::Verdict::Unknown(unknown), Excerpts { place, loops: Vec::new() })
}
