//! Effort that is counted and not timed, so that who gives up does so at the same point on every machine.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// An amount of effort, in the solver's resource units, that contexts with this meter share. It may be a part of another.
#[derive(Debug)]
pub struct Meter {
    left: AtomicU64,
    whole: Option<Arc<Meter>>,
}

impl Meter {
    pub fn new(units: u64, whole: Option<Arc<Meter>>) -> Meter {
        Meter { left: AtomicU64::new(units), whole }
    }

    /// What is left of it, and of what it is a part of.
    pub fn left(&self) -> u64 {
        let own = self.left.load(Ordering::Relaxed);
        self.whole.as_ref().map_or(own, |whole| own.min(whole.left()))
    }

    pub fn charge(&self, units: u64) {
        // One thread works and charges; others only look.
        self.left.store(self.left.load(Ordering::Relaxed).saturating_sub(units), Ordering::Relaxed);
        self.whole.iter().for_each(|whole| whole.charge(units));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_part_is_charged_to_the_whole() {
        let whole = Arc::new(Meter::new(100, None));
        let part = Meter::new(60, Some(whole.clone()));
        part.charge(50);
        assert_eq!((part.left(), whole.left()), (10, 50));
        whole.charge(45);
        assert_eq!((part.left(), whole.left()), (5, 5));
        part.charge(7);
        assert_eq!((part.left(), whole.left()), (0, 0));
    }
}
