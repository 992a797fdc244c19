//! The program with variables and regions in place of memory, edge by edge.

use super::super::super::builder::ProgramBuilder;
use super::super::super::expr::{BinaryOp, Expr, INDEX, IntType, Type};
use super::super::super::memory::{Cell, MemoryExpr, MemoryOp};
use super::super::super::program::*;
use super::super::super::verify::debug_verify;
use super::super::Passed;
use super::super::mapping::{FrameId, HavocPart, Mapping};
use super::access::{Found, Place, PlaceRoot, Rewriter, Space, Update};
use super::plan::{Class, ClassSize, Content, Home, Plan, Single, plan};
use super::points_to::PointsTo;
use super::terms::and;
use crate::limits::limits;

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
    let proc = program.entry;
    let mut work =
        Rewriting { program, plan: &plan, space, builder, mapping, first, old: origin, at, proc, answers: None };
    work.begin();
    for (id, edge) in program.edges.iter() {
        (work.old, work.at, work.proc) = (id, edge.src, program.proc_of(edge.src));
        if work.is_one_of_branches(edge) {
            work.branches(id, edge.src);
        } else {
            work.edge(edge);
        }
    }
    let result = work.builder.finish(program.entry);
    debug_verify(&result, "taking memory away");
    Passed { program: result, mapping: work.mapping }
}

pub(super) struct Rewriting<'p> {
    pub program: &'p Program,
    pub plan: &'p Plan,
    pub space: Space<'p>,
    builder: ProgramBuilder,
    mapping: Mapping,
    /// The first variable that the plan has made.
    first: VarId,
    /// The edge that is being rewritten, and where it has come to.
    pub old: EdgeId,
    pub at: LocId,
    proc: ProcId,
    /// What was asked of memory by the branches that are being rewritten, with the answers.
    pub(super) answers: Option<Vec<(Expr, Expr)>>,
}

impl<'p> Rewriting<'p> {
    // ---------------------------------------------------------------------------------------------------------------- graph

    pub(super) fn new_loc(&mut self) -> LocId {
        let old = &self.program.edges[self.old];
        let loc = self.builder.loc(self.proc, old.span);
        self.mapping.locs.push(old.src);
        loc
    }

    pub(super) fn finish(&mut self, op: Op, dst: LocId) {
        self.finish_part(op, dst, None);
    }

    pub(super) fn finish_part(&mut self, op: Op, dst: LocId, part: Option<HavocPart>) {
        let span = self.program.edges[self.old].span;
        let edge = self.builder.edge(self.at, dst, op, span);
        self.mapping.push_edge(self.old, FrameId::ROOT);
        if let Some(part) = part {
            self.mapping.set_part(edge, part);
        }
        self.at = dst;
    }

    pub(super) fn step(&mut self, op: Op) {
        let next = self.new_loc();
        self.finish(op, next);
    }

    /// A new variable that may hold anything.
    pub(super) fn arbitrary(&mut self, ty: IntType) -> VarId {
        let temp = self.temp(ty);
        self.step(Op::Havoc(temp, HavocKind::approximation(&"a vast object".into(), Cause::Object)));
        temp
    }

    pub(super) fn temp(&mut self, ty: IntType) -> VarId {
        self.builder.var("$tmp", Type::Int(ty), VarKind::Temp, Some(self.proc), None)
    }

    /// Another edge from here to where the execution is not followed.
    pub(super) fn trap(&mut self, condition: Expr, reason: &str) {
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
        if let Some(live) = class.live {
            self.step(Op::Store(live, None, Expr::FALSE));
        }
        if let Some(allocated) = class.allocated {
            self.step(Op::Store(allocated, None, Expr::FALSE));
        }
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
            if size / class.elements.step > limits().memory.first_values {
                self.trap(Expr::TRUE, "a large static object among others that a pointer may mean");
            }
            let size = (*size).min(limits().memory.first_values * class.elements.step);
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

    pub(super) fn image(&mut self, single: &Single, image: Option<&[u8]>) {
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

    fn boxed(&mut self, e: &Expr) -> Found<Box<Expr>> {
        self.expr(e).map(Box::new)
    }

    pub(super) fn expr(&mut self, e: &Expr) -> Found<Expr> {
        Ok(match e {
            Expr::Int(..) | Expr::Var(_) => e.clone(),
            Expr::Unary(op, a) => Expr::Unary(*op, self.boxed(a)?),
            Expr::Cast(ty, a) => Expr::Cast(*ty, self.boxed(a)?),
            Expr::Binary(op @ (BinaryOp::Lt | BinaryOp::Le), a, b) => {
                // Addresses are positive: that pointers are compared as unsigned numbers makes no difference.
                if let (Expr::Cast(_, x), Expr::Cast(_, y)) = (&**a, &**b)
                    && self.is_address(x)
                    && self.is_address(y)
                {
                    return Ok(Expr::Binary(*op, self.boxed(x)?, self.boxed(y)?));
                }
                Expr::Binary(*op, self.boxed(a)?, self.boxed(b)?)
            }
            Expr::Binary(BinaryOp::Rem, a, b) if self.is_aligned(a, b) => match **b {
                Expr::Int(_, ty) => Expr::Int(0, ty),
                _ => Expr::Binary(BinaryOp::Rem, self.boxed(a)?, self.boxed(b)?),
            },
            Expr::Binary(op, a, b) => Expr::Binary(*op, self.boxed(a)?, self.boxed(b)?),
            Expr::And(a, b) => and(*self.boxed(a)?, *self.boxed(b)?),
            Expr::Or(a, b) => Expr::Or(self.boxed(a)?, self.boxed(b)?),
            Expr::Ite(c, a, b) => Expr::Ite(self.boxed(c)?, self.boxed(a)?, self.boxed(b)?),
            Expr::Select(v, index) => Expr::Select(*v, self.boxed(index)?),
            Expr::Float(op, operands) => {
                Expr::Float(*op, operands.iter().map(|e| self.expr(e)).collect::<Found<Vec<Expr>>>()?)
            }
            Expr::Memory(MemoryExpr::Address(..) | MemoryExpr::Offset(_), _) => {
                let space = self.space;
                space.pointer(&self.place(e)?)
            }
            Expr::Memory(op, operands) => return self.question(e, *op, operands),
        })
    }

    /// A question about memory. Branches that leave one location get one answer.
    fn question(&mut self, e: &Expr, op: MemoryExpr, operands: &[Expr]) -> Found<Expr> {
        if let Some((_, answer)) = self.answers.iter().flatten().find(|(asked, _)| asked == e) {
            return Ok(answer.clone());
        }
        let space = self.space;
        let answer = space.question(op, operands, self)?;
        if let Some(answers) = &mut self.answers {
            answers.push((e.clone(), answer.clone()));
        }
        Ok(answer)
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

    pub(super) fn place(&mut self, at: &Expr) -> Found<Place> {
        let space = self.space;
        space.place(at, self)
    }

    pub(super) fn load(&mut self, place: &Place, cell: Cell) -> Found<Expr> {
        let space = self.space;
        space.load(place, cell, self)
    }

    /// Whether no change of memory changes the value.
    fn is_steady(&self, e: &Expr) -> bool {
        let mut steady = true;
        e.for_each_var(&mut |v| steady &= v < self.first);
        steady
    }

    pub(super) fn steady(&mut self, e: Expr, ty: IntType) -> Expr {
        if self.is_steady(&e) && matches!(e, Expr::Int(..) | Expr::Var(_) | Expr::Cast(..)) {
            return e;
        }
        let temp = self.temp(ty);
        self.step(Op::Assign(temp, e));
        Expr::Var(temp)
    }

    /// The place with its expressions in variables that writes do not change.
    pub(super) fn steady_place(&mut self, mut place: Place) -> Place {
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

    pub(super) fn moved(&self, place: &Place, by: u64) -> Place {
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

    pub(super) fn update(&mut self, updates: Vec<Update>) {
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
}

impl Rewriter for Rewriting<'_> {
    fn again(&mut self, e: &Expr) -> Found<Expr> {
        self.expr(e)
    }

    fn any(&mut self, ty: IntType) -> Expr {
        Expr::Var(self.arbitrary(ty))
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
