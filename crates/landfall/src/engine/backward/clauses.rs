//! Formulas as conjunctions of clauses.

use landfall_smt::{Kind, Term};

use super::system::System;
use crate::limits::limits;
use crate::verdict::Reason;

/// The clauses of a formula. A disjunction that would become too many stays what it is.
pub(super) fn of(formula: Term) -> Vec<Term> {
    let mut clauses = Vec::new();
    for conjunct in formula.nnf().conjuncts() {
        for clause in distribute(conjunct, 0) {
            if !clause.is_true() && !clauses.contains(&clause) {
                clauses.push(clause);
            }
        }
    }
    clauses
}

fn distribute(formula: Term, depth: usize) -> Vec<Term> {
    if depth > limits().folding.depth {
        return vec![formula];
    }
    match formula.kind() {
        Kind::And(members) => members.iter().flat_map(|m| distribute(*m, depth + 1)).collect(),
        Kind::Or(members) => {
            let mut product = vec![Term::ff()];
            for member in members {
                let factors = distribute(*member, depth + 1);
                if product.len() * factors.len() > limits().folding.product {
                    return vec![formula];
                }
                let joined = |clause: &Term| factors.iter().map(|f| Term::or(&[*clause, *f])).collect::<Vec<_>>();
                product = product.iter().flat_map(joined).collect();
            }
            product
        }
        _ => vec![formula],
    }
}

/// The same set of states with fewer literals: those that the other clauses exclude are left out.
pub(super) fn simplified(system: &System<'_>, mut clauses: Vec<Term>) -> Result<Vec<Term>, Reason> {
    if clauses.len() > limits().folding.simplified {
        return Ok(clauses);
    }
    for position in 0..clauses.len() {
        let literals = clauses[position].disjuncts();
        if literals.len() < 2 {
            continue;
        }
        let others: Vec<Term> = clauses.iter().enumerate().filter(|(i, _)| *i != position).map(|(_, c)| *c).collect();
        let others = Term::and(&others);
        let mut kept = Vec::new();
        for literal in literals {
            if !system.is_unsat("simplify", Term::and(&[others, literal]))? {
                kept.push(literal);
            }
        }
        clauses[position] = Term::or(&kept);
    }
    let mut distinct = Vec::new();
    for clause in clauses.iter().flat_map(|c| c.conjuncts()) {
        if !clause.is_true() && !distinct.contains(&clause) {
            distinct.push(clause);
        }
    }
    Ok(distinct)
}
