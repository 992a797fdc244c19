//! Statements: scopes, labels, switches.

use super::*;
use crate::front::ast::{LabelKind, StmtKind as Node};

impl<'a> Sema<'a> {
    /// The body of a function, behind what runs when it is entered.
    pub(super) fn function_body(&mut self, body: ast::StmtId, mut code: Vec<StmtId>) -> StmtId {
        let ast = self.ast;
        let node = &ast[body];
        // The parameters' scope is that of the outermost block.
        match &node.kind {
            Node::Compound(list) => {
                for statement in list {
                    self.statement_into(*statement, &mut code);
                }
                let depth = self.scopes.len() - 1;
                code.extend(self.leave_scopes(depth, Span { lo: node.span.hi.saturating_sub(1), ..node.span }));
                self.unit.add_stmt(StmtKind::Block(code), node.span)
            }
            _ => self.statement(body),
        }
    }

    /// One statement; several (a declaration's, a label and what it labels) become a block.
    pub(super) fn statement(&mut self, id: ast::StmtId) -> StmtId {
        let mut code = Vec::new();
        self.statement_into(id, &mut code);
        match code.as_slice() {
            [one] => *one,
            _ => self.unit.add_stmt(StmtKind::Block(code), self.ast[id].span),
        }
    }

    fn statement_into(&mut self, id: ast::StmtId, code: &mut Vec<StmtId>) {
        stacker::maybe_grow(128 * 1024, 2 * 1024 * 1024, || self.statement_inner(id, code));
    }

    fn statement_inner(&mut self, id: ast::StmtId, code: &mut Vec<StmtId>) {
        let ast = self.ast;
        let node = &ast[id];
        let kind = match &node.kind {
            Node::Empty => StmtKind::Empty,
            Node::Expr(e) => StmtKind::Expr(self.rvalue(*e)),
            Node::Compound(list) => StmtKind::Block(self.block(list)),
            Node::Declaration(declaration) => return self.declaration(declaration, code),
            Node::StaticAssert(assertion) => return self.static_assert(assertion),
            Node::LocalLabels(labels) => return self.local_labels(labels),
            Node::Labeled { labels, body } => {
                for label in labels {
                    self.label(label, code);
                }
                return self.statement_into(*body, code);
            }
            Node::If { condition, then, otherwise } => StmtKind::If {
                condition: self.condition(*condition),
                then: self.scoped(*then),
                otherwise: otherwise.map(|otherwise| self.scoped(otherwise)),
            },
            Node::Switch { scrutinee, body } => self.switch(*scrutinee, *body),
            Node::While { condition, body } => {
                let condition = self.condition(*condition);
                StmtKind::While { condition, body: self.loop_body(*body) }
            }
            Node::DoWhile { body, condition } => {
                let body = self.loop_body(*body);
                StmtKind::DoWhile { body, condition: self.condition(*condition) }
            }
            Node::For { init, condition, step, body } => self.in_scope(|sema| {
                let statement = StmtKind::For {
                    init: init.map(|init| sema.statement(init)),
                    condition: condition.map(|condition| sema.condition(condition)),
                    step: step.map(|step| sema.rvalue(step)),
                    body: sema.loop_body(*body),
                };
                let depth = sema.scopes.len() - 1;
                match sema.leave_scopes(depth, node.span) {
                    calls if calls.is_empty() => statement,
                    mut calls => {
                        calls.insert(0, sema.unit.add_stmt(statement, node.span));
                        StmtKind::Block(calls)
                    }
                }
            }),
            Node::Goto(label) => return self.goto(*label, node.span, code),
            Node::ComputedGoto(e) => StmtKind::ComputedGoto(self.rvalue(*e)),
            Node::Continue if self.loops == 0 => return self.error(node.span, "`continue` outside of a loop"),
            Node::Continue => self.jump_out(StmtKind::Continue, self.continues.last().copied().unwrap_or(0), node.span),
            Node::Break if self.loops == 0 && self.switches.is_empty() => {
                return self.error(node.span, "`break` outside of a loop or `switch`");
            }
            Node::Break => self.jump_out(StmtKind::Break, self.breaks.last().copied().unwrap_or(0), node.span),
            Node::Return(value) => self.return_statement(*value, node.span),
            Node::Asm(asm) => self.asm(asm),
            Node::Unparsed(unparsed) => {
                if let Some(name) = unparsed.name {
                    self.bind(name, Binding::Unsupported);
                }
                StmtKind::Unsupported(unparsed.reason.as_str().into())
            }
        };
        let statement = self.unit.add_stmt(kind, node.span);
        code.push(statement);
    }

    fn block(&mut self, list: &[ast::StmtId]) -> Vec<StmtId> {
        self.in_scope(|sema| {
            let mut code = Vec::with_capacity(list.len());
            for statement in list {
                sema.statement_into(*statement, &mut code);
            }
            let end = list.last().map(|last| sema.ast[*last].span);
            let depth = sema.scopes.len() - 1;
            if let Some(end) = end {
                code.extend(sema.leave_scopes(depth, end));
            }
            code
        })
    }

    fn goto(&mut self, name: ast::Ident, span: Span, code: &mut Vec<StmtId>) {
        let Some(label) = self.use_label(name) else { return };
        let statement = self.unit.add_stmt(StmtKind::Goto(label), span);
        let active = self.active_cleanups();
        if !active.is_empty()
            && let Some(function) = &mut self.function
        {
            function.jumps.push((statement, label, active));
        }
        code.push(statement);
    }

    fn scoped(&mut self, id: ast::StmtId) -> StmtId {
        self.in_scope(|sema| sema.statement(id))
    }

    fn loop_body(&mut self, id: ast::StmtId) -> StmtId {
        self.loops += 1;
        self.breaks.push(self.scopes.len());
        self.continues.push(self.scopes.len());
        let body = self.scoped(id);
        self.continues.pop();
        self.breaks.pop();
        self.loops -= 1;
        body
    }

    fn condition(&mut self, id: ast::ExprId) -> ExprId {
        let e = self.rvalue(id);
        let ty = self.unit[e].ty;
        if !self.unit.types.is_scalar(ty) {
            let message = format!("a condition cannot have the type `{}`", self.unit.types.display(ty));
            return self.invalid(self.ast[id].span, message);
        }
        self.truth_of_complex(e)
    }

    fn return_statement(&mut self, value: Option<ast::ExprId>, span: Span) -> StmtKind {
        let Some(result) = self.function.as_ref().map(|function| function.result) else { return StmtKind::Empty };
        let Some(value) = value else { return self.leave_function(None, span) };
        let value = self.rvalue(value);
        if self.unit.types.is_void(result) {
            // A value returned from a void function is computed and dropped, as gcc does with a warning.
            if !self.unit.types.is_void(self.unit[value].ty) {
                self.report(Diagnostic::warning("a value is returned from a function without a result").at(span));
            }
            let void = self.unit.types.void();
            let value = self.convert(value, void);
            return self.leave_function(Some(value), span);
        }
        let value = self.assign_convert(value, result, "return as");
        self.leave_function(Some(value), span)
    }

    fn asm(&mut self, asm: &ast::Asm) -> StmtKind {
        let text = |string: ast::StringId| self.ast[string].bytes();
        // An empty template is a barrier for the compiler and does nothing.
        let empty = text(asm.template).is_some_and(|text| text.trim_ascii().is_empty());
        if empty && asm.labels.is_empty() {
            return self.barrier(asm);
        }
        if text(asm.template).is_none_or(|text| may_leave(&text)) {
            return StmtKind::Unsupported("assembly that may leave the function or end the program".into());
        }
        let names_memory = asm.clobbers.iter().any(|clobber| text(*clobber).is_none_or(|text| *text == *b"memory"));
        let outputs = asm.outputs.iter().map(|operand| self.expr(operand.expr)).collect();
        let inputs = asm.inputs.iter().map(|operand| self.expr(operand.expr)).collect();
        if !asm.labels.is_empty() && !self.active_cleanups().is_empty() {
            return StmtKind::Unsupported("assembly that jumps out of the scope of a variable with `cleanup`".into());
        }
        let labels = asm.labels.iter().filter_map(|label| self.use_label(*label)).collect();
        StmtKind::Asm { outputs, inputs, labels, clobbers_memory: !empty && names_memory, empty }
    }

    /// Assembly without instructions: what is both input and output keeps its value, an output that is given the place of an input
    /// gets the input's value.
    fn barrier(&mut self, asm: &ast::Asm) -> StmtKind {
        let constraint = |operand: &ast::AsmOperand| self.ast[operand.constraint].bytes().unwrap_or_default();
        let in_place = |operand: &ast::AsmOperand| operand_in_place(&constraint(operand));
        let is_kept = |operand: &ast::AsmOperand| constraint(operand).contains(&b'+');
        let given: Vec<_> = asm.inputs.iter().filter(|operand| in_place(operand).is_some()).collect();
        let place = given.first().and_then(|operand| in_place(operand));
        let (kept, set): (Vec<&ast::AsmOperand>, Vec<&ast::AsmOperand>) =
            asm.outputs.iter().partition(|operand| is_kept(operand));
        if let ([input], Some(place), [output]) = (&given[..], place, &set[..])
            && asm.inputs.len() == 1
            && kept.is_empty()
            && place == 0
        {
            return self.place_filled(output.expr, input.expr);
        }
        let outputs = set.iter().map(|operand| self.expr(operand.expr)).collect();
        let inputs = asm.inputs.iter().chain(kept).map(|operand| self.expr(operand.expr)).collect();
        StmtKind::Asm { outputs, inputs, labels: Vec::new(), clobbers_memory: false, empty: true }
    }

    /// The output of an empty assembly in the place of its input.
    fn place_filled(&mut self, output: ast::ExprId, input: ast::ExprId) -> StmtKind {
        let span = self.ast[output].span;
        let (target, value) = (self.expr(output), self.rvalue(input));
        let ty = self.unit[target].ty.unqualified();
        let types = &self.unit.types;
        let is_word = |ty: Ty| types.is_pointer(ty) || types.int_kind(ty).is_some();
        let from = self.unit[value].ty;
        if is_word(ty) && is_word(from) || types.is_float(ty) && types.compatible(ty, from.unqualified()) {
            let value = self.convert(value, ty);
            return StmtKind::Expr(self.unit.add_expr(ExprKind::Assign { target, value }, ty, span));
        }
        StmtKind::Asm {
            outputs: vec![target],
            inputs: vec![value],
            labels: Vec::new(),
            clobbers_memory: false,
            empty: true,
        }
    }

    /// `({ ... })`: the last expression statement is the value.
    pub(super) fn statement_expression(&mut self, body: ast::StmtId, span: Span) -> ExprId {
        let ast = self.ast;
        let Node::Compound(list) = &ast[body].kind else { return self.unsupported(span, "a statement expression") };
        if self.function.is_none() {
            return self.invalid(span, "a statement expression needs a function around it");
        }
        let void = self.unit.types.void();
        let mut code = Vec::with_capacity(list.len());
        let value = self.in_scope(|sema| sema.statement_list_with_value(list, &mut code, span));
        let body = self.unit.add_stmt(StmtKind::Block(code), span);
        let ty = value.map_or(void, |value| self.unit[value].ty);
        self.unit.add_expr(ExprKind::StmtExpr { body, value }, ty, span)
    }

    /// The statements of a block, but for the last one's value; that is read before the scope is left.
    fn statement_list_with_value(
        &mut self,
        list: &[ast::StmtId],
        code: &mut Vec<StmtId>,
        span: Span,
    ) -> Option<ExprId> {
        for statement in list {
            self.statement_into(*statement, code);
        }
        let value = match code.last().map(|last| &self.unit[*last].kind) {
            Some(StmtKind::Expr(value)) => Some(*value),
            _ => None,
        };
        if value.is_some() {
            code.pop();
        }
        let depth = self.scopes.len() - 1;
        let calls = self.leave_scopes(depth, span);
        if calls.is_empty() {
            return value;
        }
        let value = value.and_then(|value| self.kept(value, code));
        code.extend(calls);
        value
    }

    // --------------------------------------------------------------------------------------------------------------- labels

    fn new_label(&mut self, name: Option<Symbol>, span: Span) -> Option<LabelId> {
        let name = name.map(|name| self.name(name));
        let context = self.function.as_mut()?;
        context.labels.push(Label { name, span, address_taken: false });
        context.placed.push(false);
        context.cleanups.push(Vec::new());
        Some(LabelId(context.labels.len() as u32 - 1))
    }

    fn local_labels(&mut self, labels: &[ast::Ident]) {
        for label in labels {
            if let Some(id) = self.new_label(Some(label.name), label.span) {
                self.scope().labels.insert(label.name, id);
            }
        }
    }

    fn find_label(&mut self, name: ast::Ident) -> Option<LabelId> {
        if let Some(local) = self.scopes.iter().rev().find_map(|scope| scope.labels.get(&name.name)) {
            return Some(*local);
        }
        if let Some(known) = self.function.as_ref()?.names.get(&name.name) {
            return Some(*known);
        }
        let fresh = self.new_label(Some(name.name), name.span)?;
        self.function.as_mut()?.names.insert(name.name, fresh);
        Some(fresh)
    }

    pub(super) fn use_label(&mut self, name: ast::Ident) -> Option<LabelId> {
        let label = self.find_label(name)?;
        self.function.as_mut()?.uses.push((label, name.name, name.span));
        Some(label)
    }

    fn label(&mut self, label: &ast::Label, code: &mut Vec<StmtId>) {
        let id = match label.kind {
            LabelKind::Name(name) => self.place_label(name),
            LabelKind::Case(value) => self.case(value, value, label.span),
            LabelKind::CaseRange(low, high) => self.case(low, high, label.span),
            LabelKind::Default => self.default(label.span),
        };
        if let Some(id) = id {
            let statement = self.unit.add_stmt(StmtKind::Label(id), label.span);
            code.push(statement);
        }
    }

    fn place_label(&mut self, name: ast::Ident) -> Option<LabelId> {
        let id = self.find_label(name)?;
        let active = self.active_cleanups();
        let context = self.function.as_mut()?;
        let index = id.0 as usize;
        if context.placed[index] {
            let first = context.labels[index].span;
            let error =
                Diagnostic::error(format!("label `{}` is defined twice", self.ast.name(name.name))).at(name.span);
            self.report(error.with_label(first, "first defined here"));
            return None;
        }
        context.placed[index] = true;
        context.cleanups[index] = active;
        context.labels[index].span = name.span;
        Some(id)
    }

    fn case(&mut self, low: ast::ExprId, high: ast::ExprId, span: Span) -> Option<LabelId> {
        let mut bounds = [low, high].map(|bound| {
            let value = self.rvalue(bound);
            (value, self.ast[bound].span)
        });
        let Some(ty) = self.switches.last().map(|switch| switch.ty) else {
            self.error(span, "a `case` label outside of a `switch`");
            return None;
        };
        let mut values = [0i128; 2];
        for (slot, bound) in values.iter_mut().zip(&mut bounds) {
            bound.0 = self.convert(bound.0, ty);
            match self.unit.constant(bound.0) {
                Some(value) => *slot = value,
                None => {
                    self.error(bound.1, "a `case` label must be an integer constant");
                    return None;
                }
            }
        }
        let label = self.new_label(None, span)?;
        let switch = self.switches.last_mut()?;
        switch.cases.push(Case { low: values[0], high: values[1], label, span });
        Some(label)
    }

    fn default(&mut self, span: Span) -> Option<LabelId> {
        let Some(switch) = self.switches.last() else {
            self.error(span, "a `default` label outside of a `switch`");
            return None;
        };
        if let Some((_, first)) = switch.default {
            let error = Diagnostic::error("a second `default` label in one `switch`").at(span);
            self.report(error.with_label(first, "the first one"));
            return None;
        }
        let label = self.new_label(None, span)?;
        self.switches.last_mut()?.default = Some((label, span));
        Some(label)
    }

    fn switch(&mut self, scrutinee: ast::ExprId, body: ast::StmtId) -> StmtKind {
        let value = self.rvalue(scrutinee);
        let mut scrutinee_value = self.promote(value);
        if !self.unit.types.is_integer(self.unit[scrutinee_value].ty) {
            scrutinee_value = self.invalid(self.ast[scrutinee].span, "the value of a `switch` must be an integer");
        }
        let ty = self.unit[scrutinee_value].ty;
        self.switches.push(SwitchContext { ty, cases: Vec::new(), default: None });
        self.breaks.push(self.scopes.len());
        let body = self.scoped(body);
        self.breaks.pop();
        let context = self.switches.pop().expect("pushed above");
        let mut cases = context.cases;
        let int_type = self.unit.types.int_type(ty);
        // An empty range matches nothing; gcc warns.
        cases.retain(|case| int_type.is_none_or(|ty| compare(CompareOp::Le, case.low, case.high, ty)));
        self.check_duplicates(&cases);
        StmtKind::Switch { scrutinee: scrutinee_value, body, cases, default: context.default.map(|(label, _)| label) }
    }

    fn check_duplicates(&mut self, cases: &[Case]) {
        let mut sorted: Vec<&Case> = cases.iter().collect();
        sorted.sort_by_key(|case| case.low);
        for pair in sorted.windows(2) {
            if pair[0].high >= pair[1].low {
                let (first, second) =
                    if pair[0].span.lo < pair[1].span.lo { (pair[0], pair[1]) } else { (pair[1], pair[0]) };
                let error = Diagnostic::error("duplicate `case` value").at(second.span);
                self.report(error.with_label(first.span, "used before here"));
            }
        }
    }
}

/// The output whose place an input's constraint names: `"0"`.
fn operand_in_place(constraint: &[u8]) -> Option<usize> {
    let digits: Vec<u8> = constraint.iter().copied().filter(|c| !matches!(c, b'%' | b' ')).collect();
    std::str::from_utf8(&digits).ok()?.parse().ok()
}

/// Whether assembly for x86 has an instruction behind which control may be elsewhere, or nowhere.
fn may_leave(template: &[u8]) -> bool {
    const LEAVING: [&[u8]; 11] =
        [b"call", b"callq", b"ret", b"retq", b"iret", b"ud2", b"int", b"int3", b"hlt", b"syscall", b"sysenter"];
    template.split(|c| !c.is_ascii_alphanumeric()).any(|word| LEAVING.contains(&word))
}
