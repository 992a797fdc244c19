//! What evaluations may read and write, by classes of memory, calls included.

use std::collections::BTreeSet;
use std::rc::Rc;

use super::Reach;
use super::points_to::{Class, root};
use super::walk::Walk;
use crate::front::hir::*;
use crate::front::library::{self, Model};

/// What an evaluation may read and write, by classes of memory.
#[derive(Clone, Debug, Default)]
pub struct Footprint {
    pub reads: BTreeSet<Class>,
    pub writes: BTreeSet<Class>,
}

impl Footprint {
    fn add(&mut self, other: &Footprint) {
        self.reads.extend(&other.reads);
        self.writes.extend(&other.writes);
    }

    pub fn conflicts(&self, other: &Footprint) -> bool {
        let touches =
            |a: &Footprint, b: &Footprint| !a.writes.is_disjoint(&b.reads) || !a.writes.is_disjoint(&b.writes);
        touches(self, other) || touches(other, self)
    }
}

impl Reach<'_> {
    /// What one expression does by itself. Inside a function that is called, its own variables are nobody else's business.
    fn own_footprint(&self, e: ExprId, in_callee: bool, print: &mut Footprint) {
        let unit = self.unit;
        let class = |place: ExprId| {
            let private = |slot: usize| {
                let local = |object: &Object| matches!(object.storage, Storage::Automatic | Storage::Parameter);
                in_callee && !self.points_to.addressed[slot] && unit.objects.get(slot).is_some_and(local)
            };
            self.points_to.memory_of(place).filter(|_| !root(unit, place).is_some_and(private))
        };
        match &unit[e].kind {
            ExprKind::Load(place) => print.reads.extend(class(*place)),
            ExprKind::Assign { target, .. } => print.writes.extend(class(*target)),
            ExprKind::CompoundAssign { target, .. } | ExprKind::Step { target, .. } | ExprKind::VaArg(target) => {
                print.reads.extend(class(*target));
                print.writes.extend(class(*target));
            }
            ExprKind::Call { callee: Callee::Direct(function), arguments } if unit[*function].body.is_none() => {
                self.extern_footprint(*function, arguments, print);
            }
            _ => {}
        }
    }

    fn extern_footprint(&self, function: FunctionId, arguments: &[ExprId], print: &mut Footprint) {
        let target = |index: usize| arguments.get(index).map(|e| self.points_to.target(*e));
        match library::model(&self.unit[function].name) {
            Some(Model::Copy) => {
                print.writes.extend(target(0));
                print.reads.extend(target(1));
            }
            Some(Model::Fill | Model::Free | Model::Reallocate | Model::ArbitraryBytes(_)) => {
                print.writes.extend(target(0))
            }
            Some(_) => {}
            None => {
                let (given, written) = self.extern_reach(function, arguments);
                print.reads.extend(self.points_to.reachable(given));
                print.writes.extend(self.points_to.reachable(written));
                if self.writes_unasked(&self.unit[function].name) {
                    print.writes.extend(&self.escaping);
                    if !self.complete {
                        print.writes.extend(self.named_elsewhere.iter().map(|o| self.points_to.class_of(o.index())));
                    }
                }
            }
        }
    }

    /// What evaluating an expression may read and write, with all that it calls.
    pub fn footprint(&mut self, e: ExprId) -> Footprint {
        let unit = self.unit;
        let mut print = Footprint::default();
        let mut called = Vec::new();
        for e in Walk::expression(unit, e) {
            self.own_footprint(e, false, &mut print);
            match &unit[e].kind {
                ExprKind::Call { callee: Callee::Direct(function), .. } => called.push(*function),
                ExprKind::Call { .. } => called.extend(&self.points_to.functions),
                _ => {}
            }
        }
        for function in called {
            print.add(&self.function_footprint(function));
        }
        print
    }

    fn function_footprint(&mut self, function: FunctionId) -> Rc<Footprint> {
        if let Some(known) = &self.footprints[function.index()] {
            return known.clone();
        }
        let unit = self.unit;
        let mut print = Footprint::default();
        let mut seen = vec![false; unit.functions.len()];
        let mut work = vec![function];
        seen[function.index()] = true;
        while let Some(next) = work.pop() {
            for e in Walk::function(unit, next) {
                self.own_footprint(e, true, &mut print);
                let called: &[FunctionId] = match &unit[e].kind {
                    ExprKind::Call { callee: Callee::Direct(function), .. } => std::slice::from_ref(function),
                    ExprKind::Call { .. } => &self.points_to.functions,
                    _ => &[],
                };
                work.extend(called.iter().filter(|f| !std::mem::replace(&mut seen[f.index()], true)));
            }
        }
        let print = Rc::new(print);
        self.footprints[function.index()] = Some(print.clone());
        print
    }

    /// Whether an expression can be lowered twice: labels inside it cannot.
    pub fn can_repeat(&self, e: ExprId) -> bool {
        !Walk::expression(self.unit, e).any(|e| matches!(self.unit[e].kind, ExprKind::StmtExpr { .. }))
    }

    /// The pairs of operands of which one may write what the other reads or writes.
    pub fn conflicts(&mut self, operands: &[ExprId]) -> Vec<(usize, usize)> {
        let prints: Vec<Footprint> = operands.iter().map(|e| self.footprint(*e)).collect();
        let pairs = (0..prints.len()).flat_map(|i| (0..i).map(move |j| (j, i)));
        pairs.filter(|(j, i)| prints[*j].conflicts(&prints[*i])).collect()
    }

    /// Whether evaluating a value conflicts with reading the lvalue.
    pub fn changes_target(&mut self, target: ExprId, value: ExprId) -> bool {
        let mut read = self.footprint(target);
        read.reads.extend(self.points_to.memory_of(target));
        read.conflicts(&self.footprint(value))
    }
}
