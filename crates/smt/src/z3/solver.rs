//! A Z3 solver object: assertions, scopes, checks.

use super::{Ast, Attempt, Failure, Param, RawModel, Z3, text_of};
use std::ffi::CStr;
use std::rc::Rc;
use z3_sys::*;

/// The bare answer to a check.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(crate) enum Answer {
    Sat,
    Unsat,
    Undefined,
}

pub(crate) struct RawSolver {
    z3: Rc<Z3>,
    raw: Z3_solver,
}

impl RawSolver {
    /// The incremental core solver, without the preprocessing that pays off on large single queries only.
    pub fn new(z3: Rc<Z3>, parameters: &[(&str, Param)]) -> Attempt<RawSolver> {
        // SAFETY: plain creation.
        let raw = z3.result(unsafe { Z3_mk_simple_solver(z3.raw()) })?;
        RawSolver::owning(z3, raw, parameters)
    }

    /// The solver that chooses a strategy by the logic of what is asked.
    pub fn strategic(z3: Rc<Z3>, parameters: &[(&str, Param)]) -> Attempt<RawSolver> {
        // SAFETY: plain creation.
        let raw = z3.result(unsafe { Z3_mk_solver(z3.raw()) })?;
        RawSolver::owning(z3, raw, parameters)
    }

    fn owning(z3: Rc<Z3>, raw: Z3_solver, parameters: &[(&str, Param)]) -> Attempt<RawSolver> {
        // SAFETY: the reference count is taken at once and given back on drop.
        unsafe { Z3_solver_inc_ref(z3.raw(), raw) };
        let solver = RawSolver { z3, raw };
        solver.set(parameters)?;
        Ok(solver)
    }

    pub fn set(&self, parameters: &[(&str, Param)]) -> Attempt<()> {
        let params = self.z3.params(parameters)?;
        // SAFETY: both objects are alive.
        unsafe { Z3_solver_set_params(self.z3.raw(), self.raw, params.raw) };
        self.settled()
    }

    fn settled(&self) -> Attempt<()> {
        self.z3.failure().map_or(Ok(()), Err)
    }

    pub fn push(&self) -> Attempt<()> {
        // SAFETY: the solver is alive.
        unsafe { Z3_solver_push(self.z3.raw(), self.raw) };
        self.settled()
    }

    pub fn pop(&self, levels: u32) -> Attempt<()> {
        // SAFETY: the caller keeps count of the scopes; too many is a recorded error.
        unsafe { Z3_solver_pop(self.z3.raw(), self.raw, levels) };
        self.settled()
    }

    pub fn reset(&self) -> Attempt<()> {
        // SAFETY: the solver is alive.
        unsafe { Z3_solver_reset(self.z3.raw(), self.raw) };
        self.settled()
    }

    pub fn assert(&self, ast: Ast) -> Attempt<()> {
        // SAFETY: the node comes from the same context's cache.
        unsafe { Z3_solver_assert(self.z3.raw(), self.raw, ast) };
        self.settled()
    }

    /// Asserts clauses in DIMACS' format.
    pub fn assert_dimacs(&self, text: &CStr) -> Attempt<()> {
        // SAFETY: the text is read during the call only.
        unsafe { Z3_solver_from_string(self.z3.raw(), self.raw, text.as_ptr()) };
        self.settled()
    }

    pub fn check(&self, assumptions: &[Ast]) -> Attempt<Answer> {
        // SAFETY: the nodes are alive, and the array is read during the call only.
        let answer = unsafe {
            Z3_solver_check_assumptions(self.z3.raw(), self.raw, assumptions.len() as u32, assumptions.as_ptr())
        };
        if let Some(failure) = self.z3.failure() {
            return Err(failure);
        }
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
        unsafe { Z3_solver_get_statistics(context, self.raw).map_or(0, |found| rlimit_count(context, found)) }
    }

    pub fn reason_unknown(&self) -> String {
        // SAFETY: the text is copied at once.
        unsafe { text_of(Z3_solver_get_reason_unknown(self.z3.raw(), self.raw)) }
    }

    pub fn model(&self) -> Attempt<RawModel> {
        // SAFETY: the model's count is taken by `RawModel`.
        let raw = self.z3.result(unsafe { Z3_solver_get_model(self.z3.raw(), self.raw) })?;
        Ok(RawModel::new(self.z3.clone(), raw))
    }

    /// The assumptions of the last check that it needed to answer "unsat".
    pub fn core(&self) -> Attempt<Vec<Ast>> {
        let context = self.z3.raw();
        // SAFETY: the vector is alive during the reading; its members are assumptions, which the cache keeps alive.
        unsafe {
            let vector = self.z3.result(Z3_solver_get_unsat_core(context, self.raw))?;
            Z3_ast_vector_inc_ref(context, vector);
            let members = (0..Z3_ast_vector_size(context, vector)).map(|i| Z3_ast_vector_get(context, vector, i));
            let members: Option<Vec<Ast>> = members.collect();
            Z3_ast_vector_dec_ref(context, vector);
            members.ok_or_else(|| Failure("an unsat core has a missing member".into()))
        }
    }
}

/// The entry of the statistics that counts resource units.
///
/// # Safety
/// Both belong together and are alive; the statistics have no other owner.
pub(super) unsafe fn rlimit_count(context: Z3_context, statistics: Z3_stats) -> u64 {
    // SAFETY: promised by the caller; positions are below the size.
    unsafe {
        Z3_stats_inc_ref(context, statistics);
        let size = Z3_stats_size(context, statistics);
        let position = (0..size).rev().find(|at| text_of(Z3_stats_get_key(context, statistics, *at)) == "rlimit count");
        let count = position.map_or(0, |at| match Z3_stats_is_uint(context, statistics, at) {
            true => u64::from(Z3_stats_get_uint_value(context, statistics, at)),
            false => Z3_stats_get_double_value(context, statistics, at) as u64,
        });
        Z3_stats_dec_ref(context, statistics);
        count
    }
}

impl Drop for RawSolver {
    fn drop(&mut self) {
        // SAFETY: the count was taken at creation.
        unsafe { Z3_solver_dec_ref(self.z3.raw(), self.raw) }
    }
}
