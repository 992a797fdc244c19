//! Which memory a pointer may point into: unification of nodes, with the offset of pointers kept modulo what they are moved by.
//!
//! After B. Steensgaard (1996), with fields as in C. Lattner's data structure analysis: a *node* stands for objects that no pointer
//! tells apart. A value points to a node at a *residue*: so many bytes from the start of an object, exactly or modulo a number.
//! What is stored in a node is kept by words of the pointer's size, modulo what its accesses ask for. Integers carry pointers like any
//! other value, so that casts need no care. Values that come from outside of the program are *wild*: they may be any address.
//! Numbers that were *read* as inputs are no addresses, unless the program compares or computes with such a number and an address
//! together: then they are wild as well.
//!
//! Node equality is a matter of unification; residues, and what flows where, are propagated along edges until nothing changes.

use std::collections::{BTreeMap, BTreeSet};

use cranelift_entity::{PrimaryMap, SecondaryMap};

use super::super::super::expr::{BinaryOp, Expr, IntType, UnaryOp};
use super::super::super::memory::{MemoryExpr, MemoryOp, ObjId, pointer_type};
use super::super::super::program::*;
use super::address::{Linear, gcd};

/// A node; only its representative counts.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) struct Node(u32);

/// So many bytes, exactly (`modulus` 0) or modulo a number.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Residue {
    pub rest: i128,
    pub modulus: u64,
}

impl Residue {
    const ANY: Residue = Residue { rest: 0, modulus: 1 };

    pub fn new(rest: i128, modulus: u64) -> Residue {
        Residue { rest: if modulus == 0 { rest } else { rest.rem_euclid(i128::from(modulus)) }, modulus }
    }

    fn join(self, other: Residue) -> Residue {
        let apart = u64::try_from((self.rest - other.rest).unsigned_abs()).unwrap_or(1);
        Residue::new(self.rest, gcd(gcd(self.modulus, other.modulus), apart))
    }

    pub fn moved(self, by: &Linear) -> Residue {
        Residue::new(self.rest + by.constant, gcd(self.modulus, by.stride()))
    }
}

/// What a value may point to.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Target {
    pub node: Option<Node>,
    pub at: Residue,
    /// The value may be from outside of the program.
    pub wild: bool,
    /// The value may be a number other than null that is no address.
    pub number: bool,
    /// The value may be computed from a number that was read as an input.
    read: bool,
}

impl Target {
    fn anywhere(self) -> Target {
        Target { at: Residue::ANY, ..self }
    }

    /// What one of two values may be, but for where it points.
    fn flags(self, other: Target) -> Target {
        Target {
            wild: self.wild || other.wild,
            number: self.number || other.number,
            read: self.read || other.read,
            ..Target::default()
        }
    }
}

#[derive(Clone, Debug, Default)]
struct Contents {
    /// What is stored at each word, modulo `modulus` bytes (0: exactly).
    words: BTreeMap<i128, Target>,
    modulus: u64,
    /// Pointers from outside may have been stored anywhere in it.
    wild: bool,
}

pub(super) struct PointsTo<'p> {
    program: &'p Program,
    parent: Vec<u32>,
    contents: Vec<Contents>,
    vars: PrimaryMap<VarId, Target>,
    objects: PrimaryMap<ObjId, Node>,
    allocations: SecondaryMap<EdgeId, Option<Node>>,
    /// The size of a pointer in bytes.
    word: i128,
    /// Numbers that were read as inputs may be addresses.
    wild_inputs: bool,
    changed: bool,
}

impl<'p> PointsTo<'p> {
    pub fn new(program: &'p Program) -> PointsTo<'p> {
        let mut analysis = PointsTo {
            program,
            parent: Vec::new(),
            contents: Vec::new(),
            vars: program.vars.keys().map(|_| Target::default()).collect(),
            objects: PrimaryMap::new(),
            allocations: SecondaryMap::new(),
            word: i128::from(pointer_type(program.semantics.data_model).bits / 8),
            wild_inputs: false,
            changed: true,
        };
        for _ in program.objects.keys() {
            let node = analysis.fresh();
            analysis.objects.push(node);
        }
        for (id, edge) in program.edges.iter() {
            if let Op::Memory(MemoryOp::Alloc { .. }) = edge.op {
                analysis.allocations[id] = Some(analysis.fresh());
            }
        }
        analysis.run();
        if analysis.inputs_meet_addresses() {
            (analysis.wild_inputs, analysis.changed) = (true, true);
            analysis.run();
        }
        analysis
    }

    fn run(&mut self) {
        let program = self.program;
        while std::mem::take(&mut self.changed) {
            for (id, edge) in program.edges.iter() {
                self.edge(id, &edge.op);
            }
        }
    }

    // ----------------------------------------------------------------------------------------------------------- questions

    pub fn object(&self, object: ObjId) -> Node {
        self.find(self.objects[object])
    }

    pub fn allocation(&self, edge: EdgeId) -> Option<Node> {
        self.allocations[edge].map(|node| self.find(node))
    }

    /// The nodes that pointers in memory point to.
    pub fn stored(&self) -> BTreeSet<Node> {
        let words = self.contents.iter().flat_map(|contents| contents.words.values());
        words.filter_map(|target| target.node).map(|node| self.find(node)).collect()
    }

    /// The type of an expression over the program's variables.
    pub fn type_of(&self, e: &Expr) -> Option<IntType> {
        let mut known = true;
        e.for_each_var(&mut |v| known &= self.program.vars.is_valid(v));
        known.then(|| e.ty_with(&|v| self.program.vars[v].ty).scalar())
    }

    /// Whether every pointer to the node that is kept points to the start of an object, and none is from outside.
    pub fn is_at_starts(&self, node: Node) -> bool {
        let start = |target: &Target| {
            let there = target.node.is_some_and(|other| self.find(other) == node);
            !there || target.at == Residue::default() && !target.wild && !target.number
        };
        let words = self.contents.iter().flat_map(|contents| contents.words.values());
        self.vars.values().chain(words).all(start)
    }

    /// What the value of an expression may point to.
    pub fn target(&self, e: &Expr) -> Target {
        let target = self.peek(e);
        Target { node: target.node.map(|node| self.find(node)), ..target }
    }

    /// Whether a number that was read as an input is compared with an address, or computed with, other than as a whole.
    fn inputs_meet_addresses(&self) -> bool {
        let mut meet = false;
        for edge in self.program.edges.values() {
            edge.op.for_each_expr(&mut |e| meet |= self.meet(e));
        }
        meet
    }

    fn meet(&self, e: &Expr) -> bool {
        match e {
            Expr::Int(..) | Expr::Var(_) => false,
            Expr::Unary(_, a) | Expr::Cast(_, a) | Expr::Select(_, a) => self.meet(a),
            Expr::Binary(_, a, b) => {
                let (x, y) = (self.peek(a), self.peek(b));
                let apart = |x: Target, y: Target| x.read && x.node.is_none() && y.node.is_some();
                apart(x, y) || apart(y, x) || self.meet(a) || self.meet(b)
            }
            Expr::And(a, b) | Expr::Or(a, b) => self.meet(a) || self.meet(b),
            Expr::Ite(c, a, b) => [c, a, b].into_iter().any(|e| self.meet(e)),
            Expr::Float(_, operands) | Expr::Memory(_, operands) => operands.iter().any(|e| self.meet(e)),
        }
    }

    // --------------------------------------------------------------------------------------------------------------- nodes

    fn fresh(&mut self) -> Node {
        self.parent.push(self.parent.len() as u32);
        self.contents.push(Contents::default());
        Node(self.parent.len() as u32 - 1)
    }

    fn find(&self, node: Node) -> Node {
        let mut at = node.0;
        while self.parent[at as usize] != at {
            at = self.parent[at as usize];
        }
        Node(at)
    }

    fn unify(&mut self, a: Node, b: Node) -> Node {
        let (a, b) = (self.find(a), self.find(b));
        if a == b {
            return a;
        }
        self.changed = true;
        let (a, b) = (a.min(b), a.max(b));
        self.parent[b.index()] = a.0;
        let other = std::mem::take(&mut self.contents[b.index()]);
        self.contents[a.index()].wild |= other.wild;
        self.restrict(a, other.modulus);
        for (word, target) in other.words {
            self.put(a, Residue { rest: word * self.word, modulus: 0 }, self.word, target);
        }
        self.find(a)
    }

    /// What is stored in a node is from now on known modulo `modulus` only.
    fn restrict(&mut self, node: Node, modulus: u64) {
        let node = self.find(node);
        let mut all = gcd(self.contents[node.index()].modulus, modulus);
        if i128::from(all) % self.word != 0 {
            all = 1;
        }
        if all == self.contents[node.index()].modulus {
            return;
        }
        self.changed = true;
        self.contents[node.index()].modulus = all;
        for (word, target) in std::mem::take(&mut self.contents[node.index()].words) {
            self.put(node, Residue { rest: word * self.word, modulus: 0 }, self.word, target);
        }
    }

    /// The words that an access touches.
    fn words(&self, node: Node, at: Residue, size: i128) -> std::ops::RangeInclusive<i128> {
        match self.contents[node.index()].modulus {
            1 => 0..=0,
            modulus => {
                let first = Residue::new(at.rest, modulus).rest;
                first.div_euclid(self.word)..=(first + size.max(1) - 1).div_euclid(self.word)
            }
        }
    }

    /// The key of a word; it may lie behind the end of what is repeated.
    fn key(&self, node: Node, word: i128) -> i128 {
        match self.contents[node.index()].modulus {
            0 => word,
            1 => 0,
            modulus => word.rem_euclid(i128::from(modulus) / self.word),
        }
    }

    fn put(&mut self, node: Node, at: Residue, size: i128, target: Target) {
        if target.node.is_none() && !target.wild && !target.read && (!target.number || size != self.word) {
            return;
        }
        let mut node = self.find(node);
        for word in self.words(node, at, size) {
            let key = self.key(node, word);
            let old = self.contents[node.index()].words.get(&key).copied().unwrap_or_default();
            let new = self.join(old, target);
            node = self.find(node);
            let key = self.key(node, word);
            if new != old {
                self.changed = true;
                self.contents[node.index()].words.insert(key, new);
            }
        }
    }

    fn join(&mut self, a: Target, b: Target) -> Target {
        let flags = a.flags(b);
        match (a.node, b.node) {
            (Some(x), Some(y)) => Target { node: Some(self.unify(x, y)), at: a.at.join(b.at), ..flags },
            (Some(_), None) => Target { node: a.node, at: a.at, ..flags },
            (None, Some(_)) => Target { node: b.node, at: b.at, ..flags },
            (None, None) => flags,
        }
    }

    fn join_var(&mut self, var: VarId, target: Target) {
        let old = self.vars[var];
        let mut new = self.join(old, target);
        new.node = new.node.map(|node| self.find(node));
        if new != old {
            self.changed = true;
            self.vars[var] = new;
        }
    }

    // --------------------------------------------------------------------------------------------------------------- values

    /// What is read from where a pointer points, without changing anything.
    fn read(&self, pointer: Target, size: i128) -> Target {
        let Some(node) = pointer.node.map(|node| self.find(node)) else { return Target::default() };
        let contents = &self.contents[node.index()];
        let mut found = Target { wild: contents.wild, ..Target::default() };
        for word in self.words(node, pointer.at, size) {
            if let Some(target) = contents.words.get(&self.key(node, word)) {
                let flags = found.flags(*target);
                found = match (found.node, target.node) {
                    (Some(_), Some(_)) => Target { node: found.node, at: Residue::ANY, ..flags },
                    (None, _) => Target { node: target.node, at: target.at, ..flags },
                    _ => Target { node: found.node, at: found.at, ..flags },
                };
            }
        }
        found
    }

    /// The target of a value as far as it is known.
    fn peek(&self, e: &Expr) -> Target {
        let both =
            |a: Target, b: Target| Target { node: a.node.or(b.node), at: Residue::ANY, number: true, ..a.flags(b) };
        match e {
            Expr::Int(0, _) | Expr::And(..) | Expr::Or(..) => Target::default(),
            Expr::Int(..) | Expr::Select(..) | Expr::Float(..) => Target { number: true, ..Target::default() },
            Expr::Unary(UnaryOp::Not, _) => Target::default(),
            Expr::Var(v) => self.vars[*v],
            Expr::Unary(_, a) => Target { number: true, ..self.peek(a).anywhere() },
            Expr::Cast(_, a) => self.peek(a),
            Expr::Binary(op, ..) if op.is_comparison() => Target::default(),
            Expr::Binary(BinaryOp::Sub, a, b) => {
                let a = self.peek(a);
                Target { number: true, read: a.read | self.peek(b).read, ..a.anywhere() }
            }
            Expr::Binary(_, a, b) => both(self.peek(a), self.peek(b)),
            Expr::Ite(_, a, b) => {
                let (a, b) = (self.peek(a), self.peek(b));
                match (a.node, b.node) {
                    (Some(_), Some(_)) => Target { node: a.node, at: a.at.join(b.at), ..a.flags(b) },
                    (Some(_), None) => Target { node: a.node, at: a.at, ..a.flags(b) },
                    _ => Target { node: b.node, at: b.at, ..a.flags(b) },
                }
            }
            Expr::Memory(MemoryExpr::Address(object, _), _) => {
                Target { node: Some(self.objects[*object]), ..Target::default() }
            }
            Expr::Memory(MemoryExpr::Offset(_), operands) => {
                let pointer = self.peek(&operands[0]);
                if pointer.node.is_none() && !pointer.wild {
                    let base = self.peek(&operands[1]).anywhere();
                    return Target { number: true, read: base.read || pointer.read, ..base };
                }
                Target { at: pointer.at.moved(&Linear::of(&operands[1])), ..pointer }
            }
            Expr::Memory(MemoryExpr::Load(cell), operands) => {
                self.read(self.peek(&operands[0]), i128::from(cell.size()))
            }
            Expr::Memory(..) => Target { number: true, ..Target::default() },
        }
    }

    /// Makes sure that everything that one value may be is one node, and that words are told apart no finer than accesses ask for.
    fn settle(&mut self, e: &Expr) {
        match e {
            Expr::Int(..) | Expr::Var(_) => {}
            Expr::Unary(_, a) | Expr::Cast(_, a) | Expr::Select(_, a) => self.settle(a),
            Expr::Binary(op, a, b) => {
                self.settle(a);
                self.settle(b);
                let (x, y) = (self.peek(a), self.peek(b));
                if matches!(op, BinaryOp::Eq | BinaryOp::Ne) {
                    self.compared(a, x, y);
                    self.compared(b, y, x);
                } else if !op.is_comparison() && *op != BinaryOp::Sub {
                    self.join(x, y);
                }
            }
            Expr::And(a, b) | Expr::Or(a, b) => {
                self.settle(a);
                self.settle(b);
            }
            Expr::Ite(c, a, b) => {
                [c, a, b].into_iter().for_each(|e| self.settle(e));
                let (a, b) = (self.peek(a), self.peek(b));
                self.join(a, b);
            }
            Expr::Float(_, operands) => operands.iter().for_each(|e| self.settle(e)),
            Expr::Memory(op, operands) => {
                operands.iter().for_each(|e| self.settle(e));
                if let MemoryExpr::Load(cell) = op {
                    let pointer = self.peek(&operands[0]);
                    self.access(pointer, i128::from(cell.size()));
                }
            }
        }
    }

    /// A value from outside that is compared with an address may be that address.
    fn compared(&mut self, e: &Expr, own: Target, other: Target) {
        let mut e = e;
        while let Expr::Cast(_, inner) = e {
            e = inner;
        }
        if let (Expr::Var(v), Some(_)) = (e, other.node)
            && (own.wild || own.node.is_none())
        {
            self.join_var(*v, other);
        }
    }

    /// An access at a residue: words are told apart modulo it, and those that one access touches together are one.
    fn access(&mut self, pointer: Target, size: i128) {
        let Some(node) = pointer.node else { return };
        if pointer.at.modulus != 0 {
            self.restrict(node, pointer.at.modulus);
        }
        let found = self.read(pointer, size);
        let touched = self.words(self.find(node), pointer.at, size);
        if touched.end() > touched.start() && found.node.is_some() {
            // An access of several words, or across the border of two: all of them may be mixed.
            let all = self.find(node);
            let targets: Vec<Target> = touched
                .filter_map(|word| self.contents[all.index()].words.get(&self.key(all, word)).copied())
                .collect();
            targets.windows(2).for_each(|pair| _ = self.join(pair[0], pair[1]));
        }
    }

    // ---------------------------------------------------------------------------------------------------------------- edges

    fn edge(&mut self, id: EdgeId, op: &Op) {
        op.for_each_expr(&mut |e| self.settle(e));
        match op {
            Op::Assign(var, value) if !self.program.vars[*var].ty.is_array() => {
                let target = self.peek(value);
                self.join_var(*var, target);
            }
            Op::Havoc(var, kind) => {
                if is_wild(kind) {
                    let ty = self.program.vars[*var].ty;
                    let read = matches!(kind, HavocKind::Input(_));
                    let wide = ty.is_array() || i128::from(ty.scalar().bits) >= 8 * self.word;
                    let wild = if read { self.wild_inputs } else { wide };
                    self.join_var(*var, Target { wild, read, number: !wild, ..Target::default() });
                }
            }
            Op::Call { callee, args, result } => {
                let program = self.program;
                let proc = &program.procs[*callee];
                for (param, arg) in proc.params.iter().zip(args) {
                    let target = self.peek(arg);
                    self.join_var(*param, target);
                }
                if let (Some(to), Some(from)) = (result, proc.result) {
                    let target = self.vars[from];
                    self.join_var(*to, target);
                }
            }
            Op::Memory(op) => self.memory(id, op),
            Op::Assign(..) | Op::Skip | Op::Assume(_) | Op::Store(..) | Op::Unsupported(_) => {}
        }
    }

    fn memory(&mut self, id: EdgeId, op: &MemoryOp) {
        match op {
            MemoryOp::Write { at, cell, value, .. } => {
                let (pointer, target) = (self.peek(at), self.peek(value));
                self.access(pointer, i128::from(cell.size()));
                if let Some(node) = pointer.node {
                    self.put(node, pointer.at, i128::from(cell.size()), target);
                }
            }
            MemoryOp::Copy { to, from, size } => {
                let (to, from) = (self.peek(to), self.peek(from));
                self.copy(to, from, Linear::of(size));
            }
            MemoryOp::Havoc { at, kind, .. } => {
                if let Some(node) = self.peek(at).node
                    && is_wild(kind)
                {
                    let node = self.find(node);
                    self.changed |= !std::mem::replace(&mut self.contents[node.index()].wild, true);
                }
            }
            MemoryOp::Alloc { to, .. } => {
                let target = Target { node: self.allocations[id], ..Target::default() };
                self.join_var(*to, target);
            }
            MemoryOp::Fill { .. } | MemoryOp::Free { .. } | MemoryOp::Enter(_) | MemoryOp::Leave(_) => {}
        }
    }

    /// What is stored in one node flows into another.
    fn copy(&mut self, to: Target, from: Target, size: Linear) {
        let (Some(a), Some(b)) = (to.node, from.node) else { return };
        for pointer in [to, from] {
            if pointer.at.modulus != 0 {
                self.restrict(pointer.node.expect("both have one"), pointer.at.modulus);
            }
        }
        let (a, b) = (self.find(a), self.find(b));
        let shift = to.at.rest - from.at.rest;
        let moduli = gcd(self.contents[a.index()].modulus, self.contents[b.index()].modulus);
        if moduli != 0 {
            // Words that come again and again land on each other.
            self.restrict(a, moduli);
            if shift % self.word != 0 {
                self.restrict(a, 1);
            }
        }
        let a = self.find(a);
        let wild = self.contents[b.index()].wild;
        self.changed |= wild && !self.contents[a.index()].wild;
        self.contents[a.index()].wild |= wild;
        let words: Vec<(i128, Target)> = self.contents[b.index()].words.iter().map(|(w, t)| (*w, *t)).collect();
        for (word, target) in words {
            let start = word * self.word;
            let exact = self.contents[b.index()].modulus == 0 && size.terms.is_empty();
            let outside = exact && (start + self.word <= from.at.rest || start >= from.at.rest + size.constant);
            if !outside {
                self.put(a, Residue { rest: start + shift, modulus: 0 }, self.word, target);
            }
        }
    }
}

impl Node {
    fn index(self) -> usize {
        self.0 as usize
    }
}

/// Whether an arbitrary value may be an address that somebody else knows. One that was never set is none that may be used.
fn is_wild(kind: &HavocKind) -> bool {
    !matches!(kind, HavocKind::Uninitialised)
}
