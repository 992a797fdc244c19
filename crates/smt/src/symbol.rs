//! Interned names of variables, functions and Horn predicates.
//!
//! Symbols live for the whole process. Numbers are given out in the order of first use, so that a single-threaded run always
//! sees the same symbols.

use rustc_hash::FxHashMap;
use std::fmt;
use std::sync::{LazyLock, RwLock};

/// An interned name; equal names are equal symbols.
#[derive(Copy, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Symbol(u32);

#[derive(Default)]
struct Table {
    by_name: FxHashMap<&'static str, u32>,
    names: Vec<&'static str>,
    fresh: u64,
}

static TABLE: LazyLock<RwLock<Table>> = LazyLock::new(RwLock::default);

impl Table {
    fn intern(&mut self, name: &str) -> Symbol {
        if let Some(&index) = self.by_name.get(name) {
            return Symbol(index);
        }
        let index = u32::try_from(self.names.len()).expect("fewer than 2^32 symbols");
        let name: &'static str = Box::leak(name.to_owned().into_boxed_str());
        self.names.push(name);
        self.by_name.insert(name, index);
        Symbol(index)
    }
}

impl Symbol {
    /// The symbol of that name.
    pub fn new(name: &str) -> Symbol {
        if let Some(&index) = read().by_name.get(name) {
            return Symbol(index);
        }
        write().intern(name)
    }

    /// A symbol that nobody has used so far, named after `prefix` and a running number.
    pub fn fresh(prefix: &str) -> Symbol {
        let mut table = write();
        loop {
            table.fresh += 1;
            let name = format!("{prefix}!{}", table.fresh);
            if !table.by_name.contains_key(name.as_str()) {
                return table.intern(&name);
            }
        }
    }

    /// The name this symbol was made from.
    pub fn name(self) -> &'static str {
        read().names[self.0 as usize]
    }

    /// The symbol with that number; the inverse of [`Symbol::index`].
    pub(crate) fn from_index(index: u32) -> Symbol {
        debug_assert!((index as usize) < read().names.len(), "no symbol has number {index}");
        Symbol(index)
    }

    /// A dense number, in order of first use.
    pub fn index(self) -> u32 {
        self.0
    }
}

// A poisoned lock only says that another thread panicked while holding it; the table is append-only and stays usable.
fn read() -> std::sync::RwLockReadGuard<'static, Table> {
    TABLE.read().unwrap_or_else(|poisoned| poisoned.into_inner())
}

fn write() -> std::sync::RwLockWriteGuard<'static, Table> {
    TABLE.write().unwrap_or_else(|poisoned| poisoned.into_inner())
}

impl From<&str> for Symbol {
    fn from(name: &str) -> Symbol {
        Symbol::new(name)
    }
}

impl From<&String> for Symbol {
    fn from(name: &String) -> Symbol {
        Symbol::new(name)
    }
}

impl From<String> for Symbol {
    fn from(name: String) -> Symbol {
        Symbol::new(&name)
    }
}

impl fmt::Display for Symbol {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl fmt::Debug for Symbol {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_names_are_equal_symbols_and_fresh_ones_are_new() {
        let a = Symbol::new("symbol_test_a");
        assert_eq!(a, Symbol::new("symbol_test_a"));
        assert_eq!(a.name(), "symbol_test_a");
        let f = Symbol::fresh("symbol_test_a");
        assert_ne!(f, a);
        assert_ne!(f, Symbol::fresh("symbol_test_a"));
    }
}
