//! Library functions get their bodies: C of the folder `library` ([`sections`](super::sections)), or written for a call with a
//! format ([`format`](super::format)).
//!
//! A program that calls `strlen` and the like without defining them gets bodies for them. Each call has a copy of its own, so that
//! what one call is given is not mixed up with what another is given; copies are inlined like any small function. A function that
//! is called very often, or whose address is taken, has one copy for all.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::diagnostic::Diagnostic;
use super::fixed_strings::fixed_strings;
use super::format::{self, Written};
use super::hir::*;
use super::library;
use super::parser;
use super::sections::{Copies, Kind, Library};
use super::sema::{self, Linkage};
use super::source::SourceMap;
use super::types::Ty;

/// Variables of the C library that programs may name, and that of `errno`.
const SHARED: [&str; 7] = ["__landfall_errno", "opterr", "optarg", "optind", "optopt", "signgam", "h_errno"];

/// Calls of one function that have copies of their own.
const MOST_COPIES: usize = 48;

/// What a call, or a use of a function's address, becomes.
pub(super) struct Use {
    pub at: ExprId,
    pub name: String,
}

/// Gives the program's calls of modelled functions their bodies, but for those that are excepted. In a program that is run for
/// `real`, they do what they do in reality.
pub(super) fn add(
    unit: &mut Unit,
    sources: &mut SourceMap,
    linkage: &mut Linkage,
    diagnostics: &mut Vec<Diagnostic>,
    real: bool,
    is_excepted: &dyn Fn(&str) -> bool,
) {
    let mut copies = Copies::default();
    let library = if real { Library::real() } else { Library::built_in() };
    let uses = wanted(unit, library, real, &mut copies, is_excepted);
    let streams = standard_streams(unit, library, &mut copies);
    define_shared(unit, library, &mut copies);
    if takes_arguments(unit) && real {
        copies.add(library, "__landfall_start", "");
    }
    if copies.text.is_empty() {
        return;
    }
    let file = sources.add("<library>", copies.text.into_bytes());
    let parsed = parser::parse(sources, file);
    debug_assert!(!parsed.has_errors(), "{:?}", parsed.diagnostics);
    let (functions, objects) = (unit.functions.len(), unit.objects.len());
    sema::analyze(&parsed.ast, sources, unit, linkage, diagnostics);
    let made: BTreeMap<Arc<str>, FunctionId> = (functions..unit.functions.len())
        .map(FunctionId::from_index)
        .map(|function| (unit[function].name.clone(), function))
        .collect();
    for Use { at, name } in uses {
        if let Some(body) = made.get(name.as_str()) {
            replace(unit, at, *body);
        }
    }
    describe(unit, library, objects);
    streams.into_iter().for_each(|(object, name)| open_stream(unit, object, name));
    run_exit_handlers(unit, &made);
}

/// The function that calls `main` with the arguments of the command line, in a program that is run for real.
pub(super) const START: &str = "__landfall_start$";

/// Whether the program's `main` is given arguments.
fn takes_arguments(unit: &Unit) -> bool {
    unit.functions.iter().any(|function| {
        function.body.is_some() && &*function.name == "main" && function.params.len() == 2 && function.linking.external
    })
}

/// The calls and uses that get a body, and the bodies.
fn wanted(
    unit: &Unit,
    library: &Library,
    real: bool,
    copies: &mut Copies,
    is_excepted: &dyn Fn(&str) -> bool,
) -> Vec<Use> {
    let is_open = |function: FunctionId| unit[function].body.is_none() && !is_excepted(&unit[function].name);
    let mut calls: BTreeMap<FunctionId, usize> = BTreeMap::new();
    for node in &unit.exprs {
        if let ExprKind::Call { callee: Callee::Direct(function), .. } = node.kind {
            *calls.entry(function).or_default() += 1;
        }
    }
    let strings = fixed_strings(unit);
    let mut uses = Vec::new();
    for (index, node) in unit.exprs.iter().enumerate() {
        let at = ExprId::from_index(index);
        let number = uses.len().to_string();
        let name = match &node.kind {
            ExprKind::Call { callee: Callee::Direct(function), arguments } if is_open(*function) => {
                let plain = plain_name(&unit[*function].name);
                let written =
                    if real { None } else { format::function(unit, &strings, plain, arguments, copies, &number) };
                match written {
                    Some(Written::Function(name)) => Some(name),
                    Some(Written::Nothing) => None,
                    None => {
                        let shared = if real || calls[function] > MOST_COPIES { "" } else { number.as_str() };
                        sort_elements(unit, plain, arguments, copies, &number)
                            .or_else(|| section_of(unit, library, *function, Some(arguments.len()), copies, shared))
                    }
                }
            }
            ExprKind::Decay(place) | ExprKind::AddressOf(place) => match unit[*place].kind {
                ExprKind::Function(function) if is_open(function) => {
                    section_of(unit, library, function, None, copies, "")
                }
                _ => None,
            },
            _ => None,
        };
        let at = if let ExprKind::Decay(place) | ExprKind::AddressOf(place) = node.kind { place } else { at };
        uses.extend(name.map(|name| Use { at, name }));
    }
    uses
}

/// A function by the name that C has for it.
pub(super) fn plain_name(name: &str) -> &str {
    ["__builtin_", "__isoc99_", "__isoc23_"].iter().find_map(|prefix| name.strip_prefix(prefix)).unwrap_or(name)
}

/// A copy of the section of a function: of a call with so many arguments, or one that its address stands for.
fn section_of(
    unit: &Unit,
    library: &Library,
    function: FunctionId,
    arguments: Option<usize>,
    copies: &mut Copies,
    number: &str,
) -> Option<String> {
    let name = plain_name(&unit[function].name);
    let section = library.find(name).filter(|section| !matches!(section.kind, Kind::Helper | Kind::Object))?;
    // What is built in needs no body where it is called, but for what it does to `errno`.
    let built_in = library::model(&unit[function].name).is_some_and(|model| match model {
        library::Model::NoEffect => false,
        library::Model::Math(_) => name != &*unit[function].name || !(section.sets_errno() && reads_errno(unit)),
        _ => true,
    });
    if let Some(given) = arguments {
        let open = section.text.split('{').next().is_some_and(|head| head.ends_with("...) "));
        let count = parameters(section.text);
        if built_in || given < count || (given > count && !open) {
            return None;
        }
    }
    copies.pointees = pointees(unit, function);
    if !copies.knows_pointees(section.text) {
        return None;
    }
    if name == "atexit" {
        copies.add(library, "__landfall_run_exit_handlers", "");
    }
    copies.add(library, name, number)
}

/// Whether the program asks for `errno`.
fn reads_errno(unit: &Unit) -> bool {
    unit.functions.iter().any(|function| matches!(&*function.name, "__errno_location" | "__error"))
}

/// The sizes of what the parameters of a function, and at last its result, point to, where the program declares that.
fn pointees(unit: &Unit, function: FunctionId) -> Vec<Option<u64>> {
    let Some(signature) = unit.types.function_of(unit[function].ty) else { return Vec::new() };
    let size = |ty: &Ty| unit.types.pointee(*ty).and_then(|ty| unit.types.size_of(ty));
    signature.params.iter().chain([&signature.result]).map(size).collect()
}

/// `qsort` of elements as large as a number: they are moved as such.
fn sort_elements(unit: &Unit, name: &str, arguments: &[ExprId], copies: &mut Copies, number: &str) -> Option<String> {
    let size = if let ("qsort", [_, _, size, _]) = (name, arguments) { unit.constant(*size)? } else { return None };
    let library = Library::built_in();
    let section = library.find("__landfall_sort_elements").filter(|_| size > 0 && size <= 4096)?;
    let element = match size {
        1 | 2 | 4 | 8 => format!("__landfall_e{size}"),
        size => format!("struct {{ unsigned char bytes[{size}]; }}"),
    };
    let text = section.text.replace("E key", &format!("{element} key"));
    let text = copies.renamed(library, &text, number, section.names[0], section.names[0], "double");
    copies.text.push_str(&format!("static {text}\n"));
    Some(format!("{}${number}", section.names[0]))
}

/// How many parameters the function of a section names.
pub(super) fn parameters(text: &str) -> usize {
    let Some(open) = text.find('(') else { return 0 };
    let (mut depth, mut commas, mut end) = (0, 0, open);
    for (at, c) in text[open..].char_indices() {
        match c {
            '(' => depth += 1,
            ')' => depth -= 1,
            ',' if depth == 1 => commas += 1,
            _ => {}
        }
        if depth == 0 {
            end = open + at;
            break;
        }
    }
    match &text[open + 1..end] {
        "void" | "" => 0,
        list if list.ends_with("...") => commas,
        _ => commas + 1,
    }
}

/// The expression calls, or names, another function from now on, unless it is given numbers of another kind.
fn replace(unit: &mut Unit, at: ExprId, body: FunctionId) {
    if let ExprKind::Call { arguments, .. } = &unit[at].kind {
        let class = |ty: Ty| (unit.types.is_float(ty), unit.types.record_of(ty).is_some());
        let fits = unit[body].params.iter().zip(arguments).all(|(param, argument)| {
            let (to, from) = (unit[*param].ty, unit[*argument].ty);
            class(to) == class(from) && (!unit.types.is_float(to) || unit.types.size_of(to) == unit.types.size_of(from))
        });
        let result = unit.types.function_of(unit[body].ty).map(|signature| signature.result);
        let same_result = result.is_some_and(|ty| unit.types.is_void(unit[at].ty) || class(ty) == class(unit[at].ty));
        if !fits || !same_result {
            return;
        }
    }
    match &mut unit.exprs[at.index()].kind {
        ExprKind::Call { callee, .. } => *callee = Callee::Direct(body),
        ExprKind::Function(function) => *function = body,
        _ => {}
    }
}

/// Names what accesses through the pointers of models require, and keeps their objects out of the hands of other files.
fn describe(unit: &mut Unit, library: &Library, first: usize) {
    for index in first..unit.objects.len() {
        let object = &mut unit.objects[index];
        object.linking.external &= SHARED.contains(&&*object.name);
        let Some(owner) = object.owner else { continue };
        let name = object.name.clone();
        let function = unit[owner].name.split('$').next().unwrap_or_default();
        let Some(section) = library.find(function) else { continue };
        if let Some((_, words)) = section.requires.iter().find(|(pointer, _)| *pointer == &*name) {
            unit.requirements.insert(ObjectId::from_index(index), words);
        }
    }
}

/// The streams of the program that the C library opens: objects that it must define.
fn standard_streams(unit: &Unit, library: &Library, copies: &mut Copies) -> Vec<(ObjectId, &'static str)> {
    let mut streams: Vec<(ObjectId, &'static str)> = Vec::new();
    for node in &unit.exprs {
        let ExprKind::Object(object) = node.kind else { continue };
        if unit[object].storage != Storage::Undefined || streams.iter().any(|(known, _)| *known == object) {
            continue;
        }
        let name = match &*unit[object].name {
            "stdin" => "__landfall_stdin",
            "stdout" => "__landfall_stdout",
            "stderr" => "__landfall_stderr",
            _ => continue,
        };
        if unit.types.is_pointer(unit[object].ty) {
            copies.add(library, name, "");
            streams.push((object, name));
        }
    }
    streams
}

/// The variables of the C library that the program names have the values that they have at the start.
fn define_shared(unit: &Unit, library: &Library, copies: &mut Copies) {
    for node in &unit.exprs {
        let ExprKind::Object(object) = node.kind else { continue };
        let (name, ty) = (&*unit[object].name, unit[object].ty);
        let fits = if name == "optarg" { unit.types.is_pointer(ty) } else { unit.types.size_of(ty) == Some(4) };
        if unit[object].storage == Storage::Undefined && SHARED.contains(&name) && fits {
            copies.add(library, name, "");
        }
    }
}

/// A stream points to an open file when the program starts.
fn open_stream(unit: &mut Unit, stream: ObjectId, name: &str) {
    let Some(file) = unit.object_ids().filter(|object| &*unit[*object].name == name).last() else { return };
    let (span, to) = (unit[stream].span, unit[stream].ty.unqualified());
    unit.objects[file.index()].address_taken = true;
    let place = unit.add_expr(ExprKind::Object(file), unit[file].ty, span);
    let pointer = unit.types.pointer(unit[file].ty);
    let address = unit.add_expr(ExprKind::AddressOf(place), pointer, span);
    let value = unit.add_expr(ExprKind::Convert(address), to, span);
    let object = &mut unit.objects[stream.index()];
    object.storage = Storage::Static;
    object.initializer = Some(Init::Scalar(value));
}

/// The variables of `getopt`, which the program does not define, have their values when `main` starts. Nobody else writes them: calls
/// of `getopt` itself are not modelled.
pub(super) fn set_variables_of_getopt(unit: &mut Unit) {
    let known = [("optarg", 0), ("optind", 1), ("opterr", 1), ("optopt", i128::from(b'?'))];
    for object in unit.object_ids() {
        let node = &unit[object];
        let (ty, span) = (node.ty.unqualified(), node.span);
        let Some((_, value)) = known.iter().find(|(name, _)| *name == &*node.name) else { continue };
        let is_theirs = if *value == 0 { unit.types.is_pointer(ty) } else { unit.types.is_integer(ty) };
        if node.storage != Storage::Undefined || !node.linking.external || !is_theirs {
            continue;
        }
        let value = unit.add_expr(ExprKind::Int(*value), ty, span);
        let node = &mut unit.objects[object.index()];
        node.storage = Storage::Static;
        node.initializer = Some(Init::Scalar(value));
    }
}

/// A program that registers functions to call at exit calls them there.
fn run_exit_handlers(unit: &mut Unit, made: &BTreeMap<Arc<str>, FunctionId>) {
    if let Some(run) = made.get("__landfall_run_exit_handlers$") {
        unit.destructors.insert(0, (0, *run));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cfa::DataModel;
    use crate::front::types::Types;

    /// Every function of the library is C that gives no message, in both data models.
    #[test]
    fn the_library_is_valid() {
        for (library, model) in [
            (Library::built_in(), DataModel::Ilp32),
            (Library::built_in(), DataModel::Lp64),
            (Library::real(), DataModel::Lp64),
        ] {
            for section in &library.sections {
                for name in section.names.iter().filter(|name| **name != "__landfall_sort_elements") {
                    let mut copies = Copies::default();
                    copies.add(library, name, "1");
                    let mut sources = SourceMap::new();
                    let file = sources.add("<library>", copies.text.clone().into_bytes());
                    let parsed = parser::parse(&sources, file);
                    assert!(parsed.diagnostics.is_empty(), "{name}: {:?}\n{}", parsed.diagnostics, copies.text);
                    let (mut unit, mut linkage) = (Unit::new(Types::new(model)), Linkage::default());
                    let mut diagnostics = Vec::new();
                    sema::analyze(&parsed.ast, &sources, &mut unit, &mut linkage, &mut diagnostics);
                    assert!(diagnostics.is_empty(), "{name}: {diagnostics:?}\n{}", copies.text);
                    let unknown = |f: &&Function| f.body.is_none() && library::model(&f.name).is_none();
                    let open: Vec<_> = unit.functions.iter().filter(unknown).map(|f| f.name.clone()).collect();
                    let ours = |name: &Arc<str>| {
                        (!name.starts_with("__builtin_") || name.contains("mem")) && &**name != "main"
                    };
                    assert!(!open.iter().any(ours), "{name} uses {open:?}");
                    for pointer in section.requires.iter().map(|(pointer, _)| *pointer) {
                        assert!(unit.objects.iter().any(|o| &*o.name == pointer), "{name} has no `{pointer}`");
                    }
                }
            }
        }
    }

    #[test]
    fn parameters_are_counted() {
        assert_eq!(parameters("int f(void) {}"), 0);
        assert_eq!(parameters("void f(int (*g)(int, int), int n) {}"), 2);
        assert_eq!(parameters("int f(const char *s, ...) {}"), 1);
    }
}
