//! Allocated memory: a fixed number of objects for each call that allocates.
//!
//! The objects of a call are used one after another and never twice, so that memory that was freed stays dead. Their size is
//! the constant that is asked for, or a few elements where it is not constant. An execution that needs more, of either,
//! comes to an unsupported edge. Allocation always succeeds.

use std::rc::Rc;

use super::points_to::POOL;
use super::shape::Shape;
use super::slots::{Parts, Slot};
use super::*;

/// Elements of an allocation whose size is not constant.
const ELEMENTS: u64 = 8;

/// More parts than this are not modelled in one allocated object.
const MAX_PARTS: usize = 512;

/// The variables that describe allocated objects.
#[derive(Default)]
pub(super) struct Heap {
    /// How many objects of each site are in use, by site.
    counts: Vec<Option<VarId>>,
    /// By slot, behind those of objects and strings: whether it is alive, and its size if that is not constant.
    objects: Vec<Option<(VarId, Option<VarId>)>>,
}

impl Lowering<'_> {
    fn first_site(&self) -> Slot {
        self.unit.objects.len() + self.unit.strings.len()
    }

    /// The allocation that a slot belongs to.
    pub(super) fn site(&self, slot: Slot) -> Option<usize> {
        slot.checked_sub(self.first_site()).map(|index| index / POOL)
    }

    /// The elements and the size in bytes of an allocated slot, if it is modelled.
    pub(super) fn allocated(&self, slot: Slot) -> Option<(Ty, u64)> {
        let site = &self.points_to.sites[self.site(slot)?];
        let element = site.element?;
        let step = self.unit.types.size_of(element).filter(|size| *size > 0)?;
        let count = match site.size {
            Some(size) if size % step == 0 => size / step,
            Some(_) => return None,
            None => ELEMENTS,
        };
        Some((element, count * step))
    }

    pub(super) fn allocated_parts(&mut self, slot: Slot) -> Option<Parts> {
        let (element, room) = self.allocated(slot)?;
        let step = self.unit.types.size_of(element).filter(|size| *size > 0)?;
        if room / step > MAX_PARTS as u64 {
            return None;
        }
        let shape = Shape::repeated(&self.unit.types, element, room / step)?;
        if shape.cells.len() > MAX_PARTS {
            return None;
        }
        let name = format!("$heap{}", slot - self.first_site());
        let vars = self.new_vars(&shape, &name, VarKind::Global, None, None);
        Some(Parts { shape: Rc::new(shape), values: vars.into_iter().map(Expr::Var).collect() })
    }

    fn global(&mut self, name: String, ty: IntType) -> VarId {
        self.builder.var(&name, cfa::Type::Int(ty), VarKind::Global, None, None)
    }

    /// The variables that say whether an allocated slot is alive and how large it is.
    fn life_of(&mut self, slot: Slot) -> (VarId, Option<VarId>) {
        let index = slot - self.first_site();
        if self.heap.objects.len() <= index {
            self.heap.objects.resize(index + 1, None);
        }
        if let Some(known) = self.heap.objects[index] {
            return known;
        }
        let live = self.global(format!("$heap{index}.live"), IntType::BOOL);
        let is_constant = self.points_to.sites[index / POOL].size.is_some();
        let size = (!is_constant).then(|| self.global(format!("$heap{index}.size"), self.pointer_type()));
        self.heap.objects[index] = Some((live, size));
        (live, size)
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
        let lives: Vec<VarId> = self.lowering.heap.objects.iter().flatten().map(|(live, _)| *live).collect();
        for count in counts {
            self.graph.emit(Op::Assign(count, Expr::Int(0, IntType::new(32, true))), span);
        }
        for live in lives {
            self.graph.emit(Op::Assign(live, Expr::FALSE), span);
        }
    }

    /// That `end` bytes of an allocated slot can be used; `None` for other slots.
    pub(super) fn usable(&mut self, slot: Slot, end: u64) -> Option<Expr> {
        self.lowering.site(slot)?;
        let (live, size) = self.lowering.life_of(slot);
        let live = Expr::Var(live);
        let Some(size) = size else { return Some(live) };
        let ty = self.lowering.pointer_type();
        let inside = self.comparison(CompareOp::Le, Expr::Int(i128::from(end), ty), Expr::Var(size));
        Some(Expr::And(Box::new(live), Box::new(inside)))
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
        let known = first.and_then(|(site, slot)| {
            let room = self.lowering.slot_size(slot)?;
            self.lowering.parts_of(slot).map(|_| (site, slot, room))
        });
        let (Some((site, slot, room)), Some(size)) = (known, size) else {
            self.note_unsupported("an allocation of something that is not modelled", span);
            return Some(Expr::Var(result));
        };
        let size = if self.is_stable(&size) { size } else { self.spill(size, span) };
        if self.lowering.points_to.sites[site].size.is_none() {
            self.limit_size(&size, room, span);
        }
        let (count, join, int) = (self.lowering.count_of(site), self.graph.node(), IntType::new(32, true));
        for k in 0..POOL {
            let (here, chosen) = (self.graph.position(), self.graph.node());
            let this = self.comparison(CompareOp::Eq, Expr::Var(count), Expr::Int(k as i128, int));
            self.graph.emit_to(Op::Assume(this), chosen, span);
            self.graph.resume_if_live(chosen);
            self.graph.emit(Op::Assign(count, Expr::Int(k as i128 + 1, int)), span);
            self.bring_to_life(slot + k, &size, zero, span);
            let address = Expr::Int(self.lowering.address_of_slot(slot + k), ty);
            self.graph.emit(Op::Assign(result, address), span);
            self.graph.jump(join, span);
            self.graph.restore(here);
        }
        let more = self.graph.node();
        let many = self.comparison(CompareOp::Ge, Expr::Var(count), Expr::Int(POOL as i128, int));
        self.graph.emit_to(Op::Assume(many), more, span);
        self.graph.resume_if_live(more);
        self.note_unsupported(format!("more than {POOL} allocations in one place"), span);
        self.graph.stop();
        self.graph.resume(join);
        Some(Expr::Var(result))
    }

    /// Goes on only if that many bytes fit.
    fn limit_size(&mut self, size: &Expr, room: u64, span: Span) {
        let ty = self.lowering.pointer_type();
        let low = self.comparison(CompareOp::Ge, size.clone(), Expr::Int(0, ty));
        let high = self.comparison(CompareOp::Le, size.clone(), Expr::Int(i128::from(room), ty));
        let (good, bad) = (self.graph.node(), self.graph.node());
        self.graph.split(Expr::And(Box::new(low), Box::new(high)), good, bad, span);
        self.graph.resume(bad);
        self.note_unsupported(format!("an allocation of more than {room} bytes whose size is not constant"), span);
        self.graph.stop();
        self.graph.resume(good);
    }

    fn bring_to_life(&mut self, slot: Slot, size: &Expr, zero: bool, span: Span) {
        let (live, size_var) = self.lowering.life_of(slot);
        self.graph.emit(Op::Assign(live, Expr::TRUE), span);
        if let Some(var) = size_var {
            self.graph.emit(Op::Assign(var, size.clone()), span);
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
            if self.lowering.site(slot).is_none() || self.lowering.parts_of(slot).is_none() {
                continue;
            }
            let (live, _) = self.lowering.life_of(slot);
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
