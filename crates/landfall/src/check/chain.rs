//! That a proof is about the program in question, and about all its errors: the passes are run again.

use super::Failure;
use crate::cfa::Program;
use crate::cfa::passes::{Derived, Pass};
use crate::verdict::Proof;

/// Runs the proof's chain of passes on `original`. What comes out must be the program that the proof speaks of, with the same way
/// back, and no pass of the chain may drop errors.
pub(super) fn check_chain(proof: &Proof, original: &Program) -> Result<(), Failure> {
    if let Some(pass) = proof.chain.iter().find(|pass| !pass.keeps_errors()) {
        let what = match pass {
            Pass::Altered => "the proof is about the program, but it is about an altered one",
            _ => "the proof is about all errors, but a pass dropped some",
        };
        return Err(Failure::Refuted(what.into()));
    }
    let again = Derived::by(&proof.chain, original);
    if *again.program != *proof.program {
        return Err(Failure::Refuted("the proof is about this program, but its passes make another one of it".into()));
    }
    if *again.mapping != *proof.mapping {
        return Err(Failure::Refuted(
            "the proof's way back leads to this program, but its passes have another one".into(),
        ));
    }
    Ok(())
}
