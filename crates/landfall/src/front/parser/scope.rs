//! Which identifiers are typedef names: the one thing about meaning that C's grammar asks for.

use crate::front::symbol::{Interner, Symbol};

/// What an identifier was last declared as.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum NameKind {
    #[default]
    Undeclared,
    Typedef,
    /// A variable, function, parameter or enumerator.
    Ordinary,
}

/// The identifiers in scope, by symbol, with a log to undo the declarations of inner scopes.
pub struct Scopes {
    kinds: Vec<NameKind>,
    undo: Vec<(Symbol, NameKind)>,
    marks: Vec<usize>,
}

impl Scopes {
    pub fn new(symbols: &Interner) -> Scopes {
        Scopes { kinds: vec![NameKind::Undeclared; symbols.len()], undo: Vec::new(), marks: Vec::new() }
    }

    pub fn kind(&self, symbol: Symbol) -> NameKind {
        self.kinds.get(symbol.index()).copied().unwrap_or_default()
    }

    pub fn declare(&mut self, symbol: Symbol, kind: NameKind) {
        if let Some(slot) = self.kinds.get_mut(symbol.index()) {
            let previous = std::mem::replace(slot, kind);
            if !self.marks.is_empty() && previous != kind {
                self.undo.push((symbol, previous));
            }
        }
    }

    pub fn enter(&mut self) {
        self.marks.push(self.undo.len());
    }

    pub fn leave(&mut self) {
        let mark = self.marks.pop().unwrap_or(0);
        for (symbol, kind) in self.undo.drain(mark..).rev() {
            self.kinds[symbol.index()] = kind;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn inner_declarations_end_with_their_scope() {
        let mut symbols = Interner::default();
        let (a, b) = (symbols.intern("a"), symbols.intern("b"));
        let mut scopes = Scopes::new(&symbols);
        scopes.declare(a, NameKind::Typedef);
        scopes.enter();
        scopes.declare(a, NameKind::Ordinary);
        scopes.enter();
        scopes.declare(a, NameKind::Typedef);
        scopes.declare(b, NameKind::Ordinary);
        scopes.leave();
        assert_eq!((scopes.kind(a), scopes.kind(b)), (NameKind::Ordinary, NameKind::Undeclared));
        scopes.leave();
        assert_eq!(scopes.kind(a), NameKind::Typedef);
    }
}
