//! The invariants of a [`Program`], written once and checked in one place.
//!
//! *Indices.*
//! 1. Every procedure, location, edge and variable that is mentioned exists.
//!
//! *Procedures and locations.*
//! 2. Every location belongs to a procedure.
//! 3. A procedure's entry and exit are two different locations of it. The exit is no error.
//! 4. Exits and error locations have no outgoing edges.
//! 5. The entry procedure has no parameters and is never called.
//!
//! *Edges.*
//! 6. An edge stays inside one procedure.
//! 7. `outgoing` and `incoming` of a location are exactly the edges that leave and enter it, in ascending order of index.
//!
//! *Variables.*
//! 8. A variable has an owner unless it is a global; its type has 1 to 128 bits.
//! 9. The parameters of a procedure are different variables which it owns, and all its variables of kind `Param` are among them.
//! 10. The result variable is owned by its procedure.
//! 11. An edge mentions only globals and variables of its own procedure.
//!
//! *Types.*
//! 12. Constants lie in the range of their type.
//! 13. The operands of a binary operation other than a shift, and the branches of `Ite`, have equal types.
//! 14. The operands of `Not`, `And` and `Or`, the condition of `Ite` and that of `Assume` are truth values (`BOOL`).
//! 15. An assigned expression has the type of its variable.
//! 16. Regions of memory are globals. They occur in `Select`, `Store` and `Havoc`, with an index of
//!     type `INDEX`, and in assignments of one to another.
//! 17. The operands of a floating-point operation are bit patterns of its format.
//! 19. Pointers have the data model's pointer type, sizes and distances the type `INDEX`; a cell holds its type's values.
//! 20. An edge names only static objects and those of its own procedure; only the latter have a scope.
//! 18. A call has one argument a parameter, of its type; its result variable, if any, has the type of the callee's, which has one.

use super::expr::{BinaryOp, Expr, INDEX, IntType, Type, UnaryOp};
use super::memory::{Cell, MemoryExpr, MemoryOp, ObjId, Object, pointer_type};
use super::program::{Edge, EdgeId, LocId, Op, ProcId, Program, VarId, VarKind};

/// Checks every invariant; the messages say which entity breaks what.
pub fn verify(program: &Program) -> Result<(), Vec<String>> {
    let mut verifier = Verifier { program, problems: Vec::new() };
    verifier.procs();
    verifier.locs();
    verifier.vars();
    verifier.adjacency();
    for (id, edge) in program.edges.iter() {
        verifier.edge(id, edge);
    }
    if verifier.problems.is_empty() { Ok(()) } else { Err(verifier.problems) }
}

/// In debug builds, panics if `program`, which `maker` has just made, is broken.
pub fn debug_verify(program: &Program, maker: &str) {
    if cfg!(debug_assertions)
        && let Err(problems) = verify(program)
    {
        panic!("the program after {maker} is broken:\n  {}", problems.join("\n  "));
    }
}

struct Verifier<'p> {
    program: &'p Program,
    problems: Vec<String>,
}

impl Verifier<'_> {
    fn problem(&mut self, message: String) {
        self.problems.push(message);
    }

    fn require(&mut self, holds: bool, message: impl FnOnce() -> String) {
        if !holds {
            self.problem(message());
        }
    }

    fn is_loc_of(&self, loc: LocId, proc: ProcId) -> bool {
        self.program.locs.get(loc).is_some_and(|l| l.proc == Some(proc))
    }

    fn procs(&mut self) {
        let program = self.program;
        match program.procs.get(program.entry) {
            None => self.problem(format!("the entry procedure {} does not exist", program.entry)),
            Some(entry) => self
                .require(entry.params.is_empty(), || format!("the entry procedure {} has parameters", program.entry)),
        }
        for (id, proc) in program.procs.iter() {
            self.require(self.is_loc_of(proc.entry, id), || format!("{id}: its entry {} is not its own", proc.entry));
            self.require(self.is_loc_of(proc.exit, id), || format!("{id}: its exit {} is not its own", proc.exit));
            self.require(proc.entry != proc.exit, || format!("{id}: entry and exit are the same location"));
            if let Some(exit) = program.locs.get(proc.exit) {
                self.require(exit.outgoing.is_empty(), || format!("{id}: its exit has outgoing edges"));
                self.require(exit.error.is_none(), || format!("{id}: its exit is an error location"));
            }
            for (i, &param) in proc.params.iter().enumerate() {
                let good = program.vars.get(param).is_some_and(|v| v.owner == Some(id) && v.kind == VarKind::Param);
                self.require(good, || format!("{id}: {param} is not a parameter that it owns"));
                let again = proc.params[..i].contains(&param);
                self.require(!again, || format!("{id}: the parameter {param} occurs twice"));
            }
            if let Some(result) = proc.result {
                let owned = program.vars.get(result).is_some_and(|v| v.owner == Some(id));
                self.require(owned, || format!("{id}: its result {result} is not its own"));
            }
        }
    }

    fn locs(&mut self) {
        for (id, loc) in self.program.locs.iter() {
            let owned = loc.proc.is_some_and(|p| self.program.procs.is_valid(p));
            self.require(owned, || format!("{id} belongs to no procedure"));
            let ends = loc.error.is_none() || loc.outgoing.is_empty();
            self.require(ends, || format!("{id} is an error location with outgoing edges"));
        }
    }

    fn vars(&mut self) {
        for (id, var) in self.program.vars.iter() {
            let name = &var.name;
            self.require((var.kind == VarKind::Global) == var.owner.is_none(), || {
                format!("{id} ({name}): a variable has an owner unless it is a global")
            });
            let ty = var.ty.scalar();
            self.require(!var.ty.is_array() || var.kind == VarKind::Global, || {
                format!("{id} ({name}): a region of memory that is no global")
            });
            self.require((1..=128).contains(&ty.bits), || format!("{id} ({name}): a type of {} bits", ty.bits));
            let Some(owner) = var.owner else { continue };
            let Some(proc) = self.program.procs.get(owner) else {
                self.problem(format!("{id} ({name}): its owner {owner} does not exist"));
                continue;
            };
            self.require(var.kind != VarKind::Param || proc.params.contains(&id), || {
                format!("{id} ({name}) is no parameter of {owner} although its kind says so")
            });
        }
    }

    fn adjacency(&mut self) {
        let program = self.program;
        let mut listed = (0usize, 0usize);
        for (id, loc) in program.locs.iter() {
            for (edges, outgoing) in [(&loc.outgoing, true), (&loc.incoming, false)] {
                let side = if outgoing { "outgoing" } else { "incoming" };
                self.require(edges.is_sorted_by(|a, b| a < b), || format!("{id}: {side} edges are not in order"));
                for &e in edges {
                    let end = program.edges.get(e).map(|edge| if outgoing { edge.src } else { edge.dst });
                    self.require(end == Some(id), || format!("{id}: {e} is not one of its {side} edges"));
                }
            }
            listed.0 += loc.outgoing.len();
            listed.1 += loc.incoming.len();
        }
        // Lists are ordered (so without repetition) and hold true ends: if the counts agree, nothing is missing.
        let count = program.edges.len();
        self.require(listed.0 == count && listed.1 == count, || {
            format!("{count} edges, but {} outgoing and {} incoming entries", listed.0, listed.1)
        });
    }

    fn edge(&mut self, id: EdgeId, edge: &Edge) {
        let (Some(src), Some(dst)) = (self.program.locs.get(edge.src), self.program.locs.get(edge.dst)) else {
            return self.problem(format!("{id}: an end of the edge does not exist"));
        };
        self.require(src.proc == dst.proc, || format!("{id} leaves its procedure"));
        let Some(proc) = src.proc else { return };
        let typing = Typing { program: self.program, proc };
        if let Err(message) = typing.op(&edge.op) {
            self.problem(format!("{id}: {message}"));
        }
    }
}

/// Checks the operation of an edge of `proc`, stopping at its first problem.
struct Typing<'p> {
    program: &'p Program,
    proc: ProcId,
}

impl Typing<'_> {
    fn op(&self, op: &Op) -> Result<(), String> {
        match op {
            Op::Skip | Op::Unsupported(_) => Ok(()),
            Op::Assume(condition) => self.expect_bool(condition, "the condition"),
            Op::Assign(var, Expr::Var(from)) if self.program.vars.get(*var).is_some_and(|v| v.ty.is_array()) => {
                let (to, from) = (self.region(*var)?, self.region(*from)?);
                if to == from { Ok(()) } else { Err(format!("a region of {from} is assigned to one of {to}")) }
            }
            Op::Assign(var, expr) => {
                let (var, expr) = (self.var(*var)?, self.expr(expr)?);
                if var == expr { Ok(()) } else { Err(format!("{expr} is assigned to a variable of type {var}")) }
            }
            Op::Havoc(var, _) => self.any_var(*var).map(|_| ()),
            Op::Store(var, index, value) => {
                let (cell, value) = (self.region(*var)?, self.expr(value)?);
                index.as_ref().map_or(Ok(()), |index| self.index(index))?;
                if cell == value { Ok(()) } else { Err(format!("{value} is stored in a region of {cell}")) }
            }
            Op::Call { callee, args, result } => self.call(*callee, args, *result),
            Op::Memory(op) => self.memory(op),
        }
    }

    fn memory(&self, op: &MemoryOp) -> Result<(), String> {
        op.object().map_or(Ok(()), |object| self.object(object).map(|_| ()))?;
        match op {
            MemoryOp::Write { at, cell, value, .. } => {
                self.pointer(at)?;
                self.cell(*cell)?;
                self.typed(value, cell.ty, "the value that is written")
            }
            MemoryOp::Copy { to, from, size } => {
                self.pointer(to)?;
                self.pointer(from)?;
                self.index(size)
            }
            MemoryOp::Fill { at, value, size } => {
                self.pointer(at)?;
                self.index(size)?;
                self.typed(value, IntType::new(8, false), "the value that is filled in")
            }
            MemoryOp::Havoc { at, size, .. } => {
                self.pointer(at)?;
                self.index(size)
            }
            MemoryOp::Alloc { to, size, .. } => {
                self.index(size)?;
                self.typed(&Expr::Var(*to), self.pointer_type(), "what an address goes to")
            }
            MemoryOp::Free { at } => self.pointer(at),
            MemoryOp::Enter(object) | MemoryOp::Leave(object) => match self.object(*object)?.owner {
                Some(_) => Ok(()),
                None => Err(format!("{object} is static and has no scope")),
            },
        }
    }

    fn memory_expr(&self, op: MemoryExpr, operands: &[Expr]) -> Result<IntType, String> {
        if operands.len() != op.operands() {
            return Err(format!("{} operands of {op:?}", operands.len()));
        }
        match op {
            MemoryExpr::Address(object, ty) => {
                self.object(object)?;
                if ty != self.pointer_type() {
                    return Err(format!("an address of type {ty}"));
                }
            }
            MemoryExpr::Load(cell) => {
                self.cell(cell)?;
                self.pointer(&operands[0])?;
            }
            MemoryExpr::Offset(_) | MemoryExpr::Readable | MemoryExpr::Writable => {
                self.pointer(&operands[0])?;
                self.index(&operands[1])?;
            }
            MemoryExpr::HeapEmpty => {}
            MemoryExpr::Freeable | MemoryExpr::Size | MemoryExpr::Distance | MemoryExpr::SameObject => {
                operands.iter().try_for_each(|operand| self.pointer(operand))?;
            }
        }
        Ok(op.result())
    }

    fn object(&self, object: ObjId) -> Result<&Object, String> {
        let data = self.program.objects.get(object).ok_or_else(|| format!("{object} does not exist"))?;
        match data.owner {
            Some(owner) if owner != self.proc => Err(format!("{object} ({}) belongs to another procedure", data.name)),
            _ => Ok(data),
        }
    }

    fn cell(&self, cell: Cell) -> Result<(), String> {
        let fits = cell.bits > 0 && u32::from(cell.ty.bits) <= cell.bits && cell.bits <= 128;
        if fits { Ok(()) } else { Err(format!("a cell of {} bits for values of type {}", cell.bits, cell.ty)) }
    }

    fn pointer_type(&self) -> IntType {
        pointer_type(self.program.semantics.data_model)
    }

    fn pointer(&self, e: &Expr) -> Result<(), String> {
        self.typed(e, self.pointer_type(), "a pointer")
    }

    fn typed(&self, e: &Expr, wanted: IntType, what: &str) -> Result<(), String> {
        let ty = self.expr(e)?;
        if ty == wanted { Ok(()) } else { Err(format!("{what} has type {ty}, not {wanted}")) }
    }

    fn call(&self, callee: ProcId, args: &[Expr], result: Option<VarId>) -> Result<(), String> {
        let proc = self.program.procs.get(callee).ok_or_else(|| format!("the callee {callee} does not exist"))?;
        if callee == self.program.entry {
            return Err("the entry procedure is called".to_string());
        }
        if args.len() != proc.params.len() {
            return Err(format!("{} arguments for {} parameters", args.len(), proc.params.len()));
        }
        for (arg, param) in args.iter().zip(&proc.params) {
            let (arg, param) = (self.expr(arg)?, self.var_type(*param)?);
            if arg != param {
                return Err(format!("an argument of type {arg} for a parameter of type {param}"));
            }
        }
        let Some(result) = result else { return Ok(()) };
        let var = self.var(result)?;
        let given = proc.result.ok_or_else(|| format!("{callee} has no result"))?;
        let given = self.var_type(given)?;
        if var == given { Ok(()) } else { Err(format!("a result of type {given} for a variable of type {var}")) }
    }

    fn var_type(&self, var: VarId) -> Result<IntType, String> {
        let data = self.program.vars.get(var).ok_or_else(|| format!("{var} does not exist"))?;
        data.ty.as_int().ok_or_else(|| format!("{var} ({}) is a region of memory", data.name))
    }

    fn region(&self, var: VarId) -> Result<IntType, String> {
        match self.any_var(var)? {
            Type::Array(cell) => Ok(cell),
            Type::Int(_) => Err(format!("{var} ({}) is no region of memory", self.program.vars[var].name)),
        }
    }

    fn index(&self, index: &Expr) -> Result<(), String> {
        let ty = self.expr(index)?;
        if ty == INDEX { Ok(()) } else { Err(format!("an index of type {ty}")) }
    }

    fn var(&self, var: VarId) -> Result<IntType, String> {
        self.any_var(var)?;
        self.var_type(var)
    }

    fn any_var(&self, var: VarId) -> Result<Type, String> {
        let ty = self.program.vars.get(var).ok_or_else(|| format!("{var} does not exist"))?.ty;
        let owner = self.program.vars[var].owner;
        if owner.is_some_and(|owner| owner != self.proc) {
            return Err(format!("{var} ({}) belongs to another procedure", self.program.vars[var].name));
        }
        Ok(ty)
    }

    fn expect_bool(&self, expr: &Expr, what: &str) -> Result<(), String> {
        let ty = self.expr(expr)?;
        if ty == IntType::BOOL { Ok(()) } else { Err(format!("{what} has type {ty}, not bool")) }
    }

    fn expr(&self, expr: &Expr) -> Result<IntType, String> {
        match expr {
            Expr::Int(value, ty) => {
                if !(1..=128).contains(&ty.bits) {
                    return Err(format!("a type of {} bits", ty.bits));
                }
                if ty.contains(*value) { Ok(*ty) } else { Err(format!("{value} is not a value of type {ty}")) }
            }
            Expr::Var(var) => self.var(*var),
            Expr::Unary(UnaryOp::Not, e) => {
                self.expect_bool(e, "the operand of `!`")?;
                Ok(IntType::BOOL)
            }
            Expr::Unary(_, e) => self.expr(e),
            Expr::Binary(op, a, b) => self.binary(*op, a, b),
            Expr::Cast(ty, e) => {
                self.expr(e)?;
                if (1..=128).contains(&ty.bits) { Ok(*ty) } else { Err(format!("a type of {} bits", ty.bits)) }
            }
            Expr::And(a, b) | Expr::Or(a, b) => {
                self.expect_bool(a, "a logical operand")?;
                self.expect_bool(b, "a logical operand")?;
                Ok(IntType::BOOL)
            }
            Expr::Ite(c, a, b) => {
                self.expect_bool(c, "the condition of `?:`")?;
                let (a, b) = (self.expr(a)?, self.expr(b)?);
                if a == b { Ok(a) } else { Err(format!("the branches of `?:` have types {a} and {b}")) }
            }
            Expr::Select(var, index) => {
                self.index(index)?;
                self.region(*var)
            }
            Expr::Float(op, operands) => {
                if operands.len() != op.arity() {
                    return Err(format!("{} operands of {op}", operands.len()));
                }
                for operand in operands {
                    let ty = self.expr(operand)?;
                    if op.operand().is_some_and(|wanted| wanted != ty) {
                        return Err(format!("an operand of {op} has type {ty}"));
                    }
                }
                Ok(op.result())
            }
            Expr::Memory(op, operands) => self.memory_expr(*op, operands),
        }
    }

    fn binary(&self, op: BinaryOp, a: &Expr, b: &Expr) -> Result<IntType, String> {
        let (a, b) = (self.expr(a)?, self.expr(b)?);
        if a != b && !op.is_shift() {
            return Err(format!("the operands of `{}` have types {a} and {b}", op.symbol()));
        }
        Ok(if op.is_comparison() { IntType::BOOL } else { a })
    }
}

#[cfg(test)]
mod tests {
    use super::super::builder::ProgramBuilder;
    use super::super::program::{DataModel, HavocKind, Overflow, Semantics};
    use super::*;

    const INT: IntType = IntType::new(32, true);

    fn builder() -> ProgramBuilder {
        ProgramBuilder::new(Semantics { data_model: DataModel::Lp64, overflow: Overflow::Undefined })
    }

    /// A program of one edge with the given operation over `x: i32` and `c: i8`.
    fn one_edge(op: impl FnOnce(VarId, VarId) -> Op) -> Program {
        let mut b = builder();
        let main = b.proc("main", None);
        let x = b.var("x", Type::Int(INT), VarKind::Local, Some(main), None);
        let c = b.var("c", Type::int(8, true), VarKind::Local, Some(main), None);
        let (entry, exit) = (b.proc_ref(main).entry, b.proc_ref(main).exit);
        b.edge(entry, exit, op(x, c), None);
        b.finish(main)
    }

    fn rejects(program: &Program, part: &str) {
        let problems = verify(program).expect_err("the program is broken");
        assert!(problems.iter().any(|p| p.contains(part)), "{problems:?}");
    }

    #[test]
    fn accepts_a_good_edge() {
        assert_eq!(verify(&one_edge(|x, _| Op::Havoc(x, HavocKind::Uninitialised))), Ok(()));
        let shift = |x, c| Op::Assign(x, Expr::binary(BinaryOp::Shl, Expr::Var(x), Expr::Var(c)));
        assert_eq!(verify(&one_edge(shift)), Ok(()));
    }

    #[test]
    fn rejects_type_errors() {
        rejects(&one_edge(|x, c| Op::Assign(x, Expr::Var(c))), "i8 is assigned");
        rejects(&one_edge(|x, _| Op::Assume(Expr::Var(x))), "not bool");
        rejects(&one_edge(|_, c| Op::Assign(c, Expr::Int(200, IntType::new(8, true)))), "200 is not a value");
        let add = |x, c| Op::Assign(x, Expr::binary(BinaryOp::Add, Expr::Var(x), Expr::Var(c)));
        rejects(&one_edge(add), "operands of `+`");
    }

    #[test]
    fn rejects_broken_structure() {
        let mut program = one_edge(|_, _| Op::Skip);
        let entry = program.procs[program.entry].entry;
        program.locs[entry].outgoing.clear();
        rejects(&program, "outgoing and 1 incoming");

        let mut b = builder();
        let main = b.proc("main", None);
        let other = b.proc("other", None);
        let (here, there) = (b.proc_ref(main).entry, b.proc_ref(other).exit);
        b.edge(here, there, Op::Skip, None);
        rejects(&b.finish(main), "leaves its procedure");
    }

    #[test]
    fn rejects_foreign_variables_and_bad_calls() {
        let mut b = builder();
        let main = b.proc("main", None);
        let f = b.proc("f", None);
        let x = b.var("x", Type::Int(INT), VarKind::Local, Some(f), None);
        let (entry, exit) = (b.proc_ref(main).entry, b.proc_ref(main).exit);
        b.edge(entry, exit, Op::Assign(x, Expr::Int(1, INT)), None);
        b.edge(entry, exit, Op::Call { callee: f, args: vec![Expr::TRUE], result: None }, None);
        b.edge(entry, exit, Op::Call { callee: main, args: vec![], result: None }, None);
        let program = b.finish(main);
        rejects(&program, "belongs to another procedure");
        rejects(&program, "1 arguments for 0 parameters");
        rejects(&program, "the entry procedure is called");
    }
}
