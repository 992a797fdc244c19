//! What lvalues stand for: a variable, or a cell in memory.
//!
//! An lvalue is first *found*: a root, a distance from it, and the indices on the way. An access to it then has a guard
//! ([`guard`](super::guard)), unless it evidently lies in a declared object: each index is inside its array, and the bytes from
//! there on may be read or written.

use super::device::Device;
use super::*;
use crate::cfa::BinaryOp;
use crate::front::ast::RecordKind;

#[derive(Clone, Debug)]
pub(super) enum Root {
    Object(ObjId),
    /// Where a pointer points, which may be anywhere.
    Pointer(Expr),
    /// Where a pointer points that is known to point to a whole record.
    Record(Expr),
}

/// An index on the way to an lvalue.
#[derive(Clone, Debug)]
pub(super) struct Term {
    /// Of its own type.
    pub index: Expr,
    /// How many bytes it counts, of type [`INDEX`].
    pub stride: Expr,
    /// Of type [`INDEX`]: it must stay below. `None` if it is not the only index into an array.
    pub count: Option<Expr>,
}

/// An lvalue that is no variable.
#[derive(Clone, Debug)]
pub(super) struct Found {
    pub root: Root,
    /// In bytes.
    pub offset: i128,
    /// Bits behind that: below eight, and zero but for bit-fields.
    bit: u64,
    pub terms: Vec<Term>,
    /// The types on the way are those of the root: if all indices are inside their arrays, so is the place inside the root.
    pub typed: bool,
    /// A constant index is outside of its array.
    pub astray: bool,
    /// What must be a multiple of what.
    pub aligned: Option<(Expr, u64)>,
    /// The root is a pointer that may have been made outside of the program.
    pub outside: bool,
    /// What an access requires, if the root is a pointer of a library function.
    pub words: Option<&'static str>,
}

/// Where a scalar is read or written.
#[derive(Clone, Debug)]
pub(super) enum Place {
    Var(VarId),
    /// At an address, whether it evidently lies in a declared object, and whether it is a register of a device.
    Cell {
        at: Expr,
        cell: Cell,
        plain: bool,
        device: Device,
        /// Its most significant byte comes first.
        reversed: bool,
    },
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Access {
    Read,
    Write,
}

impl Found {
    pub(super) fn new(root: Root) -> Found {
        Found {
            root,
            offset: 0,
            bit: 0,
            terms: Vec::new(),
            typed: true,
            astray: false,
            aligned: None,
            outside: false,
            words: None,
        }
    }

    /// Forgets which indices were bounded: what follows may go back inside.
    fn unbounded(mut self) -> Found {
        self.typed &= self.terms.is_empty() && !self.astray;
        self.astray = false;
        self.terms.iter_mut().for_each(|term| term.count = None);
        self
    }
}

impl Lowering<'_> {
    /// A part of a declared object that can be named without any edge: the object and the distance in bits.
    pub(super) fn fixed(&mut self, place: ExprId) -> Option<(ObjId, u64)> {
        let unit = self.unit;
        match unit[place].kind {
            ExprKind::Object(object) => match self.stored(object)? {
                Stored::Object(object) => Some((object, 0)),
                _ => None,
            },
            ExprKind::String(index) => Some((self.string(index), 0)),
            ExprKind::Member(base, field) => {
                let (object, bit) = self.fixed(base)?;
                Some((object, bit + field.bit_offset))
            }
            ExprKind::Deref(pointer) => match unit[pointer].kind {
                ExprKind::AddressOf(place) => self.fixed(place),
                ExprKind::Decay(place) => self.fixed_element(place, 0),
                ExprKind::PointerAdd { pointer, index, negative: false } => match unit[pointer].kind {
                    ExprKind::Decay(place) => self.fixed_element(place, unit.constant(index)?),
                    _ => None,
                },
                _ => None,
            },
            _ => None,
        }
    }

    /// An element of an array, inside its bounds.
    fn fixed_element(&mut self, array: ExprId, index: i128) -> Option<(ObjId, u64)> {
        let types = &self.unit.types;
        let (element, ArrayLength::Known(count)) = types.element(self.unit[array].ty)? else { return None };
        let index = u64::try_from(index).ok().filter(|index| *index < count)?;
        let bits = types.size_of(element)?.checked_mul(index)?.checked_mul(8)?;
        let (object, bit) = self.fixed(array)?;
        Some((object, bit + bits))
    }

    /// Whether reading the scalar lvalue needs no edge.
    pub(super) fn reads_plainly(&mut self, place: ExprId) -> bool {
        if let ExprKind::Object(object) = self.unit[place].kind
            && self.is_variable(object)
        {
            return true;
        }
        let ty = self.unit[place].ty;
        self.int_type(ty).is_some() && !ty.is_reversed() && self.fixed(place).is_some()
    }

    /// How a scalar lvalue of a type is held, if it is no bit-field.
    pub(super) fn cell_of(&self, place: ExprId) -> Option<Cell> {
        if self.width(place).is_some() || self.unit[place].ty.is_reversed() {
            None
        } else {
            self.cell(self.unit[place].ty, 0, None)
        }
    }

    /// The width of a bit-field.
    pub(super) fn width(&self, place: ExprId) -> Option<u32> {
        match self.unit[place].kind {
            ExprKind::Member(_, FieldRef { width, .. }) => width,
            _ => None,
        }
    }

    /// Whether an array at the end of a record may have more elements than its type says.
    pub(super) fn is_open(&self, array: ExprId, root: &Root) -> bool {
        match self.unit.types.element(self.unit[array].ty) {
            Some((_, ArrayLength::Known(0))) => self.is_at_end(array),
            Some((_, ArrayLength::Known(1))) => matches!(root, Root::Pointer(_)) && self.is_at_end(array),
            _ => false,
        }
    }

    /// Whether a member is the last one of all records that it is in; the members of a union count as one.
    fn is_at_end(&self, mut member: ExprId) -> bool {
        let types = &self.unit.types;
        let mut is_member = false;
        while let ExprKind::Member(base, field) = self.unit[member].kind {
            let Some(record) = types.record_of(self.unit[base].ty).map(|record| types.record(record)) else {
                return false;
            };
            let fields = record.body.as_ref().map_or(0, |body| body.fields.len());
            if record.kind != RecordKind::Union && field.index as usize + 1 != fields {
                return false;
            }
            is_member = true;
            member = base;
        }
        is_member
    }
}

impl<'a> Frame<'_, 'a> {
    // ------------------------------------------------------------------------------------------------------------ finding

    /// Where an lvalue that is no variable is; `None` if that is not modelled, which an edge says.
    pub(super) fn find(&mut self, e: ExprId) -> Option<Found> {
        let unit = self.unit;
        let node = &unit[e];
        match &node.kind {
            ExprKind::Object(object) => self.find_object(*object, e),
            ExprKind::String(index) => Some(Found::new(Root::Object(self.lowering.string(*index)))),
            ExprKind::CompoundLiteral(object) => {
                self.evaluate_literal(*object, node.span)?;
                self.find_object(*object, e)
            }
            ExprKind::Member(base, field) => {
                let mut found = if self.is_lvalue(*base) { self.find(*base)? } else { self.record(*base)? };
                if unit.types.is_behind_variable(unit[*base].ty, field.index) {
                    let index = self.distance_of(unit[*base].ty, *field)?;
                    found.terms.push(Term { index, stride: Expr::Int(1, INDEX), count: None });
                    found.typed = false;
                    return Some(found);
                }
                let bit = found.bit + field.bit_offset;
                found.offset += i128::from(bit / 8);
                found.bit = bit % 8;
                Some(found)
            }
            ExprKind::Deref(pointer) => {
                let mut found = match unit[*pointer].kind {
                    ExprKind::AddressOf(place) if !self.is_function(place) => return self.find(place),
                    _ => self.find_pointer(*pointer)?,
                };
                let checked = self.checks_memory(node.span);
                if checked && matches!(found.root, Root::Pointer(_)) && found.aligned.is_none() {
                    let align = unit.types.align_of(node.ty).unwrap_or(1);
                    found.aligned = Some((self.address(&found), align));
                }
                Some(found)
            }
            _ => {
                let reason = self.why(e);
                self.note_unsupported(reason, node.span);
                None
            }
        }
    }

    fn find_object(&mut self, object: ObjectId, e: ExprId) -> Option<Found> {
        match self.lowering.stored(object) {
            Some(Stored::Object(object)) => Some(Found::new(Root::Object(object))),
            Some(Stored::Pointer(pointer)) => Some(Found::new(Root::Pointer(Expr::Var(pointer)))),
            Some(Stored::Var(_)) | None => {
                self.note_unsupported("the address of a variable", self.unit[e].span);
                None
            }
        }
    }

    /// A compound literal is evaluated: each time anew, but for static ones.
    fn evaluate_literal(&mut self, object: ObjectId, span: Span) -> Option<()> {
        let node = &self.unit[object];
        if node.storage == Storage::Static {
            return Some(());
        }
        if node.owner.and_then(|owner| self.lowering.procs[owner.index()]) != Some(self.proc) {
            self.note_unsupported("a compound literal of a function in a static initial value", span);
            return None;
        }
        self.declare(object, span);
        Some(())
    }

    pub(super) fn is_lvalue(&self, e: ExprId) -> bool {
        match self.unit[e].kind {
            ExprKind::Object(_) | ExprKind::String(_) | ExprKind::CompoundLiteral(_) | ExprKind::Deref(_) => true,
            ExprKind::Member(base, _) => self.is_lvalue(base),
            _ => false,
        }
    }

    pub(super) fn is_function(&self, place: ExprId) -> bool {
        self.unit.types.function_of(self.unit[place].ty).is_some()
    }

    /// Where a pointer points.
    pub(super) fn find_pointer(&mut self, e: ExprId) -> Option<Found> {
        let unit = self.unit;
        let node = &unit[e];
        match &node.kind {
            ExprKind::Decay(place) if !self.is_function(*place) => self.find(*place),
            ExprKind::AddressOf(place) if !self.is_function(*place) => self.find(*place).map(Found::unbounded),
            ExprKind::Convert(inner) if unit.types.is_pointer(unit[*inner].ty) => {
                self.expect_pointee(*inner, node.ty);
                let mut found = self.find_pointer(*inner)?;
                let same = |a: Option<Ty>, b: Option<Ty>| a.zip(b).is_some_and(|(a, b)| unit.types.compatible(a, b));
                if !same(unit.types.pointee(node.ty), unit.types.pointee(unit[*inner].ty)) {
                    found = found.unbounded();
                    found.typed = false;
                }
                Some(found)
            }
            ExprKind::PointerAdd { pointer, index, negative } => self.find_element(e, *pointer, *index, *negative),
            _ => {
                let value = self.value(e);
                let outside = self.is_from_outside(e);
                let words = match unit[e].kind {
                    ExprKind::Load(place) | ExprKind::Step { target: place, .. } => match unit[place].kind {
                        ExprKind::Object(object) => unit.requirements.get(&object).copied(),
                        _ => None,
                    },
                    _ => None,
                };
                Some(Found { outside, words, ..Found::new(Root::Pointer(value)) })
            }
        }
    }

    /// A pointer that is moved by an index.
    fn find_element(&mut self, e: ExprId, pointer: ExprId, index: ExprId, negative: bool) -> Option<Found> {
        let unit = self.unit;
        let span = unit[e].span;
        let mut in_order = None;
        let mut found = match unit[pointer].kind {
            // The bounds of a named array are those of its type.
            ExprKind::Decay(_) => {
                self.check_order(pointer, index, span);
                self.find_pointer(pointer)?
            }
            _ => match self.in_either_order(&[pointer, index], span) {
                Some(mut values) => {
                    in_order = values.pop();
                    let outside = self.is_from_outside(pointer);
                    Found { outside, ..Found::new(Root::Pointer(values.remove(0))) }
                }
                None => self.find_pointer(pointer)?,
            },
        };
        let to = unit.types.pointee(unit[e].ty)?;
        let Some(stride) = self.dynamic_size(to) else {
            self.note_unsupported("a pointer to something of unknown size", span);
            return None;
        };
        let array = match unit[pointer].kind {
            ExprKind::Decay(place) if !negative && !self.lowering.is_open(place, &found.root) => Some(place),
            _ => None,
        };
        let count = array.and_then(|array| self.count_of(unit[array].ty)).map(|(_, count)| count);
        if count.is_none() {
            found = found.unbounded();
            found.typed = false;
        }
        if self.effects(index) == Effects::Writes && in_order.is_none() {
            self.steady_found(&mut found, span);
        }
        let index = match (unit.constant(index), in_order) {
            (Some(value), _) => Expr::Int(INDEX.wrap(value), INDEX),
            (None, Some(value)) => value,
            (None, None) => self.value(index),
        };
        let stride = if negative { self.negated(stride) } else { stride };
        match (&index, &stride) {
            (Expr::Int(value, _), Expr::Int(stride, _)) => {
                let ty = self.lowering.pointer_type();
                found.offset += ty.wrap(*value).saturating_mul(*stride);
                match count {
                    Some(Expr::Int(count, _)) => found.astray |= !(0..count).contains(value),
                    Some(count) => found.terms.push(Term { index, stride: Expr::Int(0, INDEX), count: Some(count) }),
                    None => {}
                }
            }
            _ => found.terms.push(Term { index, stride, count }),
        }
        Some(found)
    }

    fn negated(&self, stride: Expr) -> Expr {
        match stride {
            Expr::Int(value, ty) => Expr::Int(-value, ty),
            stride => Expr::binary(BinaryOp::Sub, Expr::Int(0, INDEX), stride),
        }
    }

    /// Puts what later effects can change into variables of its own.
    pub(super) fn steady_found(&mut self, found: &mut Found, span: Span) {
        if let Root::Pointer(value) | Root::Record(value) = &mut found.root {
            *value = self.steady(value.clone(), span);
        }
        for term in &mut found.terms {
            term.index = self.steady(term.index.clone(), span);
        }
        if let Some((address, _)) = &mut found.aligned {
            *address = self.steady(address.clone(), span);
        }
    }

    /// Computes indices that may be undefined once, before the guard and the access mention them.
    fn settle(&mut self, found: &mut Found, span: Span) {
        for term in &mut found.terms {
            if self.may_be_undefined(&term.index) {
                term.index = self.spill(term.index.clone(), span);
            }
        }
    }

    // ---------------------------------------------------------------------------------------------------------- addresses

    /// The address of what was found.
    pub(super) fn address(&self, found: &Found) -> Expr {
        let base = match &found.root {
            Root::Object(object) => self.lowering.address_of(*object),
            Root::Pointer(value) | Root::Record(value) => value.clone(),
        };
        let mut bytes: Option<Expr> = None;
        for term in &found.terms {
            let scaled = self.scaled(term.index.clone(), term.stride.clone());
            bytes = match (bytes, scaled) {
                (bytes, Expr::Int(0, _)) => bytes,
                (None, scaled) => Some(scaled),
                (Some(bytes), scaled) => Some(Expr::binary(BinaryOp::Add, bytes, scaled)),
            };
        }
        let bytes = match bytes {
            None => Expr::Int(INDEX.wrap(found.offset), INDEX),
            Some(bytes) if found.offset == 0 => bytes,
            Some(bytes) => Expr::binary(BinaryOp::Add, bytes, Expr::Int(INDEX.wrap(found.offset), INDEX)),
        };
        self.offset(base, bytes)
    }

    /// A pointer moved by so many bytes of type [`INDEX`].
    pub(super) fn offset(&self, base: Expr, bytes: Expr) -> Expr {
        let ty = self.lowering.pointer_type();
        match (base, bytes) {
            (base, Expr::Int(0, _)) => base,
            (Expr::Int(base, _), Expr::Int(bytes, _)) => Expr::Int(ty.wrap(base.wrapping_add(bytes)), ty),
            (Expr::Memory(MemoryExpr::Offset(_), mut operands), Expr::Int(more, _))
                if matches!(operands[1], Expr::Int(..)) =>
            {
                let inner = operands.remove(1);
                let Expr::Int(bytes, _) = inner else { unreachable!("looked at above") };
                self.offset(operands.remove(0), Expr::Int(INDEX.wrap(bytes + more), INDEX))
            }
            (base, bytes) => Expr::Memory(MemoryExpr::Offset(ty), vec![base, bytes]),
        }
    }

    /// So many elements in bytes. A cast stands between what the source computes and what is computed here, where the former may
    /// be undefined: only that is to be checked.
    pub(super) fn scaled(&self, index: Expr, stride: Expr) -> Expr {
        let undefined = self.may_be_undefined(&index);
        // Where pointers are narrow, so are distances: gcc computes modulo their width.
        let ty = self.lowering.pointer_type();
        let index = if self.type_of(&index).bits >= ty.bits { self.cast(index, ty) } else { index };
        let index = match index {
            Expr::Binary(..) | Expr::Unary(..) if undefined => Expr::cast(INDEX, index),
            index => self.cast(index, INDEX),
        };
        match (index, stride) {
            (index, Expr::Int(1, _)) => index,
            (_, Expr::Int(0, _)) => Expr::Int(0, INDEX),
            (Expr::Int(index, _), Expr::Int(stride, _)) => Expr::Int(INDEX.wrap(index.wrapping_mul(stride)), INDEX),
            (index, stride) => Expr::binary(BinaryOp::Mul, index, stride),
        }
    }

    // ------------------------------------------------------------------------------------------------------------- access

    /// The place of a scalar lvalue, guarded; `None` if it is not modelled, which an edge says.
    pub(super) fn place(&mut self, e: ExprId, access: Access) -> Option<Place> {
        if let ExprKind::CompoundLiteral(object) = self.unit[e].kind
            && let Some(Stored::Var(var)) = self.lowering.stored(object)
        {
            self.evaluate_literal(object, self.unit[e].span)?;
            return Some(Place::Var(var));
        }
        if let Some(var) = self.variable(e) {
            return Some(Place::Var(var));
        }
        let node = &self.unit[e];
        let mut found = self.find(e)?;
        self.settle(&mut found, node.span);
        let Some(cell) = self.lowering.cell(node.ty, found.bit, self.lowering.width(e)) else {
            let reason = self.why(e);
            self.note_unsupported(reason, node.span);
            return None;
        };
        let size = match self.lowering.width(e) {
            Some(_) => u64::from(cell.size()),
            None => self.unit.types.size_of(node.ty).unwrap_or(0),
        };
        let device = self.device(e, &found, size);
        if device == Device::Perhaps {
            self.exclude_registers(&self.address(&found), size, node.span);
        }
        let plain = self.guard(&found, size, access, device, node.span);
        Some(Place::Cell { at: self.address(&found), cell, plain, device, reversed: node.ty.is_reversed() })
    }

    /// The value in a place.
    pub(super) fn read(&mut self, place: &Place, span: Span) -> Expr {
        match place {
            Place::Var(var) => Expr::Var(*var),
            Place::Cell { cell, device, .. } if device.is_register() => self.register(*cell, span),
            Place::Cell { at, cell, reversed: true, .. } => self.read_reversed(at, *cell, span),
            Place::Cell { at, cell, plain, .. } => {
                let value = Expr::Memory(MemoryExpr::Load(*cell), vec![at.clone()]);
                if *plain { value } else { self.spill(value, span) }
            }
        }
    }

    /// Stores a value of the lvalue's type; the result is the value as it is held.
    pub(super) fn write(&mut self, place: &Place, value: Expr, span: Span) -> Expr {
        match place {
            Place::Var(var) => {
                self.graph.emit(Op::Assign(*var, value), span);
                Expr::Var(*var)
            }
            Place::Cell { cell, device, .. } if device.is_register() => self.cast(value, cell.ty),
            Place::Cell { at, cell, reversed: true, .. } => {
                let value = self.cast(value, cell.ty);
                let value = self.steady(value, span);
                self.write_reversed(at, *cell, value.clone(), false, span);
                value
            }
            Place::Cell { at, cell, .. } => {
                let value = self.cast(value, cell.ty);
                let op = MemoryOp::Write { at: at.clone(), cell: *cell, value: value.clone(), initial: false };
                self.memory(op, span);
                value
            }
        }
    }

    /// The place with its address in a variable that nothing else changes.
    pub(super) fn steady_place(&mut self, place: Place, span: Span) -> Place {
        match place {
            Place::Cell { at, cell, plain, device, reversed } => {
                Place::Cell { at: self.steady(at, span), cell, plain, device, reversed }
            }
            place => place,
        }
    }

    /// The variable that an lvalue denotes, if it is one.
    pub(super) fn variable(&mut self, place: ExprId) -> Option<VarId> {
        let object = match self.unit[place].kind {
            ExprKind::Object(object) => object,
            _ => return None,
        };
        match self.lowering.stored(object)? {
            Stored::Var(var) => Some(var),
            _ => None,
        }
    }

    /// Where a whole record is, guarded: its address.
    pub(super) fn whole(&mut self, mut found: Found, ty: Ty, access: Access, span: Span) -> Expr {
        self.settle(&mut found, span);
        let size = self.unit.types.size_of(ty);
        self.guard(&found, size.unwrap_or(0), access, Device::No, span);
        let at = self.address(&found);
        if let (None, Some(size)) = (size, self.dynamic_size(ty)) {
            let (question, what) = match access {
                Access::Read => (MemoryExpr::Readable, "invalid read of"),
                Access::Write => (MemoryExpr::Writable, "invalid write to"),
            };
            self.require(Expr::Memory(question, vec![at.clone(), size]), what, span);
        }
        at
    }
}
