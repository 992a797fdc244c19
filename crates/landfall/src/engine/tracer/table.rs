//! The subsumption table: the annotations of finished states, by location, the cheapest first.

use std::collections::BTreeSet;

use cranelift_entity::SecondaryMap;

use super::state::{Annotation, Fact, HeaderKey, Label};
use crate::cfa::LocId;

#[derive(Clone, Debug)]
pub struct Entry {
    pub annotation: Annotation,
    /// Loop heads on the path to the state, for annotations that a bound has cut off.
    pub visits: usize,
}

#[derive(Clone, Debug, Default)]
pub struct Table {
    by_loc: SecondaryMap<LocId, Vec<Entry>>,
    /// Where there are entries that depend on headers.
    dependent: BTreeSet<LocId>,
}

impl Table {
    pub fn at(&self, loc: LocId) -> &[Entry] {
        &self.by_loc[loc]
    }

    pub fn len(&self) -> usize {
        self.by_loc.values().map(Vec::len).sum()
    }

    pub fn insert(&mut self, loc: LocId, entry: Entry) {
        let entries = &mut self.by_loc[loc];
        if entries.iter().any(|e| e.annotation == entry.annotation && e.visits <= entry.visits) {
            return;
        }
        if !entry.annotation.depends.is_empty() {
            self.dependent.insert(loc);
        }
        let cost = |e: &Entry| e.annotation.facts.len();
        let position = entries.partition_point(|e| cost(e) <= cost(&entry));
        entries.insert(position, entry);
    }

    /// A header is finished with the constraints of the given indices: entries that depended on it depend on what it depends
    /// on, and what they needed to close its paths is needed for safety.
    pub fn close(&mut self, key: HeaderKey, kept: &BTreeSet<usize>, depends: &BTreeSet<HeaderKey>) {
        for &loc in &self.dependent {
            for entry in self.by_loc[loc].iter_mut().filter(|e| e.annotation.depends.contains(&key)) {
                let annotation = &mut entry.annotation;
                annotation.depends.remove(&key);
                annotation.depends.extend(depends);
                for fact in std::mem::take(&mut annotation.facts) {
                    match fact.label {
                        Label::Closing(k, index) if k == key => {
                            if kept.contains(&index) {
                                annotation.require(Fact { label: Label::Safety, ..fact });
                            }
                        }
                        _ => annotation.facts.push(fact),
                    }
                }
            }
            self.by_loc[loc].sort_by_key(|e| e.annotation.facts.len());
        }
        let by_loc = &self.by_loc;
        self.dependent.retain(|&loc| by_loc[loc].iter().any(|e| !e.annotation.depends.is_empty()));
    }

    /// Forgets what depends on one of these headers.
    pub fn forget(&mut self, keys: &BTreeSet<HeaderKey>) {
        for &loc in &self.dependent {
            self.by_loc[loc].retain(|e| e.annotation.depends.is_disjoint(keys));
        }
        let by_loc = &self.by_loc;
        self.dependent.retain(|&loc| by_loc[loc].iter().any(|e| !e.annotation.depends.is_empty()));
    }
}
