//! Exact linear arithmetic: numbers, matrices, simplex, polyhedra, affine spaces and lattices, Farkas interpolants.
//!
//! Nothing here is approximate and nothing knows about terms or solvers: variables are dimension indices, coefficients are
//! [`Integer`]s. Everything is tuned for small problems (tens of dimensions, up to a few hundred constraints).

mod affine;
mod cone;
mod constraint;
pub mod farkas;
mod integer;
mod lattice;
pub mod matrix;
pub mod polyhedron;
#[cfg(test)]
mod random;
mod rational;
pub mod simplex;

pub use affine::AffineSpace;
pub use constraint::{Constraint, Dimension, LinearTerm, Relation};
pub use integer::{Integer, ParseNumberError};
pub use lattice::{Congruence, Lattice};
pub use polyhedron::Polyhedron;
pub use rational::Rational;
