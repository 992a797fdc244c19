//! The engines: one module each, all behind one trait. Engines do not import each other.

use std::sync::Arc;

use crate::budget::Budget;
use crate::cfa::Program;
use crate::report::{Event, Sink, Statistics};
use crate::verdict::Verdict;

/// What is to be decided: can an execution of `program` reach one of its error locations?
#[derive(Clone, Debug)]
pub struct Task {
    /// As the front end made it; executions are replayed on it.
    pub original: Arc<Program>,
    /// After the passes that every engine gets (dead code, constants, slicing, inlining where there is no recursion).
    pub program: Arc<Program>,
}

/// What an engine works with: its share of time and memory, and a place for what it has to tell.
pub struct Context<'a> {
    pub budget: Budget,
    pub statistics: Statistics,
    pub sink: &'a mut dyn Sink,
    pub solver: landfall_smt::Config,
}

impl Context<'_> {
    pub fn emit(&mut self, event: Event) {
        self.sink.event(&event);
    }
}

/// A way to decide tasks. `run` must poll the budget and never claims more than its evidence shows.
pub trait Engine {
    fn run(&self, task: &Task, cx: &mut Context<'_>) -> Verdict;
}
