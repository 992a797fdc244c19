//! Engines one after the other, each with an equal share of the time: in rounds, so that what is easy for a later one does not
//! wait for half of the time that there is, and that there need be no limit at all.
//!
//! In each round every engine begins anew with a turn four times as long as before; what that repeats is a third of the last
//! turn at most. When there is no time for another round, the rest is divided equally. An engine that gives up by itself has
//! no further turn.

use std::time::Duration;

use super::{Context, Engine, EngineKind, EngineOptions, Task};
use crate::budget::Budget;
use crate::report::Event;
use crate::verdict::{Reason, Verdict};

/// The turn of each engine in the first round.
const FIRST_TURN: Duration = Duration::from_millis(100);

/// How many times as long turns are in the next round.
const GROWTH: u32 = 4;

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
        let mut engines = self.engines.to_vec();
        let mut turn = FIRST_TURN;
        while !engines.is_empty() {
            let round = std::mem::take(&mut engines);
            for (position, &kind) in round.iter().enumerate() {
                if let Err(reason) = whole.poll() {
                    return Verdict::Unknown(reason);
                }
                let budget = part(&whole, turn, (round.len() - position) as u32);
                cx.budget = budget.clone();
                cx.emit(Event::Note(format!("{kind} begins")));
                last = kind.engine(&self.options).run(task, cx);
                cx.budget = whole.clone();
                if !matches!(last, Verdict::Unknown(_)) {
                    return last;
                }
                if budget.poll().is_err() {
                    engines.push(kind);
                }
            }
            turn = turn.saturating_mul(GROWTH);
        }
        last
    }
}

/// The time of a turn: an equal share of what is left if that is not enough for another round.
fn part(whole: &Budget, turn: Duration, shares: u32) -> Budget {
    match whole.remaining().map(|left| left / shares) {
        Some(share) if share < turn.saturating_mul(1 + GROWTH) => whole.part(share),
        _ => whole.part(turn),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn turns_are_short_while_there_is_time_and_take_the_rest_in_the_end() {
        let limit = |budget: Budget| budget.remaining().expect("a part has a limit");
        let seconds = Duration::from_secs;
        let long = Budget::with_timeout(seconds(1_000));
        assert!(limit(part(&long, seconds(4), 2)) <= seconds(4));
        assert!(limit(part(&long, seconds(400), 2)) > seconds(450));
        assert!(limit(part(&Budget::unlimited(), seconds(4), 2)) <= seconds(4));
    }
}
