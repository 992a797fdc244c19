//! Code that the entry function does not reach is left out of the typed program, so that nothing that is found out about the
//! program as a whole depends on it: what pointers may point to, which functions are given away, which library functions are
//! called.
//!
//! Expressions that cannot be evaluated become numbers; functions that cannot be called lose their bodies.

use super::hir::*;
use super::needed::replaces_library;
use super::reach::walk::Walk;

/// What is reached so far.
struct Live<'a> {
    unit: &'a Unit,
    functions: Vec<bool>,
    objects: Vec<bool>,
    exprs: Vec<bool>,
    /// Functions and objects whose code is not looked at yet.
    called: Vec<FunctionId>,
    mentioned: Vec<ObjectId>,
}

/// Leaves out what the entry function and those that run before and after it do not reach. Gives the functions that are reached and
/// have no body.
pub(super) fn prune(unit: &mut Unit, entry: FunctionId) -> Vec<FunctionId> {
    let mut live = Live {
        unit,
        functions: vec![false; unit.functions.len()],
        objects: vec![false; unit.objects.len()],
        exprs: vec![false; unit.exprs.len()],
        called: Vec::new(),
        mentioned: Vec::new(),
    };
    live.function(entry);
    unit.constructors.iter().chain(&unit.destructors).for_each(|(_, function)| live.function(*function));
    // Functions that replace those of the C library may be called by its others.
    let replaces = |function: &FunctionId| unit[*function].linking.external && replaces_library(&unit[*function].name);
    unit.function_ids().filter(replaces).for_each(|function| live.function(function));
    unit.lengths.iter().flatten().for_each(|length| live.all(Walk::expression(unit, *length)));
    loop {
        if let Some(object) = live.mentioned.pop() {
            live.initial_value(object);
        } else if let Some(function) = live.called.pop() {
            live.all(Walk::function(unit, function));
        } else {
            break;
        }
    }
    let Live { functions, exprs, .. } = live;
    let is_open = |function: &FunctionId| functions[function.index()] && unit[*function].body.is_none();
    let open = unit.function_ids().filter(is_open).collect();
    for (function, lives) in unit.functions.iter_mut().zip(functions) {
        function.body = function.body.take().filter(|_| lives);
    }
    let number = unit.types.int(super::types::IntKind::Int);
    for (node, lives) in unit.exprs.iter_mut().zip(exprs) {
        if !lives {
            (node.kind, node.ty, node.depth) = (ExprKind::Int(0), number, 0);
        }
    }
    open
}

impl Live<'_> {
    fn function(&mut self, function: FunctionId) {
        if !std::mem::replace(&mut self.functions[function.index()], true) {
            self.called.push(function);
        }
    }

    fn all(&mut self, expressions: Walk<'_>) {
        for e in expressions {
            if std::mem::replace(&mut self.exprs[e.index()], true) {
                continue;
            }
            match &self.unit[e].kind {
                ExprKind::Function(function) | ExprKind::LabelAddress(function, _) => self.function(*function),
                ExprKind::Call { callee: Callee::Direct(function), .. } => self.function(*function),
                ExprKind::Object(object) => self.object(*object),
                _ => {}
            }
        }
    }

    fn object(&mut self, object: ObjectId) {
        if !std::mem::replace(&mut self.objects[object.index()], true) {
            self.mentioned.push(object);
        }
    }

    fn initial_value(&mut self, object: ObjectId) {
        match &self.unit[object].initializer {
            Some(Init::Scalar(value)) => self.all(Walk::expression(self.unit, *value)),
            Some(Init::Aggregate(entries)) => {
                entries.iter().for_each(|entry| self.all(Walk::expression(self.unit, entry.value)));
            }
            None => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::cfa::DataModel;
    use crate::front::{FrontOptions, load_text};

    /// The procedures of a program.
    fn procedures(text: &str) -> Vec<String> {
        let loaded = load_text("a.c", text, &FrontOptions::new(DataModel::Lp64)).expect("is a program");
        loaded.program.procs.values().map(|proc| proc.name.to_string()).collect()
    }

    #[test]
    fn calls_through_pointers_go_to_what_can_be_reached() {
        let text = "static int a(void) { return 1; } static int b(void) { return 2; } static int c(void) { return 3; }\n\
                    int (*used)(void) = a; int (*unused)(void) = b; void other(void) { used = c; }\n\
                    int main(void) { return used(); }";
        let names = procedures(text);
        assert!(names.contains(&"a".to_string()), "{names:?}");
        assert!(!names.iter().any(|name| name == "b" || name == "c" || name == "other"), "{names:?}");
    }

    #[test]
    fn constructors_and_statics_are_needed() {
        let text = "static int a(void) { return 1; } __attribute__((constructor)) static void init(void) { a(); }\n\
                    static int b(void) { return 2; } int main(void) { static int (*f)(void) = b; return f(); }";
        let names = procedures(text);
        for wanted in ["a", "b", "init", "main"] {
            assert!(names.contains(&wanted.to_string()), "{wanted} of {names:?}");
        }
    }
}
