//! Whether every state of one heap, the *special* one, is one of another, the *general* one.
//!
//! Objects of the general heap are matched with those of the special one, from variables and declared objects on: a block with one
//! block, a segment with a chain of blocks and segments. Where a chain may end at several places, each is tried. No object of the special heap is matched
//! twice, and allocated ones that are left over are allowed only where the general heap has leaked some.

use std::collections::{BTreeMap, BTreeSet};

use super::{Block, End, Heap, Kind, Object, Oid, Origin, Range, Segment, Symbol, Value};

/// Steps of one search for a match.
const MOST_STEPS: usize = 1000;

/// Whether every state of `special` is one of `general`. `false` may mean that none of the ways that are tried shows it.
pub fn entails(special: &Heap, general: &Heap) -> bool {
    if special.leaked && !general.leaked {
        return false;
    }
    let mut steps = 0;
    let matcher = Matcher { special, general };
    let Some(state) = matcher.roots() else { return false };
    matcher.solve(state, &mut steps)
}

struct Matcher<'a> {
    special: &'a Heap,
    general: &'a Heap,
}

/// What is matched so far.
#[derive(Clone, Default)]
struct State {
    /// Blocks of the general heap by what they are in the special one.
    blocks: BTreeMap<Oid, Oid>,
    symbols: BTreeMap<Symbol, Value>,
    /// The ends of segments of the general heap: object and end.
    ends: BTreeMap<(Oid, End), (Oid, End)>,
    /// Objects of the special heap that are matched.
    used: BTreeSet<Oid>,
    /// Blocks whose contents are not compared yet.
    open: Vec<(Oid, Oid)>,
    /// Segments of the general heap that are matched.
    walked: BTreeSet<Oid>,
}

/// The nodes of a chain that are matched so far.
struct Walk {
    segment: Oid,
    /// Where the next one begins.
    at: (Oid, End),
    /// The pointer to the node before, or nothing at the first.
    before: Option<Value>,
}

impl Matcher<'_> {
    fn roots(&self) -> Option<State> {
        let mut state = State::default();
        for (var, value) in &self.general.vars {
            let held = self.special.vars.get(var);
            match (held, value) {
                (Some(held), value) => self.value(&mut state, *value, *held).then_some(())?,
                // Nothing is known of it on either side, if nothing else is the same symbol.
                (None, _) => return None,
            }
        }
        for (id, object) in &self.general.declared {
            let held = self.special.declared.get(id)?;
            self.block(&mut state, *object, *held).then_some(())?;
        }
        Some(state)
    }

    fn block(&self, state: &mut State, general: Oid, special: Oid) -> bool {
        if let Some(known) = state.blocks.get(&general) {
            return *known == special;
        }
        if self.special.block(special).is_none() || !state.used.insert(special) {
            return false;
        }
        state.blocks.insert(general, special);
        state.open.push((general, special));
        true
    }

    /// Whether a value is one that the general heap allows.
    fn value(&self, state: &mut State, general: Value, special: Value) -> bool {
        match general {
            Value::Int(_) => general == special,
            Value::Any(range) => self.is_in(special, range),
            Value::Symbol(symbol) => match state.symbols.get(&symbol) {
                Some(known) => *known == special && !matches!(special, Value::Any(_)),
                None => {
                    let fits = self.is_in(special, self.general.range(general)) && !matches!(special, Value::Any(_));
                    state.symbols.insert(symbol, special);
                    fits
                }
            },
            Value::Pointer { object, end, offset } => {
                let Value::Pointer { object: held, end: held_end, offset: held_offset } = special else { return false };
                if offset != held_offset {
                    return false;
                }
                match self.general.objects.get(&object) {
                    Some(Object::Block(_)) => self.block(state, object, held),
                    Some(Object::Segment(_)) => {
                        let place = (held, self.special_end(held, held_end));
                        *state.ends.entry((object, end)).or_insert(place) == place
                    }
                    None => false,
                }
            }
            Value::Moving { object, by } => {
                let Value::Moving { object: held, by: held_by } = special else { return false };
                self.value(state, Value::to(object, 0), Value::to(held, 0))
                    && self.value(state, Value::Symbol(by), Value::Symbol(held_by))
            }
            Value::Next | Value::Previous | Value::Local { .. } => false,
        }
    }

    /// A block has one node only.
    fn special_end(&self, object: Oid, end: End) -> End {
        match self.special.objects.get(&object) {
            Some(Object::Segment(_)) => end,
            _ => End::First,
        }
    }

    /// Whether a value of the special heap is a number in a range: an address is some positive one.
    fn is_in(&self, value: Value, range: Range) -> bool {
        match value {
            Value::Int(_) | Value::Symbol(_) | Value::Any(_) => self.special.range(value).is_within(range),
            _ => range.step == 1 && range.low == i128::MIN && range.high == i128::MAX,
        }
    }

    fn solve(&self, mut state: State, steps: &mut usize) -> bool {
        *steps += 1;
        if *steps > MOST_STEPS {
            return false;
        }
        while let Some((general, special)) = state.open.pop() {
            let (Some(general), Some(special)) = (self.general.block(general), self.special.block(special)) else {
                return false;
            };
            let mut value = |general, special| self.value(&mut state, general, special);
            if !contents(general, special, &mut value) {
                return false;
            }
        }
        let open = state.ends.keys().find(|(object, end)| *end == End::First && !state.walked.contains(object));
        if let Some(&(segment, end)) = open {
            let at = state.ends[&(segment, end)];
            state.walked.insert(segment);
            return self.walk(state, Walk { segment, at, before: None }, steps);
        }
        let backwards = state.ends.iter().find(|((object, _), _)| !state.walked.contains(object));
        if let Some((&(segment, _), &last)) = backwards {
            return self.walk_to(&state, segment, last, steps);
        }
        self.is_complete(&state)
    }

    /// Matches a segment of which only the last node is known: the first one is there or before it.
    fn walk_to(&self, state: &State, segment: Oid, last: (Oid, End), steps: &mut usize) -> bool {
        let Some(Object::Segment(general)) = self.general.objects.get(&segment) else { return false };
        let Some(previous) = general.links.previous else { return false };
        let (mut at, mut seen) = (last.0, BTreeSet::new());
        while seen.insert(at) {
            let mut begun = state.clone();
            begun.ends.insert((segment, End::First), (at, End::First));
            if self.solve(begun, steps) {
                return true;
            }
            let before = match self.special.objects.get(&at) {
                Some(Object::Block(block)) => block.cells.get(&previous).map(|(_, value)| *value),
                Some(Object::Segment(part)) if part.links == general.links => Some(part.back),
                _ => None,
            };
            match before {
                Some(Value::Pointer { object, offset, .. }) if offset == general.links.entry => at = object,
                _ => return false,
            }
        }
        false
    }

    fn is_complete(&self, state: &State) -> bool {
        let ends_known = state.ends.keys().all(|(object, _)| state.walked.contains(object));
        let matched = |oid: &Oid, object: &Object| match object {
            Object::Block(_) => state.blocks.contains_key(oid),
            Object::Segment(_) => state.walked.contains(oid),
        };
        let counts = |object: &Object| match object {
            Object::Block(block) => block.origin == Origin::Heap,
            Object::Segment(_) => true,
        };
        let left = self.special.objects.iter().any(|(oid, object)| counts(object) && !state.used.contains(oid));
        ends_known
            && self.general.objects.iter().all(|(oid, object)| matched(oid, object))
            && (!left || self.general.leaked)
    }

    /// Matches the next nodes of a chain with a segment, and then the rest of the heaps.
    fn walk(&self, state: State, walk: Walk, steps: &mut usize) -> bool {
        *steps += 1;
        let Some(Object::Segment(segment)) = self.general.objects.get(&walk.segment) else { return false };
        let (object, end) = walk.at;
        if *steps > MOST_STEPS || end != End::First || state.used.contains(&object) {
            return false;
        }
        match self.special.objects.get(&object) {
            Some(Object::Block(_)) => segment.kinds.iter().any(|kind| {
                let mut matched = state.clone();
                let Some(next) = self.node(&mut matched, segment, kind, &walk) else { return false };
                self.walk_on(matched, (walk.segment, segment), (object, End::First), next, steps)
            }),
            Some(Object::Segment(part)) => {
                let mut matched = state.clone();
                matched.used.insert(object);
                let fits = part.links == segment.links
                    && self.back(&mut matched, segment, &walk, part.back)
                    && self.kinds_are_among(&mut matched, &part.kinds, &segment.kinds);
                fits && self.walk_on(matched, (walk.segment, segment), (object, End::Last), part.exit, steps)
            }
            None => false,
        }
    }

    /// Behind a node, `last`, which holds `next`: it is the last one, or there are others.
    fn walk_on(
        &self,
        state: State,
        (oid, segment): (Oid, &Segment),
        last: (Oid, End),
        next: Value,
        steps: &mut usize,
    ) -> bool {
        let mut ended = state.clone();
        let known = *ended.ends.entry((oid, End::Last)).or_insert(last);
        if known == last && self.value(&mut ended, segment.exit, next) && self.solve(ended, steps) {
            return true;
        }
        let Value::Pointer { object, end, offset } = next else { return false };
        if offset != segment.links.entry || state.ends.get(&(oid, End::Last)) == Some(&last) {
            return false;
        }
        let before = Value::Pointer { object: last.0, end: last.1, offset: segment.links.entry };
        let walk = Walk { segment: oid, at: (object, self.special_end(object, end)), before: Some(before) };
        self.walk(state, walk, steps)
    }

    /// Whether what a node holds as its previous is right.
    fn back(&self, state: &mut State, segment: &Segment, walk: &Walk, held: Value) -> bool {
        if segment.links.previous.is_none() {
            return true;
        }
        match walk.before {
            None => self.value(state, segment.back, held),
            Some(before) => self.is_same_place(before, held),
        }
    }

    fn is_same_place(&self, a: Value, b: Value) -> bool {
        let normal = |value: Value| match value {
            Value::Pointer { object, end, offset } => Some((object, self.special_end(object, end), offset)),
            _ => None,
        };
        normal(a).is_some() && normal(a) == normal(b)
    }

    /// Matches one node with a kind; what it holds as its next.
    fn node(&self, state: &mut State, segment: &Segment, kind: &Kind, walk: &Walk) -> Option<Value> {
        let mut local = Local { objects: vec![None; kind.len()], open: Vec::new(), next: None };
        self.local(state, &mut local, 0, walk.at.0).then_some(())?;
        while let Some((index, object)) = local.open.pop() {
            let fits = match (&kind[index], self.special.objects.get(&object)) {
                (Object::Block(general), Some(Object::Block(special))) => {
                    let mut value =
                        |general, special| self.in_kind(state, &mut local, (segment, walk), general, special);
                    contents(general, special, &mut value)
                }
                (Object::Segment(general), Some(_)) => {
                    self.inner_chain(state, &mut local, (segment, walk), general, object)
                }
                _ => false,
            };
            fits.then_some(())?;
        }
        local.objects.iter().all(Option::is_some).then_some(())?;
        local.next
    }

    fn local(&self, state: &mut State, local: &mut Local, index: usize, object: Oid) -> bool {
        match local.objects[index] {
            Some(known) => known == object,
            None => {
                local.objects[index] = Some(object);
                local.open.push((index, object));
                state.used.insert(object)
            }
        }
    }

    /// Whether a value is one that a kind allows.
    fn in_kind(
        &self,
        state: &mut State,
        local: &mut Local,
        (segment, walk): (&Segment, &Walk),
        general: Value,
        special: Value,
    ) -> bool {
        match general {
            Value::Next => match local.next {
                None => {
                    local.next = Some(special);
                    !matches!(special, Value::Any(_))
                }
                Some(known) => known == special,
            },
            Value::Previous => self.back(state, segment, walk, special),
            Value::Local { index, end, offset } => match special {
                Value::Pointer { object, end: held, offset: at } if at == offset && end == End::First => {
                    self.special_end(object, held) == End::First && self.local(state, local, index as usize, object)
                }
                _ => false,
            },
            other => self.value(state, other, special),
        }
    }

    /// A chain that belongs to a node, all of it: as long as it goes.
    fn inner_chain(
        &self,
        state: &mut State,
        local: &mut Local,
        outer: (&Segment, &Walk),
        general: &Segment,
        first: Oid,
    ) -> bool {
        let (mut at, mut before) = (first, None);
        // The first object is taken already.
        loop {
            let walk = Walk { segment: at, at: (at, End::First), before };
            let (next, last) = match self.special.objects.get(&at) {
                Some(Object::Segment(part)) => {
                    let back = match before {
                        _ if general.links.previous.is_none() => true,
                        None => self.in_kind(state, local, outer, general.back, part.back),
                        Some(before) => self.is_same_place(before, part.back),
                    };
                    if part.links != general.links || !back || !self.kinds_are_among(state, &part.kinds, &general.kinds)
                    {
                        return false;
                    }
                    (part.exit, (at, End::Last))
                }
                Some(Object::Block(_)) => {
                    if before.is_none() && general.links.previous.is_some() {
                        return false;
                    }
                    let found = general.kinds.iter().find_map(|kind| {
                        let mut matched = state.clone();
                        matched.used.remove(&at);
                        let next = self.node(&mut matched, general, kind, &walk)?;
                        Some((matched, next))
                    });
                    let Some((matched, next)) = found else { return false };
                    *state = matched;
                    (next, (at, End::First))
                }
                None => return false,
            };
            before = Some(Value::Pointer { object: last.0, end: last.1, offset: general.links.entry });
            match next {
                Value::Pointer { object, end, offset }
                    if offset == general.links.entry
                        && self.special_end(object, end) == End::First
                        && !state.used.contains(&object) =>
                {
                    at = object;
                    state.used.insert(object);
                }
                end => return self.in_kind(state, local, outer, general.exit, end),
            }
        }
    }

    fn kinds_are_among(&self, state: &mut State, special: &[Kind], general: &[Kind]) -> bool {
        special.iter().all(|kind| {
            general.iter().any(|other| {
                let mut matched = state.clone();
                let fits = self.kind_is(&mut matched, kind, other);
                if fits {
                    *state = matched;
                }
                fits
            })
        })
    }

    /// Whether each node of one kind is one of another: they are compared place by place.
    fn kind_is(&self, state: &mut State, special: &Kind, general: &Kind) -> bool {
        special.len() == general.len()
            && special.iter().zip(general).all(|(special, general)| match (special, general) {
                (Object::Block(special), Object::Block(general)) => {
                    let mut value = |general, special| self.template(state, general, special);
                    contents(general, special, &mut value)
                }
                (Object::Segment(special), Object::Segment(general)) => {
                    special.links == general.links
                        && self.template(state, general.exit, special.exit)
                        && (general.links.previous.is_none() || self.template(state, general.back, special.back))
                        && self.kinds_are_among(state, &special.kinds, &general.kinds)
                }
                _ => false,
            })
    }

    fn template(&self, state: &mut State, general: Value, special: Value) -> bool {
        match general {
            Value::Next | Value::Previous | Value::Local { .. } => general == special,
            _ => self.value(state, general, special),
        }
    }
}

/// The objects of one node.
struct Local {
    objects: Vec<Option<Oid>>,
    open: Vec<(usize, Oid)>,
    next: Option<Value>,
}

/// Whether a block holds what another says: `value` compares values.
fn contents(general: &Block, special: &Block, value: &mut dyn FnMut(Value, Value) -> bool) -> bool {
    let same = general.origin == special.origin
        && general.constant == special.constant
        && (general.image == special.image || general.initial.is_empty());
    if !same || !value(general.size, special.size) {
        return false;
    }
    for (at, (bytes, expected)) in &general.cells {
        let held = match special.cells.get(at) {
            Some((size, held)) if size == bytes => Some(*held),
            Some(_) => None,
            None if special.touched(*at, *at + u64::from(*bytes)).next().is_some() => None,
            // The number that the bytes are, as one that is not negative: a negative one is not found here.
            None => special.first_value(*at, *bytes).map(Value::Int),
        };
        if !held.is_some_and(|held| value(*expected, held)) {
            return false;
        }
    }
    general.initial.iter().all(|range| holds_first(special, *range))
}

/// Whether bytes hold what the object held at first.
fn holds_first(block: &Block, (from, to): (u64, u64)) -> bool {
    let mut at = from;
    while at < to {
        let initial = block.initial.iter().find(|(a, b)| *a <= at && at < *b).map(|(_, b)| *b);
        let zero = block.image.is_none().then(|| match block.cells.get(&at) {
            Some((bytes, Value::Int(0))) => Some(at + u64::from(*bytes)),
            _ => None,
        });
        match initial.or(zero.flatten()) {
            Some(next) => at = next,
            None => return false,
        }
    }
    true
}
