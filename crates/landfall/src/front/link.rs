//! What the linker does with symbols: aliases, names given by `asm`, weak symbols, the start and the end of a program.
//!
//! This runs on the typed program when all files have been read, and before library functions get their models. Uses of a symbol
//! that is another one become uses of that one; uses of what is not modelled become unsupported.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::hir::*;
use super::source::Span;
use super::types::{ArrayLength, Ty};

/// What the uses of a symbol become.
#[derive(Clone, Debug)]
enum Use<T> {
    Itself,
    Other(T),
    Unsupported(Arc<str>),
}

/// Links the program.
pub(super) fn link(unit: &mut Unit) {
    rename(unit);
    let functions = resolve_functions(unit);
    let objects = resolve_objects(unit);
    for index in 0..unit.exprs.len() {
        if let Some(kind) = replaced(unit, &unit.exprs[index], &functions, &objects) {
            unit.exprs[index].kind = kind;
        }
    }
    unsupported_objects(unit);
    unsupported_bodies(unit);
    order_constructors(unit);
}

/// The symbol by which the linker knows something.
fn symbol<'a>(name: &'a Arc<str>, linking: &'a Linking) -> &'a Arc<str> {
    linking.label.as_ref().unwrap_or(name)
}

/// Functions without a body go by their symbol, so that they are taken for what they are; the C library's own renamings of its
/// functions keep their names.
fn rename(unit: &mut Unit) {
    for function in unit.functions.iter_mut().filter(|function| function.body.is_none()) {
        if let Some(label) = function.linking.label.clone()
            && !is_variant(&function.name, &label)
        {
            function.name = label;
        }
    }
}

/// Whether a symbol is the C library's version of a function: `__isoc99_scanf`, `fopen64`.
fn is_variant(name: &str, symbol: &str) -> bool {
    let plain = symbol.strip_suffix("64").unwrap_or(symbol);
    let prefixes = ["__isoc99_", "__isoc23_", "__xpg_", "__posix_", "__bsd_", "__xpg_"];
    plain == name || prefixes.iter().any(|prefix| plain.strip_prefix(prefix) == Some(name))
}

fn resolve_functions(unit: &Unit) -> Vec<Use<FunctionId>> {
    let mut defined: BTreeMap<&str, FunctionId> = BTreeMap::new();
    for function in unit.function_ids().filter(|function| unit[*function].body.is_some()) {
        let node = &unit[function];
        let known = defined.entry(symbol(&node.name, &node.linking)).or_insert(function);
        // A name that one file has to itself gives way to that which all have.
        if node.linking.external && !unit[*known].linking.external {
            *known = function;
        }
    }
    let resolve = |function: FunctionId| {
        let node = &unit[function];
        if let Some(reason) = &node.linking.unsupported {
            return Use::Unsupported(format!("`{}` with {reason}", node.name).into());
        }
        if node.body.is_some() {
            return Use::Itself;
        }
        let wanted = node.linking.alias.as_ref().unwrap_or(symbol(&node.name, &node.linking));
        let is_other = node.linking.alias.is_some() || node.linking.external;
        match defined.get(&**wanted).filter(|_| is_other) {
            Some(target) if unit.types.compatible(unit[*target].ty, node.ty) => Use::Other(*target),
            Some(_) => {
                Use::Unsupported(format!("`{}`, another name for `{wanted}` with another type", node.name).into())
            }
            None => missing(&node.name, &node.linking),
        }
    };
    unit.function_ids().map(resolve).collect()
}

fn resolve_objects(unit: &Unit) -> Vec<Use<ObjectId>> {
    let is_global = |object: &ObjectId| unit[*object].owner.is_none() && unit[*object].storage == Storage::Static;
    let mut defined: BTreeMap<&str, ObjectId> = BTreeMap::new();
    for object in unit.object_ids().filter(is_global) {
        let node = &unit[object];
        let known = defined.entry(symbol(&node.name, &node.linking)).or_insert(object);
        if node.linking.external && !unit[*known].linking.external {
            *known = object;
        }
    }
    let resolve = |object: ObjectId| {
        let node = &unit[object];
        if let Some(reason) = &node.linking.unsupported {
            return Use::Unsupported(format!("`{}`, {reason}", node.name).into());
        }
        if node.storage != Storage::Undefined {
            return Use::Itself;
        }
        let wanted = node.linking.alias.as_ref().unwrap_or(symbol(&node.name, &node.linking));
        match defined.get(&**wanted) {
            Some(target) if unit.types.compatible(unit[*target].ty, node.ty) => Use::Other(*target),
            Some(_) => {
                Use::Unsupported(format!("`{}`, another name for `{wanted}` with another type", node.name).into())
            }
            None if matches!(unit.types.element(node.ty), Some((_, ArrayLength::Unknown))) => {
                Use::Unsupported(format!("`{}`, an array whose length is not known here", node.name).into())
            }
            None => missing(&node.name, &node.linking),
        }
    };
    unit.object_ids().map(resolve).collect()
}

/// A symbol that no file defines.
fn missing<T>(name: &str, linking: &Linking) -> Use<T> {
    match &linking.alias {
        Some(alias) => {
            Use::Unsupported(format!("`{name}`, another name for `{alias}`, which is not defined here").into())
        }
        None if linking.weak => Use::Unsupported(format!("`{name}`, a weak symbol that may be missing").into()),
        None => Use::Itself,
    }
}

/// What becomes of an expression that names a symbol, or an object of a type that is not modelled.
fn replaced(unit: &Unit, node: &Expr, functions: &[Use<FunctionId>], objects: &[Use<ObjectId>]) -> Option<ExprKind> {
    match &node.kind {
        ExprKind::Function(function) => match &functions[function.index()] {
            Use::Itself => None,
            Use::Other(target) => Some(ExprKind::Function(*target)),
            Use::Unsupported(reason) => Some(ExprKind::Unsupported(reason.clone())),
        },
        ExprKind::Call { callee: Callee::Direct(function), arguments } => match &functions[function.index()] {
            Use::Itself => None,
            Use::Other(target) => {
                Some(ExprKind::Call { callee: Callee::Direct(*target), arguments: arguments.clone() })
            }
            Use::Unsupported(reason) => Some(ExprKind::Unsupported(reason.clone())),
        },
        ExprKind::Object(object) => match &objects[object.index()] {
            Use::Itself => unmodelled(unit, node.ty),
            Use::Other(target) => Some(ExprKind::Object(*target)),
            Use::Unsupported(reason) => Some(ExprKind::Unsupported(reason.clone())),
        },
        ExprKind::Deref(_) | ExprKind::Member(..) | ExprKind::CompoundLiteral(_) => unmodelled(unit, node.ty),
        _ => None,
    }
}

fn unmodelled(unit: &Unit, ty: Ty) -> Option<ExprKind> {
    unit.types.unsupported(ty).map(|reason| ExprKind::Unsupported(reason.clone()))
}

/// Declarations of objects that are not modelled; the address of an alias is that of its target.
fn unsupported_objects(unit: &mut Unit) {
    for index in 0..unit.stmts.len() {
        if let StmtKind::Declare(object) = unit.stmts[index].kind
            && let Some(reason) = unit.types.unsupported(unit[object].ty)
        {
            unit.stmts[index].kind = StmtKind::Unsupported(reason.clone());
        }
    }
    for index in 0..unit.exprs.len() {
        if let ExprKind::AddressOf(place) | ExprKind::Decay(place) = unit.exprs[index].kind
            && let ExprKind::Object(object) = unit[place].kind
        {
            unit.objects[object.index()].address_taken = true;
        }
    }
}

/// A function with an attribute that is not modelled does what nobody knows.
fn unsupported_bodies(unit: &mut Unit) {
    for index in 0..unit.functions.len() {
        let function = &unit.functions[index];
        let (Some(reason), Some(body)) = (function.linking.unsupported.clone(), &function.body) else { continue };
        let (root, span) = (body.root, function.span);
        let first = unit.add_stmt(StmtKind::Unsupported(reason), span);
        let both = unit.add_stmt(StmtKind::Block(vec![first, root]), span);
        if let Some(body) = &mut unit.functions[index].body {
            body.root = both;
        }
    }
}

/// Constructors run by rising priority, destructors by falling, the last one first.
fn order_constructors(unit: &mut Unit) {
    let defined = |list: &[(u32, FunctionId)]| -> Vec<(u32, FunctionId)> {
        list.iter().filter(|(_, function)| unit[*function].body.is_some()).copied().collect()
    };
    let mut constructors = defined(&unit.constructors);
    let mut destructors = defined(&unit.destructors);
    constructors.sort_by_key(|(priority, function)| (*priority, unit[*function].span.file, unit[*function].span.lo));
    destructors.sort_by_key(|(priority, function)| (*priority, unit[*function].span.file, unit[*function].span.lo));
    destructors.reverse();
    unit.constructors = constructors;
    unit.destructors = destructors;
}

/// `exit(status)` runs the destructors when its argument has been evaluated.
pub(super) fn run_destructors_at_exit(unit: &mut Unit) {
    if unit.destructors.is_empty() {
        return;
    }
    for index in 0..unit.exprs.len() {
        let node = unit.exprs[index].clone();
        let ExprKind::Call { callee: Callee::Direct(function), arguments } = &node.kind else { continue };
        let callee = &unit[*function];
        if callee.body.is_some() || !matches!(&*callee.name, "exit" | "__builtin_exit") {
            continue;
        }
        let void = unit.types.void();
        let mut code: Vec<StmtId> = Vec::new();
        for argument in arguments {
            code.push(unit.add_stmt(StmtKind::Expr(*argument), node.span));
        }
        code.extend(destructor_calls(unit, node.span));
        let status = unit.types.int(super::types::IntKind::Int);
        let status = unit.add_expr(ExprKind::Int(0), status, node.span);
        let end = ExprKind::Call { callee: Callee::Direct(*function), arguments: vec![status] };
        let end = unit.add_expr(end, void, node.span);
        code.push(unit.add_stmt(StmtKind::Expr(end), node.span));
        let body = unit.add_stmt(StmtKind::Block(code), node.span);
        unit.exprs[index].kind = ExprKind::StmtExpr { body, value: None };
    }
}

fn destructor_calls(unit: &mut Unit, span: Span) -> Vec<StmtId> {
    let void = unit.types.void();
    let list: Vec<FunctionId> = unit.destructors.iter().map(|(_, function)| *function).collect();
    let mut calls = Vec::with_capacity(list.len());
    for function in list {
        let call = ExprKind::Call { callee: Callee::Direct(function), arguments: Vec::new() };
        let call = unit.add_expr(call, void, span);
        calls.push(unit.add_stmt(StmtKind::Expr(call), span));
    }
    calls
}
