//! Memory: small programs with known outcomes, and the compiled interpreter against the plain one on random programs.

use std::sync::Arc;

use super::tests::{Random, compare, random_program};
use super::*;
use crate::cfa::memory::{Cell, Storage, View, pointer_type};
use crate::cfa::*;

const U8: IntType = IntType::new(8, false);
const I32: IntType = IntType::new(32, true);
const I64: IntType = IntType::new(64, true);
const MODELS: [DataModel; 2] = [DataModel::Ilp32, DataModel::Lp64];

fn n(value: i128) -> Expr {
    Expr::Int(value, INDEX)
}

fn ask(question: MemoryExpr, operands: &[Expr]) -> Expr {
    Expr::Memory(question, operands.to_vec())
}

/// A program that is built edge by edge, in one procedure at a time.
struct Maker {
    b: ProgramBuilder,
    pointer: IntType,
    proc: ProcId,
    at: LocId,
}

impl Maker {
    fn new(model: DataModel) -> Maker {
        let mut b = ProgramBuilder::new(Semantics { data_model: model, overflow: Overflow::Undefined });
        let proc = b.proc("main", None);
        let at = b.proc_ref(proc).entry;
        Maker { b, pointer: pointer_type(model), proc, at }
    }

    fn object(&mut self, size: u64, owner: Option<ProcId>, constant: bool, image: Option<&[u8]>) -> ObjId {
        let image = image.map(Arc::from);
        let view = Arc::new(View::Bytes);
        self.b.object(Object { name: "o".into(), size, align: 4, owner, constant, image, view, span: None })
    }

    fn var(&mut self, ty: IntType) -> VarId {
        self.b.var("v", Type::Int(ty), VarKind::Global, None, None)
    }

    fn edge(&mut self, op: Op) -> EdgeId {
        let next = self.b.loc(self.proc, None);
        let edge = self.b.edge(self.at, next, op, None);
        self.at = next;
        edge
    }

    fn memory(&mut self, op: MemoryOp) -> EdgeId {
        self.edge(Op::Memory(op))
    }

    /// The value of an expression, in a variable of its own.
    fn value(&mut self, ty: IntType, value: Expr) -> VarId {
        let var = self.var(ty);
        self.edge(Op::Assign(var, value));
        var
    }

    fn address(&self, object: ObjId) -> Expr {
        ask(MemoryExpr::Address(object, self.pointer), &[])
    }

    fn offset(&self, pointer: Expr, bytes: i128) -> Expr {
        ask(MemoryExpr::Offset(self.pointer), &[pointer, n(bytes)])
    }

    fn write(&mut self, at: Expr, cell: Cell, value: i128) -> EdgeId {
        let value = Expr::Int(cell.ty.wrap(value), cell.ty);
        self.memory(MemoryOp::Write { at, cell, value, initial: false })
    }

    fn alloc(&mut self, size: i128, storage: Storage) -> VarId {
        let to = self.var(self.pointer);
        self.memory(MemoryOp::Alloc { to, size: n(size), zero: false, storage, view: Arc::new(View::Bytes) });
        to
    }

    fn finish(mut self) -> Program {
        let exit = self.b.proc_ref(self.proc).exit;
        self.b.edge(self.at, exit, Op::Skip, None);
        let program = self.b.finish(self.proc);
        verify(&program).unwrap_or_else(|e| panic!("{e:?}"));
        program
    }
}

/// Runs compiled and plainly, where the two must agree: the outcome, and a question to the state at the end.
fn end<T>(program: &Program, inputs: &[i128], look: impl FnOnce(&Machine<'_>, &State) -> T) -> (Outcome, T) {
    let machine = Machine::new(program);
    let mut state = machine.initial();
    let run = machine.run(&mut state, &mut Inputs::new(inputs), &Limits::default());
    let mut plain = machine.initial();
    let mut given = inputs.iter().copied();
    let outcome = loop {
        let edge = match machine.enabled(&plain) {
            Ok(enabled) if enabled.is_empty() && plain.loc() == program.procs[program.entry].exit => {
                break Outcome::Exited;
            }
            Ok(enabled) if enabled.is_empty() => break Outcome::Stuck(plain.loc()),
            Ok(enabled) => enabled[0],
            Err(outcome) => break outcome,
        };
        if let Err(outcome) = machine.step_reading(&mut plain, edge, |_| given.next()) {
            break outcome;
        }
    };
    assert_eq!(run.outcome, outcome);
    assert!(state == plain);
    (run.outcome, look(&machine, &state))
}

/// The values of variables at the end of an execution that exits.
fn values<const N: usize>(program: &Program, inputs: &[i128], vars: [VarId; N]) -> [i128; N] {
    let (outcome, values) = end(program, inputs, |machine, state| vars.map(|v| machine.value(state, v)));
    assert_eq!(outcome, Outcome::Exited);
    values
}

fn invalid(edge: EdgeId) -> Outcome {
    Outcome::Undefined { edge, kind: UndefinedKind::InvalidAccess }
}

#[test]
fn cells_of_all_widths_are_written_and_read() {
    for model in MODELS {
        for (bits, ty) in [(8, 8), (16, 16), (32, 32), (64, 64), (128, 128), (128, 80), (8, 1), (24, 24)] {
            for (bit, signed) in [(0, true), (0, false), (3, true), (13, false)] {
                let mut m = Maker::new(model);
                let object = m.object(20, None, false, Some(&[0xaa; 20]));
                let cell = Cell { bit, bits, ty: IntType::new(ty, signed) };
                let value = cell.ty.wrap(-0x1234_5678_9abc_def0_1122_3344_5566_7788);
                let at = m.offset(m.address(object), 1);
                m.write(at.clone(), cell, value);
                let read = m.value(cell.ty, ask(MemoryExpr::Load(cell), &[at]));
                let other = Cell { bit: bit + 8, bits: bits.min(8), ty: U8 };
                let whole = m.address(object);
                let shifted = m.value(U8, ask(MemoryExpr::Load(other), &[whole]));
                let program = m.finish();
                let [read, shifted] = values(&program, &[], [read, shifted]);
                assert_eq!((read, shifted), (value, value & 0xff), "{cell:?}");
            }
        }
    }
}

#[test]
fn fields_keep_their_neighbours() {
    let mut m = Maker::new(DataModel::Lp64);
    let object = m.object(4, None, false, None);
    let field = |bit, bits, signed| Cell { bit, bits, ty: IntType::new(bits as u8, signed) };
    for (cell, value) in [(field(0, 3, true), -2), (field(3, 7, false), 100), (field(10, 22, true), -5)] {
        m.write(m.address(object), cell, value);
    }
    m.write(m.address(object), field(3, 7, false), 3);
    let read = [field(0, 3, true), field(3, 7, false), field(10, 22, true)]
        .map(|cell| m.value(cell.ty, ask(MemoryExpr::Load(cell), &[m.address(object)])));
    assert_eq!(values(&m.finish(), &[], read), [-2, 3, -5]);
}

#[test]
fn accesses_outside_and_to_constants_are_undefined_and_change_nothing() {
    for model in MODELS {
        for (distance, size, constant, readable, writable) in [
            (0, 4, false, true, true),
            (4, 4, false, true, true),
            (5, 4, false, false, false),
            (8, 1, false, false, false),
            (-1, 1, false, false, false),
            (8, 0, false, true, true),
            (0, -1, false, false, false),
            (0, 8, true, true, false),
        ] {
            let mut m = Maker::new(model);
            let object = m.object(8, None, constant, Some(&[1, 2, 3, 4, 5, 6, 7, 8]));
            let at = m.offset(m.address(object), distance);
            let answers = [MemoryExpr::Readable, MemoryExpr::Writable]
                .map(|question| m.value(IntType::BOOL, ask(question, &[at.clone(), n(size)])));
            let edge = m.memory(MemoryOp::Fill { at, value: Expr::Int(9, U8), size: n(size) });
            let program = m.finish();
            let (outcome, seen) = end(&program, &[], |machine, state| {
                let address = machine.address(state, object).expect("it is static");
                (answers.map(|v| machine.value(state, v) != 0), machine.bytes(state, address, 8))
            });
            assert_eq!(seen.0, [readable, writable], "{distance} {size}");
            assert_eq!(outcome, if writable { Outcome::Exited } else { invalid(edge) });
            if !writable {
                assert_eq!(seen.1, Some(vec![1, 2, 3, 4, 5, 6, 7, 8]));
            }
        }
    }
}

#[test]
fn initial_writes_set_constants() {
    let mut m = Maker::new(DataModel::Lp64);
    let object = m.object(4, None, true, None);
    let (cell, value) = (Cell::bytes(4, I32), Expr::Int(7, I32));
    m.memory(MemoryOp::Write { at: m.address(object), cell, value: value.clone(), initial: true });
    let read = m.value(I32, ask(MemoryExpr::Load(cell), &[m.address(object)]));
    let edge = m.memory(MemoryOp::Write { at: m.address(object), cell, value, initial: false });
    let (outcome, read) = end(&m.finish(), &[], |machine, state| machine.value(state, read));
    assert_eq!((outcome, read), (invalid(edge), 7));
}

#[test]
fn copies_may_overlap_and_go_between_objects() {
    for model in MODELS {
        let mut m = Maker::new(model);
        let a = m.object(8, None, false, Some(&[1, 2, 3, 4, 5, 6, 7, 8]));
        let b = m.object(8, None, false, None);
        let (pa, pb) = (m.address(a), m.address(b));
        m.memory(MemoryOp::Copy { to: m.offset(pa.clone(), 2), from: pa.clone(), size: n(5) });
        m.memory(MemoryOp::Copy { to: m.offset(pb.clone(), 1), from: m.offset(pa.clone(), 1), size: n(4) });
        m.memory(MemoryOp::Copy { to: pb.clone(), from: m.offset(pb.clone(), 1), size: n(3) });
        m.memory(MemoryOp::Copy { to: Expr::Int(0, m.pointer), from: Expr::Int(5, m.pointer), size: n(0) });
        let edge = m.memory(MemoryOp::Copy { to: m.offset(pb, 4), from: pa, size: n(5) });
        let (outcome, seen) = end(&m.finish(), &[], |machine, state| {
            [a, b].map(|o| machine.bytes(state, machine.address(state, o).expect("it is static"), 8).expect("it lives"))
        });
        assert_eq!(outcome, invalid(edge));
        assert_eq!(seen, [vec![1, 2, 1, 2, 3, 4, 5, 8], vec![2, 1, 2, 2, 3, 0, 0, 0]]);
    }
}

#[test]
fn freed_memory_stays_dead_and_the_rest_is_known_at_the_end() {
    for model in MODELS {
        let mut m = Maker::new(model);
        let [p, q, r] = [10, 0, 20].map(|size| m.alloc(size, Storage::Heap));
        let stack = m.alloc(4, Storage::Stack);
        let [vp, vq, vr, vs] = [p, q, r, stack].map(Expr::Var);
        let freeable = |m: &mut Maker, p: Expr| m.value(IntType::BOOL, ask(MemoryExpr::Freeable, &[p]));
        let before = [vp.clone(), vq.clone(), m.offset(vp.clone(), 1), vs.clone(), Expr::Int(0, m.pointer)]
            .map(|p| freeable(&mut m, p));
        let freed = m.memory(MemoryOp::Free { at: vp.clone() });
        m.memory(MemoryOp::Free { at: vs });
        m.memory(MemoryOp::Free { at: Expr::Int(0, m.pointer) });
        let again = m.alloc(10, Storage::Heap);
        let after = [freeable(&mut m, vp.clone()), freeable(&mut m, Expr::Var(again))];
        let sizes =
            [vp.clone(), vq.clone(), m.offset(vr.clone(), 7), m.offset(vr.clone(), 20), Expr::Int(3, m.pointer)]
                .map(|p| m.value(INDEX, ask(MemoryExpr::Size, &[p])));
        let distance = m.value(INDEX, ask(MemoryExpr::Distance, &[m.offset(vr.clone(), 7)]));
        let same = [(vp.clone(), m.offset(vp.clone(), 10)), (vp.clone(), vr.clone()), (vq.clone(), vq.clone())]
            .map(|(a, b)| m.value(IntType::BOOL, ask(MemoryExpr::SameObject, &[a, b])));
        let again_freed = m.memory(MemoryOp::Free { at: vp });
        let (outcome, ()) = end(&m.finish(), &[], |machine, state| {
            let value = |v: VarId| machine.value(state, v);
            assert_eq!(before.map(value), [1, 1, 0, 0, 1]);
            assert_eq!(after.map(value), [0, 1]);
            assert_eq!(sizes.map(value), [-1, 0, 20, 20, -1]);
            assert_eq!(value(distance), 7);
            assert_eq!(same.map(value), [1, 0, 1]);
            let info = machine.object_at(state, value(p) as i64).expect("it was there");
            assert_eq!((info.live, info.ended, info.size), (false, Some(freed), 10));
            assert!(matches!(info.origin, ObjectOrigin::Allocated(_, Storage::Heap)));
            let behind = machine.object_at(state, value(r) as i64 + 30).expect("one is near");
            assert_eq!(i128::from(behind.base), value(r));
            assert_eq!(machine.object_at(state, 5), None);
            let leaked: Vec<i128> = machine.live_heap(state).iter().map(|info| info.base.into()).collect();
            assert_eq!(leaked, [q, r, again].map(value));
        });
        assert_eq!(outcome, invalid(again_freed));
    }
}

#[test]
fn sizes_that_no_object_has_are_not_given() {
    for model in MODELS {
        let mut m = Maker::new(model);
        let var = m.alloc(0, Storage::Heap);
        assert_ne!(values(&m.finish(), &[], [var]), [0]);
        for size in [-1, i128::from(MAX_OBJECT_SIZE) + 1, INDEX.max()] {
            let mut m = Maker::new(model);
            m.alloc(size, Storage::Heap);
            let (outcome, _) = end(&m.finish(), &[], |_, _| ());
            assert!(matches!(outcome, Outcome::Unsupported { .. }));
        }
    }
}

#[test]
fn memory_that_is_not_there_is_not_taken_for_a_fault() {
    // More bytes than there are addresses, and more than the interpreter gives.
    for model in MODELS {
        let mut m = Maker::new(model);
        for _ in 0..5 {
            m.alloc(1 << 30, Storage::Heap);
        }
        let (outcome, _) = end(&m.finish(), &[], |_, _| ());
        assert!(matches!(outcome, Outcome::Unsupported { .. }));
        let mut m = Maker::new(model);
        m.object(MAX_OBJECT_SIZE + 1, None, false, None);
        let program = m.finish();
        let edge = program.locs[program.procs[program.entry].entry].outgoing[0];
        assert_eq!(end(&program, &[], |_, _| ()).0, Outcome::Unsupported { edge });
    }
}

#[test]
fn offsets_stay_in_the_range_of_addresses() {
    let pointers = [(DataModel::Ilp32, i128::from(i32::MAX)), (DataModel::Lp64, i128::from(i64::MAX))];
    for (model, most) in pointers {
        for (from, by, defined) in [(0, most, true), (1, most, false), (0, -1, false), (5, -5, true), (-1, 1, true)] {
            let mut m = Maker::new(model);
            let pointer = m.pointer;
            let sum = m.value(pointer, m.offset(Expr::Int(from, pointer), by));
            let (outcome, sum) = end(&m.finish(), &[], |machine, state| machine.value(state, sum));
            assert_eq!(outcome == Outcome::Exited, defined);
            assert!(!defined || sum == from + by);
        }
    }
}

#[test]
fn arbitrary_bytes_are_inputs() {
    for model in MODELS {
        for kind in [HavocKind::Uninitialised, HavocKind::Input("f".into())] {
            let mut m = Maker::new(model);
            let object = m.object(8, None, false, None);
            let at = m.offset(m.address(object), 2);
            let edge = m.memory(MemoryOp::Havoc { at, size: n(4), kind: kind.clone() });
            let program = m.finish();
            let look = |machine: &Machine<'_>, state: &State| {
                let address = machine.address(state, object).expect("it is static");
                let set = [0, 2, 5, 6].map(|i| machine.is_set(state, address + i, 1).expect("it lives"));
                (machine.bytes(state, address, 8).expect("it lives"), set)
            };
            let (outcome, seen) = end(&program, &[7, 3, 1, 300, 4, 1, -1, 2], look);
            let unset = kind == HavocKind::Uninitialised;
            assert_eq!(outcome, Outcome::Exited);
            assert_eq!(seen, (vec![0, 0, 7, 44, 7, 7, 0, 0], [true, !unset, !unset, true]));
            let (outcome, seen) = end(&program, &[7, 3, 1], look);
            assert_eq!((outcome, seen.0), (Outcome::NeedsInput { edge }, vec![0; 8]));
            let machine = Machine::new(&program);
            let mut state = machine.initial();
            assert_eq!(machine.havoc(&state).expect("it is next").var, None);
            machine.step(&mut state, edge, Some(257)).expect("a value is given");
            assert_eq!(look(&machine, &state).0, [0, 0, 1, 1, 1, 1, 0, 0]);
        }
    }
}

/// `f(n)`: a local of its own holds `n`; calls `f(n - 1)`; adds what its local still holds to the total. Then, in `main`, whether
/// the local of the innermost frame, whose address got out, can be read.
fn recursion(model: DataModel) -> (Program, VarId, VarId, ObjId) {
    let mut m = Maker::new(model);
    let main = m.proc;
    let f = m.b.proc("f", None);
    let local = m.object(8, Some(f), false, None);
    let count = m.b.var("n", Type::Int(I64), VarKind::Param, Some(f), None);
    m.b.proc_mut(f).params = vec![count];
    let [total, leaked] = [m.var(I64), m.var(m.pointer)];
    let cell = Cell::bytes(8, I64);
    m.edge(Op::Call { callee: f, args: vec![n(10)], result: None });
    m.edge(Op::Call { callee: f, args: vec![n(10)], result: None });
    let dangling = m.value(IntType::BOOL, ask(MemoryExpr::Readable, &[Expr::Var(leaked), n(1)]));
    let end_of_main = m.at;
    (m.proc, m.at) = (f, m.b.proc_ref(f).entry);
    m.memory(MemoryOp::Enter(local));
    m.edge(Op::Assign(leaked, m.address(local)));
    m.memory(MemoryOp::Write { at: m.address(local), cell, value: Expr::Var(count), initial: false });
    let (more, done) = (m.b.loc(f, None), m.b.loc(f, None));
    let positive = Expr::binary(BinaryOp::Lt, n(0), Expr::Var(count));
    m.b.edge(m.at, more, Op::Assume(positive.clone()), None);
    m.b.edge(m.at, done, Op::Assume(positive.negated()), None);
    let less = Expr::binary(BinaryOp::Sub, Expr::Var(count), n(1));
    m.b.edge(more, done, Op::Call { callee: f, args: vec![less], result: None }, None);
    let held = ask(MemoryExpr::Load(cell), &[m.address(local)]);
    let sum = Expr::binary(BinaryOp::Add, Expr::Var(total), held);
    m.b.edge(done, m.b.proc_ref(f).exit, Op::Assign(total, sum), None);
    (m.proc, m.at) = (main, end_of_main);
    (m.finish(), total, dangling, local)
}

#[test]
fn every_frame_has_its_own_objects() {
    for model in MODELS {
        let (program, total, dangling, local) = recursion(model);
        assert_eq!(values(&program, &[], [total, dangling]), [110, 0]);
        end(&program, &[], |machine, state| {
            assert_eq!(machine.address(state, local), None);
            let objects = state.objects.as_ref().expect("there is memory");
            // Eleven frames for each of the two calls of `main`: no object of the second lies where one of the first was.
            let bases: Vec<i64> = (1..40).filter_map(|k| objects.object_at(k << 32)).map(|info| info.base).collect();
            assert_eq!(bases.len(), if model == DataModel::Lp64 { 22 } else { 0 }, "{bases:?}");
        });
    }
}

#[test]
fn scopes_end_and_begin_anew() {
    for model in MODELS {
        let mut m = Maker::new(model);
        let local = m.object(4, Some(m.proc), false, None);
        let cell = Cell::bytes(4, I32);
        let readable_at =
            |m: &mut Maker, at: VarId| m.value(IntType::BOOL, ask(MemoryExpr::Readable, &[Expr::Var(at), n(4)]));
        let readable = |m: &mut Maker| {
            let question = ask(MemoryExpr::Readable, &[m.address(local), n(4)]);
            m.value(IntType::BOOL, question)
        };
        let never = readable(&mut m);
        m.memory(MemoryOp::Enter(local));
        let first = m.value(m.pointer, m.address(local));
        m.write(m.address(local), cell, 5);
        let inside = readable(&mut m);
        let left = m.memory(MemoryOp::Leave(local));
        let outside = readable(&mut m);
        m.memory(MemoryOp::Enter(local));
        let read = m.value(I32, ask(MemoryExpr::Load(cell), &[m.address(local)]));
        let outlived = readable_at(&mut m, first);
        m.memory(MemoryOp::Leave(local));
        let edge = m.write(m.address(local), cell, 1);
        let (outcome, seen) = end(&m.finish(), &[], |machine, state| {
            let info = machine.object_at(state, machine.address(state, local).expect("main has a frame"));
            assert!(info.is_some_and(|info| !info.live && info.ended != Some(left)));
            [never, inside, outside, read, outlived].map(|v| machine.value(state, v))
        });
        assert_eq!((outcome, seen), (invalid(edge), [0, 1, 0, 0, 0]));
    }
}

#[test]
fn states_that_share_memory_do_not_disturb_each_other() {
    let mut m = Maker::new(DataModel::Lp64);
    let object = m.object(4, None, false, None);
    let edge = m.write(m.address(object), Cell::bytes(4, I32), 1);
    let program = m.finish();
    let machine = Machine::new(&program);
    let before = machine.initial();
    let (mut stepped, mut run) = (before.clone(), before.clone());
    assert!(before == stepped);
    machine.step(&mut stepped, edge, None).expect("it is defined");
    machine.advance(&mut run, &Limits::default());
    let look = |state: &State| machine.bytes(state, machine.address(state, object).expect("it is static"), 4);
    assert_eq!([&before, &stepped, &run].map(look), [[0; 4], [1, 0, 0, 0], [1, 0, 0, 0]].map(|b| Some(b.to_vec())));
    assert!(before != stepped);
}

/// Puts memory into a random program: objects, pointers, and effects and questions in place of some of its operations.
fn with_memory(r: &mut Random, mut program: Program) -> Program {
    program.semantics.data_model = r.pick(&MODELS);
    for param in program.procs.values().flat_map(|proc| proc.params.clone()).collect::<Vec<_>>() {
        program.vars[param].kind = VarKind::Param;
    }
    let pointer = pointer_type(program.semantics.data_model);
    let mut m = Planter { r, pointer, objects: Vec::new(), pointers: Vec::new() };
    for owner in program.procs.keys().map(Some).chain([None, None, None]) {
        let (size, constant) = (m.r.below(24), m.r.below(6) == 0);
        let view = Arc::new(View::Bytes);
        let object = Object { name: "o".into(), size, align: 1, owner, constant, image: None, view, span: None };
        m.objects.push((program.objects.push(object), owner));
    }
    for _ in 0..3 {
        let var = Var { name: "p".into(), ty: Type::Int(pointer), kind: VarKind::Global, owner: None, span: None };
        m.pointers.push(program.vars.push(var));
    }
    let edges: Vec<EdgeId> = program.edges.keys().filter(|_| m.r.below(4) > 0).collect();
    for edge in edges {
        let proc = program.locs[program.edges[edge].src].proc.expect("every location has a procedure");
        let op = match &program.edges[edge].op {
            Op::Assign(var, _) => {
                let ty = program.vars[*var].ty.scalar();
                Op::Assign(*var, m.question(proc, ty))
            }
            Op::Skip | Op::Unsupported(_) | Op::Havoc(..) => m.effect(proc),
            _ => continue,
        };
        program.edges[edge].op = op;
    }
    verify(&program).unwrap_or_else(|e| panic!("{e:?}"));
    program
}

struct Planter<'r> {
    r: &'r mut Random,
    pointer: IntType,
    objects: Vec<(ObjId, Option<ProcId>)>,
    pointers: Vec<VarId>,
}

impl Planter<'_> {
    fn object(&mut self, proc: ProcId, local: bool) -> ObjId {
        let fits = |owner: Option<ProcId>| owner == Some(proc) || owner.is_none() && !local;
        let objects: Vec<ObjId> = self.objects.iter().filter(|o| fits(o.1)).map(|o| o.0).collect();
        self.r.pick(&objects)
    }

    fn address(&mut self, proc: ProcId) -> Expr {
        let base = match self.r.below(10) {
            0 => Expr::Int(self.r.below(3) as i128, self.pointer),
            1..=4 => Expr::Var(self.r.pick(&self.pointers)),
            _ => {
                let object = self.object(proc, false);
                ask(MemoryExpr::Address(object, self.pointer), &[])
            }
        };
        if self.r.below(3) == 0 {
            return base;
        }
        ask(MemoryExpr::Offset(self.pointer), &[base, n(self.r.below(6) as i128 - i128::from(self.r.below(8) == 0))])
    }

    fn cell(&mut self, ty: IntType) -> Cell {
        let least = u32::from(ty.bits);
        let whole = least.div_ceil(8) * 8;
        let bits = [least, whole, whole.next_power_of_two().min(128), whole.next_power_of_two().min(128)];
        Cell { bit: self.r.pick(&[0, 0, 0, 5, 9]), bits: self.r.pick(&bits), ty }
    }

    fn question(&mut self, proc: ProcId, ty: IntType) -> Expr {
        let (p, q, size) = (self.address(proc), self.address(proc), n(self.r.below(9) as i128));
        match self.r.below(12) {
            0 => Expr::cast(ty, ask(MemoryExpr::Writable, &[p, size])),
            1 => Expr::cast(ty, ask(MemoryExpr::Freeable, &[p])),
            2 => Expr::cast(ty, ask(MemoryExpr::Size, &[p])),
            3 => Expr::cast(ty, ask(MemoryExpr::SameObject, &[p, q])),
            4 => Expr::cast(ty, ask(MemoryExpr::Distance, &[p])),
            _ => {
                let cell = self.cell(ty);
                let load = ask(MemoryExpr::Load(cell), std::slice::from_ref(&p));
                if self.r.below(4) == 0 {
                    return load;
                }
                let readable = ask(MemoryExpr::Readable, &[p, n(cell.size().into())]);
                Expr::Ite(Box::new(readable), Box::new(load), Box::new(Expr::Int(0, ty)))
            }
        }
    }

    fn effect(&mut self, proc: ProcId) -> Op {
        let (at, size) = (self.address(proc), n(self.r.below(9) as i128));
        let to = self.r.pick(&self.pointers);
        Op::Memory(match self.r.below(12) {
            0 => MemoryOp::Copy { to: self.address(proc), from: at, size },
            1 => MemoryOp::Fill { at, value: Expr::Int(self.r.below(256) as i128, U8), size },
            2 => MemoryOp::Havoc { at, size, kind: HavocKind::Uninitialised },
            3 | 4 => {
                let storage = self.r.pick(&[Storage::Heap, Storage::Stack]);
                MemoryOp::Alloc { to, size, zero: self.r.below(2) == 0, storage, view: Arc::new(View::Bytes) }
            }
            5 => MemoryOp::Free { at: Expr::Var(to) },
            6..=8 => MemoryOp::Enter(self.object(proc, true)),
            9 => MemoryOp::Leave(self.object(proc, true)),
            10 => return Op::Assign(to, at),
            _ => {
                let ty = self.r.pick(&[U8, I32, I64, IntType::BOOL, IntType::new(80, false), IntType::new(128, true)]);
                let (cell, value) = (self.cell(ty), self.question(proc, ty));
                MemoryOp::Write { at, cell, value, initial: self.r.below(4) == 0 }
            }
        })
    }
}

#[test]
fn compiled_and_plain_execution_agree_on_random_memory() {
    let mut ends = [0; 3];
    for seed in 1..=4000u64 {
        let mut random = Random(seed.wrapping_mul(0x2545_f491_4f6c_dd1d) | 1);
        let program = random_program(&mut random);
        let program = with_memory(&mut random, program);
        ends[match compare(seed, &program) {
            Outcome::Exited => 0,
            Outcome::Undefined { kind: UndefinedKind::InvalidAccess, .. } => 1,
            _ => 2,
        }] += 1;
    }
    assert!(ends.iter().all(|&n| n > 200), "{ends:?}");
}

/// Loops that are crossed if nothing in them is memory.
#[test]
fn crossing_loops_changes_nothing_where_memory_is() {
    for seed in 1..=1000u64 {
        let mut random = Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1);
        let program = random_program(&mut random);
        let program = with_memory(&mut random, program);
        let run = |accelerate: bool| {
            let machine = Machine::new(&program).accelerate(accelerate);
            let mut state = machine.initial();
            let limits = Limits { steps: 20_000, depth: 400 };
            (machine.run(&mut state, &mut |_: &HavocRequest<'_>| Some(3), &limits), state)
        };
        assert!(run(true) == run(false), "seed {seed}");
    }
}
