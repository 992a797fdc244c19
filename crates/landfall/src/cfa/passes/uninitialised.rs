//! Uses of values that were never set, as errors.
//!
//! A variable that an edge `Havoc(_, Uninitialised)` may leave unset gets a *shadow*, a truth value that says whether it is set; a
//! region gets a region of them. Copies (also by conversion and by choice) copy the shadow; any other use of a value whose
//! shadow is false is an error. A call uses its arguments, and what it returns counts as set; a record may be passed with parts that
//! are not set, which is not followed: an unsupported edge says so.

use std::collections::BTreeSet;

use cranelift_entity::SecondaryMap;

use super::super::builder::ProgramBuilder;
use super::super::expr::{BinaryOp, Expr, IntType, Type};
use super::super::program::*;
use super::super::verify::debug_verify;

/// The program with uses of unset values as errors. Locations and variables keep their numbers.
pub fn check_uninitialised(program: &Program) -> Program {
    let shadowed = shadowed(program);
    let mut builder = ProgramBuilder::new(program.semantics);
    builder.copy_declarations(program);
    let mut shadows = SecondaryMap::new();
    for var in shadowed {
        let data = &program.vars[var];
        let ty = if data.ty.is_array() { Type::Array(IntType::BOOL) } else { Type::BOOL };
        let kind = if data.owner.is_some() { VarKind::Temp } else { VarKind::Global };
        shadows[var] = Some(builder.var(&format!("{}.set", data.name), ty, kind, data.owner, data.span));
    }
    let pass = Pass { program, shadows };
    for edge in program.edges.values() {
        pass.edge(edge, &mut builder);
    }
    let result = builder.finish(program.entry);
    debug_verify(&result, "checking for unset values");
    result
}

/// The variables that may be unset: directly, or by a copy.
fn shadowed(program: &Program) -> BTreeSet<VarId> {
    let results: BTreeSet<VarId> = program.procs.values().filter_map(|proc| proc.result).collect();
    let mut found = BTreeSet::new();
    loop {
        let before = found.len();
        for edge in program.edges.values() {
            let unset = match &edge.op {
                Op::Havoc(var, HavocKind::Uninitialised) => Some(*var),
                Op::Assign(var, e) | Op::Store(var, _, e) if copies_from(e, &found) => Some(*var),
                _ => None,
            };
            found.extend(unset.filter(|var| !results.contains(var) && program.vars[*var].kind != VarKind::Param));
        }
        if found.len() == before {
            return found;
        }
    }
}

/// Whether the value may be a mere copy of one of the variables.
fn copies_from(e: &Expr, vars: &BTreeSet<VarId>) -> bool {
    match e {
        Expr::Var(v) | Expr::Select(v, _) => vars.contains(v),
        Expr::Cast(_, inner) => copies_from(inner, vars),
        Expr::Ite(_, a, b) => copies_from(a, vars) || copies_from(b, vars),
        _ => false,
    }
}

struct Pass<'p> {
    program: &'p Program,
    shadows: SecondaryMap<VarId, Option<VarId>>,
}

/// A condition under which something unset is used, and its name.
type Faults = Vec<(Expr, String)>;

impl Pass<'_> {
    fn edge(&self, edge: &Edge, builder: &mut ProgramBuilder) {
        let mut faults = Faults::new();
        let update = self.update(&edge.op, &mut faults);
        if self.is_partial_write(&edge.op) {
            if let Some((condition, _)) = faults.first() {
                self.not_followed(edge, condition.clone(), builder);
            }
            faults.clear();
        }
        for condition in self.passed_parts(&edge.op) {
            self.not_followed(edge, condition, builder);
        }
        for (condition, name) in faults {
            let message = format!("`{name}` is used before it is set").into();
            let error = ErrorInfo { kind: ErrorKind::Uninitialised, message, span: edge.span };
            let target = builder.error_loc(self.program.proc_of(edge.src), error);
            builder.edge(edge.src, target, Op::Assume(condition), edge.span);
        }
        match update {
            None => {
                builder.edge(edge.src, edge.dst, edge.op.clone(), edge.span);
            }
            Some(update) => {
                let middle = builder.loc(self.program.proc_of(edge.src), edge.span);
                // The shadow first: its expression speaks of the state before.
                builder.edge(edge.src, middle, update, edge.span);
                builder.edge(middle, edge.dst, edge.op.clone(), edge.span);
            }
        }
    }

    /// The execution cannot be followed under the condition.
    fn not_followed(&self, edge: &Edge, condition: Expr, builder: &mut ProgramBuilder) {
        let part = builder.loc(self.program.proc_of(edge.src), edge.span);
        builder.edge(edge.src, part, Op::Assume(condition), edge.span);
        let what = "a part of a value that was never set".into();
        builder.edge(part, edge.dst, Op::Unsupported(what), edge.span);
    }

    /// Whether an argument is a part of a record, passed as it is.
    fn is_part(&self, e: &Expr) -> bool {
        match e {
            Expr::Var(v) | Expr::Select(v, _) => self.program.vars[*v].name.contains(['.', '[']),
            Expr::Cast(_, inner) => self.is_part(inner),
            _ => false,
        }
    }

    /// That parts of records are passed that are not set.
    fn passed_parts(&self, op: &Op) -> Vec<Expr> {
        let Op::Call { args, .. } = op else { return Vec::new() };
        let mut faults = Faults::new();
        let parts = args.iter().filter(|e| self.is_part(e));
        let set: Vec<Expr> = parts.map(|e| self.flow(e, true, None, &mut faults)).collect();
        set.into_iter().filter(|set| *set != Expr::TRUE).map(Expr::negated).collect()
    }

    /// What happens to shadows on an edge.
    fn update(&self, op: &Op, faults: &mut Faults) -> Option<Op> {
        match op {
            Op::Assign(var, Expr::Var(from)) if self.program.vars[*var].ty.is_array() => {
                let to = self.shadows[*var]?;
                Some(match self.shadows[*from] {
                    Some(from) => Op::Assign(to, Expr::Var(from)),
                    None => Op::Store(to, None, Expr::TRUE),
                })
            }
            Op::Assign(var, e) => {
                let set = self.flow(e, self.shadows[*var].is_some(), None, faults);
                self.shadows[*var].map(|shadow| Op::Assign(shadow, set))
            }
            Op::Store(var, index, e) => {
                index.iter().for_each(|index| self.uses(index, None, faults));
                let set = self.flow(e, self.shadows[*var].is_some(), None, faults);
                self.shadows[*var].map(|shadow| Op::Store(shadow, index.clone(), set))
            }
            Op::Havoc(var, kind) => {
                let shadow = self.shadows[*var]?;
                let set = if *kind == HavocKind::Uninitialised { Expr::FALSE } else { Expr::TRUE };
                let is_array = self.program.vars[*var].ty.is_array();
                Some(if is_array { Op::Store(shadow, None, set) } else { Op::Assign(shadow, set) })
            }
            Op::Assume(e) => {
                self.uses(e, None, faults);
                None
            }
            Op::Call { args, result, .. } => {
                args.iter().filter(|e| !self.is_part(e)).for_each(|e| self.uses(e, None, faults));
                let shadow = result.and_then(|var| self.shadows[var]);
                shadow.map(|shadow| Op::Assign(shadow, Expr::TRUE))
            }
            Op::Memory(op) => {
                op.for_each_expr(&mut |e| self.uses(e, None, faults));
                op.target().and_then(|var| self.shadows[var]).map(|shadow| Op::Assign(shadow, Expr::TRUE))
            }
            Op::Skip | Op::Unsupported(_) => None,
        }
    }

    /// Whether a value that is copied is set; what is used on the way is a fault if it is not.
    fn flow(&self, e: &Expr, copied: bool, when: Option<&Expr>, faults: &mut Faults) -> Expr {
        if !copied {
            self.uses(e, when, faults);
            return Expr::TRUE;
        }
        match e {
            Expr::Var(v) => self.shadows[*v].map_or(Expr::TRUE, Expr::Var),
            Expr::Select(v, index) => {
                self.uses(index, when, faults);
                self.shadows[*v].map_or(Expr::TRUE, |shadow| Expr::Select(shadow, index.clone()))
            }
            Expr::Cast(_, inner) => self.flow(inner, true, when, faults),
            Expr::Ite(c, a, b) => {
                self.uses(c, when, faults);
                let (yes, no) = (and(when, (**c).clone()), and(when, (**c).clone().negated()));
                let a = self.flow(a, true, Some(&yes), faults);
                let b = self.flow(b, true, Some(&no), faults);
                if a == b { a } else { Expr::Ite(c.clone(), Box::new(a), Box::new(b)) }
            }
            _ => {
                self.uses(e, when, faults);
                Expr::TRUE
            }
        }
    }

    /// Every variable of the expression is used, where it is evaluated.
    fn uses(&self, e: &Expr, when: Option<&Expr>, faults: &mut Faults) {
        let mut fault = |v: VarId, set: Expr| {
            let condition = and(when, set.negated());
            if !faults.iter().any(|(known, _)| *known == condition) {
                faults.push((condition, self.program.vars[v].name.to_string()));
            }
        };
        match e {
            Expr::Int(..) => {}
            Expr::Var(v) => {
                if let Some(shadow) = self.shadows[*v] {
                    fault(*v, Expr::Var(shadow));
                }
            }
            Expr::Select(v, index) => {
                if let Some(shadow) = self.shadows[*v] {
                    fault(*v, Expr::Select(shadow, index.clone()));
                }
                self.uses(index, when, faults);
            }
            Expr::Unary(_, a) | Expr::Cast(_, a) => self.uses(a, when, faults),
            Expr::Binary(_, a, b) => {
                self.uses(a, when, faults);
                self.uses(b, when, faults);
            }
            Expr::Float(_, operands) | Expr::Memory(_, operands) => {
                operands.iter().for_each(|operand| self.uses(operand, when, faults));
            }
            Expr::And(a, b) => {
                self.uses(a, when, faults);
                self.uses(b, Some(&and(when, (**a).clone())), faults);
            }
            Expr::Or(a, b) => {
                self.uses(a, when, faults);
                self.uses(b, Some(&and(when, (**a).clone().negated())), faults);
            }
            Expr::Ite(c, a, b) => {
                self.uses(c, when, faults);
                self.uses(a, Some(&and(when, (**c).clone())), faults);
                self.uses(b, Some(&and(when, (**c).clone().negated())), faults);
            }
        }
    }

    /// Whether some bits of a variable are replaced and the others kept, as for members of unions: `v - old + new`.
    fn is_partial_write(&self, op: &Op) -> bool {
        let (target, mut e) = match op {
            Op::Assign(v, e) | Op::Store(v, _, e) => (*v, e),
            _ => return false,
        };
        loop {
            match e {
                Expr::Cast(_, inner) => e = inner,
                Expr::Ite(_, a, _) => e = a,
                Expr::Binary(BinaryOp::Add, rest, _) => {
                    let Expr::Binary(BinaryOp::Sub, old, _) = &**rest else { return false };
                    let mut mentions = false;
                    old.for_each_var(&mut |v| mentions |= v == target);
                    return mentions;
                }
                _ => return false,
            }
        }
    }
}

fn and(when: Option<&Expr>, condition: Expr) -> Expr {
    match when {
        Some(when) => Expr::And(Box::new(when.clone()), Box::new(condition)),
        None => condition,
    }
}
