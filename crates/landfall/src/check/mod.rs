//! Re-checks the evidence of verdicts; imports no engine. A verdict leaves the library through [`certify`] only.
//!
//! - An execution is replayed by `exec` on the program as the front end made it: [`check_execution`].
//!   If it depends on something that is not modelled exactly, it is no violation but a [`candidate`].
//! - A proof's invariants are proved again, by a fresh solver and with no help from an interval analysis: [`check_proof`].
//!
//! - A proof must be about the program itself: its chain of passes is run again, see `chain`.
//! - A proof by unrolling is unrolled again, by plainer code than an engine's, and decided by Z3: see `unrolled`.
//! - Where nothing arbitrary decides where executions go, the program is run again: see `course`.
//! - A proof by shapes of the heap is checked step by step, without a solver: see `shapes`.
//!
//! A proof of a program with calls has a contract for each procedure besides. The obligations are those of a modular proof: what
//! a procedure `requires` holds at each of its calls and gives the invariant of its entry; each way between cut points
//! preserves invariants, where a call is known by what its callee `ensures` and keeps the caller's variables and the
//! globals that the callee cannot change; at the exit `ensures` holds; no error is reached in any procedure. Induction on the
//! length of executions makes that a proof, recursion included. Procedures without a contract require and ensure nothing.
//!
//! Trusted in all this: the front end, the passes that made the proof's program, `encode`, `exec` and the solver.

mod chain;
mod course;
mod dependence;
mod execution;
mod marks;
mod obligations;
mod proof;
mod reduce;
mod shapes;
#[cfg(test)]
mod tests;
mod unrolled;
mod vocabulary;

pub use course::{Course, only_course};
pub use dependence::{approximation_needed, candidate};
pub use execution::{ReplayFailure, check_execution, replay};
pub use proof::{Certified, Failure, Meaning, check_dead, check_proof, weaken};
pub use reduce::reduce;

use self::chain::check_chain;
use crate::budget::Budget;
use crate::cfa::Program;
use crate::verdict::{Reason, Verdict};

/// The verdict if its evidence holds, and over which numbers a proof was certified; unknown, with the reason, if not.
pub fn certify(
    verdict: Verdict,
    original: &Program,
    config: &landfall_smt::Config,
    budget: &Budget,
) -> (Verdict, Option<Certified>) {
    match verdict {
        Verdict::Unknown(_) => (verdict, None),
        Verdict::Unsafe(execution) => match check_execution(original, &execution, budget) {
            Ok(replayed) => match candidate(original, &replayed) {
                None => (Verdict::Unsafe(replayed), None),
                Some((what, span)) => {
                    (Verdict::Unknown(Reason::Approximated { what, span, execution: Box::new(replayed) }), None)
                }
            },
            Err(why) => (Verdict::Unknown(Reason::ExecutionNotReplayed(why)), None),
        },
        Verdict::Safe(proof) => {
            match check_chain(&proof, original).and_then(|()| check_proof(&proof, config, budget)) {
                Ok(certified) => (Verdict::Safe(proof), Some(certified)),
                Err(Failure::Stopped(reason)) => (Verdict::Unknown(reason), None),
                Err(failure) => (Verdict::Unknown(Reason::ProofNotCertified(failure.doubt())), None),
            }
        }
    }
}
