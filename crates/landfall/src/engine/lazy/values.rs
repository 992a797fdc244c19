//! Explicit values beside predicates: variables whose value is part of the abstract state where it is one of few.
//!
//! A tracked variable has, after a step, either a few possible values, and then the state is split into one for each
//! combination, or many, and then nothing is known of it. Where a point collects too many states its variables are no longer
//! tracked: values would unfold the program instead of abstracting it.

use landfall_smt::Term;

use super::super::kit::points::Graph;
use crate::cfa::graph::Liveness;
use crate::cfa::{ProcId, VarId};
use crate::limits::limits;
use crate::named::named;
use crate::predicates::{PointId, Post, StepId};

named! {
    /// Of what abstract states consist.
    #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
    pub enum Domain: "domain" {
        Predicates: "predicates",
        Values: "values",
        /// Both.
        Product: "product",
    }
}

impl Domain {
    pub fn has_values(self) -> bool {
        self != Domain::Predicates
    }

    pub fn has_predicates(self) -> bool {
        self != Domain::Values
    }
}

/// The variables whose values are tracked, by point.
#[derive(Debug)]
pub struct Tracked {
    domain: Domain,
    by_point: Vec<Vec<(VarId, Term)>>,
    /// Where values were given up.
    given_up: Vec<bool>,
    blocks: Vec<usize>,
}

impl Tracked {
    /// In recursive procedures, and where their results arrive, all that is live from the start; elsewhere nothing.
    pub fn new(domain: Domain, graph: &Graph<'_>) -> Tracked {
        let program = graph.program();
        let count = graph.points.len() + 1;
        let mut tracked = Tracked {
            domain,
            by_point: vec![Vec::new(); count],
            given_up: vec![false; count],
            blocks: vec![0; program.procs.len()],
        };
        if !domain.has_values() || !graph.is_recursive() {
            return tracked;
        }
        let liveness = Liveness::new(program, &graph.calls);
        for (id, point) in graph.points.iter().enumerate() {
            let live = liveness.at(point.loc);
            if live.len() <= limits().lazy.variables {
                for &var in live {
                    tracked.track(graph, id, var);
                }
            }
        }
        tracked
    }

    /// Tracks a variable at a point from now on; whether that is new.
    pub fn track(&mut self, graph: &Graph<'_>, point: PointId, var: VarId) -> bool {
        let known = &mut self.by_point[point];
        let possible = self.domain.has_values() && !self.given_up[point] && graph.may_speak_of(point, var);
        if !possible || known.iter().any(|(v, _)| *v == var) {
            return false;
        }
        known.push((var, graph.encoder.symbols().state(var)));
        true
    }

    /// One more block of a procedure.
    pub fn entered(&mut self, proc: ProcId, graph: &Graph<'_>) {
        let count = &mut self.blocks[super::explore::index(proc)];
        *count += 1;
        if *count > limits().lazy.blocks {
            self.give_up(graph.entry_of[&proc]);
        }
    }

    /// Gives up the values of a point that has this many states.
    pub fn give_up_if_many(&mut self, point: PointId, count: usize) {
        if count > limits().lazy.states {
            self.give_up(point);
        }
    }

    fn give_up(&mut self, point: PointId) {
        self.given_up[point] = true;
        self.by_point[point].clear();
    }

    /// The images of a label along a step: one, or one for each combination of values.
    pub fn images(&self, post: &mut Post<'_>, step: StepId, target: PointId, label: Term) -> Vec<Term> {
        let image = post.image(step, label);
        if image.is_false() {
            return Vec::new();
        }
        let symbols: Vec<Term> = self.by_point[target].iter().map(|(_, symbol)| *symbol).collect();
        if symbols.is_empty() {
            return vec![image];
        }
        if let Some(combinations) = post.values(step, label, &symbols, limits().lazy.values) {
            return combinations.into_iter().map(|c| with_values(image, &symbols, &c)).collect();
        }
        // Too many together: each variable that has one value alone.
        let single = symbols.iter().filter_map(|&symbol| {
            let values = post.values(step, label, &[symbol], 1)?;
            Some(with_values(Term::tt(), &[symbol], values.first()?))
        });
        let single: Vec<Term> = single.collect();
        vec![Term::and(&[image, Term::and(&single)])]
    }
}

fn with_values(label: Term, symbols: &[Term], values: &[Term]) -> Term {
    let equal = symbols.iter().zip(values).map(|(&symbol, &value)| symbol.eq(value));
    Term::and(&[label, Term::and(&equal.collect::<Vec<_>>())])
}
