//! Which numbers are made of addresses: C does not say where objects lie, so that more than what it promises of such a number must
//! not decide anything.
//!
//! Values are followed through variables, members and classes of memory without regard to order. Operations that lose bits of an
//! address (a narrower type, a quotient, a mask) give any number when they are lowered, so that what they give is no longer followed.
//! Pointers in memory count only where a union, a cast or a copy of bytes makes numbers of them.

use std::collections::BTreeMap;

use super::points_to::{Class, PointsTo};
use crate::front::ast::RecordKind;
use crate::front::hir::*;
use crate::front::library::{self, Model};
use crate::front::types::RecordTypeId;

/// What a number has to do with addresses.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Origin {
    Other,
    /// It may be an address, moved by a constant.
    Address,
    /// It may be a sum, a difference or an exclusive or of addresses and other numbers.
    Sum,
}

/// A member of a record; those of a union are one.
type Member = (RecordTypeId, u32);

/// Constants below this do not move an address to where no object lies.
const NEAR: i128 = 1 << 31;

/// Or these mark one.
const MARKS: i128 = 4096;

pub struct Numbers {
    values: Vec<Origin>,
    results: Vec<Origin>,
    /// What was stored as a member.
    members: BTreeMap<Member, Origin>,
    /// What was stored in a class of memory, other than as a member.
    plain: BTreeMap<Class, Origin>,
    /// What was stored in a class of memory as a member of a record.
    overlaid: BTreeMap<(Class, RecordTypeId), Origin>,
    changed: bool,
}

impl Numbers {
    pub fn new(unit: &Unit, points_to: &PointsTo) -> Numbers {
        let mut numbers = Numbers {
            values: vec![Origin::Other; unit.exprs.len()],
            results: vec![Origin::Other; unit.functions.len()],
            members: BTreeMap::new(),
            plain: BTreeMap::new(),
            overlaid: BTreeMap::new(),
            changed: true,
        };
        let returns = returns(unit);
        while std::mem::take(&mut numbers.changed) {
            let mut flow = Flow { unit, points_to, numbers: &mut numbers };
            for index in 0..unit.exprs.len() {
                flow.expression(ExprId::from_index(index));
            }
            for (function, value) in &returns {
                let origin = flow.numbers.of(*value);
                let changed = raise(&mut flow.numbers.results[function.index()], origin);
                flow.numbers.changed |= changed;
            }
            flow.initializers();
        }
        numbers
    }

    pub fn of(&self, e: ExprId) -> Origin {
        self.values[e.index()]
    }
}

fn raise(known: &mut Origin, origin: Origin) -> bool {
    let before = *known;
    *known = before.max(origin);
    *known != before
}

/// The values that functions return: the statements of a function lie before its root and behind the root of the function before it.
fn returns(unit: &Unit) -> Vec<(FunctionId, ExprId)> {
    let with_body = |function: FunctionId| unit[function].body.as_ref().map(|body| (body.root, function));
    let mut roots: Vec<(StmtId, FunctionId)> = unit.function_ids().filter_map(with_body).collect();
    roots.sort();
    let mut returns = Vec::new();
    for (index, statement) in unit.stmts.iter().enumerate() {
        if let StmtKind::Return(Some(value)) = statement.kind
            && let Some((_, function)) = roots.get(roots.partition_point(|(root, _)| root.index() < index))
        {
            returns.push((*function, value));
        }
    }
    returns
}

struct Flow<'a> {
    unit: &'a Unit,
    points_to: &'a PointsTo,
    numbers: &'a mut Numbers,
}

impl Flow<'_> {
    /// Whether a type holds all bits of an address as a number.
    fn is_wide(&self, e: ExprId) -> bool {
        let types = &self.unit.types;
        types.int_type(self.unit[e].ty).is_some_and(|ty| u64::from(ty.bits) >= 8 * types.pointer_bytes())
    }

    /// What a value is, also that of a pointer.
    fn origin(&self, e: ExprId) -> Origin {
        let is_address = self.unit.types.is_pointer(self.unit[e].ty)
            && self.unit.constant(e).is_none()
            && !self.points_to.slots_of(self.points_to.target(e)).is_empty();
        if is_address { Origin::Address } else { self.numbers.of(e) }
    }

    fn expression(&mut self, e: ExprId) {
        let unit = self.unit;
        let origin = match &unit[e].kind {
            ExprKind::Convert(inner) => self.origin(*inner),
            ExprKind::Load(place) => self.stored(*place),
            ExprKind::Object(_) | ExprKind::Deref(_) | ExprKind::Member(..) => self.stored(e),
            ExprKind::Arithmetic(op, a, b) => {
                let constant = unit.constant(*b).or(unit.constant(*a));
                computed(*op, [self.origin(*a), self.origin(*b)], constant)
            }
            ExprKind::Negate(inner) | ExprKind::BitNot(inner) => match self.origin(*inner) {
                Origin::Other => Origin::Other,
                _ => Origin::Sum,
            },
            ExprKind::Assign { target, value } => {
                let origin = self.origin(*value);
                self.store(*target, origin);
                origin
            }
            ExprKind::CompoundAssign { op, target, value, .. } => {
                let origins = [self.stored(*target), self.origin(*value)];
                let origin = computed(*op, origins, unit.constant(*value));
                self.store(*target, origin);
                origin
            }
            ExprKind::Step { target, .. } => self.stored(*target),
            ExprKind::Conditional { then: a, otherwise: b, .. } | ExprKind::Elvis { condition: a, otherwise: b } => {
                self.origin(*a).max(self.origin(*b))
            }
            ExprKind::Comma(_, value) | ExprKind::StmtExpr { value: Some(value), .. } => self.origin(*value),
            ExprKind::Call { callee, arguments } => self.call(callee, arguments, e),
            _ => Origin::Other,
        };
        // A narrower number is any number.
        let origin = if self.is_wide(e) { origin } else { Origin::Other };
        let changed = raise(&mut self.numbers.values[e.index()], origin);
        self.numbers.changed |= changed;
    }

    // ------------------------------------------------------------------------------------------------------------- memory

    /// The member that a place is, or is an element of.
    fn member(&self, place: ExprId) -> Option<Member> {
        match self.unit[place].kind {
            ExprKind::Member(base, field) => {
                let record = self.unit.types.record_of(self.unit[base].ty)?;
                let is_union = self.unit.types.record(record).kind == RecordKind::Union;
                Some((record, if is_union { 0 } else { field.index }))
            }
            ExprKind::Deref(mut pointer) => loop {
                match self.unit[pointer].kind {
                    ExprKind::PointerAdd { pointer: inner, .. } => pointer = inner,
                    ExprKind::Decay(array) => return self.member(array),
                    _ => return None,
                }
            },
            _ => None,
        }
    }

    fn stored(&self, place: ExprId) -> Origin {
        if !self.is_wide(place) {
            return Origin::Other;
        }
        if self.is_pun(place) {
            return Origin::Address;
        }
        let numbers = &self.numbers;
        let member = self.member(place);
        let own = member.and_then(|member| numbers.members.get(&member)).copied().unwrap_or(Origin::Other);
        let Some(class) = self.points_to.memory_of(place) else { return own };
        let plain = numbers.plain.get(&class).copied().unwrap_or(Origin::Other);
        let overlaid = numbers.overlaid.range((class, RecordTypeId::FIRST)..=(class, RecordTypeId::LAST));
        let other = overlaid.filter(|((_, record), _)| member.is_none_or(|member| member.0 != *record));
        other.map(|(_, origin)| *origin).fold(own.max(plain), Origin::max)
    }

    /// Whether a pointer to a pointer was made one to a number.
    fn is_pun(&self, place: ExprId) -> bool {
        let ExprKind::Deref(mut pointer) = self.unit[place].kind else { return false };
        let types = &self.unit.types;
        while let ExprKind::Convert(inner) | ExprKind::PointerAdd { pointer: inner, .. } = self.unit[pointer].kind {
            if types.pointee(self.unit[inner].ty).is_some_and(|to| types.is_pointer(to)) {
                return true;
            }
            pointer = inner;
        }
        false
    }

    fn store(&mut self, place: ExprId, origin: Origin) {
        let member = self.member(place);
        let in_union = member.is_some_and(|(record, _)| self.unit.types.record(record).kind == RecordKind::Union);
        if origin == Origin::Other || !self.is_wide(place) && !in_union {
            return;
        }
        let mut changed = false;
        if let Some(member) = member {
            changed |= raise(self.numbers.members.entry(member).or_insert(Origin::Other), origin);
        }
        if let Some(class) = self.points_to.memory_of(place) {
            let known = match member {
                Some((record, _)) => self.numbers.overlaid.entry((class, record)),
                None => return self.store_plain(class, origin),
            };
            changed |= raise(known.or_insert(Origin::Other), origin);
        }
        self.numbers.changed |= changed;
    }

    fn store_plain(&mut self, class: Class, origin: Origin) {
        if origin != Origin::Other {
            let changed = raise(self.numbers.plain.entry(class).or_insert(Origin::Other), origin);
            self.numbers.changed |= changed;
        }
    }

    fn initializers(&mut self) {
        let unit = self.unit;
        for object in unit.object_ids() {
            let class = self.points_to.class_of(object.index());
            let values: Vec<ExprId> = match &unit[object].initializer {
                None => continue,
                Some(Init::Scalar(value)) => vec![*value],
                Some(Init::Aggregate(entries)) => entries.iter().map(|entry| entry.value).collect(),
            };
            for value in values {
                if self.is_wide(value) {
                    self.store_plain(class, self.origin(value));
                }
            }
        }
    }

    // -------------------------------------------------------------------------------------------------------------- calls

    fn call(&mut self, callee: &Callee, arguments: &[ExprId], call: ExprId) -> Origin {
        match callee {
            Callee::Direct(function) => self.passed(*function, arguments, call),
            Callee::Indirect(_) => {
                let mut result = Origin::Other;
                for function in &self.points_to.functions {
                    result = result.max(self.passed(*function, arguments, call));
                }
                result
            }
        }
    }

    fn passed(&mut self, function: FunctionId, arguments: &[ExprId], call: ExprId) -> Origin {
        let node = &self.unit[function];
        if node.body.is_none() {
            if library::model(&node.name) == Some(Model::Copy)
                && let [to, from, ..] = arguments
            {
                self.copied(*to, *from);
            }
            return Origin::Other;
        }
        for (param, argument) in node.params.iter().zip(arguments) {
            let wide = self.unit.types.int_type(self.unit[*param].ty);
            if wide.is_some_and(|ty| u64::from(ty.bits) >= 8 * self.unit.types.pointer_bytes()) {
                self.store_plain(self.points_to.class_of(param.index()), self.origin(*argument));
            }
        }
        if self.is_wide(call) { self.numbers.results[function.index()] } else { Origin::Other }
    }

    /// A copy of bytes, which makes numbers of pointers.
    fn copied(&mut self, to: ExprId, from: ExprId) {
        let unit = self.unit;
        let strip = |mut e: ExprId| {
            while let ExprKind::Convert(inner) = unit[e].kind {
                e = inner;
            }
            e
        };
        let (source, target) = (strip(from), strip(to));
        let pointee = |e: ExprId| unit.types.pointee(unit[e].ty);
        let class = self.points_to.target(to);
        if pointee(source).is_some_and(|ty| unit.types.is_pointer(ty))
            && pointee(target).is_some_and(|ty| unit.types.is_integer(ty))
        {
            match unit[target].kind {
                ExprKind::AddressOf(place) => self.store(place, Origin::Address),
                _ => self.store_plain(class, Origin::Address),
            }
        }
        let from = self.points_to.target(from);
        let plain = self.numbers.plain.get(&from).copied().unwrap_or(Origin::Other);
        self.store_plain(class, plain);
        let range = (from, RecordTypeId::FIRST)..=(from, RecordTypeId::LAST);
        let overlaid: Vec<_> =
            self.numbers.overlaid.range(range).map(|((_, record), origin)| (*record, *origin)).collect();
        for (record, origin) in overlaid {
            let changed = raise(self.numbers.overlaid.entry((class, record)).or_insert(Origin::Other), origin);
            self.numbers.changed |= changed;
        }
    }
}

/// What an operation makes of two numbers, of which one may be a constant.
fn computed(op: ArithmeticOp, [x, y]: [Origin; 2], constant: Option<i128>) -> Origin {
    match op {
        _ if x.max(y) == Origin::Other || loses_bits(op) => Origin::Other,
        // Of two objects it is any number, of one it is smaller than any address.
        ArithmeticOp::Sub if x == Origin::Address && x == y => Origin::Address,
        ArithmeticOp::Add | ArithmeticOp::Sub if constant.is_some_and(|by| by.abs() < NEAR) => x.max(y),
        ArithmeticOp::BitOr if constant.is_some_and(|marks| (0..MARKS).contains(&marks)) => x.max(y),
        // Low bits that alignment determines, or any number.
        ArithmeticOp::BitAnd if constant.is_some_and(|mask| (0..NEAR).contains(&mask)) => Origin::Other,
        ArithmeticOp::BitAnd => x.max(y),
        _ => Origin::Sum,
    }
}

/// Operations whose operands are any numbers where they are addresses: they tell more than C promises.
pub fn loses_bits(op: ArithmeticOp) -> bool {
    use ArithmeticOp::*;
    matches!(op, Mul | Div | Rem | Shl | Shr)
}
