//! The plain interpreter: expressions and edges as they stand in the program, one at a time.

use super::arith::{self, UndefinedKind};
use super::machine::Machine;
use super::state::{State, load, store};
use super::{HavocRequest, Outcome};
use crate::cfa::{EdgeId, Expr, Op, ProcId, Type, VarId};

impl Machine<'_> {
    /// The value of `var` in the innermost frame of its procedure (zero if there is none), or of a global.
    pub fn value(&self, state: &State, var: VarId) -> i128 {
        let (cell, ty) = self.code.layout.place[var];
        load(&state.cells, cell, ty)
    }

    /// Sets a variable; the value is converted to its type as C converts.
    pub fn set_value(&self, state: &mut State, var: VarId, value: i128) {
        let (cell, ty) = self.code.layout.place[var];
        store(&mut state.cells, cell, ty, ty.wrap(value));
    }

    /// The value of an expression.
    pub fn eval(&self, expr: &Expr, state: &State) -> Result<i128, UndefinedKind> {
        let overflow = self.program.semantics.overflow;
        match expr {
            Expr::Int(value, _) => Ok(*value),
            Expr::Var(var) => Ok(self.value(state, *var)),
            Expr::Unary(op, e) => {
                let Type::Int(ty) = e.ty(self.program);
                arith::unary(*op, ty, overflow, self.eval(e, state)?)
            }
            Expr::Binary(op, a, b) => {
                let Type::Int(ty) = a.ty(self.program);
                let left = self.eval(a, state)?;
                let mut right = self.eval(b, state)?;
                let Type::Int(right_ty) = b.ty(self.program);
                if op.is_shift() && right_ty.bits == 128 && !right_ty.signed && right < 0 {
                    right = i128::MAX; // A pattern that stands for a huge amount.
                }
                arith::binary(*op, ty, overflow, left, right)
            }
            Expr::Cast(to, e) => Ok(to.wrap(self.eval(e, state)?)),
            Expr::And(a, b) => Ok(if self.eval(a, state)? != 0 { self.eval(b, state)? } else { 0 }),
            Expr::Or(a, b) => Ok(if self.eval(a, state)? != 0 { 1 } else { self.eval(b, state)? }),
            Expr::Ite(c, a, b) => self.eval(if self.eval(c, state)? != 0 { a } else { b }, state),
        }
    }

    /// The edges that can be taken, in order. A guard that is undefined gives the outcome instead.
    pub fn enabled(&self, state: &State) -> Result<Vec<EdgeId>, Outcome> {
        let mut enabled = Vec::new();
        for (edge, e) in self.program.outgoing(state.loc) {
            let passes = match &e.op {
                Op::Assume(guard) => self.eval(guard, state).map_err(|kind| Outcome::Undefined { edge, kind })? != 0,
                _ => true,
            };
            if passes {
                enabled.push(edge);
            }
        }
        Ok(enabled)
    }

    /// The havoc edge that leaves the state's location, if there is one.
    pub fn havoc(&self, state: &State) -> Option<HavocRequest<'_>> {
        self.program.outgoing(state.loc).find_map(|(edge, _)| self.request(edge))
    }

    /// What a havoc edge asks for; `None` for other edges.
    pub fn request(&self, edge: EdgeId) -> Option<HavocRequest<'_>> {
        match &self.program.edges[edge].op {
            Op::Havoc(var, kind) => Some(HavocRequest { edge, var: *var, ty: self.code.layout.place[*var].1, kind }),
            _ => None,
        }
    }

    /// Takes one edge, which must leave the state's location; `input` is the value for a havoc edge, converted to its type.
    /// If the edge cannot be taken the state stays as it is. An edge to the exit of a procedure returns to the caller.
    pub fn step(&self, state: &mut State, edge: EdgeId, input: Option<i128>) -> Result<(), Outcome> {
        let e = &self.program.edges[edge];
        assert_eq!(e.src, state.loc, "the edge leaves the state's location");
        let undefined = |kind| Outcome::Undefined { edge, kind };
        match &e.op {
            Op::Skip => {}
            Op::Assume(guard) => {
                if self.eval(guard, state).map_err(undefined)? == 0 {
                    return Err(Outcome::Stuck(state.loc));
                }
            }
            Op::Assign(var, value) => {
                let value = self.eval(value, state).map_err(undefined)?;
                self.set_value(state, *var, value);
            }
            Op::Havoc(var, _) => {
                let value = input.ok_or(Outcome::NeedsInput { edge })?;
                self.set_value(state, *var, value);
            }
            Op::Call { callee, args, .. } => {
                let values: Result<Vec<i128>, _> = args.iter().map(|a| self.eval(a, state)).collect();
                self.enter(state, edge, *callee, &values.map_err(undefined)?);
                self.settle(state);
                return Ok(());
            }
            Op::Unsupported(_) => return Err(Outcome::Unsupported { edge }),
        }
        state.loc = e.dst;
        self.settle(state);
        Ok(())
    }

    fn enter(&self, state: &mut State, call: EdgeId, callee: ProcId, args: &[i128]) {
        let proc = &self.program.procs[callee];
        state.push_frame(&self.code.layout, call, callee);
        for (&param, &value) in proc.params.iter().zip(args) {
            self.set_value(state, param, value);
        }
        state.loc = proc.entry;
    }

    /// Returns from every procedure whose exit is reached and that has a caller.
    pub(super) fn settle(&self, state: &mut State) {
        while let Some(proc) = self.program.locs[state.loc].proc
            && self.program.procs[proc].exit == state.loc
            && let Some(&call) = state.frames.last()
        {
            let Op::Call { result, .. } = &self.program.edges[call].op else {
                unreachable!("frames are made by calls")
            };
            let value = self.program.procs[proc].result.map(|r| self.value(state, r));
            state.pop_frame(&self.code.layout, proc);
            if let (Some(to), Some(value)) = (result, value) {
                self.set_value(state, *to, value);
            }
            state.loc = self.program.edges[call].dst;
        }
    }
}
