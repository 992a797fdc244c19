//! Proofs about lists of any length: heaps as graphs in which segments stand for chains of nodes (`crate::shape`).
//!
//! Abstract interpretation of the program with its objects, calls inlined: at each head of a loop there is a set of heaps. What comes there
//! is folded; if none of the set has all its states it is added, and followed on. Heaps that differ in numbers only are joined when
//! there are some of one form, so that counters come to an end. If no error is met the sets are the proof, which `check` checks by
//! steps of the same kind and without folding or joining anything.
//!
//! It finds no errors: who meets one of the graph's states knows of no execution. So it is quick to give up.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::sync::Arc;

use super::{Context, Engine, Task};
use crate::budget::Budget;
use crate::cfa::passes::{Derived, InlineOptions, Pass};
use crate::cfa::{LocId, Program};
use crate::limits::limits;
use crate::shape::{Found, Graph, Heap, Mix, Shapes, entails, explore, firsts, joined};
use crate::verdict::{Proof, Reason, Verdict};

#[derive(Clone, Copy, Debug, Default)]
pub struct Shape;

impl Engine for Shape {
    fn run(&self, task: &Task, cx: &mut Context<'_>) -> Verdict {
        let passes =
            [Pass::RemoveDead, Pass::PropagateConstants, Pass::Inline(InlineOptions::default()), Pass::RemoveDead];
        let derived = Derived::by(&passes, &task.original);
        let program = derived.program.clone();
        if !program.is_flat() {
            return Verdict::Unknown(Reason::Incomplete("recursive calls are left after inlining".into()));
        }
        if !program.has_memory() {
            return Verdict::Unknown(Reason::Incomplete("the program has no memory".into()));
        }
        let mut why = None;
        let mut next = Some(Mix::Any);
        while let Some(mix) = next.take() {
            let mut search = Search::new(&derived, mix.clone());
            let result = search.run(&cx.budget);
            cx.statistics.add("steps of heaps", search.graph.steps() as u64);
            cx.statistics.add("heaps at heads", search.shapes.values().map(|heaps| heaps.len() as u64).sum());
            match result {
                Ok(()) => return Verdict::Safe(Proof::by_shapes(&derived, Arc::new(search.shapes))),
                Err(found @ (Found::Unfollowed(..) | Found::Stopped(_))) => {
                    return Verdict::Unknown(reason(&program, found));
                }
                Err(found) => {
                    why.get_or_insert(found);
                    next = search.other_mix();
                }
            }
        }
        let why = why.map(|found| reason(&program, found));
        Verdict::Unknown(why.unwrap_or(Reason::Incomplete("no shapes were tried".into())))
    }
}

fn reason(program: &Program, found: Found) -> Reason {
    let line = |loc: LocId| {
        let error = program.locs[loc].error.as_ref();
        error.map_or_else(|| "code that is not modelled".to_string(), |error| error.message.to_string())
    };
    match found {
        Found::Stopped(reason) => reason,
        Found::Error(loc) => Reason::Incomplete(format!("the shapes of the heap do not exclude: {}", line(loc))),
        Found::Unfollowed(_, what) => Reason::Incomplete(format!("shapes do not follow {}", what.0)),
        Found::TooMany => Reason::Incomplete("there are too many shapes of the heap".into()),
    }
}

struct Search<'p> {
    mix: Mix,
    graph: Graph<'p>,
    shapes: Shapes,
    /// Bounds of ranges.
    marks: Vec<i128>,
}

impl<'p> Search<'p> {
    fn new(derived: &'p Derived, mix: Mix) -> Search<'p> {
        let program = &*derived.program;
        let graph = Graph::new(program, &derived.mapping, limits().shape.steps);
        Search { mix, graph, shapes: BTreeMap::new(), marks: marks(program) }
    }

    fn run(&mut self, budget: &Budget) -> Result<(), Found> {
        let program = self.graph.program;
        let entry = program.procs[program.entry].entry;
        let mut open = VecDeque::from([(entry, Heap::start(program))]);
        while let Some((loc, heap)) = open.pop_back() {
            for (head, heap) in explore(&mut self.graph, loc, heap, budget)? {
                if let Some(new) = self.add(head, heap)? {
                    open.push_back((head, new));
                }
            }
        }
        Ok(())
    }

    /// What is tried next: lists of nodes that differ, then those that differ kept apart, then nodes that always follow each other
    /// taken together; at last lists as long as they are, one by one.
    fn other_mix(&self) -> Option<Mix> {
        match self.mix {
            Mix::Any => Some(Mix::Alike(limits().shape.different)),
            Mix::Alike(_) => {
                let firsts = firsts(self.shapes.values().flatten());
                Some(if firsts.is_empty() { Mix::Never } else { Mix::Pairs(firsts) })
            }
            Mix::Pairs(_) => Some(Mix::Never),
            Mix::Never => None,
        }
    }

    /// Adds a heap to those of a head, or one that holds of more states; nothing if they are known.
    fn add(&mut self, head: LocId, heap: Heap) -> Result<Option<Heap>, Found> {
        let heap = self.graph.tidied(head, heap.folded(&self.marks, &self.mix));
        let known = self.shapes.entry(head).or_default();
        let is_exact = self.mix == Mix::Never;
        if known.contains(&heap) || (!is_exact && known.iter().any(|other| entails(&heap, other))) {
            return Ok(None);
        }
        if known.len() >= if is_exact { limits().shape.exact } else { limits().shape.heaps } {
            return Err(Found::TooMany);
        }
        if is_exact && heap.objects.len() > limits().shape.objects {
            return Err(Found::TooMany);
        }
        if is_exact {
            known.push(heap.clone());
            return Ok(Some(heap));
        }
        let alike: Vec<Heap> = known.iter().filter_map(|other| joined(other, &heap, &self.marks)).collect();
        let new = match alike.last() {
            Some(join) if alike.len() >= limits().shape.alike => self.graph.tidied(head, join.clone()),
            _ => heap,
        };
        self.shapes.entry(head).or_default().push(new.clone());
        Ok(Some(new))
    }
}

/// The constants of a program and their neighbours, and what bounds the types.
fn marks(program: &Program) -> Vec<i128> {
    let mut found = BTreeSet::from([-1, 0, 1]);
    for bits in [7, 8, 15, 16, 31, 32, 63, 64] {
        found.extend([(1i128 << bits) - 1, -(1i128 << bits)]);
    }
    for edge in program.edges.values() {
        edge.op.for_each_expr(&mut |expr| {
            expr.for_each_constant(&mut |n| {
                if n.unsigned_abs() < 1 << 62 {
                    found.extend([n - 1, n, n + 1]);
                }
            });
        });
    }
    found.into_iter().collect()
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::super::tests::alone;
    use super::*;
    use crate::analysis::prepare;
    use crate::cfa::DataModel;
    use crate::check::check_proof;
    use crate::front::{FrontOptions, load_text};

    const NODE: &str = "void *malloc(unsigned long); void free(void *); int in(void); void reach_error(void);
        struct node { int v; struct node *next, *prev; };
        struct node *make(int v) { struct node *n = malloc(sizeof *n); n->v = v; n->next = 0; n->prev = 0; return n; }";

    /// What the engine says of a program, with the proof.
    fn run(text: &str) -> Verdict {
        let mut options = FrontOptions::new(DataModel::Lp64);
        options.checks.memory = true;
        options.checks.leak = true;
        let loaded = load_text("t.c", &format!("{NODE} {text}"), &options).expect("the text is right");
        let task = prepare(&Arc::new(loaded.program));
        alone(Budget::unlimited(), |cx| Shape.run(&task, cx))
    }

    fn is_proved(text: &str) -> bool {
        match run(text) {
            Verdict::Safe(proof) => {
                check_proof(&proof, &landfall_smt::Config::default(), &Budget::unlimited()).expect("a proof");
                true
            }
            _ => false,
        }
    }

    const BUILD: &str = "struct node *head = 0; while (in()) { struct node *n = make(1); n->next = head; head = n; }";
    const DROP: &str = "while (head) { struct node *n = head->next; free(head); head = n; }";

    #[test]
    fn lists_of_any_length() {
        let body = |middle: &str| format!("int main(void) {{ {BUILD} {middle} {DROP} return 0; }}");
        assert!(is_proved(&body("")));
        assert!(is_proved(&body("for (struct node *p = head; p; p = p->next) if (p->v != 1) reach_error();")));
        let reversed = "struct node *r = 0; while (head) { struct node *n = head->next; head->next = r; r = head; head = n; } head = r;";
        assert!(is_proved(&body(reversed)));
    }

    #[test]
    fn wrong_programs_are_not_proved() {
        let body = |middle: &str, end: &str| format!("int main(void) {{ {BUILD} {middle} {end} return 0; }}");
        assert!(!is_proved(&body("", "")), "a leak");
        assert!(!is_proved(&body("if (head) free(head);", DROP)), "freed twice");
        assert!(!is_proved(&body(
            "if (head) head->v = 2;",
            &format!("for (struct node *p = head; p; p = p->next) if (p->v != 1) reach_error(); {DROP}")
        )));
        assert!(!is_proved(&body("", "while (head) { struct node *n = head->next->next; free(head); head = n; }")));
    }

    #[test]
    fn lists_with_both_links() {
        let build = "struct node *head = make(0), *tail = head; while (in()) { struct node *n = make(0); n->prev = tail; tail->next = n; tail = n; }";
        let back = "while (tail) { struct node *p = tail->prev; if (p && p->next != tail) reach_error(); free(tail); tail = p; }";
        assert!(is_proved(&format!("int main(void) {{ {build} {back} return 0; }}")));
        let wrong = build.replace("n->prev = tail;", "if (in()) n->prev = tail;");
        assert!(!is_proved(&format!("int main(void) {{ {wrong} {back} return 0; }}")));
    }

    #[test]
    fn what_is_left_out_of_a_proof_is_missed() {
        let Verdict::Safe(proof) = run(&format!("int main(void) {{ {BUILD} {DROP} return 0; }}")) else {
            panic!("it is safe")
        };
        let shapes = proof.shapes.clone().expect("it is by shapes");
        for head in shapes.keys() {
            let mut fewer = Shapes::clone(&shapes);
            fewer.remove(head);
            let fewer = Proof { shapes: Some(Arc::new(fewer)), ..proof.clone() };
            let checked = check_proof(&fewer, &landfall_smt::Config::default(), &Budget::unlimited());
            assert!(checked.is_err(), "without what holds at {head}");
        }
    }
}
