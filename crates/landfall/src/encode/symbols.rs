//! The symbols that stand for a program's variables in formulas.
//!
//! One variable has a *state symbol* (its value now), a *primed* one (its value after a transition), an *entry* symbol (its
//! value when the current procedure was entered, for invariants inside procedures with contracts) and numbered instances for
//! paths. Names are those of the source; where several variables share one, all but the first carry their index, so
//! that a name means one variable. The marks (`~`, `'`, `^`, `@`, `#`) occur in no C identifier.

use std::collections::BTreeSet;
use std::sync::Arc;

use cranelift_entity::{EntityRef, PrimaryMap};
use landfall_smt::{Sort, Term};
use rustc_hash::FxHashMap;

use crate::cfa::{INDEX, Program, Type, VarId};

/// What numbers are in the formulas.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Numbers {
    /// Mathematical integers; truth values are kept as 0 and 1.
    Mathematical,
    /// Bit-vectors of the variable's width: exact, and often slower.
    BitVector,
}

/// The state symbols of one program in one encoding.
#[derive(Debug)]
pub struct Symbols {
    numbers: Numbers,
    names: PrimaryMap<VarId, String>,
    state: PrimaryMap<VarId, Term>,
    primed: PrimaryMap<VarId, Term>,
    by_symbol: FxHashMap<Term, VarId>,
}

impl Symbols {
    pub fn new(program: &Program, numbers: Numbers) -> Arc<Symbols> {
        let mut taken = BTreeSet::new();
        let mut symbols = Symbols {
            numbers,
            names: PrimaryMap::new(),
            state: PrimaryMap::new(),
            primed: PrimaryMap::new(),
            by_symbol: FxHashMap::default(),
        };
        for (var, data) in program.vars.iter() {
            let mut name = if taken.insert(data.name.clone()) {
                data.name.to_string()
            } else {
                format!("{}~{}", data.name, var.index())
            };
            let sort = sort_of(data.ty, numbers);
            if numbers == Numbers::BitVector {
                // The same name at two sorts would be two variables of one name in a dumped query.
                name.push_str("#bits");
            }
            let symbol = Term::var(&name, sort);
            symbols.state.push(symbol);
            symbols.primed.push(Term::var(format!("{name}'"), sort));
            symbols.by_symbol.insert(symbol, var);
            symbols.names.push(name);
        }
        Arc::new(symbols)
    }

    pub fn numbers(&self) -> Numbers {
        self.numbers
    }

    /// The value of `var` now.
    pub fn state(&self, var: VarId) -> Term {
        self.state[var]
    }

    /// The value of `var` after a transition.
    pub fn primed(&self, var: VarId) -> Term {
        self.primed[var]
    }

    /// The value of `var` when the current procedure was entered. No transition changes it.
    pub fn entry(&self, var: VarId) -> Term {
        Term::var(format!("{}^", self.names[var]), self.state[var].sort())
    }

    /// The `step`-th instance of `var` on a path.
    pub fn at(&self, var: VarId, step: u32) -> Term {
        Term::var(format!("{}@{step}", self.names[var]), self.state[var].sort())
    }

    /// The variable of a state symbol.
    pub fn var_of(&self, symbol: Term) -> Option<VarId> {
        self.by_symbol.get(&symbol).copied()
    }

    /// All variables, in order.
    pub fn vars(&self) -> impl Iterator<Item = VarId> + use<> {
        (0..self.state.len()).map(VarId::new)
    }

    /// The program variables whose state symbol occurs in `term`, in order.
    pub fn vars_in(&self, term: Term) -> BTreeSet<VarId> {
        term.free_vars().into_iter().filter_map(|symbol| self.var_of(symbol)).collect()
    }

    /// `term` with each state symbol replaced by its primed one.
    pub fn prime(&self, term: Term) -> Term {
        let map = self.vars_in(term).into_iter().map(|v| (self.state[v], self.primed[v])).collect();
        term.substitute(&map)
    }
}

/// The sort of a variable's symbols.
pub fn sort_of(ty: Type, numbers: Numbers) -> Sort {
    match (ty, numbers) {
        (Type::Int(_), Numbers::Mathematical) => Sort::Int,
        (Type::Int(int), Numbers::BitVector) => Sort::BitVec(u32::from(int.bits)),
        (Type::Array(cell), _) => Sort::array(sort_of(Type::Int(INDEX), numbers), sort_of(Type::Int(cell), numbers)),
    }
}

/// The state symbol of one variable over mathematical integers. Who needs many keeps a [`Symbols`].
pub fn state_symbol(program: &Program, var: VarId) -> Term {
    Symbols::new(program, Numbers::Mathematical).state(var)
}
