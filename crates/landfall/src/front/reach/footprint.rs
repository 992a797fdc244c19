//! What evaluations may read and write, by classes of memory, calls included.

use std::rc::Rc;

use super::Reach;
use super::points_to::{Class, PointsTo, root};
use super::walk::Walk;
use crate::front::hir::*;
use crate::front::library::{self, Model};

/// Classes of memory, by their numbers.
#[derive(Clone, Debug, Default)]
struct Classes {
    words: Vec<u64>,
}

impl Classes {
    fn insert(&mut self, number: usize) {
        if self.words.len() <= number / 64 {
            self.words.resize(number / 64 + 1, 0);
        }
        self.words[number / 64] |= 1 << (number % 64);
    }

    fn add(&mut self, other: &Classes) {
        if self.words.len() < other.words.len() {
            self.words.resize(other.words.len(), 0);
        }
        self.words.iter_mut().zip(&other.words).for_each(|(word, more)| *word |= more);
    }

    fn remove(&mut self, other: &Classes) {
        self.words.iter_mut().zip(&other.words).for_each(|(word, less)| *word &= !less);
    }

    fn meets(&self, other: &Classes) -> bool {
        self.words.iter().zip(&other.words).any(|(a, b)| a & b != 0)
    }
}

/// What an evaluation may read and write, by classes of memory.
#[derive(Clone, Debug, Default)]
pub struct Footprint {
    reads: Classes,
    writes: Classes,
}

impl Footprint {
    fn add(&mut self, other: &Footprint) {
        self.reads.add(&other.reads);
        self.writes.add(&other.writes);
    }

    fn reads(&mut self, points_to: &PointsTo, classes: impl IntoIterator<Item = Class>) {
        classes.into_iter().for_each(|class| self.reads.insert(points_to.number(class)));
    }

    fn writes(&mut self, points_to: &PointsTo, classes: impl IntoIterator<Item = Class>) {
        classes.into_iter().for_each(|class| self.writes.insert(points_to.number(class)));
    }

    fn conflicts(&self, other: &Footprint) -> bool {
        let touches = |a: &Footprint, b: &Footprint| a.writes.meets(&b.reads) || a.writes.meets(&b.writes);
        touches(self, other) || touches(other, self)
    }
}

impl Reach<'_> {
    /// What one expression does by itself. Inside a function that is called, its own variables are nobody else's business.
    fn own_footprint(&self, e: ExprId, in_callee: bool, print: &mut Footprint) {
        let (unit, points_to) = (self.unit, &*self.points_to);
        let class = |place: ExprId| {
            let private = |slot: usize| {
                let local = |object: &Object| matches!(object.storage, Storage::Automatic | Storage::Parameter);
                in_callee && !self.points_to.addressed[slot] && unit.objects.get(slot).is_some_and(local)
            };
            self.points_to.memory_of(place).filter(|_| !root(unit, place).is_some_and(private))
        };
        match &unit[e].kind {
            ExprKind::Load(place) => print.reads(points_to, class(*place)),
            ExprKind::Assign { target, .. } => print.writes(points_to, class(*target)),
            ExprKind::CompoundAssign { target, .. } | ExprKind::Step { target, .. } | ExprKind::VaArg(target) => {
                print.reads(points_to, class(*target));
                print.writes(points_to, class(*target));
            }
            ExprKind::Call { callee: Callee::Direct(function), arguments } if unit[*function].body.is_none() => {
                self.extern_footprint(*function, arguments, print);
            }
            _ => {}
        }
    }

    fn extern_footprint(&self, function: FunctionId, arguments: &[ExprId], print: &mut Footprint) {
        let points_to = &*self.points_to;
        let target = |index: usize| arguments.get(index).map(|e| points_to.target(*e));
        match library::model(&self.unit[function].name) {
            Some(Model::Copy) => {
                print.writes(points_to, target(0));
                print.reads(points_to, target(1));
            }
            Some(Model::Fill | Model::Free | Model::Reallocate | Model::ArbitraryBytes(_)) => {
                print.writes(points_to, target(0));
            }
            Some(_) => {}
            None => {
                let (given, written) = self.extern_reach(function, arguments);
                print.reads(points_to, points_to.reachable(given));
                print.writes(points_to, points_to.reachable(written));
                if self.writes_unasked(&self.unit[function].name) {
                    print.writes(points_to, self.escaping.iter().copied());
                    if !self.complete {
                        let named = self.named_elsewhere.iter().map(|object| points_to.class_of(object.index()));
                        print.writes(points_to, named);
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
                ExprKind::Call { callee: Callee::Direct(function), .. } => called.push(function.index()),
                ExprKind::Call { .. } => called.push(unit.functions.len()),
                _ => {}
            }
        }
        if !called.is_empty() && self.footprints.is_empty() {
            self.footprints = self.function_footprints();
        }
        for node in called {
            print.add(&self.footprints[self.callees.component[node]]);
        }
        print
    }

    /// What the functions of each component of the call graph may read and write.
    fn function_footprints(&self) -> Vec<Rc<Footprint>> {
        let mut prints: Vec<Rc<Footprint>> = Vec::with_capacity(self.callees.components.len());
        for (number, nodes) in self.callees.components.iter().enumerate() {
            let mut print = Footprint::default();
            for &node in nodes {
                if node < self.unit.functions.len() {
                    let body = Walk::function(self.unit, FunctionId::from_index(node));
                    body.for_each(|e| self.own_footprint(e, true, &mut print));
                }
                let mut below: Vec<usize> =
                    self.callees.of(node).iter().map(|node| self.callees.component[*node]).collect();
                below.sort_unstable();
                below.dedup();
                below.into_iter().filter(|below| *below != number).for_each(|below| print.add(&prints[below]));
            }
            prints.push(Rc::new(print));
        }
        prints
    }

    /// Whether an expression can be lowered twice: labels inside it cannot.
    pub fn can_repeat(&self, e: ExprId) -> bool {
        !Walk::expression(self.unit, e).any(|e| matches!(self.unit[e].kind, ExprKind::StmtExpr { .. }))
    }

    /// The classes that hold nothing but variables of functions that are not running while `function` evaluates an expression: what
    /// one operand does to them the other cannot see.
    fn private_to_callees(&self, function: FunctionId) -> Classes {
        let (unit, points_to) = (self.unit, &*self.points_to);
        let running = self.callers_of(&[function]);
        let (mut private, mut shared) = (Classes::default(), Classes::default());
        for slot in 0..points_to.slot_count() {
            let class = points_to.class_of(slot);
            let is_private = unit.objects.get(slot).is_some_and(|object| {
                let local = matches!(object.storage, Storage::Automatic | Storage::Parameter);
                local && object.owner.is_some_and(|owner| !running[owner.index()])
            });
            let number = points_to.number(class);
            if is_private && !points_to.is_external(class) { private.insert(number) } else { shared.insert(number) }
        }
        private.remove(&shared);
        private
    }

    /// The pairs of operands of an expression of a function of which one may write what the other reads or writes.
    pub fn conflicts(&mut self, operands: &[ExprId], function: Option<FunctionId>) -> Vec<(usize, usize)> {
        let mut prints: Vec<Footprint> = operands.iter().map(|e| self.footprint(*e)).collect();
        let meet = (1..prints.len()).any(|i| (0..i).any(|j| prints[j].conflicts(&prints[i])));
        if let Some(function) = function.filter(|_| meet) {
            let private = self.private_to_callees(function);
            for print in &mut prints {
                print.reads.remove(&private);
                print.writes.remove(&private);
            }
        }
        let pairs = (0..prints.len()).flat_map(|i| (0..i).map(move |j| (j, i)));
        pairs.filter(|(j, i)| prints[*j].conflicts(&prints[*i])).collect()
    }

    /// Whether evaluating a value conflicts with reading the lvalue.
    pub fn changes_target(&mut self, target: ExprId, value: ExprId) -> bool {
        let mut read = self.footprint(target);
        read.reads(&self.points_to, self.points_to.memory_of(target));
        read.conflicts(&self.footprint(value))
    }
}
