//! The meaning of edges, paths and blocks as formulas.
//!
//! An [`Encoder`] turns parts of one program into [`Transition`]s, over mathematical integers or over bit-vectors:
//!
//! - *Mathematical integers*: signed arithmetic that must not overflow is unbounded, so there are more executions than the
//!   program has, never fewer. What is proved holds; a counterexample must be replayed, and [`Ranges`] adds the facts that
//!   exclude overflow where a replay fell over one. With `Ranges::All` and no approximate operation the encoding is exact.
//! - *Bit-vectors*: exact.
//!
//! Executions end where an expression is undefined (division by zero, a shift amount out of range, signed overflow): the
//! guard is false there. An unsupported edge lets everything pass; who must not ignore it treats it as a goal.

#[cfg(test)]
mod against_exec;
mod bits;
mod bitvector;
mod block;
mod call;
mod cut;
mod float;
mod integer;
mod narrow;
mod ranges;
mod symbols;
#[cfg(test)]
mod tests;
mod transition;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use landfall_smt::{Sort, Term, Value};

pub use bitvector::Values;
pub use block::{EncodedBlock, inputs_of};
pub use call::modified_globals;
pub use cut::{CutEdge, CutGraph, CutId};
pub use integer::{constant_value, range_of, within_type};
pub use narrow::Number;
pub use ranges::KnownRanges;
pub use symbols::{Numbers, Symbols, sort_of, state_symbol};
pub use transition::{Footprint, Local, Origin, Transition, Versions};

use crate::cfa::{EdgeId, Expr, INDEX, IntType, Op, Program, Type, VarId};
use bitvector::{BitVectorEncoder, StateSymbols};
use integer::IntegerEncoder;

/// Of which edges the mathematical encoding says that signed arithmetic stays in range.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub enum Ranges {
    #[default]
    None,
    Edges(BTreeSet<EdgeId>),
    All,
}

impl Ranges {
    pub fn covers(&self, edge: EdgeId) -> bool {
        match self {
            Ranges::None => false,
            Ranges::Edges(edges) => edges.contains(&edge),
            Ranges::All => true,
        }
    }
}

/// What an interval analysis knows. The bounds must hold in every execution without undefined behaviour.
pub trait IntervalOracle {
    /// The values that `var` may have before `edge` is executed, both bounds included.
    fn range(&self, edge: EdgeId, var: VarId) -> Option<(i128, i128)>;
}

/// What comes with the evaluation of an expression.
#[derive(Clone, Debug, Default)]
pub struct Evaluated {
    /// What holds where the expression is defined, and of its locals.
    pub guards: Vec<Term>,
    /// What excludes signed overflow.
    pub ranges: Vec<Term>,
    pub locals: Vec<Local>,
}

/// Encodes one program. Cheap to make; keep it while its transitions are combined.
#[derive(Clone)]
pub struct Encoder<'a> {
    program: &'a Program,
    symbols: Arc<Symbols>,
    ranges: Ranges,
    intervals: Option<&'a dyn IntervalOracle>,
    exact_floats: bool,
}

impl<'a> Encoder<'a> {
    /// Over mathematical integers, without range facts.
    pub fn new(program: &'a Program) -> Self {
        Encoder::with_numbers(program, Numbers::Mathematical)
    }

    pub fn with_numbers(program: &'a Program, numbers: Numbers) -> Self {
        Encoder {
            program,
            symbols: Symbols::new(program, numbers),
            ranges: Ranges::None,
            intervals: None,
            exact_floats: false,
        }
    }

    /// With the range facts of some edges.
    pub fn with_ranges(mut self, ranges: Ranges) -> Self {
        self.ranges = ranges;
        self
    }

    /// With what an interval analysis found out.
    pub fn with_intervals(mut self, intervals: &'a dyn IntervalOracle) -> Self {
        self.intervals = Some(intervals);
        self
    }

    /// With floating-point operations as they are, by way of bit-vectors: for queries that stay queries.
    pub fn with_exact_floats(mut self) -> Self {
        self.exact_floats = true;
        self
    }

    /// Whether floating-point operations of the program are encoded as they are.
    pub fn has_exact_floats(&self) -> bool {
        let mut found = false;
        if self.exact_floats {
            for edge in self.program.edges.values() {
                edge.op.for_each_expr(&mut |e| found |= e.has_float());
            }
        }
        found
    }

    pub fn program(&self) -> &'a Program {
        self.program
    }

    pub fn symbols(&self) -> &Arc<Symbols> {
        &self.symbols
    }

    pub fn ranges(&self) -> &Ranges {
        &self.ranges
    }

    /// What one edge does. A call is known by what it may change only: see [`Encoder::call`].
    pub fn edge(&self, edge: EdgeId) -> Transition {
        let (mut transition, ranges) = self.edge_and_ranges(edge);
        if self.ranges.covers(edge) {
            transition.guard = Term::and(&[transition.guard, ranges]);
        }
        transition
    }

    /// What one edge does, without and with the facts that exclude signed overflow on it: they are apart, whatever the ranges
    /// of this encoder are. (Over bit-vectors all is in the guard.)
    pub fn edge_and_ranges(&self, edge: EdgeId) -> (Transition, Term) {
        let (encoded, post) = match &self.program.edges[edge].op {
            Op::Skip => return (Transition::identity(&self.symbols), Term::tt()),
            Op::Assume(condition) => {
                let (condition, mut encoded) = self.truth(edge, condition);
                encoded.guards.push(condition);
                (encoded, BTreeMap::new())
            }
            Op::Assign(var, Expr::Var(from)) if self.program.vars[*var].ty.is_array() => {
                (Evaluated::default(), BTreeMap::from([(*var, self.symbols.state(*from))]))
            }
            Op::Assign(var, value) => {
                let (value, encoded) = self.value(edge, value);
                let changed = value != self.symbols.state(*var);
                (encoded, if changed { BTreeMap::from([(*var, value)]) } else { BTreeMap::new() })
            }
            Op::Store(region, index, value) => {
                let (value, mut encoded) = self.value(edge, value);
                let old = self.symbols.state(*region);
                let new = match index {
                    Some(index) => {
                        let (index, more) = self.value(edge, index);
                        encoded.guards.extend(more.guards);
                        encoded.ranges.extend(more.ranges);
                        encoded.locals.extend(more.locals);
                        old.store(index, value)
                    }
                    None => Term::const_array(old.sort(), value),
                };
                (encoded, BTreeMap::from([(*region, new)]))
            }
            Op::Havoc(var, _) => return (self.havoc(*var, Origin::Input(edge)), Term::tt()),
            Op::Call { .. } => return (self.call(edge, None), Term::tt()),
            Op::Memory(_) => unreachable!("programs for engines have no memory"),
            Op::Unsupported(_) => {
                let mut passes = Transition::identity(&self.symbols);
                passes.approximate = true;
                return (passes, Term::tt());
            }
        };
        let transition = Transition::new(&self.symbols, Term::and(&encoded.guards), post, encoded.locals);
        (transition, Term::and(&encoded.ranges))
    }

    /// What a path does.
    pub fn path(&self, edges: &[EdgeId]) -> Transition {
        edges.iter().fold(Transition::identity(&self.symbols), |so_far, &e| so_far.compose(&self.edge(e)))
    }

    /// Any value of the variable's type.
    pub(crate) fn havoc(&self, var: VarId, origin: Origin) -> Transition {
        let data = &self.program.vars[var];
        let symbol = Term::fresh(&data.name, sort_of(data.ty, self.symbols.numbers()));
        let guard = self.in_type_range(var, symbol);
        Transition::new(&self.symbols, guard, BTreeMap::from([(var, symbol)]), vec![Local { symbol, origin }])
    }

    /// `symbol` has a value of the type of `var`.
    pub fn in_type_range(&self, var: VarId, symbol: Term) -> Term {
        match (self.program.vars[var].ty, symbol.sort()) {
            (Type::Int(ty), Sort::Int) => within_type(symbol, ty),
            _ => Term::tt(),
        }
    }

    /// What the type of a number variable says of its value, as far as the encoding keeps to it: with unbounded integers nothing of
    /// signed ones.
    pub fn type_fact(&self, var: VarId, symbol: Term) -> Option<Term> {
        let Type::Int(ty) = self.program.vars[var].ty else { return None };
        (!ty.signed || *self.ranges() == Ranges::All).then(|| self.in_type_range(var, symbol))
    }

    /// The value of an expression as it is evaluated on `edge`.
    pub fn value(&self, edge: EdgeId, expr: &Expr) -> (Term, Evaluated) {
        match self.symbols.numbers() {
            Numbers::Mathematical => {
                let mut encoder = IntegerEncoder::new(self, edge);
                let value = encoder.number(expr).term;
                (value, encoder.finish())
            }
            Numbers::BitVector => self.value_over(&mut StateSymbols(&self.symbols), expr),
        }
    }

    /// A truth value as it is evaluated on `edge`.
    pub fn truth(&self, edge: EdgeId, expr: &Expr) -> (Term, Evaluated) {
        match self.symbols.numbers() {
            Numbers::Mathematical => {
                let mut encoder = IntegerEncoder::new(self, edge);
                let truth = encoder.truth(expr);
                (truth, encoder.finish())
            }
            Numbers::BitVector => self.truth_over(&mut StateSymbols(&self.symbols), expr),
        }
    }

    /// The value of an expression over bit-vectors, where variables have the given values.
    pub fn value_over(&self, values: &mut dyn Values, expr: &Expr) -> (Term, Evaluated) {
        let mut encoder = BitVectorEncoder::new(self.program, values);
        let value = encoder.bits(expr);
        (value, encoder.finish())
    }

    /// A truth value over bit-vectors, where variables have the given values.
    pub fn truth_over(&self, values: &mut dyn Values, expr: &Expr) -> (Term, Evaluated) {
        let mut encoder = BitVectorEncoder::new(self.program, values);
        let truth = encoder.truth(expr);
        (truth, encoder.finish())
    }

    /// A value of the program as a constant term.
    pub fn constant(&self, value: i128, ty: IntType) -> Term {
        match self.symbols.numbers() {
            Numbers::Mathematical => Term::int(constant_value(value, ty)),
            Numbers::BitVector => bitvector::constant(value, ty),
        }
    }
}

/// The value of the program that a value of the solver stands for, if it is one of the type.
pub fn program_value(value: &Value, ty: IntType) -> Option<i128> {
    match value {
        Value::BitVec { bits, .. } => Some(ty.wrap(*bits as i128)),
        Value::Int(number) => {
            let (low, high) = range_of(ty);
            if *number < low || high < *number {
                return None;
            }
            i128::try_from(number).ok().or_else(|| u128::try_from(number).ok().map(|v| v as i128))
        }
        Value::Bool(truth) => Some(i128::from(*truth)),
        _ => None,
    }
}

/// The inputs that a havoc edge reads for a value of the solver: one for a number, the contents of a region as
/// [`crate::exec::Memory::from_inputs`] reads them. What the solver leaves open, or has out of range, is zero.
pub fn input_values(value: Option<&Value>, ty: Type) -> Vec<i128> {
    let number = |value: &Value, ty: IntType| program_value(value, ty).unwrap_or(0);
    match (ty, value) {
        (Type::Int(ty), value) => vec![value.map_or(0, |value| number(value, ty))],
        (Type::Array(cell), Some(Value::Array(array))) => {
            let mut inputs = vec![number(&array.default, cell), array.entries.len() as i128];
            for (index, value) in &array.entries {
                inputs.extend([number(index, INDEX), number(value, cell)]);
            }
            inputs
        }
        (Type::Array(_), _) => vec![0, 0],
    }
}

/// The value of the solver that a value of the program has.
pub fn solver_value(value: i128, ty: IntType, numbers: Numbers) -> Value {
    match numbers {
        Numbers::Mathematical => Value::Int(constant_value(value, ty)),
        Numbers::BitVector => {
            let width = u32::from(ty.bits);
            let mask = if width == 128 { u128::MAX } else { (1 << width) - 1 };
            Value::BitVec { bits: value as u128 & mask, width }
        }
    }
}
