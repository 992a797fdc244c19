//! The path of an execution, kept as the choices made and expanded to edges on demand.

use crate::cfa::{EdgeId, LocId, Program};

use super::state::State;

/// A number that does not fit one byte follows this one.
const LONG: u8 = u8::MAX;

/// The edges that a run took, in about one byte for each branch.
#[derive(Clone, Debug)]
pub struct Path {
    start: LocId,
    /// The calls that had not returned at the start.
    frames: Vec<EdgeId>,
    /// For each location with several outgoing edges, the number of the one that was taken.
    decisions: Vec<u8>,
    pub(super) steps: u64,
}

impl Path {
    /// The empty path from `state`.
    pub fn from(state: &State) -> Self {
        Path { start: state.loc, frames: state.frames.clone(), decisions: Vec::new(), steps: 0 }
    }

    /// For runs that record nothing.
    pub(super) fn unused(state: &State) -> Self {
        Path { start: state.loc, frames: Vec::new(), decisions: Vec::new(), steps: 0 }
    }

    pub(super) fn decide(&mut self, number: u16) {
        match u8::try_from(number) {
            Ok(byte) if byte != LONG => self.decisions.push(byte),
            _ => {
                self.decisions.push(LONG);
                self.decisions.extend_from_slice(&number.to_le_bytes());
            }
        }
    }

    /// The number of edges.
    pub fn len(&self) -> u64 {
        self.steps
    }

    pub fn is_empty(&self) -> bool {
        self.steps == 0
    }

    /// The edges in order.
    pub fn edges<'a>(&'a self, program: &'a Program) -> PathEdges<'a> {
        PathEdges { program, path: self, loc: self.start, frames: self.frames.clone(), next: 0, left: self.steps }
    }
}

/// Walks along a [`Path`].
#[derive(Clone, Debug)]
pub struct PathEdges<'a> {
    program: &'a Program,
    path: &'a Path,
    loc: LocId,
    frames: Vec<EdgeId>,
    next: usize,
    left: u64,
}

impl PathEdges<'_> {
    fn decision(&mut self) -> Option<usize> {
        let byte = *self.path.decisions.get(self.next)?;
        self.next += 1;
        if byte != LONG {
            return Some(usize::from(byte));
        }
        let bytes = self.path.decisions.get(self.next..self.next + 2)?;
        self.next += 2;
        Some(usize::from(u16::from_le_bytes([bytes[0], bytes[1]])))
    }

    /// Leaves procedures whose exit is reached.
    fn settle(&mut self) {
        while self.program.locs[self.loc].proc.is_some_and(|p| self.program.procs[p].exit == self.loc)
            && let Some(call) = self.frames.pop()
        {
            self.loc = self.program.edges[call].dst;
        }
    }
}

impl Iterator for PathEdges<'_> {
    type Item = EdgeId;

    fn next(&mut self) -> Option<EdgeId> {
        if self.left == 0 {
            return None;
        }
        self.left -= 1;
        self.settle();
        let outgoing = &self.program.locs[self.loc].outgoing;
        let number = if outgoing.len() > 1 { self.decision()? } else { 0 };
        let edge = *outgoing.get(number)?;
        let taken = &self.program.edges[edge];
        self.loc = if let crate::cfa::Op::Call { callee, .. } = &taken.op {
            self.frames.push(edge);
            self.program.procs[*callee].entry
        } else {
            taken.dst
        };
        Some(edge)
    }
}
