//! Lists that grow at one end and share their beginnings: what paths have in common is kept once.

use std::rc::Rc;

#[derive(Debug)]
struct Link<T> {
    item: T,
    length: usize,
    before: Trail<T>,
}

/// A persistent list. Cloning is free.
#[derive(Debug)]
pub struct Trail<T>(Option<Rc<Link<T>>>);

impl<T> Clone for Trail<T> {
    fn clone(&self) -> Self {
        Trail(self.0.clone())
    }
}

impl<T> Default for Trail<T> {
    fn default() -> Self {
        Trail(None)
    }
}

impl<T> Drop for Trail<T> {
    /// Link by link: a long list must not need a deep stack.
    fn drop(&mut self) {
        let mut next = self.0.take();
        while let Some(link) = next {
            match Rc::try_unwrap(link) {
                Ok(mut only) => next = only.before.0.take(),
                Err(_) => break,
            }
        }
    }
}

/// The same list, not just an equal one.
impl<T> PartialEq for Trail<T> {
    fn eq(&self, other: &Trail<T>) -> bool {
        match (&self.0, &other.0) {
            (Some(a), Some(b)) => Rc::ptr_eq(a, b),
            (None, None) => true,
            _ => false,
        }
    }
}

impl<T> Trail<T> {
    pub fn push(&mut self, item: T) {
        let before = std::mem::take(self);
        self.0 = Some(Rc::new(Link { item, length: before.len() + 1, before }));
    }

    pub fn len(&self) -> usize {
        self.0.as_ref().map_or(0, |link| link.length)
    }

    /// The lists that this one grew from, itself first, the empty one left out.
    pub fn prefixes(&self) -> impl Iterator<Item = &Trail<T>> {
        std::iter::successors(Some(self), |t| t.0.as_ref().map(|link| &link.before)).filter(|t| t.0.is_some())
    }

    /// The list without the item added last.
    pub fn before(&self) -> Trail<T> {
        self.0.as_ref().map(|link| link.before.clone()).unwrap_or_default()
    }

    /// The item added last.
    pub fn last(&self) -> Option<&T> {
        self.0.as_ref().map(|link| &link.item)
    }

    /// The items in the order in which they were added.
    pub fn items(&self) -> Vec<&T> {
        let mut items: Vec<&T> = self.prefixes().filter_map(|t| t.last()).collect();
        items.reverse();
        items
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn beginnings_are_shared_and_long_lists_are_dropped_flat() {
        let mut a = Trail::default();
        a.push(1);
        let mut b = a.clone();
        b.push(2);
        a.push(3);
        assert_eq!((a.items(), b.items()), (vec![&1, &3], vec![&1, &2]));
        assert!(a != b);
        let mut long = Trail::default();
        (0..1_000_000).for_each(|i| long.push(i));
        assert_eq!(long.len(), 1_000_000);
    }
}
