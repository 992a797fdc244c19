//! Refinement: a path that is infeasible gives predicates at each of its cuts, nested as the path is.
//!
//! The spine is interpolated as a sequence, with every call that has come back as one step. For such a call, with `I` before and
//! `J` behind it, the path through the callee together with `I`, the entering, the leaving and the negation of `J` is infeasible
//! again; its interpolants speak of the callee's variables and of the state at its entry alone, because nothing else is on
//! both sides (nested interpolants: Heizmann, Hoenicke, Podelski, POPL 2010). The one at the exit is what the callee ensures.
//!
//! Every conjunct of an interpolant becomes a predicate of its point. As they follow from each other along the path, Cartesian
//! abstraction finds them again, and the same path is never found twice. Only the subtrees below the cuts that gained
//! something are explored again.

use std::time::Instant;

use landfall_smt::interpolate::{Blocking, Chain, Interpolator};
use landfall_smt::{Kind, Model, Outcome, Term};

use super::super::kit::points::{Action, Target};
use super::super::kit::{Found, not_modelled, replayed};
use super::explore::{Explorer, Goal};
use super::trace::{Cut, Level, Segment, Trace};
use crate::predicates::PointId;
use crate::report::Event;
use crate::verdict::Reason;

impl Explorer<'_, '_> {
    /// Decides whether the path to a goal is feasible. If it is not, the abstraction is refined and what it concerns waits.
    pub fn refine(&mut self, goal: Goal) -> Result<Option<Found>, Reason> {
        let started = Instant::now();
        let result = self.decide(goal);
        self.cx.statistics.time("refine", started.elapsed());
        result
    }

    fn decide(&mut self, goal: Goal) -> Result<Option<Found>, Reason> {
        let Some(trace) = Trace::new(self.graph, &self.blocks, goal) else {
            // Too long for a formula; where hardly any inputs are read, a run is not.
            return match replayed(self.task, &[], &self.cx.budget)? {
                Found::Spurious(_) => Err(Reason::Incomplete("a path through the calls is too long".into())),
                found => Ok(Some(found)),
            };
        };
        let mut solver = self.solving.solver("path");
        trace.formulas.iter().for_each(|f| solver.assert(*f));
        match solver.check() {
            Outcome::Sat(model) => self.feasible(goal.step, &trace, &model).map(Some),
            Outcome::Unsat(_) => {
                if let Some(found) = self.probe(goal)? {
                    return Ok(Some(found));
                }
                let Some(facts) = self.interpolate(&trace)? else {
                    return Err(Reason::Incomplete("an infeasible path has no interpolants that were found".into()));
                };
                self.take_over(facts)?;
                Ok(None)
            }
            Outcome::Unknown(why) => {
                self.cx.budget.poll()?;
                Err(Reason::Solver(format!("whether a path to an error is feasible ({why})")))
            }
        }
    }

    /// The path by a step to a goal has a model: an execution, if a replay agrees.
    pub fn feasible(&mut self, step: usize, trace: &Trace<'_>, model: &Model) -> Result<Found, Reason> {
        let step = &self.graph.steps[step];
        if step.target == Target::Unsupported {
            let ends = match &step.action {
                Action::Block(block) => Some(&block.ends),
                _ => None,
            };
            return Err(not_modelled(self.graph.program(), ends.into_iter().flatten()));
        }
        let Some(inputs) = trace.inputs(model) else {
            return Ok(Found::spurious("a block has no path"));
        };
        replayed(self.task, &inputs, &self.cx.budget)
    }

    /// What holds at the cuts of an infeasible path and excludes it.
    fn interpolate(&mut self, trace: &Trace<'_>) -> Result<Option<Vec<(Cut, Term)>>, Reason> {
        // The steps of a path are large blocks.
        let chain = Chain::backward().after(Blocking);
        let mut facts = Vec::new();
        // Levels to do: a level, what follows it, and whether its last cut has nothing behind it but that.
        let mut work: Vec<(&Level, Option<Term>)> = vec![(&trace.spine, None)];
        while let Some((level, behind)) = work.pop() {
            self.cx.budget.poll()?;
            let mut steps: Vec<Term> = level.segments.iter().map(|s| formula_of(trace, s)).collect();
            steps.extend(behind);
            let Some(cuts) = chain.sequence(self.solving, &steps) else {
                self.cx.budget.poll()?;
                return Ok(None);
            };
            let Some(said) = trace.at_cuts(&level.cuts, &cuts) else { return Ok(None) };
            facts.extend(level.cuts.iter().copied().zip(said));
            for (index, segment) in level.segments.iter().enumerate() {
                let Segment::Call { enter, body, leave } = segment else { continue };
                let before = index.checked_sub(1).map_or(Term::tt(), |i| cuts[i]);
                let after = cuts.get(index).copied().unwrap_or_else(Term::ff);
                if after.is_true() || body.segments.is_empty() {
                    continue;
                }
                let around = [before, trace.formulas[*enter], trace.formulas[*leave], after.not()];
                work.push((body, Some(Term::and(&around))));
            }
        }
        Ok(Some(facts))
    }

    /// Makes predicates of facts, and opens what they refine.
    fn take_over(&mut self, facts: Vec<(Cut, Term)>) -> Result<(), Reason> {
        let (mut predicates, mut tracked) = (0, 0);
        for (cut, fact) in &facts {
            if self.lazy.domain.has_predicates() {
                // All conjuncts, however large: progress depends on them.
                predicates += fact.conjuncts().into_iter().filter(|c| self.post.add(cut.point, *c)).count();
                predicates += self.post.harvest(cut.point, *fact);
                self.share(cut.point, *fact);
            }
            tracked += self.track(cut, *fact);
        }
        self.cx.statistics.add("predicates", predicates as u64);
        self.cx.emit(Event::Refined { labels: facts.iter().filter(|(_, fact)| !fact.is_true()).count() });
        if predicates + tracked == 0 && !self.lazy.domain.has_predicates() {
            return Err(Reason::Incomplete("values alone do not exclude an infeasible path".into()));
        }
        let mut waiting = Vec::new();
        for (cut, fact) in &facts {
            let known = self.blocks.trees[cut.node].label.conjuncts();
            if fact.conjuncts().iter().all(|c| c.is_true() || known.contains(c)) {
                continue;
            }
            let parent = self.blocks.trees.origin(cut.node).map(|edge| edge.source);
            if let Some(above) = parent.or(cut.entered_by) {
                waiting.extend(self.blocks.reopen(above));
            }
        }
        if waiting.is_empty() {
            return Err(Reason::Incomplete("refinement made no progress".into()));
        }
        waiting.sort_unstable_by_key(|&id| (self.blocks.trees[id].at.0, id));
        waiting.dedup();
        self.wait(waiting);
        Ok(())
    }

    /// Uses a fact around other calls of the same callee as well.
    fn share(&mut self, point: PointId, fact: Term) {
        let symbols = self.graph.encoder.symbols();
        for other in self.graph.beside_same_calls(point) {
            if symbols.vars_in(fact).iter().all(|v| self.graph.may_speak_of(other, *v)) {
                self.post.harvest(other, fact);
            }
        }
    }

    /// Tracks the variables whose values a fact compares with constants; with values alone, all that it speaks of.
    fn track(&mut self, cut: &Cut, fact: Term) -> usize {
        let symbols = self.graph.encoder.symbols().clone();
        let mut vars = symbols.vars_in(fact);
        if self.lazy.domain.has_predicates() {
            vars.retain(|v| {
                let symbol = symbols.state(*v);
                fact.atoms().iter().any(|atom| matches!(atom.kind(), Kind::EqZero(_)) && atom.free_vars() == [symbol])
            });
        }
        vars.into_iter().filter(|v| self.tracked.track(self.graph, cut.point, *v)).count()
    }
}

/// All that happens in a segment.
fn formula_of(trace: &Trace<'_>, segment: &Segment) -> Term {
    match segment {
        Segment::Step { formula } => trace.formulas[*formula],
        // The formulas of a call that has come back are those from its entering to its leaving.
        Segment::Call { enter, leave, .. } => Term::and(&trace.formulas[*enter..=*leave]),
    }
}
