//! Copies and fills: part by part where it is known how many, in a loop otherwise.

use super::super::super::expr::{BinaryOp, Expr, INDEX, IntType};
use super::super::super::memory::Cell;
use super::super::super::program::Op;
use super::access::{Found, Place, PlaceRoot};
use super::address::Linear;
use super::plan::{Content, Size};
use super::rewrite::Rewriting;
use super::terms::{convert, eq, le, lt};
use crate::limits::limits;

impl Rewriting<'_> {
    pub(super) fn copy(&mut self, to: &Expr, from: &Expr, size: &Expr) -> Found<()> {
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
        if size > limits().memory.unrolled_copy {
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
            let value = self.load(&self.moved(&from, *distance), *cell)?;
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
    pub(super) fn unit(&self, places: &[&Place]) -> u64 {
        let units: Option<Vec<u64>> = places.iter().map(|place| self.space.unit(place)).collect();
        match units.as_deref() {
            Some([first, rest @ ..]) if rest.iter().all(|unit| unit == first) => *first,
            _ => 1,
        }
    }

    fn copy_loop(&mut self, to: Place, from: Place, size: Expr) -> Found<()> {
        let unit = self.unit(&[&to, &from]);
        let (to, from) = (self.steady_place(to), self.steady_place(from));
        let overlap = to.target.node == from.target.node;
        let forward = match overlap {
            false => Expr::TRUE,
            true => le(self.space.number(&to), self.space.number(&from)),
        };
        self.by_elements(size, unit, &mut |work, size, unit| {
            let cell = Cell::bytes(unit as u32, IntType::new((unit * 8) as u8, false));
            let (start, after) = (work.at, work.new_loc());
            for (condition, up) in [(forward.clone(), true), (forward.clone().negated(), false)] {
                if condition == Expr::FALSE {
                    continue;
                }
                work.at = start;
                work.step(Op::Assume(condition));
                let mut body = |work: &mut Self, at: &Expr| {
                    let (a, b) = (work.shifted(&to, at), work.shifted(&from, at));
                    let value = work.load(&b, cell)?;
                    let value = work.steady(value, cell.ty);
                    let updates = work.space.store(&a, cell, &value)?;
                    work.update(updates);
                    Ok(())
                };
                work.counted(size, unit, up, &mut body)?;
                work.finish(Op::Skip, after);
            }
            work.at = after;
            Ok(())
        })
    }

    /// Does something with a computed number of bytes: by elements of `unit` bytes, or byte by byte where it is no whole number of them.
    pub(super) fn by_elements(
        &mut self,
        size: Expr,
        unit: u64,
        body: &mut dyn FnMut(&mut Self, &Expr, u64) -> Found<()>,
    ) -> Found<()> {
        let uneven = uneven(&size, unit);
        let size = self.steady(size, INDEX);
        if uneven == Expr::FALSE {
            return body(self, &size, unit);
        }
        let (start, after) = (self.at, self.new_loc());
        for (condition, unit) in [(uneven.clone(), 1), (uneven.negated(), unit)] {
            self.at = start;
            self.step(Op::Assume(condition));
            body(self, &size, unit)?;
            self.finish(Op::Skip, after);
        }
        self.at = after;
        Ok(())
    }

    pub(super) fn shifted(&self, place: &Place, by: &Expr) -> Place {
        let mut place = place.clone();
        let more = Linear::of(by);
        place.target.at = place.target.at.moved(&more);
        place.distance.constant += more.constant;
        place.distance.terms.extend(more.terms);
        place
    }

    /// Runs `body` for the distances 0, unit, … below `size`, upwards or downwards.
    pub(super) fn counted(
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

    pub(super) fn fill(&mut self, at: &Expr, value: &Expr, size: &Expr) -> Found<()> {
        let (place, value, size) = (self.place(at)?, self.expr(value)?, self.expr(size)?);
        let value = self.steady(value, IntType::new(8, false));
        if let Expr::Int(size, _) = size {
            let size = u64::try_from(size).map_err(|_| "a fill of a negative number of bytes")?;
            if self.fill_whole(&place, &value, size) {
                return Ok(());
            }
            if size <= limits().memory.unrolled_copy {
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
        let place = self.steady_place(place);
        self.by_elements(size, unit, &mut |work, size, unit| {
            let cell = Cell::bytes(unit as u32, IntType::new((unit * 8) as u8, false));
            work.counted(size, unit, true, &mut |work, distance| {
                let new = repeated(&value, cell);
                let updates = work.space.store(&work.shifted(&place, distance), cell, &new)?;
                work.update(updates);
                Ok(())
            })
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
}

/// That a number of bytes is no whole number of elements.
fn uneven(size: &Expr, unit: u64) -> Expr {
    let sum = Linear::of(size);
    let divides = sum.stride().is_multiple_of(unit) && sum.constant % i128::from(unit) == 0;
    if unit == 1 || divides {
        return Expr::FALSE;
    }
    match size {
        Expr::Int(..) => Expr::TRUE,
        size => {
            let rest = Expr::binary(BinaryOp::Rem, size.clone(), Expr::Int(i128::from(unit), INDEX));
            eq(rest, Expr::Int(0, INDEX)).negated()
        }
    }
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
