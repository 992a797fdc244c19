//! The paper's running example (Figures 1, 2 and 4), and small programs for what it does not show.

use super::*;
use crate::cfa::text::read_program;

/// Figure 1: two calls of `f` on two branches; behind the first a branch more lies on the way to the error.
const EXAMPLE: &str = "
proc main() entry L1 exit L12 {
  local x1: i32; local x2: i32; local k: i32;
  loc L11 error assertion \"aborted\";
  L1 -> L2: skip;
  L2 -> L3: assume x1 > x2;
  L3 -> L4: call f(x1);
  L4 -> L5: assume k == 0;
  L5 -> L7: x2 = x1;
  L4 -> L6: assume k != 0;
  L6 -> L7: x1 = x2;
  L7 -> L10: skip;
  L2 -> L8: assume !(x1 > x2);
  L8 -> L9: call f(x2);
  L9 -> L10: skip;
  L10 -> L11: assume x1 > x2;
  L10 -> L12: assume !(x1 > x2);
}
proc f(i: i32) entry L21 exit L22 {
  local a: i32;
  L21 -> L22: a = i;
}
entry main;";

struct Example {
    program: Program,
    loops: Loops,
    /// By number in the figures.
    locs: std::collections::BTreeMap<u32, LocId>,
}

impl Example {
    /// Locations are numbered in the order in which the text names them.
    fn new() -> Example {
        let program = read_program(EXAMPLE).unwrap_or_else(|e| panic!("{e:?}"));
        let loops = Loops::new(&program);
        let mut example = Example { program, loops, locs: Default::default() };
        let entry = example.program.procs[example.program.entry].entry;
        let at = |loc: LocId, index: usize| example.program.edges[example.program.locs[loc].outgoing[index]].dst;
        let l2 = at(entry, 0);
        let (l3, l8) = (at(l2, 0), at(l2, 1));
        let (l4, l9) = (at(l3, 0), at(l8, 0));
        let (l5, l6, l7) = (at(l4, 0), at(l4, 1), at(at(l4, 0), 0));
        let l10 = at(l9, 0);
        let f = example.program.procs.iter().find(|(_, p)| &*p.name == "f").expect("f").1;
        let numbered = [
            (1, entry),
            (2, l2),
            (3, l3),
            (4, l4),
            (5, l5),
            (6, l6),
            (7, l7),
            (8, l8),
            (9, l9),
            (10, l10),
            (11, at(l10, 0)),
            (12, at(l10, 1)),
            (21, f.entry),
            (22, f.exit),
        ];
        example.locs = numbered.into_iter().collect();
        example
    }

    fn distances(&self, metric: Metric) -> Distances {
        Distances::new(&self.program, &self.loops, metric)
    }

    fn call_at(&self, number: u32) -> EdgeId {
        self.program.locs[self.locs[&number]].outgoing[0]
    }
}

/// Figure 4.
#[test]
fn the_annotated_distances_are_those_of_the_paper() {
    let example = Example::new();
    let distances = example.distances(Metric::BasicBlocks);
    let infinite = UNREACHABLE;
    let expected = [
        (1, 2, 2),
        (2, 2, 2),
        (3, 2, 2),
        (4, 2, 2),
        (5, 1, 1),
        (6, 1, 1),
        (7, 1, 1),
        (8, 1, 1),
        (9, 1, 1),
        (10, 1, 1),
        (11, infinite, 0),
        (12, 0, infinite),
        (21, 0, infinite),
        (22, 0, infinite),
    ];
    for (number, exit, error) in expected {
        let loc = example.locs[&number];
        assert_eq!((distances.exit_dist(loc), distances.abs_dist(loc)), (exit, error), "L{number}");
    }
}

/// Figure 2: the states inside `f` are as far as their calls.
#[test]
fn distances_at_run_time_depend_on_the_calling_context() {
    let example = Example::new();
    let distances = example.distances(Metric::BasicBlocks);
    for number in [21, 22] {
        let at = |call: u32| distances.nested(&example.program, [example.call_at(call)], example.locs[&number]);
        assert_eq!((at(3), at(8)), (2, 1), "L{number}");
    }
    assert_eq!(distances.nested(&example.program, [], example.locs[&1]), 2);
}

/// A state of the search without data: where it is, which state called it and where it came from.
struct State {
    number: u32,
    call: Option<usize>,
    parent: Option<usize>,
}

/// The numbers on the first path to the error, all operations nondeterministic (Figure 2).
fn first_target_path(example: &Example, search: Search) -> Vec<u32> {
    let distances = example.distances(Metric::BasicBlocks);
    let program = &example.program;
    let number_of = |loc: LocId| *example.locs.iter().find(|(_, l)| **l == loc).expect("a numbered location").0;
    let dist = |states: &Vec<State>, id: usize| {
        let mut calls = Vec::new();
        let mut call = states[id].call;
        while let Some(caller) = call {
            calls.push(example.call_at(states[caller].number));
            call = states[caller].call;
        }
        calls.reverse();
        distances.nested(program, calls, example.locs[&states[id].number])
    };
    let mut states = vec![State { number: 1, call: None, parent: None }];
    let mut frontier = Frontier::new(search);
    frontier.push(0, |_| 0);
    while let Some(id) = frontier.pop() {
        let loc = example.locs[&states[id].number];
        if program.locs[loc].error.is_some() {
            let mut path = vec![id];
            while let Some(parent) = states[path[path.len() - 1]].parent {
                path.push(parent);
            }
            return path.into_iter().rev().map(|s| states[s].number).collect();
        }
        let mut successors = Vec::new();
        let call = states[id].call;
        for (_, edge) in program.outgoing(loc) {
            // The four cases of section IV-A-2; the initial state was the first.
            let (target, call) = match edge.op {
                Op::Call { callee, .. } => (program.procs[callee].entry, Some(id)),
                _ => (edge.dst, call),
            };
            states.push(State { number: number_of(target), call, parent: Some(id) });
            successors.push(states.len() - 1);
        }
        if let Some(caller) = call.filter(|_| program.locs[loc].outgoing.is_empty()) {
            let back = program.edges[example.call_at(states[caller].number)].dst;
            states.push(State { number: number_of(back), call: states[caller].call, parent: Some(id) });
            successors.push(states.len() - 1);
        }
        frontier.extend(successors, |&s| dist(&states, s));
    }
    Vec::new()
}

#[test]
fn directed_search_finds_the_shorter_target_path_first() {
    let example = Example::new();
    assert_eq!(first_target_path(&example, Search::DepthFirst), [1, 2, 3, 21, 22, 4, 5, 7, 10, 11]);
    assert_eq!(first_target_path(&example, Search::Directed), [1, 2, 8, 21, 22, 9, 10, 11]);
}

/// An error inside a recursive callee behind a loop; every metric counts something else.
#[test]
fn each_metric_counts_its_own_steps() {
    let program = read_program(
        "proc main() entry a exit z { local n: i32;
           a -> h: n = 0; h -> b: assume n < 9; b -> h: n = n + 1; h -> c: assume !(n < 9);
           c -> d: n = n - 1; d -> z: call g(n); }
         proc g(k: i32) entry s exit t { loc bad error assertion \"k\";
           s -> u: assume k > 0; u -> t: call g(k - 1); s -> v: assume !(k > 0); v -> bad: assume k < 0; v -> t: skip; }
         entry main;",
    )
    .unwrap_or_else(|e| panic!("{e:?}"));
    let loops = Loops::new(&program);
    let entry = program.procs[program.entry].entry;
    let g = program.procs.iter().find(|(_, p)| &*p.name == "g").expect("g").1.entry;
    let of = |metric| {
        let distances = Distances::new(&program, &loops, metric);
        (distances.abs_dist(entry), distances.exit_dist(entry), distances.abs_dist(g), distances.exit_dist(g))
    };
    // To the error: a h c d, then the call, then s v bad. To the exit: two edges through g, and the return.
    assert_eq!(of(Metric::Statements), (6, 7, 2, 2));
    assert_eq!(of(Metric::BasicBlocks), (3, 2, 2, 1));
    assert_eq!(of(Metric::LoopHeads), (1, 1, 0, 0));
    // The edges that leave the entries of main and of g count, and the return.
    assert_eq!(of(Metric::LoopsAndFunctions), (3, 4, 1, 1));
}

#[test]
fn the_frontier_keeps_its_order() {
    let drain = |search: Search| {
        let mut frontier = Frontier::new(search);
        frontier.extend(vec![3u64, 1, 2], |&d| d);
        frontier.extend(vec![10, 11], |_| 1);
        std::iter::from_fn(|| frontier.pop()).collect::<Vec<_>>()
    };
    assert_eq!(drain(Search::DepthFirst), [10, 11, 3, 1, 2]);
    assert_eq!(drain(Search::BreadthFirst), [3, 1, 2, 10, 11]);
    assert_eq!(drain(Search::Directed), [10, 11, 1, 2, 3]);
}

#[test]
fn of_equally_near_states_the_one_with_the_shortest_way_to_it_is_first() {
    let mut frontier = Frontier::new(Search::Directed);
    let ranks = [(4, 1), (2, 9), (2, 3), (2, 5), (3, 0)].map(|(distance, length)| Rank { distance, length });
    frontier.extend(ranks.to_vec(), |rank| *rank);
    let order: Vec<u64> = std::iter::from_fn(|| frontier.pop()).map(|rank| rank.length).collect();
    assert_eq!(order, [3, 5, 9, 0, 1]);
}

/// A procedure that never returns: what is behind its calls is not reached, and the annotation ends.
#[test]
fn calls_that_never_come_back_lead_nowhere() {
    let program = read_program(
        "proc main() entry a exit z { a -> b: call spin(); b -> c: call spin(); c -> z: skip; }
         proc spin() entry s exit t { loc bad error assertion \"spins\"; s -> h: skip; h -> h: skip; h -> bad: skip; }
         entry main;",
    )
    .unwrap_or_else(|e| panic!("{e:?}"));
    let entry = program.procs[program.entry].entry;
    for &metric in Metric::ALL {
        let distances = Distances::new(&program, &Loops::new(&program), metric);
        assert_eq!(distances.exit_dist(entry), UNREACHABLE);
        assert_ne!(distances.abs_dist(entry), UNREACHABLE);
    }
}
