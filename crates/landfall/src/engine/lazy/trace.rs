//! Abstract counterexamples: the path through the trees to a goal as a formula over numbered instances, and what a model of
//! it reads.
//!
//! A path nests: a call that has come back has the path through the callee inside it. Calls that have not are on the *spine*,
//! the path from the program's entry to the goal. Variables of frames have instances of their own in each frame.

use landfall_smt::{Model, Term, Value};
use rustc_hash::FxHashMap;

use super::super::kit::block_reads;
use super::super::kit::points::{Action, Graph};
use super::blocks::Blocks;
use super::explore::Goal;
use crate::arg::NodeId;
use crate::cfa::{EdgeId, Op, ProcId, VarId};
use crate::encode::Transition;
use crate::limits::limits;
use crate::predicates::PointId;

/// A position in the sequence of formulas.
pub type Position = usize;

type FrameId = usize;

/// A part of a path, between two cuts of one level.
#[derive(Clone)]
pub enum Segment {
    /// One step, or the entering of a call that does not come back.
    Step { formula: Position },
    /// A call that has come back.
    Call { enter: Position, body: Level, leave: Position },
}

/// A sequence of segments, with the cut behind each of them.
#[derive(Clone, Default)]
pub struct Level {
    pub segments: Vec<Segment>,
    pub cuts: Vec<Cut>,
}

/// A place on the path where a node was.
#[derive(Clone, Copy, Debug)]
pub struct Cut {
    pub node: NodeId,
    pub point: PointId,
    pub frame: FrameId,
    /// The formula before it.
    pub position: Position,
    /// The call by which the block of the node was entered, if the node is its root on the spine.
    pub entered_by: Option<NodeId>,
}

#[derive(Clone)]
struct Frame {
    /// The formula by which it was entered.
    start: Position,
    current: FxHashMap<VarId, Term>,
}

/// Where an instance of a variable is current.
#[derive(Clone)]
struct Instance {
    var: VarId,
    frame: Option<FrameId>,
    born: Position,
    died: Option<Position>,
}

impl Instance {
    /// Whether it is current behind a formula.
    fn lives_at(&self, position: Position) -> bool {
        self.born <= position && self.died.is_none_or(|died| position < died)
    }
}

/// A step that may read inputs, as it was taken.
#[derive(Clone)]
struct Taken {
    step: usize,
    before: Vec<(VarId, Term)>,
    transition: Transition,
}

#[derive(Clone)]
pub struct Trace<'g> {
    graph: &'g Graph<'g>,
    pub formulas: Vec<Term>,
    /// The whole path; steps that go on from its last node have no cut behind them.
    pub spine: Level,
    frames: Vec<Frame>,
    /// The frame in which it ends.
    last: FrameId,
    globals: FxHashMap<VarId, Term>,
    instances: FxHashMap<Term, Instance>,
    numbers: FxHashMap<VarId, u32>,
    taken: Vec<Taken>,
}

impl<'g> Trace<'g> {
    /// The path to a node; `None` if it is too long, or nothing calls the block any more.
    pub fn to_node(graph: &'g Graph<'g>, blocks: &Blocks, node: NodeId) -> Option<Trace<'g>> {
        let mut trace = Trace {
            graph,
            formulas: Vec::new(),
            spine: Level::default(),
            frames: vec![Frame { start: 0, current: FxHashMap::default() }],
            last: 0,
            globals: FxHashMap::default(),
            instances: FxHashMap::default(),
            numbers: FxHashMap::default(),
            taken: Vec::new(),
        };
        let mut spine = Level::default();
        let mut frame = 0;
        for (caller, step, callee) in blocks.call_chain(blocks.trees[node].at.0)? {
            trace.walk(blocks, caller, frame, &mut spine)?;
            let (position, inner) = trace.enter(frame, step);
            frame = inner;
            let root = blocks.blocks[callee].root;
            spine.segments.push(Segment::Step { formula: position });
            let point = blocks.trees[root].at.1;
            spine.cuts.push(Cut { node: root, point, frame, position, entered_by: Some(caller) });
        }
        trace.walk(blocks, node, frame, &mut spine)?;
        trace.spine = spine;
        trace.last = frame;
        Some(trace)
    }

    /// The path to a goal.
    pub fn new(graph: &'g Graph<'g>, blocks: &Blocks, goal: Goal) -> Option<Trace<'g>> {
        Some(Trace::to_node(graph, blocks, goal.node)?.along(goal.step))
    }

    /// The path with one more step, which is no call.
    pub fn along(mut self, step: usize) -> Trace<'g> {
        let formula = self.step(self.last, step);
        self.spine.segments.push(Segment::Step { formula });
        self
    }

    /// The way from the root of a tree to one of its nodes.
    fn walk(&mut self, blocks: &Blocks, to: NodeId, frame: FrameId, level: &mut Level) -> Option<()> {
        for edge in blocks.trees.way_down(None, to) {
            let (node, step) = (edge.target, edge.step);
            if self.formulas.len() > limits().lazy.formulas {
                return None;
            }
            let (segment, position) = match blocks.through(node) {
                None => {
                    let formula = self.step(frame, step);
                    (Segment::Step { formula }, formula)
                }
                Some(exit) => {
                    let (enter, inner) = self.enter(frame, step);
                    let mut body = Level::default();
                    self.walk(blocks, exit, inner, &mut body)?;
                    if !body.segments.is_empty() {
                        self.name_exit_state(blocks.of(exit).proc);
                    }
                    let leave = self.leave(frame, inner, step);
                    (Segment::Call { enter, body, leave }, leave)
                }
            };
            level.segments.push(segment);
            let point = blocks.trees[node].at.1;
            level.cuts.push(Cut { node, point, frame, position, entered_by: None });
        }
        Some(())
    }

    /// The formula of a step without calls.
    fn step(&mut self, frame: FrameId, step: usize) -> Position {
        let graph = self.graph;
        let data = &graph.steps[step];
        let transition = data.transition.renamed();
        if let Action::Block(block) = &data.action {
            // Where ways join, the block as a whole reads variables that no step of it does: those that some way keeps.
            let transitions = block.steps.values().chain([&data.transition]);
            let mut reads: Vec<VarId> = transitions.flat_map(|t| t.footprint().reads).collect();
            reads.sort_unstable();
            reads.dedup();
            let before = reads.into_iter().map(|v| (v, self.current(frame, v))).collect();
            self.taken.push(Taken { step, before, transition: transition.clone() });
        }
        let (mut parts, values) = self.evaluated(frame, &transition);
        for (var, value) in values {
            parts.push(self.write(frame, var).eq(value));
        }
        self.push(parts)
    }

    /// The formula by which a call is entered, and the frame it makes.
    fn enter(&mut self, frame: FrameId, step: usize) -> (Position, FrameId) {
        let transition = self.graph.steps[step].transition.renamed();
        let (mut parts, values) = self.evaluated(frame, &transition);
        let inner = self.frames.len();
        self.frames.push(Frame { start: self.formulas.len(), current: FxHashMap::default() });
        let params = match self.graph.steps[step].action {
            Action::Call { callee, .. } => self.graph.program().procs[callee].params.clone(),
            _ => Vec::new(),
        };
        for param in params {
            // A parameter that gets its own value in a recursive call is no update of the transition.
            let value = values.iter().find(|(v, _)| *v == param).map(|(_, value)| *value);
            let value = value.unwrap_or_else(|| self.current(frame, param));
            parts.push(self.write(inner, param).eq(value));
        }
        (self.push(parts), inner)
    }

    /// Gives the globals that a procedure may change new instances at its exit, even where the path did not change them: the
    /// caller knows of the callee only what is said of its exit.
    fn name_exit_state(&mut self, proc: ProcId) {
        let last = self.formulas.len() - 1;
        for &global in &self.graph.modified[proc] {
            let Some(&old) = self.globals.get(&global) else { continue };
            if let Some(instance) = self.instances.get_mut(&old) {
                instance.died = Some(last);
            }
            let new = self.instance(global, None, last);
            self.formulas[last] = Term::and(&[self.formulas[last], new.eq(old)]);
        }
    }

    /// The formula by which a call comes back.
    fn leave(&mut self, frame: FrameId, inner: FrameId, step: usize) -> Position {
        let mut parts = Vec::new();
        if let Action::Call { edge, callee } = self.graph.steps[step].action
            && let Op::Call { result: Some(var), .. } = self.graph.program().edges[edge].op
            && let Some(returned) = self.graph.program().procs[callee].result
        {
            let value = self.current(inner, returned);
            parts.push(self.write(frame, var).eq(value));
        }
        self.push(parts)
    }

    fn push(&mut self, parts: Vec<Term>) -> Position {
        self.formulas.push(Term::and(&parts));
        self.formulas.len() - 1
    }

    /// The frame that holds a variable; none for globals.
    fn home(&self, frame: FrameId, var: VarId) -> Option<FrameId> {
        self.graph.program().vars[var].owner.map(|_| frame)
    }

    fn instance(&mut self, var: VarId, frame: Option<FrameId>, born: Position) -> Term {
        let number = self.numbers.entry(var).or_default();
        let symbol = self.graph.encoder.symbols().at(var, *number);
        *number += 1;
        self.instances.insert(symbol, Instance { var, frame, born, died: None });
        match frame {
            Some(frame) => self.frames[frame].current.insert(var, symbol),
            None => self.globals.insert(var, symbol),
        };
        symbol
    }

    /// The current instance of a variable, if it has one.
    fn known(&self, home: Option<FrameId>, var: VarId) -> Option<Term> {
        home.map_or(&self.globals, |frame| &self.frames[frame].current).get(&var).copied()
    }

    /// The current instance of a variable. One that was never written has been there since its frame was made.
    fn current(&mut self, frame: FrameId, var: VarId) -> Term {
        let home = self.home(frame, var);
        let born = home.map_or(0, |frame| self.frames[frame].start);
        self.known(home, var).unwrap_or_else(|| self.instance(var, home, born))
    }

    /// A new instance, current from the formula on that is being made.
    fn write(&mut self, frame: FrameId, var: VarId) -> Term {
        let now = self.formulas.len();
        let home = self.home(frame, var);
        if let Some(instance) = self.known(home, var).and_then(|old| self.instances.get_mut(&old)) {
            instance.died = Some(now);
        }
        self.instance(var, home, now)
    }

    /// What a transition needs, and the values that it gives to variables, by what is current in a frame.
    fn evaluated(&mut self, frame: FrameId, transition: &Transition) -> (Vec<Term>, Vec<(VarId, Term)>) {
        let needs = vec![self.instantiate(frame, transition.guard)];
        (needs, transition.post.iter().map(|(var, value)| (*var, self.instantiate(frame, *value))).collect())
    }

    fn instantiate(&mut self, frame: FrameId, term: Term) -> Term {
        let symbols = self.graph.encoder.symbols().clone();
        let vars = symbols.vars_in(term);
        let map = vars.into_iter().map(|v| (symbols.state(v), self.current(frame, v))).collect();
        term.substitute(&map)
    }

    /// Terms over instances, one a cut of a level, as terms over the state there and that at the entry of the procedure; `None`
    /// if one speaks of something else. An instance that is both is the one here and the other there, so that wherever it is
    /// current a variable is said to have its value at entry still.
    pub fn at_cuts(&self, cuts: &[Cut], terms: &[Term]) -> Option<Vec<Term>> {
        let symbols = self.graph.encoder.symbols();
        let mut facts: Vec<Term> = cuts.iter().zip(terms).map(|(c, t)| self.at_cut(c, *t)).collect::<Option<_>>()?;
        let mut remembered: Vec<(VarId, Term)> = Vec::new();
        for (instance, data) in
            terms.iter().flat_map(|t| t.free_vars()).filter_map(|t| Some((t, self.instances.get(&t)?)))
        {
            if facts.iter().any(|f| f.contains(symbols.entry(data.var))) && !remembered.contains(&(data.var, instance))
            {
                remembered.push((data.var, instance));
            }
        }
        for (cut, fact) in cuts.iter().zip(&mut facts) {
            let unchanged = remembered.iter().filter(|(var, instance)| {
                let data = &self.instances[instance];
                data.lives_at(cut.position)
                    && data.lives_at(self.frames[cut.frame].start)
                    && self.graph.may_speak_of(cut.point, *var)
                    && self.graph.may_remember(cut.point, *var)
            });
            let unchanged: Vec<Term> = unchanged.map(|(v, _)| symbols.state(*v).eq(symbols.entry(*v))).collect();
            *fact = Term::and(&[*fact, Term::and(&unchanged)]);
        }
        Some(facts)
    }

    fn at_cut(&self, cut: &Cut, term: Term) -> Option<Term> {
        let symbols = self.graph.encoder.symbols();
        let mut map = FxHashMap::default();
        for symbol in term.free_vars() {
            let instance = self.instances.get(&symbol)?;
            if instance.frame.is_some_and(|frame| frame != cut.frame) {
                return None;
            }
            let var = instance.var;
            let here = instance.lives_at(cut.position) && self.graph.may_speak_of(cut.point, var);
            let meaning = if here {
                symbols.state(var)
            } else if instance.lives_at(self.frames[cut.frame].start) && self.graph.may_remember(cut.point, var) {
                symbols.entry(var)
            } else {
                return None;
            };
            map.insert(symbol, meaning);
        }
        Some(term.substitute(&map))
    }

    /// The inputs that a model of the path reads, in order; `None` if a block has no path for it.
    pub fn inputs(&self, model: &Model) -> Option<Vec<(EdgeId, i128)>> {
        let mut inputs = Vec::new();
        for taken in &self.taken {
            let Action::Block(block) = &self.graph.steps[taken.step].action else { continue };
            let value = |symbol: Term| model.value(symbol).unwrap_or_else(|| Value::default_of(symbol.sort()));
            let before = taken.before.iter().map(|(var, instance)| (*var, value(*instance)));
            inputs.extend(block_reads(&self.graph.encoder, block, before, &taken.transition, model)?);
        }
        Some(inputs)
    }
}
