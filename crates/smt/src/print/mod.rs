//! Terms as text: SMT-LIB and C.

pub(crate) mod script;
mod smtlib;
