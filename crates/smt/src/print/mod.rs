//! Terms as text: SMT-LIB and C.

mod c;
pub(crate) mod script;
mod smtlib;
