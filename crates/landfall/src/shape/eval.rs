//! Values of expressions in a heap, and what conditions tell of it.

use super::range::{clipped, computed};
use super::{ANYTHING, Block, End, Heap, Object, Oid, Origin, Range, Value, whole_bytes};
use crate::cfa::memory::{Cell, pointer_type};
use crate::cfa::{BinaryOp, Expr, INDEX, IntType, MemoryExpr, Overflow, Program, Type, UnaryOp, arith};

/// All objects start at multiples of this.
const ALIGNMENT: i128 = 16;
/// So far from an object, no address wraps and none is another object's.
const NEAR: i64 = 4096;

/// Why there is no value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Stop {
    /// The node at an end of a segment has to be looked at.
    Split(Oid, End),
    /// The execution goes no further: what it does is undefined.
    Ends,
    Unfollowed(&'static str),
}

pub(super) type Result<T> = std::result::Result<T, Stop>;

/// The numbers of a type.
pub(super) fn all_of(ty: IntType) -> Range {
    if ty.bits >= 127 { ANYTHING } else { Range::new(ty.min(), ty.max()) }
}

impl Heap {
    fn any_of(&mut self, ty: IntType) -> Value {
        self.symbol(all_of(ty))
    }

    fn any_truth(&mut self) -> Value {
        self.symbol(Range::new(0, 1))
    }

    /// An address of which nothing is known but that it is none of null.
    pub(super) fn any_address(&mut self, program: &Program) -> Value {
        self.symbol(Range::new(1, pointer_type(program.semantics.data_model).max()))
    }

    pub(super) fn eval(&mut self, program: &Program, expr: &Expr) -> Result<Value> {
        match expr {
            Expr::Int(value, _) => Ok(Value::Int(*value)),
            Expr::Var(var) => {
                let Type::Int(ty) = program.vars[*var].ty else { return Err(Stop::Unfollowed("a region")) };
                if let Some(value) = self.vars.get(var).copied() {
                    let (range, all) = (self.range(value), all_of(ty));
                    if let (Value::Symbol(symbol), false) = (value, range.is_within(all)) {
                        let (low, high) = (range.low.max(all.low), range.high.min(all.high));
                        self.symbols.insert(symbol, Range { low, high, ..range });
                    }
                    return Ok(value);
                }
                let value = self.any_of(ty);
                self.vars.insert(*var, value);
                Ok(value)
            }
            Expr::Cast(ty, operand) => {
                let value = self.eval(program, operand)?;
                Ok(self.cast(program, *ty, value))
            }
            Expr::Unary(op, operand) => {
                let ty = operand.ty(program).scalar();
                match self.eval(program, operand)? {
                    Value::Int(n) => {
                        arith::unary(*op, ty, n, program.semantics.overflow).map(Value::Int).ok_or(Stop::Ends)
                    }
                    _ if *op == UnaryOp::Not => Ok(self.any_truth()),
                    _ => Ok(self.any_of(ty)),
                }
            }
            Expr::Binary(op, left, right) => {
                let (ty, right_ty) = (left.ty(program).scalar(), right.ty(program).scalar());
                let (left, right) = (self.eval(program, left)?, self.eval(program, right)?);
                self.binary(program, *op, (ty, left), (right_ty, right))
            }
            Expr::And(left, right) => self.connective(program, left, right, 0),
            Expr::Or(left, right) => self.connective(program, left, right, 1),
            Expr::Ite(condition, yes, no) => match self.eval(program, condition)? {
                Value::Int(0) => self.eval(program, no),
                Value::Int(_) => self.eval(program, yes),
                _ => Ok(self.any_of(yes.ty(program).scalar())),
            },
            Expr::Select(..) => Err(Stop::Unfollowed("a region")),
            Expr::Float(op, _) => Ok(self.any_of(op.result())),
            Expr::Memory(op, operands) => self.memory(program, *op, operands),
        }
    }

    /// `decisive` is the value of the left operand at which the right one is not evaluated.
    fn connective(&mut self, program: &Program, left: &Expr, right: &Expr, decisive: i128) -> Result<Value> {
        match self.eval(program, left)? {
            Value::Int(n) if n == decisive => Ok(Value::Int(n)),
            Value::Int(_) => self.eval(program, right),
            _ => Ok(self.any_truth()),
        }
    }

    fn cast(&mut self, program: &Program, ty: IntType, value: Value) -> Value {
        match value {
            Value::Int(n) => Value::Int(ty.wrap(n)),
            Value::Symbol(_) if self.range(value).is_within(all_of(ty)) => value,
            Value::Pointer { .. } | Value::Moving { .. }
                if ty.bits >= pointer_type(program.semantics.data_model).bits =>
            {
                value
            }
            _ => self.any_of(ty),
        }
    }

    fn binary(
        &mut self,
        program: &Program,
        op: BinaryOp,
        (ty, left): (IntType, Value),
        (right_ty, right): (IntType, Value),
    ) -> Result<Value> {
        if op.is_comparison() {
            return Ok(match self.compare(ty, op, left, right)? {
                Some(holds) => Value::Int(holds.into()),
                None => self.any_truth(),
            });
        }
        let overflow = program.semantics.overflow;
        match (op, left, right) {
            (_, Value::Int(a), Value::Int(b)) => {
                arith::binary(op, ty, a, right_ty, b, overflow).map(Value::Int).ok_or(Stop::Ends)
            }
            (BinaryOp::Add, a, Value::Int(0))
            | (BinaryOp::Add, Value::Int(0), a)
            | (BinaryOp::Sub, a, Value::Int(0)) => Ok(a),
            (BinaryOp::Add, Value::Pointer { .. }, Value::Int(by))
            | (BinaryOp::Sub, Value::Pointer { .. }, Value::Int(by)) => {
                let by = if op == BinaryOp::Add { Some(by) } else { by.checked_neg() };
                let moved = by.and_then(|by| moved(left, by)).filter(|moved| self.is_near(*moved));
                Ok(moved.unwrap_or_else(|| self.any_of(ty)))
            }
            (
                BinaryOp::Sub,
                Value::Pointer { object: a, end: c, offset: i },
                Value::Pointer { object: b, end: d, offset: j },
            ) if (a, c) == (b, d) => Ok(Value::Int(ty.wrap(i128::from(i) - i128::from(j)))),
            (BinaryOp::Rem, pointer, Value::Int(by)) if pointer.object().is_some() => {
                Ok(self.remainder(pointer, by).unwrap_or_else(|| self.any_of(ty)))
            }
            (BinaryOp::BitAnd, pointer, Value::Int(mask)) if pointer.object().is_some() && mask < ALIGNMENT => {
                let whole = (mask + 1 > 0 && (mask + 1) & mask == 0).then_some(mask + 1);
                Ok(whole.and_then(|by| self.remainder(pointer, by)).unwrap_or_else(|| self.any_of(ty)))
            }
            _ if left.object().is_some() || right.object().is_some() => Ok(self.any_of(ty)),
            _ => {
                let range = computed(op, ty, self.range(left), self.range(right));
                let all = all_of(ty);
                let stops = ty.signed && overflow == Overflow::Undefined && op != BinaryOp::Shl;
                if range.is_within(all) {
                    return Ok(self.symbol(range));
                }
                // Where it would overflow, executions end.
                let within = Range { low: range.low.max(all.low), high: range.high.min(all.high), ..range };
                Ok(self.symbol(if stops && within.low <= within.high { within } else { all }))
            }
        }
    }

    /// The remainder of an address.
    fn remainder(&self, pointer: Value, by: i128) -> Option<Value> {
        if by <= 0 || ALIGNMENT % by != 0 {
            return None;
        }
        match pointer {
            Value::Pointer { offset, .. } if self.is_near(pointer) => {
                Some(Value::Int(i128::from(offset).rem_euclid(by)))
            }
            Value::Moving { by: symbol, .. } => {
                let range = self.range(Value::Symbol(symbol));
                (range.low >= 0 && range.step % by == 0 && range.high < i64::MAX.into()).then_some(Value::Int(0))
            }
            _ => None,
        }
    }

    /// The least size that the object of a pointer may have.
    fn least_size(&self, object: Oid) -> i128 {
        let of = |block: &Block| self.range(block.size).low;
        match self.objects.get(&object) {
            Some(Object::Block(block)) => of(block),
            Some(Object::Segment(segment)) => {
                let nodes = segment.kinds.iter().map(|kind| match kind.first() {
                    Some(Object::Block(node)) => of(node),
                    _ => -1,
                });
                nodes.min().unwrap_or(-1)
            }
            None => -1,
        }
    }

    /// Whether a pointer points into its object or right behind it.
    pub(super) fn is_inside(&self, pointer: Value) -> bool {
        match pointer {
            Value::Pointer { object, offset, .. } => offset >= 0 && i128::from(offset) <= self.least_size(object),
            Value::Moving { object, by } => {
                let by = self.range(Value::Symbol(by));
                by.low >= 0 && by.high <= self.least_size(object)
            }
            _ => false,
        }
    }

    fn is_near(&self, pointer: Value) -> bool {
        let near = matches!(pointer, Value::Pointer { offset, .. } if (-NEAR..=NEAR).contains(&offset));
        near || self.is_inside(pointer)
    }

    /// What is known of the number that a value is.
    pub(super) fn bounds(&self, value: Value) -> Range {
        match value {
            Value::Pointer { .. } | Value::Moving { .. } if self.is_inside(value) => Range::new(1, i64::MAX as i128),
            Value::Pointer { .. } | Value::Moving { .. } => ANYTHING,
            _ => self.range(value),
        }
    }

    /// Whether a comparison holds, if that is known.
    pub(super) fn compare(&self, ty: IntType, op: BinaryOp, left: Value, right: Value) -> Result<Option<bool>> {
        if let (Some(a), Some(b)) = (left.object(), right.object()) {
            return self.compare_pointers(op, (a, left), (b, right));
        }
        if ty.bits >= 127 && !matches!((op, left, right), (BinaryOp::Eq | BinaryOp::Ne, Value::Int(_), Value::Int(_))) {
            return Ok(None);
        }
        if left == right && !matches!(left, Value::Any(_)) {
            return Ok(Some(matches!(op, BinaryOp::Eq | BinaryOp::Le)));
        }
        let (a, b) = (self.bounds(left), self.bounds(right));
        let apart = a.high < b.low || b.high < a.low;
        let zero = |r: Range| r.low == 0 && r.high == 0;
        let apart = apart || (zero(a) && b.without_zero()) || (zero(b) && a.without_zero());
        let same = a.low == a.high && b.low == b.high && a.low == b.low;
        Ok(match op {
            BinaryOp::Eq if apart => Some(false),
            BinaryOp::Ne if apart => Some(true),
            BinaryOp::Eq if same => Some(true),
            BinaryOp::Ne if same => Some(false),
            BinaryOp::Lt if a.high < b.low => Some(true),
            BinaryOp::Lt if b.high <= a.low => Some(false),
            BinaryOp::Le if a.high <= b.low => Some(true),
            BinaryOp::Le if b.high < a.low => Some(false),
            _ => None,
        })
    }

    fn compare_pointers(
        &self,
        op: BinaryOp,
        (a, left): (Oid, Value),
        (b, right): (Oid, Value),
    ) -> Result<Option<bool>> {
        let equal = |holds: bool| match op {
            BinaryOp::Eq => Some(holds),
            BinaryOp::Ne => Some(!holds),
            _ => None,
        };
        if a != b {
            let apart = self.is_inside(left) && self.is_inside(right);
            return Ok(if apart { equal(false) } else { None });
        }
        match (left, right) {
            (Value::Pointer { end: c, .. }, Value::Pointer { end: d, .. })
                if c != d && matches!(self.objects.get(&a), Some(Object::Segment(_))) =>
            {
                Err(Stop::Split(a, End::First))
            }
            (Value::Pointer { offset: i, .. }, Value::Pointer { offset: j, .. })
                if self.is_near(left) && self.is_near(right) =>
            {
                Ok(match op {
                    BinaryOp::Lt => Some(i < j),
                    BinaryOp::Le => Some(i <= j),
                    _ => equal(i == j),
                })
            }
            _ => Ok(None),
        }
    }

    fn memory(&mut self, program: &Program, op: MemoryExpr, operands: &[Expr]) -> Result<Value> {
        let mut values = Vec::new();
        for operand in operands {
            values.push(self.eval(program, operand)?);
        }
        match (op, values.as_slice()) {
            (MemoryExpr::Address(object, _), _) => Ok(match self.declared.get(&object) {
                Some(object) => Value::to(*object, 0),
                None => self.any_address(program),
            }),
            (MemoryExpr::Offset(ty), &[at, by]) => Ok(self.offset(ty, at, by)),
            (MemoryExpr::Load(cell), &[at]) => self.load(program, at, cell),
            (MemoryExpr::Readable, &[at, size]) => self.accessible(at, size, false),
            (MemoryExpr::Writable, &[at, size]) => self.accessible(at, size, true),
            (MemoryExpr::Freeable, &[at]) => self.freeable(at),
            (MemoryExpr::Size, &[at @ Value::Pointer { object, end, .. }]) => match self.objects.get(&object) {
                Some(Object::Segment(_)) => Err(Stop::Split(object, end)),
                Some(Object::Block(block)) if self.is_inside(at) => Ok(block.size),
                _ => Ok(self.any_of(INDEX)),
            },
            (MemoryExpr::Distance, &[at @ Value::Pointer { offset, .. }]) if self.is_inside(at) => {
                Ok(Value::Int(offset.into()))
            }
            (MemoryExpr::Distance, &[at @ Value::Moving { by, .. }]) if self.is_inside(at) => Ok(Value::Symbol(by)),
            (MemoryExpr::Size | MemoryExpr::Distance, _) => Ok(self.any_of(INDEX)),
            (MemoryExpr::SameObject, &[a, b]) => self.same_object(a, b),
            (MemoryExpr::HeapEmpty, _) => Ok(self.heap_empty()),
            _ => Err(Stop::Unfollowed("a question with other operands")),
        }
    }

    fn offset(&mut self, ty: IntType, at: Value, by: Value) -> Value {
        match (at, by) {
            (_, Value::Int(0)) => at,
            (Value::Int(a), Value::Int(b)) => {
                a.checked_add(b).filter(|sum| ty.contains(*sum)).map_or_else(|| self.any_of(ty), Value::Int)
            }
            (Value::Pointer { .. }, Value::Int(by)) => moved(at, by).unwrap_or_else(|| self.any_of(ty)),
            (Value::Pointer { object, offset, .. }, Value::Symbol(_)) if self.block(object).is_some() => {
                let sum = clipped(computed(BinaryOp::Add, INDEX, self.range(by), Range::point(offset.into())));
                self.moving(ty, object, sum)
            }
            (Value::Moving { object, by: symbol }, Value::Int(_) | Value::Symbol(_)) => {
                let so_far = self.range(Value::Symbol(symbol));
                let sum = clipped(computed(BinaryOp::Add, INDEX, so_far, self.range(by)));
                self.moving(ty, object, sum)
            }
            _ => self.any_of(ty),
        }
    }

    fn moving(&mut self, ty: IntType, object: Oid, by: Range) -> Value {
        match self.symbol(by) {
            Value::Symbol(by) => Value::Moving { object, by },
            Value::Int(by) => i64::try_from(by).map_or_else(|_| self.any_of(ty), |by| Value::to(object, by)),
            _ => self.any_of(ty),
        }
    }

    fn accessible(&mut self, at: Value, size: Value, write: bool) -> Result<Value> {
        let size = self.range(size);
        if size.low == 0 && size.high == 0 {
            return Ok(Value::Int(1));
        }
        let known = match at {
            Value::Int(0) if size.low > 0 => Some(false),
            Value::Pointer { object, end, offset } => match self.objects.get(&object) {
                Some(Object::Segment(segment)) => {
                    let writable =
                        segment.kinds.iter().all(|k| matches!(k.first(), Some(Object::Block(b)) if !b.constant));
                    let fits = offset >= 0
                        && size.low >= 0
                        && i128::from(offset) + size.high <= self.least_size(object)
                        && (writable || !write);
                    if !fits {
                        return Err(Stop::Split(object, end));
                    }
                    Some(true)
                }
                Some(Object::Block(block)) => self.fits(block, Range::point(offset.into()), size, write),
                None => None,
            },
            Value::Moving { object, by } => {
                let by = self.range(Value::Symbol(by));
                self.block(object).and_then(|block| self.fits(block, by, size, write))
            }
            _ => None,
        };
        Ok(known.map_or_else(|| self.any_truth(), |holds| Value::Int(holds.into())))
    }

    fn fits(&self, block: &Block, at: Range, size: Range, write: bool) -> Option<bool> {
        let room = self.range(block.size);
        let end = at.high.checked_add(size.high)?;
        if at.low >= 0 && size.low >= 0 && end <= room.low {
            return Some(!(write && block.constant) || size.low == 0 && size.high == 0)
                .filter(|holds| *holds || size.low > 0);
        }
        let outside = at.high < 0 || at.low.checked_add(size.low)? > room.high;
        (outside && size.low > 0).then_some(false)
    }

    fn freeable(&mut self, at: Value) -> Result<Value> {
        Ok(match at {
            Value::Int(0) => Value::Int(1),
            Value::Pointer { object, end, offset } => match self.objects.get(&object) {
                Some(Object::Segment(_)) => return Err(Stop::Split(object, end)),
                Some(Object::Block(block)) if self.is_inside(at) => {
                    Value::Int((offset == 0 && block.origin == Origin::Heap).into())
                }
                _ => self.any_truth(),
            },
            _ => self.any_truth(),
        })
    }

    fn same_object(&mut self, a: Value, b: Value) -> Result<Value> {
        if let (Some(first), Some(second)) = (a.object(), b.object())
            && self.is_inside(a)
            && self.is_inside(b)
        {
            if first != second {
                return Ok(Value::Int(0));
            }
            return match (self.objects.get(&first), a) {
                (Some(Object::Segment(_)), Value::Pointer { end, .. }) => Err(Stop::Split(first, end)),
                _ => Ok(Value::Int(1)),
            };
        }
        Ok(self.any_truth())
    }

    fn heap_empty(&mut self) -> Value {
        let lives = |object: &Object| match object {
            Object::Block(block) => block.origin == Origin::Heap,
            Object::Segment(segment) => segment
                .kinds
                .iter()
                .all(|kind| matches!(kind.first(), Some(Object::Block(node)) if node.origin == Origin::Heap)),
        };
        let segments = self.objects.values().any(|object| matches!(object, Object::Segment(_)));
        if self.objects.values().any(lives) {
            Value::Int(0)
        } else if self.leaked || segments {
            self.any_truth()
        } else {
            Value::Int(1)
        }
    }

    fn load(&mut self, program: &Program, at: Value, cell: Cell) -> Result<Value> {
        let Value::Pointer { object, end, offset } = at else { return Ok(self.any_of(cell.ty)) };
        let block = match self.objects.get(&object) {
            Some(Object::Segment(_)) => return Err(Stop::Split(object, end)),
            Some(Object::Block(block)) => block,
            None => return Ok(self.any_of(cell.ty)),
        };
        let (Some(bytes), Ok(from)) = (whole_bytes(cell), u64::try_from(offset)) else {
            return Ok(self.any_of(cell.ty));
        };
        if let Some((_, value)) = block.cells.get(&from).filter(|(size, _)| *size == bytes) {
            let pointer = pointer_type(program.semantics.data_model).bits;
            let fits = match *value {
                Value::Symbol(_) => self.range(*value).is_within(all_of(cell.ty)),
                Value::Pointer { .. } | Value::Moving { .. } => {
                    cell.ty.bits == pointer && cell.bits == u32::from(pointer)
                }
                _ => true,
            };
            return Ok(match *value {
                Value::Int(n) => Value::Int(cell.ty.wrap(n)),
                value if fits => value,
                _ => self.any_of(cell.ty),
            });
        }
        if block.touched(from, from + u64::from(bytes)).next().is_some() {
            return Ok(self.any_of(cell.ty));
        }
        if let Some(value) = block.first_value(from, bytes) {
            return Ok(Value::Int(cell.ty.wrap(value)));
        }
        let within = i128::from(from) + i128::from(bytes) <= self.range(block.size).low;
        let value = self.any_of(cell.ty);
        if within && u32::from(cell.ty.bits) == cell.bits && cell.ty.bits < 127 {
            self.set(object, from, bytes, value);
        }
        Ok(value)
    }
}

impl Block {
    /// The cells that share bytes with a range.
    pub(super) fn touched(&self, from: u64, to: u64) -> impl Iterator<Item = u64> + '_ {
        self.cells
            .iter()
            .filter(move |(at, (bytes, _))| **at < to && from < **at + u64::from(*bytes))
            .map(|(at, _)| *at)
    }

    /// The value of bytes that are as they were at first; cells are not looked at.
    pub(super) fn first_value(&self, from: u64, bytes: u32) -> Option<i128> {
        let to = from + u64::from(bytes);
        if !self.initial.iter().any(|(a, b)| *a <= from && to <= *b) {
            return None;
        }
        let Some(image) = &self.image else { return Some(0) };
        if bytes > 15 {
            return None;
        }
        // An image may end early: zeros follow.
        let byte = |i: u64| image.get((from + i) as usize).copied().unwrap_or(0);
        Some((0..u64::from(bytes)).fold(0, |sum, i| sum | i128::from(byte(i)) << (8 * i)))
    }
}

/// A pointer so many bytes further on.
pub(super) fn moved(pointer: Value, by: i128) -> Option<Value> {
    match pointer {
        Value::Pointer { object, end, offset } => {
            let offset = i64::try_from(i128::from(offset).checked_add(by)?).ok()?;
            Some(Value::Pointer { object, end, offset })
        }
        _ => None,
    }
}

/// Of a truth value that is compared with zero or one: it, and whether the comparison says that it holds.
pub(super) fn truth_compared<'e>(
    program: &Program,
    op: BinaryOp,
    left: &'e Expr,
    right: &'e Expr,
) -> Option<(&'e Expr, bool)> {
    let (Expr::Int(number @ (0 | 1), _), true) = (right, matches!(op, BinaryOp::Eq | BinaryOp::Ne)) else {
        return None;
    };
    let truth = truth_value(program, left)?;
    Some((truth, (op == BinaryOp::Eq) == (*number == 1)))
}

/// The truth value that an expression is, as a number of whatever type.
pub(super) fn truth_value<'e>(program: &Program, mut expr: &'e Expr) -> Option<&'e Expr> {
    while let Expr::Cast(ty, inner) = expr {
        if ty.bits < 2 {
            break;
        }
        expr = inner;
    }
    let is_computed = !matches!(expr, Expr::Int(..) | Expr::Var(_) | Expr::Cast(..));
    (is_computed && expr.ty(program) == Type::BOOL).then_some(expr)
}
