//! The program unrolled to bounds: one forward pass over copies of locations, one copy for each iteration of the loops around it.
//!
//! Copies are visited in an order in which all ways into one come before it: the weak topological order of the locations, with
//! the iterations of a loop one after the other. Ways that meet become one, with choices between their values. A way whose
//! condition is false, as seen without a solver, is not followed.

use std::collections::BTreeMap;
use std::rc::Rc;

use cranelift_entity::SecondaryMap;
use landfall_smt::{Kind, Sort, Term};

use super::guard::Guard;
use super::region::Regions;
use super::state::{History, Reader, State, Surroundings, Value};
use crate::budget::Budget;
use crate::cfa::graph::{CallGraph, ComponentId, Liveness, Loops};
use crate::cfa::{EdgeId, Expr, LocId, Op, Program, Type, VarId};
use crate::encode::{Encoder, Number, Numbers, Symbols, sort_of};
use crate::limits::limits;
use crate::verdict::Reason;

/// Steps between two looks at the budget.
const POLL: u64 = 256;
/// Iterations that plainly go on until it is asked whether they are possible; then as many again, and so on.
const PLAIN: u32 = 16;
/// Iterations of one loop whose conditions are kept.
const KEPT: usize = 64;

/// How far loops are unrolled, by their heads.
#[derive(Clone, Debug)]
pub struct Bounds {
    /// Iterations whose end is not known beforehand.
    pub of_loop: BTreeMap<LocId, u32>,
    /// Iterations at whose end it was plain, without a solver, that the loop goes on; these are not counted.
    pub plain: BTreeMap<LocId, u32>,
}

impl Bounds {
    pub fn of(&self, head: LocId) -> u32 {
        self.of_loop.get(&head).copied().unwrap_or(0)
    }

    fn plain_of(&self, head: LocId) -> u32 {
        self.plain.get(&head).copied().unwrap_or(0)
    }
}

/// An error, or a way that was not followed further.
pub struct Reached<P> {
    pub place: P,
    pub guard: Guard,
    pub history: History,
}

/// What came of unrolling.
#[derive(Default)]
pub struct Unrolled {
    pub errors: Vec<Reached<LocId>>,
    pub unsupported: Vec<Reached<EdgeId>>,
    /// Iterations that were not begun, by the head of their loop.
    pub open: Vec<Reached<LocId>>,
    /// How often the loop of each head was repeated.
    pub iterations: BTreeMap<LocId, Iterations>,
    pub steps: u64,
}

/// How often a loop was repeated, as far as was seen without a solver.
#[derive(Default)]
pub struct Iterations {
    pub most: u32,
    /// The conditions under which the loop was repeated once, twice, and so on, for a number of times.
    pub first: Vec<Vec<Guard>>,
}

impl Iterations {
    fn note(&mut self, iteration: u32, guard: &Guard) {
        self.most = self.most.max(iteration);
        let place = iteration as usize - 1;
        if place < KEPT {
            self.first.resize_with(self.first.len().max(place + 1), Vec::new);
            self.first[place].push(guard.clone());
        }
    }
}

/// Where in one loop an execution is.
#[derive(Clone, Copy, Default)]
struct Frame {
    iteration: u32,
    /// Iterations that count against the bound.
    counted: u32,
    /// In this iteration a way out of the loop was plainly not taken.
    stays: bool,
    /// In this iteration the loop may have been left.
    may_leave: bool,
}

/// A way into a copy of a location.
#[derive(Clone)]
struct Arrival {
    guard: Guard,
    state: State,
    history: History,
    /// One frame for each loop around the location, the outermost first.
    frames: Vec<Frame>,
}

impl Arrival {
    /// The way behind an edge, if the facts that hold there can hold.
    fn along(
        mut self,
        edge: EdgeId,
        facts: Vec<Term>,
        changes: Vec<(VarId, Value)>,
        read: Option<Term>,
    ) -> Option<Arrival> {
        self.guard = facts.into_iter().try_fold(self.guard, Guard::and)?;
        for (var, value) in changes {
            self.state.set(var, value);
        }
        if let Some(symbol) = read {
            self.history = self.history.read(edge, symbol);
        }
        Some(self)
    }
}

/// A copy of a location: places in the order with iterations, from the outermost loop inwards.
type Copy = Vec<(u32, u32)>;

pub struct Unroller<'p> {
    program: &'p Program,
    encoder: Encoder<'p>,
    symbols: std::sync::Arc<Symbols>,
    loops: Loops,
    liveness: Liveness,
    position: SecondaryMap<LocId, u32>,
    /// The loops around a location, the outermost first.
    around: SecondaryMap<LocId, Rc<[ComponentId]>>,
    pub regions: Regions,
}

impl<'p> Unroller<'p> {
    pub fn new(program: &'p Program) -> Self {
        let loops = Loops::new(program);
        let encoder = Encoder::with_numbers(program, Numbers::BitVector);
        let mut position = SecondaryMap::new();
        let mut around: SecondaryMap<LocId, Rc<[ComponentId]>> = SecondaryMap::with_default(Rc::new([]));
        for (i, &loc) in loops.order(program.entry).iter().enumerate() {
            position[loc] = i as u32;
            let mut chain: Vec<ComponentId> =
                std::iter::successors(loops.innermost(loc), |c| loops.component(*c).parent).collect();
            chain.reverse();
            around[loc] = chain.into();
        }
        Unroller {
            program,
            symbols: encoder.symbols().clone(),
            encoder,
            liveness: Liveness::new(program, &CallGraph::new(program)),
            loops,
            position,
            around,
            regions: Regions::default(),
        }
    }

    pub fn heads(&self) -> impl Iterator<Item = LocId> {
        self.loops.heads()
    }

    /// Unrolls from the beginning. `feasible` is asked of loops that plainly go on for long: where nothing can come, all is plain.
    pub fn unroll(
        &self,
        bounds: &Bounds,
        budget: &Budget,
        feasible: &mut dyn FnMut(&Guard) -> bool,
    ) -> Result<Unrolled, Reason> {
        let entry = self.program.procs[self.program.entry].entry;
        let start = Arrival {
            guard: Guard::default(),
            state: State::initial(self.program),
            history: History::default(),
            frames: vec![Frame::default(); self.around[entry].len()],
        };
        let (result, waiting) = (Unrolled::default(), BTreeMap::new());
        let mut pass = Pass { unroller: self, bounds, feasible, result, waiting };
        pass.arrive(entry, start);
        while let Some((copy, (loc, arrivals))) = pass.waiting.pop_first() {
            pass.visit(loc, arrivals, &copy, budget)?;
        }
        Ok(pass.result)
    }

    fn copy_of(&self, loc: LocId, frames: &[Frame]) -> Copy {
        let around = self.around[loc].iter().zip(frames);
        let mut copy: Copy = around.map(|(c, f)| (self.loops.component(*c).start as u32, f.iteration)).collect();
        copy.push((self.position[loc], 0));
        copy
    }
}

/// One pass.
struct Pass<'u, 'p> {
    unroller: &'u Unroller<'p>,
    bounds: &'u Bounds,
    feasible: &'u mut dyn FnMut(&Guard) -> bool,
    result: Unrolled,
    waiting: BTreeMap<Copy, (LocId, Vec<Arrival>)>,
}

impl Pass<'_, '_> {
    fn arrive(&mut self, loc: LocId, arrival: Arrival) {
        let copy = self.unroller.copy_of(loc, &arrival.frames);
        self.waiting.entry(copy).or_insert_with(|| (loc, Vec::new())).1.push(arrival);
    }

    /// Follows what has arrived at a copy of a location until ways part or meet.
    fn visit(&mut self, loc: LocId, arrivals: Vec<Arrival>, copy: &Copy, budget: &Budget) -> Result<(), Reason> {
        let mut loc = loc;
        let mut here = self.join(loc, arrivals);
        if here.guard.is_never() {
            return Ok(());
        }
        let program = self.unroller.program;
        // Names symbols: unique together with an edge, which a copy passes once.
        let name: String = copy.iter().map(|(_, iteration)| format!("#{iteration}")).collect();
        loop {
            self.result.steps += 1;
            if self.result.steps.is_multiple_of(POLL) {
                budget.poll()?;
            }
            if program.locs[loc].error.is_some() {
                self.result.errors.push(Reached { place: loc, guard: here.guard, history: here.history });
                return Ok(());
            }
            let mut ways = self.ways(loc, here, &name);
            if let [(edge, _)] = ways[..]
                && let next = program.edges[edge].dst
                && program.locs[next].incoming.len() == 1
                && self.unroller.around[next] == self.unroller.around[loc]
            {
                here = ways.remove(0).1;
                loc = next;
                continue;
            }
            for (edge, arrival) in ways {
                self.pass(edge, arrival);
            }
            return Ok(());
        }
    }

    /// Lets a way go on behind its edge.
    fn pass(&mut self, edge: EdgeId, mut arrival: Arrival) {
        let unroller = self.unroller;
        let (from, to) = (unroller.program.edges[edge].src, unroller.program.edges[edge].dst);
        let (out, into) = (&unroller.around[from], &unroller.around[to]);
        let common = out.iter().zip(into.iter()).take_while(|(a, b)| a == b).count();
        let back = into.len() == common && common > 0 && unroller.loops.component(into[common - 1]).head == to;
        arrival.frames.truncate(common);
        if back {
            let head = to;
            let frame = arrival.frames.last_mut().expect("the loop that is repeated is around its end");
            let plain = frame.stays && !frame.may_leave && frame.iteration < self.bounds.plain_of(head);
            let counted = frame.counted + u32::from(!plain);
            if counted > self.bounds.of(head) {
                let Arrival { guard, history, .. } = arrival;
                self.result.open.push(Reached { place: head, guard, history });
                return;
            }
            let uncounted = frame.iteration + 1 - counted;
            if plain && uncounted >= PLAIN && uncounted.is_power_of_two() && !(self.feasible)(&arrival.guard) {
                return;
            }
            *frame = Frame { iteration: frame.iteration + 1, counted, ..Frame::default() };
            self.result.iterations.entry(head).or_default().note(frame.iteration, &arrival.guard);
        }
        arrival.frames.resize(into.len(), Frame::default());
        self.arrive(to, arrival);
    }

    /// All ways into a copy as one. The last ones parted last, so they are put together first.
    fn join(&self, loc: LocId, mut arrivals: Vec<Arrival>) -> Arrival {
        let unroller = self.unroller;
        let cx = Surroundings { program: unroller.program, symbols: &unroller.symbols, regions: &unroller.regions };
        let mut joined = arrivals.pop().expect("a copy is visited because something arrived");
        while let Some(first) = arrivals.pop() {
            let meeting = Guard::meet(&first.guard, &joined.guard);
            let live = unroller.liveness.at(loc);
            let frames = first.frames.iter().zip(&joined.frames).map(|(a, b)| Frame {
                iteration: a.iteration,
                counted: a.counted.max(b.counted),
                stays: a.stays || b.stays,
                may_leave: a.may_leave || b.may_leave,
            });
            joined = Arrival {
                state: State::choose(meeting.first, &first.state, &joined.state, live, &cx),
                frames: frames.collect(),
                history: History::met(meeting.first, first.history, joined.history),
                guard: meeting.guard,
            };
        }
        joined
    }

    /// The ways along the edges that leave a location. Each excludes the others: where conditions do not, a choice is added.
    fn ways(&mut self, loc: LocId, here: Arrival, name: &str) -> Vec<(EdgeId, Arrival)> {
        let unroller = self.unroller;
        let edges = &unroller.program.locs[loc].outgoing;
        let mut here = here;
        let mut passed: Vec<(EdgeId, Step)> = Vec::new();
        for &id in edges {
            let step = self.step(id, &here, name);
            self.note(id, step.is_some(), &mut here);
            passed.extend(step.map(|step| (id, step)));
        }
        let exclusive = passed
            .iter()
            .enumerate()
            .all(|(i, (_, a))| passed[i + 1..].iter().all(|(_, b)| exclude_each_other(a.condition, b.condition)));
        let mut otherwise = Vec::new();
        let last = passed.len().saturating_sub(1);
        let mut here = Some(here);
        let mut ways = Vec::with_capacity(passed.len());
        for (i, (edge, step)) in passed.into_iter().enumerate() {
            let mut facts: Vec<Term> = otherwise.clone();
            if !exclusive && i < last {
                let choice = Term::var(format!("choice@{edge}{name}"), Sort::Bool);
                facts.push(choice);
                otherwise.push(choice.not());
            }
            facts.push(step.condition);
            facts.extend(step.defined);
            // The last way takes the state along, so that it need not be copied.
            let way = if i == last { here.take() } else { here.clone() };
            ways.extend(way.and_then(|way| way.along(edge, facts, step.changes, step.read)).map(|way| (edge, way)));
        }
        ways
    }

    /// An edge may be taken, or plainly is not: what that means for the loops that it leaves.
    fn note(&self, edge: EdgeId, taken: bool, here: &mut Arrival) {
        let unroller = self.unroller;
        let edge = &unroller.program.edges[edge];
        if unroller.program.locs[edge.dst].error.is_some() {
            return;
        }
        let (out, into) = (&unroller.around[edge.src], &unroller.around[edge.dst]);
        let common = out.iter().zip(into.iter()).take_while(|(a, b)| a == b).count();
        for frame in &mut here.frames[common..] {
            frame.may_leave |= taken;
            frame.stays |= !taken;
        }
    }

    /// What an edge does; `None` if it plainly cannot be taken, or not be followed.
    fn step(&mut self, id: EdgeId, here: &Arrival, name: &str) -> Option<Step> {
        let unroller = self.unroller;
        let mut step = Step { condition: Term::tt(), defined: Vec::new(), changes: Vec::new(), read: None };
        match &unroller.program.edges[id].op {
            Op::Skip => {}
            Op::Assume(condition) => {
                let mut reader = unroller.reader(&here.state);
                let (truth, evaluated) = unroller.encoder.truth_over(&mut reader, condition);
                step.condition = truth;
                step.defined = evaluated.guards;
                if !truth.is_constant() {
                    let narrowed = unroller.encoder.narrowed(&mut reader, condition, limits().bmc.places)?;
                    step.changes.extend(narrowed.into_iter().map(|(var, value)| {
                        let before = here.state.number(&unroller.symbols, var);
                        (var, Value::Number(before.narrowed(value)))
                    }));
                }
            }
            Op::Assign(var, Expr::Var(from)) if unroller.program.vars[*var].ty.is_array() => {
                let contents = here.state.region(&unroller.symbols, &unroller.regions, *from);
                step.changes.push((*var, Value::Region(contents)));
            }
            Op::Assign(var, value) => {
                let value = self.value(&mut step, here, value);
                let value = value.where_all_hold(&here.guard.latest(limits().bmc.facts));
                step.changes.push((*var, Value::Number(Number::new(value))));
            }
            Op::Store(region, index, value) => self.store(&mut step, here, *region, index.as_ref(), value),
            Op::Havoc(var, _) => {
                let data = &unroller.program.vars[*var];
                let symbol = Term::var(format!("{}@{id}{name}", data.name), sort_of(data.ty, Numbers::BitVector));
                let value = match data.ty {
                    Type::Int(_) => Value::Number(Number::new(symbol)),
                    Type::Array(_) => Value::Region(unroller.regions.array(symbol)),
                };
                step.changes.push((*var, value));
                step.read = Some(symbol);
            }
            Op::Unsupported(_) => {
                let (guard, history) = (here.guard.clone(), here.history.clone());
                self.result.unsupported.push(Reached { place: id, guard, history });
                return None;
            }
            Op::Call { .. } => unreachable!("only programs without calls are unrolled"),
            Op::Memory(_) => unreachable!("programs for engines have no memory"),
        }
        let possible = !step.condition.is_false() && !step.defined.iter().any(|fact| fact.is_false());
        possible.then_some(step)
    }

    fn value(&self, step: &mut Step, here: &Arrival, value: &Expr) -> Term {
        let mut reader = self.unroller.reader(&here.state);
        let (value, evaluated) = self.unroller.encoder.value_over(&mut reader, value);
        step.defined.extend(evaluated.guards);
        value
    }

    fn store(&self, step: &mut Step, here: &Arrival, region: VarId, index: Option<&Expr>, value: &Expr) {
        let unroller = self.unroller;
        let value = self.value(step, here, value);
        let contents = match index {
            Some(index) => {
                let index = self.value(step, here, index);
                let old = here.state.region(&unroller.symbols, &unroller.regions, region);
                unroller.regions.write(&old, index, value)
            }
            None => {
                let sort = sort_of(unroller.program.vars[region].ty, Numbers::BitVector);
                unroller.regions.array(Term::const_array(sort, value))
            }
        };
        step.changes.push((region, Value::Region(contents)));
    }
}

/// What an edge does to a state.
struct Step {
    condition: Term,
    /// Where its expressions are defined.
    defined: Vec<Term>,
    changes: Vec<(VarId, Value)>,
    read: Option<Term>,
}

impl Unroller<'_> {
    fn reader<'a>(&'a self, state: &'a State) -> Reader<'a> {
        Reader { state, symbols: &self.symbols, regions: &self.regions }
    }
}

/// Whether two conditions plainly cannot hold together.
fn exclude_each_other(a: Term, b: Term) -> bool {
    let constant = |t: Term| match t.kind() {
        Kind::Eq(x, y) if y.is_constant() => Some((*x, *y)),
        Kind::Eq(x, y) if x.is_constant() => Some((*y, *x)),
        _ => None,
    };
    match (constant(a), constant(b)) {
        (Some((x, c)), Some((y, d))) if x == y && c != d => true,
        _ => Term::and(&[a, b]).is_false(),
    }
}
