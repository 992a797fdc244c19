//! Runs compiled code.

use std::sync::{Arc, Mutex};

use rustc_hash::FxHashMap;

use super::accelerate;
use super::arith::UndefinedKind;
use super::code::{Code, Inst, Pc};
use super::compile::compile;
use super::effect::effect;
use super::memory::Memory;
use super::objects::{Access, ObjectOrigin, Trap, offset};
use super::operate::{binary, fits_i32, float, get, holds, low32, put, unary, wrap};
use super::path::Path;
use super::state::{State, load, store};
use super::{HavocRequest, Host, Limits, Outcome, Run};
use crate::cfa::memory::pointer_type;
use crate::cfa::shape::Shape;
use crate::cfa::{IntType, LocId, Op, Program};

/// A compiled program. States belong to the machine that made them (or to another one of the same program).
#[derive(Clone, Debug)]
pub struct Machine<'p> {
    pub(super) program: &'p Program,
    pub(super) code: Code,
    accelerates: bool,
    /// The parts of objects of an origin and size, which inputs are read by.
    pub(super) shapes: Shapes,
}

type Shapes = Arc<Mutex<FxHashMap<(ObjectOrigin, i64), Option<Arc<Shape>>>>>;

/// Edges that are run before a loop is tried to be crossed, at first and at most: after each try in vain it is twice as many.
const FIRST_SPRINT: i64 = 8_000;
const LAST_SPRINT: i64 = 4_000_000;

/// Asks for the values of one edge.
fn one_by_one<'h>(request: &HavocRequest<'h>, host: &'h mut dyn Host) -> impl FnMut(IntType) -> Option<i128> + 'h {
    let mut request = *request;
    move |ty| {
        let value = host.input(&HavocRequest { ty, ..request });
        request.number += 1;
        value
    }
}

impl<'p> Machine<'p> {
    /// The same machine, with so many bytes for memory that programs allocate.
    pub fn with_memory(mut self, most: u64) -> Self {
        if let Some(objects) = &mut self.code.objects {
            Arc::make_mut(objects).limit(most);
        }
        self
    }

    pub fn new(program: &'p Program) -> Self {
        Machine::stopping_at(program, &|_| false)
    }

    /// A machine that stops with [`Outcome::Stopped`] whenever it arrives at a location that `stops` names.
    pub fn stopping_at(program: &'p Program, stops: &dyn Fn(LocId) -> bool) -> Self {
        Machine { program, code: compile(program, stops), accelerates: true, shapes: Shapes::default() }
    }

    /// Whether loops may be crossed in one step (on unless switched off). What a run does is the same.
    pub fn accelerate(mut self, on: bool) -> Self {
        self.accelerates = on;
        self
    }

    pub fn program(&self) -> &'p Program {
        self.program
    }

    /// The state at the entry of the program.
    pub fn initial(&self) -> State {
        let entry = self.program.entry;
        let mut state = State {
            loc: self.program.procs[entry].entry,
            cells: self.code.cells.clone(),
            variables: self.code.layout.variables as usize,
            frames: Vec::new(),
            saved: Vec::new(),
            memories: vec![Arc::default(); self.code.layout.regions],
            objects: self.code.objects.clone(),
        };
        state.take_locals(&self.code.layout, entry);
        state
    }

    /// A state at a location of the entry procedure, with no call open; all variables are zero.
    pub fn state_at(&self, loc: LocId) -> State {
        State { loc, ..self.initial() }
    }

    /// Executes from `state`, which is changed in place.
    pub fn run(&self, state: &mut State, host: &mut dyn Host, limits: &Limits) -> Run {
        self.run_loop::<false>(state, host, limits, &mut Path::unused(state))
    }

    /// As [`Machine::run`], and appends the edges taken to `path`, which must end in `state`.
    pub fn run_recording(&self, state: &mut State, host: &mut dyn Host, limits: &Limits, path: &mut Path) -> Run {
        let run = self.run_loop::<true>(state, host, limits, path);
        path.steps += run.steps;
        run
    }

    /// Executes what needs neither inputs nor choices.
    pub fn advance(&self, state: &mut State, limits: &Limits) -> Run {
        self.run(state, &mut super::Deterministic, limits)
    }

    fn run_loop<const RECORD: bool>(
        &self,
        state: &mut State,
        host: &mut dyn Host,
        limits: &Limits,
        path: &mut Path,
    ) -> Run {
        if let Err(outcome) = self.executable(state) {
            return Run { outcome, steps: 0 };
        }
        let (mut pc, before) = self.code.start[state.loc];
        let limit = i64::try_from(limits.steps).unwrap_or(i64::MAX);
        // The steps of a chain are counted at its end, also those before the place where this run begins.
        let mut taken = -i64::from(before);
        if matches!(self.code.insts[pc as usize], Inst::Stop) {
            pc += 1;
        }
        let accelerates = self.accelerates && !RECORD;
        let mut length = FIRST_SPRINT;
        let mut pause = if accelerates { taken.saturating_add(length).min(limit) } else { limit };
        loop {
            let stop = match state.objects {
                None => self.sprint::<RECORD, false>(state, &mut pc, &mut taken, pause, path),
                Some(_) => self.sprint::<RECORD, true>(state, &mut pc, &mut taken, pause, path),
            };
            if taken >= pause && taken < limit && matches!(stop, Halt::Outcome(Outcome::StepLimit)) {
                let crossed = accelerate::cross(&self.code, self.program.semantics.overflow, state, pc, limit - taken);
                length = if crossed.is_some() { FIRST_SPRINT } else { (2 * length).min(LAST_SPRINT) };
                taken += crossed.unwrap_or(0);
                pause = taken.saturating_add(length).min(limit);
                if taken < limit {
                    continue;
                }
            }
            let origin = self.code.origins[pc as usize];
            state.loc = origin.loc;
            let resumed = match stop {
                Halt::Outcome(outcome) => Err(outcome),
                Halt::Undefined(kind) => {
                    Err(Outcome::Undefined { edge: origin.edge.expect("only edges have expressions"), kind })
                }
                Halt::Slow => match self.slow::<RECORD>(state, &mut pc, &mut taken, host, limits, path) {
                    Ok(Next::Chain) if taken >= limit => {
                        state.loc = self.code.origins[pc as usize].loc;
                        Err(Outcome::StepLimit)
                    }
                    other => other.map(|_| ()),
                },
            };
            if let Err(mut outcome) = resumed {
                if outcome == Outcome::StepLimit && matches!(self.code.insts[pc as usize], Inst::Stop) {
                    outcome = Outcome::Stopped(state.loc);
                }
                let steps = (taken + i64::from(self.code.origins[pc as usize].before)) as u64;
                self.settle(state);
                return Run { outcome, steps };
            }
        }
    }

    /// Runs until an instruction needs the host, changes the stack, or ends the run; `pc` is then that instruction (or, at the
    /// limit of steps, the next one).
    /// Without `MEMORY` for programs that have none: what is not there cannot make them slower.
    fn sprint<const RECORD: bool, const MEMORY: bool>(
        &self,
        state: &mut State,
        at: &mut Pc,
        count: &mut i64,
        limit: i64,
        path: &mut Path,
    ) -> Halt {
        let insts = &self.code.insts[..];
        let overflow = self.program.semantics.overflow;
        let cells = &mut state.cells[..];
        let memories = &mut state.memories[..];
        let pointer = pointer_type(self.program.semantics.data_model);
        let mut objects = Access::new(&mut state.objects);
        let mut pc = *at;
        let mut taken = *count;
        let halt = loop {
            match insts[pc as usize] {
                Inst::Move { dst, a } => put(cells, dst, get(cells, a)),
                Inst::MoveWide { dst, a } => {
                    let (low, high) = (get(cells, a), get(cells, a + 1));
                    put(cells, dst, low);
                    put(cells, dst + 1, high);
                }
                Inst::AddI32 { dst, a, b } => {
                    let Some(value) = fits_i32(get(cells, a) + get(cells, b)) else { break Halt::OVERFLOW };
                    put(cells, dst, value);
                }
                Inst::SubI32 { dst, a, b } => {
                    let Some(value) = fits_i32(get(cells, a) - get(cells, b)) else { break Halt::OVERFLOW };
                    put(cells, dst, value);
                }
                Inst::MulI32 { dst, a, b } => {
                    let Some(value) = fits_i32(get(cells, a) * get(cells, b)) else { break Halt::OVERFLOW };
                    put(cells, dst, value);
                }
                Inst::AddI64 { dst, a, b } => {
                    let Some(value) = get(cells, a).checked_add(get(cells, b)) else { break Halt::OVERFLOW };
                    put(cells, dst, value);
                }
                Inst::SubI64 { dst, a, b } => {
                    let Some(value) = get(cells, a).checked_sub(get(cells, b)) else { break Halt::OVERFLOW };
                    put(cells, dst, value);
                }
                Inst::MulI64 { dst, a, b } => {
                    let Some(value) = get(cells, a).checked_mul(get(cells, b)) else { break Halt::OVERFLOW };
                    put(cells, dst, value);
                }
                Inst::AddU32 { dst, a, b } => put(cells, dst, low32(get(cells, a).wrapping_add(get(cells, b)))),
                Inst::SubU32 { dst, a, b } => put(cells, dst, low32(get(cells, a).wrapping_sub(get(cells, b)))),
                Inst::MulU32 { dst, a, b } => put(cells, dst, low32(get(cells, a).wrapping_mul(get(cells, b)))),
                Inst::AddWrap { dst, a, b } => put(cells, dst, get(cells, a).wrapping_add(get(cells, b))),
                Inst::SubWrap { dst, a, b } => put(cells, dst, get(cells, a).wrapping_sub(get(cells, b))),
                Inst::MulWrap { dst, a, b } => put(cells, dst, get(cells, a).wrapping_mul(get(cells, b))),
                Inst::And { dst, a, b } => put(cells, dst, get(cells, a) & get(cells, b)),
                Inst::Or { dst, a, b } => put(cells, dst, get(cells, a) | get(cells, b)),
                Inst::Xor { dst, a, b } => put(cells, dst, get(cells, a) ^ get(cells, b)),
                Inst::Compare { test, dst, a, b } => {
                    put(cells, dst, i64::from(holds(test, get(cells, a), get(cells, b))));
                }
                Inst::Wrap { to, dst, a } => put(cells, dst, wrap(to, get(cells, a))),
                Inst::Binary { op, ty, dst, a, b } | Inst::BinaryWide { op, ty, dst, a, b } => {
                    if let Err(kind) = binary(cells, op, ty, overflow, dst, a, b) {
                        break Halt::Undefined(kind);
                    }
                }
                Inst::Unary { op, ty, dst, a } | Inst::UnaryWide { op, ty, dst, a } => {
                    if let Err(kind) = unary(cells, op, ty, overflow, dst, a) {
                        break Halt::Undefined(kind);
                    }
                }
                Inst::Widen { from, to, dst, a } => {
                    let value = load(cells, a, from);
                    store(cells, dst, to, to.wrap(value));
                }
                Inst::Amount { dst, a } => {
                    let value = load(cells, a, IntType::new(128, true));
                    put(cells, dst, i64::try_from(value).unwrap_or(-1));
                }
                Inst::Load { ty, dst, region, index } => {
                    let value = memories[region as usize].get(get(cells, index));
                    store(cells, dst, ty, value);
                }
                Inst::Put { ty, region, index, a } => {
                    let value = load(cells, a, ty);
                    Arc::make_mut(&mut memories[region as usize]).set(get(cells, index), value);
                }
                Inst::Fill { ty, region, a } => {
                    memories[region as usize] = Arc::new(Memory::filled(load(cells, a, ty)));
                }
                Inst::CopyRegion { to, from } => memories[to as usize] = memories[from as usize].clone(),
                Inst::Offset { dst, a, b } if MEMORY => {
                    let Some(value) = offset(pointer, get(cells, a), get(cells, b)) else { break Halt::INVALID };
                    put(cells, dst, value);
                }
                Inst::Element { size, dst, a, b } if MEMORY => {
                    let Some(bytes) = get(cells, b).checked_mul(size.into()) else { break Halt::OVERFLOW };
                    let Some(value) = offset(pointer, get(cells, a), bytes) else { break Halt::INVALID };
                    put(cells, dst, value);
                }
                Inst::BranchReadable { wanted, steps, at, size, target } if MEMORY => {
                    let first = objects.get().readable(get(cells, at), get(cells, size)) == wanted;
                    if RECORD {
                        path.decide(u16::from(!first));
                    }
                    pc = if first { pc + 1 } else { target };
                    taken += i64::from(steps);
                    if taken >= limit {
                        break Halt::Outcome(Outcome::StepLimit);
                    }
                    continue;
                }
                Inst::BranchWritable { wanted, steps, at, size, target } if MEMORY => {
                    let first = objects.get().writable(get(cells, at), get(cells, size)) == wanted;
                    if RECORD {
                        path.decide(u16::from(!first));
                    }
                    pc = if first { pc + 1 } else { target };
                    taken += i64::from(steps);
                    if taken >= limit {
                        break Halt::Outcome(Outcome::StepLimit);
                    }
                    continue;
                }
                Inst::Readable { dst, at, size } if MEMORY => {
                    let answer = objects.get().readable(get(cells, at), get(cells, size));
                    put(cells, dst, i64::from(answer));
                }
                Inst::Writable { dst, at, size } if MEMORY => {
                    let answer = objects.get().writable(get(cells, at), get(cells, size));
                    put(cells, dst, i64::from(answer));
                }
                Inst::LoadBytes { size, ty, dst, at } if MEMORY => {
                    let Some(value) = objects.get().load(get(cells, at), size) else { break Halt::INVALID };
                    put(cells, dst, wrap(ty, value));
                }
                Inst::StoreBytes { size, at, a } if MEMORY => {
                    if objects.own().store(get(cells, at), size, get(cells, a)).is_err() {
                        break Halt::INVALID;
                    }
                }
                Inst::Ask { question, dst, a, b } if MEMORY => {
                    let question = self.code.questions[question as usize];
                    let Some(answer) = objects.get().ask(question, get(cells, a), get(cells, b)) else {
                        break Halt::INVALID;
                    };
                    store(cells, dst, question.result(), answer);
                }
                Inst::Effect { effect: number } if MEMORY => {
                    let edge = self.code.origins[pc as usize].edge.expect("only edges have effects");
                    match effect(cells, objects.own(), self.code.effects[number as usize], edge) {
                        Ok(()) => {}
                        Err(Trap::Invalid) => break Halt::INVALID,
                        Err(Trap::Exhausted) => break Halt::Outcome(Outcome::Unsupported { edge }),
                    }
                }
                Inst::Float { op, dst, a, b } => {
                    if let Err(kind) = float(cells, self.code.floats[op as usize], dst, a, b) {
                        break Halt::Undefined(kind);
                    }
                }
                Inst::Unless { a, target } => {
                    if get(cells, a) == 0 {
                        pc = target;
                        continue;
                    }
                }
                Inst::When { a, target } => {
                    if get(cells, a) != 0 {
                        pc = target;
                        continue;
                    }
                }
                Inst::Hop { target } => {
                    pc = target;
                    continue;
                }
                Inst::Branch { test, steps, a, b, target } => {
                    let first = holds(test, get(cells, a), get(cells, b));
                    if RECORD {
                        path.decide(u16::from(!first));
                    }
                    pc = if first { pc + 1 } else { target };
                    taken += i64::from(steps);
                    if taken >= limit {
                        break Halt::Outcome(Outcome::StepLimit);
                    }
                    continue;
                }
                Inst::BranchIf { steps, a, target } => {
                    let first = get(cells, a) != 0;
                    if RECORD {
                        path.decide(u16::from(!first));
                    }
                    pc = if first { pc + 1 } else { target };
                    taken += i64::from(steps);
                    if taken >= limit {
                        break Halt::Outcome(Outcome::StepLimit);
                    }
                    continue;
                }
                Inst::Jump { steps, target, decision } => {
                    if RECORD && let Some(number) = decision {
                        path.decide(number);
                    }
                    pc = target;
                    taken += i64::from(steps);
                    if taken >= limit && steps > 0 {
                        break Halt::Outcome(Outcome::StepLimit);
                    }
                    continue;
                }
                Inst::Offset { .. }
                | Inst::Element { .. }
                | Inst::Readable { .. }
                | Inst::Writable { .. }
                | Inst::BranchReadable { .. }
                | Inst::BranchWritable { .. }
                | Inst::LoadBytes { .. }
                | Inst::StoreBytes { .. }
                | Inst::Ask { .. }
                | Inst::Effect { .. } => unreachable!("the program has no memory"),
                Inst::Error
                | Inst::Stuck
                | Inst::Stop
                | Inst::Unsupported { .. }
                | Inst::Choose
                | Inst::Havoc { .. }
                | Inst::Call { .. }
                | Inst::Return { .. } => break Halt::Slow,
            }
            pc += 1;
        };
        *at = pc;
        *count = taken;
        halt
    }

    /// One instruction that is not for [`Machine::sprint`]. `Ok` if the run goes on, then at `pc`.
    fn slow<const RECORD: bool>(
        &self,
        state: &mut State,
        pc: &mut Pc,
        taken: &mut i64,
        host: &mut dyn Host,
        limits: &Limits,
        path: &mut Path,
    ) -> Result<Next, Outcome> {
        match self.code.insts[*pc as usize] {
            Inst::Error => Err(Outcome::Error(state.loc)),
            Inst::Stuck => Err(Outcome::Stuck(state.loc)),
            Inst::Stop => Err(Outcome::Stopped(state.loc)),
            Inst::Unsupported { edge } => Err(Outcome::Unsupported { edge }),
            Inst::Havoc { edge } => {
                let request = self.request(edge).expect("the instruction was made for a havoc edge");
                self.answer(state, &request, host)?;
                *pc += 1;
                Ok(Next::Instruction)
            }
            Inst::Call { index, steps } => self.call(state, pc, taken, index, steps, limits),
            Inst::Return { steps } => self.leave(state, pc, taken, steps),
            Inst::Choose => {
                if !host.chooses() {
                    *pc += 1;
                    return Ok(Next::Instruction);
                }
                self.choose::<RECORD>(state, pc, taken, host, limits, path)
            }
            other => unreachable!("{other:?} is not slow"),
        }
    }

    /// Sets what a havoc edge leaves open to what the host gives.
    fn answer(&self, state: &mut State, request: &HavocRequest<'_>, host: &mut dyn Host) -> Result<(), Outcome> {
        let missing = Outcome::NeedsInput { edge: request.edge };
        let Some(var) = request.var else {
            return self.havoc_memory(state, request.edge, |shape| {
                let request = HavocRequest { is_whole: shape.is_none(), ..*request };
                Memory::bytes_from_inputs(shape, one_by_one(&request, host))
            });
        };
        let mut next = one_by_one(request, host);
        if self.program.vars[var].ty.is_array() {
            let contents = Memory::from_inputs(request.ty, next).ok_or(missing)?;
            self.set_contents(state, var, contents);
        } else {
            let value = next(request.ty).ok_or(missing)?;
            self.set_value(state, var, value);
        }
        Ok(())
    }

    fn call(
        &self,
        state: &mut State,
        pc: &mut Pc,
        taken: &mut i64,
        index: u32,
        steps: u16,
        limits: &Limits,
    ) -> Result<Next, Outcome> {
        let site = &self.code.calls[index as usize];
        if state.frames.len() >= limits.depth {
            return Err(Outcome::StackLimit { edge: site.edge });
        }
        let pushed = state.push_frame(&self.code.layout, site.edge, site.callee);
        pushed.map_err(|_| Outcome::StackLimit { edge: site.edge })?;
        for &(from, to) in &site.args {
            state.cells[to as usize] = state.cells[from as usize];
        }
        *pc = site.entry;
        *taken += i64::from(steps);
        Ok(Next::Chain)
    }

    fn leave(&self, state: &mut State, pc: &mut Pc, taken: &mut i64, steps: u16) -> Result<Next, Outcome> {
        let Some(&call) = state.frames.last() else { return Err(Outcome::Exited) };
        let site = &self.code.calls[self.code.call_of[call] as usize];
        let result = site.result.map(|(from, to, ty)| (to, ty, load(&state.cells, from, ty)));
        state.pop_frame(&self.code.layout, site.callee);
        if let Some((to, ty, value)) = result {
            store(&mut state.cells, to, ty, value);
        }
        *pc = site.back;
        *taken += i64::from(steps);
        Ok(Next::Chain)
    }

    /// Lets the host choose between the edges that leave the state's location.
    fn choose<const RECORD: bool>(
        &self,
        state: &mut State,
        pc: &mut Pc,
        taken: &mut i64,
        host: &mut dyn Host,
        limits: &Limits,
        path: &mut Path,
    ) -> Result<Next, Outcome> {
        let loc = state.loc;
        let enabled = self.enabled(state)?;
        let edge = match enabled[..] {
            [] => return Err(Outcome::Stuck(loc)),
            [edge] => edge,
            _ => {
                let index = host.choose(loc, &enabled).ok_or(Outcome::NeedsChoice { loc })?;
                *enabled.get(index).ok_or(Outcome::NeedsChoice { loc })?
            }
        };
        if matches!(self.program.edges[edge].op, Op::Call { .. }) && state.frames.len() >= limits.depth {
            return Err(Outcome::StackLimit { edge });
        }
        match self.request(edge) {
            Some(request) => {
                self.answer(state, &request, host)?;
                state.loc = self.program.edges[edge].dst;
                self.settle(state);
            }
            None => self.step(state, edge, None)?,
        }
        if RECORD {
            let number = self.program.locs[loc].outgoing.iter().position(|&e| e == edge);
            path.decide(number.expect("an enabled edge leaves the location") as u16);
        }
        *taken += i64::from(self.code.origins[*pc as usize].before) + 1;
        let (start, before) = self.code.start[state.loc];
        *pc = start;
        *taken -= i64::from(before);
        Ok(Next::Chain)
    }
}

/// Where a slow instruction leads.
enum Next {
    /// To the instruction behind it.
    Instruction,
    /// To the beginning of another chain: the steps so far are counted.
    Chain,
}

/// Why [`Machine::sprint`] came to an end.
enum Halt {
    Outcome(Outcome),
    Undefined(UndefinedKind),
    Slow,
}

impl Halt {
    const OVERFLOW: Halt = Halt::Undefined(UndefinedKind::SignedOverflow);
    const INVALID: Halt = Halt::Undefined(UndefinedKind::InvalidAccess);
}
