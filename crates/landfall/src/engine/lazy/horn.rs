//! A source of contracts for recursive programs: a solution of the program's constrained Horn clauses.

use crate::verdict::{Proof, Reason};

use super::explore::Explorer;

impl Explorer<'_, '_> {
    pub fn ask_horn(&mut self) -> Result<Option<Proof>, Reason> {
        Ok(None)
    }
}
