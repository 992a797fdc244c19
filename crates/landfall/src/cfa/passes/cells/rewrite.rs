//! The program with the ghost cells of a plan in place of its regions.

use std::collections::{BTreeMap, BTreeSet};

use super::super::super::builder::ProgramBuilder;
use super::super::super::expr::{BinaryOp, Expr, INDEX, IntType, Type, UnaryOp};
use super::super::super::program::*;
use super::super::super::verify::debug_verify;
use super::super::Passed;
use super::super::mapping::{FrameId, Mapping};
use super::{Cell, Errors, Event, Fact, GHOST_INDEX, Plan, Relation, Site, is_simple};

/// The type of ghost indices: holds each difference of an index and an offset.
const WIDE: IntType = IntType::new(128, true);

pub(super) fn rewrite(program: &Program, plan: &Plan, origin: EdgeId) -> Passed {
    let mut builder = ProgramBuilder::new(program.semantics);
    builder.copy_declarations(program);
    let mut mapping = Mapping::empty();
    mapping.locs.extend(program.locs.keys());
    mapping.procs.extend(program.procs.keys());
    let at = program.procs[program.entry].entry;
    let mut work = Rewriting { program, plan, builder, mapping, ghosts: Ghosts::default(), old: origin, origin, at };
    work.declare();
    if plan.errors == Errors::Dropped {
        program.errors().for_each(|(error, _)| work.builder.loc_mut(error).error = None);
    }
    work.begin();
    let is_left_out = |e: &Edge| plan.errors == Errors::Dropped && matches!(e.op, Op::Unsupported(_));
    for (id, edge) in program.edges.iter().filter(|(_, edge)| !is_left_out(edge)) {
        (work.old, work.at) = (id, edge.src);
        work.edge(id, edge);
    }
    let result = work.builder.finish(program.entry);
    debug_verify(&result, "adding ghost cells");
    Passed { program: result, mapping: work.mapping }
}

/// Whether an index below a cell and one above it go different ways. For stores they do: on which side of the cell the index is
/// tells what has been written already, and makes the phases of loops visible. For reads it would only be one more way.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Sides {
    Apart,
    Together,
}

/// The variables of the ghosts.
#[derive(Default)]
struct Ghosts {
    indices: Vec<VarId>,
    /// One a cell.
    cells: Vec<VarId>,
    /// One a demand: whether the last read was at the ghost index.
    hits: Vec<VarId>,
    /// Whether the last event of a ghost index has happened, for events that are no errors. A guess.
    flags: BTreeMap<usize, VarId>,
    /// What a site has read last.
    reads: BTreeMap<Site, VarId>,
}

struct Rewriting<'p> {
    program: &'p Program,
    plan: &'p Plan,
    builder: ProgramBuilder,
    mapping: Mapping,
    ghosts: Ghosts,
    /// The edge of the program that is being rewritten, and where it has come to.
    old: EdgeId,
    at: LocId,
    /// An edge that reads no input.
    origin: EdgeId,
}

impl Rewriting<'_> {
    fn ghost(&mut self, name: &str, ty: IntType) -> VarId {
        self.builder.var(name, Type::Int(ty), VarKind::Temp, Some(self.program.entry), None)
    }

    fn declare(&mut self) {
        let plan = self.plan;
        for number in 0..plan.indices {
            let var = self.ghost(&format!("{GHOST_INDEX}{number}"), WIDE);
            self.ghosts.indices.push(var);
        }
        for cell in &plan.cells {
            let data = &self.program.vars[cell.region];
            let shift = match cell.offset {
                0 => String::new(),
                up if up > 0 => format!(" + {up}"),
                down => format!(" - {}", down.unsigned_abs()),
            };
            let name = format!("{}[{GHOST_INDEX}{}{shift}]", data.name, cell.index);
            let var = self.ghost(&name, data.ty.scalar());
            self.ghosts.cells.push(var);
        }
        for demand in &plan.demands {
            let var = self.ghost("$hit", IntType::BOOL);
            self.ghosts.hits.push(var);
            if !matches!(demand.event, Event::Error(_) | Event::Fact(_))
                && !self.ghosts.flags.contains_key(&demand.index)
            {
                let var = self.ghost("$flag", IntType::BOOL);
                self.ghosts.flags.insert(demand.index, var);
            }
        }
    }

    /// In front of everything: the choice of the indices.
    fn begin(&mut self) {
        let (program, entry) = (self.program, self.at);
        let first = self.builder.loc(program.entry, None);
        self.mapping.locs.push(entry);
        self.builder.proc_mut(program.entry).entry = first;
        self.at = first;
        for var in self.ghosts.indices.clone() {
            self.havoc(var);
        }
        for var in self.ghosts.cells.clone() {
            self.havoc(var);
        }
        let regions: BTreeSet<VarId> = self.plan.cells.iter().map(|cell| cell.region).collect();
        for region in regions {
            self.agree(region);
        }
        for var in self.ghosts.flags.values().copied().collect::<Vec<_>>() {
            self.havoc(var);
        }
        for var in self.ghosts.hits.clone() {
            self.step(Op::Assign(var, Expr::TRUE));
        }
        self.finish(Op::Skip, entry);
    }

    /// Cells of different indices that are one have one value.
    fn agree(&mut self, region: VarId) {
        let plan = self.plan;
        let of_region = || plan.cells.iter().enumerate().filter(|(_, c)| c.region == region);
        for (i, one) in of_region() {
            for (j, other) in of_region().filter(|(j, other)| i < *j && one.index != other.index) {
                let apart = Expr::binary(BinaryOp::Ne, self.place(one), self.place(other));
                let (a, b) = (self.ghosts.cells[i], self.ghosts.cells[j]);
                let same = Expr::binary(BinaryOp::Eq, Expr::Var(a), Expr::Var(b));
                self.step(Op::Assume(Expr::Or(Box::new(apart), Box::new(same))));
            }
        }
    }

    /// Where a cell is. (For the indices that matter, differences of an index and an offset, the sum does not overflow.)
    fn place(&self, cell: &Cell) -> Expr {
        let index = Expr::Var(self.ghosts.indices[cell.index]);
        match cell.offset {
            0 => index,
            offset => Expr::binary(BinaryOp::Add, index, Expr::Int(offset, WIDE)),
        }
    }

    fn new_loc(&mut self) -> LocId {
        let old = &self.program.edges[self.old];
        let loc = self.builder.loc(self.program.entry, old.span);
        self.mapping.locs.push(old.src);
        loc
    }

    fn finish(&mut self, op: Op, dst: LocId) {
        let span = self.program.edges[self.old].span;
        self.builder.edge(self.at, dst, op, span);
        self.mapping.push_edge(self.old, FrameId::ROOT);
        self.at = dst;
    }

    fn step(&mut self, op: Op) {
        let next = self.new_loc();
        self.finish(op, next);
    }

    /// An arbitrary value that is no input of the program.
    fn havoc(&mut self, var: VarId) {
        let next = self.new_loc();
        self.builder.edge(self.at, next, Op::Havoc(var, HavocKind::Uninitialised), None);
        self.mapping.push_edge(self.origin, FrameId::ROOT);
        self.at = next;
    }

    fn edge(&mut self, id: EdgeId, edge: &Edge) {
        let mut ordinal = 0;
        let mut read = |work: &mut Self, e: &Expr| work.expr(e, &mut ordinal, true);
        let is_region = |v: &VarId| self.program.vars[*v].ty.is_array();
        let op = match &edge.op {
            Op::Havoc(region, _) if is_region(region) => {
                self.forget(*region);
                Op::Skip
            }
            Op::Assign(region, Expr::Var(other)) if is_region(region) => {
                self.copy(*region, *other);
                Op::Skip
            }
            Op::Assume(e) => Op::Assume(read(self, e)),
            Op::Assign(var, e) => Op::Assign(*var, read(self, e)),
            Op::Store(region, index, value) => {
                let index = index.as_ref().map(|e| read(self, e));
                let value = read(self, value);
                self.store(id, *region, index, value);
                Op::Skip
            }
            Op::Skip | Op::Havoc(..) | Op::Call { .. } | Op::Memory(_) | Op::Unsupported(_) => edge.op.clone(),
        };
        let events = self.events(&Event::Assign(id));
        let is_error = self.program.locs[edge.dst].error.is_some();
        let conditions = if is_error { self.conditions(&Event::Error(edge.dst)) } else { Vec::new() };
        if events.is_empty() && conditions.is_empty() {
            self.finish(op, edge.dst);
            return;
        }
        self.step(op);
        events.into_iter().for_each(|op| self.step(op));
        conditions.into_iter().for_each(|flag| self.step(Op::Assume(Expr::Var(flag))));
        self.finish(Op::Skip, edge.dst);
    }

    /// What an event does to flags: it is not behind the last one, and may be the last if it is at the index.
    fn events(&self, event: &Event) -> Vec<Op> {
        let mut ops = Vec::new();
        for (demand, hit) in self.plan.demands.iter().zip(&self.ghosts.hits).filter(|(d, _)| d.event == *event) {
            let flag = self.ghosts.flags[&demand.index];
            let unset = || Box::new(Expr::unary(UnaryOp::Not, Expr::Var(flag)));
            ops.push(Op::Assume(*unset()));
            ops.push(Op::Havoc(flag, HavocKind::Uninitialised));
            ops.push(Op::Assume(Expr::Or(unset(), Box::new(Expr::Var(*hit)))));
        }
        ops
    }

    /// What has to be set where an edge leads to an error.
    fn conditions(&self, event: &Event) -> Vec<VarId> {
        let mine = self.plan.demands.iter().zip(&self.ghosts.hits).filter(|(d, _)| d.event == *event);
        mine.map(|(_, hit)| *hit).chain(self.ghosts.flags.values().copied()).collect()
    }

    /// The numbers of the cells of a region.
    fn cells_of(&self, region: VarId) -> Vec<usize> {
        (0..self.plan.cells.len()).filter(|i| self.plan.cells[*i].region == region).collect()
    }

    fn forget(&mut self, region: VarId) {
        for cell in self.cells_of(region) {
            self.havoc(self.ghosts.cells[cell]);
        }
        self.agree(region);
    }

    fn copy(&mut self, region: VarId, other: VarId) {
        let plan = self.plan;
        for number in self.cells_of(region).into_iter().filter(|_| region != other) {
            let cell = &plan.cells[number];
            let same = |c: &Cell| c.region == other && c.index == cell.index && c.offset == cell.offset;
            match plan.cells.iter().position(same) {
                Some(from) => {
                    self.step(Op::Assign(self.ghosts.cells[number], Expr::Var(self.ghosts.cells[from])));
                }
                None => self.havoc(self.ghosts.cells[number]),
            }
        }
    }

    /// A variable or constant with the value of an expression.
    fn simple(&mut self, e: Expr, ty: IntType) -> Expr {
        if is_simple(&e) {
            return e;
        }
        let var = self.ghost("$tmp", ty);
        self.step(Op::Assign(var, e));
        Expr::Var(var)
    }

    fn store(&mut self, id: EdgeId, region: VarId, index: Option<Expr>, value: Expr) {
        let cells = self.cells_of(region);
        if cells.is_empty() {
            return;
        }
        let value = self.simple(value, self.program.vars[region].ty.scalar());
        let Some(index) = index else {
            for cell in cells {
                self.step(Op::Assign(self.ghosts.cells[cell], value.clone()));
            }
            return;
        };
        let index = self.simple(index, INDEX);
        if let Some(number) = self.plan.anchors.get(&id) {
            let ghost = Expr::Var(self.ghosts.indices[*number]);
            self.step(Op::Assume(Expr::binary(BinaryOp::Eq, Expr::cast(WIDE, index.clone()), ghost)));
        }
        for cell in cells {
            self.compare(&index, &[cell], Sides::Apart, &|work, hit| {
                let Some(cell) = hit else { return Vec::new() };
                let mut ops = vec![Op::Assign(work.ghosts.cells[cell], value.clone())];
                ops.extend(work.events(&Event::Store(id, cell)));
                ops
            });
        }
    }

    /// Branches by which of the cells of one region and ghost index is at `index`. On each way happens what `effect` says of the
    /// cell that is hit.
    fn compare(
        &mut self,
        index: &Expr,
        cells: &[usize],
        sides: Sides,
        effect: &dyn Fn(&Self, Option<usize>) -> Vec<Op>,
    ) {
        let plan = self.plan;
        if cells.is_empty() {
            return;
        }
        let (start, end) = (self.at, self.new_loc());
        for condition in self.elsewhere(index, cells, sides) {
            self.way(start, end, condition, effect(self, None));
        }
        for cell in cells {
            let there = self.order(BinaryOp::Eq, index, &plan.cells[*cell]);
            self.way(start, end, there, effect(self, Some(*cell)));
        }
        self.at = end;
    }

    /// The conditions of ways on which none of the cells is hit. Only one cell has sides.
    fn elsewhere(&self, index: &Expr, cells: &[usize], sides: Sides) -> Vec<Expr> {
        let both = |a: Expr, b: Expr| Expr::And(Box::new(a), Box::new(b));
        if let ([cell], Sides::Apart) = (cells, sides) {
            let cell = &self.plan.cells[*cell];
            return vec![self.order(BinaryOp::Lt, index, cell), self.beyond(index, cell)];
        }
        let apart = cells.iter().map(|cell| self.order(BinaryOp::Ne, index, &self.plan.cells[*cell]));
        apart.reduce(both).into_iter().collect()
    }

    fn way(&mut self, start: LocId, end: LocId, condition: Expr, ops: Vec<Op>) {
        self.at = start;
        let Some((last, before)) = ops.split_last() else {
            return self.finish(Op::Assume(condition), end);
        };
        self.step(Op::Assume(condition));
        before.iter().for_each(|op| self.step(op.clone()));
        self.finish(last.clone(), end);
    }

    /// An index compared with the place of a cell.
    fn order(&self, op: BinaryOp, index: &Expr, cell: &Cell) -> Expr {
        Expr::binary(op, Expr::cast(WIDE, index.clone()), self.place(cell))
    }

    fn beyond(&self, index: &Expr, cell: &Cell) -> Expr {
        Expr::binary(BinaryOp::Lt, self.place(cell), Expr::cast(WIDE, index.clone()))
    }

    /// An expression without reads: each became a variable that was set before. The order is that of `for_each_read`.
    fn expr(&mut self, e: &Expr, ordinal: &mut usize, certain: bool) -> Expr {
        let mut again = |e: &Expr, certain: bool| Box::new(self.expr(e, ordinal, certain));
        match e {
            Expr::Int(..) | Expr::Var(_) => e.clone(),
            Expr::Unary(op, a) => Expr::Unary(*op, again(a, certain)),
            Expr::Cast(ty, a) => Expr::Cast(*ty, again(a, certain)),
            Expr::Binary(op, a, b) => Expr::Binary(*op, again(a, certain), again(b, certain)),
            Expr::And(a, b) => Expr::And(again(a, certain), again(b, false)),
            Expr::Or(a, b) => Expr::Or(again(a, certain), again(b, false)),
            Expr::Ite(c, a, b) => Expr::Ite(again(c, certain), again(a, false), again(b, false)),
            Expr::Float(op, operands) => Expr::Float(*op, operands.iter().map(|e| *again(e, certain)).collect()),
            Expr::Memory(op, operands) => Expr::Memory(*op, operands.iter().map(|e| *again(e, certain)).collect()),
            Expr::Select(region, index) => {
                let total = certain || is_simple(index);
                let index = again(index, certain);
                let site = Site { edge: self.old, ordinal: *ordinal };
                *ordinal += 1;
                self.read(site, *region, *index, total)
            }
        }
    }

    /// The variable for what a site reads.
    fn read_var(&mut self, site: Site, region: VarId) -> VarId {
        if let Some(var) = self.ghosts.reads.get(&site) {
            return *var;
        }
        let data = &self.program.vars[region];
        let var = self.ghost(&format!("{}[]", data.name), data.ty.scalar());
        self.ghosts.reads.insert(site, var);
        var
    }

    fn read(&mut self, site: Site, region: VarId, index: Expr, total: bool) -> Expr {
        let first = self.plan.repeated.first(site);
        let value = self.read_var(first, region);
        if first != site {
            return Expr::Var(value);
        }
        self.havoc(value);
        if total && !self.cells_of(region).is_empty() {
            let index = self.simple(index, INDEX);
            let told = index.clone();
            for number in 0..self.plan.indices {
                let effect = |work: &Self, hit| work.seen(site, number, value, hit);
                let mut cells = self.cells_of(region);
                cells.retain(|cell| self.plan.cells[*cell].index == number);
                self.compare(&index, &cells, Sides::Together, &effect);
            }
            self.tell(site, &told, value);
        }
        Expr::Var(value)
    }

    /// The facts about what a site reads: assumed, and proved if the read is at the ghost index.
    fn tell(&mut self, site: Site, index: &Expr, value: VarId) {
        let plan = self.plan;
        for (number, fact) in plan.facts.iter().enumerate().filter(|(_, fact)| fact.site == site) {
            let holds = self.condition(fact, index, value);
            let start = self.at;
            let span = self.program.edges[self.old].span;
            let error = ErrorInfo { kind: ErrorKind::AssertionFailure, message: "a fact about an array".into(), span };
            let wrong = self.builder.error_loc(self.program.entry, error);
            self.mapping.locs.push(self.program.edges[self.old].src);
            self.step(Op::Assume(holds.clone().negated()));
            for flag in self.conditions(&Event::Fact(number)) {
                self.step(Op::Assume(Expr::Var(flag)));
            }
            self.finish(Op::Skip, wrong);
            self.at = start;
            self.step(Op::Assume(holds));
        }
    }

    fn condition(&self, fact: &Fact, index: &Expr, value: VarId) -> Expr {
        let times = |e: Expr, factor: i128| Expr::binary(BinaryOp::Mul, Expr::Int(factor, WIDE), Expr::cast(WIDE, e));
        let mut other = Expr::Int(fact.constant, WIDE);
        let index = (fact.factor != 0).then(|| (index.clone(), fact.factor));
        for (e, factor) in index.into_iter().chain(fact.terms.iter().map(|(v, factor)| (Expr::Var(*v), *factor))) {
            other = Expr::binary(BinaryOp::Add, other, times(e, factor));
        }
        let value = Expr::cast(WIDE, Expr::Var(value));
        match fact.relation {
            Relation::Equal => Expr::binary(BinaryOp::Eq, value, other),
            Relation::AtLeast => Expr::binary(BinaryOp::Le, other, value),
            Relation::AtMost => Expr::binary(BinaryOp::Le, value, other),
        }
    }

    /// What happens when a site reads at a cell of a ghost index, or at none.
    fn seen(&self, site: Site, number: usize, value: VarId, hit: Option<usize>) -> Vec<Op> {
        let mut ops: Vec<Op> = Vec::new();
        ops.extend(hit.map(|cell| Op::Assign(value, Expr::Var(self.ghosts.cells[cell]))));
        for (demand, flag) in self.plan.demands.iter().zip(&self.ghosts.hits).filter(|(d, _)| d.index == number) {
            if let Some((_, offset)) = demand.sites.iter().find(|(s, _)| *s == site) {
                let there = hit.is_some_and(|cell| self.plan.cells[cell].offset == *offset);
                ops.push(Op::Assign(*flag, if there { Expr::TRUE } else { Expr::FALSE }));
            }
        }
        ops
    }
}
