//! Pointers that come from outside of the program: from functions without a body, and the arguments of the entry function.
//!
//! Such a pointer is null, or points to an object of its type that nobody else knows, or to one that another such pointer points to, or to
//! what the call was given. What lies behind an object's first pointers is not made up: where it is used, that is unsupported.

use super::*;
use crate::cfa::Object;
use crate::cfa::memory::Storage as Where;
use crate::front::ast::RecordKind;

/// Members of an object from outside that point to objects in turn.
const MEMBERS: usize = 6;

/// Strings of `argv` that are made up.
const STRINGS: usize = 4;

/// The most arguments of a program.
const ARGUMENTS: i128 = 65_535;

const CHOICE: IntType = IntType::new(8, false);

impl Frame<'_, '_> {
    /// The most bytes that a pointer from outside points to.
    fn most_outside(&self) -> i128 {
        match self.lowering.options.semantics.data_model {
            cfa::DataModel::Ilp32 => 1 << 15,
            cfa::DataModel::Lp64 => 1 << 20,
        }
    }

    /// A pointer from outside goes to `to`; `given` are values that it may have.
    pub(super) fn outside_pointer(&mut self, to: VarId, ty: Ty, kind: &HavocKind, given: &[Expr], span: Span) {
        self.outside_pointer_with(to, ty, kind, given, true, span);
    }

    fn outside_pointer_with(&mut self, to: VarId, ty: Ty, kind: &HavocKind, given: &[Expr], members: bool, span: Span) {
        let types = &self.unit.types;
        let Some(pointee) = types.pointee(ty).filter(|pointee| types.function_of(*pointee).is_none()) else {
            return self.graph.emit(Op::Havoc(to, kind.clone()), span);
        };
        let choice = self.temp("$choice", CHOICE);
        self.graph.emit(Op::Havoc(choice, kind.clone()), span);
        let join = self.graph.node();
        let last = self.last_outside(pointee);
        let cell = Cell::bytes(u32::from(self.lowering.pointer_type().bits / 8), self.lowering.pointer_type());
        let before = Expr::Memory(MemoryExpr::Load(cell), vec![last.clone()]);
        let known = [Expr::Int(0, self.lowering.pointer_type()), before].into_iter().chain(given.iter().cloned());
        for (number, value) in known.enumerate() {
            let (here, next) = (self.graph.node(), self.graph.node());
            let chosen = self.comparison(CompareOp::Eq, Expr::Var(choice), Expr::Int(number as i128 + 1, CHOICE));
            self.graph.split(chosen, here, next, span);
            self.graph.resume(here);
            self.graph.emit_to(Op::Assign(to, value), join, span);
            self.graph.resume(next);
        }
        self.fresh_outside(to, pointee, kind, members, span);
        let (exists, byte) = self.outside_exists();
        self.memory(MemoryOp::Write { at: exists, cell: byte, value: Expr::Int(1, byte.ty), initial: false }, span);
        // Any of those that were given out may be given out again.
        let remembers = self.comparison(CompareOp::Eq, Expr::Var(choice), Expr::Int(255, CHOICE));
        let keep = self.graph.node();
        self.graph.split(remembers, keep, join, span);
        self.graph.resume(keep);
        let write = MemoryOp::Write { at: last, cell, value: Expr::Var(to), initial: false };
        self.memory(write, span);
        self.graph.jump(join, span);
        self.graph.resume(join);
    }

    /// Where a pointer from outside to such objects is kept; without a type, whether there is one.
    fn kept_outside(&mut self, pointee: Option<Ty>, size: u64) -> Expr {
        let lowering = &mut *self.lowering;
        let object = *lowering.outside.entry(pointee.map(Ty::unqualified)).or_insert_with(|| {
            lowering.builder.object(Object {
                name: "$outside".into(),
                size,
                align: size,
                owner: None,
                constant: false,
                image: None,
                view: Arc::new(View::Bytes),
                span: None,
            })
        });
        Expr::Memory(MemoryExpr::Address(object, self.lowering.pointer_type()), Vec::new())
    }

    fn last_outside(&mut self, pointee: Ty) -> Expr {
        let size = u64::from(self.lowering.pointer_type().bits / 8);
        self.kept_outside(Some(pointee), size)
    }

    fn outside_exists(&mut self) -> (Expr, Cell) {
        (self.kept_outside(None, 1), Cell::bytes(1, CHOICE))
    }

    /// A function of another file is called: it may change what pointers from outside point to, which is not followed.
    pub(super) fn check_outside(&mut self, name: &str, span: Span) {
        if !self.lowering.has_outside {
            return;
        }
        let (exists, byte) = self.outside_exists();
        let (some, none) = (self.graph.node(), self.graph.node());
        let exists = Expr::Memory(MemoryExpr::Load(byte), vec![exists]);
        let exists = self.comparison(CompareOp::Ne, exists, Expr::Int(0, byte.ty));
        self.graph.split(exists, some, none, span);
        self.graph.resume(some);
        self.note_unsupported(format!("what `{name}` may change of memory from outside"), span);
        self.graph.stop();
        self.graph.resume(none);
    }

    /// A new object: one record, or some numbers or bytes.
    fn fresh_outside(&mut self, to: VarId, pointee: Ty, kind: &HavocKind, members: bool, span: Span) {
        let types = &self.unit.types;
        let known = types.size_of(pointee).filter(|size| *size > 0 && !types.is_void(pointee));
        let (step, one) = (known.unwrap_or(1), known.is_some() && self.is_record(pointee));
        let size = match one {
            true => Expr::Int(i128::from(step), INDEX),
            false => {
                let most = (self.most_outside() / i128::from(step)).max(1);
                let count = self.arbitrary_count(1, most, kind, span);
                self.steady(self.arithmetic(ArithmeticOp::Mul, count, Expr::Int(i128::from(step), INDEX), INDEX), span)
            }
        };
        let constant = if let Expr::Int(size, _) = size { Some(size) } else { None };
        let view = self.lowering.view_of_memory(Some(pointee), constant);
        let checks = self.lowering.options.checks;
        let storage = if checks.leak || checks.track { Where::Stack } else { Where::Heap };
        self.memory(MemoryOp::Alloc { to, size: size.clone(), zero: false, storage, view }, span);
        self.memory(MemoryOp::Havoc { at: Expr::Var(to), size, kind: kind.clone() }, span);
        if members && one {
            self.members_outside(to, pointee, kind, span);
        }
    }

    /// The first members of a record that point to objects.
    fn members_outside(&mut self, to: VarId, record: Ty, kind: &HavocKind, span: Span) {
        let types = &self.unit.types;
        let TypeKind::Record(id) = types.kind(record) else { return };
        let record = types.record(*id);
        let Some(body) = record.body.as_ref().filter(|_| record.kind == RecordKind::Struct) else { return };
        let is_object = |ty: Ty| types.pointee(ty).is_some_and(|to| types.function_of(to).is_none());
        let found: Vec<(u64, Ty)> = body
            .fields
            .iter()
            .filter(|field| field.width.is_none() && is_object(field.ty))
            .map(|field| (field.bit_offset / 8, field.ty))
            .take(MEMBERS)
            .collect();
        let ty = self.lowering.pointer_type();
        let cell = Cell::bytes(u32::from(ty.bits / 8), ty);
        for (offset, member) in found {
            let value = self.temp("$member", ty);
            self.outside_pointer_with(value, member, kind, &[], false, span);
            let at = self.offset(Expr::Var(to), Expr::Int(i128::from(offset), INDEX));
            self.memory(MemoryOp::Write { at, cell, value: Expr::Var(value), initial: false }, span);
        }
    }

    fn arbitrary_count(&mut self, least: i128, most: i128, kind: &HavocKind, span: Span) -> Expr {
        let count = self.temp("$count", INDEX);
        self.graph.emit(Op::Havoc(count, kind.clone()), span);
        self.between(Expr::Var(count), least, most, span);
        Expr::Var(count)
    }

    fn between(&mut self, value: Expr, least: i128, most: i128, span: Span) {
        let ty = self.type_of(&value);
        let low = self.comparison(CompareOp::Le, Expr::Int(least, ty), value.clone());
        let high = self.comparison(CompareOp::Le, value, Expr::Int(most, ty));
        self.assume(Expr::And(Box::new(low), Box::new(high)), span);
    }

    /// `argv`: as many pointers as `argc` says and a null pointer behind them; the first ones point to strings.
    pub(super) fn program_arguments(&mut self, argc: &Expr, argv: VarId, span: Span) {
        let pointer = self.lowering.pointer_type();
        let width = i128::from(pointer.bits / 8);
        self.between(argc.clone(), 0, ARGUMENTS, span);
        let count = self.steady(self.cast(argc.clone(), INDEX), span);
        let distance = self.arithmetic(ArithmeticOp::Mul, count.clone(), Expr::Int(width, INDEX), INDEX);
        let size = self.arithmetic(ArithmeticOp::Add, distance.clone(), Expr::Int(width, INDEX), INDEX);
        let size = self.steady(size, span);
        let kind = HavocKind::Argument;
        let cell = Cell::bytes(width as u32, pointer);
        let scalar = cfa::memory::Scalar { ty: pointer, kind: cfa::memory::ScalarKind::Pointer };
        let view = Arc::new(View::Scalar(scalar));
        let storage = Where::Stack;
        self.memory(MemoryOp::Alloc { to: argv, size: size.clone(), zero: false, storage, view }, span);
        self.memory(MemoryOp::Havoc { at: Expr::Var(argv), size, kind: kind.clone() }, span);
        for number in 0..STRINGS {
            let (here, next) = (self.graph.node(), self.graph.node());
            let exists = self.comparison(CompareOp::Lt, Expr::Int(number as i128, INDEX), count.clone());
            self.graph.split(exists, here, next, span);
            self.graph.resume(here);
            let text = self.temp("$string", pointer);
            let length = self.arbitrary_count(1, self.most_outside(), &kind, span);
            let byte = cfa::memory::Scalar { ty: IntType::new(8, true), kind: cfa::memory::ScalarKind::Char };
            let view = Arc::new(View::Scalar(byte));
            self.memory(MemoryOp::Alloc { to: text, size: length.clone(), zero: false, storage, view }, span);
            self.memory(MemoryOp::Havoc { at: Expr::Var(text), size: length.clone(), kind: kind.clone() }, span);
            let end = self.arithmetic(ArithmeticOp::Sub, length, Expr::Int(1, INDEX), INDEX);
            let last = self.offset(Expr::Var(text), end);
            let zero = Expr::Int(0, IntType::new(8, true));
            self.memory(
                MemoryOp::Write { at: last, cell: Cell::bytes(1, IntType::new(8, true)), value: zero, initial: false },
                span,
            );
            let at = self.offset(Expr::Var(argv), Expr::Int(number as i128 * width, INDEX));
            self.memory(MemoryOp::Write { at, cell, value: Expr::Var(text), initial: false }, span);
            self.graph.jump(next, span);
            self.graph.resume(next);
        }
        let behind = self.offset(Expr::Var(argv), distance);
        self.memory(MemoryOp::Write { at: behind, cell, value: Expr::Int(0, pointer), initial: false }, span);
    }
}
