//! Integers without bounds first, which keeps formulas small, and with the ranges of their types if a path to an error needs that.

use super::replay::Found;
use crate::encode::{Encoder, Ranges};
use crate::engine::{Context, Task};
use crate::report::Event;
use crate::verdict::{Reason, Verdict};

/// Searches with an encoding without ranges, and once more with them if what was found is spurious.
pub fn unbounded_first<'c>(
    task: &Task,
    cx: &mut Context<'c>,
    mut search: impl FnMut(&Encoder<'_>, &mut Context<'c>) -> Result<Found, Reason>,
) -> Result<Verdict, Reason> {
    let encoder = Encoder::new(&task.program);
    if let Found::Verdict(verdict) = search(&encoder.clone().with_ranges(Ranges::None), cx)? {
        return Ok(verdict);
    }
    cx.emit(Event::Note("a path to an error is spurious; once more with the ranges of types".to_string()));
    search(&encoder.with_ranges(Ranges::All), cx)?.decided()
}
