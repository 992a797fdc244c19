//! The library of landfall.
