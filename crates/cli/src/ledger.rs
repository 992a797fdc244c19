//! The ledger of a verdict: everything that was assumed, so that nobody has to guess what was proved.

use landfall::cfa::{DataModel, HavocKind, Op, Overflow, Program};

use crate::output::result::Assumption;

/// What a verdict about `program` takes for granted. `externs` says whether functions without a body are trusted at all.
pub fn assumptions(program: &Program, externs: bool) -> Vec<Assumption> {
    let mut ledger = Vec::new();
    let mut add = |id: &str, text: String| ledger.push(Assumption { id: id.into(), text });
    add(
        "data-model",
        match program.semantics.data_model {
            DataModel::Ilp32 => "data model ILP32: int, long and pointers have 32 bits".into(),
            DataModel::Lp64 => "data model LP64: int has 32 bits, long and pointers have 64".into(),
        },
    );
    match program.semantics.overflow {
        Overflow::Undefined => add(
            "undefined-behaviour",
            "executions are followed up to undefined behaviour (signed overflow, division by zero, shifts out of range) and \
             no further"
                .into(),
        ),
        Overflow::Wrap => {
            add("signed-wrap", "signed overflow wraps, as with gcc -fwrapv".into());
            add(
                "undefined-behaviour",
                "executions are followed up to undefined behaviour (division by zero, shifts out of range) and no further"
                    .into(),
            );
        }
    }
    if externs && !program.externs.is_empty() {
        let names: Vec<&str> = program.externs.iter().map(|name| &**name).collect();
        add(
            "externs",
            format!("functions without a body return arbitrary values and do nothing else: {}", names.join(", ")),
        );
    }
    if has_havoc(program, |kind| matches!(kind, HavocKind::Uninitialised)) {
        add("uninitialised", "variables without an initial value hold arbitrary ones".into());
    }
    if has_havoc(program, |kind| matches!(kind, HavocKind::Argument)) {
        add("arguments", "the parameters of the entry function are arbitrary".into());
    }
    ledger
}

fn has_havoc(program: &Program, wanted: impl Fn(&HavocKind) -> bool) -> bool {
    program.edges.values().any(|edge| matches!(&edge.op, Op::Havoc(_, kind) if wanted(kind)))
}
