//! Witnesses of SV-COMP, format 2.0: [`format`] is the data, [`write`] makes one from a result.

pub mod format;
pub mod write;
