//! One symbolic path: where it is, what its variables hold, under which condition; and how one edge extends it.

use std::collections::BTreeMap;
use std::rc::Rc;

use landfall_smt::{Assignment, Term};
use rustc_hash::FxHashMap;

use super::calls::Calls;
use super::store::{Layout, Store, Value};
use crate::cfa::{EdgeId, Expr, INDEX, IntType, LocId, Op, Program, VarId};
use crate::encode::{Encoder, Origin, Transition, program_value};
use crate::engine::kit::trail::Trail;

/// One more conjunct of a path's condition.
#[derive(Clone, Copy, Debug)]
pub struct Condition {
    pub holds: Term,
    /// Excludes signed overflow on the edge; not part of the condition until a replay falls over it.
    pub in_range: Term,
}

/// A symbol that a path introduced: the value of a havoc edge, or one that nothing but the condition says something about.
#[derive(Clone, Copy, Debug)]
pub struct Introduced {
    pub symbol: Term,
    pub input: Option<EdgeId>,
}

#[derive(Clone, Debug)]
pub struct SymbolicPath {
    pub loc: LocId,
    pub store: Store,
    pub condition: Trail<Condition>,
    pub symbols: Trail<Introduced>,
    /// The edges taken where there was a choice.
    pub choices: Trail<EdgeId>,
    /// Satisfies the condition; absent if the solver did not decide it.
    pub model: Option<Rc<Assignment>>,
    /// Some value on the path is known by facts only.
    pub approximate: bool,
    pub steps: u64,
    /// Where it is in the tree of paths that is shown.
    pub node: usize,
}

/// What became of a path when it took an edge.
#[derive(Debug)]
pub enum Step {
    /// It goes on if the condition it got, if any, can be satisfied.
    Passed(SymbolicPath),
    /// It ends: a condition is false, or an operation undefined.
    Ended,
    Unsupported,
}

/// An edge's transition and the variables it reads.
struct Encoded {
    transition: Transition,
    ranges: Term,
    reads: Vec<VarId>,
}

/// Extends paths of one program, in one encoding.
pub struct Stepper<'p> {
    pub program: &'p Program,
    pub encoder: Encoder<'p>,
    pub layout: Layout,
    encoded: FxHashMap<EdgeId, Encoded>,
    /// The calls that were made.
    pub calls: Calls,
}

impl<'p> Stepper<'p> {
    pub fn new(encoder: Encoder<'p>) -> Self {
        let program = encoder.program();
        Stepper {
            program,
            layout: Layout::new(program),
            encoder,
            encoded: FxHashMap::default(),
            calls: Calls::default(),
        }
    }

    pub fn initial(&self) -> SymbolicPath {
        let entry = self.program.entry;
        SymbolicPath {
            loc: self.program.procs[entry].entry,
            store: Store::new(&self.layout, entry),
            condition: Trail::default(),
            symbols: Trail::default(),
            choices: Trail::default(),
            model: Some(Rc::new(Assignment::new())),
            approximate: false,
            steps: 0,
            node: 0,
        }
    }

    /// The type of a variable that is a number.
    pub fn int_type(&self, var: VarId) -> IntType {
        self.program.vars[var].ty.scalar()
    }

    /// Returns from every procedure whose exit is reached and that has a caller.
    pub fn settle(&mut self, path: &mut SymbolicPath) {
        while let Some(proc) = self.program.locs[path.loc].proc
            && self.program.procs[proc].exit == path.loc
        {
            self.calls.left(proc, path);
            let returned = self.program.procs[proc].result.map(|v| path.store.get(self.program, &self.layout, v));
            let Some(call) = path.store.pop_frame() else { return };
            let Op::Call { result, .. } = &self.program.edges[call].op else {
                unreachable!("frames are made by calls")
            };
            if let (Some(var), Some(value)) = (result, returned) {
                path.store.set(self.program, &self.layout, *var, value);
            }
            path.loc = self.program.edges[call].dst;
        }
    }

    /// Takes one edge that leaves the path's location. The caller decides whether the new condition can be satisfied.
    pub fn step(&mut self, path: SymbolicPath, id: EdgeId) -> Step {
        let program = self.program;
        let edge = &program.edges[id];
        let mut next = path;
        next.steps += 1;
        let passed = match &edge.op {
            Op::Skip => true,
            Op::Assume(condition) => match next.store.evaluate(program, &self.layout, condition) {
                Ok(Some(truth)) => truth != 0,
                Ok(None) => self.symbolic(&mut next, id),
                Err(_) => false,
            },
            Op::Assign(var, value) => match next.store.evaluate(program, &self.layout, value) {
                Ok(Some(known)) => {
                    next.store.set(program, &self.layout, *var, Value::Known(known));
                    true
                }
                Ok(None) => self.symbolic(&mut next, id),
                Err(_) => false,
            },
            Op::Havoc(..) => self.symbolic(&mut next, id),
            Op::Store(region, index, value) => self.store(&mut next, id, *region, index.as_ref(), value),
            Op::Call { callee, args, .. } => {
                let params = &program.procs[*callee].params;
                let Some(values) = self.arguments(&mut next, id, params, args) else { return Step::Ended };
                next.store.push_frame(&self.layout, *callee, Some(id));
                for (param, value) in params.iter().zip(values) {
                    next.store.set(program, &self.layout, *param, value);
                }
                next.store.entered();
                self.calls.entered(*callee, &next);
                next.loc = program.procs[*callee].entry;
                self.settle(&mut next);
                return Step::Passed(next);
            }
            Op::Memory(_) => unreachable!("programs for engines have no memory"),
            Op::Unsupported(_) => return Step::Unsupported,
        };
        if !passed {
            return Step::Ended;
        }
        next.loc = edge.dst;
        self.settle(&mut next);
        Step::Passed(next)
    }

    /// Stores in a region; numbers as numbers.
    fn store(
        &mut self,
        path: &mut SymbolicPath,
        id: EdgeId,
        region: VarId,
        index: Option<&Expr>,
        value: &Expr,
    ) -> bool {
        let evaluate = |e: &Expr| path.store.evaluate(self.program, &self.layout, e);
        let (Ok(at), Ok(known)) = (index.map(evaluate).transpose(), evaluate(value)) else { return false };
        let Some(known) = known.filter(|_| index.is_none() || at.flatten().is_some()) else {
            return self.symbolic(path, id);
        };
        let known = self.encoder.constant(known, self.int_type(region));
        let contents = match at.flatten() {
            Some(index) => self.read(path, region).store(self.encoder.constant(index, INDEX), known),
            None => Term::const_array(self.encoder.symbols().state(region).sort(), known),
        };
        path.store.set(self.program, &self.layout, region, Value::Symbolic(contents));
        true
    }

    fn arguments(&self, path: &mut SymbolicPath, id: EdgeId, params: &[VarId], args: &[Expr]) -> Option<Vec<Value>> {
        let mut values = Vec::with_capacity(args.len());
        for (param, arg) in params.iter().zip(args) {
            let value = match path.store.evaluate(self.program, &self.layout, arg) {
                Ok(Some(known)) => Value::Known(known),
                Ok(None) => {
                    let (term, evaluated) = self.encoder.value(id, arg);
                    let guard = Term::and(&evaluated.guards);
                    let ranges = Term::and(&evaluated.ranges);
                    let transition = Transition::new(self.encoder.symbols(), guard, BTreeMap::new(), evaluated.locals);
                    let reads = self.encoder.symbols().vars_in(Term::and(&[guard, ranges]));
                    let reads = reads.union(&self.encoder.symbols().vars_in(term)).copied().collect();
                    let map = self.instantiate(path, &Encoded { transition, ranges, reads })?;
                    self.value_of(*param, term.substitute(&map))?
                }
                Err(_) => return None,
            };
            values.push(value);
        }
        Some(values)
    }

    /// Takes an edge by its transition. Whether the path goes on as far as can be seen without a solver.
    fn symbolic(&mut self, path: &mut SymbolicPath, id: EdgeId) -> bool {
        if !self.encoded.contains_key(&id) {
            let (transition, ranges) = self.encoder.edge_and_ranges(id);
            let symbols = self.encoder.symbols();
            let mut reads = transition.footprint().reads;
            reads.extend(symbols.vars_in(ranges));
            self.encoded.insert(id, Encoded { transition, ranges, reads: reads.into_iter().collect() });
        }
        let encoded = self.encoded.remove(&id).expect("just encoded");
        let map = self.instantiate(path, &encoded);
        let passed = map.is_some_and(|map| self.update(path, &encoded, &map));
        self.encoded.insert(id, encoded);
        passed
    }

    fn update(&self, path: &mut SymbolicPath, encoded: &Encoded, map: &FxHashMap<Term, Term>) -> bool {
        let values: Vec<(VarId, Term)> = encoded.transition.post.iter().map(|(v, t)| (*v, t.substitute(map))).collect();
        for (var, term) in values {
            let Some(value) = self.value_of(var, term) else { return false };
            path.store.set(self.program, &self.layout, var, value);
        }
        true
    }

    /// A term as a value of `var`; none for a constant out of its type's range, which only an overflow gives.
    fn value_of(&self, var: VarId, term: Term) -> Option<Value> {
        match landfall_smt::Value::of_constant(term) {
            Some(constant) => program_value(&constant, self.int_type(var)).map(Value::Known),
            None => Some(Value::Symbolic(term)),
        }
    }

    /// Reads the variables, renames the locals and extends the condition; none if that is false.
    fn instantiate(&self, path: &mut SymbolicPath, encoded: &Encoded) -> Option<FxHashMap<Term, Term>> {
        let mut map = FxHashMap::default();
        for var in &encoded.reads {
            let term = self.read(path, *var);
            map.insert(self.encoder.symbols().state(*var), term);
        }
        for local in &encoded.transition.locals {
            let name = local.symbol.as_var().map_or("local", |symbol| symbol.name());
            let fresh = Term::fresh(name.split('!').next().unwrap_or(name), local.symbol.sort());
            let input = match local.origin {
                Origin::Input(edge) => Some(edge),
                _ => None,
            };
            path.symbols.push(Introduced { symbol: fresh, input });
            map.insert(local.symbol, fresh);
        }
        path.approximate |= encoded.transition.approximate;
        let holds = encoded.transition.guard.substitute(&map);
        let in_range = encoded.ranges.substitute(&map);
        if holds.is_false() || in_range.is_false() {
            return None;
        }
        if !holds.is_true() || !in_range.is_true() {
            path.condition.push(Condition { holds, in_range });
        }
        Some(map)
    }

    /// The value of a variable as a term; one that was never written becomes an arbitrary value of its type.
    fn read(&self, path: &mut SymbolicPath, var: VarId) -> Term {
        let data = &self.program.vars[var];
        match path.store.get(self.program, &self.layout, var) {
            Value::Symbolic(term) => term,
            Value::Known(value) => self.encoder.constant(value, self.int_type(var)),
            Value::Unset => {
                let symbol = Term::fresh(&data.name, self.encoder.symbols().state(var).sort());
                let holds = self.encoder.in_type_range(var, symbol);
                path.condition.push(Condition { holds, in_range: Term::tt() });
                path.symbols.push(Introduced { symbol, input: None });
                path.store.set(self.program, &self.layout, var, Value::Symbolic(symbol));
                symbol
            }
        }
    }
}
