//! Chains of objects become segments.
//!
//! A chain is worth a segment if its inner objects are known to their neighbours only: three blocks at least, or a segment and
//! what is next to it. What belongs to one node alone goes with it, into its kind.

use std::collections::{BTreeMap, BTreeSet};

use super::join::add_kind;
use super::{Block, End, Heap, Kind, Links, Object, Oid, Origin, Range, Segment, Value};

/// Blocks that make a segment.
const LEAST: usize = 3;
/// What the nodes of one segment may look like: so many ways.
const MOST_KINDS: usize = 8;

/// Which chains become segments.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Mix {
    /// All, whatever their nodes look like.
    Any,
    /// Those whose nodes look alike; others only if they have so many objects that they would never come to an end.
    Alike(usize),
    /// All; a node that is labelled so goes together with the next one.
    Pairs(BTreeSet<Label>),
    /// None: for lists whose length is bounded.
    Never,
}

/// The numbers that a node holds, by their places.
pub type Label = Vec<(u64, i128)>;

/// The numbers in a block, but for the cell at a place.
fn label(block: &Block, but: u64) -> Label {
    let number = |(at, (_, value)): (&u64, &(u32, Value))| match value {
        Value::Int(n) if *at != but => Some((*at, *n)),
        _ => None,
    };
    block.cells.iter().filter_map(number).collect()
}

/// Who points to an object.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Holder {
    Var,
    /// A cell of a block, or with nothing the exit or another value of a segment.
    Object(Oid, Option<u64>),
}

struct Folding<'a> {
    heap: &'a Heap,
    holders: BTreeMap<Oid, Vec<(Holder, End)>>,
    marks: &'a [i128],
    mix: &'a Mix,
}

/// Objects of a chain in order.
struct Run {
    links: Links,
    objects: Vec<Oid>,
}

impl Heap {
    /// The heap with segments in place of chains. Bounds of numbers in which nodes differ are among `marks`.
    pub fn folded(mut self, marks: &[i128], mix: &Mix) -> Heap {
        if *mix == Mix::Never {
            return self;
        }
        while let Some(folded) = Folding::new(&self, marks, mix).once() {
            self = folded;
        }
        self
    }
}

impl<'a> Folding<'a> {
    fn new(heap: &'a Heap, marks: &'a [i128], mix: &'a Mix) -> Folding<'a> {
        let mut holders: BTreeMap<Oid, Vec<(Holder, End)>> = BTreeMap::new();
        let mut note = |holder: Holder, value: Value| match value {
            Value::Pointer { object, end, .. } => holders.entry(object).or_default().push((holder, end)),
            // It is as good as a variable: what is pointed to is left as it is.
            Value::Moving { object, .. } => holders.entry(object).or_default().push((Holder::Var, End::First)),
            _ => {}
        };
        heap.vars.values().for_each(|value| note(Holder::Var, *value));
        for (oid, object) in &heap.objects {
            match object {
                Object::Block(block) if matches!(block.origin, Origin::Heap) => {
                    block.cells.iter().for_each(|(at, (_, value))| note(Holder::Object(*oid, Some(*at)), *value));
                }
                Object::Block(block) => block.cells.values().for_each(|(_, value)| note(Holder::Var, *value)),
                Object::Segment(_) => object.for_all(&mut |value| note(Holder::Object(*oid, None), value)),
            }
        }
        Folding { heap, holders, marks, mix }
    }

    fn once(&self) -> Option<Heap> {
        let mut runs: Vec<(usize, Run)> = Vec::new();
        for (oid, object) in &self.heap.objects {
            for links in self.links(*oid, object) {
                for objects in self.parts(self.run(*oid, links), links) {
                    let segments = objects.iter().filter(|o| self.heap.block(**o).is_none()).count();
                    if objects.len() >= LEAST || (segments > 0 && objects.len() > 1) {
                        let ahead = links.previous.is_none_or(|previous| links.next < previous);
                        runs.push((2 * objects.len() + usize::from(ahead), Run { links, objects }));
                    }
                }
            }
        }
        // The longest first; of equal ones the first.
        runs.sort_by_key(|(length, run)| {
            (matches!(self.mix, Mix::Alike(_)) && !self.is_alike(run), std::cmp::Reverse(*length))
        });
        runs.iter().find_map(|(_, run)| self.segment(run))
    }

    /// What of a chain becomes one segment: its beginning as far as the nodes look alike, or all of it.
    fn parts(&self, objects: Vec<Oid>, links: Links) -> Vec<Vec<Oid>> {
        let Mix::Alike(most) = *self.mix else { return vec![objects] };
        let run = Run { links, objects: objects.clone() };
        let kinds = |object: Oid| match &self.heap.objects[&object] {
            Object::Segment(segment) => Some(segment.kinds.clone()),
            Object::Block(_) => self.kind(object, &run).map(|(kind, _)| vec![kind]),
        };
        let first = kinds(objects[0]);
        let alike = objects.iter().take_while(|object| first.is_some() && kinds(**object) == first).count();
        let all = (objects.len() >= most).then_some(objects.clone());
        [objects[..alike.max(1)].to_vec()].into_iter().chain(all).collect()
    }

    fn is_alike(&self, run: &Run) -> bool {
        self.parts(run.objects.clone(), run.links).first().is_some_and(|part| part.len() == run.objects.len())
    }

    fn holders_of(&self, object: Oid) -> &[(Holder, End)] {
        self.holders.get(&object).map_or(&[], Vec::as_slice)
    }

    /// How a chain from an object on may hang together.
    fn links(&self, oid: Oid, object: &Object) -> Vec<Links> {
        let block = match object {
            Object::Segment(segment) => return vec![segment.links],
            Object::Block(block) if block.origin == Origin::Heap => block,
            Object::Block(_) => return Vec::new(),
        };
        let mut found = Vec::new();
        for (next, (_, value)) in &block.cells {
            let Value::Pointer { object: target, end: End::First, offset: entry } = *value else { continue };
            if target == oid {
                continue;
            }
            match self.heap.objects.get(&target) {
                Some(Object::Segment(segment)) if (segment.links.next, segment.links.entry) == (*next, entry) => {
                    found.push(segment.links);
                }
                Some(Object::Block(other)) if other.origin == Origin::Heap => {
                    let mine = Value::to(oid, entry);
                    let back = other.cells.iter().find(|(at, (_, held))| *at != next && *held == mine);
                    found.push(Links { next: *next, entry, previous: back.map(|(at, _)| *at) });
                    if back.is_some() {
                        found.push(Links { next: *next, entry, previous: None });
                    }
                }
                _ => {}
            }
        }
        found
    }

    /// The block of a node that points to the next one: its own, or that of the block which goes together with it; nothing if that
    /// cannot be.
    fn tail(&self, node: Oid, links: Links) -> Option<Oid> {
        let block = self.heap.block(node)?;
        let Mix::Pairs(first) = self.mix else { return Some(node) };
        if links.previous.is_some() || !first.contains(&label(block, links.next)) {
            return Some(node);
        }
        let (_, Value::Pointer { object, offset, .. }) = *block.cells.get(&links.next)? else { return None };
        let second = self.heap.block(object).filter(|second| second.size == block.size)?;
        let link = Holder::Object(node, Some(links.next));
        let is_own = self.holders_of(object).iter().all(|(holder, _)| *holder == link);
        (is_own && second.origin == Origin::Heap && offset == links.entry && object != node).then_some(object)
    }

    /// What an object, or the last node of a segment, holds as its next.
    fn next(&self, oid: Oid, links: Links) -> Option<Value> {
        match self.heap.objects.get(&oid)? {
            Object::Block(block) if block.origin == Origin::Heap => {
                let tail = self.heap.block(self.tail(oid, links)?)?;
                tail.cells.get(&links.next).map(|(_, value)| *value)
            }
            Object::Segment(segment) if segment.links == links => Some(segment.exit),
            _ => None,
        }
    }

    /// What an object, or the first node of a segment, holds as its previous.
    fn back(&self, oid: Oid, links: Links) -> Option<Value> {
        match self.heap.objects.get(&oid)? {
            Object::Block(block) => block.cells.get(&links.previous?).map(|(_, value)| *value),
            Object::Segment(segment) => Some(segment.back),
        }
    }

    /// The longest chain from an object on.
    fn run(&self, start: Oid, links: Links) -> Vec<Oid> {
        let mut objects = vec![start];
        if links.previous.is_some() && self.back(start, links).is_none() || !self.is_settled(start, links) {
            return objects;
        }
        let mut last = start;
        while let Some(Value::Pointer { object, end: End::First, offset }) = self.next(last, links) {
            let fits = offset == links.entry && !objects.contains(&object) && self.next(object, links).is_some();
            if !fits
                || !self.is_as_large(object, start)
                || !self.is_inner(object, last, links)
                || !self.may_be_inner_end(last, object, links)
            {
                break;
            }
            if links.previous.is_some() && !self.points_back(object, last, links) || !self.is_settled(object, links) {
                break;
            }
            objects.push(object);
            last = object;
        }
        objects
    }

    /// Whether nodes are of one size.
    fn is_as_large(&self, a: Oid, b: Oid) -> bool {
        let size = |oid: Oid| match self.heap.objects.get(&oid) {
            Some(Object::Block(block)) => Some(block.size),
            Some(Object::Segment(segment)) => segment.kinds.first().and_then(|kind| match kind.first() {
                Some(Object::Block(node)) => Some(node.size),
                _ => None,
            }),
            None => None,
        };
        size(a) == size(b)
    }

    /// Whether a node points to nothing that would be its own if no variable pointed to it: that will be its own again.
    fn is_settled(&self, node: Oid, links: Links) -> bool {
        let own = self.own(node, links);
        let tail = self.tail(node, links);
        let is_alone = |target: Oid| {
            self.holders_of(target).iter().all(|(holder, _)| match holder {
                Holder::Var => true,
                Holder::Object(of, _) => own.contains(of),
            })
        };
        let is_shared = |object: Oid, at: Option<u64>, value: Value| {
            let is_link = at.is_some_and(|at| {
                Some(object) == tail && at == links.next || object == node && Some(at) == links.previous
            });
            let foreign = value.object().filter(|target| !is_link && !own.contains(target));
            foreign.is_none_or(|target| match self.heap.objects.get(&target) {
                Some(Object::Block(block)) => block.origin != Origin::Heap || !is_alone(target),
                _ => !is_alone(target),
            })
        };
        self.heap.block(node).is_none()
            || tail.is_some()
                && own.iter().all(|object| match &self.heap.objects[object] {
                    Object::Block(block) => {
                        block.cells.iter().all(|(at, (_, value))| is_shared(*object, Some(*at), *value))
                    }
                    Object::Segment(segment) => is_shared(*object, None, segment.exit),
                })
    }

    fn points_back(&self, object: Oid, to: Oid, links: Links) -> bool {
        let end = if self.heap.block(to).is_some() { End::First } else { End::Last };
        self.back(object, links) == Some(Value::Pointer { object: to, end, offset: links.entry })
    }

    /// Whether only neighbours, and what belongs to it, point to an object that would be no first one.
    fn is_inner(&self, object: Oid, before: Oid, links: Links) -> bool {
        let own = self.own(object, links);
        let successor = self.next(object, links).and_then(Value::object);
        let is_block = self.heap.block(object).is_some();
        self.holders_of(object).iter().all(|(holder, end)| match holder {
            Holder::Var => false,
            Holder::Object(of, at) => {
                let tail = self.tail(before, links).unwrap_or(before);
                let from_before = *of == tail && (at.is_none() || *at == Some(links.next));
                let from_behind = Some(*of) == successor
                    && links.previous.is_some()
                    && (at.is_none() || *at == links.previous)
                    && (is_block || *end == End::Last);
                from_before || from_behind || own.contains(of)
            }
        })
    }

    /// Whether nobody but its successor points to the last node of a segment that is followed by another object.
    fn may_be_inner_end(&self, object: Oid, successor: Oid, links: Links) -> bool {
        if self.heap.block(object).is_some() {
            return true;
        }
        self.holders_of(object).iter().filter(|(_, end)| *end == End::Last).all(|(holder, _)| {
            matches!(holder, Holder::Object(of, at) if *of == successor && (at.is_none() || *at == links.previous))
        })
    }

    /// The objects that belong to a node alone, itself included.
    fn own(&self, node: Oid, links: Links) -> BTreeSet<Oid> {
        let mut own = BTreeSet::from([node]);
        if self.heap.block(node).is_none() {
            return own;
        }
        let tail = self.tail(node, links).unwrap_or(node);
        own.insert(tail);
        let mut open: Vec<Oid> = self.starts(node, links);
        open.extend(self.starts(tail, links));
        while let Some(object) = open.pop() {
            let fits = match self.heap.objects.get(&object) {
                Some(Object::Block(block)) => block.origin == Origin::Heap,
                Some(Object::Segment(_)) => true,
                None => false,
            };
            if fits && own.insert(object) {
                self.heap.objects[&object].for_each(&mut |value| open.extend(value.object()));
            }
        }
        loop {
            let inside = |holder: &Holder| matches!(holder, Holder::Object(of, _) if own.contains(of));
            let shared = own
                .iter()
                .copied()
                .find(|object| *object != node && !self.holders_of(*object).iter().all(|(holder, _)| inside(holder)));
            match shared {
                Some(object) => own.remove(&object),
                None => break,
            };
        }
        // The chain itself is none of it.
        let reach: BTreeSet<Oid> =
            [self.next(node, links), self.back(node, links)].into_iter().flatten().filter_map(Value::object).collect();
        own.retain(|object| *object == node || !reach.contains(object));
        own
    }

    /// Where the pointers of a block lead, but for those that link it with others.
    fn starts(&self, object: Oid, links: Links) -> Vec<Oid> {
        let Some(block) = self.heap.block(object) else { return Vec::new() };
        let cells = block.cells.iter().filter(|(at, _)| **at != links.next && Some(**at) != links.previous);
        cells.filter_map(|(_, (_, value))| value.object()).collect()
    }

    /// The heap with a segment in place of a chain.
    fn segment(&self, run: &Run) -> Option<Heap> {
        let links = run.links;
        let (first, last) = (*run.objects.first()?, *run.objects.last()?);
        let mut kinds: Vec<Kind> = Vec::new();
        let mut gone: BTreeSet<Oid> = BTreeSet::new();
        for object in &run.objects {
            match &self.heap.objects[object] {
                Object::Block(_) => {
                    let (kind, own) = self.kind(*object, run)?;
                    add_kind(&mut kinds, kind, self.marks);
                    gone.extend(own);
                }
                Object::Segment(segment) => {
                    segment.kinds.iter().for_each(|kind| add_kind(&mut kinds, kind.clone(), self.marks));
                    gone.insert(*object);
                }
            }
        }
        if kinds.len() > MOST_KINDS || !self.shares_what_it_points_to(run) {
            return None;
        }
        let exit = self.next(last, links)?;
        let back = if links.previous.is_some() { self.back(first, links)? } else { Value::NULL };
        let mut heap = self.heap.clone();
        gone.iter().for_each(|object| {
            heap.objects.remove(object);
        });
        let new = heap.add(Object::Segment(Segment { links, kinds, exit, back }));
        let first_is_block = self.heap.block(first).is_some();
        let mut lost = false;
        heap.for_all_mut(&mut |value| {
            let Value::Pointer { object, end, .. } = value else {
                lost |= value.object().is_some_and(|object| gone.contains(&object));
                return;
            };
            if *object == first && (first_is_block || *end == End::First || first == last) {
                (*object, *end) = (new, if first_is_block { End::First } else { *end });
            } else if *object == last {
                (*object, *end) = (new, End::Last);
            } else {
                lost |= gone.contains(object);
            }
        });
        (!lost).then_some(heap)
    }

    /// Whether allocated memory that a node points to, and that is not its own, is that of other nodes of the chain too.
    fn shares_what_it_points_to(&self, run: &Run) -> bool {
        let pointed = |object: Oid| -> BTreeSet<Oid> {
            let mut found = BTreeSet::new();
            match &self.heap.objects[&object] {
                Object::Segment(segment) => {
                    segment
                        .kinds
                        .iter()
                        .flatten()
                        .for_each(|part| part.for_all(&mut |value| found.extend(value.object())));
                }
                Object::Block(_) => {
                    if let Some((kind, _)) = self.kind(object, run) {
                        kind.iter().for_each(|part| part.for_all(&mut |value| found.extend(value.object())));
                    }
                }
            }
            let allocated = |oid: &Oid| !matches!(self.heap.block(*oid), Some(block) if block.origin != Origin::Heap);
            found.into_iter().filter(allocated).collect()
        };
        let all: Vec<BTreeSet<Oid>> = run.objects.iter().map(|object| pointed(*object)).collect();
        run.objects.iter().zip(&all).all(|(object, mine)| {
            let is_shared = |target: &Oid| all.iter().filter(|others| others.contains(target)).count() > 1;
            self.heap.block(*object).is_none() || mine.iter().all(is_shared)
        })
    }

    /// What a node of a chain looks like, and the objects that belong to it.
    fn kind(&self, node: Oid, run: &Run) -> Option<(Kind, BTreeSet<Oid>)> {
        let links = run.links;
        let own = self.own(node, links);
        let (next, previous) = (self.next(node, links)?, self.back(node, links).filter(|_| links.previous.is_some()));
        let tail = self.tail(node, links)?;
        let order = self.in_order(node, &own, links);
        let mut fits = order.len() == own.len();
        let convert = |value: Value, fits: &mut bool| match value {
            Value::Symbol(_) => Value::Any(self.heap.range(value)),
            Value::Pointer { object, end, offset } => match order.iter().position(|o| *o == object) {
                Some(index) => Value::Local { index: index as u32, end, offset },
                None => {
                    *fits &= !run.objects.contains(&object);
                    value
                }
            },
            Value::Moving { .. } => {
                *fits = false;
                value
            }
            other => other,
        };
        let mut kind = Vec::new();
        for object in &order {
            let mut made = self.heap.objects[object].clone();
            if let (Object::Block(block), true) = (&mut made, *object == node || *object == tail) {
                for (at, (_, value)) in &mut block.cells {
                    *value = match *at {
                        at if at == links.next && *object == tail => Value::Next,
                        at if Some(at) == links.previous && *object == node => Value::Previous,
                        _ => linked(*value, next, previous, run).unwrap_or_else(|| convert(*value, &mut fits)),
                    };
                }
                block.size = convert(block.size, &mut fits);
            } else {
                made.for_each_mut(&mut |value| {
                    *value = linked(*value, next, previous, run).unwrap_or_else(|| convert(*value, &mut fits));
                });
            }
            if let Object::Block(block) = &mut made {
                drop_anything(block);
            }
            kind.push(made);
        }
        fits.then_some((kind, own))
    }

    fn is_linked(&self, object: Oid, node: Oid, links: Links) -> bool {
        object == node || Some(object) == self.tail(node, links)
    }

    /// The objects of a node as they are found from it.
    fn in_order(&self, node: Oid, own: &BTreeSet<Oid>, links: Links) -> Vec<Oid> {
        let mut order = vec![node];
        order.extend(self.tail(node, links).filter(|tail| *tail != node));
        let mut done = 0;
        while done < order.len() {
            let object = order[done];
            done += 1;
            let mut found = Vec::new();
            match &self.heap.objects[&object] {
                Object::Block(_) if self.is_linked(object, node, links) => {
                    found.extend(self.starts(object, links));
                }
                other => other.for_each(&mut |value| found.extend(value.object())),
            }
            for object in found.into_iter().filter(|object| own.contains(object)) {
                if !order.contains(&object) {
                    order.push(object);
                }
            }
        }
        order
    }
}

/// The labels of nodes that are always followed by one with another label, the same for all: such nodes belong together.
pub fn firsts<'h>(heaps: impl Iterator<Item = &'h Heap>) -> BTreeSet<Label> {
    let mut followers: BTreeMap<Label, BTreeSet<Option<Label>>> = BTreeMap::new();
    for heap in heaps {
        for object in heap.objects.values() {
            let Object::Block(block) = object else { continue };
            let next = block.cells.iter().find_map(|(at, (_, value))| match value {
                Value::Pointer { object, .. } => Some((*at, heap.objects.get(object)?)),
                _ => None,
            });
            let Some((at, target)) = next.filter(|_| block.origin == Origin::Heap) else { continue };
            let seen = followers.entry(label(block, at)).or_default();
            match target {
                Object::Block(other) if other.size == block.size => {
                    seen.insert(Some(label(other, at)));
                }
                Object::Block(_) => {
                    seen.insert(None);
                }
                Object::Segment(segment) => seen.extend(segment.kinds.iter().map(|kind| match kind.first() {
                    Some(Object::Block(node)) => Some(label(node, at)),
                    _ => None,
                })),
            }
        }
    }
    let only = |(label, seen): (Label, BTreeSet<Option<Label>>)| {
        let first = seen.first()?.as_ref()?;
        (seen.len() == 1 && *first != label).then_some(label)
    };
    followers.into_iter().filter_map(only).collect()
}

/// A pointer into the chain that is the same as a link.
fn linked(value: Value, next: Value, previous: Option<Value>, run: &Run) -> Option<Value> {
    let in_chain = value.object().is_some_and(|object| run.objects.contains(&object));
    if in_chain && value == next {
        Some(Value::Next)
    } else if in_chain && Some(value) == previous {
        Some(Value::Previous)
    } else {
        None
    }
}

/// Leaves out cells that hold any number of their size.
fn drop_anything(block: &mut Block) {
    block.cells.retain(|_, (bytes, value)| match value {
        Value::Any(Range { low, high, step: 1, nonzero: false }) => {
            (high.saturating_sub(*low) as u128) < (1u128 << (*bytes * 8).min(127)) - 1
        }
        _ => true,
    });
}
