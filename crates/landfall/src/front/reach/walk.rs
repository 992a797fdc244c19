//! Every expression that a function may evaluate, or an expression; what is called from there is not followed.

use crate::front::hir::*;

pub struct Walk<'a> {
    unit: &'a Unit,
    statements: Vec<StmtId>,
    expressions: Vec<ExprId>,
}

impl Iterator for Walk<'_> {
    type Item = ExprId;

    fn next(&mut self) -> Option<ExprId> {
        while self.expressions.is_empty() {
            let statement = self.statements.pop()?;
            self.statement(statement);
        }
        let e = self.expressions.pop()?;
        let kind = &self.unit[e].kind;
        match kind {
            ExprKind::StmtExpr { body, .. } => self.statements.push(*body),
            ExprKind::CompoundLiteral(object) => self.object(*object),
            _ => {}
        }
        kind.for_each_operand(&mut |operand| self.expressions.push(operand));
        Some(e)
    }
}

impl<'a> Walk<'a> {
    pub fn function(unit: &'a Unit, function: FunctionId) -> Walk<'a> {
        let statements = unit[function].body.iter().map(|body| body.root).collect();
        Walk { unit, statements, expressions: Vec::new() }
    }

    pub fn expression(unit: &'a Unit, e: ExprId) -> Walk<'a> {
        Walk { unit, statements: Vec::new(), expressions: vec![e] }
    }

    /// The initial value of an object.
    pub fn initializer(unit: &'a Unit, object: ObjectId) -> Walk<'a> {
        let mut walk = Walk { unit, statements: Vec::new(), expressions: Vec::new() };
        walk.object(object);
        walk
    }

    fn object(&mut self, object: ObjectId) {
        match &self.unit[object].initializer {
            Some(Init::Scalar(value)) => self.expressions.push(*value),
            Some(Init::Aggregate(entries)) => self.expressions.extend(entries.iter().map(|entry| entry.value)),
            None => {}
        }
    }

    fn statement(&mut self, id: StmtId) {
        match &self.unit[id].kind {
            StmtKind::Expr(e) | StmtKind::ComputedGoto(e) | StmtKind::Return(Some(e)) => self.expressions.push(*e),
            StmtKind::Block(list) => self.statements.extend(list),
            StmtKind::Declare(object) => self.object(*object),
            StmtKind::Length(number) => {
                self.expressions.extend(self.unit.lengths.get(*number as usize).copied().flatten());
            }
            StmtKind::If { condition, then, otherwise } => {
                self.expressions.push(*condition);
                self.statements.push(*then);
                self.statements.extend(otherwise);
            }
            StmtKind::Switch { scrutinee: condition, body, .. }
            | StmtKind::While { condition, body }
            | StmtKind::DoWhile { body, condition } => {
                self.expressions.push(*condition);
                self.statements.push(*body);
            }
            StmtKind::For { init, condition, step, body } => {
                self.statements.extend(init);
                self.expressions.extend(condition);
                self.expressions.extend(step);
                self.statements.push(*body);
            }
            StmtKind::Asm { outputs, inputs, .. } => {
                self.expressions.extend(outputs);
                self.expressions.extend(inputs);
            }
            StmtKind::Empty
            | StmtKind::Label(_)
            | StmtKind::Goto(_)
            | StmtKind::Continue
            | StmtKind::Break
            | StmtKind::Return(None)
            | StmtKind::Unsupported(_) => {}
        }
    }
}
