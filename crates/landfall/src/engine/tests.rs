//! What tests of engines share.

use std::sync::Arc;
use std::time::Duration;

use super::{Context, Engine};
use crate::analysis::prepare;
use crate::budget::Budget;
use crate::cfa::text::read_program;
use crate::check::certify;
use crate::report::{Silent, Statistics};
use crate::verdict::Verdict;

/// The checked verdict of an engine on a program in text form, and what it counted.
pub(super) fn checked(engine: &dyn Engine, text: &str) -> (Verdict, Statistics) {
    let program = Arc::new(read_program(text).unwrap_or_else(|e| panic!("{e:?}")));
    let solver = landfall_smt::Config::default();
    let budget = Budget::with_timeout(Duration::from_secs(60));
    let mut silent = Silent;
    let mut cx = Context::new(budget.clone(), &mut silent, solver.clone(), Default::default());
    let claimed = engine.run(&prepare(&program), &mut cx);
    let statistics = cx.statistics;
    (certify(claimed, &program, &solver, &budget).0, statistics)
}
