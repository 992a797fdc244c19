//! What the parts of a program may read, write and call, found on its typed form before anything is lowered: pointers by classes
//! ([`points_to`]), functions without a body ([`environment`]), and evaluations as a whole ([`footprint`]).

pub mod callees;
pub mod environment;
pub mod footprint;
pub mod members;
pub mod numbers;
pub mod points_to;
pub mod walk;

use std::rc::Rc;

use super::hir::*;
use callees::Callees;
use footprint::Footprint;
use members::Members;
use numbers::Numbers;
pub use points_to::{Class, PointsTo};

/// An object by its index, a string literal behind them, or memory that a call allocates behind these.
pub type Slot = usize;

/// What is known of a program.
pub struct Reach<'a> {
    unit: &'a Unit,
    /// Functions that are the environment whatever their names.
    environment: &'a [String],
    /// No other files belong to the program.
    complete: bool,
    pub points_to: Rc<PointsTo>,
    pub numbers: Numbers,
    pub members: Members,
    /// What functions of the environment are given.
    pub escaping: Vec<Class>,
    /// The objects of the program that other files may name.
    pub named_elsewhere: Vec<ObjectId>,
    callees: Callees,
    /// What the functions of each component of the call graph may read and write, once it is asked.
    footprints: Vec<Rc<Footprint>>,
    /// The functions that each function may call, on the way through others too, once it is asked.
    calls: Vec<Option<Vec<bool>>>,
}

impl<'a> Reach<'a> {
    pub fn new(unit: &'a Unit, entry: Option<FunctionId>, environment: &'a [String], complete: bool) -> Reach<'a> {
        let points_to = Rc::new(PointsTo::new(unit, entry));
        let mut reach = Reach {
            unit,
            environment,
            complete,
            numbers: Numbers::new(unit, &points_to),
            members: Members::new(unit),
            points_to,
            escaping: Vec::new(),
            named_elsewhere: named_elsewhere(unit),
            callees: Callees::new(unit),
            footprints: Vec::new(),
            calls: vec![None; unit.functions.len()],
        };
        reach.escaping = reach.find_escaping();
        reach
    }

    /// Which functions may call one of these, on the way through others too, or are one of them.
    pub fn callers_of(&self, functions: &[FunctionId]) -> Vec<bool> {
        self.callees.callers_of(functions)
    }

    /// Whether a function may call another, on the way through others too.
    pub fn may_call(&mut self, from: FunctionId, to: FunctionId) -> bool {
        let calls = self.calls[from.index()].get_or_insert_with(|| self.callees.reached_from(from.index()));
        calls[to.index()]
    }
}

/// The objects that expressions mention and that other files may name.
fn named_elsewhere(unit: &Unit) -> Vec<ObjectId> {
    let mentioned = unit.exprs.iter().filter_map(|node| match node.kind {
        ExprKind::Object(object) if unit[object].linking.external => Some(object),
        _ => None,
    });
    let mut objects: Vec<ObjectId> = mentioned.collect();
    objects.sort();
    objects.dedup();
    objects
}
