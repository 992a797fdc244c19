//! Interned identifiers: every spelling is stored once, and a [`Symbol`] is its index.

use indexmap::IndexSet;
use rustc_hash::FxBuildHasher;

/// A spelling in an [`Interner`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Symbol(u32);

impl Symbol {
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// The set of all spellings, in the order of their first occurrence.
#[derive(Clone, Default, Debug)]
pub struct Interner {
    names: IndexSet<Box<str>, FxBuildHasher>,
}

impl Interner {
    pub fn intern(&mut self, name: &str) -> Symbol {
        let index = match self.names.get_index_of(name) {
            Some(index) => index,
            None => self.names.insert_full(name.into()).0,
        };
        Symbol(index as u32)
    }

    /// The symbol of a spelling that was interned before.
    pub fn get(&self, name: &str) -> Option<Symbol> {
        self.names.get_index_of(name).map(|index| Symbol(index as u32))
    }

    /// The number of spellings.
    pub fn len(&self) -> usize {
        self.names.len()
    }

    pub fn is_empty(&self) -> bool {
        self.names.is_empty()
    }

    /// The spelling of a symbol of this interner.
    pub fn name(&self, symbol: Symbol) -> &str {
        &self.names[symbol.index()]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_spellings_share_a_symbol() {
        let mut interner = Interner::default();
        let (a, b) = (interner.intern("a"), interner.intern("b"));
        assert_ne!(a, b);
        assert_eq!(interner.intern("a"), a);
        assert_eq!(interner.get("b"), Some(b));
        assert_eq!(interner.get("c"), None);
        assert_eq!(interner.name(b), "b");
    }
}
