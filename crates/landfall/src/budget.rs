//! Deadline, counted effort, memory limit and cancellation, polled by every loop that may run long.
//!
//! The deadline is the user's. What the library gives a part of its work is counted in the solver's resource units, so that a run
//! can be repeated on another machine.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU8, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use landfall_smt::Meter;

use crate::verdict::Reason;

const RUNNING: u8 = 0;
const TIMEOUT: u8 = 1;
const MEMORY: u8 = 2;
const INTERRUPTED: u8 = 3;

/// Shared by all who work on one task. Cheap to clone and to poll.
#[derive(Clone, Debug)]
pub struct Budget {
    deadline: Option<Instant>,
    state: Arc<AtomicU8>,
    sleepers: Arc<Sleepers>,
    effort: Option<Arc<Meter>>,
}

/// The effort that a look at the budget stands for.
const LOOK: u64 = 1_000;

/// The effort of so many edges of the program that are run is one.
const EDGES: u64 = 32;

/// What Z3 does in a second, about: for a guess at the effort that fits a time.
const PER_SECOND: u64 = 3_000_000;

/// A way to wake somebody, and when that is due at the latest.
struct Wake {
    deadline: Option<Instant>,
    wake: Box<dyn Fn() + Send>,
}

/// Those who cannot poll for a while, such as a solver inside a query, each with a way to wake it.
#[derive(Default)]
struct Sleepers {
    wakes: Mutex<(u64, BTreeMap<u64, Wake>)>,
}

impl std::fmt::Debug for Sleepers {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Sleepers")
    }
}

/// Keeps a way to wake somebody registered while it lives: see [`Budget::on_stop`].
#[must_use]
#[derive(Debug)]
pub struct Registration {
    sleepers: Arc<Sleepers>,
    number: u64,
}

impl Drop for Registration {
    fn drop(&mut self) {
        let mut wakes = self.sleepers.wakes.lock().unwrap_or_else(PoisonError::into_inner);
        wakes.1.remove(&self.number);
    }
}

impl Budget {
    pub fn unlimited() -> Self {
        Budget { deadline: None, state: Arc::new(AtomicU8::new(RUNNING)), sleepers: Arc::default(), effort: None }
    }

    pub fn with_timeout(limit: Duration) -> Self {
        Budget { deadline: Instant::now().checked_add(limit), ..Budget::unlimited() }
    }

    /// A budget that ends when this one ends, or after `limit` at the latest: for an engine that gets a share of the time.
    /// Stopping the part does not stop the whole.
    pub fn part(&self, limit: Duration) -> Self {
        let end = Instant::now().checked_add(limit);
        let deadline = match (self.deadline, end) {
            (Some(a), Some(b)) => Some(a.min(b)),
            (a, b) => a.or(b),
        };
        Budget { deadline, ..self.clone() }
    }

    /// A budget that ends when this one ends, or when so much effort was made: for a part of the work.
    pub fn counted(&self, effort: u64) -> Self {
        Budget { effort: Some(Arc::new(Meter::new(effort, self.effort.clone()))), ..self.clone() }
    }

    /// A budget for something that may fail: so much effort, and if the user's time is limited, no more than a share of it.
    pub fn trial(&self, effort: u64, share: u32) -> Self {
        let part = self.remaining().map_or_else(|| self.clone(), |left| self.part(left / share));
        part.counted(effort)
    }

    /// About the time that an effort takes.
    pub fn time_of(effort: u64) -> Duration {
        Duration::from_secs_f64(effort as f64 / PER_SECOND as f64)
    }

    /// About the effort that is made in a time.
    pub fn effort_of(time: Duration) -> u64 {
        (time.as_secs_f64() * PER_SECOND as f64) as u64
    }

    /// Counts the effort of running the program.
    pub fn ran(&self, edges: u64) {
        self.effort.iter().for_each(|meter| meter.charge(edges / EDGES));
    }

    /// What counts the effort of queries.
    pub(crate) fn meter(&self) -> Option<Arc<Meter>> {
        self.effort.clone()
    }

    /// Asks everyone who shares the budget to stop.
    pub fn interrupt(&self) {
        self.stop(INTERRUPTED);
    }

    /// Called by whoever watches processor time, or was told by the system that it ends.
    pub fn out_of_time(&self) {
        self.stop(TIMEOUT);
    }

    /// Called by whoever watches the memory.
    pub fn out_of_memory(&self) {
        self.stop(MEMORY);
    }

    fn stop(&self, why: u8) {
        // The first reason stays; it does not matter whether the exchange succeeds.
        let _ = self.state.compare_exchange(RUNNING, why, Ordering::Relaxed, Ordering::Relaxed);
    }

    /// Registers a way to make somebody poll soon who may not do so for long, e.g. by interrupting a solver. It is called by
    /// [`Budget::wake`], from another thread, possibly several times, and only once the budget has ended.
    pub fn on_stop(&self, wake: impl Fn() + Send + 'static) -> Registration {
        let mut wakes = self.sleepers.wakes.lock().unwrap_or_else(PoisonError::into_inner);
        let number = wakes.0;
        wakes.0 += 1;
        wakes.1.insert(number, Wake { deadline: self.deadline, wake: Box::new(wake) });
        Registration { sleepers: self.sleepers.clone(), number }
    }

    /// For a watchdog: wakes everyone who is registered with a budget, or a part of it, that has ended.
    pub fn wake(&self) {
        let (all, now) = (self.ended().is_err(), Instant::now());
        let wakes = self.sleepers.wakes.lock().unwrap_or_else(PoisonError::into_inner);
        let due = |wake: &&Wake| all || wake.deadline.is_some_and(|deadline| now >= deadline);
        wakes.1.values().filter(due).for_each(|sleeper| (sleeper.wake)());
    }

    /// `Err` with the reason once the work should stop. For use with `?`.
    pub fn poll(&self) -> Result<(), Reason> {
        if let Some(meter) = &self.effort {
            if meter.left() == 0 {
                return self.ended().and(Err(Reason::Timeout));
            }
            meter.charge(LOOK);
        }
        self.ended()
    }

    fn ended(&self) -> Result<(), Reason> {
        match self.state.load(Ordering::Relaxed) {
            RUNNING => match self.deadline {
                Some(d) if Instant::now() >= d => Err(Reason::Timeout),
                _ => Ok(()),
            },
            TIMEOUT => Err(Reason::Timeout),
            MEMORY => Err(Reason::Memory),
            _ => Err(Reason::Interrupted),
        }
    }

    pub fn remaining(&self) -> Option<Duration> {
        self.deadline.map(|d| d.saturating_duration_since(Instant::now()))
    }

    pub fn deadline(&self) -> Option<Instant> {
        self.deadline
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_reason_to_stop_stays() {
        let b = Budget::unlimited();
        assert_eq!(b.poll(), Ok(()));
        b.out_of_memory();
        b.interrupt();
        assert_eq!(b.poll(), Err(Reason::Memory));
    }

    #[test]
    fn sleepers_are_woken_once_the_budget_has_ended() {
        let budget = Budget::unlimited();
        let woken = Arc::new(AtomicU8::new(0));
        let count = woken.clone();
        let registration = budget.on_stop(move || {
            count.fetch_add(1, Ordering::Relaxed);
        });
        budget.wake();
        assert_eq!(woken.load(Ordering::Relaxed), 0);
        budget.interrupt();
        budget.clone().wake();
        assert_eq!(woken.load(Ordering::Relaxed), 1);
        drop(registration);
        budget.wake();
        assert_eq!(woken.load(Ordering::Relaxed), 1);
    }

    #[test]
    fn a_part_ends_no_later_than_the_whole() {
        let whole = Budget::with_timeout(Duration::ZERO);
        assert_eq!(whole.part(Duration::from_secs(60)).poll(), Err(Reason::Timeout));
        let free = Budget::unlimited();
        assert_eq!(free.part(Duration::ZERO).poll(), Err(Reason::Timeout));
        assert_eq!(free.poll(), Ok(()));
    }

    #[test]
    fn counted_effort_ends_a_part_and_is_charged_to_the_whole() {
        let whole = Budget::unlimited().counted(10 * LOOK);
        let part = whole.counted(3 * LOOK);
        assert_eq!((0..5).map(|_| part.poll().is_ok()).collect::<Vec<_>>(), [true, true, true, false, false]);
        assert_eq!(whole.poll(), Ok(()));
        whole.ran(100 * LOOK * EDGES);
        assert_eq!(whole.poll(), Err(Reason::Timeout));
        assert!(Budget::with_timeout(Duration::from_secs(60)).trial(1, 3).remaining() <= Some(Duration::from_secs(20)));
    }

    #[test]
    fn sleepers_of_a_part_are_woken_when_the_part_has_ended() {
        let whole = Budget::unlimited();
        let woken = Arc::new(AtomicU8::new(0));
        let register = |budget: &Budget, number: u8| {
            let woken = woken.clone();
            budget.on_stop(move || woken.store(number, Ordering::Relaxed))
        };
        let _others = [register(&whole, 1), register(&whole.part(Duration::from_secs(600)), 2)];
        whole.wake();
        assert_eq!(woken.load(Ordering::Relaxed), 0);
        let _registration = register(&whole.part(Duration::ZERO), 3);
        whole.wake();
        assert_eq!(woken.load(Ordering::Relaxed), 3);
    }
}
