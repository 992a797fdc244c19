//! A solver context that ends when the budget ends.

use std::ops::Deref;

use crate::budget::{Budget, Registration};

/// A solver context whose queries are interrupted when the budget ends, and counted where it counts: they then answer `Unknown`.
pub struct Solving {
    context: landfall_smt::Context,
    _registration: Option<Registration>,
}

impl Solving {
    pub fn new(config: &landfall_smt::Config, budget: &Budget) -> Solving {
        let context = landfall_smt::Context::new(landfall_smt::Config { meter: budget.meter(), ..config.clone() });
        let registration = context.interrupt().map(|interrupt| budget.on_stop(move || interrupt.stop()));
        Solving { context, _registration: registration }
    }
}

impl Deref for Solving {
    type Target = landfall_smt::Context;

    fn deref(&self) -> &landfall_smt::Context {
        &self.context
    }
}
