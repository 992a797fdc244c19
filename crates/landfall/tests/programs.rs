//! Random programs against the interpreter: what passes and analyses say of a program must be true of its executions.

use std::collections::{BTreeMap, VecDeque};

use landfall::cfa::arbitrary::{Shape, program_of_seed};
use landfall::cfa::graph::{Loops, can_reach_obligation};
use landfall::cfa::intervals::Intervals;
use landfall::cfa::passes::*;
use landfall::cfa::{BinaryOp, EdgeId, IntType, LocId, Overflow, Program, UnaryOp, arith, read_program, verify};
use landfall::exec::{self, Deterministic, Limits, Machine, Outcome};

const PROGRAMS: u64 = 400;
const RUNS: u64 = 6;

fn shape(seed: u64) -> Shape {
    Shape { overflow: if seed.is_multiple_of(3) { Overflow::Wrap } else { Overflow::Undefined }, ..Shape::default() }
}

fn random_program(seed: u64) -> Program {
    program_of_seed(seed, 400, &shape(seed))
}

/// Small values mostly, ends of types sometimes.
struct Random(u64);

impl Random {
    fn next(&mut self) -> i128 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let bits = (self.0 >> 33) as i128;
        match bits % 11 {
            0 => i32::MAX as i128,
            1 => i32::MIN as i128,
            2 => -1,
            _ => bits / 11 % 7 - 2,
        }
    }
}

/// Runs `program` with `steps` steps at most; `value` answers each read, given the calls that have not returned.
fn run(program: &Program, steps: u64, value: &mut dyn FnMut(Vec<EdgeId>, EdgeId) -> i128) -> Outcome {
    let machine = Machine::new(program);
    let mut state = machine.initial();
    let mut left = steps;
    loop {
        let run = machine.run(&mut state, &mut Deterministic, &Limits { steps: left, depth: 200 });
        left = left.saturating_sub(run.steps + 1);
        let Outcome::NeedsInput { edge } = run.outcome else { return run.outcome };
        if left == 0 {
            return Outcome::StepLimit;
        }
        let input = value(state.calls().collect(), edge);
        if let Err(outcome) = machine.step(&mut state, edge, Some(input)) {
            return outcome;
        }
    }
}

/// An error or an unsupported edge that an execution arrived at, in terms of the old program.
fn obligation(outcome: Outcome, mapping: &Mapping) -> Option<(Option<LocId>, Option<EdgeId>)> {
    match outcome {
        Outcome::Error(loc) => Some((Some(mapping.locs[loc]), None)),
        Outcome::Unsupported { edge } => Some((None, Some(mapping.edges[edge]))),
        _ => None,
    }
}

/// Every execution of `old` to an obligation has one of the result; if `exact`, and the other way round. Gives the number of
/// executions that arrived somewhere, of the old program and of the new one.
fn check_pass(seed: u64, old: &Program, passed: &Passed, exact: bool) -> (usize, usize) {
    let mut arrivals = (0, 0);
    let Passed { program, mapping } = passed;
    assert_eq!(verify(program), Ok(()), "seed {seed}");
    let identity = Mapping::identity(old);
    for round in 0..RUNS {
        let mut random = Random(seed * 31 + round);
        let mut read: BTreeMap<(FrameId, EdgeId), VecDeque<i128>> = BTreeMap::new();
        let before = run(old, 2000, &mut |calls, edge| {
            let value = random.next();
            read.entry((mapping.frame_inside(calls), edge)).or_default().push_back(value);
            value
        });
        if let Some(arrived) = obligation(before, &identity) {
            arrivals.0 += 1;
            let after = run(program, 40_000, &mut |_, edge| {
                let key = (mapping.frame_of(edge), mapping.edges[edge]);
                read.get_mut(&key).and_then(VecDeque::pop_front).unwrap_or(0)
            });
            assert_eq!(obligation(after, mapping), Some(arrived), "seed {seed}: {after:?}\n{old}\n{program}");
        }

        let mut random = Random(seed * 37 + round);
        let mut values = Vec::new();
        let after = run(program, 2000, &mut |_, edge| {
            values.push((edge, random.next()));
            values[values.len() - 1].1
        });
        let Some(arrived) = obligation(after, mapping) else { continue };
        arrivals.1 += 1;
        let mut replay = mapping.replay(values, Filler::Zero);
        let before = run(old, 40_000, &mut |calls, edge| replay.read(calls, edge));
        let stopped = matches!(before, Outcome::Undefined { .. } | Outcome::StepLimit | Outcome::StackLimit { .. });
        assert!(
            obligation(before, &identity) == Some(arrived) || !exact && stopped,
            "seed {seed}: {before:?} instead of {arrived:?}\n{old}\n{program}"
        );
    }
    arrivals
}

/// Checks a pass on many programs; a good part of the executions must arrive somewhere for this to mean anything.
fn check_on_random_programs(exact: bool, pass: impl Fn(&Program) -> Passed) {
    let (mut old, mut new) = (0, 0);
    for seed in 0..PROGRAMS {
        let program = random_program(seed);
        let arrivals = check_pass(seed, &program, &pass(&program), exact);
        old += arrivals.0;
        new += arrivals.1;
    }
    assert!(old > 200 && new > 200, "only {old} and {new} executions arrive");
}

#[test]
fn text_reads_back_to_the_same_program() {
    for seed in 0..PROGRAMS {
        let program = random_program(seed);
        assert_eq!(verify(&program), Ok(()), "seed {seed}");
        let text = program.to_string();
        let back = read_program(&text).unwrap_or_else(|e| panic!("seed {seed}: {e}\n{text}"));
        assert!(back == program, "seed {seed}\n{text}\n{back}");
    }
}

#[test]
fn dead_code_and_contraction_are_exact() {
    check_on_random_programs(true, remove_dead);
    check_on_random_programs(true, |p| remove_dead(p).then(contract_skips));
}

#[test]
fn constant_propagation_is_exact() {
    check_on_random_programs(true, propagate_constants);
}

#[test]
fn inlining_is_exact() {
    check_on_random_programs(true, |p| inline(p, &InlineOptions::default()));
    check_on_random_programs(true, |p| inline(p, &InlineOptions::up_to(40)));
}

#[test]
fn outlining_is_exact() {
    check_on_random_programs(true, outline_loops);
    check_on_random_programs(true, |p| inline(p, &InlineOptions::default()).then(outline_loops));
}

#[test]
fn slicing_loses_no_execution() {
    check_on_random_programs(false, |p| remove_dead(p).then(slice).then(remove_dead).then(contract_skips));
}

#[test]
fn preparation_loses_no_execution() {
    check_on_random_programs(false, |p| {
        let Derived { program, mapping, .. } = prepare(p, &PrepareOptions::default());
        Passed { program: (*program).clone(), mapping: (*mapping).clone() }
    });
}

#[test]
fn intervals_hold_in_every_state() {
    for seed in 0..PROGRAMS {
        let program = random_program(seed);
        let intervals = Intervals::new(&program, &Loops::new(&program));
        let machine = Machine::new(&program);
        let known: BTreeMap<LocId, _> = program.locs.keys().map(|l| (l, intervals.known(l))).collect();
        for round in 0..RUNS {
            let mut random = Random(seed * 41 + round);
            let mut state = machine.initial();
            for _ in 0..300 {
                let loc = state.loc();
                assert!(intervals.is_reachable(loc), "seed {seed}: {loc}\n{program}");
                for &(var, range) in &known[&loc] {
                    let value = machine.value(&state, var);
                    assert!(range.contains(value), "seed {seed}: {loc}: {var} = {value} not in {range:?}\n{program}");
                }
                let Ok(enabled) = machine.enabled(&state) else { break };
                let Some(&edge) = enabled.first() else { break };
                if machine.step(&mut state, edge, Some(random.next())).is_err() {
                    break;
                }
            }
        }
    }
}

#[test]
fn heads_cut_every_cycle_and_blocks_cover_every_edge() {
    for seed in 0..PROGRAMS {
        let program = random_program(seed);
        let loops = Loops::new(&program);
        for proc in program.procs.keys() {
            // In a weak topological order an edge leads forward, or to the head of a loop around its source.
            let place: BTreeMap<LocId, usize> = loops.order(proc).iter().enumerate().map(|(i, &l)| (l, i)).collect();
            for (&loc, &i) in &place {
                for (_, edge) in program.outgoing(loc) {
                    let around = || {
                        let head = loops.innermost(edge.dst).filter(|_| loops.is_head(edge.dst));
                        head.zip(loops.innermost(loc)).is_some_and(|(outer, inner)| loops.contains(outer, inner))
                    };
                    assert!(place[&edge.dst] > i || around(), "seed {seed}: {loc} -> {}\n{program}", edge.dst);
                }
            }
        }
        let dead = remove_dead(&program).program;
        let alive = can_reach_obligation(&dead, &landfall::cfa::graph::CallGraph::new(&dead));
        let graph = BlockGraph::new(&dead, &Loops::new(&dead), BlockOptions::default());
        let mut covered: Vec<EdgeId> = graph.blocks.values().flat_map(|b| b.edges.iter().copied()).collect();
        covered.sort_unstable();
        covered.dedup();
        for (id, edge) in
            dead.edges.iter().filter(|(_, e)| alive.contains(e.dst) && dead.is_flat() && alive.contains(e.src))
        {
            assert!(covered.contains(&id), "seed {seed}: {} -> {}\n{dead}", edge.src, edge.dst);
        }
    }
}

/// Folding has its own arithmetic: it must be the interpreter's.
#[test]
fn folding_computes_what_the_interpreter_does() {
    use BinaryOp::*;
    let types = [(1, false), (1, true), (8, true), (8, false), (32, true), (64, false), (128, true), (128, false)];
    let mut random = Random(7);
    for (bits, signed) in types {
        let ty = IntType::new(bits, signed);
        let mut values: Vec<i128> =
            vec![0, 1, 2, 3, 7, 31, 63, 127, -1, -2, ty.min(), ty.max(), ty.max() - 1, i128::MAX];
        values.extend((0..20).map(|_| random.next() * random.next()));
        let values: Vec<i128> = values.into_iter().map(|v| ty.wrap(v)).collect();
        for overflow in [Overflow::Undefined, Overflow::Wrap] {
            for &a in &values {
                for op in [UnaryOp::Neg, UnaryOp::BitNot] {
                    let expected = exec::unary(op, ty, overflow, a).ok();
                    assert_eq!(arith::unary(op, ty, a, overflow), expected, "{op:?} {a}:{ty}");
                }
                for &b in &values {
                    for op in [Add, Sub, Mul, Div, Rem, BitAnd, BitOr, BitXor, Shl, Shr, Eq, Ne, Lt, Le] {
                        let expected = exec::binary(op, ty, overflow, a, b).ok();
                        assert_eq!(arith::binary(op, ty, a, ty, b, overflow), expected, "{a} {op:?} {b}: {ty}");
                    }
                }
            }
        }
    }
}
