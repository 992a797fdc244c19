//! Interpolants as solutions of constrained Horn clauses, found by Spacer.
//!
//! An unknown predicate for each cut and a clause for each step give a consistent labelling by construction; the same works for
//! any graph of cuts ([`System`]): a predicate for each node, a clause for each edge. Clauses with several predicates in their
//! body express calls of procedures.

use super::{Interpolator, checked, shared_variables};
use crate::solver::Context;
use crate::term::Term;
use crate::z3::{Answer, Attempt, RawFixedpoint};
use crate::{Sort, Symbol};

/// One Spacer query for the whole sequence.
pub struct Horn;

impl Interpolator for Horn {
    fn name(&self) -> &'static str {
        "horn"
    }

    fn sequence(&self, context: &Context, steps: &[Term]) -> Option<Vec<Term>> {
        let mut system = System::default();
        let cuts: Vec<Node> = shared_variables(steps).iter().map(|vars| system.node(vars)).collect();
        for (k, step) in steps.iter().enumerate() {
            let before = k.checked_sub(1).map(|k| cuts[k]);
            system.edge(before, *step, cuts.get(k).copied());
        }
        let solution = system.solve(context)?;
        Some(checked(context, self.name(), steps, solution))
    }
}

/// A node of a [`System`].
#[derive(Copy, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Node(usize);

/// A predicate with its arguments, one a variable of the node.
pub type Applied = (Node, Vec<Term>);

struct Clause {
    body: Vec<Applied>,
    formula: Term,
    head: Option<Applied>,
}

/// Unknown predicates and clauses between them.
#[derive(Default)]
pub struct System {
    nodes: Vec<Vec<Term>>,
    clauses: Vec<Clause>,
}

impl System {
    /// An unknown predicate over these variables.
    pub fn node(&mut self, vars: &[Term]) -> Node {
        self.nodes.push(vars.to_vec());
        Node(self.nodes.len() - 1)
    }

    /// `from && formula` implies `to`, where a node stands for its predicate over its own variables; no `from` means true, no `to`
    /// means false.
    pub fn edge(&mut self, from: Option<Node>, formula: Term, to: Option<Node>) {
        let own = |node: Node| (node, self.nodes[node.0].clone());
        let (body, head) = (from.map(own).into_iter().collect(), to.map(own));
        self.clauses.push(Clause { body, formula, head });
    }

    /// All of `body` and `formula` imply `head`, for all values of the variables in them; no head means false.
    pub fn clause(&mut self, body: Vec<Applied>, formula: Term, head: Option<Applied>) {
        self.clauses.push(Clause { body, formula, head });
    }

    /// Predicates that satisfy all clauses, in the order of the nodes and without quantifiers; `None` if there are none, or
    /// Spacer did not find them.
    pub fn solve(&self, context: &Context) -> Option<Vec<Term>> {
        self.solve_within(context, context.config().resource_limit)
    }

    /// [`System::solve`] with a resource limit of its own.
    pub fn solve_within(&self, context: &Context, resource_limit: u32) -> Option<Vec<Term>> {
        let mut solution = self.solve_by_spacer(context, resource_limit).ok()??;
        // Spacer forgets predicates that no clause can derive and then calls them true.
        for (term, reached) in solution.iter_mut().zip(self.reached(context)) {
            if !reached {
                *term = Term::ff();
            }
        }
        let plain = solution.iter().all(|term| !term.has_quantifiers());
        (plain && self.is_solved_by(context, &solution)).then_some(solution)
    }

    /// Whether these predicates satisfy every clause; false also when a query was not decided.
    pub fn is_solved_by(&self, context: &Context, solution: &[Term]) -> bool {
        let applied = |(node, arguments): &Applied| {
            let vars = &self.nodes[node.0];
            if vars == arguments {
                return solution[node.0];
            }
            let map = vars.iter().copied().zip(arguments.iter().copied()).collect();
            solution[node.0].substitute(&map)
        };
        self.clauses.iter().all(|clause| {
            let body: Vec<Term> = clause.body.iter().map(applied).chain([clause.formula]).collect();
            let head = clause.head.as_ref().map_or(Term::ff(), applied);
            context.implies("horn", Term::and(&body), head) == Some(true)
        })
    }

    /// The nodes that edges lead to whose formulas are not evidently false.
    fn reached(&self, context: &Context) -> Vec<bool> {
        let possible: Vec<bool> = self.clauses.iter().map(|c| !context.simplify(c.formula).is_false()).collect();
        let mut reached = vec![false; self.nodes.len()];
        let mut changed = true;
        while changed {
            changed = false;
            for (clause, possible) in self.clauses.iter().zip(&possible) {
                let Some((to, _)) = &clause.head else { continue };
                if *possible && !reached[to.0] && clause.body.iter().all(|(from, _)| reached[from.0]) {
                    reached[to.0] = true;
                    changed = true;
                }
            }
        }
        reached
    }

    fn solve_by_spacer(&self, context: &Context, resource_limit: u32) -> Attempt<Option<Vec<Term>>> {
        let meter = context.config().meter.as_deref();
        let limit = match meter.map(|meter| u32::try_from(meter.left()).unwrap_or(u32::MAX)) {
            Some(0) => return Ok(None),
            Some(left) if resource_limit == 0 => left,
            Some(left) => left.min(resource_limit),
            None => resource_limit,
        };
        let horn = RawFixedpoint::new(context.z3()?, limit)?;
        let symbols: Vec<Symbol> = (0..self.nodes.len()).map(|i| Symbol::new(&format!("cut!{i}"))).collect();
        for (symbol, vars) in symbols.iter().zip(&self.nodes) {
            horn.predicate(*symbol, &vars.iter().map(|var| var.sort()).collect::<Vec<_>>())?;
        }
        let error = Symbol::new("cut!error");
        horn.predicate(error, &[])?;
        let applied = |(node, arguments): &Applied| Term::app(symbols[node.0], arguments, Sort::Bool);
        for (i, clause) in self.clauses.iter().enumerate() {
            let body: Vec<Term> = clause.body.iter().map(applied).chain([clause.formula]).collect();
            let body = Term::and(&body);
            let head = clause.head.as_ref().map_or(Term::var(error, Sort::Bool), applied);
            // Predicates without arguments are variables to us; they must stay free.
            let unknown = |var: &Term| var.as_var().is_some_and(|s| s == error || symbols.contains(&s));
            let vars = Term::free_vars_of(&[body, head]);
            let vars: Vec<Term> = vars.into_iter().filter(|var| !unknown(var)).collect();
            horn.rule(&vars, body, head, Symbol::new(&format!("clause!{i}")))?;
        }
        let before = meter.map_or(0, |_| horn.resources());
        let answer = horn.query(Term::var(error, Sort::Bool));
        meter.iter().for_each(|meter| meter.charge(horn.resources().saturating_sub(before).max(1)));
        match answer? {
            Answer::Unsat => {
                let solved = symbols.iter().zip(&self.nodes).map(|(symbol, vars)| horn.solution(*symbol, vars));
                solved.collect::<Attempt<Vec<_>>>().map(Some)
            }
            _ => Ok(None),
        }
    }
}
