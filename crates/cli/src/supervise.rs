//! Runs work on a thread of its own and keeps its limits: time, memory, signals.
//!
//! The work polls its [`Budget`] and normally stops by itself. When it does not (a solver query that hangs), the supervisor
//! gives it a short grace and then goes on without it, so that a limit is kept within a second in any case.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use landfall::budget::Budget;
use landfall::verdict::Reason;
use signal_hook::consts::{SIGINT, SIGTERM, SIGXCPU};

use crate::exit::Status;
use crate::resources;

/// How often the limits are looked at.
const TICK: Duration = Duration::from_millis(20);
/// How long work that was asked to stop may take to do so.
const GRACE: Duration = Duration::from_millis(400);
/// How long before the system's limit of processor time the work is asked to stop.
const CPU_MARGIN: Duration = Duration::from_millis(200);
/// Deeply nested programs are walked by recursion. Only what is touched becomes memory.
const STACK: usize = 512 << 20;
/// Where the address space is limited so tightly that the large stack cannot be had.
const SMALL_STACK: usize = 32 << 20;

/// What one piece of work may use.
#[derive(Clone, Copy, Default, Debug)]
pub struct Limits {
    /// Of the clock, and of processor time for each of `cores`, whichever is used up first.
    pub time: Option<Duration>,
    /// How many cores the work uses at a time; 0 counts as 1.
    pub cores: u32,
    /// Resident memory in bytes.
    pub memory: Option<u64>,
}

/// How the work ended.
#[derive(Debug)]
pub enum Outcome<T> {
    Done(T),
    /// It did not stop when asked to; it goes on in the background and its result is lost.
    Abandoned(Reason),
    /// It panicked; the panic hook has told why.
    Panicked,
}

/// Flags that signal handlers set.
#[derive(Clone, Debug)]
pub struct Signals {
    /// Ctrl-C or a request to terminate.
    stop: Arc<AtomicBool>,
    /// The system's limit of processor time is near.
    cpu_limit: Arc<AtomicBool>,
}

impl Signals {
    /// From now on the first signal asks the work to stop, and a second Ctrl-C ends the process at once.
    pub fn install() -> std::io::Result<Signals> {
        let signals = Signals { stop: Arc::new(AtomicBool::new(false)), cpu_limit: Arc::new(AtomicBool::new(false)) };
        for signal in [SIGINT, SIGTERM] {
            signal_hook::flag::register_conditional_shutdown(signal, Status::Unknown.code(), signals.stop.clone())?;
            signal_hook::flag::register(signal, signals.stop.clone())?;
        }
        signal_hook::flag::register(SIGXCPU, signals.cpu_limit.clone())?;
        Ok(signals)
    }

    pub fn stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }
}

/// Runs `work` within `limits`. `tick` is called now and then with the time passed, for signs of life.
pub fn supervise<T: Send + 'static>(
    limits: Limits,
    signals: &Signals,
    budget: &Budget,
    tick: &mut dyn FnMut(Duration),
    work: impl FnOnce() -> T + Send + 'static,
) -> Outcome<T> {
    let (sender, receiver) = mpsc::channel();
    let job = move || {
        // The receiver is gone only when the supervisor has given up on us.
        let _ = sender.send(catch_unwind(AssertUnwindSafe(work)));
    };
    spawn(job);
    let watch = Watch::start(limits, signals);
    let mut asked_to_stop: Option<Instant> = None;
    loop {
        match receiver.recv_timeout(TICK) {
            Ok(Ok(result)) => return Outcome::Done(result),
            Ok(Err(_)) | Err(RecvTimeoutError::Disconnected) => return Outcome::Panicked,
            Err(RecvTimeoutError::Timeout) => {}
        }
        tick(watch.clock.elapsed());
        match (budget.poll(), asked_to_stop) {
            (Ok(()), _) => {
                watch.stop_if_used_up(budget);
                // Parts of the budget may have ended.
                budget.wake();
            }
            (Err(_), None) => {
                asked_to_stop = Some(Instant::now());
                budget.wake();
            }
            (Err(reason), Some(since)) => {
                if since.elapsed() > GRACE {
                    return Outcome::Abandoned(reason);
                }
                budget.wake();
            }
        }
    }
}

/// Starts the thread of the work, with less stack if there is not enough address space for the large one.
fn spawn(job: impl FnOnce() + Send + 'static) {
    let boxed: Box<dyn FnOnce() + Send> = Box::new(job);
    let slot = Arc::new(Mutex::new(Some(boxed)));
    let start = |stack: usize| {
        let slot = slot.clone();
        let run = move || {
            let job = slot.lock().ok().and_then(|mut slot| slot.take());
            job.into_iter().for_each(|job| job());
        };
        std::thread::Builder::new().stack_size(stack).spawn(run)
    };
    let large_fits = resources::address_space_limit().is_none_or(|limit| limit / 2 > STACK as u64);
    if !(large_fits && start(STACK).is_ok()) {
        start(SMALL_STACK).expect("a thread can be started");
    }
}

struct Watch<'a> {
    limits: Limits,
    signals: &'a Signals,
    clock: Instant,
    cpu: Duration,
    address_space: Option<u64>,
    cpu_limit: Option<Duration>,
}

impl<'a> Watch<'a> {
    fn start(limits: Limits, signals: &'a Signals) -> Watch<'a> {
        Watch {
            limits,
            signals,
            clock: Instant::now(),
            cpu: resources::cpu_time(),
            address_space: resources::address_space_limit(),
            cpu_limit: resources::cpu_limit(),
        }
    }

    fn stop_if_used_up(&self, budget: &Budget) {
        if self.signals.stopped() {
            budget.interrupt();
        } else if self.signals.cpu_limit.load(Ordering::Relaxed) || self.out_of_time() {
            budget.out_of_time();
        } else if self.out_of_memory() {
            budget.out_of_memory();
        }
    }

    fn out_of_time(&self) -> bool {
        if self.limits.time.is_none() && self.cpu_limit.is_none() {
            return false;
        }
        let used = resources::cpu_time();
        let cores = self.limits.cores.max(1);
        self.cpu_limit.is_some_and(|limit| used + CPU_MARGIN >= limit)
            || self.limits.time.is_some_and(|limit| {
                self.clock.elapsed() >= limit || used.saturating_sub(self.cpu) >= limit.saturating_mul(cores)
            })
    }

    fn out_of_memory(&self) -> bool {
        if self.limits.memory.is_none() && self.address_space.is_none() {
            return false;
        }
        let now = resources::memory();
        let near = |limit: Option<u64>, used: Option<u64>| match (limit, used) {
            (Some(limit), Some(used)) => used >= threshold(limit),
            _ => false,
        };
        near(self.limits.memory, Some(now.resident)) || near(self.address_space, now.virtual_size)
    }
}

/// Stop a little before the limit: memory grows between two looks, and printing needs some as well.
fn threshold(limit: u64) -> u64 {
    limit - limit / 16
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run<T: Send + 'static>(
        limits: Limits,
        budget: &Budget,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Outcome<T> {
        let signals = Signals { stop: Arc::default(), cpu_limit: Arc::default() };
        supervise(limits, &signals, budget, &mut |_| {}, work)
    }

    fn wait_for_end(budget: Budget) -> Reason {
        loop {
            if let Err(reason) = budget.poll() {
                return reason;
            }
            std::thread::sleep(Duration::from_millis(1));
        }
    }

    #[test]
    fn results_come_through() {
        let budget = Budget::unlimited();
        assert!(matches!(run(Limits::default(), &budget, || 7), Outcome::Done(7)));
    }

    #[test]
    fn a_panic_is_noticed() {
        let outcome: Outcome<()> = run(Limits::default(), &Budget::unlimited(), || panic!("of the test"));
        assert!(matches!(outcome, Outcome::Panicked));
    }

    #[test]
    fn work_that_listens_stops_in_time() {
        let budget = Budget::unlimited();
        let limits = Limits { time: Some(Duration::from_millis(30)), memory: None, ..Limits::default() };
        let shared = budget.clone();
        let outcome = run(limits, &budget, move || wait_for_end(shared));
        assert!(matches!(outcome, Outcome::Done(Reason::Timeout)), "{outcome:?}");
    }

    #[test]
    fn work_that_does_not_listen_is_left_behind() {
        let budget = Budget::unlimited();
        let limits = Limits { time: Some(Duration::from_millis(10)), memory: None, ..Limits::default() };
        let outcome = run(limits, &budget, || std::thread::sleep(Duration::from_secs(3600)));
        assert!(matches!(outcome, Outcome::Abandoned(Reason::Timeout)), "{outcome:?}");
    }

    #[test]
    fn memory_is_watched() {
        let budget = Budget::unlimited();
        let limits = Limits { memory: Some(1 << 20), ..Limits::default() };
        let shared = budget.clone();
        let outcome = run(limits, &budget, move || wait_for_end(shared));
        assert!(matches!(outcome, Outcome::Done(Reason::Memory)), "{outcome:?}");
    }

    #[test]
    fn deep_recursion_has_room() {
        fn depth(n: u64) -> u64 {
            if n == 0 { 0 } else { std::hint::black_box([n; 16]).len() as u64 / 16 + depth(n - 1) }
        }
        let budget = Budget::unlimited();
        assert!(matches!(run(Limits::default(), &budget, || depth(500_000)), Outcome::Done(500_000)));
    }
}
