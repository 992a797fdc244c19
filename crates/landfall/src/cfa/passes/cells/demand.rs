//! Which reads an error depends on: the choice of ghost cells and demands. A matter of precision alone.
//!
//! From each error backwards to the heads of loops: the reads that feed conditions. Reads whose indices differ by a constant share
//! a ghost index. Then the stores into the cells that were found: what they store is fed by reads in turn. If the index
//! of such a read differs by a constant from that of the store, it is at a cell of the same ghost index; else it gets an index of its
//! own and a demand, of which a store that hits the cell is the event. If an error is fed by variables alone that are carried
//! around loops, the assignments of those are events. Inside of a loop the reads of other regions that decide whether it goes on feed
//! the error as well: in `while (b[k]) k++`, with the check of `b[k]` itself as the error, the read before this one.

use crate::limits::limits;
use std::collections::{BTreeMap, BTreeSet};

use super::super::super::expr::Expr;
use super::super::super::graph::Loops;
use super::super::super::program::*;
use super::repeated::Repeated;
use super::values::{Linear, Values};
use super::*;

pub(super) fn plan(program: &Program, facts: &[Fact], errors: Errors, anchor: Anchor) -> Plan {
    let loops = Loops::new(program);
    let mut planner = Planner::new(program, &loops);
    if anchor == Anchor::Stores {
        planner.anchors();
    }
    if errors == Errors::Kept {
        planner.errors();
    }
    planner.facts(facts);
    planner.stores();
    planner.plan.repeated = planner.repeated;
    planner.plan
}

/// The reads that errors depend on through sums.
pub(super) fn summed(program: &Program) -> Vec<Site> {
    let loops = Loops::new(program);
    let mut planner = Planner::new(program, &loops);
    planner.errors();
    planner.summed
}

/// The reads in loops that tell where the same read is next, as of what follows an element in a list of indices.
pub(super) fn chained(program: &Program) -> Vec<Site> {
    let loops = Loops::new(program);
    let mut planner = Planner::new(program, &loops);
    let mut found = Vec::new();
    for (id, edge) in program.edges.iter().filter(|(_, edge)| loops.innermost(edge.src).is_some()) {
        let Op::Assign(target, value) = &edge.op else { continue };
        for site in planner.feed_of(id, value, false).sites {
            let index = planner.index_of(site).map(|(_, index)| index);
            if index.is_some_and(|index| index.terms.keys().any(|(_, var)| var == target)) && !found.contains(&site) {
                found.push(site);
            }
        }
    }
    found
}

struct Planner<'p> {
    program: &'p Program,
    loops: &'p Loops,
    values: Values<'p>,
    repeated: Repeated,
    /// The ghost indices that errors share, each with the region it is of in the first place: the first, second, ... index into
    /// it of one error is also that of the others.
    shared: Vec<(VarId, usize)>,
    /// Reads that are added up.
    summed: Vec<Site>,
    /// What follows a place: it is known without a ghost cell.
    cursors: BTreeMap<VarId, String>,
    /// Regions whose ghost index is that of a store.
    anchored: BTreeSet<VarId>,
    plan: Plan,
}

/// What feeds an error, a store or an assignment.
#[derive(Default)]
struct Feed {
    /// The reads, the nearest first.
    sites: Vec<Site>,
    /// The variables on which it depends at the heads of loops.
    carried: BTreeSet<VarId>,
    /// These heads.
    heads: BTreeSet<LocId>,
}

/// Ghost indices of one event: the linear form of each, and its demand.
#[derive(Default)]
struct Bases(Vec<(Linear, usize)>);

impl<'p> Planner<'p> {
    fn new(program: &'p Program, loops: &'p Loops) -> Self {
        Planner {
            program,
            loops,
            values: Values::new(program, loops),
            repeated: Repeated::new(program, loops),
            shared: Vec::new(),
            summed: Vec::new(),
            cursors: cursors(program),
            anchored: BTreeSet::new(),
            plan: Plan::default(),
        }
    }

    fn errors(&mut self) {
        let program = self.program;
        let mut carried = BTreeSet::new();
        for (error, _) in program.errors().take(limits().cells.errors) {
            let feed = self.feed(error, BTreeSet::new(), true);
            let mut sites = feed.sites;
            let inside = |head: &LocId| program.incoming(error).any(|(_, edge)| self.is_around(*head, edge.src));
            let heads: BTreeSet<LocId> = feed.heads.iter().copied().filter(inside).collect();
            let before = self.around(&heads, &feed.carried);
            if sites.is_empty() {
                carried.extend(feed.carried);
            }
            // What was read of a region in this iteration tells more than what was read in the one before.
            let regions: BTreeSet<VarId> = sites.iter().filter_map(|site| self.region_of(*site)).collect();
            let is_new = |site: &Site| self.region_of(*site).is_some_and(|region| !regions.contains(&region));
            sites.extend(before.into_iter().filter(is_new));
            let mut bases = Bases::default();
            for site in sites {
                self.at_shared_index(site, &mut bases, Event::Error(error));
            }
        }
        self.assignments(carried);
    }

    /// Ghost indices for regions into which constants are stored once: of each region the last such stores.
    fn anchors(&mut self) {
        let program = self.program;
        let mut stores: BTreeMap<VarId, Vec<EdgeId>> = BTreeMap::new();
        for (id, edge) in program.edges.iter() {
            if let Op::Store(region, Some(_), Expr::Int(..)) = &edge.op
                && self.loops.innermost(edge.src).is_none()
            {
                stores.entry(*region).or_default().push(id);
            }
        }
        let mut read = BTreeSet::new();
        for edge in program.edges.values() {
            for_each_read(&edge.op, &mut |site| {
                read.insert(site.region);
            });
        }
        stores.retain(|region, _| read.contains(region));
        for (region, stores) in stores {
            for store in stores.into_iter().rev().take(limits().cells.anchors) {
                let number = self.plan.indices;
                if number < limits().cells.indices && self.cell(region, number, 0, 0) {
                    self.plan.indices += 1;
                    self.plan.anchors.insert(store, number);
                    self.anchored.insert(region);
                }
            }
        }
    }

    fn facts(&mut self, facts: &[Fact]) {
        for (number, fact) in facts.iter().enumerate() {
            self.at_shared_index(fact.site, &mut Bases::default(), Event::Fact(number));
        }
    }

    fn at_shared_index(&mut self, site: Site, bases: &mut Bases, event: Event) {
        let Some(region) = self.region_of(site) else { return };
        let used: Vec<usize> = bases.0.iter().map(|(_, demand)| self.plan.demands[*demand].index).collect();
        let free = |shared: &&(VarId, usize)| shared.0 == region && !used.contains(&shared.1);
        let known = self.shared.iter().find(free).map(|shared| shared.1);
        // Where there are no more indices, one of another region does.
        let full = self.plan.indices >= limits().cells.indices;
        let other = || self.shared.iter().find(|shared| full && !used.contains(&shared.1)).map(|shared| shared.1);
        let number = known.or_else(other).unwrap_or(self.plan.indices);
        let before = bases.0.len();
        self.at_index(site, bases, number, 0, event);
        if bases.0.len() > before && !self.shared.iter().any(|shared| shared.1 == number) {
            self.shared.push((region, number));
        }
    }

    /// Demands for variables that errors depend on and that loops carry.
    fn assignments(&mut self, wanted: BTreeSet<VarId>) {
        let program = self.program;
        let mut seen = wanted.clone();
        let mut waiting: Vec<VarId> = wanted.into_iter().collect();
        let mut next = 0;
        while let Some(&var) = waiting.get(next)
            && next < limits().cells.assignments
        {
            next += 1;
            for (id, edge) in program.edges.iter() {
                let Op::Assign(target, value) = &edge.op else { continue };
                if *target != var || program.vars[var].ty.is_array() {
                    continue;
                }
                let feed = self.feed_of(id, value, false);
                if feed.carried.contains(&var) {
                    // A sum, a count: no single read decides.
                    self.summed.extend(feed.sites);
                    continue;
                }
                let fresh: Vec<VarId> = feed.carried.iter().copied().filter(|v| seen.insert(*v)).collect();
                waiting.extend(fresh);
                let mut bases = Bases::default();
                for site in feed.sites {
                    self.at_index(site, &mut bases, self.plan.indices, 0, Event::Assign(id));
                }
            }
        }
    }

    /// What is stored into the cells, and into the cells that this makes, and so on.
    fn stores(&mut self) {
        let program = self.program;
        let mut next = 0;
        while let Some(cell) = self.plan.cells.get(next).cloned() {
            let number = next;
            next += 1;
            if cell.depth >= limits().cells.stores {
                continue;
            }
            for (id, edge) in program.edges.iter().filter(|(_, e)| e.op.target() == Some(cell.region)) {
                match &edge.op {
                    Op::Store(_, Some(index), value) => self.store(id, index, value, &cell, number),
                    Op::Assign(_, Expr::Var(other)) => {
                        self.cell(*other, cell.index, cell.offset, cell.depth + 1);
                    }
                    _ => {}
                }
            }
        }
    }

    fn store(&mut self, edge: EdgeId, index: &Expr, value: &Expr, cell: &Cell, number: usize) {
        let stored_at = self.values.of(self.program.edges[edge].src, index);
        let data = self.feed_of(edge, value, false).sites;
        let control = self.feed_of(edge, value, true).sites;
        let mut bases = Bases::default();
        for site in control {
            let Some((region, read_at)) = self.index_of(site) else { continue };
            let distance = stored_at.as_ref().and_then(|stored| read_at.minus(stored));
            match distance {
                // Cells that depend on their neighbours do so without end.
                Some(distance) if region != cell.region || distance == 0 => {
                    self.cell(region, cell.index, cell.offset.saturating_add(distance), cell.depth + 1);
                }
                None if data.contains(&site) && (region != cell.region || cell.depth == 0) => {
                    let event = Event::Store(edge, number);
                    self.at_index(site, &mut bases, self.plan.indices, cell.depth + 1, event);
                }
                _ => {}
            }
        }
    }

    /// A cell for a site, at an index that the event has or, if none fits, at the one with the number; and a demand for it. Nothing
    /// if there is no room.
    fn at_index(&mut self, site: Site, bases: &mut Bases, number: usize, depth: usize, event: Event) {
        let Some((region, index)) = self.index_of(site).filter(|(region, _)| !self.anchored.contains(region)) else {
            return;
        };
        let near = bases.0.iter().find_map(|(base, demand)| Some((*demand, index.minus(base)?)));
        if let Some((demand, offset)) = near {
            if self.cell(region, self.plan.demands[demand].index, offset, depth) {
                self.plan.demands[demand].sites.push((site, offset));
            }
        } else if number < limits().cells.indices && self.cell(region, number, 0, depth) {
            self.plan.indices = self.plan.indices.max(number + 1);
            bases.0.push((index, self.plan.demands.len()));
            self.plan.demands.push(Demand { index: number, event, sites: vec![(site, 0)] });
        }
    }

    /// Adds a cell, if there is room or it is there.
    fn cell(&mut self, region: VarId, index: usize, offset: i128, depth: usize) -> bool {
        let is_it = |c: &Cell| c.region == region && c.index == index && c.offset == offset;
        if self.plan.cells.iter().any(is_it) {
            return true;
        }
        // Far from the ends of numbers, so that a sum with an index stays one.
        let fits = self.plan.cells.len() < limits().cells.cells && offset.unsigned_abs() < 1 << 64;
        if fits {
            self.plan.cells.push(Cell { region, index, offset, depth });
        }
        fits
    }

    /// The region that a site reads.
    fn region_of(&self, site: Site) -> Option<VarId> {
        read_at(self.program, site).map(|read| read.region)
    }

    /// The region that a site reads, and where.
    fn index_of(&mut self, site: Site) -> Option<(VarId, Linear)> {
        let edge = &self.program.edges[site.edge];
        let Read { region, index, .. } = read_at(self.program, site).filter(|read| read.total)?;
        // An index that is not linear is like no other; that of its own location is.
        let linear = self.values.of(edge.src, index);
        Some((region, linear.unwrap_or_else(|| Linear::unknown(edge.dst, region))))
    }

    /// What feeds a value of an edge; with `control`, also what feeds the conditions in front of it.
    fn feed_of(&self, edge: EdgeId, value: &Expr, control: bool) -> Feed {
        let op = &self.program.edges[edge].op;
        let mut own = Vec::new();
        // The reads of a store's index come first and are none of its value.
        let mut skipped = 0;
        if let Op::Store(_, Some(index), _) = op {
            reads_of(index, true, &mut |_| skipped += 1);
        }
        let mut count = 0;
        for_each_read(op, &mut |_| {
            if count >= skipped {
                own.push(Site { edge, ordinal: count });
            }
            count += 1;
        });
        let mut needed = BTreeSet::new();
        self.add_vars(value, &mut needed);
        let feed = self.feed(self.program.edges[edge].src, needed, control);
        let mut sites: Vec<Site> = Vec::new();
        for site in own.into_iter().map(|site| self.repeated.first(site)).chain(feed.sites) {
            if !sites.contains(&site) {
                sites.push(site);
            }
        }
        Feed { sites, carried: feed.carried, heads: feed.heads }
    }

    fn add_vars(&self, e: &Expr, needed: &mut BTreeSet<VarId>) {
        e.for_each_var(&mut |v| {
            if !self.program.vars[v].ty.is_array() && !self.cursors.contains_key(&v) {
                needed.insert(v);
            }
        });
    }

    /// Backwards from a location to the heads of loops: the reads that feed the variables, and the conditions if `control`.
    fn feed(&self, from: LocId, needed: BTreeSet<VarId>, control: bool) -> Feed {
        let mut feed = Feed::default();
        let mut at = std::collections::BTreeMap::from([(from, needed)]);
        for loc in self.behind(from) {
            let here = at.remove(&loc).unwrap_or_default();
            if self.stops(loc) {
                feed.carried.extend(here);
                if self.loops.is_head(loc) {
                    feed.heads.insert(loc);
                }
                continue;
            }
            for (id, edge) in self.program.incoming(loc) {
                let before = at.entry(edge.src).or_default();
                let value = match &edge.op {
                    Op::Assume(condition) if control => Some(condition),
                    Op::Assign(var, value) if here.contains(var) => Some(value),
                    _ => None,
                };
                let overwritten = edge.op.target().filter(|var| edge.op.overwrites(*var));
                before.extend(here.iter().copied().filter(|v| Some(*v) != overwritten));
                if let Some(value) = value {
                    self.add_vars(value, before);
                    let mut count = 0;
                    for_each_read(&edge.op, &mut |_| {
                        let site = self.repeated.first(Site { edge: id, ordinal: count });
                        if !feed.sites.contains(&site) {
                            feed.sites.push(site);
                        }
                        count += 1;
                    });
                }
            }
        }
        feed
    }

    /// The reads that decide whether loops come back to their heads.
    fn around(&self, heads: &BTreeSet<LocId>, carried: &BTreeSet<VarId>) -> Vec<Site> {
        let mut sites = Vec::new();
        for head in heads {
            for (id, edge) in self.program.incoming(*head) {
                if !self.is_around(*head, edge.src) {
                    continue;
                }
                let mut needed = carried.clone();
                let mut found = Vec::new();
                let last = match &edge.op {
                    Op::Assign(var, value) => needed.remove(var).then_some(value),
                    Op::Assume(condition) => Some(condition),
                    _ => None,
                };
                if let Some(value) = last {
                    self.add_vars(value, &mut needed);
                    found.extend(self.feed_of(id, value, false).sites);
                }
                found.extend(self.feed(edge.src, needed, true).sites);
                for site in found {
                    if !sites.contains(&site) {
                        sites.push(site);
                    }
                }
            }
        }
        sites
    }

    /// Whether the loop with this head is around a location.
    fn is_around(&self, head: LocId, loc: LocId) -> bool {
        match (self.loops.innermost(head), self.loops.innermost(loc)) {
            (Some(outer), Some(inner)) => self.loops.contains(outer, inner),
            _ => false,
        }
    }

    fn stops(&self, loc: LocId) -> bool {
        self.loops.is_head(loc) || self.program.locs[loc].incoming.is_empty()
    }

    /// The locations behind a location up to the heads of loops, each after all that it leads to.
    fn behind(&self, from: LocId) -> Vec<LocId> {
        let mut seen = BTreeSet::from([from]);
        let mut order = Vec::new();
        let mut stack = vec![(from, 0)];
        while let Some((loc, next)) = stack.pop() {
            let incoming = &self.program.locs[loc].incoming;
            let way = if self.stops(loc) { None } else { incoming.get(next) };
            let Some(way) = way else {
                order.push(loc);
                continue;
            };
            stack.push((loc, next + 1));
            let src = self.program.edges[*way].src;
            if seen.len() < limits().cells.region && seen.insert(src) {
                stack.push((src, 0));
            }
        }
        order.reverse();
        order
    }
}
