//! Reads that repeat an earlier one: the same region at the same index, with no store into the region in between. They get the
//! value of the first, also where the cell is no ghost.
//!
//! Looked for backwards along the one way that leads to the read, up to where ways meet; so whatever lies between was executed.

use crate::limits::limits;
use std::collections::BTreeMap;

use super::super::super::expr::Expr;
use super::super::super::graph::Loops;
use super::super::super::program::*;
use super::{Site, for_each_read};

/// From a site to the first that reads the same.
#[derive(Clone, Debug, Default)]
pub(super) struct Repeated(BTreeMap<Site, Site>);

impl Repeated {
    pub fn new(program: &Program, loops: &Loops) -> Repeated {
        let mut found = BTreeMap::new();
        for (id, edge) in program.edges.iter() {
            let mut ordinal = 0;
            for_each_read(&edge.op, &mut |read| {
                let site = Site { edge: id, ordinal };
                ordinal += 1;
                if let Some(earlier) = earlier(program, loops, site, read.region, read.index) {
                    found.insert(site, earlier);
                }
            });
        }
        Repeated(found)
    }

    pub fn first(&self, mut site: Site) -> Site {
        while let Some(earlier) = self.0.get(&site) {
            site = *earlier;
        }
        site
    }
}

fn earlier(program: &Program, loops: &Loops, site: Site, region: VarId, index: &Expr) -> Option<Site> {
    let mut index = index.clone();
    let mut at = program.edges[site.edge].src;
    // Reads of the region that were passed, with their index as of `at`.
    let mut candidates: Vec<(Site, Expr)> = Vec::new();
    let mut stored = false;
    for _ in 0..limits().cells.repeated_edges {
        if let Some((found, _)) = candidates.iter().find(|(_, other)| *other == index) {
            return Some(*found);
        }
        let [way] = program.locs[at].incoming[..] else { return None };
        if loops.is_head(at) || size(&index) > limits().cells.index_size {
            return None;
        }
        let edge = &program.edges[way];
        stored |= edge.op.target() == Some(region);
        if let Op::Assign(var, value) = &edge.op {
            replace(&mut index, *var, value)?;
            candidates.retain_mut(|(_, other)| {
                replace(other, *var, value).is_some() && size(other) <= limits().cells.index_size
            });
        } else if let Some(var) = edge.op.target() {
            if mentions(&index, var) {
                return None;
            }
            candidates.retain(|(_, other)| !mentions(other, var));
        }
        if !stored {
            let mut ordinal = 0;
            for_each_read(&edge.op, &mut |read| {
                if read.region == region {
                    candidates.push((Site { edge: way, ordinal }, read.index.clone()));
                }
                ordinal += 1;
            });
        }
        if stored && candidates.is_empty() {
            return None;
        }
        at = edge.src;
    }
    None
}

fn size(e: &Expr) -> usize {
    let mut count = 0;
    e.for_each_var(&mut |_| count += 1);
    count
}

fn mentions(e: &Expr, var: VarId) -> bool {
    let mut found = false;
    e.for_each_var(&mut |v| found |= v == var);
    found
}

/// Puts the value of a variable in its place; none if the value reads regions, of which nothing is known here.
fn replace(e: &mut Expr, var: VarId, value: &Expr) -> Option<()> {
    if !mentions(e, var) {
        return Some(());
    }
    match e {
        Expr::Var(_) => {
            let mut reads = false;
            super::reads_of(value, true, &mut |_| reads = true);
            if reads || size(value) > limits().cells.index_size {
                return None;
            }
            *e = value.clone();
            Some(())
        }
        Expr::Unary(_, a) | Expr::Cast(_, a) => replace(a, var, value),
        Expr::Binary(_, a, b) | Expr::And(a, b) | Expr::Or(a, b) => {
            replace(a, var, value)?;
            replace(b, var, value)
        }
        Expr::Ite(c, a, b) => {
            replace(c, var, value)?;
            replace(a, var, value)?;
            replace(b, var, value)
        }
        Expr::Select(..) | Expr::Float(..) | Expr::Memory(..) | Expr::Int(..) => None,
    }
}
