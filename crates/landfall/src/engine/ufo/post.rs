//! `Post`: the abstract image of a label along an edge, over the predicates of the edge's target.
//!
//! Predicates belong to cut points. They come from the labels that refinement finds: their conjuncts, so that what was found can
//! be found again, and their atoms. Each edge of the cut-point graph has a solver that knows its transition; labels and
//! predicates are assumptions. An answer that the solver does not give counts as *no*, which only makes images larger.

use landfall_smt::{Model, Outcome, Solver, Term};
use rustc_hash::FxHashMap;

use super::graph::Program;
use crate::encode::CutId;
use crate::solving::Solving;

/// Conjuncts of labels that are larger than this are no predicates; their atoms are.
const MAX_PREDICATE_SIZE: usize = 60;
/// Cubes up to which a Boolean image is computed; beyond, it is the Cartesian one.
const MAX_CUBES: usize = 200;

/// How images are computed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PostKind {
    /// Every image is *true*.
    True,
    /// A conjunction of predicates and negated predicates.
    Cartesian,
    /// Any combination of predicates.
    Boolean,
}

pub(super) struct Post<'s> {
    kind: PostKind,
    program: &'s Program<'s>,
    solving: &'s Solving,
    /// By cut point, in the order in which they were found.
    predicates: Vec<Vec<Term>>,
    edges: Vec<EdgeImage>,
}

/// What is known about the images along one edge of the cut-point graph.
#[derive(Default)]
struct EdgeImage {
    /// Holds the transition's guard; made when it is needed.
    solver: Option<Solver>,
    /// By label: which literals over the target follow, or that no state passes.
    literals: FxHashMap<Term, Known>,
    /// By label: the Boolean image, and how many predicates there were.
    boolean: FxHashMap<Term, (usize, Term)>,
}

#[derive(Default)]
struct Known {
    /// The number of predicates of the target that were looked at.
    looked_at: usize,
    infeasible: bool,
    hold: Vec<Term>,
}

impl<'s> Post<'s> {
    pub fn new(kind: PostKind, program: &'s Program<'s>, solving: &'s Solving) -> Post<'s> {
        let edges = program.cuts.edges.iter().map(|_| EdgeImage::default()).collect();
        Post { kind, program, solving, predicates: vec![Vec::new(); program.cuts.locs.len()], edges }
    }

    /// The predicates of another search on the same program.
    pub fn adopt(&mut self, predicates: Vec<Vec<Term>>) {
        if predicates.len() == self.predicates.len() {
            self.predicates = predicates;
        }
    }

    pub fn into_predicates(self) -> Vec<Vec<Term>> {
        self.predicates
    }

    /// Takes predicates from a label; how many are new.
    pub fn harvest(&mut self, at: CutId, label: Term) -> usize {
        let known = &mut self.predicates[at];
        let before = known.len();
        let mut add = |predicate: Term| {
            if predicate.as_bool().is_none() && !known.contains(&predicate) && !known.contains(&predicate.not()) {
                known.push(predicate);
            }
        };
        for conjunct in label.conjuncts() {
            if self.kind == PostKind::Cartesian && conjunct.size() <= MAX_PREDICATE_SIZE {
                add(conjunct);
            }
        }
        label.atoms().into_iter().for_each(add);
        self.predicates[at].len() - before
    }

    /// `Post`: a formula that holds after the edge if `label` holds before.
    pub fn image(&mut self, edge: usize, label: Term) -> Term {
        if label.is_false() {
            return Term::ff();
        }
        match self.kind {
            PostKind::True => Term::tt(),
            PostKind::Cartesian => self.cartesian(edge, label),
            PostKind::Boolean => self.boolean(edge, label),
        }
    }

    fn cartesian(&mut self, edge: usize, label: Term) -> Term {
        let predicates = &self.predicates[self.program.cuts.edges[edge].target];
        let mut known = self.edges[edge].literals.remove(&label).unwrap_or_default();
        let image =
            if known.infeasible { Term::ff() } else { self.literals(edge, label, predicates.len(), &mut known) };
        self.edges[edge].literals.insert(label, known);
        image
    }

    /// Looks at the predicates that were found since the last time.
    fn literals(&mut self, edge: usize, label: Term, count: usize, known: &mut Known) -> Term {
        let cut = &self.program.cuts.edges[edge];
        let first = known.looked_at == 0;
        let mut open: Vec<(Term, Term)> = Vec::new();
        for &predicate in &self.predicates[cut.target][known.looked_at..] {
            let after = cut.block.transition.pull_back(predicate);
            open.push((predicate, after));
            open.push((predicate.not(), after.not()));
        }
        known.looked_at = count;
        let solver = self.edges[edge].solver(self.solving, cut.block.transition.guard);
        if first {
            match solver.check_assuming(&[label]) {
                Outcome::Unsat(_) => {
                    known.infeasible = true;
                    return Term::ff();
                }
                Outcome::Sat(model) => drop_refuted(&mut open, &model),
                Outcome::Unknown(_) => {}
            }
        }
        while let Some(&(literal, after)) = open.last() {
            open.pop();
            match solver.check_assuming(&[label, after.not()]) {
                Outcome::Unsat(_) => {
                    known.hold.push(literal);
                    // Of two opposite literals at most one holds where a state passes.
                    open.retain(|(other, _)| *other != literal.not());
                }
                Outcome::Sat(model) => drop_refuted(&mut open, &model),
                Outcome::Unknown(_) => {}
            }
        }
        Term::and(&known.hold)
    }

    /// The strongest combination of predicates: those that hold alone, and all cubes of the others.
    fn boolean(&mut self, edge: usize, label: Term) -> Term {
        let cut = &self.program.cuts.edges[edge];
        let count = self.predicates[cut.target].len();
        let known = self.edges[edge].boolean.get(&label);
        if let Some((_, image)) = known.filter(|(looked_at, image)| *looked_at == count || image.is_false()) {
            return *image;
        }
        let literals = self.cartesian(edge, label);
        let image = if literals.is_false() { literals } else { self.with_cubes(edge, label, literals) };
        self.edges[edge].boolean.insert(label, (count, image));
        image
    }

    fn with_cubes(&mut self, edge: usize, label: Term, literals: Term) -> Term {
        let cut = &self.program.cuts.edges[edge];
        let decided = literals.conjuncts();
        let open = self.predicates[cut.target].iter().filter(|p| !decided.contains(p) && !decided.contains(&p.not()));
        let open: Vec<(Term, Term)> = open.map(|&p| (p, cut.block.transition.pull_back(p))).collect();
        if open.len() < 2 {
            return literals;
        }
        let solver = self.edges[edge].solver(self.solving, cut.block.transition.guard);
        let cubes = solver.scope(|solver| {
            let mut cubes: Vec<Vec<bool>> = Vec::new();
            solver.assert(label);
            loop {
                let model = match solver.check() {
                    Outcome::Unsat(_) => return Some(cubes),
                    Outcome::Sat(model) if cubes.len() < MAX_CUBES => model,
                    _ => return None,
                };
                let cube: Vec<bool> = open.iter().map(|(_, after)| model.holds(*after)).collect();
                let same: Vec<Term> = cube.iter().zip(&open).map(|(&v, (_, after))| signed(*after, v)).collect();
                solver.assert(Term::and(&same).not());
                cubes.push(cube);
            }
        });
        let Some(cubes) = cubes else { return literals };
        let terms: Vec<Term> = merged(&cubes)
            .iter()
            .map(|cube| {
                let fixed = cube.iter().zip(&open).filter_map(|(v, (p, _))| v.map(|v| signed(*p, v)));
                Term::and(&fixed.collect::<Vec<_>>())
            })
            .collect();
        Term::and(&[literals, Term::or(&terms)])
    }
}

impl EdgeImage {
    fn solver(&mut self, solving: &Solving, guard: Term) -> &mut Solver {
        self.solver.get_or_insert_with(|| {
            let mut solver = solving.solver("post");
            solver.assert(guard);
            solver
        })
    }
}

fn signed(term: Term, positive: bool) -> Term {
    if positive { term } else { term.not() }
}

/// Leaves out the literals that a state refutes.
fn drop_refuted(open: &mut Vec<(Term, Term)>, model: &Model) {
    open.retain(|(_, after)| model.holds(*after));
}

/// Joins cubes that differ in one place, as long as there are such.
fn merged(cubes: &[Vec<bool>]) -> Vec<Vec<Option<bool>>> {
    let mut cubes: Vec<Vec<Option<bool>>> = cubes.iter().map(|c| c.iter().copied().map(Some).collect()).collect();
    let mut changed = true;
    while changed {
        changed = false;
        let mut first = 0;
        while first < cubes.len() {
            let partner =
                (first + 1..cubes.len()).find_map(|other| Some((other, one_apart(&cubes[first], &cubes[other])?)));
            match partner {
                Some((other, place)) => {
                    cubes[first][place] = None;
                    cubes.swap_remove(other);
                    changed = true;
                }
                None => first += 1,
            }
        }
    }
    cubes
}

/// The only place where two cubes differ, if both have a value there.
fn one_apart(a: &[Option<bool>], b: &[Option<bool>]) -> Option<usize> {
    let mut apart = a.iter().zip(b).enumerate().filter(|(_, (a, b))| a != b);
    let (place, (a, b)) = apart.next()?;
    (apart.next().is_none() && a.is_some() && b.is_some()).then_some(place)
}

#[cfg(test)]
mod tests {
    use super::merged;

    #[test]
    fn cubes_that_differ_in_one_place_are_joined() {
        let all = [vec![true, true], vec![true, false], vec![false, true], vec![false, false]];
        assert_eq!(merged(&all), [vec![None, None]]);
        assert_eq!(merged(&[vec![true, false], vec![false, true]]).len(), 2);
    }
}
