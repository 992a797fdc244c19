//! Writes programs, operations and expressions. The grammar is in the module above.

use std::collections::BTreeMap;
use std::fmt::{self, Display, Formatter, Write};
use std::sync::Arc;

use super::super::expr::{BinaryOp, Expr, INDEX, IntType, Type, UnaryOp};
use super::super::memory::{ObjId, Object};
use super::super::program::*;
use super::view::Views;
use super::{ERROR_KINDS, KEYWORDS, is_identifier, memory, type_named};
use crate::front::source::Span;

/// What is written besides the program itself.
#[derive(Clone, Copy, Debug)]
pub struct WriteOptions {
    /// Whether places in the source are written; without them the text is shorter and does not read back to the same spans.
    pub spans: bool,
}

impl Display for Program {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(&write_program(self, WriteOptions { spans: true }))
    }
}

/// The text of a program that satisfies its invariants.
pub fn write_program(program: &Program, options: WriteOptions) -> String {
    let mut writer =
        Writer { program, options, names: Names::new(program), views: Views::of(program), out: String::new() };
    // Writing to a string does not fail.
    let _ = writer.program();
    writer.out
}

/// An expression as text, with bare variable names: for people, not always to be read back.
pub struct ExprDisplay<'a> {
    pub program: &'a Program,
    pub expr: &'a Expr,
    /// What the source calls some of its parts.
    pub words: Option<&'a SourceWords>,
}

/// Text of the source for expressions that have no names of their own: what is read from memory, results of calls.
pub type SourceWords = BTreeMap<Expr, Arc<str>>;

impl Display for ExprDisplay<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let var_name = |v: VarId| self.program.vars[v].name.to_string();
        let printer = ExprPrinter { program: self.program, var_name: &var_name, words: self.words };
        printer.write(f, self.expr, Some(self.expr.ty(self.program)), 0)
    }
}

/// An operation as text, with bare variable names.
pub struct OpDisplay<'a> {
    pub program: &'a Program,
    pub op: &'a Op,
}

impl Display for OpDisplay<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let program = self.program;
        let var_name = |v: VarId| program.vars[v].name.to_string();
        let proc_name = |p: ProcId| program.procs[p].name.to_string();
        write_op(f, &ExprPrinter { program, var_name: &var_name, words: None }, self.op, &proc_name, None)
    }
}

impl Program {
    /// `expr`, which is over this program's variables, as text for people.
    pub fn show_expr<'a>(&'a self, expr: &'a Expr) -> ExprDisplay<'a> {
        ExprDisplay { program: self, expr, words: None }
    }

    /// `op` as text for people.
    pub fn show_op<'a>(&'a self, op: &'a Op) -> OpDisplay<'a> {
        OpDisplay { program: self, op }
    }
}

/// The names of variables and procedures as the text form writes them.
struct Names {
    vars: Vec<String>,
    procs: Vec<String>,
    /// Whether edges are written with their indices.
    edges: bool,
}

impl Names {
    fn new(program: &Program) -> Names {
        let mut uses: BTreeMap<&str, usize> = BTreeMap::new();
        for var in program.vars.values() {
            *uses.entry(&var.name).or_default() += 1;
        }
        let numbered = !vars_in_order(program);
        let vars = program.vars.iter().map(|(id, v)| {
            // Names that only different procedures share would be clear too, but an index in each use is easier to follow.
            name_text(&v.name, (numbered || uses[&*v.name] > 1).then_some(id.as_u32()))
        });
        let vars = vars.collect();
        let mut uses: BTreeMap<&str, usize> = BTreeMap::new();
        for proc in program.procs.values() {
            *uses.entry(&proc.name).or_default() += 1;
        }
        let procs = program.procs.iter().map(|(id, p)| name_text(&p.name, (uses[&*p.name] > 1).then_some(id.as_u32())));
        let procs = procs.collect();
        // Edges are written by procedure: in order if the procedures' edges do not interleave.
        let owners = program.edges.values().map(|e| program.locs[e.src].proc);
        Names { vars, procs, edges: !owners.is_sorted() }
    }
}

/// Whether variables are numbered in the order in which the text declares them.
fn vars_in_order(program: &Program) -> bool {
    let rank = |var: &Var| (var.owner.map_or(0, |p| p.as_u32() as u64 + 1), var.kind != VarKind::Param);
    let in_rank = program.vars.values().map(rank).is_sorted();
    in_rank && program.procs.values().all(|p| p.params.is_sorted())
}

pub(super) fn name_text(name: &str, index: Option<u32>) -> String {
    let bare = is_identifier(name) && !KEYWORDS.contains(&name) && type_named(name).is_none();
    let mut text = if bare { name.to_string() } else { delimited(name, '`') };
    if let Some(index) = index {
        text.push_str(&format!("#{index}"));
    }
    text
}

struct Writer<'p> {
    program: &'p Program,
    options: WriteOptions,
    names: Names,
    views: Views,
    out: String,
}

impl Writer<'_> {
    fn program(&mut self) -> fmt::Result {
        let program = self.program;
        let model = match program.semantics.data_model {
            DataModel::Ilp32 => "ilp32",
            DataModel::Lp64 => "lp64",
        };
        let overflow = match program.semantics.overflow {
            Overflow::Undefined => "undefined",
            Overflow::Wrap => "wrap",
        };
        writeln!(self.out, "semantics {model} {overflow};")?;
        if !program.externs.is_empty() {
            let names: Vec<String> = program.externs.iter().map(|n| quote(n)).collect();
            writeln!(self.out, "extern {};", names.join(", "))?;
        }
        let mut vars_of: Vec<Vec<VarId>> = vec![Vec::new(); program.procs.len()];
        for (id, var) in program.vars.iter() {
            match var.owner {
                Some(owner) => vars_of[owner.as_u32() as usize].push(id),
                None => self.variable("global", id)?,
            }
        }
        for (i, record) in self.views.records.iter().enumerate() {
            writeln!(self.out, "view {i} = {record};")?;
        }
        for (id, _) in program.objects.iter().filter(|(_, o)| o.owner.is_none()) {
            self.object("", id)?;
        }
        writeln!(self.out, "entry {};", self.names.procs[program.entry.as_u32() as usize])?;
        let mut locs_of: Vec<Vec<LocId>> = vec![Vec::new(); program.procs.len()];
        for (id, loc) in program.locs.iter() {
            if let Some(proc) = loc.proc {
                locs_of[proc.as_u32() as usize].push(id);
            }
        }
        let mut edges_of: Vec<Vec<EdgeId>> = vec![Vec::new(); program.procs.len()];
        for (id, edge) in program.edges.iter() {
            if let Some(proc) = program.locs[edge.src].proc {
                edges_of[proc.as_u32() as usize].push(id);
            }
        }
        for id in program.procs.keys() {
            let i = id.as_u32() as usize;
            self.procedure(id, &vars_of[i], &locs_of[i], &edges_of[i])?;
        }
        Ok(())
    }

    fn var_name(&self, var: VarId) -> &str {
        &self.names.vars[var.as_u32() as usize]
    }

    fn span(&self, span: Option<Span>) -> String {
        match span {
            Some(s) if self.options.spans => format!(" @{}:{}-{}", s.file.0, s.lo, s.hi),
            _ => String::new(),
        }
    }

    fn variable(&mut self, keyword: &str, var: VarId) -> fmt::Result {
        let Var { ty, span, .. } = self.program.vars[var];
        let (name, span) = (self.var_name(var).to_string(), self.span(span));
        writeln!(self.out, "{keyword} {name}: {ty}{span};")
    }

    fn object(&mut self, indent: &str, id: ObjId) -> fmt::Result {
        let program = self.program;
        let Object { size, align, constant, image, view, span, .. } = &program.objects[id];
        let (name, span) = (memory::object_name(program, id), self.span(*span));
        let constant = if *constant { " const" } else { "" };
        let (view, image) = (self.views.clause(view), image.as_deref().map_or(String::new(), memory::image));
        writeln!(self.out, "{indent}object {name}: {size} align {align}{constant}{view}{image}{span};")
    }

    fn procedure(&mut self, id: ProcId, vars: &[VarId], locs: &[LocId], edges: &[EdgeId]) -> fmt::Result {
        let proc = &self.program.procs[id];
        let params = proc.params.iter().map(|&p| {
            let Var { ty, span, .. } = self.program.vars[p];
            format!("{}: {ty}{}", self.var_name(p), self.span(span))
        });
        let params: Vec<String> = params.collect();
        let result = proc.result.map_or(String::new(), |r| format!(" -> {}", self.var_name(r)));
        let (name, span) = (self.names.procs[id.as_u32() as usize].clone(), self.span(proc.span));
        let params = params.join(", ");
        writeln!(self.out, "\nproc {name}({params}){result} entry {} exit {}{span} {{", proc.entry, proc.exit)?;
        for &var in vars {
            let keyword = match self.program.vars[var].kind {
                VarKind::Temp => "    temp",
                VarKind::Local => "    local",
                VarKind::Global | VarKind::Param => continue,
            };
            self.variable(keyword, var)?;
        }
        let program = self.program;
        for (object, _) in program.objects.iter().filter(|(_, o)| o.owner == Some(id)) {
            self.object("    ", object)?;
        }
        for &loc in locs {
            self.location(proc, loc)?;
        }
        for &edge in edges {
            self.edge(edge)?;
        }
        writeln!(self.out, "}}")
    }

    fn location(&mut self, proc: &Proc, id: LocId) -> fmt::Result {
        let loc = &self.program.locs[id];
        let mentioned = id == proc.entry || id == proc.exit || !loc.outgoing.is_empty() || !loc.incoming.is_empty();
        let has_span = loc.span.is_some() && self.options.spans;
        if mentioned && loc.error.is_none() && !loc.is_loop && !has_span {
            return Ok(());
        }
        let repeats = if loc.is_loop { " loop" } else { "" };
        let error = loc.error.as_ref().map_or(String::new(), |error| {
            let kind = ERROR_KINDS.iter().find(|(_, kind)| *kind == error.kind).map_or("", |(word, _)| word);
            format!(" error {kind} {}{}", quote(&error.message), self.span(error.span))
        });
        let span = self.span(loc.span);
        writeln!(self.out, "    loc {id}{repeats}{span}{error};")
    }

    fn edge(&mut self, id: EdgeId) -> fmt::Result {
        let edge = &self.program.edges[id];
        let mut line = String::from("    ");
        if self.names.edges {
            write!(line, "{id}: ")?;
        }
        write!(line, "{} -> {}: ", edge.src, edge.dst)?;
        let var_name = |v: VarId| self.names.vars[v.as_u32() as usize].clone();
        let proc_name = |p: ProcId| self.names.procs[p.as_u32() as usize].clone();
        let printer = ExprPrinter { program: self.program, var_name: &var_name, words: None };
        write_op(&mut line, &printer, &edge.op, &proc_name, Some(&self.views))?;
        writeln!(self.out, "{line}{};", self.span(edge.span))
    }
}

fn quote(text: &str) -> String {
    delimited(text, '"')
}

fn delimited(text: &str, delimiter: char) -> String {
    let mut out = String::from(delimiter);
    for c in text.chars() {
        match c {
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            c => {
                if c == delimiter {
                    out.push('\\');
                }
                out.push(c);
            }
        }
    }
    out.push(delimiter);
    out
}

pub(super) fn havoc_kind(kind: &HavocKind) -> String {
    match kind {
        HavocKind::Input(name) => format!("input {}", quote(name)),
        HavocKind::Uninitialised => "uninitialised".to_string(),
        HavocKind::Extern(name) => format!("extern {}", quote(name)),
        HavocKind::Object(name) => format!("object {}", quote(name)),
        HavocKind::Volatile(name) => format!("volatile {}", quote(name)),
        HavocKind::Unspecified(name) => format!("unspecified {}", quote(name)),
        HavocKind::Argument => "argument".to_string(),
        HavocKind::Approximation(Approximation { what, cause }) => {
            let cause = match cause {
                Cause::Library => "library",
                Cause::Copy => "copy",
                Cause::Assembly => "assembly",
                Cause::Address => "address",
                Cause::Object => "object",
            };
            format!("approximation {cause} {}", quote(what))
        }
    }
}

fn write_op(
    out: &mut dyn Write,
    printer: &ExprPrinter<'_>,
    op: &Op,
    proc_name: &dyn Fn(ProcId) -> String,
    views: Option<&Views>,
) -> fmt::Result {
    let ExprPrinter { program, var_name, .. } = printer;
    match op {
        Op::Skip => out.write_str("skip"),
        Op::Assume(e) => {
            out.write_str("assume ")?;
            printer.write(out, e, Some(Type::BOOL), 0)
        }
        Op::Assign(v, e) => {
            write!(out, "{} = ", var_name(*v))?;
            printer.write(out, e, Some(program.vars[*v].ty), 0)
        }
        Op::Store(v, index, value) => {
            write!(out, "{}[", var_name(*v))?;
            if let Some(index) = index {
                printer.write(out, index, Some(Type::Int(INDEX)), 0)?;
            }
            out.write_str("] = ")?;
            printer.write(out, value, Some(Type::Int(program.vars[*v].ty.scalar())), 0)
        }
        Op::Havoc(v, kind) => {
            write!(out, "havoc {} ", var_name(*v))?;
            out.write_str(&havoc_kind(kind))
        }
        Op::Call { callee, args, result } => {
            if let Some(result) = result {
                write!(out, "{} = ", var_name(*result))?;
            }
            write!(out, "call {}(", proc_name(*callee))?;
            for (i, arg) in args.iter().enumerate() {
                out.write_str(if i == 0 { "" } else { ", " })?;
                let expected = program.procs[*callee].params.get(i).map(|&p| program.vars[p].ty);
                printer.write(out, arg, expected, 0)?;
            }
            out.write_str(")")
        }
        Op::Memory(op) => memory::write_op(out, printer, op, views),
        Op::Unsupported(what) => write!(out, "unsupported {}", quote(what)),
    }
}

/// C's precedence of an operator: higher binds tighter.
pub(super) fn precedence(op: BinaryOp) -> u8 {
    match op {
        BinaryOp::Mul | BinaryOp::Div | BinaryOp::Rem => 10,
        BinaryOp::Add | BinaryOp::Sub => 9,
        BinaryOp::Shl | BinaryOp::Shr => 8,
        BinaryOp::Lt | BinaryOp::Le => 7,
        BinaryOp::Eq | BinaryOp::Ne => 6,
        BinaryOp::BitAnd => 5,
        BinaryOp::BitXor => 4,
        BinaryOp::BitOr => 3,
    }
}

pub(super) const PRECEDENCE_AND: u8 = 2;
pub(super) const PRECEDENCE_OR: u8 = 1;
const PRECEDENCE_UNARY: u8 = 11;

pub(super) struct ExprPrinter<'a> {
    pub program: &'a Program,
    pub var_name: &'a dyn Fn(VarId) -> String,
    pub words: Option<&'a SourceWords>,
}

impl ExprPrinter<'_> {
    /// Writes `expr` where the reader expects the type `expected` (`i32` if it has no idea) inside an operator of precedence
    /// `outer`.
    pub fn write(&self, out: &mut dyn Write, expr: &Expr, expected: Option<Type>, outer: u8) -> fmt::Result {
        if let Some(text) = self.words.and_then(|words| words.get(expr)) {
            return out.write_str(text);
        }
        let own = match expr {
            Expr::Int(..) | Expr::Var(_) | Expr::Cast(..) | Expr::Select(..) | Expr::Float(..) | Expr::Memory(..) => {
                u8::MAX
            }
            Expr::Unary(..) => PRECEDENCE_UNARY,
            Expr::Binary(op, ..) => precedence(*op),
            Expr::And(..) => PRECEDENCE_AND,
            Expr::Or(..) => PRECEDENCE_OR,
            Expr::Ite(..) => 0,
        };
        if own < outer {
            out.write_str("(")?;
        }
        self.write_bare(out, expr, expected, own)?;
        if own < outer {
            out.write_str(")")?;
        }
        Ok(())
    }

    fn write_bare(&self, out: &mut dyn Write, expr: &Expr, expected: Option<Type>, own: u8) -> fmt::Result {
        match expr {
            Expr::Int(value, ty) => self.constant(out, *value, *ty, expected),
            Expr::Var(v) => out.write_str(&(self.var_name)(*v)),
            Expr::Unary(op, e) => {
                let (symbol, expected) = match op {
                    UnaryOp::Neg => ("-", expected),
                    UnaryOp::BitNot => ("~", expected),
                    UnaryOp::Not => ("!", Some(Type::BOOL)),
                };
                out.write_str(symbol)?;
                // `-3` is a constant; the negation of the constant 3 is `-(3)`.
                let outer = if matches!(**e, Expr::Int(..)) { None } else { Some(own) };
                match outer {
                    Some(outer) => self.write(out, e, expected, outer),
                    None => {
                        out.write_str("(")?;
                        self.write(out, e, expected, 0)?;
                        out.write_str(")")
                    }
                }
            }
            Expr::Binary(op, a, b) => {
                let (left, right) = self.operand_types(*op, a, b, expected);
                self.write(out, a, left, own)?;
                write!(out, " {} ", op.symbol())?;
                self.write(out, b, right, own + 1)
            }
            Expr::Cast(ty, e) => {
                write!(out, "{ty}(")?;
                self.write(out, e, self.synthesised(e), 0)?;
                out.write_str(")")
            }
            Expr::Select(v, index) => {
                write!(out, "{}[", (self.var_name)(*v))?;
                self.write(out, index, Some(Type::Int(INDEX)), 0)?;
                out.write_str("]")
            }
            Expr::Float(op, operands) => {
                write!(out, "{op}(")?;
                for (i, operand) in operands.iter().enumerate() {
                    out.write_str(if i == 0 { "" } else { ", " })?;
                    let expected = op.operand().map(Type::Int).or_else(|| self.synthesised(operand));
                    self.write(out, operand, expected, 0)?;
                }
                out.write_str(")")
            }
            Expr::Memory(op, operands) => memory::write_expr(out, self, *op, operands),
            Expr::And(a, b) | Expr::Or(a, b) => {
                self.write(out, a, Some(Type::BOOL), own)?;
                out.write_str(if own == PRECEDENCE_AND { " && " } else { " || " })?;
                self.write(out, b, Some(Type::BOOL), own + 1)
            }
            Expr::Ite(c, a, b) => {
                let branch = expected.or_else(|| self.synthesised(a)).or_else(|| self.synthesised(b));
                self.write(out, c, Some(Type::BOOL), 1)?;
                out.write_str(" ? ")?;
                self.write(out, a, branch, 1)?;
                out.write_str(" : ")?;
                self.write(out, b, branch, 0)
            }
        }
    }

    fn constant(&self, out: &mut dyn Write, value: i128, ty: IntType, expected: Option<Type>) -> fmt::Result {
        if ty == IntType::BOOL {
            return out.write_str(if value == 0 { "false" } else { "true" });
        }
        write!(out, "{value}")?;
        let understood = expected.unwrap_or(DEFAULT_TYPE);
        if understood == Type::Int(ty) { Ok(()) } else { write!(out, ":{ty}") }
    }

    fn operand_types(&self, op: BinaryOp, a: &Expr, b: &Expr, expected: Option<Type>) -> (Option<Type>, Option<Type>) {
        if op.is_shift() {
            (expected.or_else(|| self.synthesised(a)), self.synthesised(b))
        } else if op.is_comparison() {
            let both = self.synthesised(a).or_else(|| self.synthesised(b));
            (both, both)
        } else {
            let both = expected.or_else(|| self.synthesised(a)).or_else(|| self.synthesised(b));
            (both, both)
        }
    }

    /// The type that the reader finds from the expression alone, were its constants (other than truth values) written bare.
    pub fn synthesised(&self, expr: &Expr) -> Option<Type> {
        match expr {
            Expr::Int(_, ty) => (*ty == IntType::BOOL).then_some(Type::BOOL),
            Expr::Var(v) => Some(self.program.vars[*v].ty),
            Expr::Cast(ty, _) => Some(Type::Int(*ty)),
            Expr::Select(v, _) => Some(Type::Int(self.program.vars[*v].ty.scalar())),
            Expr::Float(op, _) => Some(Type::Int(op.result())),
            Expr::Memory(op, _) => Some(Type::Int(op.result())),
            Expr::Unary(UnaryOp::Not, _) | Expr::And(..) | Expr::Or(..) => Some(Type::BOOL),
            Expr::Unary(_, e) => self.synthesised(e),
            Expr::Binary(op, a, b) => match op {
                _ if op.is_comparison() => Some(Type::BOOL),
                _ if op.is_shift() => self.synthesised(a),
                _ => self.synthesised(a).or_else(|| self.synthesised(b)),
            },
            Expr::Ite(_, a, b) => self.synthesised(a).or_else(|| self.synthesised(b)),
        }
    }
}

/// The type of a bare constant where nothing asks for another.
pub(super) const DEFAULT_TYPE: Type = Type::int(32, true);
