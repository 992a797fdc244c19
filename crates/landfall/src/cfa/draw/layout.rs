//! A layered layout: rows by longest way from the entry, columns by where the neighbours above are.
//!
//! Back edges (those that lead up the weak topological order) are disregarded for the rows. Two sweeps order each row by the mean
//! place of its predecessors, then of its successors. Simple, near-linear, and good enough for what a person can look at.

use cranelift_entity::SecondaryMap;

use super::super::graph::{Loops, Members};
use super::super::program::*;

/// The centre of each location, in pixels, and the size of the drawing.
pub(super) struct Layout {
    pub place: SecondaryMap<LocId, (f64, f64)>,
    pub width: f64,
    pub height: f64,
}

pub(super) const ROW: f64 = 90.0;
pub(super) const COLUMN: f64 = 210.0;
const MARGIN: f64 = 60.0;

pub(super) fn layout(program: &Program, loops: &Loops, members: &Members) -> Layout {
    let mut result = Layout { place: SecondaryMap::new(), width: 0.0, height: 0.0 };
    let mut left = MARGIN;
    let mut position: SecondaryMap<LocId, u32> = SecondaryMap::with_default(u32::MAX);
    for proc in program.procs.keys() {
        for (i, &loc) in loops.order(proc).iter().enumerate() {
            position[loc] = i as u32;
        }
        let rows = rows(program, loops.order(proc), &members.locs[proc], &position);
        let rows = ordered(program, rows);
        let columns = rows.iter().map(Vec::len).max().unwrap_or(1).max(1) as f64;
        for (y, row) in rows.iter().enumerate() {
            // Short rows stand in the middle.
            let shift = (columns - row.len() as f64) / 2.0;
            for (x, &loc) in row.iter().enumerate() {
                result.place[loc] = (left + (x as f64 + shift + 0.5) * COLUMN, MARGIN + y as f64 * ROW);
            }
        }
        left += columns * COLUMN + MARGIN;
        result.height = result.height.max(rows.len() as f64 * ROW + MARGIN);
    }
    result.width = left;
    result
}

/// The locations by row. Those that the entry does not reach make the last row.
fn rows(program: &Program, order: &[LocId], all: &[LocId], position: &SecondaryMap<LocId, u32>) -> Vec<Vec<LocId>> {
    let mut row: SecondaryMap<LocId, usize> = SecondaryMap::new();
    for &loc in order {
        for (_, edge) in program.outgoing(loc) {
            if position[edge.dst] > position[loc] {
                row[edge.dst] = row[edge.dst].max(row[loc] + 1);
            }
        }
    }
    let count = order.iter().map(|&l| row[l] + 1).max().unwrap_or(0);
    let mut rows = vec![Vec::new(); count];
    for &loc in order {
        rows[row[loc]].push(loc);
    }
    let rest: Vec<LocId> = all.iter().copied().filter(|&l| position[l] == u32::MAX).collect();
    if !rest.is_empty() {
        rows.push(rest);
    }
    rows
}

/// Orders each row by its neighbours, downwards and then upwards.
fn ordered(program: &Program, mut rows: Vec<Vec<LocId>>) -> Vec<Vec<LocId>> {
    let mut column: SecondaryMap<LocId, f64> = SecondaryMap::new();
    let settle = |row: &[LocId], column: &mut SecondaryMap<LocId, f64>| {
        for (x, &loc) in row.iter().enumerate() {
            column[loc] = x as f64 - row.len() as f64 / 2.0;
        }
    };
    for row in &rows {
        settle(row, &mut column);
    }
    for downwards in [true, false] {
        let count = rows.len();
        for i in 0..count {
            let row = &mut rows[if downwards { i } else { count - 1 - i }];
            let mean = |loc: LocId| {
                let edges = if downwards { &program.locs[loc].incoming } else { &program.locs[loc].outgoing };
                let other = |e: EdgeId| if downwards { program.edges[e].src } else { program.edges[e].dst };
                let sum: f64 = edges.iter().map(|&e| column[other(e)]).sum();
                if edges.is_empty() { column[loc] } else { sum / edges.len() as f64 }
            };
            let mut keyed: Vec<(f64, LocId)> = row.iter().map(|&l| (mean(l), l)).collect();
            keyed.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
            *row = keyed.into_iter().map(|(_, l)| l).collect();
            settle(row, &mut column);
        }
    }
    rows
}
