//! Random well-typed programs, for the tests of everything that takes programs.
//!
//! A program is made from a list of numbers, its *choices*: each decision takes the next one, and when they are used up the
//! smallest alternative is taken. So a test framework that shrinks the list shrinks the program, and every list is a program.

use super::builder::ProgramBuilder;
use super::expr::{BinaryOp, Expr, IntType, Type, UnaryOp};
use super::program::*;
use crate::front::source::{FileId, Span};

/// How large and how wild programs become.
#[derive(Clone, Copy, Debug)]
pub struct Shape {
    pub procs: usize,
    /// Statements of a procedure, at most.
    pub statements: usize,
    /// Whether jumps may go anywhere, so that loops need not be structured.
    pub jumps: bool,
    pub overflow: Overflow,
    /// Values of constants, at most, besides the ends of types.
    pub constants: i128,
}

impl Default for Shape {
    fn default() -> Self {
        Shape { procs: 3, statements: 12, jumps: true, overflow: Overflow::Undefined, constants: 5 }
    }
}

/// The program that `choices` make.
pub fn program(choices: &[u32], shape: &Shape) -> Program {
    let semantics = Semantics { data_model: DataModel::Lp64, overflow: shape.overflow };
    let mut maker = Maker { choices, next: 0, shape, builder: ProgramBuilder::new(semantics), vars: Vec::new() };
    maker.program()
}

/// The program of a seed, from `length` pseudo-random choices.
pub fn program_of_seed(seed: u64, length: usize, shape: &Shape) -> Program {
    let mut state = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
    let choices = (0..length).map(|_| {
        // xorshift64*
        state ^= state >> 12;
        state ^= state << 25;
        state ^= state >> 27;
        (state.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 32) as u32
    });
    program(&choices.collect::<Vec<_>>(), shape)
}

const TYPES: [IntType; 6] = [
    IntType::new(32, true),
    IntType::BOOL,
    IntType::new(8, false),
    IntType::new(8, true),
    IntType::new(64, false),
    IntType::new(128, false),
];

struct Maker<'a> {
    choices: &'a [u32],
    next: usize,
    shape: &'a Shape,
    builder: ProgramBuilder,
    /// What the procedure at hand may use.
    vars: Vec<(VarId, IntType)>,
}

impl Maker<'_> {
    /// A number below `count`.
    fn choose(&mut self, count: usize) -> usize {
        let choice = self.choices.get(self.next).copied().unwrap_or(0);
        self.next += 1;
        choice as usize % count.max(1)
    }

    fn span(&mut self) -> Option<Span> {
        let lo = self.choose(90) as u32;
        (lo > 30).then_some(Span { file: FileId(0), lo, hi: lo + 4 })
    }

    fn program(&mut self) -> Program {
        let globals: Vec<(VarId, IntType)> = (0..1 + self.choose(3))
            .map(|i| {
                let ty = TYPES[self.choose(TYPES.len())];
                (self.builder.var(&format!("g{i}"), Type::Int(ty), VarKind::Global, None, None), ty)
            })
            .collect();
        let count = 1 + self.choose(self.shape.procs);
        let procs: Vec<ProcId> = (0..count).map(|i| self.declare(i)).collect();
        for &proc in &procs {
            self.vars = globals.clone();
            let params = self.builder.proc_ref(proc).params.clone();
            let result = self.builder.proc_ref(proc).result;
            for var in params.into_iter().chain(result) {
                let ty = self.builder.var_ref(var).ty.scalar();
                self.vars.push((var, ty));
            }
            for _ in 0..self.choose(4) {
                let ty = TYPES[self.choose(TYPES.len())];
                // Names repeat, as those of nested scopes do.
                let name = ["x", "y"][self.choose(2)];
                let kind = [VarKind::Local, VarKind::Temp][self.choose(2)];
                let span = self.span();
                self.vars.push((self.builder.var(name, Type::Int(ty), kind, Some(proc), span), ty));
            }
            self.body(proc, &procs, &globals);
        }
        let builder = std::mem::replace(
            &mut self.builder,
            ProgramBuilder::new(Semantics { data_model: DataModel::Lp64, overflow: self.shape.overflow }),
        );
        builder.finish(procs[0])
    }

    fn declare(&mut self, index: usize) -> ProcId {
        let span = self.span();
        let proc = self.builder.proc(&format!("f{index}"), span);
        if index > 0 {
            for i in 0..self.choose(3) {
                let ty = TYPES[self.choose(TYPES.len())];
                let param = self.builder.var(&format!("p{i}"), Type::Int(ty), VarKind::Param, Some(proc), None);
                self.builder.proc_mut(proc).params.push(param);
            }
            if self.choose(2) == 1 {
                let ty = TYPES[self.choose(TYPES.len())];
                let result = self.builder.var("result", Type::Int(ty), VarKind::Temp, Some(proc), None);
                self.builder.proc_mut(proc).result = Some(result);
            }
        }
        proc
    }

    /// A chain of statements from entry to exit, with branches and jumps between its locations.
    fn body(&mut self, proc: ProcId, procs: &[ProcId], globals: &[(VarId, IntType)]) {
        let (entry, exit) = (self.builder.proc_ref(proc).entry, self.builder.proc_ref(proc).exit);
        let mut chain = vec![entry];
        for _ in 0..1 + self.choose(self.shape.statements) {
            let span = self.span();
            chain.push(self.builder.loc(proc, span));
        }
        if proc == procs[0] {
            // Nothing is arbitrary that no edge made so: executions then depend on inputs alone.
            let vars = self.vars.clone();
            for &(var, ty) in vars.iter().filter(|v| globals.contains(v)) {
                let next = self.builder.loc(proc, None);
                let at = chain[0];
                self.builder.edge(at, next, Op::Assign(var, Expr::Int(0, ty)), None);
                chain[0] = next;
            }
        }
        let owned: Vec<VarId> = self.vars.iter().map(|v| v.0).filter(|&v| self.is_plain_local(v, proc)).collect();
        for var in owned {
            let next = self.builder.loc(proc, None);
            let at = chain[0];
            self.builder.edge(at, next, Op::Havoc(var, HavocKind::Uninitialised), None);
            chain[0] = next;
        }
        for i in 0..chain.len() {
            let next = chain.get(i + 1).copied().unwrap_or(exit);
            self.statement(proc, procs, &chain, chain[i], next);
        }
    }

    fn is_plain_local(&self, var: VarId, proc: ProcId) -> bool {
        let info = self.builder.var_ref(var);
        info.owner == Some(proc) && info.kind != VarKind::Param
    }

    fn statement(&mut self, proc: ProcId, procs: &[ProcId], chain: &[LocId], at: LocId, next: LocId) {
        let span = self.span();
        match self.choose(12) {
            0 => _ = self.builder.edge(at, next, Op::Skip, span),
            1..=4 => {
                let (var, ty) = self.any_var();
                let expr = self.expr(ty, 3);
                self.builder.edge(at, next, Op::Assign(var, expr), span);
            }
            5 | 6 => {
                let (var, _) = self.any_var();
                let kinds = [
                    HavocKind::Input("nondet".into()),
                    HavocKind::Extern("ext".into()),
                    HavocKind::Object("o".into()),
                    HavocKind::Volatile("v".into()),
                    HavocKind::Unspecified("u".into()),
                    HavocKind::approximation(&"a".into(), Cause::Library),
                ];
                let kind = kinds[self.choose(6)].clone();
                self.builder.edge(at, next, Op::Havoc(var, kind), span);
            }
            7 | 8 => {
                let condition = self.expr(IntType::BOOL, 2);
                let other = self.jump_target(chain, next);
                self.builder.edge(at, next, Op::Assume(condition.clone()), span);
                self.builder.edge(at, other, Op::Assume(condition.negated()), span);
            }
            9 => {
                let condition = self.expr(IntType::BOOL, 2);
                let kind = [ErrorKind::AssertionFailure, ErrorKind::ReachError][self.choose(2)];
                let error = self.builder.error_loc(proc, ErrorInfo { kind, message: "it \"fails\"".into(), span });
                self.builder.edge(at, error, Op::Assume(condition.clone()), span);
                self.builder.edge(at, next, Op::Assume(condition.negated()), span);
            }
            10 => {
                let condition = self.expr(IntType::BOOL, 2);
                self.builder.edge(at, next, Op::Assume(condition), span);
            }
            _ => self.call(procs, at, next, span),
        }
    }

    fn any_var(&mut self) -> (VarId, IntType) {
        let choice = self.choose(self.vars.len());
        self.vars[choice]
    }

    fn jump_target(&mut self, chain: &[LocId], next: LocId) -> LocId {
        if !self.shape.jumps {
            return next;
        }
        chain[self.choose(chain.len())]
    }

    fn call(&mut self, procs: &[ProcId], at: LocId, next: LocId, span: Option<Span>) {
        if procs.len() < 2 {
            self.builder.edge(at, next, Op::Unsupported("a \\ construct".into()), span);
            return;
        }
        let callee = procs[1 + self.choose(procs.len() - 1)];
        let params = self.builder.proc_ref(callee).params.clone();
        let args = params.iter().map(|&p| {
            let ty = self.builder.var_ref(p).ty.scalar();
            self.expr(ty, 2)
        });
        let args = args.collect();
        let result = self.builder.proc_ref(callee).result.and_then(|r| {
            let ty = self.builder.var_ref(r).ty.scalar();
            self.vars.iter().find(|v| v.1 == ty).map(|v| v.0)
        });
        self.builder.edge(at, next, Op::Call { callee, args, result }, span);
    }

    fn constant(&mut self, ty: IntType) -> Expr {
        let value = match self.choose(10) {
            8 => ty.min(),
            9 => ty.max(),
            _ => self.choose(2 * self.shape.constants as usize + 1) as i128 - self.shape.constants,
        };
        Expr::Int(ty.wrap(value), ty)
    }

    fn leaf(&mut self, ty: IntType) -> Expr {
        let fitting: Vec<VarId> = self.vars.iter().filter(|v| v.1 == ty).map(|v| v.0).collect();
        if fitting.is_empty() || self.choose(4) == 0 {
            return self.constant(ty);
        }
        Expr::Var(fitting[self.choose(fitting.len())])
    }

    fn expr(&mut self, ty: IntType, depth: usize) -> Expr {
        if depth == 0 {
            return self.leaf(ty);
        }
        if ty == IntType::BOOL && self.choose(4) != 0 {
            return self.condition(depth);
        }
        match self.choose(8) {
            0 | 1 => self.leaf(ty),
            2 => {
                let from = TYPES[self.choose(TYPES.len())];
                Expr::cast(ty, self.expr(from, depth - 1))
            }
            3 => {
                let (c, a, b) =
                    (self.expr(IntType::BOOL, depth - 1), self.expr(ty, depth - 1), self.expr(ty, depth - 1));
                Expr::Ite(Box::new(c), Box::new(a), Box::new(b))
            }
            4 => Expr::unary([UnaryOp::Neg, UnaryOp::BitNot][self.choose(2)], self.expr(ty, depth - 1)),
            5 => {
                let amount = TYPES[self.choose(TYPES.len())];
                let op = [BinaryOp::Shl, BinaryOp::Shr][self.choose(2)];
                Expr::binary(op, self.expr(ty, depth - 1), self.expr(amount, depth - 1))
            }
            _ => {
                use BinaryOp::*;
                let op = [Add, Sub, Mul, Div, Rem, BitAnd, BitOr, BitXor][self.choose(8)];
                Expr::binary(op, self.expr(ty, depth - 1), self.expr(ty, depth - 1))
            }
        }
    }

    fn condition(&mut self, depth: usize) -> Expr {
        match self.choose(7) {
            0 => Expr::unary(UnaryOp::Not, self.expr(IntType::BOOL, depth - 1)),
            1 => {
                let (a, b) = (self.expr(IntType::BOOL, depth - 1), self.expr(IntType::BOOL, depth - 1));
                Expr::And(Box::new(a), Box::new(b))
            }
            2 => {
                let (a, b) = (self.expr(IntType::BOOL, depth - 1), self.expr(IntType::BOOL, depth - 1));
                Expr::Or(Box::new(a), Box::new(b))
            }
            _ => {
                use BinaryOp::*;
                let op = [Eq, Ne, Lt, Le][self.choose(4)];
                let ty = TYPES[self.choose(TYPES.len())];
                Expr::binary(op, self.expr(ty, depth - 1), self.expr(ty, depth - 1))
            }
        }
    }
}
