//! Concrete states, and where each variable lives in them.
//!
//! Every variable has a fixed place in one vector of 64-bit cells; types wider than that take two cells. A call of a procedure
//! that may already be active saves the cells of the older frame and restores them when it returns, so that operands need no
//! frame pointer. An object of a procedure has a cell that holds the address of the innermost frame's. The cells of a procedure that is not active are zero: a state depends on the execution so far only
//! through what the program can see.

use std::hash::{Hash, Hasher};
use std::sync::Arc;

use cranelift_entity::{PrimaryMap, SecondaryMap};

use super::memory::Memory;
use super::objects::{Objects, Trap};
use crate::cfa::graph::CallGraph;
use crate::cfa::{EdgeId, IntType, LocId, ObjId, Object, ProcId, Program, Type, VarId};

/// The cell of a variable, a constant or an intermediate value.
pub(super) type Cell = u32;

/// A state of one [`super::Machine`]: the location, the values of all variables, the calls that have not returned.
///
/// States compare and hash by what the program can see.
#[derive(Clone, Debug)]
pub struct State {
    pub(super) loc: LocId,
    /// Variables, then constants, then intermediate values.
    pub(super) cells: Vec<i64>,
    /// How many of the cells belong to variables.
    pub(super) variables: usize,
    /// The call edges that have not returned, outermost first.
    pub(super) frames: Vec<EdgeId>,
    /// What calls of possibly active procedures have saved, oldest first.
    pub(super) saved: Vec<i64>,
    /// The regions of memory; copies of a state share what they have not changed.
    pub(super) memories: Vec<Arc<Memory>>,
    /// Memory, if the program has any; shared in the same way.
    pub(super) objects: Option<Arc<Objects>>,
}

impl State {
    pub fn loc(&self) -> LocId {
        self.loc
    }

    /// The number of calls that have not returned.
    pub fn depth(&self) -> usize {
        self.frames.len()
    }

    /// The call edges that have not returned, outermost first.
    pub fn calls(&self) -> impl Iterator<Item = EdgeId> + '_ {
        self.frames.iter().copied()
    }

    /// Makes a frame of `callee`, all zero; an error, and no frame, if there is no room for its objects.
    pub(super) fn push_frame(&mut self, layout: &Layout, call: EdgeId, callee: ProcId) -> Result<(), Trap> {
        let locals = &layout.locals[callee];
        if let Some(objects) = &mut self.objects
            && !locals.is_empty()
        {
            let objects = Arc::make_mut(objects);
            locals.iter().try_for_each(|local| objects.reserve(local.id, &local.object))?;
        }
        if layout.recursive[callee] {
            let frame = layout.frame(callee);
            self.saved.extend_from_slice(&self.cells[frame.clone()]);
            self.cells[frame].fill(0);
        }
        self.frames.push(call);
        self.take_locals(layout, callee);
        Ok(())
    }

    /// Gives the objects of a new frame their addresses.
    pub(super) fn take_locals(&mut self, layout: &Layout, proc: ProcId) {
        if let Some(objects) = &mut self.objects {
            for local in &layout.locals[proc] {
                self.cells[local.cell as usize] = Arc::make_mut(objects).take(local.id);
            }
        }
    }

    /// Drops the innermost frame, which is one of `callee`.
    pub(super) fn pop_frame(&mut self, layout: &Layout, callee: ProcId) {
        if let (Some(objects), Some(&call)) = (&mut self.objects, self.frames.last()) {
            for local in &layout.locals[callee] {
                Arc::make_mut(objects).give_back(local.id, call);
            }
        }
        let frame = layout.frame(callee);
        if layout.recursive[callee] {
            let first = self.saved.len() - frame.len();
            self.cells[frame].copy_from_slice(&self.saved[first..]);
            self.saved.truncate(first);
        } else {
            self.cells[frame].fill(0);
        }
        self.frames.pop();
    }
}

impl PartialEq for State {
    fn eq(&self, other: &Self) -> bool {
        self.loc == other.loc
            && self.cells[..self.variables] == other.cells[..other.variables]
            && self.frames == other.frames
            && self.saved == other.saved
            && self.memories == other.memories
            && self.objects == other.objects
    }
}

impl Eq for State {}

impl Hash for State {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        self.loc.hash(hasher);
        self.cells[..self.variables].hash(hasher);
        self.frames.hash(hasher);
        self.saved.hash(hasher);
        self.memories.hash(hasher);
        self.objects.hash(hasher);
    }
}

/// The value of one or two cells, as a value of `ty`.
pub(super) fn load(cells: &[i64], cell: Cell, ty: IntType) -> i128 {
    let low = cells[cell as usize];
    if ty.bits > 64 {
        (i128::from(cells[cell as usize + 1]) << 64) | i128::from(low as u64)
    } else if ty.signed || ty.bits < 64 {
        i128::from(low)
    } else {
        i128::from(low as u64)
    }
}

/// Writes a value that lies in the range of `ty`.
pub(super) fn store(cells: &mut [i64], cell: Cell, ty: IntType, value: i128) {
    cells[cell as usize] = value as i64;
    if ty.bits > 64 {
        cells[cell as usize + 1] = (value >> 64) as i64;
    }
}

pub(super) fn width(ty: IntType) -> u32 {
    if ty.bits > 64 { 2 } else { 1 }
}

/// Where variables live, and which procedures may have several frames at once.
#[derive(Clone, Debug)]
pub(super) struct Layout {
    /// The first cell of a variable; of a region, its number among them.
    pub place: PrimaryMap<VarId, (Cell, IntType)>,
    /// How many regions there are.
    pub regions: usize,
    /// The objects of each procedure.
    pub locals: SecondaryMap<ProcId, Vec<Local>>,
    /// The cells of each procedure: first and one past the last.
    pub block: SecondaryMap<ProcId, (Cell, Cell)>,
    /// The procedure can call itself, directly or through others.
    pub recursive: SecondaryMap<ProcId, bool>,
    pub variables: Cell,
}

/// An object of a procedure, and the cell that holds its address.
#[derive(Clone, Debug)]
pub(super) struct Local {
    pub id: ObjId,
    pub object: Object,
    pub cell: Cell,
}

impl Layout {
    pub fn new(program: &Program) -> Self {
        let mut owned: SecondaryMap<ProcId, Vec<VarId>> = SecondaryMap::new();
        let mut locals: SecondaryMap<ProcId, Vec<Local>> = SecondaryMap::new();
        for (v, owner) in program.vars.iter().filter_map(|(v, var)| Some((v, var.owner?))) {
            owned[owner].push(v);
        }
        for (id, object, owner) in program.objects.iter().filter_map(|(id, o)| Some((id, o, o.owner?))) {
            locals[owner].push(Local { id, object: object.clone(), cell: 0 });
        }
        let mut cells: SecondaryMap<VarId, Cell> = SecondaryMap::new();
        let mut block: SecondaryMap<ProcId, (Cell, Cell)> = SecondaryMap::new();
        let (mut next, mut regions) = (0, 0);
        let mut place_var = |v: VarId, next: &mut Cell| {
            let (counter, width) = match program.vars[v].ty {
                Type::Int(ty) => (next, width(ty)),
                Type::Array(_) => (&mut regions, 1),
            };
            cells[v] = *counter;
            *counter += width;
        };
        // Globals first, then procedure by procedure, so that a frame is one contiguous block.
        program.vars.keys().filter(|v| program.vars[*v].owner.is_none()).for_each(|v| place_var(v, &mut next));
        for proc in program.procs.keys() {
            let first = next;
            owned[proc].iter().for_each(|v| place_var(*v, &mut next));
            for local in locals[proc].iter_mut() {
                local.cell = next;
                next += 1;
            }
            block[proc] = (first, next);
        }
        let mut place = PrimaryMap::new();
        for (v, var) in program.vars.iter() {
            place.push((cells[v], var.ty.scalar()));
        }
        let calls = CallGraph::new(program);
        let mut recursive = SecondaryMap::new();
        for proc in program.procs.keys() {
            recursive[proc] = calls.is_recursive(proc);
        }
        Layout { place, regions: regions as usize, locals, block, recursive, variables: next }
    }

    pub fn frame(&self, proc: ProcId) -> std::ops::Range<usize> {
        let (first, end) = self.block[proc];
        first as usize..end as usize
    }
}
