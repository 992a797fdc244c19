//! Of what the terms of a proof may speak.
//!
//! A symbol that means nothing where it stands could make an obligation hold for the wrong reason: a callee's local in a
//! contract would be read as the caller's in a recursive call, and a primed symbol that no call changes would relate two calls
//! that have nothing to do with each other. So each kind of term has its vocabulary, and a proof that leaves it is refused:
//!
//! | term | may speak of |
//! |---|---|
//! | invariant at a location of a procedure | state symbols of the globals and of the procedure's variables; entry symbols of the same |
//! | `requires` | state symbols of the globals and of the procedure's parameters |
//! | `ensures` | these, and primed symbols of the globals and of the procedure's result |
//!
//! Symbols that belong to no variable of the program are constants to the checker: what it proves, it proves for every value.

use std::collections::BTreeSet;

use landfall_smt::Term;
use rustc_hash::FxHashMap;

use crate::cfa::{ProcId, Program, VarId};
use crate::encode::Symbols;
use crate::verdict::Proof;

#[derive(Clone, Copy, PartialEq, Eq)]
enum Role {
    State,
    Primed,
    Entry,
}

struct Vocabulary<'a> {
    program: &'a Program,
    roles: FxHashMap<Term, (Role, VarId)>,
}

/// A sentence about the first term that speaks of what it must not, if there is one.
pub(super) fn stray_symbol(proof: &Proof, symbols: &Symbols) -> Option<String> {
    let program = &*proof.program;
    let mut roles = FxHashMap::default();
    for var in symbols.vars() {
        roles.insert(symbols.state(var), (Role::State, var));
        roles.insert(symbols.primed(var), (Role::Primed, var));
        roles.insert(symbols.entry(var), (Role::Entry, var));
    }
    let vocabulary = Vocabulary { program, roles };
    for (loc, invariant) in &proof.invariants {
        let proc = program.proc_of(*loc);
        let may = |role, var| role != Role::Primed && vocabulary.belongs(var, proc);
        if let Some(symbol) = vocabulary.first_stray(*invariant, &may) {
            return Some(format!("an invariant speaks of what it may only, but it must not speak of {symbol}"));
        }
    }
    for (proc, contract) in &proof.contracts {
        let data = &program.procs[*proc];
        let at_entry: BTreeSet<VarId> = data.params.iter().copied().collect();
        let is_global = |var: VarId| program.vars[var].owner.is_none();
        let requires = |role, var| role == Role::State && (is_global(var) || at_entry.contains(&var));
        let ensures =
            |role, var| requires(role, var) || role == Role::Primed && (is_global(var) || data.result == Some(var));
        let stray = vocabulary.first_stray(contract.requires, &requires);
        if let Some(symbol) = stray.or_else(|| vocabulary.first_stray(contract.ensures, &ensures)) {
            return Some(format!(
                "the contract of {} speaks of what it may only, but it must not speak of {symbol}",
                data.name
            ));
        }
    }
    None
}

impl Vocabulary<'_> {
    fn belongs(&self, var: VarId, proc: ProcId) -> bool {
        self.program.vars[var].owner.is_none_or(|owner| owner == proc)
    }

    fn first_stray(&self, term: Term, may: &dyn Fn(Role, VarId) -> bool) -> Option<Term> {
        let is_stray = |symbol: &Term| self.roles.get(symbol).is_some_and(|&(role, var)| !may(role, var));
        term.free_vars().into_iter().find(is_stray)
    }
}
