//! What lvalues stand for: a fixed part of an object, or a computed place among the parts of several.
//!
//! A computed place is a *selector*, an integer expression, and the values of it that hit something. The execution goes on only
//! if one is hit: reading or writing outside of objects ends it. Where a hit is possible that is not modelled (a pointer from
//! outside the program, or into the middle of something of another type) an unsupported edge says so.

use std::rc::Rc;

use super::points_to::Class;
use super::region::Region;
use super::shape::Shape;
use super::slots::{Parts, Slot};
use super::*;
use crate::cfa::{BinaryOp, ErrorInfo, ErrorKind, INDEX};

/// At most so many places are told apart in one access.
pub(super) const MAX_CHOICES: usize = 8192;

/// Where a pointer points: an object and a distance, or an absolute address within a class of objects.
#[derive(Clone, Debug)]
pub(super) struct Address {
    pub root: Root,
    /// In bytes.
    pub constant: i128,
    /// Integers of the pointer's width, and the bytes that each counts.
    pub terms: Vec<(Expr, i128)>,
}

#[derive(Clone, Copy, Debug)]
pub(super) enum Root {
    Slot(Slot),
    Class(Class),
}

#[derive(Clone, Debug)]
pub(super) enum Place {
    Fixed {
        slot: Slot,
        bit: u64,
    },
    Chosen(Chosen),
    /// So many bits behind the start of an element of a region.
    Region {
        region: Rc<Region>,
        index: Expr,
        bit: u64,
    },
    /// One of several, each under its condition; one of them holds.
    Either(Vec<(Expr, Place)>),
    /// A part of a record that is a value and not an object.
    Value {
        shape: Rc<Shape>,
        values: Vec<Expr>,
        bit: u64,
    },
    /// Not modelled; an edge has said so.
    Unknown,
    /// Undefined: the execution has ended.
    Nowhere,
}

/// One of several places.
#[derive(Clone, Debug)]
pub(super) struct Chosen {
    selector: Expr,
    /// By value of the selector, in order.
    choices: Vec<(i128, Slot, u64)>,
}

/// An lvalue as it is found, before it is known which places it can be.
struct Found {
    address: Address,
    /// The distance of the part from the address.
    bit: u64,
    /// The type of what the address points to.
    view: Ty,
}

/// What is accessed: a part of something of type `view`, up to `size` bytes from its start.
pub(super) struct Access {
    pub view: Ty,
    pub bit: u64,
    pub size: u64,
    /// Of a scalar: its bits and the integers they hold.
    pub room: Option<(u32, IntType)>,
}

impl Access {
    fn is_covered(&self, shape: &Shape, offset: u64) -> bool {
        self.room.is_none_or(|(bits, _)| shape.covering(offset * 8 + self.bit, bits).is_some())
    }
}

/// The places that an access can be, and the ranges of the selector (last and first value; without a last one, all but the
/// first) for which it is one that is not modelled.
#[derive(Default)]
pub(super) struct Options {
    pub choices: Vec<(i128, Slot, u64)>,
    pub unmodelled: Vec<(Option<i128>, i128, String)>,
}

enum Located {
    At(Found),
    Value { shape: Rc<Shape>, values: Vec<Expr>, bit: u64 },
    Unknown,
}

impl Lowering<'_> {
    /// A fixed place that can be named without any edge.
    pub(super) fn fixed_place(&mut self, place: ExprId) -> Option<(Slot, u64)> {
        let unit = self.unit;
        match unit[place].kind {
            ExprKind::Object(object) => Some((object.index(), 0)),
            ExprKind::String(index) => Some((unit.objects.len() + index as usize, 0)),
            ExprKind::Member(base, field) => {
                let (slot, bit) = self.fixed_place(base)?;
                Some((slot, bit + field.bit_offset))
            }
            ExprKind::Deref(pointer) => {
                let (slot, offset) = self.fixed_pointer(pointer)?;
                Some((slot, u64::try_from(offset).ok()? * 8))
            }
            _ => None,
        }
    }

    /// A pointer to a fixed place, with its offset in bytes.
    pub(super) fn fixed_pointer(&mut self, pointer: ExprId) -> Option<(Slot, i128)> {
        let unit = self.unit;
        match unit[pointer].kind {
            ExprKind::Decay(place) | ExprKind::AddressOf(place) => {
                let (slot, bit) = self.fixed_place(place)?;
                Some((slot, i128::from(bit / 8)))
            }
            ExprKind::Convert(inner) if unit.types.is_pointer(unit[inner].ty) => self.fixed_pointer(inner),
            ExprKind::PointerAdd { pointer, index, negative } => {
                let (slot, offset) = self.fixed_pointer(pointer)?;
                let size = i128::from(unit.types.size_of(unit.types.pointee(unit[pointer].ty)?)?);
                let distance = unit.constant(index)?.checked_mul(size)?;
                Some((slot, if negative { offset.checked_sub(distance)? } else { offset.checked_add(distance)? }))
            }
            _ => None,
        }
    }

    /// Whether reading the lvalue needs no edge.
    pub(super) fn reads_plainly(&mut self, place: ExprId) -> bool {
        let Some((slot, bit)) = self.fixed_place(place) else { return false };
        let Some((bits, ty)) = self.room(place) else { return false };
        if self.region_of(slot).is_some() {
            return false;
        }
        self.parts_of(slot).is_some_and(|parts| parts.shape.read(&parts.values, bit, bits, ty).is_some())
    }

    /// Whether the lvalue is a fixed part of an object whose address nothing else has.
    pub(super) fn reads_plainly_as_record(&mut self, place: ExprId) -> bool {
        self.fixed_place(place).is_some_and(|(slot, _)| !self.points_to.addressed[slot])
    }

    /// The bits that a scalar lvalue takes, and the integers it holds there.
    pub(super) fn room(&self, place: ExprId) -> Option<(u32, IntType)> {
        let node = &self.unit[place];
        let ty = self.int_type(node.ty)?;
        match node.kind {
            ExprKind::Member(_, FieldRef { width: Some(width), .. }) => {
                Some((width, if ty == IntType::BOOL { ty } else { IntType::new(width as u8, ty.signed) }))
            }
            _ => Some((self.unit.types.size_of(node.ty)? as u32 * 8, ty)),
        }
    }
}

impl<'a> Frame<'_, 'a> {
    // ------------------------------------------------------------------------------------------------------------ locating

    /// The place of an lvalue; `size` bytes of it will be read or written.
    pub(super) fn place(&mut self, e: ExprId) -> Place {
        if !matches!(self.unit[e].kind, ExprKind::CompoundLiteral(_))
            && let Some((slot, bit)) = self.lowering.fixed_place(e)
            && self.fits(slot, bit, e)
        {
            return Place::Fixed { slot, bit };
        }
        match self.locate(e) {
            Located::At(found) => {
                let span = self.unit[e].span;
                let Some(size) = self.access_size(e, found.bit) else {
                    let kind = self.lowering.kind_of_type(self.unit[e].ty);
                    self.note_unsupported(format!("an access to {kind}"), span);
                    return Place::Unknown;
                };
                let room = self.lowering.room(e);
                self.choose_place(found, size, room, span)
            }
            Located::Value { shape, values, bit } => Place::Value { shape, values, bit },
            Located::Unknown => Place::Unknown,
        }
    }

    fn fits(&self, slot: Slot, bit: u64, e: ExprId) -> bool {
        let types = &self.unit.types;
        match (types.size_of(self.lowering.slot_type(slot)), types.size_of(self.unit[e].ty)) {
            (Some(room), Some(size)) => match self.unit[e].kind {
                ExprKind::Member(_, FieldRef { width: Some(width), .. }) => bit + u64::from(width) <= room * 8,
                _ => bit / 8 + size <= room,
            },
            _ => false,
        }
    }

    fn locate(&mut self, e: ExprId) -> Located {
        let unit = self.unit;
        let node = &unit[e];
        let at_slot = |slot: Slot| {
            Located::At(Found {
                address: Address { root: Root::Slot(slot), constant: 0, terms: Vec::new() },
                bit: 0,
                view: node.ty,
            })
        };
        match &node.kind {
            ExprKind::Object(object) => at_slot(object.index()),
            ExprKind::String(index) => at_slot(unit.objects.len() + *index as usize),
            ExprKind::CompoundLiteral(object) => {
                self.initialise(*object, node.span);
                at_slot(object.index())
            }
            ExprKind::Member(base, field) => {
                if !self.is_lvalue(*base) {
                    return match (self.record_value(*base), self.lowering.shape_of(unit[*base].ty)) {
                        (Some(values), Some(shape)) => Located::Value { shape, values, bit: field.bit_offset },
                        _ => Located::Unknown,
                    };
                }
                match self.locate(*base) {
                    Located::At(found) => Located::At(Found { bit: found.bit + field.bit_offset, ..found }),
                    Located::Value { shape, values, bit } => {
                        Located::Value { shape, values, bit: bit + field.bit_offset }
                    }
                    Located::Unknown => Located::Unknown,
                }
            }
            ExprKind::Deref(pointer) => match self.address(*pointer) {
                Some(address) => Located::At(Found { address, bit: 0, view: node.ty }),
                None => Located::Unknown,
            },
            _ => {
                let reason = self.why(e);
                self.note_unsupported(reason, node.span);
                Located::Unknown
            }
        }
    }

    pub(super) fn is_lvalue(&self, e: ExprId) -> bool {
        match self.unit[e].kind {
            ExprKind::Object(_) | ExprKind::String(_) | ExprKind::CompoundLiteral(_) | ExprKind::Deref(_) => true,
            ExprKind::Member(base, _) => self.is_lvalue(base),
            _ => false,
        }
    }

    /// Where a pointer points.
    pub(super) fn address(&mut self, e: ExprId) -> Option<Address> {
        let unit = self.unit;
        let node = &unit[e];
        match &node.kind {
            ExprKind::Decay(place) | ExprKind::AddressOf(place)
                if !matches!(unit[*place].kind, ExprKind::Function(_)) =>
            {
                match self.locate(*place) {
                    Located::At(mut found) => {
                        found.address.constant += i128::from(found.bit / 8);
                        Some(found.address)
                    }
                    Located::Value { .. } => {
                        self.note_unsupported("the address of a value", node.span);
                        None
                    }
                    Located::Unknown => None,
                }
            }
            ExprKind::Convert(inner) if unit.types.is_pointer(unit[*inner].ty) => self.address(*inner),
            ExprKind::PointerAdd { pointer, index, negative } => {
                self.check_order(*pointer, *index, node.span);
                let mut address = self.address(*pointer)?;
                let to = unit.types.pointee(node.ty)?;
                // A row of a variable-length array: so many elements of a fixed size.
                let (row, size) = match unit.types.size_of(to) {
                    Some(size) => (None, size),
                    None => {
                        let count = self.dynamic_count(to);
                        let Some((count, size)) = count.and_then(|(n, of)| Some((n, unit.types.size_of(of)?))) else {
                            self.note_unsupported("a pointer to something of unknown size", node.span);
                            return None;
                        };
                        (Some(count), size)
                    }
                };
                if self.effects(*index) == Effects::Writes {
                    for (term, _) in &mut address.terms {
                        *term = self.spill(term.clone(), node.span);
                    }
                }
                let stride = if *negative { -i128::from(size) } else { i128::from(size) };
                let ty = self.lowering.pointer_type();
                let index = self.value(*index);
                let mut index = self.cast(index, ty);
                if let Some(row) = row {
                    let row = self.cast(row, ty);
                    index = self.arithmetic(ArithmeticOp::Mul, index, row, ty);
                }
                match index {
                    Expr::Int(value, _) => address.constant += value * stride,
                    index => address.terms.push((index, stride)),
                }
                Some(address)
            }
            _ => {
                let class = self.lowering.points_to.target(e);
                let value = self.value(e);
                let root = Root::Class(class);
                Some(match value {
                    Expr::Int(constant, _) => Address { root, constant, terms: Vec::new() },
                    value => Address { root, constant: 0, terms: vec![(value, 1)] },
                })
            }
        }
    }

    /// The place of something of type `view`, so many bytes behind an address.
    pub(super) fn place_at(&mut self, mut address: Address, distance: u64, view: Ty, size: u64, span: Span) -> Place {
        address.constant += i128::from(distance);
        self.choose_place(Found { address, bit: 0, view }, size, None, span)
    }

    /// The address with its terms in variables that nothing else changes.
    pub(super) fn steady_address(&mut self, mut address: Address, span: Span) -> Address {
        for (term, _) in &mut address.terms {
            if !self.is_stable(term) {
                *term = self.spill(term.clone(), span);
            }
        }
        address
    }

    /// The number that stands for an address.
    pub(super) fn address_value(&mut self, address: Address) -> Expr {
        let ty = self.lowering.pointer_type();
        let constant = match address.root {
            Root::Slot(slot) => address.constant + self.lowering.address_of_slot(slot),
            Root::Class(_) => address.constant,
        };
        let mut sum: Option<Expr> = None;
        let mut constant = ty.wrap(constant);
        for (term, stride) in address.terms {
            let scaled = self.arithmetic(ArithmeticOp::Mul, term, Expr::Int(ty.wrap(stride.abs()), ty), ty);
            let scaled = if stride.abs() == 1 { unscaled(scaled) } else { scaled };
            sum = Some(match (sum, stride < 0) {
                (None, false) => scaled,
                (None, true) => {
                    let start = Expr::Int(std::mem::take(&mut constant), ty);
                    self.arithmetic(ArithmeticOp::Sub, start, scaled, ty)
                }
                (Some(sum), false) => self.arithmetic(ArithmeticOp::Add, sum, scaled, ty),
                (Some(sum), true) => self.arithmetic(ArithmeticOp::Sub, sum, scaled, ty),
            });
        }
        match sum {
            None => Expr::Int(constant, ty),
            Some(sum) if constant == 0 => sum,
            Some(sum) if constant < 0 => self.arithmetic(ArithmeticOp::Sub, sum, Expr::Int(ty.wrap(-constant), ty), ty),
            Some(sum) => self.arithmetic(ArithmeticOp::Add, sum, Expr::Int(constant, ty), ty),
        }
    }

    // ------------------------------------------------------------------------------------------------------------ choosing

    /// Finds out which places an lvalue can be, and ends the execution if it is none of them.
    fn choose_place(&mut self, found: Found, size: u64, room: Option<(u32, IntType)>, span: Span) -> Place {
        let Found { address, bit, view } = found;
        let (slots, external) = match address.root {
            Root::Slot(slot) => (vec![slot], false),
            Root::Class(class) => {
                let points_to = &self.lowering.points_to;
                (points_to.slots_of(class).to_vec(), points_to.is_external(class))
            }
        };
        let access = Access { view, bit, size, room };
        if slots.iter().any(|slot| self.lowering.region_of(*slot).is_some()) {
            return self.choose_with_regions(&slots, external, &address, &access, span);
        }
        let mut options = Options::default();
        if external {
            let null = -address.constant;
            options.unmodelled.push((None, null, "what a pointer from outside points to".to_string()));
        }
        for slot in slots {
            self.options_in(slot, &address, &access, &mut options);
        }
        let Options { mut choices, mut unmodelled } = options;
        choices.sort();
        if choices.len() > MAX_CHOICES {
            self.note_unsupported(format!("an access to one of {} places", choices.len()), span);
            return Place::Unknown;
        }
        let (selector, scale) = self.selector(address);
        for choice in &mut choices {
            choice.0 /= scale;
        }
        for (end, start, _) in &mut unmodelled {
            *end = end.map(|end| end.div_euclid(scale));
            *start = -(-*start).div_euclid(scale);
        }
        if let Expr::Int(value, _) = selector
            && !choices.iter().any(|(_, slot, _)| self.lowering.site(*slot).is_some())
        {
            return match choices.iter().find(|choice| choice.0 == value) {
                Some(choice) => Place::Fixed { slot: choice.1, bit: choice.2 },
                None => self.missed(value, unmodelled, span),
            };
        }
        let steady = self.is_stable(&selector) || (choices.len() < 2 && unmodelled.is_empty());
        let selector = if steady { selector } else { self.spill(selector, span) };
        let hit = self.hit(&selector, &choices);
        let good = self.graph.node();
        self.graph.emit_to(if hit == Expr::TRUE { Op::Skip } else { Op::Assume(hit.clone()) }, good, span);
        let ranges: Vec<(Option<i128>, i128)> = unmodelled.iter().map(|(end, start, _)| (*end, *start)).collect();
        for (end, start, reason) in unmodelled {
            let bad = self.graph.node();
            let there = self.within(&selector, start, end);
            let there = Expr::And(Box::new(hit.clone().negated()), Box::new(there));
            let here = self.graph.position();
            self.graph.emit_to(Op::Assume(there), bad, span);
            self.graph.resume(bad);
            self.note_unsupported(reason, span);
            self.graph.stop();
            self.graph.restore(here);
        }
        self.invalid_otherwise(&selector, hit, &ranges, span);
        self.graph.resume_if_live(good);
        match choices[..] {
            [] => {
                self.graph.stop();
                Place::Nowhere
            }
            [(_, slot, bit)] => Place::Fixed { slot, bit },
            _ => Place::Chosen(Chosen { selector, choices }),
        }
    }

    /// The sum of the terms of an address.
    pub(super) fn terms_value(&mut self, address: &Address) -> Expr {
        self.address_value(Address { root: Root::Class(0), constant: 0, terms: address.terms.clone() })
    }

    /// An address that is known and hits nothing.
    fn missed(&mut self, value: i128, unmodelled: Vec<(Option<i128>, i128, String)>, span: Span) -> Place {
        let there = |end: Option<i128>, start: i128| end.map_or(value != start, |end| (start..=end).contains(&value));
        match unmodelled.into_iter().find(|(end, start, _)| there(*end, *start)) {
            Some((_, _, reason)) => {
                self.note_unsupported(reason, span);
                Place::Unknown
            }
            None => {
                self.invalid(span);
                Place::Nowhere
            }
        }
    }

    /// Nothing is here: the execution ends, which is an error if it is asked for.
    pub(super) fn invalid(&mut self, span: Span) {
        let text = self.lowering.sources.snippet(span).into_owned();
        self.invalid_because(
            ErrorKind::InvalidAccess,
            format!("`{}` is outside of every object that may be meant", text.trim()),
            span,
        );
    }

    /// The execution ends here for the given reason, which is an error if it is asked for.
    pub(super) fn invalid_because(&mut self, kind: ErrorKind, message: String, span: Span) {
        if !self.checks_memory(span) {
            return self.graph.stop();
        }
        self.graph.error(ErrorInfo { kind, message: message.into(), span: Some(span) }, span);
    }

    /// Whether an invalid access is an error there.
    pub(super) fn checks_memory(&self, span: Span) -> bool {
        self.lowering.options.checks.memory || self.unit.is_strict(span)
    }

    /// The way to that error, where neither a place is hit nor one that is not modelled.
    fn invalid_otherwise(&mut self, selector: &Expr, hit: Expr, unmodelled: &[(Option<i128>, i128)], span: Span) {
        if !self.checks_memory(span) || hit == Expr::TRUE {
            return;
        }
        let mut condition = hit.negated();
        for (end, start) in unmodelled {
            let there = self.within(selector, *start, *end);
            condition = Expr::And(Box::new(condition), Box::new(there.negated()));
        }
        let (here, bad) = (self.graph.position(), self.graph.node());
        self.graph.emit_to(Op::Assume(condition), bad, span);
        self.graph.resume_if_live(bad);
        self.invalid(span);
        self.graph.restore(here);
    }

    /// That the selector lies in a range; without an end, that it is anything but the given value.
    pub(super) fn within(&self, selector: &Expr, start: i128, end: Option<i128>) -> Expr {
        let ty = self.type_of(selector);
        let Some(end) = end else {
            return self.comparison(CompareOp::Ne, selector.clone(), Expr::Int(ty.wrap(start), ty));
        };
        let low = self.comparison(CompareOp::Ge, selector.clone(), Expr::Int(ty.wrap(start), ty));
        let high = self.comparison(CompareOp::Le, selector.clone(), Expr::Int(ty.wrap(end), ty));
        Expr::And(Box::new(low), Box::new(high))
    }

    /// The bytes from the address on that the access needs.
    fn access_size(&self, e: ExprId, bit: u64) -> Option<u64> {
        let node = &self.unit[e];
        match node.kind {
            ExprKind::Member(_, FieldRef { width: Some(width), .. }) => Some((bit + u64::from(width)).div_ceil(8)),
            _ => Some(bit / 8 + self.unit.types.size_of(node.ty)?),
        }
    }

    /// The places in one object: keys are the value of the address's terms.
    pub(super) fn options_in(&mut self, slot: Slot, address: &Address, access: &Access, options: &mut Options) {
        let types = &self.unit.types;
        let ty = self.lowering.slot_type(slot);
        let start = match address.root {
            Root::Slot(_) => -address.constant,
            Root::Class(_) => self.lowering.address_of_slot(slot) - address.constant,
        };
        let Some(room) = self.lowering.slot_size(slot) else {
            let reason = format!("an access to {}, whose size is not known", self.lowering.slot_name(slot));
            return options.unmodelled.push((None, i128::MIN / 4, reason));
        };
        let last = start + i128::from(room) - i128::from(access.size);
        let Some(parts) = self.lowering.parts_of(slot) else {
            let why = self.lowering.kind_of_type(ty);
            let reason = format!("an access to {}, {why} that is not modelled", self.lowering.slot_name(slot));
            return options.unmodelled.push((Some(last), start, reason));
        };
        let mut offsets = Vec::new();
        let step = types.size_of(ty).unwrap_or(room).max(1);
        (0..room / step).for_each(|i| self.offsets(ty, access.view, i * step, &mut offsets));
        let align = types.align_of(access.view).unwrap_or(1).max(1);
        let fits = |offset: &u64| offset + access.size <= room;
        if offsets.is_empty() || types.size_of(access.view) == Some(1) {
            // Bytes can be read from anything; so can a part of a union, or of an object of another type.
            offsets = (0..room).step_by(align as usize).collect();
        }
        offsets.retain(|offset| fits(offset) && access.is_covered(&parts.shape, *offset));
        let stride = address.terms.iter().fold(0i128, |a, (_, stride)| gcd(a, stride.abs())).max(1);
        let possible = |offset: &u64| {
            let key = i128::from(*offset) + start;
            if address.terms.is_empty() { key == 0 } else { key % stride == 0 }
        };
        let all = (0..room).step_by(align as usize).filter(fits).filter(possible).count();
        offsets.retain(possible);
        let whole = match address.root {
            Root::Slot(_) => false,
            Root::Class(class) => !offsets.is_empty() && !self.lowering.points_to.is_partial(class),
        };
        if offsets.len() < all && !whole {
            let reason = format!("an access into the middle of {}", self.lowering.slot_name(slot));
            options.unmodelled.push((Some(last), start, reason));
        }
        let choice = |offset: u64| (i128::from(offset) + start, slot, offset * 8 + access.bit);
        options.choices.extend(offsets.into_iter().map(choice));
    }

    /// Where in a type something of type `view` lies, in bytes.
    pub(super) fn offsets(&self, ty: Ty, view: Ty, base: u64, found: &mut Vec<u64>) {
        let types = &self.unit.types;
        if self.same_room(ty, view) {
            found.push(base);
            return;
        }
        match types.kind(ty) {
            TypeKind::Array(element, ArrayLength::Known(count)) => {
                let Some(step) = types.size_of(*element) else { return };
                if step > 0 {
                    (0..*count).for_each(|i| self.offsets(*element, view, base + i * step, found));
                }
            }
            TypeKind::Record(id) => {
                let Some(body) = &types.record(*id).body else { return };
                for field in body.fields.iter().filter(|field| field.width.is_none()) {
                    self.offsets(field.ty, view, base + field.bit_offset / 8, found);
                }
                found.sort();
                found.dedup();
            }
            _ => {}
        }
    }

    pub(super) fn same_room(&self, a: Ty, b: Ty) -> bool {
        let types = &self.unit.types;
        if types.compatible(a.unqualified(), b.unqualified()) {
            return true;
        }
        let number = |ty: Ty| {
            let float = types.is_float(ty) && types.size_of(ty).is_some_and(|size| size <= 8);
            types.is_integer(ty) || types.is_pointer(ty) || float
        };
        number(a) && number(b) && types.size_of(a) == types.size_of(b)
    }

    /// One expression for the terms of an address, and what its value is to be multiplied with.
    fn selector(&mut self, address: Address) -> (Expr, i128) {
        match &address.terms[..] {
            [(term, stride)] if *stride > 0 => (term.clone(), *stride),
            _ => (self.terms_value(&address), 1),
        }
    }

    /// That the selector has one of the values.
    pub(super) fn hit(&mut self, selector: &Expr, choices: &[(i128, Slot, u64)]) -> Expr {
        let ty = self.type_of(selector);
        if choices.iter().any(|(_, slot, _)| self.lowering.site(*slot).is_some()) {
            let mut options = Vec::with_capacity(choices.len());
            for (key, slot, _) in choices {
                let here = self.comparison(CompareOp::Eq, selector.clone(), Expr::Int(ty.wrap(*key), ty));
                options.push(match self.is_alive(*slot) {
                    Some(usable) => Expr::And(Box::new(here), Box::new(usable)),
                    None => here,
                });
            }
            return balanced(options, &|a, b| Expr::Or(Box::new(a), Box::new(b)));
        }
        let (Some(first), Some(last)) = (choices.first(), choices.last()) else { return Expr::FALSE };
        let step = choices.get(1).map_or(1, |second| second.0 - first.0);
        let even = choices.windows(2).all(|pair| pair[1].0 - pair[0].0 == step && pair[0].1 == pair[1].1);
        if even && (choices.len() > 16 || (choices.len() > 2 && step == 1)) {
            let inside = self.within(selector, first.0, Some(last.0));
            if step == 1 {
                return inside;
            }
            let distance = self.arithmetic(ArithmeticOp::Sub, selector.clone(), Expr::Int(ty.wrap(first.0), ty), ty);
            let rest = self.arithmetic(ArithmeticOp::Rem, distance, Expr::Int(ty.wrap(step), ty), ty);
            let aligned = self.comparison(CompareOp::Eq, rest, Expr::Int(0, ty));
            return Expr::And(Box::new(inside), Box::new(aligned));
        }
        let equal = |choice: &(i128, Slot, u64)| {
            self.comparison(CompareOp::Eq, selector.clone(), Expr::Int(ty.wrap(choice.0), ty))
        };
        balanced(choices.iter().map(equal).collect(), &|a, b| Expr::Or(Box::new(a), Box::new(b)))
    }

    // ------------------------------------------------------------------------------------------------------------ accesses

    /// The scalar in a place: `bits` bits that hold integers of type `ty`.
    pub(super) fn read(&mut self, place: &Place, offset: u64, bits: u32, ty: IntType, span: Span) -> Option<Expr> {
        match place {
            Place::Fixed { slot, bit } => self.read_part(*slot, bit + offset, bits, ty),
            Place::Value { shape, values, bit } => shape.read(values, bit + offset, bits, ty),
            Place::Chosen(chosen) => {
                let mut options = Vec::with_capacity(chosen.choices.len());
                for (key, slot, bit) in &chosen.choices {
                    options.push((*key, self.read_part(*slot, bit + offset, bits, ty)?));
                }
                let value = self.pick(&chosen.selector, &options);
                Some(self.spill(value, span))
            }
            Place::Region { region, index, bit } => {
                let value = self.read_region(region, index, bit + offset, bits, ty)?;
                Some(self.spill(value, span))
            }
            Place::Either(options) => {
                let mut result: Option<Expr> = None;
                for (condition, place) in options.iter().rev() {
                    let value = match place {
                        Place::Region { region, index, bit } => {
                            self.read_region(region, index, bit + offset, bits, ty)?
                        }
                        place => self.read(place, offset, bits, ty, span)?,
                    };
                    result = Some(match result {
                        Some(rest) => Expr::Ite(Box::new(condition.clone()), Box::new(value), Box::new(rest)),
                        None => value,
                    });
                }
                Some(self.spill(result?, span))
            }
            Place::Unknown | Place::Nowhere => None,
        }
    }

    fn read_part(&mut self, slot: Slot, bit: u64, bits: u32, ty: IntType) -> Option<Expr> {
        if let Some(region) = self.lowering.region_of(slot) {
            return self.read_region(&region, &Expr::Int(0, INDEX), bit, bits, ty);
        }
        let parts = self.lowering.parts_of(slot)?;
        parts.shape.read(&parts.values, bit, bits, ty)
    }

    /// The option that the selector names; it names one.
    fn pick(&self, selector: &Expr, options: &[(i128, Expr)]) -> Expr {
        if let [(_, value)] = options {
            return value.clone();
        }
        let (low, high) = options.split_at(options.len() / 2);
        let ty = self.type_of(selector);
        let (a, b) = (self.pick(selector, low), self.pick(selector, high));
        if a == b {
            return a;
        }
        let condition = match (low, high) {
            ([(key, _)], _) => self.comparison(CompareOp::Eq, selector.clone(), Expr::Int(ty.wrap(*key), ty)),
            _ => self.comparison(CompareOp::Lt, selector.clone(), Expr::Int(ty.wrap(high[0].0), ty)),
        };
        Expr::Ite(Box::new(condition), Box::new(a), Box::new(b))
    }

    /// Stores a scalar; `false` if that is not modelled.
    pub(super) fn write(
        &mut self,
        place: &Place,
        offset: u64,
        bits: u32,
        value: Expr,
        ty: IntType,
        span: Span,
    ) -> bool {
        match place {
            Place::Fixed { slot, bit } => self.write_part(*slot, bit + offset, bits, &value, ty, None, span),
            Place::Chosen(chosen) => {
                let value = if self.is_stable(&value) { value } else { self.spill(value, span) };
                let of = self.type_of(&chosen.selector);
                chosen.choices.iter().all(|(key, slot, bit)| {
                    let hit = self.comparison(CompareOp::Eq, chosen.selector.clone(), Expr::Int(of.wrap(*key), of));
                    self.write_part(*slot, bit + offset, bits, &value, ty, Some(hit), span)
                })
            }
            Place::Region { region, index, bit } => {
                self.write_region(region, index, bit + offset, bits, &value, ty, None, span)
            }
            Place::Either(options) => {
                let value = if self.is_stable(&value) { value } else { self.spill(value, span) };
                options.iter().all(|(condition, place)| match place {
                    Place::Region { region, index, bit } => {
                        self.write_region(region, index, bit + offset, bits, &value, ty, Some(condition), span)
                    }
                    Place::Fixed { slot, bit } => {
                        self.write_part(*slot, bit + offset, bits, &value, ty, Some(condition.clone()), span)
                    }
                    _ => false,
                })
            }
            Place::Value { .. } | Place::Unknown => false,
            Place::Nowhere => true,
        }
    }

    #[allow(clippy::too_many_arguments)]
    fn write_part(
        &mut self,
        slot: Slot,
        bit: u64,
        bits: u32,
        value: &Expr,
        ty: IntType,
        hit: Option<Expr>,
        span: Span,
    ) -> bool {
        if let Some(region) = self.lowering.region_of(slot) {
            return self.write_region(&region, &Expr::Int(0, INDEX), bit, bits, value, ty, hit.as_ref(), span);
        }
        let Some(parts) = self.lowering.parts_of(slot) else { return false };
        let Parts { shape, values } = &*parts;
        let Some(changes) = shape.write(values, bit, bits, value, ty) else { return false };
        for (index, new) in changes {
            match (&values[index], &hit) {
                (Expr::Var(var), None) => self.graph.emit(Op::Assign(*var, new), span),
                (Expr::Var(var), Some(hit)) => {
                    let old = Expr::Var(*var);
                    let chosen = Expr::Ite(Box::new(hit.clone()), Box::new(new), Box::new(old));
                    self.graph.emit(Op::Assign(*var, chosen), span);
                }
                // A string cannot be written: the execution ends there.
                (_, Some(hit)) => {
                    let (here, bad) = (self.graph.position(), self.graph.node());
                    self.graph.emit_to(Op::Assume(hit.clone()), bad, span);
                    self.graph.resume_if_live(bad);
                    self.invalid(span);
                    self.graph.restore(here);
                    self.graph.emit(Op::Assume(hit.clone().negated()), span);
                }
                (_, None) => self.invalid(span),
            }
        }
        true
    }

    // --------------------------------------------------------------------------------------------------------------- words

    /// Why an expression is not modelled, in words.
    pub(super) fn why(&self, e: ExprId) -> String {
        let node = &self.unit[e];
        match &node.kind {
            ExprKind::Unsupported(reason) => reason.to_string(),
            ExprKind::Load(place) => self.why(*place),
            ExprKind::Object(object) => {
                format!("`{}`, {}", self.unit[*object].name, self.lowering.kind_of_type(node.ty))
            }
            ExprKind::Deref(_) => "what a pointer points to".to_string(),
            ExprKind::Member(..) => "a member of a structure or union".to_string(),
            ExprKind::CompoundLiteral(_) => "a compound literal".to_string(),
            ExprKind::String(_) | ExprKind::Decay(_) | ExprKind::AddressOf(_) => "an address".to_string(),
            ExprKind::Call { callee: Callee::Indirect(_), .. } => "a call through a pointer".to_string(),
            ExprKind::LabelAddress(..) => "the address of a label".to_string(),
            ExprKind::VaArg(_) => "a variable argument".to_string(),
            ExprKind::VariableSize(_) => "the size of a variable-length array".to_string(),
            _ => self.lowering.kind_of_type(node.ty).to_string(),
        }
    }

    /// An expression that is not modelled: an edge that says so, and an arbitrary value to go on with.
    pub(super) fn unmodelled(&mut self, e: ExprId) -> Expr {
        let reason = self.why(e);
        self.note_unsupported(reason, self.unit[e].span);
        self.unknown(e)
    }

    /// A value to go on with behind an edge that is not supported.
    pub(super) fn unknown(&mut self, e: ExprId) -> Expr {
        let ty = self.int_type(self.unit[e].ty);
        Expr::Var(self.temp("$unknown", ty))
    }
}

impl Lowering<'_> {
    /// The sort of a type that is not modelled, in words.
    pub(super) fn kind_of_type(&self, ty: Ty) -> &'static str {
        match self.unit.types.kind(ty) {
            TypeKind::Pointer(_) => "a pointer",
            TypeKind::Array(..) => "an array",
            TypeKind::Record(_) => "a structure or union",
            TypeKind::Float(_) => "a floating-point number",
            TypeKind::Complex(_) => "a complex number",
            TypeKind::Vector(..) => "a vector",
            TypeKind::Function(_) => "a function",
            TypeKind::Void | TypeKind::Int(_) | TypeKind::Enum(_) => "a value",
        }
    }
}

fn gcd(a: i128, b: i128) -> i128 {
    if b == 0 { a } else { gcd(b, a % b) }
}

/// `x` for `x * 1`.
fn unscaled(e: Expr) -> Expr {
    match e {
        Expr::Binary(BinaryOp::Mul, x, one) if matches!(*one, Expr::Int(1, _)) => *x,
        e => e,
    }
}

/// Joins expressions as a tree of small depth; there is at least one.
pub(super) fn balanced(mut list: Vec<Expr>, join: &dyn Fn(Expr, Expr) -> Expr) -> Expr {
    while list.len() > 1 {
        let mut next = Vec::with_capacity(list.len().div_ceil(2));
        let mut items = list.into_iter();
        while let Some(a) = items.next() {
            next.push(match items.next() {
                Some(b) => join(a, b),
                None => a,
            });
        }
        list = next;
    }
    list.pop().unwrap_or(Expr::FALSE)
}
