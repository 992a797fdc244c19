//! Accesses to objects with an address of their own, piece by piece.

use super::super::super::expr::{BinaryOp, Expr, INDEX};
use super::super::super::memory::Cell;
use super::access::{Found, Update};
use super::address::Linear;
use super::elements::{array_spots, read_spots, write_spots};
use super::plan::{Content, Piece, Single, Size};
use super::points_to::Residue;
use super::shape::Shape;
use super::terms::{and, eq, ite, le, lt, or, sub};
use crate::limits::limits;

/// The size of an object, of type `INDEX`.
pub(super) fn room(single: &Single) -> Expr {
    match single.size {
        Size::Constant(size) => Expr::Int(i128::from(size), INDEX),
        Size::Variable(var) => Expr::Var(var),
    }
}

/// That a number is the address of a byte of the object.
pub(super) fn inside(number: &Expr, single: &Single) -> Expr {
    let distance = sub(number.clone(), Expr::Int(single.base, INDEX));
    and(le(Expr::Int(0, INDEX), distance.clone()), lt(distance, room(single)))
}

pub(super) fn with_root(root: &Expr, distance: &Linear) -> Linear {
    let mut sum = Linear::of(root);
    sum.constant += distance.constant;
    for term in &distance.terms {
        sum.terms.push(term.clone());
    }
    sum
}

pub(super) fn relative(root: &Expr, distance: &Linear, base: i128) -> Linear {
    let mut sum = with_root(root, distance);
    sum.constant -= base;
    sum
}

/// The pieces that an access may be in.
fn pieces<'s>(single: &'s Single, distance: &Linear, size: u64) -> Found<Vec<&'s Piece>> {
    if !distance.terms.is_empty() {
        return Ok(single.pieces.iter().collect());
    }
    let Ok(start) = u64::try_from(distance.constant) else { return Ok(Vec::new()) };
    let hit: Vec<&Piece> =
        single.pieces.iter().filter(|p| p.from < start.saturating_add(size) && start < p.to).collect();
    match hit[..] {
        [piece] if piece.from <= start && start + size <= piece.to => Ok(hit),
        [] => Ok(hit),
        _ => Err("an access across the parts of an object"),
    }
}

/// That the access lies in the piece.
fn in_piece(piece: &Piece, distance: &Linear) -> Expr {
    let at = distance.divided(1);
    let from = le(Expr::Int(i128::from(piece.from), INDEX), at.clone());
    if piece.to == u64::MAX { from } else { and(from, lt(at, Expr::Int(i128::from(piece.to), INDEX))) }
}

/// A write.
pub(super) struct Access<'a> {
    /// How far the address is from the start of the object, as far as that is known.
    pub at: Residue,
    pub cell: Cell,
    pub value: &'a Expr,
    /// Under which condition it is in this object.
    pub here: Option<Expr>,
}

/// The residue of a distance from the start of a piece.
fn in_piece_at(at: Residue, piece: &Piece) -> Residue {
    Residue::new(at.rest - i128::from(piece.from), at.modulus)
}

pub(super) fn read_single(single: &Single, distance: &Linear, at: Residue, cell: Cell) -> Found<Expr> {
    let pieces = pieces(single, distance, u64::from(cell.size()))?;
    let mut value: Option<Expr> = None;
    for piece in pieces.into_iter().rev() {
        let moved = Linear { constant: distance.constant - i128::from(piece.from), ..distance.clone() };
        let own = match &piece.content {
            Content::Parts { shape, vars } => {
                let values: Vec<Expr> = vars.iter().map(|var| Expr::Var(*var)).collect();
                read_parts(shape, &values, piece.to - piece.from, &moved, cell)?
            }
            Content::Array(elements) => {
                Some(read_spots(elements, &array_spots(elements, &moved, in_piece_at(at, piece))?, cell)?)
            }
        };
        let Some(own) = own else { continue };
        value = Some(match value {
            Some(rest) => ite(in_piece(piece, distance), own, rest),
            None => own,
        });
    }
    Ok(value.unwrap_or(Expr::Int(0, cell.ty)))
}

pub(super) fn write_single(
    single: &Single,
    distance: &Linear,
    access: &Access<'_>,
    updates: &mut Vec<Update>,
) -> Found<()> {
    let Access { at, cell, value, here } = access;
    let cell = *cell;
    let pieces = pieces(single, distance, u64::from(cell.size()))?;
    let several = pieces.len() > 1;
    for piece in pieces {
        let moved = Linear { constant: distance.constant - i128::from(piece.from), ..distance.clone() };
        let condition = match (here, several) {
            (None, false) => None,
            (Some(here), false) => Some(here.clone()),
            (None, true) => Some(in_piece(piece, distance)),
            (Some(here), true) => Some(and(here.clone(), in_piece(piece, distance))),
        };
        match &piece.content {
            Content::Parts { shape, vars } => {
                let values: Vec<Expr> = vars.iter().map(|var| Expr::Var(*var)).collect();
                let size = piece.to - piece.from;
                for (hit, offset) in part_options(size, &moved, cell, shape)? {
                    let changes = shape.write(&values, offset * 8 + u64::from(cell.bit), cell.bits, value, cell.ty);
                    for (index, new) in changes.ok_or("a write of bits that are not modelled")? {
                        let condition = match (&condition, &hit) {
                            (None, None) => None,
                            (Some(a), None) | (None, Some(a)) => Some(a.clone()),
                            (Some(a), Some(b)) => Some(and(a.clone(), b.clone())),
                        };
                        let new = match condition {
                            Some(condition) => ite(condition, new, values[index].clone()),
                            None => new,
                        };
                        updates.push(Update::Assign(vars[index], new));
                    }
                }
            }
            Content::Array(elements) => {
                let spots = array_spots(elements, &moved, in_piece_at(*at, piece))?;
                write_spots(elements, &spots, cell, value, condition, updates)?;
            }
        }
    }
    Ok(())
}

/// The distances from the start of some parts that an access may be at, each with its condition.
fn part_options(size: u64, distance: &Linear, cell: Cell, shape: &Shape) -> Found<Vec<(Option<Expr>, u64)>> {
    let covered = |offset: u64| shape.covering(offset * 8 + u64::from(cell.bit), cell.bits).is_some();
    let room = u64::from(cell.size());
    if distance.terms.is_empty() {
        let offset = u64::try_from(distance.constant).ok().filter(|offset| offset + room <= size && covered(*offset));
        return Ok(offset.map(|offset| (None, offset)).into_iter().collect());
    }
    let stride = distance.stride().max(1);
    let first = distance.constant.rem_euclid(i128::from(stride)) as u64;
    let (selector, factor) = match &distance.terms[..] {
        [(term, factor)] => (term.clone(), *factor),
        _ => (Linear { constant: 0, terms: distance.terms.clone() }.divided(i128::from(stride)), i128::from(stride)),
    };
    let offsets: Vec<u64> =
        (first..).step_by(stride as usize).take_while(|offset| offset + room <= size).filter(|o| covered(*o)).collect();
    if offsets.len() > limits().memory.places {
        return Err("an access to one of too many parts");
    }
    let key = |offset: u64| (i128::from(offset) - distance.constant) / factor;
    let equal = |offset: &u64| (Some(eq(selector.clone(), Expr::Int(key(*offset), INDEX))), *offset);
    Ok(offsets.iter().map(equal).collect())
}

fn read_parts(shape: &Shape, values: &[Expr], size: u64, distance: &Linear, cell: Cell) -> Found<Option<Expr>> {
    let mut options = Vec::new();
    for (condition, offset) in part_options(size, distance, cell, shape)? {
        let value = shape.read(values, offset * 8 + u64::from(cell.bit), cell.bits, cell.ty);
        options.push((condition, value.ok_or("a read of bits that are not modelled")?));
    }
    Ok(pick(&options))
}

/// The option whose condition holds; a balanced tree where the conditions compare one number with constants in order.
pub(super) fn pick(options: &[(Option<Expr>, Expr)]) -> Option<Expr> {
    match options {
        [] => None,
        [(_, value)] => Some(value.clone()),
        _ => {
            let (low, high) = options.split_at(options.len() / 2);
            let (a, b) = (pick(low)?, pick(high)?);
            if a == b {
                return Some(a);
            }
            let key = |option: &(Option<Expr>, Expr)| match &option.0 {
                Some(Expr::Binary(BinaryOp::Eq, selector, key)) => match **key {
                    Expr::Int(key, _) => Some((selector.clone(), key)),
                    _ => None,
                },
                _ => None,
            };
            let condition = match (key(low.last()?), key(&high[0])) {
                (Some(_), Some(_)) if low.len() == 1 => low[0].0.clone()?,
                (Some((selector, below)), Some((_, above))) if below < above => lt(*selector, Expr::Int(above, INDEX)),
                (Some((selector, below)), Some((_, above))) if below > above => lt(Expr::Int(above, INDEX), *selector),
                _ => low.iter().filter_map(|option| option.0.clone()).reduce(or)?,
            };
            Some(ite(condition, a, b))
        }
    }
}
