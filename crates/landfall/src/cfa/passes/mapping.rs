//! The way back from the result of a pass to its input, and the replay of inputs along it.
//!
//! Every location and edge of a result stems from one of the input. An edge has a *frame* besides: the calls of the
//! input, outermost first, through which inlining brought it into its procedure. Old edge and frame together name one copy.
//!
//! **Inputs.** A pass may drop edges that read an arbitrary value, so that the values in the order of the result's execution
//! are no list of inputs for the original. [`Replay`] answers, while the *original* program runs, each read of a value: if the
//! copy of the edge that is executed exists in the result, the next value of that copy; if it was dropped, its value did not
//! matter to the pass, and a [`Filler`] makes one up.

use std::collections::{BTreeMap, VecDeque};

use cranelift_entity::{EntityRef, PrimaryMap, SecondaryMap, entity_impl};

use super::super::memory::Cell;
use super::super::program::*;

/// A sequence of inlined calls.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct FrameId(u32);
entity_impl!(FrameId, "frame");

impl FrameId {
    /// No inlined call: the frame of the procedure itself.
    pub const ROOT: FrameId = FrameId(0);
}

/// From each entity of the new program to the one of the old program that it stems from.
#[derive(Clone, PartialEq, Debug)]
pub struct Mapping {
    pub locs: PrimaryMap<LocId, LocId>,
    pub edges: PrimaryMap<EdgeId, EdgeId>,
    pub procs: PrimaryMap<ProcId, ProcId>,
    frame_of: PrimaryMap<EdgeId, FrameId>,
    frames: Frames,
    /// What each havoc edge sets that stems from one of memory.
    parts: SecondaryMap<EdgeId, Option<HavocPart>>,
}

/// Which bits of memory that becomes arbitrary a havoc edge sets.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct HavocPart {
    /// In bytes, from the start of what becomes arbitrary.
    pub distance: u64,
    pub cell: Cell,
    pub extent: Extent,
}

/// How far what a havoc edge sets goes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Extent {
    /// It is one cell.
    Cell,
    /// It is a region: so many bytes from an element to the next.
    Region(u64),
    /// It is taken once for each element: so many bytes from one to the next.
    Loop(u64),
}

/// A tree of frames: each extends its parent by one call of the old program.
#[derive(Clone, PartialEq, Debug)]
struct Frames {
    tree: PrimaryMap<FrameId, (FrameId, Option<EdgeId>)>,
    children: BTreeMap<(FrameId, EdgeId), FrameId>,
}

impl Frames {
    fn new() -> Frames {
        let mut tree = PrimaryMap::new();
        tree.push((FrameId::ROOT, None));
        Frames { tree, children: BTreeMap::new() }
    }

    fn child(&mut self, parent: FrameId, call: EdgeId) -> FrameId {
        *self.children.entry((parent, call)).or_insert_with(|| self.tree.push((parent, Some(call))))
    }

    fn inside(&self, calls: impl IntoIterator<Item = EdgeId>) -> FrameId {
        // A call that was not inlined starts a frame of its own.
        let step = |frame, call| self.children.get(&(frame, call)).copied().unwrap_or(FrameId::ROOT);
        calls.into_iter().fold(FrameId::ROOT, step)
    }

    /// The calls from the root to `frame`.
    fn calls(&self, mut frame: FrameId) -> Vec<EdgeId> {
        let mut calls = Vec::new();
        while let (parent, Some(call)) = self.tree[frame] {
            calls.push(call);
            frame = parent;
        }
        calls.reverse();
        calls
    }
}

impl Mapping {
    pub(super) fn empty() -> Mapping {
        Mapping {
            locs: PrimaryMap::new(),
            edges: PrimaryMap::new(),
            procs: PrimaryMap::new(),
            frame_of: PrimaryMap::new(),
            frames: Frames::new(),
            parts: SecondaryMap::new(),
        }
    }

    /// The mapping of a program to itself.
    pub fn identity(program: &Program) -> Mapping {
        let mut mapping = Mapping::empty();
        mapping.locs.extend(program.locs.keys());
        mapping.procs.extend(program.procs.keys());
        for edge in program.edges.keys() {
            mapping.push_edge(edge, FrameId::ROOT);
        }
        mapping
    }

    pub(super) fn push_edge(&mut self, old: EdgeId, frame: FrameId) {
        self.edges.push(old);
        self.frame_of.push(frame);
    }

    pub(super) fn set_part(&mut self, edge: EdgeId, part: HavocPart) {
        self.parts[edge] = Some(part);
    }

    /// The frame of the body that is inlined for `call`, itself in `parent`.
    pub(super) fn enter_call(&mut self, parent: FrameId, call: EdgeId) -> FrameId {
        self.frames.child(parent, call)
    }

    /// The frame of a new edge.
    pub fn frame_of(&self, edge: EdgeId) -> FrameId {
        self.frame_of[edge]
    }

    /// The frame in which the old program is inside the calls `calls` that have not returned, outermost first.
    pub fn frame_inside(&self, calls: impl IntoIterator<Item = EdgeId>) -> FrameId {
        self.frames.inside(calls)
    }

    /// The inlined calls, outermost first, that a new edge lies in.
    pub fn calls_around(&self, edge: EdgeId) -> Vec<EdgeId> {
        self.frames.calls(self.frame_of[edge])
    }

    /// From the new program of `self` to the old program of `earlier`, whose new program is the old one of `self`.
    pub fn after(&self, earlier: &Mapping) -> Mapping {
        let mut frames = earlier.frames.clone();
        // A frame of `self` is a sequence of calls of the middle program; each of them lies in a frame of `earlier`.
        let mut renamed: PrimaryMap<FrameId, FrameId> = PrimaryMap::new();
        for (_, &(parent, call)) in self.frames.tree.iter() {
            let Some(call) = call else {
                renamed.push(FrameId::ROOT);
                continue;
            };
            // Parents are made before their children.
            let mut frame = renamed[parent];
            for outer in earlier.frames.calls(earlier.frame_of[call]) {
                frame = frames.child(frame, outer);
            }
            renamed.push(frames.child(frame, earlier.edges[call]));
        }
        let mut frame_of = PrimaryMap::with_capacity(self.edges.len());
        for (edge, &middle) in self.edges.iter() {
            let (inner, outer) = (earlier.frame_of[middle], renamed[self.frame_of[edge]]);
            frame_of.push(if outer == FrameId::ROOT {
                inner
            } else {
                earlier.frames.calls(inner).into_iter().fold(outer, |frame, call| frames.child(frame, call))
            });
        }
        let mut parts = SecondaryMap::new();
        for (edge, &middle) in self.edges.iter() {
            if let Some(part) = self.parts[edge].or(earlier.parts[middle]) {
                parts[edge] = Some(part);
            }
        }
        Mapping {
            locs: self.locs.values().map(|&l| earlier.locs[l]).collect(),
            edges: self.edges.values().map(|&e| earlier.edges[e]).collect(),
            procs: self.procs.values().map(|&p| earlier.procs[p]).collect(),
            frame_of,
            frames,
            parts,
        }
    }

    /// Answers the reads of the old program from the values that an execution of the new one read: `values` are its
    /// executed havoc edges, in order, with the value of each.
    pub fn replay(&self, values: impl IntoIterator<Item = (EdgeId, i128)>, filler: Filler) -> Replay<'_> {
        let mut queues: BTreeMap<(FrameId, EdgeId), VecDeque<(EdgeId, i128)>> = BTreeMap::new();
        for (edge, value) in values {
            queues.entry((self.frame_of[edge], self.edges[edge])).or_default().push_back((edge, value));
        }
        Replay { mapping: self, queues, filler, made_up: 0 }
    }
}

/// How values are made up for reads that the passes found irrelevant. One may make the original run into a loop that the
/// passes removed as irrelevant, so that it is worth trying another when a replay does not arrive.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Filler {
    Zero,
    One,
    /// A fixed sequence of small values of both signs, different for each seed.
    Mixed(u64),
}

/// The inputs of one execution of the old program: asked for each value that it reads.
#[derive(Clone, Debug)]
pub struct Replay<'m> {
    mapping: &'m Mapping,
    /// By frame and old edge: the new edges that were executed, in order, with the value of each.
    queues: BTreeMap<(FrameId, EdgeId), VecDeque<(EdgeId, i128)>>,
    filler: Filler,
    made_up: u64,
}

impl Replay<'_> {
    /// The value that the havoc `edge` of the old program reads, inside the calls `calls` that have not returned (outermost
    /// first). To be converted to the variable's type.
    pub fn read(&mut self, calls: impl IntoIterator<Item = EdgeId>, edge: EdgeId) -> i128 {
        let frame = self.mapping.frames.inside(calls);
        match self.queues.get_mut(&(frame, edge)).and_then(VecDeque::pop_front) {
            Some((_, value)) => value,
            None => self.make_up(),
        }
    }

    /// The bytes that memory of so many bytes holds which the havoc `edge` of the old program makes arbitrary, inside the calls. What
    /// the new program's edges for it did not set is made up.
    pub fn read_memory(
        &mut self,
        calls: impl IntoIterator<Item = EdgeId>,
        edge: EdgeId,
        size: u64,
    ) -> (u8, BTreeMap<u64, u8>) {
        let rest = self.make_up() as u8;
        let mut bytes = BTreeMap::new();
        let key = (self.mapping.frames.inside(calls), edge);
        let Some(queue) = self.queues.get_mut(&key) else { return (rest, bytes) };
        let mut last = None;
        // The edges for one part after another come in order; a smaller one belongs to the next time.
        while let Some(&(new, value)) = queue.front()
            && last.is_none_or(|last| last < new)
        {
            last = Some(new);
            queue.pop_front();
            let Some(part) = self.mapping.parts[new] else { continue };
            let step = match part.extent {
                Extent::Region(step) => step,
                Extent::Cell => {
                    put_bits(&mut bytes, rest, size, part.distance, part.cell, value);
                    continue;
                }
                Extent::Loop(step) => {
                    let mut value = value;
                    for i in 0..size / step {
                        put_bits(&mut bytes, rest, size, part.distance + i * step, part.cell, value);
                        if i + 1 == size / step {
                            break;
                        }
                        let Some(&(again, next)) = queue.front() else { break };
                        if again != new {
                            break;
                        }
                        queue.pop_front();
                        value = next;
                    }
                    continue;
                }
            };
            let count = queue.pop_front().map_or(0, |(_, count)| count);
            if value != 0 && size / step <= MAX_ELEMENTS {
                (0..size / step).for_each(|i| {
                    put_bits(&mut bytes, rest, size, part.distance + i * step, part.cell, value);
                });
            }
            for _ in 0..count {
                let (Some((_, index)), Some((_, value))) = (queue.pop_front(), queue.pop_front()) else { break };
                if let Ok(index) = u64::try_from(index)
                    && index < size / step
                {
                    put_bits(&mut bytes, rest, size, part.distance + index * step, part.cell, value);
                }
            }
        }
        (rest, bytes)
    }

    /// Whether there is a value for the next read of `edge` inside the calls.
    pub fn has(&self, calls: impl IntoIterator<Item = EdgeId>, edge: EdgeId) -> bool {
        self.queues.get(&(self.mapping.frames.inside(calls), edge)).is_some_and(|queue| !queue.is_empty())
    }

    fn make_up(&mut self) -> i128 {
        self.made_up += 1;
        match self.filler {
            Filler::Zero => 0,
            Filler::One => 1,
            Filler::Mixed(seed) => {
                // SplitMix64: a few multiplications, well mixed.
                let mut z = seed.wrapping_add(self.made_up.wrapping_mul(0x9e37_79b9_7f4a_7c15));
                z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
                z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
                ((z ^ (z >> 31)) % 9) as i128 - 4
            }
        }
    }

    /// How many values were made up so far.
    pub fn made_up(&self) -> u64 {
        self.made_up
    }
}

/// Elements of a region that are set one by one where all have one value.
const MAX_ELEMENTS: u64 = 1 << 20;

/// Sets the bits of a cell among bytes of which those that are not set yet are `rest`.
fn put_bits(bytes: &mut BTreeMap<u64, u8>, rest: u8, size: u64, distance: u64, cell: Cell, value: i128) {
    for i in 0..u64::from(cell.bits) {
        let bit = u64::from(cell.bit) + i;
        let at = distance + bit / 8;
        if at >= size {
            return;
        }
        let byte = bytes.entry(at).or_insert(rest);
        let mask = 1u8 << (bit % 8);
        let is_set = if i < 128 { value >> i & 1 == 1 } else { false };
        *byte = if is_set && i < u64::from(cell.ty.bits) { *byte | mask } else { *byte & !mask };
    }
}

/// An index of the new program for an old one, where each old entity has at most one: for passes that only drop.
pub(super) fn invert<K: EntityRef, V: EntityRef>(
    map: &PrimaryMap<K, V>,
) -> cranelift_entity::SecondaryMap<V, Option<K>> {
    let mut inverse = cranelift_entity::SecondaryMap::new();
    for (new, &old) in map.iter() {
        inverse[old] = Some(new);
    }
    inverse
}
