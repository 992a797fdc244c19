//! One heap for two that differ in numbers only.

use std::collections::BTreeMap;

use super::{Block, Heap, Kind, Object, Range, Segment, Value};

/// A heap that holds of the states of both, where they have the same objects with the same pointers: numbers in which they differ get
/// ranges, those of the first heap made larger in great steps. The bounds are among `marks`, in ascending order.
pub fn joined(old: &Heap, new: &Heap, marks: &[i128]) -> Option<Heap> {
    let mut join = Join { old, new, marks, heap: Heap::default(), pairs: BTreeMap::new() };
    join.heap.fresh = old.fresh.max(new.fresh);
    join.heap.leaked = old.leaked || new.leaked;
    if old.declared != new.declared || old.objects.len() != new.objects.len() {
        return None;
    }
    join.heap.declared = old.declared.clone();
    for (var, a) in &old.vars {
        let Some(b) = new.vars.get(var) else { continue };
        let value = join.value(*a, *b)?;
        join.heap.vars.insert(*var, value);
    }
    for (oid, a) in &old.objects {
        let object = join.object(a, new.objects.get(oid)?)?;
        join.heap.objects.insert(*oid, object);
    }
    Some(join.heap)
}

struct Join<'a> {
    old: &'a Heap,
    new: &'a Heap,
    marks: &'a [i128],
    heap: Heap,
    /// The same two values are the same symbol everywhere.
    pairs: BTreeMap<(Value, Value), Value>,
}

impl Join<'_> {
    fn value(&mut self, a: Value, b: Value) -> Option<Value> {
        match (a, b) {
            (Value::Int(_) | Value::Symbol(_), Value::Int(_) | Value::Symbol(_)) => {
                if matches!(a, Value::Int(_)) && a == b {
                    return Some(a);
                }
                if let Some(known) = self.pairs.get(&(a, b)) {
                    return Some(*known);
                }
                let range = widened(self.old.range(a), self.new.range(b), self.marks);
                let value = self.heap.symbol(range);
                self.pairs.insert((a, b), value);
                Some(value)
            }
            (Value::Moving { object, by }, Value::Moving { object: other, by: other_by }) if object == other => {
                match self.value(Value::Symbol(by), Value::Symbol(other_by))? {
                    Value::Symbol(by) => Some(Value::Moving { object, by }),
                    _ => None,
                }
            }
            (Value::Any(a), Value::Any(b)) => Some(Value::Any(widened(a, b, self.marks))),
            _ => (a == b).then_some(a),
        }
    }

    fn object(&mut self, a: &Object, b: &Object) -> Option<Object> {
        Some(match (a, b) {
            (Object::Block(a), Object::Block(b)) => Object::Block(self.block(a, b)?),
            (Object::Segment(a), Object::Segment(b)) if a.links == b.links => {
                let mut kinds = a.kinds.clone();
                b.kinds.iter().for_each(|kind| add_kind(&mut kinds, kind.clone(), self.marks));
                let (exit, back) = (self.value(a.exit, b.exit)?, self.value(a.back, b.back)?);
                Object::Segment(Segment { links: a.links, kinds, exit, back })
            }
            _ => return None,
        })
    }

    fn block(&mut self, a: &Block, b: &Block) -> Option<Block> {
        if (a.origin, a.constant, &a.image) != (b.origin, b.constant, &b.image) {
            return None;
        }
        let size = self.value(a.size, b.size)?;
        let mut cells = BTreeMap::new();
        for (at, (bytes, value)) in &a.cells {
            if let Some((other, held)) = b.cells.get(at)
                && other == bytes
            {
                cells.insert(*at, (*bytes, self.value(*value, *held)?));
            }
        }
        let initial = if a.initial == b.initial { a.initial.clone() } else { Vec::new() };
        Some(Block { size, cells, initial, ..a.clone() })
    }
}

/// A range with the numbers of both; where the new one has more, with bounds among `marks`.
fn widened(old: Range, new: Range, marks: &[i128]) -> Range {
    let below = || marks.iter().rev().find(|mark| **mark <= new.low).copied().unwrap_or(i128::MIN);
    let above = || marks.iter().find(|mark| **mark >= new.high).copied().unwrap_or(i128::MAX);
    let low = if new.low < old.low { below() } else { old.low };
    let high = if new.high > old.high { above() } else { old.high };
    let step = if old.step == new.step && low % old.step == 0 { old.step } else { 1 };
    Range { low, high, step, nonzero: old.without_zero() && new.without_zero() }
}

/// How many kinds of one form there are before they become one.
const MOST_ALIKE: usize = 3;

/// Adds a kind to those of a segment, unless it is among them; many of one form become one.
pub(super) fn add_kind(kinds: &mut Vec<Kind>, kind: Kind, marks: &[i128]) {
    if kinds.iter().any(|other| is_kind_of(&kind, other)) {
        return;
    }
    kinds.retain(|other| !is_kind_of(other, &kind));
    let alike: Vec<usize> = (0..kinds.len()).filter(|i| kinds_joined(&kinds[*i], &kind, marks).is_some()).collect();
    if alike.len() < MOST_ALIKE {
        kinds.push(kind);
        kinds.sort();
        return;
    }
    let mut all = kind;
    for i in alike.iter().rev() {
        let other = kinds.remove(*i);
        all = kinds_joined(&other, &all, marks).unwrap_or(all);
    }
    kinds.retain(|other| !is_kind_of(other, &all));
    kinds.push(all);
    kinds.sort();
}

fn range_of(value: Value) -> Option<Range> {
    match value {
        Value::Int(n) => Some(Range::point(n)),
        Value::Any(range) => Some(range),
        _ => None,
    }
}

/// Whether one kind has all nodes of another, as far as that is plain.
fn is_kind_of(special: &Kind, general: &Kind) -> bool {
    let value = |a: Value, b: Value| {
        a == b || range_of(a).zip(range_of(b)).is_some_and(|(a, b)| matches!(general_of(b), Some(r) if a.is_within(r)))
    };
    zipped(special, general, &mut |a, b| value(a, b).then_some(b)).is_some()
}

fn general_of(range: Range) -> Option<Range> {
    (range.low != range.high).then_some(range)
}

fn kinds_joined(old: &Kind, new: &Kind, marks: &[i128]) -> Option<Kind> {
    zipped(old, new, &mut |a, b| {
        if a == b {
            return Some(a);
        }
        let (a, b) = (range_of(a)?, range_of(b)?);
        let hull = widened(widened(b, a, marks), b, marks);
        Some(Value::Any(widened(a, hull, marks)))
    })
}

/// A kind with what `value` makes of the values of two that are otherwise the same.
fn zipped(a: &Kind, b: &Kind, value: &mut dyn FnMut(Value, Value) -> Option<Value>) -> Option<Kind> {
    if a.len() != b.len() {
        return None;
    }
    let objects = a.iter().zip(b).map(|(a, b)| match (a, b) {
        (Object::Block(a), Object::Block(b)) => {
            let same = (a.origin, a.constant, &a.initial, &a.image) == (b.origin, b.constant, &b.initial, &b.image);
            let cells = a.cells.iter().zip(&b.cells).map(|((at, (bytes, x)), (other, (size, y)))| {
                let value = if (at, bytes) == (other, size) { value(*x, *y)? } else { return None };
                Some((*at, (*bytes, value)))
            });
            let cells: BTreeMap<_, _> = cells.collect::<Option<_>>()?;
            let size = value(a.size, b.size)?;
            (same && a.cells.len() == b.cells.len()).then(|| Object::Block(Block { size, cells, ..a.clone() }))
        }
        (Object::Segment(a), Object::Segment(b)) => {
            let (exit, back) = (value(a.exit, b.exit)?, value(a.back, b.back)?);
            let same = a.links == b.links && a.kinds == b.kinds;
            same.then(|| Object::Segment(Segment { exit, back, ..a.clone() }))
        }
        _ => None,
    });
    objects.collect()
}
