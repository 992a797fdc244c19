//! The invariants of a proof at the loops of the source: for people, and as expressions that a C compiler takes.
//!
//! A proof speaks of the program after the passes, where a function may have many copies. What holds at a loop of the source is the
//! disjunction over the copies, each without what cannot be named there; dropping a conjunct only weakens what is said.

use std::collections::{BTreeMap, BTreeSet};

use landfall::cfa::passes::GHOST_INDEX;
use landfall::cfa::{LocId, ProcId, Type, VarId};
use landfall::encode::{Numbers, Symbols};
use landfall::front::source::Span;
use landfall::verdict::Proof;
use landfall_smt::{Int, Kind, Term};

use super::scope::Scopes;
use crate::program::Loaded;

/// What holds whenever control is at the head of a loop.
pub struct LoopInvariant {
    pub span: Span,
    pub function: String,
    /// For people: mathematical integers, all variables.
    pub condition: String,
    /// As an expression of C that is valid there; see [`expression`].
    pub c_expression: Option<String>,
}

/// The invariants in the order of the source.
pub fn of(loaded: &Loaded, proof: &Proof) -> Vec<LoopInvariant> {
    let scopes = Scopes::new(&loaded.program, &loaded.sources);
    let symbols = Symbols::new(&proof.program, Numbers::Mathematical);
    let mut found = Vec::new();
    for (span, copies) in copies(proof) {
        let Some((proc, function)) = function_at(loaded, span) else { continue };
        let labels: Vec<Term> =
            copies.iter().map(|loc| proof.invariants.get(loc).copied().unwrap_or_else(Term::tt)).collect();
        let mut conditions: Vec<String> =
            labels.iter().filter(|label| label.as_bool() != Some(true)).map(|label| condition(*label)).collect();
        conditions.dedup();
        if conditions.is_empty() {
            continue;
        }
        let words = if conditions.len() == 1 {
            conditions.remove(0)
        } else {
            conditions.iter().map(|condition| format!("({condition})")).collect::<Vec<_>>().join(" || ")
        };
        // A copy that a pass has removed as irrelevant would be a case that is not covered.
        let complete = scopes.instances(proc).is_some_and(|instances| copies.len() as u64 >= instances);
        let at = Place { proof, symbols: &symbols, scopes: &scopes, proc, span };
        // What is too long for people is cut by dots, and then is no expression any more.
        let c_expression = if complete { at.disjunction(&labels).filter(|text| !text.contains("...")) } else { None };
        found.push(LoopInvariant { span, function, condition: words, c_expression });
    }
    found
}

/// The heads of each loop of the source in the proof's program.
fn copies(proof: &Proof) -> BTreeMap<Span, Vec<LocId>> {
    let mut found: BTreeMap<Span, Vec<LocId>> = BTreeMap::new();
    for (id, loc) in proof.program.locs.iter().filter(|(_, loc)| loc.is_loop) {
        if let Some(span) = loc.span {
            found.entry(span).or_default().push(id);
        }
    }
    found
}

/// The function whose source holds the loop at `span`; the proof's program has calls inlined and does not know it any more.
fn function_at(loaded: &Loaded, span: Span) -> Option<(ProcId, String)> {
    let original = &loaded.program;
    let proc = original.locs.values().find(|loc| loc.is_loop && loc.span == Some(span)).and_then(|loc| loc.proc)?;
    Some((proc, original.procs[proc].name.to_string()))
}

/// A formula in C syntax, with the variables' own names. Where two variables of one name occur, they keep their marks.
fn condition(formula: Term) -> String {
    // A mark behind a name: the value when the function was entered.
    let plain = |name: &str| {
        let own = name.split('~').next().unwrap_or(name).trim_end_matches('^');
        if name.ends_with('^') { format!("\\at({own}, Pre)") } else { own.to_string() }
    };
    let names: BTreeSet<String> = formula.free_vars().iter().map(|v| v.to_c()).collect();
    let distinct: BTreeSet<String> = names.iter().map(|name| plain(name)).collect();
    let ambiguous = distinct.len() < names.len();
    let text = formula.to_c_with(&|symbol| if ambiguous { symbol.name().to_string() } else { plain(symbol.name()) });
    let ghosts: Vec<&str> = distinct.iter().map(String::as_str).filter(|name| is_ghost_index(name)).collect();
    if ghosts.is_empty() { text } else { format!("for every index {}: {text}", ghosts.join(" and ")) }
}

/// An index that stands for all: what is said of it holds for each.
fn is_ghost_index(name: &str) -> bool {
    name.strip_prefix(GHOST_INDEX).is_some_and(|rest| !rest.is_empty() && rest.bytes().all(|b| b.is_ascii_digit()))
}

/// A loop of the source, seen from one of the proof's terms.
struct Place<'a> {
    proof: &'a Proof,
    symbols: &'a Symbols,
    scopes: &'a Scopes<'a>,
    proc: ProcId,
    span: Span,
}

impl Place<'_> {
    fn disjunction(&self, labels: &[Term]) -> Option<String> {
        let mut cases: Vec<String> = Vec::new();
        for label in labels {
            let conjuncts: Vec<String> = label.conjuncts().iter().filter_map(|c| self.expression(*c)).collect();
            if conjuncts.is_empty() {
                return None;
            }
            let case = conjuncts.join(" && ");
            if !cases.contains(&case) {
                cases.push(case);
            }
        }
        match cases.as_slice() {
            [] => None,
            [one] => Some(one.clone()),
            many => Some(many.iter().map(|case| format!("({case})")).collect::<Vec<_>>().join(" || ")),
        }
    }

    /// A conjunct as C, in parentheses where needed; `None` if C cannot say it here.
    fn expression(&self, conjunct: Term) -> Option<String> {
        let vars: BTreeMap<Term, VarId> = conjunct
            .free_vars()
            .into_iter()
            .map(|symbol| Some((symbol, self.symbols.var_of(symbol)?)))
            .collect::<Option<_>>()?;
        let nameable = |var: &VarId| {
            let data = &self.proof.program.vars[*var];
            data.span.is_some_and(|declared| self.scopes.can_name(&data.name, declared, self.proc, self.span))
        };
        if vars.is_empty() || !vars.values().all(nameable) || !sayable(conjunct) {
            return None;
        }
        let widest =
            vars.values().filter_map(|var| self.proof.program.vars[*var].ty.as_int()).map(|ty| ty.bits).max()?;
        let cast = match () {
            () if self.is_plain(conjunct, &vars) => "",
            () if widest <= 32 && is_modest(conjunct) => "(long long)",
            () => "(__int128)",
        };
        let name = |symbol: landfall_smt::Symbol| {
            let found = vars.iter().find(|(term, _)| term.as_var() == Some(symbol));
            found.map_or(String::new(), |(_, var)| format!("{cast}{}", self.proof.program.vars[*var].name))
        };
        let text = conjunct.to_c_with(&name);
        let compound = matches!(conjunct.kind(), Kind::Or(_) | Kind::Ite(..));
        Some(if compound { format!("({text})") } else { text })
    }

    /// Whether C computes the conjunct exactly without casts: a comparison of one variable with a constant of its type, or of two
    /// variables of one type.
    fn is_plain(&self, conjunct: Term, vars: &BTreeMap<Term, VarId>) -> bool {
        let atom = match conjunct.kind() {
            Kind::Not(inner) => *inner,
            _ => conjunct,
        };
        let (Kind::Le(sum) | Kind::EqZero(sum)) = atom.kind() else { return false };
        let linear = sum.linear();
        let unit = |coefficient: &Int| *coefficient == Int::from(1) || *coefficient == Int::from(-1);
        if !linear.terms.iter().all(|(term, coefficient)| term.as_var().is_some() && unit(coefficient)) {
            return false;
        }
        let types: BTreeSet<Type> = vars.values().map(|var| self.proof.program.vars[*var].ty).collect();
        let (Some(Type::Int(ty)), 1) = (types.first().copied(), types.len()) else { return false };
        let constant = i128::try_from(&linear.constant).ok();
        match linear.terms.len() {
            1 => constant.is_some_and(|c| {
                (-0x7fff_ffff..=0x7fff_ffff).contains(&c)
                    && (ty.signed || ty.bits < 32 || is_natural(linear.terms[0].1.clone(), c))
            }),
            2 => constant == Some(0) && linear.terms[0].1 == -linear.terms[1].1.clone(),
            _ => false,
        }
    }
}

/// Whether 64 bits suffice to compute it over variables of 32: no products, small coefficients.
fn is_modest(term: Term) -> bool {
    let small = |value: &Int| i128::try_from(value).is_ok_and(|value| value.unsigned_abs() < 1 << 24);
    let mut waiting = vec![term];
    while let Some(term) = waiting.pop() {
        match term.kind() {
            Kind::Mul(_) => return false,
            Kind::Sum(linear) if !linear.terms.iter().all(|(_, coefficient)| small(coefficient)) => return false,
            _ => term.kind().for_each_child(|child| waiting.push(child)),
        }
    }
    true
}

/// Whether the constant that an unsigned variable with this coefficient is compared with is not negative.
fn is_natural(coefficient: Int, constant: i128) -> bool {
    if coefficient == Int::from(1) { constant <= 0 } else { constant >= 0 }
}

/// Whether the term is made of what C has, with constants that C can write.
pub fn sayable(term: Term) -> bool {
    let mut waiting = vec![term];
    while let Some(term) = waiting.pop() {
        let fine = match term.kind() {
            Kind::Int(value) => i64::try_from(value).is_ok(),
            Kind::True | Kind::False | Kind::Var(_) | Kind::Not(_) | Kind::And(_) | Kind::Or(_) => true,
            Kind::Eq(..) | Kind::Ite(..) | Kind::Le(_) | Kind::EqZero(_) | Kind::Mul(_) => true,
            Kind::Sum(linear) => {
                let small = |value: &Int| i64::try_from(value).is_ok();
                small(&linear.constant) && linear.terms.iter().all(|(_, coefficient)| small(coefficient))
            }
            Kind::Mod(_, modulus) => modulus.as_int().is_some(),
            _ => false,
        };
        if !fine {
            return false;
        }
        term.kind().for_each_child(|child| waiting.push(child));
    }
    true
}
