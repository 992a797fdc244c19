//! Engines one after the other, each with an equal share of the time that is left.

use super::{Context, Engine, EngineKind, EngineOptions, Task};
use crate::report::Event;
use crate::verdict::{Reason, Verdict};

/// Runs engines until one decides.
#[derive(Clone, Copy, Debug)]
pub struct Sequence {
    pub engines: &'static [EngineKind],
    pub options: EngineOptions,
}

impl Engine for Sequence {
    fn run(&self, task: &Task, cx: &mut Context<'_>) -> Verdict {
        let whole = cx.budget.clone();
        let mut last = Verdict::Unknown(Reason::Incomplete("there is no engine to run".into()));
        for (position, kind) in self.engines.iter().enumerate() {
            if let Err(reason) = whole.poll() {
                return Verdict::Unknown(reason);
            }
            let shares = (self.engines.len() - position) as u32;
            cx.budget = whole.remaining().map_or_else(|| whole.clone(), |left| whole.part(left / shares));
            cx.emit(Event::Note(format!("{kind} begins")));
            last = kind.engine(&self.options).run(task, cx);
            cx.budget = whole.clone();
            if !matches!(last, Verdict::Unknown(_)) {
                break;
            }
        }
        last
    }
}
