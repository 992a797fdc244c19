//! The states that wait to be explored, in the order of a search.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, VecDeque};

use super::Distance;
use crate::named::named;

named! {
    /// In which order states are explored.
    #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
    pub enum Search: "search" {
        DepthFirst: "dfs",
        BreadthFirst: "bfs",
        /// The state nearest to an error first, by metric and calling context.
        Directed: "directed",
    }
}

/// How far a thing that waits is from an error, and how long the way to it was.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Rank {
    pub distance: Distance,
    pub length: u64,
}

impl From<Distance> for Rank {
    fn from(distance: Distance) -> Rank {
        Rank { distance, length: 0 }
    }
}

/// Things that wait. Of those equally far from an error the one with the shortest way to it comes first: the shorter the path
/// that is found, the cheaper it is to check, and the fewer predicates it takes to exclude it. Equal ranks are taken last in,
/// first out: a search that has come near goes on there.
#[derive(Debug)]
pub struct Frontier<T> {
    search: Search,
    line: VecDeque<T>,
    nearest: BinaryHeap<Waiting<T>>,
    count: u64,
}

#[derive(Debug)]
struct Waiting<T> {
    key: (Reverse<Rank>, u64),
    what: T,
}

impl<T> PartialEq for Waiting<T> {
    fn eq(&self, other: &Self) -> bool {
        self.key == other.key
    }
}

impl<T> Eq for Waiting<T> {}

impl<T> PartialOrd for Waiting<T> {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl<T> Ord for Waiting<T> {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        self.key.cmp(&other.key)
    }
}

impl<T> Frontier<T> {
    pub fn new(search: Search) -> Self {
        Frontier { search, line: VecDeque::new(), nearest: BinaryHeap::new(), count: 0 }
    }

    /// Adds one. Its rank is asked for only if it matters.
    pub fn push<R: Into<Rank>>(&mut self, what: T, rank: impl FnOnce(&T) -> R) {
        match self.search {
            Search::Directed => {
                self.count += 1;
                let key = (Reverse(rank(&what).into()), self.count);
                self.nearest.push(Waiting { key, what });
            }
            Search::DepthFirst | Search::BreadthFirst => self.line.push_back(what),
        }
    }

    /// Adds the successors of one state, given in the program's order: depth first takes the first of them first.
    pub fn extend<R: Into<Rank>>(&mut self, successors: Vec<T>, rank: impl Fn(&T) -> R) {
        let in_order: Box<dyn Iterator<Item = T>> = match self.search {
            Search::BreadthFirst => Box::new(successors.into_iter()),
            Search::DepthFirst | Search::Directed => Box::new(successors.into_iter().rev()),
        };
        in_order.for_each(|what| self.push(what, &rank));
    }

    /// Takes the next one.
    pub fn pop(&mut self) -> Option<T> {
        match self.search {
            Search::DepthFirst => self.line.pop_back(),
            Search::BreadthFirst => self.line.pop_front(),
            Search::Directed => self.nearest.pop().map(|waiting| waiting.what),
        }
    }

    pub fn len(&self) -> usize {
        self.line.len() + self.nearest.len()
    }

    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// All that wait, in no particular order.
    pub fn iter(&self) -> impl Iterator<Item = &T> {
        self.line.iter().chain(self.nearest.iter().map(|waiting| &waiting.what))
    }
}
