//! From the syntax tree of the text form to a program: names become indices, constants get their types.

use std::collections::BTreeMap;

use super::super::expr::{BinaryOp, Expr, INDEX, IntType, UnaryOp};
use super::super::memory::pointer_type;
use super::super::program::*;
use super::super::verify::verify;
use super::elaborate_memory::{ObjectTable, declare_objects};
use super::lex::{Position, ReadError};
use super::tree::*;
use super::write::DEFAULT_TYPE;
use cranelift_entity::PrimaryMap;

pub(super) type Read<T> = Result<T, ReadError>;

pub(super) fn error<T>(at: Position, message: impl Into<String>) -> Read<T> {
    Err(ReadError::new(at, message))
}

/// Numbers what was declared or mentioned in the order of `names`: by the indices written, if all are there and dense, else
/// as they come. Gives the number of each.
pub(super) fn number(names: &[(&Name, Option<u32>)]) -> Vec<usize> {
    let count = names.len();
    let mut seen = vec![false; count];
    let dense = names.iter().all(|(_, index)| match index {
        Some(i) if (*i as usize) < count && !seen[*i as usize] => {
            seen[*i as usize] = true;
            true
        }
        _ => false,
    });
    names.iter().enumerate().map(|(i, (_, index))| if dense { index.unwrap_or(0) as usize } else { i }).collect()
}

/// The number at the end of a name such as `l12`.
fn trailing_index(name: &Name, prefix: &str) -> Option<u32> {
    let digits = name.text.strip_prefix(prefix)?;
    let canonical = !digits.is_empty() && (digits == "0" || !digits.starts_with('0'));
    if canonical && digits.bytes().all(|b| b.is_ascii_digit()) { digits.parse().ok() } else { None }
}

pub(super) type Key = (String, Option<u32>);

pub(super) fn key(name: &Name) -> Key {
    (name.text.clone(), name.index)
}

/// Variables by scope: `None` for globals.
pub(super) type VarTable = BTreeMap<(Option<usize>, Key), VarId>;

pub(super) fn elaborate(raw: RawProgram) -> Read<Program> {
    if raw.procs.is_empty() {
        return error(raw.end, "a program needs a procedure");
    }
    let (proc_ids, proc_table) = number_procs(&raw)?;
    let (vars, var_table) = declare_vars(&raw, &proc_ids)?;
    let (objects, object_table) = declare_objects(&raw, &proc_ids)?;
    let pointer = pointer_type(raw.semantics.data_model);
    let (mut locs, loc_table) = declare_locs(&raw, &proc_ids)?;

    let names = Names { vars: &vars, var_table: &var_table, objects: &object_table, pointer };
    let mut procs: Vec<Option<Proc>> = (0..raw.procs.len()).map(|_| None).collect();
    for (i, proc) in raw.procs.iter().enumerate() {
        let scope = names.scope(i);
        procs[proc_ids[i].as_u32() as usize] = Some(Proc {
            name: proc.name.text.as_str().into(),
            params: proc
                .vars
                .iter()
                .filter(|v| v.kind == VarKind::Param)
                .map(|v| scope.lookup(&v.name))
                .collect::<Read<_>>()?,
            result: proc.result.as_ref().map(|name| scope.lookup(name)).transpose()?,
            entry: loc_table[&key(&proc.entry)],
            exit: loc_table[&key(&proc.exit)],
            span: proc.span,
        });
    }
    let procs: PrimaryMap<ProcId, Proc> = procs.into_iter().flatten().collect();
    let edges = build_edges(&raw, &procs, &names, &proc_table, &loc_table)?;
    for (id, edge) in edges.iter() {
        locs[edge.src].outgoing.push(id);
        locs[edge.dst].incoming.push(id);
    }
    let entry = match &raw.entry {
        None => proc_ids[0],
        Some(name) => match proc_table.get(&key(name)) {
            Some(&id) => id,
            None => return error(name.at, format!("there is no procedure `{}`", name.text)),
        },
    };
    let externs = raw.externs.iter().map(|n| n.as_str().into()).collect();
    let program = Program { procs, vars, locs, edges, objects, entry, semantics: raw.semantics, externs };
    match verify(&program) {
        Ok(()) => Ok(program),
        Err(problems) => error(raw.end, problems.join("; ")),
    }
}

fn number_procs(raw: &RawProgram) -> Read<(Vec<ProcId>, BTreeMap<Key, ProcId>)> {
    let names: Vec<_> = raw.procs.iter().map(|p| (&p.name, p.name.index)).collect();
    let ids: Vec<ProcId> = number(&names).into_iter().map(|i| ProcId::from_u32(i as u32)).collect();
    let mut table = BTreeMap::new();
    for (proc, &id) in raw.procs.iter().zip(&ids) {
        if table.insert(key(&proc.name), id).is_some() {
            return error(proc.name.at, format!("a second procedure `{}`", proc.name.text));
        }
    }
    Ok((ids, table))
}

fn declare_vars(raw: &RawProgram, proc_ids: &[ProcId]) -> Read<(PrimaryMap<VarId, Var>, VarTable)> {
    let locals = raw.procs.iter().enumerate().flat_map(|(i, p)| p.vars.iter().map(move |v| (Some(i), v)));
    let all: Vec<(Option<usize>, &RawVar)> = raw.globals.iter().map(|v| (None, v)).chain(locals).collect();
    let names: Vec<_> = all.iter().map(|(_, v)| (&v.name, v.name.index)).collect();
    let numbers = number(&names);
    let mut vars: Vec<Option<Var>> = (0..all.len()).map(|_| None).collect();
    let mut table = BTreeMap::new();
    for (&(scope, var), &i) in all.iter().zip(&numbers) {
        if table.insert((scope, key(&var.name)), VarId::from_u32(i as u32)).is_some() {
            return error(var.name.at, format!("a second variable `{}`", var.name.text));
        }
        vars[i] = Some(Var {
            name: var.name.text.as_str().into(),
            ty: var.ty,
            kind: var.kind,
            owner: scope.map(|i| proc_ids[i]),
            span: var.span,
        });
    }
    Ok((vars.into_iter().flatten().collect(), table))
}

fn mentioned_locs(proc: &RawProc) -> impl Iterator<Item = &Name> {
    let declared = proc.locs.iter().map(|l| &l.name);
    let ends = proc.edges.iter().flat_map(|e| [&e.src, &e.dst]);
    [&proc.entry, &proc.exit].into_iter().chain(declared).chain(ends)
}

fn declare_locs(raw: &RawProgram, proc_ids: &[ProcId]) -> Read<(PrimaryMap<LocId, Loc>, BTreeMap<Key, LocId>)> {
    let mut owner: BTreeMap<Key, usize> = BTreeMap::new();
    let mut order: Vec<(&Name, Option<u32>)> = Vec::new();
    for (i, proc) in raw.procs.iter().enumerate() {
        for name in mentioned_locs(proc) {
            match owner.get(&key(name)) {
                None => {
                    owner.insert(key(name), i);
                    order.push((name, trailing_index(name, "l").filter(|_| name.index.is_none())));
                }
                Some(&other) if other != i => {
                    return error(name.at, format!("the location `{}` is of another procedure", name.text));
                }
                Some(_) => {}
            }
        }
    }
    let numbers = number(&order);
    let mut locs: Vec<Loc> = vec![Loc::default(); order.len()];
    let mut table = BTreeMap::new();
    for ((name, _), &i) in order.iter().zip(&numbers) {
        let id = key(name);
        locs[i].proc = Some(proc_ids[owner[&id]]);
        table.insert(id, LocId::from_u32(i as u32));
    }
    let mut locs: PrimaryMap<LocId, Loc> = locs.into_iter().collect();
    for raw_loc in raw.procs.iter().flat_map(|p| &p.locs) {
        let loc = &mut locs[table[&key(&raw_loc.name)]];
        loc.is_loop |= raw_loc.is_loop;
        loc.span = raw_loc.span.or(loc.span);
        loc.error = raw_loc.error.clone().or(loc.error.take());
    }
    Ok((locs, table))
}

fn build_edges(
    raw: &RawProgram,
    procs: &PrimaryMap<ProcId, Proc>,
    known: &Names<'_>,
    proc_table: &BTreeMap<Key, ProcId>,
    loc_table: &BTreeMap<Key, LocId>,
) -> Read<PrimaryMap<EdgeId, Edge>> {
    let all = raw.procs.iter().enumerate().flat_map(|(i, p)| p.edges.iter().map(move |e| (i, e)));
    let all: Vec<_> = all.collect();
    let names: Vec<_> =
        all.iter().map(|(_, e)| (&e.src, e.name.as_ref().and_then(|n| trailing_index(n, "e")))).collect();
    let numbers = number(&names);
    let mut edges: Vec<Option<Edge>> = (0..all.len()).map(|_| None).collect();
    for (&(proc, edge), &i) in all.iter().zip(&numbers) {
        let scope = known.scope(proc);
        let op = scope.op(&edge.op, procs, proc_table)?;
        edges[i] = Some(Edge { src: loc_table[&key(&edge.src)], dst: loc_table[&key(&edge.dst)], op, span: edge.span });
    }
    Ok(edges.into_iter().flatten().collect())
}

/// What is declared.
pub(super) struct Names<'a> {
    vars: &'a PrimaryMap<VarId, Var>,
    var_table: &'a VarTable,
    pub objects: &'a ObjectTable,
    /// The type of pointers.
    pub pointer: IntType,
}

impl<'a> Names<'a> {
    fn scope(&'a self, proc: usize) -> Scope<'a> {
        Scope { proc, names: self }
    }
}

/// The names that one procedure sees.
pub(super) struct Scope<'a> {
    pub proc: usize,
    names: &'a Names<'a>,
}

impl<'a> std::ops::Deref for Scope<'a> {
    type Target = Names<'a>;

    fn deref(&self) -> &Names<'a> {
        self.names
    }
}

impl Scope<'_> {
    pub(super) fn lookup(&self, name: &Name) -> Read<VarId> {
        let key = key(name);
        let local = self.var_table.get(&(Some(self.proc), key.clone()));
        match local.or_else(|| self.var_table.get(&(None, key))) {
            Some(&var) => Ok(var),
            None => error(name.at, format!("there is no variable `{}` here", name.text)),
        }
    }

    fn type_of(&self, var: VarId) -> IntType {
        self.vars[var].ty.scalar()
    }

    fn op(&self, op: &RawOp, procs: &PrimaryMap<ProcId, Proc>, table: &BTreeMap<Key, ProcId>) -> Read<Op> {
        Ok(match op {
            RawOp::Skip => Op::Skip,
            RawOp::Assume(condition) => Op::Assume(self.expr(condition, IntType::BOOL)?),
            RawOp::Assign(name, node) => {
                let var = self.lookup(name)?;
                Op::Assign(var, self.expr(node, self.type_of(var))?)
            }
            RawOp::Store(name, index, value) => {
                let var = self.lookup(name)?;
                let index = index.as_ref().map(|index| self.expr(index, INDEX)).transpose()?;
                Op::Store(var, index, self.expr(value, self.type_of(var))?)
            }
            RawOp::Havoc(name, kind) => Op::Havoc(self.lookup(name)?, kind.clone()),
            RawOp::Call(result, callee, args) => {
                let Some(&id) = table.get(&key(callee)) else {
                    return error(callee.at, format!("there is no procedure `{}`", callee.text));
                };
                let params = &procs[id].params;
                if params.len() != args.len() {
                    let (wanted, given) = (params.len(), args.len());
                    return error(callee.at, format!("`{}` takes {wanted} arguments, not {given}", callee.text));
                }
                let args = args.iter().zip(params).map(|(arg, &param)| self.expr(arg, self.type_of(param)));
                let args = args.collect::<Read<_>>()?;
                Op::Call { callee: id, args, result: result.as_ref().map(|name| self.lookup(name)).transpose()? }
            }
            RawOp::Memory(op) => Op::Memory(self.memory(op)?),
            RawOp::Unsupported(what) => Op::Unsupported(what.as_str().into()),
        })
    }

    /// The type that an expression has by itself.
    fn synthesise(&self, node: &Node) -> Read<Option<IntType>> {
        let first = |a: &Node, b: &Node| Ok(self.synthesise(a)?.or(self.synthesise(b)?));
        match &node.kind {
            NodeKind::Constant(_, _, ty) => Ok(*ty),
            NodeKind::Truth(_) | NodeKind::And(..) | NodeKind::Or(..) | NodeKind::Unary(UnaryOp::Not, _) => {
                Ok(Some(IntType::BOOL))
            }
            NodeKind::Var(name) | NodeKind::Select(name, _) => Ok(Some(self.type_of(self.lookup(name)?))),
            NodeKind::Float(op, _) => Ok(Some(op.result())),
            NodeKind::Memory(question, _) => Ok(Some(self.answer(question))),
            NodeKind::Unary(_, e) => self.synthesise(e),
            NodeKind::Cast(ty, _) => Ok(Some(*ty)),
            NodeKind::Binary(op, a, b) => match op {
                _ if op.is_comparison() => Ok(Some(IntType::BOOL)),
                _ if op.is_shift() => self.synthesise(a),
                _ => first(a, b),
            },
            NodeKind::Ite(_, a, b) => first(a, b),
        }
    }

    fn synthesise_or_default(&self, node: &Node) -> Read<IntType> {
        Ok(self.synthesise(node)?.unwrap_or(DEFAULT_TYPE.scalar()))
    }

    /// The expression of `node`, which must have the type `wanted`.
    pub(super) fn expr(&self, node: &Node, wanted: IntType) -> Read<Expr> {
        let boxed = |node: &Node, ty: IntType| self.expr(node, ty).map(Box::new);
        let (found, expr) = match &node.kind {
            NodeKind::Constant(negative, magnitude, ty) => {
                let ty = ty.unwrap_or(wanted);
                (ty, constant(node.at, *negative, *magnitude, ty)?)
            }
            NodeKind::Truth(value) => (IntType::BOOL, if *value { Expr::TRUE } else { Expr::FALSE }),
            NodeKind::Var(name) => {
                let var = self.lookup(name)?;
                (self.type_of(var), Expr::Var(var))
            }
            NodeKind::Select(name, index) => {
                let var = self.lookup(name)?;
                (self.type_of(var), Expr::Select(var, boxed(index, INDEX)?))
            }
            NodeKind::Float(op, operands) => {
                let operand = |node: &Node| match op.operand() {
                    Some(ty) => self.expr(node, ty),
                    None => self.expr(node, self.synthesise_or_default(node)?),
                };
                (op.result(), Expr::Float(*op, operands.iter().map(operand).collect::<Read<_>>()?))
            }
            NodeKind::Memory(question, operands) => (self.answer(question), self.question(question, operands)?),
            NodeKind::Unary(UnaryOp::Not, e) => (IntType::BOOL, Expr::Unary(UnaryOp::Not, boxed(e, IntType::BOOL)?)),
            NodeKind::Unary(op, e) => (wanted, Expr::Unary(*op, boxed(e, wanted)?)),
            NodeKind::Cast(ty, e) => (*ty, Expr::Cast(*ty, boxed(e, self.synthesise_or_default(e)?)?)),
            NodeKind::And(a, b) => (IntType::BOOL, Expr::And(boxed(a, IntType::BOOL)?, boxed(b, IntType::BOOL)?)),
            NodeKind::Or(a, b) => (IntType::BOOL, Expr::Or(boxed(a, IntType::BOOL)?, boxed(b, IntType::BOOL)?)),
            NodeKind::Ite(c, a, b) => {
                (wanted, Expr::Ite(boxed(c, IntType::BOOL)?, boxed(a, wanted)?, boxed(b, wanted)?))
            }
            NodeKind::Binary(op, a, b) => return self.binary(node.at, *op, a, b, wanted),
        };
        agree(node.at, found, wanted)?;
        Ok(expr)
    }

    fn binary(&self, at: Position, op: BinaryOp, a: &Node, b: &Node, wanted: IntType) -> Read<Expr> {
        if op.is_shift() {
            let amount = self.synthesise_or_default(b)?;
            return Ok(Expr::binary(op, self.expr(a, wanted)?, self.expr(b, amount)?));
        }
        if !op.is_comparison() {
            return Ok(Expr::binary(op, self.expr(a, wanted)?, self.expr(b, wanted)?));
        }
        agree(at, IntType::BOOL, wanted)?;
        let operands = match self.synthesise(a)? {
            Some(ty) => ty,
            None => self.synthesise_or_default(b)?,
        };
        Ok(Expr::binary(op, self.expr(a, operands)?, self.expr(b, operands)?))
    }
}

fn agree(at: Position, found: IntType, wanted: IntType) -> Read<()> {
    if found == wanted { Ok(()) } else { error(at, format!("this has type {found} where {wanted} is needed")) }
}

fn constant(at: Position, negative: bool, magnitude: u128, ty: IntType) -> Read<Expr> {
    let value = if negative { 0i128.checked_sub_unsigned(magnitude) } else { i128::try_from(magnitude).ok() };
    match value {
        Some(value) if ty.contains(value) => Ok(Expr::Int(value, ty)),
        _ => {
            let sign = if negative { "-" } else { "" };
            error(at, format!("{sign}{magnitude} is not a value of type {ty}"))
        }
    }
}
