//! What the variables hold somewhere in the unrolled program, and how an execution came there.

use std::rc::Rc;

use cranelift_entity::EntityRef;
use landfall_smt::Term;

use super::region::{Region, Regions};
use crate::cfa::{EdgeId, Program, Type, VarId};
use crate::encode::{Number, Symbols, Values};

#[derive(Clone)]
pub enum Value {
    /// What it was at the beginning: nothing is known.
    Initial,
    Number(Number),
    Region(Rc<Region>),
}

/// The values of all variables. Copies share them until one changes.
#[derive(Clone)]
pub struct State(Rc<Vec<Value>>);

impl State {
    pub fn initial(program: &Program) -> State {
        State(Rc::new(vec![Value::Initial; program.vars.len()]))
    }

    pub fn set(&mut self, var: VarId, value: Value) {
        Rc::make_mut(&mut self.0)[var.index()] = value;
    }

    pub fn number(&self, symbols: &Symbols, var: VarId) -> Number {
        match &self.0[var.index()] {
            Value::Number(number) => *number,
            Value::Initial | Value::Region(_) => Number::new(symbols.state(var)),
        }
    }

    pub fn region(&self, symbols: &Symbols, regions: &Regions, var: VarId) -> Rc<Region> {
        match &self.0[var.index()] {
            Value::Region(region) => region.clone(),
            // One array for all that ask: the initial contents are the same everywhere.
            Value::Initial | Value::Number(_) => regions.initial(symbols.state(var)),
        }
    }

    /// One of two states; of variables that are not live nothing is kept.
    pub fn choose(condition: Term, yes: &State, no: &State, live: &[VarId], cx: &Surroundings<'_>) -> State {
        if Rc::ptr_eq(&yes.0, &no.0) {
            return yes.clone();
        }
        let mut joined = vec![Value::Initial; yes.0.len()];
        for &var in live {
            joined[var.index()] = match (&yes.0[var.index()], &no.0[var.index()]) {
                (Value::Initial, Value::Initial) => continue,
                _ => match cx.program.vars[var].ty {
                    Type::Int(_) => {
                        let (a, b) = (yes.number(cx.symbols, var), no.number(cx.symbols, var));
                        Value::Number(Number::choose(condition, a, b))
                    }
                    Type::Array(_) => {
                        let a = yes.region(cx.symbols, cx.regions, var);
                        let b = no.region(cx.symbols, cx.regions, var);
                        Value::Region(cx.regions.choose(condition, &a, &b))
                    }
                },
            };
        }
        State(Rc::new(joined))
    }
}

/// What states are about.
pub struct Surroundings<'a> {
    pub program: &'a Program,
    pub symbols: &'a Symbols,
    pub regions: &'a Regions,
}

/// A state as the values of variables.
pub struct Reader<'a> {
    pub state: &'a State,
    pub symbols: &'a Symbols,
    pub regions: &'a Regions,
}

impl Values for Reader<'_> {
    fn var(&mut self, var: VarId) -> Term {
        self.state.number(self.symbols, var).value()
    }

    fn cell(&mut self, region: VarId, index: Term) -> Term {
        let region = self.state.region(self.symbols, self.regions, region);
        self.regions.read(&region, index)
    }
}

/// What an execution read on its way, the last first.
#[derive(Clone, Default)]
pub struct History(Option<Rc<Before>>);

enum Before {
    /// The havoc edge read what the symbol stands for.
    Read { edge: EdgeId, symbol: Term, before: History },
    /// Two ways met; the execution came by the first if the term holds.
    Met { first: Term, yes: History, no: History },
}

impl History {
    pub fn read(self, edge: EdgeId, symbol: Term) -> History {
        History(Some(Rc::new(Before::Read { edge, symbol, before: self })))
    }

    pub fn met(first: Term, yes: History, no: History) -> History {
        match (&yes.0, &no.0) {
            (None, None) => yes,
            (Some(a), Some(b)) if Rc::ptr_eq(a, b) => yes,
            _ => History(Some(Rc::new(Before::Met { first, yes, no }))),
        }
    }

    /// The edges that were read on the way that `holds` says was taken, in order, with their symbols.
    pub fn reads(&self, holds: &mut dyn FnMut(Term) -> bool) -> Vec<(EdgeId, Term)> {
        let mut reads = Vec::new();
        let mut at = self;
        while let Some(before) = &at.0 {
            at = match &**before {
                Before::Read { edge, symbol, before } => {
                    reads.push((*edge, *symbol));
                    before
                }
                Before::Met { first, yes, no } => {
                    if holds(*first) {
                        yes
                    } else {
                        no
                    }
                }
            };
        }
        reads.reverse();
        reads
    }
}

impl Drop for History {
    /// Step by step: a long history must not need a deep stack.
    fn drop(&mut self) {
        let mut stack: Vec<Rc<Before>> = self.0.take().into_iter().collect();
        while let Some(before) = stack.pop() {
            match Rc::try_unwrap(before) {
                Ok(Before::Read { mut before, .. }) => stack.extend(before.0.take()),
                Ok(Before::Met { mut yes, mut no, .. }) => {
                    stack.extend(yes.0.take());
                    stack.extend(no.0.take());
                }
                Err(_) => {}
            }
        }
    }
}
