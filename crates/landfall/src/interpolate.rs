//! Which interpolator labels a path: the cheap and general ones first.

use landfall_smt::{Context, Outcome, Term, project};

/// For formulas that contradict each other, one cut between each two neighbours: implied by what is before, in contradiction
/// with what is behind, over symbols that occur on both sides; and each, with the formula behind it, implies the next.
/// `None` if no method gives them.
pub fn interpolants(cx: &Context, steps: &[Term]) -> Option<Vec<Term>> {
    backward(cx, steps)
}

/// Newton by weakest preconditions: the conjuncts of an unsatisfiable core, from the last formula backwards, with the symbols
/// that are dead projected away.
fn backward(cx: &Context, steps: &[Term]) -> Option<Vec<Term>> {
    let kept = core(cx, steps)?;
    let mut cuts = vec![Term::ff(); steps.len() - 1];
    let mut suffix = Term::tt();
    for index in (1..steps.len()).rev() {
        suffix = Term::and(&[kept[index], suffix]);
        let known = Term::free_vars_of(&kept[..index]);
        let dead: Vec<Term> = suffix.free_vars().into_iter().filter(|v| known.binary_search(v).is_err()).collect();
        suffix = project::over(suffix, &dead).over().0;
        cuts[index - 1] = suffix.not();
    }
    // Projection may have weakened the suffix: then the cuts are too strong, which shows at the first formula.
    let mut premise = Term::tt();
    for (index, cut) in cuts.iter().enumerate() {
        if cx.implies("interpolate", Term::and(&[premise, kept[index]]), *cut) != Some(true) {
            return None;
        }
        premise = *cut;
    }
    Some(cuts)
}

/// The conjuncts of each formula that are needed for the contradiction.
fn core(cx: &Context, steps: &[Term]) -> Option<Vec<Term>> {
    let mut solver = cx.solver("interpolate");
    let mut assumptions: Vec<Term> = Vec::new();
    for step in steps {
        assumptions.extend(step.conjuncts());
    }
    assumptions.sort_unstable();
    assumptions.dedup();
    let Outcome::Unsat(core) = solver.check_assuming(&assumptions) else { return None };
    let core = solver.minimize(&core);
    let needed = core.terms;
    Some(
        steps
            .iter()
            .map(|s| Term::and(&s.conjuncts().into_iter().filter(|c| needed.contains(c)).collect::<Vec<_>>()))
            .collect(),
    )
}
