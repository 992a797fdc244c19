//! Loop headers: how states become headers, `NonPathInv` (Figure 3), and what is left of a header when its subtree is complete.

use std::collections::BTreeSet;
use std::rc::Rc;

use landfall_smt::project;
use landfall_smt::{Assignment, Core, Kind, Outcome, Term};
use rustc_hash::FxHashMap;

use super::search::Search;
use super::state::{Annotation, Constraint, Fact, Header, HeaderKey, Label};
use crate::encode::within_type;
use crate::limits::limits;
use crate::verdict::Reason;

impl Search<'_, '_> {
    /// Makes the state at `index` a loop header: its constraints are the state projected onto the live variables.
    pub fn make_header(&mut self, index: usize) {
        let mut constraints = self.projected(index);
        self.inherit(index, &mut constraints);
        let key = self.fresh_key();
        let symbols = self.symbols();
        let identity = Rc::new(symbols.vars().map(|v| symbols.state(v)).collect());
        let model = self.model_here(index);
        let frame = &mut self.stack[index];
        let entry_store = std::mem::replace(&mut frame.store, identity);
        frame.header = Some(Header { key, constraints, entry_base: frame.base, entry_store, weakened: false });
        frame.base = index;
        frame.model = model.map(Rc::new);
    }

    /// A header that unrolls another one must keep what that one must keep, as far as its state implies it: it would be asked
    /// for the same again. So must one that meets what was learned at others of its location.
    fn inherit(&mut self, index: usize, constraints: &mut Vec<Constraint>) {
        let loc = self.stack[index].loc;
        let above = self.stack[..index].iter().rev().find(|f| f.loc == loc && f.header.is_some());
        let above = above.iter().flat_map(|f| &f.header).flat_map(|h| &h.constraints);
        let mut required: Vec<Term> = above.filter(|c| c.required).map(|c| c.formula).collect();
        let learned: Vec<Term> = self.learned[loc].iter().copied().filter(|f| !required.contains(f)).collect();
        required.extend(learned);
        let implied = self.implied_by(index, &required);
        for (formula, _) in required.into_iter().zip(implied).filter(|(_, implied)| *implied) {
            match constraints.iter_mut().find(|c| c.formula == formula) {
                Some(known) => known.required = true,
                None => constraints.push(Constraint { formula, kept: true, required: true }),
            }
        }
    }

    /// The values that the state's model gives to its variables.
    fn model_here(&self, index: usize) -> Option<Assignment> {
        let frame = &self.stack[index];
        let model = frame.model.as_ref()?;
        let live = self.liveness.at(frame.loc).iter();
        Some(live.filter_map(|&v| Some((self.symbols().state(v), frame.store[self.slot(v)].eval(model)?))).collect())
    }

    /// The state's formula over its live variables, equations as two bounds so that each may be invariant alone.
    fn projected(&self, index: usize) -> Vec<Constraint> {
        let symbols = self.symbols();
        let frame = &self.stack[index];
        let live = self.liveness.at(frame.loc);
        let mut state = self.context(index);
        state.extend(live.iter().map(|&v| symbols.primed(v).eq(frame.store[self.slot(v)])));
        let formula = Term::and(&state);
        let wanted: BTreeSet<Term> = live.iter().map(|&v| symbols.primed(v)).collect();
        let gone: Vec<Term> = formula.free_vars().into_iter().filter(|v| !wanted.contains(v)).collect();
        let projection = project::over(formula, &gone).over().0;
        let back: FxHashMap<Term, Term> = live.iter().map(|&v| (symbols.primed(v), symbols.state(v))).collect();
        let mut constraints: Vec<Constraint> = Vec::new();
        for formula in projection.substitute(&back).conjuncts().into_iter().flat_map(bounds) {
            let known = constraints.iter().any(|c| c.formula == formula);
            if !known && !self.is_type_bound(formula) {
                constraints.push(Constraint { formula, kept: true, required: false });
            }
        }
        constraints
    }

    /// A bound of a variable's type: true of every state, or of no use where arithmetic has no bounds.
    fn is_type_bound(&self, formula: Term) -> bool {
        let &[symbol] = formula.free_vars().as_slice() else { return false };
        let Some(var) = self.symbols().var_of(symbol) else { return false };
        let ty = self.encoder.program().vars[var].ty.scalar();
        within_type(symbol, ty).conjuncts().contains(&formula)
    }

    /// The state at `index` has come back to a loop head: closes the cycle with an ancestor whose constraints it implies, or with
    /// one whose constraints can be weakened so that it does.
    pub fn close_cycle(&mut self, index: usize) -> Result<Option<Annotation>, Reason> {
        let loc = self.stack[index].loc;
        let mut headers: Vec<usize> =
            (0..index).rev().filter(|&h| self.stack[h].loc == loc && self.stack[h].header.is_some()).collect();
        if headers.len() > limits().tracer.ancestors {
            headers.drain(limits().tracer.ancestors / 2..headers.len() - limits().tracer.ancestors / 2);
        }
        for &h in &headers {
            self.cx.budget.poll()?;
            if self.non_path_invariant(h, index, true).is_some_and(|dropped| dropped.is_empty()) {
                return Ok(Some(self.closed_by(h)));
            }
        }
        for h in headers {
            self.cx.budget.poll()?;
            let Some(dropped) = self.non_path_invariant(h, index, false) else { continue };
            let dropped: Vec<(usize, usize)> = dropped.into_iter().map(|constraint| (h, constraint)).collect();
            if self.give_up(&dropped) {
                return Ok(Some(self.closed_by(h)));
            }
        }
        Ok(None)
    }

    fn closed_by(&self, h: usize) -> Annotation {
        let header = self.stack[h].header.as_ref().expect("cycles are closed by headers");
        let fact = |(i, c): (usize, &Constraint)| Fact { formula: c.formula, label: Label::Closing(header.key, i) };
        Annotation {
            facts: header.kept().map(fact).collect(),
            depends: BTreeSet::from([header.key]),
            ..Annotation::default()
        }
    }

    /// `NonPathInv`: the constraints of the header at `h` that the path from it to the state at `index` does not preserve; none
    /// if a required one is among them. With `exactly`, gives up as soon as there is any.
    fn non_path_invariant(&mut self, h: usize, index: usize, exactly: bool) -> Option<Vec<usize>> {
        let header = self.stack[h].header.as_ref().expect("only headers are asked");
        let mut trial = header.clone();
        let mut dropped = Vec::new();
        loop {
            let kept: Vec<usize> = trial.kept().map(|(i, _)| i).collect();
            let goals: Vec<Term> = kept.iter().map(|&i| self.in_state(index, trial.constraints[i].formula)).collect();
            let mut context = self.context(index);
            if self.stack[index].base == h {
                context[0] = self.at_base(Some(&trial), self.stack[h].loc);
            }
            if exactly {
                let refuted = self.stack[index]
                    .model
                    .as_ref()
                    .is_some_and(|model| goals.iter().any(|g| g.holds(model) == Some(false)));
                return (!refuted && self.prover.implies_all(&context, &goals)).then_some(dropped);
            }
            let implied = self.prover.implied(&context, &goals);
            let failing: Vec<usize> = kept.into_iter().zip(implied).filter(|(_, i)| !i).map(|(k, _)| k).collect();
            if failing.is_empty() {
                return Some(dropped);
            }
            for constraint in failing {
                if trial.constraints[constraint].required {
                    return None;
                }
                trial.constraints[constraint].kept = false;
                dropped.push(constraint);
            }
            if self.stack[index].base != h {
                // The context does not change with the header's constraints: what is left is implied.
                return Some(dropped);
            }
        }
    }

    fn drop_constraint(&mut self, h: usize, constraint: usize) {
        let header = self.stack[h].header.as_mut().expect("only headers have constraints");
        header.constraints[constraint].kept = false;
        header.weakened = true;
    }

    /// Drops constraints of headers (by place on the path and index) and whatever headers below on the path lose by that; false,
    /// and nothing dropped, if a required one would be lost.
    pub fn give_up(&mut self, dropped: &[(usize, usize)]) -> bool {
        let Some(&(first, _)) = dropped.iter().min() else { return true };
        let is_required = |&(h, constraint): &(usize, usize)| {
            self.stack[h].header.as_ref().is_some_and(|header| header.constraints[constraint].required)
        };
        if dropped.iter().any(is_required) {
            return false;
        }
        let before: Vec<(usize, Header)> = (first..self.stack.len())
            .filter_map(|index| self.stack[index].header.clone().map(|header| (index, header)))
            .collect();
        for &(h, constraint) in dropped {
            self.drop_constraint(h, constraint);
        }
        let mut changed: BTreeSet<usize> = dropped.iter().map(|(h, _)| *h).collect();
        let possible = (first..self.stack.len()).all(|index| self.propagate(index, &mut changed));
        if !possible {
            before.into_iter().for_each(|(index, header)| self.stack[index].header = Some(header));
        }
        possible
    }

    /// Weakens a header if that by which it was reached was weakened; false if it loses a required constraint.
    fn propagate(&mut self, index: usize, changed: &mut BTreeSet<usize>) -> bool {
        let Some(header) = &self.stack[index].header else { return true };
        if header.constraints.iter().any(|c| c.required && !c.kept) {
            return false;
        }
        if header.entry_base == index || !changed.contains(&header.entry_base) {
            return true;
        }
        let kept: Vec<usize> = header.kept().map(|(i, _)| i).collect();
        let store = header.entry_store.clone();
        let goals: Vec<Term> = kept.iter().map(|&i| self.in_store(&store, header.constraints[i].formula)).collect();
        let context = self.path_condition(header.entry_base, index);
        let implied = self.prover.implied(&context, &goals);
        for (constraint, _) in kept.into_iter().zip(implied).filter(|(_, implied)| !implied) {
            let required = |h: &Header| h.constraints[constraint].required;
            if self.stack[index].header.as_ref().is_some_and(required) {
                return false;
            }
            self.drop_constraint(index, constraint);
            changed.insert(index);
        }
        true
    }

    /// The subtree of the header at `index` is complete. True if its constraints justify its annotation, which then becomes an
    /// inductive part of them; if some that were dropped are missed, the subtree is begun anew without them.
    pub fn close_header(&mut self, index: usize) -> Result<bool, Reason> {
        let header = self.stack[index].header.as_ref().expect("the state is a header");
        let (key, weakened) = (header.key, header.weakened);
        let mut facts = std::mem::take(&mut self.stack[index].annotation.facts);
        let justified = loop {
            facts.retain(|f| self.is_alive(f.label));
            let goals: Vec<Term> = facts.iter().map(|f| f.formula).collect();
            let context = self.context(index);
            let implied = self.prover.implied(&context, &goals);
            let failing: Vec<Label> = facts.iter().zip(implied).filter(|(_, i)| !i).map(|(f, _)| f.label).collect();
            if failing.is_empty() {
                break true;
            }
            let header = self.stack[index].header.as_ref().expect("the state is a header");
            let droppable = |label: &Label| match *label {
                Label::Closing(k, constraint) if k == key => {
                    (!header.constraints[constraint].required).then_some(constraint)
                }
                _ => None,
            };
            let Some(dropped) = failing.iter().map(droppable).collect::<Option<Vec<usize>>>() else { break false };
            dropped.into_iter().for_each(|constraint| self.drop_constraint(index, constraint));
        };
        if !justified {
            self.cx.budget.poll()?;
            if !weakened && !self.stack[index].header.as_ref().is_some_and(|h| h.weakened) {
                return Err(Reason::Incomplete("an annotation of a loop header could not be justified".into()));
            }
            self.cx.statistics.add("explored again", 1);
            self.begin_anew(index);
            return Ok(false);
        }
        let depends = &mut self.stack[index].annotation.depends;
        let is_loop = depends.remove(&key);
        let depends = depends.clone();
        if is_loop {
            let (invariant, kept) = self.inductive_part(index, key, &facts)?;
            self.stack[index].annotation.facts = invariant;
            self.table.close(key, &kept, &depends);
        } else {
            self.stack[index].annotation.facts = facts;
        }
        Ok(true)
    }

    /// Explores the subtree of a header from the beginning.
    pub fn begin_anew(&mut self, index: usize) {
        self.stack.truncate(index + 1);
        let frame = &mut self.stack[index];
        frame.next = 0;
        frame.annotation = Annotation::default();
        frame.branches.clear();
        frame.open = 0;
        frame.infeasible.clear();
        frame.model = None;
        if let Some(header) = &mut frame.header {
            header.weakened = false;
        }
    }

    /// Constraints of a header that imply what its annotation asks and that its paths re-establish. By label: for safety, and
    /// for each constraint of an outer header what is needed besides to close that header's paths.
    fn inductive_part(
        &mut self,
        index: usize,
        key: HeaderKey,
        facts: &[Fact],
    ) -> Result<(Vec<Fact>, BTreeSet<usize>), Reason> {
        let mut labels: Vec<Label> = vec![Label::Safety];
        for fact in facts {
            let own = matches!(fact.label, Label::Closing(k, _) if k == key);
            if !own && !labels.contains(&fact.label) {
                labels.push(fact.label);
            }
        }
        let header = self.stack[index].header.clone().expect("the state is a header");
        let mut annotation = Annotation::default();
        let mut all = BTreeSet::new();
        for label in labels {
            let mut goals: Vec<Term> = facts.iter().filter(|f| f.label == label).map(|f| f.formula).collect();
            let mut part: BTreeSet<usize> = BTreeSet::new();
            while !goals.is_empty() {
                self.cx.budget.poll()?;
                let needed = self.needed(index, &header, &Term::and(&goals));
                let new: Vec<usize> = needed.into_iter().filter(|&i| part.insert(i)).collect();
                let closing = |f: &&Fact| new.iter().any(|&i| f.label == Label::Closing(key, i));
                goals = facts.iter().filter(closing).map(|f| f.formula).collect();
            }
            for &constraint in &part {
                annotation.require(Fact { formula: header.constraints[constraint].formula, label });
            }
            all.extend(part);
        }
        Ok((annotation.facts, all))
    }

    /// Kept constraints that imply the goal, few of them.
    fn needed(&self, index: usize, header: &Header, goal: &Term) -> Vec<usize> {
        let mut solver = self.solving.solver("invariant");
        solver.assert(Term::and(&self.type_facts(self.stack[index].loc)));
        solver.assert(goal.not());
        // The first ones are left out first when the core is made minimal: what refinements asked for stays.
        let mut kept: Vec<usize> = header.kept().map(|(i, _)| i).collect();
        kept.sort_by_key(|&i| header.constraints[i].required);
        let assumptions: Vec<Term> = kept.iter().map(|&i| header.constraints[i].formula).collect();
        match solver.check_assuming(&assumptions) {
            Outcome::Unsat(core) => {
                let core = if core.terms.len() <= limits().tracer.minimized { solver.minimize(&core) } else { core };
                let Core { terms } = core;
                kept.into_iter().filter(|&i| terms.contains(&header.constraints[i].formula)).collect()
            }
            _ => kept,
        }
    }
}

/// An equation of integers as two bounds.
fn bounds(formula: Term) -> Vec<Term> {
    match formula.kind() {
        &Kind::EqZero(difference) => vec![difference.le_zero(), difference.neg().le_zero()],
        _ => vec![formula],
    }
}
