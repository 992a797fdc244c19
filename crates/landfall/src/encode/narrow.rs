//! Numbers that are one of a few constants, without the constants that conditions exclude: behind the check of an access, the
//! pointer is no longer null.

use landfall_smt::Term;

use super::{Encoder, Values};
use crate::cfa::{Expr, VarId};

/// What a variable holds on some way, and what it held before conditions on that way excluded a part.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Number {
    value: Term,
    whole: Term,
}

impl Number {
    pub fn new(value: Term) -> Number {
        Number { value, whole: value }
    }

    pub fn value(self) -> Term {
        self.value
    }

    /// The same number behind a condition.
    pub fn narrowed(self, value: Term) -> Number {
        Number { value, ..self }
    }

    /// One of two. Where only conditions have come between them, they are what they were before.
    pub fn choose(condition: Term, yes: Number, no: Number) -> Number {
        if yes.whole == no.whole {
            return if yes.value == no.value { yes } else { Number::new(yes.whole) };
        }
        Number::new(Term::ite(condition, yes.value, no.value))
    }
}

/// Values of which one is given.
struct With<'a> {
    values: &'a mut dyn Values,
    var: VarId,
    value: Term,
}

impl Values for With<'_> {
    fn var(&mut self, var: VarId) -> Term {
        if var == self.var { self.value } else { self.values.var(var) }
    }

    fn cell(&mut self, region: VarId, index: Term) -> Term {
        self.values.cell(region, index)
    }
}

impl Encoder<'_> {
    /// The numbers in a condition that are one of at most so many constants, without those with which it plainly does not hold.
    /// `None` if one of them has no constant left: the condition does not hold.
    pub fn narrowed(&self, values: &mut dyn Values, condition: &Expr, most: usize) -> Option<Vec<(VarId, Term)>> {
        let mut vars = Vec::new();
        condition.for_each_var(&mut |var| {
            if !self.program.vars[var].ty.is_array() && !vars.contains(&var) {
                vars.push(var);
            }
        });
        let mut narrowed = Vec::new();
        for var in vars {
            let value = values.var(var);
            let Some(mut choices) = value.choices(most).filter(|choices| choices.len() > 1) else { continue };
            let all = choices.len();
            choices.retain(|(constant, _)| {
                let value = Term::bv_const(*constant, value.width());
                let (truth, evaluated) = self.truth_over(&mut With { values: &mut *values, var, value }, condition);
                !truth.is_false() && !evaluated.guards.iter().any(|guard| guard.is_false())
            });
            if choices.len() < all {
                narrowed.push((var, Term::choice(&choices, value.width())?));
            }
        }
        Some(narrowed)
    }
}
