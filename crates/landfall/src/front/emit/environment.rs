//! Functions without a body: what they may do, and where that comes from.
//!
//! A function of the C library is known to everybody but landfall: what it gives and writes is an approximation, and so an error
//! that depends on it is a candidate only. Any other belongs to the program's environment: what it gives and writes are inputs.
//! Either may write what it is given a pointer to, unless to `const`, and what can be reached from there. A function of the
//! environment may besides write what other such functions were given, and, if other files may belong to the program, what these
//! can name. What calls back, jumps, or starts something that runs beside is unsupported, and so is what may write memory that
//! cannot be named where the call is: allocated memory, and variables of callers.

use super::place::Root;
use super::scope::Scoped;
use super::*;
use crate::cfa::BinaryOp;
use crate::front::libc;
use crate::front::library::Model;
use crate::front::reach::environment::{format_of, writes_count};
use crate::front::reach::points_to::root;
use crate::front::reach::{Class, Slot};

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
        match (&**name, arguments) {
            ("mempcpy" | "__builtin_mempcpy", _) => return self.set_bytes(e, name, Model::Copy, arguments),
            ("__VERIFIER_nondet_memory", [at, size]) | ("klee_make_symbolic", [at, size, _]) => {
                self.nondet_memory(*at, *size, name, node.span);
                return None;
            }
            _ => {}
        }
        let environment = self.lowering.reach.is_environment(name);
        if let Some(why) = libc::beyond_model(name).filter(|_| !environment) {
            self.note_unsupported(format!("a call of `{name}`, {why}"), node.span);
        }
        self.check_format(name, arguments, node.span);
        self.check_arguments(function, arguments, node.span);
        let values = self.extern_arguments(arguments);
        self.check_callbacks(name, arguments, node.span);
        let kind = self.extern_kind(name);
        let named = self.forget_given(function, arguments, &values, &kind, node.span);
        // Behind what is unsupported nothing is executed.
        if named && environment && !self.lowering.options.complete {
            self.forget_globals(&kind, name, node.span);
            self.check_outside(name, node.span);
        }
        if name.starts_with("__builtin_") || self.lowering.options.externs == ExternPolicy::Unknown {
            self.note_unsupported(format!("a call of `{name}`, which has no body"), node.span);
        }
        if environment {
            self.lowering.builder.note_extern(name);
        }
        if unit[function].noreturn {
            self.check_leaks(true, node.span);
            self.graph.stop();
            return None;
        }
        if unit.types.is_void(node.ty) {
            return None;
        }
        let same = |e: &ExprId| unit.types.is_pointer(unit[*e].ty) && unit.types.is_pointer(node.ty);
        let given = arguments.iter().zip(values).filter(|(e, _)| same(e)).filter_map(|(_, value)| value);
        let given: Vec<Expr> = given.map(|value| self.steady(value, node.span)).collect();
        self.arbitrary(e, kind, &given, into)
    }

    /// Evaluates the arguments; their values where they are used later.
    fn extern_arguments(&mut self, arguments: &[ExprId]) -> Vec<Option<Expr>> {
        let mut values = self.arguments(arguments);
        for (value, argument) in values.iter_mut().zip(arguments) {
            let span = self.unit[*argument].span;
            *value = value.take().map(|value| match value {
                Expr::Binary(BinaryOp::Div | BinaryOp::Rem, ..) => self.spill(value, span),
                value => value,
            });
        }
        values
    }

    /// `__VERIFIER_nondet_memory(at, size)`: so many bytes are inputs.
    fn nondet_memory(&mut self, pointer: ExprId, size: ExprId, name: &Arc<str>, span: Span) {
        let values = self.arguments(&[pointer, size]);
        let [Some(at), Some(size)] = &values[..] else {
            return self.note_unsupported(format!("a call of `{name}` with other arguments"), span);
        };
        let (at, size) = (self.steady(at.clone(), span), self.cast(size.clone(), INDEX));
        let size = self.steady(size, span);
        let positive = self.comparison(CompareOp::Le, Expr::Int(0, INDEX), size.clone());
        let writable = self.question(MemoryExpr::Writable, &at, &size);
        self.require_of(pointer, &at, guard::conjunction(vec![positive, writable]), span);
        self.memory(MemoryOp::Havoc { at, size, kind: HavocKind::Input(name.clone()) }, span);
    }

    /// A function of the program that is given may be called, at once or later.
    fn check_callbacks(&mut self, name: &str, arguments: &[ExprId], span: Span) {
        let reach = &self.lowering.reach;
        let points_to = &reach.points_to;
        let given = arguments.iter().map(|argument| points_to.target(*argument)).collect();
        let reaches_code = points_to.reachable(given).iter().any(|class| points_to.has_code(*class));
        if reaches_code && !(reach.is_environment(name) && self.lowering.options.complete) {
            let what = format!("a call of `{name}`, which is given a function of the program and may call it");
            self.note_unsupported(what, span);
        }
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
        let harmless = &**name == "__builtin_prefetch" || self.lowering.reach.is_environment(name);
        if !self.lowering.options.checks.memory || harmless {
            return;
        }
        if arguments.iter().any(|argument| self.may_be_buffer(*argument)) {
            self.note_unsupported(format!("what `{name}` accesses through a pointer, which is not checked"), span);
        }
    }

    /// A copy is given a member, or a part of one, at `at` and accesses so many bytes of it. What is beyond the member may be meant,
    /// as where a record is copied from its first member on, or may be not.
    pub(super) fn stay_in_member(&mut self, argument: ExprId, at: &Expr, size: &Expr) {
        let unit = self.unit;
        let Some(member) = whole_member(unit, argument).filter(|_| self.lowering.options.checks.memory) else { return };
        let span = unit[argument].span;
        let Some(bytes) = unit.types.size_of(unit[member].ty) else { return };
        if matches!(size, Expr::Int(size, _) if *size <= i128::from(bytes)) && !is_moved(unit, argument) {
            return;
        }
        if self.effects(argument) == Effects::Writes {
            return self.note_unsupported("whether a library function stays inside of a member", span);
        }
        let Some(found) = self.find(member) else { return };
        if self.lowering.is_open(member, &found.root) {
            return;
        }
        let end = self.offset(self.address(&found), Expr::Int(i128::from(bytes), INDEX));
        let last = self.offset(at.clone(), size.clone());
        let (last, end) = (self.cast(last, INDEX), self.cast(end, INDEX));
        let inside = self.comparison(CompareOp::Le, last, end);
        let (goes_on, beyond) = (self.graph.node(), self.graph.node());
        self.graph.split(inside, goes_on, beyond, span);
        self.graph.resume(beyond);
        self.note_unsupported("whether a library function stays inside of a member", span);
        self.graph.stop();
        self.graph.resume(goes_on);
    }

    /// A library function is given a member, and does not say how much of it it accesses.
    pub(super) fn check_member(&mut self, argument: ExprId) {
        let unit = self.unit;
        let Some(member) = whole_member(unit, argument).filter(|_| self.lowering.options.checks.memory) else { return };
        let open = through_pointer(unit, member) && self.lowering.is_open(member, &Root::Pointer(Expr::TRUE));
        if !open {
            self.note_unsupported("whether a library function stays inside of a member", unit[argument].span);
        }
    }

    /// How many bytes a pointer to a member, or into it at a constant place, leaves to the end of the member.
    pub(super) fn member_bound(&self, argument: ExprId) -> Option<u64> {
        let unit = self.unit;
        let (mut pointer, mut distance) = (argument, 0i128);
        loop {
            match unit[pointer].kind {
                ExprKind::Convert(inner) => pointer = inner,
                ExprKind::PointerAdd { pointer: inner, index, negative: false } => {
                    distance += unit.constant(index)? * self.lowering.stride(unit[inner].ty)?;
                    pointer = inner;
                }
                _ => break,
            }
        }
        let (ExprKind::Decay(place) | ExprKind::AddressOf(place)) = unit[pointer].kind else { return None };
        // An element of a member is a part of it, of which the rest counts.
        let plain = matches!(unit[place].kind, ExprKind::Member(..));
        let size = unit.types.size_of(unit[place].ty).filter(|size| *size > 1 && plain)?;
        u64::try_from(i128::from(size) - distance).ok()
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

    // ---------------------------------------------------------------------------------------------------------- forgetting

    /// What a function may write by its arguments becomes arbitrary: the objects that they point into, and what can be reached
    /// from there. Whether all that can be named here.
    fn forget_given(
        &mut self,
        function: FunctionId,
        arguments: &[ExprId],
        values: &[Option<Expr>],
        kind: &HavocKind,
        span: Span,
    ) -> bool {
        let name = self.unit[function].name.clone();
        let mut behind: Vec<Class> = Vec::new();
        let mut done: Vec<Slot> = Vec::new();
        for (index, class) in self.lowering.reach.written(function, arguments) {
            let argument = arguments[index];
            let is_pointer = self.unit.types.is_pointer(self.unit[argument].ty);
            match values.get(index) {
                _ if self.unit.constant(argument) == Some(0) => {}
                Some(Some(value)) if is_pointer && class == self.lowering.reach.points_to.target(argument) => {
                    self.forget_target(argument, value.clone(), kind, span);
                    done.extend(named(self.unit, argument));
                    if self.may_lead_on(argument) {
                        behind.extend(self.lowering.reach.points_to.content(class));
                    }
                }
                _ => behind.push(class),
            }
        }
        if self.lowering.reach.is_environment(&name) {
            behind.extend(self.lowering.reach.escaping.clone());
        }
        self.forget(behind, &done, kind, &name, span)
    }

    /// Whether what a pointer points to may hold pointers, by the types that it had on the way.
    fn may_lead_on(&self, mut pointer: ExprId) -> bool {
        let unit = self.unit;
        while let ExprKind::Convert(inner) = unit[pointer].kind
            && unit.types.is_pointer(unit[inner].ty)
        {
            pointer = inner;
        }
        let whole = named(unit, pointer).and_then(|slot| self.object_of_slot(slot)).map(|object| unit[object].ty);
        let to = whole.or_else(|| unit.types.pointee(unit[pointer].ty));
        to.is_none_or(|to| self.holds_pointers(to))
    }

    /// Whether something of the type may hold pointers.
    /// Whether a static object that the program mentions may hold a pointer.
    pub(super) fn statics_hold_pointers(&self) -> bool {
        self.unit.exprs.iter().any(|node| match node.kind {
            ExprKind::Object(object) => {
                let node = &self.unit[object];
                matches!(node.storage, Storage::Static | Storage::Undefined) && self.holds_pointers(node.ty)
            }
            _ => false,
        })
    }

    fn holds_pointers(&self, ty: Ty) -> bool {
        let types = &self.unit.types;
        match types.kind(ty) {
            TypeKind::Int(_) | TypeKind::Enum(_) | TypeKind::Float(_) | TypeKind::Complex(_) | TypeKind::Vector(..) => {
                false
            }
            TypeKind::Array(element, _) => self.holds_pointers(*element),
            TypeKind::Record(id) => match &types.record(*id).body {
                Some(body) => body.fields.iter().any(|field| self.holds_pointers(field.ty)),
                None => true,
            },
            TypeKind::Void | TypeKind::Pointer(_) | TypeKind::Function(_) => true,
        }
    }

    /// The object that a pointer points into becomes arbitrary.
    fn forget_target(&mut self, argument: ExprId, value: Expr, kind: &HavocKind, span: Span) {
        if let Some(slot) = named(self.unit, argument) {
            if let Some(object) = self.object_of_slot(slot)
                && !self.unit[object].ty.is_const()
            {
                self.forget_stored(object, kind, span);
            }
            return;
        }
        let points_to = &self.lowering.reach.points_to;
        let class = points_to.target(argument);
        if points_to.slots_of(class).is_empty() {
            return;
        }
        let at = self.steady(value, span);
        let size = self.spill(Expr::Memory(MemoryExpr::Size, vec![at.clone()]), span);
        let some = self.comparison(CompareOp::Lt, Expr::Int(0, INDEX), size.clone());
        let (inside, join) = (self.graph.node(), self.graph.node());
        self.graph.split(some, inside, join, span);
        self.graph.resume(inside);
        let writable = Expr::Memory(MemoryExpr::Writable, vec![at.clone(), Expr::Int(1, INDEX)]);
        let goes_on = self.graph.node();
        self.graph.split(writable, goes_on, join, span);
        self.graph.resume(goes_on);
        let distance = Expr::Memory(MemoryExpr::Distance, vec![at.clone()]);
        let back = Expr::binary(BinaryOp::Sub, Expr::Int(0, INDEX), distance);
        let start = self.spill(self.offset(at, back), span);
        self.memory(MemoryOp::Havoc { at: start, size, kind: kind.clone() }, span);
        self.graph.jump(join, span);
        self.graph.resume(join);
    }

    /// What other files can name becomes arbitrary, with all that can be reached from there.
    fn forget_globals(&mut self, kind: &HavocKind, name: &str, span: Span) {
        let mut reached = Vec::new();
        for object in self.lowering.reach.named_elsewhere.clone() {
            if !self.unit[object].ty.is_const() {
                self.forget_stored(object, kind, span);
            }
            let points_to = &self.lowering.reach.points_to;
            reached.extend(points_to.content(points_to.class_of(object.index())));
        }
        self.forget(reached, &[], kind, name, span);
    }

    /// The objects of the classes, and of those that can be reached from them, become arbitrary, but for those that are `done`.
    /// If one of them cannot be named here, that is unsupported, and the answer is no.
    pub(super) fn forget(
        &mut self,
        classes: Vec<Class>,
        done: &[Slot],
        kind: &HavocKind,
        name: &str,
        span: Span,
    ) -> bool {
        let points_to = self.lowering.reach.points_to.clone();
        let reached = points_to.reachable(classes);
        let slots = reached.iter().flat_map(|class| points_to.slots_of(*class)).filter(|slot| !done.contains(slot));
        let slots: Vec<Slot> = slots.copied().collect();
        if let Some(what) = slots.iter().find_map(|slot| self.beyond_names(*slot, name)) {
            self.note_unsupported(what, span);
            return false;
        }
        slots.into_iter().for_each(|slot| self.forget_slot(slot, kind, span));
        true
    }

    /// What cannot be named here, in words: allocated memory, and objects of a frame below.
    fn beyond_names(&mut self, slot: Slot, name: &str) -> Option<String> {
        let unit = self.unit;
        if slot >= unit.objects.len() + unit.strings.len() {
            return Some(format!("allocated memory that `{name}` may change"));
        }
        let node = self.object_of_slot(slot).map(|object| &unit[object]).filter(|node| !node.ty.is_const())?;
        let owner = node.owner.filter(|_| !matches!(node.storage, Storage::Static | Storage::Undefined))?;
        let below = self.lowering.reach.may_call(owner, self.function?);
        below.then(|| format!("`{}`, which `{name}` may change", node.name))
    }

    /// An object that can be named becomes arbitrary, if it lives.
    fn forget_slot(&mut self, slot: Slot, kind: &HavocKind, span: Span) {
        let Some(object) = self.object_of_slot(slot).filter(|object| !self.unit[*object].ty.is_const()) else { return };
        let node = &self.unit[object];
        let lives = match (node.storage, node.owner) {
            (Storage::Static | Storage::Undefined, _) => true,
            (_, None) => false,
            (_, owner) => self.function == owner && self.is_in_scope(object),
        };
        if lives {
            self.forget_stored(object, kind, span);
        }
    }

    /// The object of the source of a slot, unless it is a literal or allocated.
    pub(super) fn object_of_slot(&self, slot: Slot) -> Option<ObjectId> {
        (slot < self.unit.objects.len()).then(|| ObjectId::from_index(slot))
    }

    fn is_in_scope(&mut self, object: ObjectId) -> bool {
        match self.lowering.stored(object) {
            Some(Stored::Object(made)) => self.scopes.holds(Scoped::Object(made)),
            Some(Stored::Pointer(pointer)) => self.scopes.holds(Scoped::Memory(pointer)),
            Some(Stored::Var(_)) | None => false,
        }
    }

    /// An object that lives becomes arbitrary.
    fn forget_stored(&mut self, object: ObjectId, kind: &HavocKind, span: Span) {
        match self.lowering.stored(object) {
            Some(Stored::Var(var)) => self.graph.emit(Op::Havoc(var, kind.clone()), span),
            Some(Stored::Object(made)) if self.lowering.builder.object_ref(made).constant => {}
            Some(Stored::Object(made)) => self.forget_object(made, kind.clone(), span),
            Some(Stored::Pointer(pointer)) => {
                let at = Expr::Var(pointer);
                let size = self.spill(Expr::Memory(MemoryExpr::Size, vec![at.clone()]), span);
                let known = self.comparison(CompareOp::Le, Expr::Int(0, INDEX), size.clone());
                self.graph.emit(Op::Assume(known), span);
                self.memory(MemoryOp::Havoc { at, size, kind: kind.clone() }, span);
            }
            None => {}
        }
    }
}

/// Whether a member is one of what a pointer points to.
fn through_pointer(unit: &Unit, mut place: ExprId) -> bool {
    while let ExprKind::Member(base, _) = unit[place].kind {
        place = base;
    }
    matches!(unit[place].kind, ExprKind::Deref(_))
}

/// The member that a pointer is given to, or to an element of which.
fn whole_member(unit: &Unit, mut pointer: ExprId) -> Option<ExprId> {
    loop {
        match unit[pointer].kind {
            ExprKind::Convert(inner) | ExprKind::PointerAdd { pointer: inner, .. } => pointer = inner,
            ExprKind::Decay(place) | ExprKind::AddressOf(place) => match unit[place].kind {
                ExprKind::Member(..) => return Some(place),
                // An element: of the member that the array is.
                ExprKind::Deref(element) if is_element(unit, element) => pointer = element,
                _ => return None,
            },
            _ => return None,
        }
    }
}

/// Whether a pointer is to an element of an array that is named.
fn is_element(unit: &Unit, mut pointer: ExprId) -> bool {
    while let ExprKind::PointerAdd { pointer: inner, .. } = unit[pointer].kind {
        pointer = inner;
    }
    matches!(unit[pointer].kind, ExprKind::Decay(_))
}

/// Whether a pointer is not to the beginning of the member that it names.
fn is_moved(unit: &Unit, mut pointer: ExprId) -> bool {
    while let ExprKind::Convert(inner) = unit[pointer].kind {
        pointer = inner;
    }
    match unit[pointer].kind {
        ExprKind::Decay(place) | ExprKind::AddressOf(place) => !matches!(unit[place].kind, ExprKind::Member(..)),
        _ => true,
    }
}

/// The object that a pointer plainly points into.
fn named(unit: &Unit, mut pointer: ExprId) -> Option<Slot> {
    loop {
        match unit[pointer].kind {
            ExprKind::PointerAdd { pointer: inner, .. } => pointer = inner,
            ExprKind::Convert(inner) if unit.types.is_pointer(unit[inner].ty) => pointer = inner,
            ExprKind::Decay(place) | ExprKind::AddressOf(place) => return root(unit, place),
            _ => return None,
        }
    }
}
