//! The wrapper around Z3's C interface. All unsafe code of the crate is in this module.
//!
//! One [`Z3`] is one Z3 context, used by one thread. Nodes translated from terms are remembered by term and stay alive as long as
//! the context, so a handle ([`Ast`]) is a plain pointer; other nodes are held by [`Held`] only as long as needed.
//!
//! Errors: no handler is installed, so Z3 records an error and returns null or "undefined"; every wrapper turns that into
//! [`Failure`], and callers into an `Unknown` outcome. Nothing aborts the process, not even running out of memory.
//!
//! Making a context and tearing it down costs more than ten milliseconds, so the users on one thread share one while it is
//! small: see [`Z3::of_thread`]. Solvers are never shared.

mod fixedpoint;
mod lift;
mod lower;
mod model;
mod solver;

pub(crate) use fixedpoint::RawFixedpoint;
pub(crate) use model::RawModel;
pub(crate) use solver::{Answer, RawSolver};

use crate::{Sort, Symbol};
use rustc_hash::FxHashMap;
use std::cell::{Cell, RefCell};
use std::ffi::{CStr, CString};
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use z3_sys::*;

/// A node of the context it came from, alive because the context remembers it.
pub(crate) type Ast = Z3_ast;

/// What Z3 said when it could not do something.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Failure(pub String);

pub(crate) type Attempt<T> = Result<T, Failure>;

/// Owns the context. Shared with interrupters, which call nothing but `Z3_interrupt`.
struct Handle {
    raw: Z3_context,
    stop: AtomicBool,
}

// SAFETY: `Z3_interrupt` may be called from any thread while the context is alive, which the shared ownership guarantees. All
// other calls go through `Z3`, which stays on one thread; deleting the context happens when nobody uses it any more.
unsafe impl Send for Handle {}
// SAFETY: as above.
unsafe impl Sync for Handle {}

impl Drop for Handle {
    fn drop(&mut self) {
        // SAFETY: the last owner is gone, so nothing refers to the context any more.
        unsafe { Z3_del_context(self.raw) }
    }
}

/// Stops the queries of one thread's contexts from another thread.
#[derive(Clone)]
pub struct Interrupt {
    handle: Arc<Handle>,
}

impl Interrupt {
    /// Makes the query that runs now, and all later ones, answer `Unknown`. A query that is just starting can miss the call, so
    /// a watchdog repeats it until the thread has noticed.
    pub fn stop(&self) {
        self.handle.stop.store(true, Ordering::SeqCst);
        // SAFETY: see `Handle`.
        unsafe { Z3_interrupt(self.handle.raw) }
    }

    /// Whether somebody called [`Interrupt::stop`].
    pub fn is_stopped(&self) -> bool {
        self.handle.stop.load(Ordering::SeqCst)
    }
}

/// A function's name, argument sorts and result sort.
type Signature = (Symbol, Vec<Sort>, Sort);

/// One Z3 context with its translation cache.
pub(crate) struct Z3 {
    handle: Arc<Handle>,
    /// Translations by term id.
    terms: RefCell<Vec<Option<Ast>>>,
    /// How many terms were translated.
    translated: Cell<usize>,
    sorts: RefCell<FxHashMap<Sort, Z3_sort>>,
    functions: RefCell<FxHashMap<Signature, Z3_func_decl>>,
    /// The number that this version of Z3 gives to uninterpreted functions; it has changed over time.
    uninterpreted: u32,
}

thread_local! {
    static OF_THREAD: RefCell<Option<Rc<Z3>>> = const { RefCell::new(None) };
}

/// A context that holds more nodes than this is not shared any further: it would cost the next user more than a new one.
const SMALL: usize = 20_000;

impl Z3 {
    /// The context that users on this thread share; a new one if the last was told to stop or has grown large.
    pub fn of_thread() -> Attempt<Rc<Z3>> {
        OF_THREAD.with_borrow_mut(|current| {
            let reusable = |z3: &Rc<Z3>| !z3.is_stopped() && z3.translated.get() <= SMALL;
            if let Some(z3) = current.as_ref().filter(|z3| reusable(z3)) {
                return Ok(z3.clone());
            }
            let made = Rc::new(Z3::new()?);
            *current = Some(made.clone());
            Ok(made)
        })
    }

    fn new() -> Attempt<Z3> {
        // SAFETY: plain creation; the configuration is deleted after use.
        let raw = unsafe {
            let config = Z3_mk_config().ok_or_else(|| Failure("Z3 gives no configuration".into()))?;
            let raw = Z3_mk_context_rc(config);
            Z3_del_config(config);
            raw.ok_or_else(|| Failure("Z3 gives no context".into()))?
        };
        // SAFETY: without a handler, errors are only recorded.
        unsafe { Z3_set_error_handler(raw, None) };
        let mut z3 = Z3 {
            handle: Arc::new(Handle { raw, stop: AtomicBool::new(false) }),
            terms: RefCell::default(),
            translated: Cell::new(0),
            sorts: RefCell::default(),
            functions: RefCell::default(),
            uninterpreted: 0,
        };
        z3.uninterpreted = z3.probe_uninterpreted()?;
        Ok(z3)
    }

    fn raw(&self) -> Z3_context {
        self.handle.raw
    }

    pub fn interrupt(&self) -> Interrupt {
        Interrupt { handle: self.handle.clone() }
    }

    pub fn is_stopped(&self) -> bool {
        self.handle.stop.load(Ordering::SeqCst)
    }

    /// The recorded error, if there is one.
    fn failure(&self) -> Option<Failure> {
        // SAFETY: the message is copied at once.
        unsafe {
            let code = Z3_get_error_code(self.raw());
            (code != ErrorCode::Ok).then(|| Failure(text_of(Z3_get_error_msg(self.raw(), code))))
        }
    }

    /// The result of a call that answers null on errors.
    fn result<T>(&self, answer: Option<T>) -> Attempt<T> {
        answer.ok_or_else(|| self.failure().unwrap_or_else(|| Failure("Z3 gives no result".into())))
    }

    /// Keeps a node alive as long as the context.
    fn keep(&self, ast: Ast) -> Ast {
        // SAFETY: the node was just returned by this context.
        unsafe { Z3_inc_ref(self.raw(), ast) };
        ast
    }

    fn string_symbol(&self, name: &str) -> Attempt<Z3_symbol> {
        let name = CString::new(name).map_err(|_| Failure("a name contains a zero byte".into()))?;
        // SAFETY: Z3 copies the string.
        self.result(unsafe { Z3_mk_string_symbol(self.raw(), name.as_ptr()) })
    }

    /// Symbols are numbers on Z3's side, so that they come back without a look-up by name.
    fn symbol(&self, symbol: Symbol) -> Attempt<Z3_symbol> {
        let index = i32::try_from(symbol.index()).map_err(|_| Failure("too many symbols".into()))?;
        // SAFETY: plain creation.
        self.result(unsafe { Z3_mk_int_symbol(self.raw(), index) })
    }

    fn sort(&self, sort: Sort) -> Attempt<Z3_sort> {
        if let Some(known) = self.sorts.borrow().get(&sort) {
            return Ok(*known);
        }
        let raw = self.raw();
        // SAFETY: component sorts are kept alive by the table.
        let made = unsafe {
            match sort {
                Sort::Bool => Z3_mk_bool_sort(raw),
                Sort::Int => Z3_mk_int_sort(raw),
                Sort::BitVec(width) => Z3_mk_bv_sort(raw, width),
                Sort::Float(exponent, significand) => Z3_mk_fpa_sort(raw, exponent, significand),
                Sort::Array((index, element)) => Z3_mk_array_sort(raw, self.sort(*index)?, self.sort(*element)?),
            }
        };
        let made = self.result(made)?;
        // SAFETY: a sort is a node as well; it is kept for as long as the context lives.
        unsafe {
            if let Some(node) = Z3_sort_to_ast(raw, made) {
                Z3_inc_ref(raw, node);
            }
        }
        self.sorts.borrow_mut().insert(sort, made);
        Ok(made)
    }

    fn function(&self, symbol: Symbol, arguments: Vec<Sort>, result: Sort) -> Attempt<Z3_func_decl> {
        let key = (symbol, arguments, result);
        if let Some(known) = self.functions.borrow().get(&key) {
            return Ok(*known);
        }
        let domain = key.1.iter().map(|sort| self.sort(*sort)).collect::<Attempt<Vec<_>>>()?;
        let (name, range) = (self.symbol(symbol)?, self.sort(result)?);
        // SAFETY: the array is read during the call only.
        let made = unsafe { Z3_mk_func_decl(self.raw(), name, domain.len() as u32, domain.as_ptr(), range) };
        let made = self.result(made)?;
        // SAFETY: as for sorts.
        unsafe {
            if let Some(node) = Z3_func_decl_to_ast(self.raw(), made) {
                Z3_inc_ref(self.raw(), node);
            }
        }
        self.functions.borrow_mut().insert(key, made);
        Ok(made)
    }

    fn probe_uninterpreted(&self) -> Attempt<u32> {
        let probe = self.function(Symbol::new("probe!"), Vec::new(), Sort::Bool)?;
        // SAFETY: the declaration belongs to this context.
        Ok(unsafe { lift::decl_kind(self.raw(), probe) })
    }

    /// A parameter set with these entries.
    fn params(&self, entries: &[(&str, Param)]) -> Attempt<Params<'_>> {
        // SAFETY: the reference count is taken at once and given back by `Params`.
        let raw = unsafe {
            let raw = self.result(Z3_mk_params(self.raw()))?;
            Z3_params_inc_ref(self.raw(), raw);
            raw
        };
        let params = Params { z3: self, raw };
        for (name, value) in entries {
            let name = self.string_symbol(name)?;
            // SAFETY: names and values belong to this context.
            unsafe {
                match value {
                    Param::Uint(number) => Z3_params_set_uint(self.raw(), raw, name, *number),
                    Param::Bool(flag) => Z3_params_set_bool(self.raw(), raw, name, *flag),
                    Param::Symbol(text) => Z3_params_set_symbol(self.raw(), raw, name, self.string_symbol(text)?),
                }
            }
        }
        Ok(params)
    }
}

#[derive(Copy, Clone)]
pub(crate) enum Param<'a> {
    Uint(u32),
    Bool(bool),
    Symbol(&'a str),
}

struct Params<'a> {
    z3: &'a Z3,
    raw: Z3_params,
}

impl Drop for Params<'_> {
    fn drop(&mut self) {
        // SAFETY: the count was taken at creation.
        unsafe { Z3_params_dec_ref(self.z3.raw(), self.raw) }
    }
}

/// Keeps a node alive that the cache does not hold.
struct Held<'a> {
    z3: &'a Z3,
    ast: Ast,
}

impl<'a> Held<'a> {
    fn new(z3: &'a Z3, ast: Ast) -> Held<'a> {
        z3.keep(ast);
        Held { z3, ast }
    }
}

impl Drop for Held<'_> {
    fn drop(&mut self) {
        // SAFETY: the count was taken at creation.
        unsafe { Z3_dec_ref(self.z3.raw(), self.ast) }
    }
}

/// Copies a string that Z3 owns.
///
/// # Safety
/// `text` is null or a zero-terminated string that stays valid during the call.
unsafe fn text_of(text: Z3_string) -> String {
    if text.is_null() {
        return String::new();
    }
    // SAFETY: promised by the caller.
    unsafe { CStr::from_ptr(text) }.to_string_lossy().into_owned()
}

/// Limits the memory of all Z3 contexts of the process together; a query that would need more answers `Unknown`.
pub fn limit_memory(megabytes: u32) {
    let value = CString::new(megabytes.to_string()).expect("digits contain no zero byte");
    // SAFETY: both strings are zero-terminated and copied.
    unsafe { Z3_global_param_set(c"memory_max_size".as_ptr(), value.as_ptr()) }
}

/// The version of the linked Z3.
pub fn z3_version() -> String {
    let (mut major, mut minor, mut build, mut revision) = (0, 0, 0, 0);
    // SAFETY: plain out-parameters.
    unsafe { Z3_get_version(&mut major, &mut minor, &mut build, &mut revision) };
    format!("{major}.{minor}.{build}.{revision}")
}
