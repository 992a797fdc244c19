//! The values of variables on a symbolic path, and their evaluation where nothing in an expression is symbolic.

use std::rc::Rc;

use cranelift_entity::SecondaryMap;
use landfall_smt::{Sort, Term};

use crate::cfa::{EdgeId, Expr, ProcId, Program, Type, UnaryOp, VarId};
use crate::encode::program_value;
use crate::exec::{self, UndefinedKind};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Value {
    /// Never written: arbitrary.
    Unset,
    Known(i128),
    Symbolic(Term),
}

/// Where variables live: globals in one vector, the variables of a procedure in one for each of its frames.
#[derive(Debug)]
pub struct Layout {
    slots: SecondaryMap<VarId, usize>,
    sizes: SecondaryMap<ProcId, usize>,
    globals: usize,
}

impl Layout {
    pub fn new(program: &Program) -> Layout {
        let mut layout = Layout { slots: SecondaryMap::new(), sizes: SecondaryMap::new(), globals: 0 };
        for (var, data) in program.vars.iter() {
            let next = data.owner.map_or(&mut layout.globals, |proc| &mut layout.sizes[proc]);
            layout.slots[var] = *next;
            *next += 1;
        }
        layout
    }
}

#[derive(Clone, Debug)]
struct Frame {
    /// The edge whose call made the frame; none for the entry procedure.
    call: Option<EdgeId>,
    locals: Rc<Vec<Value>>,
    /// The globals, and the variables of the frame, when it was entered.
    entered: (Rc<Vec<Value>>, Rc<Vec<Value>>),
}

/// The values of all variables of one path. Copies share what they have not changed.
#[derive(Clone, Debug)]
pub struct Store {
    globals: Rc<Vec<Value>>,
    frames: Vec<Frame>,
}

impl Store {
    pub fn new(layout: &Layout, entry: ProcId) -> Store {
        let mut store = Store { globals: Rc::new(vec![Value::Unset; layout.globals]), frames: Vec::new() };
        store.push_frame(layout, entry, None);
        store
    }

    pub fn push_frame(&mut self, layout: &Layout, proc: ProcId, call: Option<EdgeId>) {
        let locals = Rc::new(vec![Value::Unset; layout.sizes[proc]]);
        self.frames.push(Frame { call, locals: locals.clone(), entered: (self.globals.clone(), locals) });
    }

    /// The parameters of the innermost frame have been set: what its procedure starts with.
    pub fn entered(&mut self) {
        if let Some(frame) = self.frames.last_mut() {
            frame.entered = (self.globals.clone(), frame.locals.clone());
        }
    }

    /// The calls that have not come back, the outermost first.
    pub fn calls(&self) -> impl Iterator<Item = EdgeId> + '_ {
        self.frames.iter().filter_map(|frame| frame.call)
    }

    /// The store as it was when the innermost frame was entered, with this frame alone.
    pub fn at_entry(&self) -> Option<Store> {
        let frame = self.frames.last()?;
        let (globals, locals) = frame.entered.clone();
        Some(Store { globals, frames: vec![Frame { call: None, locals, entered: frame.entered.clone() }] })
    }

    /// Drops the innermost frame; the edge that called it. The outermost frame stays.
    pub fn pop_frame(&mut self) -> Option<EdgeId> {
        let call = self.frames.last()?.call?;
        self.frames.pop();
        Some(call)
    }

    pub fn get(&self, program: &Program, layout: &Layout, var: VarId) -> Value {
        let values = match program.vars[var].owner {
            None => &self.globals,
            Some(_) => &self.frames.last().expect("the entry procedure's frame is never dropped").locals,
        };
        values[layout.slots[var]]
    }

    pub fn set(&mut self, program: &Program, layout: &Layout, var: VarId, value: Value) {
        let values = match program.vars[var].owner {
            None => &mut self.globals,
            Some(_) => &mut self.frames.last_mut().expect("the entry procedure's frame is never dropped").locals,
        };
        Rc::make_mut(values)[layout.slots[var]] = value;
    }

    /// The value of an expression, if it depends on nothing symbolic.
    pub fn evaluate(&self, program: &Program, layout: &Layout, expr: &Expr) -> Result<Option<i128>, UndefinedKind> {
        let overflow = program.semantics.overflow;
        let evaluate = |e: &Expr| self.evaluate(program, layout, e);
        Ok(match expr {
            Expr::Int(value, _) => Some(*value),
            Expr::Var(var) => match self.get(program, layout, *var) {
                Value::Known(value) => Some(value),
                Value::Unset | Value::Symbolic(_) => None,
            },
            Expr::Unary(UnaryOp::Not, operand) => evaluate(operand)?.map(|v| 1 - v),
            Expr::Unary(op, operand) => match (evaluate(operand)?, operand.ty(program).as_int()) {
                (Some(value), Some(ty)) => Some(exec::unary(*op, ty, overflow, value)?),
                _ => None,
            },
            Expr::Binary(op, left, right) => match (evaluate(left)?, evaluate(right)?, left.ty(program).as_int()) {
                (Some(a), Some(b), Some(ty)) => Some(exec::binary(*op, ty, overflow, a, b)?),
                _ => None,
            },
            Expr::Cast(to, operand) => evaluate(operand)?.map(|v| to.wrap(v)),
            Expr::Select(region, index) => match (evaluate(index)?, self.get(program, layout, *region)) {
                (Some(index), Value::Symbolic(contents)) => known_cell(contents, index, program.vars[*region].ty),
                _ => None,
            },
            Expr::Float(op, operands) => {
                let values = operands.iter().map(evaluate).collect::<Result<Option<Vec<i128>>, _>>()?;
                match (values, operands[0].ty(program).as_int()) {
                    (Some(values), Some(from)) => Some(exec::float(*op, &values, from)?),
                    _ => None,
                }
            }
            Expr::Memory(..) => unreachable!("programs for engines have no memory"),
            Expr::And(left, right) => match evaluate(left)? {
                Some(0) => Some(0),
                Some(_) => evaluate(right)?,
                None => None,
            },
            Expr::Or(left, right) => match evaluate(left)? {
                Some(0) => evaluate(right)?,
                Some(_) => Some(1),
                None => None,
            },
            Expr::Ite(condition, yes, no) => match evaluate(condition)? {
                Some(0) => evaluate(no)?,
                Some(_) => evaluate(yes)?,
                None => None,
            },
        })
    }
}

/// A cell of a region whose contents are a term, if it is a constant there.
fn known_cell(contents: Term, index: i128, ty: Type) -> Option<i128> {
    let Sort::Array((sort, _)) = contents.sort() else { return None };
    let index = match sort {
        Sort::Int => Term::int(index),
        _ => Term::bv_const(index as u128, sort.bits()?),
    };
    let value = landfall_smt::Value::of_constant(contents.select(index))?;
    program_value(&value, ty.scalar())
}
