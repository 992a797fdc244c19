use super::*;
use crate::cfa::text::{WriteOptions, write_program};
use crate::cfa::{Edge, LocId, Op, ProcId, Program, read_program, verify};
use crate::exec::{HavocRequest, Limits, Machine, Outcome};

pub(super) fn read(text: &str) -> Program {
    read_program(text).unwrap_or_else(|e| panic!("{e}"))
}

/// The edges of a program as text, for comparison.
pub(super) fn edges(program: &Program) -> Vec<String> {
    program.edges.values().map(|e| format!("{} -> {}: {}", e.src, e.dst, program.show_op(&e.op))).collect()
}

fn text(program: &Program) -> String {
    write_program(program, WriteOptions { spans: false })
}

const CALLS: &str = "
    entry main;
    global g: i32;
    proc main() entry l0 exit l1 {
        local r: i32; local s: i32;
        l0 -> l2: r = call twice(1);
        l2 -> l3: s = call twice(r + g);
        l3 -> l4: assume s == 4;
        loc l4 error reach_error \"four\";
        l3 -> l1: assume s != 4;
    }
    proc twice(n: i32) -> m entry l5 exit l6 {
        local m: i32; local t: i32;
        l5 -> l7: m = call once(n);
        l7 -> l8: assume t < m;
        l7 -> l6: assume m <= t;
        l8 -> l6: m = call once(m);
    }
    proc once(k: i32) -> k entry l9 exit l10 {
        l9 -> l11: k = k + 1;
        l11 -> l12: assume k < 0;
        loc l12 error assertion \"k\";
        l11 -> l10: assume 0 <= k;
    }";

#[test]
fn inlining_copies_bodies() {
    let old = read(CALLS);
    let Passed { program, mapping } = inline(&old, &InlineOptions::default());
    assert!(program.is_flat() && program.procs.len() == 1);
    // One copy of `twice` a call, two of `once` in each.
    assert_eq!(program.errors().count(), 5);
    assert_eq!(program.vars.values().filter(|v| &*v.name == "k").count(), 4);
    // `t` is read before it is written: each entry makes it arbitrary again.
    let fresh = program.edges.values().filter(|e| matches!(e.op, Op::Havoc(..))).count();
    assert_eq!(fresh, 2, "{}", text(&program));
    for (new, &loc) in mapping.locs.iter() {
        assert_eq!(program.locs[new].error, old.locs[loc].error);
    }
    for (new, &edge) in mapping.edges.iter() {
        let depth = mapping.calls_around(new).len();
        let name = &*old.procs[old.proc_of(old.edges[edge].src)].name;
        if !matches!(old.edges[edge].op, Op::Call { .. }) {
            assert_eq!(depth, ["main", "twice", "once"].iter().position(|n| *n == name).expect("a procedure"));
        }
    }
}

#[test]
fn recursive_calls_are_unfolded_to_a_depth() {
    // Halves its parameter until that is zero: called with 2^d, d + 2 frames.
    let halving = |argument: i32| {
        read(&format!(
            "entry main; proc main() entry l0 exit l1 {{ local x: i32; l0 -> l1: x = call f({argument}); }}
             proc f(n: i32) -> r entry l2 exit l3 {{
               local r: i32;
               l2 -> l4: assume n == 0; l4 -> l3: r = 0;
               l2 -> l5: assume n != 0; l5 -> l6: r = call f(n / 2); l6 -> l3: r = r + 1; }}"
        ))
    };
    for (argument, frames, reaches_end) in [(8, 5, true), (8, 4, false), (0, 1, true), (1, 1, false)] {
        let unfolded = inline(&halving(argument), &InlineOptions::unfolding(frames, 1000)).program;
        assert!(unfolded.is_flat());
        let cut = |e: &Edge| matches!(&e.op, Op::Unsupported(what) if **what == *TOO_DEEP);
        assert_eq!(unfolded.edges.values().filter(|e| cut(e)).count(), 1);
        let machine = Machine::new(&unfolded);
        let mut no_inputs = |_: &HavocRequest<'_>| None;
        let outcome = machine.run(&mut machine.initial(), &mut no_inputs, &Limits::steps(1000)).outcome;
        assert_eq!(matches!(outcome, Outcome::Exited), reaches_end, "{argument} {frames}: {outcome:?}");
    }
}

#[test]
fn inlining_keeps_recursion_and_the_limit() {
    let recursive = read(
        "entry main; proc main() entry l0 exit l1 { local x: i32; l0 -> l1: x = call f(3); }
         proc f(n: i32) -> n entry l2 exit l3 { l2 -> l3: n = call f(n - 1); l2 -> l3: call g(); }
         proc g() entry l4 exit l5 { l4 -> l5: skip; }",
    );
    let program = inline(&recursive, &InlineOptions::default()).program;
    assert_eq!(program.procs.values().map(|p| &*p.name).collect::<Vec<_>>(), ["main", "f"]);
    assert_eq!(program.edges.values().filter(|e| matches!(e.op, Op::Call { .. })).count(), 2);

    // Each procedure calls the next one twice: 2^40 copies of the last.
    let mut doubling = String::from("entry p0; ");
    for i in 0..40 {
        let (a, b, c, next) = (3 * i, 3 * i + 1, 3 * i + 2, i + 1);
        doubling += &format!(
            "proc p{i}() entry n{a} exit n{b} {{ n{a} -> n{c}: call p{next}(); n{c} -> n{b}: call p{next}(); }}"
        );
    }
    doubling += "proc p40() entry last0 exit last1 { last0 -> last1: skip; }";
    let program = inline(&read(&doubling), &InlineOptions::up_to(1000)).program;
    assert!(program.edges.len() <= 1000 && !program.is_flat());
}

#[test]
fn procedures_without_loops_have_a_limit_of_their_own() {
    let program = read(
        "entry main; global x: i32; proc main() entry l0 exit l1 {
            l0 -> l2: call short(); l2 -> l3: call short(); l3 -> l4: call long(); l4 -> l1: call long(); }
         proc short() entry s0 exit s1 { s0 -> s1: x = 1; }
         proc long() entry n0 exit n1 { n0 -> n2: assume x < 3; n2 -> n0: x = x + 1; n0 -> n1: assume 3 <= x; }",
    );
    let names = |options: InlineOptions| {
        inline(&program, &options).program.procs.values().map(|p| p.name.to_string()).collect::<Vec<_>>()
    };
    assert_eq!(names(InlineOptions { max_edges_without_loops: 100, ..InlineOptions::up_to(10) }), ["main", "long"]);
    assert_eq!(names(InlineOptions::up_to(8)), ["main", "short", "long"]);
    assert_eq!(names(InlineOptions::up_to(100)), ["main"]);
}

#[test]
fn loops_become_procedures() {
    let program = read(
        "entry main; proc main() entry a exit z { local x: i32; local y: i32; loc bad error label \"ERROR\";
            a -> h: x = 0; h -> i: assume x < 3; i -> k: y = 0; k -> l: assume y < 2; l -> k: y = y + 1;
            l -> bad: assume x > 5; k -> m: assume !(y < 2); m -> h: x = x + 1; h -> z: assume !(x < 3); }",
    );
    let Passed { program: new, mapping } = outline_loops(&program);
    assert_eq!(new.procs.values().map(|p| &*p.name).collect::<Vec<_>>(), ["main", "main:loop1", "main:loop2"]);
    assert!(new.vars.values().all(|v| v.owner.is_none()));
    let called = |proc: ProcId| {
        let calls = new.edges.values().filter(|e| new.proc_of(e.src) == proc);
        calls.filter_map(|e| if let Op::Call { callee, .. } = e.op { Some(callee.as_u32()) } else { None }).collect()
    };
    let by_proc: Vec<Vec<u32>> = new.procs.keys().map(called).collect();
    assert_eq!(by_proc, [vec![1], vec![2], vec![]]);
    // The error is copied to where it happens; the old one is not reached any more.
    let errors: Vec<u32> = new
        .errors()
        .filter(|(loc, _)| !new.locs[*loc].incoming.is_empty())
        .map(|(loc, _)| new.proc_of(loc).as_u32())
        .collect();
    assert_eq!(errors, [2]);
    assert!(new.edges.keys().take(program.edges.len()).all(|e| mapping.edges[e] == e));

    // Two ways out, or two ways in: no procedure.
    for stays in [
        "h -> i: assume x < 3; i -> h: x = x + 1; i -> y: assume x > 1; y -> z: x = 2; h -> z: assume !(x < 3); a -> h: skip;",
        "h -> i: assume x < 3; i -> h: x = x + 1; h -> z: assume !(x < 3); a -> h: skip; a -> i: skip;",
    ] {
        let text = format!("entry main; proc main() entry a exit z {{ local x: i32; {stays} }}");
        assert_eq!(outline_loops(&read(&text)).program.procs.len(), 1, "{stays}");
    }
}

#[test]
fn dead_code_goes_both_ways() {
    let program = read(
        "entry main; global x: i32; global unused: i32;
         proc main() entry l0 exit l1 {
            l0 -> l2: x = 1;
            l2 -> l3: assume x < 3;
            loc l3 error label \"ERROR\";
            l2 -> l4: assume 3 <= x;
            l4 -> l1: x = 2;
            l5 -> l3: x = 5;
            l2 -> l6: unsupported \"asm\";
            l6 -> l3: skip;
         }
         proc never() entry l7 exit l8 { l7 -> l8: skip; }",
    );
    let dead = remove_dead(&program);
    assert_eq!(edges(&dead.program), ["l0 -> l2: x = 1", "l2 -> l3: assume x < 3", "l2 -> l4: unsupported \"asm\""]);
    assert_eq!((dead.program.procs.len(), dead.program.vars.len()), (1, 1));
    assert_eq!(dead.mapping.locs.values().map(|l| l.as_u32()).collect::<Vec<_>>(), [0, 1, 2, 3, 6]);
}

#[test]
fn a_safe_program_becomes_empty() {
    let program = read("proc main() entry l0 exit l1 { local x: i32; l0 -> l1: x = 1; }");
    assert_eq!(remove_dead(&program).program.edges.len(), 0);
}

#[test]
fn skips_are_contracted() {
    let program = read(
        "proc main() entry l0 exit l1 { local x: i32;
            l0 -> l2: skip; l2 -> l3: skip; loc l3 loop; l3 -> l4: skip; l4 -> l5: assume x < 3; l5 -> l6: assume true;
            l6 -> l3: skip; l4 -> l7: assume 3 <= x; l7 -> l8: skip; loc l8 error reach_error \"e\";
            l4 -> l9: assume x == 9; l9 -> l10: skip; l10 -> l9: skip; }",
    );
    let Passed { program, mapping } = contract_skips(&program);
    assert_eq!(verify(&program), Ok(()));
    let heads: Vec<LocId> = program.locs.iter().filter(|(_, l)| l.is_loop).map(|(id, _)| id).collect();
    assert_eq!(heads.len(), 1);
    assert_eq!(mapping.locs[heads[0]].as_u32(), 4);
    // The entry's skip and the three conditions; the cycle of skips became an end.
    assert_eq!(program.edges.len(), 4, "{}", text(&program));
}

#[test]
fn mappings_compose() {
    let old = read(CALLS);
    let once = inline(&old, &InlineOptions::default());
    let twice = Passed::unchanged(old.clone())
        .then(|p| inline(p, &InlineOptions::default()))
        .then(contract_skips)
        .then(remove_dead)
        .then(|p| inline(p, &InlineOptions::default()));
    assert!(twice.program.edges.len() <= once.program.edges.len());
    for (new, &edge) in twice.mapping.edges.iter() {
        let calls = twice.mapping.calls_around(new);
        let callee = |e| match &old.edges[e].op {
            Op::Call { callee, .. } => *callee,
            _ => panic!("a frame is made of calls"),
        };
        // Each call is made by the procedure that the one before it called.
        let mut current = old.entry;
        for call in calls {
            assert_eq!(old.proc_of(old.edges[call].src), current);
            current = callee(call);
        }
        if !matches!(old.edges[edge].op, Op::Call { .. }) {
            assert_eq!(old.proc_of(old.edges[edge].src), current);
        }
    }
}

#[test]
fn replay_finds_the_copy_that_reads() {
    let old = read(
        "entry main; proc main() entry l0 exit l1 { local a: i32; local b: i32;
            l0 -> l2: a = call f(); l2 -> l3: b = call f(); l3 -> l4: assume b == 7; loc l4 error label \"E\"; }
         proc f() -> x entry l5 exit l6 { local x: i32; l5 -> l6: havoc x input \"nondet\"; }",
    );
    let passed = inline(&old, &InlineOptions::default());
    let havocs: Vec<_> = passed.program.edges.iter().filter(|(_, e)| matches!(e.op, Op::Havoc(..))).collect();
    assert_eq!(havocs.len(), 2);
    let calls: Vec<_> = old.edges.iter().filter(|(_, e)| matches!(e.op, Op::Call { .. })).map(|(e, _)| e).collect();
    let read = old.edges.iter().find(|(_, e)| matches!(e.op, Op::Havoc(..))).expect("one read").0;
    // Only the copy of the second call is known to have read 7.
    let second = havocs.iter().find(|(e, _)| passed.mapping.calls_around(*e) == [calls[1]]).expect("a copy").0;
    let mut replay = passed.mapping.replay([(second, 7)], Filler::One);
    assert_eq!(replay.read([calls[0]], read), 1);
    assert_eq!(replay.read([calls[1]], read), 7);
    assert_eq!(replay.made_up(), 1);
}
