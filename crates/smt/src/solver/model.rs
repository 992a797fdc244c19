//! Models, evaluated on demand.

use crate::value::{Assignment, Value};
use crate::z3::RawModel;
use crate::{Int, Term};

/// A model of a satisfiable query. What it leaves open evaluates to some fixed value.
pub struct Model {
    source: Source,
}

enum Source {
    Z3(RawModel),
    /// The values of variables; those that are absent do not matter.
    Values(Assignment),
}

impl Model {
    pub(super) fn new(raw: RawModel) -> Model {
        Model { source: Source::Z3(raw) }
    }

    pub(crate) fn of_bits(values: Assignment) -> Model {
        Model { source: Source::Values(values) }
    }

    /// The value of a term; `None` where Z3's value has no counterpart (it then is no constant).
    pub fn eval(&self, term: Term) -> Option<Value> {
        Value::of_constant(term).or_else(|| match &self.source {
            Source::Z3(raw) => raw.eval(term).ok(),
            Source::Values(values) if term.is_var() => {
                Some(values.get(term).cloned().unwrap_or_else(|| Value::default_of(term.sort())))
            }
            Source::Values(values) => term.eval(values).or_else(|| {
                let open = term.free_vars().into_iter().map(|var| (var, Value::default_of(var.sort())));
                let known = values.iter().map(|(var, value)| (var, value.clone()));
                term.eval(&open.chain(known).collect())
            }),
        })
    }

    /// All values of variables that matter, if the model is known by them: then others may have any value.
    pub fn known(&self) -> Option<&Assignment> {
        match &self.source {
            Source::Z3(_) => None,
            Source::Values(values) => Some(values),
        }
    }

    /// The value of a variable; the same as [`Model::eval`].
    pub fn value(&self, var: Term) -> Option<Value> {
        self.eval(var)
    }

    /// The value of an integer term.
    pub fn int(&self, term: Term) -> Option<Int> {
        match self.eval(term)? {
            Value::Int(value) => Some(value),
            _ => None,
        }
    }

    /// Whether a Boolean term is true in the model; false also where the model gives no value.
    pub fn holds(&self, term: Term) -> bool {
        self.eval(term) == Some(Value::Bool(true))
    }

    /// The values of these variables as an assignment of our own; those without a value are left out.
    pub fn assignment(&self, vars: &[Term]) -> Assignment {
        vars.iter().filter_map(|var| Some((*var, self.eval(*var)?))).collect()
    }
}
