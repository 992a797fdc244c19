//! The engine `auto`: several engines, chosen by the program's features, each with its turns; the first checked answer counts.
//!
//! First a burst of tests; and a program in which nothing arbitrary decides anything is run, which answers the question.
//! The choice is data (`schedule.yml`, read by [`schedule`]); [`turns`] says who is at turn. Here the engines take their turns one
//! after the other on one thread: turns are counted and not timed, so that a run can be repeated. An engine that comes to its
//! next turn begins anew with all the effort that it would have made by then, and with what others have told meanwhile. The
//! command runs the same schedule with a process for each engine, which goes on where it was paused.

mod features;
mod schedule;
mod turns;

use std::sync::Arc;

pub use features::Features;
pub use schedule::{Rule, hunters, rule_for};
pub use turns::{Turn, Turns};

use crate::analysis::{Analysis, Settings, analyse, by_running};
use crate::budget::Budget;
use crate::burst::{Effort, burst};
use crate::cfa::Program;
use crate::engine::Shared;
use crate::knowledge::Knowledge;
use crate::report::{Event, Sink, Statistics};
use crate::verdict::{Reason, Verdict};

/// Decides whether an execution of `program` reaches one of its error locations. The engine of the settings does not matter.
pub fn analyse_auto(program: &Arc<Program>, settings: &Settings, budget: &Budget, sink: &mut dyn Sink) -> Analysis {
    settings.limits.within(|| Portfolio { program, settings, budget, known: Vec::new(), unknown: None }.run(sink))
}

struct Portfolio<'a> {
    program: &'a Arc<Program>,
    settings: &'a Settings,
    budget: &'a Budget,
    /// What engines have told; those that start later are told.
    known: Vec<Knowledge>,
    /// Of the answers that were none, the one whose reason comes first.
    unknown: Option<Analysis>,
}

impl Portfolio<'_> {
    fn run(mut self, sink: &mut dyn Sink) -> Analysis {
        sink.event(&Event::Phase("trying some inputs"));
        if let Some(execution) = burst(self.program, &[], Effort::default(), self.budget) {
            return Analysis { verdict: Verdict::Unsafe(execution), ..undecided(Reason::Interrupted) };
        }
        sink.event(&Event::Phase("running the program"));
        if let Some(analysis) = by_running(self.program, self.settings, self.budget) {
            return analysis;
        }
        let rule = rule_for(&Features::of(self.program));
        sink.event(&Event::Note(format!("rule `{}`: {}", rule.name, rule.because)));
        let mut turns = Turns::new(&rule, 1);
        let mut effort = vec![0; rule.together.len()];
        while let Some(turn) = turns.begin() {
            if let Err(reason) = self.budget.poll() {
                return self.stopped(reason);
            }
            effort[turn.engine] += Budget::effort_of(turn.time);
            let part = self.budget.counted(effort[turn.engine]);
            let analysis = self.turn(rule.together[turn.engine].0, &part, sink);
            match &analysis.verdict {
                Verdict::Safe(_) | Verdict::Unsafe(_) => return analysis,
                Verdict::Unknown(reason) if reason.is_final() => return analysis,
                Verdict::Unknown(_) if part.poll().is_err() => turns.expire(turn.engine),
                Verdict::Unknown(_) => {
                    turns.end(turn.engine);
                    self.keep(analysis);
                }
            }
        }
        self.unknown.unwrap_or_else(|| undecided(Reason::Incomplete("no engine ran".into())))
    }

    fn turn(&mut self, engine: crate::engine::EngineKind, part: &Budget, sink: &mut dyn Sink) -> Analysis {
        sink.event(&Event::Note(format!("{engine} begins")));
        let shared = Shared { known: self.known.clone(), wanted: self.settings.options.share };
        let settings = Settings { engine, shared, ..self.settings.clone() };
        let mut ear = Ear { sink, known: &mut self.known, listens: settings.shared.wanted };
        analyse(self.program, &settings, part, &mut ear)
    }

    /// Remembers an answer that is none if it tells more than those before.
    fn keep(&mut self, analysis: Analysis) {
        let priority_of = |analysis: &Analysis| match &analysis.verdict {
            Verdict::Unknown(reason) => priority(reason),
            Verdict::Safe(_) | Verdict::Unsafe(_) => 0,
        };
        if self.unknown.as_ref().is_none_or(|known| priority_of(&analysis) < priority_of(known)) {
            self.unknown = Some(analysis);
        }
    }

    /// The budget has ended. A candidate for a violation tells more than that.
    fn stopped(self, reason: Reason) -> Analysis {
        let is_candidate = |known: &Analysis| matches!(known.verdict, Verdict::Unknown(Reason::Approximated { .. }));
        self.unknown.filter(is_candidate).unwrap_or_else(|| undecided(reason))
    }
}

/// Passes events on, and keeps what others can use.
struct Ear<'a> {
    sink: &'a mut dyn Sink,
    known: &'a mut Vec<Knowledge>,
    listens: bool,
}

impl Sink for Ear<'_> {
    fn event(&mut self, event: &Event) {
        if let (Event::Learned(knowledge), true) = (event, self.listens) {
            self.known.push((**knowledge).clone());
        }
        self.sink.event(event);
    }

    fn draws(&self) -> bool {
        self.sink.draws()
    }
}

fn undecided(reason: Reason) -> Analysis {
    Analysis { verdict: Verdict::Unknown(reason), certified: None, statistics: Statistics::default(), decided_by: None }
}

/// Which reason for not knowing is given if engines have several: the least.
fn priority(reason: &Reason) -> usize {
    match reason {
        Reason::Approximated { .. } => 0,
        Reason::Unsupported { .. } => 1,
        Reason::ProofNotCertified(_) => 2,
        Reason::ExecutionNotReplayed(_) => 3,
        Reason::Solver(_) => 4,
        Reason::Bounded { .. } => 5,
        Reason::Incomplete(_) => 6,
        Reason::Memory => 7,
        Reason::Timeout | Reason::Interrupted => 8,
    }
}
