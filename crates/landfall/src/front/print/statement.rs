//! Statements as text.

use super::Printer;
use crate::front::ast::{Asm, AsmOperand, ExprId, Label, LabelKind, StmtId, StmtKind};
use crate::front::grow_stack;

impl<'a> Printer<'a> {
    pub(super) fn stmt(&mut self, stmt: StmtId) {
        grow_stack(|| self.stmt_here(stmt));
    }

    fn stmt_here(&mut self, stmt: StmtId) {
        match &self.ast[stmt].kind {
            StmtKind::Empty => self.text(";"),
            StmtKind::Expr(expr) => {
                self.expr(*expr);
                self.text(";");
            }
            StmtKind::Compound(items) => self.block(items),
            StmtKind::Declaration(declaration) => self.declaration(declaration),
            StmtKind::StaticAssert(assertion) => self.static_assert(assertion),
            StmtKind::LocalLabels(labels) => {
                self.text("__label__ ");
                self.list(labels, |printer, label| printer.symbol(label.name));
                self.text(";");
            }
            StmtKind::Labeled { labels, body } => {
                for label in labels {
                    self.label(label);
                }
                self.stmt(*body);
            }
            StmtKind::If { .. } => self.if_chain(stmt),
            StmtKind::Switch { scrutinee, body } => self.controlled("switch", *scrutinee, *body),
            StmtKind::While { condition, body } => self.controlled("while", *condition, *body),
            StmtKind::DoWhile { body, condition } => {
                self.text("do ");
                self.body(*body);
                self.text(" while (");
                self.expr(*condition);
                self.text(");");
            }
            StmtKind::For { init, condition, step, body } => self.for_loop(*init, *condition, *step, *body),
            StmtKind::Goto(label) => {
                self.text("goto ");
                self.symbol(label.name);
                self.text(";");
            }
            StmtKind::ComputedGoto(target) => {
                self.text("goto *");
                self.operand(*target);
                self.text(";");
            }
            StmtKind::Continue => self.text("continue;"),
            StmtKind::Break => self.text("break;"),
            StmtKind::Return(value) => {
                self.text("return");
                if let Some(value) = value {
                    self.text(" ");
                    self.expr(*value);
                }
                self.text(";");
            }
            StmtKind::Asm(asm) => {
                self.asm(asm);
                self.text(";");
            }
            StmtKind::Unparsed(unparsed) => {
                self.unparsed(&unparsed.reason);
                self.text(";");
            }
        }
    }

    fn block(&mut self, items: &'a [StmtId]) {
        self.text("{");
        self.indent += 1;
        for item in items {
            self.line();
            self.stmt(*item);
        }
        self.indent -= 1;
        self.line();
        self.text("}");
    }

    /// The body of a control statement: always a block, so that no `else` finds another `if`.
    fn body(&mut self, body: StmtId) {
        match &self.ast[body].kind {
            StmtKind::Compound(items) => self.block(items),
            _ => {
                self.text("{");
                self.indent += 1;
                self.line();
                self.stmt(body);
                self.indent -= 1;
                self.line();
                self.text("}");
            }
        }
    }

    fn controlled(&mut self, keyword: &str, condition: ExprId, body: StmtId) {
        self.text(keyword);
        self.text(" (");
        self.expr(condition);
        self.text(") ");
        self.body(body);
    }

    fn if_chain(&mut self, mut stmt: StmtId) {
        while let StmtKind::If { condition, then, otherwise } = &self.ast[stmt].kind {
            self.controlled("if", *condition, *then);
            let Some(otherwise) = *otherwise else { return };
            self.text(" else ");
            stmt = otherwise;
        }
        self.body(stmt);
    }

    fn for_loop(&mut self, init: Option<StmtId>, condition: Option<ExprId>, step: Option<ExprId>, body: StmtId) {
        self.text("for (");
        match init {
            Some(init) => self.stmt(init),
            None => self.text(";"),
        }
        if let Some(condition) = condition {
            self.text(" ");
            self.expr(condition);
        }
        self.text(";");
        if let Some(step) = step {
            self.text(" ");
            self.expr(step);
        }
        self.text(") ");
        self.body(body);
    }

    fn label(&mut self, label: &'a Label) {
        match label.kind {
            LabelKind::Name(name) => self.symbol(name.name),
            LabelKind::Case(value) => {
                self.text("case ");
                self.operand(value);
            }
            LabelKind::CaseRange(low, high) => {
                self.text("case ");
                self.operand(low);
                self.text(" ... ");
                self.operand(high);
            }
            LabelKind::Default => self.text("default"),
        }
        self.text(": ");
        if !label.attributes.is_empty() {
            self.attributes(&label.attributes);
            self.text(" ");
        }
    }

    pub(super) fn asm(&mut self, asm: &'a Asm) {
        self.text("__asm__ ");
        self.text(if asm.is_volatile { "volatile " } else { "" });
        self.text(if asm.labels.is_empty() { "" } else { "goto " });
        self.text("(");
        self.string(asm.template);
        let sections = match asm {
            Asm { labels, .. } if !labels.is_empty() => 4,
            Asm { clobbers, .. } if !clobbers.is_empty() => 3,
            Asm { inputs, .. } if !inputs.is_empty() => 2,
            Asm { outputs, .. } if !outputs.is_empty() => 1,
            _ => 0,
        };
        for section in 1..=sections {
            self.text(" : ");
            match section {
                1 => self.list(&asm.outputs, Self::asm_operand),
                2 => self.list(&asm.inputs, Self::asm_operand),
                3 => self.list(&asm.clobbers, |printer, clobber| printer.string(*clobber)),
                _ => self.list(&asm.labels, |printer, label| printer.symbol(label.name)),
            }
        }
        self.text(")");
    }

    fn asm_operand(&mut self, operand: &AsmOperand) {
        if let Some(name) = operand.name {
            self.text("[");
            self.symbol(name);
            self.text("] ");
        }
        self.string(operand.constraint);
        self.text(" (");
        self.expr(operand.expr);
        self.text(")");
    }
}
