//! A formula over bits as clauses over truth values, so that any solver can be asked about its circuit.

use std::fmt::Write as _;

use super::aig::{Gate, Lit};
use super::blast::Blaster;
use crate::Term;

/// Clauses over truth values, which are numbered from one; a negative number is a negated one.
pub struct Clauses {
    variables: usize,
    /// One clause after the other, each followed by a zero.
    literals: Vec<i32>,
}

/// Clauses that can hold together just if the formula can, where each defined variable stands for its meaning. `None` if
/// something is not over bits, such as integers.
pub fn clauses(definitions: &[(Term, Term)], formula: Term) -> Option<Clauses> {
    let mut blaster = Blaster::new();
    definitions.iter().for_each(|(var, meaning)| blaster.define(*var, *meaning));
    let root = blaster.truth(formula).ok()?;
    let mut open = std::mem::take(&mut blaster.facts);
    open.push(root);
    // The constant has the first number.
    let mut clauses = Clauses { variables: blaster.aig.len(), literals: Vec::new() };
    clauses.add(&[-number(Lit::FALSE)]);
    open.iter().for_each(|lit| clauses.add(&[number(*lit)]));
    let mut seen = vec![false; blaster.aig.len()];
    while let Some(lit) = open.pop() {
        if std::mem::replace(&mut seen[lit.node()], true) {
            continue;
        }
        let node = number(lit.signed(!lit.is_negated()));
        if let Some((condition, yes, no)) = blaster.aig.as_mux(lit.node()) {
            open.extend([condition, yes, no]);
            let [c, t, e] = [condition, yes, no].map(number);
            // The node is the negation of the choice.
            for clause in [[-c, -t, -node], [-c, t, node], [c, -e, -node], [c, e, node]] {
                clauses.add(&clause);
            }
        } else if let Gate::And(a, b) = blaster.aig.gate(lit.node()) {
            open.extend([a, b]);
            let [a, b] = [a, b].map(number);
            clauses.add(&[-node, a]);
            clauses.add(&[-node, b]);
            clauses.add(&[node, -a, -b]);
        }
    }
    Some(clauses)
}

fn number(lit: Lit) -> i32 {
    let node = lit.node() as i32 + 1;
    if lit.is_negated() { -node } else { node }
}

impl Clauses {
    fn add(&mut self, clause: &[i32]) {
        self.literals.extend_from_slice(clause);
        self.literals.push(0);
    }

    fn each(&self) -> impl Iterator<Item = &[i32]> {
        self.literals.split(|literal| *literal == 0).filter(|clause| !clause.is_empty())
    }

    /// The clauses in DIMACS' format.
    pub fn dimacs(&self) -> String {
        let mut text = format!("p cnf {} {}\n", self.variables, self.each().count());
        for literal in &self.literals {
            let end = if *literal == 0 { '\n' } else { ' ' };
            // Writing to a string does not fail.
            let _ = write!(text, "{literal}{end}");
        }
        text
    }

    /// The clauses as terms.
    pub fn terms(&self) -> impl Iterator<Item = Term> {
        let literal = |literal: &i32| {
            let variable = Term::bool_var(&format!("gate!{}", literal.unsigned_abs()));
            if *literal < 0 { variable.not() } else { variable }
        };
        self.each().map(move |clause| Term::or(&clause.iter().map(literal).collect::<Vec<_>>()))
    }
}
