//! Engines that are told beforehand what always holds at the heads of loops, and what is needed there to reach an error.
//!
//! What always holds is found here (inductive polyhedra and intervals, as the summaries of `gps` use them: `-X
//! ufo-summaries`, `-X tracer-summaries`, `-X bself-summaries`), or was told by another engine ([`Knowledge`]); what is needed for an error is the path
//! summary of another engine. Both become assumptions of the program behind each head, so that every engine profits without
//! knowing.
//!
//! A proof for the program with assumptions is said of the task's own program again: at each head the fact holds, and either the
//! engine's invariant does or what an error needs does not. If that is no proof the engine runs once more without being told. An
//! execution of the program with assumptions is one without.

use std::collections::BTreeMap;
use std::sync::Arc;

use landfall_smt::Term;

use super::kit::certificate::certified;
use super::kit::facts::always;
use super::{Context, Engine, Task};
use crate::cfa::graph::Loops;
use crate::cfa::passes::{Derived, assume_at};
use crate::cfa::{Expr, LocId};
use crate::encode::{Numbers, Symbols};
use crate::knowledge::{Claim, Knowledge, fingerprint};
use crate::limits::limits;
use crate::report::Event;
use crate::verdict::{Proof, Reason, Verdict};

pub(super) struct LemmaAssuming {
    pub engine: Box<dyn Engine>,
    /// If nobody has told what always holds, find it out, unless the program is large.
    pub finds: bool,
}

impl Engine for LemmaAssuming {
    fn run(&self, task: &Task, cx: &mut Context<'_>) -> Verdict {
        if !task.program.is_flat() {
            return self.engine.run(task, cx);
        }
        let mut told = Told::of(task, cx);
        if told.facts.is_empty() && self.finds && task.program.locs.len() <= limits().sharing.locations {
            match facts(task, cx) {
                Ok(facts) => told.facts = facts,
                Err(reason) => return Verdict::Unknown(reason),
            }
        }
        if told.facts.is_empty() && told.needs.is_empty() {
            return self.engine.run(task, cx);
        }
        let program = assume_at(&task.program, &told.assumptions());
        let with_assumptions = Task { derived: task.altered(program), ..task.clone() };
        cx.emit(Event::Program(with_assumptions.program.clone()));
        let verdict = self.engine.run(&with_assumptions, cx);
        let Verdict::Safe(proof) = verdict else { return verdict };
        let proof = told.said_of(task, proof);
        if let Ok(Ok(proof)) = certified(proof, cx) {
            return Verdict::Safe(proof);
        }
        cx.emit(Event::Note("the proof needs more than the facts; once more without them".to_string()));
        self.engine.run(task, cx)
    }
}

/// Claims at one head, as formulas and as expressions.
type Parts = Vec<(Term, Expr)>;

/// What is assumed at the heads of loops.
#[derive(Default)]
struct Told {
    facts: BTreeMap<LocId, Parts>,
    needs: BTreeMap<LocId, Parts>,
}

impl Told {
    /// What others have told of this program.
    fn of(task: &Task, cx: &Context<'_>) -> Told {
        let mut told = Told::default();
        if cx.shared.known.is_empty() {
            return told;
        }
        let this = fingerprint(&task.program);
        let symbols = Symbols::new(&task.program, Numbers::Mathematical);
        let loops = Loops::new(&task.program);
        let is_head = |loc: u32| (loc as usize) < task.program.locs.len() && loops.is_head(LocId::from_u32(loc));
        for known in cx.shared.known.iter().filter(|known| known.program == this) {
            for (claims, parts) in [(&known.facts, &mut told.facts), (&known.needs, &mut told.needs)] {
                for (loc, claim) in claims.iter().filter(|(loc, _)| is_head(*loc)) {
                    add(parts, &symbols, LocId::from_u32(*loc), claim);
                }
            }
        }
        told
    }

    /// At each head everything that is assumed there.
    fn assumptions(&self) -> Vec<(LocId, Expr)> {
        let mut at: BTreeMap<LocId, Vec<Expr>> = BTreeMap::new();
        for (loc, parts) in self.facts.iter().chain(&self.needs) {
            at.entry(*loc).or_default().extend(parts.iter().map(|part| part.1.clone()));
        }
        at.into_iter().filter_map(|(loc, parts)| Some((loc, conjunction(parts)?))).collect()
    }

    /// A proof for the program with assumptions, said of the program without.
    fn said_of(&self, derived: &Derived, proof: Proof) -> Proof {
        let program = &derived.program;
        let mut invariants = proof.invariants;
        let loops = Loops::new(program);
        // States from which no error can be reached pass through other places as well, where nothing is known of them.
        invariants.retain(|loc, _| program.locs.is_valid(*loc) && (self.needs.is_empty() || loops.is_head(*loc)));
        for (loc, need) in &self.needs {
            let invariant = invariants.entry(*loc).or_insert_with(Term::tt);
            *invariant = Term::or(&[*invariant, all(need).not()]);
        }
        for (loc, fact) in &self.facts {
            let invariant = invariants.entry(*loc).or_insert_with(Term::tt);
            *invariant = Term::and(&[*invariant, all(fact)]);
        }
        Proof::inductive(derived, invariants, proof.contracts)
    }
}

fn all(parts: &Parts) -> Term {
    Term::and(&parts.iter().map(|part| part.0).collect::<Vec<_>>())
}

fn conjunction(parts: Vec<Expr>) -> Option<Expr> {
    parts.into_iter().reduce(|a, b| Expr::And(Box::new(a), Box::new(b)))
}

fn add(parts: &mut BTreeMap<LocId, Parts>, symbols: &Symbols, loc: LocId, claim: &Claim) {
    if let Some(term) = claim.term(symbols) {
        let at = parts.entry(loc).or_default();
        if !at.iter().any(|part| part.0 == term) {
            at.push((term, claim.expression()));
        }
    }
}

/// What always holds at the heads of loops, found out here; others are told.
fn facts(task: &Task, cx: &mut Context<'_>) -> Result<BTreeMap<LocId, Parts>, Reason> {
    let (symbols, facts) = always(task, cx)?;
    let loops = Loops::new(&task.program);
    let mut knowledge = Knowledge { program: 0, facts: Vec::new(), needs: Vec::new() };
    for (loc, fact) in facts.into_iter().filter(|(loc, _)| loops.is_head(*loc)) {
        knowledge.add_fact(&symbols, loc, fact);
    }
    let mut at = BTreeMap::new();
    for (loc, claim) in &knowledge.facts {
        add(&mut at, &symbols, LocId::from_u32(*loc), claim);
    }
    if cx.shared.wanted && !knowledge.facts.is_empty() {
        knowledge.program = fingerprint(&task.program);
        cx.emit(Event::Learned(Arc::new(knowledge)));
    }
    Ok(at)
}

#[cfg(test)]
mod tests {
    use super::super::tests::{analysed, with_body};
    use super::*;
    use crate::analysis::{Settings, analyse};
    use crate::budget::Budget;
    use crate::cfa::Program;
    use crate::engine::{EngineKind, EngineOptions, Shared};
    use crate::knowledge::Sum;
    use crate::report::Sink;

    fn decide(engine: EngineKind, body: &str) -> Verdict {
        analysed(engine, EngineOptions::default(), &with_body(body)).verdict
    }

    #[test]
    fn proofs_hold_without_the_assumptions_and_errors_are_still_found() {
        let counts = "int n = input(); if (n < 0 || n > 1000) return 0; int i = 0, k = n;
            while (i < n) { i++; k--; }";
        for engine in [EngineKind::Ufo, EngineKind::Tracer, EngineKind::Bself] {
            let safe = decide(engine, &format!("{counts} if (k != 0) reach_error();"));
            assert!(matches!(safe, Verdict::Safe(_)), "{engine}: {safe:?}");
            let wrong = decide(engine, &format!("{counts} if (k == 0 && n == 3) reach_error();"));
            assert!(matches!(wrong, Verdict::Unsafe(_)), "{engine}: {wrong:?}");
        }
    }

    const ENGINES: [EngineKind; 7] = [
        EngineKind::Gps,
        EngineKind::Ufo,
        EngineKind::Bp,
        EngineKind::Tracer,
        EngineKind::Bself,
        EngineKind::La,
        EngineKind::Impact,
    ];

    /// Keeps what an engine tells.
    #[derive(Default)]
    struct Ear(Vec<Knowledge>);

    impl Sink for Ear {
        fn event(&mut self, event: &Event) {
            if let Event::Learned(knowledge) = event {
                self.0.push((**knowledge).clone());
            }
        }
    }

    fn told(engine: EngineKind, program: &Arc<Program>, known: &[Knowledge]) -> (Verdict, Vec<Knowledge>) {
        let shared = Shared { known: known.to_vec(), wanted: true };
        let settings = Settings { shared, ..Settings::of(engine) };
        let mut ear = Ear::default();
        let budget = Budget::with_timeout(std::time::Duration::from_secs(300));
        let verdict = analyse(program, &settings, &budget, &mut ear).verdict;
        (verdict, ear.0)
    }

    const COUNTS: &str =
        "int n = input(); if (n < 0 || n > 1000) return 0; int i = 0, k = n; while (i < n) { i++; k--; }";

    #[test]
    fn what_one_engine_tells_helps_the_others() {
        let safe = with_body(&format!("{COUNTS} if (k != 0) reach_error();"));
        let wrong = with_body(&format!("{COUNTS} if (k == 0 && n == 3) reach_error();"));
        for program in [&safe, &wrong] {
            let (_, known) = told(EngineKind::Tracer, program, &[]);
            assert!(known.iter().any(|known| !known.facts.is_empty()), "{known:?}");
            for engine in ENGINES {
                let (verdict, _) = told(engine, program, &known);
                let right = match Arc::ptr_eq(program, &safe) {
                    true => matches!(verdict, Verdict::Safe(_)),
                    false => matches!(verdict, Verdict::Unsafe(_)),
                };
                assert!(right, "{engine}: {verdict:?}");
            }
        }
    }

    /// Claims that do not hold may cost time but never lead to a wrong verdict.
    #[test]
    fn wrong_claims_do_no_harm() {
        let wrong = with_body(&format!("{COUNTS} if (k == 0 && n == 3) reach_error();"));
        let prepared = crate::analysis::prepare(&wrong);
        let heads: Vec<LocId> =
            prepared.program.locs.keys().filter(|loc| Loops::new(&prepared.program).is_head(*loc)).collect();
        let never = Claim::AtMost(Sum { constant: 1, terms: Vec::new() });
        let claims: Vec<(u32, Claim)> = heads.iter().map(|loc| (loc.as_u32(), never.clone())).collect();
        assert!(!claims.is_empty());
        let program = fingerprint(&prepared.program);
        for (facts, needs) in [(claims.clone(), Vec::new()), (Vec::new(), claims.clone())] {
            let known = Knowledge { program, facts, needs };
            for engine in ENGINES {
                let (verdict, _) = told(engine, &wrong, std::slice::from_ref(&known));
                assert!(matches!(verdict, Verdict::Unsafe(_)), "{engine}: {verdict:?}");
            }
        }
    }

    /// At the head an error needs `x` to be negative, which it never is: a proof by the need alone.
    #[test]
    fn needs_are_part_of_the_proof() {
        let program =
            with_body("int x = 0; while (input()) { if (x < 0) reach_error(); x = x + 1; if (x > 5) x = 0; }");
        let prepared = crate::analysis::prepare(&program).derived.program;
        let head = prepared.locs.keys().find(|loc| Loops::new(&prepared).is_head(*loc)).expect("a loop");
        let x = prepared.vars.iter().find(|(_, var)| &*var.name == "x").expect("x").0;
        let negative = Claim::AtMost(Sum { constant: 1, terms: vec![(x.as_u32(), 1)] });
        let known =
            Knowledge { program: fingerprint(&prepared), facts: Vec::new(), needs: vec![(head.as_u32(), negative)] };
        for engine in ENGINES {
            let (verdict, _) = told(engine, &program, std::slice::from_ref(&known));
            assert!(matches!(verdict, Verdict::Safe(_)), "{engine}: {verdict:?}");
        }
    }
}
