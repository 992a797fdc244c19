//! Objects that are not divided into variables: variable-length arrays, large arrays that are indexed, memory whose size is
//! computed. Each is an array of elements, and each part of an element is one region variable of the program, indexed by the
//! number of the element.
//!
//! An access finds the element by its distance from the start of the object. It may need several elements in a row (an integer
//! read from bytes); what it finds is put together as in `shape`.

use std::rc::Rc;

use super::place::{Access, Address, MAX_CHOICES, Options, Place, Root, balanced};
use super::shape::Shape;
use super::slots::Slot;
use super::*;
use crate::cfa::INDEX;

/// An array with more parts than this is a region if an index into it is computed.
const DIRECT: u64 = 256;

/// An access that needs more elements than this is not modelled.
const MAX_ELEMENTS: u64 = 64;

/// The stack has no room for a variable-length array of more bytes.
const STACK: i128 = 1 << 24;

/// How many elements a region has.
#[derive(Clone, Copy, Debug)]
pub(super) enum Limit {
    Elements(u64),
    /// A variable of type [`INDEX`] says.
    Variable(VarId),
}

#[derive(Debug)]
pub(super) struct Region {
    pub element: Ty,
    /// The parts of one element.
    pub shape: Rc<Shape>,
    /// The size of an element in bytes.
    pub step: u64,
    /// One region variable a part.
    pub vars: Vec<VarId>,
    pub limit: Limit,
}

impl Region {
    fn step_bits(&self) -> u64 {
        self.step * 8
    }
}

/// What is behind the lengths of a type: elements of a fixed type, and how many, as constants and variables.
struct Extent {
    element: Ty,
    constant: u64,
    lengths: Vec<u32>,
    /// One of the lengths is not known at all.
    open: bool,
}

impl<'a> Lowering<'a> {
    fn extent(&self, mut ty: Ty) -> Extent {
        let (mut constant, mut lengths, mut open) = (1u64, Vec::new(), false);
        while let TypeKind::Array(element, length) = *self.unit.types.kind(ty) {
            match length {
                ArrayLength::Known(count) => constant = constant.saturating_mul(count),
                ArrayLength::Variable(number) => lengths.push(number),
                ArrayLength::Unknown => open = true,
            }
            ty = element;
        }
        Extent { element: ty, constant, lengths, open }
    }

    /// The region that a slot is, unless it is divided into variables or not modelled.
    pub(super) fn region_of(&mut self, slot: Slot) -> Option<Rc<Region>> {
        if let Some(known) = &self.regions[slot] {
            return known.clone();
        }
        let region = self.make_region(slot).map(Rc::new);
        self.regions[slot] = Some(region.clone());
        region
    }

    fn make_region(&mut self, slot: Slot) -> Option<Region> {
        let (element, count, name, span) = self.region_extent(slot)?;
        let step = self.unit.types.size_of(element).filter(|step| *step > 0)?;
        let shape = self.shape_of(element)?;
        let mut vars = Vec::with_capacity(shape.cells.len());
        for (cell, path) in shape.cells.iter().zip(&shape.paths) {
            let ty = cfa::Type::Array(cell.ty);
            vars.push(self.builder.var(&format!("{name}{path}"), ty, VarKind::Global, None, span));
        }
        let limit = match count {
            Some(count) => Limit::Elements(count),
            None => {
                let name = format!("{name}.length");
                Limit::Variable(self.builder.var(&name, cfa::Type::Int(INDEX), VarKind::Global, None, span))
            }
        };
        Some(Region { element, shape, step, vars, limit })
    }

    /// The elements of a slot that is to be a region, how many if that is constant, and its name.
    fn region_extent(&mut self, slot: Slot) -> Option<(Ty, Option<u64>, String, Option<Span>)> {
        if self.is_string(slot) {
            return None;
        }
        if self.site(slot).is_some() {
            let (element, count) = self.allocated_elements(slot)?;
            let parts = self.shape_of(element)?.cells.len() as u64;
            if count.is_some_and(|count| count.saturating_mul(parts) <= heap::MAX_PARTS as u64) {
                return None;
            }
            return Some((element, count, self.heap_name(slot), None));
        }
        let node = &self.unit[ObjectId::from_index(slot)];
        let Extent { element, constant, lengths, open } = self.extent(node.ty);
        if self.unit.types.element(node.ty).is_none() || node.storage == Storage::Parameter {
            return None;
        }
        let count = (lengths.is_empty() && !open).then_some(constant);
        let parts = self.shape_of(element)?.cells.len() as u64;
        let whole = count.map(|count| count.saturating_mul(parts));
        let direct = whole.is_some_and(|whole| {
            whole <= DIRECT || (whole <= shape::MAX_CELLS as u64 && !self.points_to.is_indexed(slot))
        });
        (!direct).then(|| (element, count, node.name.to_string(), Some(node.span)))
    }

    /// The room that is kept for a slot among the addresses.
    pub(super) fn reserved(&mut self, slot: Slot) -> i128 {
        match self.region_of(slot).map(|region| (region.limit, region.step)) {
            Some((Limit::Elements(count), step)) => i128::from(count) * i128::from(step),
            Some((Limit::Variable(_), _)) => self.reserve(),
            None => i128::from(self.slot_size(slot).unwrap_or(1)),
        }
    }

    /// The most bytes that an object of variable size can have.
    pub(super) fn reserve(&self) -> i128 {
        if self.unit.types.pointer_bytes() == 8 {
            return 1 << 40;
        }
        let variable = |object: &&Object| self.unit.types.is_variably_modified(object.ty);
        let objects = self.unit.objects.iter().filter(variable).count();
        let sites = self.points_to.sites.iter().filter(|site| site.size.is_none());
        let sites: usize = sites.map(|site| site.objects).sum();
        ((1i128 << 30) / (objects + sites).max(1) as i128).min(1 << 26)
    }

    /// The variable that keeps a length of a variable-length array type of the procedure.
    pub(super) fn length_var(&mut self, number: u32, proc: ProcId) -> VarId {
        let index = number as usize;
        if self.lengths.len() <= index {
            self.lengths.resize(index + 1, None);
        }
        *self.lengths[index].get_or_insert_with(|| {
            self.builder.var(&format!("$length{number}"), cfa::Type::Int(INDEX), VarKind::Local, Some(proc), None)
        })
    }
}

impl<'a> Frame<'_, 'a> {
    // ------------------------------------------------------------------------------------------------------------- lengths

    /// A length of an array type is computed here.
    pub(super) fn compute_length(&mut self, number: u32, span: Span) {
        let Some(length) = self.unit.lengths[number as usize] else { return };
        let value = self.value(length);
        let value = if self.is_stable(&value) { value } else { self.spill(value, span) };
        let ty = self.type_of(&value);
        // A negative length is undefined, and so is one that no memory holds.
        let most = Expr::Int(ty.wrap(i128::from(i32::MAX)), ty);
        let fits = self.comparison(CompareOp::Le, value.clone(), most);
        self.assume(fits, span);
        let var = self.lowering.length_var(number, self.proc);
        let value = self.cast(value, INDEX);
        self.graph.emit(Op::Assign(var, value), span);
    }

    fn assume(&mut self, condition: Expr, span: Span) {
        if condition != Expr::TRUE {
            self.graph.emit(Op::Assume(condition), span);
        }
    }

    /// How many elements an array type has, and their size; as a number of type [`INDEX`].
    pub(super) fn dynamic_count(&mut self, ty: Ty) -> Option<(Expr, Ty)> {
        let extent = self.lowering.extent(ty);
        if extent.open {
            return None;
        }
        let mut count = Expr::Int(i128::from(extent.constant), INDEX);
        for number in extent.lengths {
            let length = Expr::Var(self.lowering.length_var(number, self.proc));
            count = match count {
                Expr::Int(1, _) => length,
                count => self.arithmetic(ArithmeticOp::Mul, count, length, INDEX),
            };
        }
        Some((count, extent.element))
    }

    /// The size in bytes of a type whose lengths are variable.
    pub(super) fn dynamic_size(&mut self, ty: Ty) -> Option<Expr> {
        let (count, element) = self.dynamic_count(ty)?;
        let step = i128::from(self.unit.types.size_of(element)?);
        Some(self.arithmetic(ArithmeticOp::Mul, count, Expr::Int(step, INDEX), INDEX))
    }

    // ------------------------------------------------------------------------------------------------------------ contents

    /// A region comes to life: with its length, holding zeros or anything.
    pub(super) fn start_region(&mut self, region: &Region, count: Option<Expr>, zero: bool, span: Span) {
        if let (Limit::Variable(var), Some(count)) = (region.limit, count) {
            self.graph.emit(Op::Assign(var, count), span);
        }
        for (var, cell) in region.vars.iter().zip(&region.shape.cells) {
            let op = match zero {
                true => Op::Store(*var, None, Expr::Int(0, cell.ty)),
                false => Op::Havoc(*var, HavocKind::Uninitialised),
            };
            self.graph.emit(op, span);
        }
    }

    /// The declaration of an object that is a region.
    pub(super) fn initialise_region(&mut self, object: ObjectId, region: &Region, span: Span) {
        let node = &self.unit[object];
        let count = match region.limit {
            Limit::Elements(_) => None,
            Limit::Variable(_) => {
                let Some((count, _)) = self.dynamic_count(node.ty) else {
                    return self.note_unsupported("an array whose length is not known", span);
                };
                let count = self.spill(count, span);
                let room = STACK.min(self.lowering.reserve()) / i128::from(region.step);
                let fits = self.comparison(CompareOp::Le, count.clone(), Expr::Int(room, INDEX));
                self.assume(fits, span);
                Some(count)
            }
        };
        let entries = match &node.initializer {
            Some(Init::Aggregate(entries)) => Some(entries),
            _ => None,
        };
        self.start_region(region, count, entries.is_some(), span);
        if let Some(entries) = entries {
            self.entries(object.index(), entries, span);
        }
    }

    /// The initial value of a global that is a region.
    pub(super) fn global_region(&mut self, object: ObjectId, region: &Region) {
        let node = &self.unit[object];
        if node.storage == Storage::Undefined {
            let kind = HavocKind::Object(node.name.clone());
            if let Limit::Variable(var) = region.limit {
                self.graph.emit(Op::Havoc(var, kind.clone()), node.span);
                let room = self.lowering.reserve() / i128::from(region.step);
                let fits = self.comparison(CompareOp::Le, Expr::Var(var), Expr::Int(room, INDEX));
                self.assume(fits, node.span);
            }
            return self.forget_region(region, &kind, node.span);
        }
        self.start_region(region, None, true, node.span);
        if let Some(Init::Aggregate(entries)) = &node.initializer {
            self.entries(object.index(), entries, node.span);
        }
    }

    pub(super) fn forget_region(&mut self, region: &Region, kind: &HavocKind, span: Span) {
        for var in &region.vars {
            self.graph.emit(Op::Havoc(*var, kind.clone()), span);
        }
    }

    // ------------------------------------------------------------------------------------------------------------ accesses

    /// Where in a region an access is, with the condition under which it is there; and the condition under which it is inside the
    /// region at a place that is not modelled. `selector` is the sum of the address's terms.
    pub(super) fn region_options(
        &mut self,
        slot: Slot,
        region: &Rc<Region>,
        address: &Address,
        access: &Access,
        selector: Option<&Expr>,
        span: Span,
    ) -> (Vec<(Expr, Place)>, Option<Expr>) {
        let step = i128::from(region.step);
        let even = address.terms.iter().all(|(_, stride)| stride % step == 0);
        if even && matches!(address.root, Root::Slot(_)) {
            let mut index = Expr::Int(address.constant.div_euclid(step), INDEX);
            for (term, stride) in &address.terms {
                let term = self.cast(term.clone(), INDEX);
                let factor = stride / step;
                let scaled = match factor.abs() {
                    1 => term,
                    by => self.arithmetic(ArithmeticOp::Mul, term, Expr::Int(by, INDEX), INDEX),
                };
                let op = if factor < 0 { ArithmeticOp::Sub } else { ArithmeticOp::Add };
                index = match (&index, op) {
                    (Expr::Int(0, _), ArithmeticOp::Add) => scaled,
                    _ => self.arithmetic(op, index, scaled, INDEX),
                };
            }
            let index = if self.is_stable(&index) { index } else { self.spill(index, span) };
            let within = address.constant.rem_euclid(step) as u64;
            return self.options_at(slot, region, access, &[(within, Expr::TRUE, index)]);
        }
        let offset = self.region_offset(slot, address, selector);
        let offset = if self.is_stable(&offset) { offset } else { self.spill(offset, span) };
        let candidates = self.inner_offsets(region, address, access);
        let mut found = Vec::new();
        for (within, sure) in candidates {
            let base = match within {
                0 => offset.clone(),
                _ => self.arithmetic(ArithmeticOp::Sub, offset.clone(), Expr::Int(i128::from(within), INDEX), INDEX),
            };
            let step = Expr::Int(step, INDEX);
            let (aligned, index) = if region.step == 1 {
                (Expr::TRUE, base)
            } else {
                let rest = self.arithmetic(ArithmeticOp::Rem, base.clone(), step.clone(), INDEX);
                let aligned = self.comparison(CompareOp::Eq, rest, Expr::Int(0, INDEX));
                (if sure { Expr::TRUE } else { aligned }, self.arithmetic(ArithmeticOp::Div, base, step, INDEX))
            };
            let index = self.spill(index, span);
            found.push((within, aligned, index));
        }
        let (options, _) = self.options_at(slot, region, access, &found);
        // Inside the region, but at no such place.
        let size = Expr::Int(i128::from(access.size), INDEX);
        let end = self.arithmetic(ArithmeticOp::Add, offset.clone(), size, INDEX);
        let bytes = match region.limit {
            Limit::Elements(count) => Expr::Int(i128::from(count * region.step), INDEX),
            Limit::Variable(var) => self.arithmetic(ArithmeticOp::Mul, Expr::Var(var), Expr::Int(step, INDEX), INDEX),
        };
        let low = self.comparison(CompareOp::Ge, offset, Expr::Int(0, INDEX));
        let high = self.comparison(CompareOp::Le, end, bytes);
        let inside = Expr::And(Box::new(low), Box::new(high));
        let complete = region.step == 1 || (found.len() == 1 && found[0].1 == Expr::TRUE);
        (options, (!complete).then_some(inside))
    }

    /// The distance of an address from the start of a region.
    fn region_offset(&mut self, slot: Slot, address: &Address, selector: Option<&Expr>) -> Expr {
        let sum = match selector {
            Some(selector) => selector.clone(),
            None => self.terms_value(address),
        };
        let base = match address.root {
            Root::Slot(_) => address.constant,
            Root::Class(_) => address.constant - self.lowering.address_of_slot(slot),
        };
        let sum = self.cast(sum, INDEX);
        let op = if base < 0 { ArithmeticOp::Sub } else { ArithmeticOp::Add };
        if base == 0 { sum } else { self.arithmetic(op, sum, Expr::Int(base.abs(), INDEX), INDEX) }
    }

    /// Where in an element something of the accessed type can lie, and whether the address is sure to be there.
    fn inner_offsets(&mut self, region: &Region, address: &Address, access: &Access) -> Vec<(u64, bool)> {
        let types = &self.unit.types;
        let mut offsets = Vec::new();
        self.offsets(region.element, access.view, 0, &mut offsets);
        if offsets.is_empty() || types.size_of(access.view) == Some(1) {
            let align = types.align_of(access.view).unwrap_or(1).max(1);
            offsets = (0..region.step).step_by(align as usize).collect();
        }
        let whole = match address.root {
            Root::Slot(_) => false,
            Root::Class(class) => !self.lowering.points_to.is_partial(class) && address.terms.len() < 2,
        };
        let sure = offsets.len() == 1 && whole && self.same_room(region.element, access.view);
        offsets.into_iter().map(|offset| (offset, sure)).collect()
    }

    fn options_at(
        &mut self,
        slot: Slot,
        region: &Rc<Region>,
        access: &Access,
        found: &[(u64, Expr, Expr)],
    ) -> (Vec<(Expr, Place)>, Option<Expr>) {
        let mut options = Vec::new();
        let mut missing = None;
        for (within, aligned, index) in found {
            let elements = (within + access.size).div_ceil(region.step).max(1);
            let bit = within * 8 + access.bit;
            let inside = self.inside(slot, region, index, elements);
            let condition =
                if *aligned == Expr::TRUE { inside } else { Expr::And(Box::new(aligned.clone()), Box::new(inside)) };
            let covered = match access.room {
                Some((bits, _)) => self.several(region, elements).is_some_and(|s| s.covering(bit, bits).is_some()),
                None => elements <= MAX_ELEMENTS,
            };
            if covered {
                let place = Place::Region { region: region.clone(), index: index.clone(), bit };
                options.push((condition, place));
            } else {
                missing = Some(condition);
            }
        }
        (options, missing)
    }

    /// That so many elements from the index on are in the region, which is alive.
    fn inside(&mut self, slot: Slot, region: &Region, index: &Expr, elements: u64) -> Expr {
        let low = self.comparison(CompareOp::Ge, index.clone(), Expr::Int(0, INDEX));
        let high = match region.limit {
            Limit::Elements(count) => {
                let last = i128::from(count) - i128::from(elements);
                self.comparison(CompareOp::Le, index.clone(), Expr::Int(last, INDEX))
            }
            Limit::Variable(var) if elements == 1 => self.comparison(CompareOp::Lt, index.clone(), Expr::Var(var)),
            Limit::Variable(var) => {
                let elements = Expr::Int(i128::from(elements), INDEX);
                let last = self.arithmetic(ArithmeticOp::Sub, Expr::Var(var), elements, INDEX);
                self.comparison(CompareOp::Le, index.clone(), last)
            }
        };
        let mut conditions: Vec<Expr> = [low, high].into_iter().filter(|c| *c != Expr::TRUE).collect();
        conditions.extend(self.is_alive(slot));
        conditions.into_iter().reduce(|a, b| Expr::And(Box::new(a), Box::new(b))).unwrap_or(Expr::TRUE)
    }

    /// The parts of several elements in a row.
    fn several(&mut self, region: &Region, elements: u64) -> Option<Rc<Shape>> {
        match elements {
            1 => Some(region.shape.clone()),
            2..=MAX_ELEMENTS => Shape::repeated(&self.unit.types, region.element, elements).map(Rc::new),
            _ => None,
        }
    }

    /// The elements that so many bits touch: the index of the first, the bit in it, and the parts of all with their values.
    #[allow(clippy::type_complexity)]
    fn touched(
        &mut self,
        region: &Region,
        index: &Expr,
        bit: u64,
        bits: u32,
    ) -> Option<(u64, Rc<Shape>, Vec<(VarId, Expr)>)> {
        let first = bit / region.step_bits();
        let bit = bit % region.step_bits();
        let elements = (bit + u64::from(bits)).div_ceil(region.step_bits()).max(1);
        let shape = self.several(region, elements)?;
        let mut cells = Vec::with_capacity(shape.cells.len());
        for element in 0..elements {
            let at = match first + element {
                0 => index.clone(),
                by => self.arithmetic(ArithmeticOp::Add, index.clone(), Expr::Int(i128::from(by), INDEX), INDEX),
            };
            cells.extend(region.vars.iter().map(|var| (*var, at.clone())));
        }
        Some((bit, shape, cells))
    }

    pub(super) fn read_region(
        &mut self,
        region: &Region,
        index: &Expr,
        bit: u64,
        bits: u32,
        ty: IntType,
    ) -> Option<Expr> {
        let (bit, shape, cells) = self.touched(region, index, bit, bits)?;
        let values: Vec<Expr> = cells.into_iter().map(|(var, at)| Expr::Select(var, Box::new(at))).collect();
        shape.read(&values, bit, bits, ty)
    }

    #[allow(clippy::too_many_arguments)]
    pub(super) fn write_region(
        &mut self,
        region: &Region,
        index: &Expr,
        bit: u64,
        bits: u32,
        value: &Expr,
        ty: IntType,
        hit: Option<&Expr>,
        span: Span,
    ) -> bool {
        let Some((bit, shape, cells)) = self.touched(region, index, bit, bits) else { return false };
        let old: Vec<Expr> = cells.iter().map(|(var, at)| Expr::Select(*var, Box::new(at.clone()))).collect();
        let Some(changes) = shape.write(&old, bit, bits, value, ty) else { return false };
        for (cell, new) in changes {
            let (var, at) = cells[cell].clone();
            let new = match hit {
                Some(hit) => Expr::Ite(Box::new(hit.clone()), Box::new(new), Box::new(old[cell].clone())),
                None => new,
            };
            self.graph.emit(Op::Store(var, Some(at), new), span);
        }
        true
    }

    /// Finds out which places an lvalue can be, where some of the slots are regions.
    pub(super) fn choose_with_regions(
        &mut self,
        slots: &[Slot],
        external: bool,
        address: &Address,
        access: &Access,
        span: Span,
    ) -> Place {
        let selector = match address.root {
            Root::Slot(_) => None,
            Root::Class(_) => {
                let sum = self.terms_value(address);
                Some(if self.is_stable(&sum) { sum } else { self.spill(sum, span) })
            }
        };
        let (mut found, mut strange, mut options) = (Vec::new(), Vec::new(), Options::default());
        for slot in slots {
            match self.lowering.region_of(*slot) {
                Some(region) => {
                    let here = self.region_options(*slot, &region, address, access, selector.as_ref(), span);
                    found.extend(here.0);
                    let name = self.lowering.slot_name(*slot);
                    let reason = format!("an access into the middle of an element of {name}");
                    strange.extend(here.1.map(|condition| (condition, reason)));
                }
                None => self.options_in(*slot, address, access, &mut options),
            }
        }
        if let Some(selector) = &selector {
            let Options { mut choices, unmodelled } = options;
            choices.sort();
            for (key, slot, bit) in choices {
                let hit = self.hit(selector, &[(key, slot, bit)]);
                found.push((hit, Place::Fixed { slot, bit }));
            }
            for (end, start, reason) in unmodelled {
                strange.push((self.within(selector, start, end), reason));
            }
            if external {
                let reason = "what a pointer from outside points to".to_string();
                strange.push((self.within(selector, -address.constant, None), reason));
            }
        }
        if found.len() > MAX_CHOICES {
            self.note_unsupported(format!("an access to one of {} places", found.len()), span);
            return Place::Unknown;
        }
        self.choose_among_regions(found, strange, span)
    }

    /// An access that may be in regions: assumes that it is in one of them, or hits one of the other places.
    pub(super) fn choose_among_regions(
        &mut self,
        options: Vec<(Expr, Place)>,
        strange: Vec<(Expr, String)>,
        span: Span,
    ) -> Place {
        let conditions: Vec<Expr> = options.iter().map(|(condition, _)| condition.clone()).collect();
        let or = |a: Expr, b: Expr| Expr::Or(Box::new(a), Box::new(b));
        let hit = balanced(conditions, &or);
        let good = self.graph.node();
        self.graph.emit_to(if hit == Expr::TRUE { Op::Skip } else { Op::Assume(hit.clone()) }, good, span);
        let mut missed = hit.clone().negated();
        for (condition, reason) in strange {
            let here = self.graph.position();
            let bad = self.graph.node();
            let there = Expr::And(Box::new(hit.clone().negated()), Box::new(condition.clone()));
            self.graph.emit_to(Op::Assume(there), bad, span);
            self.graph.resume_if_live(bad);
            self.note_unsupported(reason, span);
            self.graph.stop();
            self.graph.restore(here);
            missed = Expr::And(Box::new(missed), Box::new(condition.negated()));
        }
        if self.checks_memory(span) && hit != Expr::TRUE {
            let (here, bad) = (self.graph.position(), self.graph.node());
            self.graph.emit_to(Op::Assume(missed), bad, span);
            self.graph.resume_if_live(bad);
            self.invalid(span);
            self.graph.restore(here);
        }
        self.graph.resume_if_live(good);
        let mut options = options;
        match options.len() {
            0 => {
                self.graph.stop();
                Place::Nowhere
            }
            1 => options.remove(0).1,
            _ => Place::Either(options),
        }
    }
}
