//! Engines that are told beforehand what always holds at the heads of loops: inductive polyhedra and intervals, as the summaries
//! of `gps` use them (`--ufo-summaries`, `--tracer-summaries`, `--bself-summaries`).
//!
//! The facts become assumptions of the program behind each head, so that every engine profits without knowing. A proof is said
//! of the task's own program again, together with the facts; if it does not hold there the engine runs once more without them.

use landfall_smt::{Kind, Term};

use super::gps::Gps;
use super::{Context, Engine, Task};
use crate::cfa::graph::Loops;
use crate::cfa::passes::assume_at;
use crate::cfa::{BinaryOp, Expr, IntType, LocId, Program};
use crate::check::check_proof;
use crate::encode::Symbols;
use crate::report::Event;
use crate::verdict::{Proof, Reason, Verdict};

pub(super) struct Informed(pub Box<dyn Engine>);

impl Engine for Informed {
    fn run(&self, task: &Task, cx: &mut Context<'_>) -> Verdict {
        if !task.program.is_flat() {
            return self.0.run(task, cx);
        }
        let facts = match facts(task, cx) {
            Ok(facts) => facts,
            Err(reason) => return Verdict::Unknown(reason),
        };
        let assumptions: Vec<(LocId, Expr)> =
            facts.iter().map(|(loc, parts)| (*loc, conjunction(parts.iter().map(|p| p.1.clone())))).collect();
        let program = assume_at(&task.program, &assumptions);
        let told = Task { program: std::sync::Arc::new(program), ..task.clone() };
        let verdict = self.0.run(&told, cx);
        let Verdict::Safe(proof) = verdict else { return verdict };
        let proof = said_of(&task.program, proof, &facts);
        if check_proof(&proof, &cx.solver, &cx.budget).is_ok() {
            return Verdict::Safe(proof);
        }
        cx.emit(Event::Note("the proof needs more than the facts; once more without them".to_string()));
        self.0.run(task, cx)
    }
}

/// The facts at one head, as formulas and as expressions.
type Parts = Vec<(Term, Expr)>;

fn facts(task: &Task, cx: &mut Context<'_>) -> Result<Vec<(LocId, Parts)>, Reason> {
    let solving = cx.solving();
    let started = std::time::Instant::now();
    let found = Gps::facts(task, cx, &solving);
    cx.statistics.time("facts", started.elapsed());
    cx.count_queries(&solving);
    let (symbols, facts) = found?;
    let loops = Loops::new(&task.program);
    let at_heads = facts.into_iter().filter(|(loc, _)| loops.is_head(*loc));
    let expressed = at_heads.map(|(loc, fact)| {
        let parts = fact.conjuncts().into_iter();
        (loc, parts.filter_map(|part| Some((part, expression(&symbols, part)?))).collect::<Parts>())
    });
    Ok(expressed.filter(|(_, parts)| !parts.is_empty()).collect())
}

/// A proof for a program with assumptions, said of the program without.
fn said_of(program: &std::sync::Arc<Program>, proof: Proof, facts: &[(LocId, Parts)]) -> Proof {
    let mut invariants = proof.invariants;
    invariants.retain(|loc, _| program.locs.is_valid(*loc));
    for (loc, parts) in facts {
        let known: Vec<Term> = parts.iter().map(|p| p.0).collect();
        let invariant = invariants.entry(*loc).or_insert_with(Term::tt);
        *invariant = Term::and(&[*invariant, Term::and(&known)]);
    }
    Proof { program: program.clone(), invariants, contracts: proof.contracts }
}

/// Wide enough for sums of machine integers with the coefficients that facts have.
const WIDE: IntType = IntType::new(128, true);

/// A linear comparison as an expression; none for other formulas.
fn expression(symbols: &Symbols, fact: Term) -> Option<Expr> {
    let (sum, op) = match fact.kind() {
        Kind::Le(sum) => (*sum, BinaryOp::Le),
        Kind::EqZero(sum) => (*sum, BinaryOp::Eq),
        _ => return None,
    };
    let linear = sum.linear();
    let small = |value: &landfall_smt::Int| i64::try_from(value).ok().map(|v| Expr::Int(i128::from(v), WIDE));
    let mut total = small(&linear.constant)?;
    for (part, factor) in &linear.terms {
        let var = symbols.var_of(*part)?;
        let product = Expr::binary(BinaryOp::Mul, small(factor)?, Expr::cast(WIDE, Expr::Var(var)));
        total = Expr::binary(BinaryOp::Add, total, product);
    }
    Some(Expr::binary(op, total, Expr::Int(0, WIDE)))
}

fn conjunction(parts: impl Iterator<Item = Expr>) -> Expr {
    let both = |a: Expr, b: Expr| Expr::And(Box::new(a), Box::new(b));
    parts.reduce(both).expect("there is at least one fact")
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use crate::analysis::{Settings, analyse};
    use crate::budget::Budget;
    use crate::cfa::DataModel;
    use crate::engine::{EngineKind, EngineOptions};
    use crate::front::{FrontOptions, load_text};
    use crate::report::Silent;
    use crate::verdict::Verdict;

    fn decide(engine: EngineKind, body: &str) -> Verdict {
        let text = format!("void reach_error(void); int input(void); int main(void) {{ {body} }}");
        let loaded = load_text("t.c", &text, &FrontOptions::new(DataModel::Lp64)).expect("the text is right");
        let told = EngineOptions {
            ufo_summaries: true,
            tracer_summaries: true,
            bself_summaries: true,
            ..EngineOptions::default()
        };
        let settings = Settings { engine, options: told, ..Settings::default() };
        analyse(&Arc::new(loaded.program), &settings, &Budget::unlimited(), &mut Silent).verdict
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
}
