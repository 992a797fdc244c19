//! The calls that paths have made: from which states procedures were entered, and left in which.

use std::collections::BTreeMap;

use super::path::{Condition, SymbolicPath};
use super::store::Store;
use crate::cfa::ProcId;
use crate::engine::kit::trail::Trail;
use crate::limits::limits;

/// The state in which a procedure was entered, and perhaps the one in which it was left.
pub struct Call {
    pub entry: Store,
    pub exit: Option<Store>,
    pub condition: Trail<Condition>,
}

#[derive(Default)]
pub struct Calls {
    pub entered: BTreeMap<ProcId, Vec<Call>>,
    pub left: BTreeMap<ProcId, Vec<Call>>,
    /// Some procedure was called more often than is kept.
    pub truncated: bool,
}

impl Calls {
    /// `path` stands at the entry of `proc`, its arguments set.
    pub fn entered(&mut self, proc: ProcId, path: &SymbolicPath) {
        let call = path.store.at_entry().map(|entry| Call { entry, exit: None, condition: path.condition.clone() });
        Calls::keep(self.entered.entry(proc).or_default(), call, &mut self.truncated);
    }

    /// `path` stands at the exit of `proc`.
    pub fn left(&mut self, proc: ProcId, path: &SymbolicPath) {
        let exit = Some(path.store.clone());
        let call = path.store.at_entry().map(|entry| Call { entry, exit, condition: path.condition.clone() });
        Calls::keep(self.left.entry(proc).or_default(), call, &mut self.truncated);
    }

    fn keep(list: &mut Vec<Call>, call: Option<Call>, truncated: &mut bool) {
        if list.len() < limits().se.calls {
            list.extend(call);
        } else {
            *truncated = true;
        }
    }
}
