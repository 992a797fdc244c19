//! Which functions may call themselves, directly or through others.

use crate::front::hir::*;

pub(super) fn recursive_functions(unit: &Unit) -> Vec<bool> {
    let callees = Callees::of_all(unit);
    let mut recursive = vec![false; unit.functions.len()];
    for function in unit.function_ids() {
        let mut seen = vec![false; unit.functions.len()];
        let mut work = vec![function];
        while let Some(next) = work.pop() {
            for callee in &callees[next.index()] {
                recursive[function.index()] |= *callee == function;
                if !std::mem::replace(&mut seen[callee.index()], true) {
                    work.push(*callee);
                }
            }
        }
    }
    recursive
}

struct Callees<'a> {
    unit: &'a Unit,
    found: Vec<FunctionId>,
    statements: Vec<StmtId>,
    expressions: Vec<ExprId>,
}

impl Callees<'_> {
    fn of_all(unit: &Unit) -> Vec<Vec<FunctionId>> {
        let mut taken = Vec::new();
        for node in &unit.exprs {
            if let ExprKind::Decay(place) | ExprKind::AddressOf(place) = node.kind
                && let ExprKind::Function(function) = unit[place].kind
            {
                taken.push(function);
            }
        }
        unit.function_ids().map(|function| Callees::of(unit, function, &taken)).collect()
    }

    fn of(unit: &Unit, function: FunctionId, taken: &[FunctionId]) -> Vec<FunctionId> {
        let Some(body) = &unit[function].body else { return Vec::new() };
        let mut walk = Callees { unit, found: Vec::new(), statements: vec![body.root], expressions: Vec::new() };
        loop {
            if let Some(e) = walk.expressions.pop() {
                walk.expression(e, taken);
            } else if let Some(statement) = walk.statements.pop() {
                walk.statement(statement);
            } else {
                break;
            }
        }
        walk.found.sort();
        walk.found.dedup();
        walk.found
    }

    fn expression(&mut self, e: ExprId, taken: &[FunctionId]) {
        let kind = &self.unit[e].kind;
        match kind {
            ExprKind::Call { callee: Callee::Direct(function), .. } => self.found.push(*function),
            ExprKind::Call { .. } => self.found.extend_from_slice(taken),
            ExprKind::StmtExpr { body, .. } => self.statements.push(*body),
            ExprKind::CompoundLiteral(object) => self.object(*object),
            _ => {}
        }
        kind.for_each_operand(&mut |operand| self.expressions.push(operand));
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
