//! Near an error directed search looks a few steps further by itself: from a node with a step to an error that is not possible,
//! the program is executed symbolically, large block by large block, the state nearest to an error first.
//!
//! An error that is reached in a later round of a loop is then found before the rounds until there have been told apart by
//! predicates, each of which costs a refinement. It is done at the refinements 1, 16, 256 and so on, for a few
//! queries with little effort each, so that it costs a proof hardly anything. Calls end a way.

use landfall_smt::{Outcome, Solver};

use super::super::kit::Found;
use super::super::kit::points::{Action, Target};
use super::explore::{Explorer, Goal};
use super::trace::Trace;
use crate::engine::distance::{Frontier, Rank, Search};
use crate::limits::limits;
use crate::predicates::PointId;
use crate::verdict::Reason;

/// A way from the node, which has come to a point.
struct Way<'g> {
    trace: Trace<'g>,
    point: PointId,
    steps: u64,
}

impl Explorer<'_, '_> {
    /// Looks for an error beyond a goal that is not reached by its path.
    pub fn probe(&mut self, goal: Goal) -> Result<Option<Found>, Reason> {
        let number = self.refinements;
        let is_turn = number.is_power_of_two() && number.trailing_zeros().is_multiple_of(4);
        let is_due = self.lazy.probe && self.lazy.search == Search::Directed && is_turn;
        let Some(trace) = is_due.then(|| Trace::to_node(self.graph, &self.blocks, goal.node)).flatten() else {
            return Ok(None);
        };
        let mut left = limits().lazy.probe_queries;
        let mut waiting: Frontier<Way<'_>> = Frontier::new(Search::Directed);
        waiting.push(Way { trace, point: self.blocks.trees[goal.node].at.1, steps: 0 }, |_| Rank::from(0));
        while let Some(way) = waiting.pop() {
            self.cx.budget.poll()?;
            let mut solver = self.solving.solver("probe");
            solver.set_resource_limit(limits().lazy.probe_query);
            way.trace.formulas.iter().for_each(|formula| solver.assert(*formula));
            if !spend(&mut left) {
                break;
            }
            match solver.check() {
                Outcome::Sat(_) => {}
                Outcome::Unsat(_) => continue,
                Outcome::Unknown(_) => break,
            }
            for &step in &self.graph.points[way.point].steps {
                let data = &self.graph.steps[step];
                if matches!(data.action, Action::Call { .. }) {
                    continue;
                }
                let trace = way.trace.clone().along(step);
                match data.target {
                    Target::Point(point) => {
                        let further = Way { trace, point, steps: way.steps + 1 };
                        let distance = self.distance_at(point, self.blocks.trees[goal.node].at.0);
                        waiting.push(further, |way| Rank { distance, length: way.steps });
                    }
                    // The path to the goal itself is known.
                    Target::Error if way.steps > 0 && spend(&mut left) => {
                        if let Some(found) = self.last_step(&mut solver, step, &trace)? {
                            return Ok(Some(found));
                        }
                    }
                    Target::Error | Target::Unsupported => {}
                }
            }
        }
        Ok(None)
    }

    /// Whether the last step of a way reaches an error.
    fn last_step(&mut self, solver: &mut Solver, step: usize, trace: &Trace<'_>) -> Result<Option<Found>, Reason> {
        let Some(last) = trace.formulas.last().copied() else { return Ok(None) };
        let Outcome::Sat(model) = solver.check_assuming(&last.conjuncts()) else { return Ok(None) };
        match self.feasible(step, trace, &model)? {
            found @ Found::Verdict(_) => {
                self.cx.statistics.add("errors found by probing", 1);
                Ok(Some(found))
            }
            // The search will come there, and then knows more about the ranges of variables.
            Found::Spurious(_) => Ok(None),
        }
    }
}

/// Takes one of what is left, if there is one.
fn spend(left: &mut usize) -> bool {
    let enough = *left > 0;
    *left -= usize::from(enough);
    enough
}
