//! The plain interpreter: expressions and edges as they stand in the program, one at a time.

use std::sync::Arc;

use super::arith::{self, UndefinedKind};
use super::effect::BYTE;
use super::machine::Machine;
use super::memory::Memory;
use super::state::{State, load, store};
use super::{HavocRequest, Outcome};
use crate::cfa::{EdgeId, Expr, IntType, MemoryOp, Op, ProcId, Type, VarId};

impl Machine<'_> {
    /// The value of `var` in the innermost frame of its procedure (zero if there is none), or of a global. Regions have none: zero.
    pub fn value(&self, state: &State, var: VarId) -> i128 {
        let (cell, ty) = self.code.layout.place[var];
        if self.program.vars[var].ty.is_array() {
            return 0;
        }
        load(&state.cells, cell, ty)
    }

    /// Sets a variable; the value is converted to its type as C converts.
    pub fn set_value(&self, state: &mut State, var: VarId, value: i128) {
        let (cell, ty) = self.code.layout.place[var];
        if self.program.vars[var].ty.is_array() {
            return self.set_contents(state, var, Memory::filled(ty.wrap(value)));
        }
        store(&mut state.cells, cell, ty, ty.wrap(value));
    }

    /// The contents of a region.
    pub fn contents<'s>(&self, state: &'s State, region: VarId) -> &'s Memory {
        &state.memories[self.code.layout.place[region].0 as usize]
    }

    /// Replaces the contents of a region.
    pub fn set_contents(&self, state: &mut State, region: VarId, contents: Memory) {
        state.memories[self.code.layout.place[region].0 as usize] = Arc::new(contents);
    }

    /// The value of an expression.
    pub fn eval(&self, expr: &Expr, state: &State) -> Result<i128, UndefinedKind> {
        let overflow = self.program.semantics.overflow;
        match expr {
            Expr::Int(value, _) => Ok(*value),
            Expr::Var(var) => Ok(self.value(state, *var)),
            Expr::Unary(op, e) => {
                let ty = e.ty(self.program).scalar();
                arith::unary(*op, ty, overflow, self.eval(e, state)?)
            }
            Expr::Binary(op, a, b) => {
                let ty = a.ty(self.program).scalar();
                let left = self.eval(a, state)?;
                let mut right = self.eval(b, state)?;
                let right_ty = b.ty(self.program).scalar();
                if op.is_shift() && right_ty.bits == 128 && !right_ty.signed && right < 0 {
                    right = i128::MAX; // A pattern that stands for a huge amount.
                }
                arith::binary(*op, ty, overflow, left, right)
            }
            Expr::Cast(to, e) => Ok(to.wrap(self.eval(e, state)?)),
            Expr::And(a, b) => Ok(if self.eval(a, state)? != 0 { self.eval(b, state)? } else { 0 }),
            Expr::Or(a, b) => Ok(if self.eval(a, state)? != 0 { 1 } else { self.eval(b, state)? }),
            Expr::Ite(c, a, b) => self.eval(if self.eval(c, state)? != 0 { a } else { b }, state),
            Expr::Select(region, index) => {
                let index = self.eval(index, state)?;
                Ok(self.contents(state, *region).get(index as i64))
            }
            Expr::Float(op, operands) => {
                let from = operands[0].ty(self.program).scalar();
                let values = operands.iter().map(|e| self.eval(e, state)).collect::<Result<Vec<i128>, _>>()?;
                arith::float(*op, &values, from)
            }
            Expr::Memory(question, operands) => self.ask(*question, operands, state),
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
            Op::Havoc(var, kind) => {
                let is_whole = self.program.vars[*var].ty.is_array();
                Some(HavocRequest {
                    edge,
                    var: Some(*var),
                    ty: self.code.layout.place[*var].1,
                    kind,
                    is_whole,
                    number: 0,
                })
            }
            Op::Memory(MemoryOp::Havoc { kind, .. }) => {
                Some(HavocRequest { edge, var: None, ty: BYTE, kind, is_whole: true, number: 0 })
            }
            _ => None,
        }
    }

    /// Takes one edge, which must leave the state's location; `input` is the value for a havoc edge, converted to its type, or for all
    /// cells of a region (see [`Machine::set_contents`] for others), or for all bytes of memory.
    /// If the edge cannot be taken the state stays as it is. An edge to the exit of a procedure returns to the caller.
    pub fn step(&self, state: &mut State, edge: EdgeId, input: Option<i128>) -> Result<(), Outcome> {
        let e = &self.program.edges[edge];
        assert_eq!(e.src, state.loc, "the edge leaves the state's location");
        self.executable(state)?;
        let undefined = |kind| Outcome::Undefined { edge, kind };
        match &e.op {
            Op::Skip => {}
            Op::Assume(guard) => {
                if self.eval(guard, state).map_err(undefined)? == 0 {
                    return Err(Outcome::Stuck(state.loc));
                }
            }
            Op::Assign(var, Expr::Var(from)) if self.program.vars[*var].ty.is_array() => {
                let contents = self.contents(state, *from).clone();
                self.set_contents(state, *var, contents);
            }
            Op::Assign(var, value) => {
                let value = self.eval(value, state).map_err(undefined)?;
                self.set_value(state, *var, value);
            }
            Op::Store(region, index, value) => {
                let index = index.as_ref().map(|e| self.eval(e, state)).transpose().map_err(undefined)?;
                let value = self.eval(value, state).map_err(undefined)?;
                match index {
                    Some(index) => {
                        let memory = &mut state.memories[self.code.layout.place[*region].0 as usize];
                        Arc::make_mut(memory).set(index as i64, value);
                    }
                    None => self.set_contents(state, *region, Memory::filled(value)),
                }
            }
            Op::Havoc(var, _) => {
                let value = input.ok_or(Outcome::NeedsInput { edge })?;
                self.set_value(state, *var, value);
            }
            Op::Call { callee, args, .. } => {
                let values: Result<Vec<i128>, _> = args.iter().map(|a| self.eval(a, state)).collect();
                self.enter(state, edge, *callee, &values.map_err(undefined)?)?;
                self.settle(state);
                return Ok(());
            }
            Op::Memory(MemoryOp::Havoc { .. }) => {
                self.havoc_memory(state, edge, |_| input.map(|value| Memory::filled(BYTE.wrap(value))))?;
            }
            Op::Memory(op) => self.affect(state, edge, op)?,
            Op::Unsupported(_) => return Err(Outcome::Unsupported { edge }),
        }
        state.loc = e.dst;
        self.settle(state);
        Ok(())
    }

    /// As [`Machine::step`]; the inputs of a havoc edge, of which regions and memory have several, come from `next`.
    pub fn step_reading(
        &self,
        state: &mut State,
        edge: EdgeId,
        mut next: impl FnMut(IntType) -> Option<i128>,
    ) -> Result<(), Outcome> {
        let var = match &self.program.edges[edge].op {
            Op::Havoc(var, _) => *var,
            Op::Memory(MemoryOp::Havoc { .. }) => {
                self.executable(state)?;
                self.havoc_memory(state, edge, |shape| Memory::bytes_from_inputs(shape, next))?;
                state.loc = self.program.edges[edge].dst;
                self.settle(state);
                return Ok(());
            }
            _ => return self.step(state, edge, None),
        };
        match self.program.vars[var].ty {
            Type::Int(ty) => {
                let value = next(ty);
                self.step(state, edge, value)
            }
            Type::Array(cell) => {
                let contents = Memory::from_inputs(cell, next).ok_or(Outcome::NeedsInput { edge })?;
                self.step(state, edge, Some(0))?;
                self.set_contents(state, var, contents);
                Ok(())
            }
        }
    }

    fn enter(&self, state: &mut State, call: EdgeId, callee: ProcId, args: &[i128]) -> Result<(), Outcome> {
        let proc = &self.program.procs[callee];
        let pushed = state.push_frame(&self.code.layout, call, callee);
        pushed.map_err(|_| Outcome::StackLimit { edge: call })?;
        for (&param, &value) in proc.params.iter().zip(args) {
            self.set_value(state, param, value);
        }
        state.loc = proc.entry;
        Ok(())
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
