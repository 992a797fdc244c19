//! What engines tell each other about a program: plain data that can be handed from one process to another.
//!
//! Everything here is a claim. Who is told checks it, or makes sure that a wrong claim cannot lead to a wrong verdict: a proof made
//! with it is re-proved without it, and executions are replayed anyway (see `engine::informed`).
//!
//! A claim speaks of one program, after the passes that every engine gets; [`Knowledge::program`] tells programs apart.

use std::hash::{Hash, Hasher};

use landfall_smt::{Int, Kind, Term};
use serde::{Deserialize, Serialize};

use crate::cfa::{BinaryOp, Expr, IntType, LocId, Program, UnaryOp, VarId};
use crate::encode::Symbols;

/// Claims about one program.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Knowledge {
    /// Which program; see [`fingerprint`].
    pub program: u64,
    /// Conditions that hold whenever control is at a location.
    pub facts: Vec<(u32, Claim)>,
    /// Conditions without which no error can be reached from a location.
    pub needs: Vec<(u32, Claim)>,
}

/// A condition on the variables of a program, over mathematical integers.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub enum Claim {
    /// The sum is at most zero.
    AtMost(Sum),
    /// The sum is zero.
    Zero(Sum),
    Not(Box<Claim>),
    All(Vec<Claim>),
    Any(Vec<Claim>),
}

/// A constant, and variables with their coefficients.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Sum {
    pub constant: i64,
    pub terms: Vec<(u32, i64)>,
}

/// Tells programs apart; the same for the same program in every process of one build.
pub fn fingerprint(program: &Program) -> u64 {
    let mut hasher = rustc_hash::FxHasher::default();
    program.to_string().hash(&mut hasher);
    hasher.finish()
}

impl Knowledge {
    pub fn new(program: &Program) -> Knowledge {
        Knowledge { program: fingerprint(program), facts: Vec::new(), needs: Vec::new() }
    }

    /// Adds the conjuncts of what always holds at a location, as far as claims can say them.
    pub fn add_fact(&mut self, symbols: &Symbols, loc: LocId, fact: Term) {
        let claims = fact.conjuncts().into_iter().filter_map(|conjunct| Claim::of(symbols, conjunct));
        self.facts.extend(claims.map(|claim| (loc.as_u32(), claim)));
    }

    /// Adds a condition that every way to an error from a location needs; what claims cannot say is left out.
    pub fn add_need(&mut self, symbols: &Symbols, loc: LocId, need: Term) {
        let claims = need.conjuncts().into_iter().filter_map(|conjunct| Claim::of(symbols, conjunct));
        self.needs.extend(claims.map(|claim| (loc.as_u32(), claim)));
    }

    pub fn is_empty(&self) -> bool {
        self.facts.is_empty() && self.needs.is_empty()
    }
}

impl Claim {
    /// A formula as a claim; `None` if it has no such form.
    pub fn of(symbols: &Symbols, formula: Term) -> Option<Claim> {
        let each =
            |parts: Vec<Term>| parts.into_iter().map(|part| Claim::of(symbols, part)).collect::<Option<Vec<_>>>();
        Some(match formula.kind() {
            Kind::Le(sum) => Claim::AtMost(Sum::of(symbols, *sum)?),
            Kind::EqZero(sum) => Claim::Zero(Sum::of(symbols, *sum)?),
            Kind::Not(inner) => Claim::Not(Box::new(Claim::of(symbols, *inner)?)),
            Kind::And(_) => Claim::All(each(formula.conjuncts())?),
            Kind::Or(_) => Claim::Any(each(formula.disjuncts())?),
            _ => return None,
        })
    }

    /// The claim as a formula; `None` if it speaks of what the program does not have.
    pub fn term(&self, symbols: &Symbols) -> Option<Term> {
        let each = |parts: &[Claim]| parts.iter().map(|part| part.term(symbols)).collect::<Option<Vec<_>>>();
        Some(match self {
            Claim::AtMost(sum) => sum.term(symbols)?.le(0),
            Claim::Zero(sum) => sum.term(symbols)?.eq(Term::int(0)),
            Claim::Not(inner) => inner.term(symbols)?.not(),
            Claim::All(parts) => Term::and(&each(parts)?),
            Claim::Any(parts) => Term::or(&each(parts)?),
        })
    }

    /// The claim as a condition of the program. Only for claims whose [`Claim::term`] exists.
    pub fn expression(&self) -> Expr {
        let join = |parts: &[Claim], empty: bool, join: fn(Box<Expr>, Box<Expr>) -> Expr| {
            let both = |a: Expr, b: Expr| join(Box::new(a), Box::new(b));
            parts.iter().map(Claim::expression).reduce(both).unwrap_or(Expr::Int(i128::from(empty), IntType::BOOL))
        };
        match self {
            Claim::AtMost(sum) => Expr::binary(BinaryOp::Le, sum.expression(), Expr::Int(0, WIDE)),
            Claim::Zero(sum) => Expr::binary(BinaryOp::Eq, sum.expression(), Expr::Int(0, WIDE)),
            Claim::Not(inner) => Expr::Unary(UnaryOp::Not, Box::new(inner.expression())),
            Claim::All(parts) => join(parts, true, Expr::And),
            Claim::Any(parts) => join(parts, false, Expr::Or),
        }
    }
}

/// Wide enough for sums of machine integers with coefficients of 64 bits.
const WIDE: IntType = IntType::new(128, true);

impl Sum {
    fn of(symbols: &Symbols, sum: Term) -> Option<Sum> {
        let small = |value: &Int| i64::try_from(value).ok();
        let linear = sum.linear();
        let terms = linear.terms.iter();
        let terms = terms.map(|(part, factor)| Some((symbols.var_of(*part)?.as_u32(), small(factor)?)));
        Some(Sum { constant: small(&linear.constant)?, terms: terms.collect::<Option<_>>()? })
    }

    fn term(&self, symbols: &Symbols) -> Option<Term> {
        let count = symbols.vars().count();
        let mut total = Term::int(self.constant);
        for (var, factor) in &self.terms {
            let var = (*var as usize).lt(&count).then(|| VarId::from_u32(*var))?;
            let symbol = symbols.state(var);
            if symbol.sort() != landfall_smt::Sort::Int {
                return None;
            }
            total = total.add(symbol.scale(*factor));
        }
        Some(total)
    }

    fn expression(&self) -> Expr {
        let constant = Expr::Int(i128::from(self.constant), WIDE);
        self.terms.iter().fold(constant, |total, (var, factor)| {
            let value = Expr::cast(WIDE, Expr::Var(VarId::from_u32(*var)));
            let product = Expr::binary(BinaryOp::Mul, Expr::Int(i128::from(*factor), WIDE), value);
            Expr::binary(BinaryOp::Add, total, product)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cfa::DataModel;
    use crate::encode::Numbers;
    use crate::front::{FrontOptions, load_text};

    #[test]
    fn claims_say_what_the_formulas_say() {
        let text = "int main(void) { int x = 1, y = 2; unsigned char z = 3; return x + y + z; }";
        let program = load_text("t.c", text, &FrontOptions::new(DataModel::Lp64)).expect("the text is C").program;
        let symbols = Symbols::new(&program, Numbers::Mathematical);
        let named = |name: &str| {
            let found = program.vars.iter().find(|(_, var)| &*var.name == name).expect("it is declared");
            symbols.state(found.0)
        };
        let (x, y, z) = (named("x"), named("y"), named("z"));
        let formula = Term::and(&[x.le(y.scale(3).add(7)), Term::or(&[y.eq(z), x.ge(5).not(), z.ne(0)])]);
        let claim = Claim::of(&symbols, formula).expect("linear");
        assert_eq!(claim.term(&symbols), Some(formula));
        assert_eq!(Claim::of(&symbols, x.mul(y).le(3)), None);
        let stranger = Claim::Zero(Sum { constant: 0, terms: vec![(u32::MAX, 1)] });
        assert_eq!(stranger.term(&symbols), None);
    }

    #[test]
    fn programs_are_told_apart() {
        let of = |text: &str| load_text("t.c", text, &FrontOptions::new(DataModel::Lp64)).expect("C").program;
        let (one, other) = ("int main(void) { return 1; }", "int main(void) { return 2; }");
        assert_eq!(fingerprint(&of(one)), fingerprint(&of(one)));
        assert_ne!(fingerprint(&of(one)), fingerprint(&of(other)));
    }
}
