//! Paths that reach the error: real ones are replayed, spurious ones refine a header (`RefineAndRestart`, Figure 3).

use std::collections::BTreeSet;

use landfall_smt::interpolate::{Chain, Interpolator};
use landfall_smt::{Model, Outcome, Term};

use super::super::kit::{reads, replayed, unsupported};
use super::search::{End, Search, Taken};
use super::state::{Constraint, HeaderKey};
use crate::cfa::EdgeId;
use crate::encode::{Origin, Transition, Versions};
use crate::report::Event;
use crate::verdict::Reason;

/// A path from the root to a state that should not be, over instances of the variables.
pub struct Trace {
    edges: Vec<EdgeId>,
    pub transitions: Vec<Transition>,
    /// One an edge, then what is wrong at the end, if anything.
    steps: Vec<Term>,
    /// What is wrong at the end, over state symbols: nothing more if the end is an error.
    pub wrong: Term,
    /// What excludes signed overflow on the path.
    in_range: Term,
    /// The instances that are current before each edge, and at the end.
    versions: Vec<Versions>,
}

impl Search<'_, '_> {
    /// The path may lead over `last` to an error, or over an unsupported edge: does it without abstraction?
    pub fn goal(&mut self, last: EdgeId) -> Result<Taken, Reason> {
        let trace = self.trace(Some(last), Term::tt());
        let mut solver = self.solving.solver("concrete path");
        solver.assert(self.types_at(&trace.versions[0], 0));
        trace.steps.iter().for_each(|step| solver.assert(*step));
        let in_range = solver.scope(|solver| {
            solver.assert(trace.in_range);
            solver.check()
        });
        if let Outcome::Sat(model) = in_range {
            return self.arrived(&trace, last, &model).map(Taken::Ended);
        }
        match solver.check() {
            Outcome::Unsat(_) => self.refine_and_restart(&trace),
            Outcome::Sat(_) => Ok(Taken::Ended(End::NeedsRanges)),
            Outcome::Unknown(why) => {
                self.cx.budget.poll()?;
                Err(Reason::Solver(why))
            }
        }
    }

    /// The path to the last state, and perhaps one edge more.
    pub fn trace(&self, last: Option<EdgeId>, wrong: Term) -> Trace {
        let edges: Vec<EdgeId> = self.stack.iter().filter_map(|f| f.edge).chain(last).collect();
        let mut versions = Versions::default();
        let mut trace = Trace {
            edges,
            transitions: Vec::new(),
            steps: Vec::new(),
            wrong,
            in_range: Term::tt(),
            versions: vec![versions.clone()],
        };
        let mut ranges = Vec::new();
        for &edge in &trace.edges {
            let (_, in_range) = self.encoder.edge_and_ranges(edge);
            if !in_range.any_var(|v| self.symbols().var_of(v).is_none()) {
                ranges.push(versions.instantiate(self.symbols(), in_range));
            }
            let transition = self.edges[edge].transition.renamed();
            trace.steps.push(versions.step(&transition));
            trace.transitions.push(transition);
            trace.versions.push(versions.clone());
        }
        if !wrong.is_true() {
            trace.steps.push(versions.instantiate(self.symbols(), wrong));
        }
        trace.in_range = Term::and(&ranges);
        trace
    }

    /// Whether the path is infeasible without abstraction.
    pub fn is_spurious(&mut self, trace: &Trace) -> Result<bool, Reason> {
        self.cx.budget.poll()?;
        let mut solver = self.solving.solver("concrete path");
        solver.assert(self.types_at(&trace.versions[0], 0));
        trace.steps.iter().for_each(|step| solver.assert(*step));
        Ok(solver.check().is_unsat())
    }

    /// The values that variables have by their types, at a place of the path.
    fn types_at(&self, versions: &Versions, index: usize) -> Term {
        versions.instantiate(self.symbols(), Term::and(&self.type_facts(self.stack[index].loc)))
    }

    /// The path is feasible as a path of the program.
    fn arrived(&mut self, trace: &Trace, last: EdgeId, model: &Model) -> Result<End, Reason> {
        let program = self.encoder.program();
        unsupported(program, [&last]).map_or(Ok(()), Err)?;
        let locals = trace.transitions.iter().flat_map(|transition| &transition.locals);
        let read = locals.filter_map(|local| match local.origin {
            Origin::Input(edge) => Some((edge, model.value(local.symbol))),
            _ => None,
        });
        replayed(self.task, &reads(program, read), &self.cx.budget)?.decided().map(End::Decided)
    }

    /// `RefineAndRestart`: the deepest header whose abstraction lets the path through gets an interpolant that it must keep, and
    /// its subtree is begun anew.
    pub fn refine_and_restart(&mut self, trace: &Trace) -> Result<Taken, Reason> {
        if self.restarts_left == 0 {
            return Ok(Taken::Ended(End::ManyRestarts));
        }
        for index in (1..self.stack.len()).rev() {
            let Some(header) = &self.stack[index].header else { continue };
            let base = header.entry_base;
            let known = self.at_base(self.stack[base].header.as_ref(), self.stack[base].loc);
            let mut steps = vec![trace.versions[base].instantiate(self.symbols(), known)];
            steps.extend_from_slice(&trace.steps[base..]);
            self.cx.budget.poll()?;
            match self.solving.check("spurious path", Term::and(&steps)) {
                Outcome::Unsat(_) => {
                    if let Some(clause) = self.control_clause(trace, index) {
                        self.restart(index, Some(clause));
                        return Ok(Taken::Restarted);
                    }
                    let interpolant = self.interpolate(&steps, index - base);
                    let interpolant = interpolant.map(|cut| trace.versions[index].to_state(self.symbols(), cut));
                    self.restart(index, interpolant);
                    return Ok(Taken::Restarted);
                }
                Outcome::Sat(_) => {}
                Outcome::Unknown(why) => {
                    self.cx.budget.poll()?;
                    return Err(Reason::Solver(why));
                }
            }
        }
        Err(Reason::Solver("a state on an infeasible path was not recognised as infeasible".into()))
    }

    fn interpolate(&self, steps: &[Term], cut: usize) -> Option<Term> {
        Chain::backward().sequence(self.solving, steps)?.get(cut).copied()
    }

    /// Begins the subtree of a header anew, with all constraints of its state; the interpolant is required from now on. Without
    /// one, nothing may be dropped any more.
    pub fn restart(&mut self, index: usize, interpolant: Option<Term>) {
        self.cx.statistics.add("restarts", 1);
        self.restarts_left = self.restarts_left.saturating_sub(1);
        let discarded: BTreeSet<HeaderKey> =
            self.stack[index..].iter().filter_map(|f| f.header.as_ref().map(|h| h.key)).collect();
        self.table.forget(&discarded);
        self.begin_anew(index);
        let facts: Vec<Term> = interpolant.map(Term::conjuncts).unwrap_or_default();
        let header = self.stack[index].header.as_mut().expect("headers are refined");
        header.constraints.iter_mut().for_each(|c| {
            c.kept = true;
            c.required |= interpolant.is_none();
        });
        for &formula in &facts {
            match header.constraints.iter_mut().find(|c| c.formula == formula) {
                Some(known) => known.required = true,
                None => header.constraints.push(Constraint { formula, kept: true, required: true }),
            }
        }
        self.cx.sink.event(&Event::Refined { labels: facts.len() });
        self.learn(index, &facts);
    }
}
