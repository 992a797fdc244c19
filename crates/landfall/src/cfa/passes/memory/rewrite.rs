//! The program with variables and regions in place of memory, edge by edge.

use super::super::super::builder::ProgramBuilder;
use super::super::super::expr::{BinaryOp, Expr, INDEX, IntType, Type};
use super::super::super::memory::{Cell, MemoryExpr, MemoryOp, ObjId, Storage};
use super::super::super::program::*;
use super::super::super::verify::debug_verify;
use super::super::Passed;
use super::super::mapping::{FrameId, HavocPart, Mapping};
use super::access::{Found, Place, PlaceRoot, Space, Update, add, and, convert, eq, le, lt};
use super::address::Linear;
use super::plan::{Class, ClassSize, Content, Home, Place as Kept, Plan, Single, Size, plan};
use super::points_to::{Node, PointsTo};

/// Elements of a static object that get their first value one by one.
const MOST_STORED: u64 = 1 << 16;

/// A copy of at most so many bytes is made part by part, without a loop.
const UNROLLED: u64 = 1024;

pub(super) fn rewrite(program: &Program) -> Passed {
    let points_to = PointsTo::new(program);
    let mut builder = ProgramBuilder::new(program.semantics);
    builder.copy_declarations(program);
    builder.drop_objects();
    let first = VarId::from_u32(program.vars.len() as u32);
    let plan = plan(program, &points_to, &mut builder);
    let mut mapping = Mapping::empty();
    mapping.locs.extend(program.locs.keys());
    mapping.procs.extend(program.procs.keys());
    let reads_nothing = |op: &Op| !matches!(op, Op::Havoc(..) | Op::Memory(MemoryOp::Havoc { .. }));
    let Some(origin) = program.edges.iter().find(|(_, e)| reads_nothing(&e.op)).map(|(id, _)| id) else {
        return Passed::unchanged(program.clone());
    };
    let space = Space { plan: &plan, points_to: &points_to };
    let at = program.procs[program.entry].entry;
    let mut work =
        Rewriting { program, plan: &plan, space, builder, mapping, first, old: origin, at, proc: program.entry };
    work.begin();
    for (id, edge) in program.edges.iter() {
        (work.old, work.at, work.proc) = (id, edge.src, program.proc_of(edge.src));
        work.edge(edge);
    }
    let result = work.builder.finish(program.entry);
    debug_verify(&result, "taking memory away");
    Passed { program: result, mapping: work.mapping }
}

struct Rewriting<'p> {
    program: &'p Program,
    plan: &'p Plan,
    space: Space<'p>,
    builder: ProgramBuilder,
    mapping: Mapping,
    /// The first variable that the plan has made.
    first: VarId,
    /// The edge that is being rewritten, and where it has come to.
    old: EdgeId,
    at: LocId,
    proc: ProcId,
}

impl<'p> Rewriting<'p> {
    // ---------------------------------------------------------------------------------------------------------------- graph

    fn new_loc(&mut self) -> LocId {
        let old = &self.program.edges[self.old];
        let loc = self.builder.loc(self.proc, old.span);
        self.mapping.locs.push(old.src);
        loc
    }

    fn finish(&mut self, op: Op, dst: LocId) {
        self.finish_part(op, dst, None);
    }

    fn finish_part(&mut self, op: Op, dst: LocId, part: Option<HavocPart>) {
        let span = self.program.edges[self.old].span;
        let edge = self.builder.edge(self.at, dst, op, span);
        self.mapping.push_edge(self.old, FrameId::ROOT);
        if let Some(part) = part {
            self.mapping.set_part(edge, part);
        }
        self.at = dst;
    }

    fn step(&mut self, op: Op) {
        let next = self.new_loc();
        self.finish(op, next);
    }

    fn temp(&mut self, ty: IntType) -> VarId {
        self.builder.var("$tmp", Type::Int(ty), VarKind::Temp, Some(self.proc), None)
    }

    /// Another edge from here to where the execution is not followed.
    fn trap(&mut self, condition: Expr, reason: &str) {
        if condition == Expr::FALSE {
            return;
        }
        let (here, away, end) = (self.at, self.new_loc(), self.new_loc());
        if condition == Expr::TRUE {
            return self.finish(Op::Unsupported(reason.into()), end);
        }
        self.finish(Op::Assume(condition.clone()), away);
        self.finish(Op::Unsupported(reason.into()), end);
        self.at = here;
        self.step(Op::Assume(condition.negated()));
    }

    // ---------------------------------------------------------------------------------------------------------------- start

    /// In front of everything: what memory holds at first.
    fn begin(&mut self) {
        let entry = self.at;
        let first = self.builder.loc(self.proc, None);
        self.mapping.locs.push(entry);
        self.builder.proc_mut(self.proc).entry = first;
        self.at = first;
        for (id, object) in self.program.objects.iter().filter(|(_, object)| object.owner.is_none()) {
            if let Some(Home::Single(single)) = self.plan.objects[id] {
                let single = &self.plan.singles[single];
                self.image(single, object.image.as_deref());
            }
        }
        for single in &self.plan.singles {
            if let Some(live) = single.live {
                self.step(Op::Assign(live, Expr::FALSE));
            }
        }
        for class in self.plan.classes.values() {
            self.begin_class(class);
        }
        self.finish(Op::Skip, entry);
    }

    fn begin_class(&mut self, class: &Class) {
        self.step(Op::Assign(class.next, Expr::Int(class.first, self.plan.pointer)));
        self.step(Op::Store(class.live, None, Expr::FALSE));
        if let Some(count) = class.count {
            self.step(Op::Assign(count, Expr::Int(0, INDEX)));
        }
        for region in &class.elements.regions {
            self.step(Op::Havoc(*region, HavocKind::Uninitialised));
        }
        if let ClassSize::Region(region) = class.size {
            self.step(Op::Store(region, None, Expr::Int(0, INDEX)));
        }
        for (id, base, size, _) in &class.fixed {
            let object = &self.program.objects[*id];
            if object.owner.is_some() {
                continue;
            }
            if size / class.elements.step > MOST_STORED {
                self.trap(Expr::TRUE, "a large static object among others that a pointer may mean");
            }
            let size = (*size).min(MOST_STORED * class.elements.step);
            for (part, region) in class.elements.shape.parts.iter().zip(&class.elements.regions) {
                for element in 0..size / class.elements.step {
                    let start = element * class.elements.step;
                    let value = bits_of(object.image.as_deref(), start * 8 + part.bit, part.bits, part.ty);
                    let index = Expr::Int(base + i128::from(start), INDEX);
                    self.step(Op::Store(*region, Some(index), Expr::Int(value, part.ty)));
                }
            }
        }
    }

    fn image(&mut self, single: &Single, image: Option<&[u8]>) {
        for piece in &single.pieces {
            match &piece.content {
                Content::Parts { shape, vars } => {
                    for (part, var) in shape.parts.iter().zip(vars) {
                        let value = bits_of(image, piece.from * 8 + part.bit, part.bits, part.ty);
                        self.step(Op::Assign(*var, Expr::Int(value, part.ty)));
                    }
                }
                Content::Array(elements) => {
                    for (part, region) in elements.shape.parts.iter().zip(&elements.regions) {
                        self.step(Op::Store(*region, None, Expr::Int(0, part.ty)));
                        if image.is_none() || piece.to == u64::MAX {
                            continue;
                        }
                        for element in 0..(piece.to - piece.from) / elements.step {
                            let start = piece.from + element * elements.step;
                            let value = bits_of(image, start * 8 + part.bit, part.bits, part.ty);
                            if value != 0 {
                                let index = Expr::Int(i128::from(element), INDEX);
                                self.step(Op::Store(*region, Some(index), Expr::Int(value, part.ty)));
                            }
                        }
                    }
                }
            }
        }
    }

    // ----------------------------------------------------------------------------------------------------------- expressions

    fn expr(&self, e: &Expr) -> Found<Expr> {
        let again = |e: &Expr| self.expr(e).map(Box::new);
        Ok(match e {
            Expr::Int(..) | Expr::Var(_) => e.clone(),
            Expr::Unary(op, a) => Expr::Unary(*op, again(a)?),
            Expr::Cast(ty, a) => Expr::Cast(*ty, again(a)?),
            Expr::Binary(op @ (BinaryOp::Lt | BinaryOp::Le), a, b) => {
                // Addresses are positive: that pointers are compared as unsigned numbers makes no difference.
                if let (Expr::Cast(_, x), Expr::Cast(_, y)) = (&**a, &**b)
                    && self.is_address(x)
                    && self.is_address(y)
                {
                    return Ok(Expr::Binary(*op, again(x)?, again(y)?));
                }
                Expr::Binary(*op, again(a)?, again(b)?)
            }
            Expr::Binary(BinaryOp::Rem, a, b) if self.is_aligned(a, b) => match **b {
                Expr::Int(_, ty) => Expr::Int(0, ty),
                _ => Expr::Binary(BinaryOp::Rem, again(a)?, again(b)?),
            },
            Expr::Binary(op, a, b) => Expr::Binary(*op, again(a)?, again(b)?),
            Expr::And(a, b) => and(*again(a)?, *again(b)?),
            Expr::Or(a, b) => Expr::Or(again(a)?, again(b)?),
            Expr::Ite(c, a, b) => Expr::Ite(again(c)?, again(a)?, again(b)?),
            Expr::Select(v, index) => Expr::Select(*v, again(index)?),
            Expr::Float(op, operands) => {
                Expr::Float(*op, operands.iter().map(|e| self.expr(e)).collect::<Found<Vec<Expr>>>()?)
            }
            Expr::Memory(MemoryExpr::Address(..) | MemoryExpr::Offset(_), _) => self.space.pointer(&self.place(e)?),
            Expr::Memory(op, operands) => self.space.question(*op, operands, &mut |e| self.expr(e))?,
        })
    }

    /// Whether a value is null or an address, and always a multiple of a constant to which all objects are aligned.
    fn is_aligned(&self, e: &Expr, by: &Expr) -> bool {
        let target = self.space.points_to.target(e);
        let Expr::Int(by, _) = *by else { return false };
        let divides = |n: i128| by > 0 && n % by == 0;
        target.node.is_some()
            && !target.wild
            && !target.number
            && divides(super::plan::ALIGNMENT)
            && divides(target.at.rest)
            && divides(i128::from(target.at.modulus))
    }

    fn is_address(&self, e: &Expr) -> bool {
        let target = self.space.points_to.target(e);
        target.node.is_some() && !target.wild && !target.number
    }

    fn place(&self, at: &Expr) -> Found<Place> {
        self.space.place(at, &mut |e| self.expr(e))
    }

    /// Whether no change of memory changes the value.
    fn is_steady(&self, e: &Expr) -> bool {
        let mut steady = true;
        e.for_each_var(&mut |v| steady &= v < self.first);
        steady
    }

    fn steady(&mut self, e: Expr, ty: IntType) -> Expr {
        if self.is_steady(&e) && matches!(e, Expr::Int(..) | Expr::Var(_) | Expr::Cast(..)) {
            return e;
        }
        let temp = self.temp(ty);
        self.step(Op::Assign(temp, e));
        Expr::Var(temp)
    }

    /// The place with its expressions in variables that writes do not change.
    fn steady_place(&mut self, mut place: Place) -> Place {
        if let PlaceRoot::Number(root) = place.root {
            place.root = PlaceRoot::Number(self.steady(root, INDEX));
        }
        let terms = std::mem::take(&mut place.distance.terms);
        for (term, factor) in terms {
            let term = self.steady(term, INDEX);
            place.distance.terms.push((term, factor));
        }
        place
    }

    fn moved(&self, place: &Place, by: u64) -> Place {
        let mut place = place.clone();
        place.distance.constant += i128::from(by);
        let modulus = place.target.at.modulus;
        place.target.at.rest += i128::from(by);
        if modulus != 0 {
            place.target.at.rest %= i128::from(modulus);
        }
        place
    }

    // ---------------------------------------------------------------------------------------------------------------- edges

    fn edge(&mut self, edge: &Edge) {
        let dst = edge.dst;
        if let Err(reason) = self.rewritten(edge) {
            self.finish(Op::Unsupported(reason.into()), dst);
        }
    }

    fn rewritten(&mut self, edge: &Edge) -> Found<()> {
        let dst = edge.dst;
        let op = match &edge.op {
            Op::Assume(condition) => return self.assume(condition, dst),
            Op::Assign(var, value) => Op::Assign(*var, self.expr(value)?),
            Op::Call { callee, args, result } => {
                let args = args.iter().map(|e| self.expr(e)).collect::<Found<Vec<Expr>>>()?;
                Op::Call { callee: *callee, args, result: *result }
            }
            Op::Store(var, index, value) => {
                let index = index.as_ref().map(|e| self.expr(e)).transpose()?;
                Op::Store(*var, index, self.expr(value)?)
            }
            Op::Memory(op) => return self.memory(op, dst),
            Op::Skip | Op::Havoc(..) | Op::Unsupported(_) => edge.op.clone(),
        };
        self.finish(op, dst);
        Ok(())
    }

    /// A condition. Where it asks about an address that may be of memory from outside, it says nothing.
    fn assume(&mut self, condition: &Expr, dst: LocId) -> Found<()> {
        let mut beyond = Expr::FALSE;
        let mut failed = None;
        condition.for_each_memory(&mut |op, operands| {
            if matches!(op, MemoryExpr::Readable | MemoryExpr::Writable | MemoryExpr::Freeable)
                && self.space.points_to.target(&operands[0]).wild
            {
                match self.place(&operands[0]) {
                    Ok(place) => {
                        if let Some(one) = self.space.beyond(&place) {
                            beyond = super::access::or(std::mem::replace(&mut beyond, Expr::FALSE), one);
                        }
                    }
                    Err(reason) => failed = Some(reason),
                }
            }
        });
        if let Some(reason) = failed {
            return Err(reason);
        }
        let mut condition = self.expr(condition)?;
        if beyond != Expr::FALSE {
            let (here, away, end) = (self.at, self.new_loc(), self.new_loc());
            self.finish(Op::Assume(beyond.clone()), away);
            self.finish(Op::Unsupported("what a pointer from outside points to".into()), end);
            self.at = here;
            condition = and(beyond.negated(), condition);
        }
        self.finish(Op::Assume(condition), dst);
        Ok(())
    }

    fn update(&mut self, updates: Vec<Update>) {
        for update in updates {
            self.step(match update {
                Update::Assign(var, value) => Op::Assign(var, value),
                Update::Store(region, index, value) => Op::Store(region, Some(index), value),
            });
        }
    }

    fn memory(&mut self, op: &MemoryOp, dst: LocId) -> Found<()> {
        match op {
            MemoryOp::Write { at, cell, value, .. } => {
                let (mut place, mut value) = (self.place(at)?, self.expr(value)?);
                let mut updates = self.space.store(&place, *cell, &value)?;
                if updates.len() > 1 {
                    place = self.steady_place(place);
                    value = self.steady(value, cell.ty);
                    updates = self.space.store(&place, *cell, &value)?;
                }
                if let [update] = &updates[..] {
                    let op = match update.clone() {
                        Update::Assign(var, value) => Op::Assign(var, value),
                        Update::Store(region, index, value) => Op::Store(region, Some(index), value),
                    };
                    self.finish(op, dst);
                    return Ok(());
                }
                self.update(updates);
            }
            MemoryOp::Copy { to, from, size } => self.copy(to, from, size)?,
            MemoryOp::Fill { at, value, size } => self.fill(at, value, size)?,
            MemoryOp::Havoc { at, size, kind } => self.havoc(at, size, kind)?,
            MemoryOp::Alloc { to, size, zero, storage, .. } => self.alloc(*to, size, *zero, *storage)?,
            MemoryOp::Free { at } => self.free(at)?,
            MemoryOp::Enter(object) => self.enter(*object),
            MemoryOp::Leave(object) => self.leave(*object),
        }
        self.finish(Op::Skip, dst);
        Ok(())
    }

    // --------------------------------------------------------------------------------------------------------------- copies

    fn copy(&mut self, to: &Expr, from: &Expr, size: &Expr) -> Found<()> {
        let (to, from, size) = (self.place(to)?, self.place(from)?, self.expr(size)?);
        if let Expr::Int(size, _) = size {
            let size = u64::try_from(size).map_err(|_| "a copy of a negative number of bytes")?;
            if let Some(parts) = self.parts_of_copy(&to, &from, size) {
                return self.copy_parts(to, from, &parts);
            }
        }
        self.copy_loop(to, from, size)
    }

    fn parts_of_copy(&self, to: &Place, from: &Place, size: u64) -> Option<Vec<(u64, Cell)>> {
        if size > UNROLLED {
            return None;
        }
        let known = self.space.parts(from, size).or_else(|| self.space.parts(to, size));
        let bytes = || (0..size).map(|i| (i, Cell::bytes(1, IntType::new(8, false)))).collect();
        Some(known.unwrap_or_else(bytes))
    }

    fn copy_parts(&mut self, to: Place, from: Place, parts: &[(u64, Cell)]) -> Found<()> {
        let apart = match (&to.root, &from.root) {
            (PlaceRoot::Single(a), PlaceRoot::Single(b)) => a != b,
            _ => to.target.node != from.target.node,
        };
        let (to, from) = (self.steady_place(to), self.steady_place(from));
        let mut values = Vec::with_capacity(parts.len());
        for (distance, cell) in parts {
            let value = self.space.load(&self.moved(&from, *distance), *cell)?;
            if apart && matches!(value, Expr::Var(_)) {
                values.push(value);
            } else {
                values.push(self.steady(value, cell.ty));
            }
        }
        for ((distance, cell), value) in parts.iter().zip(values) {
            let updates = self.space.store(&self.moved(&to, *distance), *cell, &value)?;
            self.update(updates);
        }
        Ok(())
    }

    /// The elements that a copy or fill of a computed number of bytes goes by.
    fn unit(&self, places: &[&Place]) -> u64 {
        let units: Option<Vec<u64>> = places.iter().map(|place| self.space.unit(place)).collect();
        match units.as_deref() {
            Some([first, rest @ ..]) if rest.iter().all(|unit| unit == first) => *first,
            _ => 1,
        }
    }

    fn copy_loop(&mut self, to: Place, from: Place, size: Expr) -> Found<()> {
        let unit = self.unit(&[&to, &from]);
        let cell = Cell::bytes(unit as u32, IntType::new((unit * 8) as u8, false));
        let (to, from) = (self.steady_place(to), self.steady_place(from));
        let size = self.steady(size, INDEX);
        self.whole_elements(&size, unit);
        let overlap = to.target.node == from.target.node;
        let forward = match overlap {
            false => Expr::TRUE,
            true => le(self.space.number(&to), self.space.number(&from)),
        };
        let (start, after) = (self.at, self.new_loc());
        for (condition, up) in [(forward.clone(), true), (forward.negated(), false)] {
            if condition == Expr::FALSE {
                continue;
            }
            self.at = start;
            self.step(Op::Assume(condition));
            let mut body = |work: &mut Self, at: &Expr| {
                let (a, b) = (work.shifted(&to, at), work.shifted(&from, at));
                let value = work.space.load(&b, cell)?;
                let value = work.steady(value, cell.ty);
                let updates = work.space.store(&a, cell, &value)?;
                work.update(updates);
                Ok(())
            };
            self.counted(&size, unit, up, &mut body)?;
            self.finish(Op::Skip, after);
        }
        self.at = after;
        Ok(())
    }

    /// Ends in a trap where a number of bytes is no whole number of elements.
    fn whole_elements(&mut self, size: &Expr, unit: u64) {
        if unit > 1 {
            let rest = match size {
                Expr::Int(size, _) => Expr::Int(size % i128::from(unit), INDEX),
                size => Expr::binary(BinaryOp::Rem, size.clone(), Expr::Int(i128::from(unit), INDEX)),
            };
            let uneven = eq(rest, Expr::Int(0, INDEX)).negated();
            self.trap(uneven, "a copy of parts of elements");
        }
    }

    fn shifted(&self, place: &Place, by: &Expr) -> Place {
        let mut place = place.clone();
        let more = Linear::of(by);
        place.distance.constant += more.constant;
        place.distance.terms.extend(more.terms);
        place
    }

    /// Runs `body` for the distances 0, unit, … below `size`, upwards or downwards.
    fn counted(
        &mut self,
        size: &Expr,
        unit: u64,
        up: bool,
        body: &mut dyn FnMut(&mut Self, &Expr) -> Found<()>,
    ) -> Found<()> {
        let count = self.temp(INDEX);
        let (number, unit) = (Expr::Var(count), i128::from(unit));
        // The number of elements; of bytes that are none, `size` is no multiple, which was excluded.
        let elements = match size {
            Expr::Int(size, _) => Expr::Int(size / unit, INDEX),
            size if unit == 1 => size.clone(),
            size => Expr::binary(BinaryOp::Div, size.clone(), Expr::Int(unit, INDEX)),
        };
        let elements = self.steady(elements, INDEX);
        self.step(Op::Assign(count, if up { Expr::Int(0, INDEX) } else { elements.clone() }));
        let (head, inside, after) = (self.new_loc(), self.new_loc(), self.new_loc());
        self.finish(Op::Skip, head);
        let goes_on = if up { lt(number.clone(), elements) } else { lt(Expr::Int(0, INDEX), number.clone()) };
        self.finish(Op::Assume(goes_on.clone()), inside);
        self.at = head;
        self.finish(Op::Assume(goes_on.negated()), after);
        self.at = inside;
        let one = Expr::Int(1, INDEX);
        let less = Expr::binary(BinaryOp::Sub, number.clone(), one.clone());
        if !up {
            self.step(Op::Assign(count, less));
        }
        let distance = match unit {
            1 => number.clone(),
            unit => Expr::binary(BinaryOp::Mul, number.clone(), Expr::Int(unit, INDEX)),
        };
        body(self, &distance)?;
        if up {
            self.step(Op::Assign(count, Expr::binary(BinaryOp::Add, number, one)));
        }
        self.finish(Op::Skip, head);
        self.at = after;
        Ok(())
    }

    fn fill(&mut self, at: &Expr, value: &Expr, size: &Expr) -> Found<()> {
        let (place, value, size) = (self.place(at)?, self.expr(value)?, self.expr(size)?);
        let value = self.steady(value, IntType::new(8, false));
        if let Expr::Int(size, _) = size {
            let size = u64::try_from(size).map_err(|_| "a fill of a negative number of bytes")?;
            if self.fill_whole(&place, &value, size) {
                return Ok(());
            }
            if size <= UNROLLED {
                let bytes = || (0..size).map(|i| (i, Cell::bytes(1, IntType::new(8, false)))).collect();
                let parts = self.space.parts(&place, size).unwrap_or_else(bytes);
                let place = self.steady_place(place);
                for (distance, cell) in parts {
                    let new = repeated(&value, cell);
                    let updates = self.space.store(&self.moved(&place, distance), cell, &new)?;
                    self.update(updates);
                }
                return Ok(());
            }
        }
        let unit = self.unit(&[&place]);
        let cell = Cell::bytes(unit as u32, IntType::new((unit * 8) as u8, false));
        let place = self.steady_place(place);
        let size = self.steady(size, INDEX);
        self.whole_elements(&size, unit);
        self.counted(&size, unit, true, &mut |work, distance| {
            let new = repeated(&value, cell);
            let updates = work.space.store(&work.shifted(&place, distance), cell, &new)?;
            work.update(updates);
            Ok(())
        })
    }

    /// Fills an object that is one array, as a whole.
    fn fill_whole(&mut self, place: &Place, value: &Expr, size: u64) -> bool {
        let PlaceRoot::Single(single) = place.root else { return false };
        let single = &self.plan.singles[single];
        let all = matches!(single.size, Size::Constant(whole) if whole == size);
        if !all || place.distance != Linear::default() {
            return false;
        }
        let [piece] = &single.pieces[..] else { return false };
        let Content::Array(elements) = &piece.content else { return false };
        for (part, region) in elements.shape.parts.iter().zip(&elements.regions) {
            let cell = Cell { bit: 0, bits: part.bits, ty: part.ty };
            self.step(Op::Store(*region, None, repeated(value, cell)));
        }
        true
    }

    // ------------------------------------------------------------------------------------------------------------ arbitrary

    fn havoc(&mut self, at: &Expr, size: &Expr, kind: &HavocKind) -> Found<()> {
        let (place, size) = (self.place(at)?, self.expr(size)?);
        let fresh = *kind == HavocKind::Uninitialised;
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
        if fresh && in_class && matches!(place.root, PlaceRoot::Number(_)) {
            // Nobody has looked at these cells: they hold anything already.
            return self.havoc_fixed(&place, kind);
        }
        let Expr::Int(size, _) = size else { return Err("memory of computed size becomes arbitrary") };
        let size = u64::try_from(size).unwrap_or(u64::MAX);
        if size > UNROLLED {
            return Err("much memory becomes arbitrary");
        }
        let bytes = || (0..size).map(|i| (i, Cell::bytes(1, IntType::new(8, false)))).collect();
        let parts: Vec<(u64, Cell)> = self.space.parts(&place, size).unwrap_or_else(bytes);
        let place = self.steady_place(place);
        for (distance, cell) in parts {
            let temp = self.temp(cell.ty);
            let next = self.new_loc();
            let part = HavocPart { distance, cell, step: None };
            self.finish_part(Op::Havoc(temp, kind.clone()), next, Some(part));
            let updates = self.space.store(&self.moved(&place, distance), cell, &Expr::Var(temp))?;
            self.update(updates);
        }
        Ok(())
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
            let (shape, vars, step) = match &piece.content {
                Content::Parts { shape, vars } => (shape, vars, None),
                Content::Array(elements) => (&elements.shape, &elements.regions, Some(elements.step)),
            };
            for (part, var) in shape.parts.iter().zip(vars) {
                let next = self.new_loc();
                let bit = piece.from * 8 + part.bit;
                let cell = Cell { bit: (bit % 8) as u32, bits: part.bits, ty: part.ty };
                let part = HavocPart { distance: bit / 8, cell, step };
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
                    Some(HavocPart { distance: bit / 8, cell, step: None }),
                );
                let index = Expr::Int(base + i128::from(start), INDEX);
                self.step(Op::Store(*region, Some(index), Expr::Var(temp)));
            }
        }
        Ok(())
    }

    // ------------------------------------------------------------------------------------------------------------- lifetimes

    /// One more, or one fewer, of the allocated objects of a class lives.
    fn count(&mut self, node: Node, counts: bool, op: BinaryOp) {
        if let Some(count) = self.plan.classes[&node].count.filter(|_| counts) {
            self.step(Op::Assign(count, Expr::binary(op, Expr::Var(count), Expr::Int(1, INDEX))));
        }
    }

    fn alloc(&mut self, to: VarId, size: &Expr, zero: bool, storage: Storage) -> Found<()> {
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
                let base = self.fresh(node, &size);
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
    fn fresh(&mut self, node: Node, size: &Expr) -> Expr {
        let class = &self.plan.classes[&node];
        let pointer = self.plan.pointer;
        let most = class.spacing - 16;
        let too_large = lt(Expr::Int(most, INDEX), size.clone());
        self.trap(too_large, "an object that is too large");
        let base = self.temp(pointer);
        self.step(Op::Assign(base, Expr::Var(class.next)));
        let spacing = Expr::Int(class.spacing, pointer);
        self.step(Op::Assign(class.next, Expr::binary(BinaryOp::Add, Expr::Var(class.next), spacing)));
        let index = convert(Expr::Var(base), pointer, INDEX);
        self.step(Op::Store(class.live, Some(index.clone()), Expr::TRUE));
        if let ClassSize::Region(region) = class.size {
            self.step(Op::Store(region, Some(index), size.clone()));
        }
        Expr::Var(base)
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
                self.whole_elements(size, step);
                self.counted(size, step, true, &mut |work, distance| {
                    set(work, distance);
                    Ok(())
                })
            }
        }
    }

    fn free(&mut self, at: &Expr) -> Found<()> {
        let place = self.place(at)?;
        let number = self.space.number(&place);
        let Some(node) = place.target.node else { return Ok(()) };
        if let Some(class) = self.plan.classes.get(&node) {
            if let Some(count) = class.count {
                if class.has_stack {
                    return Err("the end of memory that may be allocated or a local of variable length");
                }
                let fewer = Expr::binary(BinaryOp::Sub, Expr::Var(count), Expr::Int(1, INDEX));
                let null = eq(number.clone(), Expr::Int(0, INDEX));
                self.step(Op::Assign(count, super::access::ite(null, Expr::Var(count), fewer)));
            }
            self.step(Op::Store(class.live, Some(number), Expr::FALSE));
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

    fn enter(&mut self, object: ObjId) {
        match self.plan.objects[object] {
            Some(Home::Single(single)) => {
                if let Some(live) = self.plan.singles[single].live {
                    self.step(Op::Assign(live, Expr::TRUE));
                }
            }
            Some(Home::Class(node, Kept::Variable(var))) => {
                let size = Expr::Int(i128::from(self.program.objects[object].size), INDEX);
                let base = self.fresh(node, &size);
                self.step(Op::Assign(var, base));
            }
            Some(Home::Class(..)) | None => {}
        }
    }

    fn leave(&mut self, object: ObjId) {
        match self.plan.objects[object] {
            Some(Home::Single(single)) => {
                if let Some(live) = self.plan.singles[single].live {
                    self.step(Op::Assign(live, Expr::FALSE));
                }
            }
            Some(Home::Class(node, Kept::Variable(var))) => {
                let class = &self.plan.classes[&node];
                let index = convert(Expr::Var(var), self.plan.pointer, INDEX);
                self.step(Op::Store(class.live, Some(index), Expr::FALSE));
            }
            Some(Home::Class(..)) | None => {}
        }
    }
}

/// The bits of an image as a value.
fn bits_of(image: Option<&[u8]>, bit: u64, bits: u32, ty: IntType) -> i128 {
    let Some(image) = image else { return 0 };
    let mut value: u128 = 0;
    for i in 0..u64::from(bits) {
        let at = bit + i;
        let byte = image.get((at / 8) as usize).copied().unwrap_or(0);
        value |= u128::from(byte >> (at % 8) & 1) << i;
    }
    ty.wrap(value as i128)
}

/// A byte, repeated to fill a cell.
fn repeated(value: &Expr, cell: Cell) -> Expr {
    let wide = IntType::new((cell.bits as u8).max(8), false);
    let ones = (0..cell.bits.div_ceil(8)).fold(0i128, |all, i| all | 1i128 << (8 * i));
    match value {
        Expr::Int(value, _) => Expr::Int(cell.ty.wrap(value.wrapping_mul(ones)), cell.ty),
        value => {
            let wide_value = convert(value.clone(), IntType::new(8, false), wide);
            let all = match ones {
                1 => wide_value,
                ones => Expr::binary(BinaryOp::Mul, wide_value, Expr::Int(wide.wrap(ones), wide)),
            };
            match cell.ty {
                IntType::BOOL => Expr::binary(BinaryOp::Ne, all, Expr::Int(0, wide)),
                ty => convert(all, wide, ty),
            }
        }
    }
}
