//! Checks a proof by unrolling: no execution repeats a loop more often than the proof says, or reaches an error or code that is
//! not modelled.
//!
//! Plain on purpose, and nothing of an engine: one copy of a location for each iteration of the loops around it, each copy with a
//! name for the condition that an execution comes there, a term for every number and one for each known cell of a region. All is
//! one question to Z3, which is not the solver that the engine asked. If Z3 does not soon answer it as a question about words, it
//! is asked about the clauses of the circuit, whose gates are the same wherever words are put together in different ways.

use std::cell::OnceCell;
use std::collections::BTreeMap;
use std::rc::Rc;

use cranelift_entity::{PrimaryMap, SecondaryMap};
use landfall_smt::{Outcome, Solver, Sort, Term, clauses};

use super::proof::Failure;
use crate::budget::Budget;
use crate::cfa::graph::{ComponentId, Loops};
use crate::cfa::{EdgeId, Expr, LocId, Op, Program, VarId};
use crate::encode::{Encoder, Number, Numbers, Values, sort_of};
use crate::limits::limits;
use crate::solving::Solving;

/// Proves that the program ends within `iterations` of its loops, without an error; how many things were to be excluded.
pub(super) fn check_unrolled(
    program: &Program,
    iterations: &BTreeMap<LocId, u32>,
    config: &landfall_smt::Config,
    budget: &Budget,
) -> Result<usize, Failure> {
    if !program.is_flat() {
        return Err(Failure::Refuted("a proof by unrolling is about a program without calls".into()));
    }
    let mut unrolling = Unrolling::new(program, iterations);
    unrolling.all(budget)?;
    let goals = unrolling.goals.len();
    let question = Term::or(&unrolling.goals);
    if question.is_false() {
        return Ok(goals);
    }
    let meanings = unrolling.definitions.iter().map(|(name, meaning)| Term::eq(*name, *meaning));
    let words: Vec<Term> = meanings.chain([question]).collect();
    let circuit = OnceCell::new();
    let circuit = || circuit.get_or_init(|| clauses(&unrolling.definitions, question)).as_ref();
    // First both with little effort: it is not to be seen beforehand which of them is easy. At last the budget is the limit, since
    // what took the engine long is not to be given up early.
    let effort = &limits().unrolled;
    let ask = |of_words: bool, effort: u32| match circuit().filter(|_| !of_words) {
        Some(clauses) => answer(|solver| solver.assert_clauses(clauses), effort, config, budget),
        None => answer(|solver| words.iter().for_each(|formula| solver.assert(*formula)), effort, config, budget),
    };
    let mut outcome = ask(true, effort.words);
    for (of_words, effort) in [(false, effort.clauses), (true, effort.words_again), (false, 0)] {
        if !matches!(outcome, Outcome::Unknown(_)) {
            break;
        }
        budget.poll().map_err(Failure::Stopped)?;
        outcome = ask(of_words, effort);
    }
    match outcome {
        Outcome::Unsat(_) => Ok(goals),
        Outcome::Sat(_) => Err(Failure::Refuted(
            "no execution reaches an error or repeats a loop more often than the proof says".into(),
        )),
        Outcome::Unknown(_) => {
            budget.poll().map_err(Failure::Stopped)?;
            Err(Failure::Undecided("every execution ends within the iterations of the proof".into()))
        }
    }
}

/// What Z3 says of what is asserted, within so much effort; zero is no limit.
fn answer(assert: impl FnOnce(&mut Solver), effort: u32, config: &landfall_smt::Config, budget: &Budget) -> Outcome {
    let config = landfall_smt::Config { resource_limit: effort, ..config.clone() };
    let solving = Solving::new(&config, budget);
    let mut solver = solving.single_use_solver("certify");
    assert(&mut solver);
    solver.check()
}

/// A copy of a location: for each loop around it, the outermost first, its place in the order of locations and the iteration;
/// at last the place of the location.
type Copy = Vec<(usize, u32)>;

/// The contents of a region: cells at known indices, and an array for the others.
#[derive(Clone)]
struct Contents {
    cells: BTreeMap<Term, Term>,
    rest: Term,
}

impl Contents {
    fn read(&self, index: Term) -> Term {
        if let Some(cell) = self.cells.get(&index) {
            return *cell;
        }
        let rest = self.rest.select(index);
        if index.is_constant() {
            return rest;
        }
        if let Some(choices) = index.choices(limits().unrolled.places) {
            // Just one of the conditions holds.
            let at = |place: u128| self.read(Term::bv_const(place, index.width()));
            let read = choices.iter().map(|(place, here)| (*here, at(*place).under(*here)));
            let read = read.reduce(|(_, other), (here, value)| (here, Term::ite(here, value, other)));
            return read.map_or(rest, |(_, value)| value);
        }
        self.cells.iter().fold(rest, |other, (at, cell)| Term::ite(index.eq(*at), *cell, other))
    }

    fn write(&mut self, index: Term, value: Term) {
        if index.is_constant() {
            self.cells.insert(index, value);
            return;
        }
        if let Some(choices) = index.choices(limits().unrolled.places) {
            for (at, here) in choices {
                let at = Term::bv_const(at, index.width());
                let cell = Term::ite(here, value, self.read(at));
                let is_number = cell.sort().bits().is_some();
                self.cells.insert(at, if is_number { cell.chosen_once(limits().unrolled.places) } else { cell });
            }
            return;
        }
        self.cells.iter_mut().for_each(|(at, cell)| *cell = Term::ite(index.eq(*at), value, *cell));
        self.rest = self.rest.store(index, value);
    }

    fn choose(condition: Term, yes: &Rc<Contents>, no: &Rc<Contents>) -> Rc<Contents> {
        if Rc::ptr_eq(yes, no) {
            return yes.clone();
        }
        let keys = yes.cells.keys().chain(no.cells.keys());
        let cells = keys.map(|at| (*at, Term::ite(condition, yes.read(*at), no.read(*at)))).collect();
        Rc::new(Contents { cells, rest: Term::ite(condition, yes.rest, no.rest) })
    }
}

#[derive(Clone)]
enum Held {
    Number(Number),
    Region(Rc<Contents>),
}

impl Held {
    fn new(symbol: Term) -> Held {
        match symbol.sort() {
            Sort::Array(_) => Held::Region(Rc::new(Contents { cells: BTreeMap::new(), rest: symbol })),
            _ => Held::Number(Number::new(symbol)),
        }
    }

    fn choose(condition: Term, yes: &Held, no: &Held) -> Held {
        match (yes, no) {
            (Held::Number(yes), Held::Number(no)) => Held::Number(Number::choose(condition, *yes, *no)),
            (Held::Region(yes), Held::Region(no)) => Held::Region(Contents::choose(condition, yes, no)),
            _ => unreachable!("a variable keeps its type"),
        }
    }
}

#[derive(Clone)]
struct State(PrimaryMap<VarId, Held>);

impl Values for &State {
    fn var(&mut self, var: VarId) -> Term {
        match &self.0[var] {
            Held::Number(number) => number.value(),
            Held::Region(_) => unreachable!("a region is no number"),
        }
    }

    fn cell(&mut self, region: VarId, index: Term) -> Term {
        match &self.0[region] {
            Held::Region(contents) => contents.read(index),
            Held::Number(_) => unreachable!("a number has no cells"),
        }
    }
}

/// A way into a copy. Different ways into one copy exclude each other.
#[derive(Clone)]
struct Way {
    condition: Term,
    facts: Facts,
    state: State,
}

/// What holds on a way, the latest first: ways that part share their beginning.
#[derive(Clone, Default)]
struct Facts(Option<Rc<(Term, Facts, usize)>>);

impl Facts {
    fn len(&self) -> usize {
        self.0.as_ref().map_or(0, |link| link.2)
    }

    /// The latest facts, at most so many.
    fn latest(&self, most: usize) -> Vec<Term> {
        let links = std::iter::successors(self.0.as_deref(), |link| link.1.0.as_deref());
        links.take(most).map(|link| link.0).collect()
    }

    fn with(self, fact: Term) -> Facts {
        let length = self.len() + 1;
        Facts(Some(Rc::new((fact, self, length))))
    }

    /// What two ways have in common, and what holds on the first way and not on the second, if one of the facts is that.
    fn compare(first: &Facts, second: &Facts) -> (Facts, Option<Term>) {
        let (mut ours, mut theirs) = (Vec::new(), Vec::new());
        let (mut a, mut b) = (first.clone(), second.clone());
        while !match (&a.0, &b.0) {
            (Some(a), Some(b)) => Rc::ptr_eq(a, b),
            (a, b) => a.is_none() && b.is_none(),
        } {
            let (longer, facts) = if a.len() >= b.len() { (&mut a, &mut ours) } else { (&mut b, &mut theirs) };
            let Some(link) = longer.0.clone() else { break };
            facts.push(link.0);
            *longer = link.1.clone();
        }
        let difference = ours.iter().rev().find(|fact| theirs.contains(&fact.not())).copied();
        (a, difference)
    }
}

impl Drop for Facts {
    /// Link by link: a long list must not need a deep stack.
    fn drop(&mut self) {
        let mut next = self.0.take();
        while let Some(link) = next {
            next = Rc::try_unwrap(link).ok().and_then(|(_, mut before, _)| before.0.take());
        }
    }
}

struct Unrolling<'p> {
    program: &'p Program,
    limits: &'p BTreeMap<LocId, u32>,
    encoder: Encoder<'p>,
    loops: Loops,
    place: SecondaryMap<LocId, usize>,
    waiting: BTreeMap<Copy, (LocId, Vec<Way>)>,
    /// Names of conditions, with what they mean.
    definitions: Vec<(Term, Term)>,
    /// Conditions that must not hold.
    goals: Vec<Term>,
}

impl<'p> Unrolling<'p> {
    fn new(program: &'p Program, limits: &'p BTreeMap<LocId, u32>) -> Self {
        let loops = Loops::new(program);
        let mut place = SecondaryMap::new();
        for (i, loc) in loops.order(program.entry).iter().enumerate() {
            place[*loc] = i;
        }
        Unrolling {
            program,
            limits,
            encoder: Encoder::with_numbers(program, Numbers::BitVector),
            loops,
            place,
            waiting: BTreeMap::new(),
            definitions: Vec::new(),
            goals: Vec::new(),
        }
    }

    fn all(&mut self, budget: &Budget) -> Result<(), Failure> {
        let entry = self.program.procs[self.program.entry].entry;
        let symbols = self.encoder.symbols();
        let state = State(symbols.vars().map(|var| Held::new(symbols.state(var))).collect());
        let first = self.inside(entry, &[]);
        self.waiting.insert(first, (entry, vec![Way { condition: Term::tt(), facts: Facts::default(), state }]));
        // All ways into a copy come from copies before it in this order.
        while let Some((copy, (loc, ways))) = self.waiting.pop_first() {
            budget.poll().map_err(Failure::Stopped)?;
            let here = self.join(ways);
            self.leave(loc, &copy, here);
        }
        Ok(())
    }

    /// The loops around a location, the outermost first.
    fn around(&self, loc: LocId) -> Vec<ComponentId> {
        let inwards = std::iter::successors(self.loops.innermost(loc), |c| self.loops.component(*c).parent);
        let mut around: Vec<ComponentId> = inwards.collect();
        around.reverse();
        around
    }

    /// The copy of a location in the given iterations of loops around it, and the first one of the others.
    fn inside(&self, loc: LocId, iterations: &[(usize, u32)]) -> Copy {
        let mut copy: Copy = self.around(loc).iter().map(|c| (self.loops.component(*c).start, 0)).collect();
        for (own, given) in copy.iter_mut().zip(iterations) {
            if own.0 != given.0 {
                break;
            }
            *own = *given;
        }
        copy.push((self.place[loc], 0));
        copy
    }

    /// A name for a condition.
    fn named(&mut self, condition: Term) -> Term {
        if condition.is_constant() || condition.is_var() {
            return condition;
        }
        let name = Term::fresh("here", Sort::Bool);
        self.definitions.push((name, condition));
        name
    }

    fn join(&mut self, ways: Vec<Way>) -> Way {
        let condition = Term::or(&ways.iter().map(|way| way.condition).collect::<Vec<_>>());
        let condition = self.named(condition);
        // The last ones parted last.
        let joined = ways.into_iter().rev().reduce(|joined, way| {
            let (facts, difference) = Facts::compare(&way.facts, &joined.facts);
            let by_way = difference.unwrap_or(way.condition);
            let values = joined.state.0.values().zip(way.state.0.values());
            let state = State(values.map(|(a, b)| Held::choose(by_way, b, a)).collect());
            Way { condition, facts, state }
        });
        Way { condition, ..joined.expect("a copy waits because of a way into it") }
    }

    fn leave(&mut self, loc: LocId, copy: &Copy, here: Way) {
        if self.program.locs[loc].error.is_some() {
            self.goals.push(here.condition);
            return;
        }
        let edges = &self.program.locs[loc].outgoing;
        let mut others = here.condition;
        let mut state = Some(here.state);
        for (i, &edge) in edges.iter().enumerate() {
            if let Op::Unsupported(_) = self.program.edges[edge].op {
                self.goals.push(here.condition);
                continue;
            }
            // Which edge is taken is anybody's choice, unless their conditions tell.
            let last = i + 1 == edges.len();
            let mut mine = others;
            let mut facts = here.facts.clone();
            if !last && !self.exclude_each_other(edges) {
                let choice = Term::fresh("choice", Sort::Bool);
                mine = Term::and(&[others, choice]);
                others = Term::and(&[others, choice.not()]);
                facts = facts.with(choice);
            }
            let state = if last { state.take() } else { state.clone() };
            let way = state.and_then(|state| self.along(edge, Way { condition: mine, facts, state }));
            if let Some(way) = way {
                self.arrive(edge, copy, way);
            }
        }
    }

    fn exclude_each_other(&self, edges: &[EdgeId]) -> bool {
        match edges {
            [a, b] => match (&self.program.edges[*a].op, &self.program.edges[*b].op) {
                (Op::Assume(a), Op::Assume(b)) => a.is_negation_of(b),
                _ => false,
            },
            _ => false,
        }
    }

    /// The way along an edge, unless its condition is plainly false.
    fn along(&mut self, edge: EdgeId, way: Way) -> Option<Way> {
        let Way { condition, facts: before, mut state } = way;
        let mut facts = vec![condition];
        match &self.program.edges[edge].op {
            Op::Skip => {}
            Op::Assume(expr) => {
                let (truth, evaluated) = self.encoder.truth_over(&mut &state, expr);
                facts.push(truth);
                facts.extend(evaluated.guards);
                for (var, value) in self.encoder.narrowed(&mut &state, expr, limits().unrolled.places)? {
                    if let Held::Number(number) = &mut state.0[var] {
                        *number = number.narrowed(value);
                    }
                }
            }
            Op::Assign(var, Expr::Var(from)) => state.0[*var] = state.0[*from].clone(),
            Op::Assign(var, expr) => {
                let value = self.value(&state, expr, &mut facts);
                state.0[*var] =
                    Held::Number(Number::new(value.where_all_hold(&before.latest(limits().unrolled.facts))));
            }
            Op::Store(region, index, value) => {
                let value = self.value(&state, value, &mut facts);
                let index = index.as_ref().map(|index| self.value(&state, index, &mut facts));
                match (&mut state.0[*region], index) {
                    (Held::Region(contents), Some(index)) => Rc::make_mut(contents).write(index, value),
                    (held, _) => {
                        let sort = sort_of(self.program.vars[*region].ty, Numbers::BitVector);
                        *held = Held::new(Term::const_array(sort, value));
                    }
                }
            }
            Op::Havoc(var, _) => {
                let data = &self.program.vars[*var];
                state.0[*var] = Held::new(Term::fresh(&data.name, sort_of(data.ty, Numbers::BitVector)));
            }
            Op::Call { .. } | Op::Memory(_) | Op::Unsupported(_) => unreachable!("excluded before"),
        }
        let condition = Term::and(&facts);
        let known = facts[1..].iter().filter(|fact| !fact.is_true());
        let facts = known.fold(before, |all, fact| all.with(*fact));
        (!condition.is_false()).then(|| Way { condition: self.named(condition), facts, state })
    }

    fn value(&self, state: &State, expr: &Expr, facts: &mut Vec<Term>) -> Term {
        let (value, evaluated) = self.encoder.value_over(&mut &*state, expr);
        facts.extend(evaluated.guards);
        value
    }

    fn arrive(&mut self, edge: EdgeId, from: &Copy, way: Way) {
        let (source, target) = (self.program.edges[edge].src, self.program.edges[edge].dst);
        let (outer, loops) = (self.around(source), self.around(target));
        let common = outer.iter().zip(&loops).take_while(|(a, b)| a == b).count();
        let mut iterations = from[..common].to_vec();
        if self.loops.is_head(target) && loops.len() == common {
            // Back to the head of a loop that the edge is in.
            let last = iterations.last_mut().expect("a loop that is repeated");
            last.1 += 1;
            if last.1 > self.limits.get(&target).copied().unwrap_or(0) {
                self.goals.push(way.condition);
                return;
            }
        }
        let copy = self.inside(target, &iterations);
        self.waiting.entry(copy).or_insert_with(|| (target, Vec::new())).1.push(way);
    }
}
