//! A formula over bits as clauses over truth values, so that any solver can be asked about its circuit.

use super::aig::{Gate, Lit};
use super::blast::Blaster;
use crate::Term;

/// Clauses that can hold together just if the formula can, where each defined variable stands for its meaning. `None` if
/// something is not over bits, such as integers.
pub fn clauses(definitions: &[(Term, Term)], formula: Term) -> Option<Vec<Term>> {
    let mut blaster = Blaster::new();
    definitions.iter().for_each(|(var, meaning)| blaster.define(*var, *meaning));
    let root = blaster.truth(formula).ok()?;
    let mut open = std::mem::take(&mut blaster.facts);
    open.push(root);
    let mut clauses: Vec<Term> = open.iter().map(|lit| literal(*lit)).collect();
    let mut seen = vec![false; blaster.aig.len()];
    while let Some(lit) = open.pop() {
        if std::mem::replace(&mut seen[lit.node()], true) {
            continue;
        }
        let node = literal(lit.signed(!lit.is_negated()));
        if let Some((condition, yes, no)) = blaster.aig.as_mux(lit.node()) {
            open.extend([condition, yes, no]);
            let [c, t, e] = [condition, yes, no].map(literal);
            // The node is the negation of the choice.
            let with = [[c.not(), t.not(), node.not()], [c.not(), t, node], [c, e.not(), node.not()], [c, e, node]];
            clauses.extend(with.map(|clause| Term::or(&clause)));
        } else if let Gate::And(a, b) = blaster.aig.gate(lit.node()) {
            open.extend([a, b]);
            let [a, b] = [a, b].map(literal);
            clauses.extend([Term::or(&[node.not(), a]), Term::or(&[node.not(), b])]);
            clauses.push(Term::or(&[node, a.not(), b.not()]));
        }
    }
    Some(clauses)
}

fn literal(lit: Lit) -> Term {
    if let Some(constant) = lit.as_constant() {
        return Term::bool(constant);
    }
    let node = Term::bool_var(&format!("gate!{}", lit.node()));
    if lit.is_negated() { node.not() } else { node }
}
