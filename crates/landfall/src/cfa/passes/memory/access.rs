//! What it means to read or write at an address: expressions over the variables and regions of a plan.

use super::super::super::expr::{BinaryOp, Expr, INDEX, IntType};
use super::super::super::memory::{Cell, MemoryExpr};
use super::super::super::program::VarId;
use super::address::{Address, Linear, Root};
use super::elements::{class_spot, read_spots, write_spots};
use super::parts::{Access, inside, read_single, relative, room, with_root, write_single};
use super::plan::{Class, ClassSize, Content, Elements, Home, Place as Kept, Plan, Single};
use super::points_to::{Node, PointsTo, Target};
use super::shape::Shape;
use super::terms::{and, convert, eq, ite, le, lt, or, sub};

/// Addresses below are never of memory.
const LOWEST: i128 = 4096;

/// A place that is not modelled, and why.
pub(super) type Found<T> = Result<T, &'static str>;

/// What expressions are rewritten by.
pub(super) trait Rewriter {
    /// An expression of the old program.
    fn again(&mut self, e: &Expr) -> Found<Expr>;
    /// A value that is not followed: it may be any of its type.
    fn any(&mut self, ty: IntType) -> Expr;
}

/// A change of one variable, or of a cell of a region.
#[derive(Clone, Debug)]
pub(super) enum Update {
    Assign(VarId, Expr),
    Store(VarId, Expr, Expr),
}

/// An address whose expressions speak of the new program's variables.
#[derive(Clone, Debug)]
pub(super) struct Place {
    pub root: PlaceRoot,
    /// How far the root is from the start of the object it points into, if it is that far in every execution in which it points
    /// into one.
    pub exact: Option<i128>,
    pub distance: Linear,
    /// Of the whole address.
    pub target: Target,
}

#[derive(Clone, Debug)]
pub(super) enum PlaceRoot {
    Single(usize),
    /// A number of type `INDEX`.
    Number(Expr),
}

/// Where an access may be.
enum Where<'a> {
    Single(&'a Single, Linear),
    Class(&'a Class, Expr),
}

/// An object that an address may be in.
struct Candidate {
    /// What must hold of the address's root besides.
    here: Expr,
    base: Expr,
    /// Of the address from the start.
    distance: Expr,
    room: Expr,
    /// Whether it lives, and may be written if that is asked.
    live: Expr,
}

impl Candidate {
    /// That the address is one of the object, or the one behind it.
    fn inside(&self) -> Expr {
        let low = le(Expr::Int(0, INDEX), self.distance.clone());
        and(self.here.clone(), and(low, le(self.distance.clone(), self.room.clone())))
    }
}

/// The addresses of vast objects are below the negative of this: higher ones stand for the codes of errors.
pub(super) const ERROR_CODES: i128 = 4096;

/// That an address is one of a vast object: of a class, larger than the room that others have. Such objects are not followed.
pub(super) fn is_vast(class: &Class, number: &Expr) -> Expr {
    if class.vast { le(number.clone(), Expr::Int(-ERROR_CODES, INDEX)) } else { Expr::FALSE }
}

/// A value that is known where an address is of no vast object; otherwise it may be any.
pub(super) fn unless_vast(class: &Class, number: &Expr, known: Expr, ty: IntType, by: &mut dyn Rewriter) -> Expr {
    match is_vast(class, number) {
        Expr::FALSE => known,
        vast => ite(vast, by.any(ty), known),
    }
}

#[derive(Clone, Copy)]
pub(super) struct Space<'a> {
    pub plan: &'a Plan,
    pub points_to: &'a PointsTo<'a>,
}

impl<'a> Space<'a> {
    // ------------------------------------------------------------------------------------------------------------ addresses

    /// The place of an address of the old program.
    pub fn place(&self, at: &Expr, by: &mut dyn Rewriter) -> Found<Place> {
        let Address { root, distance } = Address::of(at);
        let mut moved = Linear::constant(distance.constant);
        for (term, factor) in &distance.terms {
            moved.terms.push((by.again(term)?, *factor));
        }
        let mut exact = None;
        let root = match root {
            Root::Object(object) => match self.plan.objects[object].ok_or("an object without a place")? {
                Home::Single(single) => PlaceRoot::Single(single),
                Home::Class(_, Kept::Fixed(base)) => PlaceRoot::Number(Expr::Int(base, INDEX)),
                Home::Class(_, Kept::Variable(var)) => PlaceRoot::Number(self.index(Expr::Var(var))),
                Home::Class(_, Kept::Counter) => return Err("an object without a place"),
            },
            Root::Value(e) => {
                let target = self.points_to.target(&e);
                let known = target.at.modulus == 0 && !target.wild && !target.number;
                exact = known.then_some(target.at.rest);
                PlaceRoot::Number(self.index(by.again(&e)?))
            }
        };
        Ok(Place { root, exact, distance: moved, target: self.points_to.target(at) })
    }

    fn index(&self, e: Expr) -> Expr {
        convert(e, self.plan.pointer, INDEX)
    }

    /// The address as a number of type `INDEX`.
    pub fn number(&self, place: &Place) -> Expr {
        match &place.root {
            PlaceRoot::Single(single) => {
                let base = self.plan.singles[*single].base;
                Linear { constant: place.distance.constant + base, terms: place.distance.terms.clone() }.divided(1)
            }
            PlaceRoot::Number(root) => with_root(root, &place.distance).divided(1),
        }
    }

    /// The address as a pointer. A sum that is no address is undefined, so that it may be computed in the pointer's own type.
    pub fn pointer(&self, place: &Place) -> Expr {
        match self.plan.pointer {
            INDEX => self.number(place),
            pointer => self.narrow(self.number(place), pointer),
        }
    }

    fn narrow(&self, e: Expr, pointer: IntType) -> Expr {
        match e {
            Expr::Cast(INDEX, inner) if self.points_to.type_of(&inner) == Some(pointer) => *inner,
            Expr::Int(value, _) => Expr::Int(pointer.wrap(value), pointer),
            Expr::Binary(op @ (BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul), a, b) => {
                Expr::binary(op, self.narrow(*a, pointer), self.narrow(*b, pointer))
            }
            e => convert(e, INDEX, pointer),
        }
    }

    /// The places that an access may be at, each with the condition that it is there; the last one has none.
    fn options(&self, place: &Place) -> Vec<(Option<Expr>, Where<'_>)> {
        let root = match &place.root {
            PlaceRoot::Single(single) => {
                return vec![(None, Where::Single(&self.plan.singles[*single], place.distance.clone()))];
            }
            PlaceRoot::Number(root) => root,
        };
        let Some(node) = place.target.node else { return Vec::new() };
        if let Some(class) = self.plan.classes.get(&node) {
            return vec![(None, Where::Class(class, self.number(place)))];
        }
        let singles = self.singles(node);
        let number = self.number(place);
        let mut options = Vec::with_capacity(singles.len());
        for (i, &single) in singles.iter().enumerate() {
            let single = &self.plan.singles[single];
            let last = i + 1 == singles.len();
            let (here, distance) = match self.known_distance(place, root, single) {
                Some((here, distance)) => (here, distance),
                None => (inside(&number, single), relative(root, &place.distance, single.base)),
            };
            options.push(((!last).then_some(here), Where::Single(single, distance)));
        }
        options
    }

    /// The distance from the start of an object if the root is known to be at a fixed one; and that it is in this object.
    fn known_distance(&self, place: &Place, root: &Expr, single: &Single) -> Option<(Expr, Linear)> {
        let rest = place.exact?;
        let here = eq(root.clone(), Expr::Int(single.base + rest, INDEX));
        let distance = Linear { constant: place.distance.constant + rest, terms: place.distance.terms.clone() };
        Some((here, distance))
    }

    /// The class that a place is in.
    pub fn class_at(&self, place: &Place) -> Option<&Class> {
        let PlaceRoot::Number(_) = place.root else { return None };
        self.plan.classes.get(&place.target.node?)
    }

    fn singles(&self, node: Node) -> &[usize] {
        self.plan.choices.get(&node).map_or(&[], |list| list)
    }

    // ---------------------------------------------------------------------------------------------------------------- reads

    pub fn load(&self, place: &Place, cell: Cell, by: &mut dyn Rewriter) -> Found<Expr> {
        let mut value: Option<Expr> = None;
        for (condition, option) in self.options(place).into_iter().rev() {
            let own = match option {
                Where::Single(single, distance) => read_single(single, &distance, place.target.at, cell)?,
                Where::Class(class, number) => {
                    let spot = class_spot(class, &number, place.target)?;
                    let known = read_spots(&class.elements, &spot, cell)?;
                    unless_vast(class, &number, known, cell.ty, by)
                }
            };
            value = Some(match (condition, value) {
                (Some(condition), Some(rest)) => ite(condition, own, rest),
                _ => own,
            });
        }
        // No memory can be meant: the guard in front has ended the execution.
        Ok(value.unwrap_or(Expr::Int(0, cell.ty)))
    }

    // --------------------------------------------------------------------------------------------------------------- writes

    /// What changes when a value is written. Address and value do not mention what is changed.
    pub fn store(&self, place: &Place, cell: Cell, value: &Expr) -> Found<Vec<Update>> {
        let mut updates = Vec::new();
        let options = self.options(place);
        let several = options.len() > 1;
        for (condition, option) in options {
            match option {
                Where::Single(single, distance) => {
                    let here = match (condition, &place.root) {
                        (None, PlaceRoot::Number(root)) if several => {
                            Some(match self.known_distance(place, root, single) {
                                Some((here, _)) => here,
                                None => inside(&self.number(place), single),
                            })
                        }
                        (condition, _) => condition,
                    };
                    let access = Access { at: place.target.at, cell, value, here };
                    write_single(single, &distance, &access, &mut updates)?;
                }
                Where::Class(class, number) => {
                    let spot = class_spot(class, &number, place.target)?;
                    write_spots(&class.elements, &spot, cell, value, None, &mut updates)?;
                }
            }
        }
        Ok(updates)
    }

    // ------------------------------------------------------------------------------------------------------------ questions

    /// A question about memory, its operands rewritten where they are no addresses.
    pub fn question(&self, op: MemoryExpr, operands: &[Expr], by: &mut dyn Rewriter) -> Found<Expr> {
        if op == MemoryExpr::HeapEmpty {
            return Ok(self.heap_empty());
        }
        let place = match operands.first() {
            Some(at) => self.place(at, by)?,
            None => return Err("an address"),
        };
        let answer = match op {
            MemoryExpr::Readable => self.accessible(&place, &by.again(&operands[1])?, false),
            MemoryExpr::Writable => self.accessible(&place, &by.again(&operands[1])?, true),
            MemoryExpr::Freeable => self.freeable(&place)?,
            MemoryExpr::Size => self.about(&place, &|candidate| candidate.room.clone(), Expr::Int(-1, INDEX)),
            MemoryExpr::Distance => self.about(&place, &|candidate| candidate.distance.clone(), Expr::Int(0, INDEX)),
            MemoryExpr::SameObject => {
                let other = self.place(&operands[1], by)?;
                self.same(&place, &other)
            }
            MemoryExpr::Load(cell) => return self.load(&place, cell, by),
            MemoryExpr::Address(..) | MemoryExpr::Offset(_) => return Ok(self.pointer(&place)),
            MemoryExpr::HeapEmpty => unreachable!("answered above"),
        };
        Ok(match self.class_at(&place) {
            Some(class) if answer != Expr::TRUE => unless_vast(class, &self.number(&place), answer, op.result(), by),
            _ => answer,
        })
    }

    /// That nothing lives that must be freed.
    fn heap_empty(&self) -> Expr {
        let singles = self.plan.singles.iter().filter(|single| single.heap).filter_map(|single| single.live);
        let mut empty = singles.fold(Expr::TRUE, |all, live| and(all, Expr::Var(live).negated()));
        for count in self.plan.classes.values().filter_map(|class| class.count) {
            empty = and(empty, eq(Expr::Var(count), Expr::Int(0, INDEX)));
        }
        empty
    }

    /// Whether so many bytes lie in one live object.
    fn accessible(&self, place: &Place, size: &Expr, write: bool) -> Expr {
        if matches!(size, Expr::Int(0, _)) {
            return Expr::TRUE;
        }
        let mut any = Expr::FALSE;
        if !matches!(size, Expr::Int(..)) {
            any = eq(size.clone(), Expr::Int(0, INDEX));
        }
        for candidate in self.candidates(place, write) {
            let below = le(candidate.distance.clone(), sub(candidate.room, size.clone()));
            let inside = and(le(Expr::Int(0, INDEX), candidate.distance), below);
            let mut here = and(and(candidate.here, inside), candidate.live);
            if !matches!(size, Expr::Int(n, _) if *n > 0) {
                here = and(le(Expr::Int(0, INDEX), size.clone()), here);
            }
            any = or(any, here);
        }
        any
    }

    /// That the address is not null, and of none of the objects that are known: it may be of memory from outside.
    pub fn beyond(&self, place: &Place) -> Option<Expr> {
        if !place.target.wild {
            return None;
        }
        let number = self.number(place);
        let low = lt(number.clone(), Expr::Int(0, INDEX));
        let mut beyond = or(low, le(Expr::Int(LOWEST, INDEX), number.clone()));
        for candidate in self.candidates(place, false) {
            beyond = and(beyond, candidate.inside().negated());
        }
        Some(beyond)
    }

    /// The objects that an address may be in.
    fn candidates(&self, place: &Place, write: bool) -> Vec<Candidate> {
        let of_single = |single: &Single| {
            let live = single.live.map_or(Expr::TRUE, Expr::Var);
            let live = if write && single.constant { Expr::FALSE } else { live };
            let base = Expr::Int(single.base, INDEX);
            let (here, distance) = match &place.root {
                PlaceRoot::Single(_) => (Expr::TRUE, place.distance.divided(1)),
                PlaceRoot::Number(root) => match self.known_distance(place, root, single) {
                    Some((here, distance)) => (here, distance.divided(1)),
                    None => (Expr::TRUE, sub(self.number(place), base.clone())),
                },
            };
            Candidate { here, base, distance, room: room(single), live }
        };
        if let PlaceRoot::Single(single) = place.root {
            return vec![of_single(&self.plan.singles[single])];
        }
        let Some(node) = place.target.node else { return Vec::new() };
        let Some(class) = self.plan.classes.get(&node) else {
            return self.singles(node).iter().map(|&single| of_single(&self.plan.singles[single])).collect();
        };
        let number = self.number(place);
        let of_class = |base: Expr, room: Expr, live: Expr| {
            let distance = sub(number.clone(), base.clone());
            Candidate { here: Expr::TRUE, base, distance, room, live }
        };
        let mut list = Vec::new();
        for (_, base, size, writable) in &class.fixed {
            let live = if write && !writable { Expr::FALSE } else { Expr::TRUE };
            list.push(of_class(Expr::Int(*base, INDEX), Expr::Int(i128::from(*size), INDEX), live));
        }
        let base = self.base(class, &number, place.target);
        let size = match class.size {
            ClassSize::Constant(size) => Expr::Int(i128::from(size), INDEX),
            ClassSize::Region(region) => Expr::Select(region, Box::new(base.clone())),
        };
        let first = le(Expr::Int(class.first, INDEX), base.clone());
        let next = lt(base.clone(), self.index(Expr::Var(class.next)));
        let live = class.live.map_or(Expr::TRUE, |live| Expr::Select(live, Box::new(base.clone())));
        list.push(of_class(base, size, and(and(first, next), live)));
        list
    }

    /// The start of the object of a class that an address is in.
    fn base(&self, class: &Class, number: &Expr, target: Target) -> Expr {
        if target.at.modulus == 0 {
            return sub(number.clone(), Expr::Int(target.at.rest, INDEX));
        }
        let from = sub(number.clone(), Expr::Int(class.first, INDEX));
        sub(number.clone(), Expr::binary(BinaryOp::Rem, from, Expr::Int(class.spacing, INDEX)))
    }

    fn freeable(&self, place: &Place) -> Found<Expr> {
        let number = self.number(place);
        let mut any = eq(number.clone(), Expr::Int(0, INDEX));
        if let PlaceRoot::Single(single) = place.root {
            let single = &self.plan.singles[single];
            let here = eq(number, Expr::Int(single.base, INDEX));
            return Ok(if single.heap { and(here, single.live.map_or(Expr::TRUE, Expr::Var)) } else { Expr::FALSE });
        }
        let Some(node) = place.target.node else { return Ok(any) };
        let Some(class) = self.plan.classes.get(&node) else {
            for &single in self.singles(node) {
                let single = &self.plan.singles[single];
                if single.heap {
                    let here = eq(number.clone(), Expr::Int(single.base, INDEX));
                    any = or(any, and(here, single.live.map_or(Expr::TRUE, Expr::Var)));
                }
            }
            return Ok(any);
        };
        if let Some(live) = class.live.filter(|_| class.has_heap) {
            let at = |region: VarId| Expr::Select(region, Box::new(number.clone()));
            any = or(any, and(class.allocated.map_or(Expr::TRUE, at), at(live)));
        }
        Ok(any)
    }

    /// Something about the object that an address is in.
    fn about(&self, place: &Place, what: &dyn Fn(&Candidate) -> Expr, none: Expr) -> Expr {
        let mut value = none;
        for candidate in self.candidates(place, false).into_iter().rev() {
            let here = and(candidate.inside(), candidate.live.clone());
            value = ite(here, what(&candidate), value);
        }
        value
    }

    fn same(&self, a: &Place, b: &Place) -> Expr {
        let (x, y) = (self.number(a), self.number(b));
        let mut any = eq(x.clone(), y.clone());
        for candidate in self.candidates(a, false) {
            let distance = sub(y.clone(), candidate.base.clone());
            let other = and(le(Expr::Int(0, INDEX), distance.clone()), le(distance, candidate.room.clone()));
            any = or(any, and(candidate.inside(), other));
        }
        any
    }

    /// The parts of what lies at a place, up to so many bytes, each with its distance in bytes from it; `None` if they are not known.
    pub fn parts(&self, place: &Place, size: u64) -> Option<Vec<(u64, Cell)>> {
        let within = |shape: &Shape, step: u64, start: u64| {
            let mut list = Vec::new();
            let mut at = 0;
            while at * step < start + size {
                for part in &shape.parts {
                    let bit = at * step * 8 + part.bit;
                    if bit >= start * 8 && bit + u64::from(part.bits) <= (start + size) * 8 {
                        let distance = bit - start * 8;
                        let cell = Cell { bit: (distance % 8) as u32, bits: part.bits, ty: part.ty };
                        list.push((distance / 8, cell));
                    }
                }
                at += 1;
            }
            let covered: u64 = list.iter().map(|(_, cell)| u64::from(cell.bits)).sum();
            (covered == size * 8).then_some(list)
        };
        if let Some(class) = place.target.node.and_then(|node| self.plan.classes.get(&node))
            && matches!(place.root, PlaceRoot::Number(_))
        {
            let (step, at) = (class.elements.step, place.target.at);
            let known = at.modulus == 0 || at.modulus % step == 0;
            return known.then(|| within(&class.elements.shape, step, at.rest.rem_euclid(i128::from(step)) as u64))?;
        }
        let singles: &[usize] = match &place.root {
            PlaceRoot::Single(single) => std::slice::from_ref(single),
            PlaceRoot::Number(_) => self.singles(place.target.node?),
        };
        let single = &self.plan.singles[*singles.first()?];
        let at = place.target.at;
        if at.modulus == 0 {
            let start = u64::try_from(at.rest).ok()?;
            let piece = single.pieces.iter().find(|piece| piece.from <= start && start + size <= piece.to)?;
            let start = start - piece.from;
            return match &piece.content {
                Content::Parts { shape, .. } => within(shape, piece.to - piece.from, start),
                Content::Array(elements) => within(&elements.shape, elements.step, start % elements.step),
            };
        }
        let [piece] = &single.pieces[..] else { return None };
        let Content::Array(elements) = &piece.content else { return None };
        let known = at.modulus.is_multiple_of(elements.step);
        known.then(|| within(&elements.shape, elements.step, at.rest.rem_euclid(i128::from(elements.step)) as u64))?
    }

    /// The size of the elements that a place is in, if all it may be in has one, and each is one scalar.
    pub fn unit(&self, place: &Place) -> Option<u64> {
        let scalar = |elements: &Elements| (elements.shape.parts.len() == 1).then_some(elements.step);
        let aligned = |step: u64| {
            let at = place.target.at;
            (at.rest % i128::from(step) == 0 && at.modulus.is_multiple_of(step)).then_some(step)
        };
        if let Some(class) = place.target.node.and_then(|node| self.plan.classes.get(&node))
            && matches!(place.root, PlaceRoot::Number(_))
        {
            return scalar(&class.elements).and_then(aligned);
        }
        let singles: &[usize] = match &place.root {
            PlaceRoot::Single(single) => std::slice::from_ref(single),
            PlaceRoot::Number(_) => self.singles(place.target.node?),
        };
        let mut unit = None;
        for single in singles {
            let [piece] = &self.plan.singles[*single].pieces[..] else { return None };
            let own = match &piece.content {
                Content::Array(elements) => scalar(elements)?,
                Content::Parts { shape, .. } => {
                    let first = shape.parts.first()?;
                    let alike = shape.parts.iter().all(|part| part.bits == first.bits);
                    alike.then_some(u64::from(first.bits / 8)).filter(|step| *step > 0)?
                }
            };
            if unit.is_some_and(|unit| unit != own) {
                return None;
            }
            unit = Some(own);
        }
        unit.and_then(aligned)
    }
}
