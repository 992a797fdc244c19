//! Engines one after the other, each with an equal share of the time: in rounds, so that what is easy for a later one does not
//! wait for half of the time that there is, and that there need be no limit at all.
//!
//! In each round every engine begins anew with a turn four times as long as before; what that repeats is a third of the last
//! turn at most. When there is no time for another round, the rest is divided equally. An engine that gives up by itself has
//! no further turn.

use super::{Context, Engine, EngineKind, EngineOptions, Task};
use crate::budget::Budget;
use crate::limits::limits;
use crate::report::Event;
use crate::verdict::{Reason, Verdict};

/// Runs engines until one decides.
#[derive(Clone, Copy, Debug)]
pub struct Sequence {
    pub engines: &'static [EngineKind],
    pub options: EngineOptions,
}

impl Sequence {
    pub fn of(engines: &'static [EngineKind], options: &EngineOptions) -> Sequence {
        Sequence { engines, options: *options }
    }
}

impl Engine for Sequence {
    fn run(&self, task: &Task, cx: &mut Context<'_>) -> Verdict {
        let whole = cx.budget.clone();
        let mut last = Verdict::Unknown(Reason::Incomplete("there is no engine to run".into()));
        let mut engines = self.engines.to_vec();
        let mut turn = limits().sequence.first_turn;
        while !engines.is_empty() {
            let round = std::mem::take(&mut engines);
            for (position, &kind) in round.iter().enumerate() {
                if let Err(reason) = whole.poll() {
                    return Verdict::Unknown(reason);
                }
                let budget = part(&whole, turn, (round.len() - position) as u32);
                cx.emit(Event::Note(format!("{kind} begins")));
                last = cx.within(budget.clone(), |cx| kind.engine(&self.options).run(task, cx));
                if !matches!(last, Verdict::Unknown(_)) {
                    return last;
                }
                if budget.poll().is_err() {
                    engines.push(kind);
                }
            }
            turn = turn.saturating_mul(limits().sequence.growth.into());
        }
        last
    }
}

/// The effort of a turn; an equal share of the time that is left if that is not enough for another round.
fn part(whole: &Budget, turn: u64, shares: u32) -> Budget {
    let rounds = 1 + limits().sequence.growth;
    match whole.remaining().map(|left| left / shares) {
        Some(share) if share < Budget::time_of(turn).saturating_mul(rounds) => whole.part(share),
        _ => whole.counted(turn),
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn turns_are_short_while_there_is_time_and_take_the_rest_in_the_end() {
        let seconds = Duration::from_secs;
        let long = Budget::with_timeout(seconds(1_000));
        let lasts = |budget: Budget| (0..100_000).take_while(|_| budget.poll().is_ok()).count();
        assert!((1..1_000).contains(&lasts(part(&long, 300_000, 2))));
        let rest = part(&long, 1_200_000_000, 2);
        assert!(rest.remaining().is_some_and(|left| left > seconds(450) && left <= seconds(500)));
        assert!((1..1_000).contains(&lasts(part(&Budget::unlimited(), 300_000, 2))));
    }
}
