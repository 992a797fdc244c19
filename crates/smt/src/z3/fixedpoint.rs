//! Horn solving by Spacer.

use super::solver::rlimit_count;
use super::{Answer, Attempt, Held, Param, Z3};
use crate::{Sort, Symbol, Term};
use std::rc::Rc;
use z3_sys::*;

pub(crate) struct RawFixedpoint {
    z3: Rc<Z3>,
    raw: Z3_fixedpoint,
}

impl RawFixedpoint {
    /// Spacer, with the transformations that would lose a predicate switched off.
    pub fn new(z3: Rc<Z3>, resource_limit: u32) -> Attempt<RawFixedpoint> {
        // SAFETY: the reference count is taken at once and given back on drop.
        let raw = unsafe {
            let raw = z3.result(Z3_mk_fixedpoint(z3.raw()))?;
            Z3_fixedpoint_inc_ref(z3.raw(), raw);
            raw
        };
        let horn = RawFixedpoint { z3, raw };
        let params = horn.z3.params(&[
            ("engine", Param::Symbol("spacer")),
            ("xform.inline_eager", Param::Bool(false)),
            ("xform.inline_linear", Param::Bool(false)),
            ("xform.slice", Param::Bool(false)),
            ("xform.coi", Param::Bool(false)),
            ("spacer.random_seed", Param::Uint(0)),
            ("rlimit", Param::Uint(resource_limit)),
        ])?;
        // SAFETY: both objects are alive.
        unsafe { Z3_fixedpoint_set_params(horn.z3.raw(), horn.raw, params.raw) };
        horn.settled()?;
        drop(params);
        Ok(horn)
    }

    fn settled(&self) -> Attempt<()> {
        self.z3.failure().map_or(Ok(()), Err)
    }

    /// Declares an unknown predicate.
    pub fn predicate(&self, symbol: Symbol, arguments: &[Sort]) -> Attempt<()> {
        let function = self.z3.function(symbol, arguments.to_vec(), Sort::Bool)?;
        // SAFETY: the declaration is kept by the context.
        unsafe { Z3_fixedpoint_register_relation(self.z3.raw(), self.raw, function) };
        self.settled()
    }

    /// Adds the clause `forall vars. body => head`. Z3 insists on an implication, which terms do not have.
    pub fn rule(&self, vars: &[Term], body: Term, head: Term, name: Symbol) -> Attempt<()> {
        let name = self.z3.symbol(name)?;
        let (body, head) = (self.z3.lower(body)?, self.z3.lower(head)?);
        // SAFETY: both sides are kept by the cache; the results are held while they are used.
        let implication = unsafe { self.z3.result(Z3_mk_implies(self.z3.raw(), body, head))? };
        let implication = Held::new(&self.z3, implication);
        let clause = Held::new(&self.z3, self.z3.close(Z3_mk_forall_const, vars, implication.ast)?);
        // SAFETY: the clause is held.
        unsafe { Z3_fixedpoint_add_rule(self.z3.raw(), self.raw, clause.ast, Some(name)) };
        self.settled()
    }

    /// Whether the (existentially closed) goal can be derived.
    pub fn query(&self, goal: Term) -> Attempt<Answer> {
        let goal = self.z3.lower(goal)?;
        // SAFETY: the goal is kept by the cache.
        let answer = unsafe { Z3_fixedpoint_query(self.z3.raw(), self.raw, goal) };
        self.settled()?;
        Ok(match answer {
            Z3_L_TRUE => Answer::Sat,
            Z3_L_FALSE => Answer::Unsat,
            _ => Answer::Undefined,
        })
    }

    /// The resource units that Z3 has used in this context so far.
    pub fn resources(&self) -> u64 {
        let context = self.z3.raw();
        // SAFETY: the statistics are counted while they are read.
        unsafe { Z3_fixedpoint_get_statistics(context, self.raw).map_or(0, |found| rlimit_count(context, found)) }
    }

    /// After an unsat answer: the solution of a predicate, over these argument terms.
    pub fn solution(&self, symbol: Symbol, arguments: &[Term]) -> Attempt<Term> {
        let sorts: Vec<Sort> = arguments.iter().map(|a| a.sort()).collect();
        let function = self.z3.function(symbol, sorts, Sort::Bool)?;
        // SAFETY: the declaration is kept by the context; the result is held by the substitution at once.
        let open = self.z3.result(unsafe { Z3_fixedpoint_get_cover_delta(self.z3.raw(), self.raw, -1, function) })?;
        let open = Held::new(&self.z3, open);
        let replacements = arguments.iter().map(|a| self.z3.lower(*a)).collect::<Attempt<Vec<_>>>()?;
        let closed = self.z3.substitute_vars(open.ast, &replacements)?;
        self.z3.lift(closed.ast)
    }
}

impl Drop for RawFixedpoint {
    fn drop(&mut self) {
        // SAFETY: the count was taken at creation.
        unsafe { Z3_fixedpoint_dec_ref(self.z3.raw(), self.raw) }
    }
}
