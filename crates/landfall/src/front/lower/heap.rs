//! Allocated memory: a fixed number of objects for each call that allocates, one if it is made at most once.
//!
//! The objects of a call are used one after another and never twice, so that memory that was freed stays dead. They are divided
//! into variables where their size is a small constant, and regions otherwise. An execution that needs more objects comes to
//! an unsupported edge.

use std::rc::Rc;

use super::points_to::POOL;
use super::region::Limit;
use super::shape::Shape;
use super::slots::{Parts, Slot};
use super::*;
use crate::cfa::{ErrorInfo, ErrorKind, INDEX};
use crate::front::library::{self, Model};

/// An allocated object with more parts than this is a region.
pub(super) const MAX_PARTS: usize = 256;

/// The variables that describe allocated objects.
#[derive(Default)]
pub(super) struct Heap {
    /// How many objects of each site are in use, by site.
    counts: Vec<Option<VarId>>,
    /// By slot, behind those of objects and strings: whether it is alive.
    objects: Vec<Option<VarId>>,
}

impl Lowering<'_> {
    fn first_site(&self) -> Slot {
        self.unit.objects.len() + self.unit.strings.len()
    }

    /// The allocation that a slot belongs to.
    pub(super) fn site(&self, slot: Slot) -> Option<usize> {
        slot.checked_sub(self.first_site()).map(|index| index / POOL)
    }

    /// The elements of an allocated slot, and how many there are if that is constant.
    pub(super) fn allocated_elements(&self, slot: Slot) -> Option<(Ty, Option<u64>)> {
        let site = &self.points_to.sites[self.site(slot)?];
        let element = site.element?;
        let step = self.unit.types.size_of(element).filter(|size| *size > 0)?;
        match site.size {
            Some(size) if size % step == 0 => Some((element, Some(size / step))),
            Some(_) => None,
            None => Some((element, None)),
        }
    }

    /// The elements and the size in bytes of an allocated slot of constant size.
    pub(super) fn allocated(&self, slot: Slot) -> Option<(Ty, u64)> {
        let (element, count) = self.allocated_elements(slot)?;
        Some((element, count? * self.unit.types.size_of(element)?))
    }

    pub(super) fn heap_name(&self, slot: Slot) -> String {
        format!("$heap{}", slot - self.first_site())
    }

    pub(super) fn allocated_parts(&mut self, slot: Slot) -> Option<Parts> {
        let (element, count) = self.allocated_elements(slot)?;
        let shape = Shape::repeated(&self.unit.types, element, count?)?;
        let vars = self.new_vars(&shape, &self.heap_name(slot), VarKind::Global, None, None);
        Some(Parts { shape: Rc::new(shape), values: vars.into_iter().map(Expr::Var).collect() })
    }

    fn global(&mut self, name: String, ty: IntType) -> VarId {
        self.builder.var(&name, cfa::Type::Int(ty), VarKind::Global, None, None)
    }

    /// The variable that says whether an allocated slot is alive.
    fn life_of(&mut self, slot: Slot) -> VarId {
        let index = slot - self.first_site();
        if self.heap.objects.len() <= index {
            self.heap.objects.resize(index + 1, None);
        }
        if let Some(known) = self.heap.objects[index] {
            return known;
        }
        let live = self.global(format!("$heap{index}.live"), IntType::BOOL);
        self.heap.objects[index] = Some(live);
        live
    }

    fn count_of(&mut self, site: usize) -> VarId {
        if self.heap.counts.len() <= site {
            self.heap.counts.resize(site + 1, None);
        }
        if let Some(known) = self.heap.counts[site] {
            return known;
        }
        let count = self.global(format!("$heap{}.count", site * POOL), IntType::new(32, true));
        self.heap.counts[site] = Some(count);
        count
    }
}

impl Frame<'_, '_> {
    /// No object is in use at the start.
    pub(super) fn start_heap(&mut self, span: Span) {
        let counts: Vec<VarId> = self.lowering.heap.counts.iter().flatten().copied().collect();
        let lives: Vec<VarId> = self.lowering.heap.objects.iter().flatten().copied().collect();
        for count in counts {
            self.graph.emit(Op::Assign(count, Expr::Int(0, IntType::new(32, true))), span);
        }
        for live in lives {
            self.graph.emit(Op::Assign(live, Expr::FALSE), span);
        }
    }

    /// That an allocated slot is alive; `None` for other slots.
    pub(super) fn is_alive(&mut self, slot: Slot) -> Option<Expr> {
        self.lowering.site(slot)?;
        Some(Expr::Var(self.lowering.life_of(slot)))
    }

    /// A call that allocates memory.
    pub(super) fn allocate(
        &mut self,
        e: ExprId,
        arguments: &[ExprId],
        model: Model,
        into: Option<(VarId, Span)>,
    ) -> Option<Expr> {
        let unit = self.unit;
        let span = unit[e].span;
        let ty = self.lowering.pointer_type();
        let result = self.result_var(into, ty, "$allocated");
        let (old, sizes) = match (model, arguments) {
            (Model::Reallocate, [old, size]) => (Some(*old), std::slice::from_ref(size)),
            (Model::AllocateZero, [_, _]) => (None, arguments),
            (_, [size, ..]) => (None, std::slice::from_ref(size)),
            _ => (None, arguments),
        };
        let old = old.map(|pointer| {
            let value = self.value(pointer);
            (pointer, self.spill(value, span))
        });
        let size = self.product(sizes, ty);
        let first = self.lowering.points_to.site_of(e).map(|site| (site, self.lowering.first_site() + site * POOL));
        let known = first
            .filter(|(_, slot)| self.lowering.region_of(*slot).is_some() || self.lowering.parts_of(*slot).is_some());
        let (Some((site, slot)), Some(size)) = (known, size) else {
            self.note_unsupported("an allocation of something that is not modelled", span);
            return Some(Expr::Var(result));
        };
        let size = if self.is_stable(&size) { size } else { self.spill(size, span) };
        let join = self.graph.node();
        if model != Model::AllocateLocal && self.lowering.options.malloc_may_fail {
            self.fail_perhaps(result, join, span);
        }
        let count = self.element_count(slot, &size, span);
        let kept = old.and_then(|(pointer, value)| self.take_contents(pointer, value, slot, span));
        let (used, int) = (self.lowering.count_of(site), IntType::new(32, true));
        let objects = self.lowering.points_to.sites[site].objects;
        for k in 0..objects {
            let (here, chosen) = (self.graph.position(), self.graph.node());
            let this = self.comparison(CompareOp::Eq, Expr::Var(used), Expr::Int(k as i128, int));
            self.graph.emit_to(Op::Assume(this), chosen, span);
            self.graph.resume_if_live(chosen);
            self.graph.emit(Op::Assign(used, Expr::Int(k as i128 + 1, int)), span);
            self.bring_to_life(slot + k, count.as_ref(), model == Model::AllocateZero, span);
            if let (Some(kept), Some(region)) = (&kept, self.lowering.region_of(slot + k)) {
                for (to, from) in region.vars.iter().zip(kept) {
                    self.graph.emit(Op::Assign(*to, Expr::Var(*from)), span);
                }
            }
            let address = Expr::Int(self.lowering.address_of_slot(slot + k), ty);
            self.graph.emit(Op::Assign(result, address), span);
            self.graph.jump(join, span);
            self.graph.restore(here);
        }
        let more = self.graph.node();
        let many = self.comparison(CompareOp::Ge, Expr::Var(used), Expr::Int(objects as i128, int));
        self.graph.emit_to(Op::Assume(many), more, span);
        self.graph.resume_if_live(more);
        self.note_unsupported(format!("more than {objects} allocations in one place"), span);
        self.graph.stop();
        self.graph.resume(join);
        Some(Expr::Var(result))
    }

    fn product(&mut self, factors: &[ExprId], ty: IntType) -> Option<Expr> {
        let mut product: Option<Expr> = None;
        for factor in factors {
            let value = self.value(*factor);
            let value = self.cast(value, ty);
            product = Some(match product {
                Some(product) => self.arithmetic(ArithmeticOp::Mul, product, value, ty),
                None => value,
            });
        }
        product
    }

    /// An allocation that gives null, and changes nothing else.
    fn fail_perhaps(&mut self, result: VarId, join: Node, span: Span) {
        let fails = self.temp("$fails", IntType::BOOL);
        self.graph.emit(Op::Havoc(fails, HavocKind::Unspecified("malloc".into())), span);
        let (failed, goes_on) = (self.graph.node(), self.graph.node());
        self.graph.split(Expr::Var(fails), failed, goes_on, span);
        self.graph.resume(failed);
        let ty = self.lowering.pointer_type();
        self.graph.emit(Op::Assign(result, Expr::Int(0, ty)), span);
        self.graph.jump(join, span);
        self.graph.resume(goes_on);
    }

    /// `realloc`: the contents of what `pointer` points to, as regions like that of `slot`; it is dead from now on.
    fn take_contents(&mut self, pointer: ExprId, value: Expr, slot: Slot, span: Span) -> Option<Vec<VarId>> {
        let like = self.lowering.region_of(slot)?;
        let mut kept = Vec::with_capacity(like.vars.len());
        for cell in &like.shape.cells {
            let ty = cfa::Type::Array(cell.ty);
            kept.push(self.lowering.builder.var("$moved", ty, VarKind::Global, None, Some(span)));
        }
        for var in &kept {
            self.graph.emit(Op::Havoc(*var, HavocKind::Uninitialised), span);
        }
        self.take(pointer, value, span, &mut |frame, old| {
            let same = frame.lowering.region_of(old).filter(|region| frame.same_room(region.element, like.element));
            if let Some(region) = same {
                for (to, from) in kept.iter().zip(&region.vars) {
                    frame.graph.emit(Op::Assign(*to, Expr::Var(*from)), span);
                }
                return;
            }
            let parts = frame.lowering.parts_of(old);
            let fits =
                |shape: &Shape| shape.cells.iter().zip(like.shape.cells.iter().cycle()).all(|(a, b)| a.ty == b.ty);
            match parts.filter(|parts| fits(&parts.shape)) {
                Some(parts) => {
                    for (i, (part, cell)) in parts.values.iter().zip(&parts.shape.cells).enumerate() {
                        let index = i128::from(cell.bit / 8 / like.step);
                        let to = kept[i % kept.len()];
                        frame.graph.emit(Op::Store(to, Some(Expr::Int(index, INDEX)), part.clone()), span);
                    }
                }
                None => frame.note_unsupported("`realloc` of memory of another type", span),
            }
        });
        Some(kept)
    }

    /// How many elements so many bytes are, if that is not constant. Goes on only if they fit.
    fn element_count(&mut self, slot: Slot, size: &Expr, span: Span) -> Option<Expr> {
        let region = self.lowering.region_of(slot)?;
        let Limit::Variable(_) = region.limit else { return None };
        let ty = self.lowering.pointer_type();
        let room = self.lowering.reserve();
        let low = self.comparison(CompareOp::Ge, size.clone(), Expr::Int(0, ty));
        let high = self.comparison(CompareOp::Le, size.clone(), Expr::Int(room, ty));
        let mut fits = Expr::And(Box::new(low), Box::new(high));
        let step = Expr::Int(i128::from(region.step), ty);
        if region.step > 1 {
            let rest = self.arithmetic(ArithmeticOp::Rem, size.clone(), step.clone(), ty);
            let whole = self.comparison(CompareOp::Eq, rest, Expr::Int(0, ty));
            fits = Expr::And(Box::new(fits), Box::new(whole));
        }
        let (good, bad) = (self.graph.node(), self.graph.node());
        self.graph.split(fits, good, bad, span);
        self.graph.resume(bad);
        self.note_unsupported(format!("an allocation of more than {room} bytes, or of parts of elements"), span);
        self.graph.stop();
        self.graph.resume(good);
        let count = match region.step {
            1 => size.clone(),
            _ => self.arithmetic(ArithmeticOp::Div, size.clone(), step, ty),
        };
        let count = self.cast(count, INDEX);
        Some(self.spill(count, span))
    }

    fn bring_to_life(&mut self, slot: Slot, count: Option<&Expr>, zero: bool, span: Span) {
        let live = self.lowering.life_of(slot);
        self.graph.emit(Op::Assign(live, Expr::TRUE), span);
        if let Some(region) = self.lowering.region_of(slot) {
            return self.start_region(&region, count.cloned(), zero, span);
        }
        let Some(parts) = self.lowering.parts_of(slot) else { return };
        for (var, cell) in parts.vars().zip(&parts.shape.cells) {
            let op = match zero {
                true => Op::Assign(var, Expr::Int(0, cell.ty)),
                false => Op::Havoc(var, HavocKind::Uninitialised),
            };
            self.graph.emit(op, span);
        }
    }

    /// `free(pointer)`: the start of a live allocated object, or null; anything else is undefined.
    pub(super) fn free(&mut self, pointer: ExprId, span: Span) {
        let value = self.value(pointer);
        let value = if self.is_stable(&value) { value } else { self.spill(value, span) };
        self.take(pointer, value, span, &mut |_, _| {});
    }

    /// Ends the life of the object that a pointer points to, after `before` has seen it.
    fn take(&mut self, pointer: ExprId, value: Expr, span: Span, before: &mut dyn FnMut(&mut Self, Slot)) {
        let ty = self.lowering.pointer_type();
        let class = self.lowering.points_to.target(pointer);
        let join = self.graph.node();
        let null = self.comparison(CompareOp::Eq, value.clone(), Expr::Int(0, ty));
        let mut wrong = null.clone().negated();
        self.graph.emit_to(Op::Assume(null), join, span);
        for slot in self.lowering.points_to.slots_of(class).to_vec() {
            let modelled = self.lowering.region_of(slot).is_some() || self.lowering.parts_of(slot).is_some();
            if self.lowering.site(slot).is_none() || !modelled || self.lowering.is_local(slot) {
                continue;
            }
            let live = self.lowering.life_of(slot);
            let address = Expr::Int(self.lowering.address_of_slot(slot), ty);
            let this = self.comparison(CompareOp::Eq, value.clone(), address);
            let this = Expr::And(Box::new(this), Box::new(Expr::Var(live)));
            wrong = Expr::And(Box::new(wrong), Box::new(this.clone().negated()));
            let (here, chosen) = (self.graph.position(), self.graph.node());
            self.graph.emit_to(Op::Assume(this), chosen, span);
            self.graph.resume_if_live(chosen);
            before(self, slot);
            self.graph.emit(Op::Assign(live, Expr::FALSE), span);
            self.graph.jump(join, span);
            self.graph.restore(here);
        }
        let bad = self.graph.node();
        self.graph.emit_to(Op::Assume(wrong), bad, span);
        self.graph.resume_if_live(bad);
        if self.lowering.points_to.is_external(class) {
            self.note_unsupported("a pointer from outside that is freed", span);
            self.graph.stop();
        } else {
            let text = self.lowering.sources.snippet(self.unit[pointer].span).trim().to_string();
            let message = format!("`{text}` is freed, which is no allocated memory or was freed before");
            self.invalid_because(ErrorKind::InvalidFree, message, span);
        }
        self.graph.resume(join);
    }

    /// The program ends here: what was allocated must have been freed. With `tracked`, what a global points to may live on.
    pub(super) fn check_leaks(&mut self, span: Span) {
        let checks = self.lowering.options.checks;
        if !checks.leak && !checks.track {
            return;
        }
        let ty = self.lowering.pointer_type();
        let first = self.lowering.first_site();
        let live: Vec<(Slot, VarId)> = self
            .lowering
            .heap
            .objects
            .iter()
            .enumerate()
            .filter_map(|(index, live)| Some((first + index, (*live)?)))
            .filter(|(slot, _)| !self.lowering.is_local(*slot))
            .collect();
        let pointers = self.lowering.global_pointers();
        for (slot, live) in live {
            let address = Expr::Int(self.lowering.address_of_slot(slot), ty);
            let mut lost = Expr::Var(live);
            if !checks.leak {
                for pointer in &pointers {
                    let there = self.comparison(CompareOp::Eq, Expr::Var(*pointer), address.clone());
                    lost = Expr::And(Box::new(lost), Box::new(there.negated()));
                }
            }
            let (here, bad) = (self.graph.position(), self.graph.node());
            self.graph.emit_to(Op::Assume(lost.clone()), bad, span);
            self.graph.resume_if_live(bad);
            if !checks.leak && self.lowering.heap_holds_pointers() {
                self.note_unsupported("whether memory that lives at the end can be reached through other memory", span);
                self.graph.stop();
            } else {
                let message = "allocated memory is not freed at the end".into();
                let kind = if checks.leak { ErrorKind::Leak } else { ErrorKind::Lost };
                self.graph.error(ErrorInfo { kind, message, span: Some(span) }, span);
            }
            self.graph.restore(here);
            self.graph.emit(Op::Assume(lost.negated()), span);
        }
    }
}

impl Lowering<'_> {
    /// Whether a slot was allocated on the stack.
    fn is_local(&self, slot: Slot) -> bool {
        let Some(site) = self.site(slot) else { return false };
        let call = self.points_to.sites[site].call;
        match &self.unit[call].kind {
            ExprKind::Call { callee: Callee::Direct(function), .. } => {
                library::model(&self.unit[*function].name) == Some(Model::AllocateLocal)
            }
            _ => false,
        }
    }

    /// The variables of globals and statics that may hold a pointer.
    fn global_pointers(&self) -> Vec<VarId> {
        let ty = cfa::Type::Int(self.pointer_type());
        let is_global = |slot: &usize| {
            *slot < self.unit.objects.len()
                && self.unit.objects[*slot].storage != Storage::Automatic
                && self.unit.objects[*slot].storage != Storage::Parameter
        };
        let slots = (0..self.parts.len()).filter(is_global).filter_map(|slot| self.parts[slot].clone().flatten());
        let vars = slots.flat_map(|parts| parts.vars().collect::<Vec<_>>());
        vars.filter(|var| self.builder.var_ref(*var).ty == ty).collect()
    }

    /// Whether allocated memory, or a region, has room for pointers.
    fn heap_holds_pointers(&self) -> bool {
        let wide = |ty: IntType| ty.bits >= self.pointer_type().bits;
        let first = self.unit.objects.len();
        let parts = self.parts.iter().skip(first).flatten().flatten();
        let regions = self.regions.iter().flatten().flatten();
        parts.flat_map(|p| &p.shape.cells).chain(regions.flat_map(|r| &r.shape.cells)).any(|cell| wide(cell.ty))
    }
}
