//! Conditions: where they ask about memory that is not followed, branches that leave one location get one answer; and what is done
//! where an address may be one of memory from outside.

use super::super::super::expr::{BinaryOp, Expr, UnaryOp};
use super::super::super::memory::MemoryExpr;
use super::super::super::program::{Edge, EdgeId, LocId, Op};
use super::access::Found;
use super::rewrite::Rewriting;
use super::terms::{and, or};

const OUTSIDE: &str = "what a pointer from outside points to";

/// How many locations behind a branch are looked at.
const LOOKED_AT: usize = 16;

impl Rewriting<'_> {
    /// Whether an edge is one of several branches that ask about memory which is not followed.
    pub(super) fn is_one_of_branches(&self, edge: &Edge) -> bool {
        let outgoing = &self.program.locs[edge.src].outgoing;
        let asks = |id: &EdgeId| match &self.program.edges[*id].op {
            Op::Assume(condition) => self.asks_about_vast(condition),
            _ => false,
        };
        let all_assume = |id: &EdgeId| matches!(self.program.edges[*id].op, Op::Assume(_));
        outgoing.len() > 1 && outgoing.iter().all(all_assume) && outgoing.iter().any(asks)
    }

    fn asks_about_vast(&self, condition: &Expr) -> bool {
        let mut found = false;
        condition.for_each_memory(&mut |_, operands| {
            let node = operands.first().and_then(|at| self.space.points_to.target(at).node);
            found |= node.and_then(|node| self.plan.classes.get(&node)).is_some_and(|class| class.vast);
        });
        found
    }

    /// All branches that leave a location, behind what they ask. `first` is the one that comes first.
    pub(super) fn branches(&mut self, id: EdgeId, src: LocId) {
        let program = self.program;
        let outgoing = &program.locs[src].outgoing;
        if outgoing.first() != Some(&id) {
            return;
        }
        self.answers = Some(Vec::new());
        let mut conditions = Vec::with_capacity(outgoing.len());
        for &edge in outgoing {
            self.old = edge;
            if let Op::Assume(condition) = &program.edges[edge].op {
                conditions.push((edge, self.branch(condition)));
            }
        }
        self.answers = None;
        let here = self.at;
        for (edge, condition) in conditions {
            (self.old, self.at) = (edge, here);
            let op = match condition {
                Ok(condition) => Op::Assume(condition),
                Err(reason) => Op::Unsupported(reason.into()),
            };
            self.finish(op, program.edges[edge].dst);
        }
    }

    /// The condition of one of several branches, behind a way to what is not followed.
    fn branch(&mut self, condition: &Expr) -> Found<Expr> {
        let (condition, beyond) = self.condition(condition)?;
        self.trap(beyond, OUTSIDE);
        Ok(condition)
    }

    /// A condition in the new program, and that it may ask about memory from outside, which is not followed.
    fn condition(&mut self, condition: &Expr) -> Found<(Expr, Expr)> {
        let beyond = self.beyond(condition)?;
        Ok((self.expr(condition)?, beyond))
    }

    /// An edge that is taken on a condition.
    pub(super) fn assume(&mut self, condition: &Expr, dst: LocId) -> Found<()> {
        let (mut condition, beyond) = self.condition(condition)?;
        if beyond != Expr::FALSE {
            let (here, away, end) = (self.at, self.new_loc(), self.new_loc());
            self.finish(Op::Assume(beyond.clone()), away);
            self.finish(Op::Unsupported(OUTSIDE.into()), end);
            self.at = here;
            condition = and(beyond.negated(), condition);
        }
        self.finish(Op::Assume(condition), dst);
        Ok(())
    }

    /// That one of the accesses that a condition guards may be of memory from outside.
    fn beyond(&mut self, condition: &Expr) -> Found<Expr> {
        let mut asked = Vec::new();
        condition.for_each_memory(&mut |op, operands| {
            if matches!(op, MemoryExpr::Readable | MemoryExpr::Writable | MemoryExpr::Freeable)
                && self.space.points_to.target(&operands[0]).wild
            {
                asked.push(Expr::Memory(op, operands.to_vec()));
            }
        });
        let mut beyond = Expr::FALSE;
        for guard in asked {
            if let Expr::Memory(_, operands) = &guard
                && !self.is_covered(&guard)
            {
                let place = self.place(&operands[0])?;
                beyond = self.space.beyond(&place).into_iter().fold(beyond, or);
            }
        }
        Ok(beyond)
    }

    /// Whether each execution in which a guard fails comes to an error or to what is not supported, or takes all ways that it would take
    /// otherwise: then an address that is in no object needs no care.
    fn is_covered(&self, guard: &Expr) -> bool {
        let program = self.program;
        let outgoing = &program.locs[program.edges[self.old].src].outgoing;
        let taken = |id: &EdgeId| match &program.edges[*id].op {
            Op::Assume(condition) => without(condition, guard) == Some(true),
            _ => false,
        };
        let falls = |id: &EdgeId| match &program.edges[*id].op {
            Op::Assume(condition) => falls_with(condition, guard, false),
            _ => false,
        };
        outgoing.iter().any(|id| taken(id) && self.surely_ends(program.edges[*id].dst)) || outgoing.iter().all(falls)
    }

    /// Whether each execution from there comes to an error or to what is not supported, unless something is null.
    fn surely_ends(&self, from: LocId) -> bool {
        let program = self.program;
        let (mut work, mut seen) = (vec![from], 0);
        while let Some(loc) = work.pop() {
            seen += 1;
            if seen > LOOKED_AT {
                return false;
            }
            if program.locs[loc].error.is_some() {
                continue;
            }
            let outgoing = &program.locs[loc].outgoing;
            let conditional = |id: &EdgeId| matches!(&program.edges[*id].op, Op::Assume(_));
            let splits = outgoing.len() == 2 && outgoing.iter().all(conditional);
            match &outgoing[..] {
                [] => return false,
                [one] => match &program.edges[*one].op {
                    Op::Unsupported(_) => {}
                    Op::Skip => work.push(program.edges[*one].dst),
                    Op::Assume(condition) if is_not_null(condition) => work.push(program.edges[*one].dst),
                    _ => return false,
                },
                _ if splits => work.extend(outgoing.iter().map(|id| program.edges[*id].dst)),
                _ => return false,
            }
        }
        true
    }
}

/// What a condition is, as far as that is evident, if a guard in it fails.
fn without(condition: &Expr, guard: &Expr) -> Option<bool> {
    match condition {
        Expr::Int(value, _) => Some(*value != 0),
        Expr::Unary(UnaryOp::Not, inner) => without(inner, guard).map(|holds| !holds),
        Expr::And(a, b) => match (without(a, guard), without(b, guard)) {
            (Some(false), _) | (_, Some(false)) => Some(false),
            (a, b) => Some(a? && b?),
        },
        Expr::Or(a, b) => match (without(a, guard), without(b, guard)) {
            (Some(true), _) | (_, Some(true)) => Some(true),
            (a, b) => Some(a? || b?),
        },
        // What is in no object, and is looked at for that, is not null.
        Expr::Binary(BinaryOp::Ne, at, _) if is_not_null(condition) => match guard {
            Expr::Memory(_, operands) if operands[0] == **at => Some(true),
            _ => None,
        },
        e => (e == guard).then_some(false),
    }
}

/// Whether a condition that holds where a guard holds does so where it fails as well.
fn falls_with(condition: &Expr, guard: &Expr, negated: bool) -> bool {
    match condition {
        Expr::Unary(UnaryOp::Not, inner) => falls_with(inner, guard, !negated),
        Expr::And(a, b) | Expr::Or(a, b) => falls_with(a, guard, negated) && falls_with(b, guard, negated),
        e if e == guard => negated,
        e => {
            let mut mentioned = false;
            e.for_each_memory(&mut |op, operands| {
                mentioned |= matches!(guard, Expr::Memory(asked, of) if *asked == op && of[..] == *operands);
            });
            !mentioned
        }
    }
}

/// That a value is not null.
fn is_not_null(condition: &Expr) -> bool {
    matches!(condition, Expr::Binary(BinaryOp::Ne, _, null) if matches!(**null, Expr::Int(0, _)))
}
