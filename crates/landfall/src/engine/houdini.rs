//! Bounds that loops keep, over bits: guessed from the constants of the program, and kept if they are inductive (Houdini: Flanagan
//! and Leino, FME 2001).
//!
//! Engines over integers know nothing of floating-point numbers, and unrolling ends no loop of a million iterations. Many loops over
//! such numbers, a filter for instance, stay within bounds that the program names, in an assertion or where it reads its inputs:
//!
//! 1. At each loop head, guesses for each variable that is read later: it is at most, or at least, a constant that is compared with
//!    something, or twice that, of either sign.
//! 2. While some way from one head to the next does not keep a guess, it is dropped. Each model of the solver drops many.
//! 3. If what is left excludes the errors it is the proof.
//!
//! Evidence: the invariants. It never refutes.

use std::collections::{BTreeMap, BTreeSet};

use landfall_smt::{BitSolver, Evaluator, Model, Outcome, Term};

use super::kit::certificate::at_cuts;
use super::kit::sift::{drop_others, implied};
use super::{Context, Engine, Task, decide_flat};
use crate::budget::Budget;
use crate::cfa::graph::{CallGraph, Liveness, Loops};
use crate::cfa::{BinaryOp, EdgeId, Expr, FloatFormat, FloatOp, IntType, LocId, Op, Program, VarId, float};
use crate::encode::{CutGraph, Encoder, Numbers};
use crate::limits::limits;
use crate::solving::Solving;
use crate::verdict::{Reason, Verdict};

pub struct Houdini;

impl Engine for Houdini {
    fn run(&self, task: &Task, cx: &mut Context<'_>) -> Verdict {
        decide_flat(task, cx, |cx, solving| decide(task, cx, solving))
    }
}

fn decide(task: &Task, cx: &mut Context<'_>, solving: &Solving) -> Result<Verdict, Reason> {
    let program: &Program = &task.program;
    if program.has_arrays() {
        return Err(Reason::Incomplete("bounds are guessed of variables, not of regions of memory".into()));
    }
    let encoder = Encoder::with_numbers(program, Numbers::BitVector);
    let graph = CutGraph::new(&encoder, &Loops::new(program));
    let guesses = Guesses::new(program);
    let liveness = Liveness::new(program, &CallGraph::new(program));
    let at_head = |loc: &Option<LocId>| loc.map_or_else(Vec::new, |loc| guesses.at(&encoder, liveness.at(loc)));
    let mut kept: Vec<Vec<Term>> = graph.locs.iter().map(at_head).collect();
    kept[CutGraph::ENTRY].clear();
    cx.statistics.add("guesses", kept.iter().map(|all| all.len() as u64).sum());
    let mut keeping = Keeping { solver: solving.bit_solver("bounds"), budget: &cx.budget };
    keeping.drop_until_inductive(&graph, &mut kept)?;
    cx.statistics.add("guesses kept", kept.iter().map(|all| all.len() as u64).sum());
    for edge in graph.edges.iter().filter(|edge| edge.target == graph.goal()) {
        let reached = [&kept[edge.source][..], &[edge.block.transition.guard]].concat();
        if !matches!(keeping.ask(&reached)?, Outcome::Unsat(_)) {
            return Err(Reason::Incomplete("bounds of single variables do not exclude the error".into()));
        }
    }
    Ok(Verdict::Safe(at_cuts(task, &graph, |cut| Some(Term::and(&kept[cut])))))
}

/// The questions that decide which guesses stay.
struct Keeping<'a> {
    solver: BitSolver,
    budget: &'a Budget,
}

impl Keeping<'_> {
    fn ask(&mut self, conditions: &[Term]) -> Result<Outcome, Reason> {
        self.budget.poll()?;
        let outcome = self.solver.check_assuming(conditions);
        if matches!(outcome, Outcome::Unknown(_)) {
            self.budget.poll()?;
        }
        Ok(outcome)
    }

    /// Drops guesses until every edge keeps those that are left.
    fn drop_until_inductive(&mut self, graph: &CutGraph, kept: &mut [Vec<Term>]) -> Result<(), Reason> {
        loop {
            let mut changed = false;
            for edge in graph.edges.iter().filter(|edge| edge.target != graph.goal()) {
                let transition = &edge.block.transition;
                let premise = Term::and(&[&kept[edge.source][..], &[transition.guard]].concat());
                let after: Vec<Term> = kept[edge.target].iter().map(|guess| transition.pull_back(*guess)).collect();
                let holds = self.kept_by(premise, &after)?;
                changed |= holds.contains(&false);
                let mut holds = holds.into_iter();
                kept[edge.target].retain(|_| holds.next().unwrap_or(false));
            }
            if !changed {
                return Ok(());
            }
        }
    }

    /// Which of the conclusions follow from the premise.
    fn kept_by(&mut self, premise: Term, conclusions: &[Term]) -> Result<Vec<bool>, Reason> {
        let drop_refuted = |left: &mut Vec<usize>, model: &Model| {
            let values = model.known().cloned().unwrap_or_default();
            let mut evaluator = Evaluator::total(&values);
            drop_others(left, |&i| evaluator.holds(conclusions[i]) != Some(false))
        };
        implied(conclusions, |negated| self.ask(&[premise, negated]), drop_refuted)
    }
}

/// What variables may be bounded by.
#[derive(Default)]
struct Guesses {
    /// Variables that hold floating-point numbers.
    formats: BTreeMap<VarId, FloatFormat>,
    numbers: BTreeMap<FloatFormat, BTreeSet<i128>>,
    integers: BTreeMap<IntType, BTreeSet<i128>>,
    /// All variables with the types of those that are integers.
    types: BTreeMap<VarId, IntType>,
}

impl Guesses {
    fn new(program: &Program) -> Guesses {
        let mut guesses = Guesses::default();
        guesses.types.extend(program.vars.iter().filter_map(|(var, data)| Some((var, data.ty.as_int()?))));
        for edge in program.edges.values() {
            edge.op.for_each_expr(&mut |expr| guesses.learn(expr));
        }
        guesses.learn_copies(program);
        guesses
    }

    /// Constants that are compared with something, and the variables of floating-point operations.
    fn learn(&mut self, expr: &Expr) {
        match expr {
            Expr::Float(op, operands) => {
                for operand in operands {
                    self.learn(operand);
                    let Some(format) = format_of(*op) else { continue };
                    match operand {
                        Expr::Var(var) => {
                            self.formats.insert(*var, format);
                        }
                        Expr::Int(value, _) if matches!(op, FloatOp::Eq(_) | FloatOp::Lt(_) | FloatOp::Le(_)) => {
                            self.numbers.entry(format).or_default().extend(around(format, *value));
                        }
                        _ => {}
                    }
                }
            }
            Expr::Binary(op, a, b) => {
                self.learn(a);
                self.learn(b);
                for side in [a, b] {
                    if let (true, Expr::Int(value, ty)) = (op.is_comparison(), &**side) {
                        let near = [value - 1, *value, value + 1].into_iter().filter(|near| ty.contains(*near));
                        self.integers.entry(*ty).or_default().extend(near);
                    }
                }
            }
            Expr::Unary(_, e) | Expr::Cast(_, e) | Expr::Select(_, e) => self.learn(e),
            Expr::And(a, b) | Expr::Or(a, b) => [a, b].into_iter().for_each(|e| self.learn(e)),
            Expr::Ite(a, b, c) => [a, b, c].into_iter().for_each(|e| self.learn(e)),
            Expr::Memory(_, operands) => operands.iter().for_each(|e| self.learn(e)),
            Expr::Int(..) | Expr::Var(_) => {}
        }
    }

    /// What is copied from and to a number is one, too.
    fn learn_copies(&mut self, program: &Program) {
        let copies: Vec<(VarId, VarId)> = program
            .edges
            .values()
            .filter_map(|edge| match &edge.op {
                Op::Assign(to, Expr::Var(from)) => Some((*to, *from)),
                _ => None,
            })
            .collect();
        loop {
            let before = self.formats.len();
            for (a, b) in copies.iter().flat_map(|&(a, b)| [(a, b), (b, a)]) {
                if let Some(&format) = self.formats.get(&a) {
                    self.formats.entry(b).or_insert(format);
                }
            }
            if self.formats.len() == before {
                return;
            }
        }
    }

    /// What may hold of variables, over their state symbols.
    fn at(&self, encoder: &Encoder<'_>, vars: &[VarId]) -> Vec<Term> {
        let mut found = Vec::new();
        for &var in vars {
            let bounds = match (self.formats.get(&var), self.types.get(&var)) {
                (Some(format), _) => {
                    let constants = self.numbers.get(format).into_iter().flatten();
                    let pattern = format.pattern();
                    let le = |a: Expr, b: Expr| Expr::Float(FloatOp::Le(*format), vec![a, b]);
                    both_ways(var, constants, pattern, &le)
                }
                (None, Some(ty)) => {
                    let constants = self.integers.get(ty).into_iter().flatten();
                    both_ways(var, constants, *ty, &|a, b| Expr::binary(BinaryOp::Le, a, b))
                }
                (None, None) => continue,
            };
            found.extend(bounds.iter().map(|bound| encoder.truth(EdgeId::from_u32(0), bound).0));
        }
        found
    }
}

fn both_ways<'c>(
    var: VarId,
    constants: impl Iterator<Item = &'c i128>,
    ty: IntType,
    le: &dyn Fn(Expr, Expr) -> Expr,
) -> Vec<Expr> {
    let constants = constants.take(limits().houdini.constants).map(|value| Expr::Int(*value, ty));
    constants.flat_map(|constant| [le(Expr::Var(var), constant.clone()), le(constant, Expr::Var(var))]).collect()
}

/// The format of the operands of an operation.
fn format_of(op: FloatOp) -> Option<FloatFormat> {
    FloatFormat::ALL.into_iter().find(|format| match op {
        FloatOp::FromInt(_) => false,
        FloatOp::ToInt(from, _) | FloatOp::Convert(from, _) => from == *format,
        op => op.operand() == Some(format.pattern()),
    })
}

/// A number, twice the number, and both with the other sign.
fn around(format: FloatFormat, value: i128) -> Vec<i128> {
    let ty = format.pattern();
    let doubled = float::apply(FloatOp::Add(format), &[value, value], ty);
    let magnitudes = [Some(value), doubled].into_iter().flatten();
    magnitudes.flat_map(|v| [Some(v), float::apply(FloatOp::Neg(format), &[v], ty)]).flatten().collect()
}

#[cfg(test)]
mod tests {
    use super::super::tests::checked;
    use super::*;

    fn is_proved(loop_body: &str, error: &str) -> bool {
        let text = format!(
            "semantics lp64 undefined;\nentry main;\nproc main() entry l0 exit l1 {{
               local x: i32; local y: i32; loc bad error assertion \"bounded\";
               l0 -> l2: y = 0; {loop_body} l2 -> bad: assume {error}; l2 -> l1: skip; }}"
        );
        matches!(checked(&Houdini, &text).0, Verdict::Safe(_))
    }

    #[test]
    fn bounds_that_a_loop_keeps_are_found() {
        let halves = "l2 -> l3: havoc x input \"in\"; l3 -> l4: assume 0 <= x && x <= 100; l4 -> l2: y = (y + x) / 2;";
        assert!(is_proved(halves, "100 < y"));
        assert!(is_proved(halves, "y < 0"));
        assert!(!is_proved(halves, "y == 50"));
    }
}
