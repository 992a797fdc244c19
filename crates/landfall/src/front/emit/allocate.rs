//! Memory that is taken and given back, and functions on bytes: `malloc`, `free`, `memcpy`, `memset` and relatives.

use super::guard::conjunction;
use super::*;
use crate::cfa::ErrorKind;
use crate::cfa::memory::Storage as Where;
use crate::front::library::Model;

/// A request for memory.
struct Request {
    /// Of type [`INDEX`], and good if `fits` holds.
    size: Expr,
    /// That there can be as much memory.
    fits: Expr,
    zero: bool,
    storage: Where,
    view: Arc<View>,
}

impl Frame<'_, '_> {
    /// Notes what the result of a call is going to point to.
    pub(super) fn expect_pointee(&mut self, e: ExprId, pointer: Ty) {
        if let ExprKind::Call { .. } = self.unit[e].kind {
            self.pointee = self.unit.types.pointee(pointer);
        }
    }

    /// A call that allocates memory, which is going to be used as `pointee`.
    pub(super) fn allocate(
        &mut self,
        e: ExprId,
        arguments: &[ExprId],
        model: Model,
        pointee: Option<Ty>,
        into: Option<(VarId, Span)>,
    ) -> Option<Expr> {
        let span = self.unit[e].span;
        let result = self.result_var(into, self.lowering.pointer_type(), "$allocated");
        let (old, sizes) = match (model, arguments) {
            (Model::Reallocate, [old, size]) => (Some(*old), std::slice::from_ref(size)),
            (Model::AllocateZero, [_, _]) => (None, arguments),
            (Model::Allocate | Model::AllocateLocal | Model::AllocateStatic, [size, ..]) => {
                (None, std::slice::from_ref(size))
            }
            _ => {
                self.note_unsupported("an allocation with other arguments", span);
                return Some(Expr::Var(result));
            }
        };
        let old = old.map(|pointer| {
            let value = self.value(pointer);
            (pointer, self.spill(value, span))
        });
        let (size, fits) = self.requested(sizes, span);
        let constant = if let Expr::Int(bytes, _) = size { Some(bytes) } else { None };
        let request = Request {
            size,
            fits,
            zero: model == Model::AllocateZero,
            storage: match model {
                Model::AllocateLocal | Model::AllocateStatic => Where::Stack,
                _ => Where::Heap,
            },
            view: self.lowering.view_of_memory(pointee, constant),
        };
        let (fails, join) = (self.graph.node(), self.graph.node());
        if request.storage == Where::Heap && self.lowering.options.malloc_may_fail {
            self.fail_perhaps(fails, span);
        }
        let goes_on = self.graph.node();
        self.graph.split(request.fits.clone(), goes_on, fails, span);
        self.graph.resume(goes_on);
        match old {
            Some((pointer, old)) => self.reallocate(result, pointer, old, &request, span),
            None => self.take(result, &request, span),
        }
        if model == Model::AllocateLocal {
            self.borrow(e, result, span);
        }
        self.graph.jump(join, span);
        self.graph.resume(fails);
        match request.storage {
            Where::Heap => {
                self.graph.emit_to(Op::Assign(result, Expr::Int(0, self.lowering.pointer_type())), join, span);
            }
            // The stack overflows, which is not followed.
            Where::Stack => self.graph.stop(),
        }
        self.graph.resume(join);
        Some(Expr::Var(result))
    }

    /// The bytes that are asked for, as one size or a count of elements and their size; and that there can be so many.
    fn requested(&mut self, sizes: &[ExprId], span: Span) -> (Expr, Expr) {
        // No process has more addresses, and not all of them are free.
        let most = (self.lowering.pointer_type().max() - (1 << 13)).min((1 << 47) - 1);
        let mut values = Vec::with_capacity(sizes.len());
        for size in sizes {
            let value = self.value(*size);
            let ty = self.unit.types.size_kind().int_type(self.unit.types.model);
            let value = self.cast(value, ty);
            values.push(self.steady(value, span));
        }
        let at_most = |frame: &Self, value: &Expr, most: i128| {
            let ty = frame.type_of(value);
            frame.comparison(CompareOp::Le, value.clone(), Expr::Int(most, ty))
        };
        match &values[..] {
            [Expr::Int(count, _), other] | [other, Expr::Int(count, _)] if *count > 0 => {
                let fits = at_most(self, other, most / count);
                let other = self.cast(other.clone(), INDEX);
                (self.arithmetic(ArithmeticOp::Mul, other, Expr::Int(*count, INDEX), INDEX), fits)
            }
            [count, size] => {
                let wide = IntType::new(128, false);
                let (x, y) = (self.cast(count.clone(), wide), self.cast(size.clone(), wide));
                let product = self.arithmetic(ArithmeticOp::Mul, x, y, wide);
                let fits = at_most(self, &product, most);
                (self.cast(product, INDEX), fits)
            }
            [size] => (self.cast(size.clone(), INDEX), at_most(self, size, most)),
            _ => (Expr::Int(0, INDEX), Expr::TRUE),
        }
    }

    /// Takes memory that holds zeros or anything.
    fn take(&mut self, result: VarId, request: &Request, span: Span) {
        let Request { size, zero, storage, view, .. } = request;
        let size = self.steady(size.clone(), span);
        let (storage, view) = (*storage, view.clone());
        self.memory(MemoryOp::Alloc { to: result, size: size.clone(), zero: *zero, storage, view }, span);
        if !zero {
            let at = Expr::Var(result);
            self.memory(MemoryOp::Havoc { at, size, kind: HavocKind::Uninitialised }, span);
        }
    }

    /// `realloc`: as much of the old contents as there is room for. Of null it is `malloc`; a size of zero gives the memory back.
    fn reallocate(&mut self, result: VarId, pointer: ExprId, old: Expr, request: &Request, span: Span) {
        let ty = self.lowering.pointer_type();
        let null = Expr::Int(0, ty);
        let (fresh, moved, emptied, join) =
            (self.graph.node(), self.graph.node(), self.graph.node(), self.graph.node());
        let size = self.steady(request.size.clone(), span);
        let is_null = self.comparison(CompareOp::Eq, old.clone(), null.clone());
        let some = self.graph.node();
        self.graph.split(is_null, fresh, some, span);
        self.graph.resume(fresh);
        self.take(result, request, span);
        self.graph.jump(join, span);
        self.graph.resume(some);
        self.require_freeable(pointer, old.clone(), span);
        let is_empty = self.comparison(CompareOp::Eq, size.clone(), Expr::Int(0, INDEX));
        self.graph.split(is_empty, emptied, moved, span);
        self.graph.resume(emptied);
        self.memory(MemoryOp::Free { at: old.clone() }, span);
        self.graph.emit_to(Op::Assign(result, null), join, span);
        self.graph.resume(moved);
        let had = self.spill(Expr::Memory(MemoryExpr::Size, vec![old.clone()]), span);
        let less = self.comparison(CompareOp::Lt, had.clone(), size.clone());
        let kept = self.spill(Expr::Ite(Box::new(less), Box::new(had), Box::new(size.clone())), span);
        let fresh = self.temp("$allocated", ty);
        self.take(
            fresh,
            &Request { size: size.clone(), fits: Expr::TRUE, view: request.view.clone(), ..*request },
            span,
        );
        self.memory(MemoryOp::Copy { to: Expr::Var(fresh), from: old.clone(), size: kept }, span);
        self.memory(MemoryOp::Free { at: old }, span);
        self.graph.emit_to(Op::Assign(result, Expr::Var(fresh)), join, span);
        self.graph.resume(join);
    }

    /// An allocation may give null, and change nothing else.
    fn fail_perhaps(&mut self, failed: Node, span: Span) {
        let fails = self.temp("$fails", IntType::BOOL);
        self.graph.emit(Op::Havoc(fails, HavocKind::Unspecified("malloc".into())), span);
        let goes_on = self.graph.node();
        self.graph.split(Expr::Var(fails), failed, goes_on, span);
        self.graph.resume(goes_on);
    }

    /// Goes on only if what is freed may be: null, or allocated memory.
    fn require_freeable(&mut self, pointer: ExprId, value: Expr, span: Span) {
        let condition = Expr::Memory(MemoryExpr::Freeable, vec![value]);
        if self.is_from_outside(pointer) {
            return self.require_or_unknown(condition, None, "", span);
        }
        let text = self.lowering.sources.snippet(self.unit[pointer].span).trim().to_string();
        let message = format!("`{text}` is freed, which is no allocated memory or was freed before");
        self.require_because(condition, ErrorKind::InvalidFree, message, span);
    }

    /// `free(pointer)`.
    pub(super) fn free(&mut self, pointer: ExprId, span: Span) {
        let value = self.value(pointer);
        if value == Expr::Int(0, self.lowering.pointer_type()) {
            return;
        }
        self.require_freeable(pointer, value.clone(), span);
        self.memory(MemoryOp::Free { at: value }, span);
    }

    /// `memcpy`, `memmove`, `memset` and relatives; their result is where they write, or the end of it.
    pub(super) fn set_bytes(&mut self, e: ExprId, name: &str, model: Model, arguments: &[ExprId]) -> Option<Expr> {
        let span = self.unit[e].span;
        let values: Option<Vec<Expr>> = self.arguments(arguments).into_iter().collect();
        let Some([to, from, size]) = values.and_then(|values| <[Expr; 3]>::try_from(values).ok()) else {
            self.note_unsupported(format!("a call of `{name}` with other arguments"), span);
            return Some(self.unknown(e));
        };
        let (to, size) = (self.steady(to, span), self.cast(size, INDEX));
        let positive = self.comparison(CompareOp::Le, Expr::Int(0, INDEX), size.clone());
        let writable = conjunction(vec![positive, self.question(MemoryExpr::Writable, &to, &size)]);
        let mut conditions = vec![writable.clone()];
        let plain = name.trim_start_matches("__builtin_");
        if model == Model::Copy {
            conditions.push(self.question(MemoryExpr::Readable, &from, &size));
            if plain == "memcpy" && self.lowering.options.checks.memory {
                conditions.push(self.apart(&to, &from, &size));
            }
        }
        let outside = arguments.iter().any(|argument| self.is_from_outside(*argument));
        if outside && self.checks_memory(span) {
            // Each pointer for itself: that one of them is null is known to be wrong.
            self.require_of(arguments[0], &to, writable, span);
            conditions.remove(0);
            if model == Model::Copy {
                self.require_of(arguments[1], &from, conditions.remove(0), span);
            }
        }
        match outside && !self.checks_memory(span) {
            true => self.require_or_unknown(conjunction(conditions), None, "", span),
            false => self.require(conjunction(conditions), "invalid access:", span),
        }
        self.stay_in_member(arguments[0], &to, &size);
        if model == Model::Copy {
            self.stay_in_member(arguments[1], &from, &size);
        }
        if size != Expr::Int(0, INDEX) {
            let op = match model {
                Model::Copy => MemoryOp::Copy { to: to.clone(), from, size: size.clone() },
                _ => MemoryOp::Fill {
                    at: to.clone(),
                    value: self.cast(from, IntType::new(8, false)),
                    size: size.clone(),
                },
            };
            self.memory(op, span);
        }
        Some(if plain == "mempcpy" { self.offset(to, size) } else { to })
    }

    /// Whether so many bytes may be read or written, which is evident of a declared object.
    pub(super) fn question(&self, question: MemoryExpr, at: &Expr, size: &Expr) -> Expr {
        let (base, offset) = match at {
            Expr::Memory(MemoryExpr::Offset(_), operands) => (&operands[0], &operands[1]),
            at => (at, &Expr::Int(0, INDEX)),
        };
        match (base, offset, size) {
            (_, _, Expr::Int(0, _)) => Expr::TRUE,
            (Expr::Memory(MemoryExpr::Address(object, _), _), Expr::Int(offset, _), Expr::Int(size, _)) => {
                let object = self.lowering.builder.object_ref(*object);
                let fits = *offset >= 0 && *size >= 0 && offset + size <= i128::from(object.size);
                let allowed = question == MemoryExpr::Readable || !object.constant;
                if fits && allowed { Expr::TRUE } else { Expr::FALSE }
            }
            (_, _, size) => Expr::Memory(question, vec![at.clone(), size.clone()]),
        }
    }

    /// That so many bytes from two addresses on do not overlap; both are known to be accessible.
    pub(super) fn apart(&self, a: &Expr, b: &Expr, size: &Expr) -> Expr {
        let behind = |x: &Expr, y: &Expr| {
            let (x, y) = (self.cast(self.offset(x.clone(), size.clone()), INDEX), self.cast(y.clone(), INDEX));
            self.comparison(CompareOp::Le, x, y)
        };
        Expr::Or(Box::new(behind(a, b)), Box::new(behind(b, a)))
    }
}
