//! Whole objects: initial values, and records that are copied, passed and returned by value, part by part.

use super::shape::Cell;
use super::slots::Slot;
use super::*;

impl<'a> Frame<'_, 'a> {
    // ------------------------------------------------------------------------------------------------------ initial values

    /// Gives an object its initial value: what its initialiser says, or anything.
    pub(super) fn initialise(&mut self, object: ObjectId, span: Span) {
        let unit = self.unit;
        let node = &unit[object];
        let slot = object.index();
        if let Some(region) = self.lowering.region_of(slot) {
            return self.initialise_region(object, &region, span);
        }
        let Some(parts) = self.lowering.parts_of(slot) else {
            if let Some(init) = &node.initializer {
                self.unmodelled_initializer(object, init, span);
            }
            return;
        };
        match &node.initializer {
            Some(Init::Scalar(value)) => match &parts.values[..] {
                [Expr::Var(var)] if self.lowering.int_type(node.ty).is_some() => self.store(*var, *value, span),
                _ => self.assign_record(place::Place::Fixed { slot, bit: 0 }, node.ty, *value, span),
            },
            Some(Init::Aggregate(entries)) => {
                self.zero(slot, entries, span);
                self.entries(slot, entries, span);
            }
            None => {
                for var in parts.vars() {
                    self.graph.emit(Op::Havoc(var, HavocKind::Uninitialised), span);
                }
            }
        }
    }

    /// Sets the parts to zero that no single entry sets.
    pub(super) fn zero(&mut self, slot: Slot, entries: &[InitEntry], span: Span) {
        let Some(parts) = self.lowering.parts_of(slot) else { return };
        let size = |entry: &InitEntry| {
            let bits = self.unit.types.size_of(entry.ty).unwrap_or(0) * 8;
            entry.width.map_or(bits, u64::from)
        };
        let scalars = entries.iter().filter(|entry| self.lowering.int_type(entry.ty).is_some());
        let mut set: Vec<(u64, u64)> = scalars.map(|entry| (entry.bit_offset, size(entry))).collect();
        set.sort_unstable();
        for (cell, value) in parts.shape.cells.iter().zip(&parts.values) {
            if let Expr::Var(var) = value
                && set.binary_search(&(cell.bit, u64::from(cell.bits))).is_err()
            {
                self.graph.emit(Op::Assign(*var, Expr::Int(0, cell.ty)), span);
            }
        }
    }

    pub(super) fn entries(&mut self, slot: Slot, entries: &[InitEntry], span: Span) {
        for entry in entries {
            self.entry(slot, entry, span);
        }
    }

    fn entry(&mut self, slot: Slot, entry: &InitEntry, span: Span) {
        let unit = self.unit;
        let place = place::Place::Fixed { slot, bit: entry.bit_offset };
        if let ExprKind::String(index) = unit[entry.value].kind {
            let string = unit.objects.len() + index as usize;
            return self.string_entry(place, entry.ty, string, span);
        }
        let Some(ty) = self.lowering.int_type(entry.ty) else {
            return self.assign_record(place, entry.ty, entry.value, span);
        };
        let bits = match entry.width {
            Some(width) => width,
            None => unit.types.size_of(entry.ty).unwrap_or(0) as u32 * 8,
        };
        let value = match unit.constant(entry.value) {
            Some(constant) => Expr::Int(ty.wrap(constant), ty),
            None => self.value(entry.value),
        };
        let (value, ty) = self.narrowed(value, ty, entry.width);
        if !self.write(&place, 0, bits, value, ty, span) {
            self.note_unsupported("an initial value of a part that is not modelled", span);
        }
    }

    /// A value as a bit-field holds it.
    pub(super) fn narrowed(&self, value: Expr, ty: IntType, width: Option<u32>) -> (Expr, IntType) {
        match width {
            Some(width) if ty != IntType::BOOL => {
                let narrow = IntType::new(width as u8, ty.signed);
                (self.cast(value, narrow), narrow)
            }
            _ => (value, ty),
        }
    }

    fn string_entry(&mut self, place: place::Place, ty: Ty, string: Slot, span: Span) {
        let (Some(shape), Some(from)) = (self.lowering.shape_of(ty), self.lowering.parts_of(string)) else {
            return self.note_unsupported("an initial value of a part that is not modelled", span);
        };
        for (index, cell) in shape.cells.iter().enumerate() {
            let value = match from.values.get(index) {
                Some(Expr::Int(value, _)) => Expr::Int(cell.ty.wrap(*value), cell.ty),
                _ => Expr::Int(0, cell.ty),
            };
            self.write(&place, cell.bit, cell.bits, value, cell.ty, span);
        }
    }

    pub(super) fn unmodelled_initializer(&mut self, object: ObjectId, init: &Init, span: Span) {
        let values: Vec<ExprId> = match init {
            Init::Scalar(value) => vec![*value],
            Init::Aggregate(entries) => entries.iter().map(|entry| entry.value).collect(),
        };
        for value in values {
            if self.effects(value) == Effects::Writes {
                self.discard(value);
            }
        }
        let name = self.unit[object].name.clone();
        self.note_unsupported(format!("the initial value of `{name}`"), span);
    }

    // ------------------------------------------------------------------------------------------------------------- records

    /// The values of the parts of a record or array, in the order of its shape; `None` if it is not modelled, which an edge says.
    pub(super) fn record_value(&mut self, e: ExprId) -> Option<Vec<Expr>> {
        let unit = self.unit;
        let node = &unit[e];
        let place = if let ExprKind::Load(place) = node.kind { place } else { e };
        if self.lowering.is_input(place) {
            self.note_unsupported("a read of a volatile structure", node.span);
        }
        match &node.kind {
            ExprKind::Load(place) => self.read_record(*place, node.ty, node.span),
            ExprKind::Object(_) | ExprKind::CompoundLiteral(_) | ExprKind::Deref(_) | ExprKind::Member(..) => {
                self.read_record(e, node.ty, node.span)
            }
            ExprKind::Convert(inner) => self.record_value(*inner),
            ExprKind::Call { .. } => self.call_for_record(e),
            ExprKind::Comma(first, second) => {
                self.discard(*first);
                self.record_value(*second)
            }
            ExprKind::StmtExpr { body, value: Some(value) } => {
                self.statement(*body);
                self.record_value(*value)
            }
            ExprKind::Assign { target, value } => {
                let values = self.record_value(*value)?;
                let values = self.steady(values, node.span);
                let place = self.place(*target);
                self.write_record(&place, node.ty, values.clone(), node.span);
                Some(values)
            }
            ExprKind::Conditional { condition, then, otherwise } => {
                let shape = self.lowering.shape_of(node.ty)?;
                let temps: Vec<VarId> = shape.cells.iter().map(|cell| self.temp("$choice", cell.ty)).collect();
                let set = |e: ExprId| {
                    let temps = temps.clone();
                    move |frame: &mut Self| {
                        let span = frame.unit[e].span;
                        for (temp, value) in temps.iter().zip(frame.record_value(e).unwrap_or_default()) {
                            frame.graph.emit(Op::Assign(*temp, value), span);
                        }
                    }
                };
                self.choose(*condition, node.span, set(*then), set(*otherwise));
                Some(temps.into_iter().map(Expr::Var).collect())
            }
            _ => {
                let reason = self.why(e);
                self.note_unsupported(reason, node.span);
                None
            }
        }
    }

    fn read_record(&mut self, place: ExprId, ty: Ty, span: Span) -> Option<Vec<Expr>> {
        let Some(shape) = self.lowering.shape_of(ty) else {
            let reason = self.why(place);
            self.note_unsupported(reason, span);
            return None;
        };
        let found = self.place(place);
        self.read_parts(&found, &shape, span)
    }

    /// The values of the parts of something of that shape in a place.
    pub(super) fn read_parts(&mut self, found: &place::Place, shape: &Shape, span: Span) -> Option<Vec<Expr>> {
        let mut values = Vec::with_capacity(shape.cells.len());
        for Cell { bit, bits, ty } in &shape.cells {
            match self.read(found, *bit, *bits, *ty, span) {
                Some(value) => values.push(value),
                None => {
                    if !matches!(found, place::Place::Unknown | place::Place::Nowhere) {
                        self.note_unsupported("a copy of something of another type", span);
                    }
                    values.push(Expr::Var(self.temp("$unknown", *ty)));
                }
            }
        }
        Some(values)
    }

    /// Values that later effects cannot change.
    pub(super) fn steady(&mut self, values: Vec<Expr>, span: Span) -> Vec<Expr> {
        values.into_iter().map(|value| if self.is_stable(&value) { value } else { self.spill(value, span) }).collect()
    }

    pub(super) fn write_record(&mut self, place: &place::Place, ty: Ty, values: Vec<Expr>, span: Span) {
        let Some(shape) = self.lowering.shape_of(ty) else { return };
        for (cell, value) in shape.cells.iter().zip(values) {
            if !self.write(place, cell.bit, cell.bits, value, cell.ty, span) {
                if !matches!(place, place::Place::Unknown) {
                    self.note_unsupported("a copy to something of another type", span);
                }
                return;
            }
        }
    }

    /// Copies a record into a place.
    pub(super) fn assign_record(&mut self, place: place::Place, ty: Ty, value: ExprId, span: Span) {
        if let Some(values) = self.record_value(value) {
            // The two may overlap, as in `p->a = *q`; a plain copy between variables cannot go wrong.
            let values = match place {
                place::Place::Fixed { slot, .. } if !self.lowering.points_to.addressed[slot] => values,
                _ => self.steady(values, span),
            };
            self.write_record(&place, ty, values, span);
        }
    }

    /// Whether a value of this type is a list of parts.
    pub(super) fn is_record(&self, ty: Ty) -> bool {
        self.unit.types.record_of(ty).is_some()
    }

    /// The values that a value of type `ty` is passed as; none if it is not modelled.
    pub(super) fn passed(&mut self, e: ExprId) -> Vec<Expr> {
        let node = &self.unit[e];
        if self.is_record(node.ty) {
            return self.record_value(e).unwrap_or_default();
        }
        if self.unit.types.is_void(node.ty) {
            self.discard(e);
            return Vec::new();
        }
        vec![self.value(e)]
    }
}
