//! What memory holds when it comes to life, and its beginning and end.

use super::super::super::expr::{BinaryOp, Expr, INDEX, IntType};
use super::super::super::memory::{Cell, MemoryOp, ObjId, Storage};
use super::super::super::program::{HavocKind, Op, VarId};
use super::super::mapping::{Extent, HavocPart};
use super::access::{ERROR_CODES, Found, Place, PlaceRoot, is_vast, unless_vast};
use super::address::Linear;
use super::plan::{ALIGNMENT, ClassSize, Content, Home, Place as Kept, Single, Size};
use super::points_to::Node;
use super::rewrite::Rewriting;
use super::terms::{add, and, convert, eq, ite, le, lt, or, sub};
use crate::limits::limits;

/// A number that is known.
fn constant(e: &Expr) -> Option<u64> {
    if let Expr::Int(value, _) = e { u64::try_from(*value).ok() } else { None }
}

impl<'p> Rewriting<'p> {
    pub(super) fn havoc(&mut self, at: &Expr, size: &Expr, kind: &HavocKind) -> Found<()> {
        let unset = *kind == HavocKind::Uninitialised;
        let fresh = unset || self.is_just_allocated(at, size);
        let (place, size) = (self.place(at)?, self.expr(size)?);
        if let Some(single) = self.only(&place)
            && (fresh
                || matches!((&single.size, &size), (Size::Constant(all), Expr::Int(n, _)) if i128::from(*all) == *n))
            && place.target.at.modulus == 0
            && place.target.at.rest == 0
        {
            let whole = match (&single.size, &size) {
                (Size::Constant(all), Expr::Int(n, _)) => i128::from(*all) == *n,
                _ => true,
            };
            if whole {
                self.havoc_single(single, kind);
                return Ok(());
            }
        }
        let in_class = place.target.node.is_some_and(|node| self.plan.classes.contains_key(&node));
        if fresh && in_class && matches!(place.root, PlaceRoot::Number(_)) && (unset || constant(&size).is_none()) {
            // Nobody has looked at these cells: they hold anything already.
            return self.havoc_fixed(&place, kind);
        }
        if fresh
            && let (PlaceRoot::Number(root), Some(0), true) =
                (&place.root, place.exact, place.distance == Linear::default())
        {
            return self.havoc_chosen(&place, root.clone(), kind);
        }
        let Some(size) = constant(&size).filter(|size| *size <= limits().memory.unrolled_copy) else {
            return self.havoc_loop(place, size, kind);
        };
        let bytes = || (0..size).map(|i| (i, Cell::bytes(1, IntType::new(8, false)))).collect();
        let parts: Vec<(u64, Cell)> = self.space.parts(&place, size).unwrap_or_else(bytes);
        let place = self.steady_place(place);
        for (distance, cell) in parts {
            let temp = self.temp(cell.ty);
            let next = self.new_loc();
            let part = HavocPart { distance, cell, extent: Extent::Cell };
            self.finish_part(Op::Havoc(temp, kind.clone()), next, Some(part));
            let updates = self.space.store(&self.moved(&place, distance), cell, &Expr::Var(temp))?;
            self.update(updates);
        }
        Ok(())
    }

    /// Whether the edge before has allocated just this memory.
    fn is_just_allocated(&self, at: &Expr, size: &Expr) -> bool {
        let mut before = self.program.incoming(self.program.edges[self.old].src);
        let Some((_, edge)) = before.next() else { return false };
        let Op::Memory(MemoryOp::Alloc { to, size: allocated, .. }) = &edge.op else { return false };
        before.next().is_none() && *at == Expr::Var(*to) && allocated == size
    }

    /// Memory that just came to life, in one of several objects, as a whole.
    fn havoc_chosen(&mut self, place: &Place, root: Expr, kind: &HavocKind) -> Found<()> {
        let node = place.target.node.ok_or("memory that nobody knows becomes arbitrary")?;
        let (here, after) = (self.at, self.new_loc());
        let mut none = Expr::TRUE;
        for single in self.plan.choices.get(&node).map_or(&[][..], |list| list) {
            let single = &self.plan.singles[*single];
            let chosen = eq(root.clone(), Expr::Int(single.base, INDEX));
            self.at = here;
            self.step(Op::Assume(chosen.clone()));
            self.havoc_single(single, kind);
            self.finish(Op::Skip, after);
            none = and(none, chosen.negated());
        }
        self.at = here;
        self.finish(Op::Assume(none), after);
        Ok(())
    }

    /// Element by element.
    fn havoc_loop(&mut self, place: Place, size: Expr, kind: &HavocKind) -> Found<()> {
        let unit = self.unit(&[&place]);
        let place = self.steady_place(place);
        self.by_elements(size, unit, &mut |work, size, unit| {
            let cell = Cell::bytes(unit as u32, IntType::new((unit * 8) as u8, false));
            work.counted(size, unit, true, &mut |work, distance| {
                let temp = work.temp(cell.ty);
                let next = work.new_loc();
                let part = HavocPart { distance: 0, cell, extent: Extent::Loop(unit) };
                work.finish_part(Op::Havoc(temp, kind.clone()), next, Some(part));
                let updates = work.space.store(&work.shifted(&place, distance), cell, &Expr::Var(temp))?;
                work.update(updates);
                Ok(())
            })
        })
    }

    /// The one object that a place is in.
    fn only(&self, place: &Place) -> Option<&'p Single> {
        let plan = self.plan;
        match place.root {
            PlaceRoot::Single(single) => Some(&plan.singles[single]),
            PlaceRoot::Number(_) => match &plan.choices.get(&place.target.node?)?[..] {
                [single] => Some(&plan.singles[*single]),
                _ => None,
            },
        }
    }

    fn havoc_single(&mut self, single: &Single, kind: &HavocKind) {
        for piece in &single.pieces {
            let (shape, vars, extent) = match &piece.content {
                Content::Parts { shape, vars } => (shape, vars, Extent::Cell),
                Content::Array(elements) => (&elements.shape, &elements.regions, Extent::Region(elements.step)),
            };
            for (part, var) in shape.parts.iter().zip(vars) {
                let next = self.new_loc();
                let bit = piece.from * 8 + part.bit;
                let cell = Cell { bit: (bit % 8) as u32, bits: part.bits, ty: part.ty };
                let part = HavocPart { distance: bit / 8, cell, extent };
                self.finish_part(Op::Havoc(*var, kind.clone()), next, Some(part));
            }
        }
    }

    /// A local with a fixed address in a class is not fresh the second time.
    fn havoc_fixed(&mut self, place: &Place, kind: &HavocKind) -> Found<()> {
        let class = &self.plan.classes[&place.target.node.expect("it is in a class")];
        let PlaceRoot::Number(Expr::Int(base, _)) = place.root else { return Ok(()) };
        let Some((_, base, size, _)) = class.fixed.iter().find(|(_, fixed, ..)| *fixed == base) else { return Ok(()) };
        for element in 0..size / class.elements.step {
            let start = element * class.elements.step;
            for (part, region) in class.elements.shape.parts.iter().zip(&class.elements.regions) {
                let temp = self.temp(part.ty);
                let next = self.new_loc();
                let bit = start * 8 + part.bit;
                let cell = Cell { bit: (bit % 8) as u32, bits: part.bits, ty: part.ty };
                self.finish_part(
                    Op::Havoc(temp, kind.clone()),
                    next,
                    Some(HavocPart { distance: bit / 8, cell, extent: Extent::Cell }),
                );
                let index = Expr::Int(base + i128::from(start), INDEX);
                self.step(Op::Store(*region, Some(index), Expr::Var(temp)));
            }
        }
        Ok(())
    }

    /// One more, or one fewer, of the allocated objects of a class lives.
    fn count(&mut self, node: Node, counts: bool, op: BinaryOp) {
        if let Some(count) = self.plan.classes[&node].count.filter(|_| counts) {
            self.step(Op::Assign(count, Expr::binary(op, Expr::Var(count), Expr::Int(1, INDEX))));
        }
    }

    pub(super) fn alloc(&mut self, to: VarId, size: &Expr, zero: bool, storage: Storage) -> Found<()> {
        let size = self.expr(size)?;
        let size = self.steady(size, INDEX);
        match self.plan.allocations[self.old] {
            Some(Home::Single(single)) => {
                let single = &self.plan.singles[single];
                if let Size::Variable(var) = single.size {
                    self.step(Op::Assign(var, size));
                }
                if let Some(live) = single.live {
                    self.step(Op::Assign(live, Expr::TRUE));
                }
                if zero {
                    self.image(single, None);
                }
                self.step(Op::Assign(to, Expr::Int(single.base, self.plan.pointer)));
                Ok(())
            }
            Some(Home::Class(node, _)) => {
                let base = self.fresh(node, &size, storage);
                self.count(node, storage == Storage::Heap, BinaryOp::Add);
                if zero {
                    self.zero(node, &base, &size)?;
                }
                self.step(Op::Assign(to, base));
                Ok(())
            }
            None => Err("an allocation without a place"),
        }
    }

    /// A new object of a class; its address.
    fn fresh(&mut self, node: Node, size: &Expr, storage: Storage) -> Expr {
        let class = &self.plan.classes[&node];
        let pointer = self.plan.pointer;
        let base = self.temp(pointer);
        let mut after = None;
        if class.vast {
            let too_large = lt(Expr::Int(class.spacing - ALIGNMENT, INDEX), size.clone());
            let (here, done) = (self.at, self.new_loc());
            self.step(Op::Assume(too_large.clone()));
            self.vast(base, size);
            self.finish(Op::Skip, done);
            self.at = here;
            self.step(Op::Assume(too_large.negated()));
            after = Some(done);
        }
        self.step(Op::Assign(base, Expr::Var(class.next)));
        let spacing = Expr::Int(class.spacing, pointer);
        self.step(Op::Assign(class.next, Expr::binary(BinaryOp::Add, Expr::Var(class.next), spacing)));
        let index = convert(Expr::Var(base), pointer, INDEX);
        if let Some(live) = class.live {
            self.step(Op::Store(live, Some(index.clone()), Expr::TRUE));
        }
        if let Some(allocated) = class.allocated.filter(|_| storage == Storage::Heap) {
            self.step(Op::Store(allocated, Some(index.clone()), Expr::TRUE));
        }
        if let ClassSize::Region(region) = class.size {
            self.step(Op::Store(region, Some(index), size.clone()));
        }
        if let Some(after) = after {
            self.finish(Op::Skip, after);
        }
        Expr::Var(base)
    }

    /// The address of a vast object: any that is aligned, far below zero, with room for so many bytes.
    fn vast(&mut self, base: VarId, size: &Expr) {
        let pointer = self.plan.pointer;
        let blocks = self.arbitrary(INDEX);
        let below = Expr::binary(BinaryOp::Mul, Expr::Var(blocks), Expr::Int(ALIGNMENT, INDEX));
        self.step(Op::Assume(le(Expr::Var(blocks), Expr::Int(pointer.max().min(1 << 62) / ALIGNMENT, INDEX))));
        self.step(Op::Assume(le(add(size.clone(), Expr::Int(ERROR_CODES, INDEX)), below.clone())));
        self.step(Op::Assign(base, convert(sub(Expr::Int(0, INDEX), below), INDEX, pointer)));
    }

    /// Fresh memory of a class that holds zeros.
    fn zero(&mut self, node: Node, base: &Expr, size: &Expr) -> Found<()> {
        let class = &self.plan.classes[&node];
        let start = convert(base.clone(), self.plan.pointer, INDEX);
        let step = class.elements.step;
        let set = |work: &mut Self, distance: &Expr| {
            for (part, region) in class.elements.shape.parts.iter().zip(&class.elements.regions) {
                let index = add(start.clone(), distance.clone());
                work.step(Op::Store(*region, Some(index), Expr::Int(0, part.ty)));
            }
        };
        match size {
            Expr::Int(size, _) if *size as u64 / step <= 64 => {
                for element in 0..*size as u64 / step {
                    set(self, &Expr::Int(i128::from(element * step), INDEX));
                }
                Ok(())
            }
            size => {
                let after = self.new_loc();
                let vast = is_vast(class, &start);
                if vast != Expr::FALSE {
                    let here = self.at;
                    self.step(Op::Assume(vast.clone()));
                    self.finish(Op::Skip, after);
                    self.at = here;
                    self.step(Op::Assume(vast.negated()));
                }
                // The room of an object is one of whole elements.
                let more = i128::from(step) - 1;
                let size = if step > 1 { add(size.clone(), Expr::Int(more, INDEX)) } else { size.clone() };
                self.counted(&size, step, true, &mut |work, distance| {
                    set(work, distance);
                    Ok(())
                })?;
                self.finish(Op::Skip, after);
                Ok(())
            }
        }
    }

    pub(super) fn free(&mut self, at: &Expr) -> Found<()> {
        let place = self.place(at)?;
        let number = self.space.number(&place);
        let Some(node) = place.target.node else { return Ok(()) };
        if let Some(class) = self.plan.classes.get(&node) {
            if let Some(count) = class.count {
                let fewer = Expr::binary(BinaryOp::Sub, Expr::Var(count), Expr::Int(1, INDEX));
                let null = eq(number.clone(), Expr::Int(0, INDEX));
                let other = class
                    .allocated
                    .map_or(Expr::FALSE, |allocated| Expr::Select(allocated, Box::new(number.clone())).negated());
                let other = unless_vast(class, &number, other, IntType::BOOL, self);
                self.step(Op::Assign(count, ite(or(null, other), Expr::Var(count), fewer)));
            }
            if let Some(live) = class.live {
                self.step(Op::Store(live, Some(number), Expr::FALSE));
            }
            return Ok(());
        }
        for &single in self.plan.choices.get(&node).map_or(&[][..], |list| list) {
            let single = &self.plan.singles[single];
            if let Some(live) = single.live {
                let other = eq(number.clone(), Expr::Int(single.base, INDEX)).negated();
                self.step(Op::Assign(live, and(Expr::Var(live), other)));
            }
        }
        Ok(())
    }

    pub(super) fn enter(&mut self, object: ObjId) {
        match self.plan.objects[object] {
            Some(Home::Single(single)) => {
                if let Some(live) = self.plan.singles[single].live {
                    self.step(Op::Assign(live, Expr::TRUE));
                }
            }
            Some(Home::Class(node, Kept::Variable(var))) => {
                let size = Expr::Int(i128::from(self.program.objects[object].size), INDEX);
                let base = self.fresh(node, &size, Storage::Stack);
                self.step(Op::Assign(var, base));
            }
            Some(Home::Class(..)) | None => {}
        }
    }

    pub(super) fn leave(&mut self, object: ObjId) {
        match self.plan.objects[object] {
            Some(Home::Single(single)) => {
                if let Some(live) = self.plan.singles[single].live {
                    self.step(Op::Assign(live, Expr::FALSE));
                }
            }
            Some(Home::Class(node, Kept::Variable(var))) => {
                let class = &self.plan.classes[&node];
                let index = convert(Expr::Var(var), self.plan.pointer, INDEX);
                if let Some(live) = class.live {
                    self.step(Op::Store(live, Some(index), Expr::FALSE));
                }
            }
            Some(Home::Class(..)) | None => {}
        }
    }
}
