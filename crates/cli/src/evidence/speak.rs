//! What an execution does, as C writes it: `a[3] = 7`, `s.next = &t`, `buf[0..16] = inputs`; and why an access is invalid.

use std::collections::BTreeSet;

use landfall::cfa::memory::{Cell, MemoryOp, ScalarKind, Storage, View, pointer_type};
use landfall::cfa::{BinaryOp, EdgeId, Expr, HavocKind, MemoryExpr, Op, Program, UnaryOp, VarId, VarKind};
use landfall::exec::{Machine, ObjectInfo, ObjectOrigin, State};
use landfall::front::source::Span;

use super::place;
use crate::program::Loaded;

/// What an edge writes to memory, found before it does so.
pub struct Written {
    pub name: String,
    /// The value that was there, of a part that is always the same one.
    pub old: Option<String>,
    /// `None` if it is made of inputs.
    value: Option<String>,
    /// Whether the name stands for the same part of memory each time.
    pub fixed: bool,
}

impl Written {
    /// The value, where the edge has read these inputs.
    pub fn value(&self, inputs: &[i128]) -> String {
        match &self.value {
            Some(value) => value.clone(),
            None if inputs.len() == 1 => inputs[0].to_string(),
            None if inputs.len() <= FEW_INPUTS => {
                let values: Vec<String> = inputs.iter().map(ToString::to_string).collect();
                format!("{{{}}}", values.join(", "))
            }
            None => "inputs".to_string(),
        }
    }
}

/// The longest text of the source that stands for a place, and the longest string.
const SHORT: usize = 40;
/// Inputs into memory that are told one by one.
const FEW_INPUTS: usize = 8;

pub struct Speaker<'a> {
    loaded: &'a Loaded,
    machine: &'a Machine<'a>,
    pointers: BTreeSet<VarId>,
}

impl<'a> Speaker<'a> {
    pub fn new(loaded: &'a Loaded, machine: &'a Machine<'a>) -> Self {
        Speaker { loaded, machine, pointers: pointers(&loaded.program) }
    }

    /// The value of a variable that people know.
    pub fn variable(&self, state: &State, var: VarId) -> Option<String> {
        let data = &self.loaded.program.vars[var];
        if data.kind == VarKind::Temp || data.ty.is_array() {
            return None;
        }
        let value = self.machine.value(state, var);
        Some(if self.pointers.contains(&var) { self.pointer(state, value) } else { value.to_string() })
    }

    /// What an edge is about to write to memory; `None` if that is nothing to tell.
    pub fn about_to(&self, state: &State, edge: EdgeId) -> Option<Written> {
        let Op::Memory(op) = &self.loaded.program.edges[edge].op else { return None };
        let number = |e: &Expr| self.machine.eval(e, state).ok();
        let part = |at: &Expr, size: &Expr| self.range(state, number(at)? as i64, u64::try_from(number(size)?).ok()?);
        let anew = |name, value| Some(Written { name, old: None, value, fixed: false });
        match op {
            MemoryOp::Write { at, cell, value, .. } => {
                self.written(state, edge, number(at)? as i64, *cell, number(value)?)
            }
            MemoryOp::Copy { size, .. } | MemoryOp::Fill { size, .. } if number(size)? == 0 => None,
            MemoryOp::Copy { to, from, size } => anew(part(to, size)?, Some(part(from, size)?)),
            MemoryOp::Fill { at, value, size } => {
                let value = number(value)?;
                let all = if value == 0 { "{0}".to_string() } else { format!("bytes of {value}") };
                anew(part(at, size)?, Some(all))
            }
            MemoryOp::Havoc { kind: HavocKind::Uninitialised, .. } => None,
            MemoryOp::Havoc { at, size, .. } => {
                let few = self.machine.parts_read(state, edge).is_some();
                anew(part(at, size)?, (!few).then(|| "inputs".to_string()))
            }
            MemoryOp::Alloc { .. } | MemoryOp::Free { .. } | MemoryOp::Enter(_) | MemoryOp::Leave(_) => None,
        }
    }

    fn written(&self, state: &State, edge: EdgeId, at: i64, cell: Cell, value: i128) -> Option<Written> {
        let object = self.machine.object_at(state, at).filter(|object| self.is_users(object))?;
        let bit = u64::try_from(at - object.base).ok()? * 8 + u64::from(cell.bit);
        let named = place::cell(&self.view(&object), bit, cell);
        let (path, scalar) = match named {
            Some((path, scalar)) => (Some(path), Some(scalar)),
            None => (None, None),
        };
        let show = |value| match scalar {
            Some(scalar) if scalar.kind == ScalarKind::Pointer => self.pointer(state, value),
            Some(scalar) => place::number(value, scalar.kind, cell.ty),
            None => value.to_string(),
        };
        let declared = matches!(object.origin, ObjectOrigin::Declared(_));
        let text = if declared { None } else { self.assigned_text(edge) };
        let name = text.unwrap_or_else(|| match path.as_deref() {
            Some(path) => format!("{}{path}", self.object(&object)),
            None => bytes_of(&self.object(&object), bit / 8, cell.size().into()),
        });
        let fixed = declared && !name.contains('[');
        let size = cell.size() as usize;
        let whole =
            fixed && cell.bit == 0 && cell.bits.is_multiple_of(8) && self.machine.is_set(state, at, size) == Some(true);
        let old = whole.then(|| self.machine.bytes(state, at, size)).flatten().map(|bytes| {
            let value = bytes.iter().rev().fold(0i128, |value, byte| value << 8 | i128::from(*byte));
            show(cell.ty.wrap(value))
        });
        Some(Written { name, old, value: Some(show(value)), fixed })
    }

    /// The left side of the assignment that an edge is for, if it is short.
    fn assigned_text(&self, edge: EdgeId) -> Option<String> {
        let span = self.loaded.program.edges[edge].span.filter(|span| self.loaded.is_users(*span))?;
        let text = self.loaded.sources.snippet(span).into_owned();
        let end = text.find('=').filter(|end| !text[end + 1..].starts_with('='))?;
        let left = text[..end].trim_end_matches(|c: char| "+-*/%&|^<>".contains(c)).trim();
        let names = left.contains("->") || left.contains('[') || left.starts_with('*') || left.contains('.');
        let whole = left.matches('[').count() == left.matches(']').count();
        let plain =
            whole && !left.contains(['(', '"', '\n', ';', '{', ',']) && !left.contains("++") && !left.contains("--");
        // In a declaration a type stands in front.
        let alone = !left.trim_start_matches('*').trim().contains(' ') || left.contains('[');
        (names && plain && alone && left.len() <= SHORT).then(|| left.to_string())
    }

    /// The name of an object.
    fn object(&self, object: &ObjectInfo) -> String {
        match object.origin {
            ObjectOrigin::Declared(id) => match &*self.loaded.program.objects[id].name {
                name if name.chars().count() > SHORT => {
                    format!("{}...\"", name.chars().take(SHORT).collect::<String>())
                }
                name => name.to_string(),
            },
            ObjectOrigin::Allocated(edge, _) => match self.line(edge) {
                Some(line) => format!("(allocated at line {line})"),
                None => "(allocated memory)".to_string(),
            },
        }
    }

    /// Whether the object is one that the user declared or allocated.
    fn is_users(&self, object: &ObjectInfo) -> bool {
        let program = &self.loaded.program;
        let span = match object.origin {
            ObjectOrigin::Declared(id) => program.objects[id].span,
            ObjectOrigin::Allocated(..) => None,
        };
        span.is_none_or(|span| self.loaded.is_users(span))
    }

    fn line(&self, edge: EdgeId) -> Option<u32> {
        self.loaded.program.edges[edge].span.map(|span| self.loaded.place(span).1)
    }

    /// The line where the text of an edge ends: a scope is left there.
    fn last_line(&self, edge: EdgeId) -> Option<u32> {
        let span = self.loaded.program.edges[edge].span?;
        let last = span.hi.max(span.lo + 1) - 1;
        Some(self.loaded.place(Span::new(span.file, last, last + 1)).1)
    }

    fn view(&self, object: &ObjectInfo) -> View {
        let program = &self.loaded.program;
        match object.origin {
            ObjectOrigin::Declared(id) => (*program.objects[id].view).clone(),
            ObjectOrigin::Allocated(edge, _) => match &program.edges[edge].op {
                Op::Memory(MemoryOp::Alloc { view, .. }) => place::whole(view, object.size),
                _ => View::Bytes,
            },
        }
    }

    /// The name of so many bytes.
    fn range(&self, state: &State, at: i64, size: u64) -> Option<String> {
        let object = self.machine.object_at(state, at).filter(|object| self.is_users(object))?;
        let byte = u64::try_from(at - object.base).ok()?;
        let name = self.object(&object);
        if byte == 0 && size == object.size {
            return Some(name);
        }
        Some(match place::range(&self.view(&object), byte, size) {
            Some(path) => format!("{name}{path}"),
            None => bytes_of(&name, byte, size),
        })
    }

    /// A pointer: null, the address of a part of an object, or a number.
    fn pointer(&self, state: &State, value: i128) -> String {
        if value == 0 {
            return "NULL".to_string();
        }
        if let Some(function) = self.loaded.functions.get(&value) {
            return function.to_string();
        }
        let object = i64::try_from(value).ok().and_then(|value| self.machine.object_at(state, value));
        let Some(object) = object.filter(|object| value >= object.base.into()) else { return value.to_string() };
        let byte = (value - i128::from(object.base)) as u64;
        let name = self.object(&object);
        let shown = match place::at(&self.view(&object), byte) {
            _ if byte > object.size => return value.to_string(),
            _ if byte == 0 && (name.starts_with('"') || name.starts_with('(')) => name,
            Some(path) => format!("&{name}{path}"),
            None if byte == object.size => format!("&{name} + 1"),
            None => format!("&((char *)&{name})[{byte}]"),
        };
        if object.live { shown } else { format!("{shown} (dead)") }
    }

    /// Why the access is invalid whose guard has just failed, in a few words.
    pub fn reason(&self, state: &State) -> Option<String> {
        let program = &self.loaded.program;
        let taken = |edge: &EdgeId| match &program.edges[*edge].op {
            Op::Assume(e) if self.machine.eval(e, state) == Ok(1) => Some(e),
            _ => None,
        };
        // Others that lead there are of other places, and failed with the same words.
        let mut failed = program.locs[state.loc()].incoming.iter().filter_map(taken);
        let (guard, None) = (failed.next()?, failed.next()) else { return None };
        self.broken(state, guard, true)
    }

    /// Why an expression, which is false if `holds` is not set, is what it is: the first part of a guard that fails.
    fn broken(&self, state: &State, e: &Expr, holds: bool) -> Option<String> {
        let value = |e: &Expr| self.machine.eval(e, state).ok();
        match e {
            Expr::Unary(UnaryOp::Not, e) => self.broken(state, e, !holds),
            Expr::And(a, b) | Expr::Or(a, b) => {
                // The second may have no value where the first decides.
                let decides = value(a)? == i128::from(holds);
                let both = matches!(e, Expr::And(..)) == holds;
                match both {
                    true => self.broken(state, a, holds).or_else(|| self.broken(state, b, holds)),
                    false if decides => self.broken(state, a, holds),
                    false => self.broken(state, b, holds),
                }
            }
            Expr::Memory(question, operands) if !holds => {
                let at = value(operands.first()?)? as i64;
                match question {
                    MemoryExpr::Readable | MemoryExpr::Writable => {
                        self.inaccessible(state, at, value(operands.get(1)?)?, *question == MemoryExpr::Writable)
                    }
                    MemoryExpr::Freeable => self.not_freeable(state, at),
                    _ => None,
                }
            }
            Expr::Binary(BinaryOp::Lt, a, b) => match (holds, &**a, &**b) {
                (false, index, Expr::Int(count, _)) => Some(self.index(value(index)?, *count)),
                (true, index, Expr::Int(0, _)) => Some(format!("the index is {}", value(index)?)),
                _ => None,
            },
            Expr::Binary(BinaryOp::Le, a, b) => match (holds, &**a, &**b) {
                (true, Expr::Int(count, _), index) => Some(self.index(value(index)?, *count)),
                (false, Expr::Int(0, _), index) => Some(format!("the index is {}", value(index)?)),
                _ => None,
            },
            _ => None,
        }
    }

    fn index(&self, index: i128, count: i128) -> String {
        format!("the index is {index}, of {count} elements")
    }

    fn inaccessible(&self, state: &State, at: i64, size: i128, writes: bool) -> Option<String> {
        if at == 0 {
            return Some("the pointer is null".to_string());
        }
        let Some(object) = self.machine.object_at(state, at) else {
            return Some(format!("the pointer points to no object but is {at}"));
        };
        if !object.live {
            return Some(self.ended(&object));
        }
        let name = self.described(&object);
        let (from, end) = (i128::from(at) - i128::from(object.base), i128::from(object.size));
        let sized = format!("{name} (size {end})");
        Some(match () {
            _ if from < 0 => format!("{} in front of {sized}", count(-from)),
            _ if from == end && size > 0 => format!("right behind the end of {sized}"),
            _ if from > end => format!("{} behind the end of {sized}", count(from - end)),
            _ if from + size > end => format!("{} past the end of {sized}", count(from + size - end)),
            _ if writes => format!("{name} is constant"),
            _ => return None,
        })
    }

    /// An object in a sentence.
    fn described(&self, object: &ObjectInfo) -> String {
        let made = match object.origin {
            ObjectOrigin::Declared(_) => return format!("`{}`", self.object(object)),
            ObjectOrigin::Allocated(edge, _) => self.line(edge),
        };
        made.map_or("allocated memory".to_string(), |line| format!("the memory allocated at line {line}"))
    }

    fn not_freeable(&self, state: &State, at: i64) -> Option<String> {
        let object = self.machine.object_at(state, at)?;
        let name = self.described(&object);
        Some(match object.origin {
            ObjectOrigin::Declared(_) => format!("it points to {name}, which is not allocated"),
            _ if !object.live => self.ended(&object),
            _ if at != object.base => {
                format!("it points {} into {name}", count(i128::from(at) - i128::from(object.base)))
            }
            _ => return None,
        })
    }

    /// How the life of a dead object ended.
    fn ended(&self, object: &ObjectInfo) -> String {
        let (name, line) = (self.described(object), object.ended.and_then(|edge| self.last_line(edge)));
        match (line, object.origin) {
            (Some(line), ObjectOrigin::Allocated(_, Storage::Heap)) => format!("{name} was freed at line {line}"),
            (Some(line), _) => format!("the scope of {name} was left at line {line}"),
            (None, ObjectOrigin::Allocated(_, Storage::Heap)) => format!("{name} was freed"),
            (None, _) => format!("the scope of {name} was left"),
        }
    }
}

/// Bytes of an object that are no part of it.
fn bytes_of(name: &str, from: u64, size: u64) -> String {
    match size {
        1 => format!("((char *)&{name})[{from}]"),
        _ => format!("((char *)&{name})[{from}..{}]", from + size),
    }
}

fn count(bytes: i128) -> String {
    if bytes == 1 { "1 byte".to_string() } else { format!("{bytes} bytes") }
}

/// The variables that hold pointers: those that are used as such, and those that get what they hold from memory or another.
fn pointers(program: &Program) -> BTreeSet<VarId> {
    let pointer = pointer_type(program.semantics.data_model);
    let mut found: BTreeSet<VarId> = BTreeSet::new();
    let mut uses = |e: &Expr| {
        if let Expr::Var(var) = e {
            found.insert(*var);
        }
    };
    for edge in program.edges.values() {
        edge.op.for_each_expr(&mut |e| {
            e.for_each_memory(&mut |question, operands| {
                let second = question == MemoryExpr::SameObject;
                operands.iter().take(if second { 2 } else { 1 }).for_each(&mut uses);
            });
        });
        match &edge.op {
            Op::Memory(MemoryOp::Copy { to, from, .. }) => [to, from].into_iter().for_each(&mut uses),
            Op::Memory(
                MemoryOp::Write { at, .. }
                | MemoryOp::Fill { at, .. }
                | MemoryOp::Havoc { at, .. }
                | MemoryOp::Free { at },
            ) => uses(at),
            Op::Memory(MemoryOp::Alloc { to, .. }) => uses(&Expr::Var(*to)),
            _ => {}
        }
    }
    let is_pointer = |found: &BTreeSet<VarId>, e: &Expr| match e {
        Expr::Var(var) => found.contains(var),
        Expr::Memory(MemoryExpr::Address(..) | MemoryExpr::Offset(_), _) => true,
        _ => false,
    };
    loop {
        let before = found.len();
        for edge in program.edges.values() {
            match &edge.op {
                Op::Assign(var, e) if is_pointer(&found, e) => {
                    found.insert(*var);
                }
                Op::Call { callee, args, result } => {
                    let callee = &program.procs[*callee];
                    for (param, arg) in callee.params.iter().zip(args) {
                        if is_pointer(&found, arg) {
                            found.insert(*param);
                        }
                    }
                    if let (Some(from), Some(to)) = (callee.result, result)
                        && found.contains(&from)
                    {
                        found.insert(*to);
                    }
                }
                _ => {}
            }
        }
        if found.len() == before {
            found.retain(|var| program.vars[*var].ty.as_int() == Some(pointer));
            return found;
        }
    }
}
