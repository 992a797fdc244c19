//! Symbolic abstraction: the smallest convex polyhedron over given integer terms that contains all models of a formula.
//!
//! The solver is asked for a model outside of what is known, the model's cube is projected onto the terms, and joined to the
//! hull, until there is no model outside. The result over-approximates: a hull is only returned when the solver has proved that
//! the formula implies it.

use landfall_smt::cube::CubeCollector;
use landfall_smt::linear::{Congruence, Constraint, Integer, Lattice, LinearTerm, Polyhedron, Relation};
use landfall_smt::{Context, Int, Linear, Outcome, Term};
use rustc_hash::FxHashMap;

use crate::budget::Budget;
use crate::limits::limits;
use crate::verdict::Reason;

/// How much work a hull may be.
#[derive(Clone, Copy, Debug)]
pub struct Effort {
    /// Cubes that are joined before giving up.
    pub cubes: usize,
    /// Cubes up to which they are also kept one by one.
    pub kept: usize,
}

/// All models of a formula, seen through some terms.
#[derive(Clone, Debug)]
pub struct Shape {
    pub hull: Polyhedron,
    /// A finite union of polyhedra that contains all models as well, if it is small.
    pub pieces: Option<Vec<Polyhedron>>,
}

impl Shape {
    /// The formula's models, as a condition on `arguments` (one a dimension).
    pub fn to_term(&self, arguments: &[Term]) -> Term {
        let hull = polyhedron_term(&self.hull, arguments);
        match &self.pieces {
            Some(pieces) if pieces.len() > 1 => {
                let union: Vec<Term> = pieces.iter().map(|p| polyhedron_term(p, arguments)).collect();
                Term::and(&[hull, Term::or(&union)])
            }
            _ => hull,
        }
    }
}

/// The hull of `terms` over the models of `formula`; `None` if the solver or the effort does not suffice.
pub fn hull(
    cx: &Context,
    budget: &Budget,
    formula: Term,
    terms: &[Term],
    effort: Effort,
) -> Result<Option<Shape>, Reason> {
    let mut everything = vec![formula];
    everything.extend_from_slice(terms);
    let vars = Term::free_vars_of(&everything);
    let mut solver = cx.solver("hull");
    solver.set_resource_limit(limits().hull.query);
    solver.assert(formula);
    let mut hull = Polyhedron::empty(terms.len());
    let mut pieces = Some(Vec::new());
    for _ in 0..=effort.cubes {
        budget.poll()?;
        let model = match solver.check() {
            Outcome::Sat(model) => model.assignment(&vars),
            Outcome::Unsat(_) => return Ok(Some(Shape { hull, pieces })),
            Outcome::Unknown(_) => return Ok(None),
        };
        let Some(piece) = projected_cube(formula, terms, &model) else { return Ok(None) };
        hull = hull
            .join(&piece.simplified(limits().hull.coefficient, limits().hull.constraints))
            .simplified(limits().hull.coefficient, limits().hull.constraints);
        // As long as the pieces are few, models outside of all pieces are asked for, later only those outside of the hull: so
        // the pieces that are left at the end contain every model. Either way the new part contains this model.
        let known = polyhedron_term(&piece, terms);
        pieces = pieces.filter(|p: &Vec<Polyhedron>| p.len() < effort.kept);
        match &mut pieces {
            Some(pieces) => {
                pieces.push(piece);
                solver.assert(known.not());
            }
            None => solver.assert(polyhedron_term(&hull, terms).not()),
        }
        if hull.is_universe() {
            return Ok(Some(Shape { hull, pieces: None }));
        }
    }
    Ok(None)
}

/// The equalities and congruences of `terms` over the models of `formula`; `None` if the solver or the effort does not suffice.
pub fn lattice(
    cx: &Context,
    budget: &Budget,
    formula: Term,
    terms: &[Term],
    models: usize,
) -> Result<Option<Lattice>, Reason> {
    let mut solver = cx.solver("lattice");
    solver.set_resource_limit(limits().hull.query);
    solver.assert(formula);
    let mut lattice = Lattice::empty(terms.len());
    for _ in 0..=models {
        budget.poll()?;
        let model = match solver.check() {
            Outcome::Sat(model) => model,
            Outcome::Unsat(_) => return Ok(Some(lattice)),
            Outcome::Unknown(_) => return Ok(None),
        };
        let point: Option<Vec<Integer>> = terms.iter().map(|&t| model.int(t).map(Integer::from_big)).collect();
        let Some(point) = point else { return Ok(None) };
        if !lattice.add_point(&point) {
            return Ok(None);
        }
        let outside = lattice_term(&lattice, terms).not();
        if outside.is_false() {
            return Ok(Some(lattice));
        }
        solver.assert(outside);
    }
    Ok(None)
}

/// A congruence as a formula over `arguments`.
pub fn congruence_term(congruence: &Congruence, arguments: &[Term]) -> Term {
    combination(&congruence.term, arguments)
        .sub(Term::int(congruence.residue.to_big()))
        .divisible_by(congruence.modulus.to_big())
}

/// A lattice as a formula over `arguments`.
pub fn lattice_term(lattice: &Lattice, arguments: &[Term]) -> Term {
    if lattice.is_empty() {
        return Term::ff();
    }
    let mut facts: Vec<Term> = lattice.equalities().iter().map(|c| constraint_term(c, arguments)).collect();
    facts.extend(lattice.congruences().iter().map(|c| congruence_term(c, arguments)));
    Term::and(&facts)
}

/// The part of the formula around the model, as a polyhedron over the terms.
fn projected_cube(formula: Term, terms: &[Term], model: &landfall_smt::Assignment) -> Option<Polyhedron> {
    let mut collector = CubeCollector::new(model);
    collector.require(formula)?;
    let targets: Vec<Linear> = terms.iter().map(|&t| collector.express(t)).collect::<Option<_>>()?;
    let cube = collector.finish();
    let mut dimensions: FxHashMap<Term, usize> = FxHashMap::default();
    let mut constraints = Vec::new();
    for (index, target) in targets.iter().enumerate() {
        let mut entries = entries(target, terms.len(), &mut dimensions);
        entries.push((index, -Integer::ONE));
        constraints.push(Constraint::new(LinearTerm::new(entries), Relation::Equal, bound(&target.constant)));
    }
    for atom in &cube.atoms {
        let entries = entries(&atom.linear, terms.len(), &mut dimensions);
        let relation = if atom.equality { Relation::Equal } else { Relation::LessOrEqual };
        constraints.push(Constraint::new(LinearTerm::new(entries), relation, bound(&atom.linear.constant)));
    }
    Some(Polyhedron::shadow(terms.len(), constraints).tightened())
}

/// `linear ⋈ 0` is `terms ⋈ −constant`.
fn bound(constant: &Int) -> Integer {
    Integer::from_big(-constant)
}

fn entries(linear: &Linear, offset: usize, dimensions: &mut FxHashMap<Term, usize>) -> Vec<(usize, Integer)> {
    linear
        .terms
        .iter()
        .map(|(part, factor)| {
            let next = offset + dimensions.len();
            (*dimensions.entry(*part).or_insert(next), Integer::from_big(factor.clone()))
        })
        .collect()
}

/// A linear combination of dimensions, with `arguments` put for them.
pub fn combination(term: &LinearTerm, arguments: &[Term]) -> Term {
    let summands: Vec<Term> = term.entries().iter().map(|(d, c)| arguments[*d].scale(c.to_big())).collect();
    Term::sum(&summands)
}

/// A constraint as a formula, with `arguments` put for the dimensions.
pub fn constraint_term(constraint: &Constraint, arguments: &[Term]) -> Term {
    let left = combination(&constraint.term, arguments);
    let bound = Term::int(constraint.bound.to_big());
    match constraint.relation {
        Relation::LessOrEqual => left.le(bound),
        Relation::Less => left.lt(bound),
        Relation::Equal => left.eq(bound),
    }
}

/// A polyhedron as a formula over `arguments`.
pub fn polyhedron_term(polyhedron: &Polyhedron, arguments: &[Term]) -> Term {
    if polyhedron.is_empty() {
        return Term::ff();
    }
    let facts: Vec<Term> = polyhedron.constraints().iter().map(|c| constraint_term(c, arguments)).collect();
    Term::and(&facts)
}

#[cfg(test)]
mod tests {
    use super::*;

    const EFFORT: Effort = Effort { cubes: 40, kept: 4 };

    fn hull_of(formula: Term, terms: &[Term]) -> Shape {
        let cx = Context::new(Default::default());
        hull(&cx, &Budget::unlimited(), formula, terms, EFFORT).expect("no limit").expect("within the effort")
    }

    #[test]
    fn two_boxes_join_to_their_hull_and_are_kept_apart() {
        let (x, y) = (Term::int_var("x"), Term::int_var("y"));
        let low = Term::and(&[x.ge(0), x.le(1), y.eq(0)]);
        let high = Term::and(&[x.ge(4), x.le(5), y.eq(4)]);
        let shape = hull_of(Term::or(&[low, high]), &[x, y]);
        let cx = Context::new(Default::default());
        let expected = Term::and(&[y.ge(0), y.le(4), x.sub(y).ge(0), x.sub(y).le(1)]);
        assert_eq!(cx.implies("test", polyhedron_term(&shape.hull, &[x, y]), expected), Some(true));
        assert_eq!(cx.implies("test", expected, polyhedron_term(&shape.hull, &[x, y])), Some(true));
        assert_eq!(cx.implies("test", shape.to_term(&[x, y]), Term::or(&[low, high])), Some(true));
    }

    #[test]
    fn differences_of_a_loop_body_are_seen_through_its_locals() {
        let (x, i) = (Term::int_var("x"), Term::int_var("i"));
        let step = Term::ite(i.gt(0), x.add(1), x.add(3));
        let shape = hull_of(Term::tt(), &[step.sub(x)]);
        let d = Term::int_var("d");
        let cx = Context::new(Default::default());
        let expected = Term::and(&[d.ge(1), d.le(3)]);
        assert_eq!(cx.implies("test", polyhedron_term(&shape.hull, &[d]), expected), Some(true));
        assert_eq!(cx.implies("test", expected, polyhedron_term(&shape.hull, &[d])), Some(true));
    }

    #[test]
    fn residues_are_found() {
        let (x, n) = (Term::int_var("x"), Term::int_var("n"));
        let cx = Context::new(Default::default());
        let formula = x.eq(n.scale(6).add(4));
        let found = lattice(&cx, &Budget::unlimited(), formula, &[x], 10).expect("no limit").expect("few models");
        assert_eq!(lattice_term(&found, &[x]), x.sub(4).divisible_by(6));
    }

    #[test]
    fn an_unsatisfiable_formula_has_the_empty_hull() {
        let x = Term::int_var("x");
        assert!(hull_of(Term::and(&[x.gt(3), x.lt(3)]), &[x]).hull.is_empty());
    }
}
