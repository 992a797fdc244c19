//! Heaps as graphs in which list segments stand for any number of nodes: what the engine `shape` computes with, and `check` checks
//! its proofs by.
//!
//! A [`Heap`] describes a set of states of memory: values of variables, objects with what is known of their cells, and *segments*,
//! chains of one or more nodes of a few [`Kind`]s, each a small graph of its own (a node and what it alone points to). All objects
//! and all nodes of segments are different. What a heap says nothing of is arbitrary: a variable or a cell that is absent may hold
//! anything. Allocated objects that nothing in the graph points to are dropped, and `leaked` says so.
//!
//! - [`step`](Heap::step) gives what an edge makes of a heap, with a case for each way in which a segment may begin or end;
//! - [`entails`] says whether every state of one heap is one of another;
//! - `fold` and `join` make heaps more general. Nothing trusts them: what they make has to be entailed.
//!
//! Segments are those of separation logic (Reynolds, LICS 2002) and of symbolic memory graphs (Dudka, Peringer, Vojnar, SAS 2013).

mod assume;
mod canon;
mod entail;
mod eval;
mod explore;
mod fold;
mod join;
mod print;
mod range;
mod step;
#[cfg(test)]
mod tests;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use crate::cfa::memory::Cell;
use crate::cfa::{LocId, ObjId, Program, VarId};

pub use entail::entails;
pub use explore::{Found, Graph, explore};
pub use fold::{Mix, firsts};
pub use join::joined;

/// Heaps by the heads of loops: together they hold of every state there.
pub type Shapes = BTreeMap<LocId, Vec<Heap>>;

/// Something that is not followed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unfollowed(pub &'static str);

/// An object or a segment of one heap.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Oid(pub(crate) u32);

/// A number of which only a range is known; it is the same wherever the symbol is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Symbol(pub(crate) u32);

/// Which node of a segment is meant; of a block, always the first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum End {
    First,
    Last,
}

/// The numbers from `low` to `high` that are multiples of `step`, perhaps without zero.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Range {
    pub low: i128,
    pub high: i128,
    pub step: i128,
    pub nonzero: bool,
}

impl Range {
    pub const fn new(low: i128, high: i128) -> Range {
        Range { low, high, step: 1, nonzero: false }
    }

    pub const fn point(value: i128) -> Range {
        Range::new(value, value)
    }

    pub const fn without_zero(self) -> bool {
        self.nonzero || self.low > 0 || self.high < 0
    }

    /// Whether each number of `self` is one of `other`.
    pub const fn is_within(self, other: Range) -> bool {
        let single = self.low == self.high && self.low % other.step == 0;
        other.low <= self.low
            && self.high <= other.high
            && (self.step % other.step == 0 || single)
            && (!other.nonzero || self.without_zero())
    }
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Value {
    Int(i128),
    Symbol(Symbol),
    /// So many bytes behind the start of a block, or of a node of a segment.
    Pointer {
        object: Oid,
        end: End,
        offset: i64,
    },
    /// The same with a number of bytes that is not known. Of blocks only.
    Moving {
        object: Oid,
        by: Symbol,
    },
    /// In kinds only: any number of a range, another one at each place.
    Any(Range),
    /// In kinds only: the pointer to the next node, or what the last one has in its place.
    Next,
    /// In kinds only: the pointer to the node before, or what the first one has in its place.
    Previous,
    /// In kinds only: a pointer into an object of the kind itself.
    Local {
        index: u32,
        end: End,
        offset: i64,
    },
}

impl Value {
    pub const NULL: Value = Value::Int(0);

    pub(crate) const fn to(object: Oid, offset: i64) -> Value {
        Value::Pointer { object, end: End::First, offset }
    }

    pub(crate) const fn object(self) -> Option<Oid> {
        match self {
            Value::Pointer { object, .. } | Value::Moving { object, .. } => Some(object),
            _ => None,
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Origin {
    Heap,
    Stack,
    Declared(ObjId),
}

/// Memory that was declared or allocated once.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Block {
    pub origin: Origin,
    pub constant: bool,
    /// In bytes.
    pub size: Value,
    /// By distance: how many bytes, and what they hold, as a number of any type. Cells do not overlap.
    pub cells: BTreeMap<u64, (u32, Value)>,
    /// Bytes, from and to, that hold what the object held at first: its image, or zeros. Cells say more than these.
    pub initial: Vec<(u64, u64)>,
    pub image: Option<Arc<[u8]>>,
}

/// A chain of one or more nodes.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Segment {
    pub links: Links,
    /// What nodes may look like.
    pub kinds: Vec<Kind>,
    /// What the last node holds as its next.
    pub exit: Value,
    /// What the first node holds as its previous; null if nodes have none.
    pub back: Value,
}

/// How the nodes of a segment hang together.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Links {
    /// Where in a node the pointer to the next one lies.
    pub next: u64,
    /// Where in a node that pointer points.
    pub entry: i64,
    /// Where the pointer to the node before lies, if there is one, which points where those to the next do.
    pub previous: Option<u64>,
}

/// What a node may look like: its block, and objects that belong to it alone.
pub type Kind = Vec<Object>;

#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Object {
    Block(Block),
    Segment(Segment),
}

impl Object {
    /// Calls `f` for each value, but for those in the kinds of segments.
    pub(crate) fn for_each(&self, f: &mut dyn FnMut(Value)) {
        match self {
            Object::Block(block) => {
                f(block.size);
                block.cells.values().for_each(|(_, value)| f(*value));
            }
            Object::Segment(segment) => {
                f(segment.exit);
                f(segment.back);
            }
        }
    }

    pub(crate) fn for_each_mut(&mut self, f: &mut dyn FnMut(&mut Value)) {
        match self {
            Object::Block(block) => {
                f(&mut block.size);
                block.cells.values_mut().for_each(|(_, value)| f(value));
            }
            Object::Segment(segment) => {
                f(&mut segment.exit);
                f(&mut segment.back);
            }
        }
    }

    /// Calls `f` for each value, those in kinds included.
    pub(crate) fn for_all(&self, f: &mut dyn FnMut(Value)) {
        self.for_each(f);
        if let Object::Segment(segment) = self {
            segment.kinds.iter().flatten().for_each(|object| object.for_all(f));
        }
    }

    pub(crate) fn for_all_mut(&mut self, f: &mut dyn FnMut(&mut Value)) {
        self.for_each_mut(f);
        if let Object::Segment(segment) = self {
            segment.kinds.iter_mut().flatten().for_each(|object| object.for_all_mut(f));
        }
    }
}

#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Heap {
    pub vars: BTreeMap<VarId, Value>,
    pub symbols: BTreeMap<Symbol, Range>,
    pub objects: BTreeMap<Oid, Object>,
    /// The declared objects that are known to live.
    pub declared: BTreeMap<ObjId, Oid>,
    /// There may be allocated memory besides.
    pub leaked: bool,
    /// Numbers from here on name nothing yet.
    pub(crate) fresh: u32,
}

impl Heap {
    /// The states of a program that has not begun.
    pub fn start(program: &Program) -> Heap {
        let mut heap = Heap::default();
        for (id, object) in program.objects.iter().filter(|(_, object)| object.owner.is_none()) {
            heap.declare(id, object.size, object.constant, true, object.image.clone());
        }
        heap
    }

    fn declare(&mut self, id: ObjId, size: u64, constant: bool, known: bool, image: Option<Arc<[u8]>>) {
        let initial = if known { vec![(0, size)] } else { Vec::new() };
        let size = Value::Int(size.into());
        let block = Block { origin: Origin::Declared(id), constant, size, cells: BTreeMap::new(), initial, image };
        let object = self.add(Object::Block(block));
        self.declared.insert(id, object);
    }

    fn name(&mut self) -> u32 {
        self.fresh += 1;
        self.fresh - 1
    }

    pub(crate) fn add(&mut self, object: Object) -> Oid {
        let oid = Oid(self.name());
        self.objects.insert(oid, object);
        oid
    }

    pub(crate) fn symbol(&mut self, range: Range) -> Value {
        if range.low == range.high {
            return Value::Int(range.low);
        }
        let symbol = Symbol(self.name());
        self.symbols.insert(symbol, range);
        Value::Symbol(symbol)
    }

    pub(crate) fn block(&self, object: Oid) -> Option<&Block> {
        match self.objects.get(&object) {
            Some(Object::Block(block)) => Some(block),
            _ => None,
        }
    }

    pub(crate) fn block_mut(&mut self, object: Oid) -> Option<&mut Block> {
        match self.objects.get_mut(&object) {
            Some(Object::Block(block)) => Some(block),
            _ => None,
        }
    }

    /// Changes every value, those in kinds included.
    pub(crate) fn for_all_mut(&mut self, f: &mut dyn FnMut(&mut Value)) {
        self.vars.values_mut().for_each(&mut *f);
        self.objects.values_mut().for_each(|object| object.for_all_mut(f));
    }

    /// The numbers that a value may be. Pointers to objects are positive.
    pub(crate) fn range(&self, value: Value) -> Range {
        match value {
            Value::Int(n) => Range::point(n),
            Value::Symbol(symbol) => self.symbols.get(&symbol).copied().unwrap_or(ANYTHING),
            Value::Any(range) => range,
            _ => ANYTHING,
        }
    }

    /// Keeps only the variables that are asked for: others are not read.
    pub(crate) fn keep_vars(&mut self, live: &BTreeSet<VarId>) {
        self.vars.retain(|var, _| live.contains(var));
    }
}

pub(crate) const ANYTHING: Range = Range::new(i128::MIN, i128::MAX);

/// Whether a cell is whole bytes, so many.
pub(crate) fn whole_bytes(cell: Cell) -> Option<u32> {
    (cell.bit == 0 && cell.bits.is_multiple_of(8)).then_some(cell.bits / 8)
}
