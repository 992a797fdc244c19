//! And-inverter graphs: every function of bits as conjunctions and negations, equal structure kept once.
//!
//! Conjunctions are simplified by looking at most two levels deep (R. Brummayer, A. Biere, *Local two-level And-inverter graph
//! minimization without blowup*, MEMICS 2006: the rules that never make the graph larger).

use rustc_hash::FxHashMap;

/// A node or its negation. Node 0 is the constant false.
#[derive(Copy, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub(super) struct Lit(u32);

impl Lit {
    pub const FALSE: Lit = Lit(0);
    pub const TRUE: Lit = Lit(1);

    pub fn constant(value: bool) -> Lit {
        Lit(u32::from(value))
    }

    pub fn node(self) -> usize {
        (self.0 >> 1) as usize
    }

    pub fn is_negated(self) -> bool {
        self.0 & 1 == 1
    }

    pub fn as_constant(self) -> Option<bool> {
        (self.0 < 2).then_some(self.0 == 1)
    }

    /// The node itself if `positive`, else its negation.
    pub fn signed(self, positive: bool) -> Lit {
        if positive { self } else { !self }
    }
}

impl std::ops::Not for Lit {
    type Output = Lit;
    fn not(self) -> Lit {
        Lit(self.0 ^ 1)
    }
}

/// What a node is.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(super) enum Gate {
    /// The constant false, or a bit that nothing defines.
    Input,
    And(Lit, Lit),
}

pub(super) struct Aig {
    gates: Vec<Gate>,
    known: FxHashMap<(Lit, Lit), Lit>,
}

impl Aig {
    pub fn new() -> Aig {
        Aig { gates: vec![Gate::Input], known: FxHashMap::default() }
    }

    pub fn len(&self) -> usize {
        self.gates.len()
    }

    pub fn gate(&self, node: usize) -> Gate {
        self.gates[node]
    }

    fn push(&mut self, gate: Gate) -> Lit {
        let node = u32::try_from(self.gates.len()).ok().filter(|n| *n < u32::MAX / 2).expect("a graph of 2^31 nodes");
        self.gates.push(gate);
        Lit(node << 1)
    }

    pub fn input(&mut self) -> Lit {
        self.push(Gate::Input)
    }

    /// The operands of a conjunction, if the literal's node is one.
    fn operands(&self, lit: Lit) -> Option<(Lit, Lit)> {
        match self.gates[lit.node()] {
            Gate::And(a, b) => Some((a, b)),
            Gate::Input => None,
        }
    }

    pub fn and(&mut self, a: Lit, b: Lit) -> Lit {
        let (mut a, mut b) = (a, b);
        loop {
            if a > b {
                std::mem::swap(&mut a, &mut b);
            }
            if a == Lit::FALSE || a == !b {
                return Lit::FALSE;
            }
            if a == Lit::TRUE || a == b {
                return b;
            }
            if let Some(known) = self.known.get(&(a, b)) {
                return *known;
            }
            match self.rewrite(a, b) {
                Rewrite::Same => break,
                Rewrite::Is(lit) => return lit,
                Rewrite::And(x, y) => (a, b) = (x, y),
            }
        }
        let made = self.push(Gate::And(a, b));
        self.known.insert((a, b), made);
        made
    }

    fn rewrite(&self, a: Lit, b: Lit) -> Rewrite {
        match self.against(a, b) {
            Rewrite::Same => {}
            other => return other,
        }
        match self.against(b, a) {
            Rewrite::Same => {}
            other => return other,
        }
        let (Some((w, x)), Some((y, z))) = (self.operands(a), self.operands(b)) else { return Rewrite::Same };
        match (a.is_negated(), b.is_negated()) {
            // (w x)(y z) with opposite members.
            (false, false) if w == !y || w == !z || x == !y || x == !z => Rewrite::Is(Lit::FALSE),
            // ¬(w x) says nothing where y z exclude it, and less where they decide one of its members.
            (true, false) => excluded(w, x, y, z, a, b),
            (false, true) => excluded(y, z, w, x, b, a),
            // ¬(w x) ¬(w ¬x) is ¬w.
            (true, true) => {
                let same = |p: Lit, q: Lit, r: Lit, s: Lit| p == r && q == !s;
                if same(w, x, y, z) || same(w, x, z, y) {
                    Rewrite::Is(!w)
                } else if same(x, w, y, z) || same(x, w, z, y) {
                    Rewrite::Is(!x)
                } else {
                    Rewrite::Same
                }
            }
            _ => Rewrite::Same,
        }
    }

    /// A conjunction, or its negation, beside one literal.
    fn against(&self, gate: Lit, other: Lit) -> Rewrite {
        let Some((x, y)) = self.operands(gate) else { return Rewrite::Same };
        if !gate.is_negated() {
            if other == x || other == y {
                return Rewrite::Is(gate);
            }
            if other == !x || other == !y {
                return Rewrite::Is(Lit::FALSE);
            }
        } else {
            if other == !x || other == !y {
                return Rewrite::Is(other);
            }
            if other == x {
                return Rewrite::And(x, !y);
            }
            if other == y {
                return Rewrite::And(y, !x);
            }
        }
        Rewrite::Same
    }

    pub fn or(&mut self, a: Lit, b: Lit) -> Lit {
        !self.and(!a, !b)
    }

    pub fn xor(&mut self, a: Lit, b: Lit) -> Lit {
        // Negations outside, so that a ⊕ b and ¬a ⊕ b share their gates.
        let flip = a.is_negated() ^ b.is_negated();
        let (a, b) = (a.signed(!a.is_negated()), b.signed(!b.is_negated()));
        let (only_a, only_b) = (self.and(a, !b), self.and(!a, b));
        self.or(only_a, only_b).signed(!flip)
    }

    pub fn mux(&mut self, condition: Lit, yes: Lit, no: Lit) -> Lit {
        if yes == no {
            return yes;
        }
        if yes == !no {
            return self.xor(condition, no);
        }
        let (then, otherwise) = (self.and(condition, yes), self.and(!condition, no));
        self.or(then, otherwise)
    }

    pub fn majority(&mut self, a: Lit, b: Lit, c: Lit) -> Lit {
        let (both, either) = (self.and(a, b), self.or(a, b));
        let with_c = self.and(either, c);
        self.or(both, with_c)
    }

    /// If the node is ¬(if c then t else e): c, t and e.
    pub fn as_mux(&self, node: usize) -> Option<(Lit, Lit, Lit)> {
        let Gate::And(p, q) = self.gates[node] else { return None };
        if !p.is_negated() || !q.is_negated() {
            return None;
        }
        let ((a, b), (c, d)) = (self.operands(p)?, self.operands(q)?);
        [(a, b, c, d), (a, b, d, c), (b, a, c, d), (b, a, d, c)]
            .into_iter()
            .find(|(condition, _, other, _)| *condition == !*other)
            .map(|(condition, yes, _, no)| (condition, yes, no))
    }
}

enum Rewrite {
    Same,
    Is(Lit),
    And(Lit, Lit),
}

/// `first` = ¬(w x) beside `second` = y z.
fn excluded(w: Lit, x: Lit, y: Lit, z: Lit, first: Lit, second: Lit) -> Rewrite {
    debug_assert!(first.is_negated());
    if w == !y || w == !z || x == !y || x == !z {
        return Rewrite::Is(second);
    }
    if w == y || w == z {
        return Rewrite::And(second, !x);
    }
    if x == y || x == z {
        return Rewrite::And(second, !w);
    }
    Rewrite::Same
}
