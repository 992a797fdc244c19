//! Intervals of single variables.

use landfall_smt::Term;

use super::{Domain, Ground};
use crate::engine::Context;
use crate::verdict::Reason;

pub struct Intervals;

impl Domain for Intervals {
    fn name(&self) -> &'static str {
        "intervals"
    }

    fn facts(&self, ground: &Ground<'_>, _: Option<&[Term]>, _: &mut Context<'_>) -> Result<Option<Vec<Term>>, Reason> {
        Ok(Some(ground.plain_graph().1))
    }
}
