//! What counts as an error.

/// The property that a program is checked for. The reading of property files is the command's business.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub enum Property {
    /// What C developers expect of their own code: no assertion fails, and neither `reach_error` nor `__VERIFIER_error` is
    /// called.
    #[default]
    Assertions,
    /// Exactly these things must not happen; a failing assertion merely ends the execution.
    Never(Vec<Never>),
}

/// One thing that must never happen.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Never {
    /// A call of this function, whether it has a body or not.
    Call(String),
    /// Control at this label.
    Label(String),
    /// A signed operation whose result does not fit.
    Overflow,
}

/// Undefined behaviour that is an error, besides what the property says.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Checks {
    /// Accesses outside of objects.
    pub memory: bool,
    /// Signed overflow.
    pub overflow: bool,
    /// Division by zero.
    pub division: bool,
}

impl Property {
    /// SV-COMP's `unreach-call`.
    pub fn unreach_call() -> Property {
        Property::Never(vec![Never::Call("reach_error".into())])
    }

    /// Whether calling the function violates the property.
    pub fn is_error_function(&self, name: &str) -> bool {
        match self {
            Property::Assertions => matches!(name, "reach_error" | "__VERIFIER_error"),
            Property::Never(list) => {
                list.iter().any(|never| matches!(never, Never::Call(function) if function == name))
            }
        }
    }

    /// Whether reaching the label violates the property.
    pub fn is_error_label(&self, name: &str) -> bool {
        match self {
            Property::Assertions => false,
            Property::Never(list) => list.iter().any(|never| matches!(never, Never::Label(label) if label == name)),
        }
    }

    /// Whether signed overflow violates the property.
    pub fn forbids_overflow(&self) -> bool {
        matches!(self, Property::Never(list) if list.contains(&Never::Overflow))
    }

    /// Whether a failing assertion violates the property.
    pub fn checks_assertions(&self) -> bool {
        *self == Property::Assertions
    }
}
