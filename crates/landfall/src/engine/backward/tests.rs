//! The programs of the paper's Figures 1 to 3, and the invariants that it finds for them.

use std::time::Duration;

use landfall_smt::{Context, Term};

use super::{Beyond, Effort};
use crate::analysis::{Settings, analyse};
use crate::budget::Budget;
use crate::encode::state_symbol;
use crate::engine::tests::with_body;
use crate::engine::{EngineKind, EngineOptions};
use crate::report::Silent;
use crate::verdict::{Proof, Verdict};

fn decide(engine: EngineKind, body: &str, budget: &Budget) -> Verdict {
    // The paper's algorithm alone.
    let beyond = Beyond { octagons: false, congruences: false };
    let folding = Effort { templates: false, beyond, ..Effort::default() };
    let options = EngineOptions { bself_summaries: false, folding, ..EngineOptions::default() };
    analyse(&with_body(body), &Settings { options, ..Settings::of(engine) }, budget, &mut Silent).verdict
}

/// The proof that `bself` finds.
fn proof(body: &str) -> Proof {
    match decide(EngineKind::Bself, body, &Budget::unlimited()) {
        Verdict::Safe(proof) => proof,
        other => panic!("{body}: {other:?}"),
    }
}

/// The variables of that name in the program of a proof.
fn variables<const N: usize>(proof: &Proof, names: [&str; N]) -> [Term; N] {
    names.map(|name| {
        let (var, _) = proof.program.vars.iter().find(|(_, v)| &*v.name == name).expect("the program has it");
        state_symbol(&proof.program, var)
    })
}

fn has_invariant(proof: &Proof, expected: Term) -> bool {
    let context = Context::new(Default::default());
    let same = |found: Term| {
        context.implies("test", found, expected) == Some(true) && context.implies("test", expected, found) == Some(true)
    };
    proof.invariants.values().any(|&found| same(found))
}

const INSIDE: &str = "int n = input(), x = 0, i = 0;
    for (;;) { if (x != i) reach_error(); if (i >= n) break; x++; i++; }";
const BEHIND: &str = "int n = input(), x = 0, i = 0; while (i < n) { x++; i++; } if (x != i) reach_error();";

#[test]
fn unwinding_proves_the_assertion_in_the_loop_and_not_the_one_behind_it() {
    let soon = || Budget::with_timeout(Duration::from_millis(400));
    assert!(matches!(decide(EngineKind::Bse, INSIDE, &Budget::unlimited()), Verdict::Safe(_)));
    assert!(matches!(decide(EngineKind::Bse, BEHIND, &soon()), Verdict::Unknown(_)));
    proof(INSIDE);
}

#[test]
fn figure_2_is_folded_to_an_equality() {
    let proof = proof(BEHIND);
    let [x, i] = variables(&proof, ["x", "i"]);
    assert!(has_invariant(&proof, x.eq(i)), "{:?}", proof.invariants);
}

#[test]
fn figure_3_left_has_an_invariant_of_two_phases() {
    let proof = proof(
        "int x = input(), i = 0; if (x != 1) return 0;
         while (i < 1000000) { if (i == 5) x--; x++; i++; } if (x != i) reach_error();",
    );
    let [x, i] = variables(&proof, ["x", "i"]);
    let later = Term::and(&[i.ge(6), x.eq(i)]);
    let earlier = Term::and(&[i.le(5), i.eq(x.sub(1))]);
    assert!(has_invariant(&proof, Term::or(&[later, earlier])), "{:?}", proof.invariants);
}

#[test]
fn figure_3_middle_folds_the_first_loop_to_prove_the_second() {
    let proof =
        proof("int n = 1000000, x = 0, i = 0; while (i < n) i++; while (x < n) x++; if (x != i) reach_error();");
    let [x, i] = variables(&proof, ["x", "i"]);
    let done = Term::and(&[i.eq(x), x.ge(1_000_000)]);
    let counting = Term::and(&[i.eq(1_000_000), x.lt(1_000_000)]);
    assert!(has_invariant(&proof, Term::or(&[done, counting])), "{:?}", proof.invariants);
}

/// The paper's two invariants here belong to paths on which the loop was unwound before; joined candidates make one that holds
/// from the beginning. Its first part is the paper's first candidate.
#[test]
fn figure_3_right_joins_candidates_of_both_paths() {
    let proof = proof(
        "int x = input(), y = input(), n = input(); if (!(x >= 0 && x <= y && y <= n)) return 0;
         while (x < n) { x++; if (x > y) y++; } if (y != n) reach_error();",
    );
    let [x, y, n] = variables(&proof, ["x", "y", "n"]);
    let expected = Term::or(&[y.eq(n), Term::and(&[x.le(y), y.le(n)])]);
    assert!(has_invariant(&proof, expected), "{:?}", proof.invariants);
}
