//! Compiles a program to instructions: its graph. (Expressions: `compile_expr`.)
//!
//! The code of a location comes once. Edges that follow each other without a choice form a *chain*: their instructions lie
//! side by side, and the last one accounts for the steps of all. A location where several edges meet always begins a chain.

use std::collections::BTreeMap;
use std::sync::Arc;

use cranelift_entity::SecondaryMap;

use super::code::*;
use super::objects::Objects;
use super::state::{Cell, Layout, width};
use crate::cfa::{EdgeId, Expr, FloatOp, IntType, LocId, MemoryExpr, ObjId, Op, Overflow, ProcId, Program, VarId};

/// The longest chain, so that its steps fit their field.
const MAX_CHAIN: u16 = 1 << 15;

pub(super) struct Compiler<'p> {
    pub program: &'p Program,
    pub layout: Layout,
    pub overflow: Overflow,
    /// The addresses of static objects.
    static_addresses: SecondaryMap<ObjId, i64>,
    /// Where the address of each object is found.
    pub addresses: SecondaryMap<ObjId, Cell>,
    pub questions: Vec<MemoryExpr>,
    pub effects: Vec<Effect>,
    insts: Vec<Inst>,
    origins: Vec<Origin>,
    start: SecondaryMap<LocId, Option<(Pc, u16)>>,
    /// Instructions whose target is the code of a location.
    jumps: Vec<(Pc, LocId)>,
    calls: Vec<CallSite>,
    floats: Vec<(FloatOp, IntType)>,
    call_of: SecondaryMap<EdgeId, u32>,
    pub constants: BTreeMap<(i128, bool), Cell>,
    constant_cells: Vec<i64>,
    pub first_temp: Cell,
    pub next_temp: Cell,
    max_temp: Cell,
    /// What the instructions emitted now belong to.
    origin: Origin,
    work: Vec<LocId>,
}

/// Compiles `program`; the code gives control back at each location that `stops_at` names. (Not at exits: a state never rests
/// at the exit of a procedure that has a caller.)
pub(super) fn compile(program: &Program, stops_at: &dyn Fn(LocId) -> bool) -> Code {
    let layout = Layout::new(program);
    let (objects, static_addresses) = program.has_memory().then(|| Objects::of_program(program)).unzip();
    let unfit = matches!(static_addresses, Some(None));
    let mut compiler = Compiler {
        program,
        overflow: program.semantics.overflow,
        static_addresses: static_addresses.flatten().unwrap_or_default(),
        addresses: SecondaryMap::new(),
        questions: Vec::new(),
        effects: Vec::new(),
        insts: Vec::new(),
        origins: Vec::new(),
        start: SecondaryMap::new(),
        jumps: Vec::new(),
        calls: Vec::new(),
        floats: Vec::new(),
        call_of: SecondaryMap::new(),
        constants: BTreeMap::new(),
        constant_cells: Vec::new(),
        first_temp: 0,
        next_temp: 0,
        max_temp: 0,
        origin: Origin { loc: program.procs[program.entry].entry, edge: None, before: 0 },
        work: Vec::new(),
        layout,
    };
    compiler.place_constants();
    let is_entry = procedure_entries(program);
    let begins_chain = |l: LocId| program.locs[l].incoming.len() != 1 || is_entry[l] || stops_at(l);
    let stops_at = |l: LocId| stops_at(l) && program.locs[l].proc.is_none_or(|p| program.procs[p].exit != l);
    // Every location gets code, so that a state can be resumed anywhere.
    for root in program.locs.keys() {
        compiler.work.push(root);
        while let Some(loc) = compiler.work.pop() {
            compiler.chain(loc, &begins_chain, &stops_at);
        }
    }
    compiler.finish(objects, unfit)
}

fn procedure_entries(program: &Program) -> SecondaryMap<LocId, bool> {
    let mut is_entry = SecondaryMap::new();
    for proc in program.procs.values() {
        is_entry[proc.entry] = true;
    }
    is_entry
}

impl Compiler<'_> {
    /// Gives every constant of the program a cell behind the variables.
    fn place_constants(&mut self) {
        let program = self.program;
        for edge in program.edges.values() {
            edge.op.for_each_expr(&mut |e| self.place_constants_of(e));
        }
        self.place_addresses();
        self.first_temp = self.layout.variables + self.constant_cells.len() as Cell;
        self.max_temp = self.first_temp;
    }

    fn place_addresses(&mut self) {
        let program = self.program;
        for local in self.layout.locals.values().flatten() {
            self.addresses[local.id] = local.cell;
        }
        for (id, _) in program.objects.iter().filter(|(_, object)| object.owner.is_none()) {
            self.addresses[id] = self.place_constant(self.static_addresses[id].into(), false);
        }
    }

    fn place_constant(&mut self, value: i128, wide: bool) -> Cell {
        let next = self.layout.variables + self.constant_cells.len() as Cell;
        *self.constants.entry((value, wide)).or_insert_with(|| {
            self.constant_cells.push(value as i64);
            if wide {
                self.constant_cells.push((value >> 64) as i64);
            }
            next
        })
    }

    fn place_constants_of(&mut self, expr: &Expr) {
        match expr {
            Expr::Int(value, ty) => {
                self.place_constant(*value, ty.bits > 64);
            }
            Expr::Var(_) => {}
            Expr::Unary(_, e) | Expr::Cast(_, e) | Expr::Select(_, e) => self.place_constants_of(e),
            Expr::Float(_, operands) | Expr::Memory(_, operands) => {
                operands.iter().for_each(|e| self.place_constants_of(e));
            }
            Expr::Binary(_, a, b) | Expr::And(a, b) | Expr::Or(a, b) => {
                self.place_constants_of(a);
                self.place_constants_of(b);
            }
            Expr::Ite(c, a, b) => {
                self.place_constants_of(c);
                self.place_constants_of(a);
                self.place_constants_of(b);
            }
        }
    }

    /// The place of a floating-point operation in the table of them.
    pub fn float(&mut self, op: FloatOp, from: IntType) -> u32 {
        let known = self.floats.iter().position(|entry| *entry == (op, from));
        let place = known.unwrap_or_else(|| {
            self.floats.push((op, from));
            self.floats.len() - 1
        });
        place as u32
    }

    pub fn emit(&mut self, inst: Inst) -> Pc {
        let pc = self.here();
        self.insts.push(inst);
        self.origins.push(self.origin);
        pc
    }

    pub fn here(&self) -> Pc {
        self.insts.len() as Pc
    }

    /// A fresh cell (or two) for an intermediate value; given back by resetting `next_temp`.
    pub fn temp(&mut self, cells: u32) -> Cell {
        let temp = self.next_temp;
        self.next_temp += cells;
        self.max_temp = self.max_temp.max(self.next_temp);
        temp
    }

    /// Sets the target of a jump that was emitted before its target.
    pub fn patch(&mut self, pc: Pc, to: Pc) {
        match &mut self.insts[pc as usize] {
            Inst::Unless { target, .. }
            | Inst::When { target, .. }
            | Inst::Hop { target }
            | Inst::Branch { target, .. }
            | Inst::BranchIf { target, .. }
            | Inst::BranchReadable { target, .. }
            | Inst::BranchWritable { target, .. }
            | Inst::Jump { target, .. } => *target = to,
            other => unreachable!("{other:?} has no target"),
        }
    }

    /// Emits the code of `loc` and of what follows it without a choice.
    fn chain(&mut self, mut loc: LocId, begins_chain: &dyn Fn(LocId) -> bool, stops_at: &dyn Fn(LocId) -> bool) {
        if self.start[loc].is_some() {
            return;
        }
        self.origin = Origin { loc, edge: None, before: 0 };
        loop {
            self.start[loc] = Some((self.here(), self.origin.before));
            if stops_at(loc) {
                self.emit(Inst::Stop);
            }
            let Some(next) = self.location(loc) else { return };
            self.origin.loc = next;
            self.origin.edge = None;
            let before = self.origin.before;
            if self.start[next].is_some() || before >= MAX_CHAIN || (before > 0 && begins_chain(next)) {
                self.jump_to(next, before, None);
                return;
            }
            loc = next;
        }
    }

    /// Emits the code of one location; returns the location that the code now stands at the beginning of, if any.
    fn location(&mut self, loc: LocId) -> Option<LocId> {
        let program = self.program;
        let l = &program.locs[loc];
        if l.error.is_some() {
            self.emit(Inst::Error);
            return None;
        }
        if l.proc.is_some_and(|p| program.procs[p].exit == loc) {
            let steps = self.origin.before;
            self.emit(Inst::Return { steps });
            return None;
        }
        match l.outgoing[..] {
            [] => {
                self.emit(Inst::Stuck);
                None
            }
            [edge] => self.single_edge(edge),
            [first, second] if self.complementary(first, second) => Some(self.branch(first, second)),
            _ => {
                self.choice(loc);
                None
            }
        }
    }

    /// Whether exactly one of two edges can be taken, whatever the state.
    fn complementary(&self, first: EdgeId, second: EdgeId) -> bool {
        match (&self.program.edges[first].op, &self.program.edges[second].op) {
            (Op::Assume(a), Op::Assume(b)) => a.clone().negated() == *b || b.clone().negated() == *a,
            _ => false,
        }
    }

    fn single_edge(&mut self, edge: EdgeId) -> Option<LocId> {
        let program = self.program;
        let dst = program.edges[edge].dst;
        self.begin_edge(edge);
        match &program.edges[edge].op {
            Op::Assume(Expr::Int(1, _)) => {}
            Op::Assume(condition) => {
                let a = self.expr(condition, None);
                let pass = self.emit(Inst::When { a, target: 0 });
                self.emit(Inst::Stuck);
                let here = self.here();
                self.patch(pass, here);
            }
            Op::Unsupported(_) => {
                self.emit(Inst::Unsupported { edge });
                return None;
            }
            Op::Call { callee, args, result } => {
                self.call(edge, *callee, args, *result);
                self.origin.before = 0;
                return Some(dst);
            }
            op => self.effect(edge, op),
        }
        self.origin.before += 1;
        Some(dst)
    }

    fn begin_edge(&mut self, edge: EdgeId) {
        self.origin.edge = Some(edge);
        self.next_temp = self.first_temp;
    }

    /// The effect of an edge that always passes and stays in its procedure.
    fn effect(&mut self, edge: EdgeId, op: &Op) {
        match op {
            Op::Assign(var, Expr::Var(from)) if self.program.vars[*var].ty.is_array() => {
                let (to, from) = (self.layout.place[*var].0, self.layout.place[*from].0);
                self.emit(Inst::CopyRegion { to, from });
            }
            Op::Assign(var, value) => {
                let (cell, _) = self.layout.place[*var];
                self.expr(value, Some(cell));
            }
            Op::Store(region, index, value) => {
                let (region, ty) = self.layout.place[*region];
                let index = index.as_ref().map(|index| self.expr(index, None));
                let a = self.expr(value, None);
                self.emit(match index {
                    Some(index) => Inst::Put { ty, region, index, a },
                    None => Inst::Fill { ty, region, a },
                });
            }
            Op::Havoc(..) => {
                self.emit(Inst::Havoc { edge });
            }
            Op::Skip => {}
            Op::Memory(op) => self.memory(edge, op),
            Op::Assume(_) | Op::Call { .. } | Op::Unsupported(_) => unreachable!("compiled by the caller"),
        }
    }

    fn call(&mut self, edge: EdgeId, callee: ProcId, args: &[Expr], result: Option<VarId>) {
        let program = self.program;
        let mut copies = Vec::new();
        for (arg, &param) in args.iter().zip(&program.procs[callee].params) {
            let (to, ty) = self.layout.place[param];
            // Not in place: the variables of a recursive caller make room for those of the callee.
            let from = self.temp(width(ty));
            self.expr(arg, Some(from));
            copies.extend((0..width(ty)).map(|i| (from + i, to + i)));
        }
        let result = match (program.procs[callee].result, result) {
            (Some(from), Some(to)) => {
                let (from, ty) = self.layout.place[from];
                Some((from, self.layout.place[to].0, ty))
            }
            _ => None,
        };
        let index = self.calls.len() as u32;
        let steps = self.origin.before + 1;
        let pc = self.emit(Inst::Call { index, steps });
        self.call_of[edge] = index;
        self.calls.push(CallSite { edge, callee, entry: 0, args: copies, result, back: pc + 1 });
        self.work.push(program.procs[callee].entry);
    }

    /// Two edges of which exactly one passes. The code goes on with the first.
    fn branch(&mut self, first: EdgeId, second: EdgeId) -> LocId {
        let program = self.program;
        let (then, otherwise) = (program.edges[first].dst, program.edges[second].dst);
        let Op::Assume(condition) = &program.edges[first].op else { unreachable!("both edges are assumptions") };
        self.begin_edge(first);
        let steps = self.origin.before + 1;
        let pc = if let Some((test, a, b)) = self.comparison(condition) {
            self.emit(Inst::Branch { test, steps, a, b, target: 0 })
        } else if let Some(branch) = self.guard(condition, steps) {
            self.emit(branch)
        } else {
            let a = self.expr(condition, None);
            self.emit(Inst::BranchIf { steps, a, target: 0 })
        };
        self.jumps.push((pc, otherwise));
        self.work.push(otherwise);
        self.origin.before = 0;
        then
    }

    /// Edges that are tried in order; the first that passes is taken. Those behind it get code as well: when the host takes a
    /// call edge there, the call returns to it.
    fn choice(&mut self, loc: LocId) {
        let program = self.program;
        let steps = self.origin.before + 1;
        let checked = self.is_checked(loc);
        if !checked {
            self.emit(Inst::Choose);
        }
        for (number, &edge) in program.locs[loc].outgoing.iter().enumerate() {
            let decision = Some(number as u16);
            let dst = program.edges[edge].dst;
            self.begin_edge(edge);
            match &program.edges[edge].op {
                Op::Assume(condition) => {
                    let a = self.expr(condition, None);
                    let fail = self.emit(Inst::Unless { a, target: 0 });
                    if checked {
                        self.emit(Inst::Choose);
                    }
                    self.jump_to(dst, steps, decision);
                    let here = self.here();
                    self.patch(fail, here);
                }
                Op::Unsupported(_) => {
                    self.emit(Inst::Unsupported { edge });
                }
                Op::Call { callee, args, result } => {
                    // The decision comes before those of the callee.
                    let target = self.here() + 1;
                    self.emit(Inst::Jump { steps: 0, target, decision });
                    self.call(edge, *callee, args, *result);
                    // Behind the call a state rests at its end, all steps counted.
                    let origin = std::mem::replace(&mut self.origin, Origin { loc: dst, edge: None, before: 0 });
                    self.jump_to(dst, 0, None);
                    self.origin = origin;
                }
                op => {
                    self.effect(edge, op);
                    self.jump_to(dst, steps, decision);
                }
            }
        }
        self.origin.edge = None;
        self.emit(Inst::Stuck);
    }

    /// Whether conditions come first and then one edge that always passes, as where an operation is checked: the host has a
    /// choice only if a condition holds.
    fn is_checked(&self, loc: LocId) -> bool {
        let guarded = |edge: &EdgeId| matches!(self.program.edges[*edge].op, Op::Assume(_));
        match self.program.locs[loc].outgoing.split_last() {
            Some((last, conditions)) => !guarded(last) && conditions.iter().all(guarded),
            None => false,
        }
    }

    fn jump_to(&mut self, loc: LocId, steps: u16, decision: Option<u16>) {
        let pc = self.emit(Inst::Jump { steps, target: 0, decision });
        self.jumps.push((pc, loc));
        self.work.push(loc);
    }

    fn finish(mut self, objects: Option<Objects>, unfit: bool) -> Code {
        let mut start = SecondaryMap::new();
        for loc in self.program.locs.keys() {
            start[loc] = self.start[loc].expect("every location has code");
        }
        for (pc, loc) in std::mem::take(&mut self.jumps) {
            self.patch(pc, start[loc].0);
        }
        for call in &mut self.calls {
            call.entry = start[self.program.procs[call.callee].entry].0;
        }
        let mut cells = vec![0; self.layout.variables as usize];
        cells.append(&mut self.constant_cells);
        cells.resize(self.max_temp as usize, 0);
        Code {
            layout: self.layout,
            insts: self.insts,
            origins: self.origins,
            start,
            calls: self.calls,
            floats: self.floats,
            questions: self.questions,
            effects: self.effects,
            objects: objects.map(Arc::new),
            addresses: self.addresses,
            unfit,
            call_of: self.call_of,
            cells,
        }
    }
}
