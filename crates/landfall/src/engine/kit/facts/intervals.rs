//! Intervals of single variables.

use landfall_smt::Term;

use super::{Domain, Ground, Known};
use crate::engine::Context;

pub struct Intervals;

impl Domain for Intervals {
    fn name(&self) -> &'static str {
        "intervals"
    }

    fn facts(&self, ground: &Ground<'_>, _: Option<&[Term]>, _: &mut Context<'_>) -> Known {
        Ok(Some(ground.plain_graph().1))
    }
}
