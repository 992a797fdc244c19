use super::*;
use crate::cfa::read_program;

fn read(text: &str) -> Program {
    read_program(text).unwrap_or_else(|e| panic!("{e}"))
}

fn names(program: &Program, vars: &[VarId]) -> Vec<String> {
    vars.iter().map(|&v| program.vars[v].name.to_string()).collect()
}

fn loc(i: u32) -> LocId {
    LocId::from_u32(i)
}

/// Two nested loops, heads 2 and 3; 1 is the exit.
const NESTED: &str = "global x: i32; global y: i32;
    proc main() entry l0 exit l1 {
        l0 -> l2: x = 0;
        l2 -> l3: assume x < 10;
        l3 -> l4: assume y < 5;
        l4 -> l3: y = y + 1;
        l3 -> l5: assume !(y < 5);
        l5 -> l2: x = x + 1;
        l2 -> l1: assume !(x < 10);
    }";

#[test]
fn loops_nest() {
    let program = read(NESTED);
    let loops = Loops::new(&program);
    let found: Vec<_> = loops.components().map(|(id, c)| (c.head, c.depth, loops.body(id).to_vec())).collect();
    assert_eq!(found, [(loc(2), 1, vec![loc(2), loc(3), loc(4), loc(5)]), (loc(3), 2, vec![loc(3), loc(4)])]);
    assert_eq!(loops.order(program.entry), [0, 2, 3, 4, 5, 1].map(loc));
    assert_eq!([0, 1, 2, 3, 4, 5].map(|l| loops.depth(loc(l))), [0, 0, 1, 2, 2, 1]);
    assert_eq!(cut_points(&program, &loops), [0, 1, 2, 3].map(loc));
}

/// Bourdoncle's own example (figure 2): 1 2 (3 4 (5 6) 7) 8, here numbered from 0, with an exit in addition.
#[test]
fn weak_topological_order_of_the_paper() {
    let edges = [(1, 2), (2, 3), (2, 8), (3, 4), (4, 5), (4, 7), (5, 6), (6, 5), (6, 7), (7, 3), (7, 8)];
    let edges: String = edges.iter().map(|(a, b)| format!("n{a} -> n{b}: skip;\n")).collect();
    let program = read(&format!("proc main() entry n1 exit n9 {{ {edges} n8 -> n9: skip; }}"));
    let loops = Loops::new(&program);
    let shape: Vec<_> = loops.components().map(|(_, c)| (c.start, c.end)).collect();
    assert_eq!(shape, [(2, 7), (4, 6)]);
    assert_eq!(loops.order(program.entry).len(), 9);
}

/// Every cycle passes a head, whatever the graph looks like.
#[test]
fn irreducible_loops_have_heads() {
    let program = read(
        "proc main() entry l0 exit l1 { l0 -> l2: skip; l0 -> l3: skip; l2 -> l3: skip; l3 -> l2: skip;
         l3 -> l4: skip; l4 -> l4: skip; l4 -> l2: skip; l2 -> l1: skip; }",
    );
    let loops = Loops::new(&program);
    let mut state = vec![0u8; program.locs.len()];
    fn cycle(program: &Program, loops: &Loops, l: LocId, state: &mut [u8]) -> bool {
        let i = l.as_u32() as usize;
        match state[i] {
            1 => return true,
            2 => return false,
            _ => state[i] = 1,
        }
        let found = program.outgoing(l).any(|(_, e)| !loops.is_head(e.dst) && cycle(program, loops, e.dst, state));
        state[i] = 2;
        found
    }
    for l in program.locs.keys() {
        assert!(!cycle(&program, &loops, l, &mut state));
    }
    assert!(loops.is_head(loc(4)));
}

#[test]
fn dominators_and_postdominators() {
    let program = read(NESTED);
    let tree = ControlTree::dominators(&program);
    assert_eq!(
        [0, 1, 2, 3, 4, 5].map(|l| tree.immediate(loc(l)).map(|l| l.as_u32())),
        [None, Some(2), Some(0), Some(2), Some(3), Some(3)]
    );
    assert!(tree.dominates(loc(2), loc(5)) && !tree.dominates(loc(4), loc(5)));
    let post = postdominators(&program, &Members::new(&program), &CallGraph::new(&program), &Loops::new(&program));
    assert_eq!(
        [0, 1, 2, 3, 4, 5].map(|l| post.immediate(loc(l)).map(|l| l.as_u32())),
        [Some(2), None, None, None, Some(3), Some(2)]
    );
}

/// `even` and `odd` call each other, `leaf` is called by `odd` only and changes `g`.
const CALLS: &str = "global g: i32; global h: i32;
    entry main;
    proc main() entry l0 exit l1 { local r: i32; l0 -> l2: r = call even(3); l2 -> l1: h = r; l2 -> l9: assume h < r;
        loc l9 error reach_error \"h\"; }
    proc even(n: i32) -> n entry l3 exit l4 { l3 -> l4: n = call odd(n - 1); l3 -> l4: assume n == 0; }
    proc odd(m: i32) -> m entry l5 exit l6 { l5 -> l6: m = call even(m - 1); l5 -> l6: call leaf(); }
    proc leaf() entry l7 exit l8 { l7 -> l8: g = h; }
    proc unused() entry l10 exit l11 { l10 -> l11: skip; }";

#[test]
fn call_graph_knows_recursion_and_globals() {
    let program = read(CALLS);
    let calls = CallGraph::new(&program);
    let recursive: Vec<bool> = program.procs.keys().map(|p| calls.is_recursive(p)).collect();
    assert_eq!(recursive, [false, true, true, false, false]);
    let order: Vec<Vec<u32>> = calls.bottom_up().map(|c| c.iter().map(|p| p.as_u32()).collect()).collect();
    assert_eq!(order, [vec![3], vec![1, 2], vec![0], vec![4]]);
    let modified = calls.modified_globals(&program);
    let modified: Vec<_> = modified.values().map(|vars| names(&program, vars)).collect();
    assert_eq!(modified, [vec!["g", "h"], vec!["g"], vec!["g"], vec!["g"], vec![]]);
    let read = calls.read_globals(&program);
    assert_eq!(names(&program, read.values().nth(1).expect("even")), ["h"]);
}

#[test]
fn reachability_goes_through_calls() {
    let program = read(CALLS);
    let calls = CallGraph::new(&program);
    let forward = reachable_from_entry(&program, &calls);
    let reached: Vec<u32> = program.locs.keys().filter(|&l| forward.contains(l)).map(|l| l.as_u32()).collect();
    assert_eq!(reached, [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
    let backward = can_reach_obligation(&program, &calls);
    let alive: Vec<u32> = program.locs.keys().filter(|&l| backward.contains(l)).map(|l| l.as_u32()).collect();
    assert_eq!(alive, [0, 2, 3, 4, 5, 6, 7, 8, 9]);
}

#[test]
fn a_call_that_never_returns_cuts_what_follows() {
    let program = read(
        "proc main() entry l0 exit l1 { l0 -> l2: call stop(); l2 -> l1: skip; }
         proc stop() entry l3 exit l4 { l3 -> l5: skip; }",
    );
    let forward = reachable_from_entry(&program, &CallGraph::new(&program));
    assert!(!forward.contains(loc(2)) && forward.contains(loc(5)));
}

#[test]
fn liveness_follows_reads() {
    let program = read(NESTED);
    let live = Liveness::new(&program, &CallGraph::new(&program));
    assert_eq!(names(&program, live.at(loc(0))), ["y"]);
    assert_eq!(names(&program, live.at(loc(2))), ["x", "y"]);
    assert!(live.at(loc(1)).is_empty());

    let program = read(CALLS);
    let live = Liveness::new(&program, &CallGraph::new(&program));
    assert_eq!(names(&program, live.at(loc(0))), ["h"]);
    assert_eq!(names(&program, live.at(loc(2))), ["h", "r"]);
    // `g` is never read, so it is not live at an exit.
    assert_eq!(names(&program, live.at(loc(4))), ["h", "n"]);
}
