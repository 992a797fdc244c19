//! Guesses of facts about the reads that sums, and indices of later reads, depend on. A wrong guess is not proved and costs time, nothing else.

use crate::limits::limits;
use std::collections::BTreeSet;

use super::super::super::graph::Loops;
use super::super::super::program::*;
use super::values::{Linear, Values};
use super::*;

/// Factors and constants of facts are at most so large: sums over 64-bit numbers then fit into 128 bits.
const MAX_FACTOR: i128 = 1 << 40;

pub(super) fn candidates(program: &Program) -> Vec<Vec<Fact>> {
    let loops = Loops::new(program);
    let mut values = Values::new(program, &loops);
    let mut sites = demand::summed(program);
    sites.sort();
    sites.dedup();
    sites.truncate(limits().cells.fact_reads);
    let mut chained = demand::chained(program);
    chained.truncate(limits().cells.fact_reads);
    sites.retain(|site| !chained.contains(site));
    let constants = constants(program);
    // Lists of indices go down or up, and end at a number that is no index.
    let next = chained.into_iter().filter(|site| read_at(program, *site).is_some_and(|read| read.total)).map(|site| {
        let of_index = |relation, constant| Fact { site, relation, factor: 1, terms: Vec::new(), constant };
        let mut facts = vec![of_index(Relation::AtMost, -1), of_index(Relation::AtLeast, 1)];
        let least = constants.iter().rev().filter(|constant| **constant <= 0);
        facts.extend(least.map(|c| Fact { factor: 0, ..of_index(Relation::AtLeast, *c) }));
        facts
    });
    let next: Vec<Vec<Fact>> = next.collect();
    let facts = sites.into_iter().filter_map(|site| {
        let read = read_at(program, site).filter(|read| read.total)?;
        let plain = |relation, constant| Fact { site, relation, factor: 0, terms: Vec::new(), constant };
        let mut facts: Vec<Fact> = stored(program, &mut values, site, read.region).into_iter().collect();
        facts.extend(constants.iter().rev().map(|c| plain(Relation::AtLeast, *c)));
        facts.extend(constants.iter().map(|c| plain(Relation::AtMost, *c)));
        Some(facts)
    });
    facts.chain(next).collect()
}

/// Zero, and constants of the program that may be bounds of what is read: the smallest, in order.
fn constants(program: &Program) -> Vec<i128> {
    let mut found = BTreeSet::from([0]);
    for edge in program.edges.values() {
        edge.op.for_each_expr(&mut |e| e.for_each_constant(&mut |constant| _ = found.insert(constant)));
    }
    let mut found: Vec<i128> = found.into_iter().filter(|c| c.abs() <= MAX_FACTOR).collect();
    found.sort_by_key(|c| c.abs());
    found.truncate(limits().cells.fact_constants);
    found.sort_unstable();
    found
}

impl Fact {
    /// Whether this follows from the other, of one read.
    pub fn implies(&self, other: &Fact) -> bool {
        let comparable = self.site == other.site && self.factor == other.factor && self.terms == other.terms;
        match (self.relation, other.relation) {
            _ if self.relation == Relation::Equal && self.site == other.site => true,
            (Relation::AtLeast, Relation::AtLeast) => comparable && self.constant >= other.constant,
            (Relation::AtMost, Relation::AtMost) => comparable && self.constant <= other.constant,
            _ => false,
        }
    }
}

/// What the only store into a region stores, said of the index: with `a[i + 2] = 3 * i` the value at index e is 3 * (e - 2).
fn stored(program: &Program, values: &mut Values<'_>, site: Site, region: VarId) -> Option<Fact> {
    let mut stores = program.edges.values().filter_map(|edge| match &edge.op {
        Op::Store(target, Some(index), value) if *target == region => Some((edge.src, index, value)),
        _ => None,
    });
    let (at, index, value) = stores.next()?;
    if stores.next().is_some() {
        return None;
    }
    let (index, value) = (values.of(at, index)?, values.of(at, value)?);
    // The variable that makes the index differ from store to store is changed in the loop.
    let moving = |var: &VarId| program.edges.values().filter(|e| e.op.target() == Some(*var)).count() > 1;
    let counter = index.terms.iter().find(|((_, var), _)| moving(var));
    let (factor, rest) = match counter {
        Some((symbol, step)) if step.abs() == 1 => {
            let factor = value.terms.get(symbol).copied().unwrap_or(0) * step;
            (factor, value.plus(&index, factor.checked_neg()?)?)
        }
        _ => (0, value),
    };
    let is_small = |n: &i128| n.abs() <= MAX_FACTOR;
    let fits = is_small(&factor) && is_small(&rest.constant) && rest.terms.values().all(is_small);
    let is_narrow = |var: VarId| program.vars[var].ty.scalar().bits <= 64;
    let stays = rest.terms.keys().all(|(_, var)| !moving(var) && is_narrow(*var));
    let Linear { terms, constant } = rest;
    let terms = terms.into_iter().map(|((_, var), factor)| (var, factor)).collect();
    (fits && stays).then_some(Fact { site, relation: Relation::Equal, factor, terms, constant })
}
