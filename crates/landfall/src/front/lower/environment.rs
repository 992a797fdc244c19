//! Functions without a body: what they may do, and where that comes from.
//!
//! A function of the C library is known to everybody but landfall: what it gives and writes is an approximation, and so an error
//! that depends on it is a candidate only. Any other belongs to the program's environment: what it gives and writes are inputs.
//! Either may write what it is given a pointer to, unless to `const`, and what can be reached from there. A function of the
//! environment may besides write what other such functions were given, and, if other files may belong to the program, what these
//! can name. What calls back, jumps, or starts something that runs beside is unsupported.

use super::*;
use crate::cfa::BinaryOp;
use crate::front::libc;
use crate::front::reach::environment::{format_of, writes_count};
use points_to::Class;

impl Frame<'_, '_> {
    pub(super) fn extern_kind(&self, name: &Arc<str>) -> HavocKind {
        self.lowering.reach.extern_kind(name)
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
        let environment = self.lowering.reach.is_environment(name);
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
        let (given, mut written) = self.lowering.reach.extern_reach(function, arguments);
        let complete = self.lowering.options.complete;
        let reaches_code =
            self.lowering.points_to.reachable(given).iter().any(|c| self.lowering.points_to.has_code(*c));
        if reaches_code && !(environment && complete) {
            let what = format!("a call of `{name}`, which is given a function of the program and may call it");
            self.note_unsupported(what, node.span);
        }
        if environment {
            written.extend(self.lowering.reach.escaping.clone());
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
        let Some(format) = format_of(name, arguments) else { return };
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
        if !self.lowering.options.checks.memory || self.lowering.reach.is_environment(name) {
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
        for object in self.lowering.reach.named_elsewhere.clone() {
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
