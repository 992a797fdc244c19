//! Accesses to regions: the element that an address is in, and the parts of as many elements as an access needs.

use super::super::super::expr::{BinaryOp, Expr, INDEX};
use super::super::super::memory::Cell;
use super::super::super::program::VarId;
use super::access::{Found, Update};
use super::address::{Linear, gcd};
use super::parts::pick;
use super::plan::{Class, Elements};
use super::points_to::{Residue, Target};
use super::shape::{Part, Shape};
use super::terms::{add, and, eq, ite, sub};
use crate::limits::limits;

/// An element by the index of its regions, the index's step to the next element, and a distance in it; under a condition.
pub(super) struct Spot {
    pub condition: Option<Expr>,
    index: Expr,
    next: i128,
    within: u64,
}

/// Where in an array a distance is.
pub(super) fn array_spots(elements: &Elements, distance: &Linear, known: Residue) -> Found<Vec<Spot>> {
    let step = i128::from(elements.step);
    let stride = distance.stride();
    if stride.is_multiple_of(elements.step) {
        let within = distance.constant.rem_euclid(step);
        let aligned = Linear { constant: distance.constant - within, terms: distance.terms.clone() };
        return Ok(vec![Spot { condition: None, index: aligned.divided(step), next: 1, within: within as u64 }]);
    }
    if known.modulus.is_multiple_of(elements.step) {
        let within = known.rest.rem_euclid(step);
        let at = Linear { constant: distance.constant - within, terms: distance.terms.clone() }.divided(1);
        let index = Expr::binary(BinaryOp::Div, at, Expr::Int(step, INDEX));
        return Ok(vec![Spot { condition: None, index, next: 1, within: within as u64 }]);
    }
    let at = distance.divided(1);
    let index = Expr::binary(BinaryOp::Div, at.clone(), Expr::Int(step, INDEX));
    uneven(elements.step, stride, distance.constant, &at, &|_| index.clone(), 1)
}

/// The element of a class that an address is in; regions go by the address of the element's start.
pub(super) fn class_spot(class: &Class, number: &Expr, target: Target) -> Found<Vec<Spot>> {
    let step = class.elements.step;
    let at = target.at;
    if at.modulus.is_multiple_of(step) {
        let within = at.rest.rem_euclid(i128::from(step));
        let index = sub(number.clone(), Expr::Int(within, INDEX));
        return Ok(vec![Spot { condition: None, index, next: i128::from(step), within: within as u64 }]);
    }
    let index = |within: u64| sub(number.clone(), Expr::Int(i128::from(within), INDEX));
    uneven(step, at.modulus, at.rest, number, &index, i128::from(step))
}

/// One spot for each distance inside an element that is possible.
fn uneven(
    step: u64,
    stride: u64,
    constant: i128,
    at: &Expr,
    index: &dyn Fn(u64) -> Expr,
    next: i128,
) -> Found<Vec<Spot>> {
    let unit = gcd(step, stride);
    let first = constant.rem_euclid(i128::from(unit)) as u64;
    if step / unit > limits().memory.element_places {
        return Err("an access at any distance from the start of a large element");
    }
    let rest = Expr::binary(BinaryOp::Rem, at.clone(), Expr::Int(i128::from(step), INDEX));
    let spot = |within: u64| Spot {
        condition: Some(eq(rest.clone(), Expr::Int(i128::from(within), INDEX))),
        index: index(within),
        next,
        within,
    };
    Ok((first..step).step_by(unit as usize).map(spot).collect())
}

/// The shape of as many elements as an access needs, and the values of their parts.
fn window(elements: &Elements, spot: &Spot, cell: Cell) -> (Shape, Vec<(VarId, Expr)>) {
    let bits = elements.step * 8;
    let count = (spot.within * 8 + u64::from(cell.bit) + u64::from(cell.bits)).div_ceil(bits);
    let mut shape = Shape { parts: Vec::new(), paths: Vec::new() };
    let mut places = Vec::new();
    for number in 0..count {
        for (part, region) in elements.shape.parts.iter().zip(&elements.regions) {
            shape.parts.push(Part { bit: part.bit + number * bits, ..*part });
            let index = add(spot.index.clone(), Expr::Int(i128::from(number) * spot.next, INDEX));
            places.push((*region, index));
        }
    }
    (shape, places)
}

pub(super) fn read_spots(elements: &Elements, spots: &[Spot], cell: Cell) -> Found<Expr> {
    let mut options = Vec::new();
    for spot in spots {
        let (shape, places) = window(elements, spot, cell);
        let values: Vec<Expr> =
            places.into_iter().map(|(region, index)| Expr::Select(region, Box::new(index))).collect();
        let value = shape.read(&values, spot.within * 8 + u64::from(cell.bit), cell.bits, cell.ty);
        options.push((spot.condition.clone(), value.ok_or("a read of bits that are not modelled")?));
    }
    Ok(pick(&options).unwrap_or(Expr::Int(0, cell.ty)))
}

pub(super) fn write_spots(
    elements: &Elements,
    spots: &[Spot],
    cell: Cell,
    value: &Expr,
    here: Option<Expr>,
    updates: &mut Vec<Update>,
) -> Found<()> {
    for spot in spots {
        let (shape, places) = window(elements, spot, cell);
        let values: Vec<Expr> =
            places.iter().map(|(region, index)| Expr::Select(*region, Box::new(index.clone()))).collect();
        let changes = shape.write(&values, spot.within * 8 + u64::from(cell.bit), cell.bits, value, cell.ty);
        for (part, new) in changes.ok_or("a write of bits that are not modelled")? {
            let condition = match (&here, &spot.condition) {
                (None, None) => None,
                (Some(a), None) | (None, Some(a)) => Some(a.clone()),
                (Some(a), Some(b)) => Some(and(a.clone(), b.clone())),
            };
            let new = match condition {
                Some(condition) => ite(condition, new, values[part].clone()),
                None => new,
            };
            let (region, index) = &places[part];
            updates.push(Update::Store(*region, index.clone(), new));
        }
    }
    Ok(())
}
