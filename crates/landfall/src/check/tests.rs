//! Proofs and executions that hold, and some that do not.

use std::collections::BTreeMap;
use std::sync::Arc;

use landfall_smt::{Config, Term};

use super::*;
use crate::cfa::passes::{Anchor, Derived, Errors, Mapping, Pass};
use crate::cfa::text::read_program;
use crate::cfa::{HavocKind, LocId};
use crate::encode::{Numbers, Symbols};
use crate::verdict::{Contract, Execution, Input, Proof};

/// x counts up to 10; y counts along. The error is x != y at the end.
const COUNTING: &str = "
proc main() entry a exit z {
  local x: i32; local y: i32;
  loc bad error assertion \"x == y\";
  a -> b: x = 0;
  b -> h: y = 0;
  h -> c: assume x < 10;
  c -> d: x = x + 1;
  d -> h: y = y + 1;
  h -> e: assume !(x < 10);
  e -> bad: assume x != y;
  e -> z: assume x == y;
}";

fn program(text: &str) -> Arc<Program> {
    Arc::new(read_program(text).unwrap_or_else(|e| panic!("{e:?}")))
}

fn head(program: &Program) -> LocId {
    let is_head = |l: &LocId| program.locs[*l].incoming.len() == 2 && program.locs[*l].outgoing.len() == 2;
    program.locs.keys().find(is_head).expect("one loop head")
}

fn var(program: &Program, name: &str) -> Term {
    let var = program.vars.iter().find(|(_, v)| &*v.name == name).expect("a variable of that name").0;
    Symbols::new(program, Numbers::Mathematical).state(var)
}

/// The program without any pass.
fn plain(program: &Program) -> Derived {
    Derived::by(&[], program)
}

fn proof(program: &Arc<Program>, invariant: Term) -> Proof {
    let invariants = BTreeMap::from([(head(program), invariant)]);
    Proof::inductive(&plain(program), invariants, BTreeMap::new())
}

fn check(proof: &Proof) -> Result<Certified, Failure> {
    check_proof(proof, &Config::default(), &Budget::unlimited())
}

#[test]
fn an_inductive_invariant_is_certified() {
    let p = program(COUNTING);
    let certified = check(&proof(&p, var(&p, "x").eq(var(&p, "y")))).expect("a proof");
    assert_eq!(certified.meaning, Meaning::MathematicalIntegers);
}

#[test]
fn what_is_not_inductive_or_too_weak_is_refused() {
    let p = program(COUNTING);
    let (x, y) = (var(&p, "x"), var(&p, "y"));
    let wrong = [
        Term::tt(),
        Term::ff(),
        x.le(5),
        y.le(x),
        // True of all executions, and not inductive.
        Term::and(&[y.le(10), x.ge(0), y.ge(0)]),
    ];
    for invariant in wrong {
        assert!(matches!(check(&proof(&p, invariant)), Err(Failure::Refuted(_))), "{invariant}");
    }
}

#[test]
fn an_unsupported_edge_must_be_excluded() {
    let text = |bound: i32| {
        format!(
            "proc main() entry a exit z {{ local x: i32; a -> b: havoc x input \"f\"; b -> c: assume x < 5;
               c -> d: assume x > {bound}; d -> z: unsupported \"goto *p\"; }}"
        )
    };
    let nothing = |p: &Arc<Program>| Proof::inductive(&plain(p), BTreeMap::new(), BTreeMap::new());
    assert!(check(&nothing(&program(&text(7)))).is_ok());
    assert!(check(&nothing(&program(&text(2)))).is_err());
}

/// The bound of the type is needed: x + 1 > x would be true of unbounded integers, x + y >= x for y >= 0 only in range.
#[test]
fn ranges_are_used_where_the_unbounded_meaning_does_not_do() {
    let p = program(
        "proc main() entry a exit z { local x: i32; loc bad error assertion \"fits\";
           a -> b: havoc x input \"f\"; b -> c: x = x + 1; c -> bad: assume x > 2147483646 + 1; c -> z: assume x <= 2147483647; }",
    );
    // 2147483646 + 1 folds to the largest value, so the error asks for more than a 32-bit integer holds.
    let nothing = Proof::inductive(&plain(&p), BTreeMap::new(), BTreeMap::new());
    assert_eq!(check(&nothing).map(|c| c.meaning), Ok(Meaning::MachineIntegers));
}

#[test]
fn weakening_keeps_the_inductive_conjuncts() {
    let p = program(COUNTING);
    let (x, y) = (var(&p, "x"), var(&p, "y"));
    let candidate = Term::and(&[x.eq(y), x.le(5), x.le(10), y.ge(1)]);
    let weakened = weaken(&proof(&p, candidate), &Config::default(), &Budget::unlimited()).expect("time");
    assert_eq!(weakened.invariants[&head(&p)], Term::and(&[x.eq(y), x.le(10)]));
    assert!(check(&weakened).is_ok());
}

#[test]
fn what_a_proof_does_not_need_is_left_out() {
    let p = program(COUNTING);
    let (x, y) = (var(&p, "x"), var(&p, "y"));
    let full = proof(&p, Term::and(&[x.eq(y), x.le(10), x.le(20), y.ge(0)]));
    let certified = check(&full).expect("it is a proof");
    let config = Config::default();
    let (reduced, _) = reduce(&full, certified, &config, &Budget::unlimited()).expect("it has superfluous conjuncts");
    let kept = reduced.invariants[&head(&p)].conjuncts();
    assert!(kept.len() < 4 && check(&reduced).is_ok(), "{kept:?}");
    for conjunct in &kept {
        let fewer: Vec<Term> = kept.iter().filter(|other| *other != conjunct).copied().collect();
        assert!(check(&proof(&p, Term::and(&fewer))).is_err(), "{conjunct} is superfluous");
    }
}

/// sum(n) = n <= 0 ? 0 : n + sum(n - 1), and it is never negative.
const RECURSIVE: &str = "
global g: i32;
proc main() entry a exit z {
  local n: i32; local r: i32;
  loc bad error assertion \"r >= 0\";
  a -> b: havoc n input \"f\";
  b -> c: r = call sum(n);
  c -> bad: assume r < 0;
  c -> z: assume !(r < 0);
}
proc sum(k: i32) -> result entry s exit t {
  local result: i32; local below: i32;
  s -> u: assume k < 1;
  u -> t: result = 0;
  s -> v: assume !(k < 1);
  v -> w: below = call sum(k - 1);
  w -> t: result = k + below;
}
entry main;";

#[test]
fn contracts_prove_recursive_programs() {
    let p = program(RECURSIVE);
    let sum = p.procs.iter().find(|(_, proc)| &*proc.name == "sum").expect("sum").0;
    let symbols = Symbols::new(&p, Numbers::Mathematical);
    let result = symbols.primed(p.procs[sum].result.expect("a result"));
    let with = |ensures: Term| {
        let contracts = BTreeMap::from([(sum, Contract { requires: Term::tt(), ensures })]);
        check(&Proof::inductive(&plain(&p), BTreeMap::new(), contracts))
    };
    assert!(with(result.ge(0)).is_ok());
    // In terms of the entry state, too: the result is at least the argument.
    assert!(with(Term::and(&[result.ge(0), result.ge(symbols.state(p.procs[sum].params[0]))])).is_ok());
    assert!(with(Term::tt()).is_err());
    assert!(with(result.ge(1)).is_err());
}

/// Each of these would prove something false, were it not for its stray symbol.
#[test]
fn terms_that_speak_of_what_they_must_not_are_refused() {
    // f returns an arbitrary value; two calls need not agree.
    let p = program(
        "proc main() entry a exit z { local x: i32; local y: i32; loc bad error assertion \"x == y\";
           a -> b: x = call f(); b -> c: y = call f(); c -> bad: assume x != y; c -> z: assume x == y; }
         proc f() -> result entry s exit t { local result: i32; local u: i32; s -> t: result = u; }
         entry main;",
    );
    let f = p.procs.iter().find(|(_, proc)| &*proc.name == "f").expect("f").0;
    let symbols = Symbols::new(&p, Numbers::Mathematical);
    let result = symbols.primed(p.procs[f].result.expect("a result"));
    let u = p.vars.iter().find(|(_, v)| &*v.name == "u").expect("u").0;
    for stray in [symbols.state(u), symbols.primed(u), symbols.entry(u)] {
        let contracts = BTreeMap::from([(f, Contract { requires: Term::tt(), ensures: result.eq(stray) })]);
        let failure = check(&Proof::inductive(&plain(&p), BTreeMap::new(), contracts));
        assert!(matches!(&failure, Err(Failure::Refuted(why)) if why.what.contains("must not speak")), "{failure:?}");
    }
    let invariants = BTreeMap::from([(p.procs[p.entry].entry, symbols.state(u).eq(0))]);
    assert!(check(&Proof::inductive(&plain(&p), invariants, BTreeMap::new())).is_err());
}

/// The invariant of a loop inside a procedure relates the state to that at the entry; globals are part of both.
#[test]
fn invariants_may_speak_of_entry_values() {
    let p = program(
        "global g: i32;
         proc main() entry a exit z { loc bad error assertion \"g == 7\";
           a -> b: g = 4; b -> c: call add(3); c -> bad: assume g != 7; c -> z: assume g == 7; }
         proc add(n: i32) entry s exit t { local i: i32;
           s -> h: i = 0; h -> k: assume i < n; k -> l: g = g + 1; l -> h: i = i + 1; h -> t: assume !(i < n); }
         entry main;",
    );
    let symbols = Symbols::new(&p, Numbers::Mathematical);
    let named = |name: &str| p.vars.iter().find(|(_, v)| &*v.name == name).expect("a variable").0;
    let (g, n, i) = (named("g"), named("n"), named("i"));
    let add = p.procs.iter().find(|(_, proc)| &*proc.name == "add").expect("add").0;
    let (now, then) = (|v| symbols.state(v), |v| symbols.entry(v));
    let loop_invariant = |sum: Term| Term::and(&[now(g).eq(sum), now(i).le(now(n)), now(n).eq(then(n))]);
    let contract = Contract { requires: now(n).ge(0), ensures: symbols.primed(g).eq(now(g).add(now(n))) };
    let with = |invariant: Term| {
        let invariants = BTreeMap::from([(head(&p), invariant)]);
        Proof::inductive(&plain(&p), invariants, BTreeMap::from([(add, contract.clone())]))
    };
    assert!(check(&with(loop_invariant(then(g).add(now(i))))).is_ok());
    assert!(check(&with(loop_invariant(now(g)))).is_err());
    // What is required must hold at the call.
    let mut demanding = with(loop_invariant(then(g).add(now(i))));
    demanding.contracts.insert(add, Contract { requires: now(n).ge(4), ..contract });
    assert!(matches!(check(&demanding), Err(Failure::Refuted(why)) if why.what.contains("requires")));
}

#[test]
fn executions_are_replayed() {
    let p = program(
        "proc main() entry a exit z { local x: i32; loc bad error assertion \"x != 7\";
           a -> b: havoc x input \"f\"; b -> bad: assume x == 7; b -> z: assume x != 7; }",
    );
    let with = |value| Execution {
        inputs: vec![Input { value, kind: HavocKind::Uninitialised, span: None }],
        ..Execution::default()
    };
    let replayed = check_execution(&p, &with(7), &Budget::unlimited()).expect("an error");
    assert_eq!((replayed.path.len(), replayed.inputs.len()), (2, 1));
    assert_eq!(replayed.inputs[0].kind, HavocKind::Input("f".into()));
    assert!(replayed.error.is_some());
    assert!(check_execution(&p, &with(8), &Budget::unlimited()).is_err());
    let verdict = certify(Verdict::Unsafe(with(8)), &p, &Config::default(), &Budget::unlimited()).0;
    assert!(matches!(verdict, Verdict::Unknown(Reason::ExecutionNotReplayed(_))));
}

#[test]
fn unrolled_proofs_are_unrolled_again() {
    let p = program(COUNTING);
    let repeated = |times: u32| check(&Proof::unrolled(&plain(&p), BTreeMap::from([(head(&p), times)])));
    assert_eq!(repeated(10).expect("a proof").meaning, Meaning::MachineIntegers);
    assert!(repeated(11).is_ok(), "more than needed is a proof as well");
    assert!(matches!(repeated(9), Err(Failure::Refuted(_))), "one iteration is missing");
    assert!(check(&Proof::unrolled(&plain(&p), BTreeMap::new())).is_err());
    let wrong = program(&COUNTING.replace("y = y + 1", "y = y + 2"));
    let proof = Proof::unrolled(&plain(&wrong), BTreeMap::from([(head(&wrong), 10)]));
    assert!(matches!(check(&proof), Err(Failure::Refuted(_))), "the error is reached");
}

#[test]
fn unrolling_again_knows_inputs_memory_and_choices() {
    let check_flat = |text: &str| check(&Proof::unrolled(&plain(&program(text)), BTreeMap::new()));
    let text = |condition: &str| {
        format!(
            "global m: u8[];
             proc main() entry a exit z {{ local c: u8; local x: i32; loc bad error assertion \"holds\";
               a -> b: m[] = 7:u8; b -> c: havoc c input \"f\"; c -> l: skip; c -> r: skip;
               l -> j: m[i64(c)] = 1:u8; r -> j: m[5:i64] = 2:u8; j -> bad: assume {condition}; j -> z: assume !({condition}); }}"
        )
    };
    assert!(check_flat(&text("m[i64(c)] == 3:u8")).is_ok());
    for reached in ["m[i64(c)] == 1:u8", "m[i64(c)] == 2:u8", "m[i64(c)] == 7:u8", "m[5:i64] == 1:u8"] {
        assert!(matches!(check_flat(&text(reached)), Err(Failure::Refuted(_))), "{reached}");
    }
    let unsupported = "proc main() entry a exit z { local x: i32; loc bad error assertion \"h\";
        a -> b: havoc x input \"f\"; b -> z: unsupported \"asm\"; b -> bad: assume x != x; }";
    assert!(matches!(check_flat(unsupported), Err(Failure::Refuted(_))));
}

/// What becomes of a proof that is said to be one of `original`.
fn certified(original: &Program, proof: Proof) -> Result<(), String> {
    match certify(Verdict::Safe(proof), original, &Config::default(), &Budget::unlimited()).0 {
        Verdict::Safe(_) => Ok(()),
        Verdict::Unknown(reason) => Err(reason.to_string()),
        Verdict::Unsafe(_) => unreachable!("a proof does not become an execution"),
    }
}

/// The proof that x and y are equal in the loop.
fn proof_after(derived: &Derived) -> Proof {
    let program = &derived.program;
    let equal = var(program, "x").eq(var(program, "y"));
    Proof::inductive(derived, BTreeMap::from([(head(program), equal)]), BTreeMap::new())
}

#[test]
fn a_proof_is_tied_to_its_program_by_the_passes() {
    // Something for slicing to take away.
    let longer = COUNTING
        .replace("local y", "local w: i32; local y")
        .replace("a -> b: x = 0;", "a -> a2: w = 1;\n  a2 -> b: x = 0;");
    let original = program(&longer);
    let passes = [Pass::RemoveDead, Pass::Slice, Pass::ContractSkips];
    let derived = Derived::by(&passes, &original);
    assert_eq!(certified(&original, proof_after(&derived)), Ok(()));

    let refused = |proof: Proof, original: &Program, why: &str| {
        let reason = certified(original, proof).expect_err("the proof is forged");
        assert!(reason.contains(why), "{reason}");
    };
    // A proof of another program.
    let other = program(&longer.replace("x < 10", "x < 11"));
    refused(proof_after(&derived), &other, "another one");
    // A proof of the program without its error, said to come from the same passes.
    let mut harmless = Program::clone(&derived.program);
    harmless.locs.values_mut().for_each(|loc| loc.error = None);
    let forged = Proof { program: Arc::new(harmless.clone()), ..proof_after(&derived) };
    refused(forged, &original, "another one");
    // The same, honestly called altered.
    refused(proof_after(&derived.altered(harmless)), &original, "altered");
    // A pass that drops errors.
    let dropping = Pass::GhostCells { facts: Vec::new(), errors: Errors::Dropped, anchor: Anchor::Reads };
    refused(proof_after(&derived.then(dropping)), &original, "dropped some");
    // Passes that are not told of.
    let chain = vec![Pass::RemoveDead];
    refused(Proof { chain, ..proof_after(&derived) }, &original, "another one");
    // A way back that leads elsewhere.
    let mut mapping = Mapping::clone(&derived.mapping);
    let first = mapping.locs.values().next().copied().expect("a location");
    mapping.locs.values_mut().for_each(|loc| *loc = first);
    refused(Proof { mapping: Arc::new(mapping), ..proof_after(&derived) }, &original, "way back");
}
