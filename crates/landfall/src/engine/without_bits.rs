//! Engines that prove over integers first try to do without the results of operations on bits and floating-point numbers.
//!
//! On integers these are expensive, and many programs test flags that have nothing to do with what is to be proved. The program in which
//! they are arbitrary has more executions, so that a proof of it is one of the program; anything else says nothing.

use std::time::Instant;

use super::{Context, Engine, Task};
use crate::cfa::passes::has_bits;
use crate::limits::limits;
use crate::report::Event;
use crate::verdict::Verdict;

/// The trial takes at most this part of the user's time that is left.
const SHARE: u32 = 3;

pub(super) struct WithoutBitsFirst(pub Box<dyn Engine>);

impl Engine for WithoutBitsFirst {
    fn run(&self, task: &Task, cx: &mut Context<'_>) -> Verdict {
        if !has_bits(&task.program) {
            return self.0.run(task, cx);
        }
        let (before, started) = (cx.statistics.clone(), Instant::now());
        let verdict = cx.trial(limits().bits.trial, SHARE, |cx| self.0.run(&task.without_bits(), cx));
        if matches!(verdict, Verdict::Safe(_)) {
            cx.emit(Event::Note("operations on bits do not matter for the proof".into()));
            return verdict;
        }
        // What a trial in vain has counted says nothing of the engine's work on the program.
        cx.statistics = before;
        cx.statistics.time("trial without bits", started.elapsed());
        self.0.run(task, cx)
    }
}
