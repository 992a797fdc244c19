//! Weak topological orders: loops and their nesting, also for graphs that no structured program has.
//!
//! F. Bourdoncle, *Efficient chaotic iteration strategies with widenings* (1993), section 3.1: a component is a strongly
//! connected set without its head's incoming edges removed, ordered head first, and decomposed again without the head. The head
//! is the location by which the depth-first search comes in, so for structured code the loop's own head. Computed level by
//! level with Tarjan's algorithm on an explicit stack; the time is the size of the graph times the depth of nesting.

use cranelift_entity::packed_option::PackedOption;
use cranelift_entity::{EntitySet, PrimaryMap, SecondaryMap, entity_impl};

use super::super::program::*;

/// A component of a weak topological order.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ComponentId(u32);
entity_impl!(ComponentId, "loop");

/// A loop: a range of its procedure's order, the head first.
#[derive(Clone, Debug)]
pub struct Component {
    pub proc: ProcId,
    pub head: LocId,
    /// The range in [`Loops::order`] of the procedure.
    pub start: usize,
    pub end: usize,
    /// The loop directly around it.
    pub parent: Option<ComponentId>,
    /// 1 for an outermost loop.
    pub depth: u32,
}

/// The weak topological orders of all procedures.
#[derive(Clone, Debug)]
pub struct Loops {
    orders: PrimaryMap<ProcId, Vec<LocId>>,
    components: PrimaryMap<ComponentId, Component>,
    innermost: SecondaryMap<LocId, PackedOption<ComponentId>>,
    heads: EntitySet<LocId>,
}

impl Loops {
    pub fn new(program: &Program) -> Loops {
        let mut builder = Builder {
            program,
            region: SecondaryMap::new(),
            next_region: 0,
            number: SecondaryMap::new(),
            numbered_in: SecondaryMap::new(),
            low: SecondaryMap::new(),
            loops: Loops {
                orders: PrimaryMap::new(),
                components: PrimaryMap::new(),
                innermost: SecondaryMap::new(),
                heads: EntitySet::new(),
            },
        };
        for proc in program.procs.keys() {
            builder.procedure(proc);
        }
        builder.loops
    }

    /// The locations that the procedure's entry reaches, in weak topological order.
    pub fn order(&self, proc: ProcId) -> &[LocId] {
        &self.orders[proc]
    }

    /// Every loop; an outer one comes before those inside it, and loops of a procedure come in its order.
    pub fn components(&self) -> impl Iterator<Item = (ComponentId, &Component)> {
        self.components.iter()
    }

    pub fn component(&self, id: ComponentId) -> &Component {
        &self.components[id]
    }

    /// The locations of a loop, the head first, inner loops included.
    pub fn body(&self, id: ComponentId) -> &[LocId] {
        let component = &self.components[id];
        &self.orders[component.proc][component.start..component.end]
    }

    /// The innermost loop that a location is in; for a head, the loop it heads.
    pub fn innermost(&self, loc: LocId) -> Option<ComponentId> {
        self.innermost[loc].expand()
    }

    pub fn is_head(&self, loc: LocId) -> bool {
        self.heads.contains(loc)
    }

    /// The heads of loops, in the order of [`Loops::components`].
    pub fn heads(&self) -> impl Iterator<Item = LocId> {
        self.components.values().map(|c| c.head)
    }

    /// How many loops a location is in.
    pub fn depth(&self, loc: LocId) -> u32 {
        self.innermost(loc).map_or(0, |c| self.components[c].depth)
    }

    /// Whether the loop `outer` is `inner` or around it.
    pub fn contains(&self, outer: ComponentId, mut inner: ComponentId) -> bool {
        loop {
            if outer == inner {
                return true;
            }
            match self.components[inner].parent {
                Some(parent) => inner = parent,
                None => return false,
            }
        }
    }
}

/// What remains to be put into the order.
enum Item {
    Loc(LocId),
    /// A strongly connected set with its head.
    Open(Vec<LocId>, LocId),
    Close(ComponentId),
}

struct Builder<'p> {
    program: &'p Program,
    /// The part of the graph that a location is being decomposed in; changes with every level of nesting.
    region: SecondaryMap<LocId, u32>,
    next_region: u32,
    number: SecondaryMap<LocId, u32>,
    /// The region for which `number` and `low` are meant.
    numbered_in: SecondaryMap<LocId, u32>,
    low: SecondaryMap<LocId, u32>,
    loops: Loops,
}

impl Builder<'_> {
    fn procedure(&mut self, proc: ProcId) {
        let entry = self.program.procs[proc].entry;
        let mut order = Vec::new();
        let mut open: Vec<ComponentId> = Vec::new();
        // Locations of other procedures cannot be reached, so that all that is untouched yet may count as the region 0.
        let mut work = self.decompose(0, &[entry]);
        while let Some(item) = work.pop() {
            match item {
                Item::Loc(loc) => {
                    self.loops.innermost[loc] = open.last().copied().into();
                    order.push(loc);
                }
                Item::Open(locs, head) => {
                    let component = self.loops.components.push(Component {
                        proc,
                        head,
                        start: order.len(),
                        end: 0,
                        parent: open.last().copied(),
                        depth: open.len() as u32 + 1,
                    });
                    open.push(component);
                    self.loops.innermost[head] = component.into();
                    self.loops.heads.insert(head);
                    order.push(head);
                    work.push(Item::Close(component));
                    work.extend(self.inside(&locs, head));
                }
                Item::Close(component) => {
                    self.loops.components[component].end = order.len();
                    open.pop();
                }
            }
        }
        self.loops.orders.push(order);
    }

    /// The decomposition of a component without its head.
    fn inside(&mut self, locs: &[LocId], head: LocId) -> Vec<Item> {
        self.next_region += 1;
        let region = self.next_region;
        for &loc in locs {
            self.region[loc] = region;
        }
        // The head belongs to no region any more.
        self.region[head] = u32::MAX;
        let roots: Vec<LocId> = self.program.outgoing(head).map(|(_, e)| e.dst).collect();
        self.decompose(region, &roots)
    }

    /// The strongly connected sets that `roots` reach in `region`, the first in topological order last (as on a stack).
    fn decompose(&mut self, region: u32, roots: &[LocId]) -> Vec<Item> {
        let mut search = Search { region, next_number: 0, path: Vec::new(), found: Vec::new() };
        // Later roots go first: their sets then come later in the order, as their edges do in the program.
        for &root in roots.iter().rev() {
            if self.region[root] == region && !self.is_numbered(root, region) {
                self.search(root, &mut search);
            }
        }
        search.found
    }

    fn is_numbered(&self, loc: LocId, region: u32) -> bool {
        // Regions are counted from 0, marks from 1.
        self.numbered_in[loc] == region + 1
    }

    fn enter(&mut self, loc: LocId, search: &mut Search) {
        self.numbered_in[loc] = search.region + 1;
        self.number[loc] = search.next_number;
        self.low[loc] = search.next_number;
        search.next_number += 1;
        search.path.push(loc);
    }

    /// Tarjan's algorithm from one root. Sets are found in reverse topological order.
    fn search(&mut self, root: LocId, search: &mut Search) {
        self.enter(root, search);
        let mut stack = vec![(root, 0usize)];
        while let Some((loc, followed)) = stack.last_mut() {
            let loc = *loc;
            let outgoing = &self.program.locs[loc].outgoing;
            if *followed < outgoing.len() {
                // The last edge first, for the same reason as in `decompose`.
                let dst = self.program.edges[outgoing[outgoing.len() - 1 - *followed]].dst;
                *followed += 1;
                if self.region[dst] != search.region {
                    continue;
                }
                if !self.is_numbered(dst, search.region) {
                    self.enter(dst, search);
                    stack.push((dst, 0));
                } else {
                    self.low[loc] = self.low[loc].min(self.number[dst]);
                }
                continue;
            }
            stack.pop();
            if let Some(&(above, _)) = stack.last() {
                self.low[above] = self.low[above].min(self.low[loc]);
            }
            if self.low[loc] == self.number[loc] {
                self.found(loc, search);
            }
        }
    }

    /// Takes the set whose root is `head` off the path.
    fn found(&mut self, head: LocId, search: &mut Search) {
        let start = search.path.iter().rposition(|&l| l == head).expect("a root is on the path");
        let locs = search.path.split_off(start);
        for &loc in &locs {
            // Edges into finished sets must not lower anything.
            self.region[loc] = u32::MAX;
        }
        let loops_on_itself = self.program.outgoing(head).any(|(_, e)| e.dst == head);
        search.found.push(if locs.len() > 1 || loops_on_itself { Item::Open(locs, head) } else { Item::Loc(head) });
    }
}

struct Search {
    region: u32,
    next_number: u32,
    path: Vec<LocId>,
    found: Vec<Item>,
}
