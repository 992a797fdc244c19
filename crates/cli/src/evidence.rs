//! From the library's verdict to plain data for printing: places resolved, values and invariants as text.

use std::collections::BTreeSet;

use landfall::cfa::{HavocKind, Program};
use landfall::check::{Certified, Meaning};
use landfall::front::diagnostic::Diagnostic;
use landfall::front::source::Span;
use landfall::verdict::{Execution, Proof, Reason, Verdict};
use landfall_smt::Term;

use crate::output::human::Excerpts;
use crate::output::result::{self, InputSource, Location, ReasonKind};
use crate::program::Loaded;
use crate::progress::Progress;

/// The verdict and the source text that goes with it. `progress` is what to tell when the verdict is unknown.
pub fn convert(
    loaded: &Loaded,
    verdict: &Verdict,
    certified: Option<&Certified>,
    progress: &Progress,
) -> (result::Verdict, Excerpts) {
    match verdict {
        Verdict::Safe(proof) => safe(loaded, proof, certified),
        Verdict::Unsafe(execution) => violation(loaded, execution),
        Verdict::Unknown(reason) => unknown(Some(loaded), reason, progress),
    }
}

fn location(loaded: &Loaded, span: Span) -> Location {
    let at = loaded.sources.locate(span);
    Location { file: at.file.to_string(), line: at.line, column: at.column }
}

fn safe(loaded: &Loaded, proof: &Proof, certified: Option<&Certified>) -> (result::Verdict, Excerpts) {
    let mut invariants = Vec::new();
    let mut loops = Vec::new();
    for (loc, invariant) in &proof.invariants {
        let loc = &proof.program.locs[*loc];
        let (true, Some(span)) = (loc.is_loop, loc.span) else { continue };
        if invariant.as_bool() == Some(true) {
            continue;
        }
        let function = function_at(&loaded.program, span);
        let condition = condition(*invariant);
        invariants.push(result::Invariant { location: location(loaded, span), function, condition });
        loops.push(loaded.source_line(span));
    }
    let proof = result::Proof {
        certificate: certified.map(certificate),
        invariants,
        vacuous: loaded.program.errors().next().is_none(),
    };
    (result::Verdict::Safe(proof), Excerpts { place: None, loops })
}

/// The function whose source holds the loop at `span`; the proof's program has calls inlined and does not know it any more.
fn function_at(original: &Program, span: Span) -> String {
    let proc = original.locs.values().find(|loc| loc.is_loop && loc.span == Some(span)).and_then(|loc| loc.proc);
    proc.map_or(String::new(), |proc| original.procs[proc].name.to_string())
}

fn certificate(certified: &Certified) -> result::Certificate {
    let numbers = match certified.meaning {
        Meaning::MathematicalIntegers => result::Numbers::Mathematical,
        Meaning::MachineIntegers => result::Numbers::Machine,
    };
    result::Certificate { numbers, obligations: certified.obligations as u64 }
}

/// A formula in C syntax, with the variables' own names. Where two variables of one name occur, they keep their marks.
fn condition(formula: Term) -> String {
    let plain = |name: &str| name.split('~').next().unwrap_or(name).to_string();
    let names: BTreeSet<String> = formula.free_vars().iter().map(|v| v.to_c()).collect();
    let distinct: BTreeSet<String> = names.iter().map(|name| plain(name)).collect();
    let ambiguous = distinct.len() < names.len();
    formula.to_c_with(&|symbol| if ambiguous { symbol.name().to_string() } else { plain(symbol.name()) })
}

fn violation(loaded: &Loaded, execution: &Execution) -> (result::Verdict, Excerpts) {
    let error = execution.error.and_then(|loc| loaded.program.locs[loc].error.as_ref());
    let message = error.map_or("an error is reached", |error| &*error.message);
    let span = error.and_then(|error| error.span);
    let inputs = execution.inputs.iter().map(|input| {
        let (source, function) = match &input.kind {
            HavocKind::Input(name) => (InputSource::Input, Some(name.to_string())),
            HavocKind::Extern(name) => (InputSource::Extern, Some(name.to_string())),
            HavocKind::Uninitialised => (InputSource::Uninitialised, None),
            HavocKind::Argument => (InputSource::Argument, None),
        };
        let location = input.span.map(|span| location(loaded, span));
        result::Input { value: input.value.to_string(), source, function, location }
    });
    let violation = result::Violation {
        message: message.to_string(),
        location: span.map(|span| location(loaded, span)),
        inputs: inputs.collect(),
        steps: execution.steps,
    };
    let place = span.map(|span| loaded.render(&Diagnostic::error(message).at(span)));
    (result::Verdict::Unsafe(violation), Excerpts { place, loops: Vec::new() })
}

/// Why there is no answer. Without the program, nothing can be said about the place.
pub fn unknown(loaded: Option<&Loaded>, reason: &Reason, progress: &Progress) -> (result::Verdict, Excerpts) {
    let (kind, span) = match reason {
        Reason::Timeout => (ReasonKind::Timeout, None),
        Reason::Memory => (ReasonKind::Memory, None),
        Reason::Interrupted => (ReasonKind::Interrupted, None),
        Reason::Unsupported { span, .. } => (ReasonKind::Unsupported, *span),
        Reason::Solver(_) => (ReasonKind::Solver, None),
        Reason::Incomplete(_) => (ReasonKind::Incomplete, None),
        Reason::ProofNotCertified(_) => (ReasonKind::Uncertified, None),
        Reason::ExecutionNotReplayed(_) => (ReasonKind::Unreproduced, None),
    };
    let stopped = matches!(reason, Reason::Timeout | Reason::Memory | Reason::Interrupted);
    let known = if stopped { progress.known_when_stopped() } else { progress.known() };
    let message = reason.to_string();
    let known_place = loaded.zip(span);
    let place = known_place.map(|(loaded, span)| loaded.render(&Diagnostic::warning(message.clone()).at(span)));
    let location = known_place.map(|(loaded, span)| location(loaded, span));
    let unknown = result::Unknown { reason: kind, message, location, known };
    (result::Verdict::Unknown(unknown), Excerpts { place, loops: Vec::new() })
}
