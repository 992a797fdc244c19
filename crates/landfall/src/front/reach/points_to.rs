//! Which objects a pointer may point to: Steensgaard's analysis, one pass of unifications over the whole program.
//!
//! Every object, string and function result has a class; so has what a value points to. A class has at most one *content*: what
//! the pointers stored in its objects point to. Fields are not told apart, and integers carry pointers like any other value, so
//! that casts between the two need no special care. A class is *external* if pointers in it may come from outside the program.

use rustc_hash::FxHashSet;

use crate::front::hir::*;
use crate::front::library::{self, Model};

use super::Slot;

/// A class of memory; only its representative is used as an index.
pub type Class = u32;

pub struct PointsTo {
    parent: Vec<Class>,
    content: Vec<Option<Class>>,
    external: Vec<bool>,
    /// As external, but for pointers that are made from numbers.
    outside: Vec<bool>,
    /// Pointers in the class may be to functions with bodies.
    code: Vec<bool>,
    slots: Vec<Class>,
    results: Vec<Class>,
    /// Where variable arguments are.
    arguments: Class,
    /// Of each expression: what its value points to, and for an lvalue the memory it denotes.
    target: Vec<Class>,
    place: Vec<Option<Class>>,
    /// A number for each class, the same for all that are one.
    numbers: Vec<u32>,
    /// The addressed slots of each class.
    members: Vec<Vec<Slot>>,
    /// The calls that allocate memory, in order; each has a slot behind those of objects and strings.
    sites: Vec<ExprId>,
    /// Functions whose address is taken.
    pub functions: Vec<FunctionId>,
    /// Whether the address of each slot is more than a way to name a part of it.
    pub addressed: Vec<bool>,
}

impl PointsTo {
    pub fn new(unit: &Unit, entry: Option<FunctionId>) -> PointsTo {
        let mut analysis = PointsTo {
            parent: Vec::new(),
            content: Vec::new(),
            external: Vec::new(),
            outside: Vec::new(),
            code: Vec::new(),
            slots: Vec::new(),
            results: Vec::new(),
            arguments: 0,
            target: Vec::with_capacity(unit.exprs.len()),
            place: Vec::with_capacity(unit.exprs.len()),
            numbers: Vec::new(),
            members: Vec::new(),
            sites: allocations(unit),
            functions: Vec::new(),
            addressed: vec![false; unit.objects.len() + unit.strings.len()],
        };
        analysis.slots = (0..unit.objects.len() + unit.strings.len()).map(|_| analysis.fresh()).collect();
        for _ in 0..analysis.sites.len() {
            let class = analysis.fresh();
            analysis.slots.push(class);
            analysis.addressed.push(true);
        }
        analysis.results = (0..unit.functions.len()).map(|_| analysis.fresh()).collect();
        analysis.arguments = analysis.fresh();
        analysis.escapes(unit);
        analysis.functions(unit);
        for index in 0..unit.exprs.len() {
            analysis.expression(unit, ExprId::from_index(index));
        }
        for index in 0..unit.exprs.len() {
            analysis.flow(unit, ExprId::from_index(index));
        }
        analysis.initializers(unit);
        analysis.returns(unit);
        analysis.assembly(unit);
        analysis.finish(unit, entry);
        analysis
    }

    // ----------------------------------------------------------------------------------------------------------- questions

    /// What the value of an expression may point to.
    pub fn target(&self, e: ExprId) -> Class {
        self.find(self.target[e.index()])
    }

    /// The memory that an lvalue denotes.
    pub fn memory_of(&self, place: ExprId) -> Option<Class> {
        self.place[place.index()].map(|class| self.find(class))
    }

    /// The number of a class: they are dense.
    pub fn number(&self, class: Class) -> usize {
        self.numbers[class as usize] as usize
    }

    pub fn content(&self, class: Class) -> Option<Class> {
        self.content[self.find(class) as usize].map(|content| self.find(content))
    }

    pub fn slots_of(&self, class: Class) -> &[Slot] {
        self.members.get(self.find(class) as usize).map_or(&[], |list| list)
    }

    /// The number of objects, strings and places that allocate.
    pub fn slot_count(&self) -> usize {
        self.slots.len()
    }

    /// Whether a pointer in the class may have been made from a number, or outside of the program.
    pub fn is_external(&self, class: Class) -> bool {
        self.external[self.find(class) as usize]
    }

    /// Whether a pointer in the class may have been made outside of the program, other than from a number.
    pub fn is_outside(&self, class: Class) -> bool {
        self.outside[self.find(class) as usize]
    }

    /// The classes and all that their pointers lead to.
    pub fn reachable(&self, mut classes: Vec<Class>) -> Vec<Class> {
        let (mut seen, mut reached) = (FxHashSet::default(), Vec::new());
        while let Some(class) = classes.pop() {
            let class = self.find(class);
            if seen.insert(class) {
                reached.push(class);
                classes.extend(self.content(class));
            }
        }
        reached
    }

    /// Whether a pointer in the class may be to a function that has a body.
    pub fn has_code(&self, class: Class) -> bool {
        self.code[self.find(class) as usize]
    }

    /// The memory of an object, whether its address is used or not.
    pub fn class_of(&self, slot: Slot) -> Class {
        self.find(self.slots[slot])
    }

    /// The number of an allocation by its call.
    pub fn site_of(&self, call: ExprId) -> Option<usize> {
        self.sites.binary_search(&call).ok()
    }

    // ---------------------------------------------------------------------------------------------------------- union-find

    fn fresh(&mut self) -> Class {
        self.parent.push(self.parent.len() as Class);
        self.content.push(None);
        self.external.push(false);
        self.outside.push(false);
        self.code.push(false);
        self.parent.len() as Class - 1
    }

    fn find(&self, mut class: Class) -> Class {
        while self.parent[class as usize] != class {
            class = self.parent[class as usize];
        }
        class
    }

    fn compress(&mut self, class: Class) -> Class {
        let root = self.find(class);
        let mut class = class;
        while self.parent[class as usize] != root {
            class = std::mem::replace(&mut self.parent[class as usize], root);
        }
        root
    }

    fn unify(&mut self, a: Class, b: Class) {
        let mut work = vec![(a, b)];
        while let Some((a, b)) = work.pop() {
            let (a, b) = (self.compress(a), self.compress(b));
            if a == b {
                continue;
            }
            let (keep, drop) = (a.min(b), a.max(b));
            self.parent[drop as usize] = keep;
            self.external[keep as usize] |= self.external[drop as usize];
            self.outside[keep as usize] |= self.outside[drop as usize];
            self.code[keep as usize] |= self.code[drop as usize];
            match (self.content[keep as usize], self.content[drop as usize]) {
                (Some(x), Some(y)) => work.push((x, y)),
                (None, other) => self.content[keep as usize] = other,
                (Some(_), None) => {}
            }
        }
    }

    fn content_of(&mut self, class: Class) -> Class {
        let class = self.compress(class);
        match self.content[class as usize] {
            Some(content) => content,
            None => {
                let content = self.fresh();
                self.content[class as usize] = Some(content);
                content
            }
        }
    }

    fn mark_external(&mut self, class: Class) {
        let class = self.compress(class);
        self.external[class as usize] = true;
        self.outside[class as usize] = true;
    }

    fn mark_number(&mut self, class: Class) {
        let class = self.compress(class);
        self.external[class as usize] = true;
    }

    // ------------------------------------------------------------------------------------------------------------- escapes

    /// Finds the objects whose address is used other than to name a part of them at once.
    fn escapes(&mut self, unit: &Unit) {
        // `&*p` is `p`: the node between may be left over, used by nothing.
        let mut used = vec![false; unit.exprs.len()];
        for node in &unit.exprs {
            node.kind.for_each_operand(&mut |operand| used[operand.index()] = true);
        }
        let mut consumed = vec![false; unit.exprs.len()];
        for (index, node) in unit.exprs.iter().enumerate() {
            let ExprKind::Deref(mut pointer) = node.kind else { continue };
            if !used[index] {
                continue;
            }
            loop {
                match unit[pointer].kind {
                    ExprKind::PointerAdd { pointer: inner, .. } => pointer = inner,
                    ExprKind::Convert(inner) if unit.types.is_pointer(unit[inner].ty) => pointer = inner,
                    ExprKind::Decay(_) | ExprKind::AddressOf(_) => break consumed[pointer.index()] = true,
                    _ => break,
                }
            }
        }
        for (index, node) in unit.exprs.iter().enumerate() {
            if let ExprKind::Decay(place) | ExprKind::AddressOf(place) = node.kind
                && !consumed[index]
                && let Some(slot) = root(unit, place)
            {
                self.addressed[slot] = true;
            }
        }
    }

    fn functions(&mut self, unit: &Unit) {
        let mut taken = vec![false; unit.functions.len()];
        for node in &unit.exprs {
            if let ExprKind::Decay(place) | ExprKind::AddressOf(place) = node.kind
                && let ExprKind::Function(function) = unit[place].kind
            {
                taken[function.index()] = true;
            }
        }
        self.functions = unit.function_ids().filter(|function| taken[function.index()]).collect();
    }

    // --------------------------------------------------------------------------------------------------------- constraints

    /// Gives an expression its classes. Operands come before the expressions that use them.
    fn expression(&mut self, unit: &Unit, e: ExprId) {
        let node = &unit[e];
        let place = match &node.kind {
            ExprKind::Object(object) | ExprKind::CompoundLiteral(object) => Some(self.slots[object.index()]),
            ExprKind::String(index) => Some(self.slots[unit.objects.len() + *index as usize]),
            ExprKind::Deref(pointer) => Some(self.target[pointer.index()]),
            ExprKind::Member(base, _) => self.place[base.index()],
            _ => None,
        };
        self.place.push(place);
        let target = match &node.kind {
            ExprKind::Load(lvalue) => match self.place[lvalue.index()] {
                Some(class) => self.content_of(class),
                None => self.target[lvalue.index()],
            },
            ExprKind::AddressOf(lvalue) | ExprKind::Decay(lvalue) => match self.place[lvalue.index()] {
                Some(class) => class,
                None => self.target[lvalue.index()],
            },
            ExprKind::Member(base, _) => match place {
                Some(class) => class,
                None => self.target[base.index()],
            },
            ExprKind::Object(_) | ExprKind::CompoundLiteral(_) | ExprKind::String(_) | ExprKind::Deref(_) => {
                place.expect("an lvalue has a place")
            }
            ExprKind::Assign { target, .. }
            | ExprKind::CompoundAssign { target, .. }
            | ExprKind::Step { target, .. } => match self.place[target.index()] {
                Some(class) => self.content_of(class),
                None => self.fresh(),
            },
            ExprKind::Convert(inner) | ExprKind::Negate(inner) | ExprKind::BitNot(inner) => self.target[inner.index()],
            ExprKind::PointerAdd { pointer, .. } => self.target[pointer.index()],
            ExprKind::VariableArguments => self.arguments,
            ExprKind::VaArg(state) => match self.place[state.index()] {
                Some(class) => {
                    let area = self.content_of(class);
                    self.content_of(area)
                }
                None => self.fresh(),
            },
            ExprKind::Comma(_, last) => self.target[last.index()],
            ExprKind::StmtExpr { value: Some(value), .. } => self.target[value.index()],
            ExprKind::Call { callee: Callee::Direct(function), .. } => match self.site_of(e) {
                Some(site) => self.slots[unit.objects.len() + unit.strings.len() + site],
                None if is_copy(unit, *function) => self.fresh(),
                None => self.results[function.index()],
            },
            _ => self.fresh(),
        };
        self.target.push(target);
    }

    /// The flow of values that an expression causes.
    fn flow(&mut self, unit: &Unit, e: ExprId) {
        let node = &unit[e];
        let own = self.target[e.index()];
        match &node.kind {
            ExprKind::Assign { value, .. } | ExprKind::CompoundAssign { value, .. } => {
                self.unify(own, self.target[value.index()]);
            }
            ExprKind::Arithmetic(_, a, b) | ExprKind::Elvis { condition: a, otherwise: b } => {
                self.unify(own, self.target[a.index()]);
                self.unify(own, self.target[b.index()]);
            }
            ExprKind::Conditional { then, otherwise, .. } => {
                self.unify(own, self.target[then.index()]);
                self.unify(own, self.target[otherwise.index()]);
            }
            ExprKind::AddressOf(place) | ExprKind::Decay(place) if matches!(unit[*place].kind, ExprKind::Function(function) if unit[function].body.is_some()) =>
            {
                let own = self.compress(own);
                self.code[own as usize] = true;
            }
            ExprKind::Convert(inner) => {
                let from_number = unit.types.is_pointer(node.ty) && unit.types.is_integer(unit[*inner].ty);
                if from_number && unit.constant(*inner) != Some(0) {
                    self.mark_number(own);
                }
            }
            ExprKind::Call { callee, arguments } => match callee {
                Callee::Direct(function) => self.call(unit, *function, arguments, own),
                Callee::Indirect(pointer) => {
                    // Lowering calls no others.
                    let called = unit.types.pointee(unit[*pointer].ty);
                    let fits = |ty| called.is_some_and(|called| unit.types.compatible(called, ty));
                    let functions = self.functions.clone();
                    for function in functions {
                        if unit[function].params.len() <= arguments.len() && fits(unit[function].ty) {
                            self.call(unit, function, arguments, own);
                        }
                    }
                }
            },
            ExprKind::Unsupported(_) => self.mark_external(own),
            ExprKind::LabelAddress(..) => self.mark_number(own),
            _ => {}
        }
    }

    fn call(&mut self, unit: &Unit, function: FunctionId, arguments: &[ExprId], own: Class) {
        let node = &unit[function];
        let model = if node.body.is_none() { library::model(&node.name) } else { None };
        if is_allocation(unit, function) {
            // What `realloc` gives has the contents of what it is given.
            if model == Some(Model::Reallocate)
                && let Some(old) = arguments.first()
            {
                self.unify(own, self.target[old.index()]);
            }
            return;
        }
        // The same function copies for many: its results are not one.
        if !matches!(model, Some(Model::Copy | Model::Fill)) {
            self.unify(own, self.results[function.index()]);
        }
        if node.body.is_some() {
            for (param, argument) in node.params.iter().zip(arguments) {
                let content = self.content_of(self.slots[param.index()]);
                self.unify(content, self.target[argument.index()]);
            }
            let variadic = unit.types.function_of(node.ty).is_some_and(|signature| signature.variadic);
            for argument in arguments.iter().skip(node.params.len()) {
                let target = self.target[argument.index()];
                if variadic {
                    let content = self.content_of(self.arguments);
                    self.unify(content, target);
                } else {
                    self.mark_external(target);
                }
            }
            return;
        }
        let result = unit.types.function_of(node.ty).map(|signature| signature.result);
        match library::model(&node.name) {
            Some(Model::Input(_)) if result.is_some_and(|ty| unit.types.is_pointer(ty)) => self.mark_external(own),
            Some(Model::Input(_) | Model::Arbitrary(_)) => self.mark_number(own),
            Some(Model::ArbitraryBytes(_)) => {
                let content = arguments.first().map(|to| self.content_of(self.target[to.index()]));
                content.into_iter().for_each(|content| self.mark_number(content));
            }
            Some(model @ (Model::Copy | Model::Fill)) => {
                let Some(to) = arguments.first().map(|to| self.target[to.index()]) else { return };
                self.unify(own, to);
                if let (Model::Copy, Some(from)) = (model, arguments.get(1)) {
                    let (a, b) = (self.content_of(to), self.content_of(self.target[from.index()]));
                    self.unify(a, b);
                }
            }
            Some(_) => {}
            None => {
                // Whatever it is given may come back, and be stored in whatever it is given.
                for argument in arguments {
                    let target = self.target[argument.index()];
                    self.unify(own, target);
                }
                let content = self.content_of(own);
                self.unify(content, own);
                self.mark_external(own);
            }
        }
    }

    fn initializers(&mut self, unit: &Unit) {
        for object in unit.object_ids() {
            let node = &unit[object];
            let slot = self.slots[object.index()];
            match &node.initializer {
                Some(Init::Scalar(value)) => {
                    let content = self.content_of(slot);
                    self.unify(content, self.target[value.index()]);
                }
                Some(Init::Aggregate(entries)) => {
                    for entry in entries {
                        let content = self.content_of(slot);
                        let from = match self.place[entry.value.index()] {
                            Some(place) => self.content_of(place),
                            None => self.target[entry.value.index()],
                        };
                        self.unify(content, from);
                    }
                }
                None => {}
            }
            if node.storage == Storage::Undefined {
                let content = self.content_of(slot);
                self.mark_external(content);
            }
        }
    }

    /// `return` statements: the statements of a function lie before its root and behind the root of the function before it.
    fn returns(&mut self, unit: &Unit) {
        let mut roots: Vec<(StmtId, FunctionId)> = Vec::new();
        for function in unit.function_ids() {
            if let Some(body) = &unit[function].body {
                roots.push((body.root, function));
            }
        }
        roots.sort();
        for (index, statement) in unit.stmts.iter().enumerate() {
            let StmtKind::Return(Some(value)) = statement.kind else { continue };
            let after = roots.partition_point(|(root, _)| root.index() < index);
            if let Some((_, function)) = roots.get(after) {
                self.unify(self.results[function.index()], self.target[value.index()]);
            }
        }
    }

    /// Inline assembly may give any pointer, and store any of its operands in another.
    fn assembly(&mut self, unit: &Unit) {
        for statement in &unit.stmts {
            let StmtKind::Asm { outputs, inputs, empty, .. } = &statement.kind else { continue };
            if *empty && outputs.is_empty() {
                continue;
            }
            let mut values = Vec::new();
            for operand in outputs.iter().chain(inputs) {
                values.push(match self.place[operand.index()] {
                    Some(place) => self.content_of(place),
                    None => self.target[operand.index()],
                });
            }
            for output in &values[..outputs.len()] {
                self.mark_external(*output);
                values.iter().for_each(|value| self.unify(*output, *value));
            }
            for value in values {
                let content = self.content_of(value);
                self.mark_external(content);
            }
        }
    }

    fn finish(&mut self, unit: &Unit, entry: Option<FunctionId>) {
        // The arguments of the entry function come from outside.
        for param in entry.map_or(&[][..], |entry| &unit[entry].params) {
            let content = self.content_of(self.slots[param.index()]);
            self.mark_external(content);
        }
        let classes = self.parent.len() as Class;
        loop {
            let mut changed = false;
            for class in 0..classes {
                if self.find(class) == class
                    && let Some(content) = self.content(class)
                {
                    changed |= self.external[class as usize] && !self.external[content as usize];
                    changed |= self.outside[class as usize] && !self.outside[content as usize];
                    self.external[content as usize] |= self.external[class as usize];
                    self.outside[content as usize] |= self.outside[class as usize];
                }
            }
            if !changed {
                break;
            }
        }
        // Every class knows its root from here on.
        let mut count = 0;
        self.numbers = vec![0; classes as usize];
        for class in 0..classes {
            let root = self.find(class);
            self.parent[class as usize] = root;
            if root == class {
                self.numbers[class as usize] = count;
                count += 1;
            } else {
                self.numbers[class as usize] = self.numbers[root as usize];
            }
        }
        self.members = vec![Vec::new(); classes as usize];
        for slot in 0..self.slots.len() {
            if self.addressed[slot] {
                let class = self.find(self.slots[slot]);
                self.members[class as usize].push(slot);
            }
        }
    }
}

/// The calls that allocate memory, in order.
fn allocations(unit: &Unit) -> Vec<ExprId> {
    let is_call = |e: &ExprId| matches!(&unit[*e].kind, ExprKind::Call { callee: Callee::Direct(function), .. } if is_allocation(unit, *function));
    (0..unit.exprs.len()).map(ExprId::from_index).filter(is_call).collect()
}

fn is_copy(unit: &Unit, function: FunctionId) -> bool {
    let node = &unit[function];
    node.body.is_none() && matches!(library::model(&node.name), Some(Model::Copy | Model::Fill))
}

fn is_allocation(unit: &Unit, function: FunctionId) -> bool {
    let node = &unit[function];
    node.body.is_none() && library::model(&node.name).is_some_and(Model::is_allocation)
}

/// The object that an lvalue is a part of, if that is plain to see.
pub fn root(unit: &Unit, place: ExprId) -> Option<Slot> {
    match unit[place].kind {
        ExprKind::Object(object) | ExprKind::CompoundLiteral(object) => Some(object.index()),
        ExprKind::String(index) => Some(unit.objects.len() + index as usize),
        ExprKind::Member(base, _) => root(unit, base),
        ExprKind::Deref(pointer) => pointer_root(unit, pointer),
        _ => None,
    }
}

/// The object that a pointer points into, if that is plain to see.
fn pointer_root(unit: &Unit, mut pointer: ExprId) -> Option<Slot> {
    loop {
        match unit[pointer].kind {
            ExprKind::PointerAdd { pointer: inner, .. } => pointer = inner,
            ExprKind::Convert(inner) if unit.types.is_pointer(unit[inner].ty) => pointer = inner,
            ExprKind::Decay(place) | ExprKind::AddressOf(place) => return root(unit, place),
            _ => return None,
        }
    }
}
