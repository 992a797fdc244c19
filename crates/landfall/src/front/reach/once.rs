//! Calls that an execution makes at most once: outside of loops, in functions that are themselves called at most once.
//!
//! One object is enough for such a call that allocates. A call that is taken for one wrongly costs a verdict, never makes it wrong:
//! a second allocation is not supported.

use std::collections::BTreeSet;

use crate::front::hir::*;

/// The calls, by expression, that are made at most once when executions start in `entry`.
pub fn made_once(unit: &Unit, entry: FunctionId) -> BTreeSet<ExprId> {
    let mut uses = vec![0usize; unit.functions.len()];
    for expr in &unit.exprs {
        match expr.kind {
            ExprKind::Call { callee: Callee::Direct(function), .. } => uses[function.index()] += 1,
            ExprKind::Decay(place) | ExprKind::AddressOf(place) => {
                // Called through a pointer, who knows how often.
                if let ExprKind::Function(function) = unit[place].kind {
                    uses[function.index()] += 2;
                }
            }
            _ => {}
        }
    }
    let mut search = Search { unit, uses, calls: BTreeSet::new(), waiting: Vec::new() };
    if search.uses[entry.index()] == 0 {
        search.function(entry);
    }
    while let Some(next) = search.waiting.pop() {
        match next {
            Part::Statement(statement) => search.statement(statement),
            Part::Expression(e) => search.expression(e),
        }
    }
    search.calls
}

/// Text may be nested deeply, so what is still to be looked at is kept in a list.
enum Part {
    Statement(StmtId),
    Expression(ExprId),
}

struct Search<'u> {
    unit: &'u Unit,
    /// How often each function is called or used otherwise in the text of the program.
    uses: Vec<usize>,
    calls: BTreeSet<ExprId>,
    waiting: Vec<Part>,
}

impl Search<'_> {
    fn function(&mut self, function: FunctionId) {
        let Some(body) = &self.unit[function].body else { return };
        if !has_jumps(self.unit, body.root) {
            self.waiting.push(Part::Statement(body.root));
        }
    }

    fn statement(&mut self, statement: StmtId) {
        let unit = self.unit;
        match &unit[statement].kind {
            StmtKind::Expr(e) | StmtKind::Return(Some(e)) => self.waiting.push(Part::Expression(*e)),
            StmtKind::Declare(object) => match &unit[*object].initializer {
                Some(Init::Scalar(e)) => self.waiting.push(Part::Expression(*e)),
                Some(Init::Aggregate(entries)) => {
                    self.waiting.extend(entries.iter().map(|entry| Part::Expression(entry.value)));
                }
                None => {}
            },
            StmtKind::If { condition: e, .. } | StmtKind::Switch { scrutinee: e, .. } => {
                self.waiting.push(Part::Expression(*e));
            }
            _ => {}
        }
        match &unit[statement].kind {
            StmtKind::For { init, .. } => self.waiting.extend(init.map(Part::Statement)),
            StmtKind::While { .. } | StmtKind::DoWhile { .. } => {}
            kind => for_each_part(kind, &mut |part| self.waiting.push(Part::Statement(part))),
        }
    }

    fn expression(&mut self, e: ExprId) {
        let unit = self.unit;
        match &unit[e].kind {
            ExprKind::StmtExpr { body, .. } => self.waiting.push(Part::Statement(*body)),
            ExprKind::Call { callee: Callee::Direct(function), .. } => {
                self.calls.insert(e);
                if self.uses[function.index()] == 1 {
                    self.function(*function);
                }
            }
            _ => {}
        }
        unit[e].kind.for_each_operand(&mut |operand| self.waiting.push(Part::Expression(operand)));
    }
}

/// Whether control may go back other than by loops. Statements in expressions are not looked into.
fn has_jumps(unit: &Unit, root: StmtId) -> bool {
    let mut waiting = vec![root];
    while let Some(statement) = waiting.pop() {
        let kind = &unit[statement].kind;
        if matches!(kind, StmtKind::Goto(_) | StmtKind::ComputedGoto(_) | StmtKind::Asm { .. }) {
            return true;
        }
        for_each_part(kind, &mut |part| waiting.push(part));
    }
    false
}

/// The statements that are parts of one.
fn for_each_part(kind: &StmtKind, f: &mut dyn FnMut(StmtId)) {
    match kind {
        StmtKind::Block(statements) => statements.iter().for_each(|s| f(*s)),
        StmtKind::If { then, otherwise, .. } => {
            f(*then);
            otherwise.iter().for_each(|s| f(*s));
        }
        StmtKind::Switch { body, .. } | StmtKind::While { body, .. } | StmtKind::DoWhile { body, .. } => f(*body),
        StmtKind::For { init, body, .. } => {
            init.iter().for_each(|s| f(*s));
            f(*body);
        }
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use crate::cfa::DataModel;
    use crate::front::{FrontOptions, load_text};

    /// Whether a second object is made for the first call that allocates.
    fn has_second(text: &str) -> bool {
        let text = format!("void *malloc(unsigned long); int in(void); {text}");
        let loaded = load_text("t.c", &text, &FrontOptions::new(DataModel::Lp64)).expect("the text is right");
        loaded.program.vars.values().any(|var| var.name.starts_with("$heap1"))
    }

    #[test]
    fn one_object_is_enough_for_a_call_that_is_made_once() {
        let uses = "int *p = malloc(4); *p = 1; if (*p != 1) return 1;";
        assert!(!has_second(&format!("int main(void) {{ {uses} return 0; }}")));
        assert!(!has_second(&format!("int f(void) {{ {uses} return 0; }} int main(void) {{ return f(); }}")));
        assert!(!has_second("int main(void) { int s = 0; for (int *p = malloc(4); s < 3; s++) *p = s; return s; }"));
    }

    #[test]
    fn calls_in_loops_and_functions_that_are_called_again_need_more() {
        let uses = "int *p = malloc(4); *p = 1; if (*p != 1) return 1;";
        assert!(has_second(&format!("int main(void) {{ while (in()) {{ {uses} }} return 0; }}")));
        assert!(has_second(&format!("int f(void) {{ {uses} return 0; }} int main(void) {{ return f() + f(); }}")));
        assert!(has_second(&format!("int main(void) {{ a: {{ {uses} }} if (in()) goto a; return 0; }}")));
        let pointer =
            format!("int f(void) {{ {uses} return 0; }} int main(void) {{ int (*g)(void) = f; return g(); }}");
        assert!(has_second(&pointer));
    }
}
