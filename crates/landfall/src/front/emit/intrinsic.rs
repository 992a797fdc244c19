//! What the C library's models are made of besides C: arbitrary values with their origins, and requirements in words.

use super::guard::conjunction;
use super::*;
use crate::cfa::{Cause, ErrorKind};
use crate::front::library::{Model, Why};
use crate::front::reach::walk::Walk;

impl Frame<'_, '_> {
    pub(super) fn intrinsic(
        &mut self,
        e: ExprId,
        model: Model,
        arguments: &[ExprId],
        into: Option<(VarId, Span)>,
    ) -> Option<Expr> {
        let span = self.unit[e].span;
        match (model, arguments) {
            (Model::Arbitrary(why), [name]) => {
                let kind = self.origin(why, *name);
                self.arbitrary(e, kind, &[], into)
            }
            (Model::ArbitraryBytes(why), [at, size, name, words @ ..]) => {
                let kind = self.origin(why, *name);
                let words = words.first().and_then(|words| self.string_argument(*words)).unwrap_or_default();
                self.arbitrary_bytes(*at, *size, kind, words, span);
                None
            }
            (Model::Require, [condition, words]) => {
                let condition = self.truth(*condition);
                self.require_words(condition, *words, &[], span);
                None
            }
            (Model::RequireReadable, [at, size, words]) => {
                let (at_value, size) = (self.value(*at), self.value(*size));
                let (at_value, size) = (self.steady(at_value, span), self.cast(size, INDEX));
                let readable = self.accessible(MemoryExpr::Readable, &at_value, size, span);
                self.require_words(readable, *words, &[*at], span);
                None
            }
            (Model::RequireApart, [a, b, size, words]) => {
                if self.lowering.options.checks.memory {
                    let values = [*a, *b, *size].map(|e| self.value(e));
                    let [a, b, size] = values;
                    let size = self.cast(size, INDEX);
                    let apart = self.apart(&a, &b, &size);
                    let none = self.comparison(CompareOp::Eq, size, Expr::Int(0, INDEX));
                    self.require_words(Expr::Or(Box::new(none), Box::new(apart)), *words, &[], span);
                }
                None
            }
            (Model::RequireExtent, [pointer, size]) => {
                self.require_extent(*pointer, *size, span);
                None
            }
            (Model::Unsupported, [words]) => {
                let words = self.string_argument(*words).unwrap_or_default();
                self.note_unsupported(words, span);
                self.graph.stop();
                None
            }
            _ => {
                self.note_unsupported("a part of a model with other arguments", span);
                None
            }
        }
    }

    /// A model has accessed so many bytes from a parameter on.
    fn require_extent(&mut self, pointer: ExprId, size: ExprId, span: Span) {
        let Some(bound) = parameter(self.unit, pointer).and_then(|object| self.lowering.bounds.get(&object).copied())
        else {
            return;
        };
        let size = self.value(size);
        let size = self.cast(size, INDEX);
        let inside = self.comparison(CompareOp::Le, size, Expr::Int(i128::from(bound), INDEX));
        let name = self.function.map_or("", |function| self.unit[function].name.split('$').next().unwrap_or_default());
        let message = format!("{name}: what is accessed stays inside of the member");
        self.require_because(inside, ErrorKind::InvalidAccess, message, span);
    }

    /// A model is given members, whose bounds are lost in a pointer: it says how much it accesses, or that is not known.
    pub(super) fn bound_members(&mut self, function: FunctionId, arguments: &[ExprId]) {
        let unit = self.unit;
        if self.lowering.options.real {
            return;
        }
        // A function that all calls share knows nothing of one of them.
        let shared = unit[function].name.ends_with('$');
        for (index, argument) in arguments.iter().enumerate() {
            let param =
                unit[function].params.get(index).filter(|param| !shared && self.states_extent(function, **param));
            match (param, self.member_bound(*argument)) {
                (Some(param), Some(bound)) => {
                    self.lowering.bounds.insert(*param, bound);
                }
                _ => self.check_member(*argument),
            }
        }
    }

    /// Whether a model says how much it accesses through a parameter.
    fn states_extent(&self, function: FunctionId, param: ObjectId) -> bool {
        let unit = self.unit;
        Walk::function(unit, function).any(|e| match &unit[e].kind {
            ExprKind::Call { callee: Callee::Direct(callee), arguments } => {
                &*unit[*callee].name == "__landfall_extent"
                    && arguments.first().and_then(|pointer| parameter(unit, *pointer)) == Some(param)
            }
            _ => false,
        })
    }

    /// Where an arbitrary value of the function of this name comes from.
    fn origin(&self, why: Why, name: ExprId) -> HavocKind {
        let name: Arc<str> = self.string_argument(name).unwrap_or_default().into();
        match why {
            Why::Input => HavocKind::Extern(name),
            Why::Open => HavocKind::Unspecified(name),
            Why::Unknown => HavocKind::approximation(&name, Cause::Library),
        }
    }

    /// Goes on only if a condition holds, which is an error in these words otherwise, or not known if a pointer from outside
    /// decides.
    fn require_words(&mut self, condition: Expr, words: ExprId, pointers: &[ExprId], span: Span) {
        let words = self.string_argument(words).unwrap_or_default();
        if pointers.iter().any(|pointer| self.is_from_outside(*pointer)) {
            return self.require_or_unknown(condition, None, "", span);
        }
        self.require_because(condition, ErrorKind::InvalidAccess, words, span);
    }

    /// That so many bytes may be accessed, which are not more than there can be.
    fn accessible(&mut self, question: MemoryExpr, at: &Expr, size: Expr, span: Span) -> Expr {
        let size = self.steady(size, span);
        let positive = self.comparison(CompareOp::Le, Expr::Int(0, INDEX), size.clone());
        conjunction(vec![positive, self.question(question, at, &size)])
    }

    fn arbitrary_bytes(&mut self, pointer: ExprId, size: ExprId, kind: HavocKind, words: String, span: Span) {
        let (at, size) = (self.value(pointer), self.value(size));
        let (at, size) = (self.steady(at, span), self.cast(size, INDEX));
        let size = self.steady(size, span);
        let writable = self.accessible(MemoryExpr::Writable, &at, size.clone(), span);
        match self.is_from_outside(pointer) {
            true => self.require_or_unknown(writable, None, "", span),
            false => self.require_because(writable, ErrorKind::InvalidAccess, words, span),
        }
        match size {
            Expr::Int(..) => self.memory(MemoryOp::Havoc { at, size, kind }, span),
            size => self.arbitrary_each(at, size, kind, span),
        }
    }

    /// Sets as many bytes as are computed, one by one.
    fn arbitrary_each(&mut self, at: Expr, size: Expr, kind: HavocKind, span: Span) {
        let (index, byte) = (self.temp("$index", INDEX), self.temp("$byte", IntType::new(8, false)));
        let (head, inside, after) = (self.graph.node(), self.graph.node(), self.graph.node());
        self.graph.emit(Op::Assign(index, Expr::Int(0, INDEX)), span);
        self.graph.jump(head, span);
        self.graph.mark_loop(head, span);
        self.graph.resume(head);
        let more = self.comparison(CompareOp::Lt, Expr::Var(index), size);
        self.graph.split(more, inside, after, span);
        self.graph.resume(inside);
        self.graph.emit(Op::Havoc(byte, kind), span);
        let cell = Cell::bytes(1, IntType::new(8, false));
        let place = self.offset(at, Expr::Var(index));
        self.memory(MemoryOp::Write { at: place, cell, value: Expr::Var(byte), initial: false }, span);
        let next = self.arithmetic(ArithmeticOp::Add, Expr::Var(index), Expr::Int(1, INDEX), INDEX);
        self.graph.emit(Op::Assign(index, next), span);
        self.graph.jump(head, span);
        self.graph.resume(after);
    }
}

/// The variable whose value a pointer is.
fn parameter(unit: &Unit, mut pointer: ExprId) -> Option<ObjectId> {
    while let ExprKind::Convert(inner) = unit[pointer].kind {
        pointer = inner;
    }
    let ExprKind::Load(place) = unit[pointer].kind else { return None };
    match unit[place].kind {
        ExprKind::Object(object) => Some(object),
        _ => None,
    }
}
