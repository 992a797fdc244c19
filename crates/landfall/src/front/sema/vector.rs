//! GNU's vectors: each operation becomes one on every lane.
//!
//! A vector is held as a record with an array of its lanes ([`Types::record_of`]). Lanes are computed with in their own type: nothing
//! is promoted, and what is undefined for a number of that type is undefined for a lane.

use super::*;
use crate::front::ast::{BinaryOp, UnaryOp};

/// More lanes than any operation is written out for.
const MOST: u64 = 256;

impl Sema<'_> {
    /// The type of the lanes and their number.
    pub(super) fn lanes_of(&self, ty: Ty) -> Option<(Ty, u64)> {
        match *self.unit.types.kind(ty) {
            TypeKind::Vector(element, count) if count <= MOST => Some((element, count)),
            _ => None,
        }
    }

    /// All lanes of a vector as an array: an lvalue if the vector is one.
    fn lane_array(&mut self, place: ExprId) -> Option<ExprId> {
        let ty = self.unit[place].ty;
        let (element, count) = self.lanes_of(ty)?;
        let array = self.unit.types.array(element, ArrayLength::Known(count));
        let array = self.unit.types.qualify(array, ty.quals);
        let field = FieldRef { index: 0, bit_offset: 0, width: None };
        let span = self.unit[place].span;
        Some(self.unit.add_expr(ExprKind::Member(place, field), array, span))
    }

    /// A vector that is evaluated once, as an object.
    fn kept_vector(&mut self, e: ExprId, code: &mut Vec<StmtId>) -> Option<ExprId> {
        let kept = self.kept(e, code)?;
        match self.unit[kept].kind {
            ExprKind::Load(place) => Some(place),
            _ => None,
        }
    }

    fn lane_at(&mut self, place: ExprId, index: ExprId, span: Span) -> Option<ExprId> {
        let array = self.lane_array(place)?;
        let pointer = self.load(array);
        let element = self.add_pointers(pointer, index, false, span);
        Some(self.deref(element, span))
    }

    /// The value of a lane with a known number.
    fn lane(&mut self, place: ExprId, number: u64, span: Span) -> Option<ExprId> {
        let int = self.int();
        let index = self.int_constant(i128::from(number), int, span);
        let lane = self.lane_at(place, index, span)?;
        Some(self.load(lane))
    }

    /// `v[i]`; an lvalue if the vector is one.
    pub(super) fn vector_index(&mut self, vector: ExprId, index: ExprId, span: Span) -> ExprId {
        let result = if self.is_lvalue(vector) {
            self.lane_at(vector, index, span)
        } else {
            let mut code = Vec::new();
            let place = self.kept_vector(vector, &mut code);
            let lane = place.and_then(|place| self.lane_at(place, index, span));
            lane.map(|lane| {
                let value = self.load(lane);
                self.block_value(code, value, span)
            })
        };
        result.unwrap_or_else(|| self.unsupported(span, "an element of a vector"))
    }

    /// A vector from its lanes.
    fn vector_of(&mut self, lanes: Vec<ExprId>, ty: Ty, span: Span) -> Option<ExprId> {
        let (element, _) = self.lanes_of(ty)?;
        let bits = self.unit.types.size_of(element)? * 8;
        let entries = lanes.into_iter().enumerate().map(|(number, lane)| {
            let value = self.convert(lane, element);
            InitEntry { bit_offset: number as u64 * bits, width: None, ty: element, value }
        });
        let entries = entries.collect();
        Some(self.literal_of(entries, ty.unqualified(), span))
    }

    /// A vector of the results of `f`, for each lane.
    fn by_lane(&mut self, ty: Ty, span: Span, f: impl Fn(&mut Self, u64) -> Option<ExprId>) -> Option<ExprId> {
        let (_, count) = self.lanes_of(ty)?;
        let lanes: Option<Vec<ExprId>> = (0..count).map(|number| f(self, number)).collect();
        self.vector_of(lanes?, ty, span)
    }

    pub(super) fn vector_unary(&mut self, op: UnaryOp, e: ExprId, span: Span) -> ExprId {
        let ty = self.unit[e].ty.unqualified();
        let mut code = Vec::new();
        let result = self.kept_vector(e, &mut code).and_then(|place| {
            self.by_lane(ty, span, |sema, number| {
                let lane = sema.lane(place, number, span)?;
                let element = sema.unit[lane].ty;
                match op {
                    UnaryOp::Plus => Some(lane),
                    UnaryOp::Negate => Some(sema.unit.add_expr(ExprKind::Negate(lane), element, span)),
                    UnaryOp::BitNot if sema.unit.types.is_integer(element) => {
                        Some(sema.unit.add_expr(ExprKind::BitNot(lane), element, span))
                    }
                    _ => None,
                }
            })
        });
        let value = result.unwrap_or_else(|| self.unsupported(span, "an operation on a vector"));
        self.block_value(code, value, span)
    }

    /// An operation of which at least one operand is a vector; a number stands for a vector with it in each lane.
    pub(super) fn vector_binary(&mut self, op: BinaryOp, a: ExprId, b: ExprId, span: Span) -> ExprId {
        let mut code = Vec::new();
        let value = self.vector_operation(op, a, b, &mut code, span);
        let value = value.unwrap_or_else(|| self.unsupported(span, "an operation on a vector"));
        self.block_value(code, value, span)
    }

    fn vector_operation(
        &mut self,
        op: BinaryOp,
        a: ExprId,
        b: ExprId,
        code: &mut Vec<StmtId>,
        span: Span,
    ) -> Option<ExprId> {
        let (ta, tb) = (self.unit[a].ty.unqualified(), self.unit[b].ty.unqualified());
        let ty = if self.lanes_of(ta).is_some() { ta } else { tb };
        let (element, count) = self.lanes_of(ty)?;
        for side in [ta, tb] {
            match self.lanes_of(side) {
                Some((_, lanes)) if lanes != count || self.unit.types.size_of(side) != self.unit.types.size_of(ty) => {
                    return None;
                }
                Some(_) => {}
                None if !self.unit.types.is_arithmetic(side) || self.complex_part(side).is_some() => return None,
                None => {}
            }
        }
        let shift = matches!(op, BinaryOp::ShiftLeft | BinaryOp::ShiftRight);
        let (a, b) = (self.spread(a, element, code)?, self.spread(b, element, code)?);
        let compared = self.compared_type(op, element, count);
        self.by_lane(compared.unwrap_or(ty), span, |sema, number| {
            let (x, y) = (sema.spread_lane(a, number, span)?, sema.spread_lane(b, number, span)?);
            let y = if shift { y } else { sema.convert(y, element) };
            if compared.is_some() {
                let truth = sema.binary_values(op, x, y, span);
                let int = sema.unit[truth].ty;
                return Some(sema.unit.add_expr(ExprKind::Negate(truth), int, span));
            }
            let needs_integers =
                !matches!(op, BinaryOp::Add | BinaryOp::Subtract | BinaryOp::Multiply | BinaryOp::Divide);
            if needs_integers && !sema.unit.types.is_integer(element) || is_logical(op) {
                return None;
            }
            let kind = ExprKind::Arithmetic(super::operators::arithmetic_op(op), x, y);
            Some(sema.unit.add_expr(kind, element, span))
        })
    }

    /// An operand, evaluated once: a vector, or a number that is converted.
    fn spread(&mut self, e: ExprId, element: Ty, code: &mut Vec<StmtId>) -> Option<ExprId> {
        if self.lanes_of(self.unit[e].ty).is_some() {
            return self.kept_vector(e, code);
        }
        let value = self.convert(e, element);
        self.kept_vector(value, code)
    }

    fn spread_lane(&mut self, place: ExprId, number: u64, span: Span) -> Option<ExprId> {
        match self.lanes_of(self.unit[place].ty) {
            Some(_) => self.lane(place, number, span),
            None => Some(self.load(place)),
        }
    }

    /// What a comparison gives: lanes of signed integers of the same size.
    fn compared_type(&mut self, op: BinaryOp, element: Ty, count: u64) -> Option<Ty> {
        use BinaryOp::*;
        if !matches!(op, Less | LessEqual | Greater | GreaterEqual | Equal | NotEqual) {
            return None;
        }
        let size = self.unit.types.size_of(element)?;
        let kinds = [IntKind::SignedChar, IntKind::Short, IntKind::Int, IntKind::Long, IntKind::LongLong];
        let model = self.unit.types.model;
        let kind = match self.unit.types.int_kind(element) {
            Some(kind) if kind.is_signed() => kind,
            _ => kinds.into_iter().find(|kind| kind.bytes(model) == size)?,
        };
        let lane = self.unit.types.int(kind);
        Some(self.unit.types.intern(TypeKind::Vector(lane, count)))
    }

    /// Conversions between vectors, and between a vector and a number, keep the bits.
    pub(super) fn convert_vector(&mut self, e: ExprId, to: Ty) -> ExprId {
        let span = self.unit[e].span;
        let from = self.unit[e].ty.unqualified();
        let size = |sema: &Self, ty| sema.unit.types.size_of(ty);
        let known = |sema: &Self, ty| sema.lanes_of(ty).is_some() || sema.unit.types.is_integer(ty);
        if size(self, from) != size(self, to) || !known(self, from) || !known(self, to) || self.function.is_none() {
            return self.unsupported(span, "a conversion of a vector");
        }
        let mut code = Vec::new();
        let Some(place) = self.kept_vector(e, &mut code) else {
            return self.unsupported(span, "a conversion of a vector");
        };
        self.take_address(place);
        let pointer = self.unit.types.pointer(from);
        let address = self.unit.add_expr(ExprKind::AddressOf(place), pointer, span);
        let target = self.unit.types.pointer(to);
        let address = self.unit.add_expr(ExprKind::Convert(address), target, span);
        let there = self.deref(address, span);
        let value = self.load(there);
        self.block_value(code, value, span)
    }

    /// `__builtin_convertvector`: each lane is converted.
    pub(super) fn convert_lanes(&mut self, e: ExprId, to: Ty, span: Span) -> ExprId {
        let same = self.lanes_of(self.unit[e].ty).map(|(_, count)| count) == self.lanes_of(to).map(|(_, count)| count);
        let mut code = Vec::new();
        let place = if same { self.kept_vector(e, &mut code) } else { None };
        let result =
            place.and_then(|place| self.by_lane(to.unqualified(), span, |sema, number| sema.lane(place, number, span)));
        let value = result.unwrap_or_else(|| self.unsupported(span, "a vector conversion"));
        self.block_value(code, value, span)
    }

    /// `__builtin_shuffle`: lanes of one or two vectors, by numbers modulo how many there are.
    pub(super) fn shuffle(&mut self, arguments: &[ast::ExprId], span: Span) -> Option<ExprId> {
        let (mask, vectors) = arguments.split_last()?;
        let mut code = Vec::new();
        let mut places = Vec::new();
        for vector in vectors {
            let value = self.rvalue(*vector);
            places.push(self.kept_vector(value, &mut code)?);
        }
        let mask = self.rvalue(*mask);
        let mask = self.kept_vector(mask, &mut code)?;
        let ty = self.unit[*places.first()?].ty;
        let (_, count) = self.lanes_of(ty)?;
        self.lanes_of(self.unit[mask].ty).filter(|(_, lanes)| *lanes == count)?;
        let result = self.by_lane(ty, span, |sema, number| {
            let index = sema.lane(mask, number, span)?;
            let index = sema.promote(index);
            let wide = sema.unit[index].ty;
            let most = sema.int_constant(i128::from(count) * places.len() as i128 - 1, wide, span);
            let index = sema.binary_values(BinaryOp::BitAnd, index, most, span);
            let own = sema.int_constant(i128::from(count) - 1, wide, span);
            let inside = sema.binary_values(BinaryOp::BitAnd, index, own, span);
            let first = sema.lane_at(places[0], inside, span)?;
            let first = sema.load(first);
            let Some(second) = places.get(1) else { return Some(first) };
            let second = sema.lane_at(*second, inside, span)?;
            let second = sema.load(second);
            let condition = sema.binary_values(BinaryOp::LessEqual, index, own, span);
            let choice = ExprKind::Conditional { condition, then: first, otherwise: second };
            let element = sema.unit[first].ty;
            Some(sema.unit.add_expr(choice, element, span))
        })?;
        Some(self.block_value(code, result, span))
    }

    /// `__builtin_shufflevector`: lanes of two vectors, by constant numbers; any value for -1.
    pub(super) fn shuffle_constant(&mut self, arguments: &[ast::ExprId], span: Span) -> Option<ExprId> {
        let [a, b, numbers @ ..] = arguments else { return None };
        let mut code = Vec::new();
        let (a, b) = (self.rvalue(*a), self.rvalue(*b));
        let (a, b) = (self.kept_vector(a, &mut code)?, self.kept_vector(b, &mut code)?);
        let (element, count) = self.lanes_of(self.unit[a].ty)?;
        let (_, more) = self.lanes_of(self.unit[b].ty)?;
        let mut lanes = Vec::new();
        for number in numbers {
            let number = self.rvalue(*number);
            let number = u64::try_from(self.unit.constant(number)?).ok().filter(|number| *number < count + more)?;
            let lane = if number < count { self.lane(a, number, span) } else { self.lane(b, number - count, span) };
            lanes.push(lane?);
        }
        let ty = self.unit.types.intern(TypeKind::Vector(element, lanes.len() as u64));
        let result = self.vector_of(lanes, ty, span)?;
        Some(self.block_value(code, result, span))
    }
}

fn is_logical(op: BinaryOp) -> bool {
    matches!(op, BinaryOp::LogicalAnd | BinaryOp::LogicalOr)
}
