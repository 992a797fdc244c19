//! Functions without a body: what they may do, and where that comes from.
//!
//! A function of the C library is known to everybody but landfall: what it gives and writes is an approximation, and so an error
//! that depends on it is a candidate only. Any other belongs to the program's environment: what it gives and writes are inputs.
//! Either may write what it is given a pointer to, unless to `const`, and what can be reached from there. A function of the
//! environment may besides write what other such functions were given, and, if other files may belong to the program, what these
//! can name. What calls back, jumps, or starts something that runs beside is unsupported.

use super::*;
use crate::cfa::{BinaryOp, Cause};
use crate::front::libc;
use crate::front::library;
use points_to::Class;

/// Functions that take a format, and which argument it is.
const FORMATS: &[(&str, usize)] = &[
    ("printf", 0),
    ("vprintf", 0),
    ("printk", 0),
    ("scanf", 0),
    ("vscanf", 0),
    ("__isoc99_scanf", 0),
    ("__isoc23_scanf", 0),
    ("fprintf", 1),
    ("vfprintf", 1),
    ("sprintf", 1),
    ("vsprintf", 1),
    ("asprintf", 1),
    ("vasprintf", 1),
    ("dprintf", 1),
    ("vdprintf", 1),
    ("syslog", 1),
    ("vsyslog", 1),
    ("fscanf", 1),
    ("sscanf", 1),
    ("vfscanf", 1),
    ("vsscanf", 1),
    ("__isoc99_fscanf", 1),
    ("__isoc99_sscanf", 1),
    ("__isoc23_fscanf", 1),
    ("__isoc23_sscanf", 1),
    ("__printf_chk", 1),
    ("snprintf", 2),
    ("vsnprintf", 2),
    ("__fprintf_chk", 2),
    ("__sprintf_chk", 3),
    ("__snprintf_chk", 4),
];

impl<'a> Lowering<'a> {
    /// Whether the user has declared the function to be the environment, or nobody knows it.
    fn is_environment(&self, name: &str) -> bool {
        self.options.environment.iter().any(|declared| declared == name)
            || !(libc::is_library(name) || library::model(name).is_some())
    }

    /// What a function without a body is given, and what of it and behind it may be written.
    pub(super) fn extern_reach(&self, function: FunctionId, arguments: &[ExprId]) -> (Vec<Class>, Vec<Class>) {
        let environment = self.is_environment(&self.unit[function].name);
        let given: Vec<Class> = arguments.iter().map(|argument| self.points_to.target(*argument)).collect();
        let written = given.iter().enumerate().filter_map(|(index, class)| {
            // A library function keeps its promise also for what is behind.
            if !environment && is_read_only(self.unit, function, index) {
                return None;
            }
            written_through(self.unit, &self.points_to, function, index, *class)
        });
        let written = written.collect();
        (given, written)
    }

    /// Whether a function without a body may write what it is given no pointer to.
    pub(super) fn writes_unasked(&self, name: &str) -> bool {
        self.is_environment(name) && !(self.options.complete && self.escaping.is_empty())
    }

    /// The classes of memory that some function of the environment is given, and may keep.
    pub(super) fn escaping(unit: &Unit, options: &LowerOptions<'_>, points_to: &PointsTo) -> Vec<Class> {
        let mut classes = Vec::new();
        for node in &unit.exprs {
            let ExprKind::Call { callee: Callee::Direct(function), arguments } = &node.kind else { continue };
            let name = &unit[*function].name;
            let known = libc::is_library(name) || library::model(name).is_some();
            if unit[*function].body.is_some() || known && !options.environment.contains(&name.to_string()) {
                continue;
            }
            for (index, argument) in arguments.iter().enumerate() {
                classes.extend(written_through(unit, points_to, *function, index, points_to.target(*argument)));
            }
        }
        classes.sort_unstable();
        classes.dedup();
        points_to.reachable(classes)
    }
}

/// What a function may write through an argument that points to `class`: that, or, if it promises not to, what the pointers
/// there lead to, if there can be any.
fn written_through(
    unit: &Unit,
    points_to: &PointsTo,
    function: FunctionId,
    index: usize,
    class: Class,
) -> Option<Class> {
    if !is_read_only(unit, function, index) {
        return Some(class);
    }
    let signature = unit.types.function_of(unit[function].ty)?;
    let to = signature.params.get(index).and_then(|ty| unit.types.pointee(*ty))?;
    let number = unit.types.is_integer(to) || unit.types.is_float(to);
    points_to.content(class).filter(|_| !number)
}

/// Whether a parameter is a pointer to something that the function promises not to write.
fn is_read_only(unit: &Unit, function: FunctionId, index: usize) -> bool {
    let signature = unit.types.function_of(unit[function].ty);
    let param = signature.and_then(|signature| signature.params.get(index).copied());
    param.and_then(|ty| unit.types.pointee(ty)).is_some_and(|to| to.is_const())
}

impl Frame<'_, '_> {
    /// Where an effect of a function without a body comes from.
    pub(super) fn extern_kind(&self, name: &Arc<str>) -> HavocKind {
        match self.lowering.is_environment(name) {
            true => HavocKind::Extern(name.clone()),
            false => HavocKind::approximation(name, Cause::Library),
        }
    }

    pub(super) fn call_extern(
        &mut self,
        e: ExprId,
        function: FunctionId,
        arguments: &[ExprId],
        into: Option<(VarId, Span)>,
    ) -> Option<Expr> {
        let unit = self.unit;
        let node = &unit[e];
        let name = &unit[function].name;
        let environment = self.lowering.is_environment(name);
        if let Some(why) = libc::beyond_model(name).filter(|_| !environment) {
            self.note_unsupported(format!("a call of `{name}`, {why}"), node.span);
        }
        self.check_format(name, arguments, node.span);
        self.check_arguments(function, arguments, node.span);
        for argument in arguments {
            if self.string_argument(*argument).is_some() {
                continue;
            }
            for value in self.passed(*argument) {
                if matches!(value, Expr::Binary(BinaryOp::Div | BinaryOp::Rem, ..)) {
                    self.spill(value, unit[*argument].span);
                }
            }
        }
        let (given, mut written) = self.lowering.extern_reach(function, arguments);
        let complete = self.lowering.options.complete;
        let reaches_code =
            self.lowering.points_to.reachable(given).iter().any(|c| self.lowering.points_to.has_code(*c));
        if reaches_code && !(environment && complete) {
            let what = format!("a call of `{name}`, which is given a function of the program and may call it");
            self.note_unsupported(what, node.span);
        }
        if environment {
            written.extend(self.lowering.escaping.clone());
        }
        let kind = self.extern_kind(name);
        self.forget(written, &kind, node.span);
        if environment && !complete {
            self.forget_globals(&kind, node.span);
        }
        if name.starts_with("__builtin_") || self.lowering.options.externs == ExternPolicy::Unknown {
            self.note_unsupported(format!("a call of `{name}`, which has no body"), node.span);
        }
        if environment {
            self.lowering.builder.note_extern(name);
        }
        if unit[function].noreturn {
            self.graph.stop();
            return None;
        }
        if unit.types.is_void(node.ty) {
            return None;
        }
        self.arbitrary(e, kind, into)
    }

    /// A format may ask for a count to be written. One that is computed may ask for anything.
    pub(super) fn check_format(&mut self, name: &str, arguments: &[ExprId], span: Span) {
        let plain = name.strip_prefix("__builtin_").unwrap_or(name);
        let Some(format) = FORMATS.iter().find(|(name, _)| *name == plain).and_then(|(_, at)| arguments.get(*at))
        else {
            return;
        };
        match self.string_argument(*format) {
            Some(text) if !writes_count(&text) => {}
            Some(_) => self.note_unsupported(format!("`%n` in the format of `{name}`"), span),
            None => self.note_unsupported(format!("a format of `{name}` that is no literal"), span),
        }
    }

    /// What a library function reads and writes through pointers is not checked: where it could be outside of objects, that is
    /// not supported. The address of a single object, and handles such as `FILE *`, are fine.
    pub(super) fn check_arguments(&mut self, function: FunctionId, arguments: &[ExprId], span: Span) {
        let name = &self.unit[function].name;
        if !self.lowering.options.checks.memory || self.lowering.is_environment(name) {
            return;
        }
        if arguments.iter().any(|argument| self.may_be_buffer(*argument)) {
            self.note_unsupported(format!("what `{name}` accesses through a pointer, which is not checked"), span);
        }
    }

    fn may_be_buffer(&self, argument: ExprId) -> bool {
        let types = &self.unit.types;
        if self.string_argument(argument).is_some() || self.unit.constant(argument) == Some(0) {
            return false;
        }
        match self.unit[argument].kind {
            ExprKind::Convert(inner) if types.is_pointer(self.unit[inner].ty) => return self.may_be_buffer(inner),
            // `&x` of a number: what is written is one such number. An element of an array may be meant as its beginning.
            ExprKind::AddressOf(place) if matches!(self.unit[place].kind, ExprKind::Object(_)) => return false,
            _ => {}
        }
        types.pointee(self.unit[argument].ty).is_some_and(|to| types.record_of(to).is_none())
    }

    /// What other files can name becomes arbitrary, with all that can be reached from there.
    fn forget_globals(&mut self, kind: &HavocKind, span: Span) {
        let unit = self.unit;
        let mut reached = Vec::new();
        for object in self.lowering.named_elsewhere.clone() {
            if !unit[object].ty.is_const() {
                self.forget_slot(object.index(), kind, span);
            }
            let class = self.lowering.points_to.class_of(object.index());
            reached.extend(self.lowering.points_to.content(class));
        }
        self.forget(reached, kind, span);
    }

    /// What an unknown function can reach becomes arbitrary.
    pub(super) fn forget(&mut self, classes: Vec<Class>, kind: &HavocKind, span: Span) {
        for class in self.lowering.points_to.reachable(classes) {
            self.forget_class(class, kind, span);
        }
    }

    /// The objects of one class become arbitrary.
    pub(super) fn forget_class(&mut self, class: Class, kind: &HavocKind, span: Span) {
        for slot in self.lowering.points_to.slots_of(class).to_vec() {
            if !self.lowering.is_string(slot) && !self.lowering.slot_type(slot).is_const() {
                self.forget_slot(slot, kind, span);
            }
        }
    }

    fn forget_slot(&mut self, slot: slots::Slot, kind: &HavocKind, span: Span) {
        if let Some(region) = self.lowering.region_of(slot) {
            return self.forget_region(&region, kind, span);
        }
        let Some(parts) = self.lowering.parts_of(slot) else { return };
        for var in parts.vars() {
            self.graph.emit(Op::Havoc(var, kind.clone()), span);
        }
    }
}

/// Whether a format has a conversion that writes the number of characters so far.
fn writes_count(format: &str) -> bool {
    let mut rest = format.split('%').skip(1);
    while let Some(conversion) = rest.next() {
        if conversion.is_empty() {
            // `%%`: what follows is text.
            rest.next();
            continue;
        }
        let letter = conversion.trim_start_matches(|c: char| "0123456789+-# .*hlLqjzt'".contains(c)).chars().next();
        if letter == Some('n') {
            return true;
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_conversion_writes_a_count() {
        assert!(writes_count("%d%n") && writes_count("%5hhn") && writes_count("%%%n"));
        assert!(!writes_count("100%%n") && !writes_count("%dn") && !writes_count("n"));
    }
}
