//! Forgets what an engine does not follow, or is not to follow at first: the contents of regions of memory, or what operations on bits and
//! floating-point numbers give.
//!
//! Stores into regions disappear, and what is read from a region, or computed by such an operation, is arbitrary, so that the result has
//! more executions than the program: what is proved of it holds. Each read or operation becomes a variable of its own that is
//! havocked just before its edge, which is sound also where C would not evaluate it.

use super::super::builder::ProgramBuilder;
use super::super::expr::{BinaryOp, Expr, Type};
use super::super::program::*;
use super::super::verify::debug_verify;
use super::Passed;
use super::mapping::{FrameId, Mapping};
use crate::front::source::Span;

/// What is forgotten.
#[derive(Clone, Copy, PartialEq, Eq)]
enum What {
    Regions,
    Bits,
}

/// The program without regions. Locations and variables of the program keep their numbers; others come behind them.
pub fn forget_arrays(program: &Program) -> Passed {
    forget(program, What::Regions)
}

/// The program with arbitrary results of operations on bits and floating-point numbers. Locations and variables as in [`forget_arrays`].
pub fn forget_bits(program: &Program) -> Passed {
    forget(program, What::Bits)
}

/// Whether there is something that [`forget_bits`] forgets.
pub fn has_bits(program: &Program) -> bool {
    let mut found = false;
    for edge in program.edges.values() {
        edge.op.for_each_expr(&mut |e| found |= e.any(&is_about_bits));
    }
    found
}

/// Operations that are hard on integers.
fn is_about_bits(e: &Expr) -> bool {
    use BinaryOp::{BitAnd, BitOr, BitXor, Shl, Shr};
    matches!(e, Expr::Binary(BitAnd | BitOr | BitXor | Shl | Shr, ..) | Expr::Float(..))
}

fn forget(program: &Program, what: What) -> Passed {
    let mut builder = ProgramBuilder::new(program.semantics);
    builder.copy_declarations(program);
    let mut mapping = Mapping::empty();
    mapping.locs.extend(program.locs.keys());
    mapping.procs.extend(program.procs.keys());
    for (id, edge) in program.edges.iter() {
        let mut work = Forgetting { program, what, builder: &mut builder, reads: Vec::new(), edge };
        let op = work.op();
        let reads = work.reads;
        let mut at = edge.src;
        for var in reads {
            let next = builder.loc(program.proc_of(edge.src), edge.span);
            mapping.locs.push(edge.src);
            builder.edge(at, next, Op::Havoc(var, HavocKind::Uninitialised), edge.span);
            mapping.push_edge(id, FrameId::ROOT);
            at = next;
        }
        builder.edge(at, edge.dst, op, edge.span);
        mapping.push_edge(id, FrameId::ROOT);
    }
    let result = builder.finish(program.entry);
    debug_verify(&result, "forgetting");
    Passed { program: result, mapping }
}

/// One edge, and the variables that stand for what it forgets.
struct Forgetting<'p, 'b> {
    program: &'p Program,
    what: What,
    builder: &'b mut ProgramBuilder,
    reads: Vec<VarId>,
    edge: &'p Edge,
}

impl Forgetting<'_, '_> {
    fn op(&mut self) -> Op {
        match &self.edge.op {
            Op::Store(region, index, value) if self.what == What::Bits => {
                Op::Store(*region, index.as_ref().map(|index| self.expr(index)), self.expr(value))
            }
            Op::Assign(var, _) | Op::Havoc(var, _)
                if self.what == What::Bits && self.program.vars[*var].ty.is_array() =>
            {
                self.edge.op.clone()
            }
            Op::Store(..) => Op::Skip,
            Op::Havoc(var, _) if self.program.vars[*var].ty.is_array() => Op::Skip,
            Op::Assign(var, _) if self.program.vars[*var].ty.is_array() => Op::Skip,
            Op::Assume(e) => Op::Assume(self.expr(e)),
            Op::Assign(v, e) => Op::Assign(*v, self.expr(e)),
            Op::Call { callee, args, result } => {
                let args = args.iter().map(|e| self.expr(e)).collect();
                Op::Call { callee: *callee, args, result: *result }
            }
            other => other.clone(),
        }
    }

    fn expr(&mut self, e: &Expr) -> Expr {
        if self.what == What::Bits && is_about_bits(e) {
            return self.arbitrary("$bits".into(), e.ty(self.program), None);
        }
        let what = self.what;
        let mut again = |e: &Expr| Box::new(self.expr(e));
        match e {
            Expr::Select(region, index) if what == What::Bits => Expr::Select(*region, again(index)),
            Expr::Int(..) | Expr::Var(_) => e.clone(),
            Expr::Unary(op, a) => Expr::Unary(*op, again(a)),
            Expr::Cast(ty, a) => Expr::Cast(*ty, again(a)),
            Expr::Binary(op, a, b) => Expr::Binary(*op, again(a), again(b)),
            Expr::And(a, b) => Expr::And(again(a), again(b)),
            Expr::Or(a, b) => Expr::Or(again(a), again(b)),
            Expr::Ite(c, a, b) => Expr::Ite(again(c), again(a), again(b)),
            Expr::Float(op, operands) => Expr::Float(*op, operands.iter().map(|e| *again(e)).collect()),
            Expr::Memory(op, operands) => Expr::Memory(*op, operands.iter().map(|e| *again(e)).collect()),
            // The index may be undefined, which then ends no execution: that is one more.
            Expr::Select(region, _) => {
                let data = &self.program.vars[*region];
                self.arbitrary(format!("{}[]", data.name), Type::Int(data.ty.scalar()), data.span)
            }
        }
    }

    fn arbitrary(&mut self, name: String, ty: Type, span: Option<Span>) -> Expr {
        let owner = Some(self.program.proc_of(self.edge.src));
        let var = self.builder.var(&name, ty, VarKind::Temp, owner, span);
        self.reads.push(var);
        Expr::Var(var)
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::{edges, read};
    use super::*;

    #[test]
    fn reads_become_arbitrary_and_stores_nothing() {
        let program = read(
            "global a: i32[]; proc main() entry l0 exit l1 { local x: i32; local i: i64;
                l0 -> l2: a[] = 0; l2 -> l3: a[i] = x; l3 -> l4: x = a[i + 1] + a[i]; l4 -> l1: assume a[3] == x; }",
        );
        let passed = forget_arrays(&program);
        assert!(!passed.program.edges.values().any(|e| matches!(e.op, Op::Store(..))));
        let list = edges(&passed.program);
        assert!(list.contains(&"l5 -> l6: havoc a[] uninitialised".to_string()) || list.len() == 7, "{list:?}");
        assert_eq!(list.len(), 7, "{list:?}");
        assert_eq!(passed.mapping.edges.len(), 7);
    }

    #[test]
    fn operations_on_bits_are_arbitrary() {
        let program = read(
            "global a: i32[]; proc main() entry l0 exit l1 { local x: i32; local y: i32; local i: i64;
                l0 -> l2: x = (y & 12) + 1; l2 -> l3: a[i << 1] = x + y; l3 -> l1: assume a[i] < x; }",
        );
        assert!(has_bits(&program));
        let passed = forget_bits(&program);
        assert!(!has_bits(&passed.program));
        let list = edges(&passed.program);
        assert_eq!(list.iter().filter(|edge| edge.contains("havoc $bits")).count(), 2, "{list:?}");
        assert!(list.iter().any(|edge| edge.contains("assume a[i] < x")), "{list:?}");
    }
}
