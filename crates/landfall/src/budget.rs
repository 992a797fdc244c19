//! Deadline, memory limit and cancellation, polled by every loop that may run long.

use std::sync::Arc;
use std::sync::atomic::{AtomicU8, Ordering};
use std::time::{Duration, Instant};

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
}

impl Budget {
    pub fn unlimited() -> Self {
        Budget { deadline: None, state: Arc::new(AtomicU8::new(RUNNING)) }
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
        Budget { deadline, state: self.state.clone() }
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

    /// `Err` with the reason once the work should stop. For use with `?`.
    pub fn poll(&self) -> Result<(), Reason> {
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
    fn a_part_ends_no_later_than_the_whole() {
        let whole = Budget::with_timeout(Duration::ZERO);
        assert_eq!(whole.part(Duration::from_secs(60)).poll(), Err(Reason::Timeout));
        let free = Budget::unlimited();
        assert_eq!(free.part(Duration::ZERO).poll(), Err(Reason::Timeout));
        assert_eq!(free.poll(), Ok(()));
    }
}
