//! Allocated memory: a fixed number of objects for each call that allocates.
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
use crate::cfa::INDEX;

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
        zero: bool,
        into: Option<(VarId, Span)>,
    ) -> Option<Expr> {
        let unit = self.unit;
        let span = unit[e].span;
        let ty = self.lowering.pointer_type();
        let result = self.result_var(into, ty, "$allocated");
        let mut size: Option<Expr> = None;
        for argument in arguments.iter().take(if zero { 2 } else { 1 }) {
            let value = self.value(*argument);
            let value = self.cast(value, ty);
            size = Some(match size {
                Some(size) => self.arithmetic(ArithmeticOp::Mul, size, value, ty),
                None => value,
            });
        }
        let first = self.lowering.points_to.site_of(e).map(|site| (site, self.lowering.first_site() + site * POOL));
        let known = first
            .filter(|(_, slot)| self.lowering.region_of(*slot).is_some() || self.lowering.parts_of(*slot).is_some());
        let (Some((site, slot)), Some(size)) = (known, size) else {
            self.note_unsupported("an allocation of something that is not modelled", span);
            return Some(Expr::Var(result));
        };
        let size = if self.is_stable(&size) { size } else { self.spill(size, span) };
        let count = self.element_count(slot, &size, span);
        let (used, join, int) = (self.lowering.count_of(site), self.graph.node(), IntType::new(32, true));
        for k in 0..POOL {
            let (here, chosen) = (self.graph.position(), self.graph.node());
            let this = self.comparison(CompareOp::Eq, Expr::Var(used), Expr::Int(k as i128, int));
            self.graph.emit_to(Op::Assume(this), chosen, span);
            self.graph.resume_if_live(chosen);
            self.graph.emit(Op::Assign(used, Expr::Int(k as i128 + 1, int)), span);
            self.bring_to_life(slot + k, count.as_ref(), zero, span);
            let address = Expr::Int(self.lowering.address_of_slot(slot + k), ty);
            self.graph.emit(Op::Assign(result, address), span);
            self.graph.jump(join, span);
            self.graph.restore(here);
        }
        let more = self.graph.node();
        let many = self.comparison(CompareOp::Ge, Expr::Var(used), Expr::Int(POOL as i128, int));
        self.graph.emit_to(Op::Assume(many), more, span);
        self.graph.resume_if_live(more);
        self.note_unsupported(format!("more than {POOL} allocations in one place"), span);
        self.graph.stop();
        self.graph.resume(join);
        Some(Expr::Var(result))
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
        let ty = self.lowering.pointer_type();
        let class = self.lowering.points_to.target(pointer);
        let value = self.value(pointer);
        let value = if self.is_stable(&value) { value } else { self.spill(value, span) };
        let join = self.graph.node();
        let null = self.comparison(CompareOp::Eq, value.clone(), Expr::Int(0, ty));
        let mut wrong = null.clone().negated();
        self.graph.emit_to(Op::Assume(null), join, span);
        for slot in self.lowering.points_to.slots_of(class).to_vec() {
            let modelled = self.lowering.region_of(slot).is_some() || self.lowering.parts_of(slot).is_some();
            if self.lowering.site(slot).is_none() || !modelled {
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
            self.invalid(span);
        }
        self.graph.resume(join);
    }
}
