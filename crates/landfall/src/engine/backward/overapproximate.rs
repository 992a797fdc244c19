//! `Overapproximate` (section 4.3): larger sets of states that still extend a candidate.

use landfall_smt::{Assignment, Kind, Outcome, Term};

use super::bself::Bself;
use super::clauses;
use super::graph::PlaceId;
use crate::limits::limits;
use crate::verdict::Reason;

/// What a new part must fit to: the candidate ξ that it extends, and the error states φ.
pub(super) struct Extension {
    pub place: PlaceId,
    pub of: Term,
    pub errors: Term,
}

/// A set of states as clauses, and the relations with which it is over-approximated.
pub(super) struct Plan {
    pub clauses: Vec<Term>,
    pub relations: Vec<Term>,
}

/// Concrete transitions of a loop: whoever contains the first state and not the second is not inductive.
#[derive(Default)]
pub(super) struct Refuter {
    transitions: Vec<(Assignment, Assignment)>,
}

impl Refuter {
    /// Whether a remembered transition shows that `part` leads out of `whole`.
    fn refutes(&self, part: Term, whole: Term) -> bool {
        let leaves = |(before, after): &(Assignment, Assignment)| {
            part.holds(before) == Some(true) && whole.holds(after) == Some(false)
        };
        self.transitions.iter().rev().any(leaves)
    }

    /// Forgets the transitions from states that cannot be reached.
    pub fn assume(&mut self, invariant: Term) {
        self.transitions.retain(|(before, _)| invariant.holds(before) != Some(false));
    }

    fn remember(&mut self, before: Assignment, after: Assignment) {
        if self.transitions.len() < limits().folding.remembered {
            self.transitions.push((before, after));
        }
    }
}

impl Bself<'_, '_> {
    /// How `part` (ψ′) can be over-approximated; `last` (ψ) is what was added to the candidate before. None if it does not
    /// extend the candidate itself.
    pub fn plan(&mut self, extension: &Extension, part: Term, last: Term) -> Result<Option<Plan>, Reason> {
        let system = self.system;
        if !self.is_valid(extension, part)? {
            return Ok(None);
        }
        let mut clauses = clauses::simplified(system, clauses::of(part))?;
        let relations = self.relations(extension.place, Term::and(&clauses), last)?;
        clauses.splice(0..0, relations.constants.iter().copied());
        // Values read next are no part of most invariants: these clauses are dropped first.
        clauses.sort_by_key(|clause| !clause.any_var(|v| system.graph.is_input(v)));
        let others = relations.others.into_iter().take(limits().folding.relations);
        Ok(Some(Plan { clauses, relations: [Term::tt()].into_iter().chain(others).collect() }))
    }

    /// A superset that extends the candidate: ρ, of these clauses, with one relation.
    pub fn overapproximate(&mut self, extension: &Extension, clauses: &[Term], relation: Term) -> Result<Term, Reason> {
        let mut rho = self.drop_clauses(extension, clauses.to_vec(), relation)?;
        rho.extend(relation.conjuncts().into_iter().filter(|c| !c.is_true()));
        let relaxed = self.relax(extension, rho)?;
        Ok(Term::and(&self.drop_clauses(extension, relaxed, Term::tt())?))
    }

    /// Whether `part` together with the candidate is a candidate.
    fn is_valid(&mut self, extension: &Extension, part: Term) -> Result<bool, Reason> {
        let whole = Term::or(&[part, extension.of]);
        if self.loops[extension.place].refuter.refutes(part, whole) {
            return Ok(false);
        }
        let errors = Term::and(&[part, extension.errors, self.loops[extension.place].invariant()]);
        Ok(self.system.is_unsat("disjoint", errors)? && self.is_inductive(extension, part)?)
    }

    /// Whether an iteration from `part` ends in `part` or in the candidate.
    pub fn is_inductive(&mut self, extension: &Extension, part: Term) -> Result<bool, Reason> {
        let (system, place) = (self.system, extension.place);
        let whole = Term::or(&[part, extension.of]);
        let begin = Term::and(&[part, self.loops[place].invariant()]);
        for step in system.graph.inside(place) {
            let outside = system.pre(&step.relation, whole.not());
            match system.check("inductive", Term::and(&[begin, outside]))? {
                Outcome::Unsat(_) => {}
                Outcome::Unknown(_) => return Ok(false),
                Outcome::Sat(model) => {
                    let symbols = system.graph.symbols();
                    let before = model.assignment(&symbols);
                    if step.relation.locals.is_empty() {
                        let after = symbols.iter().filter(|s| system.graph.is_state(**s)).filter_map(|symbol| {
                            let value = step.relation.updates.get(symbol).copied().unwrap_or(*symbol);
                            Some((*symbol, value.eval(&before)?))
                        });
                        let after = after.collect();
                        self.loops[place].refuter.remember(before, after);
                    }
                    return Ok(false);
                }
            }
        }
        Ok(true)
    }

    /// The third step, and the last: leaves clauses out as long as the rest, with the relation, is valid.
    fn drop_clauses(&mut self, extension: &Extension, mut rho: Vec<Term>, relation: Term) -> Result<Vec<Term>, Reason> {
        let mut position = 0;
        while position < rho.len() {
            let clause = rho.remove(position);
            let rest = Term::and(&[Term::and(&rho), relation]);
            let is_idle = rest == Term::and(&[rest, clause]);
            if !is_idle && !self.is_valid(extension, rest)? {
                rho.insert(position, clause);
                position += 1;
            }
        }
        Ok(rho)
    }

    /// The fourth step: relaxes inequalities as far as possible, equalities as two of them.
    fn relax(&mut self, extension: &Extension, clauses: Vec<Term>) -> Result<Vec<Term>, Reason> {
        let mut rho: Vec<Term> = Vec::new();
        for clause in clauses {
            match clause.kind() {
                Kind::EqZero(sum) => rho.extend([sum.le_zero(), sum.neg().le_zero()]),
                _ => rho.push(clause),
            }
        }
        for position in 0..rho.len() {
            let literals = rho[position].disjuncts();
            if literals.len() > limits().folding.relaxed {
                continue;
            }
            for literal in literals {
                let Kind::Le(sum) = literal.kind() else { continue };
                let clause = rho[position];
                let mut relaxed = clause;
                let mut good: i64 = 0;
                let by = |r: i64| clause.replace(literal, sum.sub(r).le_zero());
                let mut valid = |r: i64, rho: &mut Vec<Term>, this: &mut Self| -> Result<bool, Reason> {
                    rho[position] = by(r);
                    let valid = this.is_valid(extension, Term::and(rho))?;
                    rho[position] = relaxed;
                    if valid {
                        relaxed = by(r);
                        rho[position] = relaxed;
                    }
                    Ok(valid)
                };
                let mut bad = None;
                for doubling in 0..=limits().folding.doublings {
                    let r = 1_i64 << doubling;
                    if !valid(r, &mut rho, self)? {
                        bad = Some(r);
                        break;
                    }
                    good = r;
                }
                while let Some(limit) = bad.filter(|limit| good > 0 && limit - good > 1) {
                    let middle = good + (limit - good) / 2;
                    if valid(middle, &mut rho, self)? {
                        good = middle;
                    } else {
                        bad = Some(middle);
                    }
                }
            }
        }
        Ok(rho)
    }

    /// Only the sets that are not part of another one.
    pub fn without_implied(&self, found: Vec<Term>) -> Result<Vec<Term>, Reason> {
        let mut kept: Vec<Term> = Vec::new();
        for (position, &set) in found.iter().enumerate() {
            let mut implied = false;
            for (other_position, &other) in found.iter().enumerate() {
                if other_position != position
                    && self.system.implies("filter", set, other)?
                    && (other_position < position || !self.system.implies("filter", other, set)?)
                {
                    implied = true;
                    break;
                }
            }
            if !implied {
                kept.push(set);
            }
        }
        Ok(kept)
    }
}
