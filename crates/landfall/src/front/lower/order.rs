//! Where C leaves the order of evaluation open and it matters, both orders are covered.
//!
//! Two operands *conflict* if one may write what the other reads or writes. What that is, is known by classes of memory, calls
//! included. Conflicting operands are lowered twice, in either order, and which order is taken is arbitrary; each operand is
//! evaluated as a whole. Where that is not possible, the place is unsupported.

use std::collections::BTreeSet;

use super::points_to::{Class, root};
use super::walk::Walk;
use super::*;
use crate::front::library::{self, Model};

/// So many choices of order may be nested; each doubles the code.
const NESTED: u32 = 4;

/// What an evaluation may read and write, by classes of memory.
#[derive(Clone, Debug, Default)]
pub(super) struct Footprint {
    reads: BTreeSet<Class>,
    writes: BTreeSet<Class>,
}

impl Footprint {
    fn add(&mut self, other: &Footprint) {
        self.reads.extend(&other.reads);
        self.writes.extend(&other.writes);
    }

    fn conflicts(&self, other: &Footprint) -> bool {
        let touches =
            |a: &Footprint, b: &Footprint| !a.writes.is_disjoint(&b.reads) || !a.writes.is_disjoint(&b.writes);
        touches(self, other) || touches(other, self)
    }
}

impl Lowering<'_> {
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
            ExprKind::CompoundAssign { target, .. } | ExprKind::Step { target, .. } => {
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
            Some(Model::Fill | Model::Free | Model::Reallocate) => print.writes.extend(target(0)),
            Some(_) => {}
            None => {
                let (given, written) = self.extern_reach(function, arguments);
                print.reads.extend(self.points_to.reachable(given));
                print.writes.extend(self.points_to.reachable(written));
                if self.writes_unasked(&self.unit[function].name) {
                    print.writes.extend(&self.escaping);
                    if !self.options.complete {
                        print.writes.extend(self.named_elsewhere.iter().map(|o| self.points_to.class_of(o.index())));
                    }
                }
            }
        }
    }

    /// What evaluating an expression may read and write, with all that it calls.
    fn footprint(&mut self, e: ExprId) -> Footprint {
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
    fn can_repeat(&self, e: ExprId) -> bool {
        !Walk::expression(self.unit, e).any(|e| matches!(self.unit[e].kind, ExprKind::StmtExpr { .. }))
    }
}

impl Frame<'_, '_> {
    /// The pairs of operands whose order matters.
    fn conflicts(&mut self, operands: &[ExprId]) -> Vec<(usize, usize)> {
        if operands.len() < 2 || operands.iter().all(|e| self.effects(*e) != Effects::Writes) {
            return Vec::new();
        }
        let prints: Vec<Footprint> = operands.iter().map(|e| self.lowering.footprint(*e)).collect();
        let pairs = (0..prints.len()).flat_map(|i| (0..i).map(move |j| (j, i)));
        pairs.filter(|(j, i)| prints[*j].conflicts(&prints[*i])).collect()
    }

    /// The values of operands between which C leaves the order open, if it matters: each in a temporary variable.
    pub(super) fn in_either_order(&mut self, operands: &[ExprId], span: Span) -> Option<Vec<Expr>> {
        let conflicts = self.conflicts(operands);
        // With two orders, one pair is covered; more would need all permutations.
        if conflicts.is_empty() {
            return None;
        }
        let scalar = operands.iter().all(|e| self.lowering.int_type(self.unit[*e].ty).is_some());
        let repeatable = operands.iter().all(|e| self.lowering.can_repeat(*e));
        if conflicts.len() > 1 || !scalar || !repeatable || self.orders >= NESTED {
            self.note_order(span);
            return None;
        }
        self.orders += 1;
        let temps: Vec<VarId> =
            operands.iter().map(|e| self.temp("$operand", self.int_type(self.unit[*e].ty))).collect();
        let forward: Vec<usize> = (0..operands.len()).collect();
        let backward: Vec<usize> = forward.iter().rev().copied().collect();
        let (first, second, join) = (self.graph.node(), self.graph.node(), self.graph.node());
        let choice = self.order_choice(span);
        self.graph.split(choice, first, second, span);
        for (start, order) in [(first, forward), (second, backward)] {
            self.graph.resume(start);
            for index in order {
                let value = self.value(operands[index]);
                self.graph.emit(Op::Assign(temps[index], value), span);
            }
            self.graph.jump(join, span);
        }
        self.graph.resume(join);
        self.orders -= 1;
        Some(temps.into_iter().map(Expr::Var).collect())
    }

    /// Which of two orders is taken.
    fn order_choice(&mut self, span: Span) -> Expr {
        let order = self.temp("$order", IntType::BOOL);
        self.graph.emit(Op::Havoc(order, HavocKind::Unspecified("the order of evaluation".into())), span);
        Expr::Var(order)
    }

    /// The value of the right side of `target op= value` may change the target, or how it is found. If the target is a variable,
    /// its value in either order; else that is not supported.
    pub(super) fn old_value_first(&mut self, target: ExprId, value: ExprId, span: Span) -> Option<VarId> {
        if self.effects(value) != Effects::Writes {
            return None;
        }
        let mut read = self.lowering.footprint(target);
        read.reads.extend(self.lowering.points_to.memory_of(target));
        let right = self.lowering.footprint(value);
        if !read.conflicts(&right) {
            return None;
        }
        match self.variable(target) {
            Some(var) if !self.lowering.is_input(target) => Some(var),
            _ => {
                self.note_order(span);
                None
            }
        }
    }

    /// Two operands whose order is open, one of which may change how the other is found.
    pub(super) fn check_order(&mut self, target: ExprId, value: ExprId, span: Span) {
        if self.effects(value) == Effects::Writes || self.effects(target) == Effects::Writes {
            let (place, value) = (self.lowering.footprint(target), self.lowering.footprint(value));
            if place.conflicts(&value) {
                self.note_order(span);
            }
        }
    }

    /// A compound assignment to a variable whose old value is read before or after the right side is evaluated.
    pub(super) fn old_in_either_order(&mut self, var: VarId, value: ExprId, span: Span) -> Option<(Expr, Expr)> {
        let scalar = self.lowering.int_type(self.unit[value].ty)?;
        if !self.lowering.can_repeat(value) || self.orders >= NESTED {
            self.note_order(span);
            return None;
        }
        self.orders += 1;
        let ty = self.type_of(&Expr::Var(var));
        let (old, right) = (self.temp("$old", ty), self.temp("$operand", scalar));
        let (first, second, join) = (self.graph.node(), self.graph.node(), self.graph.node());
        let choice = self.order_choice(span);
        self.graph.split(choice, first, second, span);
        self.graph.resume(first);
        self.graph.emit(Op::Assign(old, Expr::Var(var)), span);
        let result = self.value(value);
        self.graph.emit_to(Op::Assign(right, result), join, span);
        self.graph.resume(second);
        let result = self.value(value);
        self.graph.emit(Op::Assign(right, result), span);
        self.graph.emit_to(Op::Assign(old, Expr::Var(var)), join, span);
        self.graph.resume(join);
        self.orders -= 1;
        Some((Expr::Var(old), Expr::Var(right)))
    }

    fn note_order(&mut self, span: Span) {
        self.note_unsupported("a value that depends on the order of evaluation", span);
    }
}
