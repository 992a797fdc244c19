//! Models: evaluation, and values as our own.

use super::lift::decl_kind;
use super::{Ast, Attempt, Failure, Held, Z3, text_of};
use crate::value::{ArrayValue, Value};
use crate::{Int, Sort, Term};
use std::collections::BTreeMap;
use std::rc::Rc;
use std::str::FromStr;
use z3_sys::*;

pub(crate) struct RawModel {
    z3: Rc<Z3>,
    raw: Z3_model,
}

impl RawModel {
    pub(super) fn new(z3: Rc<Z3>, raw: Z3_model) -> RawModel {
        // SAFETY: the model was just returned by this context.
        unsafe { Z3_model_inc_ref(z3.raw(), raw) };
        RawModel { z3, raw }
    }

    /// The value of a term; what the model leaves open gets some value.
    pub fn eval(&self, term: Term) -> Attempt<Value> {
        let ast = self.z3.lower(term)?;
        let value = self.eval_ast(ast)?;
        self.value(value.ast, term.sort())
    }

    fn eval_ast(&self, ast: Ast) -> Attempt<Held<'_>> {
        let mut value = ast;
        // SAFETY: the out-parameter is a node of this context, held at once.
        let done = unsafe { Z3_model_eval(self.z3.raw(), self.raw, ast, true, &mut value) };
        if !done {
            return Err(self.z3.failure().unwrap_or_else(|| Failure("the model gives no value".into())));
        }
        Ok(Held::new(&self.z3, value))
    }

    fn value(&self, ast: Ast, sort: Sort) -> Attempt<Value> {
        let context = self.z3.raw();
        match sort {
            // SAFETY: the node is alive.
            Sort::Bool => match unsafe { Z3_get_bool_value(context, ast) } {
                Z3_L_TRUE => Ok(Value::Bool(true)),
                Z3_L_FALSE => Ok(Value::Bool(false)),
                _ => Err(Failure("a truth value is not a constant".into())),
            },
            Sort::Int => {
                let mut small = 0;
                // SAFETY: plain out-parameter.
                if unsafe { is_numeral(context, ast) && Z3_get_numeral_int64(context, ast, &mut small) } {
                    return Ok(Value::Int(Int::from(small)));
                }
                self.digits(ast, Int::from_str).map(Value::Int)
            }
            Sort::BitVec(width) => Ok(Value::BitVec { bits: self.digits(ast, u128::from_str)?, width }),
            Sort::Float(exponent, significand) => self.float(ast, exponent, significand),
            Sort::Array((index, element)) => self.array(ast, *index, *element),
        }
    }

    fn digits<T, E>(&self, ast: Ast, parse: impl FnOnce(&str) -> Result<T, E>) -> Attempt<T> {
        let context = self.z3.raw();
        // SAFETY: the node is alive; the text is copied at once.
        let text = unsafe {
            if !is_numeral(context, ast) {
                return Err(Failure("a value is not a numeral".into()));
            }
            text_of(Z3_get_numeral_string(context, ast))
        };
        parse(&text).map_err(|_| Failure(format!("a numeral reads {text}")))
    }

    fn float(&self, ast: Ast, exponent: u32, significand: u32) -> Attempt<Value> {
        let context = self.z3.raw();
        // SAFETY: all nodes are alive. What is no numeral is no NaN, and its bits are none either.
        let bits = unsafe {
            if Z3_fpa_is_numeral_nan(context, ast) {
                u128::MAX >> (128 - exponent - significand)
            } else {
                let bits = Held::new(&self.z3, self.z3.result(Z3_mk_fpa_to_ieee_bv(context, ast))?);
                let simple = Held::new(&self.z3, self.z3.result(Z3_simplify(context, bits.ast))?);
                self.digits(simple.ast, u128::from_str)?
            }
        };
        let bits = crate::term::canonical_bits(bits, exponent, significand);
        Ok(Value::Float { bits, exponent, significand })
    }

    /// Array values are stores over a constant array, or tables of a function.
    fn array(&self, ast: Ast, index: Sort, element: Sort) -> Attempt<Value> {
        let context = self.z3.raw();
        let mut stores = Vec::new();
        let mut current = ast;
        // SAFETY: all nodes are parts of a node that the caller holds.
        let mut result = unsafe {
            loop {
                if Z3_get_ast_kind(context, current) != AstKind::App {
                    return Err(Failure("an array value is not a table".into()));
                }
                if Z3_is_as_array(context, current) {
                    break self.table(current, index, element)?;
                }
                let app = self.z3.result(Z3_to_app(context, current))?;
                let declaration = self.z3.result(Z3_get_app_decl(context, app))?;
                let argument = |i| self.z3.result(Z3_get_app_arg(context, app, i));
                match decl_kind(context, declaration) {
                    kind if kind == DeclKind::Store as u32 => {
                        stores.push((self.value(argument(1)?, index)?, self.value(argument(2)?, element)?));
                        current = argument(0)?;
                    }
                    kind if kind == DeclKind::ConstArray as u32 => {
                        let default = self.value(argument(0)?, element)?;
                        break ArrayValue { index, default, entries: BTreeMap::new() };
                    }
                    _ => return Err(Failure("an array value has an unknown form".into())),
                }
            }
        };
        for (at, value) in stores.into_iter().rev() {
            result.set(at, value);
        }
        Ok(Value::Array(Box::new(result)))
    }

    /// # Safety
    /// `ast` is a living `as-array` node.
    unsafe fn table(&self, ast: Ast, index: Sort, element: Sort) -> Attempt<ArrayValue> {
        let context = self.z3.raw();
        // SAFETY: interpretation and entries are parts of the model and held during the reading.
        unsafe {
            let function = self.z3.result(Z3_get_as_array_func_decl(context, ast))?;
            let table = self.z3.result(Z3_model_get_func_interp(context, self.raw, function))?;
            Z3_func_interp_inc_ref(context, table);
            let read = || -> Attempt<ArrayValue> {
                let default = self.value(self.z3.result(Z3_func_interp_get_else(context, table))?, element)?;
                let mut array = ArrayValue { index, default, entries: BTreeMap::new() };
                for i in 0..Z3_func_interp_get_num_entries(context, table) {
                    let entry = self.z3.result(Z3_func_interp_get_entry(context, table, i))?;
                    Z3_func_entry_inc_ref(context, entry);
                    let at =
                        self.z3.result(Z3_func_entry_get_arg(context, entry, 0)).and_then(|a| self.value(a, index));
                    let value =
                        self.z3.result(Z3_func_entry_get_value(context, entry)).and_then(|v| self.value(v, element));
                    Z3_func_entry_dec_ref(context, entry);
                    array.set(at?, value?);
                }
                Ok(array)
            };
            let result = read();
            Z3_func_interp_dec_ref(context, table);
            result
        }
    }
}

/// # Safety
/// The node is alive.
unsafe fn is_numeral(context: Z3_context, ast: Ast) -> bool {
    // SAFETY: promised by the caller.
    unsafe { Z3_get_ast_kind(context, ast) == AstKind::Numeral }
}

impl Drop for RawModel {
    fn drop(&mut self) {
        // SAFETY: the count was taken at creation.
        unsafe { Z3_model_dec_ref(self.z3.raw(), self.raw) }
    }
}
