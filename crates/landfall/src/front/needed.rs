//! What the entry function needs of a program: everything else is dropped before library functions get their models, so that calls
//! through pointers go only to functions that reachable code takes the address of.
//!
//! Needed is what the entry function, constructors and destructors mention, and what that mentions in turn; and functions that
//! replace those of the C library, which its other functions may call. Nothing is dropped if there is no entry function, so that
//! messages can name all functions.

use super::hir::*;
use super::reach::walk::Walk;
use super::{libc, library};

/// A function or an object of static storage.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Mention {
    Function(FunctionId),
    Object(ObjectId),
}

/// What an expression names itself.
pub(super) fn mention(unit: &Unit, e: ExprId) -> Option<Mention> {
    match &unit[e].kind {
        ExprKind::Function(function) | ExprKind::Call { callee: Callee::Direct(function), .. } => {
            Some(Mention::Function(*function))
        }
        ExprKind::Object(object) if matches!(unit[*object].storage, Storage::Static | Storage::Undefined) => {
            Some(Mention::Object(*object))
        }
        _ => None,
    }
}

/// The expressions of a definition.
pub(super) fn expressions(unit: &Unit, of: Mention) -> Walk<'_> {
    match of {
        Mention::Function(function) => Walk::function(unit, function),
        Mention::Object(object) => Walk::initializer(unit, object),
    }
}

/// Whether a function of this name that all files may name replaces one of the C library.
pub(super) fn replaces_library(name: &str) -> bool {
    libc::is_library(name) || library::model(name).is_some()
}

/// Drops the bodies of functions and the initial values of objects that are not needed. Gives the functions that are needed and have no
/// body.
pub(super) fn drop_the_rest(unit: &mut Unit, entry: &str) -> Vec<FunctionId> {
    let named = |function: &FunctionId| unit[*function].body.is_some() && *unit[*function].name == *entry;
    let Some(entry) = unit.function_ids().find(named) else { return Vec::new() };
    let first = unit.constructors.iter().chain(&unit.destructors).map(|(_, function)| *function);
    let replaces = |function: &FunctionId| unit[*function].linking.external && replaces_library(&unit[*function].name);
    let first = first.chain(unit.function_ids().filter(replaces));
    let mut work: Vec<Mention> = std::iter::once(entry).chain(first).map(Mention::Function).collect();
    // Lengths of types are few, and evaluated in places that are hard to tell.
    let lengths = unit.lengths.iter().flatten().flat_map(|e| Walk::expression(unit, *e));
    work.extend(lengths.filter_map(|e| mention(unit, e)));
    let mut functions = vec![false; unit.functions.len()];
    let mut objects = vec![false; unit.objects.len()];
    while let Some(next) = work.pop() {
        let seen = match next {
            Mention::Function(function) => &mut functions[function.index()],
            Mention::Object(object) => &mut objects[object.index()],
        };
        if !std::mem::replace(seen, true) {
            work.extend(expressions(unit, next).filter_map(|e| mention(unit, e)));
        }
    }
    let unneeded: Vec<Mention> = unit
        .function_ids()
        .filter(|function| !functions[function.index()] && unit[*function].body.is_some())
        .map(Mention::Function)
        .chain(
            unit.object_ids()
                .filter(|object| !objects[object.index()] && unit[*object].storage == Storage::Static)
                .map(Mention::Object),
        )
        .collect();
    let is_open = |function: &FunctionId| functions[function.index()] && unit[*function].body.is_none();
    let open = unit.function_ids().filter(is_open).collect();
    for definition in unneeded {
        let dropped: Vec<ExprId> = expressions(unit, definition).collect();
        for e in dropped {
            unit.exprs[e.index()].kind = ExprKind::Int(0);
        }
        match definition {
            Mention::Function(function) => unit.functions[function.index()].body = None,
            Mention::Object(object) => unit.objects[object.index()].initializer = None,
        }
    }
    open
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
