//! Checks: every error location of a program as an object with a name of its own, and [`decide`], which gives each a status.
//!
//! An execution ends at the first check that fails: an assertion aborts, and of what follows undefined behaviour nothing can be said.
//! So whether a check can fail does not depend on which others are asked about in the same question: their errors are ends
//! like others.

mod decide;
mod question;

use std::collections::BTreeMap;
use std::sync::Arc;

pub use decide::{Answer, Asker, Status, Unseen, decide};
pub use question::{Asks, Question};

use crate::cfa::{ErrorKind, LocId, Op, ProcId, Program};
use crate::front::source::Span;

/// Something that could go wrong at one place of the source.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Check {
    /// Where executions that fail it arrive: one location, or several if it is decided on several branches.
    pub locs: Vec<LocId>,
    pub function: Arc<str>,
    pub kind: ErrorKind,
    /// Counts the checks of this kind in the function, from 1, in the order of the source.
    pub number: u32,
    /// What is wrong if it fails.
    pub message: Arc<str>,
    pub span: Option<Span>,
    /// It lies behind a condition, so that executions may come to it without failing it.
    pub guarded: bool,
}

impl Check {
    /// A name that stays when lines move: function, kind and number.
    pub fn name(&self) -> String {
        format!("{}.{}.{}", self.function, self.kind.word(), self.number)
    }
}

/// The checks of a program in the order of the source. Errors that say the same of the same place are one check.
pub fn checks(program: &Program) -> Vec<Check> {
    let mut places: Vec<_> = program.errors().map(|(loc, error)| (error.span, loc, error)).collect();
    places.sort_by_key(|(span, loc, _)| (span.map(|span| (span.file, span.lo)), *loc));
    let mut numbers: BTreeMap<(Arc<str>, ErrorKind), u32> = BTreeMap::new();
    let mut seen: BTreeMap<(Span, ProcId, ErrorKind, Arc<str>), usize> = BTreeMap::new();
    let mut found: Vec<Check> = Vec::new();
    for (span, loc, error) in places {
        let proc = program.locs[loc].proc.unwrap_or(program.entry);
        let guarded = program.incoming(loc).all(|(_, edge)| matches!(edge.op, Op::Assume(_)));
        let same = span.map(|span| (span, proc, error.kind, error.message.clone()));
        if let Some(position) = same.as_ref().and_then(|same| seen.get(same)) {
            let check = &mut found[*position];
            check.locs.push(loc);
            check.guarded &= guarded;
            continue;
        }
        same.map(|same| seen.insert(same, found.len()));
        let function = plain(&program.procs[proc].name);
        let number = numbers.entry((function.clone(), error.kind)).or_default();
        *number += 1;
        found.push(Check {
            locs: vec![loc],
            function,
            kind: error.kind,
            number: *number,
            message: error.message.clone(),
            span,
            guarded,
        });
    }
    found
}

/// The name as people know it. Copies of a library function, and what is no function of the program, such as its end, have a `$` in
/// theirs.
fn plain(name: &str) -> Arc<str> {
    name.split('$').find(|part| !part.is_empty()).unwrap_or(name).into()
}

#[cfg(test)]
mod tests;
