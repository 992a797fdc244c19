//! Terms to Z3 nodes, each distinct term once a context.

use super::{Ast, Attempt, Z3};
use crate::term::{BvOp, FloatOp, Kind, Linear, Rounding, Term};
use crate::{Int, Sort};
use std::ffi::CString;
use z3_sys::*;

type Binary = unsafe extern "C" fn(Z3_context, Ast, Ast) -> Option<Ast>;
type Unary = unsafe extern "C" fn(Z3_context, Ast) -> Option<Ast>;
/// Context, weight, bound variables, patterns, body.
type Quantify = unsafe extern "C" fn(Z3_context, u32, u32, *const Z3_app, u32, *const Z3_pattern, Ast) -> Option<Ast>;
type Nary = unsafe extern "C" fn(Z3_context, u32, *const Ast) -> Option<Ast>;

impl Z3 {
    /// The node of a term.
    pub fn lower(&self, root: Term) -> Attempt<Ast> {
        if let Some(known) = self.lowered(root) {
            return Ok(known);
        }
        let mut stack = vec![(root, false)];
        while let Some((term, expanded)) = stack.pop() {
            if self.lowered(term).is_some() {
                continue;
            }
            if expanded {
                let ast = self.keep(self.lower_node(term)?);
                self.remember(term, ast);
            } else {
                stack.push((term, true));
                term.kind().for_each_child(|child| {
                    if self.lowered(child).is_none() {
                        stack.push((child, false));
                    }
                });
            }
        }
        Ok(self.child(root))
    }

    fn lowered(&self, term: Term) -> Option<Ast> {
        self.terms.borrow().get(term.id() as usize).copied().flatten()
    }

    fn remember(&self, term: Term, ast: Ast) {
        let mut terms = self.terms.borrow_mut();
        let index = term.id() as usize;
        if terms.len() <= index {
            let grown = (index + 1).max(terms.len() * 2);
            terms.resize(grown, None);
        }
        terms[index] = Some(ast);
        self.translated.set(self.translated.get() + 1);
    }

    fn child(&self, term: Term) -> Ast {
        self.lowered(term).expect("arguments are translated before the term")
    }

    fn unary(&self, make: Unary, a: Term) -> Attempt<Ast> {
        // SAFETY: the argument is kept alive by the cache.
        self.result(unsafe { make(self.raw(), self.child(a)) })
    }

    fn binary(&self, make: Binary, a: Term, b: Term) -> Attempt<Ast> {
        // SAFETY: the arguments are kept alive by the cache.
        self.result(unsafe { make(self.raw(), self.child(a), self.child(b)) })
    }

    fn nary(&self, make: Nary, arguments: &[Ast]) -> Attempt<Ast> {
        if let [only] = arguments {
            return Ok(*only);
        }
        // SAFETY: the arguments are alive, and the array is read during the call only.
        self.result(unsafe { make(self.raw(), arguments.len() as u32, arguments.as_ptr()) })
    }

    fn children(&self, terms: &[Term]) -> Vec<Ast> {
        terms.iter().map(|term| self.child(*term)).collect()
    }

    fn lower_node(&self, term: Term) -> Attempt<Ast> {
        let raw = self.raw();
        match term.kind() {
            // SAFETY: plain creation.
            Kind::True => self.result(unsafe { Z3_mk_true(raw) }),
            // SAFETY: plain creation.
            Kind::False => self.result(unsafe { Z3_mk_false(raw) }),
            Kind::Int(value) => self.int_numeral(value),
            Kind::BitVec(value) => self.numeral(&value.to_string(), term.sort()),
            Kind::Float(bits) => self.lower_float(*bits, term.sort()),
            Kind::Var(symbol) => self.apply(self.function(*symbol, Vec::new(), term.sort())?, &[]),
            Kind::App(symbol, arguments) => {
                let sorts = arguments.iter().map(|a| a.sort()).collect();
                self.apply(self.function(*symbol, sorts, term.sort())?, &self.children(arguments))
            }
            Kind::Not(a) => self.unary(Z3_mk_not, *a),
            Kind::And(members) => self.nary(Z3_mk_and, &self.children(members)),
            Kind::Or(members) => self.nary(Z3_mk_or, &self.children(members)),
            Kind::Eq(a, b) => self.binary(Z3_mk_eq, *a, *b),
            Kind::Ite(c, a, b) => {
                // SAFETY: the arguments are kept alive by the cache.
                self.result(unsafe { Z3_mk_ite(raw, self.child(*c), self.child(*a), self.child(*b)) })
            }
            Kind::Le(a) => self.lower_comparison(Z3_mk_le, *a),
            Kind::EqZero(a) => self.lower_comparison(Z3_mk_eq, *a),
            Kind::Sum(linear) => self.lower_sum(linear, &linear.constant),
            Kind::Mul(factors) => self.nary(Z3_mk_mul, &self.children(factors)),
            Kind::Div(a, b) => self.binary(Z3_mk_div, *a, *b),
            Kind::Mod(a, b) => self.binary(Z3_mk_mod, *a, *b),
            // SAFETY: the argument is kept alive by the cache.
            Kind::BvToInt(a) => self.result(unsafe { Z3_mk_bv2int(raw, self.child(*a), false) }),
            // SAFETY: the argument is kept alive by the cache.
            Kind::IntToBv(a) => self.result(unsafe { Z3_mk_int2bv(raw, term.width(), self.child(*a)) }),
            Kind::Select(a, i) => self.binary(Z3_mk_select, *a, *i),
            Kind::Store(a, i, v) => {
                // SAFETY: the arguments are kept alive by the cache.
                self.result(unsafe { Z3_mk_store(raw, self.child(*a), self.child(*i), self.child(*v)) })
            }
            Kind::ConstArray(v) => {
                let Sort::Array((index, _)) = term.sort() else { unreachable!("a constant array has an array sort") };
                // SAFETY: the argument is kept alive by the cache.
                self.result(unsafe { Z3_mk_const_array(raw, self.sort(*index)?, self.child(*v)) })
            }
            Kind::Bv(op, arguments) => self.lower_bv(*op, arguments),
            Kind::Fp(op, arguments) => self.lower_fp(*op, arguments, term.sort()),
            Kind::Forall(vars, body) => self.close(Z3_mk_forall_const, vars, self.child(*body)),
            Kind::Exists(vars, body) => self.close(Z3_mk_exists_const, vars, self.child(*body)),
        }
    }

    pub(super) fn apply(&self, function: Z3_func_decl, arguments: &[Ast]) -> Attempt<Ast> {
        // SAFETY: the arguments are alive, and the array is read during the call only.
        self.result(unsafe { Z3_mk_app(self.raw(), function, arguments.len() as u32, arguments.as_ptr()) })
    }

    fn numeral(&self, text: &str, sort: Sort) -> Attempt<Ast> {
        let text = CString::new(text).expect("digits contain no zero byte");
        // SAFETY: Z3 copies the string.
        self.result(unsafe { Z3_mk_numeral(self.raw(), text.as_ptr(), self.sort(sort)?) })
    }

    fn int_numeral(&self, value: &Int) -> Attempt<Ast> {
        match i64::try_from(value) {
            // SAFETY: plain creation.
            Ok(small) => self.result(unsafe { Z3_mk_int64(self.raw(), small, self.sort(Sort::Int)?) }),
            Err(_) => self.numeral(&value.to_string(), Sort::Int),
        }
    }

    /// `Σ coefficient·term + constant`. Intermediate nodes are remembered as terms of their own, which keeps them alive.
    fn lower_sum(&self, linear: &Linear, constant: &Int) -> Attempt<Ast> {
        let mut parts = Vec::with_capacity(linear.terms.len() + 1);
        for (term, coefficient) in &linear.terms {
            if coefficient.is_one() {
                parts.push(self.child(*term));
            } else {
                let factor = self.lower_constant(coefficient)?;
                let product = self.nary(Z3_mk_mul, &[factor, self.child(*term)])?;
                parts.push(self.keep(product));
            }
        }
        if !constant.is_zero() {
            parts.push(self.lower_constant(constant)?);
        }
        self.nary(Z3_mk_add, &parts)
    }

    fn lower_constant(&self, value: &Int) -> Attempt<Ast> {
        let term = Term::int(value.clone());
        if let Some(known) = self.lowered(term) {
            return Ok(known);
        }
        let ast = self.keep(self.int_numeral(value)?);
        self.remember(term, ast);
        Ok(ast)
    }

    fn lower_comparison(&self, make: Binary, term: Term) -> Attempt<Ast> {
        let linear = term.linear();
        let left = self.lower_sum(&linear, &Int::ZERO)?;
        let left = self.keep(left);
        let right = self.lower_constant(&-&linear.constant)?;
        // SAFETY: both sides are kept alive.
        self.result(unsafe { make(self.raw(), left, right) })
    }

    /// Quantifies a node over variables; without variables it is the node itself.
    pub(super) fn close(&self, make: Quantify, vars: &[Term], body: Ast) -> Attempt<Ast> {
        if vars.is_empty() {
            return Ok(body);
        }
        let mut bound = Vec::with_capacity(vars.len());
        for var in vars {
            let var = self.lower(*var)?;
            // SAFETY: a variable is an application without arguments.
            bound.push(self.result(unsafe { Z3_to_app(self.raw(), var) })?);
        }
        // SAFETY: arguments are alive; there are no patterns.
        self.result(unsafe { make(self.raw(), 0, bound.len() as u32, bound.as_ptr(), 0, std::ptr::null(), body) })
    }

    fn lower_bv(&self, op: BvOp, list: &[Term]) -> Attempt<Ast> {
        let raw = self.raw();
        let first = self.child(list[0]);
        let binary: Binary = match op {
            BvOp::Neg => return self.unary(Z3_mk_bvneg, list[0]),
            BvOp::Not => return self.unary(Z3_mk_bvnot, list[0]),
            // SAFETY: the argument is kept alive by the cache.
            BvOp::Extract(high, low) => return self.result(unsafe { Z3_mk_extract(raw, high, low, first) }),
            // SAFETY: the argument is kept alive by the cache.
            BvOp::ZeroExt(extra) => return self.result(unsafe { Z3_mk_zero_ext(raw, extra, first) }),
            // SAFETY: the argument is kept alive by the cache.
            BvOp::SignExt(extra) => return self.result(unsafe { Z3_mk_sign_ext(raw, extra, first) }),
            BvOp::Add => Z3_mk_bvadd,
            BvOp::Sub => Z3_mk_bvsub,
            BvOp::Mul => Z3_mk_bvmul,
            BvOp::Udiv => Z3_mk_bvudiv,
            BvOp::Urem => Z3_mk_bvurem,
            BvOp::Sdiv => Z3_mk_bvsdiv,
            BvOp::Srem => Z3_mk_bvsrem,
            BvOp::And => Z3_mk_bvand,
            BvOp::Or => Z3_mk_bvor,
            BvOp::Xor => Z3_mk_bvxor,
            BvOp::Shl => Z3_mk_bvshl,
            BvOp::Lshr => Z3_mk_bvlshr,
            BvOp::Ashr => Z3_mk_bvashr,
            BvOp::Concat => Z3_mk_concat,
            BvOp::Ult => Z3_mk_bvult,
            BvOp::Ule => Z3_mk_bvule,
            BvOp::Slt => Z3_mk_bvslt,
            BvOp::Sle => Z3_mk_bvsle,
        };
        self.binary(binary, list[0], list[1])
    }

    fn lower_float(&self, bits: u128, sort: Sort) -> Attempt<Ast> {
        let width = sort.bits().expect("a float has a width");
        let bits = self.keep(self.numeral(&bits.to_string(), Sort::BitVec(width))?);
        // SAFETY: the argument is kept alive.
        self.result(unsafe { Z3_mk_fpa_to_fp_bv(self.raw(), bits, self.sort(sort)?) })
    }

    fn rounding(&self, rounding: Rounding) -> Attempt<Ast> {
        let raw = self.raw();
        // SAFETY: plain creation.
        let made = unsafe {
            match rounding {
                Rounding::NearestEven => Z3_mk_fpa_rne(raw),
                Rounding::NearestAway => Z3_mk_fpa_rna(raw),
                Rounding::TowardPositive => Z3_mk_fpa_rtp(raw),
                Rounding::TowardNegative => Z3_mk_fpa_rtn(raw),
                Rounding::TowardZero => Z3_mk_fpa_rtz(raw),
            }
        };
        Ok(self.keep(self.result(made)?))
    }

    fn lower_fp(&self, op: FloatOp, list: &[Term], sort: Sort) -> Attempt<Ast> {
        let raw = self.raw();
        let a = self.child(list[0]);
        let b = list.get(1).map_or(a, |term| self.child(*term));
        let even = self.rounding(Rounding::NearestEven)?;
        let zero = self.rounding(Rounding::TowardZero)?;
        let width = sort.bits().unwrap_or(0);
        // SAFETY: all arguments are kept alive.
        let made = unsafe {
            match op {
                FloatOp::Add => Z3_mk_fpa_add(raw, even, a, b),
                FloatOp::Sub => Z3_mk_fpa_sub(raw, even, a, b),
                FloatOp::Mul => Z3_mk_fpa_mul(raw, even, a, b),
                FloatOp::Div => Z3_mk_fpa_div(raw, even, a, b),
                FloatOp::Rem => Z3_mk_fpa_rem(raw, a, b),
                FloatOp::Sqrt => Z3_mk_fpa_sqrt(raw, even, a),
                FloatOp::Neg => Z3_mk_fpa_neg(raw, a),
                FloatOp::Abs => Z3_mk_fpa_abs(raw, a),
                FloatOp::RoundToIntegral(mode) => Z3_mk_fpa_round_to_integral(raw, self.rounding(mode)?, a),
                FloatOp::Eq => Z3_mk_fpa_eq(raw, a, b),
                FloatOp::Lt => Z3_mk_fpa_lt(raw, a, b),
                FloatOp::Le => Z3_mk_fpa_leq(raw, a, b),
                FloatOp::IsNan => Z3_mk_fpa_is_nan(raw, a),
                FloatOp::IsInf => Z3_mk_fpa_is_infinite(raw, a),
                FloatOp::IsZero => Z3_mk_fpa_is_zero(raw, a),
                FloatOp::IsNegative => Z3_mk_fpa_is_negative(raw, a),
                FloatOp::FromSigned => Z3_mk_fpa_to_fp_signed(raw, even, a, self.sort(sort)?),
                FloatOp::FromUnsigned => Z3_mk_fpa_to_fp_unsigned(raw, even, a, self.sort(sort)?),
                FloatOp::FromBits => Z3_mk_fpa_to_fp_bv(raw, a, self.sort(sort)?),
                FloatOp::ToBits => Z3_mk_fpa_to_ieee_bv(raw, a),
                FloatOp::FromFloat => Z3_mk_fpa_to_fp_float(raw, even, a, self.sort(sort)?),
                FloatOp::ToSigned => Z3_mk_fpa_to_sbv(raw, zero, a, width),
                FloatOp::ToUnsigned => Z3_mk_fpa_to_ubv(raw, zero, a, width),
            }
        };
        self.result(made)
    }
}
