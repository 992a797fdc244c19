//! Engines that do not know regions of memory: they get programs with ghost cells in their place, which have more executions.
//!
//! Where sums over arrays matter, facts about the reads are guessed first, each tried on its own; those that the engine proves are
//! told to, and proved again in, the program for the whole. What comes out is a proof of one program in any case.

use std::time::Duration;

use super::{Context, Engine, Task};
use crate::cfa::passes::{Errors, Fact, candidate_facts, ghost_cells_with};
use crate::report::Event;
use crate::verdict::Verdict;

/// The time for trying one fact: at most so much, and this part of what is left.
const TRIAL: Duration = Duration::from_secs(30);
const SHARE: u32 = 3;

pub(super) struct Cellwise(pub Box<dyn Engine>);

impl Engine for Cellwise {
    fn run(&self, task: &Task, cx: &mut Context<'_>) -> Verdict {
        if !task.program.has_arrays() {
            return self.0.run(task, cx);
        }
        cx.emit(Event::Note("this engine follows large arrays cell by cell, at arbitrary indices".to_string()));
        let facts = self.facts(task, cx);
        if !facts.is_empty() {
            cx.emit(Event::Note(format!("{} facts hold of what is read from arrays", facts.len())));
            let told = task.with_ghosts(|program| ghost_cells_with(program, &facts, Errors::Kept));
            cx.emit(Event::Program(told.program.clone()));
            let verdict = self.0.run(&told, cx);
            if !matches!(verdict, Verdict::Unknown(_)) || cx.budget.poll().is_err() {
                return verdict;
            }
        }
        let cells = task.without_arrays();
        cx.emit(Event::Program(cells.program.clone()));
        self.0.run(&cells, cx)
    }
}

impl Cellwise {
    /// For each read the first of the facts worth trying that the engine proves.
    fn facts(&self, task: &Task, cx: &mut Context<'_>) -> Vec<Fact> {
        let whole = cx.budget.clone();
        let mut found: Vec<Fact> = Vec::new();
        for candidates in candidate_facts(&task.program) {
            for fact in candidates {
                if whole.poll().is_err() {
                    return found;
                }
                let alone = [fact];
                let trial = task.with_ghosts(|program| ghost_cells_with(program, &alone, Errors::Dropped));
                let time = whole.remaining().map_or(TRIAL, |left| TRIAL.min(left / SHARE));
                cx.budget = whole.part(time);
                // Nobody else works on this program.
                let wanted = std::mem::replace(&mut cx.shared.wanted, false);
                let verdict = self.0.run(&trial, cx);
                cx.shared.wanted = wanted;
                cx.budget = whole.clone();
                if matches!(verdict, Verdict::Safe(_)) {
                    found.extend(alone);
                    break;
                }
            }
        }
        found
    }
}
