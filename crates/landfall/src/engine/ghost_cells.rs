//! Engines that do not know regions of memory: they get programs with ghost cells in their place, which have more executions.
//!
//! Guesses about all cells come first (`quantified`); they are often a proof. Where sums over arrays matter, facts about the reads
//! are guessed, each tried on its own, by such guesses and then by the engine; those that are proved are told to, and proved
//! again in, the program for the whole. What comes out is a proof of one program in any case.

use super::{Context, Engine, Task, quantified};
use crate::cfa::passes::{Anchor, Errors, Fact, candidate_facts, has_anchors};
use crate::limits::limits;
use crate::report::Event;
use crate::verdict::Verdict;

/// A trial takes at most this part of the user's time that is left.
const SHARE: u32 = 3;

pub(super) struct WithGhostCells(pub Box<dyn Engine>);

impl Engine for WithGhostCells {
    fn run(&self, task: &Task, cx: &mut Context<'_>) -> Verdict {
        if !task.program.has_arrays() {
            return self.0.run(task, cx);
        }
        cx.emit(Event::Note("this engine follows large arrays cell by cell, at arbitrary indices".to_string()));
        if let Some(verdict) = self.anchored(task, cx) {
            return verdict;
        }
        let cells = task.without_arrays();
        if let Some(verdict) = guessed(&cells, cx) {
            return verdict;
        }
        if let Some(verdict) = task.with_cursors().and_then(|followed| guessed(&followed, cx)) {
            return verdict;
        }
        let facts = self.facts(task, cx);
        if !facts.is_empty() {
            cx.emit(Event::Note(format!("{} facts hold of what is read from arrays", facts.len())));
            let told = task.with_ghosts(facts, Errors::Kept, Anchor::Reads);
            if let Some(verdict) = guessed(&told, cx) {
                return verdict;
            }
            let verdict = self.0.run(&told, cx);
            if !matches!(verdict, Verdict::Unknown(_)) || cx.budget.poll().is_err() {
                return verdict;
            }
        }
        cx.emit(Event::Program(cells.program.clone()));
        self.0.run(&cells, cx)
    }
}

impl WithGhostCells {
    /// What the engine finds out with the ghost indices at stores, as those of what ends strings.
    fn anchored(&self, task: &Task, cx: &mut Context<'_>) -> Option<Verdict> {
        if !has_anchors(&task.program) {
            return None;
        }
        let anchored = task.with_ghosts(Vec::new(), Errors::Kept, Anchor::Stores);
        cx.emit(Event::Program(anchored.program.clone()));
        let verdict = self.tried(&anchored, cx)?;
        (!matches!(verdict, Verdict::Unknown(_)) || cx.budget.poll().is_err()).then_some(verdict)
    }

    /// Facts about reads that are proved: by guesses about cells if that is possible, else, for each read, the first that the engine
    /// proves.
    fn facts(&self, task: &Task, cx: &mut Context<'_>) -> Vec<Fact> {
        let mut found: Vec<Fact> = Vec::new();
        for candidates in candidate_facts(&task.program) {
            let mut proved: Vec<Fact> = Vec::new();
            for fact in &candidates {
                let follows = proved.iter().any(|known| known.implies(fact));
                if cx.budget.poll().is_err() {
                    return found;
                }
                if !follows && matches!(quantified::prove(&trial(task, fact), cx), Ok(Some(_))) {
                    proved.push(fact.clone());
                }
            }
            if proved.is_empty() {
                proved.extend(candidates.into_iter().find(|fact| self.proves(&trial(task, fact), cx)));
            }
            found.extend(proved);
        }
        found
    }

    fn proves(&self, trial: &Task, cx: &mut Context<'_>) -> bool {
        matches!(self.tried(trial, cx), Some(Verdict::Safe(_)))
    }

    /// What the engine says of a program that nobody else works on; nothing if there is no time.
    fn tried(&self, trial: &Task, cx: &mut Context<'_>) -> Option<Verdict> {
        cx.budget.poll().ok()?;
        Some(cx.trial(limits().cells.trial, SHARE, |cx| self.0.run(trial, cx)))
    }
}

/// The proof of a program with ghost cells by guesses; or that there is no time left.
fn guessed(task: &Task, cx: &mut Context<'_>) -> Option<Verdict> {
    cx.emit(Event::Program(task.program.clone()));
    match quantified::prove(task, cx) {
        Ok(proof) => proof.map(Verdict::Safe),
        Err(reason) => Some(Verdict::Unknown(reason)),
    }
}

/// The program with nothing to prove but a fact.
fn trial(task: &Task, fact: &Fact) -> Task {
    task.with_ghosts(vec![fact.clone()], Errors::Dropped, Anchor::Reads)
}
