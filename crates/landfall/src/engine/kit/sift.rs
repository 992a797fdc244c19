//! Which of many formulas hold, by few questions: asked whether all do, a model that says no refutes several at once (the inner loop
//! of Houdini: Flanagan and Leino, FME 2001).

use landfall_smt::{Model, Outcome, Term};

use crate::verdict::Reason;

/// What is left of some candidates.
pub struct Sifted<T> {
    pub left: Vec<T>,
    /// All that is left holds; otherwise nothing is known of it.
    pub holds: bool,
}

/// Asks with the negation of all candidates, at most `most` times, until there is no model. `weaken` makes the candidates weaker or
/// fewer, so that a model does not refute them, and says whether it could.
pub fn sift<T>(
    mut left: Vec<T>,
    most: usize,
    formula: impl Fn(&T) -> Term,
    mut ask: impl FnMut(Term) -> Result<Outcome, Reason>,
    weaken: impl Fn(&mut Vec<T>, &Model) -> bool,
) -> Result<Sifted<T>, Reason> {
    for _ in 0..most {
        let all = Term::and(&left.iter().map(&formula).collect::<Vec<_>>());
        if all.is_true() {
            return Ok(Sifted { left, holds: true });
        }
        match ask(all.not())? {
            Outcome::Unsat(_) => return Ok(Sifted { left, holds: true }),
            Outcome::Sat(model) if weaken(&mut left, &model) => {}
            Outcome::Sat(_) | Outcome::Unknown(_) => break,
        }
    }
    Ok(Sifted { left, holds: false })
}

/// Drops what does not pass; whether anything was dropped.
pub fn drop_others<T>(all: &mut Vec<T>, passes: impl FnMut(&T) -> bool) -> bool {
    let before = all.len();
    all.retain(passes);
    all.len() < before
}

/// Which of the goals hold; where models do not tell, each is asked about alone. `drop_refuted` drops the numbers of goals that a
/// model refutes, and says whether there were any.
pub fn implied(
    goals: &[Term],
    mut ask: impl FnMut(Term) -> Result<Outcome, Reason>,
    drop_refuted: impl Fn(&mut Vec<usize>, &Model) -> bool,
) -> Result<Vec<bool>, Reason> {
    let sifted = sift((0..goals.len()).collect(), usize::MAX, |&i| goals[i], &mut ask, drop_refuted)?;
    let mut holds = vec![false; goals.len()];
    for i in sifted.left {
        holds[i] = sifted.holds || goals[i].is_true() || ask(goals[i].not())?.is_unsat();
    }
    Ok(holds)
}
