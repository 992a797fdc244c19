//! Statements: control flow, scopes and jumps.

use super::place::Access;
use super::scope::Scope;
use super::*;
use crate::cfa::{Cause, ErrorInfo, ErrorKind};

/// What is not known of inline assembly.
fn of_assembly() -> HavocKind {
    HavocKind::approximation(&"inline assembly".into(), Cause::Assembly)
}

impl<'a> Frame<'_, 'a> {
    pub(super) fn body(&mut self, body: &'a Body) {
        self.statement(body.root);
        if !self.graph.is_live() {
            return;
        }
        if let Some((var, ty)) = self.result {
            // `main` returns 0 by itself; the result of any other function that ends without `return` is arbitrary.
            let op = if self.is_main {
                Op::Assign(var, Expr::Int(0, self.int_type(ty)))
            } else {
                Op::Havoc(var, HavocKind::Uninitialised)
            };
            self.graph.emit(op, body.end);
        }
        self.leave_all(body.end);
    }

    pub(super) fn statement(&mut self, id: StmtId) {
        stacker::maybe_grow(128 * 1024, 2 * 1024 * 1024, || self.statement_inner(id));
    }

    fn statement_inner(&mut self, id: StmtId) {
        let unit = self.unit;
        let node = &unit[id];
        let span = node.span;
        if !matches!(node.kind, StmtKind::Block(_) | StmtKind::Label(_)) {
            self.graph.mark(span);
        }
        match &node.kind {
            StmtKind::Empty => {}
            StmtKind::Expr(e) => self.full_expression(span, |frame| frame.discard(*e)),
            StmtKind::Block(_) => {
                let outer = self.scope();
                self.open_block(id);
                self.leave_to(outer, span);
            }
            StmtKind::Declare(object) => self.full_expression(span, |frame| frame.declare(*object, span)),
            StmtKind::Length(number) => self.compute_length(*number, span),
            StmtKind::Label(label) => self.label(*label, span),
            StmtKind::If { condition, then, otherwise } => {
                let (otherwise, outer) = (*otherwise, self.scope());
                self.choose(
                    *condition,
                    span,
                    |frame| frame.inner_statement(*then),
                    |frame| {
                        if let Some(otherwise) = otherwise {
                            frame.inner_statement(otherwise);
                        }
                    },
                );
                self.leave_to(outer, span);
            }
            StmtKind::Switch { scrutinee, body, cases, default } => {
                self.switch(*scrutinee, *body, cases, *default, span)
            }
            StmtKind::While { condition, body } => self.while_loop(*condition, *body, span),
            StmtKind::DoWhile { body, condition } => self.do_loop(*body, *condition, span),
            StmtKind::For { init, condition, step, body } => self.for_loop(*init, *condition, *step, *body, span),
            StmtKind::Goto(label) => self.goto(*label, span),
            StmtKind::ComputedGoto(target) => self.computed_goto(*target, span),
            StmtKind::Continue => self.jump_out(self.continues.last().copied(), span),
            StmtKind::Break => self.jump_out(self.breaks.last().copied(), span),
            StmtKind::Return(value) => self.return_statement(*value, span),
            StmtKind::Asm { outputs, inputs, labels, clobbers_memory, empty } => {
                if *clobbers_memory {
                    self.note_unsupported("inline assembly that may change memory", span);
                }
                self.assembly(outputs, inputs, *empty, span);
                for label in labels {
                    let jumps = self.temp("$jumps", IntType::BOOL);
                    self.graph.emit(Op::Havoc(jumps, of_assembly()), span);
                    let (taken, after) = (self.graph.node(), self.graph.node());
                    self.graph.split(Expr::Var(jumps), taken, after, span);
                    self.graph.resume(taken);
                    self.goto(*label, span);
                    self.graph.resume(after);
                }
            }
            StmtKind::Unsupported(reason) => self.note_unsupported(reason.clone(), span),
        }
    }

    /// The statements of a block; what they declare stays in scope.
    pub(super) fn open_block(&mut self, id: StmtId) {
        let unit = self.unit;
        match &unit[id].kind {
            StmtKind::Block(list) => {
                self.begin_lives_of_block(list, unit[id].span);
                list.iter().for_each(|statement| self.statement(*statement));
            }
            _ => self.statement(id),
        }
    }

    /// Inline assembly: its outputs become arbitrary. What its operands point to is not modelled.
    fn assembly(&mut self, outputs: &[ExprId], inputs: &[ExprId], empty: bool, span: Span) {
        let unit = self.unit;
        for input in inputs {
            match self.is_lvalue(*input) {
                true => self.operands_for_effects(*input),
                false => self.discard(*input),
            }
        }
        let is_pointer = |e: &ExprId| unit.types.is_pointer(unit[*e].ty) || unit.types.element(unit[*e].ty).is_some();
        let given = if empty { &[] } else { inputs };
        if given.iter().chain(outputs).any(is_pointer) {
            self.note_unsupported("what inline assembly writes through a pointer", span);
        }
        for output in outputs {
            let Some(ty) = self.lowering.int_type(unit[*output].ty) else {
                self.note_unsupported("an output of inline assembly that is no number", span);
                continue;
            };
            let value = self.temp("$output", ty);
            self.graph.emit(Op::Havoc(value, of_assembly()), span);
            if let Some(place) = self.place(*output, Access::Write) {
                self.write(&place, Expr::Var(value), span);
            }
        }
    }

    fn jump_out(&mut self, jump: Option<Jump>, span: Span) {
        if let Some(jump) = jump {
            self.pass(self.scope(), jump.scope, span);
            self.graph.jump(jump.target, span);
        }
    }

    fn return_statement(&mut self, value: Option<ExprId>, span: Span) {
        match (value, self.result) {
            (Some(value), Some((var, _))) => self.store(var, value, span),
            (Some(value), None) if self.record_result.is_some() => {
                if let Some((to, ty)) = self.record_result
                    && let Some(from) = self.record_address(value)
                {
                    self.copy_bytes(Expr::Var(to), from, ty, span);
                }
            }
            (Some(value), None) => self.discard(value),
            (None, Some((var, _))) => self.graph.emit(Op::Havoc(var, HavocKind::Uninitialised), span),
            (None, None) => {}
        }
        self.leave_all(span);
    }

    // -------------------------------------------------------------------------------------------------------------- labels

    pub(super) fn label(&mut self, id: LabelId, span: Span) {
        let index = id.0 as usize;
        let node = self.label_node(id);
        self.graph.jump(node, span);
        self.graph.mark_label(node, span);
        self.labels[index].scope = Some(self.scope());
        for (from, scope, span) in std::mem::take(&mut self.labels[index].waiting) {
            self.graph.resume(from);
            self.enter_label(id, scope, span);
        }
        self.graph.resume(node);
        let property = self.lowering.options.property;
        if let Some(name) = self.label_name(id)
            && property.is_error_label(&name)
        {
            let message = format!("the label `{name}` is reached").into();
            self.graph.error(ErrorInfo { kind: ErrorKind::Label, message, span: Some(span) }, span);
        }
    }

    fn label_name(&self, id: LabelId) -> Option<Arc<str>> {
        self.labels[id.0 as usize].name.clone()
    }

    fn label_node(&mut self, id: LabelId) -> Node {
        let index = id.0 as usize;
        match self.labels[index].node {
            Some(node) => node,
            None => {
                let node = self.graph.node();
                self.labels[index].node = Some(node);
                node
            }
        }
    }

    /// Goes to a label. Variables that come into scope by the jump are arbitrary.
    pub(super) fn goto(&mut self, label: LabelId, span: Span) {
        if !self.graph.is_live() {
            return;
        }
        let scope = self.scope();
        if self.labels[label.0 as usize].scope.is_some() {
            return self.enter_label(label, scope, span);
        }
        let here = self.graph.node();
        self.graph.jump(here, span);
        self.labels[label.0 as usize].waiting.push((here, scope, span));
    }

    /// Goes to one of the labels of the function whose addresses are taken.
    fn computed_goto(&mut self, target: ExprId, span: Span) {
        let unit = self.unit;
        let value = self.value(target);
        let value = self.steady(value, span);
        let ty = self.lowering.pointer_type();
        if let Some(function) = self.function
            && let Some(body) = &unit[function].body
        {
            for (index, _) in body.labels.iter().enumerate().filter(|(_, label)| label.address_taken) {
                let label = LabelId(index as u32);
                let address = Expr::Int(self.lowering.address_of_label(function, label), ty);
                let this = self.comparison(CompareOp::Eq, value.clone(), address);
                let (chosen, next) = (self.graph.node(), self.graph.node());
                self.graph.split(this, chosen, next, span);
                self.graph.resume(chosen);
                self.goto(label, span);
                self.graph.resume(next);
            }
        }
        self.note_unsupported("a jump to no label of the function", span);
        self.graph.stop();
    }

    /// From the current location, where `scope` is in scope, to a label that has been passed.
    fn enter_label(&mut self, label: LabelId, scope: Scope, span: Span) {
        let target_scope = self.labels[label.0 as usize].scope.flatten();
        self.pass(scope, target_scope, span);
        let node = self.label_node(label);
        self.graph.jump(node, span);
    }

    // --------------------------------------------------------------------------------------------------------------- loops

    /// Runs a loop's body, where `break` and `continue` go to the given places.
    fn loop_body(&mut self, body: StmtId, on_break: Node, on_continue: Node) {
        self.breaks.push(Jump { target: on_break, scope: self.scope() });
        self.continues.push(Jump { target: on_continue, scope: self.scope() });
        self.inner_statement(body);
        self.breaks.pop();
        self.continues.pop();
    }

    fn while_loop(&mut self, condition: ExprId, body: StmtId, span: Span) {
        let keyword = keyword(span, "while");
        let outer = self.scope();
        self.begin_lives_of_loop(&[Some(condition)], span);
        let (head, inside, after) = (self.graph.node(), self.graph.node(), self.graph.node());
        self.graph.jump(head, keyword);
        self.graph.mark_loop(head, keyword);
        self.graph.resume(head);
        self.branch(condition, inside, after);
        self.graph.resume(inside);
        self.loop_body(body, after, head);
        self.graph.jump(head, keyword);
        self.graph.resume(after);
        self.leave_to(outer, span);
    }

    fn do_loop(&mut self, body: StmtId, condition: ExprId, span: Span) {
        let keyword = keyword(span, "do");
        let outer = self.scope();
        self.begin_lives_of_loop(&[Some(condition)], span);
        let (head, test, after) = (self.graph.node(), self.graph.node(), self.graph.node());
        self.graph.jump(head, keyword);
        self.graph.mark_loop(head, keyword);
        self.graph.resume(head);
        self.loop_body(body, after, test);
        self.graph.jump(test, span);
        self.graph.resume(test);
        self.branch(condition, head, after);
        self.graph.resume(after);
        self.leave_to(outer, span);
    }

    fn for_loop(
        &mut self,
        init: Option<StmtId>,
        condition: Option<ExprId>,
        step: Option<ExprId>,
        body: StmtId,
        span: Span,
    ) {
        let keyword = keyword(span, "for");
        let outer = self.scope();
        if let Some(init) = init {
            // Its declarations stay in scope.
            self.open_block(init);
        }
        self.begin_lives_of_loop(&[condition, step], span);
        let (head, inside, next, after) = (self.graph.node(), self.graph.node(), self.graph.node(), self.graph.node());
        self.graph.jump(head, keyword);
        self.graph.mark_loop(head, keyword);
        self.graph.resume(head);
        match condition {
            Some(condition) => self.branch(condition, inside, after),
            None => self.graph.jump(inside, keyword),
        }
        self.graph.resume(inside);
        self.loop_body(body, after, next);
        self.graph.jump(next, span);
        self.graph.resume(next);
        if let Some(step) = step {
            self.discard(step);
        }
        self.graph.jump(head, keyword);
        self.graph.resume(after);
        self.leave_to(outer, span);
    }

    // --------------------------------------------------------------------------------------------------------------- switch

    fn switch(&mut self, scrutinee: ExprId, body: StmtId, cases: &[Case], default: Option<LabelId>, span: Span) {
        let ty = self.int_type(self.unit[scrutinee].ty);
        let outer = self.scope();
        let mut value = self.value(scrutinee);
        if !cases.is_empty() {
            value = self.number_or_any(scrutinee, value, self.unit[scrutinee].span);
        }
        if !cases.is_empty() && !self.is_simple(&value) {
            value = self.spill(value, self.unit[scrutinee].span);
        }
        let after = self.graph.node();
        for case in cases {
            self.dispatch(in_range(self, &value, case.low, case.high, ty), Some(case.label), after, case.span);
        }
        let otherwise = self.none_of(&value, cases, ty);
        self.dispatch(otherwise, default, after, span);
        self.graph.stop();
        self.breaks.push(Jump { target: after, scope: self.scope() });
        self.inner_statement(body);
        self.breaks.pop();
        self.graph.jump(after, span);
        self.graph.resume(after);
        self.leave_to(outer, span);
    }

    fn is_simple(&self, e: &Expr) -> bool {
        match e {
            Expr::Int(..) | Expr::Var(_) => true,
            Expr::Cast(_, inner) => self.is_simple(inner),
            _ => false,
        }
    }

    /// An edge out of a `switch` to a label (or behind the statement); the current location stays.
    fn dispatch(&mut self, condition: Expr, label: Option<LabelId>, after: Node, span: Span) {
        if condition == Expr::FALSE || !self.graph.is_live() {
            return;
        }
        let node = match label {
            Some(_) => self.graph.node(),
            None => after,
        };
        self.graph.emit_to(Op::Assume(condition), node, span);
        if let Some(label) = label {
            let scope = self.scope();
            // The labels of a switch come later: its body has not been lowered.
            self.labels[label.0 as usize].waiting.push((node, scope, span));
        }
    }

    /// That the value is in no case: the complement of the sorted ranges.
    fn none_of(&self, value: &Expr, cases: &[Case], ty: IntType) -> Expr {
        let mut ranges: Vec<(i128, i128)> = cases.iter().map(|case| (case.low, case.high)).collect();
        // Values of `unsigned __int128` are bit patterns: the upper half is negative here and comes last.
        ranges.sort_by_key(|(low, _)| (!ty.signed && *low < 0, *low));
        let mut merged: Vec<(i128, i128)> = Vec::new();
        for (low, high) in ranges {
            match merged.last_mut() {
                Some(last) if last.1.checked_add(1) == Some(low) => last.1 = high,
                _ => merged.push((low, high)),
            }
        }
        let conditions = merged.iter().map(|(low, high)| in_range(self, value, *low, *high, ty).negated()).collect();
        balanced_and(conditions)
    }
}

/// `low <= value && value <= high`.
fn in_range(frame: &Frame<'_, '_>, value: &Expr, low: i128, high: i128, ty: IntType) -> Expr {
    if low == high {
        return frame.comparison(CompareOp::Eq, value.clone(), Expr::Int(low, ty));
    }
    let above = (low != ty.min()).then(|| frame.comparison(CompareOp::Le, Expr::Int(low, ty), value.clone()));
    let below = (high != ty.max()).then(|| frame.comparison(CompareOp::Le, value.clone(), Expr::Int(high, ty)));
    balanced_and(above.into_iter().chain(below).collect())
}

/// The conjunction of conditions as a tree of little depth.
fn balanced_and(mut conditions: Vec<Expr>) -> Expr {
    if conditions.contains(&Expr::FALSE) {
        return Expr::FALSE;
    }
    conditions.retain(|condition| *condition != Expr::TRUE);
    while conditions.len() > 1 {
        let mut next = Vec::with_capacity(conditions.len().div_ceil(2));
        let mut rest = conditions.into_iter();
        while let Some(first) = rest.next() {
            next.push(match rest.next() {
                Some(second) => Expr::And(Box::new(first), Box::new(second)),
                None => first,
            });
        }
        conditions = next;
    }
    conditions.pop().unwrap_or(Expr::TRUE)
}

fn keyword(span: Span, word: &str) -> Span {
    Span { hi: span.lo + word.len() as u32, ..span }
}
