//! The engine `auto`: engines chosen by the program's features, each in a process of its own; the first checked answer counts.
//!
//! First a burst of tests, in this process, since it needs no solver. Then the choice, which is data (`schedule.yml` of [`landfall::portfolio`], which also says who is at turn); [`race`] runs them as [`worker`]s, which
//! answer by the [`protocol`], and through it tell those that start after them what they have found out. A worker is this command with one engine, evidence check included; one that dies, hangs or runs
//! out of memory takes nobody's answer with it.

mod protocol;
mod race;
mod worker;

use std::path::Path;

use landfall::analysis::{Settings, by_running};
use landfall::budget::Budget;
use landfall::burst::{Effort, burst};
use landfall::checks::Question;
use landfall::engine::EngineKind;
use landfall::portfolio::{Features, Rule, hunters, rule_for};
use landfall::verdict::Reason;

pub use protocol::{Line, Message, read_known};
pub use worker::{own_options, own_program};

use crate::evidence;
use crate::output::human::Excerpts;
use crate::output::result::{self, Choice, FileResult, InputError, ReasonKind, Turn, Unknown, Verdict};
use crate::output::tell;
use crate::program::Loaded;
use crate::progress::Progress;
use race::{Fate, Finish, Race, Runner};

/// Who decides when no engine has to run: a burst of tests, or the only way through the program.
const TESTS: &str = "tests";
const RUN: &str = "run";

/// What the race may use.
#[derive(Clone, Debug)]
pub struct Means {
    /// If the program is one that asks about some of its checks: the question, for the workers.
    pub question: Option<Question>,
    /// Whether executions are wanted rather than proofs.
    pub hunts: bool,
    /// How many engines run at a time.
    pub jobs: u32,
    /// Bytes, of all engines together.
    pub memory: Option<u64>,
}

/// Decides the property of the program that was read from the operand `file`. `blank` has what is known without a verdict.
pub fn analyse(
    file: &Path,
    loaded: &Loaded,
    means: Means,
    budget: &Budget,
    progress: &Progress,
    blank: FileResult,
) -> Message {
    let features = Features::of(&loaded.program);
    let rule = if means.hunts { hunters() } else { rule_for(&features) };
    progress.phase("trying some inputs");
    if let Some(execution) = burst(&loaded.program, &[], Effort::default(), budget) {
        let choice = Choice {
            features: features.describe(),
            rule: TESTS.into(),
            because: "a burst of tests reached an error, so that no engine had to run".into(),
            engines: Vec::new(),
        };
        let (verdict, excerpts) =
            evidence::convert(loaded, &landfall::verdict::Verdict::Unsafe(execution), None, progress);
        let found = FileResult { verdict, decided_by: Some(TESTS.into()), choice: Some(choice), ..blank };
        return Message { result: found, excerpts, picture: None };
    }
    progress.phase("running the program");
    let settings = Settings::of(EngineKind::Se);
    if let Some(analysis) = by_running(&loaded.program, &settings, budget) {
        let choice = Choice {
            features: features.describe(),
            rule: RUN.into(),
            because: "nothing arbitrary decides where its executions go, so that it is run".into(),
            engines: Vec::new(),
        };
        let (verdict, excerpts) = evidence::convert(loaded, &analysis.verdict, analysis.certified.as_ref(), progress);
        let found = FileResult { verdict, decided_by: Some(RUN.into()), choice: Some(choice), ..blank };
        return Message { result: found, excerpts, picture: None };
    }
    progress.phase("searching");
    let race = Race::new(&rule, file, &means, budget);
    let finish = race.run(&mut |names| progress.at_work(&names.join(", ")));
    warn_of_crashes(&finish);
    let choice = choice(&features, &rule, &finish);
    let mut found = verdict(finish, blank);
    found.result.choice = Some(choice);
    found
}

/// A crash is a defect; the answer may come from another engine, but it must not go unnoticed.
fn warn_of_crashes(finish: &Finish) {
    for runner in &finish.runners {
        if let Fate::Crashed(why) = &runner.fate {
            tell(&format!("warning: the engine {} failed ({why}); please report it", runner.engine));
        }
    }
}

fn choice(features: &Features, rule: &Rule, finish: &Finish) -> Choice {
    let engines = finish.runners.iter().enumerate().map(|(position, runner)| Turn {
        engine: runner.engine.name().into(),
        cpu_seconds: runner.used.as_secs_f64(),
        end: if finish.winner == Some(position) { "it decided".into() } else { fate(runner) },
        told: runner.told as u64,
        was_told: runner.was_told as u64,
    });
    Choice {
        features: features.describe(),
        rule: rule.name.clone(),
        because: rule.because.clone(),
        engines: engines.collect(),
    }
}

/// How a runner ended, in words.
fn fate(runner: &Runner) -> String {
    match &runner.fate {
        Fate::NotStarted => "not started".into(),
        Fate::Stopped => "stopped".into(),
        Fate::Crashed(why) => format!("failed: {why}"),
        Fate::OutOfMemory => "ended because memory was short".into(),
        Fate::Answered(message) => match &message.result.verdict {
            Verdict::Unknown(unknown) => unknown.message.clone(),
            Verdict::Error(error) => error.message.clone(),
            Verdict::Safe(_) | Verdict::Unsafe(_) => "it decided as well".into(),
        },
    }
}

/// The winner's answer, or why there is none.
fn verdict(mut finish: Finish, blank: FileResult) -> Message {
    if let Some(winner) = finish.winner {
        let runner = finish.runners.swap_remove(winner);
        if let Fate::Answered(message) = runner.fate {
            let decided_by = Some(runner.engine.name().to_string());
            return Message { result: FileResult { engine: blank.engine, decided_by, ..message.result }, ..*message };
        }
    }
    if finish.runners.iter().all(|runner| matches!(runner.fate, Fate::Crashed(_))) {
        let message = "every engine failed; the messages are on stderr".to_string();
        let verdict = Verdict::Error(InputError { internal: true, message });
        return Message { result: FileResult { verdict, ..blank }, excerpts: Excerpts::default(), picture: None };
    }
    let (unknown, excerpts) = unknown(&finish);
    // Of searches that came to nothing, the one with most to look at.
    let pictures = finish.runners.into_iter().filter_map(|runner| match runner.fate {
        Fate::Answered(message) => message.picture,
        _ => None,
    });
    let picture = pictures.max_by_key(|picture| picture.nodes.len());
    Message { result: FileResult { verdict: Verdict::Unknown(unknown), ..blank }, excerpts, picture }
}

/// Reasons for not knowing, the one that is given first if engines have several.
const PRIORITY: [ReasonKind; 8] = [
    ReasonKind::Approximated,
    ReasonKind::Unsupported,
    ReasonKind::Uncertified,
    ReasonKind::Unreproduced,
    ReasonKind::Solver,
    ReasonKind::Bounded,
    ReasonKind::Incomplete,
    ReasonKind::Memory,
];

/// No engine decided. The reason is the limit that was reached, or else the first of those of the engines.
fn unknown(finish: &Finish) -> (Unknown, Excerpts) {
    let answers: Vec<(&Unknown, &Message)> = finish.runners.iter().filter_map(|runner| unknown_of(runner)).collect();
    let candidate = answers.iter().any(|(unknown, _)| unknown.candidate.is_some());
    if let Some(reason) = finish.stopped.as_ref().filter(|_| !candidate) {
        let kind = match reason {
            Reason::Memory => ReasonKind::Memory,
            Reason::Interrupted => ReasonKind::Interrupted,
            _ => ReasonKind::Timeout,
        };
        let message = reason.to_string();
        let known = known_by_each(finish, &message);
        return (
            Unknown {
                reason: kind,
                message,
                location: None,
                known,
                within: most(&answers),
                rest_explored: false,
                candidate: None,
            },
            Excerpts::default(),
        );
    }
    let told = PRIORITY.iter().find_map(|kind| answers.iter().find(|(unknown, _)| unknown.reason == *kind));
    match told {
        Some((unknown, message)) => {
            let mut known = known_by_each(finish, &unknown.message);
            if unknown.candidate.is_some() {
                known = unknown.known.clone();
            }
            (Unknown { known, within: most(&answers), ..(*unknown).clone() }, message.excerpts.clone())
        }
        None => {
            let message = "out of memory".to_string();
            let known = known_by_each(finish, &message);
            (
                Unknown {
                    reason: ReasonKind::Memory,
                    message,
                    location: None,
                    known,
                    within: most(&answers),
                    rest_explored: false,
                    candidate: None,
                },
                Excerpts::default(),
            )
        }
    }
}

/// The most iterations within which there is no error.
fn most(answers: &[(&Unknown, &Message)]) -> Option<u32> {
    answers.iter().filter_map(|(unknown, _)| unknown.within).max()
}

fn unknown_of(runner: &Runner) -> Option<(&Unknown, &Message)> {
    match &runner.fate {
        Fate::Answered(message) => match &message.result.verdict {
            Verdict::Unknown(unknown) => Some((unknown, message)),
            _ => None,
        },
        _ => None,
    }
}

/// What the engines found out, in sentences without a full stop. Engines that say the same share one, and what the headline
/// says already is left out.
fn known_by_each(finish: &Finish, headline: &str) -> Vec<String> {
    let mut sentences: Vec<(String, Vec<&str>)> = Vec::new();
    // That shapes of lists do not prove a program is no news.
    let is_news = |runner: &&Runner| {
        let in_vain = |unknown: &Unknown| unknown.reason == ReasonKind::Incomplete;
        let no_lists = runner.engine == EngineKind::Shape && unknown_of(runner).is_some_and(|(u, _)| in_vain(u));
        !matches!(runner.fate, Fate::NotStarted) && !no_lists
    };
    for runner in finish.runners.iter().filter(is_news) {
        let sentence = known_by(runner);
        match sentences.iter_mut().find(|(known, _)| *known == sentence) {
            Some((_, engines)) => engines.push(runner.engine.name()),
            None => sentences.push((sentence, vec![runner.engine.name()])),
        }
    }
    sentences.retain(|(sentence, _)| sentence != headline);
    sentences.into_iter().map(|(sentence, engines)| format!("{}: {sentence}", engines.join(", "))).collect()
}

fn known_by(runner: &Runner) -> String {
    match unknown_of(runner) {
        Some((unknown, _)) => {
            let reason = Some(&unknown.message).filter(|_| unknown.reason != ReasonKind::Interrupted);
            let words: Vec<&str> = reason.into_iter().chain(&unknown.known).map(String::as_str).collect();
            if words.is_empty() { "stopped".into() } else { words.join("; ") }
        }
        None => fate(runner),
    }
}

/// The words of `--explain-choice`.
pub fn explain(choice: &result::Choice) -> Vec<String> {
    let mut words = vec![format!("the program: {}", choice.features)];
    words.push(format!("rule `{}`: {}", choice.rule, choice.because));
    words.extend(choice.engines.iter().map(|turn| {
        let time = if turn.cpu_seconds > 0.0 { format!(", {:.2} s", turn.cpu_seconds) } else { String::new() };
        let told = if turn.told > 0 { "; it told the others what it knew" } else { "" };
        let was_told = if turn.was_told > 0 { "; it was told what others knew" } else { "" };
        format!("{}{time}: {}{told}{was_told}", turn.engine, turn.end)
    }));
    words
}
