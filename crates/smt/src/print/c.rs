//! Terms as C expressions for people and for witnesses: minimal parentheses, comparisons with positive coefficients on both sides.
//!
//! Integer operators mean mathematical integers; on these the text is exact (Euclidean division and remainder are spelled out
//! where they differ from C's). What C cannot say (stores, quantifiers) is written as a function or in words.

use crate::term::{BvOp, FloatOp, Kind, Linear, Term};
use crate::{Int, Sort, Symbol};
use dashu_base::UnsignedAbs;
use rustc_hash::FxHashMap;

/// Binding strengths of C's operators.
const TERNARY: u8 = 1;
const OR: u8 = 2;
const AND: u8 = 3;
const BIT_OR: u8 = 4;
const BIT_XOR: u8 = 5;
const BIT_AND: u8 = 6;
const EQUALITY: u8 = 7;
const RELATION: u8 = 8;
const SHIFT: u8 = 9;
const SUM: u8 = 10;
const PRODUCT: u8 = 11;
const PREFIX: u8 = 12;
const ATOM: u8 = 13;

/// Shared subterms are repeated in the text; one that grows beyond this is cut.
const MAX_TEXT: usize = 50_000;

type Summands = Vec<(Term, Int)>;

#[derive(Clone)]
struct Text {
    text: String,
    strength: u8,
}

impl Text {
    fn new(text: impl Into<String>, strength: u8) -> Text {
        Text { text: text.into(), strength }
    }

    /// The text, in parentheses unless it binds at least that strongly.
    fn at(&self, strength: u8) -> String {
        if self.strength >= strength { self.text.clone() } else { format!("({})", self.text) }
    }
}

impl Term {
    /// The term as a C expression.
    pub fn to_c(self) -> String {
        self.to_c_with(&|symbol| symbol.name().to_owned())
    }

    /// The term as a C expression, with names of variables and functions given by `name`.
    pub fn to_c_with(self, name: &dyn Fn(Symbol) -> String) -> String {
        let mut done: FxHashMap<Term, Text> = FxHashMap::default();
        let mut stack = vec![(self, false)];
        while let Some((term, expanded)) = stack.pop() {
            if done.contains_key(&term) {
                continue;
            }
            if expanded {
                let mut text = Writer { done: &done, name }.node(term);
                if text.text.len() > MAX_TEXT {
                    text = Text::new("...", ATOM);
                }
                done.insert(term, text);
            } else {
                stack.push((term, true));
                term.kind().for_each_child(|child| stack.push((child, false)));
            }
        }
        done.remove(&self).map(|text| text.text).unwrap_or_default()
    }
}

struct Writer<'a> {
    done: &'a FxHashMap<Term, Text>,
    name: &'a dyn Fn(Symbol) -> String,
}

impl Writer<'_> {
    fn at(&self, term: Term, strength: u8) -> String {
        self.done[&term].at(strength)
    }

    /// A left-associative operator.
    fn infix(&self, a: Term, operator: &str, b: Term, strength: u8) -> Text {
        Text::new(format!("{} {operator} {}", self.at(a, strength), self.at(b, strength + 1)), strength)
    }

    fn call(&self, function: &str, arguments: &[Term]) -> Text {
        let list: Vec<String> = arguments.iter().map(|a| self.at(*a, TERNARY)).collect();
        Text::new(format!("{function}({})", list.join(", ")), ATOM)
    }

    fn join(&self, members: &[Term], operator: &str, strength: u8) -> Text {
        let list: Vec<String> = members.iter().map(|m| self.at(*m, strength + 1)).collect();
        Text::new(list.join(operator), strength)
    }

    fn prefix(&self, operator: &str, a: Term) -> Text {
        Text::new(format!("{operator}{}", self.at(a, PREFIX)), PREFIX)
    }

    fn node(&self, term: Term) -> Text {
        match term.kind() {
            Kind::True => Text::new("1", ATOM),
            Kind::False => Text::new("0", ATOM),
            Kind::Int(value) => integer(value),
            Kind::BitVec(value) => Text::new(format!("{value}U"), ATOM),
            Kind::Float(bits) => float(*bits, term.sort()),
            Kind::Var(symbol) => Text::new((self.name)(*symbol), ATOM),
            Kind::App(symbol, arguments) => self.call(&(self.name)(*symbol), arguments),
            Kind::Not(inner) => self.negation(*inner),
            Kind::And(members) => self.join(members, " && ", AND),
            // Compilers warn about && inside || without parentheses.
            Kind::Or(members) => Text::new(self.join(members, " || ", AND).text, OR),
            Kind::Eq(a, b) => self.infix(*a, "==", *b, EQUALITY),
            Kind::Ite(c, a, b) => {
                let text = format!("{} ? {} : {}", self.at(*c, OR), self.at(*a, TERNARY), self.at(*b, TERNARY));
                Text::new(text, TERNARY)
            }
            Kind::Le(inner) => self.at_most_zero(&inner.linear()),
            Kind::EqZero(inner) => self.equality(&inner.linear(), "=="),
            Kind::Sum(linear) => self.sum(&linear.terms, &linear.constant),
            Kind::Mul(factors) => self.join(factors, " * ", PRODUCT),
            Kind::Div(a, b) => self.call("div", &[*a, *b]),
            Kind::Mod(a, b) => self.modulo(*a, *b),
            Kind::BvToInt(a) => self.done[a].clone(),
            Kind::IntToBv(a) => self.prefix(&format!("(uint{}_t)", term.width()), *a),
            Kind::Select(a, i) => Text::new(format!("{}[{}]", self.at(*a, ATOM), self.at(*i, TERNARY)), ATOM),
            Kind::Store(a, i, v) => self.call("store", &[*a, *i, *v]),
            Kind::ConstArray(v) => Text::new(format!("{{{}...}}", self.at(*v, TERNARY)), ATOM),
            Kind::Bv(op, list) => self.bits(*op, list, term),
            Kind::Fp(op, list) => self.float_operation(*op, list, term.sort()),
            Kind::Forall(vars, body) => self.quantifier("forall", vars, *body),
            Kind::Exists(vars, body) => self.quantifier("exists", vars, *body),
        }
    }

    fn negation(&self, inner: Term) -> Text {
        match inner.kind() {
            Kind::EqZero(t) => self.equality(&t.linear(), "!="),
            Kind::Eq(a, b) => self.infix(*a, "!=", *b, EQUALITY),
            _ => self.prefix("!", inner),
        }
    }

    /// Euclidean remainder by a positive constant in terms of C's remainder.
    fn modulo(&self, a: Term, b: Term) -> Text {
        match b.as_int() {
            Some(_) => {
                let modulus = self.at(b, ATOM);
                Text::new(format!("({} % {modulus} + {modulus}) % {modulus}", self.at(a, PRODUCT)), PRODUCT)
            }
            None => self.call("mod", &[a, b]),
        }
    }

    fn quantifier(&self, name: &str, vars: &[Term], body: Term) -> Text {
        let vars: Vec<String> = vars.iter().filter_map(|v| v.as_var()).map(|symbol| (self.name)(symbol)).collect();
        Text::new(format!("{name} {}. {}", vars.join(", "), self.at(body, TERNARY)), 0)
    }

    fn monomial(&self, term: Term, coefficient: &Int) -> String {
        let size = coefficient.unsigned_abs();
        if size.is_one() { self.at(term, SUM + 1) } else { format!("{size} * {}", self.at(term, PRODUCT + 1)) }
    }

    /// `Σ coefficient·term + constant`, positive summands first.
    fn sum(&self, terms: &[(Term, Int)], constant: &Int) -> Text {
        let (positive, negative): (Vec<_>, Vec<_>) = terms.iter().partition(|(_, c)| *c > Int::ZERO);
        let mut text = String::new();
        let mut count = 0;
        let mut append = |minus: bool, part: String| {
            match (count, minus) {
                (0, false) => {}
                (0, true) => text.push('-'),
                (_, false) => text.push_str(" + "),
                (_, true) => text.push_str(" - "),
            }
            text.push_str(&part);
            count += 1;
        };
        for (term, coefficient) in positive {
            append(false, self.monomial(*term, coefficient));
        }
        let late_constant = terms.iter().any(|(_, c)| *c > Int::ZERO) || *constant <= Int::ZERO;
        if !late_constant {
            append(false, constant.to_string());
        }
        for (term, coefficient) in negative {
            append(true, self.monomial(*term, coefficient));
        }
        if late_constant && (!constant.is_zero() || terms.is_empty()) {
            append(*constant < Int::ZERO, constant.unsigned_abs().to_string());
        }
        Text::new(text, if count > 1 { SUM } else { PRODUCT })
    }

    /// Splits into the summands with positive and (negated) with negative coefficients.
    fn sides(&self, linear: &Linear) -> (Summands, Summands) {
        let positive = linear.terms.iter().filter(|(_, c)| *c > Int::ZERO).cloned().collect();
        let negative = linear.terms.iter().filter(|(_, c)| *c < Int::ZERO).map(|(t, c)| (*t, -c)).collect();
        (positive, negative)
    }

    fn relation(&self, left: &Text, operator: &str, right: &Text, strength: u8) -> Text {
        Text::new(format!("{} {operator} {}", left.at(strength + 1), right.at(strength + 1)), strength)
    }

    fn at_most_zero(&self, linear: &Linear) -> Text {
        let (positive, negative) = self.sides(linear);
        let constant = &linear.constant;
        let strict = constant.is_one();
        let rest = if strict { Int::ZERO } else { constant.clone() };
        if positive.is_empty() {
            let operator = if strict { ">" } else { ">=" };
            return self.relation(&self.sum(&negative, &Int::ZERO), operator, &integer(&rest), RELATION);
        }
        let operator = if strict { "<" } else { "<=" };
        if negative.is_empty() || rest <= Int::ZERO {
            let (left, right) = (self.sum(&positive, &Int::ZERO), self.sum(&negative, &-rest));
            return self.relation(&left, operator, &right, RELATION);
        }
        self.relation(&self.sum(&positive, &rest), operator, &self.sum(&negative, &Int::ZERO), RELATION)
    }

    fn equality(&self, linear: &Linear, operator: &str) -> Text {
        if let Some(text) = self.congruence(linear, operator) {
            return text;
        }
        let (mut left, mut right) = self.sides(linear);
        let mut constant = linear.constant.clone();
        if left.is_empty() {
            std::mem::swap(&mut left, &mut right);
            constant = -constant;
        }
        if right.is_empty() || constant <= Int::ZERO {
            return self.relation(&self.sum(&left, &Int::ZERO), operator, &self.sum(&right, &-constant), EQUALITY);
        }
        self.relation(&self.sum(&left, &constant), operator, &self.sum(&right, &Int::ZERO), EQUALITY)
    }

    /// `t mod m = r` is `(t - r) % m == 0`, in C as well.
    fn congruence(&self, linear: &Linear, operator: &str) -> Option<Text> {
        let [(term, coefficient)] = linear.terms.as_slice() else { return None };
        let Kind::Mod(inner, modulus) = term.kind() else { return None };
        let modulus = modulus.as_int()?;
        let remainder = -&linear.constant;
        if !coefficient.is_one() || remainder < Int::ZERO || remainder >= *modulus {
            return None;
        }
        let inner = inner.linear();
        let shifted = self.sum(&inner.terms, &(&inner.constant - remainder));
        let text = format!("{} % {modulus} {operator} 0", shifted.at(PRODUCT));
        Some(Text::new(text, EQUALITY))
    }

    fn bits(&self, op: BvOp, list: &[Term], term: Term) -> Text {
        let a = list[0];
        let b = list.get(1).copied().unwrap_or(a);
        let signed = |t: Term| format!("(int{}_t){}", t.width(), self.at(t, PREFIX));
        let signed_infix = |operator: &str, strength: u8| {
            let text = format!("{} {operator} {}", signed(a), signed(b));
            Text::new(text, strength)
        };
        match op {
            BvOp::Add => self.infix(a, "+", b, SUM),
            BvOp::Sub => self.infix(a, "-", b, SUM),
            BvOp::Mul => self.infix(a, "*", b, PRODUCT),
            BvOp::Neg => self.prefix("-", a),
            BvOp::Udiv => self.infix(a, "/", b, PRODUCT),
            BvOp::Urem => self.infix(a, "%", b, PRODUCT),
            BvOp::Sdiv => signed_infix("/", PRODUCT),
            BvOp::Srem => signed_infix("%", PRODUCT),
            BvOp::And => self.infix(a, "&", b, BIT_AND),
            BvOp::Or => self.infix(a, "|", b, BIT_OR),
            BvOp::Xor => self.infix(a, "^", b, BIT_XOR),
            BvOp::Not => self.prefix("~", a),
            BvOp::Shl => self.infix(a, "<<", b, SHIFT),
            BvOp::Lshr => self.infix(a, ">>", b, SHIFT),
            BvOp::Ashr => Text::new(format!("{} >> {}", signed(a), self.at(b, SHIFT + 1)), SHIFT),
            BvOp::Concat => self.call("concat", list),
            BvOp::Extract(high, low) => Text::new(format!("bits({}, {high}, {low})", self.at(a, TERNARY)), ATOM),
            BvOp::ZeroExt(_) => self.prefix(&format!("(uint{}_t)", term.width()), a),
            BvOp::SignExt(_) => Text::new(format!("(int{}_t){}", term.width(), signed(a)), PREFIX),
            BvOp::Ult => self.infix(a, "<", b, RELATION),
            BvOp::Ule => self.infix(a, "<=", b, RELATION),
            BvOp::Slt => signed_infix("<", RELATION),
            BvOp::Sle => signed_infix("<=", RELATION),
        }
    }

    fn float_operation(&self, op: FloatOp, list: &[Term], sort: Sort) -> Text {
        let a = list[0];
        let b = list.get(1).copied().unwrap_or(a);
        match op {
            FloatOp::Add => self.infix(a, "+", b, SUM),
            FloatOp::Sub => self.infix(a, "-", b, SUM),
            FloatOp::Mul => self.infix(a, "*", b, PRODUCT),
            FloatOp::Div => self.infix(a, "/", b, PRODUCT),
            FloatOp::Rem => self.call("remainder", list),
            FloatOp::Sqrt => self.call("sqrt", list),
            FloatOp::Neg => self.prefix("-", a),
            FloatOp::Abs => self.call("fabs", list),
            FloatOp::RoundToIntegral(_) => self.call("rint", list),
            FloatOp::Eq => self.infix(a, "==", b, EQUALITY),
            FloatOp::Lt => self.infix(a, "<", b, RELATION),
            FloatOp::Le => self.infix(a, "<=", b, RELATION),
            FloatOp::IsNan => self.call("isnan", list),
            FloatOp::IsInf => self.call("isinf", list),
            FloatOp::IsZero => Text::new(format!("{} == 0", self.at(a, RELATION)), EQUALITY),
            FloatOp::IsNegative => self.call("signbit", list),
            FloatOp::FromSigned | FloatOp::FromUnsigned | FloatOp::FromFloat | FloatOp::FromBits => {
                self.prefix(if sort == Sort::F32 { "(float)" } else { "(double)" }, a)
            }
            FloatOp::ToBits => self.call("bits", list),
            FloatOp::ToSigned => self.prefix(&format!("(int{}_t)", sort.bits().unwrap_or(0)), a),
            FloatOp::ToUnsigned => self.prefix(&format!("(uint{}_t)", sort.bits().unwrap_or(0)), a),
        }
    }
}

fn integer(value: &Int) -> Text {
    Text::new(value.to_string(), if *value < Int::ZERO { PREFIX } else { ATOM })
}

fn float(bits: u128, sort: Sort) -> Text {
    match sort {
        Sort::F32 => Text::new(format!("{:?}f", f32::from_bits(bits as u32)), PREFIX),
        Sort::F64 => Text::new(format!("{:?}", f64::from_bits(bits as u64)), PREFIX),
        _ => Text::new(format!("{bits:#x}"), ATOM),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comparisons_have_positive_coefficients() {
        let (x, y, z) = (Term::int_var("c_x"), Term::int_var("c_y"), Term::int_var("c_z"));
        assert_eq!((x - y).le(3).to_c(), "c_x <= c_y + 3");
        assert_eq!((x - y).ge(3).to_c(), "c_y + 3 <= c_x");
        assert_eq!(x.lt(y).to_c(), "c_x < c_y");
        assert_eq!(x.ge(0).to_c(), "c_x >= 0");
        assert_eq!(x.gt(0).to_c(), "c_x > 0");
        assert_eq!(x.lt(-4).to_c(), "c_x <= -5");
        assert_eq!((x.scale(2) + y - z.scale(3)).eq(1).to_c(), "2 * c_x + c_y == 3 * c_z + 1");
        assert_eq!(x.ne(y).to_c(), "c_x != c_y");
        assert_eq!(x.modulo(2).eq(1).to_c(), "(c_x - 1) % 2 == 0");
        assert_eq!(x.modulo(2).eq(0).to_c(), "c_x % 2 == 0");
    }

    #[test]
    fn parentheses_are_minimal() {
        let (x, y) = (Term::int_var("c_x"), Term::int_var("c_y"));
        let (p, q) = (Term::bool_var("c_p"), Term::bool_var("c_q"));
        let (either, both) = (Term::or(&[p, q]), Term::and(&[p, q]));
        let atom = Term::bool_var("c_r");
        assert_eq!(Term::and(&[either, atom]).to_c(), "(c_p || c_q) && c_r");
        assert_eq!(Term::or(&[both, atom]).to_c(), "(c_p && c_q) || c_r");
        assert_eq!(Term::ite(p, x + 1, y).eq(7).to_c(), "(c_p ? c_x + 1 : c_y) == 7");
        assert_eq!(Term::and(&[p, q]).not().to_c(), "!(c_p && c_q)");
        assert_eq!((x * y + 2).le(0).to_c(), "c_x * c_y <= -2");
    }
}
