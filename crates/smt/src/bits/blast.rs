//! Terms as circuits: a word of bits for each, shared nodes translated once.
//!
//! Arrays are never words: a read goes through writes and choices by comparing indices, down to a variable. Reads of one
//! variable at equal indices are equal (Ackermann); the facts that say so are handed to the solver as they come up.

use super::aig::{Aig, Lit};
#[cfg(test)]
use super::circuit::value_of;
use super::circuit::{Word, constant, negated, resized};
use crate::term::{BvOp, Kind, Term};
use crate::{Sort, Value};
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// Why a term is no circuit: it has a sort or an operation that is none of bits.
#[derive(Debug)]
pub(super) struct NotBits(pub String);

/// A read of an array variable.
pub(super) struct Read {
    pub index: Rc<Word>,
    pub value: Rc<Word>,
}

pub(super) struct Blaster {
    pub aig: Aig,
    words: FxHashMap<Term, Rc<Word>>,
    /// The variables among them, in order.
    pub variables: Vec<(Term, Rc<Word>)>,
    /// What variables stand for.
    definitions: FxHashMap<Term, Term>,
    /// Reads through writes, as terms that read variables only.
    resolved: FxHashMap<(Term, Term), Term>,
    pub reads: FxHashMap<Term, Vec<Read>>,
    /// Literals that hold, not yet given to the solver.
    pub facts: Vec<Lit>,
}

impl Blaster {
    pub fn new() -> Blaster {
        Blaster {
            aig: Aig::new(),
            words: FxHashMap::default(),
            variables: Vec::new(),
            definitions: FxHashMap::default(),
            resolved: FxHashMap::default(),
            reads: FxHashMap::default(),
            facts: Vec::new(),
        }
    }

    /// Lets a variable that was not translated yet stand for a term.
    pub fn define(&mut self, var: Term, meaning: Term) {
        self.definitions.insert(var, meaning);
    }

    pub fn definition(&self, var: Term) -> Option<Term> {
        self.definitions.get(&var).copied()
    }

    /// The literal of a truth value.
    pub fn truth(&mut self, term: Term) -> Result<Lit, NotBits> {
        Ok(self.word(term)?[0])
    }

    pub fn word(&mut self, root: Term) -> Result<Rc<Word>, NotBits> {
        let mut stack = vec![root];
        while let Some(&term) = stack.last() {
            if self.words.contains_key(&term) {
                stack.pop();
                continue;
            }
            let before = stack.len();
            let target = self.needed(term, &mut stack)?;
            if stack.len() > before {
                continue;
            }
            let word = match target {
                Some(same) => self.words[&same].clone(),
                None => Rc::new(self.gate(term)?),
            };
            if term.is_var() && target.is_none() {
                self.variables.push((term, word.clone()));
            }
            self.words.insert(term, word);
            stack.pop();
        }
        Ok(self.words[&root].clone())
    }

    /// Pushes what has to be translated first. Where another term has the same word, that term.
    fn needed(&mut self, term: Term, stack: &mut Vec<Term>) -> Result<Option<Term>, NotBits> {
        let mut want = |t: Term| {
            if !self.words.contains_key(&t) {
                stack.push(t);
            }
        };
        match term.kind() {
            Kind::Select(array, index) if !array.is_var() => {
                let resolved = self.resolve(*array, *index);
                if !self.words.contains_key(&resolved) {
                    stack.push(resolved);
                }
                return Ok(Some(resolved));
            }
            Kind::Var(_) => {
                let meaning = self.definitions.get(&term).copied();
                meaning.into_iter().for_each(want);
                return Ok(meaning);
            }
            Kind::Select(_, index) => want(*index),
            kind => kind.for_each_child(want),
        }
        Ok(None)
    }

    /// A read as a term whose reads are of variables.
    fn resolve(&mut self, array: Term, index: Term) -> Term {
        let mut stack = vec![array];
        while let Some(&at) = stack.last() {
            if self.resolved.contains_key(&(at, index)) {
                stack.pop();
                continue;
            }
            let done = |this: &Self, below: &Term| this.resolved.get(&(*below, index)).copied();
            let result = match at.kind() {
                Kind::Store(below, written, value) => {
                    let same = Term::eq(*written, index);
                    if same.is_true() {
                        *value
                    } else if let Some(rest) = done(self, below) {
                        Term::ite(same, *value, rest)
                    } else {
                        stack.push(*below);
                        continue;
                    }
                }
                Kind::Ite(condition, yes, no) => match (done(self, yes), done(self, no)) {
                    (Some(yes), Some(no)) => Term::ite(*condition, yes, no),
                    (None, _) => {
                        stack.push(*yes);
                        continue;
                    }
                    (_, None) => {
                        stack.push(*no);
                        continue;
                    }
                },
                _ => at.select(index),
            };
            self.resolved.insert((at, index), result);
            stack.pop();
        }
        self.resolved[&(array, index)]
    }

    fn inputs(&mut self, width: u32) -> Word {
        (0..width).map(|_| self.aig.input()).collect()
    }

    /// One node, whose arguments are translated.
    fn gate(&mut self, term: Term) -> Result<Word, NotBits> {
        let word = |this: &Self, t: &Term| this.words[t].clone();
        Ok(match term.kind() {
            Kind::True => vec![Lit::TRUE],
            Kind::False => vec![Lit::FALSE],
            Kind::BitVec(value) | Kind::Float(value) => constant(*value, width_of(term)? as usize),
            Kind::Var(_) => {
                let width = width_of(term)?;
                let bits = self.inputs(width);
                match term.sort() {
                    Sort::Float(..) => self.canonical(&bits, term.sort()),
                    _ => bits,
                }
            }
            Kind::Not(a) => negated(&word(self, a)),
            Kind::And(list) => {
                let bits: Word = list.iter().map(|t| self.words[t][0]).collect();
                vec![self.aig.all(&bits)]
            }
            Kind::Or(list) => {
                let bits: Word = list.iter().map(|t| self.words[t][0]).collect();
                vec![self.aig.any(&bits)]
            }
            Kind::Eq(a, b) => {
                width_of(*a)?;
                let (a, b) = (word(self, a), word(self, b));
                vec![self.aig.eq(&a, &b)]
            }
            Kind::Ite(c, yes, no) => {
                let (c, yes, no) = (self.words[c][0], word(self, yes), word(self, no));
                self.aig.mux_word(c, &yes, &no)
            }
            Kind::Select(array, index) => self.read(*array, *index, width_of(term)?),
            Kind::Bv(op, list) => {
                let words: Vec<Rc<Word>> = list.iter().map(|t| word(self, t)).collect();
                self.operation(*op, &words)
            }
            Kind::Fp(op, list) => {
                let words: Vec<Rc<Word>> = list.iter().map(|t| word(self, t)).collect();
                self.float(*op, &words, list[0].sort(), term.sort())?
            }
            // The operands of these are no words either; what reads them never asks for them.
            Kind::Store(..) | Kind::ConstArray(_) => return Err(NotBits("an array as a whole".into())),
            _ => return Err(NotBits(format!("an operation on {}", term.sort()))),
        })
    }

    /// A read of a variable: a new word, equal to that of every earlier read at an equal index.
    fn read(&mut self, array: Term, index: Term, width: u32) -> Word {
        let index = self.words[&index].clone();
        let value = Rc::new(self.inputs(width));
        let earlier = self.reads.remove(&array).unwrap_or_default();
        for read in &earlier {
            let same_index = self.aig.eq(&read.index, &index);
            if same_index == Lit::FALSE {
                continue;
            }
            for (&a, &b) in read.value.iter().zip(value.iter()) {
                let differ = self.aig.xor(a, b);
                let fact = !self.aig.and(same_index, differ);
                self.facts.push(fact);
            }
        }
        let mut reads = earlier;
        reads.push(Read { index, value: value.clone() });
        self.reads.insert(array, reads);
        value.to_vec()
    }

    fn operation(&mut self, op: BvOp, words: &[Rc<Word>]) -> Word {
        let a: &[Lit] = &words[0];
        let b: &[Lit] = words.get(1).map_or(&[], |w| w.as_slice());
        let width = a.len();
        let sign = a[width - 1];
        let aig = &mut self.aig;
        match op {
            BvOp::Add => aig.add(a, b, Lit::FALSE).0,
            BvOp::Sub => aig.sub(a, b).0,
            BvOp::Mul => aig.mul(a, b),
            BvOp::Neg => aig.neg(a),
            BvOp::Udiv => aig.divide(a, b).0,
            BvOp::Urem => aig.divide(a, b).1,
            BvOp::Sdiv => aig.divide_signed(a, b).0,
            BvOp::Srem => aig.divide_signed(a, b).1,
            BvOp::And => aig.bitwise(a, b, Aig::and),
            BvOp::Or => aig.bitwise(a, b, Aig::or),
            BvOp::Xor => aig.bitwise(a, b, Aig::xor),
            BvOp::Not => negated(a),
            BvOp::Shl => aig.shift_left(a, b),
            BvOp::Lshr => aig.shift_right(a, b, Lit::FALSE),
            BvOp::Ashr => aig.shift_right(a, b, sign),
            BvOp::Concat => b.iter().chain(a).copied().collect(),
            BvOp::Extract(high, low) => a[low as usize..=high as usize].to_vec(),
            BvOp::ZeroExt(extra) => resized(a, width + extra as usize, Lit::FALSE),
            BvOp::SignExt(extra) => resized(a, width + extra as usize, sign),
            BvOp::Ult => vec![aig.ult(a, b)],
            BvOp::Ule => vec![!aig.ult(b, a)],
            BvOp::Slt => vec![aig.slt(a, b)],
            BvOp::Sle => vec![!aig.slt(b, a)],
        }
    }
}

/// The bits that a term of this sort has.
pub(super) fn width_of(term: Term) -> Result<u32, NotBits> {
    match term.sort() {
        Sort::Bool => Ok(1),
        sort => sort.bits().ok_or_else(|| NotBits(format!("a term of sort {sort}"))),
    }
}

/// The value of a word whose bits are given.
pub(super) fn value_from(sort: Sort, bits: u128) -> Option<Value> {
    Some(match sort {
        Sort::Bool => Value::Bool(bits != 0),
        Sort::BitVec(width) => Value::BitVec { bits, width },
        Sort::Float(exponent, significand) => Value::Float { bits, exponent, significand },
        _ => return None,
    })
}

/// The constant that a word is, as a value of the sort.
#[cfg(test)]
pub(super) fn constant_value(word: &[Lit], sort: Sort) -> Option<Value> {
    value_from(sort, value_of(word)?)
}
