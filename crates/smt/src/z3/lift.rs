//! Z3 nodes back to terms: results of simplification, projection, quantifier elimination and Horn solving.
//!
//! Not every node has a term (reals and datatypes have none): lifting then fails, and the caller does without the result.

use super::{Ast, Attempt, Failure, Held, Z3, text_of};
use crate::{Int, Sort, Symbol, Term};
use rustc_hash::FxHashMap;
use std::str::FromStr;
use z3_sys::*;

unsafe extern "C" {
    /// The kind as a plain number: numbers differ between versions, so they must not be read as an enumeration.
    #[link_name = "Z3_get_decl_kind"]
    fn raw_decl_kind(context: Z3_context, declaration: Z3_func_decl) -> u32;
}

/// # Safety
/// The declaration belongs to the context.
pub(super) unsafe fn decl_kind(context: Z3_context, declaration: Z3_func_decl) -> u32 {
    // SAFETY: promised by the caller.
    unsafe { raw_decl_kind(context, declaration) }
}

impl Z3 {
    /// The term of a node, which the caller keeps alive.
    pub(super) fn lift(&self, root: Ast) -> Attempt<Term> {
        let mut done: FxHashMap<Ast, Term> = FxHashMap::default();
        let mut stack = vec![(root, false)];
        while let Some((ast, expanded)) = stack.pop() {
            if done.contains_key(&ast) {
                continue;
            }
            // SAFETY: all nodes are parts of a node that the caller holds.
            let kind = unsafe { Z3_get_ast_kind(self.raw(), ast) };
            match kind {
                AstKind::Numeral => {
                    done.insert(ast, self.lift_numeral(ast)?);
                }
                AstKind::Quantifier => {
                    done.insert(ast, self.lift_quantifier(ast)?);
                }
                AstKind::App if expanded => {
                    let arguments: Vec<Term> = self.arguments(ast)?.iter().map(|child| done[child]).collect();
                    done.insert(ast, self.lift_app(ast, &arguments)?);
                }
                AstKind::App => {
                    stack.push((ast, true));
                    stack.extend(self.arguments(ast)?.into_iter().map(|child| (child, false)));
                }
                other => return Err(Failure(format!("no term for a node of kind {other:?}"))),
            }
        }
        Ok(done[&root])
    }

    fn arguments(&self, ast: Ast) -> Attempt<Vec<Ast>> {
        let raw = self.raw();
        // SAFETY: the node is an application.
        unsafe {
            let app = self.result(Z3_to_app(raw, ast))?;
            (0..Z3_get_app_num_args(raw, app)).map(|i| self.result(Z3_get_app_arg(raw, app, i))).collect()
        }
    }

    fn lift_sort(&self, sort: Z3_sort) -> Attempt<Sort> {
        let raw = self.raw();
        // SAFETY: the sort is alive.
        unsafe {
            Ok(match Z3_get_sort_kind(raw, sort) {
                SortKind::Bool => Sort::Bool,
                SortKind::Int => Sort::Int,
                SortKind::Bv => Sort::BitVec(Z3_get_bv_sort_size(raw, sort)),
                SortKind::FloatingPoint => Sort::Float(Z3_fpa_get_ebits(raw, sort), Z3_fpa_get_sbits(raw, sort)),
                SortKind::Array => {
                    let index = self.lift_sort(self.result(Z3_get_array_sort_domain(raw, sort))?)?;
                    Sort::array(index, self.lift_sort(self.result(Z3_get_array_sort_range(raw, sort))?)?)
                }
                other => return Err(Failure(format!("no sort for Z3's {other:?}"))),
            })
        }
    }

    fn sort_of(&self, ast: Ast) -> Attempt<Sort> {
        // SAFETY: the node is alive.
        self.lift_sort(self.result(unsafe { Z3_get_sort(self.raw(), ast) })?)
    }

    fn lift_numeral(&self, ast: Ast) -> Attempt<Term> {
        // SAFETY: the text is copied at once.
        let text = unsafe { text_of(Z3_get_numeral_string(self.raw(), ast)) };
        let unreadable = || Failure(format!("no term for the numeral {text}"));
        match self.sort_of(ast)? {
            Sort::Int => Int::from_str(&text).map(Term::int).map_err(|_| unreadable()),
            Sort::BitVec(width) => text.parse().map(|bits| Term::bv_const(bits, width)).map_err(|_| unreadable()),
            _ => Err(unreadable()),
        }
    }

    fn lift_quantifier(&self, ast: Ast) -> Attempt<Term> {
        let raw = self.raw();
        // SAFETY: the node is a quantifier and alive; replacements are kept by the cache.
        unsafe {
            let count = Z3_get_quantifier_num_bound(raw, ast);
            let mut vars = Vec::new();
            for i in 0..count {
                let sort = self.lift_sort(self.result(Z3_get_quantifier_bound_sort(raw, ast, i))?)?;
                vars.push(Term::fresh("bound", sort));
            }
            // The last declared variable has index zero.
            let replacements = vars.iter().rev().map(|var| self.lower(*var)).collect::<Attempt<Vec<_>>>()?;
            let body = self.result(Z3_get_quantifier_body(raw, ast))?;
            let opened = self.substitute_vars(body, &replacements)?;
            let body = self.lift(opened.ast)?;
            let universal = Z3_is_quantifier_forall(raw, ast);
            Ok(if universal { Term::forall(&vars, body) } else { Term::exists(&vars, body) })
        }
    }

    /// Replaces the variables with index 0, 1, … of an open node.
    pub(super) fn substitute_vars(&self, ast: Ast, replacements: &[Ast]) -> Attempt<Held<'_>> {
        // SAFETY: all nodes are alive; the array is read during the call only.
        let opened = unsafe { Z3_substitute_vars(self.raw(), ast, replacements.len() as u32, replacements.as_ptr()) };
        Ok(Held::new(self, self.result(opened)?))
    }

    fn lift_symbol(&self, symbol: Z3_symbol) -> Symbol {
        let raw = self.raw();
        // SAFETY: symbols live as long as the context; text is copied at once.
        unsafe {
            match Z3_get_symbol_kind(raw, symbol) {
                SymbolKind::Int => Symbol::from_index(Z3_get_symbol_int(raw, symbol) as u32),
                SymbolKind::String => Symbol::new(&text_of(Z3_get_symbol_string(raw, symbol))),
            }
        }
    }

    fn lift_app(&self, ast: Ast, arguments: &[Term]) -> Attempt<Term> {
        let raw = self.raw();
        // SAFETY: the node is an application and alive.
        let (declaration, kind) = unsafe {
            let app = self.result(Z3_to_app(raw, ast))?;
            let declaration = self.result(Z3_get_app_decl(raw, app))?;
            (declaration, decl_kind(raw, declaration))
        };
        if kind == self.uninterpreted {
            // SAFETY: the declaration is alive.
            let name = self.lift_symbol(self.result(unsafe { Z3_get_decl_name(raw, declaration) })?);
            return Ok(Term::app(name, arguments, self.sort_of(ast)?));
        }
        // SAFETY: the declaration is alive; asking for a parameter that is not there is a recorded error.
        let parameter = |i| unsafe { Z3_get_decl_int_parameter(raw, declaration, i) as u32 };
        let made = lift_boolean(kind, arguments)
            .or_else(|| lift_integer(kind, arguments))
            .or_else(|| lift_bits(kind, arguments, &parameter));
        match made {
            Some(term) => Ok(term),
            None if kind == DeclKind::ConstArray as u32 => Ok(Term::const_array(self.sort_of(ast)?, arguments[0])),
            None => Err(Failure(format!("no term for Z3's operator {kind}"))),
        }
    }

    /// The term simplified by Z3.
    pub fn simplify(&self, term: Term) -> Attempt<Term> {
        let ast = self.lower(term)?;
        // SAFETY: the argument is kept by the cache, the result held at once.
        let simple = Held::new(self, self.result(unsafe { Z3_simplify(self.raw(), ast) })?);
        self.lift(simple.ast)
    }
}

fn lift_boolean(kind: u32, arguments: &[Term]) -> Option<Term> {
    const TRUE: u32 = DeclKind::True as u32;
    const FALSE: u32 = DeclKind::False as u32;
    const EQ: u32 = DeclKind::Eq as u32;
    const DISTINCT: u32 = DeclKind::Distinct as u32;
    const ITE: u32 = DeclKind::Ite as u32;
    const AND: u32 = DeclKind::And as u32;
    const OR: u32 = DeclKind::Or as u32;
    const IFF: u32 = DeclKind::Iff as u32;
    const XOR: u32 = DeclKind::Xor as u32;
    const NOT: u32 = DeclKind::Not as u32;
    const IMPLIES: u32 = DeclKind::Implies as u32;
    Some(match (kind, arguments) {
        (TRUE, _) => Term::tt(),
        (FALSE, _) => Term::ff(),
        (EQ | IFF, &[a, b]) => a.eq(b),
        (DISTINCT, list) => {
            let pairs = list.iter().enumerate().flat_map(|(i, &a)| list[i + 1..].iter().map(move |&b| a.ne(b)));
            Term::and(&pairs.collect::<Vec<_>>())
        }
        (ITE, &[c, a, b]) => Term::ite(c, a, b),
        (AND, list) => Term::and(list),
        (OR, list) => Term::or(list),
        (XOR, &[a, b]) => a.ne(b),
        (NOT, &[a]) => a.not(),
        (IMPLIES, &[a, b]) => a.implies(b),
        _ => return None,
    })
}

fn lift_integer(kind: u32, arguments: &[Term]) -> Option<Term> {
    const LE: u32 = DeclKind::Le as u32;
    const GE: u32 = DeclKind::Ge as u32;
    const LT: u32 = DeclKind::Lt as u32;
    const GT: u32 = DeclKind::Gt as u32;
    const ADD: u32 = DeclKind::Add as u32;
    const SUB: u32 = DeclKind::Sub as u32;
    const UMINUS: u32 = DeclKind::Uminus as u32;
    const MUL: u32 = DeclKind::Mul as u32;
    const IDIV: u32 = DeclKind::Idiv as u32;
    const MOD: u32 = DeclKind::Mod as u32;
    const ABS: u32 = DeclKind::Abs as u32;
    const STORE: u32 = DeclKind::Store as u32;
    const SELECT: u32 = DeclKind::Select as u32;
    let integers = !matches!(kind, STORE | SELECT) && arguments.iter().any(|a| a.sort() != Sort::Int);
    if integers {
        return None;
    }
    Some(match (kind, arguments) {
        (LE, &[a, b]) => a.le(b),
        (GE, &[a, b]) => a.ge(b),
        (LT, &[a, b]) => a.lt(b),
        (GT, &[a, b]) => a.gt(b),
        (ADD, list) => Term::sum(list),
        (SUB, [first, rest @ ..]) => rest.iter().fold(*first, |difference, t| difference.sub(*t)),
        (UMINUS, &[a]) => a.neg(),
        (MUL, [first, rest @ ..]) => rest.iter().fold(*first, |product, t| product.mul(*t)),
        (IDIV, &[a, b]) => a.div(b),
        (MOD, &[a, b]) => a.modulo(b),
        (ABS, &[a]) => Term::ite(a.ge(0), a, a.neg()),
        (STORE, &[a, i, v]) => a.store(i, v),
        (SELECT, &[a, i]) => a.select(i),
        _ => return None,
    })
}

fn lift_bits(kind: u32, arguments: &[Term], parameter: &dyn Fn(u32) -> u32) -> Option<Term> {
    use crate::BvOp;
    let operators = [
        (DeclKind::Badd, BvOp::Add),
        (DeclKind::Bsub, BvOp::Sub),
        (DeclKind::Bmul, BvOp::Mul),
        (DeclKind::Budiv, BvOp::Udiv),
        (DeclKind::BudivI, BvOp::Udiv),
        (DeclKind::Burem, BvOp::Urem),
        (DeclKind::Bsdiv, BvOp::Sdiv),
        (DeclKind::Bsrem, BvOp::Srem),
        (DeclKind::Band, BvOp::And),
        (DeclKind::Bor, BvOp::Or),
        (DeclKind::Bxor, BvOp::Xor),
        (DeclKind::Concat, BvOp::Concat),
        (DeclKind::Bshl, BvOp::Shl),
        (DeclKind::Blshr, BvOp::Lshr),
        (DeclKind::Bashr, BvOp::Ashr),
        (DeclKind::Ult, BvOp::Ult),
        (DeclKind::Uleq, BvOp::Ule),
        (DeclKind::Slt, BvOp::Slt),
        (DeclKind::Sleq, BvOp::Sle),
    ];
    if let Some((_, op)) = operators.iter().find(|(theirs, _)| *theirs as u32 == kind) {
        let (first, rest) = arguments.split_first()?;
        return Some(rest.iter().fold(*first, |result, t| result.bv(*op, *t)));
    }
    let is = |theirs: DeclKind| theirs as u32 == kind;
    Some(match arguments {
        [a, b] if is(DeclKind::Ugt) => b.ult(*a),
        [a, b] if is(DeclKind::Ugeq) => b.ule(*a),
        [a, b] if is(DeclKind::Sgt) => b.slt(*a),
        [a, b] if is(DeclKind::Sgeq) => b.sle(*a),
        [a] if is(DeclKind::Bneg) => a.neg(),
        [a] if is(DeclKind::Bnot) => a.bv_not(),
        [a] if is(DeclKind::Extract) => a.extract(parameter(0), parameter(1)),
        [a] if is(DeclKind::ZeroExt) => a.zero_ext(parameter(0)),
        [a] if is(DeclKind::SignExt) => a.sign_ext(parameter(0)),
        [a] if is(DeclKind::Bv2int) => a.bv_to_int(),
        [a] if is(DeclKind::Int2bv) => a.int_to_bv(parameter(0)),
        _ => return None,
    })
}
