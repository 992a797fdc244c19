//! A persistent map from variables, for analyses that keep one a location.
//!
//! A radix tree of shared nodes: a copy costs nothing, a change copies one path, and combining two maps skips what they share.
//! So an analysis pays for what differs between neighbouring locations and not for the number of variables.

use std::sync::Arc;

use super::program::VarId;

const BITS: u32 = 4;
const WIDTH: usize = 1 << BITS;

#[derive(Clone, Debug)]
enum Node<T> {
    Branch([Option<Arc<Node<T>>>; WIDTH]),
    Leaf(T),
}

/// A map from variables to values.
#[derive(Clone, Debug)]
pub struct VarMap<T> {
    root: Option<Arc<Node<T>>>,
    /// How many levels of branches there are.
    height: u32,
}

impl<T> Default for VarMap<T> {
    fn default() -> Self {
        VarMap { root: None, height: 0 }
    }
}

impl<T: Clone + PartialEq> VarMap<T> {
    /// An empty map for variables with indices below `count`. Maps are combined only if made for the same count.
    pub fn new(count: usize) -> Self {
        let mut height = 0;
        while (count as u64) > 1 << (BITS * height) {
            height += 1;
        }
        VarMap { root: None, height }
    }

    fn digit(var: VarId, level: u32) -> usize {
        (var.as_u32() >> (BITS * level)) as usize & (WIDTH - 1)
    }

    pub fn get(&self, var: VarId) -> Option<&T> {
        let mut node = self.root.as_deref()?;
        let mut level = self.height;
        loop {
            match node {
                Node::Leaf(value) => return Some(value),
                Node::Branch(children) => {
                    level -= 1;
                    node = children[Self::digit(var, level)].as_deref()?;
                }
            }
        }
    }

    /// Sets or, with `None`, removes the value of a variable.
    pub fn set(&mut self, var: VarId, value: Option<T>) {
        if self.get(var) != value.as_ref() {
            Self::set_in(&mut self.root, self.height, var, value);
        }
    }

    fn set_in(slot: &mut Option<Arc<Node<T>>>, level: u32, var: VarId, value: Option<T>) {
        if level == 0 {
            *slot = value.map(|v| Arc::new(Node::Leaf(v)));
            return;
        }
        let node = slot.get_or_insert_with(|| Arc::new(Node::Branch(Default::default())));
        let Node::Branch(children) = Arc::make_mut(node) else { unreachable!("branches are above leaves") };
        Self::set_in(&mut children[Self::digit(var, level - 1)], level - 1, var, value);
        if children.iter().all(Option::is_none) {
            *slot = None;
        }
    }

    /// Whether the two are one in memory, so that comparing them is not needed.
    pub fn is_shared_with(&self, other: &VarMap<T>) -> bool {
        match (&self.root, &other.root) {
            (None, None) => true,
            (Some(a), Some(b)) => Arc::ptr_eq(a, b),
            _ => false,
        }
    }

    /// As [`VarMap::meet_telling`], without telling what is dropped.
    pub fn meet_with(&mut self, other: &VarMap<T>, combine: &mut dyn FnMut(VarId, &T, &T) -> Option<T>) -> bool {
        self.meet_telling(other, combine, &mut |_| {})
    }

    /// Keeps the variables that have a value in both maps and for which `combine` gives one; tells those that it drops, and returns
    /// whether `self` changed. `combine` must give the value itself for two equal values.
    pub fn meet_telling(
        &mut self,
        other: &VarMap<T>,
        combine: &mut dyn FnMut(VarId, &T, &T) -> Option<T>,
        dropped: &mut dyn FnMut(VarId),
    ) -> bool {
        Self::meet_in(&mut self.root, &other.root, self.height, 0, combine, dropped)
    }

    fn meet_in(
        slot: &mut Option<Arc<Node<T>>>,
        other: &Option<Arc<Node<T>>>,
        level: u32,
        prefix: u32,
        combine: &mut dyn FnMut(VarId, &T, &T) -> Option<T>,
        dropped: &mut dyn FnMut(VarId),
    ) -> bool {
        let (node, other) = match (&mut *slot, other) {
            (None, _) => return false,
            (Some(node), None) => {
                walk(node, level, prefix, &mut |var, _| dropped(var));
                *slot = None;
                return true;
            }
            (Some(a), Some(b)) if Arc::ptr_eq(a, b) => return false,
            (Some(a), Some(b)) => (a, b),
        };
        match (&**node, &**other) {
            (Node::Leaf(a), Node::Leaf(b)) => {
                if a == b {
                    return false;
                }
                let combined = combine(VarId::from_u32(prefix), a, b);
                if combined.is_none() {
                    dropped(VarId::from_u32(prefix));
                }
                let changed = combined.as_ref() != Some(a);
                if changed {
                    *slot = combined.map(|v| Arc::new(Node::Leaf(v)));
                }
                changed
            }
            (Node::Branch(mine), Node::Branch(theirs)) => {
                let mut next: Option<[Option<Arc<Node<T>>>; WIDTH]> = None;
                for (i, (my, their)) in mine.iter().zip(theirs).enumerate() {
                    let is_same = match (my, their) {
                        (None, _) => true,
                        (Some(a), Some(b)) => Arc::ptr_eq(a, b),
                        (Some(_), None) => false,
                    };
                    let below = prefix | (i as u32) << (BITS * (level - 1));
                    let mut child = if is_same { continue } else { my.clone() };
                    if Self::meet_in(&mut child, their, level - 1, below, combine, dropped) {
                        next.get_or_insert_with(|| mine.clone())[i] = child;
                    }
                }
                let Some(children) = next else { return false };
                let empty = children.iter().all(Option::is_none);
                *slot = (!empty).then(|| Arc::new(Node::Branch(children)));
                true
            }
            _ => unreachable!("maps for the same number of variables have the same height"),
        }
    }

    /// Calls `f` for each variable that has a value, in order.
    pub fn for_each(&self, f: &mut dyn FnMut(VarId, &T)) {
        if let Some(root) = &self.root {
            walk(root, self.height, 0, f);
        }
    }
}

/// Calls `f` for each value below a node.
fn walk<T>(node: &Node<T>, level: u32, prefix: u32, f: &mut dyn FnMut(VarId, &T)) {
    match node {
        Node::Leaf(value) => f(VarId::from_u32(prefix), value),
        Node::Branch(children) => {
            for (i, child) in children.iter().enumerate() {
                if let Some(child) = child {
                    walk(child, level - 1, prefix | (i as u32) << (BITS * (level - 1)), f);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn map(entries: &[(u32, i32)]) -> VarMap<i32> {
        let mut map = VarMap::new(1000);
        for &(var, value) in entries {
            map.set(VarId::from_u32(var), Some(value));
        }
        map
    }

    fn entries(map: &VarMap<i32>) -> Vec<(u32, i32)> {
        let mut all = Vec::new();
        map.for_each(&mut |v, x| all.push((v.as_u32(), *x)));
        all
    }

    #[test]
    fn behaves_as_a_map() {
        let mut m = map(&[(999, 1), (0, 2), (17, 3)]);
        let copy = m.clone();
        assert!(copy.is_shared_with(&m));
        m.set(VarId::from_u32(17), None);
        m.set(VarId::from_u32(16), Some(4));
        assert_eq!(entries(&m), [(0, 2), (16, 4), (999, 1)]);
        assert_eq!(entries(&copy), [(0, 2), (17, 3), (999, 1)]);
        assert_eq!(m.get(VarId::from_u32(5)), None);
    }

    #[test]
    fn meet_keeps_what_both_have() {
        let mut a = map(&[(1, 1), (2, 2), (300, 3), (301, 3)]);
        let b = map(&[(1, 1), (2, 5), (300, 3)]);
        let mut dropped = Vec::new();
        assert!(a.meet_telling(&b, &mut |_, x, y| (x + 3 == *y).then_some(*y), &mut |v| dropped.push(v.as_u32())));
        assert_eq!(dropped, [301]);
        assert_eq!(entries(&a), [(1, 1), (2, 5), (300, 3)]);
        assert!(!a.meet_telling(&b, &mut |_, _, _| None, &mut |_| panic!("nothing is left to drop")));
    }

    #[test]
    fn one_variable_needs_no_branches() {
        let mut m: VarMap<i32> = VarMap::new(1);
        m.set(VarId::from_u32(0), Some(7));
        assert_eq!(entries(&m), [(0, 7)]);
    }
}
