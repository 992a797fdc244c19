//! Cursors: what a region holds where a variable points, as a variable of its own.
//!
//! A ghost cell stays at one index. An invariant about two cells, one of them where a variable points (no element before `i` is
//! smaller than `a[at]`), would have to hold of more indices than there are ghosts. A *cursor* of a region, a variable and a
//! constant follows the variable: it is `a[at + constant]` at all times. It is read anew where the variable or the region changes,
//! set by stores that hit it, and left alone by others. Nothing is lost: each execution of the program is one of the result.
//!
//! A read that is expected at the place of a cursor gives the cursor, and anything if it is elsewhere after all, which only adds
//! executions. So it needs no ghost cell.
//!
//! The result says besides what equal places imply: behind other reads, where a cursor is read anew and where a loop is left,
//! cells at the same place have the same value. That holds in each execution, and is of use once the reads have become arbitrary
//! (see the parent module).
//!
//! Which reads get a cursor is a matter of precision alone: those at a variable that a loop sets to something else than the next
//! element, those of neighbours that a loop stores into, and those in loops at places that do not move.

use std::collections::BTreeMap;

use super::super::super::builder::ProgramBuilder;
use super::super::super::expr::{BinaryOp, Expr, INDEX, IntType, Type};
use super::super::super::graph::Loops;
use super::super::super::program::*;
use super::super::super::verify::debug_verify;
use super::super::Passed;
use super::super::mapping::{FrameId, Mapping};
use super::values::{Linear, Values};
use super::{for_each_read, reads_of};
use crate::front::source::Span;
use crate::limits::limits;

/// How the places of cursors begin. Cursors have names such as `a[$at i + 1]`.
pub const CURSOR: &str = "$at";

/// Holds each sum of a variable and a constant.
const WIDE: IntType = IntType::new(128, true);

/// What a region holds at a variable, or at zero, plus a constant.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct Cursor {
    region: VarId,
    base: Option<VarId>,
    offset: i128,
}

/// The place of a read: a variable, or zero, and a constant.
type Place = (Option<VarId>, i128);

/// The program with cursors; none if it has no use for any.
pub(super) fn add(program: &Program) -> Option<Passed> {
    let loops = Loops::new(program);
    let mut values = Values::new(program, &loops);
    let cursors = wanted(program, &loops, &mut values);
    // The origin of new edges: an edge that reads no input, so that none is taken for one.
    let origin = program.edges.iter().find(|(_, edge)| !matches!(edge.op, Op::Havoc(..)))?.0;
    if cursors.is_empty() || !program.is_flat() {
        return None;
    }
    let mut builder = ProgramBuilder::new(program.semantics);
    builder.copy_declarations(program);
    let mut mapping = Mapping::empty();
    mapping.locs.extend(program.locs.keys());
    mapping.procs.extend(program.procs.keys());
    let entry = program.procs[program.entry].entry;
    let mut work = Adding {
        program,
        loops: &loops,
        places: values,
        cursors,
        values: Vec::new(),
        builder,
        mapping,
        origin,
        from: entry,
        at: entry,
        span: None,
    };
    work.begin(entry);
    for (id, edge) in program.edges.iter() {
        (work.from, work.at, work.span) = (edge.src, edge.src, edge.span);
        work.edge(id, edge);
    }
    let result = work.builder.finish(program.entry);
    debug_verify(&result, "adding cursors");
    Some(Passed { program: result, mapping: work.mapping })
}

/// The cursors that are worth it: those whose variable is set as a whole first.
fn wanted(program: &Program, loops: &Loops, values: &mut Values<'_>) -> Vec<Cursor> {
    let mut found: Vec<(Cursor, EdgeId)> = Vec::new();
    for (id, edge) in program.edges.iter().filter(|(_, edge)| loops.innermost(edge.src).is_some()) {
        for_each_read(&edge.op, &mut |read| {
            let place = values.of(edge.src, read.index).and_then(|index| place(values, edge.src, &index));
            if let Some((base, offset)) = place.filter(|(_, offset)| offset.unsigned_abs() < 1 << 64) {
                found.push((Cursor { region: read.region, base, offset }, id));
            }
        });
    }
    let moves = |cursor: &Cursor| cursor.base.map_or(Moves::Never, |base| moves(program, loops, values, base));
    let kinds: Vec<Moves> = found.iter().map(|(cursor, _)| cursor).map(moves).collect();
    let neighbours = |(cursor, edge): &(Cursor, EdgeId)| {
        let near = |(other, at): &(Cursor, EdgeId)| {
            let same_loop = loops.innermost(program.edges[*at].src) == loops.innermost(program.edges[*edge].src);
            same_loop && other.region == cursor.region && other.base == cursor.base && other.offset != cursor.offset
        };
        let stored = |e: &Edge| {
            e.op.target() == Some(cursor.region) && loops.innermost(e.src) == loops.innermost(program.edges[*edge].src)
        };
        found.iter().any(near) && program.edges.values().any(stored)
    };
    let mut chosen: Vec<Cursor> = Vec::new();
    for kind in [Moves::Anywhere, Moves::ByStep, Moves::Never] {
        for (one, _) in found.iter().zip(&kinds).filter(|(_, k)| **k == kind) {
            let of_use = kind != Moves::ByStep || neighbours(one);
            if of_use && !chosen.contains(&one.0) && chosen.len() < limits().cells.cursors {
                chosen.push(one.0);
            }
        }
    }
    chosen
}

/// How the variable of a cursor changes in loops.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Moves {
    Never,
    ByStep,
    Anywhere,
}

fn moves(program: &Program, loops: &Loops, values: &mut Values<'_>, var: VarId) -> Moves {
    let mut found = Moves::Never;
    for edge in program.edges.values().filter(|e| e.op.target() == Some(var) && loops.innermost(e.src).is_some()) {
        let step = match &edge.op {
            Op::Assign(_, value) => {
                let before = values.of(edge.src, &Expr::Var(var));
                let after = values.of(edge.src, value);
                let constant = after.as_ref().is_some_and(|after| after.terms.is_empty());
                constant || after.zip(before).is_some_and(|(after, before)| after.minus(&before).is_some())
            }
            _ => false,
        };
        if !step {
            return Moves::Anywhere;
        }
        found = Moves::ByStep;
    }
    found
}

/// The variable, as it is at a location, and the constant that an index is the sum of.
fn place(values: &mut Values<'_>, at: LocId, index: &Linear) -> Option<Place> {
    let mut terms = index.terms.iter();
    let Some(((_, var), 1)) = terms.next() else { return index.terms.is_empty().then_some((None, index.constant)) };
    let now = values.of(at, &Expr::Var(*var))?;
    Some((Some(*var), index.minus(&now)?))
}

struct Adding<'p> {
    program: &'p Program,
    loops: &'p Loops,
    places: Values<'p>,
    cursors: Vec<Cursor>,
    /// The variables of the cursors.
    values: Vec<VarId>,
    builder: ProgramBuilder,
    mapping: Mapping,
    origin: EdgeId,
    /// The location of the program that is being left, and where that has come to.
    from: LocId,
    at: LocId,
    span: Option<Span>,
}

impl Adding<'_> {
    /// In front of everything: the cursors are read.
    fn begin(&mut self, entry: LocId) {
        for cursor in self.cursors.clone() {
            let data = &self.program.vars[cursor.region];
            let base = cursor.base.map_or("0", |base| &self.program.vars[base].name);
            let name = format!("{}[{CURSOR} {base} + {}]", data.name, cursor.offset);
            let var = self.temp(&name, data.ty.scalar());
            self.values.push(var);
        }
        self.at = self.builder.loc(self.program.entry, None);
        self.mapping.locs.push(entry);
        self.builder.proc_mut(self.program.entry).entry = self.at;
        (0..self.cursors.len()).for_each(|number| self.read(number));
        self.finish(Op::Skip, entry, self.origin);
    }

    fn temp(&mut self, name: &str, ty: IntType) -> VarId {
        self.builder.var(name, Type::Int(ty), VarKind::Temp, Some(self.program.entry), None)
    }

    /// Where a cursor is now.
    fn place(&self, number: usize) -> Expr {
        let cursor = self.cursors[number];
        match cursor.base {
            None => Expr::Int(cursor.offset, INDEX),
            Some(base) if cursor.offset == 0 => Expr::cast(INDEX, Expr::Var(base)),
            Some(base) => {
                let base = Expr::cast(WIDE, Expr::Var(base));
                Expr::cast(INDEX, Expr::binary(BinaryOp::Add, base, Expr::Int(cursor.offset, WIDE)))
            }
        }
    }

    fn finish(&mut self, op: Op, dst: LocId, stems_from: EdgeId) {
        self.builder.edge(self.at, dst, op, self.span);
        self.mapping.push_edge(stems_from, FrameId::ROOT);
        self.at = dst;
    }

    fn step(&mut self, op: Op) {
        let next = self.builder.loc(self.program.entry, self.span);
        self.mapping.locs.push(self.from);
        self.finish(op, next, self.origin);
    }

    fn read(&mut self, number: usize) {
        let place = self.place(number);
        self.step(Op::Assign(self.values[number], Expr::Select(self.cursors[number].region, Box::new(place))));
    }

    /// Two places are different, or the values there are the same.
    fn agree(&mut self, places: [Expr; 2], values: [VarId; 2]) {
        let [one, other] = places;
        let [a, b] = values;
        if one != other && a != b {
            let apart = Expr::binary(BinaryOp::Ne, one, other);
            let same = Expr::binary(BinaryOp::Eq, Expr::Var(a), Expr::Var(b));
            self.step(Op::Assume(Expr::Or(Box::new(apart), Box::new(same))));
        }
    }

    fn edge(&mut self, id: EdgeId, edge: &Edge) {
        let moved: Vec<usize> = self.numbers(&|cursor| cursor.base.is_some() && cursor.base == edge.op.target());
        let changed: Vec<usize> = self.numbers(&|cursor| edge.op.target() == Some(cursor.region));
        let left = self.leaves_loop(edge);
        let reads_at = self.read_by(&edge.op);
        let expected = self.expected(edge, &reads_at);
        if moved.is_empty() && changed.is_empty() && !left && reads_at.is_empty() {
            return self.finish(edge.op.clone(), edge.dst, id);
        }
        let before: Vec<(VarId, Expr, VarId)> = moved.iter().map(|number| self.remember(*number)).collect();
        let next = self.builder.loc(self.program.entry, self.span);
        self.mapping.locs.push(edge.src);
        match (&edge.op, expected) {
            (Op::Assign(var, Expr::Select(_, index)), Some(number)) => self.give(*var, index, number, next),
            _ => self.finish(edge.op.clone(), next, id),
        }
        for number in changed {
            self.store(number, &edge.op);
        }
        for number in &moved {
            self.moved(*number, &moved, &before);
        }
        if let Op::Assign(var, Expr::Select(_, index)) = &edge.op {
            for number in reads_at.into_iter().filter(|number| expected != Some(*number)) {
                self.agree([(**index).clone(), self.place(number)], [*var, self.values[number]]);
            }
        }
        if left {
            self.pairs();
        }
        self.finish(Op::Skip, edge.dst, self.origin);
    }

    fn numbers(&self, is_it: &dyn Fn(&Cursor) -> bool) -> Vec<usize> {
        (0..self.cursors.len()).filter(|number| is_it(&self.cursors[*number])).collect()
    }

    fn leaves_loop(&self, edge: &Edge) -> bool {
        let is_error = self.program.locs[edge.dst].error.is_some();
        match (self.loops.innermost(edge.src), self.loops.innermost(edge.dst)) {
            _ if is_error => false,
            (Some(from), Some(to)) => !self.loops.contains(from, to),
            (from, None) => from.is_some(),
            (None, Some(_)) => false,
        }
    }

    /// The cursors of the region that an edge reads into a variable on which neither the index nor a cursor depends.
    fn read_by(&self, op: &Op) -> Vec<usize> {
        let Op::Assign(var, Expr::Select(region, index)) = op else { return Vec::new() };
        let mut plain = true;
        reads_of(index, true, &mut |_| plain = false);
        index.for_each_var(&mut |v| plain &= v != *var);
        if plain { self.numbers(&|cursor| cursor.region == *region && cursor.base != Some(*var)) } else { Vec::new() }
    }

    /// The one of some cursors at whose place an edge is expected to read.
    fn expected(&mut self, edge: &Edge, among: &[usize]) -> Option<usize> {
        let Op::Assign(_, Expr::Select(_, index)) = &edge.op else { return None };
        let index = self.places.of(edge.src, index).filter(|_| !among.is_empty())?;
        let (base, offset) = place(&mut self.places, edge.src, &index)?;
        let is_it = |number: &&usize| self.cursors[**number].base == base && self.cursors[**number].offset == offset;
        among.iter().find(is_it).copied()
    }

    /// A variable gets the value of a cursor if the index is its place, and is arbitrary if it is not.
    fn give(&mut self, var: VarId, index: &Expr, number: usize, next: LocId) {
        let (start, place) = (self.at, self.place(number));
        if *index != place {
            self.step(Op::Assume(Expr::binary(BinaryOp::Ne, index.clone(), place.clone())));
            self.finish(Op::Havoc(var, HavocKind::Uninitialised), next, self.origin);
            self.at = start;
            self.step(Op::Assume(Expr::binary(BinaryOp::Eq, index.clone(), place)));
        }
        self.finish(Op::Assign(var, Expr::Var(self.values[number])), next, self.origin);
    }

    /// What a cursor is before its variable changes: its region, its place and its value.
    fn remember(&mut self, number: usize) -> (VarId, Expr, VarId) {
        let region = self.cursors[number].region;
        let (place, value) = (self.temp("$was_at", INDEX), self.temp("$was", self.program.vars[region].ty.scalar()));
        self.step(Op::Assign(place, self.place(number)));
        self.step(Op::Assign(value, Expr::Var(self.values[number])));
        (region, Expr::Var(place), value)
    }

    /// Behind a change of its variable a cursor is somewhere else, perhaps where another is or was.
    fn moved(&mut self, number: usize, moved: &[usize], before: &[(VarId, Expr, VarId)]) {
        self.read(number);
        let region = self.cursors[number].region;
        for (_, place, value) in before.iter().filter(|(of, ..)| *of == region) {
            self.agree([self.place(number), place.clone()], [self.values[number], *value]);
        }
        for other in self.numbers(&|cursor| cursor.region == region) {
            if !moved.contains(&other) {
                self.agree([self.place(number), self.place(other)], [self.values[number], self.values[other]]);
            }
        }
    }

    /// What a change of its region makes of a cursor.
    fn store(&mut self, number: usize, op: &Op) {
        let mut plain = true;
        for_each_read(op, &mut |_| plain = false);
        let value = self.values[number];
        match op {
            Op::Store(_, Some(index), stored) if plain => {
                let here = Expr::binary(BinaryOp::Eq, index.clone(), self.place(number));
                let kept = Box::new(Expr::Var(value));
                self.step(Op::Assign(value, Expr::Ite(Box::new(here), Box::new(stored.clone()), kept)));
            }
            Op::Store(_, None, stored) if plain => self.step(Op::Assign(value, stored.clone())),
            _ => self.read(number),
        }
    }

    /// Cursors that are at one place agree.
    fn pairs(&mut self) {
        for one in 0..self.cursors.len() {
            let region = self.cursors[one].region;
            for other in self.numbers(&|cursor| cursor.region == region).into_iter().filter(|other| *other > one) {
                if self.cursors[one].base != self.cursors[other].base {
                    self.agree([self.place(one), self.place(other)], [self.values[one], self.values[other]]);
                }
            }
        }
    }
}

/// The cursors of a program that this pass has made, known by their names, each with how the names of cells of its region begin.
pub fn cursors(program: &Program) -> BTreeMap<VarId, String> {
    let named = |(var, data): (VarId, &Var)| {
        let (region, _) = data.name.split_once(&format!("[{CURSOR} "))?;
        (data.kind == VarKind::Temp).then(|| (var, format!("{region}[")))
    };
    program.vars.iter().filter_map(named).collect()
}

#[cfg(test)]
mod tests {
    use super::super::super::tests::{edges, read};
    use super::*;

    const MINIMUM: &str = "global a: i32[]; proc main() entry l0 exit l1 { local i: i64; local at: i64; local x: i32;
        local y: i32; l0 -> l2: i = 1; l2 -> l3: at = 0;
        l3 -> l4: assume i < 9; l4 -> l5: x = a[i]; l5 -> l6: y = a[at]; l6 -> l7: assume x < y; l6 -> l8: assume y <= x;
        l7 -> l8: at = i; l8 -> l3: i = i + 1; l3 -> l1: assume 9 <= i; }";

    #[test]
    fn a_cursor_follows_what_a_loop_sets_as_a_whole() {
        let passed = add(&read(MINIMUM)).expect("there is a cursor");
        let list = edges(&passed.program);
        let has = |part: &str| list.iter().filter(|e| e.contains(part)).count();
        // At the start, at `at = 0` and at `at = i`.
        assert_eq!(has("a[$at at + 0] = a["), 3, "{list:?}");
        assert_eq!(has("y = a[$at at + 0]"), 1, "{list:?}");
        assert_eq!(has("x == a[$at at + 0]"), 1, "{list:?}");
        assert_eq!(has("[$at i"), 0, "{list:?}");
        assert_eq!(cursors(&passed.program).len(), 1);
        assert_eq!(passed.mapping.edges.len(), passed.program.edges.len());
        assert_eq!(passed.mapping.locs.len(), passed.program.locs.len());
    }

    #[test]
    fn steps_alone_need_no_cursor() {
        let fill = "global a: i32[]; proc main() entry l0 exit l1 { local i: i64; local x: i32; l0 -> l2: i = 1;
            l2 -> l3: assume i < 9; l3 -> l4: x = a[i]; l4 -> l2: i = i + 1; l2 -> l1: assume 9 <= i; }";
        assert!(add(&read(fill)).is_none());
    }
}
