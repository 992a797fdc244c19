//! Witnesses of SV-COMP, format 2.0.
//!
//! [`format`] is the data, [`write`] makes a witness from a result. The other way: [`read`] checks its form and that its expressions
//! are nothing else ([`expression`]), [`instrument`] puts what it says into the program (with [`source`], which knows tokens
//! and statements), and `validate` lets the checker decide.

mod expression;
pub mod format;
pub mod instrument;
pub mod read;
mod source;
pub mod write;
