//! Initial values: of static objects, as bytes where they are constant; of automatic ones, by what runs at their declaration.

use super::*;

/// A part of an initial value, of a scalar or of what is copied.
#[derive(Clone)]
struct Part {
    bit: u64,
    width: Option<u32>,
    ty: Ty,
    value: ExprId,
}

impl Part {
    fn new(entry: &InitEntry, base: u64) -> Part {
        Part { bit: base + entry.bit_offset, width: entry.width, ty: entry.ty, value: entry.value }
    }

    fn bits(&self, types: &Types) -> u64 {
        self.width.map_or_else(|| types.size_of(self.ty).unwrap_or(0) * 8, u64::from)
    }

    fn overlaps(&self, other: &Part, types: &Types) -> bool {
        self.bit < other.bit + other.bits(types) && other.bit < self.bit + self.bits(types)
    }
}

impl Lowering<'_> {
    /// The parts of an object's initial value, in the order of the source.
    fn parts(&self, object: ObjectId, base: u64, parts: &mut Vec<Part>) {
        let node = &self.unit[object];
        match &node.initializer {
            None => {}
            Some(Init::Scalar(value)) => match self.static_literal(*value) {
                Some(literal) => self.parts(literal, base, parts),
                None => parts.push(Part { bit: base, width: None, ty: node.ty, value: *value }),
            },
            Some(Init::Aggregate(entries)) => {
                for entry in entries {
                    match self.static_literal(entry.value) {
                        Some(literal) => self.parts(literal, base + entry.bit_offset, parts),
                        None => parts.push(Part::new(entry, base)),
                    }
                }
            }
        }
    }

    /// A compound literal whose contents are meant: it is a part like any other.
    fn static_literal(&self, value: ExprId) -> Option<ObjectId> {
        match self.unit[value].kind {
            ExprKind::Load(inner) => self.static_literal(inner),
            ExprKind::CompoundLiteral(object) => Some(object),
            _ => None,
        }
    }

    /// What a static object holds at first, as far as it is constant; `None` if that is all zero.
    pub(super) fn image(&mut self, object: ObjectId, size: u64) -> Option<Arc<[u8]>> {
        let mut parts = Vec::new();
        self.parts(object, 0, &mut parts);
        if parts.is_empty() {
            return None;
        }
        let mut image = vec![0u8; usize::try_from(size).ok()?];
        for part in &parts {
            if let ExprKind::String(index) = self.unit[part.value].kind
                && self.unit.types.element(part.ty).is_some()
            {
                let (start, room) = ((part.bit / 8) as usize, part.bits(&self.unit.types) / 8);
                let bytes = self.string_bytes(index).into_iter().chain(std::iter::repeat(0));
                let target = image.iter_mut().skip(start);
                target.zip(bytes.take(room as usize)).for_each(|(to, byte)| *to = byte);
            } else if let Some((value, cell)) = self.constant_part(part) {
                match part.ty.is_reversed() {
                    true => super::storage_order::set_reversed(&mut image, part.bit, cell, value),
                    false => set_bits(&mut image, part.bit, cell.bits, value),
                }
            }
        }
        image.iter().any(|byte| *byte != 0).then(|| image.into())
    }

    /// The value of a part that is a constant number.
    fn constant_part(&mut self, part: &Part) -> Option<(i128, Cell)> {
        let cell = self.cell(part.ty, part.bit, part.width)?;
        if let Some(value) = self.unit.constant(part.value) {
            return Some((value, cell));
        }
        self.float_format(part.ty)?;
        // No address can be part of it, so that this makes no object.
        let start = self.start;
        match self.frame(start, &[]).value(part.value) {
            Expr::Int(value, _) => Some((value, cell)),
            _ => None,
        }
    }
}

/// Puts bits into an image, least significant first.
pub(super) fn set_bits(image: &mut [u8], bit: u64, bits: u32, value: i128) {
    for i in 0..bits.min(128) {
        let at = bit + u64::from(i);
        if let Some(byte) = image.get_mut((at / 8) as usize) {
            let mask = 1 << (at % 8);
            *byte = if value >> i & 1 == 1 { *byte | mask } else { *byte & !mask };
        }
    }
}

impl<'a> Frame<'_, 'a> {
    /// The initial value of a global or static object.
    pub(super) fn global(&mut self, object: ObjectId) {
        let node = &self.unit[object];
        let Some(stored) = self.lowering.stored(object) else { return };
        if node.storage == Storage::Undefined {
            return self.global_from_outside(object, stored);
        }
        match stored {
            Stored::Var(var) => {
                let ty = self.int_type(node.ty);
                let mut parts = Vec::new();
                self.lowering.parts(object, 0, &mut parts);
                let value = match &parts[..] {
                    [part] => match self.unit.constant(part.value) {
                        Some(constant) => Expr::Int(ty.wrap(constant), ty),
                        None => self.value(part.value),
                    },
                    _ => Expr::Int(0, ty),
                };
                self.graph.emit(Op::Assign(var, value), node.span);
            }
            Stored::Object(object_id) => self.global_parts(object, object_id),
            // The tentative definition of an array without a length has one element.
            Stored::Pointer(_) => self.note_unsupported(format!("`{}`, whose size is not known", node.name), node.span),
        }
    }

    /// Writes the parts of a static object that are not constant: addresses.
    fn global_parts(&mut self, object: ObjectId, made: ObjId) {
        let unit = self.unit;
        let mut parts = Vec::new();
        self.lowering.parts(object, 0, &mut parts);
        let in_order = parts.windows(2).all(|pair| pair[0].bit + pair[0].bits(&unit.types) <= pair[1].bit);
        for (i, part) in parts.iter().enumerate() {
            let is_string =
                matches!(unit[part.value].kind, ExprKind::String(_)) && unit.types.element(part.ty).is_some();
            if is_string || self.lowering.constant_part(part).is_some() {
                continue;
            }
            if !in_order && parts[i + 1..].iter().any(|later| part.overlaps(later, &unit.types)) {
                continue;
            }
            let span = unit[part.value].span;
            let Some(cell) = self.lowering.cell(part.ty, part.bit, part.width) else {
                self.note_unsupported(format!("the initial value of `{}`", unit[object].name), span);
                continue;
            };
            let value = self.value(part.value);
            let value = self.cast(value, cell.ty);
            let at = self.part_address(self.lowering.address_of(made), part);
            self.write_part(at, cell, value, part.ty, true, span);
        }
    }

    fn write_part(&mut self, at: Expr, cell: Cell, value: Expr, ty: Ty, initial: bool, span: Span) {
        match ty.is_reversed() {
            true => self.write_reversed(&at, cell, value, initial, span),
            false => self.memory(MemoryOp::Write { at, cell, value, initial }, span),
        }
    }

    fn part_address(&self, base: Expr, part: &Part) -> Expr {
        self.offset(base, Expr::Int(i128::from(part.bit / 8), INDEX))
    }

    /// An object that another file defines holds anything, and may be of any size if this one does not say.
    fn global_from_outside(&mut self, object: ObjectId, stored: Stored) {
        let node = &self.unit[object];
        let kind = HavocKind::Object(node.name.clone());
        match stored {
            Stored::Var(var) => self.graph.emit(Op::Havoc(var, kind), node.span),
            Stored::Object(made) => self.forget_object(made, kind, node.span),
            Stored::Pointer(pointer) => {
                let size = self.temp("$size", INDEX);
                self.graph.emit(Op::Havoc(size, kind.clone()), node.span);
                let size = Expr::Var(size);
                let low = self.comparison(CompareOp::Le, Expr::Int(0, INDEX), size.clone());
                let high = self.comparison(CompareOp::Le, size.clone(), Expr::Int(i128::from(i32::MAX), INDEX));
                self.assume(Expr::And(Box::new(low), Box::new(high)), node.span);
                let view = self.lowering.view(node.ty);
                let storage = crate::cfa::memory::Storage::Stack;
                self.memory(MemoryOp::Alloc { to: pointer, size: size.clone(), zero: false, storage, view }, node.span);
                self.memory(MemoryOp::Havoc { at: Expr::Var(pointer), size, kind }, node.span);
            }
        }
    }

    // ----------------------------------------------------------------------------------------------------- automatic objects

    /// The declaration of an automatic object is passed: it comes to life with its initial value, or anything.
    pub(super) fn declare(&mut self, object: ObjectId, span: Span) {
        let node = &self.unit[object];
        match self.lowering.stored(object) {
            Some(Stored::Var(var)) => {
                match &node.initializer {
                    Some(Init::Scalar(value)) => self.store(var, *value, span),
                    _ => self.graph.emit(Op::Havoc(var, HavocKind::Uninitialised), span),
                }
                self.enter_variable(var);
            }
            Some(Stored::Object(made)) => {
                if !self.living.contains(&object) {
                    self.enter(made, span);
                }
                self.initialise(object, made, span);
            }
            Some(Stored::Pointer(pointer)) => self.declare_variable_length(object, pointer, span),
            None => self.note_unsupported(format!("`{}`", node.name), span),
        }
    }

    fn initialise(&mut self, object: ObjectId, made: ObjId, span: Span) {
        let node = &self.unit[object];
        let parts: Vec<Part> = match &node.initializer {
            None => return self.forget_object(made, HavocKind::Uninitialised, span),
            Some(Init::Scalar(value)) => vec![Part { bit: 0, width: None, ty: node.ty, value: *value }],
            Some(Init::Aggregate(entries)) => entries.iter().map(|entry| Part::new(entry, 0)).collect(),
        };
        let at = self.lowering.address_of(made);
        if !self.is_all_set(&parts, node.ty) {
            let size = Expr::Int(i128::from(self.lowering.builder.object_ref(made).size), INDEX);
            self.memory(MemoryOp::Fill { at: at.clone(), value: Expr::Int(0, IntType::new(8, false)), size }, span);
        }
        for part in &parts {
            self.initialise_part(part, self.part_address(at.clone(), part), span);
        }
    }

    fn initialise_part(&mut self, part: &Part, at: Expr, span: Span) {
        let unit = self.unit;
        if let ExprKind::String(index) = unit[part.value].kind
            && unit.types.element(part.ty).is_some()
        {
            return self.initialise_string(index, at, part.bits(&unit.types) / 8, span);
        }
        let Some(cell) = self.lowering.cell(part.ty, part.bit, part.width) else {
            return self.initialise_copy(part, at, span);
        };
        let value = match unit.constant(part.value) {
            Some(constant) => Expr::Int(cell.ty.wrap(constant), cell.ty),
            None => self.value(part.value),
        };
        let value = self.cast(value, cell.ty);
        self.write_part(at, cell, value, part.ty, false, span);
    }

    /// A record, or an array that a compound literal gives.
    fn initialise_copy(&mut self, part: &Part, at: Expr, span: Span) {
        let is_copied = self.is_record(part.ty) || self.unit.types.element(part.ty).is_some();
        if !is_copied {
            self.discard(part.value);
            return self.note_unsupported("an initial value of a part that is not modelled", span);
        }
        if let Some(from) = self.record_address(part.value) {
            self.copy_bytes(at, from, part.ty, span);
        }
    }

    /// A character array given by a string: the literal, and zeros behind it.
    fn initialise_string(&mut self, index: u32, at: Expr, room: u64, span: Span) {
        let literal = self.lowering.string(index);
        let length = self.lowering.builder.object_ref(literal).size.min(room);
        let from = self.lowering.address_of(literal);
        let size = Expr::Int(i128::from(length), INDEX);
        self.memory(MemoryOp::Copy { to: at.clone(), from, size: size.clone() }, span);
        if length < room {
            let at = self.offset(at, size);
            let size = Expr::Int(i128::from(room - length), INDEX);
            self.memory(MemoryOp::Fill { at, value: Expr::Int(0, IntType::new(8, false)), size }, span);
        }
    }

    /// Whether parts that do not overlap set all of a type but padding.
    fn is_all_set(&self, parts: &[Part], ty: Ty) -> bool {
        let types = &self.unit.types;
        let mut ends: Vec<(u64, u64)> = parts.iter().map(|part| (part.bit, part.bit + part.bits(types))).collect();
        ends.sort_unstable();
        let apart = ends.windows(2).all(|pair| pair[0].1 <= pair[1].0);
        apart
            && parts.iter().map(|part| used_bits(types, part.ty, part.width)).sum::<u64>() >= used_bits(types, ty, None)
    }
}

/// The bits of a type without padding.
fn used_bits(types: &Types, ty: Ty, width: Option<u32>) -> u64 {
    if let Some(width) = width {
        return u64::from(width);
    }
    let whole = types.size_of(ty).unwrap_or(0).saturating_mul(8);
    match *types.kind(ty) {
        TypeKind::Array(element, ArrayLength::Known(count)) => count.saturating_mul(used_bits(types, element, None)),
        TypeKind::Record(id) => match &types.record(id).body {
            Some(body) if types.record(id).kind == crate::front::ast::RecordKind::Struct => {
                body.fields.iter().map(|field| used_bits(types, field.ty, field.width)).sum()
            }
            _ => whole,
        },
        _ => whole,
    }
}
