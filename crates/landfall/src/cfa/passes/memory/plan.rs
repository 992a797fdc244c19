//! Where each object goes: into variables, into regions of its own, or into regions that it shares with others.
//!
//! An object of which there is at most one at a time, and that is not one of too many that a pointer may mean, has a fixed address
//! and *pieces*: runs of scalar parts, each a variable, and long arrays, each part of an element a region by the element's
//! number. All other objects of a node share regions by address; they get their addresses from a counter, without a limit.

use crate::limits::limits;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use cranelift_entity::{PrimaryMap, SecondaryMap};

use super::super::super::builder::ProgramBuilder;
use super::super::super::expr::{BinaryOp, Expr, INDEX, IntType, Type};
use super::super::super::graph::{CallGraph, Liveness, Loops};
use super::super::super::memory::{
    Cell, Field, MemoryExpr, MemoryOp, ObjId, Scalar, ScalarKind, Storage, View, pointer_type,
};
use super::super::super::program::*;
use super::address::{Address, Root, gcd};
use super::points_to::{Node, PointsTo, Residue};
use super::shape::{Part, Shape};

/// Every object starts at a multiple of this.
pub(super) const ALIGNMENT: i128 = 16;

/// An object, or a call that allocates some.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Member {
    Object(ObjId),
    Allocation(EdgeId),
}

#[derive(Clone, Debug)]
pub(super) enum Size {
    Constant(u64),
    /// A variable of type `INDEX` says.
    Variable(VarId),
}

/// One part of an element a region; elements are `step` bytes apart.
#[derive(Clone, Debug)]
pub(super) struct Elements {
    pub step: u64,
    pub shape: Shape,
    pub regions: Vec<VarId>,
}

#[derive(Clone, Debug)]
pub(super) enum Content {
    Parts { shape: Shape, vars: Vec<VarId> },
    Array(Elements),
}

/// The bytes from `from` on, up to `to`; of the last piece of an object of variable size up to its end.
#[derive(Clone, Debug)]
pub(super) struct Piece {
    pub from: u64,
    pub to: u64,
    pub content: Content,
}

/// An object with an address of its own.
#[derive(Clone, Debug)]
pub(super) struct Single {
    pub base: i128,
    pub size: Size,
    pub pieces: Vec<Piece>,
    /// Whether it lives now; `None` if it always does when a pointer to it is at hand.
    pub live: Option<VarId>,
    pub constant: bool,
    pub heap: bool,
}

/// Objects that share regions by address.
#[derive(Clone, Debug)]
pub(super) struct Class {
    /// The next address.
    pub next: VarId,
    pub first: i128,
    pub spacing: i128,
    /// Whether an object that starts at an address lives; `None` if none dies.
    pub live: Option<VarId>,
    /// The size of the object that starts at an address; a constant if all have one.
    pub size: ClassSize,
    pub elements: Elements,
    /// Declared objects with a fixed address: where, how large, whether it may be written.
    pub fixed: Vec<(ObjId, i128, u64, bool)>,
    pub has_heap: bool,
    /// Whether the object that starts at an address was allocated, if there are others.
    pub allocated: Option<VarId>,
    /// How many allocated objects live, if somebody asks.
    pub count: Option<VarId>,
    /// Whether objects may be larger than the room of one.
    pub vast: bool,
}

#[derive(Clone, Copy, Debug)]
pub(super) enum ClassSize {
    Constant(u64),
    Region(VarId),
}

/// Where a member lives.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Home {
    Single(usize),
    /// In a class; a declared object has a fixed address or a variable that holds it.
    Class(Node, Place),
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Place {
    Fixed(i128),
    Variable(VarId),
    Counter,
}

pub(super) struct Plan {
    pub singles: Vec<Single>,
    pub classes: BTreeMap<Node, Class>,
    pub objects: PrimaryMap<ObjId, Option<Home>>,
    pub allocations: SecondaryMap<EdgeId, Option<Home>>,
    /// The singles that a pointer to the node may mean.
    pub choices: BTreeMap<Node, Vec<usize>>,
    pub pointer: IntType,
}

/// The room of an object of any size, with 32-bit pointers.
const ROOM: i128 = 1 << 24;

/// In bytes.
const LARGEST_WORD: i128 = 8;

/// What is known of accesses before anything is decided.
#[derive(Default)]
struct Uses {
    /// Objects whose address is more than a way to name a part of them.
    escaped: BTreeSet<ObjId>,
    /// Objects that are accessed at a computed distance.
    indexed: BTreeSet<ObjId>,
    /// Nodes of which an access is at a distance that is computed, or that are asked how far an address is, or whether two are near.
    measured: BTreeSet<Node>,
    /// Accesses of each node.
    accesses: BTreeMap<Node, Vec<(Residue, Cell)>>,
    /// Nodes of which bytes are copied, filled or made arbitrary that are no whole words.
    copied: BTreeSet<Node>,
    freed: BTreeSet<Node>,
    /// The edges that end the life of an object.
    left: BTreeMap<ObjId, Vec<EdgeId>>,
    /// It is asked whether allocated memory lives.
    heap_asked: bool,
}

impl Uses {
    fn new(program: &Program, points_to: &PointsTo<'_>) -> Uses {
        let mut uses = Uses::default();
        for (id, edge) in program.edges.iter() {
            if let Op::Memory(op) = &edge.op {
                match op {
                    MemoryOp::Write { at, cell, .. } => {
                        uses.access(points_to, at, Some(*cell));
                    }
                    MemoryOp::Free { at } => {
                        uses.freed.extend(points_to.target(at).node);
                        uses.escapes(at, true);
                    }
                    MemoryOp::Leave(object) => uses.left.entry(*object).or_default().push(id),
                    MemoryOp::Copy { to, from, size } => {
                        uses.copies(points_to, to, size);
                        uses.copies(points_to, from, size);
                    }
                    MemoryOp::Fill { at, size, .. } | MemoryOp::Havoc { at, size, .. } => {
                        uses.copies(points_to, at, size);
                    }
                    _ => {}
                }
            }
            let is_place = |i: usize| match &edge.op {
                Op::Memory(MemoryOp::Write { .. } | MemoryOp::Fill { .. } | MemoryOp::Havoc { .. }) => i == 0,
                Op::Memory(MemoryOp::Copy { .. }) => i < 2,
                _ => false,
            };
            let mut number = 0;
            edge.op.for_each_expr(&mut |e| {
                uses.escapes(e, is_place(number));
                uses.loads(points_to, e);
                if is_place(number) {
                    uses.access(points_to, e, None);
                }
                number += 1;
            });
        }
        uses
    }

    fn access(&mut self, points_to: &PointsTo<'_>, at: &Expr, cell: Option<Cell>) {
        let address = Address::of(at);
        if let Root::Object(object) = address.root
            && !address.distance.terms.is_empty()
        {
            self.indexed.insert(object);
        }
        let target = points_to.target(at);
        if target.at.modulus != 0 {
            self.measured.extend(target.node);
        }
        if let (Some(node), Some(cell)) = (target.node, cell) {
            let list = self.accesses.entry(node).or_default();
            if !list.contains(&(target.at, cell)) {
                list.push((target.at, cell));
            }
        }
    }

    /// Notes bytes that are copied, filled or made arbitrary together, unless they are whole words.
    fn copies(&mut self, points_to: &PointsTo<'_>, at: &Expr, size: &Expr) {
        let target = points_to.target(at);
        let are_words = matches!(size, Expr::Int(size, _) if size % LARGEST_WORD == 0)
            && target.at.rest % LARGEST_WORD == 0
            && i128::from(target.at.modulus) % LARGEST_WORD == 0;
        if !are_words {
            self.copied.extend(target.node);
        }
    }

    fn loads(&mut self, points_to: &PointsTo<'_>, e: &Expr) {
        e.for_each_memory(&mut |op, operands| {
            self.heap_asked |= op == MemoryExpr::HeapEmpty;
            if let MemoryExpr::Load(cell) = op {
                self.access(points_to, &operands[0], Some(cell));
            }
            let measures = matches!(op, MemoryExpr::SameObject | MemoryExpr::Distance | MemoryExpr::Size);
            for operand in operands {
                let target = points_to.target(operand);
                if measures || target.at.modulus != 0 {
                    self.measured.extend(target.node);
                }
            }
        });
    }

    /// Notes addresses of objects in `e` that are values; `place` if `e` itself is only accessed.
    fn escapes(&mut self, e: &Expr, place: bool) {
        match e {
            Expr::Int(..) | Expr::Var(_) => {}
            Expr::Unary(_, a) | Expr::Cast(_, a) | Expr::Select(_, a) => self.escapes(a, false),
            Expr::Binary(_, a, b) | Expr::And(a, b) | Expr::Or(a, b) => {
                self.escapes(a, false);
                self.escapes(b, false);
            }
            Expr::Ite(c, a, b) => [c, a, b].into_iter().for_each(|e| self.escapes(e, false)),
            Expr::Float(_, operands) => operands.iter().for_each(|e| self.escapes(e, false)),
            Expr::Memory(op, operands) => match op {
                MemoryExpr::Address(object, _) => {
                    if !place {
                        self.escaped.insert(*object);
                    }
                }
                MemoryExpr::Offset(_) => {
                    self.escapes(&operands[0], place);
                    self.escapes(&operands[1], false);
                }
                _ => operands.iter().for_each(|e| self.escapes(e, true)),
            },
        }
    }
}

/// What a member is before it gets its place.
struct Sketch {
    member: Member,
    name: String,
    view: Arc<View>,
    /// In bytes, if constant.
    size: Option<u64>,
    /// At most so many bytes, if that is evident.
    most: Option<i128>,
    single: bool,
    constant: bool,
    heap: bool,
    indexed: bool,
}

pub(super) fn plan(program: &Program, points_to: &PointsTo<'_>, builder: &mut ProgramBuilder) -> Plan {
    let uses = Uses::new(program, points_to);
    let mut maker = Maker {
        program,
        points_to,
        builder,
        uses,
        multiplicity: Multiplicity::new(program),
        stored: points_to.stored(),
        next_single: 1 << 20,
        next_open: 1 << 62,
        next_class: 1,
        plan: Plan {
            singles: Vec::new(),
            classes: BTreeMap::new(),
            objects: program.objects.keys().map(|_| None).collect(),
            allocations: SecondaryMap::new(),
            choices: BTreeMap::new(),
            pointer: pointer_type(program.semantics.data_model),
        },
    };
    maker.run();
    maker.plan
}

struct Maker<'a> {
    program: &'a Program,
    points_to: &'a PointsTo<'a>,
    builder: &'a mut ProgramBuilder,
    uses: Uses,
    multiplicity: Multiplicity<'a>,
    /// Nodes that pointers in memory point to.
    stored: BTreeSet<Node>,
    next_single: i128,
    /// The next address of an object of any size, with 64-bit pointers.
    next_open: i128,
    next_class: i128,
    plan: Plan,
}

impl Maker<'_> {
    fn run(&mut self) {
        let liveness = Liveness::new(self.program, &self.multiplicity.calls);
        let mut nodes: BTreeMap<Node, Vec<Sketch>> = BTreeMap::new();
        let mut private = Vec::new();
        for (id, object) in self.program.objects.iter() {
            let single = object.owner.is_none_or(|owner| !self.multiplicity.calls.is_recursive(owner))
                && !(self.uses.escaped.contains(&id) && self.is_outlived(id, &liveness));
            let sketch = Sketch {
                member: Member::Object(id),
                name: object.name.to_string(),
                view: object.view.clone(),
                size: Some(object.size),
                most: Some(object.size.into()),
                single,
                constant: object.constant,
                heap: false,
                indexed: self.uses.indexed.contains(&id),
            };
            if single && !self.uses.escaped.contains(&id) {
                private.push(sketch);
            } else {
                nodes.entry(self.points_to.object(id)).or_default().push(sketch);
            }
        }
        let mut number = 0;
        for (id, edge) in self.program.edges.iter() {
            let Op::Memory(MemoryOp::Alloc { size, storage, view, .. }) = &edge.op else { continue };
            number += 1;
            let Some(node) = self.points_to.allocation(id) else { continue };
            let constant = match size {
                Expr::Int(size, _) => u64::try_from(*size).ok().filter(|size| *size < 1 << 31),
                _ => None,
            };
            nodes.entry(node).or_default().push(Sketch {
                member: Member::Allocation(id),
                name: format!("allocated{number}"),
                view: view.clone(),
                size: constant,
                most: self.most(size),
                single: self.multiplicity.runs_once(id),
                constant: false,
                heap: *storage == Storage::Heap,
                indexed: true,
            });
        }
        for sketch in private {
            self.single(sketch, None);
        }
        for (node, sketches) in nodes {
            let moved = self.uses.accesses.get(&node).is_some_and(|list| list.iter().any(|(at, _)| at.modulus != 0));
            let single = sketches.iter().all(|sketch| sketch.single) && self.can_be_apart(&sketches);
            if sketches.len() <= limits().memory.choices && single {
                let (known, open): (Vec<Sketch>, Vec<Sketch>) = sketches.into_iter().partition(|s| s.size.is_some());
                for mut sketch in known.into_iter().chain(open) {
                    sketch.indexed |= moved;
                    let single = self.single(sketch, Some(node));
                    self.plan.choices.entry(node).or_default().push(single);
                }
            } else {
                self.class(node, sketches);
            }
        }
    }

    /// Whether a pointer to a local may be used after its life, when the same declaration has been passed once more: then each life
    /// needs an address of its own.
    fn is_outlived(&self, object: ObjId, liveness: &Liveness) -> bool {
        let node = self.points_to.object(object);
        let points_there = |v: &VarId| self.points_to.target(&Expr::Var(*v)).node == Some(node);
        let ends = self.uses.left.get(&object).into_iter().flatten();
        let mut again = ends.filter(|id| !self.multiplicity.runs_once(**id)).peekable();
        again.peek().is_some()
            && (self.stored.contains(&node)
                || again.any(|id| liveness.at(self.program.edges[*id].dst).iter().any(points_there)))
    }

    /// The most that a size can be, by the types that it is computed from.
    fn most(&self, size: &Expr) -> Option<i128> {
        match size {
            Expr::Int(value, _) => Some(*value),
            Expr::Cast(to, inner) => {
                let from = self.points_to.type_of(inner)?;
                let most = self.most(inner).unwrap_or(from.max());
                let keeps = !from.signed || to.signed && to.bits >= from.bits;
                (keeps && most <= (*to).max()).then_some(most)
            }
            Expr::Binary(BinaryOp::Mul, a, b) => match (&**a, &**b) {
                (Expr::Int(by, _), of) | (of, Expr::Int(by, _)) if *by >= 0 => self.most(of)?.checked_mul(*by),
                _ => None,
            },
            Expr::Binary(BinaryOp::Add, a, b) => self.most(a)?.checked_add(self.most(b)?),
            e => self.points_to.type_of(e).filter(|ty| ty.bits < 64).map(|ty| ty.max()),
        }
    }

    fn is_lp64(&self) -> bool {
        self.program.semantics.data_model == DataModel::Lp64
    }

    /// Whether objects of one node can have fixed addresses so that none reaches into another. With few addresses, one at most may be
    /// of any size: it comes last.
    fn can_be_apart(&self, sketches: &[Sketch]) -> bool {
        let open = |sketch: &&Sketch| sketch.size.is_none() && sketch.most.is_none_or(|most| most > ROOM);
        self.is_lp64() || sketches.iter().filter(open).count() <= 1
    }

    /// A fixed address with room for so many bytes. Where pointers may mean several objects these are far apart, so that what leaves
    /// one does not come to another.
    fn address(&mut self, size: Option<u64>, escapes: bool) -> i128 {
        let room = match (self.is_lp64(), escapes) {
            (true, true) if size.is_none() && self.next_open >> 63 == 0 => {
                self.next_open += 1 << 48;
                return self.next_open - (1 << 48);
            }
            (true, true) => (size.map_or(0, i128::from) + 64).max(1 << 32),
            (_, _) => size.map_or(ROOM, i128::from) + 64,
        };
        let base = self.next_single;
        self.next_single += (room + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
        base
    }

    fn var(&mut self, name: &str, ty: Type) -> VarId {
        self.builder.var(name, ty, VarKind::Global, None, None)
    }

    // -------------------------------------------------------------------------------------------------------------- singles

    fn single(&mut self, sketch: Sketch, node: Option<Node>) -> usize {
        let base = self.address(sketch.size, node.is_some());
        let size = match sketch.size {
            Some(size) => Size::Constant(size),
            None => Size::Variable(self.var(&format!("{}.size", sketch.name), Type::Int(INDEX))),
        };
        let mortal = match sketch.member {
            Member::Object(id) => node.is_some() && self.uses.left.contains_key(&id),
            Member::Allocation(_) => {
                sketch.heap && self.uses.heap_asked || node.is_some_and(|node| self.uses.freed.contains(&node))
            }
        };
        let live = mortal.then(|| self.var(&format!("{}.live", sketch.name), Type::BOOL));
        let view = self.view(&sketch, node);
        let mut pieces = Vec::new();
        match sketch.size {
            Some(size) => self.pieces(&sketch.name, &view, 0, size, sketch.indexed, &mut pieces),
            None => {
                let (step, shape) = element(&view);
                let elements = self.elements(&sketch.name, step, shape);
                pieces.push(Piece { from: 0, to: u64::MAX, content: Content::Array(elements) });
            }
        }
        let (heap, constant) = (sketch.heap, sketch.constant);
        self.plan.singles.push(Single { base, size, pieces, live, constant, heap });
        let number = self.plan.singles.len() - 1;
        match sketch.member {
            Member::Object(id) => self.plan.objects[id] = Some(Home::Single(number)),
            Member::Allocation(id) => self.plan.allocations[id] = Some(Home::Single(number)),
        }
        number
    }

    /// How an object is divided: as its declaration says, or as it is used where that says nothing.
    fn view(&self, sketch: &Sketch, node: Option<Node>) -> View {
        let size = sketch.size.unwrap_or(u64::MAX);
        let repeated = |of: &View| {
            // An array of a length that its declaration does not say is its elements.
            let mut of = of;
            while let View::Array { of: inner, count: 0, .. } = of {
                of = inner;
            }
            let Some(step) = self.step(of, sketch.size) else { return View::Bytes };
            match size {
                u64::MAX => View::Array { of: Arc::new(of.clone()), step, count: 0 },
                size if size == step => of.clone(),
                size => View::Array { of: Arc::new(of.clone()), step, count: size / step },
            }
        };
        match (&*sketch.view, sketch.member) {
            (View::Bytes, _) => match node.and_then(|node| self.used_as(node)) {
                Some(of) => repeated(&of),
                None => View::Bytes,
            },
            (view, Member::Object(_)) => view.clone(),
            (view, Member::Allocation(_)) => repeated(view),
        }
    }

    /// How far apart elements of a view are, of which memory of some size holds a whole number. Records end with room that aligns the
    /// next one, which is no part of their view.
    fn step(&self, view: &View, size: Option<u64>) -> Option<u64> {
        let own = view.size();
        let align = if self.is_lp64() { alignment(view) } else { alignment(view).min(4) };
        let whole = |step: &u64| *step > 0 && size.is_none_or(|size| size.is_multiple_of(*step));
        [own.next_multiple_of(align), own].into_iter().find(whole)
    }

    /// The scalar that all accesses of a node are of, if they are of one.
    fn used_as(&self, node: Node) -> Option<View> {
        let list = self.uses.accesses.get(&node)?;
        let (_, first) = list.first()?;
        let size = i128::from(first.bits / 8);
        let aligned = |at: &Residue| at.rest % size == 0 && i128::from(at.modulus) % size == 0;
        let alike = first.bit == 0
            && u32::from(first.ty.bits).div_ceil(8) * 8 == first.bits
            && list.iter().all(|(at, cell)| (cell.bit, cell.bits) == (first.bit, first.bits) && aligned(at));
        alike.then_some(View::Scalar(Scalar { ty: first.ty, kind: ScalarKind::Int }))
    }

    /// The smallest word that no access of a node goes beyond.
    fn word(&self, node: Node) -> Option<View> {
        let list = self.uses.accesses.get(&node).filter(|_| !self.uses.copied.contains(&node))?;
        let is_inside = |at: &Residue, cell: &Cell, word: i128| {
            i128::from(at.modulus) % word == 0 && at.rest.rem_euclid(word) + i128::from(cell.size()) <= word
        };
        let fits = |word: &u8| list.iter().all(|(at, cell)| is_inside(at, cell, (*word).into()));
        let word = [2, 4, 8].into_iter().find(fits)?;
        Some(View::Scalar(Scalar { ty: IntType::new(8 * word, false), kind: ScalarKind::Int }))
    }

    fn pieces(&mut self, name: &str, view: &View, from: u64, size: u64, indexed: bool, pieces: &mut Vec<Piece>) {
        let most = if indexed { limits().memory.indexed_parts } else { limits().memory.parts };
        if let Some(shape) = Shape::of(view, size, most) {
            let vars = self.parts(name, &shape);
            pieces.push(Piece { from, to: from + size, content: Content::Parts { shape, vars } });
            return;
        }
        match view {
            View::Record { fields, union: false } => {
                // Runs of small members stay together; large ones are pieces of their own.
                let mut at = 0;
                for (i, field) in fields.iter().enumerate() {
                    let start = field.bit / 8;
                    if field.width.is_some() || start < at {
                        continue;
                    }
                    let end =
                        fields[i + 1..].iter().map(|next| next.bit / 8).find(|next| *next > start).unwrap_or(size);
                    let large = Shape::of(&field.view, end - start, limits().memory.indexed_parts).is_none();
                    if !large {
                        continue;
                    }
                    if at < start {
                        self.members(name, fields, from, at, start, pieces);
                    }
                    let inner = format!("{name}.{}", field.name);
                    self.pieces(&inner, &field.view, from + start, end - start, true, pieces);
                    at = end;
                }
                if at < size {
                    self.members(name, fields, from, at, size, pieces);
                }
            }
            _ => {
                let (step, shape) = element(view);
                let (step, shape) = if size.is_multiple_of(step) { (step, shape) } else { (1, Shape::bytes(1)) };
                let elements = self.elements(name, step, shape);
                pieces.push(Piece { from, to: from + size, content: Content::Array(elements) });
            }
        }
    }

    /// The members of a record between two places, as parts.
    fn members(&mut self, name: &str, fields: &[Field], from: u64, start: u64, end: u64, pieces: &mut Vec<Piece>) {
        let inside = fields.iter().filter(|field| (start..end).contains(&(field.bit / 8)));
        let moved = inside.map(|field| Field { bit: field.bit - start * 8, ..field.clone() });
        let view = View::Record { fields: moved.collect(), union: false };
        match Shape::of(&view, end - start, limits().memory.parts * 4) {
            Some(shape) => {
                let vars = self.parts(name, &shape);
                pieces.push(Piece { from: from + start, to: from + end, content: Content::Parts { shape, vars } });
            }
            None => {
                let elements = self.elements(name, 1, Shape::bytes(1));
                pieces.push(Piece { from: from + start, to: from + end, content: Content::Array(elements) });
            }
        }
    }

    fn parts(&mut self, name: &str, shape: &Shape) -> Vec<VarId> {
        let make = |(part, path): (&Part, &Arc<str>)| {
            self.builder.var(&format!("{name}{path}"), Type::Int(part.ty), VarKind::Global, None, None)
        };
        shape.parts.iter().zip(&shape.paths).map(make).collect()
    }

    fn elements(&mut self, name: &str, step: u64, shape: Shape) -> Elements {
        let make = |(part, path): (&Part, &Arc<str>)| {
            self.builder.var(&format!("{name}{path}"), Type::Array(part.ty), VarKind::Global, None, None)
        };
        let regions = shape.parts.iter().zip(&shape.paths).map(make).collect();
        Elements { step, shape, regions }
    }

    // -------------------------------------------------------------------------------------------------------------- classes

    fn class(&mut self, node: Node, sketches: Vec<Sketch>) {
        let name = format!("memory{}", self.next_class);
        let number = self.next_class;
        self.next_class += 1;
        let (step, shape) = self.common_element(node, &sketches);
        let allocated: Vec<Option<u64>> = sketches.iter().filter(|s| !self.is_fixed(s)).map(|s| s.size).collect();
        let constant = match allocated.split_first() {
            Some((Some(first), rest)) if rest.iter().all(|size| *size == Some(*first)) => Some(*first),
            None => Some(0),
            _ => None,
        };
        let align = i128::from(step / gcd(step, ALIGNMENT as u64)) * ALIGNMENT;
        let low = (1 << 28) + ((number % 112) << 24);
        let (first, spacing) = match (self.is_lp64(), constant) {
            (true, Some(size)) => (number << 48, (i128::from(size) + 16) / 16 * 16 + 16),
            (true, None) => (number << 48, 1 << 28),
            (false, Some(size)) => (low, (i128::from(size) + 16) / 16 * 16 + 16),
            (false, None) => (low, 1 << 16),
        };
        let up = |n: i128| (n + align - 1) / align * align;
        // If no pointer into the middle is ever kept, objects can be numbered: each address is one's.
        let numbered = constant == Some(step)
            && !self.uses.measured.contains(&node)
            && self.points_to.is_at_starts(node)
            && !sketches.iter().any(|s| self.is_fixed(s));
        let (first, spacing) = (up(first), if numbered { 1 } else { up(spacing) });
        let next = self.var(&format!("{name}.end"), Type::Int(self.plan.pointer));
        let dies = |s: &Sketch| matches!(s.member, Member::Object(id) if self.uses.left.contains_key(&id));
        let mortal = self.uses.freed.contains(&node) || sketches.iter().any(dies);
        let live = mortal.then(|| self.var(&format!("{name}.live"), Type::Array(IntType::BOOL)));
        let size = match constant {
            Some(size) => ClassSize::Constant(size),
            None => ClassSize::Region(self.var(&format!("{name}.size"), Type::Array(INDEX))),
        };
        let elements = self.elements(&name, step, shape);
        let mut class = Class {
            next,
            first,
            spacing,
            live,
            size,
            elements,
            fixed: Vec::new(),
            has_heap: sketches.iter().any(|s| s.heap),
            allocated: None,
            count: None,
            vast: constant.is_none()
                && sketches.iter().any(|s| !self.is_fixed(s) && s.most.is_none_or(|most| most > spacing - ALIGNMENT)),
        };
        let has_stack = sketches.iter().any(|s| !s.heap && !self.is_fixed(s));
        if class.has_heap && has_stack {
            class.allocated = Some(self.var(&format!("{name}.allocated"), Type::Array(IntType::BOOL)));
        }
        if self.uses.heap_asked && class.has_heap {
            class.count = Some(self.var(&format!("{name}.count"), Type::Int(INDEX)));
        }
        for sketch in sketches {
            match sketch.member {
                Member::Object(id) if self.is_fixed(&sketch) => {
                    let size = sketch.size.unwrap_or(0);
                    let base = up(self.address(Some(size + step), true));
                    class.fixed.push((id, base, size, !sketch.constant));
                    self.plan.objects[id] = Some(Home::Class(node, Place::Fixed(base)));
                }
                Member::Object(id) => {
                    let owner = self.program.objects[id].owner;
                    let ty = Type::Int(self.plan.pointer);
                    let var = self.builder.var(&format!("&{}", sketch.name), ty, VarKind::Local, owner, None);
                    self.plan.objects[id] = Some(Home::Class(node, Place::Variable(var)));
                }
                Member::Allocation(id) => {
                    self.plan.allocations[id] = Some(Home::Class(node, Place::Counter));
                }
            }
        }
        self.plan.classes.insert(node, class);
    }

    /// Whether a member of a class has one address: a declared object that does not die before the program ends.
    fn is_fixed(&self, sketch: &Sketch) -> bool {
        sketch.single && matches!(sketch.member, Member::Object(id) if !self.uses.left.contains_key(&id))
    }

    /// The element that all members are made of; bytes if there is none.
    fn common_element(&self, node: Node, sketches: &[Sketch]) -> (u64, Shape) {
        let mut all: Option<(u64, Shape)> = None;
        for sketch in sketches {
            let view = self.view(sketch, Some(node));
            let mut own = match (&view, self.step(&view, sketch.size)) {
                (View::Record { .. }, Some(step)) => element(&View::Array { of: Arc::new(view), step, count: 1 }),
                _ => element(&view),
            };
            if sketch.size.is_some_and(|size| size % own.0 != 0) {
                own = (1, Shape::bytes(1));
            }
            match &all {
                Some(known) if known.0 == own.0 && known.1.parts == own.1.parts => {}
                Some(_) => {
                    let used = self.used_as(node).or_else(|| self.word(node));
                    return used.map_or((1, Shape::bytes(1)), |view| element(&view));
                }
                None => all = Some(own),
            }
        }
        all.unwrap_or((1, Shape::bytes(1)))
    }
}

/// The size of the largest scalar of a view, which is what C aligns it to; 1 if there is none.
fn alignment(view: &View) -> u64 {
    match view {
        View::Scalar(scalar) => u64::from(scalar.room() / 8).next_power_of_two(),
        View::Array { of, .. } => alignment(of),
        View::Record { fields, .. } => fields.iter().map(|field| alignment(&field.view)).max().unwrap_or(1),
        View::Bytes => 1,
    }
}

/// The elements that an object is made of, and their size.
fn element(view: &View) -> (u64, Shape) {
    let mut view = view;
    let mut step = view.size();
    while let View::Array { of, step: inner, .. } = view {
        (view, step) = (of, *inner);
    }
    if let View::Record { .. } = view {
        step = step.max(view.size());
    }
    match Shape::of(view, step, limits().memory.element_parts) {
        Some(shape) if step > 0 => (step, shape),
        _ => (1, Shape::bytes(1)),
    }
}

/// Which edges are taken at most once in an execution.
struct Multiplicity<'p> {
    program: &'p Program,
    calls: CallGraph,
    loops: Loops,
}

impl<'p> Multiplicity<'p> {
    fn new(program: &'p Program) -> Multiplicity<'p> {
        Multiplicity { program, calls: CallGraph::new(program), loops: Loops::new(program) }
    }

    fn runs_once(&self, edge: EdgeId) -> bool {
        let src = self.program.edges[edge].src;
        if self.loops.innermost(src).is_some() {
            return false;
        }
        let proc = self.program.proc_of(src);
        if proc == self.program.entry {
            return true;
        }
        match self.calls.callers(proc) {
            [call] => !self.calls.is_recursive(proc) && self.runs_once(*call),
            _ => false,
        }
    }
}
