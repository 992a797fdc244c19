//! Interpolants from an exact simplex certificate (see [`crate::linear::farkas`]).
//!
//! Only the linear conjuncts of the steps take part; terms that are not linear count as variables of their own. Leaving the rest
//! out is sound: if the linear part alone is refuted, its interpolants are interpolants of the whole.

use super::{Interpolator, checked};
use crate::linear::{Constraint, Integer, LinearTerm, Relation, farkas};
use crate::solver::Context;
use crate::term::{Kind, Linear, Term};
use rustc_hash::FxHashMap;

/// For paths whose linear conjuncts have no rational solution.
pub struct Farkas;

impl Interpolator for Farkas {
    fn name(&self) -> &'static str {
        "farkas"
    }

    fn sequence(&self, context: &Context, steps: &[Term]) -> Option<Vec<Term>> {
        let mut columns = Columns::default();
        let groups: Vec<Vec<Constraint>> = steps.iter().map(|step| columns.rows(*step)).collect();
        let refutation = farkas::refute(&groups)?;
        let cuts = refutation.cuts.iter().map(|cut| columns.term(cut)).collect();
        Some(checked(context, self.name(), steps, cuts))
    }
}

/// The terms that stand for dimensions, in the order of first use: along a path, later dimensions are newer variables.
#[derive(Default)]
struct Columns {
    terms: Vec<Term>,
    index: FxHashMap<Term, usize>,
}

impl Columns {
    fn dimension(&mut self, term: Term) -> usize {
        *self.index.entry(term).or_insert_with(|| {
            self.terms.push(term);
            self.terms.len() - 1
        })
    }

    fn rows(&mut self, step: Term) -> Vec<Constraint> {
        let mut rows = Vec::new();
        for conjunct in step.conjuncts() {
            let (zero, relation) = match conjunct.kind() {
                Kind::Le(zero) => (zero, Relation::LessOrEqual),
                Kind::EqZero(zero) => (zero, Relation::Equal),
                Kind::False => {
                    rows.push(Constraint::falsum());
                    continue;
                }
                _ => continue,
            };
            let linear = zero.linear();
            let entries: Vec<_> =
                linear.terms.iter().map(|(t, c)| (self.dimension(*t), Integer::from_big(c.clone()))).collect();
            rows.push(Constraint::new(LinearTerm::new(entries), relation, Integer::from_big(-&linear.constant)));
        }
        rows
    }

    /// The cut as a term; the constructors tighten it to integers.
    fn term(&self, cut: &Constraint) -> Term {
        let parts: Vec<Term> =
            cut.term.entries().iter().map(|(dimension, c)| self.terms[*dimension].scale(c.to_big())).collect();
        let difference = Term::sum(&parts).sub(Term::from_linear(Linear::constant(cut.bound.to_big())));
        match cut.relation {
            Relation::Equal => difference.eq_zero(),
            Relation::LessOrEqual => difference.le_zero(),
            Relation::Less => difference.lt(0),
        }
    }
}
