//! Ghost programs of small programs, as text.

use super::super::super::graph::Loops;
use super::super::tests::{edges, read};
use super::repeated::Repeated;
use super::*;

/// A loop that stores and one that reads, with an error.
const FILL: &str = "global a: i32[]; proc main() entry l0 exit l1 { local i: i64; local x: i32;
    l0 -> l2: havoc a uninitialised; l2 -> l3: i = 0;
    l3 -> l4: assume i < 9; l4 -> l5: a[i] = 7; l5 -> l3: i = i + 1;
    l3 -> l6: assume 9 <= i; l6 -> l7: i = 0;
    l7 -> l8: assume i < 9; l8 -> l9: x = a[i]; l9 -> l10: assume x != 7; loc l10 error label \"E\";
    l9 -> l11: assume x == 7; l11 -> l7: i = i + 1; }";

#[test]
fn a_store_sets_the_cell_and_an_error_wants_the_read_to_be_at_it() {
    let program = read(FILL);
    let passed = ghost_cells(&program);
    let list = edges(&passed.program);
    assert!(!list.iter().any(|e| e.contains("a[i]")), "{list:?}");
    let has = |part: &str| list.iter().filter(|e| e.contains(part)).count();
    // Below, at and above the cell where it stores; at the cell and elsewhere where it reads.
    assert_eq!(has("i128(i) < $k0"), 1, "{list:?}");
    assert_eq!(has("$k0 < i128(i)"), 1, "{list:?}");
    assert_eq!(has("i128(i) == $k0"), 2, "{list:?}");
    assert_eq!(has("i128(i) != $k0"), 1, "{list:?}");
    assert_eq!(has("a[$k0] = 7"), 1, "{list:?}");
    assert_eq!(has("a[] = a[$k0]"), 1, "{list:?}");
    // The flag is set at first, at each read, and assumed in front of the error.
    assert_eq!(has("$hit = true"), 2, "{list:?}");
    assert_eq!(has("$hit = false"), 1, "{list:?}");
    assert_eq!(has("assume $hit"), 1, "{list:?}");
    assert_eq!(passed.mapping.edges.len(), passed.program.edges.len());
    assert_eq!(passed.mapping.locs.len(), passed.program.locs.len());
}

#[test]
fn ghosts_are_read_by_edges_that_read_no_input_of_the_program() {
    let program = read(FILL);
    let passed = ghost_cells(&program);
    for (id, edge) in passed.program.edges.iter() {
        if matches!(edge.op, Op::Havoc(..)) {
            let old = &program.edges[passed.mapping.edges[id]];
            assert!(!matches!(old.op, Op::Havoc(..)), "{id} stems from {old:?}");
        }
    }
}

#[test]
fn without_reads_that_matter_there_are_no_cells() {
    let program = read(
        "global a: i32[]; proc main() entry l0 exit l1 { local i: i64; local x: i32;
            l0 -> l2: x = a[i]; l2 -> l3: assume i == 3; loc l3 error label \"E\"; }",
    );
    let list = edges(&ghost_cells(&program).program);
    assert!(!list.iter().any(|e| e.contains(GHOST_INDEX)), "{list:?}");
}

fn plan_of(text: &str) -> (Program, Plan) {
    let program = read(text);
    let plan = demand::plan(&program, &[], Errors::Kept, Anchor::Reads);
    (program, plan)
}

#[test]
fn indices_that_differ_by_a_constant_share_a_ghost() {
    let (_, plan) = plan_of(
        "global a: i32[]; global b: i32[]; proc main() entry l0 exit l1 { local i: i64; local x: i32; local y: i32;
            l0 -> l2: x = a[i]; l2 -> l3: y = b[i + 2]; l3 -> l4: assume x < y; loc l4 error label \"E\"; }",
    );
    assert_eq!((plan.indices, plan.cells.len(), plan.demands.len()), (1, 2, 1), "{plan:?}");
    // The nearest read is at the index itself.
    let offsets: Vec<i128> = plan.cells.iter().map(|c| c.offset).collect();
    assert_eq!(offsets, [0, -2]);
    assert_eq!(plan.demands[0].sites.len(), 2);
}

#[test]
fn what_is_stored_into_a_cell_is_wanted_too() {
    let copy = |index: &str| {
        format!(
            "global a: i32[]; global b: i32[]; proc main() entry l0 exit l1 {{ local i: i64; local j: i64; local x: i32;
                local y: i32; l0 -> l2: skip; l2 -> l3: assume i < 9; l3 -> l4: x = a[{index}]; l4 -> l5: b[i] = x;
                l5 -> l2: i = i + 1; l2 -> l6: assume 9 <= i; l6 -> l7: y = b[j]; l7 -> l8: assume y == 0;
                loc l8 error label \"E\"; }}"
        )
    };
    // At the index of the store: a cell of the same ghost, and no demand.
    let (program, plan) = plan_of(&copy("i + 1"));
    assert_eq!((plan.indices, plan.cells.len(), plan.demands.len()), (1, 2, 1), "{plan:?}");
    assert_eq!((&*program.vars[plan.cells[1].region].name, plan.cells[1].offset), ("a", 1));
    // Elsewhere: a ghost of its own, demanded when the store hits the first.
    let (_, plan) = plan_of(&copy("9 - i"));
    assert_eq!((plan.indices, plan.cells.len(), plan.demands.len()), (2, 2, 2), "{plan:?}");
    assert!(matches!(plan.demands[1].event, Event::Store(_, 0)), "{plan:?}");
}

#[test]
fn an_assignment_that_a_loop_carries_is_an_event() {
    let (_, plan) = plan_of(
        "global a: i32[]; proc main() entry l0 exit l1 { local i: i64; local m: i32; local s: i32;
            l0 -> l2: m = 0; l2 -> l3: assume i < 9; l3 -> l4: assume m < a[i]; l3 -> l5: assume a[i] <= m;
            l4 -> l5: m = a[i]; l5 -> l6: s = s + a[i]; l6 -> l2: i = i + 1;
            l2 -> l7: assume 9 <= i; l7 -> l8: assume m + s == 0; loc l8 error label \"E\"; }",
    );
    // The sum is no single read's doing.
    assert_eq!((plan.indices, plan.demands.len()), (1, 1), "{plan:?}");
    assert!(matches!(plan.demands[0].event, Event::Assign(_)), "{plan:?}");
}

#[test]
fn a_read_is_repeated_until_something_is_stored() {
    let first_of = |middle: &str, index: &str| {
        let text = format!(
            "global a: i32[]; proc main() entry l0 exit l1 {{ local i: i64; local t: i64; local u: i64; local x: i32;
                l0 -> l2: t = i; l2 -> l3: x = a[t]; l3 -> l4: {middle}; l4 -> l5: u = i; l5 -> l6: x = a[{index}];
                l6 -> l7: assume x == 0; loc l7 error label \"E\"; }}"
        );
        let program = read(&text);
        let repeated = Repeated::new(&program, &Loops::new(&program));
        let sites = program.edges.iter().filter(|(_, e)| matches!(&e.op, Op::Assign(_, Expr::Select(..))));
        let sites: Vec<Site> = sites.map(|(edge, _)| Site { edge, ordinal: 0 }).collect();
        repeated.first(sites[1]) == sites[0]
    };
    assert!(first_of("skip", "u"));
    assert!(first_of("assume x < 7", "u"));
    assert!(!first_of("skip", "u + 1"));
    assert!(!first_of("a[5] = 1", "u"));
    assert!(!first_of("havoc a uninitialised", "u"));
    assert!(!first_of("i = i + 1", "u"));
    assert!(!first_of("havoc i uninitialised", "u"));
}
