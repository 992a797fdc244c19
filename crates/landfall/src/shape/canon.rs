//! Heaps that differ in names only become equal.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use super::{Heap, Object, Oid, Origin, Symbol, Value};
use crate::cfa::{Program, VarId};

impl Heap {
    /// Keeps of a heap what can be found from the variables that are live, with names in the order in which it is found, and leaves out what says nothing.
    pub fn tidied(mut self, program: &Program, live: &BTreeSet<VarId>) -> Heap {
        self.keep_vars(live);
        self.drop_unreached();
        self.drop_unknown(program);
        self.renamed()
    }

    fn reached(&self) -> Vec<Oid> {
        let mut order = Vec::new();
        let mut seen = BTreeSet::new();
        let mut queue: VecDeque<Oid> = self.vars.values().filter_map(|value| value.object()).collect();
        queue.extend(self.declared.values());
        while let Some(object) = queue.pop_front() {
            if let Some(held) = self.objects.get(&object)
                && seen.insert(object)
            {
                order.push(object);
                held.for_all(&mut |value| queue.extend(value.object()));
            }
        }
        order
    }

    /// Whether everything allocated can be reached from declared objects and variables among some.
    pub(super) fn is_reached_from(&self, vars: &BTreeSet<VarId>) -> bool {
        let mut heap = self.clone();
        heap.keep_vars(vars);
        heap.drop_unreached();
        !heap.leaked
    }

    fn drop_unreached(&mut self) {
        let reached: BTreeSet<Oid> = self.reached().into_iter().collect();
        let lost = |object: &Object| !matches!(object, Object::Block(block) if block.origin != Origin::Heap);
        let leaks = self.objects.iter().any(|(oid, object)| !reached.contains(oid) && lost(object));
        self.leaked |= leaks;
        self.objects.retain(|oid, _| reached.contains(oid));
    }

    /// Leaves out variables and cells that hold any number of their size which is nowhere else.
    fn drop_unknown(&mut self, program: &Program) {
        let mut uses: BTreeMap<Symbol, usize> = BTreeMap::new();
        self.for_all_mut(&mut |value| match value {
            Value::Symbol(symbol) | Value::Moving { by: symbol, .. } => *uses.entry(*symbol).or_default() += 1,
            _ => {}
        });
        let symbols = &self.symbols;
        let is_anything = |value: Value, bits: u32| {
            let Value::Symbol(symbol) = value else { return false };
            let Some(range) = symbols.get(&symbol) else { return true };
            let room = range.high.saturating_sub(range.low) as u128;
            let all = bits >= 127 || room >= (1u128 << bits) - 1;
            uses.get(&symbol) == Some(&1) && all && range.step == 1 && !range.nonzero
        };
        self.vars.retain(|var, value| !is_anything(*value, program.vars[*var].ty.scalar().bits.into()));
        for object in self.objects.values_mut() {
            if let Object::Block(block) = object {
                block.cells.retain(|_, (bytes, value)| !is_anything(*value, *bytes * 8));
            }
        }
    }

    fn renamed(&self) -> Heap {
        let order = self.reached();
        let objects: BTreeMap<Oid, Oid> =
            order.iter().enumerate().map(|(i, object)| (*object, Oid(i as u32))).collect();
        let mut next = order.len() as u32;
        let mut symbols: BTreeMap<Symbol, Symbol> = BTreeMap::new();
        let mut rename = |value: &mut Value| match value {
            Value::Pointer { object, .. } => *object = objects.get(object).copied().unwrap_or(*object),
            Value::Symbol(symbol) => *symbol = *symbols.entry(*symbol).or_insert_with(|| name(&mut next)),
            Value::Moving { object, by } => {
                *object = objects.get(object).copied().unwrap_or(*object);
                *by = *symbols.entry(*by).or_insert_with(|| name(&mut next));
            }
            _ => {}
        };
        let mut heap = Heap { leaked: self.leaked, ..Heap::default() };
        for (var, value) in &self.vars {
            let mut value = *value;
            rename(&mut value);
            heap.vars.insert(*var, value);
        }
        for object in &order {
            let mut held = self.objects[object].clone();
            held.for_all_mut(&mut rename);
            heap.objects.insert(objects[object], held);
        }
        heap.declared = self.declared.iter().map(|(id, object)| (*id, objects[object])).collect();
        heap.symbols = symbols.iter().map(|(old, new)| (*new, self.range(Value::Symbol(*old)))).collect();
        heap.fresh = next;
        heap
    }
}

fn name(next: &mut u32) -> Symbol {
    *next += 1;
    Symbol(*next - 1)
}
