//! A map from numbers to terms whose copies share what they have in common: changing one entry copies the few nodes above it,
//! and two copies are merged in time by what differs.

use std::rc::Rc;

use landfall_smt::Term;

const BITS: u32 = 4;
const WAYS: usize = 1 << BITS;
/// Levels of nodes for 64-bit keys.
const LEVELS: u32 = 64 / BITS;

#[derive(Clone)]
enum Node {
    Inner(Box<[Option<Rc<Node>>; WAYS]>),
    Leaf(Term),
}

/// Grows upwards: keys up to 16^`levels` are below the root, higher ones make it taller.
#[derive(Clone, Default)]
pub struct Trie {
    root: Option<Rc<Node>>,
    levels: u32,
}

fn digit(key: u64, level: u32) -> usize {
    (key >> (BITS * level)) as usize % WAYS
}

fn empty() -> [Option<Rc<Node>>; WAYS] {
    std::array::from_fn(|_| None)
}

impl Trie {
    pub fn is_empty(&self) -> bool {
        self.root.is_none()
    }

    fn covers(&self, key: u64) -> bool {
        self.levels >= LEVELS || key >> (BITS * self.levels) == 0
    }

    pub fn get(&self, key: u64) -> Option<Term> {
        if !self.covers(key) {
            return None;
        }
        let mut node = self.root.as_ref()?;
        let mut level = self.levels;
        loop {
            match &**node {
                Node::Leaf(term) => return Some(*term),
                Node::Inner(children) => {
                    level -= 1;
                    node = children[digit(key, level)].as_ref()?;
                }
            }
        }
    }

    pub fn insert(&mut self, key: u64, term: Term) {
        while !self.covers(key) {
            self.grow();
        }
        fn put(slot: &mut Option<Rc<Node>>, key: u64, level: u32, term: Term) {
            if level == 0 {
                *slot = Some(Rc::new(Node::Leaf(term)));
                return;
            }
            let node = slot.get_or_insert_with(|| Rc::new(Node::Inner(Box::new(empty()))));
            if let Node::Inner(children) = Rc::make_mut(node) {
                put(&mut children[digit(key, level - 1)], key, level - 1, term);
            }
        }
        put(&mut self.root, key, self.levels, term);
    }

    fn grow(&mut self) {
        if let Some(old) = self.root.take() {
            let mut children = empty();
            children[0] = Some(old);
            self.root = Some(Rc::new(Node::Inner(Box::new(children))));
        }
        self.levels += 1;
    }

    /// The entries in the order of their keys.
    pub fn entries(&self) -> Vec<(u64, Term)> {
        fn walk(node: &Node, key: u64, found: &mut Vec<(u64, Term)>) {
            match node {
                Node::Leaf(term) => found.push((key, *term)),
                Node::Inner(children) => {
                    for (i, child) in children.iter().enumerate() {
                        if let Some(child) = child {
                            walk(child, key << BITS | i as u64, found);
                        }
                    }
                }
            }
        }
        let mut found = Vec::new();
        if let Some(root) = &self.root {
            walk(root, 0, &mut found);
        }
        found
    }

    /// Both, where `choose` makes one entry of two that differ; an entry that one of them lacks is `None`.
    pub fn merged(&self, other: &Trie, choose: &mut dyn FnMut(u64, Option<Term>, Option<Term>) -> Term) -> Trie {
        let (mut a, mut b) = (self.clone(), other.clone());
        while a.levels < b.levels {
            a.grow();
        }
        while b.levels < a.levels {
            b.grow();
        }
        let levels = a.levels;
        let root = merge(a.root.as_ref(), b.root.as_ref(), 0, levels, choose);
        Trie { root, levels }
    }
}

fn merge(
    a: Option<&Rc<Node>>,
    b: Option<&Rc<Node>>,
    key: u64,
    level: u32,
    choose: &mut dyn FnMut(u64, Option<Term>, Option<Term>) -> Term,
) -> Option<Rc<Node>> {
    let same = match (a, b) {
        (Some(a), Some(b)) => Rc::ptr_eq(a, b),
        (None, None) => true,
        _ => false,
    };
    if same {
        return a.cloned();
    }
    if level == 0 {
        let term = |node: Option<&Rc<Node>>| match node.map(|n| &**n) {
            Some(Node::Leaf(term)) => Some(*term),
            _ => None,
        };
        let (a, b) = (term(a), term(b));
        let chosen = if a == b { a? } else { choose(key, a, b) };
        return Some(Rc::new(Node::Leaf(chosen)));
    }
    let child = |node: Option<&Rc<Node>>, i: usize| match node.map(|n| &**n) {
        Some(Node::Inner(children)) => children[i].clone(),
        _ => None,
    };
    let mut children = empty();
    for (i, slot) in children.iter_mut().enumerate() {
        let (a, b) = (child(a, i), child(b, i));
        *slot = merge(a.as_ref(), b.as_ref(), key << BITS | i as u64, level - 1, choose);
    }
    Some(Rc::new(Node::Inner(Box::new(children))))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cell(value: u64) -> Term {
        Term::bv_const(u128::from(value), 64)
    }

    #[test]
    fn copies_keep_their_entries() {
        let mut map = Trie::default();
        let keys = [0, 1, 15, 16, 17, 4096, 1 << 40, u64::MAX];
        for key in keys {
            map.insert(key, cell(key));
        }
        let before = map.clone();
        map.insert(17, cell(3));
        assert_eq!((before.get(17), map.get(17), map.get(18)), (Some(cell(17)), Some(cell(3)), None));
        assert_eq!(before.entries(), keys.map(|key| (key, cell(key))));
    }

    #[test]
    fn merging_looks_at_what_differs() {
        let mut base = Trie::default();
        (0..1000).for_each(|key| base.insert(key, cell(key)));
        let (mut a, mut b) = (base.clone(), base.clone());
        a.insert(7, cell(1));
        b.insert(5000, cell(2));
        let mut asked = Vec::new();
        let merged = a.merged(&b, &mut |key, x, y| {
            asked.push((key, x, y));
            cell(9)
        });
        assert_eq!(asked, [(7, Some(cell(1)), Some(cell(7))), (5000, None, Some(cell(2)))]);
        assert_eq!((merged.get(7), merged.get(5000), merged.get(8)), (Some(cell(9)), Some(cell(9)), Some(cell(8))));
    }
}
