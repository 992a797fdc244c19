//! Calls as transitions: what a procedure may change, and what its contract says about it.
//!
//! A contract's `requires` ranges over the state symbols of the globals and of the procedure's parameters at its entry;
//! `ensures` ranges over these and over the primed symbols of the globals and of its result variable at its exit.

use std::collections::{BTreeMap, BTreeSet};

use landfall_smt::{Sort, Term};
use rustc_hash::FxHashMap;

use super::transition::{Local, Origin, Transition};
use super::{Encoder, sort_of};
use crate::cfa::{EdgeId, Op, ProcId, Program, VarId, VarKind};

/// The globals that a call of `proc` may change, itself or through what it calls.
pub fn modified_globals(program: &Program, proc: ProcId) -> BTreeSet<VarId> {
    let mut modified = BTreeSet::new();
    let mut seen = BTreeSet::from([proc]);
    let mut work = vec![proc];
    while let Some(current) = work.pop() {
        for edge in program.edges.values().filter(|e| program.locs[e.src].proc == Some(current)) {
            let written = match &edge.op {
                Op::Assign(var, _) | Op::Havoc(var, _) | Op::Store(var, ..) => Some(*var),
                Op::Call { callee, result, .. } => {
                    if seen.insert(*callee) {
                        work.push(*callee);
                    }
                    *result
                }
                Op::Memory(op) => op.target(),
                Op::Skip | Op::Assume(_) | Op::Unsupported(_) => None,
            };
            modified.extend(written.filter(|v| program.vars[*v].kind == VarKind::Global));
        }
    }
    modified
}

/// A call edge, entered: the callee's parameters have their arguments.
#[derive(Clone, Debug)]
pub struct Entered {
    /// Where the arguments are defined, with the facts about them.
    pub guard: Term,
    /// The value of each parameter, over the caller's state.
    pub arguments: BTreeMap<VarId, Term>,
    pub locals: Vec<Local>,
}

impl Encoder<'_> {
    /// The arguments of a call edge, evaluated.
    pub fn enter(&self, edge: EdgeId) -> Entered {
        let Op::Call { callee, args, .. } = &self.program.edges[edge].op else {
            return Entered { guard: Term::tt(), arguments: BTreeMap::new(), locals: Vec::new() };
        };
        let (mut guards, mut locals, mut arguments) = (Vec::new(), Vec::new(), BTreeMap::new());
        for (param, arg) in self.program.procs[*callee].params.iter().zip(args) {
            let (value, evaluated) = self.value(edge, arg);
            guards.extend(evaluated.guards);
            if self.ranges.covers(edge) {
                guards.extend(evaluated.ranges);
            }
            locals.extend(evaluated.locals);
            arguments.insert(*param, value);
        }
        Entered { guard: Term::and(&guards), arguments, locals }
    }

    /// What a call does, as far as `ensures` says: the globals that the callee may change and the variable for the result get
    /// arbitrary values of their types that satisfy it. Without one, any.
    pub fn call(&self, edge: EdgeId, ensures: Option<Term>) -> Transition {
        let Op::Call { callee, result, .. } = &self.program.edges[edge].op else {
            return Transition::identity(&self.symbols);
        };
        let entered = self.enter(edge);
        let mut locals = entered.locals;
        let mut guards = vec![entered.guard];
        let mut post = BTreeMap::new();
        let mut map: FxHashMap<Term, Term> =
            entered.arguments.iter().map(|(v, t)| (self.symbols.state(*v), *t)).collect();
        for global in modified_globals(self.program, *callee) {
            let after = self.fresh_after(global, &mut guards, &mut locals);
            map.insert(self.symbols.primed(global), after);
            post.insert(global, after);
        }
        if let Some(returned) = self.program.procs[*callee].result {
            let after = self.fresh_after(returned, &mut guards, &mut locals);
            map.insert(self.symbols.primed(returned), after);
            if let Some(var) = result {
                post.insert(*var, after);
            }
        }
        if let Some(ensures) = ensures {
            // What the callee cannot change is the same afterwards.
            for symbol in ensures.free_vars() {
                if let Some(unchanged) = self.unchanged_primed(symbol) {
                    map.entry(symbol).or_insert(unchanged);
                }
            }
            guards.push(ensures.substitute(&map));
        }
        Transition::new(&self.symbols, Term::and(&guards), post, locals)
    }

    fn fresh_after(&self, var: VarId, guards: &mut Vec<Term>, locals: &mut Vec<Local>) -> Term {
        let data = &self.program.vars[var];
        let sort: Sort = sort_of(data.ty, self.symbols.numbers());
        let symbol = Term::fresh(&data.name, sort);
        guards.push(self.in_type_range(var, symbol));
        locals.push(Local { symbol, origin: Origin::Call });
        symbol
    }

    /// The state symbol of a global whose primed symbol this is.
    fn unchanged_primed(&self, symbol: Term) -> Option<Term> {
        self.symbols
            .vars()
            .filter(|v| self.program.vars[*v].kind == VarKind::Global)
            .find(|v| self.symbols.primed(*v) == symbol)
            .map(|v| self.symbols.state(v))
    }
}
