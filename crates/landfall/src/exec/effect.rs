//! What edges do to memory and ask of it: for compiled code, for the plain interpreter, and for callers.

use std::sync::{Arc, PoisonError};

use super::Outcome;
use super::arith::UndefinedKind;
use super::code::Effect;
use super::machine::Machine;
use super::memory::Memory;
use super::objects::{ObjectInfo, ObjectOrigin, Objects, Trap};
use super::state::{State, load};
use crate::cfa::shape::Shape;
use crate::cfa::{EdgeId, Expr, HavocKind, IntType, MemoryExpr, MemoryOp, ObjId, Op};

/// Parts of memory that are read as inputs one by one.
const FEW: usize = 64;

/// Divisions of objects that are remembered.
const SHAPES: usize = 1024;

pub(super) const BYTE: IntType = IntType::new(8, false);

/// Does what compiled code asks for on an edge.
#[inline(never)]
pub(super) fn effect(cells: &mut [i64], objects: &mut Objects, effect: Effect, edge: EdgeId) -> Result<(), Trap> {
    let get = |cell: u32| cells[cell as usize];
    match effect {
        Effect::Write { at, cell, value, initial } => {
            objects.write(get(at), cell, load(cells, value, cell.ty), initial)
        }
        Effect::Copy { to, from, size } => objects.copy(get(to), get(from), get(size)),
        Effect::Fill { at, value, size } => objects.fill(get(at), get(value) as u8, get(size)),
        Effect::Alloc { to, size, zero, storage } => {
            cells[to as usize] = objects.alloc(get(size), zero, storage, edge)?;
            Ok(())
        }
        Effect::Free { at } => objects.free(get(at), edge),
        Effect::Enter { at } => {
            cells[at as usize] = objects.enter(get(at))?;
            Ok(())
        }
        Effect::Leave { at } => {
            objects.leave(get(at), edge);
            Ok(())
        }
    }
}

fn outcome(trap: Trap, edge: EdgeId) -> Outcome {
    match trap {
        Trap::Invalid => Outcome::Undefined { edge, kind: UndefinedKind::InvalidAccess },
        Trap::Exhausted => Outcome::Unsupported { edge },
    }
}

impl Machine<'_> {
    /// An error if the objects of the program are too large to be executed; the state then never leaves its location.
    pub(super) fn executable(&self, state: &State) -> Result<(), Outcome> {
        match self.program.locs[state.loc].outgoing.first() {
            Some(&edge) if self.code.unfit => Err(Outcome::Unsupported { edge }),
            _ => Ok(()),
        }
    }

    fn objects<'s>(&self, state: &'s State) -> &'s Objects {
        state.objects.as_ref().expect("the program has memory")
    }

    /// The answer of memory to a question.
    pub(super) fn ask(&self, question: MemoryExpr, operands: &[Expr], state: &State) -> Result<i128, UndefinedKind> {
        if let MemoryExpr::Address(object, _) = question {
            return Ok(self.cell_of(state, object).into());
        }
        let values = operands.iter().map(|e| self.eval(e, state)).collect::<Result<Vec<i128>, _>>()?;
        let operand = |i: usize| values.get(i).map_or(0, |value| *value as i64);
        self.objects(state).ask(question, operand(0), operand(1)).ok_or(UndefinedKind::InvalidAccess)
    }

    fn cell_of(&self, state: &State, object: ObjId) -> i64 {
        state.cells[self.code.addresses[object] as usize]
    }

    /// Does what an edge does to memory, other than making it arbitrary. If it cannot be done the state stays as it is.
    pub(super) fn affect(&self, state: &mut State, edge: EdgeId, op: &MemoryOp) -> Result<(), Outcome> {
        let trapped = |trap| outcome(trap, edge);
        let number = |e: &Expr, state: &State| {
            self.eval(e, state).map(|value| value as i64).map_err(|kind| Outcome::Undefined { edge, kind })
        };
        let done = match op {
            MemoryOp::Write { at, cell, value, initial } => {
                let at = number(at, state)?;
                let value = self.eval(value, state).map_err(|kind| Outcome::Undefined { edge, kind })?;
                objects_mut(state).write(at, *cell, value, *initial)
            }
            MemoryOp::Copy { to, from, size } => {
                let (to, from, size) = (number(to, state)?, number(from, state)?, number(size, state)?);
                objects_mut(state).copy(to, from, size)
            }
            MemoryOp::Fill { at, value, size } => {
                let (at, value, size) = (number(at, state)?, number(value, state)?, number(size, state)?);
                objects_mut(state).fill(at, value as u8, size)
            }
            MemoryOp::Havoc { .. } => unreachable!("it needs inputs"),
            MemoryOp::Alloc { to, size, zero, storage, .. } => {
                let size = number(size, state)?;
                let address = objects_mut(state).alloc(size, *zero, *storage, edge).map_err(trapped)?;
                self.set_value(state, *to, address.into());
                Ok(())
            }
            MemoryOp::Free { at } => {
                let at = number(at, state)?;
                objects_mut(state).free(at, edge)
            }
            MemoryOp::Enter(object) => {
                let cell = self.code.addresses[*object] as usize;
                let at = state.cells[cell];
                objects_mut(state).enter(at).map(|address| state.cells[cell] = address)
            }
            MemoryOp::Leave(object) => {
                let at = self.cell_of(state, *object);
                objects_mut(state).leave(at, edge);
                Ok(())
            }
        };
        done.map_err(trapped)
    }

    /// Makes memory arbitrary on an edge that does so; `contents` has the values by distance, if it has any.
    pub(super) fn havoc_memory(
        &self,
        state: &mut State,
        edge: EdgeId,
        contents: impl FnOnce(Option<&Shape>) -> Option<Memory>,
    ) -> Result<(), Outcome> {
        let Op::Memory(MemoryOp::Havoc { at, size, kind }) = &self.program.edges[edge].op else {
            unreachable!("the edge makes memory arbitrary")
        };
        let undefined = |kind| Outcome::Undefined { edge, kind };
        let at = self.eval(at, state).map_err(undefined)? as i64;
        let size = self.eval(size, state).map_err(undefined)? as i64;
        if !self.objects(state).may_havoc(at, size, kind) {
            return Err(outcome(Trap::Invalid, edge));
        }
        let shape = self.shape_at(state, at, size);
        let contents = contents(shape.as_deref()).ok_or(Outcome::NeedsInput { edge })?;
        objects_mut(state).havoc(at, size, &contents, kind);
        Ok(())
    }

    /// The parts of memory that a havoc edge reads one by one; `None` if it reads most and a few (see [`MemoryOp::Havoc`]).
    pub fn parts_read(&self, state: &State, edge: EdgeId) -> Option<Arc<Shape>> {
        let Op::Memory(MemoryOp::Havoc { at, size, .. }) = &self.program.edges[edge].op else { return None };
        let (at, size) = (self.eval(at, state).ok()?, self.eval(size, state).ok()?);
        self.shape_at(state, at as i64, size as i64)
    }

    /// The parts of an object's first bytes, if they are few.
    fn shape_at(&self, state: &State, at: i64, size: i64) -> Option<Arc<Shape>> {
        let object = self.object_at(state, at).filter(|object| object.base == at)?;
        let mut known = self.shapes.lock().unwrap_or_else(PoisonError::into_inner);
        if known.len() >= SHAPES {
            known.clear();
        }
        known.entry((object.origin, size)).or_insert_with(|| self.shape_of(object, size).map(Arc::new)).clone()
    }

    fn shape_of(&self, object: ObjectInfo, size: i64) -> Option<Shape> {
        let view = match object.origin {
            ObjectOrigin::Declared(id) => &self.program.objects[id].view,
            ObjectOrigin::Allocated(edge, _) => match &self.program.edges[edge].op {
                Op::Memory(MemoryOp::Alloc { view, .. }) => view,
                _ => return None,
            },
        };
        Shape::repeated(view, u64::try_from(size).ok()?, FEW)
    }

    /// The address of a declared object, of a procedure's in its innermost frame; `None` if there is no such frame.
    pub fn address(&self, state: &State, object: ObjId) -> Option<i64> {
        Some(self.cell_of(state, object)).filter(|address| *address != 0)
    }

    /// The object that an address lies in or right behind, live or dead; outside of all, the nearest one if one is near.
    pub fn object_at(&self, state: &State, address: i64) -> Option<ObjectInfo> {
        state.objects.as_ref()?.object_at(address)
    }

    /// So many bytes, if they lie in one live object.
    pub fn bytes(&self, state: &State, address: i64, size: usize) -> Option<Vec<u8>> {
        state.objects.as_ref()?.bytes(address, size).map(<[u8]>::to_vec)
    }

    /// So many bytes, if they lie in one live object that may be written, count as never set.
    pub fn forget(&self, state: &mut State, address: i64, size: i64) {
        objects_mut(state).havoc(address, size, &Memory::filled(0), &HavocKind::Uninitialised);
    }

    /// Whether so many bytes were all set; `None` if they do not lie in one live object.
    pub fn is_set(&self, state: &State, address: i64, size: usize) -> Option<bool> {
        state.objects.as_ref()?.is_set(address, i64::try_from(size).ok()?)
    }

    /// Allocated memory that was not freed.
    pub fn live_heap(&self, state: &State) -> Vec<ObjectInfo> {
        state.objects.iter().flat_map(|objects| objects.live_heap()).collect()
    }
}

fn objects_mut(state: &mut State) -> &mut Objects {
    Arc::make_mut(state.objects.as_mut().expect("the program has memory"))
}
