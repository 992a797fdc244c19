//! Bounded model checking: the whole program unrolled as one formula over bits.
//!
//! Each round unrolls every loop to its bound (`unroll`) and asks one solver, which keeps what it has learned, three questions:
//!
//! 1. Can an error be reached? Then the model's inputs are replayed.
//! 2. Can a loop go on beyond its bound? The bounds of those that can are doubled for the next round.
//! 3. If none can: can code that is not modelled be reached? If not, the program is safe.
//!
//! Loops that plainly go on, as in counting to a constant, are unrolled without being counted; where that takes long, the solver is
//! asked whether they are reached at all. Memory is values over known indices (`region`). Terms of earlier rounds come up again, so that their translation is not repeated.
//!
//! Recursive procedures are unfolded to a depth that is doubled in the same way; a deeper call is code that is not modelled.
//!
//! Evidence: inputs for unsafe. For safe, how often each loop is repeated at most: `check` unrolls so far itself.

mod guard;
mod region;
mod state;
#[cfg(test)]
mod tests;
mod trie;
mod unroll;

use std::collections::{BTreeMap, BTreeSet};

use landfall_smt::{Assignment, BitSolver, Evaluator, Outcome, Term};

use super::kit::{self, not_modelled};
use super::{Context, Engine, EngineOptions, Task, decide_flat};
use crate::cfa::passes::{InlineOptions, PrepareOptions, TOO_DEEP, prepare};
use crate::cfa::{EdgeId, LocId, Op, Program};
use crate::front::source::Span;
use crate::limits::limits;
use crate::report::Event;
use crate::solving::Solving;
use crate::verdict::{Execution, Proof, Reason, Verdict};
use guard::Guard;
use unroll::{Bounds, Reached, Unrolled, Unroller};

#[derive(Clone, Copy, Debug, Default)]
pub struct BoundedModelChecking {
    /// How often loops are repeated at most; without, as often as time allows.
    pub bound: Option<u32>,
    /// The same for single loops, by the span of their heads.
    pub loop_bounds: &'static [(Span, u32)],
}

impl BoundedModelChecking {
    pub fn with(options: &EngineOptions) -> BoundedModelChecking {
        BoundedModelChecking { bound: options.bound, loop_bounds: options.loop_bounds }
    }

    /// How often the loop of a head may be repeated.
    fn limit(&self, program: &Program, head: LocId) -> Option<u32> {
        let span = program.locs[head].span;
        let own = self.loop_bounds.iter().find(|(place, _)| Some(*place) == span);
        own.map(|(_, bound)| *bound).or(self.bound)
    }
}

impl Engine for BoundedModelChecking {
    fn run(&self, task: &Task, cx: &mut Context<'_>) -> Verdict {
        if task.program.is_flat() { self.decide(task, cx) } else { self.decide_unfolded(task, cx) }
    }
}

impl BoundedModelChecking {
    fn decide(&self, task: &Task, cx: &mut Context<'_>) -> Verdict {
        decide_flat(task, cx, |cx, solving| {
            let mut search = Search::new(*self, task, cx, solving);
            let result = search.run();
            search.conclude(result)
        })
    }

    /// Decides a program with recursive calls, unfolded deeper and deeper.
    fn decide_unfolded(&self, task: &Task, cx: &mut Context<'_>) -> Verdict {
        let most = limits().bmc.unfolded_edges;
        let mut frames = 2;
        loop {
            let inline = Some(InlineOptions::unfolding(frames, most));
            let options = PrepareOptions { inline, ..PrepareOptions::default() };
            let unfolded = Task { derived: prepare(&task.original, &options), ..task.clone() };
            cx.statistics.max("frames", frames.into());
            match self.decide(&unfolded, cx) {
                Verdict::Unknown(Reason::Unsupported { what, .. }) if what == TOO_DEEP => {}
                verdict => return verdict,
            }
            if unfolded.program.edges.len() >= most || frames >= limits().bmc.frames {
                return Verdict::Unknown(Reason::Incomplete(format!("calls may be nested deeper than {frames}")));
            }
            frames *= 2;
        }
    }
}

/// How the rounds ended.
enum End {
    Safe(BTreeMap<LocId, u32>),
    Violated(Execution),
    /// Every bound that was allowed is reached; a loop that may go on.
    Bounded(LocId, u32),
    /// Calls can be nested deeper than they are unfolded.
    TooDeep,
}

struct Search<'t, 'c, 's> {
    bmc: BoundedModelChecking,
    task: &'t Task,
    cx: &'c mut Context<'s>,
    unroller: Unroller<'t>,
    solver: BitSolver,
    bounds: Bounds,
    /// Conditions that cannot hold.
    refuted: BTreeSet<Term>,
    /// An unsupported edge that can be reached.
    unsupported: Option<EdgeId>,
    /// Why an error is neither confirmed nor refuted.
    undecided: Option<Reason>,
    /// The loop that went on in the last round that was finished, and how far it had been followed.
    reached: Option<(LocId, u32)>,
}

impl<'t, 'c, 's> Search<'t, 'c, 's> {
    fn new(bmc: BoundedModelChecking, task: &'t Task, cx: &'c mut Context<'s>, solving: &'c Solving) -> Self {
        let program: &'t Program = &task.program;
        let unroller = Unroller::new(program);
        let mut bounds = Bounds { of_loop: BTreeMap::new(), plain: BTreeMap::new() };
        for head in unroller.heads() {
            let limit = bmc.limit(program, head);
            bounds.of_loop.insert(head, limit.unwrap_or(1).min(1));
            bounds.plain.insert(head, limit.map_or(limits().bmc.plain_iterations, |_| 0));
        }
        Search {
            bmc,
            task,
            cx,
            unroller,
            solver: solving.bit_solver("bounded"),
            bounds,
            refuted: BTreeSet::new(),
            unsupported: None,
            undecided: None,
            reached: None,
        }
    }

    fn run(&mut self) -> Result<End, Reason> {
        loop {
            self.cx.budget.poll()?;
            let unrolled = self.unrolled()?;
            self.cx.statistics.add("rounds", 1);
            self.cx.statistics.max("steps", unrolled.steps);
            if let Some(execution) = self.error(&unrolled)? {
                return Ok(End::Violated(execution));
            }
            self.look_for_unsupported(&unrolled)?;
            if self.is_too_deep() {
                return Ok(End::TooDeep);
            }
            let open = self.open_loops(&unrolled)?;
            self.cx.statistics.max("gates", self.solver.gates() as u64);
            if open.is_empty() {
                return Ok(End::Safe(self.iterations(&unrolled)));
            }
            self.reached = open.iter().map(|head| (*head, self.bounds.of(*head))).min_by_key(|(_, bound)| *bound);
            if let Some(end) = self.raise(&open) {
                return Ok(end);
            }
        }
    }

    fn unrolled(&mut self) -> Result<Unrolled, Reason> {
        let solver = &mut self.solver;
        let mut feasible = |guard: &Guard| {
            let reached = guard.term(solver);
            !matches!(solver.check_assuming(&[reached]), Outcome::Unsat(_))
        };
        self.unroller.unroll(&self.bounds, &self.cx.budget, &mut feasible)
    }

    /// Doubles the bounds of loops that go on; the end if that is not allowed for any of them.
    fn raise(&mut self, open: &[LocId]) -> Option<End> {
        let mut raised = false;
        for &head in open {
            let bound = self.bounds.of(head);
            let limit = self.bmc.limit(&self.task.program, head).unwrap_or(u32::MAX);
            let next = bound.max(1).saturating_mul(2).min(limit);
            raised |= next > bound;
            self.bounds.of_loop.insert(head, next);
        }
        let (head, bound) = self.reached?;
        (!raised).then_some(End::Bounded(head, bound))
    }

    /// Whether one of the conditions can hold; a model if so.
    fn possible<P>(&mut self, reached: &[&Reached<P>]) -> Result<Option<Assignment>, Reason> {
        let terms: Vec<Term> = reached.iter().map(|r| r.guard.term(&mut self.solver)).collect();
        let terms: Vec<Term> = terms.into_iter().filter(|t| !self.refuted.contains(t)).collect();
        let any = Term::or(&terms);
        if any.is_false() {
            return Ok(None);
        }
        match self.solver.check_assuming(&[any]) {
            Outcome::Sat(model) => Ok(Some(model.known().cloned().unwrap_or_default())),
            Outcome::Unsat(_) => {
                self.refuted.extend(terms);
                Ok(None)
            }
            Outcome::Unknown(why) => {
                self.cx.budget.poll()?;
                Err(Reason::Solver(why))
            }
        }
    }

    /// An execution that reaches an error.
    fn error(&mut self, unrolled: &Unrolled) -> Result<Option<Execution>, Reason> {
        let mut left: Vec<&Reached<LocId>> = unrolled.errors.iter().collect();
        while let Some(values) = self.possible(&left)? {
            let mut evaluator = Evaluator::total(&values);
            let mut holds = |term: Term| evaluator.holds(term) == Some(true);
            let found = left.iter().position(|error| error.guard.holds(&mut holds));
            let Some(found) = found else {
                // The evaluator knows less of floats than the solver.
                return Err(Reason::Solver("a model of an error could not be evaluated".to_string()));
            };
            let reads = left[found].history.reads(&mut holds);
            if let Some(execution) = self.replay(&reads, &values) {
                return Ok(Some(execution));
            }
            let reason = Reason::ExecutionNotReplayed("a path to an error could not be replayed".into());
            if !self.task.is_exact() {
                return Err(reason);
            }
            self.undecided.get_or_insert(reason);
            left.swap_remove(found);
        }
        Ok(None)
    }

    fn replay(&self, reads: &[(EdgeId, Term)], values: &Assignment) -> Option<Execution> {
        let values = reads.iter().map(|(edge, symbol)| (*edge, values.get(*symbol).cloned()));
        self.task.replay(&kit::reads(&self.task.program, values), &self.cx.budget).ok()
    }

    /// Code that is not modelled makes a proof impossible, but errors may still be found.
    fn look_for_unsupported(&mut self, unrolled: &Unrolled) -> Result<(), Reason> {
        if self.unsupported.is_some() {
            return Ok(());
        }
        for reached in &unrolled.unsupported {
            if self.possible(&[reached])?.is_some() {
                self.unsupported = Some(reached.place);
                return Ok(());
            }
        }
        Ok(())
    }

    /// Whether a call can be reached that was not unfolded: then loops are not followed any further.
    fn is_too_deep(&self) -> bool {
        let edges = &self.task.program.edges;
        self.unsupported.is_some_and(|edge| matches!(&edges[edge].op, Op::Unsupported(what) if **what == *TOO_DEEP))
    }

    /// The heads of loops that can go on beyond their bounds.
    fn open_loops(&mut self, unrolled: &Unrolled) -> Result<Vec<LocId>, Reason> {
        let mut by_head: BTreeMap<LocId, Vec<&Reached<LocId>>> = BTreeMap::new();
        for reached in &unrolled.open {
            by_head.entry(reached.place).or_default().push(reached);
        }
        let mut open = Vec::new();
        for (head, reached) in by_head {
            if self.possible(&reached)?.is_some() {
                open.push(head);
            }
        }
        Ok(open)
    }

    /// How often each loop is repeated: what is checked again is the smaller the less that is.
    fn iterations(&mut self, unrolled: &Unrolled) -> BTreeMap<LocId, u32> {
        let mut needed = BTreeMap::new();
        for (head, iterations) in &unrolled.iterations {
            let first = &iterations.first;
            // Who comes to an iteration has come to those before.
            let possible = first.partition_point(|guards| self.feasible(guards));
            let all = possible == first.len();
            needed.insert(*head, if all { iterations.most } else { possible as u32 });
        }
        needed
    }

    /// Whether one of the conditions may hold.
    fn feasible(&mut self, guards: &[Guard]) -> bool {
        let terms: Vec<Term> = guards.iter().map(|guard| guard.term(&mut self.solver)).collect();
        !matches!(self.solver.check_assuming(&[Term::or(&terms)]), Outcome::Unsat(_))
    }

    fn conclude(&mut self, result: Result<End, Reason>) -> Result<Verdict, Reason> {
        let stopped = match result {
            Ok(End::Violated(execution)) => return Ok(Verdict::Unsafe(execution)),
            Ok(End::Safe(iterations)) if self.unsupported.is_none() && self.undecided.is_none() => {
                return Ok(Verdict::Safe(Proof::unrolled(self.task, iterations)));
            }
            Ok(End::Safe(_) | End::TooDeep) => Reason::Incomplete("an error is neither reached nor excluded".into()),
            Ok(End::Bounded(head, iterations)) => {
                Reason::Bounded { iterations, span: self.task.program.locs[head].span }
            }
            Err(reason) => reason,
        };
        if let Some((_, iterations)) = self.reached.filter(|_| self.undecided.is_none() && self.unsupported.is_none()) {
            self.cx.emit(Event::Within { iterations });
        }
        if let Some(edge) = self.unsupported {
            return Err(not_modelled(&self.task.program, [&edge]));
        }
        Err(self.undecided.take().unwrap_or(stopped))
    }
}
