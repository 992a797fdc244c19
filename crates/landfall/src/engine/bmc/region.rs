//! The contents of a region of memory: cells at known indices as a map of their own, above writes at unknown indices, above an
//! array of which nothing is known.
//!
//! Reads are resolved as far as indices tell: what comes out compares indices where they may be equal, and reads nothing but
//! arrays that the program was given.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use landfall_smt::Term;
use rustc_hash::FxHashMap;

use super::trie::Trie;
use crate::limits::limits;

enum Below {
    Array(Term),
    Written { below: Rc<Region>, index: Term, value: Term },
    Chosen { condition: Term, yes: Rc<Region>, no: Rc<Region> },
}

pub struct Region {
    id: u32,
    cells: Trie,
    below: Rc<Below>,
}

/// Makes regions and remembers what was read from them.
#[derive(Default)]
pub struct Regions {
    next: Cell<u32>,
    known: RefCell<FxHashMap<(u32, Term), Term>>,
    initial: RefCell<FxHashMap<Term, Rc<Region>>>,
}

impl Regions {
    fn region(&self, cells: Trie, below: Rc<Below>) -> Rc<Region> {
        let id = self.next.get();
        self.next.set(id + 1);
        Rc::new(Region { id, cells, below })
    }

    /// The contents that an array term has.
    pub fn array(&self, contents: Term) -> Rc<Region> {
        self.region(Trie::default(), Rc::new(Below::Array(contents)))
    }

    /// The contents that a symbol stands for: the same region each time.
    pub fn initial(&self, symbol: Term) -> Rc<Region> {
        if let Some(known) = self.initial.borrow().get(&symbol) {
            return known.clone();
        }
        let region = self.array(symbol);
        self.initial.borrow_mut().insert(symbol, region.clone());
        region
    }

    pub fn write(&self, region: &Rc<Region>, index: Term, value: Term) -> Rc<Region> {
        match key_of(index) {
            Some(key) => {
                let mut cells = region.cells.clone();
                cells.insert(key, value);
                self.region(cells, region.below.clone())
            }
            None => match index.choices(limits().bmc.places) {
                Some(choices) => {
                    let mut cells = region.cells.clone();
                    for (key, here) in choices {
                        let old = self.read(region, Term::bv_const(key, index.width()));
                        cells.insert(key as u64, chosen(here, value, old));
                    }
                    self.region(cells, region.below.clone())
                }
                None => self.region(Trie::default(), Rc::new(Below::Written { below: region.clone(), index, value })),
            },
        }
    }

    pub fn read(&self, region: &Rc<Region>, index: Term) -> Term {
        if let Some(known) = key_of(index).and_then(|key| region.cells.get(key)) {
            return known;
        }
        if let (Below::Array(contents), true) = (&*region.below, region.cells.is_empty() || key_of(index).is_some()) {
            return contents.select(index);
        }
        if let Some(known) = self.known.borrow().get(&(region.id, index)) {
            return *known;
        }
        let result = stacker::maybe_grow(64 * 1024, 1024 * 1024, || self.read_below(region, index));
        self.known.borrow_mut().insert((region.id, index), result);
        result
    }

    fn read_below(&self, region: &Rc<Region>, index: Term) -> Term {
        if key_of(index).is_none()
            && let Some(choices) = index.choices(limits().bmc.places)
        {
            let at = |key: u128| self.read(region, Term::bv_const(key, index.width()));
            let read = choices.iter().rev().map(|(key, here)| (*here, at(*key).under(*here)));
            let read = read.reduce(|(_, other), (here, value)| (here, Term::ite(here, value, other)));
            if let Some((_, value)) = read {
                return value;
            }
        }
        let below = match &*region.below {
            Below::Array(contents) => contents.select(index),
            Below::Written { below, index: written, value } => {
                let same = Term::eq(*written, index);
                match same.as_bool() {
                    Some(true) => *value,
                    Some(false) => self.read(below, index),
                    None => Term::ite(same, *value, self.read(below, index)),
                }
            }
            Below::Chosen { condition, yes, no } => Term::ite(*condition, self.read(yes, index), self.read(no, index)),
        };
        if key_of(index).is_some() {
            return below;
        }
        look_up(&region.cells.entries(), index, index.width(), below)
    }

    /// One of two contents.
    pub fn choose(&self, condition: Term, yes: &Rc<Region>, no: &Rc<Region>) -> Rc<Region> {
        if yes.id == no.id {
            return yes.clone();
        }
        if Rc::ptr_eq(&yes.below, &no.below) {
            let mut pick = |key: u64, a: Option<Term>, b: Option<Term>| {
                let index = Term::bv_const(u128::from(key), 64);
                let a = a.unwrap_or_else(|| self.read(yes, index));
                let b = b.unwrap_or_else(|| self.read(no, index));
                chosen(condition, a, b)
            };
            return self.region(yes.cells.merged(&no.cells, &mut pick), yes.below.clone());
        }
        // A write on one of the ways only is a write of what is there already on the other.
        for (holds, written, other) in [(condition, yes, no), (condition.not(), no, yes)] {
            if let Below::Written { below, index, value } = &*written.below
                && written.cells.is_empty()
                && below.id == other.id
            {
                let value = Term::ite(holds, *value, self.read(other, *index));
                return self.write(other, *index, value);
            }
        }
        self.region(Trie::default(), Rc::new(Below::Chosen { condition, yes: yes.clone(), no: no.clone() }))
    }
}

impl Drop for Region {
    /// Layer by layer: a long history must not need a deep stack.
    fn drop(&mut self) {
        let mut stack = vec![std::mem::replace(&mut self.below, nothing())];
        while let Some(below) = stack.pop() {
            let Ok(below) = Rc::try_unwrap(below) else { continue };
            let regions = match below {
                Below::Array(_) => continue,
                Below::Written { below, .. } => [Some(below), None],
                Below::Chosen { yes, no, .. } => [Some(yes), Some(no)],
            };
            for region in regions.into_iter().flatten() {
                if let Ok(mut only) = Rc::try_unwrap(region) {
                    stack.push(std::mem::replace(&mut only.below, nothing()));
                }
            }
        }
    }
}

thread_local! {
    static NOTHING: Rc<Below> = Rc::new(Below::Array(Term::ff()));
}

/// What a region that is being dropped has below it.
fn nothing() -> Rc<Below> {
    NOTHING.with(Rc::clone)
}

/// One of two contents of a cell. Written in many ways, it would be a deeper choice with each of them.
fn chosen(here: Term, value: Term, old: Term) -> Term {
    let chosen = Term::ite(here, value, old);
    if chosen.sort().bits().is_some() { chosen.chosen_once(limits().bmc.places) } else { chosen }
}

/// The number that an index is, if it is known.
fn key_of(index: Term) -> Option<u64> {
    index.as_bv().map(|value| value as u64)
}

/// The entry at an unknown index by the index's bits, from the highest on which the keys differ; `otherwise` where there is none.
fn look_up(entries: &[(u64, Term)], index: Term, bits: u32, otherwise: Term) -> Term {
    let (Some((first, _)), Some((last, _))) = (entries.first(), entries.last()) else { return otherwise };
    let differing = 64 - (first ^ last).leading_zeros();
    let inside = if differing == 0 { entries[0].1 } else { split(entries, index, differing - 1, otherwise) };
    if differing >= bits {
        return inside;
    }
    let above = index.extract(bits - 1, differing);
    let prefix = first.checked_shr(differing).unwrap_or(0);
    Term::ite(above.eq(Term::bv_const(u128::from(prefix), bits - differing)), inside, otherwise)
}

fn split(entries: &[(u64, Term)], index: Term, bit: u32, otherwise: Term) -> Term {
    let middle = entries.partition_point(|(key, _)| key >> bit & 1 == 0);
    let (low, high) = entries.split_at(middle);
    let half = |entries: &[(u64, Term)]| {
        if bit == 0 {
            return entries.first().map_or(otherwise, |(_, term)| *term);
        }
        look_up(entries, index, bit, otherwise)
    };
    let (low, high) = (half(low), half(high));
    let one = index.extract(bit, bit).eq(Term::bv_const(1, 1));
    Term::ite(one, high, low)
}
