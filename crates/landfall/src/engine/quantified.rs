//! Guesses of what holds of every cell of an array, tried before an engine searches a program with ghost cells.
//!
//! A ghost cell is the content of an array at an arbitrary index `k` (see `ghost_cells`), so an invariant over both speaks of all
//! cells. Loops over arrays keep invariants of one form: what they establish holds of the cells that their counter has passed. The
//! paths of the program tell what that may be:
//!
//! - on the way to an error, the negation of each condition on a cell, and of all of them together;
//! - on other ways, the conditions on cells, and the value that is stored into one; of a value that is not known, the conditions
//!   on it before it is stored.
//!
//! Where a path is at the ghost index, its counter is replaced by `k`. Each such *property* is guessed of the cells from 0 up
//! to, or from, each counter and each bound that a counter is compared with; where a loop steps over several cells at once, also of
//! those with one remainder, as every fourth. The inductive ones among all guesses, together with
//! what intervals and polyhedra tell, are found by dropping those that do not hold (Houdini: Flanagan and Leino, FME 2001).
//! If they exclude the errors that is the proof; a proof is checked like any other.

mod guesses;

use std::collections::{BTreeMap, BTreeSet};

use landfall_smt::Term;

use super::kit::certificate::{flat, inductive_part};
use super::kit::facts::always;
use super::{Context, Task};
use crate::cfa::graph::{CallGraph, Liveness, Loops};
use crate::cfa::{EdgeId, LocId, Op, Program};
use crate::encode::Encoder;
use crate::limits::limits;
use crate::verdict::{Proof, Reason};
use guesses::Guesses;

/// It takes at most this part of the user's time that is left.
const SHARE: u32 = 4;

/// A proof of a program with ghost cells, if guesses give one.
pub(super) fn prove(task: &Task, cx: &mut Context<'_>) -> Result<Option<Proof>, Reason> {
    let program = &task.program;
    let loops = Loops::new(program);
    let encoder = Encoder::new(program);
    let mut guesses = Guesses::new(&encoder, &loops);
    if !program.is_flat() || guesses.cells.is_empty() {
        return Ok(None);
    }
    let started = std::time::Instant::now();
    let found = cx.trial(limits().quantified.effort, SHARE, |cx| attempt(task, cx, &loops, &encoder, &mut guesses));
    cx.statistics.time("guesses about cells", started.elapsed());
    match found {
        Err(_) => cx.budget.poll().map(|()| None),
        found => found,
    }
}

fn attempt(
    task: &Task,
    cx: &mut Context<'_>,
    loops: &Loops,
    encoder: &Encoder<'_>,
    guesses: &mut Guesses<'_>,
) -> Result<Option<Proof>, Reason> {
    let program = &task.program;
    let mut transitions = Vec::new();
    let entry = program.procs[program.entry].entry;
    for path in paths(program, loops) {
        cx.budget.poll()?;
        let starts_at_entry = path.first().is_some_and(|&edge| program.edges[edge].src == entry);
        let ends_in_error = path.last().is_some_and(|&edge| program.locs[program.edges[edge].dst].error.is_some());
        let transition = encoder.path(&path);
        guesses.learn(&transition, ends_in_error);
        if starts_at_entry && !ends_in_error {
            guesses.learn_constants(&transition);
        }
        transitions.push(transition);
    }
    transitions.iter().for_each(|transition| guesses.pull_back(transition));
    transitions.iter().for_each(|transition| guesses.earlier_positions(transition));
    guesses.compose();
    guesses.follow();
    let mut invariants: BTreeMap<LocId, Term> =
        always(task, cx)?.1.into_iter().filter(|(loc, _)| loops.is_head(*loc)).collect();
    let liveness = Liveness::new(program, &CallGraph::new(program));
    let mut count = 0;
    for head in loops.heads() {
        let here = guesses.at(&|var| liveness.is_live(head, var));
        count += here.len();
        let all = Term::and(&here);
        invariants.entry(head).and_modify(|known| *known = Term::and(&[*known, all])).or_insert(all);
    }
    cx.statistics.add("guesses about cells", count as u64);
    inductive_part(&flat(task, invariants), cx)
}

/// Paths from the entry and from the heads of loops to the next head or error, without calls or what is unsupported.
fn paths(program: &Program, loops: &Loops) -> Vec<Vec<EdgeId>> {
    let entry = program.procs[program.entry].entry;
    let mut found = Vec::new();
    for start in std::iter::once(entry).chain(loops.heads()) {
        let before = found.len();
        let mut open: Vec<Vec<EdgeId>> = vec![Vec::new()];
        while let Some(path) = open.pop() {
            let at = path.last().map_or(start, |&edge| program.edges[edge].dst);
            if !path.is_empty() && (loops.is_head(at) || program.locs[at].error.is_some()) {
                found.push(path);
                if found.len() - before == limits().quantified.paths {
                    break;
                }
                continue;
            }
            let mut targets = BTreeSet::new();
            for (id, edge) in program.outgoing(at) {
                // Of conditions that lead to one place, as that an index is less or greater, one tells enough.
                let again = matches!(edge.op, Op::Assume(_)) && !targets.insert(edge.dst);
                let fits = path.len() < limits().quantified.length && !again;
                if fits && !matches!(edge.op, Op::Call { .. } | Op::Unsupported(_)) {
                    open.push(path.iter().copied().chain([id]).collect());
                }
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::super::tests::{alone, loaded};
    use super::*;
    use crate::analysis::prepare;
    use crate::budget::Budget;

    /// Whether guesses prove a function body, in a program with arrays of 500 numbers `a` and `b`.
    fn is_proved(body: &str) -> bool {
        let text = format!("void reach_error(void); int in(void); int main(void) {{ int a[500], b[500], i; {body} }}");
        let task = prepare(&loaded(&text)).without_arrays();
        alone(Budget::unlimited(), |cx| prove(&task, cx)).expect("there is time").is_some()
    }

    #[test]
    fn what_loops_establish_of_all_cells_is_guessed() {
        let filled = "for (i = 0; i < 500; i++) a[i] = 7; for (i = 0; i < 500; i++) if (a[i] != 7) reach_error();";
        assert!(is_proved(filled));
        let computed = "for (i = 0; i < 500; i++) a[i] = i; for (i = 0; i < 500; i++) b[i] = a[i] + 2;
            for (i = 0; i < 500; i++) if (b[i] != i + 2) reach_error();";
        assert!(is_proved(computed));
        let copied = "for (i = 0; i < 500; i++) { a[i] = in(); b[i] = a[i]; }
            for (i = 0; i < 500; i++) if (a[i] != b[i]) reach_error();";
        assert!(is_proved(copied));
        let rows = "int m[20][25]; for (i = 0; i < 20; i++) for (int j = 0; j < 25; j++) m[i][j] = i;
            int r = in(), c = in(); if (r >= 0 && r < 20 && c >= 0 && c < 25 && m[r][c] != r) reach_error();";
        assert!(is_proved(rows));
    }

    #[test]
    fn what_does_not_hold_of_one_cell_is_not_proved() {
        let filled = "for (i = 0; i < 499; i++) a[i] = 7; for (i = 0; i < 500; i++) if (a[i] != 7) reach_error();";
        assert!(!is_proved(filled));
        let overwritten = "for (i = 0; i < 500; i++) a[i] = 7; a[in() & 255] = 8;
            for (i = 0; i < 500; i++) if (a[i] != 7) reach_error();";
        assert!(!is_proved(overwritten));
    }
}
