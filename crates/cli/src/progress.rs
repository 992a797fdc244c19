//! What is known while an analysis runs. The analysis writes it, the supervisor reads it: for signs of life on a terminal, and to
//! tell what is known when the analysis does not come back.

use std::io::IsTerminal;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use landfall::cfa::{LocId, Program};
use landfall::front::source::{SourceMap, Span};
use landfall::report::{Event, NodeState, Sink, TreeNode};

use crate::auto::Line;
use crate::exit::Status;
use crate::output::picture::{self, Picture, Sample};
use crate::output::result::Assumption;
use crate::output::{print, tell};
use crate::program::Loaded;

#[derive(Clone, Copy, Debug, Default)]
struct Counters {
    phase: Option<&'static str>,
    visits: u64,
    deepest: usize,
    dead_ends: u64,
    covered: u64,
    refinements: u64,
    /// No error within so many iterations of each loop.
    within: u32,
}

/// Shared between the analysis and its supervisor.
#[derive(Clone, Debug, Default)]
pub struct Progress {
    counters: Arc<Mutex<Counters>>,
    assumptions: Arc<Mutex<Vec<Assumption>>>,
    /// The engines that run now, when there are several.
    at_work: Arc<Mutex<String>>,
    /// How many checks have a status, if each is to get one.
    checks: Arc<Mutex<String>>,
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

    /// Notes how many checks have a status.
    pub fn checks(&self, line: &str) {
        *self.checks.lock().unwrap_or_else(PoisonError::into_inner) = line.to_string();
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
        if let Some(iterations) = self.within() {
            known.push(words_within(iterations));
        }
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

    /// Iterations of each loop within which there is no error.
    pub fn within(&self) -> Option<u32> {
        Some(self.now().within).filter(|iterations| *iterations > 0)
    }

    /// As [`Progress::known`], for work that was stopped on its way.
    pub fn known_when_stopped(&self) -> Vec<String> {
        let mut known = self.known();
        known.extend(self.now().phase.map(|phase| format!("when it was stopped, it was {phase}")));
        known
    }
}

/// That there is no error if loops are repeated no more often than this.
pub fn words_within(iterations: u32) -> String {
    format!("no error within {} of each loop", counted(iterations.into(), "iteration", "iterations"))
}

fn counted(n: u64, one: &str, many: &str) -> String {
    format!("{n} {}", if n == 1 { one } else { many })
}

/// Receives the events of one analysis.
pub struct Listener {
    progress: Progress,
    sources: Arc<SourceMap>,
    /// The program that the engine works on: places are places of it.
    program: Arc<Program>,
    /// Whether `--trace` wants events written.
    trace: bool,
    /// What there is to look at, if somebody wants to.
    picture: Option<Picture>,
    clock: Instant,
}

impl Listener {
    pub fn new(progress: Progress, loaded: &Loaded, trace: bool, draws: bool) -> Listener {
        Listener {
            progress,
            sources: loaded.sources.clone(),
            program: loaded.program.clone(),
            trace,
            picture: draws.then(Picture::default),
            clock: Instant::now(),
        }
    }

    /// What was seen, with the counters as they are in the end.
    pub fn into_picture(mut self) -> Option<Picture> {
        let last = self.sample();
        let mut picture = self.picture.take()?;
        picture.samples.push(last);
        Some(picture)
    }

    fn sample(&self) -> Sample {
        let now = self.progress.now();
        Sample {
            seconds: self.clock.elapsed().as_secs_f64(),
            visited: now.visits,
            dead_ends: now.dead_ends,
            covered: now.covered,
            refinements: now.refinements,
        }
    }

    fn draw(&mut self, event: &Event) {
        let sample = self.sample();
        let Some(mut picture) = self.picture.take() else { return };
        picture.sample(sample);
        match event {
            Event::Phase(phase) => picture.phases.push((sample.seconds, phase.to_string())),
            Event::Tree(nodes) => picture.nodes = nodes.iter().map(|node| self.node(node)).collect(),
            _ => {}
        }
        self.picture = Some(picture);
    }

    fn node(&self, node: &TreeNode) -> picture::Node {
        let (state, by) = match node.state {
            NodeState::Open => ("open", None),
            NodeState::Expanded => ("expanded", None),
            NodeState::DeadEnd => ("dead end", None),
            NodeState::Covered(by) => ("covered", by),
            NodeState::Error => ("error", None),
        };
        let label = node.label.filter(|label| !label.is_true()).map(|label| shortened(&label.to_c()));
        let line = self.span(node.loc).map(|span| self.sources.locate(span).line);
        picture::Node { parent: node.parent, line, label, state: state.into(), by }
    }

    /// The source of a location, or of the first edge behind it.
    fn span(&self, loc: LocId) -> Option<Span> {
        let data = self.program.locs.get(loc)?;
        data.span.or_else(|| data.outgoing.iter().find_map(|edge| self.program.edges[*edge].span))
    }

    fn describe(&self, event: &Event) -> Option<String> {
        let place = |loc| match self.span(loc) {
            Some(span) => format!("{loc} ({})", self.sources.locate(span)),
            None => format!("{loc}"),
        };
        Some(match event {
            Event::Phase(phase) => format!("trace: {phase}"),
            Event::Visit { loc, depth } => format!("trace: visit {} at depth {depth}", place(*loc)),
            Event::DeadEnd { loc, depth } => format!("trace: dead end {} at depth {depth}", place(*loc)),
            Event::Covered { loc, by } => format!("trace: {} is covered by node {by}", place(*loc)),
            Event::Refined { labels } => format!("trace: refined, {labels} labels changed"),
            Event::Learned(knowledge) => {
                let (facts, needs) = (knowledge.facts.len(), knowledge.needs.len());
                format!("trace: tells the others {facts} facts and {needs} needs of errors")
            }
            Event::Within { iterations } => format!("trace: no error within {iterations} iterations of each loop"),
            Event::Note(text) => format!("trace: {text}"),
            Event::Program(_) | Event::Tree(_) | Event::Claimed => return None,
        })
    }
}

/// Characters of a label that are shown.
const LONGEST_LABEL: usize = 400;

fn shortened(text: &str) -> String {
    match text.char_indices().nth(LONGEST_LABEL) {
        None => text.to_string(),
        Some((end, _)) => format!("{} ...", &text[..end]),
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
            Event::Within { iterations } => now.within = now.within.max(*iterations),
            Event::Note(_) | Event::Tree(_) => {}
            Event::Program(program) => self.program = program.clone(),
            // Only workers are asked to tell.
            Event::Learned(knowledge) => print(&Line::Learned((**knowledge).clone()).write(), Status::Proved),
            Event::Claimed => print(&Line::Checks.write(), Status::Proved),
        }
        drop(now);
        self.draw(event);
        if self.trace
            && let Some(line) = self.describe(event)
        {
            tell(&line);
        }
    }

    fn draws(&self) -> bool {
        self.picture.is_some()
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
        let checks = self.progress.checks.lock().unwrap_or_else(PoisonError::into_inner).clone();
        let doing = match (checks.is_empty(), engines.is_empty()) {
            (false, _) => checks,
            (true, false) => engines,
            (true, true) => format!("{} places visited", now.visits),
        };
        eprint!("\r\x1b[K{}{phase}: {:.0} s, {doing}", self.prefix, elapsed.as_secs_f64());
    }

    /// Wipes the line.
    pub fn end(&mut self) {
        if self.shown {
            eprint!("\r\x1b[K");
        }
    }
}

/// Signs of life of files that are checked side by side.
pub struct BatchBar {
    total: usize,
    enabled: bool,
    shown: bool,
}

impl BatchBar {
    pub fn new(total: usize, wanted: bool) -> BatchBar {
        BatchBar { total, enabled: wanted && std::io::stderr().is_terminal(), shown: false }
    }

    pub fn tick(&mut self, done: usize, at_work: usize) {
        if self.enabled {
            self.shown = true;
            eprint!("\r\x1b[K{}{at_work} at work", bar(done, self.total));
        }
    }

    /// Wipes the line.
    pub fn end(&mut self) {
        if std::mem::take(&mut self.shown) {
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
