//! What the entry function needs of a program: everything else is dropped before library functions get their models, so that calls
//! through pointers go only to functions that reachable code takes the address of.
//!
//! Needed is what the entry function, constructors and destructors mention, and what that mentions in turn. Nothing is dropped if
//! there is no entry function, so that messages can name all functions.

use super::hir::*;
use super::reach::walk::Walk;

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

/// Drops the bodies of functions and the initial values of objects that are not needed. Gives the functions that are needed and have no
/// body.
pub(super) fn drop_the_rest(unit: &mut Unit, entry: &str) -> Vec<FunctionId> {
    let named = |function: &FunctionId| unit[*function].body.is_some() && *unit[*function].name == *entry;
    let Some(entry) = unit.function_ids().find(named) else { return Vec::new() };
    let first = unit.constructors.iter().chain(&unit.destructors).map(|(_, function)| *function);
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
