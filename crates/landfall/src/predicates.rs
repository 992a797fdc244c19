//! Predicate abstraction: the image of a label along a step, over the predicates of the step's target.
//!
//! Predicates belong to points, which whoever uses this numbers as it likes. They come from the labels that refinement finds:
//! their conjuncts, so that what was found can be found again, and their atoms. Each step has a solver that knows its
//! transition; labels and predicates are assumptions. Steps with the same guard share it, and what it has answered: a procedure
//! that is called from many places in the same state is entered and left for the price of one call. An answer that the solver
//! does not give counts as *no*, which only makes images larger.

use landfall_smt::{Model, Outcome, Solver, Term, Value};
use rustc_hash::FxHashMap;

use crate::encode::Transition;
use crate::limits::limits;
use crate::solving::Solving;

/// A place that has predicates.
pub type PointId = usize;

/// A transition to a point, as [`Post::add_step`] numbered it.
pub type StepId = usize;

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

/// The steps and predicates of one program, with the images that were asked for.
pub struct Post<'s> {
    kind: PostKind,
    solving: &'s Solving,
    /// By point, in the order in which they were found.
    predicates: Vec<Vec<Term>>,
    steps: Vec<(PointId, Transition)>,
    images: Vec<StepImage>,
    /// By guard.
    passages: FxHashMap<Term, Passage>,
}

/// Values of several terms at once, as constants.
type Combinations = Vec<Vec<Term>>;

/// A solver that holds a guard, made when it is needed, and what it has answered.
#[derive(Default)]
struct Passage {
    solver: Option<Solver>,
    /// By label: whether a state passes, where that is known.
    passes: FxHashMap<Term, bool>,
    /// By label and formula over the state before: whether every state that passes satisfies it.
    implied: FxHashMap<(Term, Term), bool>,
    /// By label and terms over the state before: the values that these may have where a state passes, and how many were asked for.
    values: FxHashMap<(Term, Vec<Term>, usize), Option<Combinations>>,
}

/// What is known about the images along one step.
#[derive(Default)]
struct StepImage {
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
    /// With this many points, and no steps yet.
    pub fn new(kind: PostKind, points: usize, solving: &'s Solving) -> Post<'s> {
        Post {
            kind,
            solving,
            predicates: vec![Vec::new(); points],
            steps: Vec::new(),
            images: Vec::new(),
            passages: FxHashMap::default(),
        }
    }

    /// One more step. Steps are numbered in the order in which they are added.
    pub fn add_step(&mut self, target: PointId, transition: &Transition) -> StepId {
        self.steps.push((target, transition.clone()));
        self.images.push(StepImage::default());
        self.steps.len() - 1
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

    /// One more predicate, unless it or its negation is there; whether it is new.
    pub fn add(&mut self, at: PointId, predicate: Term) -> bool {
        let known = &mut self.predicates[at];
        let is_new = predicate.as_bool().is_none() && !known.contains(&predicate) && !known.contains(&predicate.not());
        if is_new {
            known.push(predicate);
        }
        is_new
    }

    /// Takes predicates from a label; how many are new.
    pub fn harvest(&mut self, at: PointId, label: Term) -> usize {
        let before = self.predicates[at].len();
        for conjunct in label.conjuncts() {
            if self.kind == PostKind::Cartesian && conjunct.size() <= limits().predicates.size {
                self.add(at, conjunct);
            }
        }
        for atom in label.atoms() {
            self.add(at, atom);
        }
        self.predicates[at].len() - before
    }

    /// A formula that holds after the step if `label` holds before.
    pub fn image(&mut self, step: StepId, label: Term) -> Term {
        if label.is_false() {
            return Term::ff();
        }
        match self.kind {
            PostKind::True => Term::tt(),
            PostKind::Cartesian => self.cartesian(step, label),
            PostKind::Boolean => self.boolean(step, label),
        }
    }

    /// The combinations of values that some terms over the state may have after the step if `label` holds before: all of them,
    /// as constants, or `None` if there are more than `limit` or the solver does not know.
    pub fn values(&mut self, step: StepId, label: Term, terms: &[Term], limit: usize) -> Option<Vec<Vec<Term>>> {
        let transition = &self.steps[step].1;
        let after: Vec<Term> = terms.iter().map(|t| transition.pull_back(*t)).collect();
        let passage = self.passages.entry(transition.guard).or_default();
        let asked = (label, after, limit);
        if let Some(known) = passage.values.get(&asked) {
            return known.clone();
        }
        let found = all_values(passage.solver(self.solving, transition.guard), label, &asked.1, limit);
        passage.values.insert(asked, found.clone());
        found
    }

    fn cartesian(&mut self, step: StepId, label: Term) -> Term {
        let predicates = &self.predicates[self.steps[step].0];
        let mut known = self.images[step].literals.remove(&label).unwrap_or_default();
        let image =
            if known.infeasible { Term::ff() } else { self.literals(step, label, predicates.len(), &mut known) };
        self.images[step].literals.insert(label, known);
        image
    }

    /// Looks at the predicates that were found since the last time.
    fn literals(&mut self, step: StepId, label: Term, count: usize, known: &mut Known) -> Term {
        let (target, transition) = &self.steps[step];
        let passage = self.passages.entry(transition.guard).or_default();
        let first = known.looked_at == 0;
        let mut open: Vec<(Term, Term)> = Vec::new();
        for &predicate in &self.predicates[*target][known.looked_at..] {
            let after = transition.pull_back(predicate);
            open.push((predicate, after));
            open.push((predicate.not(), after.not()));
        }
        known.looked_at = count;
        if first && !passage.passes(self.solving, transition.guard, label, &mut open) {
            known.infeasible = true;
            return Term::ff();
        }
        while let Some((literal, after)) = open.pop() {
            if passage.implies(self.solving, transition.guard, label, after, &mut open) {
                known.hold.push(literal);
                // Of two opposite literals at most one holds where a state passes.
                open.retain(|(other, _)| *other != literal.not());
            }
        }
        Term::and(&known.hold)
    }

    /// The strongest combination of predicates: those that hold alone, and all cubes of the others.
    fn boolean(&mut self, step: StepId, label: Term) -> Term {
        let count = self.predicates[self.steps[step].0].len();
        let known = self.images[step].boolean.get(&label);
        if let Some((_, image)) = known.filter(|(looked_at, image)| *looked_at == count || image.is_false()) {
            return *image;
        }
        let literals = self.cartesian(step, label);
        let image = if literals.is_false() { literals } else { self.with_cubes(step, label, literals) };
        self.images[step].boolean.insert(label, (count, image));
        image
    }

    fn with_cubes(&mut self, step: StepId, label: Term, literals: Term) -> Term {
        let (target, transition) = &self.steps[step];
        let decided = literals.conjuncts();
        let open = self.predicates[*target].iter().filter(|p| !decided.contains(p) && !decided.contains(&p.not()));
        let open: Vec<(Term, Term)> = open.map(|&p| (p, transition.pull_back(p))).collect();
        if open.len() < 2 {
            return literals;
        }
        let solver = self.passages.entry(transition.guard).or_default().solver(self.solving, transition.guard);
        let cubes = solver.scope(|solver| {
            let mut cubes: Vec<Vec<bool>> = Vec::new();
            solver.assert(label);
            loop {
                let model = match solver.check() {
                    Outcome::Unsat(_) => return Some(cubes),
                    Outcome::Sat(model) if cubes.len() < limits().predicates.cubes => model,
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

impl Passage {
    fn solver(&mut self, solving: &Solving, guard: Term) -> &mut Solver {
        self.solver.get_or_insert_with(|| {
            let mut solver = solving.solver("post");
            solver.assert(guard);
            solver
        })
    }

    /// Whether a state of the label may pass. Leaves out the literals that one that does refutes.
    fn passes(&mut self, solving: &Solving, guard: Term, label: Term, open: &mut Vec<(Term, Term)>) -> bool {
        if let Some(&known) = self.passes.get(&label) {
            return known;
        }
        match self.solver(solving, guard).check_assuming(&[label]) {
            Outcome::Unsat(_) => {
                self.passes.insert(label, false);
                false
            }
            Outcome::Sat(model) => {
                self.passes.insert(label, true);
                self.drop_refuted(label, open, &model);
                true
            }
            Outcome::Unknown(_) => true,
        }
    }

    /// Whether all states of the label that pass satisfy a formula. Leaves out the literals that one that does not refutes.
    fn implies(
        &mut self,
        solving: &Solving,
        guard: Term,
        label: Term,
        formula: Term,
        open: &mut Vec<(Term, Term)>,
    ) -> bool {
        if let Some(&known) = self.implied.get(&(label, formula)) {
            return known;
        }
        match self.solver(solving, guard).check_assuming(&[label, formula.not()]) {
            Outcome::Unsat(_) => {
                self.implied.insert((label, formula), true);
                true
            }
            Outcome::Sat(model) => {
                self.implied.insert((label, formula), false);
                self.drop_refuted(label, open, &model);
                false
            }
            Outcome::Unknown(_) => false,
        }
    }

    /// Leaves out the literals that a state refutes, and remembers them.
    fn drop_refuted(&mut self, label: Term, open: &mut Vec<(Term, Term)>, model: &Model) {
        let implied = &mut self.implied;
        open.retain(|(_, after)| {
            let holds = model.holds(*after);
            if !holds {
                implied.insert((label, *after), false);
            }
            holds
        });
    }
}

/// The combinations of values of some terms in the states of a label that a solver allows, in their order.
fn all_values(solver: &mut Solver, label: Term, terms: &[Term], limit: usize) -> Option<Combinations> {
    let mut found: Vec<Vec<Value>> = solver.scope(|solver| {
        let mut found = Vec::new();
        solver.assert(label);
        loop {
            let model = match solver.check() {
                Outcome::Unsat(_) => return Some(found),
                Outcome::Sat(model) if found.len() < limit => model,
                _ => return None,
            };
            let values: Vec<Value> = terms.iter().map(|t| model.eval(*t)).collect::<Option<_>>()?;
            let same: Vec<Term> = terms.iter().zip(&values).map(|(&t, v)| t.eq(v.to_term())).collect();
            solver.assert(Term::and(&same).not());
            found.push(values);
        }
    })?;
    found.sort_unstable();
    Some(found.into_iter().map(|values| values.iter().map(Value::to_term).collect()).collect())
}

fn signed(term: Term, positive: bool) -> Term {
    if positive { term } else { term.not() }
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
