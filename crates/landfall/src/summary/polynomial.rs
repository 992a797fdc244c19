//! Polynomial equalities that always hold: guessed from states that executions had, and kept if they are inductive (as Sharma,
//! Gupta, Hariharan, Aiken, Liang and Nori do, ESOP 2013).
//!
//! Summaries stay inside linear arithmetic. A loop that adds a parameter, or its own counter, to a sum has a closed form that does
//! not: with k rounds, `s′ = s + k·m`, or `s′ = s + k·i + k·(k−1)/2`. Eliminating k leaves an equality of degree two between the
//! variables, and such equalities are what is looked for here. They are facts beside the linear ones.

use landfall_smt::linear::Integer;
use landfall_smt::linear::matrix::{Echelon, Row, kernel};
use landfall_smt::{Context, Outcome, Term};

use crate::budget::Budget;
use crate::encode::Transition;
use crate::limits::limits;
use crate::verdict::Reason;

/// Equalities of degree two over `variables` that hold in all `states` (values of the variables, in order).
pub fn guess(variables: &[Term], states: &[Vec<i128>]) -> Vec<Term> {
    let columns: Vec<Vec<Integer>> =
        (0..variables.len()).map(|v| states.iter().map(|s| integer(s[v])).collect()).collect();
    let free = independent(&columns, states.len());
    if free.len() < 2 || free.len() > limits().polynomial.variables {
        return Vec::new();
    }
    // Products first: the kernel then has one vector for each product that the later columns determine.
    let mut monomials: Vec<Term> = Vec::new();
    let mut values: Vec<Vec<Integer>> = Vec::new();
    for (at, &a) in free.iter().enumerate() {
        for &b in &free[at..] {
            monomials.push(variables[a].mul(variables[b]));
            values.push(columns[a].iter().zip(&columns[b]).map(|(x, y)| x * y).collect());
        }
    }
    let products = monomials.len();
    for &v in &free {
        monomials.push(variables[v]);
        values.push(columns[v].clone());
    }
    monomials.push(Term::int(1));
    values.push(vec![Integer::ONE; states.len()]);
    if states.len() < monomials.len() + limits().polynomial.margin {
        return Vec::new();
    }
    let rows = (0..states.len()).map(|s| values.iter().map(|column| column[s].clone()).collect::<Row>());
    let relations = kernel(rows, monomials.len()).into_iter();
    let plain = |row: &Row| row.iter().all(|c| c.to_i64().is_some_and(|c| c.abs() <= limits().polynomial.coefficient));
    let quadratic = |row: &Row| row[..products].iter().any(|c| !c.is_zero());
    relations.filter(|row| plain(row) && quadratic(row)).map(|row| equality(&row, &monomials)).collect()
}

fn integer(value: i128) -> Integer {
    Integer::from_big(value.into())
}

/// Variables such that the others are linear functions of them.
fn independent(columns: &[Vec<Integer>], states: usize) -> Vec<usize> {
    let mut space = Echelon::new([vec![Integer::ONE; states]]);
    (0..columns.len()).filter(|&v| space.insert(columns[v].clone())).collect()
}

fn equality(row: &Row, monomials: &[Term]) -> Term {
    let summands: Vec<Term> = row.iter().zip(monomials).map(|(factor, m)| m.scale(factor.to_big())).collect();
    Term::sum(&summands).eq(0)
}

/// What is left of `guesses` (by node) when all that an edge does not preserve is taken away. `known` always holds, by node;
/// executions begin at nodes for which nothing is guessed.
pub fn inductive(
    context: &Context,
    budget: &Budget,
    edges: &[(usize, usize, Transition)],
    known: &[Term],
    mut guesses: Vec<Vec<Term>>,
) -> Result<Vec<Vec<Term>>, Reason> {
    loop {
        let mut changed = false;
        for (from, to, transition) in edges {
            let before: Vec<Term> = guesses[*from].iter().copied().chain([known[*from], transition.guard]).collect();
            let mut kept = Vec::new();
            for guess in std::mem::take(&mut guesses[*to]) {
                budget.poll()?;
                match follows(context, &before, transition.pull_back(guess)) {
                    true => kept.push(guess),
                    false => changed = true,
                }
            }
            guesses[*to] = kept;
        }
        if !changed {
            return Ok(guesses);
        }
    }
}

fn follows(context: &Context, premises: &[Term], conclusion: Term) -> bool {
    let mut solver = context.solver("polynomials");
    solver.set_resource_limit(limits().hull.query);
    premises.iter().for_each(|&p| solver.assert(p));
    solver.assert(conclusion.not());
    matches!(solver.check(), Outcome::Unsat(_))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The triangular numbers, and a product beside them.
    fn states() -> Vec<Vec<i128>> {
        let rounds = (0..5_i128).flat_map(|m| (0..6_i128).map(move |i| (i, m)));
        rounds.map(|(i, m)| vec![i, m, i * (i - 1) / 2, i * m + 3, 7]).collect()
    }

    #[test]
    fn closed_forms_are_guessed_from_states() {
        let [i, m, sum, product, seven] = ["i", "m", "sum", "product", "seven"].map(Term::int_var);
        let found = guess(&[i, m, sum, product, seven], &states());
        let context = Context::new(Default::default());
        let both = Term::and(&[sum.scale(2).eq(i.mul(i).sub(i)), product.eq(i.mul(m).add(3))]);
        assert_eq!(context.implies("test", Term::and(&found), both), Some(true), "{found:?}");
    }

    #[test]
    fn few_states_are_not_enough_for_a_guess() {
        let [i, m, sum] = ["i", "m", "sum"].map(Term::int_var);
        let few: Vec<Vec<i128>> = states().iter().take(8).map(|s| s[..3].to_vec()).collect();
        assert!(guess(&[i, m, sum], &few).is_empty());
    }
}
