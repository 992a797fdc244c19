//! What may hold of every cell: conditions, positions and bounds that the paths of a program speak of.

use std::collections::BTreeSet;

use landfall_smt::{Int, Kind, Sort, Term};
use rustc_hash::FxHashMap;

use crate::cfa::graph::Loops;
use crate::cfa::passes::{GhostCell, cursors, ghosts};
use crate::cfa::{IntType, VarId};
use crate::encode::{Encoder, Symbols, Transition};
use crate::limits::limits;

/// A cell by its symbols.
pub(super) struct Cell {
    var: VarId,
    value: Term,
    index: Term,
    offset: i128,
    /// How the names of cells of its region begin.
    region: String,
}

/// What may hold of cells, over state symbols.
pub(super) struct Guesses<'a> {
    symbols: &'a Symbols,
    pub cells: Vec<Cell>,
    /// Variables with the content of a region at a place that moves, and how the names of cells of the region begin.
    cursors: Vec<(Term, String)>,
    indices: BTreeSet<Term>,
    /// What the types of cells say.
    ranges: Vec<Term>,
    /// The numbers that loops change, but for cells.
    counters: Vec<(VarId, Term)>,
    /// Where arrays are accessed by way of counters: a counter itself, or how far a pointer is from the beginning.
    positions: Vec<(VarId, Term)>,
    /// The truth values that loops change: cells may be known only when one has been set.
    flags: Vec<(VarId, Term)>,
    properties: Vec<Term>,
    /// What excludes errors and speaks of no cell.
    goals: Vec<Term>,
    /// What holds from the start of numbers that no loop changes.
    constants: Vec<Term>,
    /// How the ghost indices of one property belong together.
    relations: Vec<Term>,
    /// What counters are compared with: no longer part of an array.
    bounds: Vec<Term>,
    /// Cells and what is stored into them.
    stored: Vec<(Term, Term)>,
}

impl<'a> Guesses<'a> {
    pub fn new(encoder: &'a Encoder<'_>, loops: &Loops) -> Self {
        let (program, symbols) = (encoder.program(), encoder.symbols());
        let cell = |ghost: GhostCell| Cell {
            var: ghost.cell,
            value: symbols.state(ghost.cell),
            index: symbols.state(ghost.index),
            offset: ghost.offset,
            region: region_of(&program.vars[ghost.cell].name),
        };
        let cells: Vec<Cell> = ghosts(program).into_iter().map(cell).collect();
        let cursors = cursors(program);
        let changed: BTreeSet<VarId> = program
            .edges
            .values()
            .filter(|edge| loops.innermost(edge.src).is_some())
            .filter_map(|edge| edge.op.target())
            .filter(|var| symbols.state(*var).sort() == Sort::Int && !cells.iter().any(|cell| cell.var == *var))
            .filter(|var| !cursors.contains_key(var))
            .collect();
        let (flags, counters): (Vec<VarId>, Vec<VarId>) =
            changed.into_iter().partition(|var| program.vars[*var].ty.scalar() == IntType::BOOL);
        let with_symbols = |vars: Vec<VarId>| vars.into_iter().map(|var| (var, symbols.state(var))).collect();
        let range = |cell: &Cell| encoder.in_type_range(cell.var, cell.value).conjuncts();
        Guesses {
            symbols,
            ranges: cells.iter().flat_map(range).collect(),
            indices: cells.iter().map(|cell| cell.index).collect(),
            counters: with_symbols(counters),
            positions: Vec::new(),
            flags: with_symbols(flags),
            cursors: cursors.into_iter().map(|(var, region)| (symbols.state(var), region)).collect(),
            cells,
            properties: Vec::new(),
            goals: Vec::new(),
            constants: Vec::new(),
            relations: Vec::new(),
            bounds: Vec::new(),
            stored: Vec::new(),
        }
    }

    pub fn learn(&mut self, path: &Transition, ends_in_error: bool) {
        let locals = path.local_symbols();
        let plain = self.read_at_cursors(path.guard.conjuncts(), &locals);
        let at_index = self.at_index(&plain);
        let mapped: Vec<Term> = plain.iter().map(|c| c.substitute(&at_index)).collect();
        for condition in &plain {
            self.learn_bound(*condition);
            self.learn_position(*condition);
        }
        // Which cells a property is about may be told by more than their order: every second one, say.
        let chosen: Vec<Term> = mapped.iter().copied().filter(|c| self.chooses_cells(*c)).collect();
        let unless = Term::and(&chosen).not();
        if ends_in_error {
            self.learn_clause(&mapped, &locals);
        }
        for condition in plain.iter().chain(&mapped).copied() {
            let ghosts = self.indices.iter().filter(|index| condition.contains(**index)).count();
            if ghosts > 1 && matches!(condition.kind(), Kind::EqZero(_)) && !self.speaks_of_cells(condition) {
                push(&mut self.relations, condition);
            }
            if ends_in_error && self.is_literal(condition) && !condition.any_var(|v| self.is_ghost(v)) {
                push(&mut self.goals, condition.not());
            }
            if self.speaks_of_cells(condition) && !condition.any_var(|v| locals.contains(&v)) {
                self.property(unless, condition.not());
                if !ends_in_error {
                    self.property(unless, condition);
                }
            }
        }
        let mut stores: Vec<(Term, Term)> = self
            .cells
            .iter()
            .map(|cell| (cell.value, path.value(cell.var).substitute(&at_index)))
            .filter(|(cell, value)| cell != value)
            .collect();
        // What is not known and stored into one cell is known by it in what is stored into others.
        for (cell, local) in stores.clone().into_iter().filter(|(_, value)| locals.contains(value)) {
            let known = FxHashMap::from_iter([(local, cell)]);
            let others = stores.iter().filter(|(other, value)| *other != cell && value.contains(local));
            let others: Vec<(Term, Term)> = others.map(|(other, value)| (*other, value.substitute(&known))).collect();
            stores.extend(others);
        }
        for (cell, value) in stores {
            if locals.contains(&value) {
                let known = mapped.iter().filter(|c| c.contains(value));
                let said: Vec<Term> = known.map(|c| c.substitute(&FxHashMap::from_iter([(value, cell)]))).collect();
                for property in said.into_iter().filter(|p| !p.any_var(|v| locals.contains(&v))) {
                    self.property(unless, property);
                }
            } else if value.sort() == Sort::Int && !value.any_var(|v| locals.contains(&v)) {
                push(&mut self.stored, (cell, value));
                if !value.contains(cell) {
                    self.property(unless, cell.eq(value));
                }
                let said = self.about_stored_counter(cell, value, &mapped);
                said.into_iter().for_each(|said| self.property(unless, said));
            }
        }
    }

    /// Conditions with the variables of cursors in place of what was read at them.
    fn read_at_cursors(&self, conditions: Vec<Term>, locals: &[Term]) -> Vec<Term> {
        let mut read = FxHashMap::default();
        for condition in &conditions {
            let Kind::EqZero(sum) = condition.kind() else { continue };
            let linear = sum.linear();
            let local = linear.terms.iter().find(|(term, _)| locals.contains(term));
            for (cursor, _) in &self.cursors {
                if let Some((local, _)) = local.filter(|(local, _)| Term::eq(*local, *cursor) == *condition) {
                    read.insert(*local, *cursor);
                }
            }
        }
        let known = |condition: &Term| read.keys().any(|local| condition.contains(*local));
        let replaced = |condition: Term| if known(&condition) { condition.substitute(&read) } else { condition };
        // That two are equal, as they are at one place, is no property of what is stored.
        let is_rule = |condition: Term| {
            let is_equal = matches!(condition.kind(), Kind::EqZero(_)) || condition.atoms().len() > 1;
            is_equal && self.cursors.iter().any(|(cursor, _)| condition.contains(*cursor))
        };
        conditions.into_iter().map(replaced).filter(|c| !c.is_true() && !is_rule(*c)).collect()
    }

    /// Where a counter is stored into a cell, as the number of a row: what the conditions on the way say of it, said of the cell.
    fn about_stored_counter(&self, cell: Term, value: Term, conditions: &[Term]) -> Vec<Term> {
        let linear = value.linear();
        let is_counter = |term: Term| self.counters.iter().any(|(_, counter)| *counter == term);
        let [(counter, factor)] = linear.terms.as_slice() else { return Vec::new() };
        if !is_counter(*counter) || !factor.is_one() {
            return Vec::new();
        }
        let known = FxHashMap::from_iter([(*counter, cell.sub(Term::int(linear.constant.clone())))]);
        let said = conditions.iter().filter(|condition| condition.contains(*counter)).map(|c| c.substitute(&known));
        said.filter(|said| said.any_var(|v| self.indices.contains(&v))).collect()
    }

    /// From the conditions on a path from the entry, what holds behind it of numbers that no loop changes.
    pub fn learn_constants(&mut self, path: &Transition) {
        let named = path.post.iter().filter(|(_, value)| path.local_symbols().contains(value));
        let named: FxHashMap<Term, Term> = named.map(|(var, value)| (*value, self.symbols.state(*var))).collect();
        for condition in path.guard.conjuncts() {
            let behind = condition.substitute(&named);
            let changes = |v: Term| self.counters.iter().chain(&self.flags).any(|(_, counter)| *counter == v);
            let speaks = behind.any_var(|v| changes(v) || self.is_ghost(v));
            let is_new = condition != behind && self.constants.len() < limits().quantified.constants;
            if is_new && !speaks && self.is_literal(behind) {
                push(&mut self.constants, behind);
            }
        }
    }

    /// From all conditions on cells in front of an error that one of them does not hold.
    fn learn_clause(&mut self, conditions: &[Term], locals: &[Term]) {
        let said = conditions.iter().filter(|c| self.speaks_of_cells(**c) && !c.any_var(|v| locals.contains(&v)));
        let said: Vec<Term> = said.copied().filter(|c| !self.ranges.contains(c)).collect();
        let clause = Term::and(&said).not();
        if said.len() > 1 && clause.size() <= limits().quantified.size && !self.properties.contains(&clause) {
            self.properties.insert(0, clause);
        }
    }

    /// What must hold of cells for a goal to hold behind a path.
    pub fn pull_back(&mut self, path: &Transition) {
        let at_index = self.at_index(&path.guard.conjuncts());
        for goal in self.goals.clone() {
            let before = path.pull_back(goal).substitute(&at_index);
            if self.speaks_of_cells(before) {
                self.property(Term::ff(), before);
            }
        }
    }

    /// Whether a condition speaks of ghost indices, and of more than their order.
    fn chooses_cells(&self, condition: Term) -> bool {
        let is_order = condition.atoms().iter().all(|atom| match atom.kind() {
            Kind::Le(sum) | Kind::EqZero(sum) => sum.linear().terms.iter().all(|(term, _)| term.is_var()),
            _ => false,
        });
        !is_order && condition.any_var(|_| true) && !condition.any_var(|v| !self.indices.contains(&v))
    }

    /// Counters by the ghost index at which the path is.
    fn at_index(&self, conditions: &[Term]) -> FxHashMap<Term, Term> {
        let mut map: FxHashMap<Term, Term> = FxHashMap::default();
        for condition in conditions {
            let Kind::EqZero(sum) = condition.substitute(&map).kind() else { continue };
            let linear = sum.linear();
            if !linear.terms.iter().any(|(term, _)| self.indices.contains(term)) {
                continue;
            }
            let is_counter = |term: Term| self.counters.iter().any(|(_, counter)| *counter == term);
            let solved =
                linear.terms.iter().find(|(t, factor)| is_counter(*t) && (factor.is_one() || *factor == -Int::ONE));
            if let Some((counter, factor)) = solved {
                let rest = sum.sub(counter.scale(factor.clone()));
                let value = if factor.is_one() { rest.neg() } else { rest };
                let one = FxHashMap::from_iter([(*counter, value)]);
                map.values_mut().for_each(|known| *known = known.substitute(&one));
                map.insert(*counter, value);
            }
        }
        map
    }

    /// From `k = p - a` that cells before `p - a` are of interest.
    fn learn_position(&mut self, condition: Term) {
        let Kind::EqZero(sum) = condition.kind() else { return };
        let linear = sum.linear();
        let Some((index, factor)) = linear.terms.iter().find(|(term, _)| self.indices.contains(term)) else { return };
        let rest = sum.sub(index.scale(factor.clone()));
        let position = if factor.is_one() { rest.neg() } else { rest };
        let Some((counter, _)) = self.counters.iter().find(|(_, counter)| position.contains(*counter)) else { return };
        let is_whole = factor.is_one() || *factor == -Int::ONE;
        if is_whole && !position.any_var(|v| self.is_ghost(v) || self.symbols.var_of(v).is_none()) {
            let position = (*counter, position);
            push(&mut self.positions, position);
        }
    }

    /// Positions behind a path that depend on fewer counters before it: where an inner loop begins.
    pub fn earlier_positions(&mut self, path: &Transition) {
        let used = |term: Term| self.counters.iter().filter(|(_, c)| term.contains(*c)).count();
        let mut found = Vec::new();
        for (_, position) in &self.positions {
            let before = path.pull_back(*position);
            let is_state = !before.any_var(|v| self.is_ghost(v) || self.symbols.var_of(v).is_none());
            if is_state && (1..used(*position)).contains(&used(before)) {
                let counter = self.counters.iter().find(|(_, c)| before.contains(*c)).expect("there is one");
                found.push((counter.0, before));
            }
        }
        found.into_iter().for_each(|position| push(&mut self.positions, position));
    }

    /// From `i < n` that cells before `n` are of interest.
    fn learn_bound(&mut self, condition: Term) {
        let Kind::Le(sum) = condition.kind() else { return };
        let linear = sum.linear();
        let changes = |term: &Term| self.counters.iter().any(|(_, counter)| counter == term);
        let mut moving = linear.terms.iter().filter(|(term, _)| changes(term));
        let (Some((counter, factor)), None) = (moving.next(), moving.next()) else { return };
        let rest = sum.sub(counter.scale(factor.clone()));
        let is_state = |v: Term| self.symbols.var_of(v).is_some();
        if rest.any_var(|v| self.is_ghost(v) || !is_state(v)) || self.bounds.len() >= limits().quantified.bounds {
            return;
        }
        // counter + rest <= 0, or rest <= counter.
        let bound = match factor {
            factor if factor.is_one() => Term::int(1).sub(rest),
            factor if *factor == -Int::ONE => rest,
            _ => return,
        };
        // All of an array is beyond zero.
        if bound.as_int().is_none_or(|bound| *bound > Int::ZERO) {
            push(&mut self.bounds, bound);
        }
    }

    fn is_ghost(&self, symbol: Term) -> bool {
        self.indices.contains(&symbol)
            || self.cells.iter().any(|cell| cell.value == symbol)
            || self.cursors.iter().any(|(cursor, _)| *cursor == symbol)
    }

    /// An atom or its negation, over states.
    fn is_literal(&self, term: Term) -> bool {
        term.atoms().len() == 1 && !term.any_var(|v| self.symbols.var_of(v).is_none())
    }

    fn speaks_of_cells(&self, term: Term) -> bool {
        self.cells.iter().any(|cell| term.contains(cell.value))
    }

    /// A literal that may hold, perhaps unless something else does.
    fn property(&mut self, unless: Term, literal: Term) {
        if !self.is_literal(literal) || self.ranges.contains(&literal) {
            return;
        }
        for property in [literal, Term::or(&[unless, literal])] {
            if property.size() <= limits().quantified.size && self.properties.len() < limits().quantified.properties {
                push(&mut self.properties, property);
            }
        }
    }

    /// What holds of two cells may hold of one and of what a cursor of the region follows, or of that of another.
    pub fn follow(&mut self) {
        let cells = self.cells.iter().map(|cell| (cell.value, &cell.region));
        let all: Vec<(Term, &String)> =
            cells.chain(self.cursors.iter().map(|(value, region)| (*value, region))).collect();
        let mut found = Vec::new();
        for property in &self.properties {
            for (value, region) in all.iter().filter(|(value, _)| property.contains(*value)) {
                for (cursor, _) in self.cursors.iter().filter(|(_, of)| of == *region) {
                    let followed = property.substitute(&FxHashMap::from_iter([(*value, *cursor)]));
                    if self.speaks_of_cells(followed) {
                        push(&mut found, followed);
                    }
                }
            }
        }
        let room = limits().quantified.properties.saturating_sub(self.properties.len());
        found.into_iter().take(room).for_each(|followed| push(&mut self.properties, followed));
    }

    /// What is stored in terms of cells, with what is stored into those in their place.
    pub fn compose(&mut self) {
        for _ in 0..=limits().quantified.compositions {
            let (open, closed): (Vec<_>, Vec<_>) =
                self.stored.iter().copied().partition(|(_, value)| self.speaks_of_cells(*value));
            for (cell, value) in closed.iter().chain(open.iter().filter(|(cell, value)| !value.contains(*cell))) {
                self.property(Term::ff(), (*cell).eq(*value));
            }
            for (cell, value) in &open {
                for (other, known) in closed.iter().filter(|(other, _)| value.contains(*other)) {
                    let composed = value.substitute(&FxHashMap::from_iter([(*other, *known)]));
                    if composed.size() <= limits().quantified.size && self.stored.len() < limits().quantified.properties
                    {
                        push(&mut self.stored, (*cell, composed));
                    }
                }
            }
        }
    }

    /// For each position that steps over cells: that the place has another remainder, and the position.
    fn remainders(&self, place: Term) -> Vec<(Term, Term)> {
        let mut found = Vec::new();
        for (_, position) in &self.positions {
            let linear = position.linear();
            let moving = |term: Term| self.counters.iter().any(|(_, counter)| *counter == term);
            let Some(step) = linear.terms.iter().map(|(_, factor)| factor.clone().max(-factor.clone())).max() else {
                continue;
            };
            let whole = linear.terms.iter().all(|(t, factor)| moving(*t) && (factor % &step).is_zero());
            if step > Int::ONE && whole {
                let distance = place.sub(Term::int(linear.constant.clone()));
                let same = distance.modulo(Term::int(step)).eq(Term::int(0));
                push(&mut found, (same.not(), *position));
            }
        }
        found
    }

    /// The guesses at a place where some variables are live.
    pub fn at(&self, is_live: &dyn Fn(VarId) -> bool) -> Vec<Term> {
        let is_here = |term: Term| !term.any_var(|v| self.symbols.var_of(v).is_none_or(|var| !is_live(var)));
        let mut counters: Vec<Term> = Vec::new();
        for (var, counter) in self.counters.iter().filter(|(var, _)| is_live(*var)) {
            let positions = self.positions.iter().filter(|(of, position)| of == var && is_here(*position));
            let before = counters.len();
            counters.extend(positions.map(|(_, position)| *position));
            if counters.len() == before {
                counters.push(*counter);
            }
        }
        let bounds: Vec<Term> = self.bounds.iter().copied().filter(|bound| is_here(*bound)).collect();
        let flags: Vec<Term> = self.flags.iter().filter(|(var, _)| is_live(*var)).map(|(_, f)| f.eq_zero()).collect();
        let mut guesses = Vec::new();
        // Always as a disjunction: a conjunction of plain facts may be seen to be contradictory, and then nothing would be left.
        let negative = self.cells[0].index.lt(Term::int(0));
        let constants = self.constants.iter().filter(|constant| is_here(**constant));
        guesses.extend(constants.map(|constant| Term::or(&[negative, *constant])));
        let live = self.counters.iter().filter(|(var, _)| is_live(*var));
        let within = live.flat_map(|(_, counter)| bounds.iter().map(|bound| Term::le(*counter, *bound)));
        guesses.extend(within.map(|within| Term::or(&[negative, within])));
        if !flags.is_empty() {
            let goals = self.goals.iter().filter(|goal| is_here(**goal));
            guesses.extend(goals.map(|goal| Term::or(&[Term::or(&flags), *goal])));
        }
        for property in self.properties.iter().filter(|property| is_here(**property)) {
            let cells: Vec<&Cell> = self.cells.iter().filter(|cell| property.contains(cell.value)).collect();
            let places: BTreeSet<Term> = cells.iter().map(|c| c.index.add(Term::int(c.offset))).collect();
            let negative: Vec<Term> = places.iter().map(|place| (*place).lt(Term::int(0))).collect();
            let mut unless = vec![Term::or(&negative)];
            if cells.iter().any(|cell| cell.index != cells[0].index) {
                let apart = self.relations.iter().filter(|relation| is_here(**relation));
                unless = apart.map(|relation| Term::or(&[relation.not(), unless[0]])).collect();
            }
            let flagged: Vec<Term> = flags.iter().flat_map(|f| unless.iter().map(|u| Term::or(&[*u, *f]))).collect();
            unless.extend(flagged);
            let parts: Vec<Term> = places.iter().flat_map(|place| outsides(*place, &counters, &bounds)).collect();
            for (unless, outside) in unless.iter().flat_map(|u| parts.iter().map(move |o| (*u, *o))) {
                guesses.push(Term::or(&[unless, outside, *property]));
            }
            for place in &places {
                for (other, position) in self.remainders(*place) {
                    let position = Some(position).filter(|position| is_here(*position));
                    let parts = outsides(*place, position.as_slice(), &bounds);
                    guesses.extend(parts.into_iter().map(|o| Term::or(&[Term::or(&negative), other, o, *property])));
                }
            }
        }
        guesses.truncate(limits().quantified.guesses);
        guesses
    }
}

/// How the names of cells of a cell's region begin.
fn region_of(name: &str) -> String {
    name.split_once('[').map_or_else(String::new, |(region, _)| format!("{region}["))
}

/// When a place is outside of the part of the array that a property is guessed of.
fn outsides(place: Term, counters: &[Term], bounds: &[Term]) -> Vec<Term> {
    let mut found = vec![Term::ff()];
    for counter in counters {
        found.extend([place.ge(*counter), place.gt(*counter), place.lt(*counter), place.le(*counter)]);
    }
    for bound in bounds {
        found.push(place.ge(*bound));
        for counter in counters.iter().filter(|counter| !bound.contains(**counter)) {
            found.extend([place.lt(*counter), place.le(*counter)].map(|before| Term::or(&[place.ge(*bound), before])));
        }
    }
    found
}

fn push<T: PartialEq>(list: &mut Vec<T>, item: T) {
    if !list.contains(&item) {
        list.push(item);
    }
}
