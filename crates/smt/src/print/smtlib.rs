//! SMT-LIB text of a term. Shared subterms are named by `let`, so that the text is linear in the number of distinct nodes.

use crate::term::{BvOp, FloatOp, Kind, Rounding, Term};
use crate::{Int, Sort, Symbol};
use dashu_base::{Signed, UnsignedAbs};
use rustc_hash::{FxHashMap, FxHashSet};
use std::fmt::{self, Write};

impl fmt::Display for Term {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&text(*self))
    }
}

/// Shared terms whose text would be longer than this are named.
const INLINE_TEXT: usize = 24;

/// Unshared text longer than this is named too, so that the nesting of parentheses stays bounded for deep terms.
const MAX_NESTING: usize = 40;

/// The SMT-LIB text of a term.
pub(super) fn text(root: Term) -> String {
    let order = topological(root);
    let mut uses: FxHashMap<Term, u32> = FxHashMap::default();
    for term in &order {
        term.kind().for_each_child(|child| *uses.entry(child).or_default() += 1);
    }
    let mut texts: FxHashMap<Term, (String, usize)> = FxHashMap::default();
    let mut bindings = Vec::new();
    for term in order {
        let depth = 1 + max_child(term, |child| texts[&child].1);
        let mut body = node(term, |child| texts[&child].0.as_str());
        let shared = uses.get(&term).copied().unwrap_or(0) > 1 && body.len() > INLINE_TEXT;
        let mut depth = depth;
        if term != root && (shared || depth > MAX_NESTING) {
            let name = format!("$t{}", bindings.len());
            bindings.push((name.clone(), std::mem::replace(&mut body, name)));
            depth = 1;
        }
        texts.insert(term, (body, depth));
    }
    let body = texts.remove(&root).map(|(text, _)| text).unwrap_or_default();
    if bindings.is_empty() {
        return body;
    }
    let mut result = String::new();
    for (name, definition) in &bindings {
        let _ = write!(result, "(let (({name} {definition})) ");
    }
    result.push_str(&body);
    result.extend(std::iter::repeat_n(')', bindings.len()));
    result
}

/// Children before parents; a quantifier is a leaf, its body has a text (and bindings) of its own.
fn topological(root: Term) -> Vec<Term> {
    let mut order = Vec::new();
    let mut seen: FxHashSet<Term> = FxHashSet::default();
    let mut stack = vec![(root, false)];
    while let Some((term, expanded)) = stack.pop() {
        if expanded {
            order.push(term);
        } else if seen.insert(term) {
            stack.push((term, true));
            if !matches!(term.kind(), Kind::Forall(..) | Kind::Exists(..)) {
                let mut children = term.children();
                children.reverse();
                stack.extend(children.into_iter().map(|child| (child, false)));
            }
        }
    }
    order
}

fn max_child(term: Term, depth: impl Fn(Term) -> usize) -> usize {
    let mut most = 0;
    if !matches!(term.kind(), Kind::Forall(..) | Kind::Exists(..)) {
        term.kind().for_each_child(|child| most = most.max(depth(child)));
    }
    most
}

/// A name as SMT-LIB writes it.
pub(super) fn symbol_text(symbol: Symbol) -> String {
    let name = symbol.name();
    let plain = |c: char| c.is_ascii_alphanumeric() || "~!@$%^&*_-+=<>.?/".contains(c);
    if !name.is_empty() && name.chars().all(plain) && !name.starts_with(|c: char| c.is_ascii_digit()) {
        name.to_owned()
    } else {
        format!("|{}|", name.replace(['|', '\\'], "_"))
    }
}

fn int_text(value: &Int) -> String {
    if value.is_negative() { format!("(- {})", value.unsigned_abs()) } else { value.to_string() }
}

fn apply<'a>(function: &str, arguments: impl IntoIterator<Item = &'a str>) -> String {
    let mut text = format!("({function}");
    for argument in arguments {
        text.push(' ');
        text.push_str(argument);
    }
    text.push(')');
    text
}

fn node<'a>(term: Term, get: impl Fn(Term) -> &'a str) -> String {
    let list = |function: &str, arguments: &[Term]| apply(function, arguments.iter().map(|t| get(*t)));
    match term.kind() {
        Kind::True => "true".into(),
        Kind::False => "false".into(),
        Kind::Int(value) => int_text(value),
        Kind::BitVec(value) => bits_text(*value, term.width()),
        Kind::Float(bits) => float_text(*bits, term.sort()),
        Kind::Var(symbol) => symbol_text(*symbol),
        Kind::App(symbol, arguments) => list(&symbol_text(*symbol), arguments),
        Kind::Not(a) => list("not", &[*a]),
        Kind::And(members) => list("and", members),
        Kind::Or(members) => list("or", members),
        Kind::Eq(a, b) => list("=", &[*a, *b]),
        Kind::Ite(c, a, b) => list("ite", &[*c, *a, *b]),
        Kind::Le(a) => comparison("<=", *a, &get),
        Kind::EqZero(a) => comparison("=", *a, &get),
        Kind::Sum(linear) => {
            let mut parts: Vec<String> = linear.terms.iter().map(|(t, c)| monomial(c, get(*t))).collect();
            if !linear.constant.is_zero() {
                parts.push(int_text(&linear.constant));
            }
            match parts.as_slice() {
                [only] => only.clone(),
                _ => apply("+", parts.iter().map(String::as_str)),
            }
        }
        Kind::Mul(factors) => list("*", factors),
        Kind::Div(a, b) => list("div", &[*a, *b]),
        Kind::Mod(a, b) => list("mod", &[*a, *b]),
        Kind::BvToInt(a) => list("bv2nat", &[*a]),
        Kind::IntToBv(a) => list(&format!("(_ int2bv {})", term.width()), &[*a]),
        Kind::Select(a, i) => list("select", &[*a, *i]),
        Kind::Store(a, i, v) => list("store", &[*a, *i, *v]),
        Kind::ConstArray(v) => list(&format!("(as const {})", term.sort()), &[*v]),
        Kind::Bv(op, arguments) => list(&bv_name(*op), arguments),
        Kind::Fp(op, arguments) => list(&float_name(*op, term.sort()), arguments),
        Kind::Forall(vars, body) => quantifier("forall", vars, *body),
        Kind::Exists(vars, body) => quantifier("exists", vars, *body),
    }
}

fn monomial(coefficient: &Int, text: &str) -> String {
    if coefficient.is_one() { text.to_owned() } else { apply("*", [int_text(coefficient).as_str(), text]) }
}

/// `x + 2 <= 0` reads better as `x <= -2`.
fn comparison<'a>(relation: &str, term: Term, get: &impl Fn(Term) -> &'a str) -> String {
    let linear = term.linear();
    let parts: Vec<String> = linear.terms.iter().map(|(t, c)| monomial(c, get(*t))).collect();
    let left = match parts.as_slice() {
        [only] => only.clone(),
        _ => apply("+", parts.iter().map(String::as_str)),
    };
    apply(relation, [left.as_str(), int_text(&-&linear.constant).as_str()])
}

fn quantifier(name: &str, vars: &[Term], body: Term) -> String {
    let declared: Vec<String> = vars
        .iter()
        .filter_map(|v| v.as_var().map(|symbol| format!("({} {})", symbol_text(symbol), v.sort())))
        .collect();
    // Recursion on the nesting of quantifiers only.
    format!("({name} ({}) {})", declared.join(" "), text(body))
}

fn bits_text(value: u128, width: u32) -> String {
    if width.is_multiple_of(4) {
        format!("#x{value:0digits$x}", digits = (width / 4) as usize)
    } else {
        format!("#b{value:0digits$b}", digits = width as usize)
    }
}

fn float_text(bits: u128, sort: Sort) -> String {
    let Sort::Float(exponent, significand) = sort else {
        return bits.to_string();
    };
    let fraction_bits = significand - 1;
    let part = |value: u128, width: u32| format!("#b{value:0digits$b}", digits = width as usize);
    let ones = |width: u32| (1u128 << width) - 1;
    let sign = part(bits >> (exponent + fraction_bits) & 1, 1);
    let exponent_text = part((bits >> fraction_bits) & ones(exponent), exponent);
    let fraction = part(bits & ones(fraction_bits), fraction_bits);
    format!("(fp {sign} {exponent_text} {fraction})")
}

fn bv_name(op: BvOp) -> String {
    match op {
        BvOp::Add => "bvadd",
        BvOp::Sub => "bvsub",
        BvOp::Mul => "bvmul",
        BvOp::Neg => "bvneg",
        BvOp::Udiv => "bvudiv",
        BvOp::Urem => "bvurem",
        BvOp::Sdiv => "bvsdiv",
        BvOp::Srem => "bvsrem",
        BvOp::And => "bvand",
        BvOp::Or => "bvor",
        BvOp::Xor => "bvxor",
        BvOp::Not => "bvnot",
        BvOp::Shl => "bvshl",
        BvOp::Lshr => "bvlshr",
        BvOp::Ashr => "bvashr",
        BvOp::Concat => "concat",
        BvOp::Extract(high, low) => return format!("(_ extract {high} {low})"),
        BvOp::ZeroExt(extra) => return format!("(_ zero_extend {extra})"),
        BvOp::SignExt(extra) => return format!("(_ sign_extend {extra})"),
        BvOp::Ult => "bvult",
        BvOp::Ule => "bvule",
        BvOp::Slt => "bvslt",
        BvOp::Sle => "bvsle",
    }
    .into()
}

fn float_name(op: FloatOp, sort: Sort) -> String {
    let format = |extra: &str| match sort {
        Sort::Float(exponent, significand) => format!("(_ to_fp{extra} {exponent} {significand})"),
        _ => format!("to_fp{extra}"),
    };
    let width = sort.bits().unwrap_or(0);
    match op {
        FloatOp::Add => "fp.add RNE".into(),
        FloatOp::Sub => "fp.sub RNE".into(),
        FloatOp::Mul => "fp.mul RNE".into(),
        FloatOp::Div => "fp.div RNE".into(),
        FloatOp::Rem => "fp.rem".into(),
        FloatOp::Sqrt => "fp.sqrt RNE".into(),
        FloatOp::Neg => "fp.neg".into(),
        FloatOp::Abs => "fp.abs".into(),
        FloatOp::RoundToIntegral(rounding) => {
            format!("fp.roundToIntegral {}", rounding_name(rounding))
        }
        FloatOp::Eq => "fp.eq".into(),
        FloatOp::Lt => "fp.lt".into(),
        FloatOp::Le => "fp.leq".into(),
        FloatOp::IsNan => "fp.isNaN".into(),
        FloatOp::IsInf => "fp.isInfinite".into(),
        FloatOp::IsZero => "fp.isZero".into(),
        FloatOp::IsNegative => "fp.isNegative".into(),
        FloatOp::FromSigned | FloatOp::FromFloat => format!("{} RNE", format("")),
        FloatOp::FromUnsigned => format!("{} RNE", format("_unsigned")),
        FloatOp::FromBits => format(""),
        // No standard, but what Z3 and others understand.
        FloatOp::ToBits => "fp.to_ieee_bv".into(),
        FloatOp::ToSigned => format!("(_ fp.to_sbv {width}) RTZ"),
        FloatOp::ToUnsigned => format!("(_ fp.to_ubv {width}) RTZ"),
    }
}

fn rounding_name(rounding: Rounding) -> &'static str {
    match rounding {
        Rounding::NearestEven => "RNE",
        Rounding::NearestAway => "RNA",
        Rounding::TowardPositive => "RTP",
        Rounding::TowardNegative => "RTN",
        Rounding::TowardZero => "RTZ",
    }
}
