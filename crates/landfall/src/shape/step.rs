//! What an edge makes of a heap.

use std::collections::BTreeMap;

use super::eval::{Result, Stop, truth_value};
use super::{Block, End, Heap, Kind, Object, Oid, Origin, Range, Unfollowed, Value, whole_bytes};
use crate::cfa::memory::Storage;
use crate::cfa::{Expr, MemoryOp, Op, Program, Type};

/// How many cases one edge may have.
const MOST_CASES: usize = 200;

impl Heap {
    /// The heaps behind an edge: together they hold of every state that an execution may be in then.
    pub fn step(&self, program: &Program, op: &Op) -> std::result::Result<Vec<Heap>, Unfollowed> {
        let mut open = vec![self.clone()];
        let mut found = Vec::new();
        let mut cases = 0;
        while let Some(heap) = open.pop() {
            cases += 1;
            if cases > MOST_CASES {
                return Err(Unfollowed("too many cases"));
            }
            match heap.clone().apply(program, op) {
                Ok(heaps) => found.extend(heaps),
                Err(Stop::Split(object, end)) => open.extend(heap.split(object, end)?),
                Err(Stop::Ends) => {}
                Err(Stop::Unfollowed(what)) => return Err(Unfollowed(what)),
            }
        }
        Ok(found)
    }

    fn apply(mut self, program: &Program, op: &Op) -> Result<Vec<Heap>> {
        match op {
            Op::Skip => {}
            Op::Assume(condition) => return self.assume(program, condition, true),
            Op::Assign(var, value) => {
                return self.each_value(program, value, &|heap, value| {
                    heap.vars.insert(*var, value);
                    Ok(())
                });
            }
            Op::Havoc(var, _) => {
                let Type::Int(_) = program.vars[*var].ty else { return Err(Stop::Unfollowed("a region")) };
                self.vars.remove(var);
            }
            Op::Memory(MemoryOp::Write { at, cell, value, .. }) => {
                return self.each_value(program, value, &|heap, value| {
                    let at = heap.eval(program, at)?;
                    let bytes = whole_bytes(*cell);
                    let size = bytes.unwrap_or(cell.size());
                    match (heap.place(at)?, bytes) {
                        ((object, Range { low, high, .. }), Some(bytes)) if low == high => {
                            heap.check_inside(object, low, size)?;
                            heap.set(object, low as u64, bytes, value);
                        }
                        ((object, at), _) => heap.kill_at(object, at, i128::from(size))?,
                    }
                    Ok(())
                });
            }
            Op::Memory(op) => self.memory_op(program, op)?,
            Op::Store(..) => return Err(Stop::Unfollowed("a region")),
            Op::Call { .. } => return Err(Stop::Unfollowed("a call")),
            Op::Unsupported(_) => return Err(Stop::Unfollowed("unsupported code")),
        }
        Ok(vec![self])
    }

    /// Does something with a value; for a condition as a value, and for a choice, in each of two cases.
    fn each_value(
        mut self,
        program: &Program,
        expr: &Expr,
        then: &dyn Fn(&mut Heap, Value) -> Result<()>,
    ) -> Result<Vec<Heap>> {
        if let Expr::Ite(condition, yes, no) = expr {
            let mut found = Vec::new();
            for (holds, branch) in [(true, yes), (false, no)] {
                for heap in self.clone().assume(program, condition, holds)? {
                    found.extend(heap.each_value(program, branch, then)?);
                }
            }
            return Ok(found);
        }
        let Some(truth) = truth_value(program, expr) else {
            let value = self.eval(program, expr)?;
            then(&mut self, value)?;
            return Ok(vec![self]);
        };
        let mut found = Vec::new();
        for holds in [false, true] {
            for mut heap in self.clone().assume(program, truth, holds)? {
                then(&mut heap, Value::Int(holds.into()))?;
                found.push(heap);
            }
        }
        Ok(found)
    }

    fn memory_op(&mut self, program: &Program, op: &MemoryOp) -> Result<()> {
        match op {
            MemoryOp::Write { .. } => Err(Stop::Unfollowed("a write")),
            MemoryOp::Copy { to, from, size } => {
                let (to, from) = (self.eval(program, to)?, self.eval(program, from)?);
                let size = self.eval(program, size)?;
                self.copy(to, from, size)
            }
            MemoryOp::Fill { at, value, size } => {
                let (at, value) = (self.eval(program, at)?, self.eval(program, value)?);
                let size = self.eval(program, size)?;
                self.fill(at, value, size)
            }
            MemoryOp::Havoc { at, size, .. } => {
                let at = self.eval(program, at)?;
                let size = self.eval(program, size)?;
                if self.is_nothing(size) {
                    return Ok(());
                }
                let (object, at) = self.place(at)?;
                self.kill_at(object, at, self.range(size).high)
            }
            MemoryOp::Alloc { to, size, zero, storage, .. } => {
                let size = self.eval(program, size)?;
                let origin = match storage {
                    Storage::Heap => Origin::Heap,
                    Storage::Stack => Origin::Stack,
                };
                let room = self.range(size).high.clamp(0, i64::MAX.into()) as u64;
                let initial = if *zero { vec![(0, room)] } else { Vec::new() };
                let block = Block { origin, constant: false, size, cells: BTreeMap::new(), initial, image: None };
                let object = self.add(Object::Block(block));
                self.vars.insert(*to, Value::to(object, 0));
                Ok(())
            }
            MemoryOp::Free { at } => match self.eval(program, at)? {
                Value::Int(0) => Ok(()),
                Value::Pointer { object, end, offset } => match self.objects.get(&object) {
                    Some(Object::Segment(_)) => Err(Stop::Split(object, end)),
                    Some(Object::Block(block)) if offset == 0 && !matches!(block.origin, Origin::Declared(_)) => {
                        self.remove(program, object);
                        Ok(())
                    }
                    _ => Err(Stop::Unfollowed("what is freed")),
                },
                _ => Err(Stop::Unfollowed("what is freed")),
            },
            MemoryOp::Enter(id) => {
                if let Some(object) = self.declared.remove(id) {
                    self.remove(program, object);
                }
                let object = &program.objects[*id];
                self.declare(*id, object.size, object.constant, false, None);
                Ok(())
            }
            MemoryOp::Leave(id) => {
                if let Some(object) = self.declared.remove(id) {
                    self.remove(program, object);
                }
                Ok(())
            }
        }
    }

    /// Ends the life of a block: pointers to it are addresses of which little is known.
    fn remove(&mut self, program: &Program, object: Oid) {
        self.objects.remove(&object);
        let mut offsets = Vec::new();
        self.for_all_mut(&mut |value| {
            if value.object() == Some(object) && !offsets.contains(value) {
                offsets.push(*value);
            }
        });
        for old in offsets {
            let address = self.any_address(program);
            let anywhere = self.range(address);
            let in_kind = Value::Any(anywhere);
            self.vars.values_mut().filter(|value| **value == old).for_each(|value| *value = address);
            for holder in self.objects.values_mut() {
                holder.for_each_mut(&mut |value| {
                    if *value == old {
                        *value = address;
                    }
                });
                holder.for_all_mut(&mut |value| {
                    if *value == old {
                        *value = in_kind;
                    }
                });
            }
        }
    }

    /// The block and the distances that an address may mean.
    fn place(&self, at: Value) -> Result<(Oid, Range)> {
        let (object, end, range) = match at {
            Value::Pointer { object, end, offset } => (object, end, Range::point(offset.into())),
            Value::Moving { object, by } => (object, End::First, self.range(Value::Symbol(by))),
            _ => return Err(Stop::Unfollowed("a write to an address that is not known")),
        };
        match self.objects.get(&object) {
            Some(Object::Segment(_)) => Err(Stop::Split(object, end)),
            Some(Object::Block(_)) => Ok((object, range)),
            None => Err(Stop::Unfollowed("a write to an address that is not known")),
        }
    }

    fn check_inside(&self, object: Oid, at: i128, size: u32) -> Result<()> {
        let room = self.block(object).map_or(-1, |block| self.range(block.size).low);
        if at < 0 || at + i128::from(size) > room {
            return Err(Stop::Unfollowed("a write outside of an object"));
        }
        Ok(())
    }

    fn is_nothing(&self, size: Value) -> bool {
        let range = self.range(size);
        range.low == 0 && range.high == 0
    }

    /// Sets a cell.
    pub(super) fn set(&mut self, object: Oid, at: u64, bytes: u32, value: Value) {
        if let Some(block) = self.block_mut(object) {
            block.kill(at, at + u64::from(bytes));
            block.cells.insert(at, (bytes, value));
        }
    }

    /// Bytes of a block become arbitrary: so many, from a distance on that may vary. Those outside of it are none of any object.
    fn kill_at(&mut self, object: Oid, at: Range, size: i128) -> Result<()> {
        let to = at.high.checked_add(size).unwrap_or(i128::MAX).clamp(0, i64::MAX.into()) as u64;
        let from = at.low.clamp(0, i64::MAX.into()) as u64;
        if let Some(block) = self.block_mut(object) {
            block.kill(from, to);
        }
        Ok(())
    }

    fn fill(&mut self, at: Value, value: Value, size: Value) -> Result<()> {
        if self.is_nothing(size) {
            return Ok(());
        }
        let (object, at) = self.place(at)?;
        self.kill_at(object, at, self.range(size).high)?;
        if let (Value::Int(0), Value::Int(size), true) = (value, size, at.low == at.high && at.low >= 0)
            && let Some(block) = self.block_mut(object)
            && block.image.is_none()
        {
            block.initial.push((at.low as u64, at.low.saturating_add(size).clamp(0, i64::MAX.into()) as u64));
            block.merge_initial();
        }
        Ok(())
    }

    fn copy(&mut self, to: Value, from: Value, size: Value) -> Result<()> {
        if self.is_nothing(size) {
            return Ok(());
        }
        let (target, to) = self.place(to)?;
        let known = match (self.place(from), size) {
            (Err(Stop::Split(object, end)), _) => return Err(Stop::Split(object, end)),
            (Ok((source, from)), Value::Int(size)) if from.low == from.high && to.low == to.high => {
                Some((source, from.low, size)).filter(|_| from.low >= 0 && to.low >= 0 && size < i64::MAX.into())
            }
            _ => None,
        };
        let copied = known.and_then(|(source, from, size)| Some((self.block(source)?.clone(), from, size)));
        self.kill_at(target, to, self.range(size).high)?;
        let Some((source, from, size)) = copied else { return Ok(()) };
        let end = (from + size) as u64;
        let shift = |at: u64| (i128::from(at) - from + to.low) as u64;
        let from = from as u64;
        let cells = source.cells.iter().filter(|(at, (bytes, _))| **at >= from && **at + u64::from(*bytes) <= end);
        let cells: Vec<_> = cells.map(|(at, cell)| (shift(*at), *cell)).collect();
        let zeros = source.initial.iter().filter(|_| source.image.is_none());
        let zeros = zeros.map(|(a, b)| ((*a).max(from), (*b).min(end))).filter(|(a, b)| a < b);
        let zeros: Vec<_> = zeros.map(|(a, b)| (shift(a), shift(b))).collect();
        let Some(block) = self.block_mut(target) else { return Ok(()) };
        block.cells.extend(cells);
        if block.image.is_none() {
            block.initial.extend(zeros);
            block.merge_initial();
        }
        Ok(())
    }

    /// The cases of a segment of which one end is looked at: its node there is a block of one of the kinds, and it is the only one
    /// or there are others.
    fn split(&self, object: Oid, end: End) -> std::result::Result<Vec<Heap>, Unfollowed> {
        let Some(Object::Segment(segment)) = self.objects.get(&object) else {
            return Err(Unfollowed("a split of what is no segment"));
        };
        let links = segment.links;
        let mut cases = Vec::new();
        for kind in &segment.kinds {
            for alone in [true, false] {
                let mut heap = self.clone();
                let mine = Value::Pointer { object, end, offset: links.entry };
                let (next, previous) = match (alone, end) {
                    (true, _) => (segment.exit, segment.back),
                    (false, End::First) => {
                        (Value::Pointer { object, end: End::First, offset: links.entry }, segment.back)
                    }
                    (false, End::Last) => (segment.exit, mine),
                };
                if alone {
                    heap.objects.remove(&object);
                }
                let node = heap.make(kind, Value::Next, Value::Previous);
                // Pointers to that end of the old segment point to the node now, also from the other values of the segment.
                let to_node = |value: &mut Value| match value {
                    Value::Pointer { object: of, end: which, .. } if *of == object && (alone || *which == end) => {
                        (*of, *which) = (node, End::First);
                    }
                    _ => {}
                };
                heap.for_all_mut(&mut |value| to_node(value));
                let (mut next, mut previous) = (next, previous);
                if alone || end == End::Last {
                    to_node(&mut next);
                }
                if alone || end == End::First {
                    to_node(&mut previous);
                }
                heap.for_all_node(node, next, previous);
                if !alone && let Some(Object::Segment(rest)) = heap.objects.get_mut(&object) {
                    match end {
                        End::First if links.previous.is_some() => rest.back = Value::to(node, links.entry),
                        End::First => {}
                        End::Last => rest.exit = Value::to(node, links.entry),
                    }
                }
                cases.push(heap);
            }
        }
        Ok(cases)
    }

    /// Puts what the links of a new node are in their places. Only what was made for it has such.
    fn for_all_node(&mut self, _node: Oid, next: Value, previous: Value) {
        let fill = |value: &mut Value| match value {
            Value::Next => *value = next,
            Value::Previous => *value = previous,
            _ => {}
        };
        self.objects.values_mut().for_each(|object| object.for_each_mut(&mut |value| fill(value)));
    }

    /// The objects of a kind, once; the node.
    fn make(&mut self, kind: &Kind, next: Value, previous: Value) -> Oid {
        let names: Vec<Oid> = kind.iter().map(|_| Oid(self.name())).collect();
        for (name, object) in names.iter().zip(kind) {
            let mut object = object.clone();
            object.for_each_mut(&mut |value| {
                *value = match *value {
                    Value::Any(range) => self.symbol(range),
                    Value::Next => next,
                    Value::Previous => previous,
                    Value::Local { index, end, offset } => {
                        Value::Pointer { object: names[index as usize], end, offset }
                    }
                    other => other,
                };
            });
            self.objects.insert(*name, object);
        }
        names[0]
    }
}

impl Block {
    /// Bytes become arbitrary, and those of cells that share some with them.
    pub(super) fn kill(&mut self, from: u64, to: u64) {
        let touched: Vec<u64> = self.touched(from, to).collect();
        for at in touched {
            if let Some((bytes, _)) = self.cells.remove(&at) {
                self.forget_initial(at, at + u64::from(bytes));
            }
        }
        self.forget_initial(from, to);
    }

    fn forget_initial(&mut self, from: u64, to: u64) {
        let parts = self.initial.iter().flat_map(|(a, b)| [(*a, (*b).min(from)), ((*a).max(to), *b)]);
        self.initial = parts.filter(|(a, b)| a < b).collect();
    }

    fn merge_initial(&mut self) {
        self.initial.sort_unstable();
        let mut merged: Vec<(u64, u64)> = Vec::new();
        for (from, to) in std::mem::take(&mut self.initial) {
            match merged.last_mut() {
                Some(last) if from <= last.1 => last.1 = last.1.max(to),
                _ => merged.push((from, to)),
            }
        }
        self.initial = merged;
    }
}
