//! What is known while an analysis runs. The analysis writes it, the supervisor reads it: for signs of life on a terminal, and to
//! tell what is known when the analysis does not come back.

use std::io::IsTerminal;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use landfall::cfa::Program;
use landfall::front::source::SourceMap;
use landfall::report::{Event, Sink};

use crate::output::result::Assumption;
use crate::output::tell;

#[derive(Clone, Copy, Debug, Default)]
struct Counters {
    phase: Option<&'static str>,
    visits: u64,
    deepest: usize,
    dead_ends: u64,
    covered: u64,
    refinements: u64,
}

/// Shared between the analysis and its supervisor.
#[derive(Clone, Debug, Default)]
pub struct Progress {
    counters: Arc<Mutex<Counters>>,
    assumptions: Arc<Mutex<Vec<Assumption>>>,
    /// The engines that run now, when there are several.
    at_work: Arc<Mutex<String>>,
}

impl Progress {
    fn now(&self) -> Counters {
        *self.counters.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Notes what the work is busy with.
    pub fn phase(&self, phase: &'static str) {
        self.counters.lock().unwrap_or_else(PoisonError::into_inner).phase = Some(phase);
    }

    /// Notes which engines run now.
    pub fn at_work(&self, engines: &str) {
        *self.at_work.lock().unwrap_or_else(PoisonError::into_inner) = engines.to_string();
    }

    /// Notes what any verdict will assume.
    pub fn assume(&self, assumptions: Vec<Assumption>) {
        *self.assumptions.lock().unwrap_or_else(PoisonError::into_inner) = assumptions;
    }

    pub fn assumptions(&self) -> Vec<Assumption> {
        self.assumptions.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// What the search found out so far, in sentences without a full stop.
    pub fn known(&self) -> Vec<String> {
        let now = self.now();
        let mut known = Vec::new();
        if now.visits > 0 {
            let deepest = now.deepest;
            let visited = counted(now.visits, "place", "places");
            known.push(format!("no error at the {visited} visited; the longest path has {deepest} steps"));
        }
        let numbers = [
            (now.dead_ends, "path cannot lead to an error", "paths cannot lead to an error"),
            (now.covered, "path is covered by another", "paths are covered by others"),
            (now.refinements, "refinement", "refinements"),
        ];
        known.extend(numbers.iter().filter(|(n, ..)| *n > 0).map(|(n, one, many)| counted(*n, one, many)));
        known
    }

    /// As [`Progress::known`], for work that was stopped on its way.
    pub fn known_when_stopped(&self) -> Vec<String> {
        let mut known = self.known();
        known.extend(self.now().phase.map(|phase| format!("when it was stopped, it was {phase}")));
        known
    }
}

fn counted(n: u64, one: &str, many: &str) -> String {
    format!("{n} {}", if n == 1 { one } else { many })
}

/// Receives the events of one analysis.
pub struct Listener {
    progress: Progress,
    /// Where `--trace` wants events written, with what is needed to name places.
    trace: Option<(Arc<Program>, Arc<SourceMap>)>,
}

impl Listener {
    pub fn new(progress: Progress, trace: Option<(Arc<Program>, Arc<SourceMap>)>) -> Listener {
        Listener { progress, trace }
    }
}

impl Sink for Listener {
    fn event(&mut self, event: &Event) {
        let mut now = self.progress.counters.lock().unwrap_or_else(PoisonError::into_inner);
        match event {
            Event::Phase(phase) => now.phase = Some(phase),
            Event::Visit { depth, .. } => {
                now.visits += 1;
                now.deepest = now.deepest.max(*depth);
            }
            Event::DeadEnd { .. } => now.dead_ends += 1,
            Event::Covered { .. } => now.covered += 1,
            Event::Refined { .. } => now.refinements += 1,
            Event::Note(_) => {}
        }
        drop(now);
        if let Some((program, sources)) = &self.trace {
            tell(&describe(event, program, sources));
        }
    }
}

fn describe(event: &Event, program: &Program, sources: &SourceMap) -> String {
    let place = |loc| match program.locs.get(loc).and_then(|l: &landfall::cfa::Loc| l.span) {
        Some(span) => format!("{loc} ({})", sources.locate(span)),
        None => format!("{loc}"),
    };
    match event {
        Event::Phase(phase) => format!("trace: {phase}"),
        Event::Visit { loc, depth } => format!("trace: visit {} at depth {depth}", place(*loc)),
        Event::DeadEnd { loc, depth } => format!("trace: dead end {} at depth {depth}", place(*loc)),
        Event::Covered { loc, by } => format!("trace: {} is covered by node {by}", place(*loc)),
        Event::Refined { labels } => format!("trace: refined, {labels} labels changed"),
        Event::Note(text) => format!("trace: {text}"),
    }
}

/// Signs of life: one line on stderr that is written over and over, only if that is a terminal.
pub struct Heartbeat {
    progress: Progress,
    enabled: bool,
    next: Duration,
    shown: bool,
    /// In a batch, how far it is.
    prefix: String,
}

impl Heartbeat {
    /// `position` is the number of the file, from 0, and how many there are.
    pub fn new(progress: Progress, wanted: bool, position: (usize, usize)) -> Heartbeat {
        let enabled = wanted && std::io::stderr().is_terminal();
        let (index, total) = position;
        let (prefix, next) = if total > 1 {
            (bar(index, total), Duration::from_millis(100))
        } else {
            (String::new(), Duration::from_secs(1))
        };
        Heartbeat { progress, enabled, next, shown: false, prefix }
    }

    pub fn tick(&mut self, elapsed: Duration) {
        if !self.enabled || elapsed < self.next {
            return;
        }
        self.next = elapsed + Duration::from_millis(500);
        self.shown = true;
        let now = self.progress.now();
        let phase = now.phase.unwrap_or("working");
        let engines = self.progress.at_work.lock().unwrap_or_else(PoisonError::into_inner).clone();
        let doing = if engines.is_empty() { format!("{} places visited", now.visits) } else { engines };
        eprint!("\r\x1b[K{}{phase}: {:.0} s, {doing}", self.prefix, elapsed.as_secs_f64());
    }

    /// Wipes the line.
    pub fn end(&mut self) {
        if self.shown {
            eprint!("\r\x1b[K");
        }
    }
}

/// A bar of 20 characters that shows how many files of a batch are done.
fn bar(done: usize, total: usize) -> String {
    let full = done * 20 / total.max(1);
    format!("[{}{}] {done}/{total} ", "#".repeat(full), "-".repeat(20 - full))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_bar_grows() {
        assert_eq!(bar(0, 4), format!("[{}] 0/4 ", "-".repeat(20)));
        assert_eq!(bar(2, 4), format!("[{}{}] 2/4 ", "#".repeat(10), "-".repeat(10)));
    }
}
