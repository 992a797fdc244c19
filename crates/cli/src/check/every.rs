//! `landfall check --every-check`: a status for each check of the program, instead of one word for all.
//!
//! The library asks about many checks at a time ([`landfall::checks::decide`]); whoever was asked to decide the program, `auto` or one
//! engine, answers. Then the rounds are put together: a result for each check, and the verdict that follows from them.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::time::Instant;

use clap::{Args, ValueEnum};
use landfall::budget::Budget;
use landfall::checks::{self, Answer, Asker, Asks, Question, Status as Decided};

use super::file::{Asked, Report, Work};
use super::{EngineChoice, Format};
use crate::evidence::{self, vacuity};
use crate::exit::Status;
use crate::output::jsonl::Event;
use crate::output::result::{Check, CheckStatus, Document, FileResult, Proof, ReasonKind, Unknown, Verdict};
use crate::output::tell;
use crate::program::Loaded;

#[derive(Args)]
#[command(next_help_heading = "Every check")]
pub struct EveryOptions {
    /// Give every assertion, access and operation a status of its own.
    #[arg(long)]
    every_check: bool,

    /// What fails: violated, unknown, new [default: violated,unknown]
    #[arg(long, value_name = "STATUS", value_delimiter = ',', requires = "every_check", hide_possible_values = true)]
    fail_on: Vec<FailOn>,

    /// Report what is new since this result of --format json.
    #[arg(long, value_name = "FILE.json", requires = "every_check")]
    baseline: Option<PathBuf>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum FailOn {
    Violated,
    Unknown,
    /// Violated or unknown, and not so in the baseline.
    New,
}

impl EveryOptions {
    pub fn wanted(&self) -> bool {
        self.every_check
    }

    /// What is known from before; nothing if nobody asked.
    pub fn baseline(&self) -> Result<Baseline, String> {
        match &self.baseline {
            Some(path) => Document::read(path).map(|document| Baseline::of(&document)),
            None => Ok(Baseline::default()),
        }
    }

    /// The exit status for a result that has checks.
    pub fn status(&self, checks: &[Check]) -> Status {
        // Without a baseline everything is new.
        let counts =
            |word: FailOn| self.fail_on.is_empty() || self.fail_on.iter().any(|w| *w == word || *w == FailOn::New);
        let fails = |status: CheckStatus, word: FailOn| {
            counts(word) && checks.iter().any(|check| check.status == status && !check.known_before)
        };
        if fails(CheckStatus::Violated, FailOn::Violated) {
            Status::Violated
        } else if fails(CheckStatus::Unknown, FailOn::Unknown) {
            Status::Unknown
        } else {
            Status::Proved
        }
    }
}

/// The checks of an earlier run that were not in order, by file and name.
#[derive(Debug, Default)]
pub struct Baseline {
    known: BTreeMap<(String, String), CheckStatus>,
}

impl Baseline {
    fn of(document: &Document) -> Baseline {
        let of_file = |result: &FileResult| {
            let file = result.file.clone();
            let known = result.checks.iter().map(move |check| ((file.clone(), check.name.clone()), check.status));
            known.collect::<Vec<_>>()
        };
        Baseline { known: document.results.iter().flat_map(of_file).collect() }
    }

    /// Marks what is as it was.
    pub fn mark(&self, result: &mut FileResult) {
        for check in &mut result.checks {
            let before = self.known.get(&(result.file.clone(), check.name.clone()));
            check.known_before = before == Some(&check.status);
        }
    }
}

/// Decides every check of a program.
pub(super) fn check(work: Work<'_>, engine: EngineChoice, loaded: &Loaded, blank: &FileResult) -> Report {
    let (unseen, cut_short) = vacuity::unseen(&loaded.program);
    let is_unseen = |check: &checks::Check| check.locs.iter().all(|loc| unseen.contains(loc));
    let unseen = loaded.listed.iter().enumerate().filter(|(_, check)| is_unseen(check)).map(|(at, _)| at);
    let unseen = checks::Unseen { checks: unseen.collect(), cut_short };
    let mut rounds = Rounds {
        work,
        engine,
        loaded,
        blank,
        reports: Vec::new(),
        within: vec![0; loaded.listed.len()],
        counts: Counts::of(&loaded.listed),
    };
    if rounds.tells() {
        Event::Begin { file: &blank.file, checks: loaded.listed.len() }.print();
    }
    let statuses = checks::decide(&loaded.listed, &unseen, &mut rounds, work.budget);
    let (reports, within) = (rounds.reports, rounds.within);
    let mut found: Vec<Check> =
        loaded.listed.iter().zip(&statuses).map(|(check, status)| describe(loaded, check, *status, &reports)).collect();
    for (check, bound) in found.iter_mut().zip(within) {
        check.unknown.iter_mut().for_each(|unknown| unknown.within = Some(bound).filter(|bound| *bound > 0));
    }
    summarise(loaded, found, &statuses, reports, blank)
}

/// Asks whoever decides programs; each answer is kept.
struct Rounds<'a> {
    work: Work<'a>,
    engine: EngineChoice,
    loaded: &'a Loaded,
    blank: &'a FileResult,
    reports: Vec<Report>,
    /// For each check the most iterations within which it is not violated.
    within: Vec<u32>,
    counts: Counts,
}

impl Rounds<'_> {
    /// Whether somebody reads events. Who serves another process tells that one.
    fn tells(&self) -> bool {
        self.work.options.output.format == Format::Jsonl && !self.work.options.worker.serves()
    }

    /// Notes the status of checks as it is now.
    fn note(&mut self, checks: impl IntoIterator<Item = usize>, status: CheckStatus) {
        for check in checks {
            let check = &self.loaded.listed[check];
            self.counts.note(check, status);
            if self.tells() {
                Event::Check { file: &self.blank.file, name: &check.name(), status }.print();
            }
        }
        self.work.progress.checks(&self.counts.line());
    }
}

/// How many checks of each kind there are, and how many have a status, for a line on the terminal.
struct Counts(BTreeMap<&'static str, Count>);

#[derive(Clone, Copy, Default)]
struct Count {
    all: usize,
    settled: usize,
    violated: usize,
}

impl Counts {
    fn of(checks: &[checks::Check]) -> Counts {
        let mut counts = Counts(BTreeMap::new());
        checks.iter().for_each(|check| counts.0.entry(check.kind.word()).or_default().all += 1);
        counts
    }

    fn note(&mut self, check: &checks::Check, status: CheckStatus) {
        let count = self.0.entry(check.kind.word()).or_default();
        count.settled = (count.settled + 1).min(count.all);
        count.violated += usize::from(status == CheckStatus::Violated);
    }

    fn line(&self) -> String {
        let kind = |(kind, count): (&&str, &Count)| match count.violated {
            0 => format!("{kind} {}/{}", count.settled, count.all),
            violated => format!("{kind} {}/{} ({violated} violated)", count.settled, count.all),
        };
        self.0.iter().map(kind).collect::<Vec<_>>().join(", ")
    }
}

impl Asker for Rounds<'_> {
    fn ask(&mut self, question: &Question, budget: &Budget) -> Answer {
        self.answer(Asked { question: Some(question), hunts: false }, question, budget)
    }

    fn has_hunters(&self) -> bool {
        self.engine == EngineChoice::Auto
    }

    fn hunt(&mut self, question: &Question, budget: &Budget) -> Answer {
        self.answer(Asked { question: Some(question), hunts: true }, question, budget)
    }
}

impl Rounds<'_> {
    fn answer(&mut self, asked: Asked<'_>, question: &Question, budget: &Budget) -> Answer {
        let work = Work { budget, ..self.work };
        let clock = Instant::now();
        let report = work.decide(self.engine, &self.loaded.asking(question), asked, self.blank.clone());
        let position = |name: &str| self.loaded.listed.iter().position(|check| check.name() == name);
        let answer = match &report.result.verdict {
            Verdict::Safe(_) => Answer::No,
            Verdict::Unsafe(violation) => position(&violation.check).map_or(Answer::Unknown, Answer::Yes),
            Verdict::Unknown(Unknown { candidate: Some(candidate), .. }) => {
                position(&candidate.check).map_or(Answer::Unknown, Answer::Perhaps)
            }
            Verdict::Unknown(Unknown { reason: ReasonKind::Unsupported, .. }) => Answer::Unsupported,
            Verdict::Unknown(_) | Verdict::Error(_) => Answer::Unknown,
        };
        if self.work.options.output.trace {
            tell(&format!("trace: {question}: {answer:?} after {:.2} s", clock.elapsed().as_secs_f64()));
        }
        if let (Verdict::Unknown(Unknown { within: Some(bound), .. }), Asks::Fails) =
            (&report.result.verdict, question.asks)
        {
            question.about.iter().for_each(|check| self.within[*check] = self.within[*check].max(*bound));
        }
        self.reports.push(report);
        match (answer, question.asks) {
            (Answer::No, Asks::Fails) => self.note(question.about.iter().copied(), CheckStatus::Proved),
            (Answer::No, Asks::Arrives) => self.note(question.about.iter().copied(), CheckStatus::Unreachable),
            (Answer::Yes(check), Asks::Fails | Asks::FailsAsModelled) => self.note([check], CheckStatus::Violated),
            _ => {}
        }
        answer
    }
}

fn describe(loaded: &Loaded, check: &checks::Check, decided: Decided, reports: &[Report]) -> Check {
    let (status, round) = match decided {
        Decided::Proved { round } => (CheckStatus::Proved, Some(round)),
        Decided::Violated { round } => (CheckStatus::Violated, Some(round)),
        Decided::Unknown { round } => (CheckStatus::Unknown, Some(round)),
        Decided::Unreachable { round } => (CheckStatus::Unreachable, Some(round)),
        Decided::Unasked => (CheckStatus::Unknown, None),
    };
    let result = round.and_then(|round| reports.get(round)).map(|report| &report.result);
    let verdict = result.map(|result| &result.verdict);
    let unknown = (status == CheckStatus::Unknown).then(|| match verdict {
        Some(Verdict::Unknown(unknown)) => unknown.clone(),
        Some(Verdict::Error(error)) => reason(ReasonKind::Incomplete, &error.message),
        _ => reason(ReasonKind::Timeout, "out of time"),
    });
    let violation = match verdict {
        Some(Verdict::Unsafe(violation)) if status == CheckStatus::Violated => Some(violation.clone()),
        _ => None,
    };
    let by = result.filter(|_| status != CheckStatus::Unknown);
    Check {
        name: check.name(),
        function: check.function.to_string(),
        kind: check.kind.word().into(),
        number: check.number,
        message: check.message.to_string(),
        location: check.span.map(|span| evidence::location(loaded, span)),
        source: check.span.map(|span| loaded.source_line(span)).unwrap_or_default(),
        status,
        decided_by: by.map(|result| result.decided_by.clone().unwrap_or_else(|| result.engine.clone())),
        violation,
        unknown,
        known_before: false,
    }
}

fn reason(reason: ReasonKind, message: &str) -> Unknown {
    Unknown {
        reason,
        message: message.into(),
        location: None,
        known: Vec::new(),
        within: None,
        rest_explored: false,
        candidate: None,
    }
}

/// The verdict of the whole: that of the worst check.
fn summarise(
    loaded: &Loaded,
    checks: Vec<Check>,
    statuses: &[Decided],
    reports: Vec<Report>,
    blank: &FileResult,
) -> Report {
    let first = |wanted: CheckStatus| checks.iter().find(|check| check.status == wanted);
    let verdict = if let Some(violation) = first(CheckStatus::Violated).and_then(|check| check.violation.clone()) {
        Verdict::Unsafe(violation)
    } else if let Some(unknown) = first(CheckStatus::Unknown).and_then(|check| check.unknown.clone()) {
        Verdict::Unknown(unknown)
    } else {
        Verdict::Safe(whole_proof(statuses, &reports).unwrap_or_else(nothing_to_prove))
    };
    let proof = whole_proof(statuses, &reports);
    let coverage = Some(evidence::coverage::of(loaded, &checks));
    let mut result = FileResult { verdict, checks, proof, coverage, ..blank.clone() };
    for report in &reports {
        for (name, count) in &report.result.counts {
            *result.counts.entry(name.clone()).or_default() += count;
        }
        for (name, seconds) in &report.result.seconds {
            *result.seconds.entry(name.clone()).or_default() += seconds;
        }
    }
    result.counts.insert("rounds".into(), reports.len() as u64);
    let last = reports.into_iter().last();
    let picture = last.and_then(|report| {
        result.choice = report.result.choice;
        report.picture
    });
    Report { result, excerpts: Default::default(), picture, loaded: Some(loaded.clone()) }
}

/// Each check is proved by one of several proofs. What these say of loops holds in all executions, whichever checks it was found for.
fn whole_proof(statuses: &[Decided], reports: &[Report]) -> Option<Proof> {
    let used: BTreeSet<usize> = statuses
        .iter()
        .filter_map(|status| match status {
            Decided::Proved { round } | Decided::Unreachable { round } => Some(*round),
            _ => None,
        })
        .collect();
    let proofs = used.iter().filter_map(|round| match &reports.get(*round)?.result.verdict {
        Verdict::Safe(proof) => Some(proof.clone()),
        _ => None,
    });
    let merged = proofs.reduce(|mut all, next| {
        all.certificate = all.certificate.zip(next.certificate).map(|(mut one, other)| {
            one.obligations += other.obligations;
            one
        });
        for invariant in next.invariants {
            if !all.invariants.contains(&invariant) {
                all.invariants.push(invariant);
            }
        }
        all.contracts.extend(next.contracts);
        all
    });
    // What nobody comes to has a status of its own; no remark has to guess it.
    merged.map(|proof| Proof { remarks: Vec::new(), ..proof })
}

fn nothing_to_prove() -> Proof {
    Proof { certificate: None, invariants: Vec::new(), contracts: Vec::new(), vacuous: true, remarks: Vec::new() }
}
