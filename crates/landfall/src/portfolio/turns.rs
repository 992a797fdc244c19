//! Who runs when: the turns of a rule, as a plain state machine without processes or clocks.
//!
//! First the turns alone, one at a time. Then rounds: each engine gets a turn, as many at a time as there are cores, each round
//! with turns twice as long; those of the first are longer by the rule's factor. The order depends on the rule and on who has
//! ended, on nothing else.

use std::collections::VecDeque;
use std::time::Duration;

use super::schedule::Rule;

/// A turn: the position of an engine in the rule's list `together`, and the processor time it gets.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Turn {
    pub engine: usize,
    pub time: Duration,
    /// Nothing else runs meanwhile.
    pub alone: bool,
}

#[derive(Debug)]
pub struct Turns {
    waiting: VecDeque<Turn>,
    running: Vec<Turn>,
    ended: Vec<bool>,
    slice: Duration,
    favour: u32,
    jobs: usize,
}

impl Turns {
    pub fn new(rule: &Rule, jobs: usize) -> Turns {
        let alone = rule.alone.iter().filter_map(|turn| {
            let engine = rule.together.iter().position(|engine| *engine == turn.engine)?;
            Some(Turn { engine, time: Duration::from_secs_f64(turn.seconds), alone: true })
        });
        Turns {
            waiting: alone.collect(),
            running: Vec::new(),
            ended: vec![false; rule.together.len()],
            slice: Duration::from_secs_f64(rule.slice),
            favour: rule.favour,
            jobs: jobs.max(1),
        }
    }

    /// The next turn that may begin now, if any; it counts as running from now on.
    pub fn begin(&mut self) -> Option<Turn> {
        if self.running.len() >= self.jobs || self.running.iter().any(|turn| turn.alone) {
            return None;
        }
        if self.waiting.is_empty() {
            self.next_round();
        }
        let next = *self.waiting.front()?;
        if next.alone && !self.running.is_empty() {
            return None;
        }
        self.waiting.pop_front();
        self.running.push(next);
        Some(next)
    }

    /// The engine has used up its turn.
    pub fn expire(&mut self, engine: usize) {
        self.running.retain(|turn| turn.engine != engine);
    }

    /// The engine has answered, or is gone.
    pub fn end(&mut self, engine: usize) {
        self.ended[engine] = true;
        self.expire(engine);
        self.waiting.retain(|turn| turn.engine != engine);
    }

    pub fn all_ended(&self) -> bool {
        self.ended.iter().all(|ended| *ended)
    }

    pub fn is_running(&self, engine: usize) -> bool {
        self.running.iter().any(|turn| turn.engine == engine)
    }

    /// Everyone who is left and not running gets a turn.
    fn next_round(&mut self) {
        let idle: Vec<usize> =
            (0..self.ended.len()).filter(|engine| !self.ended[*engine] && !self.is_running(*engine)).collect();
        if !idle.is_empty() {
            let time = |engine: usize| self.slice.saturating_mul(if engine == 0 { self.favour } else { 1 });
            self.waiting.extend(idle.iter().map(|&engine| Turn { engine, time: time(engine), alone: false }));
            self.slice = self.slice.saturating_mul(2);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rule() -> Rule {
        serde_saphyr::from_str(
            "{rule: test, because: test, alone: [{engine: gps, seconds: 2}, {engine: ufo, seconds: 1}], \
             together: [gps, ufo, se], slice: 4}",
        )
        .expect("a rule")
    }

    fn begun(turns: &mut Turns) -> Vec<(usize, u64)> {
        std::iter::from_fn(|| turns.begin()).map(|turn| (turn.engine, turn.time.as_secs())).collect()
    }

    #[test]
    fn turns_alone_come_one_by_one_and_rounds_get_longer() {
        let mut turns = Turns::new(&rule(), 1);
        let mut order = Vec::new();
        for _ in 0..8 {
            let now = begun(&mut turns);
            assert_eq!(now.len(), 1);
            turns.expire(now[0].0);
            order.extend(now);
        }
        assert_eq!(order, [(0, 2), (1, 1), (0, 4), (1, 4), (2, 4), (0, 8), (1, 8), (2, 8)]);
    }

    #[test]
    fn the_first_may_have_longer_turns() {
        let mut turns = Turns::new(&Rule { favour: 3, alone: Vec::new(), ..rule() }, 1);
        let order: Vec<(usize, u64)> = (0..4)
            .flat_map(|_| {
                let now = begun(&mut turns);
                turns.expire(now[0].0);
                now
            })
            .collect();
        assert_eq!(order, [(0, 12), (1, 4), (2, 4), (0, 24)]);
    }

    #[test]
    fn cores_are_filled_once_the_turns_alone_are_over() {
        let mut turns = Turns::new(&rule(), 2);
        assert_eq!(begun(&mut turns), [(0, 2)]);
        turns.expire(0);
        assert_eq!(begun(&mut turns), [(1, 1)]);
        turns.expire(1);
        assert_eq!(begun(&mut turns), [(0, 4), (1, 4)]);
        turns.expire(0);
        assert_eq!(begun(&mut turns), [(2, 4)]);
        assert!(turns.is_running(1) && turns.is_running(2) && !turns.is_running(0));
    }

    #[test]
    fn who_has_ended_gets_no_turn() {
        let mut turns = Turns::new(&rule(), 1);
        assert_eq!(begun(&mut turns), [(0, 2)]);
        turns.end(0);
        turns.end(1);
        assert_eq!(begun(&mut turns), [(2, 4)]);
        turns.expire(2);
        assert_eq!(begun(&mut turns), [(2, 8)]);
        assert!(!turns.all_ended());
        turns.end(2);
        assert!(turns.all_ended() && turns.begin().is_none());
    }
}
