//! Ghost cells: a program with regions of memory becomes one over integers that still knows of a few distinguished cells.
//!
//! Most engines do not follow the contents of regions. Forgetting them (`forget_arrays`) proves nothing that depends on an array. This
//! pass keeps for each region on which an error depends some *ghost cells*: an index `k`, arbitrary, chosen once at the start
//! and never changed, and the value `v` that the region has at `k` plus a constant. A store at `e` sets `v` if `e` is the cell's
//! index; a read at `e` gives `v` if it is, else anything. Since `k` is arbitrary, what is proved holds for every index: an
//! invariant over `k` and `v` says "for every index k, ... a\[k\] ...".
//!
//! For any choice of the indices every execution of the program is one of the result, with the same values of all variables and with
//! `v` equal to the content of its cell: values that are not known are arbitrary, so that they may be the real ones. An error
//! that depends on a read at another index would then still be reached. That is what *demands* are for.
//!
//! # Demands, and why nothing is lost
//!
//! A demand is a ghost index, a kind of *event*, and a value: the index at which one of certain reads happened last, less a constant
//! of that read. Events are: an error is reached; a store hits a certain ghost cell; a certain variable is assigned.
//!
//! For errors a flag remembers whether the last such read was at the ghost index (it is 1 before the first), and the error is
//! reached only with the flag set. For other events the flag is a guess: whether the last event has happened. It is arbitrary at
//! first; an event when it is set ends the execution, since the guess was wrong; an event whose value is the ghost index may
//! set it. Errors are reached only with all flags set.
//!
//! Take an execution of the program that reaches an error, and choose for each ghost index the value at the *last* of its events
//! in this execution (anything, if there was none, and then set the flag at the start). With the right guesses every flag is 1 at the
//! error, so that the result has this execution too. The choice is well defined: whether an event happens, and the value,
//! depend on the execution of the program and, for stores that hit a cell, on a ghost index that was numbered before, so that
//! the indices can be chosen in the order of their numbers. Indices may be shared between errors, since an execution reaches but one.
//!
//! Which reads get cells and demands is therefore a matter of precision alone (`demand`): reads that feed the conditions in front
//! of an error, and then what feeds the stores into the cells so found. The error is reached if a[i] is wrong for *some* i; the
//! demand says that this i is `k`.
//!
//! # Anchors
//!
//! A ghost index may be chosen by a store instead ([`Anchor::Stores`]): one of a constant outside of all loops, which therefore happens at
//! most once in an execution. Executions in which the store is at another index end there. That loses nothing: `k` is arbitrary,
//! so that it may be just the index of the store. Such an index has no demands. With what ends a string at `k`, a loop over the
//! string does not pass `k`.
//!
//! # Facts about every read
//!
//! What depends on many cells at once, as a sum does, needs to know something of each read, wherever it is. A [`Fact`] is a relation
//! between the index of a read, the value and variables. It is assumed at every read of its site, and to read what does not satisfy
//! it is an error of its own, reached only if the read was at the ghost index (a demand like any other error's). That loses
//! nothing: if some read of an execution does not satisfy its fact, the execution up to the first such read reaches that error; if
//! there is none, nothing was cut off. So facts are proved together with all the rest, and may be guessed (`facts`).
//!
//! Unsupported edges are reached without regard to flags. Executions are added, never lost; counterexamples are replayed.

mod cursors;
mod demand;
mod facts;
mod repeated;
mod rewrite;
#[cfg(test)]
mod tests;
mod values;

pub use cursors::cursors;

use std::collections::BTreeMap;

use super::super::expr::Expr;
use super::super::program::*;
use super::{Passed, forget_arrays};

/// How the names of ghost indices begin. Ghost cells have names such as `a[$k0 + 1]`.
pub const GHOST_INDEX: &str = "$k";

/// A ghost cell of a program: the content of a region at a ghost index plus a constant.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct GhostCell {
    pub cell: VarId,
    pub index: VarId,
    pub offset: i128,
}

/// The ghost cells of a program that this pass has made, known by their names: other passes renumber variables.
pub fn ghosts(program: &Program) -> Vec<GhostCell> {
    let made = |name: &str| program.vars.iter().find(|(_, v)| v.kind == VarKind::Temp && *v.name == *name);
    let parse = |(cell, data): (VarId, &Var)| {
        let (_, place) = data.name.strip_suffix(']')?.rsplit_once('[')?;
        let (index, offset) = place.split_once(' ').unwrap_or((place, "0"));
        let index = made(index).filter(|_| index.starts_with(GHOST_INDEX))?.0;
        Some(GhostCell { cell, index, offset: offset.replace(' ', "").parse().ok()? })
    };
    program.vars.iter().filter(|(_, v)| v.kind == VarKind::Temp).filter_map(parse).collect()
}

/// The program with ghost cells in place of regions; without any if errors depend on no read, or calls are left. Locations and
/// variables of the program keep their numbers.
pub fn ghost_cells(program: &Program) -> Passed {
    ghost_cells_with(program, &[], Errors::Kept, Anchor::Reads)
}

/// As [`ghost_cells`], with facts about reads.
pub fn ghost_cells_with(program: &Program, facts: &[Fact], errors: Errors, anchor: Anchor) -> Passed {
    if !program.is_flat() {
        return forget_arrays(program);
    }
    let mut plan = demand::plan(program, facts, errors, anchor);
    plan.facts = facts.to_vec();
    plan.errors = errors;
    // The origin of new edges that read ghosts: an edge that reads no input, so that none is taken for one.
    let origin = program.edges.iter().find(|(_, e)| !matches!(e.op, Op::Havoc(..))).map(|(id, _)| id);
    match origin {
        Some(origin) if !plan.cells.is_empty() => rewrite::rewrite(program, &plan, origin),
        _ => forget_arrays(program),
    }
}

/// The program with cursors, to be followed by ghost cells. The program itself if no cursor is of use.
pub fn add_cursors(program: &Program) -> Passed {
    cursors::add(program).unwrap_or_else(|| Passed::unchanged(program.clone()))
}

/// Facts that are worth trying: for each read that a sum depends on, some that may hold, the most general first.
pub fn candidate_facts(program: &Program) -> Vec<Vec<Fact>> {
    if program.is_flat() { facts::candidates(program) } else { Vec::new() }
}

/// What ghost indices are chosen by.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Anchor {
    /// The reads in front of an error.
    #[default]
    Reads,
    /// For regions into which a constant is stored once, outside of loops, as what ends a string: that store.
    Stores,
}

/// Whether ghost indices can be chosen by stores.
pub fn has_anchors(program: &Program) -> bool {
    program.is_flat() && !demand::plan(program, &[], Errors::Kept, Anchor::Stores).anchors.is_empty()
}

/// What becomes of the errors of the program.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Errors {
    #[default]
    Kept,
    /// They are none any more, and what is unsupported is left out: to try facts alone. Nothing follows for the program.
    Dropped,
}

/// How what is read compares.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Relation {
    Equal,
    AtLeast,
    AtMost,
}

/// Whatever the site reads compares in this way with a multiple of the index plus multiples of variables plus a constant.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fact {
    site: Site,
    relation: Relation,
    factor: i128,
    terms: Vec<(VarId, i128)>,
    constant: i128,
}

/// A read of a region: the edge, and which of its reads, in the order of [`for_each_read`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct Site {
    edge: EdgeId,
    ordinal: usize,
}

/// The cell of a region at a ghost index plus a constant.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Cell {
    region: VarId,
    index: usize,
    offset: i128,
    /// How many stores lie between the cell and the error.
    depth: usize,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Event {
    /// The error location is reached.
    Error(LocId),
    /// The store of an edge hits a cell.
    Store(EdgeId, usize),
    /// The edge assigns its variable.
    Assign(EdgeId),
    /// What was read does not satisfy the fact.
    Fact(usize),
}

/// When the event happens the last time, the last read at one of the sites was at the ghost index plus the site's offset.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Demand {
    index: usize,
    event: Event,
    sites: Vec<(Site, i128)>,
}

/// What to keep. The event of a demand may only depend on cells of indices with smaller numbers than the demand's.
#[derive(Clone, Debug, Default)]
struct Plan {
    indices: usize,
    cells: Vec<Cell>,
    demands: Vec<Demand>,
    repeated: repeated::Repeated,
    facts: Vec<Fact>,
    errors: Errors,
    /// Stores that are at the ghost index of this number.
    anchors: BTreeMap<EdgeId, usize>,
}

/// One read in an expression.
struct Read<'e> {
    region: VarId,
    index: &'e Expr,
    /// It can be evaluated beforehand without making anything undefined that is not.
    total: bool,
}

/// Calls `f` for each read of an operation, in order of evaluation.
fn for_each_read<'e>(op: &'e Op, f: &mut dyn FnMut(Read<'e>)) {
    match op {
        Op::Assume(e) | Op::Assign(_, e) => reads_of(e, true, f),
        Op::Store(_, index, value) => index.iter().chain([value]).for_each(|e| reads_of(e, true, f)),
        Op::Call { args, .. } => args.iter().for_each(|e| reads_of(e, true, f)),
        Op::Memory(op) => {
            debug_assert!(false, "ghost cells come behind the memory passes: {op:?}");
        }
        Op::Skip | Op::Havoc(..) | Op::Unsupported(_) => {}
    }
}

/// The read of a site.
fn read_at(program: &Program, site: Site) -> Option<Read<'_>> {
    let mut found = None;
    let mut ordinal = 0;
    for_each_read(&program.edges[site.edge].op, &mut |read| {
        if ordinal == site.ordinal {
            found = Some(read);
        }
        ordinal += 1;
    });
    found
}

/// As [`for_each_read`]; `certain` if the expression is evaluated whenever the edge is taken.
fn reads_of<'e>(e: &'e Expr, certain: bool, f: &mut dyn FnMut(Read<'e>)) {
    match e {
        Expr::Int(..) | Expr::Var(_) => {}
        Expr::Unary(_, a) | Expr::Cast(_, a) => reads_of(a, certain, f),
        Expr::Binary(_, a, b) => {
            reads_of(a, certain, f);
            reads_of(b, certain, f);
        }
        Expr::And(a, b) | Expr::Or(a, b) => {
            reads_of(a, certain, f);
            reads_of(b, false, f);
        }
        Expr::Ite(c, a, b) => {
            reads_of(c, certain, f);
            reads_of(a, false, f);
            reads_of(b, false, f);
        }
        Expr::Float(_, operands) | Expr::Memory(_, operands) => {
            operands.iter().for_each(|e| reads_of(e, certain, f));
        }
        Expr::Select(region, index) => {
            reads_of(index, certain, f);
            f(Read { region: *region, index, total: certain || is_simple(index) });
        }
    }
}

/// A constant or a variable: always defined.
fn is_simple(e: &Expr) -> bool {
    matches!(e, Expr::Int(..) | Expr::Var(_))
}
