//! The ledger of a verdict: everything that was assumed, so that nobody has to guess what was proved.

use std::collections::BTreeSet;
use std::sync::Arc;

use landfall::cfa::{DataModel, HavocKind, Op, Overflow, Program};

use crate::output::result::Assumption;
use crate::program::{Loaded, OrderName, ProgramOptions};
use crate::property::is_identifier;

/// What a verdict about a program takes for granted.
pub fn assumptions(loaded: &Loaded, options: &ProgramOptions) -> Vec<Assumption> {
    let (program, complete, checks) = (&*loaded.program, loaded.complete, loaded.checks);
    let externs = options.trusts_externs();
    let mut ledger = Vec::new();
    let mut add = |id: &str, text: String| ledger.push(Assumption { id: id.into(), text });
    add(
        "data-model",
        match program.semantics.data_model {
            DataModel::Ilp32 => "data model ILP32: int, long and pointers have 32 bits".into(),
            DataModel::Lp64 => "data model LP64: int has 32 bits, long and pointers have 64".into(),
        },
    );
    let wraps = program.semantics.overflow == Overflow::Wrap;
    if wraps {
        add("signed-wrap", "signed overflow wraps, as with gcc -fwrapv".into());
    }
    let unchecked = [
        (!wraps && !checks.overflow, "signed overflow"),
        (!checks.division, "division by zero"),
        (!checks.shift, "shifts out of range"),
        (!checks.memory, "accesses outside of objects"),
    ];
    let names: Vec<&str> = unchecked.iter().filter(|(open, _)| *open).map(|(_, name)| *name).collect();
    let which = if names.is_empty() { " that is not checked".to_string() } else { format!(" ({})", names.join(", ")) };
    add("undefined-behaviour", format!("executions are followed up to undefined behaviour{which} and no further"));
    if externs && !program.externs.is_empty() {
        let names: Vec<&str> = program.externs.iter().map(|name| &**name).collect();
        let reach = match complete {
            true => {
                "functions without a body give inputs; they write only what they are given pointers to, and call nothing"
            }
            false => {
                "functions without a body give inputs; they write only what they are given pointers to and global variables \
                 that are not static, and call only what they are given"
            }
        };
        add("externs", format!("{reach}: {}", names.join(", ")));
    }
    if options.project.is_given() {
        const SHOWN: usize = 8;
        let names: Vec<String> = loaded.units.iter().take(SHOWN).map(|unit| unit.file.display().to_string()).collect();
        let more = loaded.units.len() - names.len();
        let more = if more > 0 { format!(" and {more} more") } else { String::new() };
        add("project", format!("of the project these files belong to the program: {}{more}", names.join(", ")));
    }
    if options.order == OrderName::Written {
        add("order", "operands are evaluated in the order in which they are written".into());
    }
    if !options.device.is_empty() {
        let ranges: Vec<String> = options.device.iter().map(ToString::to_string).collect();
        let text = "at these addresses are registers of devices; reads may give any value, and writes do not matter";
        add("device", format!("{text}: {}", ranges.join(", ")));
    }
    if program.objects.values().any(|object| &*object.name == "$outside") {
        let text = "pointers from outside are null, or point to an object of their type, which nothing else points to but other such pointers";
        add("outside", text.into());
    }
    let approximated: BTreeSet<String> = havocs(program)
        .filter_map(HavocKind::as_approximation)
        .map(|approximation| match is_identifier(&approximation.what) {
            true => format!("{}()", approximation.what),
            false => approximation.what.to_string(),
        })
        .collect();
    if !approximated.is_empty() {
        let names: Vec<String> = approximated.into_iter().collect();
        let text = "what is not modelled may give any result, and write anything where it may write";
        add("approximations", format!("{text}: {}", names.join(", ")));
    }
    let names = |wanted: &dyn Fn(&HavocKind) -> Option<Arc<str>>| {
        let names: BTreeSet<Arc<str>> = havocs(program).filter_map(wanted).collect();
        names.into_iter().collect::<Vec<_>>().join(", ")
    };
    let objects = names(&|kind| match kind {
        HavocKind::Object(name) => Some(name.clone()),
        _ => None,
    });
    if !objects.is_empty() {
        add("objects", format!("variables that are defined elsewhere hold arbitrary values at the start: {objects}"));
    }
    let volatiles = names(&|kind| match kind {
        HavocKind::Volatile(name) => Some(name.clone()),
        _ => None,
    });
    if !volatiles.is_empty() {
        add("volatile", format!("each read of a volatile object may give any value (--volatile memory): {volatiles}"));
    }
    let unspecified = names(&|kind| match kind {
        HavocKind::Unspecified(name) => Some(name.clone()),
        _ => None,
    });
    if !unspecified.is_empty() {
        add("unspecified", format!("what C leaves open may be any of what it allows: {unspecified}"));
    }
    if havocs(program).any(|kind| *kind == HavocKind::Uninitialised) {
        add("uninitialised", "variables without an initial value hold arbitrary ones".into());
    }
    if havocs(program).any(|kind| *kind == HavocKind::Argument) {
        add("arguments", "the parameters of the entry function are arbitrary".into());
    }
    ledger
}

fn havocs(program: &Program) -> impl Iterator<Item = &HavocKind> {
    program.edges.values().filter_map(|edge| match &edge.op {
        Op::Havoc(_, kind) => Some(kind),
        _ => None,
    })
}
