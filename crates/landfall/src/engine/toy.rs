//! What it takes to add an engine: a module with an [`Engine`], and a row in the registry.

use super::kit::certificate::flat;
use super::{Context, Engine, Task};
use crate::verdict::{Reason, Verdict};

/// Proves programs without errors.
pub struct Toy;

impl Engine for Toy {
    fn run(&self, task: &Task, _: &mut Context<'_>) -> Verdict {
        if task.program.obligations().is_empty() {
            Verdict::Safe(flat(task, []))
        } else {
            Verdict::Unknown(Reason::Incomplete("there is something to prove".into()))
        }
    }
}

#[test]
fn an_engine_is_a_module_and_a_row() {
    use super::tests::checked;
    use super::{EngineKind, EngineOptions};

    let toy = "toy".parse::<EngineKind>().expect("it has a row").engine(&EngineOptions::default());
    let empty = "semantics lp64 undefined;\nentry main;\nproc main() entry l0 exit l1 { l0 -> l1: skip; }";
    assert!(matches!(checked(&*toy, empty).0, Verdict::Safe(_)));
    let error = "semantics lp64 undefined;\nentry main;\nproc main() entry l0 exit l1 { loc l2 error assertion \"none\"; l0 -> l2: skip; }";
    assert!(matches!(checked(&*toy, error).0, Verdict::Unknown(_)));
}
