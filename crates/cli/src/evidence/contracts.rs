//! The contracts of a proof at the functions of the source: for people, and in ACSL.
//!
//! A proof has contracts for the functions that are still called after the passes, which are the recursive ones. ACSL computes with
//! mathematical integers, as the proof does, so a condition can be said as it is if all it speaks of has a name in C: parameters
//! (in `ensures` their values at the call, as ACSL has it), globals before (`\old`) and after, and the result.

use std::collections::BTreeMap;

use landfall::cfa::{ProcId, VarId};
use landfall::encode::{Numbers, Symbols};
use landfall::front::source::Span;
use landfall::verdict::{Contract, Proof};
use landfall_smt::Term;

use super::invariants::sayable;
use super::scope::is_expression;
use crate::program::Loaded;

/// What a function may assume of its callers, and what it does.
pub struct FunctionContract {
    pub span: Span,
    pub function: String,
    /// `None` if it requires nothing.
    pub requires: Option<String>,
    /// `None` if it ensures nothing.
    pub ensures: Option<String>,
    /// Both as clauses of ACSL; `None` if something has no name in C.
    pub acsl: Option<String>,
}

/// The contracts in the order of the source; those that say nothing are left out.
pub fn of(loaded: &Loaded, proof: &Proof) -> Vec<FunctionContract> {
    let symbols = Symbols::new(&proof.program, Numbers::Mathematical);
    let mut found: Vec<FunctionContract> = proof
        .contracts
        .iter()
        .filter_map(|(proc, contract)| {
            let span = place(loaded, proof, *proc)?;
            let speaker = Speaker::new(proof, &symbols, *proc);
            let says = |term: Term| (term.as_bool() != Some(true)).then(|| speaker.words(term));
            let (requires, ensures) = (says(contract.requires), says(contract.ensures));
            if requires.is_none() && ensures.is_none() {
                return None;
            }
            let function = proof.program.procs[*proc].name.to_string();
            Some(FunctionContract { span, function, requires, ensures, acsl: speaker.acsl(contract) })
        })
        .collect();
    found.sort_by_key(|contract| contract.span);
    found
}

/// Where the function is defined: its name, in the program as the front end made it.
fn place(loaded: &Loaded, proof: &Proof, proc: ProcId) -> Option<Span> {
    let name = &proof.program.procs[proc].name;
    loaded.program.procs.values().find(|original| original.name == *name).and_then(|original| original.span)
}

/// Knows the names of what a contract speaks of.
struct Speaker {
    names: BTreeMap<Term, Name>,
}

struct Name {
    words: String,
    in_c: bool,
}

impl Speaker {
    fn new(proof: &Proof, symbols: &Symbols, proc: ProcId) -> Speaker {
        let program = &proof.program;
        let data = &program.procs[proc];
        let plain = |var: VarId| program.vars[var].name.to_string();
        let mut names = BTreeMap::new();
        for var in program.vars.keys() {
            let name = plain(var);
            let in_c = is_expression(&name);
            if program.vars[var].owner.is_none() {
                names.insert(symbols.state(var), Name { words: format!("\\old({name})"), in_c });
                names.insert(symbols.primed(var), Name { words: name, in_c });
            } else if data.params.contains(&var) {
                names.insert(symbols.state(var), Name { words: name, in_c });
            }
            if data.result == Some(var) {
                names.insert(symbols.primed(var), Name { words: "\\result".into(), in_c: true });
            }
        }
        Speaker { names }
    }

    fn words(&self, term: Term) -> String {
        let names: BTreeMap<String, &str> = self.spoken_of(term).collect();
        // Before the call there is no other time that a global's value could be of.
        let speaks_of_later = term.free_vars().iter().any(|symbol| symbol.to_c().ends_with('\''));
        term.to_c_with(&|symbol| {
            let name = names.get(symbol.name()).copied().unwrap_or(symbol.name());
            match name.strip_prefix("\\old(").and_then(|rest| rest.strip_suffix(')')) {
                Some(global) if !speaks_of_later => global.to_string(),
                _ => name.to_string(),
            }
        })
    }

    /// The symbols of a term that have names.
    fn spoken_of(&self, term: Term) -> impl Iterator<Item = (String, &str)> {
        let known = term.free_vars().into_iter().filter_map(|symbol| Some((symbol, self.names.get(&symbol)?)));
        known.filter_map(|(symbol, name)| Some((symbol.as_var()?.name().to_string(), name.words.as_str())))
    }

    fn acsl(&self, contract: &Contract) -> Option<String> {
        let mut clauses = Vec::new();
        for (keyword, condition) in [("requires", contract.requires), ("ensures", contract.ensures)] {
            let named = |symbol: &Term| self.names.get(symbol).is_some_and(|name| name.in_c);
            if !sayable(condition) || !condition.free_vars().iter().all(named) {
                return None;
            }
            if condition.as_bool() != Some(true) {
                clauses.push(format!("{keyword} {};", self.words(condition)));
            }
        }
        Some(clauses.join(" "))
    }
}
