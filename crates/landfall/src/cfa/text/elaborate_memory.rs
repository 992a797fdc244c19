//! From the syntax tree to a program: objects, and what is asked of and done to memory.

use std::collections::BTreeMap;

use cranelift_entity::PrimaryMap;

use super::super::expr::{Expr, INDEX, IntType};
use super::super::memory::{MemoryExpr, MemoryOp, ObjId, Object};
use super::super::program::ProcId;
use super::elaborate::{Key, Read, Scope, error, key, number};
use super::tree::*;

/// Objects by scope: `None` for static ones.
pub(super) type ObjectTable = BTreeMap<(Option<usize>, Key), ObjId>;

const BYTE: IntType = IntType::new(8, false);

pub(super) fn declare_objects(raw: &RawProgram, proc_ids: &[ProcId]) -> Read<(PrimaryMap<ObjId, Object>, ObjectTable)> {
    let own = raw.procs.iter().enumerate().flat_map(|(i, p)| p.objects.iter().map(move |o| (Some(i), o)));
    let all: Vec<(Option<usize>, &RawObject)> = raw.objects.iter().map(|o| (None, o)).chain(own).collect();
    let names: Vec<_> = all.iter().map(|(_, o)| (&o.name, o.name.index)).collect();
    let numbers = number(&names);
    let mut objects: Vec<Option<Object>> = vec![None; all.len()];
    let mut table = BTreeMap::new();
    for (&(scope, object), &i) in all.iter().zip(&numbers) {
        if table.insert((scope, key(&object.name)), ObjId::from_u32(i as u32)).is_some() {
            return error(object.name.at, format!("a second object `{}`", object.name.text));
        }
        objects[i] = Some(Object {
            name: object.name.text.as_str().into(),
            size: object.size,
            align: object.align,
            owner: scope.map(|i| proc_ids[i]),
            constant: object.constant,
            image: object.image.clone(),
            view: object.view.clone(),
            span: object.span,
        });
    }
    Ok((objects.into_iter().flatten().collect(), table))
}

impl Scope<'_> {
    fn object(&self, name: &Name) -> Read<ObjId> {
        let key = key(name);
        let own = self.objects.get(&(Some(self.proc), key.clone()));
        match own.or_else(|| self.objects.get(&(None, key))) {
            Some(&object) => Ok(object),
            None => error(name.at, format!("there is no object `{}` here", name.text)),
        }
    }

    /// The type of a question's answer.
    pub(super) fn answer(&self, question: &RawQuestion) -> IntType {
        match question {
            RawQuestion::Address(_) | RawQuestion::Offset => self.pointer,
            RawQuestion::Other(op) => op.result(),
        }
    }

    pub(super) fn question(&self, question: &RawQuestion, operands: &[Node]) -> Read<Expr> {
        let op = match question {
            RawQuestion::Address(name) => MemoryExpr::Address(self.object(name)?, self.pointer),
            RawQuestion::Offset => MemoryExpr::Offset(self.pointer),
            RawQuestion::Other(op) => *op,
        };
        let counts_bytes = matches!(op, MemoryExpr::Offset(_) | MemoryExpr::Readable | MemoryExpr::Writable);
        let operands = operands.iter().enumerate().map(|(i, node)| match i {
            1 if counts_bytes => self.expr(node, INDEX),
            _ => self.expr(node, self.pointer),
        });
        Ok(Expr::Memory(op, operands.collect::<Read<_>>()?))
    }

    pub(super) fn memory(&self, op: &RawMemoryOp) -> Read<MemoryOp> {
        let pointer = |node: &Node| self.expr(node, self.pointer);
        let number = |node: &Node| self.expr(node, INDEX);
        Ok(match op {
            RawMemoryOp::Write { at, cell, value, initial } => {
                MemoryOp::Write { at: pointer(at)?, cell: *cell, value: self.expr(value, cell.ty)?, initial: *initial }
            }
            RawMemoryOp::Copy { to, from, size } => {
                MemoryOp::Copy { to: pointer(to)?, from: pointer(from)?, size: number(size)? }
            }
            RawMemoryOp::Fill { at, value, size } => {
                MemoryOp::Fill { at: pointer(at)?, value: self.expr(value, BYTE)?, size: number(size)? }
            }
            RawMemoryOp::Havoc { at, size, kind } => {
                MemoryOp::Havoc { at: pointer(at)?, size: number(size)?, kind: kind.clone() }
            }
            RawMemoryOp::Alloc { to, size, zero, storage, view } => MemoryOp::Alloc {
                to: self.lookup(to)?,
                size: number(size)?,
                zero: *zero,
                storage: *storage,
                view: view.clone(),
            },
            RawMemoryOp::Free(at) => MemoryOp::Free { at: pointer(at)? },
            RawMemoryOp::Enter(name) => MemoryOp::Enter(self.object(name)?),
            RawMemoryOp::Leave(name) => MemoryOp::Leave(self.object(name)?),
        })
    }
}
