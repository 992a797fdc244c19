//! Scopes: what comes to life and dies as control goes into blocks and out of them, on every way.

use super::*;

/// What is in scope, as a list that shares its tails, so that labels and jumps can keep where they are.
#[derive(Default)]
pub(super) struct Scopes {
    entries: Vec<Entry>,
    top: Scope,
}

/// A place in the list.
pub(super) type Scope = Option<u32>;

#[derive(Clone, Copy)]
struct Entry {
    what: Scoped,
    below: Scope,
    depth: u32,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Scoped {
    Var(VarId),
    Object(ObjId),
    /// Memory on the stack that a variable points to.
    Memory(VarId),
}

/// A jump's target and what is in scope there.
#[derive(Clone, Copy)]
pub(super) struct Jump {
    pub target: Node,
    pub scope: Scope,
}

/// What is known of a label: where it stands, once it has been passed, and the jumps that wait for it.
#[derive(Clone, Default)]
pub(super) struct LabelState {
    pub name: Option<Arc<str>>,
    pub node: Option<Node>,
    /// What is in scope at the label.
    pub scope: Option<Scope>,
    pub waiting: Vec<(Node, Scope, Span)>,
}

impl LabelState {
    pub fn new(name: Option<Arc<str>>) -> LabelState {
        LabelState { name, ..LabelState::default() }
    }
}

impl Scopes {
    fn depth(&self, scope: Scope) -> u32 {
        scope.map_or(0, |top| self.entries[top as usize].depth + 1)
    }

    fn push(&mut self, what: Scoped) {
        let entry = Entry { what, below: self.top, depth: self.depth(self.top) };
        self.entries.push(entry);
        self.top = Some(self.entries.len() as u32 - 1);
    }

    /// Whether something is in scope.
    pub fn holds(&self, what: Scoped) -> bool {
        let mut scope = self.top;
        while let Some(top) = scope {
            let entry = self.entries[top as usize];
            if entry.what == what {
                return true;
            }
            scope = entry.below;
        }
        false
    }

    /// What is left (innermost first) and what is entered (outermost first) on the way from one place to another.
    fn between(&self, mut from: Scope, mut to: Scope) -> (Vec<Scoped>, Vec<Scoped>) {
        let (mut left, mut entered) = (Vec::new(), Vec::new());
        while from != to {
            let deeper = self.depth(to) >= self.depth(from);
            let (scope, list) = if deeper { (&mut to, &mut entered) } else { (&mut from, &mut left) };
            let Some(top) = *scope else { break };
            list.push(self.entries[top as usize].what);
            *scope = self.entries[top as usize].below;
        }
        entered.reverse();
        (left, entered)
    }
}

impl Frame<'_, '_> {
    pub(super) fn scope(&self) -> Scope {
        self.scopes.top
    }

    /// An automatic variable comes into scope.
    pub(super) fn enter_variable(&mut self, var: VarId) {
        self.scopes.push(Scoped::Var(var));
    }

    /// An object comes to life.
    pub(super) fn enter(&mut self, object: ObjId, span: Span) {
        self.memory(MemoryOp::Enter(object), span);
        self.scopes.push(Scoped::Object(object));
    }

    /// Memory on the stack has been taken.
    pub(super) fn enter_memory(&mut self, pointer: VarId) {
        self.scopes.push(Scoped::Memory(pointer));
    }

    /// Control leaves a block: what was declared since `outer` dies.
    pub(super) fn leave_to(&mut self, outer: Scope, span: Span) {
        self.pass(self.scopes.top, outer, span);
        self.scopes.top = outer;
    }

    /// Control leaves the procedure.
    pub(super) fn leave_all(&mut self, span: Span) {
        self.pass(self.scopes.top, None, span);
        if self.graph.is_live() {
            self.give_back_borrowed(span);
            for object in self.temporaries.iter().chain(&self.brief).copied().collect::<Vec<_>>() {
                self.memory(MemoryOp::Leave(object), span);
            }
        }
        self.graph.leave(span);
    }

    /// Whether leaving for `outer` ends the life of something.
    pub(super) fn ends_lives(&self, outer: Scope) -> bool {
        let (left, _) = self.scopes.between(self.scopes.top, outer);
        left.iter().any(|what| !matches!(what, Scoped::Var(_)))
    }

    /// Control goes from one place in scopes to another. What comes into scope by that holds anything.
    pub(super) fn pass(&mut self, from: Scope, to: Scope, span: Span) {
        if !self.graph.is_live() {
            return;
        }
        let (left, entered) = self.scopes.between(from, to);
        for what in left {
            match what {
                Scoped::Var(_) => {}
                Scoped::Object(object) => self.memory(MemoryOp::Leave(object), span),
                Scoped::Memory(pointer) => self.memory(MemoryOp::Free { at: Expr::Var(pointer) }, span),
            }
        }
        for what in entered {
            match what {
                Scoped::Var(var) => self.graph.emit(Op::Havoc(var, HavocKind::Uninitialised), span),
                Scoped::Object(object) => {
                    self.memory(MemoryOp::Enter(object), span);
                    self.forget_object(object, HavocKind::Uninitialised, span);
                }
                Scoped::Memory(_) => self.note_unsupported("a jump into the scope of a variable-length array", span),
            }
        }
    }

    /// All bytes of an object become arbitrary.
    pub(super) fn forget_object(&mut self, object: ObjId, kind: HavocKind, span: Span) {
        let size = Expr::Int(i128::from(self.lowering.builder.object_ref(object).size), INDEX);
        let at = self.lowering.address_of(object);
        self.memory(MemoryOp::Havoc { at, size, kind }, span);
    }
}
