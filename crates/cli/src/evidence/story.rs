//! A counterexample as a story: the lines that the execution passes with the values that change there, loops folded.
//!
//! Loops are found while the path is walked. The iterations of a loop that runs more than twice are replaced by one step that says how
//! often it ran and what its variables did; what happens after it, an iteration that is left on the way to the error included, is told.
//! Of what a model of the C library does, only what becomes of the user's variables is told, at the line of the call.

use landfall::cfa::graph::{ComponentId, Loops};
use landfall::cfa::{EdgeId, LocId, Op, VarId};
use landfall::exec::{Machine, State};
use landfall::front::source::Span;
use landfall::verdict::Execution;

use super::slice;
use super::speak::Speaker;
use crate::output::result::{Change, Fold, Location, Range, Step};
use crate::program::Loaded;

/// Steps that are kept at the beginning and at the end of a long story.
const KEPT: usize = 200;
/// Iterations of a loop that are told one by one.
const TOLD: u64 = 2;

/// What there is to tell of an execution.
pub struct Story {
    pub steps: Vec<Step>,
    /// Why the access at its end is invalid, if that is what it ends with.
    pub reason: Option<String>,
    /// For each input, as far as the path is kept, the user's line that reads it.
    pub read_at: Vec<Option<Span>>,
}

/// The story of an execution that was replayed.
pub fn tell(loaded: &Loaded, execution: &Execution) -> Story {
    let machine = Machine::new(&loaded.program);
    let loops = Loops::new(&loaded.program);
    let speaker = Speaker::new(loaded, &machine);
    let mut teller = Teller {
        loaded,
        machine: &machine,
        speaker: &speaker,
        loops: &loops,
        open: Vec::new(),
        told: Vec::new(),
        users: None,
        read_at: Vec::new(),
        matters: false,
    };
    let relevant = slice::relevant(&machine, &loaded.program, execution);
    let mut state = machine.initial();
    let mut inputs = execution.inputs.iter().map(|input| input.value);
    for (edge, matters) in execution.path.iter().zip(relevant) {
        teller.matters = matters;
        if !teller.take(&mut state, *edge, &mut inputs) {
            break;
        }
    }
    let reason = (execution.error == Some(state.loc())).then(|| speaker.reason(&state)).flatten();
    while !teller.open.is_empty() {
        teller.close();
    }
    let (nodes, read_at) = (teller.told, teller.read_at);
    let (from, to) = (KEPT.min(nodes.len()), nodes.len().saturating_sub(KEPT).max(KEPT.min(nodes.len())));
    let mut steps: Vec<Step> = nodes[..from].iter().chain(&nodes[to..]).map(|node| node.step(loaded)).collect();
    let missing = execution.steps.saturating_sub(execution.path.len() as u64);
    if let (Some(last), true) = (steps.last().cloned(), missing > 0) {
        // Of a very long execution only the beginning is kept.
        let source = format!("... ({missing} more steps to the error are not shown)");
        steps.push(Step { source, changes: Vec::new(), fold: None, relevant: false, ..last });
    }
    Story { steps, reason, read_at }
}

/// A line, or a loop that is folded.
#[derive(Clone, Debug)]
struct Node {
    span: Span,
    depth: usize,
    changes: Vec<Change>,
    fold: Option<Fold>,
    /// The error depends on it.
    relevant: bool,
}

impl Node {
    fn step(&self, loaded: &Loaded) -> Step {
        let (file, line, column) = loaded.place(self.span);
        Step {
            location: Location { file, line, column },
            source: loaded.source_line(self.span),
            depth: self.depth as u64,
            changes: self.changes.clone(),
            fold: self.fold.clone(),
            relevant: self.relevant,
        }
    }
}

/// A loop that the execution is in.
struct Open {
    component: ComponentId,
    depth: usize,
    span: Option<Span>,
    /// Iterations that are complete.
    times: u64,
    /// What to tell of them, if they are few.
    nodes: Vec<Node>,
    /// The present iteration.
    current: Vec<Node>,
    /// Whether the error depends on anything in it.
    relevant: bool,
    /// Values before the first and after the last complete iteration.
    ranges: Vec<Range>,
    /// The changes of the present iteration.
    pending: Vec<Range>,
}

struct Teller<'a> {
    loaded: &'a Loaded,
    machine: &'a Machine<'a>,
    speaker: &'a Speaker<'a>,
    loops: &'a Loops,
    open: Vec<Open>,
    told: Vec<Node>,
    /// The last place in the user's files, and how many calls it is in.
    users: Option<(Span, usize)>,
    read_at: Vec<Option<Span>>,
    /// Whether the error depends on the present edge.
    matters: bool,
}

impl Teller<'_> {
    /// Takes one edge; whether that was possible.
    fn take(&mut self, state: &mut State, edge: EdgeId, inputs: &mut impl Iterator<Item = i128>) -> bool {
        self.arrive(state.loc(), state.depth());
        let program = &self.loaded.program;
        let op = &program.edges[edge].op;
        let depth = state.depth();
        let place = program.edges[edge].span;
        let is_users = place.is_some_and(|span| self.loaded.is_users(span));
        if is_users {
            self.users = place.map(|span| (span, depth));
        }
        let caller = state.calls().last();
        let before =
            op.target().filter(|_| !matches!(op, Op::Call { .. })).map(|var| (var, self.speaker.variable(state, var)));
        let written = self.speaker.about_to(state, edge);
        let mut read = Vec::new();
        let next = |_| inputs.next().inspect(|value| read.push(*value));
        if self.machine.step_reading(state, edge, next).is_err() {
            return false;
        }
        self.read_at.extend(read.iter().map(|_| self.users.map(|(span, _)| span)));
        let mut changed: Vec<(VarId, Option<String>)> = Vec::new();
        if let Some((var, old)) = before {
            changed.push((var, old));
        }
        match op {
            Op::Call { callee, .. } => changed.extend(program.procs[*callee].params.iter().map(|var| (*var, None))),
            _ if state.depth() < depth => {
                if let Some(Op::Call { result: Some(var), .. }) = caller.map(|edge| &program.edges[edge].op) {
                    changed.push((*var, None));
                }
            }
            _ => {}
        }
        let mut changes = Vec::new();
        for (var, old) in changed {
            let Some(new) = self.speaker.variable(state, var).filter(|_| self.is_known(program.vars[var].span)) else {
                continue;
            };
            let name = program.vars[var].name.to_string();
            let depth = if program.vars[var].owner.is_some() { state.depth() as u64 } else { 0 };
            self.note_range(&name, depth, old, &new);
            changes.push(Change { name, value: new, depth });
        }
        if let Some(written) = written {
            let value = written.value(&read);
            if written.fixed {
                self.note_range(&written.name, 0, written.old, &value);
            }
            changes.push(Change { name: written.name, value, depth: 0 });
        }
        let calls_library = matches!(op, Op::Call { callee, .. } if !self.is_known(program.procs[*callee].span));
        let tells = !changes.is_empty() || (is_users && (calls_library || matches!(op, Op::Assume(_))));
        if self.matters {
            self.open.iter_mut().for_each(|open| open.relevant = true);
        }
        if let (Some((span, depth)), true, true) = (self.users, tells, place.is_some()) {
            self.add(Node { span, depth, changes, fold: None, relevant: self.matters });
        }
        true
    }

    /// Whether what is declared there is the user's.
    fn is_known(&self, declared: Option<Span>) -> bool {
        declared.is_none_or(|span| self.loaded.is_users(span))
    }

    fn note_range(&mut self, name: &str, depth: u64, old: Option<String>, new: &str) {
        for open in &mut self.open {
            match open.pending.iter_mut().find(|range| range.name == name && range.depth == depth) {
                Some(range) => range.to = new.to_string(),
                None => open.pending.push(Range {
                    name: name.to_string(),
                    from: old.clone().unwrap_or_else(|| new.to_string()),
                    to: new.to_string(),
                    depth,
                }),
            }
        }
    }

    /// Adds a line; steps of one line are one.
    fn add(&mut self, node: Node) {
        let loaded = self.loaded;
        let list = self.open.last_mut().map_or(&mut self.told, |open| &mut open.current);
        let line = |span: Span| loaded.sources.locate(span).physical_line;
        match list.last_mut() {
            Some(last) if last.fold.is_none() && last.depth == node.depth && line(last.span) == line(node.span) => {
                // Of several values that a line gives a variable, the last is the one that counts afterwards.
                last.changes.retain(|old| !node.changes.iter().any(|new| new.name == old.name));
                last.changes.extend(node.changes);
                last.relevant |= node.relevant;
            }
            _ => list.push(node),
        }
    }

    /// Control is at a location: loops are left, go round or begin.
    fn arrive(&mut self, loc: LocId, depth: usize) {
        while let Some(open) = self.open.last() {
            let inside = self.loops.innermost(loc).is_some_and(|inner| self.loops.contains(open.component, inner));
            if depth > open.depth || (depth == open.depth && inside) {
                break;
            }
            self.close();
        }
        let Some(component) = self.loops.innermost(loc).filter(|_| self.loops.is_head(loc)) else { return };
        match self.open.iter_mut().find(|open| open.component == component && open.depth == depth) {
            Some(open) => open.turn(),
            None => self.open.push(Open {
                component,
                depth,
                span: self.loaded.program.locs[loc].span,
                times: 0,
                nodes: Vec::new(),
                current: Vec::new(),
                relevant: false,
                ranges: Vec::new(),
                pending: Vec::new(),
            }),
        }
    }

    /// The innermost loop is left: what is to be told of it goes to where it stands.
    fn close(&mut self) {
        let Some(open) = self.open.pop() else { return };
        let list = self.open.last_mut().map_or(&mut self.told, |outer| &mut outer.current);
        match open.span {
            Some(span) if open.times > TOLD && self.loaded.is_users(span) => {
                let ranges = open.ranges.into_iter().filter(|range| range.from != range.to).collect();
                let fold = Some(Fold { times: open.times, ranges });
                list.push(Node { span, depth: open.depth, changes: Vec::new(), fold, relevant: open.relevant });
            }
            Some(span) if !self.loaded.is_users(span) => {
                // All of it is told at the line of the call.
                open.nodes.into_iter().chain(open.current).for_each(|node| self.add(node));
                return;
            }
            _ => list.extend(open.nodes),
        }
        list.extend(open.current);
    }
}

impl Open {
    /// An iteration is complete.
    fn turn(&mut self) {
        self.times += 1;
        if self.times <= TOLD {
            self.nodes.append(&mut self.current);
        }
        self.current.clear();
        for range in self.pending.drain(..) {
            match self.ranges.iter_mut().find(|known| known.name == range.name && known.depth == range.depth) {
                Some(known) => known.to = range.to,
                None => self.ranges.push(range),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::sync::Arc;

    use landfall::Settings;
    use landfall::budget::Budget;
    use landfall::cfa::DataModel;
    use landfall::front::FrontOptions;
    use landfall::report::Silent;
    use landfall::verdict::Verdict;

    use super::*;

    fn story(text: &str) -> Vec<Step> {
        told(text, &FrontOptions::new(DataModel::Lp64)).steps
    }

    fn told(text: &str, options: &FrontOptions) -> Story {
        let loaded = landfall::front::load_text("test.c", text, options).expect("C");
        let program = Arc::new(loaded.program);
        let analysis = landfall::analyse(
            &program,
            &Settings::of(landfall::engine::EngineKind::Se),
            &Budget::unlimited(),
            &mut Silent,
        );
        let Verdict::Unsafe(execution) = analysis.verdict else { panic!("{:?}", analysis.verdict) };
        tell(&Loaded::for_tests(program, loaded.sources), &execution)
    }

    #[test]
    fn a_long_loop_is_one_step() {
        let steps = story(
            "void reach_error(void);\nint main(void) {\n  int i = 0, s = 3;\n  while (i < 100) {\n    i++;\n  }\n  \
             if (s == 3) reach_error();\n}",
        );
        let fold = steps.iter().find_map(|step| step.fold.as_ref()).expect("a folded loop");
        assert_eq!(fold.times, 100);
        let range = &fold.ranges[0];
        assert_eq!((range.name.as_str(), range.from.as_str(), range.to.as_str()), ("i", "0", "100"));
        let lines: Vec<u32> = steps.iter().map(|step| step.location.line).collect();
        assert_eq!(lines, [3, 4, 4, 7]);
    }

    #[test]
    fn what_the_error_depends_on_is_marked() {
        let steps = story(
            "void reach_error(void);\nint in(void);\nint half(int v) {\n  return v / 2;\n}\nint main(void) {\n  int a[2] = {0, 0};\n  \
             int x = in();\n  int y = in();\n  a[1] = half(x);\n  a[0] = y;\n  y = 3;\n  if (a[1] == 21) reach_error();\n}",
        );
        let relevant: BTreeSet<u32> = steps.iter().filter(|s| s.relevant).map(|s| s.location.line).collect();
        assert_eq!(relevant, BTreeSet::from([8, 10, 13]));
    }

    /// What a loop makes of a global is known in functions that are called later.
    #[test]
    fn loops_change_globals() {
        let steps = story(
            "void reach_error(void);\nstatic int count;\nstatic void check(int limit) {\n  if (count > limit) reach_error();\n}\n\
             int main(void) {\n  for (int i = 0; i < 9; i++) {\n    count += 2;\n  }\n  check(17);\n}",
        );
        let known = crate::output::result::Violation::values(&steps);
        assert_eq!(known.get("count").map(|(value, _)| *value), Some("18"), "{steps:?}");
    }

    #[test]
    fn a_short_loop_and_a_call_are_told() {
        let steps = story(
            "void reach_error(void);\nint twice(int x) {\n  return 2 * x;\n}\nint main(void) {\n  int n = 0;\n  \
             while (n < 2) {\n    n = twice(n) + 1;\n  }\n  if (n == 3) reach_error();\n}",
        );
        assert!(steps.iter().all(|step| step.fold.is_none()));
        let values: Vec<(&str, &str)> =
            steps.iter().flat_map(|s| &s.changes).map(|c| (c.name.as_str(), c.value.as_str())).collect();
        assert!(values.contains(&("x", "1")) && values.contains(&("n", "3")), "{values:?}");
    }

    #[test]
    fn of_the_library_only_what_it_does_to_the_program_is_told() {
        let text = "void reach_error(void); typedef unsigned long size_t; char *strcpy(char *, const char *);
             int scanf(const char *, ...); void *memchr(const void *, int, size_t);
             int main(void) {
               char copy[8]; int n;
               strcpy(copy, \"abc\");
               if (scanf(\"%d\", &n) == 1 && n == 7 && memchr(copy, 'c', 4)) reach_error();
             }";
        let told = told(text, &FrontOptions::new(DataModel::Lp64));
        assert!(told.steps.iter().all(|step| step.location.file == "test.c"), "{:?}", told.steps);
        let changes = |line| told.steps.iter().filter(move |step| step.location.line == line).flat_map(|s| &s.changes);
        assert!(changes(5).any(|change| change.name.starts_with("copy[")), "{:?}", told.steps);
        assert!(changes(6).any(|change| change.name == "n" && change.value == "7"), "{:?}", told.steps);
        assert!(told.steps.iter().flat_map(|s| &s.changes).all(|c| !c.name.contains("landfall")), "{:?}", told.steps);
        assert!(told.read_at.iter().flatten().count() > 0);
    }

    #[test]
    fn memory_is_told_as_c_writes_it() {
        let steps = story(
            "void reach_error(void); typedef unsigned long size_t; void *malloc(size_t); void free(void *);
             void __VERIFIER_nondet_memory(void *, size_t);
             struct node { int value; struct node *next; char tag; double weight; };
             struct node s, t; int a[10];
             int main(void) {
               int x = 3, *p = &x; *p = 4; a[x - 1] = 7; s.next = &t; s.tag = 'q'; s.weight = 2.5; t = s;
               struct node *list = malloc(sizeof *list);
               if (!list) return 0;
               list->next = 0; list->value = x; p = &a[2];
               char buf[2];
               __VERIFIER_nondet_memory(buf, sizeof buf);
               if (buf[1] == 77 && list->value == 4) reach_error();
             }",
        );
        let changes = steps.iter().flat_map(|s| &s.changes).map(|c| format!("{} = {}", c.name, c.value));
        let changes: Vec<String> = changes.collect();
        for told in [
            "x = 4",
            "a[3] = 7",
            "s.next = &t",
            "s.tag = 113 'q'",
            "s.weight = 2.5",
            "t = s",
            "list = (allocated at line 7)",
            "list->next = NULL",
            "list->value = 4",
            "p = &a[2]",
            "buf = {0, 77}",
        ] {
            assert!(changes.iter().any(|change| change == told), "{told} is not in {changes:?}");
        }
    }

    #[test]
    fn the_reason_of_an_invalid_access_is_found() {
        let mut options = FrontOptions::new(DataModel::Lp64);
        options.checks.memory = true;
        for (body, reason) in [
            ("int *p = 0; *p = 1;", "the pointer is null"),
            ("int a[3], i = 3; a[i] = 1;", "the index is 3, of 3 elements"),
            ("char b[8], *p = b + 5; *(struct s *)p = s;", "1 byte past the end of `b` (size 8)"),
            ("char b[8], *p = b; p[10] = 1;", "2 bytes behind the end of `b` (size 8)"),
            (
                "char *p = malloc(4); if (p) p[4] = 1;",
                "right behind the end of the memory allocated at line 2 (size 4)",
            ),
            ("char *p = malloc(4);\nfree(p);\nif (p) *p = 1;", "the memory allocated at line 2 was freed at line 3"),
            ("int *p; {\nint x = 1; p = &x;\n}\n*p = 1;", "the scope of `x` was left at line 4"),
            ("char *p = \"abc\"; *p = 1;", "`\"abc\"` is constant"),
            ("int x, *p = &x; free(p);", "it points to `x`, which is not allocated"),
        ] {
            let text = format!(
                "void *malloc(unsigned long); void free(void *); struct s {{ char c[4]; }} s; int main(void) {{\n{body} }}"
            );
            assert_eq!(told(&text, &options).reason.as_deref(), Some(reason), "{body}");
        }
    }
}
