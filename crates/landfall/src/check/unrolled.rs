//! Checks a proof by unrolling: no execution repeats a loop more often than the proof says, or reaches an error or code that is
//! not modelled.
//!
//! Plain on purpose, and nothing of an engine: one copy of a location for each iteration of the loops around it, each copy with a
//! name for the condition that an execution comes there and a term for every variable, made by the transitions of the edges. All
//! is one question to Z3, which is not the solver that the engine asked.

use std::collections::BTreeMap;

use cranelift_entity::{EntityRef, SecondaryMap};
use landfall_smt::{Outcome, Sort, Term};
use rustc_hash::FxHashMap;

use super::proof::Failure;
use crate::budget::Budget;
use crate::cfa::graph::{ComponentId, Loops};
use crate::cfa::{EdgeId, LocId, Op, Program};
use crate::encode::{Encoder, Numbers, Transition};
use crate::solving::Solving;

/// Proves that the program ends within `iterations` of its loops, without an error; how many things were to be excluded.
pub(super) fn check_unrolled(
    program: &Program,
    iterations: &BTreeMap<LocId, u32>,
    config: &landfall_smt::Config,
    budget: &Budget,
) -> Result<usize, Failure> {
    if !program.is_flat() {
        return Err(Failure::Refuted("a proof by unrolling is about programs without calls".into()));
    }
    let mut unrolling = Unrolling::new(program, iterations);
    unrolling.all(budget)?;
    let goals = unrolling.goals.len();
    let question = Term::or(&unrolling.goals);
    if question.is_false() {
        return Ok(goals);
    }
    // The budget is the limit: what took the engine long is not to be given up early.
    let config = landfall_smt::Config { resource_limit: 0, ..config.clone() };
    let solving = Solving::new(&config, budget);
    let mut solver = solving.single_use_solver("certify");
    unrolling.definitions.iter().for_each(|definition| solver.assert(*definition));
    solver.assert(question);
    match solver.check() {
        Outcome::Unsat(_) => Ok(goals),
        Outcome::Sat(_) => Err(Failure::Refuted("an error is reached, or a loop is repeated more often".into())),
        Outcome::Unknown(_) => {
            budget.poll().map_err(Failure::Stopped)?;
            Err(Failure::Undecided("every execution ends within the iterations of the proof".into()))
        }
    }
}

/// A copy of a location: for each loop around it, the outermost first, its place in the order of locations and the iteration;
/// at last the place of the location.
type Copy = Vec<(usize, u32)>;

/// A way into a copy. Different ways into one copy exclude each other.
#[derive(Clone)]
struct Way {
    condition: Term,
    values: Vec<Term>,
}

struct Unrolling<'p> {
    program: &'p Program,
    limits: &'p BTreeMap<LocId, u32>,
    encoder: Encoder<'p>,
    loops: Loops,
    place: SecondaryMap<LocId, usize>,
    waiting: BTreeMap<Copy, (LocId, Vec<Way>)>,
    transitions: FxHashMap<EdgeId, Transition>,
    /// What the names of conditions mean.
    definitions: Vec<Term>,
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
            transitions: FxHashMap::default(),
            definitions: Vec::new(),
            goals: Vec::new(),
        }
    }

    fn all(&mut self, budget: &Budget) -> Result<(), Failure> {
        let entry = self.program.procs[self.program.entry].entry;
        let symbols = self.encoder.symbols();
        let values = symbols.vars().map(|var| symbols.state(var)).collect();
        let first = self.inside(entry, &[]);
        self.waiting.insert(first, (entry, vec![Way { condition: Term::tt(), values }]));
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
        self.definitions.push(name.eq(condition));
        name
    }

    fn join(&mut self, ways: Vec<Way>) -> Way {
        let condition = Term::or(&ways.iter().map(|way| way.condition).collect::<Vec<_>>());
        let condition = self.named(condition);
        let joined = ways.into_iter().reduce(|joined, way| {
            let values = joined.values.iter().zip(&way.values);
            Way { condition, values: values.map(|(a, b)| Term::ite(way.condition, *b, *a)).collect() }
        });
        Way { condition, ..joined.expect("a copy waits because of a way into it") }
    }

    fn leave(&mut self, loc: LocId, copy: &Copy, here: Way) {
        if self.program.locs[loc].error.is_some() {
            self.goals.push(here.condition);
            return;
        }
        let edges = self.program.locs[loc].outgoing.clone();
        let mut others = here.condition;
        for (i, &edge) in edges.iter().enumerate() {
            if let Op::Unsupported(_) = self.program.edges[edge].op {
                self.goals.push(here.condition);
                continue;
            }
            // Which edge is taken is anybody's choice, unless their conditions tell.
            let mine = match self.exclude_each_other(&edges) || i + 1 == edges.len() {
                true => others,
                false => {
                    let choice = Term::fresh("choice", Sort::Bool);
                    let mine = Term::and(&[others, choice]);
                    others = Term::and(&[others, choice.not()]);
                    mine
                }
            };
            if let Some(way) = self.along(edge, mine, &here.values) {
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
    fn along(&mut self, edge: EdgeId, condition: Term, values: &[Term]) -> Option<Way> {
        let transition = self.transitions.entry(edge).or_insert_with(|| self.encoder.edge(edge)).renamed();
        let symbols = self.encoder.symbols();
        let read = |var| (symbols.state(var), values[var.index()]);
        let state = transition.footprint().reads.into_iter().map(read).collect();
        let condition = Term::and(&[condition, transition.guard.substitute(&state)]);
        if condition.is_false() {
            return None;
        }
        let condition = self.named(condition);
        let mut values = values.to_vec();
        for (var, term) in &transition.post {
            values[var.index()] = term.substitute(&state);
        }
        Some(Way { condition, values })
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
