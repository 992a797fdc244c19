//! Variable arguments. A call of a variadic function passes, behind its parameters, the address of an object with a slot for each
//! further argument: its kind and its value, or the address of a copy if it is a record. What a `va_list` holds is the address of
//! the next slot. To ask for an argument that was not passed is an error; to ask for one of another kind is not modelled.

use super::place::Access;
use super::*;
use crate::cfa::{ErrorKind, Object};

/// The size of a slot in bytes, and where in it the value is.
const SLOT: u32 = 32;
const VALUE: u32 = 16;

const KIND: Cell = Cell::bytes(4, IntType::new(32, false));

impl Lowering<'_> {
    /// Whether a function takes variable arguments.
    pub(super) fn is_variadic(&self, function: FunctionId) -> bool {
        self.unit.types.function_of(self.unit[function].ty).is_some_and(|signature| signature.variadic)
    }

    /// The kind of an argument: what values of the type are, and their size. Signed and unsigned numbers are of one kind, and so
    /// are all pointers.
    fn kind_of_argument(&self, ty: Ty) -> Option<i128> {
        let types = &self.unit.types;
        let class = match types.kind(ty) {
            TypeKind::Int(_) | TypeKind::Enum(_) => 1,
            TypeKind::Pointer(_) => 2,
            TypeKind::Float(_) => 3,
            TypeKind::Record(_) | TypeKind::Complex(_) | TypeKind::Vector(..) => 4,
            _ => return None,
        };
        Some(i128::from(types.size_of(ty)?) * 8 + class).filter(|kind| *kind < 1 << 32)
    }

    /// How an argument is held in its slot.
    fn cell_of_argument(&self, ty: Ty) -> Option<Cell> {
        match self.is_record(ty) {
            true => Some(Cell::bytes(u32::from(self.pointer_type().bits) / 8, self.pointer_type())),
            false => self.whole_cell(ty).filter(|cell| cell.size() <= SLOT - VALUE),
        }
    }
}

impl Frame<'_, '_> {
    /// The object with the arguments behind the first so many: its address, or null if there are none.
    pub(super) fn pass_variable_arguments(
        &mut self,
        arguments: &[ExprId],
        values: &[Option<Expr>],
        fixed: usize,
        span: Span,
    ) -> Expr {
        let count = arguments.len().saturating_sub(fixed);
        if count == 0 {
            return Expr::Int(0, self.lowering.pointer_type());
        }
        let object = self.lowering.builder.object(Object {
            name: "$arguments".into(),
            size: count as u64 * u64::from(SLOT),
            align: 16,
            owner: Some(self.proc),
            constant: false,
            image: None,
            view: Arc::new(View::Bytes),
            span: Some(span),
        });
        self.temporaries.push(object);
        self.memory(MemoryOp::Enter(object), span);
        let base = self.lowering.address_of(object);
        for (index, argument) in arguments.iter().skip(fixed).enumerate() {
            let ty = self.unit[*argument].ty;
            let value = values.get(fixed + index).cloned().flatten();
            let kind = self.lowering.kind_of_argument(ty).zip(self.lowering.cell_of_argument(ty));
            let (Some((kind, cell)), Some(value)) = (kind, value) else {
                self.note_unsupported("a variable argument of its type", self.unit[*argument].span);
                continue;
            };
            let at = |more: u32| Expr::Int(i128::from(index as u32 * SLOT + more), INDEX);
            let (tag, place) = (self.offset(base.clone(), at(0)), self.offset(base.clone(), at(VALUE)));
            let kind = Expr::Int(kind, KIND.ty);
            self.memory(MemoryOp::Write { at: tag, cell: KIND, value: kind, initial: false }, span);
            let value = self.cast(value, cell.ty);
            self.memory(MemoryOp::Write { at: place, cell, value, initial: false }, span);
        }
        base
    }

    /// `va_arg`: the value of the next argument, or where it is if it is a record.
    pub(super) fn variable_argument(&mut self, e: ExprId, state: ExprId) -> Option<Expr> {
        let (span, ty) = (self.unit[e].span, self.unit[e].ty);
        let kind = self.lowering.kind_of_argument(ty).zip(self.lowering.cell_of_argument(ty));
        let Some((kind, cell)) = kind else {
            self.note_unsupported("a variable argument of its type", span);
            return None;
        };
        let place = self.place(state, Access::Write)?;
        let place = self.steady_place(place, span);
        let next = self.read(&place, span);
        let next = self.spill(next, span);
        let there = Expr::Memory(MemoryExpr::Readable, vec![next.clone(), Expr::Int(i128::from(SLOT), INDEX)]);
        let message = "va_arg: there is an argument left".to_string();
        self.require_because(there, ErrorKind::InvalidAccess, message, span);
        let found = self.spill(Expr::Memory(MemoryExpr::Load(KIND), vec![next.clone()]), span);
        let same = self.comparison(CompareOp::Eq, found, Expr::Int(kind, KIND.ty));
        let (good, bad) = (self.graph.node(), self.graph.node());
        self.graph.split(same, good, bad, span);
        self.graph.resume(bad);
        self.note_unsupported("a variable argument that is read as another type", span);
        self.graph.stop();
        self.graph.resume(good);
        let after = self.offset(next.clone(), Expr::Int(i128::from(SLOT), INDEX));
        self.write(&place, after, span);
        let at = self.offset(next, Expr::Int(i128::from(VALUE), INDEX));
        let value = self.spill(Expr::Memory(MemoryExpr::Load(cell), vec![at]), span);
        Some(match self.is_record(ty) {
            true => value,
            false => self.cast(value, self.int_type(ty)),
        })
    }
}
