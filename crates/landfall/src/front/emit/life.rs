//! Objects that live before control comes to their declarations.
//!
//! An object lives from the entry into its block to the end of the block. If control comes to its declaration again within the block, it
//! is the same object, which gets its initial value once more: behind a label that a jump leads back to, or, for a compound literal, in
//! the condition or the step of a loop. Such lives begin where C says. All others begin at the declaration, which no program can tell
//! from that.

use super::object::Stored;
use super::*;

impl<'a> Frame<'_, 'a> {
    /// A statement that is a block of its own, whether it has braces or not.
    pub(super) fn inner_statement(&mut self, id: StmtId) {
        let outer = self.scope();
        self.statement(id);
        self.leave_to(outer, self.unit[id].span);
    }

    /// What a loop's condition or step comes to once per iteration lives as long as the loop.
    pub(super) fn begin_lives_of_loop(&mut self, parts: &[Option<ExprId>], span: Span) {
        let mut objects = Vec::new();
        parts.iter().flatten().for_each(|e| self.compound_literals(*e, &mut objects));
        self.begin_lives(objects, span);
    }

    /// What the statements of a block come to behind a label lives as long as the block.
    pub(super) fn begin_lives_of_block(&mut self, list: &[StmtId], span: Span) {
        if !self.labels.iter().any(|label| label.name.is_some()) {
            return;
        }
        let mut objects = Vec::new();
        let first = list.iter().position(|statement| self.has_label(*statement)).unwrap_or(list.len());
        for statement in &list[first..] {
            match &self.unit[*statement].kind {
                StmtKind::Declare(object) => {
                    objects.push(*object);
                    self.compound_literals_of(*object, &mut objects);
                }
                StmtKind::Expr(e) | StmtKind::Return(Some(e)) => self.compound_literals(*e, &mut objects),
                _ => {}
            }
        }
        self.begin_lives(objects, span);
    }

    /// Evaluates a full expression, whose temporaries die with it.
    pub(super) fn full_expression(&mut self, span: Span, evaluate: impl FnOnce(&mut Self)) {
        let outer = std::mem::take(&mut self.brief);
        evaluate(self);
        let brief = std::mem::replace(&mut self.brief, outer);
        if self.graph.is_live() {
            brief.into_iter().for_each(|object| self.memory(MemoryOp::Leave(object), span));
        }
    }

    fn begin_lives(&mut self, objects: Vec<ObjectId>, span: Span) {
        for object in objects {
            if self.unit[object].storage == Storage::Automatic
                && let Some(Stored::Object(made)) = self.lowering.stored(object)
                && self.living.insert(object)
            {
                self.enter(made, span);
                self.forget_object(made, HavocKind::Uninitialised, span);
            }
        }
    }

    /// Whether there is a label with a name in a statement.
    fn has_label(&self, id: StmtId) -> bool {
        match &self.unit[id].kind {
            StmtKind::Label(label) => self.labels[label.0 as usize].name.is_some(),
            StmtKind::Block(list) => list.iter().any(|statement| self.has_label(*statement)),
            StmtKind::If { then, otherwise, .. } => {
                self.has_label(*then) || otherwise.is_some_and(|otherwise| self.has_label(otherwise))
            }
            StmtKind::Switch { body, .. }
            | StmtKind::While { body, .. }
            | StmtKind::DoWhile { body, .. }
            | StmtKind::For { body, .. } => self.has_label(*body),
            _ => false,
        }
    }

    /// The compound literals in an expression, but for those in the blocks of statement expressions.
    fn compound_literals(&self, e: ExprId, objects: &mut Vec<ObjectId>) {
        let mut rest = vec![e];
        while let Some(e) = rest.pop() {
            if let ExprKind::CompoundLiteral(object) = self.unit[e].kind {
                objects.push(object);
                self.compound_literals_of(object, objects);
            }
            self.unit[e].kind.for_each_operand(&mut |operand| rest.push(operand));
        }
    }

    fn compound_literals_of(&self, object: ObjectId, objects: &mut Vec<ObjectId>) {
        match &self.unit[object].initializer {
            Some(Init::Scalar(value)) => self.compound_literals(*value, objects),
            Some(Init::Aggregate(entries)) => {
                entries.iter().for_each(|entry| self.compound_literals(entry.value, objects))
            }
            None => {}
        }
    }
}
